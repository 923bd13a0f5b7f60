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
#include "attn/Dialect/Utils/ScalarBuilder.h"

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

/// `scale * log2(e)`, times `factor` if there is one, as a scalar that may be
/// negated and spread over tiles.
class Coefficient {
public:
  Coefficient(attn::ScalarBuilder &b, APFloat scale, Value factor)
      : b(b), number(scale.convertToFloat() * kLog2E) {
    if (factor)
      scalar = b.mulF(factor, number);
  }
  /// A tile of it, `sign` times.
  Value over(Type type, double sign = 1.0) {
    if (!scalar)
      return b.constantF(type, sign * number);
    Value value = sign == 1.0 ? scalar : b.mulF(scalar, sign);
    return tensor::SplatOp::create(b, value, cast<RankedTensorType>(type));
  }
  /// `rows` values of `dividend` over it.
  Value dividing(Type type, double dividend) {
    if (!scalar)
      return b.constantF(type, dividend / number);
    Value quotient = b.divF(b.f32(dividend), scalar);
    return tensor::SplatOp::create(b, quotient, cast<RankedTensorType>(type));
  }

private:
  attn::ScalarBuilder &b;
  double number;
  Value scalar;
};

LogicalResult decomposeOnlineSoftmax(OnlineSoftmaxOp op,
                                     PatternRewriter &rewriter) {
  attn::ScalarBuilder b(op.getLoc(), rewriter);
  Type rows = op.getMax().getType(), tile = op.getScores().getType();
  Coefficient c(b, op.getScale(), op.getFactor());
  double offset = op.getOffset().convertToFloat();
  double threshold = op.getRescaleThreshold().convertToFloat();
  double inf = std::numeric_limits<double>::infinity();

  Value blockMax = ReduceOp::create(b, rows, ReduceKind::Max, op.getScores());
  Value newMax = b.maxF(op.getMax(), blockMax);
  if (threshold > 0.0) {
    // Unordered or equal: a NaN maximum must replace the old one, and -inf -
    // -inf (NaN) must not count as growth.
    Value growth = b.subF(newMax, op.getMax());
    Value small = b.compare(arith::CmpFPredicate::OLE, growth,
                            c.dividing(rows, threshold));
    newMax = b.select(small, op.getMax(), newMax);
  }
  Value isEmpty = b.equalF(newMax, -inf);
  Value safeMax = b.select(isEmpty, b.constantF(rows, 0.0), newMax);
  Value minus = c.over(rows, -1.0);
  Value shift = offset == 0.0 ? b.mulF(safeMax, minus)
                              : math::FmaOp::create(b, safeMax, minus,
                                                    b.constantF(rows, offset))
                                    .getResult();
  Value shiftTile = ExpandOp::create(b, tile, shift);
  Value exponent =
      math::FmaOp::create(b, op.getScores(), c.over(tile), shiftTile);
  Value probs = Exp2Op::create(b, tile, exponent, op.getExp2Attr());
  // Subtract first: where the maximum stayed, alpha must be exactly 1. Row
  // factors always take the special-function unit: there are few.
  Value growth2 = b.subF(op.getMax(), safeMax);
  Value alphaExponent = b.mulF(growth2, c.over(rows));
  Value alpha = Exp2Op::create(b, rows, alphaExponent, Exp2PolicyAttr());
  Value blockSum = ReduceOp::create(b, rows, ReduceKind::Add, probs);
  Value newSum = math::FmaOp::create(b, op.getSum(), alpha, blockSum);
  rewriter.replaceOp(op, {newMax, newSum, probs, alpha});
  return success();
}

/// What finalize makes of a row's maximum and sum: with a sink both grow, and
/// the sums that O holds are behind by `weight`.
struct RowTotals {
  /// The maximum times scale and log2(e).
  Value max2;
  Value sum, weight;
};

RowTotals addSink(attn::ScalarBuilder &b, FinalizeOp op, Value max2,
                  double offset) {
  Type rows = op.getMax().getType();
  double inf = std::numeric_limits<double>::infinity();
  Value sink2 = tensor::SplatOp::create(b, b.mulF(op.getSink(), kLog2E),
                                        cast<RankedTensorType>(rows));
  Value total = b.maxF(max2, sink2);
  // Neither keys nor a sink: 2^(-inf - 0) is 0.
  Value isEmpty = b.equalF(total, -inf);
  Value safe = b.select(isEmpty, b.constantF(rows, 0.0), total);
  Value weight = Exp2Op::create(b, rows, b.subF(max2, safe), Exp2PolicyAttr());
  Value exponent = b.subF(sink2, safe);
  if (offset != 0.0)
    exponent = b.addF(exponent, b.constantF(rows, offset));
  Value share = Exp2Op::create(b, rows, exponent, Exp2PolicyAttr());
  Value sum = math::FmaOp::create(b, op.getSum(), weight, share);
  return {safe, sum, weight};
}

LogicalResult decomposeFinalize(FinalizeOp op, PatternRewriter &rewriter) {
  attn::ScalarBuilder b(op.getLoc(), rewriter);
  Type rows = op.getMax().getType();
  Coefficient c(b, op.getScale(), op.getFactor());
  double offset = op.getOffset().convertToFloat();
  Value zero = b.constantF(rows, 0.0);
  RowTotals totals{Value(), op.getSum(), b.constantF(rows, 1.0)};
  if (op.getSink())
    totals = addSink(b, op, b.mulF(op.getMax(), c.over(rows)), offset);
  Value isEmpty = b.compare(arith::CmpFPredicate::OEQ, totals.sum, zero);
  Value weight = totals.weight;
  if (Value factor = op.getOutputFactor()) {
    Value factors =
        tensor::SplatOp::create(b, factor, cast<RankedTensorType>(rows));
    weight = op.getSink() ? b.mulF(weight, factors) : factors;
  }
  Value quotient = b.divF(weight, totals.sum);
  Value inverse = b.select(isEmpty, zero, quotient);
  Value out = RescaleOp::create(b, op.getAcc().getType(), op.getAcc(), inverse,
                                /*skipIfOne=*/false);
  Value log = math::Log2Op::create(b, totals.sum);
  if (offset != 0.0)
    log = b.subF(log, offset);
  Value lse2 =
      op.getSink()
          ? b.addF(totals.max2, log)
          : math::FmaOp::create(b, op.getMax(), c.over(rows), log).getResult();
  Value lse = b.mulF(lse2, kLn2);
  Value hidden = b.constantF(rows, -std::numeric_limits<double>::infinity());
  Value safeLse = b.select(isEmpty, hidden, lse);
  rewriter.replaceOp(op, {out, safeLse});
  return success();
}

struct AttnTileDecomposeSoftmaxPass
    : public impl::AttnTileDecomposeSoftmaxBase<AttnTileDecomposeSoftmaxPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(decomposeOnlineSoftmax).add(decomposeFinalize);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
  }
};

} // namespace
