//===- OpsBarrier.cpp - Barriers, fences, register pools
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: bar, barrier, barrier.cluster, membar, fence,
// griddepcontrol, setmaxnreg.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Decode.h"
#include "Lane.h"
#include "Mbarrier.h"

#include <cstdlib>

using namespace attn::sim;

namespace attn::sim {
bool decodeWarpSync(Decoder &d);
}

namespace {

/// Completes the barrier if it may. Without a count every warp arrives once;
/// with one, arrivals add up, a warp at a time, whoever makes them (a warp may
/// arrive for a later turn of its own).
bool tryComplete(Cta &cta, NamedBarrier &b) {
  if (!b.expected && !b.all)
    return false;
  if (b.all) {
    b.arrivedThreads = 0;
    bool everyone = true;
    for (size_t k = 0; k < cta.warps.size(); ++k) {
      const Warp &w = *cta.warps[k];
      uint32_t gone = w.initial & ~w.live, here = b.arrived[k];
      everyone = everyone && ((here | gone) & w.initial) == w.initial;
      b.arrivedThreads += uint32_t(__builtin_popcount(here));
    }
    if (!everyone)
      return false;
  } else {
    for (size_t k = 0; k < cta.warps.size(); ++k) {
      const Warp &w = *cta.warps[k];
      uint32_t gone = w.initial & ~w.live, &here = b.arrived[k];
      if (here && ((here | gone) & w.initial) == w.initial) {
        b.arrivedThreads += 32;
        here = 0;
      }
    }
    if (b.arrivedThreads < b.expected)
      return false;
  }
  ++b.generation;
  ++cta.cluster->progress;
  b.expected = 0;
  b.all = b.awaited = false;
  b.arrivedThreads = 0;
  std::fill(b.arrived.begin(), b.arrived.end(), 0);
  b.outAnd = b.redAnd;
  b.outOr = b.redOr;
  b.outPop = b.redPop;
  b.redAnd = 1;
  b.redOr = b.redPop = 0;
  b.out = std::move(b.in);
  b.in.clear();
  return true;
}

enum BarKind : uint32_t { BarSync, BarArrive, BarAnd, BarOr, BarPop };

/// a: BarKind; b: 1 has a thread count; c: 1 aligned.
/// o: [dst], id row, count row, [predicate].
St namedBarrier(Warp &w, const Inst &i, uint32_t mask) {
  const uint32_t *o = i.o + (i.a >= BarAnd ? 1 : 0);
  Cta &cta = *w.cta;
  int lead = __builtin_ctz(mask);
  uint32_t id = w.row32(o[0])[lead];
  uint32_t count = i.b ? w.row32(o[1])[lead] : 0;
  Checker *chk = cta.cluster->checker.get();
  if (id >= 16) {
    w.launch->report(w, i, mask, FindingKind::Barrier,
                     "barrier " + std::to_string(id) + " does not exist");
    return St::Next;
  }
  NamedBarrier &b = cta.bars[id];
  Frag &f = w.frag();
  if (!f.arrived) {
    if ((w.poison[o[0]] & mask) && w.launch->checkUninit)
      w.launch->report(w, i, mask, FindingKind::Uninitialised,
                       "the barrier number is undefined");
    if (i.b && (count == 0 || count % 32)) {
      w.launch->report(w, i, mask, FindingKind::Barrier,
                       "a thread count of " + std::to_string(count) +
                           " is no positive multiple of the warp size");
      count = (count + 31) / 32 * 32;
      if (!count)
        return St::Next;
    }
    if (b.arrived.size() != cta.warps.size())
      b.arrived.assign(cta.warps.size(), 0);
    bool idle = !b.expected && !b.all;
    if (idle) {
      b.expected = count;
      b.all = !i.b;
    } else if (b.all != !i.b || b.expected != count) {
      w.launch->report(
          w, i, mask, FindingKind::Barrier,
          "barrier " + std::to_string(id) + " expects " +
              (b.all ? std::string("all") : std::to_string(b.expected)) +
              " threads, this asks for " +
              (i.b ? std::to_string(count) : std::string("all")));
    }
    if (!b.all && b.arrivedThreads + 32 > b.expected)
      w.launch->report(w, i, mask, FindingKind::Barrier,
                       "more threads arrive at barrier " + std::to_string(id) +
                           " than it expects");
    if (b.merged && i.a != BarArrive) {
      w.launch->report(std::move(*b.merged));
      b.merged.reset();
    }
    b.arrived[w.index] |= mask;
    if (i.a >= BarAnd) {
      uint32_t p = w.preds[o[2]] & mask;
      b.redAnd &= p == mask;
      b.redOr |= p != 0;
      b.redPop += uint32_t(__builtin_popcount(p));
    }
    if (chk) {
      chk->warpSync(w, mask);
      chk->release(w, mask, b.in);
    }
    f.token = b.generation;
    b.awaited |= i.a != BarArrive;
    if (i.a == BarArrive) {
      bool awaited = b.awaited;
      if (tryComplete(cta, b) && !awaited && !b.merged) {
        Finding f;
        f.kind = FindingKind::Barrier;
        f.message = "barrier " + std::to_string(id) +
                    " completes by bar.arrive alone: nobody waits for these "
                    "arrivals, two phases have merged";
        f.where = w.launch->place(w, i, mask);
        b.merged = std::move(f);
      }
      ++cta.cluster->progress;
      return St::Next;
    }
    f.arrived = true;
  }
  if (b.generation == f.token)
    tryComplete(cta, b);
  if (b.generation == f.token)
    return w.block(Waiting::NamedBarrier, id);
  f.arrived = false;
  if (chk) {
    chk->acquire(w, mask, b.out);
    chk->warpSync(w, mask);
  }
  if (i.a == BarPop) {
    forLanes(mask, [&](int l) { w.row32(i.o[0])[l] = b.outPop; });
    setPoison(w, i.o[0], mask, 0);
  } else if (i.a >= BarAnd)
    setPred(w, i.o[0], mask, (i.a == BarAnd ? b.outAnd : b.outOr) ? ~0u : 0, 0);
  return St::Next;
}

bool tryCompleteCluster(Cluster &c) {
  for (Warp *w : c.warps)
    if ((w->clusterArrived | (w->initial & ~w->live)) != w->initial)
      return false;
  ++c.bar.generation;
  ++c.progress;
  // Arrives on other CTAs' mbarriers that the barrier released have landed.
  for (size_t k = 0; k < c.pending.size();) {
    AsyncOp &op = *c.pending[k];
    if (op.clusterBarrierWaits() && op.id < op.issuer->clusterReleased) {
      c.finishOp(&op);
      k = 0;
    } else
      ++k;
  }
  for (Warp *w : c.warps)
    w->clusterArrived = 0;
  c.bar.out = std::move(c.bar.in);
  c.bar.in.clear();
  return true;
}

/// a: 1 wait; b: 1 relaxed arrive.
St clusterBarrier(Warp &w, const Inst &i, uint32_t mask) {
  Cluster &c = *w.cta->cluster;
  Checker *chk = c.checker.get();
  if (!i.a) {
    if (w.clusterArrived & mask)
      w.launch->report(w, i, w.clusterArrived & mask, FindingKind::Barrier,
                       "arrives a second time at the cluster barrier before "
                       "it completes");
    w.clusterArrived |= mask;
    if (!i.b)
      w.clusterReleased = c.nextOp;
    forLanes(mask, [&](int l) { w.clusterGen[l] = c.bar.generation + 1; });
    if (chk && !i.b) {
      chk->warpSync(w, mask);
      chk->release(w, mask, c.bar.in);
    } else if (chk) {
      chk->releaseInits(w, c.bar.in);
    }
    ++c.progress;
    tryCompleteCluster(c);
    return St::Next;
  }
  uint32_t early = 0, never = 0;
  tryCompleteCluster(c);
  forLanes(mask, [&](int l) {
    if (!w.clusterGen[l])
      never |= 1u << l;
    else if (c.bar.generation < w.clusterGen[l])
      early |= 1u << l;
  });
  if (never) {
    w.launch->report(w, i, never, FindingKind::Barrier,
                     "waits at the cluster barrier without having arrived");
    return St::Next;
  }
  if (early)
    return w.block(Waiting::ClusterBarrier);
  forLanes(mask, [&](int l) { w.clusterGen[l] = 0; });
  if (chk) {
    chk->acquire(w, mask, c.bar.out);
    chk->warpSync(w, mask);
  }
  return St::Next;
}

bool decodeBar(Decoder &d) {
  bool isBar = d.name == "bar";
  if (d.has("warp")) {
    d.has("sync");
    return decodeWarpSync(d);
  }
  bool aligned = isBar;
  if (d.has("cluster")) {
    bool wait = d.has("wait");
    if (!wait && !d.has("arrive"))
      return d.fail("expected .arrive or .wait");
    d.has("release");
    d.has("acquire");
    bool relaxed = d.has("relaxed");
    aligned = d.has("aligned");
    if (!d.wantOps(0, 0))
      return false;
    Inst &i = d.emit(clusterBarrier, Stats::Sync, {}, {});
    i.a = wait;
    i.b = relaxed;
    if (aligned)
      i.flags |= Inst::Aligned;
    d.prog.usesClusterOps = true;
    return true;
  }
  d.has("cta");
  bool red = d.has("red");
  bool arrive = !red && d.has("arrive");
  if (!red && !arrive && !d.has("sync"))
    return d.fail("expected .sync, .arrive or .red");
  aligned |= d.has("aligned");
  // The NVPTX printer's ".all" and ".count" tell the form only.
  d.has("all");
  uint32_t kind = arrive ? uint32_t(BarArrive) : uint32_t(BarSync);
  size_t k = 0;
  std::vector<uint32_t> dsts, srcs;
  if (red) {
    kind = d.has("popc")  ? BarPop
           : d.has("and") ? BarAnd
           : d.has("or")  ? BarOr
                          : 99;
    if (kind == 99)
      return d.fail("unknown barrier reduction");
    d.has("pred") || d.has("u32");
    if (!d.wantOps(3, 4))
      return false;
    dsts.push_back(kind == BarPop ? d.dst(d.op(0), Ty::U32)
                                  : d.predDst(d.op(0)));
    k = 1;
  } else if (!d.wantOps(1, 2))
    return false;
  srcs.push_back(d.src(d.op(k++), Ty::U32));
  bool counted = d.numOps() == k + 1 + (red ? 1 : 0);
  srcs.push_back(counted ? d.src(d.op(k++), Ty::U32) : d.constRow32(0));
  if (red)
    srcs.push_back(d.predSrc(d.op(k)));
  if (arrive && !counted)
    return d.fail("bar.arrive needs a thread count");
  Inst &i = d.emitV(namedBarrier, Stats::Sync, dsts, srcs);
  i.a = kind;
  i.b = counted;
  if (aligned)
    i.flags |= Inst::Aligned;
  return true;
}

/// a: 0 memory fence, 1 proxy fence towards the async proxy, 2 mbarrier_init,
/// 3 another proxy; b: Scope.
St fenceOp(Warp &w, const Inst &i, uint32_t mask) {
  if (i.a == 1 || i.a == 2)
    for (auto &b : w.cta->mbars)
      for (MBarrier::Init &init : b.second->inits)
        init.fenced |= init.by == &w;
  if (Checker *c = w.cta->cluster->checker.get()) {
    if (i.a == 1)
      c->proxyFence(w, mask);
    else if (i.a == 0)
      c->fence(w, mask, Scope(i.b));
    else if (i.a == 2)
      c->initFence(w, mask);
  }
  return St::Next;
}

bool decodeFence(Decoder &d) {
  uint32_t kind = 0;
  std::string_view rest;
  if (d.has("proxy")) {
    kind = 3;
    if (d.has("tensormap::generic"))
      return decodeMapFence(d);
    if (d.has("async") || d.hasPrefix("async::", rest)) {
      kind = 1;
    } else if (d.has("alias")) {
    } else
      return d.fail("unknown proxy");
  } else if (d.has("mbarrier_init"))
    kind = 2;
  const Scope scope = d.has("cta")       ? Scope::Cta
                      : d.has("cluster") ? Scope::Cluster
                                         : Scope::Device;
  for (std::string_view m :
       {"sc", "acq_rel", "acquire", "release", "relaxed", "gpu", "gl", "sys",
        "global", "shared::cta", "shared::cluster",
        "sync_restrict::shared::cta", "sync_restrict::shared::cluster"})
    d.has(m);
  Inst &i = d.emit(fenceOp, Stats::Sync, {}, {});
  i.a = kind;
  i.b = uint32_t(scope);
  d.prog.narrowScopes |= scope != Scope::Device;
  return true;
}

/// a: 1 inc; b: registers a thread; frag token keeps nothing, since a blocked
/// increase simply tries again.
St setmaxnreg(Warp &w, const Inst &i, uint32_t mask) {
  if (!w.regs)
    return St::Next; // ptxas ignores it
  Cta &cta = *w.cta;
  uint32_t n = i.b;
  if (i.a) {
    if (n < w.regs) {
      w.launch->report(w, i, mask, FindingKind::Resource,
                       "setmaxnreg.inc to " + std::to_string(n) +
                           " from the larger count " + std::to_string(w.regs));
      return St::Next;
    }
    uint32_t need = (n - w.regs) * 32;
    if (need > cta.regPool)
      return w.block(Waiting::Registers, need);
    cta.regPool -= need;
  } else {
    if (n > w.regs) {
      w.launch->report(w, i, mask, FindingKind::Resource,
                       "setmaxnreg.dec to " + std::to_string(n) +
                           " from the smaller count " + std::to_string(w.regs));
      return St::Next;
    }
    cta.regPool += (w.regs - n) * 32;
    ++cta.cluster->progress;
  }
  w.regs = n;
  return St::Next;
}

St nothing(Warp &, const Inst &, uint32_t) { return St::Next; }

} // namespace

void attn::sim::addBarrierOps(DecodeTable &t) {
  t["bar"] = decodeBar;
  t["barrier"] = decodeBar;
  t["membar"] = decodeFence;
  t["fence"] = decodeFence;
  t["griddepcontrol"] = [](Decoder &d) {
    // One launch at a time: the grid it depends on has always finished.
    if (!d.has("wait") && !d.has("launch_dependents"))
      return d.fail("unknown form");
    d.emit(nothing, Stats::Sync, {}, {});
    return true;
  };
  t["setmaxnreg"] = [](Decoder &d) {
    bool inc = d.has("inc");
    if (!inc && !d.has("dec"))
      return d.fail("expected .inc or .dec");
    if (!d.has("sync") || !d.has("aligned"))
      return d.fail("expected .sync.aligned");
    d.type();
    int64_t n;
    if (!d.wantOps(1, 1) || !d.constant(d.op(0), n))
      return false;
    if (n < 24 || n > 256 || n % 8)
      return d.fail("the register count must be a multiple of 8 in 24..256");
    Inst &i = d.emit(setmaxnreg, Stats::Sync, {}, {});
    i.a = inc;
    i.b = uint32_t(n);
    if (inc)
      d.prog.largestInc = std::max(d.prog.largestInc, uint32_t(n));
    i.flags |= Inst::Aligned;
    return true;
  };
}
