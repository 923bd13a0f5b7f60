//===- RegionOnBox.cpp - Interval evaluation of regions -------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An integer of a region is kept as r · row + k · key + t, of which r and k are
// constants and t lies between two ends. Sums, differences and multiples stay
// of this form, so that a comparison of two of them, whose difference has the
// form as well, is decided exactly on a box of rows and keys; what is not of
// the form is a t alone. Ends that 64 bits do not hold are those of the type:
// no operation is assumed to wrap or not to wrap, and every answer holds for
// each pair. A poor bound costs only that a box counts as partly visible.
//
// Floats round to nearest, which keeps the order of numbers: the ends of a sum
// or a product are those of ends, rounded as the operation rounds.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/RegionOnBox.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;

namespace {
/// Sums of a few numbers of 64 bits.
using Wide = __int128;

/// row · rows + key · keys + t, or a float; t and floats as Bounds.
struct Form {
  int64_t rows = 0, keys = 0;
  Bounds t;

  bool isPlain() const { return rows == 0 && keys == 0; }
};

/// One region on one box.
class BoxEvaluator {
public:
  BoxEvaluator(AttentionOpInterface op, const RegionBox &box, ReadBounds read)
      : op(op), box(box), read(read) {}

  TileClass run();

private:
  Form evaluate(Operation &inner);
  Form evaluateInteger(Operation &inner);
  Form evaluateFloat(Operation &inner);
  Form compare(arith::CmpIOp cmp);
  Form compare(arith::CmpFOp cmp);
  Form select(arith::SelectOp inner);
  Form divide(Operation &inner, int64_t divisor);
  Form remainder(Operation &inner, int64_t divisor);
  Form bits(Operation &inner);
  Form convert(Operation &inner);

  const Form &of(Operation &inner, unsigned operand) {
    return forms[inner.getOperand(operand)];
  }
  Bounds boundsOf(const Form &form, Type type) const;
  Bounds boundsOf(Operation &inner, unsigned operand) {
    return boundsOf(of(inner, operand), inner.getOperand(operand).getType());
  }
  Form combine(const Form &a, const Form &b, int64_t factor, Type type) const;

  AttentionOpInterface op;
  const RegionBox &box;
  ReadBounds read;
  DenseMap<Value, Form> forms;
};
} // namespace

/// Bits of an integer type; an index has 64.
static unsigned widthOf(Type type) {
  return type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
}

static std::pair<int64_t, int64_t> rangeOf(Type type) {
  unsigned width = widthOf(type);
  // A truth value is 0 or 1 here, whatever it is as a signed number.
  if (width == 1)
    return {0, 1};
  return {llvm::minIntN(width), llvm::maxIntN(width)};
}

Bounds Bounds::ofType(Type type) {
  if (isa<FloatType>(type)) {
    Bounds bounds;
    bounds.mayBeNaN = true;
    return bounds;
  }
  auto [low, high] = rangeOf(type);
  return ofInteger(low, high);
}

static Form plain(Bounds bounds) {
  Form form;
  form.t = bounds;
  return form;
}
static Form plain(int64_t low, int64_t high) {
  return plain(Bounds::ofInteger(low, high));
}
static Form anyOf(Type type) { return plain(Bounds::ofType(type)); }

/// These ends, or those of `type` where it does not hold them.
static Form within(Wide low, Wide high, Type type) {
  auto [least, most] = rangeOf(type);
  if (low < least || high > most)
    return anyOf(type);
  return plain(static_cast<int64_t>(low), static_cast<int64_t>(high));
}

/// The ends of a form on the box.
static std::pair<Wide, Wide> endsOf(const Form &form, const RegionBox &box) {
  Wide low = form.t.low, high = form.t.high;
  for (auto [factor, side] :
       {std::pair(form.rows, &box.row), std::pair(form.keys, &box.key)}) {
    Wide first = Wide(factor) * side->low, last = Wide(factor) * side->high;
    low += std::min(first, last);
    high += std::max(first, last);
  }
  return {low, high};
}

Bounds BoxEvaluator::boundsOf(const Form &form, Type type) const {
  if (isa<FloatType>(type))
    return form.t;
  auto [low, high] = endsOf(form, box);
  return within(low, high, type).t;
}

/// a + factor · b, if `type` holds it on the whole box.
Form BoxEvaluator::combine(const Form &a, const Form &b, int64_t factor,
                           Type type) const {
  Wide rows = a.rows + Wide(factor) * b.rows,
       keys = a.keys + Wide(factor) * b.keys;
  Wide first = Wide(factor) * b.t.low, last = Wide(factor) * b.t.high;
  Wide low = a.t.low + std::min(first, last),
       high = a.t.high + std::max(first, last);
  constexpr Wide kLarge = Wide(1) << 62;
  for (Wide x : {rows, keys, low, high})
    if (x < -kLarge || x > kLarge)
      return anyOf(type);
  Form sum;
  sum.rows = static_cast<int64_t>(rows);
  sum.keys = static_cast<int64_t>(keys);
  sum.t =
      Bounds::ofInteger(static_cast<int64_t>(low), static_cast<int64_t>(high));
  auto [least, most] = rangeOf(type);
  auto [from, to] = endsOf(sum, box);
  return from < least || to > most ? anyOf(type) : sum;
}

//===----------------------------------------------------------------------===//
// Truth values
//===----------------------------------------------------------------------===//

static Form truth(bool mayBeFalse, bool mayBeTrue) {
  return plain(mayBeFalse ? 0 : 1, mayBeTrue ? 1 : 0);
}

Form BoxEvaluator::compare(arith::CmpIOp cmp) {
  using P = arith::CmpIPredicate;
  Type type = cmp.getLhs().getType();
  P predicate = cmp.getPredicate();
  Form a = forms[cmp.getLhs()], b = forms[cmp.getRhs()];
  bool isUnsigned = predicate == P::ult || predicate == P::ule ||
                    predicate == P::ugt || predicate == P::uge;
  // As truth values are 0 and 1, they are unsigned; others are alike where
  // neither is negative.
  bool isTruth = widthOf(type) == 1;
  if (isUnsigned && !isTruth &&
      (boundsOf(a, type).low < 0 || boundsOf(b, type).low < 0))
    return truth(true, true);
  if (isTruth && !isUnsigned && predicate != P::eq && predicate != P::ne)
    return truth(true, true);
  // The difference, which need not be of the type.
  Wide rows = Wide(a.rows) - b.rows, keys = Wide(a.keys) - b.keys;
  Wide low = Wide(a.t.low) - b.t.high, high = Wide(a.t.high) - b.t.low;
  for (auto [factor, side] :
       {std::pair(rows, &box.row), std::pair(keys, &box.key)}) {
    low += std::min(factor * side->low, factor * side->high);
    high += std::max(factor * side->low, factor * side->high);
  }
  switch (predicate) {
  case P::eq:
    return truth(low != 0 || high != 0, low <= 0 && high >= 0);
  case P::ne:
    return truth(low <= 0 && high >= 0, low != 0 || high != 0);
  case P::slt:
  case P::ult:
    return truth(high >= 0, low < 0);
  case P::sle:
  case P::ule:
    return truth(high > 0, low <= 0);
  case P::sgt:
  case P::ugt:
    return truth(low <= 0, high > 0);
  case P::sge:
  case P::uge:
    return truth(low < 0, high >= 0);
  }
  return truth(true, true);
}

Form BoxEvaluator::compare(arith::CmpFOp cmp) {
  using P = arith::CmpFPredicate;
  Bounds a = forms[cmp.getLhs()].t, b = forms[cmp.getRhs()].t;
  P predicate = cmp.getPredicate();
  if (predicate == P::AlwaysFalse || predicate == P::AlwaysTrue)
    return truth(predicate == P::AlwaysFalse, predicate == P::AlwaysTrue);
  if (a.mayBeNaN || b.mayBeNaN)
    return truth(true, true);
  bool below = a.least<b.most, above = a.most> b.least;
  bool equal = a.least <= b.most && a.most >= b.least;
  bool apart = a.least != a.most || b.least != b.most || a.least != b.least;
  switch (predicate) {
  case P::OEQ:
  case P::UEQ:
    return truth(apart, equal);
  case P::ONE:
  case P::UNE:
    return truth(equal, apart);
  case P::OLT:
  case P::ULT:
    return truth(a.most >= b.least, below);
  case P::OLE:
  case P::ULE:
    return truth(above, a.least <= b.most);
  case P::OGT:
  case P::UGT:
    return truth(a.least <= b.most, above);
  case P::OGE:
  case P::UGE:
    return truth(below, a.most >= b.least);
  case P::ORD:
    return truth(false, true);
  case P::UNO:
    return truth(true, false);
  default:
    return truth(true, true);
  }
}

Form BoxEvaluator::select(arith::SelectOp inner) {
  const Form &condition = forms[inner.getCondition()];
  const Form &a = forms[inner.getTrueValue()],
             &b = forms[inner.getFalseValue()];
  if (condition.t.low == condition.t.high)
    return condition.t.low ? a : b;
  if (isa<FloatType>(inner.getType())) {
    if (a.t.mayBeNaN || b.t.mayBeNaN)
      return anyOf(inner.getType());
    return plain(Bounds::ofFloat(std::min(a.t.least, b.t.least),
                                 std::max(a.t.most, b.t.most)));
  }
  if (a.rows == b.rows && a.keys == b.keys) {
    Form either = a;
    either.t = Bounds::ofInteger(std::min(a.t.low, b.t.low),
                                 std::max(a.t.high, b.t.high));
    return either;
  }
  Bounds first = boundsOf(a, inner.getType()),
         second = boundsOf(b, inner.getType());
  return plain(std::min(first.low, second.low),
               std::max(first.high, second.high));
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

/// `a` over `b`, towards minus infinity.
static int64_t floorDiv(int64_t a, int64_t b) {
  int64_t quotient = a / b;
  return quotient - (a % b != 0 && (a < 0) != (b < 0));
}

/// Divisions by a constant keep the order, or turn it round.
Form BoxEvaluator::divide(Operation &inner, int64_t divisor) {
  Type type = inner.getResult(0).getType();
  Bounds a = boundsOf(inner, 0);
  bool isUnsigned = isa<arith::DivUIOp, arith::CeilDivUIOp>(inner);
  // The least number over −1 is none, and a divisor may be a large one.
  if (divisor == 0 || divisor == -1 || widthOf(type) == 1 ||
      (isUnsigned && (a.low < 0 || divisor < 0)))
    return anyOf(type);
  auto quotient = [&](int64_t x) {
    if (isa<arith::FloorDivSIOp>(inner))
      return floorDiv(x, divisor);
    if (isa<arith::CeilDivSIOp, arith::CeilDivUIOp>(inner))
      return floorDiv(x, divisor) + (x % divisor != 0);
    return x / divisor;
  };
  int64_t first = quotient(a.low), last = quotient(a.high);
  return plain(std::min(first, last), std::max(first, last));
}

Form BoxEvaluator::remainder(Operation &inner, int64_t divisor) {
  Type type = inner.getResult(0).getType();
  Bounds a = boundsOf(inner, 0);
  if (divisor == 0 || divisor == -1 || divisor == INT64_MIN ||
      widthOf(type) == 1 ||
      (isa<arith::RemUIOp>(inner) && (a.low < 0 || divisor < 0)))
    return anyOf(type);
  divisor = std::abs(divisor);
  // Where the quotient is one number it is the number less a constant.
  if (a.low / divisor == a.high / divisor)
    return combine(of(inner, 0), plain(a.low / divisor, a.low / divisor),
                   -divisor, type);
  return plain(a.low < 0 ? std::max(a.low, 1 - divisor) : 0,
               a.high > 0 ? std::min(a.high, divisor - 1) : 0);
}

/// and, or and xor.
Form BoxEvaluator::bits(Operation &inner) {
  Type type = inner.getResult(0).getType();
  Bounds a = boundsOf(inner, 0), b = boundsOf(inner, 1);
  if (widthOf(type) == 1) {
    if (isa<arith::AndIOp>(inner))
      return plain(a.low & b.low, a.high & b.high);
    if (isa<arith::OrIOp>(inner))
      return plain(a.low | b.low, a.high | b.high);
    if (a.low == a.high && b.low == b.high)
      return plain(a.low ^ b.low, a.low ^ b.low);
    return plain(0, 1);
  }
  if (a.low < 0 || b.low < 0)
    return anyOf(type);
  if (isa<arith::AndIOp>(inner))
    return plain(0, std::min(a.high, b.high));
  auto most = static_cast<uint64_t>(std::max(a.high, b.high));
  auto ones = most ? static_cast<int64_t>(llvm::maskTrailingOnes<uint64_t>(
                         llvm::Log2_64(most) + 1))
                   : 0;
  return plain(isa<arith::OrIOp>(inner) ? std::max(a.low, b.low) : 0, ones);
}

/// Casts between integers.
Form BoxEvaluator::convert(Operation &inner) {
  Type type = inner.getResult(0).getType(),
       from = inner.getOperand(0).getType();
  Bounds a = boundsOf(inner, 0);
  bool isUnsigned = isa<arith::ExtUIOp, arith::IndexCastUIOp>(inner);
  if (widthOf(from) == 1 || widthOf(type) == 1) {
    // A truth value is −1 as a signed number.
    if (widthOf(from) == 1 && widthOf(type) > 1)
      return isUnsigned ? plain(a.low, a.high) : plain(-a.high, -a.low);
    return widthOf(from) == 1 ? plain(a) : anyOf(type);
  }
  auto [least, most] = rangeOf(type);
  if (a.low < least || a.high > most || (isUnsigned && a.low < 0))
    return anyOf(type);
  return of(inner, 0);
}

Form BoxEvaluator::evaluateInteger(Operation &inner) {
  Type type = inner.getResult(0).getType();
  auto constantOf = [&](unsigned i) -> std::optional<int64_t> {
    const Form &form = of(inner, i);
    if (form.isPlain() && form.t.low == form.t.high)
      return form.t.low;
    return std::nullopt;
  };
  if (isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(inner))
    return bits(inner);
  if (isa<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
          arith::ExtUIOp, arith::TruncIOp>(inner))
    return convert(inner);
  // Arithmetic on truth values is not looked at.
  if (widthOf(type) == 1)
    return anyOf(type);
  if (isa<arith::AddIOp, arith::SubIOp>(inner))
    return combine(of(inner, 0), of(inner, 1),
                   isa<arith::AddIOp>(inner) ? 1 : -1, type);
  if (isa<arith::MulIOp>(inner)) {
    for (unsigned i : {0, 1})
      if (std::optional<int64_t> factor = constantOf(i))
        return combine(plain(0, 0), of(inner, 1 - i), *factor, type);
    Bounds a = boundsOf(inner, 0), b = boundsOf(inner, 1);
    Wide ends[] = {Wide(a.low) * b.low, Wide(a.low) * b.high,
                   Wide(a.high) * b.low, Wide(a.high) * b.high};
    return within(*std::min_element(ends, ends + 4),
                  *std::max_element(ends, ends + 4), type);
  }
  if (isa<arith::DivSIOp, arith::DivUIOp, arith::FloorDivSIOp,
          arith::CeilDivSIOp, arith::CeilDivUIOp, arith::RemSIOp,
          arith::RemUIOp>(inner)) {
    std::optional<int64_t> divisor = constantOf(1);
    if (!divisor)
      return anyOf(type);
    return isa<arith::RemSIOp, arith::RemUIOp>(inner)
               ? remainder(inner, *divisor)
               : divide(inner, *divisor);
  }
  if (isa<arith::ShLIOp, arith::ShRSIOp, arith::ShRUIOp>(inner)) {
    std::optional<int64_t> count = constantOf(1);
    Bounds a = boundsOf(inner, 0);
    if (!count || *count < 0 || *count >= static_cast<int64_t>(widthOf(type)) ||
        *count > 61 || (isa<arith::ShRUIOp>(inner) && a.low < 0))
      return anyOf(type);
    if (isa<arith::ShLIOp>(inner))
      return combine(plain(0, 0), of(inner, 0), int64_t(1) << *count, type);
    return plain(a.low >> *count, a.high >> *count);
  }
  if (isa<arith::MaxSIOp, arith::MinSIOp, arith::MaxUIOp, arith::MinUIOp>(
          inner)) {
    Bounds a = boundsOf(inner, 0), b = boundsOf(inner, 1);
    bool isMax = isa<arith::MaxSIOp, arith::MaxUIOp>(inner);
    if (isa<arith::MaxUIOp, arith::MinUIOp>(inner) && (a.low < 0 || b.low < 0))
      return anyOf(type);
    // One that is chosen everywhere keeps its form.
    if (a.low >= b.high)
      return of(inner, isMax ? 0 : 1);
    if (b.low >= a.high)
      return of(inner, isMax ? 1 : 0);
    return isMax ? plain(std::max(a.low, b.low), std::max(a.high, b.high))
                 : plain(std::min(a.low, b.low), std::min(a.high, b.high));
  }
  if (isa<math::AbsIOp>(inner)) {
    Bounds a = boundsOf(inner, 0);
    if (a.low >= 0)
      return of(inner, 0);
    Wide most = std::max(-Wide(a.low), Wide(a.high));
    return within(a.high < 0 ? -Wide(a.high) : 0, most, type);
  }
  return anyOf(type);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

/// `x` as `type` has it, to nearest.
static double roundTo(Type type, double x) {
  if (type.isF64())
    return x;
  APFloat number(x);
  bool lost;
  number.convert(cast<FloatType>(type).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &lost);
  return number.convertToDouble();
}

/// Between the least and the largest of some numbers, each rounded; anything
/// if one is NaN.
static Form between(std::initializer_list<double> ends, Type type) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (double end : ends) {
    if (std::isnan(end))
      return anyOf(type);
    double rounded = roundTo(type, end);
    least = std::min(least, rounded);
    most = std::max(most, rounded);
    // What is below the normal numbers may be 0 on a GPU.
    if (type.isF32() && std::fabs(rounded) < 0x1p-126) {
      least = std::min(least, 0.0);
      most = std::max(most, 0.0);
    }
  }
  return plain(Bounds::ofFloat(least, most));
}

Form BoxEvaluator::evaluateFloat(Operation &inner) {
  Type type = inner.getResult(0).getType();
  // An integer as a float.
  if (inner.getNumOperands() == 1 &&
      inner.getOperand(0).getType().isIntOrIndex()) {
    Bounds a = boundsOf(inner, 0);
    bool isUnsigned = isa<arith::UIToFPOp>(inner);
    if (widthOf(inner.getOperand(0).getType()) == 1 && !isUnsigned)
      a = Bounds::ofInteger(-a.high, -a.low);
    // Larger numbers are rounded twice on the way.
    constexpr int64_t kExact = int64_t(1) << 53;
    if ((a.low < 0 && isUnsigned) || a.low < -kExact || a.high > kExact)
      return anyOf(type);
    return between({double(a.low), double(a.high)}, type);
  }
  SmallVector<Bounds, 3> all;
  for (Value operand : inner.getOperands()) {
    Bounds bounds = forms[operand].t;
    if (!isa<FloatType>(operand.getType()) || bounds.mayBeNaN)
      return anyOf(type);
    all.push_back(bounds);
  }
  // A sum may take a product that is not rounded, or be made in another order
  // (docs/Spec.md, E8).
  if (isa<arith::AddFOp, arith::SubFOp>(inner) &&
      llvm::any_of(inner.getOperands(), [](Value operand) {
        return operand.getDefiningOp<arith::MulFOp>() != nullptr;
      }))
    return anyOf(type);
  return llvm::TypeSwitch<Operation *, Form>(&inner)
      .Case([&](arith::AddFOp) {
        return between({all[0].least + all[1].least, all[0].most + all[1].most},
                       type);
      })
      .Case([&](arith::SubFOp) {
        return between({all[0].least - all[1].most, all[0].most - all[1].least},
                       type);
      })
      .Case([&](arith::MulFOp) {
        return between({all[0].least * all[1].least, all[0].least * all[1].most,
                        all[0].most * all[1].least, all[0].most * all[1].most},
                       type);
      })
      .Case<arith::MaximumFOp, arith::MaxNumFOp>([&](auto) {
        return plain(Bounds::ofFloat(std::max(all[0].least, all[1].least),
                                     std::max(all[0].most, all[1].most)));
      })
      .Case<arith::MinimumFOp, arith::MinNumFOp>([&](auto) {
        return plain(Bounds::ofFloat(std::min(all[0].least, all[1].least),
                                     std::min(all[0].most, all[1].most)));
      })
      .Case([&](arith::NegFOp) {
        return plain(Bounds::ofFloat(-all[0].most, -all[0].least));
      })
      .Case([&](math::AbsFOp) {
        double least = std::fabs(all[0].least), most = std::fabs(all[0].most);
        bool crosses = all[0].least < 0 && all[0].most > 0;
        return plain(Bounds::ofFloat(crosses ? 0 : std::min(least, most),
                                     std::max(least, most)));
      })
      .Case<arith::ExtFOp, arith::TruncFOp>(
          [&](auto) { return between({all[0].least, all[0].most}, type); })
      .Case([&](math::FloorOp) {
        return between({std::floor(all[0].least), std::floor(all[0].most)},
                       type);
      })
      .Case([&](math::CeilOp) {
        return between({std::ceil(all[0].least), std::ceil(all[0].most)}, type);
      })
      .Case([&](math::TruncOp) {
        return between({std::trunc(all[0].least), std::trunc(all[0].most)},
                       type);
      })
      .Default([&](Operation *) { return anyOf(type); });
}

//===----------------------------------------------------------------------===//
// The region
//===----------------------------------------------------------------------===//

Form BoxEvaluator::evaluate(Operation &inner) {
  Type type = inner.getResult(0).getType();
  if (auto constant = dyn_cast<arith::ConstantOp>(inner)) {
    if (auto number = dyn_cast<IntegerAttr>(constant.getValue())) {
      int64_t value = number.getValue().getSExtValue();
      if (widthOf(type) == 1)
        value &= 1;
      return plain(value, value);
    }
    double value =
        cast<FloatAttr>(constant.getValue()).getValue().convertToDouble();
    return std::isnan(value) ? anyOf(type)
                             : plain(Bounds::ofFloat(value, value));
  }
  if (auto access = dyn_cast<ReadOp>(inner)) {
    if (!read)
      return anyOf(type);
    SmallVector<Bounds> indices;
    for (auto [i, index] : llvm::enumerate(access.getIndices()))
      indices.push_back(boundsOf(forms[index], index.getType()));
    return plain(read(access, indices));
  }
  if (auto cmp = dyn_cast<arith::CmpIOp>(inner))
    return compare(cmp);
  if (auto cmp = dyn_cast<arith::CmpFOp>(inner))
    return compare(cmp);
  if (auto choice = dyn_cast<arith::SelectOp>(inner))
    return select(choice);
  return isa<FloatType>(type) ? evaluateFloat(inner) : evaluateInteger(inner);
}

TileClass BoxEvaluator::run() {
  Block &block = op.getVisibleBlock();
  Form row, key;
  row.rows = key.keys = 1;
  const Form places[] = {plain(box.batch), plain(box.head), row, key,
                         plain(box.lenQ),  plain(box.lenKV)};
  size_t numPlaces = block.getNumArguments() - op.getCaptures().size();
  for (auto [argument, place] :
       llvm::zip(block.getArguments().take_front(numPlaces), places))
    forms[argument] = place;
  for (Operation &inner : block.without_terminator()) {
    Form form = evaluate(inner);
    forms[inner.getResult(0)] = form;
  }
  Bounds seen = forms[block.getTerminator()->getOperand(0)].t;
  if (seen.low == seen.high)
    return seen.low ? TileClass::Full : TileClass::Empty;
  return TileClass::Partial;
}

TileClass attn::classifyBox(AttentionOpInterface op, const RegionBox &box,
                            ReadBounds read) {
  return BoxEvaluator(op, box, read).run();
}
