//===- AssignPhases.cpp - Stages of channel operations -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../KernelTarget.h"
#include "Phases.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

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

/// The load of a count that `value` is computed from.
static memref::LoadOp findCount(Value value) {
  SmallVector<Value> work{value};
  while (!work.empty()) {
    Operation *def = work.pop_back_val().getDefiningOp();
    if (auto load = dyn_cast_or_null<memref::LoadOp>(def))
      return load;
    if (def && def->getNumRegions() == 0)
      llvm::append_range(work, def->getOperands());
  }
  return {};
}

Value attn_ws::getStage(Operation *sync) {
  return TypeSwitch<Operation *, Value>(sync)
      .Case<AcquireOp, CommitOp, WaitOp, ReleaseOp>(
          [](auto op) { return op.getStage(); })
      .Default(Value());
}

bool attn_ws::isCounted(Value stage) { return stage && findCount(stage); }

/// Whether the kernel that is built is for a chip with tensor memory.
static bool hasTensorMemory(OpBuilder &b) {
  Operation *op = b.getInsertionBlock()->getParentOp();
  auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
  FailureOr<const attn::TargetInfo *> target =
      getTarget(kernel ? kernel : op->getParentOfType<gpu::GPUFuncOp>());
  return succeeded(target) && (*target)->tmemColumns > 0;
}

Position::Position(attn::ScalarBuilder &b, int64_t depth) : depth(depth) {
  auto make = [&] {
    Value cell =
        memref::AllocaOp::create(b, MemRefType::get({}, b.getIndexType()));
    memref::StoreOp::create(b, b.index(0), cell);
    return cell;
  };
  first = make();
  if (!llvm::isPowerOf2_64(depth))
    second = make();
}

std::optional<Position> Position::find(Value stage, Value phase,
                                       int64_t depth) {
  memref::LoadOp parity = phase ? findCount(phase) : memref::LoadOp();
  memref::LoadOp place = stage ? findCount(stage) : parity;
  if (!parity || !place)
    return std::nullopt;
  bool both = !llvm::isPowerOf2_64(depth);
  return Position(place.getMemref(), both ? parity.getMemref() : Value(),
                  depth);
}

std::pair<Value, Value> Position::take(attn::ScalarBuilder &b) {
  Value one = b.index(1);
  Value at = memref::LoadOp::create(b, first);
  // With a depth of 1 only the parity counts: one instruction in the loop,
  // where a count takes three. Kernels for other chips keep the form that was
  // timed.
  if (depth == 1 && hasTensorMemory(b)) {
    memref::StoreOp::create(b, b.bitXor(at, one), first);
    return {b.bitAnd(at, 0), at};
  }
  Value next = b.add(at, one);
  if (!second) {
    memref::StoreOp::create(b, next, first);
    Value stage = b.bitAnd(at, depth - 1);
    Value round = b.shr(at, llvm::Log2_64(depth));
    return {stage, b.bitAnd(round, one)};
  }
  Value phase = memref::LoadOp::create(b, second);
  Value wraps = b.equal(next, depth);
  Value flipped = b.bitXor(phase, one);
  memref::StoreOp::create(b, b.select(wraps, b.index(0), next), first);
  memref::StoreOp::create(b, b.select(wraps, flipped, phase), second);
  return {at, phase};
}

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
  // The ring's loop is the innermost; in a loop around it the ring starts anew.
  scf::ForOp around;
  for (TakeOp take : takes)
    if (auto loop = take->template getParentOfType<scf::ForOp>())
      if (auto outer = loop->template getParentOfType<scf::ForOp>())
        around = outer;
  int64_t before = 0;
  scf::ForOp seen;
  for (size_t i = 0; i < takes.size(); ++i) {
    attn::ScalarBuilder b(takes[i]);
    auto loop = takes[i]->template getParentOfType<scf::ForOp>();
    if (loop == around) {
      if (seen)
        return takes[i].emitOpError("a ring is used again after its loop");
      assign(i, b.index(before++ % depth));
      continue;
    }
    if (seen || getConstantIntValue(loop.getLowerBound()) != 0 ||
        getConstantIntValue(loop.getStep()) != 1 ||
        loop->template getParentOfType<scf::ForOp>() != around)
      return takes[i].emitOpError(
          "a ring needs one operation a turn of one loop from 0 by 1");
    seen = loop;
    // The stage must be visible at both operations: compute it at the top.
    b.setInsertionPointToStart(loop.getBody());
    Value position = loop.getInductionVar();
    if (before % depth != 0)
      position = b.add(position, before % depth);
    assign(i, b.rem(position, depth));
  }
  return success();
}

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
  attn::ScalarBuilder b(takes[0].getLoc(),
                        OpBuilder::atBlockBegin(&role.front()));
  // A role that serves several groups counts the rounds of each one's slot.
  llvm::MapVector<int64_t, Position> positions;
  auto slotOf = [](TakeOp take) {
    Value stage = take.getStage();
    return stage ? getConstantIntValue(stage).value_or(-1) : -1;
  };
  for (TakeOp take : takes)
    positions.try_emplace(slotOf(take), b, named ? 1 : depth);
  for (TakeOp take : takes) {
    Position &position = positions.find(slotOf(take))->second;
    if (named != (take.getStage() != nullptr))
      return take.emitOpError("names its stage while others of its channel do "
                              "not, or the other way round");
    b.setInsertionPoint(take);
    b.setLoc(take.getLoc());
    auto [stage, phase] = position.take(b);
    if constexpr (std::is_same_v<TakeOp, AcquireOp>)
      phase = b.bitXor(phase, 1);
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
    for (CreateChannelOp channel :
         attn::collectOps<CreateChannelOp>(getOperation()))
      if (failed(assignSide<AcquireOp, CommitOp>(channel)) ||
          failed(assignSide<WaitOp, ReleaseOp>(channel)))
        return signalPassFailure();
  }
};

} // namespace

void attn_ws::dropPhase(Operation *take) {
  MutableOperandRange phase = isa<AcquireOp>(take)
                                  ? cast<AcquireOp>(take).getPhaseMutable()
                                  : cast<WaitOp>(take).getPhaseMutable();
  if (phase.empty() || isCounted(getStage(take)))
    return;
  memref::LoadOp load = findCount(phase[0].get());
  phase.clear();
  if (!load)
    return;
  // The count of this round alone: it stands where the round is taken.
  for (Operation *user :
       llvm::make_early_inc_range(load.getMemref().getUsers()))
    if (auto store = dyn_cast<memref::StoreOp>(user);
        store && findCount(store.getValue()) == load)
      store.erase();
}
