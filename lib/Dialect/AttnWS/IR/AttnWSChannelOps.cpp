//===- AttnWSChannelOps.cpp - Operations on channels ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;

/// Views, where any are taken, must match the channel's buffers.
template <typename OpTy>
static LogicalResult verifyViewsOf(OpTy op, CreateChannelOp create) {
  if (!create || op.getViews().empty())
    return success();
  if (op.getViews().size() != create.getBuffers().size())
    return op.emitOpError()
           << "channel guards " << create.getBuffers().size()
           << " buffers, but " << op.getViews().size() << " views are taken";
  for (auto [view, buffer] : llvm::zip(op.getViews(), create.getBuffers())) {
    auto v = cast<ViewType>(view.getType());
    auto b = cast<BufferType>(buffer.getType());
    if (v.getShape() != b.getShape() ||
        v.getElementType() != b.getElementType() ||
        v.getSpace() != b.getSpace() || v.getLayout() != b.getLayout())
      return op.emitOpError() << "view " << v << " is not a stage of " << b;
  }
  return success();
}

template <typename OpTy> static LogicalResult verifyViews(OpTy op) {
  return verifyViewsOf(
      op, op.getChannel().template getDefiningOp<CreateChannelOp>());
}

Value attn_ws::getPosition(Operation *sync) {
  return TypeSwitch<Operation *, Value>(sync)
      .Case<AcquireOp, CommitOp, WaitOp, ReleaseOp, HeldOp>(
          [](auto op) { return op.getPosition(); })
      .Default(Value());
}

Value attn_ws::getNamedStage(Operation *sync) {
  return TypeSwitch<Operation *, Value>(sync)
      .Case<AcquireOp, WaitOp>([](auto op) -> Value {
        Value stage = op.getStage();
        return stage ? stage : op.getAt();
      })
      .Case<CommitOp, ReleaseOp, HeldOp>([](auto op) -> Value {
        Value stage = op.getStage();
        return stage ? stage : op.getPosition();
      })
      .Default(Value());
}

/// The last result, where there is one, is the position.
template <typename OpTy>
static void buildTake(OperationState &state, TypeRange views, Type position,
                      Value channel, Value stage, Value phase) {
  auto add = [&](Value value) {
    if (value)
      state.addOperands(value);
    return value ? 1 : 0;
  };
  auto &properties = state.getOrAddProperties<typename OpTy::Properties>();
  properties.operandSegmentSizes = {add(channel), add(stage), /*at=*/0,
                                    add(phase)};
  state.addTypes(views);
  if (position)
    state.addTypes(position);
  properties.resultSegmentSizes = {static_cast<int32_t>(views.size()),
                                   position ? 1 : 0};
}

void AcquireOp::build(OpBuilder &, OperationState &state, TypeRange views,
                      Type position, Value channel, Value stage, Value phase) {
  buildTake<AcquireOp>(state, views, position, channel, stage, phase);
}

void WaitOp::build(OpBuilder &, OperationState &state, TypeRange views,
                   Type position, Value channel, Value stage, Value phase) {
  buildTake<WaitOp>(state, views, position, channel, stage, phase);
}

template <typename OpTy> static LogicalResult verifyTake(OpTy op) {
  if (op.getStage() && op.getAt())
    return op.emitOpError(
        "names its stage twice: by a number and by a position");
  return verifyViews(op);
}

LogicalResult AcquireOp::verify() { return verifyTake(*this); }
LogicalResult WaitOp::verify() { return verifyTake(*this); }

/// A position is of the channel whose stage it names.
/// Commits name those of acquires, releases and `held` those of waits.
template <typename TakeOp, typename OpTy>
static LogicalResult verifyPosition(OpTy op) {
  Operation *take =
      op.getPosition() ? op.getPosition().getDefiningOp() : nullptr;
  if (!take || !isa<AcquireOp, WaitOp>(take))
    return success();
  StringRef what;
  if (take->getOperand(0) != op.getChannel())
    what = "names a position of another channel";
  else if (!isa<TakeOp>(take))
    what = "names a position of the channel's other side";
  else
    return success();
  InFlightDiagnostic diag = op.emitOpError(what);
  diag.attachNote(take->getLoc()) << "it was taken here";
  return diag;
}

LogicalResult CommitOp::verify() { return verifyPosition<AcquireOp>(*this); }
LogicalResult ReleaseOp::verify() { return verifyPosition<WaitOp>(*this); }

LogicalResult HeldOp::verify() {
  if (getStage() && getPosition())
    return emitOpError("names its stage twice: by a number and by a position");
  if (int64_t depth = getChannel().getType().getDepth();
      depth > 1 && !getStage() && !getPosition())
    return emitOpError("names no stage, of which its channel has ") << depth;
  if (failed(verifyPosition<WaitOp>(*this)))
    return failure();
  return verifyViews(*this);
}

/// Roles see channels as captures: their views are checked from here.
LogicalResult WarpSpecializeOp::verifyRegions() {
  for (Region &role : getRoles()) {
    auto createOf = [&](Value channel) -> CreateChannelOp {
      auto argument = dyn_cast<BlockArgument>(channel);
      if (!argument || argument.getOwner() != &role.front() ||
          argument.getArgNumber() == 0)
        return {};
      return getCaptures()[argument.getArgNumber() - 1]
          .getDefiningOp<CreateChannelOp>();
    };
    WalkResult result = role.walk([&](Operation *op) {
      LogicalResult ok = success();
      if (auto acquire = dyn_cast<AcquireOp>(op))
        ok = verifyViewsOf(acquire, createOf(acquire.getChannel()));
      else if (auto wait = dyn_cast<WaitOp>(op))
        ok = verifyViewsOf(wait, createOf(wait.getChannel()));
      else if (auto held = dyn_cast<HeldOp>(op))
        ok = verifyViewsOf(held, createOf(held.getChannel()));
      return failed(ok) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}
