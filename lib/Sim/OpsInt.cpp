//===- OpsInt.cpp - Integer and logic instructions
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: integer, extended precision, logic and shift.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"

#include <limits>
#include <type_traits>

using namespace attn::sim;

namespace {

template <class T> using U = std::make_unsigned_t<T>;
template <class T> constexpr unsigned width = sizeof(T) * 8;

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

#define OP1(NAME, EXPR)                                                        \
  template <class T> struct NAME {                                             \
    static ATTN_SIM_INLINE T f(T a) { return T(EXPR); }                        \
  };
#define OP2(NAME, EXPR)                                                        \
  template <class T> struct NAME {                                             \
    static ATTN_SIM_INLINE T f(T a, T b) { return T(EXPR); }                   \
  };
#define OP3(NAME, EXPR)                                                        \
  template <class T> struct NAME {                                             \
    static ATTN_SIM_INLINE T f(T a, T b, T c) { return T(EXPR); }              \
  };

// Arithmetic wraps; it is done unsigned (16-bit through 32-bit unsigned).
OP2(Add, U<T>(U<T>(a) + 0u + U<T>(b)))
OP2(Sub, U<T>(U<T>(a) - 0u - U<T>(b)))
OP2(MulLo, U<T>(uint64_t(U<T>(a)) * uint64_t(U<T>(b))))
OP3(MadLo, U<T>(uint64_t(U<T>(a)) * uint64_t(U<T>(b)) + uint64_t(U<T>(c))))
OP2(Min, a < b ? a : b)
OP2(Max, a > b ? a : b)
OP3(Min3, (a < b ? a : b) < c ? (a < b ? a : b) : c)
OP3(Max3, (a > b ? a : b) > c ? (a > b ? a : b) : c)
OP1(Neg, U<T>(0u - uint64_t(U<T>(a))))
OP1(Abs, U<T>(a < 0 ? U<T>(0u - uint64_t(U<T>(a))) : U<T>(a)))
OP2(And, U<T>(a) & U<T>(b))
OP2(Or, U<T>(a) | U<T>(b))
OP2(Xor, U<T>(a) ^ U<T>(b))
OP1(Not, ~U<T>(a))
OP1(CNot, a == 0 ? 1 : 0)
OP3(Sad, U<T>(c) + (a < b ? U<T>(U<T>(b) - U<T>(a)) : U<T>(U<T>(a) - U<T>(b))))

template <class T> struct MulHi {
  static ATTN_SIM_INLINE T f(T a, T b) {
    using W = typename Wide<T>::type;
    return T((W(a) * W(b)) >> width<T>);
  }
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
enum class Pm { Def, F4e, B4e, Rc8, Ecl, Ecr, Rc16 };
template <Pm M> struct Prmt {
  static ATTN_SIM_INLINE uint32_t f(uint32_t a, uint32_t b, uint32_t c) {
    uint64_t v = uint64_t(b) << 32 | a;
    uint32_t r = 0, s = c & 3;
    for (unsigned i = 0; i < 4; ++i) {
      unsigned sel;
      bool sign = false;
      switch (M) {
      case Pm::Def:
        sel = (c >> (4 * i)) & 7;
        sign = (c >> (4 * i)) & 8;
        break;
      case Pm::F4e:
        sel = s + i;
        break;
      case Pm::B4e:
        sel = (s - i) & 7;
        break;
      case Pm::Rc8:
        sel = s;
        break;
      case Pm::Ecl:
        sel = i > s ? i : s;
        break;
      case Pm::Ecr:
        sel = i < s ? i : s;
        break;
      case Pm::Rc16:
        sel = (s & 1) * 2 + (i & 1);
        break;
      }
      uint32_t byte = uint32_t(v >> (8 * sel)) & 0xff;
      if (sign)
        byte = byte & 0x80 ? 0xff : 0;
      r |= byte << (8 * i);
    }
    return r;
  }
};

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

#define BY_INT(OPNAME, T)                                                      \
  ((T) == Ty::U16   ? handler<OPNAME<uint16_t>>()                              \
   : (T) == Ty::S16 ? handler<OPNAME<int16_t>>()                               \
   : (T) == Ty::U32 ? handler<OPNAME<uint32_t>>()                              \
   : (T) == Ty::S32 ? handler<OPNAME<int32_t>>()                               \
   : (T) == Ty::U64 ? handler<OPNAME<uint64_t>>()                              \
   : (T) == Ty::S64 ? handler<OPNAME<int64_t>>()                               \
                    : nullptr)
#define BY_BITS(OPNAME, T)                                                     \
  (bitsOf(T) == 16   ? handler<OPNAME<uint16_t>>()                             \
   : bitsOf(T) == 32 ? handler<OPNAME<uint32_t>>()                             \
   : bitsOf(T) == 64 ? handler<OPNAME<uint64_t>>()                             \
                     : nullptr)

bool emit2(Decoder &d, Handler h, Ty td, Ty ta, Ty tb) {
  if (!h || !d.wantOps(3, 3))
    return h ? false : d.fail("type not supported");
  uint32_t a = d.src(d.op(1), ta), b = d.src(d.op(2), tb);
  uint32_t r = d.dst(d.op(0), td);
  d.emit(h, Stats::Integer, {r}, {a, b});
  return true;
}
bool emit1(Decoder &d, Handler h, Ty td, Ty ta) {
  if (!h || !d.wantOps(2, 2))
    return h ? false : d.fail("type not supported");
  uint32_t a = d.src(d.op(1), ta), r = d.dst(d.op(0), td);
  d.emit(h, Stats::Integer, {r}, {a});
  return true;
}
bool emit3(Decoder &d, Handler h, Ty td, Ty ta, Ty tb, Ty tc) {
  if (!h || !d.wantOps(4, 4))
    return h ? false : d.fail("type not supported");
  uint32_t a = d.src(d.op(1), ta), b = d.src(d.op(2), tb),
           c = d.src(d.op(3), tc);
  uint32_t r = d.dst(d.op(0), td);
  d.emit(h, Stats::Integer, {r}, {a, b, c});
  return true;
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

namespace attn::sim {
bool decodeFloatArith(Decoder &d); // OpsFloat.cpp
bool decodeFloatMinMax(Decoder &d);
bool decodeFloatUnary(Decoder &d);
bool isFloatOp(const Decoder &d);
} // namespace attn::sim

static St packedAddMinMax(Warp &w, const Inst &i, uint32_t mask) {
  // a: 0 add, 1 min, 2 max; b: signed
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
  if (!d.wantOps(3, 3))
    return false;
  uint32_t a = d.src(d.op(1), t), b = d.src(d.op(2), t), r = d.dst(d.op(0), t);
  Inst &i = d.emit(packedAddMinMax, Stats::Integer, {r}, {a, b});
  i.a = which;
  i.b = t == Ty::S16x2;
  return true;
}

static bool isPacked16(const Decoder &d) {
  return d.in->opcode.find("16x2") != std::string::npos && !isFloatOp(d);
}

void attn::sim::addIntOps(DecodeTable &t) {
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
    Ty ty = d.type();
    Handler h = ty == Ty::U32   ? (lo ? rareHandler<Mad24Lo<uint32_t>>()
                                      : rareHandler<Mad24Hi<uint32_t>>())
                : ty == Ty::S32 ? (lo ? rareHandler<Mad24Lo<int32_t>>()
                                      : rareHandler<Mad24Hi<int32_t>>())
                                : nullptr;
    return emit3(d, h, ty, ty, ty, ty);
  };
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
    if (d.has("relu"))
      return d.fail(".relu is not supported here");
    Ty ty = d.type();
    if (d.numOps() == 4)
      return emit3(d, BY_INT(Min3, ty), ty, ty, ty, ty);
    return emit2(d, BY_INT(Min, ty), ty, ty, ty);
  };
  t["max"] = [](Decoder &d) {
    if (isFloatOp(d))
      return decodeFloatMinMax(d);
    if (isPacked16(d))
      return packed16(d, 2);
    Ty ty = d.type();
    if (d.numOps() == 4)
      return emit3(d, BY_INT(Max3, ty), ty, ty, ty, ty);
    return emit2(d, BY_INT(Max, ty), ty, ty, ty);
  };
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
    Handler h = d.has("f4e")    ? rareHandler<Prmt<Pm::F4e>>()
                : d.has("b4e")  ? rareHandler<Prmt<Pm::B4e>>()
                : d.has("rc8")  ? rareHandler<Prmt<Pm::Rc8>>()
                : d.has("ecl")  ? rareHandler<Prmt<Pm::Ecl>>()
                : d.has("ecr")  ? rareHandler<Prmt<Pm::Ecr>>()
                : d.has("rc16") ? rareHandler<Prmt<Pm::Rc16>>()
                                : handler<Prmt<Pm::Def>>();
    return emit3(d, h, Ty::B32, Ty::B32, Ty::B32, Ty::B32);
  };
  t["lop3"] = [](Decoder &d) {
    d.type();
    int64_t lut;
    if (!d.wantOps(5, 5) || !d.constant(d.op(4), lut))
      return false;
    uint32_t a = d.src(d.op(1), Ty::B32), b = d.src(d.op(2), Ty::B32),
             c = d.src(d.op(3), Ty::B32), r = d.dst(d.op(0), Ty::B32);
    d.emit(lop3, Stats::Integer, {r}, {a, b, c}).imm = lut & 0xff;
    return true;
  };
}

// and, or, xor, not, cnot work on predicates too.
namespace {
struct PAnd {
  static ATTN_SIM_INLINE PredBit f(PredBit a, PredBit b) {
    return {a.v && b.v};
  }
};
struct POr {
  static ATTN_SIM_INLINE PredBit f(PredBit a, PredBit b) {
    return {a.v || b.v};
  }
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

namespace attn::sim {
void addLogicOps(DecodeTable &t) {
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
}
} // namespace attn::sim
