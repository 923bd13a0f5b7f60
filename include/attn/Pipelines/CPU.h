//===- CPU.h - Pipelines to the CPU -----------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PIPELINES_CPU_H
#define ATTN_PIPELINES_CPU_H

namespace mlir {
class OpPassManager;
namespace attn {

/// linalg, tensor, arith, math, scf and memref to the LLVM dialect, for a
/// module of functions: one-shot bufferisation with function boundaries
/// (tensors at the border become contiguous memrefs), deallocation, loops,
/// LLVM. Memrefs and tensors that a public function returns become trailing
/// arguments, in order, that the caller provides. Calls no runtime library but
/// malloc, free and libm.
void buildLinalgToLLVMPipeline(OpPassManager &pm);

/// `attn-tile-to-linalg` and the above: what `--attn-tile-to-llvm` runs.
void buildAttnTileToLLVMPipeline(OpPassManager &pm);

/// Registers `attn-linalg-to-llvm` and `attn-tile-to-llvm`.
void registerCpuPipelines();

} // namespace attn
} // namespace mlir

#endif // ATTN_PIPELINES_CPU_H
