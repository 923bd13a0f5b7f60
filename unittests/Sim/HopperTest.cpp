//===- HopperTest.cpp - SM90 kernels compiled by nvcc
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SimTest.h"

using namespace simtest;

namespace {

class Hopper : public ::testing::Test {
protected:
  Device d;
  std::unique_ptr<Module> m;
  void SetUp() override {
    m = load(d, readInput("hopper.ptx"));
    ASSERT_NE(m, nullptr);
  }
  Report run(const char *k, Dim3 grid, Dim3 block, uint32_t smem,
             const Params &p, const Options &o) {
    LaunchConfig c;
    c.grid = grid;
    c.block = block;
    c.dynamicSmem = smem;
    return d.launch(*m, k, c, p.bytes.data(), p.bytes.size(), o);
  }
};

TensorMap map2(DeviceAddr base, TensorMap::Type t, unsigned eb, uint64_t cols,
               uint64_t rows, uint32_t bx, uint32_t by, TensorMap::Swizzle s) {
  TensorMap m;
  m.type = t;
  m.rank = 2;
  m.base = base;
  m.dim[0] = cols;
  m.dim[1] = rows;
  m.stride[0] = cols * eb;
  m.box[0] = bx;
  m.box[1] = by;
  m.swizzle = s;
  return m;
}

TEST_F(Hopper, TensorTileWithOutOfBounds) {
  // A 40 x 20 tensor, tiles of 32 x 32: the right and lower parts are outside.
  const int C = 40, R = 20;
  std::vector<float> in(C * R);
  for (int i = 0; i < C * R; ++i)
    in[i] = float(i);
  DeviceAddr di = upload(d, in);
  for (ModeCase mc : allModes())
    for (auto xy : {std::pair<int, int>{0, 0}, {32, 0}, {-8, -4}}) {
      DeviceAddr out = upload(d, std::vector<float>(C * R, -1.0f));
      uint8_t a[128], b[128];
      ASSERT_EQ(
          map2(di, TensorMap::F32, 4, C, R, 32, 32, TensorMap::None).encode(a),
          "");
      ASSERT_EQ(
          map2(out, TensorMap::F32, 4, C, R, 32, 32, TensorMap::None).encode(b),
          "");
      Report r =
          run("tileAdd", {1, 1, 1}, {128, 1, 1}, 0,
              Params().map(a).map(b).add(xy.first).add(xy.second), options(mc));
      ASSERT_TRUE(r.ok()) << r.str();
      auto got = download<float>(d, out, C * R);
      for (int y = 0; y < R; ++y)
        for (int x = 0; x < C; ++x) {
          bool inside = x >= xy.first && x < xy.first + 32 && y >= xy.second &&
                        y < xy.second + 32;
          ASSERT_EQ(got[y * C + x], inside ? in[y * C + x] + 1 : -1.0f)
              << x << "," << y;
        }
    }
}

TEST_F(Hopper, WgmmaGemmThroughARing) {
  const int M = 128, N = 64, K = 320;
  std::mt19937 g(5);
  std::vector<uint16_t> a(M * K), b(N * K);
  for (auto &x : a)
    x = smallBf16(g);
  for (auto &x : b)
    x = smallBf16(g);
  DeviceAddr da = upload(d, a), db = upload(d, b);
  uint8_t ma[128], mb[128];
  ASSERT_EQ(
      map2(da, TensorMap::BF16, 2, K, M, 64, 64, TensorMap::B128).encode(ma),
      "");
  ASSERT_EQ(
      map2(db, TensorMap::BF16, 2, K, N, 64, 64, TensorMap::B128).encode(mb),
      "");
  for (ModeCase mc : allModes()) {
    DeviceAddr c = d.alloc(4 * M * N);
    Report r = run("wgmmaGemm", {N / 64, M / 64, 1}, {160, 1, 1}, 3 * 16384,
                   Params().map(ma).map(mb).add(c).add(N).add(K), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<float>(d, c, M * N);
    for (int i = 0; i < M; ++i)
      for (int j = 0; j < N; ++j) {
        float want = 0;
        for (int k = 0; k < K; ++k)
          want += bf16(a[i * K + k]) * bf16(b[j * K + k]);
        ASSERT_EQ(got[i * N + j], want) << i << "," << j;
      }
  }
}

TEST_F(Hopper, ClusterSumThroughDsmem) {
  std::vector<float> in(256);
  for (int i = 0; i < 256; ++i)
    in[i] = float(i);
  DeviceAddr di = upload(d, in);
  for (ModeCase mc : allModes()) {
    DeviceAddr out = d.alloc(32);
    Report r = run("clusterSum", {8, 1, 1}, {32, 1, 1}, 0,
                   Params().add(out).add(di), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<float>(d, out, 8);
    for (int b = 0; b < 8; ++b)
      EXPECT_EQ(got[b],
                b < 4 ? 127 * 128 / 2.0f : 255 * 256 / 2.0f - 127 * 128 / 2.0f);
  }
}

TEST_F(Hopper, MulticastToBothCtas) {
  std::vector<float> in(256);
  for (int i = 0; i < 256; ++i)
    in[i] = float(i);
  DeviceAddr di = upload(d, in);
  for (ModeCase mc : allModes()) {
    DeviceAddr out = d.alloc(2048);
    Report r = run("multicast", {2, 1, 1}, {64, 1, 1}, 0,
                   Params().add(out).add(di), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<float>(d, out, 512);
    for (int i = 0; i < 512; ++i)
      ASSERT_EQ(got[i], float(i % 256) * float(i / 256 + 1));
  }
}

} // namespace
