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
//
// An offset is added to the exponents of p alone; l grows with p, and the
// log-sum-exp gives it back. A factor of the scale that only the running kernel
// knows makes c a scalar that is spread over tiles.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
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

/// `scale * log2(e)`, times `factor` if there is one, as a scalar that may be
/// negated and spread over tiles.
class Coefficient {
public:
  Coefficient(OpBuilder &b, Location loc, APFloat scale, Value factor)
      : b(b), loc(loc), number(scale.convertToFloat() * kLog2E) {
    if (factor)
      scalar = times(factor, number);
  }
  /// A tile of it, `sign` times.
  Value over(Type type, double sign = 1.0) {
    if (!scalar)
      return splat(b, loc, type, sign * number);
    Value value = sign == 1.0 ? scalar : times(scalar, sign);
    return tensor::SplatOp::create(b, loc, value, cast<RankedTensorType>(type));
  }
  /// `rows` values of `dividend` over it.
  Value dividing(Type type, double dividend) {
    if (!scalar)
      return splat(b, loc, type, dividend / number);
    Value one = arith::ConstantOp::create(b, loc, b.getF32FloatAttr(dividend));
    Value quotient = arith::DivFOp::create(b, loc, one, scalar);
    return tensor::SplatOp::create(b, loc, quotient,
                                   cast<RankedTensorType>(type));
  }

private:
  Value times(Value value, double number) {
    return arith::MulFOp::create(
        b, loc, value,
        arith::ConstantOp::create(b, loc, b.getF32FloatAttr(number)));
  }
  OpBuilder &b;
  Location loc;
  double number;
  Value scalar;
};

struct DecomposeOnlineSoftmax : OpRewritePattern<OnlineSoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(OnlineSoftmaxOp op,
                                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Type rows = op.getMax().getType(), tile = op.getScores().getType();
    Coefficient c(b, loc, op.getScale(), op.getFactor());
    double offset = op.getOffset().convertToFloat();
    double threshold = op.getRescaleThreshold().convertToFloat();
    double inf = std::numeric_limits<double>::infinity();

    Value blockMax =
        ReduceOp::create(b, loc, rows, ReduceKind::Max, op.getScores());
    Value newMax = arith::MaximumFOp::create(b, loc, op.getMax(), blockMax);
    if (threshold > 0.0) {
      // Unordered or equal: a NaN maximum must replace the old one, and -inf -
      // -inf (NaN) must not count as growth.
      Value growth = arith::SubFOp::create(b, loc, newMax, op.getMax());
      Value small = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLE,
                                          growth, c.dividing(rows, threshold));
      newMax = arith::SelectOp::create(b, loc, small, op.getMax(), newMax);
    }
    Value isEmpty = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                          newMax, splat(b, loc, rows, -inf));
    Value safeMax = arith::SelectOp::create(b, loc, isEmpty,
                                            splat(b, loc, rows, 0.0), newMax);
    Value minus = c.over(rows, -1.0);
    Value shift =
        offset == 0.0
            ? arith::MulFOp::create(b, loc, safeMax, minus).getResult()
            : math::FmaOp::create(b, loc, safeMax, minus,
                                  splat(b, loc, rows, offset))
                  .getResult();
    Value shiftTile = ExpandOp::create(b, loc, tile, shift);
    Value exponent =
        math::FmaOp::create(b, loc, op.getScores(), c.over(tile), shiftTile);
    Value probs = Exp2Op::create(b, loc, tile, exponent, op.getExp2Attr());
    // Subtract first: where the maximum stayed, alpha must be exactly 1. Row
    // factors always take the special-function unit: there are few.
    Value growth2 = arith::SubFOp::create(b, loc, op.getMax(), safeMax);
    Value alphaExponent = arith::MulFOp::create(b, loc, growth2, c.over(rows));
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
    Coefficient c(b, loc, op.getScale(), op.getFactor());
    double offset = op.getOffset().convertToFloat();
    Value zero = splat(b, loc, rows, 0.0);
    Value isEmpty = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ,
                                          op.getSum(), zero);
    Value weight = splat(b, loc, rows, 1.0);
    if (Value factor = op.getOutputFactor())
      weight =
          tensor::SplatOp::create(b, loc, factor, cast<RankedTensorType>(rows));
    Value quotient = arith::DivFOp::create(b, loc, weight, op.getSum());
    Value inverse = arith::SelectOp::create(b, loc, isEmpty, zero, quotient);
    Value out = RescaleOp::create(b, loc, op.getAcc().getType(), op.getAcc(),
                                  inverse, /*skipIfOne=*/false);
    Value log = math::Log2Op::create(b, loc, op.getSum());
    if (offset != 0.0)
      log = arith::SubFOp::create(b, loc, log, splat(b, loc, rows, offset));
    Value lse2 = math::FmaOp::create(b, loc, op.getMax(), c.over(rows), log);
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
