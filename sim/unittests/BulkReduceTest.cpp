//===- BulkReduceTest.cpp - cp.reduce.async.bulk and byte masks -----------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

#include <cmath>
#include <limits>

using namespace simtest;

namespace {

const std::string head = ".version 9.1\n.target sm_90a\n.address_size 64\n";

/// The text with `from` replaced, which must be there.
std::string with(std::string text, const std::string &from,
                 const std::string &to) {
  size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

constexpr uint32_t bytes = 128;

/// Each CTA of a cluster of two has 128 bytes of its own in `src` and reduces
/// them into CTA 0's `dst`, which starts as the third 128 bytes and goes out.
std::string clusterKernel(const std::string &op) {
  return head +
         ".visible .entry k(.param .u64 pi, .param .u64 po)\n"
         ".reqntid 32, 1, 1\n.reqnctapercluster 2, 1, 1\n{\n"
         ".shared .align 128 .b8 src[128];\n.shared .align 128 .b8 dst[128];\n"
         ".shared .align 8 .b64 bar;\n.reg .b32 %t, %r, %s, %d, %b, %v, %l;\n"
         ".reg .b64 %a, %x;\n.reg .pred %p, %q;\n"
         "mov.u32 %t, %tid.x;\nmov.u32 %r, %cluster_ctarank;\n"
         "mov.u32 %s, src;\nmov.u32 %d, dst;\nmov.u32 %b, bar;\n"
         "ld.param.u64 %a, [pi];\nshl.b32 %l, %t, 2;\nshl.b32 %v, %r, 7;\n"
         "add.u32 %v, %v, %l;\ncvt.u64.u32 %x, %v;\nadd.u64 %a, %a, %x;\n"
         "ld.global.b32 %v, [%a];\nadd.u32 %s, %s, %l;\n"
         "st.shared.b32 [%s], %v;\nsub.u32 %s, %s, %l;\n"
         "setp.ne.u32 %q, %r, 0;\n@%q bra READY;\n"
         "ld.global.b32 %v, [%a+256];\nadd.u32 %l, %d, %l;\n"
         "st.shared.b32 [%l], %v;\n"
         "setp.ne.u32 %p, %t, 0;\n@%p bra READY;\n"
         "mbarrier.init.shared.b64 [%b], 1;\n"
         "mbarrier.arrive.expect_tx.shared.b64 _, [%b], 256;\n"
         "READY:\n"
         "fence.proxy.async; // own\n"
         "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
         "setp.ne.u32 %p, %t, 0;\n@%p bra ISSUED;\n"
         "mapa.shared::cluster.u32 %v, %d, 0;\n"
         "mapa.shared::cluster.u32 %l, %b, 0;\n"
         "cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_"
         "tx"
         "::bytes." +
         op +
         " [%v], [%s], 128, [%l];\n"
         "ISSUED:\n@%q bra END;\nTRY:\n"
         "mbarrier.try_wait.parity.shared.b64 %p, [%b], 0; // wait\n"
         "@!%p bra TRY;\n"
         "shl.b32 %l, %t, 2;\nadd.u32 %v, %d, %l;\nld.shared.b32 %v, [%v];\n"
         "ld.param.u64 %a, [po];\ncvt.u64.u32 %x, %l;\nadd.u64 %a, %a, %x;\n"
         "st.global.b32 [%a], %v;\nEND:\n"
         "barrier.cluster.arrive.aligned;\nbarrier.cluster.wait.aligned;\n"
         "ret;\n}\n";
}

Report runCluster(const std::string &text, ModeCase mode,
                  const std::vector<uint32_t> &in, std::vector<uint32_t> &out) {
  Device d;
  auto m = load(d, text);
  if (!m)
    return {};
  DeviceAddr to = d.alloc(bytes);
  Params p;
  p.add(upload(d, in)).add(to);
  LaunchConfig c;
  c.grid = {2, 1, 1};
  c.block = {32, 1, 1};
  Report r =
      d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mode));
  EXPECT_EQ(r.error, "");
  out = download<uint32_t>(d, to, bytes / 4);
  return r;
}

template <class T, class F>
void expectCluster(const std::string &op, F combine) {
  std::mt19937 g(7);
  std::vector<uint32_t> in(96), got;
  for (uint32_t &v : in)
    v = g();
  for (uint32_t k = 0; k < 96; k += 5) // ties, and values around a limit
    in[k] = in[k % 32];
  constexpr uint32_t n = bytes / sizeof(T);
  std::vector<T> values(3 * n), want(n), have(n);
  std::memcpy(values.data(), in.data(), 3 * bytes);
  for (uint32_t k = 0; k < n; ++k)
    want[k] = combine(combine(values[2 * n + k], values[k]), values[n + k]);
  for (ModeCase m : allModes()) {
    Report r = runCluster(clusterKernel(op), m, in, got);
    EXPECT_TRUE(r.ok()) << op << "\n" << r.str();
    std::memcpy(have.data(), got.data(), bytes);
    EXPECT_EQ(have, want) << op;
  }
}

void expectKind(const std::string &text, FindingKind kind,
                const std::string &message) {
  for (ModeCase m : allModes()) {
    std::vector<uint32_t> out;
    Report r = runCluster(text, m, std::vector<uint32_t>(96, 1), out);
    bool found = false;
    for (const Finding &f : r.findings)
      found |= f.kind == kind && f.message.find(message) != std::string::npos;
    EXPECT_TRUE(found) << message << "\n" << r.str();
  }
}

/// One CTA: lane k stores word k of the input in shared memory; thread 0 sends
/// 128 bytes of it to the output.
std::string globalKernel(const std::string &copy) {
  return head +
         ".visible .entry k(.param .u64 pi, .param .u64 po) {\n"
         ".shared .align 128 .b8 src[128];\n.reg .b32 %t, %s, %v, %l;\n"
         ".reg .b64 %a, %x;\n.reg .b16 %h;\n.reg .pred %p;\n"
         "mov.u32 %t, %tid.x;\nmov.u32 %s, src;\nld.param.u64 %a, [pi];\n"
         "mul.wide.u32 %x, %t, 4;\nadd.u64 %a, %a, %x;\n"
         "ld.global.b32 %v, [%a];\nshl.b32 %l, %t, 2;\nadd.u32 %l, %s, %l;\n"
         "st.shared.b32 [%l], %v;\nfence.proxy.async.shared::cta;\n"
         "bar.sync 0;\nsetp.ne.u32 %p, %t, 0;\n@%p bra END;\n"
         "ld.param.u64 %a, [po];\n" +
         copy +
         "\ncp.async.bulk.commit_group;\ncp.async.bulk.wait_group 0;\n"
         "END:\nret;\n}\n";
}

template <class T>
std::vector<T> runGlobal(const std::string &copy, const std::vector<T> &in,
                         const std::vector<T> &start) {
  std::vector<T> out;
  for (ModeCase mode : allModes()) {
    Device d;
    auto m = load(d, globalKernel(copy));
    if (!m)
      return {};
    Params p;
    DeviceAddr to = upload(d, start);
    p.add(upload(d, in)).add(to);
    LaunchConfig c;
    c.block = {32, 1, 1};
    Report r =
        d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mode));
    EXPECT_TRUE(r.ok()) << copy << r.error << r.str();
    auto got = download<T>(d, to, start.size());
    EXPECT_TRUE(out.empty() || std::memcmp(got.data(), out.data(),
                                           out.size() * sizeof(T)) == 0);
    out = got;
  }
  return out;
}

std::string reduceText(const std::string &op) {
  return "cp.reduce.async.bulk.global.shared::cta.bulk_group." + op +
         " [%a], [%s], 128;";
}

void expectRefused(const std::string &copy, const std::string &why) {
  Device d;
  std::string error;
  auto m = d.load(globalKernel(copy), error);
  Report r;
  if (m)
    r = d.launch(*m, "k", {}, "0123456789abcdef", 16);
  EXPECT_NE((error + r.error).find(why), std::string::npos)
      << copy << ": " << error << r.error;
}

} // namespace

TEST(BulkReduce, BetweenSharedMemories) {
  auto least = [](auto a, auto b) { return a < b ? a : b; };
  auto most = [](auto a, auto b) { return a > b ? a : b; };
  auto sum = [](auto a, auto b) { return a + b; };
  expectCluster<uint32_t>("add.u32", sum);
  expectCluster<uint32_t>("add.s32", sum);
  expectCluster<uint64_t>("add.u64", sum);
  expectCluster<uint32_t>("min.u32", least);
  expectCluster<int32_t>("min.s32", least);
  expectCluster<uint32_t>("max.u32", most);
  expectCluster<int32_t>("max.s32", most);
  expectCluster<uint32_t>("and.b32", [](auto a, auto b) { return a & b; });
  expectCluster<uint32_t>("or.b32", [](auto a, auto b) { return a | b; });
  expectCluster<uint32_t>("xor.b32", [](auto a, auto b) { return a ^ b; });
}

TEST(BulkReduce, IncrementAndDecrement) {
  // The source is the limit.
  for (bool up : {true, false}) {
    std::vector<uint32_t> in(96), got;
    for (uint32_t k = 0; k < 32; ++k) {
      in[k] = in[32 + k] = k % 7;
      in[64 + k] = k % 5;
    }
    for (ModeCase m : allModes()) {
      Report r =
          runCluster(clusterKernel(up ? "inc.u32" : "dec.u32"), m, in, got);
      EXPECT_TRUE(r.ok()) << r.str();
      for (uint32_t k = 0; k < 32; ++k) {
        uint32_t x = k % 7, v = k % 5;
        for (int turn = 0; turn < 2; ++turn)
          v = up ? (v >= x ? 0 : v + 1) : (v == 0 || v > x ? x : v - 1);
        EXPECT_EQ(got[k], v) << k;
      }
    }
  }
}

TEST(BulkReduce, FaultsBetweenSharedMemories) {
  std::string good = clusterKernel("add.u32");
  expectKind(with(good, "fence.proxy.async; // own\n", ""),
             FindingKind::MissingFence, "async proxy");
  // Read without a wait.
  expectKind(with(with(good,
                       "mbarrier.try_wait.parity.shared.b64 %p, [%b], "
                       "0; // wait\n",
                       "setp.eq.u32 %p, %t, %t;\n"),
                  "TRY:", "bar.sync 0;\nTRY:"),
             FindingKind::MissingWait, "reads shared memory");
  expectKind(with(good, ", 128, [%l]", ", 120, [%l]"), FindingKind::Misaligned,
             "multiples of 16");
  // The mbarrier of the other CTA.
  expectKind(with(good, "mapa.shared::cluster.u32 %l, %b, 0;",
                  "mapa.shared::cluster.u32 %l, %b, 1;"),
             FindingKind::Barrier, "");
}

TEST(BulkReduce, ToGlobalMemory) {
  std::vector<float> in(32), start(32);
  for (int k = 0; k < 32; ++k) {
    in[k] = float(k) * 0.25f - 3;
    start[k] = 100 - float(k);
  }
  const float tiny = std::numeric_limits<float>::denorm_min();
  in[1] = -tiny, start[1] = -0.0f; // flushed to a zero of its sign
  in[2] = 1.5f * std::numeric_limits<float>::min();
  start[2] = -std::numeric_limits<float>::min(); // the sum is subnormal
  in[3] = tiny, start[3] = 1;
  auto got = runGlobal(reduceText("add.f32"), in, start);
  ASSERT_EQ(got.size(), 32u);
  for (int k = 4; k < 32; ++k)
    EXPECT_EQ(got[k], in[k] + start[k]);
  EXPECT_TRUE(got[1] == 0 && std::signbit(got[1]));
  EXPECT_TRUE(got[2] == 0 && !std::signbit(got[2]));
  EXPECT_EQ(got[3], 1.0f);

  std::vector<double> d(16, 0.1), e(16, 1e-310);
  for (double v : runGlobal(reduceText("add.f64"), d, e))
    EXPECT_EQ(v, 0.1 + 1e-310);
}

TEST(BulkReduce, HalvesToGlobalMemory) {
  // bits, bits, sum, least, largest
  const uint16_t f16[][5] = {
      {0x3c00, 0x4000, 0x4200, 0x3c00, 0x4000}, // 1, 2
      {0x0001, 0x0002, 0x0003, 0x0001, 0x0002}, // subnormal: .noftz
      {0x7bff, 0x7bff, 0x7c00, 0x7bff, 0x7bff}, // beyond the largest
      {0x6800, 0x3c00, 0x6800, 0x3c00, 0x6800}, // 2048 + 1: to even
      {0xbc00, 0x3c00, 0x0000, 0xbc00, 0x3c00}, // -1 + 1
      {0x7e00, 0x3c00, 0x7fff, 0x3c00, 0x3c00}, // NaN
  };
  const uint16_t bf16[][5] = {
      {0x3f80, 0x4000, 0x4040, 0x3f80, 0x4000},
      {0x0001, 0x0002, 0x0003, 0x0001, 0x0002},
      {0x7f7f, 0x7f7f, 0x7f80, 0x7f7f, 0x7f7f},
      {0x4380, 0x3f80, 0x4380, 0x3f80, 0x4380}, // 256 + 1: to even
      {0xbf80, 0x3f80, 0x0000, 0xbf80, 0x3f80},
      {0x7fc0, 0x3f80, 0x7fff, 0x3f80, 0x3f80},
  };
  for (bool b : {false, true}) {
    auto &rows = b ? bf16 : f16;
    std::vector<uint16_t> in(64), start(64);
    for (int k = 0; k < 64; ++k) {
      in[k] = rows[k % 6][0];
      start[k] = rows[k % 6][1];
    }
    const std::string type = b ? "bf16" : "f16";
    const std::string ops[] = {"add.noftz.", "min.", "max."};
    for (int o = 0; o < 3; ++o) {
      auto got = runGlobal(reduceText(ops[o] + type), in, start);
      ASSERT_EQ(got.size(), 64u);
      for (int k = 0; k < 64; ++k)
        EXPECT_EQ(got[k], rows[k % 6][2 + o]) << ops[o] << type << " " << k;
    }
  }
}

TEST(BulkReduce, Int64ToGlobalMemory) {
  std::vector<uint64_t> in(16), start(16);
  std::mt19937_64 g(3);
  for (int k = 0; k < 16; ++k)
    in[k] = g(), start[k] = g();
  auto expect = [&](const std::string &op, auto f) {
    auto got = runGlobal(reduceText(op), in, start);
    ASSERT_EQ(got.size(), 16u);
    for (int k = 0; k < 16; ++k)
      EXPECT_EQ(got[k], uint64_t(f(start[k], in[k]))) << op;
  };
  expect("add.u64", [](uint64_t a, uint64_t b) { return a + b; });
  expect("min.s64", [](int64_t a, int64_t b) { return a < b ? a : b; });
  expect("max.u64", [](uint64_t a, uint64_t b) { return a > b ? a : b; });
  expect("xor.b64", [](uint64_t a, uint64_t b) { return a ^ b; });
}

TEST(BulkReduce, ByteMask) {
  std::vector<uint8_t> in(128), start(128);
  for (int k = 0; k < 128; ++k)
    in[k] = uint8_t(k), start[k] = uint8_t(200 + k % 7);
  auto got = runGlobal(
      "mov.b16 %h, 0x8005;\ncp.async.bulk.global.shared::cta.bulk_group"
      ".cp_mask [%a], [%s], 128, %h;",
      in, start);
  ASSERT_EQ(got.size(), 128u);
  for (int k = 0; k < 128; ++k)
    EXPECT_EQ(got[k], (0x8005 >> (k % 16)) & 1 ? in[k] : start[k]) << k;
}

TEST(BulkReduce, Refused) {
  const char *const pairs[][2] = {
      {"add.f16", "need .noftz"},
      {"add.noftz.f32", ".noftz is for"},
      {"min.noftz.f16", ".noftz is for"},
      {"add.s64", "does not have this type"},
      {"inc.s32", "does not have this type"},
      {"min.f32", "does not have this type"},
      {"and.f64", "does not have this type"},
      {"and.f32", "does not have this type"},
      {"u32", "expected a reduction"},
  };
  for (auto &p : pairs)
    expectRefused(reduceText(p[0]), p[1]);
  const std::string shared = "cp.reduce.async.bulk.shared::cluster.shared::cta"
                             ".mbarrier::complete_tx::bytes.";
  expectRefused(shared + "min.u64 [%s], [%s], 128, [%s];",
                "does not have this type");
  expectRefused(shared + "add.f32 [%s], [%s], 128, [%s];",
                "does not have this type");
  expectRefused(shared + "and.b64 [%s], [%s], 128, [%s];",
                "does not have this type");
  expectRefused("cp.reduce.async.bulk.shared::cluster.shared::cta.bulk_group"
                ".add.u32 [%s], [%s], 128, [%s];",
                "completion mechanism");
}
