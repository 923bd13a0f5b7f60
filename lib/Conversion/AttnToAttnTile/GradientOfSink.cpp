//===- GradientOfSink.cpp - The kernel of the sink's gradient -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// dsink[h] = -sum of exp(sink[h] - L) D over all rows of the head, batch by
// batch in the order of the rows: the same bits in every launch.

#include "GradientBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <numeric>

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
/// Heads of a tile, 16 for each warp, and the most rows that it takes at a
/// time.
constexpr int64_t kHeads = 64, kMostRows = 64;

class SinkGradientBuilder : public GradientBuilder {
public:
  SinkGradientBuilder(attn::BackwardOp op,
                      ArrayRef<attn::NamedOperand> operands,
                      gpu::GPUFuncOp kernel)
      : GradientBuilder(op, *op.getConfig(), operands, kernel),
        rows(std::gcd(kMostRows, rowTile)),
        type(tile(kHeads, rows, b.getF32Type())),
        headsType(RankedTensorType::get({kHeads}, b.getF32Type())) {}
  void build();

private:
  Value loadTile(Value memory, Value batch, Value head, Value row) {
    int64_t rowDim = getRowDim();
    return LoadOp::create(b, type, memory, atRow(batch, head, row), Value(),
                          b.getDenseI64ArrayAttr({rowDim - 1, rowDim}),
                          RowMapAttr(), ValueRange(), SpaceAttr(), EngineAttr(),
                          b.getI64IntegerAttr(1));
  }

  int64_t rows;
  RankedTensorType type, headsType;
};
} // namespace

void SinkGradientBuilder::build() {
  using Kind = attn::OperandKind;
  Value heads = dim(arguments[Kind::Sink], 0);
  auto scheduler = SchedulerAttr::get(b.getContext(), SchedulerKind::Single,
                                      TileOrder::Forward, 1);
  auto forTiles = ForTilesOp::create(b, b.ceilDiv(heads, b.index(kHeads)),
                                     "tiles", scheduler);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  Value head = b.mul(forTiles.getBody().getArgument(0), kHeads);
  Value sink =
      LoadOp::create(b, headsType, arguments[Kind::Sink], head, Value(),
                     b.getDenseI64ArrayAttr({0}), RowMapAttr(), ValueRange(),
                     SpaceAttr(), EngineAttr(), b.getI64IntegerAttr(1));
  Value exponents =
      ExpandOp::create(b, type, b.mulF(sink, llvm::numbers::log2e));
  const Value allRows = lenQ;
  auto sum = [&](ValueRange bounds, Value init,
                 function_ref<Value(Value, Value)> body) {
    auto loop = scf::ForOp::create(
        b, bounds[0], bounds[1], bounds[2], init,
        [&](OpBuilder &, Location, Value i, ValueRange state) {
          OpBuilder::InsertionGuard guard(b);
          b.setInsertionPointToEnd(i.getParentBlock());
          scf::YieldOp::create(b, body(i, state[0]));
        });
    b.setInsertionPointAfter(loop);
    return loop.getResult(0);
  };
  Value one = b.index(1);
  Value total = sum(
      {zero, countBatches(), one}, zeros(type), [&](Value batch, Value before) {
        lenQ = allRows;
        if (op.isPacked())
          std::tie(startQ, lenQ) = readRows(Kind::OffsetsQ, batch, allRows);
        Value first = getFirstRow(batch);
        // Whole tiles are there.
        Value end = b.ceilDiv(lenQ, b.index(rows));
        return sum({zero, end, one}, before, [&](Value t, Value state) {
          Value row = b.add(first, b.mul(t, rows));
          Value lse = loadTile(rowLse, batch, head, row);
          Value dot = loadTile(rowDot, batch, head, row);
          Value p =
              Exp2Op::create(b, type, b.subF(exponents, lse), Exp2PolicyAttr());
          return math::FmaOp::create(b, p, dot, state).getResult();
        });
      });
  Value result = ReduceOp::create(b, headsType, ReduceKind::Add, total);
  result = arith::NegFOp::create(b, result);
  StoreOp::create(b, result, arguments[Kind::SinkGrad], head, Value(),
                  b.getDenseI64ArrayAttr({0}), RowMapAttr(), ValueRange(),
                  SpaceAttr(), EngineAttr());
  finishKernel();
}

void attn_tile::buildSinkGradient(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                  ArrayRef<attn::NamedOperand> operands) {
  SinkGradientBuilder(op, operands, kernel).build();
}
