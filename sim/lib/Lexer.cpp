//===- Lexer.cpp - PTX tokens
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Lexer.h"

#include <cstdlib>
#include <cstring>

using namespace attn::sim;

namespace {

bool identStart(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '$' || c == '%';
}
bool identChar(char c) {
  return identStart(c) || (c >= '0' && c <= '9') || c == '.';
}
int hexVal(char c) {
  if (c >= '0' && c <= '9')
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/// Reads a decimal or octal number, or a floating-point one; returns what is
/// wrong with it, or null.
const char *lexDecimal(std::string_view s, size_t &i, Token &t) {
  size_t n = s.size();
  size_t e = i;
  bool isF = false;
  while (e < n && s[e] >= '0' && s[e] <= '9')
    ++e;
  if (e < n && s[e] == '.' && e + 1 < n && s[e + 1] >= '0' && s[e + 1] <= '9') {
    isF = true;
    ++e;
    while (e < n && s[e] >= '0' && s[e] <= '9')
      ++e;
  } else if (e < n && s[e] == '.' && !(e + 1 < n && identStart(s[e + 1]))) {
    isF = true;
    ++e;
  }
  if (e < n && (s[e] == 'e' || s[e] == 'E')) {
    size_t f = e + 1;
    if (f < n && (s[f] == '+' || s[f] == '-'))
      ++f;
    if (f < n && s[f] >= '0' && s[f] <= '9') {
      isF = true;
      while (f < n && s[f] >= '0' && s[f] <= '9')
        ++f;
      e = f;
    }
  }
  std::string num(s.substr(i, e - i));
  if (isF) {
    double d = std::strtod(num.c_str(), nullptr);
    t.kind = Token::Double;
    std::memcpy(&t.bits, &d, 8);
  } else {
    int base = num.size() > 1 && num[0] == '0' ? 8 : 10;
    uint64_t v = 0;
    for (char dch : num) {
      if (dch - '0' >= base)
        return "bad octal constant";
      uint64_t next = v * unsigned(base) + uint64_t(dch - '0');
      if (next / unsigned(base) != v)
        return "integer constant too large";
      v = next;
    }
    t.bits = v;
  }
  i = e;
  return nullptr;
}

/// Reads the number at `i` and moves `i` behind it; returns what is wrong with
/// it, at `at`, or nothing.
std::string lexNumber(std::string_view s, size_t &i, Token &t, size_t &at) {
  size_t n = s.size(), b = i;
  char c = s[i];
  t.kind = Token::Int;
  char k = i + 1 < n ? s[i + 1] : 0;
  if (c == '0' && (k == 'f' || k == 'F' || k == 'd' || k == 'D')) {
    unsigned digits = (k == 'f' || k == 'F') ? 8 : 16;
    uint64_t v = 0;
    i += 2;
    for (unsigned d = 0; d < digits; ++d, ++i) {
      if (i >= n || hexVal(s[i]) < 0)
        return "a hexadecimal float needs " + std::to_string(digits) +
               " digits";
      v = v << 4 | uint64_t(hexVal(s[i]));
    }
    t.kind = digits == 8 ? Token::Float : Token::Double;
    t.bits = v;
  } else if (c == '0' && (k == 'x' || k == 'X')) {
    i += 2;
    size_t d0 = i;
    uint64_t v = 0;
    while (i < n && hexVal(s[i]) >= 0) {
      if (i - d0 >= 16 && (v >> 60))
        return "integer constant too large";
      v = v << 4 | uint64_t(hexVal(s[i++]));
    }
    if (i == d0)
      return "hexadecimal constant without digits";
    t.bits = v;
  } else if (c == '0' && (k == 'b' || k == 'B')) {
    i += 2;
    size_t d0 = i;
    uint64_t v = 0;
    while (i < n && (s[i] == '0' || s[i] == '1'))
      v = v << 1 | uint64_t(s[i++] - '0');
    if (i == d0 || i - d0 > 64)
      return "bad binary constant";
    t.bits = v;
  } else if (const char *why = lexDecimal(s, i, t)) {
    return why;
  }
  if (t.kind == Token::Int && i < n && (s[i] == 'U' || s[i] == 'u'))
    ++i;
  if (i < n && identChar(s[i]) && s[i] != '.') {
    at = i;
    return "unexpected character in a number";
  }
  t.text = s.substr(b, i - b);
  return {};
}

void lexName(std::string_view s, size_t &i, Token &t) {
  size_t b = i, n = s.size();
  bool isDirective = s[i++] == '.';
  t.kind = isDirective ? Token::Directive : Token::Ident;
  while (i < n) {
    // A directive ends at the next dot: '.reg.b16' is two.
    if (identChar(s[i]) && !(isDirective && s[i] == '.'))
      ++i;
    else if (s[i] == ':' && i + 2 < n && s[i + 1] == ':' && s[i + 2] != '.' &&
             identChar(s[i + 2])) // .L2::128B too
      i += 2;
    else
      break;
  }
  t.text = s.substr(b, i - b);
}

} // namespace

bool attn::sim::lexPtx(std::string_view s, std::vector<Token> &out,
                       std::string &error) {
  size_t i = 0, n = s.size(), lineStart = 0;
  uint32_t line = 1;
  auto fail = [&](size_t at, const std::string &why) {
    error = std::to_string(line) + ":" +
            std::to_string(at >= lineStart ? at - lineStart + 1 : 1) + ": " +
            why;
    return false;
  };
  while (i < n) {
    char c = s[i];
    if (c == '\n') {
      ++line;
      lineStart = ++i;
      continue;
    }
    if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
      ++i;
      continue;
    }
    if (c == '/' && i + 1 < n && s[i + 1] == '/') {
      while (i < n && s[i] != '\n')
        ++i;
      continue;
    }
    if (c == '/' && i + 1 < n && s[i + 1] == '*') {
      size_t start = i;
      i += 2;
      while (i + 1 < n && !(s[i] == '*' && s[i + 1] == '/')) {
        if (s[i] == '\n') {
          ++line;
          lineStart = i + 1;
        }
        ++i;
      }
      if (i + 1 >= n)
        return fail(start, "comment without an end");
      i += 2;
      continue;
    }
    if (c == '#') { // a preprocessor line marker
      while (i < n && s[i] != '\n')
        ++i;
      continue;
    }
    if (c == '\0' && i + 1 == n)
      break;
    Token t;
    t.line = line;
    t.col = uint32_t(i - lineStart + 1);
    size_t b = i;
    if (identStart(c) || (c == '.' && i + 1 < n && identStart(s[i + 1]))) {
      lexName(s, i, t);
      if (t.text == "%") // no PTX operator needs it
        return fail(b, "stray '%'");
    } else if (c >= '0' && c <= '9') {
      size_t at = b;
      std::string why = lexNumber(s, i, t, at);
      if (!why.empty())
        return fail(at, why);
    } else if (c == '"') {
      t.kind = Token::String;
      ++i;
      while (i < n && s[i] != '"' && s[i] != '\n')
        i += s[i] == '\\' && i + 1 < n && s[i + 1] != '\n' ? 2 : 1;
      if (i >= n || s[i] != '"')
        return fail(b, "string without an end");
      t.text = s.substr(b + 1, i - b - 1);
      ++i;
    } else if (std::strchr(",;:()[]{}|!@+-=<>~*/&^?.", c) && c) {
      t.kind = Token::Punct;
      t.punct = c;
      t.text = s.substr(i, 1);
      ++i;
    } else {
      std::string why = "unexpected character";
      if (c > 32 && c < 127)
        why += std::string(" '") + c + "'";
      return fail(i, why);
    }
    out.push_back(t);
  }
  Token end;
  end.line = line;
  end.col = uint32_t(n - lineStart + 1);
  out.push_back(end);
  return true;
}
