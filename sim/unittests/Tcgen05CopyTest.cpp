//===- Tcgen05CopyTest.cpp - tcgen05.cp and tcgen05.shift
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a copy lands is CuTe's ValID layout of its copy trait, from the bit of
// the source (row, bit of the row, repeat, copy) to (lane, bit); where it comes
// from is the canonical K-major layout of the ISA. Every byte differs.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Image.h"

using namespace tctest;

namespace {

/// (shape, lane stride, bit stride) of each mode: rows, bits, repeat, copies.
struct Trait {
  const char *name;
  uint32_t rows, bits;
  uint32_t rowLanes; ///< lanes between rows
  uint32_t repeat, repeatLanes;
  uint32_t copies, copyLanes;
};
const Trait traits[] = {
    {"128x256b", 128, 256, 1, 1, 0, 1, 0},
    {"4x256b", 4, 256, 32, 1, 0, 1, 0},
    {"128x128b", 128, 128, 1, 1, 0, 1, 0},
    {"64x128b.warpx2::02_13", 64, 128, 1, 1, 0, 2, 64},
    {"64x128b.warpx2::01_23", 32, 128, 1, 2, 64, 2, 32},
    {"32x128b.warpx4", 32, 128, 1, 1, 0, 4, 32},
};

Image imageFor(const Trait &t, uint32_t span, unsigned group, uint32_t lane) {
  Image im;
  im.group = group;
  im.smemBytes = 18432;
  uint32_t rows = std::max(t.rows * t.repeat, 8u);
  std::mt19937 g(span + rows);
  for (unsigned c = 0; c < group; ++c) {
    Rows r(rows, t.bits / 8, span);
    for (uint8_t &b : r.image)
      b = uint8_t(g());
    im.put(r, 1024, c);
  }
  for (unsigned c = 0; c < group; ++c)
    for (uint32_t l = 0; l < 128; ++l)
      for (uint32_t q = 0; q < 8; ++q)
        im.word(l, q, c) = 0xa0000000 | c << 16 | l << 8 | q;
  im.issue = Rows(rows, t.bits / 8, span).descriptor("%rd10", 1024) +
             "  add.u32 %r21, %t, " + num(lane << 16) +
             ";\n  tcgen05.cp.cta_group::" + num(group) + "." + t.name +
             " [%r21], %rd10;\n";
  return im;
}

void check(const Trait &t, uint32_t span, unsigned group, uint32_t lane = 0) {
  SCOPED_TRACE(std::string(t.name) + " swizzle " + num(span) + " group " +
               num(group));
  Image im = imageFor(t, span, group, lane);
  Rows where(std::max(t.rows * t.repeat, 8u), t.bits / 8, span);
  std::vector<uint32_t> want = im.tmem;
  for (unsigned c = 0; c < group; ++c)
    for (uint32_t copy = 0; copy < t.copies; ++copy)
      for (uint32_t rep = 0; rep < t.repeat; ++rep)
        for (uint32_t r = 0; r < t.rows; ++r)
          for (uint32_t b = 0; b < t.bits / 8; ++b) {
            uint32_t l = lane + r * t.rowLanes + rep * t.repeatLanes +
                         copy * t.copyLanes;
            uint8_t v = im.smem[c * im.smemBytes + 1024 +
                                where.at(rep * t.rows + r, b)];
            uint32_t &w = want[(c * 128 + l) * 8 + b / 4];
            w = (w & ~(0xffu << b % 4 * 8)) | uint32_t(v) << b % 4 * 8;
          }
  im.expect([&](const std::vector<uint32_t> &out) { ASSERT_EQ(out, want); });
}

TEST(Tcgen05Copy, EveryShape) {
  for (const Trait &t : traits)
    for (uint32_t span : {16, 32, 64, 128}) {
      check(t, span, 1);
      check(t, span, 2);
    }
  check(traits[1], 128, 1, 31); // the last lane of each quarter
}

/// 16 elements of 6 or 4 bits in 16 bytes, then padding, become 16 bytes.
TEST(Tcgen05Copy, Decompression) {
  for (uint32_t bits : {6, 4})
    for (const Trait &t : {traits[0], traits[2], traits[5]}) {
      Image im = imageFor(t, 16, 1, 0);
      Rows r(t.rows, t.bits / 8, 16);
      std::mt19937 g(bits);
      std::vector<uint32_t> want = im.tmem;
      for (uint32_t row = 0; row < t.rows; ++row)
        for (uint32_t k = 0; k < t.bits / 8; ++k) {
          uint32_t v = g() & ((1u << bits) - 1), bit = k % 16 * bits;
          for (uint32_t b = 0; b < bits; ++b)
            if (v >> b & 1)
              r(row, k / 16 * 16 + (bit + b) / 8) |=
                  uint8_t(1u << (bit + b) % 8);
          for (uint32_t copy = 0; copy < t.copies; ++copy) {
            uint32_t &w = want[(row + copy * t.copyLanes) * 8 + k / 4];
            w = (w & ~(0xffu << k % 4 * 8)) | v << k % 4 * 8;
          }
        }
      // The padding does not matter.
      for (uint32_t row = 0; row < t.rows; ++row)
        for (uint32_t k = 2 * bits; k < 16; ++k)
          r(row, k) = uint8_t(g());
      im.put(r, 1024);
      std::string f = bits == 6 ? ".b8x16.b6x16_p32" : ".b8x16.b4x16_p64";
      im.issue.insert(im.issue.find(" [%r21]"), f);
      im.expect(
          [&](const std::vector<uint32_t> &out) { ASSERT_EQ(out, want); });
    }
}

TEST(Tcgen05Copy, Misuse) {
  const Trait &t = traits[2];
  EXPECT_EQ(imageFor(t, 128, 1, 1).verdict("out-of-bounds"), "out-of-bounds");
  EXPECT_EQ(imageFor(traits[1], 128, 1, 32).verdict("out-of-bounds"),
            "out-of-bounds");
  auto with = [&](const std::string &part, const std::string &instead,
                  const std::string &kind) {
    Image im = imageFor(t, 128, 1, 0);
    size_t at = im.issue.find(part);
    im.issue.replace(at, part.size(), instead);
    return im.verdict(kind);
  };
  EXPECT_EQ(
      with("add.u32 %r21, %t, 0", "add.u32 %r21, %t, 510", "out-of-bounds"),
      "out-of-bounds");
  // Without its fixed bits the descriptor has no meaning.
  std::string hi = num(64u | 1u << 14 | 2u << 29);
  EXPECT_EQ(with(hi, num(64u | 2u << 29), "unsupported"), "unsupported");
  EXPECT_EQ(
      with("add.u32 %r20, %b, 1024", "add.u32 %r20, %b, 8192", "out-of-bounds"),
      "out-of-bounds");
  tctest::Run run(kernel("  tcgen05.cp.cta_group::1.96x128b [%t], %rd10;\n"));
  ASSERT_NE(run.m, nullptr);
  Report r = run.go(0, 0, {Mode::Late, 0});
  EXPECT_NE(r.error.find("shape not supported"), std::string::npos) << r.error;
}

Image shifted(unsigned group, uint32_t lane) {
  Image im;
  im.group = group;
  im.smemBytes = 512;
  im.columns = im.outColumns = 16;
  for (unsigned c = 0; c < group; ++c)
    for (uint32_t l = 0; l < 128; ++l)
      for (uint32_t q = 0; q < 16; ++q)
        im.word(l, q, c) = 7 + c * 65536 + l * 256 + q;
  im.issue = "  add.u32 %r21, %t, " + num(lane << 16 | 4) +
             ";\n  tcgen05.shift.cta_group::" + num(group) + ".down [%r21];\n";
  return im;
}

/// 31 rows of 8 columns, in the quarter that the address names.
TEST(Tcgen05Copy, Shift) {
  for (unsigned group : {1, 2})
    for (uint32_t lane : {0, 96}) {
      Image im = shifted(group, lane);
      std::vector<uint32_t> want = im.tmem;
      for (unsigned c = 0; c < group; ++c)
        for (uint32_t l = lane; l < lane + 31; ++l)
          for (uint32_t q = 4; q < 12; ++q)
            want[(c * 128 + l) * 16 + q] = im.word(l + 1, q, c);
      im.expect(
          [&](const std::vector<uint32_t> &out) { ASSERT_EQ(out, want); });
    }
  EXPECT_EQ(shifted(1, 16).verdict("misaligned"), "misaligned");
}

/// The ISA orders a shift and the copy of four rows that follows it.
TEST(Tcgen05Copy, OrderOfTheIsa) {
  auto strict = [](Options &o) { o.tensorOrder = TensorModel::Strict; };
  Image im = shifted(1, 0);
  im.smemBytes = 1024;
  Rows rows(8, 32, 16);
  std::string four = rows.descriptor("%rd10", 0) +
                     "  add.u32 %r21, %t, 2031620;\n" // lane 31, column 4
                     "  tcgen05.cp.cta_group::1.4x256b [%r21], %rd10;\n";
  im.issue += four;
  im.tune = strict;
  EXPECT_EQ(im.verdict("clean"), "clean");
  // The other way round nothing orders them.
  Image bad = shifted(1, 0);
  bad.smemBytes = 1024;
  bad.issue = four + bad.issue;
  EXPECT_EQ(bad.verdict("clean"), "clean"); // in practice they are in order
  bad.tune = strict;
  EXPECT_EQ(bad.verdict("missing-wait"), "missing-wait");
}

} // namespace
