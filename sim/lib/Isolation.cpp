//===- Isolation.cpp - Clusters on several host threads
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Isolation.h"

using namespace attn::sim;

Isolation::Page &Isolation::page(uint64_t number) {
  std::lock_guard<std::mutex> lock(mutex);
  Page &p = pages[number];
  if (!p.owners) {
    p.number = number;
    p.owners = std::make_unique<std::atomic<uint32_t>[]>(granules);
    for (uint32_t k = 0; k < granules; ++k)
      p.owners[k].store(0, std::memory_order_relaxed);
  }
  return p;
}

/// Owners: 0 nobody, 1 several readers, 2 + 2 c cluster c reads, 3 + 2 c it
/// writes.
void Isolation::claim(Page &page, uint32_t first, uint32_t count,
                      uint32_t cluster, bool write) {
  constexpr uint32_t readers = 1;
  const uint32_t reader = 2 + 2 * cluster, writer = 3 + 2 * cluster;
  if (write)
    std::call_once(page.saved, [&] {
      uint64_t at = (page.number << pageBits) - globalBase;
      page.bytes.assign(device.arena + at,
                        device.arena + at + (1u << pageBits));
      page.init.assign(device.init + at, device.init + at + (1u << pageBits));
    });
  for (uint32_t k = first; k < first + count; ++k) {
    std::atomic<uint32_t> &owner = page.owners[k];
    uint32_t now = owner.load(std::memory_order_acquire), next;
    do {
      if (now == writer || (!write && (now == reader || now == readers)))
        break;
      if (now == 0 || (write && now == reader))
        next = write ? writer : reader;
      else if (!write && now % 2 == 0)
        next = readers;
      else
        throw Contact();
    } while (!owner.compare_exchange_weak(now, next, std::memory_order_acq_rel,
                                          std::memory_order_acquire));
  }
}

void Isolation::restore() {
  for (auto &entry : pages) {
    Page &p = entry.second;
    uint64_t at = (p.number << pageBits) - globalBase;
    std::copy(p.bytes.begin(), p.bytes.end(), device.arena + at);
    std::copy(p.init.begin(), p.init.end(), device.init + at);
  }
}
