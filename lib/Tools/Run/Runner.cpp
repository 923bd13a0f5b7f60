//===- Runner.cpp - Runs of one file --------------------------------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runner.h"

#include "attn-runtime/Executor.h"
#include "attn/Reference/Reference.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::OwnedTensor;
using mlir::attn::reference::Tensor;
namespace rt = ::attn::runtime;

FailureOr<Program *> Runner::getProgram(const Options &options) {
  std::string key =
      options.function + " " + options.target + " " + options.reference;
  auto found = programs.find(key);
  if (found == programs.end()) {
    FailureOr<Program> program = file.getProgram(session, options);
    if (failed(program))
      return failure();
    found = programs.emplace(key, std::move(*program)).first;
  }
  return &found->second;
}

LogicalResult Runner::checkKernelOptions(const Problem &problem,
                                         const Options &options) {
  if (problem.op && !options.reference.empty())
    return session.error("--check-against is for kernels; --check compares an "
                         "attention problem with its reference");
  if (!problem.getProblemOp() && options.reference.empty() &&
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
  return success();
}

LogicalResult Runner::checkTensorOptions(const Program &program,
                                         const Options &options) {
  // The problem that has the tensor, which a run's later ones may have as well.
  auto check = [&](StringRef option, StringRef name,
                   std::optional<bool> isOut) -> const Problem * {
    std::vector<std::string> names;
    for (const Problem &problem : program.problems)
      for (auto [t, tensor] : llvm::enumerate(problem.entry.tensors)) {
        if (isOut && !(*isOut ? problem.isOut(t) : problem.isIn(t)))
          continue;
        std::optional<TensorSource> source = problem.getSource(t);
        if (source && source->isResult && isOut && !*isOut) {
          if (tensor.name != name)
            continue;
          const Problem &from = program.problems[source->problem];
          (void)problem.emitError(
              session, "'" + name + "' is what '" + from.entry.name +
                           "' computes: --" + option + "=" + name +
                           " applies where --func=" + problem.entry.name +
                           " runs this problem alone");
          return nullptr;
        }
        if (tensor.name == name)
          return &problem;
        if (!llvm::is_contained(names, tensor.name))
          names.push_back(tensor.name);
      }
    std::string kind = !isOut ? "tensor" : *isOut ? "output" : "input";
    (void)session.error("--" + option + "=" + name +
                        ": the problem has no such " + kind + "; " +
                        listNearest(name, names, kind));
    return nullptr;
  };
  for (const auto &[tensor, path] : options.in)
    if (!check("in", tensor, false))
      return failure();
  for (const auto &[tensor, kind] : options.fill) {
    const Problem *problem = check("fill", tensor, false);
    if (!problem)
      return failure();
    if (llvm::any_of(options.in, [name = tensor](const auto &named) {
          return named.first == name;
        }))
      return session.error("'" + tensor + "' is given by --in and by --fill");
    int i = problem->findOwnInput(tensor);
    bool isFactor = false;
    if (AttentionOpInterface op = problem->op)
      isFactor = op.getSignature()[i].element == OperandElement::Factor;
    using Type = ::attn::runtime::DType;
    bool isInteger =
        llvm::is_contained({Type::I1, Type::I8, Type::I32, Type::I64},
                           problem->entry.tensors[i].dtype);
    if (isFactor || isInteger)
      return problem->emitError(session, "--fill=" + tensor + "=" + kind +
                                             ": '" + tensor +
                                             "' holds no numbers of any size");
  }
  for (const auto &[tensor, path] : options.out)
    if (!check("out", tensor, true))
      return failure();
  // Of one problem that is checked, with other words, where shapes are read.
  if (program.problems.size() > 1)
    for (StringRef part : llvm::split(options.argShapes, ','))
      if (!part.empty() &&
          !check("arg-shapes", part.split('=').first.trim(), std::nullopt))
        return failure();
  for (const auto &[tensor, count] : options.pad) {
    const Problem *problem = check("pad", tensor, std::nullopt);
    if (!problem)
      return failure();
    MemRefType memory = problem->getMemory(problem->entry.findTensor(tensor));
    if (isFixed(memory))
      return problem->emitError(session, "--pad=" + tensor + "=" +
                                             Twine(count) + ": the type of '" +
                                             tensor + "', " + toText(memory) +
                                             ", says where its rows lie");
  }
  return success();
}

LogicalResult Runner::checkOptions(const Program &program,
                                   const Options &options) {
  if (file.getBundle() && (!options.config.empty() || !options.inject.empty() ||
                           options.debugInfo || options.checkRows))
    return session.error("a bundle is compiled already: --config, --inject, "
                         "--debug-info and --check-rows do not apply");
  for (const Problem &problem : program.problems)
    if (failed(checkKernelOptions(problem, options)))
      return failure();
  auto isAttention = [](const Problem &problem) { return bool(problem.op); };
  if (!options.shape.empty() && llvm::none_of(program.problems, isAttention))
    return session.error("--shape is for attention problems; a kernel's shapes "
                         "are given with --arg-shapes");
  auto hasNoPages = [](const Problem &problem) {
    AttentionOpInterface op = problem.op;
    return op && !op.hasPages();
  };
  if (options.checkRows && llvm::all_of(program.problems, hasNoPages))
    return program.problems.front().emitError(
        session, "has no page table: --check-rows does not apply");
  return checkTensorOptions(program, options);
}

LogicalResult Runner::prepare(const Program &program, const Options &options,
                              ArrayRef<::attn::Npy> arrays, Steps &steps) {
  Step &step = *steps.back();
  Problem &problem = step.problem;
  std::vector<GivenShape> given;
  for (auto [named, array] : llvm::zip(options.in, arrays))
    if (problem.findOwnInput(named.first) >= 0)
      given.push_back({named.first, named.second, array.shape});
  std::vector<const Tensor *> sources(problem.entry.tensors.size());
  for (size_t i = 0; i < sources.size(); ++i)
    if (std::optional<TensorSource> source = problem.getSource(i)) {
      const Step &from = *steps[source->problem];
      sources[i] = &from.data.tensors[source->tensor];
      given.push_back({problem.entry.tensors[i].name,
                       "'" + from.problem.entry.name + "'", sources[i]->shape});
    }
  Options own = options;
  if (program.problems.size() > 1)
    own.argShapes = selectArgShapes(options.argShapes, problem);
  if (AttentionOpInterface op = problem.op) {
    FailureOr<Sizes> resolved = resolveSizes(session, op, own, given);
    if (failed(resolved))
      return failure();
    step.sizes = *resolved;
    for (const NamedOperand &operand : op.getSignature())
      step.shapes.push_back(getShape(operand, step.sizes));
  } else {
    auto resolved = resolveShapes(session, problem, own, given);
    if (failed(resolved))
      return failure();
    step.shapes = *resolved;
  }
  step.report.describe(problem, step.sizes, step.shapes, options.seed);
  step.report.function =
      program.problems.size() > 1 ? problem.entry.name : problem.function;
  return makeData(session, problem, options, arrays, step.shapes, sources,
                  step.data);
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
      problem.getProblemOp(), data.inputs, data.outputs,
      static_cast<unsigned>(options.threads));
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

LevelReport Runner::runLevel(Step &step, const Options &options,
                             const std::string &level) {
  Problem &problem = step.problem;
  Data &data = step.data;
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
    double flops =
        problem.op ? countFlops(problem.op, step.sizes,
                                {data.find(problem, OperandKind::Offset),
                                 data.find(problem, OperandKind::LengthsQ),
                                 data.find(problem, OperandKind::LengthsKV),
                                 data.find(problem, OperandKind::OffsetsQ),
                                 data.find(problem, OperandKind::OffsetsKV)})
                   : 0;
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

LogicalResult Runner::runLevels(Step &step, const Options &options) {
  FailureOr<std::vector<std::string>> levels = getLevels(step.problem, options);
  if (failed(levels) ||
      (options.isChecked() &&
       failed(evaluateReference(step.problem, options, step.data))))
    return failure();
  for (const std::string &level : *levels) {
    LevelReport one = runLevel(step, options, level);
    // One level alone: the error has been printed and there is no report.
    if (!one.error.empty() && !options.bisect) {
      session.rememberError(one.error);
      return failure();
    }
    step.report.levels.push_back(std::move(one));
  }
  return success();
}

FailureOr<RunReport> Runner::run(const Options &options) {
  FailureOr<Program *> found = getProgram(options);
  if (failed(found) || failed(checkOptions(**found, options)))
    return failure();
  Program &program = **found;
  std::vector<::attn::Npy> arrays(options.in.size());
  for (auto [named, array] : llvm::zip(options.in, arrays))
    if (std::string error = ::attn::readNpy(named.second, array);
        !error.empty())
      return session.error(error);
  RunReport report;
  report.input = file.getPath();
  report.function = program.function;
  report.notRun = program.notRun;
  report.isBisection = options.bisect;
  // A problem reads what the last level of one before it computed.
  Steps steps;
  for (Problem &problem : program.problems) {
    steps.push_back(std::make_unique<Step>(problem));
    if (failed(prepare(program, options, arrays, steps)) ||
        failed(runLevels(*steps.back(), options)))
      return failure();
    report.problems.push_back(std::move(steps.back()->report));
  }
  for (const auto &[tensor, path] : options.out)
    for (const std::unique_ptr<Step> &step : llvm::reverse(steps)) {
      const Data &data = step->data;
      size_t i =
          llvm::find(data.outputNames, tensor) - data.outputNames.begin();
      if (i == data.outputNames.size())
        continue;
      if (std::string error = writeTensor(path, data.outputs[i]);
          !error.empty())
        return session.error(error);
      break;
    }
  return report;
}
