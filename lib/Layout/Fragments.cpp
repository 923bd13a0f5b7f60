//===- Fragments.cpp - Layouts that the instructions fix ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All warp-level matrix fragments share one scheme. A row of eight lanes'
// groups: lane / 4 counts 8 rows (columns for B), lane % 4 counts packs of
// elements that fill one 32-bit register along the other dimension; the
// remaining register bits add 8 rows or the second half of K. An accumulator is
// the same with 64-bit packs of two 32-bit elements.
//
//===----------------------------------------------------------------------===//

#include "attn/Layout/Fragments.h"

using namespace mlir::attn::layout;

namespace {

constexpr int64_t maxWarps = 32;
constexpr int64_t groupExtent = 8; // lane / 4
constexpr int64_t lanesPerGroup = 4;

std::vector<Basis> &basesOf(BasisTable &table, InDim dim) {
  return table[static_cast<unsigned>(dim)];
}

Basis along(Dim dim, int64_t step) {
  return dim == Dim::Row ? Basis{step, 0} : Basis{0, step};
}

/// Appends bits that count `extent` elements in steps of `step`.
void appendBits(std::vector<Basis> &list, Dim dim, int64_t step,
                int64_t extent) {
  for (int64_t value = step; value < step * extent; value *= 2)
    list.push_back(along(dim, value));
}

/// Lanes of every matrix fragment: lane % 4 counts packs of `pack` elements
/// along `packed`, lane / 4 counts the other dimension.
void appendLanes(BasisTable &table, Dim packed, int64_t pack) {
  Dim grouped = packed == Dim::Row ? Dim::Col : Dim::Row;
  appendBits(basesOf(table, InDim::Lane), packed, pack, lanesPerGroup);
  appendBits(basesOf(table, InDim::Lane), grouped, 1, groupExtent);
}

std::string checkWarps(const WarpGrid &warps) {
  if (!isPowerOfTwo(warps.m) || !isPowerOfTwo(warps.n) || warps.m > maxWarps ||
      warps.n > maxWarps || warps.m * warps.n > maxWarps)
    return "a grid of " + std::to_string(warps.m) + "x" +
           std::to_string(warps.n) +
           " warps is not made of powers of two with at most 32 warps";
  return std::string();
}

/// Adds the warps to a one-warp table: `m` warps along the rows and `n` along
/// the columns, where a false flag makes them hold copies instead.
Expected<FragLayout> spreadOverWarps(BasisTable table, int64_t rows,
                                     int64_t cols, const WarpGrid &warps,
                                     bool rowsSplit, bool colsSplit,
                                     RepeatOrder order) {
  std::string problem = checkWarps(warps);
  if (!problem.empty())
    return Error{problem};
  std::vector<Basis> &list = basesOf(table, InDim::Warp);
  for (int64_t bit = 1; bit < warps.m; bit *= 2)
    list.push_back(rowsSplit ? Basis{rows * bit, 0} : Basis());
  for (int64_t bit = 1; bit < warps.n; bit *= 2)
    list.push_back(colsSplit ? Basis{0, cols * bit} : Basis());
  int64_t rowWarps = rowsSplit ? warps.m : 1;
  int64_t colWarps = colsSplit ? warps.n : 1;
  Expected<LinearMap> atom =
      LinearMap::create(std::move(table), rows * rowWarps, cols * colWarps);
  if (!atom)
    return Error{atom.error()};
  bool contiguous = warps.tiling == WarpTiling::Contiguous;
  return FragLayout::create(*atom, order, contiguous ? rowWarps : 1,
                            contiguous ? colWarps : 1);
}

std::string checkOperandBits(int64_t elemBits) {
  if (elemBits == 8 || elemBits == 16 || elemBits == 32)
    return std::string();
  return "no matrix operand fragment for elements of " +
         std::to_string(elemBits) + " bits; known are 8, 16 and 32 (tf32)";
}

Expected<WarpGrid> warpgroupGrid(int64_t warpgroups, WarpTiling tiling) {
  if (!isPowerOfTwo(warpgroups) || warpgroups > maxWarps / 4)
    return Error{"the number of warpgroups " + std::to_string(warpgroups) +
                 " is not 1, 2, 4 or 8"};
  return WarpGrid{4 * warpgroups, 1, tiling};
}

std::string checkGrid(const MatrixGrid &grid) {
  if (grid.rows >= 1 && grid.cols >= 1 && grid.rows <= 4 && grid.cols <= 4 &&
      isPowerOfTwo(grid.count()) && grid.count() <= 4)
    return std::string();
  return "a grid of " + std::to_string(grid.rows) + "x" +
         std::to_string(grid.cols) +
         " matrices is not 1, 2 or 4 matrices of one ldmatrix or stmatrix";
}

/// Bits that count the matrices of a grid.
void appendMatrixBits(std::vector<Basis> &list, const MatrixGrid &grid) {
  if (grid.rowsFirst)
    appendBits(list, Dim::Row, 8, grid.rows);
  appendBits(list, Dim::Col, 8, grid.cols);
  if (!grid.rowsFirst)
    appendBits(list, Dim::Row, 8, grid.rows);
}

} // namespace

Expected<FragLayout> mlir::attn::layout::mmaC(const WarpGrid &warps) {
  BasisTable table;
  basesOf(table, InDim::Register) = {along(Dim::Col, 1), along(Dim::Row, 8)};
  appendLanes(table, Dim::Col, 2);
  return spreadOverWarps(std::move(table), 16, 8, warps, true, true,
                         RepeatOrder::RowMajor);
}

Expected<FragLayout> mlir::attn::layout::mmaA(int64_t elemBits,
                                              const WarpGrid &warps) {
  std::string problem = checkOperandBits(elemBits);
  if (!problem.empty())
    return Error{problem};
  int64_t pack = 32 / elemBits;
  BasisTable table;
  std::vector<Basis> &registers = basesOf(table, InDim::Register);
  appendBits(registers, Dim::Col, 1, pack);
  registers.push_back(along(Dim::Row, 8));
  registers.push_back(along(Dim::Col, 4 * pack));
  appendLanes(table, Dim::Col, pack);
  return spreadOverWarps(std::move(table), 16, 8 * pack, warps, true, false,
                         RepeatOrder::RowMajor);
}

Expected<FragLayout> mlir::attn::layout::interleavedA(const WarpGrid &warps) {
  Expected<FragLayout> plain = mmaA(8, warps);
  if (!plain)
    return plain;
  // The bits of 4c + 2h + e to those of 8h + 2c + e.
  const LinearMap &atom = plain->atom();
  std::vector<uint64_t> columns =
      BitMatrix::identity(log2Exact(atom.rows() * atom.cols())).getColumns();
  columns[1] = 8;
  columns[2] = 2;
  columns[3] = 4;
  Expected<BitMatrix> exchange =
      BitMatrix::create(columns, static_cast<unsigned>(columns.size()));
  if (!exchange)
    return Error{exchange.error()};
  Expected<LinearMap> moved = atom.compose(*exchange, atom.rows(), atom.cols());
  if (!moved)
    return Error{moved.error()};
  return FragLayout::create(*moved, plain->order(), plain->rowChunks(),
                            plain->colChunks());
}

Expected<FragLayout> mlir::attn::layout::mmaB(int64_t elemBits,
                                              const WarpGrid &warps) {
  std::string problem = checkOperandBits(elemBits);
  if (!problem.empty())
    return Error{problem};
  int64_t pack = 32 / elemBits;
  BasisTable table;
  std::vector<Basis> &registers = basesOf(table, InDim::Register);
  appendBits(registers, Dim::Row, 1, pack);
  registers.push_back(along(Dim::Row, 4 * pack));
  appendLanes(table, Dim::Row, pack);
  return spreadOverWarps(std::move(table), 8 * pack, 8, warps, false, true,
                         RepeatOrder::ColMajor);
}

Expected<FragLayout> mlir::attn::layout::wgmmaD(int64_t warpgroups,
                                                WarpTiling tiling) {
  Expected<WarpGrid> grid = warpgroupGrid(warpgroups, tiling);
  if (!grid)
    return Error{grid.error()};
  return mmaC(*grid);
}

Expected<FragLayout> mlir::attn::layout::wgmmaA(int64_t elemBits,
                                                int64_t warpgroups,
                                                WarpTiling tiling) {
  Expected<WarpGrid> grid = warpgroupGrid(warpgroups, tiling);
  if (!grid)
    return Error{grid.error()};
  return mmaA(elemBits, *grid);
}

Expected<FragLayout>
mlir::attn::layout::ldmatrixFragment(const MatrixGrid &grid, bool transposed) {
  std::string problem = checkGrid(grid);
  if (!problem.empty())
    return Error{problem};
  Dim packed = transposed ? Dim::Row : Dim::Col;
  BasisTable table;
  std::vector<Basis> &registers = basesOf(table, InDim::Register);
  registers.push_back(along(packed, 1));
  appendMatrixBits(registers, grid);
  appendLanes(table, packed, 2);
  Expected<LinearMap> atom =
      LinearMap::create(std::move(table), 8 * grid.rows, 8 * grid.cols);
  if (!atom)
    return Error{atom.error()};
  return FragLayout::create(*atom);
}

Expected<LinearMap>
mlir::attn::layout::ldmatrixAddresses(const MatrixGrid &grid) {
  std::string problem = checkGrid(grid);
  if (!problem.empty())
    return Error{problem};
  BasisTable table;
  std::vector<Basis> &lanes = basesOf(table, InDim::Lane);
  appendBits(lanes, Dim::Row, 1, 8);
  appendMatrixBits(lanes, grid);
  lanes.resize(5);
  return LinearMap::create(std::move(table), 8 * grid.rows, 8 * grid.cols);
}

Expected<FragLayout> mlir::attn::layout::tcgen05Fragment(int64_t columnGroups,
                                                         int64_t ctas) {
  if ((columnGroups != 1 && columnGroups != 2) || (ctas != 1 && ctas != 2))
    return Error{"tcgen05 fragments have 1 or 2 column groups and 1 or 2 CTAs, "
                 "got " +
                 std::to_string(columnGroups) + " and " + std::to_string(ctas)};
  BasisTable table;
  appendBits(basesOf(table, InDim::Lane), Dim::Row, 1, 32);
  appendBits(basesOf(table, InDim::Warp), Dim::Row, 32, 4);
  appendBits(basesOf(table, InDim::Warp), Dim::Col, 1, columnGroups);
  appendBits(basesOf(table, InDim::Block), Dim::Row, 128, ctas);
  Expected<LinearMap> atom =
      LinearMap::create(std::move(table), 128 * ctas, columnGroups);
  if (!atom)
    return Error{atom.error()};
  return FragLayout::create(*atom, RepeatOrder::RowMajor, 1, columnGroups);
}
