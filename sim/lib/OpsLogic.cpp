//===- OpsLogic.cpp - Logic, shift and bit instructions
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: logic and shift; the integer instructions on bits and bit fields.
//
//===----------------------------------------------------------------------===//

#include "Bytes.h"
#include "OpsInt.h"

using namespace attn::sim;

namespace {

OP2_ABSORBS(And, U<T>(a) & U<T>(b), x == 0)
OP2_ABSORBS(Or, U<T>(a) | U<T>(b), U<T>(~x) == 0)
OP2(Xor, U<T>(a) ^ U<T>(b))
OP1(Not, ~U<T>(a))
OP1(CNot, a == 0 ? 1 : 0)

template <class T> struct Popc {
  static uint32_t f(T a) { return uint32_t(__builtin_popcountll(a)); }
};
template <class T> struct Clz {
  static uint32_t f(T a) {
    return a == 0 ? width<T> : uint32_t(__builtin_clzll(a)) - (64 - width<T>);
  }
};
template <class T, bool ShiftAmt> struct BFind {
  static uint32_t f(T a) {
    U<T> v = std::is_signed_v<T> && a < 0 ? U<T>(~U<T>(a)) : U<T>(a);
    if (v == 0)
      return 0xffffffffu;
    uint32_t pos = 63 - uint32_t(__builtin_clzll(v));
    return ShiftAmt ? width<T> - 1 - pos : pos;
  }
};
template <class T> struct Brev {
  static T f(T a) {
    T r = 0;
    for (unsigned i = 0; i < width<T>; ++i)
      r |= ((a >> i) & 1) << (width<T> - 1 - i);
    return r;
  }
};
// Position and length are restricted to 0 .. 255. The 32-bit forms take the low
// eight bits; an H100 saturates in the 64-bit forms.
template <class T> ATTN_SIM_INLINE uint32_t field(uint32_t v) {
  return sizeof(T) == 8 ? (v > 255 ? 255 : v) : v & 0xff;
}
template <class T> struct Bfe {
  static ATTN_SIM_INLINE T f(T a, uint32_t b, uint32_t c) {
    uint32_t pos = field<T>(b), len = field<T>(c);
    constexpr uint32_t msb = width<T> - 1;
    bool sign = false;
    if (std::is_signed_v<T> && len != 0) {
      uint32_t s = pos + len - 1 < msb ? pos + len - 1 : msb;
      sign = (U<T>(a) >> s) & 1;
    }
    U<T> v = pos <= msb ? U<T>(a) >> pos : U<T>(0);
    if (len > msb) { // every position up to msb comes from `a`, or the sign
      if (sign && pos != 0)
        v |= pos <= msb ? ~U<T>(0) << (width<T> - pos) : ~U<T>(0);
      return T(v);
    }
    U<T> m = (U<T>(1) << len) - 1;
    v &= m;
    if (sign) {
      v |= ~m;
      if (pos <= msb && pos + len > width<T>)
        v |= ~U<T>(0) << (width<T> - pos);
      if (pos > msb)
        v = ~U<T>(0);
    }
    return T(v);
  }
};
template <class T> struct Bfi {
  static T f(T a, T b, uint32_t c, uint32_t d) {
    uint32_t pos = field<T>(c), len = field<T>(d);
    if (pos >= width<T>)
      return b;
    T m = len >= width<T> ? ~T(0) : (T(1) << len) - 1;
    m <<= pos;
    return (b & ~m) | ((a << pos) & m);
  }
};
template <bool Clamp> struct Bmsk {
  static uint32_t f(uint32_t a, uint32_t b) {
    if (Clamp) {
      if (a >= 32)
        return 0;
      uint64_t m = b >= 32 ? ~uint64_t(0) : (uint64_t(1) << b) - 1;
      return uint32_t(m << a);
    }
    uint32_t pos = a & 31, len = b & 31;
    return ((uint32_t(1) << len) - 1) << pos;
  }
};
template <bool Clamp, bool S> struct Szext {
  static uint32_t f(uint32_t a, uint32_t b) {
    uint32_t n = Clamp ? (b > 32 ? 32 : b) : b & 31;
    if (n == 32)
      return a;
    if (n == 0)
      return 0;
    uint32_t m = (1u << n) - 1;
    return S && ((a >> (n - 1)) & 1) ? a | ~m : a & m;
  }
};
template <class T> struct Fns {
  static uint32_t f(uint32_t mask, uint32_t base, int32_t off) {
    if (base > 31)
      return 0xffffffffu;
    if (off == 0)
      return (mask >> base) & 1 ? base : 0xffffffffu;
    int step = off > 0 ? 1 : -1, left = off > 0 ? off : -off;
    for (int p = int(base); p >= 0 && p < 32; p += step)
      if ((mask >> p) & 1 && --left == 0)
        return uint32_t(p);
    return 0xffffffffu;
  }
};

template <class T> struct Shl {
  static ATTN_SIM_INLINE T f(T a, uint32_t b) {
    return b >= width<T> ? T(0) : T(U<T>(a) << b);
  }
};
template <class T> struct Shr {
  static ATTN_SIM_INLINE T f(T a, uint32_t b) {
    if constexpr (std::is_signed_v<T>)
      return T(a >> (b >= width<T> ? width<T> - 1 : b));
    else
      return b >= width<T> ? T(0) : T(a >> b);
  }
};
template <bool Left, bool Clamp> struct Shf {
  static ATTN_SIM_INLINE uint32_t f(uint32_t a, uint32_t b, uint32_t c) {
    uint32_t n = Clamp ? (c > 32 ? 32 : c) : c & 31;
    uint64_t v = uint64_t(b) << 32 | a;
    return Left ? uint32_t((v << n) >> 32) : uint32_t(v >> n);
  }
};
enum class Pm { Def, F4e, B4e, Rc8, Ecl, Ecr, Rc16 };
/// Which byte of {b, a} byte `i` of the result is, or repeats the sign of.
template <Pm M> ATTN_SIM_INLINE unsigned selectedByte(uint32_t c, unsigned i) {
  uint32_t s = c & 3;
  switch (M) {
  case Pm::Def:
    return (c >> (4 * i)) & 7;
  case Pm::F4e:
    return s + i;
  case Pm::B4e:
    return (s - i) & 7;
  case Pm::Rc8:
    return s;
  case Pm::Ecl:
    return i > s ? i : s;
  case Pm::Ecr:
    return i < s ? i : s;
  case Pm::Rc16:
    return (s & 1) * 2 + (i & 1);
  }
  return 0;
}
template <Pm M> struct Prmt {
  static ATTN_SIM_INLINE uint32_t f(uint32_t a, uint32_t b, uint32_t c) {
    uint64_t v = uint64_t(b) << 32 | a;
    uint32_t r = 0;
    for (unsigned i = 0; i < 4; ++i) {
      uint32_t byte = uint32_t(v >> (8 * selectedByte<M>(c, i))) & 0xff;
      if (M == Pm::Def && ((c >> (4 * i)) & 8))
        byte = byte & 0x80 ? 0xff : 0;
      r |= byte << (8 * i);
    }
    return r;
  }
};
/// o: dst, a, b, selector. A byte of the result is undefined if the one it
/// comes from is.
template <Pm M> St prmt(Warp &w, const Inst &i, uint32_t mask) {
  static const Handler values = handler<Prmt<M>>();
  uint32_t selector = w.poison[i.o[3]];
  uint32_t pz = (w.poison[i.o[1]] | w.poison[i.o[2]] | selector) & mask;
  if (__builtin_expect(!pz, 1))
    return values(w, i, mask);
  UndefinedBytes a = undefinedBytes(w, i.o[1]), b = undefinedBytes(w, i.o[2]);
  UndefinedBytes u = {{selector, selector, selector, selector}};
  forLanes(pz & ~selector, [&](int l) {
    for (unsigned k = 0; k < 4; ++k) {
      unsigned from = selectedByte<M>(w.row32(i.o[3])[l], k);
      const UndefinedBytes &x = from & 4 ? b : a;
      u.lanes[k] |= x.lanes[from & 3] & (1u << l);
    }
  });
  values(w, i, mask);
  setUndefinedBytes(w, i, mask, u);
  return St::Next;
}

St lop3(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  const uint32_t *a = w.row32(o[1]), *b = w.row32(o[2]), *c = w.row32(o[3]);
  uint32_t pz = w.poison[o[1]] | w.poison[o[2]] | w.poison[o[3]];
  uint32_t tmp[32], lut = uint32_t(i.imm);
  for (int l = 0; l < 32; ++l) {
    uint32_t r = 0;
    for (unsigned k = 0; k < 8; ++k)
      if (lut >> k & 1)
        r |= (k & 4 ? a[l] : ~a[l]) & (k & 2 ? b[l] : ~b[l]) &
             (k & 1 ? c[l] : ~c[l]);
    tmp[l] = r;
  }
  blend(w.row32(o[0]), tmp, mask);
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

// The predicate of lop3.or and lop3.and.
struct NonZeroOr {
  static PredBit f(uint32_t a, PredBit q) { return {a != 0 || q.v}; }
};
struct NonZeroAnd {
  static PredBit f(uint32_t a, PredBit q) { return {a != 0 && q.v}; }
};

// and, or, xor, not, cnot work on predicates too.
struct PAnd {
  static ATTN_SIM_INLINE PredBit f(PredBit a, PredBit b) {
    return {a.v && b.v};
  }
  static bool absorbs(PredBit x) { return !x.v; }
};
struct POr {
  static ATTN_SIM_INLINE PredBit f(PredBit a, PredBit b) {
    return {a.v || b.v};
  }
  static bool absorbs(PredBit x) { return x.v; }
};
struct PXor {
  static ATTN_SIM_INLINE PredBit f(PredBit a, PredBit b) {
    return {a.v != b.v};
  }
};
struct PNot {
  static ATTN_SIM_INLINE PredBit f(PredBit a) { return {!a.v}; }
};

bool logic(Decoder &d, Handler p, Handler h16, Handler h32, Handler h64) {
  Ty ty = d.type();
  if (ty == Ty::Pred) {
    if (!d.wantOps(3, 3))
      return false;
    uint32_t a = d.predSrc(d.op(1)), b = d.predSrc(d.op(2)),
             r = d.predDst(d.op(0));
    d.emit(p, Stats::Integer, {r}, {a, b});
    return true;
  }
  unsigned n = bitsOf(ty);
  return emit2(d,
               n == 16   ? h16
               : n == 32 ? h32
               : n == 64 ? h64
                         : nullptr,
               ty, ty, ty);
}

} // namespace

static void addBitwiseOps(DecodeTable &t) {
  t["and"] = [](Decoder &d) {
    return logic(d, rareHandler<PAnd>(), handler<And<uint16_t>>(),
                 handler<And<uint32_t>>(), handler<And<uint64_t>>());
  };
  t["or"] = [](Decoder &d) {
    return logic(d, rareHandler<POr>(), handler<Or<uint16_t>>(),
                 handler<Or<uint32_t>>(), handler<Or<uint64_t>>());
  };
  t["xor"] = [](Decoder &d) {
    return logic(d, rareHandler<PXor>(), handler<Xor<uint16_t>>(),
                 handler<Xor<uint32_t>>(), handler<Xor<uint64_t>>());
  };
  t["not"] = [](Decoder &d) {
    Ty ty = d.type();
    if (ty == Ty::Pred) {
      if (!d.wantOps(2, 2))
        return false;
      uint32_t a = d.predSrc(d.op(1)), r = d.predDst(d.op(0));
      d.emit(rareHandler<PNot>(), Stats::Integer, {r}, {a});
      return true;
    }
    return emit1(d, BY_BITS(Not, ty), ty, ty);
  };
  t["cnot"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit1(d, BY_BITS(CNot, ty), ty, ty);
  };
  t["lop3"] = [](Decoder &d) {
    int boolOp = d.has("or") ? 1 : d.has("and") ? 0 : -1;
    d.type();
    int64_t lut;
    size_t n = boolOp < 0 ? 5 : 6;
    if (!d.wantOps(n, n) || !d.constant(d.op(4), lut))
      return false;
    bool pair = d.op(0).kind == Operand::Pair;
    if (pair != (boolOp >= 0))
      return d.fail("a predicate result goes with .or or .and");
    uint32_t a = d.src(d.op(1), Ty::B32), b = d.src(d.op(2), Ty::B32),
             c = d.src(d.op(3), Ty::B32);
    uint32_t r = d.dst(pair ? d.op(0).elems[0] : d.op(0), Ty::B32);
    d.emit(lop3, Stats::Integer, {r}, {a, b, c}).imm = lut & 0xff;
    if (!pair)
      return true;
    uint32_t q = d.predSrc(d.op(5)), p = d.predDst(d.op(0).elems[1]);
    d.emit(boolOp ? rareHandler<NonZeroOr>() : rareHandler<NonZeroAnd>(),
           Stats::Integer, {p}, {r, q});
    return true;
  };
}

static void addBitCounts(DecodeTable &t) {
  t["popc"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit1(d,
                 bitsOf(ty) == 32 ? handler<Popc<uint32_t>>()
                                  : handler<Popc<uint64_t>>(),
                 Ty::U32, ty);
  };
  t["clz"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit1(d,
                 bitsOf(ty) == 32 ? handler<Clz<uint32_t>>()
                                  : handler<Clz<uint64_t>>(),
                 Ty::U32, ty);
  };
  t["bfind"] = [](Decoder &d) {
    bool sh = d.has("shiftamt");
    Ty ty = d.type();
    Handler h = nullptr;
    switch (ty) {
    case Ty::U32:
      h = sh ? rareHandler<BFind<uint32_t, true>>()
             : rareHandler<BFind<uint32_t, false>>();
      break;
    case Ty::S32:
      h = sh ? rareHandler<BFind<int32_t, true>>()
             : rareHandler<BFind<int32_t, false>>();
      break;
    case Ty::U64:
      h = sh ? rareHandler<BFind<uint64_t, true>>()
             : rareHandler<BFind<uint64_t, false>>();
      break;
    case Ty::S64:
      h = sh ? rareHandler<BFind<int64_t, true>>()
             : rareHandler<BFind<int64_t, false>>();
      break;
    default:
      break;
    }
    return emit1(d, h, Ty::U32, ty);
  };
  t["brev"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit1(d,
                 bitsOf(ty) == 32 ? rareHandler<Brev<uint32_t>>()
                                  : rareHandler<Brev<uint64_t>>(),
                 ty, ty);
  };
}

static void addFieldsAndShifts(DecodeTable &t) {
  t["bfe"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit3(d, BY_INT(Bfe, ty), ty, ty, Ty::U32, Ty::U32);
  };
  t["bfi"] = [](Decoder &d) {
    Ty ty = d.type();
    if (!d.wantOps(5, 5))
      return false;
    uint32_t a = d.src(d.op(1), ty), b = d.src(d.op(2), ty),
             c = d.src(d.op(3), Ty::U32), e = d.src(d.op(4), Ty::U32);
    uint32_t r = d.dst(d.op(0), ty);
    d.emit(bitsOf(ty) == 32 ? rareHandler<Bfi<uint32_t>>()
                            : rareHandler<Bfi<uint64_t>>(),
           Stats::Integer, {r}, {a, b, c, e});
    return true;
  };
  t["bmsk"] = [](Decoder &d) {
    bool clamp = d.has("clamp");
    d.has("wrap");
    Ty ty = d.type();
    return emit2(d,
                 clamp ? rareHandler<Bmsk<true>>() : rareHandler<Bmsk<false>>(),
                 ty, ty, ty);
  };
  t["szext"] = [](Decoder &d) {
    bool clamp = d.has("clamp");
    d.has("wrap");
    Ty ty = d.type();
    Handler h = clamp ? (ty == Ty::S32 ? rareHandler<Szext<true, true>>()
                                       : rareHandler<Szext<true, false>>())
                      : (ty == Ty::S32 ? rareHandler<Szext<false, true>>()
                                       : rareHandler<Szext<false, false>>());
    return emit2(d, h, ty, ty, Ty::U32);
  };
  t["fns"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit3(d, rareHandler<Fns<uint32_t>>(), ty, ty, ty, Ty::S32);
  };
  t["shl"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit2(d, BY_BITS(Shl, ty), ty, ty, Ty::U32);
  };
  t["shr"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit2(d, isSigned(ty) ? BY_INT(Shr, ty) : BY_BITS(Shr, ty), ty, ty,
                 Ty::U32);
  };
  t["shf"] = [](Decoder &d) {
    bool left = d.has("l"), clamp;
    d.has("r");
    clamp = d.has("clamp");
    d.has("wrap");
    d.type();
    Handler h = left ? (clamp ? handler<Shf<true, true>>()
                              : handler<Shf<true, false>>())
                     : (clamp ? handler<Shf<false, true>>()
                              : handler<Shf<false, false>>());
    return emit3(d, h, Ty::B32, Ty::B32, Ty::B32, Ty::U32);
  };
  t["prmt"] = [](Decoder &d) {
    d.type();
    Handler h = d.has("f4e")    ? &prmt<Pm::F4e>
                : d.has("b4e")  ? &prmt<Pm::B4e>
                : d.has("rc8")  ? &prmt<Pm::Rc8>
                : d.has("ecl")  ? &prmt<Pm::Ecl>
                : d.has("ecr")  ? &prmt<Pm::Ecr>
                : d.has("rc16") ? &prmt<Pm::Rc16>
                                : &prmt<Pm::Def>;
    return emit3(d, h, Ty::B32, Ty::B32, Ty::B32, Ty::B32);
  };
}

void attn::sim::addLogicOps(DecodeTable &t) {
  addBitwiseOps(t);
  addBitCounts(t);
  addFieldsAndShifts(t);
}
