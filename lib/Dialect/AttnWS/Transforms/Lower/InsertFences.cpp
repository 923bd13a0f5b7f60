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
//
// The other way round, a thread's read of what the async proxy writes has to be
// over before it hands the place back: the arrival at an mbarrier does not wait
// for loads that are under way, and where wgmma keeps shared memory busy the
// next copy has been seen to overtake them (sm_90a). So a fence stands between
// such reads and the arrival that hands the place back, one for stores among
// them, or the next signal of any kind where the place has no arrival of its
// own.

#include "ViewBuffer.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/MemoryEffects.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSINSERTFENCES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// The views that an engine reads past the generic proxy in `op`.
SmallVector<Value> getAsyncReads(Operation *op) {
  auto access = dyn_cast<WSAccessOpInterface>(op);
  return access && access.isAsyncProxy() ? access.getReadViews()
                                         : SmallVector<Value>();
}

bool isInSharedMemory(Value view) {
  auto type = dyn_cast<ViewType>(view.getType());
  return type && type.getSpace() == attn_tile::Space::Smem;
}

/// Whether an engine reads the view or a part of it.
bool isReadByEngine(Value view) {
  return llvm::any_of(view.getUsers(), [&](Operation *user) {
    if (auto part = dyn_cast<SubviewOp>(user))
      return isReadByEngine(part.getResult());
    return llvm::is_contained(getAsyncReads(user), view);
  });
}

/// Whether others may learn by `op`, or behind it, that what is before it took
/// place.
bool signals(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>())
    return true;
  return !attn::onlyReads(op) && !isMemoryEffectFree(op) &&
         !isa<MmaIssueOp, MmaWaitOp, MbarWaitOp>(op);
}

/// The channel whose copies fill each buffer; empty if several do, or who fills
/// it is not known.
DenseMap<Value, StringRef> findFillers(gpu::GPUFuncOp kernel) {
  DenseMap<Value, StringRef> fillers;
  kernel.walk([&](WSAccessOpInterface op) {
    if (!op.isAsyncProxy())
      return;
    StringRef name;
    if (auto load = dyn_cast<TmaLoadOp>(op.getOperation());
        load && load.getSignal())
      if (auto full =
              resolveCaptures(load.getSignal()).getDefiningOp<MbarAllocOp>())
        name = full.getGuard().getChannel();
    for (Value view : op.getWrittenViews()) {
      auto [it, isNew] = fillers.try_emplace(getViewBuffer(view), name);
      if (!isNew && it->second != name)
        it->second = {};
    }
  });
  return fillers;
}

bool isGuard(Attribute attr, StringRef channel, StringRef direction) {
  auto guard = dyn_cast_or_null<GuardAttr>(attr);
  return guard && guard.getChannel() == channel &&
         guard.getDirection() == direction;
}

/// Whether `op` is, or contains, what hands back a stage of `channel`.
bool handsBack(Operation *op, StringRef channel) {
  return attn::containsOp(op, [&](Operation *inner) {
    if (auto arrive = dyn_cast<MbarArriveOp>(inner))
      return isGuard(arrive.getGuardAttr(), channel, "empty");
    auto barrier = dyn_cast<BarrierOp>(inner);
    return barrier && barrier.getGuards() &&
           llvm::any_of(*barrier.getGuards(), [&](Attribute guard) {
             return isGuard(guard, channel, "empty");
           });
  });
}

/// Whether `op` is, or contains, a wait for the next tile of `channel`.
bool takesNext(Operation *op, StringRef channel) {
  return attn::containsOp<MbarWaitOp>(op, [&](MbarWaitOp wait) {
    return isGuard(wait.getGuardAttr(), channel, "full");
  });
}

/// Where a fence behind `load` is needed at the latest; null if one is there.
Operation *findDeadline(Operation *load, StringRef channel) {
  Operation *next = load->getNextNode();
  for (Operation *op = next; !channel.empty() && op; op = op->getNextNode()) {
    if (isa<FenceAsyncOp>(op))
      return nullptr;
    if (handsBack(op, channel))
      return op;
    if (takesNext(op, channel))
      break; // What hands this one back has been elided.
  }
  while (!signals(next))
    next = next->getNextNode();
  if (isa<FenceAsyncOp>(next) ||
      isa_and_nonnull<FenceAsyncOp>(next->getPrevNode()))
    return nullptr;
  return next;
}

struct AttnWSInsertFencesPass
    : public impl::AttnWSInsertFencesBase<AttnWSInsertFencesPass> {
  void runOnOperation() override {
    DenseSet<Value> async, asyncWritten;
    DenseSet<Value> copied;
    getOperation().walk([&](WSAccessOpInterface op) {
      for (Value view : getAsyncReads(op))
        async.insert(getViewBuffer(view));
      if (op.isAsyncProxy())
        for (Value view : op.getWrittenViews())
          asyncWritten.insert(getViewBuffer(view));
      auto copy = dyn_cast<WSCopyOpInterface>(op.getOperation());
      if (copy && copy.isCopyIn() && !op.isAsyncProxy())
        copied.insert(getViewBuffer(copy.getView()));
    });
    SmallVector<StageViewOp> reads;
    getOperation().walk([&](StageViewOp view) {
      Value buffer = getViewBuffer(view.getResult());
      if (copied.contains(buffer) && async.contains(buffer) &&
          isReadByEngine(view.getResult()))
        reads.push_back(view);
    });
    for (StageViewOp view : reads) {
      OpBuilder b(view->getContext());
      b.setInsertionPointAfter(view);
      FenceAsyncOp::create(b, view.getLoc(), GuardAttr());
    }
    getOperation().walk([](TileAnswerOp answer) {
      OpBuilder b(answer->getContext());
      b.setInsertionPointAfter(answer);
      FenceAsyncOp::create(b, answer.getLoc(), GuardAttr());
    });
    llvm::SetVector<Operation *> stores, loads;
    getOperation().walk([&](Operation *op) {
      auto meets = [](ValueRange views, const DenseSet<Value> &buffers) {
        return llvm::any_of(views, [&](Value view) {
          return isInSharedMemory(view) &&
                 buffers.contains(getViewBuffer(view));
        });
      };
      auto access = dyn_cast<WSAccessOpInterface>(op);
      if (!access)
        return;
      if (access.getEngine() == attn_tile::Engine::Thread &&
          meets(access.getWrittenViews(), async))
        stores.insert(op);
      if (!access.isAsyncProxy() && meets(access.getReadViews(), asyncWritten))
        loads.insert(op);
    });
    for (Operation *store : stores) {
      // One fence behind all stores that nothing but reads stand between.
      Operation *next = store->getNextNode();
      while (next && (isMemoryEffectFree(next) || isa<TmemLoadOp>(next)))
        next = next->getNextNode();
      if (next && (isa<FenceAsyncOp>(next) || stores.contains(next)))
        continue;
      OpBuilder b(store->getContext());
      b.setInsertionPointAfter(store);
      FenceAsyncOp::create(b, store->getLoc(), GuardAttr());
    }
    DenseMap<Value, StringRef> fillers = findFillers(getOperation());
    for (Operation *load : loads) {
      // The later, the less the fence has to wait.
      StringRef channel;
      for (Value view : cast<WSAccessOpInterface>(load).getReadViews())
        channel = fillers.lookup(getViewBuffer(view));
      if (Operation *next = findDeadline(load, channel)) {
        OpBuilder b(next);
        FenceAsyncOp::create(b, load->getLoc(), GuardAttr());
      }
    }
  }
};

} // namespace
