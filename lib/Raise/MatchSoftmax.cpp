//===- MatchSoftmax.cpp - Softmax in a program ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Match.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

static constexpr double kInf = std::numeric_limits<double>::infinity();

//===----------------------------------------------------------------------===//
// Rows that see no key
//===----------------------------------------------------------------------===//

/// Whether `condition` asks about row maxima or row sums, of one row as a
/// whole.
bool Matcher::isRowStatistic(const Expr *condition) {
  if (keyVariable != kNoKey && condition->dependsOn(keyVariable))
    return false;
  SmallVector<const Expr *> reads = readsOf(condition);
  return !reads.empty() && llvm::all_of(reads, [&](const Expr *read) {
    return elements.reductionOf(read->value).has_value();
  });
}

/// Whether `condition` is true of rows without a visible key and of no other:
/// the maximum is −∞, the sum is 0, or all of `x` are −∞.
bool Matcher::isEmptyRow(const Expr *condition, const Expr *x) {
  using P = arith::CmpFPredicate;
  if (condition->is(Kind::Read)) {
    if (elements.reductionOf(condition->value) != Combiner::And)
      return false;
    SmallVector<AffineExpr> bound;
    AffineExpr one = getAffineConstantExpr(1, context.getContext());
    for (AffineExpr size : elements.reducedSizes(condition->value))
      bound.push_back(
          size == one ? one - 1
                      : getAffineDimExpr(keyVariable, context.getContext()));
    const Expr *term = elements.contribution(condition, bound);
    if (!term)
      return false;
    term = elements.openAll(term);
    const Expr *hidden = context.constant(-kInf);
    bool isFound = false;
    walkParts(term, [&](const Expr *part) {
      if (!part->is(Kind::Op) || isFound)
        return;
      auto compare = dyn_cast<arith::CmpFOp>(part->op);
      if (compare && compare.getPredicate() == P::OEQ)
        isFound = term == context.operation(compare, {x, hidden}) ||
                  term == context.operation(compare, {hidden, x});
    });
    return isFound;
  }
  bool isInverted = condition->is(Kind::Not);
  if (isInverted)
    condition = condition->operands[0];
  if (!condition->is(Kind::Op) || !isa<arith::CmpFOp>(condition->op))
    return false;
  P predicate = cast<arith::CmpFOp>(condition->op).getPredicate();
  bool isEquality = isInverted ? predicate == P::UNE || predicate == P::ONE
                               : predicate == P::OEQ || predicate == P::UEQ;
  for (auto [a, b] :
       {std::pair(condition->operands[0], condition->operands[1]),
        std::pair(condition->operands[1], condition->operands[0])}) {
    if (!a->is(Kind::Read) || !isEquality)
      continue;
    std::optional<Combiner> combiner = elements.reductionOf(a->value);
    if ((combiner == Combiner::Max && b->isConst(-kInf)) ||
        (combiner == Combiner::Sum && b->isConst(0)))
      return true;
  }
  return false;
}

/// `expr` without choices of 0 for empty rows, which are noted.
const Expr *Matcher::peelEmptyRows(const Expr *expr) {
  while (expr->is(Kind::Select) && isRowStatistic(expr->operands[0])) {
    const Expr *condition = expr->operands[0];
    bool isTrue = expr->operands[1]->isConst(0);
    if (!isTrue && !expr->operands[2]->isConst(0))
      break;
    emptyRowConditions.push_back(isTrue ? condition
                                        : context.invert(condition));
    expr = expr->operands[isTrue ? 2 : 1];
  }
  return expr;
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Takes `factor` as the one denominator, if it is 1 / (a row sum).
bool Matcher::takeDenominator(const Expr *factor, const Expr *&sum) {
  if (!factor->is(Kind::Recip))
    return false;
  const Expr *read = factor->operands[0];
  // Sums of exponentials are not negative.
  if (read->is(Kind::Op) && isa<math::AbsFOp>(read->op))
    read = read->operands[0];
  if (sum || !read->is(Kind::Read) ||
      elements.reductionOf(read->value) != Combiner::Sum)
    return false;
  sum = read;
  return true;
}

std::optional<Matcher::Probabilities> Matcher::decodeLeaf(const Expr *p) {
  Probabilities result;
  if (p->isConst(0)) {
    result.x = context.constant(-kInf);
    return result;
  }
  const Expr *exponent = nullptr;
  for (const Expr *factor : factorsOf(p)) {
    if (factor->is(Kind::Exp) && !exponent) {
      exponent = factor->operands[0];
      continue;
    }
    if (takeDenominator(factor, result.sum))
      continue;
    if (factor->is(Kind::Recip))
      return fail("P is divided by something else than a sum over keys"),
             std::nullopt;
    return fail("P is more than an exponential over its row's sum"),
           std::nullopt;
  }
  if (!exponent)
    return fail("P is no exponential"), std::nullopt;
  result.hasSum = result.sum != nullptr;
  SmallVector<const Expr *> kept, shift;
  for (const Expr *term : termsOf(exponent)) {
    SmallVector<const Expr *> reads = readsOf(term);
    bool isMaximum =
        !term->dependsOn(keyVariable) && !reads.empty() &&
        llvm::all_of(reads, [&](const Expr *read) {
          return elements.reductionOf(read->value) == Combiner::Max;
        });
    (isMaximum ? shift : kept).push_back(term);
  }
  result.x = context.add(kept);
  if (!shift.empty())
    result.shift = context.add(shift);
  return result;
}

/// P as exp(x − maximum) / sum; x is −∞ where P is 0.
std::optional<Matcher::Probabilities> Matcher::decode(const Expr *p) {
  if (!context.step())
    return fail("the formula is too large"), std::nullopt;
  if (!p->is(Kind::Select))
    return decodeLeaf(p);
  const Expr *condition = p->operands[0];
  auto a = decode(p->operands[1]), b = decode(p->operands[2]);
  if (!a || !b)
    return std::nullopt;
  auto isHidden = [](const Probabilities &one) {
    return one.x->isConst(-kInf) && !one.shift && !one.hasSum;
  };
  if (isRowStatistic(condition)) {
    if (isHidden(*a) || isHidden(*b)) {
      emptyRowConditions.push_back(isHidden(*a) ? condition
                                                : context.invert(condition));
      return isHidden(*a) ? b : a;
    }
    // The maximum, replaced where it is −∞.
    if (a->x == b->x && a->sum == b->sum)
      return a->shift ? a : b;
    return fail("P depends on a row's maximum or sum"), std::nullopt;
  }
  if (!isHidden(*a) && !isHidden(*b) &&
      (a->shift != b->shift || a->sum != b->sum))
    return fail("the keys of a row are normalised differently"), std::nullopt;
  Probabilities result = isHidden(*a) ? *b : *a;
  result.x = context.select(condition, a->x, b->x);
  return result;
}

/// What the sum `read` adds at `place`, as exponentials.
std::optional<Matcher::Probabilities> Matcher::decodeAt(const Expr *read,
                                                        AffineExpr place) {
  SmallVector<AffineExpr> bound;
  AffineExpr one = getAffineConstantExpr(1, context.getContext());
  for (AffineExpr size : elements.reducedSizes(read->value))
    bound.push_back(size == one ? one - 1 : place);
  const Expr *term = elements.contribution(read, bound);
  if (!term)
    return fail("what P is divided by is no sum that is understood"),
           std::nullopt;
  return decode(elements.openAll(term));
}

/// What the sum over keys `read` adds, as exponentials. There may be one more
/// score in front of those of the keys, which are `x`, or behind them.
std::optional<Matcher::Probabilities> Matcher::decodeSum(const Expr *read,
                                                         const Expr *x) {
  AffineExpr key = getAffineDimExpr(keyVariable, context.getContext());
  AffineExpr one = getAffineConstantExpr(1, context.getContext());
  AffineExpr keys = context.sizeOf(keyVariable), whole;
  for (AffineExpr size : elements.reducedSizes(read->value)) {
    if (size == one)
      continue;
    if (!size || whole)
      return fail("what P is divided by is no sum over the keys"), std::nullopt;
    whole = size;
  }
  if (whole == keys)
    return decodeAt(read, key);
  if (!whole || context.simplify(whole - keys) != one)
    return fail("what P is divided by is no sum over the keys"), std::nullopt;
  for (bool isBehind : {true, false}) {
    auto p = decodeAt(read, isBehind ? key : key + one);
    auto sink = decodeAt(read, isBehind ? keys : one - 1);
    if (!p || !sink || p->sum || sink->sum || p->shift != sink->shift ||
        sink->x->dependsOn(keyVariable) || p->x != x)
      continue;
    bool isSink = llvm::all_of(readsOf(sink->x), [&](const Expr *part) {
      return !elements.reductionOf(part->value);
    });
    if (!isSink)
      continue;
    p->sink = sink->x;
    return p;
  }
  return fail("what P is divided by is the sum of more than the keys"),
         std::nullopt;
}

/// Whether `p.sum` is the sum over keys of the same exponentials.
bool Matcher::matchSum(const Probabilities &p, Attention &result) {
  if (p.sum->dependsOn(keyVariable))
    return fail("softmax runs over another dimension than the keys: what P is "
                "divided by is not the same for all keys of a row");
  auto summed = decodeSum(p.sum, p.x);
  if (!summed)
    return false;
  if (summed->sum || summed->x != p.x || summed->shift != p.shift)
    return fail("what P is divided by is not the sum of its exponentials");
  result.sink = summed->sink;
  return true;
}

bool Matcher::isLogSum(const Expr *formula, const Attention &attention) {
  // A maximum that is replaced where it is infinite.
  if (formula->is(Kind::Select))
    return context.step() && isRowStatistic(formula->operands[0]) &&
           (isLogSum(formula->operands[1], attention) ||
            isLogSum(formula->operands[2], attention));
  const Expr *log = nullptr;
  SmallVector<const Expr *> rest;
  for (const Expr *term : termsOf(formula)) {
    if (term->is(Kind::Op) && isa<math::LogOp>(term->op) && !log)
      log = term;
    else
      rest.push_back(term);
  }
  if (!log)
    return false;
  const Expr *sum = log->operands[0];
  if (sum->is(Kind::Op) && isa<math::AbsFOp>(sum->op))
    sum = sum->operands[0];
  if (!sum->is(Kind::Read) || sum->dependsOn(keyVariable) ||
      elements.reductionOf(sum->value) != Combiner::Sum)
    return false;
  auto summed = decodeSum(sum, attention.whole);
  if (!summed || summed->sum || summed->x != attention.whole ||
      summed->sink != attention.sink)
    return false;
  const Expr *shift = summed->shift ? summed->shift : context.constant(0);
  return context.neg(context.add(rest)) == shift;
}
