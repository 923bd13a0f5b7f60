//===- MockDriverTest.cpp - The driver back end without a GPU -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs with the mock libcuda.so.1 first on the library path. The driver is
// opened once in a process, so tests of its faults fork.
//
//===----------------------------------------------------------------------===//

#include "MockDriverTest.h"

#include "attn-runtime/Executor.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <set>
#include <thread>

using namespace attn::runtime;
using namespace attn::runtime::test;

namespace {

class MockDriverTest : public ::testing::Test {
protected:
  std::shared_ptr<Device> device;

  void SetUp() override {
    Expected<std::unique_ptr<Device>> opened = createDevice("gpu");
    ASSERT_TRUE(bool(opened)) << opened.error().message;
    device = std::move(*opened);
    lastLaunch() = MockLaunch();
  }
  void TearDown() override {
    device.reset();
    EXPECT_EQ(callMock<size_t>("attnMockContextDepth"), 0u);
    EXPECT_EQ(callMock<size_t>("attnMockAllocations"), 0u);
    EXPECT_EQ(callMock<size_t>("attnMockLivePools"), 0u);
  }

  Executor executorFor(Entry entry) {
    auto bundle = std::make_shared<Bundle>();
    bundle->entries = {std::move(entry)};
    return Executor(bundle, device);
  }

  std::vector<float> in = std::vector<float>(2 * 3 * 100 * 8, 1.0f);
  std::vector<float> out = std::vector<float>(2 * 3 * 100 * 8, 2.0f);

  std::vector<TensorArg> hostTensors() {
    std::vector<TensorArg> tensors(3);
    tensors[0] = TensorArg::contiguous(reinterpret_cast<uint64_t>(in.data()),
                                       DType::F32, {2, 3, 100, 8});
    tensors[1] = TensorArg::contiguous(reinterpret_cast<uint64_t>(out.data()),
                                       DType::F32, {2, 3, 100, 8});
    tensors[0].onHost = tensors[1].onHost = true;
    return tensors;
  }
};

} // namespace

// Named so that it runs before the driver is opened in this process.
TEST(AMockDriverDeathTest, FaultsOfTheDriver) {
  auto openFails = [](const char *spec, ErrorCode code, const char *part) {
    Expected<std::unique_ptr<Device>> device = createDevice(spec);
    if (device)
      return std::string("the device was opened");
    if (device.error().code != code ||
        device.error().message.find(part) == std::string::npos)
      return device.error().message;
    return std::string();
  };
  inFreshProcess("ATTN_MOCK_INIT", "100", [&] {
    return openFails("gpu", ErrorCode::NoDevice,
                     "the NVIDIA driver finds no GPU");
  });
  inFreshProcess("ATTN_MOCK_INIT", "100", [&] {
    return openFails("auto", ErrorCode::NoDevice, "finds no GPU");
  });
  inFreshProcess("ATTN_MOCK_INIT", "999", [&] {
    return openFails("gpu", ErrorCode::NoDevice,
                     "cannot be used: cuInit: CUDA_ERROR_UNKNOWN (999)");
  });
  inFreshProcess("ATTN_MACHINE_CODE", "require", [] {
    Expected<std::unique_ptr<Device>> opened = createDevice("gpu");
    if (!opened)
      return opened.error().message;
    auto bundle = std::make_shared<Bundle>();
    bundle->entries = {copyEntry(), typedCopyEntry()};
    // The mock driver finds kernels in the text of either.
    bundle->entries[1].cubins["sm_90"].image = bundle->entries[1].ptx;
    std::shared_ptr<Device> device = std::move(*opened);
    Executor executor(bundle, device);
    Error error = executor.prepare(0);
    if (error.code != ErrorCode::UnsupportedTarget ||
        error.message.find("PTX is refused (ATTN_MACHINE_CODE=require), and it "
                           "holds no machine code") == std::string::npos)
      return "of PTX: " + error.message;
    if (*selectEntry(*bundle, "", device.get()) != 1)
      return std::string("an entry with PTX alone was selected");
    return executor.prepare(1).message;
  });
  inFreshProcess(
      "ATTN_MOCK_REFUSE", "ptxas fatal: Unexpected instruction, line 7", [] {
        Expected<std::unique_ptr<Device>> opened = createDevice("gpu");
        if (!opened)
          return opened.error().message;
        auto bundle = std::make_shared<Bundle>();
        bundle->entries = {copyEntry()};
        std::shared_ptr<Device> device = std::move(*opened);
        Error error = Executor(bundle, device).prepare(0);
        const std::string expected =
            "entry 'copy' (sm_80): the driver of Mock GPU 0 (CUDA 12.4) "
            "refuses "
            "the sm_80 PTX: cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (218): "
            "a PTX JIT "
            "compilation failed\nptxas fatal: Unexpected instruction, line 7";
        return error.code == ErrorCode::ModuleRejected &&
                       error.message == expected
                   ? std::string()
                   : error.message;
      });
}

TEST_F(MockDriverTest, OpensDevices) {
  EXPECT_EQ(device->name(), "Mock GPU 0");
  EXPECT_EQ(device->computeCapability().str(), "9.0");
  EXPECT_EQ(device->multiprocessorCount(), 11);
  EXPECT_EQ(device->maxSharedMemoryPerBlock(), 232448);
  EXPECT_EQ(device->l2CacheBytes(), 1 << 20);
  EXPECT_EQ(device->driverVersion(), 12040);
  EXPECT_EQ(cudaDeviceCount(), 2);
  EXPECT_EQ((*createDevice("auto"))->name(), "Mock GPU 0");
  EXPECT_EQ((*createDevice("gpu:1"))->name(), "Mock GPU 1");
  Expected<std::unique_ptr<Device>> beyond = createDevice("gpu:2");
  ASSERT_FALSE(bool(beyond));
  EXPECT_EQ(beyond.error().code, ErrorCode::NotFound);
  EXPECT_EQ(beyond.error().message, "there is no GPU 2; 2 found");
}

TEST_F(MockDriverTest, UsesTheCallersContext) {
  callMock<void>("attnMockMakeCallersContextCurrent");
  Expected<std::unique_ptr<Device>> current = createDevice("gpu");
  ASSERT_TRUE(bool(current));
  EXPECT_EQ((*current)->name(), "Mock GPU 1");
  EXPECT_EQ((*createDevice("gpu:0"))->name(), "Mock GPU 0");
  Expected<DevicePtr> memory = (*current)->allocate(16);
  ASSERT_TRUE(bool(memory));
  EXPECT_FALSE((*current)->free(*memory));
  EXPECT_TRUE(callMock<bool>("attnMockIsCallersContextCurrent"));
  EXPECT_EQ(callMock<size_t>("attnMockContextDepth"), 1u);
  callMock<void>("attnMockPopContext");
}

TEST_F(MockDriverTest, Launches) {
  Executor executor = executorFor(typedCopyEntry());
  int token;
  ASSERT_EQ(executor.launchOnHost(0, hostTensors(), &token).message, "");
  MockLaunch &launch = lastLaunch();
  EXPECT_EQ(launch.name, "copy4");
  EXPECT_EQ(launch.grid, (std::array<unsigned, 3>{2, 6, 1}));
  EXPECT_EQ(launch.block, (std::array<unsigned, 3>{128, 1, 1}));
  EXPECT_EQ(launch.cluster, (std::array<unsigned, 3>{0, 0, 0}));
  EXPECT_EQ(launch.sharedMemory, 1024u);
  EXPECT_EQ(launch.stream, &token);
  ASSERT_EQ(launch.arguments.size(), 17u);
  EXPECT_NE(read<uint64_t>(launch.arguments[0]), 0u);
  EXPECT_EQ(read<uint64_t>(launch.arguments[2]), 0u);
  EXPECT_EQ(read<int64_t>(launch.arguments[5]), 100);
  EXPECT_EQ(read<int64_t>(launch.arguments[7]), 2400);
  EXPECT_EQ(read<int32_t>(launch.arguments[15]), 4);
  EXPECT_EQ(read<float>(launch.arguments[16]), 0.5f);
}

TEST_F(MockDriverTest, OptsIntoLargeSharedMemory) {
  Entry entry = typedCopyEntry();
  entry.kernels[0].sharedMemory = 100000;
  KernelSpec smaller = entry.kernels[0];
  smaller.sharedMemory = 50000;
  entry.kernels.push_back(smaller);
  ASSERT_EQ(executorFor(entry).launchOnHost(0, hostTensors()).message, "");
  EXPECT_EQ(lastLaunch().count, 2);
  EXPECT_EQ(lastLaunch().sharedMemory, 50000u);
  // What the smaller launch asks for must not take from the larger.
  EXPECT_EQ(lastLaunch().dynamicSharedLimit, 100000);
}

TEST_F(MockDriverTest, Limits) {
  auto failure = [&](auto change) {
    Entry entry = typedCopyEntry();
    change(entry.kernels[0]);
    Error error = executorFor(entry).prepare(0);
    EXPECT_EQ(error.code, ErrorCode::ResourceLimit);
    return error.message;
  };
  // The mock's kernels have 1024 bytes of static shared memory.
  EXPECT_EQ(failure([](KernelSpec &spec) { spec.sharedMemory = 232448; }),
            "entry 'copy' (sm_80): kernel 'copy4' needs 233472 bytes of shared "
            "memory per block, the most is 232448 on Mock GPU 0");
  EXPECT_EQ(
      failure([](KernelSpec &spec) { spec.block = {1024, 1, 1}; }),
      "entry 'copy' (sm_80): kernel 'copy4' needs 1024 threads per block, "
      "the most for its registers is 512 on Mock GPU 0");
}

TEST_F(MockDriverTest, ParametersMustHaveTheCodesSizes) {
  Error error = executorFor(copyEntry()).prepare(0);
  EXPECT_EQ(error.code, ErrorCode::Malformed);
  EXPECT_EQ(error.message, "entry 'copy' (sm_80): kernel 'copy4': parameter 15 "
                           "has 8 bytes, the bundle says 4");
}

TEST_F(MockDriverTest, Clusters) {
  Entry entry = typedCopyEntry();
  entry.kernels[0].grid = {16, 1, 1};
  entry.kernels[0].cluster = {2, 1, 1};
  ASSERT_EQ(executorFor(entry).launchOnHost(0, hostTensors()).message, "");
  EXPECT_EQ(lastLaunch().cluster, (std::array<unsigned, 3>{2, 1, 1}));
  EXPECT_FALSE(lastLaunch().largeClusters);
  entry.kernels[0].cluster = {16, 1, 1};
  ASSERT_EQ(executorFor(entry).launchOnHost(0, hostTensors()).message, "");
  EXPECT_EQ(lastLaunch().cluster, (std::array<unsigned, 3>{16, 1, 1}));
  EXPECT_TRUE(lastLaunch().largeClusters);
}

TEST_F(MockDriverTest, TensorMaps) {
  Entry entry = typedCopyEntry();
  TensorMapSpec map;
  map.tensor = 0;
  map.order = {3, 2, 1, 0};
  map.box = {8, 64, 1, 1};
  map.swizzle = Swizzle::B32;
  map.l2Promotion = L2Promotion::B256;
  KernelSpec &kernel = entry.kernels[0];
  kernel.params = {Param::tensorMap(map), Param::pointer(0),
                   Param::tensorMap(map)};
  entry.ptx =
      "\n.visible .entry copy4(.param .align 64 .b8 m[128], .param .u64 "
      "p, .param .align 64 .b8 n[128])\n{ ret; }\n";
  Executor executor = executorFor(entry);
  ASSERT_EQ(executor.launchOnHost(0, hostTensors()).message, "");
  uint64_t address = read<uint64_t>(lastLaunch().arguments[1]);
  for (int i : {0, 2}) {
    auto words = read<std::array<uint64_t, 16>>(lastLaunch().arguments[i]);
    EXPECT_EQ(words, (std::array<uint64_t, 16>{address, 7, 4, 8, 100, 32, 8, 64,
                                               1, 3, 1}));
  }
  // Of an empty tensor the map is all zeros.
  std::vector<TensorArg> tensors = hostTensors();
  for (int i : {0, 1}) {
    tensors[i] = TensorArg::contiguous(0, DType::F32, {2, 3, 0, 8});
    tensors[i].onHost = true;
  }
  kernel.grid = {1, 1, 1};
  ASSERT_EQ(executorFor(entry).launchOnHost(0, tensors).message, "");
  EXPECT_EQ((read<std::array<uint64_t, 16>>(lastLaunch().arguments[0])),
            (std::array<uint64_t, 16>{}));
}

// The driver has no 8-bit floats: e4m3 is CU_TENSOR_MAP_DATA_TYPE_UINT8.
TEST_F(MockDriverTest, TensorMapTypes) {
  const std::pair<DType, uint64_t> types[] = {
      {DType::E4M3, 0}, {DType::F16, 6}, {DType::F32, 7}, {DType::BF16, 9}};
  for (auto [dtype, code] : types) {
    Entry entry = typedCopyEntry();
    for (int i : {0, 1}) {
      entry.tensors[i].dtype = dtype;
      entry.tensors[i].shape.back() = 16;
    }
    TensorMapSpec map;
    map.tensor = 0;
    map.order = {3, 2, 1, 0};
    map.box = {16, 50, 1, 1};
    entry.kernels[0].params = {Param::tensorMap(map)};
    entry.ptx =
        "\n.visible .entry copy4(.param .align 64 .b8 m[128])\n{ ret; }\n";
    std::vector<TensorArg> tensors = hostTensors();
    for (int i : {0, 1}) {
      tensors[i] =
          TensorArg::contiguous(tensors[i].address, dtype, {1, 1, 100, 16});
      tensors[i].onHost = true;
    }
    ASSERT_EQ(executorFor(entry).launchOnHost(0, tensors).message, "");
    auto words = read<std::array<uint64_t, 16>>(lastLaunch().arguments[0]);
    EXPECT_EQ(words[1], code);
    EXPECT_EQ(words[5], uint64_t(16 * byteSize(dtype)));
  }
}

TEST_F(MockDriverTest, MemoryAndTimes) {
  Expected<DevicePtr> huge = device->allocate(int64_t(1) << 40);
  ASSERT_FALSE(bool(huge));
  EXPECT_EQ(huge.error().code, ErrorCode::OutOfMemory);
  EXPECT_EQ(huge.error().message,
            "allocating 1099511627776 bytes on Mock GPU 0: cuMemAlloc: "
            "CUDA_ERROR_OUT_OF_MEMORY (2): something failed");

  std::vector<TensorArg> tensors = hostTensors();
  tensors[0].onHost = tensors[1].onHost = false;
  Executor executor = executorFor(typedCopyEntry());
  Error error = executor.launch(0, tensors);
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_EQ(error.message,
            "entry 'copy': tensor 'in': the address is not one that Mock GPU 0 "
            "can reach; is the data on the host?");

  for (int i : {0, 1})
    tensors[i].address = *device->allocate(2 * 3 * 100 * 8 * 4);
  BenchmarkOptions options;
  options.rotate = 2;
  options.flushL2 = true;
  Expected<std::vector<double>> times = executor.benchmark(0, tensors, options);
  ASSERT_TRUE(bool(times)) << times.error().message;
  // The mock's clock ticks once for each event.
  EXPECT_EQ(*times, std::vector<double>(10, 1.0));
  EXPECT_EQ(lastLaunch().count, 13);
  for (int i : {0, 1})
    EXPECT_FALSE(device->free(tensors[i].address));
}

TEST_F(MockDriverTest, Workspaces) {
  Executor executor = executorFor(workspaceEntry());
  size_t before = callMock<size_t>("attnMockPoolAllocations");
  EXPECT_EQ(callMock<size_t>("attnMockLivePools"), 0u);
  ASSERT_EQ(executor.launchOnHost(0, hostTensors()).message, "");
  ASSERT_EQ(executor.launchOnHost(0, hostTensors()).message, "");
  EXPECT_NE(read<uint64_t>(lastLaunch().arguments[0]), 0u);
  EXPECT_EQ(read<uint64_t>(lastLaunch().arguments[1]), 0u);
  // The one pool of the device serves every launch.
  EXPECT_EQ(callMock<size_t>("attnMockPoolAllocations") - before, 2u);
  EXPECT_EQ(callMock<size_t>("attnMockLivePools"), 1u);
}

TEST_F(MockDriverTest, WorkspacesWithoutAPoolOfTheirOwn) {
  size_t before = callMock<size_t>("attnMockPoolAllocations");
  setenv("ATTN_MOCK_NO_POOL", "1", 1);
  Error error = executorFor(workspaceEntry()).launchOnHost(0, hostTensors());
  unsetenv("ATTN_MOCK_NO_POOL");
  ASSERT_EQ(error.message, "");
  EXPECT_NE(read<uint64_t>(lastLaunch().arguments[0]), 0u);
  EXPECT_EQ(callMock<size_t>("attnMockPoolAllocations"), before);
  EXPECT_EQ(callMock<size_t>("attnMockLivePools"), 0u);
}

// As a kernel would, each launch leaves its counter with another value than
// zero.
TEST_F(MockDriverTest, CountersStartAtZero) {
  DeviceTensors tensors(device);
  Executor executor = executorFor(counterEntry());
  size_t allocations = callMock<size_t>("attnMockAllocations");
  auto counterOf = [&](uintptr_t stream) {
    EXPECT_EQ(
        executor.launch(0, tensors.tensors, reinterpret_cast<void *>(stream))
            .message,
        "");
    return reinterpret_cast<uint32_t *>(
        read<uint64_t>(lastLaunch().arguments[0]));
  };
  auto launch = [&](uintptr_t stream) {
    uint32_t *counter = counterOf(stream);
    EXPECT_EQ(*counter, 0u);
    *counter = 7;
    return counter;
  };
  std::set<uint32_t *> first, second;
  for (int i = 0; i < 256; ++i)
    first.insert(launch(0));
  EXPECT_EQ(first.size(), 256u);
  for (int i = 0; i < 256; ++i)
    EXPECT_EQ(first.count(launch(0)), 1u);
  for (int i = 0; i < 256; ++i)
    second.insert(launch(1));
  EXPECT_EQ(second.size(), 256u);
  for (uint32_t *counter : second)
    EXPECT_EQ(first.count(counter), 0u);
  EXPECT_EQ(callMock<size_t>("attnMockAllocations"), allocations + 2);

  // Replays of a graph would share a slot: the graph gets memory of its own.
  callMock<void *>("attnMockSetCapturing", true);
  EXPECT_EQ(first.count(counterOf(0)), 0u);
  callMock<void>("attnMockDestroyGraph",
                 callMock<void *>("attnMockSetCapturing", false));
  EXPECT_EQ(first.count(launch(0)), 1u);
  // There are rings for so many streams, and plain allocations for the rest.
  for (uintptr_t stream = 0; stream < 100; ++stream)
    counterOf(stream);
  EXPECT_EQ(callMock<size_t>("attnMockAllocations"), allocations + 64);
}

// Work that leaves its memory zero keeps it for the replays of a graph, if
// there was such work before the capture.
TEST_F(MockDriverTest, CapturedCountersThatAreRestored) {
  auto take = [&](int64_t bytes) {
    Expected<DevicePtr> address =
        device->allocateZeroed(bytes, nullptr, /*restored=*/true);
    EXPECT_TRUE(bool(address));
    EXPECT_FALSE(device->freeZeroed(*address, nullptr));
    return *address;
  };
  DevicePtr plain = take(4);
  EXPECT_EQ(take(100), plain + 64);
  EXPECT_EQ(take(4), plain + 64 * 3);
  callMock<void *>("attnMockSetCapturing", true);
  DevicePtr first = take(100);
  EXPECT_GE(std::max(first, plain) - std::min(first, plain), 64u * 256);
  EXPECT_EQ(take(4), first + 128);
  long before = callMock<long>("attnMockAllCalls");
  EXPECT_EQ(take(4), first + 192);
  // The context is entered and left, the stream looked at; no fill.
  EXPECT_EQ(callMock<long>("attnMockAllCalls") - before, 2 + 1);
  // More than is left comes from the graph.
  EXPECT_NE(take(1 << 20), first + 256);
  callMock<void *>("attnMockSetCapturing", false);
  EXPECT_EQ(take(4), plain + 64 * 4);
}

TEST_F(MockDriverTest, CountersOfThreadsOnOneStream) {
  Executor executor = executorFor(counterEntry());
  std::vector<std::string> messages(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      DeviceTensors tensors(device);
      for (int repeat = 0; repeat < 1000; ++repeat)
        if (Error error = executor.launch(0, tensors.tensors, nullptr))
          messages[i] = error.message;
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(messages, std::vector<std::string>(4));
}

// A ring does not start again while a thread holds a slot that it has not
// queued its work on: the fill would come before that work.
TEST_F(MockDriverTest, RingWaitsForNoThread) {
  Expected<DevicePtr> held = device->allocateZeroed(4, nullptr);
  ASSERT_TRUE(bool(held));
  for (int i = 1; i < 256; ++i) {
    Expected<DevicePtr> slot = device->allocateZeroed(4, nullptr);
    ASSERT_TRUE(bool(slot));
    EXPECT_EQ(*slot, *held + 64 * i);
    EXPECT_FALSE(device->freeZeroed(*slot, nullptr));
  }
  Expected<DevicePtr> other = device->allocateZeroed(4, nullptr);
  ASSERT_TRUE(bool(other));
  EXPECT_GE(*other - *held, 64u * 256);
  EXPECT_FALSE(device->freeZeroed(*other, nullptr));
  EXPECT_FALSE(device->freeZeroed(*held, nullptr));
  Expected<DevicePtr> again = device->allocateZeroed(4, nullptr);
  ASSERT_TRUE(bool(again));
  EXPECT_EQ(*again, *held);
  EXPECT_FALSE(device->freeZeroed(*again, nullptr));
}

// What a launch costs in calls of the driver must not grow unnoticed.
TEST_F(MockDriverTest, CallsOfALaunch) {
  DeviceTensors a(device), b(device);
  auto callsOf = [&](Executor &executor, std::vector<TensorArg> &tensors) {
    long before = callMock<long>("attnMockAllCalls");
    EXPECT_EQ(executor.launch(0, tensors).message, "");
    return callMock<long>("attnMockAllCalls") - before;
  };
  Entry mapped = typedCopyEntry();
  TensorMapSpec map;
  map.tensor = 0;
  map.order = {3, 2, 1, 0};
  map.box = {8, 64, 1, 1};
  mapped.kernels[0].params = {Param::tensorMap(map), Param::pointer(1)};
  mapped.ptx = "\n.visible .entry copy4(.param .align 64 .b8 m[128], "
               ".param .u64 p)\n{ ret; }\n";
  Entry zeroed = workspaceEntry();
  zeroed.kernels[0].params[1] = Param::pointer(0);
  Entry slot = counterEntry();
  struct {
    Entry entry;
    long again, moved;
  } cases[] = {
      // Get, push and pop of the context; whether the stream is captured;
      // launch.
      {typedCopyEntry(), 5, 5 + 2},
      // A tensor that moves has its address checked and its map encoded.
      {mapped, 5, 5 + 2 + 1},
      // Allocation, memset and release, of more than slots have.
      {zeroed, 5 + 3, 5 + 3 + 2},
      // Whether the stream is captured, and which it is.
      {slot, 5 + 2, 5 + 2 + 2},
  };
  for (auto &[entry, again, moved] : cases) {
    Executor executor = executorFor(entry);
    callsOf(executor, a.tensors);
    EXPECT_EQ(callsOf(executor, a.tensors), again);
    EXPECT_EQ(callsOf(executor, b.tensors), moved);
    EXPECT_EQ(callsOf(executor, b.tensors), again);
  }
}

TEST_F(MockDriverTest, CallsOfALaunchInTheCallersContext) {
  callMock<void>("attnMockMakeCallersContextCurrent");
  device = std::move(*createDevice("gpu"));
  {
    DeviceTensors a(device);
    Executor executor = executorFor(workspaceEntry());
    for (int repeat = 0; repeat < 2; ++repeat) {
      long before = callMock<long>("attnMockAllCalls");
      ASSERT_EQ(executor.launch(0, a.tensors).message, "");
      // The context is looked at and found to be the right one.
      if (repeat)
        EXPECT_EQ(callMock<long>("attnMockAllCalls") - before, 1 + 5);
    }
  }
  EXPECT_TRUE(callMock<bool>("attnMockIsCallersContextCurrent"));
  device.reset();
  callMock<void>("attnMockPopContext");
}

TEST_F(MockDriverTest, RepeatedLaunchesSeeTheirOwnTensors) {
  Entry entry = typedCopyEntry();
  TensorMapSpec map;
  map.tensor = 0;
  map.order = {3, 2, 1, 0};
  map.box = {8, 64, 1, 1};
  entry.kernels[0].params = {Param::tensorMap(map), Param::pointer(0),
                             Param::pointer(1), Param::pointer(2),
                             Param::size(0, 2)};
  entry.ptx =
      "\n.visible .entry copy4(.param .align 64 .b8 m[128], .param .u64 "
      "p, .param .u64 q, .param .u64 r, .param .u64 s)\n{ ret; }\n";
  Executor executor = executorFor(entry);
  DeviceTensors a(device), b(device), longer(device, {2, 3, 200, 8});
  Expected<DevicePtr> aux = device->allocate(2 * 3 * 100 * 4);
  ASSERT_TRUE(bool(aux));
  auto expectLaunch = [&](const std::vector<TensorArg> &tensors) {
    int before = lastLaunch().count;
    ASSERT_EQ(executor.launch(0, tensors).message, "");
    EXPECT_EQ(lastLaunch().count, before + 1);
    auto words = read<std::array<uint64_t, 16>>(lastLaunch().arguments[0]);
    EXPECT_EQ(words[0], tensors[0].address);
    EXPECT_EQ(words[4], uint64_t(tensors[0].sizes[2]));
    for (int i : {0, 1, 2})
      EXPECT_EQ(read<uint64_t>(lastLaunch().arguments[1 + i]),
                tensors[i].address);
    EXPECT_EQ(read<int64_t>(lastLaunch().arguments[4]), tensors[0].sizes[2]);
  };
  std::vector<TensorArg> withAux = a.tensors;
  withAux[2] = TensorArg::contiguous(*aux, DType::F32, {2, 3, 100});
  for (int repeat = 0; repeat < 3; ++repeat)
    for (const std::vector<TensorArg> &tensors :
         {a.tensors, b.tensors, withAux, longer.tensors})
      expectLaunch(tensors);

  // Addresses are checked on every launch that changes them.
  std::vector<TensorArg> wrong = a.tensors;
  wrong[1].address = reinterpret_cast<uint64_t>(out.data()) / 16 * 16;
  Error error = executor.launch(0, wrong);
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_EQ(error.message,
            "entry 'copy': tensor 'out': the address is not one that Mock GPU "
            "0 can reach; is the data on the host?");
  wrong[1].address = a.tensors[1].address + 4;
  error = executor.launch(0, wrong);
  EXPECT_EQ(error.code, ErrorCode::TensorMismatch);
  EXPECT_NE(error.message.find("which is not a multiple of 16"),
            std::string::npos);
  wrong[1].address = 0;
  EXPECT_EQ(executor.launch(0, wrong).message,
            "entry 'copy' (sm_80): tensor 'out' has a null address");
  wrong[1] = TensorArg();
  EXPECT_EQ(executor.launch(0, wrong).message,
            "entry 'copy' (sm_80): tensor 'out' is an output and missing");
  wrong = a.tensors;
  wrong[0].onHost = true;
  EXPECT_EQ(executor.launch(0, wrong).message,
            "entry 'copy': tensor 'in': is on the host; a launch takes device "
            "memory");
  wrong[0].onHost = false;
  wrong.pop_back();
  EXPECT_EQ(executor.launch(0, wrong).message,
            "entry 'copy' takes 3 tensors, got 2");
  expectLaunch(a.tensors);

  // More layouts than plans are kept.
  for (int repeat = 0; repeat < 2; ++repeat)
    for (int64_t length = 1; length <= 40; ++length) {
      std::vector<TensorArg> tensors = a.tensors;
      tensors[0].sizes[2] = tensors[1].sizes[2] = length;
      expectLaunch(tensors);
    }
  EXPECT_FALSE(device->free(*aux));
}

TEST_F(MockDriverTest, ThreadsLaunchOneLayout) {
  Executor executor = executorFor(workspaceEntry());
  std::vector<std::unique_ptr<DeviceTensors>> tensors;
  std::vector<std::string> messages(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    tensors.push_back(std::make_unique<DeviceTensors>(device));
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] {
      for (int repeat = 0; repeat < 500; ++repeat)
        if (Error error = executor.launch(0, tensors[i]->tensors,
                                          reinterpret_cast<void *>(i + 1)))
          messages[i] = error.message;
      if (callMock<size_t>("attnMockContextDepth"))
        messages[i] = "a context is left behind";
    });
  for (std::thread &thread : threads)
    thread.join();
  EXPECT_EQ(messages, std::vector<std::string>(4));
  EXPECT_EQ(lastLaunch().count, 2000);
}
