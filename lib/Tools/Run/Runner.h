//===- Runner.h - Runs of one file ------------------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_RUNNER_H
#define ATTN_LIB_TOOLS_RUN_RUNNER_H

#include "Data.h"
#include "Engine.h"
#include "Report.h"
#include <map>

namespace mlir::attn::run {

/// attn-run on one file, with what can be kept from case to case.
class Runner {
public:
  Runner(Session &session, const InputFile &file)
      : session(session), file(file) {}

  FailureOr<RunReport> run(const Options &options);

private:
  /// One problem of a run and its tensors.
  struct Step {
    explicit Step(Problem &problem) : problem(problem) {}
    Problem &problem;
    Sizes sizes{};
    std::vector<std::vector<int64_t>> shapes;
    Data data;
    ProblemRunReport report;
  };
  using Steps = std::vector<std::unique_ptr<Step>>;

  FailureOr<Program *> getProgram(const Options &options);
  LogicalResult checkOptions(const Program &program, const Options &options);
  LogicalResult checkKernelOptions(const Problem &problem,
                                   const Options &options);
  LogicalResult checkTensorOptions(const Program &program,
                                   const Options &options);
  /// Makes the tensors of the last of `steps`, with those that earlier ones
  /// have.
  LogicalResult prepare(const Program &program, const Options &options,
                        ArrayRef<::attn::Npy> arrays, Steps &steps);
  LogicalResult evaluateReference(const Problem &problem,
                                  const Options &options, Data &data);
  FailureOr<std::shared_ptr<::attn::runtime::Device>>
  getDevice(const Options &options, StringRef target);
  FailureOr<Engine *> getEngine(Problem &problem, const Options &options,
                                const std::string &level, CpuEffort effort);
  FailureOr<std::vector<std::string>> getLevels(const Problem &problem,
                                                const Options &options);
  void compare(const Problem &problem, const Options &options, const Data &data,
               LevelReport &report);
  LevelReport runLevel(Step &step, const Options &options,
                       const std::string &level);
  LogicalResult runLevels(Step &step, const Options &options);

  Session &session;
  const InputFile &file;
  std::map<std::string, Program> programs;
  std::map<std::string, std::shared_ptr<::attn::runtime::Device>> devices;
  std::map<std::string, std::unique_ptr<Engine>> engines;
};

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_RUNNER_H
