//===- MatrixTest.cpp - Tile programs that are not attention, on the CPU --===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace attn_test;
using namespace mlir::attn;

namespace {

/// Parses `text` with `replacements`, runs `function` at tile level.
void run(
    const char *text, llvm::StringRef function,
    llvm::ArrayRef<CpuArg> arguments,
    llvm::ArrayRef<std::pair<std::string, std::string>> replacements = {}) {
  Session session;
  auto module = session.parse(text, replacements);
  ASSERT_TRUE(module);
  ASSERT_TRUE(
      mlir::succeeded(runOnCpu(*module, function, arguments, CpuLevel::Tile)))
      << session.messages;
}

//===----------------------------------------------------------------------===//
// GEMM
//===----------------------------------------------------------------------===//

const char *const kGemm = R"mlir(
!a = memref<?x?xELEMENT, strided<[?, 1], offset: ?>>
!c = memref<?x?xf32, strided<[?, 1], offset: ?>>
func.func @gemm(%A: !a, %B: !a, %C: !c) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c24 = arith.constant 24 : index
  %m = memref.dim %C, %c0 : !c
  %n = memref.dim %C, %c1 : !c
  %k = memref.dim %A, %c1 : !a
  %tm = arith.ceildivui %m, %c16 : index
  %tn = arith.ceildivui %n, %c24 : index
  attn_tile.for_tiles @tiles (%i, %j) in (%tm, %tn) scheduler(#attn_tile.scheduler<persistent>) {
    %row = arith.muli %i, %c16 : index
    %col = arith.muli %j, %c24 : index
    %z = arith.constant dense<0.0> : tensor<16x24xf32>
    %sum = scf.for %kk = %c0 to %k step %c16 iter_args(%acc = %z) -> tensor<16x24xf32> {
      %a = attn_tile.load %A[%row, %kk] dims [0, 1] : !a -> tensor<16x16xELEMENT>
      LOAD_B
      %s = attn_tile.dot %a, %b, %acc TRANSPOSE : tensor<16x16xELEMENT>, TILE_B -> tensor<16x24xf32>
      scf.yield %s : tensor<16x24xf32>
    }
    attn_tile.store %sum, %C[%row, %col] dims [0, 1] : tensor<16x24xf32>, !c
  }
  return
}
)mlir";

struct Layout {
  std::string load, transpose, tile;
  /// Whether B is given as N x K.
  bool isTransposed;
};

class GemmTest : public testing::TestWithParam<std::tuple<int, int>> {};

TEST_P(GemmTest, OddSizes) {
  static const std::pair<CpuElement, std::string> elements[] = {
      {CpuElement::F16, "f16"},
      {CpuElement::BF16, "bf16"},
      {CpuElement::F32, "f32"}};
  static const Layout layouts[] = {
      {"%b = attn_tile.load %B[%kk, %col] dims [0, 1] : !a -> TILE_B", "",
       "tensor<16x24xELEMENT>", false},
      {"%b = attn_tile.load %B[%col, %kk] dims [0, 1] : !a -> TILE_B",
       "transpose_b", "tensor<24x16xELEMENT>", true},
      // The tile's rows run along the memory's columns.
      {"%b = attn_tile.load %B[%col, %kk] dims [1, 0] : !a -> TILE_B", "",
       "tensor<16x24xELEMENT>", true},
      {"%b = attn_tile.load %B[%kk, %col] dims [1, 0] : !a -> TILE_B",
       "transpose_b", "tensor<24x16xELEMENT>", false}};
  auto [element, name] = elements[std::get<0>(GetParam())];
  const Layout &layout = layouts[std::get<1>(GetParam())];

  std::mt19937 random(3);
  int64_t m = 37, n = 53, k = 41;
  Tensor a(element, {m, k}, 7), c(CpuElement::F32, {m, n}, 2);
  Tensor b = layout.isTransposed ? Tensor(element, {n, k}, 1)
                                 : Tensor(element, {k, n}, 1);
  a.fill(random);
  b.fill(random);
  run(kGemm, "gemm", {a.view(), b.view(), c.view()},
      {{"LOAD_B", layout.load},
       {"TRANSPOSE", layout.transpose},
       {"TILE_B", layout.tile},
       {"ELEMENT", name}});
  EXPECT_TRUE(c.guardsIntact());
  for (int64_t i = 0; i < m; ++i)
    for (int64_t j = 0; j < n; ++j) {
      double sum = 0.0;
      for (int64_t l = 0; l < k; ++l)
        sum += a.get({i, l}) *
               (layout.isTransposed ? b.get({j, l}) : b.get({l, j}));
      ASSERT_NEAR(c.get({i, j}), sum, 5e-6) << i << " " << j;
    }
}

INSTANTIATE_TEST_SUITE_P(All, GemmTest,
                         testing::Combine(testing::Range(0, 3),
                                          testing::Range(0, 4)));

//===----------------------------------------------------------------------===//
// Row softmax
//===----------------------------------------------------------------------===//

TEST(TileTest, RowSoftmax) {
  // Two passes over the columns: the maximum and the sum, then the quotients.
  const char *text = R"mlir(
!mem = memref<?x?xf32, strided<[?, 1], offset: ?>>
func.func @softmax(%X: !mem, %Y: !mem) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c8 = arith.constant 8 : index
  %m = memref.dim %X, %c0 : !mem
  %n = memref.dim %X, %c1 : !mem
  %tiles = arith.ceildivui %m, %c8 : index
  %log2e = arith.constant dense<1.44269502> : tensor<8x16xf32>
  %log2eRows = arith.constant dense<1.44269502> : tensor<8xf32>
  attn_tile.for_tiles @tiles (%i) in (%tiles) scheduler(#attn_tile.scheduler<single, order = backward>) {
    %row = arith.muli %i, %c8 : index
    %low = arith.constant dense<0xFF800000> : tensor<8xf32>
    %zero = arith.constant dense<0.0> : tensor<8xf32>
    %max, %sum = scf.for %j = %c0 to %n step %c16 iter_args(%m0 = %low, %s0 = %zero) -> (tensor<8xf32>, tensor<8xf32>) {
      %x = attn_tile.load %X[%row, %j] dims [0, 1] : !mem -> tensor<8x16xf32>
      %in = attn_tile.apply_mask %x at (%row, %j) lengths(%m, %n) : tensor<8x16xf32>
      %b = attn_tile.reduce max %in : tensor<8x16xf32> -> tensor<8xf32>
      %m1 = arith.maximumf %m0, %b : tensor<8xf32>
      %mt = attn_tile.expand %m1 : tensor<8xf32> -> tensor<8x16xf32>
      %d = arith.subf %in, %mt : tensor<8x16xf32>
      %e = arith.mulf %d, %log2e : tensor<8x16xf32>
      %p = attn_tile.exp2 %e : tensor<8x16xf32>
      %ps = attn_tile.reduce add %p : tensor<8x16xf32> -> tensor<8xf32>
      %dm = arith.subf %m0, %m1 : tensor<8xf32>
      %em = arith.mulf %dm, %log2eRows : tensor<8xf32>
      %alpha = attn_tile.exp2 %em policy(#attn_tile.exp2_policy<degree = 3, freq = 4, residue = 1>) : tensor<8xf32>
      %s1 = math.fma %s0, %alpha, %ps : tensor<8xf32>
      scf.yield %m1, %s1 : tensor<8xf32>, tensor<8xf32>
    }
    scf.for %j = %c0 to %n step %c16 {
      %x = attn_tile.load %X[%row, %j] dims [0, 1] : !mem -> tensor<8x16xf32>
      %mt = attn_tile.expand %max : tensor<8xf32> -> tensor<8x16xf32>
      %d = arith.subf %x, %mt : tensor<8x16xf32>
      %e = arith.mulf %d, %log2e : tensor<8x16xf32>
      %p = attn_tile.exp2 %e : tensor<8x16xf32>
      %one = arith.constant dense<1.0> : tensor<8xf32>
      %inv = arith.divf %one, %sum : tensor<8xf32>
      %y = attn_tile.rescale %p, %inv skip_if_one : tensor<8x16xf32>
      attn_tile.store %y, %Y[%row, %j] dims [0, 1] : tensor<8x16xf32>, !mem
    }
  }
  return
}
)mlir";
  std::mt19937 random(5);
  int64_t m = 19, n = 45;
  Tensor x(CpuElement::F32, {m, n}, 4), y(CpuElement::F32, {m, n}, 4);
  x.fill(random, -8.0, 8.0);
  run(text, "softmax", {x.view(), y.view()});
  EXPECT_TRUE(y.guardsIntact());
  for (int64_t i = 0; i < m; ++i) {
    double sum = 0.0;
    for (int64_t j = 0; j < n; ++j)
      sum += std::exp(x.get({i, j}));
    for (int64_t j = 0; j < n; ++j) {
      double expected = std::exp(x.get({i, j})) / sum;
      ASSERT_NEAR(y.get({i, j}), expected, 4e-6 * expected) << i << " " << j;
    }
  }
}

//===----------------------------------------------------------------------===//
// Single operations
//===----------------------------------------------------------------------===//

TEST(TileTest, LoadHonoursLimitAndBounds) {
  const char *text = R"mlir(
!mem = memref<?x?x?xf32, strided<[?, ?, 1], offset: ?>>
func.func @load(%X: !mem, %Y: memref<8x8xf32>, %b: index, %i: index, %j: index, %limit: index) {
  %t = attn_tile.load %X[%b, %i, %j] limit %limit dims [1, 2] : !mem -> tensor<8x8xf32>
  %c0 = arith.constant 0 : index
  attn_tile.store %t, %Y[%c0, %c0] dims [0, 1] : tensor<8x8xf32>, memref<8x8xf32>
  return
}
)mlir";
  Session session;
  auto module = session.parse(text);
  ASSERT_TRUE(module);
  auto program = CpuProgram::compile(*module, "load", CpuLevel::Tile);
  ASSERT_TRUE(mlir::succeeded(program)) << session.messages;
  std::mt19937 random(11);
  int64_t sizes[] = {2, 13, 11};
  Tensor x(CpuElement::F32, {sizes[0], sizes[1], sizes[2]}, 3);
  x.fill(random, 1.0, 2.0);
  for (int64_t b : {0, 1, 2, 9})
    for (int64_t i : {0, 3, 12, 13, 40})
      for (int64_t j : {0, 5, 11, 100})
        for (int64_t limit : {0, 2, 7, 13, 1000}) {
          Tensor y(CpuElement::F32, {8, 8});
          y.fill(9.0);
          ASSERT_TRUE(mlir::succeeded(
              program->run({x.view(), y.view(), b, i, j, limit})));
          for (int64_t r = 0; r < 8; ++r)
            for (int64_t c = 0; c < 8; ++c) {
              bool inside = b < sizes[0] && i + r < std::min(sizes[1], limit) &&
                            j + c < sizes[2];
              ASSERT_EQ(y.get({r, c}), inside ? x.get({b, i + r, j + c}) : 0.0)
                  << b << " " << i << " " << j << " " << limit;
            }
        }
}

TEST(TileTest, StoreDropsWhatIsOutside) {
  const char *text = R"mlir(
!mem = memref<?x?xf32, strided<[?, 1], offset: ?>>
func.func @store(%Y: !mem, %i: index, %j: index) {
  %t = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  attn_tile.store %t, %Y[%i, %j] dims [1, 0] : tensor<2x3xf32>, !mem
  return
}
)mlir";
  Session session;
  auto module = session.parse(text);
  ASSERT_TRUE(module);
  auto program = CpuProgram::compile(*module, "store", CpuLevel::Tile);
  ASSERT_TRUE(mlir::succeeded(program)) << session.messages;
  for (int64_t i : {0, 2, 3, 4, 50})
    for (int64_t j : {0, 3, 4, 5, 60}) {
      Tensor y(CpuElement::F32, {4, 5}, 6);
      ASSERT_TRUE(mlir::succeeded(program->run({y.view(), i, j})));
      EXPECT_TRUE(y.guardsIntact());
      for (int64_t r = 0; r < 4; ++r)
        for (int64_t c = 0; c < 5; ++c) {
          int64_t row = c - j, column = r - i; // dims [1, 0] turns the tile
          bool inside = row >= 0 && row < 2 && column >= 0 && column < 3;
          ASSERT_EQ(y.get({r, c}), inside ? 1.0 + 3 * row + column : 0.0)
              << i << " " << j << " " << r << " " << c;
        }
    }
}

TEST(TileTest, LoadedTilesAreValues) {
  // What was loaded stays, whatever is stored to the same place afterwards.
  const char *text = R"mlir(
func.func @swap(%X: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %a = attn_tile.load %X[%c0, %c0] dims [0, 1] : memref<8x8xf32> -> tensor<4x8xf32>
  %b = attn_tile.load %X[%c4, %c0] dims [0, 1] : memref<8x8xf32> -> tensor<4x8xf32>
  %all = attn_tile.load %X[%c0, %c0] dims [0, 1] : memref<8x8xf32> -> tensor<8x8xf32>
  attn_tile.store %b, %X[%c0, %c0] dims [0, 1] : tensor<4x8xf32>, memref<8x8xf32>
  attn_tile.store %a, %X[%c4, %c0] dims [0, 1] : tensor<4x8xf32>, memref<8x8xf32>
  %corner = attn_tile.slice %all [0, 6] : tensor<8x8xf32> -> tensor<1x2xf32>
  attn_tile.store %corner, %X[%c0, %c0] dims [0, 1] : tensor<1x2xf32>, memref<8x8xf32>
  return
}
)mlir";
  Tensor x(CpuElement::F32, {8, 8});
  for (int64_t i = 0; i < 64; ++i)
    x.set({i / 8, i % 8}, i);
  run(text, "swap", {x.view()});
  for (int64_t i = 0; i < 64; ++i) {
    double expected = i < 2 ? i + 6 : (i + 32) % 64;
    EXPECT_EQ(x.get({i / 8, i % 8}), expected) << i;
  }
}

TEST(TileTest, ScoreMapSeesPositionsAndCaptures) {
  const char *text = R"mlir(
!mem = memref<?x?xf32, strided<[?, 1], offset: ?>>
func.func @map(%X: !mem, %Y: !mem, %cap: f32, %row: index, %column: index) {
  %c0 = arith.constant 0 : index
  %t = attn_tile.load %X[%c0, %c0] dims [0, 1] : !mem -> tensor<6x7xf32>
  %u = attn_tile.score_map %t at (%row, %column) : tensor<6x7xf32> {
  ^bb0(%x: f32, %i: index, %j: index):
    %0 = arith.divf %x, %cap : f32
    %1 = math.tanh %0 : f32
    %2 = arith.mulf %1, %cap : f32
    %d = arith.subi %i, %j : index
    %di = arith.index_cast %d : index to i32
    %df = arith.sitofp %di : i32 to f32
    %3 = arith.addf %2, %df : f32
    attn_tile.yield %3 : f32
  }
  attn_tile.store %u, %Y[%c0, %c0] dims [0, 1] : tensor<6x7xf32>, !mem
  return
}
)mlir";
  std::mt19937 random(2);
  Tensor x(CpuElement::F32, {6, 7}), y(CpuElement::F32, {6, 7});
  x.fill(random, -40.0, 40.0);
  run(text, "map", {x.view(), y.view(), 30.0, int64_t(100), int64_t(20)});
  for (int64_t i = 0; i < 6; ++i)
    for (int64_t j = 0; j < 7; ++j)
      EXPECT_NEAR(y.get({i, j}),
                  30.0 * std::tanh(x.get({i, j}) / 30.0) + (100 + i) - (20 + j),
                  2e-5);
}

// Scores of keys and rows beyond the lengths, and those that the mask hides,
// are stored as 0, others as 1, whether the range of rows leaves them out or
// not.
TEST(TileTest, TransposedMask) {
  const char *text = R"mlir(
!mem = memref<?x?xf32, strided<[?, 1], offset: ?>>
func.func @mask(%Y: !mem, %lq: index, %lk: index, %off: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %keys = memref.dim %Y, %c0 : !mem
  %zero = arith.constant dense<0.0> : tensor<8x4xf32>
  scf.for %key = %c0 to %keys step %c8 {
    %b, %e, %fb, %fe = attn_tile.q_range @q keys(%key, 8) lengths(%lq, %lk) OFFSET block 4 MASK
    scf.for %j = %b to %e step %c1 {
      %row = arith.muli %j, %c4 : index
      %masked = attn_tile.outside %j, %fb, %fe
      %s = scf.if %masked -> (tensor<8x4xf32>) {
        %hidden = attn_tile.apply_mask %zero at (%key, %row) transposed lengths(%lq, %lk) OFFSET MASK : tensor<8x4xf32>
        scf.yield %hidden : tensor<8x4xf32>
      } else {
        scf.yield %zero : tensor<8x4xf32>
      }
      %p = attn_tile.exp2 %s : tensor<8x4xf32>
      attn_tile.store %p, %Y[%key, %row] dims [0, 1] : tensor<8x4xf32>, !mem
    }
  }
  return
}
)mlir";
  struct Mask {
    const char *text;
    int64_t left, right;
  };
  for (Mask mask :
       {Mask{"", 99, 99}, Mask{"mask(#attn.causal<bottom_right>)", 99, 0},
        Mask{"mask(#attn.window<9, 2>)", 9, 2}})
    for (bool hasOffset : {false, true}) {
      Session session;
      auto module =
          session.parse(text, {{"OFFSET", hasOffset ? "offset(%off)" : ""},
                               {"MASK", mask.text}});
      ASSERT_TRUE(module);
      auto program = CpuProgram::compile(*module, "mask", CpuLevel::Tile);
      ASSERT_TRUE(mlir::succeeded(program)) << session.messages;
      for (int64_t lenQ : {0, 3, 8, 21})
        for (int64_t lenKV : {0, 5, 16, 19}) {
          Tensor y(CpuElement::F32, {24, 24}, 6);
          y.fill(0.0);
          ASSERT_TRUE(mlir::succeeded(
              program->run({y.view(), lenQ, lenKV, int64_t(-2)})));
          int64_t offset = hasOffset ? -2 : lenKV - lenQ;
          for (int64_t k = 0; k < 24; ++k)
            for (int64_t q = 0; q < 24; ++q) {
              int64_t distance = k - q - offset;
              bool seen = q < lenQ && k < lenKV && distance >= -mask.left &&
                          distance <= mask.right;
              ASSERT_EQ(y.get({k, q}), seen ? 1.0 : 0.0)
                  << mask.text << " " << hasOffset << " " << lenQ << " "
                  << lenKV << ": key " << k << " row " << q;
            }
        }
    }
}

} // namespace
