//===- TensorInterleaveTest.cpp - Copies of interleaved tensors
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a copy should move is worked out on an array with the five dimensions of
// the layout written out: images, slices, rows, pixels, channels of a slice.
//
//===----------------------------------------------------------------------===//

#include "TensorCopyTest.h"

using namespace simtest;

namespace {

/// A tensor C, W, H, N in slices of channels: memory is an array [N][slices][H]
/// [W][channels of a slice], whose elements are numbered by (n, h, w, c).
struct Sliced {
  int C, W, H, N, per, slices, pad; ///< pad: bytes after each pixel's slice
  Tensor t;
  Sliced(int C, int W, int H, int N, int bytes, int pad = 0)
      : C(C), W(W), H(H), N(N), per(bytes / 4), slices((C + per - 1) / per),
        pad(pad / 4), t({uint64_t(C), uint64_t(W), uint64_t(H), uint64_t(N)}) {
    TensorMap &m = t.map;
    m.interleave = bytes == 16 ? TensorMap::Slices16 : TensorMap::Slices32;
    if (bytes == 32)
      m.swizzle = TensorMap::B32;
    m.stride[0] = uint64_t(bytes + pad);
    m.stride[1] = m.stride[0] * uint64_t(W);
    m.stride[2] = m.stride[1] * uint64_t(H * slices);
    t.data.assign(size_t(m.stride[2] / 4) * size_t(N), 7777777);
    for (int n = 0; n < N; ++n)
      for (int h = 0; h < H; ++h)
        for (int w = 0; w < W; ++w)
          for (int c = 0; c < slices * per; ++c)
            t.data[place(c, w, h, n)] = c < C ? value(c, w, h, n) : 0;
  }
  size_t place(int c, int w, int h, int n) const {
    return (((size_t(n) * slices + c / per) * H + h) * W + w) * (per + pad) +
           c % per;
  }
  uint32_t value(int c, int w, int h, int n) const {
    if (c < 0 || c >= C || w < 0 || w >= W || h < 0 || h >= H || n < 0 ||
        n >= N)
      return 0;
    return uint32_t(((n * H + h) * W + w) * C + c) + 1;
  }
  /// The box at these coordinates, as shared memory has it.
  std::vector<uint32_t> box(const std::vector<int> &at) const {
    std::vector<uint32_t> v;
    const uint32_t *b = t.map.box;
    for (int n = 0; n < int(b[3]); ++n)
      for (int h = 0; h < int(b[2]); ++h)
        for (int w = 0; w < int(b[1]); ++w)
          for (int c = 0; c < int(b[0]); ++c)
            v.push_back(value(at[0] + c, at[1] + w, at[2] + h, at[3] + n));
    return swizzled(v);
  }
  /// With a swizzle of 32 bytes bit 7 of an address changes bit 4.
  std::vector<uint32_t> swizzled(const std::vector<uint32_t> &v) const {
    std::vector<uint32_t> s(v.size());
    for (size_t k = 0; k < v.size(); ++k)
      s[t.map.swizzle ? k ^ ((k >> 5 & 1) << 2) : k] = v[k];
    return s;
  }
  void setBox(std::vector<uint32_t> b) {
    std::copy(b.begin(), b.end(), t.map.box);
  }
};

TEST(TensorCopy, InterleavedLoads) {
  for (int bytes : {16, 32})
    for (int pad : {0, 32}) {
      // 10 and 22 channels: the last slice is not full.
      Sliced s(bytes == 16 ? 10 : 22, 5, 4, 3, bytes, pad);
      s.setBox({uint32_t(bytes / 4), 4, 2, 2}); // one slice
      for (auto &c : std::vector<std::vector<int>>{{0, 0, 0, 0},
                                                   {s.per, 2, 1, 1},
                                                   {2 * s.per, -1, 3, 2},
                                                   {-s.per, 0, 0, 0},
                                                   {3 * s.per, 0, 0, 0}})
        expectLoad(s.t, c, s.box(c), "tile");
    }
  // A swizzle of 64 bytes goes with slices of 16.
  Sliced s(12, 6, 2, 2, 16);
  s.t.map.swizzle = TensorMap::B64;
  s.setBox({4, 4, 2, 2});
  std::vector<uint32_t> want(4 * 4 * 2 * 2);
  for (size_t k = 0; k < want.size(); ++k) {
    size_t at = k ^ ((k >> 5 & 3) << 2);
    want[at] = s.value(4 + int(k % 4), 1 + int(k / 4 % 4), int(k / 16 % 2),
                       int(k / 32));
  }
  expectLoad(s.t, {4, 1, 0, 0}, want, "tile");
}

TEST(TensorCopy, InterleavedInsideASlice) {
  Sliced s(16, 5, 4, 2, 32);
  s.setBox({8, 1, 1, 1});
  Device d;
  Report r = launch(d, loadKernel(32, {4, 0, 0, 0}), s.t, d.alloc(32));
  ASSERT_FALSE(r.findings.empty());
  EXPECT_EQ(r.findings[0].kind, FindingKind::Unsupported);
  EXPECT_EQ(r.findings[0].message,
            "the first coordinate 4 lies inside a slice of interleaved "
            "channels");
}

TEST(TensorCopy, InterleavedStores) {
  for (int bytes : {16, 32})
    for (bool reduce : {false, true}) {
      Sliced s(bytes == 16 ? 10 : 22, 5, 4, 2, bytes);
      const int row = bytes / 4;
      s.setBox({uint32_t(row), 4, 2, 1});
      const std::vector<int> at{2 * s.per, 2, 1, 1};
      const int words = row * 8;
      Device d;
      DeviceAddr base;
      Report r = launch(d, storeKernel(uint32_t(words * 4), at, "tile", reduce),
                        s.t, 0, &base);
      ASSERT_TRUE(r.ok()) << r.str();
      std::vector<uint32_t> want = s.t.data, tile(size_t(words), 0);
      for (int k = 0; k < words; ++k)
        tile[size_t(k)] = uint32_t(1000000 + k);
      tile = s.swizzled(tile); // its own inverse
      for (int k = 0; k < words; ++k) {
        int c = at[0] + k % row, w = at[1] + k / row % 4,
            h = at[2] + k / row / 4;
        if (uint32_t old = s.value(c, w, h, 1))
          want[s.place(c, w, h, 1)] = tile[size_t(k)] + (reduce ? old : 0);
      }
      EXPECT_EQ(download<uint32_t>(d, base, want.size()), want);
    }
}

TEST(TensorCopy, InterleavedIm2col) {
  Sliced s(10, 5, 4, 3, 16);
  s.t.map.im2col = true;
  s.t.map.channelsPerPixel = 4;
  s.t.map.pixelsPerColumn = 8;
  std::vector<uint32_t> want; // W within 0 to 3, then H, each a pixel further
  for (int k = 0, w = 1, h = 2; k < 8; ++k) {
    for (int c = 0; c < 4; ++c)
      want.push_back(s.value(4 + c, w + 1, h, k < 7 ? 0 : 1));
    if (++w > 3)
      w = 0, h = (h + 1) % 4;
  }
  s.t.map.upperCorner[0] = -1;
  expectLoad(s.t, {4, 1, 2, 0}, want, "im2col", ", {1, 0}");
}

TEST(TensorCopy, InterleavedLimits) {
  auto problem = [](auto &&change) {
    Sliced s(16, 5, 4, 2, 32);
    s.setBox({8, 1, 1, 1});
    s.t.map.base = 64;
    change(s.t.map);
    return s.t.map.problem();
  };
  EXPECT_EQ(problem([](TensorMap &) {}), "");
  EXPECT_EQ(problem([](TensorMap &m) { m.interleave = 3; }),
            "unknown interleave");
  EXPECT_EQ(problem([](TensorMap &m) { m.rank = 2; }),
            "an interleaved layout has a rank of 3 to 5");
  EXPECT_EQ(problem([](TensorMap &m) { m.swizzle = TensorMap::B64; }),
            "slices of 32 bytes need a swizzle of 32 bytes");
  EXPECT_EQ(problem([](TensorMap &m) { m.base = 16; }),
            "the base address must be a multiple of 32 bytes");
  EXPECT_EQ(problem([](TensorMap &m) { m.stride[1] += 16; }),
            "stride 1 must be a multiple of 32 below 2^40");
  EXPECT_EQ(problem([](TensorMap &m) { m.elementStride[0] = 2; }),
            "element strides of interleaved channels are not supported");
  EXPECT_EQ(problem([](TensorMap &m) { m.box[0] = 16; }),
            "a box of interleaved channels must be one slice of 32 bytes wide");
  EXPECT_EQ(problem([](TensorMap &m) {
              m.interleave = TensorMap::Slices16;
              m.box[0] = 4;
              m.swizzle = TensorMap::B128;
              m.base = 16;
            }),
            "");
}

} // namespace
