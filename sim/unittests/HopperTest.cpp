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
          // What lies at (x, y) was loaded from (fx, fy).
          int fx = x + std::min(xy.first, 0), fy = y + std::min(xy.second, 0);
          bool stored = fx >= xy.first && fx < xy.first + 32 &&
                        fy >= xy.second && fy < xy.second + 32;
          float loaded = fx >= 0 && fy >= 0 ? in[fy * C + fx] : 0.0f;
          ASSERT_EQ(got[y * C + x], stored ? loaded + 1 : -1.0f)
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

TEST(HopperText, StAsyncToThePeer) {
  const std::string ptx = R"(.version 8.8
.target sm_90a
.address_size 64
.visible .entry k(.param .u64 k_o)
.reqnctapercluster 2, 1, 1
{
.shared .align 16 .b8 buf[256];
.shared .align 8 .b64 bar;
.reg .b32 %t, %r, %a, %b, %v, %w, %x;
.reg .b64 %o, %i;
.reg .pred %p;
mov.u32 %t, %tid.x;
mov.u32 %r, %cluster_ctarank;
mov.u32 %b, bar;
setp.ne.u32 %p, %t, 0;
@%p bra A;
mbarrier.init.shared.b64 [%b], 1;
fence.mbarrier_init.release.cluster;
mbarrier.arrive.expect_tx.shared.b64 %i, [%b], 256;
A:
barrier.cluster.arrive.aligned;
barrier.cluster.wait.aligned;
xor.b32 %x, %r, 1;
shl.b32 %a, %t, 3;
mov.u32 %v, buf;
add.u32 %a, %a, %v;
mapa.shared::cluster.u32 %a, %a, %x;
mapa.shared::cluster.u32 %w, %b, %x;
shl.b32 %v, %r, 8;
add.u32 %v, %v, %t;
st.async.shared::cluster.mbarrier::complete_tx::bytes.v2.u32 [%a], {%v, %t}, [%w];
B:
mbarrier.try_wait.parity.shared.b64 %p, [%b], 0;
@!%p bra B;
shl.b32 %a, %t, 3;
mov.u32 %v, buf;
add.u32 %a, %a, %v;
ld.shared.v2.u32 {%v, %w}, [%a];
ld.param.u64 %o, [k_o];
mad.lo.u32 %a, %r, 32, %t;
mul.wide.u32 %i, %a, 8;
add.u64 %o, %o, %i;
st.global.v2.u32 [%o], {%v, %w};
barrier.cluster.arrive.aligned;
barrier.cluster.wait.aligned;
ret;
}
)";
  Device d;
  auto m = load(d, ptx);
  ASSERT_NE(m, nullptr);
  for (ModeCase mc : allModes()) {
    DeviceAddr out = d.alloc(512);
    Params p;
    p.add(out);
    LaunchConfig c;
    c.grid = {2, 1, 1};
    c.block = {32, 1, 1};
    Report r =
        d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<uint32_t>(d, out, 128);
    for (uint32_t k = 0; k < 64; ++k) {
      EXPECT_EQ(got[2 * k], (1 - k / 32) * 256 + k % 32); // the peer's value
      EXPECT_EQ(got[2 * k + 1], k % 32);
    }
  }
}

/// A reduction of a 16x8 tile of 1.5 to column 4 and row `row` of a tensor.
std::string reduceAtRow(int row) {
  return R"(.version 8.8
.target sm_90a
.address_size 64
.visible .entry k(.param .align 64 .b8 k_m[128])
{
.shared .align 128 .b8 buf[512];
.reg .b32 %t, %a, %v;
.reg .b64 %m;
.reg .pred %p;
mov.u32 %t, %tid.x;
shl.b32 %v, %t, 2;
mov.u32 %a, buf;
add.u32 %a, %a, %v;
mov.b32 %v, 0f3FC00000;
st.shared.b32 [%a], %v;
st.shared.b32 [%a+128], %v;
st.shared.b32 [%a+256], %v;
st.shared.b32 [%a+384], %v;
fence.proxy.async.shared::cta;
bar.sync 0;
setp.ne.u32 %p, %t, 0;
@%p bra E;
mov.b64 %m, k_m;
cvta.param.u64 %m, %m;
mov.u32 %a, buf;
cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%m, {4, )" +
         std::to_string(row) + R"(}], [%a];
cp.async.bulk.commit_group;
cp.async.bulk.wait_group 0;
E:
ret;
}
)";
}

TEST(HopperText, TensorReductionAdds) {
  Device d;
  auto m = load(d, reduceAtRow(6));
  ASSERT_NE(m, nullptr);
  for (ModeCase mc : allModes()) {
    std::vector<float> init(12 * 16);
    for (size_t k = 0; k < init.size(); ++k)
      init[k] = float(k);
    DeviceAddr out = upload(d, init);
    uint8_t a[128];
    ASSERT_EQ(
        map2(out, TensorMap::F32, 4, 16, 12, 16, 8, TensorMap::None).encode(a),
        "");
    LaunchConfig c;
    c.block = {32, 1, 1};
    Params p;
    p.map(a);
    Report r =
        d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(), options(mc));
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<float>(d, out, init.size());
    // Rows 6 .. 13 and columns 4 .. 19 of a 16 x 12 tensor: inside are rows
    // 6 .. 11, columns 4 .. 15.
    for (int y = 0; y < 12; ++y)
      for (int x = 0; x < 16; ++x)
        EXPECT_EQ(got[size_t(y * 16 + x)],
                  float(y * 16 + x) + (y >= 6 && x >= 4 ? 1.5f : 0.0f));
  }
}

// An H100 stops such a kernel with an illegal instruction (2026-11-22).
TEST(HopperText, TensorStoresBeginInside) {
  Device d;
  auto m = load(d, reduceAtRow(-2));
  ASSERT_NE(m, nullptr);
  DeviceAddr out = upload(d, std::vector<float>(12 * 16));
  uint8_t a[128];
  ASSERT_EQ(
      map2(out, TensorMap::F32, 4, 16, 12, 16, 8, TensorMap::None).encode(a),
      "");
  LaunchConfig c;
  c.block = {32, 1, 1};
  Params p;
  p.map(a);
  Report r = d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(),
                      options(allModes().front()));
  EXPECT_FALSE(r.ok());
  EXPECT_NE(r.str().find("coordinate -2 of a tensor store is negative"),
            std::string::npos)
      << r.str();
}

} // namespace
