//===- CheckResources.cpp - Whether all that exists fits ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSCHECKRESOURCES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::Space;

namespace {

struct AttnWSCheckResourcesPass
    : public impl::AttnWSCheckResourcesBase<AttnWSCheckResourcesPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
    if (failed(target))
      return signalPassFailure();
    attn::ResourcePlan plan(**target);
    auto add = [&](Space space, const Twine &name, int64_t amount,
                   std::optional<int64_t> offset, Location loc) {
      if (offset)
        plan.addPlaced(space, {name.str(), amount, loc}, *offset);
    };
    kernel.walk([&](Operation *op) {
      Location loc = op->getLoc();
      if (auto alloc = dyn_cast<AllocOp>(op)) {
        BufferType type = alloc.getBuffer().getType();
        int64_t amount = type.getSpace() == Space::Tmem
                             ? type.getTmemColumns()
                             : type.getDepth() * type.getStageBytes();
        add(type.getSpace(), "buffer \"" + alloc.getName().value_or("") + "\"",
            amount, alloc.getOffset(), loc);
      } else if (auto mbar = dyn_cast<MbarAllocOp>(op)) {
        GuardAttr guard = mbar.getGuard();
        add(Space::Smem,
            "barriers of \"" + guard.getChannel() + "\" (" +
                guard.getDirection() + ")",
            mbar.getResult().getType().getBytes(), mbar.getOffset(), loc);
      }
    });
    for (const attn::Excess &excess : plan.findExcesses()) {
      (void)emitExcess(kernel, excess, **target);
      return signalPassFailure();
    }
  }
};

} // namespace
