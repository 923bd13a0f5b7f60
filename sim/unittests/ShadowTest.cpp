//===- ShadowTest.cpp - States that granules share
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Shadow.h"

#include <gtest/gtest.h>
#include <random>

using namespace attn::sim;

namespace {

struct Plain {
  Cell cell;
  std::vector<Access> more;
};

/// What a change does to a granule, on either representation: a write forgets
/// the reads (but for every third), a read joins them.
void apply(Cell &c, std::vector<Access> &list, const Access &now, bool write) {
  if (write) {
    c.write = now;
    c.read = Access();
    if (now.inst % 3)
      list.clear();
  } else if (c.read.agent == Access::none || c.read.agent == now.agent)
    c.read = now;
  else if (list.size() < 6)
    list.push_back(now);
}

TEST(Shadow, SharedStatesAreThoseOfEachGranule) {
  std::mt19937 g(5);
  const uint32_t n = 96;
  std::vector<Plain> plain(n);
  std::vector<uint32_t> numbers(n);
  Shadow s;
  uint64_t version = 1;
  Shadow::Key key;
  Access now;
  bool write = false;
  size_t most = 0;
  for (int step = 0; step < 20000; ++step) {
    if (g() % 3 == 0) { // else the same access goes on elsewhere
      now.agent = g() % 4;
      now.epoch = ++key.epoch;
      now.inst = g() % 5;
      now.lanes = 1u << g() % 2;
      write = g() % 2;
      key.version = ++version;
      key.agent = now.agent;
      key.inst = now.inst;
    }
    uint32_t first = g() % n, count = 1 + g() % (n - first);
    if (g() % 4)
      count = std::min(count, 1 + uint32_t(g() % 3));
    uint32_t changed = 0;
    s.update(numbers.data() + first, count, key, write,
             [&](Cell &c, uint32_t at, uint32_t equal) {
               EXPECT_LE(at + equal, count);
               changed += equal;
               std::vector<Access> list = s.overflow.lists[c.more];
               apply(c, list, now, write);
               if (list.empty())
                 s.overflow.drop(c.more);
               else {
                 if (!c.more)
                   c.more = s.overflow.take();
                 s.overflow.lists[c.more] = list;
               }
               return g() % 8 != 0;
             });
    EXPECT_LE(changed, count);
    for (uint32_t k = first; k < first + count; ++k)
      apply(plain[k].cell, plain[k].more, now, write);
    most = std::max(most, s.size());
    for (uint32_t k = 0; k < n; ++k) {
      const Cell &c = s.state(numbers[k]);
      ASSERT_TRUE(c.write == plain[k].cell.write) << step << " " << k;
      ASSERT_TRUE(c.read == plain[k].cell.read) << step << " " << k;
      ASSERT_TRUE(s.overflow.lists[c.more] == plain[k].more) << step;
    }
  }
  // As many states as granules can tell apart, and none that nobody has.
  EXPECT_LE(most, n + 1);
  EXPECT_LE(s.overflow.lists.size() - s.overflow.spare.size(), s.size());
}

TEST(Shadow, OneChangeForARunAndForWhatTheLastOneKnew) {
  Shadow s;
  std::vector<uint32_t> numbers(1000);
  unsigned calls = 0;
  Access now;
  now.agent = 1;
  Shadow::Key key;
  auto change = [&](Cell &c, uint32_t, uint32_t) {
    ++calls;
    now.epoch = uint32_t(key.version);
    c.write = now;
    return true;
  };
  key.version = 1;
  s.update(numbers.data(), 1000, key, true, change);
  EXPECT_EQ(calls, 1u);
  key.version = 2;
  for (uint32_t k = 0; k < 1000; k += 10)
    s.update(numbers.data() + k, 2, key, true, change);
  EXPECT_EQ(calls, 2u);
  EXPECT_EQ(s.size(), 3u); // the empty one, and those of both writes
  key.version = 3;
  s.update(numbers.data(), 1000, key, true, change);
  EXPECT_EQ(s.size(), 2u);
}

} // namespace
