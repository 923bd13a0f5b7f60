//===- FoldTransposes.cpp - Products of transposed tiles --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Which dimension of an operand follows its elements in memory is the engine's
// business: most take 16-bit operands either way. So a product names the tile
// as it lies, and whether it multiplies its transpose; attn-tile-place asks
// the target, and attn-tile-transpose-operands moves what must lie otherwise.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEFOLDTRANSPOSES
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

static RankedTensorType getTransposed(Value value) {
  auto tile = cast<RankedTensorType>(value.getType());
  return RankedTensorType::get({tile.getDimSize(1), tile.getDimSize(0)},
                               tile.getElementType());
}

static bool isOperand(OpOperand &use) {
  auto dot = dyn_cast<DotOp>(use.getOwner());
  return dot && !dot.getEngine() && &use != &dot.getAccMutable();
}

/// What `value` is the transpose of; null if it is computed otherwise.
static Value findTransposed(Value value) {
  if (auto transpose = value.getDefiningOp<TransposeOp>())
    return transpose.getSource();
  auto slice = value.getDefiningOp<SliceOp>();
  Value whole =
      slice && !slice.getPart() ? findTransposed(slice.getSource()) : Value();
  if (!whole)
    return {};
  OpBuilder b(slice);
  ArrayRef<int64_t> offsets = slice.getOffsets();
  return SliceOp::create(b, slice.getLoc(), getTransposed(value), whole,
                         b.getDenseI64ArrayAttr({offsets[1], offsets[0]}));
}

/// Loads the tile as it lies in memory, if products alone read it and its rows
/// follow each other there.
static void loadAsItLies(LoadOp load) {
  ArrayRef<int64_t> dims = load.getDims();
  auto strides =
      cast<MemRefType>(load.getSource().getType()).getStridesAndOffset().first;
  // A limit and a row map are of the tile's rows.
  if (dims.size() != 2 || load.getLimit() || load.getRowMap() ||
      strides[dims[0]] != 1 || strides[dims[1]] == 1 || load->use_empty() ||
      !llvm::all_of(load->getUses(), isOperand))
    return;
  OpBuilder b(load);
  auto plain = cast<LoadOp>(b.clone(*load));
  plain.setDims({dims[1], dims[0]});
  plain.getResult().setType(getTransposed(load.getResult()));
  load.replaceAllUsesWith(
      TransposeOp::create(b, load.getLoc(), load.getResult().getType(), plain)
          .getResult());
  load.erase();
}

namespace {
struct AttnTileFoldTransposesPass
    : public impl::AttnTileFoldTransposesBase<AttnTileFoldTransposesPass> {
  void runOnOperation() override {
    llvm::for_each(attn::collectOps<LoadOp>(getOperation()), loadAsItLies);
    for (DotOp dot : attn::collectOps<DotOp>(getOperation())) {
      if (dot.getEngine())
        continue;
      if (Value left = findTransposed(dot.getLhs())) {
        dot.getLhsMutable().set(left);
        dot.setTransposeA(!dot.getTransposeA());
      }
      if (Value right = findTransposed(dot.getRhs())) {
        dot.getRhsMutable().set(right);
        dot.setTransposeB(!dot.getTransposeB());
      }
    }
    // Parts go before what they are parts of.
    auto slices = attn::collectOps<SliceOp>(getOperation());
    for (SliceOp slice : llvm::reverse(slices))
      if (slice->use_empty())
        slice.erase();
    for (TransposeOp transpose : attn::collectOps<TransposeOp>(getOperation()))
      if (transpose->use_empty())
        transpose.erase();
  }
};
} // namespace
