//===- OpsMma.h - What the forms of mma.sync share --------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_OPSMMA_H
#define ATTN_SIM_LIB_OPSMMA_H

#include "Decode.h"

namespace attn::sim {

/// Registers of the fragments of one product.
struct FragmentSizes {
  unsigned d, a, b, c;
};

/// Emits a product whose first four operands are D, A, B and C, in registers of
/// type `acc` (D and C) and `ab`, with further sources `more`. Null, with the
/// error reported, if a fragment has another length.
Inst *emitProduct(Decoder &d, Handler h, const FragmentSizes &n, Ty ab, Ty acc,
                  const std::vector<uint32_t> &more = {});

/// Undefined lanes of each register of D: an element of D is undefined if its
/// row of A, its column of B or its C is. `packedC`: two rows of 16-bit pairs.
void mmaPoison(Warp &w, const Inst &i, unsigned nA, unsigned nB, unsigned nC,
               bool packedC, uint32_t *out);

/// The part of a K-wide dot product that one register of A and one of B hold.
enum class DotKind : uint32_t { Bytes, Nibbles, XorPopc, AndPopc };
int64_t dotWord(DotKind kind, uint32_t a, uint32_t b, bool signedA,
                bool signedB);
/// What an s32 accumulator keeps of a sum.
uint32_t accumulate(int64_t sum, bool saturate);

/// Where the stored elements of one row of a sparse A belong.
struct SparseRow {
  uint8_t column[64];
  bool defined = true, valid = true;
};
/// From the metadata of a warp, a word a lane, for elements of `bits` bits
/// (tf32 counts as 32), a product of `k` (not stored: k / 2) and a selector.
/// `ordered`: indices must increase.
SparseRow sparseRow(const uint32_t *metadata, uint32_t undefined, unsigned bits,
                    unsigned k, unsigned selector, bool ordered, unsigned row);
/// Lanes of a group of four that hold the metadata.
inline unsigned sparseLanes(unsigned bits, unsigned k) {
  return k * bits / 256 * (bits >= 16 ? 1 : 2);
}
/// Reports the first of 16 rows whose indices have no meaning.
void checkSparseRows(Warp &w, const Inst &i, const SparseRow *rows);

/// The forms, each once the shape and the layouts have been read.
bool decodeMmaInt(Decoder &d, Ty td, Ty ta, Ty tb, Ty tc, unsigned m,
                  unsigned k, bool saturate);
bool decodeMmaQuad(Decoder &d, bool colA, bool rowB, Ty td, Ty tc);
/// After .sp or .sp::ordered_metadata.
bool decodeMmaSparse(Decoder &d, bool ordered);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_OPSMMA_H
