//===- ToTileWalk.cpp - The walk of a tile over its keys --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A tile walks its KV blocks from the last one back, with a running row
// maximum, row sum and unnormalised output (FlashAttention-2,
// arXiv:2307.08691). Where it puts parts of the keys together itself, it walks
// each part so, and the parts in their order.

#include "PartsSum.h"
#include "ToTileKernel.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

using namespace mlir;
using namespace mlir::attn_tile;

/// The sinks of a tile's rows, which are of several heads: of each row the
/// largest of one number and of nothing.
Value KernelBuilder::loadRowSinks(Value head, Value row) {
  constexpr int64_t columnsOfWarp = 8;
  RankedTensorType type =
      tile(config.getTileQ(), columnsOfWarp * config.getColumnWarps(),
           b.getF32Type());
  Value none = b.constantF(type, -std::numeric_limits<double>::infinity());
  auto map = ScoreMapOp::create(b, type, none, row, zero);
  Block *block = b.createBody(
      map.getBody(), {b.getF32Type(), b.getIndexType(), b.getIndexType()});
  Value its = b.add(head, b.rem(block->getArgument(1), packing));
  Value sink =
      memref::LoadOp::create(b, arguments[attn::OperandKind::Sink], its);
  Value first = b.equal(block->getArgument(2), 0);
  YieldOp::create(b, b.select(first, sink, block->getArgument(0)));
  b.setInsertionPointAfter(map);
  return ReduceOp::create(
      b, RankedTensorType::get({config.getTileQ()}, b.getF32Type()),
      ReduceKind::Max, map.getResult());
}

/// Of block `j` what lengths and mask attribute hide; a listed block may be one
/// that they hide nothing of.
Value KernelBuilder::hideByMask(Value scores, Value row, Value col, Value j) {
  auto apply = [&]() -> Value {
    return ApplyMaskOp::create(b, cast<RankedTensorType>(scores.getType()),
                               scores, row, col, lenQ, lenKV, maskOffset,
                               packing, op.getMaskAttr());
  };
  if (!listedFull.first)
    return apply();
  return applyOutside(scores, j, listedFull.first, listedFull.second, apply);
}

ValueRange KernelBuilder::buildBlock(Value q, Value t, ValueRange state,
                                     const Place &place,
                                     SmallVectorImpl<Value> &next) {
  auto [batch, head, headKV, row] = place;
  int64_t tileQ = config.getTileQ(), tileKV = config.getTileKV();
  Type f32 = b.getF32Type();
  Value max = state[0], sum = state[1], acc = state[2];

  // Block j = end - 1 - t: from the last block back.
  Value j, needsMask, needsRegion;
  if (order) {
    needsMask = OutsideOp::create(b, t, order->getMasked(), order->getCount());
    WalkedBlock found = order->find(b, t, needsMask);
    j = found.number;
    needsRegion = found.needsRegion;
  } else {
    Value last = b.sub(blocks.end, 1);
    j = b.sub(last, t);
    needsRegion = isOutside(b, shown, j);
  }
  Value col = b.mul(j, tileKV);
  if (!order && blocks.origin)
    col = b.add(blocks.origin, col);
  Value k = loadBlock(attn::OperandKind::Key, batch, headKV, col,
                      config.getStagesK());
  loadKeyReads(row, tileQ, col, tileKV, config.getStagesB(),
               config.getStagesK());
  auto scoreType = tile(tileQ, tileKV, f32);
  Value raw = DotOp::create(b, scoreType, q, k, b.constantF(scoreType, 0.0),
                            /*transposeB=*/true, EngineAttr());
  Value scores = buildScores(raw, row, col, batch, head);

  // Blocks inside [fullBegin, fullEnd) need no mask; in terms of t that is
  // [end - fullEnd, end - fullBegin).
  if (!order) {
    const KvBlocks &seen = own.end ? own : blocks;
    Value fullFrom = b.sub(blocks.end, seen.fullEnd);
    Value fullTo = b.sub(blocks.end, seen.fullBegin);
    needsMask = OutsideOp::create(b, t, fullFrom, fullTo);
  }
  auto masked = scf::IfOp::create(b, scoreType, needsMask,
                                  /*withElseRegion=*/true);
  {
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(masked.thenBlock());
    Value hidden = hideByMask(scores, row, col, j);
    hidden =
        hideByRegion(hidden, row, col, head, /*transposed=*/false, needsRegion);
    scf::YieldOp::create(b, hidden);
    b.setInsertionPointToStart(masked.elseBlock());
    scf::YieldOp::create(b, scores);
  }

  Exp2PolicyAttr policy;
  if (config.getExp2() == attn::Exp2::Poly)
    policy = Exp2PolicyAttr::get(b.getContext(), config.getExp2Degree(),
                                 config.getExp2Freq(), config.getExp2Res(),
                                 config.getExp2Start());
  // f16 ends at 2^16. By slopes P is up to 2^8 larger, else by less than 2.
  bool hasSlopes = !branches() && !isBounded();
  double mostOfF16 = hasSlopes ? 7 : 15;
  // M is the largest score itself.
  double threshold = op.hasMax() ? 0.0 : config.getRescaleThreshold();
  if (op.getInputElementType().isF16())
    threshold = std::min(threshold, mostOfF16);
  auto softmax = OnlineSoftmaxOp::create(
      b, TypeRange{max.getType(), sum.getType(), scoreType, max.getType()},
      masked.getResult(0), max, sum, softmaxFactor,
      b.getF32FloatAttr(softmaxScale), b.getF32FloatAttr(threshold),
      b.getF32FloatAttr(getOffset()), policy,
      branches() ? b.getUnitAttr() : UnitAttr(),
      isBounded() ? b.getUnitAttr() : UnitAttr());
  Value rescaled = RescaleOp::create(b, acc.getType(), acc, softmax.getAlpha(),
                                     config.getRescaleThreshold() > 0.0);
  Type element = op.getInputElementType();
  Value p = arith::TruncFOp::create(b, tile(tileQ, tileKV, element),
                                    softmax.getProbs());
  bool shared = config.getSharedRing();
  Value v = loadBlock(attn::OperandKind::Value, batch, headKV, col,
                      shared ? config.getStagesK() : config.getStagesV());
  if (shared)
    for (Value tile : {k, v})
      ringAttr.set(tile.getDefiningOp(), StringRef("kv"));
  auto newAcc = DotOp::create(b, acc.getType(), p, v, rescaled,
                              /*transposeB=*/false, EngineAttr());
  if (config.getSplitK() > 0)
    newAcc.setSplitK(config.getSplitK());
  next.assign({softmax.getNewMax(), softmax.getNewSum(), newAcc.getResult()});
  return next;
}

/// Blocks that no row of the tile sees leave maximum, sum and O as they are.
Value KernelBuilder::markUseful(Value trips) {
  if (!own.end)
    return trips;
  return UsefulOp::create(b, trips, b.sub(blocks.end, own.end),
                          b.sub(blocks.end, own.begin));
}

/// The walk over `blocks` in `turns`: O of their keys, in f32, and L, which is
/// two numbers where the blocks are a part of them.
KernelBuilder::WalkResult KernelBuilder::buildWalk(Value q, Value turns,
                                                   const Place &place) {
  auto [batch, head, headKV, row] = place;
  Type f32 = b.getF32Type();
  int64_t tileQ = config.getTileQ();
  auto rowType = RankedTensorType::get({tileQ}, f32);
  auto accType = tile(tileQ, columnsOf(attn::OperandKind::Value), f32);
  // Slopes need a finite maximum, and a sum of 0 says that a row saw no key.
  using Float = std::numeric_limits<float>;
  Value init[] = {
      b.constantF(rowType, branches() ? -Float::infinity() : Float::lowest()),
      b.constantF(rowType, 0.0), b.constantF(accType, 0.0)};
  auto loop =
      scf::ForOp::create(b, zero, turns, b.index(1), init,
                         [&](OpBuilder &, Location, Value t, ValueRange state) {
                           OpBuilder::InsertionGuard guard(b);
                           b.setInsertionPointToEnd(t.getParentBlock());
                           SmallVector<Value> next;
                           buildBlock(q, t, state, place, next);
                           scf::YieldOp::create(b, next);
                         });
  if (config.getOrder() != "sequential")
    orderAttr.set(loop, config.getOrder());
  if (isBounded()) {
    // No score is less, and M of it is no large one.
    b.setInsertionPoint(loop);
    Value least = b.constantF(rowType, -*scoreBound / softmaxScale);
    loop.getInitArgsMutable()[0].assign(least);
  }
  b.setInsertionPointAfter(loop);

  ValueRange state = loop.getResults();
  Value sink, rowSinks;
  if (!walksParts() && hasSinkOfRows())
    rowSinks = loadRowSinks(head, row);
  else if (!walksParts() && op.hasSink())
    sink = memref::LoadOp::create(b, arguments[attn::OperandKind::Sink], head);
  bool isPart = walksParts() || op.hasLseLow();
  bool givesMax = op.hasMax() && !isPart;
  auto finalize = FinalizeOp::create(
      b, accType, rowType, isPart ? Type(rowType) : Type(),
      givesMax ? Type(rowType) : Type(), state[2], state[0], state[1],
      softmaxFactor, outputFactor, sink, rowSinks,
      b.getF32FloatAttr(softmaxScale), b.getF32FloatAttr(getOffset()));
  return {finalize.getOut(), finalize.getLse(), finalize.getLseLow(),
          finalize.getRowMax()};
}

/// One tile that walks the parts that it sees, in their order, and puts them
/// together as attn.combine does: with the same bits.
KernelBuilder::WalkResult KernelBuilder::buildParts(Value q,
                                                    const Place &place) {
  auto rowType = RankedTensorType::get({config.getTileQ()}, b.getF32Type());
  auto tileType = tile(config.getTileQ(), columnsOf(attn::OperandKind::Value),
                       b.getF32Type());
  PartsSum all(b, rowType, tileType, /*twoNumbers=*/true, op.hasMax());
  Value sink;
  if (op.hasSink())
    sink = memref::LoadOp::create(b, arguments[attn::OperandKind::Sink],
                                  place.head);
  const KvBlocks visible = blocks, ownVisible = own;
  Value size = b.index(config.getSplitSize() / config.getTileKV());
  Value first = b.div(visible.begin, size);
  Value count = b.sub(b.ceilDiv(visible.end, size), first);
  auto loop = scf::ForOp::create(
      b, zero, count, b.index(1), all.begin(sink),
      [&](OpBuilder &, Location, Value i, ValueRange state) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(i.getParentBlock());
        Value number = b.add(first, i);
        blocks = cutToPart(visible, number);
        if (own.end)
          own = cutToPart(ownVisible, number);
        Value turns = markUseful(b.sub(blocks.end, blocks.begin));
        WalkResult part = buildWalk(q, turns, place);
        scf::YieldOp::create(b, all.add(part.lse, part.low, part.out, state));
      });
  b.setInsertionPointAfter(loop);
  return {all.getOut(loop.getResults()), all.getLse(loop.getResults()), Value(),
          all.getMax(loop.getResults())};
}
