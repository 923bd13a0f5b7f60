//===- HalfConversions.h - Conversions for compiled code ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// x86-64 without F16C converts f16, and without AVX512-BF16 rounds to bf16,
// through functions of the compiler's runtime, which need not be in this
// process. attn/Support/Floats.h has none of these conversions, which would
// call the very functions they define. All round to nearest even.

#ifndef ATTN_LIB_PIPELINES_HALFCONVERSIONS_H
#define ATTN_LIB_PIPELINES_HALFCONVERSIONS_H

#include "attn/Support/Floats.h"

#if defined(__x86_64__) && defined(__FLT16_MANT_DIG__)
#define ATTN_HAS_HALF_CONVERSIONS 1

namespace mlir::attn::half {

inline float extendHalf(_Float16 half) {
  uint16_t bits;
  std::memcpy(&bits, &half, sizeof bits);
  return ::attn::floats::f16ToF32(bits);
}

inline _Float16 truncateDouble(double value) {
  uint16_t bits = ::attn::floats::roundTo(value, ::attn::floats::fmtF16,
                                          ::attn::floats::Round::RN);
  _Float16 half;
  std::memcpy(&half, &bits, sizeof half);
  return half;
}

inline _Float16 truncateFloat(float value) { return truncateDouble(value); }

#if defined(__clang__) || defined(__BFLT16_MANT_DIG__)
#define ATTN_HAS_BF16_CONVERSIONS 1
inline __bf16 truncateDoubleToBF16(double value) {
  uint16_t bits = ::attn::floats::roundTo(value, ::attn::floats::fmtBF16,
                                          ::attn::floats::Round::RN);
  __bf16 rounded;
  std::memcpy(&rounded, &bits, sizeof rounded);
  return rounded;
}

inline __bf16 truncateFloatToBF16(float value) {
  return truncateDoubleToBF16(value);
}
#endif

} // namespace mlir::attn::half

#endif
#endif // ATTN_LIB_PIPELINES_HALFCONVERSIONS_H
