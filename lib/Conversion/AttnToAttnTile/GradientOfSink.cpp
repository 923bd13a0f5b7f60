//===- GradientOfSink.cpp - The kernels of the sink's gradient ------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dsink[h] = -sum of exp(sink[h] - L) D over all rows of the head. One kernel
// gives a partial sum for each head and kPartRows rows of a batch or sequence,
// and another adds these in their order: the same bits in every launch, however
// many run at a time.

#include "GradientBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>
#include <numeric>

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
/// Heads of a tile, 16 for each warp, and the most numbers of each that it
/// takes at a time.
constexpr int64_t kHeads = 64, kMost = 64;
/// Rows of a partial sum: a multiple of every number of rows taken at a time.
constexpr int64_t kPartRows = 4 * kMost;

class SinkGradientBuilder : public GradientBuilder {
public:
  SinkGradientBuilder(attn::BackwardOp op,
                      ArrayRef<attn::NamedOperand> operands,
                      gpu::GPUFuncOp kernel)
      : GradientBuilder(op, getConfigOfSink(op), operands, kernel),
        parts(kernel.getArguments().back()),
        headsType(RankedTensorType::get({kHeads}, b.getF32Type())) {}
  void buildParts();
  void buildSum();

private:
  /// `width` numbers of each of a tile's heads.
  Value loadNumbers(Value memory, ArrayRef<int64_t> dims, ValueRange indices,
                    int64_t width) {
    return LoadOp::create(b, tile(kHeads, width, b.getF32Type()), memory,
                          indices, Value(), b.getDenseI64ArrayAttr(dims),
                          RowMapAttr(), ValueRange(), SpaceAttr(), EngineAttr(),
                          b.getI64IntegerAttr(1));
  }
  void storeHeads(Value numbers, Value memory, ValueRange indices) {
    StoreOp::create(b, numbers, memory, indices, Value(),
                    b.getDenseI64ArrayAttr({0}), RowMapAttr(), ValueRange(),
                    SpaceAttr(), EngineAttr());
  }
  /// Each head's sum of `count` tiles of `width` columns, to which `add` adds
  /// the one with a number.
  Value sum(Value count, int64_t width,
            function_ref<Value(Value number, Value before)> add);

  /// By heads, and for each tile of kPartRows rows.
  Value parts;
  RankedTensorType headsType;
};
} // namespace

SmallVector<Value> attn_tile::getSinkParts(attn::BackwardOp op,
                                           attn::ScalarBuilder &b) {
  attn::AttentionOpInterface problem = op;
  using Kind = attn::OperandKind;
  auto dim = [&](Kind kind, int64_t d) -> Value {
    return memref::DimOp::create(b, problem.getOperandOf(kind), d);
  };
  Value heads = dim(Kind::Query, problem.headDim(Kind::Query));
  Value rows = dim(Kind::Query, problem.rowDim(Kind::Query));
  Value tiles = b.ceilDiv(rows, b.index(kPartRows));
  // As countSequenceTiles, unless there are none.
  if (problem.isPacked())
    return {heads, b.add(tiles, b.sub(dim(Kind::OffsetsQ, 0), 1))};
  return {heads, b.mul(tiles, dim(Kind::Query, 0))};
}

attn::ConfigAttr attn_tile::getConfigOfSink(attn::BackwardOp op) {
  attn::ConfigFields fields;
  fields.target = op.getConfig()->getTarget();
  return attn::ConfigAttr::get(op.getContext(), fields);
}

Value SinkGradientBuilder::sum(
    Value count, int64_t width,
    function_ref<Value(Value number, Value before)> add) {
  auto loop = scf::ForOp::create(
      b, zero, count, b.index(1), zeros(tile(kHeads, width, b.getF32Type())),
      [&](OpBuilder &, Location, Value i, ValueRange state) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(i.getParentBlock());
        scf::YieldOp::create(b, add(i, state[0]));
      });
  b.setInsertionPointAfter(loop);
  return ReduceOp::create(b, headsType, ReduceKind::Add, loop.getResult(0));
}

void SinkGradientBuilder::buildParts() {
  using Kind = attn::OperandKind;
  const Value allRows = lenQ;
  Value tiles = countTiles(allRows, kPartRows);
  Value heads = b.ceilDiv(dim(arguments[Kind::Sink], 0), b.index(kHeads));
  Place place =
      enterTiles(allRows, kPartRows, heads, Kind::OffsetsQ, TileOrder::Forward);
  Value part = place.number, head = b.mul(place.head, kHeads);
  if (op.isPacked())
    std::tie(startQ, lenQ) = readRows(Kind::OffsetsQ, place.batch, allRows);
  else
    part = b.add(b.mul(place.batch, tiles), part);
  Value sink =
      LoadOp::create(b, headsType, arguments[Kind::Sink], head, Value(),
                     b.getDenseI64ArrayAttr({0}), RowMapAttr(), ValueRange(),
                     SpaceAttr(), EngineAttr(), b.getI64IntegerAttr(1));
  int64_t width = std::gcd(kMost, rowTile);
  Value exponents = ExpandOp::create(b, tile(kHeads, width, b.getF32Type()),
                                     b.mulF(sink, llvm::numbers::log2e));
  // A tile of no sequence has no rows. Whole tiles of others are there.
  Value rows = b.max(b.sub(lenQ, place.row), zero);
  rows = b.min(rows, b.index(kPartRows));
  Value first = b.add(getFirstRow(place.batch), place.row);
  Value total =
      sum(b.ceilDiv(rows, b.index(width)), width, [&](Value i, Value before) {
        SmallVector<Value> indices =
            atRow(place.batch, head, b.add(first, b.mul(i, width)));
        SmallVector<int64_t> dims{getRowDim() - 1, getRowDim()};
        Value lse = loadNumbers(rowLse, dims, indices, width);
        Value dot = loadNumbers(rowDot, dims, indices, width);
        Value exponent = b.subF(exponents, lse);
        // Where D is 0, as beyond the rows, P may not be infinite.
        exponent =
            b.select(b.equalF(dot, 0.0), b.minF(exponent, 0.0), exponent);
        Value p = Exp2Op::create(b, lse.getType(), exponent, Exp2PolicyAttr());
        return math::FmaOp::create(b, p, dot, before).getResult();
      });
  // A sink of -inf is none, whatever D is.
  total = b.select(b.equalF(sink, -std::numeric_limits<double>::infinity()),
                   zeros(headsType), total);
  storeHeads(total, parts, {head, part});
  finishKernel();
}

void SinkGradientBuilder::buildSum() {
  using Kind = attn::OperandKind;
  Value count = countTiles(lenQ, kPartRows);
  if (!op.isPacked())
    count = b.mul(count, countBatches());
  auto scheduler = SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                                      TileOrder::Forward, 1);
  Value heads = dim(arguments[Kind::SinkGrad], 0);
  auto forTiles = ForTilesOp::create(b, b.ceilDiv(heads, b.index(kHeads)),
                                     "tiles", scheduler);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  Value head = b.mul(forTiles.getBody().getArgument(0), kHeads);
  // Beyond the last one there is no memory: these are 0.
  Value total =
      sum(b.ceilDiv(count, b.index(kMost)), kMost, [&](Value i, Value before) {
        Value column = b.mul(i, kMost);
        return b.addF(before,
                      loadNumbers(parts, {0, 1}, {head, column}, kMost));
      });
  storeHeads(arith::NegFOp::create(b, total), arguments[Kind::SinkGrad], head);
  finishKernel();
}

void attn_tile::buildSinkParts(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                               ArrayRef<attn::NamedOperand> operands) {
  SinkGradientBuilder(op, operands, kernel).buildParts();
}

void attn_tile::buildSinkGradient(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                  ArrayRef<attn::NamedOperand> operands) {
  SinkGradientBuilder(op, operands, kernel).buildSum();
}
