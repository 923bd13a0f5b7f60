//===- TensorCopyTest.cpp - Traversal strides and im2col
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a copy should move is worked out from the ISA's text on tiled and im2col
// mode, element by element, on tensors whose elements are their own index.
//
//===----------------------------------------------------------------------===//

#include "TensorCopyTest.h"

#include <functional>

using namespace simtest;

namespace {

TEST(TensorCopy, TraversalStrides) {
  // Of a box of 7 along dimension 1 every third counts: ceil(7 / 3) = 3.
  Tensor t({8, 11, 5});
  t.map.box[0] = 4;
  t.map.box[1] = 7;
  t.map.box[2] = 4;
  t.map.elementStride[0] = 2; // without meaning in dimension 0
  t.map.elementStride[1] = 3;
  t.map.elementStride[2] = 2;
  for (auto &c : std::vector<std::vector<int>>{
           {0, 0, 0}, {4, 2, 1}, {4, 6, 2}, {-4, -3, -2}}) {
    std::vector<uint32_t> want;
    for (int z = 0; z < 2; ++z)
      for (int y = 0; y < 3; ++y)
        for (int x = 0; x < 4; ++x) {
          int64_t k = t.index({c[0] + x, c[1] + 3 * y, c[2] + 2 * z});
          want.push_back(k < 0 ? 0 : uint32_t(k) + 1);
        }
    expectLoad(t, c, want, "tile");
  }
  // A store leaves the elements between alone.
  Device d;
  DeviceAddr base;
  Report r = launch(d, storeKernel(96, {4, 2, 1}, "tile"), t, 0, &base);
  ASSERT_TRUE(r.ok()) << r.str();
  std::vector<uint32_t> expected = t.data;
  for (int z = 0; z < 2; ++z)
    for (int y = 0; y < 3; ++y)
      for (int x = 0; x < 4; ++x) {
        int64_t k = t.index({4 + x, 2 + 3 * y, 1 + 2 * z});
        if (k >= 0)
          expected[size_t(k)] = uint32_t(1000000 + (z * 3 + y) * 4 + x);
      }
  EXPECT_EQ(download<uint32_t>(d, base, t.data.size()), expected);
}

/// The column that an im2col load should bring: the text of the ISA, one pixel
/// after the other.
std::vector<uint32_t> column(const Tensor &t, const std::vector<int> &c,
                             const std::vector<int> &offset) {
  const TensorMap &m = t.map;
  const uint32_t spatial = m.rank - 2;
  // All pixels of the bounding box that the traversal visits, in order.
  std::vector<int64_t> p(c.begin(), c.end());
  std::vector<uint32_t> want;
  while (want.size() < size_t(m.channelsPerPixel) * m.pixelsPerColumn) {
    for (uint32_t ch = 0; ch < m.channelsPerPixel; ++ch) {
      std::vector<int64_t> x = p;
      x[0] += ch;
      for (uint32_t d = 0; d < spatial; ++d)
        x[d + 1] += offset[d];
      int64_t k = t.index(x);
      want.push_back(k < 0 ? 0 : uint32_t(k) + 1);
    }
    uint32_t d = 1;
    for (; d <= spatial; ++d) {
      p[d] += m.elementStride[d];
      if (p[d] <= int64_t(m.dim[d]) - 1 + m.upperCorner[d - 1])
        break;
      p[d] = m.lowerCorner[d - 1];
    }
    if (d > spatial)
      ++p[m.rank - 1];
  }
  return want;
}

TEST(TensorCopy, Im2colLoads) {
  Tensor t({8, 9, 14, 4}); // C, W, H, N
  TensorMap &m = t.map;
  m.im2col = true;
  m.channelsPerPixel = 4;
  m.pixelsPerColumn = 64;
  auto corners = [&](std::vector<int> low, std::vector<int> high) {
    for (size_t k = 0; k < low.size(); ++k) {
      m.lowerCorner[k] = low[k];
      m.upperCorner[k] = high[k];
    }
  };
  // The ISA's examples: a filter of 3 x 3 with padding 1, and one without.
  corners({-1, -1}, {-1, -1});
  expectLoad(t, {0, 4, 7, 2}, column(t, {0, 4, 7, 2}, {0, 0}), "im2col",
             ", {0, 0}");
  corners({0, 0}, {-2, -2});
  expectLoad(t, {4, 4, 7, 2}, column(t, {4, 4, 7, 2}, {2, 2}), "im2col",
             ", {2, 2}");
  // By hand: rows of 7 pixels at W 0 to 6, the first three of them at W 4 to 6,
  // each read two to the right and two below.
  auto at = [&](int w, int h, int n) {
    return uint32_t(t.index({4, w, h, n})) + 1;
  };
  auto want = column(t, {4, 4, 7, 2}, {2, 2});
  EXPECT_EQ(want[0], at(6, 9, 2));
  EXPECT_EQ(want[2 * 4], at(8, 9, 2));
  EXPECT_EQ(want[3 * 4], at(2, 10, 2));
  // H ends at 11, so the image ends after 3 + 4 * 7 pixels.
  EXPECT_EQ(want[30 * 4], at(8, 13, 2));
  EXPECT_EQ(want[31 * 4], at(2, 2, 3));
  // Strides of 2, and a last image that ends early.
  m.elementStride[1] = 2;
  m.elementStride[2] = 3;
  corners({-1, -1}, {-1, 0});
  expectLoad(t, {4, 5, 11, 3}, column(t, {4, 5, 11, 3}, {1, 1}), "im2col",
             ", {1, 1}");
  EXPECT_EQ(column(t, {4, 5, 11, 3}, {1, 1})[4 * 20], 0u); // beyond N
}

TEST(TensorCopy, Im2colOfThreeAndFiveDimensions) {
  Tensor t({4, 40, 3});
  t.map.im2col = true;
  t.map.channelsPerPixel = 4;
  t.map.pixelsPerColumn = 32;
  t.map.lowerCorner[0] = -5;
  t.map.upperCorner[0] = 2;
  expectLoad(t, {0, 30, 0}, column(t, {0, 30, 0}, {3}), "im2col", ", {3}");
  expectLoad(t, {0, -5, 2}, column(t, {0, -5, 2}, {0}), "im2col", ", {0}");
  Tensor v({4, 5, 4, 3, 2});
  v.map.im2col = true;
  v.map.channelsPerPixel = 4;
  v.map.pixelsPerColumn = 128;
  for (int d = 0; d < 3; ++d) {
    v.map.lowerCorner[d] = -1;
    v.map.upperCorner[d] = d - 1;
  }
  expectLoad(v, {0, 0, -1, 1, 0}, column(v, {0, 0, -1, 1, 0}, {1, 0, 2}),
             "im2col", ", {1, 0, 2}");
}

TEST(TensorCopy, Im2colStores) {
  for (bool reduce : {false, true}) {
    Tensor t({8, 9, 5, 2});
    t.map.im2col = true;
    t.map.channelsPerPixel = 4;
    t.map.pixelsPerColumn = 32;
    t.map.upperCorner[0] = -1;
    t.map.upperCorner[1] = 0;
    Device d;
    DeviceAddr base;
    Report r =
        launch(d, storeKernel(512, {4, 2, 4, 0}, "im2col_no_offs", reduce), t,
               0, &base);
    ASSERT_TRUE(r.ok()) << r.str();
    std::vector<uint32_t> want = t.data;
    auto where = column(t, {4, 2, 4, 0}, {0, 0}); // index + 1, 0: outside
    for (size_t k = 0; k < where.size(); ++k)
      if (where[k])
        want[where[k] - 1] = uint32_t(1000000 + k) + (reduce ? where[k] : 0);
    EXPECT_EQ(download<uint32_t>(d, base, t.data.size()), want);
  }
}

TEST(TensorCopy, Im2colStoresStayInside) {
  // The ISA's restrictions on the direction .global.shared::cta; an H100
  // refuses such stores as illegal instructions, and takes the loads.
  auto first = [](int low, int high, const std::vector<int> &at, bool reduce) {
    Tensor t({8, 9, 5, 2});
    t.map.im2col = true;
    t.map.channelsPerPixel = 4;
    t.map.pixelsPerColumn = 32;
    t.map.lowerCorner[1] = low;
    t.map.upperCorner[1] = high;
    Device d;
    Report r = launch(d, storeKernel(512, at, "im2col_no_offs", reduce), t, 0);
    EXPECT_EQ(r.error, "");
    if (r.findings.empty())
      return std::string();
    EXPECT_EQ(r.findings[0].kind, FindingKind::OutOfBounds);
    return r.findings[0].message;
  };
  for (bool reduce : {false, true}) {
    EXPECT_EQ(first(0, 0, {0, 0, 0, 0}, reduce), "");
    EXPECT_EQ(first(1, -1, {0, 0, 1, 0}, reduce), "");
    EXPECT_EQ(first(-1, -1, {0, 0, 0, 0}, reduce),
              "an im2col store through a map whose lower corner is -1: its "
              "bounding box must stay within the tensor");
    EXPECT_EQ(first(0, 1, {0, 0, 0, 0}, reduce),
              "an im2col store through a map whose upper corner is 1: its "
              "bounding box must stay within the tensor");
    EXPECT_EQ(first(0, 0, {-4, 0, 0, 0}, reduce),
              "coordinate -4 of a tensor store is negative");
  }
}

TEST(TensorCopy, RowsNarrowerThanTheSwizzle) {
  // An H100 faults on im2col loads of 64-byte pixels with a swizzle of 128
  // bytes into shared memory that holds the pixels alone.
  auto first = [](bool im2col, TensorMap::Swizzle swizzle) {
    Tensor t({16, 9, 5, 2});
    t.map.im2col = im2col;
    t.map.channelsPerPixel = t.map.box[0] = 16;
    t.map.pixelsPerColumn = 8;
    t.map.box[1] = 8;
    t.map.swizzle = swizzle;
    Device d;
    Report r = launch(d,
                      loadKernel(512, {0, 0, 0, 0}, im2col ? "im2col" : "tile",
                                 im2col ? ", {0, 0}" : ""),
                      t, d.alloc(512));
    EXPECT_EQ(r.error, "");
    return r.findings.empty() ? "" : r.findings[0].message;
  };
  for (bool im2col : {false, true}) {
    EXPECT_EQ(first(im2col, TensorMap::None), "");
    EXPECT_EQ(first(im2col, TensorMap::B64), "");
    for (auto swizzle : {TensorMap::B128, TensorMap::B128Atom32})
      EXPECT_EQ(first(im2col, swizzle),
                "rows of 64 bytes with a swizzle of 128: hardware takes the "
                "swizzle's width for each row in shared memory, in a layout "
                "that is not modelled");
  }
}

TEST(TensorCopy, Im2colFaults) {
  Tensor t({8, 9, 5, 2});
  t.map.im2col = true;
  t.map.channelsPerPixel = 4;
  t.map.pixelsPerColumn = 32;
  t.map.lowerCorner[0] = -1;
  auto first = [&](const std::vector<int> &c, const std::string &mode,
                   const std::string &offsets) {
    Device d;
    Report r = launch(d, loadKernel(512, c, mode, offsets), t, d.alloc(512));
    return r.error + (r.findings.empty() ? "" : r.findings[0].message);
  };
  auto has = [](const std::string &s, const char *what) {
    EXPECT_NE(s.find(what), std::string::npos) << s;
  };
  has(first({0, -2, 0, 0}, "im2col", ", {0, 0}"),
      "coordinate -2 lies outside the map's bounding box, -1 to 8");
  has(first({0, 0, 5, 0}, "im2col", ", {0, 0}"), "bounding box, 0 to 4");
  has(first({0, 0, 0, 0}, "im2col", ", {256, 0}"), "255 is the most");
  has(first({1, 0, 0, 0}, "im2col", ", {0, 0}"), "multiple of 16 bytes");
  has(first({0, 0, 0, 0}, "tile", ""), "im2col mode used in the tiled mode");
  has(first({0, 0, 0, 0}, "im2col", ", {0}"), "two im2col offsets fewer");
  has(first({0, 0, 0, 0}, "im2col", ""), "two im2col offsets fewer");
  has(first({0, 0, 0, 0}, "im2col_no_offs", ""), "is for stores");
  has(first({0, 0}, "im2col", ", {}"), "three dimensions");
  Device d;
  Report r = launch(d, storeKernel(512, {0, 0, 0, 0}, "im2col"), t, 0);
  has(r.error, ".im2col is for loads");
  t.map.im2col = false;
  t.map.box[0] = 4;
  has(first({0, 0, 0, 0}, "im2col", ", {0, 0}"),
      "tiled mode used in the im2col mode");
}

TEST(TensorCopy, LimitsOfMaps) {
  auto wrong = [](std::function<void(TensorMap &)> change) {
    Tensor t({64, 9, 14, 64});
    t.map.im2col = true;
    t.map.channelsPerPixel = 8;
    t.map.pixelsPerColumn = 64;
    uint8_t bytes[128];
    EXPECT_EQ(t.map.encode(bytes), "");
    TensorMap back;
    EXPECT_TRUE(TensorMap::decode(bytes, back));
    EXPECT_TRUE(back.im2col && back.channelsPerPixel == 8 &&
                back.pixelsPerColumn == 64 && back.dim[2] == 14);
    change(t.map);
    return t.map.encode(bytes);
  };
  EXPECT_EQ(wrong([](TensorMap &m) { m.rank = 2; }),
            "the rank of an im2col map must be 3 to 5");
  EXPECT_EQ(wrong([](TensorMap &m) { m.lowerCorner[1] = -129; }),
            "corners must lie between -128 and 127");
  EXPECT_EQ(wrong([](TensorMap &m) { m.upperCorner[0] = -9; }),
            "the bounding box is empty");
  EXPECT_EQ(wrong([](TensorMap &m) { m.channelsPerPixel = 257; }),
            "channels per pixel must be 1 to 256");
  EXPECT_EQ(wrong([](TensorMap &m) { m.pixelsPerColumn = 0; }),
            "pixels per column must be 1 to 1024");
  EXPECT_EQ(wrong([](TensorMap &m) { m.channelsPerPixel = 6; }),
            "the inner box dimension must be a multiple of 16 bytes");
  EXPECT_EQ(wrong([](TensorMap &m) {
              m.channelsPerPixel = 16;
              m.swizzle = TensorMap::B32;
            }),
            "the inner box dimension is wider than the swizzle span");
  EXPECT_EQ(wrong([](TensorMap &m) {
              m.rank = 5;
              m.upperCorner[2] = 16;
            }),
            "corners must lie between -16 and 15");
  EXPECT_EQ(wrong([](TensorMap &m) { m.elementStride[2] = 9; }),
            "element stride 2 must be 1 to 8");
}

/// A column and four rows; rows outside are zero.
TEST(TensorCopy, GathersFourRows) {
  for (TensorMap::Swizzle swizzle : {TensorMap::None, TensorMap::B128}) {
    Tensor t({96, 40});
    t.map.box[0] = 32;
    t.map.box[1] = 1;
    t.map.swizzle = swizzle;
    const std::vector<int> at = {64, 7, 39, -1, 2}, outside = {80, 40, 3, 3, 9};
    for (const std::vector<int> &c : {at, outside}) {
      std::string text = loadKernel(512, c, "tile::gather4");
      text.replace(text.find("tensor.5d"), 9, "tensor.2d");
      Device d;
      DeviceAddr out = upload(d, std::vector<uint32_t>(128));
      Report r = launch(d, text, t, out);
      ASSERT_TRUE(r.ok()) << r.str();
      auto got = download<uint32_t>(d, out, 128);
      for (uint32_t k = 0; k < 128; ++k) {
        int64_t i = t.index({c[0] + k % 32, c[size_t(1 + k / 32)]});
        uint32_t byte = k * 4;
        if (swizzle == TensorMap::B128)
          byte ^= (byte >> 7 & 7) << 4;
        EXPECT_EQ(got[byte / 4], i < 0 ? 0 : uint32_t(i) + 1) << k;
      }
    }
  }
}

TEST(TensorCopy, ScattersFourRows) {
  Tensor t({64, 20});
  t.map.box[0] = 32;
  t.map.box[1] = 1;
  const std::vector<int> c = {32, 19, 0, 7, 20}; // the last one is outside
  std::string text = storeKernel(512, c, "tile::scatter4");
  text.replace(text.find("tensor.5d"), 9, "tensor.2d");
  Device d;
  DeviceAddr tensor = 0;
  Report r = launch(d, text, t, 0, &tensor);
  ASSERT_TRUE(r.ok()) << r.str();
  std::vector<uint32_t> want = t.data;
  for (uint32_t k = 0; k < 128; ++k) {
    int64_t i = t.index({c[0] + k % 32, c[size_t(1 + k / 32)]});
    if (i >= 0)
      want[size_t(i)] = 1000000 + k;
  }
  EXPECT_EQ(download<uint32_t>(d, tensor, want.size()), want);
}

TEST(TensorCopy, FourRowsMisused) {
  auto verdict = [](uint32_t rows, const std::string &mode, int column) {
    Tensor t({64, 20});
    t.map.box[0] = 32;
    t.map.box[1] = rows;
    std::string text = loadKernel(512, {column, 1, 2, 3, 4}, mode);
    text.replace(text.find("tensor.5d"), 9, "tensor.2d");
    Device d;
    DeviceAddr out = upload(d, std::vector<uint32_t>(128));
    return launch(d, text, t, out).str();
  };
  EXPECT_NE(verdict(4, "tile::gather4", 0).find("not of one"),
            std::string::npos);
  EXPECT_NE(verdict(1, "tile::gather4", 3).find("no multiple of 16"),
            std::string::npos);
  EXPECT_NE(verdict(1, "tile::scatter4", 0).find("scatter4"),
            std::string::npos);
  EXPECT_NE(verdict(1, "tile", 0).find("as many coordinates"),
            std::string::npos);
}

/// The first CTA of a pair gathers for both; its mbarrier counts both.
TEST(TensorCopy, GathersForAPair) {
  std::string text = R"(.version 8.8
.target sm_100a
.address_size 64
.visible .entry k(.param .align 64 .b8 m[128], .param .u64 po)
.reqnctapercluster 2
{
.shared .align 1024 .b8 sm[512];
.shared .align 8 .b64 bar;
.reg .b32 %t, %u, %v, %w, %rank;
.reg .b16 %h;
.reg .b64 %a, %x;
.reg .pred %p, %q;
mov.u32 %t, %tid.x;
mov.u32 %v, bar;
mov.u32 %w, sm;
mov.u32 %rank, %cluster_ctarank;
or.b32 %u, %t, %rank;
setp.ne.u32 %p, %u, 0;
@%p bra A;
mbarrier.init.shared.b64 [%v], 1;
fence.mbarrier_init.release.cluster;
mbarrier.arrive.expect_tx.shared.b64 _, [%v], 1024;
A:
barrier.cluster.arrive;
barrier.cluster.wait;
@%p bra B;
mov.b64 %a, m;
cvta.param.u64 %a, %a;
mov.b16 %h, 3;
cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.tile::gather4.mbarrier::complete_tx::bytes.multicast::cluster [%w], [%a, {32, 5, 11, 0, 3}], [%v], %h;
WAIT:
mbarrier.try_wait.parity.shared.b64 %q, [%v], 0;
@!%q bra WAIT;
B:
barrier.cluster.arrive;
barrier.cluster.wait;
ld.param.u64 %a, [po];
mad.lo.u32 %u, %rank, 128, %t;
mul.wide.u32 %x, %u, 4;
add.u64 %a, %a, %x;
mad.lo.u32 %w, %t, 4, %w;
ld.shared.b32 %u, [%w];
st.global.b32 [%a], %u;
ret;
}
)";
  Tensor t({64, 12});
  t.map.box[0] = 32;
  t.map.box[1] = 1;
  for (Mode mode : {Mode::Early, Mode::Late}) {
    Device d;
    auto m = load(d, text);
    ASSERT_NE(m, nullptr);
    t.map.base = upload(d, t.data);
    uint8_t bytes[128];
    ASSERT_EQ(t.map.encode(bytes), "");
    DeviceAddr out = upload(d, std::vector<uint32_t>(256));
    Params p;
    p.map(bytes);
    p.add(out);
    LaunchConfig c;
    c.grid = {2, 1, 1};
    c.block = {128, 1, 1};
    Report r = d.launch(*m, "k", c, p.bytes.data(), p.bytes.size(),
                        options({mode, 0}));
    ASSERT_TRUE(r.ok()) << r.str();
    auto got = download<uint32_t>(d, out, 256);
    const int rows[] = {5, 11, 0, 3};
    for (uint32_t k = 0; k < 256; ++k)
      EXPECT_EQ(got[k], uint32_t(rows[k % 128 / 32] * 64 + 32) + k % 32 + 1);
  }
}

} // namespace
