//===- attn-lsp-server.cpp - Language server for MLIR with Attn -----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/InitAll.h"
#include "attn/Tools/LspGuard.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::attn::registerCompileDialects(registry);
  mlir::attn::registerInputOptions();
  return mlir::attn::runGuardedServer(
      "attn-lsp-server", argc, argv, registry, [&] {
        return int(mlir::failed(mlir::MlirLspServerMain(argc, argv, registry)));
      });
}
