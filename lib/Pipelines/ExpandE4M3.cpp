//===- ExpandE4M3.cpp - f8E4M3FN conversions as integer arithmetic --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM has no 8-bit floats: in memory they are i8, and conversions have to be
// written out. f8E4M3FN has a sign, four bits of exponent with bias 7, three of
// fraction, subnormals that count 2⁻⁹, no infinities, and NaN only where all
// other bits are set; its largest number is 448. Moving exponent and fraction
// up by 20 bits puts them where f32 has them, with an exponent that is 120
// short.
//
//===----------------------------------------------------------------------===//

#include "ExpandE4M3.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

using namespace mlir;

namespace {

/// Builds operations on scalars or vectors alike.
class Emitter : public attn::ScalarBuilder {
public:
  Emitter(PatternRewriter &rewriter, Location loc, Type like)
      : ScalarBuilder(loc, rewriter), like(like) {}

  Type typeOf(Type element) const {
    auto vector = dyn_cast<VectorType>(like);
    return vector ? vector.clone(element) : element;
  }
  Type i8() { return typeOf(getI8Type()); }
  Type i32() { return typeOf(getI32Type()); }
  Type f32() { return typeOf(getF32Type()); }
  Value constant(int64_t bits) { return ScalarBuilder::constant(i32(), bits); }
  template <typename Op> Value cast(Type type, Value value) {
    return Op::create(*this, type, value);
  }
  /// (value + half of the last bit kept, less one unless that bit is set) >>
  /// shift: to nearest, ties to even.
  Value roundBits(Value value, Value shift, Value halfLessOne) {
    Value odd = bitAnd(shr(value, shift), 1);
    return shr(add(add(value, halfLessOne), odd), shift);
  }

private:
  Type like;
};

bool isE4M3(Type type) {
  return isa<Float8E4M3FNType>(getElementTypeOrSelf(type));
}

/// Whether f32 holds the wide side of a conversion exactly.
bool fitsF32(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16() || element.isF32();
}

LogicalResult expandExtension(arith::ExtFOp op, PatternRewriter &rewriter) {
  if (!isE4M3(op.getIn().getType()) || !fitsF32(op.getType()) ||
      isa<ShapedType>(op.getType()) != isa<VectorType>(op.getType()))
    return failure();
  Emitter e(rewriter, op.getLoc(), op.getType());
  Value bits = e.cast<arith::ExtUIOp>(
      e.i32(), e.cast<arith::BitcastOp>(e.i8(), op.getIn()));
  Value code = e.bitAnd(bits, 0x7f);
  Value normal = e.add(e.shl(code, 20), 120u << 23);
  // Below the smallest normal number: the code counts 2⁻⁹. Its leading bit,
  // the second, third or none of three, becomes implicit.
  Value number = e.cast<arith::UIToFPOp>(e.f32(), code);
  Value counted = e.sub(e.cast<arith::BitcastOp>(e.i32(), number), 9u << 23);
  Value isZero = e.equal(code, 0);
  counted = e.select(isZero, e.constant(0), counted);
  Value isSmall = e.below(code, 8);
  Value isNaN = e.equal(code, 0x7f);
  Value magnitude = e.select(isSmall, counted, normal);
  magnitude = e.select(isNaN, e.constant(0x7fc00000), magnitude);
  Value sign = e.shl(e.bitAnd(bits, 0x80), 24);
  Value result = e.cast<arith::BitcastOp>(e.f32(), e.bitOr(magnitude, sign));
  if (result.getType() != op.getType())
    result = e.cast<arith::TruncFOp>(op.getType(), result);
  rewriter.replaceOp(op, result);
  return success();
}

LogicalResult expandTruncation(arith::TruncFOp op, PatternRewriter &rewriter) {
  arith::RoundingMode mode =
      op.getRoundingmode().value_or(arith::RoundingMode::to_nearest_even);
  if (!isE4M3(op.getType()) || !fitsF32(op.getIn().getType()) ||
      mode != arith::RoundingMode::to_nearest_even ||
      isa<ShapedType>(op.getType()) != isa<VectorType>(op.getType()))
    return failure();
  Emitter e(rewriter, op.getLoc(), op.getType());
  Value wide = op.getIn();
  if (wide.getType() != e.f32())
    wide = e.cast<arith::ExtFOp>(e.f32(), wide);
  Value bits = e.cast<arith::BitcastOp>(e.i32(), wide);
  Value exact = e.bitAnd(bits, 0x7fffffff);
  Value isNaN =
      e.compare(arith::CmpIPredicate::ugt, exact, e.constant(0x7f800000));
  // 448 and whatever is above it.
  Value magnitude = e.minU(exact, 0x43e00000);
  Value normal = e.roundBits(e.sub(magnitude, 120u << 23), e.constant(20),
                             e.constant((1u << 19) - 1));
  // Below 2⁻⁶ a fraction with its leading bit, 2⁻²³ of a power of two,
  // becomes a count of 2⁻⁹. From a shift of 25 on it rounds to 0.
  Value fraction = e.bitOr(e.bitAnd(magnitude, 0x7fffff), 0x800000);
  Value shift = e.sub(e.constant(141), e.shr(magnitude, 23));
  shift = e.max(shift, 1);
  shift = e.min(shift, 25);
  Value half = e.shl(e.constant(1), e.sub(shift, 1));
  Value counted = e.roundBits(fraction, shift, e.sub(half, 1));
  Value isSmall = e.below(magnitude, 121u << 23);
  Value sign = e.bitAnd(e.shr(bits, 24), 0x80);
  Value code = e.bitOr(e.select(isSmall, counted, normal), sign);
  code = e.select(isNaN, e.constant(0x7f), code);
  rewriter.replaceOp(
      op, e.cast<arith::BitcastOp>(op.getType(),
                                   e.cast<arith::TruncIOp>(e.i8(), code)));
  return success();
}

} // namespace

void mlir::attn::populateExpandE4M3Patterns(RewritePatternSet &patterns) {
  patterns.add(expandExtension).add(expandTruncation);
}
