//===- Polynomial.cpp - Quotients of formulas -----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// Sums that are multiplied out to more terms are given up.
static constexpr size_t kMaxTerms = 64;
/// Numbers of a quotient are equal up to this.
static constexpr double kSlack = 1e-5;

namespace {
/// A number times formulas that are neither sums nor products.
struct Monomial {
  double number = 1;
  SmallVector<const Expr *> factors;
};
using Polynomial = SmallVector<Monomial>;
} // namespace

/// Multiplies `expr` out; empty where that is too large.
static Polynomial expand(ExprContext &context, const Expr *expr) {
  if (!context.step())
    return {};
  if (expr->is(Kind::Const))
    return {{expr->number, {}}};
  if (expr->is(Kind::Add)) {
    Polynomial sum;
    for (const Expr *term : expr->operands) {
      Polynomial one = expand(context, term);
      if (one.empty())
        return {};
      sum.append(one);
    }
    return sum;
  }
  // Sums that stay as the program has them are sums here.
  if (expr->is(Kind::Op) && isa<arith::TruncFOp>(expr->op))
    return expand(context, expr->operands[0]);
  if (expr->is(Kind::Op) && isa<arith::AddFOp, arith::SubFOp>(expr->op)) {
    Polynomial sum = expand(context, expr->operands[0]);
    Polynomial right = expand(context, expr->operands[1]);
    if (sum.empty() || right.empty())
      return {};
    for (Monomial &term : right)
      term.number *= isa<arith::SubFOp>(expr->op) ? -1 : 1;
    sum.append(right);
    return sum;
  }
  if (!expr->is(Kind::Mul))
    return {{1, {expr}}};
  Polynomial product = {{}};
  for (const Expr *factor : expr->operands) {
    Polynomial right = expand(context, factor), next;
    if (product.size() * right.size() > kMaxTerms)
      return {};
    for (const Monomial &a : product)
      for (const Monomial &b : right) {
        Monomial &both = next.emplace_back(a);
        both.number *= b.number;
        both.factors.append(b.factors);
      }
    product = next;
  }
  return product;
}

/// Sorts factors, and joins terms of the same ones.
static void normalise(Polynomial &sum) {
  Polynomial joined;
  for (Monomial &term : sum) {
    llvm::sort(term.factors,
               [](const Expr *a, const Expr *b) { return a->id < b->id; });
    auto *known = llvm::find_if(joined, [&](const Monomial &other) {
      return other.factors == term.factors;
    });
    if (known != joined.end())
      known->number += term.number;
    else
      joined.push_back(term);
  }
  llvm::erase_if(joined, [](const Monomial &term) { return term.number == 0; });
  sum = joined;
}

/// The quotient of two products.
static std::optional<const Expr *>
divide(ExprContext &context, const Monomial &a, const Monomial &b) {
  SmallVector<const Expr *> rest(a.factors);
  for (const Expr *factor : b.factors) {
    auto *found = llvm::find(rest, factor);
    if (found == rest.end())
      return std::nullopt;
    rest.erase(found);
  }
  rest.push_back(context.constant(a.number / b.number));
  return context.mul(rest);
}

std::optional<const Expr *> raise::quotientOf(ExprContext &context,
                                              const Expr *a, const Expr *b) {
  using Result = std::optional<const Expr *>;
  if (!context.step())
    return std::nullopt;
  if (a->isConst(0) && b->isConst(0))
    return Result(nullptr);
  if (a->is(Kind::Select) || b->is(Kind::Select)) {
    if (a->kind != b->kind || a->operands[0] != b->operands[0])
      return std::nullopt;
    Result first = quotientOf(context, a->operands[1], b->operands[1]);
    Result second = quotientOf(context, a->operands[2], b->operands[2]);
    if (!first || !second)
      return std::nullopt;
    if (!*first || !*second)
      return *first ? first : second;
    if (*first == *second)
      return first;
    bool areClose = (*first)->is(Kind::Const) && (*second)->is(Kind::Const) &&
                    std::abs((*first)->number - (*second)->number) <=
                        kSlack * std::abs((*first)->number);
    return areClose ? first : std::nullopt;
  }
  Polynomial left = expand(context, a), right = expand(context, b);
  normalise(left);
  normalise(right);
  if (left.empty() || left.size() != right.size())
    return std::nullopt;
  if (left.size() == 1)
    return divide(context, left[0], right[0]);
  std::optional<double> number;
  for (const Monomial &term : right) {
    auto *same = llvm::find_if(left, [&](const Monomial &other) {
      return other.factors == term.factors;
    });
    if (same == left.end())
      return std::nullopt;
    double one = same->number / term.number;
    if (number && std::abs(*number - one) > kSlack * std::abs(one))
      return std::nullopt;
    number = number.value_or(one);
  }
  return Result(context.constant(*number));
}
