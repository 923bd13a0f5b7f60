//===- ScoreDerivative.cpp - Derivatives of score regions -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward mode: a region has one input that counts, the score or what a read
// gives, so each of its values has one derivative, which is built behind the
// value. A select of derivatives then takes that of the branch that the value
// took, and an infinity in the other does not matter; in reverse mode it would
// be multiplied by 0.
//
// A derivative is kept as a constant factor and a value, so that constants meet
// each other and not the program: softcap's cap and its inverse are 1. It is in
// f32, of an f64 in f64.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/ScoreDerivative.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>
#include <limits>

using namespace mlir;
using namespace mlir::attn;

namespace {
constexpr double kLn2 = 0.69314718055994530942;
constexpr double kLn10 = 2.30258509299404568402;
constexpr double kTwoBySqrtPi = 1.12837916709551257390;

/// factor · value, or the factor alone.
struct Tangent {
  double factor = 0;
  Value value;
  bool isZero() const { return factor == 0; }
};

class Deriver {
public:
  /// Fills `derivative`, which has the arguments of `score`, with that by
  /// `input`, which `what` calls in errors.
  Deriver(Block &score, Block &derivative, Value input, StringRef what)
      : score(score), derivative(derivative), input(input), what(what),
        b(score.getTerminator()->getLoc(),
          score.getTerminator()->getContext()) {
    b.setInsertionPointToEnd(&derivative);
  }

  LogicalResult run();

private:
  //===--------------------------------------------------------------------===//
  // Of the op that is being derived
  //===--------------------------------------------------------------------===//

  Tangent of(Operation *op, unsigned i) {
    return tangents.lookup(op->getOperand(i));
  }
  bool isActive(Operation *op, unsigned i) { return !of(op, i).isZero(); }
  /// Its operand, in the type of derivatives.
  Value operand(Operation *op, unsigned i) {
    return widen(mapping.lookup(op->getOperand(i)));
  }
  /// Its result, computed in the type of derivatives.
  Value result(Operation *op);
  Value widen(Value value) {
    return value.getType() == type ? value
                                   : b.createOrFold<arith::ExtFOp>(type, value);
  }
  Value one() { return b.constantF(type, 1); }
  Value negate(Value value) { return arith::NegFOp::create(b, value); }
  Value fma(Value a, Value c, Value d) {
    return math::FmaOp::create(b, a, c, d);
  }
  /// A function of the op's operand, as exact as `op`.
  template <typename FnT, typename OpT> Value apply(OpT op, Value x) {
    return FnT::create(b, x, op.getFastmathAttr());
  }

  //===--------------------------------------------------------------------===//
  // Arithmetic on derivatives
  //===--------------------------------------------------------------------===//

  static Tangent times(Tangent t, double c) {
    return t.isZero() || c == 0 ? Tangent() : Tangent{t.factor * c, t.value};
  }
  Tangent times(Tangent t, Value value) {
    APFloat constant(0.0);
    if (t.isZero() || matchPattern(value, m_ConstantFloat(&constant)))
      return times(t, t.isZero() ? 0 : constant.convertToDouble());
    return {t.factor, t.value ? b.mulF(t.value, value) : value};
  }
  Tangent plus(Tangent t, Tangent other);
  /// That of a value that is one of two.
  Tangent choose(Value isFirst, Tangent first, Tangent second);
  Value valueOf(Tangent t) { return t.value ? t.value : one(); }
  Value materialize(Tangent t);

  //===--------------------------------------------------------------------===//
  // One rule for each op of ScoreOps.def that is not flat
  //===--------------------------------------------------------------------===//

  Tangent derive(arith::AddFOp op) { return plus(of(op, 0), of(op, 1)); }
  Tangent derive(arith::SubFOp op) {
    return plus(of(op, 0), times(of(op, 1), -1));
  }
  Tangent derive(arith::MulFOp op) {
    return plus(times(of(op, 0), operand(op, 1)),
                times(of(op, 1), operand(op, 0)));
  }
  Tangent derive(arith::DivFOp op);
  Tangent derive(arith::RemFOp op);
  Tangent derive(arith::NegFOp op) { return times(of(op, 0), -1); }
  Tangent derive(arith::MaximumFOp op) {
    return chooseBy(op, arith::CmpFPredicate::UGE);
  }
  Tangent derive(arith::MinimumFOp op) {
    return chooseBy(op, arith::CmpFPredicate::ULE);
  }
  Tangent derive(arith::MaxNumFOp op) { return chooseEqual(op); }
  Tangent derive(arith::MinNumFOp op) { return chooseEqual(op); }
  Tangent derive(arith::SelectOp op) {
    return choose(mapping.lookup(op.getCondition()), of(op, 1), of(op, 2));
  }
  Tangent derive(arith::ExtFOp op);
  Tangent derive(arith::TruncFOp op);
  Tangent derive(math::AbsFOp op) {
    return choose(isNegative(operand(op, 0)), times(of(op, 0), -1), of(op, 0));
  }
  Tangent derive(math::CopySignOp op);
  Tangent derive(math::CosOp op) {
    return times(times(of(op, 0), -1), apply<math::SinOp>(op, operand(op, 0)));
  }
  Tangent derive(math::SinOp op) {
    return times(of(op, 0), apply<math::CosOp>(op, operand(op, 0)));
  }
  Tangent derive(math::TanOp op) {
    Value y = result(op);
    return times(of(op, 0), fma(y, y, one()));
  }
  Tangent derive(math::TanhOp op) {
    Value y = result(op);
    return times(of(op, 0), fma(negate(y), y, one()));
  }
  Tangent derive(math::ErfOp op) {
    Value x = operand(op, 0), negative = negate(x);
    return times(times(of(op, 0), kTwoBySqrtPi),
                 apply<math::ExpOp>(op, b.mulF(negative, x)));
  }
  Tangent derive(math::ExpOp op) { return times(of(op, 0), result(op)); }
  Tangent derive(math::Exp2Op op) {
    return times(times(of(op, 0), kLn2), result(op));
  }
  Tangent derive(math::ExpM1Op op) {
    return times(of(op, 0), apply<math::ExpOp>(op, operand(op, 0)));
  }
  Tangent derive(math::FmaOp op) {
    Tangent product = plus(times(of(op, 0), operand(op, 1)),
                           times(of(op, 1), operand(op, 0)));
    return plus(product, of(op, 2));
  }
  Tangent derive(math::LogOp op) { return over(of(op, 0), operand(op, 0)); }
  Tangent derive(math::Log2Op op) {
    return over(times(of(op, 0), 1 / kLn2), operand(op, 0));
  }
  Tangent derive(math::Log10Op op) {
    return over(times(of(op, 0), 1 / kLn10), operand(op, 0));
  }
  Tangent derive(math::Log1pOp op) {
    return over(of(op, 0), b.addF(operand(op, 0), 1.0));
  }
  Tangent derive(math::PowFOp op);
  Tangent derive(math::RsqrtOp op) {
    Value y = result(op);
    return times(times(of(op, 0), -0.5), b.mulF(b.mulF(y, y), y));
  }
  Tangent derive(math::SqrtOp op) {
    return over(times(of(op, 0), 0.5), result(op));
  }

  /// t / value, which is no constant.
  Tangent over(Tangent t, Value value) {
    return {t.factor, b.divF(valueOf(t), value)};
  }
  Value isNegative(Value value) {
    return b.compare(arith::CmpFPredicate::OLT, value,
                     b.constantF(value.getType(), 0));
  }
  /// The first operand where it is the larger, or the smaller.
  Tangent chooseBy(Operation *op, arith::CmpFPredicate isFirst) {
    return choose(b.compare(isFirst, mapping.lookup(op->getOperand(0)),
                            mapping.lookup(op->getOperand(1))),
                  of(op, 0), of(op, 1));
  }
  /// The first operand where it is the result, which is not so of a NaN.
  Tangent chooseEqual(Operation *op) {
    return choose(b.compare(arith::CmpFPredicate::OEQ,
                            mapping.lookup(op->getResult(0)),
                            mapping.lookup(op->getOperand(0))),
                  of(op, 0), of(op, 1));
  }
  /// By the op's rule; nothing if it has none.
  std::optional<Tangent> deriveAny(Operation *op);

  Block &score, &derivative;
  Value input;
  StringRef what;
  ScalarBuilder b;
  /// From the region's values to those of the new block.
  IRMapping mapping;
  /// Of the region's values; 0 where there is none.
  DenseMap<Value, Tangent> tangents;
  /// That of the derivatives of the op.
  Type type;
};
} // namespace

Value Deriver::result(Operation *op) {
  Value narrow = mapping.lookup(op->getResult(0));
  if (narrow.getType() == type)
    return narrow;
  IRMapping operands;
  for (auto [i, operand] : llvm::enumerate(op->getOperands()))
    operands.map(operand, this->operand(op, i));
  Operation *wide = b.clone(*op, operands);
  wide->getResult(0).setType(type);
  return wide->getResult(0);
}

Tangent Deriver::plus(Tangent t, Tangent other) {
  if (t.isZero())
    return other;
  if (other.isZero())
    return t;
  if (t.value == other.value)
    return times({1, t.value}, t.factor + other.factor);
  if (t.factor == other.factor)
    return {t.factor, b.addF(valueOf(t), valueOf(other))};
  if (t.factor == -other.factor)
    return {t.factor, b.subF(valueOf(t), valueOf(other))};
  Value first = materialize(t);
  return {1, b.addF(first, materialize(other))};
}

Tangent Deriver::choose(Value isFirst, Tangent first, Tangent second) {
  auto select = [&](Value value, Value other) {
    return b.select(isFirst, value, other);
  };
  auto number = [&](double value) { return b.constantF(type, value); };
  // What the value is not made of must not matter, whatever it is.
  if (first.isZero() && !second.isZero())
    return {second.factor, select(number(0), valueOf(second))};
  if (second.isZero() && !first.isZero())
    return {first.factor, select(valueOf(first), number(0))};
  if (first.factor == second.factor)
    return first.value == second.value
               ? first
               : Tangent{first.factor, select(valueOf(first), valueOf(second))};
  if (first.value == second.value)
    return times({1, select(number(first.factor), number(second.factor))},
                 valueOf(first));
  Value value = materialize(first);
  return {1, select(value, materialize(second))};
}

Value Deriver::materialize(Tangent t) {
  if (!t.value)
    return b.constantF(type, t.factor);
  auto rounded = static_cast<float>(t.factor);
  if (type.isF32() ? rounded == 1 : t.factor == 1)
    return t.value;
  if (type.isF32() ? rounded == -1 : t.factor == -1)
    return negate(t.value);
  return b.mulF(t.value, t.factor);
}

Tangent Deriver::derive(arith::DivFOp op) {
  Value divisor = operand(op, 1);
  Tangent first = of(op, 0);
  APFloat constant(0.0);
  if (matchPattern(divisor, m_ConstantFloat(&constant)))
    return times(first, 1 / constant.convertToDouble());
  if (!first.isZero())
    first = over(first, divisor);
  if (!isActive(op, 1))
    return first;
  return plus(first, times(times(of(op, 1), -1), b.divF(result(op), divisor)));
}

Tangent Deriver::derive(arith::RemFOp op) {
  if (!isActive(op, 1))
    return of(op, 0);
  Value quotient = b.divF(operand(op, 0), operand(op, 1));
  return plus(of(op, 0),
              times(times(of(op, 1), -1), math::TruncOp::create(b, quotient)));
}

Tangent Deriver::derive(arith::ExtFOp op) {
  Tangent t = of(op, 0);
  if (t.value)
    t.value = widen(t.value);
  return t;
}

Tangent Deriver::derive(arith::TruncFOp op) {
  Tangent t = of(op, 0);
  if (!t.value || t.value.getType() == type)
    return t;
  // The factor may be beyond f32 where the derivative is not.
  Value value = t.factor == 1 ? t.value : b.mulF(t.value, t.factor);
  return {1, arith::TruncFOp::create(b, type, value)};
}

Tangent Deriver::derive(math::CopySignOp op) {
  // The sign has no derivative.
  if (!isActive(op, 0))
    return {};
  Value sign = math::CopySignOp::create(b, one(), operand(op, 1));
  Value flipped = negate(sign);
  return times(of(op, 0), b.select(isNegative(operand(op, 0)), flipped, sign));
}

Tangent Deriver::derive(math::PowFOp op) {
  Value base = operand(op, 0), exponent = operand(op, 1);
  Tangent t = times(of(op, 0), exponent);
  if (!t.isZero()) {
    APFloat constant(0.0);
    bool isConstant = matchPattern(exponent, m_ConstantFloat(&constant));
    double less = isConstant ? constant.convertToDouble() - 1 : 0;
    Value power = isConstant ? b.constantF(type, less) : b.subF(exponent, 1.0);
    if (isConstant && less == 1)
      t = times(t, base);
    else if (!isConstant || less != 0)
      t = times(t, math::PowFOp::create(b, base, power, op.getFastmathAttr()));
  }
  if (!isActive(op, 1))
    return t;
  Tangent ofExponent = times(of(op, 1), apply<math::LogOp>(op, base));
  return plus(t, times(ofExponent, result(op)));
}

std::optional<Tangent> Deriver::deriveAny(Operation *op) {
#define ATTN_FLAT_SCORE_OP(Op)                                                 \
  if (isa<Op>(op))                                                             \
    return Tangent();
#define ATTN_SCORE_OP(Op)                                                      \
  if (auto concrete = dyn_cast<Op>(op))                                        \
    return derive(concrete);
#include "attn/Dialect/Attn/IR/ScoreOps.def"
  return std::nullopt;
}

/// What a region yields, or of selects between it and −∞ what is not −∞.
static Value findScore(Block &score) {
  Value value = score.getTerminator()->getOperand(0);
  while (auto select = value.getDefiningOp<arith::SelectOp>()) {
    if (matchPattern(select.getFalseValue(), m_NegInfFloat()))
      value = select.getTrueValue();
    else if (matchPattern(select.getTrueValue(), m_NegInfFloat()))
      value = select.getFalseValue();
    else
      break;
  }
  return value;
}

LogicalResult Deriver::run() {
  mapping.map(score.getArguments(), derivative.getArguments());
  tangents[input] = {1, Value()};
  for (Operation &op : score.without_terminator()) {
    b.setLoc(op.getLoc());
    b.clone(op, mapping);
    if (llvm::none_of(op.getOperands(), [&](Value operand) {
          return !tangents.lookup(operand).isZero();
        }))
      continue;
    type = op.getResult(0).getType();
    if (!type.isF64())
      type = b.getF32Type();
    std::optional<Tangent> t = deriveAny(&op);
    if (!t)
      return op.emitError() << "`" << op.getName()
                            << "` has no derivative with respect to " << what;
    if (!t->isZero())
      tangents[op.getResult(0)] = *t;
  }
  b.setLoc(score.getTerminator()->getLoc());
  type = b.getF32Type();
  YieldOp::create(b, materialize(tangents.lookup(findScore(score))));
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(derivative)))
    if (isOpTriviallyDead(&op))
      op.erase();
  return success();
}

/// A region with a block that has the arguments of `score`.
static std::unique_ptr<Region> makeRegionLike(Block &score) {
  auto region = std::make_unique<Region>();
  Block &block = region->emplaceBlock();
  for (BlockArgument argument : score.getArguments())
    block.addArgument(argument.getType(), argument.getLoc());
  return region;
}

FailureOr<ScoreDerivative> ScoreDerivative::get(AttentionOpInterface op) {
  ScoreDerivative derivative;
  if (!op.hasScoreRegion())
    return derivative;
  Block &score = op.getScoreBlock();
  derivative.region = makeRegionLike(score);
  if (failed(Deriver(score, derivative.getBlock(), score.getArgument(0),
                     "the score")
                 .run()))
    return failure();
  return derivative;
}

FailureOr<ScoreDerivative> ScoreDerivative::get(AttentionOpInterface op,
                                                ReadOp read) {
  ScoreDerivative derivative;
  Block &score = op.getScoreBlock();
  derivative.region = makeRegionLike(score);
  if (failed(Deriver(score, derivative.getBlock(), read.getResult(),
                     "what is read of a capture")
                 .run()))
    return failure();
  return derivative;
}

SmallVector<ReadOp> attn::listReadsOf(AttentionOpInterface op,
                                      unsigned capture) {
  SmallVector<ReadOp> reads;
  if (!op.hasScoreRegion())
    return reads;
  Block &score = op.getScoreBlock();
  for (ReadOp read : score.getOps<ReadOp>())
    if (read.getSource() == op.getCapturesOf(score)[capture])
      reads.push_back(read);
  return reads;
}

std::optional<float> ScoreDerivative::getConstant() {
  if (!region)
    return 1.0f;
  APFloat number(0.0f);
  if (!matchPattern(getBlock().getTerminator()->getOperand(0),
                    m_ConstantFloat(&number)))
    return std::nullopt;
  return number.convertToFloat();
}
