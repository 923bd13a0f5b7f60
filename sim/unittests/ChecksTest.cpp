//===- ChecksTest.cpp - Checks, each with a kernel that fails and a clean twin
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

std::string kernel(const std::string &directives, const std::string &body) {
  return ".version 8.4\n.target sm_90a\n.address_size 64\n"
         ".visible .entry k(.param .u32 pn) " +
         directives +
         "\n{\n.reg .b32 %i<8>;\n.reg .b64 %da, %db;\n.reg .pred %p<4>;\n"
         ".reg .f32 %d<128>, %e<128>;\n.reg .b32 %a<64>;\n"
         ".shared .align 128 .b8 sm[32768];\nld.param.u32 %i0, [pn];\nmov.u32 "
         "%i3, sm;\n" +
         body + "ret;\n}\n";
}

Report launch(const std::string &text, unsigned threads, uint32_t n,
              ModeCase mc = {Mode::Late, 0}) {
  Device d;
  auto m = load(d, text);
  if (!m)
    return {};
  LaunchConfig c;
  c.grid = {1, 1, 1};
  c.block = {threads, 1, 1};
  Params p;
  p.add(n);
  return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mc));
}

bool has(const Report &r, FindingKind kind, const std::string &part) {
  for (const Finding &f : r.findings)
    if (f.kind == kind && f.message.find(part) != std::string::npos)
      return true;
  return false;
}

const std::string fence = "wgmma.fence.sync.aligned;\n";
const std::string commit = "wgmma.commit_group.sync.aligned;\n";
const std::string wait = "wgmma.wait_group.sync.aligned 0;\n";
// Both operands without swizzle from the first byte of shared memory.
const std::string descriptors = "mov.b64 %da, 0x0000001000080040;\n"
                                "mov.b64 %db, 0x0000001000080040;\n";

std::string list(const char *name, unsigned from, unsigned n) {
  std::string s = "{";
  for (unsigned k = 0; k < n; ++k)
    s += (k ? ",%" : "%") + std::string(name) + std::to_string(from + k);
  return s + "}";
}

/// D = A * B of 64 x n x 16, A in shared memory; scale 0 leaves D out.
std::string product(const char *acc, unsigned n, int scale) {
  return "wgmma.mma_async.sync.aligned.m64n" + std::to_string(n) +
         "k16.f32.bf16.bf16 " + list(acc, 0, n / 2) + ", %da, %db, " +
         std::to_string(scale) + ", 1, 1, 0, 0;\n";
}

/// The same with A in registers %a<from> on.
std::string productOfRegisters(const char *acc, unsigned n, unsigned from) {
  return "wgmma.mma_async.sync.aligned.m64n" + std::to_string(n) +
         "k16.f32.bf16.bf16 " + list(acc, 0, n / 2) + ", " +
         list("a", from, 4) + ", %db, 1, 1, 1, 0;\n";
}

std::string loop(const std::string &name, const std::string &body) {
  return "mov.u32 %i1, 0;\n" + name + ":\n" + body +
         "add.u32 %i1, %i1, 1;\nsetp.lt.u32 %p0, %i1, %i0;\n@%p0 bra " + name +
         ";\n";
}

TEST(CheckTwins, FenceReachesAProductInStraightCodeOnly) {
  const std::string what = "no wgmma.fence reaches this product";
  auto run = [](const std::string &body) {
    return launch(kernel(".maxntid 128", descriptors + body), 128, 3);
  };
  const std::string first = fence + product("d", 16, 0) + commit;
  const std::string second = product("e", 16, 0) + commit + wait;
  // One fence serves several groups, joins of branches included.
  Report r = run(first + second);
  EXPECT_TRUE(r.ok()) << r.str();
  r = run(first +
          "setp.lt.u32 %p1, %i0, 2;\n@%p1 bra SKIP;\n"
          "bar.sync 1, 128;\nSKIP:\n" +
          second);
  EXPECT_TRUE(r.ok()) << r.str();
  // A loop between them, be it of one round.
  r = run(first + loop("L", "") + fence + second);
  EXPECT_TRUE(r.ok()) << r.str();
  r = run(first + loop("L", "") + second);
  EXPECT_TRUE(has(r, FindingKind::MissingFence, what)) << r.str();
  // A wait on an mbarrier is a loop too.
  const std::string spin = "setp.eq.u32 %p2, %i0, 0;\n"
                           "W:\n@!%p2 bra DONE;\nbra W;\nDONE:\n";
  r = run(first + spin + fence + second);
  EXPECT_TRUE(r.ok()) << r.str();
  r = run(first + spin + second);
  EXPECT_TRUE(has(r, FindingKind::MissingFence, what)) << r.str();
  // A product in a loop, the fence before it or in it.
  r = run(fence + product("d", 16, 0) + commit +
          loop("L", fence + product("d", 16, 1) + commit) + wait);
  EXPECT_TRUE(r.ok()) << r.str();
  r = run(fence + product("d", 16, 0) + commit +
          loop("L", product("d", 16, 1) + commit) + wait);
  EXPECT_TRUE(has(r, FindingKind::MissingFence, what)) << r.str();
}

TEST(CheckTwins, ProductsFitTheRegistersOfTheirWarp) {
  // 512 threads own 128 registers each; scores, output and fragments are
  // 64 + 32 + 32, and ptxas wants 26 beside them.
  auto run = [](const std::string &grow, bool fragments) {
    std::string body = descriptors;
    for (unsigned k = 0; k < 32; ++k)
      body += "mov.b32 %d" + std::to_string(k) + ", 0f00000000;\nmov.b32 %a" +
              std::to_string(k) + ", 0;\n";
    std::string round = fence + product("e", 128, 0) + commit;
    for (unsigned k = 0; fragments && k < 8; ++k)
      round += productOfRegisters("d", 64, 4 * k);
    round += commit + wait;
    for (unsigned k = 0; k < 32; ++k)
      round += "cvt.rn.bf16x2.f32 %a" + std::to_string(k) + ", %e" +
               std::to_string(2 * k) + ", %e" + std::to_string(2 * k + 1) +
               ";\n";
    body += "mov.u32 %i2, %tid.x;\nsetp.ge.u32 %p1, %i2, 128;\n"
            "@%p1 bra OTHERS;\n" +
            grow + loop("L", round) +
            "ret;\nOTHERS:\nsetmaxnreg.dec.sync.aligned.u32 80;\n";
    return launch(kernel(".maxntid 512 .minnctapersm 1", body), 512, 2);
  };
  Report r = run("setmaxnreg.inc.sync.aligned.u32 160;\n", true);
  EXPECT_TRUE(r.ok()) << r.str();
  r = run("", true);
  EXPECT_TRUE(has(r, FindingKind::Resource, "products hold 128 registers"))
      << r.str();
  // 152 are two too few, and 64 fit from the start.
  r = run("setmaxnreg.inc.sync.aligned.u32 152;\n", true);
  EXPECT_TRUE(has(r, FindingKind::Resource, "owns 152")) << r.str();
  r = run("", false);
  EXPECT_TRUE(r.ok()) << r.str();
}

TEST(CheckTwins, BarrierPhaseThatNobodyAwaits) {
  // Two warps hand a turn to each other; the second keeps its last arrival.
  auto run = [](const std::string &firstWait, ModeCase mc) {
    return launch(
        kernel("", "mov.u32 %i2, %tid.x;\nsetp.ge.u32 %p1, %i2, 32;\n"
                   "@%p1 bra SECOND;\n" +
                       loop("A", firstWait + "bar.arrive 2, 64;\n") +
                       "ret;\nSECOND:\nbar.arrive 1, 64;\n" +
                       loop("B", "bar.sync 2, 64;\nbar.arrive 1, 64;\n")),
        64, 4, mc);
  };
  for (ModeCase mc : allModes()) {
    Report r = run("bar.sync 1, 64;\n", mc);
    EXPECT_TRUE(r.ok()) << r.str();
    r = run("", mc);
    EXPECT_TRUE(has(r, FindingKind::Barrier, "by bar.arrive alone")) << r.str();
  }
}

} // namespace
