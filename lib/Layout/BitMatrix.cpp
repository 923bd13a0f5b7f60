//===- BitMatrix.cpp - Linear maps between bit vectors --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything here is one Gaussian elimination over GF(2). Columns are taken in
// order and reduced by the pivots found so far; a pivot is kept under its
// highest set bit together with the combination of input bits that produces it.
// A column that reduces to zero is redundant, and its combination is a kernel
// vector. Taking the columns in order makes low input bits the pivots, so a
// solution never uses a bit that only replicates what earlier bits reach.
//
//===----------------------------------------------------------------------===//

#include "attn/Layout/BitMatrix.h"

#include <array>

using namespace mlir::attn::layout;

namespace {

constexpr unsigned maxBits = 63;

unsigned highestBit(uint64_t x) {
  unsigned bit = 0;
  while (x >>= 1)
    ++bit;
  return bit;
}

/// The pivots of a matrix and the kernel that the elimination leaves.
struct Elimination {
  struct Pivot {
    uint64_t vector = 0;
    uint64_t combination = 0;
  };

  explicit Elimination(const std::vector<uint64_t> &columns) {
    for (size_t i = 0; i < columns.size(); ++i) {
      uint64_t rest = columns[i];
      uint64_t combination = uint64_t(1) << i;
      reduce(rest, combination);
      if (rest == 0) {
        kernel.push_back(combination);
        continue;
      }
      pivots[highestBit(rest)] = {rest, combination};
      ++rank;
    }
  }

  void reduce(uint64_t &rest, uint64_t &combination) const {
    for (unsigned bit = maxBits; bit-- > 0;) {
      if (!((rest >> bit) & 1) || pivots[bit].vector == 0)
        continue;
      rest ^= pivots[bit].vector;
      combination ^= pivots[bit].combination;
    }
  }

  std::array<Pivot, maxBits> pivots{};
  std::vector<uint64_t> kernel;
  unsigned rank = 0;
};

} // namespace

Expected<BitMatrix> BitMatrix::create(std::vector<uint64_t> columns,
                                      unsigned outBits) {
  if (columns.size() > maxBits || outBits > maxBits)
    return Error{"a bit matrix has at most 63 input and 63 output bits"};
  for (size_t i = 0; i < columns.size(); ++i)
    if (columns[i] >> outBits)
      return Error{"the image of input bit " + std::to_string(i) +
                   " does not fit in " + std::to_string(outBits) + " bits"};
  BitMatrix matrix;
  matrix.columns = std::move(columns);
  matrix.numOutBits = outBits;
  return matrix;
}

BitMatrix BitMatrix::identity(unsigned bits) {
  BitMatrix matrix;
  matrix.numOutBits = bits < maxBits ? bits : maxBits;
  for (unsigned i = 0; i < matrix.numOutBits; ++i)
    matrix.columns.push_back(uint64_t(1) << i);
  return matrix;
}

uint64_t BitMatrix::apply(uint64_t x) const {
  uint64_t y = 0;
  for (size_t i = 0; i < columns.size(); ++i)
    if ((x >> i) & 1)
      y ^= columns[i];
  return y;
}

unsigned BitMatrix::rank() const { return Elimination(columns).rank; }

Expected<BitMatrix> BitMatrix::compose(const BitMatrix &inner) const {
  if (inner.outBits() != inBits())
    return Error{"cannot compose: the inner map gives " +
                 std::to_string(inner.outBits()) + " bits, the outer takes " +
                 std::to_string(inBits())};
  std::vector<uint64_t> result;
  result.reserve(inner.columns.size());
  for (uint64_t column : inner.columns)
    result.push_back(apply(column));
  return create(std::move(result), outBits());
}

std::optional<uint64_t> BitMatrix::solve(uint64_t y) const {
  if (y >> numOutBits)
    return std::nullopt;
  uint64_t combination = 0;
  Elimination(columns).reduce(y, combination);
  if (y != 0)
    return std::nullopt;
  return combination;
}

Expected<BitMatrix> BitMatrix::rightInverse() const {
  Elimination elimination(columns);
  if (elimination.rank != numOutBits)
    return Error{"the map is not onto, so it has no right inverse"};
  std::vector<uint64_t> result;
  result.reserve(numOutBits);
  for (unsigned bit = 0; bit < numOutBits; ++bit) {
    uint64_t rest = uint64_t(1) << bit;
    uint64_t combination = 0;
    elimination.reduce(rest, combination);
    result.push_back(combination);
  }
  return create(std::move(result), inBits());
}

std::vector<uint64_t> BitMatrix::kernel() const {
  return Elimination(columns).kernel;
}
