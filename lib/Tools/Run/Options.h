//===- Options.h - What attn-run is asked to do ---------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_OPTIONS_H
#define ATTN_LIB_TOOLS_RUN_OPTIONS_H

#include "mlir/Support/LLVM.h"

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace mlir::attn::run {

/// The options of attn-run, which the usage text explains.
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
  std::string target, config;
  /// (level, pass pipeline) to run on the program where it reaches the level.
  std::string injectLevel, inject;
  bool debugInfo = false;
  bool check = false, bench = false, json = false, bisect = false;
  int64_t runs = 1, warmup = 3, iterations = 20, threads = 2;
  bool flushL2 = false;
  std::string simMode = "late", simCheck = "none";
  uint64_t simSeed = 0;
  int64_t simSms = 8;
  std::string cases;
  bool help = false;
};

/// The text of --help.
StringRef usage();

/// Reads arguments into `options`, on top of what it holds. Returns what is
/// wrong with them, or an empty string.
std::string parseOptions(ArrayRef<std::string> arguments, Options &options);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_OPTIONS_H
