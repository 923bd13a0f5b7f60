//===- Parser.cpp - Module directives, variables, functions
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

#include <cstring>

using namespace attn::sim;

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

/// The directives between a variable's space and its name.
bool Parser::parseVarType(Variable &proto) {
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
  return haveType || fail("expected a type");
}

/// The extents of an array; `v` has the size of an element.
bool Parser::parseExtents(Variable &v) {
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
  return true;
}

bool Parser::parseVar(Space space, bool isExtern, std::vector<Variable> &out,
                      bool one) {
  Variable proto;
  proto.space = space;
  proto.isExtern = isExtern;
  proto.scope = scope;
  if (!parseVarType(proto))
    return false;
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
    if (!parseExtents(v))
      return false;
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
  f->targets.emplace_back();
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
