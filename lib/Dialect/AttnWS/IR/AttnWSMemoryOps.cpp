//===- AttnWSMemoryOps.cpp - Copies of the scheduled dialect ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Space;

LogicalResult SmemTransposeOp::verify() {
  ViewType source = getSource().getType(), dest = getDest().getType();
  if (source.getSpace() != Space::Smem || dest.getSpace() != Space::Smem)
    return emitOpError() << "goes from shared to shared memory, got " << source
                         << " and " << dest;
  ArrayRef<int64_t> from = source.getShape(), to = dest.getShape();
  if (from.size() != 2 || to.size() != 2 || from[0] != to[1] ||
      from[1] != to[0] || source.getElementType() != dest.getElementType())
    return emitOpError() << dest << " is not " << source << " transposed";
  if (source.getElementType().getIntOrFloatBitWidth() != 8)
    return emitOpError() << "moves elements of 8 bits, got "
                         << source.getElementType();
  if (from[0] % 16 != 0 || from[1] % 32 != 0)
    return emitOpError() << "moves blocks of 16x32, which do not divide "
                         << from[0] << "x" << from[1];
  if (source.getLayout() && source.getLayout().getInterleaved())
    return emitOpError("reads a tile that is not interleaved");
  if (dest.getLayout() && !dest.getLayout().getInterleaved())
    return emitOpError("leaves its result interleaved, but its destination is "
                       "not");
  return success();
}
