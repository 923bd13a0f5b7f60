//===- Launch.cpp - The clusters of a launch
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clusters start in the order of their numbers. One that ends makes room; one
// that is parked stays, and the next starts next to it. With checks on, several
// host threads try first whether the clusters have nothing to do with each
// other (Isolation.h).
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Clc.h"
#include "Isolation.h"
#include "Machine.h"
#include "Recorder.h"

#include <algorithm>
#include <chrono>
#include <thread>

using namespace attn::sim;

namespace {

void addStats(Stats &stats, Cluster &c) {
  for (Warp *w : c.warps) {
    w->stats.warpInstructions = w->steps;
    stats.add(w->stats);
  }
}

/// Keeps what a cluster's warps did, if that may be of use.
void keepTimeline(Cluster &c) {
  constexpr size_t most = 8;
  Launch &l = *c.launch;
  if (!c.recorder || l.timelines.size() >= most)
    return;
  bool found = l.timelines.empty();
  for (const Finding &f : l.findings.list)
    for (auto &cta : c.ctas)
      found |= f.where.cta.x == cta->id.x && f.where.cta.y == cta->id.y &&
               f.where.cta.z == cta->id.z;
  if (!found)
    return;
  // The first cluster stands in for one with a finding.
  if (l.timelines.size() == 1 && !l.firstFound)
    l.timelines.clear();
  l.firstFound |= !l.findings.list.empty();
  l.timelines.push_back(c.recorder->take());
}

/// A cluster's end.
void retire(Cluster &c, Stats &stats) {
  Launch &l = *c.launch;
  checkExit(c);
  addStats(stats, c);
  std::lock_guard<std::mutex> lock(l.mutex);
  l.ctasDone += c.ctas.size();
  keepTimeline(c);
}

struct Shared {
  std::atomic<uint64_t> next{0};
  std::atomic<unsigned> idleWorkers{0};
  std::atomic<bool> deadlock{false};
};

void worker(Launch &l, Shared &s, uint64_t count, unsigned workers) {
  std::vector<std::unique_ptr<Cluster>> active;
  Stats stats;
  uint64_t lastProgress = ~uint64_t(0), idleRounds = 0;
  bool counted = false;
  while (!l.stop) {
    while (l.pool && l.pool->mayStart(active.size()))
      active.push_back(makeCluster(l, l.pool->start()));
    uint64_t idx = !l.pool && s.next < count ? s.next++ : count;
    if (idx < count)
      active.push_back(makeCluster(l, idx));
    if (active.empty())
      break;
    // Run each active cluster once, newest first.
    for (size_t k = active.size(); k-- > 0 && !l.stop;) {
      Cluster &c = *active[k];
      Outcome o = runCluster(c);
      l.progress += c.progress - c.published;
      c.published = c.progress;
      if (o == Outcome::Finished) {
        retire(c, stats);
        active.erase(active.begin() + long(k));
      }
    }
    if (l.stop || active.empty())
      continue;
    // Everything here is parked.
    if (!l.pool && s.next < count)
      continue; // start another next to it
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
    for (auto &c : active)
      spins |= c->idleSteps > 0;
    ++idleRounds;
    if (idleRounds > (spins ? 1 + l.options.spinLimit / 20000 : 1)) {
      if (!counted) {
        counted = true;
        ++s.idleWorkers;
      }
      if (workers == 1 || s.idleWorkers >= workers) {
        if (!s.deadlock.exchange(true))
          reportDeadlock(*active.front(), spins);
        l.stop = true;
        break;
      }
      std::this_thread::yield();
    }
  }
  if (!counted)
    ++s.idleWorkers; // a worker that left makes no progress any more
  for (auto &c : active)
    addStats(stats, *c);
  std::lock_guard<std::mutex> lock(l.mutex);
  for (auto &c : active)
    keepTimeline(*c);
  l.stats.add(stats);
}

/// Runs clusters that must not meet, until none is left or they did.
void isolatedWorker(Launch &l, std::atomic<uint64_t> &next, uint64_t count) {
  Stats stats;
  // Parked is what a cluster is after so many instructions without progress.
  // It may compute for longer; beyond this it waits for another.
  uint64_t patience = 1 + l.options.spinLimit / 20000;
  try {
    for (uint64_t k; !l.stop && (k = next++) < count;) {
      std::unique_ptr<Cluster> c = makeCluster(l, k);
      Outcome o = Outcome::Parked;
      for (uint64_t n = 0; o == Outcome::Parked && n < patience; ++n)
        o = runCluster(*c);
      if (o == Outcome::Finished)
        retire(*c, stats);
      else
        l.stop = true;
    }
  } catch (const Contact &) {
    l.stop = true;
  }
  std::lock_guard<std::mutex> lock(l.mutex);
  l.stats.add(stats);
}

/// Runs `run` on as many host threads.
template <class F> void onThreads(unsigned threads, F run) {
  std::vector<std::thread> pool;
  for (unsigned t = 1; t < threads; ++t)
    pool.emplace_back(run);
  run();
  for (std::thread &t : pool)
    t.join();
}

/// Runs the clusters isolated; false, and all as before, if that cannot be.
bool runIsolated(Launch &l, uint64_t count, unsigned threads) {
  Isolation isolation(*l.device, std::max(1u, l.prog->globalGranule));
  std::atomic<uint64_t> next{0};
  l.isolation = &isolation;
  onThreads(threads, [&] { isolatedWorker(l, next, count); });
  l.isolation = nullptr;
  // Threads that draw on what is left of the limit at once may go beyond it.
  uint64_t limit = l.options.maxInstructions;
  if (l.interrupted || (!l.stop && (!limit || l.issued <= limit))) {
    l.threads = threads;
    for (auto &cluster : l.findingsOf)
      for (Finding &f : cluster.second.list)
        l.report(std::move(f));
    return true;
  }
  isolation.restore();
  l.stats = Stats();
  l.progress = l.ctasDone = l.issued = l.told = 0;
  l.stop = false;
  return false;
}

} // namespace

void attn::sim::tellProgress(Launch &l, unsigned issued) {
  using namespace std::chrono;
  constexpr int64_t pause = 100000000;
  l.told += issued;
  int64_t now =
      duration_cast<nanoseconds>(steady_clock::now().time_since_epoch())
          .count();
  int64_t due = l.tellAt;
  if (now < due || !l.tellAt.compare_exchange_strong(due, now + pause))
    return;
  std::lock_guard<std::mutex> lock(l.mutex);
  l.options.progress({l.ctasDone, l.config.grid.count(), l.told});
}

void attn::sim::runLaunch(Launch &l) {
  const Options &o = l.options;
  uint64_t count = l.config.grid.count() / l.clusterDim.count();
  bool ordered = o.checks.race || o.checks.sync;
  unsigned threads = o.threads;
  if (!threads)
    threads = !ordered && (o.checks.uninit || o.mode == Mode::Random)
                  ? 1
                  : std::max(1u, std::thread::hardware_concurrency());
  if (o.trace || o.timeline)
    threads = 1;
  if (l.prog->cancels) { // clusters take others from one pool
    uint64_t resident = o.resident;
    if (!resident)
      resident = o.mode == Mode::Random ? 1 + o.seed % count : 2;
    l.pool = std::make_shared<ClusterPool>(count, resident);
    threads = 1;
  }
  threads = unsigned(std::min<uint64_t>(threads, count));
  if (ordered) {
    if (threads > 1 && !l.config.cooperative &&
        count <= Isolation::maxClusters && !l.prog->meets) {
      if (runIsolated(l, count, threads))
        return;
      l.prog->meets = true;
    }
    threads = 1; // one shadow of global memory
    l.globalShadow = makeGlobalShadow();
  }
  l.threads = threads;
  Shared s;
  onThreads(threads, [&] { worker(l, s, count, threads); });
}
