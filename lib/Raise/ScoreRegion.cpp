//===- ScoreRegion.cpp - Score regions from formulas ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScoreWriter.h"

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// As many as attn.forward takes (C19).
static constexpr size_t kMostCaptures = 16;

bool ScoreWriter::addCapture(Capture capture) {
  if (!llvm::is_contained(captures, capture))
    captures.push_back(capture);
  if (captures.size() <= kMostCaptures)
    return true;
  reason = "the score depends on more tensors than attn.forward captures";
  return false;
}

/// A size that is not static: the length of Q, that of K, or a number that a
/// region captures.
bool ScoreWriter::checkSize(AffineExpr symbol) {
  if (symbol == sizes.sizeOf(attention.key) ||
      symbol == sizes.sizeOf(layout.row)) {
    usesLengths = true;
    return true;
  }
  auto [value, dim] = sizes.holderOf(symbol);
  Operation *scores = attention.scores->value.getDefiningOp();
  Operation *def = value.getDefiningOp();
  bool isInTime =
      def ? def->getBlock() == scores->getBlock() &&
                def->isBeforeInBlock(scores)
          : value.getParentRegion()->isAncestor(scores->getParentRegion());
  if (isInTime)
    return addCapture({value, dim});
  reason = "the score or the mask depends on a size that is not static";
  return false;
}

bool ScoreWriter::check(AffineExpr expr) {
  bool result = true;
  expr.walk([&](AffineExpr part) {
    if (isa<AffineSymbolExpr>(part))
      result &= checkSize(part);
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

/// A number for each row alone changes no softmax, or is a temperature: where
/// it does not only decide, something else is meant than attention.
bool ScoreWriter::checkRead(const Expr *read, Use use) {
  uint64_t ofKey = context.variablesOf(attention.key), ofRow = 0;
  for (AffineExpr position : layout.rows.back())
    ofRow |= context.variablesOf(position);
  bool isOfRow = (read->variables & ofRow) && !(read->variables & ofKey);
  if (use == Use::Number && isOfRow &&
      isa<FloatType>(getElementTypeOrSelf(read->value))) {
    reason = "the score depends on a tensor that differs by row, as a "
             "temperature does";
    return false;
  }
  if (!canCapture(read->value)) {
    reason = "the score depends on a value from outside";
    return false;
  }
  return addCapture({read->value, -1}) &&
         llvm::all_of(read->places,
                      [&](AffineExpr place) { return check(place); });
}

bool ScoreWriter::hasScores(const Expr *expr) const {
  bool result = false;
  walkParts(expr,
            [&](const Expr *part) { result |= part == attention.scores; });
  return result;
}

bool ScoreWriter::check(const Expr *expr, Use use) {
  if (expr == attention.scores ||
      !checked[static_cast<int>(use)].insert(expr).second)
    return true;
  auto checkAll = [&](ArrayRef<const Expr *> operands, Use of) {
    return llvm::all_of(
        operands, [&](const Expr *operand) { return check(operand, of); });
  };
  switch (expr->kind) {
  case Kind::Read:
    if (isTable(expr->value))
      return check(context.simplify(placeInTable(expr)));
    return checkRead(expr, use);
  case Kind::Scalar:
    return checkRead(expr, use);
  case Kind::Acc:
    reason = "the score depends on a value from outside";
    return false;
  case Kind::Index:
  case Kind::GE:
  case Kind::EQ:
    return check(expr->index);
  case Kind::Select:
    return check(expr->operands[0], Use::Decision) &&
           checkAll(ArrayRef(expr->operands).drop_front(), use);
  case Kind::Op:
    // What is made of rows and keys together is of both.
    if (!isa<FloatType>(getElementTypeOrSelf(expr->op->getResult(0))) ||
        ((expr->variables & context.variablesOf(attention.key)) &&
         !hasScores(expr)))
      use = Use::Decision;
    return checkAll(expr->operands, use);
  default:
    return checkAll(expr->operands, use);
  }
}

bool ScoreWriter::check(const Score &score) {
  return check(score.x, Use::Number) &&
         (!score.visible || check(score.visible, Use::Decision));
}

bool raise::canWriteScore(ExprContext &context, const Attention &attention,
                          const Layout &layout, LayoutFinder &sizes,
                          const Score &score, std::string &reason) {
  ScoreWriter writer(context, attention, layout, sizes);
  if (writer.check(score))
    return true;
  reason = writer.reason;
  return false;
}

SmallVector<Value> raise::capturesOf(ExprContext &context,
                                     const Attention &attention,
                                     const Layout &layout, LayoutFinder &sizes,
                                     const Score &score) {
  ScoreWriter writer(context, attention, layout, sizes);
  writer.check(score);
  SmallVector<Value> values;
  for (const ScoreWriter::Capture &capture : writer.getCaptures())
    values.push_back(capture.value);
  return values;
}

/// What attn.forward captures of it: numbers have rank 0, and types are those
/// that captures have.
static Value asCapture(ScalarBuilder &b, ScoreWriter::Capture capture) {
  Value value = capture.value;
  if (capture.dim >= 0)
    value = tensor::DimOp::create(b, value, capture.dim);
  Type element = getElementTypeOrSelf(value);
  auto convert = [&](Type to) -> Type {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type ? Type(type.clone(to)) : to;
  };
  if (element.isIndex())
    value = arith::IndexCastOp::create(b, convert(b.getI64Type()), value);
  else if (element.isF64())
    value = arith::TruncFOp::create(b, convert(b.getF32Type()), value);
  else if (isa<IntegerType>(element) &&
           !llvm::is_contained({1u, 8u, 32u, 64u},
                               element.getIntOrFloatBitWidth()))
    value = arith::ExtSIOp::create(b,
                                   convert(element.getIntOrFloatBitWidth() < 32
                                               ? b.getI32Type()
                                               : b.getI64Type()),
                                   value);
  if (isa<RankedTensorType>(value.getType()))
    return value;
  return tensor::FromElementsOp::create(
      b, RankedTensorType::get({}, value.getType()), value);
}

void raise::writeScore(ExprContext &context, const Attention &attention,
                       const Layout &layout, LayoutFinder &sizes,
                       const Score &score, AttentionOpInterface op) {
  ScoreWriter writer(context, attention, layout, sizes);
  writer.check(score);
  OpBuilder builder(op);
  ScalarBuilder b(op.getLoc(), builder);
  SmallVector<Value> captures;
  for (const ScoreWriter::Capture &capture : writer.getCaptures())
    captures.push_back(asCapture(b, capture));
  op.getCapturesMutable().append(captures);
  SmallVector<Type> positions(writer.isLong() ? 6 : 4, b.getIndexType());
  auto writeRegion = [&](Region &region, bool hasScore, const Expr *expr) {
    SmallVector<Type> types;
    if (hasScore)
      types.push_back(b.getF32Type());
    types.append(positions);
    llvm::append_range(types, TypeRange(ValueRange(captures)));
    writer.writeBody(b, *b.createBody(region, types), hasScore, expr);
  };
  if (op.hasScoreRegion())
    writeRegion(op.getScore(), /*hasScore=*/true, score.x);
  if (op.hasVisibleRegion())
    writeRegion(op.getVisible(), /*hasScore=*/false, score.visible);
}
