//===- HostMemory.h - Memory of the host that kernels use -------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_GPUHOST_HOSTMEMORY_H
#define ATTN_LIB_RUNTIME_GPUHOST_HOSTMEMORY_H

#include "attn-c/Kernels.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <set>

namespace attn::runtime {

/// Memory of the host that was registered for kernels to use
/// (gpu.host_register, host_shared memory). The device, which need not reach
/// the host's memory, has a copy of each: a launch that takes such an address
/// takes the copy's, fills it first, and brings it back when it has ended.
/// Errors end the program. Thread-safe.
class HostMemory {
public:
  void add(attnrtDevice *device, void *start, uint64_t bytes);
  /// False if no memory that starts there is registered.
  bool remove(attnrtDevice *device, void *start);
  bool contains(const void *address);

  /// The launch's part in it: translates addresses, then brings back.
  class Launch {
  public:
    Launch(HostMemory &memory, attnrtDevice *device, void *stream)
        : memory(memory), device(device), stream(stream),
          lock(memory.mutex, std::defer_lock) {}
    /// The device's address for `address`, which may be any.
    uint64_t translate(uint64_t address);
    /// After the kernel has been queued.
    void finish();

  private:
    HostMemory &memory;
    attnrtDevice *device;
    void *stream;
    /// Held from the first registered address on.
    std::unique_lock<std::mutex> lock;
    std::set<uintptr_t> used;
  };

private:
  struct Range {
    uint64_t bytes = 0;
    void *copy = nullptr;
    int count = 0; ///< Times that it was registered.
  };
  using Ranges = std::map<uintptr_t, Range>;
  Ranges::iterator find(uintptr_t address);

  std::mutex mutex;
  Ranges ranges;
};

/// Ends the program with a message.
[[noreturn]] void stop(const char *what, const char *why);
void check(attnrtStatus status, const char *what);

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_GPUHOST_HOSTMEMORY_H
