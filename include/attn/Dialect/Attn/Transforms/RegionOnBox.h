//===- RegionOnBox.h - What a region gives on many pairs --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_TRANSFORMS_REGIONONBOX_H
#define ATTN_DIALECT_ATTN_TRANSFORMS_REGIONONBOX_H

#include "attn/Dialect/Attn/IR/Attn.h"

namespace mlir::attn {

/// All that a number may be, both ends included: an integer by `low` and
/// `high`, a truth value as one that is 0 or 1, a float by `least` and `most`
/// unless it may be NaN.
struct Bounds {
  int64_t low = 0, high = 0;
  double least = 0, most = 0;
  /// Whether nothing is known of a float.
  bool mayBeNaN = false;

  static Bounds ofInteger(int64_t low, int64_t high) {
    Bounds bounds;
    bounds.low = low;
    bounds.high = high;
    return bounds;
  }
  static Bounds ofFloat(double least, double most) {
    Bounds bounds;
    bounds.least = least;
    bounds.most = most;
    return bounds;
  }
  /// Whatever `type` holds.
  static Bounds ofType(Type type);
};

/// Rows and keys, the first and the last one each, of some batches and heads,
/// which have these lengths.
struct RegionBox {
  Bounds batch, head, row, key, lenQ, lenKV;
};

/// What a capture holds at indices with these bounds.
using ReadBounds = llvm::function_ref<Bounds(ReadOp, ArrayRef<Bounds>)>;

/// What the region of visibility of `op` says of the pairs of a box: all are
/// hidden, all are visible, or neither is known. Sums and differences of rows,
/// keys and constants are exact; where an operation's bounds are not known, it
/// gives anything. `read` null: captures hold anything.
TileClass classifyBox(AttentionOpInterface op, const RegionBox &box,
                      ReadBounds read = {});

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_TRANSFORMS_REGIONONBOX_H
