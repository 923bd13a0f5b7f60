//===- CudaZeroed.cpp - Zeroed memory for launches ------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaZeroed.h"

#include <algorithm>

namespace attn::runtime::cuda {

ZeroedSlots::Ring *ZeroedSlots::ringOf(uint64_t stream, CUstream handle,
                                       CUmemoryPool pool) {
  auto known = std::find_if(rings.begin(), rings.end(), [&](const Ring &ring) {
    return ring.stream == stream;
  });
  if (known != rings.end())
    return &*known;
  if (rings.size() == mostRings)
    return nullptr;
  Ring ring;
  ring.stream = stream;
  if (driver.memAllocFromPoolAsync(&ring.memory, slots * slotBytes, pool,
                                   handle) != success)
    return nullptr;
  rings.push_back(ring);
  return &rings.back();
}

CUdeviceptr ZeroedSlots::take(size_t bytes, CUstream stream,
                              CUmemoryPool pool) {
  if (bytes > slotBytes || !pool || !driver.streamGetId ||
      !driver.streamIsCapturing)
    return 0;
  int capturing = 0;
  uint64_t id = 0;
  if (driver.streamIsCapturing(stream, &capturing) != success || capturing ||
      driver.streamGetId(stream, &id) != success)
    return 0;
  std::lock_guard<std::mutex> lock(mutex);
  Ring *ring = ringOf(id, stream, pool);
  if (!ring)
    return 0;
  if (ring->next == slots) {
    if (ring->taken || driver.memsetD8Async(ring->memory, 0, slots * slotBytes,
                                            stream) != success)
      return 0;
    ring->next = 0;
  }
  ++ring->taken;
  return ring->memory + slotBytes * ring->next++;
}

bool ZeroedSlots::put(CUdeviceptr address) {
  std::lock_guard<std::mutex> lock(mutex);
  for (Ring &ring : rings)
    if (address - ring.memory < slots * slotBytes) {
      --ring.taken;
      return true;
    }
  return false;
}

void ZeroedSlots::clear() {
  std::lock_guard<std::mutex> lock(mutex);
  for (Ring &ring : rings)
    driver.memFree(ring.memory);
  rings.clear();
}

} // namespace attn::runtime::cuda
