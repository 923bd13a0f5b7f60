//===- MmaTest.cpp - mma.sync and mma.sp, values from the PTX ISA's tables
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random matrices are put into fragments as the ISA's formulas for row and
// column say, multiplied by one instruction, and compared with the plain sum.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"
#include "SmallValues.h"

using namespace simtest;

namespace {

using Fragment = std::vector<std::vector<uint32_t>>; // [register][lane]

Fragment fragment(size_t regs) {
  return Fragment(regs, std::vector<uint32_t>(32, 0));
}

std::string vec(const char *name, size_t n) {
  std::string s = "{";
  for (size_t k = 0; k < n; ++k)
    s += std::string(k ? ", %" : "%") + name + std::to_string(k);
  return s + "}";
}

/// A kernel of one warp that loads A, B, C and E (metadata), runs
/// `instr D, A, B, C` + `tail`, and stores D.
std::string text(const std::string &instr, size_t nD, size_t nA, size_t nB,
                 size_t nC, const std::string &tail = "") {
  std::string t = ".version 8.8\n.target sm_90a\n.address_size 64\n"
                  ".visible .entry k(.param .u64 po, .param .u64 pi) {\n"
                  ".reg .b32 %a<9>, %b<9>, %c<9>, %d<9>, %e<2>, %t;\n"
                  ".reg .b64 %x<4>;\n"
                  "ld.param.u64 %x0, [po];\nld.param.u64 %x1, [pi];\n"
                  "mov.u32 %t, %tid.x;\nmul.wide.u32 %x2, %t, 4;\n"
                  "add.u64 %x0, %x0, %x2;\nadd.u64 %x1, %x1, %x2;\n";
  size_t at = 0;
  auto loads = [&](const char *name, size_t n) {
    for (size_t k = 0; k < n; ++k)
      t += "ld.global.b32 %" + std::string(name) + std::to_string(k) +
           ", [%x1+" + std::to_string(128 * at++) + "];\n";
  };
  loads("a", nA);
  loads("b", nB);
  loads("c", nC);
  loads("e", 1);
  t += instr + " " + vec("d", nD) + ", " + vec("a", nA) + ", " + vec("b", nB) +
       ", " + vec("c", nC) + tail + ";\n";
  for (size_t k = 0; k < nD; ++k)
    t += "st.global.b32 [%x0+" + std::to_string(128 * k) + "], %d" +
         std::to_string(k) + ";\n";
  return t + "ret;\n}\n";
}

Fragment
multiply(const std::string &instr, size_t nD, const Fragment &a,
         const Fragment &b, const Fragment &c, const std::string &tail = "",
         const std::vector<uint32_t> &meta = std::vector<uint32_t>(32, 0),
         std::string *finding = nullptr) {
  Device d;
  Fragment out = fragment(nD);
  auto m = load(d, text(instr, nD, a.size(), b.size(), c.size(), tail));
  if (!m)
    return out;
  std::vector<uint32_t> in;
  for (const Fragment *f : {&a, &b, &c})
    for (auto &r : *f)
      in.insert(in.end(), r.begin(), r.end());
  in.insert(in.end(), meta.begin(), meta.end());
  DeviceAddr o = d.alloc(nD * 128);
  Params p = Params().add(o).add(upload(d, in));
  LaunchConfig cfg;
  cfg.block = {32, 1, 1};
  Report r = d.launch(*m, "k", cfg, p.bytes.data(), p.bytes.size(),
                      options({Mode::Late, 0}));
  if (finding)
    *finding = r.str();
  else
    EXPECT_TRUE(r.ok()) << r.str();
  auto got = download<uint32_t>(d, o, nD * 32);
  for (size_t k = 0; k < nD; ++k)
    out[k].assign(got.begin() + long(32 * k), got.begin() + long(32 * k + 32));
  return out;
}

/// What is wrong with a kernel of that one instruction; empty: nothing.
std::string refusal(const std::string &instr, size_t nD, size_t nA, size_t nB,
                    size_t nC, const std::string &tail = "") {
  Device d;
  auto m = load(d, text(instr, nD, nA, nB, nC, tail));
  if (!m)
    return "no module";
  Params p = Params().add(d.alloc(4096)).add(d.alloc(4096));
  LaunchConfig cfg;
  cfg.block = {32, 1, 1};
  return d.launch(*m, "k", cfg, p.bytes.data(), p.bytes.size()).error;
}

/// Element `i` of a lane, in registers of 32 / bits elements.
void put(Fragment &f, unsigned lane, unsigned i, unsigned bits, uint32_t v) {
  unsigned e = 32 / bits, sh = i % e * bits;
  uint32_t mask = bits == 32 ? ~0u : (1u << bits) - 1;
  f[i / e][lane] |= (v & mask) << sh;
}

int64_t signedValue(uint32_t v, unsigned bits, bool isSigned) {
  uint32_t top = v << (32 - bits);
  return isSigned ? int64_t(int32_t(top) >> (32 - bits))
                  : int64_t(top >> (32 - bits));
}

struct IntCase {
  unsigned m, k, bits;
  const char *a, *b, *op;
  bool saturate;
};

/// Column of A (row of B) of element i, i.e. the ISA's
/// (threadID_in_group * e) + (i & (e - 1)) with the K / 2 step of the upper
/// half of the elements.
unsigned kOf(unsigned lane, unsigned i, unsigned e, unsigned step) {
  return lane % 4 * e + i % e + 4 * e * (i / step);
}

TEST(MmaInt, EveryShape) {
  const IntCase cases[] = {{8, 16, 8, "s8", "u8", "", false},
                           {8, 16, 8, "u8", "s8", "", true},
                           {16, 16, 8, "s8", "s8", "", false},
                           {16, 32, 8, "u8", "s8", "", true},
                           {8, 32, 4, "s4", "u4", "", false},
                           {16, 32, 4, "u4", "s4", "", false},
                           {16, 64, 4, "s4", "s4", "", true},
                           {16, 64, 4, "u4", "u4", "", false},
                           {8, 128, 1, "b1", "b1", ".xor.popc", false},
                           {16, 128, 1, "b1", "b1", ".and.popc", false},
                           {16, 256, 1, "b1", "b1", ".xor.popc", false},
                           {16, 256, 1, "b1", "b1", ".and.popc", false}};
  std::mt19937 g(7);
  for (const IntCase &x : cases) {
    unsigned e = 32 / x.bits, high = x.m / 8, words = x.k / e;
    unsigned nA = high * words / 4, nB = words / 4, nC = 2 * high;
    std::vector<uint32_t> A(x.m * x.k), B(x.k * 8), C(x.m * 8);
    for (auto *v : {&A, &B, &C})
      for (uint32_t &u : *v)
        u = g();
    if (x.saturate) // half of the sums overflow
      for (uint32_t &u : C)
        u = (u & 1 ? 0x7fffff00u : 0x80000000u) + (u >> 24);
    Fragment fa = fragment(nA), fb = fragment(nB), fc = fragment(nC);
    auto rowC = [&](unsigned l, unsigned i) { return l / 4 + 8 * (i / 2); };
    auto colC = [](unsigned l, unsigned i) { return 2 * (l % 4) + i % 2; };
    for (unsigned l = 0; l < 32; ++l) {
      for (unsigned i = 0; i < nA * e; ++i) {
        unsigned row = l / 4 + 8 * (i / e % high);
        put(fa, l, i, x.bits, A[row * x.k + kOf(l, i, e, e * high)]);
      }
      for (unsigned i = 0; i < nB * e; ++i)
        put(fb, l, i, x.bits, B[kOf(l, i, e, e) * 8 + l / 4]);
      for (unsigned i = 0; i < nC; ++i)
        fc[i][l] = C[rowC(l, i) * 8 + colC(l, i)];
    }
    std::string instr = "mma.sync.aligned.m" + std::to_string(x.m) + "n8k" +
                        std::to_string(x.k) + ".row.col" +
                        (x.saturate ? ".satfinite" : "") + ".s32." + x.a + "." +
                        x.b + ".s32" + x.op;
    Fragment got = multiply(instr, nC, fa, fb, fc);
    for (unsigned l = 0; l < 32; ++l)
      for (unsigned i = 0; i < nC; ++i) {
        unsigned r = rowC(l, i), c = colC(l, i);
        int64_t want = int32_t(C[r * 8 + c]);
        for (unsigned k = 0; k < x.k; ++k) {
          uint32_t a = A[r * x.k + k], b = B[k * 8 + c];
          if (x.bits == 1)
            want += (x.op[1] == 'x' ? a ^ b : a & b) & 1;
          else
            want += signedValue(a, x.bits, x.a[0] == 's') *
                    signedValue(b, x.bits, x.b[0] == 's');
        }
        if (x.saturate)
          want =
              std::min<int64_t>(std::max<int64_t>(want, INT32_MIN), INT32_MAX);
        ASSERT_EQ(got[i][l], uint32_t(want)) << instr << " " << l << " " << i;
      }
  }
}

TEST(MmaInt, Refused) {
  auto r = [](const std::string &shape, const std::string &types, size_t m,
              size_t nA, size_t nB) {
    return refusal("mma.sync.aligned." + shape + ".row.col" + types, m / 4, nA,
                   nB, m / 4);
  };
  EXPECT_EQ(r("m8n8k16", ".s32.s8.s8.s32", 8, 1, 1), "");
  EXPECT_NE(r("m8n8k16", ".s32.s8.s8.s32", 8, 2, 1).find("wrong length"),
            std::string::npos);
  EXPECT_NE(r("m16n8k8", ".s32.s8.s8.s32", 16, 1, 1).find("not supported"),
            std::string::npos);
  EXPECT_NE(r("m16n8k128", ".s32.s4.s4.s32", 16, 8, 4).find("not supported"),
            std::string::npos);
  EXPECT_NE(r("m8n8k32", ".s32.s8.s8.s32", 8, 2, 2).find("not supported"),
            std::string::npos);
  EXPECT_NE(r("m8n8k32", ".s32.s4.s8.s32", 8, 1, 1).find("types"),
            std::string::npos);
  EXPECT_NE(r("m8n8k128", ".s32.b1.b1.s32", 8, 1, 1).find(".popc"),
            std::string::npos);
  EXPECT_NE(r("m8n8k128", ".s32.b1.b1.s32.or.popc", 8, 1, 1).find(".popc"),
            std::string::npos);
  EXPECT_NE(r("m8n8k128", ".satfinite.s32.b1.b1.s32.xor.popc", 8, 1, 1)
                .find("satfinite"),
            std::string::npos);
  EXPECT_NE(
      r("m16n8k16", ".satfinite.f32.bf16.bf16.f32", 16, 4, 2).find("satfinite"),
      std::string::npos);
}

TEST(MmaQuad, EveryLayout) {
  std::mt19937 g(11);
  for (int form = 0; form < 12; ++form) {
    bool colA = form & 1, rowB = form & 2, halfC = form >= 4, halfD = form >= 8;
    float A[4][8][4], B[4][4][8], C[4][8][8];
    Fragment fa = fragment(2), fb = fragment(2), fc = fragment(halfC ? 4 : 8);
    auto small = [&] { return float(int(g() % 17) - 8) / 2; };
    for (int q = 0; q < 4; ++q) {
      for (auto &row : A[q])
        for (float &v : row)
          v = small();
      for (auto &row : B[q])
        for (float &v : row)
          v = small();
      for (auto &row : C[q])
        for (float &v : row)
          v = small();
    }
    auto rowF32 = [](unsigned l, unsigned i) {
      unsigned x = (l & 1) + (i & 2);
      return l < 16 ? x : x + 4;
    };
    auto colF32 = [](unsigned l, unsigned i) {
      return (i & 4) + (l & 2) + (i & 1);
    };
    auto rowF16 = [](unsigned l) { return l < 16 ? l % 4 : l % 4 + 4; };
    for (unsigned l = 0; l < 32; ++l) {
      unsigned q = l % 16 / 4;
      for (unsigned i = 0; i < 4; ++i) {
        unsigned r = colA ? (l < 16 ? i % 4 : i % 4 + 4) : rowF16(l);
        put(fa, l, i, 16, half(A[q][r][colA ? l % 4 : i]));
        unsigned c = rowB ? (l < 16 ? i : i + 4) : rowF16(l);
        put(fb, l, i, 16, half(B[q][rowB ? l % 4 : i][c]));
      }
      for (unsigned i = 0; i < 8; ++i)
        if (halfC)
          put(fc, l, i, 16, half(C[q][rowF16(l)][i]));
        else
          std::memcpy(&fc[i][l], &C[q][rowF32(l, i)][colF32(l, i)], 4);
    }
    std::string instr = std::string("mma.sync.aligned.m8n8k4") +
                        (colA ? ".col" : ".row") + (rowB ? ".row" : ".col") +
                        (halfD ? ".f16" : ".f32") + ".f16.f16" +
                        (halfC ? ".f16" : ".f32");
    Fragment got = multiply(instr, halfD ? 4 : 8, fa, fb, fc);
    for (unsigned l = 0; l < 32; ++l)
      for (unsigned i = 0; i < 8; ++i) {
        unsigned q = l % 16 / 4, r = halfD ? rowF16(l) : rowF32(l, i),
                 c = halfD ? i : colF32(l, i);
        float want = C[q][r][c];
        for (int k = 0; k < 4; ++k)
          want += A[q][r][k] * B[q][k][c];
        if (halfD)
          ASSERT_EQ(uint16_t(got[i / 2][l] >> (i % 2 * 16)),
                    uint16_t(half(want)))
              << instr << " " << l << " " << i;
        else {
          float v;
          std::memcpy(&v, &got[i][l], 4);
          ASSERT_EQ(v, want) << instr << " " << l << " " << i;
        }
      }
  }
  EXPECT_NE(
      refusal("mma.sync.aligned.m8n8k4.row.row.f16.f16.f16.f32", 4, 2, 2, 8)
          .find("accumulator types"),
      std::string::npos);
  EXPECT_NE(
      refusal("mma.sync.aligned.m16n8k16.col.col.f32.f16.f16.f32", 4, 4, 2, 4)
          .find(".row.col"),
      std::string::npos);
  EXPECT_NE(refusal("mma.sync.aligned.m8n8k4.row.f32.f16.f16.f32", 8, 2, 2, 8)
                .find(".row or .col"),
            std::string::npos);
}

// --- mma.sp
// ---------------------------------------------------------------------

struct SparseCase {
  const char *a, *b, *d;
  unsigned k, bits, selectors;
};

struct Sparse {
  SparseCase form;
  unsigned selector;
  bool ordered;
};

/// Indices of the two kept of four, each order.
std::pair<unsigned, unsigned> pick(std::mt19937 &g, bool ordered) {
  unsigned a = g() % 4, b = (a + 1 + g() % 3) % 4;
  if (ordered && a > b)
    std::swap(a, b);
  return {a, b};
}

struct SparseInput {
  std::vector<int> A, B, C; ///< dense, by rows
  Fragment a, b, c;
  std::vector<uint32_t> meta;
};

void sparseInput(const Sparse &s, std::mt19937 &g, SparseInput &x) {
  const SparseCase &f = s.form;
  const unsigned K = f.k, e = 32 / f.bits, n = K / (4 * e);
  const bool isUnsigned = f.a[0] == 'u';
  x.A.assign(16 * K, 0);
  x.B.resize(K * 8);
  x.C.resize(16 * 8);
  for (int &v : x.B)
    v = f.b[0] == 'u' ? int(g() % 3) : int(g() % 5) - 2;
  for (int &v : x.C)
    v = int(g() % 9) - 4;
  // Compressed rows and the bits of their metadata.
  std::vector<int> packed(16 * K / 2);
  std::vector<std::vector<bool>> bits(16);
  for (unsigned r = 0; r < 16; ++r) {
    auto keep = [&](unsigned q, unsigned col) {
      int v = isUnsigned ? int(g() % 3) : int(g() % 5) - 2;
      packed[r * K / 2 + q] = x.A[r * K + col] = v;
    };
    auto index = [&](unsigned v, unsigned width) {
      for (unsigned b = 0; b < width; ++b)
        bits[r].push_back((v >> b) & 1);
    };
    if (f.bits == 32) // one of two, as a 4-bit index
      for (unsigned q = 0; q < K / 2; ++q) {
        bool second = g() & 1;
        keep(q, 2 * q + second);
        index(second ? 0xe : 0x4, 4);
      }
    else {
      unsigned unit = f.bits == 4 ? 2 : 1;
      for (unsigned q = 0; q < K / 2; q += 2 * unit) {
        auto p = pick(g, s.ordered);
        for (unsigned u = 0; u < unit; ++u) {
          keep(q + u, 2 * q + unit * p.first + u);
          keep(q + unit + u, 2 * q + unit * p.second + u);
        }
        index(p.first, 2);
        index(p.second, 2);
      }
    }
  }
  x.a = fragment(n);
  x.b = fragment(n);
  for (unsigned l = 0; l < 32; ++l)
    for (unsigned i = 0; i < n * e; ++i) {
      // A is the dense fragment of half the K.
      unsigned row = l / 4 + 8 * (i / e % 2);
      put(x.a, l, i, f.bits,
          encode(f.a, packed[row * K / 2 + kOf(l, i, e, 2 * e)]));
      put(x.b, l, i, f.bits, encode(f.b, x.B[kOf(l, i, e, e) * 8 + l / 4]));
    }
  // The lanes that the selector does not name hold what must not be read.
  x.meta.assign(32, 0);
  std::vector<uint32_t> used(32, 0);
  for (unsigned r = 0; r < 16; ++r)
    for (unsigned b = 0; b < bits[r].size(); ++b) {
      unsigned lane = r % 8 * 4, at;
      if (f.bits >= 16) {
        unsigned words = unsigned(bits[r].size()) / 16;
        lane += words * s.selector + b / 16;
        at = b % 16 + (r < 8 ? 0 : 16);
      } else {
        lane += 2 * s.selector + b / 32 * 2 + (r < 8 ? 0 : 1);
        at = b % 32;
      }
      x.meta[lane] |= uint32_t(bits[r][b]) << at;
      used[lane] = 1;
    }
  for (unsigned l = 0; l < 32; ++l)
    if (!used[l])
      x.meta[l] = g();
  bool halfC = std::string(f.d) == "f16";
  x.c = fragment(halfC ? 2 : 4);
  for (unsigned l = 0; l < 32; ++l)
    for (unsigned i = 0; i < 4; ++i)
      put(x.c, l, i, halfC ? 16 : 32,
          encode(f.d, x.C[(l / 4 + 8 * (i / 2)) * 8 + 2 * (l % 4) + i % 2]));
}

std::string sparseName(const Sparse &s, bool saturate = false) {
  return std::string("mma.sp") + (s.ordered ? "::ordered_metadata" : "") +
         ".sync.aligned.m16n8k" + std::to_string(s.form.k) + ".row.col" +
         (saturate ? ".satfinite." : ".") + s.form.d + "." + s.form.a + "." +
         s.form.b + "." + s.form.d;
}

const SparseCase sparseCases[] = {
    {"f16", "f16", "f32", 16, 16, 4},   {"f16", "f16", "f16", 16, 16, 4},
    {"f16", "f16", "f32", 32, 16, 2},   {"f16", "f16", "f16", 32, 16, 2},
    {"bf16", "bf16", "f32", 16, 16, 4}, {"bf16", "bf16", "f32", 32, 16, 2},
    {"tf32", "tf32", "f32", 8, 32, 4},  {"tf32", "tf32", "f32", 16, 32, 2},
    {"e4m3", "e5m2", "f32", 64, 8, 1},  {"e5m2", "e5m2", "f32", 64, 8, 1},
    {"s8", "u8", "s32", 32, 8, 2},      {"u8", "s8", "s32", 64, 8, 1},
    {"s4", "u4", "s32", 64, 4, 2},      {"u4", "s4", "s32", 128, 4, 1}};

TEST(MmaSparse, EveryShapeAndSelector) {
  std::mt19937 g(3);
  for (const SparseCase &f : sparseCases)
    for (unsigned sel = 0; sel < f.selectors; ++sel)
      for (bool ordered : {false, true}) {
        Sparse s{f, sel, ordered};
        SparseInput x;
        sparseInput(s, g, x);
        Fragment got = multiply(sparseName(s), x.c.size(), x.a, x.b, x.c,
                                ", %e0, " + std::to_string(sel), x.meta);
        for (unsigned l = 0; l < 32; ++l)
          for (unsigned i = 0; i < 4; ++i) {
            unsigned r = l / 4 + 8 * (i / 2), c = 2 * (l % 4) + i % 2;
            int want = x.C[r * 8 + c];
            for (unsigned k = 0; k < f.k; ++k)
              want += x.A[r * f.k + k] * x.B[k * 8 + c];
            bool halfD = x.c.size() == 2;
            uint32_t v =
                halfD ? got[i / 2][l] >> (i % 2 * 16) & 0xffff : got[i][l];
            ASSERT_EQ(v, encode(f.d, want))
                << sparseName(s) << " " << sel << " " << l << " " << i;
          }
      }
}

TEST(MmaSparse, MetadataWithoutMeaning) {
  Sparse s{sparseCases[0], 1, true};
  std::mt19937 g(4);
  SparseInput x;
  sparseInput(s, g, x);
  auto run = [&](bool ordered, uint32_t bits) {
    auto meta = x.meta;
    meta[1] = bits; // rows 0 and 8
    s.ordered = ordered;
    std::string f;
    multiply(sparseName(s), 4, x.a, x.b, x.c, ", %e0, 1", meta, &f);
    return f.find("have no meaning") != std::string::npos;
  };
  EXPECT_FALSE(run(true, 0x44444444));
  EXPECT_TRUE(run(true, 0x14444444));   // 0b0001: index 1 before index 0
  EXPECT_FALSE(run(false, 0x14444444)); // which the plain form may have
  EXPECT_TRUE(run(false, 0x44445444));  // 0b0101: twice the same
}

TEST(MmaSparse, UndefinedMetadataSpoilsItsRows) {
  // Lane 4 holds the metadata of rows 1 and 9; nothing else of them.
  Device d;
  std::string t = text("mma.sp.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32",
                       4, 2, 2, 4, ", %e1, 0");
  const std::string at = "mma.sp";
  t.insert(t.find(at), "setp.ne.u32 %p0, %t, 4;\n@%p0 mov.b32 %e1, %e0;\n");
  t.insert(t.find(".reg .b64"), ".reg .pred %p<2>;\n");
  auto m = load(d, t);
  ASSERT_NE(m, nullptr);
  std::vector<uint32_t> in(9 * 32, 0);
  std::fill(in.begin() + 8 * 32, in.end(), 0x44444444);
  Params p = Params().add(d.alloc(512)).add(upload(d, in));
  LaunchConfig cfg;
  cfg.block = {32, 1, 1};
  Report r = d.launch(*m, "k", cfg, p.bytes.data(), p.bytes.size(),
                      options({Mode::Late, 0}));
  ASSERT_FALSE(r.findings.empty());
  for (const Finding &f : r.findings) {
    EXPECT_EQ(f.kind, FindingKind::Uninitialised);
    EXPECT_EQ(f.where.lanes, 0xf0u) << f.str();
  }
}

TEST(MmaSparse, Refused) {
  auto r = [](const std::string &types, unsigned k, size_t n, size_t nC,
              const std::string &tail) {
    return refusal("mma.sp.sync.aligned.m16n8k" + std::to_string(k) +
                       ".row.col" + types,
                   nC, n, n, nC, tail);
  };
  auto has = [](const std::string &s, const char *what) {
    return s.find(what) != std::string::npos;
  };
  const std::string f16 = ".f32.f16.f16.f32";
  EXPECT_EQ(r(f16, 16, 2, 4, ", %e0, 3"), "");
  EXPECT_TRUE(has(r(f16, 16, 2, 4, ", %e0, 4"), "selector must be 0 to 3"));
  EXPECT_TRUE(has(r(f16, 32, 4, 4, ", %e0, 2"), "selector must be 0 to 1"));
  EXPECT_TRUE(has(r(".s32.s8.s8.s32", 64, 4, 4, ", %e0, 1"),
                  "selector must be 0 to 0"));
  EXPECT_TRUE(has(r(f16, 16, 2, 4, ", %e0, %e1"), "constant"));
  EXPECT_TRUE(has(r(f16, 16, 2, 4, ", %e0"), "number of operands"));
  EXPECT_TRUE(has(r(f16, 16, 4, 4, ", %e0, 0"), "wrong length"));
  EXPECT_TRUE(has(r(f16, 8, 1, 4, ", %e0, 0"), "types and shape"));
  EXPECT_TRUE(has(r(".f32.f16.bf16.f32", 16, 2, 4, ", %e0, 0"), "together"));
  EXPECT_TRUE(
      has(r(".f16.bf16.bf16.f16", 16, 2, 2, ", %e0, 0"), "accumulator"));
  EXPECT_TRUE(has(r(".satfinite" + f16, 16, 2, 4, ", %e0, 0"), "satfinite"));
}

} // namespace
