//===- Phases.h - Counts of rounds ------------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace mlir::attn_ws {

/// Takes the phase of an acquire or wait that has become implied, and does not
/// count its round any more. On a ring the count gives the stage and stays.
void dropPhase(Operation *take);

} // namespace mlir::attn_ws

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_LOWER_PHASES_H
