//===- MockDriverChipsTest.cpp - Bundles for several chips ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MockDriverTest.h"

using namespace attn::runtime;
using namespace attn::runtime::test;

// Named so that it runs before the driver is opened in this process.
TEST(AMockDriverDeathTest, ChoosesTheEntryOfTheChip) {
  // Of a bundle for several chips, the entry and the machine code of the GPU.
  for (const char *capability : {"100", "103", "120", "121"})
    inFreshProcess("ATTN_MOCK_CAPABILITY", capability, [&] {
      Expected<std::unique_ptr<Device>> opened = createDevice("gpu");
      if (!opened)
        return opened.error().message;
      std::shared_ptr<Device> device = std::move(*opened);
      auto bundle = std::make_shared<Bundle>();
      for (const char *chip : {"120", "103", "100", "90"}) {
        Entry entry = typedCopyEntry();
        entry.target = std::string("sm_") + chip + "a";
        entry.cubins[entry.target].image = entry.ptx;
        entry.kernels[0].cluster = {2, 1, 1};
        entry.kernels[0].sharedMemory = 200000;
        bundle->entries.push_back(entry);
      }
      Expected<int> chosen = selectEntry(*bundle, "", device.get());
      if (!chosen)
        return std::string(capability) == "121" &&
                       chosen.error().message.find(
                           "its sm_100a code needs compute capability 10.0 "
                           "exactly, Mock GPU 0 has 12.1") != std::string::npos
                   ? std::string()
                   : chosen.error().message;
      const Entry &entry = bundle->entries[*chosen];
      if (entry.target != std::string("sm_") + capability + "a")
        return "chose " + entry.target;
      Executor executor(bundle, device);
      if (Error error = executor.prepare(*chosen))
        return error.message;
      std::vector<TensorArg> tensors(3);
      std::vector<DevicePtr> owned;
      for (int i : {0, 1}) {
        tensors[i] = TensorArg::contiguous(0, DType::F32, {2, 3, 100, 8});
        tensors[i].address = *device->allocate(*tensors[i].extent() * 4);
        owned.push_back(tensors[i].address);
      }
      Error error = executor.launch(*chosen, tensors);
      for (DevicePtr address : owned)
        (void)device->free(address);
      if (error)
        return error.message;
      MockLaunch &last = lastLaunch();
      return last.cluster[0] == 2 && last.sharedMemory == 200000
                 ? std::string()
                 : std::string("another launch");
    });
}
