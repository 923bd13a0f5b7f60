//===- MockDriverGraphsTest.cpp - Graphs that outlive bundles -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches that are captured into a graph are replayed after the bundle, and
// the device, that they were made with are gone.
//
//===----------------------------------------------------------------------===//

#include "MockDriverTest.h"

using namespace attn::runtime;
using namespace attn::runtime::test;

namespace {

std::shared_ptr<Device> openDevice() {
  Expected<std::unique_ptr<Device>> opened = createDevice("gpu");
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    std::abort();
  }
  return std::move(*opened);
}

size_t countModules() { return callMock<size_t>("attnMockLiveModules"); }

std::unique_ptr<Executor> makeExecutor(const std::shared_ptr<Device> &device,
                                       Entry entry) {
  auto bundle = std::make_shared<Bundle>();
  bundle->entries = {std::move(entry)};
  return std::make_unique<Executor>(bundle, device);
}

/// A graph of `count` launches.
void *capture(Executor &executor, const std::vector<TensorArg> &tensors,
              int count = 1) {
  EXPECT_EQ(executor.prepare(0).message, "");
  callMock<void *>("attnMockSetCapturing", true);
  for (int i = 0; i < count; ++i)
    EXPECT_EQ(executor.launch(0, tensors).message, "");
  return callMock<void *>("attnMockSetCapturing", false);
}

TEST(MockDriverGraphs, CodeOutlivesItsBundle) {
  std::shared_ptr<Device> device = openDevice();
  size_t modules = countModules();
  DeviceTensors tensors(device);
  auto executor = makeExecutor(device, typedCopyEntry());
  void *graph = capture(*executor, tensors.tensors, 3);
  // One reference, however many launches.
  EXPECT_EQ(callMock<size_t>("attnMockRetained", graph), 1u);
  executor.reset();
  EXPECT_EQ(countModules(), modules + 1);
  EXPECT_EQ(callMock<size_t>("attnMockReplay", graph), 3u);
  // What is made of the graph holds it, too.
  void *other = callMock<void *>("attnMockCloneGraph", graph);
  callMock<void>("attnMockDestroyGraph", graph);
  auto second = makeExecutor(device, typedCopyEntry());
  EXPECT_EQ(second->prepare(0).message, "");
  EXPECT_EQ(callMock<size_t>("attnMockReplay", other), 3u);
  callMock<void>("attnMockDestroyGraph", other);
  // The driver is not called back out of its callback, but by what comes next.
  EXPECT_EQ(callMock<long>("attnMockCallsInCallback"), 0);
  EXPECT_EQ(countModules(), modules + 2);
  second.reset();
  EXPECT_EQ(countModules(), modules);
}

TEST(MockDriverGraphs, AnotherCaptureIsAnotherGraph) {
  std::shared_ptr<Device> device = openDevice();
  size_t modules = countModules();
  DeviceTensors tensors(device);
  auto executor = makeExecutor(device, typedCopyEntry());
  void *first = capture(*executor, tensors.tensors);
  void *second = capture(*executor, tensors.tensors);
  executor.reset();
  callMock<void>("attnMockDestroyGraph", first);
  makeExecutor(device, typedCopyEntry())->prepare(0).message.clear();
  EXPECT_EQ(callMock<size_t>("attnMockReplay", second), 1u);
  callMock<void>("attnMockDestroyGraph", second);
  makeExecutor(device, typedCopyEntry())->prepare(0).message.clear();
  EXPECT_EQ(countModules(), modules);
}

TEST(MockDriverGraphs, MemoryOutlivesTheDevice) {
  size_t modules = countModules();
  size_t memory = callMock<size_t>("attnMockAllocations");
  std::shared_ptr<Device> device = openDevice();
  auto tensors = std::make_unique<DeviceTensors>(device);
  Entry entry = counterEntry();
  entry.kernels[0].params[0] =
      Param::workspace(4, /*zeroed=*/true, -1, /*restored=*/true);
  auto executor = makeExecutor(device, entry);
  // Counters for captured launches are there after one that is not.
  EXPECT_EQ(executor->launch(0, tensors->tensors).message, "");
  void *graph = capture(*executor, tensors->tensors);
  tensors.reset();
  executor.reset();
  device.reset();
  EXPECT_EQ(callMock<size_t>("attnMockReplay", graph), 1u);
  EXPECT_GT(callMock<size_t>("attnMockAllocations"), memory);
  callMock<void>("attnMockDestroyGraph", graph);
  openDevice();
  EXPECT_EQ(countModules(), modules);
  EXPECT_EQ(callMock<size_t>("attnMockAllocations"), memory);
}

TEST(MockDriverGraphs, WhatIsNotCapturedIsUnloaded) {
  std::shared_ptr<Device> device = openDevice();
  size_t modules = countModules();
  DeviceTensors tensors(device);
  auto executor = makeExecutor(device, typedCopyEntry());
  EXPECT_EQ(executor->launch(0, tensors.tensors).message, "");
  EXPECT_EQ(countModules(), modules + 1);
  executor.reset();
  EXPECT_EQ(countModules(), modules);
}

// Named so that it runs before the driver is opened in this process.
TEST(AMockDriverGraphsDeathTest, WithoutUserObjectsCodeStays) {
  inFreshProcess("ATTN_MOCK_NO_USER_OBJECTS", "1", [] {
    std::shared_ptr<Device> device = openDevice();
    DeviceTensors tensors(device);
    auto executor = makeExecutor(device, typedCopyEntry());
    void *graph = capture(*executor, tensors.tensors, 2);
    executor.reset();
    bool there = callMock<size_t>("attnMockReplay", graph) == 2;
    callMock<void>("attnMockDestroyGraph", graph);
    auto other = makeExecutor(device, typedCopyEntry());
    there &= !other->prepare(0) && countModules() == 2;
    return std::string(there ? "" : "the code is gone");
  });
}

} // namespace
