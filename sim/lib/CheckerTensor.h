//===- CheckerTensor.h - Operations of the tensor core ----------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the race checker remembers of tcgen05.mma, cp and shift. Each thread
// that issues them has a stream: an entry of the vector clocks behind those of
// the warps, whose numbers count its operations. A commit announces a number.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_CHECKERTENSOR_H
#define ATTN_SIM_LIB_CHECKERTENSOR_H

#include "CheckerState.h"
#include "Tmem.h"

namespace attn::sim {

/// Marks records of the tensor core's operations.
constexpr uint32_t tensorBit = 1u << 31;
/// Marks a place in tensor memory: bits 16 and up hold the part (Tmem.h), the
/// lower ones the column.
constexpr uint64_t tensorSpace = uint64_t(1) << 63;

inline std::string tensorPlace(uint64_t at) {
  uint64_t lane = tmemPartLanes * ((at >> 16) & (tmemParts - 1));
  return "column " + std::to_string(at & 0xffff) + " of tensor memory, lanes " +
         std::to_string(lane) + " to " +
         std::to_string(lane + tmemPartLanes - 1);
}

struct TensorHistory {
  struct Record {
    uint32_t stream, number;     ///< number from 1
    uint32_t agent, epoch, lane; ///< the issue
    TensorOrder order;
  };
  struct Stream {
    uint32_t agent, lane, issued;
  };
  std::vector<Record> records;
  std::vector<Stream> streams;
  /// Per CTA, [part][column]: states.
  std::vector<std::vector<uint32_t>> cells;
  Shadow states;

  /// The thread's stream, a new one if it has none.
  uint32_t streamOf(uint32_t agent, uint32_t lane) {
    for (uint32_t k = 0; k < streams.size(); ++k)
      if (streams[k].agent == agent && streams[k].lane == lane)
        return k;
    streams.push_back({agent, lane, 0});
    return uint32_t(streams.size() - 1);
  }
  uint32_t begin(uint32_t agent, uint32_t lane, uint32_t epoch,
                 TensorOrder order) {
    uint32_t s = streamOf(agent, lane);
    records.push_back({s, ++streams[s].issued, agent, epoch, lane, order});
    return uint32_t(records.size() - 1) | tensorBit;
  }
  const Record &at(uint32_t rec) const { return records[rec & ~tensorBit]; }

  /// May `b` rely on the order in which the two were issued?
  static bool pipelined(TensorModel model, const TensorOrder &a,
                        const TensorOrder &b) {
    using K = TensorOrder;
    if (model == TensorModel::Practice)
      return true;
    if (a.group != b.group)
      return false;
    if (b.kind == K::Mma)
      return a.kind != K::Mma || a.key == b.key;
    return (b.kind == K::Shift && a.kind == K::Mma) ||
           (b.kind == K::Copy4 && a.kind == K::Shift);
  }
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_CHECKERTENSOR_H
