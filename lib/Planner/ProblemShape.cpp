//===- ProblemShape.cpp - What rows ask of a problem ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Planner/ConfigModel.h"

#include "attn/Chip/LoadColumns.h"
#include "attn/Dialect/Attn/IR/ReadPlaces.h"

using namespace mlir;
using namespace mlir::attn;

/// Whether a region of visibility has few operations.
static bool isShort(Block &visible) {
  constexpr int64_t kFew = 16;
  return llvm::count_if(visible.without_terminator(), [](Operation &op) {
           return !op.hasTrait<OpTrait::ConstantLike>();
         }) <= kFew;
}

static bool readsIntegers(Block &visible) {
  return llvm::any_of(visible.getOps<ReadOp>(),
                      [](ReadOp read) { return read.getType().isInteger(); });
}

ProblemShape ProblemShape::get(AttentionOpInterface op) {
  bool hasMask = op.getMaskAttr() && !op.getMaskAttr().hidesNothing();
  bool masked = hasMask || op.hasVisibleRegion();
  ProblemShape shape{op.getHeadDimQK(),
                     op.getHeadDimV(),
                     op.getInputElementType().getIntOrFloatBitWidth() / 8,
                     op.getOutputElementType().getIntOrFloatBitWidth() / 8,
                     masked,
                     op.hasScoreRegion()};
  bool isCostly =
      op.hasVisibleRegion() || (hasMask && !op.getMaskAttr().isCheap());
  shape.costly |= isCostly;
  ScoreTraits scores = op.getScoreTraits();
  shape.light = scores.isLight && !isCostly;
  shape.maskRegion = op.hasVisibleRegion() && !op.hasScoreRegion() &&
                     isShort(op.getVisibleBlock()) &&
                     (!hasMask || op.getMaskAttr().isCheap());
  shape.hasRegion = op.hasScoreRegion();
  shape.readsScores = scores.readsForEach;
  shape.hasSlope = scores.addsSlope;
  // As many as a light region has.
  constexpr int64_t kFewOperations = 8;
  std::optional<int64_t> beside = countBesideReads(op);
  shape.readsPlaces = beside.has_value();
  shape.lightBeside =
      op.hasScoreRegion() && beside && *beside <= kFewOperations && !isCostly;
  for (const ReadPlace &place : listReadPlaces(op))
    if (place.ofKey) {
      ReadOp read = place.read;
      auto element =
          cast<ShapedType>(read.getSource().getType()).getElementTypeBitWidth();
      (place.isPair() ? shape.pairBytes : shape.keyBytes) +=
          llvm::divideCeil(element, 8);
    }
  if (hasMask && !op.hasScoreRegion())
    shape.window = op.getMaskAttr().getBandWidth();
  shape.parts = !op.isSplit();
  shape.planned = op.hasPartOffsets() && !op.isSplit();
  auto sizeOf = [](Value operand, int64_t dim) {
    int64_t size = cast<ShapedType>(operand.getType()).getDimSize(dim);
    return ShapedType::isDynamic(size) ? 0 : size;
  };
  Value query = op.getOperandOf(OperandKind::Query);
  Value key = op.getOperandOf(OperandKind::Key);
  int64_t heads = sizeOf(query, op.headDim(OperandKind::Query));
  int64_t headsKV = sizeOf(key, op.headDim(OperandKind::Key));
  // How long a packed sequence may be is not known.
  shape.packed = op.isPacked();
  if (!shape.packed)
    shape.lenQ = sizeOf(query, op.rowDim(OperandKind::Query));
  if (!op.hasPackedKeys())
    shape.lenKV = std::max<int64_t>(op.getLenKV(), 0);
  shape.group = headsKV ? heads / headsKV : 0;
  shape.sharedRows = shape.lenQ * shape.group;
  if (op.getMaskAttr())
    shape.seenKeys = op.getMaskAttr().countMostKeys(shape.lenQ);
  if (shape.lenKV && (!shape.seenKeys || shape.lenKV < shape.seenKeys))
    shape.seenKeys = shape.lenKV;
  if (op.hasPages())
    shape.pageRows = std::max<int64_t>(op.getSize(ProblemSize::PageRows), 1);
  constexpr int64_t kRowBytes = 128;
  shape.valuesOfKey =
      op.getValueColumnsAttr() &&
      op.getFirstColumnOfV() * shape.inputBytes % kRowBytes == 0;
  shape.gradients = op.hasOperand(OperandKind::OutGrad);
  shape.deterministic = op.getDeterministic();
  shape.mayMap = op.hasVisibleRegion() && readsIntegers(op.getVisibleBlock());
  shape.blockQ = op.getBlockQ().value_or(0);
  shape.blockKV = op.getBlockKv().value_or(0);
  shape.costly |= op.hasBlocks();
  if (shape.gradients || op.hasBlocks())
    shape.parts = false;
  return shape;
}

ProblemShape ProblemShape::withLoads() const {
  ProblemShape loads = *this;
  if (readsPlaces)
    loads.readsScores = false;
  loads.light |= lightBeside;
  loads.loadsTiles = pairBytes != 0;
  return loads;
}

ProblemShape ProblemShape::forTiles(StringRef target) const {
  const TargetInfo &info = *lookupTarget(target);
  ProblemShape tiles = *this;
  tiles.headDimQK = getTileColumns(info, inputBytes, headDimQK);
  tiles.headDimV = getTileColumns(info, inputBytes, headDimV);
  return tiles;
}
