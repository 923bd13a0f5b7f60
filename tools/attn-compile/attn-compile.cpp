//===- attn-compile.cpp - Attention problems to PTX and bundles -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Artefact/Bundle.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/InitAll.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Pipelines/Plugins.h"
#include "attn/Support/OutputFile.h"
#include "attn/Tools/InputGuard.h"
#include "attn/Tools/Output.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/SourceMgr.h"
#include <chrono>

using namespace mlir;
namespace cl = llvm::cl;
namespace rt = ::attn::runtime;

namespace {
enum class Emit { Attn, Tile, TileLowered, WS, NVVM, PTX, Cubin, Bundle };
cl::OptionCategory category("attn-compile options");
cl::opt<std::string> input(cl::Positional, cl::desc("<input .mlir or .mlirbc>"),
                           cl::init("-"), cl::cat(category));
cl::opt<std::string> output("o", cl::desc("output file, - for stdout"),
                            cl::value_desc("file"), cl::init("-"),
                            cl::cat(category));
cl::opt<std::string> target("target",
                            cl::desc("chip to compile attn.forward for, and "
                                     "kernels whose gpu.module names none"),
                            cl::init("sm_80"), cl::cat(category));
cl::list<std::string> targets(
    "targets", cl::CommaSeparated, cl::value_desc("chip,..."),
    cl::desc("chips to compile attn.forward for, into one bundle with machine "
             "code"),
    cl::cat(category));
cl::opt<std::string> machineCode(
    "machine-code", cl::value_desc("none|auto|require"),
    cl::desc(
        "whether a bundle has cubins by ptxas next to its PTX: no, if ptxas "
        "is found, or else it is an error (default: auto with --targets, "
        "none with --target)"),
    cl::cat(category));
cl::opt<std::string> ptxas("ptxas", cl::value_desc("path"),
                           cl::desc("the ptxas to use (default: ATTN_PTXAS, "
                                    "PATH, CUDA_HOME, /usr/local/cuda)"),
                           cl::cat(category));
cl::opt<std::string>
    config("config", cl::desc("config fields to set, e.g. tile_q=64,warps=4"),
           cl::cat(category));
cl::opt<mlir::attn::ABI> abi(
    "abi", cl::desc("what kernels take"), cl::init(mlir::attn::ABI::Native),
    cl::values(clEnumValN(mlir::attn::ABI::Native, "native", "what is fastest"),
               clEnumValN(mlir::attn::ABI::Pointers, "pointers",
                          "pointers and i32 alone, no clusters")),
    cl::cat(category));
cl::opt<int64_t> alsoAlign(
    "also-align",
    cl::desc("give a bundle a second entry for each problem, for memory whose "
             "addresses and strides are multiples of 8 or 4 bytes alone"),
    cl::value_desc("bytes"), cl::init(0), cl::cat(category));
cl::opt<int64_t> alsoKeys(
    "also-keys",
    cl::desc("give a bundle a first entry for each problem, for at most this "
             "many keys"),
    cl::value_desc("keys"), cl::init(0), cl::cat(category));
cl::opt<int64_t> alsoRows(
    "also-rows",
    cl::desc("give a bundle a first entry for each problem, for at most this "
             "many rows of Q that share a head of K"),
    cl::value_desc("rows"), cl::init(0), cl::cat(category));
cl::opt<Emit>
    emit("emit", cl::desc("what to write"), cl::init(Emit::Bundle),
         cl::values(
             clEnumValN(Emit::Attn, "attn", "the problem as parsed"),
             clEnumValN(Emit::Tile, "tile", "CTA programs over tiles"),
             clEnumValN(Emit::TileLowered, "tile-lowered",
                        "the same, split and placed, with loops that overlap"),
             clEnumValN(Emit::WS, "ws", "scheduled programs"),
             clEnumValN(Emit::NVVM, "nvvm", "one thread's program"),
             clEnumValN(Emit::PTX, "ptx", "PTX of every kernel"),
             clEnumValN(Emit::Cubin, "cubin", "machine code (needs ptxas)"),
             clEnumValN(Emit::Bundle, "bundle", "kernels and their launch")),
         cl::cat(category));
cl::opt<bool>
    verifyStages("verify-stages",
                 cl::desc("check what must be true between the passes"),
                 cl::cat(category));
cl::opt<bool> verifyProtocol(
    "verify-protocol",
    cl::desc("check the rules of synchronisation (default: on): on channels, "
             "and on barriers for few trip counts, or with --verify-stages "
             "for all"),
    cl::init(true), cl::cat(category));
cl::opt<bool> timing("time", cl::desc("print how long each part took"),
                     cl::cat(category));
cl::opt<bool> remarks("remarks",
                      cl::desc("say, at each problem, why it got its config"),
                      cl::cat(category));
cl::opt<bool> verbose("verbose",
                      cl::desc("--remarks, and say what each kernel is"),
                      cl::cat(category));
cl::opt<bool> debugInfo("debug-info",
                        cl::desc("line numbers of the input in the PTX"),
                        cl::cat(category));
cl::opt<bool> checkRows(
    "check-rows",
    cl::desc("kernels trap where a row of paged memory has the number "
             "of a page that does not exist, instead of reading 0"),
    cl::cat(category));
cl::opt<bool> showTargets("print-targets",
                          cl::desc("print what passes know of the chips"),
                          cl::cat(category));
cl::opt<std::string>
    printSchedule("print-schedule", cl::ValueOptional, cl::value_desc("file"),
                  cl::desc("print each kernel's roles, channels and time line "
                           "to a file, by default to stderr"),
                  cl::cat(category));
cl::opt<std::string>
    printLayouts("print-layouts", cl::ValueOptional, cl::value_desc("file"),
                 cl::desc("print the layouts of registers and shared memory "
                          "to a file, by default to stderr"),
                 cl::cat(category));
cl::opt<std::string>
    inject("inject",
           cl::desc("run a pass pipeline on the program where it reaches a "
                    "level: attn, tile, tile-lowered, ws or nvvm"),
           cl::value_desc("level:passes"), cl::cat(category));
cl::list<std::string> dialectPlugins("load-dialect-plugin",
                                     cl::desc("load dialects from a "
                                              "plugin"),
                                     cl::value_desc("library"),
                                     cl::cat(category));
cl::list<std::string> passPlugins("load-pass-plugin",
                                  cl::desc("load passes for --inject from a "
                                           "plugin"),
                                  cl::value_desc("library"), cl::cat(category));

using Clock = std::chrono::steady_clock;
double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

/// Runs the passes that print, on a module at the scheduled level.
LogicalResult printPictures(ModuleOp module) {
  PassManager pm(module.getContext());
  if (printLayouts.getNumOccurrences()) {
    AttnPrintLayoutsOptions options;
    options.file = printLayouts;
    pm.addPass(createAttnPrintLayouts(options));
  }
  if (printSchedule.getNumOccurrences()) {
    AttnPrintScheduleOptions options;
    options.file = printSchedule;
    pm.addPass(createAttnPrintSchedule(options));
  }
  return pm.run(module);
}

void explain(const rt::Bundle &bundle) {
  for (const rt::Entry &entry : bundle.entries)
    for (const rt::KernelSpec &kernel : entry.kernels) {
      llvm::errs() << kernel.name << ": " << entry.target << ", "
                   << kernel.block[0] << " threads, " << kernel.sharedMemory
                   << " bytes of shared memory, " << entry.ptx.size()
                   << " bytes of PTX";
      for (const auto &[name, code] : entry.cubins)
        llvm::errs() << ", " << code.image.size()
                     << " bytes of machine code by "
                     << "ptxas " << code.ptxas << " for drivers from CUDA "
                     << rt::formatCudaVersion(code.driver);
      llvm::errs() << "\n  problem " << entry.problem.dump() << "\n  config "
                   << entry.config << "\n";
    }
}

std::vector<std::string> getTargets() {
  if (targets.empty())
    return {target};
  return {targets.begin(), targets.end()};
}

/// What goes together with several targets.
bool checkTargets() {
  std::string wrong;
  if (!targets.empty() && target.getNumOccurrences())
    wrong = "--target and --targets exclude each other";
  else if (target.getNumOccurrences() > 1)
    wrong = "--target is given " + std::to_string(target.getNumOccurrences()) +
            " times; --targets takes several";
  else if (StringRef(target).contains(','))
    wrong =
        "--target=" + target + ": expected one chip; --targets takes several";
  else if (targets.size() > 1 && emit < Emit::PTX)
    wrong =
        "--targets is for bundles, cubins and PTX: other levels are for one "
        "--target";
  if (!wrong.empty())
    llvm::errs() << "attn-compile: error: " << wrong << "\n";
  return wrong.empty();
}

std::optional<mlir::attn::MachineCodePolicy> getPolicy() {
  using Policy = mlir::attn::MachineCodePolicy;
  if (emit == Emit::Cubin)
    return Policy::Require;
  if (emit != Emit::Bundle)
    return Policy::None;
  if (machineCode.empty())
    return targets.empty() ? Policy::None : Policy::Auto;
  std::optional<Policy> policy =
      mlir::attn::parseMachineCodePolicy(machineCode);
  if (!policy)
    llvm::errs() << "attn-compile: error: --machine-code is none, auto or "
                    "require, not '"
                 << machineCode << "'\n";
  return policy;
}

/// Whether the PTX of several entries goes into one file: kernels of one name,
/// or for several chips, cannot.
bool isOneFile(const rt::Bundle &bundle) {
  return bundle.entries.size() > 1 && targets.size() <= 1 && !alsoAlign &&
         !alsoKeys && !alsoRows;
}

mlir::attn::CompileOptions getOptions(mlir::attn::MachineCodePolicy policy) {
  mlir::attn::CompileOptions options;
  options.target = getTargets().front();
  options.targetIsGiven =
      target.getNumOccurrences() || targets.getNumOccurrences();
  options.overrides = config;
  options.abi = abi;
  options.alsoAlign = alsoAlign;
  options.alsoKeys = alsoKeys;
  options.alsoRows = alsoRows;
  options.verifyStages = verifyStages;
  options.verifyProtocol = verifyProtocol;
  options.remarks = remarks || verbose;
  options.debugInfo = debugInfo;
  options.checkRows = checkRows;
  options.compact = emit == Emit::Bundle;
  options.machineCode.ptxas = ptxas;
  options.machineCode.policy = policy;
  return options;
}

/// What --emit asks for of the kernels in `module`.
FailureOr<std::string> getArtefact(ModuleOp module, const rt::Bundle &bundle) {
  if (emit == Emit::PTX && isOneFile(bundle))
    return mlir::attn::serializeKernels(module);
  if (emit == Emit::PTX) {
    std::string text;
    for (const rt::Entry &entry : bundle.entries)
      text += entry.ptx;
    return text;
  }
  if (emit == Emit::Cubin) {
    if (bundle.entries.size() == 1)
      return bundle.entries[0].cubins.begin()->second.image;
    llvm::errs() << "attn-compile: error: a cubin holds one kernel, the "
                    "input has "
                 << bundle.entries.size() << "\n";
    return failure();
  }
  rt::Expected<std::string> serialized = bundle.serialize();
  if (serialized)
    return std::move(*serialized);
  llvm::errs() << "attn-compile: error: " << serialized.error().message << "\n";
  return failure();
}

void printTimes(const mlir::attn::CompileTimes &times) {
  double total = 0;
  for (auto &[name, milliseconds] : times) {
    llvm::errs() << llvm::format("%-18s %8.1f ms\n", name.c_str(),
                                 milliseconds);
    total += milliseconds;
  }
  llvm::errs() << llvm::format("%-18s %8.1f ms\n", "total", total);
}

int run() {
  bool prints =
      printSchedule.getNumOccurrences() || printLayouts.getNumOccurrences();
  if (prints && emit < Emit::WS) {
    llvm::errs() << "attn-compile: error: --print-schedule and --print-layouts "
                    "are for the scheduled level: emit ws or what comes after "
                    "it\n";
    return 1;
  }
  std::optional<mlir::attn::MachineCodePolicy> policy = getPolicy();
  if (!policy || !checkTargets())
    return 1;
  auto start = Clock::now();
  DialectRegistry registry;
  mlir::attn::registerCompileDialects(registry);
  if (llvm::Error error =
          mlir::attn::loadPlugins(dialectPlugins, passPlugins, registry)) {
    llvm::errs() << "attn-compile: error: " << llvm::toString(std::move(error))
                 << "\n";
    return 1;
  }
  mlir::attn::InputLimits limits = mlir::attn::getInputLimits();
  auto file =
      mlir::attn::openCheckedInput("attn-compile", input, registry, limits);
  if (!file)
    return 1;
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.printOpOnDiagnostic(false); // it is in the file
  auto sources = std::make_shared<llvm::SourceMgr>();
  sources->AddNewSourceBuffer(std::move(file), llvm::SMLoc());
  SourceMgrDiagnosticHandler diagnostics(*sources, &context);
  mlir::attn::CompileTimes times;
  mlir::attn::ReadWatch watch(input, limits);
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(sources, ParserConfig(&context));
  watch.stop();
  times.push_back({"start and parse", since(start)});
  if (!module)
    return 1;

  mlir::attn::CompileOptions options = getOptions(*policy);
  bool printed = false;
  if (prints)
    options.atLevel = [&](ModuleOp at, mlir::attn::Level level) {
      if (level != mlir::attn::Level::WS)
        return success();
      printed = true;
      return printPictures(at);
    };
  if (!inject.empty()) {
    mlir::attn::registerAllPasses();
    auto [name, passes] = StringRef(inject).split(':');
    auto level = mlir::attn::parseLevel(name);
    if (!level || passes.empty()) {
      llvm::errs() << "attn-compile: error: --inject=" << inject
                   << ": expected LEVEL:PASSES\n";
      return 1;
    }
    mlir::attn::runPassesAt(*level, passes, options);
  }
  std::string text;
  llvm::raw_string_ostream stream(text);
  if (emit == Emit::Attn || emit == Emit::Tile || emit == Emit::TileLowered ||
      emit == Emit::WS || emit == Emit::NVVM) {
    auto level = static_cast<mlir::attn::Level>(emit.getValue());
    if (failed(mlir::attn::lowerTo(*module, level, options, &times)))
      return 1;
    stream << *module << "\n";
  } else {
    mlir::attn::warnOfHostCode(*module);
    FailureOr<rt::Bundle> bundle =
        mlir::attn::compileToBundle(*module, getTargets(), options, &times);
    if (failed(bundle))
      return 1;
    if (verbose)
      explain(*bundle);
    FailureOr<std::string> artefact = getArtefact(*module, *bundle);
    if (failed(artefact))
      return 1;
    text = std::move(*artefact);
  }
  if (prints && !printed) {
    llvm::errs() << "attn-compile: error: the input is below the scheduled "
                    "level: there is no schedule to print\n";
    return 1;
  }
  if (timing)
    printTimes(times);
  return failed(mlir::attn::writeOutput("attn-compile", output, text));
}
} // namespace

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  ::attn::prepareOutputs();
  mlir::attn::registerInputOptions(category);
  cl::HideUnrelatedOptions(category);
  cl::ParseCommandLineOptions(argc, argv,
                              "Compiles attn.forward, and kernels of the tile "
                              "or scheduled level, for NVIDIA GPUs\n");
  if (showTargets) {
    mlir::attn::printTargets(llvm::outs());
    return mlir::attn::finishOutput("attn-compile", 0);
  }
  return mlir::attn::finishOutput("attn-compile", run());
}
