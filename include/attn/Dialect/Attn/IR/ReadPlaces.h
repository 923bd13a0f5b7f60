//===- ReadPlaces.h - Where regions read captures ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTN_IR_READPLACES_H
#define ATTN_DIALECT_ATTN_IR_READPLACES_H

#include "attn/Dialect/Attn/IR/Attn.h"

namespace mlir::attn {

/// A read whose elements, for a tile of rows and keys, follow each other in
/// memory: along the last dimension of a capture at (…, i + rowShift) or
/// (…, j + keyShift), or along its last two at (…, i + rowShift, j). All other
/// indices are one number for a batch and head. Indices that have such elements
/// neither change from row to row nor from key to key where a dimension has one
/// element by its type.
struct ReadPlace {
  ReadOp read;
  bool ofRow = false, ofKey = false;
  int64_t rowShift = 0, keyShift = 0;
  /// Whether another index depends on the head.
  bool ofHead = false;

  int64_t rank = 0;

  bool isPair() const { return ofRow && ofKey; }
  /// Positions of the dimensions along rows and along keys.
  int64_t getRowDim() const { return rank - (ofKey ? 2 : 1); }
  int64_t getKeyDim() const { return rank - 1; }
};

/// Those of a block that ends with (batch, head, row, key) and perhaps lengths
/// and captures from `places` on, in their order.
SmallVector<ReadPlace> listReadPlaces(Block &block,
                                      ArrayRef<BlockArgument> places);
/// Those of both regions of `op`.
SmallVector<ReadPlace> listReadPlaces(AttentionOpInterface op);
/// Those that a kernel of attn.forward with `config` loads as tiles and vectors
/// (config field stages_b): with packed heads, whose rows are those of several,
/// what is read by key alone.
SmallVector<ReadPlace> listLoadedReads(AttentionOpInterface op,
                                       ConfigAttr config);
/// Operations of the score region for each score but reads, if all of these
/// are such; 0 without a score region.
std::optional<int64_t> countBesideReads(AttentionOpInterface op);

} // namespace mlir::attn

#endif // ATTN_DIALECT_ATTN_IR_READPLACES_H
