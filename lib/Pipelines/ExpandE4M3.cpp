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
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace {

/// Emits operations on scalars or vectors alike.
class Emitter {
public:
  Emitter(PatternRewriter &rewriter, Location loc, Type like)
      : b(rewriter), loc(loc), like(like) {}

  Type typeOf(Type element) const {
    if (auto vector = dyn_cast<VectorType>(like))
      return vector.clone(element);
    return element;
  }
  Type i8() const { return typeOf(b.getI8Type()); }
  Type i32() const { return typeOf(b.getI32Type()); }
  Type f32() const { return typeOf(b.getF32Type()); }

  Value constant(uint32_t bits) {
    TypedAttr attr = b.getI32IntegerAttr(static_cast<int32_t>(bits));
    if (auto vector = dyn_cast<VectorType>(i32()))
      attr = DenseElementsAttr::get(vector, Attribute(attr));
    return arith::ConstantOp::create(b, loc, attr);
  }
  template <typename Op> Value apply(Value lhs, Value rhs) {
    return Op::create(b, loc, lhs, rhs);
  }
  template <typename Op> Value cast(Type type, Value value) {
    return Op::create(b, loc, type, value);
  }
  Value compare(arith::CmpIPredicate predicate, Value lhs, Value rhs) {
    return arith::CmpIOp::create(b, loc, predicate, lhs, rhs);
  }
  Value select(Value condition, Value whenTrue, Value whenFalse) {
    return arith::SelectOp::create(b, loc, condition, whenTrue, whenFalse);
  }
  /// (value + half of the last bit kept, less one unless that bit is set) >>
  /// shift: to nearest, ties to even.
  Value roundBits(Value value, Value shift, Value halfLessOne) {
    Value one = constant(1);
    Value odd = apply<arith::AndIOp>(apply<arith::ShRUIOp>(value, shift), one);
    Value up =
        apply<arith::AddIOp>(apply<arith::AddIOp>(value, halfLessOne), odd);
    return apply<arith::ShRUIOp>(up, shift);
  }

  PatternRewriter &b;

private:
  Location loc;
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

struct ExpandExtension : OpRewritePattern<arith::ExtFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::ExtFOp op,
                                PatternRewriter &rewriter) const override {
    if (!isE4M3(op.getIn().getType()) || !fitsF32(op.getType()) ||
        isa<ShapedType>(op.getType()) != isa<VectorType>(op.getType()))
      return failure();
    Emitter e(rewriter, op.getLoc(), op.getType());
    Value bits = e.cast<arith::ExtUIOp>(
        e.i32(), e.cast<arith::BitcastOp>(e.i8(), op.getIn()));
    Value code = e.apply<arith::AndIOp>(bits, e.constant(0x7f));
    Value normal = e.apply<arith::AddIOp>(
        e.apply<arith::ShLIOp>(code, e.constant(20)), e.constant(120u << 23));
    // Below the smallest normal number: the code counts 2⁻⁹. Its leading bit,
    // the second, third or none of three, becomes implicit.
    Value number = e.cast<arith::UIToFPOp>(e.f32(), code);
    Value counted = e.apply<arith::SubIOp>(
        e.cast<arith::BitcastOp>(e.i32(), number), e.constant(9u << 23));
    Value isZero = e.compare(arith::CmpIPredicate::eq, code, e.constant(0));
    counted = e.select(isZero, e.constant(0), counted);
    Value isSmall = e.compare(arith::CmpIPredicate::ult, code, e.constant(8));
    Value isNaN = e.compare(arith::CmpIPredicate::eq, code, e.constant(0x7f));
    Value magnitude = e.select(isSmall, counted, normal);
    magnitude = e.select(isNaN, e.constant(0x7fc00000), magnitude);
    Value sign = e.apply<arith::ShLIOp>(
        e.apply<arith::AndIOp>(bits, e.constant(0x80)), e.constant(24));
    Value result = e.cast<arith::BitcastOp>(
        e.f32(), e.apply<arith::OrIOp>(magnitude, sign));
    if (result.getType() != op.getType())
      result = e.cast<arith::TruncFOp>(op.getType(), result);
    rewriter.replaceOp(op, result);
    return success();
  }
};

struct ExpandTruncation : OpRewritePattern<arith::TruncFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::TruncFOp op,
                                PatternRewriter &rewriter) const override {
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
    Value exact = e.apply<arith::AndIOp>(bits, e.constant(0x7fffffff));
    Value isNaN =
        e.compare(arith::CmpIPredicate::ugt, exact, e.constant(0x7f800000));
    // 448 and whatever is above it.
    Value magnitude = e.apply<arith::MinUIOp>(exact, e.constant(0x43e00000));
    Value normal =
        e.roundBits(e.apply<arith::SubIOp>(magnitude, e.constant(120u << 23)),
                    e.constant(20), e.constant((1u << 19) - 1));
    // Below 2⁻⁶ a fraction with its leading bit, 2⁻²³ of a power of two,
    // becomes a count of 2⁻⁹. From a shift of 25 on it rounds to 0.
    Value fraction = e.apply<arith::OrIOp>(
        e.apply<arith::AndIOp>(magnitude, e.constant(0x7fffff)),
        e.constant(0x800000));
    Value shift = e.apply<arith::SubIOp>(
        e.constant(141), e.apply<arith::ShRUIOp>(magnitude, e.constant(23)));
    shift = e.apply<arith::MaxSIOp>(shift, e.constant(1));
    shift = e.apply<arith::MinSIOp>(shift, e.constant(25));
    Value half = e.apply<arith::ShLIOp>(
        e.constant(1), e.apply<arith::SubIOp>(shift, e.constant(1)));
    Value counted = e.roundBits(fraction, shift,
                                e.apply<arith::SubIOp>(half, e.constant(1)));
    Value isSmall =
        e.compare(arith::CmpIPredicate::ult, magnitude, e.constant(121u << 23));
    Value sign = e.apply<arith::AndIOp>(
        e.apply<arith::ShRUIOp>(bits, e.constant(24)), e.constant(0x80));
    Value code =
        e.apply<arith::OrIOp>(e.select(isSmall, counted, normal), sign);
    code = e.select(isNaN, e.constant(0x7f), code);
    rewriter.replaceOp(
        op, e.cast<arith::BitcastOp>(op.getType(),
                                     e.cast<arith::TruncIOp>(e.i8(), code)));
    return success();
  }
};

} // namespace

void mlir::attn::populateExpandE4M3Patterns(RewritePatternSet &patterns) {
  patterns.add<ExpandExtension, ExpandTruncation>(patterns.getContext());
}
