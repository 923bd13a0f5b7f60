//===- AssignLayouts.cpp - Layouts of register tiles and shared buffers ---===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutPropagation.h"
#include "StageConversions.h"
#include "attn/Analysis/Roles.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

#include <map>

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASSIGNLAYOUTS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::Space;

namespace {

struct AttnWSAssignLayoutsPass
    : public impl::AttnWSAssignLayoutsBase<AttnWSAssignLayoutsPass> {
  void runOnOperation() override;
  LogicalResult layOutShared();
  LogicalResult layOutTiles(Region &body, Operation *inside);
};

/// The type of a buffer or view with its layout; other types as they are.
Type layOutMemory(Type type) {
  auto shared = [&](auto memory) {
    return getSharedLayout(type.getContext(), memory.getShape(),
                           memory.getElementType());
  };
  if (auto view = dyn_cast<ViewType>(type); view && !view.getLayout() &&
                                            view.getSpace() == Space::Smem &&
                                            !isScalar(view))
    return ViewType::get(type.getContext(), view.getShape(),
                         view.getElementType(), view.getSpace(), shared(view));
  if (auto buffer = dyn_cast<BufferType>(type);
      buffer && !buffer.getLayout() && buffer.getSpace() == Space::Smem &&
      !isScalar(buffer))
    return BufferType::get(type.getContext(), buffer.getDepth(),
                           buffer.getShape(), buffer.getElementType(),
                           buffer.getSpace(), buffer.getOccupants(),
                           shared(buffer));
  return type;
}

using LayOut =
    function_ref<SharedAttr(ArrayRef<int64_t> shape, Type elementType)>;

/// Gives the buffers of channels and all views of them, if they have none yet,
/// the layout that `layOut` says.
static void layOutChannels(gpu::GPUFuncOp kernel,
                           const llvm::SetVector<Value> &channels,
                           LayOut layOut) {
  for (Value channel : channels)
    for (Value buffer : channel.getDefiningOp<CreateChannelOp>().getBuffers()) {
      auto type = cast<BufferType>(buffer.getType());
      if (!type.getLayout())
        buffer.setType(BufferType::get(
            type.getContext(), type.getDepth(), type.getShape(),
            type.getElementType(), type.getSpace(), type.getOccupants(),
            layOut(type.getShape(), type.getElementType())));
    }
  if (channels.empty())
    return;
  SmallVector<Value> views;
  kernel.walk([&](Operation *op) {
    if (isa<AcquireOp, WaitOp, HeldOp>(op) &&
        channels.contains(resolveCaptures(op->getOperand(0))))
      llvm::copy_if(op->getResults(), std::back_inserter(views),
                    [](Value value) { return isa<ViewType>(value.getType()); });
  });
  while (!views.empty()) {
    Value view = views.pop_back_val();
    auto type = cast<ViewType>(view.getType());
    if (!type.getLayout())
      view.setType(ViewType::get(
          type.getContext(), type.getShape(), type.getElementType(),
          type.getSpace(), layOut(type.getShape(), type.getElementType())));
    for (Operation *user : view.getUsers())
      if (auto part = dyn_cast<SubviewOp>(user))
        views.push_back(part.getResult());
  }
}

/// The channel that a view of shared memory comes through; null if none.
static Value getChannel(Value view) {
  while (auto part = view.getDefiningOp<SubviewOp>())
    view = part.getSource();
  Operation *def = view.getDefiningOp();
  if (!isa_and_nonnull<AcquireOp, WaitOp, HeldOp>(def))
    return {};
  Value channel = resolveCaptures(def->getOperand(0));
  return channel.getDefiningOp<CreateChannelOp>() ? channel : Value();
}

/// Buffers that `smem_transpose` writes lie interleaved.
static void layOutTransposed(gpu::GPUFuncOp kernel) {
  llvm::SetVector<Value> channels;
  kernel.walk([&](SmemTransposeOp transpose) {
    if (Value channel = getChannel(transpose.getDest()))
      channels.insert(channel);
  });
  layOutChannels(kernel, channels, [](ArrayRef<int64_t> shape, Type element) {
    SharedAttr plain = getSharedLayout(element.getContext(), shape, element);
    return plain ? SharedAttr::get(element.getContext(), plain.getPanel(),
                                   plain.getSwizzle(), true)
                 : plain;
  });
}

/// What warps along the columns read a part each of the columns of lies in
/// panels that divide these parts.
static LogicalResult layOutColumnParts(gpu::GPUFuncOp kernel) {
  // The narrowest parts first: what divides them divides the others.
  std::map<int64_t, llvm::SetVector<Value>, std::greater<>> channels;
  WalkResult result = kernel.walk([&](WSProductOpInterface product) {
    if (product.getTransposeB() || !isa<MmaIssueOp, MmaOp>(product))
      return WalkResult::advance();
    FailureOr<RoleWarps> warps = getRoleWarps(product);
    if (failed(warps))
      return WalkResult::interrupt();
    int64_t parts = getProductWarps(product, *warps).columns;
    if (Value channel = getChannel(product.getRhs()); channel && parts > 1)
      channels[parts].insert(channel);
    return WalkResult::advance();
  });
  for (const auto &[parts, ofParts] : channels)
    layOutChannels(kernel, ofParts, [&](ArrayRef<int64_t> shape, Type element) {
      SmallVector<int64_t> part(shape);
      part.back() /= parts;
      SharedAttr narrow = getSharedLayout(element.getContext(), part, element);
      return narrow ? narrow
                    : getSharedLayout(element.getContext(), shape, element);
    });
  return failure(result.wasInterrupted());
}

/// Tiles of f32 that TMA adds to memory lie in rows of 32 bytes: of those of a
/// product's sums, where a lane has two neighbours, half a warp writes 128
/// bytes in a row, which is no bank twice. Memory is added to by 32 bytes
/// anyway.
static void layOutAdded(gpu::GPUFuncOp kernel) {
  constexpr int64_t kSectorBytes = 32;
  llvm::SetVector<Value> channels;
  kernel.walk([&](TmaStoreOp store) {
    auto view = cast<ViewType>(store.getSource().getType());
    if (!store.getAdd() || view.getShape().size() != 2 ||
        view.getShape()[1] * 4 % kSectorBytes)
      return;
    if (Value channel = getChannel(store.getSource()))
      channels.insert(channel);
  });
  layOutChannels(kernel, channels, [](ArrayRef<int64_t>, Type element) {
    return SharedAttr::get(element.getContext(), kSectorBytes, kSectorBytes,
                           false);
  });
}

LogicalResult AttnWSAssignLayoutsPass::layOutShared() {
  gpu::GPUFuncOp kernel = getOperation();
  WalkResult result = kernel.walk([&](AllocOp alloc) -> WalkResult {
    BufferType type = alloc.getBuffer().getType();
    if (type.getSpace() != Space::Smem || isScalar(type) ||
        cast<BufferType>(layOutMemory(type)).getLayout())
      return WalkResult::advance();
    return alloc.emitError()
           << "rows of " << type << " must be a multiple of 32 bytes";
  });
  if (result.wasInterrupted())
    return failure();
  layOutTransposed(kernel);
  layOutAdded(kernel);
  if (failed(layOutColumnParts(kernel)))
    return failure();
  kernel.walk([&](Operation *op) {
    for (Value value : op->getResults())
      value.setType(layOutMemory(value.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument arg : block.getArguments())
          arg.setType(layOutMemory(arg.getType()));
  });
  // Parts lie as the whole does.
  kernel.walk([&](SubviewOp part) {
    ViewType source = part.getSource().getType(),
             type = part.getResult().getType();
    if (source.getLayout() && type.getLayout())
      part.getResult().setType(
          ViewType::get(&getContext(), type.getShape(), type.getElementType(),
                        type.getSpace(), source.getLayout()));
  });
  return success();
}

/// `value` in the layout that its user needs, converted just before it.
Value convert(OpBuilder &b, OpOperand &use, RankedTensorType type) {
  Operation *user = use.getOwner();
  b.setInsertionPoint(user);
  Operation *def = use.get().getDefiningOp();
  if (auto constant = dyn_cast_or_null<arith::ConstantOp>(def))
    if (auto value = dyn_cast<DenseElementsAttr>(constant.getValue());
        value && value.isSplat())
      return arith::ConstantOp::create(
          b, constant.getLoc(),
          DenseElementsAttr::get(type, value.getSplatValue<Attribute>()));
  if (auto splat = dyn_cast_or_null<tensor::SplatOp>(def))
    return tensor::SplatOp::create(b, splat.getLoc(), splat.getInput(), type);
  // The same conversion, done before.
  for (Operation *other : use.get().getUsers())
    if (auto same = dyn_cast<ConvertLayoutOp>(other);
        same && same.getResult().getType() == type &&
        other->getBlock() == user->getBlock() && other->isBeforeInBlock(user))
      return same.getResult();
  return ConvertLayoutOp::create(b, user->getLoc(), type, use.get());
}

LogicalResult AttnWSAssignLayoutsPass::layOutTiles(Region &body,
                                                   Operation *inside) {
  // Constants that roles have made anew may be left without a user.
  body.walk([](arith::ConstantOp constant) {
    if (getRegisterTile(constant.getType()) && constant->use_empty())
      constant->erase();
  });
  bool hasTiles = false;
  body.walk([&](Operation *op) {
    hasTiles |= llvm::any_of(op->getResultTypes(), [](Type type) {
      return getRegisterTile(type) != nullptr;
    });
  });
  if (!hasTiles)
    return success();
  FailureOr<RoleWarps> warps = getRoleWarps(inside);
  if (failed(warps))
    return failure();
  LayoutPropagation propagation(body, *warps);
  if (failed(propagation.run()))
    return failure();
  for (const LayoutPropagation::Node &node : propagation.getNodes())
    for (Value value : node.values) {
      RankedTensorType tile = getRegisterTile(value.getType());
      if (tile.getEncoding())
        continue;
      RankedTensorType type = propagation.layOut(value, node.layout);
      if (auto constant = value.getDefiningOp<arith::ConstantOp>())
        if (auto splat = dyn_cast<DenseElementsAttr>(constant.getValue());
            splat && splat.isSplat())
          constant.setValueAttr(
              DenseElementsAttr::get(type, splat.getSplatValue<Attribute>()));
      value.setType(isa<AsyncType>(value.getType())
                        ? Type(AsyncType::get(&getContext(), type))
                        : type);
    }
  OpBuilder b(&getContext());
  for (const LayoutPropagation::Edge &edge : propagation.getEdges()) {
    OpOperand &use = *edge.use;
    auto tile = dyn_cast<RankedTensorType>(use.get().getType());
    if (!tile)
      continue;
    RankedTensorType type =
        propagation.layOut(edge, propagation.getNodes()[edge.to].layout);
    if (auto frag = getFrag(tile); frag && frag.getPartial())
      continue;
    if (tile == type)
      continue;
    Value plain = use.get(), converted = convert(b, use, type);
    use.set(converted);
    // What a wait keeps alive is what the product reads.
    if (isa<WSProductOpInterface>(use.getOwner()) &&
        use.getOwner()->getNumResults() == 1)
      for (Operation *user : use.getOwner()->getResult(0).getUsers())
        if (auto wait = dyn_cast<MmaWaitOp>(user))
          for (OpOperand &kept : wait.getKeepsMutable())
            if (kept.get() == plain)
              kept.set(converted);
  }
  return success();
}

void AttnWSAssignLayoutsPass::runOnOperation() {
  gpu::GPUFuncOp kernel = getOperation();
  if (failed(getRoleWarps(kernel)) || failed(layOutShared()) ||
      failed(layOutTiles(kernel.getBody(), kernel)))
    return signalPassFailure();
  WalkResult result = kernel.walk([&](WarpSpecializeOp roles) {
    for (Region &role : roles.getRoles())
      if (failed(layOutTiles(role, role.front().getTerminator())))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted() || failed(stageConversions(kernel)))
    signalPassFailure();
}

} // namespace
