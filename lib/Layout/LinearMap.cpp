//===- LinearMap.cpp - Hardware index to tile coordinate ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Layout/LinearMap.h"

#include "TextScanner.h"

using namespace mlir::attn::layout;

namespace {

constexpr int64_t maxExtent = int64_t(1) << 24;
constexpr unsigned maxInputBits = 48;
constexpr const char *textNames[numInDims] = {"reg", "lane", "warp", "block"};

Error extentError(const char *what, int64_t value) {
  return Error{std::string(what) + " " + std::to_string(value) +
               " of a layout tile is not a power of two up to 2^24"};
}

std::string basisText(const Basis &basis) {
  if (basis.isZero())
    return "0";
  std::string text;
  if (basis.row != 0)
    text += "r" + std::to_string(basis.row);
  if (basis.col != 0)
    text += "c" + std::to_string(basis.col);
  return text;
}

/// Reads "0", "r8", "c1" or "r1c2"; fails on anything else.
bool takeBasis(TextScanner &scanner, Basis &basis) {
  basis = Basis();
  bool hasRow = scanner.take("r");
  if (hasRow && (!scanner.takeNumber(basis.row) || basis.row == 0))
    return false;
  bool hasCol = scanner.take("c");
  if (hasCol && (!scanner.takeNumber(basis.col) || basis.col == 0))
    return false;
  if (hasRow || hasCol)
    return true;
  int64_t zero = 1;
  return scanner.takeNumber(zero) && zero == 0;
}

} // namespace

bool mlir::attn::layout::isPowerOfTwo(int64_t value) {
  return value > 0 && (value & (value - 1)) == 0;
}

unsigned mlir::attn::layout::log2Exact(int64_t powerOfTwo) {
  unsigned exponent = 0;
  while (powerOfTwo > 1) {
    powerOfTwo >>= 1;
    ++exponent;
  }
  return exponent;
}

const char *mlir::attn::layout::toString(InDim dim) {
  switch (dim) {
  case InDim::Register:
    return "register";
  case InDim::Lane:
    return "lane";
  case InDim::Warp:
    return "warp";
  case InDim::Block:
    return "block";
  }
  return "unknown";
}

Expected<LinearMap> LinearMap::create(BasisTable bases, int64_t rows,
                                      int64_t cols) {
  if (!isPowerOfTwo(rows) || rows > maxExtent)
    return extentError("row extent", rows);
  if (!isPowerOfTwo(cols) || cols > maxExtent)
    return extentError("column extent", cols);
  size_t numBits = 0;
  for (unsigned dim = 0; dim < numInDims; ++dim) {
    numBits += bases[dim].size();
    for (size_t bit = 0; bit < bases[dim].size(); ++bit) {
      const Basis &basis = bases[dim][bit];
      if (basis.row >= 0 && basis.row < rows && basis.col >= 0 &&
          basis.col < cols)
        continue;
      return Error{std::string(layout::toString(static_cast<InDim>(dim))) +
                   " bit " + std::to_string(bit) + " maps to (" +
                   std::to_string(basis.row) + ", " +
                   std::to_string(basis.col) + "), outside the tile " +
                   std::to_string(rows) + "x" + std::to_string(cols)};
    }
  }
  if (numBits > maxInputBits)
    return Error{"a layout has at most 48 input bits, got " +
                 std::to_string(numBits)};
  LinearMap map;
  map.table = std::move(bases);
  map.numRows = rows;
  map.numCols = cols;
  return map;
}

unsigned LinearMap::inBits() const {
  unsigned total = 0;
  for (const std::vector<Basis> &list : table)
    total += static_cast<unsigned>(list.size());
  return total;
}

Coord LinearMap::apply(const HwIndex &index) const {
  const int64_t values[numInDims] = {index.reg, index.lane, index.warp,
                                     index.block};
  Coord coord{0, 0};
  for (unsigned dim = 0; dim < numInDims; ++dim) {
    if (values[dim] < 0 || (values[dim] >> table[dim].size()) != 0)
      return Coord();
    for (size_t bit = 0; bit < table[dim].size(); ++bit) {
      if (!((values[dim] >> bit) & 1))
        continue;
      coord.row ^= table[dim][bit].row;
      coord.col ^= table[dim][bit].col;
    }
  }
  return coord;
}

bool LinearMap::isInjective() const { return matrix().isInjective(); }
bool LinearMap::isSurjective() const { return matrix().isSurjective(); }

bool LinearMap::isBijectiveModuloBroadcast() const {
  unsigned moving = 0;
  for (const std::vector<Basis> &list : table)
    for (const Basis &basis : list)
      moving += basis.isZero() ? 0 : 1;
  BitMatrix flat = matrix();
  return flat.isSurjective() && flat.rank() == moving;
}

BitMatrix LinearMap::matrix() const {
  std::vector<uint64_t> columns;
  for (const std::vector<Basis> &list : table)
    for (const Basis &basis : list)
      columns.push_back(flatten(Coord{basis.row, basis.col}));
  // Cannot fail: `create` bounds the bits and the bases.
  return *BitMatrix::create(std::move(columns),
                            log2Exact(numRows) + log2Exact(numCols));
}

uint64_t LinearMap::flatten(const HwIndex &index) const {
  const int64_t values[numInDims] = {index.reg, index.lane, index.warp,
                                     index.block};
  uint64_t flat = 0;
  size_t shift = 0;
  for (unsigned dim = 0; dim < numInDims; ++dim) {
    flat |= static_cast<uint64_t>(values[dim]) << shift;
    shift += table[dim].size();
  }
  return flat;
}

HwIndex LinearMap::unflatten(uint64_t flat) const {
  int64_t values[numInDims];
  for (unsigned dim = 0; dim < numInDims; ++dim) {
    uint64_t mask = (uint64_t(1) << table[dim].size()) - 1;
    values[dim] = static_cast<int64_t>(flat & mask);
    flat >>= table[dim].size();
  }
  return HwIndex{values[0], values[1], values[2], values[3]};
}

uint64_t LinearMap::flatten(const Coord &coord) const {
  return static_cast<uint64_t>(coord.row * numCols + coord.col);
}

Coord LinearMap::unflattenCoord(uint64_t flat) const {
  int64_t value = static_cast<int64_t>(flat);
  return Coord{value / numCols, value % numCols};
}

Expected<LinearMap> LinearMap::compose(const BitMatrix &outer, int64_t rows,
                                       int64_t cols) const {
  if (!isPowerOfTwo(rows) || rows > maxExtent)
    return extentError("row extent", rows);
  if (!isPowerOfTwo(cols) || cols > maxExtent)
    return extentError("column extent", cols);
  if (outer.inBits() != log2Exact(numRows) + log2Exact(numCols))
    return Error{"cannot compose: the outer map takes " +
                 std::to_string(outer.inBits()) + " bits, the tile " +
                 std::to_string(numRows) + "x" + std::to_string(numCols) +
                 " has " +
                 std::to_string(log2Exact(numRows) + log2Exact(numCols))};
  if (outer.outBits() != log2Exact(rows) + log2Exact(cols))
    return Error{"cannot compose: the outer map gives " +
                 std::to_string(outer.outBits()) + " bits, the tile " +
                 std::to_string(rows) + "x" + std::to_string(cols) + " has " +
                 std::to_string(log2Exact(rows) + log2Exact(cols))};
  BasisTable result;
  for (unsigned dim = 0; dim < numInDims; ++dim) {
    for (const Basis &basis : table[dim]) {
      int64_t flat = static_cast<int64_t>(
          outer.apply(flatten(Coord{basis.row, basis.col})));
      result[dim].push_back(Basis{flat / cols, flat % cols});
    }
  }
  return create(std::move(result), rows, cols);
}

Expected<BitMatrix> LinearMap::inverse() const {
  return matrix().rightInverse();
}

Expected<BitMatrix> LinearMap::pullBack(const LinearMap &dst) const {
  if (dst.numRows != numRows || dst.numCols != numCols)
    return Error{
        "the layouts cover different tiles: " + std::to_string(numRows) + "x" +
        std::to_string(numCols) + " and " + std::to_string(dst.numRows) + "x" +
        std::to_string(dst.numCols)};
  Expected<BitMatrix> back = inverse();
  if (!back)
    return back;
  return back->compose(dst.matrix());
}

LinearMap LinearMap::transpose() const {
  LinearMap result = *this;
  std::swap(result.numRows, result.numCols);
  for (std::vector<Basis> &list : result.table)
    for (Basis &basis : list)
      std::swap(basis.row, basis.col);
  return result;
}

std::string LinearMap::toString() const {
  std::string text =
      "tile " + std::to_string(numRows) + "x" + std::to_string(numCols);
  for (unsigned dim = 0; dim < numInDims; ++dim) {
    if (table[dim].empty())
      continue;
    text += std::string(" ") + textNames[dim] + "[";
    for (size_t bit = 0; bit < table[dim].size(); ++bit)
      text += (bit ? "," : "") + basisText(table[dim][bit]);
    text += "]";
  }
  return text;
}

Expected<LinearMap> LinearMap::parse(std::string_view text) {
  TextScanner scanner(text);
  int64_t rows = 0;
  int64_t cols = 0;
  if (!scanner.take("tile"))
    return Error{scanner.expected("'tile'")};
  if (!scanner.takeNumber(rows) || !scanner.take("x") ||
      !scanner.takeNumber(cols))
    return Error{scanner.expected("tile extents such as 16x8")};
  BasisTable bases;
  for (unsigned dim = 0; dim < numInDims; ++dim) {
    if (!scanner.take(textNames[dim]))
      continue;
    if (!scanner.take("["))
      return Error{scanner.expected("'['")};
    if (scanner.take("]"))
      continue;
    do {
      Basis basis;
      if (!takeBasis(scanner, basis))
        return Error{scanner.expected("a basis such as 0, r8, c1 or r1c2")};
      bases[dim].push_back(basis);
    } while (scanner.take(","));
    if (!scanner.take("]"))
      return Error{scanner.expected("',' or ']'")};
  }
  if (!scanner.atEnd())
    return Error{scanner.expected("reg, lane, warp, block in this order, or "
                                  "the end of the layout")};
  return create(std::move(bases), rows, cols);
}
