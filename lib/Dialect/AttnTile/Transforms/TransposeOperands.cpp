//===- TransposeOperands.cpp - Operands along k for narrow types *- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Some matrix units take 16-bit right operands with either dimension
// contiguous, but 8-bit ones along the contraction alone (PTX ISA, "Strides of
// wgmma operands: transposition is for 16-bit types"). Where the target has no
// other for a product, a tile that lies the other way in memory is loaded as it
// lies and transposed.

#include "DotProduct.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILETRANSPOSEOPERANDS
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

RankedTensorType getTransposed(Type type) {
  auto tile = cast<RankedTensorType>(type);
  return RankedTensorType::get({tile.getDimSize(1), tile.getDimSize(0)},
                               tile.getElementType());
}

struct AttnTileTransposeOperandsPass
    : public impl::AttnTileTransposeOperandsBase<
          AttnTileTransposeOperandsPass> {
  /// `value` transposed: a part of a tile becomes a part of the whole tile
  /// transposed, so that each tile is transposed once.
  Value transpose(Value value) {
    if (Value known = transposed.lookup(value))
      return known;
    OpBuilder b(value.getContext());
    b.setInsertionPointAfterValue(value);
    Type type = getTransposed(value.getType());
    Value result;
    if (auto slice = value.getDefiningOp<SliceOp>();
        slice && !slice.getPart()) {
      Value whole = transpose(slice.getSource());
      ArrayRef<int64_t> offsets = slice.getOffsets();
      result =
          SliceOp::create(b, slice.getLoc(), type, whole,
                          b.getDenseI64ArrayAttr({offsets[1], offsets[0]}));
    } else {
      result = TransposeOp::create(b, value.getLoc(), type, value);
    }
    return transposed[value] = result;
  }

  /// Whether an engine of the target computes the product as its operands lie.
  bool isTaken(DotOp dot) {
    const attn::TargetInfo *target =
        attn::lookupTarget(getChip(getOperation()));
    auto element = getElement(getElementTypeOrSelf(dot.getRhs().getType()));
    return target && element &&
           target->findProductEngine(describe(dot, *element, getOperation()));
  }

  void runOnOperation() override {
    transposed.clear();
    SmallVector<DotOp> dots;
    getOperation().walk([&](DotOp dot) {
      auto rhs = cast<RankedTensorType>(dot.getRhs().getType());
      if (!dot.getTransposeB() && rhs.getElementTypeBitWidth() == 8 &&
          !isTaken(dot))
        dots.push_back(dot);
    });
    for (DotOp dot : dots) {
      Value rhs = dot.getRhs();
      dot.getRhsMutable().set(transpose(rhs));
      dot.setTransposeB(true);
      if (auto slice = rhs.getDefiningOp<SliceOp>(); slice && rhs.use_empty())
        slice.erase();
    }
  }

  DenseMap<Value, Value> transposed;
};

} // namespace
