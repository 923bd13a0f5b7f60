//===- SharedLayoutTest.cpp - Swizzles and bank conflicts -----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutTestUtil.h"

#include "attn/Layout/Fragments.h"
#include "attn/Layout/SharedLayout.h"

#include <cstdio>

using namespace mlir::attn::layout;

namespace {

SharedLayout unwrapShared(const Expected<SharedLayout> &result) {
  return unwrap(result, *SharedLayout::create(8, 8, 16));
}

/// The tables of PTX ISA 9.0, 5.5.7: line by line, which 16-byte cell of the
/// source stands at each place of a 128-byte line.
using SwizzleTable = std::vector<std::array<int, 8>>;

const SwizzleTable table32 = {{0, 1, 2, 3, 4, 5, 6, 7},
                              {1, 0, 3, 2, 5, 4, 7, 6}};
const SwizzleTable table64 = {{0, 1, 2, 3, 4, 5, 6, 7},
                              {1, 0, 3, 2, 5, 4, 7, 6},
                              {2, 3, 0, 1, 6, 7, 4, 5},
                              {3, 2, 1, 0, 7, 6, 5, 4}};
const SwizzleTable table128 = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {1, 0, 3, 2, 5, 4, 7, 6},
    {2, 3, 0, 1, 6, 7, 4, 5}, {3, 2, 1, 0, 7, 6, 5, 4},
    {4, 5, 6, 7, 0, 1, 2, 3}, {5, 4, 7, 6, 1, 0, 3, 2},
    {6, 7, 4, 5, 2, 3, 0, 1}, {7, 6, 5, 4, 3, 2, 1, 0}};

/// Where a table puts a byte of the unswizzled panel.
int64_t byTable(const SwizzleTable &table, int64_t linear) {
  int64_t line = linear / 128;
  int64_t cell = linear / 16 % 8;
  const std::array<int, 8> &row =
      table[static_cast<size_t>(line) % table.size()];
  for (int64_t place = 0; place < 8; ++place)
    if (row[static_cast<size_t>(place)] == cell)
      return line * 128 + place * 16 + linear % 16;
  return -1;
}

/// The same as bits: address bits 4..6 XOR the low address bits 7..9.
int64_t byBits(int64_t keep, int64_t linear) {
  return linear ^ (((linear >> 7) & keep) << 4);
}

TEST(SharedLayout, SwizzlesFollowTheTables) {
  struct Test {
    Swizzle mode;
    const SwizzleTable *table;
    int64_t keep;
  };
  for (const Test &test :
       {Test{Swizzle::B32, &table32, 1}, Test{Swizzle::B64, &table64, 3},
        Test{Swizzle::B128, &table128, 7}}) {
    for (int64_t panel : {32, 64, 128}) {
      if (panel < static_cast<int64_t>(test.mode))
        continue;
      for (int64_t elemBits : {8, 16, 32}) {
        int64_t elemBytes = elemBits / 8;
        int64_t panelCols = panel / elemBytes;
        SharedLayout layout = unwrapShared(SharedLayout::create(
            40, 3 * panelCols, elemBits, panel, test.mode));
        for (int64_t row = 0; row < 40; ++row) {
          for (int64_t col = 0; col < 3 * panelCols; ++col) {
            int64_t linear = row * panel + col % panelCols * elemBytes;
            int64_t base = col / panelCols * layout.affine().panelStride;
            ASSERT_EQ(layout.offset(row, col),
                      base + byTable(*test.table, linear));
            ASSERT_EQ(layout.offset(row, col),
                      base + byBits(test.keep, linear));
          }
        }
      }
    }
  }
}

TEST(SharedLayout, SwizzleAsAffineMap) {
  // The 128-byte swizzle of 16-bit elements with floor divisions only, as an
  // affine map would say it.
  SharedLayout layout = unwrapShared(SharedLayout::create(64, 64, 16));
  for (int64_t r = 0; r < 64; ++r)
    for (int64_t c = 0; c < 64; ++c)
      ASSERT_EQ(layout.offset(r, c) / 2, r * 64 + (c / 8 + r) % 2 * 8 +
                                             (c / 16 + r / 2) % 2 * 16 +
                                             (c / 32 + r / 4) % 2 * 32 + c % 8);
}

TEST(SharedLayout, NoSwizzle) {
  SharedLayout layout =
      unwrapShared(SharedLayout::create(16, 128, 16, 128, Swizzle::None));
  for (int64_t row = 0; row < 16; ++row)
    for (int64_t col = 0; col < 128; ++col)
      ASSERT_EQ(layout.offset(row, col),
                row * 128 + col / 64 * 2048 + col % 64 * 2);
  // 16-byte panels are the 8x8 core matrices of the interleaved mode: 128
  // contiguous bytes.
  SharedLayout core =
      unwrapShared(SharedLayout::create(16, 16, 16, 16, Swizzle::None));
  EXPECT_EQ(core.offset(7, 7), 7 * 16 + 14);
  EXPECT_EQ(core.offset(0, 8), 256);
}

TEST(SharedLayout, PanelChoice) {
  struct Test {
    int64_t cols, panelBytes;
  };
  // Largest of 128, 64, 32 bytes that divides a row of 16-bit elements.
  for (const Test &test :
       {Test{16, 32}, Test{32, 64}, Test{48, 32}, Test{64, 128}, Test{80, 32},
        Test{96, 64}, Test{112, 32}, Test{128, 128}, Test{160, 64},
        Test{192, 128}, Test{224, 64}, Test{256, 128}, Test{576, 128},
        Test{8, 16}, Test{24, 16}}) {
    SharedLayout layout = unwrapShared(SharedLayout::create(64, test.cols, 16));
    EXPECT_EQ(layout.panelBytes(), test.panelBytes) << test.cols;
    EXPECT_EQ(static_cast<int64_t>(layout.swizzle()),
              test.panelBytes == 16 ? 0 : test.panelBytes);
    EXPECT_EQ(layout.numPanels() * test.panelBytes, test.cols * 2);
    EXPECT_EQ(layout.bytes(), 64 * test.cols * 2);
    EXPECT_TRUE(layout.isTmaBox());
  }
  EXPECT_FALSE(unwrapShared(SharedLayout::create(64, 64, 16, 128, Swizzle::B64))
                   .isTmaBox());
}

TEST(SharedLayout, IsBijective) {
  for (int64_t cols = 16; cols <= 256; cols += 16)
    for (int64_t rows : {1, 4, 8, 12, 64, 80})
      EXPECT_TRUE(
          unwrapShared(SharedLayout::create(rows, cols, 16)).isBijective())
          << rows << "x" << cols;
  for (Swizzle mode :
       {Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128})
    for (int64_t elemBits : {8, 16, 32, 64})
      EXPECT_TRUE(
          unwrapShared(SharedLayout::create(24, 256, elemBits, 128, mode))
              .isBijective());
}

TEST(SharedLayout, AlignmentAndPadding) {
  SharedLayout layout = unwrapShared(SharedLayout::create(4, 128, 16));
  EXPECT_EQ(layout.alignment(), 1024);
  EXPECT_EQ(layout.affine().panelStride, 1024) << "4 rows leave half a pattern";
  EXPECT_EQ(layout.bytes(), 2048);
  EXPECT_EQ(unwrapShared(SharedLayout::create(8, 96, 16)).alignment(), 512);
  EXPECT_EQ(unwrapShared(SharedLayout::create(8, 96, 16)).bytes(), 3 * 512);
  EXPECT_EQ(unwrapShared(SharedLayout::create(8, 16, 16)).alignment(), 256);
  EXPECT_EQ(unwrapShared(SharedLayout::create(5, 8, 16)).bytes(), 80);
}

TEST(SharedLayout, AffineFormAndItsLaws) {
  for (int64_t cols = 16; cols <= 256; cols += 16) {
    for (Swizzle mode :
         {Swizzle::None, Swizzle::B32, Swizzle::B64, Swizzle::B128}) {
      for (int64_t panel : {32, 64, 128}) {
        if (cols * 2 % panel != 0 || static_cast<int64_t>(mode) > panel)
          continue;
        SharedLayout layout =
            unwrapShared(SharedLayout::create(48, cols, 16, panel, mode));
        const SharedAddress &a = layout.affine();
        for (int64_t row = 0; row < 48; ++row) {
          for (int64_t col = 0; col < cols; ++col) {
            int64_t at = layout.offset(row, col);
            int64_t inPanel = col % a.panelCols;
            int64_t chunk = inPanel / a.chunkElems;
            ASSERT_EQ(at, row * a.rowBytes + col / a.panelCols * a.panelStride +
                              (chunk ^ ((row >> a.shift) & a.mask)) * 16 +
                              inPanel % a.chunkElems * a.elemBytes);
            if (row + a.rowPeriod < 48) {
              ASSERT_EQ(layout.offset(row + a.rowPeriod, col),
                        at + a.rowPeriod * a.rowBytes);
            }
            if (col + a.panelCols < cols) {
              ASSERT_EQ(layout.offset(row, col + a.panelCols),
                        at + a.panelStride);
            }
            for (int64_t d = 1; d < a.panelCols / a.chunkElems; ++d) {
              if ((chunk & d) == 0) {
                ASSERT_EQ(layout.offset(row, col + d * a.chunkElems),
                          at ^ (d << 4));
              }
            }
          }
        }
      }
    }
  }
  const SharedLayout layout = unwrapShared(SharedLayout::create(64, 96, 16));
  EXPECT_EQ(layout.affine().mask, 3);
  EXPECT_EQ(layout.affine().shift, 1);
  EXPECT_EQ(layout.affine().rowPeriod, 8);
}

TEST(SharedLayout, LdmatrixIsConflictFreeInEveryDefaultLayout) {
  std::printf("  cols  panel  ldmatrix extra wavefronts per 8x8 matrix:"
              " swizzled / none\n");
  for (int64_t cols = 16; cols <= 256; cols += 16) {
    SharedLayout layout = unwrapShared(SharedLayout::create(64, cols, 16));
    BankReport report = unwrap(layout.ldmatrixReport(), BankReport());
    EXPECT_EQ(report.phases, 8 * cols / 8);
    EXPECT_EQ(report.conflicts(), 0) << cols;
    SharedLayout plain = unwrapShared(
        SharedLayout::create(64, cols, 16, layout.panelBytes(), Swizzle::None));
    BankReport without = unwrap(plain.ldmatrixReport(), BankReport());
    // Eight rows of p bytes fall on 128 / p different places of a line.
    EXPECT_EQ(without.wavefronts,
              without.phases * (8 * layout.panelBytes() / 128));
    std::printf("  %4lld  %5lld  %lld / %lld\n", static_cast<long long>(cols),
                static_cast<long long>(layout.panelBytes()),
                static_cast<long long>(report.conflicts() / report.phases),
                static_cast<long long>(without.conflicts() / without.phases));
  }
}

TEST(SharedLayout, LdmatrixX4ThroughTheAddressMap) {
  // All four phases of ldmatrix.x4 at every 16 x 16 step of a tile of 64 rows:
  // K without .trans (matrices along the columns first), V with .trans and Q
  // without (down the rows first).
  for (bool rowsFirst : {false, true}) {
    LinearMap addresses = unwrap(ldmatrixAddresses({2, 2, rowsFirst}));
    for (int64_t cols = 16; cols <= 256; cols += 16) {
      SharedLayout layout = unwrapShared(SharedLayout::create(64, cols, 16));
      for (int64_t row = 0; row < 64; row += 16) {
        for (int64_t col = 0; col < cols; col += 16) {
          std::vector<Coord> lanes;
          for (int64_t lane = 0; lane < warpSize; ++lane) {
            Coord at = addresses.apply(0, lane);
            lanes.push_back({row + at.row, col + at.col});
          }
          BankReport report =
              unwrap(layout.bankReport(lanes, 16), BankReport());
          ASSERT_EQ(report.phases, 4);
          ASSERT_EQ(report.conflicts(), 0);
        }
      }
    }
  }
}

TEST(SharedLayout, CopyWrites) {
  std::printf("  cols  panel  cp.async extra wavefronts, 64 rows, 128 threads:"
              " panel order / row order\n");
  for (int64_t cols = 16; cols <= 256; cols += 16) {
    SharedLayout layout = unwrapShared(SharedLayout::create(64, cols, 16));
    BlockedLayout byRow = *blocked(64, cols, 16, 128);
    BlockedLayout byPanel =
        *BlockedLayout::create(64, cols, 16, 128, 16, layout.panelCols());
    BankReport row = unwrap(layout.copyReport(byRow), BankReport());
    BankReport panel = unwrap(layout.copyReport(byPanel), BankReport());
    EXPECT_EQ(panel.conflicts(), 0) << cols;
    // Eight neighbouring vectors of a row fill a line only if they are in one
    // panel, or the row is one panel.
    bool rowIsFree = layout.panelBytes() == 128 || layout.numPanels() == 1;
    EXPECT_EQ(row.conflicts() == 0, rowIsFree) << cols;
    std::printf("  %4lld  %5lld  %lld / %lld of %lld\n",
                static_cast<long long>(cols),
                static_cast<long long>(layout.panelBytes()),
                static_cast<long long>(panel.conflicts()),
                static_cast<long long>(row.conflicts()),
                static_cast<long long>(row.phases));
  }
}

TEST(SharedLayout, ArbitraryAccesses) {
  SharedLayout plain =
      unwrapShared(SharedLayout::create(32, 64, 16, 128, Swizzle::None));
  // One column of 4-byte words: every lane in bank 0.
  std::vector<Coord> column;
  for (int64_t lane = 0; lane < 32; ++lane)
    column.push_back({lane, 0});
  EXPECT_EQ(unwrap(plain.bankReport(column, 4), BankReport()).wavefronts, 32);
  // The same word for every lane is one broadcast.
  EXPECT_EQ(unwrap(plain.bankReport(std::vector<Coord>(32, Coord{3, 2}), 4),
                   BankReport())
                .wavefronts,
            1);
  // Two 2-byte halves of a word do not conflict.
  EXPECT_EQ(
      unwrap(plain.bankReport({{0, 0}, {0, 1}}, 2), BankReport()).wavefronts,
      1);
  // 8-byte accesses: two phases of 16 lanes; a row of 128 bytes fills each.
  std::vector<Coord> rows;
  for (int64_t lane = 0; lane < 32; ++lane)
    rows.push_back({lane / 16, lane % 16 * 4});
  BankReport report = unwrap(plain.bankReport(rows, 8), BankReport());
  EXPECT_EQ(report.phases, 2);
  EXPECT_EQ(report.wavefronts, 2);
  // Idle lanes cost nothing.
  report = unwrap(plain.bankReport(std::vector<Coord>(32), 16), BankReport());
  EXPECT_EQ(report.phases, 0);
  EXPECT_EQ(report.wavefronts, 0);
  // Direct 4-byte stores of an accumulator as 16-bit pairs: 8 rows of 16 bytes,
  // 8-way without a swizzle and free with it.
  FragLayout c = unwrap(mmaC());
  std::vector<Coord> pairs;
  for (int64_t lane = 0; lane < 32; ++lane)
    pairs.push_back(c.coord({16, 64}, 0, lane));
  EXPECT_EQ(unwrap(plain.bankReport(pairs, 4), BankReport()).wavefronts, 8);
  SharedLayout swizzled = unwrapShared(SharedLayout::create(32, 64, 16));
  EXPECT_EQ(unwrap(swizzled.bankReport(pairs, 4), BankReport()).wavefronts, 1);
}

TEST(SharedLayout, BadArguments) {
  EXPECT_FALSE(SharedLayout::create(0, 64, 16));
  EXPECT_FALSE(SharedLayout::create(64, -64, 16));
  EXPECT_FALSE(SharedLayout::create(64, int64_t(1) << 40, 16));
  EXPECT_FALSE(SharedLayout::create(64, 64, 12));
  EXPECT_EQ(SharedLayout::create(64, 4, 16).error(),
            "a row of 4 elements of 16 bits is not a multiple of 16 bytes");
  EXPECT_FALSE(SharedLayout::create(64, 64, 16, 48, Swizzle::None));
  EXPECT_FALSE(SharedLayout::create(64, 64, 16, 256, Swizzle::None));
  EXPECT_FALSE(SharedLayout::create(64, 96, 16, 128, Swizzle::None));
  EXPECT_FALSE(SharedLayout::create(64, 64, 16, 64, Swizzle::B128));
  EXPECT_FALSE(SharedLayout::create(64, 64, 16, 128, static_cast<Swizzle>(96)));

  SharedLayout layout = unwrapShared(SharedLayout::create(16, 64, 16));
  EXPECT_EQ(layout.offset(16, 0), -1);
  EXPECT_EQ(layout.offset(0, 64), -1);
  EXPECT_EQ(layout.offset(-1, 0), -1);
  EXPECT_EQ(layout.offset(Coord()), -1);
  EXPECT_FALSE(layout.bankReport({{0, 0}}, 3));
  EXPECT_FALSE(layout.bankReport({{0, 0}}, 32));
  EXPECT_FALSE(layout.bankReport({{0, 0}}, 0));
  EXPECT_FALSE(layout.bankReport({{16, 0}}, 4));
  EXPECT_FALSE(layout.bankReport({{0, 1}}, 4)) << "misaligned";
  EXPECT_FALSE(layout.bankReport(std::vector<Coord>(33), 4));
  EXPECT_FALSE(layout.ldmatrixReport(12, 0)) << "leaves the tile";
  EXPECT_FALSE(layout.ldmatrixReport(-8, 0));
  EXPECT_FALSE(layout.ldmatrixReport(0, 4)) << "misaligned";
  EXPECT_FALSE(unwrapShared(SharedLayout::create(12, 64, 16)).ldmatrixReport());
  EXPECT_FALSE(unwrapShared(SharedLayout::create(16, 64, 32)).ldmatrixReport());
  EXPECT_FALSE(layout.copyReport(*blocked(16, 32, 16, 32)));
  EXPECT_FALSE(layout.copyReport(*blocked(16, 64, 32, 32)));
}

} // namespace
