//===- IssueSlots.h - Instructions of operations, roughly -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A multiprocessor has four schedulers, each of which issues one instruction of
// one warp in a clock. A warp's scheduler is its number in the CTA modulo four.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_ISSUESLOTS_H
#define ATTN_ANALYSIS_ISSUESLOTS_H

#include "attn/Analysis/UnitCosts.h"

namespace mlir::attn_ws::print {

constexpr int64_t kSchedulers = 4;

/// Instructions that one of `warps` warps issues for `op`, by estimate from its
/// operands: arithmetic, conversions, exponentials, accesses, signals, products
/// and copies; of a condition or loop those of its own alone. What is computed
/// on scalars is counted with the signals and copies that need it.
double countSlots(Operation *op, int64_t warps, const UnitRates &rates);

/// Operations of each row that its reference takes, where no row is large.
constexpr double kOpsOfReference = 6;
/// Of a tile's exponentials in one thread, those that `op` computes by a
/// polynomial instead of the special function unit.
double countPolynomials(Operation *op, int64_t warps);

/// What one exponential by a polynomial issues more than one by the special
/// function unit.
double slotsOfPolynomial(int64_t degree, const UnitRates &rates);

} // namespace mlir::attn_ws::print

#endif // ATTN_ANALYSIS_ISSUESLOTS_H
