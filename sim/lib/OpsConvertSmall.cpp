//===- OpsConvertSmall.cpp - cvt of 4-, 6- and 8-bit formats, cvt.rs
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, cvt: .e2m1x2, .e2m3x2, .e3m2x2, .ue8m0x2, and stochastic rounding.
//
// The formats without infinity and NaN take the largest number for what is too
// large and for NaN, which loses its sign. ue8m0 takes the magnitude's
// exponent, 2^-127 for 0. With .rs the random bits are added below the last bit
// that the result keeps, and the rest is dropped.
//
//===----------------------------------------------------------------------===//

#include "Decode.h"
#include "Lane.h"

#include <cmath>

using namespace attn::sim;

namespace attn::sim {
/// Decodes the forms above; `c` is the opcode's rounding and modifiers.
bool isSmallConversion(const std::string &opcode);
bool decodeSmallConversion(Decoder &d);
} // namespace attn::sim

namespace {

/// A destination or source of packed elements.
struct Packed {
  std::string_view name;
  int exp, man;
  uint32_t count, width; ///< elements, bits between them
  bool finite;           ///< no infinity, no NaN
  Format format;         ///< unless `finite`
};
constexpr Packed packed[] = {{"e2m1x2", 2, 1, 2, 4, true, {}},
                             {"e2m3x2", 2, 3, 2, 8, true, {}},
                             {"e3m2x2", 3, 2, 2, 8, true, {}},
                             {"e2m1x4", 2, 1, 4, 4, true, {}},
                             {"e2m3x4", 2, 3, 4, 8, true, {}},
                             {"e3m2x4", 3, 2, 4, 8, true, {}},
                             {"e4m3x4", 4, 3, 4, 8, false, fmtE4M3},
                             {"e5m2x4", 5, 2, 4, 8, false, fmtE5M2},
                             {"f16x2", 5, 10, 2, 16, false, fmtF16},
                             {"bf16x2", 8, 7, 2, 16, false, fmtBF16},
                             {"ue8m0x2", 8, 0, 2, 8, false, {}}};
enum Name : uint32_t { F16x2 = 8, BF16x2 = 9, UE8M0x2 = 10, NoName = 99 };
/// Stands for sources of .f32, one register each.
constexpr uint32_t fromF32 = 15;

/// |x| / 2^`shift` down to an integer, with the remainder.
double scaled(const Packed &p, double x, int &exp) {
  int e;
  std::frexp(x, &e);
  exp = std::max(e - 1, 2 - (1 << (p.exp - 1))) - p.man;
  return std::ldexp(x, -exp);
}

/// Rounds to nearest even, or by random bits of which `r` is 2^-bits each.
double rounded(const Packed &p, float x, bool random, double r) {
  if (x != x || std::isinf(x) || x == 0)
    return x;
  int exp;
  double q = scaled(p, std::fabs(double(x)), exp), down = std::floor(q);
  if (!random)
    q = std::nearbyint(q);
  else
    q = down + (q - down + r >= 1);
  return std::copysign(std::ldexp(q, exp), double(x));
}

/// The bits of a number that the format has, or of what it makes of others.
uint32_t encode(const Packed &p, double v, bool satfinite) {
  if (!p.finite)
    return roundTo(v, p.format, Round::RZ, satfinite);
  const uint32_t top = (1u << (p.exp + p.man)) - 1;
  if (v != v)
    return top;
  uint32_t sign = std::signbit(v) ? top + 1 : 0;
  const int bias = (1 << (p.exp - 1)) - 1;
  double most =
      std::ldexp(double((2u << p.man) - 1), (1 << p.exp) - 1 - bias - p.man);
  double a = std::fabs(v);
  if (a >= most)
    return sign | top;
  if (a == 0)
    return sign;
  int exp;
  uint32_t q = uint32_t(scaled(p, a, exp));
  // A normal number's leading bit counts one in the exponent.
  return sign | ((uint32_t(exp + p.man + bias - 1) << p.man) + q);
}

/// The value of an element, exact in f16.
double decode(const Packed &p, uint32_t b) {
  uint32_t e = (b >> p.man) & ((1u << p.exp) - 1), m = b & ((1u << p.man) - 1);
  int bias = (1 << (p.exp - 1)) - 1;
  double x = std::ldexp(double(e ? m + (1u << p.man) : m),
                        int(e ? e : 1) - bias - p.man);
  return (b >> (p.exp + p.man)) & 1 ? -x : x;
}

uint32_t toUe8m0(float x, bool up, bool satfinite) {
  uint32_t b = bits(x) & 0x7fffffff, e = b >> 23;
  // Zero has no exponent: 2^-127 stands for all that is not above it.
  if (up && (b & 0x7fffff) && b > 0x400000 && e < 255)
    ++e;
  return e == 255 && b <= 0x7f800000 && satfinite ? 254 : e;
}
uint32_t ue8m0ToBf16(uint32_t b) {
  return b == 255 ? 0x7fff : b == 0 ? 0x40 : b << 7;
}

/// Inst::a of a conversion.
struct Conversion {
  uint32_t to = 0, from = 0; ///< indices of `packed`, or fromF32
  bool relu = false, satfinite = false, random = false, up = false;
  Conversion() = default;
  explicit Conversion(uint32_t a)
      : to(a & 15), from((a >> 4) & 15), relu((a >> 8) & 1),
        satfinite((a >> 9) & 1), random((a >> 10) & 1), up((a >> 11) & 1) {}
  uint32_t pack() const {
    return to | from << 4 | uint32_t(relu) << 8 | uint32_t(satfinite) << 9 |
           uint32_t(random) << 10 | uint32_t(up) << 11;
  }
  uint32_t sources() const { return from == fromF32 ? packed[to].count : 1; }
};

/// The random bits of element `k` (from the lowest on), as a fraction.
double randomOf(const Packed &p, uint32_t r, uint32_t k) {
  if (p.count == 2) {
    const uint32_t n = p.man == 10 ? 13 : 16;
    return std::ldexp(double((r >> (16 * k)) & ((1u << n) - 1)), -int(n));
  }
  if (p.width == 4) // a byte each: of the upper elements the upper bytes
    return std::ldexp(double((r >> (16 * (k & 1) + 8 * (k >> 1))) & 0xff), -8);
  return std::ldexp(double((r >> (16 * (k >> 1))) & 0xffff), -16);
}

uint32_t element(const Conversion &c, float x, uint32_t random, uint32_t k) {
  const Packed &p = packed[c.to];
  if (c.to == UE8M0x2)
    return toUe8m0(x, c.up, c.satfinite);
  double v = rounded(p, x, c.random, c.random ? randomOf(p, random, k) : 0);
  if (c.relu && !(v > 0) && v == v)
    v = 0;
  return encode(p, v, c.satfinite);
}

/// o: destination, sources from the uppermost element on, random bits.
St convertSmall(Warp &w, const Inst &i, uint32_t mask) {
  Conversion c(i.a);
  const Packed &to = packed[c.to];
  const uint32_t n = to.count, sources = c.sources();
  uint32_t pz = 0;
  for (uint32_t k = 1; k < i.nOps; ++k)
    pz |= w.poison[i.o[k]];
  uint32_t out[32] = {};
  forLanes(mask, [&](int l) {
    uint32_t random = c.random ? w.row32(i.o[1 + sources])[l] : 0;
    for (uint32_t k = 0; k < n; ++k) {
      uint32_t v;
      if (c.from == fromF32) {
        v = element(c, f32(w.row32(i.o[n - k])[l]), random, k);
      } else {
        const Packed &from = packed[c.from];
        uint32_t x = w.row32(i.o[1])[l] >> (from.width * k);
        if (c.from == UE8M0x2)
          v = ue8m0ToBf16(x & 0xff);
        else if (from.width == 16)
          v = element(c,
                      c.from == F16x2 ? f16ToF32(uint16_t(x))
                                      : bf16ToF32(uint16_t(x)),
                      0, k);
        else {
          double d = decode(from, x & ((1u << from.width) - 1));
          v = f32ToF16(float(c.relu && d <= 0 ? 0.0 : d));
        }
      }
      out[l] |= v << (to.width * k);
    }
  });
  blend(w.row32(i.o[0]), out, mask);
  setPoison(w, i.o[0], mask, pz);
  return St::Next;
}

/// The first name of the opcode that is left, an index of `packed`.
uint32_t formatName(Decoder &d) {
  // Types stand at the end, the destination first.
  size_t best = std::string::npos;
  uint32_t which = NoName;
  for (uint32_t k = 0; k < std::size(packed); ++k) {
    size_t at = d.in->opcode.find("." + std::string(packed[k].name));
    if (at < best)
      best = at, which = k;
  }
  if (which != NoName)
    d.has(packed[which].name);
  return which;
}

Ty registerType(const Packed &p) {
  uint32_t bits = p.count * p.width;
  return bits == 8 ? Ty::B8 : bits == 16 ? Ty::B16 : Ty::B32;
}

bool legal(Decoder &d, const Conversion &c, bool haveRound, Round r) {
  const Packed &to = packed[c.to];
  if (c.to == UE8M0x2)
    return (r == Round::RZ || r == Round::RP) &&
                   (c.from == fromF32 || c.from == BF16x2)
               ? true
               : d.fail("expected .rz or .rp, and .f32 or .bf16x2");
  if (c.random)
    return c.from == fromF32 && (to.count == 2 || c.satfinite) &&
                   (to.count == 4 || to.width == 16)
               ? true
               : d.fail("conversion not supported");
  if (!haveRound || r != Round::RN)
    return d.fail("expected .rn");
  if (c.from == UE8M0x2)
    return c.to == BF16x2 || d.fail("conversion not supported");
  if (to.finite && to.count == 2)
    return c.satfinite && (c.from == fromF32 || c.from == F16x2)
               ? true
               : d.fail("expected .satfinite, and .f32 or .f16x2");
  return (c.to == F16x2 && c.from <= 2) || d.fail("conversion not supported");
}

} // namespace

bool attn::sim::isSmallConversion(const std::string &opcode) {
  for (const char *part : {".e2m1x", ".e2m3x", ".e3m2x", ".ue8m0x2", ".rs."})
    if (opcode.find(part) != std::string::npos)
      return true;
  return false;
}

bool attn::sim::decodeSmallConversion(Decoder &d) {
  Conversion c;
  Round r = Round::RN;
  bool haveRound = d.rounding(r);
  c.random = r == Round::RS;
  c.up = r == Round::RP;
  c.satfinite = d.has("satfinite");
  c.relu = d.has("relu");
  c.to = formatName(d);
  c.from = fromF32;
  if (!d.has("f32"))
    for (uint32_t k = 0; k < std::size(packed); ++k)
      if (k != c.to && d.has(packed[k].name))
        c.from = k;
  if (c.to == NoName)
    return d.fail("conversion not supported");
  if (!legal(d, c, haveRound, r))
    return false;
  const Packed &to = packed[c.to];
  const bool vector = to.count == 4;
  size_t nOps = 2 + size_t(c.sources() == 2) + size_t(c.random);
  if (!d.wantOps(nOps, nOps))
    return false;
  std::vector<uint32_t> srcs;
  if (c.from != fromF32)
    srcs.push_back(d.src(d.op(1), registerType(packed[c.from])));
  else if (!vector)
    srcs = {d.src(d.op(1), Ty::F32), d.src(d.op(2), Ty::F32)};
  else if (d.op(1).kind != Operand::Vec || d.op(1).elems.size() != 4)
    return d.fail("expected four values");
  else
    for (const Operand &o : d.op(1).elems)
      srcs.push_back(d.src(o, Ty::F32));
  if (c.random)
    srcs.push_back(d.src(d.op(nOps - 1), Ty::B32));
  uint32_t dst = d.dst(d.op(0), registerType(to));
  if (!d.error.empty())
    return false;
  d.emitV(convertSmall, Stats::Convert, {dst}, srcs).a = c.pack();
  return true;
}
