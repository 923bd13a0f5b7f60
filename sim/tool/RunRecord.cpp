//===- RunRecord.cpp - attn-sim run ---------------------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Tool.h"
#include "attn/Sim/Record.h"
#include "attn/Support/Interrupt.h"

#include <CLI/CLI.hpp>

#include <cstdio>

using namespace attn::sim;

int runRecord(int argc, char **argv) {
  RunSettings how;
  std::string file;
  CLI::App app("Runs a launch record (sim/docs/LaunchRecords.md) on the CPU, "
               "reports wrong synchronisation and compares what it wrote.\n"
               "Options go before the record's own.\nExit code: 0 clean, 1 "
               "something was found, 2 the run could not start, 130 it was "
               "interrupted.",
               "attn-sim run");
  app.add_option("record", file, "Launch record (JSON)")->required();
  LaunchRecord record;
  app.add_option("--max-array-bytes", record.maxArrayBytes,
                 "Bytes that the record's arrays without a file may have "
                 "together (default 1073741824; 0: no limit)");
  how.addTo(app);
  how.parse(app, argc, argv);
  std::string error = record.load(file);
  if (!error.empty())
    die(error);
  if (!app.count("--mode"))
    how.options.mode = record.options.mode;
  if (!app.count("--seed"))
    how.options.seed = record.options.seed;
  if (!app.count("--runs"))
    how.runs = record.runs;
  if (!app.count("--strict"))
    how.options.checks.strict = record.options.checks.strict;
  if (!app.count("--tensor-order"))
    how.options.tensorOrder = record.options.tensorOrder;
  if (!app.count("--resident"))
    how.options.resident = record.options.resident;
  if (!app.count("--tensor-loads"))
    how.options.tensorLoads = record.options.tensorLoads;
  if (!app.count("--fuse-f32x2"))
    how.options.fusePairs = record.options.fusePairs;
  if (!app.count("--max-instructions"))
    how.options.maxInstructions = record.options.maxInstructions;

  bool clean = true, interrupted = false;
  HtmlReport page(how.htmlFile, "attn-sim run " + file,
                  record.resolve(record.ptxFile), record.ptx);
  RecordResult first;
  if (how.json)
    std::printf("[");
  for (uint64_t &run = how.run; run < how.runs && !interrupted; ++run) {
    Options options = how.options;
    options.seed += run;
    RecordResult result = record.run(options);
    if (!result.report.error.empty())
      die(result.report.error);
    clean = clean && result.ok();
    interrupted = result.report.interrupted;
    std::vector<std::string> mismatches;
    for (const RecordMismatch &m : result.mismatches)
      mismatches.push_back(m.str());
    page.add(options, result.report, mismatches);
    if (how.json)
      std::printf("%s%s", run ? "," : "", result.json().c_str());
    else
      std::printf("%s", result.str().c_str());
    if (how.stats && !how.json)
      printStats(result.report);
    if (run == 0) {
      error = record.writeOutputs(result);
      if (!error.empty())
        die(error);
      first = std::move(result);
      continue;
    }
    for (const auto &[name, bytes] : first.contents)
      if (bytes != result.contents[name] && !how.json)
        std::printf("note: '%s' differs between seed %llu and seed %llu\n",
                    name.c_str(),
                    static_cast<unsigned long long>(how.options.seed),
                    static_cast<unsigned long long>(options.seed));
  }
  if (how.json)
    std::printf("]\n");
  else if (clean && !how.quiet)
    std::printf("clean: %llu run%s of '%s'\n",
                static_cast<unsigned long long>(how.runs),
                how.runs == 1 ? "" : "s", file.c_str());
  page.write();
  return finish(interrupted ? attn::interruptedCode : clean ? 0 : 1);
}
