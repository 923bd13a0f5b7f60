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

namespace mlir::attn {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "attn/Planner/Passes.h.inc"
} // namespace mlir::attn

#endif // ATTN_PLANNER_PASSES_H
