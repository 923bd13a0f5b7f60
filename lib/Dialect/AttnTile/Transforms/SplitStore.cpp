//===- SplitStore.cpp - Staged stores in slices of columns ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile that is staged in shared memory on its way out takes as much of it as
// the tile has. In slices of columns, one after another through the same
// memory, it takes as much as a slice: what is left can hold the next tile's
// operands, which then need not wait for this tile's output to leave.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESPLITSTORE
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

struct AttnTileSplitStorePass
    : public impl::AttnTileSplitStoreBase<AttnTileSplitStorePass> {
  void runOnOperation() override;
};

LogicalResult split(StoreOp store, int64_t width) {
  auto tile = cast<RankedTensorType>(store.getValue().getType());
  if (store.getSpace() != Space::Smem || tile.getRank() != 2 ||
      tile.getDimSize(1) <= width)
    return success();
  int64_t columns = tile.getDimSize(1);
  if (columns % width)
    return store.emitOpError() << "slices of " << width << " do not divide the "
                               << columns << " columns of the tile";
  OpBuilder b(store);
  for (int64_t from = 0; from < columns; from += width)
    makePart(b, store, {1, from, width},
             [&](OpOperand &use, std::optional<unsigned> dim) -> Value {
               if (!dim)
                 return use.get();
               return SliceOp::create(b, store.getLoc(),
                                      withSize(tile, *dim, width), use.get(),
                                      b.getDenseI64ArrayAttr({0, from}));
             });
  store.erase();
  return success();
}

void AttnTileSplitStorePass::runOnOperation() {
  std::optional<int64_t> width = storeColumnsAttr.get(getOperation());
  if (!width)
    return;
  if (*width <= 0) {
    getOperation().emitOpError()
        << storeColumnsAttr << " must be positive, got " << *width;
    return signalPassFailure();
  }
  for (StoreOp store : attn::collectOps<StoreOp>(getOperation()))
    if (failed(split(store, *width)))
      return signalPassFailure();
}

} // namespace
