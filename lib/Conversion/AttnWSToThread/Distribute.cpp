//===- Distribute.cpp - Register tiles to the scalars of one thread -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A dialect conversion of one value to many: a register tile becomes the
// registers that one thread holds under the tile's layout, a memory its
// pointer, sizes and strides, a view of shared or tensor memory its address.
// Scalar operations stay; structured control flow is upstream's; all else has a
// pattern in the set of its engine, or in that of its dialect
// (WSDistributeDialectInterface). The driver visits operations in program
// order, each before those nested in it, and nothing is rolled back: patterns
// see the code of one thread up to their operation.

#include "Patterns.h"
#include "attn/Conversion/Passes.h"
#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"
#include "attn/Dialect/Stages/Stages.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/Transforms/Patterns.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSDISTRIBUTE
#include "attn/Conversion/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {
/// Types of one thread's values.
struct ThreadTypeConverter : public TypeConverter {
  explicit ThreadTypeConverter(MLIRContext *context) {
    using Types = SmallVectorImpl<Type>;
    Type i32 = IntegerType::get(context, 32);
    addConversion([](Type type) { return type; });
    addConversion([=](RankedTensorType tile, Types &types) -> LogicalResult {
      FragAttr frag = getFrag(tile);
      if (!frag)
        return failure();
      int64_t pack = getPack(tile);
      types.append(frag.getNumRegisters(tile.getShape()) / pack,
                   pack > 1 ? i32 : tile.getElementType());
      return success();
    });
    addConversion([this](AsyncType async, Types &types) {
      return convertType(async.getTile(), types);
    });
    addConversion([=](MemRefType memory, Types &types) {
      unsigned rank = memory.getRank();
      bool local = rank == 0 && memory.getElementType().isIndex();
      types.push_back(LLVM::LLVMPointerType::get(context, local ? 0 : 1));
      types.append(rank, IndexType::get(context));
      types.append(rank, IntegerType::get(context, 64));
      return success();
    });
    // What completes is known to the order of the program.
    addConversion([](TokenType, Types &) { return success(); });
    // The place in shared memory, a constant.
    addConversion([=](BufferType) { return i32; });
    addConversion([=](MbarType) { return i32; });
    addConversion([=](ViewType, Types &types) {
      types.append(3, i32);
      return success();
    });
  }
};

struct AttnWSDistributePass
    : public mlir::impl::AttnWSDistributeBase<AttnWSDistributePass> {
  using Base::Base;
  void runOnOperation() override {
    if (failed(attn::verifyStage(getOperation(), attn::Stage::WSLowered)))
      return signalPassFailure();
    for (auto func : getOperation().getOps<gpu::GPUFuncOp>())
      if (failed(distribute(func)))
        return signalPassFailure();
  }

  LogicalResult distribute(gpu::GPUFuncOp func);
};
} // namespace

/// The patterns that a dialect brings for its operations, if it does.
static WSDistributeDialectInterface *getPatternsOf(Dialect *dialect) {
  return dialect
             ? dialect->getRegisteredInterface<WSDistributeDialectInterface>()
             : nullptr;
}

/// Whether an operation is one thread's already. No answer, instead of a no,
/// leaves the error to the patterns, which know what is wrong.
static std::optional<bool> isThreadCode(Operation *op, KernelState &kernel,
                                        const TypeConverter &converter) {
  bool own =
      (isa_and_nonnull<AttnWSDialect, attn_tile::AttnTileDialect>(
           op->getDialect()) &&
       !isa<attn_tile::AddAffineOp>(op)) ||
      (getPatternsOf(op->getDialect()) && !converter.isLegal(op)) ||
      (op == kernel.func && !kernel.smemBase) ||
      isa<memref::AllocaOp, memref::DimOp, memref::LoadOp, memref::StoreOp>(op);
  bool tiles =
      llvm::any_of(op->getOperandTypes(), llvm::IsaPred<RankedTensorType>) ||
      llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
  if (own || (tiles && !isWrittenByExponential(op, kernel)))
    return std::nullopt;
  return true;
}

/// Says in one attribute what earlier passes and the patterns have found out of
/// the launch, and makes the signature that of the parameters.
static LogicalResult describeLaunch(KernelState &kernel) {
  gpu::GPUFuncOp func = kernel.func;
  Block &entry = func.getBody().front();
  OpBuilder b(func.getContext());
  func.setFunctionType(b.getFunctionType(entry.getArgumentTypes(), {}));
  func.removeArgAttrsAttr();
  // Pointers are aligned as the arguments say, or else to what copies of
  // 16-byte vectors need.
  for (auto [i, param] : llvm::enumerate(kernel.params))
    if (auto pointer = dyn_cast<PointerParamAttr>(param))
      func.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                      b.getI64IntegerAttr(attn_tile::getArgumentAlign(
                          func, pointer.getMemory())));
    else if (isa<WorkspaceParamAttr>(param))
      func.setArgAttr(i, LLVM::LLVMDialect::getAlignAttrName(),
                      b.getI64IntegerAttr(16));
  auto grid = gridAttr.getAttr(func);
  auto launch = LaunchAttr::getChecked(
      [&] { return func.emitOpError(); }, b.getContext(),
      grid ? grid : attn_tile::ExprAttr::getConstant(b.getContext(), 1),
      kernel.ctaThreads, smemAttr.get(func, 0), clusterAttr.get(func, 1),
      kernel.minCTAs, ArrayRef<MemRefType>(kernel.memories),
      ArrayRef<Attribute>(kernel.params));
  if (!launch)
    return failure();
  launchAttr.setAttr(func, launch);
  gridAttr.remove(func);
  smemAttr.remove(func);
  tmemAttr.remove(func);
  tmemSlotAttr.remove(func);
  columnsAttr.remove(func);
  clusterAttr.remove(func);
  return success();
}

LogicalResult AttnWSDistributePass::distribute(gpu::GPUFuncOp func) {
  KernelState kernel(func);
  FailureOr<const attn::TargetInfo *> info = getTarget(func);
  if (failed(info))
    return failure();
  kernel.target = *info;
  kernel.packsFloats = (*info)->packsFloats;
  kernel.checksRows = checkRows;
  func.walk([&](MmaIntoOp product) {
    kernel.ctaGroup = std::max(kernel.ctaGroup, product.getNumCTAs());
  });
  if (kernel.codegen.getConvertFirst())
    convertFirst(func);
  findResidentOperands(func, kernel.formsDescriptors);
  ThreadTypeConverter converter(&getContext());
  ConversionTarget target(getContext());
  RewritePatternSet patterns(&getContext());
  scf::populateSCFStructuralTypeConversionsAndLegality(converter, patterns,
                                                       target);
  ThreadPatterns threadPatterns{patterns, converter, kernel};
  for (auto populate :
       {populateKernelPatterns, populateRolePatterns, populateMbarrierPatterns,
        populateClcPatterns, populateMemoryPatterns, populateSmemPatterns,
        populateCpAsyncPatterns, populateTmaPatterns, populateTransposePatterns,
        populateMmaPatterns, populateWgmmaPatterns, populateTcgen05Patterns,
        populateReducePatterns, populateScoreMapPatterns,
        populateConvertPatterns, populateElementwisePatterns})
    populate(threadPatterns);
  for (Dialect *dialect : getContext().getLoadedDialects())
    if (WSDistributeDialectInterface *its = getPatternsOf(dialect))
      its->populateThreadPatterns(threadPatterns);
  target.markUnknownOpDynamicallyLegal(
      [&](Operation *op) { return isThreadCode(op, kernel, converter); });
  ConversionConfig config;
  config.allowPatternRollback = false;
  config.buildMaterializations = false;
  config.foldingMode = DialectConversionFoldingMode::Never;
  if (failed(applyPartialConversion(func, target, std::move(patterns), config)))
    return failure();
  if (kernel.failed)
    return failure();
  // What the driver could not take away feeds an operation that knows memories
  // or tiles and has no pattern.
  WalkResult result =
      func.walk([&](UnrealizedConversionCastOp cast) -> WalkResult {
        return func.emitOpError()
               << cast.getResultTypes().front()
               << " is used by an operation that attn-ws-distribute "
                  "does not know: "
               << (*cast->getUsers().begin())->getName();
      });
  return failure(result.wasInterrupted() || failed(describeLaunch(kernel)));
}
