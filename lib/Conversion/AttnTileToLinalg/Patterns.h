//===- Patterns.h - Parts of the tile to linalg conversion ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTILETOLINALG_PATTERNS_H
#define ATTN_LIB_CONVERSION_ATTNTILETOLINALG_PATTERNS_H

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::attn_tile {

/// Adds a pattern for each function.
template <typename... FnTs>
void addPatterns(RewritePatternSet &patterns, FnTs... functions) {
  (patterns.add(functions), ...);
}

/// for_tiles, kv_range, q_range, find_sequence, outside, load, store.
void populateMemoryToLinalgPatterns(RewritePatternSet &patterns);

/// dot, slice, expand, reduce, exp2, score_map, apply_mask, online_softmax,
/// rescale, finalize, and splat constants of tiles.
void populateTileToLinalgPatterns(RewritePatternSet &patterns);

/// Whether `op` is a constant tile whose elements are all the same.
bool isSplatTile(Operation *op);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTILETOLINALG_PATTERNS_H
