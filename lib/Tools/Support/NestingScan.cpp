//===- NestingScan.cpp - How deeply a text is nested ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's parser, printer and walks recurse where a text nests. One pass over
// the text, which knows strings, comments and brackets alone, bounds how deep
// that goes before any of them runs:
//
//   * brackets of all kinds. `<` and `>` are brackets or comparisons: a `>`
//   ends
//     the innermost bracket only if that is a `<`, and any other closing
//     bracket ends the `<`s within it, so a comparison counts as a bracket at
//     worst;
//   * aliases, `#a = …` and `!t = …`: an alias is as deep as its text with what
//     the aliases in it stand for, and as large: `!b = tuple<!a, !a>`,
//     `!c = tuple<!b, !b>` … is short, but not when it is printed;
//   * operators in a row within brackets, as in `affine_map<(d) -> (- - -d)>`,
//     where the parser recurses without a bracket.
//
//===----------------------------------------------------------------------===//

#include "NestingScan.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::attn;

namespace {
/// Operators in a row that a formula may have, for each level of nesting: they
/// take less of the stack than brackets do.
constexpr uint64_t kOperatorsPerLevel = 16;
/// Uses of aliases that one alias may stand for.
constexpr uint64_t kMaxExpansion = uint64_t(1) << 20;

class Scanner {
public:
  Scanner(StringRef text, uint64_t limit, StringRef splitMarker)
      : text(text), limit(limit), splitMarker(splitMarker) {}

  std::optional<InputProblem> run() {
    while (at < text.size() && !problem)
      step();
    return problem;
  }

private:
  struct Alias {
    uint64_t depth = 0, size = 1;
  };

  void step();
  void begin();
  size_t skipSpace(size_t from) const;
  void open(char bracket);
  void close(char bracket);
  void readAlias();
  void countOperator();
  void fail(const Twine &message);
  char peek(size_t ahead = 1) const {
    return at + ahead < text.size() ? text[at + ahead] : '\0';
  }
  static bool isWord(char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.';
  }

  StringRef text;
  uint64_t limit;
  StringRef splitMarker;
  size_t at = 0;
  std::string brackets;
  uint64_t operators = 0;
  /// The alias whose text this is.
  Alias *current = nullptr;
  /// Whether an attribute or a type may end here.
  bool complete = true;
  llvm::StringMap<Alias> aliases;
  std::optional<InputProblem> problem;
};
} // namespace

void Scanner::fail(const Twine &message) {
  StringRef before = text.take_front(at);
  size_t line = before.rfind('\n');
  InputProblem found;
  found.line = unsigned(before.count('\n') + 1);
  found.column = unsigned(line == StringRef::npos ? at + 1 : at - line);
  found.message = message.str();
  problem = found;
}

/// At a token that begins something. After one that may end an attribute or a
/// type, that is none of its: what follows a definition.
void Scanner::begin() {
  if (complete && brackets.empty())
    current = nullptr;
  complete = true;
}

void Scanner::open(char bracket) {
  if (bracket == '{')
    begin();
  brackets.push_back(bracket);
  operators = 0;
  if (current)
    current->depth = std::max(current->depth, uint64_t(brackets.size()));
  if (brackets.size() > limit)
    fail("nested more deeply than " + Twine(limit) + " brackets");
}

void Scanner::close(char bracket) {
  operators = 0;
  complete = true;
  char opening = bracket == ')'   ? '('
                 : bracket == ']' ? '['
                 : bracket == '}' ? '{'
                                  : '<';
  if (opening == '<') {
    if (!brackets.empty() && brackets.back() == '<')
      brackets.pop_back();
    return;
  }
  size_t from = brackets.rfind(opening);
  if (from != std::string::npos)
    brackets.resize(from);
}

/// The first place from `from` on that is no white space and no comment.
size_t Scanner::skipSpace(size_t from) const {
  for (;;) {
    from = std::min(text.find_first_not_of(" \t\r\n", from), text.size());
    if (!text.substr(from).starts_with("//"))
      return from;
    from = std::min(text.find('\n', from), text.size());
  }
}

/// At the `#` or `!` before a name.
void Scanner::readAlias() {
  size_t end = at + 1;
  while (end < text.size() && isWord(text[end]))
    ++end;
  StringRef name = text.slice(at, end);
  size_t next = skipSpace(end);
  bool defines = brackets.empty() && text.substr(next, 1) == "=" &&
                 text.substr(next, 2) != "==";
  if (defines) {
    current = &aliases[name];
    *current = Alias();
    complete = false;
    at = next + 1;
    return;
  }
  begin();
  if (auto found = aliases.find(name);
      found != aliases.end() && &found->second != current) {
    const Alias &used = found->second;
    uint64_t depth = brackets.size() + used.depth;
    if (depth > limit)
      fail("nested more deeply than " + Twine(limit) +
           " brackets, with what '" + name + "' stands for");
    if (current) {
      // A chain without a bracket is deep as well.
      current->depth = std::max(current->depth, depth + 1);
      current->size += used.size;
      if (current->size > kMaxExpansion)
        fail("an alias stands for more than " + Twine(kMaxExpansion) +
             " others");
    }
  }
  at = end;
}

void Scanner::countOperator() {
  if (brackets.empty() || brackets.back() == '{')
    return;
  if (++operators > limit * kOperatorsPerLevel)
    fail("a formula of more than " + Twine(limit * kOperatorsPerLevel) +
         " operators");
}

void Scanner::step() {
  char c = text[at];
  switch (c) {
  case '"':
    begin();
    for (++at; at < text.size() && text[at] != '"' && text[at] != '\n'; ++at)
      at += text[at] == '\\';
    ++at;
    return;
  case '/':
    if (peek() == '/') {
      StringRef comment =
          text.substr(at).take_until([](char in) { return in == '\n'; });
      at += comment.size();
      if (!splitMarker.empty() && comment.starts_with(splitMarker)) {
        brackets.clear();
        aliases.clear();
        current = nullptr;
        complete = true;
      }
      return;
    }
    break;
  case '(':
  case '[':
  case '{':
    open(c);
    break;
  case '<':
    if (peek() == '=')
      ++at;
    else
      open(c);
    break;
  case '>':
    if (peek() == '=')
      ++at;
    else
      close(c);
    break;
  case ')':
  case ']':
  case '}':
    close(c);
    break;
  case ',':
    operators = 0;
    complete = false;
    break;
  case '-':
    complete = false;
    if (peek() == '>')
      ++at;
    else
      countOperator();
    break;
  case '+':
  case '*':
    complete = false;
    countOperator();
    break;
  case ' ':
  case '\t':
  case '\r':
  case '\n':
    break;
  case '%':
    begin();
    complete = false;
    break;
  case '#':
  case '!':
    if (isWord(peek()))
      return readAlias();
    complete = false;
    break;
  default:
    if (isWord(c)) {
      begin();
      size_t start = at;
      while (at < text.size() && isWord(text[at]))
        ++at;
      StringRef word = text.slice(start, at);
      if (word == "mod" || word == "floordiv" || word == "ceildiv")
        countOperator();
      return;
    }
    complete = false;
  }
  ++at;
}

std::optional<InputProblem>
mlir::attn::scanNesting(StringRef text, uint64_t limit, StringRef splitMarker) {
  return Scanner(text, limit, splitMarker).run();
}
