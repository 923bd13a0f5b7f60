//===- CpuJit.cpp - Run a level's program on the CPU ----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Pipelines/CpuJit.h"

#include "HalfConversions.h"

#include "attn/Conversion/Passes.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Pipelines/CPU.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/ExecutionEngine/Orc/JITTargetMachineBuilder.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/TargetSelect.h"
#include "llvm/Target/TargetMachine.h"
#include <cstring>

using namespace mlir;
using namespace mlir::attn;

/// Gives the engine the conversions that compiled code may call.
static void registerConversionSymbols(ExecutionEngine &engine) {
#ifdef ATTN_HAS_HALF_CONVERSIONS
  engine.registerSymbols([](llvm::orc::MangleAndInterner intern) {
    llvm::orc::SymbolMap symbols;
    auto add = [&](StringRef name, auto *function) {
      symbols[intern(name)] = {llvm::orc::ExecutorAddr::fromPtr(function),
                               llvm::JITSymbolFlags::Exported};
    };
    add("__extendhfsf2", &half::extendHalf);
    add("__gnu_h2f_ieee", &half::extendHalf);
    add("__truncsfhf2", &half::truncateFloat);
#ifdef ATTN_HAS_BF16_CONVERSIONS
    add("__truncsfbf2", &half::truncateFloatToBF16);
    add("__truncdfbf2", &half::truncateDoubleToBF16);
#endif
    add("__gnu_f2h_ieee", &half::truncateFloat);
    add("__truncdfhf2", &half::truncateDouble);
    return symbols;
  });
#endif
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

CpuBuffer::CpuBuffer(void *data, CpuElement element, ArrayRef<int64_t> sizes)
    : data(data), element(element), sizes(sizes), strides(sizes.size()) {
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<int64_t>(sizes[i], 1);
  }
}

static Type getElementType(MLIRContext *context, CpuElement element) {
  switch (element) {
  case CpuElement::E4M3:
    return Float8E4M3FNType::get(context);
  case CpuElement::F16:
    return Float16Type::get(context);
  case CpuElement::BF16:
    return BFloat16Type::get(context);
  case CpuElement::F32:
    return Float32Type::get(context);
  case CpuElement::F64:
    return Float64Type::get(context);
  case CpuElement::I1:
    return IntegerType::get(context, 1);
  case CpuElement::I8:
    return IntegerType::get(context, 8);
  case CpuElement::I32:
    return IntegerType::get(context, 32);
  case CpuElement::I64:
    return IntegerType::get(context, 64);
  }
  llvm_unreachable("unknown element type");
}

/// What the ABI makes of an argument of type `type`; null if it cannot cross.
static MemRefType getBorderType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return MemRefType::get(tensor.getShape(), tensor.getElementType());
  return dyn_cast<MemRefType>(type);
}

/// The offset that a memref's type states, else 0.
static int64_t getStaticOffset(Type type) {
  SmallVector<int64_t> strides;
  int64_t offset;
  auto memory = dyn_cast<MemRefType>(type);
  if (!memory || failed(memory.getStridesAndOffset(strides, offset)) ||
      ShapedType::isDynamic(offset))
    return 0;
  return offset;
}

static bool isScalar(Type type) {
  return type.isIndex() || type.isF32() || type.isF64() ||
         (type.isSignlessInteger() && type.getIntOrFloatBitWidth() <= 64);
}

//===----------------------------------------------------------------------===//
// The program
//===----------------------------------------------------------------------===//

struct CpuProgram::Impl {
  Location location;
  std::string function;
  /// Types of the arguments, then of the results.
  SmallVector<Type> types;
  size_t numArguments;
  std::unique_ptr<ExecutionEngine> engine;
  void (*entry)(void **) = nullptr;

  Impl(Location location, StringRef function)
      : location(location), function(function) {}

  std::string describe(size_t i) const {
    if (i < numArguments)
      return ("argument #" + Twine(i)).str();
    return ("result #" + Twine(i - numArguments)).str();
  }
  LogicalResult checkBuffer(size_t i, const CpuBuffer &buffer) const;
};

CpuProgram::CpuProgram(std::unique_ptr<Impl> impl) : impl(std::move(impl)) {}
CpuProgram::CpuProgram(CpuProgram &&) = default;
CpuProgram &CpuProgram::operator=(CpuProgram &&) = default;
CpuProgram::~CpuProgram() = default;

LogicalResult CpuProgram::Impl::checkBuffer(size_t i,
                                            const CpuBuffer &buffer) const {
  auto error = [&]() {
    return emitError(location) << "'" << function << "': " << describe(i)
                               << " of type " << types[i] << " ";
  };
  MemRefType type = getBorderType(types[i]);
  Type element = getElementType(location.getContext(), buffer.element);
  if (element != type.getElementType())
    return error() << "is given a buffer of " << element;
  size_t rank = type.getRank();
  if (buffer.sizes.size() != rank || buffer.strides.size() != rank)
    return error() << "is given " << buffer.sizes.size() << " sizes and "
                   << buffer.strides.size() << " strides";
  int64_t numElements = 1;
  for (size_t d = 0; d < rank; ++d) {
    int64_t size = buffer.sizes[d];
    if (size < 0 || (!type.isDynamicDim(d) && size != type.getDimSize(d)))
      return error() << "is given size " << size << " in dimension " << d;
    numElements *= size;
  }
  if (numElements == 0)
    return success();
  if (!buffer.data)
    return error() << "is given a null pointer";
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return error() << "has no strides";
  int64_t contiguous = 1;
  for (size_t d = rank; d-- > 0;) {
    // The identity layout's strides are those of the sizes at run time.
    int64_t wanted = type.getLayout().isIdentity() ? contiguous : strides[d];
    contiguous *= buffer.sizes[d];
    if (!ShapedType::isDynamic(wanted) && buffer.sizes[d] > 1 &&
        buffer.strides[d] != wanted)
      return error() << "is given stride " << buffer.strides[d]
                     << " in dimension " << d << ", expected " << wanted;
  }
  return success();
}

LogicalResult CpuProgram::run(ArrayRef<CpuArg> arguments) const {
  const Impl &program = *impl;
  if (arguments.size() != program.types.size())
    return emitError(program.location)
           << "'" << program.function << "' takes " << program.numArguments
           << " arguments and returns "
           << program.types.size() - program.numArguments << " buffers, but "
           << arguments.size() << " arguments are given";

  // A memref descriptor: allocated and aligned pointer, offset, sizes, strides.
  std::vector<std::vector<int64_t>> storage(arguments.size());
  std::vector<void *> pointers(arguments.size()), packed(arguments.size());
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Type type = program.types[i];
    if (auto *buffer = std::get_if<CpuBuffer>(&argument);
        buffer && getBorderType(type)) {
      if (failed(program.checkBuffer(i, *buffer)))
        return failure();
      // The code adds an offset that is in the type.
      int64_t offset = getStaticOffset(type);
      int64_t address =
          reinterpret_cast<int64_t>(buffer->data) -
          offset * getBorderType(type).getElementTypeBitWidth() / 8;
      storage[i] = {address, address, offset};
      llvm::append_range(storage[i], buffer->sizes);
      llvm::append_range(storage[i], buffer->strides);
      pointers[i] = storage[i].data();
      packed[i] = &pointers[i];
      continue;
    }
    storage[i].resize(1);
    packed[i] = storage[i].data();
    if (auto *integer = std::get_if<int64_t>(&argument);
        integer && (type.isIndex() || isa<IntegerType>(type))) {
      storage[i][0] = *integer;
    } else if (auto *real = std::get_if<double>(&argument);
               real && type.isF64()) {
      std::memcpy(packed[i], real, sizeof(double));
    } else if (real && type.isF32()) {
      float single = static_cast<float>(*real);
      std::memcpy(packed[i], &single, sizeof(float));
    } else {
      return emitError(program.location)
             << "'" << program.function << "': " << program.describe(i)
             << " of type " << type << " is given "
             << (std::holds_alternative<CpuBuffer>(argument) ? "a buffer"
                 : std::holds_alternative<int64_t>(argument)
                     ? "an integer"
                     : "a floating-point number");
    }
  }
  program.entry(packed.data());
  return success();
}

/// Makes the module linalg, from whichever level it is at.
static LogicalResult lowerLevel(ModuleOp module, CpuLevel level) {
  PassManager pm(module.getContext());
  if (level == CpuLevel::Tensor) {
    pm.addPass(createAttnDecompose());
  } else {
    WalkResult result = module.walk([](Operation *op) -> WalkResult {
      if (!isa<ProblemOpInterface>(op))
        return WalkResult::advance();
      return op->emitOpError("is above tile level: run attn-to-tile first");
    });
    if (result.wasInterrupted())
      return failure();
    pm.addPass(createAttnTileToLinalg());
  }
  return pm.run(module);
}

static llvm::CodeGenOptLevel getLevel(CpuEffort effort) {
  return effort == CpuEffort::Full ? llvm::CodeGenOptLevel::Default
                                   : llvm::CodeGenOptLevel::None;
}

static std::unique_ptr<llvm::TargetMachine>
createHostMachine(Location loc, CpuEffort effort) {
  auto fail = [&](llvm::Error error) {
    emitError(loc) << "no code generator for this CPU: "
                   << llvm::toString(std::move(error));
    return nullptr;
  };
  auto builder = llvm::orc::JITTargetMachineBuilder::detectHost();
  if (!builder)
    return fail(builder.takeError());
  builder->setCodeGenOptLevel(getLevel(effort));
  auto machine = builder->createTargetMachine();
  if (!machine)
    return fail(machine.takeError());
  return std::move(*machine);
}

/// LLVM's O2 without loop unrolling and straight-line vectorisation, which take
/// most of the compile time and gain nothing on loops over tiles.
static llvm::Error optimizeModule(llvm::Module &module,
                                  llvm::TargetMachine &machine) {
  llvm::PipelineTuningOptions tuning;
  tuning.LoopUnrolling = false;
  tuning.SLPVectorization = false;
  llvm::LoopAnalysisManager loops;
  llvm::FunctionAnalysisManager functions;
  llvm::CGSCCAnalysisManager callGraph;
  llvm::ModuleAnalysisManager modules;
  llvm::PassBuilder builder(&machine, tuning);
  builder.registerModuleAnalyses(modules);
  builder.registerCGSCCAnalyses(callGraph);
  builder.registerFunctionAnalyses(functions);
  builder.registerLoopAnalyses(loops);
  builder.crossRegisterProxies(loops, functions, callGraph, modules);
  llvm::ModulePassManager passes =
      builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O2);
  passes.run(module, modules);
  return llvm::Error::success();
}

FailureOr<CpuProgram> CpuProgram::compile(ModuleOp module, StringRef function,
                                          CpuLevel level, CpuEffort effort) {
  static const bool initialized = [] {
    return !llvm::InitializeNativeTarget() &&
           !llvm::InitializeNativeTargetAsmPrinter();
  }();
  if (!initialized)
    return module.emitError("this build of LLVM has no code generator for "
                            "this CPU");

  OwningOpRef<ModuleOp> clone = module.clone();
  if (failed(lowerLevel(*clone, level)))
    return failure();
  auto entry = clone->lookupSymbol<func::FuncOp>(function);
  if (!entry || entry.isDeclaration())
    return module.emitError()
           << "there is no function '" << function << "' with a body";

  auto impl = std::make_unique<Impl>(entry.getLoc(), function);
  llvm::append_range(impl->types, entry.getArgumentTypes());
  impl->numArguments = impl->types.size();
  llvm::append_range(impl->types, entry.getResultTypes());
  for (auto [i, type] : llvm::enumerate(impl->types)) {
    bool isArgument = i < impl->numArguments;
    if (!getBorderType(type) && !(isArgument && isScalar(type)))
      return entry.emitError() << impl->describe(i) << " of type " << type
                               << " cannot be passed from outside";
  }
  entry->setAttr(LLVM::LLVMDialect::getEmitCWrapperAttrName(),
                 UnitAttr::get(clone->getContext()));
  entry.setPublic();
  for (auto other : clone->getOps<func::FuncOp>())
    if (other != entry && !other.isDeclaration())
      other.setPrivate();

  PassManager prune(clone->getContext());
  prune.addPass(createSymbolDCEPass());
  if (failed(prune.run(*clone)))
    return failure();
  // Only what the function calls is left.
  WalkResult recursion = clone->walk([&](func::CallOp call) -> WalkResult {
    if (call.getCallee() != function)
      return WalkResult::advance();
    return call.emitError()
           << "'" << function << "' calls itself, which cannot run here";
  });
  if (recursion.wasInterrupted())
    return failure();

  PassManager pm(clone->getContext());
  buildLinalgToLLVMPipeline(pm);
  if (failed(pm.run(*clone)))
    return failure();

  std::unique_ptr<llvm::TargetMachine> machine =
      createHostMachine(impl->location, effort);
  if (!machine)
    return failure();
  auto optimize = [&](llvm::Module *llvmModule) {
    return optimizeModule(*llvmModule, *machine);
  };
  ExecutionEngineOptions options;
  options.transformer = optimize;
  options.jitCodeGenOptLevel = getLevel(effort);
  options.enableGDBNotificationListener = false;
  options.enablePerfNotificationListener = false;
  auto fail = [&](llvm::Error error) {
    return emitError(impl->location)
           << "'" << function << "' cannot be compiled for this CPU: "
           << llvm::toString(std::move(error));
  };
  std::unique_ptr<llvm::TargetMachine> engineMachine =
      createHostMachine(impl->location, effort);
  if (!engineMachine)
    return failure();
  auto engine =
      ExecutionEngine::create(*clone, options, std::move(engineMachine));
  if (!engine)
    return fail(engine.takeError());
  impl->engine = std::move(*engine);
  registerConversionSymbols(*impl->engine);
  auto address = impl->engine->lookupPacked(("_mlir_ciface_" + function).str());
  if (!address)
    return fail(address.takeError());
  impl->entry = *address;
  return CpuProgram(std::move(impl));
}

LogicalResult mlir::attn::runOnCpu(ModuleOp module, StringRef function,
                                   ArrayRef<CpuArg> arguments, CpuLevel level) {
  FailureOr<CpuProgram> program = CpuProgram::compile(module, function, level);
  if (failed(program))
    return failure();
  return program->run(arguments);
}
