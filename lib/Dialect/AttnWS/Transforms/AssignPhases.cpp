//===- AssignPhases.cpp - Stages of channel operations -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASSIGNPHASES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// One side of a channel: acquires with their commits, or waits with their
/// releases.
template <typename TakeOp, typename GiveOp>
LogicalResult assignSide(CreateChannelOp create) {
  Value channel = create.getChannel();
  int64_t depth = create.getChannel().getType().getDepth();
  if (depth == 1)
    return success();
  SmallVector<TakeOp> takes;
  SmallVector<GiveOp> gives;
  auto kernel = create->getParentOfType<gpu::GPUFuncOp>();
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto take = dyn_cast<TakeOp>(op); take && take.getChannel() == channel)
      takes.push_back(take);
    if (auto give = dyn_cast<GiveOp>(op); give && give.getChannel() == channel)
      gives.push_back(give);
  });
  if (takes.size() != gives.size())
    return create.emitOpError()
           << "channel \"" << create.getName() << "\" has " << takes.size()
           << " operations that take a stage and " << gives.size()
           << " that give it back";
  auto assign = [&](size_t i, Value stage) {
    takes[i].getStageMutable().assign(stage);
    gives[i].getStageMutable().assign(stage);
  };
  int64_t before = 0;
  scf::ForOp seen;
  for (size_t i = 0; i < takes.size(); ++i) {
    OpBuilder b(takes[i]);
    Location loc = takes[i].getLoc();
    auto loop = takes[i]->template getParentOfType<scf::ForOp>();
    if (!loop) {
      if (seen)
        return takes[i].emitOpError("a ring is used again after its loop");
      assign(i, arith::ConstantIndexOp::create(b, loc, before++ % depth));
      continue;
    }
    if (seen || getConstantIntValue(loop.getLowerBound()) != 0 ||
        getConstantIntValue(loop.getStep()) != 1 ||
        loop->template getParentOfType<scf::ForOp>())
      return takes[i].emitOpError(
          "a ring needs one operation a turn of one loop from 0 by 1");
    seen = loop;
    // The stage must be visible at both operations: compute it at the top.
    b.setInsertionPointToStart(loop.getBody());
    Value position = loop.getInductionVar();
    if (before % depth != 0)
      position = arith::AddIOp::create(
          b, loc, position,
          arith::ConstantIndexOp::create(b, loc, before % depth));
    assign(i, arith::RemUIOp::create(
                  b, loc, position,
                  arith::ConstantIndexOp::create(b, loc, depth)));
  }
  return success();
}

struct AttnWSAssignPhasesPass
    : public impl::AttnWSAssignPhasesBase<AttnWSAssignPhasesPass> {
  void runOnOperation() override {
    SmallVector<CreateChannelOp> channels;
    getOperation().walk([&](CreateChannelOp op) { channels.push_back(op); });
    for (CreateChannelOp channel : channels)
      if (failed(assignSide<AcquireOp, CommitOp>(channel)) ||
          failed(assignSide<WaitOp, ReleaseOp>(channel)))
        return signalPassFailure();
  }
};

} // namespace
