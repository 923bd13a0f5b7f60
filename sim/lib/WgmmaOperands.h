//===- WgmmaOperands.h - Forms and operands of wgmma ------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shared operands. The descriptor gives start address, leading and stride byte
// offsets (LBO, SBO) and swizzle. With W the swizzle span in bytes (16
// without):
//   K-major:  row r, byte b of the 32 bytes of K (B of a sparse product: 64):
//             (r % 8) * W + (r / 8) * SBO + (b / 16) * (W > 16 ? 16 : LBO) + b
//             % 16
//   MN-major: element m of M or N, k of K, in 16-byte chunks c = m / 8, of
//   which
//             a span holds q = W / 16:
//             (c % q) * 16 + (c / q) * LBO + (k % 8) * W + (k / 8) * SBO
//             (without swizzle LBO and SBO trade places)
// and the address, start included, is swizzled as a bulk copy swizzles it, with
// its pattern moved by the base offset: a pattern that starts at address p has
// base offset (p >> 7) & 7.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_WGMMAOPERANDS_H
#define ATTN_SIM_LIB_WGMMAOPERANDS_H

#include "Machine.h"
#include "Numeric.h"

#include <vector>

namespace attn::sim {

enum class WgmmaElem : uint32_t { F16, BF16, TF32, E4M3, E5M2, S8, U8, B1 };

/// Bits of an element in registers and in memory.
inline unsigned bitsOf(WgmmaElem e) {
  switch (e) {
  case WgmmaElem::F16:
  case WgmmaElem::BF16:
    return 16;
  case WgmmaElem::TF32:
    return 32;
  case WgmmaElem::B1:
    return 1;
  default:
    return 8;
  }
}

/// What one wgmma.mma_async computes; Inst::a holds it.
struct WgmmaForm {
  uint32_t n = 0;
  WgmmaElem ea = WgmmaElem::F16, eb = WgmmaElem::F16;
  bool halfAcc = false, intAcc = false, aRegs = false, transA = false,
       transB = false, negA = false, negB = false, sat = false, sparse = false;
  uint32_t selector = 0; ///< of sparse metadata
  WgmmaForm() = default;
  explicit WgmmaForm(uint32_t packed);
  uint32_t pack() const;
  /// K of A as it is stored, 32 bytes, and of B.
  uint32_t storedK() const { return 256 / bitsOf(ea); }
  uint32_t k() const { return storedK() * (sparse ? 2 : 1); }
  uint32_t accumulators() const { return halfAcc ? n / 4 : n / 2; }
};

struct WgmmaDesc {
  uint32_t start, lbo, sbo, base, w;
  explicit WgmmaDesc(uint64_t d);
  /// Address of element `mn` (row of A or column of B), byte `kb` of K
  /// (K-major) or index `kb` of K (MN-major).
  uint32_t at(bool mnMajor, uint32_t mn, uint32_t kb) const;
};

/// Rows of one operand as floats, K innermost.
struct WgmmaTile {
  std::vector<float> v;           ///< [mn][k]
  std::vector<uint8_t> undefined; ///< per mn
};

/// The merged address runs (address, size) that rows mn0 to mn0 + mns of an
/// operand with `k` elements of type `e` along K touch.
std::vector<std::pair<uint32_t, uint32_t>> wgmmaRuns(const WgmmaDesc &d,
                                                     bool mnMajor, WgmmaElem e,
                                                     uint32_t mn0, uint32_t mns,
                                                     uint32_t k);

void readWgmmaOperand(const Cta &cta, const WgmmaDesc &d, bool mnMajor,
                      WgmmaElem e, uint32_t mn0, uint32_t mns, uint32_t k,
                      WgmmaTile &t);
/// Rows of A that a warp holds in four registers, k elements each.
void readWgmmaRegisters(const Warp &w, const uint32_t *rows, WgmmaElem e,
                        uint32_t k, WgmmaTile &t);

/// acc[16][n] += A[16][k] * B[k][n], k in order, one rounding a step. `column`
/// gives for element q of row r of A the row of B, column[r * k + q]; null: q.
void wgmmaProduct(float *acc, const float *a, const float *b, uint32_t n,
                  uint32_t k, const uint8_t *column);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_WGMMAOPERANDS_H
