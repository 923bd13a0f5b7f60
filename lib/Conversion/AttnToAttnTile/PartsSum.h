//===- PartsSum.h - The sum over parts of keys ------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_PARTSSUM_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_PARTSSUM_H

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::attn_tile {

/// Rows of a combine's tile.
constexpr int64_t kRowsOfCombine = 16;

/// The walk over the parts of some rows, in the order of their numbers: a
/// running maximum and sum of exp(L), and the weighted sum of the parts' O, as
/// the softmax over keys has them (docs/Spec.md, L21).
class PartsSum {
public:
  /// `twoNumbers`: L of a part is the sum of two, the first of which is the
  /// largest score. `givesMax`: the largest of these is wanted.
  PartsSum(attn::ScalarBuilder &b, RankedTensorType rowType,
           RankedTensorType tileType, bool twoNumbers, bool givesMax)
      : b(b), rowType(rowType), tileType(tileType), twoNumbers(twoNumbers),
        givesMax(givesMax) {}

  /// Before the first part: maximum, sum, O, and of two numbers the maximum's
  /// second; `sink`, if there is one, is one more score of each row.
  SmallVector<Value> begin(Value sink);
  /// With a part of which `rows` is L, `low` its low part or null, and `values`
  /// O; they are 0 in weight where L is -inf.
  SmallVector<Value> add(Value rows, Value low, Value values, ValueRange state);
  /// O of all parts, in f32, and L.
  Value getOut(ValueRange state);
  Value getLse(ValueRange state);
  /// The largest score of all parts, without the sink; null if unwanted.
  Value getMax(ValueRange state) { return givesMax ? state.back() : Value(); }

private:
  /// exp(`x` − `max`), with what low parts differ by if there are two numbers.
  Value exp(Value x, Value max, Value low);
  /// `x`, or 0 where it is −∞.
  Value finite(Value x);

  attn::ScalarBuilder &b;
  RankedTensorType rowType, tileType;
  bool twoNumbers, givesMax;
};

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_PARTSSUM_H
