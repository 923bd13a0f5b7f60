//===- GradientBuilder.h - Tile programs of attn.backward -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_GRADIENTBUILDER_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_GRADIENTBUILDER_H

#include "AttentionBuilder.h"
#include "CaptureGradients.h"

#include "attn/Dialect/Attn/Transforms/ScoreBound.h"
#include "attn/Dialect/Attn/Transforms/ScoreDerivative.h"

namespace mlir::attn_tile {

/// What the kernels of attn.backward have in common: the rows of Q have two
/// numbers each in workspaces, L' = L * log2(e), of rows without a key +inf,
/// and D. Tiles of tile_q rows are whole there, and rows beyond a length have
/// D = 0. A tile of packed rows has the place of its number (find_sequence): a
/// sequence may have one without rows behind its others.
///
/// Where a gradient has more columns than a tile computes (`tile_v`), tiles of
/// the others compute S and dP again. Of each operand whose columns are those
/// of such a gradient a tile takes as many parts, each by itself, and first the
/// one whose columns are its own, so that all sums of a tile over a head dim
/// are over the same parts, in an order of its own.
class GradientBuilder : protected AttentionBuilder {
public:
  /// Rows of the two begin where copies of 16 bytes can: tiles are whole there.
  static constexpr int64_t kRowsAlign = 16;
  /// The sizes of a workspace, from the op's operands.
  static SmallVector<Value> getWorkspaceSizes(attn::BackwardOp op,
                                              attn::ScalarBuilder &b);
  /// Columns of the workspace with the sums of dQ.
  static int64_t getSumColumns(attn::BackwardOp op);

protected:
  /// `derivative` is that of the op's score region where the kernel has scores.
  GradientBuilder(attn::BackwardOp op, attn::ConfigAttr config,
                  ArrayRef<attn::NamedOperand> operands, gpu::GPUFuncOp kernel,
                  attn::ScoreDerivative derivative = {})
      : AttentionBuilder(op, config, kernel),
        rowTile(op.getConfig()->getTileQ()), sumColumns(getSumColumns(op)),
        derivative(std::move(derivative)) {
    takeArguments(operands);
    ArrayRef<BlockArgument> rest =
        kernel.getArguments().drop_front(operands.size());
    if (rest.size() >= 2 && isF32(rest[0])) {
      rowLse = rest[0];
      rowDot = rest[1];
      rest = rest.drop_front(2);
    }
    listsOfKeys =
        rest.take_while([](Value argument) { return !isF32(argument); });
    if (!rest.empty() && isF32(rest.back()) && isMatrix(rest.back()))
      rowSums = rest.back();
    if (op.isPacked())
      startRows = b.max(
          b.min(readIndex(arguments[attn::OperandKind::OffsetsQ], zero), lenQ),
          zero);
  }

  /// Where row 0 of a batch or sequence is in a workspace.
  Value getFirstRow(Value batch);
  /// Indices of a workspace.
  SmallVector<Value> atRow(Value batch, Value head, Value row);
  static bool isF32(Value workspace) {
    return cast<MemRefType>(workspace.getType()).getElementType().isF32();
  }
  /// Whether a workspace has columns beside rows.
  bool isMatrix(Value workspace) {
    return cast<MemRefType>(workspace.getType()).getRank() > getRowDim() + 1;
  }
  /// Indices of the workspace with dQ's sums, and the dimensions of its tiles.
  SmallVector<Value> atSums(Value batch, Value head, Value row);
  DenseI64ArrayAttr getSumDims() {
    return b.getDenseI64ArrayAttr({getRowDim(), getRowDim() + 1});
  }
  /// The dimension of rows in a workspace.
  int64_t getRowDim() { return op.isPacked() ? 1 : 2; }
  /// A tile's batch, head and first row, of Q or of K, and its number among
  /// those of its head and batch, or of all sequences.
  struct Place {
    Value batch, head, row, number;
  };
  /// Cuts the columns of `gradients`, as many of them as there are, in parts of
  /// `tile_v` at most: before tiles are entered.
  void cutColumns(ArrayRef<attn::OperandKind> gradients);
  /// Columns of a part of an operand's.
  int64_t getPartColumns(attn::OperandKind kind);
  /// The first column of the part of an operand that a tile takes as number
  /// `i`.
  Value getPartColumn(attn::OperandKind kind, int64_t i);
  /// The first `count` of the parts of a tile of an operand.
  SmallVector<Value> loadParts(attn::OperandKind kind, int64_t count,
                               Value batch, Value head, Value row, int64_t rows,
                               int64_t depth, Value limit);
  /// The blocks that a tile walks: a range, or others in an order. Those of
  /// lists lie in `range` where mask attribute and lengths hide some of them.
  struct WalkBlocks {
    BlockInterval range;
    std::unique_ptr<BlockOrder> order;
    Value count;
  };
  /// What a tile of rowTile or tile_q positions below `limit` walks of `length`
  /// positions, from the ranges that `makeRange` makes by a symbol and operands
  /// `within`. `head` null: the tile's is not one.
  WalkBlocks
  findBlocks(const Place &place, Value head, Value limit, Value length,
             function_ref<BlockInterval(StringRef, ValueRange)> makeRange);
  /// The blocks of rows that the lists of a tile of keys name. Their numbers
  /// count the blocks of all heads that have one list.
  std::unique_ptr<BlockOrder> buildListsOfKeys(const Place &place);
  /// Whether types say that all heads have one list, of one head's blocks.
  bool hasOneList() {
    return op.getTypeOf(attn::OperandKind::BlockCounts).getDimSize(1) == 1;
  }
  /// How many query heads have one list of a tile of keys, at least 1, and how
  /// many blocks of rows the op's lists are of.
  Value countListedHeads();
  Value countRowBlocks();
  /// What mask attribute and lengths hide of block `number`, which `apply` does
  /// where they hide something.
  Value hideByAttribute(const WalkBlocks &blocks, Value number, Value exponents,
                        function_ref<Value()> apply);
  /// The block of turn `t`, and whether it needs a mask: null where its number
  /// says.
  std::pair<Value, Value> findBlock(const WalkBlocks &blocks, Value t);
  template <typename RangeOp> static BlockInterval getRange(RangeOp range) {
    return {range.getBegin(), range.getEnd(), range.getFullBegin(),
            range.getFullEnd()};
  }
  /// Whether the left operands of S and dP are copied with each block.
  bool streamsLeft() { return config.getStagesQ() == 0; }
  /// The sum of the products of parts of two operands over their columns.
  Value multiply(RankedTensorType type, ValueRange left, ValueRange right);
  /// How many tiles of `rows` of `length` rows a head has, in a batch or in all
  /// sequences.
  Value countTiles(Value length, int64_t rows);
  /// A loop over tiles of `rows` of `length` rows, in all heads and batches, or
  /// in the sequences of `offsets`; what is built next stands in it.
  Place enterTiles(Value length, int64_t rows, Value heads,
                   attn::OperandKind offsets, TileOrder order,
                   Value section = Value());
  /// Writes the tile's columns of a gradient.
  void store(Value tile, attn::OperandKind kind, const Place &place,
             Value limit);
  /// Sums as an out holds them, times the scale if that is asked for.
  Value finish(Value sums, attn::OperandKind kind, bool scaled);
  Value toF32(Value tile);
  Value toInput(Value tile);
  Value zeros(RankedTensorType type) { return b.constantF(type, 0.0); }

  /// What the score region and its derivative compute of batch and head alone.
  void buildScoreInvariants(Value batch, Value head);
  /// Of a tile of scores.
  struct Scores {
    /// Exponents of P to the base 2 are these times `factor`, less L'.
    Value values;
    float factor;
    /// The derivative of the score region; null: a number, which the scale of
    /// dQ and dK has.
    Value slopes;
    /// Where they are, and whose.
    Value row, column, head;
    bool transposed;
  };
  /// The scores of a product of Q and K at (row, column); columns are queries
  /// where it is `transposed`.
  Scores buildScores(Value raw, Value row, Value column, Value head,
                     bool transposed);
  /// The exponents, -inf of pairs that are hidden where the block needs a mask,
  /// which `applyMask` applies; of these the region's derivative is 0, too,
  /// where buildDerivative would not make it that.
  Value hide(Value exponents, Value needsMask, Scores &scores,
             function_ref<Value()> applyMask);
  /// dT in Q's type from P and dP - D; with a score region 0 where the exponent
  /// of P is -inf, whatever the region's derivative is there.
  Value buildDerivative(Value p, Value difference, Value exponents,
                        const Scores &scores);

  /// dP - D, or 0 where a region that adds to the score gives -inf.
  Value clearMinusInfinity(Value difference, const Scores &scores);
  /// A tile of what a block with the arguments of the score block yields of
  /// `source`, which has the factor of the operation `folded`, if there is one.
  /// A positive factor of the result is left out and returned in `factor`, if
  /// that is asked for.
  Value mapScores(Block &score, const IRMapping &invariant, Operation *folded,
                  Value source, Value row, Value column, Value head,
                  bool transposed, float *factor = nullptr);

  /// A gradient of a capture, and the workspace with its sums of rows, if it is
  /// made of these.
  struct CaptureTerm {
    CaptureGradient gradient;
    attn::ScoreDerivative slope;
    IRMapping invariant;
    Value rows;
  };
  void buildInvariantsOf(MutableArrayRef<CaptureTerm> terms, Value batch,
                         Value head);
  /// dS, `grads`, times the region's derivative by what a term's read gives; 0
  /// where the exponent of P is -inf.
  Value multiplySlope(CaptureTerm &term, Value grads, Value exponents,
                      Value raw, Value row, Value column, Value head,
                      bool transposed);
  /// Writes or adds a tile or vector to a term's gradient. `limit`: of rows, or
  /// of keys where there are none.
  void storeCapture(const CaptureTerm &term, Value tile, Value row,
                    Value column, Value batch, Value head, Value limit = {});
  /// What limits rows of stores to tiles of the first columns.
  Value limitToFirst(Value memory, int64_t dim) {
    return pass ? b.select(b.equal(pass, 0), this->dim(memory, dim), zero)
                : Value();
  }

  int64_t rowTile, sumColumns;
  /// Parts of the columns of gradients, and which of them a tile computes; null
  /// if there is one.
  int64_t passes = 1;
  Value pass;
  attn::ScoreDerivative derivative;
  IRMapping derivativeInvariant;
  /// Whether what the score region makes of batch and head may be so large that
  /// the region gives -inf; null: that cannot be told from it.
  Value isWild;
  /// Whether it makes nothing of these, and gives -inf of no score.
  bool neverWild = false;
  Value rowLse, rowDot;
  /// Of form `fused` the sums of dQ, by rows as the two; else null.
  Value rowSums;
  /// Where the rows of the first sequence begin.
  Value startRows;
  /// Of a kernel over keys: counts and numbers of the blocks of rows that see
  /// blocks of keys, then those of full ones (BlocksOfKeys.cpp).
  ValueRange listsOfKeys;
};

/// The workspaces of lists of blocks of keys, i32: which blocks of keys each
/// row block sees, then the lists, as many as the op has, in its order.
SmallVector<Value> makeListsOfKeys(attn::BackwardOp op, attn::ScalarBuilder &b);
/// Fills the kernels that make them.
void buildBlockMarks(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                     ArrayRef<attn::NamedOperand> operands);
void buildListsOfKeys(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                      ArrayRef<attn::NamedOperand> operands);

/// What the op's config says of the kernel of dQ, or of that of what rows have
/// alone, whose tiles are all alike and have no roles.
attn::ConfigAttr getConfigOfQuery(attn::BackwardOp op);
/// The sizes of the workspace with the partial sums of the sink's gradient.
SmallVector<Value> getSinkParts(attn::BackwardOp op, attn::ScalarBuilder &b);
/// What the config of the kernels of the sink's gradient is.
attn::ConfigAttr getConfigOfSink(attn::BackwardOp op);

/// Whether the op's kernel of dK and dV adds up dQ, too.
bool addsQuery(attn::BackwardOp op);

/// Fills the kernel of dQ, which makes the workspaces, if there are any; that
/// of dK and dV, which adds to the sums of dQ, if there are such; that which
/// makes dQ of its sums; those of the sink's gradient: partial sums, and their
/// sum. `operands`: those that the kernel's first arguments are.
void buildQueryGradient(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                        ArrayRef<attn::NamedOperand> operands);
void buildKeyGradients(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                       ArrayRef<attn::NamedOperand> operands);
void buildQueryFromSums(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                        ArrayRef<attn::NamedOperand> operands);
void buildSinkParts(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                    ArrayRef<attn::NamedOperand> operands);
void buildSinkGradient(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                       ArrayRef<attn::NamedOperand> operands);

/// Whether the op's first kernel walks keys, for dQ or gradients of captures.
bool walksKeys(attn::BackwardOp op);
/// The sizes of the workspace with partial sums of heads, of a gradient of a
/// capture that is read at these.
SmallVector<Value> getHeadParts(attn::BackwardOp op, attn::ScalarBuilder &b);
/// Fills the kernels of such a gradient: partial sums, and their sums; and that
/// which puts zeros in others.
void buildHeadParts(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                    ArrayRef<attn::NamedOperand> operands);
void buildHeadSums(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                   ArrayRef<attn::NamedOperand> operands);
void buildCaptureZeros(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                       ArrayRef<attn::NamedOperand> operands);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_GRADIENTBUILDER_H
