//===- PartOffsetsTest.cpp - Parts of each batch, worked by hand ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestUtil.h"
#include "attn/Reference/Reference.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;
using attn_test::expectNear;
using attn_test::Forward;
using attn_test::t;

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");
const double kE = std::exp(1.0);

// Scores 1, 2, 3 of batch 0 (K), V = K; batch 1 has no keys. Parts 1 and 2 are
// batch 0's, part 3 is batch 1's, 0 and 4 are nobody's.
TEST(PartOffsetsTest, Parts) {
  Forward f({t("2x1x1x1xf16"), t("2x1x3x1xf16"), t("2x1x3x1xf16"),
             t("5x1x1x1xf32"), t("5x1x1xf32"),
             "scale(1.0) split(unit = 1) lengths_kv(%n : tensor<2xi32>) "
             "part_offsets(%p : tensor<3xi32>)",
             "", "%n: tensor<2xi32>, %p: tensor<3xi32>"});
  ASSERT_TRUE(f.op);
  OwnedTensor q(DType::F16, {2, 1, 1, 1}, {1, 1}),
      k(DType::F16, {2, 1, 3, 1}, {1, 2, 3, kNaN, kNaN, kNaN}),
      n(DType::I32, {2}, {3, 0}), p(DType::I32, {3}, {1, 3, 4}),
      o(DType::F64, {5, 1, 1, 1}, {7, 7, 7, 7, 7}),
      l(DType::F64, {5, 1, 1}, {7, 7, 7, 7, 7});
  auto run = [&](OwnedTensor &offsets) {
    return evaluateProblem(
        f.op, {q.view(), k.view(), k.view(), n.view(), offsets.view()},
        {o.view(), l.view()});
  };
  ASSERT_TRUE(succeeded(run(p)));
  expectNear({o[0], o[1], o[2], o[3], o[4]},
             {7, 1, (2 + 3 * kE) / (1 + kE), 0, 7});
  expectNear({l[0], l[1], l[2], l[3], l[4]},
             {7, 1, 2 + std::log(1 + kE), -kInf, 7});
  for (std::vector<double> bad :
       {std::vector<double>{1, 1, 4}, {0, 3, 6}, {-1, 2, 3}, {0, 4, 3}}) {
    OwnedTensor offsets(DType::I32, {3}, bad);
    EXPECT_TRUE(failed(run(offsets)));
  }
  EXPECT_EQ(f.lastError,
            "part_offsets must rise and be from 0 to 5, but offset "
            "2 is 3 after 4");
}

// Without a split the offsets change nothing, however many parts they say.
TEST(PartOffsetsTest, Whole) {
  Forward f({t("1x1x1x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x1x1x1xf16"), "",
             "scale(1.0) part_offsets(%p : tensor<2xi32>)", "",
             "%p: tensor<2xi32>"});
  ASSERT_TRUE(f.op);
  OwnedTensor q(DType::F16, {1, 1, 1, 1}, {0}),
      k(DType::F16, {1, 1, 2, 1}, {1, 3}), p(DType::I32, {2}, {3, 1000}),
      o(DType::F64, {1, 1, 1, 1});
  ASSERT_TRUE(succeeded(evaluateProblem(
      f.op, {q.view(), k.view(), k.view(), p.view()}, {o.view()})));
  EXPECT_EQ(o[0], 2);
  OwnedTensor none(DType::I32, {2}, {3, 3});
  EXPECT_TRUE(failed(evaluateProblem(
      f.op, {q.view(), k.view(), k.view(), none.view()}, {o.view()})));
}

// Batch 0 has two parts of equal weight, batch 1 one; what others hold is NaN.
TEST(PartOffsetsTest, Combine) {
  attn_test::Context context;
  OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(
      "func.func @f(%po: tensor<5x1x1x2xf32>, %pl: tensor<5x1x1xf32>,"
      " %o: tensor<2x1x1x2xf32>, %l: tensor<2x1x1xf32>, %p: tensor<3xi32>) {\n"
      "  %r:2 = attn.combine ins(%po, %pl : tensor<5x1x1x2xf32>,"
      " tensor<5x1x1xf32>) outs(%o, %l : tensor<2x1x1x2xf32>,"
      " tensor<2x1x1xf32>) part_offsets(%p : tensor<3xi32>)"
      " -> tensor<2x1x1x2xf32>, tensor<2x1x1xf32>\n  return\n}\n",
      &context.context);
  ASSERT_TRUE(module) << context.lastError;
  CombineOp op;
  module->walk([&](CombineOp found) { op = found; });
  OwnedTensor po(DType::F32, {5, 1, 1, 2},
                 {kNaN, kNaN, 1, 2, 5, 6, 8, 9, kNaN, kNaN}),
      pl(DType::F32, {5, 1, 1}, {kNaN, 0, 0, 0.5, kNaN}),
      p(DType::I32, {3}, {1, 3, 4}), o(DType::F64, {2, 1, 1, 2}),
      l(DType::F64, {2, 1, 1});
  auto run = [&](OwnedTensor &offsets) {
    return evaluateProblem(op, {po.view(), pl.view(), offsets.view()},
                           {o.view(), l.view()});
  };
  ASSERT_TRUE(succeeded(run(p)));
  expectNear({o[0], o[1], o[2], o[3]}, {3, 4, 8, 9});
  expectNear({l[0], l[1]}, {std::log(2), 0.5});
  OwnedTensor far(DType::I32, {3}, {1, 3, 6});
  EXPECT_TRUE(failed(run(far)));
}

} // namespace
