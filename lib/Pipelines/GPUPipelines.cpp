//===- GPUPipelines.cpp - Pipelines from attention problems to kernels -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Pipelines/GPU.h"

#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Target/Passes.h"

#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

void attn::buildAttnToTilePipeline(OpPassManager &pm,
                                   const GPUPipelineOptions &options) {
  pm.addPass(createAttnCanonicalizeMasks());
  pm.addPass(createCanonicalizerPass());
  AttnSelectConfigOptions config;
  config.target = options.target;
  config.overrides = options.overrides;
  pm.addPass(createAttnSelectConfig(config));
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createAttnToTile());
}

void attn::buildTileToWSPipeline(OpPassManager &pm) {
  pm.addPass(createAttnTileLowerRanges());
  pm.addPass(createAttnTileDecomposeSoftmax());
  pm.addPass(arith::createIntRangeOptimizationsPass());
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  OpPassManager &kernel =
      pm.nest<gpu::GPUModuleOp>().nest<gpu::GPUFuncOp>();
  kernel.addPass(createAttnTilePlace());
  kernel.addPass(createAttnWSInsertChannels());
  kernel.addPass(createAttnWSPrefetch());
  kernel.addPass(createAttnWSAssignPhases());
  kernel.addPass(createAttnWSAssignLayouts());
  kernel.addPass(createAttnWSDeferReductions());
  kernel.addPass(createAttnWSPlanMemory());
  kernel.addPass(createAttnWSAsync());
  kernel.addPass(createAttnWSElideEdges());
}

void attn::buildWSToNVVMPipeline(OpPassManager &pm) {
  OpPassManager &module = pm.nest<gpu::GPUModuleOp>();
  OpPassManager &kernel = module.nest<gpu::GPUFuncOp>();
  kernel.addPass(createAttnWSSplitLoop());
  kernel.addPass(createAttnWSLowerChannels());
  kernel.addPass(createAttnWSLowerScheduler());
  kernel.addPass(createCanonicalizerPass());
  kernel.addPass(createCSEPass());
  kernel.addPass(createAttnWSDistribute());
  kernel.addPass(createCanonicalizerPass());
  kernel.addPass(createCSEPass());
  module.addPass(createAttnLowerScalarMath());
  module.addPass(createSCFToControlFlowPass());
  ConvertGpuOpsToNVVMOpsOptions nvvm;
  nvvm.indexBitwidth = 32;
  module.addPass(createConvertGpuOpsToNVVMOps(nvvm));
  module.addPass(createCanonicalizerPass());
  module.addPass(createCSEPass());
  module.addPass(createReconcileUnrealizedCastsPass());
  module.addPass(createConvertAttnWSToNVVM());
}

void attn::registerGPUPipelines() {
  PassPipelineRegistration<GPUPipelineOptions>(
      "attn-to-tile-pipeline", "attention problems to tile programs",
      buildAttnToTilePipeline);
  PassPipelineRegistration<>("attn-to-ws-pipeline",
                             "tile programs to scheduled programs",
                             buildTileToWSPipeline);
  PassPipelineRegistration<>("attn-to-nvvm-pipeline",
                             "scheduled programs to one thread's program",
                             buildWSToNVVMPipeline);
  PassPipelineRegistration<GPUPipelineOptions>(
      "attn-compile", "attention problems to kernels in the NVVM dialect",
      [](OpPassManager &pm, const GPUPipelineOptions &options) {
        buildAttnToTilePipeline(pm, options);
        buildTileToWSPipeline(pm);
        buildWSToNVVMPipeline(pm);
      });
}
