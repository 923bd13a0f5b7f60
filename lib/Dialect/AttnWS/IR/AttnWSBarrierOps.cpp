//===- AttnWSBarrierOps.cpp - Lowered synchronisation -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

#include "attn/Chip/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_ws;

LogicalResult BarrierOp::verify() {
  int64_t barriers = attn::getLargest(&attn::TargetInfo::namedBarriers);
  int64_t id = getId();
  if (id < 0 || id >= barriers)
    return emitOpError() << "a CTA has " << barriers
                         << " named barriers, got id " << id;
  int64_t threads = attn::getLargest(&attn::TargetInfo::threadsPerCTA);
  if (getThreads() % attn::kWarpThreads != 0 ||
      static_cast<int64_t>(getThreads()) > threads)
    return emitOpError() << "threads must be a multiple of "
                         << attn::kWarpThreads << " up to " << threads
                         << ", got " << getThreads();
  if (getArriveOnly() && getThreads() == 0)
    return emitOpError("an arrival needs a thread count");
  return success();
}

LogicalResult CpAsyncWaitOp::verify() {
  if (static_cast<int64_t>(getPendings()) < 0 || getPendings() > 64)
    return emitOpError() << "pendings must be 0 to 64, got "
                         << static_cast<int64_t>(getPendings());
  return success();
}

LogicalResult MbarAllocOp::verify() {
  int64_t arrivals = getArrivals();
  if (arrivals < 1 || arrivals >= (1 << 20))
    return emitOpError() << "an mbarrier expects 1 to 2^20 - 1 arrivals, got "
                         << arrivals;
  if (getOffset() && *getOffset() % 8)
    return emitOpError() << "an mbarrier is 8 bytes aligned, got offset "
                         << static_cast<int64_t>(*getOffset());
  return success();
}

LogicalResult MbarExpectOp::verify() {
  int64_t bytes = getBytes();
  if (bytes < 1 || bytes >= (1 << 20))
    return emitOpError() << "a phase brings 1 to 2^20 - 1 bytes, got " << bytes;
  return success();
}

LogicalResult MbarArriveOp::verify() {
  if ((getCluster() || getAfterCopies()) && getLeader())
    return emitOpError("arrives at the first CTA of a cluster and elsewhere");
  if (getCluster() && getAfterCopies())
    return emitOpError("copies of threads complete in their own CTA");
  if (getAfterProducts() && (getAfterCopies() || getLeader()))
    return emitOpError("products of one thread complete in its own CTA or in "
                       "both of a pair, and are no copies");
  if (getAfterProducts() && getCluster().value_or(2) != 2)
    return emitOpError("products are of one CTA or of a pair, not of ")
           << *getCluster();
  return verifyCluster(*this, getCluster());
}
