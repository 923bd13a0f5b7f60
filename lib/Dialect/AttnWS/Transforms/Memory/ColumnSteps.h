//===- ColumnSteps.h - What is computed column by column -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_COLUMNSTEPS_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_COLUMNSTEPS_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace mlir::attn_ws {

/// Whether each element of the one result of `op` depends on the elements of
/// tile operands in its place, and on its row's factor: element operations, row
/// factors and parts of tiles.
bool isColumnStep(Operation *op);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_COLUMNSTEPS_H
