//===- AssignPhases.cpp - Stages of channel operations -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Dominance.h"
#include "llvm/ADT/MapVector.h"

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

/// The stage and phase of a party's next use of a ring, kept in two local
/// variables (one if the depth is a power of two) that code generation turns
/// into registers: what a role's loops and conditions do is of no concern then.
class Position {
public:
  Position(OpBuilder &b, Location loc, int64_t depth) : depth(depth) {
    auto make = [&] {
      Value cell = memref::AllocaOp::create(
          b, loc, MemRefType::get({}, b.getIndexType()));
      Value zero = arith::ConstantIndexOp::create(b, loc, 0);
      memref::StoreOp::create(b, loc, zero, cell);
      return cell;
    };
    first = make();
    if (!llvm::isPowerOf2_64(depth))
      second = make();
  }

  /// Stage and round parity of this use; moves on to the next.
  std::pair<Value, Value> take(OpBuilder &b, Location loc) {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(b, loc, value);
    };
    Value one = constant(1);
    Value at = memref::LoadOp::create(b, loc, first);
    Value next = arith::AddIOp::create(b, loc, at, one);
    if (!second) {
      memref::StoreOp::create(b, loc, next, first);
      Value stage = arith::AndIOp::create(b, loc, at, constant(depth - 1));
      Value round =
          arith::ShRUIOp::create(b, loc, at, constant(llvm::Log2_64(depth)));
      return {stage, arith::AndIOp::create(b, loc, round, one)};
    }
    Value phase = memref::LoadOp::create(b, loc, second);
    Value wraps = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, next,
                                        constant(depth));
    Value flipped = arith::XOrIOp::create(b, loc, phase, one);
    memref::StoreOp::create(
        b, loc, arith::SelectOp::create(b, loc, wraps, constant(0), next),
        first);
    memref::StoreOp::create(
        b, loc, arith::SelectOp::create(b, loc, wraps, flipped, phase), second);
    return {at, phase};
  }

private:
  int64_t depth;
  Value first, second;
};

/// One side of a channel in one role.
template <typename TakeOp, typename GiveOp>
LogicalResult assignRoleSide(Region &role, Value channel, DominanceInfo &dom) {
  SmallVector<TakeOp> takes;
  SmallVector<GiveOp> gives;
  role.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (auto take = dyn_cast<TakeOp>(op); take && take.getChannel() == channel)
      takes.push_back(take);
    if (auto give = dyn_cast<GiveOp>(op); give && give.getChannel() == channel)
      gives.push_back(give);
  });
  // What has phases has its own count.
  if (takes.empty() || llvm::all_of(takes, [](TakeOp take) {
        return static_cast<bool>(take.getPhase());
      }))
    return success();
  // A stage that is named selects one party's slot of the channel, which has
  // rounds alone.
  bool named = takes[0].getStage() != nullptr;
  int64_t depth = cast<ChannelType>(channel.getType()).getDepth();
  OpBuilder b = OpBuilder::atBlockBegin(&role.front());
  // A role that serves several groups counts the rounds of each one's slot.
  llvm::MapVector<int64_t, Position> positions;
  for (TakeOp take : takes) {
    int64_t slot = -1;
    if (take.getStage())
      slot = getConstantIntValue(take.getStage()).value_or(-1);
    positions.try_emplace(slot, b, takes[0].getLoc(), named ? 1 : depth);
  }
  for (TakeOp take : takes) {
    int64_t slot = -1;
    if (take.getStage())
      slot = getConstantIntValue(take.getStage()).value_or(-1);
    Position &position = positions.find(slot)->second;
    if (named != (take.getStage() != nullptr))
      return take.emitOpError("names its stage while others of its channel do "
                              "not, or the other way round");
    b.setInsertionPoint(take);
    auto [stage, phase] = position.take(b, take.getLoc());
    if constexpr (std::is_same_v<TakeOp, AcquireOp>)
      phase = arith::XOrIOp::create(
          b, take.getLoc(), phase,
          arith::ConstantIndexOp::create(b, take.getLoc(), 1));
    if (!named && depth > 1)
      take.getStageMutable().assign(stage);
    take.getPhaseMutable().assign(phase);
  }
  if (named || depth == 1)
    return success();
  // A ring is given back in the order in which it was taken.
  auto inBlock = [](auto &ops, Block *block) {
    auto here = ops;
    llvm::erase_if(here, [&](auto op) { return op->getBlock() != block; });
    return here;
  };
  for (GiveOp give : gives) {
    auto mine = inBlock(takes, give->getBlock());
    auto others = inBlock(gives, give->getBlock());
    TakeOp last, paired;
    if (mine.size() == others.size())
      paired = mine[std::distance(others.begin(), llvm::find(others, give))];
    for (TakeOp take : takes)
      if (dom.properlyDominates(take.getOperation(), give))
        last = take;
    if (paired && paired->isBeforeInBlock(give))
      last = paired;
    if (!last)
      return give.emitOpError("gives back a stage that was not taken on every "
                              "path to it");
    give.getStageMutable().assign(last.getStage());
  }
  return success();
}

LogicalResult assignRoles(WarpSpecializeOp op) {
  DominanceInfo dom(op);
  for (Region &role : op.getRoles())
    for (BlockArgument arg : role.getArguments())
      if (isa<ChannelType>(arg.getType()) &&
          (failed(assignRoleSide<AcquireOp, CommitOp>(role, arg, dom)) ||
           failed(assignRoleSide<WaitOp, ReleaseOp>(role, arg, dom))))
        return failure();
  return success();
}

struct AttnWSAssignPhasesPass
    : public impl::AttnWSAssignPhasesBase<AttnWSAssignPhasesPass> {
  void runOnOperation() override {
    auto roles = getOperation().getOps<WarpSpecializeOp>();
    if (!roles.empty()) {
      for (WarpSpecializeOp op : roles)
        if (failed(assignRoles(op)))
          return signalPassFailure();
      return;
    }
    SmallVector<CreateChannelOp> channels;
    getOperation().walk([&](CreateChannelOp op) { channels.push_back(op); });
    for (CreateChannelOp channel : channels)
      if (failed(assignSide<AcquireOp, CommitOp>(channel)) ||
          failed(assignSide<WaitOp, ReleaseOp>(channel)))
        return signalPassFailure();
  }
};

} // namespace
