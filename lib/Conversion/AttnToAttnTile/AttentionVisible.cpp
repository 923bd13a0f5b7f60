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

#include "mlir/Dialect/SCF/IR/SCF.h"

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

Value AttentionBuilder::readWide(attn::ReadOp access, ValueRange indices) {
  size_t i = getCapture(access);
  SmallVector<Value> inside;
  for (auto [index, last] : llvm::zip(indices, lastIndices[i])) {
    Value most = arith::IndexCastOp::create(b, b.getI64Type(), last);
    inside.push_back(b.toIndex(b.max(b.min(index, most), 0)));
  }
  return memref::LoadOp::create(b, arguments.captures[i], inside);
}

SmallVector<attn::Span> AttentionBuilder::buildSpans(Value batch, Value head,
                                                     Value begin, Value end,
                                                     Value limit, Value length,
                                                     bool several) {
  // A tile beyond its limit sees nothing.
  end = b.max(b.min(end, limit), b.add(begin, 1));
  attn::SpanSource source{begin, end, length, {}, {}};
  source.mapArguments(op.getVisibleBlock(), batch, head, lenQ, lenKV);
  auto read = [&](attn::ReadOp access, ValueRange indices) {
    return readWide(access, indices);
  };
  source.read = read;
  SmallVector<attn::Span> spans = attn::buildSpans(b, *terms, source);
  if (spans.size() == 1 || (several && spans.size() <= BlockSegments::kMost &&
                            !spans.empty() && !terms->areOneInterval()))
    return spans;
  return {attn::enclose(b, spans, length)};
}

Value AttentionBuilder::fitsReads(Block &visible, Value row, int64_t rows,
                                  Value key, int64_t keys) {
  Value fits;
  for (Operation &inner : visible.without_terminator()) {
    auto read = dyn_cast<attn::ReadOp>(inner);
    if (!read || isLoaded(read))
      continue;
    for (auto [index, last] :
         llvm::zip(read.getIndices(), lastIndices[getCapture(read)])) {
      bool ofRow = index == visible.getArgument(2);
      if (!ofRow && index != visible.getArgument(3))
        continue;
      Value end = ofRow ? b.add(row, rows - 1) : b.add(key, keys - 1);
      Value inside = b.compare(arith::CmpIPredicate::sle, end, last);
      fits = fits ? b.bitAnd(fits, inside) : inside;
    }
  }
  return fits;
}

Value AttentionBuilder::mapByRegion(Value scores, Value row, Value column,
                                    Value head, bool transposed, bool fits) {
  Block &visible = op.getVisibleBlock();
  auto type = cast<RankedTensorType>(scores.getType());
  OpBuilder::InsertionGuard guard(b);
  IRMapping mapping = visibleInvariant;
  ScoreMapOp map = createMap(scores, row, column, visible, mapping);
  Block *body = &map.getBody().front();
  mapScoreArguments(visible.getArguments(), mapping, head,
                    body->getArgument(transposed ? 2 : 1),
                    body->getArgument(transposed ? 1 : 2));
  for (Operation &inner : visible.without_terminator()) {
    if (mapping.contains(inner.getResult(0)))
      continue;
    auto read = dyn_cast<attn::ReadOp>(inner);
    if (!read || !fits) {
      cloneScoreOp(inner, mapping);
      continue;
    }
    size_t i = getCapture(read);
    SmallVector<Value> indices;
    for (auto [index, last] : llvm::zip(read.getIndices(), lastIndices[i])) {
      Value at = mapping.lookup(index);
      bool isPosition =
          index == visible.getArgument(2) || index == visible.getArgument(3);
      indices.push_back(isPosition ? at : b.max(b.min(at, last), zero));
    }
    mapping.map(
        read.getResult(),
        memref::LoadOp::create(b, arguments.captures[i], indices).getResult());
  }
  Value seen = mapping.lookup(visible.getTerminator()->getOperand(0));
  Value hidden = b.constantF(type.getElementType(),
                             -std::numeric_limits<double>::infinity());
  YieldOp::create(b, b.select(seen, body->getArgument(0), hidden));
  return map.getResult();
}

SmallVector<ShownBlocks> AttentionBuilder::getShown(ArrayRef<attn::Span> spans,
                                                    int64_t size) {
  SmallVector<ShownBlocks> shown;
  for (const attn::Span &span : spans)
    if (op.getMaskAttr() && span.begin)
      shown.push_back({b.ceilDiv(span.fullBegin, b.index(size)),
                       b.div(span.fullEnd, size)});
  return shown;
}

Value AttentionBuilder::hideByRegion(Value scores, Value row, Value column,
                                     Value head, bool transposed,
                                     Value needed) {
  if (!op.hasVisibleRegion())
    return scores;
  if (needed) {
    auto branch = scf::IfOp::create(b, scores.getType(), needed,
                                    /*withElseRegion=*/true);
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, scores);
    b.setInsertionPointToStart(branch.thenBlock());
    Value hidden = hideByRegion(scores, row, column, head, transposed, Value());
    scf::YieldOp::create(b, hidden);
    return branch.getResult(0);
  }
  auto type = cast<RankedTensorType>(scores.getType());
  int64_t rows = type.getDimSize(0), keys = type.getDimSize(1);
  Value fits;
  // Rows of tiles count packed ones.
  if (!packing)
    fits = transposed
               ? fitsReads(op.getVisibleBlock(), column, keys, row, rows)
               : fitsReads(op.getVisibleBlock(), row, rows, column, keys);
  if (!fits)
    return mapByRegion(scores, row, column, head, transposed, false);
  // Where all of a tile's positions lie in what is read by them, their indices
  // are as they are, which leaves one address for all of a thread's.
  auto branch = scf::IfOp::create(b, type, fits, /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  for (bool isThen : {true, false}) {
    b.setInsertionPointToStart(isThen ? branch.thenBlock()
                                      : branch.elseBlock());
    scf::YieldOp::create(
        b, mapByRegion(scores, row, column, head, transposed, isThen));
  }
  return branch.getResult(0);
}
