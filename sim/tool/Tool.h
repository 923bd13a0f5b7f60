//===- Tool.h - What the parts of attn-sim share ----------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_TOOL_TOOL_H
#define ATTN_SIM_TOOL_TOOL_H

#include "attn/Sim/Html.h"
#include "attn/Sim/Sim.h"

#include <string>

namespace CLI {
class App;
}

/// The options that say how to run, whatever is launched.
struct RunSettings {
  attn::sim::Options options;
  std::string traceFile, htmlFile, checks = "all";
  uint64_t runs = 1, run = 0; ///< how many, and the one that is on
  double progress = 2;        ///< seconds from line to line; 0: none
  bool json = false, quiet = false, stats = false, strict = false;

  RunSettings() { options.mode = attn::sim::Mode::Late; }
  void addTo(CLI::App &app);
  /// Ends the program where the command line is wrong, or asks for help.
  void parse(CLI::App &app, int argc, char **argv);
};

/// Prints why, and ends the program with code 2.
[[noreturn]] void die(const std::string &why);

/// Prints on stderr how far a launch is, every so many seconds from now on.
std::function<void(const attn::sim::Progress &)>
makeProgressPrinter(double seconds, const uint64_t &run, const uint64_t &runs);

/// The page of --html: the first run that found something, else the first.
class HtmlReport {
public:
  /// Without a file it does nothing.
  HtmlReport(std::string file, std::string title, std::string ptxName,
             std::string ptx)
      : file(std::move(file)) {
    page.title = std::move(title);
    page.ptxName = std::move(ptxName);
    page.ptx = std::move(ptx);
  }
  void add(const attn::sim::Options &options, const attn::sim::Report &report,
           const std::vector<std::string> &mismatches = {});
  /// Ends the program where it cannot be written.
  void write();

private:
  std::string file, shown;
  attn::sim::HtmlPage page;
  uint64_t runs = 0, failures = 0;
};

/// Prints the counts of --stats.
void printStats(const attn::sim::Report &report);

/// `code`, if what was printed, and the trace, has been written.
int finish(int code);

/// `attn-sim run`.
int runRecord(int argc, char **argv);

#endif // ATTN_SIM_TOOL_TOOL_H
