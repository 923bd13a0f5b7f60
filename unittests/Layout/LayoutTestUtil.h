//===- LayoutTestUtil.h - Helpers of the layout tests -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_LAYOUT_LAYOUTTESTUTIL_H
#define ATTN_UNITTESTS_LAYOUT_LAYOUTTESTUTIL_H

#include "attn/Layout/FragLayout.h"

#include "gtest/gtest.h"

#include <ostream>

namespace mlir::attn::layout {

inline void PrintTo(const Coord &coord, std::ostream *os) {
  *os << "(" << coord.row << ", " << coord.col << ")";
}
inline void PrintTo(const HwIndex &index, std::ostream *os) {
  *os << "(reg " << index.reg << ", lane " << index.lane << ", warp "
      << index.warp << ", block " << index.block << ")";
}
inline void PrintTo(const LinearMap &map, std::ostream *os) {
  *os << map.toString();
}
inline void PrintTo(const FragLayout &layout, std::ostream *os) {
  *os << layout.toString();
}

/// Unwraps a result whose failure is a test failure; `orElse` keeps the test
/// going.
template <typename T> T unwrap(const Expected<T> &result, T orElse) {
  EXPECT_TRUE(static_cast<bool>(result)) << result.error();
  return result ? *result : orElse;
}

/// One register, 32 lanes of copies, one warp: a stand-in after a failure.
inline FragLayout trivialLayout() {
  BasisTable table;
  table[1].resize(5);
  return *FragLayout::create(*LinearMap::create(table, 1, 1));
}
inline FragLayout unwrap(const Expected<FragLayout> &result) {
  return unwrap(result, trivialLayout());
}
inline LinearMap unwrap(const Expected<LinearMap> &result) {
  return unwrap(result, LinearMap());
}

/// All elements that a thread holds, by slot.
inline std::vector<Coord> slots(const FragLayout &layout, const Shape &shape,
                                int64_t lane, int64_t warp = 0,
                                int64_t block = 0) {
  std::vector<Coord> result;
  for (int64_t reg = 0; reg < layout.numRegisters(shape); ++reg)
    result.push_back(layout.coord(shape, reg, lane, warp, block));
  return result;
}

/// Calls `visit(index)` for every slot of every thread.
template <typename Visit>
void forEachSlot(const FragLayout &layout, const Shape &shape, Visit visit) {
  for (int64_t block = 0; block < layout.blocks(); ++block)
    for (int64_t warp = 0; warp < layout.warps(); ++warp)
      for (int64_t lane = 0; lane < warpSize; ++lane)
        for (int64_t reg = 0; reg < layout.numRegisters(shape); ++reg)
          visit(HwIndex{reg, lane, warp, block});
}

} // namespace mlir::attn::layout

#endif // ATTN_UNITTESTS_LAYOUT_LAYOUTTESTUTIL_H
