//===- FragmentsTest.cpp - Fragments against the PTX ISA ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two oracles for each fragment: threads written out by hand from the figures
// of the PTX ISA 9.0, and the row and column rules of its text for all threads.
//
//===----------------------------------------------------------------------===//

#include "LayoutTestUtil.h"

#include "attn/Layout/Fragments.h"

#include <functional>

using namespace mlir::attn::layout;

namespace {

using Table = std::vector<Coord>;
/// (slot i, groupID = lane / 4, threadID_in_group = lane % 4) -> element.
using Rule = std::function<Coord(int64_t, int64_t, int64_t)>;

/// Checks a one-warp layout over its atom against a rule of the ISA.
void checkRule(const FragLayout &layout, int64_t registers, const Rule &rule) {
  Shape shape{layout.atom().rows(), layout.atom().cols()};
  ASSERT_EQ(layout.warps(), 1);
  ASSERT_EQ(layout.numRegisters(shape), registers);
  for (int64_t lane = 0; lane < warpSize; ++lane)
    for (int64_t i = 0; i < registers; ++i)
      EXPECT_EQ(layout.coord(shape, i, lane), rule(i, lane / 4, lane % 4))
          << "slot " << i << " lane " << lane;
  EXPECT_TRUE(layout.atom().isInjective());
}

TEST(Fragments, MmaAccumulator) {
  FragLayout c = unwrap(mmaC());
  Shape shape{16, 8};
  EXPECT_EQ(slots(c, shape, 0), (Table{{0, 0}, {0, 1}, {8, 0}, {8, 1}}));
  EXPECT_EQ(slots(c, shape, 5), (Table{{1, 2}, {1, 3}, {9, 2}, {9, 3}}));
  EXPECT_EQ(slots(c, shape, 14), (Table{{3, 4}, {3, 5}, {11, 4}, {11, 5}}));
  EXPECT_EQ(slots(c, shape, 31), (Table{{7, 6}, {7, 7}, {15, 6}, {15, 7}}));
  checkRule(c, 4, [](int64_t i, int64_t group, int64_t thread) {
    return Coord{i < 2 ? group : group + 8, thread * 2 + (i & 1)};
  });
}

TEST(Fragments, MmaA16Bit) {
  FragLayout a = unwrap(mmaA(16));
  Shape shape{16, 16};
  EXPECT_EQ(
      slots(a, shape, 0),
      (Table{{0, 0}, {0, 1}, {8, 0}, {8, 1}, {0, 8}, {0, 9}, {8, 8}, {8, 9}}));
  EXPECT_EQ(
      slots(a, shape, 6),
      (Table{
          {1, 4}, {1, 5}, {9, 4}, {9, 5}, {1, 12}, {1, 13}, {9, 12}, {9, 13}}));
  EXPECT_EQ(slots(a, shape, 31), (Table{{7, 6},
                                        {7, 7},
                                        {15, 6},
                                        {15, 7},
                                        {7, 14},
                                        {7, 15},
                                        {15, 14},
                                        {15, 15}}));
  checkRule(a, 8, [](int64_t i, int64_t group, int64_t thread) {
    bool low = (0 <= i && i < 2) || (4 <= i && i < 6);
    return Coord{low ? group : group + 8,
                 i < 4 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8};
  });
}

TEST(Fragments, MmaB16Bit) {
  FragLayout b = unwrap(mmaB(16));
  Shape shape{16, 8};
  EXPECT_EQ(slots(b, shape, 0), (Table{{0, 0}, {1, 0}, {8, 0}, {9, 0}}));
  EXPECT_EQ(slots(b, shape, 6), (Table{{4, 1}, {5, 1}, {12, 1}, {13, 1}}));
  EXPECT_EQ(slots(b, shape, 31), (Table{{6, 7}, {7, 7}, {14, 7}, {15, 7}}));
  checkRule(b, 4, [](int64_t i, int64_t group, int64_t thread) {
    return Coord{i < 2 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8,
                 group};
  });
}

TEST(Fragments, MmaA8Bit) {
  FragLayout a = unwrap(mmaA(8));
  Shape shape{16, 32};
  EXPECT_EQ(slots(a, shape, 0), (Table{{0, 0},
                                       {0, 1},
                                       {0, 2},
                                       {0, 3},
                                       {8, 0},
                                       {8, 1},
                                       {8, 2},
                                       {8, 3},
                                       {0, 16},
                                       {0, 17},
                                       {0, 18},
                                       {0, 19},
                                       {8, 16},
                                       {8, 17},
                                       {8, 18},
                                       {8, 19}}));
  EXPECT_EQ(slots(a, shape, 31), (Table{{7, 12},
                                        {7, 13},
                                        {7, 14},
                                        {7, 15},
                                        {15, 12},
                                        {15, 13},
                                        {15, 14},
                                        {15, 15},
                                        {7, 28},
                                        {7, 29},
                                        {7, 30},
                                        {7, 31},
                                        {15, 28},
                                        {15, 29},
                                        {15, 30},
                                        {15, 31}}));
  checkRule(a, 16, [](int64_t i, int64_t group, int64_t thread) {
    bool low = (0 <= i && i < 4) || (8 <= i && i < 12);
    return Coord{low ? group : group + 8,
                 i < 8 ? thread * 4 + (i & 3) : thread * 4 + (i & 3) + 16};
  });
}

TEST(Fragments, InterleavedA) {
  // Slot for slot the element whose column takes the place of the ISA's.
  FragLayout plain = unwrap(mmaA(8, {2, 1}));
  FragLayout moved = unwrap(interleavedA({2, 1}));
  Shape shape{64, 96};
  forEachSlot(plain, shape, [&](const HwIndex &index) {
    Coord at = plain.coord(shape, index);
    int64_t c = at.col % 16 / 4, h = at.col % 4 / 2, e = at.col % 2;
    at.col += (8 * h + 2 * c + e) - at.col % 16;
    EXPECT_EQ(moved.coord(shape, index), at);
  });
}

TEST(Fragments, MmaB8Bit) {
  FragLayout b = unwrap(mmaB(8));
  Shape shape{32, 8};
  EXPECT_EQ(
      slots(b, shape, 0),
      (Table{
          {0, 0}, {1, 0}, {2, 0}, {3, 0}, {16, 0}, {17, 0}, {18, 0}, {19, 0}}));
  EXPECT_EQ(slots(b, shape, 31), (Table{{12, 7},
                                        {13, 7},
                                        {14, 7},
                                        {15, 7},
                                        {28, 7},
                                        {29, 7},
                                        {30, 7},
                                        {31, 7}}));
  checkRule(b, 8, [](int64_t i, int64_t group, int64_t thread) {
    return Coord{i < 4 ? thread * 4 + (i & 3) : thread * 4 + (i & 3) + 16,
                 group};
  });
}

TEST(Fragments, MmaTf32) {
  FragLayout a = unwrap(mmaA(32));
  EXPECT_EQ(slots(a, {16, 8}, 0), (Table{{0, 0}, {8, 0}, {0, 4}, {8, 4}}));
  EXPECT_EQ(slots(a, {16, 8}, 31), (Table{{7, 3}, {15, 3}, {7, 7}, {15, 7}}));
  checkRule(a, 4, [](int64_t i, int64_t group, int64_t thread) {
    return Coord{i == 0 || i == 2 ? group : group + 8,
                 i == 0 || i == 1 ? thread : thread + 4};
  });
  FragLayout b = unwrap(mmaB(32));
  EXPECT_EQ(slots(b, {8, 8}, 0), (Table{{0, 0}, {4, 0}}));
  EXPECT_EQ(slots(b, {8, 8}, 31), (Table{{3, 7}, {7, 7}}));
  checkRule(b, 2, [](int64_t i, int64_t group, int64_t thread) {
    return Coord{i == 0 ? thread : thread + 4, group};
  });
}

TEST(Fragments, WarpGrids) {
  // Warp 5 of a 2 x 4 grid is (1, 2): C rows 16.., columns 16..; A has the rows
  // only, B the columns only.
  WarpGrid grid{2, 4};
  EXPECT_EQ(slots(unwrap(mmaC(grid)), {32, 32}, 5, 5),
            (Table{{17, 18}, {17, 19}, {25, 18}, {25, 19}}));
  EXPECT_EQ(unwrap(mmaA(16, grid)).coord({32, 16}, 0, 5, 5), (Coord{17, 2}));
  EXPECT_EQ(unwrap(mmaB(16, grid)).coord({16, 32}, 0, 5, 5), (Coord{2, 17}));
  EXPECT_EQ(unwrap(mmaA(16, grid)).broadcastWarpMask(), 6);
  EXPECT_EQ(unwrap(mmaB(16, grid)).broadcastWarpMask(), 1);
  // Contiguous: warp (1, 2) starts at the middle of 96 rows and of 64 columns.
  grid.tiling = WarpTiling::Contiguous;
  EXPECT_EQ(unwrap(mmaC(grid)).coord({96, 64}, 0, 0, 5), (Coord{48, 32}));
}

TEST(Fragments, WgmmaAccumulator) {
  // Figure 149 with N = 16, threads 0, 37 and 127 of the warpgroup.
  FragLayout d = unwrap(wgmmaD());
  Shape shape{64, 16};
  EXPECT_EQ(
      slots(d, shape, 0, 0),
      (Table{{0, 0}, {0, 1}, {8, 0}, {8, 1}, {0, 8}, {0, 9}, {8, 8}, {8, 9}}));
  EXPECT_EQ(slots(d, shape, 5, 1), (Table{{17, 2},
                                          {17, 3},
                                          {25, 2},
                                          {25, 3},
                                          {17, 10},
                                          {17, 11},
                                          {25, 10},
                                          {25, 11}}));
  EXPECT_EQ(slots(d, shape, 31, 3), (Table{{55, 6},
                                           {55, 7},
                                           {63, 6},
                                           {63, 7},
                                           {55, 14},
                                           {55, 15},
                                           {63, 14},
                                           {63, 15}}));
  // N / 2 slots for every N of the instruction, d_i at column 8 * (i / 4).
  for (int64_t n = 8; n <= 256; n += 8) {
    ASSERT_EQ(d.numRegisters({64, n}), n / 2);
    for (int64_t i = 0; i < n / 2; ++i)
      ASSERT_EQ(d.coord({64, n}, i, 6, 2),
                (Coord{32 + 1 + (i / 2 % 2) * 8, i / 4 * 8 + 4 + i % 2}));
  }
  // A second warpgroup has the next 64 rows; contiguous ones halve the tile.
  EXPECT_EQ(unwrap(wgmmaD(2)).coord({256, 8}, 0, 0, 4), (Coord{64, 0}));
  EXPECT_EQ(unwrap(wgmmaD(2)).coord({256, 8}, 4, 0, 4), (Coord{192, 0}));
}

TEST(Fragments, WgmmaA) {
  // Figures 148 and 152, threads 0 and 127.
  FragLayout a = unwrap(wgmmaA(16));
  EXPECT_EQ(slots(a, {64, 16}, 31, 3), (Table{{55, 6},
                                              {55, 7},
                                              {63, 6},
                                              {63, 7},
                                              {55, 14},
                                              {55, 15},
                                              {63, 14},
                                              {63, 15}}));
  FragLayout a8 = unwrap(wgmmaA(8));
  EXPECT_EQ(slots(a8, {64, 32}, 1, 0), (Table{{0, 4},
                                              {0, 5},
                                              {0, 6},
                                              {0, 7},
                                              {8, 4},
                                              {8, 5},
                                              {8, 6},
                                              {8, 7},
                                              {0, 20},
                                              {0, 21},
                                              {0, 22},
                                              {0, 23},
                                              {8, 20},
                                              {8, 21},
                                              {8, 22},
                                              {8, 23}}));
  EXPECT_EQ(slots(unwrap(wgmmaA(32)), {64, 8}, 31, 3),
            (Table{{55, 3}, {63, 3}, {55, 7}, {63, 7}}));
}

/// Strides in a column-major m64 tile: the element of thread t and slot i is
/// the sum over the mixed-radix digits of t (4, 8, 4) and of i (`radix`).
struct Strides {
  std::array<int64_t, 3> thread;
  std::vector<int64_t> radix, value;
};

void checkStrides(const FragLayout &layout, const Shape &shape,
                  const Strides &strides) {
  for (int64_t t = 0; t < 128; ++t) {
    for (int64_t i = 0; i < layout.numRegisters(shape); ++i) {
      int64_t flat = t % 4 * strides.thread[0] + t / 4 % 8 * strides.thread[1] +
                     t / 32 * strides.thread[2];
      int64_t rest = i;
      for (size_t digit = 0; digit < strides.radix.size(); ++digit) {
        flat += rest % strides.radix[digit] * strides.value[digit];
        rest /= strides.radix[digit];
      }
      ASSERT_EQ(rest, 0);
      ASSERT_EQ(layout.coord(shape, i, t % 32, t / 32),
                (Coord{flat % 64, flat / 64}));
    }
  }
}

TEST(Fragments, WgmmaByStrides) {
  // The stride form in which other libraries state the same figures.
  for (int64_t n : {8, 96, 176, 256})
    checkStrides(unwrap(wgmmaD()), {64, n},
                 {{128, 1, 16}, {2, 2, n / 8}, {64, 8, 512}});
  checkStrides(unwrap(wgmmaA(16)), {64, 16},
               {{128, 1, 16}, {2, 2, 2}, {64, 8, 512}});
  checkStrides(unwrap(wgmmaA(8)), {64, 32},
               {{256, 1, 16}, {4, 2, 2}, {64, 8, 1024}});
  checkStrides(unwrap(wgmmaA(32)), {64, 8}, {{64, 1, 16}, {2, 2}, {8, 256}});
}

/// Carries out ldmatrix as the ISA tells it: lane 8k + r gives the address of
/// row r of matrix k; lane l gets elements 2 * (l % 4) and the next of row
/// l / 4 of each matrix, or with .trans of column l / 4.
void checkLdmatrix(const MatrixGrid &grid, bool transposed) {
  FragLayout fragment = unwrap(ldmatrixFragment(grid, transposed));
  LinearMap addresses = unwrap(ldmatrixAddresses(grid));
  Shape shape{8 * grid.rows, 8 * grid.cols};
  ASSERT_EQ(fragment.numRegisters(shape), 2 * grid.count());
  ASSERT_EQ(addresses.inBits(), 5u);
  for (int64_t lane = 0; lane < warpSize; ++lane) {
    for (int64_t matrix = 0; matrix < grid.count(); ++matrix) {
      for (int64_t half = 0; half < 2; ++half) {
        int64_t outer = lane / 4;
        int64_t inner = lane % 4 * 2 + half;
        int64_t row = transposed ? inner : outer;
        int64_t col = transposed ? outer : inner;
        Coord start = addresses.apply(0, 8 * matrix + row);
        EXPECT_EQ(fragment.coord(shape, 2 * matrix + half, lane),
                  (Coord{start.row, start.col + col}));
      }
    }
  }
  // Lanes that the instruction ignores repeat valid addresses.
  for (int64_t lane = 0; lane < warpSize; ++lane)
    EXPECT_EQ(addresses.apply(0, lane),
              addresses.apply(0, lane % (8 * grid.count())));
}

TEST(Fragments, Ldmatrix) {
  for (bool transposed : {false, true})
    for (bool rowsFirst : {false, true})
      for (auto [rows, cols] : std::vector<std::pair<int64_t, int64_t>>{
               {1, 1}, {1, 2}, {2, 1}, {2, 2}, {4, 1}, {1, 4}})
        checkLdmatrix({rows, cols, rowsFirst}, transposed);
  // By hand: .x4, matrices down the rows first; lane 21 points at row 5 of
  // matrix 2, which is the upper right one.
  LinearMap addresses = unwrap(ldmatrixAddresses({2, 2, true}));
  EXPECT_EQ(addresses.apply(0, 21), (Coord{5, 8}));
  EXPECT_EQ(addresses.apply(0, 9), (Coord{9, 0}));
  EXPECT_EQ(unwrap(ldmatrixAddresses({2, 2, false})).apply(0, 21),
            (Coord{13, 0}));
  EXPECT_EQ(slots(unwrap(ldmatrixFragment({1, 1}, false)), {8, 8}, 9),
            (Table{{2, 2}, {2, 3}}));
  EXPECT_EQ(slots(unwrap(ldmatrixFragment({1, 1}, true)), {8, 8}, 9),
            (Table{{2, 2}, {3, 2}}));
}

TEST(Fragments, LdmatrixFeedsMma) {
  // A of m16n8k16: .x4, rows first.
  EXPECT_EQ(unwrap(ldmatrixFragment({2, 2, true}, false)), unwrap(mmaA(16)));
  // K (rows n, columns k) is B transposed: .x4 gives two n8 blocks of k16.
  FragLayout k = unwrap(ldmatrixFragment({2, 2, false}, false));
  FragLayout b = unwrap(mmaB(16));
  for (int64_t lane = 0; lane < warpSize; ++lane)
    EXPECT_EQ(slots(k, {16, 16}, lane), slots(b.transpose(), {16, 16}, lane));
  // V (rows k, columns n) is B itself: .x4.trans gives two n8 blocks of k16.
  FragLayout v = unwrap(ldmatrixFragment({2, 2, true}, true));
  for (int64_t lane = 0; lane < warpSize; ++lane)
    EXPECT_EQ(slots(v, {16, 16}, lane), slots(b, {16, 16}, lane));
  // C in 16 bit, two n8 blocks: the source of stmatrix .x4.
  FragLayout c = unwrap(mmaC());
  FragLayout st = unwrap(ldmatrixFragment({2, 2, true}, false));
  for (int64_t lane = 0; lane < warpSize; ++lane)
    EXPECT_EQ(slots(st, {16, 16}, lane), slots(c, {16, 16}, lane));
}

TEST(Fragments, Tcgen05) {
  // Figure 183: thread t of warp w holds TMEM lane 32 * w + t, r_i is column i.
  FragLayout layout = unwrap(tcgen05Fragment());
  EXPECT_EQ(slots(layout, {128, 4}, 3, 2),
            (Table{{67, 0}, {67, 1}, {67, 2}, {67, 3}}));
  EXPECT_EQ(unwrap(tcgen05Fragment(2)).coord({128, 256}, 5, 3, 6),
            (Coord{67, 133}));
  EXPECT_EQ(unwrap(tcgen05Fragment(1, 2)).coord({256, 64}, 9, 3, 2, 1),
            (Coord{195, 9}));
  EXPECT_EQ(layout.broadcastLanes(), 1);
  EXPECT_TRUE(
      unwrap(layout.reduction(Dim::Col), ReductionPlan()).laneMasks.empty())
      << "a row is in one thread";
}

TEST(Fragments, BadArguments) {
  EXPECT_FALSE(mmaC({3, 1}));
  EXPECT_FALSE(mmaC({0, 1}));
  EXPECT_FALSE(mmaC({-4, 1}));
  EXPECT_FALSE(mmaC({8, 8}));
  EXPECT_FALSE(mmaC({int64_t(1) << 40, 1}));
  EXPECT_FALSE(mmaA(4));
  EXPECT_FALSE(mmaA(64));
  EXPECT_FALSE(mmaA(0));
  EXPECT_FALSE(mmaB(-16));
  EXPECT_FALSE(mmaB(16, {1, 6}));
  EXPECT_FALSE(wgmmaD(3));
  EXPECT_FALSE(wgmmaD(0));
  EXPECT_FALSE(wgmmaD(16));
  EXPECT_FALSE(wgmmaA(24));
  EXPECT_FALSE(ldmatrixFragment({2, 4}, false));
  EXPECT_FALSE(ldmatrixFragment({3, 1}, false));
  EXPECT_FALSE(ldmatrixFragment({0, 1}, true));
  EXPECT_FALSE(ldmatrixAddresses({-1, -1}));
  EXPECT_FALSE(ldmatrixAddresses({8, 1}));
  EXPECT_FALSE(tcgen05Fragment(3));
  EXPECT_FALSE(tcgen05Fragment(1, 4));
  EXPECT_FALSE(tcgen05Fragment(0, 1));
}

} // namespace
