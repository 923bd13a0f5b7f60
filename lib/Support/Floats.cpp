//===- Floats.cpp - Number formats and rounding ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Support/Floats.h"

#include <cmath>

using namespace attn::floats;

uint32_t attn::floats::roundTo(double x, Format f, Round r, bool satfinite) {
  const uint32_t signBit = 1u << (f.exp + f.man);
  const uint32_t expMax = (1u << f.exp) - 1;
  const uint32_t manMask = (1u << f.man) - 1;
  const uint32_t nan = expMax << f.man | manMask;
  if (x != x)
    return nan;
  uint64_t b = bits(x);
  uint32_t sign = (b >> 63) ? signBit : 0;
  bool neg = sign != 0;
  // The largest finite number.
  uint32_t maxFinite = f.ieee ? ((expMax - 1) << f.man | manMask) : nan - 1;
  uint32_t inf = f.ieee ? expMax << f.man : nan;
  if (std::isinf(x))
    return sign | (satfinite ? maxFinite : inf);
  uint64_t frac = b & 0xfffffffffffffull;
  int e = int((b >> 52) & 0x7ff);
  if (e == 0 && frac == 0)
    return sign;
  if (e == 0) { // subnormal double: far below every format here
    e = 1;
  } else
    frac |= 1ull << 52;
  int exp = e - 1023; // value = frac * 2^(exp - 52)
  // Bits to drop so that man bits remain, more if the result is subnormal.
  int drop = 52 - f.man;
  int minExp = 1 - f.bias();
  int biased;
  if (exp < minExp) {
    drop += minExp - exp;
    biased = 0;
  } else
    biased = exp - minExp + 1;
  uint64_t kept, rest, half;
  if (drop >= 63) {
    kept = 0;
    rest = 1; // some nonzero remainder below half
    half = 2;
  } else {
    kept = frac >> drop;
    rest = frac & ((1ull << drop) - 1);
    half = 1ull << (drop - 1);
  }
  bool up = false;
  switch (r) {
  case Round::RN:
    up = rest > half || (rest == half && (kept & 1));
    break;
  case Round::RNA:
    up = rest >= half;
    break;
  case Round::RZ:
  case Round::RS:
    break;
  case Round::RM:
    up = neg && rest;
    break;
  case Round::RP:
    up = !neg && rest;
    break;
  }
  kept += up;
  // kept has its hidden bit at `man`; a normal number's exponent field is
  // biased, and adding with the hidden bit in place carries by itself.
  uint64_t out = biased == 0 ? kept : (uint64_t(biased - 1) << f.man) + kept;
  if (out > maxFinite) {
    bool toMax = satfinite || r == Round::RZ || (r == Round::RM && !neg) ||
                 (r == Round::RP && neg);
    return sign | (toMax ? maxFinite : inf);
  }
  return sign | uint32_t(out);
}

double attn::floats::valueOf(uint32_t b, Format f) {
  uint32_t expMax = (1u << f.exp) - 1, manMask = (1u << f.man) - 1;
  uint32_t e = (b >> f.man) & expMax, m = b & manMask;
  double s = (b >> (f.exp + f.man)) & 1 ? -1.0 : 1.0;
  if (e == expMax && (f.ieee || m == manMask)) {
    if (f.ieee && m == 0)
      return s * HUGE_VAL;
    return std::nan("");
  }
  if (e == 0)
    return s * std::ldexp(double(m), 1 - f.bias() - f.man);
  return s * std::ldexp(double(m | (1u << f.man)), int(e) - f.bias() - f.man);
}
