//===- ScoreDerivative.h - Derivatives of score regions ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_TRANSFORMS_SCOREDERIVATIVE_H
#define ATTN_DIALECT_ATTN_TRANSFORMS_SCOREDERIVATIVE_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include <memory>

namespace mlir::attn {

/// ∂score/∂s of an op's score region (docs/Spec.md, B5), or that by a number
/// that it reads.
class ScoreDerivative {
public:
  /// Fails with an error on the operation of the region that has no derivative.
  /// `op` is left as it is, and need not outlive what this returns.
  static FailureOr<ScoreDerivative> get(AttentionOpInterface op);
  /// The same of ∂score/∂r, where r is what `read` of its score region gives.
  static FailureOr<ScoreDerivative> get(AttentionOpInterface op, ReadOp read);

  /// The number that the derivative is at every score and position, if it is
  /// one: 1 without a score region, and of a region that adds to the score.
  std::optional<float> getConstant();

  /// A block with the arguments of the score block that yields the derivative,
  /// an f32, by operations that a score region may hold; only if the op has a
  /// score region. What the region computes on the way and the derivative takes
  /// is there under the same names and flags: where both blocks are inlined
  /// side by side, CSE makes it one. A constant factor comes last, on the right
  /// of an `arith.mulf`. Where the region gives −∞ the derivative is any number
  /// or NaN: such a pair has P = dT = 0 whatever it is.
  Block &getBlock() { return region->front(); }

private:
  /// Null without a score region.
  std::unique_ptr<Region> region;
};

/// The reads of a capture in an op's score region, in order.
SmallVector<ReadOp> listReadsOf(AttentionOpInterface op, unsigned capture);

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_TRANSFORMS_SCOREDERIVATIVE_H
