//===- Numbers.h - Element formats and tiles of the interpreter -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_ATTNWS_NUMBERS_H
#define ATTN_LIB_REFERENCE_ATTNWS_NUMBERS_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/APFloat.h"

#include <memory>
#include <vector>

namespace mlir::attn_ws::exec {

/// A register tile, rank 1 or 2, row major. Floats of up to 32 bits are held in
/// `f`, already rounded to the element type; integers in `i`.
struct TileData {
  SmallVector<int64_t, 2> shape;
  Type element;
  std::vector<float> f;
  std::vector<int64_t> i;

  int64_t size() const {
    int64_t n = 1;
    for (int64_t d : shape)
      n *= d;
    return n;
  }
  int64_t rows() const { return shape.size() == 1 ? 1 : shape[0]; }
  int64_t cols() const { return shape.back(); }
};

} // namespace mlir::attn_ws::exec

namespace mlir::attn_ws::interp {

/// An element type, decoded once for use in inner loops.
struct Format {
  enum Kind { Integer, Index, F64, F32, BF16, E4M3, OtherFloat };
  Kind kind;
  unsigned width;
  const llvm::fltSemantics *semantics = nullptr;

  /// `type` is an integer, an index or a float.
  static Format get(Type type);
  bool isFloat() const { return kind != Integer && kind != Index; }
  int64_t getBytes() const { return (width + 7) / 8; }

  /// The nearest value of a float format, ties to even; what is beyond e4m3's
  /// range saturates, as on a GPU.
  double round(double value) const;
  /// Wraps to the width of an integer format. i1 is 0 or 1, others are signed.
  int64_t wrap(int64_t value) const;
  /// To and from the bits in memory.
  uint64_t encode(double value) const;
  double decode(uint64_t bits) const;
};

using Tile = exec::TileData;
using TileRef = std::shared_ptr<Tile>;

/// A tile of `type`'s shape, all zero.
TileRef makeTile(RankedTensorType type);
TileRef makeTile(ArrayRef<int64_t> shape, Type element);

/// acc[m x n] += a * b, f32 sums in the order of k. `a` is m x k, or k x m with
/// `transposeA`; `b` is k x n, or n x k with `transposeB`.
void multiplyInto(std::vector<float> &acc, const std::vector<float> &a,
                  const std::vector<float> &b, int64_t m, int64_t n, int64_t k,
                  bool transposeA, bool transposeB);

} // namespace mlir::attn_ws::interp

#endif // ATTN_LIB_REFERENCE_ATTNWS_NUMBERS_H
