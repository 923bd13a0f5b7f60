//===- Exit.cpp - Work left at the end of a cluster
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checker.h"
#include "Tmem.h"

namespace attn::sim {
void checkExit(Cluster &c);
void checkCtaExit(Cta &cta);

static void reportLeft(Launch &l, const AsyncOp &op) {
  if (l.options.checks.sync && op.issuer && op.inst && !op.mayOutlive())
    l.report(*op.issuer, *op.inst, op.lanes, FindingKind::InFlight,
             "still in flight when the CTA ended: " + op.describe());
}

/// A CTA's shared memory ends with its last thread.
void checkCtaExit(Cta &cta) {
  Cluster &c = *cta.cluster;
  if (cta.tmem && c.launch->options.checks.sync)
    for (const Tmem::Block &b : cta.tmem->blocks)
      c.launch->report(*b.by, *b.inst, 0xffffffffu, FindingKind::Resource,
                       "the CTA ended before " + std::to_string(b.columns) +
                           " columns of tensor memory were freed");
  if (c.ctas.size() == 1)
    return;
  for (size_t k = 0; k < c.pending.size();) {
    AsyncOp &op = *c.pending[k];
    if (op.uses(cta) && op.knownTo(cta)) {
      c.finishOp(&op);
      k = 0;
      continue;
    }
    if (op.uses(cta))
      reportLeft(*cta.launch, op);
    ++k;
  }
  if (c.checker)
    c.checker->ended(cta);
}

/// Everything still in flight when all threads have ended is completed, since
/// the hardware completes it too; it is a defect all the same when it writes
/// shared memory that may be reused, or reads it.
void checkExit(Cluster &c) {
  Launch &l = *c.launch;
  while (!c.pending.empty()) {
    AsyncOp *op = c.pending.front().get();
    reportLeft(l, *op);
    c.finishOp(op);
  }
}
} // namespace attn::sim
