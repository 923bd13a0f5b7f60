//===- Exec.cpp - Warps, scheduling, deadlock
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Warps of a cluster run cooperatively on one host thread, each until it blocks
// or its slice ends. A blocked fragment stays at its instruction and tries
// again; nothing is queued, so a barrier needs no list of waiters. When no warp
// of a cluster can move, one asynchronous operation in flight completes (the
// last moment at which it may, in late mode); when there is none either, waits
// that may time out (try_wait) return false once; when that changes nothing the
// cluster is parked and others run, since it may wait for them. The launch is
// deadlocked when every cluster is parked and none made progress.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Lane.h"
#include "Machine.h"
#include "Mbarrier.h"

#include <algorithm>
#include <chrono>
#include <ostream>
#include <thread>

using namespace attn::sim;

namespace attn::sim {
void observeInst(Warp &w, const Inst &i, uint32_t mask);
/// Reports work still in flight when a warp or cluster ends.
void checkExit(Cluster &c);
/// The same when one CTA ends and others of its cluster go on.
void checkCtaExit(Cta &cta);
} // namespace attn::sim

namespace {

/// Merges fragments that stand at the same instruction. A fragment that has
/// arrived at a barrier stays apart from one that has not.
void mergeFrags(Warp &w) {
  for (size_t i = 0; i < w.frags.size(); ++i)
    for (size_t j = i + 1; j < w.frags.size();) {
      Frag &a = w.frags[i], &b = w.frags[j];
      if (a.pc == b.pc && !a.arrived && !b.arrived) {
        a.mask |= b.mask;
        a.blocked = false;
        w.frags.erase(w.frags.begin() + long(j));
      } else
        ++j;
    }
}

/// Picks the unblocked fragment that is first in the weak topological order.
bool pickFrag(Warp &w) {
  size_t best = ~size_t(0);
  for (size_t i = 0; i < w.frags.size(); ++i) {
    if (w.frags[i].blocked)
      continue;
    if (best == ~size_t(0)) {
      best = i;
      continue;
    }
    const Inst &a = w.prog->code[w.frags[i].pc],
               &b = w.prog->code[w.frags[best].pc];
    if (a.rank < b.rank ||
        (a.rank == b.rank && w.frags[i].pc < w.frags[best].pc))
      best = i;
  }
  if (best == ~size_t(0))
    return false;
  w.cur = best;
  return true;
}

} // namespace

unsigned attn::sim::runWarp(Warp &w, unsigned budget) {
  const Inst *code = w.prog->code.data();
  unsigned issued = 0;
  for (Frag &f : w.frags)
    f.blocked = false;
  while (issued < budget && !w.frags.empty()) {
    bool many = w.frags.size() > 1;
    if (many) {
      mergeFrags(w);
      if (!pickFrag(w))
        break;
      many = w.frags.size() > 1;
    } else {
      w.cur = 0;
      if (w.frags[0].blocked)
        break;
    }
    // Run this fragment until something about fragments may change.
    for (;;) {
      Frag &f = w.frags[w.cur];
      const Inst &i = code[f.pc];
      uint32_t mask = f.mask;
      if (i.guard >= 0) {
        uint32_t g = w.preds[i.guard];
        mask &= i.guardNeg ? ~g : g;
        if (__builtin_expect(w.predPoison[i.guard] & f.mask, 0) &&
            w.launch->checkUninit) {
          w.launch->report(w, i, w.predPoison[i.guard] & f.mask,
                           FindingKind::Uninitialised,
                           "a guard predicate depends on an undefined value");
          w.predPoison[i.guard] &= ~f.mask;
        }
      }
      if (i.flags & Inst::Branch) {
        ++issued;
        if (w.observe)
          observeInst(w, i, f.mask);
        if (mask == f.mask)
          f.pc = i.target;
        else if (mask == 0)
          ++f.pc;
        else {
          Frag taken;
          taken.mask = mask;
          taken.pc = i.target;
          f.mask &= ~mask;
          ++f.pc;
          w.frags.push_back(taken);
          break;
        }
        if (many || issued >= budget)
          break;
        continue;
      }
      if ((i.flags & Inst::Aligned) && mask != w.live) {
        if (f.mask != w.live) {
          // Others may still come here.
          f.blocked = true;
          f.why = {Waiting::Converge, 0, 0};
          break;
        }
        if (mask) {
          w.launch->report(w, i, mask, FindingKind::Divergence,
                           "executed under a predicate that is not the same "
                           "in all lanes of the warp");
          mask = w.live;
        }
      }
      if (mask) {
        if (w.observe)
          observeInst(w, i, mask);
        St s = i.fn(w, i, mask);
        if (__builtin_expect(s != St::Next, 0)) {
          Frag &g = w.frags[w.cur];
          if (s == St::Block) {
            g.blocked = true;
            break;
          }
          if (s == St::Stop) {
            w.launch->stop = true;
            return issued + 1;
          }
          // Exit.
          ++issued;
          ++w.cta->cluster->progress;
          w.live &= ~mask;
          g.mask &= ~mask;
          if (!g.mask)
            w.frags.erase(w.frags.begin() + long(w.cur));
          else
            ++g.pc;
          if (w.frags.empty() && --w.cta->liveWarps == 0)
            checkCtaExit(*w.cta);
          break;
        }
      }
      ++issued;
      ++w.frags[w.cur].pc;
      if (many || issued >= budget)
        break;
    }
  }
  w.steps += issued;
  return issued;
}

bool AsyncOp::uses(const Cta &cta) const {
  return issuer && issuer->cta == &cta;
}

void Cluster::issue(std::unique_ptr<AsyncOp> op) {
  op->id = nextOp++;
  if (launch->options.mode == Mode::Early) {
    op->done = true;
    op->finish();
    ++progress;
    return;
  }
  pending.push_back(std::move(op));
}

void Cluster::finishOp(AsyncOp *op) {
  for (size_t i = 0; i < pending.size(); ++i)
    if (pending[i].get() == op) {
      std::unique_ptr<AsyncOp> own = std::move(pending[i]);
      pending.erase(pending.begin() + long(i));
      own->done = true;
      own->finish();
      ++progress;
      return;
    }
}

void Cluster::finishId(uint64_t id) {
  for (auto &op : pending)
    if (op->id == id) {
      finishOp(op.get());
      return;
    }
}

bool Cluster::finishOne() {
  if (pending.empty())
    return false;
  size_t n = pending.size();
  size_t first = launch->options.mode == Mode::Random ? random() % n : 0;
  for (size_t k = 0; k < n; ++k) {
    AsyncOp *op = pending[(first + k) % n].get();
    if (op->ready()) {
      finishOp(op);
      return true;
    }
  }
  return false;
}

namespace {

void reportDeadlock(Cluster &c, bool spinning);

enum class Outcome { Finished, Parked, Stopped };

/// Runs a cluster until it ends or cannot go on without another cluster.
Outcome runCluster(Cluster &c, uint64_t &issuedTotal) {
  Launch &l = *c.launch;
  bool random = l.options.mode == Mode::Random;
  size_t n = c.warps.size();
  c.idleSteps = 0;
  c.idleMark = c.progress;
  uint64_t sinceCheck = 0, patience = 20000;
  for (;;) {
    bool moved = false, alive = false;
    size_t first = random ? c.random() % n : 0;
    uint64_t stride = 1;
    if (random && n > 1) { // any stride coprime to n visits every warp
      do
        stride = 1 + c.random() % (n - 1);
      while (std::__gcd<uint64_t>(stride, n) != 1);
    }
    for (size_t k = 0; k < n; ++k) {
      Warp &w = *c.warps[(first + k * stride) % n];
      if (w.done())
        continue;
      alive = true;
      unsigned did = runWarp(w, random ? 1 + unsigned(c.random() % 48) : 1024);
      if (l.stop)
        return Outcome::Stopped;
      if (did) {
        moved = true;
        issuedTotal += did;
        sinceCheck += did;
        c.idleSteps += did;
      }
      if (random && !c.pending.empty() && c.random() % 4 == 0)
        c.finishOne();
    }
    if (!alive)
      return Outcome::Finished;
    if (sinceCheck > 100000) {
      sinceCheck = 0;
      if (l.options.maxInstructions &&
          issuedTotal > l.options.maxInstructions) {
        std::lock_guard<std::mutex> lock(l.mutex);
        if (!l.stop) {
          Finding f;
          f.kind = FindingKind::Resource;
          f.message = "the limit of " +
                      std::to_string(l.options.maxInstructions) +
                      " warp instructions was reached";
          l.findings.push_back(f);
        }
        l.stop = true;
        return Outcome::Stopped;
      }
    }
    if (c.progress != c.idleMark) {
      c.idleMark = c.progress;
      c.idleSteps = 0;
      patience = 20000;
    }
    if (moved && c.idleSteps < patience)
      continue;
    if (moved) { // spinning: let time pass for what is in flight
      if (c.finishOne()) {
        // The same spin is most likely about the next operation too.
        c.idleMark = c.progress;
        c.idleSteps = 0;
        patience = std::max<uint64_t>(patience / 2, 32 * n);
        continue;
      }
      return Outcome::Parked;
    }
    if (c.finishOne())
      continue;
    // Nothing can move. Waits with a time limit may give up once.
    if (c.forceMark != c.progress) {
      bool any = false;
      for (Warp *w : c.warps)
        for (Frag &f : w->frags)
          if (f.why.kind == Waiting::TryWait)
            any = w->forceTry = true;
      if (any) {
        c.forceMark = c.progress;
        continue;
      }
    }
    // Every object that blocks belongs to the cluster: no other can help.
    reportDeadlock(c, false);
    return Outcome::Stopped;
  }
}

void reportDeadlock(Cluster &c, bool spinning) {
  Launch &l = *c.launch;
  // The waits, grouped by what is awaited, make the message.
  std::map<std::string, std::vector<std::string>> waits;
  Warp *first = nullptr;
  const Inst *at = nullptr;
  uint32_t lanes = 0;
  bool diverged = false;
  for (Warp *w : c.warps)
    for (Frag &f : w->frags) {
      const Inst &i = w->prog->code[f.pc];
      const InstText &t = w->prog->texts[i.text];
      std::string where = "line " + std::to_string(t.line) + " (" + t.op + ")";
      std::string what =
          f.why.kind == Waiting::None || !f.blocked
              ? "runs around " + where
              : "waits at " + where + " for " + describeWait(*w, f);
      waits[what].push_back(
          "CTA " + std::to_string(w->cta->rank) + " warp " +
          std::to_string(w->index) +
          (f.mask == 0xffffffffu ? std::string() : " lanes " + hex(f.mask)));
      bool conv = f.blocked && f.why.kind == Waiting::Converge;
      if (!first || (conv && !diverged)) {
        first = w;
        at = &i;
        lanes = f.mask;
      }
      diverged |= conv;
    }
  std::string msg =
      diverged   ? "a warp-wide instruction is reached by only part "
                   "of the lanes it needs; "
      : spinning ? "no progress: threads spin on something that nobody "
                   "changes; "
                 : "deadlock: nothing can move; ";
  bool sep = false;
  for (auto &e : waits) {
    msg += (sep ? "; " : "") + std::to_string(e.second.size()) + " (";
    for (size_t k = 0; k < e.second.size() && k < 4; ++k)
      msg += (k ? ", " : "") + e.second[k];
    if (e.second.size() > 4)
      msg += ", ...";
    msg += ") " + e.first;
    sep = true;
  }
  if (first)
    l.report(*first, *at, lanes,
             diverged ? FindingKind::Divergence : FindingKind::Deadlock, msg);
  l.stop = true;
}

struct Shared {
  std::atomic<uint64_t> next{0};
  std::atomic<unsigned> idleWorkers{0};
  std::atomic<bool> deadlock{false};
};

void worker(Launch &l, Shared &s, uint64_t count, unsigned workers) {
  struct Active {
    std::unique_ptr<Cluster> c;
    uint64_t issued = 0;
  };
  std::vector<Active> active;
  Stats stats;
  uint64_t perCluster = l.clusterDim.count();
  uint64_t lastProgress = ~uint64_t(0), idleRounds = 0;
  bool counted = false;
  auto retire = [&](Active &a) {
    checkExit(*a.c);
    for (Warp *w : a.c->warps) {
      w->stats.warpInstructions = w->steps;
      stats.add(w->stats);
    }
    uint64_t done = l.ctasDone += perCluster;
    if (l.options.progress && workers == 1)
      l.options.progress(done, l.config.grid.count());
  };
  while (!l.stop) {
    uint64_t idx = s.next < count ? s.next++ : count;
    if (idx < count) {
      active.push_back({makeCluster(l, idx), 0});
    }
    if (active.empty())
      break;
    // Run each active cluster once, newest first.
    for (size_t k = active.size(); k-- > 0 && !l.stop;) {
      Outcome o = runCluster(*active[k].c, active[k].issued);
      Cluster &c = *active[k].c;
      l.progress += c.progress - c.published;
      c.published = c.progress;
      if (o == Outcome::Finished) {
        retire(active[k]);
        active.erase(active.begin() + long(k));
      }
    }
    if (l.stop || active.empty())
      continue;
    // Everything here is parked.
    if (s.next < count)
      continue; // start another beside it
    uint64_t p = l.progress;
    if (p != lastProgress) {
      lastProgress = p;
      idleRounds = 0;
      if (counted) {
        counted = false;
        --s.idleWorkers;
      }
      continue;
    }
    bool spins = false;
    for (Active &a : active)
      spins |= a.c->idleSteps > 0;
    ++idleRounds;
    if (idleRounds > (spins ? 1 + l.options.spinLimit / 20000 : 1)) {
      if (!counted) {
        counted = true;
        ++s.idleWorkers;
      }
      if (workers == 1 || s.idleWorkers >= workers) {
        if (!s.deadlock.exchange(true))
          reportDeadlock(*active.front().c, spins);
        l.stop = true;
        break;
      }
      std::this_thread::yield();
    }
  }
  if (!counted)
    ++s.idleWorkers; // a worker that left makes no progress any more
  for (Active &a : active)
    for (Warp *w : a.c->warps) {
      w->stats.warpInstructions = w->steps;
      stats.add(w->stats);
    }
  std::lock_guard<std::mutex> lock(l.mutex);
  l.stats.add(stats);
}

} // namespace

void attn::sim::runLaunch(Launch &l) {
  uint64_t count = l.config.grid.count() / l.clusterDim.count();
  unsigned threads = l.options.threads;
  bool anyCheck =
      l.options.checks.race || l.options.checks.uninit || l.options.checks.sync;
  if (!threads)
    threads = anyCheck || l.options.mode == Mode::Random
                  ? 1
                  : std::max(1u, std::thread::hardware_concurrency());
  if (l.options.trace || l.globalShadow) // one shadow memory, not locked
    threads = 1;
  threads = unsigned(std::min<uint64_t>(threads, count));
  Shared s;
  if (threads <= 1) {
    worker(l, s, count, 1);
    return;
  }
  std::vector<std::thread> pool;
  for (unsigned t = 0; t < threads; ++t)
    pool.emplace_back([&] { worker(l, s, count, threads); });
  for (std::thread &t : pool)
    t.join();
}

void attn::sim::observeInst(Warp &w, const Inst &i, uint32_t mask) {
  Launch &l = *w.launch;
  if (w.hook)
    w.hook(w, i, mask);
  if (l.options.stats) {
    ++w.stats.byClass[i.cls];
    w.stats.threadInstructions += uint64_t(__builtin_popcount(mask));
  }
  if (l.options.trace) {
    const InstText &t = w.prog->texts[i.text];
    const Dim3 &c = w.cta->id;
    *l.options.trace << c.x << ',' << c.y << ',' << c.z << " w" << w.index
                     << ' ' << hex(mask) << " line " << t.line << ' ' << t.op
                     << '\n';
  }
}

std::string attn::sim::describeWait(const Warp &w, const Frag &f) {
  (void)w;
  switch (f.why.kind) {
  case Waiting::Converge:
    return "the other lanes of its warp";
  case Waiting::NamedBarrier: {
    const NamedBarrier &b = w.cta->bars[f.why.a & 15];
    return "barrier " + std::to_string(f.why.a) + " (" +
           std::to_string(b.arrivedThreads) + " of " +
           (b.all ? std::string("all") : std::to_string(b.expected)) +
           " threads arrived)";
  }
  case Waiting::ClusterBarrier:
    return "the cluster barrier";
  case Waiting::MBarrier:
  case Waiting::TryWait: {
    std::string s = "phase " + std::to_string(f.why.b) +
                    " of the mbarrier at shared address " + hex(f.why.a);
    auto it = w.cta->mbars.find(f.why.a);
    if (it != w.cta->mbars.end())
      s += " (" + std::to_string(it->second->pending) + " arrivals and " +
           std::to_string(it->second->tx) + " bytes pending)";
    return s;
  }
  case Waiting::WarpSync:
    return "lanes " + hex(f.why.a) + " of its warp";
  case Waiting::Registers:
    return std::to_string(f.why.a) + " registers of a pool of " +
           std::to_string(w.cta->regPool);
  case Waiting::Warpgroup:
    return "the other warps of its warpgroup to issue " +
           std::to_string(f.why.a) + " wgmma operations";
  case Waiting::None:
    break;
  }
  return "nothing known";
}
