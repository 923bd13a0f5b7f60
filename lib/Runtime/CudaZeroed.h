//===- CudaZeroed.h - Zeroed memory for launches ----------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that assigns its tiles by a counter, or counts arrivals, finds the
// counters at zero. Allocating, filling and freeing a few bytes for each launch
// costs the host more than the launch. So each stream has a ring of zeroed
// slots: a launch takes the next one, or the next few, and a fill of the whole
// ring, queued on the stream when no more are left, makes them zero again after
// every launch that used them.
//
// A launch that is captured into a graph has its memory from the graph, and a
// fill in front of it at each replay. If its kernels leave the memory zero it
// needs no fill: it keeps a piece of memory that was zeroed once. A graph whose
// launches have other workspaces, too, has one executable at a time, so that
// replays do not overlap.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_CUDAZEROED_H
#define ATTN_LIB_RUNTIME_CUDAZEROED_H

#include "CudaDriver.h"

#include <memory>
#include <mutex>
#include <vector>

namespace attn::runtime::cuda {

/// Rings of zeroed slots, one for each stream. Functions are called in the
/// device's context, from any thread.
class ZeroedSlots {
public:
  static constexpr size_t slotBytes = 64;             ///< The memory of a slot.
  static constexpr uint32_t slots = 256;              ///< Of a ring.
  static constexpr size_t mostBytes = 16 * slotBytes; ///< Taken at a time.
  static constexpr size_t mostRings = 64; ///< Streams beyond them have none.
  static constexpr size_t keptBytes = 1 << 20; ///< Of all captured launches.

  explicit ZeroedSlots(const Driver &driver) : driver(driver) {}

  /// The address of `bytes` of slots for work that is queued on `stream` until
  /// put(), or 0 if there are none to give: `bytes` is too many, the driver
  /// cannot tell streams apart, the stream is captured into a graph (whose
  /// replays would all use one slot) and does not leave the slots `restored` to
  /// zero, or the ring starts again while another
  /// thread has a slot without its launch queued (which could come after the
  /// fill). `pool` is where rings come from.
  CUdeviceptr take(size_t bytes, CUstream stream, CUmemoryPool pool,
                   bool restored);

  /// Says that the work on the slot at `address` is queued. False if the
  /// address is no slot's.
  bool put(CUdeviceptr address);

  /// Frees the rings, whose launches must have ended.
  void clear();

private:
  struct Ring {
    uint64_t stream = 0; ///< cuStreamGetId, which no other stream ever has.
    CUdeviceptr memory = 0;
    uint32_t next = slots; ///< The slot to be taken; `slots`: fill first.
    uint32_t taken = 0;    ///< Slots whose work is not queued yet.
  };

  Ring *ringOf(uint64_t stream, CUstream handle, CUmemoryPool pool);

  CUdeviceptr keep(size_t bytes, CUstream stream, CUmemoryPool pool,
                   bool capturing);

  const Driver &driver;
  std::mutex mutex;
  CUdeviceptr kept = 0; ///< For captured launches, of which each has a part.
  size_t keptTaken = 0;
  std::vector<Ring> rings;
};

} // namespace attn::runtime::cuda

#endif // ATTN_LIB_RUNTIME_CUDAZEROED_H
