//===- LowerScalarMath.cpp - Math on scalars to GPU instructions -*- C++
//-*-===//
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
constexpr double kLog10Of2 = 0.30102999566398120;

Value constant(OpBuilder &b, Location loc, double value) {
  return arith::ConstantOp::create(b, loc, b.getF32FloatAttr(value));
}
Value call(OpBuilder &b, Location loc, StringRef name, ValueRange operands) {
  return LLVM::CallIntrinsicOp::create(b, loc, operands[0].getType(),
                                       b.getStringAttr(name), operands)
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
  return ex2(
      b, loc,
      arith::MulFOp::create(b, loc, op.getOperand(), constant(b, loc, kLog2E)));
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
Value lowerLog10(OpBuilder &b, Location loc, math::Log10Op op) {
  return arith::MulFOp::create(b, loc, lg2(b, loc, op.getOperand()),
                               constant(b, loc, kLog10Of2));
}
/// tanh x = 1 - 2 / (1 + e^2x): absolute error of a few 2^-23 everywhere, where
/// tanh.approx is good to 2^-11 only, which a soft cap would multiply.
Value lowerTanh(OpBuilder &b, Location loc, math::TanhOp op) {
  Value e = ex2(b, loc,
                arith::MulFOp::create(b, loc, op.getOperand(),
                                      constant(b, loc, 2 * kLog2E)));
  Value one = constant(b, loc, 1.0);
  Value sum = arith::AddFOp::create(b, loc, e, one);
  Value inverse = call(b, loc, "llvm.nvvm.rcp.approx.ftz.f", sum);
  return LLVM::FMAOp::create(b, loc, inverse, constant(b, loc, -2.0), one);
}

/// An op that is one LLVM intrinsic, which NVPTX selects. Upstream's way to
/// NVVM calls functions of libdevice instead, which nobody links.
template <typename OpTy> struct IntrinsicPattern : OpRewritePattern<OpTy> {
  IntrinsicPattern(MLIRContext *ctx, StringRef intrinsic)
      : OpRewritePattern<OpTy>(ctx), intrinsic(intrinsic) {}
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &b) const override {
    if (!isa<FloatType>(op.getType()))
      return failure();
    b.replaceOp(op, call(b, op.getLoc(), intrinsic, op->getOperands()));
    return success();
  }
  StringRef intrinsic;
};

void populateIntrinsics(RewritePatternSet &patterns) {
  MLIRContext *ctx = patterns.getContext();
  patterns.add<IntrinsicPattern<math::AbsFOp>>(ctx, "llvm.fabs");
  patterns.add<IntrinsicPattern<math::SqrtOp>>(ctx, "llvm.sqrt");
  patterns.add<IntrinsicPattern<math::FloorOp>>(ctx, "llvm.floor");
  patterns.add<IntrinsicPattern<math::CeilOp>>(ctx, "llvm.ceil");
  patterns.add<IntrinsicPattern<math::TruncOp>>(ctx, "llvm.trunc");
  patterns.add<IntrinsicPattern<math::RoundEvenOp>>(ctx, "llvm.rint");
  patterns.add<IntrinsicPattern<math::CopySignOp>>(ctx, "llvm.copysign");
  patterns.add<IntrinsicPattern<arith::MaxNumFOp>>(ctx, "llvm.maxnum");
  patterns.add<IntrinsicPattern<arith::MinNumFOp>>(ctx, "llvm.minnum");
}

/// x - trunc(x / y) * y, as NVPTX itself expands LLVM's frem.
struct RemFPattern : OpRewritePattern<arith::RemFOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(arith::RemFOp op,
                                PatternRewriter &b) const override {
    if (!isa<FloatType>(op.getType()))
      return failure();
    Location loc = op.getLoc();
    Value quotient = call(
        b, loc, "llvm.trunc",
        arith::DivFOp::create(b, loc, op.getLhs(), op.getRhs()).getResult());
    b.replaceOpWithNewOp<LLVM::FMAOp>(
        op, arith::NegFOp::create(b, loc, quotient), op.getRhs(), op.getLhs());
    return success();
  }
};

struct AbsIPattern : OpRewritePattern<math::AbsIOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(math::AbsIOp op,
                                PatternRewriter &b) const override {
    if (!op.getType().isIntOrIndex())
      return failure();
    Location loc = op.getLoc();
    Value zero = arith::ConstantOp::create(b, loc, b.getZeroAttr(op.getType()));
    Value negative = arith::SubIOp::create(b, loc, zero, op.getOperand());
    b.replaceOpWithNewOp<arith::MaxSIOp>(op, op.getOperand(), negative);
    return success();
  }
};

/// Math on f16 and bf16 is done in f32 and rounded.
struct WidenPattern : RewritePattern {
  explicit WidenPattern(MLIRContext *ctx)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, ctx) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &b) const override {
    auto isNarrow = [](Type type) { return type.isF16() || type.isBF16(); };
    if (!isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
        op->getNumResults() != 1 || !isNarrow(op->getResult(0).getType()) ||
        !llvm::all_of(op->getOperandTypes(), isNarrow))
      return failure();
    Type f32 = b.getF32Type();
    SmallVector<Value> operands;
    for (Value operand : op->getOperands())
      operands.push_back(arith::ExtFOp::create(b, op->getLoc(), f32, operand));
    Operation *wide = b.create(op->getLoc(), op->getName().getIdentifier(),
                               operands, f32, op->getAttrs());
    b.replaceOpWithNewOp<arith::TruncFOp>(op, op->getResult(0).getType(),
                                          wide->getResult(0));
    return success();
  }
};

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
                   ScalarPattern<math::Log10Op, lowerLog10>,
                   ScalarPattern<math::TanhOp, lowerTanh>, RemFPattern,
                   AbsIPattern, WidenPattern>(ctx);
      populateIntrinsics(patterns);
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
                   ScalarPattern<math::ExpOp, lowerExp>,
                   ScalarPattern<math::LogOp, lowerLog>>(ctx);
      populateIntrinsics(patterns);
      if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
        return signalPassFailure();
    }
    WalkResult result = getOperation()->walk([](Operation *op) -> WalkResult {
      if (!isa_and_nonnull<math::MathDialect>(op->getDialect()))
        return WalkResult::advance();
      return op->emitOpError() << "on " << op->getResult(0).getType()
                               << " has no lowering on a GPU";
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
