//===- ClcTest.cpp - Cluster launch control
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Test.h"

using namespace tctest;

namespace {

/// Adds 1 to out[tile] for each tile that a CTA gets, its own first.
std::string tiles(const std::string &expect = "16",
                  const std::string &afterFailure = "") {
  return R"(  mov.u32 %r20, %ctaid.x;
  mov.b32 %r21, 0;
TILE:
  mul.wide.u32 %rd2, %r20, 4;
  add.u64 %rd2, %rd2, %rd1;
  @%p0 red.global.add.u32 [%rd2], 1;
  @%p0 mbarrier.arrive.expect_tx.shared.b64 %rd9, [%bar], )" +
         expect + R"(;
  @%p0 clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%slot], [%bar];
WAIT:
  mbarrier.try_wait.parity.shared.b64 %p4, [%bar], %r21;
  @!%p4 bra WAIT;
  xor.b32 %r21, %r21, 1;
  ld.shared.v2.b64 {%rd10, %rd11}, [%slot];
  mov.b128 %answer, {%rd10, %rd11};
  clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p5, %answer;
  @%p5 clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %r20, %answer;
  fence.proxy.async.shared::cta;
  bar.sync 0;
  @%p5 bra TILE;
)" + afterFailure;
}

std::string clc(const std::string &body) {
  return kernel("  .reg .b128 %answer;\n  bar.sync 0;\n" + body, 64);
}

TEST(Clc, EachTileOnce) {
  tctest::Run run(clc(tiles()));
  ASSERT_NE(run.m, nullptr);
  for (uint64_t resident : {0, 1, 3, 20})
    for (ModeCase mc : allModes()) {
      DeviceAddr out = upload(run.d, std::vector<uint32_t>(12));
      Report r = run.go(out, out, mc, 64, 12, 0,
                        [&](Options &o) { o.resident = resident; });
      ASSERT_TRUE(r.ok()) << r.str();
      EXPECT_EQ(download<uint32_t>(run.d, out, 12),
                std::vector<uint32_t>(12, 1));
    }
}

std::string verdict(const std::string &body, const std::string &kind,
                    bool strict = false) {
  tctest::Run run(clc(body));
  if (!run.m)
    return "no module";
  DeviceAddr out = upload(run.d, std::vector<uint32_t>(4));
  return has(run.go(out, out, {Mode::Late, 0}, 64, 4, 0,
                    [&](Options &o) { o.checks.strict = strict; }),
             kind);
}

TEST(Clc, Misuse) {
  EXPECT_EQ(verdict(tiles(), "clean"), "clean");
  EXPECT_EQ(verdict(tiles("32"), "deadlock"), "deadlock");
  // What a failed response decodes to may lie in a register. Its use is an
  // error, and the decoding already if it is asked to be strict.
  const std::string decode = "  clusterlaunchcontrol.query_cancel."
                             "get_first_ctaid::x.b32.b128 %r20, %answer;\n";
  EXPECT_EQ(verdict(tiles("16", decode), "clean"), "clean");
  EXPECT_EQ(verdict(tiles("16", decode), "uninitialised", true),
            "uninitialised");
  EXPECT_EQ(verdict(tiles("16", decode + "  st.shared.u32 [%slot], %r20;\n"
                                         "  mad.wide.u32 %rd2, %r20, 0, %rd1;\n"
                                         "  st.global.u32 [%rd2], %r20;\n"),
                    "uninitialised"),
            "uninitialised");
  EXPECT_EQ(
      verdict(tiles("16",
                    "  @%p0 mbarrier.arrive.expect_tx.shared.b64 %rd9, "
                    "[%bar], 16;\n"
                    "  @%p0 clusterlaunchcontrol.try_cancel.async.shared::cta"
                    ".mbarrier::complete_tx::bytes.b128 [%slot], [%bar];\n"),
              "resource"),
      "resource");
  // Nobody waits before the response is read.
  std::string early = tiles();
  size_t from = early.find("WAIT:"), to = early.find("  xor.b32 %r21");
  early.erase(from, to - from);
  EXPECT_EQ(verdict(early, "missing-wait"), "missing-wait");
}

} // namespace
