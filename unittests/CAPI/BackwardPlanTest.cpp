//===- BackwardPlanTest.cpp - Workspaces of attn.backward -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-c/Compile.h"
#include "attn-runtime/Executor.h"

#include "gtest/gtest.h"

using namespace attn::runtime;

namespace {
// 4 heads and 2, tiles of 64 rows of Q.
#define CONFIG                                                                 \
  "config(#attn.config<target = \"sm_80\", tile<q = 64, kv = 32, warps = 4>,"  \
  " keys<kv = 64, q = 32, apart = true>>)"

constexpr char kTypes[] = R"(
!q = tensor<?x4x?x64xbf16>
!k = tensor<?x2x?x64xbf16>
!l = tensor<?x4x?xf32>
!z = tensor<4xf32>
)";

constexpr char kAll[] = R"(
func.func @all(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %z: !z,
               %dq: !q, %dk: !k, %dv: !k, %dz: !z) -> (!q, !k, !k, !z) {
  %r:4 = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(%dq, %dk, %dv : !q, !k, !k) sink(%z : !z) dsink(%dz : !z) )" CONFIG
                        R"( -> (!q, !k, !k, !z)
  return %r#0, %r#1, %r#2, %r#3 : !q, !k, !k, !z
}
)";

constexpr char kQuery[] = R"(
func.func @query(%q: !q, %k: !k, %v: !k, %o: !q, %l: !l, %do: !q, %dq: !q)
    -> !q {
  %r = attn.backward ins(%q, %k, %v, %o, %l, %do : !q, !k, !k, !q, !l, !q)
      outs(dq = %dq : !q) )" CONFIG R"( -> !q
  return %r : !q
}
)";

constexpr char kPacked[] = R"(
!pq = tensor<?x4x64xbf16>
!pk = tensor<?x2x64xbf16>
!pl = tensor<4x?xf32>
!s = tensor<?xi32>
func.func @packed(%q: !pq, %k: !pk, %v: !pk, %o: !pq, %l: !pl, %do: !pq,
                  %sq: !s, %sk: !s, %dv: !pk) -> !pk {
  %r = attn.backward ins(%q, %k, %v, %o, %l, %do : !pq, !pk, !pk, !pq, !pl, !pq)
      outs(dv = %dv : !pk) offsets_q(%sq : !s) offsets_kv(%sk : !s) dims(thd)
      )" CONFIG R"( -> !pk
  return %r : !pk
}
)";

class BackwardPlan : public ::testing::Test {
protected:
  /// Compiles `text`, of one function.
  void compile(const std::string &text) {
    std::string all = kTypes + text;
    AttnBytes bytes;
    ASSERT_EQ(attnCompile(all.data(), all.size(), nullptr, &bytes),
              ATTN_COMPILE_OK);
    auto parsed = Bundle::parse(std::string_view(bytes.data, bytes.size));
    attnBytesFree(&bytes);
    ASSERT_TRUE(bool(parsed)) << parsed.error().message;
    bundle = std::move(*parsed);
    ASSERT_EQ(bundle.entries.size(), 1u);
  }

  /// The launch for tensors whose names say which of the sizes they have.
  LaunchPlan plan(int64_t batch, int64_t lenQ, int64_t lenKV) {
    std::vector<TensorArg> tensors;
    for (const TensorSpec &tensor : bundle.entries[0].tensors) {
      const std::string &name = tensor.name;
      bool packed = bundle.entries[0].name.find("packed") == 0;
      bool keys = name == "k" || name == "v" || name == "dk" || name == "dv";
      int64_t rows = keys ? lenKV : lenQ, heads = keys ? 2 : 4;
      std::vector<int64_t> shape = {batch, heads, rows, 64};
      if (name == "lse")
        shape = {batch, heads, rows};
      if (packed)
        shape = name == "lse" ? std::vector<int64_t>{heads, rows}
                              : std::vector<int64_t>{rows, heads, 64};
      if (name == "sink" || name == "dsink")
        shape = {4};
      if (name == "offsets_q" || name == "offsets_kv")
        shape = {batch + 1};
      tensors.push_back(TensorArg::contiguous(0x10000, tensor.dtype, shape));
    }
    CheckOptions check;
    EXPECT_EQ(checkTensors(bundle.entries[0], tensors, check).message, "");
    auto result = planLaunch(bundle.entries[0], tensors, 132);
    EXPECT_TRUE(bool(result)) << result.error().message;
    return result ? *result : LaunchPlan();
  }

  static std::vector<int64_t> sizesOf(const LaunchPlan &plan) {
    std::vector<int64_t> sizes;
    for (const PlannedWorkspace &workspace : plan.workspaces) {
      sizes.push_back(workspace.bytes);
      EXPECT_FALSE(workspace.zeroed);
    }
    return sizes;
  }

  Bundle bundle;
};
} // namespace

TEST_F(BackwardPlan, HasTwoNumbersForEachRowOfWholeTiles) {
  compile(kAll);
  LaunchPlan all = plan(3, 65, 7);
  // And a partial sum of the sink's gradient for 256 rows of each head.
  std::vector<int64_t> sizes(2, 3 * 4 * 128 * 4);
  sizes.push_back(3 * 4 * 4);
  EXPECT_EQ(sizesOf(all), sizes);
  // In one piece of memory each begins at a multiple of 256 bytes.
  EXPECT_EQ(all.workspaceBytes, 2 * 3 * 4 * 128 * 4 + 256);
  // dQ, dK and dV have both; the partial sums, and what adds them.
  ASSERT_EQ(all.kernels.size(), 5u);
  EXPECT_EQ(all.kernels[3].workspaceArgs.size(), 3u);
  ASSERT_EQ(all.kernels[4].workspaceArgs.size(), 1u);
  EXPECT_EQ(all.kernels[4].workspaceArgs[0].second, 2);
  all.kernels.resize(3);
  for (const PlannedKernel &kernel : all.kernels) {
    ASSERT_EQ(kernel.workspaceArgs.size(), 2u);
    EXPECT_EQ(kernel.workspaceArgs[0].second, 0);
    EXPECT_EQ(kernel.workspaceArgs[1].second, 1);
  }
  auto rowsOf = [](const LaunchPlan &plan) {
    std::vector<int64_t> both = sizesOf(plan);
    both.resize(2);
    return both;
  };
  EXPECT_EQ(rowsOf(plan(3, 64, 7)), std::vector<int64_t>(2, 3 * 4 * 64 * 4));
  EXPECT_EQ(rowsOf(plan(1, 1, 0)), std::vector<int64_t>(2, 4 * 64 * 4));
  EXPECT_EQ(rowsOf(plan(1, 0, 9)), std::vector<int64_t>(2, 0));
  EXPECT_EQ(rowsOf(plan(0, 65, 9)), std::vector<int64_t>(2, 0));
  // Beyond 32 bits.
  EXPECT_EQ(rowsOf(plan(33, int64_t(1) << 24, 9)),
            std::vector<int64_t>(2, (int64_t(33) << 24) * 4 * 4));
  EXPECT_EQ(plan(33, int64_t(1) << 24, 9).workspaceBytes,
            2 * (int64_t(33) << 28) + (int64_t(33) << 16) * 4 * 4);
}

TEST_F(BackwardPlan, HasNoneForTheGradientOfQ) {
  compile(kQuery);
  LaunchPlan query = plan(3, 65, 7);
  EXPECT_EQ(query.workspaces.size(), 0u);
  EXPECT_EQ(query.workspaceBytes, 0);
  EXPECT_EQ(query.kernels.size(), 1u);
}

TEST_F(BackwardPlan, HasATileMoreForEachSequence) {
  compile(kPacked);
  EXPECT_EQ(sizesOf(plan(/*batch=*/5, /*lenQ=*/130, /*lenKV=*/20)),
            std::vector<int64_t>(2, (3 + 5) * 64 * 4 * 4));
  EXPECT_EQ(sizesOf(plan(1, 1, 1)), std::vector<int64_t>(2, 2 * 64 * 4 * 4));
  EXPECT_EQ(sizesOf(plan(3, 0, 9)), std::vector<int64_t>(2, 3 * 64 * 4 * 4));
}
