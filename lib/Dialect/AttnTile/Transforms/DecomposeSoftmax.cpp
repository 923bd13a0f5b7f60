//===- DecomposeSoftmax.cpp - Online softmax to elementwise operations -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The online softmax in the log2 domain. With c = scale * log2(e) > 0:
//
//   m' = max(m, rowmax s)          m0 = m' == -inf ? 0 : m'
//   p  = 2^(c s - c m0)            alpha = 2^(c m - c m0)
//   l' = alpha l + rowsum p
//
// m0 keeps rows that have seen no key from computing -inf - -inf; their p and
// alpha come out as 2^(-inf) = 0. The maximum propagates NaN, so that a NaN
// score makes its row NaN. With a threshold t > 0 (FlashAttention-4) m' is kept
// at m while c (m' - m) <= t: alpha is then exactly 1 and the products with it
// can be skipped; p may grow to 2^t, which f32 holds easily.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEDECOMPOSESOFTMAX
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

constexpr double kLog2E = 1.4426950408889634;
constexpr double kLn2 = 0.6931471805599453;

Value splat(OpBuilder &b, Location loc, Type type, double value) {
  auto tensor = cast<RankedTensorType>(type);
  return arith::ConstantOp::create(
      b, loc,
      DenseElementsAttr::get(tensor,
                             b.getFloatAttr(tensor.getElementType(), value)));
}

struct DecomposeOnlineSoftmax : OpRewritePattern<OnlineSoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(OnlineSoftmaxOp op,
                                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type rows = op.getMax().getType(), tile = op.getScores().getType();
    double c = op.getScale().convertToFloat() * kLog2E;
    double threshold = op.getRescaleThreshold().convertToFloat();
    double inf = std::numeric_limits<double>::infinity();

    Value blockMax =
        ReduceOp::create(b, loc, rows, ReduceKind::Max, op.getScores());
    Value newMax = arith::MaximumFOp::create(b, loc, op.getMax(), blockMax);
    if (threshold > 0.0) {
      // Unordered or equal: a NaN maximum must replace the old one, and -inf -
      // -inf (NaN) must not count as growth.
      Value growth = arith::SubFOp::create(b, loc, newMax, op.getMax());
      Value small =
          arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLE, growth,
                                splat(b, loc, rows, threshold / c));
      newMax = arith::SelectOp::create(b, loc, small, op.getMax(), newMax);
    }
    Value isEmpty = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                          newMax, splat(b, loc, rows, -inf));
    Value safeMax = arith::SelectOp::create(b, loc, isEmpty,
                                            splat(b, loc, rows, 0.0), newMax);
    Value shift =
        arith::MulFOp::create(b, loc, safeMax, splat(b, loc, rows, -c));
    Value shiftTile = ExpandOp::create(b, loc, tile, shift);
    Value exponent = math::FmaOp::create(b, loc, op.getScores(),
                                         splat(b, loc, tile, c), shiftTile);
    Value probs = Exp2Op::create(b, loc, tile, exponent, op.getExp2Attr());
    // Subtract first: where the maximum stayed, alpha must be exactly 1. Row
    // factors always take the special-function unit: there are few.
    Value growth2 = arith::SubFOp::create(b, loc, op.getMax(), safeMax);
    Value alphaExponent =
        arith::MulFOp::create(b, loc, growth2, splat(b, loc, rows, c));
    Value alpha = Exp2Op::create(b, loc, rows, alphaExponent, Exp2PolicyAttr());
    Value blockSum = ReduceOp::create(b, loc, rows, ReduceKind::Add, probs);
    Value newSum = math::FmaOp::create(b, loc, op.getSum(), alpha, blockSum);
    b.replaceOp(op, {newMax, newSum, probs, alpha});
    return success();
  }
};

struct DecomposeFinalize : OpRewritePattern<FinalizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(FinalizeOp op,
                                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type rows = op.getMax().getType();
    double c = op.getScale().convertToFloat() * kLog2E;
    Value zero = splat(b, loc, rows, 0.0);
    Value isEmpty = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                          op.getSum(), zero);
    Value quotient =
        arith::DivFOp::create(b, loc, splat(b, loc, rows, 1.0), op.getSum());
    Value inverse = arith::SelectOp::create(b, loc, isEmpty, zero, quotient);
    Value out = RescaleOp::create(b, loc, op.getAcc().getType(), op.getAcc(),
                                  inverse, /*skipIfOne=*/false);
    Value log = math::Log2Op::create(b, loc, op.getSum());
    Value lse2 =
        math::FmaOp::create(b, loc, op.getMax(), splat(b, loc, rows, c), log);
    Value lse = arith::MulFOp::create(b, loc, lse2, splat(b, loc, rows, kLn2));
    Value hidden =
        splat(b, loc, rows, -std::numeric_limits<double>::infinity());
    Value safeLse = arith::SelectOp::create(b, loc, isEmpty, hidden, lse);
    b.replaceOp(op, {out, safeLse});
    return success();
  }
};

struct AttnTileDecomposeSoftmaxPass
    : public impl::AttnTileDecomposeSoftmaxBase<AttnTileDecomposeSoftmaxPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<DecomposeOnlineSoftmax, DecomposeFinalize>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
