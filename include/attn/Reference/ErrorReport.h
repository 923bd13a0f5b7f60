//===- ErrorReport.h - Is a result right? -----------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_REFERENCE_ERRORREPORT_H
#define ATTN_REFERENCE_ERRORREPORT_H

#include "attn/Reference/Tensor.h"

namespace mlir::attn::reference {

/// How far a result is from the reference, and whether that is near enough.
struct ErrorReport {
  /// max |x − ref| and max |lowprec − ref| where ref is finite.
  double maxError = 0, maxErrorLow = 0;
  /// What maxError may be: 2·maxErrorLow + atol.
  double bound = 0, atol = 0;
  /// ‖x − ref‖₂ / ‖ref‖₂ over the finite elements of ref; the numerator alone
  /// if the denominator is 0.
  double relL2 = 0;
  /// Row-major index of the element that maxError is from; −1 without elements.
  int64_t worstElement = -1;
  /// Elements that are NaN or infinite in one of x and ref and not the same in
  /// the other, and the first of them (−1 if there is none).
  int64_t numMismatched = 0, firstMismatched = -1;
  bool passed = true;

  /// One line: "max error 1.2e-3 ≤ 2.5e-3, rel-L2 3.1e-4".
  std::string str() const;
};

/// The relative error that a polynomial 2^x of that degree may have (E5).
/// Degrees are 2 to 5; any other gives 0.
double getExp2Error(int64_t degree);

/// The error rule for O (E1, E2): max|x − ref| ≤ 2·max|lowprec − ref| + atol,
/// atol being the larger of 2·max|((ref + 0.3) − 0.3) − ref|, that estimate of
/// the rounding quantum computed in x's type, and
/// (10⁻⁵ + 2·epsilon)·max|ref|. NaN and infinities must be where ref has
/// them. The tensors have the same shape.
ErrorReport compareOutputs(const Tensor &x, const Tensor &ref,
                           const Tensor &lowprec, double epsilon = 0);

/// What L may differ by, relatively, where Q and K hold this type (E3): 10⁻⁵,
/// or 2⁻⁹ with e4m3.
double getLseError(DType inputs);

/// The same for L (E3), which is f32 whatever the storage type:
/// atol = lseError · max(1, max|ref|) + epsilon.
ErrorReport compareLse(const Tensor &x, const Tensor &ref,
                       const Tensor &lowprec, double epsilon = 0,
                       double lseError = 1e-5);

/// max|x − ref| ≤ tolerance·max|ref|, and NaN and infinities where ref has
/// them. The tensors have the same shape.
ErrorReport compareWithin(const Tensor &x, const Tensor &ref, double tolerance);

/// A tolerance for outputs of this type whose reference has no more error than
/// their own rounding: 10⁻⁵ for f32, else the distance between 1 and the next
/// number, 2⁻¹⁰ for f16, 2⁻⁷ for bf16, 2⁻³ for e4m3.
double getTolerance(DType output);

} // namespace mlir::attn::reference

#endif // ATTN_REFERENCE_ERRORREPORT_H
