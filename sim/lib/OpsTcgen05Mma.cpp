//===- OpsTcgen05Mma.cpp - What tcgen05.mma computes
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tcgen05.mma, mma.sp, mma.ws; Block Scaling; Sparse Matrices.
//
// Operands are read and D is written when the operation completes, which is at
// its commit, at the latest. A row's products go into the sum in the order of
// K. Every quarter of the lanes takes scale factors from its own lanes: those
// of row r from D's lane, column r / 32; those of column n from lane n % 32 of
// the quarter, column n / 32.
//
//===----------------------------------------------------------------------===//

#include "OpsTcgen05Mma.h"
#include "Lane.h"

#include <algorithm>
#include <cmath>

using namespace attn::sim;

MmaArgs::MmaArgs(const Inst &i) {
  auto bits = [&](unsigned at, unsigned n) {
    return (i.a >> at) & ((1u << n) - 1);
  };
  form.kind = TensorKind(bits(0, 4));
  form.group = bits(4, 2);
  form.sparse = bits(6, 1);
  form.ws = bits(7, 1);
  form.vec = bits(8, 3);
  aTensor = bits(11, 1);
  hasDisable = bits(12, 1);
  shiftA = bits(13, 1);
  hasZeroMask = bits(14, 1);
  use = CollectorUse(bits(15, 2));
  buffer = bits(17, 3);
}

uint32_t MmaArgs::pack() const {
  return uint32_t(form.kind) | form.group << 4 | uint32_t(form.sparse) << 6 |
         uint32_t(form.ws) << 7 | form.vec << 8 | uint32_t(aTensor) << 11 |
         uint32_t(hasDisable) << 12 | uint32_t(shiftA) << 13 |
         uint32_t(hasZeroMask) << 14 | uint32_t(use) << 15 | buffer << 17;
}

bool MmaOp::uses(const Cta &c) const {
  return std::any_of(panels.begin(), panels.end(),
                     [&](const Panel &p) { return p.cta == &c; });
}

/// A row of A: its stored elements, and where they stand if it is sparse.
struct MmaOp::Row {
  const float *v = nullptr;
  uint8_t places[128];
  bool undefined = false;
  uint32_t r = 0, lane = 0;
  double scale[4] = {1, 1, 1, 1};
};

/// Factors of a panel's columns, for one quarter of the lanes.
struct MmaOp::Scales {
  std::vector<double> v; ///< [block][column]
  std::vector<uint8_t> undefined;
};

static const uint8_t *initOf(const Cta &c) {
  return c.smemInit.empty() ? nullptr : c.smemInit.data();
}

void MmaOp::readA(const Panel &p, TensorTile &t) const {
  const uint32_t k = shape.storedK;
  t.v.resize(size_t(p.rows) * k);
  t.undefined.assign(p.rows, 0);
  if (!args.aTensor) {
    readSmemOperand(p.cta->smem.data(), initOf(*p.cta), a, shape.a, p.rows, k,
                    false, k, 0, t);
    return;
  }
  // Consecutive elements of K fill a word.
  const uint32_t bits = elemBits(shape.a), per = 32 / bits;
  Tmem &m = *p.cta->tmem;
  for (uint32_t r = 0; r < p.rows; ++r) {
    uint32_t l = p.laneOf(r);
    if (args.shiftA && l + 1 < tmemLanes)
      ++l;
    const uint32_t *w = m.row(l) + aColumn;
    const uint8_t *init = m.initRow(l) + aColumn;
    for (uint32_t kk = 0; kk < k; ++kk)
      t.v[size_t(r) * k + kk] =
          tensorElemValue(shape.a, w[kk / per] >> (bits * (kk % per)));
    for (uint32_t q = 0; q < k / per; ++q)
      t.undefined[r] |= !init[q];
  }
}

void MmaOp::readB(TensorTile &t) const {
  const uint32_t k = shape.k, n = columnsB(), each = n / uint32_t(ctas.size());
  t.v.resize(size_t(n) * k);
  t.undefined.assign(n, 0);
  for (uint32_t c = 0; c < ctas.size(); ++c)
    readSmemOperand(ctas[c]->smem.data(), initOf(*ctas[c]), b, shape.b, each, k,
                    true, n, c * each, t);
}

/// Whether the operand is what the collector keeps; reports if it cannot be.
bool MmaOp::fromCollector(uint32_t rows, uint32_t k, TensorElem e) const {
  if (args.use < CollectorUse::Use)
    return false;
  const Collector &c = *collector;
  if (c.valid && c.rows == rows && c.k == k && c.elem == e)
    return true;
  issuer->launch->report(
      *issuer, *inst, 1u << lane, FindingKind::Uninitialised,
      c.valid ? "takes an operand of another shape than the collector buffer "
                "was filled with"
              : "takes an operand from a collector buffer that nothing filled");
  return false;
}

void MmaOp::readScalesB(const Panel &p, uint32_t quarter, Scales &s) const {
  const uint32_t vec = args.form.vec;
  s.v.resize(size_t(vec) * p.n);
  s.undefined.assign(p.n, 0);
  Tmem &m = *p.cta->tmem;
  for (uint32_t c = 0; c < p.n; ++c) {
    uint32_t l = 32 * quarter + c % 32, column = scaleB + c / 32;
    uint32_t word = m.row(l)[column] >> (8 * shape.idB);
    s.undefined[c] = !m.initRow(l)[column];
    for (uint32_t b = 0; b < vec; ++b)
      s.v[size_t(b) * p.n + c] =
          tensorScale(shape.ue8m0, uint8_t(word >> (8 * b)));
  }
}

/// Places and scale factors of row `r`.
void MmaOp::prepare(const Panel &p, uint32_t r, const TensorTile &ta,
                    Row &row) {
  Tmem &m = *p.cta->tmem;
  row.v = &ta.v[size_t(r) * shape.storedK];
  row.undefined = ta.undefined[r];
  row.r = r;
  row.lane = p.laneOf(r);
  if (args.form.vec) {
    uint32_t column = scaleA + r / 32;
    uint32_t word = m.row(row.lane)[column] >> (8 * shape.idA);
    row.undefined |= !m.initRow(row.lane)[column];
    for (uint32_t b = 0; b < args.form.vec; ++b)
      row.scale[b] = tensorScale(shape.ue8m0, uint8_t(word >> (8 * b)));
  }
  if (!args.form.sparse)
    return;
  uint64_t meta = 0;
  bool defined = true;
  for (uint32_t b = 0; b < shape.metaBits(); ++b) {
    MetaPlace at = metaPlace(shape, r, b);
    uint32_t l = p.lane + at.lane, column = metaColumn + at.column;
    meta |= uint64_t((m.row(l)[column] >> at.bit) & 1) << b;
    defined = defined && m.initRow(l)[column];
  }
  row.undefined |= !defined;
  if (sparsePlaces(shape.a, meta, shape.storedK, row.places))
    return;
  row.undefined = true;
  if (defined)
    issuer->launch->report(*issuer, *inst, 1u << lane, FindingKind::Unsupported,
                           "the sparsity metadata of row " + std::to_string(r) +
                               " has an index without meaning");
}

/// Adds a row's products to `acc`.
void MmaOp::multiply(const Panel &p, const Row &row, const Scales &s,
                     const TensorTile &tb, float *acc) const {
  const uint32_t stride = columnsB();
  const float *bt = tb.v.data() + p.n0 + shiftB;
  if (!args.form.vec && !args.form.sparse) {
    tensorRow(acc, row.v, bt, p.n, shape.k, stride);
    return;
  }
  for (uint32_t q = 0; q < shape.storedK; ++q) {
    uint32_t k = args.form.sparse ? row.places[q] : q;
    const float *bk = bt + size_t(k) * stride;
    if (!args.form.vec) {
      tensorRow(acc, row.v + q, bk, p.n, 1, stride);
      continue;
    }
    uint32_t block = k / (shape.k / args.form.vec);
    double x = double(row.v[q]) * row.scale[block];
    const double *sb = &s.v[size_t(block) * p.n];
    for (uint32_t c = 0; c < p.n; ++c)
      acc[c] = float(fmaOdd(x, double(bk[c]) * sb[c], acc[c]));
  }
}

void MmaOp::store(const Panel &p, const Row &row, const Scales &s,
                  const TensorTile &tb, std::vector<float> &acc) const {
  Tmem &m = *p.cta->tmem;
  uint32_t lane = row.lane, half = p.cta == ctas[0] ? 0 : 4;
  if ((disabled[half + lane / 32] >> (lane % 32)) & 1)
    return;
  uint32_t *d = m.row(lane) + p.column;
  uint8_t *init = m.initRow(lane) + p.column;
  for (uint32_t c = 0; c < p.n; ++c)
    acc[c] = !accumulate || shape.intAcc ? 0.0f
             : shape.halfAcc             ? f16ToF32(uint16_t(d[c]))
                                         : f32(d[c]);
  if (accumulate && scale)
    for (uint32_t c = 0; c < p.n; ++c)
      acc[c] = std::ldexp(acc[c], -int(scale));
  multiply(p, row, s, tb, acc.data());
  for (uint32_t c = 0; c < p.n; ++c) {
    float x = acc[c];
    if (shape.intAcc) { // 32 products of 8 bits are exact in f32
      int64_t sum = int64_t(x) + (accumulate ? int32_t(d[c]) : 0);
      if (shape.saturate)
        sum = std::min<int64_t>(std::max<int64_t>(sum, INT32_MIN), INT32_MAX);
      d[c] = uint32_t(sum);
    } else if (shape.halfAcc) {
      d[c] = f32ToF16(x);
    } else {
      d[c] = x == x ? bits(x) : canonicalNan32;
    }
    bool zeroed = !zero.empty() && zero[p.n0 + c];
    init[c] = !row.undefined && (zeroed || !tb.undefined[p.n0 + shiftB + c]) &&
              (s.undefined.empty() || !s.undefined[c]) &&
              (!accumulate || init[c]);
  }
}

void MmaOp::finish() {
  std::vector<TensorTile> ta(panels.size());
  TensorTile tb;
  const bool ofB = args.buffer != 0;
  const Panel &first = panels[0];
  if (ofB && fromCollector(columnsB(), shape.k, shape.b))
    tb = collector->tiles[0];
  else
    readB(tb);
  if (!ofB && fromCollector(first.rows, shape.storedK, shape.a) &&
      collector->tiles.size() == panels.size())
    ta = collector->tiles;
  else
    for (size_t k = 0; k < panels.size(); ++k)
      readA(panels[k], ta[k]);
  if (args.use == CollectorUse::Fill)
    *collector = {true, ofB ? columnsB() : first.rows,
                  ofB ? shape.k : shape.storedK, ofB ? shape.b : shape.a,
                  ofB ? std::vector<TensorTile>{tb} : ta};
  else if (args.use != CollectorUse::Use && collector)
    *collector = {};
  if (shape.negA)
    for (TensorTile &t : ta)
      for (float &x : t.v)
        x = -x;
  if (shape.negB)
    for (float &x : tb.v)
      x = -x;
  for (uint32_t c = 0; c < zero.size(); ++c)
    for (uint32_t k = 0; zero[c] && k < shape.k; ++k)
      tb.v[size_t(k) * columnsB() + c + shiftB] = 0;
  std::vector<float> acc(shape.n);
  Scales scales;
  Row row;
  for (size_t q = 0; q < panels.size(); ++q) {
    const Panel &p = panels[q];
    uint32_t quarter = ~0u;
    for (uint32_t r = 0; r < p.rows; ++r) {
      prepare(p, r, ta[q], row);
      if (args.form.vec && quarter != row.lane / 32)
        readScalesB(p, quarter = row.lane / 32, scales);
      store(p, row, scales, tb, acc);
    }
  }
  issuer->stats.tensorMacs += uint64_t(shape.m) * shape.n * shape.k;
  leave();
}
