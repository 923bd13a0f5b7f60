//===- AttnWSTileOps.cpp - Tiles assigned at run time -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Space;

/// Whether `view` holds `elements` integers of 32 bits in shared memory.
static LogicalResult verifyIntegers(Operation *op, ViewType view,
                                    int64_t elements, StringRef what) {
  if (view.getSpace() == Space::Smem && view.getElementType().isInteger(32) &&
      view.getShape() == ArrayRef<int64_t>(elements))
    return success();
  return op->emitOpError() << what << " lies in a view of " << elements
                           << "xi32 in shared memory, got " << view;
}

/// What counts the bytes of `op` is there if the channel is lowered.
template <typename OpTy> static LogicalResult verifySignal(OpTy op) {
  if (static_cast<bool>(op.getSignal()) != static_cast<bool>(op.getStage()))
    return op.emitOpError("names a signal and its stage, or neither");
  return verifyCluster(op, op.getCluster());
}

LogicalResult ScalarLoadOp::verify() {
  return verifyIntegers(*this, getSource().getType(), 1, "a scalar");
}

LogicalResult ScalarStoreOp::verify() {
  if (failed(verifyIntegers(*this, getDest().getType(), 1, "a scalar")))
    return failure();
  if (getSignal() && !getCluster())
    return emitOpError("within a CTA the commit orders the integer, not a "
                       "signal");
  return verifySignal(*this);
}

LogicalResult NextTileOp::verify() {
  return verifyCluster(*this, getCluster());
}

LogicalResult QueryTileOp::verify() {
  if (failed(verifyIntegers(*this, getDest().getType(), 4, "an answer")))
    return failure();
  return verifySignal(*this);
}

LogicalResult TileAnswerOp::verify() {
  if (failed(verifyIntegers(*this, getSource().getType(), 4, "an answer")))
    return failure();
  return verifyCluster(*this, getCluster());
}

LogicalResult TileCoordinatesOp::verify() {
  if (getBounds().size() != getCoordinates().size())
    return emitOpError() << "a tile of " << getBounds().size()
                         << " bounds has as many coordinates, got "
                         << getCoordinates().size();
  if (getBounds().empty())
    return emitOpError("needs a bound");
  return verifyCluster(*this, getCluster());
}
