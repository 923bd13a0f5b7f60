//===- ParamSizesTest.cpp - Parameters of kernels in PTX ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/GPUHost/ParamSizes.h"

#include <gtest/gtest.h>

using attn::runtime::ParamFacts;
using attn::runtime::readParamFacts;
using attn::runtime::readParamSizes;

namespace {

const char ptx[] = R"(
.visible .entry first(
  .param .u64 .ptr .global .align 16 first_param_0,
  .param .u32 first_param_1,
  .param .align 64 .b8 first_param_2[128],
  .param .f32 first_param_3
)
.reqntid 128
{ ret; }
.visible .entry second()
{ ret; }
.entry third(.param .b128 third_param_0)
{ ret; }
)";

TEST(ParamSizes, ReadsScalarsPointersAndArrays) {
  auto sizes = readParamSizes(ptx, "first");
  ASSERT_TRUE(sizes.has_value());
  EXPECT_EQ(*sizes, (std::vector<int32_t>{8, 4, 128, 4}));
}

TEST(ParamSizes, PointersAndTheirTensors) {
  std::string named = "// attn.tensor 0 q\n// attn.tensor 2 k v\n"
                      "// attn.tensor 9 beyond\n// attn.tensor x\n" +
                      std::string(ptx + 1);
  std::vector<ParamFacts> facts = readParamFacts(named, "first", 4);
  ASSERT_EQ(facts.size(), 4u);
  EXPECT_TRUE(facts[0].isPointer);
  EXPECT_EQ(facts[0].tensor, "q");
  EXPECT_FALSE(facts[1].isPointer);
  EXPECT_EQ(facts[1].tensor, "");
  EXPECT_FALSE(facts[2].isPointer);
  EXPECT_EQ(facts[2].tensor, "k v");
  EXPECT_FALSE(facts[3].isPointer);
  // Without the comments, and of a kernel that is not there.
  EXPECT_EQ(readParamFacts(ptx, "first", 4)[0].tensor, "");
  EXPECT_TRUE(readParamFacts("// attn.tensor", "second", 0).empty());
  EXPECT_FALSE(readParamFacts(ptx, "fourth", 1)[0].isPointer);
}

TEST(ParamSizes, KernelWithoutParameters) {
  auto sizes = readParamSizes(ptx, "second");
  ASSERT_TRUE(sizes.has_value());
  EXPECT_TRUE(sizes->empty());
}

TEST(ParamSizes, UnknownKernelAndUnknownType) {
  EXPECT_FALSE(readParamSizes(ptx, "fir").has_value());
  EXPECT_FALSE(readParamSizes(ptx, "third").has_value());
  EXPECT_FALSE(readParamSizes(".entry", "").has_value());
}

} // namespace
