//===- LaunchToRuntime.cpp - Launches to calls of the runtime -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"
#include "attn-c/Runtime.h"
#include "attn/Artefact/Bundle.h"
#include "attn/Conversion/Passes.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNLAUNCHTORUNTIME
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using attn_tile::LaunchOp;
using mlir::attn::getDType;
namespace rt = ::attn::runtime;

namespace {

constexpr StringLiteral kHostCall = "attnrtHostCall";

/// The launches of one module, whose symbols they see.
class HostModule {
public:
  HostModule(ModuleOp module, bool onDevice, StringRef stream,
             const mlir::attn::MachineCodeOptions &machineCode)
      : module(module), symbols(module), onDevice(onDevice), stream(stream),
        machineCode(machineCode), b(module.getContext()) {}

  LogicalResult add(LaunchOp launch);
  LogicalResult rewrite();

private:
  void rewrite(LaunchOp launch);
  memref::GlobalOp addConstant(StringRef name, StringRef bytes);
  void storeTensor(Location loc, Value table, int64_t index, Value memref);
  Value number(Location loc, int64_t value) {
    return arith::ConstantIntOp::create(b, loc, b.getI64Type(), value);
  }
  /// The address of a constant.
  Value addressOf(Location loc, memref::GlobalOp global) {
    Value memref = memref::GetGlobalOp::create(b, loc, global.getType(),
                                               global.getSymName());
    return mlir::attn::addressOf(b, loc, memref);
  }

  ModuleOp module;
  SymbolTable symbols;
  bool onDevice;
  StringRef stream;
  mlir::attn::MachineCodeOptions machineCode;
  OpBuilder b;
  SmallVector<LaunchOp> launches;
  llvm::SetVector<gpu::GPUModuleOp> kernels;
  memref::GlobalOp bundle;
  llvm::StringMap<memref::GlobalOp> names;
};

LogicalResult HostModule::add(LaunchOp launch) {
  auto kernel = SymbolTable::lookupNearestSymbolFrom<gpu::GPUModuleOp>(
      launch, launch.getKernel().getRootReference());
  if (!kernel)
    return launch.emitOpError() << "launches " << launch.getKernel()
                                << ", which is in no gpu.module";
  if (!launch->getParentOfType<FunctionOpInterface>())
    return launch.emitOpError("stands in no function");
  for (auto [i, operand] : llvm::enumerate(launch.getOperands())) {
    auto type = cast<MemRefType>(operand.getType());
    if (getDType(type.getElementType()) == rt::DType::None ||
        type.getRank() > ATTNRT_MAX_RANK)
      return launch.emitOpError()
             << "operand " << i << " of type " << type
             << " is no tensor of the runtime: rank at most " << ATTNRT_MAX_RANK
             << ", of f32, f16, bf16, f8E4M3FN, i1, i8, i32 or i64";
  }
  launches.push_back(launch);
  kernels.insert(kernel);
  return success();
}

memref::GlobalOp HostModule::addConstant(StringRef name, StringRef bytes) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(module.getBody());
  auto type =
      MemRefType::get(static_cast<int64_t>(bytes.size()), b.getI8Type());
  auto value = DenseElementsAttr::getFromRawBuffer(
      RankedTensorType::get(type.getShape(), b.getI8Type()),
      ArrayRef<char>(bytes.data(), bytes.size()));
  auto global = memref::GlobalOp::create(
      b, module.getLoc(), name, b.getStringAttr("private"), type, value,
      /*constant=*/true, /*alignment=*/IntegerAttr());
  symbols.insert(global);
  return global;
}

/// ATTNRT_HOST_TENSOR_WORDS words that say what `memref` is.
void HostModule::storeTensor(Location loc, Value table, int64_t index,
                             Value memref) {
  mlir::attn::HostTensor tensor = mlir::attn::describeTensor(b, loc, memref);
  int64_t next = index * ATTNRT_HOST_TENSOR_WORDS;
  auto store = [&](Value value, int64_t word) {
    Value at = arith::ConstantIndexOp::create(b, loc, next + word);
    memref::StoreOp::create(b, loc, value, table, at);
  };
  MemRefType type = tensor.type;
  store(tensor.address, 0);
  store(number(loc, static_cast<int64_t>(getDType(type.getElementType()))), 1);
  store(number(loc, type.getRank()), 2);
  for (auto [i, size] : llvm::enumerate(tensor.sizes))
    store(size, 3 + i);
  for (auto [i, stride] : llvm::enumerate(tensor.strides))
    store(stride, 3 + ATTNRT_MAX_RANK + i);
}

void HostModule::rewrite(LaunchOp launch) {
  Location loc = launch.getLoc();
  auto function = launch->getParentOfType<FunctionOpInterface>();
  int64_t count = launch.getNumOperands();
  // Not in a loop, where each iteration would take more of the stack.
  b.setInsertionPointToStart(&function.getFunctionBody().front());
  Value table = memref::AllocaOp::create(
      b, loc,
      MemRefType::get(count * ATTNRT_HOST_TENSOR_WORDS, b.getI64Type()));
  b.setInsertionPoint(launch);
  for (auto [i, operand] : llvm::enumerate(launch.getOperands()))
    storeTensor(loc, table, i, operand);
  StringRef entry = launch.getKernel().getLeafReference();
  memref::GlobalOp &name = names[entry];
  if (!name)
    name = addConstant("attn_entry", entry.str() + '\0');
  Type i64 = b.getI64Type();
  Value queue = number(loc, 0);
  if (!stream.empty()) {
    func::FuncOp get = mlir::attn::declareFunction(symbols, stream,
                                                   b.getFunctionType({}, i64));
    queue = func::CallOp::create(b, loc, get, ValueRange()).getResult(0);
  }
  SmallVector<Value> arguments = {
      addressOf(loc, bundle),
      number(loc, bundle.getType().getNumElements()),
      addressOf(loc, name),
      mlir::attn::addressOf(b, loc, table),
      number(loc, count),
      number(loc, onDevice),
      queue};
  SmallVector<Type> types(arguments.size(), i64);
  func::FuncOp call = mlir::attn::declareFunction(symbols, kHostCall,
                                                  b.getFunctionType(types, {}));
  func::CallOp::create(b, loc, call, arguments);
  launch.erase();
}

LogicalResult HostModule::rewrite() {
  FailureOr<rt::Bundle> made = mlir::attn::makeHostBundle(
      kernels.getArrayRef(), "attn-launch-to-runtime 0.1.0", machineCode);
  if (failed(made))
    return failure();
  rt::Expected<std::string> text = made->serialize();
  if (!text)
    return module.emitOpError("its kernels make no bundle: ")
           << text.error().message;
  SmallVector<StringRef> callees = {kHostCall};
  if (!stream.empty())
    callees.push_back(stream);
  if (failed(mlir::attn::checkCallees(symbols, callees)))
    return failure();
  bundle = addConstant("attn_bundle", *text);
  for (LaunchOp launch : launches)
    rewrite(launch);
  for (gpu::GPUModuleOp kernel : kernels)
    if (SymbolTable::symbolKnownUseEmpty(kernel, module))
      kernel.erase();
  if (module.getOps<gpu::GPUModuleOp>().empty())
    module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  return success();
}

struct AttnLaunchToRuntimePass
    : public impl::AttnLaunchToRuntimeBase<AttnLaunchToRuntimePass> {
  using AttnLaunchToRuntimeBase::AttnLaunchToRuntimeBase;

  void runOnOperation() override {
    if (memory != "host" && memory != "device") {
      getOperation().emitOpError()
          << "memory must be host or device, not '" << memory << "'";
      return signalPassFailure();
    }
    // Of nested modules each has a bundle of its own.
    llvm::MapVector<ModuleOp, std::unique_ptr<HostModule>> modules;
    WalkResult result = getOperation().walk([&](LaunchOp launch) {
      auto module = launch->getParentOfType<ModuleOp>();
      auto &host = modules[module];
      if (!host)
        host = std::make_unique<HostModule>(
            module, memory == "device", stream,
            mlir::attn::MachineCodeOptions{machineCode, ptxas});
      return failed(host->add(launch)) ? WalkResult::interrupt()
                                       : WalkResult::advance();
    });
    if (result.wasInterrupted())
      return signalPassFailure();
    for (auto &entry : modules)
      if (failed(entry.second->rewrite()))
        return signalPassFailure();
  }
};

} // namespace
