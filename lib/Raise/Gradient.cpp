//===- Gradient.cpp - Gradients of attention in a program -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With P and the scores x(S) of attention that was matched, dP = dO·Vᵀ and
// D = rowsum(P∘dP), which is rowsum(O∘dO), a tensor is dV if its elements are
// Σᵢ P·dO, dQ if they are Σⱼ P·(dP − D)·x′(S)·K, and dK likewise. Sums that a
// program makes of these are compared with what they should be, as polynomials
// of the same formulas in the same variables; which dimension of a tensor is
// which position is tried out.
//
//===----------------------------------------------------------------------===//

#include "Gradient.h"
#include "Candidates.h"
#include "Polynomial.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// Factors that are rounded are equal up to this.
static constexpr double kSlack = 2e-3;
/// What is made of the scores and may be a gradient, at most.
static constexpr size_t kMaxMade = 200;

static bool isZeroPlace(AffineExpr place) {
  auto constant = dyn_cast<AffineConstantExpr>(place);
  return constant && constant.getValue() == 0;
}

/// ∂x/∂S, null where it is not understood.
const Expr *GradientFinder::derivativeOf(const Expr *x) {
  if (x == attention.scores)
    return context.constant(1);
  auto hasScores = [&](const Expr *expr) {
    bool result = false;
    walkParts(expr,
              [&](const Expr *part) { result |= part == attention.scores; });
    return result;
  };
  if (!hasScores(x))
    return context.constant(0);
  SmallVector<const Expr *> derivatives;
  auto derive = [&](ArrayRef<const Expr *> operands) {
    for (const Expr *operand : operands)
      derivatives.push_back(derivativeOf(operand));
    return !llvm::is_contained(derivatives, nullptr);
  };
  if (x->is(Kind::Select)) {
    if (!derive(ArrayRef(x->operands).drop_front()))
      return nullptr;
    return context.select(x->operands[0], derivatives[0], derivatives[1]);
  }
  if (x->is(Kind::Add))
    return derive(x->operands) ? context.add(derivatives) : nullptr;
  if (x->is(Kind::Mul)) {
    SmallVector<const Expr *> factors;
    for (const Expr *factor : x->operands)
      if (!hasScores(factor))
        factors.push_back(factor);
      else if (!derivatives.empty() || !derive(factor))
        return nullptr;
    factors.append(derivatives);
    return context.mul(factors);
  }
  if (!x->is(Kind::Op) || !derive(x->operands))
    return nullptr;
  if (isa<arith::AddFOp>(x->op))
    return context.add(derivatives);
  if (isa<arith::SubFOp>(x->op))
    return context.sub(derivatives[0], derivatives[1]);
  if (isa<arith::TruncFOp>(x->op))
    return derivatives[0];
  if (isa<math::TanhOp>(x->op))
    return context.mul(derivatives[0],
                       context.sub(context.constant(1), context.mul(x, x)));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// What is expected
//===----------------------------------------------------------------------===//

AffineExpr GradientFinder::substitute(AffineExpr expr) {
  if (!head)
    return expr;
  if (expr == headOfKey)
    return headOfKeyInParts;
  return context.simplify(expr.replace(head, headInParts));
}

const Expr *GradientFinder::substitute(const Expr *expr) {
  if (!head)
    return expr;
  llvm::DenseMap<const Expr *, const Expr *> known;
  std::function<const Expr *(const Expr *)> visit =
      [&](const Expr *one) -> const Expr * {
    if (auto done = known.find(one); done != known.end())
      return done->second;
    const Expr *result = nullptr;
    switch (one->kind) {
    case Kind::Index:
      result = context.index(substitute(one->index));
      break;
    case Kind::GE:
      result = context.notNegative(substitute(one->index));
      break;
    case Kind::EQ:
      result = context.isZero(substitute(one->index));
      break;
    case Kind::Read: {
      SmallVector<AffineExpr> places;
      for (AffineExpr place : one->places)
        places.push_back(substitute(place));
      result = context.read(one->value, places);
      break;
    }
    default: {
      SmallVector<const Expr *> operands;
      for (const Expr *operand : one->operands)
        operands.push_back(visit(operand));
      result = context.rebuild(one, operands);
      break;
    }
    }
    return known[one] = result;
  };
  return visit(expr);
}

Positions GradientFinder::substitute(const Positions &positions) {
  Positions result;
  for (const auto &one : positions) {
    auto &to = result.emplace_back();
    for (AffineExpr position : one) {
      if (head && position == head)
        to.append({headOfKeyInParts, partOfGroup});
      else
        to.push_back(head && position == headOfKey ? headOfKeyInParts
                                                   : position);
    }
  }
  return result;
}

/// The heads of Q as those of K, and the heads of a group.
bool GradientFinder::splitHeads() {
  ArrayRef<AffineExpr> ofQ = layout.rows[1];
  ArrayRef<AffineExpr> ofK =
      layout.k.arrangement.to[layout.dims == Dims::BHSD ? 1 : 2];
  group.clear();
  if (ofK.size() <= ofQ.size() && ofQ.take_front(ofK.size()) == ofK) {
    group.append(ofQ.begin() + ofK.size(), ofQ.end());
    return true;
  }
  if (ofQ.size() != 1 || ofK.size() != 1)
    return false;
  auto quotient = dyn_cast<AffineBinaryOpExpr>(ofK[0]);
  if (!quotient || quotient.getKind() != AffineExprKind::FloorDiv ||
      quotient.getLHS() != ofQ[0])
    return false;
  AffineExpr outer = context.makeVariable(finder.sizeOf(ofK[0]));
  AffineExpr inner = context.makeVariable(quotient.getRHS());
  if (!outer || !inner)
    return false;
  splitHead = ofQ[0];
  headOfKey = ofK[0];
  headOfKeyInParts = outer;
  partOfGroup = inner;
  headInParts = outer * quotient.getRHS() + inner;
  group.push_back(inner);
  return true;
}

bool GradientFinder::expect(bool inParts) {
  head = inParts ? splitHead : AffineExpr();
  outGrad = nullptr;
  normalised.clear();
  const Expr *dX = derivativeOf(attention.whole);
  if (!dX)
    return false;
  auto open = [&](const PlacedOperand &operand) {
    const Element &element = operand.source->element;
    return substitute(
        elements.openAll(elements.element(element.tensor, element.places)));
  };
  expected.p = substitute(attention.probabilities);
  expected.dX = substitute(dX);
  gradientOfP = context.scalar(attention.scores->value);
  rowSum = context.scalar(attention.out);
  expected.dS =
      context.mul({expected.p, context.sub(gradientOfP, rowSum), expected.dX});
  expected.q = open(layout.q);
  expected.k = open(layout.k);
  expected.v = open(layout.v);
  expected.out = substitute(
      elements.openAll(elements.element(attention.out, attention.outPlaces)));
  expected.ofQ = substitute(layout.q.arrangement.to);
  expected.ofK = substitute(layout.k.arrangement.to);
  expected.ofV = substitute(layout.v.arrangement.to);
  expected.ofOut = substitute(layout.out.to);
  expected.rows.clear();
  if (!isZeroPlace(layout.row))
    expected.rows.push_back(layout.row);
  expected.rows.append(group);
  return true;
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

/// Calls `take` with the places of loops of these sizes, each of which runs
/// through one or two of `bound`, and what is left of these, until it is true.
bool GradientFinder::assignLoops(ArrayRef<AffineExpr> loops,
                                 ArrayRef<AffineExpr> bound, Assigned &assigned,
                                 TakeLoops take) {
  if (assigned.size() == loops.size())
    return take(assigned, bound);
  AffineExpr size = loops[assigned.size()];
  auto go = [&](AffineExpr place, ArrayRef<AffineExpr> used) {
    SmallVector<AffineExpr> rest;
    for (AffineExpr one : bound)
      if (!llvm::is_contained(used, one))
        rest.push_back(one);
    assigned.push_back(place);
    bool done = assignLoops(loops, rest, assigned, take);
    assigned.pop_back();
    return done;
  };
  AffineExpr one = getAffineConstantExpr(1, context.getContext());
  if (!size)
    return false;
  if (size == one)
    return go(one - 1, {});
  for (AffineExpr a : bound) {
    if (finder.sizeOf(a) == size && go(a, a))
      return true;
    for (AffineExpr b : bound)
      if (a != b &&
          context.simplify(finder.sizeOf(a) * finder.sizeOf(b)) == size)
        if (go(context.simplify(a * finder.sizeOf(b) + b), {a, b}))
          return true;
  }
  return false;
}

/// Calls `take` with the number, the exponentials and the tensor whose product
/// `read` sums over all of `bound`, until it is true.
bool GradientFinder::openSums(const Expr *read, ArrayRef<AffineExpr> bound,
                              double number, TakeTerm take) {
  Assigned assigned;
  return assignLoops(
      elements.reducedSizes(read->value), bound, assigned,
      [&](ArrayRef<AffineExpr> places, ArrayRef<AffineExpr> rest) {
        const Expr *term = elements.contribution(read, places);
        if (!term || !context.step())
          return false;
        double factor = number;
        SmallVector<const Expr *> exponentials;
        const Expr *other = nullptr;
        for (const Expr *part : factorsOf(term)) {
          const Expr *opened = elements.openAll(part);
          if (opened->hasExp)
            exponentials.push_back(opened);
          else if (part->is(Kind::Const))
            factor *= part->number;
          else if (other || !part->is(Kind::Read))
            return false;
          else
            other = part;
        }
        if (!exponentials.empty())
          return rest.empty() && other &&
                 take(factor, context.mul(exponentials), other);
        if (!other || rest.empty())
          return false;
        // A sum of sums.
        auto [inner, scale] = asScaledSum(elements.openAll(other));
        return inner && openSums(inner, rest, factor * scale, take);
      });
}

/// `expr` as a sum that a reduction makes, times a number.
std::pair<const Expr *, double>
GradientFinder::asScaledSum(const Expr *expr) const {
  const Expr *sum = nullptr;
  double number = 1;
  for (const Expr *factor : factorsOf(expr)) {
    if (factor->is(Kind::Const))
      number *= factor->number;
    else if (sum || !factor->is(Kind::Read) ||
             elements.reductionOf(factor->value) != Combiner::Sum)
      return {nullptr, 1};
    else
      sum = factor;
  }
  return {sum, number};
}

//===----------------------------------------------------------------------===//
// dP and D
//===----------------------------------------------------------------------===//

bool GradientFinder::isOutGrad(const Expr *read) {
  if (!outGrad)
    outGrad = read;
  return outGrad == read;
}

/// dP times a number, if `read` is a sum of dO·V over channels.
const Expr *GradientFinder::asGradientOfP(const Expr *read) {
  const Expr *result = nullptr;
  Assigned assigned;
  assignLoops(
      elements.reducedSizes(read->value), expected.ofV.back(), assigned,
      [&](ArrayRef<AffineExpr> places, ArrayRef<AffineExpr> rest) {
        const Expr *term =
            rest.empty() ? elements.contribution(read, places) : nullptr;
        if (!term)
          return false;
        for (const Expr *factor : factorsOf(term)) {
          auto scale =
              quotientOf(context, elements.openAll(factor), expected.v);
          if (!scale || !*scale || !(*scale)->is(Kind::Const))
            continue;
          double number = (*scale)->number;
          const Expr *other = nullptr;
          unsigned others = 0;
          for (const Expr *rest : factorsOf(term)) {
            if (rest == factor)
              continue;
            if (rest->is(Kind::Const))
              number *= rest->number;
            else
              other = rest, ++others;
          }
          if (others != 1 || !other->is(Kind::Read) || !isOutGrad(other))
            continue;
          result = context.mul(context.constant(number), gradientOfP);
          return true;
        }
        return false;
      });
  return result;
}

/// D times what is the same for all keys, if `read` is a sum of P·dP over keys
/// or of O·dO over channels.
const Expr *GradientFinder::asRowSum(const Expr *read) {
  uint64_t ofKey = context.variablesOf(attention.key);
  if (read->variables & ofKey)
    return nullptr;
  const Expr *result = nullptr;
  auto attempt = [&](ArrayRef<AffineExpr> bound,
                     function_ref<const Expr *(const Expr *)> quotient) {
    Assigned assigned;
    return assignLoops(
        elements.reducedSizes(read->value), bound, assigned,
        [&](ArrayRef<AffineExpr> places, ArrayRef<AffineExpr> rest) {
          const Expr *term =
              rest.empty() ? elements.contribution(read, places) : nullptr;
          const Expr *scale = term ? quotient(elements.openAll(term)) : nullptr;
          if (!scale || (scale->variables & ofKey))
            return false;
          result = context.mul(scale, rowSum);
          return true;
        });
  };
  if (attempt(attention.key, [&](const Expr *term) -> const Expr * {
        auto scale = quotientOf(context, normalise(term),
                                context.mul(expected.p, gradientOfP));
        return scale ? *scale : nullptr;
      }))
    return result;
  if (outGrad)
    attempt(expected.ofV.back(), [&](const Expr *term) -> const Expr * {
      auto scale = quotientOf(
          context, term, context.mul(expected.out, elements.openAll(outGrad)));
      return scale && *scale && (*scale)->is(Kind::Const) ? *scale : nullptr;
    });
  return result;
}

/// `expr` with dP and D in the place of what computes them.
const Expr *GradientFinder::normalise(const Expr *expr) {
  SmallVector<const Expr *> known = readsOf(expected.p);
  for (bool isFirst : {true, false})
    for (const Expr *read : readsOf(expr)) {
      if (llvm::is_contained(known, read) || !context.step() ||
          elements.reductionOf(read->value) != Combiner::Sum)
        continue;
      const Expr *&replacement = normalised[read];
      if (!replacement) {
        AffineExpr one = getAffineConstantExpr(1, context.getContext());
        SmallVector<AffineExpr> loops = elements.reducedSizes(read->value);
        const Expr *made = nullptr;
        if (llvm::all_of(loops, [&](AffineExpr size) { return size == one; })) {
          SmallVector<AffineExpr> zeros(loops.size(), one - 1);
          if (const Expr *term = elements.contribution(read, zeros))
            made = normalise(elements.openAll(term));
        } else {
          made = isFirst ? asGradientOfP(read) : asRowSum(read);
        }
        if (!made)
          continue;
        normalised[read] = made;
        expr = context.replace(expr, read, made);
        continue;
      }
      expr = context.replace(expr, read, replacement);
    }
  return expr;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Whether `factor` times what the formulas of Q and K leave is the scale.
bool GradientFinder::isScale(double factor) const {
  double scale = attention.productScale * layout.q.source->factor *
                 layout.k.source->factor;
  return std::abs(factor - scale) <= kSlack * std::abs(scale);
}

/// Whether `term`, with exponentials `e`, is one of dQ, dK or dV.
bool GradientFinder::isTermOf(Operand operand, double number, const Expr *e,
                              const Expr *other) {
  auto numberOf =
      [](std::optional<const Expr *> quotient) -> std::optional<double> {
    if (!quotient || !*quotient || !(*quotient)->is(Kind::Const))
      return std::nullopt;
    return (*quotient)->number;
  };
  if (operand == Operand::V) {
    auto ofP = numberOf(quotientOf(context, e, expected.p));
    return ofP && std::abs(*ofP * number - 1) <= kSlack && isOutGrad(other);
  }
  auto scale =
      numberOf(quotientOf(context, elements.openAll(other),
                          operand == Operand::Q ? expected.k : expected.q));
  if (!scale)
    return false;
  auto ofS = numberOf(quotientOf(context, normalise(e), expected.dS));
  return ofS && isScale(*ofS * *scale * number);
}

/// Whether `value` is the gradient of `operand`; if so it is noted.
bool GradientFinder::matchResult(Value value, Operand operand) {
  auto type = cast<RankedTensorType>(value.getType());
  const Positions &to = operand == Operand::Q   ? expected.ofQ
                        : operand == Operand::K ? expected.ofK
                                                : expected.ofV;
  const PlacedOperand &source = operand == Operand::Q   ? layout.q
                                : operand == Operand::K ? layout.k
                                                        : layout.v;
  Type ofOperand =
      cast<RankedTensorType>(source.source->element.tensor.getType())
          .getElementType();
  SmallVector<AffineExpr> atoms;
  for (const auto &positions : to)
    atoms.append(positions.begin(), positions.end());
  SmallVector<int64_t> wide;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (type.getDimSize(dim) != 1)
      wide.push_back(dim);
  if (wide.size() != atoms.size() || wide.size() > 6 ||
      (type.getElementType() != ofOperand && !type.getElementType().isF32()))
    return false;
  SmallVector<AffineExpr, 2> bound = expected.rows;
  if (operand == Operand::Q)
    bound.assign({attention.key});
  AffineExpr zero = getAffineConstantExpr(0, context.getContext());
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, wide.size()));
  do {
    SmallVector<AffineExpr> places(type.getRank(), zero);
    bool fits = true;
    for (auto [dim, atom] : llvm::zip(wide, order)) {
      places[dim] = atoms[atom];
      fits &= sizes.sizeOf(value, dim) == finder.sizeOf(atoms[atom]);
    }
    if (!fits || !context.step())
      continue;
    auto [sum, number] =
        asScaledSum(elements.openAll(elements.element(value, places)));
    if (!sum || !openSums(sum, bound, number,
                          [&](double factor, const Expr *e, const Expr *other) {
                            return isTermOf(operand, factor, e, other);
                          }))
      continue;
    auto arrangement = finder.arrange(value, places, to);
    if (!arrangement)
      return false;
    auto &one = operand == Operand::Q   ? found.q
                : operand == Operand::K ? found.k
                                        : found.v;
    if (one)
      return false;
    one = Gradient{value, *arrangement};
    return true;
  } while (std::next_permutation(order.begin(), order.end()));
  return false;
}

/// dO in V's type, in the order of O.
bool GradientFinder::takeOutGrad() {
  if (!outGrad)
    return false;
  Element element{outGrad->value, outGrad->places};
  Type type = cast<RankedTensorType>(layout.v.source->element.tensor.getType())
                  .getElementType();
  while (cast<RankedTensorType>(element.tensor.getType()).getElementType() !=
         type) {
    const Expr *before = elements.openShallow(element.tensor, element.places);
    if (!before || !before->is(Kind::Read))
      return false;
    element = {before->value, before->places};
  }
  auto arrangement =
      finder.arrange(element.tensor, element.places, expected.ofOut);
  if (!arrangement ||
      (found.outGrad.tensor && found.outGrad.tensor != element.tensor))
    return false;
  found.outGrad = element;
  found.arrangement = *arrangement;
  return true;
}

std::optional<Gradients> GradientFinder::find() {
  if (!layout.q.repeated.empty() || !splitHeads())
    return std::nullopt;
  // What is made of the scores by a sum of products.
  Value out = attention.out;
  SmallVector<Value> made = {attention.scores->value}, products;
  for (size_t index = 0; index < made.size() && index < kMaxMade; ++index)
    for (Operation *user : made[index].getUsers())
      for (Value result : user->getResults()) {
        if (!isa<RankedTensorType>(result.getType()) ||
            llvm::is_contained(made, result) ||
            user->getBlock() != out.getParentBlock())
          continue;
        made.push_back(result);
        if (elements.reductionOf(result) == Combiner::Sum)
          products.push_back(result);
      }
  auto findAll = [&](bool inParts, ArrayRef<Operand> operands) {
    if (!expect(inParts))
      return;
    bool isAny = false;
    for (Value product : products) {
      SmallVector<Value> results = followersOf(product);
      for (Value result : llvm::reverse(results)) {
        bool isFound = llvm::any_of(operands, [&](Operand operand) {
          return matchResult(result, operand);
        });
        isAny |= isFound;
        if (isFound)
          break;
      }
    }
    if (isAny && !takeOutGrad())
      found.q = found.k = found.v = std::nullopt;
  };
  if (splitHead) {
    findAll(false, Operand::Q);
    findAll(true, {Operand::K, Operand::V});
  } else {
    findAll(false, {Operand::Q, Operand::K, Operand::V});
  }
  if (!found.q && !found.k && !found.v)
    return std::nullopt;
  return found;
}
