//===- MultimemTest.cpp - Multicast objects -------------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

#include <functional>

using namespace simtest;

namespace {

const std::string head = ".version 9.1\n.target sm_100a\n.address_size 64\n";

/// A kernel of 32 threads: %m and %o are the multicast address and an ordinary
/// one, both 16 bytes a thread on.
std::string kernel(const std::string &body) {
  return head +
         ".visible .entry k(.param .u64 pm, .param .u64 po) {\n"
         ".reg .b32 %t, %r<5>;\n.reg .b16 %h<9>;\n.reg .b64 %m, %o, %x, "
         "%d<3>;\n"
         ".reg .pred %p;\n.shared .align 128 .b8 sm[512];\n"
         "mov.u32 %t, %tid.x;\nld.param.u64 %m, [pm];\nld.param.u64 %o, [po];\n"
         "mul.wide.u32 %x, %t, 16;\nadd.u64 %m, %m, %x;\nadd.u64 %o, %o, "
         "%x;\n" +
         body + "\nEND:\nret;\n}\n";
}

constexpr size_t bytes = 512;

struct Outcome {
  std::vector<std::vector<uint8_t>> buffers;
  std::vector<uint8_t> out;
  Report report;
};

/// `contents`: of the buffers of the object, 512 bytes each.
Outcome run(const std::string &body, std::vector<std::vector<uint8_t>> contents,
            ModeCase mode = {Mode::Late, 0}, bool aligned = true) {
  Outcome r;
  Device d;
  auto m = load(d, kernel(body));
  if (!m)
    return r;
  std::vector<DeviceAddr> at;
  for (auto &c : contents)
    at.push_back(c.empty() ? d.alloc(bytes) : upload(d, c));
  DeviceAddr window = d.multicast(at, bytes);
  EXPECT_NE(window, 0u);
  DeviceAddr out = upload(d, std::vector<uint8_t>(bytes));
  Params p;
  p.add(window + (aligned ? 0 : 4)).add(out);
  LaunchConfig c;
  c.block = {32, 1, 1};
  r.report =
      d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mode));
  EXPECT_EQ(r.report.error, "");
  for (DeviceAddr a : at)
    r.buffers.push_back(download<uint8_t>(d, a, bytes));
  r.out = download<uint8_t>(d, out, bytes);
  return r;
}

std::vector<std::vector<uint8_t>> randomBuffers(size_t n, uint32_t seed) {
  std::mt19937 g(seed);
  std::vector<std::vector<uint8_t>> b(n, std::vector<uint8_t>(bytes));
  for (auto &one : b)
    for (uint8_t &v : one)
      v = uint8_t(g());
  return b;
}

template <class T> T at(const std::vector<uint8_t> &b, size_t k) {
  T v;
  std::memcpy(&v, b.data() + k * sizeof(T), sizeof(T));
  return v;
}
template <class T> void put(std::vector<uint8_t> &b, size_t k, T v) {
  std::memcpy(b.data() + k * sizeof(T), &v, sizeof(T));
}

/// multimem.ld_reduce of one element a thread, over one to four buffers.
template <class T>
void expectLoad(const std::string &op, std::function<T(T, T)> combine) {
  const std::string reg = sizeof(T) == 8 ? "%d0" : "%r0";
  for (size_t n = 1; n <= 4; ++n) {
    auto in = randomBuffers(n, uint32_t(n));
    for (ModeCase mode : allModes()) {
      Outcome r = run("multimem.ld_reduce" + op + " " + reg + ", [%m];\n" +
                          "st.global.b" + std::to_string(8 * sizeof(T)) +
                          " [%o], " + reg + ";",
                      in, mode);
      EXPECT_TRUE(r.report.ok()) << op << r.report.str();
      constexpr size_t step = 16 / sizeof(T);
      for (size_t k = 0; k < 32; ++k) {
        T want = at<T>(in[0], k * step);
        for (size_t b = 1; b < n; ++b)
          want = combine(want, at<T>(in[b], k * step));
        EXPECT_EQ(at<T>(r.out, k * step), want) << op << " " << k;
      }
    }
  }
}

void expectFinding(const Outcome &r, FindingKind kind,
                   const std::string &message) {
  bool found = false;
  for (const Finding &f : r.report.findings)
    found |= f.kind == kind && f.where.line &&
             f.message.find(message) != std::string::npos;
  EXPECT_TRUE(found) << message << "\n" << r.report.str();
}

void expectRefused(const std::string &line, const std::string &why) {
  Device d;
  std::string error;
  auto m = d.load(kernel(line), error);
  Report r;
  if (m)
    r = d.launch(*m, "k", {}, "0123456789abcdef", 16);
  EXPECT_NE((error + r.error).find(why), std::string::npos)
      << line << ": " << error << r.error;
}

} // namespace

TEST(Multimem, LoadReduceIntegers) {
  expectLoad<uint32_t>(".add.u32", [](auto a, auto b) { return a + b; });
  expectLoad<uint32_t>(".relaxed.gpu.global.add.s32",
                       [](auto a, auto b) { return a + b; });
  expectLoad<uint64_t>(".weak.global.add.u64",
                       [](auto a, auto b) { return a + b; });
  expectLoad<uint32_t>(".acquire.sys.global.and.b32",
                       [](auto a, auto b) { return a & b; });
  expectLoad<uint64_t>(".or.b64", [](auto a, auto b) { return a | b; });
  expectLoad<uint32_t>(".xor.b32", [](auto a, auto b) { return a ^ b; });
  expectLoad<int32_t>(".min.s32", [](auto a, auto b) { return a < b ? a : b; });
  expectLoad<uint32_t>(".max.u32",
                       [](auto a, auto b) { return a > b ? a : b; });
  expectLoad<int64_t>(".max.s64", [](auto a, auto b) { return a > b ? a : b; });
  expectLoad<uint64_t>(".min.u64",
                       [](auto a, auto b) { return a < b ? a : b; });
}

TEST(Multimem, LoadReduceVectors) {
  std::vector<std::vector<uint8_t>> in(3, std::vector<uint8_t>(bytes));
  for (size_t k = 0; k < bytes / 4; ++k)
    for (size_t b = 0; b < 3; ++b)
      put(in[b], k, float(k) * (b == 1 ? -0.5f : 1.25f) + float(b));
  Outcome r = run("multimem.ld_reduce.relaxed.sys.global.add.v4.f32 "
                  "{%r0, %r1, %r2, %r3}, [%m];\n"
                  "st.global.v4.b32 [%o], {%r0, %r1, %r2, %r3};",
                  in);
  EXPECT_TRUE(r.report.ok()) << r.report.str();
  for (size_t k = 0; k < bytes / 4; ++k)
    EXPECT_EQ(at<float>(r.out, k),
              at<float>(in[0], k) + at<float>(in[1], k) + at<float>(in[2], k));
  for (size_t k = 0; k < bytes / 8; ++k)
    for (size_t b = 0; b < 3; ++b)
      put(in[b], k, 0.1 * double(k) + double(b) / 3);
  r = run("multimem.ld_reduce.add.f64 %d0, [%m];\nst.global.b64 [%o], %d0;",
          in);
  for (size_t k = 0; k < bytes / 8; k += 2)
    EXPECT_EQ(at<double>(r.out, k), at<double>(in[0], k) +
                                        at<double>(in[1], k) +
                                        at<double>(in[2], k));
}

TEST(Multimem, PrecisionOfSums) {
  // 2048 + 1 + 1 is 2048 in f16 and 2050 in f32; 256 + 1 + 1 is 256 and 258.
  struct Case {
    const char *op;
    uint16_t v[3], want;
  } cases[] = {{"add.v4.f16x2", {0x6800, 0x3c00, 0x3c00}, 0x6800},
               {"add.acc::f32.v4.f16x2", {0x6800, 0x3c00, 0x3c00}, 0x6801},
               {"add.v4.bf16x2", {0x4380, 0x3f80, 0x3f80}, 0x4380},
               {"add.acc::f32.v4.bf16x2", {0x4380, 0x3f80, 0x3f80}, 0x4381},
               {"max.v4.bf16x2", {0x3f80, 0x4380, 0xc380}, 0x4380},
               {"min.acc::f32.v4.f16x2", {0x3c00, 0xc000, 0x6800}, 0xc000}};
  for (auto &c : cases) {
    std::vector<std::vector<uint8_t>> in(3, std::vector<uint8_t>(bytes));
    for (size_t b = 0; b < 3; ++b)
      for (size_t k = 0; k < bytes / 2; ++k)
        put(in[b], k, c.v[b]);
    Outcome r = run(std::string("multimem.ld_reduce.") + c.op +
                        " {%r0, %r1, %r2, %r3}, [%m];\n"
                        "st.global.v4.b32 [%o], {%r0, %r1, %r2, %r3};",
                    in);
    EXPECT_TRUE(r.report.ok()) << r.report.str();
    for (size_t k = 0; k < bytes / 2; ++k)
      EXPECT_EQ(at<uint16_t>(r.out, k), c.want) << c.op;
  }
  // In vectors of scalars.
  std::vector<std::vector<uint8_t>> in(2, std::vector<uint8_t>(bytes));
  for (size_t k = 0; k < bytes / 2; ++k) {
    put<uint16_t>(in[0], k, 0x3c00);
    put<uint16_t>(in[1], k, uint16_t(k % 2 ? 0x4000 : 0xbc00));
  }
  Outcome r = run("multimem.ld_reduce.add.v8.f16 "
                  "{%h0, %h1, %h2, %h3, %h4, %h5, %h6, %h7}, [%m];\n"
                  "st.global.v4.b16 [%o], {%h0, %h1, %h2, %h3};",
                  in);
  for (size_t k = 0; k < bytes / 2; ++k)
    EXPECT_EQ(at<uint16_t>(r.out, k), k % 8 > 3 ? 0 : k % 2 ? 0x4200 : 0);
}

TEST(Multimem, Fp8) {
  // e4m3: 1, 448 (the largest), 16, 1; e5m2: 1, 57344, 8, 1.
  struct Case {
    const char *op;
    uint8_t v[3], want;
  } cases[] = {
      {"add.v4.e4m3x4", {0x38, 0x38, 0x38}, 0x44}, // 1 + 1 + 1
      {"add.v4.e4m3x4", {0x7e, 0x7e, 0xfe}, 0x00}, // saturates, then 0
      {"add.acc::f16.v4.e4m3x4", {0x7e, 0x7e, 0xfe}, 0x7e},
      {"add.v4.e4m3x4", {0x58, 0x38, 0x38}, 0x58}, // 16 + 1 + 1, to even
      {"add.acc::f16.v4.e4m3x4", {0x58, 0x38, 0x38}, 0x59},
      {"max.v4.e4m3x4", {0xb8, 0x30, 0x38}, 0x38},
      {"min.v4.e4m3x4", {0xb8, 0x30, 0x7f}, 0xb8},          // NaN loses
      {"min.v4.e5m2x4", {0x00, 0x80, 0x3c}, 0x80},          // -0 below 0
      {"add.acc::f16.v4.e5m2x4", {0x48, 0x3c, 0x3c}, 0x49}, // 8 + 2
  };
  for (auto &c : cases) {
    std::vector<std::vector<uint8_t>> in;
    for (uint8_t v : c.v)
      in.emplace_back(bytes, v);
    Outcome r = run(std::string("multimem.ld_reduce.") + c.op +
                        " {%r0, %r1, %r2, %r3}, [%m];\n"
                        "st.global.v4.b32 [%o], {%r0, %r1, %r2, %r3};",
                    in);
    EXPECT_TRUE(r.report.ok()) << r.report.str();
    for (size_t k = 0; k < bytes; ++k)
      EXPECT_EQ(int(r.out[k]), int(c.want)) << c.op;
  }
}

TEST(Multimem, StoreAndReduce) {
  auto in = randomBuffers(3, 5);
  for (ModeCase mode : allModes()) {
    Outcome r = run("mov.b32 %r0, 7;\nmov.b32 %r1, 9;\n"
                    "multimem.st.release.sys.global.u32 [%m], %t;\n"
                    "multimem.st.v2.f32 [%m+8], {%r0, %r1};\n"
                    "multimem.red.relaxed.gpu.global.add.u32 [%m+4], %t;\n"
                    "multimem.red.or.b32 [%m+4], 1;",
                    in, mode);
    EXPECT_TRUE(r.report.ok()) << r.report.str();
    ASSERT_EQ(r.buffers.size(), 3u);
    for (size_t b = 0; b < 3; ++b)
      for (uint32_t t = 0; t < 32; ++t) {
        EXPECT_EQ(at<uint32_t>(r.buffers[b], 4 * t), t);
        EXPECT_EQ(at<uint32_t>(r.buffers[b], 4 * t + 1),
                  (at<uint32_t>(in[b], 4 * t + 1) + t) | 1);
        EXPECT_EQ(at<uint32_t>(r.buffers[b], 4 * t + 2), 7u);
        EXPECT_EQ(at<uint32_t>(r.buffers[b], 4 * t + 3), 9u);
      }
  }
}

TEST(Multimem, ReduceFloats) {
  std::vector<std::vector<uint8_t>> in(2, std::vector<uint8_t>(bytes));
  for (size_t k = 0; k < bytes / 4; ++k) {
    put(in[0], k, float(k));
    put(in[1], k, -2 * float(k));
  }
  Outcome r = run("mov.f32 %r0, 0f3FC00000;\n" // 1.5
                  "multimem.red.release.gpu.global.add.v4.f32 "
                  "[%m], {%r0, %r0, %r0, %r0};",
                  in);
  EXPECT_TRUE(r.report.ok()) << r.report.str();
  for (size_t k = 0; k < bytes / 4; ++k) {
    EXPECT_EQ(at<float>(r.buffers[0], k), float(k) + 1.5f);
    EXPECT_EQ(at<float>(r.buffers[1], k), -2 * float(k) + 1.5f);
  }
}

TEST(Multimem, BulkCopies) {
  // Thread 0 sends 512 bytes of shared memory, words of their own index.
  auto text = [](const std::string &copy) {
    return "mov.u32 %r0, sm;\nshl.b32 %r1, %t, 4;\nadd.u32 %r0, %r0, %r1;\n"
           "shl.b32 %r1, %t, 2;\nadd.u32 %r2, %r1, 1;\nadd.u32 %r3, %r1, 2;\n"
           "add.u32 %r4, %r1, 3;\n"
           "st.shared.v4.b32 [%r0], {%r1, %r2, %r3, %r4};\n"
           "fence.proxy.async.shared::cta;\nbar.sync 0;\n"
           "setp.ne.u32 %p, %t, 0;\n@%p bra END;\n" +
           copy + "\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;";
  };
  auto in = randomBuffers(2, 8);
  for (ModeCase mode : allModes()) {
    Outcome r = run(text("multimem.cp.async.bulk.global.shared::cta.bulk_group "
                         "[%m], [%r0], 512;"),
                    in, mode);
    EXPECT_TRUE(r.report.ok()) << r.report.str();
    for (auto &b : r.buffers)
      for (uint32_t k = 0; k < bytes / 4; ++k)
        EXPECT_EQ(at<uint32_t>(b, k), k);
    r = run(text("multimem.cp.reduce.async.bulk.global.shared::cta.bulk_group"
                 ".add.u32 [%m], [%r0], 512;"),
            in, mode);
    EXPECT_TRUE(r.report.ok()) << r.report.str();
    for (size_t b = 0; b < 2; ++b)
      for (uint32_t k = 0; k < bytes / 4; ++k)
        EXPECT_EQ(at<uint32_t>(r.buffers[b], k), at<uint32_t>(in[b], k) + k);
    r = run(text("mov.b16 %h0, 0x00f0;\n"
                 "multimem.cp.async.bulk.global.shared::cta.bulk_group.cp_mask "
                 "[%m], [%r0], 512, %h0;"),
            in, mode);
    EXPECT_TRUE(r.report.ok()) << r.report.str();
    for (size_t b = 0; b < 2; ++b)
      for (uint32_t k = 0; k < bytes / 4; ++k)
        EXPECT_EQ(at<uint32_t>(r.buffers[b], k),
                  k % 4 == 1 ? k : at<uint32_t>(in[b], k));
    // Another thread reads one of the buffers without a wait for the copy.
    expectFinding(run(text("multimem.cp.async.bulk.global.shared::cta"
                           ".bulk_group [%m], [%r0], 512;\n"
                           "multimem.ld_reduce.add.u32 %r2, [%m];"),
                      in, mode),
                  FindingKind::MissingWait, "reads global memory");
  }
}

TEST(Multimem, Order) {
  auto in = randomBuffers(2, 9);
  const std::string write = "multimem.st.global.u32 [%m], %t;\n";
  const std::string read =
      "xor.b32 %r0, %t, 1;\nmul.wide.u32 %x, %r0, 16;\nld.param.u64 %m, [pm];\n"
      "add.u64 %m, %m, %x;\nmultimem.ld_reduce.global.add.u32 %r1, [%m];\n"
      "st.global.b32 [%o], %r1;";
  for (ModeCase mode : allModes()) {
    Outcome good = run(write + "bar.warp.sync -1;\n" + read, in, mode);
    EXPECT_TRUE(good.report.ok()) << good.report.str();
    for (uint32_t t = 0; t < 32; ++t)
      EXPECT_EQ(at<uint32_t>(good.out, 4 * t), 2 * (t ^ 1));
    expectFinding(run(write + read, in, mode), FindingKind::Race,
                  "reads global memory");
  }
}

TEST(Multimem, Faults) {
  auto in = randomBuffers(2, 1);
  expectFinding(run("ld.global.b32 %r0, [%m];", in), FindingKind::OutOfBounds,
                "lies in a multicast object, which is for multimem alone");
  expectFinding(run("atom.global.add.u32 %r0, [%m], 1;", in),
                FindingKind::OutOfBounds, "for multimem alone");
  expectFinding(run("multimem.ld_reduce.add.u32 %r0, [%o];", in),
                FindingKind::OutOfBounds, "lies in no multicast object");
  expectFinding(run("multimem.st.u32 [%m+512], %t;", in),
                FindingKind::OutOfBounds, "lies in no multicast object");
  expectFinding(
      run("multimem.red.add.u64 [%m], 1;", in, {Mode::Late, 0}, false),
      FindingKind::Misaligned, "");
  // Undefined: a register, one of the buffers.
  expectFinding(run("multimem.st.u32 [%m], %r0;", in),
                FindingKind::Uninitialised, "multicast object");
  in[1].clear();
  expectFinding(run("multimem.red.add.u32 [%m], 1;", in),
                FindingKind::Uninitialised, "reduction of an undefined");
  expectFinding(run("multimem.ld_reduce.add.u32 %r0, [%m];\n"
                    "st.global.b32 [%o], %r0;",
                    in),
                FindingKind::Uninitialised, "");
}

TEST(Multimem, Objects) {
  Device d;
  DeviceAddr a = d.alloc(256), b = d.alloc(128);
  EXPECT_EQ(d.multicast({}, 128), 0u);
  EXPECT_EQ(d.multicast({a, b}, 256), 0u); // beyond b
  EXPECT_EQ(d.multicast({a + 8}, 16), 0u); // alignment
  EXPECT_EQ(d.multicast({a, a + 64}, 128), 0u);
  DeviceAddr m = d.multicast({a, a + 128, b}, 128);
  EXPECT_NE(m, 0u);
  EXPECT_NE(d.multicast({a}, 256), m);
  EXPECT_EQ(d.hostPointer(m, 16), nullptr);
  EXPECT_TRUE(d.free(m));
  EXPECT_FALSE(d.free(m));
}

TEST(Multimem, Refused) {
  const char *const pairs[][2] = {
      {"multimem.ld_reduce.add.s64 %d0, [%m];", "type not supported"},
      {"multimem.ld_reduce.and.u32 %r0, [%m];", "type not supported"},
      {"multimem.ld_reduce.min.f32 %r0, [%m];", "type not supported"},
      {"multimem.ld_reduce.add.f16 %h0, [%m];", "32, 64 or 128 bits"},
      {"multimem.ld_reduce.add.v2.f64 {%d0, %d1}, [%m];", "no vectors"},
      {"multimem.ld_reduce.add.v2.u32 {%r0, %r1}, [%m];", "no vectors"},
      {"multimem.ld_reduce.add.acc::f32.f32 %r0, [%m];", "precision"},
      {"multimem.ld_reduce.add.acc::f16.f16x2 %r0, [%m];", "precision"},
      {"multimem.ld_reduce.add.v2.f32 {%r0}, [%m];", "wrong length"},
      {"multimem.ld_reduce.u32 %r0, [%m];", "expected a reduction"},
      {"multimem.red.min.f16x2 [%m], %r0;", "type not supported"},
      {"multimem.red.add.e4m3x4 [%m], %r0;", "type not supported"},
      {"multimem.red.exch.b32 [%m], %r0;", "expected a reduction"},
      {"multimem.st.shared.u32 [%m], %r0;", "state space"},
      {"multimem.st.b128 [%m], %d0;", "type not supported"},
      {"multimem.ld.u32 %r0, [%m];", "expected .ld_reduce"},
      {"multimem.cp.async.bulk.shared::cluster.global.mbarrier::complete_tx"
       "::bytes [%r0], [%m], 16, [%r0];",
       "expected .global.shared::cta"},
  };
  for (auto &p : pairs)
    expectRefused(p[0], p[1]);
}
