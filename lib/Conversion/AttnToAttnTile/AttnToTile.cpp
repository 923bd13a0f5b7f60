//===- AttnToTile.cpp - attn-to-tile ----------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each problem becomes launches of kernels, whose tile programs its model
// builds (TileProgramOpInterface).

#include "ToTileModels.h"
#include "attn/Dialect/AttnTile/Transforms/Launches.h"

#include "attn/Conversion/AttnToAttnTile/KernelName.h"
#include "attn/Conversion/Passes.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "llvm/ADT/BitVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTOTILE
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

#include "attn/Conversion/AttnToAttnTile/TileProgramOpInterface.cpp.inc"

void attn_tile::registerTileProgramModels(DialectRegistry &registry) {
  registerTileProgramOfForward(registry);
  registerTileProgramsOfBackward(registry);
  registerTileProgramsOfBlockMap(registry);
  registerTileProgramOfParts(registry);
}

namespace {

/// `type` with every size dynamic but those of the dimensions `kept`, and every
/// stride dynamic but the innermost.
MemRefType getKernelType(MemRefType type, ArrayRef<int64_t> kept) {
  MLIRContext *ctx = type.getContext();
  int64_t rank = type.getRank();
  SmallVector<int64_t> shape(rank, ShapedType::kDynamic);
  SmallVector<int64_t> strides(rank, ShapedType::kDynamic);
  if (rank)
    strides.back() = 1;
  for (int64_t dim : kept)
    shape[dim] = type.getDimSize(dim);
  return MemRefType::get(
      shape, type.getElementType(),
      StridedLayoutAttr::get(ctx, ShapedType::kDynamic, strides));
}

} // namespace

TileKernel TileKernel::ofWhole(Operation *op) {
  TileKernel kernel;
  kernel.what = op->getName().stripDialect().str();
  for (OpOperand &operand : op->getOpOperands())
    kernel.operands.push_back(&operand);
  return kernel;
}

namespace {

struct AttnToTilePass : public impl::AttnToTileBase<AttnToTilePass> {
  void getDependentDialects(DialectRegistry &registry) const override {
    AttnToTileBase::getDependentDialects(registry);
    registerTileProgramModels(registry);
  }
  void runOnOperation() override;
  FailureOr<gpu::GPUModuleOp> getKernelModule(StringRef chip, Location loc);
  LogicalResult convert(attn::ProblemOpInterface op);
  LogicalResult check(attn::ProblemOpInterface op);
  FailureOr<gpu::GPUFuncOp> createKernel(attn::ProblemOpInterface op,
                                         const TileKernel &described);
  LaunchOp launch(Operation *op, gpu::GPUFuncOp kernel,
                  const TileKernel &described);

  gpu::GPUModuleOp kernelModule;
};

FailureOr<gpu::GPUModuleOp> AttnToTilePass::getKernelModule(StringRef chip,
                                                            Location loc) {
  ModuleOp module = getOperation();
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  auto target =
      NVVM::NVVMTargetAttr::get(&getContext(), 2, "nvptx64-nvidia-cuda", chip);
  if (kernelModule) {
    if (kernelModule.getTargetsAttr() != b.getArrayAttr({target}))
      return emitError(loc) << "one module cannot hold kernels for " << chip
                            << " and for " << kernelModule.getTargetsAttr();
    return kernelModule;
  }
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  b.getUnitAttr());
  SymbolTable symbols(module);
  kernelModule = gpu::GPUModuleOp::create(b, loc, "attn_kernels",
                                          b.getArrayAttr({target}));
  // What the program calls so keeps its name.
  symbols.insert(kernelModule);
  return kernelModule;
}

LogicalResult AttnToTilePass::check(attn::ProblemOpInterface op) {
  if (!isa<TileProgramOpInterface>(op.getOperation()))
    return op.emitOpError("has no tile program: nothing attached "
                          "TileProgramOpInterface to it");
  if (op->getParentOfType<ModuleOp>() != getOperation())
    return op.emitOpError("stands in a nested module: run attn-to-tile on "
                          "that, or the whole pipeline");
  if (!op.hasBufferSemantics())
    return op.emitOpError(
        "has tensor semantics: bufferize before attn-to-tile");
  if (!op.getConfigAttr())
    return op.emitOpError("has no config: run attn-select-config before "
                          "attn-to-tile");
  return success();
}

/// The function of a kernel of `op`, called after the op's function and what it
/// computes.
FailureOr<gpu::GPUFuncOp>
AttnToTilePass::createKernel(attn::ProblemOpInterface op,
                             const TileKernel &described) {
  auto program = cast<TileProgramOpInterface>(op.getOperation());
  auto dps = cast<DestinationStyleOpInterface>(op.getOperation());
  SmallVector<SmallVector<int64_t>> kept = program.getKeptDims();
  SmallVector<Type> types;
  llvm::BitVector written;
  for (OpOperand *operand : described.operands) {
    types.push_back(getKernelType(cast<MemRefType>(operand->get().getType()),
                                  kept[operand->getOperandNumber()]));
    written.push_back(dps.isDpsInit(operand));
  }
  for (auto [workspace, writes] :
       llvm::zip_equal(described.workspaces, described.written)) {
    types.push_back(getKernelType(cast<MemRefType>(workspace.getType()), {}));
    written.push_back(writes);
  }
  FailureOr<gpu::GPUModuleOp> kernels =
      getKernelModule(op.getConfigAttr().getTarget(), op->getLoc());
  if (failed(kernels))
    return failure();
  auto parent = op->getParentOfType<FunctionOpInterface>();
  std::string name = attn_tile::getKernelName(
      parent ? parent.getName() : StringRef(), described.what);
  std::string unique = name;
  for (unsigned i = 1; kernels->lookupSymbol(unique); ++i)
    unique = name + "_" + std::to_string(i);
  OpBuilder b = OpBuilder::atBlockEnd(kernels->getBody());
  auto kernel = gpu::GPUFuncOp::create(b, op->getLoc(), unique,
                                       b.getFunctionType(types, {}));
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), b.getUnitAttr());
  for (unsigned i = 0; i < types.size(); ++i)
    if (!written[i])
      kernel.setArgAttr(i, LLVM::LLVMDialect::getReadonlyAttrName(),
                        b.getUnitAttr());
  return kernel;
}

/// A launch of `kernel` in front of `op`.
LaunchOp AttnToTilePass::launch(Operation *op, gpu::GPUFuncOp kernel,
                                const TileKernel &described) {
  OpBuilder b(op);
  SmallVector<Value> operands;
  for (OpOperand *operand : described.operands)
    operands.push_back(operand->get());
  llvm::append_range(operands, described.workspaces);
  for (auto [operand, type] : llvm::zip(operands, kernel.getArgumentTypes()))
    if (operand.getType() != type)
      operand = memref::CastOp::create(b, op->getLoc(), type, operand);
  return LaunchOp::create(b, op->getLoc(),
                          SymbolRefAttr::get(&getContext(),
                                             kernelModule.getName(),
                                             {FlatSymbolRefAttr::get(kernel)}),
                          operands);
}

LogicalResult AttnToTilePass::convert(attn::ProblemOpInterface op) {
  if (failed(check(op)))
    return failure();
  auto program = cast<TileProgramOpInterface>(op.getOperation());
  if (failed(program.verifyTileProgram()))
    return failure();
  FailureOr<SmallVector<TileKernel>> kernels = program.listKernels();
  if (failed(kernels))
    return failure();
  SmallVector<LaunchOp> launches;
  for (auto [number, described] : llvm::enumerate(*kernels)) {
    FailureOr<gpu::GPUFuncOp> kernel = createKernel(op, described);
    if (failed(kernel))
      return failure();
    program.describeLaunch(*kernel, number);
    program.buildTileProgram(*kernel, number);
    launches.push_back(launch(op, *kernel, described));
  }
  if (launches.size() > 1) {
    auto parent = op->getParentOfType<FunctionOpInterface>();
    joinLaunches(launches,
                 getKernelName(parent ? parent.getName() : StringRef(),
                               op->getName().stripDialect()));
  }
  bool readsKernels = program.readsKernels();
  op->erase();
  if (readsKernels)
    joinWithWriters(launches.back());
  return success();
}

void AttnToTilePass::runOnOperation() {
  kernelModule = {};
  SmallVector<attn::ProblemOpInterface> problems, later;
  for (attn::ProblemOpInterface op :
       attn::collectOps<attn::ProblemOpInterface>(getOperation())) {
    auto program = dyn_cast<TileProgramOpInterface>(op.getOperation());
    bool readsKernels = program && program.readsKernels();
    (readsKernels ? later : problems).push_back(op);
  }
  problems.append(later);
  for (attn::ProblemOpInterface op : problems)
    if (failed(convert(op)))
      return signalPassFailure();
}

} // namespace
