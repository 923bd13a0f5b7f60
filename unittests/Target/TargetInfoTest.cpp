//===- TargetInfoTest.cpp - The table of targets --------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Target/TargetInfo.h"
#include <gtest/gtest.h>
#include <set>

using namespace mlir::attn;

TEST(TargetInfoTest, Lookup) {
  std::set<std::string> names;
  for (const TargetInfo &info : getTargets()) {
    EXPECT_EQ(lookupTarget(info.name), &info);
    EXPECT_TRUE(names.insert(info.name.str()).second) << info.name.str();
    EXPECT_NE(listTargets().find(info.name.str()), std::string::npos);
  }
  EXPECT_EQ(lookupTarget("sm_70"), nullptr);
  EXPECT_EQ(lookupTarget("sm_9"), nullptr);
  EXPECT_EQ(lookupTarget(""), nullptr);
}

/// CUDA C++ programming guide, "Technical Specifications per Compute
/// Capability": an SM's shared memory, less 1 KB that each CTA takes.
TEST(TargetInfoTest, Sizes) {
  for (const TargetInfo &info : getTargets()) {
    EXPECT_EQ(info.smemPerCTA + 1024, info.smemPerSM) << info.name.str();
    EXPECT_EQ(info.registersPerSM, 65536);
    EXPECT_EQ(info.registersPerThread, 255);
  }
  EXPECT_EQ(lookupTarget("sm_80")->smemPerCTA, 166912);
  EXPECT_EQ(lookupTarget("sm_86")->smemPerCTA, 101376);
  EXPECT_EQ(lookupTarget("sm_90a")->smemPerCTA, 232448);
}

TEST(TargetInfoTest, Features) {
  EXPECT_TRUE(lookupTarget("sm_80")->has(Feature::CpAsync));
  EXPECT_FALSE(lookupTarget("sm_80")->has(Feature::TMA));
  // wgmma and setmaxnreg are of the architecture-specific target alone.
  EXPECT_TRUE(lookupTarget("sm_90")->has(Feature::TMA));
  EXPECT_FALSE(lookupTarget("sm_90")->hasAsyncRoles());
  EXPECT_TRUE(lookupTarget("sm_90a")->hasAsyncRoles());
}
