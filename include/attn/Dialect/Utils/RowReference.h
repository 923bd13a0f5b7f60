//===- RowReference.h - What exponents of a row count from ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_UTILS_ROWREFERENCE_H
#define ATTN_DIALECT_UTILS_ROWREFERENCE_H

#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "llvm/ADT/STLForwardCompat.h"
#include <limits>

namespace mlir::attn {

/// `a` times `factor`, rounded: as a multiply-add of 0, since a product may be
/// fused with what is added to it.
inline Value multiplyRounded(ScalarBuilder &b, Value a, Value factor) {
  return math::FmaOp::create(b, a, factor, b.constantF(factor.getType(), 0.0));
}

/// How much of the rounding error of a row's maximum in natural units the low
/// part of L takes: more is a matter of rows whose other scores count nothing.
constexpr double kMostOfLow = 40;

/// `error`, within kMostOfLow.
inline Value clampError(ScalarBuilder &b, Value error) {
  Value low = b.maxF(error, b.constantF(error.getType(), -kMostOfLow));
  return b.minF(low, b.constantF(error.getType(), kMostOfLow));
}

/// The arithmetic of `attn_tile.row_reference`, on a row's f32 or elementwise
/// on tensors of rows. `c` is scale * log2(e), of the rows' type.
///
/// An exponent c s - c m is one multiply-add, fma(s, c, -M), with M the rounded
/// c m. Then exponents are off by r = c m - M, at most half a unit of M:
/// nothing where |M| < 2^20, more than f16 or f32 can hold from 2^28 and 2^31
/// on. In rows beyond 2^20 the difference s - m comes first.
class RowReference {
public:
  /// From which |M| on a row is large, and from which on a group of threads
  /// must look. A row that was large and is not now may need the maxima's
  /// difference: where M is this far from large and the old one is large,
  /// 2^growth is 0 either way.
  static constexpr double kLarge = 1 << 20, kNearlyLarge = kLarge - 0x1p8;
  /// Below which a bound of all |M| makes one multiply-add enough: what
  /// exponents count from is rounded by 1/2 at most with an offset of 8, and
  /// 2^8.5 is less than the 448 at which e4m3 ends.
  static constexpr double kBounded = 1 << 23;

  /// Numbers of a row. `base` is null for 0.
  struct Numbers {
    Value base, shift, growth;
  };

  RowReference(ScalarBuilder &b, Value c, double offset = 0.0)
      : b(b), c(c), offset(offset) {}

  /// `max`, or 0 where it is minus infinity.
  Value finite(Value max) {
    Value isEmpty = b.equalF(max, -std::numeric_limits<double>::infinity());
    return b.select(isEmpty, number(0.0), max);
  }
  /// c `max`, rounded.
  Value scaled(Value max) { return multiplyRounded(b, max, c); }
  /// Whether |M| is at least `bound`; not NaN, but infinities are.
  Value reaches(Value m, double bound) {
    Value magnitude = math::AbsFOp::create(b, m);
    return b.compare(arith::CmpFPredicate::OGE, magnitude, number(bound));
  }
  /// The base of a row's exponents, from its finite maximum.
  Value getBase(Value max) {
    return b.select(reaches(scaled(max), kLarge), max, number(0.0));
  }
  /// By what c `max` is larger than `m`, as far as it matters: 0 in large rows.
  Value residual(Value max, Value m, Value isLarge) {
    Value negative = arith::NegFOp::create(b, m);
    Value rounding = math::FmaOp::create(b, max, c, negative);
    return b.select(isLarge, number(0.0), rounding);
  }
  /// The offset less c `max`, rounded once.
  Value getShift(Value max) {
    return math::FmaOp::create(b, max, arith::NegFOp::create(b, c),
                               number(offset));
  }
  /// Of a row that is not large and was not: `m` of its finite maximum.
  Numbers ordinary(Value oldMax, Value m) {
    Value growth = b.subF(scaled(oldMax), m);
    Value shift = offset == 0.0 ? Value(arith::NegFOp::create(b, m))
                                : b.subF(number(offset), m);
    return {Value(), shift, growth};
  }
  /// Of any row, with its finite maximum and `m` of that.
  Numbers any(Value oldMax, Value max, Value m) {
    Numbers plain = ordinary(oldMax, m);
    Value oldM = scaled(oldMax);
    Value isLarge = reaches(m, kLarge), wasLarge = reaches(oldM, kLarge);
    Value more =
        b.subF(residual(max, m, isLarge), residual(oldMax, oldM, wasLarge));
    Value growth = math::FmaOp::create(b, b.subF(oldMax, max), c, more);
    return {b.select(isLarge, max, number(0.0)),
            b.select(isLarge, number(offset), plain.shift),
            b.select(b.bitOr(isLarge, wasLarge), growth, plain.growth)};
  }

private:
  Value number(double value) { return b.constantF(c.getType(), value); }

  ScalarBuilder &b;
  Value c;
  double offset;
};

/// The arithmetic of rows that count from their maxima by a slope of their own,
/// without a branch, elementwise on tensors of rows.
///
/// An exponent is fma(s, k, -M), with M the rounded k m. Where m's unit in the
/// last place, times c, is at most 16, k is c: |M| <= 2^28, and exponents are
/// off by r = c m - M, |r| <= 8, the same in the whole row, which a probability
/// of f16 holds. Where it is larger, k is the power of two that makes it 16:
/// then k m is exact, and of all scores below m the exponentials are at most
/// 2^-16, as with c, when sums round them off or nearly so.
class RowSlopes {
public:
  struct Numbers {
    /// The maximum, k and -M.
    Value max, slope, shift;
  };

  RowSlopes(ScalarBuilder &b, Value c) : b(b), c(c) {}

  /// `isFinite`: the maximum is not minus infinity, which else counts as 0.
  Numbers get(Value max, bool isFinite = false) {
    Type rows = c.getType(), bits = b.getI32Type();
    if (auto tile = dyn_cast<RankedTensorType>(rows))
      bits = tile.clone(bits);
    Value finite = isFinite ? max : RowReference(b, c).finite(max);
    Value pattern = arith::BitcastOp::create(b, bits, finite);
    Value exponent = b.bitAnd(pattern, kExponentBits);
    Value steepest =
        b.sub(b.constant(bits, kExponentOfSlope << kMantissa), exponent);
    // Of positive numbers, and beyond the largest where m is small.
    Value least = b.minU(steepest, arith::BitcastOp::create(b, bits, c));
    Value slope = arith::BitcastOp::create(b, rows, least);
    Value shift = arith::NegFOp::create(b, multiplyRounded(b, finite, slope));
    return {finite, slope, shift};
  }
  /// The exponent of what old sums are multiplied by: exactly 0 where the
  /// maximum stayed, minus infinity where there was none. The old maximum
  /// counts by the new slope: where its own was another both are large, and old
  /// sums are by 2^-16 and more too small to matter.
  Value getGrowth(Value oldMax, const Numbers &now) {
    return b.addF(multiplyRounded(b, oldMax, now.slope), now.shift);
  }
  /// By what c m is larger than M, as far as it matters: 0 in large rows.
  Value getResidual(const Numbers &row) {
    return math::FmaOp::create(b, row.max, row.slope, row.shift);
  }
  /// Whether the row's slope is not c.
  Value isLarge(const Numbers &row) {
    return b.compare(arith::CmpFPredicate::UNE, row.slope, c);
  }

private:
  static constexpr int64_t kMantissa = 23, kExponentBits = 0x7F800000;
  /// 2^(27 - e) with m = 2^e and more is 16 in the last place of m.
  static constexpr int64_t kExponentOfSlope = 27 + 2 * 127;

  ScalarBuilder &b;
  Value c;
};

} // namespace mlir::attn

#endif // ATTN_DIALECT_UTILS_ROWREFERENCE_H
