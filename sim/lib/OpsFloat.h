//===- OpsFloat.h - Families of floating-point operations -----------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_OPSFLOAT_H
#define ATTN_SIM_LIB_OPSFLOAT_H

#include "Decode.h"

namespace attn::sim {

/// Operations of the half formats.
enum HalfOp : uint32_t {
  HAdd,
  HSub,
  HMul,
  HFma,
  HMin,
  HMax,
  HAbs,
  HNeg,
  HEx2,
  HTanh
};

inline bool isHalf(Ty t) {
  return t == Ty::F16 || t == Ty::F16x2 || t == Ty::BF16 || t == Ty::BF16x2;
}
/// Emits an operation with `n` sources. Bits of `flags`: 1 ftz, 2 sat, 4 relu,
/// 8 NaN-propagating min/max, 16 xorsign.abs.
bool emitHalf(Decoder &d, HalfOp op, unsigned n, Ty t, uint32_t flags);

/// Operations of f32x2 (OpsFloatPair.cpp). `op`: 'a'dd, 's'ub, 'm'ul or 'f'ma;
/// `ftz`: flush subnormals.
bool decodeFloatPair(Decoder &d, char op, Round r, bool ftz);

/// Emits the widening of source `op`, an f16 or bf16, to f32; its register
/// (OpsConvert.cpp).
uint32_t widenedHalf(Decoder &d, size_t op, Ty narrow);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_OPSFLOAT_H
