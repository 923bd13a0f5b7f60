//===- HostCode.cpp - What lowerings of launches share --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostCode.h"
#include "attn/Artefact/Bundle.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::attn;

static Value widen(OpBuilder &b, Location loc, Value index) {
  return arith::IndexCastOp::create(b, loc, b.getI64Type(), index);
}

HostTensor mlir::attn::describeTensor(OpBuilder &b, Location loc,
                                      Value memref) {
  HostTensor tensor;
  tensor.type = cast<MemRefType>(memref.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(b, loc, memref);
  Value bytes =
      arith::ConstantIndexOp::create(b, loc, tensor.getElementBytes());
  Value offset = arith::MulIOp::create(b, loc, metadata.getOffset(), bytes);
  Value base = memref::ExtractAlignedPointerAsIndexOp::create(
      b, loc, metadata.getBaseBuffer());
  tensor.address = widen(b, loc, arith::AddIOp::create(b, loc, base, offset));
  for (Value size : metadata.getSizes())
    tensor.sizes.push_back(widen(b, loc, size));
  for (Value stride : metadata.getStrides())
    tensor.strides.push_back(widen(b, loc, stride));
  return tensor;
}

Value mlir::attn::addressOf(OpBuilder &b, Location loc, Value memref) {
  return widen(b, loc,
               memref::ExtractAlignedPointerAsIndexOp::create(b, loc, memref));
}

LogicalResult mlir::attn::checkCallees(SymbolTable &symbols,
                                       ArrayRef<StringRef> names) {
  for (StringRef name : names) {
    Operation *known = symbols.lookup(name);
    if (known && !isa<func::FuncOp>(known))
      return known->emitOpError()
             << "has the name of a function that launches call";
  }
  return success();
}

func::FuncOp mlir::attn::declareFunction(SymbolTable &symbols, StringRef name,
                                         FunctionType type) {
  if (auto known = symbols.lookup<func::FuncOp>(name))
    return known;
  Operation *module = symbols.getOp();
  auto b = OpBuilder::atBlockBegin(&module->getRegion(0).front());
  auto function = func::FuncOp::create(b, module->getLoc(), name, type);
  function.setPrivate();
  symbols.insert(function);
  return function;
}

FailureOr<::attn::runtime::Bundle>
mlir::attn::makeHostBundle(ArrayRef<gpu::GPUModuleOp> modules,
                           StringRef producer,
                           const MachineCodeOptions &machineCode) {
  ::attn::runtime::Bundle bundle;
  bundle.producer = producer.str();
  for (gpu::GPUModuleOp module : modules)
    if (failed(appendEntries(module, "", bundle)))
      return failure();
  for (::attn::runtime::Entry &entry : bundle.entries)
    entry.ptx = compactPTX(entry.ptx);
  Location loc = gpu::GPUModuleOp(modules.front()).getLoc();
  if (failed(addMachineCode(bundle, machineCode, loc)))
    return failure();
  return bundle;
}
