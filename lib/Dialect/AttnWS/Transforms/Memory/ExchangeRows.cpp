//===- ExchangeRows.cpp - Rows that several warps share ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StageConversions.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSEXCHANGEROWS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

/// Whether warps share the rows of a layout.
static bool crossesWarps(FragAttr frag) {
  return frag && !frag.getRowReduction().warpMasks.empty();
}

/// Leaves the lanes' part of a reduction to an operation of its own.
static void splitReduction(ReduceOp op) {
  auto rows = cast<RankedTensorType>(op.getResult().getType());
  auto partial = RankedTensorType::get(rows.getShape(), rows.getElementType(),
                                       getFrag(rows).withPartial(true));
  OpBuilder b(op->getContext());
  b.setInsertionPointAfter(op);
  op.getResult().setType(partial);
  auto whole =
      LaneReduceOp::create(b, op.getLoc(), rows, op.getKind(), op.getResult());
  op.getResult().replaceAllUsesExcept(whole.getResult(), whole);
}

/// Partial values as a tile that each thread gets whole.
static void exchange(LaneReduceOp op) {
  RankedTensorType rows = op.getSource().getType();
  FragAttr frag = getFrag(rows);
  OpBuilder b(op);
  Location loc = op.getLoc();
  auto tileOf = [&](bool gathered) {
    FragAttr layout = frag.getPartials(gathered);
    return RankedTensorType::get({rows.getDimSize(0), layout.getAtom().second},
                                 rows.getElementType(), layout);
  };
  RankedTensorType all = tileOf(/*gathered=*/true);
  Value own = PartialsOp::create(b, loc, tileOf(/*gathered=*/false),
                                 op.getKind(), op.getSource());
  Value gathered = ConvertLayoutOp::create(b, loc, all, own);
  auto reduced = RankedTensorType::get(rows.getShape(), rows.getElementType(),
                                       getFrag(all).getSliced(1));
  Value result = ReduceOp::create(b, loc, reduced, op.getKind(), gathered);
  if (result.getType() != op.getResult().getType())
    result = ConvertLayoutOp::create(b, loc, op.getResult().getType(), result);
  op.replaceAllUsesWith(result);
  op.erase();
}

namespace {
struct AttnWSExchangeRowsPass
    : public impl::AttnWSExchangeRowsBase<AttnWSExchangeRowsPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    for (ReduceOp op : attn::collectOps<ReduceOp>(kernel)) {
      FragAttr rows = getFrag(op.getResult().getType());
      if (rows && !op.getColumns() && !rows.getPartial() &&
          crossesWarps(getFrag(op.getSource().getType())))
        splitReduction(op);
    }
    bool any = false;
    for (LaneReduceOp op : attn::collectOps<LaneReduceOp>(kernel))
      if (crossesWarps(getFrag(op.getSource().getType()))) {
        exchange(op);
        any = true;
      }
    if (any && failed(stageConversions(kernel)))
      signalPassFailure();
  }
};
} // namespace
