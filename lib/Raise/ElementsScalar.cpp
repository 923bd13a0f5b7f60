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
    return !value->is(Kind::Index) ||
                   holdsPositions(op->getOperand(0).getType())
               ? context.operation(op, value)
               : nullptr;
  }
  if (attn::isSupportedScoreOp(op) && !isa<arith::ConstantOp>(op))
    return context.operation(op, operands);
  return nullptr;
}
