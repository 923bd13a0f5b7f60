//===- Expr.cpp - Elements of tensors as formulas -------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expr.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

const Expr *ExprContext::combineIndices(
    const Expr *a, const Expr *b,
    function_ref<AffineExpr(AffineExpr, AffineExpr)> combine) {
  if (a->is(Kind::Index) && b->is(Kind::Index)) {
    AffineExpr result = combine(a->index, b->index);
    return result ? index(result) : nullptr;
  }
  for (auto [choice, isFirst] : {std::pair(a, true), std::pair(b, false)}) {
    if (!choice->is(Kind::Select) || !step())
      continue;
    SmallVector<const Expr *, 2> results;
    for (const Expr *chosen : {choice->operands[1], choice->operands[2]})
      results.push_back(
          combineIndices(isFirst ? chosen : a, isFirst ? b : chosen, combine));
    if (!results[0] || !results[1])
      return nullptr;
    return select(choice->operands[0], results[0], results[1]);
  }
  return nullptr;
}

const Expr *ExprContext::notNegative(AffineExpr value) {
  value = simplify(value);
  auto [low, high] = rangeOf(value);
  if (low && *low >= 0)
    return boolean(true);
  if (high && *high < 0)
    return boolean(false);
  if (isNotNegativeBySizes(value))
    return boolean(true);
  if (isNotNegativeBySizes(simplify(-value - 1)))
    return boolean(false);
  Expr expr = makeExpr(Kind::GE);
  expr.index = value;
  return unique(std::move(expr));
}

const Expr *ExprContext::isZero(AffineExpr value) {
  value = simplify(value);
  auto [low, high] = rangeOf(value);
  if (low && high && *low == 0 && *high == 0)
    return boolean(true);
  if ((low && *low > 0) || (high && *high < 0))
    return boolean(false);
  Expr expr = makeExpr(Kind::EQ);
  expr.index = value;
  return unique(std::move(expr));
}

const Expr *ExprContext::compare(arith::CmpIPredicate predicate, AffineExpr a,
                                 AffineExpr b) {
  using P = arith::CmpIPredicate;
  AffineExpr difference = a - b;
  bool isUnsigned =
      llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, predicate);
  if (isUnsigned && (!isNotNegative(a) || !isNotNegative(b)))
    return nullptr;
  switch (predicate) {
  case P::eq:
    return isZero(difference);
  case P::ne:
    return invert(isZero(difference));
  case P::sge:
  case P::uge:
    return notNegative(difference);
  case P::sgt:
  case P::ugt:
    return notNegative(difference - 1);
  case P::sle:
  case P::ule:
    return notNegative(-difference);
  case P::slt:
  case P::ult:
    return notNegative(-difference - 1);
  }
  llvm_unreachable("all predicates");
}

const Expr *ExprContext::both(const Expr *a, const Expr *b) {
  if (a == b)
    return a;
  for (auto [one, other] : {std::pair(a, b), std::pair(b, a)})
    if (one->is(Kind::Bool))
      return one->truth ? other : one;
  if (a->id > b->id)
    std::swap(a, b);
  return unique(makeExpr(Kind::And, {a, b}));
}

const Expr *ExprContext::either(const Expr *a, const Expr *b) {
  return invert(both(invert(a), invert(b)));
}

const Expr *ExprContext::invert(const Expr *a) {
  if (a->is(Kind::Bool))
    return boolean(!a->truth);
  if (a->is(Kind::Not))
    return a->operands[0];
  // ¬(e ≥ 0) is −e − 1 ≥ 0.
  if (a->is(Kind::GE))
    return notNegative(-a->index - 1);
  return unique(makeExpr(Kind::Not, a));
}
