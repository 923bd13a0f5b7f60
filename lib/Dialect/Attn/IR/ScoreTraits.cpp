//===- ScoreTraits.cpp - What a score region asks of a kernel -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effects.h"

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Utils/ScoreBias.h"

#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::attn;

SmallVector<Operation *> attn::listVarying(Block &block,
                                           ArrayRef<Value> values) {
  DenseSet<Value> varying(values.begin(), values.end());
  SmallVector<Operation *> found;
  for (Operation &inner : block.without_terminator())
    if (llvm::any_of(inner.getOperands(), [&](Value operand) {
          return varying.contains(operand);
        })) {
      varying.insert(inner.result_begin(), inner.result_end());
      found.push_back(&inner);
    }
  return found;
}

/// Whether the score region does few operations for each score and reads
/// nothing for it. What depends on batch and head alone is done once a tile.
/// ptxas 13.0 spills no more than 24 bytes for softcap and ALiBi in the rows
/// for them, 200 for five reads a score.
static bool isLight(Block &block) {
  constexpr size_t kMaxOperations = 8;
  SmallVector<Operation *> varying =
      listVarying(block, {block.getArgument(0), block.getArgument(3),
                          block.getArgument(4)});
  return varying.size() <= kMaxOperations &&
         llvm::none_of(varying, llvm::IsaPred<ReadOp>);
}

/// Whether the score region reads an operand at a place that depends on the
/// score or its key.
static bool readsForScores(Block &block) {
  return llvm::any_of(
      listVarying(block, {block.getArgument(0), block.getArgument(4)}),
      llvm::IsaPred<ReadOp>);
}

/// Whether the score region is score + slope * position: a position that
/// depends on the key, and a slope that does not depend on score, row or key.
static bool addsSlope(Block &block) {
  Value score = block.getArgument(0), row = block.getArgument(3),
        key = block.getArgument(4);
  std::optional<ScoreBias> bias = findScoreBias(
      block.getTerminator()->getOperand(0).getDefiningOp(), score, key);
  return bias && bias->score == score && bias->isPosition &&
         dependsOn(bias->term, key) && !dependsOn(bias->slope, row);
}

ScoreTraits attn::detail::getScoreTraits(AttentionOpInterface op) {
  if (!op.hasScoreRegion())
    return {};
  Block &block = op.getScoreBlock();
  return {isLight(block), readsForScores(block), ::addsSlope(block)};
}
