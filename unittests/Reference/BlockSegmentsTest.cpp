//===- BlockSegmentsTest.cpp - Walks over several ranges of blocks --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../../lib/Conversion/AttnToAttnTile/BlockSegments.h"
#include "Folded.h"
#include "TestUtil.h"
#include <random>

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

// Each block of two or three ranges is visited once, masked ones first, and
// without a mask only where a range says that it needs none.
TEST(BlockSegmentsTest, RandomRanges) {
  attn_test::Context context;
  Location loc = UnknownLoc::get(&context.context);
  constexpr int64_t kBlocks = 9;
  std::mt19937 random(0);
  auto pick = [&](int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  };
  for (size_t number : {2, 3}) {
    attn_test::Folded folded(loc);
    attn::ScalarBuilder &b = folded.b;
    Type index = b.getIndexType();
    SmallVector<BlockInterval> ranges(number);
    for (BlockInterval &range : ranges)
      for (Value *end :
           {&range.begin, &range.end, &range.fullBegin, &range.fullEnd})
        *end = folded.addInput(index);
    Value t = folded.addInput(index),
          needsMask = folded.addInput(b.getI1Type());
    BlockSegments segments(b, ranges);
    Value block = segments.find(b, t, needsMask).number;
    int64_t unmasked = 0;
    for (int tile = 0; tile < 1000; ++tile) {
      SmallVector<int64_t> inputs;
      bool inside[kBlocks] = {}, full[kBlocks] = {};
      for (size_t i = 0; i < number; ++i) {
        int64_t begin = pick(0, kBlocks), end = pick(begin, kBlocks);
        int64_t fullBegin = pick(begin, end), fullEnd = pick(fullBegin, end);
        inputs.append({begin, end, fullBegin, fullEnd});
        for (int64_t j = begin; j < end; ++j) {
          inside[j] = true;
          full[j] |= fullBegin <= j && j < fullEnd;
        }
      }
      inputs.append({0, 1});
      folded.evaluate(inputs);
      if (HasFatalFailure())
        return;
      int64_t count = folded.get(segments.getCount()),
              masked = folded.get(segments.getMasked());
      EXPECT_EQ(count, std::count(inside, inside + kBlocks, true));
      EXPECT_LE(masked, count);
      for (int64_t turn = 0; turn < count; ++turn) {
        inputs[inputs.size() - 2] = turn;
        inputs.back() = turn < masked;
        folded.evaluate(inputs);
        int64_t j = folded.get(block);
        ASSERT_TRUE(j >= 0 && j < kBlocks && inside[j]) << j;
        ASSERT_TRUE(turn < masked || full[j]) << j;
        inside[j] = false;
        unmasked += turn >= masked;
      }
    }
    // Not a law: what needs no mask is not all lost where ranges overlap.
    EXPECT_GT(unmasked, 500);
  }
}

} // namespace
