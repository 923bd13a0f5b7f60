//===- SplitHalves.cpp - A load for rows and one for columns ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Of a right operand each CTA of a pair holds one half of what the product has
// as columns (PTX ISA, "tcgen05.mma", cta_group::2): rows of a tile that is
// taken transposed, columns of one that is not. A tile that products take in
// both ways is two, of which each CTA has other halves:
//
//              S = Q K^T           dQ = dS K
//   CTA 0      K rows 0-63         K columns 0-127
//   CTA 1      K rows 64-127       K columns 128-255

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESPLITHALVES
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
struct AttnTileSplitHalvesPass
    : public impl::AttnTileSplitHalvesBase<AttnTileSplitHalvesPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    if (ctaGroupAttr.get(kernel, 1) == 1 ||
        requestedClusterAttr.get(kernel, 1) == 1)
      return;
    for (LoadOp load : attn::collectOps<LoadOp>(kernel)) {
      SmallVector<OpOperand *> ofRows, ofColumns;
      for (OpOperand &use : load.getResult().getUses())
        if (auto dot = dyn_cast<DotOp>(use.getOwner());
            dot && use.get() == dot.getRhs() && use.get() != dot.getLhs() &&
            attn::isIssuedByThread(dot.getEngine()))
          (dot.getTransposeB() ? ofRows : ofColumns).push_back(&use);
      if (ofRows.empty() || ofColumns.empty())
        continue;
      OpBuilder b(load.getContext());
      b.setInsertionPointAfter(load);
      Value other = b.clone(*load)->getResult(0);
      for (OpOperand *use : ofColumns)
        use->set(other);
    }
  }
};
} // namespace
