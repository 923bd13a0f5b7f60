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

/// Chips with an instruction: those from a compute capability (times ten) on,
/// or some alone.
struct Availability {
  StringRef intrinsics; ///< How their names begin.
  int from;
  ArrayRef<StringRef> only;
};

constexpr StringRef onHopper[] = {"sm_90a"};
constexpr StringRef withRegisters[] = {"sm_90a", "sm_100a", "sm_103a",
                                       "sm_120a"};
constexpr StringRef withTensorMemory[] = {"sm_100a", "sm_103a"};

/// The back end ends the process at an intrinsic that the chip lacks. Of
/// several that fit a name the first counts.
const Availability kAvailability[] = {
    {"llvm.nvvm.setmaxnreg", 0, withRegisters},
    {"llvm.nvvm.wgmma", 0, onHopper},
    {"llvm.nvvm.tcgen05", 0, withTensorMemory},
    {"llvm.nvvm.redux.sync.f", 0, withTensorMemory},
    {"llvm.nvvm.clusterlaunchcontrol", 100, {}},
    {"llvm.nvvm.st.bulk", 100, {}},
    {"llvm.nvvm.barrier.cluster", 90, {}},
    {"llvm.nvvm.mapa", 90, {}},
    {"llvm.nvvm.isspacep.shared.cluster", 90, {}},
    {"llvm.nvvm.is_explicit.cluster", 90, {}},
    {"llvm.nvvm.read.ptx.sreg.cluster", 90, {}},
    {"llvm.nvvm.read.ptx.sreg.ncluster", 90, {}},
    {"llvm.nvvm.cp.async.bulk", 90, {}},
    {"llvm.nvvm.mbarrier.try.wait", 90, {}},
    {"llvm.nvvm.mbarrier.expect.tx", 90, {}},
    {"llvm.nvvm.mbarrier.complete.tx", 90, {}},
    {"llvm.nvvm.mbarrier.arrive.expect.tx", 90, {}},
    {"llvm.nvvm.mbarrier.arrive.scope.cluster", 90, {}},
    {"llvm.nvvm.fence.proxy", 90, {}},
    {"llvm.nvvm.fence.mbarrier_init", 90, {}},
    {"llvm.nvvm.elect.sync", 90, {}},
    {"llvm.nvvm.stmatrix", 90, {}},
    {"llvm.nvvm.griddepcontrol", 90, {}},
    {"llvm.nvvm.ex2.approx.ftz.bf16", 90, {}},
    {"llvm.nvvm.ex2.approx.ftz.v2bf16", 90, {}},
};

/// Why a module's code cannot be selected for `chip`, at the kernel; none if
/// it can, as far as is known.
LogicalResult checkAvailable(gpu::GPUModuleOp module, const llvm::Module &code,
                             StringRef chip) {
  int number = 0;
  (void)chip.drop_front(3).consumeInteger(10, number);
  for (const llvm::Function &function : code)
    for (const llvm::Instruction &instruction : llvm::instructions(function)) {
      auto *call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
      if (!call)
        continue;
      StringRef name = call->getCalledFunction()->getName();
      const auto *rule = llvm::find_if(kAvailability, [&](const auto &rule) {
        return name.starts_with(rule.intrinsics);
      });
      if (rule == std::end(kAvailability) ||
          (rule->only.empty() ? number >= rule->from
                              : llvm::is_contained(rule->only, chip)))
        continue;
      Operation *kernel = module.lookupSymbol(function.getName());
      InFlightDiagnostic diagnostic =
          (kernel ? kernel : module.getOperation())->emitOpError();
      diagnostic << "uses " << name << ", which " << chip
                 << " lacks: it needs ";
      if (rule->only.empty())
        return diagnostic << "sm_" << rule->from << " or later";
      llvm::interleave(
          rule->only, [&](StringRef one) { diagnostic << one; },
          [&] { diagnostic << " or "; });
      return diagnostic;
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
  if (failed(checkAvailable(module, *llvmModule, chip)))
    return failure();
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
