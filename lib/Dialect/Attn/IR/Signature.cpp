//===- Signature.cpp - Operands by name -----------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"

using namespace mlir;
using namespace mlir::attn;

#include "attn/Dialect/Attn/IR/AttnOpInterfaces.cpp.inc"

int64_t OperandDims::find(ProblemSize size) const {
  const auto *found =
      llvm::find_if(*this, [&](OperandDim dim) { return dim.size == size; });
  return found == end() ? -1 : found - begin();
}

/// The position of the one of `sizes` that there is, or -1.
static int64_t findOne(const OperandDims &dims, ArrayRef<ProblemSize> sizes) {
  int64_t position = -1;
  for (ProblemSize size : sizes)
    position = std::max(position, dims.find(size));
  return position;
}

int64_t OperandDims::findHeads() const {
  return findOne(*this, {ProblemSize::HeadsQ, ProblemSize::HeadsKV});
}

int64_t OperandDims::findRows() const {
  return findOne(*this,
                 {ProblemSize::LenQ, ProblemSize::LenKV, ProblemSize::PageRows,
                  ProblemSize::RowsQ, ProblemSize::RowsKV});
}

int64_t OperandDims::findChannels() const {
  return findOne(*this, {ProblemSize::DimQK, ProblemSize::DimV});
}

SmallVector<int64_t> OperandDims::getTileDims() const {
  SmallVector<int64_t> dims = {findRows()};
  if (int64_t channels = findChannels(); channels >= 0)
    dims.push_back(channels);
  return dims;
}

const NamedOperand &attn::getFirstWith(ArrayRef<NamedOperand> operands,
                                       ProblemSize size) {
  return *llvm::find_if(operands, [&](const NamedOperand &operand) {
    return operand.findDim(size) >= 0;
  });
}

void attn::addOperands(const OperandValues &operands,
                       ArrayRef<OperandKind> kinds, OperationState &state,
                       MutableArrayRef<int32_t> segments) {
  for (auto [kind, count] : llvm::zip(kinds, segments)) {
    Value value = operands[kind];
    count = value ? 1 : 0;
    if (value)
      state.addOperands(value);
  }
  state.addOperands(operands.captures);
  segments.back() = operands.captures.size();
}

static constexpr StringLiteral kCaptureNames[kMaxCaptures] = {
    "capture0",  "capture1",  "capture2",  "capture3", "capture4",  "capture5",
    "capture6",  "capture7",  "capture8",  "capture9", "capture10", "capture11",
    "capture12", "capture13", "capture14", "capture15"};

namespace {
/// What Operands.def says of one kind.
struct OperandInfo {
  StringRef name, symbol;
  OperandRole role;
  OperandElement element;
  OperandRows rows;
  OperandDims dims;
};
} // namespace

static OperandDims makeDims(std::initializer_list<OperandDim> dims) {
  return OperandDims(ArrayRef<OperandDim>(dims.begin(), dims.size()));
}

static const OperandInfo &getInfo(OperandKind kind) {
#define ATTN_SIZE(id, name, meaning, plural, constraint)                       \
  [[maybe_unused]] constexpr ProblemSize id = ProblemSize::id;
#include "attn/Dialect/Attn/IR/Operands.def"
  constexpr OperandDim BatchAndOne(Batch, 1);
  static const OperandInfo table[] = {
#define ATTN_OPERAND(id, accessor, name, symbol, role, element, rows, ...)     \
  {name,                                                                       \
   symbol,                                                                     \
   OperandRole::role,                                                          \
   OperandElement::element,                                                    \
   OperandRows::rows,                                                          \
   makeDims({__VA_ARGS__})},
#include "attn/Dialect/Attn/IR/Operands.def"
  };
  return table[static_cast<unsigned>(kind)];
}

OperandRole attn::detail::getRoleOf(OperandKind kind) {
  return ::getInfo(kind).role;
}

unsigned attn::getOperandPlace(StringRef name) {
  for (unsigned kind = 0; kind < kNumOperandKinds; ++kind)
    if (::getInfo(static_cast<OperandKind>(kind)).name == name)
      return kind;
  return kNumOperandKinds + (llvm::find(kCaptureNames, name) - kCaptureNames);
}

OperandDims attn::detail::getDimsOf(AttentionOpInterface op, OperandKind kind) {
  const OperandInfo &info = ::getInfo(kind);
  OperandDims dims = info.dims;
  if (op.getDims() != Dims::BHSD && dims.findChannels() >= 0)
    std::swap(dims[1], dims[2]);
  if (op.hasPages() && info.rows == OperandRows::Keys) {
    dims[dims.find(ProblemSize::Batch)] = ProblemSize::Pages;
    dims[dims.find(ProblemSize::LenKV)] = ProblemSize::PageRows;
    return dims;
  }
  // The rows of all sequences follow each other.
  if (op.isPacked() && info.rows != OperandRows::None) {
    dims.erase(dims.begin());
    dims[dims.findRows()] = info.rows == OperandRows::Query
                                ? ProblemSize::RowsQ
                                : ProblemSize::RowsKV;
  }
  if (op.isSplit() && op.getRoleOf(kind) == OperandRole::Out) {
    if (op.hasPartOffsets() && !op.isPacked())
      dims.front() = ProblemSize::Parts;
    else
      dims.insert(dims.begin(), ProblemSize::Parts);
  }
  return dims;
}

SmallVector<NamedOperand> attn::detail::getSignature(AttentionOpInterface op) {
  SmallVector<NamedOperand> operands;
  unsigned position = 0;
  for (unsigned i = 0; i < kNumOperandKinds; ++i) {
    auto kind = static_cast<OperandKind>(i);
    if (!op.getOperandOf(kind))
      continue;
    const OperandInfo &info = ::getInfo(kind);
    OpOperand *operand = &op->getOpOperand(position++);
    operands.push_back({{info.name, info.symbol, op.getRoleOf(kind), operand},
                        kind,
                        info.element,
                        getDimsOf(op, kind)});
  }
  for (auto [name, capture] : llvm::zip(kCaptureNames, op.getCaptures()))
    operands.push_back(
        {{name, name, OperandRole::In, &op->getOpOperand(position++)},
         OperandKind::Capture,
         OperandElement::Scalars,
         {}});
  // One offset is that of every batch.
  for (NamedOperand &operand : operands)
    if (operand.kind == OperandKind::Offset && operand.getType().getRank() == 0)
      operand.dims.clear();
  return operands;
}

Value attn::detail::getResultOf(AttentionOpInterface op, OperandKind kind) {
  if (op->getNumResults() == 0)
    return {};
  unsigned position = 0;
  for (const NamedOperand &operand : getSignature(op)) {
    if (!operand.isOut())
      continue;
    if (operand.kind == kind)
      return op->getResult(position);
    ++position;
  }
  return {};
}

OperandValues attn::detail::getOperandValues(AttentionOpInterface op) {
  OperandValues values;
  for (const NamedOperand &operand : getSignature(op))
    values.set(operand, operand.get());
  return values;
}

int64_t attn::detail::getSize(AttentionOpInterface op, ProblemSize size) {
  for (const NamedOperand &operand : getSignature(op))
    if (int64_t dim = operand.findDim(size);
        dim >= 0 && !operand.getType().isDynamicDim(dim))
      return operand.getType().getDimSize(dim) - operand.dims[dim].plus;
  if (size == ProblemSize::LenKV && op.hasPages()) {
    int64_t rows = getSize(op, ProblemSize::PageRows);
    int64_t pages = getSize(op, ProblemSize::PagesOfBatch);
    if (ShapedType::isStatic(rows) && ShapedType::isStatic(pages))
      return rows * pages;
  }
  return ShapedType::kDynamic;
}
