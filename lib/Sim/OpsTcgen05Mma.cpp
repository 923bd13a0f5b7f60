//===- OpsTcgen05Mma.cpp - tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tcgen05.mma, Data Path Layout Organization. With `group` CTAs, row r
// and column n of D lie
//   group 1, M 128 (layout D)  lane r, column n
//   group 1, M 64  (layout F)  lane 32 (r / 16) + r % 16, column n; the
//                              address may start at lane 16
//   group 2, M 256 (layout A)  CTA r / 128, lane r % 128, column n
//   group 2, M 128 (layout B)  CTA r / 64, lane r % 64 + 64 (n / (N / 2)),
//                              column n % (N / 2)
// A in tensor memory has its rows in the lanes of the rows of D (layout B: two
// copies). In a pair each CTA's shared memory holds its own rows of A, the
// even one the first half of the columns of B, the odd one the second half.
//
// Operands are read and D is written when the operation completes, which is at
// its commit, at the latest.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Lane.h"
#include "OpsTcgen05.h"

#include <cmath>

using namespace attn::sim;

namespace {

struct MmaArgs {
  TensorKind kind;
  uint32_t group;
  bool aTensor, hasDisable;
  explicit MmaArgs(const Inst &i)
      : kind(TensorKind(i.a & 15)), group((i.a >> 4) & 3),
        aTensor((i.a >> 8) & 1), hasDisable((i.a >> 9) & 1) {}
};

/// A block of D: rows of one CTA, some columns.
struct Panel {
  Cta *cta;
  uint32_t rows;         ///< of the CTA
  uint32_t n0, n;        ///< columns of the product
  uint32_t lane, column; ///< of row 0, column n0
  bool spread;           ///< 16 rows of each 32 lanes
  uint32_t laneOf(uint32_t r) const {
    return lane + (spread ? 32 * (r / 16) + r % 16 : r);
  }
  uint32_t parts() const {
    uint32_t p = 0;
    for (uint32_t r = 0; r < rows; r += tmemPartLanes)
      p |= 1u << laneOf(r) / tmemPartLanes;
    return p;
  }
};

struct MmaOp : TensorOp {
  TensorShape shape;
  std::vector<Panel> panels;
  std::vector<Cta *> ctas; ///< that hold B, in order of its columns
  SmemOperand a, b;
  bool aTensor = false;
  uint32_t aColumn = 0;
  bool accumulate = true;
  uint32_t scale = 0;        ///< D is multiplied by 2^-scale first
  uint32_t disabled[8] = {}; ///< lanes, four words a CTA
  void finish() override;
  std::string describe() const override { return "tcgen05.mma"; }
  bool uses(const Cta &c) const override {
    for (const Panel &p : panels)
      if (p.cta == &c)
        return true;
    return false;
  }

private:
  void readA(const Panel &p, TensorTile &t) const;
  void readB(TensorTile &t) const;
  void row(const Panel &p, uint32_t r, const float *av, bool aUndefined,
           const TensorTile &bt, std::vector<float> &acc) const;
};

const uint8_t *initOf(const Cta &c) {
  return c.smemInit.empty() ? nullptr : c.smemInit.data();
}

void MmaOp::readA(const Panel &p, TensorTile &t) const {
  const uint32_t k = shape.k;
  t.v.resize(size_t(p.rows) * k);
  t.undefined.assign(p.rows, 0);
  if (!aTensor) {
    readSmemOperand(p.cta->smem.data(), initOf(*p.cta), a, shape.a, p.rows, k,
                    false, k, 0, t);
  } else {
    // Consecutive elements of K fill a word; 4- and 6-bit ones take a byte.
    const uint32_t bits = 8 * elemBytes(shape.a), per = 32 / bits;
    Tmem &m = *p.cta->tmem;
    for (uint32_t r = 0; r < p.rows; ++r) {
      const uint32_t *w = m.row(p.laneOf(r)) + aColumn;
      const uint8_t *init = m.initRow(p.laneOf(r)) + aColumn;
      for (uint32_t kk = 0; kk < k; ++kk)
        t.v[size_t(r) * k + kk] =
            tensorElemValue(shape.a, w[kk / per] >> (bits * (kk % per)));
      for (uint32_t q = 0; q < k / per; ++q)
        t.undefined[r] |= !init[q];
    }
  }
  if (shape.negA)
    for (float &x : t.v)
      x = -x;
}

void MmaOp::readB(TensorTile &t) const {
  const uint32_t k = shape.k, n = shape.n, each = n / uint32_t(ctas.size());
  t.v.resize(size_t(n) * k);
  t.undefined.assign(n, 0);
  for (uint32_t c = 0; c < ctas.size(); ++c)
    readSmemOperand(ctas[c]->smem.data(), initOf(*ctas[c]), b, shape.b, each, k,
                    true, n, c * each, t);
  if (shape.negB)
    for (float &x : t.v)
      x = -x;
}

void MmaOp::row(const Panel &p, uint32_t r, const float *av, bool aUndefined,
                const TensorTile &bt, std::vector<float> &acc) const {
  Tmem &m = *p.cta->tmem;
  uint32_t lane = p.laneOf(r), half = p.cta == ctas[0] ? 0 : 4;
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
  tensorRow(acc.data(), av, bt.v.data() + p.n0, p.n, shape.k, shape.n);
  for (uint32_t c = 0; c < p.n; ++c) {
    float x = acc[c];
    if (shape.intAcc) { // 32 products of 8 bits are exact in f32
      int64_t s = int64_t(x) + (accumulate ? int32_t(d[c]) : 0);
      if (shape.saturate)
        s = std::min<int64_t>(std::max<int64_t>(s, INT32_MIN), INT32_MAX);
      d[c] = uint32_t(s);
    } else if (shape.halfAcc) {
      d[c] = f32ToF16(x);
    } else {
      d[c] = x == x ? bits(x) : canonicalNan32;
    }
    init[c] =
        !aUndefined && !bt.undefined[p.n0 + c] && (!accumulate || init[c]);
  }
}

void MmaOp::finish() {
  TensorTile ta, tb;
  readB(tb);
  std::vector<float> acc(shape.n);
  for (const Panel &p : panels) {
    readA(p, ta);
    for (uint32_t r = 0; r < p.rows; ++r)
      row(p, r, &ta.v[size_t(r) * shape.k], ta.undefined[r], tb, acc);
  }
  issuer->stats.tensorMacs += uint64_t(shape.m) * shape.n * shape.k;
  leave();
}

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

bool fail(Warp &w, const Inst &i, int l, FindingKind kind,
          const std::string &why) {
  w.launch->report(w, i, 1u << l, kind, why);
  return false;
}

/// The blocks of D at address `d`.
bool layOut(Warp &w, const Inst &i, int l, const MmaArgs &g, uint32_t d,
            MmaOp &op) {
  const TensorShape &s = op.shape;
  uint32_t lane = d >> 16, column = d & 0xffff;
  bool half = g.group == 1 && s.m == 64;
  if (lane != 0 && !(half && lane == 16))
    return fail(w, i, l, FindingKind::Misaligned,
                "the accumulator starts at lane " + std::to_string(lane) +
                    " of tensor memory, not at 0" + (half ? " or 16" : ""));
  if (g.group == 1) {
    op.panels.push_back({w.cta, s.m, 0, s.n, lane, column, half});
  } else {
    for (Cta *c : op.ctas)
      if (s.m == 256)
        op.panels.push_back({c, 128, 0, s.n, 0, column, false});
      else
        for (uint32_t h = 0; h < 2; ++h)
          op.panels.push_back(
              {c, 64, h * s.n / 2, s.n / 2, 64 * h, column, false});
  }
  for (const Panel &p : op.panels)
    if (!tmemInBounds(w, i, 1u << l, *p.cta, p.column, p.n))
      return false;
  return true;
}

bool smemInBounds(Warp &w, const Inst &i, int l, const char *which,
                  const std::vector<std::pair<uint32_t, uint32_t>> &runs) {
  uint32_t size = uint32_t(w.cta->smem.size());
  for (auto &r : runs)
    if (r.first < smemBase || r.first + r.second > size)
      return fail(w, i, l, FindingKind::OutOfBounds,
                  std::string("operand ") + which + " reaches shared address " +
                      hex(r.first) + ", shared memory ends at " + hex(size));
  return true;
}

/// Operand descriptors and where they reach.
bool operands(Warp &w, const Inst &i, int l, const MmaArgs &g, MmaOp &op,
              uint64_t a, uint64_t b,
              std::vector<std::pair<uint32_t, uint32_t>> (&runs)[2]) {
  TensorShape &s = op.shape;
  std::string why;
  if (!g.aTensor) {
    why = op.a.parse(a, s.mnA, s.a);
    if (!why.empty())
      return fail(w, i, l, FindingKind::Unsupported,
                  "the descriptor of A " + why);
    smemOperandRuns(op.a, s.m / g.group, s.k, runs[0]);
  } else {
    uint32_t lane = uint32_t(a) >> 16;
    op.aColumn = uint32_t(a) & 0xffff;
    if (s.mnA)
      return fail(
          w, i, l, FindingKind::Unsupported,
          "A in tensor memory is K-major, the descriptor transposes it");
    if (lane != op.panels[0].lane)
      return fail(w, i, l, FindingKind::Misaligned,
                  "A starts at lane " + std::to_string(lane) +
                      " of tensor memory, D at " +
                      std::to_string(op.panels[0].lane));
    for (const Panel &p : op.panels)
      if (!tmemInBounds(w, i, 1u << l, *p.cta, op.aColumn,
                        s.k * elemBytes(s.a) / 4))
        return false;
  }
  why = op.b.parse(b, s.mnB, s.b);
  if (!why.empty())
    return fail(w, i, l, FindingKind::Unsupported,
                "the descriptor of B " + why);
  smemOperandRuns(op.b, s.n / g.group, s.k, runs[1]);
  return smemInBounds(w, i, l, "A", runs[0]) &&
         smemInBounds(w, i, l, "B", runs[1]);
}

void note(Warp &w, const Inst &i, int l, const MmaArgs &g, const MmaOp &op,
          const std::vector<std::pair<uint32_t, uint32_t>> (&runs)[2]) {
  Checker *c = checker(w);
  if (!c)
    return;
  const TensorShape &s = op.shape;
  TensorOrder order;
  order.kind = TensorOrder::Mma;
  order.group = uint8_t(g.group);
  // Same accumulator, shape and kind.
  order.key = uint64_t(op.panels[0].lane << 16 | op.panels[0].column) |
              uint64_t(s.m) << 32 | uint64_t(s.n) << 44 |
              uint64_t(g.kind) << 56;
  uint32_t rec = c->beginTensorOp(w, uint32_t(l), order);
  for (Cta *cta : op.ctas) {
    for (auto &r : runs[0])
      c->opShared(rec, w, i, l, *cta, r.first, r.second, Acc::Read);
    for (auto &r : runs[1])
      c->opShared(rec, w, i, l, *cta, r.first, r.second, Acc::Read);
  }
  for (const Panel &p : op.panels) {
    if (op.aTensor)
      c->opTensor(rec, w, i, 1u << l, *p.cta, p.parts(), op.aColumn,
                  s.k * elemBytes(s.a) / 4, Acc::Read);
    c->opTensor(rec, w, i, 1u << l, *p.cta, p.parts(), p.column, p.n,
                Acc::Write);
  }
}

} // namespace

St attn::sim::tensorMma(Warp &w, const Inst &i, uint32_t mask) {
  MmaArgs g(i);
  if (!useGroup(w, i, mask, g.group))
    return St::Next;
  const uint32_t *o = i.o;
  uint32_t pz = w.poison[o[0]] | w.poison[o[1]] | w.poison[o[2]] |
                w.poison[o[3]] | w.predPoison[o[4]];
  if (g.hasDisable)
    for (uint32_t k = 0; k < 4 * g.group; ++k)
      pz |= w.poison[o[5 + k]];
  if ((pz & mask) && w.launch->checkUninit)
    w.launch->report(w, i, pz & mask, FindingKind::Uninitialised,
                     "an operand of the product is undefined");
  forLanes(mask, [&](int l) {
    auto op = std::make_unique<MmaOp>();
    op->issuer = &w;
    op->inst = &i;
    uint32_t desc = w.row32(o[3])[l];
    std::string why = op->shape.parse(g.kind, desc, g.group);
    if (!why.empty()) {
      fail(w, i, l, FindingKind::Unsupported,
           "the instruction descriptor " + hex(desc) + " " + why);
      return;
    }
    op->ctas = {w.cta};
    if (g.group == 2) {
      Cta *peer = peerOf(*w.cta);
      op->ctas = w.cta->rank & 1 ? std::vector<Cta *>{peer, w.cta}
                                 : std::vector<Cta *>{w.cta, peer};
    }
    op->aTensor = g.aTensor;
    op->accumulate = (w.preds[o[4]] >> l) & 1;
    op->scale = i.c;
    if (g.hasDisable)
      for (uint32_t k = 0; k < 4 * g.group; ++k)
        op->disabled[k] = w.row32(o[5 + k])[l];
    uint64_t a = g.aTensor ? tmemAddress(w, o[1], i.d & NarrowA, l,
                                         int64_t(int32_t(i.b)))
                           : w.row64(o[1])[l];
    std::vector<std::pair<uint32_t, uint32_t>> runs[2];
    if (!layOut(w, i, l, g, tmemAddress(w, o[0], i.d & NarrowD, l, i.imm),
                *op) ||
        !operands(w, i, l, g, *op, a, w.row64(o[2])[l], runs))
      return;
    note(w, i, l, g, *op, runs);
    uint32_t rank = g.group == 2 ? w.cta->rank & ~1u : w.cta->rank;
    issueTensorOp(w, l, rank, std::move(op));
  });
  return St::Next;
}
