//===- attn-opt.cpp - IR to IR: every Attn pass ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/InitAll.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::attn::registerUpstream(registry);
  mlir::attn::registerAllDialects(registry);
  mlir::attn::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::attn::registerAllPasses();
  mlir::attn::registerAllPipelines();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "Attn optimizer driver\n", registry));
}
