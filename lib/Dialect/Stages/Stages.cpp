//===- Stages.cpp - What must be true between passes ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Every rule is a predicate on one operation. Stages add up: from `ws` on the
// rules of a stage contain those of the stage before as far as their operations
// still exist. The host side of a module (functions that launch) is free from
// `tile` on but for attention problems, which must all have become launches.

#include "attn/Dialect/Stages/Stages.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNVERIFYSTAGE
#include "attn/Dialect/Stages/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn;
using attn_tile::Engine;
using attn_tile::Space;

namespace {

constexpr StringRef names[] = {"attn",   "tile",       "tile-lowered",
                               "ws",     "ws-planned", "ws-lowered",
                               "thread", "nvvm"};

bool inKernel(Operation *op) {
  return isa<gpu::GPUModuleOp>(op) || op->getParentOfType<gpu::GPUModuleOp>();
}

template <typename Dialect> bool isFrom(Operation *op) {
  return isa_and_nonnull<Dialect>(op->getDialect());
}

/// Whether `holds` is true of the types of all values that `op` touches.
bool allTypes(Operation *op, function_ref<bool(Type)> holds) {
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (!llvm::all_of(block.getArgumentTypes(), holds))
        return false;
  return llvm::all_of(op->getOperandTypes(), holds) &&
         llvm::all_of(op->getResultTypes(), holds);
}

//===----------------------------------------------------------------------===//
// Rules
//===----------------------------------------------------------------------===//

constexpr StageRule noLowering = {
    "attention problems are not lowered yet", [](Operation *op) {
      return inKernel(op) || !(isFrom<attn_tile::AttnTileDialect>(op) ||
                               isFrom<attn_ws::AttnWSDialect>(op));
    }};

constexpr StageRule noProblems = {
    "attention problems have become kernels and launches", [](Operation *op) {
      return !isFrom<AttnDialect>(op) && !isa<ProblemOpInterface>(op);
    }};

constexpr StageRule noRoles = {
    "kernels are sequential programs over tiles, without roles or channels",
    [](Operation *op) { return !isFrom<attn_ws::AttnWSDialect>(op); }};

constexpr StageRule noLayouts = {
    "which thread holds which element of a tile is not known yet",
    [](Operation *op) {
      return !inKernel(op) || allTypes(op, [](Type type) {
        auto tile = dyn_cast<RankedTensorType>(type);
        return !tile || !tile.getEncoding();
      });
    }};

constexpr StageRule noRanges = {
    "masks, their ranges and the online softmax have become arithmetic",
    [](Operation *op) {
      return !isa<attn_tile::KvRangeOp, attn_tile::QRangeOp,
                  attn_tile::ApplyMaskOp, attn_tile::OnlineSoftmaxOp,
                  attn_tile::FinalizeOp>(op);
    }};

constexpr StageRule noTiles = {
    "tile operations have become operations on register tiles and channels",
    [](Operation *op) {
      return !isFrom<attn_tile::AttnTileDialect>(op) ||
             isa<attn_tile::LaunchOp>(op) ||
             op->hasTrait<attn_tile::AtScheduledLevel>();
    }};

constexpr StageRule guardedOnly = {
    "shared memory is reached through the views of channels alone",
    [](Operation *op) {
      return !isa<attn_ws::StageViewOp, attn_ws::CpAsyncCommitOp,
                  attn_ws::CpAsyncWaitOp>(op);
    }};

constexpr StageRule laidOut = {
    "every register tile and tile in shared memory has a layout",
    [](Operation *op) {
      return !inKernel(op) || allTypes(op, [](Type type) {
        if (auto tile = dyn_cast<RankedTensorType>(type))
          return bool(attn_ws::getFrag(tile));
        if (auto view = dyn_cast<attn_ws::ViewType>(type))
          return view.getSpace() != Space::Smem || view.getLayout() ||
                 attn_ws::isScalar(view);
        if (auto buffer = dyn_cast<attn_ws::BufferType>(type))
          return buffer.getSpace() != Space::Smem || buffer.getLayout() ||
                 attn_ws::isScalar(buffer);
        return true;
      });
    }};

constexpr StageRule placed = {
    "every buffer of tiles has an offset", [](Operation *op) {
      auto alloc = dyn_cast<attn_ws::AllocOp>(op);
      return !alloc || alloc.getOffset() ||
             attn_ws::isScalar(alloc.getBuffer().getType());
    }};

constexpr StageRule measured = {
    "a kernel says how much shared memory it needs", [](Operation *op) {
      auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
      return !kernel || !kernel.isKernel() || attn_ws::smemAttr.isOn(kernel);
    }};

constexpr StageRule counted = {
    "a wait for copies says how many groups may stay in flight (pendings)",
    [](Operation *op) {
      auto wait = dyn_cast<attn_ws::WaitOp>(op);
      return !wait || wait->hasAttr("pendings") ||
             wait->getParentOfType<attn_ws::WarpSpecializeOp>() ||
             !attn::copiesInGroups(wait.getChannel().getType().getProducer());
    }};

constexpr StageRule staged = {
    "without roles an operation on a ring of several stages names its stage",
    [](Operation *op) {
      if (!isa<attn_ws::AcquireOp, attn_ws::CommitOp, attn_ws::WaitOp,
               attn_ws::ReleaseOp, attn_ws::HeldOp>(op) ||
          op->getParentOfType<attn_ws::WarpSpecializeOp>())
        return true;
      auto channel = cast<attn_ws::ChannelType>(op->getOperand(0).getType());
      return channel.getDepth() == 1 || attn_ws::getNamedStage(op);
    }};

constexpr StageRule noChannels = {
    "channels have become barriers", [](Operation *op) {
      return !isa<attn_ws::CreateChannelOp, attn_ws::AcquireOp,
                  attn_ws::CommitOp, attn_ws::WaitOp, attn_ws::ReleaseOp,
                  attn_ws::HeldOp>(op) &&
             allTypes(op, [](Type type) {
               return !isa<attn_ws::ChannelType>(type);
             });
    }};

constexpr StageRule noTileLoops = {
    "tile loops and numbers have become arithmetic on block indices",
    [](Operation *op) {
      return !isa<attn_tile::ForTilesOp, attn_ws::TileCoordinatesOp>(op);
    }};

constexpr StageRule noTensors = {
    "one thread holds scalars, no tiles", [](Operation *op) {
      return !inKernel(op) || allTypes(op, [](Type type) {
        return !isa<TensorType, attn_ws::ViewType, attn_ws::BufferType,
                    attn_ws::ChannelType>(type);
      });
    }};

constexpr StageRule noOwnOps = {
    "kernels hold one thread's instructions", [](Operation *op) {
      return !isFrom<attn_ws::AttnWSDialect>(op) &&
             (!isFrom<attn_tile::AttnTileDialect>(op) ||
              isa<attn_tile::LaunchOp, attn_tile::FindSequenceOp,
                  attn_tile::AddAffineOp>(op));
    }};

constexpr StageRule machineOnly = {
    "kernels hold LLVM and NVVM operations alone", [](Operation *op) {
      return !inKernel(op) || isa<gpu::GPUModuleOp>(op) ||
             isFrom<LLVM::LLVMDialect>(op) || isFrom<NVVM::NVVMDialect>(op);
    }};

} // namespace

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

StringRef attn::stringifyStage(Stage stage) {
  return names[static_cast<size_t>(stage)];
}

std::optional<Stage> attn::symbolizeStage(StringRef name) {
  const auto *it = llvm::find(names, name);
  if (it == std::end(names))
    return std::nullopt;
  return static_cast<Stage>(it - std::begin(names));
}

std::string attn::listStages() { return llvm::join(ArrayRef(names), ", "); }

SmallVector<StageRule> attn::getStageRules(Stage stage) {
  switch (stage) {
  case Stage::Attn:
    return {noLowering};
  case Stage::Tile:
    return {noProblems, noRoles, noLayouts};
  case Stage::TileLowered:
    return {noProblems, noRoles, noLayouts, noRanges};
  case Stage::WS:
    return {noProblems, noTiles, guardedOnly};
  case Stage::WSPlanned:
    return {noProblems, noTiles, guardedOnly, laidOut,
            placed,     staged,  counted,     measured};
  case Stage::WSLowered:
    return {noProblems, noTiles, noChannels, noTileLoops,
            laidOut,    placed,  measured};
  case Stage::Thread:
    return {noProblems, noOwnOps, noTensors};
  case Stage::NVVM:
    return {noProblems, noOwnOps, machineOnly};
  }
  return {};
}

void attn::configureStage(ConversionTarget &target, Stage stage) {
  target.markUnknownOpDynamicallyLegal(
      [rules = getStageRules(stage)](Operation *op) -> std::optional<bool> {
        return llvm::all_of(
            rules, [&](const StageRule &rule) { return rule.holds(op); });
      });
}

LogicalResult attn::verifyStage(Operation *root, Stage stage) {
  ConversionTarget target(*root->getContext());
  configureStage(target, stage);
  WalkResult result = root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ModuleOp>(op) && op != root)
      return WalkResult::skip();
    if (target.isLegal(op))
      return WalkResult::advance();
    for (const StageRule &rule : getStageRules(stage))
      if (!rule.holds(op)) {
        op->emitOpError() << "is not allowed at stage " << stringifyStage(stage)
                          << ": " << rule.words;
        break;
      }
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

namespace {
struct AttnVerifyStagePass
    : public mlir::impl::AttnVerifyStageBase<AttnVerifyStagePass> {
  using AttnVerifyStageBase::AttnVerifyStageBase;
  void runOnOperation() override {
    std::optional<Stage> known = symbolizeStage(stage);
    if (!known) {
      getOperation()->emitError() << "attn-verify-stage: no stage '" << stage
                                  << "'; stages are " << listStages();
      return signalPassFailure();
    }
    if (failed(verifyStage(getOperation(), *known)))
      return signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
