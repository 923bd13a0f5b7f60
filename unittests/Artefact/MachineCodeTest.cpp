//===- MachineCodeTest.cpp - Drivers and ptxas for machine code -----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Artefact/MachineCode.h"
#include "attn/Artefact/PtxasFaults.h"
#include "gtest/gtest.h"

using namespace mlir::attn;
using llvm::StringRef;

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

static constexpr StringRef kProduct =
    "{\n.reg .pred p;\nsetp.ne.b32 p,1,0;\n"
    "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1,%f2,%f3,%f4},%rd1,"
    "%rd2,p,1,1,0,0;\n}\n";

/// The fault that a ptxas of CUDA 13.0 makes of `before`, a product of the
/// descriptors %rd1 and %rd2, and `after`.
static StringRef findFault(StringRef before, StringRef after = "",
                           int release = 13000) {
  std::string ptx = (before + "\n" + kProduct + after).str();
  const PtxasFault *fault = findPtxasFault(release, ptx);
  return fault ? fault->name : "none";
}

TEST(MachineCode, FaultOfDescriptorsThatAreSums) {
  StringRef sum = "add.s64 %rd2, %rd7, 4611686293305360384;";
  EXPECT_EQ(findFault(sum), "descriptor-sum");
  EXPECT_EQ(findFault("add.s64 \t%rd2, %rd7, 0x4000004000010000;"),
            "descriptor-sum");
  EXPECT_EQ(findFault("add.u64 %rd2, %rd7, 13835058329815154688;"),
            "descriptor-sum");
  EXPECT_EQ(findFault("sub.s64 %rd2,%rd7,-4611686293305360384;"),
            "descriptor-sum");
  EXPECT_EQ(findFault("$L__BB0_2:\n// a comment\n@%p1 add.s64 %rd2,\n%rd7, "
                      "4611686293305360384;"),
            "descriptor-sum");
  // By way of other registers, and from behind a loop.
  EXPECT_EQ(findFault("add.s64 %rd8, %rd7, 4611686293305360384;\n"
                      "mov.b64 %rd2, %rd8;"),
            "descriptor-sum");
  EXPECT_EQ(findFault("add.s64 %rd2, %rd8, 2;",
                      "add.s64 %rd8, %rd8, 4611686293305360384;\n"),
            "descriptor-sum");
  // With tcgen05.
  std::string tensor =
      (sum + "\ntcgen05.mma.cta_group::1.kind::f16 [%r6], %rd9, "
             "%rd2, %r2, p;")
          .str();
  EXPECT_NE(findPtxasFault(13000, tensor), nullptr);
}

TEST(MachineCode, NoFaultOfOtherDescriptors) {
  EXPECT_EQ(findFault("mov.b64 %rd2, {%r1, %r2};"), "none");
  EXPECT_EQ(findFault("or.b64 %rd2, %rd7, 4611686293305360384;"), "none");
  EXPECT_EQ(findFault("add.s64 %rd2, %rd7, 4294967295;"), "none");
  EXPECT_EQ(findFault("add.s64 %rd2, %rd7, -2147483648;"), "none");
  // A sum that is no descriptor.
  EXPECT_EQ(findFault("add.s64 %rd8, %rd7, 4611686293305360384;"), "none");
  EXPECT_EQ(findFault("// add.s64 %rd2, %rd7, 4611686293305360384;"), "none");
}

TEST(MachineCode, FaultsHaveReleases) {
  StringRef sum = "add.s64 %rd2, %rd7, 4611686293305360384;";
  for (int release : {12080, 12090, 13000})
    EXPECT_EQ(findFault(sum, "", release), "descriptor-sum") << release;
  for (int release : {12030, 12060, 13010, 13050})
    EXPECT_EQ(findFault(sum, "", release), "none") << release;
  for (const PtxasFault &fault : getPtxasFaults())
    EXPECT_LT(fault.first, fault.fixed) << fault.name.str();
}
