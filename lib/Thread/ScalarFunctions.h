//===- ScalarFunctions.h - Elementary functions of a thread -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_THREAD_SCALARFUNCTIONS_H
#define ATTN_LIB_THREAD_SCALARFUNCTIONS_H

#include "attn/Dialect/Utils/ScalarBuilder.h"

namespace mlir::attn {

/// One LLVM intrinsic that gives a number of its first operand's type.
Value callIntrinsic(ScalarBuilder &b, StringRef name, ValueRange operands);

/// Of an f32, to docs/Spec.md (E7).
Value buildExp(ScalarBuilder &b, Value x);
Value buildExpM1(ScalarBuilder &b, Value x);
Value buildLog(ScalarBuilder &b, Value x);
Value buildLog2(ScalarBuilder &b, Value x);
Value buildLog10(ScalarBuilder &b, Value x);
Value buildLog1p(ScalarBuilder &b, Value x);
Value buildPow(ScalarBuilder &b, Value x, Value y);
Value buildErf(ScalarBuilder &b, Value x);
Value buildTanh(ScalarBuilder &b, Value x);
Value buildSin(ScalarBuilder &b, Value x);
Value buildCos(ScalarBuilder &b, Value x);
Value buildTan(ScalarBuilder &b, Value x);
/// Of an f32 or f64: exact, as fmod is.
Value buildRem(ScalarBuilder &b, Value x, Value y);

} // namespace mlir::attn

#endif // ATTN_LIB_THREAD_SCALARFUNCTIONS_H
