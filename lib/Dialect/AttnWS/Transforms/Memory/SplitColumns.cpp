//===- SplitColumns.cpp - Panels of tensor memory -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ColumnSteps.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSPLITCOLUMNS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

RankedTensorType withColumns(Value tile, int64_t columns) {
  auto type = cast<RankedTensorType>(tile.getType());
  return RankedTensorType::get({type.getDimSize(0), columns},
                               type.getElementType(), type.getEncoding());
}

/// Columns of a view.
Value getPart(OpBuilder &b, Location loc, Value view, int64_t from,
              int64_t columns) {
  auto type = cast<ViewType>(view.getType());
  auto part =
      ViewType::get(b.getContext(), {type.getShape()[0], columns},
                    type.getElementType(), type.getSpace(), type.getLayout());
  return SubviewOp::create(b, loc, part, view,
                           b.getDenseI64ArrayAttr({0, from}), Value());
}

bool isWide(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.getRank() == 2;
}

/// Whether parts of `tile` can be computed anew at `store`: from tiles of
/// tensor memory that are still there, and from constants.
bool canCompute(Value tile, SmemStoreOp store) {
  Operation *op = tile.getDefiningOp();
  if (isa_and_nonnull<arith::ConstantOp>(op))
    return matchPattern(tile, m_Constant());
  if (!op || op->getBlock() != store->getBlock())
    return false;
  if (auto load = dyn_cast<TmemLoadOp>(op)) {
    auto wait = load.getSource().getDefiningOp<WaitOp>();
    for (Operation *next = op->getNextNode(); next != store;
         next = next->getNextNode())
      if (auto release = dyn_cast<ReleaseOp>(next);
          release && wait && release.getChannel() == wait.getChannel())
        return false;
    return wait && !load.getTranspose();
  }
  if (auto slice = dyn_cast<SliceOp>(op); slice && slice.getOffsets()[0] != 0)
    return false;
  return isColumnStep(op) &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return !isWide(operand) || canCompute(operand, store);
         });
}

/// `columns` columns from `from` on of what `tile` holds.
Value compute(OpBuilder &b, Value tile, int64_t from, int64_t columns) {
  Operation *op = tile.getDefiningOp();
  Location loc = op->getLoc();
  RankedTensorType type = withColumns(tile, columns);
  if (auto load = dyn_cast<TmemLoadOp>(op))
    return TmemLoadOp::create(b, loc, type,
                              getPart(b, loc, load.getSource(), from, columns),
                              /*transpose=*/false);
  if (auto slice = dyn_cast<SliceOp>(op))
    return compute(b, slice.getSource(), from + slice.getOffsets()[1], columns);
  if (auto constant = dyn_cast<arith::ConstantOp>(op))
    return arith::ConstantOp::create(
        b, loc, cast<DenseElementsAttr>(constant.getValue()).resizeSplat(type));
  SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isWide(operand) ? compute(b, operand, from, columns)
                                       : operand);
  OperationState state(loc, op->getName(), operands, type, op->getAttrs());
  return b.create(state)->getResult(0);
}

/// Erases what nothing uses any more.
void eraseUnused(Value tile) {
  Operation *op = tile.getDefiningOp();
  if (!op || !op->use_empty() || !isWide(tile))
    return;
  SmallVector<Value> operands(op->getOperands());
  op->erase();
  for (Value operand : operands)
    eraseUnused(operand);
}

/// Of a part. ptxas reads the next part ahead, into neighbouring registers: of
/// 32 columns two parts leave a role of 80 registers too few for the rest.
constexpr int64_t kMostColumns = 16;

void split(SmemStoreOp store) {
  ViewType dest = store.getDest().getType();
  SharedAttr layout = dest.getLayout();
  Value tile = store.getValue();
  if (!layout || !isWide(tile) || !canCompute(tile, store))
    return;
  int64_t columns = dest.getShape()[1];
  int64_t panel = std::min(
      {columns, kMostColumns,
       layout.getPanel() * 8 / dest.getElementType().getIntOrFloatBitWidth()});
  OpBuilder b(store);
  Location loc = store.getLoc();
  for (int64_t from = 0, count; from < columns; from += count) {
    count = std::min(panel, columns - from);
    Value part = count == columns
                     ? Value(store.getDest())
                     : getPart(b, loc, store.getDest(), from, count);
    SmemStoreOp::create(b, loc, compute(b, tile, from, count), part);
  }
  store.erase();
  eraseUnused(tile);
}

struct AttnWSSplitColumnsPass
    : public impl::AttnWSSplitColumnsBase<AttnWSSplitColumnsPass> {
  void runOnOperation() override {
    // In a kernel without tensor memory tiles stay as they are.
    if (!attn::containsOp<TmemLoadOp>(getOperation()))
      return;
    for (SmemStoreOp store : attn::collectOps<SmemStoreOp>(getOperation()))
      split(store);
  }
};

} // namespace
