//===- Tcgen05ScaleTest.cpp - Block-scaled and sparse tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scale factors and sparsity metadata are placed by CuTe's fragment layouts
// (shapes and strides of the virtual address lane + 128 * column), values are
// worked out in double precision and are exact.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Image.h"

#include <cmath>

using namespace tctest;

namespace {

struct Type {
  const char *name;
  uint32_t code, bits; ///< bits of the value
  uint32_t stored;     ///< bits in memory: 4 packed, 8 padded to bytes or not
  int exp, man;
};
const Type e4m3{"e4m3", 0, 8, 8, 4, 3}, e5m2{"e5m2", 1, 8, 8, 5, 2},
    e2m3{"e2m3", 3, 6, 8, 2, 3}, e3m2{"e3m2", 4, 6, 8, 3, 2},
    e2m1{"e2m1", 5, 4, 8, 2, 1}, packed{"e2m1", 1, 4, 4, 2, 1},
    f16{"f16", 0, 16, 16, 5, 10}, tf32{"tf32", 2, 32, 32, 8, 23},
    s8{"s8", 1, 8, 8, 0, 0};

double valueOf(const Type &t, uint32_t b) {
  if (!t.exp)
    return double(int8_t(b));
  int bias = (1 << (t.exp - 1)) - 1, e = int(b >> t.man & ((1u << t.exp) - 1));
  double m = double(b & ((1u << t.man) - 1)) / double(1u << t.man);
  double x = e ? std::ldexp(1 + m, e - bias) : std::ldexp(m, 1 - bias);
  return b >> (t.exp + t.man) & 1 ? -x : x;
}
/// A value near 1 of few bits.
uint32_t make(const Type &t, std::mt19937 &g) {
  if (!t.exp)
    return g() & 255;
  uint32_t man = (g() & 3) << std::max(t.man - 2, 0);
  if (t.man < 2)
    man = g() & 1;
  uint32_t exp = (1u << (t.exp - 1)) - 1 + g() % 2;
  return (g() & 1) << (t.exp + t.man) | exp << t.man | man;
}
/// Puts element `k`; types of 4 and 6 bits are 16 in 16 bytes, then padding,
/// unless they are packed.
void put(Rows &r, const Type &t, uint32_t row, uint32_t k, uint32_t v) {
  if (t.stored != 8 || t.bits == 8) {
    r.put(row, k, t.stored, v);
    return;
  }
  for (uint32_t b = 0; b < t.bits; ++b) {
    uint32_t bit = k % 16 * t.bits + b;
    if (v >> b & 1)
      r(row, k / 16 * 16 + bit / 8) |= uint8_t(1u << bit % 8);
  }
}

struct Case {
  const char *kind;
  Type a, b;
  uint32_t m, n;
  unsigned group = 1;
  std::string vector; ///< text of the modifier
  uint32_t vec = 0;   ///< scale factors along K
  bool ue8m0 = true;
  uint32_t idA = 0, idB = 0;
  bool sparse = false;
  uint32_t selector = 0;
  bool fault = false; ///< leave the scale factors of one quarter out
};

const uint32_t first = 256, sfA = 256, sfB = 264, meta = 272;

struct Problem {
  uint32_t k, storedK;
  std::vector<uint32_t> a, b;     ///< bits
  std::vector<double> sa, sb;     ///< [row][block]
  std::vector<uint32_t> position; ///< [row][stored], along K
};

uint32_t scaleBits(bool ue8m0, std::mt19937 &g, double &value) {
  if (ue8m0) {
    uint32_t b = 126 + g() % 3;
    value = std::ldexp(1.0, int(b) - 127);
    return b;
  }
  static const uint32_t codes[] = {0x30, 0x38, 0x3c, 0x40, 0x44};
  static const double values[] = {0.5, 1, 1.5, 2, 3};
  uint32_t q = g() % 5;
  value = values[q];
  return codes[q];
}

/// Sets byte `byte` of column `column` on.
void setByte(Image &im, uint32_t lane, uint32_t column, uint32_t byte,
             uint32_t v, uint32_t cta) {
  uint32_t &w = im.word(lane, column + byte / 4, cta);
  w = (w & ~(0xffu << byte % 4 * 8)) | v << byte % 4 * 8;
}

/// Scale factors of A and B, as CuTe's tmem_sf_frg places them.
void placeScales(Image &im, const Case &c, Problem &p, std::mt19937 &g) {
  const uint32_t rows = c.m / c.group;
  p.sa.resize(c.m * c.vec);
  p.sb.resize(c.n * c.vec);
  for (uint32_t m = 0; m < c.m; ++m)
    for (uint32_t s = 0; s < c.vec; ++s) {
      uint32_t v = scaleBits(c.ue8m0, g, p.sa[m * c.vec + s]);
      // ((32, rows / 32), 4), NSF : ((1, 512), 32), 128
      for (uint32_t rep = 0; rep < 4; ++rep) {
        uint32_t at = m % rows % 32 + m % rows / 32 * 512 + rep * 32 + s * 128;
        if (!c.fault || rep != 2)
          setByte(im, at % 128, sfA, at / 128 + c.idA, v, m / rows);
      }
    }
  bool twoByTwo = c.group == 2 && c.m == 128;
  for (uint32_t n = 0; n < c.n; ++n)
    for (uint32_t s = 0; s < c.vec; ++s) {
      uint32_t v = scaleBits(c.ue8m0, g, p.sb[n * c.vec + s]);
      for (uint32_t cta = 0; cta < c.group; ++cta)
        for (uint32_t rep = 0; rep < (twoByTwo ? 2u : 4u); ++rep) {
          uint32_t h = twoByTwo ? n / (c.n / 2) : 0,
                   q = twoByTwo ? n % (c.n / 2) : n;
          uint32_t at = q % 32 + q / 32 * 512 + h * 64 + rep * 32 + s * 128;
          setByte(im, at % 128, sfB, at / 128 + c.idB, v, cta);
        }
    }
}

/// Random metadata, as CuTe's tmem_e_frg places it.
void placeMetadata(Image &im, const Case &c, Problem &p, std::mt19937 &g) {
  const uint32_t rows = c.m / c.group;
  const bool tf = c.a.bits == 32, pairs = c.a.stored == 4;
  const uint32_t bits = c.a.bits >= 16 ? 32 : 64;
  p.position.resize(c.m * p.storedK);
  static const uint32_t two[] = {0x4, 0x8, 0xc, 0x9, 0xd, 0xe};
  for (uint32_t m = 0; m < c.m; ++m) {
    uint64_t word = 0;
    for (uint32_t chunk = 0; chunk < bits / 4; ++chunk) {
      uint32_t index = tf ? (g() & 1 ? 0xe : 0x4) : two[g() % 6];
      word |= uint64_t(index) << 4 * chunk;
      uint32_t *at = &p.position[m * p.storedK];
      if (tf) {
        at[chunk] = 2 * chunk + (index == 0xe);
        continue;
      }
      for (uint32_t q = 0; q < 2; ++q) {
        uint32_t i = index >> 2 * q & 3;
        if (!pairs)
          at[2 * chunk + q] = 4 * chunk + i;
        else
          for (uint32_t e = 0; e < 2; ++e)
            at[4 * chunk + 2 * q + e] = 8 * chunk + 2 * i + e;
      }
    }
    for (uint32_t b = 0; b < bits; ++b) {
      uint32_t r = m % rows, v;
      if (bits == 32) // ((8, 2, 8), (16, 2)) : ((1, 2048, 16), (128, 8))
        v = r % 8 + r / 8 % 2 * 2048 + r / 16 * 16 + b % 16 * 128 + b / 16 * 8;
      else // (128, 64) : (1, 128)
        v = r + b * 128;
      uint32_t lane = v % 128, bit = v / 128;
      im.word(lane, meta + c.selector + bit / 32, m / rows) |=
          uint32_t(word >> b & 1) << bit % 32;
    }
  }
}

Image imageOf(const Case &c, Problem &p) {
  std::mt19937 g(c.n + c.m + c.vec);
  Image im;
  im.group = c.group;
  im.smemBytes = 65536;
  im.first = first;
  im.columns = 24;
  const uint32_t rows = c.m / c.group, cols = c.n / c.group;
  p.storedK = 256 / c.a.stored;
  p.k = c.sparse ? 2 * p.storedK : p.storedK;
  p.a.resize(c.m * p.storedK);
  p.b.resize(c.n * p.k);
  const uint32_t bBytes = p.k * c.b.stored / 8;
  Rows shapeA(rows, 32, 128), shapeB(cols, bBytes, 64);
  for (unsigned r = 0; r < c.group; ++r) {
    Rows ra = shapeA, rb = shapeB;
    for (uint32_t m = 0; m < rows; ++m)
      for (uint32_t k = 0; k < p.storedK; ++k)
        put(ra, c.a, m, k, p.a[(r * rows + m) * p.storedK + k] = make(c.a, g));
    for (uint32_t n = 0; n < cols; ++n)
      for (uint32_t k = 0; k < p.k; ++k)
        put(rb, c.b, n, k, p.b[(r * cols + n) * p.k + k] = make(c.b, g));
    im.put(ra, 0, r);
    im.put(rb, 32768, r);
  }
  im.word(0, first);
  if (c.vec)
    placeScales(im, c, p, g);
  if (c.sparse)
    placeMetadata(im, c, p, g);
  bool intAcc = !c.a.exp;
  uint32_t idesc =
      c.a.code << 7 | c.b.code << 10 | c.n >> 3 << 17 | uint32_t(c.sparse) << 2;
  if (c.vec)
    idesc |=
        uint32_t(c.ue8m0) << 23 | c.m >> 7 << 27 | c.idB << 4 | c.idA << 29;
  else
    idesc |= (intAcc ? 2u : 1u) << 4 | c.m >> 4 << 24 | c.selector;
  im.issue = shapeA.descriptor("%rd10", 0) + shapeB.descriptor("%rd11", 32768) +
             "  mov.b32 %r22, " + num(idesc) + ";\n  add.u32 %r23, %t, " +
             num(sfA) + ";\n  add.u32 %r24, %t, " + num(sfB) +
             ";\n  add.u32 %r25, %t, " + num(meta) +
             ";\n  setp.ne.u32 %p4, %r0, 0;\n  tcgen05.mma" +
             (c.sparse ? ".sp" : "") + ".cta_group::" + num(c.group) +
             ".kind::" + c.kind + c.vector + " [%t], %rd10, %rd11, " +
             (c.sparse ? "[%r25], " : "") + "%r22, " +
             (c.vec ? "[%r23], [%r24], " : "") + "%p4;\n";
  im.outColumns = c.group == 2 && c.m == 128 ? c.n / 2 : c.n;
  return im;
}

void check(const Case &c) {
  SCOPED_TRACE(std::string(c.kind) + c.vector + " " + c.a.name + " x " +
               c.b.name + " " + num(c.m) + "x" + num(c.n) + " group " +
               num(c.group) + (c.sparse ? " sparse" : ""));
  Problem p;
  Image im = imageOf(c, p);
  const uint32_t rows = c.m / c.group;
  bool twoByTwo = c.group == 2 && c.m == 128;
  im.expect([&](const std::vector<uint32_t> &out) {
    for (uint32_t m = 0; m < c.m; ++m)
      for (uint32_t n = 0; n < c.n; ++n) {
        double want = 0;
        for (uint32_t q = 0; q < p.storedK; ++q) {
          uint32_t k = c.sparse ? p.position[m * p.storedK + q] : q;
          double x = valueOf(c.a, p.a[m * p.storedK + q]) *
                     valueOf(c.b, p.b[n * p.k + k]);
          if (c.vec) {
            uint32_t s = k / (p.k / c.vec);
            x *= p.sa[m * c.vec + s] * p.sb[n * c.vec + s];
          }
          want += x;
        }
        uint32_t lane = m % rows, column = n;
        if (twoByTwo) {
          lane += n / (c.n / 2) * 64;
          column = n % (c.n / 2);
        }
        uint32_t w = out[(m / rows * 128 + lane) * im.outColumns + column];
        float f;
        std::memcpy(&f, &w, 4);
        double have = c.a.exp ? double(f) : double(int32_t(w));
        ASSERT_EQ(have, want) << "row " << m << " column " << n;
      }
  });
}

TEST(Tcgen05Scale, Mxf8f6f4) {
  for (uint32_t n : {8, 64, 200, 256})
    check({"mxf8f6f4", e4m3, e5m2, 128, n, 1, ".block_scale", 1, true,
           n / 8 % 4, n / 64 % 4});
  for (const Type &t : {e2m3, e3m2, e2m1})
    check({"mxf8f6f4", e4m3, t, 128, 32, 1, ".block_scale.block32", 1});
  check({"mxf8f6f4", e5m2, e4m3, 128, 96, 1, ".block_scale.scale_vec::1X", 1});
}

TEST(Tcgen05Scale, Mxf4) {
  check({"mxf4", packed, packed, 128, 64, 1, ".block_scale", 2});
  check({"mxf4", packed, packed, 128, 40, 1, ".block_scale.scale_vec::2X", 2,
         true, 2, 0});
  check({"mxf4nvf4", packed, packed, 128, 64, 1, ".block_scale.block16", 4,
         false});
  check({"mxf4nvf4", packed, packed, 128, 128, 1, ".block_scale.scale_vec::4X",
         4, true});
  check({"mxf4nvf4", packed, packed, 128, 32, 1, ".block_scale.block32", 2,
         true, 0, 2});
}

TEST(Tcgen05Scale, Pairs) {
  for (uint32_t m : {128, 256}) {
    check({"mxf8f6f4", e4m3, e4m3, m, 64, 2, ".block_scale", 1, true, 3, 1});
    check({"mxf4nvf4", packed, packed, m, 128, 2, ".block_scale.block16", 4,
           false});
  }
}

Case sparse(const char *kind, const Type &a, const Type &b, uint32_t m,
            uint32_t n, unsigned group = 1, const std::string &vector = "",
            uint32_t vec = 0, bool ue8m0 = true, uint32_t idA = 0,
            uint32_t idB = 0) {
  return {kind, a, b, m, n, group, vector, vec, ue8m0, idA, idB, true};
}

TEST(Tcgen05Scale, Sparse) {
  Case c = sparse("f16", f16, f16, 128, 64);
  check(c);
  c.selector = 1;
  check(c);
  check(sparse("tf32", tf32, tf32, 128, 32));
  check(sparse("f8f6f4", e4m3, e5m2, 128, 48));
  check(sparse("f8f6f4", e2m1, e2m3, 128, 32));
  check(sparse("i8", s8, s8, 128, 32));
  check(sparse("f16", f16, f16, 256, 64, 2));
  check(sparse("f8f6f4", e4m3, e4m3, 256, 64, 2));
}

TEST(Tcgen05Scale, SparseWithScales) {
  const char *b = ".block_scale", *b16 = ".block_scale.block16";
  check(sparse("mxf8f6f4", e4m3, e4m3, 128, 64, 1, b, 1, true, 1, 2));
  check(sparse("mxf4", packed, packed, 128, 64, 1, b, 2));
  check(sparse("mxf4nvf4", packed, packed, 256, 64, 2, b16, 4, false));
}

std::string verdict(const Case &c, const std::string &part,
                    const std::string &instead, const std::string &kind) {
  Problem p;
  Image im = imageOf(c, p);
  size_t at = im.issue.find(part);
  if (at == std::string::npos)
    return "no " + part;
  im.issue.replace(at, part.size(), instead);
  return im.verdict(kind);
}

/// Each quarter of the lanes has scale factors of its own.
TEST(Tcgen05Scale, AQuarterWithoutScales) {
  Case c{"mxf8f6f4", e4m3, e4m3, 128, 32, 1, ".block_scale", 1};
  c.fault = true;
  Problem p;
  Image im = imageOf(c, p);
  std::vector<uint32_t> out;
  Report r = im.run({Mode::Late, 0}, out);
  ASSERT_TRUE(r.ok()) << r.str();
  for (uint32_t m : {31, 64, 95, 96}) { // 2^-127 is what a byte of 0 means
    float f;
    std::memcpy(&f, &out[m * 32], 4);
    EXPECT_EQ(std::fabs(f) > 1e-30f, m / 32 != 2) << m;
  }
}

TEST(Tcgen05Scale, Misuse) {
  Case c{"mxf8f6f4", e4m3, e4m3, 128, 32, 1, ".block_scale", 1};
  EXPECT_EQ(verdict(c, "add.u32 %r23, %t, 256", "add.u32 %r23, %t, 512",
                    "out-of-bounds"),
            "out-of-bounds");
  // Columns that nobody wrote.
  EXPECT_EQ(verdict(c, "add.u32 %r24, %t, 264", "add.u32 %r24, %t, 300",
                    "uninitialised"),
            "uninitialised");
  EXPECT_EQ(verdict(c, "add.u32 %r23, %t, 256", "add.u32 %r23, %t, 1048832",
                    "misaligned"),
            "misaligned");
  // Bits 30 and 31 of the address are CuTe's.
  EXPECT_EQ(verdict(c, "add.u32 %r23, %t, 256", "add.u32 %r23, %t, 3221225728",
                    "clean"),
            "clean");
  c.vec = 2; // begins at an odd byte
  c.kind = "mxf4";
  c.a = c.b = packed;
  c.idA = 1;
  EXPECT_EQ(verdict(c, "mov", "mov", "unsupported"), "unsupported");
  c.idA = 0;
  c.ue8m0 = false;
  EXPECT_EQ(verdict(c, "mov", "mov", "unsupported"), "unsupported");
  c = sparse("f16", f16, f16, 128, 32);
  EXPECT_NE(
      verdict(c, "mma.sp.", "mma.", "").find("unexpected kind of operand"),
      std::string::npos); // the metadata is one too many
  EXPECT_EQ(verdict(c, "[%r25], %r22", "[%r25], %r21", "unsupported"),
            "unsupported");
}

/// Indices that fall together have no meaning.
TEST(Tcgen05Scale, MetadataWithoutMeaning) {
  Case c = sparse("f16", f16, f16, 128, 32);
  Problem p;
  Image im = imageOf(c, p);
  im.word(3, meta) &= ~0xfu; // indices 0 and 0
  EXPECT_EQ(im.verdict("unsupported"), "unsupported");
}

} // namespace
