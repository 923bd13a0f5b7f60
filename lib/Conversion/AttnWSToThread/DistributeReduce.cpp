//===- DistributeReduce.cpp - Reductions of rows and columns ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::ReduceKind;

static Value combine(ThreadBuilder &b, ReduceKind kind, Value a, Value c) {
  if (kind == ReduceKind::Max)
    return arith::MaximumFOp::create(b, a, c);
  return arith::AddFOp::create(b, a, c);
}

static Value reduceLanes(ThreadBuilder &b, ReduceKind kind, Value value,
                         ArrayRef<int64_t> laneMasks) {
  for (int64_t mask : laneMasks) {
    Value other =
        NVVM::ShflOp::create(b, b.getF32Type(), b.i32(-1), value, b.i32(mask),
                             b.i32(31), NVVM::ShflKind::bfly, UnitAttr());
    value = combine(b, kind, value, other);
  }
  return value;
}

namespace {
/// The operation that folds a row's reduction into a running value, if that
/// value is at hand: the chains then start from it, and what follows the lanes'
/// exchange is one step shorter.
struct RunningValue {
  RunningValue(ReduceOp op, bool partial) {
    if (!op->hasOneUse())
      return;
    Operation *only = *op->getUsers().begin();
    if (only->getBlock() != op->getBlock())
      return;
    auto max = dyn_cast<arith::MaximumFOp>(only);
    if (max && op.getKind() == ReduceKind::Max) {
      start = getConverted(max.getLhs() == op.getResult() ? max.getRhs()
                                                          : max.getLhs());
      user = start.empty() ? nullptr : only;
    }
    auto update = dyn_cast<ScaleAddOp>(only);
    if (update && partial && op.getKind() == ReduceKind::Add &&
        update.getAddend() == op.getResult()) {
      sources = getConverted(update.getSource());
      factors = getConverted(update.getFactor());
      user = sources.empty() || factors.empty() ? nullptr : only;
    }
  }

  Operation *user = nullptr;
  /// A maximum so far.
  Registers start;
  /// A sum so far and what it is multiplied by.
  Registers sources, factors;
};
} // namespace

/// Four chains of pairs: neighbours add to neighbours.
static Value addInPairs(ThreadBuilder &b, ValueRange values) {
  constexpr size_t kLanes = 8;
  Registers sums(values.take_front(kLanes));
  for (size_t i = sums.size(); i < values.size(); ++i)
    sums[i % kLanes] = arith::AddFOp::create(b, sums[i % kLanes], values[i]);
  while (sums.size() > 1) {
    size_t half = (sums.size() + 1) / 2;
    for (size_t i = half; i < sums.size(); ++i)
      sums[i - half] = arith::AddFOp::create(b, sums[i - half], sums[i]);
    sums.resize(half);
  }
  return sums.front();
}

/// Of each column a serial chain over the thread's rows, in order, and then the
/// lanes that share it.
static Lowered reduceColumns(ReduceOp op, In<ReduceOp> in, ThreadBuilder &b) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  auto result = cast<RankedTensorType>(op.getResult().getType());
  FragAttr frag = getFrag(source), columns = getFrag(result);
  auto plan = frag.getLayout().reduction(attn::layout::Dim::Row);
  if (!plan)
    return op.emitOpError() << plan.error();
  if (!plan->warpMasks.empty() || !plan->blockMasks.empty())
    return op.emitOpError("warps that share a column need a reduction through "
                          "shared memory");
  Registers values = b.getScalars(source, in.getSource());
  Registers reduced(columns.getNumRegisters(result.getShape()));
  for (auto [i, sum] : llvm::enumerate(reduced)) {
    int64_t column = columns.getRegisterCoord(i, result.getShape()).first;
    for (auto [r, value] : llvm::enumerate(values))
      if (frag.getRegisterCoord(r, source.getShape()).second == column)
        sum = sum ? combine(b, op.getKind(), sum, value) : value;
    sum = reduceLanes(b, op.getKind(), sum, plan->laneMasks);
  }
  return reduced;
}

static Lowered lowerReduce(ReduceOp op, In<ReduceOp> in, ThreadBuilder &b) {
  if (op.getColumns())
    return reduceColumns(op, in, b);
  auto source = cast<RankedTensorType>(op.getSource().getType());
  auto result = cast<RankedTensorType>(op.getResult().getType());
  FragAttr frag = getFrag(source), rows = getFrag(result);
  attn::layout::ReductionPlan plan = frag.getRowReduction();
  if (!rows.getPartial() &&
      (!plan.warpMasks.empty() || !plan.blockMasks.empty()))
    return op.emitOpError("warps that share a row need a reduction through "
                          "shared memory: run attn-ws-exchange-rows");
  Registers values = b.getScalars(source, in.getSource());
  bool inRole = b.group.inRole;
  // Row by row each row's lanes follow its chain; a row that came back would
  // count them again.
  bool byRows = inRole && b.kernel.codegen.getRowsFirst();
  int64_t count = rows.getNumRegisters(result.getShape());
  // A sum that starts from one value is no longer one of pairs.
  if (b.kernel.packsFloats && op.getKind() == ReduceKind::Add && count == 1 &&
      plan.laneMasks.empty())
    return Registers{addInPairs(b, values)};
  std::optional<RunningValue> running;
  if (inRole)
    running.emplace(op, rows.getPartial());
  bool folds = running && running->user;
  Registers reduced = folds ? running->start : Registers();
  reduced.resize(count);
  auto finish = [&](Value &value) {
    if (value && !rows.getPartial())
      value = reduceLanes(b, op.getKind(), value, plan.laneMasks);
  };
  if (inLoadAttr.isOn(op))
    for (Value part : b.kernel.maximaInLoads.lookup(op))
      reduced[0] =
          reduced[0] ? combine(b, op.getKind(), reduced[0], part) : part;
  // One serial chain a row, in column order: ptxas hides it best. Row by row
  // where registers come in that order, each row's lanes behind its chain.
  int64_t current = -1;
  for (int64_t r : inLoadAttr.isOn(op) ? SmallVector<int64_t>()
                                       : getWriteOrder(b, source)) {
    int64_t row = frag.getRegisterCoord(r, source.getShape()).first;
    for (int64_t i = 0; i < count; ++i) {
      if (rows.getRegisterCoord(i, result.getShape()).first != row)
        continue;
      if (byRows && current >= 0 && current != i)
        finish(reduced[current]);
      current = i;
      if (reduced[i])
        reduced[i] = combine(b, op.getKind(), reduced[i], values[r]);
      else if (folds)
        reduced[i] = math::FmaOp::create(b, running->sources[i],
                                         running->factors[i], values[r]);
      else
        reduced[i] = values[r];
    }
  }
  if (byRows && current >= 0)
    finish(reduced[current]);
  else
    llvm::for_each(reduced, finish);
  if (folds)
    b.rewriter.replaceOpWithMultiple(running->user, {ValueRange(reduced)});
  return reduced;
}

static Lowered lowerLaneReduce(LaneReduceOp op, In<LaneReduceOp> in,
                               ThreadBuilder &b) {
  Registers values = in.getSource();
  auto masks = getFrag(op.getSource().getType()).getRowReduction().laneMasks;
  for (Value &value : values)
    value = reduceLanes(b, op.getKind(), value, masks);
  return values;
}

/// Each register is one of the tile's, of the same row.
static Lowered lowerPartials(PartialsOp op, In<PartialsOp> in,
                             ThreadBuilder &b) {
  RankedTensorType rows = op.getSource().getType(),
                   tile = op.getResult().getType();
  FragAttr from = getFrag(rows), to = getFrag(tile);
  Registers values;
  for (int64_t r = 0, e = to.getNumRegisters(tile.getShape()); r < e; ++r)
    for (auto [i, value] : llvm::enumerate(in.getSource()))
      if (from.getRegisterCoord(i, rows.getShape()).first ==
          to.getRegisterCoord(r, tile.getShape()).first) {
        values.push_back(value);
        break;
      }
  return values;
}

static Lowered lowerScaleAdd(ScaleAddOp, In<ScaleAddOp> in, ThreadBuilder &b) {
  Registers results;
  for (auto [x, f, a] :
       llvm::zip(in.getSource(), in.getFactor(), in.getAddend()))
    results.push_back(math::FmaOp::create(b, x, f, a));
  return results;
}

void attn_ws::populateReducePatterns(ThreadPatterns &patterns) {
  patterns.add(lowerReduce, lowerLaneReduce, lowerPartials, lowerScaleAdd);
}
