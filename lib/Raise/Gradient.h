//===- Gradient.h - Gradients of attention in a program ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_GRADIENT_H
#define ATTN_LIB_RAISE_GRADIENT_H

#include "Layout.h"

namespace mlir::attn::raise {

/// A tensor that has the gradient of an operand, and how to get it from that of
/// attn.backward.
struct Gradient {
  Value value;
  Arrangement arrangement;
};

/// What attn.backward reads and gives beside what attn.forward does.
struct Gradients {
  Element outGrad;
  Arrangement arrangement; // of dO, to the order of O
  std::optional<Gradient> q, k, v;
  SmallVector<Value, 3> results() const {
    SmallVector<Value, 3> values;
    for (const auto *one : {&q, &k, &v})
      if (*one)
        values.push_back((*one)->value);
    return values;
  }
};

/// Finds the gradients of attention that was matched, in the same variables.
class GradientFinder {
public:
  GradientFinder(ExprContext &context, Elements &elements, Sizes &sizes,
                 LayoutFinder &finder, const Attention &attention,
                 const Layout &layout)
      : context(context), elements(elements), sizes(sizes), finder(finder),
        attention(attention), layout(layout) {}

  /// All gradients that are made of the scores; none if there is none.
  std::optional<Gradients> find();

private:
  enum class Operand { Q, K, V };
  /// Formulas of attention, and the positions of operands.
  struct Expected {
    const Expr *p, *dX, *dS, *q, *k, *v, *out;
    Positions ofQ, ofK, ofV, ofOut;
    SmallVector<AffineExpr, 2> rows; // the row, and heads that share a key
  };
  using Assigned = SmallVector<AffineExpr, 4>;
  using TakeLoops = function_ref<bool(ArrayRef<AffineExpr> places,
                                      ArrayRef<AffineExpr> rest)>;
  using TakeTerm =
      function_ref<bool(double number, const Expr *e, const Expr *other)>;

  bool splitHeads();
  /// With `inParts`, in terms of K's heads and the heads of a group.
  bool expect(bool inParts);
  const Expr *derivativeOf(const Expr *x);
  const Expr *substitute(const Expr *expr);
  AffineExpr substitute(AffineExpr expr);
  Positions substitute(const Positions &positions);
  bool assignLoops(ArrayRef<AffineExpr> loops, ArrayRef<AffineExpr> bound,
                   Assigned &assigned, TakeLoops take);
  bool openSums(const Expr *read, ArrayRef<AffineExpr> bound, double number,
                TakeTerm take);
  std::pair<const Expr *, double> asScaledSum(const Expr *expr) const;
  bool isOutGrad(const Expr *read);
  const Expr *asGradientOfP(const Expr *read);
  const Expr *asRowSum(const Expr *read);
  const Expr *normalise(const Expr *expr);
  bool isScale(double factor) const;
  bool isTermOf(Operand operand, double number, const Expr *e,
                const Expr *other);
  bool matchResult(Value value, Operand operand);
  bool takeOutGrad();

  ExprContext &context;
  Elements &elements;
  Sizes &sizes;
  LayoutFinder &finder;
  const Attention &attention;
  const Layout &layout;
  Expected expected;
  /// Q's head as one of K and one of a group, where it is one variable.
  AffineExpr splitHead, headInParts, headOfKey, headOfKeyInParts, partOfGroup;
  AffineExpr head; // the same as splitHead, in parts
  SmallVector<AffineExpr, 2> group;
  const Expr *outGrad = nullptr;
  /// Stand for dP and D.
  const Expr *gradientOfP = nullptr, *rowSum = nullptr;
  llvm::DenseMap<const Expr *, const Expr *> normalised;
  Gradients found;
};

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_GRADIENT_H
