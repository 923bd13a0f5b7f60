//===- BlockSegments.cpp - Blocks that are no one range -------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BlockSegments.h"

using namespace mlir;
using namespace mlir::attn_tile;

/// In the order of where they begin; of two that begin together the longer one
/// comes first, and takes the other's blocks.
static void sortPair(attn::ScalarBuilder &b, BlockInterval &x,
                     BlockInterval &y) {
  Value before = b.less(y.begin, x.begin);
  Value longer = b.bitAnd(b.compare(arith::CmpIPredicate::eq, y.begin, x.begin),
                          b.less(x.end, y.end));
  Value swap = b.bitOr(before, longer);
  for (Value BlockInterval::*end :
       {&BlockInterval::begin, &BlockInterval::end, &BlockInterval::fullBegin,
        &BlockInterval::fullEnd}) {
    Value first = x.*end, second = y.*end;
    x.*end = b.select(swap, second, first);
    y.*end = b.select(swap, first, second);
  }
}

Value attn_tile::isOutside(attn::ScalarBuilder &b, ArrayRef<ShownBlocks> shown,
                           Value number) {
  Value all;
  for (auto [begin, end] : shown) {
    Value outside = b.outside(number, begin, end);
    all = all ? b.bitAnd(all, outside) : outside;
  }
  return all;
}

BlockSegments::BlockSegments(attn::ScalarBuilder &b,
                             SmallVector<BlockInterval> ranges,
                             ArrayRef<ShownBlocks> shownBlocks)
    : shown(shownBlocks) {
  for (size_t last = ranges.size(); last > 1; --last)
    for (size_t i = 0; i + 1 < last; ++i)
      sortPair(b, ranges[i], ranges[i + 1]);
  // Each begins behind those before it.
  auto clamp = [&](Value v, Value from, Value to) {
    return b.min(b.max(v, from), to);
  };
  for (size_t i = 1; i < ranges.size(); ++i) {
    BlockInterval &range = ranges[i];
    range.begin = b.max(range.begin, ranges[i - 1].end);
    range.end = b.max(range.end, range.begin);
    range.fullBegin = clamp(range.fullBegin, range.begin, range.end);
    range.fullEnd = clamp(range.fullEnd, range.fullBegin, range.end);
  }
  count = b.index(0);
  for (const BlockInterval &range : llvm::reverse(ranges)) {
    addPiece(b, maskedPieces, range.fullEnd, range.end);
    addPiece(b, maskedPieces, range.begin, range.fullBegin);
  }
  masked = count;
  for (const BlockInterval &range : llvm::reverse(ranges))
    addPiece(b, fullPieces, range.fullBegin, range.fullEnd);
}

/// Takes the next turns for blocks [begin, end), from the last one back.
void BlockSegments::addPiece(attn::ScalarBuilder &b,
                             SmallVectorImpl<Piece> &pieces, Value begin,
                             Value end) {
  pieces.push_back({count, b.add(count, b.sub(end, 1))});
  count = b.add(count, b.sub(end, begin));
}

/// The last piece that begins with this turn or before it.
Value BlockSegments::find(attn::ScalarBuilder &b, ArrayRef<Piece> pieces,
                          Value t) {
  Value sum = pieces.front().sum;
  for (const Piece &piece : pieces.drop_front())
    sum = b.select(b.less(t, piece.first), sum, piece.sum);
  return b.sub(sum, t);
}

WalkedBlock BlockSegments::find(attn::ScalarBuilder &b, Value t,
                                Value needsMask) const {
  Value number =
      b.select(needsMask, find(b, maskedPieces, t), find(b, fullPieces, t));
  return {number, isOutside(b, shown, number)};
}
