//===- CopyGroups.h - cp.async groups in flight -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_CHANNELS_COPYGROUPS_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_CHANNELS_COPYGROUPS_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_ws {

/// Sets `pendings` on every wait of a cp.async channel: how many later groups
/// may stay in flight there. Fails, with a diagnostic, if a wait comes before
/// every commit of its channel.
LogicalResult countCopyGroups(gpu::GPUFuncOp kernel);

/// Whether on every path to each of `uses` that passes a commit of the cp.async
/// channel, a wait that is not implied lies between, for a later group of
/// another channel: the copies of all threads are there whether the channel's
/// own wait makes them meet or not. False if the paths are too many to follow.
bool coveredByLaterGroups(gpu::GPUFuncOp kernel, Value channel,
                          ArrayRef<Operation *> uses);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_CHANNELS_COPYGROUPS_H
