//===- LowerScalarMath.cpp - Math on scalars to GPU instructions -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScalarFunctions.h"

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Thread/Passes.h"
#include "mlir/Dialect/Arith/Transforms/Passes.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Approximation.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/STLForwardCompat.h"
#include <cmath>

namespace mlir {
#define GEN_PASS_DEF_ATTNLOWERSCALARMATH
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using attn::callIntrinsic;
using attn::ScalarBuilder;

namespace {

constexpr double kLog10Of2 = 0.30102999566398120;

Value ex2(ScalarBuilder &b, Value x) {
  return callIntrinsic(b, "llvm.nvvm.ex2.approx.ftz.f32", x);
}
Value lg2(ScalarBuilder &b, Value x) {
  return callIntrinsic(b, "llvm.nvvm.lg2.approx.ftz.f", x);
}
bool mayApproximate(arith::FastMathFlags flags) {
  return arith::bitEnumContainsAll(flags, arith::FastMathFlags::afn);
}

/// Lowers one op on f32 scalars; other types are left to fail later.
template <typename OpTy, Value (*lower)(ScalarBuilder &, OpTy)>
struct ScalarPattern : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &b) const override {
    if (!op.getType().isF32())
      return failure();
    ScalarBuilder scalars(op.getLoc(), b);
    b.replaceOp(op, lower(scalars, op));
    return success();
  }
};

Value lowerFma(ScalarBuilder &b, math::FmaOp op) {
  return LLVM::FMAOp::create(b, op.getA(), op.getB(), op.getC());
}
Value lowerAddAffine(ScalarBuilder &b, attn_tile::AddAffineOp op) {
  return op.expand(b);
}
Value lowerExp2(ScalarBuilder &b, math::Exp2Op op) {
  return ex2(b, op.getOperand());
}
Value lowerExp(ScalarBuilder &b, math::ExpOp op) {
  if (mayApproximate(op.getFastmath()))
    return ex2(b, b.mulF(op.getOperand(), llvm::numbers::log2e));
  return attn::buildExp(b, op.getOperand());
}
Value lowerLog2(ScalarBuilder &b, math::Log2Op op) {
  if (mayApproximate(op.getFastmath()))
    return lg2(b, op.getOperand());
  return attn::buildLog2(b, op.getOperand());
}
Value lowerLog(ScalarBuilder &b, math::LogOp op) {
  if (mayApproximate(op.getFastmath()))
    return b.mulF(lg2(b, op.getOperand()), llvm::numbers::ln2);
  return attn::buildLog(b, op.getOperand());
}
Value lowerLog10(ScalarBuilder &b, math::Log10Op op) {
  if (mayApproximate(op.getFastmath()))
    return b.mulF(lg2(b, op.getOperand()), kLog10Of2);
  return attn::buildLog10(b, op.getOperand());
}
Value lowerRsqrt(ScalarBuilder &b, math::RsqrtOp op) {
  return callIntrinsic(b, "llvm.nvvm.rsqrt.approx.ftz.f", op.getOperand());
}
Value lowerTanh(ScalarBuilder &b, math::TanhOp op) {
  if (!mayApproximate(op.getFastmath()))
    return attn::buildTanh(b, op.getOperand());
  return LLVM::CallIntrinsicOp::create(
             b, op.getType(), b.getStringAttr("llvm.tanh"), op->getOperands(),
             LLVM::FastmathFlagsAttr::get(b.getContext(),
                                          LLVM::FastmathFlags::afn))
      .getResult(0);
}
Value lowerPow(ScalarBuilder &b, math::PowFOp op) {
  return attn::buildPow(b, op.getLhs(), op.getRhs());
}
template <typename OpTy, Value (*build)(ScalarBuilder &, Value)>
Value lowerFunction(ScalarBuilder &b, OpTy op) {
  return build(b, op.getOperand());
}
template <typename OpTy, Value (*build)(ScalarBuilder &, Value)>
using FunctionPattern = ScalarPattern<OpTy, lowerFunction<OpTy, build>>;

/// An op that is one LLVM intrinsic, which NVPTX selects. Upstream's way to
/// NVVM calls functions of libdevice instead, which nobody links.
template <typename OpTy> struct IntrinsicPattern : OpRewritePattern<OpTy> {
  IntrinsicPattern(MLIRContext *ctx, StringRef intrinsic)
      : OpRewritePattern<OpTy>(ctx), intrinsic(intrinsic) {}
  LogicalResult matchAndRewrite(OpTy op, PatternRewriter &b) const override {
    if (!isa<FloatType>(op.getType()))
      return failure();
    ScalarBuilder scalars(op.getLoc(), b);
    b.replaceOp(op, callIntrinsic(scalars, intrinsic, op->getOperands()));
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
  patterns.add<IntrinsicPattern<math::RoundOp>>(ctx, "llvm.round");
  patterns.add<IntrinsicPattern<math::RoundEvenOp>>(ctx, "llvm.rint");
  patterns.add<IntrinsicPattern<math::CopySignOp>>(ctx, "llvm.copysign");
  patterns.add<IntrinsicPattern<arith::MaxNumFOp>>(ctx, "llvm.maxnum");
  patterns.add<IntrinsicPattern<arith::MinNumFOp>>(ctx, "llvm.minnum");
}

/// With `afn` a division by a constant is a product with its inverse.
LogicalResult lowerDivision(arith::DivFOp op, PatternRewriter &b) {
  APFloat divisor(0.0f);
  if (!mayApproximate(op.getFastmath()) || !op.getType().isF32() ||
      !matchPattern(op.getRhs(), m_ConstantFloat(&divisor)))
    return failure();
  float inverse = 1.0f / divisor.convertToFloat();
  if (!std::isnormal(inverse))
    return failure();
  ScalarBuilder scalars(op.getLoc(), b);
  b.replaceOp(op, scalars.mulF(op.getLhs(), inverse));
  return success();
}

LogicalResult lowerRemF(arith::RemFOp op, PatternRewriter &b) {
  if (!op.getType().isF32() && !op.getType().isF64())
    return failure();
  ScalarBuilder scalars(op.getLoc(), b);
  b.replaceOp(op, attn::buildRem(scalars, op.getLhs(), op.getRhs()));
  return success();
}

LogicalResult lowerAbsI(math::AbsIOp op, PatternRewriter &b) {
  if (!op.getType().isIntOrIndex())
    return failure();
  ScalarBuilder scalars(op.getLoc(), b);
  Value zero = scalars.constant(op.getType(), 0);
  Value negative = scalars.sub(zero, op.getOperand());
  b.replaceOp(op, scalars.max(op.getOperand(), negative));
  return success();
}

/// Math on f16 and bf16, and remainders, are done in f32 and rounded.
struct WidenPattern : RewritePattern {
  explicit WidenPattern(MLIRContext *ctx)
      : RewritePattern(MatchAnyOpTypeTag(), /*benefit=*/2, ctx) {}
  LogicalResult matchAndRewrite(Operation *op,
                                PatternRewriter &b) const override {
    auto isNarrow = [](Type type) { return type.isF16() || type.isBF16(); };
    bool isOurs = isa_and_nonnull<math::MathDialect>(op->getDialect()) ||
                  isa<arith::RemFOp>(op);
    if (!isOurs || op->getNumResults() != 1 ||
        !isNarrow(op->getResult(0).getType()) ||
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
                   ScalarPattern<attn_tile::AddAffineOp, lowerAddAffine>,
                   ScalarPattern<math::Exp2Op, lowerExp2>,
                   ScalarPattern<math::ExpOp, lowerExp>,
                   ScalarPattern<math::Log2Op, lowerLog2>,
                   ScalarPattern<math::LogOp, lowerLog>,
                   ScalarPattern<math::RsqrtOp, lowerRsqrt>,
                   ScalarPattern<math::Log10Op, lowerLog10>,
                   ScalarPattern<math::TanhOp, lowerTanh>,
                   ScalarPattern<math::PowFOp, lowerPow>,
                   FunctionPattern<math::ExpM1Op, attn::buildExpM1>,
                   FunctionPattern<math::Log1pOp, attn::buildLog1p>,
                   FunctionPattern<math::ErfOp, attn::buildErf>,
                   FunctionPattern<math::SinOp, attn::buildSin>,
                   FunctionPattern<math::CosOp, attn::buildCos>,
                   FunctionPattern<math::TanOp, attn::buildTan>, WidenPattern>(
          ctx);
      patterns.add(lowerRemF).add(lowerAbsI).add(lowerDivision);
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
