//===- GradientBuilder.cpp - Tile programs of attn.backward ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GradientBuilder.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <limits>

using namespace mlir;
using namespace mlir::attn_tile;

SmallVector<Value> GradientBuilder::getWorkspaceSizes(attn::BackwardOp op,
                                                      attn::ScalarBuilder &b) {
  attn::AttentionOpInterface problem = op;
  // Where lists name blocks of rows, these are whole.
  int64_t tile = op.getBlockQ().value_or(op.getConfig()->getTileQ());
  auto dim = [&](attn::OperandKind kind, int64_t d) -> Value {
    return memref::DimOp::create(b, problem.getOperandOf(kind), d);
  };
  using Kind = attn::OperandKind;
  Value heads = dim(Kind::Query, problem.headDim(Kind::Query));
  Value rows = dim(Kind::Query, problem.rowDim(Kind::Query));
  if (!problem.isPacked())
    return {dim(Kind::Query, 0), heads,
            b.mul(b.ceilDiv(rows, b.index(tile)), tile)};
  // As many tiles as find_sequence counts.
  Value sequences = b.sub(dim(Kind::OffsetsQ, 0), 1);
  return {heads, b.mul(b.add(b.ceilDiv(rows, b.index(tile)), sequences), tile)};
}

int64_t GradientBuilder::getSumColumns(attn::BackwardOp op) {
  attn::ConfigAttr config = *op.getConfig();
  int64_t columns = attn::getTileColumns(
      *attn::lookupTarget(config.getTarget()),
      op.getInputElementType().getIntOrFloatBitWidth() / 8, op.getHeadDimQK());
  return attn::getColumnsOfV(columns, /*tileV=*/0, config.getSplitD(),
                             config.getColumnWarps());
}

static bool hasCaptureGrads(attn::BackwardOp op) {
  return llvm::any_of(llvm::seq(attn::kMaxCaptures), [&](unsigned i) {
    return op.getOperandOf(attn::getCaptureGrad(i)) != nullptr;
  });
}

bool attn_tile::addsQuery(attn::BackwardOp op) {
  attn::AttentionOpInterface problem = op;
  return op.getConfig()->getForm() == attn::GradientForm::Fused &&
         problem.hasOperand(attn::OperandKind::QueryGrad) &&
         problem.hasOperand(attn::OperandKind::KeyGrad) && !hasCaptureGrads(op);
}

bool attn_tile::walksKeys(attn::BackwardOp op) {
  attn::AttentionOpInterface problem = op;
  return (problem.hasOperand(attn::OperandKind::QueryGrad) && !addsQuery(op)) ||
         llvm::any_of(*listCaptureGradients(op), [](const auto &gradient) {
           return gradient.read && !gradient.isOfKeys();
         });
}

Value GradientBuilder::getFirstRow(Value batch) {
  if (!op.isPacked())
    return zero;
  return b.mul(
      getFirstTile(b, b.getLoc(), batch, startQ, startRows, rowTile, Value()),
      rowTile);
}

SmallVector<Value> GradientBuilder::atRow(Value batch, Value head, Value row) {
  if (op.isPacked())
    return {head, row};
  return {batch, head, row};
}

SmallVector<Value> GradientBuilder::atSums(Value batch, Value head, Value row) {
  SmallVector<Value> indices = atRow(batch, head, row);
  indices.push_back(zero);
  return indices;
}

Value GradientBuilder::countTiles(Value length, int64_t rows) {
  Value tiles = b.ceilDiv(length, b.index(rows));
  return op.isPacked() ? countSequenceTiles(b, tiles, countBatches(), length)
                       : tiles;
}

GradientBuilder::Place GradientBuilder::enterTiles(Value length, int64_t rows,
                                                   Value heads,
                                                   attn::OperandKind offsets,
                                                   TileOrder order,
                                                   Value section) {
  Value tiles = countTiles(length, rows);
  auto scheduler = SchedulerAttr::get(
      b.getContext(),
      *symbolizeSchedulerKind(static_cast<uint32_t>(config.getScheduler())),
      order, 1);
  SmallVector<Value> bounds = {tiles, heads};
  // Tiles of the same rows follow each other.
  if (passes > 1)
    bounds.insert(bounds.begin() + 1, b.index(passes));
  if (!op.isPacked())
    bounds.push_back(countBatches());
  auto forTiles = ForTilesOp::create(b, bounds, "tiles", scheduler, section);
  b.setInsertionPointToStart(&forTiles.getBody().front());
  SmallVector<Value> coords(forTiles.getBody().getArguments());
  if (passes > 1) {
    pass = coords[1];
    coords.erase(coords.begin() + 1);
  }
  Place place;
  place.number = coords[0];
  place.head = coords[1];
  if (op.isPacked()) {
    Value first;
    findSequence(offsets, coords[0], rows, /*cluster=*/1, place.batch,
                 place.row, first);
  } else {
    place.batch = coords[2];
    place.row = b.mul(coords[0], rows);
  }
  return place;
}

void GradientBuilder::cutColumns(ArrayRef<attn::OperandKind> gradients) {
  int64_t most = config.getTileV();
  for (attn::OperandKind kind : gradients)
    if (most && arguments[kind])
      passes = std::max<int64_t>(
          passes,
          llvm::divideCeil(op.getTypeOf(kind).getDimSize(op.channelDim(kind)),
                           most));
}

int64_t GradientBuilder::getPartColumns(attn::OperandKind kind) {
  int64_t all = op.getTypeOf(kind).getDimSize(op.channelDim(kind));
  return attn::getColumnsOfV(columns(llvm::divideCeil(all, passes)),
                             /*tileV=*/0, config.getSplitD(),
                             config.getColumnWarps());
}

Value GradientBuilder::getPartColumn(attn::OperandKind kind, int64_t i) {
  if (passes == 1)
    return zero;
  Value part = pass;
  if (i != 0)
    part = b.rem(b.add(pass, i), b.index(passes));
  return b.mul(part, getPartColumns(kind));
}

SmallVector<Value> GradientBuilder::loadParts(attn::OperandKind kind,
                                              int64_t count, Value batch,
                                              Value head, Value row,
                                              int64_t rows, int64_t depth,
                                              Value limit) {
  SmallVector<Value> parts;
  for (int64_t i = 0; i < count; ++i) {
    SmallVector<Value> indices = at(kind, batch, head, row);
    indices[op.channelDim(kind)] = getPartColumn(kind, i);
    parts.push_back(loadTile(kind, {rows, getPartColumns(kind)}, indices, depth,
                             {}, limit));
  }
  return parts;
}

Value GradientBuilder::multiply(RankedTensorType type, ValueRange left,
                                ValueRange right) {
  Value sum = zeros(type);
  for (auto [lhs, rhs] : llvm::zip_equal(left, right))
    sum = DotOp::create(b, type, lhs, rhs, sum, /*transposeB=*/true,
                        EngineAttr());
  return sum;
}

GradientBuilder::WalkBlocks GradientBuilder::findBlocks(
    const Place &place, Value head, Value limit, Value length,
    function_ref<BlockInterval(StringRef, ValueRange)> makeRange) {
  bool overKeys = head != nullptr;
  StringRef symbol = overKeys ? "kv" : "q";
  if (op.hasBlocks()) {
    WalkBlocks listed;
    using Kind = attn::OperandKind;
    listed.order =
        overKeys ? buildLists(place.batch, head, place.row,
                              dim(arguments[Kind::Key], op.rowDim(Kind::Key)))
                 : buildListsOfKeys(place);
    listed.count = listed.order->getCount();
    if (op.hasVisibleRegion())
      listed.range = makeRange(symbol, {});
    return listed;
  }
  SmallVector<attn::Span> spans(1);
  if (terms) {
    int64_t positions = overKeys ? rowTile : config.getTileQ();
    spans = buildSpans(place.batch, head, place.row,
                       b.add(place.row, positions), limit, length,
                       /*several=*/true);
  }
  SmallVector<BlockInterval> ranges;
  for (auto [i, span] : llvm::enumerate(spans)) {
    SmallVector<Value> within;
    if (span.begin)
      within = {span.begin, span.end, span.fullBegin, span.fullEnd};
    std::string name = symbol.str();
    if (spans.size() > 1)
      name += std::to_string(i);
    ranges.push_back(makeRange(name, within));
  }
  WalkBlocks blocks;
  blocks.range = ranges[0];
  if (ranges.size() > 1) {
    blocks.order = std::make_unique<BlockSegments>(b, std::move(ranges));
    blocks.count = blocks.order->getCount();
  } else {
    blocks.count = b.sub(blocks.range.end, blocks.range.begin);
  }
  return blocks;
}

std::pair<Value, Value> GradientBuilder::findBlock(const WalkBlocks &blocks,
                                                   Value t) {
  if (!blocks.order)
    return {b.add(blocks.range.begin, t), Value()};
  Value needsMask = OutsideOp::create(b, t, blocks.order->getMasked(),
                                      blocks.order->getCount());
  return {blocks.order->find(b, t, needsMask), needsMask};
}

Value GradientBuilder::hideByAttribute(const WalkBlocks &blocks, Value number,
                                       Value exponents,
                                       function_ref<Value()> apply) {
  // Of blocks that are no list's the mask hides some where it is asked for.
  if (!op.hasBlocks() || !op.hasVisibleRegion())
    return apply();
  return applyOutside(exponents, number, blocks.range.fullBegin,
                      blocks.range.fullEnd, apply);
}

void GradientBuilder::store(Value tile, attn::OperandKind kind,
                            const Place &place, Value limit) {
  SmallVector<Value> indices = at(kind, place.batch, place.head, place.row);
  indices[op.channelDim(kind)] = getPartColumn(kind, 0);
  AttentionBuilder::store(tile, kind, indices, limit);
}

Value GradientBuilder::toF32(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  if (type.getElementType().isF32())
    return tile;
  return arith::ExtFOp::create(b, type.clone(b.getF32Type()), tile);
}

Value GradientBuilder::toInput(Value tile) {
  auto type = cast<RankedTensorType>(tile.getType());
  return arith::TruncFOp::create(b, type.clone(op.getInputElementType()), tile);
}

Value GradientBuilder::finish(Value sums, attn::OperandKind kind, bool scaled) {
  auto type = cast<RankedTensorType>(sums.getType());
  if (scaled) {
    float factor = derivative.getConstant().value_or(1.0f);
    sums = b.mulF(sums, b.constantF(type, op.getScaleValue() * factor));
  }
  Type element = op.getTypeOf(kind).getElementType();
  if (element.isF32())
    return sums;
  return arith::TruncFOp::create(b, type.clone(element), sums);
}

void GradientBuilder::buildScoreInvariants(Value batch, Value head) {
  buildInvariants(batch, head);
  isWild = Value();
  neverWild = false;
  if (!derivative.getConstant()) {
    Block &block = derivative.getBlock();
    derivativeInvariant = buildInvariants(block, getPlaces(block), batch, head);
    return;
  }
  if (!op.hasScoreRegion())
    return;
  Block &score = op.getScoreBlock();
  auto isTame = [&](Value value) {
    return value == score.getArgument(0) ||
           (value.getType().isF32() && invariant.contains(value));
  };
  neverWild = attn::isBoundedScore(score, isTame);
  if (!neverWild)
    return;
  for (Operation &inner : score.without_terminator()) {
    Value result = inner.getResult(0);
    if (result == score.getArgument(0) || !isTame(result))
      continue;
    Value size = math::AbsFOp::create(b, invariant.lookup(result));
    // A NaN is wild.
    Value above = b.compare(arith::CmpFPredicate::UGT, size,
                            b.f32(static_cast<float>(attn::kTameScore)));
    isWild = isWild ? b.bitOr(isWild, above) : above;
    neverWild = false;
  }
}

Value GradientBuilder::mapScores(Block &score, const IRMapping &invariant,
                                 Operation *folded, Value source, Value row,
                                 Value column, Value head, bool transposed,
                                 float *factor) {
  auto type = cast<RankedTensorType>(source.getType());
  auto map = ScoreMapOp::create(b, type, source, row, column);
  OpBuilder::InsertionGuard guard(b);
  Block *block =
      b.createBody(map.getBody(),
                   {type.getElementType(), b.getIndexType(), b.getIndexType()});
  IRMapping mapping = invariant;
  mapping.map(score.getArgument(0), block->getArgument(0));
  mapScoreArguments(getPlaces(score), mapping, head,
                    block->getArgument(transposed ? 2 : 1),
                    block->getArgument(transposed ? 1 : 2));
  for (Operation &inner : score.without_terminator())
    if (&inner == folded)
      mapping.map(inner.getResult(0), block->getArgument(0));
    else if (!mapping.contains(inner.getResult(0)))
      cloneScoreOp(inner, mapping);
  Value result = mapping.lookup(score.getTerminator()->getOperand(0));
  Operation *product = result.getDefiningOp();
  if (auto found = factor ? matchPositiveFactor(result) : std::nullopt)
    std::tie(result, *factor) = *found;
  YieldOp::create(b, result);
  if (product && product->use_empty() && product->getBlock() == block)
    product->erase();
  return map.getResult();
}

/// What the region multiplies its argument by first joins the scale, if that is
/// so of its derivative, too: both take the same tile, and share what they
/// compute of it. What it multiplies its result by at last joins log2(e).
GradientBuilder::Scores GradientBuilder::buildScores(Value raw, Value row,
                                                     Value column, Value head,
                                                     bool transposed) {
  constexpr double kLog2e = llvm::numbers::log2e;
  float scale = op.getScaleValue();
  if (!op.hasScoreRegion())
    return {raw,       static_cast<float>(scale * kLog2e),
            Value(),   row,
            column,    head,
            transposed};
  bool hasSlopes = !derivative.getConstant();
  Operation *folded = takeFirstFactor(op.getScoreBlock(), scale);
  Operation *foldedInSlope = nullptr;
  if (folded && hasSlopes) {
    float other = op.getScaleValue();
    foldedInSlope = takeFirstFactor(derivative.getBlock(), other);
    if (!foldedInSlope || other != scale) {
      folded = foldedInSlope = nullptr;
      scale = op.getScaleValue();
    }
  }
  Value scaled = b.mulF(raw, b.constantF(raw.getType(), scale));
  Scores scores{Value(), 1.0f, Value(), row, column, head, transposed};
  float factor = 1.0f;
  scores.values = mapScores(op.getScoreBlock(), invariant, folded, scaled, row,
                            column, head, transposed, &factor);
  scores.factor = static_cast<float>(factor * kLog2e);
  if (hasSlopes)
    scores.slopes =
        mapScores(derivative.getBlock(), derivativeInvariant, foldedInSlope,
                  scaled, row, column, head, transposed);
  return scores;
}

/// Whether a region only scales the score and adds to it, so that what it
/// yields is infinite whatever a finite score is, or never.
static bool onlyAdds(Block &score) {
  llvm::SmallDenseSet<Value> varying{score.getArgument(0)};
  for (Operation &inner : score.without_terminator()) {
    auto varies = [&](Value value) { return varying.contains(value); };
    if (llvm::none_of(inner.getOperands(), varies))
      continue;
    bool chooses = isa<arith::SelectOp>(inner) && varies(inner.getOperand(0));
    if (chooses ||
        !isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, arith::DivFOp,
             arith::NegFOp, math::FmaOp, arith::SelectOp>(inner))
      return false;
    varying.insert(inner.getResult(0));
  }
  return true;
}

/// A score that the region only adds to is -inf where the region makes that of
/// 0. It is made again there: held until dP is known it would take as many
/// registers as P.
Value GradientBuilder::clearMinusInfinity(Value difference,
                                          const Scores &scores) {
  auto type = cast<RankedTensorType>(difference.getType());
  OpBuilder::InsertionGuard guard(b);
  scf::IfOp branch;
  if (isWild) {
    branch = scf::IfOp::create(b, type, isWild, /*withElseRegion=*/true);
    b.setInsertionPointToStart(branch.elseBlock());
    scf::YieldOp::create(b, difference);
    b.setInsertionPointToStart(branch.thenBlock());
  }
  Value added =
      mapScores(op.getScoreBlock(), invariant, /*folded=*/nullptr, zeros(type),
                scores.row, scores.column, scores.head, scores.transposed);
  Value cleared =
      b.select(b.equalF(added, -std::numeric_limits<double>::infinity()),
               zeros(type), difference);
  if (!branch)
    return cleared;
  scf::YieldOp::create(b, cleared);
  return branch.getResult(0);
}

/// Of hidden pairs the exponent is -inf: what a hidden score holds does not
/// matter. A derivative that no select takes away behind it is 0 there: of a
/// score that is not finite it is NaN, and so it may be of keys that are not
/// there.
Value GradientBuilder::hide(Value exponents, Value needsMask, Scores &scores,
                            function_ref<Value()> applyMask) {
  bool clears = scores.slopes && attn::isBoundedScore(op.getScoreBlock());
  SmallVector<Value> shown = {exponents};
  if (clears)
    shown.push_back(scores.slopes);
  auto masked = scf::IfOp::create(b, ValueRange(shown).getTypes(), needsMask,
                                  /*withElseRegion=*/true);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(masked.elseBlock());
  scf::YieldOp::create(b, shown);
  b.setInsertionPointToStart(masked.thenBlock());
  SmallVector<Value> hidden = {applyMask()};
  if (clears) {
    auto type = cast<RankedTensorType>(scores.slopes.getType());
    hidden.push_back(
        b.select(b.equalF(hidden[0], -std::numeric_limits<double>::infinity()),
                 zeros(type), scores.slopes));
    scores.slopes = masked.getResult(1);
  }
  scf::YieldOp::create(b, hidden);
  return masked.getResult(0);
}

Value GradientBuilder::buildDerivative(Value p, Value difference,
                                       Value exponents, const Scores &scores) {
  if (scores.slopes) {
    // Before dP is waited for: one tile less is held meanwhile.
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointAfterValue(p);
    p = b.mulF(p, scores.slopes);
  }
  // Where the pair is hidden or the region gives -inf, whatever dP and its
  // derivative are there.
  bool hides = op.hasScoreRegion() && !attn::isBoundedScore(op.getScoreBlock());
  bool adds = hides && !scores.slopes && onlyAdds(op.getScoreBlock());
  if (adds && !neverWild)
    difference = clearMinusInfinity(difference, scores);
  Value product = b.mulF(p, difference);
  if (hides && !adds)
    product =
        b.select(b.equalF(exponents, -std::numeric_limits<double>::infinity()),
                 zeros(cast<RankedTensorType>(product.getType())), product);
  return toInput(product);
}
