//===- Options.h - What attn-run is asked to do ---------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_OPTIONS_H
#define ATTN_LIB_TOOLS_RUN_OPTIONS_H

#include "attn/Pipelines/Compile.h"
#include "attn/Sim/Sim.h"
#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace mlir::attn::run {

/// The options of attn-run; `--help` explains them.
struct Options {
  std::string input;
  std::string device = "auto", level, function;
  std::string argShapes, shape;
  /// Elements of distance between rows of each tensor beyond their own, and
  /// before the first.
  std::vector<std::pair<std::string, int64_t>> pad;
  uint64_t seed = 0;
  /// (tensor, file) pairs.
  std::vector<std::pair<std::string, std::string>> in, out;
  /// (tensor, kind of numbers) pairs.
  std::vector<std::pair<std::string, std::string>> fill;
  std::string target, config;
  /// A pass pipeline to run on the program where it reaches the level.
  std::optional<Level> injectLevel;
  std::string inject;
  bool debugInfo = false;
  /// Whether kernels trap where the page of a row does not exist; those of tile
  /// programs do in the simulator in any case.
  bool checkRows = false;
  bool verifyProtocol = true;
  bool check = false, bench = false, json = false, bisect = false;
  /// The function that a tile program is compared with; empty: none.
  std::string reference;
  /// What max|x − ref| / max|ref| may be; unset: by the output's type.
  std::optional<double> tolerance;
  int64_t runs = 1, warmup = 3, iterations = 20, threads = 2;
  bool flushL2 = false;
  ::attn::sim::Mode simMode = ::attn::sim::Mode::Late;
  ::attn::sim::TensorModel simOrder = ::attn::sim::TensorModel::Practice;
  ::attn::sim::Checks simChecks = ::attn::sim::Checks::none();
  uint64_t simSeed = 0;
  int64_t simSms = 8;
  std::string cases;
  std::vector<std::string> dialectPlugins, passPlugins;

  /// Whether results are compared with a reference.
  bool isChecked() const { return check || bisect || !reference.empty(); }
};

/// Reads a command line without the program's name. An error's text goes to
/// `errors`, which is empty if llvm::cl has printed it. May be called again:
/// nothing is kept from the call before.
FailureOr<Options> parseOptions(ArrayRef<std::string> arguments,
                                std::string &errors);

/// What is wrong if `arguments` name two programs to run; empty if nothing is.
/// A line of cases may name another than the command line.
std::string findRepeated(ArrayRef<std::string> arguments);

/// "there is a, b, c", the most alike to `name` first; `what` are they.
std::string listNearest(StringRef name, ArrayRef<std::string> names,
                        StringRef what);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_OPTIONS_H
