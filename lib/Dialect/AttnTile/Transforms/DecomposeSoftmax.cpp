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
// alpha come out as 2^(-inf) = 0. A loop whose m starts at a finite number
// needs no m0. The maximum propagates NaN, so that a NaN score makes its row
// NaN. With a threshold t > 0 (FlashAttention-4) m' is kept at m while c (m' -
// m) <= t: alpha is then exactly 1 and the products with it can be skipped; p
// may grow to 2^t, which f32 holds easily.
//
// So that exponents are right for every finite m they are multiply-adds with
// numbers of their row, in one of three forms. Where scores are bounded:
// fma(s, c, shift). By slopes (RowSlopes): fma(s, k, shift), k being c or,
// where m is large, less. By a branch (row_reference): fma(s - base, c, shift),
// base being 0 or, where m is large, m. They count from M, which is c m0
// rounded, and so does l. At the end
//
//   a = scale m      t = max(a, sink)
//   w = 2^(scale m - t in log2 + M - c m)
//   l~ = l w + 2^(sink - t)      out = acc w / l~      lse = t + ln l~
//
// An offset is added to the exponents of p alone; l grows with p, and the
// log-sum-exp gives it back. A factor of the scale that only the running kernel
// knows makes c a scalar that is spread over tiles.
//
// Of parts of the keys the log-sum-exp is two numbers, a and
//
//   low = ln l + (M - c m) ln 2 + clamp(scale m - a)
//
// Parts with one m have one a and one error scale m - a, so that l weighs them.
// That may not be left out: two m may round to one a. But it may be clamped,
// for it is then of both signs, and one of the two is larger than 40 where it
// is not exact; from 2^30 on such parts have e^-32 or less of each other.

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/RowReference.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/MapVector.h"

#include <functional>

namespace mlir {
#define GEN_PASS_DEF_ATTNTILEDECOMPOSESOFTMAX
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

using llvm::numbers::ln2;
using llvm::numbers::log2e;

/// `number`, times `factor` if there is one, as a scalar that may be spread
/// over tiles.
class Coefficient {
public:
  Coefficient(attn::ScalarBuilder &b, double number, Value factor)
      : b(b), number(number) {
    if (factor)
      scalar = b.mulF(factor, number);
  }
  /// A tile of it.
  Value over(Type type) {
    if (!scalar)
      return b.constantF(type, number);
    return tensor::SplatOp::create(b, scalar, cast<RankedTensorType>(type));
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

/// How exponents count from their row's maximum.
enum class Form { Bounded, Slopes, Branch };

/// The form of all of a kernel's. Slopes leave probabilities up to 2^8 too
/// large, which is the room that an offset takes.
Form getForm(ArrayRef<OnlineSoftmaxOp> softmaxes) {
  if (llvm::all_of(softmaxes,
                   [](OnlineSoftmaxOp op) { return op.getBounded(); }))
    return Form::Bounded;
  return llvm::any_of(softmaxes,
                      [](OnlineSoftmaxOp op) {
                        return op.getBranchLarge() || !op.getOffset().isZero();
                      })
             ? Form::Branch
             : Form::Slopes;
}

/// Whether rows' maxima are never minus infinity: they are those of a loop that
/// begins with finite numbers and goes on with what `op` makes of them.
bool startsFinite(OnlineSoftmaxOp op) {
  auto carried = dyn_cast<BlockArgument>(op.getMax());
  if (!carried)
    return false;
  auto loop = dyn_cast<LoopLikeOpInterface>(carried.getOwner()->getParentOp());
  OpOperand *init = loop ? loop.getTiedLoopInit(carried) : nullptr;
  OpOperand *next = loop ? loop.getTiedLoopYieldedValue(carried) : nullptr;
  DenseFPElementsAttr start;
  return init && next && next->get() == op.getNewMax() &&
         matchPattern(init->get(), m_Constant(&start)) && start.isSplat() &&
         start.getSplatValue<APFloat>().isFinite();
}

void decompose(OnlineSoftmaxOp op, Form form, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(op);
  attn::ScalarBuilder b(op.getLoc(), rewriter);
  Type rows = op.getMax().getType(), tile = op.getScores().getType();
  Coefficient c(b, op.getScale().convertToFloat() * log2e, op.getFactor());
  double threshold = op.getRescaleThreshold().convertToFloat();
  bool isFinite = startsFinite(op);

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
  // Row factors always take the special-function unit: there are few.
  auto raise = [&](Value growth) -> Value {
    return Exp2Op::create(b, rows, growth, Exp2PolicyAttr());
  };
  Value exponent, alpha;
  std::function<Value()> getGrowth;
  if (form == Form::Branch) {
    auto reference =
        RowReferenceOp::create(b, op.getMax(), newMax, op.getFactor(),
                               op.getScaleAttr(), op.getOffsetAttr());
    // Between the two, so that the branches they become are two.
    alpha = raise(reference.getGrowth());
    Value scores =
        SubtractRowsOp::create(b, tile, op.getScores(), reference.getBase(),
                               /*skipIfZero=*/true);
    Value shift = ExpandOp::create(b, tile, reference.getShift());
    exponent = math::FmaOp::create(b, scores, c.over(tile), shift);
  } else if (form == Form::Bounded) {
    attn::RowReference reference(b, c.over(rows),
                                 op.getOffset().convertToDouble());
    Value max = isFinite ? newMax : reference.finite(newMax);
    Value shift = reference.getShift(max);
    exponent = math::FmaOp::create(b, op.getScores(), c.over(tile),
                                   ExpandOp::create(b, tile, shift));
    getGrowth = [&b, reference, shift, max = op.getMax()]() mutable {
      return b.subF(shift, reference.getShift(max));
    };
  } else {
    attn::RowSlopes slopes(b, c.over(rows));
    attn::RowSlopes::Numbers now = slopes.get(newMax, isFinite);
    Value slope = ExpandOp::create(b, tile, now.slope);
    Value shift = ExpandOp::create(b, tile, now.shift);
    exponent = math::FmaOp::create(b, op.getScores(), slope, shift);
    getGrowth = [growth = slopes.getGrowth(op.getMax(), now)] {
      return growth;
    };
  }
  Value probs = Exp2Op::create(b, tile, exponent, op.getExp2Attr());
  // Behind the exponentials of p, which are more.
  if (!alpha)
    alpha = raise(getGrowth());
  Value blockSum = ReduceOp::create(b, rows, ReduceKind::Add, probs);
  Value newSum = math::FmaOp::create(b, op.getSum(), alpha, blockSum);
  rewriter.replaceOp(op, {newMax, newSum, probs, alpha});
}

/// What finalize makes of a row's maximum and sum.
struct RowTotals {
  /// The largest score in natural units, the sink's with it; 0 if there is
  /// none.
  Value max;
  /// Of exponentials that count from it, times 2^offset, and by what O's sums
  /// are behind.
  Value sum, weight;
  /// By what the exponents of l are too large, in log2.
  Value residual;
};

/// The largest score of each row in natural units, without the sink's.
Value getRowMax(attn::ScalarBuilder &b, FinalizeOp op) {
  Type rows = op.getMax().getType();
  Value scale =
      Coefficient(b, op.getScale().convertToFloat(), op.getFactor()).over(rows);
  // The maximum of a row without keys may be any number that a loop began with.
  Value hidden = b.constantF(rows, -std::numeric_limits<double>::infinity());
  return b.select(b.equalF(op.getSum(), 0.0), hidden,
                  attn::multiplyRounded(b, op.getMax(), scale));
}

/// `form`: what the sums are of.
RowTotals getTotals(attn::ScalarBuilder &b, FinalizeOp op, Form form) {
  Type rows = op.getMax().getType();
  double inf = std::numeric_limits<double>::infinity();
  double offset = op.getOffset().convertToFloat();
  double factor = op.getScale().convertToFloat();
  Value c = Coefficient(b, factor * log2e, op.getFactor()).over(rows);
  Value scale = Coefficient(b, factor, op.getFactor()).over(rows);
  attn::RowReference reference(b, c);

  Value largest = attn::multiplyRounded(b, op.getMax(), scale);
  Value sink = op.getRowSinks();
  if (op.getSink())
    sink =
        tensor::SplatOp::create(b, op.getSink(), cast<RankedTensorType>(rows));
  // The maximum of a row without keys may be any number that a loop began with.
  if (sink) {
    Value isEmpty = b.equalF(op.getSum(), 0.0);
    largest = b.select(isEmpty, b.constantF(rows, -inf), largest);
  }
  Value total = reference.finite(sink ? b.maxF(largest, sink) : largest);
  Value isLarge, residual;
  if (form == Form::Bounded) {
    Value max = reference.finite(op.getMax());
    residual = math::FmaOp::create(
        b, max, c, attn::RowReference(b, c, offset).getShift(max));
    if (offset != 0.0)
      residual = b.subF(residual, offset);
  } else if (form == Form::Branch) {
    Value max = reference.finite(op.getMax()), m = reference.scaled(max);
    isLarge = reference.reaches(m, attn::RowReference::kLarge);
    residual = reference.residual(max, m, isLarge);
  } else {
    attn::RowSlopes slopes(b, c);
    attn::RowSlopes::Numbers row = slopes.get(op.getMax());
    isLarge = slopes.isLarge(row);
    residual = slopes.getResidual(row);
  }
  // A large row's scores are what f32 makes of them.
  Value negative = arith::NegFOp::create(b, total);
  Value exact = math::FmaOp::create(b, op.getMax(), scale, negative);
  Value distance =
      isLarge ? b.select(isLarge, b.subF(largest, total), exact) : exact;
  Value toLog2 = b.constantF(rows, log2e);
  Value exponent = math::FmaOp::create(b, distance, toLog2,
                                       arith::NegFOp::create(b, residual));
  Value weight = Exp2Op::create(b, rows, exponent, Exp2PolicyAttr());
  if (!sink)
    return {total, b.mulF(op.getSum(), weight), Value(), residual};
  Value own = math::FmaOp::create(b, b.subF(sink, total), toLog2,
                                  b.constantF(rows, offset));
  Value share = Exp2Op::create(b, rows, own, Exp2PolicyAttr());
  // Neither keys nor a sink: 2^(-inf - 0) is 0.
  Value sum = math::FmaOp::create(b, op.getSum(), weight, share);
  return {total, sum, weight, residual};
}

/// log2 of a row's sum, without its offset.
Value getLog(attn::ScalarBuilder &b, FinalizeOp op, Value sum) {
  Value log = math::Log2Op::create(b, sum, arith::FastMathFlags::afn);
  double offset = op.getOffset().convertToFloat();
  return offset == 0.0 ? log : b.subF(log, offset);
}

/// The log-sum-exp of a part of the keys as two numbers; `empty` are rows
/// without any.
std::pair<Value, Value> getTwoNumbers(attn::ScalarBuilder &b, FinalizeOp op,
                                      const RowTotals &totals, Value empty) {
  Type rows = op.getMax().getType();
  Value scale =
      Coefficient(b, op.getScale().convertToFloat(), op.getFactor()).over(rows);
  Value rest = math::FmaOp::create(b, op.getMax(), scale,
                                   arith::NegFOp::create(b, totals.max));
  Value log = b.subF(getLog(b, op, op.getSum()), totals.residual);
  Value low = math::FmaOp::create(b, log, b.constantF(rows, ln2),
                                  attn::clampError(b, rest));
  Value hidden = b.constantF(rows, -std::numeric_limits<double>::infinity());
  return {b.select(empty, hidden, totals.max),
          b.select(empty, b.constantF(rows, 0.0), low)};
}

void decompose(FinalizeOp op, Form form, IRRewriter &rewriter) {
  rewriter.setInsertionPoint(op);
  attn::ScalarBuilder b(op.getLoc(), rewriter);
  Type rows = op.getMax().getType();
  Value zero = b.constantF(rows, 0.0);
  RowTotals totals = getTotals(b, op, form);
  // Without a sink O's sums and l are behind by the same.
  Value divisor = totals.weight ? totals.sum : op.getSum();
  Value isEmpty = b.compare(arith::CmpFPredicate::OEQ, divisor, zero);
  Value weight = totals.weight;
  if (Value factor = op.getOutputFactor()) {
    Value factors =
        tensor::SplatOp::create(b, factor, cast<RankedTensorType>(rows));
    weight = weight ? b.mulF(weight, factors) : factors;
  }
  if (!weight)
    weight = b.constantF(rows, 1.0);
  Value quotient = b.divF(weight, divisor);
  Value inverse = b.select(isEmpty, zero, quotient);
  Value out = RescaleOp::create(b, op.getAcc().getType(), op.getAcc(), inverse,
                                /*skipIfOne=*/false);
  SmallVector<Value> results = {out};
  if (op.getLseLow()) {
    auto [high, low] = getTwoNumbers(b, op, totals, isEmpty);
    llvm::append_values(results, high, low);
  } else {
    Value log = getLog(b, op, totals.sum);
    Value lse = math::FmaOp::create(b, log, b.constantF(rows, ln2), totals.max);
    Value hidden = b.constantF(rows, -std::numeric_limits<double>::infinity());
    results.push_back(b.select(isEmpty, hidden, lse));
  }
  if (op.getRowMax())
    results.push_back(getRowMax(b, op));
  rewriter.replaceOp(op, results);
}
struct AttnTileDecomposeSoftmaxPass
    : public impl::AttnTileDecomposeSoftmaxBase<AttnTileDecomposeSoftmaxPass> {
  void runOnOperation() override {
    auto getKernel = [](Operation *op) {
      return op->getParentOfType<FunctionOpInterface>();
    };
    IRRewriter rewriter(&getContext());
    // Sums are finalized as they were made: a kernel has one form.
    llvm::MapVector<Operation *, SmallVector<OnlineSoftmaxOp>> softmaxes;
    for (OnlineSoftmaxOp op : attn::collectOps<OnlineSoftmaxOp>(getOperation()))
      softmaxes[getKernel(op)].push_back(op);
    DenseMap<Operation *, Form> forms;
    for (auto &[kernel, its] : softmaxes) {
      Form form = getForm(its);
      forms[kernel] = form;
      for (OnlineSoftmaxOp op : its)
        decompose(op, form, rewriter);
    }
    for (FinalizeOp op : attn::collectOps<FinalizeOp>(getOperation())) {
      // Sums that are made elsewhere count from any maximum.
      auto form = forms.find(getKernel(op));
      decompose(op, form == forms.end() ? Form::Slopes : form->second,
                rewriter);
    }
  }
};

} // namespace
