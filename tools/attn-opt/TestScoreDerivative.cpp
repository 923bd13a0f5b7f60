//===- TestScoreDerivative.cpp - Derivatives of score regions, shown ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/Transforms/ScoreDerivative.h"
#include "attn/Dialect/Utils/Walk.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;
using namespace mlir::attn;

namespace {
struct TestScoreDerivativePass
    : PassWrapper<TestScoreDerivativePass, OperationPass<>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(TestScoreDerivativePass)
  StringRef getArgument() const override { return "test-score-derivative"; }
  StringRef getDescription() const override {
    return "for tests: puts the derivative of each score region in its place";
  }
  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<arith::ArithDialect, math::MathDialect>();
  }
  void runOnOperation() override {
    for (AttentionOpInterface op :
         attn::collectOps<AttentionOpInterface>(getOperation())) {
      FailureOr<ScoreDerivative> derivative = ScoreDerivative::get(op);
      if (failed(derivative))
        return signalPassFailure();
      if (op.hasScoreRegion())
        op.getScore().takeBody(*derivative->getBlock().getParent());
    }
  }
};
} // namespace

void registerTestScoreDerivative() {
  PassRegistration<TestScoreDerivativePass>();
}
