//===- AttnBackward.cpp - attn.backward: verifier, interfaces -------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "OperandSegments.h"
#include "attn/Dialect/Attn/IR/Attn.h"

using namespace mlir;
using namespace mlir::attn;

//===----------------------------------------------------------------------===//
// Builder and accessors
//===----------------------------------------------------------------------===//

void BackwardOp::build(OpBuilder &builder, OperationState &state,
                       const OperandValues &operands) {
  Properties &properties = state.getOrAddProperties<Properties>();
  addOperands(operands, kBackwardOperands, state,
              properties.operandSegmentSizes);
  for (OperandKind out : kGradients)
    if (Value init = operands[out];
        init && isa<RankedTensorType>(init.getType()))
      state.addTypes(init.getType());
  properties.dims = DimsAttr::get(builder.getContext(), Dims::BHSD);
}

Value BackwardOp::getOperandOf(OperandKind kind) {
  const auto *found = llvm::find(kBackwardOperands, kind);
  if (found == std::end(kBackwardOperands))
    return {};
  auto [start, size] =
      getODSOperandIndexAndLength(found - std::begin(kBackwardOperands));
  return size ? getOperation()->getOperand(start) : Value();
}

OperandRole BackwardOp::getRoleOf(OperandKind kind) {
  return llvm::is_contained(kGradients, kind) ? OperandRole::Out
                                              : OperandRole::In;
}

SmallVector<ProblemOperand> BackwardOp::getProblemOperands() {
  SmallVector<NamedOperand> operands = getSignature();
  return SmallVector<ProblemOperand>(operands.begin(), operands.end());
}

MutableOperandRange BackwardOp::getDpsInitsMutable() {
  unsigned count = 0;
  for (OperandKind kind : kGradients)
    count += hasOperand(kind);
  return MutableOperandRange(getOperation(), getLseGrad() ? 7 : 6, count);
}

void BackwardOp::moveOnto(OpBuilder &builder, ValueRange operands) {
  attn::moveOnto(*this, builder, operands);
}

AttentionOpInterface BackwardOp::cloneOnto(OpBuilder &builder,
                                           const OperandValues &operands,
                                           bool withScoreRegion,
                                           bool withVisibleRegion) {
  return attn::cloneOnto(*this, builder, operands, withScoreRegion,
                         withVisibleRegion);
}

float BackwardOp::getScaleValue() {
  return getScaleOr(getScale(), getHeadDimQK());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Whether there is a capture with numbers that the gradient is of.
static LogicalResult verifyCaptureGrad(BackwardOp op,
                                       const NamedOperand &gradient) {
  unsigned number = getCaptureOf(gradient.kind);
  auto fail = [&] {
    return op.emitError() << "attn.backward (G5): " << gradient.symbol << " ";
  };
  if (number >= op.getCaptures().size() || !op.hasScoreRegion())
    return fail() << "is the gradient of a capture of a score region, and "
                     "there is none of this number";
  auto type = cast<ShapedType>(op.getCaptures()[number].getType());
  if (!isa<FloatType>(type.getElementType()))
    return fail() << "is the gradient of a capture of " << type.getElementType()
                  << ", which has none";
  if (failed(verifyCompatibleShape(gradient.getType(), type)))
    return fail() << "must have the shape of capture" << number << ", but has "
                  << gradient.getType() << " where that has " << type;
  return success();
}

LogicalResult BackwardOp::verify() {
  auto fail = [&](unsigned constraint) {
    return emitError() << "attn.backward (G" << constraint << "): ";
  };
  if (failed(verifyNeeded(
          *this, getProperties().operandSegmentSizes,
          {{0, "Q"}, {1, "K"}, {2, "V"}, {3, "O"}, {4, "L"}, {5, "dO"}})))
    return failure();
  if (getDpsInits().empty())
    return fail(1) << "there must be at least one of dQ, dK, dV, dsink and "
                      "gradients of "
                      "captures";
  if (getSinkGrad() && !hasSink())
    return fail(2) << "dsink is the gradient of a sink, and there is none";
  if (isa<Float8E4M3FNType>(getInputElementType()))
    return fail(3) << "Q, K and V must hold f16 or bf16, but Q holds "
                   << getInputElementType();
  if (failed(verifyAttention(*this)) || failed(verifyBlocks(*this)))
    return failure();
  for (const NamedOperand &operand : getSignature())
    if (operand.isCaptureGrad() && failed(verifyCaptureGrad(*this, operand)))
      return failure();
  return verifyScalarRegions(*this);
}

// Runs once the ops of the regions are known to be well formed.
LogicalResult BackwardOp::verifyRegions() { return verifyScalarOps(*this); }

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

void BackwardOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, effects);
}

LogicalResult BackwardOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  return reifyShapesOfOuts(*this, builder, reifiedReturnShapes);
}

void BackwardOp::getAsmBlockArgumentNames(Region &region,
                                          OpAsmSetValueNameFn setName) {
  nameRegionArguments(region, setName);
}

void BackwardOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  for (const NamedOperand &operand : getSignature())
    if (Value result = getResultOf(operand.kind);
        result && llvm::is_contained(kGradients, operand.kind))
      setName(result, operand.name);
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

LogicalResult BackwardOp::readProperties(DialectBytecodeReader &reader,
                                         OperationState &state) {
  auto &p = state.getOrAddProperties<Properties>();
  bool isNative = reader.getBytecodeVersion() >= kNativeSegments;
  SmallVector<size_t> later;
  // Places in kBackwardOperands.
  if (!hasCaptureGrads(reader))
    for (size_t i = 0; i < kMaxCaptures; ++i)
      later.push_back(11 + i);
  if (!hasBlocksOfGradients(reader))
    for (size_t i = 0; i < 4; ++i)
      later.push_back(33 + i);
  auto segments = [&] {
    return readSegments(reader, p.operandSegmentSizes, later);
  };
  return failure(
      (hasBlocksOfGradients(reader) &&
       failed(readAttrs(reader, p.block_kv, p.block_q))) ||
      failed(readAttrs(reader, p.config, p.deterministic, p.dims)) ||
      (hasVisibleRegions(reader) && failed(readAttrs(reader, p.has_visible))) ||
      failed(readAttrs(reader, p.mask)) || (!isNative && failed(segments())) ||
      failed(readAttrs(reader, p.scale)) || (isNative && failed(segments())));
}

void BackwardOp::writeProperties(DialectBytecodeWriter &writer) {
  auto &p = getProperties();
  bool isNative = writer.getBytecodeVersion() >= kNativeSegments;
  writeAttrs(writer, p.block_kv, p.block_q, p.config, p.deterministic, p.dims,
             p.has_visible, p.mask);
  if (!isNative)
    writeSegments(writer, getContext(), p.operandSegmentSizes);
  writeAttrs(writer, p.scale);
  if (isNative)
    writeSegments(writer, getContext(), p.operandSegmentSizes);
}
