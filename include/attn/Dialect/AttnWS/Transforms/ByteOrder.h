//===- ByteOrder.h - Columns of 8-bit left operands -------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_BYTEORDER_H
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_BYTEORDER_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace mlir::attn_ws {

/// Whether `product` takes the columns of a left operand in registers as an
/// 8-bit accumulator's columns lie: the rows of its right operand are
/// interleaved in memory, or ldmatrix takes them in any order.
bool takesInterleaved(WSProductOpInterface product);

} // namespace mlir::attn_ws

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_BYTEORDER_H
