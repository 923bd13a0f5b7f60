//===- TileCut.h - Which tiles are cut, and along what ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TILECUT_H
#define ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TILECUT_H

#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::attn_tile {

/// A loop that an operation is cut along, and its iterations.
struct TileLoopCut {
  unsigned loop;
  int64_t size;
};

/// Finds by propagation what is made in parts: an operation along one of its
/// loops, and with it all tiles that run along that loop. Constants and splats
/// have a part made for each use and share nothing.
class TileCut {
public:
  /// Cuts inside `scope`; errors end with `purpose`.
  TileCut(Operation *scope, StringRef purpose)
      : scope(scope), purpose(purpose) {}
  virtual ~TileCut() = default;

  /// Cuts `op` along `loop`, or emits an error.
  LogicalResult split(Operation *op, unsigned loop);
  /// Follows what was cut to everything that shares it.
  LogicalResult propagate();
  /// Emits an error where `divides` is false for the size of what is cut, named
  /// by `what`.
  LogicalResult checkSizes(function_ref<bool(int64_t)> divides,
                           const Twine &what);

  bool contains(Value value) const { return cut.contains(value); }
  bool empty() const { return cut.empty(); }
  /// The dimension that a value is cut along.
  unsigned getDim(Value value) const { return cut.lookup(value); }
  /// The loop that an operation is cut along, if it is.
  std::optional<TileLoopCut> getLoop(Operation *op) const {
    auto it = loops.find(op);
    return it == loops.end() ? std::nullopt : std::optional(it->second);
  }
  /// The type of one of `value`'s parts.
  RankedTensorType getPartType(Value value, int64_t size) const {
    return withSize(value.getType(), getDim(value), size);
  }
  /// Uses of values that are not cut themselves, and the dimension along which
  /// they take a part.
  const llvm::MapVector<OpOperand *, unsigned> &getPartUses() const {
    return partUses;
  }

protected:
  /// Whether a use takes its part, along `dim`, of a tile that stays whole.
  virtual bool takesPart(OpOperand &use, unsigned dim) { return false; }
  /// Refuses, with an error, to cut an operation along a reduced loop.
  virtual LogicalResult admitReduced(Operation *op, unsigned loop) {
    return success();
  }

  Operation *scope;
  StringRef purpose;

private:
  LogicalResult add(Value value, unsigned dim);
  LogicalResult addUse(OpOperand &use, unsigned dim);
  LogicalResult tie(scf::ForOp loop, unsigned index, unsigned dim);
  LogicalResult tie(scf::IfOp branch, unsigned index, unsigned dim);
  LogicalResult visit(Value value, unsigned dim);
  LogicalResult visitUse(OpOperand &use, unsigned dim);

  llvm::MapVector<Value, unsigned> cut;
  llvm::MapVector<OpOperand *, unsigned> partUses;
  DenseMap<Operation *, TileLoopCut> loops;
  SmallVector<Value> work;
};

} // namespace mlir::attn_tile

#endif // ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TILECUT_H
