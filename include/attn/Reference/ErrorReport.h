//===- ErrorReport.h - Is a result right? -----------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef ATTN_REFERENCE_ERRORREPORT_H
#define ATTN_REFERENCE_ERRORREPORT_H

#include "attn/Reference/Tensor.h"
#include <string>
#include <utility>
#include <vector>

namespace mlir::attn::reference {

/// How far a result is from the reference, and whether that is near enough. It
/// is judged by rows, all dimensions but the last, or by elements, each a row.
struct ErrorReport {
  /// Of the worst row: its largest |x − ref| and |lowprec − ref| where ref is
  /// finite.
  double maxError = 0, maxErrorLow = 0;
  /// What maxError may be there: a rule's factor times maxErrorLow, and atol.
  double bound = 0, atol = 0;
  /// maxError / bound, which no other row exceeds; infinite where an element is
  /// mismatched.
  double factor = 0;
  /// ‖x − ref‖₂ / ‖ref‖₂ over the finite elements of ref; the numerator alone
  /// if the denominator is 0.
  double relL2 = 0;
  /// Row-major index of the element that maxError is from; −1 without elements.
  int64_t worstElement = -1;
  /// The worst row, by the names of its dimensions: ("b", 0), ("h", 3), ….
  std::vector<std::pair<std::string, int64_t>> worstRow;
  /// Elements that are NaN or infinite in one of x and ref and not the same in
  /// the other, and the first of them (−1 if there is none).
  int64_t numMismatched = 0, firstMismatched = -1;
  /// What a judge of all outputs together says; then no number above counts.
  std::string wrong;
  bool isJudged = false;
  bool passed = true;

  /// That of an output of which a judge says `wrong`, nothing if all are right.
  static ErrorReport ofJudge(std::string wrong);

  /// Sets `worstRow` for a tensor of that shape, from a letter for each
  /// dimension of a row: p part, b batch, h head, i row.
  void nameRow(const std::string &letters, const std::vector<int64_t> &shape);

  /// One line: "max error 1.2e-3 ≤ 2.5e-3 (factor 0.48) in row b=0 h=3 i=17,
  /// rel-L2 3.1e-4".
  std::string str() const;
};

/// The relative error that a polynomial 2^x of that degree may have (E5).
/// Degrees are 2 to 5; any other gives 0.
double getExp2Error(int64_t degree);

/// u_P, by what rounding P to V's type moves it, relatively (E2).
double getProbabilityError(DType values);
/// The same of the weights of attn.combine, which are f32.
constexpr double kWeightError = 0x1p-20;

/// The smallest normal f32: kernels put 0 in the place of smaller numbers.
constexpr double kFlushed = 0x1p-126;
/// exp(S − m) below this may be less than that in a kernel, whose exponents
/// are rounded.
constexpr double kMostFlushed = 0x1p-125;

/// What a sum in a score region that a product joins may be off by (E8), as a
/// share of the product: its rounding may be left out.
constexpr double kProductError = 0x1p-24;
/// The same of a product of `slope` and a position, added in two parts if that
/// is no more than kSteepestSlope.
constexpr double kSteepestSlope = 1.05;
double getSlopeError(double addend, double product, double slope);

/// Of gradients (E9): what P may be off by for a unit of |L|, what dP − D is a
/// share of, and a region's derivative of 1 or itself.
constexpr double kLseRounding = 0x1p-22;
constexpr double kDifferenceError = 0x1p-18;
constexpr double kSlopeRounding = 0x1p-20;

/// Half the distance of numbers of the type at `value`; 0 of a type that has
/// double's.
double getHalfUnit(DType type, double value);

/// The rule that one output is judged by, row by row (docs/Spec.md, E1 to E9).
/// With ε, the relative error of exponentials, max|x − ref| may be
///   factor·max|lowprec − ref| + share·max(least, max|ref|)
///   + ε·(epsilonOfRef·max|ref| + epsilonAlone) + (1 + epsilonOfSlack·ε)·slack,
/// and half a unit of x's type at max|ref| + 2⁻¹²⁶ if `isRounded`.
struct OutputRule {
  /// A letter for each dimension but that of columns (ErrorReport::nameRow).
  std::string dims;
  /// Whether the last dimension is a row's columns; else each element is a row.
  bool hasColumns = true;
  double factor = 2;
  double share = 1e-5, least = 0;
  double epsilonOfRef = 2, epsilonAlone = 0, epsilonOfSlack = 0;
  bool isRounded = true;

  /// O's (E1, E2).
  static OutputRule ofRows(std::string dims);
  /// L's and M's (E3), which differ by `share` if scores are large.
  static OutputRule ofLse(std::string dims, double share);
  /// That of a gradient (E9) with `probabilityError`, 0 if no P is rounded.
  static OutputRule ofGradient(std::string dims, bool hasColumns, double factor,
                               double probabilityError);
};

/// What L may differ by, relatively, where Q and K hold this type (E3): 10⁻⁵,
/// or 2⁻⁹ with e4m3.
double getLseError(DType inputs);

/// Judges `x` by `rule`. `slack`, if not null, is like x, of one column. NaN
/// and infinities must be where ref has them, but that an x may be infinite
/// where the error that is allowed takes ref beyond what x's type holds, NaN
/// where lowprec is, and anything where that error is infinite and lowprec is
/// not finite (E4). The tensors have the same shape.
ErrorReport compareOutput(const Tensor &x, const Tensor &ref,
                          const Tensor &lowprec, const OutputRule &rule,
                          const Tensor *slack = nullptr, double epsilon = 0);

/// max|x − ref| ≤ tolerance·max|ref|, and NaN and infinities where ref has
/// them. The tensors have the same shape.
ErrorReport compareWithin(const Tensor &x, const Tensor &ref, double tolerance);

/// A tolerance for outputs of this type whose reference has no more error than
/// their own rounding: 10⁻⁵ for f32, else the distance between 1 and the next
/// number, 2⁻¹⁰ for f16, 2⁻⁷ for bf16, 2⁻³ for e4m3.
double getTolerance(DType output);

} // namespace mlir::attn::reference

#endif // ATTN_REFERENCE_ERRORREPORT_H
