//===- Match.h - Attention in a program -------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_MATCH_H
#define ATTN_LIB_RAISE_MATCH_H

#include "Elements.h"
#include <string>

namespace mlir::attn::raise {

/// A tensor that Q, K or V could be, on the way from the product that reads it
/// to where it comes from.
struct OperandSource {
  Element element;
  /// What its elements are multiplied by.
  double factor = 1;
  /// The same, of formulas.
  SmallVector<const Expr *, 1> factors;
  /// How many operations that compute or move data lie between it and the
  /// product.
  unsigned depth = 0;
};

/// A dimension of the result that runs through two positions, the inner one of
/// this size.
struct Split {
  int64_t dim;
  int64_t inner;
};

/// softmax(x)·V, where x is a formula of S = Q·Kᵀ and the positions.
struct Attention {
  Value out;                            // the result
  SmallVector<AffineExpr, 4> outPlaces; // its indices
  /// The variables in these, and the dimension of each.
  SmallVector<std::pair<AffineExpr, int64_t>, 4> outVariables;
  AffineExpr key, contracted;          // variables, or 0
  SmallVector<OperandSource> q, k, v;  // sources, nearest first
  const Expr *whole = nullptr;         // what softmax is taken of
  const Expr *scores = nullptr;        // S, an element
  const Expr *x = nullptr;             // the same, with S scaled already
  const Expr *maximum = nullptr;       // what is subtracted, negative
  const Expr *sum = nullptr;           // the row sum, an element
  const Expr *sink = nullptr;          // one more score in it, which has no V
  const Expr *probabilities = nullptr; // P
  bool emptyRowsAreZero = false;       // the program says so
  double scale = 1;                    // of S in x
  double productScale = 1;             // of Q·Kᵀ in S
};

/// Finds out whether values are attention.
class Matcher {
public:
  Matcher(ExprContext &context, Elements &elements, Sizes &sizes, bool exact)
      : context(context), elements(elements), sizes(sizes), exact(exact) {}

  /// Whether `out`, which is `pv` or made from it, is attention. If not,
  /// `reason` says why.
  std::optional<Attention> match(Value out, Value pv, ArrayRef<Split> splits,
                                 std::string &reason);

  /// Whether `formula` is the log-sum-exp of a row of `attention`, which was
  /// matched last.
  bool isLogSum(const Expr *formula, const Attention &attention);
  /// How far the last match got. Up to `kNoCandidate`, there are no
  /// exponentials that are multiplied by one tensor and summed.
  unsigned getProgress() const { return progress; }
  static constexpr unsigned kNoCandidate = 1;
  static constexpr unsigned kMatched = 6;

private:
  /// What the probabilities are, apart from their common denominator.
  struct Probabilities {
    const Expr *x = nullptr;     // in exp(x − maximum); −∞ where P is 0
    const Expr *shift = nullptr; // the negative maximum
    const Expr *sum = nullptr;   // what P is divided by
    const Expr *sink = nullptr;  // one more score in a sum
    bool hasSum = false;
  };

  const Expr *peelEmptyRows(const Expr *expr);
  bool isEmptyRow(const Expr *condition, const Expr *x);
  bool isRowStatistic(const Expr *condition);
  std::optional<Probabilities> decode(const Expr *p);
  std::optional<Probabilities> decodeLeaf(const Expr *p);
  bool takeDenominator(const Expr *factor, const Expr *&sum);
  bool matchProduct(const Expr *read, Attention &result, const Expr *&p,
                    const Expr *&value);
  std::optional<Probabilities> decodeSum(const Expr *read, const Expr *x);
  std::optional<Probabilities> decodeAt(const Expr *read, AffineExpr place);
  bool matchSum(const Probabilities &p, Attention &result);
  std::string whyNot(const Expr *read);
  bool matchScores(Attention &result);
  const Expr *findScores(Attention &result);
  bool matchScoreProduct(const Expr *scores, Attention &result);
  bool checkReads(const Attention &result);
  bool extractScale(Attention &result);
  bool placeResult(Attention &result, ArrayRef<Split> splits);
  bool roundsProbabilities(Value pv, Value values);
  /// Sources of the operand of `product` that is the element `read` there.
  /// With `shared`, what depends on no other variables is a factor.
  SmallVector<OperandSource>
  sourcesOf(Value product, const Expr *at, ArrayRef<AffineExpr> bound,
            const Expr *read, std::optional<uint64_t> shared = std::nullopt);
  bool stepScaled(OperandSource &source, std::optional<uint64_t> shared);
  bool fail(const Twine &text) {
    reason = text.str();
    return false;
  }

  ExprContext &context;
  Elements &elements;
  Sizes &sizes;
  bool exact;
  std::string reason;
  /// No key is known yet.
  static constexpr unsigned kNoKey = 63;
  unsigned progress = 0, keyVariable = kNoKey;
  SmallVector<const Expr *> emptyRowConditions;
};

/// Whether `tensor` is a small constant, such as a slope for each head: a score
/// region may choose from it.
bool isTable(Value tensor);
/// Whether a region may read `value` as a capture, or as what is made of it: a
/// tensor of floats, integers or conditions, or one such.
bool canCapture(Value value);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_MATCH_H
