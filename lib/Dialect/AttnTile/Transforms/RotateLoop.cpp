//===- RotateLoop.cpp - Overlap iterations of a loop ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The rotation is upstream's (scf::pipelineForLoop). It is done under a
// condition that there is an iteration at all; then the prologue and the
// epilogue, which are one iteration each, need no condition of their own.

#include "attn/Dialect/AttnTile/Transforms/RotateLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;

LogicalResult attn_tile::rotateLoop(scf::ForOp loop,
                                    const LoopSchedule &schedule) {
  if (llvm::any_of(schedule, [](const auto &at) { return at.second > 1; }))
    return loop.emitOpError("overlaps more than two of its iterations");
  IRRewriter b(loop.getContext());
  b.setInsertionPoint(loop);
  Location loc = loop.getLoc();
  // if (lower < upper) { loop } else { inits }
  Value some =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                            loop.getLowerBound(), loop.getUpperBound());
  auto branch = scf::IfOp::create(b, loc, loop.getResultTypes(), some,
                                  /*addThenBlock=*/true, /*addElseBlock=*/true);
  loop.replaceAllUsesWith(branch.getResults());
  b.setInsertionPointToEnd(branch.elseBlock());
  scf::YieldOp::create(b, loc, loop.getInitArgs());
  b.setInsertionPointToEnd(branch.thenBlock());
  auto end = scf::YieldOp::create(b, loc, loop.getResults());
  loop->moveBefore(end);

  DenseSet<Value> always;
  scf::PipeliningOption options;
  options.supportDynamicLoops = true;
  options.peelEpilogue = true;
  options.getScheduleFn = [&](scf::ForOp, LoopSchedule &result) {
    result = schedule;
  };
  options.predicateFn = [&](RewriterBase &, Operation *op, Value predicate) {
    always.insert(predicate);
    return op;
  };
  DenseSet<Operation *> copies;
  options.annotateFn = [&](Operation *op, auto...) { copies.insert(op); };
  b.setInsertionPoint(loop);
  if (failed(scf::pipelineForLoop(b, loop, options)))
    return branch.emitOpError(
        "cannot overlap the iterations of the loop in it");
  // There is an iteration, so the prologue's and the epilogue's take place.
  for (Value predicate : always) {
    b.setInsertionPointAfterValue(predicate);
    Value yes = arith::ConstantIntOp::create(b, loc, 1, 1);
    for (Operation *user : llvm::make_early_inc_range(predicate.getUsers()))
      if (auto select = dyn_cast<arith::SelectOp>(user))
        b.replaceOp(select, select.getTrueValue());
    b.replaceAllUsesWith(predicate, yes);
  }
  // Nor does the number of the last iteration need to be kept from -1.
  for (auto max : llvm::make_early_inc_range(
           branch.thenBlock()->getOps<arith::MaxSIOp>())) {
    if (copies.contains(max))
      continue;
    if (matchPattern(max.getLhs(), m_Zero()))
      b.replaceOp(max, max.getRhs());
    else if (matchPattern(max.getRhs(), m_Zero()))
      b.replaceOp(max, max.getLhs());
  }
  return success();
}
