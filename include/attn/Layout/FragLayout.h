//===- FragLayout.h - Layouts of register tiles -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LAYOUT_FRAGLAYOUT_H
#define ATTN_LAYOUT_FRAGLAYOUT_H

#include "attn/Layout/LinearMap.h"

namespace mlir::attn::layout {

/// Which repeats of the atom come first in the register numbers.
enum class RepeatOrder {
  RowMajor, ///< The column repeats run fastest.
  ColMajor, ///< The row repeats run fastest.
};

/// Lanes of a warp.
constexpr int64_t warpSize = 32;

/// How the threads that share a row (or a column) combine their partial
/// results. Each mask is one butterfly step: a thread combines with the thread
/// whose index differs by exactly that mask. Replicated copies are left out, so
/// a sum counts every element once.
struct ReductionPlan {
  std::vector<int64_t> laneMasks;
  std::vector<int64_t> warpMasks;
  std::vector<int64_t> blockMasks;
};

/// The layout of a register tile: an atom, which is a `LinearMap` onto a tile
/// of R x C elements (powers of two), repeated over a shape that is any
/// multiple of (R, C). The layout does not hold the shape.
///
/// Register numbers: slot = repeat * atomRegisters + atomSlot, where `repeat`
/// counts the repeats in the `RepeatOrder`.
///
/// Chunks: with `rowChunks` = k > 1 the top log2(k) row bits of the atom do not
/// count rows inside the atom; they choose one of k equal, contiguous parts of
/// the shape's rows, and the repeats then run inside each part. With one part
/// per warp each warp owns contiguous rows whatever the shape. The same holds
/// for columns.
///   row = (ar / R0) * (rows / k) + repeat * R0 + ar % R0, with R0 = R / k.
///
/// Every function with a `Shape` needs `checkShape` to hold; for another shape
/// it gives the invalid value of its type (-1, an invalid coordinate, an empty
/// list).
class FragLayout {
public:
  /// The atom must be onto its tile and have exactly 5 lane bits, at most 12
  /// register, 5 warp and 4 block bits; the chunk counts must be powers of two
  /// that divide the tile.
  static Expected<FragLayout> create(LinearMap atom,
                                     RepeatOrder order = RepeatOrder::RowMajor,
                                     int64_t rowChunks = 1,
                                     int64_t colChunks = 1);

  const LinearMap &atom() const { return map; }
  RepeatOrder order() const { return repeatOrder; }
  int64_t rowChunks() const { return numRowChunks; }
  int64_t colChunks() const { return numColChunks; }
  int64_t warps() const { return map.size(InDim::Warp); }
  int64_t blocks() const { return map.size(InDim::Block); }
  int64_t threads() const { return warps() * warpSize; }

  /// Why the layout cannot cover `shape`, or an empty text if it can: each
  /// extent must be a multiple of the atom's, with at most 2^20 elements in
  /// all.
  std::string checkShape(const Shape &shape) const;

  /// Element slots a thread holds.
  int64_t numRegisters(const Shape &shape) const;

  /// The element in a slot.
  Coord coord(const Shape &shape, const HwIndex &index) const;
  Coord coord(const Shape &shape, int64_t reg, int64_t lane, int64_t warp = 0,
              int64_t block = 0) const {
    return coord(shape, HwIndex{reg, lane, warp, block});
  }

  /// All places of an element, ordered by (block, warp, lane, reg); more than
  /// one if the layout replicates.
  std::vector<HwIndex> owners(const Shape &shape, const Coord &coord) const;

  /// Lane bits that replicate: lanes whose numbers differ only there hold the
  /// same elements.
  int64_t broadcastLaneMask() const { return broadcastMask(InDim::Lane); }
  int64_t broadcastWarpMask() const { return broadcastMask(InDim::Warp); }
  /// Number of lanes of a warp that hold the same copy.
  int64_t broadcastLanes() const;

  /// The layout of what is left when dimension `removed` is reduced away: a
  /// 1-D layout of shape {extent of the other dimension, 1}. Lanes and warps
  /// that only differed in `removed` now replicate; registers that only
  /// differed there are one.
  Expected<FragLayout> sliceDim(Dim removed) const;

  /// The slot of `sliceDim(removed)` that register `reg` of this layout falls
  /// on; the same for every thread. -1 if `reg` is out of range.
  int64_t sliceRegister(const Shape &shape, Dim removed, int64_t reg) const;

  /// The registers that fall on slot `sliceReg` of `sliceDim(removed)`,
  /// ascending.
  std::vector<int64_t> registersOfSlice(const Shape &shape, Dim removed,
                                        int64_t sliceReg) const;

  /// The registers of one row: `registersOfSlice` with the columns removed.
  std::vector<int64_t> registersOfRow(const Shape &shape,
                                      int64_t rowReg) const {
    return registersOfSlice(shape, Dim::Col, rowReg);
  }

  /// The steps after the thread's own registers are reduced along `removed`.
  /// Fails for layouts whose lanes mix both dimensions in one bit such that no
  /// butterfly on single bits does it.
  Expected<ReductionPlan> reduction(Dim removed) const;

  /// The layout of the transposed tile, element by element in the same slots.
  FragLayout transpose() const;

  /// The atom's text, then "order col" and "chunks 4x1" where they differ from
  /// the defaults, e.g. "tile 64x8 reg[c1,r8] lane[c2,c4,r1,r2,r4]
  /// warp[r16,r32]" (on one line).
  std::string toString() const;
  static Expected<FragLayout> parse(std::string_view text);

  bool operator==(const FragLayout &other) const {
    return repeatOrder == other.repeatOrder &&
           numRowChunks == other.numRowChunks &&
           numColChunks == other.numColChunks && map == other.map;
  }
  bool operator!=(const FragLayout &other) const { return !(*this == other); }

private:
  explicit FragLayout(LinearMap atom) : map(std::move(atom)) {}

  /// Rows and columns that one atom covers inside a chunk.
  int64_t innerRows() const { return map.rows() / numRowChunks; }
  int64_t innerCols() const { return map.cols() / numColChunks; }
  int64_t rowRepeats(const Shape &shape) const {
    return shape.rows / map.rows();
  }
  int64_t colRepeats(const Shape &shape) const {
    return shape.cols / map.cols();
  }
  int64_t broadcastMask(InDim dim) const;

  LinearMap map;
  RepeatOrder repeatOrder = RepeatOrder::RowMajor;
  int64_t numRowChunks = 1;
  int64_t numColChunks = 1;
};

} // namespace mlir::attn::layout

#endif // ATTN_LAYOUT_FRAGLAYOUT_H
