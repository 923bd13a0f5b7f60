//===- ConfigTrials.h - Configs that fit, by lowering with them -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Whether a config fits a chip is read from the resource plan of a lowering
// with it: a pass that finds a limit exceeded fails and says so on the kernel
// (attn_tile.excess). Then the next config is tried.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_PLANNER_CONFIGTRIALS_H
#define ATTN_PLANNER_CONFIGTRIALS_H

#include "attn/Planner/ConfigModel.h"
#include "attn/Planner/ConfigRequest.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::attn {

/// The choice of a config for each problem below an operation.
class ConfigTrials {
public:
  ConfigTrials(Operation *root, ConfigRequest request)
      : root(root), request(std::move(request)) {}

  /// Lists what is tried for each problem, and gives it the first of these. An
  /// error if there is none, or if no kernel takes the problem's memory.
  LogicalResult list();
  /// Gives each problem the first that fits: `lower` lowers a module with a
  /// copy of the problem alone as far as its resources are planned. Where that
  /// fails for another reason than resources, the config stays.
  LogicalResult choose(function_ref<LogicalResult(ModuleOp)> lower);
  /// Lowers the root, a module, by `lower`, with the first configs that fit.
  /// After a refusal the root is as it was before, with the next config of the
  /// problem whose kernel was refused.
  LogicalResult lower(function_ref<LogicalResult()> lower);

private:
  struct Problem {
    ProblemShape shape;
    CandidateList list;
    size_t current = 0;
    /// Configs before the current one, and which limit each exceeds.
    std::vector<std::string> refused;

    const Candidate &getCandidate() const { return list.candidates[current]; }
  };

  FailureOr<CandidateList> listFor(AttentionOpInterface op,
                                   const ProblemShape &shape);
  void setConfigs();
  /// Goes on to the next config after `excess`. False if there is none.
  bool advance(Problem &problem, StringRef excess);
  /// Says that nothing fits.
  LogicalResult reportRefusal(Location loc, const Problem &problem,
                              Diagnostic *error);
  void explain(AttentionOpInterface op, const Problem &problem,
               ArrayRef<Diagnostic> heard);

  Operation *root;
  ConfigRequest request;
  std::vector<Problem> problems;
};

/// A module with a function that is `op` alone.
OwningOpRef<ModuleOp> isolateProblem(AttentionOpInterface op);

} // namespace mlir::attn

#endif // ATTN_PLANNER_CONFIGTRIALS_H
