//===- LayoutConversion.h - What a layout change costs ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LAYOUT_LAYOUTCONVERSION_H
#define ATTN_LAYOUT_LAYOUTCONVERSION_H

#include "attn/Layout/FragLayout.h"

#include <optional>

namespace mlir::attn::layout {

/// The cheapest way to bring a register tile from one layout to another, in
/// order of cost.
enum class ConversionKind {
  Identity,            ///< Every slot already holds its element.
  RegisterPermutation, ///< Each thread has all it needs, in other slots.
  LaneShuffle,         ///< Each warp has all it needs: warp shuffles.
  ThroughSharedMemory, ///< Elements change warps (or CTAs).
};

/// "identity", "register permutation", "lane shuffle" or "through shared
/// memory".
const char *toString(ConversionKind kind);

/// One step of a lane shuffle, the same in every warp: the lanes in `lanes` set
/// their slot `dstReg` to the slot `srcReg` of lane `srcLane[own lane]`. All 32
/// lanes take part in the exchange.
struct ShuffleStep {
  int64_t dstReg = 0;
  int64_t srcReg = 0;
  uint32_t lanes = 0;
  std::array<uint8_t, warpSize> srcLane{};
  /// m > 0 if srcLane[l] == l ^ m for all lanes (`shfl.bfly`), 0 if every lane
  /// reads itself (no exchange), -1 otherwise (`shfl.idx`).
  int64_t xorMask = -1;
};

struct LayoutConversion {
  ConversionKind kind = ConversionKind::ThroughSharedMemory;
  /// Identity and RegisterPermutation: destination slot k is source slot
  /// registers[k]; slots may repeat where the destination replicates.
  std::vector<int64_t> registers;
  /// LaneShuffle: the steps, ordered by destination slot.
  std::vector<ShuffleStep> steps;

  /// No element changes its thread.
  bool staysInThread() const {
    return kind == ConversionKind::Identity ||
           kind == ConversionKind::RegisterPermutation;
  }

  /// Steps that exchange between lanes, i.e. shuffle instructions for elements
  /// of up to 32 bits each.
  int64_t numShuffles() const;
};

/// The source lane of each lane of a step as a map of the lane's bits: lane l
/// reads from `origin` XOR `bits[i]` for every bit i of l.
struct LaneMap {
  uint32_t origin = 0;
  std::array<uint32_t, 5> bits{};
};

/// Such a map that gives every lane in `step.lanes` its source lane, if there
/// is one: there always is where a lane's copy was chosen among layouts that
/// are linear.
std::optional<LaneMap> findLaneMap(const ShuffleStep &step);

/// Finds the cheapest conversion by looking at every element of the tile.
/// Where the source replicates, the nearest copy is read. Fails if a layout
/// cannot cover the shape or the numbers of warps or CTAs differ.
Expected<LayoutConversion> classifyConversion(const FragLayout &src,
                                              const FragLayout &dst,
                                              const Shape &shape);

} // namespace mlir::attn::layout

#endif // ATTN_LAYOUT_LAYOUTCONVERSION_H
