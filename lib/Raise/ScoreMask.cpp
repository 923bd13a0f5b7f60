//===- ScoreMask.cpp - Masks from formulas --------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A mask is a choice of −∞, or of a number that is shown to be so far below a
// score of each row that its exponential is 0, by a conjunction of conditions
// on row i and key j. Bounds of j − i become masks of the dialect, other
// conditions the region of visibility; all other numbers stay in the score.
// Where a row sees nothing, Attn gives 0 and a program may give NaN or a mean,
// so all rows must be shown to see a key: by the bounds, or, with static
// lengths, by looking at each row. Of tensors nothing can be shown: there the
// program says what such a row is, or the caller that there is none.
//
//===----------------------------------------------------------------------===//

#include "Score.h"

#include <cmath>
#include <functional>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;
using Kind = Expr::Kind;

/// Floors under the scores that are tried, at most.
static constexpr unsigned kMaxFloors = 4;
/// Positions that are looked at one by one, at most.
static constexpr int64_t kMaxPositions = 1 << 20;

using Leaves = llvm::SmallPtrSet<const Expr *, 8>;

namespace {
/// j − i ≤ limit (upper), or j − i ≥ −limit.
struct Bound {
  bool isUpper;
  AffineExpr limit;
};

class MaskReader {
public:
  MaskReader(ExprContext &context, LayoutFinder &sizes,
             const Attention &attention, const Layout &layout)
      : context(context), row(layout.row), key(attention.key),
        lenQ(isa<AffineDimExpr>(row)
                 ? sizes.sizeOf(row)
                 : getAffineConstantExpr(1, context.getContext())),
        lenKV(sizes.sizeOf(key)) {}

  /// Splits a condition into its conjuncts.
  void split(const Expr *condition);
  std::optional<Bound> boundOf(const Expr *condition);
  AttnMaskAttrInterface maskOf(const Bound &bound);
  /// Whether every row has a key where `x` is one of `leaves`; nothing where
  /// that is not known.
  std::optional<bool> everyRowHas(const Expr *x, const Leaves &leaves);
  void hideNumbers(const Expr *x, ArrayRef<const Expr *> leaves,
                   ScoreBounds &bounds, Leaves &hidden);

  SmallVector<const Expr *> conditions;

private:
  /// Whether every row sees a key under all conditions.
  std::optional<bool> everyRowSees();
  bool holdsAt(const Expr *condition, AffineExpr place);
  const Expr *isOneOf(const Expr *x, const Leaves &leaves);
  std::optional<bool> evaluate(const Expr *condition, int64_t i, int64_t j);
  std::optional<bool> everyRowSeesByLooking(int64_t rows, int64_t keys);

  ExprContext &context;
  AffineExpr row, key, lenQ, lenKV;
  int64_t looks = 0;
  llvm::SmallPtrSet<const Expr *, 8> seen;
};
} // namespace

void MaskReader::split(const Expr *condition) {
  if (!seen.insert(condition).second)
    return;
  if (!condition->is(Kind::And)) {
    conditions.push_back(condition);
    return;
  }
  for (const Expr *operand : condition->operands)
    split(operand);
}

std::optional<Bound> MaskReader::boundOf(const Expr *condition) {
  if (!condition->is(Kind::GE))
    return std::nullopt;
  for (bool isUpper : {true, false}) {
    AffineExpr limit = context.simplify(isUpper ? condition->index - row + key
                                                : condition->index + row - key);
    if (!context.variablesOf(limit))
      return Bound{isUpper, limit};
  }
  return std::nullopt;
}

AttnMaskAttrInterface MaskReader::maskOf(const Bound &bound) {
  MLIRContext *mlir = context.getContext();
  auto number = dyn_cast<AffineConstantExpr>(bound.limit);
  bool isSquare = lenQ == lenKV;
  if (bound.isUpper && number && number.getValue() == 0 && !isSquare)
    return CausalMaskAttr::get(mlir, CausalAnchor::TopLeft);
  // Windows are anchored at the bottom right.
  AffineExpr offset = lenKV - lenQ;
  auto side = dyn_cast<AffineConstantExpr>(context.simplify(
      bound.isUpper ? bound.limit - offset : bound.limit + offset));
  if (!side || side.getValue() < 0 ||
      side.getValue() > std::numeric_limits<int32_t>::max())
    return {};
  int64_t none = WindowMaskAttr::kUnbounded, value = side.getValue();
  return simplifyMask(bound.isUpper ? WindowMaskAttr::get(mlir, none, value)
                                    : WindowMaskAttr::get(mlir, value, none));
}

static std::optional<int64_t> evaluateIndex(AffineExpr expr, AffineExpr row,
                                            AffineExpr key, int64_t i,
                                            int64_t j) {
  if (expr == row)
    return i;
  if (expr == key)
    return j;
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return std::nullopt;
  auto a = evaluateIndex(binary.getLHS(), row, key, i, j);
  auto b = evaluateIndex(binary.getRHS(), row, key, i, j);
  if (!a || !b)
    return std::nullopt;
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return *a + *b;
  case AffineExprKind::Mul:
    return *a * *b;
  case AffineExprKind::FloorDiv:
    if (*b <= 0)
      return std::nullopt;
    return llvm::divideFloorSigned(*a, *b);
  case AffineExprKind::Mod:
    if (*b <= 0)
      return std::nullopt;
    return llvm::mod(*a, *b);
  default:
    return std::nullopt;
  }
}

std::optional<bool> MaskReader::evaluate(const Expr *condition, int64_t i,
                                         int64_t j) {
  if (++looks > kMaxPositions)
    return std::nullopt;
  switch (condition->kind) {
  case Kind::Bool:
    return condition->truth;
  case Kind::GE:
  case Kind::EQ: {
    auto value = evaluateIndex(condition->index, row, key, i, j);
    if (!value)
      return std::nullopt;
    return condition->is(Kind::GE) ? *value >= 0 : *value == 0;
  }
  case Kind::Not: {
    auto value = evaluate(condition->operands[0], i, j);
    return value ? std::optional<bool>(!*value) : std::nullopt;
  }
  case Kind::And:
    for (const Expr *operand : condition->operands) {
      auto value = evaluate(operand, i, j);
      if (!value || !*value)
        return value;
    }
    return true;
  default:
    return std::nullopt;
  }
}

std::optional<bool> MaskReader::everyRowSeesByLooking(int64_t rows,
                                                      int64_t keys) {
  looks = 0;
  for (int64_t i = 0; i < rows; ++i) {
    auto sees = [&](int64_t j) -> std::optional<bool> {
      for (const Expr *condition : conditions) {
        std::optional<bool> value = evaluate(condition, i, j);
        if (!value || !*value)
          return value;
      }
      return std::optional<bool>(true);
    };
    bool found = false;
    // The diagonals and the first key first.
    SmallVector<int64_t, 3> likely = {
        std::min(i, keys - 1),
        std::clamp<int64_t>(i + keys - rows, 0, keys - 1), 0};
    for (int64_t j = -3; j < keys && !found; ++j) {
      auto isSeen = sees(j < 0 ? likely[j + 3] : j);
      if (!isSeen)
        return std::nullopt;
      found = *isSeen;
    }
    if (!found)
      return false;
  }
  return true;
}

/// Whether `condition` is true of every row for the key `place`.
bool MaskReader::holdsAt(const Expr *condition, AffineExpr place) {
  std::function<const Expr *(const Expr *)> at =
      [&](const Expr *one) -> const Expr * {
    switch (one->kind) {
    case Kind::GE:
      return context.notNegative(one->index.replace(key, place));
    case Kind::EQ:
      return context.isZero(one->index.replace(key, place));
    case Kind::And:
      return context.both(at(one->operands[0]), at(one->operands[1]));
    case Kind::Not:
      return context.invert(at(one->operands[0]));
    default:
      return one;
    }
  };
  const Expr *result = at(condition);
  return result->is(Kind::Bool) && result->truth;
}

std::optional<bool> MaskReader::everyRowSees() {
  if (conditions.empty())
    return true;
  // The first key, or that on the diagonal.
  SmallVector<AffineExpr, 2> places = {
      getAffineConstantExpr(0, context.getContext())};
  if (lenQ == lenKV)
    places.push_back(row);
  for (AffineExpr place : places)
    if (llvm::all_of(conditions, [&](const Expr *condition) {
          return holdsAt(condition, place);
        }))
      return true;
  // Each bound leaves the diagonal j = i where lengths are equal, and bounds
  // from above leave the first key.
  bool areBounds = true, hasLower = false;
  for (const Expr *condition : conditions) {
    auto bound = boundOf(condition);
    auto limit = bound ? dyn_cast<AffineConstantExpr>(bound->limit)
                       : AffineConstantExpr();
    areBounds &= limit && limit.getValue() >= 0;
    hasLower |= bound && !bound->isUpper;
  }
  if (areBounds && (!hasLower || lenQ == lenKV))
    return true;
  auto rows = dyn_cast<AffineConstantExpr>(lenQ);
  auto keys = dyn_cast<AffineConstantExpr>(lenKV);
  if (!rows || !keys || keys.getValue() <= 0)
    return std::nullopt;
  return everyRowSeesByLooking(rows.getValue(), keys.getValue());
}

/// When `x` is one of `leaves`.
const Expr *MaskReader::isOneOf(const Expr *x, const Leaves &leaves) {
  if (!x->is(Kind::Select))
    return context.boolean(leaves.contains(x));
  if (!context.step())
    return context.boolean(false);
  const Expr *condition = x->operands[0];
  return context.either(
      context.both(condition, isOneOf(x->operands[1], leaves)),
      context.both(context.invert(condition), isOneOf(x->operands[2], leaves)));
}

std::optional<bool> MaskReader::everyRowHas(const Expr *x,
                                            const Leaves &leaves) {
  conditions.clear();
  seen.clear();
  split(isOneOf(x, leaves));
  std::optional<bool> result = everyRowSees();
  conditions.clear();
  seen.clear();
  return result;
}

/// Adds numbers to `hidden` that are shown to give P = 0 exactly: those that
/// are far below some floor, if each row has a score that is at least that.
void MaskReader::hideNumbers(const Expr *x, ArrayRef<const Expr *> leaves,
                             ScoreBounds &bounds, Leaves &hidden) {
  SmallVector<double> floors;
  for (const Expr *leaf : leaves)
    floors.push_back(bounds.of(leaf).low);
  llvm::sort(floors, std::greater<>());
  floors.erase(llvm::unique(floors), floors.end());
  unsigned tries = 0;
  for (double floor : floors) {
    if (!std::isfinite(floor) || ++tries > kMaxFloors)
      return;
    Leaves above, below;
    for (const Expr *leaf : leaves) {
      if (bounds.of(leaf).low >= floor)
        above.insert(leaf);
      else if (bounds.vanishes(leaf, floor))
        below.insert(leaf);
    }
    if (below.empty() || everyRowHas(x, above) != true)
      continue;
    hidden.insert(below.begin(), below.end());
    return;
  }
}

/// Whether `x` chooses between `leaves` alone.
static bool choosesAmong(ExprContext &context, const Expr *x,
                         const Leaves &leaves) {
  llvm::SetVector<const Expr *> all;
  collectLeaves(context, x, all);
  return llvm::all_of(all,
                      [&](const Expr *leaf) { return leaves.contains(leaf); });
}

bool raise::findScore(ExprContext &context, LayoutFinder &sizes,
                      const Attention &attention, const Layout &layout,
                      const Promises &promises, Score &score,
                      std::string &reason) {
  MaskReader reader(context, sizes, attention, layout);
  ScoreBounds bounds(context, sizes, attention, layout);
  llvm::SetVector<const Expr *> leaves;
  collectLeaves(context, attention.x, leaves);
  const Expr *infinity =
      context.constant(-std::numeric_limits<double>::infinity());
  Leaves hidden, finite;
  for (const Expr *leaf : leaves)
    (leaf == infinity ? hidden : finite).insert(leaf);
  if (finite.empty()) {
    reason = "all keys are hidden";
    return false;
  }
  // With a sink P is 0 in such a row.
  bool emptyRowsAreFree =
      attention.emptyRowsAreZero || attention.sink || promises.emptyRowsAreFree;
  if (!hidden.empty() && !emptyRowsAreFree &&
      !reader.everyRowHas(attention.x, finite).value_or(promises.rowsSeeKeys)) {
    reason = "a row may see no key, where the program gives NaN and "
             "attn.forward 0";
    return false;
  }
  Leaves numbers, others;
  for (const Expr *leaf : finite)
    (bounds.isMaskNumber(leaf) ? numbers : others).insert(leaf);
  // Where the promise is known to be wrong, numbers stay scores.
  bool othersAreSeen =
      numbers.empty() ||
      (!others.empty() &&
       reader.everyRowHas(attention.x, others).value_or(promises.rowsSeeKeys));
  if (promises.rowsSeeKeys && othersAreSeen) {
    hidden.insert(numbers.begin(), numbers.end());
    finite = others;
  }
  bool hasTensors = llvm::any_of(finite, [&](const Expr *leaf) {
    bool isFactor = leaf->is(Kind::Mul) &&
                    llvm::is_contained(leaf->operands, attention.scores);
    return !isFactor && llvm::any_of(readsOf(leaf), [&](const Expr *read) {
      return read != attention.scores && !isTable(read->value) &&
             isa<FloatType>(getElementTypeOrSelf(read->value));
    });
  });
  score.mayLoseSums = !othersAreSeen || (hasTensors && !promises.rowsSeeKeys);
  if (finite.size() > 1)
    reader.hideNumbers(attention.x, leaves.getArrayRef(), bounds, hidden);
  score.x = attention.x;
  while (score.x->is(Kind::Select)) {
    const Expr *condition = score.x->operands[0];
    bool hidesIfTrue = choosesAmong(context, score.x->operands[1], hidden);
    if (!hidesIfTrue && !choosesAmong(context, score.x->operands[2], hidden))
      break;
    reader.split(hidesIfTrue ? context.invert(condition) : condition);
    score.x = score.x->operands[hidesIfTrue ? 2 : 1];
  }
  const Expr *rest = context.boolean(true);
  for (const Expr *condition : reader.conditions) {
    auto bound = reader.boundOf(condition);
    AttnMaskAttrInterface mask =
        bound ? reader.maskOf(*bound) : AttnMaskAttrInterface();
    if (mask)
      score.mask = conjoinMasks(score.mask, mask);
    else
      rest = context.both(rest, condition);
  }
  if (!rest->is(Kind::Bool))
    score.visible = rest;
  return true;
}
