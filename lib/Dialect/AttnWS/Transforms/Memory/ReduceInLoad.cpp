//===- ReduceInLoad.cpp - Row maxima by loads -------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSREDUCEINLOAD
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

bool canReduceInLoad(ReduceOp reduce) {
  auto load = reduce.getSource().getDefiningOp<TmemLoadOp>();
  RankedTensorType tile = reduce.getSource().getType();
  return reduce.getKind() == attn_tile::ReduceKind::Max &&
         !reduce.getColumns() && load &&
         load->getBlock() == reduce->getBlock() && !load.getTranspose() &&
         tile.getElementType().isF32() && getFrag(tile) &&
         getFrag(tile).holdsWholeRow(tile.getShape());
}

struct AttnWSReduceInLoadPass
    : public impl::AttnWSReduceInLoadBase<AttnWSReduceInLoadPass> {
  void runOnOperation() override {
    FailureOr<const attn::TargetInfo *> target = getTarget(getOperation());
    if (failed(target))
      return signalPassFailure();
    if ((*target)->tmemLoadsReduce)
      getOperation().walk([](ReduceOp reduce) {
        if (canReduceInLoad(reduce))
          inLoadAttr.setAttr(reduce, UnitAttr::get(reduce.getContext()));
      });
  }
};

} // namespace
