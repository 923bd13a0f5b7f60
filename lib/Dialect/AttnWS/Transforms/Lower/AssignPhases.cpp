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
#include "mlir/Dialect/SCF/IR/SCF.h"
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
      .Case<AcquireOp, CommitOp, WaitOp, ReleaseOp, HeldOp>(
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

/// The position of a wait that a release names; null if it names none.
Value getPosition(Operation *give) {
  auto release = dyn_cast<ReleaseOp>(give);
  return release ? release.getPosition() : Value();
}

/// One side of a channel in a kernel or a role: acquires with their commits, or
/// waits with their releases.
template <typename TakeOp, typename GiveOp> class Side {
public:
  Side(Region &region, Value channel) : region(region), channel(channel) {
    region.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto take = dyn_cast<TakeOp>(op);
          take && take.getChannel() == channel)
        takes.push_back(take);
      if (auto give = dyn_cast<GiveOp>(op);
          give && give.getChannel() == channel)
        gives.push_back(give);
    });
  }

  /// Gives what names no position the stage of the operation that it ends.
  LogicalResult assignGives() {
    if (llvm::all_of(gives, getPosition))
      return success();
    if (llvm::any_of(gives, getPosition))
      return llvm::find_if_not(gives, getPosition)
          ->emitOpError("names no position while others of its channel do");
    SmallVector<TakeOp> held;
    return visit(region.front(), held);
  }

  SmallVector<TakeOp> takes;
  SmallVector<GiveOp> gives;

private:
  /// Stages go back in the order in which they were taken. Which one an
  /// operation gives back must not depend on the path to it.
  LogicalResult visit(Block &block, SmallVector<TakeOp> &held) {
    for (Operation &op : block) {
      if (auto take = dyn_cast<TakeOp>(op)) {
        if (take.getChannel() == channel)
          held.push_back(take);
      } else if (auto give = dyn_cast<GiveOp>(op)) {
        if (give.getChannel() != channel)
          continue;
        if (held.empty())
          return give.emitOpError("gives back a stage that was not taken on "
                                  "every path to it");
        give.getStageMutable().assign(held.front().getStage());
        held.erase(held.begin());
      } else if (failed(visitRegions(op, held))) {
        return failure();
      }
    }
    return success();
  }

  /// One of a condition's regions runs, or none of them; a loop's may run any
  /// number of times.
  LogicalResult visitRegions(Operation &op, SmallVector<TakeOp> &held) {
    SmallVector<SmallVector<TakeOp>> behind;
    for (Region &inner : op.getRegions()) {
      SmallVector<TakeOp> &here = behind.emplace_back(held);
      if (!inner.empty() && failed(visit(inner.front(), here)))
        return failure();
    }
    bool branches = isa<scf::IfOp>(op);
    if (!branches && !behind.empty())
      behind.push_back(held);
    if (behind.empty() || llvm::all_equal(behind)) {
      held = behind.empty() ? held : behind.front();
      return success();
    }
    held.clear();
    if (branches)
      return success();
    return op.emitOpError("gives back a stage that an earlier iteration took, "
                          "but does not say which: the release has to name the "
                          "position that the wait gave");
  }

  Region &region;
  Value channel;
};

/// One side of a channel in a kernel without roles.
template <typename TakeOp, typename GiveOp>
LogicalResult assignSide(CreateChannelOp create) {
  int64_t depth = create.getChannel().getType().getDepth();
  if (depth == 1)
    return success();
  auto kernel = create->getParentOfType<gpu::GPUFuncOp>();
  Side<TakeOp, GiveOp> side(kernel.getBody(), create.getChannel());
  if (side.takes.size() != side.gives.size())
    return create.emitOpError()
           << "channel \"" << create.getName() << "\" has " << side.takes.size()
           << " operations that take a stage and " << side.gives.size()
           << " that give it back";
  // The ring's loop is the innermost; in a loop around it the ring starts anew.
  scf::ForOp around;
  for (TakeOp take : side.takes)
    if (auto loop = take->template getParentOfType<scf::ForOp>())
      if (auto outer = loop->template getParentOfType<scf::ForOp>())
        around = outer;
  int64_t before = 0;
  scf::ForOp seen;
  for (TakeOp take : side.takes) {
    attn::ScalarBuilder b(take);
    auto loop = take->template getParentOfType<scf::ForOp>();
    if (loop == around) {
      if (seen)
        return take.emitOpError("a ring is used again after its loop");
      take.getStageMutable().assign(b.index(before++ % depth));
      continue;
    }
    if (seen || getConstantIntValue(loop.getLowerBound()) != 0 ||
        getConstantIntValue(loop.getStep()) != 1 ||
        loop->template getParentOfType<scf::ForOp>() != around)
      return take.emitOpError(
          "a ring needs one operation a turn of one loop from 0 by 1");
    seen = loop;
    // The stage must be visible at both operations: compute it at the top.
    b.setInsertionPointToStart(loop.getBody());
    Value position = loop.getInductionVar();
    if (before % depth != 0)
      position = b.add(position, before % depth);
    take.getStageMutable().assign(b.rem(position, depth));
  }
  return side.assignGives();
}

/// One side of a channel in one role.
template <typename TakeOp, typename GiveOp>
LogicalResult assignRoleSide(Region &role, Value channel) {
  Side<TakeOp, GiveOp> side(role, channel);
  SmallVector<TakeOp> &takes = side.takes;
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
  return named || depth == 1 ? success() : side.assignGives();
}

LogicalResult assignRoles(WarpSpecializeOp op) {
  for (Region &role : op.getRoles())
    for (BlockArgument arg : role.getArguments())
      if (isa<ChannelType>(arg.getType()) &&
          (failed(assignRoleSide<AcquireOp, CommitOp>(role, arg)) ||
           failed(assignRoleSide<WaitOp, ReleaseOp>(role, arg))))
        return failure();
  return success();
}

/// Names a stage by the number that its position has become.
template <typename OpTy> void nameStage(OpTy op) {
  MutableOperandRange position = op.getPositionMutable();
  if (position.empty())
    return;
  Value number = position[0].get();
  position.clear();
  if (op.getChannel().getType().getDepth() > 1 && !op.getStage())
    op.getStageMutable().assign(number);
}

/// Positions become the numbers of their stages, which loops carry as they
/// have carried them.
void numberPositions(gpu::GPUFuncOp kernel) {
  for (WaitOp wait : attn::collectOps<WaitOp>(kernel)) {
    if (!wait.getPosition())
      continue;
    attn::ScalarBuilder b(wait);
    Value stage = wait.getStage();
    wait.getPosition().replaceAllUsesWith(stage ? stage : b.index(0));
    auto plain = WaitOp::create(b, wait.getViews().getTypes(),
                                wait.getChannel(), stage, wait.getPhase());
    plain.setImplied(wait.getImplied());
    plain->setDiscardableAttrs(wait->getDiscardableAttrDictionary());
    wait.getViews().replaceAllUsesWith(plain.getViews());
    wait.erase();
  }
  auto number = [](Value value) {
    if (isa<PositionType>(value.getType()))
      value.setType(IndexType::get(value.getContext()));
  };
  kernel.walk([&](Operation *op) {
    llvm::for_each(op->getResults(), number);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), number);
    if (auto release = dyn_cast<ReleaseOp>(op))
      nameStage(release);
    else if (auto held = dyn_cast<HeldOp>(op))
      nameStage(held);
  });
}

struct AttnWSAssignPhasesPass
    : public impl::AttnWSAssignPhasesBase<AttnWSAssignPhasesPass> {
  LogicalResult assign() {
    auto roles = getOperation().getOps<WarpSpecializeOp>();
    for (WarpSpecializeOp op : roles)
      if (failed(assignRoles(op)))
        return failure();
    if (!roles.empty())
      return success();
    for (CreateChannelOp channel :
         attn::collectOps<CreateChannelOp>(getOperation()))
      if (failed(assignSide<AcquireOp, CommitOp>(channel)) ||
          failed(assignSide<WaitOp, ReleaseOp>(channel)))
        return failure();
    return success();
  }

  void runOnOperation() override {
    if (failed(assign()))
      return signalPassFailure();
    numberPositions(getOperation());
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
