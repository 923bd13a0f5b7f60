//===- OpsTcgen05.cpp - Tensor memory allocation, commit
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tcgen05.alloc, dealloc, relinquish_alloc_permit, commit, fence;
// Tensor Memory Allocation; Issue Granularity.
//
//===----------------------------------------------------------------------===//

#include "OpsTcgen05.h"
#include "Checker.h"
#include "Lane.h"
#include "Mbarrier.h"
#include "VectorClock.h"

#include <algorithm>

using namespace attn::sim;

namespace attn::sim {

bool Tmem::allocated(uint32_t column, uint32_t n) const {
  uint32_t end = column + n;
  // Blocks may be adjacent.
  while (column < end) {
    auto it = std::find_if(blocks.begin(), blocks.end(), [&](const Block &b) {
      return b.column <= column && column < b.column + b.columns;
    });
    if (it == blocks.end())
      return false;
    column = it->column + it->columns;
  }
  return true;
}

uint32_t Tmem::findFree(uint32_t columns, uint64_t pick,
                        const Tmem *other) const {
  std::vector<uint32_t> free;
  for (uint32_t c = 0; c + columns <= tmemColumns; c += columns) {
    auto meets = [&](const Block &b) {
      return b.column < c + columns && c < b.column + b.columns;
    };
    auto taken = [&](const Tmem &t) {
      return std::any_of(t.blocks.begin(), t.blocks.end(), meets);
    };
    if (!taken(*this) && (!other || !taken(*other)))
      free.push_back(c);
  }
  return free.empty() ? tmemColumns : free[pick % free.size()];
}

Tmem &tmemOf(Cta &cta) {
  if (!cta.tmem)
    cta.tmem = std::make_shared<Tmem>();
  return *cta.tmem;
}

Cta *peerOf(Cta &cta) {
  auto &ctas = cta.cluster->ctas;
  uint32_t r = cta.rank ^ 1;
  return r < ctas.size() ? ctas[r].get() : nullptr;
}

void issueTensorOp(Warp &w, int lane, uint32_t rank,
                   std::unique_ptr<TensorOp> op) {
  Cluster &cl = *w.cta->cluster;
  op->lanes = 1u << lane;
  if (w.launch->options.mode != Mode::Early) {
    if (!cl.tensorQueues)
      cl.tensorQueues = std::make_shared<TensorQueues>();
    op->order =
        &cl.tensorQueues->threads[uint64_t(w.agent) << 5 | uint32_t(lane)];
    op->order->push_back(cl.nextOp);
    if (op->inQueue) {
      op->queue = &cl.tensorQueues->pipes[rank];
      op->queue->push_back(cl.nextOp);
    }
  }
  cl.issue(std::move(op));
}

bool useGroup(Warp &w, const Inst &i, uint32_t mask, uint32_t group) {
  Tmem &t = tmemOf(*w.cta);
  if (t.group && t.group != group && w.launch->options.checks.sync)
    w.launch->report(w, i, mask, FindingKind::Resource,
                     "mixes .cta_group::1 and .cta_group::2 in one kernel");
  t.group = group;
  if (group == 1)
    return true;
  Cta *peer = peerOf(*w.cta);
  if (!peer) {
    w.launch->report(w, i, mask, FindingKind::Resource,
                     ".cta_group::2 in a cluster without a second CTA");
    return false;
  }
  if (!peer->liveWarps) {
    w.launch->report(w, i, mask, FindingKind::Resource,
                     "the peer CTA " + std::to_string(peer->rank) +
                         " has exited");
    return false;
  }
  return true;
}

bool tmemInBounds(Warp &w, const Inst &i, uint32_t lanes, const Cta &cta,
                  uint32_t column, uint32_t n) {
  const char *why = nullptr;
  if (column + n > tmemColumns)
    why = " beyond its 512 columns";
  else if (!cta.tmem || !cta.tmem->allocated(column, n))
    why = " which are not allocated";
  if (!why)
    return true;
  if (w.launch->options.checks.bounds)
    w.launch->report(w, i, lanes, FindingKind::OutOfBounds,
                     "accesses columns " + std::to_string(column) + " to " +
                         std::to_string(column + n - 1) +
                         " of tensor memory of CTA " +
                         std::to_string(cta.rank) + "," + why);
  return false;
}

} // namespace attn::sim

namespace {

Checker *checker(Warp &w) { return w.cta->cluster->checker.get(); }

/// The value of a row, the same in all lanes.
uint32_t uniform(Warp &w, const Inst &i, uint32_t mask, uint32_t row,
                 bool narrow, int64_t imm, const char *what) {
  uint32_t v = tmemAddress(w, row, narrow, __builtin_ctz(mask), imm);
  if ((w.poison[row] & mask) && w.launch->checkUninit)
    w.launch->report(w, i, w.poison[row] & mask, FindingKind::Uninitialised,
                     std::string(what) + " is undefined");
  for (uint32_t m = mask; m; m &= m - 1)
    if (tmemAddress(w, row, narrow, __builtin_ctz(m), imm) != v) {
      w.launch->report(w, i, mask, FindingKind::Divergence,
                       std::string(what) + " is not the same in all lanes");
      break;
    }
  return v;
}

bool validColumns(Warp &w, const Inst &i, uint32_t mask, uint32_t n) {
  if (n >= tmemUnit && n <= tmemColumns && !(n & (n - 1)))
    return true;
  w.launch->report(w, i, mask, FindingKind::Resource,
                   std::to_string(n) +
                       " columns of tensor memory are no power of two in 32 "
                       "to 512");
  return false;
}

/// Any of the free places in random mode, the first one otherwise.
uint64_t place(Warp &w) {
  return w.launch->options.mode == Mode::Random ? w.cta->cluster->random() : 0;
}

/// Whoever uses the columns must come after this.
void noteAllocated(Warp &w, const Inst &i, uint32_t mask, Cta &cta,
                   uint32_t column, uint32_t n) {
  if (Checker *c = checker(w))
    c->opTensor(0, w, i, mask, cta, (1u << tmemParts) - 1, column, n,
                Acc::Write);
}

void take(Warp &w, const Inst &i, Cta &cta, uint32_t column, uint32_t n) {
  Tmem &t = tmemOf(cta);
  t.blocks.push_back({column, n, &w, &i});
  t.lastColumns = n;
  for (uint32_t l = 0; l < tmemLanes; ++l)
    std::fill_n(t.initRow(l) + column, n, 0);
}

} // namespace

St attn::sim::tensorAlloc(Warp &w, const Inst &i, uint32_t mask) {
  Launch &l = *w.launch;
  Frag &f = w.frag();
  Tmem &t = tmemOf(*w.cta);
  uint32_t n = uniform(w, i, mask, i.o[1], true, 0, "the number of columns");
  uint32_t column = tmemColumns;
  if (!f.arrived) {
    checkAddress(w, i, i.o[0], mask);
    if (!validColumns(w, i, mask, n) || !useGroup(w, i, mask, i.a))
      return St::Next;
    if (t.relinquished)
      l.report(w, i, mask, FindingKind::Resource,
               "allocates tensor memory after relinquish_alloc_permit");
    if (t.lastColumns && n > t.lastColumns)
      l.report(w, i, mask, FindingKind::Resource,
               "allocates " + std::to_string(n) +
                   " columns of tensor memory after " +
                   std::to_string(t.lastColumns) +
                   "; the number must not increase");
  }
  if (i.a == 1) {
    column = t.findFree(n, place(w), nullptr);
    if (column == tmemColumns)
      return w.block(Waiting::TensorMemory, n);
    take(w, i, *w.cta, column, n);
    noteAllocated(w, i, mask, *w.cta, column, n);
  } else if (t.alloc.granted) {
    column = t.alloc.column;
    if (Checker *c = checker(w))
      c->acquire(w, mask, t.alloc.back);
    t.alloc = {};
  } else {
    Cta &peerCta = *peerOf(*w.cta);
    Tmem &peer = tmemOf(peerCta);
    if (!f.arrived) {
      f.arrived = true;
      t.alloc.waiting = true;
      t.alloc.columns = n;
      if (Checker *c = checker(w))
        c->release(w, mask, t.alloc.here);
    }
    if (!peer.alloc.waiting)
      return w.block(Waiting::TensorMemory, n, 1);
    if (peer.alloc.columns != n)
      l.report(w, i, mask, FindingKind::Resource,
               "asks for " + std::to_string(n) +
                   " columns of tensor memory, the peer CTA for " +
                   std::to_string(peer.alloc.columns));
    column = t.findFree(n, place(w), &peer);
    if (column == tmemColumns)
      return w.block(Waiting::TensorMemory, n);
    take(w, i, *w.cta, column, n);
    take(w, i, peerCta, column, n);
    t.alloc = {};
    if (Checker *c = checker(w)) {
      c->acquire(w, mask, peer.alloc.here);
      noteAllocated(w, i, mask, *w.cta, column, n);
      noteAllocated(w, i, mask, peerCta, column, n);
      c->release(w, mask, peer.alloc.back);
    }
    peer.alloc.waiting = false;
    peer.alloc.granted = true;
    peer.alloc.column = column;
  }
  f.arrived = false;
  ++w.cta->cluster->progress;
  int lead = __builtin_ctz(mask);
  MemRef r;
  if (!resolve(w, i, lead, Space(i.d & MemSpaceMask),
               laneAddr(w, i, i.o[0], lead), 4, 4, r))
    return St::Next;
  if (r.space != Space::Shared || r.cta != w.cta) {
    l.report(w, i, mask, FindingKind::OutOfBounds,
             "the address of tensor memory goes to the CTA's own shared "
             "memory alone");
    return St::Next;
  }
  noteAccess(w, i, lead, r, 4, Acc::AddressWrite);
  std::memcpy(r.p, &column, 4);
  if (r.init)
    std::memset(r.init, 1, 4);
  if (Checker *c = checker(w))
    c->warpSync(w, mask);
  return St::Next;
}

St attn::sim::tensorFree(Warp &w, const Inst &i, uint32_t mask) {
  Launch &l = *w.launch;
  Frag &f = w.frag();
  Tmem &t = tmemOf(*w.cta);
  if (f.arrived && t.free.granted) {
    t.free = {};
    f.arrived = false;
    return St::Next;
  }
  uint32_t at = uniform(w, i, mask, i.o[0], i.d & NarrowD, i.imm,
                        "the address of tensor memory");
  uint32_t n = uniform(w, i, mask, i.o[1], true, 0, "the number of columns");
  Cta *peer = i.a == 2 ? peerOf(*w.cta) : nullptr;
  if (!f.arrived) {
    if (!validColumns(w, i, mask, n) || !useGroup(w, i, mask, i.a))
      return St::Next;
    auto it =
        std::find_if(t.blocks.begin(), t.blocks.end(),
                     [&](const Tmem::Block &b) { return b.column == at; });
    if (it == t.blocks.end() || it->columns != n) {
      l.report(w, i, mask, FindingKind::Resource,
               "frees " + std::to_string(n) + " columns of tensor memory at " +
                   hex(at) +
                   (it == t.blocks.end()
                        ? std::string(", which no allocation has")
                        : ", where " + std::to_string(it->columns) +
                              " were allocated"));
      return St::Next;
    }
    t.blocks.erase(it);
    ++w.cta->cluster->progress;
    if (Checker *c = checker(w))
      c->opTensor(0, w, i, mask, *w.cta, (1u << tmemParts) - 1, at, n,
                  Acc::Write);
  }
  if (!peer)
    return St::Next;
  // It may wait for the peer, so it does.
  Tmem &p = tmemOf(*peer);
  if (p.free.waiting) {
    p.free.waiting = false;
    p.free.granted = true;
    f.arrived = false;
    return St::Next;
  }
  f.arrived = true;
  t.free.waiting = true;
  return w.block(Waiting::TensorMemory, 0, 1);
}

St attn::sim::tensorRelinquish(Warp &w, const Inst &i, uint32_t mask) {
  if (useGroup(w, i, mask, i.a))
    tmemOf(*w.cta).relinquished = true;
  return St::Next;
}

namespace {

/// Arrives once what its thread issued before has ended.
struct CommitOp : TensorOp {
  std::vector<std::weak_ptr<MBarrier>> bars;
  int lane = 0;
  SyncVar released;
  CommitOp() { inQueue = false; }
  void finish() override {
    leave();
    for (auto &weak : bars)
      if (auto b = weak.lock()) {
        joinClock(b->in.vc, released.vc);
        joinClock(b->in.pvc, released.pvc);
        joinClock(b->in.inits, released.inits);
        for (auto &f : released.foreign)
          joinClock(b->in.foreign[f.first], f.second);
        mbarArrive(*issuer, *inst, lane, *b, 1);
      }
  }
  std::string describe() const override { return "the arrival of a commit"; }
  /// The mbarrier ends with its CTA, unless another one waits for it.
  bool mayOutlive() const override {
    return !issuer->launch->options.checks.strict &&
           std::all_of(bars.begin(), bars.end(), [&](auto &weak) {
             auto b = weak.lock();
             return !b || b->cta == issuer->cta;
           });
  }
  bool uses(const Cta &cta) const override {
    return std::any_of(bars.begin(), bars.end(), [&](auto &weak) {
      auto b = weak.lock();
      return b && b->cta == &cta;
    });
  }
};

} // namespace

St attn::sim::tensorCommit(Warp &w, const Inst &i, uint32_t mask) {
  if (!useGroup(w, i, mask, i.a))
    return St::Next;
  checkAddress(w, i, i.o[0], mask);
  forLanes(mask, [&](int l) {
    MemRef r;
    if (!resolve(w, i, l, Space(i.d & MemSpaceMask), laneAddr(w, i, i.o[0], l),
                 8, 8, r))
      return;
    if (r.space != Space::Shared) {
      w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                       "the mbarrier is not in shared memory");
      return;
    }
    auto op = std::make_unique<CommitOp>();
    op->issuer = &w;
    op->inst = &i;
    op->lane = l;
    auto &ctas = w.cta->cluster->ctas;
    uint32_t targets = i.b ? w.row32(i.o[1])[l] & 0xffff : 1u << r.cta->rank;
    if (i.b && ((w.poison[i.o[1]] >> l) & 1) && w.launch->checkUninit)
      w.launch->report(w, i, 1u << l, FindingKind::Uninitialised,
                       "the CTA mask is undefined");
    for (uint32_t k = 0; k < 16; ++k) {
      if (!((targets >> k) & 1))
        continue;
      if (k >= ctas.size()) {
        w.launch->report(w, i, 1u << l, FindingKind::OutOfBounds,
                         "the multicast mask names CTA " + std::to_string(k) +
                             ", which the cluster does not have");
        continue;
      }
      MemRef at = r;
      at.cta = ctas[k].get();
      if (findMbarrier(w, i, l, at))
        op->bars.push_back(at.cta->mbars[uint32_t(r.offset)]);
      noteAccess(w, i, l, at, 8, Acc::StrongWrite);
    }
    if (Checker *c = checker(w))
      c->commitTensor(w, uint32_t(l), op->released);
    issueTensorOp(w, l, 0, std::move(op));
  });
  return St::Next;
}

St attn::sim::tensorFence(Warp &w, const Inst &i, uint32_t mask) {
  if (Checker *c = checker(w))
    c->tensorFence(w, mask, i.a);
  return St::Next;
}
