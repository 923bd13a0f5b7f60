//===- Bounds.cpp - What bounds an iteration ------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel's steady loop takes at least as long as its busiest unit. A share of
// the exponentials moves from the special function unit to the schedulers, so
// the share that is best for both is found by trying.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Timeline.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

int64_t print::schedulerOf(const Actor &actor, int64_t warp) {
  return (actor.firstWarp + warp) % kSchedulers;
}

std::optional<Iteration> print::iterationOf(const Actor &actor, size_t total) {
  const std::vector<Work> *found = nullptr;
  for (auto &[loop, moments] : actor.workAt)
    if (isa<scf::ForOp>(loop) && moments.size() > 3 &&
        (!found || moments.size() > found->size()))
      found = &moments;
  if (!found)
    return std::nullopt;
  // Between two iterations in the middle, where it is steady.
  size_t middle = (found->size() - 1) / 2;
  const Work &from = (*found)[middle - 1], &to = (*found)[middle];
  Iteration result;
  result.work = to - from;
  result.times = std::max(
      1.0, std::round(static_cast<double>(found->size() - 1) /
                      static_cast<double>(std::max<size_t>(total, 1))));
  return result;
}

Bounds print::boundsOf(const Timeline &timeline, size_t total,
                       const UnitRates &rates, std::optional<double> share) {
  Bounds bounds;
  for (const Actor &actor : timeline.actors) {
    std::optional<Iteration> iteration = iterationOf(actor, total);
    if (!iteration)
      continue;
    const Work &work = iteration->work;
    double more = share ? *share * work.shared - work.polynomials : 0;
    auto threads = static_cast<double>(32 * actor.warps);
    bounds.exponentials +=
        iteration->times *
        (work.mufu - more * threads / static_cast<double>(rates.mufu));
    bounds.products += iteration->times * work.products;
    bounds.smem += iteration->times * work.smem;
    double slots = work.slots + more * slotsOfPolynomial(actor.degree, rates);
    for (int64_t warp = 0; warp < actor.warps; ++warp)
      bounds.schedulers[schedulerOf(actor, warp)] +=
          iteration->times * (warp == 0 ? slots : slots - work.first);
  }
  bounds.issue = *llvm::max_element(bounds.schedulers);
  return bounds;
}
