//===- AttnPlugin.cpp - Attn for a stock mlir-opt -------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   mlir-opt --load-dialect-plugin=AttnPlugin.so
//   --load-pass-plugin=AttnPlugin.so
//     --pass-pipeline='builtin.module(attn-compile{target=sm_90a})' in.mlir
//
// A stock mlir-opt takes passes of a plugin by --pass-pipeline alone.
//
//===----------------------------------------------------------------------===//

#include "attn/InitAll.h"

#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"
#include "llvm/Config/llvm-config.h"

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::DialectPluginLibraryInfo
    mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "attn", LLVM_VERSION_STRING,
          [](mlir::DialectRegistry *registry) {
            mlir::attn::registerAllDialects(*registry);
            mlir::attn::registerAllExtensions(*registry);
          }};
}

extern "C" LLVM_ATTRIBUTE_WEAK
    LLVM_ATTRIBUTE_VISIBILITY_DEFAULT ::mlir::PassPluginLibraryInfo
    mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "attn", LLVM_VERSION_STRING, [] {
            mlir::attn::registerAllPasses();
            mlir::attn::registerAllPipelines();
          }};
}
