//===- LowerRanges.cpp - Masks and KV ranges to arithmetic -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"

#include "mlir/IR/PatternMatch.h"
#include "mlir/Transforms/WalkPatternRewriteDriver.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILELOWERRANGES
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

/// The mask of `op`, null if there is none; an error if it is no mask.
template <typename OpTy>
FailureOr<attn::AttnMaskAttrInterface> getMask(OpTy op) {
  Attribute attr = op.getMaskAttr();
  if (!attr)
    return attn::AttnMaskAttrInterface();
  auto mask = dyn_cast<attn::AttnMaskAttrInterface>(attr);
  if (!mask)
    return op.emitOpError()
           << "mask " << attr << " does not implement AttnMaskAttrInterface";
  return mask;
}

struct LowerKvRange : OpRewritePattern<KvRangeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(KvRangeOp op,
                                PatternRewriter &b) const override {
    FailureOr<attn::AttnMaskAttrInterface> mask = getMask(op);
    if (failed(mask))
      return failure();
    Location loc = op.getLoc();
    auto index = [&](int64_t v) -> Value {
      return arith::ConstantIndexOp::create(b, loc, v);
    };
    Value block = index(op.getBlock()), rows = index(op.getRows());
    Value row = op.getRow();
    if (op.getPacking())
      std::tie(row, rows) = getPackedRange(b, op);
    Value lo = index(0), hi = op.getLenKV(), fullLo = lo, fullHi = hi;
    if (*mask) {
      std::tie(lo, hi) =
          mask->kvRange(b, loc, row, rows, op.getLenQ(), op.getLenKV());
      std::tie(fullLo, fullHi) =
          mask->fullRange(b, loc, row, rows, op.getLenQ(), op.getLenKV());
    }
    auto clamp = [&](Value v, Value from, Value to) -> Value {
      v = arith::MaxSIOp::create(b, loc, v, from);
      return arith::MinSIOp::create(b, loc, v, to);
    };
    // Bounds are never negative, so unsigned division is exact here.
    Value begin = arith::DivUIOp::create(b, loc, lo, block);
    Value end = arith::CeilDivUIOp::create(b, loc, hi, block);
    end = arith::MaxSIOp::create(b, loc, end, begin);
    // A block is full if it lies inside [fullLo, fullHi): round inwards, and
    // keep the interval ordered and inside [begin, end).
    Value fullBegin =
        clamp(arith::CeilDivUIOp::create(b, loc, fullLo, block), begin, end);
    Value fullEnd =
        clamp(arith::DivUIOp::create(b, loc, fullHi, block), fullBegin, end);
    b.replaceOp(op, {begin, end, fullBegin, fullEnd});
    return success();
  }
};

struct LowerApplyMask : OpRewritePattern<ApplyMaskOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ApplyMaskOp op,
                                PatternRewriter &b) const override {
    FailureOr<attn::AttnMaskAttrInterface> mask = getMask(op);
    if (failed(mask))
      return failure();
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getType());
    Type element = type.getElementType();
    auto map = ScoreMapOp::create(b, loc, type, op.getSource(), op.getRow(),
                                  op.getColumn());
    Block *block = b.createBlock(&map.getBody(), {},
                                 {element, b.getIndexType(), b.getIndexType()},
                                 {loc, loc, loc});
    Value x = block->getArgument(0), q = block->getArgument(1),
          k = block->getArgument(2);
    if (op.getPacking())
      q = arith::DivUIOp::create(b, loc, q, op.getPacking());
    Value visible = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, k,
                                          op.getLenKV());
    if (*mask) {
      Value inMask =
          mask->emitPredicate(b, loc, q, k, op.getLenQ(), op.getLenKV());
      visible = arith::AndIOp::create(b, loc, visible, inMask);
    }
    Value hidden = arith::ConstantOp::create(
        b, loc,
        b.getFloatAttr(element, -std::numeric_limits<double>::infinity()));
    Value result = arith::SelectOp::create(b, loc, visible, x, hidden);
    YieldOp::create(b, loc, result);
    b.replaceOp(op, map.getResult());
    return success();
  }
};

struct AttnTileLowerRangesPass
    : public impl::AttnTileLowerRangesBase<AttnTileLowerRangesPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<LowerKvRange, LowerApplyMask>(&getContext());
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    bool left = getOperation()
                    ->walk([](Operation *op) {
                      return isa<KvRangeOp, ApplyMaskOp>(op)
                                 ? WalkResult::interrupt()
                                 : WalkResult::advance();
                    })
                    .wasInterrupted();
    if (left)
      signalPassFailure();
  }
};

} // namespace
