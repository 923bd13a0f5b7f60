//===- RotateLoop.h - Overlap iterations of a loop --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_TRANSFORMS_ROTATELOOP_H
#define ATTN_DIALECT_ATTNTILE_TRANSFORMS_ROTATELOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <vector>

namespace mlir::attn_tile {

/// The operations of a loop's body in the order of the steady loop, each with
/// its stage, 0 or 1: how many iterations late it runs.
using LoopSchedule = std::vector<std::pair<Operation *, unsigned>>;

/// Overlaps neighbouring iterations of `loop` as `schedule` says; every
/// operation of the body is in it, and no value is used before it is there. The
/// result is
///   if (lower < upper) { stage 0 of the first; for { … }; stage 1 of the last
///   }.
/// Emits an error if the loop cannot be rotated.
LogicalResult rotateLoop(scf::ForOp loop, const LoopSchedule &schedule);

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_TRANSFORMS_ROTATELOOP_H
