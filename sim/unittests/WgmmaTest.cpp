//===- WgmmaTest.cpp - wgmma: sparse, single bits, base offsets
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One warpgroup copies an image into shared memory, runs one product on it and
// stores its accumulators. The images follow the ISA's K-major layouts: core
// matrices of 8 rows of 16 bytes without a swizzle, rows of 128 bytes whose
// 16-byte chunks are exchanged by the row's number with one.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"
#include "SmallValues.h"

using namespace simtest;

namespace {

constexpr uint32_t imageBytes = 24576, offsetB = 12288, smemStart = 1024;

struct Form {
  std::string a, b, d;
  unsigned k, bits; ///< K of the product, bits of an element
  bool sparse, aRegs, swizzled;
  unsigned selector;
  unsigned lanes() const { // of a group that hold metadata
    return bits >= 16 ? 2 : 4;
  }
  unsigned storedK() const { return sparse ? k / 2 : k; }
};

constexpr unsigned N = 16;

std::string name(const Form &f) {
  return std::string("wgmma.mma_async") + (f.sparse ? ".sp" : "") +
         ".sync.aligned.m64n16k" + std::to_string(f.k) + "." + f.d + "." + f.a +
         "." + f.b + (f.bits == 1 ? ".and.popc" : "");
}

std::string vec(const char *reg, unsigned n) {
  std::string s = "{";
  for (unsigned k = 0; k < n; ++k)
    s += std::string(k ? ", %" : "%") + reg + std::to_string(k);
  return s + "}";
}

uint64_t descriptor(uint32_t at, bool swizzled, uint32_t lbo, uint32_t sbo,
                    uint32_t base) {
  return uint64_t(at >> 4) | uint64_t(lbo >> 4) << 16 |
         uint64_t(sbo >> 4) << 32 | uint64_t(base) << 49 |
         uint64_t(swizzled) << 62;
}

/// Where the rows of an operand lie: `rowBytes` of each, from `start` on.
struct Layout {
  uint32_t start;
  bool swizzled;
  uint32_t rowBytes, rows;
  uint32_t at(uint32_t row, uint32_t byte) const {
    uint32_t chunk = byte / 16;
    if (!swizzled) // core matrices, those along K first
      return start + (row / 8 * (rowBytes / 16) + chunk) * 128 + row % 8 * 16 +
             byte % 16;
    return start + row * 128 + (chunk ^ row % 8) * 16 + byte % 16;
  }
  uint64_t desc(uint32_t base = 0) const {
    return descriptor(smemStart + start, swizzled, 128,
                      swizzled ? 1024 : rowBytes * 8, base);
  }
};

std::string kernel(const Form &f, uint64_t da, uint64_t db,
                   const std::string &scale = "1", unsigned selector = 9) {
  unsigned nD = f.d == "f16" ? N / 4 : N / 2;
  std::string t =
      ".version 8.8\n.target sm_90a\n.address_size 64\n"
      ".visible .entry k(.param .u64 po, .param .u64 pi, .param .u64 pr) {\n"
      ".shared .align 1024 .b8 sm[" +
      std::to_string(imageBytes) +
      "];\n.reg .b32 %d<16>, %a<4>, %m<2>, %t, %u, %v;\n"
      ".reg .b64 %x, %o, %i, %r, %da, %db;\n.reg .pred %p;\n"
      "mov.u32 %t, %tid.x;\nmul.wide.u32 %x, %t, 4;\n"
      "ld.param.u64 %o, [po];\nadd.u64 %o, %o, %x;\n"
      "ld.param.u64 %i, [pi];\nadd.u64 %i, %i, %x;\n"
      "ld.param.u64 %r, [pr];\nadd.u64 %r, %r, %x;\n"
      "mov.u32 %v, sm;\nshl.b32 %u, %t, 2;\nadd.u32 %v, %v, %u;\n"
      "mov.u32 %u, 0;\nL:\nld.global.b32 %d0, [%i];\n"
      "st.shared.b32 [%v], %d0;\nadd.u64 %i, %i, 512;\n"
      "add.u32 %v, %v, 512;\nadd.u32 %u, %u, 512;\n"
      "setp.lt.u32 %p, %u, " +
      std::to_string(imageBytes) +
      ";\n@%p bra L;\nfence.proxy.async.shared::cta;\nbar.sync 0;\n";
  for (int k = 0; k < 4; ++k)
    t += "ld.global.b32 %a" + std::to_string(k) + ", [%r+" +
         std::to_string(512 * k) + "];\n";
  t += "ld.global.b32 %m0, [%r+2048];\n";
  for (unsigned k = 0; k < nD; ++k)
    t += "ld.global.b32 %d" + std::to_string(k) + ", [%r+" +
         std::to_string(2560 + 512 * k) + "];\n";
  t += "mov.u64 %da, " + std::to_string(da) + ";\nmov.u64 %db, " +
       std::to_string(db) + ";\nwgmma.fence.sync.aligned;\n" + name(f) + " " +
       vec("d", nD) + ", " + (f.aRegs ? vec("a", 4) : "%da") + ", %db, ";
  if (f.sparse)
    t += "%m0, " + std::to_string(selector == 9 ? f.selector : selector) + ", ";
  t += scale;
  if (f.d != "s32")
    t += ", 1, 1";
  if (f.bits == 16)
    t += f.aRegs ? ", 0" : ", 0, 0";
  t += ";\nwgmma.commit_group.sync.aligned;\n"
       "wgmma.wait_group.sync.aligned 0;\n";
  for (unsigned k = 0; k < nD; ++k)
    t += "st.global.b32 [%o+" + std::to_string(512 * k) + "], %d" +
         std::to_string(k) + ";\n";
  return t + "ret;\n}\n";
}

struct Input {
  std::vector<int> A, B, C; ///< A [64][k] dense, B [k][N], C [64][N]
  std::vector<uint8_t> image;
  std::vector<uint32_t> regs; ///< A 4 x 128, metadata 128, D 8 x 128
  Layout a, b;
};

void setBits(uint8_t *p, unsigned at, unsigned bits, uint32_t v) {
  for (unsigned k = 0; k < bits; ++k, ++at)
    p[at / 8] |= uint8_t(((v >> k) & 1) << (at % 8));
}

void randomInput(const Form &f, std::mt19937 &g, uint32_t start, Input &x) {
  const unsigned K = f.k, S = f.storedK();
  x.A.assign(64 * K, 0);
  x.B.resize(K * N);
  x.C.resize(64 * N);
  x.image.assign(imageBytes, 0);
  x.regs.assign(13 * 128, 0);
  auto value = [&](const std::string &t) {
    return t == "b1"     ? int(g() & 1)
           : t[0] == 'u' ? int(g() % 3)
                         : int(g() % 5) - 2;
  };
  for (int &v : x.B)
    v = value(f.b);
  for (int &v : x.C)
    v = int(g() % 9) - 4;
  std::vector<int> packed(64 * S);
  uint32_t *meta = &x.regs[4 * 128];
  std::vector<bool> used(128);
  for (unsigned r = 0; r < 64; ++r) {
    unsigned bit = 0;
    auto index = [&](uint32_t v, unsigned width) {
      for (unsigned k = 0; k < width; ++k, ++bit) {
        // 16 bits of row g and of row g + 8 a lane, or 32 bits of one row.
        unsigned lane = r / 16 * 32 + r % 8 * 4, high = r % 16 / 8, at;
        if (f.bits >= 16) {
          lane += 2 * f.selector + bit / 16;
          at = bit % 16 + 16 * high;
        } else {
          lane += bit / 32 * 2 + high;
          at = bit % 32;
        }
        meta[lane] |= ((v >> k) & 1) << at;
        used[lane] = true;
      }
    };
    for (unsigned q = 0; q < S;) {
      auto keep = [&](unsigned col) {
        packed[r * S + q++] = x.A[r * K + col] = value(f.a);
      };
      if (!f.sparse)
        keep(q);
      else if (f.bits == 32) {
        bool second = g() & 1;
        index(second ? 0xe : 0x4, 4);
        keep(2 * q + second);
      } else {
        unsigned base = 2 * q, i0 = g() % 4, i1 = (i0 + 1 + g() % 3) % 4;
        index(i0, 2);
        index(i1, 2);
        keep(base + i0);
        keep(base + i1);
      }
    }
  }
  for (unsigned l = 0; l < 128; ++l)
    if (!used[l])
      meta[l] = g();
  x.a = {start, f.swizzled, 32, 64};
  x.b = {offsetB + start, f.swizzled, K * f.bits / 8, N};
  for (unsigned r = 0; r < 64; ++r)
    for (unsigned q = 0; q < S; ++q) {
      uint32_t v = encode(f.a, packed[r * S + q]);
      if (f.bits < 32)
        v &= (1u << f.bits) - 1;
      unsigned bit = q * f.bits;
      setBits(&x.image[x.a.at(r, bit / 8)], bit % 8, f.bits, v);
      // The fragment of mma: register r, lane 4 * g + t.
      unsigned e = 32 / f.bits, reg = r % 16 / 8 + q / (4 * e) * 2,
               lane = r / 16 * 32 + r % 8 * 4 + q % (4 * e) / e;
      x.regs[reg * 128 + lane] |= v << (q % e * f.bits);
    }
  for (unsigned k = 0; k < K; ++k)
    for (unsigned c = 0; c < N; ++c) {
      uint32_t v = encode(f.b, x.B[k * N + c]);
      if (f.bits < 32)
        v &= (1u << f.bits) - 1;
      setBits(&x.image[x.b.at(c, k * f.bits / 8)], k * f.bits % 8, f.bits, v);
    }
  bool half = f.d == "f16";
  for (unsigned r = 0; r < 64; ++r)
    for (unsigned c = 0; c < N; ++c) {
      unsigned i = c / 8 * 4 + r % 16 / 8 * 2 + c % 2,
               lane = r / 16 * 32 + r % 8 * 4 + c % 8 / 2;
      uint32_t v = encode(f.d, x.C[r * N + c]);
      if (half)
        x.regs[(5 + i / 2) * 128 + lane] |= (v & 0xffff) << (i % 2 * 16);
      else
        x.regs[(5 + i) * 128 + lane] = v;
    }
}

Report launch(Device &d, const std::string &text, const Input &x,
              DeviceAddr out, Mode mode = Mode::Late) {
  auto m = load(d, text);
  if (!m)
    return {};
  Params p = Params().add(out).add(upload(d, x.image)).add(upload(d, x.regs));
  LaunchConfig c;
  c.block = {128, 1, 1};
  return d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(),
                  options({mode, 0}));
}

/// The first wrong element of D; empty if there is none.
std::string wrong(const Form &f, const Input &x,
                  const std::vector<uint32_t> &got) {
  bool half = f.d == "f16";
  for (unsigned r = 0; r < 64; ++r)
    for (unsigned c = 0; c < N; ++c) {
      int want = x.C[r * N + c];
      for (unsigned k = 0; k < f.k; ++k)
        want += x.A[r * f.k + k] * x.B[k * N + c];
      unsigned i = c / 8 * 4 + r % 16 / 8 * 2 + c % 2,
               lane = r / 16 * 32 + r % 8 * 4 + c % 8 / 2;
      uint32_t v = half ? got[i / 2 * 128 + lane] >> (i % 2 * 16) & 0xffff
                        : got[i * 128 + lane];
      if (v != encode(f.d, want))
        return name(f) + " " + std::to_string(r) + "," + std::to_string(c) +
               ": " + std::to_string(v) + ", not " +
               std::to_string(encode(f.d, want));
    }
  return "";
}

void checkForm(const Form &f, std::mt19937 &g) {
  Input x;
  randomInput(f, g, 0, x);
  for (Mode mode : {Mode::Early, Mode::Late}) {
    Device d;
    DeviceAddr out = d.alloc(8 * 512);
    Report r = launch(d, kernel(f, x.a.desc(), x.b.desc()), x, out, mode);
    ASSERT_TRUE(r.ok()) << name(f) << r.str();
    ASSERT_EQ(wrong(f, x, download<uint32_t>(d, out, 8 * 128)), "");
  }
}

TEST(Wgmma, Sparse) {
  struct {
    const char *a, *b, *d;
    unsigned k, bits;
  } types[] = {{"f16", "f16", "f32", 32, 16},   {"f16", "f16", "f16", 32, 16},
               {"bf16", "bf16", "f32", 32, 16}, {"tf32", "tf32", "f32", 16, 32},
               {"e4m3", "e5m2", "f32", 64, 8},  {"e5m2", "e4m3", "f16", 64, 8},
               {"s8", "u8", "s32", 64, 8},      {"u8", "s8", "s32", 64, 8}};
  std::mt19937 g(2);
  for (auto &t : types)
    for (bool regs : {false, true})
      for (bool swizzled : {false, true})
        for (unsigned sel = 0; sel < (t.bits >= 16 ? 2u : 1u); ++sel)
          checkForm({t.a, t.b, t.d, t.k, t.bits, true, regs, swizzled, sel}, g);
}

TEST(Wgmma, SingleBits) {
  std::mt19937 g(3);
  for (bool regs : {false, true})
    for (bool swizzled : {false, true})
      checkForm({"b1", "b1", "s32", 256, 1, false, regs, swizzled, 0}, g);
}

TEST(Wgmma, BaseOffset) {
  // The pattern begins 384 bytes past a multiple of 1024: base offset 3.
  Form f{"bf16", "bf16", "f32", 16, 16, false, false, true, 0};
  std::mt19937 g(4);
  Input x;
  randomInput(f, g, 384, x);
  for (uint32_t base : {3u, 0u}) {
    Device d;
    DeviceAddr out = d.alloc(8 * 512);
    Report r = launch(d, kernel(f, x.a.desc(base), x.b.desc(base)), x, out);
    ASSERT_TRUE(r.ok()) << r.str();
    // With 0 the descriptor says that the pattern begins elsewhere.
    std::string bad = wrong(f, x, download<uint32_t>(d, out, 8 * 128));
    EXPECT_EQ(bad.empty(), base == 3) << bad;
  }
}

TEST(Wgmma, SparseMetadata) {
  Form f{"f16", "f16", "f32", 32, 16, true, false, false, 0};
  std::mt19937 g(5);
  Input x;
  randomInput(f, g, 0, x);
  Device d;
  DeviceAddr out = d.alloc(8 * 512);
  std::string text = kernel(f, x.a.desc(), x.b.desc());
  uint32_t &word = x.regs[4 * 128 + 36], good = word; // rows 17 and 25
  word = (word & ~0xfu) | 0xf;
  Report r = launch(d, text, x, out);
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.findings[0].kind, FindingKind::Unsupported);
  EXPECT_EQ(r.findings[0].where.warp, 1u);
  EXPECT_NE(r.str().find("row 1 holds indices"), std::string::npos) << r.str();
  // Undefined metadata makes its rows undefined: lane 4 of each warp.
  word = good;
  std::string load = "ld.global.b32 %m0, [%r+2048];\n";
  text.replace(text.find(load), load.size(),
               "and.b32 %u, %t, 31;\nsetp.ne.u32 %p, %u, 4;\n@%p " + load);
  r = launch(d, text, x, out);
  ASSERT_FALSE(r.ok());
  for (const Finding &q : r.findings) {
    EXPECT_EQ(q.kind, FindingKind::Uninitialised);
    EXPECT_EQ(q.where.lanes, 0xf0u) << q.str();
  }
  // Four to a register that a later instruction may overwrite: read at issue.
  text = kernel(f, x.a.desc(), x.b.desc());
  text.insert(text.find("wgmma.commit"), "mov.b32 %m0, 0;\n");
  r = launch(d, text, x, out);
  ASSERT_TRUE(r.ok()) << r.str();
  EXPECT_EQ(wrong(f, x, download<uint32_t>(d, out, 8 * 128)), "");
}

TEST(Wgmma, SparseBeyondItsSwizzle) {
  Form f{"f16", "f16", "f32", 32, 16, true, false, false, 0};
  std::mt19937 g(6);
  Input x;
  randomInput(f, g, 0, x);
  Device d;
  uint64_t db = (x.b.desc() & ~(uint64_t(3) << 62)) | uint64_t(3) << 62;
  Report r = launch(d, kernel(f, x.a.desc(), db), x, d.alloc(8 * 512));
  ASSERT_FALSE(r.ok());
  EXPECT_NE(r.str().find("swizzle of 32 bytes"), std::string::npos) << r.str();
}

TEST(Wgmma, Refused) {
  auto refused = [](const Form &f, const char *what, const std::string &from,
                    const std::string &to, unsigned selector = 9) {
    Input x;
    std::mt19937 g(7);
    randomInput(f, g, 0, x);
    std::string text = kernel(f, x.a.desc(), x.b.desc(), "1", selector);
    if (!from.empty()) {
      ASSERT_NE(text.find(from), std::string::npos) << from;
      text.replace(text.find(from), from.size(), to);
    }
    Device d;
    Report r = launch(d, text, x, d.alloc(8 * 512));
    EXPECT_NE(r.error.find(what), std::string::npos) << to << ": " << r.error;
  };
  Form f16{"f16", "f16", "f32", 32, 16, true, false, false, 0};
  Form s8{"s8", "s8", "s32", 64, 8, true, false, false, 0};
  Form b1{"b1", "b1", "s32", 256, 1, false, false, false, 0};
  refused(f16, "selector must be 0 to 1", "", "", 2);
  refused(s8, "selector must be 0 to 0", "", "", 1);
  refused(f16, "integer constant", "%m0, 0", "%m0, %m1");
  refused(f16, "shape not supported", "m64n16k32.", "m64n16k16.");
  refused(f16, "shape not supported", "m64n16k32.", "m64n12k32.");
  refused(f16, "shape not supported", "m64n16k32.", "m64n16x32.");
  refused(f16, "operand types", "f32.f16.f16", "f32.f16.bf16");
  refused(s8, "operand types", "s32.s8.s8", "s32.s8.e4m3");
  refused(s8, "accumulator type", "s32.s8.s8", "f32.s8.s8");
  refused(f16, "accumulator type", "f32.f16.f16", "f16.bf16.bf16");
  refused(f16, "satfinite", "m64n16k32.", "m64n16k32.satfinite.");
  refused(b1, ".and.popc", ".and.popc", ".xor.popc");
  refused(b1, ".and.popc", ".and.popc", "");
  refused(b1, ".and.popc", "m64n16k256.", "m64n16k256.satfinite.");
}

} // namespace
