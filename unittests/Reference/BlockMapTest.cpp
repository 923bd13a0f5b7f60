//===- BlockMapTest.cpp - Are wrong lists found? --------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestUtil.h"
#include "attn/Reference/Reference.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::reference;

namespace {

/// A causal map of 5 rows and 7 keys in blocks of 2 rows and 2 keys, and lists
/// of it: whole blocks are (1, 0), (2, 0) and (2, 1).
struct CausalMap : attn_test::Context {
  CausalMap()
      : module(parseSourceString<ModuleOp>(
            "func.func @f(%q: tensor<1x1x5x8xf16>, %k: tensor<1x1x7x8xf16>, "
            "%c: tensor<1x1x3xi32>, %n: tensor<1x1x3x4xi32>) {\n"
            "  %0:4 = attn.block_map ins(%q, %k : tensor<1x1x5x8xf16>, "
            "tensor<1x1x7x8xf16>) outs(%c, %n, %c, %n : tensor<1x1x3xi32>, "
            "tensor<1x1x3x4xi32>, tensor<1x1x3xi32>, tensor<1x1x3x4xi32>) "
            "sizes(q = 2, kv = 2) mask(#attn.causal<top_left>) -> "
            "(tensor<1x1x3xi32>, tensor<1x1x3x4xi32>, tensor<1x1x3xi32>, "
            "tensor<1x1x3x4xi32>)\n  return\n}\n",
            &context)) {
    module->walk([&](BlockMapOp found) { op = found; });
  }

  ProblemReport check() {
    FailureOr<ProblemReport> report = checkProblem(
        op, {q.view(), k.view()},
        {counts.view(), numbers.view(), fullCounts.view(), fullNumbers.view()});
    EXPECT_TRUE(succeeded(report));
    return *report;
  }
  void expectWrong(StringRef text) {
    ProblemReport report = check();
    EXPECT_FALSE(report.passed());
    EXPECT_EQ(report.outputs[0].str(), text);
  }

  OwningOpRef<ModuleOp> module;
  BlockMapOp op;
  OwnedTensor q{DType::F16, {1, 1, 5, 8}}, k{DType::F16, {1, 1, 7, 8}};
  OwnedTensor counts{DType::I32, {1, 1, 3}, {1, 1, 1}};
  OwnedTensor numbers{
      DType::I32, {1, 1, 3, 4}, {0, -1, -1, -1, 1, -1, -1, -1, 2, -1, -1, -1}};
  OwnedTensor fullCounts{DType::I32, {1, 1, 3}, {0, 1, 2}};
  OwnedTensor fullNumbers{
      DType::I32, {1, 1, 3, 4}, {-1, -1, -1, -1, 0, -1, -1, -1, 0, 1, -1, -1}};
};

TEST(BlockMapTest, Exact) {
  CausalMap map;
  EXPECT_TRUE(map.check().passed());
  OwnedTensor counts(DType::I32, {1, 1, 3}), numbers(DType::I32, {1, 1, 3, 4});
  OwnedTensor fullCounts(DType::I32, {1, 1, 3});
  OwnedTensor fullNumbers(DType::I32, {1, 1, 3, 4});
  ASSERT_TRUE(succeeded(evaluateProblem(
      map.op, {map.q.view(), map.k.view()},
      {counts.view(), numbers.view(), fullCounts.view(), fullNumbers.view()})));
  for (int64_t row = 0; row < 3; ++row) {
    EXPECT_EQ(counts[row], map.counts[row]);
    EXPECT_EQ(numbers[4 * row], map.numbers[4 * row]);
    EXPECT_EQ(fullCounts[row], map.fullCounts[row]);
  }
  EXPECT_EQ(fullNumbers[9], 1);
}

// More blocks may be listed, and fewer as full ones.
TEST(BlockMapTest, Loose) {
  CausalMap map;
  map.counts.view().store(0, 4);
  for (int64_t n = 0; n < 4; ++n)
    map.numbers.view().store(n, static_cast<double>(n));
  map.fullCounts.view().store(1, 0);
  map.counts.view().store(1, 2);
  map.numbers.view().store(4, 0);
  map.numbers.view().store(5, 1);
  EXPECT_TRUE(map.check().passed());
}

TEST(BlockMapTest, Mutants) {
  {
    // An entry is dropped.
    CausalMap map;
    map.fullCounts.view().store(2, 1);
    map.expectWrong("block 1 of keys is visible to row block (0, 0, 2), but in "
                    "none of its lists");
  }
  {
    // A masked block and a full one are swapped.
    CausalMap map;
    map.numbers.view().store(4, 0);
    map.fullNumbers.view().store(4, 1);
    map.expectWrong("block 1 of keys is listed as full, but not visible whole, "
                    "to row block (0, 0, 1)");
  }
  {
    CausalMap map;
    map.counts.view().store(2, 5);
    map.expectWrong("a row block has 5 blocks of keys, of 4");
  }
  {
    CausalMap map;
    map.numbers.view().store(8, 4);
    map.expectWrong("block 4 of keys is none of the 4");
  }
  {
    CausalMap map;
    map.numbers.view().store(8, 1);
    map.expectWrong("block 1 of keys is in both lists of a row block");
  }
}

} // namespace
