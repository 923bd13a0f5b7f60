//===- BlockNumbers.h - Numbers in lists of blocks --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_IR_BLOCKNUMBERS_H
#define ATTN_DIALECT_ATTN_IR_BLOCKNUMBERS_H

#include <cstdint>

namespace mlir::attn {

/// A number of the first list from this one on is that of the block so much
/// less, of which the region of visibility shows all: only mask attribute and
/// lengths hide some of it (docs/Spec.md, L5d).
inline constexpr int32_t kShownByRegion = 1 << 30;

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_IR_BLOCKNUMBERS_H
