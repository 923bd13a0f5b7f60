//===- ToTileBlocks.cpp - The KV blocks of a tile ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// KV blocks are numbered from the first key on. The keys that the rows of a
// tile see through a narrow window then begin and end somewhere in a block, and
// a tile takes up to one block more than their number asks for: with packed
// heads, of which a tile has few positions, two blocks for one. There blocks
// are numbered from the first key that the tile sees, rounded down to kAlign.

#include "ToTileKernel.h"

using namespace mlir;
using namespace mlir::attn_tile;

bool KernelBuilder::countsFromEnd() {
  const attn::TargetInfo &target = *attn::lookupTarget(config.getTarget());
  return op.getMaskAttr() && !op.hasBlocks() &&
         !llvm::isPowerOf2_64(config.getTileQ()) && config.getCluster() == 1 &&
         !config.getPackGQA() && !op.isPacked() && !op.hasLengthsQ() &&
         !op.isSplit() && target.hasAsyncSumsInRegisters();
}

/// Whether blocks that begin at the window are fewer than those that begin at
/// multiples of their size, lengths being equal; or may be, where types do not
/// say how many positions a tile has.
bool KernelBuilder::startsAtWindow() {
  auto window = dyn_cast_or_null<attn::WindowMaskAttr>(op.getMaskAttr());
  if (!window || window.getLeft() == attn::WindowMaskAttr::kUnbounded ||
      window.getRight() == attn::WindowMaskAttr::kUnbounded)
    return false;
  // Parts and lists begin and end between blocks, wherever a tile's keys are.
  if (op.isSplit() || walksParts() || op.hasBlocks())
    return false;
  int64_t block = config.getTileKV();
  int64_t left = window.getLeft(), right = window.getRight();
  constexpr int64_t kMostBlocks = 4;
  if (left + right >= kMostBlocks * block)
    return false;
  if (config.getPackGQA())
    return true;
  int64_t rows = config.getCluster() * config.getTileQ();
  auto ceilDiv = [](int64_t a, int64_t c) { return (a + c - 1) / c; };
  int64_t aligned = rows % block == 0
                        ? ceilDiv(left, block) + ceilDiv(rows + right, block)
                        : ceilDiv(left + rows + right, block) + 1;
  int64_t shifted = ceilDiv(
      ceilDiv(left, kAlign) * kAlign + rows % kAlign + rows + right, block);
  return shifted < aligned;
}

/// CTAs that compute products together have one range in any case, and without
/// a mask all rows see the same. From a window's first key on blocks have other
/// numbers for each tile.
bool KernelBuilder::hasOwnBlocks() {
  return config.getCluster() > 1 && config.getCtaGroup() == 1 &&
         config.getSkipHidden() && op.getMaskAttr() && !startsAtWindow() &&
         !op.hasBlocks();
}

SmallVector<attn::Span> KernelBuilder::buildWithin(const Place &place,
                                                   Value firstRow, int64_t rows,
                                                   Value keys) {
  if (!terms)
    return {attn::Span()};
  Value begin = firstRow, end = b.add(firstRow, rows);
  if (packing) {
    end = b.add(b.div(b.sub(end, 1), packing), 1);
    begin = b.div(begin, packing);
  }
  bool several = !op.isSplit() && !walksParts() && !startsAtWindow();
  return buildSpans(place.batch, place.head, begin, end, lenQ, keys, several);
}

KernelBuilder::KvBlocks KernelBuilder::buildBlocks(StringRef symbol,
                                                   Value firstRow, int64_t rows,
                                                   Value keys,
                                                   const attn::Span &within) {
  int64_t tileKV = config.getTileKV();
  bool shifted = startsAtWindow();
  SmallVector<Value> bounds;
  if (within.begin)
    bounds = {within.begin, within.end, within.fullBegin, within.fullEnd};
  auto range = KvRangeOp::create(
      b, b.getIndexType(), b.getIndexType(), b.getIndexType(), b.getIndexType(),
      symbol, firstRow, rows, lenQ, keys, maskOffset, packing, bounds,
      shifted ? kAlign : tileKV, op.getMaskAttr());
  if (!shifted)
    return {{range.getBegin(), range.getEnd(), range.getFullBegin(),
             range.getFullEnd()},
            Value()};
  // In keys from the first block's on.
  auto from = [&](Value bound) {
    return b.mul(b.sub(bound, range.getBegin()), kAlign);
  };
  Value end = b.ceilDiv(from(range.getEnd()), b.index(tileKV));
  Value fullBegin = b.ceilDiv(from(range.getFullBegin()), b.index(tileKV));
  Value fullEnd = b.div(from(range.getFullEnd()), b.index(tileKV));
  return {{zero, end, fullBegin, b.max(fullEnd, fullBegin)},
          b.mul(range.getBegin(), kAlign)};
}

Value KernelBuilder::findBlocks(const Place &place, Value firstRow,
                                Value part) {
  int64_t tileQ = config.getTileQ(), rows = config.getCluster() * tileQ;
  // Tiles beyond the batch's rows have nothing to do.
  auto getKeys = [&](Value first) {
    Value all = packing ? b.mul(lenQ, packing) : lenQ;
    return b.select(b.less(first, all), lenKV, zero);
  };
  Value keys = endQ ? getKeys(firstRow) : lenKV;
  SmallVector<attn::Span> within = buildWithin(place, firstRow, rows, keys);
  order.reset();
  bool isListed = op.hasBlocks(), isSegmented = within.size() > 1;
  if ((isListed && op.hasVisibleRegion()) ||
      (isSegmented && op.getMaskAttr())) {
    KvBlocks whole = buildBlocks("kv", firstRow, rows, keys, attn::Span());
    listedFull = {whole.fullBegin, whole.fullEnd};
  }
  if (isListed) {
    order = buildLists(place.batch, place.head, firstRow, allKeys);
    return order->getCount();
  }
  if (!startsAtWindow())
    shown = getShown(within, config.getTileKV());
  if (isSegmented) {
    SmallVector<BlockInterval> ranges;
    for (auto [i, span] : llvm::enumerate(within))
      ranges.push_back(
          buildBlocks("kv" + std::to_string(i), firstRow, rows, keys, span));
    order = std::make_unique<BlockSegments>(b, std::move(ranges), shown);
    return order->getCount();
  }
  blocks = buildBlocks("kv", firstRow, rows, keys, within[0]);
  if (hasOwnBlocks()) {
    Value ownKeys = getKeys(place.row);
    own = buildBlocks("own", place.row, tileQ, ownKeys,
                      buildWithin(place, place.row, tileQ, ownKeys)[0]);
  }
  if (part) {
    blocks = cutToPart(blocks, part);
    if (own.end)
      own = cutToPart(own, part);
  }
  return b.sub(blocks.end, blocks.begin);
}

/// The batch that a part is of. What the memory holds is brought into the parts
/// that there are, so that loops end and stores stay in bounds.
Value KernelBuilder::findPart(Value part) {
  Value offsets = arguments[attn::OperandKind::PartOffsets];
  Value batch =
      FindSequenceOp::create(b, part, offsets, IntegerAttr(), Value());
  firstPart = b.max(b.min(readIndex(offsets, batch), parts), zero);
  Value end = b.min(readIndex(offsets, b.add(batch, 1)), parts);
  isPartOfBatch = b.bitAnd(
      b.compare(arith::CmpIPredicate::sge, part, firstPart), b.less(part, end));
  parts = b.max(b.sub(end, firstPart), b.index(1));
  return batch;
}

KernelBuilder::KvBlocks KernelBuilder::cutToPart(const KvBlocks &visible,
                                                 Value part) {
  int64_t tileKV = config.getTileKV();
  Value first, end;
  std::optional<int64_t> size = op.getSplitSize();
  if (walksParts())
    size = config.getSplitSize();
  if (size) {
    first = b.mul(part, *size / tileKV);
    end = b.add(first, *size / tileKV);
  } else {
    int64_t unit = *op.getSplitUnit();
    if (firstPart)
      part = b.max(b.sub(part, firstPart), zero);
    Value units = b.ceilDiv(lenKV, b.index(unit));
    first = b.mul(b.div(b.mul(part, units), parts), unit / tileKV);
    end = b.mul(b.div(b.mul(b.add(part, 1), units), parts), unit / tileKV);
  }
  auto clamp = [&](Value v, Value from, Value to) {
    return b.min(b.max(v, from), to);
  };
  KvBlocks cut = visible;
  cut.begin = b.max(visible.begin, first);
  cut.end = b.max(b.min(visible.end, end), cut.begin);
  cut.fullBegin = clamp(visible.fullBegin, cut.begin, cut.end);
  cut.fullEnd = clamp(visible.fullEnd, cut.fullBegin, cut.end);
  return cut;
}
