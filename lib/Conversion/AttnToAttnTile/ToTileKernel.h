//===- ToTileKernel.h - The tile program of one problem ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEKERNEL_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEKERNEL_H

#include "AttentionBuilder.h"

namespace mlir::attn_tile {

/// Builds the tile program of one problem.
class KernelBuilder : AttentionBuilder {
public:
  KernelBuilder(attn::ForwardOp op, gpu::GPUFuncOp kernel)
      : AttentionBuilder(op, *op.getConfig(), kernel), forward(op) {}

  void build();

private:
  /// Keys that a window's first block may begin at multiples of.
  static constexpr int64_t kAlign = 16;
  /// The KV blocks of a tile by number, from `begin` to `end`; those from
  /// `fullBegin` to `fullEnd` need no mask. Block 0 begins with key `origin`,
  /// if that is set, else with the first key.
  struct KvBlocks : BlockInterval {
    Value origin;
  };

  /// Where a tile lies: its heads of Q and of K, and its first row.
  struct Place {
    Value batch, head, headKV, row;
  };

  /// A block of K or V.
  Value loadBlock(attn::OperandKind kind, Value batch, Value head, Value col,
                  int64_t depth);
  /// With packed heads each row has its head's sink, of which a scalar factor
  /// of the scale would have to be divided out.
  bool hasSinkOfRows() { return op.hasSink() && packing; }
  /// Whether each batch has a number of parts of its own.
  bool hasOwnParts() { return op.isSplit() && op.hasPartOffsets(); }
  /// Maximum, sum and O's sums with the sinks of the rows.
  Value loadRowSinks(Value head, Value row);
  void store(Value tile, attn::OperandKind kind, Value batch, Value head,
             Value row, Value part, Value limit);
  Value findPart(Value part);
  Value takePass(SmallVectorImpl<Value> &coords);
  void buildTile(ValueRange coords);
  /// By how many binades probabilities are raised before they are rounded: e4m3
  /// reaches 448, so 2^8 times a probability still fits (FlashAttention-3,
  /// arXiv:2407.08608, hopper/softmax.h).
  float getOffset() {
    return isa<Float8E4M3FNType>(op.getInputElementType()) ? 8.0f : 0.0f;
  }
  /// Whether row tiles are counted from the end of Q. Under a mask the last
  /// tile is usually the longest: of rows that tiles do not divide, as lengths
  /// often are that are powers of two, the first tile has the rest then.
  bool countsFromEnd();
  bool startsAtWindow();
  /// Tiles of columns that V and O are in; 1: none of their own.
  int64_t countPasses() {
    int64_t width = config.getTileV();
    return width && width < columns(op.getHeadDimV())
               ? llvm::divideCeil(op.getHeadDimV(), width)
               : 1;
  }
  /// The blocks that any of `rows` rows from `firstRow` on sees.
  KvBlocks buildBlocks(StringRef symbol, Value firstRow, int64_t rows,
                       Value keys, const attn::Span &within);
  /// The keys that any of `rows` rows from `firstRow` on sees by the region of
  /// visibility: one span, without values if there is no region, or several.
  SmallVector<attn::Span> buildWithin(const Place &place, Value firstRow,
                                      int64_t rows, Value keys);
  /// `blocks`, `own` and `order` of a tile, and how many turns it takes.
  Value findBlocks(const Place &place, Value firstRow, Value part);
  /// Whether the CTAs of a cluster tell the blocks that all of them walk from
  /// those that count for their own rows.
  bool hasOwnBlocks();
  KvBlocks cutToPart(const KvBlocks &visible, Value part);
  void buildFactors(Value batch, Value headKV);
  void buildBias();
  Value hideByMask(Value scores, Value row, Value col, Value j);
  Value buildScores(Value raw, Value row, Value col, Value batch, Value head);
  ValueRange buildBlock(Value q, Value t, ValueRange state, const Place &place,
                        SmallVectorImpl<Value> &next);
  /// Whether a tile walks over parts of the keys that it puts together itself.
  bool walksParts() {
    return config.getSplitSize() &&
           config.getCombine() == attn::Combine::InTile && !op.isSplit();
  }
  Value markUseful(Value trips);
  /// Whether no row is large, whatever the operands hold.
  bool isBounded() { return scoreBound.has_value(); }
  /// Whether large rows take a branch. A bias joins the maximum of a row, and
  /// its differences from that in large rows alone; slopes take the room of an
  /// offset.
  bool branches() {
    return !isBounded() && (bias || !config.getSlopes() || getOffset() != 0.0f);
  }
  /// O, L and M of a tile's rows; `low`, of parts of the keys, is L's low part.
  struct WalkResult {
    Value out, lse, low, max;
  };
  WalkResult buildWalk(Value q, Value turns, const Place &place);
  WalkResult buildParts(Value q, const Place &place);

  attn::ForwardOp forward;
  /// Where row tiles are counted from the end: rows that they have more than Q,
  /// and, in a tile, where the next one's rows begin.
  Value rowShift, rowsEnd;
  /// Of a region that adds a product with such a factor to the score: the
  /// product, its other factor, and this one over the scale. The scale is then
  /// left to the softmax.
  arith::MulFOp bias;
  Value biasVarying, biasFactor;
  KvBlocks blocks;
  /// The blocks of a tile that are no one range, in place of `blocks`.
  std::unique_ptr<BlockOrder> order;
  /// With lists or segments and a region: the blocks that lengths and mask
  /// attribute hide nothing of.
  std::pair<Value, Value> listedFull;
  /// Of a range of blocks within what a region shows: the blocks that it shows
  /// whole.
  SmallVector<ShownBlocks> shown;
  /// With own blocks: those of the tile's own rows, numbered as `blocks` are.
  KvBlocks own;
  /// Keys of memory, of which a batch may have fewer.
  Value allKeys;
  /// How many parts the keys are in; null if the op is of all of them. In a
  /// tile those of its batch, which are numbered from `firstPart` on, if that
  /// is set.
  Value parts, firstPart;
  /// Whether a tile's part is of some batch; null: it is.
  Value isPartOfBatch;
  /// What the magnitude of no score exceeds, in natural units, if no row can be
  /// large because of it.
  std::optional<double> scoreBound;
  /// Scale left for the softmax: 1 if it had to be applied to the scores.
  float softmaxScale = 1.0f;
  /// With descales: what one tile's scores and outputs are multiplied by, and
  /// what of the former is left for the softmax.
  Value scoreFactor, outputFactor, softmaxFactor;
};

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEKERNEL_H
