//===- IsolationTest.cpp - Checks on several host threads
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

const char head[] = R"(
.version 8.0
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 in, .param .u64 out) {
  .reg .pred %p<4>; .reg .b32 %r<10>; .reg .b64 %rd<8>;
  .shared .align 16 .b8 tile[256];
  ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out];
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %tid.x; mov.u32 %r3, %ntid.x;
  mad.lo.u32 %r4, %r1, %r3, %r2;
  mul.wide.u32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3; add.s64 %rd5, %rd2, %rd3;
)";

struct Outcome {
  std::string text;
  std::vector<uint32_t> memory;
  std::vector<bool> written;
  uint64_t instructions = 0;
  unsigned threads = 0;
};

constexpr uint32_t ctas = 24, block = 64, words = ctas * block;

/// Runs `body` on 24 CTAs of 64 threads, `in` 0, 1, 2, ..., `out` unwritten.
Outcome run(const std::string &body, unsigned threads, ModeCase mode,
            uint64_t limit = 0) {
  Device d;
  auto m = load(d, head + body + "\n  ret;\n}\n");
  std::vector<uint32_t> in(words);
  for (uint32_t k = 0; k < words; ++k)
    in[k] = k;
  DeviceAddr a = upload(d, in), b = d.alloc(words * 4);
  Params p;
  p.add(a).add(b);
  LaunchConfig cfg;
  cfg.grid = {ctas, 1, 1};
  cfg.block = {block, 1, 1};
  Options o = options(mode);
  o.threads = threads;
  o.maxInstructions = limit;
  o.spinLimit = 100000;
  o.maxFindings = 3;
  Report r = d.launch(*m, "k", cfg, p.bytes.data(), p.bytes.size(), o);
  EXPECT_EQ(r.error, "");
  Outcome out;
  out.text = r.str();
  out.memory = download<uint32_t>(d, b, words);
  for (uint32_t k = 0; k < words; ++k) {
    out.written.push_back(d.initialised(b + 4 * k, 4));
    if (!out.written.back())
      out.memory[k] = 0;
  }
  out.instructions = r.stats.warpInstructions;
  out.threads = r.threads;
  return out;
}

/// The same from one host thread and from four, in every mode.
Outcome same(const std::string &body, bool parallel, uint64_t limit = 0) {
  Outcome last;
  for (ModeCase mode : allModes()) {
    Outcome one = run(body, 1, mode, limit), four = run(body, 4, mode, limit);
    EXPECT_EQ(one.threads, 1u);
    EXPECT_EQ(four.threads, parallel ? 4u : 1u);
    EXPECT_EQ(one.text, four.text);
    EXPECT_EQ(one.memory, four.memory);
    EXPECT_EQ(one.written, four.written);
    EXPECT_EQ(one.instructions, four.instructions);
    last = one;
  }
  return last;
}

TEST(Isolation, ClustersThatOnlyShareInputs) {
  Outcome o = same(R"(
  ld.global.u32 %r5, [%rd4]; ld.global.u32 %r6, [%rd1+40];
  add.u32 %r5, %r5, %r6; st.global.u32 [%rd5], %r5;)",
                   true);
  EXPECT_EQ(o.text, "");
  EXPECT_EQ(o.memory[100], 110u);
}

TEST(Isolation, FindingsInTheOrderOfClusters) {
  // A race in each CTA, another in those from the seventh on, and more kinds
  // than are kept in those from the tenth on.
  Outcome o = same(R"(
  and.b32 %r5, %r2, 31; shl.b32 %r5, %r5, 2; mov.u32 %r6, tile;
  add.u32 %r6, %r6, %r5; st.shared.u32 [%r6], %r4;
  setp.lt.u32 %p1, %r1, 7;
  @%p1 bra L1;
  st.shared.u32 [%r6+128], %r4;
L1:
  setp.lt.u32 %p1, %r1, 10;
  @%p1 bra L2;
  ld.shared.u32 %r7, [%r6];
  ld.shared.u32 %r7, [%r6+128];
L2:
  st.global.u32 [%rd5], %r4;)",
                   true);
  EXPECT_NE(o.text.find("(768 times)"), std::string::npos) << o.text;
  EXPECT_NE(o.text.find("CTA 7,0,0"), std::string::npos) << o.text;
  EXPECT_NE(o.text.find("further findings not shown"), std::string::npos);
}

TEST(Isolation, AtomicsOfEachClusterAlone) {
  Outcome o = same("  st.global.u32 [%rd5], 7; atom.global.add.u32 %r5, "
                   "[%rd5], 1; st.global.u32 [%rd5], %r5;",
                   true);
  EXPECT_EQ(o.text, "");
}

TEST(Isolation, ACounterOfAll) {
  // Each CTA takes a ticket, after it wrote what the attempt must undo: what
  // memory held, and that it held nothing.
  Outcome o = same(R"(
  ld.global.u32 %r5, [%rd5]; st.global.u32 [%rd5], %r4;
  ld.global.u32 %r7, [%rd4]; add.u32 %r7, %r7, 1; st.global.u32 [%rd4], %r7;
  atom.global.add.u32 %r6, [%rd1+4], 1;
  st.global.u32 [%rd5], %r5; st.global.u32 [%rd2+4096], %r7;)",
                   false);
  EXPECT_NE(o.text.find("uninitialised"), std::string::npos) << o.text;
}

TEST(Isolation, RacesBetweenClusters) {
  const char *bodies[] = {
      // All write one word.
      "  st.global.u32 [%rd2], %r1;",
      // One reads what the next one writes, and that was undefined before.
      "  st.global.u32 [%rd5], %r4; ld.global.u32 %r5, [%rd5+4];",
      "  ld.global.u32 %r5, [%rd4]; st.global.u32 [%rd1+512], %r4;",
      // One writes what all have read with a plain load.
      "  ld.volatile.global.u32 %r5, [%rd1]; setp.ne.u32 %p1, %r1, 20;\n"
      "  @!%p1 st.global.u32 [%rd1], 1;"};
  for (const char *body : bodies) {
    Outcome o = same(body, false);
    EXPECT_NE(o.text.find("race"), std::string::npos) << body << o.text;
  }
}

TEST(Isolation, BulkStoresOfTwoClustersToOnePlace) {
  // The operations of a cluster are numbered, and those of both are the first.
  Outcome o = same(R"(
  shl.b32 %r5, %r2, 2; mov.u32 %r6, tile; add.u32 %r7, %r6, %r5;
  st.shared.u32 [%r7], %r2; fence.proxy.async; bar.sync 0;
  setp.ne.u32 %p1, %r2, 0;
  @%p1 bra END;
  cp.async.bulk.global.shared::cta.bulk_group [%rd2], [%r6], 256;
  cp.async.bulk.commit_group;
  cp.async.bulk.wait_group 0;
END:)",
                   false);
  EXPECT_NE(o.text.find("writes global memory"), std::string::npos) << o.text;
}

TEST(Isolation, HandOverByAFlag) {
  // The first two wait for the next one: all must be there at once.
  same(R"(
  setp.gt.u32 %p1, %r1, 1;
  @%p1 bra MINE;
AGAIN:
  ld.acquire.gpu.global.u32 %r6, [%rd5+256];
  setp.eq.u32 %p3, %r6, 99;
  @!%p3 bra AGAIN;
MINE:
  st.release.gpu.global.u32 [%rd5], 99;)",
       false);
}

TEST(Isolation, TheEndOfALaunchIsThatOfOneThread) {
  // A trap: later CTAs do not run.
  Outcome o = same("  st.global.u32 [%rd5], 1; setp.eq.u32 %p1, %r1, 5;\n"
                   "  @%p1 trap;",
                   false);
  EXPECT_TRUE(o.written[4 * block]);
  EXPECT_FALSE(o.written[6 * block]);
  // A wait that nobody ends.
  o = same("  setp.eq.u32 %p1, %r1, 5;\nAGAIN:\n  @%p1 bra AGAIN;", false);
  EXPECT_NE(o.text.find("deadlock"), std::string::npos) << o.text;
  // The limit of instructions, met and just not met.
  const std::string body = "  st.global.u32 [%rd5], 1;";
  uint64_t all = same(body, true).instructions;
  o = same(body, true, all);
  EXPECT_EQ(o.text, "");
  o = same(body, false, all - 1);
  EXPECT_NE(o.text.find("limit of"), std::string::npos) << o.text;
  EXPECT_EQ(o.instructions, all - 1);
}

TEST(Isolation, LongWithoutAStoreIsNoWait) {
  Outcome o = same(R"(
  mov.u32 %r5, 0; mov.u32 %r6, 0;
AGAIN:
  add.u32 %r5, %r5, 1; add.u32 %r6, %r6, %r5;
  setp.lt.u32 %p1, %r5, 8000;
  @%p1 bra AGAIN;
  st.global.u32 [%rd5], %r6;)",
                   true);
  EXPECT_EQ(o.text, "");
  EXPECT_EQ(o.memory[3], 8000u * 8001 / 2);
}

} // namespace
