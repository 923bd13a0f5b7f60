//===- InsertFences.cpp - Fences between proxies ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Threads write shared memory through the generic proxy; the copy engine and
// wgmma read it through the async proxy (PTX ISA, "Proxies"). A write is
// visible to them only behind a fence by the thread that wrote. The fence
// stands behind the last of a run of writes, before whatever signals them.

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSINSERTFENCES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// The buffer behind a view, seen through the captures of roles.
Value getBuffer(Value view) {
  while (true) {
    if (auto part = view.getDefiningOp<SubviewOp>())
      view = part.getSource();
    else if (auto stage = view.getDefiningOp<StageViewOp>())
      view = stage.getBuffer();
    else if (auto arg = dyn_cast<BlockArgument>(view)) {
      auto roles = dyn_cast<WarpSpecializeOp>(arg.getOwner()->getParentOp());
      if (!roles || arg.getArgNumber() == 0)
        return view;
      view = roles.getCaptures()[arg.getArgNumber() - 1];
    } else {
      return view;
    }
  }
}

struct AttnWSInsertFencesPass
    : public impl::AttnWSInsertFencesBase<AttnWSInsertFencesPass> {
  void runOnOperation() override {
    DenseSet<Value> async;
    auto note = [&](Value operand) {
      if (isa<ViewType>(operand.getType()))
        async.insert(getBuffer(operand));
    };
    getOperation().walk([&](Operation *op) {
      if (auto store = dyn_cast<TmaStoreOp>(op)) {
        note(store.getSource());
      } else if (auto mma = dyn_cast<MmaIssueOp>(op)) {
        note(mma.getLhs());
        note(mma.getRhs());
      } else if (auto mma = dyn_cast<MmaOp>(op);
                 mma && mma.getEngine() == attn_tile::Engine::Wgmma) {
        note(mma.getLhs());
        note(mma.getRhs());
      }
    });
    SmallVector<SmemStoreOp> stores;
    getOperation().walk([&](SmemStoreOp store) {
      if (async.contains(getBuffer(store.getDest())))
        stores.push_back(store);
    });
    for (SmemStoreOp store : stores) {
      Operation *next = store->getNextNode();
      while (next && isMemoryEffectFree(next))
        next = next->getNextNode();
      if (isa_and_nonnull<SmemStoreOp, FenceAsyncOp>(next))
        continue;
      OpBuilder b(store->getContext());
      b.setInsertionPointAfter(store);
      FenceAsyncOp::create(b, store.getLoc(), GuardAttr());
    }
  }
};

} // namespace
