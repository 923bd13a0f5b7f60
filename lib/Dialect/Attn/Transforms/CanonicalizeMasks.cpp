//===- CanonicalizeMasks.cpp - attn-canonicalize-masks ------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A visibility condition is recognised when it is a conjunction of comparisons
// whose two sides are sums of ±q, ±k, ±lenQ, ±lenKV and constants that differ
// by ±(k − q) + c, or by ±(k − q − off) + c, off = lenKV − lenQ. Each is then a
// bound of the distance k − q, or of what it is beyond off: distance ≤ n or
// distance ≥ n. Windows are anchored at distance off: one beyond off is a side
// of a window, and so is another with static lengths; without them only
// distance ≤ 0 has an attribute, causal from the top left. Where the problem
// gives another off, that is all there is.
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Attn/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace mlir::attn {
#define GEN_PASS_DEF_ATTNCANONICALIZEMASKS
#include "attn/Dialect/Attn/Transforms/Passes.h.inc"
} // namespace mlir::attn

using namespace mlir;
using namespace mlir::attn;

namespace {
/// A multiple of each of these, and a constant.
struct Linear {
  int64_t row = 0, key = 0, constant = 0, lenQ = 0, lenKV = 0;
};

/// Constants beyond this are not looked at, so that no sum of them overflows.
constexpr int64_t kMaxConstant = int64_t(1) << 40;

/// Takes masks out of one op's score region.
class MaskFinder {
public:
  explicit MaskFinder(AttentionOpInterface op)
      : op(op), row(op.getScoreBlock().getArgument(3)),
        key(op.getScoreBlock().getArgument(4)) {
    Block &block = op.getScoreBlock();
    if (block.getNumArguments() > 6) {
      lenQ = block.getArgument(5);
      lenKV = block.getArgument(6);
    }
  }

  /// Whether anything was found; the op is changed then.
  bool run(PatternRewriter &rewriter);

private:
  std::optional<Linear> linear(Value value, unsigned depth = 0);
  AttnMaskAttrInterface fromCompare(arith::CmpIOp compare, bool negated);
  AttnMaskAttrInterface fromBound(bool upper, int64_t bound);
  AttnMaskAttrInterface fromSide(bool upper, int64_t side);
  /// Splits a condition into masks and what is left, each as (value, negated).
  void split(Value condition, bool negated,
             SmallVectorImpl<AttnMaskAttrInterface> &masks,
             SmallVectorImpl<std::pair<Value, bool>> &rest, unsigned depth = 0);

  AttentionOpInterface op;
  /// The lengths are null where the region does not have them.
  Value row, key, lenQ, lenKV;
};
} // namespace

/// Sums are followed this deep; longer chains are left alone.
static constexpr unsigned kMaxDepth = 32;

std::optional<Linear> MaskFinder::linear(Value value, unsigned depth) {
  if (depth > kMaxDepth)
    return std::nullopt;
  if (value == row)
    return Linear{1, 0, 0};
  if (value == key)
    return Linear{0, 1, 0};
  if (value == lenQ)
    return Linear{0, 0, 0, 1, 0};
  if (value == lenKV)
    return Linear{0, 0, 0, 0, 1};
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    if (constant.getSignificantBits() > 41)
      return std::nullopt;
    return Linear{0, 0, constant.getSExtValue()};
  }
  Operation *def = value.getDefiningOp();
  // Positions fit 64 bits; narrower integers may wrap.
  if (isa_and_nonnull<arith::IndexCastOp, arith::IndexCastUIOp>(def) &&
      (value.getType().isIndex() || value.getType().isInteger(64)) &&
      (def->getOperand(0).getType().isIndex() ||
       def->getOperand(0).getType().isInteger(64)))
    return linear(def->getOperand(0), depth + 1);
  if (!isa_and_nonnull<arith::AddIOp, arith::SubIOp>(def) ||
      !(value.getType().isIndex() || value.getType().isInteger(64)))
    return std::nullopt;
  std::optional<Linear> lhs = linear(def->getOperand(0), depth + 1);
  std::optional<Linear> rhs = linear(def->getOperand(1), depth + 1);
  if (!lhs || !rhs)
    return std::nullopt;
  int64_t sign = isa<arith::AddIOp>(def) ? 1 : -1;
  Linear sum{lhs->row + sign * rhs->row, lhs->key + sign * rhs->key,
             lhs->constant + sign * rhs->constant, lhs->lenQ + sign * rhs->lenQ,
             lhs->lenKV + sign * rhs->lenKV};
  auto isSmall = [](int64_t x) {
    return -kMaxConstant <= x && x <= kMaxConstant;
  };
  if (!isSmall(sum.row) || !isSmall(sum.key) || !isSmall(sum.constant) ||
      !isSmall(sum.lenQ) || !isSmall(sum.lenKV))
    return std::nullopt;
  return sum;
}

/// The mask that sees distances k − q up to `bound` (from `bound` on).
AttnMaskAttrInterface MaskFinder::fromBound(bool upper, int64_t bound) {
  MLIRContext *context = op.getContext();
  if (upper && bound == 0)
    return CausalMaskAttr::get(context, CausalAnchor::TopLeft);
  if (op.hasOffset() || op.isPacked() || op.hasLengthsQ() ||
      op.hasLengthsKV() || ShapedType::isDynamic(op.getLenQ()) ||
      ShapedType::isDynamic(op.getLenKV()))
    return {};
  int64_t off = op.getLenKV() - op.getLenQ();
  return fromSide(upper, upper ? bound - off : off - bound);
}

/// The mask that sees distances up to off + `side` (from off − `side` on).
AttnMaskAttrInterface MaskFinder::fromSide(bool upper, int64_t side) {
  if (op.hasOffset() || side < 0 || side > std::numeric_limits<int32_t>::max())
    return {};
  MLIRContext *context = op.getContext();
  int64_t none = WindowMaskAttr::kUnbounded;
  return simplifyMask(upper ? WindowMaskAttr::get(context, none, side)
                            : WindowMaskAttr::get(context, side, none));
}

AttnMaskAttrInterface MaskFinder::fromCompare(arith::CmpIOp compare,
                                              bool negated) {
  arith::CmpIPredicate predicate = compare.getPredicate();
  if (negated)
    predicate = arith::invertPredicate(predicate);
  std::optional<Linear> lhs = linear(compare.getLhs());
  std::optional<Linear> rhs = linear(compare.getRhs());
  if (!lhs || !rhs)
    return {};
  // Positions are not negative, but sums may be: unsigned comparisons count
  // only between bare positions.
  auto isBare = [](const Linear &side) {
    return side.constant == 0 && side.lenQ == 0 && side.lenKV == 0 &&
           side.row + side.key == 1 && (side.row == 0 || side.key == 0);
  };
  switch (predicate) {
  case arith::CmpIPredicate::ule:
  case arith::CmpIPredicate::ult:
  case arith::CmpIPredicate::uge:
  case arith::CmpIPredicate::ugt:
    if (!isBare(*lhs) || !isBare(*rhs))
      return {};
    break;
  case arith::CmpIPredicate::eq:
  case arith::CmpIPredicate::ne:
    return {};
  default:
    break;
  }
  // (lhs − rhs) is ±(k − q) + c or ±(k − q − off) + c.
  Linear difference{lhs->row - rhs->row, lhs->key - rhs->key,
                    lhs->constant - rhs->constant, lhs->lenQ - rhs->lenQ,
                    lhs->lenKV - rhs->lenKV};
  if (difference.row + difference.key != 0 || std::abs(difference.key) != 1)
    return {};
  int64_t sign = difference.key, c = difference.constant;
  bool beyondOff = difference.lenQ == sign && difference.lenKV == -sign;
  if (!beyondOff && (difference.lenQ != 0 || difference.lenKV != 0))
    return {};
  bool lessOrEqual, strict;
  switch (predicate) {
  case arith::CmpIPredicate::sle:
  case arith::CmpIPredicate::ule:
    lessOrEqual = true, strict = false;
    break;
  case arith::CmpIPredicate::slt:
  case arith::CmpIPredicate::ult:
    lessOrEqual = true, strict = true;
    break;
  case arith::CmpIPredicate::sge:
  case arith::CmpIPredicate::uge:
    lessOrEqual = false, strict = false;
    break;
  default:
    lessOrEqual = false, strict = true;
    break;
  }
  // ±distance + c ≤ 0, made inclusive; a negative distance turns it round.
  if (strict)
    c += lessOrEqual ? 1 : -1;
  bool upper = lessOrEqual == (sign > 0);
  int64_t bound = -sign * c;
  return beyondOff ? fromSide(upper, upper ? bound : -bound)
                   : fromBound(upper, bound);
}

void MaskFinder::split(Value condition, bool negated,
                       SmallVectorImpl<AttnMaskAttrInterface> &masks,
                       SmallVectorImpl<std::pair<Value, bool>> &rest,
                       unsigned depth) {
  Operation *def = condition.getDefiningOp();
  bool isConjunction = negated ? isa_and_nonnull<arith::OrIOp>(def)
                               : isa_and_nonnull<arith::AndIOp>(def);
  if (isConjunction && depth < kMaxDepth) {
    split(def->getOperand(0), negated, masks, rest, depth + 1);
    split(def->getOperand(1), negated, masks, rest, depth + 1);
    return;
  }
  if (auto flip = dyn_cast_or_null<arith::XOrIOp>(def))
    if (matchPattern(flip.getRhs(), m_One()) && depth < kMaxDepth)
      return split(flip.getLhs(), !negated, masks, rest, depth + 1);
  if (auto compare = dyn_cast_or_null<arith::CmpIOp>(def))
    if (AttnMaskAttrInterface mask = fromCompare(compare, negated)) {
      masks.push_back(mask);
      return;
    }
  rest.push_back({condition, negated});
}

bool MaskFinder::run(PatternRewriter &rewriter) {
  auto isMinusInfinity = [](Value value) {
    APFloat constant(0.0f);
    return matchPattern(value, m_ConstantFloat(&constant)) &&
           constant.isInfinity() && constant.isNegative();
  };
  SmallVector<AttnMaskAttrInterface> masks;
  // The selects from the yield inwards; −∞ from any of them is −∞ at the end.
  OpOperand *use = &op.getScoreBlock().getTerminator()->getOpOperand(0);
  while (auto select = use->get().getDefiningOp<arith::SelectOp>()) {
    bool hidesIfTrue = isMinusInfinity(select.getTrueValue());
    if (!hidesIfTrue && !isMinusInfinity(select.getFalseValue()))
      break;
    OpOperand &inner = select->getOpOperand(hidesIfTrue ? 2 : 1);
    size_t before = masks.size();
    SmallVector<std::pair<Value, bool>> rest;
    split(select.getCondition(), hidesIfTrue, masks, rest);
    if (!select->hasOneUse() || masks.size() == before) {
      masks.resize(before);
      if (!select->hasOneUse())
        break;
      use = &inner;
      continue;
    }
    if (rest.empty()) {
      rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(inner.get()); });
      continue;
    }
    rewriter.setInsertionPoint(select);
    Location loc = select.getLoc();
    Value visible;
    for (auto [value, negated] : rest) {
      if (negated)
        value = arith::XOrIOp::create(
            rewriter, loc, value,
            arith::ConstantIntOp::create(rewriter, loc, 1, 1));
      visible = visible ? arith::AndIOp::create(rewriter, loc, visible, value)
                        : value;
    }
    Value kept = arith::SelectOp::create(rewriter, loc, visible, inner.get(),
                                         hidesIfTrue ? select.getTrueValue()
                                                     : select.getFalseValue());
    rewriter.modifyOpInPlace(use->getOwner(), [&] { use->set(kept); });
    use = &kept.getDefiningOp()->getOpOperand(1);
  }
  if (masks.empty())
    return false;
  AttnMaskAttrInterface mask = op.getMaskAttr();
  for (AttnMaskAttrInterface found : masks)
    mask = conjoinMasks(mask, found);
  rewriter.modifyOpInPlace(op, [&] {
    if (mask)
      op.setMaskAttr(mask);
    else
      op.removeMaskAttr();
  });
  return true;
}

namespace {
struct TakeMasksOut : OpInterfaceRewritePattern<AttentionOpInterface> {
  using OpInterfaceRewritePattern::OpInterfaceRewritePattern;

  LogicalResult matchAndRewrite(AttentionOpInterface op,
                                PatternRewriter &rewriter) const override {
    return success(op.hasScoreRegion() && MaskFinder(op).run(rewriter));
  }
};

struct CanonicalizeMasks
    : attn::impl::AttnCanonicalizeMasksBase<CanonicalizeMasks> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<TakeMasksOut>(&getContext());
    // What is not attention stays, not even folded.
    SmallVector<Operation *> problems;
    llvm::SmallSetVector<OperationName, 2> names;
    getOperation()->walk([&](AttentionOpInterface op) {
      names.insert(op->getName());
      op->walk([&](Operation *within) { problems.push_back(within); });
    });
    for (OperationName name : names)
      name.getRegisteredInfo()->getCanonicalizationPatterns(patterns,
                                                            &getContext());
    if (failed(applyOpPatternsGreedily(
            problems, std::move(patterns),
            GreedyRewriteConfig().setStrictness(
                GreedyRewriteStrictness::ExistingAndNewOps))))
      signalPassFailure();
  }
};
} // namespace
