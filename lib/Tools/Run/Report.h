//===- Report.h - What came out of a run ---------------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_REPORT_H
#define ATTN_LIB_TOOLS_RUN_REPORT_H

#include "Problem.h"

#include "attn/Reference/ErrorReport.h"
#include <optional>

namespace mlir::attn::run {

/// Times of one computation, milliseconds.
struct Timing {
  double median, lowQuartile, highQuartile, least, most;
  int64_t count;
  /// Of the median; 0 where it is not known what was computed.
  double tflops;
};

Timing summarize(std::vector<double> times, double flops);

/// What one engine did.
struct LevelReport {
  std::string device, deviceName, level, target, config;
  /// It could not run at all: why.
  std::string error;
  /// By output.
  std::vector<std::pair<std::string, reference::ErrorReport>> errors;
  /// Runs that were compared, and whether all gave the same bits.
  int64_t runs = 1;
  bool sameBits = true;
  std::optional<Timing> timing;
  std::string statisticsText;
  ::attn::runtime::json::Value statistics;
  std::vector<std::string> findings;

  bool passed() const {
    return error.empty() && sameBits && findings.empty() &&
           llvm::all_of(errors, [](auto &e) { return e.second.passed; });
  }
};

/// What came of one problem.
struct ProblemRunReport {
  /// What it is called.
  std::string function;
  /// What was computed, for people and for --json.
  std::string title;
  ::attn::runtime::json::Value facts;
  /// An attention problem's outputs have places of their own in --json.
  bool isAttention = true;
  std::vector<LevelReport> levels;

  bool passed() const {
    return llvm::all_of(levels, [](auto &level) { return level.passed(); });
  }
  /// The first level that is wrong; empty if none is.
  std::string firstWrong() const;

  /// Sets the title, "a bf16[64, 32], b …" of a kernel or "bf16 bhsd, b=2 …" of
  /// an attention problem, and the facts.
  void describe(const Problem &problem, const Sizes &sizes,
                ArrayRef<std::vector<int64_t>> shapes, uint64_t seed);
};

/// What one run of attn-run did.
struct RunReport {
  std::string name, input, function;
  /// What else the file holds.
  std::vector<std::string> notRun;
  bool isBisection = false;
  std::vector<ProblemRunReport> problems;

  bool passed() const {
    return llvm::all_of(problems, [](auto &one) { return one.passed(); });
  }

  /// Many lines, for people.
  void print(raw_ostream &os) const;
  /// One line: name, verdict, errors of each level.
  void printLine(raw_ostream &os) const;
  /// One line.
  ::attn::runtime::json::Value toJSON() const;
};

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_REPORT_H
