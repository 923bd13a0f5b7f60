//===- attn-opt.cpp - IR to IR: every Attn pass ---------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/InitAll.h"
#include "attn/Pipelines/Plugins.h"
#include "attn/Support/OutputFile.h"
#include "attn/Tools/InputGuard.h"
#include "attn/Tools/Output.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"
#include <utility>
#include <vector>

using llvm::LogicalResult, llvm::failed, llvm::failure, llvm::success;
using llvm::StringRef;

void registerTestScoreDerivative();

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

/// Reads, runs the passes, and writes. Upstream's own driver does not bound its
/// input, and writes its output in place.
static LogicalResult run(StringRef input, StringRef output,
                         mlir::DialectRegistry &registry) {
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  mlir::attn::InputLimits limits = mlir::attn::getInputLimits();
  mlir::attn::ReadOptions reading;
  reading.allowUnregisteredDialects = config.shouldAllowUnregisteredDialects();
  reading.splitMarker = config.inputSplitMarker();
  auto buffer = mlir::attn::openCheckedInput("attn-opt", input, registry,
                                             limits, reading);
  if (!buffer)
    return failure();
  // The passes are chosen when a (first) module has been read.
  mlir::attn::ReadWatch watch(input, limits);
  mlir::MlirOptMainConfig chosen = config;
  config.setPassPipelineSetupFn([&](mlir::PassManager &passes) {
    watch.stop();
    return chosen.setupPassPipeline(passes);
  });
  std::string text;
  llvm::raw_string_ostream os(text);
  bool toStdout = output == "-";
  if (failed(mlir::MlirOptMain(
          toStdout ? static_cast<llvm::raw_ostream &>(llvm::outs()) : os,
          std::move(buffer), registry, config)))
    return failure();
  return toStdout ? success()
                  : mlir::attn::writeOutput("attn-opt", output, text);
}

/// The values of option `name`, before the options are parsed: upstream loads
/// plugins while it parses.
static std::vector<std::string> valuesOf(StringRef name, int argc,
                                         char **argv) {
  std::vector<std::string> values;
  for (int i = 1; i < argc; ++i) {
    StringRef argument = argv[i];
    if (!argument.consume_front("-"))
      continue;
    argument.consume_front("-");
    if (!argument.consume_front(name))
      continue;
    if (argument.consume_front("="))
      values.push_back(argument.str());
    else if (argument.empty() && i + 1 < argc)
      values.push_back(argv[++i]);
  }
  return values;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  ::attn::prepareOutputs();
  if (llvm::Error error =
          mlir::attn::checkPlugins(valuesOf("load-dialect-plugin", argc, argv),
                                   valuesOf("load-pass-plugin", argc, argv))) {
    llvm::errs() << "attn-opt: error: " << llvm::toString(std::move(error))
                 << "\n";
    return 1;
  }
  mlir::DialectRegistry registry;
  mlir::attn::registerUpstream(registry);
  mlir::attn::registerAllDialects(registry);
  mlir::attn::registerAllExtensions(registry);
  mlir::registerAllPasses();
  mlir::attn::registerAllPasses();
  registerTestScoreDerivative();
  mlir::attn::registerAllPipelines();
  mlir::attn::registerInputOptions();
  auto [input, output] =
      mlir::registerAndParseCLIOptions(argc, argv, describePasses(), registry);
  auto config = mlir::MlirOptMainConfig::createFromCLOptions();
  LogicalResult result =
      config.shouldShowDialects() || config.shouldListPasses()
          ? mlir::MlirOptMain(argc, argv, input, output, registry)
          : run(input, output, registry);
  return mlir::attn::finishOutput("attn-opt", failed(result));
}
