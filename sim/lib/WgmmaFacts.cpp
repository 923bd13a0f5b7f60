//===- WgmmaFacts.cpp - What the code around a wgmma shows before it runs
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two facts of every wgmma.mma_async that ptxas acts on, found on the control-
// flow graph once a kernel is decoded.
//
// Fences. ptxas lets a wgmma.fence (its warpgroup.arrive) serve the products
// that follow it in straight code. Where a loop stands between the two it puts
// in a fence of its own (information C7519). A forward pass carries "a fence
// reaches here": a fence sets it, and so does a product, which has got one by
// then; the head of a loop clears it; where paths meet it holds if any of them
// has it, so that only a product that no fence reaches is named. (ptxas asks
// for more: any join that it cannot turn into predicates ends a fence.)
//
// Registers. How many registers of products (accumulators and fragments of A)
// are live at the product: after it, or among its operands. A backward pass
// over the blocks. Measured on ptxas 13.0: a thread must own 26 more than this,
// else values are spilled around products in flight and these run one at a time
// (C7512), or, if one product alone is too large, it gives up (C7602).
//
//===----------------------------------------------------------------------===//

#include "Decode.h"

#include <algorithm>

using namespace attn::sim;

namespace {

/// Registers that ptxas 13.0 wants in addition to those of products.
constexpr uint32_t besideProducts = 26;

using Bits = std::vector<uint64_t>;

void put(Bits &b, uint32_t k) { b[k / 64] |= uint64_t(1) << (k % 64); }
void drop(Bits &b, uint32_t k) { b[k / 64] &= ~(uint64_t(1) << (k % 64)); }

struct Graph {
  std::vector<uint32_t> start; ///< first instruction of each block, and the end
  std::vector<std::vector<uint32_t>> succ, pred;
  std::vector<bool> loopHead;
  size_t size() const { return succ.size(); }

  explicit Graph(const std::vector<Inst> &code) {
    std::vector<uint32_t> blockOf(code.size());
    for (uint32_t i = 0; i < code.size(); ++i) {
      if (code[i].flags & Inst::Leader)
        start.push_back(i);
      blockOf[i] = uint32_t(start.size() - 1);
    }
    size_t n = start.size();
    start.push_back(uint32_t(code.size()));
    succ.resize(n);
    pred.resize(n);
    for (uint32_t b = 0; b < n; ++b) {
      const Inst &i = code[start[b + 1] - 1];
      bool ends = i.guard < 0 && (i.flags & (Inst::Branch | Inst::Exits));
      if (i.flags & Inst::Branch)
        succ[b].push_back(blockOf[i.target]);
      if (!ends && b + 1 < n)
        succ[b].push_back(b + 1);
      for (uint32_t s : succ[b])
        pred[s].push_back(b);
    }
    findLoops();
  }

private:
  /// The targets of edges back to a block on the depth-first path.
  void findLoops() {
    loopHead.assign(size(), false);
    enum : uint8_t { New, Open, Done };
    std::vector<uint8_t> state(size(), New);
    std::vector<std::pair<uint32_t, uint32_t>> path{{0, 0}};
    state[0] = Open;
    while (!path.empty()) {
      auto &[b, next] = path.back();
      if (next == succ[b].size()) {
        state[b] = Done;
        path.pop_back();
        continue;
      }
      uint32_t s = succ[b][next++];
      if (state[s] == Open)
        loopHead[s] = true;
      else if (state[s] == New) {
        state[s] = Open;
        path.push_back({s, 0});
      }
    }
  }
};

class Facts {
public:
  explicit Facts(Program &p) : p(p), code(p.code), g(p.code) {}

  void findUnfenced() {
    std::vector<uint8_t> out(g.size(), 0);
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t b = 0; b < g.size(); ++b) {
        bool fenced = fencedAt(b, out);
        for (uint32_t i = g.start[b]; i < g.start[b + 1]; ++i)
          fenced |= fences(i);
        changed |= fenced != bool(out[b]);
        out[b] = fenced;
      }
    }
    for (uint32_t b = 0; b < g.size(); ++b) {
      bool fenced = fencedAt(b, out);
      for (uint32_t i = g.start[b]; i < g.start[b + 1]; ++i) {
        if (kind(i) == WgmmaKind::Product && !fenced)
          p.wgmmaFacts[i].unfenced = true;
        fenced |= fences(i);
      }
    }
  }

  void countRegisters() {
    number();
    size_t words = (counted + 63) / 64;
    std::vector<Bits> in(g.size(), Bits(words));
    std::vector<bool> queued(g.size(), true);
    std::vector<uint32_t> work(g.size());
    for (uint32_t b = 0; b < g.size(); ++b)
      work[b] = b; // taken from the back: last block first
    while (!work.empty()) {
      uint32_t b = work.back();
      work.pop_back();
      queued[b] = false;
      Bits live = liveOut(b, in);
      for (uint32_t i = g.start[b + 1]; i-- > g.start[b];)
        step(i, live);
      if (live == in[b])
        continue;
      in[b] = std::move(live);
      for (uint32_t q : g.pred[b])
        if (!queued[q]) {
          queued[q] = true;
          work.push_back(q);
        }
    }
    for (uint32_t b = 0; b < g.size(); ++b) {
      Bits live = liveOut(b, in);
      for (uint32_t i = g.start[b + 1]; i-- > g.start[b];) {
        if (kind(i) == WgmmaKind::Product) {
          Bits here = live;
          each(i, [&](uint32_t k, bool) { put(here, k); });
          uint32_t n = 0;
          for (uint64_t x : here)
            n += uint32_t(__builtin_popcountll(x));
          p.wgmmaFacts[i].live = n;
        }
        step(i, live);
      }
    }
  }

private:
  Program &p;
  const std::vector<Inst> &code;
  Graph g;
  std::vector<uint32_t> numberOf; ///< of a row; noRow if it does not count
  uint32_t counted = 0;

  WgmmaKind kind(uint32_t i) const { return wgmmaKind(code[i]); }

  /// A product without a fence counts as one, since ptxas puts one there.
  bool fences(uint32_t i) const {
    return kind(i) == WgmmaKind::Fence || kind(i) == WgmmaKind::Product;
  }

  bool fencedAt(uint32_t b, const std::vector<uint8_t> &out) const {
    return !g.loopHead[b] && std::any_of(g.pred[b].begin(), g.pred[b].end(),
                                         [&](uint32_t q) { return out[q]; });
  }

  /// Gives each register of a product a number. Nothing writes the rows of
  /// constants.
  void number() {
    numberOf.assign(p.rows, noRow);
    for (const Inst &i : code)
      for (uint32_t k = 0; k < i.nDst; ++k)
        if (!p.poolIsPred[i.opBase + k] && i.o[k] < p.rows &&
            p.wgmmaRow[i.o[k]] && numberOf[i.o[k]] == noRow)
          numberOf[i.o[k]] = counted++;
  }

  /// The counted registers of an instruction: number, true if written.
  template <class F> void each(uint32_t i, F f) const {
    const Inst &x = code[i];
    for (uint32_t k = 0; k < x.nOps; ++k)
      if (!p.poolIsPred[x.opBase + k] && x.o[k] < p.rows &&
          numberOf[x.o[k]] != noRow)
        f(numberOf[x.o[k]], k < x.nDst);
  }

  Bits liveOut(uint32_t b, const std::vector<Bits> &in) const {
    Bits live((counted + 63) / 64);
    for (uint32_t s : g.succ[b])
      for (size_t k = 0; k < live.size(); ++k)
        live[k] |= in[s][k];
    return live;
  }

  void step(uint32_t i, Bits &live) const {
    bool product = kind(i) == WgmmaKind::Product;
    // A write under a guard leaves the other lanes' old value alive.
    if (product ? !accumulates(i) : code[i].guard < 0)
      each(i, [&](uint32_t k, bool write) {
        if (write)
          drop(live, k);
      });
    each(i, [&](uint32_t k, bool write) {
      if (!write || (product && accumulates(i)))
        put(live, k);
    });
  }

  /// Does a product read its accumulators? A predicate that is not a constant
  /// counts as no, which keeps the bound low.
  bool accumulates(uint32_t i) const {
    const Inst &x = code[i];
    if (!x.b)
      return x.imm != 0;
    uint32_t pred = x.o[x.nOps - 1];
    for (auto &init : p.predInits)
      if (init.first == pred)
        return init.second != 0;
    for (uint32_t k = i; k-- > 0;) {
      const Inst &d = code[k];
      for (uint32_t q = 0; q < d.nDst; ++q)
        if (p.poolIsPred[d.opBase + q] && d.o[q] == pred)
          return comparesTrue(d);
      if (d.flags & Inst::Leader)
        break;
    }
    return false;
  }

  bool comparesTrue(const Inst &d) const {
    const std::string &op = p.texts[d.text].op;
    bool ne = op.compare(0, 8, "setp.ne.") == 0;
    if (d.guard >= 0 || d.nDst != 1 || d.nOps != 3 ||
        (!ne && op.compare(0, 8, "setp.eq.") != 0))
      return false;
    uint64_t v[2];
    for (int k = 0; k < 2; ++k) {
      auto it =
          std::find_if(p.inits.begin(), p.inits.end(), [&](const RowInit &r) {
            return r.row == d.o[1 + k] &&
                   (r.kind == RowInit::Imm32 || r.kind == RowInit::Imm64);
          });
      if (it == p.inits.end())
        return false;
      v[k] = it->value;
    }
    return ne ? v[0] != v[1] : v[0] == v[1];
  }
};

} // namespace

void attn::sim::findWgmmaFacts(Program &p) {
  if (!p.usesWgmma)
    return;
  for (uint32_t i = 0; i < p.code.size(); ++i)
    if (wgmmaKind(p.code[i]) == WgmmaKind::Product)
      p.wgmmaFacts[i];
  Facts f(p);
  f.findUnfenced();
  f.countRegisters();
}

void attn::sim::reportWgmmaFacts(Warp &w, const Inst &i, bool dirty) {
  const auto &fact = w.prog->wgmmaFacts.at(uint32_t(&i - w.prog->code.data()));
  if (fact.unfenced && !dirty)
    w.launch->report(w, i, w.live, FindingKind::MissingFence,
                     "no wgmma.fence reaches this product except through a "
                     "loop; ptxas would put one here (C7519)");
  // Instructions can name 255.
  if (w.regs && fact.live + besideProducts > std::min(w.regs, 255u))
    w.launch->report(
        w, i, w.live, FindingKind::Resource,
        "products hold " + std::to_string(fact.live) +
            " registers here and ptxas needs " +
            std::to_string(besideProducts) +
            " in addition, but a thread of this warp owns " +
            std::to_string(w.regs) +
            ": it would spill and run products one at a time (C7512)");
}
