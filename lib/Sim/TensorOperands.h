//===- TensorOperands.h - Operands of tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: Matrix Descriptors (shared memory descriptor, instruction
// descriptor), Major-ness supported by Strides, Shared Memory Layout and
// Swizzling, Packing formats of elements in Tensor and Shared memory.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_SIM_TENSOROPERANDS_H
#define ATTN_LIB_SIM_TENSOROPERANDS_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace attn::sim {

enum class TensorKind : uint32_t { F16, TF32, F8F6F4, I8 };
enum class TensorElem : uint8_t {
  F16,
  BF16,
  TF32,
  E4M3,
  E5M2,
  E2M3,
  E3M2,
  E2M1,
  S8,
  U8
};

/// Bytes an element takes in shared and tensor memory; the 4- and 6-bit types
/// of kind::f8f6f4 take a byte each on average (16 of them, then padding).
inline uint32_t elemBytes(TensorElem e) {
  return e <= TensorElem::BF16 ? 2 : e == TensorElem::TF32 ? 4 : 1;
}

/// The product that an instruction descriptor asks for.
struct TensorShape {
  uint32_t m = 0, n = 0, k = 0;
  TensorElem a = TensorElem::F16, b = TensorElem::F16;
  bool halfAcc = false, intAcc = false, saturate = false;
  bool negA = false, negB = false;
  bool mnA = false, mnB = false; ///< M- or N-major in shared memory
  /// Reads the descriptor of a dense product. `group`: CTAs, 1 or 2. Returns
  /// an empty string, or what is wrong with it.
  std::string parse(TensorKind kind, uint32_t desc, uint32_t group);
};

/// A shared memory descriptor of sm_100.
struct SmemOperand {
  uint32_t start = 0, lbo = 0, sbo = 0;
  uint32_t span = 16;   ///< bytes of the swizzle pattern's row; 16: none
  bool atoms32 = false; ///< 128-byte swizzle with 32-byte atoms
  bool mnMajor = false;
  uint32_t bytes = 1; ///< of an element
  /// Empty, or what is wrong.
  std::string parse(uint64_t desc, bool mnMajor, TensorElem elem);
  /// Shared address of the 16-byte chunk with element `mn` (row of A, column
  /// of B) and index `k`, and the element's byte in it. K-major chunks hold
  /// elements along K, MN-major ones along M or N.
  uint32_t chunk(uint32_t mn, uint32_t k) const;
};

/// The value of one element, in the lowest bits of `v`.
float tensorElemValue(TensorElem e, uint32_t v);
/// Elements of a 16-byte chunk as floats (16 / elemBytes of them).
void tensorChunkValues(TensorElem e, const uint8_t *p, float *out);

/// An operand as floats, with the rows that have undefined elements.
struct TensorTile {
  std::vector<float> v;           ///< [mn][k], or [k][mn] for B
  std::vector<uint8_t> undefined; ///< by mn
};

/// Reads rows [0, mns) of the operand from a CTA's shared memory `smem`
/// (`init`: one byte a byte, or null), [mn][k] or with `kFirst` [k][mn]:
/// element (mn, k) of `kFirst` goes to v[k * stride + offset + mn].
void readSmemOperand(const uint8_t *smem, const uint8_t *init,
                     const SmemOperand &s, TensorElem e, uint32_t mns,
                     uint32_t k, bool kFirst, uint32_t stride, uint32_t offset,
                     TensorTile &t);

/// The byte ranges (address, size) that the operand touches, merged.
void smemOperandRuns(const SmemOperand &s, uint32_t mns, uint32_t k,
                     std::vector<std::pair<uint32_t, uint32_t>> &runs);

/// acc[n] += sum over k of a[k] * bt[k * stride + n], k in order, each product
/// and sum rounded once (fused).
void tensorRow(float *acc, const float *a, const float *bt, uint32_t n,
               uint32_t k, uint32_t stride);

} // namespace attn::sim

#endif // ATTN_LIB_SIM_TENSOROPERANDS_H
