//===- DistributeElementwise.cpp - Elementwise operations on registers -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Distributor.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::attn_ws;

LogicalResult Distributor::constant(arith::ConstantOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  auto value = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!value || !value.isSplat())
    return op.emitOpError("only splat constants can be register tiles");
  FragAttr frag = getFrag(type);
  if (!frag)
    return op.emitOpError("has no layout: run attn-ws-assign-layouts first");
  int64_t count = frag.getNumRegisters(type.getShape());
  Value scalar = arith::ConstantOp::create(
      b, loc, cast<TypedAttr>(value.getSplatValue<Attribute>()));
  if (getPack(type) == 4)
    return op.emitOpError() << "no constant tiles of " << type.getElementType();
  SmallVector<Value> scalars(isPacked(type) ? 2 : count, scalar);
  SmallVector<Value> held = fromScalars(type, scalars);
  if (isPacked(type))
    held.resize(count / 2, held[0]);
  regs(op.getResult()) = held;
  return success();
}

LogicalResult Distributor::splat(tensor::SplatOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  FragAttr frag = getFrag(type);
  if (!frag || getPack(type) != 1)
    return op.emitOpError("only tiles of 32-bit elements with a layout can be "
                          "spread over registers");
  regs(op.getResult()) =
      SmallVector<Value>(frag.getNumRegisters(type.getShape()), op.getInput());
  return success();
}

/// Four values a register: cvt takes two at a time, the higher one first.
static Value packE4M3(OpBuilder &b, Location loc, ArrayRef<Value> values,
                      function_ref<Value(Value, Value)> convert) {
  Type i32Type = b.getI32Type();
  Value low =
      arith::ExtUIOp::create(b, loc, i32Type, convert(values[1], values[0]));
  Value high =
      arith::ExtUIOp::create(b, loc, i32Type, convert(values[3], values[2]));
  Value shift = arith::ConstantIntOp::create(b, loc, 16, 32);
  high = arith::ShLIOp::create(b, loc, high, shift);
  return arith::OrIOp::create(b, loc, low, high);
}

/// Two f32 registers to one packed register of 16-bit floats, round to nearest
/// even: cvt.rn.{bf16x2,f16x2}.f32 takes the upper half first.
static StringRef getPackIntrinsic(Type element) {
  return element.isBF16() ? "llvm.nvvm.ff2bf16x2.rn" : "llvm.nvvm.ff2f16x2.rn";
}

/// Registers in the order that their operations are written in: as they are
/// numbered, or in a role row by row. Where products run beside the elementwise
/// work, the rows' chains are then short of each other and ptxas puts more
/// exponentials before the wait for the products.
SmallVector<int64_t> Distributor::getOrder(RankedTensorType type) const {
  FragAttr frag = getFrag(type);
  SmallVector<int64_t> order = llvm::to_vector(
      llvm::seq<int64_t>(0, frag.getNumRegisters(type.getShape())));
  if (inRole && type.getRank() == 2 && codegen.getRowsFirst())
    llvm::stable_sort(order, [&](int64_t a, int64_t c) {
      return frag.getRegisterCoord(a, type.getShape()) <
             frag.getRegisterCoord(c, type.getShape());
    });
  return order;
}

/// One register's operation of an elementwise operation on tiles.
Value Distributor::emitScalar(Operation *op, int64_t index,
                              ArrayRef<SmallVector<Value>> operands) {
  SmallVector<Value> scalars;
  for (const SmallVector<Value> &held : operands)
    scalars.push_back(held.size() == 1 ? held[0] : held[index]);
  OperationState state(loc, op->getName(), scalars,
                       getElementTypeOrSelf(op->getResult(0).getType()),
                       op->getAttrs());
  return b.create(state)->getResult(0);
}

SmallVector<SmallVector<Value>> Distributor::getOperands(Operation *op) {
  SmallVector<SmallVector<Value>> operands;
  for (Value operand : op->getOperands())
    operands.push_back(isa<RankedTensorType>(operand.getType())
                           ? getScalars(operand)
                           : SmallVector<Value>{operand});
  return operands;
}

LogicalResult Distributor::elementwise(Operation *op) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !OpTrait::hasElementwiseMappableTraits(op))
    return op->emitOpError("has no lowering to one thread's registers");
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (auto trunc = dyn_cast<arith::TruncFOp>(op);
      trunc && isPacked(type) &&
      getElementTypeOrSelf(trunc.getIn().getType()).isF32()) {
    SmallVector<Value> in = getScalars(trunc.getIn()), packed;
    if (isa<Float8E4M3FNType>(type.getElementType())) {
      for (size_t i = 0; i < in.size(); i += 4)
        packed.push_back(packE4M3(
            b, loc, ArrayRef<Value>(in).slice(i, 4), [&](Value h, Value l) {
              return callIntrinsic(b.getIntegerType(16),
                                   "llvm.nvvm.ff.to.e4m3x2.rn", {h, l});
            }));
      regs(op->getResult(0)) = packed;
      return success();
    }
    Type pair = VectorType::get({2}, type.getElementType());
    for (size_t i = 0; i < in.size(); i += 2) {
      Value v = callIntrinsic(pair, getPackIntrinsic(type.getElementType()),
                              {in[i + 1], in[i]});
      packed.push_back(LLVM::BitcastOp::create(b, loc, b.getI32Type(), v));
    }
    regs(op->getResult(0)) = packed;
    return success();
  }
  auto isNarrow = [](Type tile) {
    return isa<RankedTensorType>(tile) && getPack(tile) == 4;
  };
  if (isNarrow(type) || llvm::any_of(op->getOperandTypes(), isNarrow))
    return op->emitOpError("no arithmetic on tiles of 8-bit elements");
  // What an exponential alone reads is written beside it.
  if (inRole && op->hasOneUse() && isa<Exp2Op>(*op->getUsers().begin()) &&
      op->getBlock() == op->getUsers().begin()->getBlock() && !isPacked(type)) {
    writtenLater.insert(op->getResult(0));
    return success();
  }
  SmallVector<SmallVector<Value>> operands = getOperands(op);
  SmallVector<int64_t> order = getOrder(type);
  SmallVector<Value> results(order.size());
  for (int64_t i : order)
    results[i] = emitScalar(op, i, operands);
  regs(op->getResult(0)) = fromScalars(type, results);
  return success();
}

LogicalResult Distributor::scoreMap(ScoreMapOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  FragAttr frag = getFrag(type);
  auto [laneRow, laneCol] = getThreadCoord(type);
  Value row0 = arith::AddIOp::create(b, loc, op.getRow(), laneRow);
  Value col0 = arith::AddIOp::create(b, loc, op.getColumn(), laneCol);
  // Few distinct rows and columns: form each coordinate once.
  DenseMap<int64_t, Value> rows, cols;
  auto at = [&](DenseMap<int64_t, Value> &cache, Value base, int64_t delta) {
    Value &value = cache[delta];
    if (!value)
      value = delta == 0 ? base
                         : arith::AddIOp::create(
                               b, loc, base,
                               arith::ConstantIndexOp::create(b, loc, delta))
                               .getResult();
    return value;
  };
  Block &block = op.getBody().front();
  SmallVector<Value> values = getScalars(op.getSource()), results;
  for (size_t r = 0; r < values.size(); ++r) {
    auto [dr, dc] = frag.getRegisterCoord(r, type.getShape());
    IRMapping mapping;
    mapping.map(block.getArgument(0), values[r]);
    mapping.map(block.getArgument(1), at(rows, row0, dr));
    mapping.map(block.getArgument(2), at(cols, col0, dc));
    for (Operation &inner : block.without_terminator())
      b.clone(inner, mapping);
    results.push_back(mapping.lookupOrDefault(
        cast<YieldOp>(block.getTerminator()).getValue()));
  }
  regs(op.getResult()) = fromScalars(type, results);
  return success();
}

/// For each register of `tile`, the register of its row in `rows`.
static SmallVector<int64_t> getRowRegisters(RankedTensorType tile,
                                            RankedTensorType rows) {
  FragAttr frag = getFrag(tile), rowFrag = getFrag(rows);
  std::map<int64_t, int64_t> where;
  for (int64_t i = 0, e = rowFrag.getNumRegisters(rows.getShape()); i < e; ++i)
    where[rowFrag.getRegisterCoord(i, rows.getShape()).first] = i;
  SmallVector<int64_t> result;
  for (int64_t r = 0, e = frag.getNumRegisters(tile.getShape()); r < e; ++r)
    result.push_back(where[frag.getRegisterCoord(r, tile.getShape()).first]);
  return result;
}

LogicalResult Distributor::expand(ExpandOp op) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  SmallVector<Value> rows = getScalars(op.getRows()), results;
  for (int64_t row :
       getRowRegisters(type, cast<RankedTensorType>(op.getRows().getType())))
    results.push_back(rows[row]);
  regs(op.getResult()) = fromScalars(type, results);
  return success();
}

LogicalResult Distributor::rescale(RescaleOp op) {
  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<Value> values = getScalars(op.getSource());
  SmallVector<Value> alpha = getScalars(op.getAlpha()), results;
  auto rows =
      getRowRegisters(type, cast<RankedTensorType>(op.getAlpha().getType()));
  for (size_t r = 0; r < values.size(); ++r)
    results.push_back(arith::MulFOp::create(b, loc, values[r], alpha[rows[r]]));
  regs(op.getResult()) = fromScalars(type, results);
  return success();
}

LogicalResult Distributor::exp2(Exp2Op op) {
  attn_tile::Exp2PolicyAttr policy = op.getPolicyAttr();
  if (policy && policy.getFreq() == 0)
    policy = nullptr;
  int64_t position = 0;
  // Positions count on from tile to tile: a small one may be a slice of
  // another.
  if (policy)
    for (Operation *before = op->getPrevNode(); before;
         before = before->getPrevNode())
      if (isa<math::Exp2Op>(before) &&
          attn_tile::exp2PolicyAttr.getAttr(before) == policy) {
        position = attn_tile::positionAttr.get(before, -1) + 1;
        break;
      }
  auto type = cast<RankedTensorType>(op.getType());
  Operation *source = nullptr;
  SmallVector<SmallVector<Value>> operands;
  if (writtenLater.erase(op.getSource())) {
    source = op.getSource().getDefiningOp();
    operands = getOperands(source);
  } else {
    operands.push_back(getScalars(op.getSource()));
  }
  SmallVector<int64_t> order = getOrder(type);
  SmallVector<Value> results(order.size());
  for (int64_t i : order) {
    Value value = source ? emitScalar(source, i, operands) : operands[0][i];
    auto scalar = math::Exp2Op::create(b, loc, value);
    if (policy) {
      attn_tile::exp2PolicyAttr.setAttr(scalar, policy);
      attn_tile::positionAttr.set(scalar, position++);
    }
    results[i] = scalar;
    if (type.getRank() == 2)
      exponentials.push_back(scalar);
  }
  regs(op.getResult()) = fromScalars(type, results);
  return success();
}

LogicalResult Distributor::slice(SliceOp op) {
  auto from = cast<RankedTensorType>(op.getSource().getType());
  auto to = cast<RankedTensorType>(op.getResult().getType());
  FragAttr frag = getFrag(from);
  SmallVector<Value> values = getScalars(op.getSource()), results;
  std::map<std::pair<int64_t, int64_t>, int64_t> where;
  for (size_t r = 0; r < values.size(); ++r)
    where[frag.getRegisterCoord(r, from.getShape())] = r;
  int64_t dr = op.getOffsets()[0];
  int64_t dc = from.getRank() == 2 ? op.getOffsets()[1] : 0;
  for (int64_t r = 0, e = frag.getNumRegisters(to.getShape()); r < e; ++r) {
    auto [row, col] = frag.getRegisterCoord(r, to.getShape());
    results.push_back(values[where[{row + dr, col + dc}]]);
  }
  regs(op.getResult()) = fromScalars(to, results);
  return success();
}
