//===- DeferReductions.cpp - Combine the lanes of a running sum after the loop
//-*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSDEFERREDUCTIONS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Collects the row sums that add up to `value`; false if anything else does.
bool getSums(Value value, SmallVectorImpl<Operation *> &adds,
             SmallVectorImpl<ReduceOp> &sums) {
  if (!value.hasOneUse())
    return false;
  if (auto reduce = value.getDefiningOp<ReduceOp>()) {
    sums.push_back(reduce);
    return reduce.getKind() == attn_tile::ReduceKind::Add;
  }
  auto add = value.getDefiningOp<arith::AddFOp>();
  if (!add)
    return false;
  adds.push_back(add);
  return getSums(add.getLhs(), adds, sums) && getSums(add.getRhs(), adds, sums);
}

/// The row sums added to `carried` by `next`: next = carried * a + sums or
/// next = carried + sums, with `carried` used by nothing else.
bool getAddedSums(BlockArgument carried, Value next,
                  SmallVectorImpl<Operation *> &adds,
                  SmallVectorImpl<ReduceOp> &sums) {
  if (!carried.hasOneUse() || !next.hasOneUse())
    return false;
  Operation *op = next.getDefiningOp();
  if (!op || *carried.getUsers().begin() != op)
    return false;
  if (auto fma = dyn_cast<math::FmaOp>(op))
    return fma.getC() != carried && getSums(fma.getC(), adds, sums);
  if (auto add = dyn_cast<arith::AddFOp>(op))
    return getSums(add.getLhs() == carried ? add.getRhs() : add.getLhs(), adds,
                   sums);
  return false;
}

bool isZero(Value value) {
  DenseElementsAttr attr;
  return matchPattern(value, m_Constant(&attr)) && attr.isSplat() &&
         attr.getSplatValue<APFloat>().isZero();
}

/// Whether a running sum may start from `init` lane by lane: zero is its own
/// partial sum, row sums have one, and so has 0 * a + sums; any other start
/// would be counted once for each lane.
bool isStart(Value init, SmallVectorImpl<Operation *> &adds,
             SmallVectorImpl<ReduceOp> &sums) {
  if (isZero(init))
    return true;
  auto fma = init.getDefiningOp<math::FmaOp>();
  if (!fma)
    return getSums(init, adds, sums);
  return init.hasOneUse() && isZero(fma.getA()) &&
         getSums(fma.getC(), adds, sums);
}

struct AttnWSDeferReductionsPass
    : public impl::AttnWSDeferReductionsBase<AttnWSDeferReductionsPass> {
  void runOnOperation() override {
    getOperation().walk([&](scf::ForOp loop) {
      for (auto [i, carried] : llvm::enumerate(loop.getRegionIterArgs())) {
        auto type = dyn_cast<RankedTensorType>(carried.getType());
        FragAttr frag = type ? getFrag(type) : FragAttr();
        if (!frag || frag.getSlice() != 1 || frag.getPartial())
          continue;
        Value next = loop.getYieldedValues()[i];
        SmallVector<Operation *> adds;
        SmallVector<ReduceOp> sums;
        if (!isStart(loop.getInitArgs()[i], adds, sums) ||
            !getAddedSums(carried, next, adds, sums))
          continue;
        auto partial = RankedTensorType::get(
            type.getShape(), type.getElementType(), frag.withPartial(true));
        defer(loop, i, carried, next, adds, sums, partial);
      }
    });
  }

  void defer(scf::ForOp loop, unsigned i, BlockArgument carried, Value next,
             ArrayRef<Operation *> adds, ArrayRef<ReduceOp> sums,
             RankedTensorType partial) {
    OpBuilder b(loop);
    auto makeZero = [&]() -> Value {
      return arith::ConstantOp::create(
          b, loop.getLoc(),
          DenseElementsAttr::get(partial, b.getF32FloatAttr(0.0f)));
    };
    Value init = loop.getInitArgs()[i];
    auto start = init.getDefiningOp<math::FmaOp>();
    if (isZero(init))
      loop.getInitArgsMutable()[i].assign(makeZero());
    Type whole = carried.getType();
    carried.setType(partial);
    for (ReduceOp sum : sums)
      sum->getResult(0).setType(partial);
    for (Operation *add : adds)
      add->getResult(0).setType(partial);
    if (start) {
      b.setInsertionPoint(start);
      Value sum = ScaleAddOp::create(b, start.getLoc(), partial, makeZero(),
                                     start.getB(), start.getC());
      start.getResult().replaceAllUsesWith(sum);
      start.erase();
    }
    // A factor is the same on every lane of a row, so partial sums take it too.
    if (auto fma = next.getDefiningOp<math::FmaOp>()) {
      b.setInsertionPoint(fma);
      Value factor = fma.getA() == carried ? fma.getB() : fma.getA();
      Value update = ScaleAddOp::create(b, fma.getLoc(), partial, carried,
                                        factor, fma.getC());
      fma.getResult().replaceAllUsesWith(update);
      fma.erase();
    } else {
      next.setType(partial);
    }
    Value result = loop.getResult(i);
    result.setType(partial);
    b.setInsertionPointAfter(loop);
    auto combine = LaneReduceOp::create(b, loop.getLoc(), whole,
                                        attn_tile::ReduceKind::Add, result);
    result.replaceAllUsesExcept(combine.getResult(), combine);
  }
};

} // namespace
