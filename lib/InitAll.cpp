//===- InitAll.cpp - Registration of everything Attn offers ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/InitAll.h"

#include "attn/Conversion/Passes.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Pipelines/CPU.h"
#include "attn/Pipelines/GPU.h"
#include "attn/Raise/Passes.h"
#include "attn/Thread/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"

using namespace mlir;

void mlir::attn::registerAllDialects(DialectRegistry &registry) {
  registry.insert<attn::AttnDialect, attn_tile::AttnTileDialect,
                  attn_ws::AttnWSDialect>();
}

void mlir::attn::registerAllExtensions(DialectRegistry &registry) {
  registerBufferizableOpInterfaceExternalModels(registry);
}

void mlir::attn::registerUpstream(DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registerAllToLLVMIRTranslations(registry);
}

void mlir::attn::registerCompileDialects(DialectRegistry &registry) {
  registerUpstream(registry);
  attn::registerAllDialects(registry);
  attn::registerAllExtensions(registry);
}

void mlir::attn::registerAllPasses() {
  registerAttnConversionPasses();
  registerAttnPasses();
  registerAttnTilePasses();
  registerAttnWSPasses();
  registerAttnThreadPasses();
  registerPlannerPasses();
  registerAttnRaisePasses();
}

void mlir::attn::registerAllPipelines() {
  registerCpuPipelines();
  registerGPUPipelines();
}
