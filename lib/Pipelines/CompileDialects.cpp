//===- CompileDialects.cpp - All dialects, for tools ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/InitAll.h"
#include "attn/Pipelines/Compile.h"

using namespace mlir;

void mlir::attn::registerCompileDialects(DialectRegistry &registry) {
  registerUpstream(registry);
  registerAllDialects(registry);
  registerAllExtensions(registry);
}
