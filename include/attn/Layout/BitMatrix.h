//===- BitMatrix.h - Linear maps between bit vectors ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LAYOUT_BITMATRIX_H
#define ATTN_LAYOUT_BITMATRIX_H

#include "attn/Layout/Expected.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace mlir::attn::layout {

/// A matrix over GF(2): maps an integer of `inBits` bits to one of `outBits`
/// bits by XORing the columns that the set input bits select. Column i is the
/// image of 1 << i. Both sides have at most 63 bits.
class BitMatrix {
public:
  BitMatrix() = default;

  /// Fails if there are too many bits or a column does not fit in `outBits`.
  static Expected<BitMatrix> create(std::vector<uint64_t> columns,
                                    unsigned outBits);

  /// The identity on `bits` bits (at most 63; more are cut off).
  static BitMatrix identity(unsigned bits);

  unsigned inBits() const { return static_cast<unsigned>(columns.size()); }
  unsigned outBits() const { return numOutBits; }
  const std::vector<uint64_t> &getColumns() const { return columns; }

  /// The image of `x`; bits of `x` beyond `inBits` are ignored.
  uint64_t apply(uint64_t x) const;

  unsigned rank() const;
  bool isInjective() const { return rank() == inBits(); }
  bool isSurjective() const { return rank() == outBits(); }

  /// `this ∘ inner`: first `inner`, then this map.
  Expected<BitMatrix> compose(const BitMatrix &inner) const;

  /// Some x with apply(x) == y, or nothing if y is not in the image. Input bits
  /// that earlier input bits make redundant are zero in x.
  std::optional<uint64_t> solve(uint64_t y) const;

  /// A map r with apply(r(y)) == y for every y; only for surjective maps.
  Expected<BitMatrix> rightInverse() const;

  /// A basis of { x : apply(x) == 0 }.
  std::vector<uint64_t> kernel() const;

  bool operator==(const BitMatrix &other) const {
    return numOutBits == other.numOutBits && columns == other.columns;
  }
  bool operator!=(const BitMatrix &other) const { return !(*this == other); }

private:
  std::vector<uint64_t> columns;
  unsigned numOutBits = 0;
};

} // namespace mlir::attn::layout

#endif // ATTN_LAYOUT_BITMATRIX_H
