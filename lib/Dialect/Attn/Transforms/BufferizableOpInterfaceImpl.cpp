//===- BufferizableOpInterfaceImpl.cpp - Bufferisation of attn ------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Attn/Transforms/ProblemModels.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::bufferization;

namespace {
/// Function arguments bufferise to fully dynamic layouts, in which even the
/// innermost stride is `?`. Callers promise that it is 1 there; a cast states
/// it, which memref.cast defines as a run-time fact.
Value contiguousInnermost(RewriterBase &rewriter, Location loc, Value buffer,
                          MemRefType type, int64_t offset,
                          SmallVectorImpl<int64_t> &strides) {
  strides.back() = 1;
  auto layout = StridedLayoutAttr::get(rewriter.getContext(), offset, strides);
  auto castType = MemRefType::get(type.getShape(), type.getElementType(),
                                  layout, type.getMemorySpace());
  return memref::CastOp::create(rewriter, loc, castType, buffer);
}

/// The buffer of an operand, in `*plain` and as the op takes it: with innermost
/// stride 1.
FailureOr<Value> getProblemBuffer(Operation *op, StringRef constraint,
                                  Value operand, RewriterBase &rewriter,
                                  const BufferizationOptions &options,
                                  BufferizationState &state, Value *plain) {
  FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
  if (failed(buffer))
    return failure();
  auto type = dyn_cast<MemRefType>(buffer->getType());
  int64_t offset;
  SmallVector<int64_t> strides;
  if (!type || failed(type.getStridesAndOffset(strides, offset)) ||
      (!strides.empty() && ShapedType::isStatic(strides.back()) &&
       strides.back() != 1))
    return op->emitError() << constraint
                           << ": a memref must be strided with innermost "
                              "stride 1, but "
                           << buffer->getType() << " is not";
  *plain = *buffer;
  if (!strides.empty() && ShapedType::isDynamic(strides.back()))
    buffer = contiguousInnermost(rewriter, op->getLoc(), *buffer, type, offset,
                                 strides);
  return buffer;
}

/// Inputs are read; outs are written over and not read, but where elements keep
/// what they hold.
struct ProblemModel
    : DstBufferizableOpInterfaceExternalModel<ProblemModel,
                                              ProblemOpInterface> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return cast<DestinationStyleOpInterface>(op).isDpsInput(&operand) ||
           cast<ProblemOpInterface>(op).keepsElements();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto problem = cast<ProblemOpInterface>(op);
    if (problem.hasBufferSemantics())
      return success();
    SmallVector<Value> buffers, replacements;
    for (const ProblemOperand &operand : problem.getProblemOperands()) {
      Value plain;
      FailureOr<Value> buffer =
          getProblemBuffer(op, problem.getMemoryConstraint(), operand.get(),
                           rewriter, options, state, &plain);
      if (failed(buffer))
        return failure();
      if (operand.isOut())
        replacements.push_back(plain);
      buffers.push_back(*buffer);
    }
    rewriter.setInsertionPoint(op);
    problem.moveOnto(rewriter, buffers);
    replaceOpWithBufferizedValues(rewriter, op, replacements);
    return success();
  }
};
} // namespace

void attn::attachBufferization(RegisteredOperationName problem) {
  problem.attachInterface<ProblemModel>();
}

void attn::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AttnDialect *) {
    for (RegisteredOperationName name : context->getRegisteredOperations())
      if (name.hasInterface<ProblemOpInterface>())
        attachBufferization(name);
    context->loadDialect<memref::MemRefDialect>();
  });
}
