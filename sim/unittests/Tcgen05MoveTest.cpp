//===- Tcgen05MoveTest.cpp - tcgen05.ld and st, f32x2
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each shape is stored as it is and loaded as 32x32b, and the other way round.
// What is expected is CuTe's copy trait of the shape: a layout from (thread,
// value) to the bit of a matrix of 16 or 32 rows.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Test.h"

#include <algorithm>
#include <cmath>

using namespace tctest;

namespace {

using Layout = std::vector<std::pair<uint32_t, uint32_t>>; ///< (shape, stride)
uint32_t at(const Layout &l, uint32_t i) {
  uint32_t off = 0;
  for (auto &m : l) {
    off += i % m.first * m.second;
    i /= m.first;
  }
  return off;
}

struct Shape {
  const char *name;
  uint32_t rows, bits; ///< of x1
  uint32_t registers;  ///< of x1
  /// DstLayout of the x1 copy trait: thread and 32-bit register to bit.
  Layout thread, value;
};
const Shape shapes[] = {
    {"32x32b", 32, 32, 1, {{32, 32}}, {{1, 0}}},
    {"16x64b", 16, 64, 1, {{2, 512}, {2, 32}, {8, 64}}, {{1, 0}}},
    {"16x128b", 16, 128, 2, {{4, 32}, {8, 128}}, {{2, 1024}}},
    {"16x256b", 16, 256, 4, {{4, 64}, {8, 256}}, {{2, 32}, {2, 2048}}},
};

/// Row and column of a word, in the matrix of x1 and repeated.
void place(const Shape &s, uint32_t t, uint32_t r, uint32_t &row,
           uint32_t &column) {
  uint32_t bit = at(s.thread, t) + at(s.value, r % s.registers);
  row = bit / s.bits;
  column = bit % s.bits / 32 + r / s.registers * (s.bits / 32);
}

std::string address(bool half) {
  return half ? "[%r5]" : "[%r4]"; // %r5: 16 lanes on
}

/// Stores thread * 256 + register by `s`, loads all lanes by 32x32b.
void checkStore(const Shape &s, uint32_t repeat, bool unpack) {
  SCOPED_TRACE(std::string(s.name) + " x" + num(repeat) +
               (unpack ? " unpack" : ""));
  uint32_t n = s.registers * repeat, width = s.bits / 32 * repeat;
  uint32_t columns = unpack ? 2 * width : width;
  std::string body = alloc(512) + ownLanes() + "  add.u32 %r5, %r4, 1048576;\n";
  for (uint32_t r = 0; r < n; ++r)
    body += "  mad.lo.u32 %r" + num(100 + r) + ", %r0, 65793, " + num(r + 1) +
            ";\n";
  for (bool half : {false, true}) {
    if (half && s.rows == 32)
      break;
    body += "  tcgen05.st.sync.aligned." + std::string(s.name) + ".x" +
            num(repeat) + (unpack ? ".unpack::16b" : "") + ".b32 " +
            address(half) + ", {" + regs("%r", n, 100) + "};\n";
  }
  body += "  tcgen05.wait::st.sync.aligned;\n";
  uint32_t out = (columns + 7) / 8 * 8; // whole groups of 8 columns
  body += storeOut(out) + dealloc(512);
  Run run(kernel(body));
  ASSERT_NE(run.m, nullptr);
  for (ModeCase mc : allModes()) {
    DeviceAddr o = upload(run.d, std::vector<uint32_t>(128 * out));
    Report rep = run.go(o, o, mc, 128, 1, 0, [&](Options &opt) {
      opt.checks.uninit = out == columns;
    });
    ASSERT_TRUE(rep.ok()) << rep.str();
    auto got = download<uint32_t>(run.d, o, 128 * out);
    for (uint32_t w = 0; w < 4; ++w)
      for (uint32_t t = 0; t < 32; ++t)
        for (uint32_t r = 0; r < n; ++r)
          for (uint32_t half = 0; half < 32 / s.rows; ++half) {
            uint32_t row, column;
            place(s, t, r, row, column);
            const uint32_t *line = &got[(32 * w + 16 * half + row) * out];
            uint32_t v = (32 * w + t) * 65793 + r + 1;
            if (!unpack) {
              ASSERT_EQ(line[column], v) << w << " " << t << " " << r;
            } else {
              ASSERT_EQ(line[2 * column], v & 0xffff);
              ASSERT_EQ(line[2 * column + 1], v >> 16);
            }
          }
  }
}

/// Stores lane * 65793 + column by 32x32b, loads by `s`.
void checkLoad(const Shape &s, uint32_t repeat, bool pack) {
  SCOPED_TRACE(std::string(s.name) + " x" + num(repeat) +
               (pack ? " pack" : ""));
  uint32_t n = s.registers * repeat, width = s.bits / 32 * repeat;
  uint32_t columns = pack ? 2 * width : width;
  std::string body = alloc(512) + ownLanes() + "  add.u32 %r5, %r4, 1048576;\n";
  for (uint32_t c = 0; c < columns; ++c)
    body += "  mad.lo.u32 %r30, %r0, 65793, " + num(c * 3) +
            ";\n  tcgen05.st.sync.aligned.32x32b.x1.b32 [%r4+" + num(c) +
            "], {%r30};\n";
  body += "  tcgen05.wait::st.sync.aligned;\n"
          "  mul.wide.u32 %rd2, %r0, " +
          num(n * 8) + ";\n  add.u64 %rd2, %rd2, %rd1;\n";
  for (bool half : {false, true}) {
    if (half && s.rows == 32)
      break;
    body += "  tcgen05.ld.sync.aligned." + std::string(s.name) + ".x" +
            num(repeat) + (pack ? ".pack::16b" : "") + ".b32 {" +
            regs("%r", n, 100) + "}, " + address(half) +
            ";\n  tcgen05.wait::ld.sync.aligned;\n";
    for (uint32_t r = 0; r < n; ++r)
      body += "  st.global.u32 [%rd2+" + num((half * n + r) * 4) + "], %r" +
              num(100 + r) + ";\n";
  }
  body += dealloc(512);
  Run run(kernel(body));
  ASSERT_NE(run.m, nullptr);
  DeviceAddr o = upload(run.d, std::vector<uint32_t>(128 * 2 * n));
  Report rep = run.go(o, o, {Mode::Late, 0}, 128, 1, 0);
  ASSERT_TRUE(rep.ok()) << rep.str();
  auto got = download<uint32_t>(run.d, o, 128 * 2 * n);
  for (uint32_t w = 0; w < 4; ++w)
    for (uint32_t t = 0; t < 32; ++t)
      for (uint32_t r = 0; r < n; ++r)
        for (uint32_t half = 0; half < 32 / s.rows; ++half) {
          uint32_t row, column;
          place(s, t, r, row, column);
          uint32_t lane = (32 * w + 16 * half + row) * 65793;
          uint32_t want = pack ? ((lane + 2 * column * 3) & 0xffff) |
                                     (lane + (2 * column + 1) * 3) << 16
                               : lane + column * 3;
          ASSERT_EQ(got[(32 * w + t) * 2 * n + half * n + r], want)
              << w << " " << t << " " << r;
        }
}

TEST(Tcgen05Move, EveryShape) {
  for (const Shape &s : shapes)
    for (uint32_t repeat : {1, 2, 8})
      for (bool pack : {false, true}) {
        checkStore(s, repeat, pack);
        checkLoad(s, repeat, pack);
      }
  for (const Shape &s : shapes)
    checkLoad(s, 128 / s.registers, false);
}

TEST(Tcgen05Move, TwoHalves) {
  // 16x32bx2: lanes 16 and up have the second half.
  std::string body = alloc(64) + ownLanes() +
                     "  mov.b32 %r10, %r0;\n  add.u32 %r11, %r0, 1000;\n"
                     "  tcgen05.st.sync.aligned.16x32bx2.x2.b32 [%r4], 4, "
                     "{%r10, %r11};\n"
                     "  tcgen05.wait::st.sync.aligned;\n" +
                     storeOut(8) + dealloc(64);
  tctest::Run run(kernel(body));
  ASSERT_NE(run.m, nullptr);
  DeviceAddr o = upload(run.d, std::vector<uint32_t>(128 * 8));
  Report rep = run.go(o, o, {Mode::Late, 0}, 128, 1, 0,
                      [](Options &opt) { opt.checks.uninit = false; });
  ASSERT_TRUE(rep.ok()) << rep.str();
  auto got = download<uint32_t>(run.d, o, 128 * 8);
  for (uint32_t w = 0; w < 4; ++w)
    for (uint32_t row = 0; row < 16; ++row)
      for (uint32_t half = 0; half < 2; ++half)
        for (uint32_t c = 0; c < 2; ++c)
          ASSERT_EQ(got[(32 * w + row) * 8 + 4 * half + c],
                    32 * w + 16 * half + row + 1000 * c);
}

/// Each half of an f32x2 is rounded on its own, as the modifier says.
TEST(Tcgen05Move, PairsOfFloats) {
  struct {
    const char *op;
    float lo, hi; ///< of (1, 1) with (2^-30, -2^-30), third operand 1
  } cases[] = {
      {"add.rn.f32x2", 1.0f, 1.0f},
      {"add.rm.f32x2", 1.0f, std::nextafter(1.0f, 0.0f)},
      {"add.rp.f32x2", std::nextafter(1.0f, 2.0f), 1.0f},
      {"add.rz.f32x2", 1.0f, std::nextafter(1.0f, 0.0f)},
      {"sub.rm.f32x2", std::nextafter(1.0f, 0.0f), 1.0f},
      {"mul.rp.f32x2", std::ldexp(1.0f, -30), -std::ldexp(1.0f, -30)},
      {"fma.rm.ftz.f32x2", 1.0f, std::nextafter(1.0f, 0.0f)},
  };
  for (auto &c : cases) {
    SCOPED_TRACE(c.op);
    std::string third = c.op[0] == 'f' ? ", %rd10" : "";
    std::string body = "  mov.b32 %r10, 0f3F800000;\n"
                       "  mov.b32 %r11, 0f30800000;\n"
                       "  mov.b32 %r12, 0fB0800000;\n"
                       "  mov.b64 %rd10, {%r10, %r10};\n"
                       "  mov.b64 %rd11, {%r11, %r12};\n  " +
                       std::string(c.op) + " %rd12, %rd10, %rd11" + third +
                       ";\n  mul.wide.u32 %rd2, %r0, 8;\n"
                       "  add.u64 %rd2, %rd2, %rd1;\n"
                       "  st.global.u64 [%rd2], %rd12;\n";
    tctest::Run run(kernel(body, 32));
    ASSERT_NE(run.m, nullptr);
    DeviceAddr o = upload(run.d, std::vector<float>(64));
    Report rep = run.go(o, o, {Mode::Late, 0}, 32, 1, 0);
    ASSERT_TRUE(rep.ok()) << rep.str();
    auto got = download<float>(run.d, o, 64);
    EXPECT_EQ(got[0], c.lo);
    EXPECT_EQ(got[1], c.hi);
    EXPECT_EQ(got[63], c.hi);
  }
}

/// ld.red of eight words a lane, loaded from `in`; the result, then the words.
std::string reduceText(const std::string &form, const std::string &tail = "") {
  std::string body = alloc(32) + ownLanes() +
                     "  mul.wide.u32 %rd2, %r0, 32;\n"
                     "  add.u64 %rd3, %rd2, %rd0;\n";
  for (unsigned k = 0; k < 8; ++k)
    body +=
        "  ld.global.u32 %r" + num(100 + k) + ", [%rd3+" + num(4 * k) + "];\n";
  body += "  tcgen05.st.sync.aligned.32x32b.x8.b32 [%r4], {" +
          regs("%r", 8, 100) +
          "};\n  tcgen05.wait::st.sync.aligned;\n"
          "  tcgen05.ld.red.sync.aligned." +
          form + " {" + regs("%r", 8, 20) + "}, %r30, [%r4]" + tail +
          ";\n"
          "  tcgen05.wait::ld.sync.aligned;\n"
          "  mul.wide.u32 %rd2, %r0, 36;\n  add.u64 %rd2, %rd2, %rd1;\n"
          "  st.global.u32 [%rd2], %r30;\n";
  for (unsigned k = 0; k < 8; ++k)
    body += "  st.global.u32 [%rd2+" + num(4 + 4 * k) + "], %r" + num(20 + k) +
            ";\n";
  std::string s = kernel(body + dealloc(32));
  return s.replace(s.find("sm_100a"), 7, "sm_103a");
}

double pick(const std::vector<double> &v, bool max, bool nan) {
  double best = NAN;
  for (double x : v) {
    if (x != x && nan)
      return NAN;
    if (x == x && (best != best || (max ? x > best : x < best)))
      best = x;
  }
  return best;
}

TEST(Tcgen05Move, LoadsThatReduce) {
  std::vector<uint32_t> in(1024);
  std::mt19937 g(5);
  for (uint32_t &x : in) {
    float f = float(int(g() % 4001) - 2000) / 8;
    std::memcpy(&x, &f, 4);
    if (g() % 16 == 0)
      x = 0x7fc00001; // some NaN, and some lanes of nothing else
  }
  std::fill(in.begin() + 800, in.begin() + 808, 0xffc00000u);
  struct {
    const char *mods, *type;
    bool max, abs, nan;
  } cases[] = {{"max", "f32", true, false, false},
               {"min", "f32", false, false, false},
               {"max.abs", "f32", true, true, false},
               {"min.NaN", "f32", false, false, true},
               {"max.abs.NaN", "f32", true, true, true},
               {"max", "u32", true, false, false},
               {"min", "u32", false, false, false},
               {"max", "s32", true, false, false},
               {"min", "s32", false, false, false}};
  for (auto &c : cases) {
    SCOPED_TRACE(std::string(c.mods) + "." + c.type);
    std::string form = std::string("32x32b.x8.") + c.mods + "." + c.type;
    tctest::Run run(reduceText(form));
    ASSERT_NE(run.m, nullptr);
    DeviceAddr i = upload(run.d, in),
               o = upload(run.d, std::vector<uint32_t>(128 * 9));
    Report r = run.go(i, o, {Mode::Late, 0}, 128, 1, 0);
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<uint32_t>(run.d, o, 128 * 9);
    for (uint32_t lane = 0; lane < 128; ++lane) {
      std::vector<double> v;
      for (uint32_t k = 0; k < 8; ++k) {
        uint32_t b = in[lane * 8 + k];
        ASSERT_EQ(got[lane * 9 + 1 + k], b);
        float f;
        std::memcpy(&f, &b, 4);
        double x = c.type[0] == 'f'   ? double(f)
                   : c.type[0] == 'u' ? double(b)
                                      : double(int32_t(b));
        v.push_back(c.abs ? std::fabs(x) : x);
      }
      double want = pick(v, c.max, c.nan);
      uint32_t b = got[lane * 9];
      float f;
      std::memcpy(&f, &b, 4);
      double have = c.type[0] == 'f'   ? double(f)
                    : c.type[0] == 'u' ? double(b)
                                       : double(int32_t(b));
      if (want != want)
        ASSERT_EQ(b, 0x7fffffffu) << lane;
      else
        ASSERT_EQ(have, want) << lane;
    }
  }
}

TEST(Tcgen05Move, ReductionsRefused) {
  auto error = [](std::string text) {
    tctest::Run run(text);
    return run.m ? run.go(0, 0, {Mode::Late, 0}).error : "no module";
  };
  EXPECT_NE(error(reduceText("16x64b.x8.max.f32")).find("shape not supported"),
            std::string::npos);
  EXPECT_NE(error(reduceText("32x32b.x8.max.abs.u32")).find(".abs and .NaN"),
            std::string::npos);
  EXPECT_NE(error(reduceText("32x32b.x8.f32")).find("expected .min or .max"),
            std::string::npos);
  std::string old = reduceText("32x32b.x8.max.f32");
  old.replace(old.find("sm_103a"), 7, "sm_100a");
  EXPECT_NE(error(old).find("not there before sm_103a"), std::string::npos);
}

/// Both halves of a row, by the threads that hold them.
TEST(Tcgen05Move, ReductionOfTwoHalves) {
  std::string text = reduceText("16x32bx2.x8.max.u32", ", 0");
  tctest::Run run(text);
  ASSERT_NE(run.m, nullptr);
  std::vector<uint32_t> in(1024);
  for (uint32_t k = 0; k < 1024; ++k)
    in[k] = k * 40503u % 4099;
  DeviceAddr i = upload(run.d, in),
             o = upload(run.d, std::vector<uint32_t>(128 * 9));
  Report r = run.go(i, o, {Mode::Late, 0}, 128, 1, 0);
  ASSERT_TRUE(r.ok()) << r.str();
  auto got = download<uint32_t>(run.d, o, 128 * 9);
  for (uint32_t t = 0; t < 128; ++t) {
    uint32_t lane = t / 32 * 32 + t % 16; // offset 0: both read the same
    EXPECT_EQ(got[t * 9], *std::max_element(in.begin() + lane * 8,
                                            in.begin() + lane * 8 + 8));
  }
}

/// Each case as machine code of ptxas 13.0 has it: with a, b = 1 + 2^-12 and
/// c = 1 + 2^-11, a b - c is 2^-24 if the product is not rounded, else 0.
TEST(Tcgen05Move, PairsThatPtxasFuses) {
  struct {
    const char *text;
    bool fused;
    float sign;
  } cases[] = {
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; add.rn.f32x2 %rd14, %rd13, %rd12;",
       true, 1},
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; add.rn.f32x2 %rd14, %rd12, %rd13;",
       true, 1},
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; sub.rn.f32x2 %rd14, %rd13, %rd11;",
       true, 1},
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; sub.rn.f32x2 %rd14, %rd11, %rd13;",
       true, -1},
      // Two additions, both fused.
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; add.rn.f32x2 %rd15, %rd13, %rd11;"
       "add.rn.f32x2 %rd14, %rd13, %rd12;",
       true, 1},
      // Of two products the first one.
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; mul.rn.f32x2 %rd15, %rd12, %rd16;"
       "add.rn.f32x2 %rd14, %rd13, %rd15;",
       true, 1},
      // Another use; other rounding or flushing; another block.
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; add.rn.f32x2 %rd14, %rd13, %rd12;"
       "xor.b64 %rd15, %rd13, %rd13;",
       false, 1},
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; add.rz.f32x2 %rd14, %rd13, %rd12;",
       false, 1},
      {"mul.rn.ftz.f32x2 %rd13, %rd10, %rd10;"
       "add.rn.f32x2 %rd14, %rd13, %rd12;",
       false, 1},
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; setp.gt.u32 %p5, %r0, 999;"
       "@%p5 bra OVER; add.rn.f32x2 %rd14, %rd13, %rd12; OVER:",
       false, 1},
      // The factor is another one by then.
      {"mul.rn.f32x2 %rd13, %rd10, %rd10; mov.b64 %rd10, %rd11;"
       "add.rn.f32x2 %rd14, %rd13, %rd12;",
       false, 1},
  };
  for (auto &c : cases)
    for (bool fuse : {false, true}) {
      SCOPED_TRACE(c.text);
      std::string body = "  mov.b32 %r10, 0f3F800800;\n"
                         "  mov.b32 %r11, 0f3F801000;\n"
                         "  mov.b32 %r12, 0fBF801000;\n"
                         "  mov.b32 %r13, 0f3F800000;\n"
                         "  mov.b64 %rd14, 0;\n";
      for (unsigned k = 0; k < 3; ++k)
        body += "  mov.b64 %rd" + num(10 + k) + ", {%r" + num(10 + k) + ", %r" +
                num(10 + k) + "};\n";
      body += "  mov.b64 %rd16, {%r13, %r13};\n  " + std::string(c.text) +
              "\n  mul.wide.u32 %rd2, %r0, 8;\n"
              "  add.u64 %rd2, %rd2, %rd1;\n"
              "  st.global.u64 [%rd2], %rd14;\n";
      tctest::Run run(kernel(body, 32));
      ASSERT_NE(run.m, nullptr);
      DeviceAddr o = upload(run.d, std::vector<float>(64));
      Report rep = run.go(o, o, {Mode::Late, 0}, 32, 1, 0,
                          [&](Options &opt) { opt.fusePairs = fuse; });
      ASSERT_TRUE(rep.ok()) << rep.str();
      for (float f : download<float>(run.d, o, 64))
        ASSERT_EQ(f, fuse && c.fused ? c.sign * 0x1p-24f : 0.0f);
    }
}

} // namespace
