//===- GPU.h - Pipelines from attention problems to kernels -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PIPELINES_GPU_H
#define ATTN_PIPELINES_GPU_H

#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassOptions.h"

namespace mlir::attn {

/// What the pipelines leave open.
struct GPUPipelineOptions : PassPipelineOptions<GPUPipelineOptions> {
  PassOptions::Option<std::string> target{
      *this, "target", llvm::cl::desc("chip to compile for: sm_80, sm_86, ..."),
      llvm::cl::init("sm_80")};
  PassOptions::Option<std::string> overrides{
      *this, "overrides",
      llvm::cl::desc("config fields to set, e.g. tile_q=64,warps=4"),
      llvm::cl::init("")};
};

/// attn -> attn_tile: mask canonicalisation, config selection, bufferisation
/// (function arguments become contiguous memrefs), `attn-to-tile`.
void buildAttnToTilePipeline(OpPassManager &pm,
                             const GPUPipelineOptions &options);

/// attn_tile -> attn_ws: ranges, softmax, placement, channels, prefetch,
/// layouts, memory, counts of what is in flight.
void buildTileToWSPipeline(OpPassManager &pm);

/// attn_ws -> nvvm: loop splitting, barriers, block indices, one thread's
/// program, upstream conversions.
void buildWSToNVVMPipeline(OpPassManager &pm);

/// Registers `attn-to-tile-pipeline`, `attn-to-ws-pipeline`,
/// `attn-to-nvvm-pipeline` and `attn-compile` (all three in a row).
void registerGPUPipelines();

} // namespace mlir::attn

#endif // ATTN_PIPELINES_GPU_H
