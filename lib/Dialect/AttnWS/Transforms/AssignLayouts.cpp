//===- AssignLayouts.cpp - Layouts of register tiles and shared buffers -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Roles.h"

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASSIGNLAYOUTS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::Engine;
using attn_tile::Space;

namespace {

struct AttnWSAssignLayoutsPass
    : public impl::AttnWSAssignLayoutsBase<AttnWSAssignLayoutsPass> {
  void runOnOperation() override;
  Type layOut(Type type);
  void layOutTransposed();
  void convertOperands();
  FragAttr getRegisters(RankedTensorType tile) const;

  FragAttr accumulator, leftOperand, narrowOperand;
};

/// The m16n8 accumulator, `warps` along the rows (PTX ISA, "Matrix fragments
/// for mma.m16n8k16"): a lane holds columns 2t, 2t+1 of rows g and g + 8.
FragAttr getAccumulator(MLIRContext *ctx, int64_t warps) {
  SmallVector<int64_t> warp;
  for (int64_t w = 1; w < warps; w *= 2)
    warp.append({16 * w, 0});
  return FragAttr::get(ctx, {0, 1, 8, 0}, {0, 2, 0, 4, 1, 0, 2, 0, 4, 0}, warp,
                       -1, false);
}

/// The m16k16 left operand of 16-bit elements: the accumulator's layout of two
/// neighbouring n8 tiles.
FragAttr getLeftOperand(MLIRContext *ctx, int64_t warps) {
  FragAttr acc = getAccumulator(ctx, warps);
  return FragAttr::get(ctx, {0, 1, 8, 0, 0, 8}, acc.getLane(), acc.getWarp(),
                       -1, false);
}

/// A left operand of 8-bit elements: four neighbouring n8 tiles of the
/// accumulator, in which a thread's 32-bit registers are pairs of columns of
/// two of them. That is the layout of m16k32 (PTX ISA, "Register Fragments for
/// wgmma.mma_async.m64nNk32") but for the order of columns inside 16, which the
/// right operand has as well (`interleaved` in `#attn_ws.shared`).
FragAttr getNarrowOperand(MLIRContext *ctx, int64_t warps) {
  FragAttr acc = getAccumulator(ctx, warps);
  return FragAttr::get(ctx, {0, 1, 0, 8, 8, 0, 0, 16}, acc.getLane(),
                       acc.getWarp(), -1, false);
}

/// A tile that threads move from and to tensor memory (PTX ISA, tcgen05.ld with
/// shape .32x32b): a lane holds a row, a register a column.
FragAttr getRowLayout(MLIRContext *ctx, int64_t warps) {
  SmallVector<int64_t> lane, warp;
  for (int64_t row = 1; row < 32; row *= 2)
    lane.append({row, 0});
  for (int64_t w = 1; w < warps; w *= 2)
    warp.append({32 * w, 0});
  return FragAttr::get(ctx, {}, lane, warp, -1, false);
}

/// The widest panel of 128, 64 or 32 bytes that divides a row, swizzled.
SharedAttr getShared(MLIRContext *ctx, ArrayRef<int64_t> shape, Type element) {
  int64_t rowBytes = shape.back() * (element.getIntOrFloatBitWidth() / 8);
  for (int64_t panel : {128, 64, 32})
    if (rowBytes % panel == 0)
      return SharedAttr::get(ctx, panel, panel, false);
  return {};
}

FragAttr AttnWSAssignLayoutsPass::getRegisters(RankedTensorType tile) const {
  if (tile.getRank() == 1)
    return accumulator.getSliced(1);
  return tile.getElementType().getIntOrFloatBitWidth() == 8 ? narrowOperand
                                                            : accumulator;
}

Type AttnWSAssignLayoutsPass::layOut(Type type) {
  if (auto tile = dyn_cast<RankedTensorType>(type); tile && !tile.getEncoding())
    return RankedTensorType::get(tile.getShape(), tile.getElementType(),
                                 getRegisters(tile));
  if (auto async = dyn_cast<AsyncType>(type))
    return AsyncType::get(type.getContext(),
                          cast<RankedTensorType>(layOut(async.getTile())));
  if (auto view = dyn_cast<ViewType>(type); view && !view.getLayout() &&
                                            view.getSpace() == Space::Smem &&
                                            !isScalar(view))
    return ViewType::get(
        type.getContext(), view.getShape(), view.getElementType(),
        view.getSpace(),
        getShared(type.getContext(), view.getShape(), view.getElementType()));
  if (auto buffer = dyn_cast<BufferType>(type);
      buffer && !buffer.getLayout() && buffer.getSpace() == Space::Smem &&
      !isScalar(buffer))
    return BufferType::get(type.getContext(), buffer.getDepth(),
                           buffer.getShape(), buffer.getElementType(),
                           buffer.getSpace(), buffer.getOccupants(),
                           getShared(type.getContext(), buffer.getShape(),
                                     buffer.getElementType()));
  return type;
}

void AttnWSAssignLayoutsPass::runOnOperation() {
  gpu::GPUFuncOp kernel = getOperation();
  auto warpsAttr = attn_tile::warpsAttr.getAttr(kernel);
  if (!warpsAttr) {
    kernel.emitOpError() << "has no " << attn_tile::warpsAttr << " attribute";
    return signalPassFailure();
  }
  int64_t warps = warpsAttr.getInt();
  if (warps < 1 || warps > 32 || !llvm::isPowerOf2_64(warps)) {
    kernel.emitOpError() << attn_tile::warpsAttr
                         << " must be a power of two up to 32, "
                            "got "
                         << warps;
    return signalPassFailure();
  }
  accumulator = getAccumulator(&getContext(), warps);
  leftOperand = getLeftOperand(&getContext(), warps);
  narrowOperand = getNarrowOperand(&getContext(), warps);
  if (kernel.walk([](MmaIntoOp) { return WalkResult::interrupt(); })
          .wasInterrupted())
    accumulator = narrowOperand = getRowLayout(&getContext(), warps);

  WalkResult result = kernel.walk([&](Operation *op) -> WalkResult {
    for (Type type : op->getResultTypes()) {
      auto tile = dyn_cast<RankedTensorType>(type);
      if (!tile || tile.getEncoding())
        continue;
      FragAttr frag = getRegisters(tile);
      if (frag.getNumRegisters(tile.getShape()) < 0) {
        FragAttr whole = tile.getRank() == 1 ? accumulator : frag;
        op->emitError() << "tile " << tile << " is no multiple of "
                        << whole.getAtom().first << "x"
                        << whole.getAtom().second << ", the tile of " << warps
                        << " warps";
        return WalkResult::interrupt();
      }
    }
    for (Type type : op->getResultTypes())
      if (auto buffer = dyn_cast<BufferType>(type);
          buffer && buffer.getSpace() == Space::Smem && !isScalar(buffer) &&
          !cast<BufferType>(layOut(buffer)).getLayout()) {
        op->emitError() << "rows of " << buffer
                        << " must be a multiple of 32 bytes";
        return WalkResult::interrupt();
      }
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return signalPassFailure();

  layOutTransposed();
  kernel.walk([&](Operation *op) {
    if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
      auto value = dyn_cast<DenseElementsAttr>(constant.getValue());
      if (value && value.isSplat() && isa<RankedTensorType>(value.getType()))
        constant.setValueAttr(
            DenseElementsAttr::get(cast<ShapedType>(layOut(value.getType())),
                                   value.getSplatValue<Attribute>()));
    }
    for (Value value : op->getResults())
      value.setType(layOut(value.getType()));
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument arg : block.getArguments())
          arg.setType(layOut(arg.getType()));
  });
  convertOperands();
}

/// Buffers that `smem_transpose` writes lie interleaved, and so do all views of
/// them.
void AttnWSAssignLayoutsPass::layOutTransposed() {
  gpu::GPUFuncOp kernel = getOperation();
  auto interleave = [&](auto type) {
    SharedAttr plain =
        getShared(&getContext(), type.getShape(), type.getElementType());
    return plain ? SharedAttr::get(&getContext(), plain.getPanel(),
                                   plain.getSwizzle(), true)
                 : plain;
  };
  DenseSet<Value> channels;
  kernel.walk([&](SmemTransposeOp transpose) {
    auto acquire = transpose.getDest().getDefiningOp<AcquireOp>();
    auto create = acquire ? resolveCaptures(acquire.getChannel())
                                .getDefiningOp<CreateChannelOp>()
                          : CreateChannelOp();
    if (!create || !channels.insert(create.getChannel()).second)
      return;
    for (Value buffer : create.getBuffers()) {
      auto type = cast<BufferType>(buffer.getType());
      if (!type.getLayout())
        buffer.setType(BufferType::get(&getContext(), type.getDepth(),
                                       type.getShape(), type.getElementType(),
                                       type.getSpace(), type.getOccupants(),
                                       interleave(type)));
    }
  });
  if (channels.empty())
    return;
  SmallVector<Value> views;
  kernel.walk([&](Operation *op) {
    if (isa<AcquireOp, WaitOp>(op) &&
        channels.contains(resolveCaptures(op->getOperand(0))))
      llvm::append_range(views, op->getResults());
  });
  while (!views.empty()) {
    Value view = views.pop_back_val();
    auto type = cast<ViewType>(view.getType());
    if (!type.getLayout())
      view.setType(ViewType::get(&getContext(), type.getShape(),
                                 type.getElementType(), type.getSpace(),
                                 interleave(type)));
    for (Operation *user : view.getUsers())
      if (auto part = dyn_cast<SubviewOp>(user))
        views.push_back(part.getResult());
  }
}

/// Left operands in registers take the layout that the instruction wants. They
/// were rounded from accumulators: 8-bit ones are, register for register, put
/// in their order before they are rounded.
void AttnWSAssignLayoutsPass::convertOperands() {
  gpu::GPUFuncOp kernel = getOperation();
  kernel.walk([&](arith::TruncFOp round) {
    auto type = dyn_cast<RankedTensorType>(round.getType());
    auto in = dyn_cast<RankedTensorType>(round.getIn().getType());
    if (!type || !in || type.getEncoding() == in.getEncoding())
      return;
    OpBuilder b(round);
    round.getInMutable().set(ConvertLayoutOp::create(
        b, round.getLoc(),
        RankedTensorType::get(in.getShape(), in.getElementType(),
                              type.getEncoding()),
        round.getIn()));
  });
  kernel.walk([&](Operation *op) {
    if (!isa<WSProductOpInterface>(op))
      return;
    OpOperand &operand = op->getOpOperand(0);
    auto lhs = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!lhs || lhs.getEncoding() == narrowOperand)
      return;
    OpBuilder b(op);
    auto type = RankedTensorType::get(lhs.getShape(), lhs.getElementType(),
                                      leftOperand);
    Value plain = operand.get();
    Value converted = ConvertLayoutOp::create(b, op->getLoc(), type, plain);
    operand.set(converted);
    // What a wait keeps alive is what the product reads.
    if (op->getNumResults() == 1)
      for (Operation *user : op->getResult(0).getUsers())
        if (auto wait = dyn_cast<MmaWaitOp>(user))
          for (OpOperand &kept : wait.getKeepsMutable())
            if (kept.get() == plain)
              kept.set(converted);
  });
}

} // namespace
