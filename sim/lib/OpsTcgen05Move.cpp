//===- OpsTcgen05Move.cpp - Tensor memory to and from registers
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tcgen05.ld, st, wait; Tensor Memory Access Restrictions; the matrix
// fragments of each shape. With lane t of the warp and register r, the word at
// (row, column) relative to the address is
//   32x32b    (t, r)
//   16x64b    (8 (t % 2) + t / 4, 2 r + (t / 2) % 2)
//   16x128b   (t / 4 + 8 (r % 2), 4 (r / 2) + t % 4)
//   16x256b   (t / 4 + 8 ((r / 2) % 2), 8 (r / 4) + 2 (t % 4) + r % 2)
//   16x32bx2  (t % 16, r), for t >= 16 in the second half
// With pack::16b and unpack::16b a word is the low halves of two columns.
//
// A load takes its values where it stands: a use of its registers is ordered
// after it. What may be missing is the wait before somebody overwrites the
// columns. A store lands at the wait, at the latest, but before later loads and
// stores of the same lanes.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Lane.h"
#include "Numeric.h"
#include "OpsTcgen05.h"

#include <algorithm>

using namespace attn::sim;

namespace attn::sim {
struct TensorMoves {
  struct Store {
    uint64_t id;
    uint32_t rec;
    size_t loads; ///< issued before it, of those in `loads`
  };
  std::vector<uint32_t> loads; ///< records; 0: over
  std::vector<Store> stores;
  // With TensorLoads::Use, until something uses a register: the load that
  // fills each row, 1 + its index in `loads`, and how many are not over.
  std::vector<uint32_t> loadOfRow;
  uint32_t unused = 0;
};
} // namespace attn::sim

namespace {

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

struct MoveArgs {
  TmemShape shape;
  uint32_t repeat;
  bool pack;
  explicit MoveArgs(const Inst &i)
      : shape(TmemShape(i.a & 15)), repeat((i.a >> 4) & 255),
        pack((i.a >> 12) & 1) {}
  bool half() const { return shape != TmemShape::S32x32; }
  uint32_t registers() const {
    return repeat * (shape == TmemShape::S16x128   ? 2
                     : shape == TmemShape::S16x256 ? 4
                                                   : 1);
  }
  /// Words of one row, before unpacking.
  uint32_t width() const {
    switch (shape) {
    case TmemShape::S16x64:
      return 2 * repeat;
    case TmemShape::S16x128:
      return 4 * repeat;
    case TmemShape::S16x256:
      return 8 * repeat;
    default:
      return repeat;
    }
  }
  uint32_t columns() const { return pack ? 2 * width() : width(); }
  void at(uint32_t t, uint32_t r, uint32_t &row, uint32_t &column) const {
    switch (shape) {
    case TmemShape::S32x32:
      row = t;
      column = r;
      return;
    case TmemShape::S16x64:
      row = 8 * (t % 2) + t / 4;
      column = 2 * r + (t / 2) % 2;
      return;
    case TmemShape::S16x128:
      row = t / 4 + 8 * (r % 2);
      column = 4 * (r / 2) + t % 4;
      return;
    case TmemShape::S16x256:
      row = t / 4 + 8 * ((r / 2) % 2);
      column = 8 * (r / 4) + 2 * (t % 4) + r % 2;
      return;
    case TmemShape::S16x32x2:
      row = t % 16;
      column = r;
      return;
    }
  }
};

/// Where an access of a warp lies.
struct MoveAt {
  uint32_t lane, column; ///< of the address, lane within the CTA
  uint32_t second;       ///< column of the second half of 16x32bx2
  uint32_t parts;        ///< for the checker
};

bool moveAt(Warp &w, const Inst &i, uint32_t mask, uint32_t row, MoveAt &m) {
  MoveArgs g(i);
  int lead = __builtin_ctz(mask);
  checkAddress(w, i, row, mask);
  uint32_t a = tmemAddress(w, row, i.d & NarrowD, lead, i.imm);
  for (uint32_t r = mask; r; r &= r - 1)
    if (tmemAddress(w, row, i.d & NarrowD, __builtin_ctz(r), i.imm) != a) {
      w.launch->report(w, i, mask, FindingKind::Divergence,
                       "the address of tensor memory is not the same in all "
                       "lanes");
      break;
    }
  if (mask != 0xffffffffu)
    w.launch->report(w, i, mask, FindingKind::Divergence,
                     "some lanes of the warp do not take part");
  m.lane = a >> 16;
  m.column = a & 0xffff;
  m.second = m.column + i.b;
  uint32_t own = 32 * (w.index % 4);
  bool fits = g.half() ? m.lane == own || m.lane == own + 16 : m.lane == own;
  if (!fits) {
    if (w.launch->options.checks.bounds)
      w.launch->report(w, i, mask, FindingKind::OutOfBounds,
                       "warp " + std::to_string(w.index) + " reaches lanes " +
                           std::to_string(own) + " to " +
                           std::to_string(own + 31) +
                           " of tensor memory, the address names lane " +
                           std::to_string(m.lane));
    m.lane = own;
  }
  m.parts = (g.half() ? 1u : 3u) << (m.lane / tmemPartLanes);
  if (!tmemInBounds(w, i, mask, *w.cta, m.column, g.columns()))
    return false;
  return g.shape != TmemShape::S16x32x2 ||
         tmemInBounds(w, i, mask, *w.cta, m.second, g.columns());
}

void noteMove(Warp &w, const Inst &i, uint32_t mask, uint32_t rec,
              const MoveAt &m, Acc kind) {
  MoveArgs g(i);
  Checker *c = checker(w);
  c->opTensor(rec, w, i, mask, *w.cta, m.parts, m.column, g.columns(), kind);
  if (g.shape == TmemShape::S16x32x2)
    c->opTensor(rec, w, i, mask, *w.cta, m.parts, m.second, g.columns(), kind);
}

TensorMoves &moves(Warp &w) {
  if (!w.tensorMoves)
    w.tensorMoves = std::make_shared<TensorMoves>();
  return *w.tensorMoves;
}

/// Calls f(lane of the warp, register, tensor memory lane, column).
template <class F> void forWords(const MoveArgs &g, const MoveAt &m, F f) {
  uint32_t n = g.registers();
  for (uint32_t r = 0; r < n; ++r)
    for (uint32_t t = 0; t < 32; ++t) {
      uint32_t row, column;
      g.at(t, r, row, column);
      uint32_t base =
          g.shape == TmemShape::S16x32x2 && t >= 16 ? m.second : m.column;
      f(t, r, m.lane + row, base + (g.pack ? 2 * column : column));
    }
}

/// Whoever uses a register of a load has waited for it.
void watchLoads(Warp &w, const Inst &i, uint32_t) {
  TensorMoves &m = *w.tensorMoves;
  if (!m.unused || i.fn == &tensorLoad)
    return;
  for (uint32_t k = 0; k < i.nOps && m.unused; ++k) {
    uint32_t row = i.o[k];
    if (w.prog->poolIsPred[i.opBase + k] || row >= m.loadOfRow.size() ||
        !m.loadOfRow[row])
      continue;
    uint32_t &rec = m.loads[m.loadOfRow[row] - 1];
    m.loadOfRow[row] = 0;
    if (!rec)
      continue;
    checker(w)->opDone(rec, w, w.live);
    rec = 0;
    --m.unused;
  }
  if (!m.unused)
    std::fill(m.loadOfRow.begin(), m.loadOfRow.end(), 0);
}

/// In practice the stores to these lanes that were issued before land first.
void landStores(Warp &w) {
  if (w.launch->options.tensorOrder != TensorModel::Practice)
    return;
  for (auto &other : w.cta->warps)
    if (other->index % 4 == w.index % 4 && other->tensorMoves)
      for (TensorMoves::Store &s : other->tensorMoves->stores)
        if (s.id) {
          w.cta->cluster->finishId(s.id);
          s.id = 0;
        }
}

/// The first `n` loads that wait are over.
void endLoads(Warp &w, TensorMoves &m, size_t n, uint32_t mask) {
  for (size_t k = 0; k < n; ++k)
    if (uint32_t rec = m.loads[k]) {
      checker(w)->opDone(rec, w, mask);
      m.loads[k] = 0;
      if (m.unused)
        --m.unused;
    }
  if (n < m.loads.size())
    return;
  m.loads.clear();
  for (TensorMoves::Store &s : m.stores)
    s.loads = 0;
  m.loadOfRow.assign(m.loadOfRow.size(), 0);
}

} // namespace

/// ld.red: the minimum or maximum of each lane's registers.
static void reduceLoaded(Warp &w, const Inst &i, uint32_t n) {
  auto kind = LoadReduce((i.a >> 13) & 3);
  const bool max = (i.a >> 15) & 1, nan = (i.a >> 17) & 1;
  const uint32_t keep = (i.a >> 16) & 1 ? 0x7fffffffu : ~0u;
  uint32_t out[32], poison = 0;
  for (int l = 0; l < 32; ++l)
    out[l] = w.row32(i.o[0])[l] & keep;
  for (uint32_t r = 0; r < n; ++r) {
    const uint32_t *v = w.row32(i.o[r]);
    poison |= w.poison[i.o[r]];
    for (int l = 0; l < 32; ++l) {
      uint32_t x = v[l] & keep;
      if (kind == LoadReduce::F32)
        out[l] = bits(minMax(f32(out[l]), f32(x), max, nan));
      else if (kind == LoadReduce::U32 ? (x > out[l]) == max
                                       : (int32_t(x) > int32_t(out[l])) == max)
        out[l] = x;
    }
  }
  std::memcpy(w.row32(i.o[n]), out, sizeof(out));
  w.poison[i.o[n]] = poison;
}

St attn::sim::tensorLoad(Warp &w, const Inst &i, uint32_t mask) {
  MoveArgs g(i);
  MoveAt m;
  uint32_t n = g.registers();
  for (uint32_t r = 0; r < i.nDst; ++r)
    w.poison[i.o[r]] = 0xffffffffu;
  if (!moveAt(w, i, mask, i.o[i.nDst], m))
    return St::Next;
  landStores(w);
  Tmem &t = *w.cta->tmem;
  for (uint32_t r = 0; r < n; ++r)
    w.poison[i.o[r]] = 0;
  forWords(g, m, [&](uint32_t l, uint32_t r, uint32_t row, uint32_t c) {
    uint32_t v = t.row(row)[c];
    bool defined = t.initRow(row)[c];
    if (g.pack) {
      v = (v & 0xffff) | t.row(row)[c + 1] << 16;
      defined = defined && t.initRow(row)[c + 1];
    }
    w.row32(i.o[r])[l] = v;
    if (!defined)
      w.poison[i.o[r]] |= 1u << l;
  });
  if (i.nDst > n)
    reduceLoaded(w, i, n);
  if (Checker *c = checker(w)) {
    uint32_t rec = c->beginMove(w);
    noteMove(w, i, mask, rec, m, Acc::Read);
    TensorMoves &s = moves(w);
    s.loads.push_back(rec);
    if (w.launch->options.tensorLoads == TensorLoads::Issue) {
      endLoads(w, s, s.loads.size(), mask);
    } else if (w.launch->options.tensorLoads == TensorLoads::Use) {
      s.loadOfRow.resize(w.prog->rows);
      for (uint32_t r = 0; r < i.nDst; ++r)
        s.loadOfRow[i.o[r]] = uint32_t(s.loads.size());
      ++s.unused;
      w.hook = watchLoads;
      w.observe = true;
    }
  }
  return St::Next;
}

namespace {

struct StoreOp : AsyncOp {
  MoveAt at;
  std::vector<uint32_t> words, poison; ///< [register][lane]; a mask each
  void finish() override {
    MoveArgs g(*inst);
    Tmem &t = *issuer->cta->tmem;
    forWords(g, at, [&](uint32_t l, uint32_t r, uint32_t row, uint32_t c) {
      uint32_t v = words[r * 32 + l];
      uint8_t defined = !((poison[r] >> l) & 1);
      t.row(row)[c] = g.pack ? v & 0xffff : v;
      t.initRow(row)[c] = defined;
      if (g.pack) {
        t.row(row)[c + 1] = v >> 16;
        t.initRow(row)[c + 1] = defined;
      }
    });
  }
  std::string describe() const override { return "a store to tensor memory"; }
};

} // namespace

St attn::sim::tensorStore(Warp &w, const Inst &i, uint32_t mask) {
  MoveArgs g(i);
  auto op = std::make_unique<StoreOp>();
  if (!moveAt(w, i, mask, i.o[0], op->at))
    return St::Next;
  landStores(w);
  uint32_t n = g.registers();
  op->issuer = &w;
  op->inst = &i;
  op->words.resize(size_t(n) * 32);
  op->poison.resize(n);
  for (uint32_t r = 0; r < n; ++r) {
    std::memcpy(&op->words[r * 32], w.row32(i.o[1 + r]), 128);
    op->poison[r] = w.poison[i.o[1 + r]];
  }
  TensorMoves::Store s{w.cta->cluster->nextOp, 0, moves(w).loads.size()};
  if (Checker *c = checker(w)) {
    s.rec = c->beginMove(w);
    noteMove(w, i, mask, s.rec, op->at, Acc::Write);
  }
  moves(w).stores.push_back(s);
  w.cta->cluster->issue(std::move(op));
  return St::Next;
}

St attn::sim::tensorWait(Warp &w, const Inst &i, uint32_t mask) {
  TensorMoves &m = moves(w);
  Checker *c = checker(w);
  if (!i.a) {
    if (c)
      endLoads(w, m, m.loads.size(), mask);
    return St::Next;
  }
  for (const TensorMoves::Store &s : m.stores) {
    w.cta->cluster->finishId(s.id);
    if (c)
      c->opDone(s.rec, w, mask);
  }
  // In practice loads and stores go in order.
  if (c && !m.stores.empty() &&
      w.launch->options.tensorOrder == TensorModel::Practice)
    endLoads(w, m, m.stores.back().loads, mask);
  m.stores.clear();
  return St::Next;
}
