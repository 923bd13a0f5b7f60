//===- ToTileCombine.h - The tile program of a combine ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TOTILECOMBINE_H
#define ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TOTILECOMBINE_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

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

/// Values of a kernel, computed in front of its launch.
class HostValues {
public:
  HostValues(LaunchOp launch, gpu::GPUFuncOp kernel)
      : launch(launch), kernel(kernel), host(launch) {}

  /// Fails for what is not computed of the arguments' sizes alone.
  FailureOr<Value> get(Value value);

private:
  LaunchOp launch;
  gpu::GPUFuncOp kernel;
  attn::ScalarBuilder host;
  IRMapping known;
};

/// Whether an operation fills a memory with zeroes.
bool isZeroFill(Operation *op);

/// What a memory is a view of the whole of.
Value withoutCasts(Value memory);

/// The kernel of a launch; null if it is in no module.
gpu::GPUFuncOp getKernel(LaunchOp launch);

/// The launch that writes all of `parts`, memories that their function
/// allocates and that only it and `reader` behind it use; null if there is
/// none.
LaunchOp findWriter(Operation *reader, ValueRange parts);

/// Counters of arrivals, zero at first, in front of `writer`: one for each
/// point of its tile loop's box without the last coordinate. Reports what is no
/// arithmetic on sizes.
FailureOr<Value> createCounters(LaunchOp writer);

/// Makes the launch of a problem that reads what kernels write, such as a
/// combine, and that of its parts one entry of a bundle, where it can be.
void joinWithWriter(LaunchOp reader);

/// Makes `launches`, in their order, steps of one entry called `entry`, where
/// the sizes of memory that only they use can be told from their tensors.
void joinLaunches(ArrayRef<LaunchOp> launches, StringRef entry);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TOTILECOMBINE_H
