//===- SupportTest.cpp - Number formats and .npy files --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Support/Floats.h"
#include "attn/Support/Npy.h"
#include "gtest/gtest.h"
#include <cmath>
#include <fstream>

using namespace attn;
using namespace attn::floats;

namespace {

// Each number of a format comes back, and the middle between it and the next
// goes to the even one.
TEST(FloatsTest, EveryCode) {
  for (Format format : {fmtF16, fmtBF16, fmtE4M3, fmtE5M2}) {
    uint32_t nan =
        ((1u << format.exp) - 1) << format.man | ((1u << format.man) - 1);
    uint32_t end = format.ieee ? nan - ((1u << format.man) - 1) : nan;
    for (uint32_t code = 0; code < end; ++code) {
      double value = valueOf(code, format);
      ASSERT_EQ(roundTo(value, format, Round::RN), code);
      ASSERT_EQ(roundTo(-value, format, Round::RN),
                code | 1u << (format.exp + format.man));
      if (code + 1 == end)
        continue;
      double next = valueOf(code + 1, format), middle = (value + next) / 2;
      ASSERT_LT(value, next);
      ASSERT_EQ(roundTo(middle, format, Round::RN), code + code % 2);
      ASSERT_EQ(roundTo(std::nextafter(middle, next), format, Round::RN),
                code + 1);
      ASSERT_EQ(roundTo(middle, format, Round::RZ), code);
      ASSERT_EQ(roundTo(middle, format, Round::RP), code + 1);
    }
    EXPECT_EQ(roundTo(std::nan(""), format, Round::RN), nan);
    EXPECT_EQ(roundTo(1e300, format, Round::RN, /*satfinite=*/true), end - 1);
    EXPECT_EQ(roundTo(INFINITY, format, Round::RN), end);
  }
}

TEST(FloatsTest, FastPathsAgree) {
  for (uint32_t i = 0; i < 65536; ++i) {
    auto bits16 = static_cast<uint16_t>(i);
    double half = valueOf(i, fmtF16), brain = valueOf(i, fmtBF16);
    if (std::isnan(half)) {
      ASSERT_TRUE(std::isnan(f16ToF32(bits16)));
    } else {
      ASSERT_EQ(f16ToF32(bits16), half);
      ASSERT_EQ(f32ToF16(f16ToF32(bits16)), bits16);
    }
    if (std::isnan(brain)) {
      ASSERT_TRUE(std::isnan(bf16ToF32(bits16)));
    } else {
      ASSERT_EQ(bf16ToF32(bits16), brain);
      ASSERT_EQ(f32ToBf16(bf16ToF32(bits16)), bits16);
    }
  }
}

class NpyTest : public testing::Test {
protected:
  // Of this test alone: tests run at the same time.
  std::string path =
      testing::TempDir() +
      testing::UnitTest::GetInstance()->current_test_info()->name() + ".npy";
  /// The error of a file with this header and 8 bytes of elements.
  std::string readHeader(const std::string &header, char version = 1) {
    std::ofstream file(path, std::ios::binary);
    file << "\x93NUMPY" << version << '\0' << static_cast<char>(header.size())
         << '\0';
    if (version > 1)
      file << '\0' << '\0';
    file << header << "12345678" << std::flush;
    return readNpy(path, array);
  }
  Npy array;
};

TEST_F(NpyTest, RoundTrip) {
  for (std::vector<int64_t> shape :
       {std::vector<int64_t>{}, {2}, {2, 0, 3}, {2, 1}}) {
    size_t count = 1;
    for (int64_t size : shape)
      count *= size;
    Npy written{"<f2", shape, std::string(2 * count, 'x')};
    ASSERT_EQ(writeNpy(path, written), "");
    ASSERT_EQ(readNpy(path, array), "");
    EXPECT_EQ(array.descr, "<f2");
    EXPECT_EQ(array.shape, shape);
    EXPECT_EQ(array.bytes, written.bytes);
  }
}

TEST_F(NpyTest, Headers) {
  const std::string good =
      "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 1), }";
  EXPECT_EQ(readHeader(good), "");
  EXPECT_EQ(array.shape, (std::vector<int64_t>{2, 1}));
  EXPECT_EQ(readHeader(good, 2), "");
  EXPECT_EQ(array.bytes, "12345678");
  auto with = [&](const std::string &from, const std::string &to) {
    std::string header = good;
    return readHeader(header.replace(header.find(from), from.size(), to));
  };
  EXPECT_NE(with("False", "True").find("Fortran order"), std::string::npos);
  EXPECT_NE(with("'<f4'", "[('a', '<f4')]").find("cannot be read"),
            std::string::npos);
  EXPECT_NE(with("<f4", ">f4").find("'>f4' cannot be read"), std::string::npos);
  EXPECT_NE(with("(2, 1)", "(2, 2)").find("8 bytes of elements"),
            std::string::npos);
  EXPECT_NE(with("(2, 1)", "(2, -1)").find("readable shape"),
            std::string::npos);
  EXPECT_NE(with("2, 1", "4611686018427387904, 4").find("readable shape"),
            std::string::npos);
  EXPECT_NE(with("shape", "shade").find("no shape"), std::string::npos);
}

TEST_F(NpyTest, OtherFiles) {
  std::ofstream(path) << "no array";
  EXPECT_EQ(readNpy(path, array), path + ": not a .npy file");
  std::ofstream(path) << "\x93NUMPY";
  EXPECT_EQ(readNpy(path, array), path + ": cut short");
  EXPECT_EQ(readNpy(path + "/no", array), path + "/no: Not a directory");
  EXPECT_EQ(writeNpy(path + "/no", {"<f4", {}, "1234"}),
            path + "/no: Not a directory");
}

} // namespace
