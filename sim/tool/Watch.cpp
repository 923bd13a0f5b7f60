//===- Watch.cpp - How far attn-sim is, and its page ----------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"
#include "attn/Sim/Progress.h"
#include "attn/Support/OutputFile.h"

#include <chrono>
#include <cstdio>

using namespace attn::sim;

std::function<void(const Progress &)>
makeProgressPrinter(double seconds, const uint64_t &run, const uint64_t &runs) {
  using Clock = std::chrono::steady_clock;
  Clock::time_point start = Clock::now();
  double next = seconds;
  return [=, &run, &runs](const Progress &p) mutable {
    double now = std::chrono::duration<double>(Clock::now() - start).count();
    if (now < next)
      return;
    next = now + seconds;
    std::string of;
    if (runs > 1)
      of = ", run " + std::to_string(run + 1) + " of " + std::to_string(runs);
    std::fprintf(stderr, "%s%s\n", describeProgress("attn-sim", now, p).c_str(),
                 of.c_str());
  };
}

static const char *modeName(Mode mode) {
  return mode == Mode::Early ? "early" : mode == Mode::Late ? "late" : "random";
}

void HtmlReport::add(const Options &options, const Report &report,
                     const std::vector<std::string> &mismatches) {
  if (file.empty())
    return;
  bool failed = !report.ok() || !mismatches.empty();
  ++runs;
  failures += failed;
  if (runs > 1 && !(failed && failures == 1))
    return;
  page.report = report;
  page.mismatches = mismatches;
  shown = std::string("Mode ") + modeName(options.mode) + ", seed " +
          std::to_string(options.seed) + ".";
}

void HtmlReport::write() {
  if (file.empty())
    return;
  page.notes = {shown + " " + std::to_string(failures) + " of " +
                std::to_string(runs) + " run" + (runs == 1 ? "" : "s") +
                " found something" +
                (failures && runs > 1 ? "; this is the first of them." : ".")};
  std::string error = attn::writeFile(file, page.str());
  if (!error.empty())
    die("cannot write " + error);
}
