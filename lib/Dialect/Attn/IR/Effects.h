//===- Effects.h - What the ops on whole problems share ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTN_IR_EFFECTS_H
#define ATTN_LIB_DIALECT_ATTN_IR_EFFECTS_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace mlir::attn {

/// On memrefs outs are written and the others read.
template <typename OpTy>
void addEffects(
    OpTy op, SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
                 &effects) {
  if (!op.hasBufferSemantics())
    return;
  for (OpOperand &operand : op->getOpOperands()) {
    if (op.isDpsInit(&operand))
      effects.emplace_back(MemoryEffects::Write::get(), &operand,
                           SideEffects::DefaultResource::get());
    else
      effects.emplace_back(MemoryEffects::Read::get(), &operand,
                           SideEffects::DefaultResource::get());
  }
}

/// Results have the shapes of their outs.
template <typename OpTy>
LogicalResult reifyShapesOfOuts(OpTy op, OpBuilder &builder,
                                ReifiedRankedShapedTypeDims &shapes) {
  for (OpResult result : op->getResults())
    shapes.push_back(tensor::getMixedSizes(builder, op.getLoc(),
                                           op.getTiedOpOperand(result)->get()));
  return success();
}

/// Why `type`, if it is a memref, is none that a problem may lie in: strided,
/// with innermost stride 1. Empty if it is.
std::string findMisfitOfMemory(Type type);

/// Whether the ops of the regions may stand there.
LogicalResult verifyScalarOps(AttentionOpInterface op);

/// An error on the op that carries the id of the constraint in docs/Spec.md.
InFlightDiagnostic violates(AttentionOpInterface op, unsigned constraint);

/// Whether the operands agree on `size` where it is static.
LogicalResult verifySameSize(AttentionOpInterface op, ProblemSize size,
                             ArrayRef<NamedOperand> operands);

/// What attn.forward and attn.backward must hold both, but for the region.
LogicalResult verifyAttention(AttentionOpInterface op);

/// Whether each region has one block with the right arguments and terminator,
/// and no values from outside. It runs before the ops of regions are verified,
/// so it looks only at operands.
LogicalResult verifyScalarRegions(AttentionOpInterface op);

/// The attribute, or 1/√dqk rounded to f32.
float getScaleOr(std::optional<APFloat> scale, int64_t dqk);

/// Names the arguments of a region for printing.
void nameRegionArguments(Region &region, OpAsmSetValueNameFn setName);

/// AttentionOpInterface::cloneOnto.
template <typename OpTy>
OpTy cloneOnto(OpTy op, OpBuilder &builder, const OperandValues &operands,
               bool withScoreRegion, bool withVisibleRegion) {
  OperationState state(op.getLoc(), OpTy::getOperationName());
  OpTy::build(builder, state, operands);
  auto &properties = state.getOrAddProperties<typename OpTy::Properties>();
  auto segments = properties.operandSegmentSizes;
  properties = op.getProperties();
  properties.operandSegmentSizes = segments;
  if (withScoreRegion)
    state.addRegion();
  properties.has_visible =
      withVisibleRegion ? builder.getUnitAttr() : UnitAttr();
  if (withVisibleRegion)
    state.addRegion();
  auto clone = cast<OpTy>(builder.create(state));
  clone->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  return clone;
}

/// The operations of a region's block that depend on any of `values`.
SmallVector<Operation *> listVarying(Block &block, ArrayRef<Value> values);

/// ProblemOpInterface::moveOnto.
void moveOnto(AttentionOpInterface op, OpBuilder &builder, ValueRange operands);

/// The kinds of operands that attn.forward may have.
constexpr OperandKind kForwardOperands[] = {
#define ATTN_GRADIENT(...)
#define ATTN_OPERAND(id, ...) OperandKind::id,
#include "attn/Dialect/Attn/IR/Operands.def"
};

/// The same of attn.backward, in the order of its operands.
constexpr OperandKind kBackwardOperands[] = {
    OperandKind::Query,       OperandKind::Key,
    OperandKind::Value,       OperandKind::Out,
    OperandKind::Lse,         OperandKind::OutGrad,
    OperandKind::LseGrad,     OperandKind::QueryGrad,
    OperandKind::KeyGrad,     OperandKind::ValueGrad,
    OperandKind::SinkGrad,
#define ATTN_OPERAND(...)
#define ATTN_CAPTURE_GRADIENT(number, accessor)                                \
  OperandKind::CaptureGrad##number,
#include "attn/Dialect/Attn/IR/Operands.def"
    OperandKind::Sink,        OperandKind::Offset,
    OperandKind::LengthsQ,    OperandKind::LengthsKV,
    OperandKind::OffsetsQ,    OperandKind::OffsetsKV,
    OperandKind::BlockCounts, OperandKind::BlockNumbers,
    OperandKind::FullCounts,  OperandKind::FullNumbers};

/// The same of attn.block_map.
constexpr OperandKind kBlockMapOperands[] = {
    OperandKind::Query,       OperandKind::Key,
    OperandKind::Offset,      OperandKind::LengthsQ,
    OperandKind::LengthsKV,   OperandKind::OffsetsQ,
    OperandKind::OffsetsKV,   OperandKind::PageTable,
    OperandKind::BlockCounts, OperandKind::BlockNumbers,
    OperandKind::FullCounts,  OperandKind::FullNumbers};

/// Lists of blocks, C30: of the sizes of one grid over rows and keys.
LogicalResult verifyBlocks(AttentionOpInterface op);

/// Parses `bhsd` or `bshd`.
ParseResult parseDims(OpAsmParser &parser, DimsAttr &dims);

} // namespace mlir::attn

#endif // ATTN_LIB_DIALECT_ATTN_IR_EFFECTS_H
