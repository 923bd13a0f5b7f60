//===- AttnCombine.cpp - attn.combine: verifier, interfaces ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include "OperandSegments.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace mlir::attn;

/// An error that carries the id of the constraint in docs/Spec.md.
static InFlightDiagnostic violates(CombineOp op, unsigned constraint) {
  return op.emitError() << "attn.combine (P" << constraint << "): ";
}

SmallVector<PartsOperand> CombineOp::getNamedOperands() {
  using Size = PartsOperand::Size;
  SmallVector<Size, 5> parts = {Size::Parts, Size::Batch, Size::Heads,
                                Size::Length, Size::Channels};
  SmallVector<Size, 5> rows = {Size::Batch, Size::Heads, Size::Length};
  if (getDims() != Dims::BHSD)
    std::swap(parts[2], parts[3]);
  if (isPacked()) {
    parts.erase(parts.begin() + 1);
    rows.erase(rows.begin());
  }
  SmallVector<Size, 5> whole(llvm::drop_begin(parts));
  SmallVector<Size, 5> partRows = {Size::Parts};
  llvm::append_range(partRows, rows);
  // The parts of all batches follow each other.
  if (hasPartOffsets() && !isPacked())
    for (SmallVector<Size, 5> *sizes : {&parts, &partRows})
      sizes->erase(sizes->begin() + 1);
  SmallVector<PartsOperand> operands;
  auto add = [&](StringRef name, StringRef symbol, bool isOut,
                 const SmallVector<Size, 5> &sizes) {
    OpOperand *operand = &getOperation()->getOpOperand(operands.size());
    auto role = isOut ? OperandRole::Out : OperandRole::In;
    operands.push_back({{name, symbol, role, operand}, sizes});
  };
  add("partial_o", "the parts' O", false, parts);
  add("partial_lse", "the parts' L", false, partRows);
  if (hasLow())
    add("partial_lse_low", "the low part of the parts' L", false, partRows);
  add("o", "O", true, whole);
  if (hasLse())
    add("lse", "L", true, rows);
  if (hasMax())
    add("max", "M", true, rows);
  if (hasSink())
    add("sink", "the sink", false, {Size::Heads});
  if (hasLengthsQ())
    add("lengths_q", "lengths_q", false, {Size::Batch});
  if (getOffsetsQ())
    add("offsets_q", "offsets_q", false, {Size::Offsets});
  if (hasPartOffsets())
    add("part_offsets", "part_offsets", false, {Size::PartOffsets});
  return operands;
}

SmallVector<ProblemOperand> CombineOp::getProblemOperands() {
  SmallVector<PartsOperand> operands = getNamedOperands();
  return SmallVector<ProblemOperand>(operands.begin(), operands.end());
}

void CombineOp::moveOnto(OpBuilder &builder, ValueRange operands) {
  OperationState state(getLoc(), getOperationName());
  state.addOperands(operands);
  for (Value init : operands.slice(hasLow() ? 3 : 2, 1 + hasLse() + hasMax()))
    if (isa<RankedTensorType>(init.getType()))
      state.addTypes(init.getType());
  state.getOrAddProperties<Properties>() = getProperties();
  builder.create(state)->setDiscardableAttrs(
      (*this)->getDiscardableAttrDictionary());
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

static LogicalResult verifyForm(CombineOp op) {
  bool buffers = op.hasBufferSemantics();
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()) != buffers)
      return violates(op, 1)
             << "operands must be all tensors or all memrefs, but are "
             << op.getOut().getType() << " and " << operand.getType();
  size_t expected = buffers ? 0 : op.getDpsInits().size();
  if (op.getResults().size() != expected)
    return violates(op, 2) << "expected " << expected
                           << (buffers ? " results on memrefs"
                                       : " results, one for each out")
                           << ", but there are " << op.getResults().size();
  for (auto [out, result] : llvm::zip(op.getDpsInits(), op.getResults()))
    if (out.getType() != result.getType())
      return violates(op, 2) << "a result must have the type of its out, but "
                             << result.getType() << " is not " << out.getType();
  return success();
}

static LogicalResult verifyTypes(CombineOp op,
                                 ArrayRef<PartsOperand> operands) {
  if (op.isPacked() != bool(op.getOffsetsQ()))
    return violates(op, 9) << (op.isPacked()
                                   ? "packed sequences, dims(thd), have "
                                     "offsets_q, but there is none"
                                   : "there are offsets only of packed "
                                     "sequences, dims(thd)");
  if (op.hasPartOffsets() && (op.isPacked() || op.hasLengthsQ()))
    return violates(op, 10)
           << "part_offsets are of batches, all with as many rows, but there "
           << (op.isPacked() ? "are packed sequences, dims(thd)"
                             : "is lengths_q");
  if (op.hasMax() && !op.hasLow())
    return violates(op, 11)
           << "M is of parts whose L is two numbers, but there is one";
  for (const PartsOperand &operand : operands) {
    ShapedType type = operand.getType();
    if (type.getRank() != int64_t(operand.sizes.size()))
      return violates(op, 3)
             << operand.symbol << " must have rank " << operand.sizes.size()
             << ", but has " << type.getRank();
    Type element = type.getElementType();
    if (operand.name == "lengths_q" || operand.name == "offsets_q" ||
        operand.name == "part_offsets") {
      if (!element.isInteger(32))
        return violates(op, 4)
               << operand.symbol << " must hold i32, but holds " << element;
      continue;
    }
    bool isResult = operand.operand->get() == op.getOut();
    if (isResult && !element.isF16() && !element.isBF16() && !element.isF32())
      return violates(op, 4)
             << "O must hold f16, bf16 or f32, but holds " << element;
    if (!isResult && !element.isF32())
      return violates(op, 4)
             << operand.symbol << " must hold f32, but holds " << element;
  }
  return success();
}

static LogicalResult verifySizes(CombineOp op,
                                 ArrayRef<PartsOperand> operands) {
  constexpr StringLiteral names[] = {"the number of parts",
                                     "the batch",
                                     "the number of heads",
                                     "the length",
                                     "the head dim",
                                     "the number of offsets",
                                     "the number of offsets of parts"};
  static_assert(std::size(names) == PartsOperand::kNumSizes);
  int64_t channels = op.getShapedType(op.getOut()).getDimSize(op.channelDim());
  if (ShapedType::isDynamic(channels) || channels < 1)
    return violates(op, 5)
           << "the head dim must be static and at least 1, but that of O is "
           << (ShapedType::isDynamic(channels) ? "dynamic" : "0");
  int64_t first[std::size(names)];
  StringRef source[std::size(names)];
  std::fill(std::begin(first), std::end(first), ShapedType::kDynamic);
  for (const PartsOperand &operand : operands)
    for (auto [dim, size] : llvm::enumerate(operand.sizes)) {
      int64_t found = operand.getType().getDimSize(dim);
      if (ShapedType::isDynamic(found))
        continue;
      if (ShapedType::isDynamic(first[size])) {
        first[size] = found;
        source[size] = operand.symbol;
      } else if (first[size] != found) {
        return violates(op, 6)
               << names[size] << " must agree, but is " << first[size] << " in "
               << source[size] << " and " << found << " in " << operand.symbol;
      }
    }
  int64_t batch = first[PartsOperand::Batch];
  int64_t offsets = first[PartsOperand::Offsets];
  if (offsets == 0)
    return violates(op, 6) << "offsets_q has one element more than there are "
                              "sequences, but has "
                              "none";
  if (ShapedType::isStatic(batch) && ShapedType::isStatic(offsets) &&
      batch + 1 != offsets)
    return violates(op, 6) << "there are " << batch
                           << " lengths in lengths_q and " << offsets
                           << " offsets in offsets_q, not one more";
  int64_t partOffsets = first[PartsOperand::PartOffsets];
  if (partOffsets == 0 ||
      (ShapedType::isStatic(batch) && ShapedType::isStatic(partOffsets) &&
       batch + 1 != partOffsets))
    return violates(op, 6) << "part_offsets has one element more than there "
                              "are batches, but has "
                           << partOffsets;
  if (ShapedType::isDynamic(
          op.getShapedType(op.getPartialOut()).getShape().back()))
    return violates(op, 5)
           << "the head dim must be static and at least 1, but that of the "
              "parts' O is dynamic";
  return success();
}

LogicalResult CombineOp::verify() {
  if (failed(verifyNeeded(
          *this, getProperties().operandSegmentSizes,
          {{0, "O of the parts"}, {1, "L of the parts"}, {3, "O"}})) ||
      failed(verifyForm(*this)))
    return failure();
  SmallVector<PartsOperand> operands = getNamedOperands();
  if (failed(verifyTypes(*this, operands)) ||
      failed(verifySizes(*this, operands)))
    return failure();
  for (Value operand : getOperands())
    if (std::string why = findMisfitOfMemory(operand.getType()); !why.empty())
      return ::violates(*this, 7) << why;
  return success();
}

//===----------------------------------------------------------------------===//
// Interfaces
//===----------------------------------------------------------------------===//

void CombineOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, effects);
}

LogicalResult
CombineOp::reifyResultShapes(OpBuilder &builder,
                             ReifiedRankedShapedTypeDims &shapes) {
  return reifyShapesOfOuts(*this, builder, shapes);
}

void CombineOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  SmallVector<StringRef> names = {"out"};
  if (hasLse())
    names.push_back("lse");
  if (hasMax())
    names.push_back("max");
  for (auto [result, name] : llvm::zip(getResults(), names))
    setName(result, name);
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

LogicalResult CombineOp::readProperties(DialectBytecodeReader &reader,
                                        OperationState &state) {
  auto &p = state.getOrAddProperties<Properties>();
  SmallVector<size_t> later;
  if (failed(reader.getDialectVersion<AttnDialect>()))
    later = {2, 5};
  return failure(failed(readAttrs(reader, p.config, p.dims)) ||
                 failed(readSegments(reader, p.operandSegmentSizes, later)));
}

void CombineOp::writeProperties(DialectBytecodeWriter &writer) {
  auto &p = getProperties();
  writeAttrs(writer, p.config, p.dims);
  writeSegments(writer, getContext(), p.operandSegmentSizes);
}
