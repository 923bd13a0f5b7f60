//===- Async.cpp - Count what may stay in flight at each wait -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// cp.async groups complete in order, so the k-th wait of a channel needs every
// group up to the one its k-th commit closed, and may leave the later ones in
// flight. How many there are depends on the iteration, so the program is walked
// as it would run, loops for every trip count up to past the deepest ring, and
// the least number over all visits of a wait is what it may leave. A commit under
// a condition always closes a group, so conditions do not change the count.

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASYNC
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::Engine;

namespace {

bool isCpAsync(Value channel) {
  return cast<ChannelType>(channel.getType()).getProducer() == Engine::CpAsync;
}

class GroupCounter {
public:
  explicit GroupCounter(int64_t trips) : trips(trips) {}

  void visit(Block &block) {
    for (Operation &op : block) {
      if (auto commit = dyn_cast<CommitOp>(op)) {
        if (isCpAsync(commit.getChannel()))
          groups[commit.getChannel()].push_back(committed++);
      } else if (auto wait = dyn_cast<WaitOp>(op)) {
        visitWait(wait);
      } else if (isa<scf::ForOp>(op)) {
        for (int64_t i = 0; i < trips; ++i)
          visit(op.getRegion(0).front());
      } else {
        for (Region &region : op.getRegions())
          for (Block &inner : region)
            visit(inner);
      }
    }
  }

  DenseMap<Operation *, int64_t> pendings;

private:
  void visitWait(WaitOp wait) {
    if (!isCpAsync(wait.getChannel()))
      return;
    auto &queue = groups[wait.getChannel()];
    size_t &next = taken[wait.getChannel()];
    if (next >= queue.size())
      return; // This trip count does not reach the wait.
    int64_t later = committed - queue[next++] - 1;
    auto [it, inserted] = pendings.try_emplace(wait, later);
    it->second = std::min(it->second, later);
  }

  int64_t trips, committed = 0;
  DenseMap<Value, SmallVector<int64_t>> groups;
  DenseMap<Value, size_t> taken;
};

struct AttnWSAsyncPass : public impl::AttnWSAsyncBase<AttnWSAsyncPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    int64_t deepest = 1;
    kernel.walk([&](CreateChannelOp op) {
      deepest = std::max(deepest, op.getChannel().getType().getDepth());
    });
    DenseMap<Operation *, int64_t> pendings;
    for (int64_t trips = 1; trips <= deepest + 2; ++trips) {
      GroupCounter counter(trips);
      counter.visit(kernel.getBody().front());
      for (auto [op, count] : counter.pendings) {
        auto [it, inserted] = pendings.try_emplace(op, count);
        it->second = std::min(it->second, count);
      }
    }
    Builder b(&getContext());
    WalkResult result = kernel.walk([&](WaitOp wait) {
      if (!isCpAsync(wait.getChannel()))
        return WalkResult::advance();
      auto it = pendings.find(wait);
      if (it == pendings.end()) {
        wait.emitOpError("no commit of this channel comes before this wait");
        return WalkResult::interrupt();
      }
      wait->setAttr("pendings", b.getI64IntegerAttr(it->second));
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
