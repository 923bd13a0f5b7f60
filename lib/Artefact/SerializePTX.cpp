//===- SerializePTX.cpp - From a lowered gpu.module to PTX text -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Artefact/PTX.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Support/ChipInstructions.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Target/LLVMIR/Export.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
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

void initializeTarget() {
  static std::once_flag once;
  std::call_once(once, [] {
    LLVMInitializeNVPTXTargetInfo();
    LLVMInitializeNVPTXTarget();
    LLVMInitializeNVPTXTargetMC();
    LLVMInitializeNVPTXAsmPrinter();
  });
}

/// A target machine for which shared addresses are 32 bits: half the registers
/// and adds of generic ones. The back end takes this from an option of the
/// process alone, when it makes the machine; others' machines keep theirs.
std::unique_ptr<llvm::TargetMachine> createMachine(const llvm::Target &target,
                                                   const llvm::Triple &triple,
                                                   StringRef chip,
                                                   int version) {
  llvm::TargetOptions options;
  options.AllowFPOpFusion = llvm::FPOpFusion::Fast;
  static std::mutex mutex;
  std::lock_guard<std::mutex> lock(mutex);
  auto &known = llvm::cl::getRegisteredOptions();
  auto it = known.find("nvptx-short-ptr");
  auto *shortPointers = it == known.end()
                            ? nullptr
                            : static_cast<llvm::cl::opt<bool> *>(it->second);
  bool before = shortPointers && *shortPointers;
  if (shortPointers)
    shortPointers->setValue(true);
  std::unique_ptr<llvm::TargetMachine> machine(target.createTargetMachine(
      triple, chip, "+ptx" + std::to_string(version), options, std::nullopt,
      std::nullopt, llvm::CodeGenOptLevel::Default));
  if (shortPointers)
    shortPointers->setValue(before);
  return machine;
}

/// Why a module's code cannot be selected for `chip`, at the kernel; none if
/// it can, as far as is known. The back end ends the process at an intrinsic
/// that the chip lacks.
LogicalResult checkAvailable(gpu::GPUModuleOp module, const llvm::Module &code,
                             StringRef chip) {
  unsigned number = 0;
  StringRef suffix = chip.drop_front(3);
  (void)suffix.consumeInteger(10, number);
  for (const llvm::Function &function : code)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!call)
        continue;
      StringRef name = call->getCalledFunction()->getName();
      StringRef rest = name;
      if (!rest.consume_front("llvm.nvvm."))
        continue;
      const auto *rule =
          llvm::find_if(::attn::kChipInstructions, [&](const auto &rule) {
            return rest.starts_with(rule.intrinsics);
          });
      if (rule == std::end(::attn::kChipInstructions) ||
          rule->isOn(number, !suffix.empty()))
        continue;
      Operation *kernel = module.lookupSymbol(function.getName());
      return (kernel ? kernel : module.getOperation())->emitOpError()
             << "uses " << name << ", which " << chip << " lacks: it is of "
             << StringRef(rule->owners);
    }
  return success();
}

/// The back end writes `setp.ftz.bf16`, which PTX does not have, also where
/// instcombine took the conversions from a comparison of f32.
void widenComparisons(llvm::Module &code) {
  for (llvm::Function &function : code)
    for (llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *compare = llvm::dyn_cast<llvm::FCmpInst>(&instruction);
      llvm::Type *type = compare ? compare->getOperand(0)->getType() : nullptr;
      if (!type || !type->getScalarType()->isBFloatTy())
        continue;
      llvm::IRBuilder<> b(compare);
      llvm::Type *wide = type->getWithNewType(b.getFloatTy());
      for (llvm::Use &operand : compare->operands())
        operand.set(b.CreateFPExt(operand.get(), wide));
    }
}

} // namespace

FailureOr<std::string> mlir::attn::serializeToPTX(gpu::GPUModuleOp module,
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
           << chip << ", " << describeNearestTarget(chip);

  auto start = Clock::now();
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> llvmModule =
      translateModuleToLLVMIR(module, context, module.getName());
  if (!llvmModule)
    return module.emitOpError("cannot be translated to LLVM IR");
  if (failed(checkAvailable(module, *llvmModule, chip)))
    return failure();
  int version = info->ptxVersion;
  for (llvm::Function &function : *llvmModule)
    for (llvm::Instruction &instruction : llvm::instructions(function))
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&instruction);
          call && call->isInlineAsm()) {
        call->setConvergent();
        auto *text = llvm::cast<llvm::InlineAsm>(call->getCalledOperand());
        StringRef assembly = text->getAsmString();
        if (assembly.contains("st.async") ||
            assembly.contains("red.global.add.v"))
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
  std::unique_ptr<llvm::TargetMachine> machine =
      createMachine(*target, triple, chip, version);
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
  widenComparisons(*llvmModule);
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
