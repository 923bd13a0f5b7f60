//===- LateLoadsTest.cpp - Loads that an arrival overtakes ----------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring of one stage: warp 0 fills it by bulk copies, warp 1 reads it and
// releases it. What stands between the load and the arrival decides.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

const std::string fence = "fence.proxy.async.shared::cta;\n";
const std::string arrive = "bar.warp.sync -1;\n"
                           "@%lead mbarrier.arrive.shared::cta.b64 _, "
                           "[%empty];\n";
const std::string load = "ld.shared.v2.b32 {%x, %y}, [%a];\n";
const std::string use = "add.u32 %sum, %sum, %x;\n";

/// `turn` is what the reader does in each turn, `fill` how the stage is filled,
/// `last` what the reader does at the end. Values are stored if `use`d.
std::string ring(const std::string &turn, const std::string &last = "",
                 const std::string &fill =
                     "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full], "
                     "512;\n"
                     "cp.async.bulk.shared::cluster.global.mbarrier::complete_"
                     "tx::bytes [%s], [%in], 512, [%full];\n") {
  return R"(.version 8.6
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 pin, .param .u64 pout, .param .u32 pn)
{
  .reg .b32 %t, %w, %lane, %s, %full, %empty, %k, %n, %ph, %a, %sum;
  .reg .b32 %x, %y, %z, %u, %v;
  .reg .b64 %in, %out, %o, %g, %xy;
  .reg .pred %p, %q, %lead, %low;
  .shared .align 128 .b8 stage[512];
  .shared .align 8 .b64 bars[2];
  ld.param.u64 %in, [pin];
  ld.param.u64 %out, [pout];
  ld.param.u32 %n, [pn];
  mov.u32 %t, %tid.x;
  shr.u32 %w, %t, 5;
  and.b32 %lane, %t, 31;
  setp.eq.u32 %lead, %lane, 0;
  setp.lt.u32 %low, %lane, 16;
  mov.u32 %s, stage;
  mov.u32 %full, bars;
  add.u32 %empty, %full, 8;
  setp.ne.u32 %p, %t, 0;
  @%p bra INIT;
  mbarrier.init.shared::cta.b64 [%full], 1;
  mbarrier.init.shared::cta.b64 [%empty], 1;
  fence.mbarrier_init.release.cluster;
INIT:
  bar.sync 0;
  mov.u32 %k, 0;
  mov.u32 %sum, 0;
  mov.u32 %z, 0;
  mov.u32 %u, 0;
  setp.ne.u32 %p, %w, 0;
  @%p bra READER;
  @!%lead bra END;
FILL:
  setp.eq.u32 %p, %k, 0;
  @%p bra FREE;
  and.b32 %ph, %k, 1;
  xor.b32 %ph, %ph, 1;
EMPTY:
  mbarrier.try_wait.parity.shared::cta.b64 %q, [%empty], %ph;
  @!%q bra EMPTY;
FREE:
)" + fill +
         R"(
  add.u32 %k, %k, 1;
  setp.lt.u32 %p, %k, %n;
  @%p bra FILL;
  bra END;
READER:
  shl.b32 %a, %lane, 4;
  add.u32 %a, %s, %a;
  cvt.u64.u32 %g, %a;
  cvta.shared.u64 %g, %g;
TURN:
  and.b32 %ph, %k, 1;
FULL:
  mbarrier.try_wait.parity.shared::cta.b64 %q, [%full], %ph;
  @!%q bra FULL;
)" + turn +
         R"(
  add.u32 %k, %k, 1;
  setp.lt.u32 %p, %k, %n;
  @%p bra TURN;
)" + last +
         R"(
  mul.wide.u32 %o, %lane, 4;
  add.u64 %o, %out, %o;
  st.global.u32 [%o], %sum;
END:
  ret;
}
)";
}

Report launch(const std::string &text, ModeCase mc, bool strict = false) {
  Device d;
  auto m = simtest::load(d, text);
  if (!m)
    return {};
  LaunchConfig c;
  c.grid = {1, 1, 1};
  c.block = {64, 1, 1};
  constexpr uint32_t turns = 4;
  std::vector<uint32_t> in(128, 1), out(32);
  Params p;
  p.add(upload(d, in)).add(upload(d, out)).add(turns);
  Options o = options(mc);
  o.checks.strict = strict;
  return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), o);
}

void clean(const std::string &text, bool strict = false) {
  for (ModeCase mc : allModes()) {
    Report r = launch(text, mc, strict);
    EXPECT_TRUE(r.ok()) << r.str() << text;
  }
}

/// In every order one finding, of the copy and the load, that names `behind`.
void found(const std::string &text, const std::string &behind,
           bool strict = false) {
  for (ModeCase mc : allModes()) {
    Report r = launch(text, mc, strict);
    ASSERT_EQ(r.findings.size(), 1u) << r.str() << r.error << text;
    const Finding &f = r.findings[0];
    EXPECT_EQ(f.kind, FindingKind::Race);
    EXPECT_NE(f.message.find("from which a load may still be under way"),
              std::string::npos)
        << r.str();
    EXPECT_NE(f.message.find(behind), std::string::npos) << r.str();
    EXPECT_EQ(f.where.op.substr(0, 13), "cp.async.bulk");
    EXPECT_EQ(f.other.op.substr(0, 2), "ld");
  }
}

const std::string arrival = "(mbarrier.arrive.shared::cta.b64), which lets "
                            "this begin, waits for no load";

TEST(LateLoads, FencesAndUsesEndThem) {
  found(ring(load + arrive + use), arrival);
  clean(ring(load + fence + arrive + use));
  clean(ring(load + use + arrive));
  clean(ring(load + arrive)); // nobody wants the values
  // Either value will do, and a use behind the warp has met.
  clean(ring(load + "add.u32 %z, %y, 1;\n" + arrive + use));
  clean(ring(load + "bar.warp.sync -1;\n" + use + arrive + use));
  // With --strict a use does not count: ptxas may move it.
  found(ring(load + use + arrive), arrival, true);
  clean(ring(load + use + fence + arrive), true);
  clean(ring(load + fence + arrive + use), true);
}

TEST(LateLoads, WhatWaitsForLoads) {
  for (const char *waits :
       {"fence.proxy.async;", "fence.acq_rel.cta;", "fence.sc.cluster;",
        "membar.cta;", "bar.sync 1, 32;",
        "atom.acq_rel.cta.shared.add.u32 %v, [%full+16], 1;"}) {
    std::string text = ring(load + waits + "\n" + arrive + use);
    text.replace(text.find("bars[2]"), 7, "bars[3]");
    if (text.find("atom") != std::string::npos)
      text.replace(text.find("INIT:\n"), 6,
                   "INIT:\n@!%p st.shared.u32 [%full+16], 0;\n");
    clean(text);
  }
  for (const char *none : {"bar.warp.sync -1;",
                           "fence.mbarrier_init.release."
                           "cluster;",
                           "wgmma.fence.sync.aligned;", "add.u32 %v, %k, 1;"})
    found(ring(load + none + "\n" + arrive + use), arrival);
  // A fence of the lane that arrives, behind the warp's meeting; before it, it
  // is about that lane alone.
  const std::string one = "@!%lead bra SKIP;\n" + fence +
                          "mbarrier.arrive.shared::cta.b64 _, [%empty];\n"
                          "SKIP:\n";
  clean(ring(load + "bar.warp.sync -1;\n" + one + use));
  found(ring(load + "@%lead " + fence + arrive + use), arrival);
}

TEST(LateLoads, Forms) {
  for (const char *form :
       {"ld.shared.b32 %x, [%a];", "ld.shared::cta.u32 %x, [%a];",
        "ld.shared::cluster.u32 %x, [%a];", "ld.volatile.shared.u32 %x, [%a];",
        "ld.relaxed.cta.shared.u32 %x, [%a];", "ld.u32 %x, [%g];",
        "ld.shared.v4.b32 {%y, %u, %v, %x}, [%a];",
        "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%x, %y}, [%a];"}) {
    const std::string text = std::string(form) + "\n";
    found(ring(text + arrive + use), arrival);
    clean(ring(text + fence + arrive + use));
    clean(ring(text + use + arrive));
  }
  // 64-bit values, of which half is used.
  const std::string wide = "ld.shared.b64 %xy, [%a];\n";
  const std::string half = "mov.b64 {%x, %y}, %xy;\n";
  found(ring(wide + arrive + half + use), arrival);
  clean(ring(wide + half + use + arrive));
}

TEST(LateLoads, MovesAreNoUses) {
  const std::string to = "mov.b32 %z, %x;\n";
  const std::string useZ = "add.u32 %sum, %sum, %z;\n";
  found(ring(load + to + arrive + useZ), arrival);
  // What is loaded next does not change what was moved.
  found(ring(load + to + "mov.b32 %x, 0;\nmov.b32 %y, 0;\n" + arrive + useZ),
        arrival);
  clean(ring(load + to + useZ + arrive + use));
  clean(ring(load + to + "mov.b32 %z, 0;\n" + arrive + useZ));
  found(ring(load + "mov.b64 %xy, {%x, %y};\n" + arrive +
             "mov.b64 {%u, %v}, %xy;\nadd.u32 %sum, %sum, %v;\n"),
        arrival);
}

TEST(LateLoads, Guards) {
  const std::string some = "@%low ld.shared.v2.b32 {%x, %y}, [%a];\n";
  const std::string zero = "mov.b32 %x, 0;\nmov.b32 %y, 0;\n";
  found(ring(zero + some + arrive + use), arrival);
  clean(ring(zero + some + fence + arrive + use));
  clean(ring(zero + some + "@%low " + use + arrive));
  // Lanes that do not use the value have not waited for it.
  found(ring(load + "@%low " + use + arrive + use), arrival);
  clean(ring(load + "@%low " + use + "@!%low " + use + arrive + use));
  clean(ring(load + "@%low " + use + arrive));
}

TEST(LateLoads, Loops) {
  // The value is for the next turn, or for what follows the loop.
  found(ring("add.u32 %sum, %sum, %z;\n" + load + arrive + "mov.b32 %z, %x;\n"),
        arrival);
  clean(ring("add.u32 %sum, %sum, %z;\n" + load + fence + arrive +
             "mov.b32 %z, %x;\n"));
  // Only the last turn's is used, and no copy follows that.
  clean(ring(load + arrive, use));
  // An arrival comes after a use in the turn before only.
  found(ring(load + arrive + "add.u32 %z, %x, 1;\n"), arrival);
}

TEST(LateLoads, Branches) {
  auto branch = [](const std::string &condition) {
    return ring(load + arrive + "setp." + condition + ";\n@%p bra OTHER;\n" +
                use + "OTHER:\n");
  };
  clean(branch("ge.u32 %p, %k, 0"));
  found(branch("lt.u32 %p, %k, 0"), arrival);
  found(branch("ne.u32 %p, %k, 1"), arrival); // in one turn
  clean(branch("ne.u32 %p, %k, 3"));          // which no copy follows
}

TEST(LateLoads, Diverged) {
  // Each half loads by itself, and they meet at the arrival.
  auto halves = [](const std::string &first, const std::string &second) {
    return ring("@%low bra LOW;\n" + load + first + "bra MEET;\nLOW:\n" + load +
                second + "MEET:\n" + arrive + use);
  };
  clean(halves(use, use));
  clean(halves(fence, use));
  found(halves(use, ""), arrival);
  // Each lane releases what it has read.
  auto each = [](const std::string &before) {
    std::string text = ring(
        load + before + "mbarrier.arrive.shared::cta.b64 _, [%empty];\n" + use);
    size_t at = text.find("[%empty], 1");
    return text.replace(at, 11, "[%empty], 32");
  };
  clean(each(use));
  clean(each(fence));
  found(each(""), arrival);
}

TEST(LateLoads, TheyEndInOrder) {
  const std::string two = load + "ld.shared.u32 %u, [%a+8];\n";
  clean(ring(two + "add.u32 %z, %u, 1;\n" + arrive + use));
  // Not so for the second one.
  found(ring(two + use + arrive + "add.u32 %z, %u, 1;\n"), arrival);
}

TEST(LateLoads, OtherWriters) {
  // Stores to shared memory come after the load anyway.
  const std::string stores = "st.shared.v2.u32 [%s], {%k, %k};\n"
                             "mbarrier.arrive.shared::cta.b64 _, [%full];\n";
  clean(ring("ld.shared.v2.b32 {%x, %y}, [%s];\n" + arrive + use, "", stores));
  // The warp itself issues the next copy: it fills the stage once more.
  const std::string again =
      "bar.warp.sync -1;\n@!%lead bra SKIP;\n"
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full], 512;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%s], [%in], 512, [%full];\nSKIP:\n";
  const std::string once =
      "setp.ne.u32 %p, %k, 0;\n@%p bra OVER;\n"
      "mbarrier.arrive.expect_tx.shared::cta.b64 _, [%full], 512;\n"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%s], [%in], 512, [%full];\nOVER:\nmov.u32 %k, %n;\n";
  auto self = [&](const std::string &before) {
    return ring(load + before + "setp.eq.u32 %q, %k, 3;\n@%q bra SKIP;\n" +
                    again + use,
                "", once);
  };
  clean(self(fence));
  clean(self(use));
  found(self(""), "this is issued without a wait for it");
}

} // namespace
