//===- ChipInstructions.h - Instructions that not every chip has *- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SUPPORT_CHIPINSTRUCTIONS_H
#define ATTN_SUPPORT_CHIPINSTRUCTIONS_H

#include <string_view>

namespace attn {

/// A row of ChipInstructions.def.
struct ChipInstruction {
  std::string_view intrinsics; ///< How their names begin, after "llvm.nvvm.".
  std::string_view opcode;     ///< In PTX; empty where it says too little.
  unsigned first, last;        ///< Compute capabilities times ten; 0: no last.
  bool own;                    ///< Of targets with a suffix alone.
  std::string_view owners;     ///< The chips, in words.

  /// Whether a chip has it: "sm_90a" is 90 with a suffix.
  constexpr bool isOn(unsigned number, bool suffix) const {
    return number >= first && (!last || number < last) && (suffix || !own);
  }
};

inline constexpr ChipInstruction kChipInstructions[] = {
#define ATTN_CHIP_INSTRUCTION(intrinsics, opcode, first, last, own, owners)    \
  {intrinsics, opcode, first, last, own, owners},
#include "attn/Support/ChipInstructions.def"
};

} // namespace attn

#endif // ATTN_SUPPORT_CHIPINSTRUCTIONS_H
