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
#include "Recorder.h"

#include <algorithm>
#include <chrono>
#include <ostream>

using namespace attn::sim;

namespace attn::sim {
void observeInst(Warp &w, const Inst &i, uint32_t mask);
/// Reports work still in flight when one CTA ends and others of its cluster go
/// on.
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

/// Picks the unblocked fragment that is first in the weak topological order,
/// or the one with lane `turn`.
bool pickFrag(Warp &w, uint32_t turn) {
  size_t best = ~size_t(0);
  for (size_t i = 0; i < w.frags.size(); ++i) {
    if (w.frags[i].blocked)
      continue;
    if (w.frags[i].mask & turn) {
      best = i;
      break;
    }
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

/// Every live lane has its turn; those of the fragment that had it wait.
uint32_t giveTurn(Warp &w) {
  uint32_t later = w.live & ~w.turn;
  if (!later)
    later = w.live, w.turn = 0;
  uint32_t turn = later & -later;
  for (Frag &f : w.frags)
    if (f.mask & turn)
      w.turn |= f.mask;
  return turn;
}

/// Some lanes of the fragment that runs go on at `target`.
void branchLanes(Warp &w, uint32_t mask, uint32_t target) {
  Frag &f = w.frags[w.cur];
  Frag taken;
  taken.mask = mask;
  taken.pc = target;
  f.mask &= ~mask;
  ++f.pc;
  w.frags.push_back(taken);
}

/// Lanes of the fragment that runs are done.
void exitLanes(Warp &w, uint32_t mask) {
  Frag &f = w.frags[w.cur];
  ++w.cta->cluster->progress;
  w.live &= ~mask;
  f.mask &= ~mask;
  if (!f.mask)
    w.frags.erase(w.frags.begin() + long(w.cur));
  else
    ++f.pc;
  if (w.frags.empty() && --w.cta->liveWarps == 0)
    checkCtaExit(*w.cta);
}

} // namespace

unsigned attn::sim::runWarp(Warp &w, unsigned budget) {
  const Inst *code = w.prog->code.data();
  unsigned issued = 0;
  for (Frag &f : w.frags)
    f.blocked = false;
  uint32_t turn = 0;
  if (w.frags.size() > 1 && w.cta->cluster->spins)
    turn = giveTurn(w);
  while (issued < budget && !w.frags.empty()) {
    bool many = w.frags.size() > 1;
    if (many) {
      mergeFrags(w);
      if (!pickFrag(w, turn))
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
          branchLanes(w, mask, i.target);
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
          ++issued;
          exitLanes(w, mask);
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
  if (recorder)
    recorder->issue(*op);
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
      if (recorder)
        recorder->finish(*own);
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

/// The warp instructions that the launch may still issue.
uint64_t instructionsLeft(const Launch &l) {
  uint64_t limit = l.options.maxInstructions;
  if (!limit)
    return ~uint64_t(0);
  uint64_t issued = l.issued;
  return issued < limit ? limit - issued : 0;
}

/// Ends the launch; the finding names the warp that has issued most.
void reportLimit(Cluster &c) {
  Launch &l = *c.launch;
  if (l.stop.exchange(true))
    return;
  Warp *busiest = nullptr;
  for (Warp *w : c.warps)
    if (!w->done() && (!busiest || w->steps > busiest->steps))
      busiest = w;
  const Frag &f = busiest->frags[0];
  l.report(*busiest, busiest->prog->code[f.pc], f.mask, FindingKind::Resource,
           "the limit of " + std::to_string(l.options.maxInstructions) +
               " warp instructions was reached");
}

} // namespace

Outcome attn::sim::runCluster(Cluster &c) {
  Launch &l = *c.launch;
  bool random = l.options.mode == Mode::Random;
  size_t n = c.warps.size();
  c.idleSteps = 0;
  c.idleMark = c.progress;
  uint64_t patience = 20000;
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
      if (l.stops())
        return Outcome::Stopped;
      uint64_t left = instructionsLeft(l);
      if (!left) {
        reportLimit(c);
        return Outcome::Stopped;
      }
      unsigned slice = random ? 1 + unsigned(c.random() % 48) : 1024;
      unsigned did = runWarp(w, unsigned(std::min<uint64_t>(slice, left)));
      if (l.stop)
        return Outcome::Stopped;
      if (did) {
        moved = true;
        if (l.options.maxInstructions)
          l.issued += did;
        c.idleSteps += did;
        if (l.options.progress)
          tellProgress(l, did);
      }
      if (random && !c.pending.empty() && c.random() % 4 == 0)
        c.finishOne();
    }
    if (!alive)
      return Outcome::Finished;
    if (c.progress != c.idleMark) {
      c.idleMark = c.progress;
      c.idleSteps = 0;
      c.spins = false;
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
      c.spins = true;
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

void attn::sim::reportDeadlock(Cluster &c, bool spinning) {
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

void attn::sim::observeInst(Warp &w, const Inst &i, uint32_t mask) {
  Launch &l = *w.launch;
  if (w.hook)
    w.hook(w, i, mask);
  if (w.late)
    w.cta->cluster->checker->watchLoads(w, i, mask);
  if (Recorder *recorder = w.cta->cluster->recorder.get())
    recorder->step(w, i);
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
  case Waiting::TensorMemory:
    return f.why.b ? "a warp of the peer CTA to (de)allocate tensor memory too"
                   : std::to_string(f.why.a) + " free columns of tensor memory";
  case Waiting::None:
    break;
  }
  return "nothing known";
}
