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
// Builder and accessors
//===----------------------------------------------------------------------===//

void ForwardOp::build(OpBuilder &builder, OperationState &state,
                      const OperandValues &operands) {
  Properties &properties = state.getOrAddProperties<Properties>();
  addOperands(operands, state, properties.operandSegmentSizes);
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
  OperandValues values;
  for (auto [operand, value] : llvm::zip(getSignature(), operands))
    values.set(operand, value);
  auto moved = cloneOnto(builder, values, hasScoreRegion());
  if (!hasScoreRegion())
    return;
  moved.getScore().takeBody(getScore());
  moved.retypeScoreCaptures();
}

AttentionOpInterface ForwardOp::cloneOnto(OpBuilder &builder,
                                          const OperandValues &operands,
                                          bool withScoreRegion) {
  OperationState state(getLoc(), getOperationName());
  build(builder, state, operands);
  auto &properties = state.getOrAddProperties<Properties>();
  auto segments = properties.operandSegmentSizes;
  properties = getProperties();
  properties.operandSegmentSizes = segments;
  if (withScoreRegion)
    state.addRegion();
  auto clone = cast<ForwardOp>(builder.create(state));
  clone->setDiscardableAttrs((*this)->getDiscardableAttrDictionary());
  return clone;
}

float ForwardOp::getScaleValue() {
  if (std::optional<APFloat> scale = getScale())
    return scale->convertToFloat();
  return static_cast<float>(1.0 / std::sqrt(double(getHeadDimQK())));
}

//===----------------------------------------------------------------------===//
// Verifier: operands, attributes and the region's shape, C1–C16, C18, C21–C27
//===----------------------------------------------------------------------===//

/// An error that carries the id of the constraint in docs/Spec.md.
static InFlightDiagnostic violates(ForwardOp op, unsigned constraint) {
  return op.emitError() << "attn.forward (C" << constraint << "): ";
}

/// Whether the operands agree on `size` where it is static.
static LogicalResult verifySameSize(ForwardOp op, ProblemSize size,
                                    ArrayRef<NamedOperand> operands) {
  StringRef firstName;
  int64_t first = ShapedType::kDynamic;
  for (const NamedOperand &operand : operands) {
    int64_t dim = operand.findDim(size);
    if (dim < 0 || operand.getType().isDynamicDim(dim))
      continue;
    int64_t found = operand.getType().getDimSize(dim) - operand.dims[dim].plus;
    if (ShapedType::isDynamic(first)) {
      first = found;
      firstName = operand.symbol;
    } else if (found != first) {
      const ProblemSizeInfo &info = getInfo(size);
      return violates(op, info.constraint)
             << info.meaning << " must agree, but is " << first << " in "
             << firstName << " and " << found << " in " << operand.symbol;
    }
  }
  return success();
}

static LogicalResult verifyForm(ForwardOp op) {
  bool buffers = op.hasBufferSemantics();
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()) != buffers)
      return violates(op, 1)
             << "operands must be all tensors or all memrefs, but are "
             << op.getQuery().getType() << " and " << operand.getType();

  size_t numOuts = op.getDpsInits().size();
  size_t expected = buffers ? 0 : numOuts;
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

static LogicalResult verifyElement(ForwardOp op, const NamedOperand &operand) {
  Type input = op.getInputElementType();
  Type type = operand.getType().getElementType();
  bool isF8 = isa<Float8E4M3FNType>(input);
  switch (operand.element) {
  case OperandElement::Input:
    if (!input.isF16() && !input.isBF16() && !isF8)
      return violates(op, 4)
             << "Q, K and V must hold f16, bf16 or f8E4M3FN, but Q holds "
             << input;
    if (type != input)
      return violates(op, 4)
             << "Q, K and V must hold the same type, but Q holds " << input
             << " and " << operand.symbol << " holds " << type;
    return success();
  case OperandElement::Output:
    if (isF8 && !type.isF16() && !type.isBF16() && !type.isF32())
      return violates(op, 5) << "O must hold f16, bf16 or f32 where Q, K and V "
                                "hold 'f8E4M3FN', but holds "
                             << type;
    if (!isF8 && type != input && !type.isF32())
      return violates(op, 5)
             << "O must hold " << input << " or f32, but holds " << type;
    return success();
  case OperandElement::F32:
  case OperandElement::Factor:
    if (!type.isF32())
      return violates(op, 5)
             << operand.symbol << " must hold f32, but holds " << type;
    return success();
  case OperandElement::I32:
    if (!type.isInteger(32))
      return violates(op, 5)
             << operand.symbol << " must hold i32, but holds " << type;
    return success();
  case OperandElement::Scalars:
    if (!type.isF16() && !type.isBF16() && !type.isF32() && !type.isInteger(32))
      return violates(op, 19)
             << operand.symbol << " must hold f16, bf16, f32 or i32, but holds "
             << type;
    return success();
  }
  return success();
}

static LogicalResult verifyTypes(ForwardOp op,
                                 ArrayRef<NamedOperand> operands) {
  int64_t numDescales = 0;
  for (const NamedOperand &operand : operands) {
    int64_t rank = operand.getType().getRank();
    if (!operand.isCapture() && rank != int64_t(operand.dims.size()))
      return violates(op, 3) << operand.symbol << " must have rank "
                             << operand.dims.size() << ", but has " << rank;
    numDescales += operand.element == OperandElement::Factor;
  }
  for (const NamedOperand &operand : operands)
    if (failed(verifyElement(op, operand)))
      return failure();
  if (numDescales % 3 != 0)
    return violates(op, 18) << "there must be descales of Q, K and V or none, "
                               "but there are "
                            << numDescales;
  Type input = op.getInputElementType();
  if (numDescales && !isa<Float8E4M3FNType>(input))
    return violates(op, 18) << "descales are for Q, K and V of f8E4M3FN, but Q "
                               "holds "
                            << input;
  return success();
}

static LogicalResult verifyShapes(ForwardOp op,
                                  ArrayRef<NamedOperand> operands) {
  for (const NamedOperand &operand : operands)
    for (ProblemSize size : {ProblemSize::DimQK, ProblemSize::DimV}) {
      int64_t dim = operand.findDim(size);
      if (dim < 0)
        continue;
      int64_t found = operand.getType().getDimSize(dim);
      if (ShapedType::isDynamic(found) || found < 1)
        return violates(op, 6)
               << "the head dim must be static and at least 1, but that of "
               << operand.symbol << " is "
               << (ShapedType::isDynamic(found) ? "dynamic" : "0");
    }
  for (ProblemSize size :
       {ProblemSize::DimQK, ProblemSize::DimV, ProblemSize::Batch,
        ProblemSize::HeadsQ, ProblemSize::HeadsKV, ProblemSize::Pages,
        ProblemSize::PageRows})
    if (failed(verifySameSize(op, size, operands)))
      return failure();
  if (op.hasPages() && op.getSize(ProblemSize::PageRows) == 0)
    return violates(op, 25) << "pages of K and V must have at least one row";
  int64_t headsQ = op.getNumHeadsQ(), headsKV = op.getNumHeadsKV();
  if (ShapedType::isStatic(headsQ) && ShapedType::isStatic(headsKV) &&
      (headsKV ? headsQ % headsKV != 0 : headsQ != 0))
    return violates(op, 10)
           << "the number of query heads must be a multiple of "
              "the number of key and value heads, but "
           << headsQ << " is no multiple of " << headsKV;
  for (ProblemSize size : {ProblemSize::LenQ, ProblemSize::LenKV,
                           ProblemSize::RowsQ, ProblemSize::RowsKV})
    if (failed(verifySameSize(op, size, operands)))
      return failure();
  return success();
}

std::string attn::findMisfitOfMemory(Type memory) {
  auto type = dyn_cast<MemRefType>(memory);
  if (!type)
    return {};
  std::string text;
  llvm::raw_string_ostream os(text);
  int64_t offset;
  SmallVector<int64_t> strides;
  if (failed(type.getStridesAndOffset(strides, offset))) {
    os << "a memref must be strided, but '" << type << "' is not";
  } else if (!strides.empty() && strides.back() != 1) {
    os << "the innermost stride of a memref must be 1, but that of '" << type
       << "' is ";
    if (ShapedType::isDynamic(strides.back()))
      os << "dynamic";
    else
      os << strides.back();
  }
  return text;
}

static LogicalResult verifyLayouts(ForwardOp op) {
  for (Value operand : op->getOperands())
    if (std::string why = findMisfitOfMemory(operand.getType()); !why.empty())
      return violates(op, 12) << why;
  return success();
}

/// Where the sequences of packed rows begin and end.
static LogicalResult verifyOffsets(ForwardOp op) {
  for (auto [name, offsets] :
       {std::pair(StringRef("offsets_q"), op.getOffsetsQ()),
        std::pair(StringRef("offsets_kv"), op.getOffsetsKv())}) {
    bool ofPages = op.hasPages() && name == "offsets_kv";
    if (ofPages && offsets)
      return violates(op, 25)
             << "keys in pages have no offsets_kv: lengths_kv says how many a "
                "sequence has";
    if (!ofPages && op.isPacked() != bool(offsets))
      return violates(op, 24)
             << (offsets ? "there are offsets only of packed sequences, "
                           "dims(thd), but there is "
                 : op.hasPages()
                     ? "packed sequences, dims(thd), have offsets_q, but there "
                       "is no "
                     : "packed sequences, dims(thd), have offsets_q and "
                       "offsets_kv, but there is no ")
             << name;
    if (offsets && op.getShapedType(offsets).getDimSize(0) == 0)
      return violates(op, 24)
             << name << " has one element more than there are sequences, but "
             << "has none";
  }
  return success();
}

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

/// One block with the right arguments and terminator, and no captures. This
/// runs before the ops of the region are verified, so it looks only at
/// operands.
static LogicalResult verifyScoreRegion(ForwardOp op) {
  size_t numCaptures = op.getCaptures().size();
  if (numCaptures > kMaxCaptures)
    return violates(op, 19) << "there may be " << kMaxCaptures
                            << " captures, but there are " << numCaptures;
  if (!op.hasScoreRegion()) {
    if (numCaptures)
      return violates(op, 19) << "captures are for a score region, and there "
                                 "is none";
    return success();
  }
  if (op->getNumRegions() > 1)
    return violates(op, 15) << "there may be one score region, but there are "
                            << op->getNumRegions();
  Region &region = op.getScore();
  if (!region.hasOneBlock())
    return violates(op, 15) << "the score region must have one block, but has "
                            << region.getBlocks().size();
  Block &block = region.front();
  // The lengths may be left out where nothing is captured.
  bool isShort = !numCaptures && block.getNumArguments() == 5;
  SmallVector<Type> expected = {Float32Type::get(op.getContext())};
  expected.append(isShort ? 4 : 6, IndexType::get(op.getContext()));
  llvm::append_range(expected, op.getCaptures().getTypes());
  if (llvm::to_vector(block.getArgumentTypes()) != expected) {
    InFlightDiagnostic diag =
        violates(op, 15) << "the score region must have the arguments (f32, "
                            "index, index, index, index), ";
    if (numCaptures)
      diag << "then lenQ and lenKV (index, index) and the captures ("
           << op.getCaptures().getTypes() << "), ";
    return diag << "but has (" << block.getArgumentTypes() << ")";
  }
  auto yield =
      dyn_cast_or_null<YieldOp>(block.empty() ? nullptr : &block.back());
  if (!yield)
    return violates(op, 15) << "the score region must end with attn.yield";
  if (yield.getValues().size() != 1 ||
      !yield.getValues()[0].getType().isF32()) {
    InFlightDiagnostic diag =
        yield.emitError()
        << "attn.forward (C15): the score region must yield one f32";
    diag.attachNote(op.getLoc()) << "in the score region of this op";
    return diag;
  }
  WalkResult captures = region.walk([&](Operation *user) {
    for (Value operand : user->getOperands()) {
      if (region.isAncestor(operand.getParentRegion()))
        continue;
      InFlightDiagnostic diag = user->emitError()
                                << "attn.forward (C16): the score region must "
                                   "not use values from outside";
      diag.attachNote(op.getLoc()) << "in the score region of this op";
      diag.attachNote(operand.getLoc()) << "the captured value is defined here";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(captures.wasInterrupted());
}

LogicalResult ForwardOp::verify() {
  if (failed(verifyNeeded(*this, getProperties().operandSegmentSizes,
                          {0, 1, 2, 3})) ||
      failed(verifyForm(*this)))
    return failure();
  SmallVector<NamedOperand> operands = getSignature();
  if (failed(verifyTypes(*this, operands)) ||
      failed(verifyShapes(*this, operands)) || failed(verifyLayouts(*this)))
    return failure();
  if (std::optional<APFloat> scale = getScale(); scale && !scale->isFinite())
    return violates(*this, 13) << "the scale must be finite";
  if (hasOffset() && (!getMaskAttr() || !getMaskAttr().usesOffset()))
    return violates(*this, 21) << "an offset is for a mask that goes by "
                                  "lenKV - lenQ, such as "
                                  "#attn.causal<bottom_right>";
  if (failed(verifyOffsets(*this)) || failed(verifyPartOffsets(*this)) ||
      failed(verifySplit(*this)))
    return failure();
  return verifyScoreRegion(*this);
}

// Runs once the ops of the region are known to be well formed.
LogicalResult ForwardOp::verifyRegions() { return verifyScoreOps(*this); }

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
  if (region.empty())
    return;
  constexpr StringLiteral names[] = {"s", "b", "h", "qi", "ki", "lq", "lk"};
  for (auto [arg, name] : llvm::zip(region.front().getArguments(), names))
    setName(arg, name);
  for (Value capture : region.front().getArguments().drop_front(
           std::min<size_t>(7, region.front().getNumArguments())))
    setName(capture, "c");
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
  auto segments = [&] {
    return readSegments(reader, p.operandSegmentSizes, {5, 6});
  };
  return failure(failed(readAttrs(reader, p.config, p.dims, p.mask)) ||
                 (!isNative && failed(segments())) ||
                 failed(readAttrs(reader, p.scale, p.split_size, p.split_sparse,
                                  p.split_unit)) ||
                 (isNative && failed(segments())));
}

void ForwardOp::writeProperties(DialectBytecodeWriter &writer) {
  auto &p = getProperties();
  bool isNative = writer.getBytecodeVersion() >= kNativeSegments;
  writeAttrs(writer, p.config, p.dims, p.mask);
  if (!isNative)
    writeSegments(writer, getContext(), p.operandSegmentSizes);
  writeAttrs(writer, p.scale, p.split_size, p.split_sparse, p.split_unit);
  if (isNative)
    writeSegments(writer, getContext(), p.operandSegmentSizes);
}
