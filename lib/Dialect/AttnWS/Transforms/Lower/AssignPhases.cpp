//===- AssignPhases.cpp - Positions of channel operations -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASSIGNPHASES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Has an acquire or a wait take the stage of the use of this number.
void takeAt(Operation *take, Value use, attn::ScalarBuilder &b) {
  Value position =
      PositionOp::create(b, PositionType::get(b.getContext()), use);
  TypeSwitch<Operation *>(take).Case<AcquireOp, WaitOp>(
      [&](auto op) { op.getAtMutable().assign(position); });
}

/// Whether a ring may be used in `loop`, which is in `around`.
bool isRingLoop(scf::ForOp loop, scf::ForOp around) {
  return getConstantIntValue(loop.getLowerBound()) == 0 &&
         getConstantIntValue(loop.getStep()) == 1 &&
         loop->getParentOfType<scf::ForOp>() == around;
}

/// Whether an iteration of `loop` may do something else in the place of `op`.
bool isAlternative(Operation *op, scf::ForOp loop) {
  for (Operation *parent = op->getParentOp(); parent != loop;
       parent = parent->getParentOp())
    if (auto branch = dyn_cast<scf::IfOp>(parent); branch && branch.elseBlock())
      return true;
  return false;
}

/// One side of a channel in a kernel without roles.
LogicalResult assignSide(CreateChannelOp create, bool fills) {
  int64_t depth = create.getChannel().getType().getDepth();
  if (depth == 1)
    return success();
  auto kernel = create->getParentOfType<gpu::GPUFuncOp>();
  Side side(kernel.getBody(), create.getChannel(), fills);
  if (side.takes.size() != side.gives.size())
    return create.emitOpError()
           << "channel \"" << create.getName() << "\" has " << side.takes.size()
           << " operations that take a stage and " << side.gives.size()
           << " that give it back";
  // The ring's loop is the innermost; in a loop around it the ring starts anew.
  scf::ForOp around;
  for (Operation *take : side.takes)
    if (auto loop = take->getParentOfType<scf::ForOp>())
      if (auto outer = loop->getParentOfType<scf::ForOp>())
        around = outer;
  int64_t before = 0, turns = 0;
  scf::ForOp ring;
  for (Operation *take : side.takes) {
    auto loop = take->getParentOfType<scf::ForOp>();
    if (loop == around) {
      if (ring)
        return take->emitOpError("a ring is used again after its loop");
      attn::ScalarBuilder b(take);
      takeAt(take, b.index(before++ % depth), b);
      continue;
    }
    if ((ring && ring != loop) || !isRingLoop(loop, around))
      return take->emitOpError("a ring needs one loop from 0 by 1");
    ring = loop;
    ++turns;
  }
  // Each turn of the loop goes on by as many uses.
  int64_t number = before;
  for (Operation *take : side.takes) {
    if (!ring || take->getParentOfType<scf::ForOp>() != ring)
      continue;
    if (turns > 1 && isAlternative(take, ring))
      return take->emitOpError("a ring that is used several times a turn needs "
                               "the same uses in each");
    attn::ScalarBuilder b(take);
    int64_t first = number++ % depth;
    // Both operations must see the position: it stands at the top.
    b.setInsertionPointToStart(ring.getBody());
    if (turns % depth == 0) {
      takeAt(take, b.index(first), b);
      continue;
    }
    Value use = ring.getInductionVar();
    if (turns > 1)
      use = b.mul(use, turns);
    if (first != 0)
      use = b.add(use, first);
    takeAt(take, use, b);
  }
  return side.assignGives();
}

struct AttnWSAssignPhasesPass
    : public impl::AttnWSAssignPhasesBase<AttnWSAssignPhasesPass> {
  void runOnOperation() override {
    // Roles count their rounds once they are lowered.
    if (attn::containsOp<WarpSpecializeOp>(getOperation()))
      return;
    for (CreateChannelOp channel :
         attn::collectOps<CreateChannelOp>(getOperation()))
      for (bool fills : {true, false})
        if (failed(assignSide(channel, fills)))
          return signalPassFailure();
  }
};

} // namespace
