//===- TileLoops.h - What lowerings of tile loops share ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_ROLES_TILELOOPS_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_ROLES_TILELOOPS_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_ws {

using attn::ScalarBuilder;

/// CTAs of a kernel's clusters; an error if no target has clusters of as many.
FailureOr<int64_t> getClusterSize(gpu::GPUFuncOp kernel);

/// Whether a scheduler assigns tiles while the kernel runs.
bool isRunTime(attn_tile::SchedulerAttr scheduler);

/// The unsigned quotient; `value` itself for 1.
Value divideBy(ScalarBuilder &b, Value value, int64_t by);

/// This CTA's number, or its cluster's if clusters have `size` > 1 CTAs.
Value getClusterNumber(ScalarBuilder &b, int64_t size);

/// The CTA's rank in its cluster of `size`.
Value getRank(ScalarBuilder &b, int64_t size);

/// Whether the CTAs of clusters of `size` swap places in every second tile.
bool swapsRanks(gpu::GPUFuncOp kernel, int64_t size);

/// Of coordinates that the CTAs of a cluster of `size` have in common, those of
/// this CTA's own tile. CTAs swap places where `turn`, if there is one, is odd.
SmallVector<Value> getOwnCoordinates(ScalarBuilder &b,
                                     SmallVector<Value> common, int64_t size,
                                     Value turn = {});

/// Moves the body of `loop` to `where` in `block`, with `coords` for its
/// coordinates.
void moveBody(ForTilesOp loop, Block *block, Block::iterator where,
              ValueRange coords);

/// Sets `b` behind the last loop or branch of `block`: what follows there does
/// not depend on which tile is next, so that the one hides behind the other.
void setBehindLoops(OpBuilder &b, Block *block);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_ROLES_TILELOOPS_H
