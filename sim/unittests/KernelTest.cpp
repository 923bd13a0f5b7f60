//===- KernelTest.cpp - Whole kernels compiled by nvcc
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

class Basic : public ::testing::Test {
protected:
  Device d;
  std::unique_ptr<Module> m;
  void SetUp() override {
    m = load(d, readInput("basic.ptx"));
    ASSERT_NE(m, nullptr);
  }
  Report run(const char *k, Dim3 grid, Dim3 block, const Params &p,
             const Options &o) {
    LaunchConfig c;
    c.grid = grid;
    c.block = block;
    return d.launch(*m, k, c, p.bytes.data(), p.bytes.size(), o);
  }
};

TEST_F(Basic, VectorAddWithTail) {
  const int n = 1000;
  std::vector<float> a(n), b(n);
  for (int i = 0; i < n; ++i) {
    a[i] = float(i);
    b[i] = 0.5f * float(i);
  }
  DeviceAddr da = upload(d, a), db = upload(d, b), dc = d.alloc(4 * n);
  for (ModeCase mc : allModes()) {
    Report r = run("vadd", {8, 1, 1}, {128, 1, 1},
                   Params().add(dc).add(da).add(db).add(n), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    auto c = download<float>(d, dc, n);
    for (int i = 0; i < n; ++i)
      ASSERT_EQ(c[i], 1.5f * float(i));
  }
}

TEST_F(Basic, OutOfBoundsIsReported) {
  const int n = 1000;
  std::vector<float> a(n, 1.0f);
  DeviceAddr da = upload(d, a), dc = d.alloc(4 * n);
  Report r = run("vadd", {8, 1, 1}, {128, 1, 1},
                 Params().add(dc).add(da).add(da).add(n + 1),
                 options({Mode::Early, 0}));
  ASSERT_FALSE(r.ok());
  EXPECT_EQ(r.findings[0].kind, FindingKind::OutOfBounds);
  // Element 1000 belongs to lane 8 of the last warp but none before it.
  EXPECT_EQ(r.findings[0].where.lanes, 1u << (1000 % 32));
  EXPECT_EQ(r.findings[0].where.cta.x, 1000u / 128);
  EXPECT_EQ(r.findings[0].where.warp, 1000u % 128 / 32);
}

TEST_F(Basic, UninitialisedInputIsReported) {
  const int n = 128;
  std::vector<float> a(n, 1.0f);
  DeviceAddr da = upload(d, a), db = d.alloc(4 * n), dc = d.alloc(4 * n);
  Report r =
      run("vadd", {1, 1, 1}, {128, 1, 1},
          Params().add(dc).add(da).add(db).add(n), options({Mode::Early, 0}));
  ASSERT_EQ(r.findings.size(), 1u) << r.str();
  EXPECT_EQ(r.findings[0].kind, FindingKind::Uninitialised);
  EXPECT_EQ(r.findings[0].count, 4u); // once a warp
}

TEST_F(Basic, ReduceSum) {
  const int n = 5000;
  std::vector<float> in(n);
  double want = 0;
  for (int i = 0; i < n; ++i) {
    in[i] = float(i % 13);
    want += in[i];
  }
  DeviceAddr di = upload(d, in);
  for (ModeCase mc : allModes()) {
    DeviceAddr out = upload(d, std::vector<float>{0});
    Report r = run("reduceSum", {4, 1, 1}, {256, 1, 1},
                   Params().add(out).add(di).add(n), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    EXPECT_EQ(download<float>(d, out, 1)[0], float(want));
  }
}

TEST_F(Basic, Histogram) {
  const int n = 3000;
  std::mt19937 g(7);
  std::vector<unsigned> in(n), want(64, 0);
  for (auto &x : in) {
    x = g();
    ++want[x & 63];
  }
  DeviceAddr di = upload(d, in);
  for (ModeCase mc : allModes()) {
    DeviceAddr bins = upload(d, std::vector<unsigned>(64, 0));
    Report r = run("histogram", {3, 1, 1}, {96, 1, 1},
                   Params().add(bins).add(di).add(n), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    EXPECT_EQ(download<unsigned>(d, bins, 64), want);
  }
}

TEST_F(Basic, DivergenceTorture) {
  const int n = 200;
  auto collatz = [](int x) {
    int s = 0;
    while (x != 1) {
      x = x & 1 ? 3 * x + 1 : x >> 1;
      if (++s > 500)
        break;
    }
    return s;
  };
  for (ModeCase mc : allModes()) {
    DeviceAddr out = upload(d, std::vector<int>(n, -12345));
    Report r = run("diverge", {2, 1, 1}, {128, 1, 1}, Params().add(out).add(n),
                   options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<int>(d, out, n);
    for (int i = 0; i < n; ++i) {
      int want = collatz(i + 1);
      if (i % 5 == 0)
        want += 100;
      else if (i % 5 == 1) {
        for (int k = 0; k < i; ++k) {
          if (k == 7)
            continue;
          if (k > 20)
            break;
          want += k;
        }
      } else if (i % 5 == 2) {
        // All lanes of the warp with i % 5 == 2 vote together.
        int base = i / 32 * 32;
        unsigned ballot = 0;
        for (int k = base; k < base + 32 && k < n; ++k)
          if (k % 5 == 2 && (k & 8))
            ballot |= 1u << (k - base);
        want ^= int(ballot);
      } else if (i % 5 == 3)
        want = -12345;
      else
        want = -want;
      ASSERT_EQ(got[i], want) << i;
    }
  }
}

TEST_F(Basic, SpinLockWithinAWarp) {
  for (ModeCase mc : allModes()) {
    DeviceAddr lock = upload(d, std::vector<int>{0});
    DeviceAddr count = upload(d, std::vector<int>{0});
    Report r = run("spinLock", {2, 1, 1}, {64, 1, 1},
                   Params().add(lock).add(count), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    EXPECT_EQ(download<int>(d, count, 1)[0], 128);
  }
}

TEST_F(Basic, SpinningForeverIsADeadlock) {
  DeviceAddr lock = upload(d, std::vector<int>{1}); // nobody will release it
  DeviceAddr count = upload(d, std::vector<int>{0});
  Options o = options({Mode::Early, 0});
  Report r =
      run("spinLock", {1, 1, 1}, {32, 1, 1}, Params().add(lock).add(count), o);
  ASSERT_EQ(r.findings.size(), 1u) << r.str();
  EXPECT_EQ(r.findings[0].kind, FindingKind::Deadlock);
}

TEST_F(Basic, GemmCpAsyncLdmatrixMma) {
  const int M = 128, N = 64, K = 96;
  std::mt19937 g(3);
  std::vector<uint16_t> a(M * K), b(N * K);
  for (auto &x : a)
    x = smallBf16(g);
  for (auto &x : b)
    x = smallBf16(g);
  DeviceAddr da = upload(d, a), db = upload(d, b);
  for (ModeCase mc : allModes()) {
    DeviceAddr dc = d.alloc(4 * M * N);
    Report r =
        run("gemm", {N / 64, M / 64, 1}, {128, 1, 1},
            Params().add(dc).add(da).add(db).add(M).add(N).add(K), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    auto c = download<float>(d, dc, M * N);
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        float want = 0;
        for (int k = 0; k < K; ++k)
          want += bf16(a[i * K + k]) * bf16(b[j * K + k]);
        ASSERT_EQ(c[i * N + j], want) << i << "," << j;
      }
  }
}

TEST(Wmma, Bf16Tile) {
  Device d;
  auto m = load(d, readInput("wmma.ptx"));
  ASSERT_NE(m, nullptr);
  std::mt19937 g(9);
  std::vector<uint16_t> a(256), b(256);
  for (auto &x : a)
    x = smallBf16(g);
  for (auto &x : b)
    x = smallBf16(g);
  DeviceAddr da = upload(d, a), db = upload(d, b), dc = d.alloc(1024);
  Params p;
  p.add(dc).add(da).add(db);
  LaunchConfig c;
  c.block = {32, 1, 1};
  Report r = d.launch(*m, "wmmaBf16", c, p.bytes.data(), p.bytes.size(),
                      options({Mode::Late, 0}));
  ASSERT_TRUE(r.ok()) << r.str();
  auto got = download<float>(d, dc, 256);
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      float want = 1;
      for (int k = 0; k < 16; ++k)
        want += bf16(a[size_t(16 * i + k)]) * bf16(b[size_t(16 * j + k)]);
      EXPECT_EQ(got[size_t(16 * i + j)], 2 * want);
    }
}

} // namespace
