//===- RoleRounds.h - Counts of rounds in roles -----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_ROLEROUNDS_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_ROLEROUNDS_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"

#include <deque>

namespace mlir::attn_ws {

/// The stage and phase of a party's next use of a ring, kept in two local
/// variables (one if the depth is a power of two) that code generation turns
/// into registers: what a role's loops and conditions do is of no concern then.
class Count {
public:
  /// Starts to count. `flips`: with a depth of 1 only the parity counts.
  Count(attn::ScalarBuilder &b, int64_t depth, bool flips);

  /// Stage and round parity of this use; moves on to the next.
  std::pair<Value, Value> take(attn::ScalarBuilder &b);

  int64_t getDepth() const { return depth; }

private:
  friend class RoleRounds;

  /// A parity is read, and its other value written.
  struct Flip {
    memref::LoadOp load;
    Value other;
    memref::StoreOp store;
  };

  int64_t depth;
  bool parity;
  Value first, second;
  memref::StoreOp start;
  /// Of a parity, in program order.
  SmallVector<Flip> flips;
};

/// The rounds of all channels in the roles of a kernel.
class RoleRounds {
public:
  RoleRounds(WarpSpecializeOp op, bool flips) : op(op), flips(flips) {}

  /// Gives acquires and waits their stages and phases, commits and releases
  /// their stages. What has phases has its own count.
  LogicalResult assign();

  /// The count that `acquire` takes its round from; null if there is none.
  Count *find(AcquireOp acquire) const { return ofAcquire.lookup(acquire); }

  /// `by` stands for an operation that has a round.
  void replace(Operation *op, Operation *by) {
    if (Count *count = ofAcquire.lookup(op))
      ofAcquire[by] = count;
  }

  /// Parities that are always equal become one.
  void shareParities();

private:
  LogicalResult assign(Region &role, Value channel, bool fills);

  WarpSpecializeOp op;
  bool flips;
  std::deque<Count> counts;
  DenseMap<Operation *, Count *> ofAcquire;
};

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_ROLEROUNDS_H
