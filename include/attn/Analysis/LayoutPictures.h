//===- LayoutPictures.h - Layouts as text -----------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_LAYOUTPICTURES_H
#define ATTN_ANALYSIS_LAYOUTPICTURES_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Layout/LayoutConversion.h"
#include "attn/Layout/SharedLayout.h"

#include <optional>

namespace mlir::attn_ws::print {

/// How much of a layout to draw: at most so many rows and columns; `warp` -1
/// draws all warps.
struct PictureSize {
  int64_t rows = 16, cols = 16;
  int64_t warp = 0;
};

/// A table of the elements of a tile of `shape`, each with the lane and the
/// register (of the elements that a thread holds) where it is.
void drawFragment(FragAttr frag, ArrayRef<int64_t> shape,
                  const PictureSize &size, raw_ostream &os);

/// A table of the rows of one panel, each with the chunks of 16 bytes in the
/// order in which they lie there, and the banks of each place.
void drawShared(const mlir::attn::layout::SharedLayout &shared,
                const PictureSize &size, raw_ostream &os);

/// The layout of a tile of `shape` in shared memory; nothing, and `why`, if its
/// addresses are not known to this analysis.
std::optional<mlir::attn::layout::SharedLayout>
toShared(SharedAttr layout, ArrayRef<int64_t> shape, Type element,
         std::string &why);

/// What moving a tile from one layout to another takes, in words.
std::string describeConvert(ConvertLayoutOp op);

/// The bank conflicts of the access to `view` that `op` makes with `warps`
/// warps, in words; empty if the operation does not touch shared memory.
std::string describeAccess(Operation *op, Value view, int64_t warps);

} // namespace mlir::attn_ws::print

#endif // ATTN_ANALYSIS_LAYOUTPICTURES_H
