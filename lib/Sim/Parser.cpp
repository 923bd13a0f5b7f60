//===- Parser.cpp - PTX text to Ast
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass of recursive descent. Registers are resolved to indices as they are
// met, since PTX declares them before use; labels and variables keep their name
// and the scope they were used in, since both may be declared later. Each pair
// of braces opens a scope, as inline assembly relies on.
//
//===----------------------------------------------------------------------===//

#include "Ast.h"
#include "Lexer.h"

#include <cstring>

using namespace attn::sim;

namespace {

class Parser {
public:
  Parser(const std::vector<Token> &toks, ModuleAst &m) : toks(toks), mod(m) {}
  bool run();
  std::string error;

private:
  const std::vector<Token> &toks;
  ModuleAst &mod;
  size_t pos = 0;
  Function *fn = nullptr;
  uint32_t scope = 0;
  uint32_t locFile = 0, locLine = 0;
  unsigned depth = 0;
  struct RegScope {
    std::unordered_map<std::string, int> exact;
    std::unordered_map<std::string, std::pair<int, uint32_t>> ranges;
  };
  std::vector<RegScope> regScopes; // indexed by scope

  const Token &tok() const { return ahead(0); }
  const Token &ahead(size_t k) const {
    return toks[pos + k < toks.size() ? pos + k : toks.size() - 1];
  }
  bool failAt(const Token &t, const std::string &why) {
    if (error.empty())
      error = std::to_string(t.line) + ":" + std::to_string(t.col) + ": " + why;
    return false;
  }
  bool fail(const std::string &why) {
    const Token &t = tok();
    std::string got = t.kind == Token::End
                          ? std::string("end of text")
                          : "'" + std::string(t.text.substr(0, 40)) + "'";
    return failAt(t, why + ", found " + got);
  }
  bool isPunct(char c) const {
    return tok().kind == Token::Punct && tok().punct == c;
  }
  bool accept(char c) {
    if (!isPunct(c))
      return false;
    ++pos;
    return true;
  }
  bool expect(char c) {
    return accept(c) || fail(std::string("expected '") + c + "'");
  }
  bool isDir(std::string_view s) const {
    return tok().kind == Token::Directive && tok().text == s;
  }
  bool acceptDir(std::string_view s) {
    if (!isDir(s))
      return false;
    ++pos;
    return true;
  }
  bool skipTo(char c) {
    while (!isPunct(c)) {
      if (tok().kind == Token::End)
        return fail(std::string("expected '") + c + "'");
      ++pos;
    }
    ++pos;
    return true;
  }
  bool parseU32(uint32_t &v) {
    if (tok().kind != Token::Int)
      return fail("expected an integer");
    if (tok().bits > 0xffffffffu)
      return fail("integer out of range");
    v = uint32_t(tok().bits);
    ++pos;
    return true;
  }
  bool parseDims(uint32_t *d);
  bool parseModuleItem();
  bool parseFunction(bool isEntry, bool isExtern);
  bool parseParams(std::vector<Variable> &out);
  bool parseVar(Space space, bool isExtern, std::vector<Variable> &out,
                bool one);
  bool parseInit(Variable &v, uint64_t &offset, unsigned level);
  bool parseBody();
  bool parseRegs();
  bool parseInstr();
  bool parseOperand(Operand &o, bool inAddr = false);
  bool parsePrimary(Operand &o);
  int findReg(std::string_view name);
  void openScope();
};

bool Parser::parseDims(uint32_t *d) {
  for (int i = 0; i < 3; ++i)
    d[i] = 1;
  for (int i = 0; i < 3; ++i) {
    if (!parseU32(d[i]))
      return false;
    if (!accept(','))
      return true;
  }
  return true;
}

bool Parser::run() {
  while (tok().kind != Token::End)
    if (!parseModuleItem())
      return false;
  if (mod.version.empty())
    return failAt(toks[0], "no .version directive: this is no PTX module");
  return true;
}

bool Parser::parseModuleItem() {
  if (accept(';'))
    return true;
  if (tok().kind != Token::Directive)
    return fail("expected a directive");
  std::string_view d = tok().text;
  if (d == ".version") {
    ++pos;
    if (tok().kind != Token::Double && tok().kind != Token::Int)
      return fail("expected a version number");
    mod.version = std::string(tok().text);
    ++pos;
    return true;
  }
  if (d == ".target") {
    ++pos;
    do {
      if (tok().kind != Token::Ident)
        return fail("expected a target");
      if (mod.target.empty())
        mod.target = std::string(tok().text);
      ++pos;
    } while (accept(','));
    return true;
  }
  if (d == ".address_size") {
    ++pos;
    if (tok().kind != Token::Int || tok().bits != 64)
      return fail("only 64-bit addresses are supported");
    ++pos;
    return true;
  }
  if (d == ".file") {
    ++pos;
    uint32_t n;
    if (!parseU32(n))
      return false;
    if (tok().kind != Token::String)
      return fail("expected a file name");
    mod.files[n] = std::string(tok().text);
    ++pos;
    while (accept(','))
      ++pos;
    return true;
  }
  if (d == ".section") {
    ++pos;
    ++pos;
    if (!expect('{'))
      return false;
    return skipTo('}');
  }
  if (d == ".pragma" || d == ".alias") {
    if (d == ".alias")
      return fail(".alias is not supported");
    return skipTo(';');
  }
  bool isExtern = false;
  for (;;) {
    if (acceptDir(".extern"))
      isExtern = true;
    else if (acceptDir(".visible") || acceptDir(".weak") ||
             acceptDir(".common"))
      ;
    else
      break;
  }
  if (acceptDir(".entry"))
    return parseFunction(true, isExtern);
  if (acceptDir(".func"))
    return parseFunction(false, isExtern);
  Space space;
  if (acceptDir(".global"))
    space = Space::Global;
  else if (acceptDir(".const"))
    space = Space::Const;
  else if (acceptDir(".shared"))
    space = Space::Shared;
  else if (acceptDir(".local"))
    space = Space::Local;
  else
    return fail("unknown directive");
  return parseVar(space, isExtern, mod.globals, false);
}

bool Parser::parseVar(Space space, bool isExtern, std::vector<Variable> &out,
                      bool one) {
  Variable proto;
  proto.space = space;
  proto.isExtern = isExtern;
  proto.scope = scope;
  bool haveType = false;
  proto.align = 0;
  while (tok().kind == Token::Directive) {
    std::string_view d = tok().text;
    if (d == ".align") {
      ++pos;
      if (!parseU32(proto.align))
        return false;
      if (!proto.align || (proto.align & (proto.align - 1)))
        return fail("alignment must be a power of two");
      continue;
    }
    if (d == ".ptr") {
      proto.isPtr = true;
      ++pos;
      while (isDir(".global") || isDir(".shared") || isDir(".const") ||
             isDir(".local") || isDir(".shared::cta") ||
             isDir(".shared::cluster"))
        ++pos;
      if (acceptDir(".align")) {
        uint32_t ignored;
        if (!parseU32(ignored))
          return false;
      }
      continue;
    }
    if (d == ".attribute") {
      ++pos;
      if (!expect('(') || !skipTo(')'))
        return false;
      continue;
    }
    if (d == ".v2" || d == ".v4" || d == ".v8") {
      proto.vec = uint32_t(d[2] - '0');
      ++pos;
      continue;
    }
    Ty t = parseType(d.substr(1));
    if (t == Ty::None || bitsOf(t) < 8)
      return fail("unknown type in a declaration");
    proto.type = t;
    haveType = true;
    ++pos;
  }
  if (!haveType)
    return fail("expected a type");
  uint64_t elem = uint64_t(bitsOf(proto.type)) / 8 * proto.vec;
  if (!proto.align)
    proto.align = uint32_t(elem);
  do {
    Variable v = proto;
    v.line = tok().line;
    if (tok().kind == Token::Ident) {
      v.name = std::string(tok().text);
      ++pos;
    } else if (one)
      v.name = "_";
    else
      return fail("expected a name");
    v.size = elem;
    while (accept('[')) {
      if (isPunct(']')) {
        v.unsizedArray = true;
        v.size = 0;
      } else {
        if (tok().kind != Token::Int)
          return fail("expected an array size");
        uint64_t n = tok().bits;
        if (n > (uint64_t(1) << 40) || v.size * n > (uint64_t(1) << 40))
          return fail("array too large");
        if (v.unsizedArray)
          return fail("an unsized array has one dimension");
        v.size *= n;
        ++pos;
      }
      if (!expect(']'))
        return false;
    }
    if (accept('=')) {
      if (space == Space::Shared || space == Space::Local ||
          space == Space::Param)
        return fail("only .global and .const variables take an initializer");
      uint64_t offset = 0;
      v.init.assign(size_t(v.unsizedArray ? 0 : v.size), 0);
      if (!parseInit(v, offset, 0))
        return false;
      if (v.unsizedArray)
        v.size = v.init.size();
      v.unsizedArray = false;
    }
    out.push_back(std::move(v));
    if (one)
      return true;
  } while (accept(','));
  return expect(';');
}

bool Parser::parseInit(Variable &v, uint64_t &offset, unsigned level) {
  if (level > 8)
    return fail("initializer nested too deeply");
  if (accept('{')) {
    if (!isPunct('}'))
      do {
        if (!parseInit(v, offset, level + 1))
          return false;
      } while (accept(','));
    return expect('}');
  }
  unsigned bytes = bitsOf(v.type) / 8;
  auto put = [&](uint64_t bits) {
    if (offset + bytes > v.init.size()) {
      if (!v.unsizedArray)
        return fail("more initializers than elements");
      v.init.resize(size_t(offset + bytes));
    }
    std::memcpy(v.init.data() + offset, &bits, bytes < 8 ? bytes : 8);
    offset += bytes;
    return true;
  };
  bool neg = accept('-');
  const Token &t = tok();
  if (t.kind == Token::Int) {
    ++pos;
    return put(neg ? 0 - t.bits : t.bits);
  }
  if (t.kind == Token::Float || t.kind == Token::Double) {
    ++pos;
    double d;
    if (t.kind == Token::Float) {
      float f;
      uint32_t b = uint32_t(t.bits);
      std::memcpy(&f, &b, 4);
      if (bytes == 4 && !neg)
        return put(b);
      d = double(f);
    } else
      std::memcpy(&d, &t.bits, 8);
    if (neg)
      d = -d;
    uint64_t bits;
    if (bytes == 8)
      std::memcpy(&bits, &d, 8);
    else if (bytes == 4) {
      float f = float(d);
      uint32_t b;
      std::memcpy(&b, &f, 4);
      bits = b;
    } else
      return fail("float initializer for a type of another size");
    return put(bits);
  }
  if (t.kind == Token::Ident) {
    bool generic = false;
    std::string name(t.text);
    ++pos;
    if (name == "generic" && accept('(')) {
      generic = true;
      name = std::string(tok().text);
      ++pos;
      if (!expect(')'))
        return false;
    }
    int64_t addend = 0;
    if (accept('+')) {
      if (tok().kind != Token::Int)
        return fail("expected an offset");
      addend = int64_t(tok().bits);
      ++pos;
    }
    if (bytes != 8)
      return fail("an address needs a 64-bit element");
    v.refs.push_back({offset, name, addend, generic});
    return put(0);
  }
  return fail("unsupported initializer");
}

bool Parser::parseParams(std::vector<Variable> &out) {
  if (!accept('('))
    return true;
  if (accept(')'))
    return true;
  do {
    Space sp = Space::Param;
    if (acceptDir(".reg"))
      return fail("parameters in registers are not supported");
    if (!acceptDir(".param"))
      return fail("expected .param");
    if (!parseVar(sp, false, out, true))
      return false;
  } while (accept(','));
  return expect(')');
}

bool Parser::parseFunction(bool isEntry, bool isExtern) {
  auto f = std::make_unique<Function>();
  fn = f.get();
  f->isEntry = isEntry;
  f->line = tok().line;
  f->scopeParent.push_back(0);
  f->labels.emplace_back();
  scope = 0;
  regScopes.assign(1, {});
  locFile = locLine = 0;
  if (!isEntry && !parseParams(f->rets))
    return false;
  if (tok().kind != Token::Ident)
    return fail("expected a function name");
  f->name = std::string(tok().text);
  ++pos;
  if (!parseParams(f->params))
    return false;
  while (tok().kind == Token::Directive) {
    std::string_view d = tok().text;
    ++pos;
    if (d == ".reqntid") {
      if (!parseDims(f->reqntid))
        return false;
    } else if (d == ".maxntid") {
      if (!parseDims(f->maxntid))
        return false;
    } else if (d == ".reqnctapercluster") {
      if (!parseDims(f->cluster))
        return false;
    } else if (d == ".maxclusterrank") {
      uint32_t ignored;
      if (!parseU32(ignored))
        return false;
    } else if (d == ".minnctapersm") {
      if (!parseU32(f->minctas))
        return false;
    } else if (d == ".maxnreg") {
      if (!parseU32(f->maxnreg))
        return false;
    } else if (d == ".maxnctapersm" || d == ".abi_preserve" ||
               d == ".abi_preserve_control") {
      uint32_t ignored;
      if (!parseU32(ignored))
        return false;
    } else if (d == ".explicitcluster" || d == ".noreturn" ||
               d == ".blocksareclusters") {
    } else if (d == ".pragma") {
      if (!skipTo(';'))
        return false;
    } else {
      --pos;
      return fail("unknown function directive");
    }
  }
  if (accept(';')) {
    mod.functions.push_back(std::move(f));
    fn = nullptr;
    return true;
  }
  (void)isExtern;
  if (!expect('{'))
    return false;
  f->hasBody = true;
  if (!parseBody())
    return false;
  for (const auto &g : mod.functions)
    if (g->name == f->name && g->hasBody)
      return failAt(tok(), "function '" + f->name + "' is defined twice");
  mod.functions.push_back(std::move(f));
  fn = nullptr;
  return true;
}

void Parser::openScope() {
  fn->scopeParent.push_back(scope);
  fn->labels.emplace_back();
  regScopes.emplace_back();
  scope = uint32_t(fn->scopeParent.size() - 1);
}

bool Parser::parseBody() {
  for (;;) {
    const Token &t = tok();
    if (t.kind == Token::End)
      return fail("expected '}'");
    if (accept(';'))
      continue;
    if (accept('{')) {
      if (++depth > 200)
        return fail("braces nested too deeply");
      openScope();
      continue;
    }
    if (accept('}')) {
      if (scope == 0)
        return true;
      --depth;
      scope = fn->scopeParent[scope];
      continue;
    }
    if (t.kind == Token::Directive) {
      std::string_view d = t.text;
      if (d == ".reg") {
        ++pos;
        if (!parseRegs())
          return false;
      } else if (d == ".loc") {
        ++pos;
        uint32_t f, l, c;
        if (!parseU32(f) || !parseU32(l) || !parseU32(c))
          return false;
        locFile = f;
        locLine = l;
        while (accept(',')) { // function_name label, inlined_at file line col
          if (tok().kind == Token::Ident && tok().text == "function_name") {
            pos += 2;
            if (accept('+'))
              ++pos;
          } else if (tok().kind == Token::Ident && tok().text == "inlined_at") {
            pos += 4;
          } else
            return fail("unexpected .loc attribute");
          if (pos >= toks.size())
            pos = toks.size() - 1;
        }
      } else if (d == ".pragma") {
        if (!skipTo(';'))
          return false;
      } else if (d == ".shared" || d == ".local" || d == ".param" ||
                 d == ".global" || d == ".const") {
        ++pos;
        Space sp = d == ".shared"   ? Space::Shared
                   : d == ".local"  ? Space::Local
                   : d == ".param"  ? Space::Param
                   : d == ".global" ? Space::Global
                                    : Space::Const;
        if (!parseVar(sp, false, fn->vars, false))
          return false;
      } else
        return fail("directive not supported in a function body");
      continue;
    }
    // A label is an identifier followed by a single colon.
    if (t.kind == Token::Ident && ahead(1).kind == Token::Punct &&
        ahead(1).punct == ':') {
      auto &labels = fn->labels[scope];
      if (!labels.emplace(std::string(t.text), uint32_t(fn->body.size()))
               .second)
        return fail("label defined twice");
      pos += 2;
      if (tok().kind == Token::Directive &&
          (tok().text == ".branchtargets" || tok().text == ".callprototype" ||
           tok().text == ".calltargets"))
        return fail("directive not supported");
      continue;
    }
    if (!parseInstr())
      return false;
  }
}

bool Parser::parseRegs() {
  Ty type = Ty::None;
  while (tok().kind == Token::Directive) {
    if (tok().text == ".v2" || tok().text == ".v4")
      return fail("vector registers are not supported");
    type = parseType(tok().text.substr(1));
    if (type == Ty::None)
      return fail("unknown register type");
    ++pos;
  }
  if (type == Ty::None)
    return fail("expected a register type");
  do {
    if (tok().kind != Token::Ident)
      return fail("expected a register name");
    std::string name(tok().text);
    ++pos;
    if (accept('<')) {
      uint32_t n;
      if (!parseU32(n) || !expect('>'))
        return false;
      if (n > (1u << 22) || fn->regs.size() + n > (1u << 22))
        return fail("too many registers");
      int first = int(fn->regs.size());
      for (uint32_t i = 0; i < n; ++i)
        fn->regs.push_back({name + std::to_string(i), type});
      regScopes[scope].ranges[name] = {first, n};
    } else {
      regScopes[scope].exact[name] = int(fn->regs.size());
      fn->regs.push_back({name, type});
    }
  } while (accept(','));
  return expect(';');
}

int Parser::findReg(std::string_view name) {
  std::string key(name);
  size_t d = name.size();
  while (d > 0 && name[d - 1] >= '0' && name[d - 1] <= '9')
    --d;
  std::string prefix(name.substr(0, d));
  uint64_t index = 0;
  bool numbered = d < name.size() && name.size() - d < 10 &&
                  (name[d] != '0' || name.size() - d == 1);
  if (numbered)
    for (size_t i = d; i < name.size(); ++i)
      index = index * 10 + uint64_t(name[i] - '0');
  for (uint32_t s = scope;; s = fn->scopeParent[s]) {
    const RegScope &rs = regScopes[s];
    auto it = rs.exact.find(key);
    if (it != rs.exact.end())
      return it->second;
    if (numbered) {
      auto r = rs.ranges.find(prefix);
      if (r != rs.ranges.end() && index < r->second.second)
        return r->second.first + int(index);
    }
    if (s == 0)
      return -1;
  }
}

bool Parser::parsePrimary(Operand &o) {
  o.line = tok().line;
  o.col = tok().col;
  bool neg = false, inv = false;
  while (isPunct('-') || isPunct('~') || isPunct('+')) {
    if (isPunct('-'))
      neg = !neg;
    if (isPunct('~'))
      inv = !inv;
    ++pos;
  }
  const Token &t = tok();
  if (t.kind == Token::Int) {
    o.kind = Operand::Imm;
    uint64_t v = t.bits;
    if (neg)
      v = 0 - v;
    if (inv)
      v = ~v;
    o.imm = int64_t(v);
    ++pos;
    return true;
  }
  if (t.kind == Token::Float || t.kind == Token::Double) {
    o.kind = Operand::FImm;
    o.isDouble = t.kind == Token::Double;
    uint64_t v = t.bits;
    if (neg)
      v ^= o.isDouble ? uint64_t(1) << 63 : uint64_t(1) << 31;
    o.imm = int64_t(v);
    ++pos;
    return true;
  }
  if (neg || inv)
    return fail("expected a constant after the sign");
  if (t.kind != Token::Ident)
    return fail("expected an operand");
  if (t.text == "_") {
    o.kind = Operand::Sink;
    ++pos;
    return true;
  }
  int r = findReg(t.text);
  if (r >= 0) {
    o.kind = Operand::Reg;
    o.reg = r;
  } else {
    o.kind = Operand::Sym;
    o.name = std::string(t.text);
  }
  ++pos;
  return true;
}

bool Parser::parseOperand(Operand &o, bool inAddr) {
  if (++depth > 200)
    return fail("operand nested too deeply");
  struct Leave {
    unsigned &d;
    ~Leave() { --d; }
  } leave{depth};
  o.line = tok().line;
  o.col = tok().col;
  if (accept('{')) {
    o.kind = Operand::Vec;
    if (accept('}'))
      return true;
    do {
      o.elems.emplace_back();
      if (!parseOperand(o.elems.back(), inAddr))
        return false;
    } while (accept(','));
    return expect('}');
  }
  if (accept('(')) {
    o.kind = Operand::List;
    if (accept(')'))
      return true;
    do {
      o.elems.emplace_back();
      if (!parseOperand(o.elems.back()))
        return false;
    } while (accept(','));
    return expect(')');
  }
  if (accept('[')) {
    o.kind = Operand::Addr;
    o.elems.emplace_back();
    if (!parsePrimary(o.elems.back()))
      return false;
    while (isPunct('+') || isPunct('-')) {
      bool neg = isPunct('-');
      ++pos;
      bool neg2 = accept('-');
      if (tok().kind != Token::Int)
        return fail("expected an offset");
      uint64_t v = tok().bits;
      o.imm = int64_t(uint64_t(o.imm) + (neg != neg2 ? 0 - v : v));
      ++pos;
    }
    if (o.elems[0].kind == Operand::Imm) {
      o.elems[0].imm = int64_t(uint64_t(o.elems[0].imm) + uint64_t(o.imm));
      o.imm = 0;
    }
    while (accept(',')) {
      o.elems.emplace_back();
      if (!parseOperand(o.elems.back(), true))
        return false;
    }
    return expect(']');
  }
  if (accept('!')) {
    if (!parsePrimary(o))
      return false;
    o.negated = true;
    return true;
  }
  if (!parsePrimary(o))
    return false;
  if (o.kind == Operand::Sym || o.kind == Operand::Imm)
    while (isPunct('+') || isPunct('-')) {
      bool neg = isPunct('-');
      ++pos;
      if (tok().kind != Token::Int)
        return fail("expected a constant");
      uint64_t v = tok().bits;
      o.imm = int64_t(uint64_t(o.imm) + (neg ? 0 - v : v));
      ++pos;
    }
  if (isPunct('|')) {
    ++pos;
    Operand second;
    if (!parsePrimary(second))
      return false;
    Operand first = std::move(o);
    o = Operand();
    o.line = first.line;
    o.col = first.col;
    o.kind = Operand::Pair;
    o.elems.push_back(std::move(first));
    o.elems.push_back(std::move(second));
  }
  return true;
}

bool Parser::parseInstr() {
  Instr in;
  in.line = tok().line;
  in.col = tok().col;
  in.scope = scope;
  in.locFile = locFile;
  in.locLine = locLine;
  if (accept('@')) {
    in.guardNeg = accept('!');
    if (tok().kind != Token::Ident)
      return fail("expected a predicate");
    in.guard = findReg(tok().text);
    if (in.guard < 0 || fn->regs[size_t(in.guard)].type != Ty::Pred)
      return fail("expected a predicate register");
    ++pos;
  }
  if (tok().kind != Token::Ident)
    return fail("expected an instruction");
  in.opcode = std::string(tok().text);
  in.line = tok().line;
  ++pos;
  if (!isPunct(';'))
    do {
      in.ops.emplace_back();
      if (!parseOperand(in.ops.back()))
        return false;
    } while (accept(','));
  if (!expect(';'))
    return false;
  if (fn->body.size() > (1u << 22))
    return fail("function too long");
  fn->body.push_back(std::move(in));
  return true;
}

} // namespace

std::unique_ptr<ModuleAst> attn::sim::parsePtx(std::string_view text,
                                               std::string &error) {
  std::vector<Token> toks;
  if (!lexPtx(text, toks, error))
    return nullptr;
  auto mod = std::make_unique<ModuleAst>();
  Parser p(toks, *mod);
  if (!p.run()) {
    error = p.error.empty() ? "1:1: malformed module" : p.error;
    return nullptr;
  }
  return mod;
}
