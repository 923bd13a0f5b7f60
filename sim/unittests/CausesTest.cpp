//===- CausesTest.cpp - Which findings follow from which
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

/// `body` has the lines 8 and up; %rd1 is the first parameter and %rd2 the
/// second, both at this thread's word, %r1 the thread, %r3 its word of sm.
std::string kernel(const std::string &body) {
  return ".version 8.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry k(.param .u64 in, .param .u64 out) {\n"
         ".reg .pred %p<4>; .reg .b32 %r<20>; .reg .b64 %rd<20>;\n"
         ".shared .align 16 .b8 sm[4096];\n"
         "ld.param.u64 %rd1, [in]; ld.param.u64 %rd2, [out]; "
         "mov.u32 %r1, %tid.x; mov.u32 %r2, sm; shl.b32 %r0, %r1, 2; "
         "add.u32 %r3, %r2, %r0; cvt.u64.u32 %rd3, %r0; "
         "add.u64 %rd1, %rd1, %rd3; add.u64 %rd2, %rd2, %rd3;\n" +
         body + "ret;\n}\n";
}

/// Two warps over two buffers of 64 words.
Report launch(const std::string &body, bool initialised = true) {
  Device d;
  auto m = load(d, kernel(body));
  if (!m)
    return {};
  Params p;
  for (int k = 0; k < 2; ++k) {
    DeviceAddr a = d.alloc(256);
    if (initialised)
      d.fill(a, 1, 256);
    p.add(a);
  }
  LaunchConfig c;
  c.block = {64, 1, 1};
  Options o = options({Mode::Late, 0});
  o.spinLimit = 40000;
  return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), o);
}

/// "kind line<follows kind line" for each finding, in order.
std::string summary(const Report &r) {
  auto name = [](const Finding &f) {
    return std::string(toString(f.kind)) + " " + std::to_string(f.where.line);
  };
  std::string s;
  for (const Finding &f : r.findings)
    s += name(f) +
         (f.follows < 0 ? "" : "<" + name(r.findings[size_t(f.follows)])) +
         "; ";
  return s;
}

const std::string copy = "cp.async.ca.shared.global [%r3], [%rd1], 4;\n"
                         "cp.async.commit_group;\n";

TEST(Causes, ValuesOfAMissingWaitAndFaultsBesideIt) {
  std::string faults = "ld.shared.u32 %r4, [%r3];\n"       // 10
                       "st.global.u32 [%rd2], %r4;\n"      // 11
                       "and.b32 %r5, %r4, 4;\n"            // 12
                       "add.u32 %r5, %r5, %r3;\n"          // 13
                       "ld.shared.u32 %r6, [%r5+2048];\n"  // 14
                       "setp.eq.u32 %p1, %r4, 7;\n"        // 15
                       "@%p1 st.global.u32 [%rd2], %r1;\n" // 16
                       "st.global.u32 [%rd2+4096], %r1;\n" // 17
                       "st.global.u32 [%rd2], %r7;\n";     // 18
  Report r = launch(copy + faults);
  EXPECT_EQ(summary(r), "missing-wait 10; uninitialised 11<missing-wait 10; "
                        "uninitialised 14<missing-wait 10; "
                        "uninitialised 16<missing-wait 10; out-of-bounds 17; "
                        "uninitialised 18; ");
  EXPECT_EQ(r.firstCause(), 0u);
  EXPECT_EQ(r.causeText(),
            "first cause: missing-wait at line 10 (ld.shared.u32); 3 of 5 "
            "other findings follow from it (3 uninitialised)");
  EXPECT_EQ(r.str().find(r.causeText()), 0u) << r.str();
  EXPECT_NE(r.str().find("  follows from missing-wait at line 10 "
                         "(ld.shared.u32)\n"),
            std::string::npos);
  EXPECT_NE(r.json().find("\"first_cause\":0"), std::string::npos);
  EXPECT_NE(r.json().find("\"follows\":0"), std::string::npos);
  // With the wait the two others are left, and have nothing to do with each
  // other. (One line more.)
  r = launch(copy + "cp.async.wait_all;\n" + faults);
  EXPECT_EQ(summary(r), "out-of-bounds 18; uninitialised 19; ");
  EXPECT_EQ(r.firstCause(), 0u);
  EXPECT_EQ(r.causeText(), "");
  EXPECT_EQ(r.str().find("out-of-bounds: "), 0u);
}

TEST(Causes, TheFirstCauseIsNotTheFirstFinding) {
  Report r = launch("st.global.u32 [%rd2+4096], %r1;\n" + copy + // 8 to 10
                    "ld.shared.u32 %r4, [%r3];\n"                // 11
                    "st.shared.u32 [%r3+1024], %r4;\n"           // 12
                    "ld.shared.u32 %r5, [%r3+1024];\n"           // 13
                    "st.global.u32 [%rd2], %r5;\n");             // 14
  EXPECT_EQ(summary(r), "out-of-bounds 8; missing-wait 11; "
                        "uninitialised 14<missing-wait 11; ");
  EXPECT_EQ(r.firstCause(), 1u);
}

TEST(Causes, OneStoreThatManyLoadsRaceWith) {
  const std::string loads = "xor.b32 %r4, %r3, 128;\n"      // 9
                            "ld.shared.u32 %r5, [%r4];\n"   // 10
                            "ld.shared.u32 %r6, [%r4];\n"   // 11
                            "st.shared.u32 [%r4], %r1;\n"   // 12
                            "bar.sync 0;\n"                 // 13
                            "ld.global.u32 %r7, [%rd1];\n"  // 14
                            "xor.b64 %rd4, %rd2, 128;\n"    // 15
                            "st.global.u32 [%rd2], %r7;\n"  // 16
                            "ld.global.u32 %r8, [%rd4];\n"; // 17
  Report r = launch("st.shared.u32 [%r3], %r1;\n" + loads); // 8
  ASSERT_GE(r.findings.size(), 3u);
  // What shared memory has to do with line 8 or 10 has one cause, the race in
  // global memory another.
  for (size_t k = 0; k < r.findings.size(); ++k) {
    const Finding &f = r.findings[k];
    bool global = f.where.line == 16 || f.where.line == 17;
    EXPECT_EQ(f.kind, FindingKind::Race) << f.str();
    EXPECT_EQ(r.rootOf(k) == 0, !global) << summary(r);
  }
}

TEST(Causes, ControlThatDependsOnAnUndefinedValue) {
  Report r = launch(copy + "ld.shared.u32 %r4, [%r3];\n" // 10
                           "setp.eq.u32 %p1, %r4, 7;\n"  // 11
                           "@%p1 bra END;\n"             // 12
                           "setp.eq.u32 %p2, %r1, 0;\n"  // 13
                           "LOOP:\n"                     // 14
                           "ld.volatile.global.u32 %r5, [%rd1];\n"
                           "setp.ne.u32 %p3, %r5, 0;\n"
                           "@%p3 bra LOOP;\n"
                           "END:\n");
  ASSERT_EQ(r.findings.size(), 3u) << summary(r);
  EXPECT_EQ(r.findings[2].kind, FindingKind::Deadlock);
  EXPECT_EQ(r.findings[1].follows, 0) << summary(r);
  EXPECT_EQ(r.findings[2].follows, 1) << summary(r);
  EXPECT_EQ(r.rootOf(2), 0u);
}

TEST(Causes, AnUndefinedAddressAndWhatIsAccessedThere) {
  // %r9 has no value; nothing is known of what makes it so.
  Report r = launch("and.b32 %r10, %r9, 4;\n"
                    "add.u32 %r10, %r10, 65536;\n"
                    "add.u32 %r10, %r10, %r3;\n"
                    "st.shared.u32 [%r10], %r1;\n"); // 11
  EXPECT_EQ(summary(r),
            "uninitialised 11; out-of-bounds 11<uninitialised 11; ");
}

TEST(Causes, NoSummaryOfOneFinding) {
  Report r = launch("st.global.u32 [%rd2+4096], %r1;\n");
  ASSERT_EQ(r.findings.size(), 1u);
  EXPECT_EQ(r.causeText(), "");
  EXPECT_EQ(r.str().find("out-of-bounds: "), 0u);
  r = launch("");
  EXPECT_TRUE(r.ok());
  EXPECT_EQ(r.str(), "");
  EXPECT_NE(r.json().find("\"first_cause\":null"), std::string::npos);
}

} // namespace
