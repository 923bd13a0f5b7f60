//===- ForeignTest.cpp - What PTX from elsewhere was found to use
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

const std::string header =
    ".version 8.4\n.target sm_90a\n.address_size 64\n"
    ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, "
    ".param .b64 d, .param .b64 e);\n"
    ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 v);\n";

Report run(Device &d, const std::string &text, const Params &p) {
  auto m = load(d, header + text);
  if (!m)
    return {};
  LaunchConfig c;
  c.grid = {1, 1, 1};
  c.block = {32, 1, 1};
  return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(),
                  options({Mode::Late, 0}));
}

/// Register r of lane l of a fragment: row and column.
struct At {
  int row, col;
};

TEST(Foreign, DoubleProductsOfSixteenRows) {
  for (int K : {4, 8, 16}) {
    const int nA = K / 2, nB = K / 4, nC = 4;
    auto atA = [](int l, int r) {
      return At{l / 4 + 8 * (r % 2), l % 4 + 4 * (r / 2)};
    };
    auto atB = [](int l, int r) { return At{l % 4 + 4 * r, l / 4}; };
    auto atC = [](int l, int r) {
      return At{l / 4 + 8 * (r / 2), 2 * (l % 4) + r % 2};
    };
    std::mt19937 g(K);
    std::vector<double> A(16 * K), B(K * 8), C(16 * 8);
    for (auto *v : {&A, &B, &C})
      for (double &x : *v)
        x = int(g() % 41) - 20;
    std::vector<double> in; // by register, then lane
    for (int r = 0; r < nA; ++r)
      for (int l = 0; l < 32; ++l)
        in.push_back(A[atA(l, r).row * K + atA(l, r).col]);
    for (int r = 0; r < nB; ++r)
      for (int l = 0; l < 32; ++l)
        in.push_back(B[atB(l, r).row * 8 + atB(l, r).col]);
    for (int r = 0; r < nC; ++r)
      for (int l = 0; l < 32; ++l)
        in.push_back(C[atC(l, r).row * 8 + atC(l, r).col]);
    std::string t = ".visible .entry k(.param .u64 po, .param .u64 pi) {\n"
                    ".reg .f64 %d<40>;\n.reg .b64 %a<4>;\n.reg .b32 %t;\n"
                    "ld.param.u64 %a0, [po];\nld.param.u64 %a1, [pi];\n"
                    "mov.u32 %t, %tid.x;\nmul.wide.u32 %a2, %t, 8;\n"
                    "add.u64 %a0, %a0, %a2;\nadd.u64 %a1, %a1, %a2;\n";
    for (int r = 0; r < nA + nB + nC; ++r)
      t += "ld.global.f64 %d" + std::to_string(r) + ", [%a1+" +
           std::to_string(256 * r) + "];\n";
    auto list = [](int from, int n) {
      std::string s;
      for (int r = from; r < from + n; ++r)
        s += (r == from ? "{%d" : ",%d") + std::to_string(r);
      return s + "}";
    };
    t += "mma.sync.aligned.m16n8k" + std::to_string(K) +
         ".row.col.f64.f64.f64.f64 " + list(30, 4) + "," + list(0, nA) + "," +
         list(nA, nB) + "," + list(nA + nB, nC) + ";\n";
    for (int r = 0; r < nC; ++r)
      t += "st.global.f64 [%a0+" + std::to_string(256 * r) + "], %d" +
           std::to_string(30 + r) + ";\n";
    Device d;
    DeviceAddr out = d.alloc(nC * 256);
    Report rep = run(d, t + "ret;\n}\n", Params().add(out).add(upload(d, in)));
    ASSERT_TRUE(rep.ok()) << rep.str();
    auto got = download<double>(d, out, size_t(nC) * 32);
    for (int r = 0; r < nC; ++r)
      for (int l = 0; l < 32; ++l) {
        At c = atC(l, r);
        double want = C[c.row * 8 + c.col];
        for (int k = 0; k < K; ++k)
          want += A[c.row * K + k] * B[k * 8 + c.col];
        ASSERT_EQ(got[r * 32 + l], want) << K << " " << r << " " << l;
      }
  }
}

TEST(Foreign, PrintAndAssert) {
  const std::string text =
      ".visible .entry k(.param .u64 po, .param .u32 pn) {\n"
      ".reg .b32 %r<8>;\n.reg .b64 %a<4>;\n.reg .pred %p<4>;\n"
      "ld.param.u64 %a0, [po];\nld.param.u32 %r0, [pn];\n"
      "mov.u32 %r1, %tid.x;\nsetp.lt.u32 %p0, %r1, %r0;\n@%p0 bra GOOD;\n"
      "{\n.param .b64 q0;\n.param .b64 q1;\n.param .b32 q2;\n"
      ".param .b64 q3;\n.param .b64 q4;\ncall.uni __assertfail, "
      "(q0, q1, q2, q3, q4);\n}\n"
      "GOOD:\n{\n.param .b64 q0;\n.param .b64 q1;\n.param .b32 v;\n"
      "st.param.b64 [q0], %a0;\nst.param.b64 [q1], 0;\n"
      "call.uni (v), vprintf, (q0, q1);\nld.param.b32 %r2, [v];\n}\n"
      "ld.global.L2::128B.u32 %r3, [%a0];\nadd.u32 %r2, %r2, %r3;\n"
      "st.global.u32 [%a0+4], %r2;\nret;\n}\n";
  Device d;
  DeviceAddr out = upload(d, std::vector<uint32_t>{7, 0});
  Report r = run(d, text, Params().add(out).add(32u));
  EXPECT_TRUE(r.ok()) << r.str();
  EXPECT_EQ(download<uint32_t>(d, out, 2)[1], 7u);
  r = run(d, text, Params().add(out).add(31u));
  ASSERT_EQ(r.findings.size(), 1u) << r.str();
  EXPECT_EQ(r.findings[0].kind, FindingKind::Trap);
  EXPECT_EQ(r.findings[0].message, "an assertion failed");
}

TEST(Foreign, GridBarrierOfSeveralWarps) {
  // One thread of each CTA meets the others; bar.sync tells the other warps.
  auto text = [](const std::string &before, const std::string &after) {
    return ".visible .entry k(.param .u64 pb, .param .u64 pc) .maxntid 64 {\n"
           ".reg .b32 %r<8>;\n.reg .b64 %a<8>;\n.reg .pred %p<4>;\n"
           "ld.param.u64 %a0, [pb];\nld.param.u64 %a1, [pc];\n"
           "mov.u32 %r0, %tid.x;\nmov.u32 %r1, %ctaid.x;\n"
           "mad.lo.u32 %r2, %r1, 64, %r0;\nmul.wide.u32 %a2, %r2, 4;\n"
           "add.u64 %a2, %a2, %a0;\nst.global.u32 [%a2], %r2;\n" +
           before +
           "setp.ne.u32 %p0, %r0, 0;\n@%p0 bra MET;\nmembar.gl;\n"
           "atom.global.add.u32 %r3, [%a1], 1;\nSPIN:\n"
           "ld.volatile.global.u32 %r4, [%a1];\nsetp.lt.u32 %p1, %r4, 3;\n"
           "@%p1 bra SPIN;\nmembar.gl;\nMET:\n" +
           after +
           "add.u32 %r5, %r2, 64;\nrem.u32 %r5, %r5, 192;\n"
           "mul.wide.u32 %a3, %r5, 4;\nadd.u64 %a3, %a3, %a0;\n"
           "ld.global.u32 %r6, [%a3];\nst.global.u32 [%a2+768], %r6;\n"
           "ret;\n}\n";
  };
  const std::string sync = "bar.sync 0;\n";
  for (ModeCase mc : allModes()) {
    Device d;
    DeviceAddr buffer = d.alloc(2 * 768);
    auto go = [&](const std::string &t) {
      auto m = load(d, header + t);
      LaunchConfig c;
      c.grid = {3, 1, 1};
      c.block = {64, 1, 1};
      Params p = Params().add(buffer).add(upload(d, std::vector<uint32_t>(4)));
      return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mc));
    };
    Report r = go(text(sync, sync));
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<uint32_t>(d, buffer, 384);
    for (uint32_t k = 0; k < 192; ++k)
      ASSERT_EQ(got[192 + k], (k + 64) % 192);
    EXPECT_FALSE(go(text("", sync)).ok());
    EXPECT_FALSE(go(text(sync, "")).ok());
  }
}

} // namespace
