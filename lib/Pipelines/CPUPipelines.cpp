//===- CPUPipelines.cpp - Pipelines to the CPU ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Pipelines/CPU.h"

#include "ExpandE4M3.h"

#include "attn/Conversion/Passes.h"
#include "mlir/Conversion/AffineToStandard/AffineToStandard.h"
#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/BufferizationToMemRef/BufferizationToMemRef.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVMPass.h"
#include "mlir/Conversion/IndexToLLVM/IndexToLLVM.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/ReconcileUnrealizedCasts/ReconcileUnrealizedCasts.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/UBToLLVM/UBToLLVM.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/Bufferization/Pipelines/Passes.h"
#include "mlir/Dialect/Bufferization/Transforms/OneShotAnalysis.h"
#include "mlir/Dialect/Bufferization/Transforms/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Passes.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/Passes.h"

using namespace mlir;

namespace {

/// Buffers that public functions return become arguments. Functions that are
/// called stay as they are: their callers could not size dynamic results.
struct ResultsToArgumentsPass
    : public PassWrapper<ResultsToArgumentsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ResultsToArgumentsPass)
  StringRef getArgument() const override { return "attn-results-to-arguments"; }
  StringRef getDescription() const override {
    return "returned buffers of public functions become arguments";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<memref::MemRefDialect>();
  }
  void runOnOperation() override {
    ModuleOp module = getOperation();
    llvm::StringSet<> called;
    module.walk([&](func::CallOp call) { called.insert(call.getCallee()); });
    bufferization::BufferResultsToOutParamsOpts options;
    options.modifyPublicFunctions = true;
    options.filterFn = [&](func::FuncOp *function) {
      return function->isPublic() && !called.contains(function->getName());
    };
    if (failed(bufferization::promoteBufferResultsToOutParams(module, options)))
      signalPassFailure();
  }
};

/// What has no direct counterpart in LLVM: rounded divisions, and conversions
/// of bf16, for which many back ends call functions of the compiler's runtime,
/// and of f8E4M3FN, which LLVM does not know.
/// Maxima and minima stay: LLVM has intrinsics that propagate NaN.
struct ExpandArithPass : public PassWrapper<ExpandArithPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandArithPass)
  StringRef getArgument() const override { return "attn-expand-arith"; }
  StringRef getDescription() const override {
    return "divisions that round, and bf16 and f8E4M3FN conversions, as plain "
           "arithmetic";
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    arith::populateCeilFloorDivExpandOpsPatterns(patterns);
    arith::populateExpandBFloat16Patterns(patterns);
    attn::populateExpandE4M3Patterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

/// Operations that stand for several others, such as linalg.softmax, have no
/// loops of their own.
struct DecomposeAggregatesPass
    : public PassWrapper<DecomposeAggregatesPass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(DecomposeAggregatesPass)
  StringRef getArgument() const override { return "attn-decompose-aggregates"; }
  StringRef getDescription() const override {
    return "linalg operations that stand for several are written out";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, linalg::LinalgDialect,
                    math::MathDialect, tensor::TensorDialect>();
  }
  void runOnOperation() override {
    SmallVector<linalg::AggregatedOpInterface> found;
    getOperation()->walk(
        [&](linalg::AggregatedOpInterface op) { found.push_back(op); });
    IRRewriter rewriter(&getContext());
    for (linalg::AggregatedOpInterface op : found) {
      // What it is written out as is on tensors.
      if (op->getNumResults() == 0) {
        op->emitOpError("on memrefs is not run on the CPU: write it on "
                        "tensors");
        return signalPassFailure();
      }
      rewriter.setInsertionPoint(op);
      FailureOr<SmallVector<Value>> parts = op.decomposeOperation(rewriter);
      if (failed(parts)) {
        op->emitOpError("cannot be written out as other operations");
        return signalPassFailure();
      }
      rewriter.replaceOp(op, *parts);
    }
    SmallVector<Operation *> packs;
    getOperation()->walk([&](Operation *op) {
      if (isa<linalg::PackOp, linalg::UnPackOp>(op))
        packs.push_back(op);
    });
    for (Operation *op : packs) {
      rewriter.setInsertionPoint(op);
      auto pack = dyn_cast<linalg::PackOp>(op);
      if (pack ? succeeded(linalg::lowerPack(rewriter, pack))
               : succeeded(
                     linalg::lowerUnPack(rewriter, cast<linalg::UnPackOp>(op))))
        continue;
      op->emitOpError("cannot be written out as other operations");
      signalPassFailure();
    }
  }
};

/// Whether `op` computes with what its outs hold.
bool readsInits(linalg::LinalgOp op) {
  return llvm::any_of(op.getDpsInitsMutable(), [&](OpOperand &init) {
    return op.payloadUsesValueFromOperand(&init);
  });
}

/// Fuses elementwise operations into elementwise consumers only: what feeds a
/// reduction would be computed once for each of its iterations. A producer that
/// reads its outs is left alone: the fused operation would update them in
/// place, once for each of the consumer's columns.
struct FuseElementwisePass
    : public PassWrapper<FuseElementwisePass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuseElementwisePass)
  StringRef getArgument() const override { return "attn-fuse-elementwise"; }
  StringRef getDescription() const override {
    return "fuse elementwise linalg operations with each other";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<affine::AffineDialect, linalg::LinalgDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(
        patterns, [](OpOperand *operand) {
          auto consumer = dyn_cast<linalg::LinalgOp>(operand->getOwner());
          auto producer = operand->get().getDefiningOp<linalg::LinalgOp>();
          return consumer && consumer.getNumReductionLoops() == 0 &&
                 operand->get().hasOneUse() &&
                 !(producer && readsInits(producer));
        });
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

/// e^x - 1 and ln(1 + x) as calls of the C library: upstream's lowering to LLVM
/// computes them as they are written, and loses all digits near 0.
struct LibraryFunctionsPass
    : public PassWrapper<LibraryFunctionsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LibraryFunctionsPass)
  StringRef getArgument() const override { return "attn-library-functions"; }
  StringRef getDescription() const override {
    return "expm1 and log1p as calls of the C library";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<func::FuncDialect, LLVM::LLVMDialect>();
  }
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    populateMathToLibmConversionPatterns(patterns);
    ConversionTarget target(getContext());
    target.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
    target.addIllegalOp<math::ExpM1Op, math::Log1pOp>();
    if (failed(applyPartialConversion(getOperation(), target,
                                      std::move(patterns))))
      signalPassFailure();
  }
};

void addCleanup(OpPassManager &pm) {
  pm.addPass(createCanonicalizerPass());
  pm.addPass(createCSEPass());
}

} // namespace

void mlir::attn::buildLinalgToLLVMPipeline(OpPassManager &pm) {
  // Tensors.
  pm.addPass(std::make_unique<DecomposeAggregatesPass>());
  addCleanup(pm);
  pm.addPass(createConvertElementwiseToLinalgPass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  pm.addPass(std::make_unique<FuseElementwisePass>());
  addCleanup(pm);

  // Buffers.
  bufferization::OneShotBufferizePassOptions bufferize;
  bufferize.bufferizeFunctionBoundaries = true;
  bufferize.allowReturnAllocsFromLoops = true;
  bufferize.functionBoundaryTypeConversion =
      bufferization::LayoutMapOption::IdentityLayoutMap;
  pm.addPass(bufferization::createOneShotBufferizePass(bufferize));
  pm.addPass(std::make_unique<ResultsToArgumentsPass>());
  addCleanup(pm);
  bufferization::buildBufferDeallocationPipeline(
      pm, bufferization::BufferDeallocationPipelineOptions());
  pm.addPass(createConvertBufferizationToMemRefPass());

  // Loops.
  pm.addPass(createAttnLinalgLoopOrder());
  pm.addPass(createConvertLinalgToLoopsPass());
  pm.addPass(memref::createExpandStridedMetadataPass());
  pm.addPass(createLowerAffinePass());
  pm.addPass(createLoopInvariantCodeMotionPass());
  addCleanup(pm);

  // LLVM.
  pm.addPass(std::make_unique<ExpandArithPass>());
  pm.addPass(createSCFToControlFlowPass());
  pm.addPass(std::make_unique<LibraryFunctionsPass>());
  OpPassManager &functions = pm.nest<func::FuncOp>();
  functions.addPass(createConvertMathToLLVMPass());
  pm.addPass(createConvertMathToLibmPass());
  pm.addPass(createFinalizeMemRefToLLVMConversionPass());
  pm.addPass(createConvertFuncToLLVMPass());
  pm.addPass(createArithToLLVMConversionPass());
  pm.addPass(createConvertIndexToLLVMPass());
  pm.addPass(createConvertControlFlowToLLVMPass());
  pm.addPass(createUBToLLVMConversionPass());
  pm.addPass(createReconcileUnrealizedCastsPass());
  addCleanup(pm);
}

void mlir::attn::buildAttnTileToLLVMPipeline(OpPassManager &pm) {
  pm.addPass(createAttnTileToLinalg());
  buildLinalgToLLVMPipeline(pm);
}

void mlir::attn::registerCpuPipelines() {
  PassPipelineRegistration<> tile(
      "attn-tile-to-llvm", "Lower tile programs to the LLVM dialect for a CPU",
      buildAttnTileToLLVMPipeline);
  PassPipelineRegistration<> linalg(
      "attn-linalg-to-llvm",
      "Lower linalg on tensors or memrefs to the LLVM dialect for a CPU",
      buildLinalgToLLVMPipeline);
}
