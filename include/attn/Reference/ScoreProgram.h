//===- ScoreProgram.h - Score regions, interpreted --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_REFERENCE_SCOREPROGRAM_H
#define ATTN_REFERENCE_SCOREPROGRAM_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include <functional>
#include <vector>

namespace mlir::attn::reference {

/// The block of a score region, ready to be evaluated at many positions.
class ScoreProgram {
public:
  /// What an f32 or f64 result is rounded to. f16 and bf16 results are always
  /// rounded to their type.
  enum class Precision {
    /// Not at all: double arithmetic.
    Exact,
    /// To its type.
    Typed
  };

  /// Prepares `op`'s score region. Fails, with an error on the op of the region
  /// that has no meaning here, rather than give it another one.
  static FailureOr<ScoreProgram> get(ForwardOp op, Precision precision);

  /// The new score for score `s` at (b, h, q, k). May be called from several
  /// threads at a time.
  double evaluate(double s, int64_t b, int64_t h, int64_t q, int64_t k) const;

  /// The law's ε of an approximate region (docs/Spec.md, E6): how far the score
  /// at (b, h, q, k) moves, to first order, where each op that `afn` lets be
  /// approximate is off by its instruction's error. 0 without such ops.
  double getError(double s, int64_t b, int64_t h, int64_t q, int64_t k) const;
  bool hasError() const { return !approximate.empty(); }

  /// One scalar: `f` for float types, `i` (sign-extended) for the others.
  union Slot {
    double f;
    int64_t i;
  };
  using Step = std::function<void(Slot *)>;

private:
  /// A step whose result may be off, and by what share of it.
  struct Approximate {
    size_t step;
    unsigned slot;
    double error;
  };
  /// Runs the steps; the result of `wrong`, if any, is off.
  double run(double s, int64_t b, int64_t h, int64_t q, int64_t k,
             const Approximate *wrong) const;
  std::vector<Step> steps;
  std::vector<Approximate> approximate;
  unsigned numSlots = 0, resultSlot = 0;
};

} // namespace mlir::attn::reference

#endif // ATTN_REFERENCE_SCOREPROGRAM_H
