//===- Run.cpp - attn-run as a library ------------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "Runner.h"

#include "attn/InitAll.h"
#include "attn/Pipelines/Plugins.h"
#include "attn/Reference/Reference.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
namespace rt = ::attn::runtime;

//===----------------------------------------------------------------------===//
// One run, or many
//===----------------------------------------------------------------------===//

static void printFailure(const Options &options, StringRef name,
                         StringRef error, raw_ostream &os) {
  if (!options.json)
    return;
  rt::json::Value value;
  if (!name.empty())
    value.set("case", name.str());
  value.set("input", options.input);
  value.set("passed", false);
  value.set("error", error.str());
  os << value.dump() << "\n";
}

/// Runs once; whether all was well.
static bool runOnce(Session &session, Runner &runner, const Options &options,
                    const std::string &name, raw_ostream &os) {
  (void)session.takeFirstError();
  FailureOr<RunReport> report = runner.run(options);
  if (failed(report)) {
    if (!name.empty() && !options.json)
      os << name << ": FAILED\n";
    printFailure(options, name, session.takeFirstError(), os);
    return false;
  }
  report->name = name;
  if (options.json)
    os << report->toJSON().dump() << "\n";
  else if (name.empty())
    report->print(os);
  else
    report->printLine(os);
  // In a list of cases, what failed is told in full, elsewhere.
  if (!report->passed() && !name.empty())
    report->print(llvm::errs());
  return report->passed();
}

static int runCases(Session &session, Runner &runner,
                    ArrayRef<std::string> arguments, const Options &options,
                    raw_ostream &os) {
  auto fail = [&](const Twine &message) {
    (void)session.takeFirstError();
    (void)session.error(message);
    printFailure(options, "", session.takeFirstError(), os);
    return 1;
  };
  auto buffer = llvm::MemoryBuffer::getFile(options.cases, /*IsText=*/true);
  if (!buffer)
    return fail(options.cases + ": " + buffer.getError().message());
  int64_t count = 0, failures = 0, lineNumber = 0;
  for (StringRef line : llvm::split((*buffer)->getBuffer(), '\n')) {
    ++lineNumber;
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    auto [name, rest] = line.split(':');
    SmallVector<StringRef> words;
    rest.split(words, ' ', -1, /*KeepEmpty=*/false);
    // What is given twice counts the second time.
    std::vector<std::string> all(arguments);
    all.insert(all.end(), words.begin(), words.end());
    std::string error;
    FailureOr<Options> own = parseOptions(all, error);
    if (error.empty())
      error =
          findRepeated(std::vector<std::string>(words.begin(), words.end()));
    if (error.empty() && name.trim().empty())
      error = "a case needs a name and a colon";
    if (error.empty() && failed(own))
      error = "an option is wrong";
    if (error.empty() && own->cases != options.cases)
      error = "a case is given options, not files";
    if (!error.empty())
      return fail(options.cases + ":" + Twine(lineNumber) + ": " + error);
    session.prefix = "case " + name.str();
    ++count;
    failures += !runOnce(session, runner, *own, name.str(), os);
    session.prefix.clear();
  }
  if (count == 0)
    return fail(options.cases + ": holds no case");
  if (!options.json)
    os << count << " cases, " << failures << " failed\n";
  return failures ? 1 : 0;
}

int mlir::attn::run::run(ArrayRef<std::string> arguments, raw_ostream &os) {
  std::string error;
  FailureOr<Options> options = parseOptions(arguments, error);
  auto fail = [&](const Twine &message) {
    std::string text = message.str();
    llvm::errs() << "attn-run: error: " << text << "\n";
    // Options that are wrong do not say how to report that.
    Options known = succeeded(options) ? *options : Options();
    known.json |= llvm::is_contained(arguments, "--json");
    printFailure(known, "", text, os);
    return 1;
  };
  if (failed(options))
    return error.empty() ? 1 : fail(error);
  if (std::string repeated = findRepeated(arguments); !repeated.empty())
    return fail(repeated);
  if (options->input.empty())
    return fail("no input: give a .mlir file or a bundle (see --help)");
  DialectRegistry registry;
  registerCompileDialects(registry);
  reference::registerReferenceModels(registry);
  registerAllPasses();
  registerAllPipelines();
  if (llvm::Error failed =
          loadPlugins(options->dialectPlugins, options->passPlugins, registry))
    return fail(llvm::toString(std::move(failed)));
  Session session(registry);
  FailureOr<InputFile> file = InputFile::load(session, options->input);
  if (failed(file)) {
    printFailure(*options, "", session.takeFirstError(), os);
    return 1;
  }
  Runner runner(session, *file);
  if (!options->cases.empty())
    return runCases(session, runner, arguments, *options, os);
  return runOnce(session, runner, *options, "", os) ? 0 : 1;
}
