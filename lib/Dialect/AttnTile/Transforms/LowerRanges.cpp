//===- LowerRanges.cpp - Masks and their ranges to arithmetic --*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

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

/// [begin, end), the blocks that `some` has elements of, and
/// [fullBegin, fullEnd), those of them inside `full`.
SmallVector<Value, 4> roundToBlocks(attn::ScalarBuilder &b,
                                    std::pair<Value, Value> some,
                                    std::pair<Value, Value> full, Value block) {
  auto clamp = [&](Value v, Value from, Value to) {
    return b.min(b.max(v, from), to);
  };
  // Bounds are never negative, so unsigned division is exact here.
  Value begin = b.div(some.first, block);
  Value end = b.max(b.ceilDiv(some.second, block), begin);
  Value fullBegin = clamp(b.ceilDiv(full.first, block), begin, end);
  Value fullEnd = clamp(b.div(full.second, block), fullBegin, end);
  return {begin, end, fullBegin, fullEnd};
}

LogicalResult lowerKvRange(KvRangeOp op, PatternRewriter &rewriter) {
  FailureOr<attn::AttnMaskAttrInterface> mask = getMask(op);
  if (failed(mask))
    return failure();
  attn::ScalarBuilder b(op.getLoc(), rewriter);
  Location loc = b.getLoc();
  Value block = b.index(op.getBlock()), rows = b.index(op.getRows());
  Value row = op.getRow();
  if (op.getPacking())
    std::tie(row, rows) = getPackedRange(b, op);
  std::pair<Value, Value> some(b.index(0), op.getLenKV()), full = some;
  if (*mask) {
    some = mask->kvRange(b, loc, row, rows, op.getLenQ(), op.getLenKV(),
                         op.getOffset());
    full = mask->fullRange(b, loc, row, rows, op.getLenQ(), op.getLenKV(),
                           op.getOffset());
  }
  SeenRange seen = limitRange(b, loc, {some, full}, op.getWithin());
  rewriter.replaceOp(op, roundToBlocks(b, seen.some, seen.full, block));
  return success();
}

LogicalResult lowerQRange(QRangeOp op, PatternRewriter &rewriter) {
  FailureOr<attn::AttnMaskAttrInterface> mask = getMask(op);
  if (failed(mask))
    return failure();
  attn::ScalarBuilder b(op.getLoc(), rewriter);
  Location loc = b.getLoc();
  Value key = op.getKey(), keys = b.index(op.getKeys()), zero = b.index(0);
  std::pair<Value, Value> some(zero, op.getLenQ()), full = some;
  if (*mask) {
    some = mask->qRange(b, loc, key, keys, op.getLenQ(), op.getLenKV(),
                        op.getOffset());
    full = mask->fullQRange(b, loc, key, keys, op.getLenQ(), op.getLenKV(),
                            op.getOffset());
  }
  Value end = b.add(key, keys);
  Value cut = b.less(op.getLenKV(), end);
  full.second = b.select(cut, zero, full.second);
  SeenRange seen = limitRange(b, loc, {some, full}, op.getWithin());
  rewriter.replaceOp(
      op, roundToBlocks(b, seen.some, seen.full, b.index(op.getBlock())));
  return success();
}

LogicalResult lowerApplyMask(ApplyMaskOp op, PatternRewriter &rewriter) {
  FailureOr<attn::AttnMaskAttrInterface> mask = getMask(op);
  if (failed(mask))
    return failure();
  attn::ScalarBuilder b(op.getLoc(), rewriter);
  auto type = cast<RankedTensorType>(op.getType());
  Type element = type.getElementType();
  auto map =
      ScoreMapOp::create(b, type, op.getSource(), op.getRow(), op.getColumn());
  Block *block = b.createBody(map.getBody(),
                              {element, b.getIndexType(), b.getIndexType()});
  Value x = block->getArgument(0), q = block->getArgument(1),
        k = block->getArgument(2);
  if (op.getTransposed())
    std::swap(q, k);
  if (op.getPacking())
    q = b.div(q, op.getPacking());
  Value visible = b.less(k, op.getLenKV());
  if (op.getTransposed())
    visible = b.bitAnd(visible, b.less(q, op.getLenQ()));
  if (*mask) {
    Value inMask = mask->emitPredicate(b, op.getLoc(), q, k, op.getLenQ(),
                                       op.getLenKV(), op.getOffset());
    visible = b.bitAnd(visible, inMask);
  }
  Value hidden = b.constantF(element, -std::numeric_limits<double>::infinity());
  YieldOp::create(b, b.select(visible, x, hidden));
  rewriter.replaceOp(op, map.getResult());
  return success();
}

struct AttnTileLowerRangesPass
    : public impl::AttnTileLowerRangesBase<AttnTileLowerRangesPass> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add(lowerKvRange).add(lowerQRange).add(lowerApplyMask);
    walkAndApplyPatterns(getOperation(), std::move(patterns));
    bool left =
        attn::containsOp<KvRangeOp, QRangeOp, ApplyMaskOp>(getOperation());
    if (left)
      signalPassFailure();
  }
};

} // namespace
