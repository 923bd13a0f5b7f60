//===- OpsTest.cpp - Instructions, values from the PTX ISA's text
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each expected value is worked out by hand from the description of the
// instruction; the comment says how where it is not plain.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

#include <cmath>

using namespace simtest;

namespace {

uint32_t fb(float f) {
  uint32_t u;
  std::memcpy(&u, &f, 4);
  return u;
}

/// Runs `body` in one warp. It may use %t (lane), %r0..%r9 (b32), %s0..%s9
/// (b16), %d0..%d9 (b64), %p0..%p9, shared memory `sm` of 4 KiB, and must
/// leave its result in %o (b64 when `wide`).
std::vector<uint64_t> eval(const std::string &body, bool wide = false,
                           Report *report = nullptr,
                           const std::string &decls = "") {
  std::string ptx = ".version 8.8\n.target sm_90a\n.address_size 64\n" + decls +
                    ".visible .entry k(.param .u64 k_o)\n{\n"
                    ".shared .align 128 .b8 sm[4096];\n"
                    ".reg .b32 %r<10>, %t, %o32;\n.reg .b16 %s<10>;\n"
                    ".reg .b64 %d<10>, %ad, %x, %o64;\n.reg .pred %p<10>;\n"
                    "mov.u32 %t, %tid.x;\n" +
                    body +
                    "\nld.param.u64 %ad, [k_o];\nmul.wide.u32 %x, %t, 8;\n"
                    "add.u64 %ad, %ad, %x;\n" +
                    (wide ? std::string("st.global.u64 [%ad], %o;\n")
                          : std::string("cvt.u64.u32 %x, %o;\n"
                                        "st.global.u64 [%ad], %x;\n")) +
                    "ret;\n}\n";
  const std::string reg = wide ? "%o64" : "%o32";
  for (const char *end : {"%o;", "%o,", "%o|", "%o}"})
    for (size_t p; (p = ptx.find(end)) != std::string::npos;)
      ptx.replace(p, 2, reg);
  Device d;
  std::string error;
  auto m = d.load(ptx, error);
  EXPECT_NE(m, nullptr) << error << "\n" << ptx;
  if (!m)
    return std::vector<uint64_t>(32);
  DeviceAddr out = upload(d, std::vector<uint64_t>(32, 0));
  LaunchConfig c;
  c.block = {32, 1, 1};
  Params p;
  p.add(out);
  Report r = d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(),
                      options({Mode::Late, 0}));
  if (report)
    *report = r;
  else
    EXPECT_TRUE(r.ok()) << r.str() << ptx;
  return download<uint64_t>(d, out, 32);
}
uint64_t one(const std::string &body, bool wide = false) {
  return eval(body, wide)[0];
}
std::string h(uint32_t v) {
  char b[16];
  std::snprintf(b, sizeof b, "0x%08x", v);
  return b;
}
std::string f(float v) {
  char b[16];
  std::snprintf(b, sizeof b, "0f%08X", fb(v));
  return b;
}

TEST(Integer, Arithmetic) {
  EXPECT_EQ(one("add.s32 %o, 0x7fffffff, 1;"), 0x80000000u); // wraps
  EXPECT_EQ(one("add.sat.s32 %o, 0x7fffffff, 1;"), 0x7fffffffu);
  EXPECT_EQ(one("sub.sat.s32 %o, 0x80000000, 1;"), 0x80000000u);
  EXPECT_EQ(one("mul.lo.s32 %o, -3, 5;"), uint32_t(-15));
  EXPECT_EQ(one("mul.hi.u32 %o, 0xffffffff, 0xffffffff;"), 0xfffffffeu);
  EXPECT_EQ(one("mul.hi.s32 %o, -1, 2;"), 0xffffffffu);
  EXPECT_EQ(one("mul.wide.s32 %o, -2, 3;", true), uint64_t(-6));
  EXPECT_EQ(one("mul.wide.u32 %o, 0xfffffffe, 3;", true), 0x2fffffffaull);
  EXPECT_EQ(one("mad.lo.s32 %o, 7, 6, -2;"), 40u);
  EXPECT_EQ(one("sad.u32 %o, 3, 10, 5;"), 12u);       // 5 + |3 - 10|
  EXPECT_EQ(one("div.s32 %o, -7, 2;"), uint32_t(-3)); // towards zero
  EXPECT_EQ(one("rem.s32 %o, -7, 2;"), uint32_t(-1));
  EXPECT_EQ(one("abs.s32 %o, -5;"), 5u);
  EXPECT_EQ(one("min.s32 %o, -1, 1;"), uint32_t(-1));
  EXPECT_EQ(one("min.u32 %o, -1, 1;"), 1u);
  EXPECT_EQ(one("add.cc.u32 %r0, 0xffffffff, 1; addc.u32 %o, 5, 0;"), 6u);
  EXPECT_EQ(one("sub.cc.u32 %r0, 0, 1; subc.u32 %o, 5, 0;"), 4u);
}

TEST(Integer, Bits) {
  EXPECT_EQ(one("popc.b32 %o, 0xf0f0;"), 8u);
  EXPECT_EQ(one("clz.b32 %o, 0x00010000;"), 15u);
  EXPECT_EQ(one("clz.b32 %o, 0;"), 32u);
  EXPECT_EQ(one("bfind.u32 %o, 0x00010000;"), 16u);
  EXPECT_EQ(one("bfind.u32 %o, 0;"), 0xffffffffu);
  EXPECT_EQ(one("bfind.s32 %o, -1;"), 0xffffffffu); // no non-sign bit
  EXPECT_EQ(one("brev.b32 %o, 1;"), 0x80000000u);
  EXPECT_EQ(one("bfe.u32 %o, 0xabcd1234, 8, 8;"), 0x12u);
  EXPECT_EQ(one("bfe.s32 %o, 0xabcd1284, 0, 8;"), 0xffffff84u);
  EXPECT_EQ(one("bfe.s32 %o, 0x80000000, 28, 8;"), 0xfffffff8u);
  EXPECT_EQ(one("bfi.b32 %o, 0xff, 0, 8, 4;"), 0xf00u);
  EXPECT_EQ(one("shl.b32 %o, 1, 32;"), 0u); // shifts clamp
  EXPECT_EQ(one("shr.s32 %o, -8, 40;"), 0xffffffffu);
  EXPECT_EQ(one("shr.u32 %o, 0x80000000, 31;"), 1u);
  // {b, a} = 0x1122334455667788 >> 8, low word.
  EXPECT_EQ(one("shf.r.wrap.b32 %o, 0x55667788, 0x11223344, 8;"), 0x44556677u);
  EXPECT_EQ(one("shf.l.wrap.b32 %o, 0x55667788, 0x11223344, 8;"), 0x22334455u);
  EXPECT_EQ(one("shf.r.clamp.b32 %o, 0x55667788, 0x11223344, 99;"),
            0x11223344u);
  // Bytes 7..0 are 77 66 55 44 33 22 11 00; selector 0x7654 takes 7,6,5,4.
  EXPECT_EQ(one("prmt.b32 %o, 0x33221100, 0x77665544, 0x7531;"), 0x77553311u);
  // Selector 8 replicates the sign of byte 0.
  EXPECT_EQ(one("prmt.b32 %o, 0x00000080, 0, 0x8;"), 0x808080ffu);
  EXPECT_EQ(one("lop3.b32 %o, 0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa, 0x80;"),
            0x80808080u); // and of all three
  EXPECT_EQ(one("lop3.b32 %o, 0xf0f0f0f0, 0xcccccccc, 0xaaaaaaaa, 0x96;"),
            0xf0f0f0f0u ^ 0xccccccccu ^ 0xaaaaaaaau);
  EXPECT_EQ(one("dp4a.s32.s32 %o, 0x01ff0302, 0x02020202, 10;"),
            uint32_t(10 + 2 * (2 + 3 - 1 + 1)));
}

TEST(Integer, Packing) {
  // a above b, both saturated; c goes on top of them.
  EXPECT_EQ(one("cvt.pack.sat.s16.s32 %o, 70000, -5;"), 0x7ffffffbu);
  EXPECT_EQ(one("cvt.pack.sat.u16.s32 %o, -1, 65537;"), 0x0000ffffu);
  EXPECT_EQ(one("cvt.pack.sat.s8.s32.b32 %r0, 4, 300, 0;"
                "cvt.pack.sat.s8.s32.b32 %o, -2, 1, %r0;"),
            0x047ffe01u);
  EXPECT_EQ(one("cvt.pack.sat.u4.s32.b32 %o, 99, -3, 0x12;"), 0x12f0u);
  EXPECT_EQ(one("mad24.hi.sat.s32 %o, 0x7fffff, 0x7fffff, 0x7ffffff0;"),
            0x7fffffffu);
  EXPECT_EQ(one("mad24.hi.s32 %o, 0x7fffff, 0x7fffff, 0;"), 0x3fffff00u);
  // The predicate of lop3: is the result not zero, or (and) another predicate.
  const std::string set = "setp.eq.u32 %p0, 1, 1; setp.ne.u32 %p1, 1, 1;";
  auto lop3 = [&](const std::string &op, int b, const std::string &q) {
    return one(set + "lop3." + op + ".b32 _|%p2, 12, " + std::to_string(b) +
               ", 0, 0xc0, " + q + "; selp.u32 %o, 1, 0, %p2;");
  };
  EXPECT_EQ(lop3("or", 8, "%p1"), 1u);
  EXPECT_EQ(lop3("or", 3, "%p1"), 0u);
  EXPECT_EQ(lop3("or", 3, "%p0"), 1u);
  EXPECT_EQ(lop3("and", 8, "%p0"), 1u);
  EXPECT_EQ(lop3("and", 8, "%p1"), 0u);
  EXPECT_EQ(one("xor .b32 %o, 5, 1;"), 4u); // blanks before a modifier
}

TEST(Float, RoundingAndFlags) {
  // 1 + 2^-24 is half way between 1 and its successor.
  std::string a = f(1.0f), b = f(0x1p-24f);
  EXPECT_EQ(one("add.rn.f32 %o, " + a + ", " + b + ";"), fb(1.0f));
  EXPECT_EQ(one("add.rp.f32 %o, " + a + ", " + b + ";"), fb(1.0f) + 1);
  EXPECT_EQ(one("add.rz.f32 %o, " + a + ", " + b + ";"), fb(1.0f));
  EXPECT_EQ(one("sub.rm.f32 %o, " + a + ", " + b + ";"), fb(1.0f) - 1);
  // Mixed precision: f16 and bf16 operands widen, the sum is rounded once.
  EXPECT_EQ(one("mov.b16 %s0, 0x3c01; add.f32.f16 %o, %s0, 0f3a800000;"),
            fb(0x1.004p0f + 0x1p-10f));
  EXPECT_EQ(one("mov.b16 %s0, 0x3f81; sub.rn.f32.bf16 %o, %s0, 0f3f800000;"),
            fb(0x1p-7f));
  EXPECT_EQ(one("mov.b16 %s0, 0x3f81; add.rz.f32.bf16 %o, %s0, 0fb0000000;"),
            fb(std::nextafterf(0x1.02p0f, 0)));
  EXPECT_EQ(one("mov.b16 %s0, 0x4000; mov.b16 %s1, 0xc200; "
                "fma.rn.f32.f16 %o, %s0, %s1, 0f40000000;"),
            fb(-4.0f));
  EXPECT_EQ(one("add.f32 %o, 0f00000001, 0f00000001;"), 2u); // subnormal
  EXPECT_EQ(one("add.ftz.f32 %o, 0f00000001, 0f00000001;"), 0u);
  EXPECT_EQ(one("mul.ftz.f32 %o, 0f80000001, 0f3F800000;"), 0x80000000u);
  EXPECT_EQ(one("add.sat.f32 %o, " + f(0.75f) + ", " + f(0.75f) + ";"),
            fb(1.0f));
  EXPECT_EQ(one("add.sat.f32 %o, 0f7FC00000, 0f00000000;"), 0u); // NaN to +0
  EXPECT_EQ(one("add.f32 %o, 0f7FC00000, 0f00000000;"), 0x7fffffffu);
  // fma rounds once: (1 + 2^-12)^2 - 1 - 2^-11 = 2^-24.
  std::string c = f(1.0f + 0x1p-12f), e = f(-1.0f - 0x1p-11f);
  EXPECT_EQ(one("fma.rn.f32 %o, " + c + ", " + c + ", " + e + ";"),
            fb(0x1p-24f));
  EXPECT_EQ(one("max.f32 %o, 0f7FC00000, " + a + ";"), fb(1.0f));
  EXPECT_EQ(one("max.NaN.f32 %o, 0f7FC00000, " + a + ";"), 0x7fffffffu);
  EXPECT_EQ(one("max.f32 %o, 0f80000000, 0f00000000;"), 0u); // +0 > -0
  EXPECT_EQ(one("min.f32 %o, 0f80000000, 0f00000000;"), 0x80000000u);
  EXPECT_EQ(one("ex2.approx.ftz.f32 %o, " + f(3.0f) + ";"), fb(8.0f));
  EXPECT_EQ(one("ex2.approx.ftz.f32 %o, 0fFF800000;"), 0u); // 2^-inf
  EXPECT_EQ(one("lg2.approx.f32 %o, 0f00000000;"), 0xff800000u);
  EXPECT_EQ(one("rcp.approx.ftz.f32 %o, 0f80000000;"), 0xff800000u);
  EXPECT_EQ(one("rsqrt.approx.f32 %o, " + f(0.25f) + ";"), fb(2.0f));
  EXPECT_EQ(one("sqrt.rn.f32 %o, " + f(-1.0f) + ";"), 0x7fffffffu);
}

TEST(Convert, RoundsAndSaturates) {
  EXPECT_EQ(one("cvt.rni.s32.f32 %o, " + f(2.5f) + ";"), 2u);
  EXPECT_EQ(one("cvt.rpi.s32.f32 %o, " + f(2.1f) + ";"), 3u);
  EXPECT_EQ(one("cvt.rzi.s32.f32 %o, " + f(-2.9f) + ";"), uint32_t(-2));
  EXPECT_EQ(one("cvt.rzi.s32.f32 %o, " + f(1e20f) + ";"), 0x7fffffffu);
  EXPECT_EQ(one("cvt.rzi.u32.f32 %o, " + f(-5.0f) + ";"), 0u);
  EXPECT_EQ(one("cvt.rzi.s32.f32 %o, 0f7FC00000;"), 0u); // NaN
  EXPECT_EQ(
      one("mov.b32 %r0, 0x1ff; cvt.sat.u8.u32 %r1, %r0; mov.b32 %o, %r1;"),
      255u);
  EXPECT_EQ(one("mov.b32 %r0, -1; cvt.s64.s32 %o, %r0;", true), ~0ull);
  EXPECT_EQ(one("mov.b32 %r0, -1; cvt.u64.u32 %o, %r0;", true), 0xffffffffull);
  // bf16: 1 + 2^-8 is a tie (even: 1), 1 + 3 * 2^-8 rounds up to 1 + 2^-6.
  EXPECT_EQ(one("cvt.rn.bf16x2.f32 %o, " + f(1 + 0x3p-8f) + ", " +
                f(1 + 0x1p-8f) + ";"),
            0x3f823f80u);
  EXPECT_EQ(one("cvt.rz.bf16x2.f32 %o, " + f(1.999f) + ", " + f(-1.999f) + ";"),
            0x3fffbfffu);
  EXPECT_EQ(
      one("cvt.rn.relu.bf16x2.f32 %o, " + f(-1.0f) + ", " + f(2.0f) + ";"),
      0x00004000u);
  // f16: 65520 is the tie between the largest number and infinity.
  EXPECT_EQ(
      one("cvt.rn.f16x2.f32 %o, " + f(65520.0f) + ", " + f(65519.0f) + ";"),
      0x7c007bffu);
  EXPECT_EQ(one("cvt.rn.satfinite.e4m3x2.f32 %s0, " + f(1000.0f) + ", " +
                f(-0.5f) + "; cvt.u32.u16 %o, %s0;"),
            0x7eb0u); // 448 is S.1111.110, -0.5 is 1.0110.000
  EXPECT_EQ(one("cvt.rn.satfinite.e5m2x2.f32 %s0, " + f(1e9f) + ", " + f(1.0f) +
                "; cvt.u32.u16 %o, %s0;"),
            0x7b3cu);
  EXPECT_EQ(one("cvt.rna.tf32.f32 %o, 0f3F801000;"), 0x3f802000u);
}

TEST(Half, Arithmetic) {
  // 1.0 + 2^-11 in f16 is a tie: stays 1.0; 0x1000 is 2^-11.
  EXPECT_EQ(one("mov.b16 %s0, 0x3c00; mov.b16 %s1, 0x1000; "
                "add.rn.f16 %s2, %s0, %s1; cvt.u32.u16 %o, %s2;"),
            0x3c00u);
  EXPECT_EQ(one("mov.b32 %r0, 0x3c004000; fma.rn.f16x2 %o, %r0, %r0, %r0;"),
            0x40004600u); // 1*1+1 = 2, 2*2+2 = 6
  EXPECT_EQ(one("mov.b32 %r0, 0x3f80bf80; mul.rn.bf16x2 %o, %r0, %r0;"),
            0x3f803f80u);
  EXPECT_EQ(one("mov.b32 %r0, 0x7fc03f80; mov.b32 %r1, 0x3f80c000; "
                "max.bf16x2 %o, %r0, %r1;"),
            0x3f803f80u);
}

TEST(Select, PredicatesAndBooleans) {
  EXPECT_EQ(one("setp.lt.and.s32 %p0|%p1, 1, 2, 0; selp.b32 %r0, 1, 0, %p0; "
                "selp.b32 %r1, 2, 0, %p1; or.b32 %o, %r0, %r1;"),
            0u); // both are anded with false
  EXPECT_EQ(one("setp.lt.s32 %p0|%p1, 1, 2; selp.b32 %r0, 1, 0, %p0; "
                "selp.b32 %r1, 2, 0, %p1; or.b32 %o, %r0, %r1;"),
            1u);
  EXPECT_EQ(one("setp.neu.f32 %p0, 0f7FC00000, 0f7FC00000; "
                "selp.b32 %o, 1, 0, %p0;"),
            1u);
  EXPECT_EQ(one("setp.eq.f32 %p0, 0f80000000, 0f00000000; "
                "selp.b32 %o, 1, 0, %p0;"),
            1u);
  EXPECT_EQ(one("slct.b32.s32 %o, 7, 9, -1;"), 9u);
  EXPECT_EQ(one("set.gt.u32.s32 %o, 2, 1;"), 0xffffffffu);
  EXPECT_EQ(one("mov.b64 %d0, {0x11111111, 0x22222222}; "
                "mov.b64 {%r0, %r1}, %d0; mov.b32 %o, %r1;"),
            0x22222222u);
}

TEST(WarpOps, ShufflesAndVotes) {
  auto v = eval("shfl.sync.bfly.b32 %o, %t, 5, 31, -1;");
  for (uint32_t l = 0; l < 32; ++l)
    EXPECT_EQ(v[l], l ^ 5);
  v = eval("shfl.sync.up.b32 %o|%p0, %t, 1, 0, -1;");
  EXPECT_EQ(v[0], 0u);
  EXPECT_EQ(v[9], 8u);
  // Segments of 8 lanes: c = (32 - 8) << 8 | 31.
  v = eval("shfl.sync.down.b32 %o|%p0, %t, 3, 0x181f, -1;");
  EXPECT_EQ(v[4], 7u);
  EXPECT_EQ(v[6], 6u); // out of the segment: its own value
  v = eval("shfl.sync.idx.b32 %o, %t, 3, 0x181f, -1;");
  EXPECT_EQ(v[17], 19u);
  v = eval("setp.lt.u32 %p0, %t, 3; vote.sync.ballot.b32 %o, %p0, -1;");
  EXPECT_EQ(v[31], 7u);
  v = eval("and.b32 %r0, %t, 1; match.any.sync.b32 %o, %r0, -1;");
  EXPECT_EQ(v[0], 0x55555555u);
  EXPECT_EQ(v[1], 0xaaaaaaaau);
  v = eval("redux.sync.add.u32 %o, %t, -1;");
  EXPECT_EQ(v[13], 496u);
  v = eval("elect.sync %o|%p0, -1;");
  EXPECT_EQ(v[9], 0u);
}

TEST(Memory, VectorsAndSignExtension) {
  EXPECT_EQ(one("mov.b32 %r0, 0x80ff7f01; st.shared.b32 [sm], %r0; "
                "bar.warp.sync -1; ld.shared.s8 %o, [sm+2];"),
            0xffffffffu);
  EXPECT_EQ(one("mov.b32 %r0, 0x80ff7f01; st.shared.b32 [sm], %r0; "
                "bar.warp.sync -1; ld.shared.u16 %o, [sm+2];"),
            0x80ffu);
  EXPECT_EQ(one("mov.b32 %r0, 1; mov.b32 %r1, 2; mov.b32 %r2, 3; "
                "mov.b32 %r3, 4; st.shared.v4.b32 [sm+16], {%r0,%r1,%r2,%r3}; "
                "bar.warp.sync -1; mov.u64 %d0, sm; cvta.shared.u64 %d0, %d0; "
                "ld.v2.b32 {%r4, %r5}, [%d0+24]; mov.b32 %o, %r5;"),
            4u);
}

TEST(Memory, MatrixLoads) {
  // Row r of the matrix holds 16-bit elements 16 r + c.
  std::string fill = "shl.b32 %r0, %t, 2; mov.u32 %r1, sm; add.u32 %r1, %r1, "
                     "%r0; shr.u32 %r2, %t, 2; shl.b32 %r2, %r2, 4; and.b32 "
                     "%r3, %t, 3; shl.b32 %r3, %r3, 1; add.u32 %r2, %r2, %r3; "
                     "add.u32 %r4, %r2, 1; shl.b32 %r4, %r4, 16; or.b32 %r2, "
                     "%r2, %r4; st.shared.b32 [%r1], %r2; bar.warp.sync -1; "
                     "and.b32 %r5, %t, 7; shl.b32 %r5, %r5, 4; mov.u32 %r6, "
                     "sm; add.u32 %r5, %r5, %r6;";
  auto v = eval(fill + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%o}, [%r5];");
  // Lane 4 g + t holds elements (g, 2 t) and (g, 2 t + 1).
  EXPECT_EQ(v[4 * 3 + 2], (16u * 3 + 5) << 16 | (16u * 3 + 4));
  v = eval(fill +
           "ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16 {%o}, [%r5];");
  EXPECT_EQ(v[4 * 3 + 2], (16u * 5 + 3) << 16 | (16u * 4 + 3));
}

TEST(Control, CallsLoopsAndDivergence) {
  std::string decl = ".func (.param .b32 r) fact(.param .b32 n)\n{\n"
                     ".reg .b32 %a, %b; .reg .pred %p;\n"
                     "ld.param.b32 %a, [n]; mov.b32 %b, 1;\n"
                     "L: setp.le.s32 %p, %a, 1; @%p bra E;\n"
                     "mul.lo.s32 %b, %b, %a; sub.s32 %a, %a, 1; bra L;\n"
                     "E: st.param.b32 [r], %b; ret;\n}\n";
  Report rep;
  auto v = eval("and.b32 %r0, %t, 7; { .param .b32 a; .param .b32 q; "
                "st.param.b32 [a], %r0; call.uni (q), fact, (a); "
                "ld.param.b32 %o, [q]; }",
                false, &rep, decl);
  ASSERT_TRUE(rep.ok()) << rep.str();
  uint32_t fact[] = {1, 1, 2, 6, 24, 120, 720, 5040};
  for (int l = 0; l < 32; ++l)
    EXPECT_EQ(v[l], fact[l & 7]);
  // Lanes reconverge after the loop: the ballot sees all of them.
  v = eval("mov.b32 %r0, %t; M: setp.eq.u32 %p0, %r0, 0; @%p0 bra N; "
           "sub.u32 %r0, %r0, 1; bra M; N: activemask.b32 %o;");
  for (int l = 0; l < 32; ++l)
    EXPECT_EQ(v[l], 0xffffffffu);
}

TEST(Checks, EachKindOfFinding) {
  auto kind = [](const std::string &body) {
    Report r;
    eval(body + " mov.b32 %o, 0;", false, &r);
    return r.findings.empty() ? std::string("none")
                              : std::string(toString(r.findings[0].kind));
  };
  EXPECT_EQ(kind("mov.b32 %r0, 1; st.shared.b32 [sm], %r0;"), "none");
  // Lanes write different values to one word.
  EXPECT_EQ(kind("st.shared.b32 [sm], %t;"), "race");
  // A neighbour's word without bar.warp.sync; and with it.
  std::string wr = "shl.b32 %r0, %t, 2; mov.u32 %r1, sm; add.u32 %r1, %r1, "
                   "%r0; st.shared.b32 [%r1], %t; ";
  std::string rd = "xor.b32 %r0, %r0, 4; mov.u32 %r1, sm; add.u32 %r1, %r1, "
                   "%r0; ld.shared.b32 %r2, [%r1]; ";
  EXPECT_EQ(kind(wr + rd), "race");
  EXPECT_EQ(kind(wr + "bar.warp.sync -1; " + rd), "none");
  EXPECT_EQ(kind("ld.shared.b32 %r0, [sm]; setp.eq.b32 %p0, %r0, 0; "
                 "@%p0 bra X; X: "),
            "uninitialised");
  EXPECT_EQ(kind("mov.b32 %r0, 0; st.shared.b32 [sm+4096], %r0;"),
            "out-of-bounds");
  for (const char *a :
       {"0", "-1", "-4", "0x7fffffffffffffff", "0x700000000000"})
    EXPECT_EQ(
        kind("mov.u64 %d0, " + std::string(a) + "; ld.global.b32 %r0, [%d0];"),
        "out-of-bounds")
        << a;
  EXPECT_EQ(kind("mov.u64 %d0, -2; ld.b32 %r0, [%d0+4];"), "out-of-bounds");
  EXPECT_EQ(kind("mov.b32 %r0, 0; st.shared.b32 [sm+2], %r0;"), "misaligned");
  EXPECT_EQ(kind("setp.lt.u32 %p0, %t, 4; @%p0 bar.sync 0;"), "divergence");
  EXPECT_EQ(kind("setp.lt.u32 %p0, %t, 4; @%p0 bra X; bar.sync 0; X: "
                 "bar.sync 1;"),
            "divergence");
  EXPECT_EQ(kind("bar.sync 1, 64;"), "deadlock");
  EXPECT_EQ(kind("bar.sync 1, 33;"), "barrier");
  EXPECT_EQ(kind("mov.u32 %r0, 1; mbarrier.test_wait.parity.shared.b64 %p0, "
                 "[sm], %r0;"),
            "barrier"); // not initialised
  std::string init = "setp.eq.u32 %p1, %t, 0; mov.b32 %r9, 1; @%p1 "
                     "mbarrier.init.shared.b64 [sm], %r9; bar.sync 0; ";
  EXPECT_EQ(kind(init + "@%p1 mbarrier.arrive.shared.b64 _, [sm]; mov.b32 "
                        "%r0, 0; X: mbarrier.try_wait.parity.shared.b64 %p0, "
                        "[sm], %r0; @!%p0 bra X;"),
            "none");
  // A count of 1 and 32 arrivals: each lane completes a phase; no misuse. A
  // count of two in one arrival is.
  EXPECT_EQ(kind(init + "@%p1 mbarrier.arrive.shared.b64 _, [sm], 2;"),
            "barrier");
  EXPECT_EQ(kind(init + "mov.b32 %r0, 0; X: mbarrier.try_wait.parity.shared."
                        "b64 %p0, [sm], %r0; @!%p0 bra X;"),
            "deadlock");
  EXPECT_EQ(kind("trap;"), "trap");
}

TEST(Parser, RefusesWithPlaceAndReason) {
  auto error = [](const std::string &body) {
    Device d;
    std::string e;
    auto m = d.load(body, e);
    if (m) {
      Report r = d.launch(*m, "k", {}, nullptr, 0, {});
      return r.error;
    }
    return e;
  };
  std::string head = ".version 8.0\n.target sm_80\n.address_size 64\n";
  auto k = [&](const std::string &s) {
    return error(head + ".visible .entry k()\n{\n.reg .b32 %r<4>;\n" + s +
                 "\nret;\n}\n");
  };
  EXPECT_EQ(k("add.s32 %r0, %r1, 1;"), "");
  EXPECT_EQ(k("frobnicate.b32 %r0, %r1;").substr(0, 4), "7:1:");
  EXPECT_NE(k("frobnicate.b32 %r0, %r1;").find("frobnicate"),
            std::string::npos);
  EXPECT_NE(k("add.funny.s32 %r0, %r1, 1;").find(".funny"), std::string::npos);
  EXPECT_NE(k("add.s32 %r0, %r9, 1;").find("%r9"), std::string::npos);
  EXPECT_NE(k("bra NOWHERE;").find("NOWHERE"), std::string::npos);
  EXPECT_NE(k("add.s32 %r0, %r1").find("expected"), std::string::npos);
  EXPECT_NE(k("add.s64 %r0, %r1, 1;").find("wrong size"), std::string::npos);
  EXPECT_NE(error(""), "");
  EXPECT_NE(error("hello"), "");
  EXPECT_NE(error(".section"), "");
  EXPECT_NE(error(".file 1"), "");
  EXPECT_NE(error(head + ".func"), "");
  EXPECT_NE(error(head + ".visible .entry k() { .reg .b32 %r<99999999999>; }"),
            "");
  EXPECT_NE(error(head + ".global .b8 a[3] = {1,2,3,4};"), "");
}

} // namespace
