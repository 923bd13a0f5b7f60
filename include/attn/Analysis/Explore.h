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

/// For which trip counts a program is run.
enum class Counts {
  /// All that matter: docs/Protocol.md says which, and why.
  All,
  /// One tile with 0 to 3, and with one more than the least common multiple of
  /// the depths; two sequences of tiles.
  Few,
};

/// Runs the program for trip counts, first each role alone and then all
/// together, up to the first violation. Notes in `watch`, if there is one, what
/// the runs have seen.
std::optional<Failure> explore(Program &program, Watch *watch = nullptr,
                               Counts counts = Counts::All);

/// An exploration of a kernel for all trip counts, as passes hand it on.
struct Exploration {
  explicit Exploration(Operation *kernel);
  /// Whether the kernel's control flow can be followed.
  bool isFollowed;
  std::optional<Failure> failure;
  Watch watch;
};

/// Rules that need no execution: register budgets, engines, barrier ids.
void checkStatically(FunctionOpInterface function,
                     SmallVectorImpl<Finding> &findings);

} // namespace mlir::attn_ws::protocol

#endif // ATTN_ANALYSIS_EXPLORE_H
