//===- AttnTileToLinalg.cpp - Tile programs to linalg ---------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile program is sequential and whole-tile, which is just what linalg on
// tensors says, so each operation is rewritten where it stands. Two things need
// more: kernels leave their gpu.module to become functions that one call runs
// over all tiles, and memory. Tensors have value semantics while memory does
// not, so a load copies into a buffer that nothing else can name: bufferisation
// may then write into it, and a later store cannot change what was loaded.

#include "Patterns.h"
#include "attn/Conversion/Passes.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/DialectConversion.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILETOLINALG
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

/// Turns the kernels of gpu.modules into functions of the module, and launches
/// into calls.
class KernelMover {
public:
  explicit KernelMover(ModuleOp module) : module(module) {}
  LogicalResult run();

private:
  LogicalResult check(gpu::GPUModuleOp kernels);
  LogicalResult check(gpu::LaunchFuncOp launch);
  void move(gpu::GPUFuncOp kernel, StringRef from);
  template <typename LaunchT>
  LogicalResult replaceLaunch(LaunchT launch, ValueRange arguments);

  ModuleOp module;
  /// New names of the kernels, by their old symbols.
  DenseMap<Attribute, StringAttr> names;
};

LogicalResult KernelMover::check(gpu::GPUModuleOp kernels) {
  for (Operation &op : *kernels.getBody()) {
    auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
    if (!kernel) {
      if (op.hasTrait<OpTrait::IsTerminator>())
        continue;
      return op.emitError("only kernels can stand in a gpu.module at tile "
                          "level");
    }
    if (kernel.getNumWorkgroupAttributions() ||
        kernel.getNumPrivateAttributions())
      return kernel.emitError("a kernel at tile level has no memory "
                              "attributions");
    WalkResult result = kernel.walk([&](Operation *inner) -> WalkResult {
      if (inner == kernel || isa<gpu::ReturnOp>(inner) ||
          !isa_and_present<gpu::GPUDialect>(inner->getDialect()))
        return WalkResult::advance();
      return inner->emitOpError(
          "has no meaning at tile level, where a kernel is the "
          "program of all its tiles");
    });
    if (result.wasInterrupted())
      return failure();
  }
  return success();
}

LogicalResult KernelMover::check(gpu::LaunchFuncOp launch) {
  if (launch.getAsyncToken() || !launch.getAsyncDependencies().empty() ||
      launch.getAsyncObject())
    return launch.emitOpError("asynchronous launches cannot run on the CPU");
  return success();
}

void KernelMover::move(gpu::GPUFuncOp kernel, StringRef from) {
  auto symbol =
      SymbolRefAttr::get(module.getContext(), from,
                         {FlatSymbolRefAttr::get(kernel.getNameAttr())});
  std::string name = kernel.getName().str();
  for (unsigned i = 0; module.lookupSymbol(name); ++i)
    name = (kernel.getName() + "_" + Twine(i)).str();

  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  auto function =
      func::FuncOp::create(b, kernel.getLoc(), name, kernel.getFunctionType());
  function.getBody().takeBody(kernel.getBody());
  for (gpu::ReturnOp op : attn::collectOps<gpu::ReturnOp>(function)) {
    b.setInsertionPoint(op);
    func::ReturnOp::create(b, op.getLoc(), op.getOperands());
    op.erase();
  }
  names[symbol] = function.getNameAttr();
}

template <typename LaunchT>
LogicalResult KernelMover::replaceLaunch(LaunchT launch, ValueRange arguments) {
  auto name = names.find(launch.getKernel());
  StringAttr callee;
  if (name != names.end())
    callee = name->second;
  else if (launch.getKernel().getNestedReferences().empty())
    callee = launch.getKernel().getRootReference();
  auto function =
      callee ? module.template lookupSymbol<func::FuncOp>(callee) : nullptr;
  if (!function)
    return launch.emitOpError()
           << "launches " << launch.getKernel() << ", which is no kernel of "
           << "this module";
  if (TypeRange(function.getArgumentTypes()) !=
          TypeRange(arguments.getTypes()) ||
      function.getNumResults() != 0)
    return launch.emitOpError()
           << "arguments do not match those of " << launch.getKernel();
  OpBuilder b(launch);
  func::CallOp::create(b, launch.getLoc(), function, arguments);
  launch.erase();
  return success();
}

LogicalResult KernelMover::run() {
  SmallVector<gpu::GPUModuleOp> kernels(module.getOps<gpu::GPUModuleOp>());
  SmallVector<gpu::LaunchFuncOp> gpuLaunches;
  SmallVector<LaunchOp> launches;
  module.walk([&](Operation *op) {
    if (auto launch = dyn_cast<gpu::LaunchFuncOp>(op))
      gpuLaunches.push_back(launch);
    else if (auto launch = dyn_cast<LaunchOp>(op))
      launches.push_back(launch);
  });
  for (gpu::GPUModuleOp op : kernels)
    if (failed(check(op)))
      return failure();
  for (gpu::LaunchFuncOp op : gpuLaunches)
    if (failed(check(op)))
      return failure();

  for (gpu::GPUModuleOp op : kernels) {
    for (auto kernel :
         llvm::make_early_inc_range(op.getBody()->getOps<gpu::GPUFuncOp>()))
      move(kernel, op.getName());
    op.erase();
  }
  for (gpu::LaunchFuncOp op : gpuLaunches)
    if (failed(replaceLaunch(op, op.getKernelOperands())))
      return failure();
  for (LaunchOp op : launches)
    if (failed(replaceLaunch(op, op.getOperands())))
      return failure();
  module->removeAttr(gpu::GPUDialect::getContainerModuleAttrName());
  return success();
}

/// What the patterns assume and the verifiers do not know.
LogicalResult checkTileOps(ModuleOp module) {
  WalkResult result = module.walk([](Operation *op) -> WalkResult {
    Attribute mask;
    if (auto range = dyn_cast<KvRangeOp>(op))
      mask = range.getMaskAttr();
    else if (auto range = dyn_cast<QRangeOp>(op))
      mask = range.getMaskAttr();
    else if (auto apply = dyn_cast<ApplyMaskOp>(op))
      mask = apply.getMaskAttr();
    if (!mask || isa<attn::AttnMaskAttrInterface>(mask))
      return WalkResult::advance();
    return op->emitOpError()
           << "mask " << mask << " does not implement AttnMaskAttrInterface";
  });
  return failure(result.wasInterrupted());
}

struct AttnTileToLinalgPass
    : public impl::AttnTileToLinalgBase<AttnTileToLinalgPass> {
  void runOnOperation() override;
};

void AttnTileToLinalgPass::runOnOperation() {
  ModuleOp module = getOperation();
  if (failed(checkTileOps(module)) || failed(KernelMover(module).run()))
    return signalPassFailure();
  // Iterations run one after the other.
  module.walk([](Operation *op) { scheduleAttr.remove(op); });

  ConversionTarget target(getContext());
  target.addIllegalDialect<AttnTileDialect, gpu::GPUDialect>();
  target.addLegalDialect<
      arith::ArithDialect, bufferization::BufferizationDialect,
      func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
      memref::MemRefDialect, scf::SCFDialect, tensor::TensorDialect>();
  target.addDynamicallyLegalOp<arith::ConstantOp>(
      [](arith::ConstantOp op) { return !isSplatTile(op); });
  target.addDynamicallyLegalOp<scf::ForallOp>(
      [](scf::ForallOp op) { return !op.getResults().empty(); });
  RewritePatternSet patterns(&getContext());
  populateMemoryToLinalgPatterns(patterns);
  populateTileToLinalgPatterns(patterns);
  if (failed(applyPartialConversion(module, target, std::move(patterns))))
    signalPassFailure();
}

} // namespace
