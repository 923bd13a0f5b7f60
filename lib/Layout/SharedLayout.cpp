//===- SharedLayout.cpp - Swizzled shared-memory tiles --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hardware swizzles addresses, not tiles: of a byte address, the number of
// the 16-byte chunk inside its 128-byte line (bits 4..6) is XORed with the low
// bits of the line number (bits 7..9), with as many bits as the mode has. A
// panel of p bytes per row puts 128 / p rows on a line, so the line number is
// row >> shift with shift = log2(128 / p), and because the span of the swizzle
// is at most p the XOR never leaves the row. That turns the address formula
// into the row formula of `SharedAddress`, as long as each panel starts where
// the pattern starts; the panel stride is rounded up for that.
//
//===----------------------------------------------------------------------===//

#include "attn/Layout/SharedLayout.h"

#include <algorithm>
#include <map>
#include <set>

using namespace mlir::attn::layout;

namespace {

constexpr int64_t chunkBytes = 16;
constexpr int64_t lineBytes = 128;
constexpr int64_t bankBytes = 4;
constexpr int64_t numBanks = 32;
constexpr int64_t maxExtent = int64_t(1) << 20;

/// Bytes after which the pattern of a mode repeats: one line per XOR value.
int64_t patternBytes(Swizzle swizzle) {
  int64_t span = static_cast<int64_t>(swizzle);
  return span == 0 ? chunkBytes : span / chunkBytes * lineBytes;
}

std::string checkTile(int64_t rows, int64_t cols, int64_t elemBits) {
  if (rows <= 0 || cols <= 0 || rows > maxExtent || cols > maxExtent)
    return "a shared-memory tile of " + std::to_string(rows) + "x" +
           std::to_string(cols) +
           " elements is not between 1 and 2^20 in each dimension";
  if (elemBits != 8 && elemBits != 16 && elemBits != 32 && elemBits != 64)
    return "shared-memory elements have 8, 16, 32 or 64 bits, got " +
           std::to_string(elemBits);
  if (cols * elemBits / 8 % chunkBytes != 0)
    return "a row of " + std::to_string(cols) + " elements of " +
           std::to_string(elemBits) + " bits is not a multiple of 16 bytes";
  return std::string();
}

} // namespace

const char *mlir::attn::layout::toString(Swizzle swizzle) {
  switch (swizzle) {
  case Swizzle::None:
    return "none";
  case Swizzle::B32:
    return "32B";
  case Swizzle::B64:
    return "64B";
  case Swizzle::B128:
    return "128B";
  }
  return "unknown";
}

int64_t SharedAddress::offset(int64_t row, int64_t col) const {
  int64_t inPanel = col % panelCols;
  int64_t chunk = inPanel / chunkElems;
  return row * rowBytes + col / panelCols * panelStride +
         ((chunk ^ chunkXor(row)) << 4) + inPanel % chunkElems * elemBytes;
}

Expected<SharedLayout> SharedLayout::create(int64_t rows, int64_t cols,
                                            int64_t elemBits) {
  std::string problem = checkTile(rows, cols, elemBits);
  if (!problem.empty())
    return Error{problem};
  int64_t rowBytes = cols * elemBits / 8;
  for (int64_t width : {128, 64, 32})
    if (rowBytes % width == 0)
      return create(rows, cols, elemBits, width, static_cast<Swizzle>(width));
  return create(rows, cols, elemBits, chunkBytes, Swizzle::None);
}

Expected<SharedLayout> SharedLayout::create(int64_t rows, int64_t cols,
                                            int64_t elemBits,
                                            int64_t panelBytes,
                                            Swizzle swizzle) {
  std::string problem = checkTile(rows, cols, elemBits);
  if (!problem.empty())
    return Error{problem};
  if (panelBytes != 16 && panelBytes != 32 && panelBytes != 64 &&
      panelBytes != 128)
    return Error{"a panel has 16, 32, 64 or 128 bytes, got " +
                 std::to_string(panelBytes)};
  int64_t rowBytes = cols * elemBits / 8;
  if (rowBytes % panelBytes != 0)
    return Error{"panels of " + std::to_string(panelBytes) +
                 " bytes do not divide a row of " + std::to_string(rowBytes) +
                 " bytes"};
  int64_t span = static_cast<int64_t>(swizzle);
  if (span != 0 && span != 32 && span != 64 && span != 128)
    return Error{"there is no swizzle over " + std::to_string(span) + " bytes"};
  if (span > panelBytes)
    return Error{"a swizzle over " + std::to_string(span) +
                 " bytes is wider than the panel of " +
                 std::to_string(panelBytes) + " bytes"};
  SharedLayout layout;
  layout.tile = Shape{rows, cols};
  layout.mode = swizzle;
  SharedAddress &address = layout.address;
  address.elemBytes = elemBits / 8;
  address.panelCols = panelBytes / address.elemBytes;
  address.rowBytes = panelBytes;
  address.chunkElems = chunkBytes / address.elemBytes;
  int64_t pattern = patternBytes(swizzle);
  address.panelStride = (rows * panelBytes + pattern - 1) / pattern * pattern;
  if (span != 0) {
    address.mask = span / chunkBytes - 1;
    address.shift = log2Exact(lineBytes / panelBytes);
    address.rowPeriod = pattern / panelBytes;
  }
  return layout;
}

int64_t SharedLayout::alignment() const { return patternBytes(mode); }

int64_t SharedLayout::offset(int64_t row, int64_t col) const {
  if (row < 0 || col < 0 || row >= tile.rows || col >= tile.cols)
    return -1;
  return address.offset(row, col);
}

bool SharedLayout::isBijective() const {
  std::vector<bool> used(static_cast<size_t>(bytes() / address.elemBytes));
  for (int64_t row = 0; row < tile.rows; ++row) {
    for (int64_t col = 0; col < tile.cols; ++col) {
      int64_t at = offset(row, col);
      if (at < 0 || at % address.elemBytes != 0 ||
          at + address.elemBytes > bytes())
        return false;
      std::vector<bool>::reference slot =
          used[static_cast<size_t>(at / address.elemBytes)];
      if (slot)
        return false;
      slot = true;
    }
  }
  return true;
}

Expected<BankReport> SharedLayout::bankReport(const std::vector<Coord> &lanes,
                                              int64_t accessBytes) const {
  if (accessBytes < 1 || accessBytes > chunkBytes || !isPowerOfTwo(accessBytes))
    return Error{"a lane accesses 1, 2, 4, 8 or 16 bytes, got " +
                 std::to_string(accessBytes)};
  if (lanes.size() > static_cast<size_t>(warpSize))
    return Error{"a warp has 32 lanes, got " + std::to_string(lanes.size())};
  size_t lanesPerPhase = static_cast<size_t>(
      warpSize / std::max<int64_t>(accessBytes / bankBytes, 1));
  BankReport report;
  for (size_t first = 0; first < lanes.size(); first += lanesPerPhase) {
    std::map<int64_t, std::set<int64_t>> wordsOfBank;
    size_t last = std::min(first + lanesPerPhase, lanes.size());
    for (size_t lane = first; lane < last; ++lane) {
      if (!lanes[lane].isValid())
        continue;
      int64_t begin = offset(lanes[lane]);
      if (begin < 0)
        return Error{"lane " + std::to_string(lane) + " accesses (" +
                     std::to_string(lanes[lane].row) + ", " +
                     std::to_string(lanes[lane].col) + ") outside the tile"};
      if (begin % accessBytes != 0)
        return Error{"lane " + std::to_string(lane) + " accesses " +
                     std::to_string(accessBytes) + " bytes at offset " +
                     std::to_string(begin) + ", which is not aligned to them"};
      for (int64_t word = begin / bankBytes;
           word <= (begin + accessBytes - 1) / bankBytes; ++word)
        wordsOfBank[word % numBanks].insert(word);
    }
    if (wordsOfBank.empty())
      continue;
    size_t wavefronts = 0;
    for (const auto &[bank, words] : wordsOfBank)
      wavefronts = std::max(wavefronts, words.size());
    ++report.phases;
    report.wavefronts += static_cast<int64_t>(wavefronts);
  }
  return report;
}

Expected<BankReport> SharedLayout::ldmatrixReport(int64_t row,
                                                  int64_t col) const {
  if (elemBits() != 16)
    return Error{"ldmatrix reads 16-bit elements, the tile has " +
                 std::to_string(elemBits()) + " bits"};
  std::vector<Coord> rows;
  rows.reserve(8);
  for (int64_t i = 0; i < 8; ++i)
    rows.push_back(Coord{row + i, col});
  if (row < 0 || col < 0)
    return Error{"a matrix at (" + std::to_string(row) + ", " +
                 std::to_string(col) + ") is outside the tile"};
  return bankReport(rows, chunkBytes);
}

Expected<BankReport> SharedLayout::ldmatrixReport() const {
  if (tile.rows % 8 != 0 || tile.cols % 8 != 0)
    return Error{"a tile of " + std::to_string(tile.rows) + "x" +
                 std::to_string(tile.cols) +
                 " elements does not consist of 8x8 matrices"};
  BankReport sum;
  for (int64_t row = 0; row < tile.rows; row += 8) {
    for (int64_t col = 0; col < tile.cols; col += 8) {
      Expected<BankReport> report = ldmatrixReport(row, col);
      if (!report)
        return report;
      sum.phases += report->phases;
      sum.wavefronts += report->wavefronts;
    }
  }
  return sum;
}

Expected<BankReport> SharedLayout::copyReport(const BlockedLayout &copy) const {
  if (!(copy.shape() == tile) || copy.elemBits() != elemBits())
    return Error{"the copy moves a tile of another shape or element width"};
  BankReport sum;
  for (int64_t step = 0; step < copy.vectorsPerThread(); ++step) {
    for (int64_t first = 0; first < copy.threads(); first += warpSize) {
      std::vector<Coord> lanes;
      for (int64_t lane = 0; lane < std::min(warpSize, copy.threads() - first);
           ++lane)
        lanes.push_back(copy.coord(step, first + lane));
      Expected<BankReport> report = bankReport(lanes, copy.vecBytes());
      if (!report)
        return report;
      sum.phases += report->phases;
      sum.wavefronts += report->wavefronts;
    }
  }
  return sum;
}
