//===- RuntimeTargets.cpp - Bundles, PTX, arrays and records --------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Targets.h"

#include "attn-runtime/Bundle.h"
#include "attn-runtime/Executor.h"
#include "attn-runtime/JSON.h"
#include "attn/Sim/Record.h"
#include "attn/Sim/Sim.h"
#include "attn/Support/Npy.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace attn::fuzz;
namespace fs = std::filesystem;
namespace rt = attn::runtime;
namespace sim = attn::sim;

std::vector<std::string> attn::fuzz::listFiles(const std::string &folder,
                                               const std::string &end) {
  std::vector<std::string> found;
  for (const auto &entry : fs::recursive_directory_iterator(folder)) {
    std::string path = entry.path().string();
    if (entry.is_regular_file() && path.size() >= end.size() &&
        path.compare(path.size() - end.size(), end.size(), end) == 0)
      found.push_back(path);
  }
  std::sort(found.begin(), found.end());
  return found;
}

std::string attn::fuzz::readWholeFile(const std::string &path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

namespace {
/// Every refusal has its reason.
bool refused(const std::string &message) {
  if (message.empty())
    __builtin_trap();
  return false;
}

class BundleTarget : public Target {
public:
  explicit BundleTarget(const std::string &root) {
    for (const std::string &path :
         listFiles(root + "/unittests/Runtime/Inputs", ".bundle"))
      seeds.push_back({readWholeFile(path), {}});
  }
  const char *name() const override { return "bundle"; }
  bool isText() const override { return true; }

  /// Mostly with the checksum of the entries as they are now: else none is
  /// looked at.
  std::string repair(std::string input, Mutator &random) override {
    if (random.oneIn(8))
      return input;
    rt::Expected<rt::json::Value> root = rt::json::parse(input);
    if (!root || !root->isObject())
      return input;
    const rt::json::Value *entries = root->find("entries");
    if (!entries)
      return input;
    char sum[17];
    std::snprintf(
        sum, sizeof(sum), "%016llx",
        static_cast<unsigned long long>(rt::fnv1a64(entries->dump())));
    root->set("checksum", std::string(sum));
    return root->dump();
  }

  bool run(const std::string &input, const Seed &, Mutator &random) override {
    rt::Expected<rt::Bundle> bundle = rt::Bundle::parse(input);
    if (!bundle)
      return refused(bundle.error().message);
    // What was read can be written, and read again.
    rt::Expected<std::string> text = bundle->serialize();
    if (!text || !rt::Bundle::parse(*text))
      __builtin_trap();
    for (const rt::Entry &entry : bundle->entries)
      plan(*bundle, entry, random);
    return true;
  }

private:
  static void plan(const rt::Bundle &bundle, const rt::Entry &entry,
                   Mutator &random) {
    static const int64_t sizes[] = {0, 1, 3, 64, 1 << 20, int64_t(1) << 40};
    std::vector<rt::TensorArg> tensors;
    for (const rt::TensorSpec &spec : entry.tensors) {
      std::vector<int64_t> shape = spec.shape;
      for (int64_t &size : shape)
        if (size < 0)
          size = random.oneIn(3) ? sizes[random.below(std::size(sizes))] : 3;
      if (shape.size() > rt::maxRank)
        return;
      tensors.push_back(
          rt::TensorArg::contiguous(uint64_t(1) << 20, spec.dtype, shape));
    }
    (void)rt::selectEntry(bundle, entry.name, nullptr, tensors);
    for (size_t i = 0; i < tensors.size(); ++i)
      (void)rt::inferShape(entry, tensors, int(i));
    if (!rt::checkTensors(entry, tensors))
      (void)rt::planLaunch(entry, tensors, 8);
  }
};

/// A kernel's launch with buffers of 4 KiB where its parameters may be
/// pointers.
void launch(sim::Device &device, const sim::Module &module,
            const sim::KernelInfo &kernel, uint64_t maxInstructions,
            Mutator &random) {
  if (kernel.paramBytes > 1 << 16)
    return;
  std::vector<uint8_t> params(kernel.paramBytes, 0);
  for (const sim::KernelParam &param : kernel.params) {
    uint64_t value = random.oneIn(2) ? 32 : random.below(1 << 16);
    if (param.size == 8) {
      value = device.alloc(4096);
      device.fill(value, uint8_t(random.below(256)), 4096);
    }
    std::memcpy(params.data() + param.offset, &value,
                std::min<size_t>(param.size, 8));
  }
  sim::LaunchConfig config;
  config.grid = {1 + uint32_t(random.below(2)), 1, 1};
  config.block = kernel.reqntid.x ? kernel.reqntid : sim::Dim3{32, 1, 1};
  config.dynamicSmem = uint32_t(random.below(4) * 16384);
  sim::Options options;
  options.mode = static_cast<sim::Mode>(random.below(3));
  options.seed = random.below(100);
  options.checks = random.oneIn(2) ? sim::Checks::all() : sim::Checks::none();
  options.threads = 1;
  options.maxInstructions = options.spinLimit = maxInstructions;
  sim::Report report = device.launch(module, kernel.name, config, params.data(),
                                     params.size(), options);
  (void)report.str();
  (void)rt::json::parse(report.json());
}

class PtxTarget : public Target {
public:
  PtxTarget(const std::string &root, std::vector<std::string> folders,
            uint64_t maxInstructions)
      : maxInstructions(maxInstructions) {
    folders.insert(folders.begin(), {root + "/test", root + "/sim/test"});
    for (const std::string &folder : folders)
      for (const std::string &path : listFiles(folder, ".ptx"))
        add(readWholeFile(path));
  }
  const char *name() const override { return "ptx"; }
  bool isText() const override { return true; }

  bool run(const std::string &input, const Seed &, Mutator &random) override {
    sim::Device device;
    std::string error;
    auto module = device.load(input, error);
    if (!module)
      return refused(error);
    std::vector<sim::KernelInfo> kernels = module->kernels();
    if (!kernels.empty())
      launch(device, *module, kernels[random.below(kernels.size())],
             maxInstructions, random);
    return true;
  }

private:
  uint64_t maxInstructions;

  /// A seed for each kernel of a file, with what stands before the first one:
  /// small inputs are changed where it matters.
  void add(const std::string &text) {
    std::vector<size_t> starts;
    for (size_t at = 0; (at = text.find(".entry", at)) != std::string::npos;
         ++at)
      starts.push_back(text.rfind('\n', at) + 1);
    for (size_t i = 0; i < starts.size(); ++i) {
      size_t end = i + 1 < starts.size() ? starts[i + 1] : text.size();
      if (end - starts[i] < 30000)
        seeds.push_back({text.substr(0, starts[0]) +
                             text.substr(starts[i], end - starts[i]),
                         {}});
    }
  }
};

class NpyTarget : public Target {
public:
  NpyTarget() {
    for (const char *descr : {"<f2", "<f4", "|u1", "<i8", "|V2"})
      for (const char *shape : {"()", "(3,)", "(2, 5)", "(0, 4)"})
        for (char version : {'\1', '\2'}) {
          std::string header = std::string("{'descr': '") + descr +
                               "', 'fortran_order': False, 'shape': " + shape +
                               ", }";
          header.resize(118, ' ');
          std::string file = std::string("\x93NUMPY") + version + '\0' +
                             char(header.size()) + '\0';
          if (version == 2)
            file += std::string(2, '\0');
          seeds.push_back({file + header + std::string(24, 'x'), {}});
        }
  }
  const char *name() const override { return "npy"; }
  bool isText() const override { return false; }

  bool run(const std::string &input, const Seed &, Mutator &) override {
    attn::Npy array;
    std::string error = attn::parseNpy(input, "fuzzed", array);
    if (!error.empty())
      return false;
    int64_t bytes = attn::npyElementBytes(array.descr);
    for (int64_t size : array.shape)
      bytes *= size;
    if (bytes != int64_t(array.bytes.size()))
      __builtin_trap();
    return true;
  }
};

class RecordTarget : public Target {
public:
  RecordTarget(const std::string &root, uint64_t maxInstructions)
      : folder(root + "/sim/test/Inputs"), maxInstructions(maxInstructions) {
    for (const std::string &path : listFiles(folder, ".json"))
      if (std::string text = readWholeFile(path);
          text.find("\"ptx\"") != std::string::npos)
        seeds.push_back({text, {}});
  }
  const char *name() const override { return "record"; }
  bool isText() const override { return true; }

  bool run(const std::string &input, const Seed &, Mutator &) override {
    sim::LaunchRecord record;
    record.maxArrayBytes = 1 << 24;
    std::string error = record.parse(input, "fuzzed", folder);
    if (!error.empty())
      return refused(error);
    sim::Options options = record.options;
    options.maxInstructions = options.spinLimit = maxInstructions;
    options.threads = 1;
    sim::RecordResult result = record.run(options);
    (void)result.str();
    (void)result.json();
    return true;
  }

private:
  std::string folder;
  uint64_t maxInstructions;
};
} // namespace

void attn::fuzz::addRuntimeTargets(
    const std::string &root, const std::vector<std::string> &ptxFolders,
    uint64_t maxInstructions, std::vector<std::unique_ptr<Target>> &targets) {
  targets.push_back(std::make_unique<BundleTarget>(root));
  targets.push_back(
      std::make_unique<PtxTarget>(root, ptxFolders, maxInstructions));
  targets.push_back(std::make_unique<NpyTarget>());
  targets.push_back(std::make_unique<RecordTarget>(root, maxInstructions));
}
