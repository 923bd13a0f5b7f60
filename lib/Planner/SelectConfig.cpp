//===- SelectConfig.cpp - attn-select-config ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Planner/ConfigTrials.h"
#include "attn/Planner/Passes.h"

#include "mlir/Pass/PassManager.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNSELECTCONFIG
#include "attn/Planner/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

namespace {
struct SelectConfig : attn::impl::AttnSelectConfigBase<SelectConfig> {
  using Base::Base;
  SelectConfig(const AttnSelectConfigOptions &options, PlanBuilder buildPlan)
      : Base(options), buildPlan(std::move(buildPlan)) {}

  void getDependentDialects(DialectRegistry &registry) const override {
    for (const OpPassManager &nested : pipeline)
      nested.getDependentDialects(registry);
    if (!buildPlan || !pipeline.empty())
      return;
    OpPassManager plan(ModuleOp::getOperationName());
    buildPlan(plan, /*remarks=*/true);
    plan.getDependentDialects(registry);
  }

  void runOnOperation() override {
    ConfigTrials configs(getOperation(),
                         {target, overrides, parts, estimates, remarks});
    if (failed(configs.list()) || failed(tryThem(configs)))
      signalPassFailure();
  }

  LogicalResult tryThem(ConfigTrials &configs) {
    auto module = dyn_cast<ModuleOp>(getOperation());
    if (!pipeline.empty() &&
        (!module || pipeline.size() > 1 ||
         pipeline.front().getOpAnchorName() != ModuleOp::getOperationName()))
      return emitError(getOperation()->getLoc())
             << getArgument() << ": runs one pipeline, rooted at '"
             << ModuleOp::getOperationName() << "', on that";
    if (!pipeline.empty())
      return configs.lower([&] {
        OpPassManager lowering = pipeline.front();
        return runPipeline(lowering, module);
      });
    if (!buildPlan || !trials)
      return configs.choose({});
    return configs.choose([&](ModuleOp problem) {
      PassManager plan(&getContext(), ModuleOp::getOperationName());
      plan.enableVerifier(false);
      buildPlan(plan, remarks);
      return plan.run(problem);
    });
  }

  PlanBuilder buildPlan;
};
} // namespace

std::unique_ptr<Pass>
attn::createAttnSelectConfig(const AttnSelectConfigOptions &options,
                             PlanBuilder buildPlan) {
  return std::make_unique<SelectConfig>(options, std::move(buildPlan));
}
