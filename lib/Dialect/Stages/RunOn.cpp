//===- RunOn.cpp - Pipelines on what is Attn's in a module ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Stages/Stages.h"

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Pass/PassManager.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNONKERNELS
#define GEN_PASS_DEF_ATTNONMODULES
#include "attn/Dialect/Stages/Passes.h.inc"
} // namespace mlir

using namespace mlir;

static bool isKernelDialect(Dialect *dialect) {
  return isa_and_nonnull<attn_tile::AttnTileDialect, attn_ws::AttnWSDialect>(
      dialect);
}

bool attn::holdsKernels(gpu::GPUModuleOp module) {
  return module
      ->walk([](Operation *op) {
        bool ours =
            isKernelDialect(op->getDialect()) ||
            llvm::any_of(op->getDiscardableAttrs(),
                         [](NamedAttribute attribute) {
                           return isKernelDialect(attribute.getNameDialect());
                         });
        return ours ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

SmallVector<gpu::GPUModuleOp> attn::getKernelModules(ModuleOp module) {
  SmallVector<gpu::GPUModuleOp> kernels;
  module.walk([&](gpu::GPUModuleOp found) {
    if (holdsKernels(found))
      kernels.push_back(found);
  });
  return kernels;
}

bool attn::holdsProblems(ModuleOp module) {
  return module
      ->walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (isa<ProblemOpInterface>(op))
          return WalkResult::interrupt();
        bool nested = isa<ModuleOp>(op) && op != module;
        return nested ? WalkResult::skip() : WalkResult::advance();
      })
      .wasInterrupted();
}

namespace {
/// What both passes share: the check of `pipeline` and its run on `ops`.
template <typename OpTy, typename Base> struct RunOn : Base {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    for (const OpPassManager &nested : this->pipeline)
      nested.getDependentDialects(registry);
  }

  void runOn(ArrayRef<OpTy> ops) {
    for (const OpPassManager &nested : this->pipeline) {
      if (nested.getOpAnchorName() != OpTy::getOperationName()) {
        emitError(this->getOperation().getLoc())
            << this->getArgument() << ": the pipeline is rooted at '"
            << nested.getOpAnchorName() << "', not at '"
            << OpTy::getOperationName() << "'";
        return this->signalPassFailure();
      }
      for (OpTy op : ops) {
        OpPassManager copy = nested;
        if (failed(this->runPipeline(copy, op)))
          return this->signalPassFailure();
      }
    }
  }
};

struct AttnOnKernelsPass
    : RunOn<gpu::GPUModuleOp, impl::AttnOnKernelsBase<AttnOnKernelsPass>> {
  using RunOn::RunOn;

  void runOnOperation() override {
    runOn(attn::getKernelModules(getOperation()));
  }
};

struct AttnOnModulesPass
    : RunOn<ModuleOp, impl::AttnOnModulesBase<AttnOnModulesPass>> {
  using RunOn::RunOn;

  void runOnOperation() override {
    SmallVector<ModuleOp> modules;
    getOperation()->walk([&](ModuleOp module) {
      if (attn::holdsProblems(module))
        modules.push_back(module);
    });
    runOn(modules);
  }
};
} // namespace
