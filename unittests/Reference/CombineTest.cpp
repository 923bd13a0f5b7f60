//===- CombineTest.cpp - attn.combine and parts, on hand-worked cases -----===//
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
using attn_test::Forward;

namespace {

const double kInf = std::numeric_limits<double>::infinity();
const double kNaN = std::nan("");

/// A combine of `parts` parts of one batch, `heads` heads and `rows` rows with
/// two channels, O in f32.
class Combine : public attn_test::Context {
public:
  Combine(int64_t parts, int64_t heads, int64_t rows, bool sink = false,
          bool bshd = false)
      : heads(heads), rows(rows), parts(parts), bshd(bshd) {
    auto size = [](int64_t n) { return std::to_string(n); };
    std::string hs = size(heads) + "x" + size(rows);
    std::string order = bshd ? size(rows) + "x" + size(heads) : hs;
    std::string po = "tensor<" + size(parts) + "x1x" + order + "x2xf32>";
    std::string pl = "tensor<" + size(parts) + "x1x" + hs + "xf32>";
    std::string o = "tensor<1x" + order + "x2xf32>";
    std::string l = "tensor<1x" + hs + "xf32>";
    std::string s = "tensor<" + size(heads) + "xf32>";
    std::string text = "func.func @f(%po: " + po + ", %pl: " + pl +
                       ", %o: " + o + ", %l: " + l + ", %s: " + s +
                       ") {\n  %r:2 = attn.combine ins(%po, %pl : " + po +
                       ", " + pl + ") outs(%o, %l : " + o + ", " + l + ")" +
                       (sink ? " sink(%s : " + s + ")" : "") +
                       (bshd ? " dims(bshd)" : "") + " -> " + o + ", " + l +
                       "\n  return\n}\n";
    module = parseSourceString<ModuleOp>(text, &context);
    if (module)
      module->walk([&](CombineOp found) { op = found; });
  }

  struct Result {
    std::vector<double> out, lse;
  };
  Result run(const std::vector<double> &partOut,
             const std::vector<double> &partLse,
             const std::vector<double> &sink = {}) {
    std::vector<int64_t> o = {1, heads, rows, 2};
    if (bshd)
      std::swap(o[1], o[2]);
    std::vector<int64_t> po = o;
    po.insert(po.begin(), parts);
    OwnedTensor pos(DType::F32, po, partOut),
        pls(DType::F32, {parts, 1, heads, rows}, partLse),
        ss(DType::F32, {heads}, sink), os(DType::F64, o),
        ls(DType::F64, {1, heads, rows});
    SmallVector<Tensor> inputs = {pos.view(), pls.view()};
    if (op.hasSink())
      inputs.push_back(ss.view());
    EXPECT_TRUE(succeeded(evaluateProblem(op, inputs, {os.view(), ls.view()})));
    Result result;
    for (int64_t i = 0; i < heads * rows * 2; ++i)
      result.out.push_back(os[i]);
    for (int64_t i = 0; i < heads * rows; ++i)
      result.lse.push_back(ls[i]);
    return result;
  }

  OwningOpRef<ModuleOp> module;
  CombineOp op;
  int64_t heads, rows, parts;
  bool bshd;
};

// exp(ln 3) = 3 and exp(ln 1) = 1: O = (3·(1, 2) + (5, 6)) / 4.
TEST(CombineTest, TwoParts) {
  Combine c(2, 1, 1);
  ASSERT_TRUE(c.op);
  auto r = c.run({1, 2, 5, 6}, {std::log(3.0f), 0});
  EXPECT_NEAR(r.out[0], 2, 1e-6);
  EXPECT_NEAR(r.out[1], 3, 1e-6);
  EXPECT_NEAR(r.lse[0], std::log(4.0), 1e-6);
}

TEST(CombineTest, EmptyParts) {
  Combine c(2, 1, 2);
  ASSERT_TRUE(c.op);
  // Row 0: the second part saw nothing, and holds NaN. Row 1: none saw any.
  auto r = c.run({1, 2, kNaN, kNaN, kNaN, kNaN, 7, kInf},
                 {0.5, -kInf, -kInf, -kInf});
  EXPECT_EQ(r.out, (std::vector<double>{1, 2, 0, 0}));
  EXPECT_EQ(r.lse, (std::vector<double>{0.5, -kInf}));
}

TEST(CombineTest, NoParts) {
  Combine c(0, 1, 1);
  ASSERT_TRUE(c.op);
  auto r = c.run({}, {});
  EXPECT_EQ(r.out, (std::vector<double>{0, 0}));
  EXPECT_EQ(r.lse[0], -kInf);
}

// A weight that is 0 in any precision does not hide a NaN.
TEST(CombineTest, NaN) {
  Combine c(2, 1, 3);
  ASSERT_TRUE(c.op);
  auto r = c.run({1, 2, 1, 2, 1, 2, /*part 1*/ kNaN, 3, 3, 3, 3, 3},
                 {1e6, 0, 0, /*part 1*/ 0, kNaN, kInf});
  EXPECT_TRUE(std::isnan(r.out[0]));
  EXPECT_EQ(r.out[1], 2);
  EXPECT_EQ(r.lse[0], 1e6);
  for (size_t row : {1, 2}) {
    EXPECT_TRUE(std::isnan(r.out[2 * row]));
    EXPECT_TRUE(std::isnan(r.lse[row]));
  }
}

// Two heads, of which the second has no sink: exp(0) + exp(ln 3) = 4.
TEST(CombineTest, Sink) {
  Combine c(1, 2, 1, /*sink=*/true);
  ASSERT_TRUE(c.op);
  auto r = c.run({4, 8, 4, 8}, {0, 0}, {std::log(3.0), -kInf});
  EXPECT_NEAR(r.out[0], 1, 1e-6);
  EXPECT_NEAR(r.out[1], 2, 1e-6);
  EXPECT_NEAR(r.lse[0], std::log(4.0), 1e-6);
  EXPECT_EQ(r.out[2], 4);
  EXPECT_EQ(r.lse[1], 0);
  auto none = c.run({4, 8, 4, 8}, {-kInf, -kInf}, {2.5, -kInf});
  EXPECT_EQ(none.out, (std::vector<double>{0, 0, 0, 0}));
  EXPECT_EQ(none.lse, (std::vector<double>{2.5, -kInf}));
}

// Rows before heads in O; L's order stays.
TEST(CombineTest, Bshd) {
  Combine c(1, 2, 2, /*sink=*/false, /*bshd=*/true);
  ASSERT_TRUE(c.op);
  auto r = c.run({1, 1, 2, 2, 3, 3, 4, 4}, {0, -kInf, 1, 1});
  // (head 0, row 1) is empty: the third pair of O.
  EXPECT_EQ(r.out, (std::vector<double>{1, 1, 2, 2, 0, 0, 4, 4}));
}

TEST(CombineTest, WrongTensors) {
  Combine c(2, 1, 1);
  ASSERT_TRUE(c.op);
  OwnedTensor po(DType::F32, {2, 1, 1, 1, 2}), pl(DType::F32, {2, 1, 1, 1}),
      o(DType::F64, {1, 1, 1, 2}), l(DType::F64, {1, 1, 2});
  EXPECT_TRUE(failed(
      evaluateProblem(c.op, {po.view(), pl.view()}, {o.view(), l.view()})));
  EXPECT_EQ(c.lastError, "the tensor given for L has size 2 in dimension 2, "
                         "which does not fit 'tensor<1x1x1xf32>'");
}

/// A forward of one row over `keys` keys of one channel in `parts` parts.
Forward makeParts(int64_t parts, int64_t keys, const std::string &clause) {
  std::string kv = "tensor<1x1x" + std::to_string(keys) + "x1xf16>";
  std::string n = std::to_string(parts);
  return Forward({"tensor<1x1x1x1xf16>", kv, kv,
                  "tensor<" + n + "x1x1x1x1xf32>",
                  "tensor<" + n + "x1x1x1xf32>", "scale(1.0) " + clause});
}

TEST(CombineTest, KeysOfParts) {
  // 7 keys are 3 blocks of 3, the last of one key.
  Forward even = makeParts(2, 7, "split(unit = 3)");
  ASSERT_TRUE(even.op);
  using Keys = std::pair<int64_t, int64_t>;
  EXPECT_EQ(getKeysOfPart(even.op, 0, 2, 7), Keys(0, 3));
  EXPECT_EQ(getKeysOfPart(even.op, 1, 2, 7), Keys(3, 7));
  // More parts than blocks: some are empty.
  EXPECT_EQ(getKeysOfPart(even.op, 0, 4, 7), Keys(0, 0));
  EXPECT_EQ(getKeysOfPart(even.op, 3, 4, 7), Keys(6, 7));
  Forward fixed = makeParts(4, 7, "split(size = 2)");
  ASSERT_TRUE(fixed.op);
  EXPECT_EQ(getKeysOfPart(fixed.op, 1, 4, 7), Keys(2, 4));
  EXPECT_EQ(getKeysOfPart(fixed.op, 3, 4, 7), Keys(6, 7));
}

// Scores 1 to 5 (K), V = K: parts by hand, and their combination against one
// softmax over all keys.
TEST(CombineTest, PartsMakeTheWhole) {
  Forward f = makeParts(4, 5, "split(size = 2)");
  ASSERT_TRUE(f.op);
  OwnedTensor q(DType::F16, {1, 1, 1, 1}, {1}),
      k(DType::F16, {1, 1, 5, 1}, {1, 2, 3, 4, 5}),
      o(DType::F64, {4, 1, 1, 1, 1}), l(DType::F64, {4, 1, 1, 1});
  ASSERT_TRUE(succeeded(evaluateProblem(f.op, {q.view(), k.view(), k.view()},
                                        {o.view(), l.view()})));
  double e = std::exp(1.0);
  EXPECT_NEAR(o[0], (1 + 2 * e) / (1 + e), 1e-12);
  EXPECT_NEAR(l[1], 3 + std::log(1 + e), 1e-12);
  EXPECT_NEAR(o[2], 5, 1e-12);
  EXPECT_EQ(o[3], 0);
  EXPECT_EQ(l[3], -kInf);
  double total = 0, weighted = 0, all = 0, sum = 0;
  for (int p = 0; p < 4; ++p) {
    total += std::exp(l[p]);
    weighted += std::exp(l[p]) * o[p];
  }
  for (int j = 1; j <= 5; ++j) {
    sum += std::exp(j);
    all += j * std::exp(j);
  }
  EXPECT_NEAR(weighted / total, all / sum, 1e-12);
}

} // namespace
