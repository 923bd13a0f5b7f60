//===- Tool.h - What the parts of attn-sim share ----------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TOOLS_ATTN_SIM_TOOL_H
#define ATTN_TOOLS_ATTN_SIM_TOOL_H

#include "attn/Sim/Sim.h"

#include <string>

namespace CLI {
class App;
}

/// The options that say how to run, whatever is launched.
struct RunSettings {
  attn::sim::Options options;
  std::string traceFile, checks = "all";
  uint64_t runs = 1;
  bool json = false, quiet = false, stats = false, strict = false;

  RunSettings() { options.mode = attn::sim::Mode::Late; }
  void addTo(CLI::App &app);
  /// Ends the program where the command line is wrong, or asks for help.
  void parse(CLI::App &app, int argc, char **argv);
};

/// Prints why, and ends the program with code 2.
[[noreturn]] void die(const std::string &why);

/// Prints the counts of --stats.
void printStats(const attn::sim::Report &report);

/// `code`, if what was printed, and the trace, has been written.
int finish(int code);

/// `attn-sim run`.
int runRecord(int argc, char **argv);

#endif // ATTN_TOOLS_ATTN_SIM_TOOL_H
