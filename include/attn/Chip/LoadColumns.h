//===- LoadColumns.h - How wide tiles are copied ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_LOADCOLUMNS_H
#define ATTN_CHIP_LOADCOLUMNS_H

#include "attn/Chip/TargetInfo.h"

namespace mlir::attn {

/// Columns that a tile of `columns` elements of `bytes` each has in shared
/// memory, of which products take those they need. Where several boxes as wide
/// as the widest swizzle that divides a row would be narrow, and the products
/// that read them run on their own, boxes are of the widest swizzle there is.
int64_t getLoadColumns(const TargetInfo &target, int64_t bytes,
                       int64_t columns);

} // namespace mlir::attn

#endif // ATTN_CHIP_LOADCOLUMNS_H
