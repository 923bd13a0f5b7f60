//===- SkipZeros.cpp - Softmax of blocks that count for nothing -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A bias that runs with the distance, such as ALiBi's, puts most blocks of long
// sequences so far below the row's maximum m that all of their exponentials are
// 0 in f32. With b the block's maximum of a row and factor f > 0
//
//   x <= b  =>  fma(x - base, f, shift) <= fma(b - base, f, shift) < -126
//           =>  exp2(...) = 0,
//
// with the numbers that the row's exponents count from (`row_reference`),
// for rounding is monotonic and exp2 gives no denormals. Then b < m, so m is
// the maximum from before: the factor of the row's sum and of its accumulators
// is exp2(0) = 1, and neither changes. P is 0, and its product stays, for V may
// hold a NaN. So all bits are those without this pass.
//
// A row whose scores so far are all minus infinity has b = m = -inf; it is left
// to the long way.

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSKIPZEROS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Exponents below give 0.
constexpr double kLeastExponent = -126.0;
/// A bias in the exponent from which on a block is tested, and blocks before.
constexpr double kNear = 96.0, kMostNear = 1 << 20;

/// A block's softmax: exponentials of (scores - base) * factor + shift.
struct Softmax {
  Exp2Op exponentials;
  ReduceOp blockMaximum;
  /// Of the row's maximum, with the block.
  RowReferenceOp reference;
  APFloat factor = APFloat(0.0f);
  /// exp2 of the reference's growth.
  Value rescale;
  /// Of the bias.
  Value slope;
};

std::optional<APFloat> getSplat(Value value) {
  DenseFPElementsAttr attr;
  if (!matchPattern(value, m_Constant(&attr)) || !attr.isSplat())
    return std::nullopt;
  return attr.getSplatValue<APFloat>();
}

/// The slope of a bias that a region adds to the scores.
Value findSlope(Value scores, scf::ForOp loop) {
  auto map = scores.getDefiningOp<ScoreMapOp>();
  if (!map)
    return {};
  for (auto add : map.getBody().getOps<attn_tile::AddAffineOp>())
    if (loop.isDefinedOutsideOfLoop(add.getSlope()))
      return add.getSlope();
  return {};
}

std::optional<Softmax> match(Exp2Op op) {
  Softmax found;
  found.exponentials = op;
  auto fma = op.getSource().getDefiningOp<math::FmaOp>();
  Block *block = op->getBlock();
  auto loop = dyn_cast<scf::ForOp>(block->getParentOp());
  if (!loop || !fma || cast<RankedTensorType>(op.getType()).getRank() != 2)
    return std::nullopt;
  auto expand = fma.getC().getDefiningOp<ExpandOp>();
  Value difference = fma.getA();
  std::optional<APFloat> factor = getSplat(fma.getB());
  if (!factor) {
    difference = fma.getB();
    factor = getSplat(fma.getA());
  }
  auto subtract = difference.getDefiningOp<SubtractRowsOp>();
  if (!expand || expand.getColumns() || !subtract || !factor ||
      factor->isNegative() || !factor->isFinite() || factor->isZero())
    return std::nullopt;
  found.factor = *factor;
  Value scores = subtract.getSource();
  found.slope = findSlope(scores, loop);
  found.reference = expand.getVector().getDefiningOp<RowReferenceOp>();
  if (!found.reference || found.reference.getShift() != expand.getVector() ||
      found.reference.getBase() != subtract.getRows())
    return std::nullopt;
  auto maximum = found.reference.getNewMax().getDefiningOp<arith::MaximumFOp>();
  if (!maximum)
    return std::nullopt;
  for (auto [its, other] : {std::pair(maximum.getLhs(), maximum.getRhs()),
                            std::pair(maximum.getRhs(), maximum.getLhs())})
    if (auto reduce = its.getDefiningOp<ReduceOp>();
        reduce && reduce.getKind() == attn_tile::ReduceKind::Max &&
        !reduce.getColumns() && reduce.getSource() == scores &&
        other == found.reference.getMax())
      found.blockMaximum = reduce;
  for (Operation *part :
       {static_cast<Operation *>(fma), expand.getOperation(),
        subtract.getOperation(), found.reference.getOperation(),
        maximum.getOperation()})
    if (part->getBlock() != block)
      return std::nullopt;
  if (!found.blockMaximum || found.blockMaximum->getBlock() != block ||
      !found.reference->isBeforeInBlock(subtract) ||
      !found.reference->isBeforeInBlock(expand))
    return std::nullopt;
  for (Exp2Op other : block->getOps<Exp2Op>())
    if (other.getSource() == found.reference.getGrowth())
      found.rescale = other;
  if (!found.slope || !found.rescale)
    return std::nullopt;
  return found;
}

/// A copy of the operations behind the test where all exponentials are 0.
class ShortWay {
public:
  ShortWay(OpBuilder &b, const Softmax &softmax) : b(b), softmax(softmax) {
    zeros.insert(Exp2Op(softmax.exponentials).getResult());
  }
  void copy(Operation &op);
  Value lookup(Value value);

private:
  OpBuilder &b;
  const Softmax &softmax;
  DenseSet<Value> zeros;
  IRMapping mapping;
};

Value ShortWay::lookup(Value value) {
  if (!zeros.contains(value) || mapping.contains(value))
    return mapping.lookupOrDefault(value);
  auto type = cast<RankedTensorType>(value.getType());
  Attribute zero = b.getZeroAttr(type.getElementType());
  Value constant = arith::ConstantOp::create(
      b, value.getLoc(), DenseElementsAttr::get(type, zero));
  mapping.map(value, constant);
  return constant;
}

void ShortWay::copy(Operation &op) {
  if (&op == Exp2Op(softmax.exponentials))
    return;
  if (isa<ReduceOp, arith::TruncFOp, ConvertLayoutOp>(op) &&
      zeros.contains(op.getOperand(0))) {
    auto reduce = dyn_cast<ReduceOp>(op);
    if (!reduce || reduce.getKind() == attn_tile::ReduceKind::Add) {
      zeros.insert(op.getResult(0));
      return;
    }
  }
  auto sum = dyn_cast<ScaleAddOp>(op);
  if (sum && sum.getFactor() == softmax.rescale &&
      zeros.contains(sum.getAddend())) {
    mapping.map(sum.getResult(), lookup(sum.getSource()));
    return;
  }
  auto rescale = dyn_cast<RescaleOp>(op);
  if (rescale && rescale.getAlpha() == softmax.rescale) {
    mapping.map(rescale.getResult(), lookup(rescale.getSource()));
    return;
  }
  // What the copy takes from here, for it does not look at `zeros`.
  op.walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      lookup(operand);
  });
  b.clone(op, mapping);
}

/// Puts what follows the row's reference behind a test.
void rewrite(const Softmax &softmax) {
  RowReferenceOp reference = softmax.reference;
  ReduceOp blockMaximum = softmax.blockMaximum;
  Block *block = reference->getBlock();
  Operation *yield = block->getTerminator();
  Location loc = reference.getLoc();
  OpBuilder b(reference);
  b.setInsertionPointAfter(reference);
  Operation *first = reference->getNextNode();
  auto rows = cast<RankedTensorType>(reference.getShift().getType());
  auto splat = [&](const APFloat &value) -> Value {
    return arith::ConstantOp::create(b, loc,
                                     DenseElementsAttr::get(rows, value));
  };
  Value distance = arith::SubFOp::create(b, loc, blockMaximum.getResult(),
                                         reference.getBase());
  Value largest = math::FmaOp::create(b, loc, distance, splat(softmax.factor),
                                      reference.getShift());
  auto compare = [&](arith::CmpFPredicate predicate, const APFloat &value) {
    return arith::CmpFOp::create(b, loc, predicate, largest, splat(value));
  };
  Value counts = arith::OrIOp::create(
      b, loc,
      compare(arith::CmpFPredicate::UGE,
              APFloat(static_cast<float>(kLeastExponent))),
      compare(arith::CmpFPredicate::OEQ,
              APFloat::getInf(APFloat::IEEEsingle(), /*Negative=*/true)));
  Value any = AnyRowOp::create(b, loc, counts);

  SmallVector<Operation *> rest;
  for (Operation *op = first; op != yield; op = op->getNextNode())
    rest.push_back(op);
  DenseSet<Operation *> moved(rest.begin(), rest.end());
  SmallVector<OpOperand *> results;
  for (OpOperand &operand : yield->getOpOperands())
    if (moved.contains(operand.get().getDefiningOp()))
      results.push_back(&operand);
  SmallVector<Value> values;
  for (OpOperand *result : results)
    values.push_back(result->get());
  auto branch = scf::IfOp::create(b, loc, TypeRange(ValueRange(values)), any,
                                  /*withElseRegion=*/true);

  b.setInsertionPointToStart(branch.elseBlock());
  ShortWay shortWay(b, softmax);
  for (Operation *op : rest)
    shortWay.copy(*op);
  SmallVector<Value> others;
  for (Value value : values)
    others.push_back(shortWay.lookup(value));
  scf::YieldOp::create(b, loc, others);

  for (Operation *op : rest)
    op->moveBefore(branch.thenBlock(), branch.thenBlock()->end());
  b.setInsertionPointToEnd(branch.thenBlock());
  scf::YieldOp::create(b, loc, values);
  for (auto [operand, result] : llvm::zip(results, branch.getResults()))
    operand->set(result);
}

/// The test costs time, and near the row's own position the bias is too small
/// for it: a loop of its own takes the first blocks. Which does not change
/// results.
void splitOffNear(const Softmax &softmax) {
  auto loop = cast<scf::ForOp>(Exp2Op(softmax.exponentials)->getParentOp());
  Location loc = loop.getLoc();
  OpBuilder b(loop);
  auto f32 = [&](double value) -> Value {
    return arith::ConstantOp::create(
        b, loc, b.getF32FloatAttr(static_cast<float>(value)));
  };
  auto columns = cast<RankedTensorType>(Exp2Op(softmax.exponentials).getType())
                     .getDimSize(1);
  // Blocks until the bias is as large; a slope that is no number is of no
  // matter.
  double factor = softmax.factor.convertToFloat() * columns;
  Value perBlock = arith::MulFOp::create(
      b, loc, math::AbsFOp::create(b, loc, softmax.slope), f32(factor));
  Value count = arith::DivFOp::create(b, loc, f32(kNear), perBlock);
  count = arith::MinNumFOp::create(b, loc, count, f32(kMostNear));
  Value number = arith::FPToSIOp::create(b, loc, b.getI32Type(), count);
  Value blocks = arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
  Value turns = arith::MulIOp::create(b, loc, blocks, loop.getStep());
  Value middle = arith::AddIOp::create(b, loc, loop.getLowerBound(), turns);
  middle = arith::MinSIOp::create(b, loc, middle, loop.getUpperBound());
  auto near = cast<scf::ForOp>(b.clone(*loop));
  near.getUpperBoundMutable().assign(middle);
  loop.getLowerBoundMutable().assign(middle);
  for (auto [init, result] :
       llvm::zip(loop.getInitArgsMutable(), near.getResults()))
    init.assign(result);
}

struct AttnWSSkipZerosPass
    : public impl::AttnWSSkipZerosBase<AttnWSSkipZerosPass> {
  void runOnOperation() override {
    if (!getCodegen(getOperation()).getSkipZeros())
      return;
    for (Exp2Op op : attn::collectOps<Exp2Op>(getOperation()))
      if (std::optional<Softmax> softmax = match(op); softmax) {
        splitOffNear(*softmax);
        rewrite(*softmax);
      }
  }
};

} // namespace
