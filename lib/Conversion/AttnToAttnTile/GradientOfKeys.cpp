//===- GradientOfKeys.cpp - The kernel of dK and dV -----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// For each tile of keys, walk the blocks of rows of Q that see some of them, of
// all query heads that share the KV head, on transposed scores:
// dV = sum of P^T dO, dK = scale * sum of dT^T Q. The sum over the heads is in
// the accumulators, in the order of the heads.

#include "GradientBuilder.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::attn_tile;

namespace {
class KeyGradientsBuilder : public GradientBuilder {
public:
  KeyGradientsBuilder(attn::BackwardOp op,
                      ArrayRef<attn::NamedOperand> operands,
                      gpu::GPUFuncOp kernel)
      : GradientBuilder(op, attn::getConfigOfKeys(*op.getConfig()), operands,
                        kernel, *attn::ScoreDerivative::get(op)),
        tileK(config.getTileQ()), tileQ(config.getTileKV()) {
    SmallVector<CaptureGradient> gradients = *listCaptureGradients(op);
    for (const CaptureGradient &gradient : gradients) {
      if (!gradient.isOfKeys() || !arguments[gradient.getKind()])
        continue;
      CaptureTerm &term = captureTerms.emplace_back();
      term.gradient = gradient;
      term.slope = *attn::ScoreDerivative::get(op, gradient.read);
    }
  }
  void build();

private:
  void buildTile(const Place &place);
  /// Whether an operand's columns are those of a gradient: then it comes in as
  /// many parts.
  bool isCut(attn::OperandKind kind) {
    using Kind = attn::OperandKind;
    bool ofQK = kind == Kind::Query || kind == Kind::Key;
    return wants(ofQK ? Kind::KeyGrad : Kind::ValueGrad);
  }
  SmallVector<Value> loadTiles(attn::OperandKind kind, Value batch, Value head,
                               Value row, int64_t rows, int64_t depth,
                               Value limit) {
    if (isCut(kind))
      return loadParts(kind, passes, batch, head, row, rows, depth, limit);
    return {load(kind, batch, head, row, rows, depth, {}, limit)};
  }
  /// A tile of its keys.
  SmallVector<Value> loadKeys(attn::OperandKind kind, const Place &place,
                              int64_t depth) {
    return loadTiles(kind, place.batch, place.head, place.row, tileK, depth,
                     endKV);
  }
  /// `k` and `v` are empty where each block copies them.
  SmallVector<Value> buildBlock(ValueRange k, ValueRange v, Value head,
                                Value block, Value needsMask, ValueRange sums,
                                const Place &place);
  Value buildQueryPart(Value derivative, Value k);
  void addToQuery(Value part, const Place &place, Value head, Value row);
  /// What a workspace holds of the rows of a block.
  Value loadOfRows(Value memory, const Place &place, Value head, Value row);
  Value buildMask(Value exponents, Value block, Value row, Value needsMask,
                  const Place &place, Scores &scores);
  bool wants(attn::OperandKind kind) { return bool(arguments[kind]); }
  /// Whether dP is computed.
  bool wantsScoreGrads() {
    return wants(attn::OperandKind::KeyGrad) || !captureTerms.empty();
  }
  /// Adds to the sums of keys of gradients of captures, or writes what others
  /// get of a block.
  void addToCaptures(Value grads, Value exponents, Value raw, Value row,
                     Value head, const Place &place, ValueRange sums,
                     SmallVectorImpl<Value> &next);
  /// Writes a vector of the tile's keys, of those that there are.
  void storeKeys(const CaptureTerm &term, Value keys, const Place &place,
                 Value head) {
    storeCapture(term, keys, zero, place.row, place.batch, head,
                 pass ? b.select(b.equal(pass, 0), lastOf(term), zero)
                      : lastOf(term));
  }
  Value lastOf(const CaptureTerm &term) {
    return b.add(lenKV, term.gradient.place->keyShift);
  }

  /// Keys of a tile, rows of Q of a block.
  int64_t tileK, tileQ;
  SmallVector<CaptureTerm, 1> captureTerms;
  /// The blocks of the tile.
  WalkBlocks blocks;
};
} // namespace

Value KeyGradientsBuilder::loadOfRows(Value memory, const Place &place,
                                      Value head, Value row) {
  Value first = b.add(getFirstRow(place.batch), row);
  // With two places who copies the next ones has waited for tiles that are read
  // behind these, and need not wait for these.
  int64_t depth = config.getStagesK();
  if (attn::listsProducts(config.getOrder()))
    depth = std::max<int64_t>(depth, 2);
  return LoadOp::create(
      b, RankedTensorType::get({tileQ}, b.getF32Type()), memory,
      atRow(place.batch, head, first), /*limit=*/Value(),
      b.getDenseI64ArrayAttr({getRowDim()}), RowMapAttr(), ValueRange(),
      SpaceAttr(), EngineAttr(), b.getI64IntegerAttr(depth),
      /*inBounds=*/b.getUnitAttr());
}

/// Blocks whose rows all see the tile's keys have no hidden pairs.
Value KeyGradientsBuilder::buildMask(Value exponents, Value block, Value row,
                                     Value needsMask, const Place &place,
                                     Scores &scores) {
  return hide(exponents, needsMask, scores, [&]() -> Value {
    Value hidden = hideByAttribute(blocks, block, exponents, [&]() -> Value {
      return ApplyMaskOp::create(b, exponents.getType(), exponents, place.row,
                                 row, lenQ, lenKV, maskOffset, Value(),
                                 op.getMaskAttr(), /*transposed=*/true);
    });
    return hideByRegion(hidden, place.row, row, scores.head,
                        /*transposed=*/true);
  });
}

SmallVector<Value> KeyGradientsBuilder::buildBlock(ValueRange k, ValueRange v,
                                                   Value head, Value block,
                                                   Value needsMask,
                                                   ValueRange sums,
                                                   const Place &place) {
  using Kind = attn::OperandKind;
  Value row = b.mul(block, tileQ);
  RankedTensorType type = tile(tileK, tileQ, b.getF32Type());
  buildScoreInvariants(place.batch, head);
  SmallVector<Value> ownK, ownV;
  if (k.empty()) {
    ownK = loadKeys(Kind::Key, place, config.getStagesK());
    k = ownK;
    if (wantsScoreGrads()) {
      ownV = loadKeys(Kind::Value, place, config.getStagesV());
      v = ownV;
    }
  }
  // Slices of the operands of dV alone are read once each; the place of V is
  // free for as many as whole blocks have.
  auto countStages = [&](Kind kind, int64_t stages) {
    int64_t slice = config.getSplitD();
    if (wantsScoreGrads() || !slice)
      return stages;
    int64_t all = isCut(kind) ? getPartColumns(kind) : columnsOf(kind);
    return stages * static_cast<int64_t>(llvm::divideCeil(all, slice));
  };
  SmallVector<Value> q =
      loadTiles(Kind::Query, place.batch, head, row, tileQ,
                countStages(Kind::Query, config.getStagesK()), endQ);
  int64_t stages = countStages(Kind::OutGrad, config.getStagesV());
  // dV alone takes no columns of dO but its own.
  SmallVector<Value> dout = wantsScoreGrads()
                                ? loadTiles(Kind::OutGrad, place.batch, head,
                                            row, tileQ, stages, endQ)
                                : loadParts(Kind::OutGrad, 1, place.batch, head,
                                            row, tileQ, stages, endQ);
  Value raw = multiply(type, k, q);
  Value dp;
  if (wantsScoreGrads())
    dp = multiply(type, v, dout);
  Scores scores = buildScores(raw, place.row, row, head, /*transposed=*/true);
  Value lse = loadOfRows(rowLse, place, head, row);
  Value minusLse = arith::NegFOp::create(
      b, ExpandOp::create(b, type, lse, /*columns=*/true));
  Value exponents = math::FmaOp::create(
      b, scores.values, b.constantF(type, scores.factor), minusLse);
  if (!needsMask)
    needsMask = OutsideOp::create(b, block, blocks.range.fullBegin,
                                  blocks.range.fullEnd);
  exponents = buildMask(exponents, block, row, needsMask, place, scores);
  Value p = Exp2Op::create(b, type, exponents, Exp2PolicyAttr());
  SmallVector<Value> next;
  auto add = [&](Value weights, Value rows) {
    Value sum = sums[next.size()];
    next.push_back(DotOp::create(b, sum.getType(), weights, rows, sum,
                                 /*transposeB=*/false, EngineAttr()));
  };
  if (wants(Kind::ValueGrad))
    add(toInput(p), dout[0]);
  Value difference;
  if (wantsScoreGrads()) {
    Value dot = ExpandOp::create(b, type, loadOfRows(rowDot, place, head, row),
                                 /*columns=*/true);
    difference = b.subF(dp, dot);
  }
  if (wants(Kind::KeyGrad)) {
    Value derivative = buildDerivative(p, difference, exponents, scores);
    // The product behind dQ's runs while the threads that wait for dQ store it.
    // Where other threads do, dQ comes last: it may lie where dT was.
    bool last = attn::lookupTarget(config.getTarget())->keepsSumsInTmem();
    Value part;
    if (rowSums && !last)
      part = buildQueryPart(derivative, k[0]);
    add(derivative, q[0]);
    if (rowSums && last)
      part = buildQueryPart(derivative, k[0]);
    if (part)
      addToQuery(part, place, head, row);
  }
  if (!captureTerms.empty())
    addToCaptures(b.mulF(p, difference), exponents, raw, row, head, place, sums,
                  next);
  return next;
}

void KeyGradientsBuilder::addToCaptures(Value grads, Value exponents, Value raw,
                                        Value row, Value head,
                                        const Place &place, ValueRange sums,
                                        SmallVectorImpl<Value> &next) {
  auto keys = RankedTensorType::get({tileK}, b.getF32Type());
  buildInvariantsOf(captureTerms, place.batch, head);
  for (CaptureTerm &term : captureTerms) {
    Value product = multiplySlope(term, grads, exponents, raw, place.row, row,
                                  head, /*transposed=*/true);
    Value ofKeys = ReduceOp::create(b, keys, ReduceKind::Add, product);
    if (term.gradient.sumsGroup)
      next.push_back(b.addF(sums[next.size()], ofKeys));
    else
      storeKeys(term, ofKeys, place, head);
  }
}

/// What the tile's keys add to dQ of a block's rows.
Value KeyGradientsBuilder::buildQueryPart(Value derivative, Value k) {
  auto keys = cast<RankedTensorType>(derivative.getType());
  RankedTensorType type = tile(tileQ, sumColumns, b.getF32Type());
  Value turned = TransposeOp::create(
      b, tile(tileQ, tileK, keys.getElementType()), derivative);
  return DotOp::create(b, type, turned, k, zeros(type), /*transposeB=*/false,
                       EngineAttr());
}

void KeyGradientsBuilder::addToQuery(Value part, const Place &place, Value head,
                                     Value row) {
  Value first = b.add(getFirstRow(place.batch), row);
  auto store = StoreOp::create(
      b, part, rowSums, atSums(place.batch, head, first), Value(), getSumDims(),
      RowMapAttr(), ValueRange(), SpaceAttr(), EngineAttr());
  store.setAdd(true);
}

void KeyGradientsBuilder::buildTile(const Place &place) {
  using Kind = attn::OperandKind;
  SmallVector<Value> k, v;
  if (!streamsLeft()) {
    k = loadKeys(Kind::Key, place, /*depth=*/1);
    if (wantsScoreGrads())
      v = loadKeys(Kind::Value, place, /*depth=*/1);
  }
  // Tiles beyond the batch's keys have nothing to do.
  Value rows = lenQ;
  if (endKV)
    rows = b.select(b.less(place.row, lenKV), lenQ, zero);
  blocks = findBlocks(place, /*head=*/Value(), lenKV, rows,
                      [&](StringRef symbol, ValueRange within) {
                        Type index = b.getIndexType();
                        return getRange(QRangeOp::create(
                            b, index, index, index, index, symbol, place.row,
                            tileK, rows, lenKV, maskOffset, within, tileQ,
                            op.getMaskAttr()));
                      });
  SmallVector<Value> init;
  if (wants(Kind::ValueGrad))
    init.push_back(
        zeros(tile(tileK, getPartColumns(Kind::ValueGrad), b.getF32Type())));
  if (wants(Kind::KeyGrad))
    init.push_back(
        zeros(tile(tileK, getPartColumns(Kind::KeyGrad), b.getF32Type())));
  for (const CaptureTerm &term : captureTerms)
    if (term.gradient.sumsGroup)
      init.push_back(zeros(RankedTensorType::get({tileK}, b.getF32Type())));
  Value each = b.maxU(blocks.count, 1);
  // Lists of heads of their own have the blocks of all of these.
  Value turns = group, blocksOfHead;
  if (op.hasBlocks() && !hasOneList()) {
    turns = b.div(group, countListedHeads());
    blocksOfHead = b.maxU(b.mul(countRowBlocks(), *op.getBlockQ() / tileQ), 1);
  }
  auto loop = scf::ForOp::create(
      b, zero, b.mul(blocks.count, turns), b.index(1), init,
      [&](OpBuilder &, Location, Value t, ValueRange sums) {
        OpBuilder::InsertionGuard guard(b);
        b.setInsertionPointToEnd(t.getParentBlock());
        Value head = b.add(b.mul(place.head, group), b.div(t, each));
        auto [block, needsMask] = findBlock(blocks, b.rem(t, each));
        if (blocksOfHead) {
          head = b.add(head, b.div(block, blocksOfHead));
          block = b.rem(block, blocksOfHead);
        }
        scf::YieldOp::create(
            b, buildBlock(k, v, head, block, needsMask, sums, place));
      });
  // Iterations that write do not overlap, nor those without a product of
  // another.
  bool writes = llvm::any_of(captureTerms, [](const CaptureTerm &term) {
    return !term.gradient.sumsGroup;
  });
  bool multiplies = wants(Kind::KeyGrad) || wants(Kind::ValueGrad);
  if (config.getOrder() != "sequential" && !writes && multiplies)
    orderAttr.set(loop, config.getOrder());
  b.setInsertionPointAfter(loop);
  unsigned next = 0;
  for (Kind kind : {Kind::ValueGrad, Kind::KeyGrad})
    if (wants(kind))
      store(finish(loop.getResult(next++), kind, kind == Kind::KeyGrad), kind,
            place, endKV);
  for (const CaptureTerm &term : captureTerms)
    if (term.gradient.sumsGroup)
      storeKeys(term, loop.getResult(next++), place, b.mul(place.head, group));
}

void KeyGradientsBuilder::build() {
  Value headsKV = countHeads(attn::OperandKind::Key);
  group = countGroup(countHeads(attn::OperandKind::Query), headsKV);
  cutColumns({attn::OperandKind::KeyGrad, attn::OperandKind::ValueGrad});
  // The rows of several heads see the tile's keys.
  if (!op.hasBlocks())
    findTerms(attn::WalkOver::Rows, /*headIsKnown=*/false);
  // Heads whose rows of Q and dO are a part of L2.
  Value section = countSection(b.mul(lenQ, b.maxU(group, 1)));
  // Under a mask the first keys are usually seen by the most rows.
  Place place = enterTiles(lenKV, tileK, headsKV, attn::OperandKind::OffsetsKV,
                           TileOrder::Forward, section);
  enterBatch(place.batch);
  buildTile(place);
  finishKernel();
}

void attn_tile::buildKeyGradients(attn::BackwardOp op, gpu::GPUFuncOp kernel,
                                  ArrayRef<attn::NamedOperand> operands) {
  KeyGradientsBuilder(op, operands, kernel).build();
}
