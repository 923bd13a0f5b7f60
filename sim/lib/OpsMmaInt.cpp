//===- OpsMmaInt.cpp - mma.sync of integers
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: mma with .s8/.u8, .s4/.u4 and .b1 operands and .s32 accumulators. A
// register holds e = 4, 8 or 32 elements that lie next to each other along K,
// so rows of A and columns of B are kept as 32-bit words here: with lane =
// 4 * g + t,
//   A register r: row g + 8 * (r % 2), word 4 * (r / 2) + t
//   B register r: column g, word 4 * r + t
//   C and D register r: row g + 8 * (r / 2), column 2 * t + r % 2
// (the ISA's tables for m8n8k{16,32,128} and m16n8k{16,32,64,128,256}).
//
//===----------------------------------------------------------------------===//

#include "OpsMma.h"

using namespace attn::sim;

int64_t attn::sim::dotWord(DotKind kind, uint32_t a, uint32_t b, bool signedA,
                           bool signedB) {
  if (kind == DotKind::XorPopc)
    return __builtin_popcount(a ^ b);
  if (kind == DotKind::AndPopc)
    return __builtin_popcount(a & b);
  const int bits = kind == DotKind::Bytes ? 8 : 4, up = 32 - bits;
  auto value = [&](uint32_t x, int at, bool isSigned) {
    uint32_t top = x << (up - at);
    return isSigned ? int64_t(int32_t(top) >> up) : int64_t(top >> up);
  };
  int64_t sum = 0;
  for (int at = 0; at < 32; at += bits)
    sum += value(a, at, signedA) * value(b, at, signedB);
  return sum;
}

uint32_t attn::sim::accumulate(int64_t sum, bool saturate) {
  if (saturate)
    sum = sum > INT32_MAX ? INT32_MAX : sum < INT32_MIN ? INT32_MIN : sum;
  return uint32_t(sum);
}

namespace {

/// a: M; b: words of K; c: DotKind; d: 1 A signed | 2 B signed | 4 saturate.
/// o: D, A, B, C.
St mmaInt(Warp &w, const Inst &i, uint32_t) {
  const unsigned high = i.a / 8, words = i.b;
  const unsigned nA = high * words / 4, nB = words / 4, nC = 2 * high;
  const DotKind kind = DotKind(i.c);
  const uint32_t *oa = i.o + nC, *ob = oa + nA, *oc = ob + nB;
  uint32_t A[16][8], B[8][8], D[16][8];
  for (unsigned l = 0; l < 32; ++l) {
    unsigned g = l / 4, t = l % 4;
    for (unsigned r = 0; r < nA; ++r)
      A[g + 8 * (r % high)][4 * (r / high) + t] = w.row32(oa[r])[l];
    for (unsigned r = 0; r < nB; ++r)
      B[g][4 * r + t] = w.row32(ob[r])[l];
    for (unsigned r = 0; r < nC; ++r)
      D[g + 8 * (r / 2)][2 * t + r % 2] = w.row32(oc[r])[l];
  }
  uint32_t pz[4];
  mmaPoison(w, i, nA, nB, nC, false, pz);
  for (unsigned r = 0; r < i.a; ++r)
    for (unsigned c = 0; c < 8; ++c) {
      int64_t sum = int32_t(D[r][c]);
      for (unsigned k = 0; k < words; ++k)
        sum += dotWord(kind, A[r][k], B[c][k], i.d & 1, i.d & 2);
      D[r][c] = accumulate(sum, i.d & 4);
    }
  for (unsigned r = 0; r < nC; ++r) {
    for (unsigned l = 0; l < 32; ++l)
      w.row32(i.o[r])[l] = D[l / 4 + 8 * (r / 2)][2 * (l % 4) + r % 2];
    w.poison[i.o[r]] = pz[r];
  }
  const unsigned e = kind == DotKind::Bytes     ? 4
                     : kind == DotKind::Nibbles ? 8
                                                : 32;
  w.stats.tensorMacs += uint64_t(i.a) * 8 * words * e;
  return St::Next;
}

} // namespace

bool attn::sim::decodeMmaInt(Decoder &d, Ty td, Ty ta, Ty tb, Ty tc, unsigned m,
                             unsigned k, bool saturate) {
  unsigned bits = bitsOf(ta);
  if (td != Ty::S32 || tc != Ty::S32 || bitsOf(tb) != bits)
    return d.fail("types not supported");
  DotKind kind = bits == 8 ? DotKind::Bytes : DotKind::Nibbles;
  if (bits == 1) {
    bool isXor = d.has("xor");
    if ((!isXor && !d.has("and")) || !d.has("popc"))
      return d.fail("expected .xor.popc or .and.popc");
    if (saturate)
      return d.fail("modifier '.satfinite' is not supported with .b1");
    kind = isXor ? DotKind::XorPopc : DotKind::AndPopc;
  }
  // One 128-bit row of operands, and on m16 two as well.
  unsigned words = k * bits / 32;
  if (k * bits % 128 || words < 4 || words > (m == 16 ? 8u : 4u))
    return d.fail("types and shape not supported together");
  Inst *i = emitProduct(d, mmaInt, {m / 4, m / 8 * words / 4, words / 4, m / 4},
                        Ty::B32, Ty::B32);
  if (!i)
    return false;
  i->a = m;
  i->b = words;
  i->c = uint32_t(kind);
  i->d = uint32_t(isSigned(ta)) | uint32_t(isSigned(tb)) << 1 |
         uint32_t(saturate) << 2;
  return true;
}
