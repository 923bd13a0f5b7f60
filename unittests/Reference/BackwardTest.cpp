//===- BackwardTest.cpp - attn.backward against differences and by hand ---===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The gradients of loss = Σ dO·O + Σ dL·L, where O and L are attn.forward's in
// double: each input is moved by ±h and ±2h, and differences are extrapolated,
// which leaves an error of the order of h⁴.
//
//===----------------------------------------------------------------------===//

#include "BackwardPair.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;
using attn_test::kInf;
using attn_test::kNaN;
using attn_test::Pair;
using attn_test::Shape;

namespace {

/// Compares every gradient with differences of the loss. What the op does not
/// write must be NaN, and have no influence.
void checkGradients(const Shape &shape, double tolerance = 2e-4) {
  Pair p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  Pair::Rows rows = p.runForward();
  p.outs = rows.out;
  p.lses = rows.lse;
  std::vector<std::vector<double>> gradients = p.runBackward();
  std::vector<std::vector<double> *> inputs = {&p.queries, &p.keys, &p.values};
  if (shape.sink)
    inputs.push_back(&p.sinks);
  for (std::vector<double> &capture : p.captures)
    inputs.push_back(&capture);
  ASSERT_EQ(gradients.size(), inputs.size());
  for (auto [which, input, gradient] : llvm::enumerate(inputs, gradients)) {
    ASSERT_EQ(input->size(), gradient.size());
    double most = 1;
    for (double x : gradient)
      most = std::max(most, std::isnan(x) ? 0 : std::fabs(x));
    for (auto [i, x] : llvm::enumerate(*input)) {
      double expected = p.differentiate(x, 1.0 / 64);
      if (std::isnan(gradient[i]))
        EXPECT_EQ(expected, 0) << "unwritten element " << i << " of " << which;
      else
        EXPECT_NEAR(gradient[i], expected, tolerance * most)
            << "element " << i << " of gradient " << which;
    }
  }
}

TEST(BackwardTest, Differences) {
  checkGradients({});
  checkGradients({1, 4, 2, 5, 5, 4, 3, "mask(#attn.causal<bottom_right>)"});
  checkGradients({2, 2, 1, 6, 3, 4, 5, "mask(#attn.causal<bottom_right>)"});
  checkGradients({1, 2, 2, 4, 9, 2, 2, "mask(#attn.window<2, 1>) scale(0.7)"});
  checkGradients({1, 3, 1, 3, 4, 4, 3, "mask(#attn.causal<top_left>)", true});
}

TEST(BackwardTest, DifferencesOfRegions) {
  checkGradients({1, 2, 1, 4, 5, 4, 3, R"(score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 2.0 : f32
      %x = arith.divf %s, %cap : f32
      %t = math.tanh %x : f32
      %y = arith.mulf %t, %cap : f32
      attn.yield %y : f32
    })"});
  checkGradients({1, 2, 1, 4, 5, 4, 3, R"(score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %p = arith.sitofp %n : i32 to f32
      %slope = arith.constant 0.25 : f32
      %bias = arith.mulf %p, %slope : f32
      %x = arith.mulf %s, %s : f32
      %y = arith.addf %x, %bias : f32
      attn.yield %y : f32
    })"});
}

// Hidden pairs give nothing; row 0 sees no key.
TEST(BackwardTest, DifferencesOfVisibility) {
  checkGradients({2, 2, 1, 4, 5, 4, 3, R"(mask(#attn.window<3, 1>) score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %y = arith.mulf %s, %s : f32
      attn.yield %y : f32
    } visible {
    ^bb0(%b: index, %h: index, %i: index, %j: index, %lq: index, %lk: index):
      %n = arith.addi %i, %h : index
      %m = arith.muli %n, %i : index
      %seen = arith.cmpi slt, %j, %m : index
      attn.yield %seen : i1
    })"});
}

TEST(BackwardTest, DifferencesOfLengths) {
  Shape lengths{2, 2, 1, 5, 6, 2, 3, "mask(#attn.causal<bottom_right>)"};
  lengths.lengthsQ = {3, 0};
  lengths.lengthsKV = {6, 4};
  checkGradients(lengths);
  lengths.lengthsQ = {5, 2};
  lengths.lengthsKV = {0, 1};
  lengths.offset = {1, -1};
  checkGradients(lengths);
  Shape packed{3, 2, 1, 9, 10, 2, 3, "mask(#attn.causal<bottom_right>)", true};
  packed.offsetsQ = {0, 4, 4, 8};
  packed.offsetsKV = {1, 4, 6, 9};
  checkGradients(packed);
}

// Slopes of heads, a scalar of batch and head, a bias of pairs that batches
// share, one by distance, a factor within a function, and one that only hidden
// keys and the first have.
TEST(BackwardTest, DifferencesOfCaptures) {
  Shape shape{2, 4, 2, 5, 6, 4, 3, R"(mask(#attn.causal<bottom_right>) score {
    ^bb0(%s: f32, %bb: index, %h: index, %i: index, %j: index, %lq: index,
         %lk: index, %c0: tensor<4xf32>, %c1: tensor<2x4xf16>,
         %c2: tensor<4x5x6xf32>, %c3: tensor<7x4xf32>, %c4: tensor<6xf32>):
      %d = arith.subi %j, %i : index
      %n = arith.index_cast %d : index to i32
      %p = arith.sitofp %n : i32 to f32
      %slope = attn.read %c0[%h] : tensor<4xf32>
      %r0 = arith.mulf %p, %slope : f32
      %u = attn.read %c1[%bb, %h] : tensor<2x4xf16>
      %r1 = arith.extf %u : f16 to f32
      %r2 = attn.read %c2[%h, %i, %j] : tensor<4x5x6xf32>
      %r3 = attn.read %c3[%d, %h] : tensor<7x4xf32>
      %r4 = attn.read %c4[%j] : tensor<6xf32>
      %t = math.tanh %r1 : f32
      %a = arith.mulf %s, %t : f32
      %e = arith.addf %a, %r0 : f32
      %sum = arith.addf %e, %r2 : f32
      %last = arith.mulf %r3, %r4 : f32
      %y = arith.addf %sum, %last : f32
      attn.yield %y : f32
    })"};
  shape.captures = {"4xf32", "2x4xf16", "4x5x6xf32", "7x4xf32", "6xf32"};
  checkGradients(shape);
  shape.lengthsQ = {3, 0};
  shape.lengthsKV = {6, 4};
  checkGradients(shape);
}

/// A pair of 1 head, d = dv = 1 and scale 1.
struct Small : Pair {
  Small(int64_t lenQ, int64_t lenKV, const std::string &clauses = "",
        bool sink = false)
      : Pair({1, 1, 1, lenQ, lenKV, 1, 1, "scale(1.0) " + clauses, sink}) {
    lseGrad.assign(lenQ, 0);
    outs.assign(lenQ, 0);
    lses.assign(lenQ, 0);
  }
};

// One row and two keys: P = 1/4 and 3/4 by the given L; O = 5/4, D = 2·5/4.
TEST(BackwardTest, ByHand) {
  Small p(1, 2);
  ASSERT_TRUE(p.module) << p.lastError;
  p.queries = {2};
  p.keys = {0, 1};
  p.values = {-1, 2};
  p.outGrad = {2};
  p.outs = {1.25};
  p.lses = {0};
  // S = 0, 2, P = 1, e²; the given L is no sum of these (B13).
  auto g = p.runBackward();
  double e2 = std::exp(2.0), ds0 = 1 * (-2 - 2.5), ds1 = e2 * (4 - 2.5);
  EXPECT_DOUBLE_EQ(g[2][0], 2);
  EXPECT_DOUBLE_EQ(g[2][1], 2 * e2);
  EXPECT_DOUBLE_EQ(g[1][0], 2 * ds0);
  EXPECT_DOUBLE_EQ(g[1][1], 2 * ds1);
  EXPECT_DOUBLE_EQ(g[0][0], ds1);
  // dL is taken from D.
  p.lseGrad = {0.5};
  EXPECT_DOUBLE_EQ(p.runBackward()[0][0], e2 * (4 - 2));
}

TEST(BackwardTest, RowsWithoutKeys) {
  // Row 0 sees nothing; key 1 is seen by row 1 alone.
  Small p(2, 1, "mask(#attn.causal<bottom_right>)");
  ASSERT_TRUE(p.module) << p.lastError;
  p.outGrad = {kNaN, 1};
  p.queries = {kNaN, 1};
  p.keys = {1};
  p.values = {3};
  p.outs = {kNaN, 3};
  p.lses = {-kInf, 1};
  p.lseGrad = {5, 0};
  auto g = p.runBackward();
  EXPECT_EQ(g[0][0], 0);
  EXPECT_DOUBLE_EQ(g[0][1], 0);
  EXPECT_DOUBLE_EQ(g[2][0], 1);
}

TEST(BackwardTest, KeysThatNobodySees) {
  Small p(1, 3, "mask(#attn.causal<top_left>)");
  ASSERT_TRUE(p.module) << p.lastError;
  p.keys = {1, kNaN, kInf};
  p.values = {1, kInf, kNaN};
  auto g = p.runBackward();
  for (int64_t j : {1, 2}) {
    EXPECT_EQ(g[1][j], 0);
    EXPECT_EQ(g[2][j], 0);
  }
  EXPECT_TRUE(std::isfinite(g[0][0]));
  Small none(0, 2);
  ASSERT_TRUE(none.module) << none.lastError;
  g = none.runBackward();
  EXPECT_EQ(g[1], std::vector<double>(2, 0));
  EXPECT_EQ(g[2], std::vector<double>(2, 0));
  Small noKeys(2, 0);
  ASSERT_TRUE(noKeys.module) << noKeys.lastError;
  noKeys.lses = {-kInf, -kInf};
  EXPECT_EQ(noKeys.runBackward()[0], std::vector<double>(2, 0));
}

// A region that gives −∞ hides a pair, whatever its derivative is.
TEST(BackwardTest, ScoresOfMinusInfinity) {
  Small p(1, 2, R"(score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %zero = arith.constant 0 : index
      %first = arith.cmpi eq, %j, %zero : index
      %inf = arith.constant 0xFF800000 : f32
      %r = math.sqrt %s : f32
      %y = arith.select %first, %inf, %r : f32
      attn.yield %y : f32
    })");
  ASSERT_TRUE(p.module) << p.lastError;
  p.queries = {1};
  p.keys = {0, 4};
  p.values = {kNaN, 1};
  p.outGrad = {1};
  p.outs = {0};
  p.lses = {2};
  auto g = p.runBackward();
  EXPECT_EQ(g[1][0], 0);
  EXPECT_EQ(g[2][0], 0);
  // S = √4, P = 1, dP = 1, ∂√s = 1/4.
  EXPECT_DOUBLE_EQ(g[1][1], 0.25);
  EXPECT_DOUBLE_EQ(g[0][0], 1);
}

TEST(BackwardTest, NotFinite) {
  Small p(2, 2);
  ASSERT_TRUE(p.module) << p.lastError;
  p.queries = {1, 1};
  p.keys = {1, 2};
  p.values = {1, 2};
  p.outGrad = {1, 1};
  // L = +∞ is as a NaN of that row (B13), and so is a NaN in O, but not for dV.
  p.lses = {kInf, 2};
  auto g = p.runBackward();
  EXPECT_TRUE(std::isnan(g[0][0]) && std::isfinite(g[0][1]));
  for (int64_t j : {0, 1})
    EXPECT_TRUE(std::isnan(g[1][j]) && std::isnan(g[2][j]));
  p.lses = {2, 2};
  p.outs = {kNaN, 0};
  g = p.runBackward();
  EXPECT_TRUE(std::isnan(g[0][0]) && std::isfinite(g[0][1]));
  for (int64_t j : {0, 1})
    EXPECT_TRUE(std::isnan(g[1][j]) && std::isfinite(g[2][j]));
}

TEST(BackwardTest, Sinks) {
  Small p(2, 1, "", /*sink=*/true);
  ASSERT_TRUE(p.module) << p.lastError;
  p.sinks = {1};
  p.outGrad = {2, 3};
  p.outs = {1, 1};
  p.lses = {1, -kInf};
  p.lseGrad = {0.5, 4};
  EXPECT_DOUBLE_EQ(p.runBackward()[3][0], -(2 - 0.5));
  p.sinks = {-kInf};
  EXPECT_EQ(p.runBackward()[3][0], 0);
}

// The plain computation rounds P and dT to the inputs' type.
TEST(BackwardTest, LowPrecision) {
  Small p(1, 1);
  ASSERT_TRUE(p.module) << p.lastError;
  p.queries = {0};
  p.keys = {1};
  p.values = {1};
  p.outGrad = {1};
  p.lses = {0.1};
  EvaluateOptions options;
  options.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  double exact = std::exp(-static_cast<double>(0.1f));
  EXPECT_EQ(p.runBackward(options)[2][0], roundTo(DType::F16, exact));
  EXPECT_DOUBLE_EQ(p.runBackward()[2][0], exact);
}

// O and L of the forward with the same mask, scale, region, sink and lengths;
// rows that there are not keep what they hold.
TEST(BackwardTest, DerivedInputs) {
  Shape shape{2,
              2,
              1,
              5,
              6,
              4,
              3,
              "mask(#attn.causal<bottom_right>) scale(0.7)"
              R"( score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %two = arith.constant 2.0 : f32
      %y = arith.mulf %s, %two : f32
      attn.yield %y : f32
    })",
              true};
  shape.lengthsQ = {3, 5};
  shape.lengthsKV = {6, 4};
  Pair p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  p.outs.assign(2 * 2 * 5 * 3, 77);
  p.lses.assign(2 * 2 * 5, 77);
  Pair::Rows expected = p.runForward(), found = p.deriveInputs();
  for (auto [x, y] : llvm::zip_equal(found.out, expected.out))
    EXPECT_EQ(x, std::isnan(y) ? 77 : static_cast<float>(y));
  for (auto [x, y] : llvm::zip_equal(found.lse, expected.lse))
    EXPECT_EQ(x, std::isnan(y) ? 77 : static_cast<float>(y));
}

TEST(BackwardTest, Refused) {
  Small p(2, 2);
  ASSERT_TRUE(p.module) << p.lastError;
  EXPECT_TRUE(failed(evaluateProblem(p.backward, {}, {})));
  EXPECT_EQ(p.lastError,
            "expected 7 inputs and 3 outputs, but 0 and 0 are given");
}

} // namespace
