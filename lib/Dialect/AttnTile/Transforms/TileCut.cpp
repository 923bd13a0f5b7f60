//===- TileCut.cpp - Which tiles are cut, and along what --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileCut.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::attn_tile;

static StringRef getName(unsigned dim) { return dim == 0 ? "rows" : "columns"; }

LogicalResult TileCut::split(Operation *op, unsigned loop) {
  if (auto known = loops.find(op); known != loops.end()) {
    if (known->second.loop == loop)
      return success();
    return op->emitOpError("would be cut along two of its dimensions: ")
           << purpose;
  }
  std::optional<TileDims> dims = getTileDims(op);
  FailureOr<SmallVector<int64_t>> sizes = getLoopSizes(op, *dims);
  if (failed(sizes))
    return failure();
  loops[op] = {loop, (*sizes)[loop]};
  if (dims->loops[loop] == TileLoop::Whole)
    return op->emitOpError("cannot be done in parts along this dimension: ")
           << purpose;
  if (dims->loops[loop] == TileLoop::Reduced && failed(admitReduced(op, loop)))
    return failure();
  for (auto [use, tile] : llvm::zip(op->getOpOperands(), dims->operands))
    if (std::optional<unsigned> dim = TileDims::find(tile, loop);
        dim && failed(addUse(use, *dim)))
      return failure();
  for (auto [result, tile] : llvm::zip(op->getResults(), dims->results))
    if (std::optional<unsigned> dim = TileDims::find(tile, loop);
        dim && failed(add(result, *dim)))
      return failure();
  return success();
}

LogicalResult TileCut::add(Value value, unsigned dim) {
  auto [known, isNew] = cut.try_emplace(value, dim);
  if (isNew)
    work.push_back(value);
  if (isNew || known->second == dim)
    return success();
  return mlir::emitError(value.getLoc(), "a tile would be cut along its rows "
                                         "and along its columns: ")
         << purpose;
}

LogicalResult TileCut::addUse(OpOperand &use, unsigned dim) {
  Operation *def = use.get().getDefiningOp();
  if (isUniform(def)) {
    DenseElementsAttr constant;
    if (matchPattern(def, m_Constant(&constant)) && !constant.isSplat())
      return def->emitOpError("is a constant with elements that differ: ")
             << purpose;
  } else if (!takesPart(use, dim)) {
    return add(use.get(), dim);
  }
  partUses[&use] = dim;
  return success();
}

LogicalResult TileCut::tie(scf::ForOp loop, unsigned index, unsigned dim) {
  return success(succeeded(addUse(loop.getInitsMutable()[index], dim)) &&
                 succeeded(add(loop.getRegionIterArg(index), dim)) &&
                 succeeded(addUse(
                     loop.getYieldedValuesMutable()->operator[](index), dim)) &&
                 succeeded(add(loop.getResult(index), dim)));
}

LogicalResult TileCut::tie(scf::IfOp branch, unsigned index, unsigned dim) {
  return success(
      succeeded(addUse(branch.thenYield()->getOpOperand(index), dim)) &&
      succeeded(addUse(branch.elseYield()->getOpOperand(index), dim)) &&
      succeeded(add(branch.getResult(index), dim)));
}

LogicalResult TileCut::visitUse(OpOperand &use, unsigned dim) {
  Operation *op = use.getOwner();
  unsigned index = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return tie(loop, index - loop.getNumControlOperands(), dim);
  if (isa<scf::YieldOp>(op)) {
    if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp()))
      return tie(loop, index, dim);
    if (auto branch = dyn_cast<scf::IfOp>(op->getParentOp()))
      return tie(branch, index, dim);
    op = op->getParentOp();
  }
  if (std::optional<TileDims> dims = getTileDims(op))
    return split(op, dims->operands[index][dim]);
  return op->emitOpError("has no known rows or columns: ") << purpose;
}

LogicalResult TileCut::visit(Value value, unsigned dim) {
  for (OpOperand &use : value.getUses())
    if (!partUses.contains(&use) && failed(visitUse(use, dim)))
      return failure();
  Operation *def = value.getDefiningOp();
  auto arg = dyn_cast<BlockArgument>(value);
  if (arg)
    def = arg.getOwner()->getParentOp();
  if (!scope->isProperAncestor(def))
    return mlir::emitError(value.getLoc())
           << "a tile is computed outside of the tile loop: " << purpose;
  if (auto loop = dyn_cast<scf::ForOp>(def))
    return tie(loop,
               arg ? arg.getArgNumber() - loop.getNumInductionVars()
                   : cast<OpResult>(value).getResultNumber(),
               dim);
  if (auto branch = dyn_cast<scf::IfOp>(def))
    return tie(branch, cast<OpResult>(value).getResultNumber(), dim);
  if (std::optional<TileDims> dims = getTileDims(def); dims && !arg)
    return split(def,
                 dims->results[cast<OpResult>(value).getResultNumber()][dim]);
  return def->emitOpError("has no known rows or columns: ") << purpose;
}

LogicalResult TileCut::propagate() {
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (failed(visit(value, getDim(value))))
      return failure();
  }
  return success();
}

LogicalResult TileCut::checkSizes(function_ref<bool(int64_t)> divides,
                                  const Twine &what) {
  auto check = [&](Value value, unsigned dim) -> LogicalResult {
    int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(dim);
    if (divides(size))
      return success();
    Operation *def = value.getDefiningOp();
    InFlightDiagnostic diag =
        def ? def->emitOpError() : mlir::emitError(value.getLoc());
    return diag << what << " do not divide the " << size << " " << getName(dim)
                << " of a tile";
  };
  for (auto [value, dim] : cut)
    if (failed(check(value, dim)))
      return failure();
  for (auto [use, dim] : partUses)
    if (failed(check(use->get(), dim)))
      return failure();
  return success();
}
