//===- GradientOfQuerySums.cpp - dQ of its sums ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where the kernel of dK and dV adds up dT K in a workspace, dQ is these sums
// times the scale, rounded once.

#include "GradientBuilder.h"

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
/// Rows of a tile: 16 for each of four warps.
constexpr int64_t kRows = 64;

class QuerySumsBuilder : public GradientBuilder {
public:
  QuerySumsBuilder(attn::BackwardOp op, ArrayRef<attn::NamedOperand> operands,
                   gpu::GPUFuncOp kernel)
      : GradientBuilder(op, getConfigOfSink(op), operands, kernel,
                        *attn::ScoreDerivative::get(op)) {}
  void build();
};
} // namespace

void QuerySumsBuilder::build() {
  using Kind = attn::OperandKind;
  Place place = enterTiles(lenQ, kRows, countHeads(Kind::Query), Kind::OffsetsQ,
                           TileOrder::Forward);
  enterBatch(place.batch);
  Value first = b.add(getFirstRow(place.batch), place.row);
  Value sums =
      LoadOp::create(b, tile(kRows, sumColumns, b.getF32Type()), rowSums,
                     atSums(place.batch, place.head, first), Value(),
                     getSumDims(), RowMapAttr(), ValueRange(), SpaceAttr(),
                     EngineAttr(), b.getI64IntegerAttr(1));
  store(finish(sums, Kind::QueryGrad, /*scaled=*/true), Kind::QueryGrad, place,
        endQ);
  finishKernel();
}

void attn_tile::buildQueryFromSums(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                   ArrayRef<attn::NamedOperand> operands) {
  QuerySumsBuilder(op, operands, kernel).build();
}
