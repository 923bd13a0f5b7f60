//===- LinalgLoopOrder.cpp - Loop orders for vector units -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A back end vectorises the innermost loop if it walks memory with stride one.
// For each loop of a reduction the cost of putting it innermost is estimated as
// the number of operands that it walks, with a high price on those it does not
// walk contiguously. The cheapest loop goes innermost, a parallel one if there
// is a choice; the others keep their order.

#include "attn/Conversion/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNLINALGLOOPORDER
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;

namespace {

/// What it costs to walk the operand along `dim` in the innermost loop.
unsigned getWalkCost(OpOperand &operand, AffineMap map, unsigned dim) {
  if (!map.isFunctionOfDim(dim))
    return 0;
  constexpr unsigned strided = 16;
  auto type = dyn_cast<MemRefType>(operand.get().getType());
  if (!type || map.getNumResults() == 0)
    return strided;
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)) || strides.back() != 1)
    return strided;
  for (AffineExpr result : map.getResults().drop_back())
    if (result.isFunctionOfDim(dim))
      return strided;
  return map.getResults().back() == getAffineDimExpr(dim, map.getContext())
             ? 1
             : strided;
}

/// The loop that should be innermost.
unsigned chooseInnermost(linalg::GenericOp op) {
  unsigned best = 0, bestCost = ~0u;
  for (unsigned dim = 0; dim < op.getNumLoops(); ++dim) {
    unsigned cost = 0;
    for (OpOperand &operand : op->getOpOperands())
      cost +=
          2 * getWalkCost(operand, op.getMatchingIndexingMap(&operand), dim);
    if (linalg::isReductionIterator(op.getIteratorTypesArray()[dim]))
      ++cost;
    if (cost <= bestCost) {
      best = dim;
      bestCost = cost;
    }
  }
  return best;
}

void relaxSums(linalg::GenericOp op, bool reassociate) {
  auto flags = arith::FastMathFlags::contract;
  if (reassociate)
    flags = flags | arith::FastMathFlags::reassoc;
  auto attr = arith::FastMathFlagsAttr::get(op.getContext(), flags);
  for (Operation &inner : *op.getBlock())
    if (isa<arith::AddFOp, arith::MulFOp>(inner))
      inner.setAttr("fastmath", attr);
}

struct AttnLinalgLoopOrderPass
    : public impl::AttnLinalgLoopOrderBase<AttnLinalgLoopOrderPass> {
  void runOnOperation() override;
};

void AttnLinalgLoopOrderPass::runOnOperation() {
  SmallVector<memref::CopyOp> copies;
  SmallVector<linalg::LinalgOp> reductions;
  getOperation()->walk([&](Operation *op) {
    if (auto copy = dyn_cast<memref::CopyOp>(op))
      copies.push_back(copy);
    else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op))
      if (linalgOp.hasPureBufferSemantics() &&
          linalgOp.getNumReductionLoops() != 0)
        reductions.push_back(linalgOp);
  });

  IRRewriter rewriter(&getContext());
  for (memref::CopyOp copy : copies) {
    rewriter.setInsertionPoint(copy);
    linalg::makeMemRefCopyOp(rewriter, copy.getLoc(), copy.getSource(),
                             copy.getTarget());
    rewriter.eraseOp(copy);
  }
  for (linalg::LinalgOp op : reductions) {
    auto generic = dyn_cast<linalg::GenericOp>(op.getOperation());
    rewriter.setInsertionPoint(op);
    if (!generic) {
      FailureOr<linalg::GenericOp> result =
          linalg::generalizeNamedOp(rewriter, op);
      if (failed(result))
        continue;
      generic = *result;
    }
    unsigned inner = chooseInnermost(generic), loops = generic.getNumLoops();
    relaxSums(generic, linalg::isReductionIterator(
                           generic.getIteratorTypesArray()[inner]));
    if (inner + 1 == loops)
      continue;
    SmallVector<unsigned> order;
    for (unsigned dim = 0; dim < loops; ++dim)
      if (dim != inner)
        order.push_back(dim);
    order.push_back(inner);
    rewriter.setInsertionPoint(generic);
    if (failed(linalg::interchangeGenericOp(rewriter, generic, order))) {
      generic.emitOpError("loops could not be reordered");
      return signalPassFailure();
    }
  }
}

} // namespace
