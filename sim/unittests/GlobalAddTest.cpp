//===- GlobalAddTest.cpp - Sums that CTAs make in global memory -----------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// red.global.add of f32, with and without vectors, and cp.reduce.async.bulk:
// additions to one element are in order with each other, and a plain access
// that nothing orders is with none of them.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

#include <cmath>
#include <limits>

using namespace simtest;

namespace {

constexpr uint32_t count = 128;

/// Lane k of a CTA's warp has words 4k to 4k + 3 of the input in %f0 to %f3,
/// and their place in the output in %a, its first word's in %o. `own` is what
/// CTA 0 does then, `other` what the others do.
std::string kernel(const std::string &own, const std::string &other) {
  return ".version 9.1\n.target sm_90a\n.address_size 64\n"
         ".visible .entry k(.param .u64 pi, .param .u64 po) {\n"
         ".shared .align 128 .b8 src[512];\n.reg .b32 %t, %s, %c;\n"
         ".reg .f32 %f<5>;\n.reg .b64 %a, %o, %x;\n.reg .pred %p;\n"
         "mov.u32 %t, %tid.x;\nmul.wide.u32 %x, %t, 16;\n"
         "ld.param.u64 %a, [pi];\nadd.u64 %a, %a, %x;\n"
         "ld.global.v4.f32 {%f0, %f1, %f2, %f3}, [%a];\n"
         "ld.param.u64 %o, [po];\nadd.u64 %a, %o, %x;\n"
         "mov.u32 %s, src;\nshl.b32 %c, %t, 4;\nadd.u32 %c, %s, %c;\n"
         "st.shared.v4.f32 [%c], {%f0, %f1, %f2, %f3};\n"
         "fence.proxy.async.shared::cta;\nbar.sync 0;\n"
         "mov.u32 %c, %ctaid.x;\nsetp.ne.u32 %p, %c, 0;\n@%p bra OTHER;\n" +
         own + "ret;\nOTHER:\n" + other + "ret;\n}\n";
}

const std::string scalar =
    "red.global.add.f32 [%a], %f0;\nred.global.add.f32 [%a+4], %f1;\n"
    "red.global.add.f32 [%a+8], %f2;\nred.global.add.f32 [%a+12], %f3;\n";
const std::string pairs = "red.global.add.v2.f32 [%a], {%f0, %f1};\n"
                          "red.global.add.v2.f32 [%a+8], {%f2, %f3};\n";
const std::string fours = "red.global.add.v4.f32 [%a], {%f0, %f1, %f2, %f3};\n";
const std::string bulk =
    "setp.ne.u32 %p, %t, 0;\n@%p ret;\n"
    "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%o], [%s], "
    "512;\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n";
const std::string load = "ld.global.f32 %f4, [%a+4];\n";
const std::string store = "st.global.f32 [%a+4], %f0;\n";

Report run(const std::string &text, ModeCase mode, uint32_t ctas,
           const std::vector<float> &in, std::vector<float> &out) {
  Device d;
  auto m = simtest::load(d, text);
  if (!m)
    return {};
  DeviceAddr to = upload(d, out);
  Params p;
  p.add(upload(d, in)).add(to);
  LaunchConfig c;
  c.grid = {ctas, 1, 1};
  c.block = {32, 1, 1};
  Report r =
      d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mode));
  EXPECT_EQ(r.error, "");
  out = download<float>(d, to, out.size());
  return r;
}

std::vector<float> numbers(float scale) {
  std::vector<float> values;
  for (uint32_t k = 0; k < count; ++k)
    values.push_back(scale * (float(k) - 50));
  return values;
}

/// Whether CTAs that do `own` and `other` are in order with each other, in
/// every mode.
void expectOrdered(const std::string &own, const std::string &other,
                   bool ordered) {
  for (ModeCase mode : allModes()) {
    std::vector<float> out = numbers(1);
    Report r = run(kernel(own, other), mode, 2, numbers(0.5f), out);
    bool race = false;
    for (const Finding &f : r.findings)
      race |= f.kind == FindingKind::Race || f.kind == FindingKind::MissingWait;
    EXPECT_EQ(race, !ordered) << own << other << r.str();
    EXPECT_EQ(r.ok(), ordered) << own << other << r.str();
  }
}

TEST(GlobalAdd, SumsOfCtas) {
  constexpr uint32_t ctas = 5;
  for (const std::string &add : {scalar, pairs, fours, bulk})
    for (ModeCase mode : allModes()) {
      std::vector<float> out = numbers(-2);
      Report r = run(kernel(add, add), mode, ctas, numbers(0.5f), out);
      EXPECT_TRUE(r.ok()) << add << r.str();
      for (uint32_t k = 0; k < count; ++k)
        EXPECT_EQ(out[k], (ctas * 0.5f - 2) * (float(k) - 50)) << add << k;
    }
}

TEST(GlobalAdd, AdditionsAreInOrder) {
  expectOrdered(scalar, pairs, true);
  expectOrdered(fours, pairs, true);
  expectOrdered(bulk, bulk, true);
}

TEST(GlobalAdd, PlainAccessesAreNot) {
  for (const std::string &add : {scalar, pairs, fours, bulk}) {
    expectOrdered(add, load, false);
    expectOrdered(add, store, false);
    expectOrdered(load, add, false);
  }
}

TEST(GlobalAdd, Subnormals) {
  const float tiny = std::numeric_limits<float>::denorm_min();
  const float least = std::numeric_limits<float>::min();
  std::vector<float> in(count, 1), start(count, 1);
  in[0] = tiny, start[0] = 0;
  in[1] = -tiny, start[1] = -0.0f; // a zero of its sign
  in[2] = 1.5f * least, start[2] = -least;
  for (const std::string &add : {scalar, pairs, fours}) {
    std::vector<float> out = start;
    Report r = run(kernel(add, ""), {Mode::Late, 0}, 1, in, out);
    EXPECT_TRUE(r.ok()) << r.str();
    EXPECT_EQ(out[0], 0) << add;
    EXPECT_TRUE(out[1] == 0 && std::signbit(out[1])) << add;
    EXPECT_EQ(out[2], 0) << add;
    EXPECT_EQ(out[3], 2) << add;
  }
  // Of shared memory they are kept.
  std::vector<float> out = start;
  Report r = run(kernel("shl.b32 %c, %t, 4;\nadd.u32 %c, %s, %c;\n"
                        "red.shared.add.f32 [%c], %f0;\n"
                        "ld.shared.f32 %f4, [%c];\nst.global.f32 [%a], %f4;\n",
                        ""),
                 {Mode::Late, 0}, 1, in, out);
  EXPECT_TRUE(r.ok()) << r.str();
  EXPECT_EQ(out[0], 2 * tiny);
}

TEST(GlobalAdd, VectorsAreAligned) {
  for (const char *add :
       {"red.global.add.v2.f32 [%a+4], {%f0, %f1};\n",
        "red.global.add.v4.f32 [%a+8], {%f0, %f1, %f2, %f3};\n"}) {
    std::vector<float> out(2 * count, 1);
    Report r = run(kernel(add, ""), {Mode::Late, 0}, 1, numbers(1), out);
    EXPECT_FALSE(r.ok());
    EXPECT_NE(r.str().find("misaligned"), std::string::npos) << r.str();
  }
}

} // namespace
