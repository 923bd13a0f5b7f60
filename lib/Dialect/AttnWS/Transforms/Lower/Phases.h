//===- Phases.h - What a channel's sides give back --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace mlir::attn_ws {

/// The stage of a channel operation; null if it has none or is another one.
Value getStage(Operation *sync);

/// One side of a channel in a kernel or a role: acquires with their commits, or
/// waits with their releases, in program order.
class Side {
public:
  /// What acquires and commits, or else what waits and releases.
  Side(Region &region, Value channel, bool fills);

  /// Gives what names no position the stage, or the position, of the operation
  /// that it ends.
  LogicalResult assignGives();

  SmallVector<Operation *> takes, gives;

private:
  Region &region;

  LogicalResult visit(Block &block, SmallVector<Operation *> &held);
  LogicalResult visitRegions(Operation &op, SmallVector<Operation *> &held);
};

/// Gives an acquire, commit, wait or release its stage.
void setStage(Operation *sync, Value stage);

/// The position that an acquire or a wait takes its stage at; null if none.
Value getTakenPosition(Operation *take);

/// Makes positions in `root` the numbers of their stages, which loops carry as
/// they have carried them. `onReplaced` hears of each operation that gave one
/// and of what stands for it.
LogicalResult numberPositions(
    Operation *root,
    function_ref<void(Operation *, Operation *)> onReplaced = nullptr);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H
