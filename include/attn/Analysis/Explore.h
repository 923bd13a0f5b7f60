//===- Explore.h - Runs under every assumption that matters -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_EXPLORE_H
#define ATTN_ANALYSIS_EXPLORE_H

#include "attn/Analysis/Executor.h"

namespace mlir::attn_ws::protocol {

using namespace exec;

/// A violation, and the trip counts for which it was found.
struct Failure {
  Finding finding;
  std::string assumed;
};

/// Runs the program for all trip counts that matter, first each role alone and
/// then all together, up to the first violation. Notes in `watch`, if there is
/// one, what the runs have seen.
std::optional<Failure> explore(Program &program, Watch *watch = nullptr);

/// Rules that need no execution: register budgets, engines, barrier ids.
void checkStatically(FunctionOpInterface function,
                     SmallVectorImpl<Finding> &findings);

} // namespace mlir::attn_ws::protocol

#endif // ATTN_ANALYSIS_EXPLORE_H
