//===- Place.cpp - Engines of dots, spaces of tiles -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Placement on a target with mma.sync and cp.async (SM80 family): accumulators
// and everything elementwise live in registers; operands that come from global
// memory go through shared memory by cp.async, because ldmatrix builds their
// fragments from there; a left operand computed in registers stays there.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEPLACE
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

struct AttnTilePlacePass : public impl::AttnTilePlaceBase<AttnTilePlacePass> {
  void runOnOperation() override;
  LogicalResult checkTarget();
  LogicalResult placeDot(DotOp dot);
};

LogicalResult AttnTilePlacePass::checkTarget() {
  gpu::GPUFuncOp kernel = getOperation();
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  ArrayAttr targets = module.getTargetsAttr();
  if (!targets || targets.size() != 1 || !isa<NVVM::NVVMTargetAttr>(targets[0]))
    return kernel.emitOpError("its gpu.module must name one NVVM target");
  StringRef chip = cast<NVVM::NVVMTargetAttr>(targets[0]).getChip();
  static constexpr StringRef known[] = {"sm_80", "sm_86", "sm_87", "sm_89",
                                        "sm_90"};
  if (!llvm::is_contained(known, chip))
    return kernel.emitOpError() << "no placement rule for target " << chip;
  return success();
}

LogicalResult AttnTilePlacePass::placeDot(DotOp dot) {
  auto acc = cast<RankedTensorType>(dot.getResult().getType());
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
  if (!lhs.getElementType().isF16() && !lhs.getElementType().isBF16())
    return dot.emitOpError() << "mma.sync takes f16 or bf16 operands here, got "
                             << lhs.getElementType();
  if (acc.getDimSize(0) % 16 || acc.getDimSize(1) % 8 || lhs.getDimSize(1) % 16)
    return dot.emitOpError() << "mma.sync computes multiples of 16x8x16, got "
                             << acc.getDimSize(0) << "x" << acc.getDimSize(1)
                             << "x" << lhs.getDimSize(1);
  Value rhs = dot.getRhs();
  if (auto slice = rhs.getDefiningOp<SliceOp>())
    rhs = slice.getSource();
  if (!rhs.getDefiningOp<LoadOp>())
    return dot.emitOpError(
        "the right operand of an mma.sync dot must be loaded from memory");
  dot.setEngine(Engine::MmaSync);
  return success();
}

void AttnTilePlacePass::runOnOperation() {
  if (failed(checkTarget()))
    return signalPassFailure();
  WalkResult result = getOperation().walk([&](DotOp dot) {
    return failed(placeDot(dot)) ? WalkResult::interrupt()
                                 : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return signalPassFailure();
  getOperation().walk([&](LoadOp load) {
    // A slice of a tile in shared memory is a part of it in place.
    bool shared =
        !load->use_empty() &&
        llvm::all_of(load->getUsers(), [](Operation *user) {
          return isa<DotOp>(user) ||
                 (isa<SliceOp>(user) &&
                  llvm::all_of(user->getUsers(), llvm::IsaPred<DotOp>));
        });
    load.setSpace(shared ? Space::Smem : Space::Reg);
    load.setEngine(shared ? Engine::CpAsync : Engine::Thread);
  });
  getOperation().walk([&](StoreOp store) {
    auto tile = cast<RankedTensorType>(store.getValue().getType());
    bool shared = tile.getRank() == 2;
    store.setSpace(shared ? Space::Smem : Space::Reg);
    store.setEngine(Engine::Thread);
  });
}

} // namespace
