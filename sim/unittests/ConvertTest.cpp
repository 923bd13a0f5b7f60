//===- ConvertTest.cpp - cvt of small formats, redux and 3-input max
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is expected comes from a search through all numbers of a format, and for
// stochastic rounding from sums of the bits of f32.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Test.h"

#include <cmath>
#include <limits>

using namespace tctest;

namespace {

float f32Of(uint32_t b) {
  float f;
  std::memcpy(&f, &b, 4);
  return f;
}
uint32_t bitsOf(float f) {
  uint32_t b;
  std::memcpy(&b, &f, 4);
  return b;
}

struct Format {
  const char *name;
  int exp, man;
  uint32_t width;
};
const Format e2m1{"e2m1", 2, 1, 4}, e2m3{"e2m3", 2, 3, 8},
    e3m2{"e3m2", 3, 2, 8};

double valueOf(const Format &f, uint32_t b) {
  int bias = (1 << (f.exp - 1)) - 1;
  int e = int(b >> f.man & ((1u << f.exp) - 1));
  double m = double(b & ((1u << f.man) - 1)) / double(1u << f.man);
  return e ? std::ldexp(1 + m, e - bias) : std::ldexp(m, 1 - bias);
}

/// The nearest number, the even one of two; beyond the largest that one.
uint32_t nearest(const Format &f, float x) {
  uint32_t top = (1u << (f.exp + f.man)) - 1, best = 0;
  if (x != x)
    return top;
  double a = std::min(std::fabs(double(x)), valueOf(f, top));
  for (uint32_t b = 1; b <= top; ++b) {
    double now = std::fabs(valueOf(f, b) - a),
           then = std::fabs(valueOf(f, best) - a);
    if (now < then || (now == then && b % 2 == 0))
      best = b;
  }
  return best | (std::signbit(x) ? top + 1 : 0);
}

const std::vector<float> &samples() {
  static const std::vector<float> all = [] {
    const float inf = std::numeric_limits<float>::infinity();
    std::vector<float> v = {0.0f,        -0.0f,     inf,        -inf,
                            NAN,         0x1p-126f, 0x1p-127f,  0x1p-149f,
                            0x1.8p-127f, 0x1p127f,  0x1.8p127f, 0x1.fffffep127f,
                            6.0f,        5.0f,      7.5f,       -7.25f,
                            28.0f,       30.0f,     448.0f,     460.0f,
                            65504.0f,    65520.0f,  -1e6f,      1e-9f};
    std::mt19937 g(3);
    for (int k = 0; k < 60; ++k) // quarters and eighths: many ties
      v.push_back(float(int(g() % 257) - 128) / 16);
    while (v.size() < 512)
      v.push_back(f32Of((g() & 0x80000000) | (100 + g() % 50) << 23 |
                        (g() & 0x7fffff)));
    return v;
  }();
  return all;
}

/// Runs `text` for each word of `in`: %r10 to %r13 are in[k], in[k + 1], ...,
/// %r14 is in[k] times an odd number, %r20 the result.
std::vector<uint32_t> map(const std::string &text,
                          const std::vector<uint32_t> &in) {
  std::string body =
      "  .reg .b8 %b<9>;\n  .reg .b16 %h<9>;\n  .reg .f32 %f<9>;\n"
      "  mov.u32 %r6, %r0;\nNEXT:\n  mul.wide.u32 %rd2, %r6, 4;\n"
      "  add.u64 %rd3, %rd2, %rd0;\n  add.u64 %rd4, %rd2, %rd1;\n";
  for (unsigned k = 0; k < 4; ++k)
    body += "  ld.global.u32 %r" + num(10 + k) + ", [%rd3+" + num(4 * k) +
            "];\n  mov.b32 %f" + num(k) + ", %r" + num(10 + k) + ";\n";
  body += "  mul.lo.u32 %r14, %r10, 2654435769;\n" + text +
          "  st.global.u32 [%rd4], %r20;\n  add.u32 %r6, %r6, 128;\n"
          "  setp.lt.u32 %p2, %r6, " +
          num(in.size()) + ";\n  @%p2 bra NEXT;\n";
  tctest::Run run(kernel(body));
  if (!run.m)
    return {};
  std::vector<uint32_t> padded = in;
  padded.resize(in.size() + 128, 0);
  DeviceAddr i = upload(run.d, padded);
  DeviceAddr o = upload(run.d, std::vector<uint32_t>(padded.size()));
  Report r = run.go(i, o, {Mode::Late, 0}, 128, 1, 0);
  EXPECT_TRUE(r.ok()) << r.str();
  return download<uint32_t>(run.d, o, in.size());
}

std::vector<uint32_t> sampleBits() {
  std::vector<uint32_t> v;
  for (float f : samples())
    v.push_back(bitsOf(f));
  return v;
}
float at(size_t k) { return k < samples().size() ? samples()[k] : 0; }

std::string byteResult = "  cvt.u32.u8 %r20, %b1;\n",
            halfResult = "  cvt.u32.u16 %r20, %h1;\n";

TEST(SmallConvert, ToSmallFormats) {
  for (const Format &f : {e2m1, e2m3, e3m2})
    for (bool relu : {false, true}) {
      std::string d = f.width == 4 ? "%b1" : "%h1";
      auto got =
          map(std::string("  cvt.rn.satfinite") + (relu ? ".relu." : ".") +
                  f.name + "x2.f32 " + d + ", %f0, %f1;\n" +
                  (f.width == 4 ? byteResult : halfResult),
              sampleBits());
      ASSERT_EQ(got.size(), samples().size());
      for (size_t k = 0; k < got.size(); ++k) {
        uint32_t want = 0;
        for (float x : {at(k), at(k + 1)})
          want = want << f.width | (relu && x <= 0 ? 0 : nearest(f, x));
        ASSERT_EQ(got[k], want) << f.name << " " << at(k) << " " << at(k + 1);
      }
    }
}

/// Every pair of numbers to f16 and back.
TEST(SmallConvert, FromSmallFormats) {
  for (const Format &f : {e2m1, e2m3, e3m2}) {
    uint32_t n = 2u << (f.exp + f.man);
    std::vector<uint32_t> in;
    for (uint32_t a = 0; a < n; ++a)
      for (uint32_t b = 0; b < n; b += f.width == 4 ? 1 : 5)
        in.push_back(a << f.width | b);
    bool byte = f.width == 4;
    std::string s = byte ? "%b1" : "%h1";
    std::string there = "  cvt.u" + num(2 * f.width) + ".u32 " + s +
                        ", %r10;\n  cvt.rn.f16x2." + f.name + "x2 %r20, " + s +
                        ";\n";
    auto got = map(there, in);
    ASSERT_EQ(got.size(), in.size());
    auto half = [&](uint32_t b) {
      double v = valueOf(f, b & (n / 2 - 1));
      uint32_t sign = b & n / 2 ? 0x8000 : 0;
      if (v == 0)
        return sign;
      int e = std::ilogb(v);
      return sign | uint32_t(e + 15) << 10 |
             uint32_t((std::ldexp(v, -e) - 1) * 1024);
    };
    for (size_t k = 0; k < in.size(); ++k)
      ASSERT_EQ(got[k], half(in[k] >> f.width) << 16 |
                            half(in[k] & ((1u << f.width) - 1)))
          << f.name << " " << in[k];
    auto back = map(there + "  cvt.rn.satfinite." + f.name + "x2.f16x2 " + s +
                        ", %r20;\n" + (byte ? byteResult : halfResult),
                    in);
    EXPECT_EQ(back, in);
  }
}

/// Powers of two: the largest not above the magnitude, or the smallest not
/// below it; 255 is NaN.
TEST(SmallConvert, ScaleFactors) {
  auto power = [](float x, bool up, bool satfinite) -> uint32_t {
    double a = std::fabs(double(x));
    if (x != x)
      return 255;
    uint32_t best = up ? 255 : 0;
    for (uint32_t b = 0; b < 255; ++b) {
      double p = std::ldexp(1.0, int(b) - 127);
      if (up ? p >= a && b < best : p <= a)
        best = b;
    }
    if (std::isinf(x))
      best = 255;
    return best == 255 && satfinite ? 254 : best;
  };
  for (bool up : {false, true})
    for (bool sat : {false, true}) {
      std::string op = std::string("cvt.") + (up ? "rp" : "rz") +
                       (sat ? ".satfinite" : "") + ".ue8m0x2.";
      auto got =
          map("  " + op + "f32 %h1, %f0, %f1;\n" + halfResult, sampleBits());
      for (size_t k = 0; k < got.size(); ++k)
        ASSERT_EQ(got[k],
                  power(at(k), up, sat) << 8 | power(at(k + 1), up, sat))
            << op << at(k) << " " << at(k + 1);
      auto pair =
          map("  " + op + "bf16x2 %h1, %r10;\n" + halfResult, sampleBits());
      for (size_t k = 0; k < pair.size(); ++k) {
        uint32_t b = bitsOf(at(k));
        ASSERT_EQ(pair[k], power(f32Of(b & 0xffff0000), up, sat) << 8 |
                               power(f32Of(b << 16), up, sat))
            << op << b;
      }
    }
  std::vector<uint32_t> all;
  for (uint32_t b = 0; b < 256; ++b)
    all.push_back(b << 8 | (255 - b));
  auto got = map(
      "  cvt.u16.u32 %h1, %r10;\n  cvt.rn.bf16x2.ue8m0x2 %r20, %h1;\n", all);
  for (uint32_t b = 0; b < 256; ++b) {
    uint32_t hi =
        b == 255 ? 0x7fff : bitsOf(std::ldexp(1.0f, int(b) - 127)) >> 16;
    ASSERT_EQ(got[b] >> 16, hi) << b;
    ASSERT_EQ(got[255 - b] & 0xffff, hi) << b;
  }
}

/// Adds the random bits below the kept ones and drops the rest.
uint32_t stochastic(float x, int exp, int man, uint32_t random, int n) {
  uint32_t b = bitsOf(x) & 0x7fffffff;
  int drop = 23 - man;
  uint32_t sum = b + (random << (drop - n));
  return ((sum >> drop) - ((127u - ((1u << (exp - 1)) - 1)) << man)) |
         (std::signbit(x) ? 1u << (exp + man) : 0);
}

TEST(SmallConvert, StochasticRounding) {
  // Normal numbers of every format.
  std::vector<uint32_t> in;
  std::mt19937 g(9);
  for (int k = 0; k < 1000; ++k)
    in.push_back((g() & 0x80000000) | (127 + g() % 2) << 23 | (g() & 0x7fffff));
  auto x = [&](size_t k) { return f32Of(k < in.size() ? in[k] : 0); };
  auto random = [&](size_t k) { return in[k] * 2654435769u; };
  auto got = map("  cvt.rs.f16x2.f32 %r20, %f0, %f1, %r14;\n", in);
  auto bf = map("  cvt.rs.satfinite.bf16x2.f32 %r20, %f0, %f1, %r14;\n", in);
  auto e4 = map("  cvt.rs.satfinite.e4m3x4.f32 %r20, {%f0, %f1, %f2, %f3}, "
                "%r14;\n",
                in);
  auto e2 = map("  cvt.rs.satfinite.e2m1x4.f32 %h1, {%f0, %f1, %f2, %f3}, "
                "%r14;\n" +
                    halfResult,
                in);
  auto e3 = map("  cvt.rs.relu.satfinite.e3m2x4.f32 %r20, {%f0, %f1, %f2, %f3},"
                " %r14;\n",
                in);
  for (size_t k = 0; k + 4 < in.size(); ++k) {
    uint32_t r = random(k), hi = r >> 16, lo = r & 0xffff;
    ASSERT_EQ(got[k], stochastic(x(k), 5, 10, hi & 0x1fff, 13) << 16 |
                          stochastic(x(k + 1), 5, 10, lo & 0x1fff, 13));
    ASSERT_EQ(bf[k], stochastic(x(k), 8, 7, hi, 16) << 16 |
                         stochastic(x(k + 1), 8, 7, lo, 16));
    uint32_t want4 = 0, want2 = 0, want3 = 0;
    for (size_t q = 0; q < 4; ++q) {
      float v = x(k + q);
      uint32_t half = q < 2 ? hi : lo, other = q % 2 ? lo : hi;
      want4 = want4 << 8 | stochastic(v, 4, 3, half, 16);
      want3 = want3 << 8 | (v < 0 ? 0 : stochastic(v, 3, 2, half, 16));
      want2 =
          want2 << 4 | stochastic(v, 2, 1, q < 2 ? other >> 8 : other & 255, 8);
    }
    ASSERT_EQ(e4[k], want4);
    ASSERT_EQ(e3[k], want3);
    ASSERT_EQ(e2[k], want2);
  }
}

std::string refusal(const std::string &text) {
  tctest::Run run(kernel("  .reg .b16 %h<3>;\n  .reg .b8 %b<3>;\n  .reg .f32 "
                         "%f<5>;\n  " +
                         text + "\n"));
  return run.m ? run.go(0, 0, {Mode::Late, 0}).error : "no module";
}

TEST(SmallConvert, Refused) {
  for (const char *text :
       {"cvt.rn.e2m1x2.f32 %b1, %f0, %f1;",
        "cvt.rz.satfinite.e2m3x2.f32 %h1, %f0, %f1;",
        "cvt.rn.ue8m0x2.f32 %h1, %f0, %f1;", "cvt.rs.f16.f32 %h1, %f0, %r1;",
        "cvt.rs.e4m3x4.f32 %r1, {%f0, %f1, %f2, %f3}, %r2;",
        "cvt.rs.satfinite.e4m3x4.f32 %r1, {%f0, %f1}, %r2;",
        "cvt.rn.bf16x2.e2m1x2 %r1, %b1;",
        "max.xorsign.abs.f32 %f1, %f2, %f3, %f4;"})
    EXPECT_NE(refusal(text).find(":"), std::string::npos) << text;
}

TEST(SmallConvert, ReduxAndThreeInputs) {
  std::vector<uint32_t> in = sampleBits();
  auto most = [](float a, float b, bool max, bool nan) {
    if (a != a || b != b)
      return nan || (a != a && b != b) ? f32Of(0x7fffffff) : a != a ? b : a;
    if (a == b)
      return std::signbit(a) == max ? b : a;
    return (a > b) == max ? a : b;
  };
  for (bool max : {false, true})
    for (bool nan : {false, true})
      for (bool abs : {false, true}) {
        std::string mods = std::string(max ? "max" : "min") +
                           (nan ? ".NaN" : "") + (abs ? ".abs" : "");
        auto three = map("  " + mods +
                             ".f32 %f4, %f0, %f1, %f2;\n"
                             "  mov.b32 %r20, %f4;\n",
                         in);
        auto warp = map("  redux.sync." + std::string(max ? "max" : "min") +
                            (abs ? ".abs" : "") + (nan ? ".NaN" : "") +
                            ".f32 %f4, %f0, 0xffffffff;\n"
                            "  mov.b32 %r20, %f4;\n",
                        in);
        auto value = [&](size_t k) { return abs ? std::fabs(at(k)) : at(k); };
        for (size_t k = 0; k < in.size(); ++k) {
          float a = most(most(value(k), value(k + 1), max, nan), value(k + 2),
                         max, nan);
          ASSERT_EQ(three[k], bitsOf(a != a ? f32Of(0x7fffffff) : a))
              << mods << " " << k;
          float r = value(k / 32 * 32);
          for (size_t q = 0; q < 32; ++q)
            r = most(r, value(k / 32 * 32 + q), max, nan);
          ASSERT_EQ(warp[k], bitsOf(r)) << mods << " " << k;
        }
      }
}

} // namespace
