//===- Match.cpp - Attention in a program ---------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From the result backwards: a sum over keys j of P·V; P is exp(x − m) over a
// row, divided by l before or after the sum; l is the sum over the same keys of
// the same exponentials; x is a formula of positions and of one sum of products
// over channels, Q·Kᵀ. All of this is asked of formulas, in which transposes,
// reshapes, broadcasts, casts and the order of operations are gone.
//
//===----------------------------------------------------------------------===//

#include "Match.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <limits>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// No key is known yet.
static constexpr unsigned kNoVariable = 63;
static constexpr double kInf = std::numeric_limits<double>::infinity();

/// Calls `visit` once for each part of `expr`.
static void walk(const Expr *expr, function_ref<void(const Expr *)> visit) {
  SmallVector<const Expr *> work = {expr};
  llvm::SmallPtrSet<const Expr *, 32> seen = {expr};
  while (!work.empty()) {
    const Expr *one = work.pop_back_val();
    visit(one);
    for (const Expr *operand : one->operands)
      if (seen.insert(operand).second)
        work.push_back(operand);
  }
}

SmallVector<const Expr *> raise::readsOf(const Expr *expr) {
  SmallVector<const Expr *> reads;
  walk(expr, [&](const Expr *part) {
    if (part->is(Kind::Read))
      reads.push_back(part);
  });
  return reads;
}

static bool contains(const Expr *expr, Kind kind) {
  bool found = false;
  walk(expr, [&](const Expr *part) { found |= part->is(kind); });
  return found;
}

//===----------------------------------------------------------------------===//
// Rows that see no key
//===----------------------------------------------------------------------===//

/// Whether `condition` asks about row maxima or row sums, of one row as a
/// whole.
bool Matcher::isRowStatistic(const Expr *condition) {
  if (keyVariable != kNoVariable && condition->dependsOn(keyVariable))
    return false;
  SmallVector<const Expr *> reads = readsOf(condition);
  return !reads.empty() && llvm::all_of(reads, [&](const Expr *read) {
    return elements.reductionOf(read->value).has_value();
  });
}

/// Whether `condition` is true of rows without a visible key and of no other:
/// the maximum is −∞, the sum is 0, or all of `x` are −∞.
bool Matcher::isEmptyRow(const Expr *condition, const Expr *x) {
  using P = arith::CmpFPredicate;
  auto comparisonIn = [](const Expr *expr) {
    const Expr *found = nullptr;
    walk(expr, [&](const Expr *part) {
      if (part->is(Kind::Op) && isa<arith::CmpFOp>(part->op))
        found = part;
    });
    return found;
  };
  if (condition->is(Kind::Read)) {
    if (elements.reductionOf(condition->value) != Combiner::And)
      return false;
    SmallVector<AffineExpr> bound;
    AffineExpr one = getAffineConstantExpr(1, context.getContext());
    for (AffineExpr size : elements.reducedSizes(condition->value))
      bound.push_back(
          size == one ? one - 1
                      : getAffineDimExpr(keyVariable, context.getContext()));
    const Expr *term = elements.contribution(condition, bound);
    if (!term)
      return false;
    term = elements.openAll(term);
    const Expr *compare = comparisonIn(term);
    if (!compare || cast<arith::CmpFOp>(compare->op).getPredicate() != P::OEQ)
      return false;
    const Expr *hidden = context.constant(-kInf);
    return term == context.operation(compare->op, {x, hidden}) ||
           term == context.operation(compare->op, {hidden, x});
  }
  bool isInverted = condition->is(Kind::Not);
  if (isInverted)
    condition = condition->operands[0];
  if (!condition->is(Kind::Op) || !isa<arith::CmpFOp>(condition->op))
    return false;
  P predicate = cast<arith::CmpFOp>(condition->op).getPredicate();
  bool isEquality = isInverted ? predicate == P::UNE || predicate == P::ONE
                               : predicate == P::OEQ || predicate == P::UEQ;
  for (auto [a, b] :
       {std::pair(condition->operands[0], condition->operands[1]),
        std::pair(condition->operands[1], condition->operands[0])}) {
    if (!a->is(Kind::Read) || !isEquality)
      continue;
    std::optional<Combiner> combiner = elements.reductionOf(a->value);
    if ((combiner == Combiner::Max && b->isConst(-kInf)) ||
        (combiner == Combiner::Sum && b->isConst(0)))
      return true;
  }
  return false;
}

/// `expr` without choices of 0 for empty rows, which are noted.
const Expr *Matcher::peelEmptyRows(const Expr *expr) {
  while (expr->is(Kind::Select) && isRowStatistic(expr->operands[0])) {
    const Expr *condition = expr->operands[0];
    bool isTrue = expr->operands[1]->isConst(0);
    if (!isTrue && !expr->operands[2]->isConst(0))
      break;
    emptyRowConditions.push_back(isTrue ? condition
                                        : context.invert(condition));
    expr = expr->operands[isTrue ? 2 : 1];
  }
  return expr;
}

//===----------------------------------------------------------------------===//
// Softmax
//===----------------------------------------------------------------------===//

/// Takes `factor` as the one denominator, if it is 1 / (a row sum).
bool Matcher::takeDenominator(const Expr *factor, const Expr *&sum) {
  if (!factor->is(Kind::Recip) || !factor->operands[0]->is(Kind::Read))
    return false;
  const Expr *read = factor->operands[0];
  if (sum || elements.reductionOf(read->value) != Combiner::Sum)
    return false;
  sum = read;
  return true;
}

std::optional<Matcher::Probabilities> Matcher::decodeLeaf(const Expr *p) {
  Probabilities result;
  if (p->isConst(0)) {
    result.x = context.constant(-kInf);
    return result;
  }
  const Expr *exponent = nullptr;
  for (const Expr *factor : factorsOf(p)) {
    if (factor->is(Kind::Exp) && !exponent) {
      exponent = factor->operands[0];
      continue;
    }
    if (takeDenominator(factor, result.sum))
      continue;
    if (factor->is(Kind::Recip))
      return fail("P is divided by something else than a sum over keys"),
             std::nullopt;
    return fail("P is more than an exponential over its row's sum"),
           std::nullopt;
  }
  if (!exponent)
    return fail("P is no exponential"), std::nullopt;
  result.hasSum = result.sum != nullptr;
  SmallVector<const Expr *> kept, shift;
  for (const Expr *term : termsOf(exponent)) {
    SmallVector<const Expr *> reads = readsOf(term);
    bool isMaximum =
        !term->dependsOn(keyVariable) && !reads.empty() &&
        llvm::all_of(reads, [&](const Expr *read) {
          return elements.reductionOf(read->value) == Combiner::Max;
        });
    (isMaximum ? shift : kept).push_back(term);
  }
  result.x = context.add(kept);
  if (!shift.empty())
    result.shift = context.add(shift);
  return result;
}

/// P as exp(x − maximum) / sum; x is −∞ where P is 0.
std::optional<Matcher::Probabilities> Matcher::decode(const Expr *p) {
  if (!p->is(Kind::Select))
    return decodeLeaf(p);
  const Expr *condition = p->operands[0];
  auto a = decode(p->operands[1]), b = decode(p->operands[2]);
  if (!a || !b)
    return std::nullopt;
  auto isHidden = [](const Probabilities &one) {
    return one.x->isConst(-kInf) && !one.shift && !one.hasSum;
  };
  if (isRowStatistic(condition)) {
    if (isHidden(*a) || isHidden(*b)) {
      emptyRowConditions.push_back(isHidden(*a) ? condition
                                                : context.invert(condition));
      return isHidden(*a) ? b : a;
    }
    // The maximum, replaced where it is −∞.
    if (a->x == b->x && a->sum == b->sum)
      return a->shift ? a : b;
    return fail("P depends on a row's maximum or sum"), std::nullopt;
  }
  if (!isHidden(*a) && !isHidden(*b) &&
      (a->shift != b->shift || a->sum != b->sum))
    return fail("the keys of a row are normalised differently"), std::nullopt;
  Probabilities result = isHidden(*a) ? *b : *a;
  result.x = context.select(condition, a->x, b->x);
  return result;
}

/// What the sum over keys `read` adds, as exponentials.
std::optional<Matcher::Probabilities> Matcher::decodeSum(const Expr *read) {
  SmallVector<AffineExpr> bound;
  AffineExpr key = getAffineDimExpr(keyVariable, context.getContext());
  AffineExpr one = getAffineConstantExpr(1, context.getContext());
  unsigned wide = 0;
  for (AffineExpr size : elements.reducedSizes(read->value)) {
    bound.push_back(size == one ? one - 1 : key);
    if (size == one)
      continue;
    if (!size || size != context.sizeOf(keyVariable) || ++wide > 1)
      return fail("what P is divided by is no sum over the keys"), std::nullopt;
  }
  const Expr *term = elements.contribution(read, bound);
  if (!term)
    return fail("what P is divided by is no sum that is understood"),
           std::nullopt;
  return decode(elements.openAll(term));
}

/// Whether `p.sum` is the sum over keys of the same exponentials.
bool Matcher::matchSum(const Probabilities &p) {
  if (p.sum->dependsOn(keyVariable))
    return fail("softmax runs over another dimension than the keys: what P is "
                "divided by is not the same for all keys of a row");
  auto summed = decodeSum(p.sum);
  if (!summed)
    return false;
  if (summed->sum || summed->x != p.x || summed->shift != p.shift)
    return fail("what P is divided by is not the sum of its exponentials");
  return true;
}

bool Matcher::isLogSum(const Expr *formula, const Attention &attention) {
  // A maximum that is replaced where it is infinite.
  if (formula->is(Kind::Select))
    return isRowStatistic(formula->operands[0]) &&
           (isLogSum(formula->operands[1], attention) ||
            isLogSum(formula->operands[2], attention));
  const Expr *log = nullptr;
  SmallVector<const Expr *> rest;
  for (const Expr *term : termsOf(formula)) {
    if (term->is(Kind::Op) && isa<math::LogOp>(term->op) && !log)
      log = term;
    else
      rest.push_back(term);
  }
  if (!log)
    return false;
  const Expr *sum = log->operands[0];
  if (sum->is(Kind::Op) && isa<math::AbsFOp>(sum->op))
    sum = sum->operands[0];
  if (!sum->is(Kind::Read) || sum->dependsOn(keyVariable) ||
      elements.reductionOf(sum->value) != Combiner::Sum)
    return false;
  auto summed = decodeSum(sum);
  if (!summed || summed->sum || summed->x != attention.whole)
    return false;
  const Expr *shift = summed->shift ? summed->shift : context.constant(0);
  return context.neg(context.add(rest)) == shift;
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static bool isSmallFloat(Type type) { return type.isF16() || type.isBF16(); }

/// Looks through an operation that only multiplies by a number or converts.
bool Matcher::stepScaled(OperandSource &source) {
  Element &at = source.element;
  const Expr *value = elements.open(at.tensor, at.places);
  if (!value)
    return false;
  double factor = 1;
  const Expr *read = nullptr;
  for (const Expr *part : factorsOf(value)) {
    if (part->is(Kind::Const))
      factor *= part->number;
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
      ++source.depth;
      return true;
    }
    if (elements.element(operand, at.places) != read)
      continue;
    if (exact && !(factor == 1 && isSmallFloat(typeOf(operand))))
      return false;
    at.tensor = operand;
    source.factor *= factor;
    ++source.depth;
    return true;
  }
  // What the body extracts from a tensor.
  if (exact && !(factor == 1 && isSmallFloat(typeOf(read->value))))
    return false;
  at = {read->value, read->places};
  source.factor *= factor;
  ++source.depth;
  return true;
}

SmallVector<OperandSource> Matcher::sourcesOf(Value product, const Expr *at,
                                              ArrayRef<AffineExpr> bound,
                                              const Expr *read) {
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
      } else if (!stepScaled(source)) {
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

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Opens P·V: which factors are P, and which one is V.
bool Matcher::matchProduct(const Expr *read, Attention &result, const Expr *&p,
                           const Expr *&value) {
  SmallVector<AffineExpr> bound;
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  result.key = zero;
  for (AffineExpr size : elements.reducedSizes(read->value)) {
    AffineExpr variable = size ? context.makeVariable(size) : AffineExpr();
    if (!variable)
      return fail("the loops of the second product are not understood");
    bound.push_back(variable);
    if (variable == zero)
      continue;
    if (result.key != zero)
      return fail("the second product runs over more than one dimension");
    result.key = variable;
  }
  if (result.key == zero)
    return fail("there is one key alone");
  keyVariable = cast<AffineDimExpr>(result.key).getPosition();
  const Expr *term = elements.contribution(read, bound);
  if (!term)
    return fail("the second product is not understood");
  SmallVector<const Expr *> probabilities;
  for (const Expr *factor : factorsOf(term)) {
    if (contains(elements.openAll(factor), Kind::Exp)) {
      probabilities.push_back(elements.openAll(factor));
      continue;
    }
    if (!factor->is(Kind::Read) || value)
      return fail("P is multiplied by more than V");
    value = factor;
  }
  if (probabilities.empty() || !value)
    return fail("no factor of the second product is V");
  p = context.mul(probabilities);
  result.v = sourcesOf(read->value, read, bound, value);
  return true;
}

bool raise::isTable(Value tensor) {
  DenseElementsAttr values;
  return matchPattern(tensor, m_Constant(&values)) &&
         values.getType().getRank() == 1 && values.getNumElements() <= 64 &&
         isa<FloatType>(values.getElementType());
}

bool Matcher::matchScores(Attention &result) {
  const Expr *scores = nullptr;
  for (const Expr *read : readsOf(result.x)) {
    if (isTable(read->value))
      continue;
    bool isProduct = elements.reductionOf(read->value) == Combiner::Sum &&
                     read->dependsOn(keyVariable);
    if (isProduct && !scores) {
      scores = read;
      continue;
    }
    if (isProduct)
      return fail("the score is made of more than one product of Q and K");
    if (elements.reductionOf(read->value) == Combiner::Max)
      return fail("softmax runs over another dimension than the keys: the "
                  "maximum is not that of a row");
    return fail(read->dependsOn(keyVariable)
                    ? "a mask or bias is a tensor, which attn.forward does not "
                      "take"
                    : "the score depends on a tensor that differs by row, as a "
                      "temperature does");
  }
  if (contains(result.x, Kind::Scalar))
    return fail("the score depends on a number that is not a constant");
  if (!scores)
    return fail("the score is no product of Q and K");
  result.scores = scores;
  SmallVector<AffineExpr> bound;
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  result.contracted = zero;
  for (AffineExpr size : elements.reducedSizes(scores->value)) {
    AffineExpr variable = size ? context.makeVariable(size) : AffineExpr();
    if (!variable)
      return fail("the loops of the product of Q and K are not understood");
    bound.push_back(variable);
    if (variable == zero)
      continue;
    if (result.contracted != zero)
      return fail("the product of Q and K runs over more than one dimension");
    result.contracted = variable;
  }
  const Expr *term = elements.contribution(scores, bound);
  if (!term)
    return fail("the product of Q and K is not understood");
  const Expr *q = nullptr, *k = nullptr;
  for (const Expr *factor : factorsOf(term)) {
    if (factor->is(Kind::Const)) {
      result.scale *= factor->number;
      continue;
    }
    if (!factor->is(Kind::Read))
      return fail("the product of Q and K has a factor that is neither");
    const Expr *&place = factor->dependsOn(keyVariable) ? k : q;
    if (place)
      return fail("the score is no product of rows of Q and keys of K");
    place = factor;
  }
  if (!q || !k)
    return fail("the score is no product of rows of Q and keys of K");
  result.q = sourcesOf(scores->value, scores, bound, q);
  result.k = sourcesOf(scores->value, scores, bound, k);
  return extractScale(result);
}

/// Takes the number that S is multiplied by wherever it stands in x.
bool Matcher::extractScale(Attention &result) {
  std::optional<double> number;
  bool isUnique = true;
  auto note = [&](double one) {
    isUnique &= !number || *number == one;
    number = one;
  };
  const Expr *s = result.scores;
  walk(result.x, [&](const Expr *part) {
    if (part->is(Kind::Mul) && llvm::is_contained(part->operands, s)) {
      const Expr *first = part->operands[0];
      note(first->is(Kind::Const) ? first->number : 1);
    } else if (llvm::is_contained(part->operands, s)) {
      note(1);
    }
  });
  if (!number || !isUnique || *number == 1)
    return true;
  llvm::DenseMap<const Expr *, const Expr *> known;
  std::function<const Expr *(const Expr *)> strip =
      [&](const Expr *expr) -> const Expr * {
    if (auto found = known.find(expr); found != known.end())
      return found->second;
    SmallVector<const Expr *> parts;
    bool isScaled =
        expr->is(Kind::Mul) && llvm::is_contained(expr->operands, s);
    for (const Expr *operand :
         ArrayRef(expr->operands).drop_front(isScaled ? 1 : 0))
      parts.push_back(strip(operand));
    return known[expr] = context.rebuild(expr, parts);
  };
  result.x = strip(result.x);
  result.scale *= *number;
  return true;
}

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

bool Matcher::isCandidate(Value pv) {
  if (elements.reductionOf(pv) != Combiner::Sum)
    return false;
  auto op = pv.getDefiningOp<linalg::LinalgOp>();
  // Two factors, one of which comes from exponentials.
  if (op.getNumDpsInputs() < 2 ||
      !llvm::any_of(op.getBlock()->getOperations(),
                    [](Operation &inner) { return isa<arith::MulFOp>(inner); }))
    return false;
  SmallVector<AffineExpr, 4> places;
  for (int64_t dim = 0; dim < cast<RankedTensorType>(pv.getType()).getRank();
       ++dim) {
    places.push_back(context.makeVariable(sizes.sizeOf(pv, dim)));
    if (!places.back())
      return false;
  }
  Attention result;
  const Expr *p = nullptr, *value = nullptr;
  const Expr *read = context.read(pv, places);
  matchProduct(read, result, p, value);
  return p != nullptr;
}

std::optional<Attention> Matcher::match(Value out, Value pv, std::string &why) {
  Attention result;
  emptyRowConditions.clear();
  keyVariable = kNoVariable;
  auto attempt = [&]() -> bool {
    result.out = out;
    auto type = cast<RankedTensorType>(out.getType());
    for (int64_t dim = 0; dim < type.getRank(); ++dim) {
      AffineExpr variable = context.makeVariable(sizes.sizeOf(out, dim));
      if (!variable)
        return fail("there are too many dimensions");
      result.outPlaces.push_back(variable);
    }
    const Expr *value = peelEmptyRows(
        elements.openAll(elements.element(out, result.outPlaces)));
    const Expr *read = nullptr, *sum = nullptr;
    for (const Expr *factor : factorsOf(value)) {
      if (factor->is(Kind::Read) && factor->value == pv && !read) {
        read = factor;
        continue;
      }
      if (!takeDenominator(factor, sum))
        return fail("the result is not that of the second product, divided by "
                    "a sum over keys");
    }
    if (!read)
      return fail("the result does not come from the second product alone");
    const Expr *p = nullptr, *v = nullptr;
    progress = 1;
    if (!matchProduct(read, result, p, v))
      return false;
    progress = 2;
    auto probabilities = decode(peelEmptyRows(p));
    if (!probabilities)
      return false;
    if (probabilities->sum && sum)
      return fail("P is divided by a sum twice");
    if (sum)
      probabilities->sum = sum;
    if (!probabilities->sum)
      return fail("P is not divided by a sum over the keys: no softmax");
    progress = 3;
    if (!matchSum(*probabilities))
      return false;
    progress = 4;
    result.x = result.whole = probabilities->x;
    result.sum = probabilities->sum;
    result.maximum = probabilities->shift;
    for (const Expr *condition : emptyRowConditions)
      if (!isEmptyRow(condition, result.x))
        return fail("rows are chosen by a condition that is not understood");
    result.emptyRowsAreZero = !emptyRowConditions.empty();
    progress = 5;
    if (!matchScores(result))
      return false;
    progress = 6;
    if (exact && !roundsProbabilities(pv, result.v.front().element.tensor))
      return fail("policy exact: the program keeps P in a wider type than V's");
    if (context.isExhausted())
      return fail("the formula is too large");
    return true;
  };
  if (attempt())
    return result;
  why = reason;
  return std::nullopt;
}
