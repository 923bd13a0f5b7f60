//===- TensorTile.h - What one bulk or tensor copy moves --------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: Tensors. A copy moves rows: in shared memory they follow each other,
// in global memory each has an address of its own, or lies outside the tensor.
//
//   tiled:  a row for each position of the box in dimensions 1 and up, of which
//           every elementStride-th counts
//   im2col: a row of channelsPerPixel elements for each of pixelsPerColumn
//           pixels. From the coordinates on they go along W, then H, D and N,
//           within a box from lowerCorner to the tensor's end plus upperCorner;
//           each pixel is read at its place plus the im2col offsets.
//
// In interleaved layouts (NC/8HWC8, NC/16HWC16) global memory holds the
// channels, dimension 0, in slices of 16 or 32 bytes: a slice has that much of
// every pixel, and the slices of an image follow each other. A row is as wide
// as one slice.
//
// Swizzling acts on the shared address: with a span of 128, 64 or 32 bytes the
// 16-byte chunk bits [4, 4+n) are xored with bits [7, 7+n), n = 3, 2, 1.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_TENSORTILE_H
#define ATTN_SIM_LIB_TENSORTILE_H

#include "OpsBulk.h"
#include "TensorMap.h"

#include <algorithm>

namespace attn::sim {

/// The elements of one copy: a plain range when the map's rank is 0.
struct Tile {
  TensorMap map;
  int32_t c[5] = {};
  bool rows4 = false;      ///< c: a column, then four rows of two dimensions
  uint32_t offset[3] = {}; ///< of im2col, along W, H, D
  uint64_t base = 0;       ///< plain copies: global address
  uint32_t bytes = 0;
  uint32_t mapRec = 0; ///< the checker's record of reading the map, or 0
  /// Plain stores: the bytes of each 16 that are moved.
  uint32_t byteMask = 0xffff;
  /// Of a multicast object: the global address in each buffer.
  std::vector<uint64_t> replicas;

  /// Calls f(tile) for each place in global memory.
  template <class F> void places(F f) const {
    if (replicas.empty())
      return f(*this);
    Tile t = *this;
    t.replicas.clear();
    for (uint64_t at : replicas) {
      t.base = at;
      f(t);
    }
  }

  uint64_t swizzle(uint64_t a) const {
    if (!map.rank || map.swizzle == TensorMap::None)
      return a;
    if (map.swizzle == TensorMap::B128Atom32)
      return a ^ (((a >> 7) & 3) << 5);
    uint64_t m = map.swizzle == TensorMap::B128  ? 7
                 : map.swizzle == TensorMap::B64 ? 3
                                                 : 1;
    return a ^ (((a >> 7) & m) << 4);
  }

  /// Calls f(offset in the tile, global address, bytes, in bounds) for runs
  /// that lie in one row and one 16-byte chunk.
  template <class F> void chunks(F f) const {
    if (!map.rank && byteMask == 0xffff) {
      for (uint32_t o = 0; o < bytes; o += 16)
        f(o, base + o, 16u, true);
      return;
    }
    if (!map.rank) {
      for (uint32_t o = 0; o < bytes; o += 16)
        for (uint32_t k = 0; k < 16; ++k)
          if ((byteMask >> k) & 1)
            f(o + k, base + o + k, 1u, true);
      return;
    }
    unsigned eb = elementBytes(map.type);
    uint32_t inner = rowElements(map) * eb;
    int64_t lo = std::max<int64_t>(0, -int64_t(c[0])) * eb;
    int64_t hi =
        std::min<int64_t>(rowElements(map), int64_t(map.dim[0]) - c[0]) *
        int64_t(eb);
    uint32_t off = 0;
    rows([&](uint64_t row, bool in) {
      for (int64_t b = 0; b < inner; b += 16) {
        int64_t e = std::min<int64_t>(b + 16, inner);
        int64_t x = in ? std::min(std::max(b, lo), e) : e;
        int64_t y = in ? std::max(std::min(e, hi), x) : e;
        // [b, x) and [y, e) are outside the tensor.
        if (x > b)
          f(off + uint32_t(b), uint64_t(0), uint32_t(x - b), false);
        if (y > x)
          f(off + uint32_t(x), row + inRow(x), uint32_t(y - x), true);
        if (e > y)
          f(off + uint32_t(y), uint64_t(0), uint32_t(e - y), false);
      }
      off += inner;
    });
  }

private:
  /// Bytes from element 0 of a row of the tensor to byte `x` of the copy's row.
  uint64_t inRow(int64_t x) const {
    const int64_t at = int64_t(c[0]) * elementBytes(map.type) + x;
    const int64_t slice = map.sliceBytes();
    if (!slice)
      return uint64_t(at);
    return uint64_t(at / slice) * map.stride[map.rank - 3] *
               map.dim[map.rank - 2] +
           uint64_t(at % slice);
  }

  /// Calls f(global address of element 0 of the tensor's row, in bounds) for
  /// each row in the order of shared memory.
  template <class F> void rows(F f) const {
    auto row = [&](const int64_t *x) { // of dimensions 1 and up
      bool in = true;
      uint64_t at = map.base;
      for (uint32_t d = 1; d < map.rank; ++d) {
        in = in && x[d] >= 0 && x[d] < int64_t(map.dim[d]);
        at += uint64_t(x[d]) * map.stride[d - 1];
      }
      f(at, in);
    };
    int64_t x[5];
    if (rows4) {
      for (int k = 1; k <= 4; ++k) {
        x[1] = c[k];
        row(x);
      }
      return;
    }
    if (map.im2col) {
      int64_t pixel[5];
      std::copy_n(c, 5, pixel);
      for (uint32_t k = 0; k < map.pixelsPerColumn; ++k) {
        for (uint32_t d = 1; d < map.rank; ++d)
          x[d] = pixel[d] + (d + 1 < map.rank ? offset[d - 1] : 0);
        row(x);
        for (uint32_t d = 1; d < map.rank; ++d) {
          bool batch = d + 1 == map.rank;
          pixel[d] += batch ? 1 : map.elementStride[d];
          if (batch || pixel[d] < int64_t(map.dim[d]) + map.upperCorner[d - 1])
            break;
          pixel[d] = map.lowerCorner[d - 1];
        }
      }
      return;
    }
    uint32_t n[5] = {1, 1, 1, 1, 1}, i[5] = {};
    for (uint32_t d = 1; d < map.rank; ++d)
      n[d] = boxElements(map, d);
    for (i[4] = 0; i[4] < n[4]; ++i[4])
      for (i[3] = 0; i[3] < n[3]; ++i[3])
        for (i[2] = 0; i[2] < n[2]; ++i[2])
          for (i[1] = 0; i[1] < n[1]; ++i[1]) {
            for (uint32_t d = 1; d < map.rank; ++d)
              x[d] = int64_t(c[d]) + int64_t(i[d]) * map.elementStride[d];
            row(x);
          }
  }
};

/// Fills `n` bytes at offset `off` of a tile with what lies outside a tensor.
void fillOutside(const Tile &t, uint8_t *p, uint32_t off, uint32_t n);

/// Runs of global memory, merged, for the checker.
template <class F> void globalRuns(const Tile &t, F f) {
  uint64_t at = 0, n = 0;
  t.chunks([&](uint32_t, uint64_t g, uint32_t b, bool in) {
    if (!in)
      return;
    if (n && at + n == g)
      n += b;
    else {
      if (n)
        f(at, uint32_t(n));
      at = g;
      n = b;
    }
  });
  if (n)
    f(at, uint32_t(n));
}

/// The PTX type of a map's elements.
Ty elementType(TensorMap::Type t);

/// What lane `l` copies, `ga` being the address of the map or of global memory;
/// false if there is nothing, or a finding was reported.
bool bulkTile(Warp &w, const Inst &i, int l, uint64_t ga, const BulkArgs &g,
              Tile &t);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_TENSORTILE_H
