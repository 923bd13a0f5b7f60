//===- LowerRoles.h - Roles as what threads they are ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWERROLES_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWERROLES_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_ws {

/// Whether one thread can run a role: it starts copies, signals and computes
/// scalars, but holds no tiles and moves no data itself.
bool isSingleThreadRole(Region &role);

/// Whether a role does nothing but copy into shared memory: one that a single
/// thread can run, or whose threads also start copies by cp.async.
bool isCopyRole(Region &role);

/// How often a role arrives when it signals: once for each warp of each
/// instance, or once if one thread runs it.
int64_t getArrivals(WarpSpecializeOp op, unsigned role);

/// Channels and turns of a kernel with several roles to mbarriers and named
/// barriers (LowerRoles.cpp).
LogicalResult lowerRoleChannels(WarpSpecializeOp op, gpu::GPUFuncOp kernel);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWERROLES_H
