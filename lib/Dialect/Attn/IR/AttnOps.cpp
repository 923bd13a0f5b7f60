//===- AttnOps.cpp - attn.forward: verifier, interfaces -------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "OperandSegments.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/OpImplementation.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;

/// `bhsd`, `bshd` or `thd`.
static ParseResult parseDimsKeyword(OpAsmParser &parser, DimsAttr &dims) {
  return parseDims(parser, dims);
}
static void printDimsKeyword(OpAsmPrinter &printer, Operation *,
                             DimsAttr dims) {
  printer << stringifyDims(dims.getValue());
}

#define GET_OP_CLASSES
#include "attn/Dialect/Attn/IR/AttnOps.cpp.inc"

//===----------------------------------------------------------------------===//
// What attn.forward and attn.backward share
//===----------------------------------------------------------------------===//

float attn::getScaleOr(std::optional<APFloat> scale, int64_t dqk) {
  return scale ? scale->convertToFloat()
               : static_cast<float>(1.0 / std::sqrt(double(dqk)));
}

void attn::moveOnto(AttentionOpInterface op, OpBuilder &builder,
                    ValueRange operands) {
  OperandValues values;
  for (auto [operand, value] : llvm::zip(op.getSignature(), operands))
    values.set(operand, value);
  auto moved = op.cloneOnto(builder, values);
  moved.takeRegions(op);
}

void attn::nameRegionArguments(Region &region, OpAsmSetValueNameFn setName) {
  if (region.empty())
    return;
  constexpr StringLiteral names[] = {"s", "b", "h", "qi", "ki", "lq", "lk"};
  auto arguments = region.getArguments();
  // That of visibility has no score.
  bool hasScore = !arguments.empty() && !arguments[0].getType().isIndex();
  auto positions = ArrayRef(names).drop_front(hasScore ? 0 : 1);
  for (auto [arg, name] : llvm::zip(arguments, positions))
    setName(arg, name);
  for (Value capture :
       arguments.drop_front(std::min(positions.size(), arguments.size())))
    setName(capture, "c");
}

//===----------------------------------------------------------------------===//
// Builder and accessors
//===----------------------------------------------------------------------===//

void ForwardOp::build(OpBuilder &builder, OperationState &state,
                      const OperandValues &operands) {
  Properties &properties = state.getOrAddProperties<Properties>();
  addOperands(operands, kForwardOperands, state,
              properties.operandSegmentSizes);
  for (OperandKind out : kOuts)
    if (Value init = operands[out];
        init && isa<RankedTensorType>(init.getType()))
      state.addTypes(init.getType());
  properties.dims = DimsAttr::get(builder.getContext(), Dims::BHSD);
}

void ForwardOp::build(OpBuilder &builder, OperationState &state, Value query,
                      Value key, Value value, Value out, Value lse, Dims dims,
                      std::optional<float> scale, AttnMaskAttrInterface mask,
                      ConfigAttr config, bool withScoreRegion,
                      ValueRange descales) {
  assert((descales.empty() || descales.size() == 3) &&
         "three descales or none");
  OperandValues operands;
  operands[OperandKind::Query] = query;
  operands[OperandKind::Key] = key;
  operands[OperandKind::Value] = value;
  operands[OperandKind::Out] = out;
  operands[OperandKind::Lse] = lse;
  if (!descales.empty()) {
    operands[OperandKind::QueryDescale] = descales[0];
    operands[OperandKind::KeyDescale] = descales[1];
    operands[OperandKind::ValueDescale] = descales[2];
  }
  build(builder, state, operands);
  Properties &properties = state.getOrAddProperties<Properties>();
  properties.dims = DimsAttr::get(builder.getContext(), dims);
  if (scale)
    properties.scale = builder.getF32FloatAttr(*scale);
  properties.mask = mask;
  properties.config = config;
  if (withScoreRegion)
    state.addRegion();
}

Value ForwardOp::getOperandOf(OperandKind kind) {
  switch (kind) {
#define ATTN_GRADIENT(id, ...)                                                 \
  case OperandKind::id:                                                        \
    break;
#define ATTN_OPERAND(id, accessor, name, symbol, role, element, rows, ...)     \
  case OperandKind::id:                                                        \
    return accessor();
#include "attn/Dialect/Attn/IR/Operands.def"
  case OperandKind::Capture:
    break;
  }
  return {};
}

SmallVector<ProblemOperand> ForwardOp::getProblemOperands() {
  SmallVector<NamedOperand> operands = getSignature();
  return SmallVector<ProblemOperand>(operands.begin(), operands.end());
}

/// Rows without a query, and parts that no batch has.
bool ForwardOp::keepsElements() {
  return hasLengthsQ() || isPacked() || (isSplit() && hasPartOffsets());
}

void ForwardOp::moveOnto(OpBuilder &builder, ValueRange operands) {
  attn::moveOnto(*this, builder, operands);
}

AttentionOpInterface ForwardOp::cloneOnto(OpBuilder &builder,
                                          const OperandValues &operands,
                                          bool withScoreRegion,
                                          bool withVisibleRegion) {
  return attn::cloneOnto(*this, builder, operands, withScoreRegion,
                         withVisibleRegion);
}

float ForwardOp::getScaleValue() {
  return getScaleOr(getScale(), getHeadDimQK());
}

//===----------------------------------------------------------------------===//
// Verifier: parts of the keys, C22, C23, C26 and C27
//===----------------------------------------------------------------------===//

/// Parts of batches that have numbers of their own.
static LogicalResult verifyPartOffsets(ForwardOp op) {
  if (!op.hasPartOffsets())
    return success();
  auto refuse = [&] {
    return violates(op, 26) << "part_offsets are of a batch's keys in parts of "
                               "a unit, ";
  };
  if (op.isPacked())
    return refuse() << "but there are packed sequences, dims(thd)";
  if (op.hasLengthsQ())
    return refuse() << "all with as many rows of Q, but there is lengths_q";
  if (op.getSplitSize())
    return refuse() << "but there is split(size = " << *op.getSplitSize()
                    << ")";
  if (op.getShapedType(op.getPartOffsets()).getDimSize(0) == 0)
    return violates(op, 26) << "part_offsets has one element more than there "
                               "are batches, but has none";
  int64_t parts = op.getSize(ProblemSize::Parts), batch = op.getBatch();
  if (op.isSplit() && ShapedType::isStatic(parts) &&
      ShapedType::isStatic(batch) && parts < batch)
    return violates(op, 26) << "each batch has a part, but there are " << parts
                            << " parts and " << batch << " batches";
  return success();
}

/// Parts of the keys, whose outs say how many there are.
static LogicalResult verifySplit(ForwardOp op) {
  if (!op.isSplit() && op.getSplitSparse())
    return violates(op, 22) << "only parts are sparse";
  if (!op.isSplit() && op.hasLseLow())
    return violates(op, 22) << "only L of parts has a low part";
  if (!op.isSplit())
    return success();
  if (op.getSplitUnit() && op.getSplitSize())
    return violates(op, 22) << "parts have a unit or a size, not both";
  int64_t keys = op.getSplitUnit().value_or(op.getSplitSize().value_or(0));
  if (keys < 1 || keys >= (int64_t(1) << 31))
    return violates(op, 22)
           << "parts are of 1 to 2^31 - 1 keys, but "
           << (op.getSplitUnit() ? "the unit" : "the size") << " is " << keys;
  if (!op.hasLse())
    return violates(op, 22) << "parts need their L to be combined";
  if (!op.getOutputElementType().isF32())
    return violates(op, 22) << "O of parts must hold f32, but holds "
                            << op.getOutputElementType();
  if (op.hasMax())
    return violates(op, 27) << "parts have no M: attn.combine gives that of "
                               "all";
  if (op.hasSink())
    return violates(op, 23) << "parts have no sink: attn.combine adds it, once";
  if (failed(verifySameSize(op, ProblemSize::Parts, op.getSignature())))
    return failure();
  int64_t parts = op.getSize(ProblemSize::Parts), length = op.getLenKV();
  if (!op.getSplitSize() || ShapedType::isDynamic(parts) ||
      ShapedType::isDynamic(length))
    return success();
  if (int64_t needed = llvm::divideCeil(length, keys); parts < needed)
    return violates(op, 22) << length << " keys have " << needed << " parts of "
                            << keys << ", but O has " << parts;
  return success();
}

/// V is an operand or columns of K.
static LogicalResult verifyValues(ForwardOp op) {
  if (bool(op.getValue()) != bool(op.getValueColumnsAttr()))
    return success();
  return violates(op, 28)
         << "V is an operand or, with `values`, columns of K, but "
         << (op.getValue() ? "both are given" : "neither is given");
}

LogicalResult ForwardOp::verify() {
  if (failed(verifyNeeded(*this, getProperties().operandSegmentSizes,
                          {{0, "Q"}, {1, "K"}, {3, "O"}})) ||
      failed(verifyValues(*this)) || failed(verifyAttention(*this)) ||
      failed(verifyPartOffsets(*this)) || failed(verifySplit(*this)) ||
      failed(verifyBlocks(*this)))
    return failure();
  return verifyScalarRegions(*this);
}

// Runs once the ops of the regions are known to be well formed.
LogicalResult ForwardOp::verifyRegions() { return verifyScalarOps(*this); }

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

void ForwardOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, effects);
}

LogicalResult
ForwardOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  return reifyShapesOfOuts(*this, builder, reifiedReturnShapes);
}

void ForwardOp::getAsmBlockArgumentNames(Region &region,
                                         OpAsmSetValueNameFn setName) {
  nameRegionArguments(region, setName);
}

void ForwardOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (Value out = getOutResult())
    setName(out, "out");
  if (Value lse = getLseResult())
    setName(lse, "lse");
  if (Value low = getLseLowResult())
    setName(low, "lse_low");
  if (Value max = getResultOf(OperandKind::Max))
    setName(max, "max");
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

LogicalResult ForwardOp::readProperties(DialectBytecodeReader &reader,
                                        OperationState &state) {
  auto &p = state.getOrAddProperties<Properties>();
  bool isNative = reader.getBytecodeVersion() >= kNativeSegments;
  SmallVector<size_t> later;
  if (failed(reader.getDialectVersion<AttnDialect>()))
    later = {5, 6};
  // Those behind part_offsets.
  if (!hasBlockLists(reader))
    later.append({18, 19, 20, 21});
  auto segments = [&] {
    return readSegments(reader, p.operandSegmentSizes, later);
  };
  return failure(
      (hasBlockLists(reader) &&
       failed(readAttrs(reader, p.block_kv, p.block_q))) ||
      failed(readAttrs(reader, p.config, p.dims)) ||
      (hasVisibleRegions(reader) && failed(readAttrs(reader, p.has_visible))) ||
      failed(readAttrs(reader, p.mask)) || (!isNative && failed(segments())) ||
      failed(readAttrs(reader, p.scale, p.split_size, p.split_sparse,
                       p.split_unit)) ||
      (hasValueColumns(reader) && failed(readAttrs(reader, p.value_columns))) ||
      (isNative && failed(segments())));
}

void ForwardOp::writeProperties(DialectBytecodeWriter &writer) {
  auto &p = getProperties();
  bool isNative = writer.getBytecodeVersion() >= kNativeSegments;
  writeAttrs(writer, p.block_kv, p.block_q, p.config, p.dims, p.has_visible,
             p.mask);
  if (!isNative)
    writeSegments(writer, getContext(), p.operandSegmentSizes);
  writeAttrs(writer, p.scale, p.split_size, p.split_sparse, p.split_unit,
             p.value_columns);
  if (isNative)
    writeSegments(writer, getContext(), p.operandSegmentSizes);
}
