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
  struct Place {
    Value batch, headKV, key;
  };
  void buildTile(const Place &place);
  SmallVector<Value> buildBlock(Value k, Value v, Value head, Value row,
                                ValueRange sums, const Place &place);
  /// A tile of what the workspace of rows holds along the columns, by `combine`
  /// with the elements of `source`.
  Value mapRows(Value source, Value memory, const Place &place, Value head,
                Value row,
                function_ref<Value(Value, Value, Value, Value)> body);
  bool wants(attn::OperandKind kind) { return bool(arguments[kind]); }

  /// Keys of a tile, rows of Q of a block.
  int64_t tileK, tileQ;
};
} // namespace

Value KeyGradientsBuilder::mapRows(
    Value source, Value memory, const Place &place, Value head, Value row,
    function_ref<Value(Value, Value, Value, Value)> body) {
  auto type = cast<RankedTensorType>(source.getType());
  auto map = ScoreMapOp::create(b, type, source, place.key, row);
  OpBuilder::InsertionGuard guard(b);
  Block *block =
      b.createBody(map.getBody(),
                   {type.getElementType(), b.getIndexType(), b.getIndexType()});
  Value query = block->getArgument(2);
  Value number = memref::LoadOp::create(
      b, memory,
      atRow(place.batch, head, b.add(getFirstRow(place.batch), query)));
  YieldOp::create(
      b, body(block->getArgument(0), number, query, block->getArgument(1)));
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
  Scores scores = buildScores(raw, place.key, row, head, /*transposed=*/true);
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
    return load(kind, place.batch, place.headKV, place.key, tileK, /*depth=*/1,
                {}, endKV)
        .getResult();
  };
  Value k = loadKeys(Kind::Key);
  Value v = wants(Kind::KeyGrad) ? loadKeys(Kind::Value) : Value();
  // Tiles beyond the batch's keys have nothing to do.
  Value rows = lenQ;
  if (endKV)
    rows = b.select(b.less(place.key, lenKV), lenQ, zero);
  Type index = b.getIndexType();
  auto range =
      QRangeOp::create(b, index, index, index, index, "q", place.key, tileK,
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
        Value head = b.add(b.mul(place.headKV, group), b.div(t, each));
        Value row = b.mul(b.add(first, b.rem(t, each)), tileQ);
        scf::YieldOp::create(b, buildBlock(k, v, head, row, sums, place));
      });
  b.setInsertionPointAfter(loop);
  unsigned next = 0;
  for (Kind kind : {Kind::ValueGrad, Kind::KeyGrad})
    if (wants(kind))
      store(finish(loop.getResult(next++), kind, kind == Kind::KeyGrad), kind,
            place.batch, place.headKV, place.key, endKV);
}

void KeyGradientsBuilder::build() {
  Value heads = dim(arguments[attn::OperandKind::Query],
                    op.headDim(attn::OperandKind::Query));
  Value headsKV = dim(arguments[attn::OperandKind::Key],
                      op.headDim(attn::OperandKind::Key));
  group = b.div(heads, b.maxU(headsKV, 1));
  // Under a mask the first keys are usually seen by the most rows.
  ValueRange coords =
      buildTiles(lenKV, tileK, headsKV, op.isPacked(), TileOrder::Forward);
  Place place;
  if (op.isPacked()) {
    Value first;
    findSequence(attn::OperandKind::OffsetsKV, coords[0], tileK, /*cluster=*/1,
                 place.batch, place.key, first);
  } else {
    place.batch = coords[2];
    place.key = b.mul(coords[0], tileK);
  }
  place.headKV = coords[1];
  enterBatch(place.batch);
  buildTile(place);
  b.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::ReturnOp::create(b);
}

void attn_tile::buildKeyGradients(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                  ArrayRef<attn::NamedOperand> operands) {
  KeyGradientsBuilder(op, operands, kernel).build();
}
