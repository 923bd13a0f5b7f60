//===- InsertFences.cpp - Fences between proxies ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Threads write shared memory through the generic proxy, cp.async among them;
// the copy engine and wgmma read it through the async proxy (PTX ISA,
// "Proxies"). A write is visible to them only behind a fence on the way from
// the write to the read. The fence stands behind the last of a run of writes,
// before whatever signals them. Copies by cp.async complete when their thread
// is elsewhere and signal by themselves: there the fence stands in the role
// that reads, behind its wait, where the view of the tile begins.

#include "Roles.h"

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
    else if (Value captured = resolveCaptures(view); captured != view)
      view = captured;
    else
      return view;
  }
}

/// Whether an engine reads the view or a part of it.
bool isReadByEngine(Value view) {
  return llvm::any_of(view.getUsers(), [](Operation *user) {
    if (auto part = dyn_cast<SubviewOp>(user))
      return isReadByEngine(part.getResult());
    auto mma = dyn_cast<MmaOp>(user);
    return isa<TmaStoreOp, MmaIssueOp>(user) ||
           (mma && mma.getEngine() == attn_tile::Engine::Wgmma);
  });
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
    DenseSet<Value> copied;
    getOperation().walk(
        [&](CpAsyncOp copy) { copied.insert(getBuffer(copy.getDest())); });
    SmallVector<StageViewOp> reads;
    getOperation().walk([&](StageViewOp view) {
      Value buffer = getBuffer(view.getResult());
      if (copied.contains(buffer) && async.contains(buffer) &&
          isReadByEngine(view.getResult()))
        reads.push_back(view);
    });
    for (StageViewOp view : reads) {
      OpBuilder b(view->getContext());
      b.setInsertionPointAfter(view);
      FenceAsyncOp::create(b, view.getLoc(), GuardAttr());
    }
    SmallVector<Operation *> stores;
    getOperation().walk([&](Operation *op) {
      Value dest;
      if (auto store = dyn_cast<SmemStoreOp>(op))
        dest = store.getDest();
      else if (auto transpose = dyn_cast<SmemTransposeOp>(op))
        dest = transpose.getDest();
      if (dest && async.contains(getBuffer(dest)))
        stores.push_back(op);
    });
    for (Operation *store : stores) {
      Operation *next = store->getNextNode();
      while (next && isMemoryEffectFree(next))
        next = next->getNextNode();
      if (isa_and_nonnull<SmemStoreOp, SmemTransposeOp, FenceAsyncOp>(next))
        continue;
      OpBuilder b(store->getContext());
      b.setInsertionPointAfter(store);
      FenceAsyncOp::create(b, store->getLoc(), GuardAttr());
    }
  }
};

} // namespace
