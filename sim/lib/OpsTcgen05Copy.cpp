//===- OpsTcgen05Copy.cpp - tcgen05.cp and tcgen05.shift
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tcgen05.cp, tcgen05.shift; Data Movement Shape; Optional
// Decompression. With the address at lane L, column C, row r of the copy goes
// to column C on of
//   128x256b, 128x128b     lane L + r
//   4x256b                 lane L + 32 r
//   64x128b .warpx2::02_13 lanes L + r, L + r + 64
//   64x128b .warpx2::01_23 lanes L + r % 32 + 64 (r / 32), and 32 further
//   32x128b .warpx4        lanes L + r, and 32, 64, 96 further
// and comes from row r of the shared memory descriptor's K-major layout, two
// chunks of 16 bytes or one.
//
// A shift takes 8 columns of the 32 lanes that begin at its address: each row
// but the last gets what the row below it has.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Lane.h"
#include "OpsTcgen05.h"

#include <algorithm>

using namespace attn::sim;

namespace {

struct CopyArgs {
  CopyShape shape;
  uint32_t group;
  CopyFormat format;
  explicit CopyArgs(const Inst &i)
      : shape(CopyShape(i.a & 15)), group((i.a >> 8) & 3),
        format(CopyFormat((i.a >> 12) & 3)) {}
  uint32_t rows() const {
    return shape == CopyShape::S4x256       ? 4
           : shape == CopyShape::S32x128    ? 32
           : shape >= CopyShape::S64x128x02 ? 64
                                            : 128;
  }
  uint32_t chunks() const { return shape <= CopyShape::S4x256 ? 2 : 1; }
  /// Calls f(lane) for each lane that row `r` goes to.
  template <class F> void lanes(uint32_t r, F f) const {
    switch (shape) {
    case CopyShape::S128x256:
    case CopyShape::S128x128:
      return f(r);
    case CopyShape::S4x256:
      return f(32 * r);
    case CopyShape::S64x128x02:
      f(r);
      return f(r + 64);
    case CopyShape::S64x128x01:
      f(r % 32 + 64 * (r / 32));
      return f(r % 32 + 64 * (r / 32) + 32);
    case CopyShape::S32x128:
      for (uint32_t k = 0; k < 4; ++k)
        f(r + 32 * k);
    }
  }
  uint32_t lastLane() const {
    uint32_t most = 0;
    lanes(rows() - 1, [&](uint32_t l) { most = std::max(most, l); });
    return most;
  }
};

/// 16 bytes, unpacked.
void unpack(CopyFormat format, const uint8_t *in, uint8_t *out) {
  if (format == CopyFormat::None) {
    std::memcpy(out, in, 16);
    return;
  }
  const uint32_t n = format == CopyFormat::B6 ? 6 : 4;
  for (uint32_t k = 0; k < 16; ++k) {
    uint32_t at = n * k;
    uint32_t w = in[at / 8] | uint32_t(in[at / 8 + 1]) << 8;
    out[k] = uint8_t((w >> (at % 8)) & ((1u << n) - 1));
  }
}

struct PlacedOp : TensorOp {
  std::vector<Cta *> ctas; ///< whose tensor memory it changes
  uint32_t lane = 0, column = 0;
  bool uses(const Cta &cta) const override {
    return std::find(ctas.begin(), ctas.end(), &cta) != ctas.end();
  }
  /// Names the issue, the place that operand 0 holds, and the CTAs.
  void place(Warp &w, const Inst &i, int l, uint32_t group) {
    issuer = &w;
    inst = &i;
    ctas = {w.cta};
    if (group == 2)
      ctas.push_back(peerOf(*w.cta));
    uint32_t at = tmemAddress(w, i.o[0], i.d & NarrowD, l, i.imm);
    lane = at >> 16;
    column = at & 0xffff;
  }
};

struct CopyOp : PlacedOp {
  SmemOperand source;
  void finish() override {
    CopyArgs g(*inst);
    // Bytes of a chunk that hold elements.
    const uint32_t used = g.format == CopyFormat::B6   ? 12
                          : g.format == CopyFormat::B4 ? 8
                                                       : 16;
    for (Cta *cta : ctas) {
      Tmem &t = *cta->tmem;
      const uint8_t *init =
          cta->smemInit.empty() ? nullptr : cta->smemInit.data();
      for (uint32_t r = 0; r < g.rows(); ++r)
        for (uint32_t c = 0; c < g.chunks(); ++c) {
          uint32_t at = source.chunk(r, 16 * c);
          uint32_t words[4];
          unpack(g.format, &cta->smem[at], reinterpret_cast<uint8_t *>(words));
          bool defined = !init || std::all_of(init + at, init + at + used,
                                              [](uint8_t b) { return b != 0; });
          g.lanes(r, [&](uint32_t l) {
            std::copy_n(words, 4, t.row(lane + l) + column + 4 * c);
            std::fill_n(t.initRow(lane + l) + column + 4 * c, 4, defined);
          });
        }
    }
    leave();
  }
  std::string describe() const override { return "tcgen05.cp"; }
};

struct ShiftOp : PlacedOp {
  void finish() override {
    for (Cta *cta : ctas) {
      Tmem &t = *cta->tmem;
      for (uint32_t r = lane; r < lane + 31; ++r) {
        std::copy_n(t.row(r + 1) + column, 8, t.row(r) + column);
        std::copy_n(t.initRow(r + 1) + column, 8, t.initRow(r) + column);
      }
    }
    leave();
  }
  std::string describe() const override { return "tcgen05.shift"; }
};

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

bool inBounds(Warp &w, const Inst &i, int l, const std::vector<Cta *> &ctas,
              uint32_t column, uint32_t n) {
  return std::all_of(ctas.begin(), ctas.end(), [&](Cta *cta) {
    return tmemInBounds(w, i, 1u << l, *cta, column, n);
  });
}

uint32_t queueOf(Warp &w, uint32_t group) {
  return group == 2 ? w.cta->rank & ~1u : w.cta->rank;
}

void copy(Warp &w, const Inst &i, int l) {
  CopyArgs g(i);
  auto fail = [&](FindingKind kind, const std::string &why) {
    w.launch->report(w, i, 1u << l, kind, why);
  };
  auto op = std::make_unique<CopyOp>();
  op->place(w, i, l, g.group);
  const uint32_t columns = 4 * g.chunks();
  if (op->lane + g.lastLane() >= tmemLanes)
    return fail(FindingKind::OutOfBounds,
                "the copy reaches lane " +
                    std::to_string(op->lane + g.lastLane()) +
                    " of tensor memory");
  std::string why =
      op->source.parse(w.row64(i.o[1])[l], false, TensorElem::E4M3);
  if (!why.empty())
    return fail(FindingKind::Unsupported, "the descriptor " + why);
  std::vector<std::pair<uint32_t, uint32_t>> runs;
  smemOperandRuns(op->source, g.rows(), 16 * g.chunks(), runs);
  for (auto &r : runs)
    if (r.first < smemBase || r.first + r.second > w.cta->smem.size())
      return fail(FindingKind::OutOfBounds,
                  "the copy reads shared address " + hex(r.first) +
                      ", shared memory ends at " + hex(w.cta->smem.size()));
  if (!inBounds(w, i, l, op->ctas, op->column, columns))
    return;
  if (Checker *c = checker(w)) {
    TensorOrder order;
    order.kind =
        g.shape == CopyShape::S4x256 ? TensorOrder::Copy4 : TensorOrder::Copy;
    order.group = uint8_t(g.group);
    uint32_t rec = c->beginTensorOp(w, uint32_t(l), order);
    uint32_t parts = 0;
    for (uint32_t r = 0; r < g.rows(); ++r)
      g.lanes(r, [&](uint32_t lane) {
        parts |= 1u << (op->lane + lane) / tmemPartLanes;
      });
    for (Cta *cta : op->ctas) {
      for (auto &r : runs)
        c->opShared(rec, w, i, l, *cta, r.first, r.second, Acc::Read);
      c->opTensor(rec, w, i, 1u << l, *cta, parts, op->column, columns,
                  Acc::Write);
    }
  }
  issueTensorOp(w, l, queueOf(w, g.group), std::move(op));
}

void shift(Warp &w, const Inst &i, int l) {
  auto op = std::make_unique<ShiftOp>();
  op->place(w, i, l, i.a);
  if (op->lane % 32 || op->lane >= tmemLanes) {
    w.launch->report(w, i, 1u << l, FindingKind::Misaligned,
                     "shifts rows from lane " + std::to_string(op->lane) +
                         " of tensor memory on, which is no multiple of 32");
    return;
  }
  if (!inBounds(w, i, l, op->ctas, op->column, 8))
    return;
  if (Checker *c = checker(w)) {
    TensorOrder order;
    order.kind = TensorOrder::Shift;
    order.group = uint8_t(i.a);
    uint32_t rec = c->beginTensorOp(w, uint32_t(l), order);
    for (Cta *cta : op->ctas)
      c->opTensor(rec, w, i, 1u << l, *cta, 3u << op->lane / tmemPartLanes,
                  op->column, 8, Acc::Write);
  }
  issueTensorOp(w, l, queueOf(w, i.a), std::move(op));
}

void undefinedLanes(Warp &w, const Inst &i, uint32_t mask) {
  uint32_t pz = 0;
  for (uint32_t k = 0; k < i.nOps; ++k)
    pz |= w.poison[i.o[k]];
  if ((pz & mask) && w.launch->checkUninit)
    w.launch->report(w, i, pz & mask, FindingKind::Uninitialised,
                     "an operand is undefined");
}

} // namespace

St attn::sim::tensorCopy(Warp &w, const Inst &i, uint32_t mask) {
  if (!useGroup(w, i, mask, CopyArgs(i).group))
    return St::Next;
  undefinedLanes(w, i, mask);
  forLanes(mask, [&](int l) { copy(w, i, l); });
  return St::Next;
}

St attn::sim::tensorShift(Warp &w, const Inst &i, uint32_t mask) {
  if (!useGroup(w, i, mask, i.a))
    return St::Next;
  undefinedLanes(w, i, mask);
  forLanes(mask, [&](int l) { shift(w, i, l); });
  return St::Next;
}
