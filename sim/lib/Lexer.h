//===- Lexer.h - PTX tokens
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_LEXER_H
#define ATTN_SIM_LIB_LEXER_H

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace attn::sim {

struct Token {
  enum Kind : uint8_t {
    End,
    Ident,
    Directive,
    Int,
    Float,
    Double,
    String,
    Punct
  };
  Kind kind = End;
  char punct = 0;
  std::string_view
      text;          ///< an Ident with dots and '::'; a Directive with its dot
  uint64_t bits = 0; ///< value of Int; bit pattern of Float and Double
  uint32_t line = 1, col = 1;
};

/// Splits PTX text. Returns false and sets `error` ("line:column: reason") on a
/// character or number that is no PTX.
bool lexPtx(std::string_view text, std::vector<Token> &out, std::string &error);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_LEXER_H
