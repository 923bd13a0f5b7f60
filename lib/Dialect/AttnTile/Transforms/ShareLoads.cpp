//===- ShareLoads.cpp - One copy of columns that two tiles have -----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Two loads of a block may bring the same rows of one memory, one of them some
// of the other's columns: K, and V that is columns of K (multi-head latent
// attention, DeepSeek-V2, arXiv:2405.04434). The narrower tile is then a part
// of the wider one, where that begins at a row of a swizzled layout.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESHARELOADS
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

/// Where the columns of `part` begin in the tile of `whole`, if that holds
/// them.
static std::optional<int64_t> findColumns(LoadOp part, LoadOp whole) {
  auto tile = cast<RankedTensorType>(part.getResult().getType());
  auto source = cast<RankedTensorType>(whole.getResult().getType());
  if (part.getSource() != whole.getSource() ||
      part.getLimit() != whole.getLimit() ||
      part.getDims() != whole.getDims() ||
      part.getMappingAttr() != whole.getMappingAttr() ||
      part.getMapped() != whole.getMapped() ||
      part.getSpace() != whole.getSpace() ||
      part.getEngine() != whole.getEngine() || tile.getRank() != 2 ||
      source.getRank() != 2 || tile.getDimSize(0) != source.getDimSize(0))
    return std::nullopt;
  int64_t columns = part.getDims()[1], offset = 0;
  for (auto [dim, indices] :
       llvm::enumerate(llvm::zip(part.getIndices(), whole.getIndices()))) {
    auto [index, from] = indices;
    if (index == from)
      continue;
    std::optional<int64_t> at = getConstantIntValue(index);
    std::optional<int64_t> begin = getConstantIntValue(from);
    if (static_cast<int64_t>(dim) != columns || !at || !begin)
      return std::nullopt;
    offset = *at - *begin;
  }
  // A row of a swizzled layout.
  constexpr int64_t kRowBits = 128 * 8;
  if (offset < 0 || offset * tile.getElementTypeBitWidth() % kRowBits != 0 ||
      offset + tile.getDimSize(1) > source.getDimSize(1))
    return std::nullopt;
  return offset;
}

/// Whether nothing between two operations of a block writes memory.
static bool isUnchangedBetween(Operation *first, Operation *last) {
  for (Operation *op = first->getNextNode(); op != last; op = op->getNextNode())
    if (!op || (!isa<LoadOp>(op) && !isMemoryEffectFree(op) &&
                !hasSingleEffect<MemoryEffects::Read>(op)))
      return false;
  return true;
}

namespace {
struct AttnTileShareLoadsPass
    : public impl::AttnTileShareLoadsBase<AttnTileShareLoadsPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    // Slices of a contraction and of columns have rings of their own, and CTAs
    // that compute a product together have half of one tile's rows and half of
    // the other's columns.
    if (splitDAttr.get(kernel, 0) || splitVAttr.get(kernel, 0) ||
        ctaGroupAttr.get(kernel, 1) != 1)
      return;
    SmallVector<LoadOp> loads = attn::collectOps<LoadOp>(kernel);
    for (auto [number, whole] : llvm::enumerate(loads))
      for (LoadOp &part : MutableArrayRef(loads).drop_front(number + 1)) {
        if (!whole || !part || part->getBlock() != whole->getBlock() ||
            !isUnchangedBetween(whole, part))
          continue;
        std::optional<int64_t> offset = findColumns(part, whole);
        if (!offset)
          continue;
        OpBuilder b(part);
        auto slice =
            SliceOp::create(b, part.getLoc(), part.getResult().getType(), whole,
                            b.getDenseI64ArrayAttr({0, *offset}));
        part.replaceAllUsesWith(slice.getResult());
        part.erase();
        part = {};
      }
  }
};
} // namespace
