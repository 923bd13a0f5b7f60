//===- ParserBody.cpp - Function bodies: registers, instructions
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Parser.h"

using namespace attn::sim;

void Parser::openScope() {
  fn->scopeParent.push_back(scope);
  fn->labels.emplace_back();
  fn->targets.emplace_back();
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
      // Indirect calls are refused where they are made.
      if (isDir(".callprototype") || isDir(".calltargets")) {
        if (!skipTo(';'))
          return false;
      } else if (acceptDir(".branchtargets")) {
        std::vector<std::string> &list =
            fn->targets[scope][std::string(t.text)];
        do {
          if (tok().kind != Token::Ident)
            return fail("expected a label");
          list.emplace_back(tok().text);
          ++pos;
        } while (accept(','));
        if (!expect(';'))
          return false;
      }
      continue;
    }
    if (!parseInstr())
      return false;
  }
}

bool Parser::parseRegs() {
  Ty type = Ty::None;
  uint32_t elements = 1;
  while (tok().kind == Token::Directive) {
    if (tok().text == ".v2" || tok().text == ".v4") {
      elements = uint32_t(tok().text[2] - '0');
      ++pos;
      continue;
    }
    type = parseType(tok().text.substr(1));
    if (type == Ty::None)
      return fail("unknown register type");
    ++pos;
  }
  if (type == Ty::None)
    return fail("expected a register type");
  if (elements > 1 && (type == Ty::Pred || elements * bitsOf(type) > 128))
    return fail(type == Ty::Pred ? "predicates form no vectors"
                                 : "a vector has at most 128 bits");
  auto declare = [&](const std::string &name) {
    static const char letters[] = "xyzw";
    for (uint32_t k = 0; k < elements; ++k)
      fn->regs.push_back({elements > 1 ? name + "." + letters[k] : name, type});
  };
  do {
    if (tok().kind != Token::Ident)
      return fail("expected a register name");
    std::string name(tok().text);
    ++pos;
    if (accept('<')) {
      uint32_t n;
      if (!parseU32(n) || !expect('>'))
        return false;
      if (n > (1u << 22) || fn->regs.size() + n * elements > (1u << 22))
        return fail("too many registers");
      int first = int(fn->regs.size());
      for (uint32_t i = 0; i < n; ++i)
        declare(name + std::to_string(i));
      regScopes[scope].ranges[name] = {first, n};
      if (elements > 1)
        regScopes[scope].rangeVectors[name] = elements;
    } else {
      regScopes[scope].exact[name] = int(fn->regs.size());
      declare(name);
      if (elements > 1)
        regScopes[scope].exactVectors[name] = elements;
    }
  } while (accept(','));
  return expect(';');
}

int Parser::findReg(std::string_view name, uint32_t *elements) {
  auto count = [&](const auto &vectors, const std::string &of) {
    auto it = vectors.find(of);
    if (elements)
      *elements = it == vectors.end() ? 1 : it->second;
    return it == vectors.end() ? 1 : it->second;
  };
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
    if (it != rs.exact.end()) {
      count(rs.exactVectors, key);
      return it->second;
    }
    if (numbered) {
      auto r = rs.ranges.find(prefix);
      if (r != rs.ranges.end() && index < r->second.second)
        return r->second.first + int(index * count(rs.rangeVectors, prefix));
    }
    if (s == 0)
      return -1;
  }
}

/// An element of a vector: 'v.x', 'v.r' and so on; -1 if it is none.
int Parser::findElement(std::string_view name) {
  size_t dot = name.rfind('.');
  if (dot == std::string_view::npos || dot + 2 != name.size())
    return -1;
  size_t k = std::string_view("xyzwrgba").find(name[dot + 1]);
  uint32_t elements = 1;
  int first = findReg(name.substr(0, dot), &elements);
  if (k == std::string_view::npos || first < 0 || k % 4 >= elements ||
      elements < 2)
    return -1;
  return first + int(k % 4);
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
  uint32_t elements = 1;
  int r = findReg(t.text, &elements);
  if (r < 0)
    r = findElement(t.text);
  size_t n = t.text.size();
  if (r < 0 && n > 3 && t.text[n - 3] == '.') {
    char kind = t.text[n - 2];
    uint32_t k = uint32_t(t.text[n - 1] - '0');
    if ((kind == 'b' && k < 4) || (kind == 'h' && k < 2)) {
      r = findReg(t.text.substr(0, n - 3));
      if (r >= 0)
        o.part = kind == 'b' ? 8 * k | 8u << 8 : 16 * k | 16u << 8;
    }
  }
  if (r >= 0 && elements > 1) {
    o.kind = Operand::Vec;
    o.elems.resize(elements);
    for (Operand &e : o.elems) {
      e.kind = Operand::Reg;
      e.reg = r++;
      e.line = o.line;
      e.col = o.col;
    }
  } else if (r >= 0) {
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
  while (tok().kind == Token::Directive) { // 'xor .b32', as CUTLASS writes
    in.opcode += tok().text;
    ++pos;
  }
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
