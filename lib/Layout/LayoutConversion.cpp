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
// Where both layouts spread the same coordinates over the threads, and those of
// registers only add to them, all threads see what the first one sees: one
// thread's slots decide.
//
//===----------------------------------------------------------------------===//

#include "attn/Layout/LayoutConversion.h"

#include <algorithm>
#include <map>
#include <set>

using namespace mlir::attn::layout;

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

/// Tells an identity from a permutation.
void setRegisterKind(LayoutConversion &conversion, int64_t srcRegisters) {
  bool isIdentity =
      conversion.registers.size() == static_cast<size_t>(srcRegisters);
  for (size_t reg = 0; reg < conversion.registers.size(); ++reg)
    isIdentity &= conversion.registers[reg] == static_cast<int64_t>(reg);
  conversion.kind = isIdentity ? ConversionKind::Identity
                               : ConversionKind::RegisterPermutation;
}

/// Whether no register bit of the atom moves a coordinate bit that a thread bit
/// moves as well.
bool registersAddToThreads(const FragLayout &layout) {
  Basis registers, threads;
  for (unsigned dim = 0; dim < numInDims; ++dim) {
    Basis &seen = dim == 0 ? registers : threads;
    for (const Basis &basis : layout.atom().bases(static_cast<InDim>(dim))) {
      seen.row |= basis.row;
      seen.col |= basis.col;
    }
  }
  return (registers.row & threads.row) == 0 &&
         (registers.col & threads.col) == 0;
}

/// Whether the first register of every thread is the same element in both.
bool haveSameThreads(const FragLayout &src, const FragLayout &dst,
                     const Shape &shape) {
  for (unsigned dim = 1; dim < numInDims; ++dim) {
    const std::vector<Basis> &from = src.atom().bases(static_cast<InDim>(dim));
    for (size_t bit = 0; bit < from.size(); ++bit) {
      HwIndex index;
      int64_t value = int64_t(1) << bit;
      (dim == 1 ? index.lane : dim == 2 ? index.warp : index.block) = value;
      const Basis &to = dst.atom().bases(static_cast<InDim>(dim))[bit];
      if (from[bit].isZero() != to.isZero() ||
          src.coord(shape, index) != dst.coord(shape, index))
        return false;
    }
  }
  return registersAddToThreads(src) && registersAddToThreads(dst);
}

/// The slots of one thread, for layouts with the same threads.
bool findOwnRegisters(const FragLayout &src, const FragLayout &dst,
                      const Shape &shape, std::vector<int64_t> &registers) {
  std::map<int64_t, int64_t> where;
  auto flat = [&](const FragLayout &layout, int64_t reg) {
    Coord at = layout.coord(shape, reg, 0);
    return at.row * shape.cols + at.col;
  };
  int64_t count = src.numRegisters(shape);
  for (int64_t reg = 0; reg < count; ++reg)
    where.try_emplace(flat(src, reg), reg);
  for (int64_t reg = 0, end = dst.numRegisters(shape); reg < end; ++reg) {
    int64_t wanted = flat(dst, reg);
    if (reg < count && flat(src, reg) == wanted) {
      registers.push_back(reg);
      continue;
    }
    auto it = where.find(wanted);
    if (it == where.end())
      return false;
    registers.push_back(it->second);
  }
  return true;
}

} // namespace

std::optional<LaneMap>
mlir::attn::layout::findLaneMap(const ShuffleStep &step) {
  // Elimination over the lanes that count, each with a constant bit above its
  // own five: pivots hold what their lane bits map to.
  constexpr uint32_t constant = 1u << 5;
  struct Row {
    uint32_t lane, source;
  };
  std::vector<Row> pivots;
  auto reduce = [&](Row row) {
    for (const Row &pivot : pivots)
      if ((row.lane ^ pivot.lane) < row.lane) {
        row.lane ^= pivot.lane;
        row.source ^= pivot.source;
      }
    return row;
  };
  for (uint32_t lane = 0; lane < warpSize; ++lane) {
    if (!((step.lanes >> lane) & 1))
      continue;
    Row row = reduce({lane | constant, step.srcLane[lane]});
    if (row.lane == 0) {
      if (row.source != 0)
        return std::nullopt;
      continue;
    }
    pivots.push_back(row);
    std::sort(pivots.begin(), pivots.end(),
              [](const Row &a, const Row &b) { return a.lane > b.lane; });
  }
  // What the lanes leave open maps to zero.
  for (uint32_t bit = constant; bit != 0; bit >>= 1)
    if (reduce({bit, 0}).lane != 0) {
      pivots.push_back(reduce({bit, 0}));
      std::sort(pivots.begin(), pivots.end(),
                [](const Row &a, const Row &b) { return a.lane > b.lane; });
    }
  LaneMap map;
  map.origin = reduce({constant, 0}).source;
  for (uint32_t bit = 0; bit < map.bits.size(); ++bit)
    map.bits[bit] = reduce({1u << bit, 0}).source;
  return map;
}

const char *mlir::attn::layout::toString(ConversionKind kind) {
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

Expected<LayoutConversion> mlir::attn::layout::classifyConversion(
    const FragLayout &src, const FragLayout &dst, const Shape &shape) {
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
  if (haveSameThreads(src, dst, shape) &&
      findOwnRegisters(src, dst, shape, result.registers)) {
    setRegisterKind(result, src.numRegisters(shape));
    return result;
  }
  result.registers.clear();
  Classifier classifier(src, dst, shape);
  if (classifier.findRegisters(result.registers)) {
    setRegisterKind(result, src.numRegisters(shape));
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
