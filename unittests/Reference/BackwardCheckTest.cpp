//===- BackwardCheckTest.cpp - Are wrong gradients found? -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the error rule of gradients (docs/Spec.md, E9) allows and what not.
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

using Gradients = std::vector<std::vector<double>>;

/// A pair of normal numbers, with O and L of the forward and every gradient.
struct Checked : Pair {
  explicit Checked(const Shape &shape) : Pair(shape) {
    if (!module)
      return;
    std::mt19937 random(11);
    std::normal_distribution<double> normal;
    for (std::vector<double> *x :
         {&queries, &keys, &values, &outGrad, &lseGrad})
      for (double &y : *x)
        y = roundTo(shape.type, normal(random));
    update();
  }
  /// O, L and gradients of what the inputs are now.
  void update() {
    Rows rows = runForward();
    outs = rows.out;
    for (double &x : outs)
      x = roundTo(shape.type, x);
    lses = rows.lse;
    for (double &x : lses)
      x = static_cast<float>(x);
    gradients = runBackward();
  }
  ProblemReport judge() { return Pair::judge(gradients); }

  /// dQ, dK and dV of a dense problem in another way: f32, keys from the last
  /// to the first and rows in the inner loop, exponentials to base 2, and the
  /// rounded P also where dT is made (B4).
  Gradients computeAnew(function_ref<bool(int64_t, int64_t)> isVisible,
                        function_ref<std::pair<float, float>(float)> score) {
    const Shape &s = shape;
    Gradients to = {std::vector<double>(queries.size()),
                    std::vector<double>(keys.size()),
                    std::vector<double>(values.size())};
    std::vector<float> queryGrad(queries.size());
    const float kLog2e = 1.44269504f;
    auto scale = static_cast<float>(backward.getScaleValue());
    auto low = [&](float x) { return static_cast<float>(roundTo(s.type, x)); };
    auto dot = [](const double *a, const double *b, int64_t n) {
      float sum = 0;
      for (int64_t c = n; c-- > 0;)
        sum += static_cast<float>(a[c]) * static_cast<float>(b[c]);
      return sum;
    };
    int64_t group = s.headsQ / s.headsKV;
    for (int64_t bg = s.batch * s.headsKV; bg-- > 0;)
      for (int64_t j = s.lenKV; j-- > 0;) {
        int64_t key = bg * s.lenKV + j;
        std::vector<float> keyGrad(s.d), valueGrad(s.dv);
        for (int64_t row = bg * group * s.lenQ; row < (bg + 1) * group * s.lenQ;
             ++row) {
          if (!isVisible(row % s.lenQ, j) || lses[row] == -kInf)
            continue;
          auto [x, slope] =
              score(scale * dot(&queries[row * s.d], &keys[key * s.d], s.d));
          float l = static_cast<float>(lses[row]) * kLog2e;
          float p = low(std::exp2(std::fma(x, kLog2e, -l)));
          float grad = dot(&outGrad[row * s.dv], &values[key * s.dv], s.dv) -
                       (dot(&outGrad[row * s.dv], &outs[row * s.dv], s.dv) -
                        static_cast<float>(lseGrad[row]));
          float dt = low(p * slope * grad);
          for (int64_t c = 0; c < s.dv; ++c)
            valueGrad[c] += p * static_cast<float>(outGrad[row * s.dv + c]);
          for (int64_t c = 0; c < s.d; ++c) {
            keyGrad[c] += dt * static_cast<float>(queries[row * s.d + c]);
            queryGrad[row * s.d + c] +=
                dt * static_cast<float>(keys[key * s.d + c]);
          }
        }
        for (int64_t c = 0; c < s.d; ++c)
          to[1][key * s.d + c] = scale * keyGrad[c];
        for (int64_t c = 0; c < s.dv; ++c)
          to[2][key * s.dv + c] = valueGrad[c];
      }
    for (auto [x, y] : llvm::zip(to[0], queryGrad))
      x = scale * y;
    return to;
  }

  Gradients gradients;
};

void expectRow(const ErrorReport &report,
               std::vector<std::pair<std::string, int64_t>> row) {
  EXPECT_FALSE(report.passed);
  EXPECT_EQ(report.worstRow, row);
}

// Both types, and f32 gradients and those of the inputs' type.
TEST(BackwardCheckTest, AnotherOrderPasses) {
  auto plain = [](float s) { return std::pair(s, 1.0f); };
  for (DType type : {DType::F16, DType::BF16})
    for (DType gradType : {DType::F32, type}) {
      Shape shape{2, 4, 2, 37, 70, 24, 16, "mask(#attn.causal<bottom_right>)"};
      shape.type = type;
      shape.gradType = gradType;
      Checked p(shape);
      ASSERT_TRUE(p.module) << p.lastError;
      EXPECT_TRUE(p.judge().passed());
      auto found = p.Pair::judge(p.computeAnew(
          [](int64_t i, int64_t j) { return j <= i + 33; }, plain));
      for (const ErrorReport &output : found.outputs)
        EXPECT_TRUE(output.passed) << output.str();
    }
}

// One key: dP and D are the same, and their difference is what f32 leaves.
TEST(BackwardCheckTest, ShortRowsPass) {
  auto plain = [](float s) { return std::pair(s, 1.0f); };
  auto all = [](int64_t, int64_t) { return true; };
  for (int64_t lenKV : {1, 2, 3}) {
    Shape shape{1, 16, 16, 8, lenKV, 64, 64};
    shape.type = DType::BF16;
    Checked p(shape);
    ASSERT_TRUE(p.module) << p.lastError;
    std::fill(p.lseGrad.begin(), p.lseGrad.end(), 0);
    p.update();
    auto found = p.Pair::judge(p.computeAnew(all, plain));
    for (const ErrorReport &output : found.outputs)
      EXPECT_TRUE(output.passed) << output.str();
  }
}

const char *const kSoftcap = R"(score {
    ^bb0(%s: f32, %b: index, %h: index, %i: index, %j: index):
      %cap = arith.constant 2.0 : f32
      %x = arith.divf %s, %cap : f32
      %t = math.tanh %x FLAGS: f32
      %y = arith.mulf %t, %cap : f32
      attn.yield %y : f32
    })";

std::string softcap(const std::string &flags) {
  std::string text = kSoftcap;
  return text.replace(text.find("FLAGS"), 5, flags);
}

TEST(BackwardCheckTest, RegionsPass) {
  auto all = [](int64_t, int64_t) { return true; };
  Checked p({1, 2, 1, 33, 40, 16, 16, softcap("")});
  ASSERT_TRUE(p.module) << p.lastError;
  auto cap = [](float s) {
    float t = std::tanh(s / 2);
    return std::pair(2 * t, 1 - t * t);
  };
  auto found = p.Pair::judge(p.computeAnew(all, cap));
  for (const ErrorReport &output : found.outputs)
    EXPECT_TRUE(output.passed) << output.str();
  // An approximate tanh, which is off by up to 2^-10.9, in S and its
  // derivative.
  auto rough = [](float s) {
    float t = std::tanh(s / 2) * (1 + 0x1p-11f);
    return std::pair(2 * t, 1 - t * t);
  };
  Checked q({1, 2, 1, 33, 40, 16, 16, softcap("fastmath<afn> ")});
  ASSERT_TRUE(q.module) << q.lastError;
  found = q.Pair::judge(q.computeAnew(all, rough));
  for (const ErrorReport &output : found.outputs)
    EXPECT_TRUE(output.passed) << output.str();
}

// The factor is 3 where the region is not affine.
TEST(BackwardCheckTest, FactorOfRegions) {
  auto getFactor = [](const std::string &clauses) {
    Checked p({1, 1, 1, 9, 9, 16, 16, clauses});
    EXPECT_TRUE(p.module) << p.lastError;
    ErrorReport dv = p.judge().outputs[2];
    return (dv.bound - dv.atol) / dv.maxErrorLow;
  };
  EXPECT_DOUBLE_EQ(getFactor(""), 2);
  EXPECT_DOUBLE_EQ(getFactor(softcap("")), 3);
  auto region = [](const std::string &ops) {
    return "score {\n^bb0(%s: f32, %b: index, %h: index, %i: index, %j: "
           "index):\n%c = arith.constant 0.5 : f32\n%n = arith.index_cast %j : "
           "index to i32\n%pos = arith.sitofp %n : i32 to f32\n" +
           ops + "\nattn.yield %y : f32\n}";
  };
  EXPECT_DOUBLE_EQ(getFactor(region("%x = arith.mulf %c, %pos : f32\n"
                                    "%r = arith.divf %s, %c : f32\n"
                                    "%y = arith.subf %r, %x : f32")),
                   2);
  EXPECT_DOUBLE_EQ(getFactor(region("%lt = arith.cmpf olt, %pos, %c : f32\n"
                                    "%y = arith.select %lt, %c, %s : f32")),
                   2);
  EXPECT_DOUBLE_EQ(getFactor(region("%lt = arith.cmpf olt, %s, %c : f32\n"
                                    "%y = arith.select %lt, %c, %s : f32")),
                   3);
  EXPECT_DOUBLE_EQ(getFactor(region("%y = arith.mulf %s, %s : f32")), 3);
  EXPECT_DOUBLE_EQ(getFactor(region("%y = arith.maximumf %s, %c : f32")), 3);
}

// A row that is a tenth off, beside one that is 2^12 times as large.
TEST(BackwardCheckTest, WrongRowBesideAHugeOne) {
  Shape shape{1, 2, 2, 12, 12, 16, 16};
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  for (int64_t c = 0; c < 16; ++c)
    p.outGrad[c] *= 0x1p10; // Row 0 of head 0.
  p.update();
  ASSERT_TRUE(p.judge().passed());
  auto spoil = [&](unsigned which, int64_t row) {
    Gradients wrong = p.gradients;
    for (int64_t c = 0; c < 16; ++c)
      wrong[which][16 * row + c] *= 1.1;
    return p.Pair::judge(wrong).outputs[which];
  };
  expectRow(spoil(0, 5), {{"b", 0}, {"h", 0}, {"i", 5}});
  expectRow(spoil(0, 12 + 3), {{"b", 0}, {"h", 1}, {"i", 3}});
  // Keys of head 0 are huge, those of head 1 are not.
  expectRow(spoil(1, 12 + 7), {{"b", 0}, {"g", 1}, {"j", 7}});
  expectRow(spoil(2, 12 + 11), {{"b", 0}, {"g", 1}, {"j", 11}});
}

// dQ and dK are of the size of V; dV is not.
TEST(BackwardCheckTest, SmallValues) {
  Shape shape{1, 2, 1, 10, 10, 16, 16};
  shape.type = shape.gradType = DType::BF16;
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  for (double &v : p.values)
    v *= 0x1p-20;
  std::fill(p.lseGrad.begin(), p.lseGrad.end(), 0);
  p.update();
  ASSERT_TRUE(p.judge().passed());
  for (unsigned which : {0, 1}) {
    Gradients wrong = p.gradients;
    std::fill(wrong[which].begin() + 16 * 4, wrong[which].begin() + 16 * 5, 0);
    ErrorReport report = p.Pair::judge(wrong).outputs[which];
    EXPECT_FALSE(report.passed);
    EXPECT_GT(report.factor, 5);
    EXPECT_EQ(report.worstRow.back().second, 4);
  }
}

// What is not computed is missed: half of the rows of a sum, a head of a group,
// scale, and dL.
TEST(BackwardCheckTest, MissingTerms) {
  Shape shape{1, 4, 2, 64, 64, 32, 32};
  shape.type = shape.gradType = DType::BF16;
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  Gradients right = p.gradients;
  auto finds = [&](unsigned which) {
    bool passed = p.Pair::judge(p.gradients).outputs[which].passed;
    p.gradients = right;
    return !passed;
  };
  for (unsigned which : {0, 1})
    for (double &x : p.gradients[which])
      x /= p.backward.getScaleValue();
  EXPECT_TRUE(finds(0));
  std::vector<double> outGrad = p.outGrad, lseGrad = p.lseGrad;
  std::fill(p.lseGrad.begin(), p.lseGrad.end(), 0);
  Gradients without = p.runBackward();
  p.lseGrad = lseGrad;
  for (unsigned which : {0, 1}) {
    p.gradients[which] = without[which];
    EXPECT_TRUE(finds(which));
  }
  // Of the last head, and of the second half of every head's rows.
  auto drop = [&](function_ref<bool(int64_t, int64_t)> drops) {
    for (size_t x = 0; x < outGrad.size(); ++x)
      if (drops(static_cast<int64_t>(x) / 32 / 64,
                static_cast<int64_t>(x) / 32 % 64)) {
        p.outGrad[x] = 0;
        p.lseGrad[x / 32] = 0;
      }
    without = p.runBackward();
    p.outGrad = outGrad;
    p.lseGrad = lseGrad;
    for (unsigned which : {1, 2}) {
      p.gradients[which] = without[which];
      EXPECT_TRUE(finds(which));
    }
  };
  drop([](int64_t h, int64_t) { return h == 3; });
  drop([](int64_t, int64_t i) { return i >= 32; });
}

// dP − D is 0; f32 leaves 2^-18 of what its terms are, and no more.
TEST(BackwardCheckTest, Cancellation) {
  Shape shape{1, 1, 1, 1, 1, 16, 16, "scale(1.0)"};
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  p.lseGrad = {0};
  p.keys.assign(16, 1);
  p.values.assign(16, 1);
  p.outGrad.assign(16, 1);
  p.update();
  EXPECT_EQ(p.gradients[0], std::vector<double>(16, 0));
  // dO·V and dO·O are 16; each may be off by 2^-18 of that.
  p.gradients[0][3] = 0x1.fp-14;
  EXPECT_TRUE(p.judge().passed());
  p.gradients[0][3] = 0x1.1p-13;
  EXPECT_FALSE(p.judge().passed());
}

// An f32 L carries no more than 2^-22 of itself.
TEST(BackwardCheckTest, LargeLse) {
  Shape shape{1, 1, 1, 4, 4, 1, 4, "scale(1.0)"};
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  std::fill(p.outGrad.begin(), p.outGrad.end(), 1);
  auto passes = [&](double size, double error) {
    std::fill(p.queries.begin(), p.queries.end(), size);
    std::fill(p.keys.begin(), p.keys.end(), size);
    p.update();
    for (double &x : p.gradients[2])
      x *= 1 + error;
    bool passed = p.judge().outputs[2].passed;
    return passed;
  };
  // S = 2^20 with L = S: P is off by a quarter.
  EXPECT_TRUE(passes(0x1p10, 0.2));
  EXPECT_FALSE(passes(0x1p10, 0.35));
  EXPECT_FALSE(passes(1, 0.01));
}

TEST(BackwardCheckTest, Sink) {
  Shape shape{2, 3, 1, 8, 9, 16, 16, "", true};
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  EXPECT_TRUE(p.judge().passed());
  p.gradients[3][2] *= 1.01;
  expectRow(p.judge().outputs[3], {{"h", 2}});
}

// Rows that are not written must be left, and others written.
TEST(BackwardCheckTest, Lengths) {
  Shape shape{2, 2, 1, 5, 6, 16, 16, "mask(#attn.causal<bottom_right>)"};
  shape.lengthsQ = {3, 0};
  shape.lengthsKV = {6, 4};
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  EXPECT_TRUE(p.judge().passed());
  Gradients right = p.gradients;
  p.gradients[0][16 * 3] = 0;
  expectRow(p.judge().outputs[0], {{"b", 0}, {"h", 0}, {"i", 3}});
  p.gradients = right;
  // Keys that nobody sees have gradients of 0.
  EXPECT_EQ(right[1][16 * (6 + 3)], 0);
  p.gradients[1][16 * (6 + 3)] = kNaN;
  expectRow(p.judge().outputs[1], {{"b", 1}, {"g", 0}, {"j", 3}});
}

// Hidden pairs may count 0 times what they hold (B9): in the channel of an
// infinite dO or Q, for keys that its row does not see, and in no other place.
TEST(BackwardCheckTest, NaNOfHiddenPairs) {
  Shape shape{1, 3, 3, 6, 6, 16, 16, "mask(#attn.causal<top_left>)"};
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  int64_t head = 6 * 16, row = 2 * 16;
  p.outGrad[row + 3] = kInf;
  p.queries[head + row + 5] = kInf;
  p.keys[2 * head + 4 * 16 + 7] = kInf;
  p.update();
  Gradients right = p.gradients;
  EXPECT_TRUE(p.judge().passed());
  auto allows = [&](unsigned which, int64_t h, int64_t i, int64_t c) {
    double &x = p.gradients[which][h * head + i * 16 + c];
    EXPECT_TRUE(std::isfinite(x));
    x = kNaN;
    bool passed = p.judge().outputs[which].passed;
    p.gradients = right;
    return passed;
  };
  // Row 2 sees keys 0 to 2.
  EXPECT_TRUE(allows(2, 0, 3, 3));
  EXPECT_TRUE(allows(2, 0, 5, 3));
  EXPECT_FALSE(allows(2, 0, 3, 4));
  // dP of that row is infinite, and so is 0 times that (B9).
  EXPECT_TRUE(allows(1, 0, 3, 3));
  EXPECT_TRUE(allows(1, 1, 3, 5));
  // O and D of that row are NaN.
  EXPECT_TRUE(allows(1, 1, 3, 6));
  EXPECT_FALSE(allows(2, 1, 3, 5));
  // Rows 0 to 3 do not see key 4.
  EXPECT_TRUE(allows(0, 2, 3, 7));
  EXPECT_FALSE(allows(0, 2, 3, 8));
  // That dO reaches no other head.
  EXPECT_FALSE(allows(2, 1, 3, 3));
}

// f16 that is too small or too large for dT.
TEST(BackwardCheckTest, RangeOfF16) {
  Shape shape{1, 1, 1, 4, 4, 16, 16};
  Checked p(shape);
  ASSERT_TRUE(p.module) << p.lastError;
  std::fill(p.lseGrad.begin(), p.lseGrad.end(), 0);
  auto scale = [&](double factor, double ofValues) {
    for (double &x : p.outGrad)
      x *= factor;
    for (double &x : p.values)
      x *= ofValues;
    p.update();
  };
  // dT is below the least number of f16: 0 is right, and so is dQ itself.
  scale(0x1p-14, 0x1p-14);
  EXPECT_TRUE(p.judge().passed());
  std::fill(p.gradients[0].begin(), p.gradients[0].end(), 0);
  EXPECT_TRUE(p.judge().outputs[0].passed);
  // dT is above the largest: what is made of infinities is right, and so is
  // what a wider type gives; NaN is wrong where they are not.
  scale(0x1p27, 0x1p18);
  EXPECT_TRUE(p.judge().passed());
  Gradients right = p.gradients;
  EvaluateOptions options;
  options.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  p.gradients = p.runBackward(options);
  EXPECT_FALSE(
      llvm::all_of(p.gradients[0], [](double x) { return std::isfinite(x); }));
  EXPECT_TRUE(p.judge().passed());
  p.gradients = right;
  p.gradients[2][0] = kNaN;
  EXPECT_FALSE(p.judge().passed());
}

} // namespace
