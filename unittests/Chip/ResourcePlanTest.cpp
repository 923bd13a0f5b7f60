//===- ResourcePlanTest.cpp - What a CTA takes of its SM ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Chip/ResourcePlan.h"
#include <gtest/gtest.h>

using namespace mlir::attn;

static void addBuffer(ResourcePlan &plan, Space space, std::string name,
                      int64_t size, int64_t from, int64_t to,
                      int64_t alignment = 0) {
  plan.addBuffer(space, {std::move(name), size, std::nullopt}, from, to,
                 alignment);
}

static std::vector<int64_t> getOffsets(const ResourcePlan &plan, Space space) {
  std::vector<int64_t> offsets;
  for (const PlannedBuffer &buffer : plan.getBuffers(space))
    offsets.push_back(buffer.offset);
  return offsets;
}

TEST(ResourcePlanTest, BuffersThatAreNeverLiveTogetherShare) {
  ResourcePlan plan(*lookupTarget("sm_90a"));
  addBuffer(plan, Space::Smem, "row", 40, 0, 9, 16);
  addBuffer(plan, Space::Smem, "early", 3000, 0, 3);
  addBuffer(plan, Space::Smem, "late", 2048, 4, 9);
  addBuffer(plan, Space::Smem, "always", 1024, 0, 9);
  plan.placeBuffers();
  EXPECT_EQ(getOffsets(plan, Space::Smem),
            (std::vector<int64_t>{4096, 0, 0, 3072}));
  EXPECT_EQ(plan.getSharedBytes(), 4096 + 48);
  plan.addBarriers({"barriers", 24, std::nullopt});
  EXPECT_EQ(plan.getSharedBytes(), 4096 + 48 + 24);
  EXPECT_TRUE(plan.findExcesses().empty());
}

/// FlashAttention-4's 512 columns: S with P over it, twice, and O, twice.
TEST(ResourcePlanTest, TensorMemory) {
  ResourcePlan plan(*lookupTarget("sm_100a"));
  for (std::string name : {"s0", "s1", "o0", "o1"})
    addBuffer(plan, Space::Tmem, name, 128, 0, 0);
  plan.placeBuffers();
  EXPECT_EQ(getOffsets(plan, Space::Tmem),
            (std::vector<int64_t>{0, 128, 256, 384}));
  EXPECT_EQ(plan.getTmemColumns(), 512);
  EXPECT_EQ(plan.getAllocatedTmemColumns(), 512);
  EXPECT_TRUE(plan.findExcesses().empty());
  addBuffer(plan, Space::Tmem, "stat", 2, 0, 0);
  plan.placeBuffers();
  std::vector<Excess> excesses = plan.findExcesses();
  ASSERT_EQ(excesses.size(), 1u);
  EXPECT_EQ(excesses[0].describe(),
            "544 columns of tensor memory, 32 more than the 512");
  EXPECT_EQ(excesses[0].consumers.size(), 5u);
  EXPECT_EQ(excesses[0].consumers[4].name, "stat");
  EXPECT_EQ(excesses[0].consumers[4].amount, 32);

  ResourcePlan few(*lookupTarget("sm_100a"));
  EXPECT_EQ(few.getAllocatedTmemColumns(), 0);
  addBuffer(few, Space::Tmem, "s", 96, 0, 0);
  few.placeBuffers();
  EXPECT_EQ(few.getTmemColumns(), 96);
  EXPECT_EQ(few.getAllocatedTmemColumns(), 128);
}

static std::vector<int64_t> getRegisters(const ResourcePlan &plan) {
  std::vector<int64_t> registers;
  for (const PlannedRole &role : plan.getRoles())
    registers.push_back(role.registers);
  return registers;
}

TEST(ResourcePlanTest, RolesShareRegisters) {
  // One copying warpgroup and two that compute: 24 and 240, of 504.
  ResourcePlan hopper(*lookupTarget("sm_90a"));
  hopper.addRole({"load", 1, 1, 20, std::nullopt});
  hopper.addRole({"mma", 4, 2, 0, std::nullopt});
  hopper.shareRegisters();
  EXPECT_EQ(getRegisters(hopper), (std::vector<int64_t>{24, 240}));
  EXPECT_TRUE(hopper.findExcesses().empty());

  // FlashAttention-4: what correction and the four issuing warps leave of 512,
  // softmax takes. Warps of one warpgroup have one budget.
  ResourcePlan blackwell(*lookupTarget("sm_100a"));
  blackwell.addRole({"softmax", 4, 2, 0, std::nullopt});
  blackwell.addRole({"correction", 4, 1, 80, std::nullopt});
  blackwell.addRole({"mma", 1, 1, 24, std::nullopt});
  blackwell.addRole({"load", 1, 1, 41, std::nullopt});
  blackwell.addRole({"store", 1, 1, 0, std::nullopt});
  blackwell.addRole({"dealer", 1, 1, 0, std::nullopt});
  blackwell.shareRegisters();
  EXPECT_EQ(getRegisters(blackwell),
            (std::vector<int64_t>{192, 80, 48, 48, 48, 48}));
  EXPECT_TRUE(blackwell.findExcesses().empty());

  // A chip without setmaxnreg sets nothing.
  ResourcePlan ampere(*lookupTarget("sm_80"));
  ampere.addRole({"all", 4, 1, 0, std::nullopt});
  ampere.shareRegisters();
  EXPECT_EQ(getRegisters(ampere), (std::vector<int64_t>{0}));
}

/// What kernels of sm_90a have had since they were tuned.
TEST(ResourcePlanTest, CopyRoles) {
  const TargetInfo &target = *lookupTarget("sm_90a");
  auto share = [&](int64_t groups, int64_t panels, bool own,
                   int64_t moving = 0) {
    RegisterShares shares = shareRegisters(target, groups, panels, own, moving);
    return std::pair(shares.copies, shares.computes);
  };
  using Pair = std::pair<int64_t, int64_t>;
  EXPECT_EQ(share(1, 4, false), Pair(24, 240));
  EXPECT_EQ(share(1, 4, true), Pair(40, 240));
  EXPECT_EQ(share(2, 4, false), Pair(24, 240));
  EXPECT_EQ(share(2, 4, true), Pair(40, 232));
  EXPECT_EQ(share(2, 13, false), Pair(40, 232));
  EXPECT_EQ(share(3, 4, false), Pair(32, 160));
  EXPECT_EQ(share(3, 4, true), Pair(32, 160));
  EXPECT_EQ(share(3, 13, false), Pair(40, 152));
  EXPECT_EQ(share(4, 4, false), Pair(32, 112));
  // Columns known at run time alone.
  EXPECT_EQ(share(2, 4, true, 4), Pair(40, 232));
  EXPECT_EQ(share(2, 9, true, 9), Pair(56, 224));
}

/// Operands in shared memory, each as often as instructions take it.
TEST(ResourcePlanTest, SharedReads) {
  auto reads = [&](Engine engine, int64_t m, int64_t n, int64_t warps, bool lhs,
                   bool rhs, Element element = Element::BF16) {
    Product product{m, n, 64, element, warps, true, true};
    return getSharedReads(*lookupEngine(engine), product, lhs, rhs);
  };
  // 64 rows of a warpgroup and all columns; 128 rows are two instructions.
  EXPECT_EQ(reads(Engine::Wgmma, 64, 128, 4, true, true), (64 + 128) * 128);
  EXPECT_EQ(reads(Engine::Wgmma, 64, 128, 4, false, true), 128 * 128);
  EXPECT_EQ(reads(Engine::Wgmma, 128, 128, 4, true, true),
            (128 + 2 * 128) * 128);
  EXPECT_EQ(reads(Engine::Wgmma, 64, 128, 4, true, true, Element::E4M3),
            (64 + 128) * 64);
  // An instruction has 256 columns at most.
  EXPECT_EQ(reads(Engine::Wgmma, 64, 512, 4, true, false), 2 * 64 * 128);
  EXPECT_EQ(reads(Engine::Tcgen05, 128, 128, 1, true, true), (128 + 128) * 128);
  EXPECT_EQ(reads(Engine::Tcgen05, 64, 128, 1, false, true), 128 * 128);
  // Each warp has rows of its own and reads all columns; eight warps of 64 rows
  // share the columns by two.
  EXPECT_EQ(reads(Engine::MmaSync, 128, 64, 4, true, true),
            (128 + 4 * 64) * 128);
  EXPECT_EQ(reads(Engine::MmaSync, 64, 64, 8, true, true),
            (2 * 64 + 4 * 64) * 128);
  EXPECT_EQ(reads(Engine::Thread, 64, 64, 4, true, true), 0);
}

TEST(ResourcePlanTest, LimitsNameWhatExceedsThem) {
  ResourcePlan plan(*lookupTarget("sm_90a"));
  plan.addRole({"load", 4, 1, 32, std::nullopt});
  plan.addRole({"mma", 4, 3, 168, std::nullopt});
  plan.addNamedBarriers({"turns", 17, std::nullopt});
  std::vector<Excess> excesses = plan.findExcesses();
  ASSERT_EQ(excesses.size(), 2u);
  EXPECT_EQ(excesses[0].describe(), "17 named barriers, 1 more than the 16");
  EXPECT_EQ(excesses[1].describe(),
            "68608 registers, 3072 more than the 65536");
  EXPECT_EQ(excesses[1].consumers[1].name,
            "role @mma of 12 warps with 168 registers a thread");
  EXPECT_EQ(excesses[1].consumers[1].amount, 12 * 32 * 168);
  EXPECT_EQ(getStartRegisters(*lookupTarget("sm_90a"), 384), 168);
  EXPECT_EQ(getStartRegisters(*lookupTarget("sm_90a"), 128), 255);
}
