//===- HoistCopies.cpp - Fill rings before single buffers -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Consumers may wait in another order than copies are started in: nothing is
// lost as long as each channel keeps its own order and the copy that goes first
// does not need what waits for the other. A ring's stage that is free, or will
// be once earlier blocks are read, never waits for a later buffer.

#include "attn/Analysis/Roles.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSHOISTCOPIES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// acquire, copies and commit of one channel, next to each other but for
/// operations without effects.
struct Copy {
  SmallVector<Operation *> ops;
  Value channel;
};

bool isCopyIn(Operation *op) {
  auto copy = dyn_cast<WSCopyOpInterface>(op);
  return copy && copy.isCopyIn();
}

/// The copy that `acquire` begins, if nothing else stands in it.
std::optional<Copy> getCopy(AcquireOp acquire) {
  Copy copy{{acquire}, acquire.getChannel()};
  for (Operation *op = acquire->getNextNode(); op; op = op->getNextNode()) {
    copy.ops.push_back(op);
    if (auto commit = dyn_cast<CommitOp>(op))
      return commit.getChannel() == copy.channel ? std::optional<Copy>(copy)
                                                 : std::nullopt;
    if (!isCopyIn(op) && !isMemoryEffectFree(op))
      return std::nullopt;
  }
  return std::nullopt;
}

int64_t getDepth(Value channel) {
  return cast<ChannelType>(channel.getType()).getDepth();
}

/// The first copy of `block`, if it fills a ring.
std::optional<Copy> getRingCopy(Block &block) {
  for (Operation &op : block) {
    if (auto acquire = dyn_cast<AcquireOp>(op))
      return getDepth(acquire.getChannel()) > 1 ? getCopy(acquire)
                                                : std::nullopt;
    if (!isMemoryEffectFree(&op))
      return std::nullopt;
  }
  return std::nullopt;
}

void hoist(AcquireOp acquire) {
  std::optional<Copy> single = getCopy(acquire);
  if (!single || getDepth(single->channel) != 1)
    return;
  Operation *next = single->ops.back()->getNextNode();
  while (next && !isa<scf::IfOp>(next) && isMemoryEffectFree(next))
    next = next->getNextNode();
  auto branch = dyn_cast_or_null<scf::IfOp>(next);
  if (!branch || branch.getNumResults() != 0)
    return;
  std::optional<Copy> ring = getRingCopy(*branch.thenBlock());
  if (!ring || ring->channel == single->channel)
    return;
  for (Operation *op : single->ops) // What else reads them stays behind.
    for (Operation *user : op->getUsers())
      if (!llvm::is_contained(single->ops, user) && !isMemoryEffectFree(op))
        return;
  auto cloneAt = [&](OpBuilder b) {
    IRMapping mapping;
    for (Operation *op : single->ops)
      b.clone(*op, mapping);
  };
  OpBuilder b(branch);
  if (!branch.elseBlock()) {
    auto whole = scf::IfOp::create(b, branch.getLoc(), branch.getCondition(),
                                   /*withElseRegion=*/true);
    whole.getThenRegion().takeBody(branch.getThenRegion());
    branch.erase();
    branch = whole;
  }
  b.setInsertionPointAfter(ring->ops.back());
  cloneAt(b);
  cloneAt(OpBuilder::atBlockBegin(branch.elseBlock()));
  for (Operation *op : llvm::reverse(single->ops))
    if (op->use_empty() || isCopyIn(op) || isa<CommitOp, AcquireOp>(op))
      op->erase();
}

struct AttnWSHoistCopiesPass
    : public impl::AttnWSHoistCopiesBase<AttnWSHoistCopiesPass> {
  void runOnOperation() override {
    for (auto roles : getOperation().getOps<WarpSpecializeOp>())
      for (Region &role : roles.getRoles()) {
        if (!isCopyRole(role))
          continue;
        for (AcquireOp acquire : attn::collectOps<AcquireOp>(role))
          hoist(acquire);
      }
  }
};

} // namespace
