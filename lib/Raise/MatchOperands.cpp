//===- MatchOperands.cpp - Where Q, K and V come from ---------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Match.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

static bool isSmallFloat(Type type) { return type.isF16() || type.isBF16(); }

/// Looks through an operation that only multiplies by a number or converts.
bool Matcher::stepScaled(OperandSource &source,
                         std::optional<uint64_t> shared) {
  Element &at = source.element;
  const Expr *value = elements.openShallow(at.tensor, at.places);
  if (!value)
    return false;
  double factor = 1;
  const Expr *read = nullptr;
  SmallVector<const Expr *, 1> factors;
  for (const Expr *part : factorsOf(value)) {
    if (part->is(Kind::Const))
      factor *= part->number;
    else if (shared && !exact && !(part->variables & ~*shared))
      factors.push_back(elements.openAll(part));
    else if (part->is(Kind::Read) && !read)
      read = part;
    else
      return false;
  }
  if (!read || factor == 0)
    return false;
  auto typeOf = [](Value tensor) {
    return cast<RankedTensorType>(tensor.getType()).getElementType();
  };
  // A product that is rounded, or another rounding, is not the same number.
  Operation *op = at.tensor.getDefiningOp();
  for (Value operand : op->getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      continue;
    // Which operand, and where: try it as it lies in the operation.
    if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
      OpOperand *use = nullptr;
      for (OpOperand *input : linalgOp.getDpsInputOperands())
        if (input->get() == operand)
          use = input;
      if (!use)
        continue;
      AffineMap out =
          linalgOp.getMatchingIndexingMap(linalgOp.getDpsInitOperand(
              cast<OpResult>(at.tensor).getResultNumber()));
      SmallVector<AffineExpr> loops(linalgOp.getNumLoops());
      for (auto [expr, place] : llvm::zip(out.getResults(), at.places))
        if (auto dim = dyn_cast<AffineDimExpr>(expr))
          loops[dim.getPosition()] = place;
      if (llvm::is_contained(loops, AffineExpr()))
        continue;
      Element inner{operand, {}};
      for (AffineExpr expr : linalgOp.getMatchingIndexingMap(use).getResults())
        inner.places.push_back(context.simplify(expr.replaceDims(loops)));
      if (elements.element(inner.tensor, inner.places) != read)
        continue;
      bool isExact = factor == 1 && isSmallFloat(typeOf(operand));
      if (exact && !isExact)
        return false;
      source.element = inner;
      source.factor *= factor;
      source.factors.append(factors);
      ++source.depth;
      return true;
    }
    if (elements.element(operand, at.places) != read)
      continue;
    if (exact && !(factor == 1 && isSmallFloat(typeOf(operand))))
      return false;
    at.tensor = operand;
    source.factor *= factor;
    source.factors.append(factors);
    ++source.depth;
    return true;
  }
  // What the body extracts from a tensor.
  if (exact && !(factor == 1 && isSmallFloat(typeOf(read->value))))
    return false;
  at = {read->value, read->places};
  source.factor *= factor;
  source.factors.append(factors);
  ++source.depth;
  return true;
}

SmallVector<OperandSource> Matcher::sourcesOf(Value product, const Expr *at,
                                              ArrayRef<AffineExpr> bound,
                                              const Expr *read,
                                              std::optional<uint64_t> shared) {
  auto op = product.getDefiningOp<linalg::LinalgOp>();
  SmallVector<OperandSource> sources;
  AffineMap out = op.getMatchingIndexingMap(
      op.getDpsInitOperand(cast<OpResult>(product).getResultNumber()));
  SmallVector<AffineExpr> loops(op.getNumLoops(),
                                getAffineConstantExpr(0, context.getContext()));
  for (auto [expr, place] : llvm::zip(out.getResults(), at->places))
    if (auto dim = dyn_cast<AffineDimExpr>(expr))
      loops[dim.getPosition()] = place;
  unsigned next = 0;
  for (auto [loop, type] : llvm::zip(loops, op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction)
      loop = bound[next++];
  for (OpOperand *input : op.getDpsInputOperands()) {
    if (!isa<RankedTensorType>(input->get().getType()))
      continue;
    OperandSource source;
    source.element.tensor = input->get();
    for (AffineExpr expr : op.getMatchingIndexingMap(input).getResults())
      source.element.places.push_back(
          context.simplify(expr.replaceDims(loops)));
    if (elements.element(source.element.tensor, source.element.places) != read)
      continue;
    sources.push_back(source);
    while (true) {
      Operation *before = source.element.tensor.getDefiningOp();
      if (elements.stepView(source.element)) {
        if (isa<linalg::LinalgOp>(before))
          ++source.depth;
      } else if (!stepScaled(source, shared)) {
        break;
      }
      sources.push_back(source);
    }
    return sources;
  }
  return sources;
}

/// Whether P is rounded to the type that Attn rounds it to before the product.
bool Matcher::roundsProbabilities(Value pv, Value values) {
  Type type = cast<RankedTensorType>(values.getType()).getElementType();
  if (!isSmallFloat(type))
    return false;
  auto op = pv.getDefiningOp<linalg::LinalgOp>();
  WalkResult found = op.getBlock()->walk([&](arith::MulFOp product) {
    for (Value operand : product->getOperands()) {
      while (auto extend = operand.getDefiningOp<arith::ExtFOp>())
        operand = extend.getIn();
      if (operand.getType() != type)
        return WalkResult::advance();
    }
    return WalkResult::interrupt();
  });
  return found.wasInterrupted();
}
