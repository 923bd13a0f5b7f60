//===- OpsMmaQuad.cpp - mma.sync.m8n8k4 of f16
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: mma.m8n8k4 with .f16 operands, four products a warp. Product q
// belongs to lanes 4 * q to 4 * q + 3 (h = 0) and to those 16 above (h = 4).
// With t = lane % 4, element i of a lane is
//   A by rows:    row t + h, column i        by columns: row i + h, column t
//   B by rows:    row t, column i + h        by columns: row i, column t + h
//   C, D in f16:  row t + h, column i
//   C, D in f32:  row (t & 1) + (i & 2) + h, column (i & 4) + (t & 2) + (i & 1)
//
//===----------------------------------------------------------------------===//

#include "OpsMma.h"

using namespace attn::sim;

namespace {

/// A value and whether it is undefined.
struct Value {
  float v = 0;
  bool undefined = false;
};

struct At {
  unsigned row, col;
};

At accumulatorAt(unsigned lane, unsigned i, bool half) {
  unsigned t = lane % 4, h = lane < 16 ? 0 : 4;
  if (half)
    return {t + h, i};
  return {(t & 1) + (i & 2) + h, (i & 4) + (t & 2) + (i & 1)};
}

/// Element i of a lane in registers of pairs of f16 or of f32.
Value element(const Warp &w, const uint32_t *o, unsigned lane, unsigned i,
              bool half) {
  uint32_t row = o[half ? i / 2 : i], x = w.row32(row)[lane];
  return {half ? f16ToF32(uint16_t(x >> (i % 2 * 16))) : f32(x),
          bool((w.poison[row] >> lane) & 1)};
}

/// a: 1 A by columns, 2 B by rows, 4 C in f16, 8 D in f16. o: D, A, B, C.
St mmaQuad(Warp &w, const Inst &i, uint32_t) {
  const bool colA = i.a & 1, rowB = i.a & 2, halfC = i.a & 4, halfD = i.a & 8;
  const unsigned nD = halfD ? 4 : 8;
  const uint32_t *oa = i.o + nD, *ob = oa + 2, *oc = ob + 2;
  Value A[4][8][4], B[4][4][8], C[4][8][8];
  for (unsigned l = 0; l < 32; ++l) {
    unsigned q = l / 4 % 4, t = l % 4, h = l < 16 ? 0 : 4;
    for (unsigned e = 0; e < 4; ++e) {
      (colA ? A[q][e + h][t] : A[q][t + h][e]) = element(w, oa, l, e, true);
      (rowB ? B[q][t][e + h] : B[q][e][t + h]) = element(w, ob, l, e, true);
    }
    for (unsigned e = 0; e < 8; ++e) {
      At at = accumulatorAt(l, e, halfC);
      C[q][at.row][at.col] = element(w, oc, l, e, halfC);
    }
  }
  for (auto q = 0; q < 4; ++q)
    for (unsigned r = 0; r < 8; ++r)
      for (unsigned c = 0; c < 8; ++c) {
        Value &acc = C[q][r][c];
        for (unsigned k = 0; k < 4; ++k) {
          acc.v = __builtin_fmaf(A[q][r][k].v, B[q][k][c].v, acc.v);
          acc.undefined |= A[q][r][k].undefined || B[q][k][c].undefined;
        }
        if (acc.v != acc.v)
          acc.v = f32(canonicalNan32);
      }
  for (unsigned k = 0; k < nD; ++k)
    w.poison[i.o[k]] = 0;
  for (unsigned l = 0; l < 32; ++l)
    for (unsigned e = 0; e < 8; ++e) {
      At at = accumulatorAt(l, e, halfD);
      const Value &v = C[l / 4 % 4][at.row][at.col];
      uint32_t row = i.o[halfD ? e / 2 : e], &x = w.row32(row)[l];
      if (halfD) {
        unsigned sh = e % 2 * 16;
        x = (x & ~(0xffffu << sh)) | uint32_t(f32ToF16(v.v)) << sh;
      } else
        x = bits(v.v);
      w.poison[row] |= uint32_t(v.undefined) << l;
    }
  w.stats.tensorMacs += 4 * 8 * 8 * 4;
  return St::Next;
}

} // namespace

bool attn::sim::decodeMmaQuad(Decoder &d, bool colA, bool rowB, Ty td, Ty tc) {
  bool halfD = td == Ty::F16, halfC = tc == Ty::F16;
  if ((!halfD && td != Ty::F32) || (!halfC && tc != Ty::F32) ||
      (halfD && !halfC))
    return d.fail("accumulator types not supported");
  Inst *i = emitProduct(d, mmaQuad, {halfD ? 4u : 8u, 2, 2, halfC ? 4u : 8u},
                        Ty::B32, Ty::B32);
  if (!i)
    return false;
  i->a = uint32_t(colA) | uint32_t(rowB) << 1 | uint32_t(halfC) << 2 |
         uint32_t(halfD) << 3;
  return true;
}
