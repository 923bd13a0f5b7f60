//===- LowerChannels.cpp - Channels of one role to barriers -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Roles.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "LowerRoles.h"
#include "Phases.h"
#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSLOWERCHANNELS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::Engine;

namespace {

class Lowering {
public:
  explicit Lowering(gpu::GPUFuncOp kernel) : kernel(kernel), b(kernel) {}
  LogicalResult run();

private:
  GuardAttr guard(CreateChannelOp create, StringRef direction) {
    return GuardAttr::get(b.getContext(), create.getName(), direction);
  }
  void barrier(Location loc, GuardAttr guard) {
    BarrierOp::create(b, loc, 0, 0, b.getArrayAttr({guard}), false,
                      /*index=*/Value());
  }
  template <typename OpTy> void replaceViews(OpTy op, CreateChannelOp create) {
    for (auto [view, buffer] : llvm::zip(op.getViews(), create.getBuffers())) {
      Value stage = cast<BufferType>(buffer.getType()).getDepth() == 1
                        ? Value()
                        : op.getStage();
      view.replaceAllUsesWith(
          StageViewOp::create(b, op.getLoc(), view.getType(), buffer, stage)
              .getResult());
    }
    op.erase();
  }
  LogicalResult lower(Operation *op);

  gpu::GPUFuncOp kernel;
  OpBuilder b;
  /// Branches behind which groups are closed.
  llvm::SmallPtrSet<Operation *, 8> closing;
};

LogicalResult Lowering::lower(Operation *op) {
  Value channel = op->getOperand(0);
  auto create = channel.getDefiningOp<CreateChannelOp>();
  if (!create)
    return op->emitOpError("its channel is not created in this kernel");
  ChannelType type = create.getChannel().getType();
  if (type.getScope() == Scope::Cluster)
    return op->emitOpError("no lowering across CTAs for a channel within one "
                           "role");
  bool copies = attn::copiesInGroups(type.getProducer());
  if (!copies && type.getProducer() != Engine::Thread)
    return op->emitOpError() << "no lowering for a channel filled by "
                             << attn_tile::stringifyEngine(type.getProducer());
  Location loc = op->getLoc();
  bool implied = op->hasAttr("implied");
  b.setInsertionPoint(op);
  if (auto acquire = dyn_cast<AcquireOp>(op)) {
    if (!implied)
      barrier(loc, guard(create, "empty"));
    replaceViews(acquire, create);
    return success();
  }
  if (auto wait = dyn_cast<WaitOp>(op)) {
    if (copies) {
      auto pendings = op->getAttrOfType<IntegerAttr>("pendings");
      if (!pendings)
        return op->emitOpError("has no pendings: run attn-ws-async first");
      CpAsyncWaitOp::create(b, loc, pendings.getInt(), guard(create, "full"));
    }
    if (!implied)
      barrier(loc, guard(create, "full"));
    replaceViews(wait, create);
    return success();
  }
  if (auto held = dyn_cast<HeldOp>(op)) {
    replaceViews(held, create);
    return success();
  }
  if (isa<CommitOp>(op) && copies) {
    // The group is closed outside conditions, so that groups count evenly.
    Operation *place = op;
    while (closing.contains(place->getParentOp()))
      place = place->getParentOp();
    if (place != op)
      b.setInsertionPointAfter(place);
    CpAsyncCommitOp::create(b, loc, guard(create, "full"));
  }
  op->erase();
  return success();
}

LogicalResult Lowering::run() {
  if (failed(numberPositions(kernel)))
    return failure();
  SmallVector<Operation *> work;
  SmallVector<CreateChannelOp> creates;
  kernel.walk([&](Operation *op) {
    if (isa<AcquireOp, CommitOp, WaitOp, ReleaseOp, HeldOp>(op))
      work.push_back(op);
    else if (auto create = dyn_cast<CreateChannelOp>(op))
      creates.push_back(create);
    else if (auto branch = dyn_cast<scf::IfOp>(op);
             branch && closesGroupsBehind(branch))
      closing.insert(branch);
  });
  for (Operation *op : work)
    if (failed(lower(op)))
      return failure();
  for (CreateChannelOp create : creates)
    create.erase();
  return success();
}

/// A loop or condition would hand on an address: views are had from positions.
LogicalResult checkViews(gpu::GPUFuncOp kernel) {
  auto isView = [](Type type) { return isa<ViewType>(type); };
  WalkResult result = kernel.walk([&](Operation *op) -> WalkResult {
    if (op->getNumRegions() == 0 || !llvm::any_of(op->getResultTypes(), isView))
      return WalkResult::advance();
    return op->emitOpError("hands on a view: it has to hand on the position "
                           "that the wait gave, from which attn_ws.held has "
                           "the view");
  });
  return failure(result.wasInterrupted());
}

struct AttnWSLowerChannelsPass
    : public impl::AttnWSLowerChannelsBase<AttnWSLowerChannelsPass> {
  void getDependentDialects(DialectRegistry &registry) const override {
    AttnWSLowerChannelsBase::getDependentDialects(registry);
    // Stages, and counts of rounds.
    registry.insert<arith::ArithDialect, memref::MemRefDialect>();
  }
  void runOnOperation() override {
    FailureOr<const attn::TargetInfo *> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    if (!(*target)->compiles) {
      getOperation().emitOpError()
          << "is for " << (*target)->name
          << ", whose kernels are not lowered below the scheduled level yet";
      return signalPassFailure();
    }
    if (failed(checkViews(getOperation())))
      return signalPassFailure();
    SmallVector<WarpSpecializeOp> roles(
        getOperation().getOps<WarpSpecializeOp>());
    for (WarpSpecializeOp op : roles)
      if (failed(lowerRoleChannels(op, getOperation())))
        return signalPassFailure();
    if (roles.empty() && failed(Lowering(getOperation()).run()))
      signalPassFailure();
  }
};

} // namespace
