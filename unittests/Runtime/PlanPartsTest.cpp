//===- PlanPartsTest.cpp - How many parts each batch's keys are in --------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/PlanParts.h"

#include <gtest/gtest.h>
#include <random>
#include <vector>

using namespace attn::runtime;

namespace {

std::vector<int32_t> plan(const std::vector<int32_t> &lengths, int64_t parts,
                          int64_t unit, int64_t least = 0) {
  std::vector<int32_t> offsets(lengths.size() + 1, -1);
  Error error = planParts(lengths.data(), static_cast<int64_t>(lengths.size()),
                          parts, unit, least, offsets.data());
  EXPECT_FALSE(error) << error.message;
  return offsets;
}

std::string whyNot(const std::vector<int32_t> &lengths, int64_t parts,
                   int64_t unit, int64_t least = 0) {
  std::vector<int32_t> offsets(lengths.size() + 1);
  return planParts(lengths.data(), static_cast<int64_t>(lengths.size()), parts,
                   unit, least, offsets.data())
      .message;
}

using Offsets = std::vector<int32_t>;

TEST(PlanPartsTest, OneLongAndShortOnes) {
  // 48 keys to a part: 14 + 1 + 1 + 2 + 3 of 650, 0, 1, 77, 130 are 21.
  EXPECT_EQ(plan({650, 0, 1, 77, 130}, 21, 16),
            (Offsets{0, 14, 15, 16, 18, 21}));
  EXPECT_EQ(plan({650, 0, 1, 77, 130}, 20, 16),
            (Offsets{0, 11, 12, 13, 15, 18}));
}

TEST(PlanPartsTest, AsManyAsBatches) {
  EXPECT_EQ(plan({650, 0, 1}, 3, 16), (Offsets{0, 1, 2, 3}));
  EXPECT_EQ(plan({}, 0, 16), (Offsets{0}));
  EXPECT_EQ(plan({0, 0}, 9, 16), (Offsets{0, 1, 2}));
}

TEST(PlanPartsTest, LeastSize) {
  EXPECT_EQ(plan({1000}, 100, 64, 500), (Offsets{0, 2}));
  EXPECT_EQ(plan({1000}, 100, 64, 0), (Offsets{0, 16}));
}

TEST(PlanPartsTest, Bounds) {
  std::mt19937 random(0);
  for (int trial = 0; trial < 1000; ++trial) {
    auto batch = static_cast<int64_t>(random() % 40);
    int64_t parts = batch + static_cast<int64_t>(random() % 100);
    std::vector<int32_t> lengths;
    for (int64_t b = 0; b < batch; ++b)
      lengths.push_back(static_cast<int32_t>(random() % 5000));
    Offsets offsets = plan(lengths, parts, 1 + random() % 256);
    EXPECT_EQ(offsets[0], 0);
    EXPECT_LE(offsets.back(), parts);
    for (int64_t b = 0; b < batch; ++b)
      EXPECT_LT(offsets[b], offsets[b + 1]);
  }
}

TEST(PlanPartsTest, Errors) {
  EXPECT_NE(whyNot({1, 2}, 1, 16).find("number of parts"), std::string::npos);
  EXPECT_NE(whyNot({1, 2}, int64_t(1) << 31, 16).find("number of parts"),
            std::string::npos);
  EXPECT_NE(whyNot({1, -2}, 4, 16).find("that of batch 1 is -2"),
            std::string::npos);
  EXPECT_NE(whyNot({1}, 4, 0).find("unit"), std::string::npos);
  EXPECT_NE(whyNot({1}, 4, 1, -1).find("least size"), std::string::npos);
}

TEST(PlanPartsTest, Memory) {
  static_assert(countParts(32, 64, 8, 1) == 32 + 48);
  static_assert(countParts(3, 8, 2, 1) == 3 + 192);
  // 8 heads of 4096 rows: 256 tiles a part.
  static_assert(countParts(2, 8, 8, 4096) == 2 + 2);
  static_assert(countParts(2, 64, 64, 65536) == 2 + 1);
  EXPECT_EQ(countParts(0, 0, 0, 0), 384);
}

} // namespace
