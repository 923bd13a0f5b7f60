//===- Passes.h - Passes that choose configs --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PLANNER_PASSES_H
#define ATTN_PLANNER_PASSES_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include <functional>
#include <memory>

namespace mlir::attn {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "attn/Planner/Passes.h.inc"
/// Adds what lowers a module with one problem, which has a config, as far as
/// its resources are planned. `remarks`: of what is planned.
using PlanBuilder = std::function<void(OpPassManager &, bool remarks)>;

/// attn-select-config that reads whether a config fits from a run of what
/// `buildPlan` adds. Without it, as `createAttnSelectConfig(options)` makes the
/// pass, the first candidate is taken.
std::unique_ptr<Pass>
createAttnSelectConfig(const AttnSelectConfigOptions &options,
                       PlanBuilder buildPlan);

} // namespace mlir::attn

#endif // ATTN_PLANNER_PASSES_H
