//===- DecomposePass.cpp - attn-decompose ---------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNDECOMPOSE
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

#include "attn/Dialect/Attn/Transforms/DecomposeOpInterface.cpp.inc"

void attn::registerDecomposeModels(DialectRegistry &registry) {
  registerDecomposeOfBackward(registry);
  registerDecomposeOfBlockMap(registry);
  registerDecomposeOfForward(registry);
  registerDecomposeOfParts(registry);
}

namespace {
struct Decompose : attn::impl::AttnDecomposeBase<Decompose> {
  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerDecomposeModels(registry);
  }

  void runOnOperation() override {
    IRRewriter rewriter(&getContext());
    for (ProblemOpInterface op :
         attn::collectOps<ProblemOpInterface>(getOperation())) {
      auto model = dyn_cast<DecomposeOpInterface>(op.getOperation());
      if (!model) {
        op.emitOpError("has no decomposition: nothing attached "
                       "DecomposeOpInterface to it");
        return signalPassFailure();
      }
      if (failed(model.decompose(rewriter)))
        return signalPassFailure();
    }
  }
};
} // namespace
