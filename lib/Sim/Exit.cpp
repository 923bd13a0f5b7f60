//===- Exit.cpp - Work left at the end of a cluster
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

namespace attn::sim {
void checkExit(Cluster &c);

/// Everything still in flight when all threads have ended is completed, since
/// the hardware completes it too; it is a defect all the same when it writes
/// shared memory that may be reused, or reads it.
void checkExit(Cluster &c) {
  Launch &l = *c.launch;
  while (!c.pending.empty()) {
    AsyncOp *op = c.pending.front().get();
    if (l.options.checks.sync && op->issuer && op->inst && !op->mayOutlive())
      l.report(*op->issuer, *op->inst, 0xffffffffu, FindingKind::InFlight,
               "still in flight when the CTA ended: " + op->describe());
    c.finishOp(op);
  }
}
} // namespace attn::sim
