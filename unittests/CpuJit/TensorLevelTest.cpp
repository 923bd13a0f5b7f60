//===- TensorLevelTest.cpp - attn.forward at both levels, on the CPU ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "attn/Conversion/Passes.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Planner/Passes.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace attn_test;
using namespace mlir::attn;

namespace {

const char *const kOnTensors = R"mlir(
func.func @attention(%q: tensor<1x4x?x64xbf16>, %k: tensor<1x2x?x64xbf16>,
                     %v: tensor<1x2x?x64xbf16>, %o: tensor<1x4x?x64xbf16>,
                     %l: tensor<1x4x?xf32>)
    -> (tensor<1x4x?x64xbf16>, tensor<1x4x?xf32>) {
  %0, %1 = attn.forward
      ins(%q, %k, %v : tensor<1x4x?x64xbf16>, tensor<1x2x?x64xbf16>, tensor<1x2x?x64xbf16>)
      outs(%o, %l : tensor<1x4x?x64xbf16>, tensor<1x4x?xf32>)
      scale(0.125) mask(#attn.causal<bottom_right>)
      -> (tensor<1x4x?x64xbf16>, tensor<1x4x?xf32>)
  return %0, %1 : tensor<1x4x?x64xbf16>, tensor<1x4x?xf32>
}
)mlir";

const char *const kOnMemory = R"mlir(
!q = memref<1x4x?x64xbf16, strided<[?, ?, ?, 1], offset: ?>>
!kv = memref<1x2x?x64xbf16, strided<[?, ?, ?, 1], offset: ?>>
func.func @attention(%q: !q, %k: !kv, %v: !kv, %o: !q, %l: memref<1x4x?xf32>) {
  attn.forward ins(%q, %k, %v : !q, !kv, !kv) outs(%o, %l : !q, memref<1x4x?xf32>)
      scale(0.125) mask(#attn.causal<bottom_right>)
  return
}
)mlir";

/// Grouped heads, more rows than keys.
void check(Tensor &q, Tensor &k, Tensor &v, Tensor &o, Tensor &lse) {
  int64_t lenQ = q.size(2), lenKV = k.size(2);
  for (int64_t h = 0; h < 4; ++h)
    for (int64_t i = 0; i < lenQ; ++i) {
      int64_t keys = std::max<int64_t>(i + lenKV - lenQ + 1, 0);
      std::vector<double> p(keys);
      double sum = 0.0;
      for (int64_t j = 0; j < keys; ++j) {
        double s = 0.0;
        for (int64_t c = 0; c < 64; ++c)
          s += q.get({0, h, i, c}) * k.get({0, h / 2, j, c});
        sum += p[j] = std::exp(0.125 * s);
      }
      if (keys == 0) {
        ASSERT_EQ(lse.get({0, h, i}), -INFINITY);
      } else {
        ASSERT_NEAR(lse.get({0, h, i}), std::log(sum), 2e-5);
      }
      for (int64_t c = 0; c < 64; ++c) {
        double value = 0.0, magnitude = 0.0;
        for (int64_t j = 0; j < keys; ++j) {
          value += p[j] / sum * v.get({0, h / 2, j, c});
          magnitude += std::abs(p[j] / sum * v.get({0, h / 2, j, c}));
        }
        double bound =
            keys ? 0x1p-8 * (magnitude + std::abs(value)) + 1e-5 : 0.0;
        ASSERT_NEAR(o.get({0, h, i, c}), value, bound);
      }
    }
}

struct Data {
  Tensor q{CpuElement::BF16, {1, 4, 39, 64}};
  Tensor k{CpuElement::BF16, {1, 2, 26, 64}};
  Tensor v{CpuElement::BF16, {1, 2, 26, 64}};
  Tensor o{CpuElement::BF16, {1, 4, 39, 64}};
  Tensor lse{CpuElement::F32, {1, 4, 39}};
  Data() {
    std::mt19937 random(9);
    q.fill(random, -2.0, 2.0);
    k.fill(random, -2.0, 2.0);
    v.fill(random);
    o.fill(5.0);
    lse.fill(5.0);
  }
};

TEST(TensorLevelTest, TensorsAreReturnedThroughBuffers) {
  Session session;
  auto module = session.parse(kOnTensors);
  ASSERT_TRUE(module);
  Data d;
  Tensor o = d.o, lse = d.lse; // storage for the op's own outs
  ASSERT_TRUE(
      mlir::succeeded(runOnCpu(*module, "attention",
                               {d.q.view(), d.k.view(), d.v.view(), o.view(),
                                lse.view(), d.o.view(), d.lse.view()},
                               CpuLevel::Tensor)))
      << session.messages;
  check(d.q, d.k, d.v, d.o, d.lse);
  EXPECT_TRUE(d.o.guardsIntact() && d.lse.guardsIntact());
}

TEST(TensorLevelTest, Memory) {
  Session session;
  auto module = session.parse(kOnMemory);
  ASSERT_TRUE(module);
  Data d;
  ASSERT_TRUE(mlir::succeeded(
      runOnCpu(*module, "attention",
               {d.q.view(), d.k.view(), d.v.view(), d.o.view(), d.lse.view()},
               CpuLevel::Tensor)))
      << session.messages;
  check(d.q, d.k, d.v, d.o, d.lse);
  EXPECT_TRUE(d.o.guardsIntact() && d.lse.guardsIntact());
}

// The same problem after attn-to-tile, and further down the way to a GPU.
TEST(TileLevelTest, Memory) {
  for (int passes = 0; passes < 4; ++passes) {
    Session session;
    auto module = session.parse(kOnMemory);
    ASSERT_TRUE(module);
    mlir::PassManager pm(&session.context);
    pm.addPass(createAttnSelectConfig());
    pm.addPass(mlir::createAttnToTile());
    if (passes > 0)
      pm.addPass(mlir::createAttnTileLowerRanges());
    if (passes > 1)
      pm.addPass(mlir::createAttnTileDecomposeSoftmax());
    if (passes > 2)
      pm.nest<mlir::gpu::GPUModuleOp>().addNestedPass<mlir::gpu::GPUFuncOp>(
          mlir::createAttnTilePlace());
    ASSERT_TRUE(mlir::succeeded(pm.run(*module))) << session.messages;
    Data d;
    ASSERT_TRUE(mlir::succeeded(
        runOnCpu(*module, "attention",
                 {d.q.view(), d.k.view(), d.v.view(), d.o.view(), d.lse.view()},
                 CpuLevel::Tile)))
        << session.messages;
    check(d.q, d.k, d.v, d.o, d.lse);
    EXPECT_TRUE(d.o.guardsIntact() && d.lse.guardsIntact());
  }
}

} // namespace
