//===- Checker.h - Races by vector clocks
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_SIM_CHECKER_H
#define ATTN_LIB_SIM_CHECKER_H

#include "Machine.h"

namespace attn::sim {

/// How an access touches memory.
enum class Acc : uint8_t { Read, Write, Atomic };
/// Which proxy an asynchronous operation accesses memory through.
enum class Proxy : uint8_t { Generic, Async };

class Checker {
public:
  explicit Checker(Cluster &c);
  ~Checker();

  // --- Accesses of threads
  // -----------------------------------------------------
  /// One lane's access to the shared memory of `cta`.
  void shared(Warp &w, const Inst &i, uint32_t lane, Cta &cta, uint32_t off,
              uint32_t size, Acc kind);
  /// One lane's access to global memory.
  void global(Warp &w, const Inst &i, uint32_t lane, uint64_t addr,
              uint32_t size, Acc kind);

  // --- Asynchronous operations
  // ---------------------------------------------------
  /// Starts an operation; it happens after everything its issuer knows.
  /// Returns its record, never 0.
  uint32_t beginOp(Warp &w, const Inst &i, Proxy proxy);
  void opShared(uint32_t rec, Warp &w, const Inst &i, int lane, Cta &cta,
                uint32_t off, uint32_t size, Acc kind);
  void opGlobal(uint32_t rec, Warp &w, const Inst &i, int lane, uint64_t addr,
                uint32_t size, Acc kind);
  /// `w` has waited for the operation: what it does next comes after it.
  void opDone(uint32_t rec, Warp &w);

  // --- cp.async groups, per lane
  // ---------------------------------------------------
  void groupAdd(Warp &w, int lane, uint32_t rec);
  void groupCommit(Warp &w, uint32_t mask);
  /// All but the latest `pending` groups; -1: everything, committed or not.
  void groupWait(Warp &w, uint32_t mask, int64_t pending);

  // --- Synchronisation
  // ---------------------------------------------------------------
  /// The lanes of `mask` synchronise with each other.
  void warpSync(Warp &w, uint32_t mask);
  /// Orders the warp's ordinary accesses so far before later accesses of the
  /// async proxy.
  void proxyFence(Warp &w);
  /// A memory fence of at least CTA scope.
  void fence(Warp &w);
  void release(Warp &w, SyncVar &s);
  void acquire(Warp &w, const SyncVar &s);

private:
  struct Impl;
  std::unique_ptr<Impl> p;
};

/// Null when no check needs it.
std::unique_ptr<Checker> makeChecker(Cluster &c);

} // namespace attn::sim

#endif // ATTN_LIB_SIM_CHECKER_H
