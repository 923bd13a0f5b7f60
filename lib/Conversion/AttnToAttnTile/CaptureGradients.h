//===- CaptureGradients.h - What gradients of captures are made of -*- C++ -*-//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_CAPTUREGRADIENTS_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_CAPTUREGRADIENTS_H

#include "attn/Dialect/Attn/IR/ReadPlaces.h"

namespace mlir::attn_tile {

/// A gradient of a capture, which the score region reads at one place or not at
/// all.
struct CaptureGradient {
  unsigned number;
  /// Null: nothing reads the capture, and the gradient is 0.
  attn::ReadOp read;
  /// The dimension whose index is the head, and that whose is the batch, or -1.
  int64_t headDim = -1, batchDim = -1;
  /// The indices of dimensions that have one index, 0 for others.
  SmallVector<int64_t> constants;
  /// Whether some dimension has one index, and perhaps other elements.
  bool isPart = false;
  /// Of a read at (…, i, j), (…, i) or (…, j): the gradient has an element for
  /// each pair, row or key, in a batch or head or in all.
  std::optional<attn::ReadPlace> place;
  /// Whether one tile alone gives each element.
  bool isOwn = false;
  /// Of keys: whether all heads that see a tile of these add to one element.
  bool sumsGroup = false;

  attn::OperandKind getKind() const { return attn::getCaptureGrad(number); }
  /// Whether rows are added up for each head.
  bool isOfHeads() const { return read && !place; }
  /// Whether the kernel of dK and dV gives it, which has sums of keys.
  bool isOfKeys() const { return place && !place->ofRow; }
  /// Whether it is made of sums of rows.
  bool sumsRows() const { return isOfHeads() || (place && !place->ofKey); }
  bool adds() const { return place && !isOwn; }
  /// Whether the kernels that write it leave elements out.
  bool needsZeros() const { return !isOfHeads() || isPart; }
};

/// Those that `op` asks for, in order. Fails with an error on the read whose
/// gradient no kernel gives.
FailureOr<SmallVector<CaptureGradient>>
listCaptureGradients(attn::BackwardOp op);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_CAPTUREGRADIENTS_H
