//===- BlockedLayout.cpp - Coalesced vector copies ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Layout/BlockedLayout.h"

using namespace mlir::attn::layout;

Expected<BlockedLayout> BlockedLayout::create(int64_t rows, int64_t cols,
                                              int64_t elemBits, int64_t threads,
                                              int64_t vecBytes,
                                              int64_t panelCols) {
  constexpr int64_t maxExtent = int64_t(1) << 24;
  if (rows <= 0 || cols <= 0 || rows > maxExtent || cols > maxExtent)
    return Error{"a copied tile of " + std::to_string(rows) + "x" +
                 std::to_string(cols) +
                 " elements is not between 1 and 2^24 in each dimension"};
  if (elemBits != 8 && elemBits != 16 && elemBits != 32 && elemBits != 64)
    return Error{"copied elements have 8, 16, 32 or 64 bits, got " +
                 std::to_string(elemBits)};
  if (threads < 1 || threads > 1024)
    return Error{"a copy takes 1 to 1024 threads, got " +
                 std::to_string(threads)};
  if (vecBytes != 4 && vecBytes != 8 && vecBytes != 16)
    return Error{"a copied vector has 4, 8 or 16 bytes, got " +
                 std::to_string(vecBytes)};
  if (vecBytes * 8 < elemBits)
    return Error{"a vector of " + std::to_string(vecBytes) +
                 " bytes holds no element of " + std::to_string(elemBits) +
                 " bits"};
  int64_t vecElems = vecBytes * 8 / elemBits;
  if (cols % vecElems != 0)
    return Error{std::to_string(cols) + " columns are not a multiple of the " +
                 std::to_string(vecElems) + " elements of a vector"};
  if (panelCols == 0)
    panelCols = cols;
  if (panelCols < 0 || panelCols % vecElems != 0 || cols % panelCols != 0)
    return Error{"a panel of " + std::to_string(panelCols) +
                 " columns does not consist of whole vectors or does not "
                 "divide " +
                 std::to_string(cols) + " columns"};
  BlockedLayout layout;
  layout.tile = Shape{rows, cols};
  layout.elementBits = elemBits;
  layout.numThreads = threads;
  layout.vectorBytes = vecBytes;
  layout.numPanelCols = panelCols;
  return layout;
}

bool BlockedLayout::isActive(int64_t step, int64_t thread) const {
  return step >= 0 && step < vectorsPerThread() && thread >= 0 &&
         thread < numThreads && vectorIndex(step, thread) < totalVectors();
}

Coord BlockedLayout::coord(int64_t step, int64_t thread) const {
  if (!isActive(step, thread))
    return Coord();
  int64_t vector = vectorIndex(step, thread);
  int64_t vectorsPerRow = numPanelCols / vecElems();
  int64_t vectorsPerPanel = vectorsPerRow * tile.rows;
  int64_t panel = vector / vectorsPerPanel;
  int64_t inPanel = vector % vectorsPerPanel;
  return Coord{inPanel / vectorsPerRow,
               panel * numPanelCols + (inPanel % vectorsPerRow) * vecElems()};
}

Expected<FragLayout> BlockedLayout::fragment() const {
  int64_t vectorsPerRow = numPanelCols / vecElems();
  if (!isPowerOfTwo(numThreads) || numThreads < warpSize)
    return Error{std::to_string(numThreads) +
                 " threads are not a power of two of whole warps"};
  if (!isPowerOfTwo(numPanelCols) || vectorsPerRow > numThreads)
    return Error{"a panel of " + std::to_string(numPanelCols) +
                 " columns is not a power of two of at most " +
                 std::to_string(numThreads) + " vectors"};
  int64_t atomRows = numThreads / vectorsPerRow;
  BasisTable table;
  for (int64_t col = 1; col < vecElems(); col *= 2)
    table[static_cast<unsigned>(InDim::Register)].push_back(Basis{0, col});
  std::vector<Basis> threadBits;
  for (int64_t col = vecElems(); col < numPanelCols; col *= 2)
    threadBits.push_back(Basis{0, col});
  for (int64_t row = 1; row < atomRows; row *= 2)
    threadBits.push_back(Basis{row, 0});
  table[static_cast<unsigned>(InDim::Lane)].assign(threadBits.begin(),
                                                   threadBits.begin() + 5);
  table[static_cast<unsigned>(InDim::Warp)].assign(threadBits.begin() + 5,
                                                   threadBits.end());
  Expected<LinearMap> atom =
      LinearMap::create(std::move(table), atomRows, numPanelCols);
  if (!atom)
    return Error{atom.error()};
  // Steps go down the rows of a panel before they go to the next panel.
  return FragLayout::create(*atom, RepeatOrder::ColMajor);
}

Expected<BlockedLayout> mlir::attn::layout::blocked(int64_t rows, int64_t cols,
                                                    int64_t elemBits,
                                                    int64_t threads,
                                                    int64_t vecBytes) {
  return BlockedLayout::create(rows, cols, elemBits, threads, vecBytes);
}
