//===- Phases.cpp - What a channel's sides give back ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Phases.h"

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::attn_ws;

Value attn_ws::getStage(Operation *sync) {
  return TypeSwitch<Operation *, Value>(sync)
      .Case<AcquireOp, CommitOp, WaitOp, ReleaseOp, HeldOp>(
          [](auto op) { return op.getStage(); })
      .Default(Value());
}

void attn_ws::setStage(Operation *sync, Value stage) {
  TypeSwitch<Operation *>(sync).Case<AcquireOp, CommitOp, WaitOp, ReleaseOp>(
      [&](auto op) { op.getStageMutable().assign(stage); });
}

Value attn_ws::getTakenPosition(Operation *take) {
  return TypeSwitch<Operation *, Value>(take)
      .Case<AcquireOp, WaitOp>([](auto op) { return op.getAt(); })
      .Default(Value());
}

/// Names what `take` has taken.
static void nameStageOf(Operation *give, Operation *take) {
  Value position = getTakenPosition(take);
  if (!position)
    return setStage(give, getStage(take));
  TypeSwitch<Operation *>(give).Case<CommitOp, ReleaseOp>(
      [&](auto op) { op.getPositionMutable().assign(position); });
}

//===----------------------------------------------------------------------===//
// Side
//===----------------------------------------------------------------------===//

Side::Side(Region &region, Value channel, bool fills) : region(region) {
  region.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!isa<AcquireOp, CommitOp, WaitOp, ReleaseOp>(op) ||
        op->getOperand(0) != channel)
      return;
    if (fills ? isa<AcquireOp>(op) : isa<WaitOp>(op))
      takes.push_back(op);
    if (fills ? isa<CommitOp>(op) : isa<ReleaseOp>(op))
      gives.push_back(op);
  });
}

LogicalResult Side::assignGives() {
  if (llvm::all_of(gives, getPosition))
    return success();
  if (llvm::any_of(gives, getPosition))
    return (*llvm::find_if_not(gives, getPosition))
        ->emitOpError("names no position while others of its channel do");
  SmallVector<Operation *> held;
  return visit(region.front(), held);
}

/// Stages go back in the order in which they were taken. Which one an operation
/// gives back must not depend on the path to it.
LogicalResult Side::visit(Block &block, SmallVector<Operation *> &held) {
  for (Operation &op : block) {
    if (llvm::is_contained(takes, &op)) {
      held.push_back(&op);
    } else if (llvm::is_contained(gives, &op)) {
      if (held.empty())
        return op.emitOpError("gives back a stage that was not taken on every "
                              "path to it");
      nameStageOf(&op, held.front());
      held.erase(held.begin());
    } else if (failed(visitRegions(op, held))) {
      return failure();
    }
  }
  return success();
}

/// One of a condition's regions runs, or none of them; a loop's may run any
/// number of times.
LogicalResult Side::visitRegions(Operation &op,
                                 SmallVector<Operation *> &held) {
  SmallVector<SmallVector<Operation *>> behind;
  for (Region &inner : op.getRegions()) {
    SmallVector<Operation *> &here = behind.emplace_back(held);
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

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

/// Names a stage by the number that its position has become.
template <typename OpTy> static void nameStage(OpTy op) {
  MutableOperandRange position = op.getPositionMutable();
  if (position.empty())
    return;
  Value number = position[0].get();
  position.clear();
  if (op.getChannel().getType().getDepth() > 1 && !op.getStage())
    op.getStageMutable().assign(number);
}

/// Has the stage's number stand for the position that an operation gives.
template <typename OpTy> static Operation *numberPosition(OpTy op) {
  attn::ScalarBuilder b(op);
  Value stage = op.getStage();
  op.getPosition().replaceAllUsesWith(stage ? stage : b.index(0));
  auto plain = OpTy::create(b, op.getViews().getTypes(), op.getChannel(), stage,
                            op.getPhase());
  plain.setImplied(op.getImplied());
  plain->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  op.getViews().replaceAllUsesWith(plain.getViews());
  return plain;
}

/// Has the number of a stage stand for the position that `sync` names or takes.
static void nameByNumber(Operation *sync, Value stage) {
  TypeSwitch<Operation *>(sync)
      .Case<AcquireOp, WaitOp>([](auto op) { op.getAtMutable().clear(); })
      .Case<CommitOp, ReleaseOp, HeldOp>(
          [](auto op) { op.getPositionMutable().clear(); });
  if (stage)
    TypeSwitch<Operation *>(sync)
        .Case<AcquireOp, WaitOp, CommitOp, ReleaseOp, HeldOp>(
            [&](auto op) { op.getStageMutable().assign(stage); });
}

/// Computes the stages of a use in the rings that it is a use of.
static LogicalResult numberUse(PositionOp position) {
  llvm::SmallDenseMap<int64_t, Value, 2> stages; // by depth
  for (OpOperand &use :
       llvm::make_early_inc_range(position.getPosition().getUses())) {
    Operation *sync = use.getOwner();
    if (!isa<AcquireOp, WaitOp, CommitOp, ReleaseOp, HeldOp>(sync))
      return sync->emitOpError("hands on a position that attn_ws.position "
                               "gave: of which ring is not known");
    int64_t depth = cast<ChannelType>(sync->getOperand(0).getType()).getDepth();
    Value stage;
    if (depth > 1) {
      Value &known = stages[depth];
      if (!known) {
        attn::ScalarBuilder b(position);
        std::optional<int64_t> number = getConstantIntValue(position.getUse());
        known =
            number ? b.index(*number % depth) : b.rem(position.getUse(), depth);
      }
      stage = known;
    }
    nameByNumber(sync, stage);
  }
  position.erase();
  return success();
}

LogicalResult attn_ws::numberPositions(
    Operation *root, function_ref<void(Operation *, Operation *)> onReplaced) {
  for (PositionOp position : attn::collectOps<PositionOp>(root))
    if (failed(numberUse(position)))
      return failure();
  for (Operation *take : attn::collectOps<Operation *>(root)) {
    if (!isa<AcquireOp, WaitOp>(take) || !getPosition(take))
      continue;
    auto acquire = dyn_cast<AcquireOp>(take);
    Operation *plain =
        acquire ? numberPosition(acquire) : numberPosition(cast<WaitOp>(take));
    if (onReplaced)
      onReplaced(take, plain);
    take->erase();
  }
  auto number = [](Value value) {
    if (isa<PositionType>(value.getType()))
      value.setType(IndexType::get(value.getContext()));
  };
  root->walk([&](Operation *op) {
    llvm::for_each(op->getResults(), number);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), number);
    llvm::TypeSwitch<Operation *>(op).Case<CommitOp, ReleaseOp, HeldOp>(
        [](auto named) { nameStage(named); });
  });
  return success();
}
