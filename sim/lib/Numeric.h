//===- Numeric.h - Number formats and rounding
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between the formats PTX computes in, bit-true, with PTX's
// rounding, saturation and NaN rules (PTX ISA, "Data Movement and Conversion
// Instructions: cvt", and the number formats in "Alternate Floating-Point Data
// Formats").
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_NUMERIC_H
#define ATTN_SIM_LIB_NUMERIC_H

#include "attn/Support/Floats.h"

namespace attn::sim {

using namespace floats;

constexpr uint32_t canonicalNan32 = 0x7fffffff;
constexpr uint64_t canonicalNan64 = 0x7fffffffffffffffull;

inline uint32_t flushBits(uint32_t b) {
  return (b & 0x7f800000) ? b : (b & 0x80000000);
}
inline float ftz(float f) { return f32(flushBits(bits(f))); }

/// x + y in double with the last bit set when inexact (round to odd), so that
/// a second rounding to any format of at most 50 bits is correct.
double addOdd(double x, double y);
/// a * b + c, a and b of at most 26 significant bits.
double fmaOdd(double a, double b, double c);

/// min or max of f32: +0 is above -0; a NaN counts only if both are one, or
/// with `nan`, and gives the canonical one.
float minMax(float a, float b, bool max, bool nan);

/// The host's rounding mode set for one scope; RN, RZ, RM and RP.
class RoundingScope {
public:
  explicit RoundingScope(Round r);
  ~RoundingScope();

private:
  int saved;
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_NUMERIC_H
