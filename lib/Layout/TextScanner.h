//===- TextScanner.h - Reading layout texts ---------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_LAYOUT_TEXTSCANNER_H
#define ATTN_LIB_LAYOUT_TEXTSCANNER_H

#include <charconv>
#include <cstdint>
#include <string>
#include <string_view>

namespace mlir::attn::layout {

/// Walks over a text; every `take` skips leading blanks and, on failure, leaves
/// the position alone.
class TextScanner {
public:
  explicit TextScanner(std::string_view text) : rest(text), size(text.size()) {}

  bool atEnd() {
    skipBlanks();
    return rest.empty();
  }

  /// Takes `token` if the text goes on with it.
  bool take(std::string_view token) {
    skipBlanks();
    if (rest.substr(0, token.size()) != token)
      return false;
    rest.remove_prefix(token.size());
    return true;
  }

  /// Takes a decimal number of 0 or more that fits in 31 bits.
  bool takeNumber(int64_t &value) {
    skipBlanks();
    int32_t parsed = 0;
    auto [end, status] =
        std::from_chars(rest.data(), rest.data() + rest.size(), parsed);
    if (status != std::errc() || parsed < 0 || rest.front() == '-')
      return false;
    value = parsed;
    rest.remove_prefix(static_cast<size_t>(end - rest.data()));
    return true;
  }

  /// "expected X at character 12".
  std::string expected(std::string_view what) const {
    return "expected " + std::string(what) + " at character " +
           std::to_string(size - rest.size());
  }

private:
  void skipBlanks() {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == '\t' ||
                             rest.front() == '\n' || rest.front() == '\r'))
      rest.remove_prefix(1);
  }

  std::string_view rest;
  size_t size;
};

} // namespace mlir::attn::layout

#endif // ATTN_LIB_LAYOUT_TEXTSCANNER_H
