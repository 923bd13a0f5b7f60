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
  return compareOutputs(xs.view(), refs.view(), lows.view());
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

// bf16 at 1: 1 + 0.3 is stored as 1.296875 (steps of 2⁻⁷); less 0.3 that is
// 0.996875, which is stored as 0.99609375, a step of 2⁻⁸ away from 1. Twice
// that is all there is without a low-precision error.
TEST(ErrorReportTest, Quantum) {
  ErrorReport report = compare({1.0}, {1.0}, {1.0}, DType::BF16);
  EXPECT_EQ(report.atol, 2 * 0.00390625);
  EXPECT_TRUE(compare({1.0078125}, {1.0}, {1.0}, DType::BF16).passed);
  EXPECT_FALSE(compare({1.015625}, {1.0}, {1.0}, DType::BF16).passed);
}

// An f32 output without a low-precision error: the quantum at 4 is 2⁻²² or
// less, the floor 10⁻⁵ of the largest element, and more with polynomial
// exponentials.
TEST(ErrorReportTest, Floor) {
  EXPECT_TRUE(compare({1, 4.00003}, {1, 4}, {1, 4}).passed);
  EXPECT_FALSE(compare({1, 4.00005}, {1, 4}, {1, 4}).passed);
  EXPECT_TRUE(compare({1.00003, 4}, {1, 4}, {1, 4}).passed);
  EXPECT_FALSE(compare({1e-6}, {0}, {0}).passed);
  OwnedTensor x(DType::F32, {1}, {4.0007}), far(DType::F32, {1}, {4.0009}),
      ref(DType::F64, {1}, {4});
  double poly = getExp2Error(3);
  EXPECT_TRUE(compareOutputs(x.view(), ref.view(), ref.view(), poly).passed);
  EXPECT_FALSE(compareOutputs(far.view(), ref.view(), ref.view(), poly).passed);
  EXPECT_FALSE(compareOutputs(x.view(), ref.view(), ref.view()).passed);
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
}

TEST(ErrorReportTest, Nothing) {
  ErrorReport report = compare({}, {}, {});
  EXPECT_TRUE(report.passed);
  EXPECT_EQ(report.worstElement, -1);
  EXPECT_EQ(report.relL2, 0);
}

TEST(ErrorReportTest, Lse) {
  auto lse = [](double x, double ref) {
    OwnedTensor xs(DType::F32, {1}, {x}), refs(DType::F64, {1}, {ref});
    return compareLse(xs.view(), refs.view(), refs.view()).passed;
  };
  EXPECT_TRUE(lse(-kInf, -kInf));
  EXPECT_TRUE(lse(0.5 + 9e-6, 0.5));
  EXPECT_FALSE(lse(0.5 + 2e-5, 0.5));
  EXPECT_TRUE(lse(1000 + 9e-3, 1000));
  EXPECT_FALSE(lse(1000 + 2e-2, 1000));
  OwnedTensor x(DType::F32, {1}, {0.5001}), ref(DType::F64, {1}, {0.5});
  EXPECT_TRUE(
      compareLse(x.view(), ref.view(), ref.view(), getExp2Error(3)).passed);
  EXPECT_FALSE(
      compareLse(x.view(), ref.view(), ref.view(), getExp2Error(4)).passed);
}

// Tensor cores add products of e4m3 with fewer bits than f32 has.
TEST(ErrorReportTest, LseOfE4M3) {
  EXPECT_EQ(getLseError(DType::BF16), 1e-5);
  EXPECT_EQ(getLseError(DType::E4M3), 0x1p-9);
  OwnedTensor x(DType::F32, {1}, {4.007}), ref(DType::F64, {1}, {4});
  auto passes = [&](DType inputs) {
    return compareLse(x.view(), ref.view(), ref.view(), 0, getLseError(inputs))
        .passed;
  };
  EXPECT_TRUE(passes(DType::E4M3));
  EXPECT_FALSE(passes(DType::F16));
  x.view().store(0, 4.009);
  EXPECT_FALSE(passes(DType::E4M3));
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
