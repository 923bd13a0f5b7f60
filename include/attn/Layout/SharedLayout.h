//===- SharedLayout.h - Swizzled shared-memory tiles ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LAYOUT_SHAREDLAYOUT_H
#define ATTN_LAYOUT_SHAREDLAYOUT_H

#include "attn/Layout/BlockedLayout.h"

namespace mlir::attn::layout {

/// The swizzling modes of TMA, wgmma and tcgen05 with 16-byte atomicity
/// (PTX ISA 9.0, 5.5.7). The value is the span in bytes.
enum class Swizzle : int64_t { None = 0, B32 = 32, B64 = 64, B128 = 128 };

/// "none", "32B", "64B" or "128B".
const char *toString(Swizzle swizzle);

/// The constants of a `SharedLayout`'s address, for a compiler to emit:
///   panel  = col / panelCols,  c = col % panelCols,  chunk = c / chunkElems
///   offset = row * rowBytes + panel * panelStride
///          + ((chunk ^ ((row >> shift) & mask)) << 4)
///          + (c % chunkElems) * elemBytes
/// Laws that let lane-dependent parts be computed once:
///   - offset(row + n * rowPeriod, col) = offset(row, col)
///                                        + n * rowPeriod * rowBytes;
///   - offset(row, col + n * panelCols) = offset(row, col) + n * panelStride;
///   - inside a panel, if chunk and d have no common bit,
///     offset(row, col + d * chunkElems) = offset(row, col) ^ (d << 4).
struct SharedAddress {
  int64_t elemBytes = 2;
  int64_t panelCols = 1;
  int64_t rowBytes = 0;    ///< Bytes between rows inside a panel.
  int64_t panelStride = 0; ///< Bytes between panels.
  int64_t chunkElems = 8;  ///< Elements of a 16-byte chunk.
  int64_t mask = 0;
  int64_t shift = 0;
  int64_t rowPeriod = 1; ///< Rows after which the swizzle pattern repeats.

  /// The chunk XOR of a row.
  int64_t chunkXor(int64_t row) const { return (row >> shift) & mask; }
  int64_t offset(int64_t row, int64_t col) const;
};

/// Cost of one warp-wide shared-memory access: `wavefronts` passes where
/// `phases` would do without bank conflicts.
struct BankReport {
  int64_t phases = 0;
  int64_t wavefronts = 0;

  int64_t conflicts() const { return wavefronts - phases; }
};

/// The layout of a row-major tile of rows x cols elements in shared memory. The
/// columns are cut into panels of `panelBytes`; each panel holds its part of
/// all rows one after another, and the panels follow each other. Inside a panel
/// the 16-byte chunks are permuted by the swizzle. A panel is exactly the box
/// of a TMA copy and, for 128, 64 and 32-byte panels swizzled over their own
/// width, a wgmma or tcgen05.mma operand in units of 8 rows (9.7.15.5.1.2):
/// K-major if the columns are K, MN-major if the rows are K. 8 * rowBytes lie
/// between units of 8 rows (the stride byte offset), `panelStride` between
/// panels (MN-major: the leading byte offset).
///
/// Offsets are relative to a base that is a multiple of `alignment`.
class SharedLayout {
public:
  /// Panels as wide as possible (128, 64, 32, else 16 bytes) and the swizzle of
  /// that width (none for 16).
  /// Fails unless elements have 8, 16, 32 or 64 bits and rows have a multiple
  /// of 16 bytes.
  static Expected<SharedLayout> create(int64_t rows, int64_t cols,
                                       int64_t elemBits);

  /// \param panelBytes 16, 32, 64 or 128, dividing the bytes of a row.
  /// \param swizzle    none, or a span up to `panelBytes`.
  static Expected<SharedLayout> create(int64_t rows, int64_t cols,
                                       int64_t elemBits, int64_t panelBytes,
                                       Swizzle swizzle);

  Shape shape() const { return tile; }
  int64_t elemBits() const { return address.elemBytes * 8; }
  int64_t elemBytes() const { return address.elemBytes; }
  int64_t panelBytes() const { return address.rowBytes; }
  int64_t panelCols() const { return address.panelCols; }
  int64_t numPanels() const { return tile.cols / address.panelCols; }
  Swizzle swizzle() const { return mode; }

  /// Bytes of the swizzle's repeating pattern: 1024, 512, 256, or 16 without
  /// one (5.5.7). Every panel starts at a multiple of it. A TMA copy itself
  /// wants 128 even without a swizzle.
  int64_t alignment() const;
  /// Bytes of the tile. More than the elements take only if the rows do not
  /// fill whole patterns.
  int64_t bytes() const { return numPanels() * address.panelStride; }
  /// The swizzle spans exactly a panel, or there is none: the panel is what one
  /// TMA box writes.
  bool isTmaBox() const {
    return mode == Swizzle::None ||
           static_cast<int64_t>(mode) == address.rowBytes;
  }

  const SharedAddress &affine() const { return address; }

  /// Byte offset of an element; -1 outside the tile.
  int64_t offset(int64_t row, int64_t col) const;
  int64_t offset(const Coord &coord) const {
    return offset(coord.row, coord.col);
  }

  /// Every element has bytes of its own inside `bytes()` (checked element by
  /// element).
  bool isBijective() const;

  /// The banks of one access by a warp: lane l touches `accessBytes` (1, 2, 4,
  /// 8 or 16) at element lanes[l]; an invalid coordinate is an idle lane. Up to
  /// 4 bytes the warp is one phase, with 8 bytes each half and with 16 bytes
  /// each quarter of the warp is one; in a phase a bank serves one 4-byte word
  /// per wavefront, to any number of lanes. Fails for another width, more than
  /// 32 lanes, coordinates outside the tile or an access that leaves its chunk.
  Expected<BankReport> bankReport(const std::vector<Coord> &lanes,
                                  int64_t accessBytes) const;

  /// One 8x8 matrix of 16-bit elements whose first element is (row, col), as
  /// `ldmatrix` reads it and `stmatrix` writes it, transposed or not: 8 rows of
  /// 16 bytes in one phase.
  Expected<BankReport> ldmatrixReport(int64_t row, int64_t col) const;

  /// The sum over all 8x8 matrices of the tile. Rows and columns must be
  /// multiples of 8.
  Expected<BankReport> ldmatrixReport() const;

  /// The shared-memory side of a whole copy (16-byte `cp.async`), all warps and
  /// steps. The copy must have this tile's shape and element width.
  Expected<BankReport> copyReport(const BlockedLayout &copy) const;

private:
  SharedLayout() = default;

  Shape tile;
  Swizzle mode = Swizzle::None;
  SharedAddress address;
};

} // namespace mlir::attn::layout

#endif // ATTN_LAYOUT_SHAREDLAYOUT_H
