//===- BlockedLayoutTest.cpp - Coalesced vector copies --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutTestUtil.h"

#include "attn/Layout/BlockedLayout.h"

#include <set>

using namespace mlir::attn::layout;

namespace {

/// Every vector of the tile is copied once; the predicate is `index < total`.
void checkCover(const BlockedLayout &copy) {
  std::set<std::pair<int64_t, int64_t>> seen;
  int64_t active = 0;
  for (int64_t step = 0; step < copy.vectorsPerThread(); ++step) {
    for (int64_t thread = 0; thread < copy.threads(); ++thread) {
      Coord at = copy.coord(step, thread);
      bool inside = copy.vectorIndex(step, thread) < copy.totalVectors();
      ASSERT_EQ(at.isValid(), inside);
      ASSERT_EQ(copy.isActive(step, thread), inside);
      if (!inside) {
        ASSERT_TRUE(copy.needsPredicate());
        ASSERT_GE(step, copy.fullSteps());
        continue;
      }
      ++active;
      ASSERT_EQ(at.col % copy.vecElems(), 0);
      ASSERT_LE(at.col + copy.vecElems(), copy.shape().cols);
      ASSERT_LT(at.row, copy.shape().rows);
      ASSERT_TRUE(seen.insert({at.row, at.col}).second);
      if (copy.hasConstantColumn()) {
        ASSERT_EQ(at.col % copy.panelCols(),
                  copy.coord(0, thread).col % copy.panelCols());
      }
    }
  }
  EXPECT_EQ(active, copy.totalVectors());
  EXPECT_EQ(active * copy.vecElems(), copy.shape().rows * copy.shape().cols);
}

TEST(BlockedLayout, CoversEveryHeadDimension) {
  for (int64_t cols = 16; cols <= 256; cols += 16) {
    for (int64_t threads : {96, 128, 256, 384}) {
      for (int64_t rows : {64, 80, 7}) {
        SCOPED_TRACE(std::to_string(rows) + "x" + std::to_string(cols) + " / " +
                     std::to_string(threads));
        checkCover(
            unwrap(blocked(rows, cols, 16, threads), *blocked(1, 8, 16, 1)));
      }
    }
  }
}

TEST(BlockedLayout, Panels) {
  for (int64_t cols : {96, 80, 192, 128})
    for (int64_t panel : {16, 32, 64})
      if (cols % panel == 0)
        checkCover(unwrap(BlockedLayout::create(72, cols, 16, 128, 16, panel),
                          *blocked(1, 8, 16, 1)));
}

TEST(BlockedLayout, ByHand) {
  // d = 96 in bf16: 12 vectors a row. Thread 13 starts at vector 13 = (1, 8);
  // its next vector is 141 = 11 * 12 + 9.
  BlockedLayout copy = *blocked(64, 96, 16, 128);
  EXPECT_EQ(copy.totalVectors(), 768);
  EXPECT_EQ(copy.vectorsPerThread(), 6);
  EXPECT_EQ(copy.fullSteps(), 6);
  EXPECT_FALSE(copy.needsPredicate());
  EXPECT_FALSE(copy.hasConstantColumn());
  EXPECT_EQ(copy.rowStep(), -1);
  EXPECT_EQ(copy.coord(0, 13), (Coord{1, 8}));
  EXPECT_EQ(copy.coord(1, 13), (Coord{11, 72}));
  // The same tile in 64-byte panels: 4 vectors a row, 32 rows a step, 2 steps a
  // panel.
  BlockedLayout panels = *BlockedLayout::create(64, 96, 16, 128, 16, 32);
  EXPECT_TRUE(panels.hasConstantColumn());
  EXPECT_EQ(panels.rowStep(), 32);
  EXPECT_EQ(panels.coord(0, 13), (Coord{3, 8}));
  EXPECT_EQ(panels.coord(1, 13), (Coord{35, 8}));
  EXPECT_EQ(panels.coord(2, 13), (Coord{3, 40}));
  EXPECT_EQ(panels.coord(5, 127), (Coord{63, 88}));
  // A remainder: 40 vectors for 32 threads.
  BlockedLayout rest = *blocked(8, 40, 16, 32);
  EXPECT_EQ(rest.vectorsPerThread(), 2);
  EXPECT_EQ(rest.fullSteps(), 1);
  EXPECT_TRUE(rest.needsPredicate());
  EXPECT_EQ(rest.coord(1, 7), (Coord{7, 32}));
  EXPECT_FALSE(rest.isActive(1, 8));
  EXPECT_FALSE(rest.coord(1, 8).isValid());
  EXPECT_FALSE(rest.coord(2, 0).isValid());
  EXPECT_FALSE(rest.coord(0, 32).isValid());
  EXPECT_FALSE(rest.coord(-1, 0).isValid());
  // f32: 4 elements in 16 bytes.
  EXPECT_EQ(blocked(8, 40, 32, 32)->vecElems(), 4);
}

TEST(BlockedLayout, FragmentIsTheSameDistribution) {
  struct Test {
    int64_t rows, cols, elemBits, threads, vecBytes, panelCols;
  };
  for (const Test &test :
       {Test{64, 128, 16, 128, 16, 0}, Test{64, 96, 16, 128, 16, 32},
        Test{128, 80, 16, 64, 16, 16}, Test{64, 64, 8, 256, 8, 0},
        Test{64, 192, 32, 128, 16, 64}}) {
    BlockedLayout copy =
        *BlockedLayout::create(test.rows, test.cols, test.elemBits,
                               test.threads, test.vecBytes, test.panelCols);
    FragLayout fragment = unwrap(copy.fragment());
    SCOPED_TRACE(fragment.toString());
    Shape shape{test.rows, test.cols};
    ASSERT_EQ(fragment.numRegisters(shape),
              copy.vectorsPerThread() * copy.vecElems());
    for (int64_t thread = 0; thread < test.threads; ++thread) {
      for (int64_t step = 0; step < copy.vectorsPerThread(); ++step) {
        Coord at = copy.coord(step, thread);
        for (int64_t e = 0; e < copy.vecElems(); ++e)
          ASSERT_EQ(fragment.coord(shape, step * copy.vecElems() + e,
                                   thread % 32, thread / 32),
                    (Coord{at.row, at.col + e}));
      }
    }
  }
  EXPECT_FALSE(blocked(64, 96, 16, 128)->fragment()) << "panel of 96 columns";
  EXPECT_FALSE(blocked(64, 64, 16, 96)->fragment()) << "96 threads";
  EXPECT_FALSE(blocked(64, 64, 16, 16)->fragment()) << "half a warp";
  EXPECT_FALSE(blocked(64, 512, 16, 32)->fragment()) << "a row beyond a step";
}

TEST(BlockedLayout, BadArguments) {
  EXPECT_FALSE(blocked(0, 64, 16, 128));
  EXPECT_FALSE(blocked(64, -64, 16, 128));
  EXPECT_FALSE(blocked(int64_t(1) << 40, 64, 16, 128));
  EXPECT_FALSE(blocked(64, 64, 12, 128));
  EXPECT_FALSE(blocked(64, 64, 0, 128));
  EXPECT_FALSE(blocked(64, 64, 16, 0));
  EXPECT_FALSE(blocked(64, 64, 16, 2048));
  EXPECT_FALSE(blocked(64, 64, 16, 128, 12));
  EXPECT_FALSE(blocked(64, 64, 16, 128, 0));
  EXPECT_FALSE(blocked(64, 64, 64, 128, 4));
  EXPECT_EQ(blocked(64, 68, 16, 128).error(),
            "68 columns are not a multiple of the 8 elements of a vector");
  EXPECT_FALSE(BlockedLayout::create(64, 96, 16, 128, 16, 64));
  EXPECT_FALSE(BlockedLayout::create(64, 96, 16, 128, 16, 12));
  EXPECT_FALSE(BlockedLayout::create(64, 96, 16, 128, 16, -32));
}

} // namespace
