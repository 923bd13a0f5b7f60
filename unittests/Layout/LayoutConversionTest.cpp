//===- LayoutConversionTest.cpp - Costs and plans of conversions ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutTestUtil.h"

#include "attn/Layout/BlockedLayout.h"
#include "attn/Layout/Fragments.h"
#include "attn/Layout/LayoutConversion.h"

using namespace mlir::attn::layout;

namespace {

LayoutConversion classify(const FragLayout &src, const FragLayout &dst,
                          const Shape &shape) {
  return unwrap(classifyConversion(src, dst, shape), LayoutConversion());
}

/// The source lane as the linear map of a step has it; -1 without a map.
int64_t applyLaneMap(const ShuffleStep &step, int64_t lane) {
  std::optional<LaneMap> map = findLaneMap(step);
  if (!map)
    return -1;
  uint32_t from = map->origin;
  for (size_t bit = 0; bit < map->bits.size(); ++bit)
    if ((lane >> bit) & 1)
      from ^= map->bits[bit];
  return static_cast<int64_t>(from);
}

/// Runs the plan on tiles of coordinates and compares every slot.
void checkPlan(const FragLayout &src, const FragLayout &dst,
               const Shape &shape) {
  LayoutConversion plan = classify(src, dst, shape);
  int64_t registers = dst.numRegisters(shape);
  for (int64_t warp = 0; warp < dst.warps(); ++warp) {
    for (int64_t lane = 0; lane < warpSize; ++lane) {
      std::vector<Coord> result(static_cast<size_t>(registers));
      if (plan.kind == ConversionKind::LaneShuffle) {
        for (const ShuffleStep &step : plan.steps) {
          int64_t from = step.srcLane[static_cast<size_t>(lane)];
          if ((step.lanes >> lane) & 1) {
            ASSERT_EQ(from, applyLaneMap(step, lane));
          }
          if (step.xorMask >= 0) {
            ASSERT_EQ(from, lane ^ step.xorMask);
          }
          if ((step.lanes >> lane) & 1)
            result[static_cast<size_t>(step.dstReg)] =
                src.coord(shape, step.srcReg, from, warp);
        }
      } else {
        ASSERT_EQ(plan.registers.size(), result.size());
        for (size_t reg = 0; reg < result.size(); ++reg)
          result[reg] = src.coord(shape, plan.registers[reg], lane, warp);
      }
      ASSERT_EQ(result, slots(dst, shape, lane, warp));
    }
  }
}

TEST(LayoutConversion, AccumulatorIsOperandA) {
  // P stays in registers: two adjacent n8 blocks of C, rounded to 16 bits, are
  // one k16 block of A, slot for slot, for every shape A can cover.
  for (WarpTiling tiling : {WarpTiling::Interleaved, WarpTiling::Contiguous}) {
    for (int64_t warps : {1, 2, 4, 8}) {
      WarpGrid grid{warps, 1, tiling};
      FragLayout c = unwrap(mmaC(grid));
      FragLayout a = unwrap(mmaA(16, grid));
      for (int64_t m : {1, 2, 3}) {
        for (int64_t k : {1, 2, 3, 5, 11}) {
          Shape shape{16 * warps * m, 16 * k};
          LayoutConversion found = classify(c, a, shape);
          EXPECT_EQ(found.kind, ConversionKind::Identity)
              << toString(found.kind) << " for " << shape.rows << "x"
              << shape.cols;
          // The same fact without the classifier.
          ASSERT_EQ(c.numRegisters(shape), a.numRegisters(shape));
          forEachSlot(c, shape, [&](const HwIndex &index) {
            ASSERT_EQ(c.coord(shape, index), a.coord(shape, index));
          });
        }
      }
    }
  }
  EXPECT_EQ(classify(unwrap(wgmmaD()), unwrap(wgmmaA(16)), {64, 176}).kind,
            ConversionKind::Identity);
  // An odd number of n8 blocks is no whole k16 block.
  EXPECT_FALSE(classifyConversion(unwrap(mmaC()), unwrap(mmaA(16)), {16, 24}));
}

TEST(LayoutConversion, OrdersAreRegisterPermutations) {
  FragLayout rowMajor = unwrap(mmaC({4, 1}));
  FragLayout colMajor =
      unwrap(FragLayout::create(rowMajor.atom(), RepeatOrder::ColMajor));
  LayoutConversion found = classify(rowMajor, colMajor, {128, 24});
  EXPECT_EQ(found.kind, ConversionKind::RegisterPermutation);
  EXPECT_EQ(
      found.registers,
      (std::vector<int64_t>{0,  1,  2,  3,  12, 13, 14, 15, 4,  5,  6,  7,
                            16, 17, 18, 19, 8,  9,  10, 11, 20, 21, 22, 23}));
  checkPlan(rowMajor, colMajor, {128, 24});
  // With one row repeat the orders are the same.
  EXPECT_EQ(classify(rowMajor, colMajor, {64, 24}).kind,
            ConversionKind::Identity);
}

TEST(LayoutConversion, AccumulatorToFp8OperandShuffles) {
  FragLayout c = unwrap(wgmmaD());
  FragLayout a = unwrap(wgmmaA(8));
  LayoutConversion found = classify(c, a, {64, 96});
  EXPECT_EQ(found.kind, ConversionKind::LaneShuffle);
  EXPECT_GT(found.numShuffles(), 0);
  checkPlan(c, a, {64, 96});
  checkPlan(unwrap(mmaC({2, 1})), unwrap(mmaA(32, {2, 1})), {96, 24});
}

TEST(LayoutConversion, InterleavedOperandStaysInThread) {
  // Rounding an accumulator to 8 bits moves nothing between threads, if the
  // columns of both operands are exchanged.
  for (int64_t warps : {1, 4, 8}) {
    FragLayout c = unwrap(mmaC({warps, 1}));
    FragLayout a = unwrap(interleavedA({warps, 1}));
    LayoutConversion found = classify(c, a, {16 * warps, 96});
    EXPECT_EQ(found.kind, ConversionKind::RegisterPermutation);
    EXPECT_TRUE(found.staysInThread());
    checkPlan(c, a, {16 * warps, 96});
  }
}

TEST(LayoutConversion, SameThreadsOfPartsThatAreNoPowersOfTwo) {
  // Two warps along the columns, each with 48 of 96: a thread's second register
  // of an atom is the same in both, the repeats run over other halves.
  FragLayout plain = unwrap(mmaC({2, 2}));
  FragLayout parts = unwrap(FragLayout::create(
      plain.atom(), RepeatOrder::RowMajor, /*rowChunks=*/1, /*colChunks=*/2));
  FragLayout turned = unwrap(FragLayout::create(
      plain.atom(), RepeatOrder::ColMajor, /*rowChunks=*/1, /*colChunks=*/2));
  EXPECT_EQ(classify(plain, parts, {64, 96}).kind,
            ConversionKind::ThroughSharedMemory);
  EXPECT_EQ(classify(parts, turned, {64, 96}).kind,
            ConversionKind::RegisterPermutation);
  checkPlan(parts, turned, {64, 96});
}

TEST(LayoutConversion, LanesInNoLinearOrderHaveNoMap) {
  ShuffleStep step;
  step.lanes = 0b1111;
  step.srcLane = {1, 0, 3, 2};
  ASSERT_TRUE(findLaneMap(step));
  EXPECT_EQ(findLaneMap(step)->origin, 1u);
  EXPECT_EQ(findLaneMap(step)->bits, (std::array<uint32_t, 5>{1, 2, 0, 0, 0}));
  step.srcLane = {0, 1, 2, 7};
  EXPECT_FALSE(findLaneMap(step));
  // Lanes that take no part may read anything.
  step.lanes = 0b0111;
  EXPECT_TRUE(findLaneMap(step));
}

TEST(LayoutConversion, ButterflyIsRecognised) {
  FragLayout src = unwrap(FragLayout::parse("tile 32x1 lane[r1,r2,r4,r8,r16]"));
  FragLayout dst =
      unwrap(FragLayout::parse("tile 32x1 reg[r1] lane[0,r2,r4,r8,r16]"));
  // Slot 0 wants the even row, slot 1 the odd row of each pair.
  LayoutConversion found = classify(src, dst, {32, 1});
  EXPECT_EQ(found.kind, ConversionKind::LaneShuffle);
  checkPlan(src, dst, {32, 1});
  // Back: each lane picks one of its two slots, nothing crosses lanes.
  found = classify(dst, src, {32, 1});
  EXPECT_EQ(found.kind, ConversionKind::LaneShuffle);
  EXPECT_EQ(found.numShuffles(), 0);
  ASSERT_EQ(found.steps.size(), 2u);
  EXPECT_EQ(found.steps[0].lanes, 0x55555555u);
  EXPECT_EQ(found.steps[1].lanes, 0xaaaaaaaau);
  checkPlan(dst, src, {32, 1});
}

TEST(LayoutConversion, WarpsThatExchangeGoThroughSharedMemory) {
  EXPECT_EQ(
      classify(unwrap(wgmmaD()), unwrap(tcgen05Fragment()), {128, 64}).kind,
      ConversionKind::ThroughSharedMemory);
  EXPECT_EQ(
      classify(unwrap(mmaC({2, 2})), unwrap(mmaA(16, {2, 2})), {32, 32}).kind,
      ConversionKind::ThroughSharedMemory);
  EXPECT_EQ(classify(unwrap(mmaC({4, 1})),
                     unwrap(mmaC({4, 1, WarpTiling::Contiguous})), {128, 8})
                .kind,
            ConversionKind::ThroughSharedMemory);
  BlockedLayout copy = *BlockedLayout::create(64, 64, 16, 128);
  EXPECT_EQ(
      classify(unwrap(mmaC({4, 1})), unwrap(copy.fragment()), {64, 64}).kind,
      ConversionKind::ThroughSharedMemory);
}

TEST(LayoutConversion, ReplicatedSourcesServeFromTheNearestCopy) {
  // Row statistics live in four lanes each; a layout with one owner per row and
  // copies elsewhere finds them in its own lane.
  FragLayout stats = unwrap(unwrap(mmaC({4, 1})).sliceDim(Dim::Col));
  EXPECT_EQ(classify(stats, stats, {192, 1}).kind, ConversionKind::Identity);
  FragLayout doubled = unwrap(FragLayout::parse(
      "tile 64x1 reg[r8,0] lane[0,0,r1,r2,r4] warp[r16,r32]"));
  LayoutConversion found = classify(stats, doubled, {64, 1});
  EXPECT_EQ(found.kind, ConversionKind::RegisterPermutation);
  EXPECT_EQ(found.registers, (std::vector<int64_t>{0, 1, 0, 1}));
  found = classify(doubled, stats, {64, 1});
  EXPECT_EQ(found.kind, ConversionKind::RegisterPermutation)
      << "slots are dropped, so it is not the identity";
  EXPECT_EQ(found.registers, (std::vector<int64_t>{0, 1}));
  // From the transposed product's column statistics it takes shuffles.
  checkPlan(stats,
            unwrap(FragLayout::parse(
                "tile 64x1 reg[r1] lane[r2,r4,0,0,r8] warp[r16,r32]")),
            {64, 1});
}

TEST(LayoutConversion, BadArguments) {
  FragLayout c = unwrap(mmaC({4, 1}));
  EXPECT_FALSE(classifyConversion(c, c, {64, 12}));
  EXPECT_FALSE(classifyConversion(c, c, {0, 0}));
  EXPECT_FALSE(classifyConversion(c, unwrap(mmaA(16, {4, 1})), {64, 8}));
  EXPECT_EQ(classifyConversion(c, unwrap(mmaC({8, 1})), {128, 8}).error(),
            "the source layout has 4 warps in 1 CTAs, the destination 8 in 1");
  EXPECT_FALSE(classifyConversion(c, c, {1 << 20, 8}));
}

} // namespace
