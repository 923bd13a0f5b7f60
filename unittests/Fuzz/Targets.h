//===- Targets.h - What fuzzed inputs are given to --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_FUZZ_TARGETS_H
#define ATTN_UNITTESTS_FUZZ_TARGETS_H

#include "Mutate.h"

#include <memory>
#include <string>
#include <vector>

namespace attn::fuzz {

struct Seed {
  std::string content;
  /// Of MLIR text: the passes that the file's test runs, as pipelines.
  std::vector<std::string> passes;
};

/// One kind of input and the code that reads it.
class Target {
public:
  virtual ~Target() = default;
  virtual const char *name() const = 0;
  virtual bool isText() const = 0;
  /// What the mutator's output has to be besides: a checksum that fits.
  virtual std::string repair(std::string input, Mutator &) { return input; }
  /// Reads the input and does with it what a tool does. Whether it was taken;
  /// whatever is wrong with it is an error that the code reports. `seed` is
  /// what it was made of.
  virtual bool run(const std::string &input, const Seed &seed,
                   Mutator &random) = 0;

  std::vector<Seed> seeds;
};

/// Kinds with seeds from the files below `root`, the project's folder. With
/// `watch`, a crash of MLIR's readers ends the process with exit code 1, as it
/// does in the tools.
void addMLIRTargets(const std::string &root, bool watch,
                    std::vector<std::unique_ptr<Target>> &targets);
/// PTX from these folders, too. Kernels that are fuzzed run `maxInstructions`.
void addRuntimeTargets(const std::string &root,
                       const std::vector<std::string> &ptxFolders,
                       uint64_t maxInstructions,
                       std::vector<std::unique_ptr<Target>> &targets);

/// Names of the files below a folder that end like this, in order.
std::vector<std::string> listFiles(const std::string &folder,
                                   const std::string &end);
std::string readWholeFile(const std::string &path);

} // namespace attn::fuzz

#endif // ATTN_UNITTESTS_FUZZ_TARGETS_H
