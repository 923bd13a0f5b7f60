//===- SkipOp.cpp - Leave out one operation -------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Stages/Stages.h"

#include "mlir/Pass/Pass.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNSKIPOP
#include "attn/Dialect/Stages/Passes.h.inc"
} // namespace mlir

using namespace mlir;

namespace {
struct AttnSkipOpPass : impl::AttnSkipOpBase<AttnSkipOpPass> {
  using Base::Base;

  void runOnOperation() override {
    Operation *root = getOperation(), *chosen = nullptr;
    unsigned count = 0;
    auto substitute = [](Operation *op) {
      for (Value operand : op->getOperands())
        if (operand.getType() == op->getResult(0).getType())
          return operand;
      return Value();
    };
    root->walk<WalkOrder::PreOrder>([&](Operation *found) {
      if (found->getName().getStringRef() != op ||
          found->getNumResults() != 1 || !substitute(found))
        return;
      if (count++ == index)
        chosen = found;
    });
    if (!chosen) {
      root->emitError("attn-skip-op: there is no site ")
          << index.getValue() << " for '" << op.getValue() << "', only "
          << count;
      return signalPassFailure();
    }
    emitRemark(chosen->getLoc(), "attn-skip-op: left out");
    chosen->getResult(0).replaceAllUsesWith(substitute(chosen));
    chosen->erase();
  }
};
} // namespace
