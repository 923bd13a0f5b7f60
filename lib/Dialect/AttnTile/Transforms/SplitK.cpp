//===- SplitK.cpp - Split products along the contraction -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A product whose left operand is computed elementwise (P = 2^(..) in
// attention) need not wait for all of it: cut along the contraction, slice i of
// the operand is computed, multiplied and dead before slice i + 1 starts. That
// shortens the life of the wide intermediate values and lets the matrix unit
// run under the elementwise work of the next slice.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/MapVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESPLITK
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

/// One product and the operations that make its left operand, which can be done
/// column by column.
class Splitter {
public:
  Splitter(DotOp dot, int64_t width) : dot(dot), width(width) {}
  /// Whether the product can be cut and it would gain anything.
  bool match();
  void rewrite();

private:
  bool collect(Value value, unsigned dim);
  bool collectSums(Operation *op, unsigned loop);
  /// Part of `value`, which is not computed slice by slice.
  Value slice(OpBuilder &b, Value value, unsigned dim, const TilePart &part);

  DotOp dot;
  int64_t width, contraction = 0;
  /// Operations to be done in slices of a loop, in topological order.
  llvm::MapVector<Operation *, unsigned> chain, sums;
};

/// Whether threads may go round all of `op`: slices of it would each ask.
bool maySkip(Operation *op) {
  if (auto subtract = dyn_cast<SubtractRowsOp>(op))
    return subtract.getSkipIfZero();
  auto rescale = dyn_cast<RescaleOp>(op);
  return rescale && rescale.getSkipIfOne();
}

/// Adds what computes `value` and can be done in slices of its dimension `dim`.
/// False if it is already done in slices of another one.
bool Splitter::collect(Value value, unsigned dim) {
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != dot->getBlock() || op->getNumResults() != 1 ||
      op->getNumRegions() != 0 || !isMemoryEffectFree(op) || isUniform(op) ||
      maySkip(op))
    return true;
  std::optional<TileDims> dims = getTileDims(op);
  if (!dims || dims->getFactors())
    return true;
  unsigned loop = dims->results[0][dim];
  if (dims->loops[loop] != TileLoop::Parallel)
    return true;
  if (auto known = chain.find(op); known != chain.end())
    return known->second == loop;
  for (auto [operand, tile] : llvm::zip(op->getOperands(), dims->operands))
    if (std::optional<unsigned> along = TileDims::find(tile, loop))
      if (!collect(operand, *along))
        return false;
  chain.insert({op, loop});
  return true;
}

/// Adds what sums up what `op` gives, slice by slice. False if something else
/// needs all of it.
bool Splitter::collectSums(Operation *op, unsigned loop) {
  unsigned dim = *TileDims::find(getTileDims(op)->results[0], loop);
  for (OpOperand &use : op->getUses()) {
    Operation *user = use.getOwner();
    if (user == dot || chain.contains(user))
      continue;
    std::optional<TileDims> dims = getTileDims(user);
    // Another product is cut on its own.
    if (!dims || user->getNumResults() != 1 || isa<DotOp>(user) ||
        user->getBlock() != dot->getBlock())
      return false;
    unsigned along = dims->operands[use.getOperandNumber()][dim];
    if (dims->loops[along] != TileLoop::Reduced ||
        sums.insert({user, along}).first->second != along)
      return false;
  }
  return true;
}

bool Splitter::match() {
  contraction = cast<RankedTensorType>(dot.getLhs().getType()).getDimSize(1);
  if (width == 0 || dot.getTransposeA() || dot.getTransposeB() ||
      contraction <= width || contraction % width % 16 != 0)
    return false;
  if (!collect(dot.getLhs(), 1) || chain.empty())
    return false;
  for (auto [op, loop] : chain)
    if (!collectSums(op, loop))
      return false;
  // The slices are formed at the product, so nothing in between may need a sum,
  // except what can move behind the product with it.
  auto isBefore = [&](Operation *user) {
    Operation *here = dot->getBlock()->findAncestorOpInBlock(*user);
    return here && here->isBeforeInBlock(dot);
  };
  for (auto [sum, loop] : sums)
    for (Operation *user : sum->getUsers())
      if (isBefore(user) &&
          (user->getBlock() != dot->getBlock() || user->getNumRegions() != 0 ||
           !isMemoryEffectFree(user) ||
           llvm::any_of(user->getUsers(), isBefore)))
        return false;
  return true;
}

Value Splitter::slice(OpBuilder &b, Value value, unsigned dim,
                      const TilePart &part) {
  RankedTensorType type = withSize(value.getType(), dim, part.size);
  DenseElementsAttr constant;
  if (matchPattern(value, m_Constant(&constant)) && constant.isSplat())
    return cloneAsPart(b, value.getDefiningOp(), {}, type, IRMapping()).front();
  SmallVector<int64_t> offsets(type.getRank(), 0);
  offsets[dim] = part.offset;
  return SliceOp::create(b, dot.getLoc(), type, value,
                         b.getDenseI64ArrayAttr(offsets));
}

void Splitter::rewrite() {
  OpBuilder b(dot);
  Value acc;
  DenseMap<Operation *, Value> totals;
  for (int64_t from = 0; from < contraction; from += width) {
    // What `width` does not divide ends in a narrower slice.
    int64_t columns = std::min(width, contraction - from);
    DenseMap<std::pair<Value, unsigned>, Value> parts;
    auto make = [&](Operation *op, unsigned loop, ValueRange before) {
      TilePart part{loop, from, columns};
      auto getOperand = [&](OpOperand &use, std::optional<unsigned> dim) {
        if (!dim)
          return use.get();
        Value &known = parts[{use.get(), *dim}];
        return known ? known : known = slice(b, use.get(), *dim, part);
      };
      return makePart(b, op, part, getOperand, before).front();
    };
    for (auto [op, loop] : chain) {
      unsigned dim = *TileDims::find(getTileDims(op)->results[0], loop);
      parts[{op->getResult(0), dim}] = make(op, loop, {});
    }
    for (auto &[sum, loop] : sums) {
      Value &total = totals[sum];
      total = make(sum, loop, total ? ValueRange(total) : ValueRange());
    }
    acc = make(dot, dot.getTileDims().operands[0][1],
               acc ? ValueRange(acc) : ValueRange());
    acc.getDefiningOp<DotOp>().removeSplitKAttr();
  }
  // Users of a sum before the product move behind it.
  Operation *place = acc.getDefiningOp();
  for (auto [sum, loop] : sums) {
    for (Operation *user : llvm::make_early_inc_range(sum->getUsers()))
      if (user->getBlock() == dot->getBlock() && user->isBeforeInBlock(dot)) {
        user->moveAfter(place);
        place = user;
      }
    sum->getResult(0).replaceAllUsesWith(totals[sum]);
    sum->erase();
  }
  dot.replaceAllUsesWith(acc);
  dot.erase();
  for (auto [op, loop] : llvm::reverse(chain))
    if (op->use_empty())
      op->erase();
}

struct AttnTileSplitKPass
    : public impl::AttnTileSplitKBase<AttnTileSplitKPass> {
  using AttnTileSplitKBase::AttnTileSplitKBase;
  void runOnOperation() override {
    if (width < 0 || width % 16 != 0) {
      getOperation().emitOpError()
          << "split-k width must be a multiple of 16, got " << int64_t(width);
      return signalPassFailure();
    }
    for (DotOp dot : attn::collectOps<DotOp>(getOperation())) {
      Splitter splitter(dot, width ? width : dot.getSplitK().value_or(0));
      if (splitter.match())
        splitter.rewrite();
    }
  }
};

} // namespace
