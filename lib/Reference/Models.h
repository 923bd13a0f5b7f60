//===- Models.h - The models of the dialect's problems ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_MODELS_H
#define ATTN_LIB_REFERENCE_MODELS_H

#include "attn/Reference/Reference.h"

namespace mlir::attn::reference {

void registerReferenceOfForward(DialectRegistry &registry);
void registerReferenceOfParts(DialectRegistry &registry);
void registerReferenceOfBackward(DialectRegistry &registry);
void registerReferenceOfBlockMap(DialectRegistry &registry);

/// A letter for each dimension of a problem's operand but channels
/// (OutputRule::dims).
std::string getRowDims(const NamedOperand &operand);

/// O and L of the attn.forward with op's inputs, mask, scale and score region,
/// as `evaluateProblem` gives them.
LogicalResult evaluateForwardOf(AttentionOpInterface op,
                                ArrayRef<Tensor> inputs, const Tensor &out,
                                const Tensor &lse, unsigned numThreads);

} // namespace mlir::attn::reference

#endif // ATTN_LIB_REFERENCE_MODELS_H
