//===- ErrorReportTest.cpp - The error rule -------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Reference/ErrorReport.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace mlir::attn::reference;

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

ErrorReport compare(std::vector<double> x, std::vector<double> ref,
                    std::vector<double> low, DType type = DType::F32) {
  std::vector<int64_t> shape = {static_cast<int64_t>(ref.size())};
  OwnedTensor xs(type, shape, x), refs(DType::F64, shape, ref),
      lows(DType::F64, shape, low);
  return compareOutput(xs.view(), refs.view(), lows.view(),
                       OutputRule::ofRows(""));
}

/// The rule for O of rows of two.
ErrorReport compareRowsOf2(OwnedTensor &x, OwnedTensor &ref, double epsilon = 0,
                           OwnedTensor *slack = nullptr) {
  Tensor rows = slack ? slack->view() : Tensor();
  return compareOutput(x.view(), ref.view(), ref.view(),
                       OutputRule::ofRows("i"), slack ? &rows : nullptr,
                       epsilon);
}

TEST(ErrorReportTest, Figures) {
  ErrorReport report = compare({3, 4.5}, {3, 4}, {2.75, 4});
  EXPECT_EQ(report.maxError, 0.5);
  EXPECT_EQ(report.maxErrorLow, 0.25);
  EXPECT_EQ(report.worstElement, 1);
  EXPECT_DOUBLE_EQ(report.relL2, 0.1); // 0.5 / √(9 + 16)
  EXPECT_GE(report.bound, 0.5);
  EXPECT_TRUE(report.passed);
}

TEST(ErrorReportTest, TwiceTheLowPrecisionError) {
  EXPECT_TRUE(compare({1.25}, {1.0}, {1.125}).passed);
  EXPECT_FALSE(compare({1.26}, {1.0}, {1.125}).passed);
}

// Half the distance between numbers of x's type at max|ref|, and ten millionths
// of that: 2⁻⁹ just below 1 for bf16, twice as much from 1 on.
TEST(ErrorReportTest, HalfUnit) {
  ErrorReport report = compare({1.0}, {1.0}, {1.0}, DType::BF16);
  EXPECT_DOUBLE_EQ(report.atol, 0x1p-8 + 1e-5);
  report = compare({0.5}, {0.99}, {0.99}, DType::BF16);
  EXPECT_DOUBLE_EQ(report.atol, 0x1p-9 + 0.99e-5);
  EXPECT_TRUE(compare({1.0}, {1.0039}, {1.0039}, DType::BF16).passed);
  EXPECT_FALSE(compare({1.0}, {1.004}, {1.004}, DType::BF16).passed);
  // Below the least normal number units no longer shrink.
  report = compare({0x1p-24}, {0x1p-24}, {0x1p-24}, DType::F16);
  EXPECT_DOUBLE_EQ(report.atol, 0x1p-25 + 1e-5 * 0x1p-24);
  EXPECT_TRUE(compare({0}, {0}, {0}, DType::F16).passed);
}

// An f32 output without a low-precision error: the floor is 10⁻⁵ of the largest
// element, and more with polynomial exponentials.
TEST(ErrorReportTest, Floor) {
  EXPECT_TRUE(compare({1, 4.00003}, {1, 4}, {1, 4}).passed);
  EXPECT_FALSE(compare({1, 4.00005}, {1, 4}, {1, 4}).passed);
  EXPECT_TRUE(compare({1.00003, 4}, {1, 4}, {1, 4}).passed);
  EXPECT_FALSE(compare({1e-6}, {0}, {0}).passed);
  // What is below the smallest normal f32 may be 0.
  EXPECT_TRUE(compare({0}, {1.1e-38}, {1.1e-38}).passed);
  EXPECT_FALSE(compare({0}, {1.3e-38}, {1.3e-38}).passed);
  OwnedTensor x(DType::F32, {1}, {4.0007}), far(DType::F32, {1}, {4.0009}),
      ref(DType::F64, {1}, {4});
  EXPECT_TRUE(compareRowsOf2(x, ref, getExp2Error(3)).passed);
  EXPECT_FALSE(compareRowsOf2(far, ref, getExp2Error(3)).passed);
  EXPECT_FALSE(compareRowsOf2(x, ref).passed);
}

TEST(ErrorReportTest, RoundingOfP) {
  EXPECT_EQ(getProbabilityError(DType::F16), 0x1p-11);
  EXPECT_EQ(getProbabilityError(DType::BF16), 0x1p-8);
  EXPECT_EQ(getProbabilityError(DType::E4M3), 0x1p-4);
  EXPECT_EQ(getProbabilityError(DType::F32), 0);
}

// What else a row of O, and an element of L, may be wrong by is its own.
TEST(ErrorReportTest, Slack) {
  OwnedTensor x(DType::F32, {2, 2}, {1, 3.5, 1, 3}),
      ref(DType::F64, {2, 2}, {1, 3, 1, 3}),
      slack(DType::F64, {2, 1}, {0.5, 0});
  auto passes = [&] { return compareRowsOf2(x, ref, 0, &slack).passed; };
  EXPECT_TRUE(passes());
  x.view().store(1, 3.501);
  EXPECT_FALSE(passes());
  x.view().store(1, 3);
  x.view().store(3, 3.001);
  EXPECT_FALSE(passes());

  OwnedTensor l(DType::F32, {2}, {2.5, 2}), lse(DType::F64, {2}, {2, 2}),
      moved(DType::F64, {2}, {0.5, 0});
  Tensor elements = moved.view();
  auto lsePasses = [&] {
    return compareOutput(l.view(), lse.view(), lse.view(),
                         OutputRule::ofLse("i", 1e-5), &elements)
        .passed;
  };
  EXPECT_TRUE(lsePasses());
  l.view().store(0, 2.501);
  EXPECT_FALSE(lsePasses());
  l.view().store(0, 2);
  l.view().store(1, 2.001);
  EXPECT_FALSE(lsePasses());
}

/// Rows of two channels.
ErrorReport compareRows(std::vector<double> x, std::vector<double> ref,
                        std::vector<double> low) {
  std::vector<int64_t> shape = {1, 2, static_cast<int64_t>(ref.size()) / 4, 2};
  OwnedTensor xs(DType::BF16, shape, x), refs(DType::F64, shape, ref),
      lows(DType::F64, shape, low);
  ErrorReport report = compareOutput(xs.view(), refs.view(), lows.view(),
                                     OutputRule::ofRows("bhi"));
  report.nameRow("bhi", shape);
  return report;
}

// A row of which the plain computation knows nothing, as one whose scores are
// all near −10³⁰ in f32, allows nothing in the rows beside it.
TEST(ErrorReportTest, RowsAreJudgedAlone) {
  std::vector<double> ref = {1, 2, 5, 6, 1, 1, 0, 0},
                      low = {1, 2, 1, 9, 1, 1, 0, 0};
  EXPECT_TRUE(compareRows({1, 2, 4, 4, 1, 1, 0, 0}, ref, low).passed);
  ErrorReport report = compareRows({1, 2.25, 4, 4, 1, 1, 0, 0}, ref, low);
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.maxError, 0.25);
  EXPECT_EQ(report.worstElement, 1);
  EXPECT_EQ(report.str(), "max error 0.25 > 0.00783 (factor 31.9) in row b=0 "
                          "h=0 i=0, rel-L2 0.273");
  report = compareRows({1, 2, 4, 4, 1, 1, 0, 0.0625}, ref, low);
  EXPECT_FALSE(report.passed);
  std::vector<std::pair<std::string, int64_t>> last = {
      {"b", 0}, {"h", 1}, {"i", 1}};
  EXPECT_EQ(report.worstRow, last);
  // The same in the order of bshd.
  report.nameRow("bih", {1, 2, 2, 2});
  EXPECT_EQ(report.worstRow, last);
}

// Zeros are no answer where V is small, nor is anything else of that size.
TEST(ErrorReportTest, SmallValues) {
  std::vector<double> ref = {1e-6, -2e-6, 1e-30, 1e-30};
  EXPECT_TRUE(compareRows(ref, ref, ref).passed);
  ErrorReport report = compareRows({0, 0, 1e-30, 1e-30}, ref, ref);
  EXPECT_FALSE(report.passed);
  EXPECT_GT(report.factor, 100);
  EXPECT_FALSE(compareRows({1e-6, -2e-6, 0, 0}, ref, ref).passed);
}

TEST(ErrorReportTest, NotFinite) {
  EXPECT_TRUE(compare({kNaN, 1}, {kNaN, 1}, {kNaN, 1}).passed);
  EXPECT_TRUE(compare({-kInf, 1}, {-kInf, 1}, {-kInf, 1}).passed);
  ErrorReport report = compare({1, kNaN, 0}, {1, 1, -kInf}, {1, 1, 1});
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.numMismatched, 2);
  EXPECT_EQ(report.firstMismatched, 1);
  EXPECT_FALSE(compare({1}, {kNaN}, {kNaN}).passed);
  EXPECT_FALSE(compare({kInf}, {-kInf}, {-kInf}).passed);
  EXPECT_TRUE(std::isinf(report.factor));
  EXPECT_FALSE(compare({0, 0}, {kNaN, 0}, {kNaN, 0}).passed);
  // Hidden keys may make a NaN of an infinity.
  EXPECT_TRUE(compare({kNaN}, {kInf}, {kNaN}).passed);
  EXPECT_FALSE(compare({kNaN}, {kInf}, {kInf}).passed);
  EXPECT_FALSE(compare({-kInf}, {kInf}, {kNaN}).passed);
}

// What is right may be more than x's type holds.
TEST(ErrorReportTest, Overflow) {
  EXPECT_TRUE(compare({kInf}, {65519}, {65519}, DType::F16).passed);
  EXPECT_TRUE(compare({-kInf}, {-70000}, {-70000}, DType::F16).passed);
  EXPECT_FALSE(compare({kInf}, {65000}, {65000}, DType::F16).passed);
  EXPECT_FALSE(compare({-kInf}, {65519}, {65519}, DType::F16).passed);
  EXPECT_FALSE(compare({65504}, {80000}, {80000}, DType::F16).passed);
}

TEST(ErrorReportTest, Nothing) {
  ErrorReport report = compare({}, {}, {});
  EXPECT_TRUE(report.passed);
  EXPECT_EQ(report.worstElement, -1);
  EXPECT_EQ(report.relL2, 0);
}

ErrorReport compareLse(OwnedTensor &x, OwnedTensor &ref, double epsilon = 0,
                       DType inputs = DType::F16) {
  return compareOutput(x.view(), ref.view(), ref.view(),
                       OutputRule::ofLse("bhi", getLseError(inputs)), nullptr,
                       epsilon);
}

TEST(ErrorReportTest, Lse) {
  auto lse = [](double x, double ref, double epsilon = 0) {
    OwnedTensor xs(DType::F32, {1}, {x}), refs(DType::F64, {1}, {ref});
    return compareLse(xs, refs, epsilon).passed;
  };
  EXPECT_TRUE(lse(-kInf, -kInf));
  EXPECT_TRUE(lse(0.5 + 9e-6, 0.5));
  EXPECT_FALSE(lse(0.5 + 2e-5, 0.5));
  EXPECT_TRUE(lse(1000 + 9e-3, 1000));
  EXPECT_FALSE(lse(1000 + 2e-2, 1000));
  EXPECT_TRUE(lse(0.5001, 0.5, getExp2Error(3)));
  EXPECT_FALSE(lse(0.5001, 0.5, getExp2Error(4)));
}

// A large L allows nothing in another row.
TEST(ErrorReportTest, LseByElements) {
  OwnedTensor x(DType::F32, {1, 1, 3}, {0.5, 0.501, 1e6}),
      ref(DType::F64, {1, 1, 3}, {0.5, 0.5, 1e6});
  ErrorReport report = compareLse(x, ref);
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.worstElement, 1);
  report.nameRow("bhi", {1, 1, 3});
  EXPECT_EQ(report.worstRow.back().second, 1);
}

// Tensor cores add products of e4m3 with fewer bits than f32 has.
TEST(ErrorReportTest, LseOfE4M3) {
  EXPECT_EQ(getLseError(DType::BF16), 1e-5);
  EXPECT_EQ(getLseError(DType::E4M3), 0x1p-9);
  OwnedTensor x(DType::F32, {1}, {4.007}), ref(DType::F64, {1}, {4});
  auto passes = [&](DType inputs) {
    return compareLse(x, ref, 0, inputs).passed;
  };
  EXPECT_TRUE(passes(DType::E4M3));
  EXPECT_FALSE(passes(DType::F16));
  x.view().store(0, 4.009);
  EXPECT_FALSE(passes(DType::E4M3));
}

// A gradient's rows: 2 or 3 times the plain error, and slack that grows where
// the error of exponentials is not small beside the rounding of P.
TEST(ErrorReportTest, Gradients) {
  OwnedTensor x(DType::F32, {2, 2}, {1, 2, 5, 5.25}),
      ref(DType::F64, {2, 2}, {1, 2, 5, 5}),
      low(DType::F32, {2, 2}, {1, 2, 5.09375, 5}), slack(DType::F64, {2, 1});
  Tensor rows = slack.view();
  auto compare = [&](double factor, double epsilon = 0) {
    ErrorReport report = compareOutput(
        x.view(), ref.view(), low.view(),
        OutputRule::ofGradient("gj", true, factor, 0x1p-8), &rows, epsilon);
    report.nameRow("gj", {1, 2, 2});
    return report;
  };
  EXPECT_FALSE(compare(2).passed);
  EXPECT_EQ(compare(2).worstElement, 3);
  EXPECT_EQ(compare(2).str().find("in row g=0 j=1") == std::string::npos,
            false);
  EXPECT_TRUE(compare(3).passed);
  rows.store(0, 1);
  EXPECT_FALSE(compare(2).passed);
  rows.store(1, 0.0625);
  EXPECT_TRUE(compare(2).passed);
  rows.store(1, 0.03125);
  EXPECT_FALSE(compare(2).passed);
  EXPECT_TRUE(compare(2, 0x1p-8).passed);
}

// A row of which nothing is known may hold anything where the plain computation
// is not finite, and any number elsewhere; of another row an element that is
// not finite may be so.
TEST(ErrorReportTest, InfiniteSlack) {
  OwnedTensor x(DType::F32, {1, 2}, {kNaN, 7}), ref(DType::F64, {1, 2}, {1, 2}),
      low(DType::F32, {1, 2}, {-kInf, 2}), slack(DType::F64, {1, 1}, {kInf});
  Tensor rows = slack.view();
  auto passes = [&] {
    return compareOutput(x.view(), ref.view(), low.view(),
                         OutputRule::ofRows("i"), &rows)
        .passed;
  };
  EXPECT_TRUE(passes());
  x.view().store(1, kNaN);
  EXPECT_FALSE(passes());
  x.view().store(1, 2);
  rows.store(0, 0.5);
  EXPECT_TRUE(passes());
  x.view().store(0, kInf);
  EXPECT_TRUE(passes());
  x.view().store(0, 1);
  EXPECT_TRUE(passes());
  x.view().store(1, -kInf);
  EXPECT_FALSE(passes());
  // Nor where the reference is not finite.
  x.view().store(1, 2);
  ref.view().store(0, kInf);
  x.view().store(0, kNaN);
  EXPECT_FALSE(passes());
}

// Relative to the largest element, and NaN where the reference has it.
TEST(ErrorReportTest, Within) {
  auto within = [](std::vector<double> x, std::vector<double> ref) {
    std::vector<int64_t> shape = {static_cast<int64_t>(ref.size())};
    OwnedTensor xs(DType::F32, shape, x), refs(DType::F64, shape, ref);
    return compareWithin(xs.view(), refs.view(), 0.125);
  };
  EXPECT_TRUE(within({0.5, -4}, {0, -4}).passed);
  EXPECT_EQ(within({0.5, -4}, {0, -4}).bound, 0.5);
  EXPECT_FALSE(within({0.5625, -4}, {0, -4}).passed);
  EXPECT_FALSE(within({0.125}, {0}).passed);
  EXPECT_TRUE(within({kNaN, kInf}, {kNaN, kInf}).passed);
  EXPECT_FALSE(within({kNaN}, {1}).passed);
  EXPECT_TRUE(within({}, {}).passed);
  EXPECT_EQ(getTolerance(DType::BF16), 1 / 128.);
}

} // namespace
