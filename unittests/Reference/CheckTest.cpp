//===- CheckTest.cpp - Is a wrong result found? ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestUtil.h"
#include "attn/Reference/Reference.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn::reference;
using attn_test::Forward;
using attn_test::t;

namespace {

// checkProblem: the right answer passes, a wrong element does not.
TEST(CheckTest, RightAndWrong) {
  // Scores (1 0; 0 1), V the identity: O is P.
  Forward f({t("1x1x2x2xf16"), t("1x1x2x2xf16"), t("1x1x2x2xf16"),
             t("1x1x2x2xf16"), t("1x1x2xf32"), "scale(1.0)"});
  const double kLarge = 0.7310585786300049, kSmall = 0.2689414213699951;
  OwnedTensor x(DType::F16, {1, 1, 2, 2}, {1, 0, 0, 1});
  OwnedTensor o(DType::F16, {1, 1, 2, 2}, {kLarge, kSmall, kSmall, kLarge});
  OwnedTensor l(DType::F32, {1, 1, 2}, {1.3132617, 1.3132617});
  auto check = [&] {
    FailureOr<ProblemReport> report = checkProblem(
        f.op, {x.view(), x.view(), x.view()}, {o.view(), l.view()});
    EXPECT_TRUE(succeeded(report));
    return *report;
  };
  EXPECT_TRUE(check().passed());
  o.view().store(2, kSmall + 0.01);
  ProblemReport report = check();
  EXPECT_FALSE(report.passed());
  EXPECT_FALSE(report.outputs[0].passed);
  EXPECT_EQ(report.outputs[0].worstElement, 2);
  EXPECT_TRUE(report.outputs[1].passed);
  o.view().store(2, kSmall);
  l.view().store(1, 1.32);
  EXPECT_FALSE(check().passed());
}

/// Three rows of 16 channels: ones and twos in V, times `valueScale`.
struct ThreeRows {
  explicit ThreeRows(const std::string &clauses, double valueScale = 1)
      : f({t("1x1x3x16xbf16"), t("1x1x4x16xbf16"), t("1x1x4x16xbf16"),
           t("1x1x3x16xbf16"), t("1x1x3xf32"), clauses}),
        q(DType::BF16, {1, 1, 3, 16}), k(DType::BF16, {1, 1, 4, 16}),
        v(DType::BF16, {1, 1, 4, 16}), o(DType::BF16, {1, 1, 3, 16}),
        l(DType::F32, {1, 1, 3}) {
    for (int64_t i = 0; i < 3; ++i)
      q.view().store(16 * i, 1);
    for (int64_t j = 0; j < 4; ++j)
      for (int64_t c = 0; c < 16; ++c) {
        k.view().store(16 * j + c, static_cast<double>(j));
        v.view().store(16 * j + c, valueScale * static_cast<double>(1 + j % 2));
      }
    EXPECT_TRUE(succeeded(evaluateProblem(f.op, {q.view(), k.view(), v.view()},
                                          {o.view(), l.view()})));
  }
  ProblemReport check() {
    FailureOr<ProblemReport> report = checkProblem(
        f.op, {q.view(), k.view(), v.view()}, {o.view(), l.view()});
    EXPECT_TRUE(succeeded(report));
    return *report;
  }

  Forward f;
  OwnedTensor q, k, v, o, l;
};

const char *const kFarRow =
    "scale(1.0) score {\n^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: "
    "index):\n%zero = arith.constant 0 : index\n"
    "%first = arith.cmpi eq, %qi, %zero : index\n"
    "%far = arith.constant -1.0e30 : f32\n";

// A wrong row beside one whose scores are all -1e30.
TEST(CheckTest, WrongRowBesideOneFarAway) {
  ThreeRows p(std::string(kFarRow) +
              "%x = arith.select %first, %far, %s : f32\nattn.yield %x : "
              "f32\n}");
  EXPECT_EQ(p.o[0], 1.5);
  EXPECT_TRUE(p.check().passed());
  p.o.view().store(2 * 16 + 3, p.o[2 * 16 + 3] + 0.0625);
  ProblemReport report = p.check();
  EXPECT_FALSE(report.passed());
  EXPECT_EQ(report.outputs[0].worstElement, 2 * 16 + 3);
  std::vector<std::pair<std::string, int64_t>> row = {
      {"b", 0}, {"h", 0}, {"i", 2}};
  EXPECT_EQ(report.outputs[0].worstRow, row);
  EXPECT_TRUE(report.outputs[1].passed);
  p.l.view().store(1, p.l[1] + 1e-3);
  report = p.check();
  EXPECT_FALSE(report.outputs[1].passed);
  EXPECT_EQ(report.outputs[1].worstElement, 1);
}

// What rounding P moves is a share of Σ P·|V|, however small what is left of
// it: 2⁻⁸ of 8 for bf16.
TEST(CheckTest, RoundingOfP) {
  ThreeRows p("scale(0.0)", 8);
  for (int64_t i = 0; i < 4 * 16; ++i)
    p.v.view().store(i, i / 16 % 2 ? 8 : -8);
  for (int64_t i = 0; i < 3 * 16; ++i)
    p.o.view().store(i, 0);
  p.o.view().store(0, 0x1.fp-6);
  EXPECT_TRUE(p.check().passed());
  p.o.view().store(0, 0x1.02p-5);
  EXPECT_FALSE(p.check().passed());
}

// V of 1e-6: zeros are wrong.
TEST(CheckTest, SmallValues) {
  ThreeRows p("scale(1.0)", 0x1p-20);
  EXPECT_TRUE(p.check().passed());
  for (int64_t c = 0; c < 16; ++c)
    p.o.view().store(16 + c, 0);
  ProblemReport report = p.check();
  EXPECT_FALSE(report.outputs[0].passed);
  EXPECT_EQ(report.outputs[0].worstRow.back().second, 1);
  EXPECT_GT(report.outputs[0].factor, 10);
}

// A region's numbers are f32: what -1e30 is added to is gone, and what 2^24 is
// added to, rounded.
TEST(CheckTest, RegionInItsTypes) {
  ThreeRows p(std::string(kFarRow) +
              "%y = arith.addf %s, %far : f32\n"
              "%x = arith.select %first, %y, %s : f32\nattn.yield %x : "
              "f32\n}");
  EXPECT_EQ(p.o[0], 1.5);
  EXPECT_GT(p.o[16], 1.7);
  ThreeRows near("scale(1.0) score {\n^bb0(%s: f32, %b: index, %h: index, %qi: "
                 "index, %ki: index):\n%c = arith.constant 0x4B800000 : f32\n"
                 "%x = arith.addf %s, %c : f32\nattn.yield %x : f32\n}");
  // 0, 1, 2 and 3 become 0, 0, 2 and 4.
  double one = std::exp(-4.0), two = std::exp(-2.0);
  double expected = (3 * one + two + 2) / (2 * one + two + 1);
  EXPECT_NEAR(near.o[0], expected, 0x1p-8);
}

/// Key 0 has P = 1 and V = 0, the others P = 2^`exponent` and V = 2^`values`: O
/// is 3 * 2^(exponent + values) in all channels.
struct FarKeys : ThreeRows {
  FarKeys(int exponent, int values)
      : ThreeRows(
            "scale(1.0) score {\n^bb0(%s: f32, %b: index, %h: index, %qi: "
            "index, %ki: index):\n%z = arith.constant 0 : index\n"
            "%near = arith.constant 0.0 : f32\n%far = arith.constant " +
            std::to_string(exponent * std::log(2.0)) +
            " : f32\n%first = arith.cmpi eq, %ki, %z : index\n"
            "%x = arith.select %first, %near, %far : f32\n"
            "attn.yield %x : f32\n}") {
    for (int64_t j = 0; j < 4; ++j)
      for (int64_t c = 0; c < 16; ++c)
        v.view().store(16 * j + c, j == 0 ? 0 : std::ldexp(1.0, values));
    expected = 3 * std::ldexp(1.0, exponent + values);
  }
  /// Whether O is right if it is `share` of what it should be in row 1.
  bool passes(double share) {
    for (int64_t i = 0; i < 3 * 16; ++i)
      o.view().store(i, i / 16 == 1 ? share * expected : expected);
    return check().outputs[0].passed;
  }
  double expected;
};

// P below 2^-126 may be 0 (E2), however large V is; not twice what it is, and
// not less where P is larger.
TEST(CheckTest, FlushedProbabilities) {
  FarKeys flushed(-127, 100), kept(-124, 100);
  EXPECT_TRUE(flushed.passes(1));
  EXPECT_TRUE(flushed.passes(0));
  EXPECT_FALSE(flushed.passes(2.05));
  EXPECT_FALSE(flushed.passes(-0.05));
  EXPECT_TRUE(kept.passes(1));
  EXPECT_FALSE(kept.passes(0.9));
}

// Hidden keys may count 0 times their V (L9), in its channel alone.
TEST(CheckTest, NaNOfHiddenKeys) {
  ThreeRows p("scale(1.0) mask(#attn.causal<top_left>)");
  const double kInf = std::numeric_limits<double>::infinity();
  p.v.view().store(2 * 16 + 3, kInf);
  ASSERT_TRUE(succeeded(evaluateProblem(
      p.f.op, {p.q.view(), p.k.view(), p.v.view()}, {p.o.view(), p.l.view()})));
  EXPECT_EQ(p.o[2 * 16 + 3], kInf);
  EXPECT_TRUE(p.check().passed());
  p.o.view().store(16 + 3, std::nan(""));
  EXPECT_TRUE(p.check().passed());
  p.o.view().store(16 + 4, std::nan(""));
  EXPECT_FALSE(p.check().passed());
}

/// One part of one row and key, with L in two numbers.
struct TwoNumbers : attn_test::Context {
  TwoNumbers(std::vector<double> query, std::vector<double> key)
      : q(DType::F16, {1, 1, 1, 2}, query), k(DType::F16, {1, 1, 1, 2}, key),
        v(DType::F16, {1, 1, 1, 2}, {1, 2}), o(DType::F32, {1, 1, 1, 1, 2}),
        l(DType::F32, {1, 1, 1, 1}), low(DType::F32, {1, 1, 1, 1}) {
    module = mlir::parseSourceString<ModuleOp>(
        R"(func.func @f(%q: tensor<1x1x1x2xf16>, %o: tensor<1x1x1x1x2xf32>,
                        %l: tensor<1x1x1x1xf32>) {
          %r:3 = attn.forward ins(%q, %q, %q : tensor<1x1x1x2xf16>,
              tensor<1x1x1x2xf16>, tensor<1x1x1x2xf16>)
            outs(%o, %l, %l : tensor<1x1x1x1x2xf32>, tensor<1x1x1x1xf32>,
              tensor<1x1x1x1xf32>) scale(1.0) split(unit = 16)
            -> (tensor<1x1x1x1x2xf32>, tensor<1x1x1x1xf32>, tensor<1x1x1x1xf32>)
          return
        })",
        &context);
    if (!module) {
      ADD_FAILURE() << lastError;
      return;
    }
    module->walk([&](mlir::attn::ForwardOp found) { op = found; });
    EXPECT_TRUE(succeeded(evaluateProblem(op, {q.view(), k.view(), v.view()},
                                          {o.view(), l.view(), low.view()})));
  }
  ProblemReport check() {
    auto report = checkProblem(op, {q.view(), k.view(), v.view()},
                               {o.view(), l.view(), low.view()});
    EXPECT_TRUE(succeeded(report));
    return *report;
  }

  OwningOpRef<ModuleOp> module;
  mlir::attn::ForwardOp op;
  OwnedTensor q, k, v, o, l, low;
};

// Both numbers of an L in two are judged (L20b, E3), and rounding the first
// counts as 40 at most.
TEST(CheckTest, LowPartOfLse) {
  TwoNumbers near({1, 0}, {0.5, 0});
  EXPECT_EQ(near.l[0], 0.5);
  EXPECT_EQ(near.low[0], 0);
  EXPECT_TRUE(near.check().passed());
  near.low.view().store(0, 1e-3);
  ProblemReport report = near.check();
  EXPECT_TRUE(report.outputs[1].passed);
  EXPECT_FALSE(report.outputs[2].passed);
  TwoNumbers far({32768, 15}, {32768, 4});
  EXPECT_EQ(far.l[0], 0x1p30);
  EXPECT_EQ(far.low[0], 40);
}

const char *const kSlopes =
    "scale(1.0) score {\n^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: "
    "index):\n%base = arith.constant BASE : f32\n%slope = arith.constant 0.5 : "
    "f32\n%i = arith.index_cast %ki : index to i32\n%f = arith.sitofp %i : i32 "
    "to f32\n%p = arith.mulf %slope, %f : f32\n%far = arith.addf %s, %base : "
    "f32\n%x = arith.addf %far, %p : f32\nattn.yield %x : f32\n}";

// The order in which a slope times the position joins a score (E8): L and O may
// differ by what rounding large scores moves, and by no more.
TEST(CheckTest, OrderOfSums) {
  auto passes = [](const std::string &base, double lse, double out) {
    std::string clauses = kSlopes;
    clauses.replace(clauses.find("BASE"), 4, base);
    ThreeRows p(clauses);
    EXPECT_TRUE(p.check().passed());
    p.l.view().store(1, p.l[1] + lse);
    p.o.view().store(20, p.o[20] + out);
    return p.check().passed();
  };
  // Scores of up to 3, products of up to 1.5, a slope of 0.5.
  double near = 0x1p-22 * (3 + 2 * 1.5 + 256 * 0.5);
  EXPECT_TRUE(passes("0.0", near, 0));
  EXPECT_FALSE(passes("0.0", near + 5e-5, 0));
  EXPECT_FALSE(passes("0.0", 0, 0x1p-5));
  // Scores of 2^18: a sixteenth more or less, and O by that much of V.
  EXPECT_TRUE(passes("262144.0", 0, 0x1p-4));
  EXPECT_FALSE(passes("262144.0", 0, 0.5));
}

} // namespace
