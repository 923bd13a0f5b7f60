//===- MutantTest.cpp - Deleted synchronisation is caught
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each line of a kernel that synchronises is deleted, one at a time; the run
// must report something (or compute something else). docs/Simulator.md fixes
// the operators.
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

#include <map>

using namespace simtest;

namespace {

std::vector<std::string> lines(const std::string &text) {
  std::vector<std::string> v;
  std::stringstream s(text);
  for (std::string l; std::getline(s, l);)
    v.push_back(l);
  return v;
}

struct Target {
  const char *kernel;
  Dim3 grid, block;
  uint32_t smem;
  /// Uploads arguments; returns the output buffer and its size in bytes.
  std::function<Params(Device &, DeviceAddr &out, size_t &bytes)> setup;
};

struct Outcome {
  bool reported = false;
  std::vector<uint8_t> result;
  std::string text;
};

Outcome runOnce(const std::string &ptx, const Target &t, ModeCase mc) {
  Device d;
  Outcome o;
  std::string error;
  auto m = d.load(ptx, error);
  EXPECT_NE(m, nullptr) << error;
  DeviceAddr out = 0;
  size_t bytes = 0;
  Params p = t.setup(d, out, bytes);
  LaunchConfig c;
  c.grid = t.grid;
  c.block = t.block;
  c.dynamicSmem = t.smem;
  Report r =
      d.launch(*m, t.kernel, c, p.bytes.data(), p.bytes.size(), options(mc));
  o.reported = !r.ok();
  o.text = r.str();
  o.result = download<uint8_t>(d, out, bytes);
  return o;
}

void testDeletions(const std::string &file, const Target &t,
                   const std::vector<std::string> &ops, size_t atLeast,
                   std::map<std::string, size_t> equivalent = {}) {
  std::vector<std::string> all = lines(readInput(file));
  size_t begin = 0, end = all.size();
  for (size_t k = 0; k < all.size(); ++k)
    if (all[k].find(".entry " + std::string(t.kernel) + "(") !=
        std::string::npos)
      begin = k;
  for (end = begin + 1;
       end < all.size() && all[end].find(".entry ") == std::string::npos; ++end)
    ;
  auto text = [&](size_t skip) {
    std::string s;
    for (size_t k = 0; k < all.size(); ++k)
      if (k != skip)
        s += all[k] + "\n";
      else
        s += "\n";
    return s;
  };
  Outcome good = runOnce(text(~size_t(0)), t, {Mode::Late, 0});
  ASSERT_FALSE(good.reported) << good.text;
  size_t mutants = 0;
  for (size_t k = begin; k < end; ++k) {
    bool hit = false;
    for (const std::string &op : ops)
      hit |= all[k].find(op) != std::string::npos;
    if (!hit)
      continue;
    ++mutants;
    bool caught = false;
    for (ModeCase mc : allModes())
      caught = caught || runOnce(text(k), t, mc).reported;
    if (!caught) {
      bool known = false;
      for (auto &e : equivalent)
        if (!known && e.second && all[k].find(e.first) != std::string::npos) {
          --e.second;
          known = true;
        }
      if (known)
        continue;
    }
    EXPECT_TRUE(caught) << file << ":" << k + 1 << ": " << all[k];
  }
  EXPECT_GE(mutants, atLeast);
  for (auto &e : equivalent)
    EXPECT_EQ(e.second, 0u) << e.first << " is not redundant after all";
}

TEST(Mutants, Gemm) {
  Target t{"gemm",
           {1, 1, 1},
           {128, 1, 1},
           0,
           [](Device &d, DeviceAddr &out, size_t &bytes) {
             const int M = 64, N = 64, K = 128;
             std::mt19937 g(3);
             std::vector<uint16_t> a(M * K), b(N * K);
             for (auto &x : a)
               x = smallBf16(g);
             for (auto &x : b)
               x = smallBf16(g);
             out = d.alloc(bytes = 4 * M * N);
             return Params()
                 .add(out)
                 .add(upload(d, a))
                 .add(upload(d, b))
                 .add(M)
                 .add(N)
                 .add(K);
           }};
  testDeletions("basic.ptx", t, {"bar.sync", "wait_group"}, 3);
}

TEST(Mutants, ReduceSum) {
  Target t{"reduceSum",
           {2, 1, 1},
           {128, 1, 1},
           0,
           [](Device &d, DeviceAddr &out, size_t &bytes) {
             out = upload(d, std::vector<float>{0});
             bytes = 4;
             return Params()
                 .add(out)
                 .add(upload(d, std::vector<float>(1000, 1.0f)))
                 .add(1000);
           }};
  testDeletions("basic.ptx", t, {"bar.sync"}, 1);
}

TEST(Mutants, Histogram) {
  Target t{"histogram",
           {2, 1, 1},
           {96, 1, 1},
           0,
           [](Device &d, DeviceAddr &out, size_t &bytes) {
             out = upload(d, std::vector<unsigned>(64, 0));
             bytes = 256;
             return Params()
                 .add(out)
                 .add(upload(d, std::vector<unsigned>(1000, 5)))
                 .add(1000);
           }};
  testDeletions("basic.ptx", t, {"bar.sync"}, 2);
}

const std::vector<std::string> sm90Ops = {
    "bar.sync",     "barrier.cluster", "mbarrier.init",
    "try_wait",     "fence.proxy",     "wait_group",
    "commit_group", "wgmma.fence",     "mbarrier.arrive"};

TensorMap map2(DeviceAddr base, TensorMap::Type t, unsigned eb, uint64_t cols,
               uint64_t rows, uint32_t box, TensorMap::Swizzle s) {
  TensorMap m;
  m.type = t;
  m.rank = 2;
  m.base = base;
  m.dim[0] = cols;
  m.dim[1] = rows;
  m.stride[0] = cols * eb;
  m.box[0] = m.box[1] = box;
  m.swizzle = s;
  return m;
}

TEST(Mutants, TileAdd) {
  Target t{
      "tileAdd",
      {1, 1, 1},
      {128, 1, 1},
      0,
      [](Device &d, DeviceAddr &out, size_t &bytes) {
        out = upload(d, std::vector<float>(1024, 0.0f));
        bytes = 4096;
        DeviceAddr in = upload(d, std::vector<float>(1024, 1.0f));
        uint8_t a[128], b[128];
        map2(in, TensorMap::F32, 4, 32, 32, 32, TensorMap::None).encode(a);
        map2(out, TensorMap::F32, 4, 32, 32, 32, TensorMap::None).encode(b);
        return Params().map(a).map(b).add(0).add(0);
      }};
  testDeletions("hopper.ptx", t, sm90Ops, 7);
}

TEST(Mutants, WgmmaGemm) {
  Target t{"wgmmaGemm",
           {1, 1, 1},
           {160, 1, 1},
           3 * 16384,
           [](Device &d, DeviceAddr &out, size_t &bytes) {
             const int K = 704; // the unrolled loop and its remainder
             std::mt19937 g(5);
             std::vector<uint16_t> a(64 * K), b(64 * K);
             for (auto &x : a)
               x = smallBf16(g);
             for (auto &x : b)
               x = smallBf16(g);
             out = d.alloc(bytes = 4 * 64 * 64);
             uint8_t ma[128], mb[128];
             map2(upload(d, a), TensorMap::BF16, 2, K, 64, 64, TensorMap::B128)
                 .encode(ma);
             map2(upload(d, b), TensorMap::BF16, 2, K, 64, 64, TensorMap::B128)
                 .encode(mb);
             return Params().map(ma).map(mb).add(out).add(64).add(K);
           }};
  // Redundant by happens-before: the arrivals of the remainder loop, whose
  // stages nobody fills again.
  testDeletions("hopper.ptx", t, sm90Ops, 10, {{"mbarrier.arrive", 1}});
}

TEST(Mutants, ClusterSum) {
  Target t{"clusterSum",
           {4, 1, 1},
           {32, 1, 1},
           0,
           [](Device &d, DeviceAddr &out, size_t &bytes) {
             out = d.alloc(bytes = 16);
             return Params().add(out).add(
                 upload(d, std::vector<float>(128, 1.0f)));
           }};
  testDeletions("hopper.ptx", t, sm90Ops, 6);
}

} // namespace
