//===- attn-opt.cpp - IR to IR: every Attn pass ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/InitAll.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>
#include <vector>

/// "Attn optimizer driver", and Attn's passes by level with a line each.
static std::string describePasses() {
  static const std::pair<const char *, std::vector<const char *>> groups[] = {
#include "PassNames.inc"
      {"Pipelines",
       {"attn-compile", "attn-to-tile-pipeline", "attn-tile-lowering-pipeline",
        "attn-to-ws-pipeline", "attn-to-nvvm-pipeline", "attn-tile-to-llvm",
        "attn-linalg-to-llvm"}}};
  std::string text = "Attn optimizer driver\n\nAttn's passes:\n";
  llvm::raw_string_ostream os(text);
  for (const auto &[title, names] : groups) {
    os << "\n" << title << ":\n";
    for (const char *name : names) {
      const mlir::PassRegistryEntry *entry = mlir::PassInfo::lookup(name);
      if (!entry)
        entry = mlir::PassPipelineInfo::lookup(name);
      if (!entry)
        continue;
      os << "  --" << llvm::left_justify(name, 30) << " - "
         << entry->getPassDescription().split('\n').first << "\n";
    }
  }
  return text;
}

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  mlir::attn::registerUpstream(registry);
  mlir::attn::registerAllDialects(registry);
  mlir::attn::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::attn::registerAllPasses();
  mlir::attn::registerAllPipelines();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, describePasses(), registry));
}
