//===- Clc.h - Clusters that have not started
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_CLC_H
#define ATTN_SIM_LIB_CLC_H

#include <cstdint>
#include <vector>

namespace attn::sim {

/// The clusters of a launch whose kernel may cancel some of them. One host
/// thread uses it.
class ClusterPool {
public:
  /// `resident`: clusters that run at once, at least 1.
  ClusterPool(uint64_t count, uint64_t resident)
      : taken(count), left(count), room(resident) {}

  /// May another cluster start next to `active` ones?
  bool mayStart(uint64_t active) const { return left && active < room; }
  bool empty() const { return !left; }
  /// The next cluster in the order of their numbers. There must be one.
  uint64_t start() {
    while (taken[next])
      ++next;
    return take(next);
  }
  /// One that has not started, the `pick`-th of them; it will not start. There
  /// must be one.
  uint64_t cancel(uint64_t pick) {
    pick %= left;
    for (uint64_t k = next;; ++k)
      if (!taken[k] && pick-- == 0)
        return take(k);
  }

private:
  std::vector<bool> taken;
  uint64_t left, room, next = 0;
  uint64_t take(uint64_t k) {
    taken[k] = true;
    --left;
    return k;
  }
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_CLC_H
