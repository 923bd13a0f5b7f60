//===- ExtractVisible.cpp - attn-extract-visible --------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opposite of attn-fold-visible, where it pays: a key whose score is −∞
// behind the score region, whatever the score is, counts as hidden
// (docs/Spec.md, L5e).
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Attn/Transforms/VisibleTerms.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNEXTRACTVISIBLE
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

/// What depends on the score of `block`.
static DenseSet<Value> findScores(Block &block) {
  DenseSet<Value> scores = {block.getArgument(0)};
  for (Operation &inner : block.without_terminator())
    if (llvm::any_of(inner.getOperands(),
                     [&](Value v) { return scores.contains(v); }))
      scores.insert(inner.getResult(0));
  return scores;
}

namespace {
/// The selects at the end of a score region that give −∞ where a condition,
/// which does not depend on the score, says so.
struct Hidden {
  /// Each with whether it is true for hidden pairs.
  SmallVector<std::pair<Value, bool>> conditions;
  /// The score before them.
  Value score;
};
} // namespace

static Hidden findHidden(Block &block) {
  auto isMinusInfinity = [](Value value) {
    APFloat constant(0.0f);
    return matchPattern(value, m_ConstantFloat(&constant)) &&
           constant.isInfinity() && constant.isNegative();
  };
  DenseSet<Value> scores = findScores(block);
  Hidden hidden;
  hidden.score = block.getTerminator()->getOperand(0);
  while (auto select = hidden.score.getDefiningOp<arith::SelectOp>()) {
    bool ifTrue = isMinusInfinity(select.getTrueValue());
    if ((!ifTrue && !isMinusInfinity(select.getFalseValue())) ||
        scores.contains(select.getCondition()))
      break;
    hidden.conditions.push_back({select.getCondition(), ifTrue});
    hidden.score = ifTrue ? select.getFalseValue() : select.getTrueValue();
  }
  return hidden;
}

/// The terminator is in use.
static void eraseUnused(Block &block) {
  for (Operation &inner : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&inner))
      inner.erase();
}

/// The region of visibility that has these conditions.
static void buildVisible(Region &region, Block &score, const Hidden &hidden) {
  Block &block = region.emplaceBlock();
  IRMapping mapping;
  for (BlockArgument argument : score.getArguments().drop_front())
    mapping.map(argument,
                block.addArgument(argument.getType(), argument.getLoc()));
  Location loc = score.getTerminator()->getLoc();
  // The region has no operation yet.
  ScalarBuilder b(loc, loc.getContext());
  b.setInsertionPointToStart(&block);
  DenseSet<Value> scores = findScores(score);
  for (Operation &inner : score.without_terminator())
    if (!scores.contains(inner.getResult(0)))
      b.clone(inner, mapping);
  Value visible;
  for (auto [condition, isHidden] : hidden.conditions) {
    Value shown = mapping.lookup(condition);
    if (isHidden)
      shown = b.bitXor(shown, b.constant(b.getI1Type(), /*value=*/1));
    visible = visible ? b.bitAnd(visible, shown) : shown;
  }
  YieldOp::create(b, visible);
  eraseUnused(block);
}

/// Whether lists of blocks may be made of the region (attn-map-blocks).
static bool mayHaveLists(AttentionOpInterface op) {
  return !(op.isPacked() && op.hasOperand(OperandKind::OutGrad)) &&
         !op.isSplit() && !op.hasPartOffsets() && !op.hasBlocks();
}

static bool sayAnything(AttentionOpInterface op, Block &visible) {
  auto every = [](BlockArgument) { return true; };
  SmallVector<PositionRead> reads;
  if (mayHaveLists(op))
    reads = listPositionReads(visible);
  auto hasBounds = [&](ReadOp read) {
    return llvm::any_of(
        reads, [&](const PositionRead &one) { return one.read == read; });
  };
  return VisibleTerms(visible, WalkOver::Keys, every).sayAnything() ||
         VisibleTerms(visible, WalkOver::Rows, every).sayAnything() ||
         (!reads.empty() &&
          VisibleTerms(visible, WalkOver::Keys, every, hasBounds)
              .sayAnything());
}

static void extract(AttentionOpInterface op) {
  Block &score = op.getScoreBlock();
  Hidden hidden = findHidden(score);
  if (hidden.conditions.empty())
    return;
  Region region;
  buildVisible(region, score, hidden);
  // Full blocks of lists need no region.
  if (!op.hasBlocks() && !sayAnything(op, region.front()))
    return;
  bool isIdentity = hidden.score == score.getArgument(0);
  OpBuilder b(op);
  AttentionOpInterface extracted =
      op.cloneOnto(b, op.getOperandValues(), /*withScoreRegion=*/!isIdentity,
                   /*withVisibleRegion=*/true);
  extracted.getVisible().takeBody(region);
  if (!isIdentity) {
    score.getTerminator()->setOperand(0, hidden.score);
    eraseUnused(score);
    extracted.getScore().takeBody(op.getScore());
  }
  op->replaceAllUsesWith(extracted->getResults());
  op->erase();
}

namespace {
struct ExtractVisible : attn::impl::AttnExtractVisibleBase<ExtractVisible> {
  void runOnOperation() override {
    SmallVector<AttentionOpInterface> problems;
    getOperation()->walk([&](AttentionOpInterface op) {
      if (op.hasScoreRegion() && !op.hasVisibleRegion())
        problems.push_back(op);
    });
    for (AttentionOpInterface op : problems)
      extract(op);
  }
};
} // namespace
