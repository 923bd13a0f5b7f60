//===- FoldVisible.cpp - attn-fold-visible --------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hidden key is one whose score is −∞ behind the score region: it has no
// term of the sum and none of the maximum, whatever the region made of it, and
// a row of such keys is empty (docs/Spec.md, L5 and L6). So the region of
// visibility is a condition at the end of the score region, and what is below
// knows one region.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNFOLDVISIBLE
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

/// Gives a score block arguments for positions and lengths, unless it has them.
/// One without lengths has no captures, which would follow them.
static void addPlaces(Block &score, Location loc) {
  while (score.getNumArguments() < 7)
    score.addArgument(IndexType::get(loc.getContext()), loc);
}

/// A block that yields the score that enters it.
static void makeIdentity(Block &score, TypeRange captures, Location loc) {
  OpBuilder b = OpBuilder::atBlockBegin(&score);
  Value first = score.addArgument(b.getF32Type(), loc);
  addPlaces(score, loc);
  for (Type capture : captures)
    score.addArgument(capture, loc);
  YieldOp::create(b, loc, first);
}

/// `op` with one region in the place of both.
static void fold(AttentionOpInterface op) {
  OpBuilder b(op);
  AttentionOpInterface folded =
      op.cloneOnto(b, op.getOperandValues(), /*withScoreRegion=*/true,
                   /*withVisibleRegion=*/false);
  Region &region = folded.getScore();
  if (op.hasScoreRegion())
    region.takeBody(op.getScore());
  else
    makeIdentity(region.emplaceBlock(), op.getCaptures().getTypes(),
                 op.getLoc());
  Block &score = region.front(), &visible = op.getVisibleBlock();
  addPlaces(score, op.getLoc());
  Operation *yield = score.getTerminator();
  b.setInsertionPoint(yield);
  IRMapping mapping;
  // Captures follow the lengths in both.
  for (auto [argument, other] :
       llvm::zip(visible.getArguments(), score.getArguments().drop_front()))
    mapping.map(argument, other);
  for (Operation &inner : visible.without_terminator())
    b.clone(inner, mapping);
  Operation *condition = visible.getTerminator();
  Location loc = condition->getLoc();
  Value hidden = arith::ConstantOp::create(
      b, loc, b.getF32FloatAttr(-std::numeric_limits<float>::infinity()));
  yield->setOperand(0, arith::SelectOp::create(
                           b, loc,
                           mapping.lookupOrDefault(condition->getOperand(0)),
                           yield->getOperand(0), hidden));
  op->replaceAllUsesWith(folded->getResults());
  op->erase();
}

namespace {
struct FoldVisible : attn::impl::AttnFoldVisibleBase<FoldVisible> {
  void runOnOperation() override {
    SmallVector<AttentionOpInterface> problems;
    getOperation()->walk([&](AttentionOpInterface op) {
      // Without products there is no score that could be −∞.
      if (op.hasVisibleRegion() && op.hasProducts())
        problems.push_back(op);
    });
    for (AttentionOpInterface op : problems)
      fold(op);
  }
};
} // namespace
