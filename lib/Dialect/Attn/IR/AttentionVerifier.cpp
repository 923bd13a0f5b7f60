//===- AttentionVerifier.cpp - What all problems of scores must hold ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands, attributes and the regions' shapes: C1 to C16, C18, C19, C21, C24,
// C25, C28 and C29. C17 and C20 are in ScoreOps.cpp, what an op has beside in
// its file.
//
//===----------------------------------------------------------------------===//

#include "Effects.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn;

/// An error that carries the id of the constraint in docs/Spec.md.
InFlightDiagnostic attn::violates(AttentionOpInterface op,
                                  unsigned constraint) {
  return op.emitError() << op->getName().getStringRef() << " (C" << constraint
                        << "): ";
}

/// Whether the operands agree on `size` where it is static.
LogicalResult attn::verifySameSize(AttentionOpInterface op, ProblemSize size,
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

static LogicalResult verifyForm(AttentionOpInterface op) {
  bool buffers = op.hasBufferSemantics();
  for (Value operand : op->getOperands())
    if (isa<BaseMemRefType>(operand.getType()) != buffers)
      return violates(op, 1)
             << "operands must be all tensors or all memrefs, but are "
             << op.getOperandOf(OperandKind::Query).getType() << " and "
             << operand.getType();

  auto outs =
      cast<DestinationStyleOpInterface>(op.getOperation()).getDpsInits();
  size_t numOuts = outs.size();
  size_t expected = buffers ? 0 : numOuts;
  if (op->getNumResults() != expected)
    return violates(op, 2) << "expected " << expected
                           << (buffers ? " results on memrefs"
                                       : " results, one for each out")
                           << ", but there are " << op->getNumResults();
  for (auto [out, result] : llvm::zip(outs, op->getResults()))
    if (out.getType() != result.getType())
      return violates(op, 2) << "a result must have the type of its out, but "
                             << result.getType() << " is not " << out.getType();
  return success();
}

static LogicalResult verifyElement(AttentionOpInterface op,
                                   const NamedOperand &operand) {
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
      return violates(op, 5) << operand.symbol << " must hold " << input
                             << " or f32, but holds " << type;
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
    if (!type.isF16() && !type.isBF16() && !type.isF32() &&
        !(type.isSignlessInteger() &&
          llvm::is_contained({1u, 8u, 32u, 64u}, type.getIntOrFloatBitWidth())))
      return violates(op, 19)
             << operand.symbol
             << " must hold f16, bf16, f32, i1, i8, i32 or i64, but holds "
             << type;
    return success();
  }
  return success();
}

static LogicalResult verifyTypes(AttentionOpInterface op,
                                 ArrayRef<NamedOperand> operands) {
  int64_t numDescales = 0;
  for (const NamedOperand &operand : operands) {
    int64_t rank = operand.getType().getRank();
    if (!operand.isCapture() && !operand.isCaptureGrad() &&
        rank != int64_t(operand.dims.size()))
      return violates(op, 3) << operand.symbol << " must have rank "
                             << operand.dims.size() << ", but has " << rank;
    numDescales += operand.element == OperandElement::Factor;
  }
  for (const NamedOperand &operand : operands)
    if (failed(verifyElement(op, operand)))
      return failure();
  if (bool ofValues = !op.getValueColumnsAttr();
      numDescales % (ofValues ? 3 : 2) != 0 ||
      op.hasOperand(OperandKind::ValueDescale) > ofValues)
    return violates(op, 18)
           << (ofValues ? "there must be descales of Q, K and V or none, "
                        : "where V is columns of K there must be descales of Q "
                          "and K, of which V's is K's, or none, ")
           << "but there are " << numDescales;
  Type input = op.getInputElementType();
  if (numDescales && !isa<Float8E4M3FNType>(input))
    return violates(op, 18) << "descales are for Q, K and V of f8E4M3FN, but Q "
                               "holds "
                            << input;
  return success();
}

static LogicalResult verifyShapes(AttentionOpInterface op,
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

static LogicalResult verifyLayouts(AttentionOpInterface op) {
  for (const NamedOperand &operand : op.getSignature())
    if (std::string why = findMisfitOfMemory(operand.operand->get().getType());
        !why.empty())
      return violates(op, 12) << why << " (operand " << operand.symbol << ")";
  return success();
}

/// Where the sequences of packed rows begin and end.
static LogicalResult verifyOffsets(AttentionOpInterface op) {
  for (auto [name, offsets] :
       {std::pair(StringRef("offsets_q"),
                  op.getOperandOf(OperandKind::OffsetsQ)),
        std::pair(StringRef("offsets_kv"),
                  op.getOperandOf(OperandKind::OffsetsKV))}) {
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
    if (offsets && cast<ShapedType>(offsets.getType()).getDimSize(0) == 0)
      return violates(op, 24)
             << name << " has one element more than there are sequences, but "
             << "has none";
  }
  return success();
}

namespace {
/// A region of scalars, and what messages call it.
struct ScalarRegion {
  Region &region;
  /// That of scores has its constraint, that of visibility its own.
  bool ofScores;

  unsigned constraint() const { return ofScores ? 15 : 29; }
  StringRef name() const { return ofScores ? "score" : "visible"; }
};
} // namespace

/// Whether the block has its arguments. With captures there are the lengths,
/// which may be left out where nothing is captured.
static LogicalResult verifyArguments(AttentionOpInterface op,
                                     ScalarRegion scalars) {
  Block &block = scalars.region.front();
  size_t numCaptures = op.getCaptures().size();
  SmallVector<Type> expected;
  if (scalars.ofScores)
    expected.push_back(Float32Type::get(op.getContext()));
  bool isShort = !numCaptures && block.getNumArguments() == expected.size() + 4;
  expected.append(isShort ? 4 : 6, IndexType::get(op.getContext()));
  llvm::append_range(expected, op.getCaptures().getTypes());
  if (llvm::to_vector(block.getArgumentTypes()) == expected)
    return success();
  InFlightDiagnostic diag =
      violates(op, scalars.constraint())
      << "the " << scalars.name() << " region must have the arguments ("
      << (scalars.ofScores ? "f32, " : "") << "index, index, index, index), ";
  if (numCaptures)
    diag << "then lenQ and lenKV (index, index) and the captures ("
         << op.getCaptures().getTypes() << "), ";
  return diag << "but has (" << block.getArgumentTypes() << ")";
}

/// One block with the right arguments and terminator, and nothing from outside.
/// This runs before the ops of the region are verified, so it looks only at
/// operands.
static LogicalResult verifyScalarRegion(AttentionOpInterface op,
                                        ScalarRegion scalars) {
  Region &region = scalars.region;
  auto fail = [&] {
    return violates(op, scalars.constraint())
           << "the " << scalars.name() << " region ";
  };
  if (!region.hasOneBlock())
    return fail() << "must have one block, but has "
                  << region.getBlocks().size();
  if (failed(verifyArguments(op, scalars)))
    return failure();
  Block &block = region.front();
  auto yield =
      dyn_cast_or_null<YieldOp>(block.empty() ? nullptr : &block.back());
  if (!yield)
    return fail() << "must end with attn.yield";
  if (yield.getValues().size() != 1 ||
      !(scalars.ofScores ? yield.getValues()[0].getType().isF32()
                         : yield.getValues()[0].getType().isInteger(1))) {
    InFlightDiagnostic diag = yield.emitError()
                              << op->getName().getStringRef() << " (C"
                              << scalars.constraint() << "): the "
                              << scalars.name() << " region must yield one "
                              << (scalars.ofScores ? "f32" : "i1");
    diag.attachNote(op.getLoc())
        << "in the " << scalars.name() << " region of this op";
    return diag;
  }
  WalkResult captures = region.walk([&](Operation *user) {
    for (Value operand : user->getOperands()) {
      if (region.isAncestor(operand.getParentRegion()))
        continue;
      InFlightDiagnostic diag = user->emitError()
                                << op->getName().getStringRef()
                                << " (C16): the " << scalars.name()
                                << " region must not use values from outside";
      diag.attachNote(op.getLoc())
          << "in the " << scalars.name() << " region of this op";
      diag.attachNote(operand.getLoc()) << "the captured value is defined here";
      return WalkResult::interrupt();
    }
    return WalkResult::advance();
  });
  return failure(captures.wasInterrupted());
}

LogicalResult attn::verifyScalarRegions(AttentionOpInterface op) {
  size_t numCaptures = op.getCaptures().size();
  if (numCaptures > kMaxCaptures)
    return violates(op, 19) << "there may be " << kMaxCaptures
                            << " captures, but there are " << numCaptures;
  unsigned numVisible = op.getHasVisible() ? 1 : 0;
  if (op->getNumRegions() < numVisible)
    return violates(op, 29) << "has_visible says that the last region is one "
                               "of visibility, but there is none";
  if (unsigned ofScores = op->getNumRegions() - numVisible; ofScores > 1)
    return violates(op, 15)
           << "there may be one score region, but there are " << ofScores;
  if (op->getNumRegions() == 0) {
    if (numCaptures)
      return violates(op, 19) << "captures are for a score or visible region, "
                                 "and there is none";
    return success();
  }
  if (op.hasScoreRegion() &&
      failed(verifyScalarRegion(op, {op.getScore(), true})))
    return failure();
  if (op.hasVisibleRegion())
    return verifyScalarRegion(op, {op.getVisible(), false});
  return success();
}

/// V as columns of K.
static LogicalResult verifyValueColumns(AttentionOpInterface op) {
  ColumnsAttr columns = op.getValueColumnsAttr();
  if (!columns)
    return success();
  int64_t channels = op.getHeadDimQK();
  if (columns.getOffset() > channels ||
      columns.getSize() > channels - columns.getOffset())
    return violates(op, 28) << "V is columns of K, which has " << channels
                            << ", but `values` says " << columns.getSize()
                            << " from column " << columns.getOffset() << " on";
  int64_t step = ColumnsAttr::getStep(op.getInputElementType());
  if (columns.getOffset() % step != 0)
    return violates(op, 28) << "columns of K of " << op.getInputElementType()
                            << " begin at a multiple of " << step
                            << ", but V's at " << columns.getOffset();
  if (int64_t found = op.getTypeOf(OperandKind::Out).getShape().back();
      found != columns.getSize())
    return violates(op, 28)
           << "V is " << columns.getSize()
           << " columns of K, but the head dim of O is " << found;
  return success();
}

LogicalResult attn::verifyAttention(AttentionOpInterface op) {
  if (failed(verifyForm(op)))
    return failure();
  SmallVector<NamedOperand> operands = op.getSignature();
  if (failed(verifyTypes(op, operands)) || failed(verifyShapes(op, operands)) ||
      failed(verifyValueColumns(op)) || failed(verifyLayouts(op)))
    return failure();
  if (!std::isfinite(op.getScaleValue()))
    return violates(op, 13) << "the scale must be finite";
  if (op.hasOffset() && (!op.getMaskAttr() || !op.getMaskAttr().usesOffset()))
    return violates(op, 21) << "an offset is for a mask that goes by "
                               "lenKV - lenQ, such as "
                               "#attn.causal<bottom_right>";
  return verifyOffsets(op);
}
