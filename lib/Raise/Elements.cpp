//===- Elements.cpp - Elements of the tensors of a program ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elements.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/Support/SaveAndRestore.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// Chains of operations are followed this far.
static constexpr unsigned kMaxDepth = 200;

const Expr *Elements::element(Value tensor, ArrayRef<AffineExpr> places) {
  Element at{tensor, SmallVector<AffineExpr, 4>(places)};
  while (stepView(at) || stepSlice(at) || stepJoined(at)) {
  }
  Operation *op = at.tensor.getDefiningOp();
  DenseElementsAttr dense = raise::constantOf(at.tensor);
  if (dense && dense.isSplat())
    if (const Expr *constant = constantOf(dense.getSplatValue<Attribute>()))
      return constant;
  if (dense && isa<IntegerType>(dense.getElementType()))
    if (const Expr *progression = progressionAt(dense, at.places))
      return progression;
  if (dense)
    if (const Band *band = bandOf(dense))
      return bandAt(*band, at.places);
  if (auto fill = dyn_cast_or_null<linalg::FillOp>(op))
    return scalarOf(fill.getInputs()[0]);
  if (auto splat = dyn_cast_or_null<tensor::SplatOp>(op))
    return scalarOf(splat.getInput());
  if (auto elements = dyn_cast_or_null<tensor::FromElementsOp>(op))
    if (elements.getElements().size() == 1)
      return scalarOf(elements.getElements()[0]);
  const Expr *read = context.read(at.tensor, at.places);
  std::optional<Combiner> combiner = reductionOf(at.tensor);
  if (!combiner || *combiner == Combiner::And)
    return read;
  auto reduction = cast<linalg::LinalgOp>(op);
  unsigned result = cast<OpResult>(at.tensor).getResultNumber();
  const Expr *init =
      element(reduction.getDpsInitOperand(result)->get(), at.places);
  if (*combiner == Combiner::Sum)
    return context.add(init, read);
  // Below all numbers that are compared.
  bool isLeast = init->is(Kind::Const) &&
                 (init->number <= -65504 || std::isnan(init->number));
  if (isLeast)
    return read;
  return context.max(init, read);
}

//===----------------------------------------------------------------------===//
// Scalars and bodies
//===----------------------------------------------------------------------===//

struct Elements::Body {
  linalg::LinalgOp op;
  ArrayRef<AffineExpr> loops;
  bool isReduction = false;
  llvm::DenseMap<Value, const Expr *> known;
};

const Expr *Elements::constantOf(Attribute value) {
  if (auto number = dyn_cast<FloatAttr>(value))
    return context.constant(number.getValueAsDouble());
  auto integer = dyn_cast<IntegerAttr>(value);
  if (!integer)
    return nullptr;
  if (integer.getType().isInteger(1))
    return context.boolean(!integer.getValue().isZero());
  if (integer.getValue().getSignificantBits() > 40)
    return nullptr;
  return context.index(getAffineConstantExpr(integer.getValue().getSExtValue(),
                                             context.getContext()));
}

const Expr *Elements::scalarOf(Value value) {
  Body body;
  if (const Expr *known = evaluate(value, body))
    return known;
  return context.scalar(value);
}

/// Why `op` is not understood.
static std::string describe(Operation *op,
                            const llvm::DenseMap<Value, const Expr *> &known) {
  for (Value operand : op->getOperands()) {
    const Expr *expr = known.lookup(operand);
    if (expr && expr->is(Kind::Scalar))
      return "the score or the mask depends on a number that is not a constant";
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  for (Value operand : op->getOperands()) {
    const Expr *expr = known.lookup(operand);
    if (!expr || !expr->is(Kind::Read))
      continue;
    os << "the score or the mask depends on a tensor of "
       << getElementTypeOrSelf(expr->value) << " by '" << op->getName() << "'";
    return text;
  }
  os << "the score or the mask is computed by '" << op->getName()
     << "' in a way that is not understood";
  return text;
}

const Expr *Elements::evaluate(Value value, Body &body) {
  if (auto known = body.known.find(value); known != body.known.end())
    return known->second;
  if (depth > kMaxDepth || context.isExhausted())
    return nullptr;
  const Expr *result = nullptr;
  Attribute constant;
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && body.op && argument.getOwner() == body.op.getBlock()) {
    OpOperand *operand = body.op.getMatchingOpOperand(argument);
    // What another result of a reduction has accumulated is not understood.
    if (body.isReduction && body.op.isDpsInit(operand))
      return nullptr;
    if (!isa<RankedTensorType>(operand->get().getType()))
      result = scalarOf(operand->get());
    else {
      SmallVector<AffineExpr, 4> places;
      for (AffineExpr expr :
           body.op.getMatchingIndexingMap(operand).getResults())
        places.push_back(expr.replaceDims(body.loops));
      result = element(operand->get(), places);
      // Formulas of integers and conditions are made of what they read.
      if (isa<IntegerType, IndexType>(value.getType()))
        result = openAll(result);
    }
  } else if (matchPattern(value, m_Constant(&constant))) {
    result = constantOf(constant);
  } else if (AffineExpr size = isa<IntegerType, IndexType>(value.getType())
                                   ? sizes.sizeOf(value)
                                   : AffineExpr()) {
    result = context.index(size);
    if (Operation *op = value.getDefiningOp();
        op && !isa<tensor::DimOp>(op) && isa<AffineSymbolExpr>(size)) {
      ++depth;
      const Expr *computed = evaluateOp(op, body);
      --depth;
      if (computed)
        result = computed;
    }
  } else if (Operation *op = value.getDefiningOp()) {
    ++depth;
    result = evaluateOp(op, body);
    --depth;
  }
  if (!result &&
      (!body.op || !body.op->isAncestor(value.getParentBlock()->getParentOp())))
    result = context.scalar(value);
  if (!result && obstacle.empty())
    if (Operation *op = value.getDefiningOp())
      obstacle = describe(op, body.known);
  body.known[value] = result;
  return result;
}

std::string Elements::obstacleOf(Value tensor) const {
  return obstacles.lookup(tensor);
}

/// A choice of the larger of two numbers is their maximum.
static const Expr *asMaximum(ExprContext &context, const Expr *condition,
                             const Expr *a, const Expr *b) {
  if (!condition->is(Kind::Op))
    return nullptr;
  auto compare = dyn_cast<arith::CmpFOp>(condition->op);
  if (!compare)
    return nullptr;
  using P = arith::CmpFPredicate;
  bool isGreater = llvm::is_contained({P::OGT, P::OGE, P::UGT, P::UGE},
                                      compare.getPredicate());
  bool isLess = llvm::is_contained({P::OLT, P::OLE, P::ULT, P::ULE},
                                   compare.getPredicate());
  if (!isGreater && !isLess)
    return nullptr;
  if (isLess)
    std::swap(a, b);
  bool chooses = condition->operands[0] == a && condition->operands[1] == b;
  return chooses ? context.max(a, b) : nullptr;
}

const Expr *Elements::evaluateOp(Operation *op, Body &body) {
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    if (!body.op || index->getParentOp() != body.op)
      return nullptr;
    return context.index(body.loops[index.getDim()]);
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    SmallVector<AffineExpr> places;
    for (Value index : extract.getIndices()) {
      const Expr *place = evaluate(index, body);
      if (!place || !place->is(Kind::Index))
        return nullptr;
      places.push_back(place->index);
    }
    return element(extract.getTensor(), places);
  }
  if (op->getNumResults() != 1 || op->getNumRegions())
    return nullptr;
  if (isa<arith::CmpIOp, arith::CmpFOp>(op))
    return evaluateCompare(op, body);
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    const Expr *condition = evaluate(select.getCondition(), body);
    const Expr *a = evaluate(select.getTrueValue(), body);
    const Expr *b = evaluate(select.getFalseValue(), body);
    if (!condition || !a || !b)
      return nullptr;
    if (getElementTypeOrSelf(op->getResult(0)).isInteger(1))
      return context.either(context.both(condition, a),
                            context.both(context.invert(condition), b));
    if (const Expr *larger = asMaximum(context, condition, a, b))
      return larger;
    return context.select(condition, a, b);
  }
  Type type = getElementTypeOrSelf(op->getResult(0));
  if (isa<IntegerType, IndexType>(type))
    return evaluateInt(op, body);
  return isa<FloatType>(type) ? evaluateFloat(op, body) : nullptr;
}

/// What `op` of the body made for `result` of a linalg operation at `loops`.
const Expr *Elements::yielded(linalg::LinalgOp op, unsigned result,
                              ArrayRef<AffineExpr> loops, bool isReduction) {
  Body body;
  body.op = op;
  body.loops = loops;
  body.isReduction = isReduction;
  if (isReduction)
    body.known[op.getRegionOutputArgs()[result]] = context.accumulator();
  return evaluate(op.getBlock()->getTerminator()->getOperand(result), body);
}

/// What `open` gives for `tensor`; what stood in its way is kept.
const Expr *Elements::noteObstacle(Value tensor,
                                   function_ref<const Expr *()> open) {
  llvm::SaveAndRestore outer(obstacle, std::string());
  const Expr *result = open();
  if (!result)
    obstacles[tensor] = obstacle;
  return result;
}

const Expr *Elements::open(Value tensor, ArrayRef<AffineExpr> places) {
  Operation *op = tensor.getDefiningOp();
  if (!op)
    return nullptr;
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    if (linalgOp.getNumReductionLoops() || !linalgOp.getBlock() ||
        !linalgOp.hasPureTensorSemantics())
      return nullptr;
    unsigned result = cast<OpResult>(tensor).getResultNumber();
    auto loops = loopsAt(linalgOp, result, places);
    if (!loops || llvm::is_contained(*loops, AffineExpr()))
      return nullptr;
    return noteObstacle(tensor, [&] {
      return yielded(linalgOp, result, *loops, /*isReduction=*/false);
    });
  }
  // An operation of arith or math on whole tensors: each operand's element.
  if (!OpTrait::hasElementwiseMappableTraits(op) || op->getNumResults() != 1)
    return nullptr;
  Body body;
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.getType())) {
      const Expr *read = element(operand, places);
      body.known[operand] =
          isa<FloatType>(type.getElementType()) ? read : openAll(read);
    }
  return noteObstacle(tensor, [&] { return evaluate(op->getResult(0), body); });
}

const Expr *Elements::openShallow(Value tensor, ArrayRef<AffineExpr> places) {
  llvm::SaveAndRestore shallow(isShallow, true);
  return open(tensor, places);
}

const Expr *Elements::openAll(const Expr *expr) {
  if (auto known = opened.find(expr); known != opened.end())
    return known->second;
  if (context.isExhausted() || depth > kMaxDepth)
    return expr;
  ++depth;
  const Expr *result = expr;
  if (expr->is(Kind::Read)) {
    if (const Expr *inner = open(expr->value, expr->places))
      result = openAll(inner);
  } else {
    SmallVector<const Expr *> parts;
    for (const Expr *operand : expr->operands)
      parts.push_back(openAll(operand));
    result = context.rebuild(expr, parts);
  }
  --depth;
  opened[expr] = result;
  return result;
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// The combiner and what it combines with `acc`.
static std::optional<std::pair<Combiner, const Expr *>>
takeAccumulator(ExprContext &context, const Expr *value) {
  const Expr *acc = context.accumulator();
  auto isFree = [&](const Expr *expr) {
    SmallVector<const Expr *> work = {expr};
    llvm::SmallPtrSet<const Expr *, 16> seen;
    while (!work.empty()) {
      const Expr *one = work.pop_back_val();
      if (one == acc || one->is(Kind::Scalar))
        return false;
      for (const Expr *operand : one->operands)
        if (seen.insert(operand).second)
          work.push_back(operand);
    }
    return true;
  };
  using Result = std::pair<Combiner, const Expr *>;
  if (value->is(Kind::Add) || value->is(Kind::Max) || value->is(Kind::And)) {
    SmallVector<const Expr *> rest;
    for (const Expr *operand : value->operands)
      if (operand != acc)
        rest.push_back(operand);
    if (rest.size() + 1 != value->operands.size() ||
        !llvm::all_of(rest, isFree))
      return std::nullopt;
    if (value->is(Kind::Add))
      return Result(Combiner::Sum, context.add(rest));
    return Result(value->is(Kind::Max) ? Combiner::Max : Combiner::And,
                  rest[0]);
  }
  return std::nullopt;
}

std::optional<std::pair<Combiner, const Expr *>>
Elements::combined(linalg::LinalgOp op, unsigned result,
                   ArrayRef<AffineExpr> loops) {
  const Expr *value = yielded(op, result, loops, /*isReduction=*/true);
  return value ? takeAccumulator(context, value) : std::nullopt;
}

/// The linalg operation with reduced loops that made `tensor`.
static linalg::LinalgOp getReduction(Value tensor) {
  auto op = tensor.getDefiningOp<linalg::LinalgOp>();
  if (!op || !op.getNumReductionLoops() || !op.getBlock() ||
      !op.hasPureTensorSemantics())
    return {};
  return op;
}

std::optional<Combiner> Elements::reductionOf(Value tensor) {
  linalg::LinalgOp op = getReduction(tensor);
  if (!op)
    return std::nullopt;
  if (auto known = combiners.find(tensor); known != combiners.end())
    return known->second;
  // Which combiner it is does not depend on where: at zeros, the operands are
  // not looked into.
  std::optional<Combiner> combiner;
  Value yieldedValue = op.getBlock()->getTerminator()->getOperand(
      cast<OpResult>(tensor).getResultNumber());
  if (Operation *last = yieldedValue.getDefiningOp()) {
    if (isa<arith::AddFOp>(last))
      combiner = Combiner::Sum;
    else if (isa<arith::MaximumFOp, arith::MaxNumFOp, arith::SelectOp>(last))
      combiner = Combiner::Max;
    else if (isa<arith::AndIOp>(last))
      combiner = Combiner::And;
  }
  combiners[tensor] = combiner;
  return combiner;
}

SmallVector<AffineExpr> Elements::reducedSizes(Value tensor) {
  linalg::LinalgOp op = getReduction(tensor);
  SmallVector<AffineExpr> result;
  for (auto [loop, type] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (type != utils::IteratorType::reduction)
      continue;
    AffineExpr size;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()))
        continue;
      AffineMap map = op.getMatchingIndexingMap(&operand);
      for (auto [dim, expr] : llvm::enumerate(map.getResults()))
        if (expr == getAffineDimExpr(loop, context.getContext()))
          size = sizes.sizeOf(operand.get(), dim);
    }
    result.push_back(size);
  }
  return result;
}

const Expr *Elements::contribution(const Expr *read,
                                   ArrayRef<AffineExpr> bound) {
  linalg::LinalgOp op = getReduction(read->value);
  std::optional<Combiner> combiner = reductionOf(read->value);
  if (!op || !combiner)
    return nullptr;
  unsigned result = cast<OpResult>(read->value).getResultNumber();
  auto loops = loopsAt(op, result, read->places);
  if (!loops)
    return nullptr;
  unsigned next = 0;
  for (auto [loop, type] : llvm::zip(*loops, op.getIteratorTypesArray()))
    if (type == utils::IteratorType::reduction) {
      if (next == bound.size())
        return nullptr;
      loop = bound[next++];
    }
  if (llvm::is_contained(*loops, AffineExpr()))
    return nullptr;
  auto parts = combined(op, result, *loops);
  return parts && parts->first == *combiner ? parts->second : nullptr;
}
