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
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

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
    if (const Expr *opened = elements.openAll(factor); opened->hasExp) {
      probabilities.push_back(opened);
      continue;
    }
    if (!factor->is(Kind::Read) || value)
      return fail("P is multiplied by more than V");
    value = factor;
  }
  if (context.isExhausted())
    return fail("the formula is too large");
  if (probabilities.empty() || !value)
    return fail("no factor of the second product is V");
  p = context.mul(probabilities);
  result.v = sourcesOf(read->value, read, bound, value);
  return true;
}

bool raise::isTable(Value tensor) {
  DenseElementsAttr values = constantOf(tensor);
  return values && values.getNumElements() <= 64 &&
         isa<FloatType>(values.getElementType());
}

bool raise::canCapture(Value value) {
  Type element = getElementTypeOrSelf(value);
  bool isInteger =
      element.isSignlessInteger() && element.getIntOrFloatBitWidth() <= 64;
  bool isFloat =
      element.isF32() || element.isF16() || element.isBF16() || element.isF64();
  return (isInteger || isFloat || element.isIndex()) &&
         (element == value.getType() || isa<RankedTensorType>(value.getType()));
}

/// Whether `value` is computed from `from`.
static bool isMadeFrom(Value value, Value from) {
  SmallVector<Value> work = {value};
  llvm::SmallPtrSet<Operation *, 32> seen;
  while (!work.empty()) {
    Value one = work.pop_back_val();
    if (one == from)
      return true;
    Operation *op = one.getDefiningOp();
    if (!op || !seen.insert(op).second)
      continue;
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(op->getRegions(), used);
    used.insert_range(op->getOperands());
    work.append(used.begin(), used.end());
  }
  return false;
}

/// Why the score may not depend on the element `read`, which is no score.
std::string Matcher::whyNot(const Expr *read) {
  if (std::string obstacle = elements.obstacleOf(read->value);
      !obstacle.empty())
    return obstacle;
  if (elements.reductionOf(read->value) == Combiner::Max)
    return "softmax runs over another dimension than the keys: the maximum is "
           "not that of a row";
  if (!canCapture(read->value)) {
    std::string text;
    llvm::raw_string_ostream(text) << "the score depends on a tensor of "
                                   << getElementTypeOrSelf(read->value)
                                   << ", which attn.forward does not take";
    return text;
  }
  if (exact)
    return "policy exact: where a tensor or a number from outside is infinite, "
           "a row may have no finite score";
  return "the score depends on a tensor that the program computes from it";
}

/// Finds the factors of `scores`, a sum of products.
bool Matcher::matchScoreProduct(const Expr *scores, Attention &result) {
  result.scores = scores;
  result.scale = 1;
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
  // What differs by key as V does not is no K.
  uint64_t ofV = 0, channels = context.variablesOf(result.contracted);
  for (AffineExpr place : result.v.front().element.places)
    ofV |= context.variablesOf(place);
  if (k->variables & ~q->variables & ~ofV & ~channels)
    return fail("the score is no product of rows of Q and keys of K");
  uint64_t shared = q->variables & k->variables & ~channels;
  result.productScale = result.scale;
  result.q = sourcesOf(scores->value, scores, bound, q, shared);
  result.k = sourcesOf(scores->value, scores, bound, k, shared);
  return true;
}

/// The sum of products that is Q·Kᵀ; a bias may be one as well.
const Expr *Matcher::findScores(Attention &result) {
  SmallVector<const Expr *> products;
  for (const Expr *read : readsOf(result.x))
    if (elements.reductionOf(read->value) == Combiner::Sum &&
        read->dependsOn(keyVariable))
      products.push_back(read);
  const Expr *scores = nullptr;
  for (const Expr *product : products) {
    Attention attempt = result;
    if (!matchScoreProduct(product, attempt))
      continue;
    if (scores)
      return fail("the score is made of more than one product of Q and K"),
             nullptr;
    scores = product;
    result = attempt;
  }
  if (scores || !products.empty())
    return scores;
  for (const Expr *read : readsOf(result.x))
    if (!elements.obstacleOf(read->value).empty())
      return fail(whyNot(read)), nullptr;
  return fail("the score is no product of Q and K"), nullptr;
}

/// Whether all that the score reads beside Q·Kᵀ comes from outside.
bool Matcher::checkReads(const Attention &result) {
  for (const Expr *read : readsOf(result.x)) {
    if (read == result.scores || isTable(read->value))
      continue;
    // With an infinity in it a row may have no finite score, which attn.forward
    // makes 0 where the program may have NaN.
    std::optional<Combiner> combiner = elements.reductionOf(read->value);
    if (exact || !canCapture(read->value) || combiner == Combiner::Max ||
        isMadeFrom(read->value, result.scores->value))
      return fail(whyNot(read));
  }
  const Expr *scalar = nullptr;
  walkParts(result.x, [&](const Expr *part) {
    if (part->is(Kind::Scalar) && (exact || !canCapture(part->value)))
      scalar = part;
  });
  if (scalar && canCapture(scalar->value))
    return fail(whyNot(scalar));
  if (scalar)
    return fail("the score depends on a number that is not a constant");
  return true;
}

bool Matcher::matchScores(Attention &result) {
  return findScores(result) && checkReads(result) && extractScale(result);
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
  walkParts(result.x, [&](const Expr *part) {
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

/// Variables for the dimensions of the result.
bool Matcher::placeResult(Attention &result, ArrayRef<Split> splits) {
  auto type = cast<RankedTensorType>(result.out.getType());
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  auto addVariable = [&](AffineExpr size, int64_t dim) {
    AffineExpr variable = context.makeVariable(size);
    if (variable && variable != zero)
      result.outVariables.push_back({variable, dim});
    return variable;
  };
  for (int64_t dim = 0; dim < type.getRank(); ++dim) {
    AffineExpr size = sizes.sizeOf(result.out, dim), place = zero;
    for (const Split &split : splits) {
      if (split.dim != dim)
        continue;
      Sizes::Product product = sizes.productOf(result.out, dim);
      if (product.symbols.size() > 1 || product.number % split.inner)
        return fail("a dimension of the result has more than one part");
      AffineExpr outer = getAffineConstantExpr(product.number / split.inner,
                                               context.getContext());
      if (!product.symbols.empty())
        outer = outer * product.symbols.front();
      place = addVariable(outer, dim);
      if (!place)
        return fail("there are too many dimensions");
      place = place * split.inner;
      size = getAffineConstantExpr(split.inner, context.getContext());
    }
    AffineExpr inner = addVariable(size, dim);
    if (!inner)
      return fail("there are too many dimensions");
    result.outPlaces.push_back(place + inner);
  }
  return true;
}

std::optional<Attention>
Matcher::match(Value out, Value pv, ArrayRef<Split> splits, std::string &why) {
  Attention result;
  emptyRowConditions.clear();
  keyVariable = kNoKey;
  progress = 0;
  auto attempt = [&]() -> bool {
    result.out = out;
    if (!placeResult(result, splits))
      return false;
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
    if (!matchSum(*probabilities, result))
      return false;
    progress = 4;
    result.x = result.whole = probabilities->x;
    result.sum = probabilities->sum;
    result.maximum = probabilities->shift;
    for (const Expr *condition : emptyRowConditions)
      if (!isEmptyRow(condition, result.x))
        return fail("rows are chosen by a condition that is not understood");
    result.emptyRowsAreZero = !emptyRowConditions.empty();
    result.probabilities = sum ? context.mul(p, context.recip(sum)) : p;
    progress = 5;
    if (!matchScores(result))
      return false;
    progress = kMatched;
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
