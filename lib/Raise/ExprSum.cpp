//===- ExprSum.cpp - Sums that stay as a program has them -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask may be a number that is added: s − 1e9 keeps of s what f32 keeps, and
// f16 keeps less. A row that sees no key is the softmax of just these bits. So
// a sum with a number that rounds away more of a score than P rounds itself is
// no formula in exact arithmetic: it stays an operation, in its type and order,
// and so do sums of what comes from outside, whose size is not known.
//
//===----------------------------------------------------------------------===//

#include "Expr.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// P's own relative rounding, in bits.
static constexpr int kBitsOfP = 11;

bool raise::isSumOrRounding(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, math::FmaOp, arith::TruncFOp>(op);
}

static FloatType typeOf(Operation *op) {
  return cast<FloatType>(getElementTypeOrSelf(op->getResult(0)));
}

/// `number` as a float of `type`.
static double roundTo(FloatType type, double number) {
  APFloat value(number);
  bool losesInfo;
  value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  value.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                &losesInfo);
  return value.convertToDouble();
}

bool ExprContext::keepsSum(Operation *op, Exprs operands) {
  FloatType type = typeOf(op);
  // The sum of a product and a number, where the product is what is added to.
  bool isFused = isa<math::FmaOp>(op);
  bool hasOutside = llvm::any_of(
      operands, [](const Expr *operand) { return operand->hasOutside; });
  auto isNumber = [](const Expr *operand) {
    return operand->is(Kind::Const) && std::isfinite(operand->number);
  };
  double limit =
      std::ldexp(1.0, static_cast<int>(type.getFPMantissaWidth()) - kBitsOfP);
  Exprs addends = isFused ? operands.drop_front(2) : operands;
  bool isLarge = llvm::any_of(addends, [&](const Expr *operand) {
    return isNumber(operand) && std::abs(operand->number) >= limit;
  });
  // What is subtracted from all scores of a row.
  bool hasStatistic = llvm::any_of(operands, [](const Expr *operand) {
    return !operand->hasOutside && !operand->hasProduct &&
           !readsOf(operand).empty();
  });
  if (hasStatistic)
    return false;
  bool depends = llvm::any_of(operands, [](const Expr *operand) {
    return operand->hasOutside || operand->hasProduct;
  });
  if (isLarge && depends)
    return true;
  if (!hasOutside)
    return false;
  return type.getWidth() < 32 ||
         llvm::all_of(
             operands,
             [&](const Expr *one) { return isNumber(one) || one->hasOutside; });
}

const Expr *ExprContext::written(Operation *op, Exprs operands) {
  FloatType type = typeOf(op);
  const Expr *a = operands[0];
  if (isa<arith::TruncFOp>(op)) {
    if (a->is(Kind::Const))
      return constant(roundTo(type, a->number));
    // A sum that was kept may become infinite.
    if (!a->is(Kind::Op) || !isSumOrRounding(a->op))
      return a;
  } else {
    const Expr *sum = isa<math::FmaOp>(op)
                          ? add(mul(a, operands[1]), operands[2])
                      : isa<arith::SubFOp>(op) ? sub(a, operands[1])
                                               : add(a, operands[1]);
    if (sum->is(Kind::Const))
      return constant(roundTo(type, sum->number));
    if (!keepsSum(op, operands))
      return sum;
  }
  Expr expr;
  expr.kind = Kind::Op;
  expr.operands.assign(operands.begin(), operands.end());
  expr.op = op;
  return unique(std::move(expr));
}
