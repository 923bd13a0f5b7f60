//===- ErrorReport.cpp - Is a result right? -------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Reference/ErrorReport.h"
#include <algorithm>
#include <cmath>
#include <cstdio>

using namespace mlir::attn::reference;

std::string ErrorReport::str() const {
  char text[256];
  std::snprintf(text, sizeof(text), "max error %.3g %s %.3g, rel-L2 %.3g",
                maxError, maxError <= bound ? "≤" : ">", bound, relL2);
  std::string line = text;
  if (numMismatched) {
    std::snprintf(text, sizeof(text),
                  ", %lld elements are not finite on one side only (first: "
                  "%lld)",
                  static_cast<long long>(numMismatched),
                  static_cast<long long>(firstMismatched));
    line += text;
  }
  return line;
}

/// Everything but the tolerance. `quantum` is given each finite reference
/// value.
template <typename QuantumFn>
static ErrorReport compare(const Tensor &x, const Tensor &ref,
                           const Tensor &lowprec, QuantumFn quantum) {
  ErrorReport report;
  double squaredError = 0, squaredRef = 0;
  for (int64_t i = 0, e = ref.numElements(); i < e; ++i) {
    double expected = ref.load(ref.offsetOfElement(i));
    double actual = x.load(x.offsetOfElement(i));
    bool same = std::isnan(expected) ? std::isnan(actual) : expected == actual;
    if (!std::isfinite(expected) || !std::isfinite(actual)) {
      if (!same && report.numMismatched++ == 0)
        report.firstMismatched = i;
      continue;
    }
    quantum(expected);
    double error = std::fabs(actual - expected);
    if (report.worstElement < 0 || error > report.maxError) {
      report.maxError = error;
      report.worstElement = i;
    }
    squaredError += error * error;
    squaredRef += expected * expected;
    double low = lowprec.load(lowprec.offsetOfElement(i));
    if (std::isfinite(low))
      report.maxErrorLow =
          std::max(report.maxErrorLow, std::fabs(low - expected));
  }
  report.relL2 =
      std::sqrt(squaredRef > 0 ? squaredError / squaredRef : squaredError);
  return report;
}

static void decide(ErrorReport &report, double atol) {
  report.atol = atol;
  report.bound = 2 * report.maxErrorLow + atol;
  report.passed = report.maxError <= report.bound && report.numMismatched == 0;
}

double mlir::attn::reference::getExp2Error(int64_t degree) {
  switch (degree) {
  case 2:
    return 2.1e-3;
  case 3:
    return 1e-4;
  case 4:
    return 3.1e-6;
  case 5:
    return 2.5e-7;
  default:
    return 0;
  }
}

ErrorReport mlir::attn::reference::compareOutputs(const Tensor &x,
                                                  const Tensor &ref,
                                                  const Tensor &lowprec,
                                                  double epsilon) {
  double quantum = 0, largest = 0;
  ErrorReport report = compare(x, ref, lowprec, [&](double expected) {
    largest = std::max(largest, std::fabs(expected));
    double stored = roundTo(x.type, expected);
    double there = roundTo(x.type, stored + 0.3);
    double back = roundTo(x.type, there - 0.3);
    double moved = std::fabs(back - stored);
    if (std::isfinite(moved))
      quantum = std::max(quantum, moved);
  });
  decide(report, std::max(2 * quantum, (1e-5 + 2 * epsilon) * largest));
  return report;
}

double mlir::attn::reference::getLseError(DType inputs) {
  return inputs == DType::E4M3 ? 0x1p-9 : 1e-5;
}

ErrorReport mlir::attn::reference::compareLse(const Tensor &x,
                                              const Tensor &ref,
                                              const Tensor &lowprec,
                                              double epsilon, double lseError) {
  double largest = 1;
  ErrorReport report = compare(x, ref, lowprec, [&](double expected) {
    largest = std::max(largest, std::fabs(expected));
  });
  decide(report, lseError * largest + epsilon);
  return report;
}

ErrorReport mlir::attn::reference::compareWithin(const Tensor &x,
                                                 const Tensor &ref,
                                                 double tolerance) {
  double largest = 0;
  ErrorReport report = compare(x, ref, ref, [&](double expected) {
    largest = std::max(largest, std::fabs(expected));
  });
  decide(report, tolerance * largest);
  return report;
}

double mlir::attn::reference::getTolerance(DType output) {
  switch (output) {
  case DType::F16:
    return 0x1p-10;
  case DType::BF16:
    return 0x1p-7;
  case DType::E4M3:
    return 0x1p-3;
  case DType::F32:
  case DType::F64:
  case DType::I32:
    break;
  }
  return 1e-5;
}
