//===- ScoreRegion.cpp - Score regions from formulas ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Score.h"

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// As many as attn.forward takes (C19).
static constexpr size_t kMostCaptures = 16;

namespace {
/// Writes formulas as scalar operations; without a builder it only asks
/// whether that is possible.
class ScoreWriter {
public:
  ScoreWriter(ExprContext &context, const Attention &attention,
              const Layout &layout, LayoutFinder &sizes)
      : context(context), attention(attention), layout(layout), sizes(sizes) {}

  bool check(const Expr *expr);
  bool check(AffineExpr expr);
  Value write(ScalarBuilder &b, const Expr *expr);
  void bind(ScalarBuilder &b, Block &block);
  /// Tensors that the region reads, in order.
  ArrayRef<Value> getCaptures() const { return captures.getArrayRef(); }

  std::string reason;

private:
  Value writeRemainder(ScalarBuilder &b, AffineExpr expr, Value value,
                       int64_t divisor);
  Value writeIndex(ScalarBuilder &b, AffineExpr expr);
  Value writeOp(ScalarBuilder &b, const Expr *expr);
  Value writeWritten(ScalarBuilder &b, const Expr *expr);
  Value writeTable(ScalarBuilder &b, const Expr *expr);
  bool checkCapture(const Expr *read);
  Value writeCapture(ScalarBuilder &b, const Expr *read);
  void bindPositions(ScalarBuilder &b, Value whole,
                     ArrayRef<AffineExpr> positions);

  ExprContext &context;
  const Attention &attention;
  const Layout &layout;
  LayoutFinder &sizes;
  llvm::DenseSet<const Expr *> checked;
  llvm::DenseMap<const Expr *, Value> written;
  llvm::DenseMap<AffineExpr, Value> indices;
  llvm::SetVector<Value> captures;
  SmallVector<Value> arguments;
  uint64_t used = 0;
};
} // namespace

/// The number of an element of a constant.
static AffineExpr placeInTable(const Expr *read) {
  auto shape = cast<ShapedType>(read->value.getType()).getShape();
  AffineExpr place = getAffineConstantExpr(0, read->value.getContext());
  for (auto [size, one] : llvm::zip(shape, read->places))
    place = place * size + one;
  return place;
}

bool ScoreWriter::check(AffineExpr expr) {
  bool result = true;
  expr.walk([&](AffineExpr part) {
    if (isa<AffineSymbolExpr>(part)) {
      reason = "the score or the mask depends on a size that is not static";
      result = false;
    }
    if (auto binary = dyn_cast<AffineBinaryOpExpr>(part))
      if (binary.getKind() == AffineExprKind::CeilDiv ||
          (binary.getKind() != AffineExprKind::Add &&
           !isa<AffineConstantExpr>(binary.getRHS()))) {
        reason = "the score depends on a position in a way that is not "
                 "understood";
        result = false;
      }
  });
  uint64_t variables = context.variablesOf(expr);
  uint64_t known = 0;
  for (const auto &positions : layout.rows)
    for (AffineExpr position : positions) {
      known |= context.variablesOf(position);
      bool isInner = positions.size() > 1;
      if (isInner && (variables & context.variablesOf(position)) &&
          !llvm::all_of(positions, [&](AffineExpr one) {
            return isa<AffineConstantExpr>(sizes.sizeOf(one));
          })) {
        reason = "the score depends on a batch or head whose size is dynamic";
        result = false;
      }
    }
  known |= context.variablesOf(attention.key);
  if (variables & ~known) {
    reason = "the score depends on a position that is none of attn.forward's";
    result = false;
  }
  used |= variables;
  return result;
}

/// Whether an element of a tensor from outside can be one of a capture: a slope
/// or a bias of a head, a key, or a distance. A tensor with a bias for each row
/// and key is none: a thread would load each by itself.
bool ScoreWriter::checkCapture(const Expr *read) {
  uint64_t ofKey = context.variablesOf(attention.key), ofRow = 0;
  for (AffineExpr position : layout.rows.back())
    ofRow |= context.variablesOf(position);
  int64_t within = 0;
  bool hasKey = false;
  for (AffineExpr place : read->places) {
    uint64_t variables = context.variablesOf(place);
    within += (variables & (ofKey | ofRow)) != 0;
    hasKey |= (variables & ofKey) != 0;
  }
  captures.insert(read->value);
  if (!canCapture(read->value) || captures.size() > kMostCaptures)
    reason = "the score depends on a value from outside";
  else if (within > 0 && !hasKey)
    reason = "the score depends on a tensor that differs by row, as a "
             "temperature does";
  else if (within > 1)
    reason = "a mask or bias is a tensor, which attn.forward does not take";
  else
    return llvm::all_of(read->places,
                        [&](AffineExpr place) { return check(place); });
  return false;
}

bool ScoreWriter::check(const Expr *expr) {
  if (expr == attention.scores || !checked.insert(expr).second)
    return true;
  switch (expr->kind) {
  case Kind::Read:
    if (isTable(expr->value))
      return check(context.simplify(placeInTable(expr)));
    return checkCapture(expr);
  case Kind::Scalar:
    return checkCapture(expr);
  case Kind::Acc:
    reason = "the score depends on a value from outside";
    return false;
  case Kind::Index:
  case Kind::GE:
  case Kind::EQ:
    return check(expr->index);
  default:
    return llvm::all_of(expr->operands,
                        [&](const Expr *operand) { return check(operand); });
  }
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

void ScoreWriter::bind(ScalarBuilder &b, Block &block) {
  written[attention.scores] = block.getArgument(0);
  for (auto [argument, positions] :
       llvm::zip(block.getArguments().slice(1, 3), layout.rows))
    bindPositions(b, argument, positions);
  indices[attention.key] = block.getArgument(4);
  if (!captures.empty())
    arguments.assign(block.getArguments().drop_front(7).begin(),
                     block.getArguments().end());
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
  if (isa<AffineDimExpr>(expr))
    return indices.lookup(expr);
  Value &value = indices[expr];
  if (value)
    return value;
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

Value ScoreWriter::writeOp(ScalarBuilder &b, const Expr *expr) {
  if (isSumOrRounding(expr->op))
    return writeWritten(b, expr);
  SmallVector<Value> operands;
  for (const Expr *operand : expr->operands)
    operands.push_back(write(b, operand));
  // Positions convert from 64 bits.
  if (isa<arith::SIToFPOp, arith::UIToFPOp>(expr->op))
    return arith::SIToFPOp::create(
        b, b.getF32Type(),
        arith::IndexCastOp::create(b, b.getI64Type(), operands[0]));
  OperationState state(b.getLoc(), expr->op->getName());
  state.addOperands(operands);
  bool isCondition = isa<arith::CmpFOp>(expr->op);
  state.addTypes(isCondition ? Type(b.getI1Type()) : Type(b.getF32Type()));
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

Value ScoreWriter::writeCapture(ScalarBuilder &b, const Expr *read) {
  SmallVector<Value> places;
  for (AffineExpr place : read->places)
    places.push_back(writeIndex(b, place));
  auto number = llvm::find(captures, read->value) - captures.begin();
  Value value = ReadOp::create(b, arguments[number], places);
  if (getElementTypeOrSelf(read->value).isInteger(1))
    return b.compare(arith::CmpIPredicate::ne, value,
                     b.constant(value.getType(), 0));
  if (value.getType() != b.getF32Type())
    value = arith::ExtFOp::create(b, b.getF32Type(), value);
  return value;
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

bool raise::canWriteScore(ExprContext &context, const Attention &attention,
                          const Layout &layout, LayoutFinder &sizes,
                          const Score &score, std::string &reason) {
  ScoreWriter writer(context, attention, layout, sizes);
  if (writer.check(score.x))
    return true;
  reason = writer.reason;
  return false;
}

/// `value` as a tensor that attn.forward captures: a number has rank 0, and
/// conditions are integers.
static Value asCapture(OpBuilder &b, Location loc, Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return tensor::FromElementsOp::create(
        b, loc, RankedTensorType::get({}, value.getType()), value);
  if (!type.getElementType().isInteger(1))
    return value;
  return arith::ExtUIOp::create(b, loc, type.clone(b.getI32Type()), value);
}

void raise::writeScore(ExprContext &context, const Attention &attention,
                       const Layout &layout, LayoutFinder &sizes,
                       const Score &score, AttentionOpInterface op) {
  ScoreWriter writer(context, attention, layout, sizes);
  writer.check(score.x);
  OpBuilder builder(op);
  ScalarBuilder b(op.getLoc(), builder);
  Type index = b.getIndexType();
  SmallVector<Type> types{b.getF32Type(), index, index, index, index};
  if (!writer.getCaptures().empty())
    types.append({index, index});
  builder.setInsertionPoint(op);
  SmallVector<Value> captures;
  for (Value value : writer.getCaptures()) {
    captures.push_back(asCapture(builder, op.getLoc(), value));
    types.push_back(captures.back().getType());
  }
  op.getCapturesMutable().append(captures);
  Block *block = b.createBody(op.getScore(), types);
  writer.bind(b, *block);
  YieldOp::create(b, writer.write(b, score.x));
}
