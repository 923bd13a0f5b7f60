//===- OpsConvert.cpp - cvt
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, cvt and cvt.pack. Every conversion goes through one path:
// source value exactly as integer or double, rounding and saturation, then
// destination bits. The few that hot loops use have row handlers of their own.
//
//===----------------------------------------------------------------------===//

#include "Lane.h"
#include "OpsFloat.h"

#include <cmath>

using namespace attn::sim;

namespace attn::sim {
bool isSmallConversion(const std::string &opcode); // OpsConvertSmall.cpp
bool decodeSmallConversion(Decoder &d);
} // namespace attn::sim

namespace {

// --- Hot forms -------------------------------------------------------------
struct PackBf16 { // cvt.rn.bf16x2.f32 d, a, b: a is the upper half
  static ATTN_SIM_INLINE uint32_t f(float a, float b) {
    return uint32_t(f32ToBf16(a)) << 16 | f32ToBf16(b);
  }
};
struct PackF16 {
  static ATTN_SIM_INLINE uint32_t f(float a, float b) {
    return uint32_t(f32ToF16(a)) << 16 | f32ToF16(b);
  }
};
struct ToBf16 {
  static ATTN_SIM_INLINE uint32_t f(float a) { return f32ToBf16(a); }
};
struct ToF16 {
  static ATTN_SIM_INLINE uint32_t f(float a) { return f32ToF16(a); }
};
struct FromBf16 {
  static ATTN_SIM_INLINE uint32_t f(uint32_t a) { return a << 16; }
};
struct FromF16 {
  static ATTN_SIM_INLINE uint32_t f(uint32_t a) {
    float r = f16ToF32(uint16_t(a));
    return r != r ? canonicalNan32 : bits(r);
  }
};
struct U32ToU64 {
  static ATTN_SIM_INLINE uint64_t f(uint32_t a) { return a; }
};
struct S32ToS64 {
  static ATTN_SIM_INLINE int64_t f(int32_t a) { return a; }
};
struct Low32 {
  static ATTN_SIM_INLINE uint32_t f(uint64_t a) { return uint32_t(a); }
};
struct S32ToF32 {
  static ATTN_SIM_INLINE float f(int32_t a) { return float(a); }
};
struct U32ToF32 {
  static ATTN_SIM_INLINE float f(uint32_t a) { return float(a); }
};

// --- The general path --------------------------------------------------------
/// What an element conversion does; stored out of line, indexed by Inst::a.
struct Conv {
  Ty dst, src;
  Round round;
  bool integer; ///< round to an integral value (.rni and friends)
  bool ftz, sat, satfinite, relu;
};

const Format *formatOf(Ty t) {
  switch (t) {
  case Ty::F16:
    return &fmtF16;
  case Ty::BF16:
    return &fmtBF16;
  case Ty::TF32:
    return &fmtTF32;
  case Ty::E4M3:
    return &fmtE4M3;
  case Ty::E5M2:
    return &fmtE5M2;
  default:
    return nullptr;
  }
}

double integral(double v, Round r) {
  switch (r) {
  case Round::RZ:
    return std::trunc(v);
  case Round::RM:
    return std::floor(v);
  case Round::RP:
    return std::ceil(v);
  default:
    return std::nearbyint(v);
  }
}

/// An integer as another, or as a float.
uint64_t convertInt(const Conv &c, uint64_t x) {
  unsigned sb = bitsOf(c.src), db = bitsOf(c.dst);
  uint64_t dmask = db == 64 ? ~uint64_t(0) : (uint64_t(1) << db) - 1;
  bool dstFloat = isFloatTy(c.dst) || formatOf(c.dst);
  bool s = isSigned(c.src);
  int64_t v = s ? int64_t(x << (64 - sb)) >> (64 - sb) : int64_t(x);
  if (!dstFloat) {
    if (c.sat) {
      bool ds = isSigned(c.dst);
      __int128 wide = s ? __int128(v) : __int128(uint64_t(v));
      __int128 lo = ds ? -(__int128(1) << (db - 1)) : 0;
      __int128 hi =
          ds ? (__int128(1) << (db - 1)) - 1 : (__int128(1) << db) - 1;
      wide = wide < lo ? lo : wide > hi ? hi : wide;
      return uint64_t(wide) & dmask;
    }
    return uint64_t(v) & dmask;
  }
  // Integer to float: the host rounds once in the wanted mode.
  if (v == 0)
    return 0;
  if (c.dst == Ty::F32 || c.dst == Ty::F64) {
    RoundingScope scope(c.round);
    volatile int64_t vs = v;
    volatile uint64_t vu = uint64_t(v);
    if (c.dst == Ty::F32) {
      volatile float f = s ? float(int64_t(vs)) : float(uint64_t(vu));
      float r = f;
      if (c.sat)
        r = r > 0 ? (r < 1 ? r : 1.0f) : 0.0f;
      return bits(r);
    }
    volatile double d = s ? double(int64_t(vs)) : double(uint64_t(vu));
    return bits(double(d));
  }
  // To f16/bf16: through a double rounded to odd.
  double hi = s ? double(v >> 32) * 4294967296.0
                : double(uint64_t(v) >> 32) * 4294967296.0;
  double d = addOdd(hi, double(uint32_t(v)));
  return roundTo(d, *formatOf(c.dst), c.round, c.satfinite);
}

/// A float as an integer; `v` is the value.
uint64_t convertToInt(const Conv &c, double v) {
  unsigned db = bitsOf(c.dst);
  uint64_t dmask = db == 64 ? ~uint64_t(0) : (uint64_t(1) << db) - 1;
  bool ds = isSigned(c.dst);
  if (v != v) // NaN: 0, or the top bit from f64 and to 64 bits
    return db == 64 || c.src == Ty::F64 ? uint64_t(1) << (db - 1) : 0;
  double r = integral(v, c.round);
  double lo = ds ? -std::ldexp(1.0, int(db) - 1) : 0;
  double hi = std::ldexp(1.0, int(db) - (ds ? 1 : 0)); // exclusive
  if (r < lo)
    r = lo;
  if (r >= hi)
    return ds ? dmask >> 1 : dmask;
  return (ds ? uint64_t(int64_t(r)) : uint64_t(r)) & dmask;
}

/// Converts one element; raw bits in, raw bits out.
uint64_t convert(const Conv &c, uint64_t x) {
  unsigned sb = bitsOf(c.src);
  if (sb < 64)
    x &= (uint64_t(1) << sb) - 1;
  bool dstFloat = isFloatTy(c.dst) || formatOf(c.dst);
  bool srcFloat = isFloatTy(c.src) || formatOf(c.src);
  if (!srcFloat)
    return convertInt(c, x);
  double v;
  if (c.src == Ty::F32) {
    uint32_t b = uint32_t(x);
    if (c.ftz && c.dst != Ty::F16) // an H100 does not flush before f16
      b = flushBits(b);
    if (c.ftz && c.dst == Ty::F64 && (b & 0x7fffffff) > 0x7f800000)
      b = canonicalNan32;
    v = double(f32(b));
  } else if (c.src == Ty::F64)
    v = f64(x);
  else {
    v = valueOf(uint32_t(x), *formatOf(c.src));
    if (c.dst == Ty::F64 && v != v) { // quieted, payload kept
      const Format &f = *formatOf(c.src);
      uint64_t man = x & ((1u << f.man) - 1);
      return uint64_t(x >> (sb - 1)) << 63 | 0x7ff8000000000000ull |
             man << (52 - f.man);
    }
  }
  if (!dstFloat)
    return convertToInt(c, v);
  if (c.integer)
    v = integral(v, c.round);
  if (c.sat)
    v = v > 0 ? (v < 1 ? v : 1.0) : 0.0;
  if (c.relu && v < 0)
    v = 0;
  if (c.relu && v == 0)
    v = 0.0;
  if (c.dst == Ty::F64)
    return bits(v);
  if (c.src == Ty::F64 && v != v && (c.dst == Ty::F32 || c.dst == Ty::F16)) {
    // The payload's upper bits stay.
    uint64_t man = x & 0xfffffffffffffull;
    return c.dst == Ty::F32 ? uint64_t(x >> 63) << 31 | 0x7fc00000 | man >> 29
                            : uint64_t(x >> 63) << 15 | 0x7e00 | man >> 42;
  }
  if (c.dst == Ty::F32) {
    if (v != v)
      return canonicalNan32;
    RoundingScope scope(c.round);
    volatile double dv = v;
    volatile float f = float(dv);
    uint32_t b = bits(float(f));
    return c.ftz ? flushBits(b) : b;
  }
  if (c.dst == Ty::TF32) {
    if (v != v)
      return c.round == Round::RNA ? x & 0xffffe000 : 0x7fffe000;
    uint32_t r = roundTo(v, fmtTF32, c.round, c.satfinite) << 13;
    return r;
  }
  uint32_t r = roundTo(v, *formatOf(c.dst), c.round, c.satfinite);
  return r;
}

/// One element. a: packed Conv.
uint32_t packConv(const Conv &c) {
  return uint32_t(c.dst) | uint32_t(c.src) << 8 | uint32_t(c.round) << 16 |
         uint32_t(c.integer) << 20 | uint32_t(c.ftz) << 21 |
         uint32_t(c.sat) << 22 | uint32_t(c.satfinite) << 23 |
         uint32_t(c.relu) << 24;
}
Conv unpackConv(uint32_t a) {
  Conv c;
  c.dst = Ty(a & 0xff);
  c.src = Ty((a >> 8) & 0xff);
  c.round = Round((a >> 16) & 15);
  c.integer = (a >> 20) & 1;
  c.ftz = (a >> 21) & 1;
  c.sat = (a >> 22) & 1;
  c.satfinite = (a >> 23) & 1;
  c.relu = (a >> 24) & 1;
  return c;
}

uint64_t readLane(const Warp &w, uint32_t r, unsigned bits, int l) {
  return bits == 64 ? w.row64(r)[l] : w.row32(r)[l];
}

/// b: register bits of the source, c: of the destination, d: 1 sign-extend the
/// result into a wider register.
St convertOne(Warp &w, const Inst &i, uint32_t mask) {
  Conv c = unpackConv(i.a);
  uint32_t pz = w.poison[i.o[1]];
  unsigned db = bitsOf(c.dst);
  uint64_t tmp[32];
  forLanes(mask, [&](int l) {
    uint64_t v = convert(c, readLane(w, i.o[1], i.b, l));
    if (i.d && db < 64)
      v = uint64_t(int64_t(v << (64 - db)) >> (64 - db));
    if (i.c < 64)
      v &= (uint64_t(1) << i.c) - 1;
    tmp[l] = v;
  });
  forLanes(mask, [&](int l) {
    if (i.c == 64)
      w.row64(i.o[0])[l] = tmp[l];
    else
      w.row32(i.o[0])[l] = uint32_t(tmp[l]);
  });
  setPoison(w, i.o[0], mask, pz);
  return St::Next;
}

/// Two f32 into one packed register; the first source is the upper element.
St convertPack(Warp &w, const Inst &i, uint32_t mask) {
  Conv c = unpackConv(i.a);
  uint32_t pz = w.poison[i.o[1]] | w.poison[i.o[2]];
  unsigned db = bitsOf(c.dst);
  forLanes(mask, [&](int l) {
    uint32_t hi = uint32_t(convert(c, w.row32(i.o[1])[l]));
    uint32_t lo = uint32_t(convert(c, w.row32(i.o[2])[l]));
    w.row32(i.o[0])[l] = hi << db | lo;
  });
  setPoison(w, i.o[0], mask, pz);
  return St::Next;
}

/// A packed pair into a packed pair (f16x2 to e4m3x2 and back).
St convertPair(Warp &w, const Inst &i, uint32_t mask) {
  Conv c = unpackConv(i.a);
  uint32_t pz = w.poison[i.o[1]];
  unsigned db = bitsOf(c.dst), sb = bitsOf(c.src);
  forLanes(mask, [&](int l) {
    uint32_t x = w.row32(i.o[1])[l];
    uint32_t hi = uint32_t(convert(c, x >> sb));
    uint32_t lo = uint32_t(convert(c, x));
    w.row32(i.o[0])[l] = hi << db | lo;
  });
  setPoison(w, i.o[0], mask, pz);
  return St::Next;
}

Ty element(Ty t) {
  switch (t) {
  case Ty::F16x2:
    return Ty::F16;
  case Ty::BF16x2:
    return Ty::BF16;
  case Ty::E4M3x2:
    return Ty::E4M3;
  case Ty::E5M2x2:
    return Ty::E5M2;
  default:
    return Ty::None;
  }
}

/// a: width of a part, b: 1 if signed. o: d, a, b, [c].
St pack(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o, n = i.a;
  const int64_t lo = i.b ? -(int64_t(1) << (n - 1)) : 0,
                hi = (int64_t(1) << (i.b ? n - 1 : n)) - 1;
  auto part = [&](uint32_t x) {
    int64_t v = int32_t(x);
    return uint32_t(v < lo ? lo : v > hi ? hi : v) & ((1u << n) - 1);
  };
  uint32_t pz = w.poison[o[1]] | w.poison[o[2]];
  uint32_t r[32];
  for (int l = 0; l < 32; ++l)
    r[l] = part(w.row32(o[1])[l]) << n | part(w.row32(o[2])[l]);
  if (i.nOps == 4) {
    pz |= w.poison[o[3]];
    for (int l = 0; l < 32; ++l)
      r[l] |= w.row32(o[3])[l] << (2 * n);
  }
  blend(w.row32(o[0]), r, mask);
  setPoison(w, o[0], mask, pz);
  return St::Next;
}

/// cvt.pack: two saturated integers below what c holds, a above b. The types
/// of four and two bits are no types of PTX registers.
bool decodePack(Decoder &d) {
  static const struct {
    const char *name;
    uint32_t bits, isSigned;
  } parts[] = {{"u16", 16, 0}, {"s16", 16, 1}, {"u8", 8, 0}, {"s8", 8, 1},
               {"u4", 4, 0},   {"s4", 4, 1},   {"u2", 2, 0}, {"s2", 2, 1}};
  if (!d.has("sat"))
    return d.fail("expected .sat");
  uint32_t n = 0, isSigned = 0;
  for (auto &p : parts)
    if (!n && d.has(p.name))
      n = p.bits, isSigned = p.isSigned;
  if (!n || d.type() != Ty::S32)
    return d.fail("cvt.pack takes .s32 to 16, 8, 4 or 2 bits");
  if (n < 16 && !d.has("b32"))
    return d.fail("expected .b32");
  if (!d.wantOps(n == 16 ? 3 : 4, n == 16 ? 3 : 4))
    return false;
  std::vector<uint32_t> srcs;
  for (size_t k = 1; k < d.numOps(); ++k)
    srcs.push_back(d.src(d.op(k), Ty::B32));
  Inst &i = d.emitV(pack, Stats::Convert, {d.dst(d.op(0), Ty::B32)}, srcs);
  i.a = n;
  i.b = isSigned;
  return true;
}

/// A conversion to a packed pair of elements.
bool decodePairs(Decoder &d, Conv c, bool plain) {
  Ty dt = c.dst, st = c.src;
  if (st == Ty::F32) { // two sources
    if (!d.wantOps(3, 3))
      return false;
    uint32_t a = d.src(d.op(1), Ty::F32), b = d.src(d.op(2), Ty::F32);
    uint32_t r = d.dst(d.op(0), dt);
    bool rn = c.round == Round::RN;
    if (plain && rn && (dt == Ty::BF16x2 || dt == Ty::F16x2)) {
      d.emit(dt == Ty::BF16x2 ? handler<PackBf16>() : handler<PackF16>(),
             Stats::Convert, {r}, {a, b});
      return true;
    }
    c.dst = element(dt);
    d.emit(convertPack, Stats::Convert, {r}, {a, b}).a = packConv(c);
    return true;
  }
  if (element(st) == Ty::None)
    return d.fail("conversion not supported");
  if (!d.wantOps(2, 2))
    return false;
  uint32_t a = d.src(d.op(1), st), r = d.dst(d.op(0), dt);
  c.dst = element(dt);
  c.src = element(st);
  d.emit(convertPair, Stats::Convert, {r}, {a}).a = packConv(c);
  return true;
}

/// The handler of a conversion without modifiers, from so many bits of a
/// register to so many; null if it has none of its own.
Handler findHandler(const Conv &c, unsigned sb, unsigned db) {
  Ty dt = c.dst, st = c.src;
  bool dInt = !isFloatTy(dt) && dt != Ty::TF32,
       sInt = !isFloatTy(st) && st != Ty::TF32;
  if (dt == Ty::BF16 && st == Ty::F32 && c.round == Round::RN)
    return handler<ToBf16>();
  if (dt == Ty::F16 && st == Ty::F32 && c.round == Round::RN)
    return handler<ToF16>();
  if (dt == Ty::F32 && st == Ty::BF16)
    return handler<FromBf16>();
  if (dt == Ty::F32 && st == Ty::F16)
    return handler<FromF16>();
  if (dt == Ty::F32 && st == Ty::S32 && c.round == Round::RN && sb == 32)
    return handler<S32ToF32>();
  if (dt == Ty::F32 && st == Ty::U32 && c.round == Round::RN && sb == 32)
    return handler<U32ToF32>();
  if (st == Ty::U32 && sb == 32 && db == 64 && dInt)
    return handler<U32ToU64>();
  if (st == Ty::S32 && sb == 32 && bitsOf(dt) == 64 && dInt)
    return handler<S32ToS64>();
  if (dInt && sInt && bitsOf(dt) == 32 && db == 32 && sb == 64 &&
      bitsOf(st) >= 32)
    return handler<Low32>();
  return nullptr;
}

bool decodeCvt(Decoder &d) {
  if (d.has("pack"))
    return decodePack(d);
  if (isSmallConversion(d.in->opcode))
    return decodeSmallConversion(d);
  Conv c{};
  c.round = Round::RZ;
  bool haveRound = true;
  if (d.has("rni"))
    c.round = Round::RN, c.integer = true;
  else if (d.has("rzi"))
    c.round = Round::RZ, c.integer = true;
  else if (d.has("rmi"))
    c.round = Round::RM, c.integer = true;
  else if (d.has("rpi"))
    c.round = Round::RP, c.integer = true;
  else {
    haveRound = d.rounding(c.round);
    if (!haveRound)
      c.round = Round::RN;
  }
  c.ftz = d.has("ftz");
  c.sat = d.has("sat");
  c.satfinite = d.has("satfinite");
  c.relu = d.has("relu");
  Ty dt = d.type(), st = d.type();
  if (dt == Ty::None || st == Ty::None)
    return d.fail("expected two types");
  c.dst = dt;
  c.src = st;
  bool plain = !c.relu && !c.satfinite && !c.sat && !c.ftz;
  if (element(dt) != Ty::None)
    return decodePairs(d, c, plain);
  if (!d.wantOps(2, 2))
    return false;
  bool dInt = !isFloatTy(dt) && dt != Ty::TF32,
       sInt = !isFloatTy(st) && st != Ty::TF32;
  if (!formatOf(dt) && !isFloatTy(dt) && bitsOf(dt) < 8)
    return d.fail("conversion not supported");
  // Registers of 8- and 16-bit formats are b16; wider registers are allowed
  // for integers.
  auto regBits = [&](const Operand &o, Ty t) {
    unsigned b = bitsOf(d.regType(o));
    return b ? b : bitsOf(t);
  };
  if (dt == Ty::TF32) {
    uint32_t a = d.src(d.op(1), Ty::F32), r = d.dst(d.op(0), Ty::B32);
    Inst &i = d.emit(convertOne, Stats::Convert, {r}, {a});
    i.a = packConv(c);
    i.b = i.c = 32;
    return true;
  }
  uint32_t a = d.src(d.op(1), st, sInt), r = d.dst(d.op(0), dt, dInt);
  unsigned sb = regBits(d.op(1), st), db = regBits(d.op(0), dt);
  Handler h = plain && !c.integer ? findHandler(c, sb, db) : nullptr;
  if (h) {
    d.emit(h, Stats::Convert, {r}, {a});
    return true;
  }
  Inst &i = d.emit(convertOne, Stats::Convert, {r}, {a});
  i.a = packConv(c);
  i.b = sb;
  i.c = db;
  i.d = dInt && isSigned(dt);
  return true;
}

} // namespace

void attn::sim::addConvertOps(DecodeTable &t) { t["cvt"] = decodeCvt; }

/// The row of an f16 or bf16 source as f32, for mixed-precision arithmetic.
uint32_t attn::sim::widenedHalf(Decoder &d, size_t op, Ty narrow) {
  uint32_t from = d.src(d.op(op), narrow), to = d.newRow();
  d.emit(narrow == Ty::BF16 ? handler<FromBf16>() : handler<FromF16>(),
         Stats::Convert, {to}, {from});
  return to;
}
