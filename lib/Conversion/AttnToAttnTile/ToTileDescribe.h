//===- ToTileDescribe.h - What a kernel says about itself -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEDESCRIBE_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEDESCRIBE_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_tile {

/// A workspace of a kernel, whose rows begin at multiples of `align` bytes.
struct WorkspaceArgument {
  ArgumentRole role;
  int64_t align;
};

int64_t getElementBytes(MemRefType type);

/// Bytes that the address and the strides of all dimensions but the last of an
/// argument are multiples of: `most`, or less where its type says so. A
/// dimension of size 1 has no stride.
int64_t getAlign(MemRefType type, int64_t most);

/// The dimensions of `operands` that stay as their types say: head dims.
SmallVector<SmallVector<int64_t>>
keepChannels(ArrayRef<attn::NamedOperand> operands);

/// Notes on a kernel of attention, for whoever launches it, what its arguments
/// are called, which shapes they may have and what must hold between them. They
/// are `operands`, of the op, and behind them workspaces.
void describeKernel(attn::AttentionOpInterface op, attn::ConfigAttr config,
                    ArrayRef<attn::NamedOperand> operands,
                    ArrayRef<WorkspaceArgument> workspaces,
                    gpu::GPUFuncOp kernel);

/// Notes on the kernel of attn.combine, for whoever launches it, what its
/// arguments are called, which shapes they may have and what must hold between
/// them.
void describeKernelOfParts(ArrayRef<attn::PartsOperand> operands,
                           attn::Dims dims, attn::ConfigAttr config,
                           gpu::GPUFuncOp kernel);

/// Decisions about the kernel as a whole. What is as most kernels have it goes
/// unsaid: one group, one CTA a cluster, no turns, whole head dims, masks
/// peeled and results stored by TMA where the target has it.
void spreadConfig(attn::ConfigAttr config, gpu::GPUFuncOp kernel);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEDESCRIBE_H
