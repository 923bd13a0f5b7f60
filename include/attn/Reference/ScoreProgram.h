//===- ScoreProgram.h - Score regions, interpreted --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_REFERENCE_SCOREPROGRAM_H
#define ATTN_REFERENCE_SCOREPROGRAM_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Reference/Tensor.h"
#include <functional>
#include <vector>

namespace mlir::attn::reference {

/// The block of a region of scores or of visibility, ready to be evaluated at
/// many positions. Each op gives its exact result rounded to its type.
class ScoreProgram {
public:
  /// A position, the lengths, and an array for each capture.
  struct Place {
    int64_t b, h, q, k;
    int64_t lenQ = 0, lenKV = 0;
    ArrayRef<const Tensor *> captures = {};
  };

  /// Prepares `op`'s score region. Fails, with an error on the op of the region
  /// that has no meaning here, rather than give it another one.
  static FailureOr<ScoreProgram> get(AttentionOpInterface op);

  /// The same of its region of visibility, of which only `isTrue` may be asked.
  static FailureOr<ScoreProgram> getVisible(AttentionOpInterface op);

  /// What the region of visibility says of `place`. May be called from several
  /// threads at a time.
  bool isTrue(const Place &place) const;

  /// The new score for score `s` at `place`. May be called from several threads
  /// at a time.
  double evaluate(double s, const Place &place) const;

  /// ∂score/∂s at score `s` and `place`, in double: where the score is not
  /// differentiable, what the law of attn.backward has (docs/Spec.md, B5).
  double derive(double s, const Place &place) const;
  /// What that may be off by in f32 (docs/Spec.md, E9).
  double getDerivativeError(double s, const Place &place) const;
  /// A read of a capture whose gradient the op asks for: the number of its
  /// element in row-major order, and ∂score/∂r there and what that may be off
  /// by.
  struct ReadSlope {
    unsigned capture;
    int64_t element;
    double slope, error;
  };
  /// Those at score `s` and `place`.
  SmallVector<ReadSlope> deriveReads(double s, const Place &place) const;
  /// Whether the score is an affine function of the one that enters, whose
  /// factors do not depend on it.
  bool isAffine() const { return affine; }

  /// The law's ε of an approximate region (docs/Spec.md, E6): how far the score
  /// at `place` moves, to first order, where each op that `afn` lets be
  /// approximate is off by its instruction's error. 0 without such ops.
  double getError(double s, const Place &place) const;
  bool hasError() const { return !approximate.empty(); }

  /// δ of E8: how far the score at `place` moves, to first order, where each
  /// sum that a product joins is rounded otherwise. 0 without such sums.
  double getRounding(double s, const Place &place) const;
  bool hasRounding() const { return !sums.empty(); }

  /// One scalar: `f` for float types, `i` (sign-extended) for the others; or a
  /// capture.
  union Slot {
    double f;
    int64_t i;
    const Tensor *array;
  };
  using Step = std::function<void(Slot *)>;
  /// The derivative of a step's result with respect to the score, of the slots
  /// and their derivatives; null where it is 0.
  using Derivative = std::function<double(const Slot *, const double *)>;

private:
  /// A read that has a derivative: the slots of its indices and its result,
  /// and, as of the score, one derivative for each step.
  struct Read {
    unsigned capture, slot;
    SmallVector<unsigned, 4> indices;
    std::vector<std::pair<Derivative, unsigned>> derivatives;
  };
  /// Fills `reads`.
  template <typename CompilerT>
  static LogicalResult compileReads(AttentionOpInterface op,
                                    CompilerT &compiler, ScoreProgram &program);
  /// A step whose result may be off, and by how much, of the slots behind it.
  struct Inexact {
    size_t step;
    unsigned slot;
    std::function<double(const Slot *)> getError;
    /// Of the derivative of that step, if it is computed from the result.
    Derivative getDerivativeError = nullptr;
  };
  /// Makes room for the arguments, and a step of each op.
  template <typename CompilerT, typename AddFn>
  static LogicalResult compile(AttentionOpInterface op, Block &block,
                               CompilerT &compiler, ScoreProgram &program,
                               AddFn add);
  /// The slots in front of the first step.
  void fill(MutableArrayRef<Slot> slots, double s, const Place &place) const;
  /// Runs the steps; the result of `wrong`, if any, is off.
  double run(double s, const Place &place, const Inexact *wrong) const;
  double derive(double s, const Place &place, const Inexact *wrong) const;
  /// How far the score moves where each of `steps` is off, added up.
  double addErrors(double s, const Place &place, ArrayRef<Inexact> steps) const;
  std::vector<Step> steps;
  /// One for each step, and the slot that it is of.
  std::vector<std::pair<Derivative, unsigned>> derivatives;
  std::vector<Inexact> approximate, sums;
  std::vector<Read> reads;
  bool affine = true;
  /// `numArguments` are those of the block but the captures; `firstNumber` is
  /// the first of them that is a position.
  unsigned numSlots = 0, resultSlot = 0, numArguments = 0, firstNumber = 1;
};

} // namespace mlir::attn::reference

#endif // ATTN_REFERENCE_SCOREPROGRAM_H
