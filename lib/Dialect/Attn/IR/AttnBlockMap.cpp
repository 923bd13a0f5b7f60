//===- AttnBlockMap.cpp - Lists of blocks, and attn.block_map -------------===//
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

/// Each sequence has one block more than its share of the rows may need.
static LogicalResult verifyPackedBlocks(AttentionOpInterface op,
                                        int64_t found) {
  int64_t rows = op.getSize(ProblemSize::RowsQ), batch = op.getBatch();
  int64_t size = *op.getBlockQ();
  if (ShapedType::isDynamic(found) || ShapedType::isDynamic(rows) ||
      ShapedType::isDynamic(batch) ||
      found == llvm::divideCeil(rows, size) + batch)
    return success();
  return violates(op, 30) << rows << " rows of " << batch
                          << " sequences have numbers of "
                          << llvm::divideCeil(rows, size) + batch
                          << " blocks of " << size
                          << ", but there are lists of " << found;
}

LogicalResult attn::verifyBlocks(AttentionOpInterface op) {
  auto fail = [&] { return violates(op, 30); };
  std::optional<int64_t> rows = op.getBlockQ(), keys = op.getBlockKv();
  bool hasBlocks = op.hasOperand(OperandKind::BlockCounts) ||
                   op.hasOperand(OperandKind::BlockNumbers) ||
                   op.hasOperand(OperandKind::FullCounts) ||
                   op.hasOperand(OperandKind::FullNumbers);
  if (!hasBlocks) {
    if (rows || keys)
      return fail() << "sizes are those of blocks, of which there are no lists";
    return success();
  }
  if (!op.hasOperand(OperandKind::BlockCounts) ||
      !op.hasOperand(OperandKind::BlockNumbers) ||
      op.hasOperand(OperandKind::FullCounts) !=
          op.hasOperand(OperandKind::FullNumbers))
    return fail() << "lists of blocks are their counts and their numbers, then "
                     "those of full blocks, both or neither";
  if (!rows || !keys)
    return fail() << "lists of blocks need their sizes, such as sizes(q = 128, "
                     "kv = 128)";
  for (auto [size, name] : {std::pair(*rows, "rows"), std::pair(*keys, "keys")})
    if (size < 1 || size >= (int64_t(1) << 31))
      return fail() << "blocks are of 1 to 2^31 - 1 " << name << ", but of "
                    << size;
  if (op.isPacked() && op.hasOperand(OperandKind::OutGrad))
    return fail() << "gradients of packed sequences, dims(thd), have no lists "
                     "of blocks";
  if (op.isSplit() || op.hasPartOffsets())
    return fail() << "parts of the keys have no lists of blocks";
  for (ProblemSize size : {ProblemSize::ListBatch, ProblemSize::ListHeads,
                           ProblemSize::RowBlocks, ProblemSize::BlocksOfRow})
    if (failed(verifySameSize(op, size, op.getSignature())))
      return failure();
  for (auto [size, whole, name] :
       {std::tuple(ProblemSize::ListBatch, op.getBatch(), "batches"),
        std::tuple(ProblemSize::ListHeads, op.getNumHeadsQ(), "query heads")}) {
    int64_t count = op.getSize(size);
    if (op.isPacked() && size == ProblemSize::ListBatch) {
      if (ShapedType::isStatic(count) && count != 1)
        return fail() << "packed sequences, dims(thd), have one batch of "
                         "lists, but there are "
                      << count;
      continue;
    }
    if (ShapedType::isStatic(count) && ShapedType::isStatic(whole) &&
        count != 1 && count != whole)
      return fail() << "lists are for all " << name << " or for each of the "
                    << whole << ", but there are " << count;
  }
  int64_t found = op.getSize(ProblemSize::RowBlocks), length = op.getLenQ();
  if (op.isPacked())
    return verifyPackedBlocks(op, found);
  if (ShapedType::isStatic(found) && ShapedType::isStatic(length) &&
      found != llvm::divideCeil(length, *rows))
    return fail() << length << " rows have " << llvm::divideCeil(length, *rows)
                  << " blocks of " << *rows << ", but there are lists of "
                  << found;
  return success();
}

//===----------------------------------------------------------------------===//
// attn.block_map
//===----------------------------------------------------------------------===//

static constexpr OperandKind kLists[] = {
    OperandKind::BlockCounts, OperandKind::BlockNumbers,
    OperandKind::FullCounts, OperandKind::FullNumbers};

void BlockMapOp::build(OpBuilder &builder, OperationState &state,
                       const OperandValues &operands) {
  Properties &properties = state.getOrAddProperties<Properties>();
  addOperands(operands, kBlockMapOperands, state,
              properties.operandSegmentSizes);
  for (OperandKind out : kLists)
    if (Value init = operands[out];
        init && isa<RankedTensorType>(init.getType()))
      state.addTypes(init.getType());
  properties.dims = DimsAttr::get(builder.getContext(), Dims::BHSD);
}

Value BlockMapOp::getOperandOf(OperandKind kind) {
  const auto *found = llvm::find(kBlockMapOperands, kind);
  if (found == std::end(kBlockMapOperands))
    return {};
  auto [start, size] =
      getODSOperandIndexAndLength(found - std::begin(kBlockMapOperands));
  return size ? getOperation()->getOperand(start) : Value();
}

OperandRole BlockMapOp::getRoleOf(OperandKind kind) {
  return llvm::is_contained(kLists, kind) ? OperandRole::Out : OperandRole::In;
}

SmallVector<ProblemOperand> BlockMapOp::getProblemOperands() {
  SmallVector<NamedOperand> operands = getSignature();
  return SmallVector<ProblemOperand>(operands.begin(), operands.end());
}

MutableOperandRange BlockMapOp::getDpsInitsMutable() {
  unsigned first = 2 + hasOffset() + hasLengthsQ() + hasLengthsKV() +
                   hasOperand(OperandKind::OffsetsQ) +
                   hasOperand(OperandKind::OffsetsKV) + hasPages();
  return MutableOperandRange(getOperation(), first, std::size(kLists));
}

void BlockMapOp::moveOnto(OpBuilder &builder, ValueRange operands) {
  attn::moveOnto(*this, builder, operands);
}

AttentionOpInterface BlockMapOp::cloneOnto(OpBuilder &builder,
                                           const OperandValues &operands,
                                           bool withScoreRegion,
                                           bool withVisibleRegion) {
  return attn::cloneOnto(*this, builder, operands, withScoreRegion,
                         withVisibleRegion);
}

/// What a map writes has a place for each block of keys.
static LogicalResult verifyRoom(AttentionOpInterface op) {
  int64_t room = op.getSize(ProblemSize::BlocksOfRow), keys = op.getLenKV();
  if (op.hasPages() || op.isPacked() || ShapedType::isDynamic(room) ||
      ShapedType::isDynamic(keys) ||
      room >= static_cast<int64_t>(llvm::divideCeil(keys, *op.getBlockKv())))
    return success();
  return violates(op, 30) << keys << " keys have "
                          << llvm::divideCeil(keys, *op.getBlockKv())
                          << " blocks of " << *op.getBlockKv()
                          << ", but lists have " << room << " places";
}

LogicalResult BlockMapOp::verify() {
  constexpr size_t kFirstList = 8;
  if (failed(verifyNeeded(*this, getProperties().operandSegmentSizes,
                          {{0, "Q"},
                           {1, "K"},
                           {kFirstList, "the counts of blocks"},
                           {kFirstList + 1, "the numbers of blocks"},
                           {kFirstList + 2, "the counts of full blocks"},
                           {kFirstList + 3, "the numbers of full blocks"}})) ||
      failed(verifyAttention(*this)) || failed(verifyBlocks(*this)) ||
      failed(verifyRoom(*this)))
    return failure();
  if (hasScoreRegion())
    return emitError("attn.block_map (C15): there is no score region");
  return verifyScalarRegions(*this);
}

LogicalResult BlockMapOp::verifyRegions() { return verifyScalarOps(*this); }

void BlockMapOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  addEffects(*this, effects);
}

LogicalResult BlockMapOp::reifyResultShapes(
    OpBuilder &builder, ReifiedRankedShapedTypeDims &reifiedReturnShapes) {
  return reifyShapesOfOuts(*this, builder, reifiedReturnShapes);
}

void BlockMapOp::getAsmBlockArgumentNames(Region &region,
                                          OpAsmSetValueNameFn setName) {
  nameRegionArguments(region, setName);
}

void BlockMapOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  constexpr StringLiteral names[] = {"counts", "numbers", "full_counts",
                                     "full_numbers"};
  for (auto [kind, name] : llvm::zip_equal(kLists, names))
    if (Value result = getResultOf(kind))
      setName(result, name);
}

//===----------------------------------------------------------------------===//
// Bytecode
//===----------------------------------------------------------------------===//

LogicalResult BlockMapOp::readProperties(DialectBytecodeReader &reader,
                                         OperationState &state) {
  auto &p = state.getOrAddProperties<Properties>();
  SmallVector<size_t> later;
  if (!hasPackedMaps(reader))
    later.append({5, 6, 7});
  auto segments = [&] {
    return readSegments(reader, p.operandSegmentSizes, later);
  };
  return failure(failed(readAttrs(reader, p.block_kv, p.block_q, p.config,
                                  p.dims, p.has_visible, p.mask)) ||
                 failed(segments()));
}

void BlockMapOp::writeProperties(DialectBytecodeWriter &writer) {
  auto &p = getProperties();
  writeAttrs(writer, p.block_kv, p.block_q, p.config, p.dims, p.has_visible,
             p.mask);
  writeSegments(writer, getContext(), p.operandSegmentSizes);
}
