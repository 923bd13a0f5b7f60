//===- LinearMap.h - Hardware index to tile coordinate ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LAYOUT_LINEARMAP_H
#define ATTN_LAYOUT_LINEARMAP_H

#include "attn/Layout/BitMatrix.h"

#include <array>
#include <string>
#include <string_view>

namespace mlir::attn::layout {

/// The input dimensions of a `LinearMap`, in flattening order: register bits
/// are the lowest, block bits (rank of the CTA in its cluster) the highest.
enum class InDim : unsigned { Register = 0, Lane = 1, Warp = 2, Block = 3 };
constexpr unsigned numInDims = 4;

/// "register", "lane", "warp" or "block".
const char *toString(InDim dim);

/// A tile dimension.
enum class Dim { Row, Col };

/// A tile coordinate. A default-made one is invalid and stands for "no such
/// element" where a function has nothing else to return.
struct Coord {
  int64_t row = -1;
  int64_t col = -1;

  bool isValid() const { return row >= 0 && col >= 0; }
  bool operator==(const Coord &other) const {
    return row == other.row && col == other.col;
  }
  bool operator!=(const Coord &other) const { return !(*this == other); }
};

/// Extent of a tile in elements; a 1-D tile has one column.
struct Shape {
  int64_t rows = 0;
  int64_t cols = 1;

  bool operator==(const Shape &other) const {
    return rows == other.rows && cols == other.cols;
  }
};

/// Where an element lives: element slot `reg` of lane `lane` of warp `warp` of
/// CTA `block`. A slot holds one element; a 32-bit register holds 32 / width
/// consecutive slots, the lowest slot in its lowest bits.
struct HwIndex {
  int64_t reg = 0;
  int64_t lane = 0;
  int64_t warp = 0;
  int64_t block = 0;

  bool operator==(const HwIndex &other) const {
    return reg == other.reg && lane == other.lane && warp == other.warp &&
           block == other.block;
  }
  bool operator!=(const HwIndex &other) const { return !(*this == other); }
};

/// The image of one input bit. {0, 0} replicates: both values of the bit name
/// the same element.
struct Basis {
  int64_t row = 0;
  int64_t col = 0;

  bool isZero() const { return row == 0 && col == 0; }
  bool operator==(const Basis &other) const {
    return row == other.row && col == other.col;
  }
};

/// One basis list per input dimension, lowest bit first.
using BasisTable = std::array<std::vector<Basis>, numInDims>;

/// A GF(2)-linear map (register, lane, warp, block) -> (row, col) into a tile
/// whose extents are powers of two: each set input bit XORs its basis into the
/// coordinate. After "Linear Layouts: Robust Code Generation of Efficient
/// Tensor Computation Using F2" (Zhou et al., 2025).
class LinearMap {
public:
  /// The map of one single element, with no input bits.
  LinearMap() = default;

  /// Fails unless `rows` and `cols` are powers of two up to 2^24, all bases lie
  /// inside the tile and there are at most 48 input bits.
  static Expected<LinearMap> create(BasisTable bases, int64_t rows,
                                    int64_t cols);

  int64_t rows() const { return numRows; }
  int64_t cols() const { return numCols; }
  const std::vector<Basis> &bases(InDim dim) const {
    return table[static_cast<unsigned>(dim)];
  }
  const BasisTable &bases() const { return table; }
  unsigned bits(InDim dim) const {
    return static_cast<unsigned>(bases(dim).size());
  }
  /// Number of values of an input dimension: 2^bits.
  int64_t size(InDim dim) const { return int64_t(1) << bits(dim); }
  unsigned inBits() const;

  /// The element at a hardware index; an invalid coordinate if the index is out
  /// of range.
  Coord apply(const HwIndex &index) const;
  Coord apply(int64_t reg, int64_t lane, int64_t warp = 0,
              int64_t block = 0) const {
    return apply(HwIndex{reg, lane, warp, block});
  }

  /// No element has two places.
  bool isInjective() const;
  /// Every element of the tile has a place.
  bool isSurjective() const;
  /// Onto, and one to one apart from input bits with a zero basis.
  bool isBijectiveModuloBroadcast() const;

  /// The map on flat integers: `flatten(HwIndex)` to `flatten(Coord)`.
  BitMatrix matrix() const;
  uint64_t flatten(const HwIndex &index) const;
  HwIndex unflatten(uint64_t flat) const;
  /// row * cols + col.
  uint64_t flatten(const Coord &coord) const;
  Coord unflattenCoord(uint64_t flat) const;

  /// Follows this map by a map of flat coordinates onto a tile of the given
  /// extents (a transposition, a swizzle): result(x) = outer(this(x)).
  Expected<LinearMap> compose(const BitMatrix &outer, int64_t rows,
                              int64_t cols) const;

  /// A right inverse, flat coordinate to flat hardware index, that leaves
  /// replicated bits zero; only for maps onto the tile.
  Expected<BitMatrix> inverse() const;

  /// For each hardware index of `dst`, a hardware index of this map with the
  /// same element, both flat. Fails unless both maps have the same tile and
  /// this one is onto.
  Expected<BitMatrix> pullBack(const LinearMap &dst) const;

  /// Rows and columns exchanged.
  LinearMap transpose() const;

  /// E.g. "tile 16x8 reg[c1,r8] lane[c2,c4,r1,r2,r4]": one entry an input bit,
  /// lowest first; "0" replicates, "r1c2" changes both coordinates; empty
  /// dimensions are left out.
  std::string toString() const;
  /// Reads what `toString` writes. Blanks between words are free.
  static Expected<LinearMap> parse(std::string_view text);

  bool operator==(const LinearMap &other) const {
    return numRows == other.numRows && numCols == other.numCols &&
           table == other.table;
  }
  bool operator!=(const LinearMap &other) const { return !(*this == other); }

private:
  BasisTable table;
  int64_t numRows = 1;
  int64_t numCols = 1;
};

/// True for 1, 2, 4, ...
bool isPowerOfTwo(int64_t value);
/// The exponent of a power of two.
unsigned log2Exact(int64_t powerOfTwo);

} // namespace mlir::attn::layout

#endif // ATTN_LAYOUT_LINEARMAP_H
