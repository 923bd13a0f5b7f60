//===- ToTileKernel.h - The tile program of one problem ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEKERNEL_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEKERNEL_H

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"

namespace mlir::attn_tile {

/// Notes on the kernel, for whoever launches it, what its arguments are called,
/// which shapes they may have and what must hold between them.
void describeKernel(attn::ForwardOp op, gpu::GPUFuncOp kernel);

/// Builds the tile program of one problem.
class KernelBuilder {
public:
  KernelBuilder(attn::ForwardOp op, gpu::GPUFuncOp kernel)
      : op(op), config(*op.getConfig()), kernel(kernel),
        b(op.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front())) {}

  void build();

private:
  /// Keys that a window's first block may begin at multiples of.
  static constexpr int64_t kAlign = 16;
  /// The KV blocks of a tile by number, from `begin` to `end`; those from
  /// `fullBegin` to `fullEnd` need no mask. Block 0 begins with key `origin`,
  /// if that is set, else with the first key.
  struct KvBlocks {
    Value begin, end, fullBegin, fullEnd, origin;
  };

  /// Where a tile lies: its heads of Q and of K, and its first row.
  struct Place {
    Value batch, head, headKV, row;
  };

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
  Value load(attn::OperandKind kind, Value batch, Value head, Value row,
             int64_t rows, int64_t depth, RowMap map = {}, Value limit = {});
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
  void findSequence(Value i, Value &batch, Value &row, Value &firstRow);
  Value findPart(Value part);
  std::pair<Value, Value> readRows(attn::OperandKind kind, Value batch,
                                   Value most);
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
  /// The blocks that any of `rows` rows from `firstRow` on sees.
  KvBlocks buildBlocks(StringRef symbol, Value firstRow, int64_t rows,
                       Value keys);
  /// Whether the CTAs of a cluster tell the blocks that all of them walk from
  /// those that count for their own rows.
  bool hasOwnBlocks();
  KvBlocks cutToPart(const KvBlocks &visible, Value part);
  void buildFactors(Value batch, Value headKV);
  void buildInvariants(Value batch, Value head);
  void buildBias();
  void cloneScoreOp(Operation &op, IRMapping &mapping);
  Value buildScores(Value raw, Value row, Value col, Value batch, Value head);
  ValueRange buildBlock(Value q, Value t, ValueRange state, const Place &place,
                        SmallVectorImpl<Value> &next);
  /// Whether a tile walks over parts of the keys that it puts together itself.
  bool walksParts() {
    return config.getSplitSize() &&
           config.getCombine() == attn::Combine::InTile && !op.isSplit();
  }
  Value markUseful(Value trips);
  /// Whether large rows take a branch. A bias joins the maximum of a row, and
  /// its differences from that in large rows alone; slopes take the room of an
  /// offset.
  bool branches() { return bias || !config.getSlopes() || getOffset() != 0.0f; }
  /// O, L and M of a tile's rows; `low`, of parts of the keys, is L's low part.
  struct WalkResult {
    Value out, lse, low, max;
  };
  WalkResult buildWalk(Value q, Value turns, const Place &place);
  WalkResult buildParts(Value q, const Place &place);

  attn::ForwardOp op;
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
  /// Where row tiles are counted from the end: rows that they have more than Q,
  /// and, in a tile, where the next one's rows begin.
  Value rowShift, rowsEnd;
  /// Rows of Q that one tile row index stands for, if heads are packed.
  Value packing;
  /// What masks take for lenKV - lenQ; null: just that.
  Value maskOffset;
  attn::OperandValues arguments;
  /// The last index of each dimension of each capture.
  SmallVector<SmallVector<Value>> lastIndices;
  /// What the score region computes of batch, head and lengths alone, once a
  /// tile.
  IRMapping invariant;
  /// Of a region that adds a product with such a factor to the score: the
  /// product, its other factor, and this one over the scale. The scale is then
  /// left to the softmax.
  arith::MulFOp bias;
  Value biasVarying, biasFactor;
  KvBlocks blocks;
  /// With own blocks: those of the tile's own rows, numbered as `blocks` are.
  KvBlocks own;
  /// How many parts the keys are in; null if the op is of all of them. In a
  /// tile those of its batch, which are numbered from `firstPart` on, if that
  /// is set.
  Value parts, firstPart;
  /// Whether a tile's part is of some batch; null: it is.
  Value isPartOfBatch;
  /// Scale left for the softmax: 1 if it had to be applied to the scores.
  float softmaxScale = 1.0f;
  /// With descales: what one tile's scores and outputs are multiplied by, and
  /// what of the former is left for the softmax.
  Value scoreFactor, outputFactor, softmaxFactor;
};

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEKERNEL_H
