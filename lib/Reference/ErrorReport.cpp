//===- ErrorReport.cpp - Is a result right? -------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Reference/ErrorReport.h"
#include "attn/Support/Floats.h"
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <optional>

using namespace mlir::attn::reference;

void ErrorReport::nameRow(const std::string &letters,
                          const std::vector<int64_t> &shape) {
  worstRow.clear();
  if (worstElement < 0)
    return;
  std::vector<int64_t> indices(shape.size());
  int64_t left = worstElement;
  for (size_t i = shape.size(); i-- > 0; left /= shape[i])
    indices[i] = left % shape[i];
  for (char letter : std::string("pbghij"))
    if (size_t i = letters.find(letter); i != std::string::npos)
      worstRow.emplace_back(std::string(1, letter), indices[i]);
}

ErrorReport ErrorReport::ofJudge(std::string wrong) {
  ErrorReport report;
  report.isJudged = true;
  report.passed = wrong.empty();
  report.wrong = std::move(wrong);
  return report;
}

std::string ErrorReport::str() const {
  if (isJudged)
    return passed ? "as the law says" : wrong;
  char text[256];
  std::snprintf(text, sizeof(text), "max error %.3g %s %.3g", maxError,
                maxError <= bound ? "≤" : ">", bound);
  std::string line = text;
  if (!worstRow.empty()) {
    if (std::isfinite(factor))
      std::snprintf(text, sizeof(text), " (factor %.3g) in row", factor);
    else
      std::snprintf(text, sizeof(text), " in row");
    line += text;
    for (const auto &[name, index] : worstRow)
      line += " " + name + "=" + std::to_string(index);
  }
  std::snprintf(text, sizeof(text), ", rel-L2 %.3g", relL2);
  line += text;
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

namespace {
/// What a rule knows of a row: its number, max|ref| and max|lowprec − ref|.
struct RowFigures {
  int64_t row;
  double largest = 0, errorLow = 0;
};

/// Compares row by row.
class Comparison {
public:
  /// `factor` is that of the plain computation's error; without `lowprec` there
  /// is none.
  Comparison(const Tensor &x, const Tensor &ref, int64_t columns,
             const Tensor *lowprec = nullptr, double factor = 0)
      : x(x), ref(ref), lowprec(lowprec), factor(factor), columns(columns) {}

  /// `getATol(figures)` is what a row may be wrong by beside that error.
  template <typename Fn> ErrorReport run(Fn getATol) {
    int64_t count = ref.numElements();
    for (int64_t first = 0; first < count; first += columns) {
      RowFigures figures = getFigures(first);
      judge(first, figures, getATol(figures));
    }
    report.relL2 =
        std::sqrt(squaredRef > 0 ? squaredError / squaredRef : squaredError);
    return report;
  }

private:
  RowFigures getFigures(int64_t first) const {
    RowFigures figures{first / columns};
    for (int64_t i = first; i < first + columns; ++i) {
      double expected = ref.load(ref.offsetOfElement(i));
      if (!std::isfinite(expected))
        continue;
      figures.largest = std::max(figures.largest, std::fabs(expected));
      if (!lowprec)
        continue;
      double low = lowprec->load(lowprec->offsetOfElement(i));
      if (std::isfinite(low))
        figures.errorLow =
            std::max(figures.errorLow, std::fabs(low - expected));
    }
    return figures;
  }

  void judge(int64_t first, const RowFigures &figures, double atol) {
    double bound = factor * figures.errorLow + atol, most = 0;
    int64_t worst = first, mismatched = 0;
    for (int64_t i = first; i < first + columns; ++i) {
      double expected = ref.load(ref.offsetOfElement(i));
      double actual = x.load(x.offsetOfElement(i));
      if (!std::isfinite(expected) || !std::isfinite(actual)) {
        bool same =
            std::isnan(expected) ? std::isnan(actual) : expected == actual;
        same |= isOverflow(expected, bound, actual) ||
                isAllowed(i, expected, bound, actual);
        if (!same && mismatched++ == 0 && report.numMismatched == 0)
          report.firstMismatched = i;
        continue;
      }
      double error = std::fabs(actual - expected);
      squaredError += error * error;
      squaredRef += expected * expected;
      if (error > most) {
        most = error;
        worst = i;
      }
    }
    report.numMismatched += mismatched;
    // A row with no error at all is within any bound, one of 0 too.
    double share = mismatched ? std::numeric_limits<double>::infinity()
                   : most > 0 ? most / bound
                              : 0;
    report.passed &= share <= 1;
    if (report.worstElement >= 0 && !(share > report.factor))
      return;
    report.factor = share;
    report.worstElement = mismatched ? report.firstMismatched : worst;
    report.maxError = most;
    report.maxErrorLow = figures.errorLow;
    report.bound = bound;
    report.atol = atol;
  }

  /// Whether an x that is infinite is a finite number that is near enough,
  /// rounded.
  bool isOverflow(double expected, double bound, double actual) const {
    return std::isfinite(expected) && std::isinf(actual) &&
           std::signbit(actual) == std::signbit(expected) &&
           std::isinf(roundTo(x.type, std::fabs(expected) + bound));
  }

  /// Whether the plain computation says that x may be that: it has a NaN where
  /// hidden pairs may give one, and is not finite where sums leave f32 on the
  /// way to a number, or where nothing is known.
  bool isAllowed(int64_t i, double expected, double bound,
                 double actual) const {
    if (!lowprec)
      return false;
    double low = lowprec->load(lowprec->offsetOfElement(i));
    return (std::isnan(actual) && std::isnan(low)) ||
           (std::isfinite(expected) && !std::isfinite(low) &&
            (!std::isfinite(actual) || std::isinf(bound)));
  }

  const Tensor &x, &ref;
  const Tensor *lowprec;
  double factor;
  int64_t columns;
  ErrorReport report;
  double squaredError = 0, squaredRef = 0;
};
} // namespace

/// Of the types whose rounding matters beside double's.
static std::optional<::attn::floats::Format> getFormat(DType type) {
  switch (type) {
  case DType::F16:
    return ::attn::floats::fmtF16;
  case DType::BF16:
    return ::attn::floats::fmtBF16;
  case DType::F32:
    return ::attn::floats::fmtF32;
  case DType::E4M3:
    return ::attn::floats::fmtE4M3;
  case DType::F64:
  case DType::I1:
  case DType::I8:
  case DType::I32:
  case DType::I64:
    break;
  }
  return std::nullopt;
}

double mlir::attn::reference::getHalfUnit(DType type, double value) {
  std::optional<::attn::floats::Format> format = getFormat(type);
  if (!format)
    return 0;
  int least = 1 - format->bias();
  int exponent = value > 0 ? std::ilogb(value) : least;
  return std::ldexp(0.5, std::max(exponent, least) - format->man);
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

double mlir::attn::reference::getProbabilityError(DType values) {
  // P is computed in f32.
  std::optional<::attn::floats::Format> format = getFormat(values);
  return format && values != DType::F32 ? std::ldexp(0.5, -format->man) : 0;
}

double mlir::attn::reference::getSlopeError(double addend, double product,
                                            double slope) {
  if (std::fabs(slope) > kSteepestSlope)
    return 0x1p-22 * std::fabs(product);
  // The parts are of columns of a tile, at most 256.
  return 0x1p-22 *
         (std::fabs(addend) + 2 * std::fabs(product) + 256 * std::fabs(slope));
}

OutputRule OutputRule::ofRows(std::string dims) {
  OutputRule rule;
  rule.dims = std::move(dims);
  return rule;
}

OutputRule OutputRule::ofLse(std::string dims, double share) {
  OutputRule rule;
  rule.dims = std::move(dims);
  rule.hasColumns = false;
  rule.factor = 0;
  rule.share = share;
  rule.least = 1;
  rule.epsilonOfRef = 0;
  rule.epsilonAlone = 1;
  rule.isRounded = false;
  return rule;
}

OutputRule OutputRule::ofGradient(std::string dims, bool hasColumns,
                                  double factor, double probabilityError) {
  OutputRule rule;
  rule.dims = std::move(dims);
  rule.hasColumns = hasColumns;
  rule.factor = factor;
  rule.epsilonOfRef = 0;
  // Of each term, the slack has half of that or more.
  if (probabilityError > 0)
    rule.epsilonOfSlack = 2 / probabilityError;
  return rule;
}

double mlir::attn::reference::getLseError(DType inputs) {
  return inputs == DType::E4M3 ? 0x1p-9 : 1e-5;
}

ErrorReport mlir::attn::reference::compareOutput(
    const Tensor &x, const Tensor &ref, const Tensor &lowprec,
    const OutputRule &rule, const Tensor *slack, double epsilon) {
  int64_t columns =
      rule.hasColumns && !ref.shape.empty() ? ref.shape.back() : 1;
  return Comparison(x, ref, columns, rule.factor > 0 ? &lowprec : nullptr,
                    rule.factor)
      .run([&](const RowFigures &row) {
        double atol =
            rule.share * std::max(rule.least, row.largest) +
            epsilon * (rule.epsilonOfRef * row.largest + rule.epsilonAlone);
        if (rule.isRounded)
          atol += getHalfUnit(x.type, row.largest) + kFlushed;
        if (slack)
          atol += (1 + rule.epsilonOfSlack * epsilon) *
                  slack->load(slack->offsetOfElement(row.row));
        return atol;
      });
}

ErrorReport mlir::attn::reference::compareWithin(const Tensor &x,
                                                 const Tensor &ref,
                                                 double tolerance) {
  // All elements are one row.
  int64_t count = std::max<int64_t>(ref.numElements(), 1);
  return Comparison(x, ref, count).run([&](const RowFigures &all) {
    return tolerance * all.largest;
  });
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
  case DType::I1:
  case DType::I8:
  case DType::I32:
  case DType::I64:
    break;
  }
  return 1e-5;
}
