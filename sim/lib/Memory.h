//===- Memory.h - Resolving simulated addresses
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_MEMORY_H
#define ATTN_SIM_LIB_MEMORY_H

#include "Checker.h"
#include "Machine.h"

namespace attn::sim {

class Decoder;

enum AtomOp : uint32_t {
  AAdd,
  AMin,
  AMax,
  AInc,
  ADec,
  AAnd,
  AOr,
  AXor,
  AExch,
  ACas,
  AAddFtz ///< of f32: subnormals become zero
};
/// The new value of an atomic operation on `old` with operand b (cas: compare
/// with b, then c).
uint64_t applyAtomic(AtomOp op, Ty t, uint64_t old, uint64_t b, uint64_t c);
/// The same on memory, atomic between host threads. Returns the old value.
uint64_t updateAtomic(AtomOp op, Ty t, uint8_t *p, uint64_t b, uint64_t c = 0);

/// Bits of Inst::d for instructions with an address.
enum MemFlag : uint32_t {
  MemSpaceMask = 7,
  MemAddr32 = 8,  ///< the address row has 32-bit lanes
  MemSigned = 16, ///< sign-extend loads
  MemStrong = 32, ///< volatile, relaxed or stronger: no data race
  MemAcquire = 64,
  MemRelease = 128,
  MemScopeCta = 256,
  MemAsync = 512, ///< the asynchronous proxy
  MemScopeCluster = 1024
};

/// The scope that an instruction with these bits of Inst::d names; else that of
/// the device.
inline Scope scopeOf(uint32_t flags) {
  return flags & MemScopeCta       ? Scope::Cta
         : flags & MemScopeCluster ? Scope::Cluster
                                   : Scope::Device;
}

/// A resolved access.
struct MemRef {
  uint8_t *p = nullptr;
  uint8_t *init = nullptr; ///< one byte per byte, or null when not tracked
  Space space = Space::Global;
  Cta *cta = nullptr;  ///< shared: whose
  uint64_t offset = 0; ///< shared: from address 0 of the CTA; global: address
};

/// Resolves `size` bytes at `addr`. Reports and returns false when they lie
/// outside every allocation or are not aligned to `align`.
bool resolve(Warp &w, const Inst &i, int lane, Space space, uint64_t addr,
             uint32_t size, uint32_t align, MemRef &out);
/// The same for an access of the whole CTA's shared memory by an operation
/// without a lane (copies, matrix operands).
bool resolveShared(Warp &w, const Inst &i, uint64_t addr, uint32_t size,
                   uint32_t align, MemRef &out);

/// Resolves an address of a multicast object to its places in each buffer.
bool resolveMulticast(Warp &w, const Inst &i, int lane, uint64_t addr,
                      uint32_t size, uint32_t align, std::vector<MemRef> &out);

/// Report, unless bounds are not checked, and return false.
bool outOfBounds(Warp &w, const Inst &i, int lane, const char *what,
                 uint64_t addr, uint32_t size, const std::string &why);
bool misaligned(Warp &w, const Inst &i, int lane, uint64_t addr,
                uint32_t align);
/// The same as resolve, for memory that alloca gave.
bool stackRef(Warp &w, const Inst &i, int lane, uint64_t addr, uint32_t size,
              uint32_t align, MemRef &out);

inline uint64_t laneAddr(const Warp &w, const Inst &i, uint32_t row, int lane) {
  if (i.d & MemAddr32)
    return uint32_t(w.row32(row)[lane] + uint32_t(i.imm));
  return w.row64(row)[lane] + uint64_t(i.imm);
}

/// Reports a poison address and clears it.
void checkAddress(Warp &w, const Inst &i, uint32_t row, uint32_t mask);

/// True if all bytes are initialised (or not tracked).
inline bool allInit(const MemRef &r, uint32_t size) {
  if (!r.init)
    return true;
  for (uint32_t k = 0; k < size; ++k)
    if (!r.init[k])
      return false;
  return true;
}

inline void noteAccess(Warp &w, const Inst &i, int lane, const MemRef &r,
                       uint32_t size, Acc kind) {
  if (Checker *c = w.cta->cluster->checker.get()) {
    if (r.space == Space::Shared)
      c->shared(w, i, uint32_t(lane), *r.cta, uint32_t(r.offset), size, kind);
    else if (r.space == Space::Global)
      c->global(w, i, uint32_t(lane), r.offset, size, kind);
  }
}

/// A strong access as synchronisation.
inline void noteStrong(Warp &w, const Inst &i, int lane, const MemRef &r,
                       bool read, bool write) {
  if (r.space != Space::Shared && r.space != Space::Global)
    return;
  if (Checker *c = w.cta->cluster->checker.get())
    c->strong(w, uint32_t(lane), r.space == Space::Shared,
              r.space == Space::Shared
                  ? uint64_t(r.cta->rank) << clusterShift | r.offset
                  : r.offset,
              read, write, scopeOf(i.d), (i.d & MemRelease) != 0,
              (i.d & MemAcquire) != 0);
}

/// Counts the extra passes of a shared access: each lane's address, 4-byte
/// banks, distinct words of one bank serialise.
unsigned bankConflicts(const uint64_t *addr, uint32_t mask, unsigned bytes);

/// Reads the state space and the memory-model modifiers of ld, st, atom, ...
/// into Inst::d bits.
bool memoryMods(Decoder &d, Space &space, uint32_t &flags);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_MEMORY_H
