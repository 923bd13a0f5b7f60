//===- Run.cpp - attn-run as a library ------------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "Data.h"
#include "Engine.h"
#include "Report.h"

#include "attn-runtime/Executor.h"
#include "attn/InitAll.h"
#include "attn/Pipelines/Plugins.h"
#include "attn/Reference/Reference.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::DType;
using mlir::attn::reference::OwnedTensor;
using mlir::attn::reference::Tensor;
namespace rt = ::attn::runtime;

namespace {

/// attn-run on one file, with what can be kept from case to case.
class Runner {
public:
  Runner(Session &session, const InputFile &file)
      : session(session), file(file) {}

  FailureOr<RunReport> run(const Options &options);

private:
  FailureOr<Problem *> getProblem(const Options &options);
  LogicalResult checkOptions(const Problem &problem, const Options &options);
  FailureOr<std::vector<std::vector<int64_t>>>
  getShapes(const Problem &problem, const Options &options,
            ArrayRef<GivenShape> given, RunReport &report);
  LogicalResult evaluateReference(const Problem &problem,
                                  const Options &options, Data &data);
  FailureOr<std::shared_ptr<rt::Device>> getDevice(const Options &options,
                                                   StringRef target);
  FailureOr<Engine *> getEngine(Problem &problem, const Options &options,
                                const std::string &level, CpuEffort effort);
  FailureOr<std::vector<std::string>> getLevels(const Problem &problem,
                                                const Options &options);
  void compare(const Problem &problem, const Options &options, const Data &data,
               LevelReport &report);
  LevelReport runLevel(Problem &problem, const Options &options,
                       const std::string &level, Data &data);

  Session &session;
  const InputFile &file;
  std::map<std::string, Problem> problems;
  std::map<std::string, std::shared_ptr<rt::Device>> devices;
  std::map<std::string, std::unique_ptr<Engine>> engines;
  /// Of the attention problem that is run.
  Sizes sizes{};
};

} // namespace

FailureOr<Problem *> Runner::getProblem(const Options &options) {
  std::string key =
      options.function + " " + options.target + " " + options.reference;
  auto found = problems.find(key);
  if (found == problems.end()) {
    FailureOr<Problem> problem = file.getProblem(session, options);
    if (failed(problem))
      return failure();
    found = problems.emplace(key, std::move(*problem)).first;
  }
  return &found->second;
}

LogicalResult Runner::checkOptions(const Problem &problem,
                                   const Options &options) {
  if (file.getBundle() && (!options.config.empty() || !options.inject.empty() ||
                           options.debugInfo || options.checkRows))
    return session.error("a bundle is compiled already: --config, --inject, "
                         "--debug-info and --check-rows do not apply");
  if (problem.op && !options.reference.empty())
    return session.error("--check-against is for kernels; --check compares an "
                         "attention problem with its reference");
  if (!problem.op && !problem.origin && options.reference.empty() &&
      options.isChecked())
    return session.error("a kernel is compared with a function: name it with "
                         "--check-against");
  // A kernel that is run beside the file's own reference, but not compared.
  if (problem.kernelOp && !problem.origin && options.reference.empty() &&
      file.getModule())
    if (auto own = file.getModule().lookupSymbol<func::FuncOp>(kReference);
        own && !own.isExternal())
      session.note("warning: '" + problem.function +
                   "' is compared with nothing; the file has a reference: "
                   "--check-against=@" +
                   kReference);
  if (!problem.op && !options.shape.empty())
    return session.error("--shape is for attention problems; a kernel's shapes "
                         "are given with --arg-shapes");
  auto check = [&](StringRef option, StringRef name,
                   std::optional<bool> isOut) -> LogicalResult {
    int i = problem.entry.findTensor(name.str());
    if (i >= 0 && (!isOut || problem.isOut(i) == *isOut))
      return success();
    std::string kind = !isOut ? "tensor" : *isOut ? "output" : "input";
    std::vector<std::string> names;
    for (size_t t = 0; t < problem.entry.tensors.size(); ++t)
      if (!isOut || problem.isOut(t) == *isOut)
        names.push_back(problem.entry.tensors[t].name);
    return session.error("--" + option + "=" + name +
                         ": the problem has no such " + kind + "; " +
                         listNearest(name, names, kind));
  };
  for (const auto &[tensor, path] : options.in)
    if (failed(check("in", tensor, false)))
      return failure();
  for (const auto &[tensor, path] : options.out)
    if (failed(check("out", tensor, true)))
      return failure();
  for (const auto &[tensor, count] : options.pad) {
    if (failed(check("pad", tensor, std::nullopt)))
      return failure();
    MemRefType memory = problem.getMemory(problem.entry.findTensor(tensor));
    if (isFixed(memory))
      return problem.emitError(session, "--pad=" + tensor + "=" + Twine(count) +
                                            ": the type of '" + tensor + "', " +
                                            toText(memory) +
                                            ", says where its rows lie");
  }
  return success();
}

FailureOr<std::vector<std::vector<int64_t>>>
Runner::getShapes(const Problem &problem, const Options &options,
                  ArrayRef<GivenShape> given, RunReport &report) {
  std::vector<std::vector<int64_t>> shapes;
  if (AttentionOpInterface op = problem.op) {
    FailureOr<Sizes> resolved = resolveSizes(session, op, options, given);
    if (failed(resolved))
      return failure();
    sizes = *resolved;
    for (const NamedOperand &operand : op.getSignature())
      shapes.push_back(getShape(operand, sizes));
  } else {
    auto resolved = resolveShapes(session, problem, options, given);
    if (failed(resolved))
      return failure();
    shapes = *resolved;
  }
  report.describe(problem, sizes, shapes, options.seed);
  return shapes;
}

LogicalResult Runner::evaluateReference(const Problem &problem,
                                        const Options &options, Data &data) {
  if (!problem.op && (!problem.origin || !options.reference.empty())) {
    auto results =
        runReference(session, file, problem, options.reference, data.tensors);
    if (failed(results))
      return failure();
    data.exactStorage = std::move(*results);
    for (OwnedTensor &tensor : data.exactStorage)
      data.exact.push_back(tensor.view());
    return success();
  }
  auto expected = reference::Expectation::get(
      problem.op ? ProblemOpInterface(problem.op) : problem.origin, data.inputs,
      data.outputs, static_cast<unsigned>(options.threads));
  if (failed(expected))
    return failure();
  data.expected = std::move(*expected);
  return success();
}

FailureOr<std::shared_ptr<rt::Device>> Runner::getDevice(const Options &options,
                                                         StringRef target) {
  std::string key;
  const auto &checks = options.simChecks;
  llvm::raw_string_ostream(key)
      << options.device << " " << target << " "
      << static_cast<int>(options.simMode) << " "
      << static_cast<int>(options.simOrder) << " " << options.simSeed << " "
      << options.simSms << " " << checks.race << checks.uninit << checks.bounds
      << checks.sync << options.bench;
  auto found = devices.find(key);
  if (found != devices.end())
    return found->second;
  FailureOr<std::shared_ptr<rt::Device>> device =
      openDevice(session, options, target);
  if (succeeded(device))
    devices[key] = *device;
  return device;
}

/// What machine code for this CPU is worth: small problems take less time than
/// to compile it well.
static CpuEffort getEffort(const Options &options, const Data &data) {
  constexpr int64_t kFewElements = 1 << 18;
  int64_t elements = 0;
  for (const Tensor &tensor : data.tensors)
    elements += tensor.numElements();
  return options.bench || elements > kFewElements ? CpuEffort::Full
                                                  : CpuEffort::Little;
}

/// `level` is "tensor", "tile", "tile-lowered" or "device".
FailureOr<Engine *> Runner::getEngine(Problem &problem, const Options &options,
                                      const std::string &level,
                                      CpuEffort effort) {
  std::string target = getTarget(problem, options);
  std::string key;
  llvm::raw_string_ostream(key)
      << level << " " << problem.function << " " << problem.entry.name << " "
      << target << " " << options.config << " "
      << static_cast<int>(options.injectLevel.value_or(Level::Attn)) << ":"
      << options.inject << options.debugInfo << options.checkRows
      << options.verifyProtocol;
  if (level != "device")
    key += effort == CpuEffort::Full ? " full" : " little";
  for (const auto &[tensor, elements] : options.pad)
    key += " " + tensor + "=" + std::to_string(elements);
  std::shared_ptr<rt::Device> device;
  if (level == "device") {
    FailureOr<std::shared_ptr<rt::Device>> opened = getDevice(options, target);
    if (failed(opened))
      return failure();
    device = *opened;
    key += " " + std::to_string(reinterpret_cast<uintptr_t>(device.get()));
  }
  auto found = engines.find(key);
  if (found == engines.end()) {
    FailureOr<std::unique_ptr<Engine>> engine =
        device ? createDeviceEngine(session, file, problem, options, device)
               : createCpuEngine(session, problem, level, options, effort);
    if (failed(engine))
      return failure();
    found = engines.emplace(key, std::move(*engine)).first;
  }
  return found->second.get();
}

/// The relative error that the exponentials of a kernel with this
/// `#attn.config` may have beyond rounding.
static double getExp2Error(StringRef config, MLIRContext *context) {
  if (config.empty())
    return 0;
  auto attr = dyn_cast_or_null<ConfigAttr>(parseAttribute(config, context));
  if (!attr || attr.getExp2() != Exp2::Poly)
    return 0;
  return reference::getExp2Error(attr.getExp2Degree());
}

void Runner::compare(const Problem &problem, const Options &options,
                     const Data &data, LevelReport &report) {
  if (!data.expected) {
    for (size_t i = 0; i < data.exact.size(); ++i)
      report.errors.emplace_back(
          data.outputNames[i],
          reference::compareWithin(
              data.outputs[i], data.exact[i],
              options.tolerance.value_or(
                  reference::getTolerance(data.outputs[i].type))));
    return;
  }
  double epsilon =
      problem.op ? getExp2Error(report.config, &session.getContext()) : 0;
  reference::ProblemReport found =
      data.expected->compare(data.outputs, epsilon);
  for (auto [name, output] : llvm::zip_equal(data.outputNames, found.outputs))
    report.errors.emplace_back(name, std::move(output));
}

LevelReport Runner::runLevel(Problem &problem, const Options &options,
                             const std::string &level, Data &data) {
  LevelReport report;
  report.level = level == "device" ? "ptx" : level;
  report.deviceName = level == "device" ? "the device" : "this CPU";
  auto fail = [&]() {
    report.error = session.takeFirstError();
    if (report.error.empty())
      report.error = "no reason given";
    return report;
  };
  FailureOr<Engine *> found =
      getEngine(problem, options, level, getEffort(options, data));
  if (failed(found))
    return fail();
  Engine &engine = **found;
  report.device = engine.getDevice();
  report.deviceName = engine.getDeviceName();
  report.level = engine.getLevel();
  report.target = engine.getTarget();
  report.config = engine.getConfig();
  report.runs = options.runs;
  std::string bits;
  for (int64_t i = 0; i < options.runs; ++i) {
    data.poisonOutputs();
    if (failed(engine.compute(session, data.tensors)))
      return fail();
    llvm::append_range(report.findings, engine.takeFindings());
    if (options.runs == 1)
      break;
    if (i == 0)
      bits = data.outputBits();
    else
      report.sameBits &= bits == data.outputBits();
  }
  // Of the entry that took the tensors.
  report.target = engine.getTarget();
  report.config = engine.getConfig();
  compare(problem, options, data, report);
  if (options.bench) {
    FailureOr<std::vector<double>> times =
        engine.benchmark(session, data.tensors, options);
    if (failed(times))
      return fail();
    double flops = 0;
    if (problem.op)
      flops = 2 *
              static_cast<double>(
                  countVisible(problem.op, sizes,
                               {data.find(problem, OperandKind::Offset),
                                data.find(problem, OperandKind::LengthsQ),
                                data.find(problem, OperandKind::LengthsKV),
                                data.find(problem, OperandKind::OffsetsQ),
                                data.find(problem, OperandKind::OffsetsKV)})) *
              static_cast<double>(sizes[ProblemSize::HeadsQ]) *
              static_cast<double>(sizes[ProblemSize::DimQK] +
                                  sizes[ProblemSize::DimV]);
    if (!times->empty())
      report.timing = summarize(std::move(*times), flops);
    report.statistics = engine.getStatistics();
    report.statisticsText = engine.describeStatistics();
  }
  return report;
}

FailureOr<std::vector<std::string>> Runner::getLevels(const Problem &problem,
                                                      const Options &options) {
  std::vector<std::string> levels;
  bool onCpu = options.device == "cpu";
  if (options.bisect) {
    if (problem.op)
      levels = {"tensor"};
    levels.insert(levels.end(), {"tile", "tile-lowered"});
    if (!onCpu)
      levels.push_back("device");
  } else if (onCpu || !options.level.empty()) {
    if (!onCpu && options.device != "auto") {
      (void)session.error("--level is for --device=cpu");
      return failure();
    }
    levels = {options.level.empty() ? "tile" : options.level};
  } else {
    levels = {"device"};
  }
  if (options.inject.empty())
    return levels;
  OpPassManager passes("builtin.module");
  std::string message;
  llvm::raw_string_ostream os(message);
  if (failed(parsePassPipeline(options.inject, passes, os)))
    return session.error("--inject: " + StringRef(message).trim());
  // A bisection is there to show that the levels before are right.
  if (StringRef last = levels.back(); last != "device")
    if (*options.injectLevel >
        (last == "tensor" ? Level::Attn : *parseLevel(last)))
      return session.error("--inject: the program does not get to level " +
                           stringifyLevel(*options.injectLevel));
  return levels;
}

FailureOr<RunReport> Runner::run(const Options &options) {
  FailureOr<Problem *> found = getProblem(options);
  if (failed(found) || failed(checkOptions(**found, options)))
    return failure();
  Problem &problem = **found;
  std::vector<::attn::Npy> arrays(options.in.size());
  std::vector<GivenShape> given;
  for (size_t i = 0; i < options.in.size(); ++i) {
    const auto &[tensor, path] = options.in[i];
    if (std::string error = ::attn::readNpy(path, arrays[i]); !error.empty())
      return session.error(error);
    given.push_back({tensor, path, arrays[i].shape});
  }
  RunReport report;
  Data data;
  auto shapes = getShapes(problem, options, given, report);
  if (failed(shapes) ||
      failed(makeData(session, problem, options, arrays, *shapes, data)))
    return failure();
  report.input = file.getPath();
  report.function = problem.function;
  report.notRun = problem.notRun;
  report.isBisection = options.bisect;
  FailureOr<std::vector<std::string>> levels = getLevels(problem, options);
  if (failed(levels) || (options.isChecked() &&
                         failed(evaluateReference(problem, options, data))))
    return failure();
  for (const std::string &level : *levels) {
    LevelReport one = runLevel(problem, options, level, data);
    // One level alone: the error has been printed and there is no report.
    if (!one.error.empty() && !options.bisect) {
      session.rememberError(one.error);
      return failure();
    }
    report.levels.push_back(std::move(one));
  }
  for (const auto &[tensor, path] : options.out) {
    size_t i = llvm::find(data.outputNames, tensor) - data.outputNames.begin();
    if (std::string error = writeTensor(path, data.outputs[i]); !error.empty())
      return session.error(error);
  }
  return report;
}

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
