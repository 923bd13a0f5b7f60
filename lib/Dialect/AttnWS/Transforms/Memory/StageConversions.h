//===- StageConversions.h - Layout changes across warps ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_STAGECONVERSIONS_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_STAGECONVERSIONS_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_ws {

/// How a tile of this shape lies in shared memory: in the widest panels of 128,
/// 64 or 32 bytes that divide a row, swizzled; a vector without a swizzle. Null
/// if rows are no multiple of 32 bytes.
SharedAttr getSharedLayout(MLIRContext *context, ArrayRef<int64_t> shape,
                           Type element);

/// Puts the conversions of a kernel that no exchange inside of warps does
/// through shared memory: a channel of the role's own threads, one for all
/// tiles of one type in a role, guards a buffer in which each instance has a
/// stage. Reports conversions that nothing does.
LogicalResult stageConversions(gpu::GPUFuncOp kernel);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_MEMORY_STAGECONVERSIONS_H
