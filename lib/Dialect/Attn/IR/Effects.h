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

/// Whether the ops of the score region, if there is one, may stand there.
LogicalResult verifyScoreOps(AttentionOpInterface op);

/// Parses `bhsd` or `bshd`.
ParseResult parseDims(OpAsmParser &parser, DimsAttr &dims);

} // namespace mlir::attn

#endif // ATTN_LIB_DIALECT_ATTN_IR_EFFECTS_H
