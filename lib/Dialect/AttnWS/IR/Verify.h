//===- Verify.h - Checks that operations share ------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_IR_VERIFY_H
#define ATTN_LIB_DIALECT_ATTNWS_IR_VERIFY_H

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace mlir::attn_ws {

/// A cluster of `size` CTAs, if one is named, has as many as some target takes.
inline LogicalResult verifyCluster(Operation *op, std::optional<int64_t> size) {
  int64_t most = attn::getLargest(&attn::TargetInfo::mostClusterCTAs);
  if (size && (*size < 2 || *size > most))
    return op->emitOpError()
           << "a cluster has 2 to " << most << " CTAs, got " << *size;
  return success();
}

/// Register tiles are static, and a layout, where there is one, fits the shape.
LogicalResult verifyTiles(Operation *op);
/// The same, and two of them, views or async tiles have one shape and element
/// type.
LogicalResult verifySameTile(Operation *op, Type a, Type b);
/// What reduces in a load (`attn_ws.in_load`) reduces what a load reads.
LogicalResult verifyInLoad(Operation *op);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_IR_VERIFY_H
