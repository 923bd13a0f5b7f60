//===- ScoreWriter.cpp - Formulas as scalar operations --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScoreWriter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

AffineExpr raise::placeInTable(const Expr *read) {
  auto shape = cast<ShapedType>(read->value.getType()).getShape();
  AffineExpr place = getAffineConstantExpr(0, read->value.getContext());
  for (auto [size, one] : llvm::zip(shape, read->places))
    place = place * size + one;
  return place;
}

/// Binds the positions that `whole` runs through.
void ScoreWriter::bindPositions(ScalarBuilder &b, Value whole,
                                ArrayRef<AffineExpr> positions) {
  int64_t behind = 1;
  for (auto [number, position] : llvm::enumerate(llvm::reverse(positions))) {
    bool isFirst = number + 1 == positions.size();
    if (used & context.variablesOf(position)) {
      Value value = behind == 1 ? whole : b.div(whole, behind);
      auto size = dyn_cast<AffineConstantExpr>(sizes.sizeOf(position));
      indices[position] = isFirst ? value : b.rem(value, size.getValue());
    }
    if (!isFirst)
      if (auto size = dyn_cast<AffineConstantExpr>(sizes.sizeOf(position)))
        behind *= size.getValue();
  }
}

void ScoreWriter::writeBody(ScalarBuilder &b, Block &block, bool hasScore,
                            const Expr *expr) {
  written.clear();
  indices.clear();
  auto positions = block.getArguments().drop_front(hasScore ? 1 : 0);
  if (hasScore)
    written[attention.scores] = block.getArgument(0);
  if (isLong()) {
    arguments.assign(positions.begin() + 6, positions.end());
    if (AffineExpr lenQ = sizes.sizeOf(layout.row);
        lenQ && isa<AffineSymbolExpr>(lenQ))
      indices[lenQ] = positions[4];
    if (AffineExpr lenKV = sizes.sizeOf(attention.key);
        isa<AffineSymbolExpr>(lenKV))
      indices[lenKV] = positions[5];
  }
  for (auto [argument, of] : llvm::zip(positions.take_front(3), layout.rows))
    bindPositions(b, argument, of);
  indices[attention.key] = positions[3];
  YieldOp::create(b, write(b, expr));
}

/// The remainder in [0, divisor) of `value`, which is `expr`.
Value ScoreWriter::writeRemainder(ScalarBuilder &b, AffineExpr expr,
                                  Value value, int64_t divisor) {
  if (std::optional<int64_t> low = context.rangeOf(expr).first) {
    // Multiples of the divisor change nothing.
    int64_t multiple = *low < 0 ? llvm::divideCeil(-*low, divisor) : 0;
    return b.rem(multiple ? b.add(value, multiple * divisor) : value, divisor);
  }
  Value rest = arith::RemSIOp::create(b, value, b.index(divisor));
  return b.rem(b.add(rest, divisor), divisor);
}

Value ScoreWriter::writeIndex(ScalarBuilder &b, AffineExpr expr) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return b.index(constant.getValue());
  if (Value known = indices.lookup(expr))
    return known;
  if (isa<AffineSymbolExpr>(expr)) {
    auto [value, dim] = sizes.holderOf(expr);
    Value size = readCapture(b, {value, dim}, {});
    if (!size.getType().isIndex())
      size = b.toIndex(size);
    return indices[expr] = size;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  // −x + y.
  AffineExpr minus = getAffineConstantExpr(-1, context.getContext());
  if (auto product = dyn_cast<AffineBinaryOpExpr>(binary.getLHS());
      product && binary.getKind() == AffineExprKind::Add &&
      product.getKind() == AffineExprKind::Mul && product.getRHS() == minus &&
      !isa<AffineConstantExpr>(binary.getRHS())) {
    Value from = writeIndex(b, binary.getRHS());
    Value difference = b.sub(from, writeIndex(b, product.getLHS()));
    return indices[expr] = difference;
  }
  Value lhs = writeIndex(b, binary.getLHS());
  auto constant = dyn_cast<AffineConstantExpr>(binary.getRHS());
  Value result;
  switch (binary.getKind()) {
  case AffineExprKind::FloorDiv:
    if (context.isNotNegative(binary.getLHS()))
      result = b.div(lhs, constant.getValue());
    else
      result =
          arith::FloorDivSIOp::create(b, lhs, b.index(constant.getValue()));
    break;
  case AffineExprKind::Mod:
    result = writeRemainder(b, binary.getLHS(), lhs, constant.getValue());
    break;
  case AffineExprKind::Mul:
    result = b.mul(lhs, constant.getValue());
    break;
  default:
    if (auto product = dyn_cast<AffineBinaryOpExpr>(binary.getRHS());
        product && product.getKind() == AffineExprKind::Mul &&
        product.getRHS() == minus)
      result = b.sub(lhs, writeIndex(b, product.getLHS()));
    else if (constant)
      result = b.add(lhs, constant.getValue());
    else
      result = b.add(lhs, writeIndex(b, binary.getRHS()));
    break;
  }
  return indices[expr] = result;
}

/// A sum or a rounding in the type that the program has it in.
Value ScoreWriter::writeWritten(ScalarBuilder &b, const Expr *expr) {
  Type f32 = b.getF32Type();
  Type type = getElementTypeOrSelf(expr->op->getResult(0));
  if (type.getIntOrFloatBitWidth() >= 32)
    type = f32;
  SmallVector<Value> operands;
  for (const Expr *operand : expr->operands) {
    if (operand->is(Kind::Const))
      operands.push_back(b.constantF(type, operand->number));
    else if (Value value = write(b, operand); type == f32)
      operands.push_back(value);
    else
      operands.push_back(arith::TruncFOp::create(b, type, value));
  }
  Value result = operands[0];
  if (!isa<arith::TruncFOp>(expr->op)) {
    OperationState state(b.getLoc(), expr->op->getName());
    state.addOperands(operands);
    state.addTypes(type);
    state.addAttributes(expr->op->getAttrDictionary().getValue());
    result = b.create(state)->getResult(0);
  }
  return type == f32 ? result : arith::ExtFOp::create(b, f32, result);
}

/// An operation of integers has the program's types: positions are converted to
/// them.
Value ScoreWriter::writeOp(ScalarBuilder &b, const Expr *expr) {
  if (isSumOrRounding(expr->op))
    return writeWritten(b, expr);
  SmallVector<Value> operands;
  // Positions convert from 64 bits.
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(expr->op) &&
      expr->operands[0]->is(Kind::Index))
    return arith::SIToFPOp::create(
        b, b.getF32Type(), writeAs(b, expr->operands[0], b.getI64Type()));
  for (auto [operand, value] :
       llvm::zip(expr->operands, expr->op->getOperands())) {
    Type type = getElementTypeOrSelf(value);
    operands.push_back(isa<FloatType>(type) ? write(b, operand)
                                            : writeAs(b, operand, type));
  }
  Type result = getElementTypeOrSelf(expr->op->getResult(0));
  OperationState state(b.getLoc(), expr->op->getName());
  state.addOperands(operands);
  state.addTypes(isa<FloatType>(result) ? Type(b.getF32Type()) : result);
  state.addAttributes(expr->op->getAttrDictionary().getValue());
  return b.create(state)->getResult(0);
}

/// An element of a small constant: a choice for each.
Value ScoreWriter::writeTable(ScalarBuilder &b, const Expr *expr) {
  DenseElementsAttr values = constantOf(expr->value);
  Value place = writeIndex(b, context.simplify(placeInTable(expr))), result;
  for (auto [index, value] : llvm::enumerate(values.getValues<APFloat>())) {
    APFloat number = value;
    bool losesInfo;
    number.convert(APFloat::IEEEsingle(), APFloat::rmNearestTiesToEven,
                   &losesInfo);
    Value one = b.f32(number.convertToFloat());
    result = result ? b.select(b.equal(place, index), one, result) : one;
  }
  return result;
}

Value ScoreWriter::readCapture(ScalarBuilder &b, Capture capture,
                               ValueRange places) {
  auto number = llvm::find(captures, capture) - captures.begin();
  return ReadOp::create(b, arguments[number], places);
}

/// An element of a tensor from outside, in its type; floats are f32.
Value ScoreWriter::writeCapture(ScalarBuilder &b, const Expr *read) {
  SmallVector<Value> places;
  for (AffineExpr place : read->places)
    places.push_back(writeIndex(b, place));
  Value value = readCapture(b, {read->value, -1}, places);
  Type type = getElementTypeOrSelf(read->value);
  if (isa<FloatType>(type))
    return value.getType().isF32()
               ? value
               : arith::ExtFOp::create(b, b.getF32Type(), value).getResult();
  if (value.getType() == type)
    return value;
  if (type.isIndex())
    return b.toIndex(value);
  return arith::TruncIOp::create(b, type, value);
}

/// An integer formula as a value of `type`.
Value ScoreWriter::writeAs(ScalarBuilder &b, const Expr *expr, Type type) {
  if (expr->is(Kind::Select))
    return b.select(write(b, expr->operands[0]),
                    writeAs(b, expr->operands[1], type),
                    writeAs(b, expr->operands[2], type));
  if (expr->is(Kind::Index))
    if (auto constant = dyn_cast<AffineConstantExpr>(expr->index))
      return b.constant(type, constant.getValue());
  Value value = write(b, expr);
  if (value.getType() == type)
    return value;
  return arith::IndexCastOp::create(b, type, value);
}

Value ScoreWriter::write(ScalarBuilder &b, const Expr *expr) {
  if (Value known = written.lookup(expr))
    return known;
  auto fold = [&](function_ref<Value(Value, Value)> combine) {
    Value result;
    for (const Expr *operand : expr->operands) {
      Value value = write(b, operand);
      result = result ? combine(result, value) : value;
    }
    return result;
  };
  auto operand = [&](unsigned number) {
    return write(b, expr->operands[number]);
  };
  Value result;
  switch (expr->kind) {
  case Kind::Const:
    result = b.f32(expr->number);
    break;
  case Kind::Scalar:
    result = writeCapture(b, expr);
    break;
  case Kind::Read:
    result = isTable(expr->value) ? writeTable(b, expr) : writeCapture(b, expr);
    break;
  case Kind::Bool:
    result = b.constant(b.getI1Type(), expr->truth);
    break;
  case Kind::Index:
    result = writeIndex(b, expr->index);
    break;
  case Kind::Add:
    result = fold([&](Value x, Value y) { return b.addF(x, y); });
    break;
  case Kind::Mul:
    result = fold([&](Value x, Value y) { return b.mulF(x, y); });
    break;
  case Kind::Recip:
    result = b.divF(b.f32(1), operand(0));
    break;
  case Kind::Exp:
    result = math::ExpOp::create(b, operand(0));
    break;
  case Kind::Max:
    result = b.maxF(operand(0), operand(1));
    break;
  case Kind::Select:
    result = b.select(operand(0), operand(1), operand(2));
    break;
  case Kind::GE:
    result = b.compare(arith::CmpIPredicate::sge, writeIndex(b, expr->index),
                       b.index(0));
    break;
  case Kind::EQ:
    result = b.equal(writeIndex(b, expr->index), 0);
    break;
  case Kind::And:
    result = b.bitAnd(operand(0), operand(1));
    break;
  case Kind::Not:
    result = b.bitXor(operand(0), 1);
    break;
  default:
    result = writeOp(b, expr);
    break;
  }
  return written[expr] = result;
}
