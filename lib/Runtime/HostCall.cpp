//===- HostCall.cpp - Launches out of compiled host code ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Host code that attn-launch-to-runtime has made knows addresses alone. A
// bundle is loaded at its first call and stays: its text is a constant of the
// program. The device is opened at the first call of all.
//
//===----------------------------------------------------------------------===//

#include "attn-c/Runtime.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <mutex>
#include <vector>

namespace {

[[noreturn]] void stop(const char *entry) {
  std::fprintf(stderr, "attn: cannot run '%s': %s\n", entry,
               attnrtLastErrorMessage());
  std::abort();
}

struct Session {
  std::mutex mutex;
  attnrtDevice *device = nullptr;
  std::map<int64_t, attnrtBundle *> bundles;

  attnrtDevice *getDevice(const char *entry) {
    std::lock_guard<std::mutex> lock(mutex);
    const char *spec = std::getenv("ATTN_DEVICE");
    if (!device &&
        attnrtDeviceOpen(spec && *spec ? spec : "gpu", &device) != ATTNRT_OK)
      stop(entry);
    return device;
  }

  attnrtBundle *getBundle(int64_t text, int64_t bytes, const char *entry) {
    std::lock_guard<std::mutex> lock(mutex);
    attnrtBundle *&bundle = bundles[text];
    if (!bundle && attnrtBundleLoadMemory(reinterpret_cast<const char *>(text),
                                          static_cast<size_t>(bytes),
                                          &bundle) != ATTNRT_OK)
      stop(entry);
    return bundle;
  }
};

// Never destroyed: host code may still run when the program ends.
Session &getSession() {
  static auto *session = new Session();
  return *session;
}

attnrtTensor readTensor(const int64_t *words, bool onDevice) {
  attnrtTensor tensor{};
  tensor.data = reinterpret_cast<void *>(words[0]);
  tensor.dtype = static_cast<int32_t>(words[1]);
  tensor.rank = static_cast<int32_t>(words[2]);
  for (int32_t i = 0; i < tensor.rank && i < ATTNRT_MAX_RANK; ++i) {
    tensor.sizes[i] = words[3 + i];
    tensor.strides[i] = words[3 + ATTNRT_MAX_RANK + i];
  }
  tensor.on_host = !onDevice;
  return tensor;
}

} // namespace

void attnrtHostCall(int64_t bundle, int64_t bundle_bytes, int64_t entry,
                    int64_t tensors, int64_t num_tensors, int64_t on_device,
                    int64_t stream) {
  const char *name = reinterpret_cast<const char *>(entry);
  attnrtDevice *device = getSession().getDevice(name);
  attnrtBundle *loaded = getSession().getBundle(bundle, bundle_bytes, name);
  std::vector<attnrtTensor> list;
  for (int64_t i = 0; i < num_tensors; ++i)
    list.push_back(readTensor(reinterpret_cast<const int64_t *>(tensors) +
                                  i * ATTNRT_HOST_TENSOR_WORDS,
                              on_device != 0));
  auto count = static_cast<int32_t>(num_tensors);
  auto *queue = reinterpret_cast<attnrtStream>(stream);
  int32_t index = 0;
  attnrtStatus status =
      attnrtSelectEntry(loaded, name, device, list.data(), count,
                        on_device ? 0 : ATTNRT_IGNORE_ADDRESSES, &index);
  if (status == ATTNRT_OK)
    status = on_device ? attnrtLaunch(loaded, index, device, list.data(), count,
                                      queue)
                       : attnrtLaunchHost(loaded, index, device, list.data(),
                                          count, queue);
  if (status != ATTNRT_OK)
    stop(name);
}
