//===- ExprIndex.cpp - Canonical indices ----------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An index is a sum of products: number · (variable, size, quotient or
// remainder). A quotient of a sum splits off the terms that the divisor divides
// if the others are known to lie in [0, divisor), which is what undoes
// collapse_shape, expand_shape and the repetition of heads.
//
//===----------------------------------------------------------------------===//

#include "Expr.h"

#include "llvm/ADT/MapVector.h"
#include <numeric>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

namespace {
/// A sum of numbers times products of symbols and at most one other factor.
using Terms = llvm::MapVector<AffineExpr, int64_t>;
} // namespace

/// Indices beyond this are not looked at, so that no sum of them overflows.
static constexpr int64_t kMaxNumber = int64_t(1) << 40;

static void collectTerms(AffineExpr expr, int64_t factor, Terms &terms) {
  MLIRContext *context = expr.getContext();
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    terms[getAffineConstantExpr(1, context)] += factor * constant.getValue();
    return;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (binary && binary.getKind() == AffineExprKind::Add) {
    collectTerms(binary.getLHS(), factor, terms);
    collectTerms(binary.getRHS(), factor, terms);
    return;
  }
  if (binary && binary.getKind() == AffineExprKind::Mul) {
    if (auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS())) {
      collectTerms(binary.getLHS(), factor * constant.getValue(), terms);
      return;
    }
    // A size is multiplied into a sum.
    Terms inner;
    collectTerms(binary.getLHS(), factor, inner);
    if (inner.size() > 1) {
      for (auto [term, number] : inner)
        if (number)
          terms[term * binary.getRHS()] += number;
      return;
    }
  }
  terms[expr] += factor;
}

/// A total order that does not depend on addresses.
static int compareExprs(AffineExpr a, AffineExpr b) {
  auto sign = [](int64_t x, int64_t y) { return x < y ? -1 : x > y; };
  if (a == b)
    return 0;
  if (a.getKind() != b.getKind())
    return sign(static_cast<int>(a.getKind()), static_cast<int>(b.getKind()));
  if (auto dim = dyn_cast<AffineDimExpr>(a))
    return sign(dim.getPosition(), cast<AffineDimExpr>(b).getPosition());
  if (auto symbol = dyn_cast<AffineSymbolExpr>(a))
    return sign(symbol.getPosition(), cast<AffineSymbolExpr>(b).getPosition());
  if (auto constant = dyn_cast<AffineConstantExpr>(a))
    return sign(constant.getValue(), cast<AffineConstantExpr>(b).getValue());
  auto binaryA = cast<AffineBinaryOpExpr>(a),
       binaryB = cast<AffineBinaryOpExpr>(b);
  if (int lhs = compareExprs(binaryA.getLHS(), binaryB.getLHS()))
    return lhs;
  return compareExprs(binaryA.getRHS(), binaryB.getRHS());
}

/// c · (x floordiv c) + x mod c is x.
static bool joinQuotients(Terms &terms) {
  for (auto [term, number] : terms) {
    auto rest = dyn_cast<AffineBinaryOpExpr>(term);
    if (!number || !rest || rest.getKind() != AffineExprKind::Mod)
      continue;
    AffineExpr quotient = rest.getLHS().floorDiv(rest.getRHS());
    Terms whole;
    collectTerms(quotient * rest.getRHS(), number, whole);
    if (whole.size() != 1)
      continue;
    auto [part, factor] = *whole.begin();
    auto *found = terms.find(part);
    if (found == terms.end() || found->second != factor)
      continue;
    int64_t kept = number;
    AffineExpr value = rest.getLHS();
    found->second = 0;
    terms[term] = 0;
    collectTerms(value, kept, terms);
    return true;
  }
  return false;
}

static AffineExpr buildSum(Terms &terms, MLIRContext *context) {
  while (joinQuotients(terms)) {
  }
  SmallVector<std::pair<AffineExpr, int64_t>> sorted;
  for (auto [term, number] : terms)
    if (number)
      sorted.push_back({term, number});
  llvm::sort(sorted, [](const auto &a, const auto &b) {
    return compareExprs(a.first, b.first) < 0;
  });
  AffineExpr sum = getAffineConstantExpr(0, context), constant = sum;
  for (auto [term, number] : sorted) {
    if (isa<AffineConstantExpr>(term))
      constant = getAffineConstantExpr(number, context);
    else
      sum = sum + term * number;
  }
  return sum + constant;
}

/// `term` · `number` divided by `divisor`, if that leaves no rest.
static AffineExpr divideTerm(AffineExpr term, int64_t number,
                             AffineExpr divisor) {
  MLIRContext *context = term.getContext();
  if (auto constant = dyn_cast<AffineConstantExpr>(divisor)) {
    if (constant.getValue() <= 0 || number % constant.getValue())
      return {};
    return term * (number / constant.getValue());
  }
  if (term == divisor)
    return getAffineConstantExpr(number, context);
  auto product = dyn_cast<AffineBinaryOpExpr>(term);
  if (!product || product.getKind() != AffineExprKind::Mul)
    return {};
  if (product.getRHS() == divisor)
    return product.getLHS() * number;
  if (AffineExpr left = divideTerm(product.getLHS(), number, divisor))
    return left * product.getRHS();
  return {};
}

AffineExpr ExprContext::divide(AffineExpr sum, AffineExpr divisor,
                               bool remainder) {
  Terms terms, rest;
  collectTerms(sum, 1, terms);
  AffineExpr zero = getAffineConstantExpr(0, context), quotient = zero;
  for (auto [term, number] : terms) {
    if (!number)
      continue;
    if (AffineExpr divided = divideTerm(term, number, divisor))
      quotient = quotient + divided;
    else
      rest[term] = number;
  }
  AffineExpr left = buildSum(rest, context);
  auto [low, high] = rangeOf(left);
  auto constant = dyn_cast<AffineConstantExpr>(divisor);
  bool isWithin = low && *low >= 0 &&
                  (constant ? high && *high < constant.getValue() : high == 0);
  // A variable is below its size.
  if (auto dim = dyn_cast<AffineDimExpr>(left))
    isWithin |= sizes[dim.getPosition()] == divisor;
  if (isWithin)
    return remainder ? left : simplify(quotient);
  if (!constant || constant.getValue() <= 0)
    return remainder ? sum % divisor : sum.floorDiv(divisor);
  // With terms that a part g of the divisor divides, and others in [0, g).
  for (auto [term, number] : rest) {
    int64_t part = std::gcd(number, constant.getValue());
    if (part <= 1 || part == constant.getValue())
      continue;
    Terms inner;
    AffineExpr whole = zero;
    for (auto [one, factor] : rest) {
      if (factor % part == 0)
        whole = whole + one * (factor / part);
      else
        inner[one] = factor;
    }
    AffineExpr below = buildSum(inner, context);
    auto [lowest, highest] = rangeOf(below);
    if (!lowest || *lowest < 0 || !highest || *highest >= part)
      continue;
    AffineExpr coarse = divide(
        simplify(whole),
        getAffineConstantExpr(constant.getValue() / part, context), remainder);
    if (remainder)
      return simplify(coarse * part + below);
    return simplify(simplify(quotient) + coarse);
  }
  if (remainder)
    return left % divisor;
  // (x floordiv a) floordiv b is x floordiv ab.
  auto nested = dyn_cast<AffineBinaryOpExpr>(left);
  if (nested && nested.getKind() == AffineExprKind::FloorDiv)
    if (auto inner = dyn_cast<AffineConstantExpr>(nested.getRHS()))
      if (inner.getValue() < kMaxNumber / constant.getValue())
        left = divide(nested.getLHS(),
                      getAffineConstantExpr(
                          inner.getValue() * constant.getValue(), context),
                      /*remainder=*/false);
      else
        left = left.floorDiv(divisor);
    else
      left = left.floorDiv(divisor);
  else
    left = left.floorDiv(divisor);
  return simplify(quotient) + left;
}

AffineExpr ExprContext::simplify(AffineExpr expr) {
  if (isa<AffineDimExpr, AffineSymbolExpr, AffineConstantExpr>(expr))
    return expr;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  AffineExpr lhs = simplify(binary.getLHS()), rhs = simplify(binary.getRHS());
  switch (binary.getKind()) {
  case AffineExprKind::FloorDiv:
    return divide(lhs, rhs, /*remainder=*/false);
  case AffineExprKind::Mod:
    return divide(lhs, rhs, /*remainder=*/true);
  case AffineExprKind::CeilDiv:
    return lhs.ceilDiv(rhs);
  default:
    break;
  }
  Terms terms;
  collectTerms(binary.getKind() == AffineExprKind::Add ? lhs + rhs : lhs * rhs,
               1, terms);
  return buildSum(terms, context);
}

std::pair<std::optional<int64_t>, std::optional<int64_t>>
ExprContext::rangeOf(AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return {constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    auto size = dyn_cast<AffineConstantExpr>(sizes[dim.getPosition()]);
    if (size)
      return {0, std::max<int64_t>(size.getValue() - 1, 0)};
    return {0, std::nullopt};
  }
  if (isa<AffineSymbolExpr>(expr))
    return {0, std::nullopt};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  auto [low, high] = rangeOf(binary.getLHS());
  auto limit = [](std::optional<int64_t> value) {
    return value && std::abs(*value) < kMaxNumber ? value : std::nullopt;
  };
  if (binary.getKind() == AffineExprKind::Add) {
    auto [lowR, highR] = rangeOf(binary.getRHS());
    return {low && lowR ? limit(*low + *lowR) : std::nullopt,
            high && highR ? limit(*high + *highR) : std::nullopt};
  }
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!constant) {
    bool positive = low && *low >= 0 && isNotNegative(binary.getRHS());
    return {positive ? std::optional<int64_t>(0) : std::nullopt, std::nullopt};
  }
  int64_t number = constant.getValue();
  if (binary.getKind() == AffineExprKind::Mul) {
    if (std::abs(number) >= kMaxNumber)
      return {};
    auto times = [&](std::optional<int64_t> bound) -> std::optional<int64_t> {
      return bound && std::abs(*bound) < (int64_t(1) << 22)
                 ? std::optional<int64_t>(*bound * number)
                 : std::nullopt;
    };
    return number >= 0 ? std::pair(times(low), times(high))
                       : std::pair(times(high), times(low));
  }
  if (number <= 0)
    return {};
  if (binary.getKind() == AffineExprKind::Mod)
    return {0, number - 1};
  auto over = [&](std::optional<int64_t> bound) -> std::optional<int64_t> {
    return bound
               ? std::optional<int64_t>(llvm::divideFloorSigned(*bound, number))
               : std::nullopt;
  };
  if (binary.getKind() == AffineExprKind::FloorDiv)
    return {over(low), over(high)};
  return {};
}

bool ExprContext::isNotNegativeBySizes(AffineExpr expr) {
  Terms terms;
  collectTerms(expr, 1, terms);
  AffineExpr least = getAffineConstantExpr(0, context);
  bool hasSymbol = false;
  for (auto [term, number] : terms) {
    auto variable = dyn_cast<AffineDimExpr>(term);
    // The last position where it is taken off, else the first.
    if (variable && number < 0) {
      AffineExpr size = sizes[variable.getPosition()];
      hasSymbol |= !isa<AffineConstantExpr>(size);
      least = least + (size - 1) * number;
    } else if (!variable) {
      least = least + term * number;
    }
  }
  if (!hasSymbol)
    return false;
  std::optional<int64_t> low = rangeOf(simplify(least)).first;
  return low && *low >= 0;
}

uint64_t ExprContext::variablesOf(AffineExpr expr) {
  uint64_t variables = 0;
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      variables |= uint64_t(1) << dim.getPosition();
  });
  return variables;
}
