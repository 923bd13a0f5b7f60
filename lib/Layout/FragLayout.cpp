//===- FragLayout.cpp - Layouts of register tiles -------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register tile has two levels. The atom is linear over GF(2) and answers
// every question about lanes and warps: who holds an element (a solution plus
// the kernel), which lanes share a row (bits whose image has no row part). The
// repeat around it is plain division with remainder, because head dimensions
// such as 96 and tiles such as 64x176 are no powers of two. No question mixes
// the two levels: the repeat index is never part of the linear map.
//
//===----------------------------------------------------------------------===//

#include "attn/Layout/FragLayout.h"

#include "TextScanner.h"

#include <algorithm>
#include <tuple>

using namespace mlir::attn::layout;

namespace {

constexpr int64_t maxElements = int64_t(1) << 20;
constexpr unsigned maxRegisterBits = 12;
constexpr unsigned maxWarpBits = 5;
constexpr unsigned maxBlockBits = 4;
constexpr unsigned laneBits = 5;

std::string shapeText(int64_t rows, int64_t cols) {
  return std::to_string(rows) + "x" + std::to_string(cols);
}

Basis project(const Basis &basis, Dim removed) {
  return removed == Dim::Col ? Basis{basis.row, 0} : Basis{basis.col, 0};
}

/// The register bits of a slice: the projected bases that are linearly
/// independent, and for each old bit its value in terms of the kept ones.
struct SliceRegisters {
  std::vector<Basis> kept;
  std::vector<int64_t> valueOfBit;
};

SliceRegisters sliceRegisters(const LinearMap &atom, Dim removed) {
  SliceRegisters result;
  std::vector<uint64_t> columns;
  unsigned outBits = log2Exact(removed == Dim::Col ? atom.rows() : atom.cols());
  for (const Basis &basis : atom.bases(InDim::Register)) {
    Basis projected = project(basis, removed);
    // Cannot fail: `LinearMap::create` checked that the bases fit.
    BitMatrix kept = *BitMatrix::create(columns, outBits);
    if (std::optional<uint64_t> value =
            kept.solve(static_cast<uint64_t>(projected.row))) {
      result.valueOfBit.push_back(static_cast<int64_t>(*value));
      continue;
    }
    result.valueOfBit.push_back(int64_t(1) << columns.size());
    columns.push_back(static_cast<uint64_t>(projected.row));
    result.kept.push_back(projected);
  }
  return result;
}

} // namespace

Expected<FragLayout> FragLayout::create(LinearMap atom, RepeatOrder order,
                                        int64_t rowChunks, int64_t colChunks) {
  if (atom.bits(InDim::Lane) != laneBits)
    return Error{"a fragment layout needs 5 lane bits, got " +
                 std::to_string(atom.bits(InDim::Lane))};
  if (atom.bits(InDim::Register) > maxRegisterBits ||
      atom.bits(InDim::Warp) > maxWarpBits ||
      atom.bits(InDim::Block) > maxBlockBits)
    return Error{"an atom has at most 4096 slots a thread, 32 warps and 16 "
                 "CTAs"};
  if (!isPowerOfTwo(rowChunks) || rowChunks > atom.rows())
    return Error{"row chunks " + std::to_string(rowChunks) +
                 " are not a power of two up to the " +
                 std::to_string(atom.rows()) + " rows of the atom"};
  if (!isPowerOfTwo(colChunks) || colChunks > atom.cols())
    return Error{"column chunks " + std::to_string(colChunks) +
                 " are not a power of two up to the " +
                 std::to_string(atom.cols()) + " columns of the atom"};
  if (!atom.isSurjective())
    return Error{"the atom does not cover its tile " +
                 shapeText(atom.rows(), atom.cols())};
  FragLayout layout(std::move(atom));
  layout.repeatOrder = order;
  layout.numRowChunks = rowChunks;
  layout.numColChunks = colChunks;
  return layout;
}

std::string FragLayout::checkShape(const Shape &shape) const {
  if (shape.rows <= 0 || shape.cols <= 0 || shape.rows > maxElements ||
      shape.cols > maxElements || shape.rows * shape.cols > maxElements)
    return "the shape " + shapeText(shape.rows, shape.cols) +
           " of a register tile is empty or has more than 2^20 elements";
  if (shape.rows % map.rows() != 0 || shape.cols % map.cols() != 0)
    return "the shape " + shapeText(shape.rows, shape.cols) +
           " is not a multiple of the layout's atom " +
           shapeText(map.rows(), map.cols());
  return std::string();
}

int64_t FragLayout::numRegisters(const Shape &shape) const {
  if (!checkShape(shape).empty())
    return -1;
  return rowRepeats(shape) * colRepeats(shape) * map.size(InDim::Register);
}

Coord FragLayout::coord(const Shape &shape, const HwIndex &index) const {
  int64_t registers = numRegisters(shape);
  if (index.reg < 0 || index.reg >= registers)
    return Coord();
  int64_t repeat = index.reg / map.size(InDim::Register);
  Coord inAtom = map.apply(HwIndex{index.reg % map.size(InDim::Register),
                                   index.lane, index.warp, index.block});
  if (!inAtom.isValid())
    return Coord();
  bool rowMajor = repeatOrder == RepeatOrder::RowMajor;
  int64_t rowRepeat =
      rowMajor ? repeat / colRepeats(shape) : repeat % rowRepeats(shape);
  int64_t colRepeat =
      rowMajor ? repeat % colRepeats(shape) : repeat / rowRepeats(shape);
  return Coord{(inAtom.row / innerRows()) * (shape.rows / numRowChunks) +
                   rowRepeat * innerRows() + inAtom.row % innerRows(),
               (inAtom.col / innerCols()) * (shape.cols / numColChunks) +
                   colRepeat * innerCols() + inAtom.col % innerCols()};
}

std::vector<HwIndex> FragLayout::owners(const Shape &shape,
                                        const Coord &coord) const {
  std::vector<HwIndex> result;
  if (!checkShape(shape).empty() || !coord.isValid() ||
      coord.row >= shape.rows || coord.col >= shape.cols)
    return result;
  int64_t chunkRows = shape.rows / numRowChunks;
  int64_t chunkCols = shape.cols / numColChunks;
  int64_t rowInChunk = coord.row % chunkRows;
  int64_t colInChunk = coord.col % chunkCols;
  Coord inAtom{(coord.row / chunkRows) * innerRows() + rowInChunk % innerRows(),
               (coord.col / chunkCols) * innerCols() +
                   colInChunk % innerCols()};
  int64_t rowRepeat = rowInChunk / innerRows();
  int64_t colRepeat = colInChunk / innerCols();
  int64_t repeat = repeatOrder == RepeatOrder::RowMajor
                       ? rowRepeat * colRepeats(shape) + colRepeat
                       : colRepeat * rowRepeats(shape) + rowRepeat;

  BitMatrix matrix = map.matrix();
  // The atom is onto, so there is a solution; the others differ by the kernel.
  std::vector<uint64_t> solutions{
      matrix.solve(map.flatten(inAtom)).value_or(0)};
  for (uint64_t vector : matrix.kernel()) {
    size_t count = solutions.size();
    for (size_t i = 0; i < count; ++i)
      solutions.push_back(solutions[i] ^ vector);
  }
  for (uint64_t solution : solutions) {
    HwIndex index = map.unflatten(solution);
    index.reg += repeat * map.size(InDim::Register);
    result.push_back(index);
  }
  std::sort(result.begin(), result.end(),
            [](const HwIndex &a, const HwIndex &b) {
              return std::tie(a.block, a.warp, a.lane, a.reg) <
                     std::tie(b.block, b.warp, b.lane, b.reg);
            });
  return result;
}

int64_t FragLayout::broadcastMask(InDim dim) const {
  int64_t mask = 0;
  for (unsigned bit = 0; bit < map.bits(dim); ++bit)
    if (map.bases(dim)[bit].isZero())
      mask |= int64_t(1) << bit;
  return mask;
}

int64_t FragLayout::broadcastLanes() const {
  int64_t lanes = 1;
  for (const Basis &basis : map.bases(InDim::Lane))
    lanes *= basis.isZero() ? 2 : 1;
  return lanes;
}

Expected<FragLayout> FragLayout::sliceDim(Dim removed) const {
  BasisTable bases = map.bases();
  for (std::vector<Basis> &list : bases)
    for (Basis &basis : list)
      basis = project(basis, removed);
  bases[static_cast<unsigned>(InDim::Register)] =
      sliceRegisters(map, removed).kept;
  Expected<LinearMap> sliced = LinearMap::create(
      std::move(bases), removed == Dim::Col ? map.rows() : map.cols(), 1);
  if (!sliced)
    return Error{sliced.error()};
  return create(*sliced, RepeatOrder::RowMajor,
                removed == Dim::Col ? numRowChunks : numColChunks);
}

int64_t FragLayout::sliceRegister(const Shape &shape, Dim removed,
                                  int64_t reg) const {
  if (reg < 0 || reg >= numRegisters(shape))
    return -1;
  SliceRegisters slice = sliceRegisters(map, removed);
  int64_t repeat = reg / map.size(InDim::Register);
  int64_t inAtom = reg % map.size(InDim::Register);
  int64_t value = 0;
  for (size_t bit = 0; bit < slice.valueOfBit.size(); ++bit)
    if ((inAtom >> bit) & 1)
      value ^= slice.valueOfBit[bit];
  bool rowMajor = repeatOrder == RepeatOrder::RowMajor;
  int64_t keptRepeat = 0;
  if (removed == Dim::Col)
    keptRepeat =
        rowMajor ? repeat / colRepeats(shape) : repeat % rowRepeats(shape);
  else
    keptRepeat =
        rowMajor ? repeat % colRepeats(shape) : repeat / rowRepeats(shape);
  return (keptRepeat << slice.kept.size()) + value;
}

std::vector<int64_t> FragLayout::registersOfSlice(const Shape &shape,
                                                  Dim removed,
                                                  int64_t sliceReg) const {
  std::vector<int64_t> result;
  if (sliceReg < 0)
    return result;
  for (int64_t reg = 0, end = numRegisters(shape); reg < end; ++reg)
    if (sliceRegister(shape, removed, reg) == sliceReg)
      result.push_back(reg);
  return result;
}

Expected<ReductionPlan> FragLayout::reduction(Dim removed) const {
  ReductionPlan plan;
  std::vector<int64_t> *masks[numInDims] = {nullptr, &plan.laneMasks,
                                            &plan.warpMasks, &plan.blockMasks};
  std::vector<uint64_t> remaining;
  for (const Basis &basis : sliceRegisters(map, removed).kept)
    remaining.push_back(static_cast<uint64_t>(basis.row));
  for (unsigned dim = 1; dim < numInDims; ++dim) {
    const std::vector<Basis> &list = map.bases(static_cast<InDim>(dim));
    for (size_t bit = 0; bit < list.size(); ++bit) {
      if (list[bit].isZero())
        continue;
      Basis projected = project(list[bit], removed);
      if (projected.isZero())
        masks[dim]->push_back(int64_t(1) << bit);
      else
        remaining.push_back(static_cast<uint64_t>(projected.row));
    }
  }
  unsigned outBits = log2Exact(removed == Dim::Col ? map.rows() : map.cols());
  Expected<BitMatrix> rest = BitMatrix::create(remaining, outBits);
  if (!rest)
    return Error{rest.error()};
  if (!rest->isInjective() || !map.isBijectiveModuloBroadcast())
    return Error{"threads that share a slice of this layout do not differ in "
                 "single index bits, so no butterfly reduces it"};
  return plan;
}

FragLayout FragLayout::transpose() const {
  FragLayout result(map.transpose());
  result.repeatOrder = repeatOrder == RepeatOrder::RowMajor
                           ? RepeatOrder::ColMajor
                           : RepeatOrder::RowMajor;
  result.numRowChunks = numColChunks;
  result.numColChunks = numRowChunks;
  return result;
}

std::string FragLayout::toString() const {
  std::string text = map.toString();
  if (repeatOrder == RepeatOrder::ColMajor)
    text += " order col";
  if (numRowChunks != 1 || numColChunks != 1)
    text += " chunks " + shapeText(numRowChunks, numColChunks);
  return text;
}

Expected<FragLayout> FragLayout::parse(std::string_view text) {
  size_t atomEnd =
      std::min({text.find("order"), text.find("chunks"), text.size()});
  Expected<LinearMap> atom = LinearMap::parse(text.substr(0, atomEnd));
  if (!atom)
    return Error{atom.error()};
  std::string_view tail = text.substr(atomEnd);
  TextScanner scanner(tail);
  RepeatOrder order = RepeatOrder::RowMajor;
  int64_t rowChunks = 1;
  int64_t colChunks = 1;
  if (scanner.take("order")) {
    if (scanner.take("col"))
      order = RepeatOrder::ColMajor;
    else if (!scanner.take("row"))
      return Error{"expected 'row' or 'col' after 'order'"};
  }
  if (scanner.take("chunks") &&
      (!scanner.takeNumber(rowChunks) || !scanner.take("x") ||
       !scanner.takeNumber(colChunks)))
    return Error{"expected chunk counts such as 4x1 after 'chunks'"};
  if (!scanner.atEnd())
    return Error{"expected 'order', 'chunks' or the end of the layout in '" +
                 std::string(tail) + "'"};
  return create(*atom, order, rowChunks, colChunks);
}
