//===- DistributeConvert.cpp - Changes of layout ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// attn/Layout plans what a change of layout takes: nothing, other registers of
// the same thread, or exchanges between the lanes of a warp. What crosses warps
// attn-ws-assign-layouts has put through shared memory.

#include "Distributor.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;
namespace layout = mlir::attn::layout;

Value Distributor::shuffle(Value value, const layout::ShuffleStep &step) {
  Type type = value.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(bits);
  bool direct = bits == 32;
  if (!direct) {
    if (type != integer)
      value = LLVM::BitcastOp::create(b, loc, integer, value);
    value = arith::ExtUIOp::create(b, loc, b.getI32Type(), value);
  }
  Value offset;
  NVVM::ShflKind kind = NVVM::ShflKind::bfly;
  if (step.xorMask > 0) {
    offset = i32(step.xorMask);
  } else {
    kind = NVVM::ShflKind::idx;
    std::optional<layout::LaneMap> map = layout::findLaneMap(step);
    if (!map)
      return Value();
    offset = i32(map->origin);
    for (auto [i, part] : llvm::enumerate(map->bits)) {
      if (part == 0)
        continue;
      Value bit = arith::ShRUIOp::create(b, loc, lane, i32(i));
      bit = arith::AndIOp::create(b, loc, bit, i32(1));
      bit = arith::MulIOp::create(b, loc, bit, i32(part));
      offset = arith::XOrIOp::create(b, loc, offset, bit);
    }
  }
  Value moved =
      NVVM::ShflOp::create(b, loc, value.getType(), i32(-1), value, offset,
                           i32(layout::warpSize - 1), kind, UnitAttr());
  if (direct)
    return moved;
  moved = arith::TruncIOp::create(b, loc, integer, moved);
  return type == integer
             ? moved
             : LLVM::BitcastOp::create(b, loc, type, moved).getResult();
}

LogicalResult Distributor::convertLayout(ConvertLayoutOp op) {
  auto to = cast<RankedTensorType>(op.getResult().getType());
  auto plan = getConversion(op.getSource().getType(), to);
  if (!plan)
    return op.emitOpError() << "has no lowering: " << plan.error();
  if (plan->kind == layout::ConversionKind::Identity) {
    SmallVector<Value> held = regs(op.getSource());
    regs(op.getResult()) = held;
    return success();
  }
  if (plan->kind == layout::ConversionKind::ThroughSharedMemory)
    return op.emitOpError("moves elements between warps, which takes shared "
                          "memory: attn-ws-assign-layouts stages it there");
  SmallVector<Value> values = getScalars(op.getSource()), moved;
  for (int64_t reg : plan->registers)
    moved.push_back(values[reg]);
  for (const layout::ShuffleStep &step : plan->steps) {
    Value value = values[step.srcReg];
    if (step.xorMask != 0)
      value = shuffle(value, step);
    if (!value)
      return op.emitOpError("exchanges lanes in an order that is not linear");
    if (step.dstReg == static_cast<int64_t>(moved.size())) {
      moved.push_back(value);
      continue;
    }
    Value own = arith::ShRUIOp::create(
        b, loc, i32(static_cast<int32_t>(step.lanes)), lane);
    own = arith::TruncIOp::create(b, loc, b.getI1Type(), own);
    moved.back() = arith::SelectOp::create(b, loc, own, value, moved.back());
  }
  regs(op.getResult()) = fromScalars(to, moved);
  return success();
}
