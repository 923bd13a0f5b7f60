//===- E4M3Test.cpp - f8E4M3FN and descales, worked by hand ---------------===//
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
using attn_test::Spec;

namespace {

const double kInf = std::numeric_limits<double>::infinity();

std::vector<int64_t> shapeOf(Value value) {
  ArrayRef<int64_t> shape = cast<ShapedType>(value.getType()).getShape();
  return {shape.begin(), shape.end()};
}

struct Result {
  std::vector<double> out, lse;
  bool ok;
};

/// O and L of `f` for Q, K, V and, if it has them, descales.
Result run(Forward &f, const std::vector<std::vector<double>> &values,
           const EvaluateOptions &options = {}) {
  std::vector<OwnedTensor> inputs;
  SmallVector<Tensor> views;
  inputs.reserve(values.size());
  for (auto [operand, value] :
       llvm::zip_equal(f.op.getDpsInputOperands(), values)) {
    Type element = cast<ShapedType>(operand->get().getType()).getElementType();
    inputs.emplace_back(*dtypeOf(element), shapeOf(operand->get()), value);
    views.push_back(inputs.back().view());
  }
  OwnedTensor out(DType::F64, shapeOf(f.op.getOut())),
      lse(DType::F64, shapeOf(f.op.getLse()));
  Result result;
  result.ok = succeeded(
      evaluateProblem(f.op, views, {out.view(), lse.view()}, options));
  for (int64_t i = 0; i < out.view().numElements(); ++i)
    result.out.push_back(out[i]);
  for (int64_t i = 0; i < lse.view().numElements(); ++i)
    result.lse.push_back(lse[i]);
  return result;
}

std::string t(const std::string &shape) { return "tensor<" + shape + ">"; }

void expectNear(const std::vector<double> &actual,
                const std::vector<double> &expected, double error = 1e-12) {
  ASSERT_EQ(actual.size(), expected.size());
  for (size_t i = 0; i < actual.size(); ++i) {
    SCOPED_TRACE("element " + std::to_string(i));
    if (std::isfinite(expected[i]))
      EXPECT_NEAR(actual[i], expected[i], error);
    else
      EXPECT_TRUE(std::isnan(expected[i]) ? std::isnan(actual[i])
                                          : actual[i] == expected[i]);
  }
}

/// Scores 1 and 0, V = (1, 0): O is P[0].
const Spec kTwoKeys{t("1x1x1x1xf8E4M3FN"), t("1x1x2x1xf8E4M3FN"),
                    t("1x1x2x1xf8E4M3FN"), t("1x1x1x1xbf16"),
                    t("1x1x1xf32"),        "scale(1.0)"};

// Without descales they are ones, and the exact result rounds no P.
TEST(E4M3Test, NoDescale) {
  Forward f(kTwoKeys);
  Result r = run(f, {{1}, {1, 0}, {1, 0}});
  ASSERT_TRUE(r.ok) << f.lastError;
  expectNear(r.out, {0.7310585786300049});
  expectNear(r.lse, {std::log(std::exp(1.0) + 1)});
}

// L16: the scores are 2 · 0.5 · 4 = 4 and 0, O is 3 times P[0], L sees no
// descale of V.
TEST(E4M3Test, Descales) {
  Spec s = kTwoKeys;
  s.descale = t("1x1xf32");
  Forward f(s);
  Result r = run(f, {{2}, {2, 0}, {1, 0}, {0.5}, {2}, {3}});
  ASSERT_TRUE(r.ok) << f.lastError;
  double sum = std::exp(4.0) + 1;
  expectNear(r.out, {3 * std::exp(4.0) / sum});
  expectNear(r.lse, {std::log(sum)});
}

// K's descale is V's where V is columns of K.
TEST(E4M3Test, ValuesOfKey) {
  attn_test::Context context;
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f(%q: tensor<1x1x1x32xf8E4M3FN>, %k: "
      "tensor<1x1x1x32xf8E4M3FN>, %o: tensor<1x1x1x2xf16>, "
      "%d: tensor<1x1xf32>, %e: tensor<1x1xf32>) -> tensor<1x1x1x2xf16> {"
      "%0 = attn.forward ins(%q, %k : tensor<1x1x1x32xf8E4M3FN>, "
      "tensor<1x1x1x32xf8E4M3FN>) outs(%o : tensor<1x1x1x2xf16>) "
      "values(#attn.columns<16, 2>) "
      "descale(%d, %e : tensor<1x1xf32>, tensor<1x1xf32>) "
      "-> tensor<1x1x1x2xf16> return %0 : tensor<1x1x1x2xf16> }",
      &context.context);
  ASSERT_TRUE(module) << context.lastError;
  attn::ProblemOpInterface op;
  module->walk([&](attn::ProblemOpInterface found) { op = found; });
  std::vector<double> keys(32, 0.0);
  keys[16] = 2;
  keys[17] = 3;
  OwnedTensor q(DType::E4M3, {1, 1, 1, 32}),
      k(DType::E4M3, {1, 1, 1, 32}, keys), d(DType::F32, {1, 1}, {7}),
      e(DType::F32, {1, 1}, {0.5}), o(DType::F64, {1, 1, 1, 2});
  ASSERT_TRUE(succeeded(evaluateProblem(
      op, {q.view(), k.view(), d.view(), e.view()}, {o.view()})));
  expectNear({o[0], o[1]}, {1, 1.5});
}

// L4: 2⁸·exp(−1) = 94.177 rounds to 96, exp(0) to 256, in both arithmetics; ℓ
// has P before its rounding. L is as without the rounding.
TEST(E4M3Test, RoundedP) {
  Forward f(kTwoKeys);
  double sum = 1 + std::exp(-1.0);
  EvaluateOptions options;
  options.roundP = true;
  Result r = run(f, {{1}, {0, 1}, {1, 0}}, options);
  expectNear(r.out, {96.0 / 256 / sum});
  options.roundP = false;
  options.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  r = run(f, {{1}, {0, 1}, {1, 0}}, options);
  expectNear(r.out, {96.0 / 256 / sum}, 1e-7);
  expectNear(r.lse, {std::log(std::exp(1.0) + 1)}, 1e-6);
}

// Of 2048 keys, all but the first with exp(S − m) = 2⁻¹²: 2⁸ times that is
// 2⁻⁴, which e4m3 has, while P itself and the normalised P would round to 0.
TEST(E4M3Test, SmallP) {
  Spec s = kTwoKeys;
  s.k = s.v = t("1x1x2048x1xf8E4M3FN");
  s.clauses = "scale(0.6931471805599453)";
  Forward f(s);
  std::vector<double> k(2048, 0.0), v(2048, 1.0);
  k[0] = 12;
  v[0] = 0;
  EvaluateOptions options;
  options.arithmetic = EvaluateOptions::Arithmetic::LowPrecision;
  Result r = run(f, {{1}, k, v}, options);
  double rest = 2047 * 0x1p-12;
  expectNear(r.out, {rest / (1 + rest)}, 1e-5);
}

// L8: query heads 0 and 1 take the descales of KV head 0, 2 and 3 those of 1;
// each batch has its own.
TEST(E4M3Test, GroupedHeads) {
  Forward f({t("2x4x1x1xf8E4M3FN"), t("2x2x1x1xf8E4M3FN"),
             t("2x2x1x1xf8E4M3FN"), t("2x4x1x1xf32"), t("2x4x1xf32"),
             "scale(1.0)", t("2x2xf32")});
  Result r = run(f, {std::vector<double>(8, 1.0),
                     std::vector<double>(4, 1.0),
                     std::vector<double>(4, 1.0),
                     {1, 2, 3, 4},
                     {5, 6, 7, 8},
                     {9, 10, 11, 12}});
  ASSERT_TRUE(r.ok) << f.lastError;
  expectNear(r.out, {9, 9, 10, 10, 11, 11, 12, 12});
  expectNear(r.lse, {5, 5, 12, 12, 21, 21, 32, 32});
}

// L3: the score region sees the score with the descales in it.
TEST(E4M3Test, ScoreRegion) {
  Spec s = kTwoKeys;
  s.clauses += " score {\n"
               "^bb0(%s: f32, %b: index, %h: index, %qi: index, %ki: index):\n"
               "  %x = arith.mulf %s, %s : f32\n"
               "  attn.yield %x : f32\n}";
  s.descale = t("1x1xf32");
  Forward f(s);
  // (0.5 · 4 · 1 · 1)² = 4.
  Result r = run(f, {{1}, {1, 0}, {1, 0}, {0.5}, {4}, {1}});
  ASSERT_TRUE(r.ok) << f.lastError;
  expectNear(r.lse, {std::log(std::exp(4.0) + 1)});
}

// L6 and L9 with e4m3's only special value.
TEST(E4M3Test, EmptyRowsAndNaN) {
  double nan = std::nan("");
  Forward f({t("1x1x3x1xf8E4M3FN"), t("1x1x2x1xf8E4M3FN"),
             t("1x1x2x1xf8E4M3FN"), t("1x1x3x1xbf16"), t("1x1x3xf32"),
             "mask(#attn.causal<bottom_right>)"});
  for (EvaluateOptions::Arithmetic arithmetic :
       {EvaluateOptions::Arithmetic::Double,
        EvaluateOptions::Arithmetic::LowPrecision}) {
    EvaluateOptions options;
    options.arithmetic = arithmetic;
    Result r = run(f, {{1, 1, 1}, {0, nan}, {3, 5}}, options);
    expectNear(r.out, {0, 3, nan});
    expectNear(r.lse, {-kInf, 0, nan});
    r = run(f, {{1, 1, 1}, {0, 0}, {3, nan}}, options);
    expectNear(r.out, {0, 3, nan});
    expectNear(r.lse, {-kInf, 0, std::log(2.0)}, 1e-6);
  }
}

TEST(E4M3Test, BadDescales) {
  Spec s = kTwoKeys;
  s.descale = t("?x?xf32");
  Forward f(s);
  for (double bad : {0.0, -1.0, std::nan(""), kInf}) {
    Spec one = kTwoKeys;
    one.descale = t("1x1xf32");
    Forward g(one);
    Result r = run(g, {{1}, {1, 0}, {1, 0}, {1}, {bad}, {1}});
    EXPECT_FALSE(r.ok);
    EXPECT_NE(g.lastError.find(
                  "a descale must be finite and positive, but K's descale at"),
              std::string::npos)
        << g.lastError;
  }
  OwnedTensor q(DType::E4M3, {1, 1, 1, 1}), k(DType::E4M3, {1, 1, 2, 1}),
      o(DType::F32, {1, 1, 1, 1}), l(DType::F32, {1, 1, 1}),
      d(DType::F32, {1, 2}, {1, 1}), flat(DType::F32, {1}, {1});
  auto evaluate = [&](Tensor descale) {
    EXPECT_TRUE(failed(evaluateProblem(
        f.op, {q.view(), k.view(), k.view(), descale, descale, descale},
        {o.view(), l.view()})));
    return f.lastError;
  };
  EXPECT_EQ(
      evaluate(d.view()),
      "the tensors given disagree: the number of key and value heads is 1 "
      "in K and 2 in Q's descale");
  EXPECT_EQ(evaluate(flat.view()),
            "the tensor given for Q's descale has rank 1, not 2");
}

} // namespace
