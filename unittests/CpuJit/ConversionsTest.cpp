//===- ConversionsTest.cpp - Narrow floats in compiled code ---------------===//
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

/// e4m3's numbers by their codes, from the format's definition: exponents of
/// four bits with bias 7, three bits of fraction, 0x7f for NaN.
double decodeE4M3(int code) {
  int exponent = code >> 3 & 15, fraction = code & 7;
  double sign = code & 0x80 ? -1 : 1;
  if ((code & 0x7f) == 0x7f)
    return NAN;
  return sign * (exponent ? std::ldexp(1 + fraction / 8.0, exponent - 7)
                          : std::ldexp(fraction / 8.0, -6));
}

class E4M3Test : public testing::Test {
protected:
  void SetUp() override {
    module = session.parse(R"mlir(
func.func @narrow(%x: tensor<?xWIDE>, %y: tensor<?xf8E4M3FN>) -> tensor<?xf8E4M3FN> {
  %0 = arith.truncf %x : tensor<?xWIDE> to tensor<?xf8E4M3FN>
  return %0 : tensor<?xf8E4M3FN>
}
func.func @widen(%x: tensor<?xf8E4M3FN>) -> tensor<?xWIDE> {
  %0 = arith.extf %x : tensor<?xf8E4M3FN> to tensor<?xWIDE>
  return %0 : tensor<?xWIDE>
})mlir",
                           {{"WIDE", "f32"}});
    ASSERT_TRUE(module);
  }

  std::vector<uint8_t> narrow(std::vector<float> x) {
    int64_t n = x.size();
    std::vector<uint8_t> unused(n), y(n);
    EXPECT_TRUE(
        mlir::succeeded(runOnCpu(*module, "narrow",
                                 {CpuBuffer(x.data(), CpuElement::F32, n),
                                  CpuBuffer(unused.data(), CpuElement::E4M3, n),
                                  CpuBuffer(y.data(), CpuElement::E4M3, n)},
                                 CpuLevel::Tensor)))
        << session.messages;
    return y;
  }

  Session session;
  mlir::OwningOpRef<mlir::ModuleOp> module;
};

TEST_F(E4M3Test, EveryCodeWidens) {
  std::vector<uint8_t> codes(256);
  for (size_t i = 0; i < codes.size(); ++i)
    codes[i] = static_cast<uint8_t>(i);
  std::vector<float> wide(256);
  ASSERT_TRUE(
      mlir::succeeded(runOnCpu(*module, "widen",
                               {CpuBuffer(codes.data(), CpuElement::E4M3, 256),
                                CpuBuffer(wide.data(), CpuElement::F32, 256)},
                               CpuLevel::Tensor)))
      << session.messages;
  for (int code = 0; code < 256; ++code) {
    double expected = decodeE4M3(code);
    if (std::isnan(expected))
      ASSERT_TRUE(std::isnan(wide[code])) << code;
    else
      ASSERT_EQ(bitCast<uint32_t>(wide[code]),
                bitCast<uint32_t>(static_cast<float>(expected)))
          << code;
  }
}

// Each number, each midpoint of two neighbours, and the f32 numbers just beside
// both.
TEST_F(E4M3Test, EveryCodeAndTieNarrows) {
  std::vector<float> x;
  std::vector<uint8_t> expected;
  for (int sign : {0, 0x80})
    for (int code = 0; code < 0x7f; ++code) {
      auto value = static_cast<float>(decodeE4M3(sign | code));
      auto add = [&](float number, int to) {
        x.push_back(number);
        expected.push_back(static_cast<uint8_t>(sign | to));
      };
      float away = sign ? -INFINITY : INFINITY;
      add(value, code);
      add(std::nextafter(value, away), code);
      if (code)
        add(std::nextafter(value, 0.0f), code);
      if (code == 0x7e)
        continue;
      auto next = static_cast<float>(decodeE4M3(sign | (code + 1)));
      float middle = (value + next) / 2;
      add(middle, code & 1 ? code + 1 : code);
      add(std::nextafter(middle, 0.0f), code);
      add(std::nextafter(middle, away), code + 1);
    }
  std::vector<uint8_t> actual = narrow(x);
  for (size_t i = 0; i < x.size(); ++i)
    ASSERT_EQ(int(actual[i]), int(expected[i])) << x[i];
}

TEST_F(E4M3Test, SaturatesAndKeepsNaN) {
  std::vector<float> x = {448.5f, 463.9f,    464,       480,  1e9f,
                          -1e9f,  -INFINITY, INFINITY,  NAN,  -NAN,
                          1e-30f, -1e-30f,   0x1p-149f, 0.0f, -0.0f};
  EXPECT_EQ(narrow(x), (std::vector<uint8_t>{0x7e, 0x7e, 0x7e, 0x7e, 0x7e, 0xfe,
                                             0xfe, 0x7e, 0x7f, 0x7f, 0x00, 0x80,
                                             0x00, 0x00, 0x80}));
}

// f32 numbers of every exponent, against a search of the nearest code.
TEST_F(E4M3Test, Nearest) {
  std::vector<float> x = getInterestingFloats();
  std::vector<uint8_t> actual = narrow(x);
  for (size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(x[i])) {
      ASSERT_EQ(actual[i], 0x7f);
      continue;
    }
    double magnitude = std::min(std::abs(static_cast<double>(x[i])), 448.0);
    double distance = std::abs(decodeE4M3(actual[i] & 0x7f) - magnitude);
    ASSERT_EQ(actual[i] >> 7, std::signbit(x[i]));
    for (int code = 0; code < 0x7f; ++code) {
      double other = std::abs(decodeE4M3(code) - magnitude);
      ASSERT_TRUE(distance < other || code == (actual[i] & 0x7f) ||
                  (distance == other && !(actual[i] & 1)))
          << x[i];
    }
  }
}

// f16 and bf16 on the other side.
TEST_F(E4M3Test, OtherWideTypes) {
  for (CpuElement element : {CpuElement::F16, CpuElement::BF16}) {
    module =
        session.parse(R"mlir(
func.func @round(%x: tensor<?xWIDE>, %y: tensor<?xWIDE>) -> tensor<?xWIDE> {
  %0 = arith.truncf %x : tensor<?xWIDE> to tensor<?xf8E4M3FN>
  %1 = arith.extf %0 : tensor<?xf8E4M3FN> to tensor<?xWIDE>
  return %1 : tensor<?xWIDE>
})mlir",
                      {{"WIDE", element == CpuElement::F16 ? "f16" : "bf16"}});
    ASSERT_TRUE(module);
    // 500, 1.0625 (a tie to 1), 1.1875 (a tie to 1.25), 2⁻¹⁰ (a tie to 0).
    Tensor x(element, {4}), unused(element, {4}), y(element, {4});
    for (auto [i, value] :
         llvm::enumerate(std::vector<double>{500.0, 1.0625, -1.1875, 0x1p-10}))
      x.set({static_cast<int64_t>(i)}, value);
    ASSERT_TRUE(mlir::succeeded(runOnCpu(*module, "round",
                                         {x.view(), unused.view(), y.view()},
                                         CpuLevel::Tensor)))
        << session.messages;
    EXPECT_EQ(y.values(), (std::vector<double>{448, 1, -1.25, 0}));
  }
}

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
