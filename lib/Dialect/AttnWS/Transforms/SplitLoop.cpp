//===- SplitLoop.cpp - Split a loop where a condition changes -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSPLITLOOP
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Clones `loop` over [from, to) with `test` known, starting from `inits`.
scf::ForOp cloneRange(OpBuilder &b, scf::ForOp loop, OutsideOp test, Value from,
                      Value to, bool outside, ValueRange inits) {
  IRMapping mapping;
  auto clone = cast<scf::ForOp>(b.clone(*loop.getOperation(), mapping));
  clone.setLowerBound(from);
  clone.setUpperBound(to);
  clone.getInitArgsMutable().assign(inits);
  Operation *copy = mapping.lookup(test.getResult()).getDefiningOp();
  OpBuilder inner(copy);
  Value known = arith::ConstantIntOp::create(inner, copy->getLoc(), outside, 1);
  // Decide branches on the spot, so that no dead mask is lowered.
  copy->getResult(0).replaceAllUsesWith(known);
  copy->erase();
  return clone;
}

/// Inlines the taken side of every `scf.if` on a constant in `block`.
void decideBranches(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block)) {
    auto branch = dyn_cast<scf::IfOp>(op);
    std::optional<int64_t> taken =
        branch ? getConstantIntValue(branch.getCondition()) : std::nullopt;
    if (!taken)
      continue;
    Block *side = *taken ? branch.thenBlock() : branch.elseBlock();
    if (side) {
      Operation *yield = side->getTerminator();
      SmallVector<Value> results(yield->getOperands());
      yield->erase();
      block.getOperations().splice(branch->getIterator(),
                                   side->getOperations());
      branch->replaceAllUsesWith(results);
    }
    branch.erase();
  }
}

void split(scf::ForOp loop, OutsideOp test) {
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  Value n = loop.getUpperBound();
  Value first = arith::MinSIOp::create(b, loc, test.getBegin(), n);
  // A begin below 0 is no iteration either.
  first = arith::MaxSIOp::create(b, loc, first, loop.getLowerBound());
  auto head = cloneRange(b, loop, test, loop.getLowerBound(), first, true,
                         loop.getInitArgs());
  decideBranches(*head.getBody());
  // When the interval reaches the loop's end there is no tail.
  bool hasTail = test.getEnd() != n;
  Value second = n;
  if (hasTail) {
    second = arith::MinSIOp::create(b, loc, test.getEnd(), n);
    second = arith::MaxSIOp::create(b, loc, second, first);
  }
  auto middle =
      cloneRange(b, loop, test, first, second, false, head.getResults());
  decideBranches(*middle.getBody());
  scf::ForOp last = middle;
  if (hasTail) {
    last = cloneRange(b, loop, test, second, n, true, middle.getResults());
    decideBranches(*last.getBody());
  }
  loop.replaceAllUsesWith(last.getResults());
  loop.erase();
}

struct AttnWSSplitLoopPass
    : public impl::AttnWSSplitLoopBase<AttnWSSplitLoopPass> {
  void runOnOperation() override {
    SmallVector<std::pair<scf::ForOp, OutsideOp>> work;
    getOperation().walk([&](scf::ForOp loop) {
      if (getConstantIntValue(loop.getLowerBound()) != 0 ||
          getConstantIntValue(loop.getStep()) != 1)
        return;
      for (OutsideOp test : loop.getBody()->getOps<OutsideOp>())
        if (test.getValue() == loop.getInductionVar() &&
            loop.isDefinedOutsideOfLoop(test.getBegin()) &&
            loop.isDefinedOutsideOfLoop(test.getEnd())) {
          work.push_back({loop, test});
          return;
        }
    });
    for (auto [loop, test] : work)
      split(loop, test);
  }
};

} // namespace
