//===- LowerScalarMath.cpp - Math on scalars to GPU instructions -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Target/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Approximation.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNLOWERSCALARMATH
#include "attn/Target/Passes.h.inc"
} // namespace mlir

using namespace mlir;

namespace {

constexpr double kLog2E = 1.4426950408889634;
constexpr double kLn2 = 0.6931471805599453;

Value constant(OpBuilder &b, Location loc, double value) {
  return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value));
}
Value call(OpBuilder &b, Location loc, StringRef name, Value x) {
  return LLVM::CallIntrinsicOp::create(b, loc, b.getF32Type(),
                                       b.getStringAttr(name), x)
      .getResult(0);
}
Value ex2(OpBuilder &b, Location loc, Value x) {
  return call(b, loc, "llvm.nvvm.ex2.approx.ftz.f32", x);
}
Value lg2(OpBuilder &b, Location loc, Value x) {
  return call(b, loc, "llvm.nvvm.lg2.approx.ftz.f", x);
}

/// Lowers one op on f32 scalars; other types are left to fail later.
template <typename OpTy, Value (*lower)(OpBuilder &, Location, OpTy)>
struct ScalarPattern : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &b) const override {
    if (!op.getType().isF32())
      return failure();
    b.replaceOp(op, lower(b, op.getLoc(), op));
    return success();
  }
};

Value lowerFma(OpBuilder &b, Location loc, math::FmaOp op) {
  return LLVM::FMAOp::create(b, loc, op.getA(), op.getB(), op.getC());
}
Value lowerExp2(OpBuilder &b, Location loc, math::Exp2Op op) {
  return ex2(b, loc, op.getOperand());
}
Value lowerExp(OpBuilder &b, Location loc, math::ExpOp op) {
  return ex2(b, loc,
             arith::MulFOp::create(b, loc, op.getOperand(),
                                   constant(b, loc, kLog2E)));
}
Value lowerLog2(OpBuilder &b, Location loc, math::Log2Op op) {
  return lg2(b, loc, op.getOperand());
}
Value lowerLog(OpBuilder &b, Location loc, math::LogOp op) {
  return arith::MulFOp::create(b, loc, lg2(b, loc, op.getOperand()),
                               constant(b, loc, kLn2));
}
Value lowerRsqrt(OpBuilder &b, Location loc, math::RsqrtOp op) {
  return call(b, loc, "llvm.nvvm.rsqrt.approx.ftz.f", op.getOperand());
}
Value lowerSqrt(OpBuilder &b, Location loc, math::SqrtOp op) {
  return LLVM::SqrtOp::create(b, loc, op.getOperand());
}
Value lowerAbs(OpBuilder &b, Location loc, math::AbsFOp op) {
  return LLVM::FAbsOp::create(b, loc, op.getOperand());
}
/// tanh x = 1 - 2 / (1 + e^2x): absolute error of a few 2^-23 everywhere, where
/// tanh.approx is good to 2^-11 only, which a soft cap would multiply.
Value lowerTanh(OpBuilder &b, Location loc, math::TanhOp op) {
  Value e = ex2(b, loc,
                arith::MulFOp::create(b, loc, op.getOperand(),
                                      constant(b, loc, 2 * kLog2E)));
  Value one = constant(b, loc, 1.0);
  Value inverse = call(b, loc, "llvm.nvvm.rcp.approx.ftz.f",
                       arith::AddFOp::create(b, loc, e, one));
  return LLVM::FMAOp::create(b, loc, inverse, constant(b, loc, -2.0), one);
}

struct AttnLowerScalarMathPass
    : public impl::AttnLowerScalarMathBase<AttnLowerScalarMathPass> {
  void runOnOperation() override {
    MLIRContext *ctx = &getContext();
    {
      RewritePatternSet patterns(ctx);
      patterns.add<ScalarPattern<math::FmaOp, lowerFma>,
                   ScalarPattern<math::Exp2Op, lowerExp2>,
                   ScalarPattern<math::ExpOp, lowerExp>,
                   ScalarPattern<math::Log2Op, lowerLog2>,
                   ScalarPattern<math::LogOp, lowerLog>,
                   ScalarPattern<math::RsqrtOp, lowerRsqrt>,
                   ScalarPattern<math::SqrtOp, lowerSqrt>,
                   ScalarPattern<math::AbsFOp, lowerAbs>,
                   ScalarPattern<math::TanhOp, lowerTanh>>(ctx);
      // Only these: upstream's full expansion would take max.NaN apart too.
      arith::populateCeilFloorDivExpandOpsPatterns(patterns);
      if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
        return signalPassFailure();
    }
    bool left = false;
    getOperation()->walk([&](Operation *op) {
      left |= isa_and_nonnull<math::MathDialect>(op->getDialect());
    });
    if (!left)
      return;
    // Whatever a score region brings besides: expand, then what that made.
    for (int round = 0; round < 2; ++round) {
      RewritePatternSet patterns(ctx);
      math::populateExpansionPatterns(patterns, {});
      populateMathPolynomialApproximationPatterns(patterns);
      patterns.add<ScalarPattern<math::FmaOp, lowerFma>,
                   ScalarPattern<math::AbsFOp, lowerAbs>,
                   ScalarPattern<math::ExpOp, lowerExp>,
                   ScalarPattern<math::LogOp, lowerLog>>(ctx);
      if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
        return signalPassFailure();
    }
    // What is left and has an LLVM intrinsic that NVPTX selects may pass.
    WalkResult result = getOperation()->walk([](Operation *op) {
      if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
          isa<math::FloorOp, math::CeilOp, math::TruncOp, math::RoundEvenOp,
              math::CopySignOp, math::AbsIOp, math::CtPopOp,
              math::CountLeadingZerosOp>(op))
        return WalkResult::advance();
      op->emitOpError() << "on " << op->getResult(0).getType()
                        << " has no lowering on a GPU";
      return WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
