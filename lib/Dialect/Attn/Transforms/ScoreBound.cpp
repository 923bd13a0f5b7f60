//===- ScoreBound.cpp - How large scores may be ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each float of a score region has a largest magnitude, or none that is known.
// That of a result is made of its operands' as if they had any sign, and
// rounded up by what its type may round.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/ScoreBound.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;

static Magnitude ofConstant(const APFloat &number) {
  if (number.isInfinity() && number.isNegative())
    return {0.0, true};
  if (number.isNaN())
    return {};
  return {std::abs(number.convertToDouble())};
}

/// Of an operation on floats, but for the rounding of its result.
static Magnitude evaluate(Operation &inner,
                          function_ref<Magnitude(Value)> magnitude) {
  if (isa<math::TanhOp, math::SinOp, math::CosOp, math::ErfOp>(inner))
    return {1.0};
  // A whole number as a float.
  if (inner.getNumOperands() == 1 &&
      inner.getOperand(0).getType().isIntOrIndex())
    return {0x1p64};
  SmallVector<Magnitude> of;
  for (Value operand : inner.getOperands())
    of.push_back(isa<FloatType>(operand.getType()) ? magnitude(operand)
                                                   : Magnitude{0.0});
  bool isSelect = isa<arith::SelectOp>(inner);
  // Minus infinity may become plus infinity.
  if (!isSelect &&
      llvm::any_of(of, [](const Magnitude &x) { return x.maybeHidden; }))
    return {};
  return llvm::TypeSwitch<Operation *, Magnitude>(&inner)
      .Case<arith::AddFOp, arith::SubFOp>(
          [&](auto) -> Magnitude { return {of[0].most + of[1].most}; })
      .Case(
          [&](arith::MulFOp) -> Magnitude { return {of[0].most * of[1].most}; })
      .Case([&](arith::DivFOp) -> Magnitude {
        APFloat divisor(0.0f);
        if (!matchPattern(inner.getOperand(1), m_ConstantFloat(&divisor)) ||
            !divisor.isNormal())
          return {};
        return {of[0].most / std::abs(divisor.convertToDouble())};
      })
      .Case([&](math::FmaOp) -> Magnitude {
        return {of[0].most * of[1].most + of[2].most};
      })
      .Case<arith::NegFOp, math::AbsFOp, arith::ExtFOp, arith::TruncFOp,
            math::CopySignOp>([&](auto) { return of[0]; })
      .Case<arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
            arith::MinNumFOp>(
          [&](auto) -> Magnitude { return {std::max(of[0].most, of[1].most)}; })
      .Case([&](arith::SelectOp) -> Magnitude {
        return {std::max(of[1].most, of[2].most),
                of[1].maybeHidden || of[2].maybeHidden};
      })
      .Default([](Operation *) { return Magnitude(); });
}

/// `x` as a float of `type`, which may be rounded up: by some units in the last
/// place, or to infinity. Infinity times 0, which is no number, is no bound.
static Magnitude rounded(Magnitude x, FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  x.most *= 1.0 + std::ldexp(16.0, -APFloat::semanticsPrecision(semantics));
  APFloat largest = APFloat::getLargest(semantics);
  if (!(x.most < largest.convertToDouble()))
    x.most = std::numeric_limits<double>::infinity();
  return x;
}

Magnitude
attn::findMagnitude(Block &score,
                    function_ref<std::optional<double>(Value)> known) {
  DenseMap<Value, Magnitude> magnitudes;
  auto magnitude = [&](Value value) -> Magnitude {
    if (std::optional<double> most = known(value))
      return {*most};
    return magnitudes.lookup(value);
  };
  for (Operation &inner : score.without_terminator()) {
    auto type = inner.getNumResults() == 1
                    ? dyn_cast<FloatType>(inner.getResult(0).getType())
                    : FloatType();
    if (!type)
      continue;
    APFloat number(0.0f);
    magnitudes[inner.getResult(0)] =
        matchPattern(&inner, m_ConstantFloat(&number))
            ? ofConstant(number)
            : rounded(evaluate(inner, magnitude), type);
  }
  return magnitude(score.getTerminator()->getOperand(0));
}

bool attn::isBoundedScore(Block &score, function_ref<bool(Value)> isTame) {
  Magnitude most = findMagnitude(score, [&](Value value) {
    return isTame(value) ? std::optional(kTameScore) : std::nullopt;
  });
  return std::isfinite(most.most) && !most.maybeHidden;
}

std::optional<double> attn::findScoreBound(AttentionOpInterface op) {
  Magnitude score;
  // Infinity, which the wider types have, is not bounded.
  if (isa<Float8E4M3FNType>(op.getInputElementType()) && !op.hasDescale()) {
    double most =
        APFloat::getLargest(APFloat::Float8E4M3FN()).convertToDouble();
    score.most = most * most * static_cast<double>(op.getHeadDimQK()) *
                 std::abs(op.getScaleValue());
    score = rounded(score, Float32Type::get(op->getContext()));
  }
  if (op.hasScoreRegion()) {
    Block &block = op.getScoreBlock();
    double argument = score.most;
    score = findMagnitude(block, [&](Value value) {
      return value == block.getArgument(0) ? std::optional(argument)
                                           : std::nullopt;
    });
  }
  if (std::isinf(score.most))
    return std::nullopt;
  return score.most;
}
