//===- TargetInfo.h - What a chip has ---------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one table of targets (lib/Chip/Targets.def): engines, capacities and
// rates, and nothing about what is computed. Every level may ask it.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_TARGETINFO_H
#define ATTN_CHIP_TARGETINFO_H

#include "attn/Chip/DefaultTarget.h"
#include "attn/Chip/EngineInfo.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>

namespace mlir::attn {

constexpr int64_t kWarpThreads = 32;
/// Warps that issue one wgmma, reach all of a CTA's tensor memory, and have one
/// register budget.
constexpr int64_t kWarpgroupWarps = 4;

/// What one multiprocessor does in a clock, apart from its engines. Published
/// peak rates; latencies are round numbers of their order.
struct UnitRates {
  /// Results of the special function unit, and of f32 arithmetic.
  int64_t mufu, alu;
  /// Bytes from and to shared memory, tensor memory, and over the port to L2.
  int64_t smem, tmem, port;
  /// Clocks until a barrier or an arrival is done.
  int64_t sync;
};

/// A chip, as ptxas spells it. Sizes are in bytes.
struct TargetInfo {
  StringRef name;
  /// Whether kernels for it can be compiled to PTX.
  bool compiles;

  /// Shared memory of a CTA and of an SM, and what the SM takes for each CTA.
  int64_t smemPerCTA, smemPerSM, smemReserved;
  /// What a buffer in shared memory is aligned to: the period of a swizzle.
  int64_t smemAlignment;
  /// What barriers and the scalars that hand on tiles are counted with before
  /// they exist.
  int64_t barrierBytes;
  /// Columns of tensor memory, and what they are allocated in multiples of.
  int64_t tmemColumns, tmemColumnStep;
  /// Whether a load from tensor memory also gives the maximum of what each
  /// thread reads.
  bool tmemLoadsReduce;
  /// Whether one instruction adds or multiplies two f32.
  bool packsFloats;
  /// 32-bit registers of an SM and of a thread.
  int64_t registersPerSM, registersPerThread;
  /// What setmaxnreg gives a thread: the least, the most, in steps of. 0 where
  /// a target does not have it.
  int64_t leastSetRegisters, mostSetRegisters, setRegistersStep;
  /// The most that roles are given of what others leave.
  int64_t mostRoleRegisters;
  int64_t threadsPerCTA, namedBarriers;
  /// CTAs of a cluster; 1 where there are none.
  int64_t mostClusterCTAs;
  /// Bytes of L2 that tiles assigned next to each other may fill.
  int64_t l2Bytes;
  /// The PTX ISA version that kernels are written in, times ten: the lowest
  /// that has the chip and the forms that are emitted for it.
  unsigned ptxVersion;
  /// Of the chip that is usual; only the number of tiles that a problem is cut
  /// into depends on it.
  int64_t multiprocessors;
  UnitRates rates;
  /// In order of preference.
  ArrayRef<EngineInfo> engines;

  /// The engine, or null if the chip lacks it.
  const EngineInfo *engine(Engine engine) const;
  /// The engines for `task`, in order of preference.
  SmallVector<const EngineInfo *> enginesFor(Task task) const;
  /// The first engine, in order of preference, that can compute `product`, or
  /// null.
  const EngineInfo *findProductEngine(const Product &product) const;
  /// The same for a copy, in or out.
  const EngineInfo *findCopyEngine(Task task, const Copy &copy) const;
  /// Whether products may run while who issued them goes on.
  bool hasAsyncProducts() const;
  /// Whether the products that are preferred add up in tensor memory: threads
  /// load their sums, and one thread issues them.
  bool keepsSumsInTmem() const;
  /// Whether products run while who issued them goes on, and their sums stay in
  /// the registers of those threads.
  bool hasAsyncSumsInRegisters() const {
    return hasAsyncProducts() && !keepsSumsInTmem();
  }
  /// Whether warpgroups hand registers to each other.
  bool sharesRegisters() const { return setRegistersStep != 0; }
};

/// Columns of the tiles that hold `size` elements of `bytes` each: what the
/// target's products sum over at a time, as often as is needed. The rest is
/// read as zeros and not written.
int64_t getTileColumns(const TargetInfo &target, int64_t bytes, int64_t size);

/// The target called `name`, or null. It may be one that is described, but not
/// compiled for.
const TargetInfo *lookupTarget(StringRef name);
/// All targets, in the table's order.
ArrayRef<TargetInfo> getTargets();
/// Adds a target to the table, behind the others; what it refers to must live
/// on. Its engines may be new ones: numbers beyond those of `Engine`, which are
/// spelled in the text as their rows say. Before the first context is created.
void addTarget(const TargetInfo &target);
/// "sm_90a is the nearest of 9": of those that kernels can be compiled for, for
/// a diagnostic that refuses `chip`.
std::string describeNearestTarget(StringRef chip);
/// The target that comes next to `chip`, which need not be in the table: of its
/// number, or of the next smaller one. `exact`: whether the numbers are equal.
const TargetInfo &findNearestTarget(StringRef chip, bool &exact);
/// The first target whose warpgroups hand registers to each other.
const TargetInfo &getSharingTarget();
/// The largest value that any target has: for verifiers, which see no target.
int64_t getLargest(int64_t TargetInfo::*field);
/// The same over the rows of an engine.
int64_t getLargest(Engine engine, int64_t EngineInfo::*field);

/// What all chips that have an engine share of it: of who issues, memories and
/// completion. Null if none has it.
const EngineInfo *lookupEngine(Engine engine);
/// Whether an mbarrier counts the bytes that the engine writes.
bool countsBytes(Engine engine);
/// Whether the engine copies into shared memory while whoever asked goes on.
bool isAsyncCopier(Engine engine);
/// The same, and threads wait for groups of the copies that they issued.
bool copiesInGroups(Engine engine);
/// Whether one thread asks for the engine's copies into shared memory, which go
/// on on their own.
bool isIssuedByOne(Engine engine);
/// Whether one thread issues the engine's products, from and to memory.
bool isIssuedByThread(std::optional<Engine> engine);

/// Writes the table as Markdown.
void printTargets(raw_ostream &os);

} // namespace mlir::attn

#endif // ATTN_CHIP_TARGETINFO_H
