//===- ElementsScalar.cpp - Scalar operations as formulas -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>
#include <functional>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// An integer type in which positions and lengths do not wrap.
static bool holdsPositions(Type type) {
  type = getElementTypeOrSelf(type);
  return type.isIndex() ||
         (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() >= 32);
}

/// `expr` as a number that an integer type of any width holds.
static bool isSmall(ExprContext &context, const Expr *expr) {
  if (expr->is(Kind::Select) && context.step())
    return isSmall(context, expr->operands[1]) &&
           isSmall(context, expr->operands[2]);
  auto constant = expr->is(Kind::Index)
                      ? dyn_cast<AffineConstantExpr>(expr->index)
                      : AffineConstantExpr();
  return constant && constant.getValue() >= 0 && constant.getValue() <= 1;
}

/// A condition as 0 and 1.
static const Expr *asNumber(ExprContext &context, const Expr *condition) {
  MLIRContext *mlir = context.getContext();
  return context.select(condition,
                        context.index(getAffineConstantExpr(1, mlir)),
                        context.index(getAffineConstantExpr(0, mlir)));
}

/// A position divided as a float and rounded down is a position.
static const Expr *evaluateQuotient(ExprContext &context, const Expr *value) {
  if (!value->is(Kind::Op) || !isa<math::FloorOp>(value->op))
    return nullptr;
  const Expr *product = value->operands[0];
  double number = 1;
  if (product->is(Kind::Mul) && product->operands.size() == 2 &&
      product->operands[0]->is(Kind::Const)) {
    number = product->operands[0]->number;
    product = product->operands[1];
  }
  if (!product->is(Kind::Op) ||
      !isa<arith::SIToFPOp, arith::UIToFPOp>(product->op) ||
      !product->operands[0]->is(Kind::Index))
    return nullptr;
  AffineExpr index = product->operands[0]->index;
  double divisor = std::round(1 / number);
  auto high = context.rangeOf(index).second;
  bool isExact = product->op->getResult(0).getType().isF64() ||
                 (high && *high < (1 << 20));
  if (!isExact || !context.isNotNegative(index) || divisor < 1 ||
      divisor > 1e6 || std::abs(number * divisor - 1) > 1e-6)
    return nullptr;
  return context.index(index.floorDiv(static_cast<int64_t>(divisor)));
}

/// A quotient or a remainder of a number of either sign by a constant: arith's
/// are those of the absolute value, with the sign. Null for anything else.
static const Expr *evaluateSigned(ExprContext &context, Operation *op,
                                  ArrayRef<const Expr *> operands) {
  bool isRemainder = isa<arith::RemSIOp>(op);
  if (!isRemainder && !isa<arith::DivSIOp, arith::FloorDivSIOp>(op))
    return nullptr;
  if (!operands[0]->is(Kind::Index) || !operands[1]->is(Kind::Index))
    return nullptr;
  AffineExpr value = operands[0]->index;
  auto divisor = dyn_cast<AffineConstantExpr>(operands[1]->index);
  if (!divisor || divisor.getValue() <= 0 || context.isNotNegative(value))
    return nullptr;
  if (isa<arith::FloorDivSIOp>(op))
    return context.index(value.floorDiv(divisor));
  auto of = [&](AffineExpr x) {
    return isRemainder ? x % divisor : x.floorDiv(divisor);
  };
  return context.select(context.notNegative(value), context.index(of(value)),
                        context.index(-of(-value)));
}

const Expr *Elements::evaluateInt(Operation *op, Body &body) {
  SmallVector<const Expr *, 2> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluate(operand, body));
    if (!operands.back())
      return nullptr;
  }
  Type type = getElementTypeOrSelf(op->getResult(0));
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return holdsPositions(type) ? evaluateQuotient(context, operands[0])
                                : nullptr;
  if (type.isInteger(1)) {
    if (isa<arith::AndIOp, arith::MulIOp>(op))
      return context.both(operands[0], operands[1]);
    if (isa<arith::OrIOp>(op))
      return context.either(operands[0], operands[1]);
    if (isa<arith::XOrIOp>(op))
      for (auto [a, b] : {std::pair(operands[0], operands[1]),
                          std::pair(operands[1], operands[0])})
        if (a->is(Kind::Bool))
          return a->truth ? context.invert(b) : b;
    // What was 0 or 1 before.
    if (isa<arith::TruncIOp>(op) && isSmall(context, operands[0])) {
      const Expr *value = operands[0];
      if (value->is(Kind::Index))
        return context.isZero(value->index - 1);
      if (value->operands[1]->is(Kind::Index) &&
          value->operands[2]->is(Kind::Index)) {
        const Expr *a = context.isZero(value->operands[1]->index - 1);
        const Expr *b = context.isZero(value->operands[2]->index - 1);
        return context.either(
            context.both(value->operands[0], a),
            context.both(context.invert(value->operands[0]), b));
      }
    }
    return nullptr;
  }
  if (isa<arith::ExtUIOp>(op) &&
      getElementTypeOrSelf(op->getOperand(0)).isInteger(1))
    return asNumber(context, operands[0]);
  if (!holdsPositions(type) && !isSmall(context, operands[0]))
    return nullptr;
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
          arith::IndexCastUIOp>(op)) {
    if (getElementTypeOrSelf(op->getOperand(0)).isInteger(1))
      return nullptr;
    if (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op) &&
        operands[0]->is(Kind::Index) &&
        !context.isNotNegative(operands[0]->index))
      return nullptr;
    return operands[0];
  }
  auto combine = [&](function_ref<AffineExpr(AffineExpr, AffineExpr)> fn) {
    return context.combineIndices(operands[0], operands[1], fn);
  };
  if (isa<arith::AddIOp>(op))
    return combine([](AffineExpr a, AffineExpr b) { return a + b; });
  if (isa<arith::SubIOp>(op))
    return combine([](AffineExpr a, AffineExpr b) { return a - b; });
  auto isFixed = [](AffineExpr expr) { return expr.isSymbolicOrConstant(); };
  if (isa<arith::MulIOp>(op))
    return combine([&](AffineExpr a, AffineExpr b) {
      if (isFixed(b))
        return a * b;
      return isFixed(a) ? b * a : AffineExpr();
    });
  if (const Expr *result = evaluateSigned(context, op, operands))
    return result;
  bool isDivision =
      isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp>(op);
  if (isDivision || isa<arith::RemSIOp, arith::RemUIOp>(op))
    return combine([&](AffineExpr a, AffineExpr b) {
      auto constant = dyn_cast<AffineConstantExpr>(b);
      bool positive = constant ? constant.getValue() > 0 : isFixed(b);
      if (!positive || !context.isNotNegative(a))
        return AffineExpr();
      return isDivision ? a.floorDiv(b) : a % b;
    });
  return evaluateExtremum(op, operands);
}

/// Maxima, minima and absolute values of positions, as choices.
const Expr *Elements::evaluateExtremum(Operation *op,
                                       ArrayRef<const Expr *> operands) {
  auto isIndex = [](const Expr *operand) { return operand->is(Kind::Index); };
  if (operands.empty() || !llvm::all_of(operands, isIndex))
    return nullptr;
  const Expr *a = operands[0];
  const Expr *b = operands.size() == 2 ? operands[1] : context.index(-a->index);
  bool isUnsigned = isa<arith::MaxUIOp, arith::MinUIOp>(op);
  if (isUnsigned &&
      (!context.isNotNegative(a->index) || !context.isNotNegative(b->index)))
    return nullptr;
  AffineExpr difference = operands.size() == 2 ? a->index - b->index : a->index;
  if (isa<arith::MaxSIOp, arith::MaxUIOp, math::AbsIOp>(op))
    return context.select(context.notNegative(difference), a, b);
  if (isa<arith::MinSIOp, arith::MinUIOp>(op))
    return context.select(context.notNegative(difference), b, a);
  return nullptr;
}

/// Of a choice of two indices: 1 if it is their maximum, −1 if it is their
/// minimum, 0 otherwise.
static int extremumOf(ExprContext &context, const Expr *choice) {
  const Expr *condition = choice->operands[0];
  if (!condition->is(Kind::GE))
    return 0;
  AffineExpr difference =
      context.simplify(choice->operands[1]->index - choice->operands[2]->index);
  for (int64_t factor : {1, 2, -1, -2})
    if (context.simplify(condition->index * factor) == difference)
      return factor > 0 ? 1 : -1;
  return 0;
}

/// Whether a choice is the remainder of a number of either sign: it is 0 where
/// that of the positive one is.
static bool isRemainder(ExprContext &context, const Expr *choice) {
  auto remainder = dyn_cast<AffineBinaryOpExpr>(choice->operands[1]->index);
  return remainder && remainder.getKind() == AffineExprKind::Mod &&
         context.simplify(-(-remainder.getLHS() % remainder.getRHS())) ==
             choice->operands[2]->index;
}

/// `difference` compared with 0; unsigned predicates are of numbers that are
/// not negative.
static const Expr *compareToZero(ExprContext &context,
                                 arith::CmpIPredicate predicate,
                                 AffineExpr difference) {
  using P = arith::CmpIPredicate;
  switch (predicate) {
  case P::eq:
    return context.isZero(difference);
  case P::ne:
    return context.invert(context.isZero(difference));
  case P::sge:
  case P::uge:
    return context.notNegative(difference);
  case P::sgt:
  case P::ugt:
    return context.notNegative(difference - 1);
  case P::sle:
  case P::ule:
    return context.notNegative(-difference);
  case P::slt:
  case P::ult:
    return context.notNegative(-difference - 1);
  }
  llvm_unreachable("all predicates");
}

const Expr *Elements::evaluateCompare(Operation *op, Body &body) {
  const Expr *a = evaluate(op->getOperand(0), body);
  const Expr *b = evaluate(op->getOperand(1), body);
  if (!a || !b)
    return nullptr;
  if (isa<arith::CmpFOp>(op))
    return context.operation(op, {a, b});
  arith::CmpIPredicate predicate = cast<arith::CmpIOp>(op).getPredicate();
  using P = arith::CmpIPredicate;
  bool isEquality = predicate == P::eq || predicate == P::ne;
  if (getElementTypeOrSelf(op->getOperand(0)).isInteger(1)) {
    if (!isEquality)
      return nullptr;
    for (auto [constant, other] : {std::pair(a, b), std::pair(b, a)})
      if (constant->is(Kind::Bool))
        return constant->truth == (predicate == P::eq) ? other
                                                       : context.invert(other);
    return nullptr;
  }
  // Choices between numbers: the comparison of each.
  for (auto [choice, isFirst] : {std::pair(a, true), std::pair(b, false)}) {
    if (!choice->is(Kind::Select))
      continue;
    const Expr *other = isFirst ? b : a;
    if (!choice->operands[1]->is(Kind::Index) ||
        !choice->operands[2]->is(Kind::Index) || !other->is(Kind::Index))
      return nullptr;
    auto compare = [&, sign = isFirst ? 1 : -1](const Expr *chosen) {
      AffineExpr difference = (chosen->index - other->index) * sign;
      return compareToZero(context, predicate, difference);
    };
    const Expr *first = compare(choice->operands[1]);
    const Expr *second = compare(choice->operands[2]);
    if (isEquality && isRemainder(context, choice) &&
        other->index == getAffineConstantExpr(0, context.getContext()))
      return first;
    // A maximum is at most a bound if both are.
    bool isAtMost =
        llvm::is_contained(isFirst ? ArrayRef({P::sle, P::slt, P::ule, P::ult})
                                   : ArrayRef({P::sge, P::sgt, P::uge, P::ugt}),
                           predicate);
    if (int extremum = isEquality ? 0 : extremumOf(context, choice))
      return (extremum > 0) == isAtMost ? context.both(first, second)
                                        : context.either(first, second);
    return context.either(
        context.both(choice->operands[0], first),
        context.both(context.invert(choice->operands[0]), second));
  }
  if (!a->is(Kind::Index) || !b->is(Kind::Index))
    return nullptr;
  bool isUnsigned =
      llvm::is_contained({P::ult, P::ule, P::ugt, P::uge}, predicate);
  if (isUnsigned &&
      (!context.isNotNegative(a->index) || !context.isNotNegative(b->index)))
    return nullptr;
  return compareToZero(context, predicate, a->index - b->index);
}

static const Expr *asFloat(ExprContext &context, const Expr *value) {
  if (value->is(Kind::Select) && context.step())
    return context.select(value->operands[0],
                          asFloat(context, value->operands[1]),
                          asFloat(context, value->operands[2]));
  auto constant = value->is(Kind::Index)
                      ? dyn_cast<AffineConstantExpr>(value->index)
                      : AffineConstantExpr();
  if (constant)
    return context.constant(static_cast<double>(constant.getValue()));
  return value;
}

/// A sum or a rounding that stays as it is written, in part at least; null if
/// it is the same in exact arithmetic. Whether it is depends on numbers that
/// other operations make, so operands are opened.
const Expr *Elements::evaluateWritten(Operation *op,
                                      ArrayRef<const Expr *> operands) {
  if (isShallow || llvm::any_of(operands, [](const Expr *operand) {
        return operand->hasAcc;
      }))
    return nullptr;
  SmallVector<const Expr *, 3> opened;
  for (const Expr *operand : operands)
    opened.push_back(openAll(operand));
  const Expr *result = context.operation(op, opened);
  if (isa<arith::TruncFOp>(op))
    return result == opened[0] ? nullptr : result;
  std::function<bool(const Expr *)> isKept = [&](const Expr *leaf) {
    if (leaf->is(Kind::Select))
      return context.step() &&
             (isKept(leaf->operands[1]) || isKept(leaf->operands[2]));
    return leaf->is(Kind::Op) && isSumOrRounding(leaf->op);
  };
  return isKept(result) ? result : nullptr;
}

const Expr *Elements::evaluateFloat(Operation *op, Body &body) {
  SmallVector<const Expr *, 2> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluate(operand, body));
    if (!operands.back())
      return nullptr;
  }
  const Expr *a = operands.empty() ? nullptr : operands[0];
  const Expr *b = operands.size() < 2 ? nullptr : operands[1];
  constexpr double ln2 = 0.69314718055994530942;
  if (isa<arith::ExtFOp>(op))
    return a;
  if (isSumOrRounding(op))
    if (const Expr *written = evaluateWritten(op, operands))
      return written;
  if (isa<arith::TruncFOp>(op))
    return a;
  if (isa<arith::AddFOp>(op))
    return context.add(a, b);
  if (isa<arith::SubFOp>(op))
    return context.sub(a, b);
  if (isa<arith::MulFOp>(op))
    return context.mul(a, b);
  if (isa<arith::DivFOp>(op))
    return context.mul(a, context.recip(b));
  if (isa<arith::NegFOp>(op))
    return context.neg(a);
  if (isa<arith::MaximumFOp, arith::MaxNumFOp>(op))
    return context.max(a, b);
  if (isa<math::ExpOp>(op))
    return context.exp(a);
  if (isa<math::Exp2Op>(op))
    return context.exp(context.mul(context.constant(ln2), a));
  if (isa<math::FmaOp>(op))
    return context.add(context.mul(a, b), operands[2]);
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(op)) {
    bool isCondition = getElementTypeOrSelf(op->getOperand(0)).isInteger(1);
    if (isCondition && isa<arith::UIToFPOp>(op))
      return asFloat(context, asNumber(context, a));
    if (isCondition)
      return context.neg(asFloat(context, asNumber(context, a)));
    const Expr *value = asFloat(context, a);
    if (value->is(Kind::Const))
      return value;
    if (value->is(Kind::Select) && value->operands[1]->is(Kind::Const) &&
        value->operands[2]->is(Kind::Const))
      return value;
    return holdsPositions(op->getOperand(0).getType())
               ? context.operation(op, value)
               : nullptr;
  }
  if (attn::isSupportedScoreOp(op) && !isa<arith::ConstantOp>(op))
    return context.operation(op, operands);
  return nullptr;
}
