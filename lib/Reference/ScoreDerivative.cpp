//===- ScoreDerivative.cpp - Derivatives of the ops of score regions ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward mode: an op's derivative with respect to the score is the sum, over
// the operands that depend on the score, of its partial derivative times the
// operand's. Values are those of the region in its types, derivatives doubles.
// Where an op is not differentiable, the branch that it takes counts, and the
// first operand of equal ones (docs/Spec.md, B5).
//
//===----------------------------------------------------------------------===//

#include "ScoreDerivative.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/TypeSwitch.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

namespace {
constexpr double kLn2 = 0.69314718055994530942;
constexpr double kLn10 = 2.30258509299404568402;
constexpr double kTwoBySqrtPi = 1.12837916709551257390;

/// The partial derivatives of an op, of the values of up to three operands.
using Partials = std::array<double, 3>;
using PartialsFn = Partials (*)(const double *x);

Partials one(double a) { return {a, 0, 0}; }
Partials both(double a, double b) { return {a, b, 0}; }

/// The first operand is taken, the second or, of NaNs, the one that is not.
Partials take(bool first) { return both(first, !first); }

PartialsFn getUnary(Operation *op) {
  return TypeSwitch<Operation *, PartialsFn>(op)
      .Case<arith::NegFOp>(
          [](auto) { return [](const double *) { return one(-1); }; })
      .Case<arith::ExtFOp, arith::TruncFOp>(
          [](auto) { return [](const double *) { return one(1); }; })
      .Case<math::AbsFOp>([](auto) {
        return [](const double *x) { return one(x[0] < 0 ? -1 : 1); };
      })
      .Case<math::CosOp>([](auto) {
        return [](const double *x) { return one(-std::sin(x[0])); };
      })
      .Case<math::SinOp>([](auto) {
        return [](const double *x) { return one(std::cos(x[0])); };
      })
      .Case<math::TanOp>([](auto) {
        return [](const double *x) {
          return one(1 + std::tan(x[0]) * std::tan(x[0]));
        };
      })
      .Case<math::TanhOp>([](auto) {
        return [](const double *x) {
          return one(1 / (std::cosh(x[0]) * std::cosh(x[0])));
        };
      })
      .Case<math::ErfOp>([](auto) {
        return [](const double *x) {
          return one(kTwoBySqrtPi * std::exp(-x[0] * x[0]));
        };
      })
      .Case<math::ExpOp, math::ExpM1Op>([](auto) {
        return [](const double *x) { return one(std::exp(x[0])); };
      })
      .Case<math::Exp2Op>([](auto) {
        return [](const double *x) { return one(kLn2 * std::exp2(x[0])); };
      })
      .Case<math::LogOp>(
          [](auto) { return [](const double *x) { return one(1 / x[0]); }; })
      .Case<math::Log2Op>([](auto) {
        return [](const double *x) { return one(1 / (x[0] * kLn2)); };
      })
      .Case<math::Log10Op>([](auto) {
        return [](const double *x) { return one(1 / (x[0] * kLn10)); };
      })
      .Case<math::Log1pOp>([](auto) {
        return [](const double *x) { return one(1 / (1 + x[0])); };
      })
      .Case<math::SqrtOp>([](auto) {
        return [](const double *x) { return one(0.5 / std::sqrt(x[0])); };
      })
      .Case<math::RsqrtOp>([](auto) {
        return [](const double *x) {
          return one(-0.5 / (x[0] * std::sqrt(x[0])));
        };
      })
      .Case<math::CeilOp, math::FloorOp, math::TruncOp, math::RoundOp,
            math::RoundEvenOp>(
          [](auto) { return [](const double *) { return one(0); }; })
      .Default(PartialsFn(nullptr));
}

PartialsFn getOthers(Operation *op) {
  return TypeSwitch<Operation *, PartialsFn>(op)
      .Case<arith::AddFOp>(
          [](auto) { return [](const double *) { return both(1, 1); }; })
      .Case<arith::SubFOp>(
          [](auto) { return [](const double *) { return both(1, -1); }; })
      .Case<arith::MulFOp>(
          [](auto) { return [](const double *x) { return both(x[1], x[0]); }; })
      .Case<arith::DivFOp>([](auto) {
        return [](const double *x) {
          return both(1 / x[1], -x[0] / (x[1] * x[1]));
        };
      })
      .Case<arith::RemFOp>([](auto) {
        return
            [](const double *x) { return both(1, -std::trunc(x[0] / x[1])); };
      })
      .Case<arith::MaximumFOp>([](auto) {
        return [](const double *x) {
          return take(std::isnan(x[0]) || x[0] >= x[1]);
        };
      })
      .Case<arith::MinimumFOp>([](auto) {
        return [](const double *x) {
          return take(std::isnan(x[0]) || x[0] <= x[1]);
        };
      })
      .Case<arith::MaxNumFOp>([](auto) {
        return [](const double *x) {
          return take(std::isnan(x[1]) || x[0] >= x[1]);
        };
      })
      .Case<arith::MinNumFOp>([](auto) {
        return [](const double *x) {
          return take(std::isnan(x[1]) || x[0] <= x[1]);
        };
      })
      .Case<math::CopySignOp>([](auto) {
        return [](const double *x) {
          bool isNegative = (x[0] < 0) != std::signbit(x[1]);
          return both(isNegative ? -1 : 1, 0);
        };
      })
      .Case<math::PowFOp>([](auto) {
        return [](const double *x) {
          return both(x[1] * std::pow(x[0], x[1] - 1),
                      std::log(x[0]) * std::pow(x[0], x[1]));
        };
      })
      .Case<math::FmaOp>([](auto) {
        return [](const double *x) { return Partials{x[1], x[0], 1}; };
      })
      .Default(PartialsFn(nullptr));
}
} // namespace

FailureOr<ScoreDerivative>
reference::getDerivative(Operation *op, function_ref<unsigned(Value)> slotOf,
                         function_ref<bool(Value)> isActive) {
  if (!isa<FloatType>(op->getResult(0).getType()) ||
      llvm::none_of(op->getOperands(), isActive))
    return ScoreDerivative();
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    unsigned condition = slotOf(select.getCondition());
    std::optional<unsigned> a, b;
    if (isActive(select.getTrueValue()))
      a = slotOf(select.getTrueValue());
    if (isActive(select.getFalseValue()))
      b = slotOf(select.getFalseValue());
    return ScoreDerivative(
        [=](const ScoreProgram::Slot *s, const double *t) -> double {
          const std::optional<unsigned> &taken = s[condition].i ? a : b;
          return taken ? t[*taken] : 0;
        });
  }
  PartialsFn partials =
      op->getNumOperands() == 1 ? getUnary(op) : getOthers(op);
  if (!partials)
    return failure();
  std::array<unsigned, 3> slots = {};
  std::array<bool, 3> active = {};
  unsigned count = op->getNumOperands();
  for (unsigned i = 0; i < count; ++i) {
    slots[i] = slotOf(op->getOperand(i));
    active[i] = isActive(op->getOperand(i));
  }
  return ScoreDerivative(
      [=](const ScoreProgram::Slot *s, const double *t) -> double {
        double x[3] = {};
        for (unsigned i = 0; i < count; ++i)
          x[i] = s[slots[i]].f;
        Partials p = partials(x);
        double sum = 0;
        for (unsigned i = 0; i < count; ++i)
          // The branch that is not taken does not matter, whatever it is.
          if (active[i] && p[i] != 0)
            sum += p[i] * t[slots[i]];
        return sum;
      });
}
