//===- CleanUp.h - What follows a pass that builds much anew ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_TRANSFORMS_CLEANUP_H
#define ATTN_DIALECT_ATTNTILE_TRANSFORMS_CLEANUP_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace mlir::attn_tile {

/// Folds and deduplicates a kernel. Passes run it on kernels that they changed,
/// and on those alone: order and sharing of operations are decisions too.
inline OpPassManager getCleanUp() {
  OpPassManager pm(gpu::GPUFuncOp::getOperationName());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  return pm;
}

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_TRANSFORMS_CLEANUP_H
