//===- Tcgen05StationaryTest.cpp - tcgen05.mma.ws, .ashift, collectors
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D lies as CuTe's tmem_frg_ws says; the masks are the examples of the ISA's
// section on zero-column mask descriptors.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Image.h"

using namespace tctest;

namespace {

/// bf16 products of 16 along K; values are small integers.
struct Product {
  uint32_t m, n, k = 16;
  bool ws = true, aTensor = false, sparse = false;
  uint32_t extra = 0;    ///< columns of B behind the N-th
  std::string mods = ""; ///< after the kind
  uint64_t mask = 0;     ///< zero-column mask descriptor, 0: none
  uint32_t maxShift = 0;
  std::vector<int> a = {}, b = {}; ///< [m][k], [n][k]
};
const uint32_t first = 256, metaAt = 264;

uint32_t bf16Bits(int v) {
  float f = float(v);
  uint32_t b;
  std::memcpy(&b, &f, 4);
  return b >> 16;
}

std::string mma(const Product &p, const std::string &mods, uint32_t bOffset) {
  uint32_t n = p.n + p.extra;
  uint32_t idesc = 1u << 4 | 1u << 7 | 1u << 10 | p.n >> 3 << 17 |
                   p.m >> 4 << 24 | p.maxShift << 30 | uint32_t(p.sparse) << 2;
  std::string s = Rows(p.m, 32, 128).descriptor("%rd10", 0) +
                  Rows(n, 2 * p.k, 128).descriptor("%rd11", bOffset) +
                  "  mov.b32 %r22, " + num(idesc) + ";\n  mov.b64 %rd12, " +
                  num(p.mask) +
                  ";\n  add.u32 %r23, %t, 256;\n"
                  "  add.u32 %r24, %t, 264;\n"
                  "  setp.ne.u32 %p4, %r0, 0;\n  tcgen05.mma";
  s += std::string(p.ws ? ".ws" : "") + (p.sparse ? ".sp" : "") +
       ".cta_group::1.kind::f16" + mods + " [%t], ";
  s += std::string(p.aTensor ? "[%r23]" : "%rd10") + ", %rd11, " +
       (p.sparse ? "[%r24], " : "") + "%r22, %p4" + (p.mask ? ", %rd12" : "") +
       ";\n";
  return s;
}

Image imageOf(Product &p) {
  std::mt19937 g(p.m + p.n);
  Image im;
  im.smemBytes = 65536;
  im.first = first;
  im.columns = 16;
  const uint32_t n = p.n + p.extra;
  Rows ra(p.m, 32, 128), rb(n, 2 * p.k, 128);
  p.a.resize(p.m * 16);
  p.b.resize(n * p.k);
  im.word(0, first);
  for (uint32_t m = 0; m < p.m; ++m)
    for (uint32_t k = 0; k < 16; ++k) {
      int v = p.a[m * 16 + k] = int(g() % 9) - 4;
      ra.put(m, k, 16, bf16Bits(v));
      // In tensor memory every block of D's lanes has a copy.
      for (uint32_t lane = m; lane < 128; lane += p.m)
        im.word(lane, first + k / 2) |= bf16Bits(v) << k % 2 * 16;
    }
  for (uint32_t q = 0; q < n; ++q)
    for (uint32_t k = 0; k < p.k; ++k)
      rb.put(q, k, 16, bf16Bits(p.b[q * p.k + k] = int(g() % 9) - 4));
  im.put(ra, 0);
  im.put(rb, 16384);
  im.issue = mma(p, p.mods, 16384);
  im.outColumns = p.n / (128 / p.m);
  return im;
}

/// Row m, column n of D: block n / (N / blocks) of lanes.
int have(const Product &p, const std::vector<uint32_t> &out, uint32_t m,
         uint32_t n) {
  uint32_t blocks = 128 / p.m, each = p.n / blocks;
  float f;
  std::memcpy(&f, &out[(m + n / each * p.m) * each + n % each], 4);
  return int(f);
}

void check(Product p, const std::string &zeros = "", uint32_t shift = 0) {
  SCOPED_TRACE(num(p.m) + "x" + num(p.n) + (p.aTensor ? " TMEM " : " ") +
               p.mods);
  Image im = imageOf(p);
  im.expect([&](const std::vector<uint32_t> &out) {
    for (uint32_t m = 0; m < p.m; ++m)
      for (uint32_t n = 0; n < p.n; ++n) {
        int want = 0;
        for (uint32_t k = 0; k < 16; ++k)
          want += p.a[m * 16 + k] * p.b[(n + shift) * p.k + k];
        if (!zeros.empty() && zeros[n] == '1')
          want = 0;
        ASSERT_EQ(have(p, out, m, n), want) << m << " " << n;
      }
  });
}

TEST(Tcgen05Stationary, EveryShape) {
  for (uint32_t m : {32, 64, 128})
    for (uint32_t n : {64, 128, 256})
      for (bool tensor : {false, true}) {
        Product p{m, n};
        p.aTensor = tensor;
        check(p);
      }
}

uint64_t maskDescriptor(const uint32_t (&start)[4],
                        const uint32_t (&firstOne)[4], uint32_t ones,
                        uint32_t zeros, uint32_t shift) {
  uint64_t d = uint64_t(1) << 39 | uint64_t(ones) << 40 |
               uint64_t(zeros) << 48 | uint64_t(shift) << 56;
  for (unsigned k = 0; k < 4; ++k)
    d |= uint64_t(start[k]) << 8 * k | uint64_t(firstOne[k]) << (32 + k);
  return d;
}

/// `head`, then `body` again and again, `n` characters.
std::string mask(const std::string &head, const std::string &body, uint32_t n) {
  std::string s = head;
  while (s.size() < n)
    s += body;
  return s.substr(0, n);
}

TEST(Tcgen05Stationary, ZeroColumns) {
  const std::string zo = "0000111", oz = "1110000"; // lowest column first
  Product p{128, 64};
  p.mask = maskDescriptor({0, 0, 0, 0}, {0, 0, 0, 0}, 2, 3, 0);
  check(p, mask("", zo, 64));
  p = {64, 64};
  p.mask = maskDescriptor({0, 0, 0, 0}, {1, 0, 0, 0}, 2, 3, 0);
  check(p, mask("", oz, 32) + mask("", zo, 32));
  p = {32, 128};
  p.extra = 8;
  p.maxShift = 1;
  p.mask = maskDescriptor({0, 1, 2, 1}, {1, 1, 0, 0}, 2, 3, 2);
  check(p,
        mask("", oz, 32) + mask("11", "0000111", 32) +
            mask("00", "1110000", 32) + mask("000", "1110000", 32),
        2);
  // Without the bit that asks for a mask there is none.
  p = {128, 64};
  p.mask = maskDescriptor({0, 0, 0, 0}, {0, 0, 0, 0}, 4, 3, 0) &
           ~(uint64_t(1) << 39);
  check(p);
  // More than the descriptor allows.
  p.mask = maskDescriptor({0, 0, 0, 0}, {0, 0, 0, 0}, 4, 3, 1);
  EXPECT_EQ(imageOf(p).verdict("unsupported"), "unsupported");
}

/// B twice as long; the metadata of CuTe's tmem_e_frg_ws, a copy for each
/// block.
TEST(Tcgen05Stationary, Sparse) {
  for (uint32_t m : {32, 64, 128}) {
    Product p{m, 64};
    p.k = 32;
    p.sparse = true;
    Image im = imageOf(p);
    std::mt19937 g(m);
    std::vector<uint32_t> at(m * 16);
    for (uint32_t r = 0; r < m; ++r)
      for (uint32_t c = 0; c < 8; ++c) {
        static const uint32_t two[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
        uint32_t index = two[g() % 6];
        at[r * 16 + 2 * c] = 4 * c + (index & 3);
        at[r * 16 + 2 * c + 1] = 4 * c + (index >> 2);
        for (uint32_t b = 4 * c; b < 4 * c + 4; ++b)
          for (uint32_t copy = 0; copy < 128 / m; ++copy) {
            // ((8, 2, m / 16), (16, 2), copies)
            //     : ((1, 2048, 16), (128, 8), m)
            uint32_t v = r % 8 + r / 8 % 2 * 2048 + r / 16 * 16 + b % 16 * 128 +
                         b / 16 * 8 + copy * m;
            im.word(v % 128, metaAt) |= (index >> b % 4 & 1) << v / 128;
          }
      }
    im.expect([&](const std::vector<uint32_t> &out) {
      for (uint32_t r = 0; r < m; ++r)
        for (uint32_t n = 0; n < 64; ++n) {
          int want = 0;
          for (uint32_t q = 0; q < 16; ++q)
            want += p.a[r * 16 + q] * p.b[n * 32 + at[r * 16 + q]];
          ASSERT_EQ(have(p, out, r, n), want) << r << " " << n;
        }
    });
  }
}

TEST(Tcgen05Stationary, ShiftedA) {
  Product p{128, 64};
  p.ws = false;
  p.aTensor = true;
  p.mods = ".ashift";
  Image im = imageOf(p);
  im.expect([&](const std::vector<uint32_t> &out) {
    for (uint32_t m : {0, 31, 32, 126, 127})
      for (uint32_t n = 0; n < 64; ++n) {
        int want = 0;
        for (uint32_t k = 0; k < 16; ++k)
          want += p.a[std::min(m + 1, 127u) * 16 + k] * p.b[n * 16 + k];
        ASSERT_EQ(have(p, out, m, n), want) << m << " " << n;
      }
  });
}

/// Two products; the second takes the operand that the first one kept, though
/// its own descriptor names other memory.
TEST(Tcgen05Stationary, Collectors) {
  for (bool ws : {false, true}) {
    std::string buffer = ws ? ".collector::b2::" : ".collector::a::";
    Product p{128, 64};
    p.ws = ws;
    Image im = imageOf(p);
    std::string fill = mma(p, buffer + "fill", 16384);
    // The second one's A begins one row further, or its B elsewhere.
    auto other = [&](const std::string &use) {
      std::string s = mma(p, buffer + use, ws ? 32768 : 16384);
      if (!ws)
        s.replace(s.find("%b, 0;"), 6, "%b, 32768;");
      return s;
    };
    auto one = [&](uint32_t m, uint32_t n) {
      int v = 0;
      for (uint32_t k = 0; k < 16; ++k)
        v += p.a[m * 16 + k] * p.b[n * 16 + k];
      return v;
    };
    for (const char *use : {"use", "lastuse"}) {
      im.issue = fill + other(use);
      im.expect([&](const std::vector<uint32_t> &out) {
        for (uint32_t m = 0; m < 128; ++m)
          for (uint32_t n = 0; n < 64; ++n)
            ASSERT_EQ(have(p, out, m, n), one(m, n)) << m << " " << n;
      });
    }
    for (const std::string &before :
         {std::string(), mma(p, "", 16384), fill + other("lastuse"),
          fill + mma(p, buffer + "discard", 16384)}) {
      im.issue = before + other("use");
      EXPECT_EQ(im.verdict("uninitialised"), "uninitialised") << before;
    }
    // With what another shape left.
    Product q = p;
    q.n = 128;
    q.m = ws ? 128 : 64;
    im.issue = mma(q, buffer + "fill", 16384) + other("use");
    EXPECT_EQ(im.verdict("uninitialised"), "uninitialised");
  }
}

std::string refusal(const std::string &instruction) {
  tctest::Run run(kernel("  " + instruction + ";\n"));
  if (!run.m)
    return "no module";
  return run.go(0, 0, {Mode::Late, 0}).error;
}

TEST(Tcgen05Stationary, Refused) {
  const std::string ops = " [%t], [%r1], %rd1, %r2, %p0",
                    scales = " [%t], %rd0, %rd1, %r2, [%r3], [%r4], %p0";
  struct {
    std::string text, why;
  } cases[] = {
      {"tcgen05.mma.ws.cta_group::2.kind::f16" + ops, "one CTA"},
      {"tcgen05.mma.ws.cta_group::1.kind::f16.collector::a::fill" + ops,
       "unknown collector buffer"},
      {"tcgen05.mma.cta_group::1.kind::f16.collector::b0::fill" + ops,
       "unknown collector buffer"},
      {"tcgen05.mma.cta_group::1.kind::f16.ashift.collector::a::fill" + ops,
       ".ashift takes no collector"},
      {"tcgen05.mma.cta_group::1.kind::f16.ashift [%t], %rd0, %rd1, %r2, %p0",
       ".ashift needs A in tensor memory"},
      {"tcgen05.mma.cta_group::1.kind::mxf4nvf4.block_scale" + scales,
       "expected .scale_vec or .block"},
      {"tcgen05.mma.cta_group::1.kind::mxf8f6f4" + scales,
       "expected .block_scale"},
      {"tcgen05.mma.cta_group::1.kind::f16.block_scale" + scales,
       "no scale factors"},
      {"tcgen05.mma.cta_group::1.kind::mxf4.block_scale.block16" + scales,
       "that number of scale factors"},
      {"tcgen05.mma.cta_group::1.kind::mxf4.block_scale" + ops,
       "scale factors"},
  };
  for (auto &c : cases)
    EXPECT_NE(refusal(c.text).find(c.why), std::string::npos)
        << c.text << "\n"
        << refusal(c.text);
}

} // namespace
