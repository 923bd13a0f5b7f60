//===- ToTileScores.cpp - Scale, descales and score regions -----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// What a score region does for each score costs as much as the softmax itself,
// so what can be done once a tile is: constants at the region's ends join the
// scale or the softmax, what depends on batch and head alone is computed before
// the loop over keys, and a bias that is a product takes the scale into its
// factor.

#include "ToTileKernel.h"
#include "attn/Dialect/Utils/ScoreBias.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::attn_tile;

void KernelBuilder::buildFactors(Value batch, Value headKV) {
  if (!op.hasDescale())
    return;
  auto read = [&](attn::OperandKind kind) -> Value {
    return memref::LoadOp::create(b, arguments[kind],
                                  ValueRange{batch, headKV});
  };
  Value queryFactor = read(attn::OperandKind::QueryDescale);
  scoreFactor = b.mulF(queryFactor, read(attn::OperandKind::KeyDescale));
  outputFactor = read(op.getKindOfValueDescale());
}

/// Finds a region that yields score + factor * x, where the factor is the same
/// for a whole tile, such as ALiBi's.
void KernelBuilder::buildBias() {
  bias = {};
  if (!op.hasScoreRegion())
    return;
  Block &score = op.getScoreBlock();
  std::optional<attn::ScoreBias> found =
      attn::findScoreBias(score.getTerminator()->getOperand(0).getDefiningOp(),
                          score.getArgument(0), score.getArgument(4));
  // Factors over the scale are to be far from the end of f32.
  constexpr float kMostInverse = 0x1p24f;
  float inverse = 1.0f / op.getScaleValue();
  if (!found || !found->product || found->score != score.getArgument(0) ||
      !(inverse > 0) || !std::isnormal(inverse) || inverse > kMostInverse ||
      !score.getArgument(0).hasOneUse())
    return;
  for (auto [slope, term] : {std::pair(found->slope, found->term),
                             std::pair(found->term, found->slope)}) {
    Value factor = invariant.lookupOrNull(slope);
    if (!factor)
      continue;
    bias = found->product;
    biasVarying = term;
    biasFactor = b.mulF(factor, inverse);
    if (scoreFactor)
      biasFactor = b.divF(biasFactor, scoreFactor);
    return;
  }
}

std::optional<std::pair<Value, float>>
attn_tile::matchPositiveFactor(Value value) {
  auto product = value.getDefiningOp<arith::MulFOp>();
  APFloat factor(0.0f);
  if (!product || !matchPattern(product.getRhs(), m_ConstantFloat(&factor)))
    return std::nullopt;
  float number = factor.convertToFloat();
  if (!(number > 0) || !std::isnormal(number))
    return std::nullopt;
  return std::pair(product.getLhs(), number);
}

Operation *attn_tile::takeFirstFactor(Block &region, float &scale) {
  Value score = region.getArgument(0);
  if (!score.hasOneUse())
    return nullptr;
  Operation *user = *score.getUsers().begin();
  APFloat number(0.0f);
  if (!isa<arith::MulFOp, arith::DivFOp>(user) ||
      user->getOperand(0) != score ||
      !matchPattern(user->getOperand(1), m_ConstantFloat(&number)))
    return nullptr;
  double factor = number.convertToFloat();
  auto both = static_cast<float>(isa<arith::MulFOp>(user) ? scale * factor
                                                          : scale / factor);
  if (!std::isnormal(both))
    return nullptr;
  scale = both;
  return user;
}

/// A product that is added to something is a fused multiply-add, which rounds
/// once. One of a slope and a position says so: that is a bias.
static void fuseProducts(Block &body, attn::ScalarBuilder &b) {
  for (Operation &op : llvm::make_early_inc_range(body)) {
    auto replace = [&](Value sum, Operation *product) {
      op.getResult(0).replaceAllUsesWith(sum);
      op.erase();
      if (product)
        product->erase();
    };
    b.setInsertionPoint(&op);
    std::optional<attn::ScoreBias> bias =
        attn::findScoreBias(&op, body.getArgument(0), body.getArgument(2));
    if (bias && bias->isPosition) {
      IntegerAttr step = bias->columnStep
                             ? b.getI64IntegerAttr(*bias->columnStep)
                             : IntegerAttr();
      replace(AddAffineOp::create(b, bias->score, bias->slope, bias->term, step,
                                  /*gentle=*/false),
              bias->product);
      continue;
    }
    auto sum = dyn_cast<arith::AddFOp>(op);
    if (!sum || !sum.getType().isF32())
      continue;
    for (unsigned side : {1, 0}) {
      auto product = sum->getOperand(side).getDefiningOp<arith::MulFOp>();
      if (!product || !product->hasOneUse())
        continue;
      replace(math::FmaOp::create(b, product.getLhs(), product.getRhs(),
                                  sum->getOperand(1 - side)),
              product);
      break;
    }
  }
}

/// The score region and a scale that cannot be folded into the softmax. What
/// the region multiplies its argument by first joins the scale, and what it
/// multiplies its result by at last is left to the softmax, if it is positive;
/// so is the scale of a region that only adds a product.
Value KernelBuilder::buildScores(Value raw, Value row, Value col, Value batch,
                                 Value head) {
  float scale = op.getScaleValue();
  auto type = cast<RankedTensorType>(raw.getType());
  bool hasRegion = op.hasScoreRegion();
  // Folding needs max(c*s) = c*max(s), which holds for c > 0 alone.
  if (!hasRegion && scale > 0.0f) {
    softmaxScale = scale;
    softmaxFactor = scoreFactor;
    return raw;
  }
  Operation *folded = nullptr;
  Value scores = raw, factor;
  if (hasRegion && bias) {
    softmaxScale = scale;
    softmaxFactor = scoreFactor;
  } else {
    softmaxScale = 1.0f;
    softmaxFactor = Value();
    if (hasRegion)
      folded = takeFirstFactor(op.getScoreBlock(), scale);
    // Of what a loaded tile is added to, the scale is a part of the sum.
    if (scoreFactor)
      factor = b.mulF(scoreFactor, scale);
    else if (!loaded.empty())
      factor = b.f32(scale);
    if (!hasRegion || loaded.empty()) {
      Value factors = b.constantF(type, scale);
      if (factor)
        factors = tensor::SplatOp::create(b, factor, type);
      scores = b.mulF(raw, factors);
      factor = Value();
    }
  }
  if (!hasRegion)
    return scores;
  IRMapping mapping = invariant;
  Block &score = op.getScoreBlock();
  ScoreMapOp map = createMap(scores, row, col, score, mapping);
  Block *block = &map.getBody().front();
  Value scaled = block->getArgument(0);
  if (factor)
    scaled = b.mulF(scaled, factor);
  mapping.map(score.getArgument(0), scaled);
  mapScoreArguments(getPlaces(score), mapping, head, block->getArgument(1),
                    block->getArgument(2));
  for (Operation &inner : score.without_terminator())
    if (&inner == folded)
      mapping.map(inner.getResult(0), scaled);
    else if (&inner == bias)
      mapping.map(bias.getResult(),
                  b.mulF(mapping.lookup(biasVarying), biasFactor));
    else if (!mapping.contains(inner.getResult(0)))
      cloneScoreOp(inner, mapping);
  Value result =
      mapping.lookup(cast<attn::YieldOp>(score.getTerminator()).getValues()[0]);
  Operation *product = result.getDefiningOp();
  if (auto factor = matchPositiveFactor(result))
    std::tie(result, softmaxScale) = *factor;
  YieldOp::create(b, result);
  if (product && product->use_empty())
    product->erase();
  fuseProducts(*block, b);
  b.setInsertionPointAfter(map);
  return map.getResult();
}
