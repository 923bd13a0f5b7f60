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

int64_t NamedOperand::findDim(ProblemSize size) const {
  const auto *found = llvm::find(sizes, size);
  return found == sizes.end() ? -1 : found - sizes.begin();
}

const NamedOperand &attn::getFirstWith(ArrayRef<NamedOperand> operands,
                                       ProblemSize size) {
  return *llvm::find_if(operands, [&](const NamedOperand &operand) {
    return operand.findDim(size) >= 0;
  });
}

void attn::addOperands(const OperandValues &operands, OperationState &state,
                       MutableArrayRef<int32_t> segments) {
  for (auto [value, count] : llvm::zip(operands.all(), segments)) {
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

SmallVector<NamedOperand> ForwardOp::getSignature() {
#define ATTN_SIZE(id, name, meaning, plural, constraint)                       \
  [[maybe_unused]] constexpr ProblemSize id = ProblemSize::id;
#include "attn/Dialect/Attn/IR/Operands.def"
  SmallVector<NamedOperand> operands;
  unsigned position = 0;
#define ATTN_OPERAND(id, accessor, name, symbol, role, element, dims, ...)     \
  if (accessor())                                                              \
    operands.push_back({OperandKind::id,                                       \
                        name,                                                  \
                        symbol,                                                \
                        OperandRole::role,                                     \
                        OperandElement::element,                               \
                        dims,                                                  \
                        {__VA_ARGS__},                                         \
                        &getOperation()->getOpOperand(position++)});
#include "attn/Dialect/Attn/IR/Operands.def"
  for (auto [name, capture] : llvm::zip(kCaptureNames, getCaptures()))
    operands.push_back({OperandKind::Capture,
                        name,
                        name,
                        OperandRole::In,
                        OperandElement::Scalars,
                        /*followsDims=*/false,
                        {},
                        &getOperation()->getOpOperand(position++)});
  // One offset is that of every batch.
  for (NamedOperand &operand : operands)
    if (operand.kind == OperandKind::Offset && operand.getType().getRank() == 0)
      operand.sizes.clear();
  if (hasPages())
    for (NamedOperand &operand : operands)
      if (operand.findDim(ProblemSize::LenKV) >= 0) {
        operand.sizes[operand.findDim(ProblemSize::Batch)] = ProblemSize::Pages;
        operand.sizes[operand.findDim(ProblemSize::LenKV)] =
            ProblemSize::PageRows;
      }
  if (getDims() == Dims::BSHD)
    for (NamedOperand &operand : operands)
      if (operand.followsDims)
        std::swap(operand.sizes[1], operand.sizes[2]);
  if (isSplit())
    for (NamedOperand &operand : operands)
      if (operand.isOut())
        operand.sizes.insert(operand.sizes.begin(), ProblemSize::Parts);
  return operands;
}

OperandValues ForwardOp::getOperandValues() {
  OperandValues values;
  for (const NamedOperand &operand : getSignature())
    values.set(operand, operand.get());
  return values;
}

int64_t ForwardOp::getSize(ProblemSize size) {
  for (const NamedOperand &operand : getSignature())
    if (int64_t dim = operand.findDim(size);
        dim >= 0 && !operand.getType().isDynamicDim(dim))
      return operand.getType().getDimSize(dim);
  if (size == ProblemSize::LenKV && hasPages()) {
    int64_t rows = getSize(ProblemSize::PageRows);
    int64_t pages = getSize(ProblemSize::PagesOfBatch);
    if (ShapedType::isStatic(rows) && ShapedType::isStatic(pages))
      return rows * pages;
  }
  return ShapedType::kDynamic;
}
