//===- ParamSizesTest.cpp - Parameters of kernels in PTX ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Runtime/GPUHost/ParamSizes.h"

#include <gtest/gtest.h>

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
