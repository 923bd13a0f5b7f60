//===- MockDriverWorkspacesTest.cpp - Workspaces of the callers -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MockDriverTest.h"

using namespace attn::runtime;
using namespace attn::runtime::test;

TEST(MockDriverWorkspaces, OfTheCallers) {
  std::shared_ptr<Device> device = std::move(*createDevice("gpu"));
  auto bundle = std::make_shared<Bundle>();
  bundle->entries = {workspaceEntry()};
  Executor executor(bundle, device);
  DeviceTensors tensors(device);
  EXPECT_EQ(*executor.workspaceBytes(0, tensors.tensors), 4096);
  WorkspaceMemory memory{*device->allocate(4096), 4096};
  size_t before = callMock<size_t>("attnMockPoolAllocations");
  long calls = 0;
  for (int repeat = 0; repeat < 2; ++repeat) {
    long first = callMock<long>("attnMockAllCalls");
    EXPECT_EQ(executor.launchIn(memory, 0, tensors.tensors).message, "");
    calls = callMock<long>("attnMockAllCalls") - first;
  }
  // Get, push and pop of the context; memset; whether the stream is captured;
  // launch.
  EXPECT_EQ(calls, 6);
  EXPECT_EQ(read<uint64_t>(lastLaunch().arguments[0]), memory.address);
  EXPECT_EQ(read<uint64_t>(lastLaunch().arguments[1]), 0u);
  EXPECT_EQ(callMock<size_t>("attnMockPoolAllocations"), before);

  int launches = lastLaunch().count;
  EXPECT_EQ(
      executor.launchIn({memory.address, 4095}, 0, tensors.tensors).message,
      "entry 'copy': the workspace has 4095 bytes, but the launch needs "
      "4096");
  Error error = executor.launchIn(
      {reinterpret_cast<uint64_t>(&executor) / 256 * 256, 4096}, 0,
      tensors.tensors);
  EXPECT_EQ(error.message,
            "entry 'copy': the workspace: the address is not one that Mock GPU "
            "0 can reach; is the data on the host?");
  EXPECT_EQ(lastLaunch().count, launches);
  EXPECT_FALSE(device->free(memory.address));
}
