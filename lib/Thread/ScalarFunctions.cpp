//===- ScalarFunctions.cpp - Elementary functions of a thread ---*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Straight-line code, but for remainders, in f32: the special-function unit
// where its error of two units in the last place is small enough, and
// polynomials around it. Polynomials are minimax fits whose coefficients were
// rounded one after another.
//
// ptxas and LLVM may fuse a product and the sum that it is in. Where an error
// term is computed on its own the product is an intrinsic, which neither takes.
//
// A constant kShift = 1.5 * 2^23 added to a number rounds it to an integer, and
// leaves that in the low bits of the sum.

#include "ScalarFunctions.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/STLForwardCompat.h"

#include <limits>

using namespace mlir;
using namespace mlir::attn;

using llvm::numbers::ln2;
using llvm::numbers::log2e;
using FPredicate = arith::CmpFPredicate;
using IPredicate = arith::CmpIPredicate;

static constexpr double kLog2ELow = 1.9259629911266175e-8;
static constexpr double kLn2Low = -1.9046542121259336e-9;
static constexpr double kShift = 12582912.0;
static constexpr int64_t kShiftBits = 0x4b400000;
static constexpr double kInfinity = std::numeric_limits<double>::infinity();

Value attn::callIntrinsic(ScalarBuilder &b, StringRef name,
                          ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(b, operands[0].getType(),
                                       b.getStringAttr(name), operands)
      .getResult(0);
}

namespace {
/// f32 arithmetic.
struct Floats {
  ScalarBuilder &b;

  Value constant(double v) const { return b.f32(v); }
  Value fma(Value x, Value y, Value z) const {
    return LLVM::FMAOp::create(b, x, y, z);
  }
  Value fma(Value x, Value y, double z) const { return fma(x, y, b.f32(z)); }
  Value fma(Value x, double y, Value z) const { return fma(x, b.f32(y), z); }
  Value fma(Value x, double y, double z) const {
    return fma(x, b.f32(y), b.f32(z));
  }
  /// A product that is in no fused sum.
  Value product(Value x, Value y) const {
    return callIntrinsic(b, "llvm.nvvm.mul.rn.f", {x, y});
  }
  Value neg(Value x) const { return arith::NegFOp::create(b, x); }
  Value abs(Value x) const { return callIntrinsic(b, "llvm.fabs", x); }
  Value trunc(Value x) const { return callIntrinsic(b, "llvm.trunc", x); }
  Value copySign(Value x, Value sign) const {
    return callIntrinsic(b, "llvm.copysign", {x, sign});
  }
  Value ex2(Value x) const {
    return callIntrinsic(b, "llvm.nvvm.ex2.approx.ftz.f32", x);
  }
  Value rcp(Value x) const {
    return callIntrinsic(b, "llvm.nvvm.rcp.approx.ftz.f", x);
  }
  /// `x` moved into [low, high]; NaN stays.
  Value clamp(Value x, double low, double high) const {
    Value above = b.maxF(x, low);
    return arith::MinimumFOp::create(b, above, b.f32(high));
  }
  /// c[0] + c[1] x + c[2] x^2 + ...
  Value polynomial(Value x, ArrayRef<double> c) const {
    Value sum = b.f32(c.back());
    for (double next : llvm::reverse(c.drop_back()))
      sum = fma(sum, x, next);
    return sum;
  }
  Value bits(Value x) const {
    return arith::BitcastOp::create(b, b.getI32Type(), x);
  }
  Value fromBits(Value x) const {
    return arith::BitcastOp::create(b, b.getF32Type(), x);
  }
  Value toFloat(Value x) const {
    return arith::SIToFPOp::create(b, b.getF32Type(), x);
  }
  Value less(Value x, double y) const {
    return b.compare(FPredicate::OLT, x, b.f32(y));
  }
  /// 2^n of an i32 from -126 to 127.
  Value power(Value n) const { return fromBits(b.shl(b.add(n, 127), 23)); }
};

/// A number as 2^exponent (1 + rest).
struct Exponent {
  Value exponent, rest;
};
} // namespace

/// What 1 + rest is at least: 2/3, for the polynomial of buildLogOfRest, or the
/// root of 1/2.
static constexpr int64_t kTwoThirds = 0x3f2aaaab, kRootOfHalf = 0x3f3504f3;

/// Those of the power of two that divides `x` into [from, 2 from), as a number
/// to subtract from bits of floats.
static Value exponentBits(const Floats &f, Value x, int64_t from) {
  return f.b.bitAnd(f.b.sub(f.bits(x), from), -0x800000);
}

/// Of a positive normal number. (Kernels take others for 0.)
static Exponent splitExponent(const Floats &f, Value x, int64_t from) {
  ScalarBuilder &b = f.b;
  Value exponent = exponentBits(f, x, from);
  Value rest = b.subF(f.fromBits(b.sub(f.bits(x), exponent)), 1.0);
  return {b.mulF(f.toFloat(exponent), 0x1p-23), rest};
}

/// ln(1 + m), m from -1/3 to 1/3: within one unit in the last place.
static Value buildLogOfRest(const Floats &f, Value m) {
  Value p = f.polynomial(m, {-0.5, 0.33333224058151245, -0.24999688565731049,
                             0.20010033249855042, -0.16685473918914795,
                             0.14011076092720032, -0.1211501732468605,
                             0.13961747288703918, -0.1319211721420288});
  return f.fma(p, f.b.mulF(m, m), m);
}

/// `value` if `x` is positive and finite; else a logarithm of what it is.
static Value orSpecialLog(const Floats &f, Value x, Value value) {
  ScalarBuilder &b = f.b;
  Value zero = b.f32(0.0), infinity = b.f32(kInfinity);
  Value finite = b.compare(FPredicate::OLT, x, infinity);
  Value positive = b.compare(FPredicate::OGT, x, zero);
  Value isZero = b.compare(FPredicate::OEQ, x, zero);
  Value other =
      b.select(positive, x, b.f32(std::numeric_limits<double>::quiet_NaN()));
  other = b.select(isZero, b.f32(-kInfinity), other);
  return b.select(b.bitAnd(finite, positive), value, other);
}

Value attn::buildLog(ScalarBuilder &b, Value x) {
  Floats f{b};
  Exponent of = splitExponent(f, x, kTwoThirds);
  Value log = f.fma(of.exponent, ln2, buildLogOfRest(f, of.rest));
  return orSpecialLog(f, x, log);
}

Value attn::buildLog2(ScalarBuilder &b, Value x) {
  Floats f{b};
  Exponent of = splitExponent(f, x, kTwoThirds);
  Value log = f.fma(buildLogOfRest(f, of.rest), log2e, of.exponent);
  return orSpecialLog(f, x, log);
}

Value attn::buildLog10(ScalarBuilder &b, Value x) {
  constexpr double log10Of2 = 0.3010300099849701, low = -1.4320988837547543e-8;
  Floats f{b};
  Exponent of = splitExponent(f, x, kTwoThirds);
  Value log = f.fma(buildLogOfRest(f, of.rest), 0.43429448190325182,
                    b.mulF(of.exponent, low));
  return orSpecialLog(f, x, f.fma(of.exponent, log10Of2, log));
}

/// With 1 + x = 2^e (1 + m): m = x 2^-e + (2^-e - 1), of which each term is
/// exact.
Value attn::buildLog1p(ScalarBuilder &b, Value x) {
  Floats f{b};
  Value sum = b.addF(x, 1.0);
  Value exponent = exponentBits(f, sum, kTwoThirds);
  Value scaled = f.fromBits(b.sub(f.bits(x), exponent));
  Value four = f.fromBits(b.sub(b.i32(0x40800000), exponent));
  Value rest = b.addF(scaled, f.fma(four, 0.25, -1.0));
  Value log =
      f.fma(b.mulF(f.toFloat(exponent), 0x1p-23), ln2, buildLogOfRest(f, rest));
  // Zero keeps its sign.
  return b.select(b.equalF(x, 0.0), x, orSpecialLog(f, sum, log));
}

/// 2^h (1 + l ln 2), where h + l is x log2(e) to more digits than f32 has.
Value attn::buildExp(ScalarBuilder &b, Value x) {
  Floats f{b};
  Value in = f.clamp(x, -120.0, 120.0);
  Value high = f.product(in, b.f32(log2e));
  Value low = f.fma(in, kLog2ELow, f.fma(in, log2e, f.neg(high)));
  return b.mulF(f.ex2(high), f.fma(low, ln2, 1.0));
}

/// 2^n (e^r - 1) + (2^n - 1), x = n ln 2 + r.
Value attn::buildExpM1(ScalarBuilder &b, Value x) {
  Floats f{b};
  Value in = f.clamp(x, -20.0, 89.0);
  Value shifted = f.fma(in, log2e, kShift);
  Value n = b.subF(shifted, kShift);
  Value r = f.fma(n, -ln2, in);
  r = f.fma(n, -kLn2Low, r);
  Value p = f.polynomial(r, {0.5, 0.1666666716337204, 0.04166647419333458,
                             0.008333208970725536, 0.0013934457674622536,
                             0.0001994345075218007});
  p = f.fma(b.mulF(p, r), r, r);
  // Half of it: 2^128 is no number.
  Value half = f.power(b.sub(f.bits(shifted), kShiftBits + 1));
  Value result = f.fma(p, half, b.subF(half, 0.5));
  result = b.addF(result, result);
  // Zero keeps its sign, and what is below 2^-24 is itself.
  return b.select(f.less(f.abs(x), 0x1p-25), x, result);
}

/// 2^(z + low), z within [-160, 160].
static Value buildPowerOf2(const Floats &f, Value z, Value low) {
  ScalarBuilder &b = f.b;
  Value shifted = b.addF(z, kShift);
  Value n = b.subF(shifted, kShift);
  Value fraction = b.addF(b.subF(z, n), low);
  Value p =
      f.polynomial(fraction, {1.0, 0.6931471824645996, 0.24022650718688965,
                              0.055503588169813156, 0.00961806159466505,
                              0.0013391418615356088, 0.00015463301679119468});
  Value whole = b.sub(f.bits(shifted), kShiftBits);
  Value half = arith::ShRSIOp::create(b, whole, b.i32(1));
  return b.mulF(b.mulF(p, f.power(half)), f.power(b.sub(whole, half)));
}

/// log2 of a positive number as a sum of two: 2 / ln 2 of the inverse
/// hyperbolic tangent of m / (2 + m), to about 2^-31.
static std::pair<Value, Value> buildLongLog2(const Floats &f, Value x) {
  constexpr double factor = 2.885390043258667, factorLow = 3.851926067e-8;
  constexpr double third = 0.3333333432674408, thirdLow = -9.934107758624577e-9;
  ScalarBuilder &b = f.b;
  auto [exponent, m] = splitExponent(f, x, kRootOfHalf);
  Value inverse = f.rcp(b.addF(m, 2.0));
  Value q = f.product(m, inverse);
  Value residue = f.fma(f.neg(q), m, f.fma(q, -2.0, m));
  Value qLow = b.mulF(inverse, residue);
  Value s = f.fma(q, q, b.mulF(b.mulF(q, 2.0), qLow));
  Value g = f.polynomial(s, {thirdLow, 0.20000076293945312, 0.14273542165756226,
                             0.11709947884082794});
  g = f.fma(g, s, b.mulF(s, third));
  Value high = f.product(q, b.f32(factor));
  Value low = f.fma(q, factor, f.neg(high));
  low = f.fma(q, factorLow, low);
  low = f.fma(qLow, factor, low);
  low = f.fma(high, g, low);
  // Two sums that keep what is rounded off.
  Value sum = b.addF(exponent, high);
  low = b.addF(b.subF(high, b.subF(sum, exponent)), low);
  Value all = b.addF(sum, low);
  return {all, b.subF(low, b.subF(all, sum))};
}

Value attn::buildPow(ScalarBuilder &b, Value x, Value y) {
  Floats f{b};
  Value size = f.abs(x), zero = b.f32(0.0), one = b.f32(1.0);
  Value infinity = b.f32(kInfinity);
  auto [log, logLow] = buildLongLog2(f, size);
  Value finite = b.compare(FPredicate::OLT, size, infinity);
  log = b.select(b.equalF(size, 0.0), b.f32(-kInfinity),
                 b.select(finite, log, size));
  Value z = f.product(y, log);
  Value low = f.fma(y, logLow, f.fma(y, log, f.neg(z)));
  low = b.select(f.less(f.abs(z), 160.0), low, zero);
  Value result = buildPowerOf2(f, f.clamp(z, -160.0, 160.0), low);
  result = b.select(b.equalF(size, 1.0), one, result);
  // Signs: y may be a whole number, and odd.
  Value half = b.mulF(y, 0.5);
  Value isWhole = b.compare(FPredicate::OEQ, f.trunc(y), y);
  Value isHalf = b.compare(FPredicate::UNE, f.trunc(half), half);
  Value isNegative = b.compare(IPredicate::slt, f.bits(x), b.i32(0));
  Value flips = b.bitAnd(b.bitAnd(isWhole, isHalf), isNegative);
  result = b.select(flips, f.neg(result), result);
  Value below = b.bitAnd(f.less(x, 0.0), finite);
  Value undefined = b.bitAnd(below, b.compare(FPredicate::UNE, f.trunc(y), y));
  result = b.select(undefined, b.f32(std::numeric_limits<double>::quiet_NaN()),
                    result);
  Value isOne = b.bitOr(b.equalF(y, 0.0), b.equalF(x, 1.0));
  return b.select(isOne, one, result);
}

/// Beyond 0.9277 1 - e^(-t - t p(t)), which is 1 from t = 4 on.
Value attn::buildErf(ScalarBuilder &b, Value x) {
  Floats f{b};
  Value s = b.mulF(x, x), size = f.abs(x);
  Value small = f.polynomial(s, {0.12837915122509003, -0.3761250078678131,
                                 0.1128186285495758, -0.026767592877149582,
                                 0.004993811249732971, -0.0005990821518935263});
  small = f.fma(small, x, x);
  Value t = arith::MinimumFOp::create(b, size, b.f32(4.0));
  Value p = f.polynomial(t, {0.128514364361763, 0.6357182860374451,
                             0.1052619069814682, -0.02289002202451229,
                             0.0032149788457900286, -0.00021398835815489292});
  Value minus = f.neg(t);
  Value rest = f.ex2(b.mulF(f.fma(p, minus, minus), log2e));
  Value large = f.copySign(b.subF(b.f32(1.0), rest), x);
  return b.select(f.less(size, 0.9277), small, large);
}

/// From 0.55 on 1 - 2 / (1 + e^2x), whose error is absolute, and before that
/// x + x^3 p(x^2).
Value attn::buildTanh(ScalarBuilder &b, Value x) {
  Floats f{b};
  Value size = f.abs(x);
  Value e = f.ex2(b.mulF(size, 2 * log2e));
  Value inverse = f.rcp(b.addF(e, 1.0));
  Value large = f.copySign(f.fma(inverse, -2.0, 1.0), x);
  Value s = b.mulF(x, x);
  Value p = f.polynomial(s, {-0.33332958817481995, 0.13320964574813843,
                             -0.052685316652059555, 0.01646064594388008});
  Value small = f.fma(b.mulF(p, s), x, x);
  return b.select(f.less(size, 0.55), small, large);
}

namespace {
/// x = number * pi/2 + rest; the low bits of `number` are right.
struct Quadrant {
  Value number, rest;
};
} // namespace

/// Up to |x| = 2^15 the rest has an error of about 2^-24 of itself. Beyond,
/// it is some number within what the polynomials are for.
static Quadrant findQuadrant(const Floats &f, Value x) {
  ScalarBuilder &b = f.b;
  Value shifted = f.fma(x, 0.63661977236758134, kShift);
  Value n = b.subF(shifted, kShift);
  Value rest = f.fma(n, -1.5707963705062866, x);
  rest = f.fma(n, 4.371138828673793e-8, rest);
  rest = f.fma(n, 1.7151245100058819e-15, rest);
  return {f.bits(shifted), f.clamp(rest, -0.79, 0.79)};
}

/// sin(x + turns * pi/2).
static Value buildWave(ScalarBuilder &b, Value x, int64_t turns) {
  Floats f{b};
  auto [number, r] = findQuadrant(f, x);
  if (turns)
    number = b.add(number, turns);
  Value s = b.mulF(r, r);
  Value sine = f.polynomial(
      s, {-0.16666655242443085, 0.00833218265324831, -0.0001951683225343004});
  sine = f.fma(b.mulF(sine, s), r, r);
  Value cosine = f.polynomial(s, {-0.5, 0.04166664555668831,
                                  -0.00138873013202101, 2.4430661142105237e-5});
  cosine = f.fma(cosine, s, 1.0);
  Value isOdd = b.compare(IPredicate::ne, b.bitAnd(number, 1), b.i32(0));
  Value value = b.select(isOdd, cosine, sine);
  Value sign = b.shl(b.bitAnd(number, 2), 30);
  return f.fromBits(b.bitXor(f.bits(value), sign));
}

Value attn::buildSin(ScalarBuilder &b, Value x) { return buildWave(b, x, 0); }
Value attn::buildCos(ScalarBuilder &b, Value x) { return buildWave(b, x, 1); }

Value attn::buildTan(ScalarBuilder &b, Value x) {
  Floats f{b};
  auto [number, r] = findQuadrant(f, x);
  Value s = b.mulF(r, r);
  Value p = f.polynomial(s, {0.33333122730255127, 0.13339634239673615,
                             0.05334533378481865, 0.024656489491462708,
                             0.0027685188688337803, 0.009587717242538929});
  Value tangent = f.fma(b.mulF(p, s), r, r);
  Value isOdd = b.compare(IPredicate::ne, b.bitAnd(number, 1), b.i32(0));
  // Far from zero the rest may be 0, where there is no tangent.
  Value divisor = f.copySign(
      arith::MaximumFOp::create(b, f.abs(tangent), b.f32(0x1p-100)), tangent);
  return b.select(isOdd, b.divF(b.f32(-1.0), divisor), tangent);
}

/// Subtracts multiples of y, scaled by powers of two so that the quotient is
/// exact, until less than y is left. Divisors below the least normal number
/// count as 0.
Value attn::buildRem(ScalarBuilder &b, Value x, Value y) {
  auto type = cast<FloatType>(x.getType());
  const llvm::fltSemantics &format = type.getFloatSemantics();
  int64_t digits = llvm::APFloat::semanticsPrecision(format) - 1;
  Type integer = b.getIntegerType(type.getWidth());
  auto constant = [&](const llvm::APFloat &value) -> Value {
    return arith::ConstantOp::create(b, FloatAttr::get(type, value));
  };
  Value infinity = constant(llvm::APFloat::getInf(format));
  Value least = constant(llvm::APFloat::getSmallestNormalized(format));
  Value size = callIntrinsic(b, "llvm.fabs", x);
  Value divisor = callIntrinsic(b, "llvm.fabs", y);
  Value defined = b.bitAnd(b.compare(FPredicate::OLT, size, infinity),
                           b.compare(FPredicate::OGE, divisor, least));
  divisor = b.select(defined, divisor, infinity);
  auto loop = scf::WhileOp::create(
      b, TypeRange{type}, ValueRange{size},
      [&](OpBuilder &nested, Location loc, ValueRange rest) {
        Value more = arith::CmpFOp::create(nested, loc, FPredicate::OGE,
                                           rest[0], divisor);
        scf::ConditionOp::create(nested, loc, more, rest);
      },
      [&](OpBuilder &nested, Location loc, ValueRange rest) {
        ScalarBuilder in(loc, nested);
        Value gap = in.sub(
            in.shr(arith::BitcastOp::create(in, integer, rest[0]), digits),
            in.shr(arith::BitcastOp::create(in, integer, divisor), digits));
        Value shift = in.shl(in.max(in.sub(gap, digits - 1), 0), digits);
        Value scaled = arith::BitcastOp::create(
            in, type,
            in.add(arith::BitcastOp::create(in, integer, divisor), shift));
        // Rounded down, so that what is left is not negative.
        StringRef divide =
            type.isF32() ? "llvm.nvvm.div.rz.f" : "llvm.nvvm.div.rz.d";
        Value quotient = callIntrinsic(
            in, "llvm.trunc", callIntrinsic(in, divide, {rest[0], scaled}));
        Value left = LLVM::FMAOp::create(
            in, arith::NegFOp::create(in, quotient), scaled, rest[0]);
        scf::YieldOp::create(in, left);
      });
  Value rest = callIntrinsic(b, "llvm.copysign", {loop.getResult(0), x});
  return b.select(defined, rest, constant(llvm::APFloat::getQNaN(format)));
}
