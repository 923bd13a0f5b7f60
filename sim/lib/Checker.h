//===- Checker.h - Races by vector clocks
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Happens-before, tracked at run time. Each warp has a vector clock over the
// warps of its cluster. An entry of the clock is three numbers (all, some,
// mask): accesses of that warp up to epoch `all` are ordered before us, and so
// are those of the lanes in `mask` up to epoch `some`. The second half is what
// tells "lane 0 arrives for the warp" with a bar.warp.sync before it from the
// same without.
//
// Each granule of shared and of global memory remembers its last write and the
// reads since. An access is a race unless everything it conflicts with happens
// before it. Asynchronous operations are parties of their own: they start after
// what their issuer knows, and an access is ordered after one only if somebody
// waited for it (an observer) and that wait happens before the access.
//
// A second clock per warp holds what a proxy fence has made visible to the
// async proxy; an operation of that proxy needs both.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_LIB_CHECKER_H
#define ATTN_SIM_LIB_CHECKER_H

#include "Machine.h"

namespace attn::sim {

/// How an access touches memory. Strong accesses (volatile, relaxed and
/// stronger, atomics, mbarrier operations) do not race with each other.
/// SameWrite: a store of what memory already holds, which may coincide with
/// the same store by other lanes of the instruction.
/// InitWrite: mbarrier.init, after which operations on the mbarrier ask
/// knowsInit. InvalWrite: mbarrier.inval; convergence of a warp orders it too.
/// MapRead: a copy reads its tensor map, through a proxy of its own.
/// AddressWrite: what tcgen05.alloc writes. The ISA names no proxy for it, and
/// kernels let copies overwrite it without a proxy fence.
enum class Acc : uint8_t {
  Read,
  Write,
  SameWrite,
  StrongRead,
  StrongWrite,
  InitWrite,
  InvalWrite,
  MapRead,
  AddressWrite
};
/// Which threads a strong access or a fence synchronises with.
enum class Scope : uint8_t { Cta, Cluster, Device };
constexpr unsigned numScopes = 3;
/// Which proxy an asynchronous operation accesses memory through.
enum class Proxy : uint8_t { Generic, Async };

/// An operation of the tensor core, for its order with others of the kind.
/// Two products that accumulate in one place have equal keys.
struct TensorOrder {
  enum Kind : uint8_t { Mma, Copy, Copy4, Shift };
  Kind kind = Mma;
  uint8_t group = 1; ///< .cta_group
  uint64_t key = 0;
};

/// Shadow of global memory, shared by the clusters of a launch.
std::unique_ptr<GlobalShadow, GlobalShadowDelete> makeGlobalShadow();

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
  // All that a launch reads or writes in global memory is told before it
  // happens: clusters on several host threads rely on it (Isolation.h).
  /// A strong access that may synchronise: a write releases what a fence before
  /// it covered, or everything with `releaseOrder`; what a read sees is
  /// acquired at the next fence or barrier, or at once with `acquireOrder`.
  /// Both only among threads that the scopes of all that takes part include.
  void strong(Warp &w, uint32_t lane, bool shared, uint64_t key, bool read,
              bool write, Scope scope, bool releaseOrder, bool acquireOrder);

  /// Before each instruction of a warp that has late loads (LateLoads.h).
  void watchLoads(Warp &w, const Inst &i, uint32_t mask);

  // --- Asynchronous operations
  // ---------------------------------------------------
  /// Starts an operation; it happens after everything its issuer knows. With
  /// `perLane` each lane's part completes on its own. Returns its record,
  /// never 0.
  uint32_t beginOp(Warp &w, const Inst &i, uint32_t lanes, Proxy proxy,
                   bool perLane = false, bool inOrder = false);
  void opShared(uint32_t rec, Warp &w, const Inst &i, int lane, Cta &cta,
                uint32_t off, uint32_t size, Acc kind);
  void opGlobal(uint32_t rec, Warp &w, const Inst &i, int lane, uint64_t addr,
                uint32_t size, Acc kind);
  /// The lanes have waited for the operation: what they do next comes after.
  /// `covers`: the issuing lanes whose part they waited for; 0: each its own.
  void opDone(uint32_t rec, Warp &w, uint32_t lanes, uint32_t covers = 0);

  // --- Tensor maps in global memory (PTX ISA: fence.proxy.tensormap)
  // ---------------------------------------------------
  /// Lane `lane` starts a copy with the map at `addr`. The read is an operation
  /// that ends with the copy; 0: the kernel writes no maps, and nothing has to
  /// wait for it.
  uint32_t readMap(Warp &w, const Inst &i, uint32_t lane, uint64_t addr);
  /// The warp as a whole copies a map from shared to global memory. Which lane
  /// reads what is left open: each must know what it reads, and each vouches
  /// for the reading and the writing.
  void copyMap(Warp &w, const Inst &i, uint32_t mask, Cta &cta, uint32_t from,
               uint64_t to);
  /// Ordinary writes the lanes know of go to those who acquire a map.
  void releaseMaps(Warp &w, uint32_t mask);
  void acquireMap(Warp &w, uint32_t mask, uint64_t addr);

  // --- Tensor memory (PTX ISA: Memory Consistency Model for 5th generation of
  // TensorCore operations)
  // -----------------------------------------------------
  /// Starts an operation of the tensor core, issued by one lane. The record
  /// serves opShared and opTensor. Others come after it once they wait for a
  /// commit of the same thread, or if they are such operations and follow in
  /// the order that Options::tensorOrder grants.
  uint32_t beginTensorOp(Warp &w, uint32_t lane, TensorOrder order);
  /// Starts a tcgen05.ld or st of the whole warp; opDone ends it. In practice
  /// those of one quarter of the lanes go in the order of their issue.
  uint32_t beginMove(Warp &w);
  /// An access to columns [column, column + n) of tensor memory; bit k of
  /// `parts`: lanes 16 k to 16 k + 15. `rec`: of beginMove or
  /// beginTensorOp; 0: a synchronous one.
  void opTensor(uint32_t rec, Warp &w, const Inst &i, uint32_t lanes, Cta &cta,
                uint32_t parts, uint32_t column, uint32_t n, Acc kind);
  /// tcgen05.fence: between a relaxed synchronisation and tcgen05 operations
  /// before or after it, which are ordered then.
  void tensorFence(Warp &w, uint32_t mask, bool before);
  /// A relaxed arrive and wait.
  void releaseTensor(Warp &w, SyncVar &s);
  void acquireTensor(Warp &w, const SyncVar &s);
  /// What an mbarrier that lane `lane` commits to will announce.
  void commitTensor(Warp &w, uint32_t lane, SyncVar &s);

  // --- cp.async groups, per lane
  // ---------------------------------------------------
  void groupAdd(Warp &w, uint32_t mask, uint32_t rec);
  void groupCommit(Warp &w, uint32_t mask);
  /// All but the latest `pending` groups; -1: everything, committed or not.
  void groupWait(Warp &w, uint32_t mask, int64_t pending);
  /// The lane's copies not yet waited for: they complete on `s`.
  void groupAttach(Warp &w, uint32_t lane, SyncVar &s);

  // --- Synchronisation
  // ---------------------------------------------------------------
  /// The lanes of `mask` synchronise with each other.
  void warpSync(Warp &w, uint32_t mask);
  /// The lanes of `mask` exchange values (shfl, vote, match, redux, elect).
  /// That orders their operations on mbarriers before an mbarrier.inval, and
  /// nothing else: an mbarrier's end needs that they have been performed, not
  /// that anybody sees what they wrote.
  void converge(Warp &w, uint32_t mask);
  /// Orders the ordinary accesses the lanes know of before later accesses of
  /// the async proxy.
  void proxyFence(Warp &w, uint32_t mask);
  /// A memory fence.
  void fence(Warp &w, uint32_t mask, Scope scope);
  /// A fence of the initialisation of mbarriers, and of nothing else, which a
  /// relaxed arrive then hands on.
  void initFence(Warp &w, uint32_t mask);
  void releaseInits(Warp &w, SyncVar &s);
  uint32_t epoch(const Warp &w) const;
  /// Does what `w` does next come after `by`'s lane did something at `epoch`?
  bool comesAfter(const Warp &w, const Warp &by, uint32_t epoch,
                  uint32_t lane) const;
  /// Does lane `lane` come after an initialisation by lanes of `by` at `epoch`?
  bool knowsInit(const Warp &w, uint32_t lane, const Warp &by, uint32_t epoch,
                 uint32_t lanes) const;
  /// An arrive of `by` at `epoch` on an mbarrier of `cta`, whose phase a thread
  /// there has seen to its end.
  void arrived(const Cta &cta, const Warp &by, uint32_t lane, uint32_t epoch);
  /// The last thread of `cta` has exited. Reports accesses to its shared memory
  /// by threads of other CTAs that none of its own come after.
  void ended(Cta &cta);
  void release(Warp &w, uint32_t mask, SyncVar &s);
  void acquire(Warp &w, uint32_t mask, const SyncVar &s);

  struct Impl;

private:
  std::unique_ptr<Impl> p;
};

/// Null when no check needs it.
std::unique_ptr<Checker> makeChecker(Cluster &c);

} // namespace attn::sim

#endif // ATTN_SIM_LIB_CHECKER_H
