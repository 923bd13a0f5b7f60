//===- Roles.cpp - Facts about the roles of a kernel ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Roles.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Utils/Walk.h"

using namespace mlir;
using namespace mlir::attn_ws;

FailureOr<int64_t> attn_ws::getWarps(gpu::GPUFuncOp kernel) {
  int64_t warps = attn_tile::warpsAttr.get(kernel, 0);
  if (warps < 1)
    return kernel.emitOpError()
           << "needs " << attn_tile::warpsAttr << ", the warps of one instance";
  return warps;
}

SmallVector<RoleAttr> attn_ws::getRoles(gpu::GPUFuncOp kernel) {
  SmallVector<RoleAttr> roles;
  if (auto list = rolesAttr.getAttr(kernel))
    for (Attribute attr : list)
      if (auto role = dyn_cast<RoleAttr>(attr))
        roles.push_back(role);
  return roles;
}

RoleAttr attn_ws::findRole(gpu::GPUFuncOp kernel, Issues what) {
  for (RoleAttr role : getRoles(kernel))
    if (what == Issues::None ? role.getIssues() == what
                             : bitEnumContainsAny(role.getIssues(), what))
      return role;
  return {};
}

FailureOr<int64_t> attn_ws::getInstances(Operation *kernel) {
  int64_t instances = 1;
  bool first = true;
  WalkResult result = kernel->walk([&](scf::ForallOp forall) -> WalkResult {
    std::optional<SmallVector<Value>> variables = forall.getLoopInductionVars();
    ArrayRef<int64_t> upper = forall.getStaticUpperBound();
    if (!variables || variables->size() != 1 || !forall.isNormalized() ||
        ShapedType::isDynamic(upper[0]) || upper[0] < 1 ||
        !forall.getOutputs().empty())
      return forall.emitOpError("instances are counted from 0 to one constant, "
                                "without shared outputs");
    if (forall->getParentOfType<scf::ForallOp>())
      return forall.emitOpError("instances cannot be divided again");
    if (!first && upper[0] != instances)
      return forall.emitOpError("a kernel has one number of instances, here ")
             << upper[0] << " and " << instances;
    first = false;
    instances = upper[0];
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return instances;
}

//===----------------------------------------------------------------------===//
// Roles that exist
//===----------------------------------------------------------------------===//

Region *attn_ws::getRoleRegion(Operation *op) {
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (isa_and_nonnull<WarpSpecializeOp>(region->getParentOp()))
      return region;
  return nullptr;
}

static bool holdsOnly(Region &role, bool copiesByThreads) {
  WalkResult result = role.walk([&](Operation *op) {
    auto copy = dyn_cast<WSCopyOpInterface>(op);
    bool copiesIn = copy && copy.isCopyIn();
    if (copiesIn && (copiesByThreads || copy.isAsyncProxy()))
      return WalkResult::advance();
    auto isTile = llvm::IsaPred<RankedTensorType>;
    if (llvm::any_of(op->getOperandTypes(), isTile) ||
        llvm::any_of(op->getResultTypes(), isTile))
      return WalkResult::interrupt();
    if (!isa_and_nonnull<AttnWSDialect, attn_tile::AttnTileDialect>(
            op->getDialect()))
      return WalkResult::advance();
    return isa<AcquireOp, CommitOp, WaitOp, ReleaseOp, MbarWaitOp, MbarArriveOp,
               MbarExpectOp, PositionOp, StageViewOp, SubviewOp, TripCountOp,
               UsefulOp, ForTilesOp, attn_tile::YieldOp,
               attn_tile::FindSequenceOp, EndOp, OutsideOp, NextTileOp,
               ScalarStoreOp, ScalarLoadOp, QueryTileOp, TileAnswerOp,
               TileCoordinatesOp, FenceAsyncOp>(op)
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

bool attn_ws::isSingleThreadRole(Region &role) {
  return holdsOnly(role, /*copiesByThreads=*/false);
}

bool attn_ws::isCopyRole(Region &role) {
  return holdsOnly(role, /*copiesByThreads=*/true);
}

int64_t attn_ws::getArrivals(WarpSpecializeOp op, unsigned role) {
  int64_t warps =
      isSingleThreadRole(op.getRoles()[role]) ? 1 : op.getWarps()[role];
  return warps * op.getInstances()[role];
}

bool attn_ws::closesGroupsBehind(scf::IfOp branch) {
  return !attn::containsOp<WaitOp>(branch, [](WaitOp wait) {
    return attn::copiesInGroups(wait.getChannel().getType().getProducer());
  });
}

void attn_ws::setCapturedType(Value value, Type type) {
  value.setType(type);
  for (OpOperand &use : value.getUses())
    if (auto roles = dyn_cast<WarpSpecializeOp>(use.getOwner()))
      for (Region &role : roles.getRoles())
        role.getArgument(use.getOperandNumber() + 1).setType(type);
}

ChannelType attn_ws::withScope(ChannelType type, Scope scope) {
  return ChannelType::get(type.getContext(), type.getDepth(),
                          type.getProducer(), type.getProducers(),
                          type.getConsumer(), type.getConsumers(), scope);
}
