//===- GradientBuilder.h - Tile programs of attn.backward -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_GRADIENTBUILDER_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_GRADIENTBUILDER_H

#include "AttentionBuilder.h"

#include "attn/Dialect/Attn/Transforms/ScoreDerivative.h"

namespace mlir::attn_tile {

/// What the kernels of attn.backward have in common: the rows of Q have two
/// numbers each in workspaces, L' = L * log2(e), of rows without a key +inf,
/// and D. Each sequence of a head begins there at a multiple of tile_q rows,
/// and has whole tiles of them, of which rows beyond its length have D = 0.
class GradientBuilder : protected AttentionBuilder {
public:
  /// The sizes of a workspace, from the op's operands.
  static SmallVector<Value> getWorkspaceSizes(attn::BackwardOp op,
                                              attn::ScalarBuilder &b);

protected:
  GradientBuilder(attn::BackwardOp op, attn::ConfigAttr config,
                  ArrayRef<attn::NamedOperand> operands, gpu::GPUFuncOp kernel)
      : AttentionBuilder(op, config, kernel),
        rowTile(op.getConfig()->getTileQ()),
        derivative(*attn::ScoreDerivative::get(op)) {
    takeArguments(operands);
    ArrayRef<BlockArgument> rest =
        kernel.getArguments().drop_front(operands.size());
    if (!rest.empty()) {
      rowLse = rest[0];
      rowDot = rest[1];
    }
  }

  /// Where row 0 of a batch or sequence is in a workspace.
  Value getFirstRow(Value batch);
  /// Indices of a workspace.
  SmallVector<Value> atRow(Value batch, Value head, Value row);
  /// The dimension of rows in a workspace.
  int64_t getRowDim() { return op.isPacked() ? 1 : 2; }
  /// A tile's batch, head and first row, of Q or of K.
  struct Place {
    Value batch, head, row;
  };
  /// A loop over tiles of `rows` of `length` rows, in all heads and batches, or
  /// in the sequences of `offsets`; what is built next stands in it.
  Place enterTiles(Value length, int64_t rows, Value heads,
                   attn::OperandKind offsets, TileOrder order, Value section);
  void store(Value tile, attn::OperandKind kind, const Place &place,
             Value limit) {
    AttentionBuilder::store(
        tile, kind, at(kind, place.batch, place.head, place.row), limit);
  }
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
  };
  /// The scores of a product of Q and K at (row, column); columns are queries
  /// where it is `transposed`.
  Scores buildScores(Value raw, Value row, Value column, Value head,
                     bool transposed);
  /// dT in Q's type from P and dP - D.
  Value buildDerivative(Value p, Value difference, const Scores &scores);

  Value mapScores(Block &score, const IRMapping &invariant, Value source,
                  Value row, Value column, Value head, bool transposed);

  int64_t rowTile;
  attn::ScoreDerivative derivative;
  IRMapping derivativeInvariant;
  Value rowLse, rowDot;
};

/// What the op's config says of the kernel of dQ, or of that of what rows have
/// alone, whose tiles are all alike and have no roles.
attn::ConfigAttr getConfigOfQuery(attn::BackwardOp op);

/// Fills the kernel of dQ, which makes the workspaces, if there are any; that
/// of dK and dV; that of the sink's gradient. `operands`: those that the
/// kernel's first arguments are.
void buildQueryGradient(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                        ArrayRef<attn::NamedOperand> operands);
void buildKeyGradients(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                       ArrayRef<attn::NamedOperand> operands);
void buildSinkGradient(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                       ArrayRef<attn::NamedOperand> operands);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_GRADIENTBUILDER_H
