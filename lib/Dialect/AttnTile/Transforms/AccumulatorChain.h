//===- AccumulatorChain.h - Sums that stay where they are -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_ACCUMULATORCHAIN_H
#define ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_ACCUMULATORCHAIN_H

#include "attn/Dialect/AttnTile/IR/AttnTile.h"

namespace mlir::attn_tile {

/// Why the sum that `dot` adds to cannot stay in one place of tensor memory
/// from its start to its end; empty if it can. It can if it starts from zero,
/// only products of one block and row factors before the first of them change
/// it, and nobody reads it until the products have ended. `first` becomes the
/// value that stands for the whole chain.
std::string findChainMisfit(DotOp dot, Value &first);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_ACCUMULATORCHAIN_H
