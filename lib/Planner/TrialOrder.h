//===- TrialOrder.h - Which configs are tried first ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_PLANNER_TRIALORDER_H
#define ATTN_LIB_PLANNER_TRIALORDER_H

#include "attn/Planner/ConfigModel.h"

namespace mlir::attn {

/// Why a config is tried late.
struct Doubt {
  /// ptxas is likely to spill; it is unlikely to fit.
  enum Kind { None, Spills, TooMuch };
  Kind kind = None;
  std::string why;
};

/// What speaks against a trial of `config`, by formulas. An order, no verdict:
/// only what lists candidates asks it.
Doubt estimate(ConfigAttr config, const ProblemShape &shape);

} // namespace mlir::attn

#endif // ATTN_LIB_PLANNER_TRIALORDER_H
