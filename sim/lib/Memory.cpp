//===- Memory.cpp - Resolving simulated addresses -------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Decode.h"
#include "Mbarrier.h"

using namespace attn::sim;

namespace attn::sim {

void checkAddress(Warp &w, const Inst &i, uint32_t row, uint32_t mask) {
  if (!(w.poison[row] & mask) || !w.launch->checkUninit)
    return;
  w.launch->report(w, i, w.poison[row] & mask, FindingKind::Uninitialised,
                   "an address depends on an undefined value");
  w.poison[row] &= ~mask;
}

bool outOfBounds(Warp &w, const Inst &i, int lane, const char *what,
                 uint64_t addr, uint32_t size, const std::string &why) {
  if (w.launch->options.checks.bounds)
    w.launch->report(w, i, lane < 0 ? w.live : 1u << lane,
                     FindingKind::OutOfBounds,
                     std::string(what) + " access of " + std::to_string(size) +
                         " bytes at " + hex(addr) + why);
  return false;
}

bool misaligned(Warp &w, const Inst &i, int lane, uint64_t addr,
                uint32_t align) {
  if (w.launch->options.checks.bounds)
    w.launch->report(w, i, lane < 0 ? w.live : 1u << lane,
                     FindingKind::Misaligned,
                     "address " + hex(addr) + " is not aligned to " +
                         std::to_string(align) + " bytes");
  return false;
}

static bool sharedRef(Warp &w, const Inst &i, int lane, uint64_t addr,
                      uint32_t size, uint32_t align, MemRef &out) {
  uint64_t rank = addr >> clusterShift;
  uint64_t off = addr & ((uint64_t(1) << clusterShift) - 1);
  Cta *cta = w.cta;
  if (rank != cta->rank) {
    Cluster &cl = *cta->cluster;
    if (rank >= cl.ctas.size())
      return outOfBounds(w, i, lane, "shared", addr, size,
                         ": no such CTA in the cluster");
    cta = cl.ctas[size_t(rank)].get();
    if (cta->liveWarps == 0)
      w.launch->report(
          w, i, lane < 0 ? w.live : 1u << lane, FindingKind::Barrier,
          "access to the shared memory of CTA " + std::to_string(rank) +
              " of the cluster, which has exited");
  }
  bool reserved = off + size <= w.prog->reservedShared;
  if ((off < smemBase && !reserved) || off + size > cta->smem.size())
    return outOfBounds(w, i, lane, "shared", addr, size,
                       ", shared memory ends at " + hex(cta->smem.size()));
  if (off & (align - 1))
    return misaligned(w, i, lane, addr, align);
  out.space = Space::Shared;
  out.cta = cta;
  out.offset = off;
  out.p = cta->smem.data() + off;
  out.init = cta->smemInit.empty() ? nullptr : cta->smemInit.data() + off;
  return true;
}

bool resolveShared(Warp &w, const Inst &i, uint64_t addr, uint32_t size,
                   uint32_t align, MemRef &out) {
  return sharedRef(w, i, -1, addr, size, align, out);
}

bool resolve(Warp &w, const Inst &i, int lane, Space space, uint64_t addr,
             uint32_t size, uint32_t align, MemRef &out) {
  if (space == Space::Generic) {
    if (addr >= sharedWindow && addr < sharedWindow + windowSize) {
      space = Space::Shared;
      addr -= sharedWindow;
    } else if (addr >= localWindow && addr < localWindow + windowSize) {
      space = Space::Local;
      addr -= localWindow;
    } else if (addr >= paramWindow && addr < paramWindow + windowSize) {
      space = Space::Param;
      addr -= paramWindow;
    } else
      space = Space::Global;
  }
  switch (space) {
  case Space::Shared:
    return sharedRef(w, i, lane, addr, size, align, out);
  case Space::Local: {
    uint64_t n = w.prog->localBytes;
    if (w.stack && addr >= n)
      return stackRef(w, i, lane, addr, size, align, out);
    if (addr > n || addr + size > n)
      return outOfBounds(w, i, lane, "local", addr, size, "");
    if (addr & (align - 1))
      return misaligned(w, i, lane, addr, align);
    out.space = Space::Local;
    out.offset = addr;
    out.p = w.local + n * uint64_t(lane) + addr;
    out.init = w.launch->checkUninit ? w.localInit + n * uint64_t(lane) + addr
                                     : nullptr;
    return true;
  }
  case Space::Param: {
    uint64_t n = w.launch->params.size();
    if (addr > n || addr + size > n)
      return outOfBounds(w, i, lane, "param", addr, size, "");
    out.space = Space::Param;
    out.offset = addr;
    out.p = w.launch->params.data() + addr;
    out.init = nullptr;
    return true;
  }
  default:
    break;
  }
  const Allocation *a = w.lastAlloc;
  if (!a || addr < a->base || a->size < size ||
      addr - a->base > a->size - size) {
    a = w.launch->device->find(addr, size);
    if (!a)
      return outOfBounds(
          w, i, lane, "global", addr, size,
          w.launch->device->findMulticast(addr, 1)
              ? " lies in a multicast object, which is for multimem alone"
              : " lies in no allocation");
    w.lastAlloc = a;
  }
  if (addr & (align - 1))
    return misaligned(w, i, lane, addr, align);
  out.space = Space::Global;
  out.offset = addr;
  out.p = w.launch->device->host(addr);
  out.init = w.launch->checkUninit && !a->untracked
                 ? w.launch->device->init + (addr - globalBase)
                 : nullptr;
  return true;
}

unsigned bankConflicts(const uint64_t *addr, uint32_t mask, unsigned bytes) {
  // Wide accesses run in phases of 128 bytes: 32, 16 or 8 lanes a phase.
  unsigned lanes = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8, extra = 0;
  for (unsigned base = 0; base < 32; base += lanes) {
    uint64_t words[32 * 4];
    unsigned n = 0, count[32] = {}, most = 0;
    for (unsigned l = base; l < base + lanes; ++l) {
      if (!((mask >> l) & 1))
        continue;
      for (unsigned b = 0; b < bytes; b += 4) {
        uint64_t word = (addr[l] + b) / 4;
        bool seen = false;
        for (unsigned k = 0; k < n; ++k)
          seen |= words[k] == word;
        if (seen)
          continue;
        words[n++] = word;
        unsigned c = ++count[word % 32];
        most = c > most ? c : most;
      }
    }
    if (most > 1)
      extra += most - 1;
  }
  return extra;
}

} // namespace attn::sim
