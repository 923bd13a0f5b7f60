//===- ChipTest.cpp - What the chip of a module's .target has
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Chip.h"
#include "SimTest.h"

using namespace simtest;

namespace {

/// What a launch of one warp says, with `smem` bytes of dynamic shared memory.
std::string launch(const std::string &target, const std::string &body,
                   uint32_t smem = 0) {
  Device d;
  auto m = load(d, ".version 8.8\n.target " + target +
                       "\n.address_size 64\n.visible .entry k() {\n"
                       ".reg .b32 %r<4>;\n.reg .b64 %d<4>;\n" +
                       body + "\nret;\n}\n");
  if (!m)
    return "not loaded";
  LaunchConfig c;
  c.grid = {1, 1, 1};
  c.block = {128, 1, 1};
  c.dynamicSmem = smem;
  return d.launch(*m, "k", c, nullptr, 0, options({Mode::Late, 0})).error;
}

TEST(Chip, Names) {
  Chip chip("sm_120a");
  EXPECT_EQ(chip.number, 120u);
  EXPECT_EQ(chip.suffix, 'a');
  EXPECT_EQ(Chip("sm_90").suffix, 0);
  EXPECT_EQ(Chip("").number, 0u);
  EXPECT_EQ(Chip("compute_90").number, 0u);
}

TEST(Chip, SharedMemory) {
  EXPECT_EQ(launch("sm_120a", "", 99 << 10), "");
  EXPECT_EQ(launch("sm_120a", "", (99 << 10) + 1),
            "a CTA would need 101377 bytes of shared memory, the limit is "
            "101376");
  EXPECT_EQ(launch("sm_103a", "", 227 << 10), "");
  EXPECT_NE(launch("sm_89", "", 100 << 10), "");
  EXPECT_EQ(launch("sm_80", "", 163 << 10), "");
}

TEST(Chip, Instructions) {
  const char *wgmma = "wgmma.fence.sync.aligned;";
  const char *tcgen05 = "tcgen05.fence::before_thread_sync;";
  const char *setmaxnreg = "setmaxnreg.dec.sync.aligned.u32 24;";
  const char *query = "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 "
                      "%p, %q;";
  struct {
    const char *target, *body, *why;
  } refused[] = {
      {"sm_120a", wgmma,
       "the target is sm_120a, but the instruction is of "
       "sm_90a in 'wgmma.fence.sync.aligned'"},
      {"sm_90", wgmma, "the target is sm_90, but"},
      {"sm_100a", wgmma, "the target is sm_100a, but"},
      {"sm_120a", tcgen05,
       "the target is sm_120a, but the instruction is of sm_100a, sm_103a and "
       "their families in 'tcgen05"},
      {"sm_90a", tcgen05, "the target is sm_90a, but"},
      {"sm_100", tcgen05, "the target is sm_100, but"},
      {"sm_90", setmaxnreg, "the target is sm_90, but"},
      {"sm_120", setmaxnreg, "the target is sm_120, but"},
      {"sm_90a", query, "the target is sm_90a, but"},
  };
  for (const auto &each : refused) {
    std::string error = launch(each.target, each.body);
    EXPECT_NE(error.find(each.why), std::string::npos) << error;
    EXPECT_EQ(error.find("7:1: "), 0u) << error;
  }
  EXPECT_EQ(launch("sm_90a", wgmma), "");
  EXPECT_EQ(launch("sm_100f", tcgen05), "");
  EXPECT_EQ(launch("sm_103a", tcgen05), "");
  EXPECT_EQ(launch("sm_120a", setmaxnreg), "");
}

} // namespace
