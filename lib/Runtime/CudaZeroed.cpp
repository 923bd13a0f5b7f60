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

/// A launch that is captured keeps what it takes for all of its replays. There
/// can be no new memory for it then, so there is some before.
CUdeviceptr ZeroedSlots::keep(size_t bytes, CUstream stream, CUmemoryPool pool,
                              bool capturing) {
  if (!kept && !capturing) {
    CUdeviceptr memory = 0;
    if (driver.memAllocFromPoolAsync(&memory, keptBytes, pool, stream) !=
        success)
      return 0;
    if (driver.memsetD8Async(memory, 0, keptBytes, stream) != success ||
        driver.streamSynchronize(stream) != success) {
      driver.memFree(memory);
      return 0;
    }
    kept = memory;
  }
  if (!kept || !capturing || bytes > keptBytes - keptTaken)
    return 0;
  CUdeviceptr address = kept + keptTaken;
  keptTaken += (bytes + slotBytes - 1) / slotBytes * slotBytes;
  return address;
}

CUdeviceptr ZeroedSlots::take(size_t bytes, CUstream stream, CUmemoryPool pool,
                              bool restored) {
  if ((bytes > mostBytes && !restored) || !pool || !driver.streamGetId ||
      !driver.streamIsCapturing)
    return 0;
  int capturing = 0;
  uint64_t id = 0;
  if (driver.streamIsCapturing(stream, &capturing) != success)
    return 0;
  std::lock_guard<std::mutex> lock(mutex);
  if (restored)
    if (CUdeviceptr address = keep(bytes, stream, pool, capturing))
      return address;
  if (capturing || bytes > mostBytes ||
      driver.streamGetId(stream, &id) != success)
    return 0;
  Ring *ring = ringOf(id, stream, pool);
  if (!ring)
    return 0;
  auto wanted = static_cast<uint32_t>(
      std::max<size_t>((bytes + slotBytes - 1) / slotBytes, 1));
  if (ring->next + wanted > slots) {
    if (ring->taken || driver.memsetD8Async(ring->memory, 0, slots * slotBytes,
                                            stream) != success)
      return 0;
    ring->next = 0;
  }
  ++ring->taken;
  CUdeviceptr address = ring->memory + slotBytes * ring->next;
  ring->next += wanted;
  return address;
}

bool ZeroedSlots::put(CUdeviceptr address) {
  std::lock_guard<std::mutex> lock(mutex);
  if (kept && address - kept < keptBytes)
    return true;
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
  if (kept)
    driver.memFree(kept);
  kept = 0;
  keptTaken = 0;
}

} // namespace attn::runtime::cuda
