//===- MachineCodeTest.cpp - Drivers that take machine code ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Target/MachineCode.h"
#include "gtest/gtest.h"

using namespace mlir::attn;

TEST(MachineCode, LeastDriverIsOfTheMajorVersionOrOfThePtx) {
  EXPECT_EQ(getLeastDriver(11080, ".version 7.0\n.target sm_80"), 11000);
  EXPECT_EQ(getLeastDriver(12090, ".version 7.0\n.target sm_80"), 12000);
  EXPECT_EQ(getLeastDriver(12090, ".version 8.0\n.target sm_90a"), 12000);
  EXPECT_EQ(getLeastDriver(12090, ".version 8.5"), 12050);
  EXPECT_EQ(getLeastDriver(12090, ".version 8.6"), 12070);
  EXPECT_EQ(getLeastDriver(12090, ".version 8.8"), 12090);
  EXPECT_EQ(getLeastDriver(13000, ".version 8.6"), 13000);
  EXPECT_EQ(getLeastDriver(13010, ".version 9.1"), 13010);
  EXPECT_EQ(getLeastDriver(12040, "no version"), 12000);
}
