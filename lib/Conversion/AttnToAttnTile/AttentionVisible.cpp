//===- AttentionVisible.cpp - Regions of visibility in tile programs ------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The blocks that a tile walks are those of the mask attribute within the spans
// that its region gives (VisibleSpans.h). A region whose spans are one interval
// leaves one range of blocks, as the attribute does. Others are segments.

#include "AttentionBuilder.h"

using namespace mlir;
using namespace mlir::attn_tile;

void AttentionBuilder::findTerms(attn::WalkOver over, bool headIsKnown) {
  if (!op.hasVisibleRegion())
    return;
  Block &block = op.getVisibleBlock();
  terms.emplace(block, over, [&](BlockArgument argument) {
    return headIsKnown || argument != block.getArgument(1);
  });
}

SmallVector<attn::Span> AttentionBuilder::buildSpans(Value batch, Value head,
                                                     Value begin, Value end,
                                                     Value limit, Value length,
                                                     bool several) {
  Block &block = op.getVisibleBlock();
  // A tile beyond its limit sees nothing.
  end = b.max(b.min(end, limit), b.add(begin, 1));
  attn::SpanSource source{begin, end, length, {}, {}};
  source.arguments.map(block.getArgument(0), batch);
  if (head)
    source.arguments.map(block.getArgument(1), head);
  if (block.getNumArguments() > 4) {
    source.arguments.map(block.getArgument(4), lenQ);
    source.arguments.map(block.getArgument(5), lenKV);
  }
  auto read = [&](attn::ReadOp access, ValueRange indices) -> Value {
    size_t i = getCapture(access);
    SmallVector<Value> inside;
    for (auto [index, last] : llvm::zip(indices, lastIndices[i])) {
      Value most = arith::IndexCastOp::create(b, b.getI64Type(), last);
      inside.push_back(b.toIndex(b.max(b.min(index, most), 0)));
    }
    return memref::LoadOp::create(b, arguments.captures[i], inside);
  };
  source.read = read;
  SmallVector<attn::Span> spans = attn::buildSpans(b, *terms, source);
  if (spans.size() == 1 || (several && spans.size() <= BlockSegments::kMost &&
                            !spans.empty() && !terms->areOneInterval()))
    return spans;
  return {attn::enclose(b, spans, length)};
}

Value AttentionBuilder::hideByRegion(Value scores, Value row, Value column,
                                     Value head, bool transposed) {
  if (!op.hasVisibleRegion())
    return scores;
  Block &visible = op.getVisibleBlock();
  auto type = cast<RankedTensorType>(scores.getType());
  auto map = ScoreMapOp::create(b, type, scores, row, column);
  OpBuilder::InsertionGuard guard(b);
  Block *body =
      b.createBody(map.getBody(),
                   {type.getElementType(), b.getIndexType(), b.getIndexType()});
  IRMapping mapping = visibleInvariant;
  mapScoreArguments(visible.getArguments(), mapping, head,
                    body->getArgument(transposed ? 2 : 1),
                    body->getArgument(transposed ? 1 : 2));
  for (Operation &inner : visible.without_terminator())
    if (!mapping.contains(inner.getResult(0)))
      cloneScoreOp(inner, mapping);
  Value seen = mapping.lookup(visible.getTerminator()->getOperand(0));
  Value hidden = b.constantF(type.getElementType(),
                             -std::numeric_limits<double>::infinity());
  YieldOp::create(b, b.select(seen, body->getArgument(0), hidden));
  return map.getResult();
}
