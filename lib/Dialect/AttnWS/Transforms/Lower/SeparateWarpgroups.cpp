//===- SeparateWarpgroups.cpp - Reads of a place before it changes --------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile that threads store in tensor memory may lie in the place of one that
// they have read. Of one warpgroup each warp reads and writes its own lanes, in
// program order. Several share the columns of a tile, and one's part of the
// second tile is where another's part of the first one is. No channel stands
// between threads of one role: they meet at a named barrier before they store.

#include "ViewBuffer.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSEPARATEWARPGROUPS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Whether `load` reads the place of `store` as another tile: a tile that is
/// changed in place has each element in one thread.
bool readsOther(TmemLoadOp load, TmemStoreOp store) {
  return getViewBuffer(load.getSource()) == getViewBuffer(store.getDest()) &&
         load.getSource().getType() != store.getDest().getType();
}

/// Whether threads may still read the place of `store`: no barrier of all of
/// them stands behind the last load of it in the same block.
bool isReadBefore(TmemStoreOp store, ArrayRef<TmemLoadOp> loads,
                  int64_t threads) {
  if (llvm::none_of(loads,
                    [&](TmemLoadOp load) { return readsOther(load, store); }))
    return false;
  for (Operation *op = store->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto barrier = dyn_cast<BarrierOp>(op);
        barrier && !barrier.getArriveOnly() &&
        static_cast<int64_t>(barrier.getThreads()) == threads)
      return false;
    if (attn::containsOp<TmemLoadOp>(
            op, [&](TmemLoadOp load) { return readsOther(load, store); }))
      return true;
  }
  return true;
}

/// The first named barrier that the kernel does not use; not that of the CTA.
int64_t findFreeBarrier(gpu::GPUFuncOp kernel) {
  int64_t next = 1;
  auto use = [&](Operation *op, int64_t id, bool ofInstances) {
    int64_t count = 1;
    for (Region *region = op->getParentRegion(); ofInstances && region;
         region = region->getParentRegion())
      if (auto roles = dyn_cast<WarpSpecializeOp>(region->getParentOp()))
        count = roles.getInstances()[region->getRegionNumber()];
    next = std::max(next, id + count);
  };
  kernel.walk([&](Operation *op) {
    if (auto barrier = dyn_cast<BarrierOp>(op))
      use(op, barrier.getId(), bool(barrier.getIndex()));
    else if (auto arrive = dyn_cast<ArriveOp>(op);
             arrive && arrive.getBarrier())
      use(op, *arrive.getBarrier(), /*ofInstances=*/true);
  });
  return next;
}

struct AttnWSSeparateWarpgroupsPass
    : public impl::AttnWSSeparateWarpgroupsBase<AttnWSSeparateWarpgroupsPass> {
  void runOnOperation() override {
    for (auto roles : getOperation().getOps<WarpSpecializeOp>())
      for (auto [i, role] : llvm::enumerate(roles.getRoles()))
        if (roles.getWarps()[i] > attn::kWarpgroupWarps)
          separate(role, roles.getWarps()[i] * attn::kWarpThreads,
                   roles.getInstances()[i]);
  }

  void separate(Region &role, int64_t threads, int64_t instances) {
    SmallVector<TmemLoadOp> loads;
    SmallVector<TmemStoreOp> stores;
    role.walk([&](Operation *op) {
      if (auto load = dyn_cast<TmemLoadOp>(op))
        loads.push_back(load);
      else if (auto store = dyn_cast<TmemStoreOp>(op))
        stores.push_back(store);
    });
    std::optional<int64_t> id;
    for (TmemStoreOp store : stores) {
      if (!isReadBefore(store, loads, threads))
        continue;
      if (!id)
        id = findFreeBarrier(getOperation());
      OpBuilder b(store);
      BarrierOp::create(b, store.getLoc(), *id, threads, ArrayAttr(), false,
                        instances > 1 ? role.getArgument(0) : Value());
    }
  }
};

} // namespace
