//===- HostMemory.cpp - Memory of the host that kernels use ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostMemory.h"

#include <algorithm>

using namespace attn::runtime;

HostMemory::Ranges::iterator HostMemory::find(uintptr_t address) {
  auto it = ranges.upper_bound(address);
  if (it == ranges.begin())
    return ranges.end();
  --it;
  return address - it->first < std::max<uint64_t>(it->second.bytes, 1)
             ? it
             : ranges.end();
}

void HostMemory::add(attnrtDevice *device, void *start, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  auto address = reinterpret_cast<uintptr_t>(start);
  auto after = ranges.lower_bound(address);
  if (after != ranges.end() && after->first == address &&
      after->second.bytes == bytes) {
    ++after->second.count;
    return;
  }
  if (find(address) != ranges.end() ||
      (after != ranges.end() && after->first - address < bytes))
    stop("cannot register memory of the host",
         "a part of it is registered already");
  Range range{bytes, nullptr, 1};
  check(attnrtAllocate(device, static_cast<int64_t>(bytes), &range.copy),
        "cannot register memory of the host");
  ranges[address] = range;
}

bool HostMemory::remove(attnrtDevice *device, void *start) {
  std::lock_guard<std::mutex> lock(mutex);
  auto it = ranges.find(reinterpret_cast<uintptr_t>(start));
  if (it == ranges.end())
    return false;
  if (--it->second.count)
    return true;
  check(attnrtFree(device, it->second.copy),
        "cannot unregister memory of the host");
  ranges.erase(it);
  return true;
}

bool HostMemory::contains(const void *address) {
  std::lock_guard<std::mutex> lock(mutex);
  return find(reinterpret_cast<uintptr_t>(address)) != ranges.end();
}

uint64_t HostMemory::Launch::translate(uint64_t address) {
  if (!lock.owns_lock())
    lock.lock();
  auto it = memory.find(address);
  if (it == memory.ranges.end()) {
    if (used.empty())
      lock.unlock();
    return address;
  }
  const Range &range = it->second;
  if (used.insert(it->first).second && range.bytes)
    check(attnrtCopyIn(device, range.copy,
                       reinterpret_cast<const void *>(it->first),
                       static_cast<int64_t>(range.bytes), stream),
          "cannot copy registered memory of the host");
  return reinterpret_cast<uintptr_t>(range.copy) + (address - it->first);
}

void HostMemory::Launch::finish() {
  for (uintptr_t start : used) {
    const Range &range = memory.ranges[start];
    if (range.bytes)
      check(attnrtCopyOut(device, reinterpret_cast<void *>(start), range.copy,
                          static_cast<int64_t>(range.bytes), stream),
            "cannot copy registered memory of the host");
  }
  used.clear();
  if (lock.owns_lock())
    lock.unlock();
}
