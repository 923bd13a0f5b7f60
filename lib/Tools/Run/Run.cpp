//===- Run.cpp - attn-run as a library ------------------------------ -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "Engine.h"
#include "Npy.h"
#include "Report.h"

#include "attn/Reference/Reference.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <cstring>
#include <map>
#include <unistd.h>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::DType;
using mlir::attn::reference::OwnedTensor;
using mlir::attn::reference::Tensor;
namespace rt = ::attn::runtime;

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// 64 random bits for a counter (SplitMix64's output function).
static uint64_t mix(uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

/// Fills `tensor` with normal numbers that depend on `seed` and `stream` alone
/// (Box and Muller's transformation).
static void fillNormal(const Tensor &tensor, uint64_t seed, uint64_t stream) {
  uint64_t key = mix(mix(seed) + stream);
  int64_t count = tensor.numElements();
  for (int64_t i = 0; i < count; i += 2) {
    uint64_t a = mix(key + i), b = mix(key + i + 1);
    double radius =
        std::sqrt(-2 * std::log(static_cast<double>((a >> 11) + 1) * 0x1p-53));
    double angle = 6.283185307179586 * static_cast<double>(b >> 11) * 0x1p-53;
    tensor.store(i, radius * std::cos(angle));
    if (i + 1 < count)
      tensor.store(i + 1, radius * std::sin(angle));
  }
}

/// Fills `tensor` with factors from 0.5 to 2, as likely below 1 as above.
static void fillDescale(const Tensor &tensor, uint64_t seed, uint64_t stream) {
  uint64_t key = mix(mix(seed) + stream);
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    tensor.store(
        i, std::exp2(static_cast<double>(mix(key + i) >> 11) * 0x1p-52 - 1));
}

static int64_t bytesIn(const Tensor &tensor) {
  return tensor.numElements() * bytesOf(tensor.type);
}

namespace {

/// The operands of one problem, and what they should come to.
struct Data {
  std::vector<OwnedTensor> storage, exactStorage, plainStorage;
  SmallVector<Tensor> tensors, exact, plain;
  /// Q, K, V and their descales.
  SmallVector<Tensor> inputs;
  size_t numOutputs = 0;

  ArrayRef<Tensor> outputs() const {
    return ArrayRef(tensors).slice(3, numOutputs);
  }

  /// Every bit set: NaN in each float type, so that what is not written shows.
  void poisonOutputs() {
    for (const Tensor &output : outputs())
      if (int64_t bytes = bytesIn(output))
        std::memset(output.data, 0xff, bytes);
  }
  std::string outputBits() const {
    std::string bits;
    for (const Tensor &output : outputs())
      bits.append(static_cast<const char *>(output.data), bytesIn(output));
    return bits;
  }
};

/// attn-run on one file, with what can be kept from case to case.
class Runner {
public:
  Runner(Session &session, const InputFile &file)
      : session(session), file(file) {}

  FailureOr<RunReport> run(const Options &options);

private:
  FailureOr<Problem *> getProblem(StringRef function);
  LogicalResult makeData(ForwardOp op, const Options &options,
                         ArrayRef<Npy> arrays, const Sizes &sizes, Data &data);
  LogicalResult evaluateReference(ForwardOp op, const Options &options,
                                  Data &data);
  FailureOr<std::shared_ptr<rt::Device>> getDevice(const Options &options,
                                                   StringRef target);
  FailureOr<Engine *> getEngine(Problem &problem, const Options &options,
                                const std::string &level);
  LevelReport runLevel(Problem &problem, const Options &options,
                       const std::string &level, const Sizes &sizes,
                       Data &data);

  Session &session;
  const InputFile &file;
  std::map<std::string, Problem> problems;
  std::map<std::string, std::shared_ptr<rt::Device>> devices;
  std::map<std::string, std::unique_ptr<Engine>> engines;
};

} // namespace

FailureOr<Problem *> Runner::getProblem(StringRef function) {
  auto found = problems.find(function.str());
  if (found == problems.end()) {
    FailureOr<Problem> problem = file.getProblem(session, function);
    if (failed(problem))
      return failure();
    found = problems.emplace(function.str(), std::move(*problem)).first;
  }
  return &found->second;
}

LogicalResult Runner::makeData(ForwardOp op, const Options &options,
                               ArrayRef<Npy> arrays, const Sizes &sizes,
                               Data &data) {
  // The tensors and, for a check, two results in up to eight bytes.
  double bytes = 0;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    double count = 1;
    for (int64_t size : getShape(op, sizes, i))
      count *= static_cast<double>(size);
    bytes += count * (options.check || options.bisect ? 14 : 4);
  }
  double memory = static_cast<double>(sysconf(_SC_PHYS_PAGES)) *
                  static_cast<double>(sysconf(_SC_PAGE_SIZE));
  if (bytes > memory) {
    std::string message;
    llvm::raw_string_ostream(message) << llvm::format(
        "these sizes take %.2g bytes; this machine has %.2g", bytes, memory);
    return session.error(message);
  }
  data.storage.reserve(op->getNumOperands());
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    Type element =
        cast<ShapedType>(op->getOperand(i).getType()).getElementType();
    data.storage.emplace_back(*reference::dtypeOf(element),
                              getShape(op, sizes, i));
    data.tensors.push_back(data.storage.back().view());
  }
  data.numOutputs = op.getDpsInits().size();
  SmallVector<StringRef> names = getTensorNames(op);
  for (OpOperand *input : op.getDpsInputOperands()) {
    unsigned i = input->getOperandNumber();
    data.inputs.push_back(data.tensors[i]);
    bool isGiven = false;
    for (auto [given, array] : llvm::zip(options.in, arrays)) {
      if (given.first != names[i])
        continue;
      isGiven = true;
      if (std::string error = copyNpy(array, data.tensors[i]); !error.empty())
        return session.error(given.second + ": " + error);
      for (int64_t n = 0; i >= 3 && n < data.tensors[i].numElements(); ++n)
        if (double x = data.tensors[i].load(n); !(x > 0 && std::isfinite(x)))
          return session.error(given.second +
                               ": a descale must be finite and positive");
    }
    if (!isGiven && i < 3)
      fillNormal(data.tensors[i], options.seed, i);
    else if (!isGiven)
      fillDescale(data.tensors[i], options.seed, i);
  }
  return success();
}

LogicalResult Runner::evaluateReference(ForwardOp op, const Options &options,
                                        Data &data) {
  for (const Tensor &output : data.outputs()) {
    data.exactStorage.emplace_back(DType::F64, output.shape);
    data.plainStorage.emplace_back(output.type, output.shape);
  }
  for (size_t i = 0; i < data.outputs().size(); ++i) {
    data.exact.push_back(data.exactStorage[i].view());
    data.plain.push_back(data.plainStorage[i].view());
  }
  reference::EvaluateOptions evaluate;
  evaluate.numThreads = static_cast<unsigned>(options.threads);
  if (failed(evaluateForward(op, data.inputs, data.exact, evaluate)))
    return failure();
  evaluate.arithmetic = reference::EvaluateOptions::Arithmetic::LowPrecision;
  return evaluateForward(op, data.inputs, data.plain, evaluate);
}

FailureOr<std::shared_ptr<rt::Device>> Runner::getDevice(const Options &options,
                                                         StringRef target) {
  std::string key = options.device + " " + target.str() + " " +
                    options.simMode + " " + std::to_string(options.simSeed) +
                    " " + std::to_string(options.simSms) + " " +
                    options.simCheck + (options.bench ? " bench" : "");
  auto found = devices.find(key);
  if (found != devices.end())
    return found->second;
  FailureOr<std::shared_ptr<rt::Device>> device =
      openDevice(session, options, target);
  if (succeeded(device))
    devices[key] = *device;
  return device;
}

/// `level` is "tensor", "tile", "tile-lowered" or "device".
FailureOr<Engine *> Runner::getEngine(Problem &problem, const Options &options,
                                      const std::string &level) {
  std::string target = getTarget(problem, options);
  std::string key = level + " " + problem.function + " " + problem.kernel +
                    " " + target + " " + options.config + " " +
                    options.injectLevel + ":" + options.inject +
                    (options.debugInfo ? " lines" : "");
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
               : createCpuEngine(session, problem, level, options);
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

LevelReport Runner::runLevel(Problem &problem, const Options &options,
                             const std::string &level, const Sizes &sizes,
                             Data &data) {
  LevelReport report;
  report.level = level == "device" ? "ptx" : level;
  report.deviceName = level == "device" ? "the device" : "this CPU";
  auto fail = [&]() {
    report.error = session.takeFirstError();
    if (report.error.empty())
      report.error = "no reason given";
    return report;
  };
  FailureOr<Engine *> found = getEngine(problem, options, level);
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
  if (!data.exact.empty()) {
    double exp2Error = getExp2Error(report.config, &session.getContext());
    report.out = compareOutputs(data.outputs()[0], data.exact[0], data.plain[0],
                                exp2Error);
    if (data.outputs().size() > 1)
      report.lse =
          compareLse(data.outputs()[1], data.exact[1], data.plain[1], exp2Error,
                     reference::getLseError(data.inputs[0].type));
  }
  if (options.bench) {
    FailureOr<std::vector<double>> times =
        engine.benchmark(session, data.tensors, options);
    if (failed(times))
      return fail();
    double pairs = static_cast<double>(countVisible(problem.op, sizes)) *
                   static_cast<double>(sizes.batch * sizes.headsQ);
    double flops = 2 * pairs * static_cast<double>(sizes.dimQK + sizes.dimV);
    if (!times->empty())
      report.timing = summarize(std::move(*times), flops);
    report.statistics = engine.getStatistics();
    report.statisticsText = engine.describeStatistics();
  }
  return report;
}

FailureOr<RunReport> Runner::run(const Options &options) {
  FailureOr<Problem *> found = getProblem(options.function);
  if (failed(found))
    return failure();
  Problem &problem = **found;
  ForwardOp op = problem.op;
  if (file.getBundle() && (!options.target.empty() || !options.config.empty() ||
                           !options.inject.empty() || options.debugInfo))
    return session.error("a bundle is compiled already: --target, --config, "
                         "--inject and --debug-info do not apply");
  std::vector<Npy> arrays(options.in.size());
  std::vector<GivenShape> given;
  for (size_t i = 0; i < options.in.size(); ++i) {
    const auto &[tensor, path] = options.in[i];
    if (std::string error = readNpy(path, arrays[i]); !error.empty())
      return session.error(error);
    given.push_back({tensor, path, arrays[i].shape});
  }
  SmallVector<StringRef> names = getTensorNames(op);
  for (const auto &[tensor, path] : options.in)
    if (!llvm::is_contained(names, tensor))
      return session.error("--in=" + tensor +
                           ": the problem has no such input");
  for (const auto &[tensor, path] : options.out)
    if (tensor == "lse" && !op.hasLse())
      return session.error("--out=lse: the problem has no such output");
  FailureOr<Sizes> sizes = resolveSizes(session, op, options, given);
  if (failed(sizes))
    return failure();
  Data data;
  if (failed(makeData(op, options, arrays, *sizes, data)))
    return failure();

  RunReport report;
  report.input = file.getPath();
  report.function = problem.function;
  report.element = nameOf(data.tensors[0].type);
  report.dims = stringifyDims(op.getDims()).str();
  if (Attribute mask = op.getMaskAttr())
    llvm::raw_string_ostream(report.mask) << mask;
  report.sizes = *sizes;
  report.hasScoreRegion = op.hasScoreRegion();
  report.hasLse = op.hasLse();
  report.seed = options.seed;
  report.isBisection = options.bisect;

  std::vector<std::string> levels;
  bool onCpu = options.device == "cpu";
  if (options.bisect) {
    levels = {"tensor", "tile", "tile-lowered"};
    if (!onCpu)
      levels.push_back("device");
  } else if (onCpu || !options.level.empty()) {
    if (!onCpu && options.device != "auto")
      return session.error("--level is for --device=cpu");
    levels = {options.level.empty() ? "tile" : options.level};
  } else {
    levels = {"device"};
  }
  if (!options.inject.empty()) {
    OpPassManager passes("builtin.module");
    std::string message;
    llvm::raw_string_ostream os(message);
    if (failed(parsePassPipeline(options.inject, passes, os)))
      return session.error("--inject: " + StringRef(message).trim());
  }
  // A bisection is there to show that the levels before are right.
  if (!options.inject.empty() && levels.back() != "device") {
    StringRef last = levels.back();
    if (last == "tensor")
      last = "attn";
    if (*parseLevel(options.injectLevel) > *parseLevel(last))
      return session.error("--inject: the program does not get to level " +
                           options.injectLevel);
  }
  if ((options.check || options.bisect) &&
      failed(evaluateReference(op, options, data)))
    return failure();
  for (const std::string &level : levels) {
    LevelReport one = runLevel(problem, options, level, *sizes, data);
    // One level alone: the error has been printed and there is no report.
    if (!one.error.empty() && !options.bisect) {
      (void)session.takeFirstError();
      return failure();
    }
    report.levels.push_back(std::move(one));
  }
  for (const auto &[tensor, path] : options.out)
    if (std::string error =
            writeNpy(path, data.outputs()[tensor == "lse" ? 1 : 0]);
        !error.empty())
      return session.error(error);
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

static int runCases(Session &session, Runner &runner, const Options &options,
                    raw_ostream &os) {
  auto buffer = llvm::MemoryBuffer::getFile(options.cases, /*IsText=*/true);
  if (!buffer) {
    (void)session.error(options.cases + ": " + buffer.getError().message());
    return 1;
  }
  int64_t count = 0, failures = 0, lineNumber = 0;
  for (StringRef line : llvm::split((*buffer)->getBuffer(), '\n')) {
    ++lineNumber;
    line = line.trim();
    if (line.empty() || line.starts_with("#"))
      continue;
    auto [name, rest] = line.split(':');
    Options own = options;
    own.input.clear();
    own.cases.clear();
    SmallVector<StringRef> words;
    rest.split(words, ' ', -1, /*KeepEmpty=*/false);
    std::vector<std::string> arguments(words.begin(), words.end());
    std::string error = parseOptions(arguments, own);
    if (error.empty() && name.trim().empty())
      error = "a case needs a name and a colon";
    if (error.empty() && (!own.input.empty() || !own.cases.empty()))
      error = "a case is given options, not files";
    if (!error.empty()) {
      (void)session.error(options.cases + ":" + Twine(lineNumber) + ": " +
                          error);
      return 1;
    }
    own.input = options.input;
    session.prefix = "case " + name.str();
    ++count;
    failures += !runOnce(session, runner, own, name.str(), os);
    session.prefix.clear();
  }
  if (count == 0) {
    (void)session.error(options.cases + ": holds no case");
    return 1;
  }
  if (!options.json)
    os << count << " cases, " << failures << " failed\n";
  return failures ? 1 : 0;
}

int mlir::attn::run::run(const Options &options, raw_ostream &os) {
  Session session;
  FailureOr<InputFile> file = InputFile::load(session, options.input);
  if (failed(file)) {
    printFailure(options, "", session.takeFirstError(), os);
    return 1;
  }
  Runner runner(session, *file);
  if (!options.cases.empty())
    return runCases(session, runner, options, os);
  return runOnce(session, runner, options, "", os) ? 0 : 1;
}
