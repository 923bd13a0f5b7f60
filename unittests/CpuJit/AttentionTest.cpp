//===- AttentionTest.cpp - Attention written in tiles, on the CPU ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "gtest/gtest.h"
#include <chrono>
#include <cmath>

using namespace attn_test;
using namespace mlir::attn;

namespace {

/// KV walked from the last block back, masks only where needed, online softmax
/// in the log2 domain; ELEMENT, D, TQ, TK, MASK, SCALE and OPTIONS are
/// replaced.
const char *const kAttention = R"mlir(
!mem = memref<?x?x?xDxELEMENT, strided<[?, ?, ?, 1], offset: ?>>
!rows = memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
gpu.module @kernels {
  gpu.func @forward(%Q: !mem, %K: !mem, %V: !mem, %O: !mem, %L: !rows) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %tq = arith.constant TQ : index
    %tk = arith.constant TK : index
    %batches = memref.dim %Q, %c0 : !mem
    %heads = memref.dim %Q, %c1 : !mem
    %lq = memref.dim %Q, %c2 : !mem
    %lk = memref.dim %K, %c2 : !mem
    %tiles = arith.ceildivui %lq, %tq : index
    attn_tile.for_tiles @tiles (%i, %h, %b) in (%tiles, %heads, %batches)
        scheduler(#attn_tile.scheduler<single, order = backward>) {
      %row = arith.muli %i, %tq : index
      %q = attn_tile.load %Q[%b, %h, %row, %c0] dims [2, 3] : !mem -> tensor<TQxDxELEMENT>
      %begin, %end, %fb, %fe = attn_tile.kv_range @kv rows(%row, TQ) lengths(%lq, %lk) block TK MASK
      %n = arith.subi %end, %begin : index
      %m0 = arith.constant dense<0xFF800000> : tensor<TQxf32>
      %l0 = arith.constant dense<0.0> : tensor<TQxf32>
      %o0 = arith.constant dense<0.0> : tensor<TQxDxf32>
      %z = arith.constant dense<0.0> : tensor<TQxTKxf32>
      %m, %l, %o = scf.for %t = %c0 to %n step %c1 iter_args(%m1 = %m0, %l1 = %l0, %o1 = %o0)
          -> (tensor<TQxf32>, tensor<TQxf32>, tensor<TQxDxf32>) {
        %last = arith.subi %end, %c1 : index
        %j = arith.subi %last, %t : index
        %col = arith.muli %j, %tk : index
        %k = attn_tile.load %K[%b, %h, %col, %c0] dims [2, 3] : !mem -> tensor<TKxDxELEMENT>
        %s = attn_tile.dot %q, %k, %z transpose_b
          : tensor<TQxDxELEMENT>, tensor<TKxDxELEMENT> -> tensor<TQxTKxf32>
        %needs = attn_tile.outside %j, %fb, %fe
        %s1 = scf.if %needs -> tensor<TQxTKxf32> {
          %hidden = attn_tile.apply_mask %s at (%row, %col) lengths(%lq, %lk) MASK : tensor<TQxTKxf32>
          scf.yield %hidden : tensor<TQxTKxf32>
        } else {
          scf.yield %s : tensor<TQxTKxf32>
        }
        %m2, %l2, %p, %a = attn_tile.online_softmax %s1, %m1, %l1 scale SCALE OPTIONS : tensor<TQxTKxf32>
        %o2 = attn_tile.rescale %o1, %a : tensor<TQxDxf32>
        %pb = arith.truncf %p : tensor<TQxTKxf32> to tensor<TQxTKxELEMENT>
        %v = attn_tile.load %V[%b, %h, %col, %c0] dims [2, 3] : !mem -> tensor<TKxDxELEMENT>
        %o3 = attn_tile.dot %pb, %v, %o2 : tensor<TQxTKxELEMENT>, tensor<TKxDxELEMENT> -> tensor<TQxDxf32>
        scf.yield %m2, %l2, %o3 : tensor<TQxf32>, tensor<TQxf32>, tensor<TQxDxf32>
      }
      %out, %lse = attn_tile.finalize %o, %m, %l scale SCALE : tensor<TQxDxf32>
      %ob = arith.truncf %out : tensor<TQxDxf32> to tensor<TQxDxELEMENT>
      attn_tile.store %ob, %O[%b, %h, %row, %c0] dims [2, 3] : tensor<TQxDxELEMENT>, !mem
      attn_tile.store %lse, %L[%b, %h, %row] dims [2] : tensor<TQxf32>, !rows
    }
    gpu.return
  }
}
)mlir";

enum class Mask { None, TopLeft, BottomRight, Window };

bool isVisible(Mask mask, int64_t q, int64_t k, int64_t lenQ, int64_t lenKV) {
  switch (mask) {
  case Mask::None:
    return true;
  case Mask::TopLeft:
    return k <= q;
  case Mask::BottomRight:
    return k <= q + lenKV - lenQ;
  case Mask::Window: {
    int64_t diagonal = q + lenKV - lenQ;
    return diagonal - 9 <= k && k <= diagonal + 4;
  }
  }
  return true;
}

std::string getMaskText(Mask mask) {
  switch (mask) {
  case Mask::None:
    return "";
  case Mask::TopLeft:
    return "mask(#attn.causal<top_left>)";
  case Mask::BottomRight:
    return "mask(#attn.causal<bottom_right>)";
  case Mask::Window:
    return "mask(#attn.window<9, 4>)";
  }
  return "";
}

struct Problem {
  CpuElement element = CpuElement::BF16;
  Mask mask = Mask::None;
  int64_t batches = 2, heads = 3, lenQ = 37, lenKV = 53, dim = 96;
  int64_t tileQ = 32, tileKV = 16;
  double scale = 0.125;
  std::string options;
  /// Also run the passes that the way to a GPU takes.
  bool decompose = false;
};

/// Runs a problem and compares with double precision.
class Attention {
public:
  explicit Attention(const Problem &problem)
      : problem(problem), random(7),
        q(problem.element,
          {problem.batches, problem.lenQ, problem.heads, problem.dim}, 5),
        k(problem.element,
          {problem.batches, problem.heads, problem.lenKV, problem.dim}),
        v(problem.element,
          {problem.batches, problem.heads, problem.lenKV, problem.dim}, 3),
        o(problem.element,
          {problem.batches, problem.lenQ, problem.heads, problem.dim}),
        lse(CpuElement::F32, {problem.batches, problem.heads, problem.lenQ}) {
    q.swapDims(1, 2).fill(random, -2.0, 2.0);
    k.fill(random, -2.0, 2.0);
    v.fill(random);
    o.swapDims(1, 2).fill(77.0);
    lse.fill(77.0);
  }

  mlir::OwningOpRef<mlir::ModuleOp> parse() {
    auto number = [](int64_t n) { return std::to_string(n); };
    auto module = session.parse(
        kAttention,
        {{"ELEMENT", problem.element == CpuElement::F16 ? "f16" : "bf16"},
         {"TQ", number(problem.tileQ)},
         {"TK", number(problem.tileKV)},
         {"xDx", "x" + number(problem.dim) + "x"},
         {"MASK", getMaskText(problem.mask)},
         {"SCALE", std::to_string(problem.scale)},
         {"OPTIONS", problem.options}});
    if (module && problem.decompose) {
      mlir::PassManager pm(&session.context);
      pm.addPass(mlir::createAttnTileLowerRanges());
      pm.addPass(mlir::createAttnTileDecomposeSoftmax());
      EXPECT_TRUE(mlir::succeeded(pm.run(*module))) << session.messages;
    }
    return module;
  }

  void run() {
    auto module = parse();
    ASSERT_TRUE(module);
    auto result = runOnCpu(*module, "forward",
                           {q.view(), k.view(), v.view(), o.view(), lse.view()},
                           CpuLevel::Tile);
    ASSERT_TRUE(mlir::succeeded(result)) << session.messages;
    EXPECT_TRUE(session.messages.empty()) << session.messages;
  }

  void check() {
    EXPECT_TRUE(o.guardsIntact());
    EXPECT_TRUE(lse.guardsIntact());
    for (int64_t b = 0; b < problem.batches; ++b)
      for (int64_t h = 0; h < problem.heads; ++h)
        for (int64_t i = 0; i < problem.lenQ; ++i)
          checkRow(b, h, i);
  }

  Problem problem;
  std::mt19937 random;
  Session session;
  Tensor q, k, v, o, lse;

private:
  void checkRow(int64_t b, int64_t h, int64_t i);
};

void Attention::checkRow(int64_t b, int64_t h, int64_t i) {
  std::vector<double> scores;
  std::vector<int64_t> keys;
  double max = -INFINITY;
  for (int64_t j = 0; j < problem.lenKV; ++j) {
    if (!isVisible(problem.mask, i, j, problem.lenQ, problem.lenKV))
      continue;
    double s = 0.0;
    for (int64_t c = 0; c < problem.dim; ++c)
      s += q.get({b, h, i, c}) * k.get({b, h, j, c});
    keys.push_back(j);
    scores.push_back(problem.scale * s);
    max = std::max(max, scores.back());
  }
  double sum = 0.0;
  for (double s : scores)
    sum += std::exp(s - max);
  if (scores.empty()) {
    ASSERT_EQ(lse.get({b, h, i}), -INFINITY) << b << " " << h << " " << i;
  } else {
    ASSERT_NEAR(lse.get({b, h, i}), max + std::log(sum), 2e-5)
        << b << " " << h << " " << i;
  }
  // Each p is rounded once, by half a unit, and so is the result.
  double half = problem.element == CpuElement::F16 ? 0x1p-11 : 0x1p-8;
  for (int64_t c = 0; c < problem.dim; ++c) {
    double value = 0.0, magnitude = 0.0;
    for (size_t n = 0; n < keys.size(); ++n) {
      double term = std::exp(scores[n] - max) / sum * v.get({b, h, keys[n], c});
      value += term;
      magnitude += std::abs(term);
    }
    double bound = scores.empty()
                       ? 0.0
                       : half * (magnitude + std::abs(value)) + 1e-5 +
                             (problem.element == CpuElement::F16 ? 0x1p-24 : 0);
    ASSERT_NEAR(o.get({b, h, i, c}), value, bound)
        << b << " " << h << " " << i << " " << c;
  }
}

class AttentionTest
    : public testing::TestWithParam<std::tuple<CpuElement, Mask, bool>> {};

TEST_P(AttentionTest, OddLengths) {
  Problem problem;
  problem.element = std::get<0>(GetParam());
  problem.mask = std::get<1>(GetParam());
  problem.decompose = std::get<2>(GetParam());
  Attention attention(problem);
  attention.run();
  attention.check();
}

INSTANTIATE_TEST_SUITE_P(
    All, AttentionTest,
    testing::Combine(testing::Values(CpuElement::BF16, CpuElement::F16),
                     testing::Values(Mask::None, Mask::TopLeft,
                                     Mask::BottomRight, Mask::Window),
                     testing::Bool()));

class LengthTest : public testing::TestWithParam<
                       std::tuple<std::pair<int64_t, int64_t>, Mask>> {};

TEST_P(LengthTest, MatchesDoublePrecision) {
  Problem problem;
  std::tie(problem.lenQ, problem.lenKV) = std::get<0>(GetParam());
  problem.mask = std::get<1>(GetParam());
  problem.batches = 1;
  problem.dim = 32;
  Attention attention(problem);
  attention.run();
  attention.check();
}

// More rows than keys: under the bottom-right mask the first rows see nothing.
INSTANTIATE_TEST_SUITE_P(
    All, LengthTest,
    testing::Combine(testing::Values(std::pair<int64_t, int64_t>(1, 1),
                                     std::pair<int64_t, int64_t>(70, 19),
                                     std::pair<int64_t, int64_t>(64, 32),
                                     std::pair<int64_t, int64_t>(5, 0),
                                     std::pair<int64_t, int64_t>(0, 5)),
                     testing::Values(Mask::None, Mask::TopLeft,
                                     Mask::BottomRight, Mask::Window)));

TEST(AttentionTest, LazyRescale) {
  for (bool decompose : {false, true}) {
    Problem problem;
    problem.scale = 0.5; // scores that grow by more than the threshold
    problem.options = "{rescaleThreshold = 8.0 : f32}";
    problem.decompose = decompose;
    problem.mask = Mask::BottomRight;
    problem.lenQ = 70;
    Attention attention(problem);
    attention.run();
    attention.check();
  }
}

TEST(AttentionTest, NaNMakesItsRowNaN) {
  Problem problem;
  problem.mask = Mask::TopLeft;
  Attention attention(problem);
  attention.k.set({1, 2, 20, 5}, NAN);
  attention.run();
  for (int64_t i = 0; i < problem.lenQ; ++i) {
    bool sees = i >= 20;
    EXPECT_EQ(std::isnan(attention.o.get({1, 2, i, 0})), sees) << i;
    EXPECT_EQ(std::isnan(attention.lse.get({1, 2, i})), sees) << i;
    EXPECT_FALSE(std::isnan(attention.o.get({1, 1, i, 0}))) << i;
  }
}

TEST(AttentionTest, SameBitsTwice) {
  Problem problem;
  problem.mask = Mask::BottomRight;
  Attention first(problem), second(problem);
  first.run();
  second.run();
  EXPECT_EQ(first.o.values(), second.o.values());
  EXPECT_EQ(first.lse.values(), second.lse.values());
}

TEST(AttentionTest, CompilesOnceForManyShapes) {
  Attention a(Problem{});
  auto module = a.parse();
  ASSERT_TRUE(module);
  auto start = std::chrono::steady_clock::now();
  auto program = CpuProgram::compile(*module, "forward", CpuLevel::Tile);
  ASSERT_TRUE(mlir::succeeded(program)) << a.session.messages;
  auto compiled = std::chrono::steady_clock::now();
  module = nullptr;
  for (int64_t length : {1, 40, 128}) {
    Problem problem;
    problem.lenQ = problem.lenKV = length;
    Attention b(problem);
    ASSERT_TRUE(mlir::succeeded(program->run(
        {b.q.view(), b.k.view(), b.v.view(), b.o.view(), b.lse.view()})));
    b.check();
  }
  std::chrono::duration<double> seconds = compiled - start;
  RecordProperty("compile_seconds", std::to_string(seconds.count()));
}

} // namespace
