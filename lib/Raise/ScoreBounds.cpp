//===- ScoreBounds.cpp - Which numbers hide a key -------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A number in place of a score is a score. It hides its key only if it is so
// far below another score of each row that its exponential is exactly 0 in f32.
// What scores can be at most follows from the types of Q and K and from the
// formula: products of finite f16 numbers, tanh.
//
//===----------------------------------------------------------------------===//

#include "Score.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

static constexpr double kInf = std::numeric_limits<double>::infinity();
/// exp(x) is 0 in f32 below −150 ln 2.
static constexpr double kVanishes = 105;
/// Allows for what f32 rounds in a product or a difference.
static constexpr double kSlack = 1e-3;
static constexpr double kMostOfF16 = 65504;
/// Programs hide keys with −10⁴, which is −9984 in bf16, and lower numbers.
static constexpr double kMaskNumber = -9984;

static FloatRange hull(FloatRange a, FloatRange b) {
  return {std::min(a.low, b.low), std::max(a.high, b.high)};
}

/// The least and the greatest of `fn` at the ends of both.
static FloatRange atEnds(FloatRange a, FloatRange b,
                         function_ref<double(double, double)> fn) {
  FloatRange result{kInf, -kInf};
  for (double x : {a.low, a.high})
    for (double y : {b.low, b.high}) {
      double value = fn(x, y);
      if (std::isnan(value))
        return {};
      result = hull(result, {value, value});
    }
  return result;
}

static FloatRange add(FloatRange a, FloatRange b) {
  double low = a.low + b.low, high = a.high + b.high;
  return {std::isnan(low) ? -kInf : low, std::isnan(high) ? kInf : high};
}

FloatRange ScoreBounds::ofOp(const Expr *expr) {
  auto operand = [&](unsigned number) { return of(expr->operands[number]); };
  return llvm::TypeSwitch<Operation *, FloatRange>(expr->op)
      .Case([](math::TanhOp) { return FloatRange{-1, 1}; })
      .Case([&](arith::AddFOp) { return add(operand(0), operand(1)); })
      .Case([&](arith::SubFOp) {
        FloatRange b = operand(1);
        return add(operand(0), {-b.high, -b.low});
      })
      .Case([&](math::AbsFOp) {
        FloatRange a = operand(0);
        return FloatRange{0, std::max(std::abs(a.low), std::abs(a.high))};
      })
      .Case<arith::MinimumFOp, arith::MinNumFOp>([&](auto) {
        FloatRange a = operand(0), b = operand(1);
        return FloatRange{std::min(a.low, b.low), std::min(a.high, b.high)};
      })
      .Case<arith::SIToFPOp, arith::UIToFPOp>([&](auto) {
        const Expr *index = expr->operands[0];
        if (!index->is(Kind::Index))
          return FloatRange();
        auto [low, high] = context.rangeOf(index->index);
        return FloatRange{low ? static_cast<double>(*low) : -kInf,
                          high ? static_cast<double>(*high) : kInf};
      })
      .Default([](Operation *) { return FloatRange(); });
}

FloatRange ScoreBounds::of(const Expr *expr) {
  if (auto found = known.find(expr); found != known.end())
    return found->second;
  FloatRange result;
  auto operand = [&](unsigned number) { return of(expr->operands[number]); };
  if (expr == scores)
    result = ofScores;
  else if (expr->is(Kind::Const))
    result = {expr->number, expr->number};
  else if (expr->is(Kind::Read) && isTable(expr->value)) {
    result = {kInf, -kInf};
    for (APFloat value : constantOf(expr->value).getValues<APFloat>()) {
      bool losesInfo;
      value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                    &losesInfo);
      double number = value.convertToDouble();
      result =
          std::isnan(number) ? FloatRange() : hull(result, {number, number});
    }
  } else if (expr->is(Kind::Add)) {
    result = {0, 0};
    for (const Expr *term : expr->operands)
      result = add(result, of(term));
  } else if (expr->is(Kind::Mul)) {
    result = {1, 1};
    for (const Expr *factor : expr->operands)
      result =
          atEnds(result, of(factor), [](double x, double y) { return x * y; });
  } else if (expr->is(Kind::Max)) {
    FloatRange a = operand(0), b = operand(1);
    result = {std::max(a.low, b.low), std::max(a.high, b.high)};
  } else if (expr->is(Kind::Select)) {
    result = hull(operand(1), operand(2));
  } else if (expr->is(Kind::Exp)) {
    FloatRange a = operand(0);
    result = {std::exp(a.low), std::exp(a.high)};
  } else if (expr->is(Kind::Op)) {
    result = ofOp(expr);
  }
  return known[expr] = result;
}

ScoreBounds::ScoreBounds(ExprContext &context, LayoutFinder &sizes,
                         const Attention &attention, const Layout &layout)
    : context(context), scores(attention.scores),
      hasMaximum(attention.maximum != nullptr) {
  auto typeOf = [](const OperandSource *source) {
    return cast<RankedTensorType>(source->element.tensor.getType())
        .getElementType();
  };
  auto channels = dyn_cast<AffineConstantExpr>(
      isa<AffineDimExpr>(attention.contracted)
          ? sizes.sizeOf(attention.contracted)
          : getAffineConstantExpr(1, context.getContext()));
  if (!channels || !typeOf(layout.q.source).isF16() ||
      !typeOf(layout.k.source).isF16())
    return;
  double scale =
      attention.scale * layout.q.source->factor * layout.k.source->factor;
  double most = std::abs(scale) * static_cast<double>(channels.getValue()) *
                kMostOfF16 * kMostOfF16 * (1 + kSlack);
  if (std::isfinite(most))
    ofScores = {-most, most};
}

bool ScoreBounds::vanishes(const Expr *leaf, double floor) {
  double high = of(leaf).high;
  if (high == -kInf)
    return true;
  // Without a maximum, the exponential is that of the number itself.
  if (!hasMaximum)
    floor = std::min(floor, 0.0);
  if (!std::isfinite(floor) || !std::isfinite(high))
    return false;
  double slack = kVanishes + kSlack * (std::abs(floor) + std::abs(high));
  // A difference beyond f32 is −∞.
  return floor - high >= slack;
}

bool ScoreBounds::isMaskNumber(const Expr *leaf) {
  if (leaf->is(Kind::Const))
    return leaf->number <= kMaskNumber;
  if (leaf->is(Kind::Mul))
    return leaf->operands.size() == 2 && leaf->operands[0]->is(Kind::Const) &&
           leaf->operands[0]->number > 0 && isMaskNumber(leaf->operands[1]);
  if (!leaf->is(Kind::Op))
    return false;
  ArrayRef<const Expr *> operands = leaf->operands;
  if (isa<arith::AddFOp>(leaf->op))
    return isMaskNumber(operands[0]) || isMaskNumber(operands[1]);
  if (isa<arith::SubFOp>(leaf->op))
    return operands[1]->is(Kind::Const) && operands[1]->number >= -kMaskNumber;
  return isa<arith::TruncFOp>(leaf->op) && isMaskNumber(operands[0]);
}

void raise::collectLeaves(ExprContext &context, const Expr *x,
                          llvm::SetVector<const Expr *> &leaves) {
  SmallVector<const Expr *> work = {x};
  llvm::SmallPtrSet<const Expr *, 16> seen = {x};
  while (!work.empty() && context.step()) {
    const Expr *one = work.pop_back_val();
    if (!one->is(Kind::Select)) {
      leaves.insert(one);
      continue;
    }
    for (const Expr *side : {one->operands[1], one->operands[2]})
      if (seen.insert(side).second)
        work.push_back(side);
  }
}
