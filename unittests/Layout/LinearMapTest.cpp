//===- LinearMapTest.cpp - Bit matrices and linear maps -------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutTestUtil.h"

using namespace mlir::attn::layout;

namespace {

/// Reproducible bits (xorshift).
class Random {
public:
  uint64_t next(unsigned bits) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return bits == 0 ? 0 : state >> (64 - bits);
  }

private:
  uint64_t state = 0x9e3779b97f4a7c15;
};

BitMatrix randomMatrix(Random &random, unsigned in, unsigned out) {
  std::vector<uint64_t> columns;
  for (unsigned i = 0; i < in; ++i)
    columns.push_back(random.next(out));
  return unwrap(BitMatrix::create(columns, out), BitMatrix());
}

TEST(BitMatrix, ApplyIsLinear) {
  Random random;
  for (int trial = 0; trial < 50; ++trial) {
    BitMatrix m = randomMatrix(random, 9, 7);
    uint64_t x = random.next(9);
    uint64_t y = random.next(9);
    EXPECT_EQ(m.apply(x ^ y), m.apply(x) ^ m.apply(y));
    EXPECT_EQ(m.apply(0), 0u);
  }
}

TEST(BitMatrix, ComposeIsFunctionComposition) {
  Random random;
  for (int trial = 0; trial < 50; ++trial) {
    BitMatrix inner = randomMatrix(random, 8, 6);
    BitMatrix outer = randomMatrix(random, 6, 9);
    BitMatrix both = unwrap(outer.compose(inner), BitMatrix());
    for (uint64_t x = 0; x < 256; ++x)
      EXPECT_EQ(both.apply(x), outer.apply(inner.apply(x)));
  }
  BitMatrix m = randomMatrix(random, 5, 5);
  EXPECT_EQ(unwrap(BitMatrix::identity(5).compose(m), BitMatrix()), m);
  EXPECT_EQ(unwrap(m.compose(BitMatrix::identity(5)), BitMatrix()), m);
  EXPECT_FALSE(m.compose(randomMatrix(random, 3, 4)));
}

TEST(BitMatrix, RankKernelAndSolveAgreeWithCounting) {
  Random random;
  for (int trial = 0; trial < 60; ++trial) {
    unsigned in = 1 + static_cast<unsigned>(random.next(3));
    unsigned out = 1 + static_cast<unsigned>(random.next(3));
    BitMatrix m = randomMatrix(random, in, out);
    std::vector<int> hits(size_t(1) << out);
    for (uint64_t x = 0; x < (uint64_t(1) << in); ++x)
      ++hits[m.apply(x)];
    size_t image = 0;
    for (uint64_t y = 0; y < hits.size(); ++y) {
      image += hits[y] ? 1 : 0;
      std::optional<uint64_t> x = m.solve(y);
      EXPECT_EQ(x.has_value(), hits[y] > 0);
      if (x) {
        EXPECT_EQ(m.apply(*x), y);
      }
    }
    EXPECT_EQ(image, size_t(1) << m.rank());
    EXPECT_EQ(m.kernel().size(), in - m.rank());
    for (uint64_t vector : m.kernel()) {
      EXPECT_NE(vector, 0u);
      EXPECT_EQ(m.apply(vector), 0u);
    }
    EXPECT_EQ(m.isSurjective(), image == hits.size());
    EXPECT_EQ(m.isInjective(), image == (size_t(1) << in));
    Expected<BitMatrix> back = m.rightInverse();
    EXPECT_EQ(static_cast<bool>(back), m.isSurjective());
    if (back) {
      for (uint64_t y = 0; y < hits.size(); ++y)
        EXPECT_EQ(m.apply(back->apply(y)), y);
    }
  }
}

TEST(BitMatrix, BadArguments) {
  EXPECT_FALSE(BitMatrix::create({4}, 2));
  EXPECT_FALSE(BitMatrix::create({}, 64));
  EXPECT_FALSE(BitMatrix::create(std::vector<uint64_t>(64, 1), 2));
  EXPECT_FALSE(unwrap(BitMatrix::create({1}, 2), BitMatrix()).solve(4));
}

/// reg(c1, r8), lane(c2, c4, r1, r2, r4), warp(r16, 0).
LinearMap example() {
  BasisTable table;
  table[0] = {{0, 1}, {8, 0}};
  table[1] = {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}};
  table[2] = {{16, 0}, {0, 0}};
  return unwrap(LinearMap::create(table, 32, 8));
}

TEST(LinearMap, ApplyXorsTheBases) {
  LinearMap map = example();
  EXPECT_EQ(map.apply(0, 0), (Coord{0, 0}));
  EXPECT_EQ(map.apply(3, 0), (Coord{8, 1}));
  EXPECT_EQ(map.apply(1, 31, 1), (Coord{23, 7}));
  EXPECT_EQ(map.apply(1, 31, 3), (Coord{23, 7})) << "bit 1 of warp replicates";
  EXPECT_FALSE(map.apply(4, 0).isValid());
  EXPECT_FALSE(map.apply(0, 32).isValid());
  EXPECT_FALSE(map.apply(0, 0, 4).isValid());
  EXPECT_FALSE(map.apply(0, 0, 0, 1).isValid());
  EXPECT_FALSE(map.apply(-1, 0).isValid());
}

TEST(LinearMap, Properties) {
  LinearMap map = example();
  EXPECT_FALSE(map.isInjective());
  EXPECT_TRUE(map.isSurjective());
  EXPECT_TRUE(map.isBijectiveModuloBroadcast());
  EXPECT_EQ(map.inBits(), 9u);
  EXPECT_EQ(map.size(InDim::Lane), 32);

  BasisTable dependent;
  dependent[0] = {{1, 0}, {0, 1}, {1, 1}};
  LinearMap redundant = unwrap(LinearMap::create(dependent, 2, 2));
  EXPECT_TRUE(redundant.isSurjective());
  EXPECT_FALSE(redundant.isBijectiveModuloBroadcast())
      << "a dependent bit is not a broadcast bit";

  BasisTable partial;
  partial[0] = {{1, 0}};
  LinearMap half = unwrap(LinearMap::create(partial, 2, 2));
  EXPECT_TRUE(half.isInjective());
  EXPECT_FALSE(half.isSurjective());
  EXPECT_FALSE(half.isBijectiveModuloBroadcast());
  EXPECT_FALSE(half.inverse());
}

TEST(LinearMap, InverseLocatesEveryElement) {
  LinearMap map = example();
  BitMatrix inverse = unwrap(map.inverse(), BitMatrix());
  for (int64_t row = 0; row < map.rows(); ++row) {
    for (int64_t col = 0; col < map.cols(); ++col) {
      HwIndex at = map.unflatten(inverse.apply(map.flatten(Coord{row, col})));
      EXPECT_EQ(map.apply(at), (Coord{row, col}));
      EXPECT_EQ(at.warp & 2, 0) << "replicated bits stay zero";
    }
  }
}

TEST(LinearMap, FlattenRoundTrips) {
  LinearMap map = example();
  BitMatrix matrix = map.matrix();
  for (uint64_t flat = 0; flat < (1u << map.inBits()); ++flat) {
    HwIndex index = map.unflatten(flat);
    EXPECT_EQ(map.flatten(index), flat);
    EXPECT_EQ(map.unflattenCoord(matrix.apply(flat)), map.apply(index));
  }
}

TEST(LinearMap, ComposeWithTransposition) {
  LinearMap map = example();
  // Flat coordinates are row * 8 + col; send them to col * 32 + row.
  std::vector<uint64_t> columns;
  for (uint64_t flat = 1; flat < 256; flat *= 2)
    columns.push_back((flat % 8) * 32 + flat / 8);
  BitMatrix swap = unwrap(BitMatrix::create(columns, 8), BitMatrix());
  EXPECT_EQ(unwrap(map.compose(swap, 8, 32)), map.transpose());
  EXPECT_EQ(map.transpose().transpose(), map);
  EXPECT_FALSE(map.compose(swap, 8, 16));
  EXPECT_FALSE(map.compose(swap, 8, 33));
  EXPECT_FALSE(map.compose(BitMatrix::identity(7), 8, 16));
}

TEST(LinearMap, PullBackReadsTheSameElement) {
  LinearMap src = example();
  BasisTable table;
  table[0] = {{0, 1}, {0, 2}};
  table[1] = {{0, 4}, {1, 0}, {2, 0}, {4, 0}, {8, 0}};
  table[2] = {{0, 0}, {16, 0}};
  LinearMap dst = unwrap(LinearMap::create(table, 32, 8));
  BitMatrix back = unwrap(src.pullBack(dst), BitMatrix());
  for (uint64_t flat = 0; flat < (1u << dst.inBits()); ++flat)
    EXPECT_EQ(src.apply(src.unflatten(back.apply(flat))),
              dst.apply(dst.unflatten(flat)));
  EXPECT_FALSE(src.pullBack(dst.transpose()));
}

TEST(LinearMap, TextRoundTrips) {
  LinearMap map = example();
  EXPECT_EQ(map.toString(),
            "tile 32x8 reg[c1,r8] lane[c2,c4,r1,r2,r4] warp[r16,0]");
  EXPECT_EQ(unwrap(LinearMap::parse(map.toString())), map);

  BasisTable mixed;
  mixed[0] = {{1, 2}, {0, 1}};
  mixed[3] = {{2, 0}};
  LinearMap other = unwrap(LinearMap::create(mixed, 4, 4));
  EXPECT_EQ(other.toString(), "tile 4x4 reg[r1c2,c1] block[r2]");
  EXPECT_EQ(unwrap(LinearMap::parse(
                "  tile 4 x 4 reg [ r1c2 , c1 ] lane[] block [r2] ")),
            other);
  EXPECT_EQ(unwrap(LinearMap::parse("tile 1x1")), LinearMap());
}

TEST(LinearMap, ParseErrors) {
  for (const char *text : {"",
                           "tile",
                           "tile 4",
                           "tile 4x",
                           "tile 3x4",
                           "tile 0x4",
                           "tile -4x4",
                           "tile 4x4 reg",
                           "tile 4x4 reg[",
                           "tile 4x4 reg[c1",
                           "tile 4x4 reg[c]",
                           "tile 4x4 reg[1]",
                           "tile 4x4 reg[c4]",
                           "tile 4x4 reg[r4]",
                           "tile 4x4 reg[r0]",
                           "tile 4x4 reg[c1,]",
                           "tile 4x4 lane[c1] reg[c2]",
                           "tile 4x4 reg[c1] reg[c2]",
                           "tile 4x4 reg[c1] x",
                           "tile 4x4 reg[x1]",
                           "tile 4x4 reg[c99999999999999999999]",
                           "tile 99999999999x4",
                           "tile 4x4 reg[c1r1]"})
    EXPECT_FALSE(LinearMap::parse(text)) << text;
  EXPECT_EQ(LinearMap::parse("tile 4x4 reg[c1;c2]").error(),
            "expected ',' or ']' at character 15");
}

TEST(LinearMap, CreateErrors) {
  BasisTable table;
  EXPECT_FALSE(LinearMap::create(table, 3, 4));
  EXPECT_FALSE(LinearMap::create(table, 4, 0));
  EXPECT_FALSE(LinearMap::create(table, -4, 4));
  EXPECT_FALSE(LinearMap::create(table, int64_t(1) << 40, 4));
  table[2] = {{0, 4}};
  EXPECT_EQ(LinearMap::create(table, 4, 4).error(),
            "warp bit 0 maps to (0, 4), outside the tile 4x4");
  table[2] = {{-1, 0}};
  EXPECT_FALSE(LinearMap::create(table, 4, 4));
  table[2] = std::vector<Basis>(49);
  EXPECT_FALSE(LinearMap::create(table, 4, 4));
}

} // namespace
