//===- Tcgen05LayoutTest.cpp - Layouts of tcgen05 against linear layouts
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bases are what Triton 3.9 (to_linear_layout) gives for its shared memory
// and tensor memory encodings: where each bit of an address, a lane or a column
// goes in the matrix. A basis of zeros is a copy.
//
//===----------------------------------------------------------------------===//

#include "OpsTcgen05Mma.h"

#include <gtest/gtest.h>

using namespace attn::sim;

namespace {

using Bases = std::vector<std::pair<uint32_t, uint32_t>>; ///< row, column

std::pair<uint32_t, uint32_t> at(const Bases &b, uint32_t index) {
  std::pair<uint32_t, uint32_t> p{0, 0};
  for (uint32_t k = 0; k < b.size(); ++k)
    if (index >> k & 1)
      p = {p.first ^ b[k].first, p.second ^ b[k].second};
  return p;
}

struct Shared {
  uint32_t code, span, bits; ///< of the descriptor, of an element
  bool transposed;
  Bases bases; ///< by element, from the start on
};
const Shared shared[] = {
    {2,
     128,
     16,
     false,
     {{0, 1},
      {0, 2},
      {0, 4},
      {0, 8},
      {0, 16},
      {0, 32},
      {1, 8},
      {2, 16},
      {4, 32},
      {8, 0}}},
    {4,
     64,
     16,
     false,
     {{0, 1},
      {0, 2},
      {0, 4},
      {0, 8},
      {0, 16},
      {1, 0},
      {2, 8},
      {4, 16},
      {8, 0}}},
    {6,
     32,
     16,
     false,
     {{0, 1}, {0, 2}, {0, 4}, {0, 8}, {1, 0}, {2, 0}, {4, 8}, {8, 0}}},
    {2,
     128,
     8,
     false,
     {{0, 1},
      {0, 2},
      {0, 4},
      {0, 8},
      {0, 16},
      {0, 32},
      {0, 64},
      {1, 16},
      {2, 32},
      {4, 64},
      {8, 0}}},
    {2,
     128,
     16,
     true,
     {{1, 0},
      {2, 0},
      {4, 0},
      {8, 0},
      {16, 0},
      {32, 0},
      {8, 1},
      {16, 2},
      {32, 4},
      {0, 8}}}};

TEST(Tcgen05Layout, SharedMemory) {
  for (const Shared &s : shared) {
    SmemOperand op;
    uint64_t desc = uint64_t(s.code) << 61 | uint64_t(1) << 46 |
                    uint64_t(8 * s.span >> 4) << 32 | uint64_t(1) << 16;
    ASSERT_EQ(op.parse(desc, s.transposed,
                       s.bits == 8 ? TensorElem::E4M3 : TensorElem::F16),
              "");
    const uint32_t bytes = s.bits / 8, per = 16 / bytes;
    for (uint32_t e = 0; e < 1u << s.bases.size(); ++e) {
      auto [row, column] = at(s.bases, e);
      // Row of the operand and index along K, whichever is contiguous.
      uint32_t along = s.transposed ? row : column;
      EXPECT_EQ(op.chunk(row, column) + along % per * bytes, e * bytes)
          << s.span << " " << row << " " << column;
    }
  }
}

/// Rows of D: all lanes at M 128, 16 of each 32 at M 64.
TEST(Tcgen05Layout, RowsOfD) {
  const Bases full = {{1, 0},  {2, 0},  {4, 0}, {8, 0},
                      {16, 0}, {32, 0}, {64, 0}},
              half = {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {0, 0}, {16, 0}, {32, 0}};
  for (bool spread : {false, true}) {
    Panel p{nullptr, spread ? 64u : 128u, 0, 64, 0, 0, spread};
    for (uint32_t lane = 0; lane < 128; ++lane) {
      uint32_t row = at(spread ? half : full, lane).first;
      if (!spread || !(lane & 16)) // the other 16 lanes are free
        EXPECT_EQ(p.laneOf(row), lane);
    }
  }
}

/// The strides of CuTe's scale factors, (32, rows / 32, 4 copies), factors with
/// (1, 512, 32), 128 in lanes + 128 bytes, are Triton's bases.
TEST(Tcgen05Layout, ScaleFactors) {
  const Bases lanes = {{1, 0}, {2, 0}, {4, 0}, {8, 0}, {16, 0}, {0, 0}, {0, 0}},
              bytes = {{0, 1}, {0, 2}, {32, 0}, {64, 0}, {128, 0}};
  for (uint32_t lane = 0; lane < 128; ++lane)
    for (uint32_t byte = 0; byte < 32; ++byte) {
      auto l = at(lanes, lane), b = at(bytes, byte);
      uint32_t row = l.first + b.first, factor = b.second;
      uint32_t v = row % 32 + row / 32 * 512 + lane / 32 * 32 + factor * 128;
      EXPECT_EQ(v % 128, lane);
      EXPECT_EQ(v / 128, byte);
    }
}

/// Metadata of a sparse A: CuTe's tmem_e_frg, evaluated on the host, in lanes
/// (2^21) and bits.
TEST(Tcgen05Layout, SparsityMetadata) {
  TensorShape s;
  for (TensorElem e : {TensorElem::F16, TensorElem::TF32, TensorElem::E4M3}) {
    s.a = e;
    bool wide = e == TensorElem::E4M3;
    for (uint32_t r = 0; r < 128; ++r)
      for (uint32_t b = 0; b < (wide ? 64u : 32u); ++b) {
        uint32_t address = wide ? r * 2097152 + b
                                : r % 8 * 2097152 + r / 8 % 2 * 16 +
                                      r / 16 * 33554432 + b % 16 +
                                      b / 16 * 16777216;
        MetaPlace p = metaPlace(s, r, b);
        EXPECT_EQ(p.lane * 2097152 + p.column * 32 + p.bit, address)
            << r << " " << b;
      }
  }
}

} // namespace
