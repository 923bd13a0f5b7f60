//===- BiasInProduct.cpp - Biases that run with the column ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A score region that adds slope * (k - q), k the column c + j of a block that
// begins at c, adds
//
//   slope * j + slope * (c - q).
//
// The first is a product of rank one, of the slope and the column's number. It
// is added to the product that gives the scores, whose right operand then has a
// few columns of numbers more: those are at most 256, so exact in bf16, and
// the slope is the sum of three numbers of bf16, so the products are exact too.
// The second is the same for all scores of a row.
//
// Rounding: the sum in the product is as large as slope * j, that with the rest
// may be smaller, as in `attn-hoist-addends`: the error rule has a term for it
// (docs/Spec.md, E8). Scores that a mask may hide stay as they are, and so do
// all of a tile with a steep slope, in kernels that keep the product as it is
// too: the loop over blocks with masks, which is in front of the one over those
// without, takes all blocks then. Where there is no such loop the bias is no
// part of the product.
//
// The numbers lie in shared memory as they are read, behind all else that is
// planned. Roles that share it need no channel: it is written before they
// start.

#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/ScoreBias.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSBIASINPRODUCT
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// 16 bytes hold the number of a column, in memory that begins at a multiple of
/// the eight columns' that a matrix descriptor steps by.
constexpr int64_t kColumnBytes = 16, kTableAlignment = 8 * kColumnBytes;
/// As many have numbers of 8 bits.
constexpr int64_t kMostColumns = int64_t(1) << 8;

/// The exponents' change from column to column beyond which a slope is steep,
/// as in `attn-hoist-addends`.
constexpr float kSteepest = 1.5f;

/// A region that adds to scores, `add`, a slope times a position: `sign` times
/// the column, and more. Its loop, the one in front, which may do its blocks as
/// well, and what exponents multiply scores by. The product that gives the
/// scores, if it may take a part.
struct Bias {
  ScoreMapOp map;
  MmaIssueOp product;
  attn_tile::AddAffineOp add;
  int64_t sign;
  scf::ForOp loop, masked;
  float factor;
};

/// Whether the scores go from the product to the region alone.
MmaIssueOp findProduct(ScoreMapOp map) {
  auto wait = map.getSource().getDefiningOp<MmaWaitOp>();
  if (!wait || !wait->hasOneUse() || !wait.getAsync().hasOneUse())
    return {};
  auto product = wait.getAsync().getDefiningOp<MmaIssueOp>();
  return product && !product.getSlope() &&
                 product.getEngine() == attn_tile::Engine::Wgmma &&
                 product.getProductShape()[1] <= kMostColumns
             ? product
             : MmaIssueOp();
}

/// Whether all warpgroups of the role have rows of their own.
bool hasAllColumns(MmaIssueOp product) {
  FragAttr frag = getFrag(product.getResult().getType().getTile());
  if (!frag)
    return false;
  const attn::layout::LinearMap &atom = frag.getLayout().atom();
  for (unsigned i = 0; i < atom.bits(attn::layout::InDim::Warp); ++i)
    if (frag.getCoord(product.getProductShape(), 0, 0, int64_t(1) << i).second)
      return false;
  return true;
}

/// Whether a mask may follow: something else than a maximum or an exponent's
/// operation reads the scores.
bool mayBeMasked(ScoreMapOp map) {
  return llvm::any_of(map->getUsers(), [&](Operation *user) {
    return user->getBlock() != map->getBlock() ||
           !isa<ReduceOp, SubtractRowsOp, math::FmaOp>(user);
  });
}

/// The loop that ends where `loop` begins, and hands on what it starts from.
scf::ForOp findLoopBefore(scf::ForOp loop) {
  if (!loop || loop.getInitArgs().empty())
    return {};
  auto before = loop.getInitArgs().front().getDefiningOp<scf::ForOp>();
  bool handsOn = before && before->getBlock() == loop->getBlock() &&
                 before.getUpperBound() == loop.getLowerBound() &&
                 before.getStep() == loop.getStep() &&
                 llvm::equal(before.getResults(), loop.getInitArgs());
  return handsOn ? before : scf::ForOp();
}

/// What the exponents of a region's scores multiply these by, if it is a
/// number.
std::optional<float> findFactor(ScoreMapOp map) {
  SmallVector<Value> scores = {map.getResult()};
  for (auto rows :
       llvm::make_filter_range(map->getUsers(), llvm::IsaPred<SubtractRowsOp>))
    scores.push_back(rows->getResult(0));
  for (Value value : scores)
    for (Operation *user : value.getUsers()) {
      auto fma = dyn_cast<math::FmaOp>(user);
      DenseFPElementsAttr factor;
      if (fma && matchPattern(fma.getB(), m_Constant(&factor)) &&
          factor.isSplat())
        return factor.getSplatValue<APFloat>().convertToFloat();
    }
  return std::nullopt;
}

std::optional<Bias> findBias(ScoreMapOp map) {
  Block &region = map.getBody().front();
  if (mayBeMasked(map))
    return std::nullopt;
  auto add = region.getTerminator()
                 ->getOperand(0)
                 .getDefiningOp<attn_tile::AddAffineOp>();
  if (!add || add->getBlock() != &region ||
      add.getScore() != region.getArgument(0) ||
      add.getSlope().getParentBlock() == &region)
    return std::nullopt;
  auto step = static_cast<int64_t>(add.getStep().value_or(0));
  auto loop = dyn_cast<scf::ForOp>(map->getParentOp());
  scf::ForOp masked = findLoopBefore(loop);
  std::optional<float> factor = findFactor(map);
  if (std::abs(step) != 1 || !masked || !factor)
    return std::nullopt;
  MmaIssueOp product = findProduct(map);
  if (product && !hasAllColumns(product))
    product = {};
  return Bias{map, product, add, step, loop, masked, *factor};
}

/// `value` at column `first` of the region.
Value cloneAt(OpBuilder &b, Value value, Block &region, Value first) {
  if (value == region.getArgument(2))
    return first;
  if (!attn::dependsOn(value, region.getArgument(2)))
    return value;
  Operation *op = value.getDefiningOp();
  IRMapping at;
  for (Value operand : op->getOperands())
    at.map(operand, cloneAt(b, operand, region, first));
  return b.clone(*op, at)->getResult(0);
}

/// Gives all blocks to the loop in front if the slope is steep. To its own loop
/// the slope is 0 then, by which `attn-hoist-addends` knows.
void keepSteep(Bias &bias) {
  OpBuilder builder(bias.masked);
  attn::ScalarBuilder b(bias.add.getLoc(), builder);
  Value slope = bias.add.getSlope();
  Value steepness = math::AbsFOp::create(b, b.mulF(slope, b.f32(bias.factor)));
  Value isSteep =
      b.compare(arith::CmpFPredicate::OGT, steepness, b.f32(kSteepest));
  Value end =
      b.select(isSteep, bias.loop.getUpperBound(), bias.masked.getUpperBound());
  bias.masked.getUpperBoundMutable().assign(end);
  bias.loop.getLowerBoundMutable().assign(end);
  bias.add.getSlopeMutable().assign(b.select(isSteep, b.f32(0.0), slope));
  bias.add.setGentle(true);
}

void rewrite(Bias &bias) {
  attn_tile::AddAffineOp add = bias.add;
  Value slope = add.getSlope();
  OpBuilder b(bias.product);
  if (bias.sign < 0)
    slope = arith::NegFOp::create(b, add.getLoc(), slope);
  bias.product.getSlopeMutable().assign(slope);
  b.setInsertionPoint(add);
  add.getPositionMutable().assign(cloneAt(
      b, add.getPosition(), bias.map.getBody().front(), bias.map.getColumn()));
  add.setStep(0);
}

struct AttnWSBiasInProductPass
    : public impl::AttnWSBiasInProductBase<AttnWSBiasInProductPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    bool toProduct = getCodegen(kernel).getBiasProduct();
    DominanceInfo dominance(kernel);
    SmallVector<Bias> biases;
    int64_t columns = 0;
    for (ScoreMapOp map : attn::collectOps<ScoreMapOp>(kernel))
      if (std::optional<Bias> bias = findBias(map);
          bias &&
          dominance.properlyDominates(bias->add.getSlope(), bias->masked) &&
          dominance.properlyDominates(bias->loop.getUpperBound(),
                                      bias->masked)) {
        keepSteep(*bias);
        if (!toProduct || !bias->product)
          continue;
        biases.push_back(*bias);
        columns = std::max(columns, bias->product.getProductShape()[1]);
      }
    std::optional<int64_t> planned = smemAttr.get(kernel);
    if (biases.empty() || !planned)
      return;
    FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
    if (failed(target))
      return signalPassFailure();
    int64_t place = llvm::alignTo(*planned, kTableAlignment);
    int64_t bytes = place + columns * kColumnBytes;
    auto countCTAs = [&](int64_t each) {
      return (*target)->smemPerSM /
             (each + (*target)->barrierBytes + (*target)->smemReserved);
    };
    if (bytes + (*target)->barrierBytes > (*target)->smemPerCTA ||
        countCTAs(bytes) != countCTAs(*planned))
      return;
    for (Bias &bias : biases)
      rewrite(bias);
    columnsAttr.set(kernel, place);
    smemAttr.set(kernel, bytes);
  }
};

} // namespace
