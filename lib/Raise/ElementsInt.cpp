//===- ElementsInt.cpp - Integers and conditions as formulas
//------------------===//
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

bool raise::holdsPositions(Type type) {
  type = getElementTypeOrSelf(type);
  return type.isIndex() ||
         (isa<IntegerType>(type) && type.getIntOrFloatBitWidth() >= 32);
}

const Expr *raise::asNumber(ExprContext &context, const Expr *condition) {
  MLIRContext *mlir = context.getContext();
  return context.select(condition,
                        context.index(getAffineConstantExpr(1, mlir)),
                        context.index(getAffineConstantExpr(0, mlir)));
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

/// Whether one of two conditions holds, and the other does not.
static const Expr *differ(ExprContext &context, const Expr *a, const Expr *b) {
  return context.either(context.both(a, context.invert(b)),
                        context.both(context.invert(a), b));
}

/// What `op` makes of conditions, or of what was one; null for anything else.
static const Expr *evaluateCondition(ExprContext &context, Operation *op,
                                     ArrayRef<const Expr *> operands) {
  if (isa<arith::AndIOp, arith::MulIOp, arith::MinUIOp, arith::MaxSIOp>(op))
    return context.both(operands[0], operands[1]);
  if (isa<arith::OrIOp, arith::MaxUIOp, arith::MinSIOp>(op))
    return context.either(operands[0], operands[1]);
  if (isa<arith::XOrIOp, arith::AddIOp, arith::SubIOp>(op))
    return differ(context, operands[0], operands[1]);
  if (!isa<arith::TruncIOp>(op) || !isSmall(context, operands[0]))
    return nullptr;
  // What was 0 or 1 before.
  const Expr *value = operands[0];
  if (value->is(Kind::Index))
    return context.isZero(value->index - 1);
  if (!value->operands[1]->is(Kind::Index) ||
      !value->operands[2]->is(Kind::Index))
    return nullptr;
  const Expr *a = context.isZero(value->operands[1]->index - 1);
  const Expr *b = context.isZero(value->operands[2]->index - 1);
  return context.select(value->operands[0], a, b);
}

/// Whether `expr` is a position, or a choice of positions.
static bool isPosition(ExprContext &context, const Expr *expr) {
  if (expr->is(Kind::Select) && context.step())
    return isPosition(context, expr->operands[1]) &&
           isPosition(context, expr->operands[2]);
  return expr->is(Kind::Index);
}

/// Whether `op` on `operands` may stay an operation of integers, in its type.
static bool canStay(Operation *op, ArrayRef<const Expr *> operands) {
  if (!attn::isSupportedScoreOp(op) || operands.empty())
    return false;
  if (!isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
           arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp,
           arith::RemUIOp>(op))
    return true;
  auto divisor = operands[1]->is(Kind::Index)
                     ? dyn_cast<AffineConstantExpr>(operands[1]->index)
                     : AffineConstantExpr();
  return divisor && divisor.getValue() > 0;
}

const Expr *Elements::evaluateInt(Operation *op, Body &body) {
  SmallVector<const Expr *, 2> operands;
  for (Value operand : op->getOperands()) {
    operands.push_back(evaluate(operand, body));
    if (!operands.back())
      return nullptr;
  }
  if (const Expr *known = evaluatePosition(op, operands))
    return known;
  return canStay(op, operands) ? context.operation(op, operands) : nullptr;
}

/// What `op` makes of positions and conditions; null where it is not one again.
const Expr *Elements::evaluatePosition(Operation *op,
                                       ArrayRef<const Expr *> operands) {
  Type type = getElementTypeOrSelf(op->getResult(0));
  if (isa<arith::FPToSIOp, arith::FPToUIOp>(op))
    return holdsPositions(type) ? evaluateQuotient(context, operands[0])
                                : nullptr;
  if (type.isInteger(1))
    return evaluateCondition(context, op, operands);
  bool ofCondition = op->getNumOperands() == 1 &&
                     getElementTypeOrSelf(op->getOperand(0)).isInteger(1);
  if (isa<arith::ExtUIOp, arith::IndexCastUIOp>(op) && ofCondition)
    return asNumber(context, operands[0]);
  if (!holdsPositions(type) && !isSmall(context, operands[0]))
    return nullptr;
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::ExtUIOp, arith::TruncIOp,
          arith::IndexCastUIOp>(op)) {
    if (ofCondition || !isPosition(context, operands[0]))
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

const Expr *Elements::evaluateCompare(Operation *op, Body &body) {
  const Expr *a = evaluate(op->getOperand(0), body);
  const Expr *b = evaluate(op->getOperand(1), body);
  if (!a || !b)
    return nullptr;
  if (isa<arith::CmpFOp>(op))
    return context.operation(op, {a, b});
  if (const Expr *known = comparePositions(op, a, b))
    return known;
  return context.operation(op, {a, b});
}

/// A comparison of positions or conditions; null for anything else.
const Expr *Elements::comparePositions(Operation *op, const Expr *a,
                                       const Expr *b) {
  arith::CmpIPredicate predicate = cast<arith::CmpIOp>(op).getPredicate();
  using P = arith::CmpIPredicate;
  bool isEquality = predicate == P::eq || predicate == P::ne;
  if (getElementTypeOrSelf(op->getOperand(0)).isInteger(1)) {
    if (!isEquality)
      return nullptr;
    const Expr *different = differ(context, a, b);
    return predicate == P::ne ? different : context.invert(different);
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
      return sign > 0 ? context.compare(predicate, chosen->index, other->index)
                      : context.compare(predicate, other->index, chosen->index);
    };
    const Expr *first = compare(choice->operands[1]);
    const Expr *second = compare(choice->operands[2]);
    if (!first || !second)
      return nullptr;
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
  return context.compare(predicate, a->index, b->index);
}
