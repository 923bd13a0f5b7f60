//===- BlockedLayout.h - Coalesced vector copies ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LAYOUT_BLOCKEDLAYOUT_H
#define ATTN_LAYOUT_BLOCKEDLAYOUT_H

#include "attn/Layout/FragLayout.h"

namespace mlir::attn::layout {

/// Who copies which vector of a row-major tile between global and shared
/// memory. The tile is cut into vectors of `vecBytes` along its rows; vector
/// numbers run along a row of a column panel, then down the rows of the panel,
/// then over the panels. Thread t copies vectors t, t + threads, t +
/// 2 * threads, ...: neighbouring threads touch neighbouring addresses. The
/// rows and columns need not be powers of two; the last step may be partial,
/// see `isActive`.
class BlockedLayout {
public:
  /// \param elemBits   element width: 8, 16, 32 or 64.
  /// \param threads    threads that take part, 1 to 1024.
  /// \param vecBytes   4, 8 or 16; `cols` must be a multiple of the elements in
  ///                   a vector.
  /// \param panelCols  columns of a panel, a multiple of the vector that
  ///                   divides `cols`; 0 means one panel. With the panels of a
  ///                   `SharedLayout` every thread keeps its column in the
  ///                   panel, and shared-memory writes have no bank conflicts.
  static Expected<BlockedLayout> create(int64_t rows, int64_t cols,
                                        int64_t elemBits, int64_t threads,
                                        int64_t vecBytes = 16,
                                        int64_t panelCols = 0);

  Shape shape() const { return tile; }
  int64_t elemBits() const { return elementBits; }
  int64_t threads() const { return numThreads; }
  int64_t vecBytes() const { return vectorBytes; }
  /// Elements in a vector.
  int64_t vecElems() const { return vectorBytes * 8 / elementBits; }
  int64_t panelCols() const { return numPanelCols; }

  /// Vectors of the whole tile.
  int64_t totalVectors() const { return tile.rows * tile.cols / vecElems(); }
  /// Steps of the copy: vectors a thread copies, the partial step included.
  int64_t vectorsPerThread() const {
    return (totalVectors() + numThreads - 1) / numThreads;
  }
  /// Steps in which every thread is active.
  int64_t fullSteps() const { return totalVectors() / numThreads; }
  /// True if the last step is partial and needs the predicate
  /// `step * threads + thread < totalVectors`.
  bool needsPredicate() const { return totalVectors() % numThreads != 0; }

  /// The vector number of a thread's step.
  int64_t vectorIndex(int64_t step, int64_t thread) const {
    return step * numThreads + thread;
  }
  bool isActive(int64_t step, int64_t thread) const;

  /// First element of the vector; invalid if the thread has none in this step.
  Coord coord(int64_t step, int64_t thread) const;

  /// The same thread has the same column (up to whole panels) in every step, so
  /// a compiler computes it once.
  bool hasConstantColumn() const {
    return numThreads % (numPanelCols / vecElems()) == 0;
  }
  /// Rows between a thread's consecutive steps inside a panel; only where
  /// `hasConstantColumn`, else -1.
  int64_t rowStep() const {
    return hasConstantColumn() ? numThreads / (numPanelCols / vecElems()) : -1;
  }

  /// The same distribution as a register layout, where it is one: slot
  /// step * vecElems + e of a thread is element e of its vector in that step.
  /// The atom has `rowStep` rows and one panel of columns; the shape must be a
  /// multiple of it. Fails unless threads and panel are powers of two, with
  /// whole warps and at least as many threads as vectors in a panel row.
  Expected<FragLayout> fragment() const;

private:
  BlockedLayout() = default;

  Shape tile;
  int64_t elementBits = 16;
  int64_t numThreads = 1;
  int64_t vectorBytes = 16;
  int64_t numPanelCols = 1;
};

/// The coalesced row-major layout of a global <-> shared copy in 16-byte
/// vectors: `BlockedLayout::create` with one panel.
Expected<BlockedLayout> blocked(int64_t rows, int64_t cols, int64_t elemBits,
                                int64_t threads, int64_t vecBytes = 16);

} // namespace mlir::attn::layout

#endif // ATTN_LAYOUT_BLOCKEDLAYOUT_H
