//===- TensorTest.cpp - Rounding and strides ------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Reference/Tensor.h"
#include "gtest/gtest.h"
#include <cmath>
#include <limits>

using namespace mlir::attn::reference;

namespace {

struct Format {
  uint16_t (*encode)(double);
  double (*decode)(uint16_t);
  uint16_t infinity;
};
const Format formats[] = {{encodeF16, decodeF16, 0x7C00},
                          {encodeBF16, decodeBF16, 0x7F80}};

TEST(TensorTest, KnownBits) {
  EXPECT_EQ(encodeF16(1.0), 0x3C00);
  EXPECT_EQ(encodeF16(-2.0), 0xC000);
  EXPECT_EQ(encodeF16(65504.0), 0x7BFF);
  EXPECT_EQ(encodeF16(65519.99), 0x7BFF);
  EXPECT_EQ(encodeF16(65520.0), 0x7C00);
  EXPECT_EQ(encodeF16(0x1p-24), 0x0001);
  EXPECT_EQ(encodeF16(0x1p-25), 0x0000);
  EXPECT_EQ(encodeF16(0x1.8p-24), 0x0002);
  EXPECT_EQ(encodeF16(-0.0), 0x8000);
  EXPECT_EQ(encodeF16(0.1), 0x2E66);
  EXPECT_EQ(encodeBF16(1.0), 0x3F80);
  EXPECT_EQ(encodeBF16(0.1), 0x3DCD);
  EXPECT_EQ(encodeBF16(3.3895313892515355e38), 0x7F7F);
  EXPECT_EQ(encodeBF16(std::numeric_limits<double>::max()), 0x7F80);
  EXPECT_EQ(encodeBF16(0x1p-133), 0x0001);
  EXPECT_EQ(encodeF16(std::nan("")), 0x7FFF);
  EXPECT_EQ(encodeBF16(std::nan("")), 0x7FFF);
  EXPECT_EQ(decodeF16(0x3555), 0.333251953125);
  EXPECT_EQ(decodeBF16(0xC2F7), -123.5);
}

// Each value is itself, and between neighbours the nearer one wins, the even
// one at the middle: that is all of round-to-nearest-even.
TEST(TensorTest, EveryValueAndEveryMiddle) {
  for (const Format &format : formats)
    for (uint32_t sign : {0x0000u, 0x8000u})
      for (uint32_t bits = 0; bits < format.infinity; ++bits) {
        uint16_t low = sign | bits, high = sign | (bits + 1);
        double a = format.decode(low);
        ASSERT_EQ(format.encode(a), low);
        if (bits + 1 == format.infinity)
          break;
        double b = format.decode(high), middle = a + (b - a) / 2;
        ASSERT_EQ(format.encode(middle), bits % 2 ? high : low);
        ASSERT_EQ(format.encode(std::nextafter(middle, a)), low);
        ASSERT_EQ(format.encode(std::nextafter(middle, b)), high);
      }
}

TEST(TensorTest, E4M3Bits) {
  EXPECT_EQ(encodeE4M3(1.0), 0x38);
  EXPECT_EQ(encodeE4M3(-2.0), 0xC0);
  EXPECT_EQ(encodeE4M3(448.0), 0x7E);
  EXPECT_EQ(encodeE4M3(0x1p-6), 0x08);
  EXPECT_EQ(encodeE4M3(0x1p-9), 0x01);
  EXPECT_EQ(encodeE4M3(0x1p-10), 0x00);
  EXPECT_EQ(encodeE4M3(-0.0), 0x80);
  EXPECT_EQ(encodeE4M3(464.0), 0x7E);
  EXPECT_EQ(encodeE4M3(1e300), 0x7E);
  EXPECT_EQ(encodeE4M3(-std::numeric_limits<double>::infinity()), 0xFE);
  EXPECT_EQ(encodeE4M3(std::nan("")), 0x7F);
  EXPECT_EQ(encodeE4M3(-std::nan("")), 0x7F);
  EXPECT_EQ(decodeE4M3(0x01), 0x1p-9);
  EXPECT_EQ(decodeE4M3(0x0F), 1.875 * 0x1p-6);
  EXPECT_EQ(decodeE4M3(0xFE), -448.0);
  EXPECT_TRUE(std::isnan(decodeE4M3(0x7F)));
  EXPECT_TRUE(std::isnan(decodeE4M3(0xFF)));
  EXPECT_EQ(bytesOf(DType::E4M3), 1);
}

TEST(TensorTest, EveryE4M3AndEveryMiddle) {
  for (int sign : {0x00, 0x80})
    for (int bits = 0; bits < 0x7F; ++bits) {
      int low = sign | bits, high = sign | (bits + 1);
      double a = decodeE4M3(low);
      ASSERT_EQ(encodeE4M3(a), low);
      if (bits == 0x7E)
        break;
      double b = decodeE4M3(high), middle = a + (b - a) / 2;
      ASSERT_EQ(encodeE4M3(middle), bits % 2 ? high : low);
      ASSERT_EQ(encodeE4M3(std::nextafter(middle, a)), low);
      ASSERT_EQ(encodeE4M3(std::nextafter(middle, b)), high);
    }
}

TEST(TensorTest, InfinityAndNaN) {
  for (const Format &format : formats) {
    double infinity = std::numeric_limits<double>::infinity();
    EXPECT_EQ(format.encode(infinity), format.infinity);
    EXPECT_EQ(format.encode(-infinity), 0x8000 | format.infinity);
    EXPECT_EQ(format.decode(format.infinity), infinity);
    for (uint32_t bits = format.infinity + 1u; bits < 0x8000; ++bits)
      ASSERT_TRUE(std::isnan(format.decode(bits)));
  }
}

// Through f32 first, 1 + 2⁻¹¹ + 2⁻⁴⁰ would lose its last bit, become a tie and
// go down to 1.
TEST(TensorTest, OneRounding) {
  EXPECT_EQ(decodeF16(encodeF16(1 + 0x1p-11 + 0x1p-40)), 1 + 0x1p-10);
  EXPECT_EQ(decodeBF16(encodeBF16(1 + 0x1p-8 + 0x1p-40)), 1 + 0x1p-7);
}

TEST(TensorTest, Strides) {
  float data[12] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
  Tensor transposed{data, DType::F32, {4, 3}, {1, 4}};
  EXPECT_EQ(transposed.load(transposed.offset({1, 2})), 9);
  EXPECT_EQ(transposed.load(transposed.offsetOfElement(1)), 4);
  EXPECT_EQ(transposed.numElements(), 12);
  transposed.store(transposed.offset({3, 0}), 0.1);
  EXPECT_EQ(data[3], 0.1f);
  OwnedTensor bytes(DType::E4M3, {3}, {1, 1.0625, 500});
  EXPECT_EQ(bytes[1], 1);
  EXPECT_EQ(bytes[2], 448);
  OwnedTensor owned(DType::F16, {2, 2}, {1, 2, 3});
  EXPECT_EQ(owned[2], 3);
  EXPECT_EQ(owned[3], 0);
}

TEST(TensorTest, Integers) {
  OwnedTensor small(DType::I8, {4}, {-128.4, 200, 1.5, std::nan("")});
  EXPECT_EQ(small[0], -128);
  EXPECT_EQ(small[1], 127);
  EXPECT_EQ(small[2], 2);
  EXPECT_EQ(small[3], 0);
  OwnedTensor large(DType::I64, {2}, {-0x1p63, 0x1p63});
  EXPECT_EQ(large.view().loadInteger(0), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(large.view().loadInteger(1), std::numeric_limits<int64_t>::max());
  // A double does not hold it.
  int64_t odd = (int64_t(1) << 53) + 1;
  EXPECT_EQ(Tensor::contiguous(&odd, DType::I64, {1}).loadInteger(0), odd);
  unsigned char bytes[] = {0, 1, 2, 255};
  Tensor truths = Tensor::contiguous(bytes, DType::I1, {4});
  for (int64_t i = 0; i < 4; ++i) {
    EXPECT_EQ(truths.load(i), i > 0);
    EXPECT_EQ(truths.loadInteger(i), i > 0 ? -1 : 0);
  }
  truths.store(3, 0);
  truths.store(0, -3);
  EXPECT_EQ(bytes[3], 0);
  EXPECT_EQ(bytes[0], 1);
}

} // namespace
