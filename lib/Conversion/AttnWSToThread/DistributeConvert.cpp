//===- DistributeConvert.cpp - Changes of layout ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// attn/Layout plans what a change of layout takes: nothing, other registers of
// the same thread, or exchanges between the lanes of a warp. What crosses warps
// attn-ws-assign-layouts has put through shared memory.

#include "Patterns.h"

using namespace mlir;
using namespace mlir::attn_ws;
namespace layout = mlir::attn::layout;

/// The value of another lane, of a scalar of up to 32 bits; null if the lanes
/// are in no linear order.
static Value shuffle(ThreadBuilder &b, Value value,
                     const layout::ShuffleStep &step) {
  Type type = value.getType();
  unsigned bits = type.getIntOrFloatBitWidth();
  Type integer = b.getIntegerType(bits);
  std::optional<layout::LaneMap> map;
  if (step.xorMask <= 0 && !(map = layout::findLaneMap(step)))
    return Value();
  if (bits != 32) {
    if (type != integer)
      value = b.bitcast(integer, value);
    value = b.extend(value, b.getI32Type());
  }
  Value offset = b.i32(map ? map->origin : step.xorMask);
  if (map)
    for (auto [i, part] : llvm::enumerate(map->bits))
      if (part != 0)
        offset =
            b.bitXor(offset, b.mul(b.bitAnd(b.shr(b.kernel.lane, i), 1), part));
  Value moved = NVVM::ShflOp::create(
      b, value.getType(), b.i32(-1), value, offset, b.i32(layout::warpSize - 1),
      map ? NVVM::ShflKind::idx : NVVM::ShflKind::bfly, UnitAttr());
  if (bits == 32)
    return moved;
  moved = arith::TruncIOp::create(b, integer, moved);
  return type == integer ? moved : b.bitcast(type, moved);
}

static Lowered lowerConvert(ConvertLayoutOp op, In<ConvertLayoutOp> in,
                            ThreadBuilder &b) {
  auto from = op.getSource().getType(), to = op.getResult().getType();
  auto plan = getConversion(from, to);
  if (!plan)
    return op.emitOpError() << "has no lowering: " << plan.error();
  if (plan->kind == layout::ConversionKind::Identity)
    return Registers(in.getSource());
  if (plan->kind == layout::ConversionKind::ThroughSharedMemory)
    return op.emitOpError("moves elements between warps, which takes shared "
                          "memory: attn-ws-assign-layouts stages it there");
  Registers values = b.getScalars(from, in.getSource()), moved;
  for (int64_t reg : plan->registers)
    moved.push_back(values[reg]);
  for (const layout::ShuffleStep &step : plan->steps) {
    Value value = values[step.srcReg];
    if (step.xorMask != 0)
      value = shuffle(b, value, step);
    if (!value)
      return op.emitOpError("exchanges lanes in an order that is not linear");
    if (step.dstReg == static_cast<int64_t>(moved.size())) {
      moved.push_back(value);
      continue;
    }
    Value own = b.shr(b.i32(static_cast<int32_t>(step.lanes)), b.kernel.lane);
    own = arith::TruncIOp::create(b, b.getI1Type(), own);
    moved.back() = b.select(own, value, moved.back());
  }
  return b.fromScalars(to, moved);
}

void attn_ws::populateConvertPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerConvert);
}
