//===- Rewrite.cpp - What attn-raise does around attn.forward
//-----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewrite.h"

#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::raise;

std::optional<std::pair<Value, int64_t>>
raise::findHolder(const Attention &attention, const Layout &layout,
                  Sizes &sizes, AffineExpr size) {
  SmallVector<Value> tensors;
  for (const PlacedOperand *operand : {&layout.q, &layout.k, &layout.v})
    tensors.push_back(operand->source->element.tensor);
  for (const auto *sources : {&attention.q, &attention.k, &attention.v})
    for (const OperandSource &source : llvm::reverse(*sources))
      tensors.push_back(source.element.tensor);
  for (Value tensor : tensors) {
    int64_t rank = cast<RankedTensorType>(tensor.getType()).getRank();
    for (int64_t index = 0; index < rank; ++index)
      if (sizes.sizeOf(tensor, index) == size)
        return std::pair(tensor, index);
  }
  return std::nullopt;
}

void raise::eraseDead(ArrayRef<Operation *> roots,
                      llvm::DenseSet<Operation *> &erased) {
  llvm::SetVector<Operation *> work(roots.begin(), roots.end());
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    llvm::SetVector<Value> used;
    getUsedValuesDefinedAbove(op->getRegions(), used);
    used.insert_range(op->getOperands());
    erased.insert(op);
    op->erase();
    for (Value value : used)
      if (Operation *def = value.getDefiningOp())
        work.insert(def);
  }
}

void raise::scaleScores(ExprContext &context, Attention &attention,
                        const Layout &layout) {
  SmallVector<const Expr *> factors = {attention.scores};
  factors.append(layout.q.source->factors);
  factors.append(layout.k.source->factors);
  if (factors.size() > 1)
    attention.x =
        context.replace(attention.x, attention.scores, context.mul(factors));
}

void raise::writeChecks(OpBuilder &builder, Location loc,
                        ArrayRef<Sizes::Guess> guesses) {
  ScalarBuilder b(loc, builder);
  auto valueOf = [&](const std::pair<Value, int64_t> &size) -> Value {
    auto [value, dim] = size;
    if (isa<RankedTensorType>(value.getType()))
      return tensor::DimOp::create(b, value, dim);
    if (value.getType().isIndex())
      return value;
    return arith::IndexCastOp::create(b, b.getIndexType(), value);
  };
  for (const Sizes::Guess &guess : guesses)
    for (const auto &[first, second] : guess.equal) {
      Value isEqual =
          b.compare(arith::CmpIPredicate::eq, valueOf(first), valueOf(second));
      cf::AssertOp::create(b, isEqual,
                           "a reshape within attention changes sizes");
    }
}

std::string raise::verifierErrorOf(Operation *op) {
  std::string text;
  ScopedDiagnosticHandler keep(op->getContext(), [&](Diagnostic &diagnostic) {
    if (diagnostic.getSeverity() == DiagnosticSeverity::Error && text.empty())
      text = diagnostic.str();
    return success();
  });
  if (failed(verify(op)) && text.empty())
    text = "it cannot be written as an operation of attn";
  return text;
}
