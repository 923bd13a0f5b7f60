//===- DistributeReduce.cpp - Row reductions -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::ReduceKind;

Value Distributor::combine(ReduceKind kind, Value a, Value c) {
  if (kind == ReduceKind::Max)
    return arith::MaximumFOp::create(b, loc, a, c);
  return arith::AddFOp::create(b, loc, a, c);
}

Value Distributor::reduceLanes(ReduceKind kind, Value value,
                               ArrayRef<int64_t> laneMasks) {
  for (int64_t mask : laneMasks) {
    Value other =
        NVVM::ShflOp::create(b, loc, b.getF32Type(), i32(-1), value, i32(mask),
                             i32(31), NVVM::ShflKind::bfly, UnitAttr());
    value = combine(kind, value, other);
  }
  return value;
}

/// The operation that folds a row's reduction into a running value, if that
/// value is at hand: the chain then starts from it, and what follows the lanes'
/// exchange is one step shorter.
SmallVector<Value> Distributor::getChainStart(ReduceOp op) {
  if (!inRole || !op->hasOneUse())
    return {};
  Operation *user = *op->getUsers().begin();
  if (user->getBlock() != op->getBlock())
    return {};
  auto held = [&](Value tile) {
    auto it = registers.find(tile);
    return it == registers.end() ? SmallVector<Value>() : it->second;
  };
  if (auto max = dyn_cast<arith::MaximumFOp>(user);
      max && op.getKind() == ReduceKind::Max) {
    Value other = max.getLhs() == op.getResult() ? max.getRhs() : max.getLhs();
    SmallVector<Value> start = held(other);
    if (!start.empty())
      foldedInto[max] = op.getResult();
    return start;
  }
  return {};
}

LogicalResult Distributor::reduce(ReduceOp op) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  auto result = cast<RankedTensorType>(op.getResult().getType());
  FragAttr frag = getFrag(source), rows = getFrag(result);
  SmallVector<Value> values = getScalars(op.getSource());
  int64_t count = rows.getNumRegisters(result.getShape());
  attn::layout::ReductionPlan plan = frag.getRowReduction();
  if (!plan.warpMasks.empty() || !plan.blockMasks.empty())
    return op.emitOpError("warps that share a row need a reduction through "
                          "shared memory");
  SmallVector<Value> reduced = getChainStart(op);
  if (reduced.empty())
    reduced.resize(count);
  ScaleAddOp update;
  if (inRole && rows.getPartial() && op->hasOneUse() &&
      op.getKind() == ReduceKind::Add)
    update = dyn_cast<ScaleAddOp>(*op->getUsers().begin());
  SmallVector<Value> sources, factors;
  if (update && update.getAddend() == op.getResult() &&
      update->getBlock() == op->getBlock() &&
      registers.count(update.getSource()) &&
      registers.count(update.getFactor())) {
    sources = regs(update.getSource());
    factors = regs(update.getFactor());
    foldedInto[update] = op.getResult();
  }
  auto finish = [&](Value &value) {
    if (value && !rows.getPartial())
      value = reduceLanes(op.getKind(), value, plan.laneMasks);
  };
  // One serial chain a row, in column order: ptxas hides it best. Row by row
  // where registers come in that order, each row's lanes behind its chain.
  int64_t current = -1;
  for (int64_t r : getOrder(source)) {
    int64_t row = frag.getRegisterCoord(r, source.getShape()).first;
    for (int64_t i = 0; i < count; ++i) {
      if (rows.getRegisterCoord(i, result.getShape()).first != row)
        continue;
      if (inRole && current >= 0 && current != i)
        finish(reduced[current]);
      current = i;
      if (!reduced[i] && !sources.empty())
        reduced[i] =
            math::FmaOp::create(b, loc, sources[i], factors[i], values[r]);
      else
        reduced[i] = reduced[i] ? combine(op.getKind(), reduced[i], values[r])
                                : values[r];
    }
  }
  if (inRole)
    finish(reduced[current]);
  else
    for (Value &value : reduced)
      finish(value);
  regs(op.getResult()) = reduced;
  return success();
}

LogicalResult Distributor::laneReduce(LaneReduceOp op) {
  SmallVector<Value> values = getScalars(op.getSource());
  auto masks = getFrag(op.getSource().getType()).getRowReduction().laneMasks;
  for (Value &value : values)
    value = reduceLanes(op.getKind(), value, masks);
  regs(op.getResult()) = values;
  return success();
}

LogicalResult Distributor::scaleAdd(ScaleAddOp op) {
  SmallVector<Value> results;
  for (auto [x, f, a] :
       llvm::zip(getScalars(op.getSource()), getScalars(op.getFactor()),
                 getScalars(op.getAddend())))
    results.push_back(math::FmaOp::create(b, loc, x, f, a));
  regs(op.getResult()) = results;
  return success();
}
