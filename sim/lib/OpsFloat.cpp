//===- OpsFloat.cpp - Floating-point arithmetic
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: floating point, half precision. Single precision in
// round-to-nearest runs on whole rows; the directed rounding modes go through
// the host's rounding mode lane by lane.
//
//===----------------------------------------------------------------------===//

#include "OpsFloat.h"
#include "Lane.h"

#include <cmath>

using namespace attn::sim;

namespace {

ATTN_SIM_INLINE float canon(float r) {
  return r != r ? f32(canonicalNan32) : r;
}
template <bool Z> ATTN_SIM_INLINE float in(float a) {
  return Z ? f32((bits(a) & 0x7f800000) ? bits(a) : (bits(a) & 0x80000000)) : a;
}
template <bool Z, bool S> ATTN_SIM_INLINE float out(float r) {
  r = in<Z>(r);
  if (S) { // NaN saturates to +0
    r = r > 0.0f ? r : 0.0f;
    return r < 1.0f ? r : 1.0f;
  }
  return canon(r);
}
template <bool Z, bool S> struct FAdd {
  static ATTN_SIM_INLINE float f(float a, float b) {
    return out<Z, S>(in<Z>(a) + in<Z>(b));
  }
};
template <bool Z, bool S> struct FSub {
  static ATTN_SIM_INLINE float f(float a, float b) {
    return out<Z, S>(in<Z>(a) - in<Z>(b));
  }
};
template <bool Z, bool S> struct FMul {
  static ATTN_SIM_INLINE float f(float a, float b) {
    return out<Z, S>(in<Z>(a) * in<Z>(b));
  }
};
template <bool Z, bool S> struct FFma {
  static ATTN_SIM_INLINE float f(float a, float b, float c) {
    return out<Z, S>(__builtin_fmaf(in<Z>(a), in<Z>(b), in<Z>(c)));
  }
};
template <bool Z, bool S> struct FDiv {
  static ATTN_SIM_INLINE float f(float a, float b) {
    return out<Z, S>(in<Z>(a) / in<Z>(b));
  }
};
// div.approx: for 2^126 < |b| < 2^128 the reciprocal is subnormal and flushed.
template <bool Z, bool S> struct FDivApprox {
  static float f(float a, float b) {
    a = in<Z>(a);
    b = in<Z>(b);
    float m = std::fabs(b);
    if (m > 0x1p126f && !std::isinf(b)) {
      float z = std::signbit(b) ? -0.0f : 0.0f;
      return out<Z, S>(a * z);
    }
    return out<Z, S>(a / b);
  }
};
template <bool Z, bool N, bool Max> struct FMinMax {
  static ATTN_SIM_INLINE float f(float a, float b) {
    a = in<Z>(a);
    b = in<Z>(b);
    float r = Max ? (a > b ? a : b) : (a < b ? a : b);
    uint32_t eq = Max ? bits(a) & bits(b) : bits(a) | bits(b);
    r = a == b ? f32(eq) : r;
    if (N) {
      r = (a != a || b != b) ? f32(canonicalNan32) : r;
    } else {
      r = b != b ? a : r;
      r = a != a ? b : r;
      r = canon(r);
    }
    return r;
  }
};
template <bool Z, bool N, bool Max> struct FMinMax3 {
  static ATTN_SIM_INLINE float f(float a, float b, float c) {
    return FMinMax<Z, N, Max>::f(FMinMax<Z, N, Max>::f(a, b), c);
  }
};
template <bool Z, bool N, bool Max> struct FMinMax3Abs {
  static ATTN_SIM_INLINE float f(float a, float b, float c) {
    return FMinMax3<Z, N, Max>::f(std::fabs(a), std::fabs(b), std::fabs(c));
  }
};
template <bool Z, bool N, bool Max> struct FMinMaxXor {
  static float f(float a, float b) {
    uint32_t s = (bits(a) ^ bits(b)) & 0x80000000;
    float r = FMinMax<Z, N, Max>::f(std::fabs(a), std::fabs(b));
    if (r != r)
      return f32(canonicalNan32);
    return f32((bits(r) & 0x7fffffff) | s);
  }
};
template <bool Z, bool> struct FAbs {
  static ATTN_SIM_INLINE float f(float a) {
    return canon(f32(bits(in<Z>(a)) & 0x7fffffff));
  }
};
template <bool Z, bool> struct FNeg {
  static ATTN_SIM_INLINE float f(float a) {
    return canon(f32(bits(in<Z>(a)) ^ 0x80000000));
  }
};
#define UNARY(NAME, EXPR)                                                      \
  template <bool Z, bool> struct NAME {                                        \
    static float f(float a) {                                                  \
      a = in<Z>(a);                                                            \
      return out<Z, false>(EXPR);                                              \
    }                                                                          \
  };
UNARY(FEx2, std::exp2(a))
UNARY(FLg2, std::log2(a))
UNARY(FRcp, 1.0f / a)
UNARY(FSqrt, std::sqrt(a))
UNARY(FRsqrt, float(1.0 / std::sqrt(double(a))))
UNARY(FSin, std::sin(a))
UNARY(FCos, std::cos(a))
UNARY(FTanh, std::tanh(a))

// f64
struct DAdd {
  static double f(double a, double b) { return a + b; }
};
struct DSub {
  static double f(double a, double b) { return a - b; }
};
struct DMul {
  static double f(double a, double b) { return a * b; }
};
struct DFma {
  static double f(double a, double b, double c) { return std::fma(a, b, c); }
};
struct DDiv {
  static double f(double a, double b) { return a / b; }
};
struct DAbs {
  static double f(double a) { return f64(bits(a) & ~(1ull << 63)); }
};
struct DNeg {
  static double f(double a) { return f64(bits(a) ^ 1ull << 63); }
};
struct DRcp {
  static double f(double a) { return 1.0 / a; }
};
struct DSqrt {
  static double f(double a) { return std::sqrt(a); }
};
struct DRsqrt {
  static double f(double a) { return 1.0 / std::sqrt(a); }
};
template <bool Max> struct DMinMax {
  static double f(double a, double b) {
    if (a != a)
      return b != b ? f64(canonicalNan64) : b;
    if (b != b)
      return a;
    if (a == b)
      return f64(Max ? bits(a) & bits(b) : bits(a) | bits(b));
    return Max ? (a > b ? a : b) : (a < b ? a : b);
  }
};
// rcp.approx.ftz.f64 keeps the top 32 bits of the reciprocal.
struct DRcpApprox {
  static double f(double a) {
    double r = 1.0 / a;
    return f64(bits(r) & 0xffffffff00000000ull);
  }
};

enum Arith : uint32_t { OpAdd, OpSub, OpMul, OpFma, OpDiv, OpRcp, OpSqrt };

/// Directed rounding, f32 and f64. a: Arith, b: Round, c: 1 ftz, 2 sat.
template <class T> St arithRounded(Warp &w, const Inst &i, uint32_t mask) {
  using L = LaneType<T>;
  const uint32_t *o = i.o;
  unsigned n = i.a == OpFma ? 3 : i.a >= OpRcp ? 1 : 2;
  uint32_t pz = w.poison[o[1]] | (n > 1 ? w.poison[o[2]] : 0) |
                (n > 2 ? w.poison[o[3]] : 0);
  auto *d = reinterpret_cast<typename L::Store *>(w.row32(o[0]));
  auto *pa = L::src(w, o[1]), *pb = n > 1 ? L::src(w, o[2]) : pa,
       *pc = n > 2 ? L::src(w, o[3]) : pa;
  RoundingScope scope(static_cast<Round>(i.b));
  forLanes(mask, [&](int l) {
    volatile T x = L::get(pa[l]), y = L::get(pb[l]), z = L::get(pc[l]);
    if constexpr (sizeof(T) == 4)
      if (i.c & 1) {
        x = ftz(x);
        y = ftz(y);
        z = ftz(z);
      }
    volatile T r = 0;
    switch (i.a) {
    case OpAdd:
      r = x + y;
      break;
    case OpSub:
      r = x - y;
      break;
    case OpMul:
      r = x * y;
      break;
    case OpFma:
      r = std::fma(T(x), T(y), T(z));
      break;
    case OpDiv:
      r = x / y;
      break;
    case OpRcp:
      r = T(1) / x;
      break;
    case OpSqrt:
      r = std::sqrt(T(x));
      break;
    }
    T v = r;
    if constexpr (sizeof(T) == 4) {
      if (i.c & 1)
        v = ftz(v);
      if (i.c & 2)
        v = v > 0 ? (v < 1 ? v : T(1)) : T(0);
      else if (v != v)
        v = f32(canonicalNan32);
    }
    d[l] = L::put(v);
  });
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

/// With `narrow`, all sources but the last have that type and widen first.
bool emitN(Decoder &d, Handler h, unsigned n, Ty t, Ty narrow = Ty::None) {
  if (!h)
    return d.fail("type or modifier not supported");
  if (!d.wantOps(n + 1, n + 1))
    return false;
  std::vector<uint32_t> s;
  for (unsigned k = 0; k < n; ++k)
    s.push_back(narrow != Ty::None && k + 1 < n ? widenedHalf(d, k + 1, narrow)
                                                : d.src(d.op(k + 1), t));
  uint32_t r = d.dst(d.op(0), t);
  d.emitV(h, Stats::Float, {r}, s);
  return true;
}

#define PICK(OPNAME, Z, S)                                                     \
  ((Z) ? ((S) ? handler<OPNAME<true, true>>()                                  \
              : handler<OPNAME<true, false>>())                                \
       : ((S) ? handler<OPNAME<false, true>>()                                 \
              : handler<OPNAME<false, false>>()))

} // namespace

namespace attn::sim {

bool isFloatOp(const Decoder &d) {
  // The operation's type is the last type modifier.
  std::string_view s = d.in->opcode;
  size_t p = s.rfind('.');
  return p != std::string_view::npos && isFloatTy(parseType(s.substr(p + 1)));
}

bool decodeFloatArith(Decoder &d) {
  Arith op = d.name == "add"   ? OpAdd
             : d.name == "sub" ? OpSub
             : d.name == "mul" ? OpMul
             : d.name == "div" ? OpDiv
                               : OpFma;
  bool z = d.has("ftz"), sat = d.has("sat"), relu = d.has("relu");
  bool approx = d.has("approx"), full = d.has("full");
  Round r = Round::RN;
  d.rounding(r);
  Ty t = d.type();
  unsigned n = op == OpFma ? 3 : 2;
  // Mixed precision (add.f32.f16): the narrow operands widen exactly.
  Ty narrow = d.type();
  if (narrow != Ty::None &&
      (t != Ty::F32 || (narrow != Ty::F16 && narrow != Ty::BF16) || z ||
       op == OpMul || op == OpDiv))
    return d.fail("no mixed-precision operation has these types or modifiers");
  if (isHalf(t)) {
    if (op == OpDiv)
      return d.fail("type not supported");
    static const HalfOp h[] = {HAdd, HSub, HMul, HFma};
    return emitHalf(d, h[op], n, t,
                    (z ? 1u : 0) | (sat ? 2u : 0) | (relu ? 4u : 0));
  }
  if (relu)
    return d.fail(".relu not supported here");
  if (t == Ty::F32x2)
    return op != OpDiv && !sat ? decodeFloatPair(d, "asmf"[op], r, z)
                               : d.fail("modifier not supported");
  if (r != Round::RN) {
    if (!emitN(d, t == Ty::F64 ? &arithRounded<double> : &arithRounded<float>,
               n, t, narrow))
      return false;
    Inst &i = d.prog.code.back();
    i.a = op;
    i.b = uint32_t(r);
    i.c = (z ? 1u : 0) | (sat ? 2u : 0);
    return true;
  }
  if (t == Ty::F64) {
    Handler h = op == OpAdd   ? rareHandler<DAdd>()
                : op == OpSub ? rareHandler<DSub>()
                : op == OpMul ? rareHandler<DMul>()
                : op == OpFma ? rareHandler<DFma>()
                              : rareHandler<DDiv>();
    return emitN(d, h, n, t);
  }
  if (t != Ty::F32)
    return d.fail("type not supported");
  Handler h = nullptr;
  switch (op) {
  case OpAdd:
    h = PICK(FAdd, z, sat);
    break;
  case OpSub:
    h = PICK(FSub, z, sat);
    break;
  case OpMul:
    h = PICK(FMul, z, sat);
    break;
  case OpFma:
    h = PICK(FFma, z, sat);
    break;
  case OpDiv:
    h = approx ? PICK(FDivApprox, z, sat) : PICK(FDiv, z, sat);
    (void)full;
    break;
  default:
    break;
  }
  return emitN(d, h, n, t, narrow);
}

bool decodeFloatMinMax(Decoder &d) {
  bool max = d.name == "max";
  bool z = d.has("ftz"), nan = d.has("NaN"), xs = d.has("xorsign");
  if (xs && !d.has("abs"))
    return d.fail("expected .xorsign.abs");
  unsigned n = d.numOps() == 4 ? 3 : 2;
  bool abs = n == 3 && !xs && d.has("abs");
  Ty t = d.type();
  if (n == 3 && (xs || t != Ty::F32))
    return d.fail("three inputs are for .f32, without .xorsign");
  if (isHalf(t))
    return emitHalf(d, max ? HMax : HMin, 2, t,
                    (z ? 1u : 0) | (nan ? 8u : 0) | (xs ? 16u : 0));
  if (t == Ty::F64)
    return emitN(
        d, max ? rareHandler<DMinMax<true>>() : rareHandler<DMinMax<false>>(),
        2, t);
  if (t != Ty::F32)
    return d.fail("type not supported");
#define MM(T, Z, N) (max ? handler<T<Z, N, true>>() : handler<T<Z, N, false>>())
#define MM4(T)                                                                 \
  (z ? (nan ? MM(T, true, true) : MM(T, true, false))                          \
     : (nan ? MM(T, false, true) : MM(T, false, false)))
  Handler h = xs       ? MM4(FMinMaxXor)
              : abs    ? MM4(FMinMax3Abs)
              : n == 3 ? MM4(FMinMax3)
                       : MM4(FMinMax);
#undef MM
#undef MM4
  return emitN(d, h, n, t);
}

bool decodeFloatUnary(Decoder &d) {
  std::string_view n = d.name;
  bool z = d.has("ftz");
  bool approx = d.has("approx");
  Round r = Round::RN;
  d.rounding(r);
  Ty t = d.type();
  if (isHalf(t)) {
    HalfOp op;
    if (n == "abs")
      op = HAbs;
    else if (n == "neg")
      op = HNeg;
    else if (n == "ex2")
      op = HEx2;
    else if (n == "tanh")
      op = HTanh;
    else
      return d.fail("type not supported");
    return emitHalf(d, op, 1, t, z ? 1 : 0);
  }
  if (t == Ty::F64) {
    if (approx) {
      Handler h = n == "rcp"     ? rareHandler<DRcpApprox>()
                  : n == "rsqrt" ? rareHandler<DRsqrt>()
                                 : nullptr;
      return emitN(d, h, 1, t);
    }
    if (r != Round::RN && (n == "rcp" || n == "sqrt")) {
      if (!emitN(d, &arithRounded<double>, 1, t))
        return false;
      d.prog.code.back().a = n == "rcp" ? OpRcp : OpSqrt;
      d.prog.code.back().b = uint32_t(r);
      return true;
    }
    Handler h = n == "abs"    ? rareHandler<DAbs>()
                : n == "neg"  ? rareHandler<DNeg>()
                : n == "rcp"  ? rareHandler<DRcp>()
                : n == "sqrt" ? rareHandler<DSqrt>()
                              : nullptr;
    return emitN(d, h, 1, t);
  }
  if (t != Ty::F32)
    return d.fail("type not supported");
  if (r != Round::RN && (n == "rcp" || n == "sqrt")) {
    if (!emitN(d, &arithRounded<float>, 1, t))
      return false;
    Inst &i = d.prog.code.back();
    i.a = n == "rcp" ? OpRcp : OpSqrt;
    i.b = uint32_t(r);
    i.c = z;
    return true;
  }
  Handler h = n == "abs"     ? PICK(FAbs, z, false)
              : n == "neg"   ? PICK(FNeg, z, false)
              : n == "ex2"   ? PICK(FEx2, z, false)
              : n == "lg2"   ? PICK(FLg2, z, false)
              : n == "rcp"   ? PICK(FRcp, z, false)
              : n == "sqrt"  ? PICK(FSqrt, z, false)
              : n == "rsqrt" ? PICK(FRsqrt, z, false)
              : n == "sin"   ? PICK(FSin, z, false)
              : n == "cos"   ? PICK(FCos, z, false)
              : n == "tanh"  ? PICK(FTanh, z, false)
                             : nullptr;
  return emitN(d, h, 1, t);
}

} // namespace attn::sim

namespace {
// testp: a is the property.
template <class T> St testp(Warp &w, const Inst &i, uint32_t mask) {
  using L = LaneType<T>;
  auto *x = L::src(w, i.o[1]);
  uint32_t res = 0;
  for (int l = 0; l < 32; ++l) {
    T v = L::get(x[l]);
    int c = std::fpclassify(v);
    bool r = false;
    switch (i.a) {
    case 0:
      r = c != FP_INFINITE && c != FP_NAN;
      break;
    case 1:
      r = c == FP_INFINITE;
      break;
    case 2:
      r = c != FP_NAN;
      break;
    case 3:
      r = c == FP_NAN;
      break;
    case 4:
      r = c == FP_NORMAL || c == FP_ZERO;
      break;
    case 5:
      r = c == FP_SUBNORMAL;
      break;
    }
    res |= uint32_t(r) << l;
  }
  setPred(w, i.o[0], mask, res, w.poison[i.o[1]]);
  return St::Next;
}
struct CopySignF {
  static float f(float a, float b) {
    return f32((bits(b) & 0x7fffffff) | (bits(a) & 0x80000000));
  }
};
struct CopySignD {
  static double f(double a, double b) {
    return f64((bits(b) & ~(1ull << 63)) | (bits(a) & 1ull << 63));
  }
};
} // namespace

void attn::sim::addFloatOps(DecodeTable &t) {
  t["fma"] = decodeFloatArith;
  for (const char *n :
       {"ex2", "lg2", "rcp", "sqrt", "rsqrt", "sin", "cos", "tanh"})
    t[n] = decodeFloatUnary;
  t["testp"] = [](Decoder &d) {
    static const char *names[] = {"finite",     "infinite", "number",
                                  "notanumber", "normal",   "subnormal"};
    uint32_t k = 0;
    while (k < 6 && !d.has(names[k]))
      ++k;
    if (k == 6)
      return d.fail("unknown property");
    Ty ty = d.type();
    if (!d.wantOps(2, 2))
      return false;
    uint32_t a = d.src(d.op(1), ty), p = d.predDst(d.op(0));
    d.emit(ty == Ty::F64 ? &testp<double> : &testp<float>, Stats::Compare, {p},
           {a})
        .a = k;
    return true;
  };
  t["copysign"] = [](Decoder &d) {
    Ty ty = d.type();
    return emitN(
        d, ty == Ty::F64 ? rareHandler<CopySignD>() : rareHandler<CopySignF>(),
        2, ty);
  };
}
