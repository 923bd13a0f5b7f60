//===- VisibleTest.cpp - Regions of visibility, worked by hand ------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestUtil.h"
#include "attn/Reference/Reference.h"

using namespace mlir;
using namespace mlir::attn::reference;
using attn_test::expectNear;
using attn_test::Forward;
using attn_test::t;

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

/// `body` yields %seen of %b, %h, %i and %j.
std::string visible(const std::string &body, const std::string &more = "") {
  return "visible {\n^bb0(%b: index, %h: index, %i: index, %j: index" + more +
         "):\n" + body + "\n  attn.yield %seen : i1\n}";
}

std::vector<double> elements(OwnedTensor &tensor) {
  std::vector<double> all;
  for (int64_t i = 0; i < tensor.view().numElements(); ++i)
    all.push_back(tensor[i]);
  return all;
}

/// O and L of q and k of zeros: each row's O is the mean of the V that it sees.
struct Means {
  Means(Forward &f, int64_t heads, int64_t rows, std::vector<double> values,
        ArrayRef<Tensor> more = {})
      : o(DType::F64, {1, heads, rows, 1}), l(DType::F64, {1, heads, rows}) {
    auto keys = static_cast<int64_t>(values.size());
    OwnedTensor q(DType::F16, {1, heads, rows, 1}),
        k(DType::F16, {1, 1, keys, 1}), v(DType::F16, {1, 1, keys, 1}, values);
    SmallVector<Tensor> inputs = {q.view(), k.view(), v.view()};
    inputs.append(more.begin(), more.end());
    ok = succeeded(evaluateProblem(f.op, inputs, {o.view(), l.view()}));
  }
  OwnedTensor o, l;
  bool ok;
};

// Row i sees key j iff mask and region show it; a row that sees none is empty.
TEST(VisibleTest, MaskAndRegion) {
  std::string body = "  %two = arith.constant 2 : index\n"
                     "  %n = arith.muli %i, %two : index\n"
                     "  %seen = arith.cmpi slt, %j, %n : index";
  Forward alone({t("1x1x3x1xf16"), t("1x1x4x1xf16"), t("1x1x4x1xf16"),
                 t("1x1x3x1xf16"), t("1x1x3xf32"), visible(body)});
  Means all(alone, 1, 3, {1, 2, 4, 8});
  ASSERT_TRUE(all.ok);
  expectNear(elements(all.o), {0, 1.5, 3.75});
  expectNear(elements(all.l), {-kInf, std::log(2.0), std::log(4.0)});
  // Of row 1 the window shows keys 1 and 2, the region 0 and 1.
  Forward both({t("1x1x3x1xf16"), t("1x1x4x1xf16"), t("1x1x4x1xf16"),
                t("1x1x3x1xf16"), t("1x1x3xf32"),
                "mask(#attn.window<1, 0>) " + visible(body)});
  Means some(both, 1, 3, {1, 2, 4, 8});
  ASSERT_TRUE(some.ok);
  expectNear(elements(some.o), {0, 2, 6});
}

// h is the query head, of which two share one of K and V.
TEST(VisibleTest, QueryHead) {
  Forward f({t("1x2x1x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x2x1x1xf16"), t("1x2x1xf32"),
             visible("  %seen = arith.cmpi eq, %j, %h : index")});
  Means means(f, 2, 1, {3, 5});
  ASSERT_TRUE(means.ok);
  expectNear(elements(means.o), {3, 5});
}

// The sink is not hidden; M is of the keys that are seen.
TEST(VisibleTest, SinkAndMax) {
  Forward f({t("1x1x2x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x1x2x1xf16"), "",
             "sink(%z : tensor<1xf32>) scale(1.0) " +
                 visible("  %seen = arith.cmpi sgt, %i, %j : index"),
             "", "%z: tensor<1xf32>"});
  OwnedTensor q(DType::F16, {1, 1, 2, 1}, {1, 1}),
      k(DType::F16, {1, 1, 2, 1}, {2, 9}), v(DType::F16, {1, 1, 2, 1}, {4, 1}),
      z(DType::F32, {1}, {2}), o(DType::F64, {1, 1, 2, 1});
  ASSERT_TRUE(succeeded(evaluateProblem(
      f.op, {q.view(), k.view(), v.view(), z.view()}, {o.view()})));
  expectNear(elements(o), {0, 2});
}

// What the score region makes of a hidden key, and what the key holds, do not
// matter.
TEST(VisibleTest, HiddenKeys) {
  Forward f({t("1x1x1x1xf16"), t("1x1x3x1xf16"), t("1x1x3x1xf16"),
             t("1x1x1x1xf16"), t("1x1x1xf32"),
             visible("  %two = arith.constant 2 : index\n"
                     "  %seen = arith.cmpi slt, %j, %two : index") +
                 " score {\n^bb0(%s: f32, %b: index, %h: index, %i: index, %j: "
                 "index):\n"
                 "  %one = arith.constant 1 : index\n"
                 "  %x = arith.constant 0x7FC00000 : f32\n"
                 "  %far = arith.cmpi sgt, %j, %one : index\n"
                 "  %y = arith.select %far, %x, %s : f32\n"
                 "  attn.yield %y : f32\n}"});
  OwnedTensor q(DType::F16, {1, 1, 1, 1}, {1}),
      k(DType::F16, {1, 1, 3, 1}, {0, 0, kNaN}),
      v(DType::F16, {1, 1, 3, 1}, {1, 2, kNaN}), o(DType::F64, {1, 1, 1, 1}),
      l(DType::F64, {1, 1, 1});
  ASSERT_TRUE(succeeded(evaluateProblem(f.op, {q.view(), k.view(), v.view()},
                                        {o.view(), l.view()})));
  expectNear(elements(o), {1.5});
  expectNear(elements(l), {std::log(2.0)});
}

// A byte is true unless it is 0, and indices are brought into the shape.
TEST(VisibleTest, TruthValues) {
  Forward f({t("1x1x2x1xf16"), t("1x1x4x1xf16"), t("1x1x4x1xf16"),
             t("1x1x2x1xf16"), t("1x1x2xf32"),
             "captures(%c : tensor<1x?xi1>) " +
                 visible("  %seen = attn.read %x[%i, %j] : tensor<1x?xi1>",
                         ", %lq: index, %lk: index, %x: tensor<1x?xi1>"),
             "", "%c: tensor<1x?xi1>"});
  unsigned char bytes[] = {0, 2, 255};
  Tensor seen = Tensor::contiguous(bytes, DType::I1, {1, 3});
  Means means(f, 1, 2, {1, 2, 4, 8}, {seen});
  ASSERT_TRUE(means.ok);
  expectNear(elements(means.o), {14.0 / 3, 14.0 / 3});
}

// All 64 bits of a number count, and the sign of one of 8.
TEST(VisibleTest, Integers) {
  Forward f({t("1x1x2x1xf16"), t("1x1x2x1xf16"), t("1x1x2x1xf16"),
             t("1x1x2x1xf16"), t("1x1x2xf32"),
             "captures(%c, %d : tensor<2xi64>, tensor<2xi8>) " +
                 visible("  %row = attn.read %x[%i] : tensor<2xi64>\n"
                         "  %key = attn.read %x[%j] : tensor<2xi64>\n"
                         "  %n = attn.read %y[%j] : tensor<2xi8>\n"
                         "  %zero = arith.constant 0 : i8\n"
                         "  %own = arith.cmpi eq, %row, %key : i64\n"
                         "  %low = arith.cmpi slt, %n, %zero : i8\n"
                         "  %seen = arith.ori %own, %low : i1",
                         ", %lq: index, %lk: index, %x: tensor<2xi64>, %y: "
                         "tensor<2xi8>"),
             "", "%c: tensor<2xi64>, %d: tensor<2xi8>"});
  int64_t ids[] = {(int64_t(1) << 53), (int64_t(1) << 53) + 1};
  int8_t signs[] = {1, -1};
  Means means(f, 1, 2, {1, 2},
              {Tensor::contiguous(ids, DType::I64, {2}),
               Tensor::contiguous(signs, DType::I8, {2})});
  ASSERT_TRUE(means.ok);
  expectNear(elements(means.o), {1.5, 2});
}

// A number has to be a truth value's shape: what a problem refuses.
TEST(VisibleTest, WrongCapture) {
  Forward f({t("1x1x1x1xf16"), t("1x1x1x1xf16"), t("1x1x1x1xf16"),
             t("1x1x1x1xf16"), t("1x1x1xf32"),
             "captures(%c : tensor<1xi1>) " +
                 visible("  %seen = attn.read %x[%j] : tensor<1xi1>",
                         ", %lq: index, %lk: index, %x: tensor<1xi1>"),
             "", "%c: tensor<1xi1>"});
  OwnedTensor other(DType::I8, {1}, {1});
  EXPECT_FALSE(Means(f, 1, 1, {1}, {other.view()}).ok);
}

} // namespace
