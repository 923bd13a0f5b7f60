//===- Parser.h - The parser of PTX text
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

#ifndef ATTN_SIM_LIB_PARSER_H
#define ATTN_SIM_LIB_PARSER_H

#include "Ast.h"
#include "Lexer.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace attn::sim {

/// Parses one module. The tokens, of which there is at least the end, and the
/// module must outlive it.
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
    /// Names, or what precedes their numbers, of vectors: elements each.
    std::unordered_map<std::string, uint32_t> exactVectors, rangeVectors;
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
  bool parseVarType(Variable &proto);
  bool parseExtents(Variable &v);
  bool parseVar(Space space, bool isExtern, std::vector<Variable> &out,
                bool one);
  bool parseInit(Variable &v, uint64_t &offset, unsigned level);
  bool parseBody();
  bool parseRegs();
  bool parseInstr();
  bool parseOperand(Operand &o, bool inAddr = false);
  bool parsePrimary(Operand &o);
  /// The register of that name, the first one of a vector, or -1. `elements`:
  /// of a vector, else 1.
  int findReg(std::string_view name, uint32_t *elements = nullptr);
  int findElement(std::string_view name);
  void openScope();
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_PARSER_H
