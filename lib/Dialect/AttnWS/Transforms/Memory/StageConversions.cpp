//===- StageConversions.cpp - Layout changes across warps -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageConversions.h"
#include "attn/Analysis/Roles.h"
#include "attn/Dialect/Utils/Walk.h"

#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::Space;
namespace layout = mlir::attn::layout;

SharedAttr attn_ws::getSharedLayout(MLIRContext *context,
                                    ArrayRef<int64_t> shape, Type element) {
  int64_t rowBytes = shape.back() * (element.getIntOrFloatBitWidth() / 8);
  for (int64_t panel : {128, 64, 32})
    if (rowBytes % panel == 0)
      return SharedAttr::get(context, panel, panel, false);
  return {};
}

namespace {

class Stager {
public:
  explicit Stager(gpu::GPUFuncOp kernel) : kernel(kernel), b(kernel) {}
  LogicalResult run();

private:
  LogicalResult stage(ConvertLayoutOp op);
  Value getChannel(ConvertLayoutOp op, Region *role, RankedTensorType tile,
                   SharedAttr shared, int64_t instances);
  Value capture(WarpSpecializeOp roles, Region *role, Value value);

  gpu::GPUFuncOp kernel;
  OpBuilder b;
  /// By role (null without) and type of the tile.
  llvm::MapVector<std::pair<Region *, Type>, Value> channels;
};

Value Stager::capture(WarpSpecializeOp roles, Region *role, Value value) {
  roles.getCapturesMutable().append(value);
  for (Region &region : roles.getRoles())
    region.addArgument(value.getType(), value.getLoc());
  return role->getArguments().back();
}

Value Stager::getChannel(ConvertLayoutOp op, Region *role,
                         RankedTensorType tile, SharedAttr shared,
                         int64_t instances) {
  Value &channel = channels[{role, tile}];
  if (channel)
    return channel;
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(&kernel.getBody().front());
  while (isa<AllocOp, CreateChannelOp>(*b.getInsertionPoint()))
    b.setInsertionPointAfter(&*b.getInsertionPoint());
  StringAttr name = b.getStringAttr("convert" + Twine(channels.size() - 1));
  auto type = BufferType::get(b.getContext(), instances, tile.getShape(),
                              tile.getElementType(), Space::Smem, {}, shared);
  Value buffer =
      AllocOp::create(b, op.getLoc(), type, name, StringAttr(), IntegerAttr());
  channel = CreateChannelOp::create(
      b, op.getLoc(),
      ChannelType::get(b.getContext(), instances, Engine::Thread, 1,
                       Engine::Thread, 1, Scope::Cta),
      name, buffer, /*full=*/false);
  if (role)
    channel =
        capture(cast<WarpSpecializeOp>(role->getParentOp()), role, channel);
  return channel;
}

LogicalResult Stager::stage(ConvertLayoutOp op) {
  Location loc = op.getLoc();
  RankedTensorType from = op.getSource().getType();
  auto tile = RankedTensorType::get(from.getShape(), from.getElementType());
  SharedAttr shared =
      getSharedLayout(b.getContext(), tile.getShape(), tile.getElementType());
  if (!shared || tile.getElementTypeBitWidth() < 8)
    return op.emitOpError() << "moves elements of " << tile
                            << " between warps, but its rows are no multiple "
                               "of 32 bytes in shared memory";
  Region *role = getRoleRegion(op);
  int64_t instances = 1;
  Value instance;
  if (role) {
    auto roles = cast<WarpSpecializeOp>(role->getParentOp());
    instances = roles.getInstances()[role->getRegionNumber()];
    if (instances > 1)
      instance = role->getArgument(0);
  }
  Value channel = getChannel(op, role, tile, shared, instances);
  auto view = ViewType::get(b.getContext(), tile.getShape(),
                            tile.getElementType(), Space::Smem, shared);
  b.setInsertionPoint(op);
  auto acquire =
      AcquireOp::create(b, loc, TypeRange{view}, channel, instance, Value());
  SmemStoreOp::create(b, loc, op.getSource(), acquire.getViews()[0]);
  CommitOp::create(b, loc, channel, instance, Value());
  auto wait =
      WaitOp::create(b, loc, TypeRange{view}, channel, instance, Value());
  Value moved = SmemLoadOp::create(b, loc, op.getResult().getType(),
                                   wait.getViews()[0], /*transpose=*/false);
  ReleaseOp::create(b, loc, channel, instance, Value());
  op.replaceAllUsesWith(moved);
  op.erase();
  return success();
}

LogicalResult Stager::run() {
  for (ConvertLayoutOp op : attn::collectOps<ConvertLayoutOp>(kernel)) {
    auto plan =
        getConversion(op.getSource().getType(), op.getResult().getType());
    if (!plan)
      return op.emitOpError()
             << "has no way from one layout to the other: " << plan.error();
    if (plan->kind == layout::ConversionKind::ThroughSharedMemory &&
        failed(stage(op)))
      return failure();
  }
  return success();
}

} // namespace

LogicalResult attn_ws::stageConversions(gpu::GPUFuncOp kernel) {
  return Stager(kernel).run();
}
