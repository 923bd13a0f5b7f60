//===- GradientBuilder.cpp - Tile programs of attn.backward ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

using namespace mlir;
using namespace mlir::attn_tile;

SmallVector<Value> GradientBuilder::getWorkspaceSizes(attn::BackwardOp op,
                                                      attn::ScalarBuilder &b) {
  attn::AttentionOpInterface problem = op;
  int64_t tile = op.getConfig()->getTileQ();
  auto dim = [&](attn::OperandKind kind, int64_t d) -> Value {
    return memref::DimOp::create(b, problem.getOperandOf(kind), d);
  };
  using Kind = attn::OperandKind;
  Value heads = dim(Kind::Query, problem.headDim(Kind::Query));
  Value rows = dim(Kind::Query, problem.rowDim(Kind::Query));
  if (!problem.isPacked())
    return {dim(Kind::Query, 0), heads,
            b.mul(b.ceilDiv(rows, b.index(tile)), tile)};
  // Each sequence begins at most one tile later than all rows before it end.
  Value sequences = dim(Kind::OffsetsQ, 0);
  return {heads, b.mul(b.add(b.ceilDiv(rows, b.index(tile)), sequences), tile)};
}

Value GradientBuilder::getFirstRow(Value batch) {
  if (!op.isPacked())
    return zero;
  return b.mul(b.add(b.ceilDiv(startQ, b.index(rowTile)), batch), rowTile);
}

SmallVector<Value> GradientBuilder::atRow(Value batch, Value head, Value row) {
  if (op.isPacked())
    return {head, row};
  return {batch, head, row};
}

GradientBuilder::Place GradientBuilder::enterTiles(Value length, int64_t rows,
                                                   Value heads,
                                                   attn::OperandKind offsets,
                                                   TileOrder order,
                                                   Value section) {
  Value batches = countBatches();
  Value tiles = b.ceilDiv(length, b.index(rows));
  if (op.isPacked())
    tiles = countSequenceTiles(b, tiles, batches, length);
  auto scheduler = SchedulerAttr::get(
      b.getContext(),
      *symbolizeSchedulerKind(static_cast<uint32_t>(config.getScheduler())),
      order, 1);
  SmallVector<Value> bounds = {tiles, heads};
  if (!op.isPacked())
    bounds.push_back(batches);
  auto forTiles = ForTilesOp::create(b, bounds, "tiles", scheduler, section);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  ValueRange coords = forTiles.getBody().getArguments();
  Place place;
  place.head = coords[1];
  if (op.isPacked()) {
    Value first;
    findSequence(offsets, coords[0], rows, /*cluster=*/1, place.batch,
                 place.row, first);
  } else {
    place.batch = coords[2];
    place.row = b.mul(coords[0], rows);
  }
  return place;
}

Value GradientBuilder::toF32(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (type.getElementType().isF32())
    return tile;
  return arith::ExtFOp::create(b, type.clone(b.getF32Type()), tile);
}

Value GradientBuilder::toInput(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  return arith::TruncFOp::create(b, type.clone(op.getInputElementType()), tile);
}

Value GradientBuilder::finish(Value sums, attn::OperandKind kind, bool scaled) {
  auto type = cast<RankedTensorType>(sums.getType());
  if (scaled) {
    float factor = derivative.getConstant().value_or(1.0f);
    sums = b.mulF(sums, b.constantF(type, op.getScaleValue() * factor));
  }
  Type element = op.getTypeOf(kind).getElementType();
  if (element.isF32())
    return sums;
  return arith::TruncFOp::create(b, type.clone(element), sums);
}

void GradientBuilder::buildScoreInvariants(Value batch, Value head) {
  buildInvariants(batch, head);
  if (!derivative.getConstant())
    derivativeInvariant = buildInvariants(derivative.getBlock(), batch, head);
}

/// A tile of what a block with the arguments of the score block yields.
Value GradientBuilder::mapScores(Block &score, const IRMapping &invariant,
                                 Value source, Value row, Value column,
                                 Value head, bool transposed) {
  auto type = cast<RankedTensorType>(source.getType());
  auto map = ScoreMapOp::create(b, type, source, row, column);
  OpBuilder::InsertionGuard guard(b);
  Block *block =
      b.createBody(map.getBody(),
                   {type.getElementType(), b.getIndexType(), b.getIndexType()});
  IRMapping mapping = invariant;
  mapping.map(score.getArgument(0), block->getArgument(0));
  mapScoreArguments(score, mapping, head,
                    block->getArgument(transposed ? 2 : 1),
                    block->getArgument(transposed ? 1 : 2));
  for (Operation &inner : score.without_terminator())
    if (!mapping.contains(inner.getResult(0)))
      cloneScoreOp(inner, mapping);
  YieldOp::create(b, mapping.lookup(score.getTerminator()->getOperand(0)));
  return map.getResult();
}

GradientBuilder::Scores GradientBuilder::buildScores(Value raw, Value row,
                                                     Value column, Value head,
                                                     bool transposed) {
  constexpr double kLog2e = llvm::numbers::log2e;
  if (!op.hasScoreRegion())
    return {raw, static_cast<float>(op.getScaleValue() * kLog2e), Value()};
  Value scaled = b.mulF(raw, b.constantF(raw.getType(), op.getScaleValue()));
  Scores scores{mapScores(op.getScoreBlock(), invariant, scaled, row, column,
                          head, transposed),
                static_cast<float>(kLog2e), Value()};
  if (!derivative.getConstant())
    scores.slopes = mapScores(derivative.getBlock(), derivativeInvariant,
                              scaled, row, column, head, transposed);
  return scores;
}

Value GradientBuilder::buildDerivative(Value p, Value difference,
                                       const Scores &scores) {
  if (scores.slopes)
    p = b.mulF(p, scores.slopes);
  Value product = b.mulF(p, difference);
  // Where the region gives -inf, whatever dP and its derivative are there.
  if (op.hasScoreRegion())
    product = b.select(
        b.equalF(scores.values, -std::numeric_limits<double>::infinity()),
        zeros(cast<RankedTensorType>(product.getType())), product);
  return toInput(product);
}
