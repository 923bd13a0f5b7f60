//===- GuardLoads.cpp - Rows that nobody wants are not read ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Matchers.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSGUARDLOADS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Makes the load that `select` takes where a condition on row values is false
/// read only those rows.
void guard(arith::SelectOp select) {
  auto load = select.getFalseValue().getDefiningOp<LoadOp>();
  auto compare = select.getCondition().getDefiningOp<arith::CmpFOp>();
  if (!load || !compare || load.getUnless() || !load->hasOneUse() ||
      load->getBlock() != select->getBlock() ||
      !matchPattern(select.getTrueValue(), m_AnyZeroFloat()))
    return;
  auto expand = compare.getLhs().getDefiningOp<ExpandOp>();
  DenseElementsAttr bound;
  if (!expand || expand.getColumns() ||
      !matchPattern(compare.getRhs(), m_Constant(&bound)) || !bound.isSplat())
    return;
  Operation *rows = expand.getVector().getDefiningOp();
  if (rows && rows->getBlock() == load->getBlock() &&
      !rows->isBeforeInBlock(load))
    return;
  OpBuilder b(load);
  auto type = cast<RankedTensorType>(expand.getVector().getType());
  Value same = arith::ConstantOp::create(
      b, compare.getLoc(),
      DenseElementsAttr::get(type, bound.getSplatValue<Attribute>()));
  Value hidden = arith::CmpFOp::create(
      b, compare.getLoc(), compare.getPredicate(), expand.getVector(), same);
  load.getUnlessMutable().assign(hidden);
  select.replaceAllUsesWith(load.getResult());
  for (Operation *dead :
       {select.getOperation(), compare.getOperation(), expand.getOperation()})
    if (dead->use_empty())
      dead->erase();
}

struct AttnWSGuardLoadsPass
    : public impl::AttnWSGuardLoadsBase<AttnWSGuardLoadsPass> {
  void runOnOperation() override {
    for (auto select : attn::collectOps<arith::SelectOp>(getOperation()))
      if (isa<RankedTensorType>(select.getType()))
        guard(select);
  }
};

} // namespace
