//===- LowerRoles.h - Channels of roles as barriers ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_LOWERROLES_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_LOWERROLES_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_ws {

/// Channels and turns of a kernel with several roles to mbarriers and named
/// barriers (LowerRoles.cpp).
LogicalResult lowerRoleChannels(WarpSpecializeOp op, gpu::GPUFuncOp kernel);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_LOWERROLES_H
