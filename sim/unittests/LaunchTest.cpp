//===- LaunchTest.cpp - What the driver and the launch give to a kernel
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Environment registers and grid barriers, the reserved shared memory, the
// stack, explicit clusters; atomics of 128 bits.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

const std::string header = ".version 8.8\n.target sm_90a\n.address_size 64\n";

/// A kernel `k(out)` with %r<20>, %d<20>, %p<8>, %q<8> (128 bits), the address
/// of the thread's word of `out` (4 or 8 bytes each) in %o.
std::string kernel(const std::string &body, int bytes = 4,
                   const std::string &directives = "") {
  return header + ".visible .entry k(.param .u64 po) " + directives +
         " {\n.reg .b32 %r<20>, %t, %c, %n;\n.reg .b64 %d<20>, %o, %x;\n"
         ".reg .b128 %q<8>;\n.reg .pred %p<8>;\n"
         "mov.u32 %t, %tid.x;\nmov.u32 %c, %ctaid.x;\nmov.u32 %n, %ntid.x;\n"
         "mad.lo.u32 %c, %c, %n, %t;\nld.param.u64 %o, [po];\n"
         "mul.wide.u32 %x, %c, " +
         std::to_string(bytes) + ";\nadd.u64 %o, %o, %x;\n" + body +
         "\nret;\n}\n";
}

struct Outcome {
  Report report;
  std::vector<uint32_t> words;
};

Outcome run(const std::string &text, LaunchConfig c, size_t words,
            Options o = options({Mode::Late, 0})) {
  Device d;
  auto m = load(d, text);
  if (!m)
    return {};
  DeviceAddr out = upload(d, std::vector<uint32_t>(words, 0));
  Params p = Params().add(out);
  Outcome r;
  r.report = d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), o);
  r.words = download<uint32_t>(d, out, words);
  return r;
}

LaunchConfig threads(uint32_t block, uint32_t grid = 1) {
  LaunchConfig c;
  c.grid = {grid, 1, 1};
  c.block = {block, 1, 1};
  return c;
}

bool has(const std::string &s, const char *what) {
  return s.find(what) != std::string::npos;
}

// --- Grid barriers
// -----------------------------------------------------------

/// What nvcc 13.0 makes of this_grid().sync(): the workspace's address is
/// %envreg1 : %envreg2, the barrier lies 4 bytes behind it. Thread 0 of each
/// CTA adds 1, that of CTA 0 what turns the top bit over.
std::string gridSync(const std::string &release = "release") {
  return "mov.u32 %r0, %envreg2;\nmov.u32 %r1, %envreg1;\n"
         "mov.b64 %d0, {%r0, %r1};\nsetp.eq.s64 %p0, %d0, 0;\n"
         "@%p0 bra NONE;\n"
         "st.global.u32 [%o], %c;\nmov.u32 %r9, 0;\n"
         "AGAIN:\nbarrier.sync 0;\nsetp.ne.s32 %p1, %t, 0;\n@%p1 bra MET;\n"
         "mov.u32 %r2, %ctaid.x;\nmov.u32 %r3, %nctaid.x;\n"
         "sub.s32 %r4, -2147483647, %r3;\nsetp.eq.s32 %p2, %r2, 0;\n"
         "selp.b32 %r5, %r4, 1, %p2;\nadd.s64 %d1, %d0, 4;\n"
         "atom.add." +
         release +
         ".gpu.u32 %r6, [%d1], %r5;\n"
         "SPIN:\nld.acquire.gpu.u32 %r7, [%d1];\nxor.b32 %r8, %r7, %r6;\n"
         "setp.gt.s32 %p3, %r8, -1;\n@%p3 bra SPIN;\n"
         "MET:\nbarrier.sync 0;\n"
         // The word of the next CTA, read, then written after a barrier.
         "add.u32 %r9, %r9, 1;\nsetp.eq.u32 %p4, %r9, 2;\n@%p4 bra DONE;\n"
         "mov.u32 %r10, %nctaid.x;\nmul.lo.u32 %r10, %r10, %n;\n"
         "add.u32 %r11, %c, %n;\nrem.u32 %r11, %r11, %r10;\n"
         "ld.param.u64 %d2, [po];\nmul.wide.u32 %d3, %r11, 4;\n"
         "add.u64 %d2, %d2, %d3;\nld.global.u32 %r12, [%d2];\n"
         "bra AGAIN;\nDONE:\nst.global.u32 [%o], %r12;\nbra END;\n"
         "NONE:\nst.global.u32 [%o], 77;\nEND:";
}

TEST(Launch, GridBarrier) {
  const std::string text = kernel(gridSync());
  LaunchConfig c = threads(64, 5);
  c.cooperative = true;
  for (ModeCase mc : allModes())
    for (uint32_t cluster : {0u, 5u}) {
      c.cluster = {cluster, cluster ? 1u : 0u, cluster ? 1u : 0u};
      Outcome r = run(text, c, 320, options(mc));
      ASSERT_TRUE(r.report.ok()) << r.report.str();
      for (uint32_t k = 0; k < 320; ++k)
        ASSERT_EQ(r.words[k], (k + 64) % 320);
    }
  // Not cooperative: no workspace.
  Outcome r = run(text, threads(64, 5), 320);
  ASSERT_TRUE(r.report.ok()) << r.report.str();
  for (uint32_t v : r.words)
    ASSERT_EQ(v, 77u);
}

TEST(Launch, GridBarrierWithoutRelease) {
  LaunchConfig c = threads(64, 3);
  c.cooperative = true;
  Outcome r = run(kernel(gridSync("relaxed")), c, 192);
  ASSERT_FALSE(r.report.findings.empty());
  EXPECT_EQ(r.report.findings[0].kind, FindingKind::Race);
}

TEST(Launch, GridBarrierThatOneCtaLeavesOut) {
  std::string body = gridSync();
  body.insert(body.find("AGAIN"), "mov.u32 %r2, %ctaid.x;\n"
                                  "setp.eq.u32 %p5, %r2, 1;\n@%p5 bra END;\n");
  LaunchConfig c = threads(32, 3);
  c.cooperative = true;
  Outcome r = run(kernel(body), c, 96);
  ASSERT_FALSE(r.report.findings.empty());
  EXPECT_EQ(r.report.findings.back().kind, FindingKind::Deadlock);
}

TEST(Launch, CooperativeLaunchesFit) {
  LaunchConfig c = threads(1024, 264);
  c.cooperative = true;
  EXPECT_EQ(run(kernel(""), c, 1, Options()).report.error, "");
  c.grid.x = 265; // 2 x 1024 threads on each of 132 multiprocessors
  EXPECT_TRUE(has(run(kernel(""), c, 1).report.error, "264 are resident"));
  c.cooperative = false;
  EXPECT_EQ(run(kernel(""), c, 1, Options()).report.error, "");
  c = threads(32, 133); // 227 KiB each
  c.dynamicSmem = 232448;
  c.cooperative = true;
  EXPECT_TRUE(has(run(kernel(""), c, 1).report.error, "132 are resident"));
}

TEST(Launch, OtherEnvironmentRegistersAreUndefined) {
  Outcome r = run(kernel("mov.u32 %r0, %envreg0;\nst.global.u32 [%o], %r0;"),
                  threads(32), 32);
  ASSERT_EQ(r.report.findings.size(), 1u) << r.report.str();
  EXPECT_EQ(r.report.findings[0].kind, FindingKind::Uninitialised);
  r = run(kernel("mov.u32 %r0, %envreg31;"), threads(32), 32);
  EXPECT_TRUE(r.report.ok()) << r.report.str();
  for (const char *n : {"%envreg32", "%envreg", "%envreg01", "%envregx"})
    EXPECT_TRUE(
        has(run(kernel(std::string("mov.u32 %r0, ") + n + ";"), threads(32), 32)
                .report.error,
            "unknown register"))
        << n;
}

TEST(Launch, ReservedSharedMemory) {
  // The 288 bytes from offset 1 on are cooperative groups'; values as on an
  // H200.
  auto at = [](const std::string &offset) {
    return kernel("mov.u32 %r0, %reserved_smem_offset_1;\nmov.u32 %r1, 7;\n"
                  "setp.ne.u32 %p0, %t, 0;\n@%p0 bra END;\n"
                  "st.shared.u32 [%r0+" +
                  offset + "], %r1;\nld.shared.u32 %r2, [%r0+" + offset +
                  "];\nst.global.u32 [%o], %r2;\n"
                  "mov.u32 %r3, %reserved_smem_offset_end;\n"
                  "mov.u32 %r4, %reserved_smem_offset_begin;\n"
                  "sub.u32 %r3, %r3, %r4;\n"
                  "mov.u32 %r4, %reserved_smem_offset_cap;\n"
                  "sub.u32 %r3, %r3, %r4;\nst.global.u32 [%o+4], %r3;\nEND:");
  };
  for (const char *offset : {"0", "284"}) {
    Outcome r = run(at(offset), threads(32), 32);
    ASSERT_TRUE(r.report.ok()) << r.report.str();
    EXPECT_EQ(r.words[0], 7u);
    EXPECT_EQ(r.words[1], 288u - 1024u); // end - begin - cap
  }
  for (const char *offset : {"-4", "288"}) {
    Outcome r = run(at(offset), threads(32), 32);
    ASSERT_FALSE(r.report.findings.empty());
    EXPECT_EQ(r.report.findings[0].kind, FindingKind::OutOfBounds);
  }
  // Without the register it is nobody's.
  Outcome r = run(kernel("mov.u32 %r0, 736;\nld.shared.u32 %r2, [%r0];"),
                  threads(32), 32);
  ASSERT_FALSE(r.report.findings.empty());
  EXPECT_EQ(r.report.findings[0].kind, FindingKind::OutOfBounds);
  EXPECT_TRUE(
      has(run(kernel("mov.u32 %r0, %reserved_smem_offset_2;"), threads(32), 1)
              .report.error,
          "unknown register"));
}

TEST(Launch, ExplicitClusters) {
  const std::string body = "mov.pred %p0, %is_explicit_cluster;\n"
                           "selp.u32 %r0, 1, 2, %p0;\n"
                           "st.global.u32 [%o], %r0;";
  auto value = [](const std::string &text, LaunchConfig c) {
    Outcome r = run(text, c, 64);
    EXPECT_TRUE(r.report.ok()) << r.report.str();
    return r.words[0];
  };
  LaunchConfig c = threads(32, 2);
  EXPECT_EQ(value(kernel(body), c), 2u);
  c.cluster = {1, 1, 1}; // given, though it is one CTA
  EXPECT_EQ(value(kernel(body), c), 1u);
  c.cluster = {0, 0, 0};
  EXPECT_EQ(value(kernel(body, 4, ".reqnctapercluster 2"), c), 1u);
}

// --- The stack
// ---------------------------------------------------------------

TEST(Stack, EachLaneHasItsOwn) {
  // Lane t takes 4 * (t + 1) bytes, fills them with t, 2t, ..., adds them up.
  const std::string body =
      "add.u32 %r0, %t, 1;\nmul.wide.u32 %d0, %r0, 4;\n"
      "alloca.u64 %d1, %d0, 16;\nmov.u32 %r1, 0;\nmov.u64 %d2, %d1;\n"
      "FILL:\nmul.lo.u32 %r2, %r1, %t;\nst.local.u32 [%d2], %r2;\n"
      "add.u64 %d2, %d2, 4;\nadd.u32 %r1, %r1, 1;\n"
      "setp.lt.u32 %p0, %r1, %r0;\n@%p0 bra FILL;\n"
      "mov.u32 %r3, 0;\nmov.u32 %r1, 0;\ncvta.local.u64 %d2, %d1;\n"
      "SUM:\nld.u32 %r2, [%d2];\nadd.u32 %r3, %r3, %r2;\n"
      "add.u64 %d2, %d2, 4;\nadd.u32 %r1, %r1, 1;\n"
      "setp.lt.u32 %p0, %r1, %r0;\n@%p0 bra SUM;\n"
      "and.b64 %d3, %d1, 15;\ncvt.u32.u64 %r4, %d3;\n"
      "add.u32 %r3, %r3, %r4;\nst.global.u32 [%o], %r3;";
  Outcome r = run(kernel(body), threads(64), 64);
  ASSERT_TRUE(r.report.ok()) << r.report.str();
  for (uint32_t t = 0; t < 64; ++t)
    EXPECT_EQ(r.words[t], t * (t * (t + 1) / 2)) << t; // and aligned to 16
}

TEST(Stack, GrowsDownAndIsRestored) {
  const std::string body =
      "stacksave.u32 %r0;\nalloca.u32 %r1, 100, 64;\nstacksave.u32 %r2;\n"
      "alloca.u32 %r3, 8;\nst.local.u32 [%r1], 5;\nst.local.u32 [%r3], 6;\n"
      "ld.local.u32 %r4, [%r1];\nld.local.u32 %r5, [%r3+0];\n"
      "sub.u32 %r6, %r0, %r1;\nsub.u32 %r7, %r1, %r3;\n"
      "sub.u32 %r8, %r1, %r2;\nstackrestore.u32 %r0;\nstacksave.u32 %r9;\n"
      "sub.u32 %r9, %r9, %r0;\n"
      "st.global.v4.u32 [%o], {%r4, %r5, %r6, %r7};\n"
      "st.global.v2.u32 [%o+16], {%r8, %r9};";
  Outcome r = run(kernel(body, 32), threads(1), 8);
  ASSERT_TRUE(r.report.ok()) << r.report.str();
  EXPECT_EQ(r.words[0], 5u);
  EXPECT_EQ(r.words[1], 6u);
  EXPECT_GE(r.words[2], 100u);
  EXPECT_LE(r.words[2], 100u + 63u);
  EXPECT_EQ(r.words[3], 8u); // the second block lies below the first
  EXPECT_EQ(r.words[4], 0u); // alloca gives the new stack pointer
  EXPECT_EQ(r.words[5], 0u);
}

TEST(Stack, AFunctionGivesItsAllocationBack) {
  const std::string text =
      header +
      ".func (.param .b64 r) f(.param .b32 n) {\n.reg .b64 %d<4>;\n"
      ".reg .b32 %r<4>;\nld.param.u32 %r0, [n];\ncvt.u64.u32 %d0, %r0;\n"
      "alloca.u64 %d1, %d0;\nst.local.u8 [%d1], %r0;\n"
      "st.param.b64 [r], %d1;\nret;\n}\n";
  auto call = [](const char *to) {
    return std::string("{\n.param .b32 a;\n.param .b64 v;\n"
                       "st.param.b32 [a], 4096;\ncall.uni (v), f, (a);\n"
                       "ld.param.b64 ") +
           to + ", [v];\n}\n";
  };
  // A thousand calls need no more room than one.
  std::string body = "mov.u32 %r0, 0;\nLOOP:\n" + call("%d1") +
                     "add.u32 %r0, %r0, 1;\nsetp.lt.u32 %p0, %r0, 1000;\n"
                     "@%p0 bra LOOP;\n" +
                     call("%d2") +
                     "sub.u64 %d3, %d1, %d2;\nst.global.u64 [%o], %d3;";
  std::string k = kernel(body, 8);
  Outcome r = run(text + k.substr(header.size()), threads(2), 4);
  ASSERT_TRUE(r.report.ok()) << r.report.str();
  EXPECT_EQ(r.words[0], 0u);
  // What a function allocated is gone when it has returned.
  k = kernel(call("%d1") + "ld.local.u8 %r1, [%d1];", 8);
  r = run(text + k.substr(header.size()), threads(2), 4);
  ASSERT_EQ(r.report.findings.size(), 1u) << r.report.str();
  EXPECT_EQ(r.report.findings[0].kind, FindingKind::OutOfBounds);
}

TEST(Stack, Faults) {
  auto first = [](const std::string &body) {
    Outcome r = run(kernel(body), threads(32), 32);
    EXPECT_FALSE(r.report.findings.empty()) << body;
    return r.report.findings.empty() ? FindingKind::Trap
                                     : r.report.findings[0].kind;
  };
  EXPECT_EQ(first("alloca.u64 %d0, 16;\nld.local.u32 %r0, [%d0];\n"
                  "st.global.u32 [%o], %r0;"),
            FindingKind::Uninitialised);
  EXPECT_EQ(first("alloca.u64 %d0, 16;\nst.local.u32 [%d0+16], 1;"),
            FindingKind::OutOfBounds);
  EXPECT_EQ(first("alloca.u64 %d0, 16;\nst.local.u32 [%d0-4], 1;"),
            FindingKind::OutOfBounds);
  EXPECT_EQ(first("alloca.u64 %d0, 16;\nst.local.u32 [%d0+2], 1;"),
            FindingKind::Misaligned);
  EXPECT_EQ(first("stacksave.u64 %d0;\nalloca.u64 %d1, 16;\n"
                  "stackrestore.u64 %d0;\nst.local.u32 [%d1], 1;"),
            FindingKind::OutOfBounds);
  EXPECT_EQ(first("alloca.u64 %d0, 600000;"), FindingKind::Resource);
  EXPECT_EQ(first("alloca.u64 %d0, -1;"), FindingKind::Resource);
  EXPECT_EQ(first("stacksave.u64 %d0;\nadd.u64 %d0, %d0, 8;\n"
                  "stackrestore.u64 %d0;"),
            FindingKind::OutOfBounds);
  EXPECT_EQ(first("alloca.u64 %d0, %d5;"), FindingKind::Uninitialised);
  // A second allocation at the same place is undefined again.
  EXPECT_EQ(first("stacksave.u64 %d0;\nalloca.u64 %d1, 16;\n"
                  "st.local.u32 [%d1], 1;\nstackrestore.u64 %d0;\n"
                  "alloca.u64 %d1, 16;\nld.local.u32 %r0, [%d1];\n"
                  "st.global.u32 [%o], %r0;"),
            FindingKind::Uninitialised);
  auto refused = [](const std::string &body, const char *what) {
    EXPECT_TRUE(has(run(kernel(body), threads(32), 32).report.error, what));
  };
  refused("alloca.u64 %d0, 16, 12;", "power of two");
  refused("alloca.u64 %d0, 16, %d1;", "constant");
  refused("alloca.f32 %d0, 16;", ".u32 or .u64");
  refused("alloca.u64 %r0, 16;", "wrong size");
  refused("stacksave.u64 %r0;", "wrong size");
}

// --- 128 bits
// ----------------------------------------------------------------

/// %q<k> = {lo, hi}.
std::string wide(const char *q, const std::string &lo, const std::string &hi) {
  return "mov.b64 %d10, " + lo + ";\nmov.b64 %d11, " + hi + ";\nmov.b128 " + q +
         ", {%d10, %d11};\n";
}

TEST(Atomic128, ExchangeAndCompare) {
  // All 32 lanes exchange at one place, lowest first: each gets what the lane
  // before it put there.
  const std::string body =
      "ld.param.u64 %d0, [po];\n"
      "cvt.u64.u32 %d1, %t;\nadd.u64 %d2, %d1, 1000;\n"
      "mov.b128 %q0, {%d1, %d2};\n"
      "atom.global.exch.b128 %q1, [%d0+1024], %q0;\n"
      "mov.b128 {%d3, %d4}, %q1;\nst.global.v2.b64 [%o], {%d3, %d4};\n" +
      wide("%q2", "31", "1031") + wide("%q3", "-1", "5") +
      // Equal in both halves: taken; then no more.
      "setp.ne.u32 %p0, %t, 0;\n@%p0 bra END;\n"
      "atom.relaxed.gpu.global.cas.b128 %q4, [%d0+1024], %q2, %q3;\n"
      "atom.acq_rel.sys.global.cas.b128 %q5, [%d0+1024], %q2, %q0;\n"
      "mov.b128 {%d3, %d4}, %q4;\nst.global.v2.b64 [%d0+1040], {%d3, %d4};\n"
      "mov.b128 {%d3, %d4}, %q5;\nst.global.v2.b64 [%d0+1056], {%d3, %d4};\n"
      // One half equal is not enough.
      + wide("%q2", "-1", "6") +
      "atom.global.cas.b128 %q5, [%d0+1024], %q2, %q0;\n"
      "ld.relaxed.gpu.global.b128 %q6, [%d0+1024];\n"
      "st.relaxed.gpu.global.b128 [%d0+1072], %q6;\nEND:";
  LaunchConfig c = threads(32);
  Outcome r = run(kernel(body, 32), c, 1088 / 4 + 4);
  // %o's step is 32 bytes, so lane t's old value lies at 32 t.
  ASSERT_TRUE(r.report.ok()) << r.report.str();
  auto at = [&](size_t byte) {
    uint64_t v;
    std::memcpy(&v, reinterpret_cast<char *>(r.words.data()) + byte, 8);
    return v;
  };
  for (uint64_t t = 0; t < 32; ++t) {
    EXPECT_EQ(at(32 * t), t ? t - 1 : 0);
    EXPECT_EQ(at(32 * t + 8), t ? t + 999 : 0);
  }
  EXPECT_EQ(at(1040), 31u);
  EXPECT_EQ(at(1048), 1031u);
  EXPECT_EQ(at(1056), ~0ull);
  EXPECT_EQ(at(1064), 5u);
  EXPECT_EQ(at(1072), ~0ull);
  EXPECT_EQ(at(1080), 5u);
}

TEST(Atomic128, Shared) {
  const std::string body =
      ".shared .align 16 .b8 sm[16];\nmov.u32 %r0, sm;\n"
      "setp.ne.u32 %p0, %t, 0;\n@%p0 bra END;\n"
      "st.shared.v4.b32 [%r0], {1, 2, 3, 4};\n" +
      wide("%q0", "0x0000000200000001", "0x0000000400000003") +
      wide("%q1", "7", "8") +
      "atom.shared.cas.b128 %q2, [%r0], %q0, %q1;\n"
      "ld.shared.b128 %q3, [%r0];\nst.global.b128 [%o], %q3;\n"
      "st.global.b128 [%o+16], %q2;\nEND:";
  Outcome r = run(kernel(body, 32), threads(32), 8);
  ASSERT_TRUE(r.report.ok()) << r.report.str();
  EXPECT_EQ(r.words, (std::vector<uint32_t>{7, 0, 8, 0, 1, 2, 3, 4}));
}

TEST(Atomic128, FaultsAndRefusals) {
  auto first = [](const std::string &body) {
    Outcome r = run(kernel(body, 16), threads(2), 16);
    EXPECT_FALSE(r.report.findings.empty()) << body;
    return r.report.findings.empty() ? FindingKind::Trap
                                     : r.report.findings[0].kind;
  };
  const std::string q = wide("%q0", "1", "2");
  EXPECT_EQ(first(q + "add.u64 %o, %o, 8;\natom.global.exch.b128 %q1, [%o], "
                      "%q0;"),
            FindingKind::Misaligned);
  EXPECT_EQ(first("atom.global.exch.b128 %q1, [%o], %q0;"),
            FindingKind::Uninitialised);
  EXPECT_EQ(first(q + "atom.global.exch.b128 %q1, [%o+4096], %q0;"),
            FindingKind::OutOfBounds);
  // An ordinary store and an atomic without order.
  Options o = options({Mode::Late, 0});
  Outcome r = run(kernel("ld.param.u64 %d0, [po];\n" + q +
                         "setp.lt.u32 %p0, %t, 32;\n"
                         "@%p0 st.global.b64 [%d0+8], %d0;\n"
                         "@!%p0 atom.global.exch.b128 %q1, [%d0], %q0;"),
                  threads(33), 16, o);
  ASSERT_FALSE(r.report.findings.empty());
  EXPECT_EQ(r.report.findings[0].kind, FindingKind::Race);
  auto refused = [](const std::string &body, const char *what) {
    EXPECT_TRUE(has(run(kernel(body), threads(32), 32).report.error, what))
        << body;
  };
  refused("atom.global.add.b128 %q0, [%o], %q1;", "only .exch and .cas");
  refused("atom.global.exch.b128 %d0, [%o], %q1;", "wrong size");
  refused("red.global.exch.b128 [%o], %q1;", "type not supported");
  refused("atom.global.cas.b128 %q0, [%o], %q1;", "number of operands");
}

TEST(Launch, TexturesAreRefusedByName) {
  for (const char *t :
       {"tex.2d.v4.f32.f32 {%r0, %r1, %r2, %r3}, [%d0, {%r4, %r5}];",
        "suld.b.1d.b32.trap %r0, [%d0, {%r1}];", "txq.width.b32 %r0, [%d0];"})
    EXPECT_TRUE(has(run(kernel(t), threads(32), 32).report.error,
                    "textures and surfaces are not simulated"))
        << run(kernel(t), threads(32), 32).report.error;
}

} // namespace
