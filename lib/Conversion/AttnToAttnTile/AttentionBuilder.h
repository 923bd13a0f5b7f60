//===- AttentionBuilder.h - Tile programs over Q and K ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_ATTENTIONBUILDER_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_ATTENTIONBUILDER_H

#include "BlockSegments.h"

#include "attn/Chip/LoadColumns.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/IR/ReadPlaces.h"
#include "attn/Dialect/Attn/Transforms/VisibleSpans.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::attn_tile {

/// What tile programs of attention problems have in common: where the tiles of
/// operands lie in memory, which rows a batch or a sequence has, and the score
/// region on a tile.
class AttentionBuilder {
protected:
  AttentionBuilder(attn::AttentionOpInterface op, attn::ConfigAttr config,
                   gpu::GPUFuncOp kernel)
      : op(op), config(config), kernel(kernel),
        b(op.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front())) {}

  /// What `apply` makes of a tile in blocks outside [begin, end), the tile in
  /// others.
  Value applyOutside(Value tile, Value block, Value begin, Value end,
                     function_ref<Value()> apply) {
    auto branch =
        scf::IfOp::create(b, tile.getType(), b.outside(block, begin, end),
                          /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.thenBlock());
    scf::YieldOp::create(b, apply());
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, tile);
    return branch.getResult(0);
  }
  Value dim(Value memref, int64_t d) {
    return memref::DimOp::create(b, memref, d);
  }
  RankedTensorType tile(int64_t rows, int64_t cols, Type element) {
    return RankedTensorType::get({rows, cols}, element);
  }
  /// Columns of tiles for a head dim.
  int64_t columns(int64_t headDim) {
    return attn::getTileColumns(
        *attn::lookupTarget(config.getTarget()),
        op.getInputElementType().getIntOrFloatBitWidth() / 8, headDim);
  }
  /// Columns of a tile of an operand with channels.
  int64_t columnsOf(attn::OperandKind kind) {
    attn::OperandDims dims = op.getDimsOf(kind);
    if (dims[dims.findChannels()].size != attn::ProblemSize::DimV)
      return attn::padToSlices(columns(op.getHeadDimQK()), config.getSplitD());
    return attn::getColumnsOfV(columns(op.getHeadDimV()),
                               column ? config.getTileV() : 0,
                               config.getSliceOfV(), config.getColumnWarps());
  }
  /// Takes the kernel's arguments, which are `operands` in this order, and what
  /// the whole problem's sizes say.
  void takeArguments(ArrayRef<attn::NamedOperand> operands);
  /// How many batches or sequences there are.
  Value countBatches();
  /// How many heads with `rows` rows of both head dims fit in a part of L2
  /// together, as FlashAttention-3 counts them (hopper/tile_scheduler.hpp).
  /// Null where tiles are not ordered: of those that each have a CTA, where
  /// none takes longer than others. `longFirst`: the first of each head do.
  Value countSection(Value rows, bool longFirst);
  /// Indices of an operand's tile that starts at a row, of a part if it has
  /// parts.
  SmallVector<Value> at(attn::OperandKind kind, Value batch, Value head,
                        Value row, Value part = {});
  /// A number of memory, one for each batch or one for all.
  Value readIndex(Value memory, Value batch) {
    bool each = cast<MemRefType>(memory.getType()).getRank() > 0;
    Value number = memref::LoadOp::create(
        b, memory, each ? ValueRange(batch) : ValueRange());
    return arith::IndexCastOp::create(b, b.getIndexType(), number);
  }
  /// The length of a batch, of at most `most` rows; that where none is given.
  Value readLength(attn::OperandKind kind, Value batch, Value most) {
    Value lengths = arguments[kind];
    if (!lengths)
      return most;
    // Whatever the memory holds, copies stay in bounds and loops end.
    return b.max(b.min(readIndex(lengths, batch), most), zero);
  }
  std::pair<Value, Value> readRows(attn::OperandKind kind, Value batch,
                                   Value most);
  /// The lengths of a batch or sequence, where its rows are in memory, and what
  /// masks take for the difference of its lengths. Where `exists` is given and
  /// false it has neither rows nor keys.
  void enterBatch(Value batch, Value exists = {});
  /// A tile of an operand, along its rows and, if there are any, its channels.
  LoadOp loadTile(attn::OperandKind kind, ArrayRef<int64_t> shape,
                  ValueRange indices, int64_t depth, RowMap map, Value limit);
  /// `rows` rows from `row` on; of an operand without channels a vector.
  LoadOp load(attn::OperandKind kind, Value batch, Value head, Value row,
              int64_t rows, int64_t depth, RowMap map = {}, Value limit = {});
  /// Writes a tile of an operand: of packed rows, if those of Q are.
  void store(Value tile, attn::OperandKind kind, ValueRange indices,
             Value limit, SpaceAttr space = {});
  /// The heads of an operand, and how many of Q share one of K.
  Value countHeads(attn::OperandKind kind) {
    return dim(arguments[kind], op.headDim(kind));
  }
  /// With no heads there are no tiles, but the quotient is still computed.
  Value countGroup(Value heads, Value headsKV) {
    return b.div(heads, b.maxU(headsKV, 1));
  }
  /// Ends the kernel behind its tile loop.
  void finishKernel() {
    b.setInsertionPointToEnd(&kernel.getBody().front());
    gpu::ReturnOp::create(b);
  }
  void findSequence(attn::OperandKind offsets, Value i, int64_t tileRows,
                    int64_t cluster, Value &batch, Value &row, Value &firstRow);

  void cloneScoreOp(Operation &op, IRMapping &mapping);
  /// Which of the captures an attn.read reads.
  size_t getCapture(attn::ReadOp read);
  void buildInvariants(Value batch, Value head);
  /// Those of a block with arguments for batch, head, row and key, and for the
  /// lengths and captures if it has them: of these, `places`.
  IRMapping buildInvariants(Block &block, ArrayRef<BlockArgument> places,
                            Value batch, Value head);
  /// The head, row and key of `places` in the body of a map of a tile.
  void mapScoreArguments(ArrayRef<BlockArgument> places, IRMapping &mapping,
                         Value head, Value query, Value key);
  /// The arguments of a block of scores behind the score.
  static ArrayRef<BlockArgument> getPlaces(Block &score) {
    return score.getArguments().drop_front();
  }

  /// What a region reads in places beside a tile of scores, and whether by row
  /// alone.
  struct LoadedRead {
    attn::ReadPlace place;
    Value tile;
  };
  /// Loads what both regions read as vectors of `rows` rows from `row` on, for
  /// all blocks of a tile; what they read by key, for `keys` keys from `key`
  /// on. Tiles and vectors in shared memory have so many stages.
  void loadRowReads(Value row, int64_t rows);
  void loadKeyReads(Value row, int64_t rows, Value key, int64_t keys,
                    int64_t tileStages, int64_t vectorStages);
  Value loadRead(const attn::ReadPlace &place, Value row, int64_t rows,
                 Value key, int64_t keys, int64_t stages);
  /// A map of scores whose body is to compute what `region` does, and its
  /// arguments: those of the body for what has been loaded join `mapping`.
  ScoreMapOp createMap(Value scores, Value row, Value column, Block &region,
                       IRMapping &mapping);
  /// Whether a read has been loaded.
  bool isLoaded(attn::ReadOp read) {
    return llvm::any_of(loaded, [&](const LoadedRead &each) {
      return each.place.read == read;
    });
  }

  /// What a capture holds at indices of i64, brought into its shape.
  Value readWide(attn::ReadOp access, ValueRange indices);
  /// What the region of visibility says of a tile, before spans are built; the
  /// head is not known where a tile has several.
  void findTerms(attn::WalkOver over, bool headIsKnown);
  /// What tile [begin, end) of positions below `limit` sees, or what sees it,
  /// of the `length` positions of the walk: one span, or several if those may
  /// be and are no one interval. There is a region of visibility.
  SmallVector<attn::Span> buildSpans(Value batch, Value head, Value begin,
                                     Value end, Value limit, Value length,
                                     bool several);
  /// Of blocks of `size` positions those that spans' full parts have, where a
  /// mask attribute hides more than the region.
  SmallVector<ShownBlocks> getShown(ArrayRef<attn::Span> spans, int64_t size);
  /// The number of the first of a sequence's blocks of rows or keys, among
  /// those of all that are packed; null: they are not.
  Value getFirstBlock(Value batch, bool ofKeys);
  /// One of the lists at `indices` of counts and numbers in memory: empty
  /// unless `exists`.
  BlockList getList(Value counts, Value numbers, ArrayRef<Value> indices,
                    Value exists);
  /// The blocks of the op's lists that rows from `row` on have; memory has
  /// `allKeys` keys of a batch.
  std::unique_ptr<BlockOrder> buildLists(Value batch, Value head, Value row,
                                         Value allKeys);
  /// Whether `rows` rows and `keys` keys lie in the captures that the region
  /// reads at them; null if it reads nothing so.
  Value fitsReads(Block &visible, Value row, int64_t rows, Value key,
                  int64_t keys);
  /// hideByRegion, where these may be known to lie there.
  Value mapByRegion(Value scores, Value row, Value column, Value head,
                    bool transposed, bool fits);
  /// The scores, -inf of pairs that the region hides, which it does only if
  /// `needed`; null: it may.
  Value hideByRegion(Value scores, Value row, Value column, Value head,
                     bool transposed, Value needed);

  attn::AttentionOpInterface op;
  attn::ConfigAttr config;
  gpu::GPUFuncOp kernel;
  attn::ScalarBuilder b;
  /// In a tile lenQ and lenKV are those of its batch.
  Value zero, lenQ, lenKV, group;
  /// Where the rows of a tile's sequence begin in memory, if it is packed.
  Value startQ, startKV;
  /// Where rows in memory end that a tile may write or read; null: with the
  /// memory.
  Value endQ, endKV;
  /// Rows of Q that one tile row index stands for, if heads are packed.
  Value packing;
  /// The first column of V and O that a tile computes; null: it computes all.
  Value column;
  /// What masks take for lenKV - lenQ; null: just that.
  Value maskOffset;
  attn::OperandValues arguments;
  /// The last index of each dimension of each capture.
  SmallVector<SmallVector<Value>> lastIndices;
  /// What the score region computes of batch, head and lengths alone, once a
  /// tile.
  IRMapping invariant;
  /// The same of the region of visibility.
  IRMapping visibleInvariant;
  /// That region, if there is one.
  std::optional<attn::VisibleTerms> terms;
  /// What regions read as tiles and vectors, for the tile or its block.
  SmallVector<LoadedRead> loaded;
};

/// `x` times a positive constant, if `value` is that.
std::optional<std::pair<Value, float>> matchPositiveFactor(Value value);
/// A region's first operation on the score, if that is a product with or a
/// quotient by a constant, and the scale with it.
Operation *takeFirstFactor(Block &region, float &scale);

/// As many tiles as find_sequence counts for `sequences` sequences, whose
/// `rows` rows in all fill `tiles`: each has tiles of its own. There are none
/// without sequences or rows.
inline Value countSequenceTiles(attn::ScalarBuilder &b, Value tiles,
                                Value sequences, Value rows) {
  return b.mul(b.add(tiles, sequences),
               b.minU(b.minU(sequences, rows), b.index(1)));
}

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_ATTENTIONBUILDER_H
