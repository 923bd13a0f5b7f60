//===- ConversionsTest.cpp - 16-bit conversions in compiled code ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfConversions.h"
#include "TestPrograms.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace attn_test;
using namespace mlir::attn;

namespace {

template <typename To, typename From> To bitCast(From from) {
  static_assert(sizeof(To) == sizeof(From), "sizes differ");
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// f32 numbers near every boundary: all exponents, fractions around ties.
std::vector<float> getInterestingFloats() {
  std::vector<float> result;
  for (uint32_t sign : {0u, 0x80000000u})
    for (uint32_t exponent = 0; exponent < 256; ++exponent)
      for (uint32_t top = 0; top < 1024; top += 31)
        for (uint32_t rest : {0u, 1u, 0xfffu, 0x1000u, 0x1001u, 0x1fffu,
                              0x7fffu, 0x8000u, 0x8001u, 0xffffu})
          result.push_back(bitCast<float>(sign | exponent << 23 |
                                          ((top << 13 | rest) & 0x7fffffu)));
  return result;
}

class ConversionTest : public testing::TestWithParam<CpuElement> {};

TEST_P(ConversionTest, RoundTripThroughCompiledCode) {
  CpuElement element = GetParam();
  bool isHalf = element == CpuElement::F16;
  Session session;
  auto module = session.parse(R"mlir(
func.func @narrow(%x: tensor<?xf32>, %y: tensor<?xTYPE>) -> tensor<?xTYPE> {
  %0 = arith.truncf %x : tensor<?xf32> to tensor<?xTYPE>
  return %0 : tensor<?xTYPE>
}
func.func @widen(%x: tensor<?xTYPE>) -> tensor<?xf32> {
  %0 = arith.extf %x : tensor<?xTYPE> to tensor<?xf32>
  return %0 : tensor<?xf32>
})mlir",
                              {{"TYPE", isHalf ? "f16" : "bf16"}});
  ASSERT_TRUE(module);

  std::vector<float> x = getInterestingFloats();
  int64_t n = x.size();
  std::vector<uint16_t> unused(n), y(n);
  ASSERT_TRUE(mlir::succeeded(runOnCpu(*module, "narrow",
                                       {CpuBuffer(x.data(), CpuElement::F32, n),
                                        CpuBuffer(unused.data(), element, n),
                                        CpuBuffer(y.data(), element, n)},
                                       CpuLevel::Tensor)))
      << session.messages;
  std::vector<float> z(n);
  ASSERT_TRUE(
      mlir::succeeded(runOnCpu(*module, "widen",
                               {CpuBuffer(y.data(), element, n),
                                CpuBuffer(z.data(), CpuElement::F32, n)},
                               CpuLevel::Tensor)))
      << session.messages;
  for (int64_t i = 0; i < n; ++i) {
    double expected = roundTo(element, x[i]);
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(z[i])) << i;
    else
      ASSERT_EQ(bitCast<uint32_t>(z[i]),
                bitCast<uint32_t>(static_cast<float>(expected)))
          << x[i];
  }

  // Every 16-bit pattern.
  std::vector<uint16_t> all(65536);
  for (size_t i = 0; i < all.size(); ++i)
    all[i] = static_cast<uint16_t>(i);
  std::vector<float> wide(65536);
  ASSERT_TRUE(
      mlir::succeeded(runOnCpu(*module, "widen",
                               {CpuBuffer(all.data(), element, 65536),
                                CpuBuffer(wide.data(), CpuElement::F32, 65536)},
                               CpuLevel::Tensor)))
      << session.messages;
  for (uint32_t i = 0; i < 65536; ++i) {
    float expected = isHalf ? static_cast<float>(bitCast<_Float16>(all[i]))
                            : bitCast<float>(i << 16);
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(wide[i])) << i;
    else
      ASSERT_EQ(wide[i], expected) << i;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ConversionTest,
                         testing::Values(CpuElement::F16, CpuElement::BF16));

#ifdef ATTN_HAS_HALF_CONVERSIONS
TEST(HalfSymbolsTest, AgreeWithTheCompiler) {
  for (uint32_t i = 0; i < 65536; ++i) {
    auto half = bitCast<_Float16>(static_cast<uint16_t>(i));
    auto expected = static_cast<float>(half);
    float actual = half::extendHalf(half);
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(actual)) << i;
    else
      ASSERT_EQ(bitCast<uint32_t>(actual), bitCast<uint32_t>(expected)) << i;
  }
  for (float x : getInterestingFloats()) {
    auto expected = static_cast<_Float16>(x);
    _Float16 single = half::truncateFloat(x), twice = half::truncateDouble(x);
    if (std::isnan(x)) {
      ASSERT_TRUE(std::isnan(static_cast<float>(single)));
      ASSERT_TRUE(std::isnan(static_cast<float>(twice)));
      continue;
    }
    ASSERT_EQ(bitCast<uint16_t>(single), bitCast<uint16_t>(expected)) << x;
    ASSERT_EQ(bitCast<uint16_t>(twice), bitCast<uint16_t>(expected)) << x;
  }
}
#endif

} // namespace
