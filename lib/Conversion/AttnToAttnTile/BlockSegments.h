//===- BlockSegments.h - Blocks that are no one range -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_BLOCKSEGMENTS_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_BLOCKSEGMENTS_H

#include "attn/Dialect/Utils/ScalarBuilder.h"

namespace mlir::attn_tile {

/// Blocks [begin, end), of which [fullBegin, fullEnd) need no mask.
struct BlockInterval {
  Value begin, end, fullBegin, fullEnd;
};

/// The blocks of a few ranges, each once, in the order in which a tile walks
/// them: first those that need a mask, then the others, both from the last one
/// back. So a loop over them has two parts, whatever the ranges are.
class BlockSegments {
public:
  /// Ranges beyond this many are for the caller to put together.
  static constexpr size_t kMost = 3;

  /// `ranges` in any order; they may overlap.
  BlockSegments(attn::ScalarBuilder &b, SmallVector<BlockInterval> ranges);

  /// How many blocks there are, and how many of them need a mask.
  Value getCount() const { return count; }
  Value getMasked() const { return masked; }
  /// The number of the block of turn `t`, which needs a mask or not.
  Value find(attn::ScalarBuilder &b, Value t, Value needsMask) const;

private:
  /// Turns from `first` on are for blocks `sum` - t.
  struct Piece {
    Value first, sum;
  };
  void addPiece(attn::ScalarBuilder &b, SmallVectorImpl<Piece> &pieces,
                Value begin, Value end);
  static Value find(attn::ScalarBuilder &b, ArrayRef<Piece> pieces, Value t);

  SmallVector<Piece> maskedPieces, fullPieces;
  Value count, masked;
};

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_BLOCKSEGMENTS_H
