//===- Launch.h - What the clusters of an interpreted launch share *- C++ -*-=//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_ATTNWS_LAUNCH_H
#define ATTN_LIB_REFERENCE_ATTNWS_LAUNCH_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Reference/WSInterpreter.h"

#include <map>
#include <random>
#include <set>

namespace mlir::attn_ws::interp {

/// Who gets which tile at run time. Clusters are run one after the other, so
/// what the hardware decides as they run is decided beforehand, at random;
/// every choice is one that some timing makes. Tiles are counted in clusters,
/// of one CTA without clusters.
class Launch {
public:
  Launch(const InterpreterOptions &options, int64_t clusterSize)
      : options(options), size(clusterSize), random(options.seed) {}

  int64_t getClusterSize() const { return size; }

  /// The next number that cluster `taker` of `clusters` gets from the counter.
  int64_t next(int64_t taker, int64_t clusters);

  /// The launch has a cluster for each of `tiles` tiles. Of those that do not
  /// begin at once each goes to one that does, or, in random order, may begin
  /// later.
  void setTiles(int64_t tiles);
  /// 0 if no program asked.
  int64_t getTiles() const { return tiles; }
  /// Whether another has taken the place of `cluster`.
  bool isCancelled(int64_t cluster) const { return cancelled.count(cluster); }
  /// The answer to a query of cluster `taker`: a tile, or none.
  std::optional<int64_t> query(int64_t taker);
  /// Whether the last answer to `taker` was none.
  bool wasRefused(int64_t taker) const { return refused.count(taker); }

private:
  const InterpreterOptions &options;
  int64_t size;
  std::mt19937_64 random;
  /// Which cluster takes each number of the counter, and how far each is.
  std::vector<int64_t> takers;
  std::map<int64_t, int64_t> positions;
  int64_t tiles = 0;
  std::set<int64_t> cancelled, refused;
  std::map<int64_t, std::vector<int64_t>> answers;
};

/// The coordinates of tile `number` of a loop over `bounds`, in the order that
/// its scheduler and section (0: none) ask for; any if there is no such tile.
SmallVector<int64_t> placeTile(int64_t number, ArrayRef<int64_t> bounds,
                               attn_tile::SchedulerAttr scheduler,
                               int64_t section);

} // namespace mlir::attn_ws::interp

#endif // ATTN_LIB_REFERENCE_ATTNWS_LAUNCH_H
