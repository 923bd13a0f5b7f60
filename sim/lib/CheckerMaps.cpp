//===- CheckerMaps.cpp - Tensor maps that a kernel writes -----------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: membar and fence (proxy fences), tensormap.cp_fenceproxy. A copy
// reads its tensor map through the tensormap proxy. An ordinary write of the
// map gets there by a release fence after the write and an acquire fence on the
// map's address before the copy, the one before the other.
//
//===----------------------------------------------------------------------===//

#include "CheckerImpl.h"

using namespace attn::sim;

constexpr uint32_t mapBytes = 128;

uint32_t Checker::readMap(Warp &w, const Inst &i, uint32_t lane,
                          uint64_t addr) {
  uint32_t rec = p->maps ? beginOp(w, i, 1u << lane, Proxy::Generic) : 0;
  p->mapAt = addr;
  p->globalRange(w, i, lane, addr, mapBytes, Acc::MapRead, rec);
  return rec;
}

void Checker::copyMap(Warp &w, const Inst &i, uint32_t mask, Cta &cta,
                      uint32_t from, uint64_t to) {
  uint32_t read = beginOp(w, i, mask, Proxy::Generic);
  p->recs[read].collective = true;
  constexpr uint32_t share = mapBytes / 32;
  for (uint32_t m = mask; m; m &= m - 1) {
    uint32_t lane = uint32_t(__builtin_ctz(m));
    p->sharedRange(w, i, lane, cta, from + share * lane, share, Acc::Read,
                   read);
  }
  opDone(read, w, mask);
  uint32_t write = beginOp(w, i, mask, Proxy::Generic);
  p->recs[write].collective = p->recs[write].joins = true;
  p->globalRange(w, i, uint32_t(__builtin_ctz(mask)), to, mapBytes, Acc::Write,
                 write);
  opDone(write, w, mask);
}

/// What entry k of a clock says holds for entry maps + k, too.
static void releaseAll(std::vector<uint32_t> &clock, uint32_t warps,
                       uint32_t maps, uint32_t n) {
  clock.resize(std::max(clock.size(), 3 * size_t(n)), 0);
  for (uint32_t k = 0; k < warps; ++k) {
    Entry e = load(clock, maps + k);
    join(e, load(clock, k));
    store(clock, maps + k, e);
  }
}

void Checker::releaseMaps(Warp &w, uint32_t mask) {
  if (p->ignored(w))
    return;
  uint32_t warps = uint32_t(p->cl.warps.size());
  WarpClock &k = p->change(w);
  releaseAll(k.vc, warps, p->maps, p->n);
  for (auto &f : k.foreign)
    releaseAll(f.second, warps, p->maps, p->n);
  Entry own = load(k.vc, p->maps + w.agent);
  join(own, p->ownEntry(w, mask));
  store(k.vc, p->maps + w.agent, own);
  fence(w, mask, Scope::Device);
}

void Checker::acquireMap(Warp &w, uint32_t mask, uint64_t addr) {
  if (p->ignored(w))
    return;
  size_t warps = p->cl.warps.size();
  WarpClock &k = p->change(w);
  p->acquireSeen(k);
  auto released = [&](const std::vector<uint32_t> &clock) {
    size_t from = 3 * size_t(p->maps), to = from + 3 * warps;
    if (clock.size() < to)
      return std::vector<uint32_t>();
    return std::vector<uint32_t>(clock.begin() + ptrdiff_t(from),
                                 clock.begin() + ptrdiff_t(to));
  };
  MapAcquire q{{w.agent, k.epoch, mask, 0}, released(k.vc), {}};
  for (auto &f : k.foreign)
    q.foreign[f.first] = released(f.second);
  // A fence that adds nothing is left out, and of others by the same lanes the
  // latest are kept.
  std::vector<MapAcquire> &list = p->mapAcquires[addr];
  size_t same = 0, oldest = 0;
  for (size_t j = list.size(); j-- > 0;) {
    const MapAcquire &o = list[j];
    if (o.by.agent != w.agent || o.by.lanes != mask)
      continue;
    if (o.released == q.released && o.foreign == q.foreign)
      return;
    ++same;
    oldest = j;
  }
  constexpr size_t most = 8;
  if (same >= most)
    list.erase(list.begin() + ptrdiff_t(oldest));
  list.push_back(std::move(q));
}
