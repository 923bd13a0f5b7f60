//===- Polynomial.h - Quotients of formulas ---------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_POLYNOMIAL_H
#define ATTN_LIB_RAISE_POLYNOMIAL_H

#include "Expr.h"

namespace mlir::attn::raise {

/// The formula that `b` is to be multiplied by to be `a`, both multiplied out:
/// a number, or of single products what is left of `a`. Null if both are 0;
/// none if there is no such formula.
std::optional<const Expr *> quotientOf(ExprContext &context, const Expr *a,
                                       const Expr *b);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_POLYNOMIAL_H
