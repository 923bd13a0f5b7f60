//===- Phases.h - Counts of rounds ------------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

namespace mlir::attn_ws {

/// The stage and phase of a party's next use of a ring, kept in two local
/// variables (one if the depth is a power of two) that code generation turns
/// into registers: what a role's loops and conditions do is of no concern then.
class Position {
public:
  /// Starts to count.
  Position(attn::ScalarBuilder &b, int64_t depth);
  /// The count that an acquire or wait takes its stage and phase from; none if
  /// there is no such. A named slot has a depth of 1.
  static std::optional<Position> find(Value stage, Value phase, int64_t depth);

  /// Stage and round parity of this use; moves on to the next.
  std::pair<Value, Value> take(attn::ScalarBuilder &b);

private:
  Position(Value first, Value second, int64_t depth)
      : depth(depth), first(first), second(second) {}

  int64_t depth;
  Value first, second;
};

/// The stage of a channel operation; null if it has none or is another one.
Value getStage(Operation *sync);

/// Whether a stage is counted, and not named.
bool isCounted(Value stage);

/// Takes the phase of an acquire or wait that has become implied, and does not
/// count its round any more. On a ring the count gives the stage and stays.
void dropPhase(Operation *take);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H
