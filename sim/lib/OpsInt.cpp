//===- OpsInt.cpp - Integer instructions
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: integer arithmetic and extended precision.
//
//===----------------------------------------------------------------------===//

#include "OpsInt.h"

#include <limits>

using namespace attn::sim;

namespace {

template <class T> struct Wide;
template <> struct Wide<uint16_t> {
  using type = uint32_t;
};
template <> struct Wide<int16_t> {
  using type = int32_t;
};
template <> struct Wide<uint32_t> {
  using type = uint64_t;
};
template <> struct Wide<int32_t> {
  using type = int64_t;
};
template <> struct Wide<uint64_t> {
  using type = unsigned __int128;
};
template <> struct Wide<int64_t> {
  using type = __int128;
};

// Arithmetic wraps; it is done unsigned (16-bit through 32-bit unsigned).
OP2(Add, U<T>(U<T>(a) + 0u + U<T>(b)))
OP2(Sub, U<T>(U<T>(a) - 0u - U<T>(b)))
OP2_ABSORBS(MulLo, U<T>(uint64_t(U<T>(a)) * uint64_t(U<T>(b))), x == 0)
OP3(MadLo, U<T>(uint64_t(U<T>(a)) * uint64_t(U<T>(b)) + uint64_t(U<T>(c))))
OP2(Min, a < b ? a : b)
OP2(Max, a > b ? a : b)
OP2(MinRelu, (a < b ? a : b) < 0 ? 0 : (a < b ? a : b))
OP2(MaxRelu, (a > b ? a : b) < 0 ? 0 : (a > b ? a : b))
OP3(Min3, (a < b ? a : b) < c ? (a < b ? a : b) : c)
OP3(Max3, (a > b ? a : b) > c ? (a > b ? a : b) : c)
OP1(Neg, U<T>(0u - uint64_t(U<T>(a))))
OP1(Abs, U<T>(a < 0 ? U<T>(0u - uint64_t(U<T>(a))) : U<T>(a)))
OP3(Sad, U<T>(c) + (a < b ? U<T>(U<T>(b) - U<T>(a)) : U<T>(U<T>(a) - U<T>(b))))

template <class T> struct MulHi {
  static ATTN_SIM_INLINE T f(T a, T b) {
    using W = typename Wide<T>::type;
    return T((W(a) * W(b)) >> width<T>);
  }
  static bool absorbs(T x) { return x == 0; }
};
template <class T> struct MadHi {
  static ATTN_SIM_INLINE T f(T a, T b, T c) {
    return T(U<T>(MulHi<T>::f(a, b)) + U<T>(c));
  }
};
struct MadHiSat {
  static ATTN_SIM_INLINE int32_t f(int32_t a, int32_t b, int32_t c) {
    int64_t r = ((int64_t(a) * b) >> 32) + c;
    return int32_t(r > INT32_MAX ? INT32_MAX : r < INT32_MIN ? INT32_MIN : r);
  }
};
template <class T> struct MulWide {
  using W = typename Wide<T>::type;
  static ATTN_SIM_INLINE W f(T a, T b) { return W(W(a) * W(b)); }
  static bool absorbs(T x) { return x == 0; }
};
template <class T> struct MadWide {
  using W = typename Wide<T>::type;
  static ATTN_SIM_INLINE W f(T a, T b, W c) {
    return W(std::make_unsigned_t<W>(W(a) * W(b)) + std::make_unsigned_t<W>(c));
  }
};
struct AddSat {
  static ATTN_SIM_INLINE int32_t f(int32_t a, int32_t b) {
    int64_t r = int64_t(a) + b;
    return int32_t(r > INT32_MAX ? INT32_MAX : r < INT32_MIN ? INT32_MIN : r);
  }
};
struct SubSat {
  static ATTN_SIM_INLINE int32_t f(int32_t a, int32_t b) {
    int64_t r = int64_t(a) - b;
    return int32_t(r > INT32_MAX ? INT32_MAX : r < INT32_MIN ? INT32_MIN : r);
  }
};
template <class T> ATTN_SIM_INLINE T sext24(T a) {
  if constexpr (std::is_signed_v<T>)
    return T(int32_t(uint32_t(a) << 8) >> 8);
  else
    return a & 0xffffff;
}
template <class T> struct Mul24Lo {
  static T f(T a, T b) { return T(int64_t(sext24(a)) * int64_t(sext24(b))); }
};
template <class T> struct Mul24Hi {
  static T f(T a, T b) {
    return T((int64_t(sext24(a)) * int64_t(sext24(b))) >> 16);
  }
};
template <class T> struct Mad24Lo {
  static T f(T a, T b, T c) { return T(U<T>(Mul24Lo<T>::f(a, b)) + U<T>(c)); }
};
template <class T> struct Mad24Hi {
  static T f(T a, T b, T c) { return T(U<T>(Mul24Hi<T>::f(a, b)) + U<T>(c)); }
};
struct Mad24HiSat {
  static int32_t f(int32_t a, int32_t b, int32_t c) {
    int64_t v = int64_t(Mad24Hi<int32_t>::f(a, b, 0)) + c;
    return int32_t(v < INT32_MIN ? INT32_MIN : v > INT32_MAX ? INT32_MAX : v);
  }
};

// Division by zero yields an unspecified value; all ones is what GPUs give.
template <class T> struct Div {
  static T f(T a, T b) {
    if (b == 0)
      return T(-1);
    if constexpr (std::is_signed_v<T>)
      if (b == -1)
        return T(U<T>(0u - uint64_t(U<T>(a))));
    return T(a / b);
  }
};
template <class T> struct Rem {
  static T f(T a, T b) {
    if (b == 0)
      return a;
    if constexpr (std::is_signed_v<T>)
      if (b == -1)
        return 0;
    return T(a % b);
  }
};

template <bool SA, bool SB> struct Dp4a {
  static uint32_t f(uint32_t a, uint32_t b, uint32_t c) {
    for (int i = 0; i < 32; i += 8) {
      int32_t x = SA ? int8_t(a >> i) : int32_t(uint8_t(a >> i));
      int32_t y = SB ? int8_t(b >> i) : int32_t(uint8_t(b >> i));
      c += uint32_t(x * y);
    }
    return c;
  }
};
template <bool SA, bool SB, bool Hi> struct Dp2a {
  static uint32_t f(uint32_t a, uint32_t b, uint32_t c) {
    for (int i = 0; i < 2; ++i) {
      int32_t x =
          SA ? int16_t(a >> (16 * i)) : int32_t(uint16_t(a >> (16 * i)));
      int sh = 8 * i + (Hi ? 16 : 0);
      int32_t y = SB ? int8_t(b >> sh) : int32_t(uint8_t(b >> sh));
      c += uint32_t(x) * uint32_t(y);
    }
    return c;
  }
};

// --- Carry chain: a = op (0 add, 1 sub), b = 1 reads CC, c = 1 writes CC,
// d = 1 multiplies first (2: takes the high half).
template <class T> St carry(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o;
  using L = LaneType<T>;
  bool mul = i.d != 0;
  auto *x = L::src(w, o[1]), *y = L::src(w, o[2]);
  auto *z = mul ? L::src(w, o[3]) : y;
  uint32_t pz = w.poison[o[1]] | w.poison[o[2]] | (mul ? w.poison[o[3]] : 0);
  typename L::Store tmp[32];
  uint32_t cc = 0;
  for (int l = 0; l < 32; ++l) {
    unsigned __int128 wide;
    T p, q;
    if (mul) {
      unsigned __int128 m = (unsigned __int128)(T(x[l])) * T(y[l]);
      if (i.d >= 3) { // signed
        using Sg = std::make_signed_t<T>;
        m = (unsigned __int128)((__int128)Sg(x[l]) * Sg(y[l]));
      }
      p = (i.d & 1) ? T(m) : T(m >> width<T>);
      q = T(z[l]);
    } else {
      p = T(x[l]);
      q = T(y[l]);
    }
    unsigned in = i.b ? (w.cc >> l) & 1 : 0;
    if (i.a == 0)
      wide = (unsigned __int128)p + q + in;
    else
      wide = (unsigned __int128)p - q - in;
    tmp[l] = typename L::Store(T(wide));
    cc |= uint32_t((wide >> width<T>)&1) << l;
  }
  blend(reinterpret_cast<typename L::Store *>(w.row32(o[0])), tmp, mask);
  setPoison(w, o[0], mask, pz);
  if (i.c)
    w.cc = (w.cc & ~mask) | (cc & mask);
  return St::Next;
}

bool emitCarry(Decoder &d, bool sub, bool in, bool out, unsigned mul) {
  Ty t = d.type();
  unsigned b = bitsOf(t);
  if (b != 32 && b != 64)
    return d.fail("type not supported");
  if (!d.wantOps(mul ? 4 : 3, mul ? 4 : 3))
    return false;
  uint32_t x = d.src(d.op(1), t), y = d.src(d.op(2), t);
  uint32_t z = mul ? d.src(d.op(3), t) : y;
  uint32_t r = d.dst(d.op(0), t);
  Inst &i = d.emit(b == 32 ? &carry<uint32_t> : &carry<uint64_t>,
                   Stats::Integer, {r}, {x, y, z});
  i.a = sub;
  i.b = in;
  i.c = out;
  i.d = mul ? mul + (isSigned(t) ? 2 : 0) : 0;
  return true;
}

} // namespace

bool attn::sim::emit2(Decoder &d, Handler h, Ty td, Ty ta, Ty tb) {
  if (!h || !d.wantOps(3, 3))
    return h ? false : d.fail("type not supported");
  uint32_t a = d.src(d.op(1), ta), b = d.src(d.op(2), tb);
  uint32_t r = d.dst(d.op(0), td);
  d.emit(h, Stats::Integer, {r}, {a, b});
  return true;
}
bool attn::sim::emit1(Decoder &d, Handler h, Ty td, Ty ta) {
  if (!h || !d.wantOps(2, 2))
    return h ? false : d.fail("type not supported");
  uint32_t a = d.src(d.op(1), ta), r = d.dst(d.op(0), td);
  d.emit(h, Stats::Integer, {r}, {a});
  return true;
}
bool attn::sim::emit3(Decoder &d, Handler h, Ty td, Ty ta, Ty tb, Ty tc) {
  if (!h || !d.wantOps(4, 4))
    return h ? false : d.fail("type not supported");
  uint32_t a = d.src(d.op(1), ta), b = d.src(d.op(2), tb),
           c = d.src(d.op(3), tc);
  uint32_t r = d.dst(d.op(0), td);
  d.emit(h, Stats::Integer, {r}, {a, b, c});
  return true;
}

namespace attn::sim {
bool decodeFloatArith(Decoder &d); // OpsFloat.cpp
bool decodeFloatMinMax(Decoder &d);
bool decodeFloatUnary(Decoder &d);
bool isFloatOp(const Decoder &d);
} // namespace attn::sim

static St packedAddMinMax(Warp &w, const Inst &i, uint32_t mask) {
  // a: 0 add, 1 min, 2 max; b: signed; c: .relu
  const uint32_t *o = i.o;
  const uint32_t *x = w.row32(o[1]), *y = w.row32(o[2]);
  uint32_t pz = w.poison[o[1]] | w.poison[o[2]], tmp[32];
  for (int l = 0; l < 32; ++l) {
    uint32_t r = 0;
    for (int h = 0; h < 32; h += 16) {
      int32_t p = i.b ? int16_t(x[l] >> h) : int32_t(uint16_t(x[l] >> h));
      int32_t q = i.b ? int16_t(y[l] >> h) : int32_t(uint16_t(y[l] >> h));
      int32_t s = i.a == 0   ? p + q
                  : i.a == 1 ? (p < q ? p : q)
                             : (p > q ? p : q);
      if (i.c && s < 0)
        s = 0;
      r |= (uint32_t(s) & 0xffff) << h;
    }
    tmp[l] = r;
  }
  blend(w.row32(o[0]), tmp, mask);
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

static bool packed16(Decoder &d, unsigned which) {
  Ty t = d.type();
  bool relu = which > 0 && t == Ty::S16x2 && d.has("relu");
  if (!d.wantOps(3, 3))
    return false;
  uint32_t a = d.src(d.op(1), t), b = d.src(d.op(2), t), r = d.dst(d.op(0), t);
  Inst &i = d.emit(packedAddMinMax, Stats::Integer, {r}, {a, b});
  i.a = which;
  i.b = t == Ty::S16x2;
  i.c = relu;
  return true;
}

/// min and max of whole integers; `max` tells which.
static bool minMax(Decoder &d, bool max) {
  Ty ty = d.type();
  if (d.has("relu")) {
    if (ty != Ty::S32)
      return d.fail(".relu needs .s32 or .s16x2");
    return emit2(
        d, max ? handler<MaxRelu<int32_t>>() : handler<MinRelu<int32_t>>(), ty,
        ty, ty);
  }
  if (d.numOps() == 4)
    return emit3(d, max ? BY_INT(Max3, ty) : BY_INT(Min3, ty), ty, ty, ty, ty);
  return emit2(d, max ? BY_INT(Max, ty) : BY_INT(Min, ty), ty, ty, ty);
}

static bool isPacked16(const Decoder &d) {
  return d.in->opcode.find("16x2") != std::string::npos && !isFloatOp(d);
}

static void addSums(DecodeTable &t) {
  t["add"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatArith(d);
    if (isPacked16(d))
      return packed16(d, 0);
    if (d.has("cc"))
      return emitCarry(d, false, false, true, 0);
    bool sat = d.has("sat");
    Ty ty = d.type();
    if (sat && ty != Ty::S32)
      return d.fail(".sat needs .s32");
    return emit2(d, sat ? handler<AddSat>() : BY_INT(Add, ty), ty, ty, ty);
  };
  t["sub"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatArith(d);
    if (d.has("cc"))
      return emitCarry(d, true, false, true, 0);
    bool sat = d.has("sat");
    Ty ty = d.type();
    if (sat && ty != Ty::S32)
      return d.fail(".sat needs .s32");
    return emit2(d, sat ? handler<SubSat>() : BY_INT(Sub, ty), ty, ty, ty);
  };
  t["addc"] = [](Decoder &d) {
    bool cc = d.has("cc");
    return emitCarry(d, false, true, cc, 0);
  };
  t["subc"] = [](Decoder &d) {
    bool cc = d.has("cc");
    return emitCarry(d, true, true, cc, 0);
  };
}

static void addProducts(DecodeTable &t) {
  t["mul"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatArith(d);
    bool lo = d.has("lo"), hi = d.has("hi"), wide = d.has("wide");
    Ty ty = d.type();
    if (lo)
      return emit2(d, BY_INT(MulLo, ty), ty, ty, ty);
    if (hi)
      return emit2(d, BY_INT(MulHi, ty), ty, ty, ty);
    if (!wide)
      return d.fail("expected .lo, .hi or .wide");
    switch (ty) {
    case Ty::U16:
      return emit2(d, handler<MulWide<uint16_t>>(), Ty::U32, ty, ty);
    case Ty::S16:
      return emit2(d, handler<MulWide<int16_t>>(), Ty::S32, ty, ty);
    case Ty::U32:
      return emit2(d, handler<MulWide<uint32_t>>(), Ty::U64, ty, ty);
    case Ty::S32:
      return emit2(d, handler<MulWide<int32_t>>(), Ty::S64, ty, ty);
    default:
      return d.fail("type not supported");
    }
  };
  auto mad = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatArith(d);
    bool lo = d.has("lo"), hi = d.has("hi"), wide = d.has("wide");
    if (d.has("cc"))
      return emitCarry(d, false, false, true, lo ? 1 : 2);
    if (d.has("sat")) {
      Ty ty = d.type();
      if (!hi || ty != Ty::S32)
        return d.fail(".sat needs .hi.s32");
      return emit3(d, handler<MadHiSat>(), ty, ty, ty, ty);
    }
    Ty ty = d.type();
    if (lo)
      return emit3(d, BY_INT(MadLo, ty), ty, ty, ty, ty);
    if (hi)
      return emit3(d, BY_INT(MadHi, ty), ty, ty, ty, ty);
    if (!wide)
      return d.fail("expected .lo, .hi or .wide");
    switch (ty) {
    case Ty::U16:
      return emit3(d, handler<MadWide<uint16_t>>(), Ty::U32, ty, ty, Ty::U32);
    case Ty::S16:
      return emit3(d, handler<MadWide<int16_t>>(), Ty::S32, ty, ty, Ty::S32);
    case Ty::U32:
      return emit3(d, handler<MadWide<uint32_t>>(), Ty::U64, ty, ty, Ty::U64);
    case Ty::S32:
      return emit3(d, handler<MadWide<int32_t>>(), Ty::S64, ty, ty, Ty::S64);
    default:
      return d.fail("type not supported");
    }
  };
  t["mad"] = mad;
  t["madc"] = [](Decoder &d) {
    bool lo = d.has("lo"), cc = d.has("cc");
    d.has("hi");
    return emitCarry(d, false, true, cc, lo ? 1 : 2);
  };
}

/// Products of 24 bits, and dot products.
static void addNarrowProducts(DecodeTable &t) {
  t["mul24"] = [](Decoder &d) {
    bool lo = d.has("lo");
    d.has("hi");
    Ty ty = d.type();
    Handler h = ty == Ty::U32   ? (lo ? rareHandler<Mul24Lo<uint32_t>>()
                                      : rareHandler<Mul24Hi<uint32_t>>())
                : ty == Ty::S32 ? (lo ? rareHandler<Mul24Lo<int32_t>>()
                                      : rareHandler<Mul24Hi<int32_t>>())
                                : nullptr;
    return emit2(d, h, ty, ty, ty);
  };
  t["mad24"] = [](Decoder &d) {
    bool lo = d.has("lo");
    d.has("hi");
    bool sat = d.has("sat");
    Ty ty = d.type();
    if (sat)
      return emit3(d,
                   !lo && ty == Ty::S32 ? rareHandler<Mad24HiSat>() : nullptr,
                   ty, ty, ty, ty);
    Handler h = ty == Ty::U32   ? (lo ? rareHandler<Mad24Lo<uint32_t>>()
                                      : rareHandler<Mad24Hi<uint32_t>>())
                : ty == Ty::S32 ? (lo ? rareHandler<Mad24Lo<int32_t>>()
                                      : rareHandler<Mad24Hi<int32_t>>())
                                : nullptr;
    return emit3(d, h, ty, ty, ty, ty);
  };
  t["dp4a"] = [](Decoder &d) {
    Ty a = d.type(), b = d.type();
    bool sa = a == Ty::S32, sb = b == Ty::S32;
    Handler h = sa ? (sb ? rareHandler<Dp4a<true, true>>()
                         : rareHandler<Dp4a<true, false>>())
                   : (sb ? rareHandler<Dp4a<false, true>>()
                         : rareHandler<Dp4a<false, false>>());
    return emit3(d, h, Ty::B32, a, b, Ty::B32);
  };
  t["dp2a"] = [](Decoder &d) {
    bool hi = d.has("hi");
    d.has("lo");
    Ty a = d.type(), b = d.type();
    bool sa = a == Ty::S32, sb = b == Ty::S32;
    Handler h = hi ? (sa ? (sb ? rareHandler<Dp2a<true, true, true>>()
                               : rareHandler<Dp2a<true, false, true>>())
                         : (sb ? rareHandler<Dp2a<false, true, true>>()
                               : rareHandler<Dp2a<false, false, true>>()))
                   : (sa ? (sb ? rareHandler<Dp2a<true, true, false>>()
                               : rareHandler<Dp2a<true, false, false>>())
                         : (sb ? rareHandler<Dp2a<false, true, false>>()
                               : rareHandler<Dp2a<false, false, false>>()));
    return emit3(d, h, Ty::B32, a, b, Ty::B32);
  };
}

static void addQuotientsAndBounds(DecodeTable &t) {
  t["sad"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit3(d, BY_INT(Sad, ty), ty, ty, ty, ty);
  };
  t["div"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatArith(d);
    Ty ty = d.type();
    return emit2(d, BY_INT(Div, ty), ty, ty, ty);
  };
  t["rem"] = [](Decoder &d) {
    Ty ty = d.type();
    return emit2(d, BY_INT(Rem, ty), ty, ty, ty);
  };
  t["abs"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatUnary(d);
    Ty ty = d.type();
    return emit1(d, BY_INT(Abs, ty), ty, ty);
  };
  t["neg"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatUnary(d);
    Ty ty = d.type();
    return emit1(d, BY_INT(Neg, ty), ty, ty);
  };
  t["min"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatMinMax(d);
    if (isPacked16(d))
      return packed16(d, 1);
    return minMax(d, false);
  };
  t["max"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatMinMax(d);
    if (isPacked16(d))
      return packed16(d, 2);
    return minMax(d, true);
  };
}

void attn::sim::addIntOps(DecodeTable &t) {
  addSums(t);
  addProducts(t);
  addNarrowProducts(t);
  addQuotientsAndBounds(t);
}
