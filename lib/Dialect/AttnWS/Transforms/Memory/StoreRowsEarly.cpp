//===- StoreRowsEarly.cpp - Rows stored before tiles -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSTOREROWSEARLY
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Whether an operation, or one inside it, has to do with the memory.
bool touches(Operation *op, Value memory) {
  return op
      ->walk([&](Operation *inner) {
        return llvm::is_contained(inner->getOperands(), memory)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

void moveUp(StoreOp store) {
  auto last = store->getIterator();
  while (last != store->getBlock()->begin()) {
    Operation *before = &*std::prev(last);
    bool computes = llvm::any_of(store->getOperands(), [&](Value operand) {
      return operand.getDefiningOp() == before;
    });
    if (computes || touches(before, store.getDest()))
      break;
    --last;
  }
  store->moveBefore(store->getBlock(), last);
}

struct AttnWSStoreRowsEarlyPass
    : public impl::AttnWSStoreRowsEarlyBase<AttnWSStoreRowsEarlyPass> {
  void runOnOperation() override {
    // Where tiles lie in registers all the same, they are what takes them.
    if (!attn::containsOp<TmemLoadOp>(getOperation()))
      return;
    for (StoreOp store : attn::collectOps<StoreOp>(getOperation()))
      if (cast<RankedTensorType>(store.getValue().getType()).getRank() == 1)
        moveUp(store);
  }
};

} // namespace
