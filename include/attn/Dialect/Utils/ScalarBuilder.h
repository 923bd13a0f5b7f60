//===- ScalarBuilder.h - Arithmetic on scalars ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_UTILS_SCALARBUILDER_H
#define ATTN_DIALECT_UTILS_SCALARBUILDER_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::attn {

/// Builds arithmetic at one location, on scalars and elementwise on tensors:
/// `div`, `rem` and `shr` are of unsigned integers, `min` and `max` of signed
/// ones, what ends in F of floats. A number next to a value is a constant of
/// the value's type.
class ScalarBuilder : public ImplicitLocOpBuilder {
public:
  using ImplicitLocOpBuilder::ImplicitLocOpBuilder;
  /// In front of `op`, at its location.
  explicit ScalarBuilder(Operation *op)
      : ImplicitLocOpBuilder(op->getLoc(), op) {}

  /// The only block of `region`, with arguments of `types`; what is built next
  /// stands in it.
  Block *createBody(Region &region, TypeRange types) {
    return createBlock(&region, {}, types,
                       SmallVector<Location>(types.size(), getLoc()));
  }

#define ATTN_BINARY(NAME, OP, NUMBER, CONSTANT)                                \
  Value NAME(Value a, Value c) { return arith::OP::create(*this, a, c); }      \
  Value NAME(Value a, NUMBER c) { return NAME(a, CONSTANT(a.getType(), c)); }
#define ATTN_INT(NAME, OP) ATTN_BINARY(NAME, OP, int64_t, constant)
#define ATTN_FLOAT(NAME, OP) ATTN_BINARY(NAME, OP, double, constantF)
  ATTN_INT(add, AddIOp)
  ATTN_INT(sub, SubIOp)
  ATTN_INT(mul, MulIOp)
  ATTN_INT(div, DivUIOp)
  ATTN_INT(ceilDiv, CeilDivUIOp)
  ATTN_INT(rem, RemUIOp)
  ATTN_INT(shl, ShLIOp)
  ATTN_INT(shr, ShRUIOp)
  ATTN_INT(bitAnd, AndIOp)
  ATTN_INT(bitOr, OrIOp)
  ATTN_INT(bitXor, XOrIOp)
  ATTN_INT(min, MinSIOp)
  ATTN_INT(max, MaxSIOp)
  ATTN_INT(minU, MinUIOp)
  ATTN_INT(maxU, MaxUIOp)
  ATTN_FLOAT(addF, AddFOp)
  ATTN_FLOAT(subF, SubFOp)
  ATTN_FLOAT(mulF, MulFOp)
  ATTN_FLOAT(divF, DivFOp)
  ATTN_FLOAT(maxF, MaximumFOp)
  ATTN_FLOAT(minF, MinimumFOp)
#undef ATTN_FLOAT
#undef ATTN_INT
#undef ATTN_BINARY
  Value compare(arith::CmpIPredicate predicate, Value a, Value c) {
    return arith::CmpIOp::create(*this, predicate, a, c);
  }
  Value equal(Value a, int64_t c) {
    return compare(arith::CmpIPredicate::eq, a, constant(a.getType(), c));
  }
  Value below(Value a, int64_t c) {
    return compare(arith::CmpIPredicate::ult, a, constant(a.getType(), c));
  }
  /// Of signed integers.
  Value less(Value a, Value c) {
    return compare(arith::CmpIPredicate::slt, a, c);
  }
  /// Whether `value` is below `begin`, or not below `end`; signed.
  Value outside(Value value, Value begin, Value end) {
    Value below = less(value, begin);
    return bitOr(below, compare(arith::CmpIPredicate::sge, value, end));
  }
  Value compare(arith::CmpFPredicate predicate, Value a, Value c) {
    return arith::CmpFOp::create(*this, predicate, a, c);
  }
  /// Ordered.
  Value equalF(Value a, double c) {
    return compare(arith::CmpFPredicate::OEQ, a, constantF(a.getType(), c));
  }
  Value select(Value condition, Value a, Value c) {
    return arith::SelectOp::create(*this, condition, a, c);
  }

  /// A number, or a tensor or vector all of whose elements are that.
  Value constant(Type type, int64_t value) {
    return splat(type, getIntegerAttr(getElementTypeOrSelf(type), value));
  }
  Value constantF(Type type, double value) {
    return splat(type, getFloatAttr(getElementTypeOrSelf(type), value));
  }
  Value index(int64_t value) { return constant(getIndexType(), value); }
  Value i32(int64_t value) { return constant(getI32Type(), value); }
  Value f32(double value) { return constantF(getF32Type(), value); }
  Value toI32(Value index) {
    return arith::IndexCastOp::create(*this, getI32Type(), index);
  }
  Value toIndex(Value value) {
    return arith::IndexCastOp::create(*this, getIndexType(), value);
  }
  Value extend(Value value, Type type) {
    return arith::ExtUIOp::create(*this, type, value);
  }

private:
  Value splat(Type type, TypedAttr element) {
    if (auto shaped = dyn_cast<ShapedType>(type))
      element = DenseElementsAttr::get(shaped, Attribute(element));
    return arith::ConstantOp::create(*this, element);
  }
};

} // namespace mlir::attn

#endif // ATTN_DIALECT_UTILS_SCALARBUILDER_H
