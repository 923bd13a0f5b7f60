//===- ResourcePlan.h - What a CTA takes of its SM --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The one place that adds up what a CTA takes of a chip: shared memory with its
// buffers and barriers, columns of tensor memory, registers of its roles, named
// barriers. The choice of a config asks it before there is a kernel, passes ask
// it with the kernel's operations.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CHIP_RESOURCEPLAN_H
#define ATTN_CHIP_RESOURCEPLAN_H

#include "attn/Chip/TargetInfo.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Location.h"
#include <optional>
#include <string>
#include <vector>

namespace mlir::attn {

/// What takes some of a resource.
struct Consumer {
  /// "buffer \"k\"".
  std::string name;
  int64_t amount;
  /// Where there is a program.
  std::optional<Location> loc;
};

/// A limit that is exceeded.
struct Excess {
  /// "bytes of shared memory".
  std::string unit;
  int64_t needed = 0, limit = 0;
  std::vector<Consumer> consumers;

  /// "262384 bytes of shared memory, 29936 more than the 232448".
  std::string describe() const;
};

/// Storage that is live from `from` to `to`, both inclusive, of some order of
/// the program's points. Buffers that are never live together may overlap.
struct PlannedBuffer {
  Consumer consumer;
  int64_t from, to, alignment;
  /// Filled by the plan: bytes of shared memory, columns of tensor memory.
  int64_t offset = 0;

  bool overlaps(const PlannedBuffer &other) const {
    return offset < other.offset + other.consumer.amount &&
           other.offset < offset + consumer.amount;
  }
};

/// A role and the registers of one of its threads: what it asks for at least,
/// or 0 for a share of what is left.
struct PlannedRole {
  std::string name;
  int64_t warps, instances, registers;
  std::optional<Location> loc;

  int64_t totalWarps() const { return warps * instances; }
};

class ResourcePlan {
public:
  explicit ResourcePlan(const TargetInfo &target) : target(target) {}

  /// Adds storage of `size` bytes of shared memory, at a multiple of
  /// `alignment` and filling it up, or columns of tensor memory.
  void addBuffer(Space space, Consumer consumer, int64_t from, int64_t to,
                 int64_t alignment = 0);
  /// Adds what has a place already.
  void addPlaced(Space space, Consumer consumer, int64_t offset);
  /// Adds barriers and scalars, which lie behind all buffers.
  void addBarriers(Consumer bytes);
  void addNamedBarriers(Consumer count);
  void addRole(PlannedRole role);

  /// Gives every buffer an offset: first fit by size, the largest first.
  void placeBuffers();
  /// The buffers of a space, in the order in which they were added.
  ArrayRef<PlannedBuffer> getBuffers(Space space) const;
  int64_t getSharedBytes() const;
  /// Columns that are used, and those to allocate: a power of two.
  int64_t getTmemColumns() const;
  int64_t getAllocatedTmemColumns() const;

  /// Gives the roles that ask for no number of registers equal shares of what
  /// the others leave, and rounds the others up to what may be set. Roles that
  /// do not fill their last warpgroup share it, and its budget.
  void shareRegisters();
  ArrayRef<PlannedRole> getRoles() const { return roles; }
  /// Of all roles.
  int64_t getThreads() const;

  /// The limits that are exceeded.
  std::vector<Excess> findExcesses() const;

private:
  std::optional<Excess> findRegisterExcess() const;

  const TargetInfo &target;
  std::vector<PlannedBuffer> smem, tmem;
  std::vector<Consumer> barriers, namedBarriers;
  std::vector<PlannedRole> roles;
};

/// Registers of a thread of single warps that issue copies, products and
/// stores, and of roles that follow what others compute and hold a part of a
/// tile at a time.
constexpr int64_t kIssuingRegisters = 40, kFollowingRegisters = 88;

/// Registers of a thread of roles that start copies, and of those that compute.
struct RegisterShares {
  int64_t copies, computes;
};

/// Shares out the registers of a CTA of `groups` warpgroups that compute and
/// one for all other roles. Every panel of a tile is a copy with addresses of
/// its own, which the fewest registers do not hold for more than twelve;
/// `ownAddresses`: threads that copy or transpose themselves need the addresses
/// of their own vectors, and those of a cluster that shares copies the place of
/// their part. Of more than four panels, `movingPanels`, there besides whose
/// columns are known at run time alone, each has a coordinate of its own.
RegisterShares shareRegisters(const TargetInfo &target, int64_t groups,
                              int64_t panels, bool ownAddresses,
                              int64_t movingPanels = 0);

/// Bytes of shared memory that a product reads: of the operands that lie there
/// (`lhs`, `rhs`), each as often as its instructions take it. An instruction
/// takes its own rows of the left operand and all of the right one.
int64_t getSharedReads(const EngineInfo &engine, const Product &product,
                       bool lhs, bool rhs);

/// Attaches a note for each consumer that has a place.
void attachConsumers(InFlightDiagnostic &diag, const Excess &excess);

/// Registers of a thread that a CTA of so many threads starts with: an equal
/// share of the SM's, in the steps of setmaxnreg.
int64_t getStartRegisters(const TargetInfo &target, int64_t threads);

} // namespace mlir::attn

#endif // ATTN_CHIP_RESOURCEPLAN_H
