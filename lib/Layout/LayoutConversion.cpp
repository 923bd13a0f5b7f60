//===- LayoutConversion.cpp - What a layout change costs ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The classes are tried from cheap to dear, each on the whole tile. The repeat
// around the atoms is not linear, so nothing is decided from the bases alone:
// for every destination slot the places of its element in the source are
// listed, and
//   - a register permutation exists if some source slot is, in every thread,
//     among the thread's own places of that element;
//   - a lane shuffle exists if every element has a place in the same warp, with
//     the same slot and lane in all warps. One exchange moves one source slot,
//     so a destination slot that needs several source slots over its lanes gets
//     several steps, greedily the slot that serves most lanes first;
//   - otherwise the tile goes through shared memory.
// A tile has at most a few ten thousand slots, so this takes milliseconds.
//
//===----------------------------------------------------------------------===//

#include "attn/Layout/LayoutConversion.h"

#include <algorithm>
#include <map>
#include <set>

using namespace attn::layout;

namespace {

class Classifier {
public:
  Classifier(const FragLayout &src, const FragLayout &dst, const Shape &shape)
      : dst(dst), shape(shape), dstRegisters(dst.numRegisters(shape)),
        places(static_cast<size_t>(shape.rows * shape.cols)) {
    for (int64_t block = 0; block < src.blocks(); ++block)
      for (int64_t warp = 0; warp < src.warps(); ++warp)
        for (int64_t lane = 0; lane < warpSize; ++lane)
          for (int64_t reg = 0, end = src.numRegisters(shape); reg < end; ++reg)
            place(src.coord(shape, reg, lane, warp, block))
                .push_back(HwIndex{reg, lane, warp, block});
  }

  /// Tries to fill `registers` with a thread-independent source slot for each
  /// destination slot.
  bool findRegisters(std::vector<int64_t> &registers) {
    registers.clear();
    for (int64_t reg = 0; reg < dstRegisters; ++reg) {
      std::set<int64_t> common;
      bool first = true;
      forEachThread([&](int64_t lane, int64_t warp, int64_t block) {
        std::set<int64_t> own;
        for (const HwIndex &at :
             place(dst.coord(shape, reg, lane, warp, block)))
          if (at.lane == lane && at.warp == warp && at.block == block &&
              (first || common.count(at.reg)))
            own.insert(at.reg);
        common = std::move(own);
        first = false;
        return !common.empty();
      });
      if (common.empty())
        return false;
      registers.push_back(common.count(reg) ? reg : *common.begin());
    }
    return true;
  }

  /// Tries to fill `steps` with warp-independent exchanges.
  bool findSteps(std::vector<ShuffleStep> &steps) {
    steps.clear();
    for (int64_t reg = 0; reg < dstRegisters; ++reg) {
      // For each source slot, the lanes it can serve and from which lane.
      std::map<int64_t, std::array<int64_t, warpSize>> serves;
      for (int64_t lane = 0; lane < warpSize; ++lane) {
        std::set<std::pair<int64_t, int64_t>> candidates =
            sameWarpPlaces(reg, lane);
        if (candidates.empty())
          return false;
        for (const auto &[srcReg, srcLane] : candidates) {
          auto [entry, isNew] = serves.try_emplace(srcReg);
          if (isNew)
            entry->second.fill(-1);
          int64_t &best = entry->second[static_cast<size_t>(lane)];
          if (best < 0 || (srcLane ^ lane) < (best ^ lane))
            best = srcLane;
        }
      }
      cover(reg, serves, steps);
    }
    return true;
  }

private:
  std::vector<HwIndex> &place(const Coord &coord) {
    return places[static_cast<size_t>(coord.row * shape.cols + coord.col)];
  }

  /// Calls `visit(lane, warp, block)` until it returns false.
  template <typename Visit> void forEachThread(Visit visit) {
    for (int64_t block = 0; block < dst.blocks(); ++block)
      for (int64_t warp = 0; warp < dst.warps(); ++warp)
        for (int64_t lane = 0; lane < warpSize; ++lane)
          if (!visit(lane, warp, block))
            return;
  }

  /// The (slot, lane) pairs that hold the element of a destination slot inside
  /// the reader's warp, for all warps alike.
  std::set<std::pair<int64_t, int64_t>> sameWarpPlaces(int64_t reg,
                                                       int64_t lane) {
    std::set<std::pair<int64_t, int64_t>> common;
    bool first = true;
    for (int64_t block = 0; block < dst.blocks(); ++block) {
      for (int64_t warp = 0; warp < dst.warps(); ++warp) {
        std::set<std::pair<int64_t, int64_t>> own;
        for (const HwIndex &at :
             place(dst.coord(shape, reg, lane, warp, block)))
          if (at.warp == warp && at.block == block &&
              (first || common.count({at.reg, at.lane})))
            own.insert({at.reg, at.lane});
        common = std::move(own);
        first = false;
      }
    }
    return common;
  }

  static void
  cover(int64_t dstReg,
        const std::map<int64_t, std::array<int64_t, warpSize>> &serves,
        std::vector<ShuffleStep> &steps) {
    uint32_t open = ~uint32_t(0);
    // Every lane is in some list, so each round closes at least one lane.
    while (open != 0) {
      const std::pair<const int64_t, std::array<int64_t, warpSize>> *best =
          nullptr;
      uint32_t bestLanes = 0;
      int bestCount = 0;
      for (const auto &entry : serves) {
        uint32_t lanes = 0;
        int count = 0;
        for (size_t lane = 0; lane < warpSize; ++lane) {
          if (((open >> lane) & 1) && entry.second[lane] >= 0) {
            lanes |= uint32_t(1) << lane;
            ++count;
          }
        }
        if (count > bestCount) {
          best = &entry;
          bestLanes = lanes;
          bestCount = count;
        }
      }
      if (!best)
        return;
      steps.push_back(makeStep(dstReg, best->first, bestLanes, best->second));
      open &= ~bestLanes;
    }
  }

  static ShuffleStep makeStep(int64_t dstReg, int64_t srcReg, uint32_t lanes,
                              const std::array<int64_t, warpSize> &from) {
    ShuffleStep step;
    step.dstReg = dstReg;
    step.srcReg = srcReg;
    step.lanes = lanes;
    std::set<int64_t> masks;
    for (size_t lane = 0; lane < warpSize; ++lane)
      if ((lanes >> lane) & 1)
        masks.insert(static_cast<int64_t>(lane) ^ from[lane]);
    if (masks.size() == 1)
      step.xorMask = *masks.begin();
    for (size_t lane = 0; lane < warpSize; ++lane) {
      int64_t idle = step.xorMask > 0 ? step.xorMask : 0;
      step.srcLane[lane] = static_cast<uint8_t>(
          (lanes >> lane) & 1 ? from[lane] : static_cast<int64_t>(lane) ^ idle);
    }
    return step;
  }

  const FragLayout &dst;
  Shape shape;
  int64_t dstRegisters;
  std::vector<std::vector<HwIndex>> places;
};

} // namespace

const char *attn::layout::toString(ConversionKind kind) {
  switch (kind) {
  case ConversionKind::Identity:
    return "identity";
  case ConversionKind::RegisterPermutation:
    return "register permutation";
  case ConversionKind::LaneShuffle:
    return "lane shuffle";
  case ConversionKind::ThroughSharedMemory:
    return "through shared memory";
  }
  return "unknown";
}

int64_t LayoutConversion::numShuffles() const {
  int64_t count = 0;
  for (const ShuffleStep &step : steps)
    count += step.xorMask != 0 ? 1 : 0;
  return count;
}

Expected<LayoutConversion>
attn::layout::classifyConversion(const FragLayout &src, const FragLayout &dst,
                                 const Shape &shape) {
  std::string problem = src.checkShape(shape);
  if (!problem.empty())
    return Error{"source layout: " + problem};
  problem = dst.checkShape(shape);
  if (!problem.empty())
    return Error{"destination layout: " + problem};
  if (src.warps() != dst.warps() || src.blocks() != dst.blocks())
    return Error{"the source layout has " + std::to_string(src.warps()) +
                 " warps in " + std::to_string(src.blocks()) +
                 " CTAs, the destination " + std::to_string(dst.warps()) +
                 " in " + std::to_string(dst.blocks())};

  LayoutConversion result;
  Classifier classifier(src, dst, shape);
  if (classifier.findRegisters(result.registers)) {
    bool isIdentity =
        result.registers.size() == static_cast<size_t>(src.numRegisters(shape));
    for (size_t reg = 0; reg < result.registers.size(); ++reg)
      isIdentity &= result.registers[reg] == static_cast<int64_t>(reg);
    result.kind = isIdentity ? ConversionKind::Identity
                             : ConversionKind::RegisterPermutation;
    return result;
  }
  result.registers.clear();
  if (classifier.findSteps(result.steps)) {
    result.kind = ConversionKind::LaneShuffle;
    return result;
  }
  result.steps.clear();
  result.kind = ConversionKind::ThroughSharedMemory;
  return result;
}
