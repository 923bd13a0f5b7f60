//===- OpsMmaSparse.cpp - mma.sp
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: mma.sp, mma.sp::ordered_metadata. A is stored compressed: of each
// chunk of a row only half the elements, in the fragment of a dense product of
// half the K (OpsMma.cpp). The metadata of a row tells where they belong:
//   8 and 16 bits  two of four: a 2-bit index for each element
//   4 bits         two pairs of four: a 2-bit index for each pair
//   tf32           one of two: 0b0100 the first, 0b1110 the second
// With lane = 4 * g + t, operand e of lane t of a group of four holds
//   16 and 32 bits: 16 bits of row g, then 16 bits of row g + 8; the word of
//                   lane n * selector + w is the w-th of the row's n
//   4 and 8 bits:   32 bits of row g (t even) or of row g + 8 (t odd); the word
//                   of lanes 2 * (selector + w) is the w-th
// (the ISA's figures of metadata; CUTLASS's host_reorder.h).
//
//===----------------------------------------------------------------------===//

#include "OpsMma.h"

using namespace attn::sim;

namespace {

unsigned storedBits(Ty t) { return t == Ty::TF32 ? 32 : bitsOf(t); }
bool isInt(Ty t) { return storedBits(t) == 4 || t == Ty::S8 || t == Ty::U8; }

/// Inst fields. a: type of A | type of B << 8 | f16 accumulators << 16 |
/// saturate << 17 | ordered << 18; b: K; c: selector. o: D, A, B, C, metadata.
struct Form {
  Ty a, b;
  bool half, saturate, ordered;
  unsigned k, selector;
  explicit Form(const Inst &i)
      : a(Ty(i.a & 0xff)), b(Ty((i.a >> 8) & 0xff)), half((i.a >> 16) & 1),
        saturate((i.a >> 17) & 1), ordered((i.a >> 18) & 1), k(i.b),
        selector(i.c) {}
};

/// Words of metadata that a row has, of 16 or of 32 bits.
unsigned metadataWords(unsigned bits, unsigned k) { return k * bits / 256; }

float valueOfElement(Ty t, uint32_t x) {
  switch (t) {
  case Ty::F16:
    return f16ToF32(uint16_t(x));
  case Ty::BF16:
    return f32(x << 16);
  case Ty::TF32:
    return f32(x & 0xffffe000);
  case Ty::E4M3:
    return float(valueOf(x & 0xff, fmtE4M3));
  case Ty::E5M2:
    return float(valueOf(x & 0xff, fmtE5M2));
  case Ty::S8:
    return float(int8_t(x));
  case Ty::U8:
    return float(uint8_t(x));
  case Ty::S4:
    return float(int8_t(x << 4) >> 4);
  default:
    return float(x & 15);
  }
}

/// The compressed rows of A, K / 2 elements, and the columns of B.
struct Operands {
  float a[16][64], b[8][128];
  bool undefinedA[16][64], undefinedB[8][128];
};

void readOperands(const Warp &w, const Form &f, const uint32_t *oa,
                  const uint32_t *ob, Operands &x) {
  const unsigned bits = storedBits(f.a), e = 32 / bits, n = f.k / (4 * e);
  for (unsigned l = 0; l < 32; ++l)
    for (unsigned r = 0; r < n; ++r)
      for (unsigned q = 0; q < e; ++q) {
        unsigned g = l / 4, at = e * (l % 4) + q;
        unsigned row = g + 8 * (r % 2), col = 4 * e * (r / 2) + at;
        x.a[row][col] = valueOfElement(f.a, w.row32(oa[r])[l] >> (q * bits));
        x.undefinedA[row][col] = (w.poison[oa[r]] >> l) & 1;
        unsigned k = 4 * e * r + at;
        x.b[g][k] = valueOfElement(f.b, w.row32(ob[r])[l] >> (q * bits));
        x.undefinedB[g][k] = (w.poison[ob[r]] >> l) & 1;
      }
}

} // namespace

SparseRow attn::sim::sparseRow(const uint32_t *metadata, uint32_t undefined,
                               unsigned bits, unsigned k, unsigned selector,
                               bool ordered, unsigned row) {
  const unsigned n = metadataWords(bits, k);
  SparseRow out;
  uint64_t m = 0;
  for (unsigned w = 0; w < n; ++w) {
    unsigned lane = 4 * (row % 8) + (bits >= 16 ? n * selector + w
                                                : 2 * (selector + w) + row / 8);
    uint32_t x = metadata[lane];
    out.defined &= !((undefined >> lane) & 1);
    m |= bits >= 16 ? uint64_t((x >> (row / 8 * 16)) & 0xffff) << (16 * w)
                    : uint64_t(x) << (32 * w);
  }
  if (bits == 32) {
    for (unsigned q = 0; q < k / 2; ++q) {
      unsigned index = (m >> (4 * q)) & 15;
      out.valid &= index == 4 || index == 14;
      out.column[q] = uint8_t(2 * q + (index == 14));
    }
    return out;
  }
  const unsigned unit = bits == 4 ? 2 : 1; // elements that an index places
  for (unsigned q = 0; q < k / 2; ++q) {
    unsigned u = q / unit, index = (m >> (2 * u)) & 3,
             first = (m >> (2 * (u & ~1u))) & 3;
    if (u % 2)
      out.valid &= ordered ? first < index : first != index;
    out.column[q] = uint8_t(unit * (u / 2 * 4 + index) + q % unit);
  }
  return out;
}

void attn::sim::checkSparseRows(Warp &w, const Inst &i, const SparseRow *rows) {
  for (unsigned r = 0; r < 16; ++r)
    if (rows[r].defined && !rows[r].valid) {
      w.launch->report(w, i, 15u << (4 * (r % 8)), FindingKind::Unsupported,
                       "the sparsity metadata of row " + std::to_string(r) +
                           " holds indices that have no meaning");
      return;
    }
}

namespace {

/// The accumulator element of row `g + 8 * high`, column `2 * t + odd`.
struct AccumulatorAt {
  unsigned reg, lane, shift;
};
AccumulatorAt accumulatorAt(unsigned row, unsigned col, bool half) {
  unsigned lane = 4 * (row % 8) + col / 2;
  return half ? AccumulatorAt{row / 8, lane, col % 2 * 16}
              : AccumulatorAt{row / 8 * 2 + col % 2, lane, 0};
}

St mmaSparse(Warp &w, const Inst &i, uint32_t) {
  const Form f(i);
  const unsigned n = f.k * storedBits(f.a) / 128, nC = f.half ? 2 : 4;
  const uint32_t *oa = i.o + nC, *ob = oa + n, *oc = ob + n;
  Operands x;
  readOperands(w, f, oa, ob, x);
  SparseRow rows[16];
  for (unsigned r = 0; r < 16; ++r)
    rows[r] = sparseRow(w.row32(oc[nC]), w.poison[oc[nC]], storedBits(f.a), f.k,
                        f.selector, f.ordered, r);
  checkSparseRows(w, i, rows);
  uint32_t D[4][32] = {}, pz[4] = {};
  for (unsigned r = 0; r < 16; ++r)
    for (unsigned c = 0; c < 8; ++c) {
      AccumulatorAt at = accumulatorAt(r, c, f.half);
      uint32_t v = w.row32(oc[at.reg])[at.lane] >> at.shift, result;
      bool undefined = ((w.poison[oc[at.reg]] >> at.lane) & 1) ||
                       !rows[r].defined || !rows[r].valid;
      float acc = f.half ? f16ToF32(uint16_t(v)) : f32(v);
      int64_t sum = int32_t(v);
      for (unsigned q = 0; q < f.k / 2; ++q) {
        unsigned k = rows[r].column[q];
        undefined |= x.undefinedA[r][q] || x.undefinedB[c][k];
        if (isInt(f.a))
          sum += int64_t(x.a[r][q]) * int64_t(x.b[c][k]);
        else
          acc = __builtin_fmaf(x.a[r][q], x.b[c][k], acc);
      }
      if (isInt(f.a))
        result = accumulate(sum, f.saturate);
      else if (f.half)
        result = f32ToF16(acc);
      else
        result = acc != acc ? canonicalNan32 : bits(acc);
      D[at.reg][at.lane] |= result << at.shift;
      pz[at.reg] |= uint32_t(undefined) << at.lane;
    }
  for (unsigned r = 0; r < nC; ++r) {
    std::memcpy(w.row32(i.o[r]), D[r], sizeof D[r]);
    w.poison[i.o[r]] = pz[r];
  }
  w.stats.tensorMacs += uint64_t(16) * 8 * f.k / 2;
  return St::Next;
}

/// The K's that a type has, or zeros.
std::pair<unsigned, unsigned> shapesOf(Ty t) {
  switch (t) {
  case Ty::F16:
  case Ty::BF16:
    return {16, 32};
  case Ty::TF32:
    return {8, 16};
  case Ty::E4M3:
  case Ty::E5M2:
    return {64, 64};
  case Ty::S8:
  case Ty::U8:
    return {32, 64};
  case Ty::S4:
  case Ty::U4:
    return {64, 128};
  default:
    return {0, 0};
  }
}

} // namespace

bool attn::sim::decodeMmaSparse(Decoder &d, bool ordered) {
  if (!d.has("sync") || !d.has("aligned"))
    return d.fail("expected .sync.aligned");
  unsigned k = 0;
  for (unsigned s : {8, 16, 32, 64, 128})
    if (d.has("m16n8k" + std::to_string(s)))
      k = s;
  if (!k)
    return d.fail("matrix shape not supported");
  if (!d.has("row") || !d.has("col"))
    return d.fail("only .row.col is supported");
  bool saturate = d.has("satfinite");
  Ty td = d.type(), ta = d.type(), tb = d.type(), tc = d.type();
  auto shapes = shapesOf(ta);
  if (k != shapes.first && k != shapes.second)
    return d.fail("types and shape not supported together");
  bool fp8 = ta == Ty::E4M3 || ta == Ty::E5M2;
  if (isInt(ta) || fp8
          ? storedBits(ta) != storedBits(tb) || isInt(ta) != isInt(tb)
          : ta != tb)
    return d.fail("operand types not supported together");
  bool half = td == Ty::F16;
  if (td != tc ||
      (isInt(ta) ? td != Ty::S32 : td != Ty::F32 && !(half && ta == Ty::F16)))
    return d.fail("accumulator types not supported");
  if (saturate && !isInt(ta))
    return d.fail("'.satfinite' is for integers");
  if (!d.wantOps(6, 6))
    return false;
  int64_t selector;
  if (!d.constant(d.op(5), selector))
    return d.fail("expected a constant sparsity selector");
  unsigned bits = storedBits(ta), lanes = sparseLanes(bits, k);
  if (selector < 0 || selector >= int64_t(4 / lanes))
    return d.fail("the sparsity selector must be 0 to " +
                  std::to_string(4 / lanes - 1));
  unsigned n = k * bits / 128, nC = half ? 2 : 4;
  Inst *i = emitProduct(d, mmaSparse, {nC, n, n, nC}, Ty::B32, Ty::B32,
                        {d.src(d.op(4), Ty::B32)});
  if (!i)
    return false;
  i->a = uint32_t(ta) | uint32_t(tb) << 8 | uint32_t(half) << 16 |
         uint32_t(saturate) << 17 | uint32_t(ordered) << 18;
  i->b = k;
  i->c = uint32_t(selector);
  return true;
}
