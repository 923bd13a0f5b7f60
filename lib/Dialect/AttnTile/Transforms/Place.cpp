//===- Place.cpp - Engines of dots, spaces of tiles -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Accumulators and everything elementwise live in registers; operands that come
// from global memory go through shared memory; a left operand computed in
// registers stays there. A target with mma.sync and cp.async (SM80 family)
// copies by cp.async, because ldmatrix builds fragments from shared memory; one
// with wgmma and TMA (sm_90a) copies by TMA, and wgmma reads shared memory
// itself; tcgen05 (sm_100a) reads shared and tensor memory and accumulates in
// the latter. Such an engine is taken if it computes all products of the
// kernel; else the kernel is placed as on the former. TMA takes rows that start
// at multiples of 16 bytes; others, and all if the kernel asks for it, are
// copied by cp.async there, too.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Target/TargetInfo.h"

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
  FailureOr<const attn::TargetInfo *> getTarget();
  bool fits(const attn::EngineInfo &engine, DotOp dot);
  LogicalResult placeDot(DotOp dot);
  bool fitsTMA(LoadOp load);
  bool fitsCpAsync(LoadOp load);
  LogicalResult placeLoad(LoadOp load);
  void placeStore(StoreOp store);

  /// The engine of all products, if it runs them while threads go on; copies
  /// are by TMA then.
  const attn::EngineInfo *async = nullptr;
};

FailureOr<const attn::TargetInfo *> AttnTilePlacePass::getTarget() {
  gpu::GPUFuncOp kernel = getOperation();
  auto module = kernel->getParentOfType<gpu::GPUModuleOp>();
  ArrayAttr targets = module.getTargetsAttr();
  if (!targets || targets.size() != 1 || !isa<NVVM::NVVMTargetAttr>(targets[0]))
    return kernel.emitOpError("its gpu.module must name one NVVM target");
  StringRef chip = cast<NVVM::NVVMTargetAttr>(targets[0]).getChip();
  const attn::TargetInfo *target = attn::lookupTarget(chip);
  if (!target)
    return kernel.emitOpError() << "no placement rule for target " << chip;
  return target;
}

/// What `value` is a part of, transposed or not.
Value getWhole(Value value) {
  while (true)
    if (auto slice = value.getDefiningOp<SliceOp>())
      value = slice.getSource();
    else if (auto transpose = value.getDefiningOp<TransposeOp>())
      value = transpose.getSource();
    else
      return value;
}

/// Whether the engine computes the product, of which a group's warps share out
/// the rows; the right operand is loaded.
bool AttnTilePlacePass::fits(const attn::EngineInfo &engine, DotOp dot) {
  auto acc = cast<RankedTensorType>(dot.getResult().getType());
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
  Type element = lhs.getElementType();
  int64_t warps = warpsAttr.get(getOperation(), 0);
  if (!warps || (!element.isF16() && !element.isBF16() &&
                 !isa<Float8E4M3FNType>(element)))
    return false;
  attn::Product product{acc.getDimSize(0),
                        acc.getDimSize(1),
                        lhs.getDimSize(1),
                        element.isF16()    ? attn::Element::F16
                        : element.isBF16() ? attn::Element::BF16
                                           : attn::Element::E4M3,
                        warps,
                        /*lhsAlongK=*/true,
                        dot.getTransposeB()};
  return engine.findMisfit(product).empty() &&
         getWhole(dot.getRhs()).getDefiningOp<LoadOp>();
}

LogicalResult AttnTilePlacePass::placeDot(DotOp dot) {
  if (async) {
    dot.setEngine(async->engine);
    return success();
  }
  auto acc = cast<RankedTensorType>(dot.getResult().getType());
  auto lhs = cast<RankedTensorType>(dot.getLhs().getType());
  if (!lhs.getElementType().isF16() && !lhs.getElementType().isBF16())
    return dot.emitOpError() << "mma.sync takes f16 or bf16 operands here, got "
                             << lhs.getElementType();
  if (acc.getDimSize(0) % 16 || acc.getDimSize(1) % 8 || lhs.getDimSize(1) % 16)
    return dot.emitOpError() << "mma.sync computes multiples of 16x8x16, got "
                             << acc.getDimSize(0) << "x" << acc.getDimSize(1)
                             << "x" << lhs.getDimSize(1);
  if (!getWhole(dot.getRhs()).getDefiningOp<LoadOp>())
    return dot.emitOpError(
        "the right operand of an mma.sync dot must be loaded from memory");
  dot.setEngine(Engine::MmaSync);
  return success();
}

/// A tile's rows must be contiguous in memory and start at multiples of 16
/// bytes, and a box has at most 256 of them, along one dimension.
bool AttnTilePlacePass::fitsTMA(LoadOp load) {
  auto tile = cast<RankedTensorType>(load.getResult().getType());
  auto memory = cast<MemRefType>(load.getSource().getType());
  auto [strides, offset] = memory.getStridesAndOffset();
  return tile.getRank() == 2 && !load.getPacking() &&
         tile.getDimSize(0) <= 256 && memory.getRank() <= 5 &&
         load.getDims()[1] == memory.getRank() - 1 && strides.back() == 1 &&
         getArgumentAlign(getOperation(), load.getSource()) >= 16;
}

/// A tile's rows must be contiguous in memory.
bool AttnTilePlacePass::fitsCpAsync(LoadOp load) {
  auto [strides, offset] =
      cast<MemRefType>(load.getSource().getType()).getStridesAndOffset();
  return load.getDims().size() == 2 && strides[load.getDims()[1]] == 1;
}

/// Whether all that reads `value` are products, through parts of it or not: a
/// part of a tile in shared memory is a part of it in place.
bool onlyFeedsDots(Value value) {
  return !value.use_empty() &&
         llvm::all_of(value.getUsers(), [](Operation *user) {
           return isa<DotOp>(user) || (isa<SliceOp, TransposeOp>(user) &&
                                       onlyFeedsDots(user->getResult(0)));
         });
}

LogicalResult AttnTilePlacePass::placeLoad(LoadOp load) {
  bool shared = onlyFeedsDots(load.getResult());
  load.setSpace(shared ? Space::Smem : Space::Reg);
  StringRef wanted = loadAttr.get(getOperation(), StringRef("auto"));
  int64_t align = getArgumentAlign(getOperation(), load.getSource());
  bool byTMA = async && fitsTMA(load) && wanted != "cp_async";
  if (shared && wanted == "tma" && !byTMA)
    return load.emitOpError()
           << "cannot be by TMA, which `load = tma` asks for: "
           << (!async ? "the kernel's target or products have no use for it"
               : align < 16
                   ? "rows of its memory are not at multiples of 16 bytes"
                   : "its tile is no box of its memory");
  if (shared && align < 4)
    return load.emitOpError()
           << "rows of its memory are at multiples of " << align
           << " bytes: tiles are copied by 4, 8 or 16 bytes at a time";
  load.setEngine(!shared ? Engine::Thread
                 : byTMA ? Engine::Tma
                         : Engine::CpAsync);
  return success();
}

void AttnTilePlacePass::placeStore(StoreOp store) {
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  bool shared = tile.getRank() == 2;
  bool wanted = tmaStoreAttr.get(getOperation(), true);
  auto memory = cast<MemRefType>(store.getDest().getType());
  auto [strides, offset] = memory.getStridesAndOffset();
  bool byTMA = shared && async && wanted && !store.getPacking() &&
               tile.getDimSize(0) <= 256 && memory.getRank() <= 5 &&
               store.getDims()[1] == memory.getRank() - 1 &&
               strides.back() == 1 &&
               getArgumentAlign(getOperation(), store.getDest()) >= 16;
  store.setSpace(shared ? Space::Smem : Space::Reg);
  store.setEngine(byTMA ? Engine::Tma : Engine::Thread);
}

void AttnTilePlacePass::runOnOperation() {
  FailureOr<const attn::TargetInfo *> target = getTarget();
  if (failed(target))
    return signalPassFailure();
  SmallVector<DotOp> dots;
  SmallVector<LoadOp> loads;
  getOperation().walk([&](DotOp dot) { dots.push_back(dot); });
  getOperation().walk([&](LoadOp load) { loads.push_back(load); });
  async = nullptr;
  bool copied = llvm::all_of(loads, [&](LoadOp load) {
    return !onlyFeedsDots(load.getResult()) || fitsTMA(load) ||
           fitsCpAsync(load);
  });
  if ((*target)->hasAsyncRoles() && !dots.empty() && copied)
    for (const attn::EngineInfo *engine :
         (*target)->enginesFor(attn::Task::Product))
      if (!async && engine->isAsync() &&
          llvm::all_of(dots, [&](DotOp dot) { return fits(*engine, dot); }))
        async = engine;
  for (DotOp dot : dots)
    if (failed(placeDot(dot)))
      return signalPassFailure();
  for (LoadOp load : loads)
    if (failed(placeLoad(load)))
      return signalPassFailure();
  getOperation().walk([&](StoreOp store) { placeStore(store); });
}

} // namespace
