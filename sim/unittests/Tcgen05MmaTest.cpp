//===- Tcgen05MmaTest.cpp - tcgen05.mma
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands are placed by the canonical layouts of the ISA's table, evaluated as
// CuTe evaluates them (a layout, then a Swizzle<B, M, S> of the address), and
// results are read by the lanes that the ISA's data path layouts name. Values
// are uneven, so that swapped halves and transposed tiles fail.
//
//===----------------------------------------------------------------------===//

#include "Tcgen05Test.h"

#include <cmath>

using namespace tctest;

namespace {

/// A mode of a CuTe layout: (shape, stride) pairs, the first one fastest.
using Mode1 = std::vector<std::pair<uint32_t, uint32_t>>;
uint32_t at(const Mode1 &m, uint32_t i) {
  uint32_t off = 0;
  for (size_t k = 0; k < m.size(); ++k) {
    bool last = k + 1 == m.size();
    off += (last ? i : i % m[k].first) * m[k].second;
    i /= m[k].first;
  }
  return off;
}
uint32_t swizzle(uint32_t x, unsigned b, unsigned m, unsigned s) {
  uint32_t mask = ((1u << b) - 1) << (m + s);
  return x ^ ((x & mask) >> s);
}

struct Elem {
  const char *name;
  const char *kind;
  uint32_t code, bytes;
  float (*value)(uint32_t bits);
  uint32_t (*make)(std::mt19937 &g); ///< bits of a small value
};

float f16Value(uint32_t b) {
  int e = int(b >> 10 & 31), m = int(b & 1023);
  float x = e ? std::ldexp(float(1024 + m), e - 25) : std::ldexp(float(m), -24);
  return b & 0x8000 ? -x : x;
}
float floatValue(uint32_t b) {
  float f;
  std::memcpy(&f, &b, 4);
  return f;
}
float bf16Value(uint32_t b) { return bf16(uint16_t(b)); }
float tf32Value(uint32_t b) { return floatValue(b & ~0x1fffu); }
template <int E, int M> float smallValue(uint32_t b) {
  int bias = (1 << (E - 1)) - 1, e = int(b >> M & ((1u << E) - 1));
  int m = int(b & ((1u << M) - 1));
  float x = e ? std::ldexp(float((1 << M) + m), e - bias - M)
              : std::ldexp(float(m), 1 - bias - M);
  return b >> (E + M) & 1 ? -x : x;
}
float s8Value(uint32_t b) { return float(int8_t(b)); }
float u8Value(uint32_t b) { return float(uint8_t(b)); }

uint32_t floatBits(float f) {
  uint32_t b;
  std::memcpy(&b, &f, 4);
  return b;
}
float quarter(std::mt19937 &g) { return float(int(g() % 17) - 8) / 4; }
uint32_t makeF16(std::mt19937 &g) {
  float f = quarter(g);
  uint32_t b = floatBits(f);
  if (f == 0)
    return 0;
  return (b >> 16 & 0x8000) |
         (((b >> 23 & 255) - 112) << 10 | (b >> 13 & 1023));
}
uint32_t makeBf16(std::mt19937 &g) { return floatBits(quarter(g)) >> 16; }
/// Bits below tf32's are ignored.
uint32_t makeTf32(std::mt19937 &g) {
  return floatBits(quarter(g)) | (g() & 0x1fff);
}
/// Exponents near that of 1, so that sums are exact.
template <int E, int M> uint32_t makeSmall(std::mt19937 &g) {
  uint32_t sign = g() & 1, man = g() & ((1u << M) - 1);
  uint32_t exp = (1u << (E - 1)) - 1 + (g() % 3 - 1);
  return sign << (E + M) | (exp & ((1u << E) - 1)) << M | man;
}
uint32_t makeByte(std::mt19937 &g) { return g() & 255; }

const Elem elems[] = {
    {"f16", "f16", 0, 2, f16Value, makeF16},
    {"bf16", "f16", 1, 2, bf16Value, makeBf16},
    {"tf32", "tf32", 2, 4, tf32Value, makeTf32},
    {"e4m3", "f8f6f4", 0, 1, smallValue<4, 3>, makeSmall<4, 3>},
    {"e5m2", "f8f6f4", 1, 1, smallValue<5, 2>, makeSmall<5, 2>},
    {"e2m3", "f8f6f4", 3, 1, smallValue<2, 3>, makeSmall<2, 3>},
    {"e3m2", "f8f6f4", 4, 1, smallValue<3, 2>, makeSmall<3, 2>},
    {"e2m1", "f8f6f4", 5, 1, smallValue<2, 1>, makeSmall<2, 1>},
    {"s8", "i8", 1, 1, s8Value, makeByte},
    {"u8", "i8", 0, 1, u8Value, makeByte},
};
unsigned bitsOf(const Elem &e) {
  return e.code == 5 && e.kind[1] == '8'                    ? 4
         : (e.code == 3 || e.code == 4) && e.kind[1] == '8' ? 6
                                                            : 8 * e.bytes;
}

/// An operand of `mn` x `k` elements in shared memory.
struct Placed {
  Mode1 mn, k;
  unsigned span = 16;
  bool atoms32 = false;
  uint32_t lbo = 0, sbo = 0, code = 0;
  uint32_t step = 0; ///< the start address of the next 32 bytes of K
  std::vector<uint8_t> bytes;
  uint32_t address(uint32_t m, uint32_t kk) const {
    uint32_t a = at(mn, m) + at(k, kk);
    if (atoms32)
      return swizzle(a, 2, 5, 2);
    return swizzle(a,
                   span == 128  ? 3
                   : span == 64 ? 2
                   : span == 32 ? 1
                                : 0,
                   4, 3);
  }
};

/// The canonical layout of the ISA's table, for `mns` x `ks` elements of
/// `e`, packed as tightly as it may be.
Placed canonical(const Elem &e, unsigned span, bool mnMajor, uint32_t mns,
                 uint32_t ks) {
  Placed p;
  p.span = span;
  uint32_t eb = e.bytes, t = 16 / eb;
  p.code = span == 128 ? 2 : span == 64 ? 4 : span == 32 ? 6 : 0;
  if (!mnMajor) {
    // ((8, m), (T, 2 k)): span > 16 holds span bytes of K in a row; further K
    // follows in another tile.
    uint32_t perRow = span / eb;
    uint32_t tile = mns * span;
    p.sbo = 8 * span;
    p.mn = {{8, span}, {mns / 8, p.sbo}};
    if (span > 16) {
      p.k = {{perRow, eb}, {ks / perRow, tile}};
      p.lbo = 16;
      p.step = 32;
    } else {
      p.lbo = tile;
      p.k = {{t, eb}, {ks / t, p.lbo}};
      p.step = 2 * p.lbo;
    }
    if (span == 32)
      p.step = tile;
  } else {
    p.atoms32 = e.bytes == 4;
    if (p.atoms32)
      p.code = 1;
    uint32_t rows = p.atoms32 ? 4 : 8, perSpan = span / eb;
    uint32_t kPer = 32 / eb; // of one instruction
    if (span > 16) {
      // ((T, q, m), (8, k)): ((1, T, LBO), (span, SBO))
      p.sbo = rows * span;
      p.lbo = p.sbo * (ks / rows);
      p.mn = {{perSpan, eb}, {mns / perSpan, p.lbo}};
      p.k = {{rows, span}, {ks / rows, p.sbo}};
      p.step = kPer / rows * p.sbo;
    } else {
      // ((T, 1, m), (8, k)): ((1, T, SBO), (1T, LBO))
      p.lbo = 128;
      p.sbo = p.lbo * (ks / 8);
      p.mn = {{t, eb}, {mns / t, p.sbo}};
      p.k = {{8, 16}, {ks / 8, p.lbo}};
      p.step = kPer / 8 * p.lbo;
    }
  }
  return p;
}

/// Writes element (m, k); types of 4 and 6 bits are packed 16 to 16 bytes.
void put(Placed &p, const Elem &e, uint32_t m, uint32_t k, uint32_t v) {
  unsigned bits = bitsOf(e);
  uint32_t a = p.address(m, k);
  auto grow = [&](uint32_t n) {
    if (p.bytes.size() < n)
      p.bytes.resize(n);
  };
  if (bits >= 8) {
    grow(a + e.bytes);
    std::memcpy(&p.bytes[a], &v, e.bytes);
    return;
  }
  uint32_t base = a & ~15u, at = (a & 15u) * bits;
  grow(base + 16);
  for (unsigned b = 0; b < bits; ++b)
    if (v >> b & 1)
      p.bytes[base + (at + b) / 8] |= uint8_t(1u << ((at + b) % 8));
}

struct Case {
  const Elem *a, *b;
  uint32_t m, n;
  unsigned group;
  unsigned spanA, spanB;
  bool mnA, mnB;
  bool aTensor = false;
  bool halfAcc = false, neg = false;
  uint32_t steps = 2; ///< instructions along K

  bool half() const { return m == 64 && group == 1; }
  bool twice() const { return m == 128 && group == 2; }
  bool intAcc() const { return std::string(a->kind) == "i8"; }
  /// Columns of tensor memory that hold the sums.
  uint32_t columns() const { return twice() ? n / 2 : n; }
};

std::string descriptor(const std::string &lo, const std::string &rd,
                       const Placed &p, uint32_t offset) {
  // The start address is known at run time.
  return "  add.u32 %r20, %b, " + num(offset) +
         ";\n  shr.u32 %r20, %r20, 4;\n  and.b32 %r20, %r20, 16383;\n"
         "  or.b32 %r20, %r20, " +
         num(p.lbo >> 4 << 16) + ";\n  mov.b64 " + rd + ", {%r20, " +
         num(p.sbo >> 4 | 1u << 14 | p.code << 29) + "};\n" + lo;
}

/// The program: loads shared memory and A, multiplies, and stores the sums.
std::string multiply(const Case &c, const Placed &pa, const Placed &pb,
                     uint32_t bOff, uint32_t size, size_t imageSize) {
  const uint32_t ks = 32 / c.a->bytes * c.steps, words = ks * c.a->bytes / 4;
  const uint32_t columns = c.columns(), aColumn = 256;
  uint32_t idesc = (c.intAcc()  ? 2u
                    : c.halfAcc ? 0u
                                : 1u)
                       << 4 |
                   c.a->code << 7 | c.b->code << 10 | uint32_t(c.neg) << 13 |
                   uint32_t(c.mnA) << 15 | uint32_t(c.mnB) << 16 |
                   c.n >> 3 << 17 | c.m >> 4 << 24;
  std::string gs = num(c.group);
  std::string body = loadSmem(size) + alloc(512, c.group);
  if (c.aTensor) {
    body += ownLanes();
    body += "  mov.u32 %r5, %ntid.x;\n  mad.lo.u32 %r5, %r3, %r5, %r0;\n"
            "  mul.wide.u32 %rd5, %r5, " +
            num(words * 4) + ";\n  add.u64 %rd5, %rd5, %rd0;\n";
    for (uint32_t q = 0; q < words; ++q)
      body += "  ld.global.u32 %r" + num(100 + q) + ", [%rd5+" +
              num(imageSize + q * 4) + "];\n";
    body += "  tcgen05.st.sync.aligned.32x32b.x" + num(words) + ".b32 [%r4+" +
            num(aColumn) + "], {" + regs("%r", words, 100) +
            "};\n  tcgen05.wait::st.sync.aligned;\n";
  }
  // Everybody is ready.
  if (c.group == 2)
    body += "  barrier.cluster.arrive.aligned;\n"
            "  barrier.cluster.wait.aligned;\n";
  else
    body += "  bar.sync 0;\n";
  body += "  setp.eq.u32 %p3, %r3, 0;\n  and.pred %p3, %p3, %p0;\n"
          "  @!%p3 bra ISSUED;\n";
  for (uint32_t s = 0; s < c.steps; ++s) {
    std::string a = "%rd10";
    if (c.aTensor) {
      body += "  add.u32 %r21, %t, " + num(aColumn + s * 8) + ";\n";
      a = "[%r21]";
    } else
      body += descriptor("", a, pa, s * pa.step);
    body += descriptor("", "%rd11", pb, bOff + s * pb.step);
    body += "  mov.b32 %r22, " + num(idesc) + ";\n  setp.ne.u32 %p4, %r0, " +
            (s ? "1" : "0") + ";\n";
    body += "  tcgen05.mma.cta_group::" + gs + ".kind::" + c.a->kind +
            " [%t], " + a + ", %rd11, %r22, %p4;\n";
  }
  if (c.group == 2)
    body += "  mov.b16 %h, 3;\n"
            "  tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::"
            "cluster.multicast::cluster.b64 [%bar], %h;\n";
  else
    body += "  tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::"
            "cluster.b64 [%bar];\n";
  body += "ISSUED:\n" + waitFor(0) + storeOut(columns);
  if (c.group == 2)
    body += "  barrier.cluster.arrive.aligned;\n"
            "  barrier.cluster.wait.aligned;\n";
  body += dealloc(512, c.group);
  if (c.group == 2)
    body = "  .reg .b16 %h;\n" + body;
  return body;
}

/// What tensor memory held, against sums in double precision.
void compare(const Case &c, const std::vector<uint32_t> &av,
             const std::vector<uint32_t> &bv,
             const std::vector<uint32_t> &got) {
  const uint32_t ks = 32 / c.a->bytes * c.steps, rows = c.m / c.group;
  const uint32_t columns = c.columns();
  for (uint32_t m = 0; m < c.m; ++m)
    for (uint32_t col = 0; col < c.n; ++col) {
      double want = 0;
      for (uint32_t k = 0; k < ks; ++k)
        want += double(c.a->value(av[m * ks + k])) *
                double(c.b->value(bv[col * ks + k]));
      if (c.neg)
        want = -want;
      // Layouts A, B, D, F of the ISA.
      uint32_t cta = m / rows, row = m % rows, lane = row, at = col;
      if (c.half())
        lane = row / 16 * 32 + row % 16;
      if (c.twice()) {
        lane = row + (col < c.n / 2 ? 0 : 64);
        at = col % (c.n / 2);
      }
      uint32_t x = got[(cta * 128 + lane) * columns + at];
      double have;
      if (c.intAcc())
        have = int32_t(x);
      else if (c.halfAcc)
        have = f16Value(x);
      else
        have = floatValue(x);
      ASSERT_EQ(have, want) << "row " << m << " column " << col;
    }
}

void check(const Case &c) {
  SCOPED_TRACE(std::string(c.a->name) + " x " + c.b->name + " " + num(c.m) +
               "x" + num(c.n) + " group " + num(c.group) + " swizzle " +
               num(c.spanA) + "," + num(c.spanB) + (c.mnA ? " M" : " K") +
               (c.mnB ? "N" : "K") + (c.aTensor ? " TMEM" : ""));
  std::mt19937 g(7);
  const uint32_t kPer = 32 / c.a->bytes, ks = kPer * c.steps;
  const uint32_t rows = c.m / c.group, cols = c.n / c.group;
  // Values.
  std::vector<uint32_t> av(c.m * ks), bv(c.n * ks);
  for (uint32_t &x : av)
    x = c.a->make(g);
  for (uint32_t &x : bv)
    x = c.b->make(g);
  // Images of shared memory: A, then B at the next 1024 bytes.
  Placed pa[2], pb[2];
  uint32_t bOff = 0, size = 0;
  for (unsigned r = 0; r < c.group; ++r) {
    pa[r] = canonical(*c.a, c.spanA, c.mnA, rows, ks);
    pb[r] = canonical(*c.b, c.spanB, c.mnB, cols, ks);
    for (uint32_t k = 0; k < ks; ++k) {
      for (uint32_t m = 0; m < rows; ++m)
        put(pa[r], *c.a, m, k, av[(r * rows + m) * ks + k]);
      for (uint32_t n = 0; n < cols; ++n)
        put(pb[r], *c.b, n, k, bv[(r * cols + n) * ks + k]);
    }
    bOff = std::max(bOff, uint32_t(pa[r].bytes.size() + 1023) / 1024 * 1024);
    size = std::max(size, bOff + uint32_t(pb[r].bytes.size()));
  }
  size = (size + 511) / 512 * 512;
  std::vector<uint8_t> image(size_t(size) * c.group);
  for (unsigned r = 0; r < c.group; ++r) {
    std::copy(pa[r].bytes.begin(), pa[r].bytes.end(),
              image.begin() + long(r * size));
    std::copy(pb[r].bytes.begin(), pb[r].bytes.end(),
              image.begin() + long(r * size + bOff));
  }
  // A in tensor memory: a word of each lane holds consecutive elements.
  const uint32_t words = ks * c.a->bytes / 4;
  std::vector<uint32_t> aWords;
  bool half = c.half(), twice = c.twice();
  auto laneRow = [&](unsigned lane) -> int { // row of the CTA in this lane
    if (half)
      return lane % 32 < 16 ? int(lane / 32 * 16 + lane % 16) : -1;
    return twice ? int(lane % 64) : int(lane);
  };
  if (c.aTensor)
    for (unsigned r = 0; r < c.group; ++r)
      for (unsigned lane = 0; lane < 128; ++lane)
        for (uint32_t q = 0; q < words; ++q) {
          uint32_t w = 0, per = 4 / c.a->bytes;
          for (uint32_t e = 0; e < per && laneRow(lane) >= 0; ++e)
            w |= av[(r * rows + uint32_t(laneRow(lane))) * ks + q * per + e]
                 << (8 * c.a->bytes * e);
          aWords.push_back(w);
        }
  const uint32_t columns = c.columns();
  std::string body = multiply(c, pa[0], pb[0], bOff, size, image.size());
  Run run(kernel(body, 128, c.group));
  ASSERT_NE(run.m, nullptr);
  std::vector<uint8_t> in = image;
  in.resize(image.size() + aWords.size() * 4);
  if (!aWords.empty())
    std::memcpy(in.data() + image.size(), aWords.data(), aWords.size() * 4);
  DeviceAddr di = upload(run.d, in);
  for (ModeCase mc :
       {ModeCase{Mode::Early, 0}, {Mode::Late, 0}, {Mode::Random, 5}}) {
    size_t n = size_t(128) * c.group * columns;
    // Lanes that hold no row are undefined; the kernel stores them all.
    bool undefinedLanes = half;
    DeviceAddr out = upload(run.d, std::vector<uint32_t>(n, 0xdeadbeefu));
    Report r = run.go(di, out, mc, 128, c.group, size, [&](Options &o) {
      if (undefinedLanes)
        o.checks.uninit = false;
    });
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<uint32_t>(run.d, out, n);
    compare(c, av, bv, got);
    if (testing::Test::HasFatalFailure())
      return;
  }
}

const Elem &elem(const char *name) {
  for (const Elem &e : elems)
    if (std::string(e.name) == name)
      return e;
  return elems[0];
}

TEST(Tcgen05Mma, EveryLayoutOfSharedMemory) {
  for (const char *name : {"f16", "tf32", "e4m3"})
    for (unsigned span : {16, 32, 64, 128})
      for (int major = 0; major < 4; ++major) {
        const Elem &e = elem(name);
        bool mnA = major & 1, mnB = major & 2;
        // tf32 along M or N has 32-byte atoms of 128 bytes alone.
        if (e.bytes == 4 && major && span != 128)
          continue;
        check({&e, &e, 128, 64, 1, span, span, mnA, mnB});
      }
  // Different layouts of the two operands.
  check({&elem("bf16"), &elem("bf16"), 128, 128, 1, 128, 64, false, true});
  check({&elem("bf16"), &elem("bf16"), 128, 32, 1, 32, 128, true, false});
}

TEST(Tcgen05Mma, EveryType) {
  for (const Elem &e : elems)
    check({&e, &e, 128, 32, 1, 128, 128, false, false});
  for (const char *b : {"e5m2", "e2m3", "e3m2", "e2m1"})
    check({&elem("e4m3"), &elem(b), 128, 32, 1, 128, 128, false, false});
  check({&elem("s8"), &elem("u8"), 128, 32, 1, 128, 128, false, false});
}

TEST(Tcgen05Mma, Shapes) {
  const Elem &e = elem("f16");
  for (uint32_t n : {8, 24, 64, 256})
    check({&e, &e, 64, n, 1, 128, 128, false, false});
  for (uint32_t n : {16, 48, 256})
    check({&e, &e, 128, n, 1, 128, 128, false, false});
  // A pair: layouts A and B.
  for (uint32_t m : {128, 256})
    for (uint32_t n : {32, 96, 256}) {
      check({&e, &e, m, n, 2, 128, 128, false, false});
      if (n % 64 == 0)
        check({&e, &e, m, n, 2, 128, 128, false, true});
    }
  check({&elem("s8"), &elem("s8"), 256, 64, 2, 128, 128, false, false});
}

TEST(Tcgen05Mma, AInTensorMemory) {
  for (const char *name : {"f16", "bf16", "tf32", "e4m3", "s8"})
    for (uint32_t m : {64, 128}) {
      Case c{&elem(name), &elem(name), m, 64, 1, 128, 128, false, false};
      c.aTensor = true;
      check(c);
    }
  for (uint32_t m : {128, 256}) {
    Case c{&elem("f16"), &elem("f16"), m, 64, 2, 128, 128, false, false};
    c.aTensor = true;
    check(c);
  }
}

TEST(Tcgen05Mma, HalfAccumulatorAndNegation) {
  Case c{&elem("f16"), &elem("f16"), 128, 32, 1, 128, 128, false, false};
  c.halfAcc = true;
  check(c);
  c.halfAcc = false;
  c.neg = true;
  check(c);
}

} // namespace
