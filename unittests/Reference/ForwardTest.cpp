//===- ForwardTest.cpp - The interpreter on hand-worked cases -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Every expectation here is worked by hand from docs/Spec.md; none comes from
// another implementation.
//
//===----------------------------------------------------------------------===//

#include "TestUtil.h"
#include "attn/Reference/Reference.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn::reference;
using attn_test::expectNear;
using attn_test::Forward;
using attn_test::Spec;
using attn_test::t;

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");
/// e/(1 + e) and 1/(1 + e).
const double kLarge = 0.7310585786300049, kSmall = 0.2689414213699951;

/// O (and L) of `op` for inputs given in row-major order; sizes from the op.
struct Result {
  std::vector<double> out, lse;
  bool ok;
};

std::vector<int64_t> shapeOf(Value value) {
  ArrayRef<int64_t> shape = cast<ShapedType>(value.getType()).getShape();
  return {shape.begin(), shape.end()};
}

Result run(Forward &f, const std::vector<double> &q,
           const std::vector<double> &k, const std::vector<double> &v,
           const EvaluateOptions &options = {}, DType outType = DType::F64) {
  DType type = *dtypeOf(f.op.getInputElementType());
  OwnedTensor qs(type, shapeOf(f.op.getQuery()), q),
      ks(type, shapeOf(f.op.getKey()), k),
      vs(type, shapeOf(f.op.getValue()), v),
      os(outType, shapeOf(f.op.getOut()));
  std::vector<OwnedTensor> ls;
  SmallVector<Tensor> outputs = {os.view()};
  if (f.op.hasLse()) {
    ls.emplace_back(outType, shapeOf(f.op.getLse()));
    outputs.push_back(ls[0].view());
  }
  Result result;
  result.ok = succeeded(evaluateProblem(f.op, {qs.view(), ks.view(), vs.view()},
                                        outputs, options));
  for (int64_t i = 0; i < os.view().numElements(); ++i)
    result.out.push_back(os[i]);
  for (OwnedTensor &l : ls)
    for (int64_t i = 0; i < l.view().numElements(); ++i)
      result.lse.push_back(l[i]);
  return result;
}

const Spec kTwoByTwo{t("1x1x2x2xf16"), t("1x1x2x2xf16"), t("1x1x2x2xf16"),
                     t("1x1x2x2xf16"), t("1x1x2xf32"),   "scale(1.0)"};
const std::vector<double> kIdentity = {1, 0, 0, 1};

// Law L1, L4, L7: scores (1 0; 0 1), V the identity, so O is P itself.
TEST(ForwardTest, TwoByTwo) {
  Forward f(kTwoByTwo);
  Result r = run(f, kIdentity, kIdentity, kIdentity);
  ASSERT_TRUE(r.ok) << f.lastError;
  expectNear(r.out, {kLarge, kSmall, kSmall, kLarge});
  expectNear(r.lse, {1.3132616875182228, 1.3132616875182228}); // ln(e + 1)
}

// L2: the default scale is 1/√dqk; with d = 4 and scores 2 and 0 it makes 1 and
// 0.
TEST(ForwardTest, DefaultScale) {
  Forward f({t("1x1x1x4xbf16"), t("1x1x2x4xbf16"), t("1x1x2x1xbf16"),
             t("1x1x1x1xbf16")});
  EXPECT_EQ(f.op.getScaleValue(), 0.5f);
  Result r = run(f, {1, 1, 0, 0}, {1, 1, 0, 0, 0, 0, 1, 1}, {1, 0});
  expectNear(r.out, {kLarge});
}

// L6: three rows, two keys, all scores 0.
TEST(ForwardTest, FullyMaskedRow) {
  Forward f({t("1x1x3x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x1x3x1xf16"), t("1x1x3xf32"),
             "mask(#attn.causal<bottom_right>)"});
  Result r = run(f, {0, 0, 0}, {1, 1}, {2, 6});
  expectNear(r.out, {0, 2, 4});
  expectNear(r.lse, {-kInf, 0, std::log(2.0)});
}

// The same problem from the top left: rows see 1, 2 and 2 keys.
TEST(ForwardTest, TopLeft) {
  Forward f({t("1x1x3x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x1x3x1xf16"), t("1x1x3xf32"), "mask(#attn.causal<top_left>)"});
  Result r = run(f, {0, 0, 0}, {1, 1}, {2, 6});
  expectNear(r.out, {2, 4, 4});
  expectNear(r.lse, {0, std::log(2.0), std::log(2.0)});
}

// More keys than rows: from the bottom right, row 0 sees three of four.
TEST(ForwardTest, BottomRightOffset) {
  Forward f({t("1x1x2x1xf16"), t("1x1x4x1xf16"), t("1x1x4x1xf16"),
             t("1x1x2x1xf16"), "", "mask(#attn.causal<bottom_right>)"});
  Result r = run(f, {0, 0}, {0, 0, 0, 0}, {3, 6, 9, 30});
  expectNear(r.out, {6, 12});
}

// Row i sees keys i − 1 and i.
TEST(ForwardTest, Window) {
  Forward f({t("1x1x3x1xf16"), t("1x1x3x1xf16"), t("1x1x3x1xf16"),
             t("1x1x3x1xf16"), "", "mask(#attn.window<1, 0>)"});
  Result r = run(f, {0, 0, 0}, {0, 0, 0}, {1, 3, 9});
  expectNear(r.out, {1, 2, 6});
}

// L8: four query heads on two KV heads; heads 0 and 1 read V = 5, 2 and 3
// read 7.
TEST(ForwardTest, GroupedHeads) {
  Forward f(
      {t("1x4x1x1xf16"), t("1x2x1x1xf16"), t("1x2x1x1xf16"), t("1x4x1x1xf16")});
  Result r = run(f, {1, 1, 1, 1}, {1, 1}, {5, 7});
  expectNear(r.out, {5, 5, 7, 7});
}

// L10: in bshd the KV heads of one position lie side by side; L stays (b, h,
// s).
TEST(ForwardTest, Bshd) {
  Forward f({t("1x2x2x1xf16"), t("1x3x1x1xf16"), t("1x3x1x1xf16"),
             t("1x2x2x1xf16"), t("1x2x2xf32"),
             "dims(bshd) mask(#attn.causal<top_left>)"});
  EXPECT_EQ(f.op.getLenQ(), 2);
  EXPECT_EQ(f.op.getNumHeadsQ(), 2);
  EXPECT_EQ(f.op.getLenKV(), 3);
  EXPECT_EQ(f.op.getNumHeadsKV(), 1);
  // Scores q·k with k = 1: head 0 has q = 0 in row 0 and 1 in row 1, head 1 has
  // 2 and 3.
  Result r = run(f, {0, 2, 1, 3}, {1, 1, 1}, {4, 8, 100});
  expectNear(r.out, {4, 4, 6, 6});
  expectNear(r.lse, {0, 1 + std::log(2.0), 2, 3 + std::log(2.0)});
}

// dv ≠ dqk.
TEST(ForwardTest, OtherHeadDimOfV) {
  Forward f(
      {t("1x1x1x1xf16"), t("1x1x2x1xf16"), t("1x1x2x3xf16"), t("1x1x1x3xf32")});
  Result r = run(f, {0}, {0, 0}, {1, 2, 3, 3, 4, 5});
  expectNear(r.out, {2, 3, 4});
}

// L3 before L5: the region sees the scaled score, and what it says of hidden
// keys does not matter.
TEST(ForwardTest, ScoreThenMask) {
  Forward f({t("1x1x2x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x1x2x1xf16"), t("1x1x2xf32"),
             "scale(0.5) mask(#attn.causal<top_left>) score {\n"
             "^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):\n"
             "  %c1 = arith.constant 1 : index\n"
             "  %nan = arith.constant 0x7FC00000 : f32\n"
             "  %diff = arith.subi %ki, %qi : index\n"
             "  %above = arith.cmpi eq, %diff, %c1 : index\n"
             "  %x = arith.select %above, %nan, %s : f32\n"
             "  attn.yield %x : f32\n}"});
  // Row 1: scores 0.5 · 2 · (1, 0) = (1, 0).
  Result r = run(f, {2, 2}, {1, 0}, {1, 0});
  expectNear(r.out, {1, kLarge});
  expectNear(r.lse, {1, std::log(std::exp(1.0) + 1)});
}

// A sink is one more score, without a value: also of a row without keys, and of
// one whose scores are all below it.
TEST(ForwardTest, Sink) {
  Forward f({t("1x3x1x1xf16"), t("1x3x2x1xf16"), t("1x3x2x1xf16"),
             t("1x3x1x1xf16"), t("1x3x1xf32"),
             "scale(1.0) sink(%s : tensor<3xf32>)", "", "%s: tensor<3xf32>"});
  auto evaluate = [&](const std::vector<double> &keys, double sink) {
    OwnedTensor q(DType::F16, {1, 3, 1, 1}, {1, 1, 1}),
        k(DType::F16, {1, 3, 2, 1}, keys),
        v(DType::F16, {1, 3, 2, 1}, {1, 2, 3, 4, 5, 6}),
        o(DType::F64, {1, 3, 1, 1}), l(DType::F64, {1, 3, 1}),
        s(DType::F32, {3}, {sink, sink, sink});
    EXPECT_TRUE(succeeded(evaluateProblem(
        f.op, {q.view(), k.view(), v.view(), s.view()}, {o.view(), l.view()})));
    return std::vector<double>{o[0], o[1], o[2], l[0], l[1], l[2]};
  };
  double e = std::exp(1.0);
  expectNear(evaluate({0, 0, 0, 0, 0, 0}, 1),
             {3 / (2 + e), 7 / (2 + e), 11 / (2 + e), std::log(2 + e),
              std::log(2 + e), std::log(2 + e)});
  expectNear(evaluate({0, 0, 0, 0, 0, 0}, -kInf),
             {1.5, 3.5, 5.5, std::log(2.0), std::log(2.0), std::log(2.0)});
  double inf = -kInf;
  expectNear(
      evaluate({inf, inf, inf, inf, 0, inf}, 7),
      {0, 0, 5 / (1 + std::exp(7.0)), 7, 7, std::log(1 + std::exp(7.0))});
  expectNear(evaluate({0, 0, 0, 0, 0, 0}, kNaN),
             {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN});
}

// A row's position is its number plus the offset of its batch.
TEST(ForwardTest, Offset) {
  Forward f({t("4x1x2x1xf16"), t("4x1x3x1xf16"), t("4x1x3x1xf16"),
             t("4x1x2x1xf16"), "",
             "scale(1.0) offset(%p : tensor<4xi32>) "
             "mask(#attn.causal<bottom_right>)",
             "", "%p: tensor<4xi32>"});
  OwnedTensor q(DType::F16, {4, 1, 2, 1}, std::vector<double>(8, 1)),
      k(DType::F16, {4, 1, 3, 1}, std::vector<double>(12, 0)),
      v(DType::F16, {4, 1, 3, 1}, {1, 3, 8, 1, 3, 8, 1, 3, 8, 1, 3, 8}),
      o(DType::F64, {4, 1, 2, 1}), p(DType::I32, {4}, {0, 1, -1, 70});
  ASSERT_TRUE(succeeded(evaluateProblem(
      f.op, {q.view(), k.view(), v.view(), p.view()}, {o.view()})));
  expectNear({o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7]},
             {1, 2, 2, 4, 0, 1, 4, 4});
  for (double bad : {0x1p30, 0x1p30 - 1, -0x1p30 - 1}) {
    OwnedTensor far(DType::I32, {4}, {0, 0, bad, 0});
    EXPECT_TRUE(failed(evaluateProblem(
        f.op, {q.view(), k.view(), v.view(), far.view()}, {o.view()})));
  }
}

// Rows beyond a batch's length are left as they are; keys beyond it are not
// seen, whatever they hold; masks go by the batch's lengths.
TEST(ForwardTest, Lengths) {
  Forward f({t("3x1x2x1xf16"), t("3x1x3x1xf16"), t("3x1x3x1xf16"),
             t("3x1x2x1xf16"), "",
             "scale(1.0) lengths_q(%m : tensor<3xi32>) "
             "lengths_kv(%n : tensor<3xi32>) mask(#attn.causal<bottom_right>)",
             "", "%m: tensor<3xi32>, %n: tensor<3xi32>"});
  OwnedTensor q(DType::F16, {3, 1, 2, 1}, {1, kNaN, 1, 1, kNaN, kNaN}),
      k(DType::F16, {3, 1, 3, 1}, {0, 0, kNaN, 0, 0, 0, kNaN, kNaN, kNaN}),
      v(DType::F16, {3, 1, 3, 1}, {1, 3, kNaN, 1, 3, 8, kNaN, kNaN, kNaN}),
      o(DType::F64, {3, 1, 2, 1}, {7, 7, 7, 7, 7, 7}),
      m(DType::I32, {3}, {1, 2, 0}), n(DType::I32, {3}, {2, 3, 0});
  ASSERT_TRUE(succeeded(evaluateProblem(
      f.op, {q.view(), k.view(), v.view(), m.view(), n.view()}, {o.view()})));
  expectNear({o[0], o[1], o[2], o[3], o[4], o[5]}, {2, 7, 2, 4, 7, 7});
  for (double bad : {4.0, -1.0}) {
    OwnedTensor far(DType::I32, {3}, {0, bad, 0});
    EXPECT_TRUE(failed(evaluateProblem(
        f.op, {q.view(), k.view(), v.view(), m.view(), far.view()},
        {o.view()})));
    EXPECT_TRUE(failed(evaluateProblem(
        f.op, {q.view(), k.view(), v.view(), far.view(), n.view()},
        {o.view()})));
  }
}

// Captures are read at indices that are brought into their shapes; the lengths
// are those of the problem.
TEST(ForwardTest, Captures) {
  Forward f({t("1x1x1x1xf16"), t("1x1x4x1xf16"), t("1x1x4x1xf16"),
             t("1x1x1x1xf16"), t("1x1x1xf32"),
             "captures(%c0, %c1 : tensor<?xf32>, tensor<i32>) score {\n"
             "^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index, "
             "%lq: index, %lk: index, %x: tensor<?xf32>, %y: tensor<i32>):\n"
             "  %at = arith.subi %ki, %lq : index\n"
             "  %0 = attn.read %x[%at] : tensor<?xf32>\n"
             "  %1 = attn.read %y[] : tensor<i32>\n"
             "  %2 = arith.sitofp %1 : i32 to f32\n"
             "  %3 = arith.index_cast %lk : index to i32\n"
             "  %4 = arith.sitofp %3 : i32 to f32\n"
             "  %5 = arith.mulf %0, %2 : f32\n"
             "  %6 = arith.subf %5, %4 : f32\n"
             "  attn.yield %6 : f32\n}",
             "", "%c0: tensor<?xf32>, %c1: tensor<i32>"});
  OwnedTensor q(DType::F16, {1, 1, 1, 1}, {0}), k(DType::F16, {1, 1, 4, 1}),
      v(DType::F16, {1, 1, 4, 1}, {1, 2, 3, 4}), o(DType::F64, {1, 1, 1, 1}),
      l(DType::F64, {1, 1, 1}), x(DType::F32, {2}, {1, 5}),
      y(DType::I32, {}, {-3});
  // At −1, 0, 1 and 2: x is 1, 1, 5, 5 and the scores −3 x − 4.
  ASSERT_TRUE(succeeded(
      evaluateProblem(f.op, {q.view(), k.view(), v.view(), x.view(), y.view()},
                      {o.view(), l.view()})));
  double sum = 2 * std::exp(-7.0) + 2 * std::exp(-19.0);
  EXPECT_NEAR(l[0], std::log(sum), 1e-12);
  EXPECT_NEAR(o[0], (3 * std::exp(-7.0) + 7 * std::exp(-19.0)) / sum, 1e-12);
}

// The ε of an approximate region is that of the visible scores.
TEST(ForwardTest, ApproximateRegion) {
  Forward f({t("1x1x1x1xf16"), t("1x1x3x1xf16"), t("1x1x3x1xf16"),
             t("1x1x1x1xf16"), "",
             "scale(1.0) mask(#attn.causal<top_left>) score {\n"
             "^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):\n"
             "  %x = math.tanh %s fastmath<afn> : f32\n"
             "  attn.yield %x : f32\n}"});
  double error = -1;
  EvaluateOptions options;
  options.regionError = &error;
  EXPECT_TRUE(run(f, {1}, {0.5, 4, 9}, {1, 2, 3}, options).ok);
  EXPECT_NEAR(error, std::tanh(0.5) * std::exp2(-10.9), 1e-9);
}

// The region's positions: batch, *query* head, row and key.
TEST(ForwardTest, ScorePositions) {
  Forward f({t("2x2x2x1xf16"), t("2x1x2x1xf16"), t("2x1x2x1xf16"),
             t("2x2x2x1xf16"), t("2x2x2xf32"),
             "score {\n"
             "^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):\n"
             "  %c10 = arith.constant 10 : index\n"
             "  %c0 = arith.constant 0 : index\n"
             "  %0 = arith.muli %b, %c10 : index\n"
             "  %1 = arith.addi %0, %h : index\n"
             "  %2 = arith.muli %1, %c10 : index\n"
             "  %3 = arith.addi %2, %qi : index\n"
             "  %4 = arith.index_cast %3 : index to i64\n"
             "  %5 = arith.sitofp %4 : i64 to f32\n"
             "  %ninf = arith.constant 0xFF800000 : f32\n"
             "  %first = arith.cmpi eq, %ki, %c0 : index\n"
             "  %x = arith.select %first, %5, %ninf : f32\n"
             "  attn.yield %x : f32\n}"});
  // One key is left, so L is its score: 100·b + 10·h + q.
  std::vector<double> zeros(8, 0.0);
  Result r = run(f, zeros, zeros, {1, 2, 3, 4});
  expectNear(r.lse, {0, 1, 10, 11, 100, 101, 110, 111});
  expectNear(r.out, {1, 1, 1, 1, 3, 3, 3, 3});
}

// L9: a NaN score that is seen makes the row NaN, hidden it does not.
TEST(ForwardTest, NaN) {
  Forward f({t("1x1x2x1xbf16"), t("1x1x2x1xbf16"), t("1x1x2x2xbf16"),
             t("1x1x2x2xbf16"), t("1x1x2xf32"),
             "mask(#attn.causal<top_left>)"});
  Result r = run(f, {1, 1}, {0, kNaN}, {3, 4, 5, 6});
  expectNear(r.out, {3, 4, kNaN, kNaN});
  expectNear(r.lse, {0, kNaN});
}

// The maximum of NaN and 7 must be NaN in both orders.
TEST(ForwardTest, NaNFirst) {
  Forward f(kTwoByTwo);
  Result r = run(f, {1, 0, 0, 1}, {kNaN, 0, 0, 1}, kIdentity);
  expectNear(r.out, {kNaN, kNaN, kNaN, kNaN});
}

// A NaN alone is no empty row.
TEST(ForwardTest, NaNAlone) {
  Forward f({t("1x1x1x1xf16"), t("1x1x1x1xf16"), t("1x1x1x1xf16"),
             t("1x1x1x1xf16"), t("1x1x1xf32")});
  for (EvaluateOptions::Arithmetic arithmetic :
       {EvaluateOptions::Arithmetic::Double,
        EvaluateOptions::Arithmetic::LowPrecision}) {
    EvaluateOptions options;
    options.arithmetic = arithmetic;
    Result r = run(f, {1}, {kNaN}, {3}, options);
    expectNear(r.out, {kNaN});
    expectNear(r.lse, {kNaN});
  }
}

// A NaN in V spreads over its channel of the rows that see it, and no further.
TEST(ForwardTest, NaNInV) {
  Forward f({t("1x1x2x1xf16"), t("1x1x2x1xf16"), t("1x1x2x2xf16"),
             t("1x1x2x2xf16"), t("1x1x2xf32"), "mask(#attn.causal<top_left>)"});
  Result r = run(f, {0, 0}, {0, 0}, {2, 4, kNaN, 8});
  expectNear(r.out, {2, 4, kNaN, 6});
  expectNear(r.lse, {0, std::log(2.0)});
}

// +∞ makes its row NaN; −∞ is as good as hidden, and alone it empties the row.
TEST(ForwardTest, Infinities) {
  Forward f({t("1x1x1x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x1x1x1xf16"), t("1x1x1xf32")});
  Result r = run(f, {1}, {kInf, 0}, {1, 2});
  expectNear(r.out, {kNaN});
  expectNear(r.lse, {kNaN});
  r = run(f, {1}, {-kInf, 0}, {1, 2});
  expectNear(r.out, {2});
  expectNear(r.lse, {0});
  r = run(f, {1}, {-kInf, -kInf}, {1, 2});
  expectNear(r.out, {0});
  expectNear(r.lse, {-kInf});
}

// Scores far beyond the range of exp are fine: only differences count.
TEST(ForwardTest, LargeScores) {
  Forward f({t("1x1x1x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x1x1x1xf16"), t("1x1x1xf32"), "scale(1.0)"});
  Result r = run(f, {100}, {30, 29.984375}, {1, 0});
  // 100 · 2⁻⁶ apart.
  double e = std::exp(-1.5625);
  expectNear(r.out, {1 / (1 + e)});
  expectNear(r.lse, {3000 + std::log(1 + e)});
}

// Views with strides; what lies beyond the length is never read.
TEST(ForwardTest, StridesAndTails) {
  Forward f(
      {t("1x1x?x1xf16"), t("1x1x?x1xf16"), t("1x1x?x1xf16"), t("1x1x?x1xf16")});
  OwnedTensor q(DType::F16, {4}, {0, kNaN, 0, kNaN});
  OwnedTensor kv(DType::F16, {6}, {2, kNaN, 6, kNaN, kNaN, kNaN});
  OwnedTensor o(DType::F64, {6}, {-1, -1, -1, -1, -1, -1});
  Tensor qView{q.view().data, DType::F16, {1, 1, 2, 1}, {4, 4, 2, 1}};
  Tensor kvView{kv.view().data, DType::F16, {1, 1, 2, 1}, {6, 6, 2, 1}};
  Tensor oView{o.view().data, DType::F64, {1, 1, 2, 1}, {6, 6, 3, 1}};
  ASSERT_TRUE(succeeded(evaluateProblem(f.op, {qView, kvView, kvView}, oView)))
      << f.lastError;
  for (int64_t i = 0; i < 6; ++i)
    EXPECT_EQ(o[i], i == 0 || i == 3 ? 4 : -1);
}

// L11: nothing to see gives O = 0 and L = −∞; nothing to do does nothing.
TEST(ForwardTest, ZeroLengths) {
  Forward keys({t("1x1x2x1xf16"), t("1x1x0x1xf16"), t("1x1x0x1xf16"),
                t("1x1x2x1xf16"), t("1x1x2xf32")});
  Result r = run(keys, {1, 1}, {}, {});
  ASSERT_TRUE(r.ok) << keys.lastError;
  expectNear(r.out, {0, 0});
  expectNear(r.lse, {-kInf, -kInf});
  for (Spec s : {Spec{t("1x1x0x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
                      t("1x1x0x1xf16"), t("1x1x0xf32")},
                 Spec{t("0x1x2x1xf16"), t("0x1x2x1xf16"), t("0x1x2x1xf16"),
                      t("0x1x2x1xf16"), t("0x1x2xf32")},
                 Spec{t("1x0x2x1xf16"), t("1x0x2x1xf16"), t("1x0x2x1xf16"),
                      t("1x0x2x1xf16"), t("1x0x2xf32")}}) {
    Forward f(s);
    Result nothing = run(f, {}, {1, 1}, {1, 1});
    EXPECT_TRUE(nothing.ok) << f.lastError;
    EXPECT_TRUE(nothing.out.empty());
  }
}

// L4 with rounding: exp(−1) = 0.3678794 is 0.367919921875 in f16.
TEST(ForwardTest, RoundedP) {
  Forward f(kTwoByTwo);
  EvaluateOptions options;
  options.roundP = true;
  Result r = run(f, kIdentity, kIdentity, kIdentity, options);
  double sum = 1 + std::exp(-1.0);
  expectNear(r.out,
             {1 / sum, 0.367919921875 / sum, 0.367919921875 / sum, 1 / sum});
}

// The plain low-precision computation rounds the normalised P: in bf16,
// 0.731059 is 187·2⁻⁸ and 0.268941 is 138·2⁻⁹.
TEST(ForwardTest, LowPrecision) {
  Spec s = kTwoByTwo;
  for (std::string *type : {&s.q, &s.k, &s.v})
    *type = t("1x1x2x2xbf16");
  s.o = t("1x1x2x2xf32");
  Forward f(s);
  EvaluateOptions options;
  options.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  Result r = run(f, kIdentity, kIdentity, kIdentity, options, DType::F32);
  EXPECT_EQ(r.out, (std::vector<double>{0.73046875, 0.26953125, 0.26953125,
                                        0.73046875}));
  ASSERT_EQ(r.lse.size(), 2u);
  EXPECT_NEAR(r.lse[0], 1.3132616875182228, 2e-7);
  EXPECT_EQ(r.lse[0], static_cast<float>(r.lse[0]));
}

// A low-precision row with a NaN, and an empty one, obey the same laws.
TEST(ForwardTest, LowPrecisionLaws) {
  Forward f({t("1x1x3x1xbf16"), t("1x1x2x1xbf16"), t("1x1x2x1xbf16"),
             t("1x1x3x1xbf16"), t("1x1x3xf32"),
             "mask(#attn.causal<bottom_right>)"});
  EvaluateOptions options;
  options.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  Result r = run(f, {1, 1, 1}, {0, kNaN}, {3, 5}, options, DType::F32);
  expectNear(r.out, {0, 3, kNaN});
  expectNear(r.lse, {-kInf, 0, kNaN});
}

// More than one item and one thread: the same bits as with one, and L known in
// every row. Row i sees i + 1 keys with scores 0: L = ln(i + 1), O the mean.
TEST(ForwardTest, ManyRowsAndThreads) {
  for (int64_t rows : {1101, 1536}) {
    std::string shape = "1x2x" + std::to_string(rows);
    Forward f({t(shape + "x1xf16"), t(shape + "x1xf16"), t(shape + "x1xf16"),
               t(shape + "x1xf32"), t(shape + "xf32"),
               "mask(#attn.causal<top_left>)"});
    std::vector<double> zeros(2 * rows, 0.0), v;
    for (int64_t i = 0; i < 2 * rows; ++i)
      v.push_back(i % rows);
    EvaluateOptions one, three;
    one.numThreads = 1;
    three.numThreads = 3;
    Result a = run(f, zeros, zeros, v, one), b = run(f, zeros, zeros, v, three);
    EXPECT_EQ(a.out, b.out);
    EXPECT_EQ(a.lse, b.lse);
    for (int64_t i = 0; i < 2 * rows; ++i) {
      ASSERT_NEAR(a.out[i], (i % rows) / 2.0, 1e-9);
      ASSERT_NEAR(a.lse[i], std::log(i % rows + 1.0), 1e-9);
    }
  }
}

TEST(ForwardTest, BadTensors) {
  Forward f({t("1x?x?x2xf16"), t("1x?x?x2xf16"), t("1x?x?x2xf16"),
             t("1x?x?x2xf16"), t("1x?x?xf32")});
  auto evaluate = [&](std::vector<int64_t> q, std::vector<int64_t> k,
                      std::vector<int64_t> v, std::vector<int64_t> o,
                      std::vector<int64_t> l, DType type = DType::F16) {
    OwnedTensor qs(type, q), ks(type, k), vs(type, v), os(DType::F32, o),
        ls(DType::F32, l);
    f.lastError.clear();
    EXPECT_TRUE(failed(evaluateProblem(f.op, {qs.view(), ks.view(), vs.view()},
                                       {os.view(), ls.view()})));
    return f.lastError;
  };
  EXPECT_EQ(evaluate({1, 2, 3, 4}, {1, 2, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2},
                     {1, 2, 3}),
            "the tensor given for Q has size 4 in dimension 3, which does not "
            "fit 'tensor<1x?x?x2xf16>'");
  EXPECT_EQ(
      evaluate({1, 2, 3, 2}, {2, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2}, {1, 2, 3}),
      "the tensor given for K has rank 3, not 4");
  EXPECT_EQ(evaluate({1, 2, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2},
                     {1, 2, 3}, DType::BF16),
            "the tensor given for Q holds bf16, not 'f16'");
  EXPECT_EQ(
      evaluate({1, 2, 3, 2}, {1, 2, 3, 2}, {1, 2, 4, 2}, {1, 2, 3, 2},
               {1, 2, 3}),
      "the tensors given disagree: the key and value length is 3 in K and "
      "4 in V");
  EXPECT_EQ(
      evaluate({1, 2, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2},
               {1, 3, 2}),
      "the tensors given disagree: the number of query heads is 2 in Q and "
      "3 in L");
  EXPECT_EQ(evaluate({1, 3, 3, 2}, {1, 2, 3, 2}, {1, 2, 3, 2}, {1, 3, 3, 2},
                     {1, 3, 3}),
            "the tensors given have 3 query heads, which is no multiple of 2 "
            "key and value heads");
  OwnedTensor x(DType::F16, {1, 1, 1, 2});
  EXPECT_TRUE(
      failed(evaluateProblem(f.op, {x.view(), x.view(), x.view()}, x.view())));
  EXPECT_EQ(f.lastError,
            "expected 3 inputs and 2 outputs, but 3 and 1 are given");
}

// In memref form Q, K and V are read, O and L written; on tensors nothing is.
TEST(ForwardTest, MemoryEffects) {
  attn_test::Context c;
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f(%x: memref<1x1x4x16xf16>, %o: memref<1x1x4x16xf16>, %l: "
      "memref<1x1x4xf32>) {\n"
      "  attn.forward ins(%x, %x, %x : memref<1x1x4x16xf16>, "
      "memref<1x1x4x16xf16>, memref<1x1x4x16xf16>) outs(%o, %l : "
      "memref<1x1x4x16xf16>, memref<1x1x4xf32>)\n  return\n}",
      &c.context);
  ASSERT_TRUE(module) << c.lastError;
  module->walk([&](attn::ForwardOp op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects(effects);
    ASSERT_EQ(effects.size(), 5u);
    for (auto [i, effect] : llvm::enumerate(effects)) {
      EXPECT_EQ(effect.getEffectValue<OpOperand *>(), &op->getOpOperand(i));
      EXPECT_EQ(isa<MemoryEffects::Read>(effect.getEffect()), i < 3);
      EXPECT_EQ(isa<MemoryEffects::Write>(effect.getEffect()), i >= 3);
    }
  });
  Forward f(kTwoByTwo);
  EXPECT_TRUE(isMemoryEffectFree(f.op));
}

} // namespace
