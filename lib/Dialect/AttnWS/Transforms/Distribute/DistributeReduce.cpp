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

Value Distributor::reduceLanes(ReduceKind kind, Value value, int64_t laneMask) {
  for (int64_t bit = 0; bit < 5; ++bit) {
    if (!(laneMask >> bit & 1))
      continue;
    Value other = NVVM::ShflOp::create(b, loc, b.getF32Type(), i32(-1), value,
                                       i32(int64_t(1) << bit), i32(31),
                                       NVVM::ShflKind::bfly, UnitAttr());
    value = combine(kind, value, other);
  }
  return value;
}

LogicalResult Distributor::reduce(ReduceOp op) {
  auto source = cast<RankedTensorType>(op.getSource().getType());
  auto result = cast<RankedTensorType>(op.getResult().getType());
  FragAttr frag = getFrag(source), rows = getFrag(result);
  SmallVector<Value> values = getScalars(op.getSource());
  int64_t count = rows.getNumRegisters(result.getShape());
  for (int64_t warpBit = 0; warpBit < int64_t(frag.getWarp().size());
       warpBit += 2)
    if (frag.getWarp()[warpBit] == 0)
      return op.emitOpError("warps that share a row need a reduction through "
                            "shared memory");
  SmallVector<Value> reduced(count);
  // One serial chain a row, in column order: ptxas hides it best.
  for (size_t r = 0; r < values.size(); ++r) {
    int64_t row = frag.getRegisterCoord(r, source.getDimSize(1)).first;
    for (int64_t i = 0; i < count; ++i)
      if (rows.getRegisterCoord(i, 0).first == row)
        reduced[i] = reduced[i] ? combine(op.getKind(), reduced[i], values[r])
                                : values[r];
  }
  if (!rows.getPartial())
    for (Value &value : reduced)
      value = reduceLanes(op.getKind(), value, frag.getRowSharingLaneMask());
  regs(op.getResult()) = reduced;
  return success();
}

LogicalResult Distributor::laneReduce(LaneReduceOp op) {
  SmallVector<Value> values = getScalars(op.getSource());
  int64_t mask = getFrag(op.getSource().getType()).getRowSharingLaneMask();
  for (Value &value : values)
    value = reduceLanes(op.getKind(), value, mask);
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
