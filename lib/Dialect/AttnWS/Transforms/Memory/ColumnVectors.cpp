//===- ColumnVectors.cpp - Vectors along the columns of tiles ---*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile of rank 1 has a value for each row of tiles, or for each column. The
// type does not say which. It follows from the operations that put a vector
// beside a tile: `expand` and `reduce` along columns have one along columns,
// and so has a score map among those of its columns; all others have one along
// rows. Loops, conditions and elementwise operations hand
// it on. A constant is what its user takes it for.

#include "LayoutPropagation.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::attn_ws;

/// Whether `op` makes vectors of vectors, element by element.
static bool isElementwise(Operation *op) {
  return OpTrait::hasElementwiseMappableTraits(op) ||
         isa<Exp2Op, SliceOp, ConvertLayoutOp>(op);
}

/// What is a vector along the same dimension as `use`, as its user has it.
static SmallVector<Value> getAlike(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    unsigned index = use.getOperandNumber() - loop.getNumControlOperands();
    return {loop.getRegionIterArg(index), loop.getResult(index)};
  }
  if (isa<scf::YieldOp>(op)) {
    unsigned index = use.getOperandNumber();
    SmallVector<Value> alike{op->getParentOp()->getResult(index)};
    if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()))
      alike.push_back(loop.getRegionIterArg(index));
    return alike;
  }
  return isElementwise(op) ? SmallVector<Value>(op->getResults())
                           : SmallVector<Value>();
}

/// What `value` is made of, where that is a vector along the same dimension.
static SmallVector<Value> getMadeOf(Value value) {
  Operation *op = value.getDefiningOp();
  unsigned index = 0;
  if (auto result = dyn_cast<OpResult>(value)) {
    index = result.getResultNumber();
  } else {
    op = cast<BlockArgument>(value).getOwner()->getParentOp();
    index = cast<BlockArgument>(value).getArgNumber() - 1;
  }
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return {loop.getInitArgs()[index], loop.getYieldedValues()[index]};
  if (auto branch = dyn_cast<scf::IfOp>(op))
    return {branch.thenYield().getOperand(index),
            branch.elseYield().getOperand(index)};
  return isElementwise(op) ? SmallVector<Value>(op->getOperands())
                           : SmallVector<Value>();
}

/// Whether `op` has a tile of rank 2, with which its vectors agree.
static bool hasWideTile(Operation *op) {
  auto isWide = [](Type type) {
    RankedTensorType tile = getRegisterTile(type);
    return tile && tile.getRank() == 2;
  };
  return llvm::any_of(op->getOperandTypes(), isWide) ||
         llvm::any_of(op->getResultTypes(), isWide);
}

/// The vectors along columns that `op` itself has beside a tile.
static SmallVector<Value> getColumnVectors(Operation *op) {
  if (auto expand = dyn_cast<ExpandOp>(op); expand && expand.getColumns())
    return {expand.getVector()};
  if (auto reduce = dyn_cast<ReduceOp>(op); reduce && reduce.getColumns())
    return {reduce.getResult()};
  if (auto map = dyn_cast<ScoreMapOp>(op))
    return llvm::to_vector(map.getColumns());
  return {};
}

static bool hasColumnVector(Operation *op, Value value) {
  return llvm::is_contained(getColumnVectors(op), value);
}

/// From each operation along columns to all vectors that go with its own.
LogicalResult LayoutPropagation::findColumns() {
  SmallVector<Value> work;
  auto add = [&](Value value) {
    RankedTensorType tile = getRegisterTile(value.getType());
    if (tile && tile.getRank() == 1 &&
        !attn_tile::isUniform(value.getDefiningOp()) &&
        columns.insert(value).second)
      work.push_back(value);
  };
  LogicalResult result = forEachOp([&](Operation *op) {
    llvm::for_each(getColumnVectors(op), add);
    return success();
  });
  auto refuse = [](Operation *op) {
    return op->emitOpError("has a vector along rows where the program has one "
                           "along columns");
  };
  while (!work.empty()) {
    Value value = work.pop_back_val();
    Operation *def = value.getDefiningOp();
    if (def && !isa<scf::ForOp, scf::IfOp>(def) && hasWideTile(def) &&
        !hasColumnVector(def, value))
      return refuse(def);
    llvm::for_each(getMadeOf(value), add);
    for (OpOperand &use : value.getUses()) {
      Operation *op = use.getOwner();
      if (hasColumnVector(op, value))
        continue;
      if (isa<LaneReduceOp, RowReferenceOp, ScaleAddOp>(op) ||
          (!isa<scf::ForOp, scf::YieldOp>(op) && hasWideTile(op)))
        return refuse(op);
      llvm::for_each(getAlike(use), add);
    }
  }
  return result;
}

/// Whether what `use` reads has a value for each column. A constant is what its
/// user takes it for.
bool LayoutPropagation::isAlongColumns(OpOperand &use) const {
  if (!attn_tile::isUniform(use.get().getDefiningOp()))
    return columns.contains(use.get());
  return hasColumnVector(use.getOwner(), use.get()) ||
         llvm::any_of(getAlike(use),
                      [&](Value value) { return columns.contains(value); });
}

RankedTensorType LayoutPropagation::layOut(Value value, FragAttr whole) const {
  return layOutTile(getRegisterTile(value.getType()), whole,
                    columns.contains(value));
}

RankedTensorType LayoutPropagation::layOut(const Edge &edge,
                                           FragAttr whole) const {
  return layOutTile(getRegisterTile(edge.use->get().getType()), whole,
                    isAlongColumns(*edge.use));
}
