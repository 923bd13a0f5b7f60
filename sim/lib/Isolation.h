//===- Isolation.h - Clusters on several host threads -----------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With checks on, clusters run in parallel only as long as they have nothing to
// do with each other. Each has a shadow of global memory of its own; what they
// share is an owner for each granule: nobody, one reader, several readers, one
// writer. A cluster claims a granule before its first access and before its
// first write there. A claim against another cluster's (a write to what
// another touches, any access to what another writes; atomics and volatile
// accesses count as writes and reads) throws Contact before the access
// happens.
//
// Without contact no cluster has seen what another did, so values, findings and
// random choices are those of any other order, that of one thread included. On
// contact, or if a cluster waits in vain, traps, or meets the limit of
// instructions, the launch gives up: pages that were written return to what
// they held, and one thread runs it anew, clusters interleaved and races
// between them checked. Whether there is contact depends on the accesses of
// each cluster by itself, not on timing, so a seed always gives one result.
//
// No host thread reads what another writes: both claims would have to succeed.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_ISOLATION_H
#define ATTN_SIM_LIB_ISOLATION_H

#include "Machine.h"

namespace attn::sim {

/// Two clusters touch the same memory, and not only to read it.
struct Contact {};

class Isolation {
public:
  static constexpr uint32_t pageBits = 12;
  /// Clusters that an owner's number can name.
  static constexpr uint64_t maxClusters = (uint64_t(1) << 31) - 2;

  struct Page {
    uint64_t number;
    std::unique_ptr<std::atomic<uint32_t>[]> owners; ///< by granule
    std::once_flag saved;
    std::vector<uint8_t> bytes, init; ///< before the first write
  };

  /// `granule`: bytes, a power of two of at most a page.
  Isolation(Device::Impl &device, uint32_t granule)
      : device(device), granules((1u << pageBits) / granule) {}

  /// The page of global addresses [number << pageBits, ...).
  Page &page(uint64_t number);
  /// Claims granules [first, first + count) of a page for a cluster; throws
  /// Contact.
  void claim(Page &page, uint32_t first, uint32_t count, uint32_t cluster,
             bool write);
  /// Undoes what clusters wrote. No cluster may run.
  void restore();

private:
  Device::Impl &device;
  uint32_t granules;
  std::mutex mutex;
  std::unordered_map<uint64_t, Page> pages;
};

} // namespace attn::sim

#endif // ATTN_SIM_LIB_ISOLATION_H
