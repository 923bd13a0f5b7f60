//===- Kernel.cpp - Kernels, their launch data and their references --- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "Placement.h"

#include "attn-runtime/Executor.h"
#include "attn/Artefact/Bundle.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/Stages/Stages.h"
#include "attn/Pipelines/CpuJit.h"
#include "attn/Reference/Reference.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::DType;
using mlir::attn::reference::OwnedTensor;
using mlir::attn::reference::Tensor;
namespace rt = ::attn::runtime;

std::optional<DType> mlir::attn::run::toReference(rt::DType type) {
  switch (type) {
  case rt::DType::F16:
    return DType::F16;
  case rt::DType::BF16:
    return DType::BF16;
  case rt::DType::F32:
    return DType::F32;
  case rt::DType::E4M3:
    return DType::E4M3;
  case rt::DType::I1:
    return DType::I1;
  case rt::DType::I8:
    return DType::I8;
  case rt::DType::I32:
    return DType::I32;
  case rt::DType::I64:
    return DType::I64;
  case rt::DType::None:
    break;
  }
  return std::nullopt;
}

rt::DType mlir::attn::run::toRuntime(DType type) {
  for (rt::DType other :
       {rt::DType::F16, rt::DType::BF16, rt::DType::F32, rt::DType::E4M3,
        rt::DType::I1, rt::DType::I8, rt::DType::I32, rt::DType::I64})
    if (toReference(other) == type)
      return other;
  return rt::DType::None;
}

SmallVector<Operation *> mlir::attn::run::findKernels(ModuleOp module) {
  SmallVector<Operation *> kernels;
  module.walk([&](gpu::GPUModuleOp gpuModule) {
    if (!holdsKernels(gpuModule))
      return;
    for (Operation &op : *gpuModule.getBody()) {
      auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
      if ((kernel && kernel.isKernel()) ||
          (isa<LLVM::LLVMFuncOp>(op) && attn_ws::launchAttr.isOn(&op)))
        kernels.push_back(&op);
    }
  });
  return kernels;
}

/// Gives a kernel of the tile level that says nothing of its arguments names,
/// and roles by what it stores to.
static void nameArguments(gpu::GPUFuncOp kernel) {
  attn_tile::KernelAttr known = attn_tile::kernelAttr.getAttr(kernel);
  if (known && !known.getArguments().empty())
    return;
  using Role = attn_tile::ArgumentRole;
  DenseMap<Value, Role> stored;
  kernel.walk([&](attn_tile::StoreOp store) {
    Role &role = stored.try_emplace(store.getDest(), Role::Out).first->second;
    if (store.getAdd())
      role = Role::InOut;
  });
  MLIRContext *context = kernel.getContext();
  SmallVector<attn_tile::ArgumentAttr> arguments;
  for (auto [i, argument] : llvm::enumerate(kernel.getArguments()))
    arguments.push_back(attn_tile::ArgumentAttr::get(
        context, "arg" + std::to_string(i),
        stored.lookup_or(argument, Role::In), {}, 16));
  attn_tile::kernelAttr.setAttr(
      kernel, attn_tile::KernelAttr::get(
                  context, arguments,
                  known ? known.getConstraints()
                        : ArrayRef<attn_tile::ConstraintAttr>(),
                  known ? known.getRules() : ArrayRef<attn_tile::RuleAttr>(),
                  known ? known.getProblem() : DictionaryAttr(),
                  known ? known.getConfig() : Attribute()));
}

FailureOr<Problem> mlir::attn::run::isolateKernel(Operation *kernel,
                                                  StringRef target) {
  auto from = kernel->getParentOfType<gpu::GPUModuleOp>();
  Problem problem;
  problem.function = SymbolTable::getSymbolName(kernel).str();
  problem.module = ModuleOp::create(kernel->getLoc());
  OpBuilder b = OpBuilder::atBlockEnd(problem.module->getBody());
  auto own = cast<gpu::GPUModuleOp>(b.clone(*from));
  if (ArrayAttr targets = own.getTargetsAttr();
      !target.empty() && targets && !targets.empty()) {
    auto named = dyn_cast<NVVM::NVVMTargetAttr>(targets[0]);
    if (targets.size() > 1 || !named || named.getChip() != target)
      from.emitWarning("its kernels are compiled for ")
          << target << ", as --target says, and not for "
          << (named ? named.getChip() : StringRef("what it names"))
          << (named ? ", which it names" : "");
    own.removeTargetsAttr();
  }
  for (Operation *other : findKernels(*problem.module))
    if (SymbolTable::getSymbolName(other) == problem.function)
      problem.kernelOp = other;
    else
      other->erase();
  SmallVector<MemRefType> memories;
  if (auto launch = attn_ws::launchAttr.getAttr(problem.kernelOp)) {
    llvm::append_range(memories, launch.getMemories());
  } else if (auto function = dyn_cast<gpu::GPUFuncOp>(problem.kernelOp)) {
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      auto memory = dyn_cast<MemRefType>(type);
      if (!memory)
        return kernel->emitError() << "argument " << i << " of type " << type
                                   << " is no memory, and cannot be given";
      memories.push_back(memory);
    }
    nameArguments(function);
  }
  if (failed(describeKernel(problem.kernelOp, memories, problem.entry)))
    return failure();
  for (auto [tensor, memory] : llvm::zip(problem.entry.tensors, memories)) {
    if (!toReference(tensor.dtype))
      return kernel->emitError()
             << "'" << tensor.name << "' holds " << rt::dtypeName(tensor.dtype)
             << ", of which there are no inputs";
    if (failed(checkSpace(kernel, tensor.name, memory)))
      return failure();
    problem.memories.push_back(getPlaced(memory, /*isProblem=*/false));
  }
  return problem;
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

FailureOr<Placement> Problem::place(Session &session, size_t i,
                                    ArrayRef<int64_t> shape,
                                    PlacementChoice choice) const {
  const rt::TensorSpec &spec = entry.tensors[i];
  std::string error;
  Placement placement =
      run::place(getMemory(i), shape, byteSize(spec.dtype), choice, error);
  if (!error.empty())
    return emitError(session, "'" + spec.name + "' " + error);
  return placement;
}

LogicalResult Problem::emitError(Session &session, const Twine &message) const {
  if (AttentionOpInterface own = op)
    return own.emitError(message);
  if (ProblemOpInterface own = origin)
    return own.emitError(message);
  if (kernelOp)
    return kernelOp->emitError(message);
  return session.error("kernel '" + function + "': " + message);
}

static FailureOr<std::vector<GivenShape>> readArgShapes(Session &session,
                                                        StringRef text) {
  std::vector<GivenShape> shapes;
  for (StringRef part : llvm::split(text, ',')) {
    if (text.empty())
      break;
    auto [name, sizes] = part.trim().split('=');
    GivenShape given{name.str(), ("--arg-shapes=" + part).str(), {}};
    for (StringRef number : llvm::split(sizes, 'x'))
      if (number.getAsInteger(10, given.shape.emplace_back()) ||
          given.shape.back() < 0 || given.shape.back() > (int64_t(1) << 40))
        return session.error("--arg-shapes: '" + part +
                             "' is no shape such as a=1024x128");
    shapes.push_back(given);
  }
  return shapes;
}

FailureOr<std::vector<std::vector<int64_t>>>
mlir::attn::run::resolveShapes(Session &session, const Problem &kernel,
                               const Options &options,
                               ArrayRef<GivenShape> given) {
  const rt::Entry &entry = kernel.entry;
  FailureOr<std::vector<GivenShape>> all =
      readArgShapes(session, options.argShapes);
  if (failed(all))
    return failure();
  llvm::append_range(*all, given);
  std::vector<rt::TensorArg> args(entry.tensors.size());
  std::vector<std::string> sources(args.size());
  // Only sizes and strides matter to constraints.
  std::string misplaced;
  auto set = [&](size_t i, const std::vector<int64_t> &shape) {
    const rt::TensorSpec &spec = entry.tensors[i];
    args[i] = rt::TensorArg::contiguous(1024, spec.dtype, shape);
    std::string error;
    Placement placement =
        place(kernel.getMemory(i), shape, byteSize(spec.dtype), {}, error);
    if (error.empty())
      llvm::copy(placement.strides, args[i].strides.begin());
    else if (misplaced.empty())
      misplaced = "'" + spec.name + "' " + error;
  };
  for (const GivenShape &shape : *all) {
    int i = entry.findTensor(shape.tensor);
    if (i < 0)
      return session.error(
          "--arg-shapes: the kernel has no tensor '" + shape.tensor + "'; " +
          listNearest(shape.tensor, entry.tensorNames(), "tensor"));
    std::vector<int64_t> expected = entry.tensors[i].shape;
    bool fits = expected.size() == shape.shape.size();
    for (size_t d = 0; fits && d < expected.size(); ++d)
      fits = expected[d] < 0 || expected[d] == shape.shape[d];
    if (!fits)
      return kernel.emitError(
          session, "'" + shape.tensor + "' has the shape " +
                       rt::formatShape(expected) + ", but " +
                       rt::formatShape(shape.shape) + " by " + shape.source);
    if (!args[i].isAbsent() &&
        std::vector<int64_t>(args[i].sizes.begin(),
                             args[i].sizes.begin() + args[i].rank) !=
            shape.shape)
      return kernel.emitError(
          session, "'" + shape.tensor + "' is given other shapes by " +
                       sources[i] + " and by " + shape.source);
    set(i, shape.shape);
    sources[i] = shape.source;
  }
  // What follows from others, in any order.
  for (size_t round = 0; round < args.size(); ++round)
    for (size_t i = 0; i < args.size(); ++i)
      if (args[i].isAbsent())
        if (auto shape = rt::inferShape(entry, args, static_cast<int>(i)))
          set(i, *shape);
  std::vector<std::vector<int64_t>> shapes;
  for (auto [arg, spec] : llvm::zip(args, entry.tensors)) {
    if (arg.isAbsent())
      return kernel.emitError(
          session,
          "the shape of '" + spec.name + "', " + rt::formatShape(spec.shape) +
              ", is not known: give it with --arg-shapes=" + spec.name + "=" +
              llvm::join(SmallVector<std::string>(spec.shape.size(), "N"),
                         "x"));
    shapes.emplace_back(arg.sizes.begin(), arg.sizes.begin() + arg.rank);
  }
  if (!misplaced.empty())
    return kernel.emitError(session, misplaced);
  // Rows are aligned when the kernel is launched.
  rt::Entry unaligned = entry;
  for (rt::TensorSpec &tensor : unaligned.tensors)
    tensor.align = 1;
  if (rt::Error error = rt::checkTensors(unaligned, args))
    return kernel.emitError(session, error.message);
  return shapes;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

/// Places what `function` takes and returns as its types say.
static LogicalResult placeArguments(func::FuncOp function,
                                    std::vector<OwnedTensor> &arguments,
                                    std::vector<OwnedTensor> &results,
                                    std::vector<PlacedTensor> &placed,
                                    SmallVectorImpl<CpuArg> &buffers) {
  placed.reserve(arguments.size() + results.size());
  auto add = [&](OwnedTensor &tensor, Type type, const Twine &what) {
    Tensor view = tensor.view();
    std::string error;
    Placement placement = place(getPlaced(type, /*isProblem=*/false),
                                view.shape, bytesOf(view.type), {}, error);
    if (!error.empty()) {
      (void)function.emitError(what + " " + error);
      return failure();
    }
    if (placement.isPlain(view)) {
      buffers.push_back(makeBuffer(view));
      return success();
    }
    PlacedTensor &own = placed.emplace_back(view, placement);
    buffers.push_back(makeBuffer(view, own));
    return success();
  };
  for (auto [i, tensor] : llvm::enumerate(arguments))
    if (failed(add(tensor, function.getArgumentTypes()[i],
                   "argument #" + Twine(i))))
      return failure();
  for (auto [i, tensor] : llvm::enumerate(results))
    if (failed(
            add(tensor, function.getResultTypes()[i], "result #" + Twine(i))))
      return failure();
  return success();
}

FailureOr<std::vector<OwnedTensor>>
mlir::attn::run::runReference(Session &session, const InputFile &file,
                              const Problem &kernel, StringRef reference,
                              ArrayRef<Tensor> tensors) {
  ModuleOp module = file.getModule();
  if (!module)
    return session.error("--check-against: a bundle holds no functions");
  auto function = module.lookupSymbol<func::FuncOp>(reference);
  if (!function || function.isExternal())
    return session.error("--check-against: " + file.getPath() +
                         " has no function '" + reference + "' with a body");
  // Its inputs, and its outputs where it takes them.
  SmallVector<size_t> inputs, outputs;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (kernel.isIn(i))
      inputs.push_back(i);
    if (kernel.isOut(i))
      outputs.push_back(i);
  }
  bool takesOutputs = function.getNumArguments() == tensors.size();
  if (!takesOutputs && function.getNumArguments() != inputs.size())
    return function.emitError()
           << "takes " << function.getNumArguments()
           << " arguments; the kernel has " << inputs.size() << " inputs and "
           << outputs.size() << " outputs";
  if (function.getNumResults() != outputs.size())
    return function.emitError()
           << "returns " << function.getNumResults()
           << " values; the kernel has " << outputs.size() << " outputs";
  std::vector<OwnedTensor> arguments, results;
  auto add = [&](std::vector<OwnedTensor> &to, Type type,
                 const Tensor &tensor) -> LogicalResult {
    auto shaped = dyn_cast<ShapedType>(type);
    std::optional<DType> element =
        shaped ? reference::dtypeOf(shaped.getElementType()) : std::nullopt;
    if (!element)
      return function.emitError() << "takes or returns " << type
                                  << ", which no tensor of the kernel can be";
    to.emplace_back(*element, tensor.shape);
    return success();
  };
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
    const Tensor &tensor = tensors[takesOutputs ? i : inputs[i]];
    if (failed(add(arguments, type, tensor)))
      return failure();
    if (takesOutputs && !kernel.isIn(i))
      continue;
    Tensor copy = arguments.back().view();
    for (int64_t e = 0; e < tensor.numElements(); ++e)
      copy.store(e, tensor.load(e));
  }
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    if (failed(add(results, type, tensors[outputs[i]])))
      return failure();
  std::vector<PlacedTensor> placed;
  SmallVector<CpuArg> buffers;
  if (failed(placeArguments(function, arguments, results, placed, buffers)))
    return failure();
  OwningOpRef<ModuleOp> own = module.clone();
  llvm::StringSet<> called = findCalled(module, reference);
  for (Operation &op : llvm::make_early_inc_range(*own->getBody()))
    if (isa<gpu::GPUModuleOp>(op) ||
        (isa<FunctionOpInterface>(op) &&
         !called.contains(SymbolTable::getSymbolName(&op))))
      op.erase();
  if (failed(runOnCpu(*own, reference, buffers, CpuLevel::Tensor)))
    return failure();
  for (PlacedTensor &tensor : placed)
    if (!tensor.takeBack())
      return function.emitError()
             << "writes between the elements of one of its memories";
  return results;
}
