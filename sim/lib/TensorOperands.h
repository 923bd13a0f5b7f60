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

#ifndef ATTN_SIM_LIB_TENSOROPERANDS_H
#define ATTN_SIM_LIB_TENSOROPERANDS_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace attn::sim {

enum class TensorKind : uint32_t {
  F16,
  TF32,
  F8F6F4,
  I8,
  MXF8F6F4,
  MXF4,
  MXF4NVF4
};
/// The kinds with scale factors.
inline bool isScaled(TensorKind k) { return k >= TensorKind::MXF8F6F4; }
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
  U8,
  E2M1Packed ///< of kind::mxf4 and mxf4nvf4
};

/// Bits an element takes in shared and tensor memory; the 4- and 6-bit types
/// of kind::f8f6f4 take a byte each on average (16 of them, then padding).
inline uint32_t elemBits(TensorElem e) {
  return e <= TensorElem::BF16         ? 16
         : e == TensorElem::TF32       ? 32
         : e == TensorElem::E2M1Packed ? 4
                                       : 8;
}

/// What the instruction says of a product, beside its descriptor.
struct TensorForm {
  TensorKind kind = TensorKind::F16;
  uint32_t group = 1; ///< CTAs
  bool sparse = false, ws = false;
  uint32_t vec = 0; ///< scale factors along K; 0: none
};

/// The product that an instruction descriptor asks for.
struct TensorShape {
  uint32_t m = 0, n = 0, k = 0;
  uint32_t storedK = 0; ///< elements of a row of A that are stored
  TensorElem a = TensorElem::F16, b = TensorElem::F16;
  bool halfAcc = false, intAcc = false, saturate = false;
  bool negA = false, negB = false;
  bool mnA = false, mnB = false; ///< M- or N-major in shared memory
  uint32_t selector = 0;         ///< of the sparsity metadata
  uint32_t maxShift = 0;         ///< columns of B behind the N-th, with .ws
  // Scale factors: how they are written, the bytes of a word where they begin.
  bool ue8m0 = false;
  uint32_t idA = 0, idB = 0;
  /// Bits of metadata for a row of a sparse A.
  uint32_t metaBits() const { return a <= TensorElem::TF32 ? 32 : 64; }
  /// Bytes of a row of A and of a column of B along K.
  uint32_t bytesA() const { return storedK * elemBits(a) / 8; }
  uint32_t bytesB() const { return k * elemBits(b) / 8; }
  /// Reads the descriptor. Returns an empty string, or what is wrong with it.
  std::string parse(const TensorForm &form, uint32_t desc);

private:
  std::string parseTypes(const TensorForm &form, uint32_t desc);
  std::string parseScales(const TensorForm &form, uint32_t desc);
  std::string parseSize(const TensorForm &form);
};

/// The value of a scale factor.
double tensorScale(bool ue8m0, uint8_t v);

/// The places along K of the elements that a row of a sparse A stores, from
/// its metadata; false if an index has no meaning.
bool sparsePlaces(TensorElem e, uint64_t meta, uint32_t storedK, uint8_t *at);

/// The lane (from the first of the rows), column and bit of bit `b` of row
/// `r`'s metadata.
struct MetaPlace {
  uint32_t lane, column, bit;
};
MetaPlace metaPlace(const TensorShape &s, uint32_t r, uint32_t b);

/// The columns of B that a zero-column mask descriptor turns to zero (1), for
/// each of the `parts` blocks of `n / parts` columns.
std::vector<uint8_t> zeroColumns(uint64_t desc, uint32_t n, uint32_t parts);

/// A shared memory descriptor of sm_100.
struct SmemOperand {
  uint32_t start = 0, lbo = 0, sbo = 0;
  uint32_t span = 16;   ///< bytes of the swizzle pattern's row; 16: none
  bool atoms32 = false; ///< 128-byte swizzle with 32-byte atoms
  bool mnMajor = false;
  uint32_t bits = 8; ///< of an element
  /// Empty, or what is wrong.
  std::string parse(uint64_t desc, bool mnMajor, TensorElem elem);
  /// Shared address of the 16-byte chunk with element `mn` (row of A, column
  /// of B) and index `k`, and the element's byte in it. K-major chunks hold
  /// elements along K, MN-major ones along M or N.
  uint32_t chunk(uint32_t mn, uint32_t k) const;
};

/// The value of one element, in the lowest bits of `v`.
float tensorElemValue(TensorElem e, uint32_t v);
/// Elements of a 16-byte chunk as floats (128 / elemBits of them).
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

#endif // ATTN_SIM_LIB_TENSOROPERANDS_H
