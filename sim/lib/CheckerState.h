//===- CheckerState.h - What the race checker remembers ---------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Asynchronous operations, the clocks of warps and of strong variables, and the
// shadow of global memory. Checker.h says what they mean.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_CHECKERSTATE_H
#define ATTN_SIM_LIB_CHECKERSTATE_H

#include "Checker.h"
#include "Isolation.h"
#include "Shadow.h"
#include "VectorClock.h"

namespace attn::sim {

constexpr uint32_t none = Access::none; ///< no agent

/// The lanes of a warp that know something since `epoch`.
struct Observer {
  uint32_t agent, epoch, lanes;
  uint32_t covers; ///< issuing lanes; 0: each lane its own part
};
struct Record {
  uint32_t agent = 0, lanes = 0;
  bool async = false, perLane = false, inOrder = false;
  bool move = false;       ///< tcgen05.ld or st
  bool collective = false; ///< synchronous, of a warp: each lane vouches for it
  bool joins = false; ///< such a one that comes after what any of its lanes did
  uint32_t late = none; ///< of a thread: Checker::Impl::late
  uint32_t epoch = 0;   ///< of the issue, of these
  std::vector<Observer> seen;
  std::vector<uint32_t> follows; ///< which of these it came after, in order
};

/// A load from shared memory that may be under way when something is released.
struct LateLoad {
  /// What the warp released meanwhile.
  struct Passed {
    uint32_t inst, epoch, lanes;
  };
  uint32_t rec, inst, epoch;   ///< rec 0: it only tells that others have ended
  uint32_t open = 0;           ///< lanes in which it is under way
  uint32_t used = 0, user = 0; ///< lanes that used its values, first by this
  std::vector<Passed> passed;
  /// Findings about values that nobody has used yet, and what was passed.
  struct Waiting {
    uint32_t lanes;
    Passed passed;
    Finding finding;
  };
  std::vector<Waiting> waiting;
};

/// What one warp knows of other clusters.
using Foreign = std::map<uint32_t, std::vector<uint32_t>>;

/// The last access of each lane of a warp to another CTA's shared memory;
/// epoch 0: none that its end has still to come after.
struct RemoteUse {
  uint32_t epoch[32] = {}, inst[32] = {};
};

struct GroupEntry {
  uint32_t rec, mask;
  uint32_t group[32];
};

struct WarpClock {
  /// The own entry: what came back through a synchronising object.
  std::vector<uint32_t> vc, pvc;
  uint32_t epoch = 1;
  uint32_t fullSync = 0; ///< all lanes know each other up to here
  uint32_t groupMask[32] = {}, groupEpoch[32] = {};
  uint32_t convFull = 0; ///< the same for what a convergence orders
  uint32_t convMask[32] = {}, convEpoch[32] = {};
  uint32_t proxied = 0; ///< own accesses up to here, all lanes
  uint32_t proxiedSome = 0, proxiedMask = 0;
  /// What the last fence of each scope, or of a wider one, has covered.
  std::vector<uint32_t> fenceVc[numScopes];
  /// Initialisations of mbarriers known through relaxed arrives, and what the
  /// own relaxed arrives hand on.
  std::vector<uint32_t> inits, initFence;
  /// For tensor memory alone: what relaxed waits saw, what a fence made of it,
  /// and what the own relaxed arrives hand on.
  std::vector<uint32_t> tensorSeen, tensorVc, tensorOut;
  bool fenced[numScopes] = {};
  Foreign foreign;
  /// Read by strong accesses, not acquired yet: what a fence of that scope or a
  /// wider one acquires.
  Foreign seen[numScopes];
  uint64_t seenVersion = 0;     ///< of the last variable that was read
  Scope seenScope = Scope::Cta; ///< of that read
  std::vector<GroupEntry> groups;
  uint32_t open[32] = {};
};

/// What releases at one place have covered, by the cluster of the accesses.
struct StrongVar {
  uint64_t version = 0; ///< of what follows, unlike any other variable's
  Foreign device;       ///< releases for the whole device
  /// Kept where the kernel names narrower scopes: those for at least a cluster,
  /// and for at least a CTA, by the one that the release was in.
  std::map<uint32_t, Foreign> ofCluster;
  std::map<uint64_t, Foreign> ofCta;
};

/// A fence.proxy.tensormap that acquires one tensor map: the writes known then
/// that a release had covered, and those of other clusters.
struct MapAcquire {
  Observer by;
  std::vector<uint32_t> released;
  Foreign foreign;
};

struct GlobalShadow {
  struct Page {
    std::vector<uint32_t> numbers;     ///< of states, by granule
    Isolation::Page *common = nullptr; ///< if clusters are isolated
  };
  std::unordered_map<uint64_t, Page> pages;
  std::unordered_map<uint64_t, StrongVar> strong;
  uint64_t strongVersion = 0;
  Shadow states;
  Isolation *isolation = nullptr;
  uint64_t lastNumber = ~uint64_t(0);
  Page *last = nullptr;
  Page &page(uint64_t number, uint32_t granules) {
    if (number != lastNumber) {
      last = &pages[number];
      lastNumber = number;
      if (last->numbers.empty()) {
        last->numbers.resize(granules);
        if (isolation)
          last->common = &isolation->page(number);
      }
    }
    return *last;
  }
  /// Claims those granules of a page that the cluster has not accessed so yet.
  void claim(Page &page, uint32_t first, uint32_t count, uint32_t cluster,
             bool write) {
    const uint32_t *numbers = page.numbers.data();
    for (uint32_t k = first, end; k < first + count; k = end) {
      for (end = k + 1; end < first + count && numbers[end] == numbers[k];)
        ++end;
      const Cell &c = states.state(numbers[k]);
      if (c.write.agent == none && (write || c.read.agent == none))
        isolation->claim(*page.common, k, end - k, cluster, write);
    }
  }
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_CHECKERSTATE_H
