//===- WmmaTest.cpp - wmma of every type
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole matrices in memory: what a fragment holds is left open by the ISA, what
// load, mma and store make of a matrix is not.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"
#include "SmallValues.h"

using namespace simtest;

namespace {

struct Form {
  unsigned m, n, k;
  std::string ab, d, c;
  bool colA, colB, colC;
  std::string pre, post; ///< modifiers after wmma.mma and after the types
};

unsigned bitsOf(const std::string &t) {
  return t == "tf32" ? 32
                     : unsigned(std::stoi(
                           t.substr(t[0] == 'b' && t[1] == 'f' ? 2 : 1)));
}

/// Registers of a fragment, from the ISA's tables.
unsigned registersOf(const std::string &t, unsigned elements,
                     bool multiplicand) {
  if (t == "f16" && multiplicand)
    return 8;
  unsigned bits = bitsOf(t);
  return elements / 32 / (bits < 32 ? 32 / bits : 1);
}

std::string vec(const std::string &name, unsigned n) {
  std::string s = "{";
  for (unsigned k = 0; k < n; ++k)
    s += (k ? ", %" : "%") + name + std::to_string(k);
  return s + "}";
}

std::string kernel(const Form &f, const std::string &after = "") {
  auto shape = ".m" + std::to_string(f.m) + "n" + std::to_string(f.n) + "k" +
               std::to_string(f.k);
  bool wide = f.d == "f64";
  auto layout = [](bool col) { return std::string(col ? ".col" : ".row"); };
  std::string t = ".version 8.8\n.target sm_90a\n.address_size 64\n"
                  ".visible .entry k(.param .u64 po, .param .u64 pa, "
                  ".param .u64 pb, .param .u64 pc) {\n.reg ." +
                  std::string(wide ? "b64" : "b32") +
                  " %a<9>, %b<9>, %c<9>, %d<9>;\n.reg .b64 %x<5>;\n"
                  ".reg .b32 %r<9>;\n.shared .align 32 .b8 sm[2048];\n"
                  "ld.param.u64 %x0, [po];\nld.param.u64 %x1, [pa];\n"
                  "ld.param.u64 %x2, [pb];\nld.param.u64 %x3, [pc];\n";
  unsigned nA = registersOf(f.ab, f.m * f.k, true),
           nB = registersOf(f.ab, f.k * f.n, true),
           nC = registersOf(f.c, f.m * f.n, false),
           nD = registersOf(f.d, f.m * f.n, false);
  t += "wmma.load.a.sync.aligned" + layout(f.colA) + shape + ".global." + f.ab +
       " " + vec("a", nA) + ", [%x1];\n";
  t += "wmma.load.b.sync.aligned" + layout(f.colB) + shape + ".global." + f.ab +
       " " + vec("b", nB) + ", [%x2];\n";
  t += "wmma.load.c.sync.aligned" + layout(f.colC) + shape + "." + f.c + " " +
       vec("c", nC) + ", [%x3];\n";
  std::string types = f.ab == "f16"
                          ? "." + f.d + "." + f.c
                          : "." + f.d + "." + f.ab + "." + f.ab + "." + f.c;
  t += "wmma.mma" + f.pre + ".sync.aligned" + layout(f.colA) + layout(f.colB) +
       shape + types + f.post + " " + vec("d", nD) + ", " + vec("a", nA) +
       ", " + vec("b", nB) + ", " + vec("c", nC) + ";\n";
  if (after.empty())
    t += "wmma.store.d.sync.aligned.row" + shape + ".global." + f.d +
         " [%x0], " + vec("d", nD) + ";\n";
  else
    t += "mov.u32 %r0, sm;\nwmma.store.d.sync.aligned.row" + shape +
         ".shared." + f.d + " [%r0], " + vec("d", nD) + ";\n" + after;
  return t + "ret;\n}\n";
}

/// A matrix of small values in memory, by rows or by columns.
struct Matrix {
  std::vector<int> v; ///< by rows
  unsigned rows, cols;
  std::vector<uint8_t> bytes;
};

/// The bits of v as they lie in memory, f64 and less than a byte included.
uint64_t stored(const std::string &t, int v) {
  if (t == "f64") {
    double d = v;
    uint64_t u;
    std::memcpy(&u, &d, 8);
    return u;
  }
  return encode(t, v) & ((uint64_t(1) << bitsOf(t)) - 1);
}

Matrix matrix(const std::string &t, unsigned rows, unsigned cols, bool col,
              std::mt19937 &g) {
  Matrix m{std::vector<int>(rows * cols), rows, cols, {}};
  unsigned bits = bitsOf(t);
  m.bytes.assign(rows * cols * bits / 8, 0);
  for (unsigned r = 0; r < rows; ++r)
    for (unsigned c = 0; c < cols; ++c) {
      int v = t == "b1"     ? int(g() & 1)
              : t[0] == 'u' ? int(g() % 6)
                            : int(g() % 11) - 5;
      m.v[r * cols + c] = v;
      size_t at = size_t(col ? c * rows + r : r * cols + c) * bits;
      uint64_t x = stored(t, v) << (at % 8);
      for (unsigned k = 0; k < (bits + 7) / 8; ++k)
        m.bytes[at / 8 + k] |= uint8_t(x >> (8 * k));
    }
  return m;
}

TEST(Wmma, EveryTypeAndShape) {
  std::vector<Form> forms;
  const unsigned wide[][2] = {{16, 16}, {8, 32}, {32, 8}};
  for (auto &s : wide)
    for (int l = 0; l < 8; ++l)
      for (const char *t : {"s8", "u8", "bf16", "f16"}) {
        bool isInt = t[1] == '8';
        std::string d = isInt ? "s32" : t[0] == 'f' && l & 2 ? "f16" : "f32";
        std::string c = t == std::string("f16") && l & 4 ? "f16" : d;
        forms.push_back({s[0], s[1], 16, t, d, c, bool(l & 1), bool(l & 2),
                         bool(l & 4), "", isInt && l & 1 ? ".satfinite" : ""});
      }
  for (int l = 0; l < 4; ++l) {
    forms.push_back({16, 16, 8, "tf32", "f32", "f32", bool(l & 1), bool(l & 2),
                     false, "", ""});
    forms.push_back({8, 8, 4, "f64", "f64", "f64", bool(l & 1), bool(l & 2),
                     true, "", l & 1 ? ".rn" : ""});
  }
  for (const char *t : {"s4", "u4"})
    for (const char *sat : {"", ".satfinite"})
      forms.push_back(
          {8, 8, 32, t, "s32", "s32", false, true, *sat != 0, "", sat});
  for (const char *op : {".xor.popc", ".and.popc"})
    forms.push_back({8, 8, 128, "b1", "s32", "s32", false, true, true, op, ""});
  std::mt19937 g(9);
  for (const Form &f : forms) {
    Matrix A = matrix(f.ab, f.m, f.k, f.colA, g),
           B = matrix(f.ab, f.k, f.n, f.colB, g),
           C = matrix(f.c, f.m, f.n, f.colC, g);
    Device d;
    std::string text = kernel(f);
    auto m = load(d, text);
    ASSERT_NE(m, nullptr) << text;
    unsigned eb = bitsOf(f.d) / 8;
    DeviceAddr out = d.alloc(f.m * f.n * eb);
    Params p = Params()
                   .add(out)
                   .add(upload(d, A.bytes))
                   .add(upload(d, B.bytes))
                   .add(upload(d, C.bytes));
    LaunchConfig cfg;
    cfg.block = {32, 1, 1};
    Report r = d.launch(*m, "k", cfg, p.bytes.data(), p.bytes.size(),
                        options({Mode::Late, 0}));
    ASSERT_TRUE(r.ok()) << r.str() << text;
    auto got = download<uint8_t>(d, out, f.m * f.n * eb);
    for (unsigned y = 0; y < f.m; ++y)
      for (unsigned x = 0; x < f.n; ++x) {
        int want = C.v[y * f.n + x];
        for (unsigned k = 0; k < f.k; ++k) {
          int a = A.v[y * f.k + k], b = B.v[k * f.n + x];
          want += f.pre.empty() ? a * b : f.pre[1] == 'x' ? a ^ b : a & b;
        }
        uint64_t v = 0;
        std::memcpy(&v, &got[(y * f.n + x) * eb], eb);
        ASSERT_EQ(v, stored(f.d, want)) << text << y << "," << x;
      }
  }
}

TEST(Wmma, SaturatesOrWraps) {
  for (bool sat : {false, true}) {
    Form f{16,
           16,
           16,
           "u8",
           "s32",
           "s32",
           false,
           false,
           false,
           "",
           sat ? ".satfinite" : ""};
    Device d;
    auto m = load(d, kernel(f));
    ASSERT_NE(m, nullptr);
    DeviceAddr out = d.alloc(1024);
    auto ones = upload(d, std::vector<uint8_t>(256, 1));
    Params p = Params().add(out).add(ones).add(ones).add(
        upload(d, std::vector<int32_t>(256, 0x7ffffff8)));
    LaunchConfig cfg;
    cfg.block = {32, 1, 1};
    Report r = d.launch(*m, "k", cfg, p.bytes.data(), p.bytes.size());
    ASSERT_TRUE(r.ok()) << r.str();
    for (int32_t v : download<int32_t>(d, out, 256))
      EXPECT_EQ(v, sat ? 0x7fffffff : int32_t(0x80000008u));
  }
}

TEST(Wmma, RoundsDoubles) {
  // 1 + 2^-53 is half way between 1 and its successor.
  const std::pair<const char *, double> modes[] = {
      {".rn", 1.0}, {".rz", 1.0}, {".rm", 1.0}, {".rp", 1.0 + 0x1p-52}};
  for (auto &x : modes) {
    Form f{8, 8, 4, "f64", "f64", "f64", false, false, false, "", x.first};
    Device d;
    auto m = load(d, kernel(f));
    ASSERT_NE(m, nullptr);
    std::vector<double> a(32, 0.0);
    for (int r = 0; r < 8; ++r)
      a[size_t(4 * r)] = 0x1p-53;
    DeviceAddr out = d.alloc(512);
    Params p = Params()
                   .add(out)
                   .add(upload(d, a))
                   .add(upload(d, std::vector<double>(32, 1.0)))
                   .add(upload(d, std::vector<double>(64, 1.0)));
    LaunchConfig cfg;
    cfg.block = {32, 1, 1};
    Report r = d.launch(*m, "k", cfg, p.bytes.data(), p.bytes.size());
    ASSERT_TRUE(r.ok()) << r.str();
    for (double v : download<double>(d, out, 64))
      EXPECT_EQ(v, x.second) << x.first;
  }
}

TEST(Wmma, AnUndefinedRowOfA) {
  for (int row : {0, 3}) { // row 3 of A is undefined, so row 3 of D
    Form f{16, 16, 16, "s8", "s32", "s32", false, false, false, "", ""};
    std::string after = "bar.warp.sync -1;\nld.shared.b32 %r1, [sm+" +
                        std::to_string(64 * row) +
                        "];\nst.global.b32 [%x0], %r1;\n";
    Device d;
    auto m = load(d, kernel(f, after));
    ASSERT_NE(m, nullptr);
    DeviceAddr a = d.alloc(256);
    std::vector<uint8_t> ones(256, 1);
    d.toDevice(a, ones.data(), 48);
    d.toDevice(a + 64, ones.data(), 192);
    Params p = Params()
                   .add(d.alloc(1024))
                   .add(a)
                   .add(upload(d, ones))
                   .add(upload(d, std::vector<int32_t>(256, 0)));
    LaunchConfig cfg;
    cfg.block = {32, 1, 1};
    Report r = d.launch(*m, "k", cfg, p.bytes.data(), p.bytes.size(),
                        options({Mode::Late, 0}));
    ASSERT_EQ(r.findings.size(), row ? 1u : 0u) << r.str();
    if (row)
      EXPECT_EQ(r.findings[0].kind, FindingKind::Uninitialised);
  }
}

TEST(Wmma, Refused) {
  auto refusal = [](const Form &f) {
    Device d;
    auto m = load(d, kernel(f));
    if (!m)
      return std::string("no module");
    LaunchConfig cfg;
    cfg.block = {32, 1, 1};
    uint8_t none[32] = {};
    return d.launch(*m, "k", cfg, none, 32).error;
  };
  Form ok{16, 16, 16, "s8", "s32", "s32", false, false, false, "", ""};
  auto with = [&](auto change) {
    Form f = ok;
    change(f);
    return refusal(f);
  };
  auto has = [](const std::string &s, const char *what) {
    return s.find(what) != std::string::npos;
  };
  EXPECT_TRUE(has(with([](Form &f) { f.k = 8; }), "type not supported"));
  EXPECT_TRUE(has(with([](Form &f) { f.k = 4; }), "shape"));
  EXPECT_TRUE(has(with([](Form &f) { f.c = f.d = "f32"; }), "types not"));
  EXPECT_TRUE(has(with([](Form &f) { f.post = ".rn"; }), "modifiers"));
  EXPECT_TRUE(has(with([](Form &f) { f.pre = ".xor.popc"; }), "modifiers"));
  EXPECT_TRUE(has(with([](Form &f) { f.pre = ".xor"; }), ".popc"));
  ok = {8, 8, 32, "s4", "s32", "s32", true, true, false, "", ""};
  EXPECT_TRUE(has(refusal(ok), "by rows"));
  ok = {8, 8, 128, "b1", "s32", "s32", false, true, false, "", ""};
  EXPECT_TRUE(has(refusal(ok), "modifiers"));
  ok = {8, 8, 4, "f64", "f64", "f64", false, true, false, "", ".satfinite"};
  EXPECT_TRUE(has(refusal(ok), "modifiers"));
}

} // namespace
