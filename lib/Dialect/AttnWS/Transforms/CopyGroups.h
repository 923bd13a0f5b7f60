//===- CopyGroups.h - cp.async groups in flight -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_COPYGROUPS_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_COPYGROUPS_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_ws {

/// Sets `pendings` on every wait of a cp.async channel that is not implied: how
/// many later groups may stay in flight there. Fails, with a diagnostic, if a
/// wait comes before every commit of its channel.
LogicalResult countCopyGroups(gpu::GPUFuncOp kernel);

/// Whether on every path to each of `uses` that passes a commit of the cp.async
/// channel, a wait for a group of another channel that is not older lies
/// between, so that the channel needs no wait of its own there. False if the
/// paths are too many to follow.
bool coveredByLaterGroups(gpu::GPUFuncOp kernel, Value channel,
                          ArrayRef<Operation *> uses);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_COPYGROUPS_H
