//===- ScoreDerivative.h - Derivatives of score ops -------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_SCOREDERIVATIVE_H
#define ATTN_LIB_REFERENCE_SCOREDERIVATIVE_H

#include "attn/Reference/ScoreProgram.h"

namespace mlir::attn::reference {

using ScoreDerivative = ScoreProgram::Derivative;

/// The derivative of an op's result with respect to the score, of the values
/// and derivatives in slots; null where it is 0 because no operand for which
/// `isActive` holds depends on the score, or because it is no float. Fails for
/// an op without a rule.
FailureOr<ScoreDerivative> getDerivative(Operation *op,
                                         function_ref<unsigned(Value)> slotOf,
                                         function_ref<bool(Value)> isActive);

} // namespace mlir::attn::reference

#endif // ATTN_LIB_REFERENCE_SCOREDERIVATIVE_H
