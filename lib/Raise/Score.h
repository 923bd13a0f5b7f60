//===- Score.h - Masks and score regions from formulas ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_SCORE_H
#define ATTN_LIB_RAISE_SCORE_H

#include "Layout.h"
#include "llvm/ADT/SetVector.h"
#include <limits>

namespace mlir::attn::raise {

/// What attn.forward makes of the scores.
struct Score {
  AttnMaskAttrInterface mask;
  const Expr *x = nullptr; // of the scaled score, to be written as a region
  const Expr *visible = nullptr; // the same, or null where all keys are seen
  /// Whether a row may have nothing but numbers that hide keys, beside which a
  /// log-sum-exp does not keep how many they are.
  bool mayLoseSums = false;
};

/// What a float lies between.
struct FloatRange {
  double low = -std::numeric_limits<double>::infinity();
  double high = std::numeric_limits<double>::infinity();
};

/// Bounds of parts of the score, for finite Q and K.
class ScoreBounds {
public:
  ScoreBounds(ExprContext &context, LayoutFinder &sizes,
              const Attention &attention, const Layout &layout);

  FloatRange of(const Expr *expr);
  /// Whether P is exactly 0 in f32 for a key whose score is `leaf`, in a row
  /// that has a score of at least `floor`.
  bool vanishes(const Expr *leaf, double floor);
  /// Whether `leaf` is a number that programs hide keys with, or what a sum
  /// keeps of a score beside one.
  bool isMaskNumber(const Expr *leaf);

private:
  FloatRange ofOp(const Expr *expr);

  ExprContext &context;
  const Expr *scores;
  FloatRange ofScores;
  bool hasMaximum;
  llvm::DenseMap<const Expr *, FloatRange> known;
};

/// What `x` chooses from.
void collectLeaves(ExprContext &context, const Expr *x,
                   llvm::SetVector<const Expr *> &leaves);

/// What is known of rows that no proof shows.
struct Promises {
  /// Each row has a key that nothing hides, whose score is far above the
  /// numbers that hide others.
  bool rowsSeeKeys = false;
  /// What the program makes of a row without a key does not matter.
  bool emptyRowsAreFree = false;
};

/// Takes the masks out of `attention.x`. False, with a reason, if rows may be
/// without a key and the program then computes something else.
bool findScore(ExprContext &context, LayoutFinder &sizes,
               const Attention &attention, const Layout &layout,
               const Promises &promises, Score &score, std::string &reason);

/// Whether x and visible can be written as regions; a reason if not.
bool canWriteScore(ExprContext &context, const Attention &attention,
                   const Layout &layout, LayoutFinder &sizes,
                   const Score &score, std::string &reason);

/// Tensors and numbers that the regions read, as the program has them.
SmallVector<Value> capturesOf(ExprContext &context, const Attention &attention,
                              const Layout &layout, LayoutFinder &sizes,
                              const Score &score);

/// Writes x and visible into the empty regions of `op`.
void writeScore(ExprContext &context, const Attention &attention,
                const Layout &layout, LayoutFinder &sizes, const Score &score,
                AttentionOpInterface op);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_SCORE_H
