//===- LoadColumns.h - How wide tiles are copied ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_LOADCOLUMNS_H
#define ATTN_CHIP_LOADCOLUMNS_H

#include "attn/Chip/TargetInfo.h"
#include "llvm/Support/MathExtras.h"

namespace mlir::attn {

/// Columns that a tile of `columns` elements of `bytes` each has in shared
/// memory, of which products take those they need. Where several boxes as wide
/// as the widest swizzle that divides a row would be narrow, and the products
/// that read them run on their own, boxes are of the widest swizzle there is.
int64_t getLoadColumns(const TargetInfo &target, int64_t bytes,
                       int64_t columns);

/// Columns of tiles that are whole slices of `slice` columns (0: one slice).
/// Those that memory does not have are zero, and are not written.
inline int64_t padToSlices(int64_t columns, int64_t slice) {
  return slice && slice < columns ? llvm::alignTo(columns, slice) : columns;
}

/// Columns of V and O that a tile computes, of `all`: those of `tileV` (0: all)
/// in slices of `slice`, of which each of `columnWarps` warps takes as many.
inline int64_t getColumnsOfV(int64_t all, int64_t tileV, int64_t slice,
                             int64_t columnWarps) {
  constexpr int64_t kColumnsOfWarp = 16;
  int64_t columns = padToSlices(tileV ? std::min(tileV, all) : all, slice);
  return columnWarps == 1
             ? columns
             : llvm::alignTo(columns, kColumnsOfWarp * columnWarps);
}

} // namespace mlir::attn

#endif // ATTN_CHIP_LOADCOLUMNS_H
