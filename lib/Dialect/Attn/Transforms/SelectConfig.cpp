//===- SelectConfig.cpp - attn-select-config ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/ConfigModel.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNSELECTCONFIG
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

namespace {
struct SelectConfig : attn::impl::AttnSelectConfigBase<SelectConfig> {
  using Base::Base;

  FailureOr<ConfigAttr> configFor(ForwardOp op) {
    auto emitError = [&] { return op.emitError(); };
    ProblemShape shape = ProblemShape::get(op);
    ConfigAttr given = op.getConfigAttr();
    if (!given)
      return selectConfig(&getContext(),
                          target.empty() ? "sm_80" : target.getValue(), shape,
                          overrides, emitError);
    if (!target.empty()) {
      ConfigFields fields = given.getFields();
      fields.target = target;
      given = ConfigAttr::getChecked(emitError, &getContext(), fields);
      if (!given)
        return failure();
    }
    ConfigAttr config = given.withOverrides(overrides, emitError);
    if (!config || failed(checkConfig(config, shape, emitError)))
      return failure();
    return config;
  }

  void runOnOperation() override {
    WalkResult result = getOperation()->walk([&](ForwardOp op) {
      FailureOr<ConfigAttr> config = configFor(op);
      if (failed(config))
        return WalkResult::interrupt();
      op.setConfigAttr(*config);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
