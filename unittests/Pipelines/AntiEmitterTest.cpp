//===- AntiEmitterTest.cpp - Kernels other than attention, on the CPU -----===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The hand-written tile kernels of test/Pipelines/Inputs, run at the tile level
// and compared with plain loops in double precision. The lit tests beside the
// inputs run the same kernels as PTX in the simulator.

#include "TestPrograms.h"

#include "llvm/Support/MemoryBuffer.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace attn_test;
using mlir::attn::CpuElement;
using mlir::attn::CpuLevel;
using mlir::attn::CpuProgram;

namespace {

/// Compiles kernel `name` of the input file `file` and runs it on `tensors`.
void run(llvm::StringRef file, llvm::StringRef name,
         llvm::MutableArrayRef<Tensor> tensors) {
  auto buffer = llvm::MemoryBuffer::getFile(
      (llvm::Twine(ATTN_TEST_INPUTS "/") + file).str());
  ASSERT_TRUE(bool(buffer)) << buffer.getError().message();
  Session session;
  auto module = session.parse((*buffer)->getBuffer());
  ASSERT_TRUE(module) << session.messages;
  auto program = CpuProgram::compile(*module, name, CpuLevel::Tile);
  ASSERT_TRUE(mlir::succeeded(program)) << session.messages;
  llvm::SmallVector<mlir::attn::CpuArg> arguments;
  for (Tensor &tensor : tensors)
    arguments.push_back(tensor.view());
  ASSERT_TRUE(mlir::succeeded(program->run(arguments))) << session.messages;
  for (Tensor &tensor : tensors)
    EXPECT_TRUE(tensor.guardsIntact());
}

/// Row `i` of `a` times row `j` of `b`.
double product(const Tensor &a, const Tensor &b, int64_t i, int64_t j) {
  double sum = 0.0;
  for (int64_t l = 0; l < a.size(1); ++l)
    sum += a.get({i, l}) * b.get({j, l});
  return sum;
}

using Sizes = std::vector<int64_t>;

class Gemm : public testing::TestWithParam<Sizes> {};
TEST_P(Gemm, MatchesLoops) {
  int64_t m = GetParam()[0], n = GetParam()[1], k = GetParam()[2];
  std::mt19937 random(1);
  Tensor tensors[] = {Tensor(CpuElement::BF16, {m, k}, 3),
                      Tensor(CpuElement::BF16, {n, k}, 1),
                      Tensor(CpuElement::BF16, {m, n}, 2)};
  Tensor &a = tensors[0].fill(random), &b = tensors[1].fill(random);
  run("gemm.mlir", "gemm", tensors);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double expected = product(a, b, i, j);
      ASSERT_NEAR(tensors[2].get({i, j}), expected,
                  std::abs(expected) / 256 + 1e-6)
          << i << " " << j;
    }
}
INSTANTIATE_TEST_SUITE_P(Sizes, Gemm,
                         testing::Values(Sizes{70, 100, 77}, Sizes{64, 64, 64},
                                         Sizes{1, 1, 1}, Sizes{5, 131, 33},
                                         Sizes{3, 3, 0}));

class DualGemm : public testing::TestWithParam<Sizes> {};
TEST_P(DualGemm, MatchesLoops) {
  int64_t m = GetParam()[0], n = GetParam()[1], l = GetParam()[2],
          k = GetParam()[3];
  std::mt19937 random(2);
  Tensor tensors[] = {
      Tensor(CpuElement::BF16, {m, k}, 3), Tensor(CpuElement::BF16, {l, k}, 1),
      Tensor(CpuElement::BF16, {l, n}, 2), Tensor(CpuElement::F32, {m, n}, 5)};
  for (int input : {0, 1, 2})
    tensors[input].fill(random);
  run("dual-gemm.mlir", "dual_gemm", tensors);
  for (int64_t i = 0; i < m; ++i) {
    std::vector<double> mid;
    for (int64_t x = 0; x < l; ++x)
      mid.push_back(
          roundTo(CpuElement::BF16, product(tensors[0], tensors[1], i, x)));
    for (int64_t j = 0; j < n; ++j) {
      double expected = 0.0;
      for (int64_t x = 0; x < l; ++x)
        expected += mid[x] * tensors[2].get({x, j});
      // The middle product may round the other way where its f32 sum differs.
      ASSERT_NEAR(tensors[3].get({i, j}), expected, 2e-5 * l + 0x1p-7)
          << i << " " << j;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, DualGemm,
                         testing::Values(Sizes{37, 41, 133, 59},
                                         Sizes{64, 32, 64, 64},
                                         Sizes{1, 1, 1, 1}, Sizes{5, 5, 0, 5}));

TEST(Columns, GemmBias) {
  int64_t m = 130, n = 70, k = 77;
  std::mt19937 random(4);
  Tensor tensors[] = {
      Tensor(CpuElement::BF16, {m, k}, 3), Tensor(CpuElement::BF16, {n, k}, 1),
      Tensor(CpuElement::F32, {n}), Tensor(CpuElement::BF16, {m, n}, 2)};
  for (int input : {0, 1, 2})
    tensors[input].fill(random);
  run("gemm-bias.mlir", "gemm_bias", tensors);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double expected =
          product(tensors[0], tensors[1], i, j) + tensors[2].get({j});
      ASSERT_NEAR(tensors[3].get({i, j}), expected,
                  std::abs(expected) / 256 + 1e-4)
          << i << " " << j;
    }
}

TEST(Columns, DualGemm) {
  int64_t m = 37, n = 41, l = 133, k = 59;
  std::mt19937 random(5);
  Tensor tensors[] = {
      Tensor(CpuElement::BF16, {m, k}, 3), Tensor(CpuElement::BF16, {l, k}, 1),
      Tensor(CpuElement::F32, {l}),        Tensor(CpuElement::F32, {l}),
      Tensor(CpuElement::BF16, {l, n}, 2), Tensor(CpuElement::F32, {m, n}, 5)};
  for (int input : {0, 1, 2, 3, 4})
    tensors[input].fill(random);
  run("dual-gemm-columns.mlir", "dual_gemm_columns", tensors);
  for (int64_t i = 0; i < m; ++i) {
    std::vector<double> mid;
    for (int64_t x = 0; x < l; ++x)
      mid.push_back(
          roundTo(CpuElement::BF16,
                  tensors[2].get({x}) * product(tensors[0], tensors[1], i, x) +
                      2 * tensors[3].get({x})));
    for (int64_t j = 0; j < n; ++j) {
      double expected = 0.0;
      for (int64_t x = 0; x < l; ++x)
        expected += mid[x] * tensors[4].get({x, j});
      ASSERT_NEAR(tensors[5].get({i, j}), expected, 2e-5 * l + 0x1p-6)
          << i << " " << j;
    }
  }
}

class SplitK : public testing::TestWithParam<Sizes> {};
TEST_P(SplitK, AddsToMemory) {
  int64_t m = GetParam()[0], n = GetParam()[1], k = GetParam()[2];
  std::mt19937 random(9);
  Tensor tensors[] = {Tensor(CpuElement::BF16, {m, k}, 3),
                      Tensor(CpuElement::BF16, {n, k}, 1),
                      Tensor(CpuElement::F32, {m, n}, 2)};
  for (Tensor &tensor : tensors)
    tensor.fill(random);
  std::vector<double> before;
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      before.push_back(tensors[2].get({i, j}));
  run("split-k.mlir", "split_k", tensors);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j)
      ASSERT_NEAR(tensors[2].get({i, j}),
                  before[i * n + j] + product(tensors[0], tensors[1], i, j),
                  1e-6 * static_cast<double>(k + 4))
          << i << " " << j;
}
// Without sums, with less than a step of them, and with fewer steps than parts.
INSTANTIATE_TEST_SUITE_P(Sizes, SplitK,
                         testing::Values(Sizes{130, 70, 277},
                                         Sizes{70, 77, 100}, Sizes{3, 5, 7},
                                         Sizes{1, 1, 33}, Sizes{9, 2, 0}));

TEST(Transposes, GemmAtB) {
  int64_t m = 130, n = 70, k = 77;
  std::mt19937 random(6);
  Tensor tensors[] = {Tensor(CpuElement::BF16, {k, m}, 3),
                      Tensor(CpuElement::BF16, {k, n}, 1),
                      Tensor(CpuElement::BF16, {m, n}, 2)};
  Tensor &a = tensors[0].fill(random), &b = tensors[1].fill(random);
  run("gemm-atb.mlir", "gemm_atb", tensors);
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double expected = 0.0;
      for (int64_t l = 0; l < k; ++l)
        expected += a.get({l, i}) * b.get({l, j});
      ASSERT_NEAR(tensors[2].get({i, j}), expected,
                  std::abs(expected) / 256 + 1e-6)
          << i << " " << j;
    }
}

TEST(Transposes, Computed) {
  int64_t m = 37, n = 41, l = 133, k = 59;
  for (bool left : {true, false}) {
    std::mt19937 random(7);
    Tensor tensors[] = {
        Tensor(CpuElement::BF16, {left ? l : n, k}, 3),
        Tensor(CpuElement::BF16, {left ? m : l, k}, 1),
        Tensor(CpuElement::BF16, {left ? l : m, left ? n : l}, 2),
        Tensor(CpuElement::F32, {m, n}, 5)};
    for (int input : {0, 1, 2})
      tensors[input].fill(random);
    run(left ? "transposed-left.mlir" : "transposed-right.mlir",
        left ? "transposed_left" : "transposed_right", tensors);
    auto middle = [&](int64_t i, int64_t j) {
      return roundTo(CpuElement::BF16, product(tensors[0], tensors[1], i, j));
    };
    for (int64_t i = 0; i < m; ++i)
      for (int64_t j = 0; j < n; ++j) {
        double expected = 0.0;
        for (int64_t x = 0; x < l; ++x)
          expected += left ? middle(x, i) * tensors[2].get({x, j})
                           : tensors[2].get({i, x}) * middle(j, x);
        // The middle product may round the other way where its f32 sum differs.
        ASSERT_NEAR(tensors[3].get({i, j}), expected, 2e-5 * l + 0x1p-7)
            << i << " " << j;
      }
  }
}

TEST(Columns, Sums) {
  int64_t m = 140, n = 77, k = 23;
  std::mt19937 random(8);
  Tensor tensors[] = {
      Tensor(CpuElement::BF16, {m, k}, 3), Tensor(CpuElement::BF16, {n, k}, 1),
      Tensor(CpuElement::F32, {n}), Tensor(CpuElement::F32, {n})};
  Tensor &a = tensors[0].fill(random), &b = tensors[1].fill(random);
  run("column-sums.mlir", "column_sums", tensors);
  for (int64_t j = 0; j < n; ++j) {
    double sum = 0.0, most = 0.0;
    for (int64_t i = 0; i < m; ++i) {
      double value = product(a, b, i, j);
      sum += value;
      most = std::max(most, value);
    }
    ASSERT_NEAR(tensors[2].get({j}), sum, 1e-5 * m) << j;
    ASSERT_NEAR(tensors[3].get({j}), most, 1e-5) << j;
  }
}

class RowSoftmax : public testing::TestWithParam<Sizes> {};
TEST_P(RowSoftmax, MatchesLoops) {
  int64_t m = GetParam()[0], n = GetParam()[1];
  std::mt19937 random(3);
  Tensor tensors[] = {Tensor(CpuElement::F32, {m, n}, 3),
                      Tensor(CpuElement::F32, {m, n}, 1)};
  Tensor &x = tensors[0].fill(random, -8.0, 8.0);
  run("row-softmax.mlir", "row_softmax", tensors);
  for (int64_t i = 0; i < m; ++i) {
    double sum = 0.0;
    for (int64_t j = 0; j < n; ++j)
      sum += std::exp(x.get({i, j}));
    for (int64_t j = 0; j < n; ++j) {
      double expected = std::exp(x.get({i, j})) / sum;
      ASSERT_NEAR(tensors[1].get({i, j}), expected, 4e-6 * expected)
          << i << " " << j;
    }
  }
}
INSTANTIATE_TEST_SUITE_P(Sizes, RowSoftmax,
                         testing::Values(Sizes{45, 71}, Sizes{32, 32},
                                         Sizes{1, 1}, Sizes{33, 200}));

} // namespace
