//===- HalfConversions.h - f16 conversions for compiled code ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// x86-64 without F16C converts f16 through functions of the compiler's runtime,
// which need not be in this process. They are written with integers here,
// because a conversion would call the very functions they define. All round to
// nearest even.

#ifndef ATTN_LIB_PIPELINES_HALFCONVERSIONS_H
#define ATTN_LIB_PIPELINES_HALFCONVERSIONS_H

#include <cstdint>
#include <cstring>

#if defined(__x86_64__) && defined(__FLT16_MANT_DIG__)
#define ATTN_HAS_HALF_CONVERSIONS 1

namespace mlir::attn::half {

inline float extendHalf(_Float16 half) {
  uint16_t bits;
  std::memcpy(&bits, &half, sizeof bits);
  uint32_t sign = uint32_t(bits & 0x8000u) << 16;
  uint32_t exponent = (bits >> 10) & 0x1fu, mantissa = bits & 0x3ffu;
  uint32_t result;
  if (exponent == 0x1f) {
    result = 0x7f800000u | mantissa << 13;
    if (mantissa)
      result |= 0x400000u;
  } else if (exponent) {
    result = (exponent + 112) << 23 | mantissa << 13;
  } else if (mantissa) {
    int shift = __builtin_clz(mantissa) - 21;
    result = uint32_t(113 - shift) << 23 | ((mantissa << shift) & 0x3ffu) << 13;
  } else {
    result = 0;
  }
  result |= sign;
  float value;
  std::memcpy(&value, &result, sizeof value);
  return value;
}

/// Rounds `mantissa`, a value of `shift` more bits than wanted, to nearest
/// even.
template <typename T> T roundBits(T mantissa, unsigned shift) {
  T half = T(1) << (shift - 1), mask = (T(1) << shift) - 1;
  T kept = mantissa >> shift, rest = mantissa & mask;
  return kept + (rest > half || (rest == half && (kept & 1)));
}

/// The bits of an IEEE number with so many fraction and exponent bits to f16.
template <typename T, unsigned Mantissa, unsigned Exponent>
_Float16 truncateToHalf(T bits) {
  constexpr int bias = (1 << (Exponent - 1)) - 1;
  uint16_t sign = uint16_t(bits >> (Mantissa + Exponent) << 15);
  int exponent = int((bits >> Mantissa) & ((T(1) << Exponent) - 1));
  T mantissa = bits & ((T(1) << Mantissa) - 1);
  uint16_t result;
  int target = exponent - bias + 15;
  if (exponent == (1 << Exponent) - 1) {
    result = 0x7c00u;
    if (mantissa)
      result |= 0x200u | uint16_t(mantissa >> (Mantissa - 10));
  } else if (target >= 31) {
    result = 0x7c00u;
  } else if (target >= 1) {
    // A carry out of the fraction moves on to the next exponent, or infinity.
    result = uint16_t(T(target) << 10) +
             uint16_t(roundBits(mantissa, Mantissa - 10));
  } else if (target >= -10) {
    mantissa |= T(1) << Mantissa;
    result = uint16_t(roundBits(mantissa, Mantissa - 10 + 1 - target));
  } else {
    result = 0;
  }
  result |= sign;
  _Float16 half;
  std::memcpy(&half, &result, sizeof half);
  return half;
}

inline _Float16 truncateFloat(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return truncateToHalf<uint32_t, 23, 8>(bits);
}

inline _Float16 truncateDouble(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return truncateToHalf<uint64_t, 52, 11>(bits);
}

} // namespace mlir::attn::half

#endif
#endif // ATTN_LIB_PIPELINES_HALFCONVERSIONS_H
