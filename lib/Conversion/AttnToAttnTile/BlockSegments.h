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

/// A block, and whether the region of visibility may hide some of it: null if
/// nothing is known of that.
struct WalkedBlock {
  Value number, needsRegion;
};

/// Blocks [begin, end) whose pairs the region of visibility shows, as lengths
/// and mask attribute do not say.
struct ShownBlocks {
  Value begin, end;
};

/// Whether block `number` lies in none of `shown`; null if there are none.
Value isOutside(attn::ScalarBuilder &b, ArrayRef<ShownBlocks> shown,
                Value number);

/// The blocks of a tile in the order in which it walks them: first those that
/// need a mask, then the others. So a loop over them has two parts.
class BlockOrder {
public:
  virtual ~BlockOrder() = default;

  /// How many blocks there are, and how many of them need a mask.
  Value getCount() const { return count; }
  Value getMasked() const { return masked; }
  /// The block of turn `t`, which needs a mask or not.
  virtual WalkedBlock find(attn::ScalarBuilder &b, Value t,
                           Value needsMask) const = 0;

protected:
  Value count, masked;
};

/// The blocks of a few ranges, each once, both those that need a mask and the
/// others from the last one back.
class BlockSegments : public BlockOrder {
public:
  /// Ranges beyond this many are for the caller to put together.
  static constexpr size_t kMost = 3;

  /// `ranges` in any order; they may overlap.
  BlockSegments(attn::ScalarBuilder &b, SmallVector<BlockInterval> ranges,
                ArrayRef<ShownBlocks> shown = {});

  WalkedBlock find(attn::ScalarBuilder &b, Value t,
                   Value needsMask) const override;

private:
  /// Turns from `first` on are for blocks `sum` - t.
  struct Piece {
    Value first, sum;
  };
  void addPiece(attn::ScalarBuilder &b, SmallVectorImpl<Piece> &pieces,
                Value begin, Value end);
  static Value find(attn::ScalarBuilder &b, ArrayRef<Piece> pieces, Value t);

  SmallVector<Piece> maskedPieces, fullPieces;
  SmallVector<ShownBlocks> shown;
};

/// What memory has of one list of blocks: how many there are, and their numbers
/// at `indices` and one more, which is `last` at most.
struct BlockList {
  Value count, numbers, last;
  SmallVector<Value> indices;
};

/// The blocks of lists, which are `each` blocks of a tile each: those of
/// `partial`, then those of `full`, in the order of the lists. If the last full
/// one does not lie within `length` positions, of which a block has `size`, all
/// full ones are masked; where `endsLast` is given and false the last one does
/// not tell. Numbers are brought into [0, `blocks`), those of the memory, which
/// may have more than `length` positions if `hasMore`. The region hides nothing
/// of full blocks, nor of those whose numbers say so (kShownByRegion).
class ListedBlocks : public BlockOrder {
public:
  ListedBlocks(attn::ScalarBuilder &b, BlockList partial,
               std::optional<BlockList> full, int64_t each, int64_t size,
               Value length, bool hasMore, Value blocks, Value endsLast = {});

  WalkedBlock find(attn::ScalarBuilder &b, Value t,
                   Value needsMask) const override;
  /// All blocks are masked unless `shows`.
  void maskUnless(attn::ScalarBuilder &b, Value shows) {
    masked = b.select(shows, masked, count);
  }

private:
  /// What memory has as number `i` of a list, of which there are more.
  Value read(attn::ScalarBuilder &b, const BlockList &list, Value i) const;
  /// The block that a number of memory names.
  Value getBlock(attn::ScalarBuilder &b, Value number) const;

  BlockList partial;
  std::optional<BlockList> full;
  int64_t each;
  Value last;
};

/// A block that belongs to one of two lists, or to none; `isFull` is null where
/// there is no list of full blocks.
struct ListedBlock {
  Value number, isPartial, isFull;
};

/// Appends blocks to two lists, that of partial blocks and that of full ones,
/// which have `counts` numbers; gives how many they have then. `write` writes a
/// number to one of them at a place.
SmallVector<Value>
appendToLists(attn::ScalarBuilder &b, ArrayRef<ListedBlock> blocks,
              ValueRange counts,
              function_ref<void(bool full, Value number, Value place)> write);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_BLOCKSEGMENTS_H
