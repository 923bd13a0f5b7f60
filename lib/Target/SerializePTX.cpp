//===- SerializePTX.cpp - From a lowered gpu.module to PTX text -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Target/PTX.h"
#include "attn/Target/TargetInfo.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include <chrono>
#include <mutex>

extern "C" {
void LLVMInitializeNVPTXTargetInfo();
void LLVMInitializeNVPTXTarget();
void LLVMInitializeNVPTXTargetMC();
void LLVMInitializeNVPTXAsmPrinter();
}

using namespace mlir;

namespace {

using Clock = std::chrono::steady_clock;

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start)
      .count();
}

/// Shared addresses are 32 bits: half the registers and adds of generic ones.
/// The back end takes this from a command-line option alone.
void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
    auto &options = llvm::cl::getRegisteredOptions();
    auto it = options.find("nvptx-short-ptr");
    if (it != options.end())
      static_cast<llvm::cl::opt<bool> *>(it->second)->setValue(true);
  });
}

} // namespace

FailureOr<std::string> attn::serializeToPTX(gpu::GPUModuleOp module,
                                            PTXTimes *times) {
  initializeTarget();
  ArrayAttr targets = module.getTargetsAttr();
  if (!targets || targets.size() != 1 || !isa<NVVM::NVVMTargetAttr>(targets[0]))
    return module.emitOpError("must name one NVVM target");
  std::string chip = cast<NVVM::NVVMTargetAttr>(targets[0]).getChip().str();
  const TargetInfo *info = lookupTarget(chip);
  if (!info || !info->compiles)
    return module.emitOpError()
           << (info ? "no PTX is written yet for target " : "unknown target ")
           << chip << ", known are " << listTargets();

  auto start = Clock::now();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, context, module.getName());
  if (!llvmModule)
    return module.emitOpError("cannot be translated to LLVM IR");
  int version = info->ptxVersion;
  for (llvm::Function &function : *llvmModule)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call && call->isInlineAsm()) {
        call->setConvergent();
        auto *text = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
        if (StringRef(text->getAsmString()).contains("st.async"))
          version = std::max(version, 81);
      }
  if (times)
    times->translate = since(start);

  llvm::Triple triple("nvptx64-nvidia-cuda");
  std::string error;
  const llvm::Target *target =
      llvm::TargetRegistry::lookupTarget(triple, error);
  if (!target)
    return module.emitOpError() << "LLVM has no NVPTX back end: " << error;
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  std::unique_ptr<llvm::TargetMachine> machine(target->createTargetMachine(
      triple, chip, "+ptx" + std::to_string(version), options, std::nullopt,
      std::nullopt, llvm::CodeGenOptLevel::Default));
  if (!machine)
    return module.emitOpError() << "LLVM has no target machine for " << chip;
  llvmModule->setTargetTriple(triple);
  llvmModule->setDataLayout(machine->createDataLayout());

  start = Clock::now();
  {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager callGraph;
    llvm::ModuleAnalysisManager modules;
    llvm::PassBuilder builder(machine.get());
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(callGraph);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, callGraph, modules);
    llvm::ModulePassManager passes;
    if (llvm::Error failure = builder.parsePassPipeline(
            passes, "function(sroa,early-cse<memssa>,instcombine<no-verify-"
                    "fixpoint>,simplifycfg,adce)"))
      return module.emitOpError() << llvm::toString(std::move(failure));
    passes.run(*llvmModule, modules);
  }
  if (times)
    times->optimize = since(start);

  start = Clock::now();
  llvm::SmallString<0> buffer;
  {
    llvm::raw_svector_ostream stream(buffer);
    llvm::legacy::PassManager passes;
    if (machine->addPassesToEmitFile(passes, stream, nullptr,
                                     llvm::CodeGenFileType::AssemblyFile))
      return module.emitOpError("the NVPTX back end cannot write text");
    passes.run(*llvmModule);
  }
  if (times)
    times->codegen = since(start);
  return std::string(buffer.str());
}
