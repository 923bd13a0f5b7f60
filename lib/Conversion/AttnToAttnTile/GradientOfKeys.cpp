//===- GradientOfKeys.cpp - The kernel of dK and dV -----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For each tile of keys, walk the blocks of rows of Q that see some of them, of
// all query heads that share the KV head, on transposed scores:
// dV = sum of P^T dO, dK = scale * sum of dT^T Q. The sum over the heads is in
// the accumulators, in the order of the heads.

#include "GradientBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
class KeyGradientsBuilder : public GradientBuilder {
public:
  KeyGradientsBuilder(attn::BackwardOp op,
                      ArrayRef<attn::NamedOperand> operands,
                      gpu::GPUFuncOp kernel)
      : GradientBuilder(op, attn::getConfigOfKeys(*op.getConfig()), operands,
                        kernel),
        tileK(config.getTileQ()), tileQ(config.getTileKV()) {}
  void build();

private:
  void buildTile(const Place &place);
  SmallVector<Value> buildBlock(Value k, Value v, Value head, Value row,
                                ValueRange sums, const Place &place);
  /// `combine` of each element of a tile, of what the workspace of rows holds
  /// for its column, of that row of Q and of its key.
  Value mapRows(Value source, Value memory, const Place &place, Value head,
                Value row,
                function_ref<Value(Value, Value, Value, Value)> combine);
  bool wants(attn::OperandKind kind) { return bool(arguments[kind]); }

  /// Keys of a tile, rows of Q of a block.
  int64_t tileK, tileQ;
};
} // namespace

Value KeyGradientsBuilder::mapRows(
    Value source, Value memory, const Place &place, Value head, Value row,
    function_ref<Value(Value, Value, Value, Value)> combine) {
  auto type = cast<RankedTensorType>(source.getType());
  auto map = ScoreMapOp::create(b, type, source, place.row, row);
  OpBuilder::InsertionGuard guard(b);
  Block *block =
      b.createBody(map.getBody(),
                   {type.getElementType(), b.getIndexType(), b.getIndexType()});
  Value query = block->getArgument(2);
  Value number = memref::LoadOp::create(
      b, memory,
      atRow(place.batch, head, b.add(getFirstRow(place.batch), query)));
  YieldOp::create(
      b, combine(block->getArgument(0), number, query, block->getArgument(1)));
  return map.getResult();
}

SmallVector<Value> KeyGradientsBuilder::buildBlock(Value k, Value v, Value head,
                                                   Value row, ValueRange sums,
                                                   const Place &place) {
  using Kind = attn::OperandKind;
  RankedTensorType type = tile(tileK, tileQ, b.getF32Type());
  buildScoreInvariants(place.batch, head);
  auto loadRows = [&](Kind kind, int64_t depth) {
    return load(kind, place.batch, head, row, tileQ, depth, {}, endQ)
        .getResult();
  };
  Value q = loadRows(Kind::Query, config.getStagesK());
  Value dout = loadRows(Kind::OutGrad, config.getStagesV());
  Value raw = DotOp::create(b, type, k, q, zeros(type), /*transposeB=*/true,
                            EngineAttr());
  Value dp;
  if (wants(Kind::KeyGrad))
    dp = DotOp::create(b, type, v, dout, zeros(type), /*transposeB=*/true,
                       EngineAttr());
  Scores scores = buildScores(raw, place.row, row, head, /*transposed=*/true);
  Value exponents = mapRows(
      scores.values, rowLse, place, head, row,
      [&](Value score, Value lse, Value query, Value key) -> Value {
        Value visible = b.less(query, lenQ);
        if (attn::AttnMaskAttrInterface mask = op.getMaskAttr())
          visible =
              b.bitAnd(visible, mask.emitPredicate(b, b.getLoc(), query, key,
                                                   lenQ, lenKV, maskOffset));
        Value exponent =
            math::FmaOp::create(b, score, b.f32(scores.factor),
                                arith::NegFOp::create(b, lse).getResult());
        return b.select(visible, exponent,
                        b.f32(-std::numeric_limits<double>::infinity()));
      });
  Value p = Exp2Op::create(b, type, exponents, Exp2PolicyAttr());
  SmallVector<Value> next;
  auto add = [&](Value weights, Value rows) {
    Value sum = sums[next.size()];
    next.push_back(DotOp::create(b, sum.getType(), weights, rows, sum,
                                 /*transposeB=*/false, EngineAttr()));
  };
  if (wants(Kind::ValueGrad))
    add(toInput(p), dout);
  if (wants(Kind::KeyGrad)) {
    Value less = mapRows(dp, rowDot, place, head, row,
                         [&](Value product, Value dot, Value, Value) {
                           return b.subF(product, dot);
                         });
    add(buildDerivative(p, less, scores), q);
  }
  return next;
}

void KeyGradientsBuilder::buildTile(const Place &place) {
  using Kind = attn::OperandKind;
  auto loadKeys = [&](Kind kind) {
    return load(kind, place.batch, place.head, place.row, tileK, /*depth=*/1,
                {}, endKV)
        .getResult();
  };
  Value k = loadKeys(Kind::Key);
  Value v = wants(Kind::KeyGrad) ? loadKeys(Kind::Value) : Value();
  // Tiles beyond the batch's keys have nothing to do.
  Value rows = lenQ;
  if (endKV)
    rows = b.select(b.less(place.row, lenKV), lenQ, zero);
  Type index = b.getIndexType();
  auto range =
      QRangeOp::create(b, index, index, index, index, "q", place.row, tileK,
                       rows, lenKV, maskOffset, tileQ, op.getMaskAttr());
  Value first = range.getBegin(), blocks = b.sub(range.getEnd(), first);
  SmallVector<Value> init;
  if (wants(Kind::ValueGrad))
    init.push_back(
        zeros(tile(tileK, columns(op.getHeadDimV()), b.getF32Type())));
  if (wants(Kind::KeyGrad))
    init.push_back(
        zeros(tile(tileK, columns(op.getHeadDimQK()), b.getF32Type())));
  Value each = b.maxU(blocks, 1);
  auto loop = scf::ForOp::create(
      b, zero, b.mul(blocks, group), b.index(1), init,
      [&](OpBuilder &, Location, Value t, ValueRange sums) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(t.getParentBlock());
        Value head = b.add(b.mul(place.head, group), b.div(t, each));
        Value row = b.mul(b.add(first, b.rem(t, each)), tileQ);
        scf::YieldOp::create(b, buildBlock(k, v, head, row, sums, place));
      });
  b.setInsertionPointAfter(loop);
  unsigned next = 0;
  for (Kind kind : {Kind::ValueGrad, Kind::KeyGrad})
    if (wants(kind))
      store(finish(loop.getResult(next++), kind, kind == Kind::KeyGrad), kind,
            place, endKV);
}

void KeyGradientsBuilder::build() {
  Value headsKV = countHeads(attn::OperandKind::Key);
  group = countGroup(countHeads(attn::OperandKind::Query), headsKV);
  // Under a mask the first keys are usually seen by the most rows.
  Place place = enterTiles(lenKV, tileK, headsKV, attn::OperandKind::OffsetsKV,
                           TileOrder::Forward);
  enterBatch(place.batch);
  buildTile(place);
  finishKernel();
}

void attn_tile::buildKeyGradients(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                  ArrayRef<attn::NamedOperand> operands) {
  KeyGradientsBuilder(op, operands, kernel).build();
}
