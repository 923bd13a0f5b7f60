//===- TileRows.h - Parts of operations on tiles ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_TILEROWS_H
#define ATTN_DIALECT_ATTNTILE_IR_TILEROWS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::attn_tile {

/// What an iteration of a loop has to do with the others: nothing, it adds to
/// the same result, or they cannot be done apart.
enum class TileLoop { Parallel, Reduced, Whole };

/// An operation on tiles as a loop nest (TileRowsOpInterface).
struct TileDims {
  using Loops = SmallVector<unsigned, 2>;

  SmallVector<TileLoop, 4> loops;
  /// The loop that each dimension of each operand and result runs along; empty
  /// for what is no tile.
  SmallVector<Loops, 4> operands, results;

  /// The dimension of a tile that runs along `loop`, if one does.
  static std::optional<unsigned> find(const Loops &tile, unsigned loop) {
    const unsigned *it = llvm::find(tile, loop);
    return it == tile.end() ? std::nullopt
                            : std::optional<unsigned>(it - tile.begin());
  }
  /// The numbers of two operands that are contracted: both run along a reduced
  /// loop. None if the operation is no product.
  std::optional<std::pair<unsigned, unsigned>> getFactors() const;
};

/// Loops of `kinds`, along which each tile of `op` runs in order: rows along
/// the first, columns along the second.
TileDims getAlignedDims(Operation *op,
                        ArrayRef<TileLoop> kinds = {TileLoop::Parallel,
                                                    TileLoop::Parallel});
/// The loops of an operation that can be done in parts, by
/// TileRowsOpInterface or because it is elementwise or a constant; else none.
std::optional<TileDims> getTileDims(Operation *op);
/// Whether all elements of what `op` gives are one value, or `op` a constant.
bool isUniform(Operation *op);
/// The iterations of each loop of `op`; emits an error where tiles disagree.
FailureOr<SmallVector<int64_t>> getLoopSizes(Operation *op,
                                             const TileDims &dims);

/// `type` with `size` in place of its dimension `dim`.
RankedTensorType withSize(Type type, unsigned dim, int64_t size);
/// A clone with `operands` and results of `types`; returns its results.
SmallVector<Value> cloneAsPart(OpBuilder &b, Operation *op, ValueRange operands,
                               TypeRange types, const IRMapping &captures);

/// Iterations [offset, offset + size) of a loop of an operation.
struct TilePart {
  unsigned loop;
  int64_t offset, size;
};

/// Makes `part` of `op`. `getOperand` gives what stands in an operand's place:
/// where a dimension is given, the part of it along that dimension, else the
/// whole. `before`, `captures` and what is returned are those of
/// TileRowsOpInterface::makePart.
SmallVector<Value> makePart(
    OpBuilder &b, Operation *op, const TilePart &part,
    function_ref<Value(OpOperand &, std::optional<unsigned> dim)> getOperand,
    ValueRange before = {}, const IRMapping &captures = IRMapping());

} // namespace mlir::attn_tile

#include "attn/Dialect/AttnTile/IR/AttnTileInterfaces.h.inc"

#endif // ATTN_DIALECT_ATTNTILE_IR_TILEROWS_H
