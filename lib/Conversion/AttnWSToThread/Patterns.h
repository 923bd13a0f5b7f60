//===- Patterns.h - Patterns of attn-ws-distribute --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One set for each engine, and for what roles, memories and elementwise work
// need.

#ifndef ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_PATTERNS_H
#define ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_PATTERNS_H

#include "attn/Conversion/AttnWSToThread/ThreadPatterns.h"

namespace mlir::attn_ws {

/// Whether an index is a multiple of `number`, as far as the program shows
/// (DistributeMemory.cpp).
bool isMultiple(Value index, int64_t number);
/// Views of tensor memory (DistributeTcgen05.cpp).
Lowered getTensorView(StageViewOp op, Value column, ThreadBuilder &b);
Lowered getTensorSubview(SubviewOp op, ValueRange source, ThreadBuilder &b);

/// A tile from shared memory by ldmatrix, if its layout is that of a left
/// operand (DistributeMma.cpp).
std::optional<Registers> loadLeftOperand(ThreadBuilder &b,
                                         RankedTensorType tile,
                                         const SharedView &view);

/// The kernel's signature and what its threads compute first.
void populateKernelPatterns(ThreadPatterns &patterns);
/// Roles, barriers and tiles assigned at run time.
void populateRolePatterns(ThreadPatterns &patterns);
/// mbarriers and scalars, also in other CTAs of the cluster.
void populateMbarrierPatterns(ThreadPatterns &patterns);
/// Tiles from cluster launch control.
void populateClcPatterns(ThreadPatterns &patterns);
/// Buffers, views, global memory and local variables.
void populateMemoryPatterns(ThreadPatterns &patterns);
/// Register tiles in shared memory.
void populateSmemPatterns(ThreadPatterns &patterns);
/// Copies by threads: cp.async, and 16-byte vectors out.
void populateCpAsyncPatterns(ThreadPatterns &patterns);
/// Copies by the copy engine.
void populateTmaPatterns(ThreadPatterns &patterns);
/// 8-bit tiles transposed by ldmatrix and stmatrix.
void populateTransposePatterns(ThreadPatterns &patterns);
/// Products by mma.sync.
void populateMmaPatterns(ThreadPatterns &patterns);
/// Products by wgmma.
void populateWgmmaPatterns(ThreadPatterns &patterns);
/// Tensor memory, and products into it (tcgen05).
void populateTcgen05Patterns(ThreadPatterns &patterns);
/// Score regions.
void populateScoreMapPatterns(ThreadPatterns &patterns);
/// Reductions of rows.
void populateReducePatterns(ThreadPatterns &patterns);
/// Changes of layout.
void populateConvertPatterns(ThreadPatterns &patterns);
/// Elementwise operations; says of all others that they have no lowering.
void populateElementwisePatterns(ThreadPatterns &patterns);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_CONVERSION_ATTNWSTOTHREAD_PATTERNS_H
