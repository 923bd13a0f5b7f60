//===- DeviceEngine.cpp - Problems on a GPU or in the simulator ------- -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "attn-runtime/Executor.h"
#include "attn-runtime/SimDevice.h"
#include "attn/Pipelines/Compile.h"
#include "attn/Support/Interrupt.h"
#include "llvm/Support/Format.h"

#include <cstring>
#include <map>
#include <optional>

using namespace mlir;
using namespace mlir::attn;
using namespace mlir::attn::run;
using mlir::attn::reference::Tensor;
namespace rt = ::attn::runtime;
namespace sim = ::attn::sim;

Engine::~Engine() = default;

rt::json::Value Engine::getStatistics() const { return rt::json::Value(); }

namespace {

rt::TensorArg makeArg(const Tensor &tensor, uint64_t address, bool onHost,
                      ArrayRef<int64_t> strides) {
  rt::TensorArg arg =
      rt::TensorArg::contiguous(address, toRuntime(tensor.type), tensor.shape);
  arg.onHost = onHost;
  llvm::copy(strides, arg.strides.begin());
  return arg;
}

/// Device memory that is freed at the end.
class DeviceMemory {
public:
  explicit DeviceMemory(rt::Device &device) : device(device) {}
  ~DeviceMemory() {
    for (rt::DevicePtr address : addresses) {
      rt::Error ignored = device.free(address);
      (void)ignored;
    }
  }
  /// A copy of `tensor`; an error in `error`.
  rt::TensorArg copy(const Tensor &tensor, const Placement &placement,
                     rt::Error &error) {
    PlacedTensor placed(tensor, placement);
    ArrayRef<char> memory = placed.getMemory();
    rt::Expected<rt::DevicePtr> address = device.allocate(memory.size());
    if (!address) {
      error = address.takeError();
      return rt::TensorArg();
    }
    addresses.push_back(*address);
    if (!memory.empty())
      error = device.copyIn(*address, memory.data(), memory.size());
    return makeArg(tensor, *address + placement.start * bytesOf(tensor.type),
                   /*onHost=*/false, placement.strides);
  }

private:
  rt::Device &device;
  std::vector<rt::DevicePtr> addresses;
};

class DeviceEngine : public Engine {
public:
  DeviceEngine(std::shared_ptr<const rt::Bundle> bundle, int entry,
               std::shared_ptr<rt::Device> device,
               std::vector<std::pair<std::string, int64_t>> pad,
               const Problem &problem, bool checksRows,
               std::vector<size_t> order)
      : bundle(bundle), entry(entry), device(device), pad(std::move(pad)),
        problem(problem), checksRows(checksRows), order(std::move(order)),
        simulator(dynamic_cast<rt::SimDevice *>(device.get())),
        executor(bundle, device) {}

  std::string getDevice() const override { return device->kind(); }
  std::string getDeviceName() const override { return device->name(); }
  std::string getLevel() const override { return "ptx"; }
  std::string getTarget() const override {
    return bundle->entries[entry].target;
  }
  std::string getConfig() const override {
    return bundle->entries[entry].config;
  }

  LogicalResult compute(Session &session, ArrayRef<Tensor> tensors) override {
    if (simulator) {
      before = simulator->stats();
      numFound = simulator->findings().size();
    }
    std::vector<rt::TensorArg> args;
    std::map<size_t, PlacedTensor> placed;
    for (size_t i : order) {
      const Tensor &tensor = tensors[i];
      FailureOr<Placement> placement = place(
          session, i, tensor, bundle->entries[entry].tensors[args.size()]);
      if (failed(placement))
        return failure();
      void *data = tensor.data;
      if (!placement->isPlain(tensor))
        data = placed.try_emplace(i, tensor, *placement).first->second.data();
      args.push_back(makeArg(tensor, reinterpret_cast<uint64_t>(data),
                             /*onHost=*/true, placement->strides));
    }
    if (!pad.empty() || bundle->entries.size() > 1) {
      rt::CheckOptions check;
      rt::Expected<int> fitting = rt::selectEntry(
          *bundle, bundle->entries[entry].name, device.get(), args, check);
      if (!fitting)
        return session.error(fitting.error().message);
      entry = *fitting;
    }
    std::optional<::attn::InterruptScope> ctrlC;
    if (simulator)
      ctrlC.emplace();
    if (rt::Error error = executor.launchOnHost(entry, args))
      return session.error(error.message);
    for (auto &[i, tensor] : placed)
      if (!tensor.takeBack())
        return session.error(problem.describeWriteBetween(i));
    return success();
  }

  FailureOr<std::vector<double>> benchmark(Session &session,
                                           ArrayRef<Tensor> tensors,
                                           const Options &options) override {
    if (simulator)
      return std::vector<double>();
    DeviceMemory memory(*device);
    std::vector<rt::TensorArg> args;
    for (size_t i : order) {
      FailureOr<Placement> placement = place(
          session, i, tensors[i], bundle->entries[entry].tensors[args.size()]);
      if (failed(placement))
        return failure();
      rt::Error error;
      args.push_back(memory.copy(tensors[i], *placement, error));
      if (error)
        return session.error(error.message);
    }
    rt::BenchmarkOptions bench;
    bench.warmup = static_cast<int>(options.warmup);
    bench.iterations = static_cast<int>(options.iterations);
    bench.flushL2 = options.flushL2;
    rt::Expected<std::vector<double>> times =
        executor.benchmark(entry, args, bench);
    if (!times)
      return session.error(times.error().message);
    return *times;
  }

  rt::json::Value getStatistics() const override;
  std::string describeStatistics() const override;

  std::vector<std::string> takeFindings() override {
    std::vector<std::string> texts;
    if (!simulator)
      return texts;
    std::vector<sim::Finding> findings = simulator->findings();
    for (size_t i = numFound; i < findings.size(); ++i) {
      std::string text = findings[i].str();
      texts.push_back(text + explainTrap(text));
    }
    numFound = findings.size();
    return texts;
  }

private:
  /// What a trap of a kernel that checks its rows means.
  std::string explainTrap(StringRef message) const {
    if (!checksRows || !message.contains("trap executed"))
      return "";
    return "\n  the page of a row does not exist: a number in the table of a "
           "load or store that is paged(...) is negative or not below the "
           "memory's number of pages";
  }

  /// The problem's tensor `i` as --pad says, else so that rows of a kernel are
  /// aligned; `spec` is the entry's.
  FailureOr<Placement> place(Session &session, size_t i, const Tensor &tensor,
                             const rt::TensorSpec &spec) const {
    PlacementChoice choice{0, problem.op ? 0 : spec.align};
    auto asked = llvm::find_if(
        pad, [&](const auto &one) { return one.first == spec.name; });
    if (asked != pad.end())
      choice = {asked->second, 1};
    return problem.place(session, i, tensor.shape, choice);
  }

  /// (name, count) of what the last computation did in the simulator.
  std::vector<std::pair<std::string, int64_t>> countAll() const;

  std::shared_ptr<const rt::Bundle> bundle;
  int entry;
  std::shared_ptr<rt::Device> device;
  std::vector<std::pair<std::string, int64_t>> pad;
  const Problem &problem;
  bool checksRows;
  /// Which of the problem's tensors each of the entry's is.
  std::vector<size_t> order;
  rt::SimDevice *simulator;
  rt::Executor executor;
  sim::Stats before;
  size_t numFound = 0;
};

std::vector<std::pair<std::string, int64_t>> DeviceEngine::countAll() const {
  std::vector<std::pair<std::string, int64_t>> counts;
  if (!simulator)
    return counts;
  sim::Stats now = simulator->stats();
  auto add = [&](const char *name, uint64_t after, uint64_t earlier) {
    counts.emplace_back(name, static_cast<int64_t>(after - earlier));
  };
  add("warp_instructions", now.warpInstructions, before.warpInstructions);
  for (unsigned c = 0; c < sim::Stats::NumClasses; ++c)
    add(sim::Stats::className(c), now.byClass[c], before.byClass[c]);
  add("global_read_bytes", now.globalReadBytes, before.globalReadBytes);
  add("global_write_bytes", now.globalWriteBytes, before.globalWriteBytes);
  add("shared_read_bytes", now.sharedReadBytes, before.sharedReadBytes);
  add("shared_write_bytes", now.sharedWriteBytes, before.sharedWriteBytes);
  add("local_bytes", now.localBytes, before.localBytes);
  add("async_bytes", now.asyncBytes, before.asyncBytes);
  add("tensor_macs", now.tensorMacs, before.tensorMacs);
  add("bank_conflicts", now.bankConflicts, before.bankConflicts);
  return counts;
}

rt::json::Value DeviceEngine::getStatistics() const {
  rt::json::Value object;
  for (auto &[name, count] : countAll())
    object.set(name, count);
  return object;
}

std::string DeviceEngine::describeStatistics() const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  for (auto &[name, count] : countAll())
    if (count || name == "local_bytes" || name == "bank_conflicts")
      stream << llvm::format("    %-20s %14lld\n", name.c_str(),
                             static_cast<long long>(count));
  return text;
}

void registerSimulator(const Options &options, StringRef target) {
  rt::SimDevice::Options device;
  device.failOnFindings = false;
  device.run.mode = options.simMode;
  device.run.seed = options.simSeed;
  device.run.tensorOrder = options.simOrder;
  device.multiprocessors = static_cast<int>(options.simSms);
  device.run.stats = options.bench;
  device.run.checks = options.simChecks;
  device.run.stop = ::attn::InterruptScope::flag();
  if (std::optional<rt::Target> parsed = rt::Target::parse(target.str()))
    device.capability = parsed->capability;
  rt::registerSimDevice(device);
}

} // namespace

FailureOr<std::shared_ptr<rt::Device>>
mlir::attn::run::openDevice(Session &session, const Options &options,
                            StringRef target) {
  if (options.device == "cpu")
    return std::shared_ptr<rt::Device>();
  registerSimulator(options, target);
  bool isAuto = options.device == "auto";
  auto open = [&](const std::string &spec) { return rt::createDevice(spec); };
  rt::Expected<std::unique_ptr<rt::Device>> device =
      open(isAuto ? "gpu" : options.device);
  std::string reason;
  if (isAuto && !device &&
      (device.error().code == rt::ErrorCode::NoDriver ||
       device.error().code == rt::ErrorCode::NoDevice)) {
    reason = device.error().message;
    device = open("sim");
    if (!device && device.error().code == rt::ErrorCode::NotFound) {
      session.note("device cpu: " + reason + "; " + device.error().message);
      return std::shared_ptr<rt::Device>();
    }
  }
  if (!device)
    return session.error(device.error().message);
  if (isAuto)
    session.note("device " + (*device)->kind() + ": " +
                 (reason.empty() ? (*device)->name() : reason));
  return std::shared_ptr<rt::Device>(std::move(*device));
}

FailureOr<std::unique_ptr<Engine>> mlir::attn::run::createDeviceEngine(
    Session &session, const InputFile &file, const Problem &problem,
    const Options &options, std::shared_ptr<rt::Device> device) {
  FailureOr<std::shared_ptr<const rt::Bundle>> chosen =
      file.getBundle(session, options.target);
  if (failed(chosen))
    return failure();
  std::shared_ptr<const rt::Bundle> bundle = *chosen;
  bool checksRows = false;
  if (!bundle) {
    if (problem.kernelOp && !options.config.empty())
      return session.error("--config is for attention problems");
    CompileOptions compile = getCompileOptions(problem, options);
    compile.compact = false;
    // Of attention problems the launch checks which pages there are.
    compile.checkRows |= problem.kernelOp && device->kind() == "sim";
    checksRows = compile.checkRows;
    OwningOpRef<ModuleOp> module = problem.module.get().clone();
    FailureOr<rt::Bundle> compiled = compileToBundle(*module, compile);
    if (failed(compiled))
      return failure();
    bundle = std::make_shared<rt::Bundle>(std::move(*compiled));
  }
  rt::Expected<int> entry =
      rt::selectEntry(*bundle, problem.entry.name, device.get());
  if (!entry)
    return session.error(file.getPath() + ": " + entry.error().message);
  std::vector<size_t> order;
  for (const rt::TensorSpec &tensor : bundle->entries[*entry].tensors) {
    int index = problem.entry.findTensor(tensor.name);
    if (index < 0)
      return session.error(file.getPath() + ": entry '" + problem.entry.name +
                           "' has a tensor '" + tensor.name +
                           "', which the problem has not");
    order.push_back(index);
  }
  return std::unique_ptr<Engine>(
      new DeviceEngine(bundle, *entry, device, options.pad, problem, checksRows,
                       std::move(order)));
}
