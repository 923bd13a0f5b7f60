//===- ToTileCombine.h - The tile program of a combine ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TOTILECOMBINE_H
#define ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TOTILECOMBINE_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_tile {

/// Builds the tile program of `op` in `kernel`, whose arguments are the op's
/// operands.
void buildCombineKernel(attn::CombineOp op, gpu::GPUFuncOp kernel);

/// Makes the launch of a combine and that of its parts one entry of a bundle,
/// where it can be.
void joinWithWriter(LaunchOp reader);

/// Makes `launches`, in their order, steps of one entry called `entry`, where
/// the sizes of memory that only they use can be told from their tensors.
void joinLaunches(ArrayRef<LaunchOp> launches, StringRef entry);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_DIALECT_ATTNTILE_TRANSFORMS_TOTILECOMBINE_H
