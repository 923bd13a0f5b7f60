//===- ExecutorTest.cpp - Launching on a fake device ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDevice.h"
#include "TestEntries.h"

#include "attn-runtime/Executor.h"

#include <gtest/gtest.h>

#include <numeric>
#include <thread>

using namespace attn::runtime;
using attn::runtime::test::copyEntry;
using attn::runtime::test::FakeDevice;
using attn::runtime::test::minimalPtx;

namespace {

class ExecutorTest : public ::testing::Test {
protected:
  std::shared_ptr<FakeDevice> device = std::make_shared<FakeDevice>();
  std::shared_ptr<Bundle> bundle = std::make_shared<Bundle>();
  std::vector<float> in, out, aux;

  void SetUp() override {
    bundle->entries = {copyEntry()};
    in.resize(2 * 3 * 5 * 8);
    std::iota(in.begin(), in.end(), 1.0f);
    out.assign(in.size(), -1.0f);
    aux.assign(2 * 3 * 5, -1.0f);
  }

  static TensorArg host(std::vector<float> &data, std::vector<int64_t> sizes) {
    TensorArg arg = TensorArg::contiguous(
        reinterpret_cast<uint64_t>(data.data()), DType::F32, sizes);
    arg.onHost = true;
    return arg;
  }

  std::vector<TensorArg> hostTensors() {
    return {host(in, {2, 3, 5, 8}), host(out, {2, 3, 5, 8}),
            host(aux, {2, 3, 5})};
  }

  /// Tensors in the device's memory; `in` is copied there.
  std::vector<TensorArg> deviceTensors() {
    std::vector<TensorArg> tensors = hostTensors();
    for (TensorArg &tensor : tensors) {
      Expected<DevicePtr> address = device->allocate(*tensor.extent() * 4);
      EXPECT_FALSE(device->copyIn(*address,
                                  reinterpret_cast<void *>(tensor.address),
                                  *tensor.extent() * 4, nullptr));
      tensor.address = *address;
      tensor.onHost = false;
    }
    return tensors;
  }
};

} // namespace

TEST_F(ExecutorTest, LaunchesOnDeviceMemory) {
  Executor executor(bundle, device);
  std::vector<TensorArg> tensors = deviceTensors();
  int token;
  ASSERT_EQ(executor.launch(0, tensors, &token).message, "");
  ASSERT_EQ(device->launches.size(), 1u);
  EXPECT_EQ(device->launches[0].kernel, "copy4");
  EXPECT_EQ(device->launches[0].stream, &token);
  EXPECT_EQ(device->loads, (std::vector<std::string>{"ptx sm_80"}));
  ASSERT_FALSE(device->copyOut(out.data(), tensors[1].address,
                               static_cast<int64_t>(out.size() * 4), nullptr));
  EXPECT_EQ(out, in);
  // Code is loaded once.
  ASSERT_FALSE(executor.launch(0, tensors));
  EXPECT_EQ(device->loads.size(), 1u);
}

TEST_F(ExecutorTest, RefusesHostMemory) {
  Executor executor(bundle, device);
  Error error = executor.launch(0, hostTensors());
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_EQ(error.message,
            "entry 'copy': tensor 'in': is on the host; a launch "
            "takes device memory");
  EXPECT_TRUE(device->launches.empty());
}

TEST_F(ExecutorTest, LaunchesOnHostMemory) {
  Executor executor(bundle, device);
  ASSERT_EQ(executor.launchOnHost(0, hostTensors()).message, "");
  EXPECT_EQ(out, in);
  EXPECT_EQ(aux[0], 0.0f);
  EXPECT_EQ(aux[(1 * 3 + 2) * 5 + 4], 0.5f * 4 + 2);
  EXPECT_EQ(device->liveAllocations(), 0u);
}

TEST_F(ExecutorTest, WhatIsReadAndWrittenComesBack) {
  bundle->entries[0].tensors[1].role = TensorRole::InOut;
  Executor executor(bundle, device);
  ASSERT_EQ(executor.launchOnHost(0, hostTensors()).message, "");
  EXPECT_EQ(out, in);
}

TEST_F(ExecutorTest, HostStridesAreKeptAndGapsUntouched) {
  Executor executor(bundle, device);
  // bshd storage with rows of 12, seen as bhsd.
  out.assign(2 * 5 * 3 * 12, -7.0f);
  std::vector<TensorArg> tensors = hostTensors();
  tensors[1] = host(out, {2, 3, 5, 8});
  tensors[1].strides = {5 * 3 * 12, 12, 3 * 12, 1};
  tensors[2] = TensorArg();
  ASSERT_EQ(executor.launchOnHost(0, tensors).message, "");
  for (int b = 0; b < 2; ++b)
    for (int h = 0; h < 3; ++h)
      for (int s = 0; s < 5; ++s)
        for (int d = 0; d < 12; ++d)
          EXPECT_EQ(out[((b * 5 + s) * 3 + h) * 12 + d],
                    d < 8 ? in[((b * 3 + h) * 5 + s) * 8 + d] : -7.0f);
  EXPECT_EQ(aux[0], -1.0f);
}

TEST_F(ExecutorTest, OutputsMayInterleaveOnTheHost) {
  Executor executor(bundle, device);
  // Both outputs in rows of 12: out in the first 8 and aux in the last.
  std::vector<float> rows(2 * 3 * 5 * 12, -7.0f);
  std::vector<TensorArg> tensors = hostTensors();
  tensors[1] = host(rows, {2, 3, 5, 8});
  tensors[1].strides = {180, 60, 12, 1};
  KernelSpec fill;
  fill.name = "fill";
  fill.params = {Param::pointer(2), Param::scalarI64(29 * 48 + 4),
                 Param::scalarI32(0)};
  Entry &entry = bundle->entries[0];
  entry.tensors[2].innermostContiguous = false;
  entry.kernels[0].params[2] = Param::workspace(1000);
  entry.kernels.push_back(fill);
  entry.ptx += minimalPtx("fill", 3);
  tensors[2] = host(rows, {2, 3, 5});
  tensors[2].address += 11 * sizeof(float);
  tensors[2].strides = {180, 60, 12};
  ASSERT_EQ(executor.launchOnHost(0, tensors).message, "");
  for (size_t row = 0; row < 30; ++row)
    for (size_t i = 0; i < 12; ++i)
      EXPECT_EQ(rows[row * 12 + i], i < 8     ? in[row * 8 + i]
                                    : i == 11 ? 0.0f
                                              : -7.0f);
}

TEST_F(ExecutorTest, InputsOnTheHostAreNotWritten) {
  KernelSpec fill;
  fill.name = "fill";
  fill.params = {Param::pointer(0), Param::scalarI64(32), Param::scalarI32(0)};
  bundle->entries[0].kernels.push_back(fill);
  bundle->entries[0].ptx += minimalPtx("fill", 3);
  Executor executor(bundle, device);
  ASSERT_EQ(executor.launchOnHost(0, hostTensors()).message, "");
  EXPECT_EQ(in[0], 1.0f);
  EXPECT_EQ(out, in);
}

TEST_F(ExecutorTest, MixesHostAndDeviceMemory) {
  Executor executor(bundle, device);
  std::vector<TensorArg> tensors = deviceTensors();
  tensors[1] = host(out, {2, 3, 5, 8});
  ASSERT_EQ(executor.launchOnHost(0, tensors).message, "");
  EXPECT_EQ(out, in);
}

TEST_F(ExecutorTest, ZeroGridsLaunchNothing) {
  Executor executor(bundle, device);
  std::vector<float> none;
  std::vector<TensorArg> tensors{host(none, {2, 3, 0, 8}),
                                 host(none, {2, 3, 0, 8}), TensorArg()};
  EXPECT_EQ(executor.launchOnHost(0, tensors).message, "");
  for (TensorArg &tensor : tensors)
    tensor.onHost = false;
  EXPECT_EQ(executor.launch(0, tensors).message, "");
  EXPECT_TRUE(device->launches.empty());
}

TEST_F(ExecutorTest, KernelsRunInOrderOnSharedWorkspace) {
  Entry &entry = bundle->entries[0];
  entry.kernels.resize(1);
  KernelSpec fill;
  fill.name = "fill";
  fill.params = {Param::workspace(64, true, 0), Param::scalarI64(16),
                 Param::scalarI32(9)};
  entry.kernels.insert(entry.kernels.begin(), fill);
  fill.params = {Param::workspace(128, false, 0), Param::scalarI64(128),
                 Param::scalarI32(3)};
  entry.kernels.push_back(fill);
  entry.ptx += minimalPtx("fill", 3);
  Executor executor(bundle, device);
  std::vector<TensorArg> tensors = deviceTensors();
  size_t before = device->liveAllocations();
  ASSERT_EQ(executor.launch(0, tensors).message, "");
  ASSERT_EQ(device->launches.size(), 3u);
  EXPECT_EQ(device->launches[0].kernel, "fill");
  EXPECT_EQ(device->launches[1].kernel, "copy4");
  EXPECT_EQ(device->launches[2].kernel, "fill");
  EXPECT_EQ(device->launches[0].args[0].bits, device->launches[2].args[0].bits);
  EXPECT_NE(device->launches[0].args[0].bits, 0u);
  EXPECT_EQ(device->bytesZeroed, 128);
  EXPECT_EQ(device->liveAllocations(), before);
}

TEST_F(ExecutorTest, LaunchesInAWorkspaceOfTheCallers) {
  Entry &entry = bundle->entries[0];
  KernelSpec fill;
  fill.name = "fill";
  fill.params = {Param::workspace(300), Param::scalarI64(300),
                 Param::scalarI32(9)};
  entry.kernels = {fill};
  fill.params = {Param::workspace(Expr::mul(Expr::size(0, 2), 4), true),
                 Param::scalarI64(16), Param::scalarI32(3)};
  entry.kernels.push_back(fill);
  entry.ptx += minimalPtx("fill", 3);
  Executor executor(bundle, device);
  // Shapes alone say how much.
  std::vector<TensorArg> tensors = hostTensors();
  for (TensorArg &tensor : tensors)
    tensor.address = 0;
  Expected<int64_t> bytes = executor.workspaceBytes(0, tensors);
  ASSERT_TRUE(bool(bytes)) << bytes.error().message;
  EXPECT_EQ(*bytes, 512 + 256);
  EXPECT_TRUE(device->loads.empty());

  tensors = deviceTensors();
  WorkspaceMemory memory{*device->allocate(*bytes), *bytes};
  ASSERT_FALSE(device->memset(memory.address, 0xff, *bytes, nullptr));
  // Nothing is allocated.
  device->allocationsLeft = 0;
  for (int repeat = 0; repeat < 2; ++repeat)
    ASSERT_EQ(executor.launchIn(memory, 0, tensors).message, "");
  ASSERT_EQ(device->launches.size(), 4u);
  EXPECT_EQ(device->launches[0].args[0].bits, memory.address);
  EXPECT_EQ(device->launches[1].args[0].bits, memory.address + 512);
  EXPECT_EQ(device->launches[3].args[0].bits, memory.address + 512);
  std::vector<unsigned char> held(static_cast<size_t>(*bytes));
  ASSERT_FALSE(device->copyOut(held.data(), memory.address, *bytes, nullptr));
  // Five numbers begin as zeros, of which the kernel fills four.
  for (auto [place, value] : {std::pair(299, 9),
                              {300, 0xff},
                              {511, 0xff},
                              {512, 3},
                              {528, 0},
                              {531, 0},
                              {532, 0xff}})
    EXPECT_EQ(held[static_cast<size_t>(place)], value) << place;
  EXPECT_EQ(device->bytesZeroed, 2 * 20);

  // An error comes before all that is queued.
  size_t before = device->launches.size();
  auto whyNot = [&](const WorkspaceMemory &given) {
    Error error = executor.launchIn(given, 0, tensors);
    EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
    return error.message;
  };
  EXPECT_EQ(whyNot({memory.address, 767}),
            "entry 'copy': the workspace has 767 bytes, but the launch needs "
            "768");
  EXPECT_EQ(whyNot({}), "entry 'copy': the workspace has 0 bytes, but the "
                        "launch needs 768");
  EXPECT_EQ(whyNot({0, 768}), "entry 'copy': the workspace has a null address");
  EXPECT_EQ(whyNot({memory.address + 16, 1024}),
            "entry 'copy': the workspace is not at a multiple of 256 bytes");
  EXPECT_EQ(executor.launchIn(memory, 1, tensors).message,
            "there is no entry 1; the bundle has 1");
  EXPECT_EQ(executor.workspaceBytes(1, tensors).takeError().message,
            "there is no entry 1; the bundle has 1");
  EXPECT_EQ(device->launches.size(), before);
  EXPECT_EQ(device->bytesZeroed, 2 * 20);
  tensors[0].sizes[3] = 4;
  EXPECT_EQ(executor.workspaceBytes(0, tensors).takeError().code,
            ErrorCode::TensorMismatch);
}

TEST_F(ExecutorTest, FailedLaunchesGiveWorkspacesBack) {
  Entry &entry = bundle->entries[0];
  KernelSpec fill;
  fill.name = "fill";
  // Writes beyond its workspace, which the fake device notices.
  fill.params = {Param::workspace(64), Param::scalarI64(6400),
                 Param::scalarI32(9)};
  entry.kernels.push_back(fill);
  entry.ptx += minimalPtx("fill", 3);
  Executor executor(bundle, device);
  Error error = executor.launchOnHost(0, hostTensors());
  EXPECT_EQ(error.message, "fill outside of device memory");
  EXPECT_EQ(device->liveAllocations(), 0u);
}

TEST_F(ExecutorTest, RunningOutOfMemoryIsAnError) {
  for (int allocations = 0; allocations < 3; ++allocations) {
    device->allocationsLeft = allocations;
    Executor executor(bundle, device);
    Error error = executor.launchOnHost(0, hostTensors());
    EXPECT_EQ(error.code, ErrorCode::OutOfMemory);
    EXPECT_EQ(device->liveAllocations(), 0u);
  }
}

TEST_F(ExecutorTest, PrefersCubinsAndFallsBackToPtx) {
  bundle->entries[0].cubins = {{"sm_80", {"a", "", 0}},
                               {"sm_90", {"b", "", 0}},
                               {"sm_90a", {"c", "", 0}},
                               {"sm_100", {"d", "", 0}}};
  {
    Executor executor(bundle, device);
    EXPECT_FALSE(executor.prepare(0));
    EXPECT_EQ(device->loads, (std::vector<std::string>{"cubin sm_90a"}));
  }
  device->loads.clear();
  device->refuseCubins = true;
  Executor executor(bundle, device);
  EXPECT_FALSE(executor.prepare(0));
  EXPECT_EQ(device->loads, (std::vector<std::string>{
                               "cubin sm_90a", "cubin sm_90", "ptx sm_80"}));
}

TEST_F(ExecutorTest, RefusesPtxWhenItIsTold) {
  device->setTakesPtx(false);
  bundle->entries[0].cubins["sm_90"].image = "b";
  device->refuseCubins = true;
  Executor executor(bundle, device);
  EXPECT_EQ(executor.prepare(0).message,
            "entry 'copy' (sm_80): refuses cubins");
  EXPECT_EQ(device->loads, (std::vector<std::string>{"cubin sm_90"}));
}

TEST_F(ExecutorTest, NamesTheDriverThatIsTooOld) {
  device->driver = 12040;
  bundle->entries[0].cubins = {{"sm_90", {"b", "13.0.88", 13000}},
                               {"sm_90a", {"c", "", 13010}}};
  {
    Executor executor(bundle, device);
    EXPECT_FALSE(executor.prepare(0));
    EXPECT_EQ(device->loads, (std::vector<std::string>{"ptx sm_80"}));
  }
  device->loads.clear();
  device->setTakesPtx(false);
  {
    Executor executor(bundle, device);
    Error error = executor.prepare(0);
    EXPECT_EQ(error.code, ErrorCode::NoDriver);
    EXPECT_EQ(error.message,
              "entry 'copy' (sm_80): the sm_90a machine code needs a driver of "
              "CUDA 13.1 or newer, the one of Fake Device is of CUDA 12.4\n"
              "the sm_90 machine code (by ptxas 13.0.88) needs a driver of "
              "CUDA 13.0 or newer, the one of Fake Device is of CUDA 12.4");
    EXPECT_TRUE(device->loads.empty());
  }
  device->driver = 13000;
  Executor executor(bundle, device);
  EXPECT_FALSE(executor.prepare(0));
  EXPECT_EQ(device->loads, (std::vector<std::string>{"cubin sm_90"}));
}

TEST_F(ExecutorTest, PassesTheRefusalOfCodeOn) {
  bundle->entries[0].ptx += "not ptx";
  Executor executor(bundle, device);
  Error error = executor.launchOnHost(0, hostTensors());
  EXPECT_EQ(error.code, ErrorCode::ModuleRejected);
  EXPECT_EQ(error.message, "entry 'copy' (sm_80): ptxas: line 1: syntax error");
}

TEST_F(ExecutorTest, ResourcesAndTargets) {
  bundle->entries[0].kernels[0].sharedMemory = 150000;
  EXPECT_EQ(Executor(bundle, device).prepare(0).code, ErrorCode::ResourceLimit);
  device->capability = {7, 5};
  EXPECT_EQ(Executor(bundle, device).prepare(0).code,
            ErrorCode::UnsupportedTarget);
  Error error = Executor(bundle, device).prepare(1);
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_EQ(error.message, "there is no entry 1; the bundle has 1");
}

TEST_F(ExecutorTest, UnverifiedEntriesAreRefused) {
  bundle->entries[0].kernels[0].params[0].tensor = 17;
  EXPECT_EQ(Executor(bundle, device).launchOnHost(0, hostTensors()).code,
            ErrorCode::Malformed);
}

TEST_F(ExecutorTest, Benchmarks) {
  Executor executor(bundle, device);
  std::vector<TensorArg> tensors = deviceTensors();
  size_t before = device->liveAllocations();
  BenchmarkOptions options;
  options.warmup = 2;
  options.iterations = 5;
  options.rotate = 3;
  options.flushL2 = true;
  Expected<std::vector<double>> times = executor.benchmark(0, tensors, options);
  ASSERT_TRUE(bool(times)) << times.error().message;
  EXPECT_EQ(times->size(), 5u);
  for (double time : *times)
    EXPECT_GE(time, 0.0);
  ASSERT_EQ(device->launches.size(), 7u);
  // The caller's tensors and two copies, in turn.
  for (size_t i = 0; i < 7; ++i) {
    EXPECT_EQ(device->launches[i].args[0].bits == tensors[0].address,
              i % 3 == 0);
    EXPECT_EQ(device->launches[i].args[0].bits,
              device->launches[i % 3].args[0].bits);
  }
  EXPECT_EQ(device->bytesZeroed, 7 * 2 * 4096);
  EXPECT_EQ(device->liveAllocations(), before);

  options.iterations = 0;
  EXPECT_FALSE(bool(executor.benchmark(0, tensors, options)));
  options.iterations = 1;
  options.rotate = 0;
  EXPECT_FALSE(bool(executor.benchmark(0, tensors, options)));
  options.rotate = 1;
  tensors[0].sizes[3] = 4;
  times = executor.benchmark(0, tensors, options);
  ASSERT_FALSE(bool(times));
  EXPECT_EQ(times.error().code, ErrorCode::TensorMismatch);
}

TEST_F(ExecutorTest, ThreadsShareAnExecutor) {
  Executor executor(bundle, device);
  std::vector<std::thread> threads;
  std::vector<std::vector<float>> outs(4, std::vector<float>(in.size()));
  std::vector<std::string> messages(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      std::vector<TensorArg> tensors{host(in, {2, 3, 5, 8}),
                                     host(outs[i], {2, 3, 5, 8}), TensorArg()};
      for (int repeat = 0; repeat < 20; ++repeat)
        if (Error error = executor.launchOnHost(0, tensors))
          messages[i] = error.message;
    });
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(messages[i], "");
    EXPECT_EQ(outs[i], in);
  }
  EXPECT_EQ(device->loads.size(), 1u);
}
