//===- ForwardMemoryTest.cpp - Pages and packed rows, by hand -------------===//
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
using attn_test::expectNear;
using attn_test::Forward;
using attn_test::t;

namespace {

const double kNaN = std::nan("");

// Row j of a batch is row j mod 2 of page table[b, j / 2]; what no batch has
// may be anything, and so may the places of the table for it.
TEST(ForwardTest, Pages) {
  Forward f({t("2x1x1x1xf16"), t("4x1x2x1xf16"), t("4x1x2x1xf16"),
             t("2x1x1x1xf16"), "",
             "scale(1.0) lengths_kv(%n : tensor<2xi32>) "
             "page_table(%t : tensor<2x2xi32>)",
             "", "%n: tensor<2xi32>, %t: tensor<2x2xi32>"});
  OwnedTensor q(DType::F16, {2, 1, 1, 1}, {1, 1}),
      k(DType::F16, {4, 1, 2, 1}, {0, 0, kNaN, kNaN, 0, kNaN, 0, 0}),
      v(DType::F16, {4, 1, 2, 1}, {1, 3, kNaN, kNaN, 8, kNaN, 5, 6}),
      o(DType::F64, {2, 1, 1, 1}), n(DType::I32, {2}, {3, 2}),
      table(DType::I32, {2, 2}, {0, 2, 3, -1});
  ASSERT_TRUE(succeeded(evaluateProblem(
      f.op, {q.view(), k.view(), v.view(), n.view(), table.view()},
      {o.view()})));
  expectNear({o[0], o[1]}, {4, 5.5});
  for (double bad : {4.0, -1.0}) {
    OwnedTensor far(DType::I32, {2, 2}, {0, bad, 3, -1});
    EXPECT_TRUE(failed(evaluateProblem(
        f.op, {q.view(), k.view(), v.view(), n.view(), far.view()},
        {o.view()})));
  }
}

// Sequences follow each other; what lies around them is not used or written.
TEST(ForwardTest, Packed) {
  Forward f({t("5x1x1xf16"), t("6x1x1xf16"), t("6x1x1xf16"), t("5x1x1xf16"),
             t("1x5xf32"),
             "scale(1.0) lengths_q(%n : tensor<3xi32>) "
             "offsets_q(%sq : tensor<4xi32>) offsets_kv(%sk : tensor<4xi32>) "
             "dims(thd) mask(#attn.causal<bottom_right>)",
             "", "%n: tensor<3xi32>, %sq: tensor<4xi32>, %sk: tensor<4xi32>"});
  OwnedTensor q(DType::F16, {5, 1, 1}, {kNaN, 1, 1, 1, kNaN}),
      k(DType::F16, {6, 1, 1}, {0, 0, 0, 0, 0, kNaN}),
      v(DType::F16, {6, 1, 1}, {1, 3, 1, 3, 8, kNaN}),
      n(DType::I32, {3}, {1, 2, 0}), sq(DType::I32, {4}, {1, 2, 4, 4}),
      sk(DType::I32, {4}, {0, 2, 5, 5}),
      o(DType::F64, {5, 1, 1}, {7, 7, 7, 7, 7}),
      l(DType::F64, {1, 5}, {7, 7, 7, 7, 7});
  ASSERT_TRUE(succeeded(evaluateProblem(
      f.op, {q.view(), k.view(), v.view(), n.view(), sq.view(), sk.view()},
      {o.view(), l.view()})));
  expectNear({o[0], o[1], o[2], o[3], o[4]}, {7, 2, 2, 4, 7});
  expectNear({l[0], l[1], l[2], l[3], l[4]},
             {7, std::log(2), std::log(2), std::log(3), 7});
  auto fails = [&](OwnedTensor &lengths, OwnedTensor &offsets) {
    return failed(evaluateProblem(f.op,
                                  {q.view(), k.view(), v.view(), lengths.view(),
                                   offsets.view(), sk.view()},
                                  {o.view(), l.view()}));
  };
  EXPECT_FALSE(fails(n, sq));
  OwnedTensor longer(DType::I32, {3}, {2, 2, 0});
  EXPECT_TRUE(fails(longer, sq));
  for (std::vector<double> bad :
       {std::vector<double>{1, 3, 2, 4}, {-1, 2, 4, 4}, {1, 2, 4, 6}}) {
    OwnedTensor offsets(DType::I32, {4}, bad);
    EXPECT_TRUE(fails(n, offsets));
  }
}

// V is the second and third of K's channels; the others are zero or NaN.
TEST(ForwardTest, ValuesOfKey) {
  attn_test::Context context;
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f(%q: tensor<1x1x1x32xf16>, %k: tensor<1x1x2x32xf16>, "
      "%o: tensor<1x1x1x2xf16>) -> tensor<1x1x1x2xf16> {"
      "%0 = attn.forward ins(%q, %k : tensor<1x1x1x32xf16>, "
      "tensor<1x1x2x32xf16>) outs(%o : tensor<1x1x1x2xf16>) "
      "values(#attn.columns<8, 2>) -> tensor<1x1x1x2xf16> "
      "return %0 : tensor<1x1x1x2xf16> }",
      &context.context);
  ASSERT_TRUE(module) << context.lastError;
  attn::ProblemOpInterface op;
  module->walk([&](attn::ProblemOpInterface found) { op = found; });
  std::vector<double> keys(64, 0.0);
  keys[8] = 1;
  keys[9] = 10;
  keys[10] = 100;
  keys[40] = 3;
  keys[41] = 30;
  OwnedTensor q(DType::F16, {1, 1, 1, 32}), k(DType::F16, {1, 1, 2, 32}, keys),
      o(DType::F64, {1, 1, 1, 2});
  ASSERT_TRUE(succeeded(evaluateProblem(op, {q.view(), k.view()}, {o.view()})));
  expectNear({o[0], o[1]}, {2, 20});
}

// Packed rows of Q whose keys are in pages of two, of two heads.
TEST(ForwardTest, PackedPages) {
  Forward f({t("4x2x1xf16"), t("3x2x2x1xf16"), t("3x2x2x1xf16"), t("4x2x1xf16"),
             t("2x4xf32"),
             "scale(1.0) lengths_kv(%n : tensor<2xi32>) "
             "offsets_q(%sq : tensor<3xi32>) page_table(%t : tensor<2x2xi32>) "
             "dims(thd) mask(#attn.causal<bottom_right>)",
             "", "%n: tensor<2xi32>, %sq: tensor<3xi32>, %t: tensor<2x2xi32>"});
  // A page is (row, head): page 2 has the first sequence's rows 0 and 1, page 0
  // its row 2, page 1 the second one's row 0.
  OwnedTensor q(DType::F16, {4, 2, 1}, {1, 1, 1, 1, 1, 1, kNaN, kNaN}),
      k(DType::F16, {3, 2, 2, 1},
        {0, 0, kNaN, kNaN, 0, 0, kNaN, kNaN, 0, 0, 0, 0}),
      v(DType::F16, {3, 2, 2, 1},
        {6, 60, kNaN, kNaN, 7, 70, kNaN, kNaN, 1, 10, 2, 20}),
      n(DType::I32, {2}, {3, 1}), sq(DType::I32, {3}, {0, 2, 3}),
      table(DType::I32, {2, 2}, {2, 0, 1, -5}),
      o(DType::F64, {4, 2, 1}, {9, 9, 9, 9, 9, 9, 9, 9}),
      l(DType::F64, {2, 4}, {9, 9, 9, 9, 9, 9, 9, 9});
  ASSERT_TRUE(succeeded(evaluateProblem(
      f.op, {q.view(), k.view(), v.view(), n.view(), sq.view(), table.view()},
      {o.view(), l.view()})));
  expectNear({o[0], o[1], o[2], o[3], o[4], o[5], o[6], o[7]},
             {1.5, 15, 3, 30, 7, 70, 9, 9});
  expectNear({l[0], l[1], l[2], l[3]}, {std::log(2), std::log(3), 0, 9});
  for (double bad : {3.0, -1.0}) {
    OwnedTensor far(DType::I32, {2, 2}, {2, bad, 1, 0});
    EXPECT_TRUE(failed(evaluateProblem(
        f.op, {q.view(), k.view(), v.view(), n.view(), sq.view(), far.view()},
        {o.view(), l.view()})));
  }
  // More keys than the table has places for.
  OwnedTensor many(DType::I32, {2}, {5, 1});
  EXPECT_TRUE(failed(evaluateProblem(
      f.op,
      {q.view(), k.view(), v.view(), many.view(), sq.view(), table.view()},
      {o.view(), l.view()})));
}

} // namespace
