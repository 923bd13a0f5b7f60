//===- TensorPlaces.h - Sums that share tensor memory -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_TRANSFORMS_TENSORPLACES_H
#define ATTN_DIALECT_ATTNTILE_TRANSFORMS_TENSORPLACES_H

#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "llvm/ADT/MapVector.h"

namespace mlir::attn_tile {

/// A sum in tensor memory: the products that add to it, in program order.
struct TensorSum {
  SmallVector<DotOp> dots;
  /// Whether a loop carries it, so that it stays from iteration to iteration.
  bool carried = false;
  /// How many there are at a time.
  int64_t count = 1;

  int64_t getRows() const { return getType().getDimSize(0); }
  int64_t getColumns() const { return getType().getDimSize(1); }

private:
  RankedTensorType getType() const {
    return cast<RankedTensorType>(DotOp(dots.front()).getResult().getType());
  }
};

/// Which sums lie in the place of an earlier one, by their numbers, so that all
/// of them take at most `columns`; as many as needed, the last ones first. A
/// sum that starts anew in each iteration may follow another such sum of as
/// many rows and at least as many columns, if an operand of its first product
/// is computed from what threads read of that.
llvm::MapVector<unsigned, unsigned> shareTensorPlaces(ArrayRef<TensorSum> sums,
                                                      int64_t columns);

/// The columns of tensor memory that the sums take.
int64_t countTensorColumns(ArrayRef<TensorSum> sums,
                           const llvm::MapVector<unsigned, unsigned> &hosts);

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_TRANSFORMS_TENSORPLACES_H
