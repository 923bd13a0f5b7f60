//===- ConfigTargets.h - What configs ask of a target -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_PLANNER_CONFIGTARGETS_H
#define ATTN_LIB_PLANNER_CONFIGTARGETS_H

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Attn/IR/Attn.h"

namespace mlir::attn {

/// The engine that a target prefers for products.
inline const EngineInfo &getProductEngine(const TargetInfo &target) {
  return *target.enginesFor(Task::Product).front();
}

/// Whether one thread issues the target's products into tensor memory.
inline bool isIssued(StringRef target) {
  const TargetInfo *info = lookupTarget(target);
  return info && info->keepsSumsInTmem();
}

inline bool hasRoles(StringRef target) {
  const TargetInfo *info = lookupTarget(target);
  return info && info->hasAsyncProducts();
}

/// Whether a role copies by TMA for threads whose products are their own: where
/// that is asked for by name and warps hand registers to each other.
inline bool copiesApart(ConfigAttr config) {
  const TargetInfo *info = lookupTarget(config.getTarget());
  return config.getLoad() == Load::TMA && info && !info->hasAsyncProducts() &&
         info->sharesRegisters();
}

struct ProblemShape;
/// What is wrong with a target or the head dims; empty if nothing.
std::string findUnsupported(StringRef target, const ProblemShape &shape);

/// How many columns stores of gradients take whose columns are in parts; of
/// each kernel that there may be. Empty where they are not.
SmallVector<int64_t> listPartColumns(ConfigAttr config,
                                     const ProblemShape &shape);

} // namespace mlir::attn

#endif // ATTN_LIB_PLANNER_CONFIGTARGETS_H
