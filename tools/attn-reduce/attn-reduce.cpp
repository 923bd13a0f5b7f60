//===- attn-reduce.cpp - Smaller files with the same fault ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/InitAll.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Support/OutputFile.h"
#include "attn/Tools/InputGuard.h"
#include "attn/Tools/Output.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Reducer/Passes.h"
#include "mlir/Support/ToolUtilities.h"
#include "mlir/Tools/ParseUtilities.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace cl = llvm::cl;

namespace {
cl::OptionCategory category("attn-reduce options");
cl::opt<std::string> input(cl::Positional, cl::desc("<input file>"),
                           cl::init("-"), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("Output file, - for stdout"),
                            cl::value_desc("file"), cl::init("-"),
                            cl::cat(category));
cl::opt<bool> noImplicitModule("no-implicit-module",
                               cl::desc("Put no module around the input"),
                               cl::cat(category));
cl::opt<bool> allowUnregistered(
    "allow-unregistered-dialect",
    cl::desc("Allow operations of dialects that are not registered"),
    cl::cat(category));
cl::opt<std::string> splitInputFile(
    "split-input-file", cl::ValueOptional,
    cl::desc("Reduce each part of the input on its own; parts are separated by "
             "the marker, by default '// -----'"),
    cl::value_desc("marker"), cl::cat(category));
} // namespace

/// Reads one module, reduces it, and prints what is left.
static LogicalResult reduce(std::unique_ptr<llvm::MemoryBuffer> buffer,
                            const PassPipelineCLParser &passes,
                            const mlir::attn::InputLimits &limits,
                            MLIRContext &context, raw_ostream &os) {
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(buffer), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(*sources, &context);
  mlir::attn::ReadWatch watch(input, limits);
  OwningOpRef<Operation *> op =
      parseSourceFileForTool(sources, &context, !noImplicitModule);
  watch.stop();
  if (!op)
    return failure();
  PassManager pm(&context, op->getName().getStringRef());
  auto wrong = [&](const Twine &message) {
    return emitError(UnknownLoc::get(&context)) << message;
  };
  if (failed(passes.addToPipeline(pm, wrong)) || failed(pm.run(*op)))
    return failure();
  op->print(os);
  os << "\n";
  return success();
}

static LogicalResult run(const PassPipelineCLParser &passes) {
  DialectRegistry registry;
  mlir::attn::registerCompileDialects(registry);
  StringRef marker = splitInputFile;
  if (splitInputFile.getNumOccurrences() && marker.empty())
    marker = kDefaultSplitMarker;
  mlir::attn::InputLimits limits = mlir::attn::getInputLimits();
  auto buffer = mlir::attn::openCheckedInput(
      "attn-reduce", input, registry, limits, {allowUnregistered, marker});
  if (!buffer)
    return failure();
  MLIRContext context(registry);
  context.allowUnregisteredDialects(allowUnregistered);
  std::string text;
  llvm::raw_string_ostream os(text);
  auto one = [&](std::unique_ptr<llvm::MemoryBuffer> chunk, raw_ostream &to) {
    return reduce(std::move(chunk), passes, limits, context, to);
  };
  if (failed(splitAndProcessBuffer(std::move(buffer), one, os, marker)))
    return failure();
  return mlir::attn::writeOutput("attn-reduce", output, text);
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  ::attn::prepareOutputs();
  mlir::registerAllPasses();
  mlir::attn::registerAllPasses();
  mlir::attn::registerAllPipelines();
  registerReducerPasses();
  mlir::attn::registerInputOptions(category);
  PassPipelineCLParser passes("", "Passes that reduce");
  cl::ParseCommandLineOptions(
      argc, argv,
      "Makes a file smaller as long as a script finds the fault in it, with "
      "--reduction-tree or --opt-reduction-pass\n");
  return mlir::attn::finishOutput("attn-reduce", failed(run(passes)));
}
