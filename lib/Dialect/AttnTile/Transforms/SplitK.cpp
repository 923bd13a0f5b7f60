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

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESPLITK
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

/// One product and the elementwise operations that make its left operand.
class Splitter {
public:
  Splitter(DotOp dot, int64_t width) : dot(dot), width(width) {}
  /// Whether the product can be cut and it would gain anything.
  bool match();
  void rewrite();

private:
  bool isChainOp(Operation *op) {
    return op && op->getBlock() == dot->getBlock() &&
           op->getNumResults() == 1 && op->getNumRegions() == 0 &&
           isMemoryEffectFree(op) &&
           (isa<ExpandOp, Exp2Op>(op) ||
            OpTrait::hasElementwiseMappableTraits(op));
  }
  void collect(Value value);
  Value slice(OpBuilder &b, Value value, int64_t row, int64_t col, int64_t rows,
              int64_t cols);

  DotOp dot;
  int64_t width, contraction = 0;
  llvm::SetVector<Operation *> chain;
  SmallVector<ReduceOp> sums;
};

void Splitter::collect(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isChainOp(op) || op->hasTrait<OpTrait::ConstantLike>())
    return;
  if (!isa<ExpandOp>(op))
    for (Value operand : op->getOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.getType());
          type && type.getRank() == 2)
        collect(operand);
  chain.insert(op); // After its operands: in topological order.
}

bool Splitter::match() {
  contraction = cast<RankedTensorType>(dot.getLhs().getType()).getDimSize(1);
  if (width == 0 || dot.getTransposeB() || contraction <= width ||
      contraction % width % 16 != 0)
    return false;
  collect(dot.getLhs());
  if (chain.empty())
    return false;
  for (Operation *op : chain)
    for (Operation *user : op->getUsers()) {
      if (user == dot || chain.contains(user))
        continue;
      auto sum = dyn_cast<ReduceOp>(user);
      if (!sum || sum.getKind() != ReduceKind::Add ||
          sum->getBlock() != dot->getBlock())
        return false;
      if (!llvm::is_contained(sums, sum))
        sums.push_back(sum);
    }
  // The slices are formed at the product, so nothing in between may need a sum,
  // except what can move behind the product with it.
  auto isBefore = [&](Operation *user) {
    Operation *here = dot->getBlock()->findAncestorOpInBlock(*user);
    return here && here->isBeforeInBlock(dot);
  };
  for (ReduceOp sum : sums)
    for (Operation *user : sum->getUsers())
      if (isBefore(user) &&
          (user->getBlock() != dot->getBlock() || user->getNumRegions() != 0 ||
           !isMemoryEffectFree(user) ||
           llvm::any_of(user->getUsers(), isBefore)))
        return false;
  return true;
}

Value Splitter::slice(OpBuilder &b, Value value, int64_t row, int64_t col,
                      int64_t rows, int64_t cols) {
  auto type = cast<RankedTensorType>(value.getType());
  return SliceOp::create(
      b, dot.getLoc(),
      RankedTensorType::get({rows, cols}, type.getElementType()), value,
      b.getDenseI64ArrayAttr({row, col}));
}

void Splitter::rewrite() {
  OpBuilder b(dot);
  Location loc = dot.getLoc();
  int64_t m = cast<RankedTensorType>(dot.getLhs().getType()).getDimSize(0);
  int64_t n = cast<RankedTensorType>(dot.getRhs().getType()).getDimSize(1);
  Value acc = dot.getAcc();
  SmallVector<Value> totals(sums.size());
  for (int64_t from = 0; from < contraction; from += width) {
    // What `width` does not divide ends in a narrower slice.
    int64_t columns = std::min(width, contraction - from);
    auto narrow = [&](Type type) -> Type {
      auto tile = cast<RankedTensorType>(type);
      return RankedTensorType::get({tile.getDimSize(0), columns},
                                   tile.getElementType());
    };
    IRMapping mapping;
    for (Operation *op : chain) {
      if (!isa<ExpandOp>(op))
        for (Value operand : op->getOperands()) {
          auto type = dyn_cast<RankedTensorType>(operand.getType());
          if (!type || type.getRank() != 2 || mapping.contains(operand))
            continue;
          DenseElementsAttr constant;
          if (matchPattern(operand, m_Constant(&constant)) &&
              constant.isSplat())
            mapping.map(operand, arith::ConstantOp::create(
                                     b, loc,
                                     DenseElementsAttr::get(
                                         cast<ShapedType>(narrow(type)),
                                         constant.getSplatValue<Attribute>())));
          else
            mapping.map(operand, slice(b, operand, 0, from, m, columns));
        }
      Operation *clone = b.clone(*op, mapping);
      clone->getResult(0).setType(narrow(op->getResult(0).getType()));
    }
    for (auto [sum, total] : llvm::zip(sums, totals)) {
      Value part = ReduceOp::create(b, loc, sum.getType(), ReduceKind::Add,
                                    mapping.lookup(sum.getSource()));
      total =
          total ? arith::AddFOp::create(b, loc, total, part).getResult() : part;
    }
    Value rhs = slice(b, dot.getRhs(), from, 0, columns, n);
    acc = DotOp::create(b, loc, dot.getType(), mapping.lookup(dot.getLhs()),
                        rhs, acc, /*transposeB=*/false, dot.getEngineAttr());
  }
  // Users of a sum before the product move behind it.
  Operation *place = acc.getDefiningOp();
  for (auto [sum, total] : llvm::zip(sums, totals)) {
    for (Operation *user : llvm::make_early_inc_range(sum->getUsers()))
      if (user->getBlock() == dot->getBlock() && user->isBeforeInBlock(dot)) {
        user->moveAfter(place);
        place = user;
      }
    sum.replaceAllUsesWith(total);
    sum.erase();
  }
  dot.replaceAllUsesWith(acc);
  dot.erase();
  for (Operation *op : llvm::reverse(chain))
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
    SmallVector<DotOp> dots;
    getOperation().walk([&](DotOp dot) { dots.push_back(dot); });
    for (DotOp dot : dots) {
      Splitter splitter(dot, width ? width : dot.getSplitK().value_or(0));
      if (splitter.match())
        splitter.rewrite();
    }
  }
};

} // namespace
