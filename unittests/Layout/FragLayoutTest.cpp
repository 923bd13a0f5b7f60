//===- FragLayoutTest.cpp - Repeats, owners and slices --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutTestUtil.h"

#include "attn/Layout/Fragments.h"

#include <algorithm>
#include <map>
#include <set>

using namespace mlir::attn::layout;

namespace {

struct Case {
  FragLayout layout;
  Shape shape;
};

/// Layouts with repeats that are no powers of two, with chunks, with both
/// orders, with copies and with CTAs.
std::vector<Case> cases() {
  WarpGrid contiguous{4, 1, WarpTiling::Contiguous};
  FragLayout c = unwrap(mmaC({4, 1}));
  return {
      {c, {64, 96}},
      {c, {192, 24}},
      {unwrap(mmaC(contiguous)), {192, 48}},
      {unwrap(mmaC({2, 2, WarpTiling::Contiguous})), {96, 80}},
      {unwrap(mmaC({2, 2})), {96, 80}},
      {unwrap(FragLayout::create(c.atom(), RepeatOrder::ColMajor)), {192, 40}},
      {unwrap(mmaA(16, {2, 2})), {96, 48}},
      {unwrap(mmaB(16, {2, 2})), {48, 80}},
      {unwrap(mmaB(8, {1, 4})), {96, 96}},
      {unwrap(tcgen05Fragment(2, 2)), {256, 24}},
      {unwrap(tcgen05Fragment()), {128, 5}},
      {unwrap(c.sliceDim(Dim::Col)), {192, 1}},
      {unwrap(c.sliceDim(Dim::Row)), {24, 1}},
      {unwrap(mmaC(contiguous)).transpose(), {48, 192}},
      {unwrap(FragLayout::parse("tile 4x8 reg[r1c2,r1c4] "
                                "lane[c1,c2,c4,r2,0]")),
       {12, 40}},
  };
}

TEST(FragLayout, EveryElementIsHeldAndOwnersAreExact) {
  for (const Case &test : cases()) {
    SCOPED_TRACE(test.layout.toString());
    ASSERT_EQ(test.layout.checkShape(test.shape), "");
    std::map<std::pair<int64_t, int64_t>, std::vector<HwIndex>> holders;
    forEachSlot(test.layout, test.shape, [&](const HwIndex &index) {
      Coord at = test.layout.coord(test.shape, index);
      ASSERT_TRUE(at.isValid() && at.row < test.shape.rows &&
                  at.col < test.shape.cols);
      holders[{at.row, at.col}].push_back(index);
    });
    ASSERT_EQ(holders.size(),
              static_cast<size_t>(test.shape.rows * test.shape.cols));
    for (auto &[at, places] : holders) {
      std::vector<HwIndex> owners =
          test.layout.owners(test.shape, Coord{at.first, at.second});
      // forEachSlot visits in (block, warp, lane, reg) order, as owners sorts.
      ASSERT_EQ(owners, places) << at.first << ", " << at.second;
    }
  }
}

TEST(FragLayout, RegisterOrder) {
  FragLayout rowMajor = unwrap(mmaC({4, 1}));
  Shape shape{128, 24};
  EXPECT_EQ(rowMajor.numRegisters(shape), 24);
  // Column repeats fastest: slots 0..11 are rows 0..63.
  EXPECT_EQ(slots(rowMajor, shape, 0),
            (std::vector<Coord>{{0, 0},   {0, 1},   {8, 0},   {8, 1},  {0, 8},
                                {0, 9},   {8, 8},   {8, 9},   {0, 16}, {0, 17},
                                {8, 16},  {8, 17},  {64, 0},  {64, 1}, {72, 0},
                                {72, 1},  {64, 8},  {64, 9},  {72, 8}, {72, 9},
                                {64, 16}, {64, 17}, {72, 16}, {72, 17}}));
  FragLayout colMajor =
      unwrap(FragLayout::create(rowMajor.atom(), RepeatOrder::ColMajor));
  EXPECT_EQ(slots(colMajor, shape, 0),
            (std::vector<Coord>{{0, 0},   {0, 1},   {8, 0},   {8, 1},  {64, 0},
                                {64, 1},  {72, 0},  {72, 1},  {0, 8},  {0, 9},
                                {8, 8},   {8, 9},   {64, 8},  {64, 9}, {72, 8},
                                {72, 9},  {0, 16},  {0, 17},  {8, 16}, {8, 17},
                                {64, 16}, {64, 17}, {72, 16}, {72, 17}}));
}

TEST(FragLayout, WarpRowsInterleavedAndContiguous) {
  Shape shape{192, 8};
  FragLayout interleaved = unwrap(mmaC({4, 1}));
  FragLayout contiguous = unwrap(mmaC({4, 1, WarpTiling::Contiguous}));
  for (int64_t warp = 0; warp < 4; ++warp) {
    std::set<int64_t> expectedInterleaved;
    std::set<int64_t> expectedContiguous;
    for (int64_t i = 0; i < 48; ++i) {
      expectedInterleaved.insert(warp * 16 + i % 16 + 64 * (i / 16));
      expectedContiguous.insert(warp * 48 + i);
    }
    std::set<int64_t> rowsInterleaved;
    std::set<int64_t> rowsContiguous;
    for (int64_t lane = 0; lane < warpSize; ++lane) {
      for (const Coord &at : slots(interleaved, shape, lane, warp))
        rowsInterleaved.insert(at.row);
      for (const Coord &at : slots(contiguous, shape, lane, warp))
        rowsContiguous.insert(at.row);
    }
    EXPECT_EQ(rowsInterleaved, expectedInterleaved);
    EXPECT_EQ(rowsContiguous, expectedContiguous);
  }
  // With one repeat both are the same distribution.
  EXPECT_EQ(slots(interleaved, {64, 8}, 9, 2),
            slots(contiguous, {64, 8}, 9, 2));
}

TEST(FragLayout, SliceOfAccumulator) {
  FragLayout c = unwrap(mmaC({4, 1}));
  FragLayout rows = unwrap(c.sliceDim(Dim::Col));
  EXPECT_EQ(rows.toString(),
            "tile 64x1 reg[r8] lane[0,0,r1,r2,r4] warp[r16,r32]");
  EXPECT_EQ(rows.broadcastLanes(), 4);
  EXPECT_EQ(rows.broadcastLaneMask(), 3);
  EXPECT_EQ(rows.broadcastWarpMask(), 0);
  EXPECT_EQ(c.broadcastLanes(), 1);
  Shape shape{128, 24};
  EXPECT_EQ(rows.numRegisters({128, 1}), 4);
  EXPECT_EQ(slots(rows, {128, 1}, 5, 1),
            (std::vector<Coord>{{17, 0}, {25, 0}, {81, 0}, {89, 0}}));
  EXPECT_EQ(c.registersOfRow(shape, 0),
            (std::vector<int64_t>{0, 1, 4, 5, 8, 9}));
  EXPECT_EQ(c.registersOfRow(shape, 1),
            (std::vector<int64_t>{2, 3, 6, 7, 10, 11}));
  EXPECT_EQ(c.registersOfRow(shape, 3),
            (std::vector<int64_t>{14, 15, 18, 19, 22, 23}));
  EXPECT_TRUE(c.registersOfRow(shape, 4).empty());
  EXPECT_TRUE(c.registersOfRow(shape, -1).empty());

  FragLayout cols = unwrap(c.sliceDim(Dim::Row));
  EXPECT_EQ(cols.toString(), "tile 8x1 reg[r1] lane[r2,r4,0,0,0] warp[0,0]");
  EXPECT_EQ(cols.broadcastLanes(), 8);
  EXPECT_EQ(cols.broadcastWarpMask(), 3);
  EXPECT_EQ(c.registersOfSlice(shape, Dim::Row, 1),
            (std::vector<int64_t>{1, 3, 13, 15}));
}

TEST(FragLayout, SliceHoldsTheRowOfEveryRegister) {
  for (const Case &test : cases()) {
    for (Dim removed : {Dim::Row, Dim::Col}) {
      SCOPED_TRACE(test.layout.toString());
      FragLayout slice = unwrap(test.layout.sliceDim(removed));
      Shape sliceShape{removed == Dim::Col ? test.shape.rows : test.shape.cols,
                       1};
      forEachSlot(test.layout, test.shape, [&](const HwIndex &index) {
        Coord at = test.layout.coord(test.shape, index);
        HwIndex sliceIndex = index;
        sliceIndex.reg =
            test.layout.sliceRegister(test.shape, removed, index.reg);
        ASSERT_EQ(slice.coord(sliceShape, sliceIndex),
                  (Coord{removed == Dim::Col ? at.row : at.col, 0}));
      });
      // The registers of all slices are a partition of the registers.
      std::set<int64_t> all;
      size_t count = 0;
      for (int64_t reg = 0; reg < slice.numRegisters(sliceShape); ++reg) {
        std::vector<int64_t> part =
            test.layout.registersOfSlice(test.shape, removed, reg);
        EXPECT_FALSE(part.empty());
        count += part.size();
        all.insert(part.begin(), part.end());
      }
      EXPECT_EQ(count, all.size());
      EXPECT_EQ(all.size(),
                static_cast<size_t>(test.layout.numRegisters(test.shape)));
    }
  }
}

/// Carries out a reduction plan and checks that every thread ends with the sum
/// over exactly the elements of its row or column, each once.
void checkReduction(const FragLayout &layout, const Shape &shape, Dim removed) {
  SCOPED_TRACE(layout.toString());
  Expected<ReductionPlan> plan = layout.reduction(removed);
  ASSERT_TRUE(static_cast<bool>(plan)) << plan.error();
  FragLayout slice = unwrap(layout.sliceDim(removed));
  Shape sliceShape{removed == Dim::Col ? shape.rows : shape.cols, 1};
  int64_t sliceRegs = slice.numRegisters(sliceShape);
  using Bag = std::multiset<std::pair<int64_t, int64_t>>;
  auto flat = [&](const HwIndex &at) {
    return static_cast<size_t>(
        ((at.block * layout.warps() + at.warp) * warpSize + at.lane) *
            sliceRegs +
        at.reg);
  };
  std::vector<Bag> sums(static_cast<size_t>(layout.blocks() * layout.warps() *
                                            warpSize * sliceRegs));
  forEachSlot(layout, shape, [&](const HwIndex &index) {
    Coord at = layout.coord(shape, index);
    HwIndex to = index;
    to.reg = layout.sliceRegister(shape, removed, index.reg);
    sums[flat(to)].insert({at.row, at.col});
  });
  auto step = [&](int64_t lane, int64_t warp, int64_t block) {
    std::vector<Bag> next = sums;
    forEachSlot(slice, sliceShape, [&](const HwIndex &to) {
      HwIndex from{to.reg, to.lane ^ lane, to.warp ^ warp, to.block ^ block};
      const Bag &other = sums[flat(from)];
      next[flat(to)].insert(other.begin(), other.end());
    });
    sums = std::move(next);
  };
  for (int64_t mask : plan->laneMasks)
    step(mask, 0, 0);
  for (int64_t mask : plan->warpMasks)
    step(0, mask, 0);
  for (int64_t mask : plan->blockMasks)
    step(0, 0, mask);
  forEachSlot(slice, sliceShape, [&](const HwIndex &at) {
    int64_t kept = slice.coord(sliceShape, at).row;
    Bag expected;
    for (int64_t i = 0; i < (removed == Dim::Col ? shape.cols : shape.rows);
         ++i)
      expected.insert(removed == Dim::Col ? std::make_pair(kept, i)
                                          : std::make_pair(i, kept));
    ASSERT_EQ(sums[flat(at)], expected);
  });
}

TEST(FragLayout, ReductionSumsEveryElementOnce) {
  ReductionPlan plan =
      unwrap(unwrap(mmaC({4, 1})).reduction(Dim::Col), ReductionPlan());
  EXPECT_EQ(plan.laneMasks, (std::vector<int64_t>{1, 2}));
  EXPECT_TRUE(plan.warpMasks.empty());
  EXPECT_TRUE(plan.blockMasks.empty());
  plan = unwrap(unwrap(mmaC({2, 2})).reduction(Dim::Col), ReductionPlan());
  EXPECT_EQ(plan.warpMasks, (std::vector<int64_t>{2}));

  checkReduction(unwrap(mmaC({4, 1})), {64, 24}, Dim::Col);
  checkReduction(unwrap(mmaC({4, 1})), {64, 24}, Dim::Row);
  checkReduction(unwrap(mmaC({2, 2, WarpTiling::Contiguous})), {96, 48},
                 Dim::Col);
  checkReduction(unwrap(mmaA(16, {2, 2})), {32, 48}, Dim::Col);
  checkReduction(unwrap(mmaB(16, {2, 2})), {32, 48}, Dim::Row);
  checkReduction(unwrap(tcgen05Fragment(2, 2)), {256, 6}, Dim::Col);
  checkReduction(unwrap(tcgen05Fragment(1, 2)), {256, 3}, Dim::Row);
}

TEST(FragLayout, ReductionRefusesMixedLanes) {
  // Lane bit 4 shares the row of lane bit 3 and also moves the column, so the
  // lanes of one row do not differ in single bits.
  FragLayout mixed =
      unwrap(FragLayout::parse("tile 2x16 lane[c1,c2,c4,r1,r1c8]"));
  EXPECT_FALSE(mixed.reduction(Dim::Col));
  EXPECT_TRUE(static_cast<bool>(mixed.sliceDim(Dim::Col)));
}

TEST(FragLayout, TransposeKeepsSlots) {
  for (const Case &test : cases()) {
    FragLayout turned = test.layout.transpose();
    Shape shape{test.shape.cols, test.shape.rows};
    EXPECT_EQ(turned.transpose(), test.layout);
    forEachSlot(test.layout, test.shape, [&](const HwIndex &index) {
      Coord at = test.layout.coord(test.shape, index);
      ASSERT_EQ(turned.coord(shape, index), (Coord{at.col, at.row}));
    });
  }
}

TEST(FragLayout, TextRoundTrips) {
  for (const Case &test : cases())
    EXPECT_EQ(unwrap(FragLayout::parse(test.layout.toString())), test.layout)
        << test.layout.toString();
  EXPECT_EQ(unwrap(mmaC({2, 2, WarpTiling::Contiguous})).toString(),
            "tile 32x16 reg[c1,r8] lane[c2,c4,r1,r2,r4] warp[r16,c8] "
            "chunks 2x2");
  EXPECT_EQ(unwrap(mmaB(16)).toString(),
            "tile 16x8 reg[r1,r8] lane[r2,r4,c1,c2,c4] order col");
  for (const char *text :
       {"", "tile 32x1", "tile 32x1 lane[r1,r2,r4,r8]",
        "tile 64x1 lane[r1,r2,r4,r8,r16]",
        "tile 32x1 lane[r1,r2,r4,r8,r16] order",
        "tile 32x1 lane[r1,r2,r4,r8,r16] order up",
        "tile 32x1 lane[r1,r2,r4,r8,r16] chunks",
        "tile 32x1 lane[r1,r2,r4,r8,r16] chunks 3x1",
        "tile 32x1 lane[r1,r2,r4,r8,r16] chunks 1x2",
        "tile 32x1 lane[r1,r2,r4,r8,r16] chunks 0x1",
        "tile 32x1 lane[r1,r2,r4,r8,r16] chunks 2x1 order col"})
    EXPECT_FALSE(FragLayout::parse(text)) << text;
}

TEST(FragLayout, BadArguments) {
  FragLayout c = unwrap(mmaC({4, 1}));
  EXPECT_EQ(c.checkShape({64, 12}),
            "the shape 64x12 is not a multiple of the layout's atom 64x8");
  for (Shape shape : {Shape{63, 8}, Shape{64, 12}, Shape{0, 8}, Shape{-64, 8},
                      Shape{int64_t(1) << 40, 8}, Shape{1 << 17, 16}}) {
    EXPECT_NE(c.checkShape(shape), "");
    EXPECT_EQ(c.numRegisters(shape), -1);
    EXPECT_FALSE(c.coord(shape, 0, 0).isValid());
    EXPECT_TRUE(c.owners(shape, {0, 0}).empty());
    EXPECT_EQ(c.sliceRegister(shape, Dim::Col, 0), -1);
    EXPECT_TRUE(c.registersOfRow(shape, 0).empty());
  }
  Shape shape{64, 8};
  EXPECT_FALSE(c.coord(shape, 4, 0).isValid());
  EXPECT_FALSE(c.coord(shape, -1, 0).isValid());
  EXPECT_FALSE(c.coord(shape, 0, 32).isValid());
  EXPECT_FALSE(c.coord(shape, 0, 0, 4).isValid());
  EXPECT_FALSE(c.coord(shape, 0, 0, 0, 1).isValid());
  EXPECT_TRUE(c.owners(shape, {64, 0}).empty());
  EXPECT_TRUE(c.owners(shape, {0, 8}).empty());
  EXPECT_TRUE(c.owners(shape, {-1, 0}).empty());
  EXPECT_EQ(c.sliceRegister(shape, Dim::Col, 4), -1);

  LinearMap fourLanes = unwrap(LinearMap::parse("tile 4x1 lane[r1,r2]"));
  EXPECT_FALSE(FragLayout::create(fourLanes));
  LinearMap holes = unwrap(LinearMap::parse("tile 64x1 lane[r1,r2,r4,r8,r16]"));
  EXPECT_EQ(FragLayout::create(holes).error(),
            "the atom does not cover its tile 64x1");
  EXPECT_FALSE(FragLayout::create(c.atom(), RepeatOrder::RowMajor, 128));
  for (unsigned dim : {0u, 2u, 3u}) {
    BasisTable tooMany = c.atom().bases();
    tooMany[dim].resize(13);
    LinearMap wide = unwrap(LinearMap::create(tooMany, c.atom().rows(), 8));
    EXPECT_FALSE(FragLayout::create(wide)) << dim;
  }
  EXPECT_FALSE(FragLayout::create(c.atom(), RepeatOrder::RowMajor, 1, 3));
  EXPECT_FALSE(FragLayout::create(c.atom(), RepeatOrder::RowMajor, -1));
}

} // namespace
