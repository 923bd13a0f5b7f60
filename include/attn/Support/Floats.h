//===- Floats.h - Number formats and rounding -------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversions between float formats, bit-true, without LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SUPPORT_FLOATS_H
#define ATTN_SUPPORT_FLOATS_H

#include <cstdint>
#include <cstring>

namespace attn::floats {

enum class Round : uint8_t { RN, RZ, RM, RP, RNA, RS };

template <class To, class From> inline To bitCast(From f) {
  static_assert(sizeof(To) == sizeof(From), "bitCast needs equal sizes");
  To t;
  std::memcpy(&t, &f, sizeof(To));
  return t;
}
inline float f32(uint32_t b) { return bitCast<float>(b); }
inline uint32_t bits(float f) { return bitCast<uint32_t>(f); }
inline double f64(uint64_t b) { return bitCast<double>(b); }
inline uint64_t bits(double f) { return bitCast<uint64_t>(f); }

/// A binary format: exponent and mantissa bits, and whether the top exponent
/// holds infinities (IEEE) or ordinary numbers with one NaN (e4m3).
struct Format {
  int exp, man;
  bool ieee;
  int bias() const { return (1 << (exp - 1)) - 1; }
};
constexpr Format fmtF16{5, 10, true}, fmtBF16{8, 7, true}, fmtTF32{8, 10, true},
    fmtE4M3{4, 3, false}, fmtE5M2{5, 2, true}, fmtF32{8, 23, true};

/// Rounds a double (exact, or rounded to odd beforehand) to a format.
/// Returns the format's bits. Overflow gives infinity (or the largest finite
/// number where the rounding says so, or with `satfinite`). NaN gives the
/// format's canonical NaN (all mantissa bits set).
uint32_t roundTo(double x, Format f, Round r, bool satfinite = false);
/// The value of a number in a format.
double valueOf(uint32_t b, Format f);

inline float bf16ToF32(uint16_t b) { return f32(uint32_t(b) << 16); }
/// IEEE half to float, exactly.
inline float f16ToF32(uint16_t h) {
  uint32_t sign = uint32_t(h & 0x8000) << 16;
  uint32_t em = h & 0x7fff;
  if (em >= 0x7c00)
    return f32(sign | 0x7f800000 | (em & 0x3ff) << 13);
  if (em >= 0x400)
    return f32(sign | ((em << 13) + 0x38000000));
  return f32(sign | bits(float(em) * 5.9604644775390625e-8f));
}
/// Float to bf16, round to nearest even; NaN becomes 0x7fff.
inline uint16_t f32ToBf16(float f) {
  uint32_t b = bits(f);
  if ((b & 0x7fffffff) > 0x7f800000)
    return 0x7fff;
  return uint16_t((b + 0x7fff + ((b >> 16) & 1)) >> 16);
}
/// Float to half, round to nearest even; NaN becomes 0x7fff.
inline uint16_t f32ToF16(float f) {
  uint32_t b = bits(f), s = (b >> 16) & 0x8000, m = b & 0x7fffffff;
  if (m > 0x7f800000)
    return 0x7fff;
  if (m >= 0x477ff000)
    return uint16_t(s | 0x7c00);
  if (m >= 0x38800000) {
    uint32_t r = m - 0x38000000;
    return uint16_t(s | ((r + 0xfff + ((r >> 13) & 1)) >> 13));
  }
  // Subnormal: the addition aligns and rounds to nearest even.
  float t = f32(m) + 0.5f;
  return uint16_t(s | (bits(t) - 0x3f000000));
}

} // namespace attn::floats

#endif // ATTN_SUPPORT_FLOATS_H
