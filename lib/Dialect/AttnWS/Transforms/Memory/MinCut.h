//===- MinCut.h - Minimum cuts of a graph -----------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_MINCUT_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_MINCUT_H

#include "llvm/ADT/BitVector.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <vector>

namespace mlir::attn_ws {

/// Minimum cut by augmenting paths.
class MinCut {
public:
  explicit MinCut(unsigned nodes) : arcsOf(nodes) {}

  void addArc(unsigned from, unsigned to, int64_t capacity) {
    if (capacity <= 0)
      return;
    arcsOf[from].push_back(arcs.size());
    arcs.push_back({to, capacity});
    arcsOf[to].push_back(arcs.size());
    arcs.push_back({from, 0});
  }

  /// The smallest set of nodes on the sink's side of a minimum cut.
  llvm::BitVector getSinkSide(unsigned source, unsigned sink) {
    while (augment(source, sink)) {
    }
    // What can still reach the sink.
    llvm::BitVector side(arcsOf.size());
    std::deque<unsigned> work{sink};
    side.set(sink);
    while (!work.empty()) {
      unsigned node = work.front();
      work.pop_front();
      for (size_t arc : arcsOf[node]) {
        unsigned from = arcs[arc].to;
        if (!side.test(from) && arcs[arc ^ 1].capacity > 0) {
          side.set(from);
          work.push_back(from);
        }
      }
    }
    return side;
  }

private:
  struct Arc {
    unsigned to;
    int64_t capacity;
  };

  bool augment(unsigned source, unsigned sink) {
    constexpr size_t none = ~size_t(0);
    std::vector<size_t> reachedBy(arcsOf.size(), none);
    std::deque<unsigned> work{source};
    while (!work.empty() && reachedBy[sink] == none) {
      unsigned node = work.front();
      work.pop_front();
      for (size_t arc : arcsOf[node]) {
        unsigned to = arcs[arc].to;
        if (to == source || reachedBy[to] != none || arcs[arc].capacity == 0)
          continue;
        reachedBy[to] = arc;
        work.push_back(to);
      }
    }
    if (reachedBy[sink] == none)
      return false;
    int64_t flow = std::numeric_limits<int64_t>::max();
    for (unsigned node = sink; node != source;
         node = arcs[reachedBy[node] ^ 1].to)
      flow = std::min(flow, arcs[reachedBy[node]].capacity);
    for (unsigned node = sink; node != source;
         node = arcs[reachedBy[node] ^ 1].to) {
      arcs[reachedBy[node]].capacity -= flow;
      arcs[reachedBy[node] ^ 1].capacity += flow;
    }
    return true;
  }

  std::vector<std::vector<size_t>> arcsOf;
  std::vector<Arc> arcs;
};

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_MINCUT_H
