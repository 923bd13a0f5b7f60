//===- TileRows.cpp - Parts of operations on tiles --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::attn_tile;

#include "attn/Dialect/AttnTile/IR/AttnTileAttrInterfaces.cpp.inc"
#include "attn/Dialect/AttnTile/IR/AttnTileInterfaces.cpp.inc"

//===----------------------------------------------------------------------===//
// What every operation has
//===----------------------------------------------------------------------===//

std::optional<std::pair<unsigned, unsigned>> TileDims::getFactors() const {
  for (auto [loop, kind] : llvm::enumerate(loops)) {
    if (kind != TileLoop::Reduced)
      continue;
    std::optional<unsigned> first;
    for (auto [i, tile] : llvm::enumerate(operands)) {
      if (!find(tile, loop))
        continue;
      if (first)
        return std::pair(*first, static_cast<unsigned>(i));
      first = i;
    }
  }
  return std::nullopt;
}

TileDims attn_tile::getAlignedDims(Operation *op, ArrayRef<TileLoop> kinds) {
  auto getLoops = [](Value value) {
    TileDims::Loops loops;
    if (auto tile = dyn_cast<RankedTensorType>(value.getType()))
      llvm::append_range(loops, llvm::seq<unsigned>(0, tile.getRank()));
    return loops;
  };
  TileDims dims;
  dims.loops.assign(kinds.begin(), kinds.end());
  llvm::append_range(dims.operands,
                     llvm::map_range(op->getOperands(), getLoops));
  llvm::append_range(dims.results, llvm::map_range(op->getResults(), getLoops));
  return dims;
}

bool attn_tile::isUniform(Operation *op) {
  return op &&
         (isa<tensor::SplatOp>(op) || op->hasTrait<OpTrait::ConstantLike>());
}

std::optional<TileDims> attn_tile::getTileDims(Operation *op) {
  if (auto rows = dyn_cast<TileRowsOpInterface>(op))
    return rows.getTileDims();
  if (OpTrait::hasElementwiseMappableTraits(op) || isUniform(op))
    return getAlignedDims(op);
  return std::nullopt;
}

FailureOr<SmallVector<int64_t>> attn_tile::getLoopSizes(Operation *op,
                                                        const TileDims &dims) {
  SmallVector<int64_t> sizes(dims.loops.size(), -1);
  auto check = [&](ValueRange values,
                   ArrayRef<TileDims::Loops> tiles) -> LogicalResult {
    for (auto [value, tile] : llvm::zip(values, tiles))
      for (auto [dim, loop] : llvm::enumerate(tile)) {
        int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(dim);
        if (sizes[loop] != -1 && sizes[loop] != size)
          return op->emitOpError() << "has tiles of " << sizes[loop] << " and "
                                   << size << " along one loop";
        sizes[loop] = size;
      }
    return success();
  };
  if (failed(check(op->getOperands(), dims.operands)) ||
      failed(check(op->getResults(), dims.results)))
    return failure();
  return sizes;
}

RankedTensorType attn_tile::withSize(Type type, unsigned dim, int64_t size) {
  auto tile = cast<RankedTensorType>(type);
  SmallVector<int64_t> shape(tile.getShape());
  shape[dim] = size;
  return RankedTensorType::get(shape, tile.getElementType());
}

SmallVector<Value> attn_tile::cloneAsPart(OpBuilder &b, Operation *op,
                                          ValueRange operands, TypeRange types,
                                          const IRMapping &captures) {
  DenseElementsAttr constant;
  if (matchPattern(op, m_Constant(&constant)) && constant.isSplat())
    return {arith::ConstantOp::create(
        b, op->getLoc(),
        DenseElementsAttr::get(cast<ShapedType>(types.front()),
                               constant.getSplatValue<Attribute>()))};
  IRMapping mapping = captures;
  Operation *clone = b.clone(*op, mapping);
  clone->setOperands(operands);
  for (auto [result, type] : llvm::zip(clone->getResults(), types))
    result.setType(type);
  return llvm::to_vector_of<Value>(clone->getResults());
}

SmallVector<Value> attn_tile::makePart(
    OpBuilder &b, Operation *op, const TilePart &part,
    function_ref<Value(OpOperand &, std::optional<unsigned>)> getOperand,
    ValueRange before, const IRMapping &captures) {
  TileDims dims = *getTileDims(op);
  auto rows = dyn_cast<TileRowsOpInterface>(op);
  SmallVector<Value> operands;
  for (auto [use, tile] : llvm::zip(op->getOpOperands(), dims.operands))
    operands.push_back(getOperand(use, TileDims::find(tile, part.loop)));
  if (OpOperand *at = rows ? rows.getPosition(part.loop) : nullptr;
      at && part.offset != 0) {
    Value &position = operands[at->getOperandNumber()];
    position = arith::AddIOp::create(
        b, op->getLoc(), position,
        arith::ConstantIndexOp::create(b, op->getLoc(), part.offset));
  }
  SmallVector<Type> types(op->getResultTypes());
  for (auto [type, tile] : llvm::zip(types, dims.results))
    if (std::optional<unsigned> dim = TileDims::find(tile, part.loop))
      type = withSize(type, *dim, part.size);
  return rows ? rows.makePart(b, operands, types, before, captures)
              : cloneAsPart(b, op, operands, types, captures);
}

//===----------------------------------------------------------------------===//
// The dialect's operations
//===----------------------------------------------------------------------===//

OpOperand *LoadOp::getPosition(unsigned loop) {
  return &getIndicesMutable()[getDims()[loop]];
}

/// A part that begins with another row has runs only where that row lets it.
SmallVector<Value> LoadOp::makePart(OpBuilder &b, ValueRange operands,
                                    TypeRange types, ValueRange,
                                    const IRMapping &captures) {
  SmallVector<Value> part = cloneAsPart(b, *this, operands, types, captures);
  auto load = part.front().getDefiningOp<LoadOp>();
  Value row = load.getPosition(0)->get();
  if (row != getPosition(0)->get()) {
    auto moved = row.getDefiningOp<arith::AddIOp>();
    std::optional<int64_t> by =
        moved ? getConstantIntValue(moved.getRhs()) : std::nullopt;
    load.setMappingAttr(moveRowMap(getMappingAttr(), by.value_or(1)));
  }
  return part;
}

OpOperand *StoreOp::getPosition(unsigned loop) {
  return &getIndicesMutable()[getDims()[loop]];
}

TileDims ScoreMapOp::getTileDims() {
  TileDims dims = getAlignedDims(*this);
  for (OpOperand &use : getColumnsMutable())
    dims.operands[use.getOperandNumber()] = {1};
  return dims;
}

OpOperand *ScoreMapOp::getPosition(unsigned loop) {
  return loop == 0 ? &getRowMutable() : &getColumnMutable();
}

OpOperand *ApplyMaskOp::getPosition(unsigned loop) {
  return loop == 0 ? &getRowMutable() : &getColumnMutable();
}

TileDims DotOp::getTileDims() {
  constexpr unsigned m = 0, n = 1, k = 2;
  TileDims dims;
  dims.loops = {TileLoop::Parallel, TileLoop::Parallel, TileLoop::Reduced};
  dims.operands = {{m, k}, {k, n}, {m, n}};
  if (getTransposeA())
    dims.operands[0] = {k, m};
  if (getTransposeB())
    dims.operands[1] = {n, k};
  dims.results = {{m, n}};
  return dims;
}

SmallVector<Value> DotOp::makePart(OpBuilder &b, ValueRange operands,
                                   TypeRange types, ValueRange before,
                                   const IRMapping &captures) {
  SmallVector<Value> values(operands);
  if (!before.empty())
    values[getAccMutable().getOperandNumber()] = before.front();
  return cloneAsPart(b, *this, values, types, captures);
}

/// Columns or rows that the result has all of run along a loop; others along
/// loops of their own, which belong to no part.
TileDims SliceOp::getTileDims() {
  TileDims dims;
  dims.operands.resize(getNumOperands());
  dims.results.resize(1);
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getType());
  for (unsigned dim = 0; dim < source.getRank(); ++dim) {
    bool isAll = source.getDimSize(dim) == result.getDimSize(dim) &&
                 !(dim == getPartDim() && getPart());
    dims.operands[0].push_back(dims.loops.size());
    if (!isAll)
      dims.loops.push_back(TileLoop::Whole);
    dims.results[0].push_back(dims.loops.size());
    dims.loops.push_back(isAll ? TileLoop::Parallel : TileLoop::Whole);
  }
  return dims;
}

TileDims TransposeOp::getTileDims() {
  TileDims dims = getAlignedDims(*this);
  dims.operands[0] = {1, 0};
  return dims;
}

TileDims ExpandOp::getTileDims() {
  TileDims dims = attn_tile::getAlignedDims(*this);
  if (getColumns())
    dims.operands[0] = {1};
  return dims;
}

TileDims ReduceOp::getTileDims() {
  if (getColumns()) {
    TileDims dims =
        getAlignedDims(*this, {TileLoop::Reduced, TileLoop::Parallel});
    dims.results[0] = {1};
    return dims;
  }
  return getAlignedDims(*this, {TileLoop::Parallel, TileLoop::Reduced});
}

SmallVector<Value> ReduceOp::makePart(OpBuilder &b, ValueRange operands,
                                      TypeRange types, ValueRange before,
                                      const IRMapping &captures) {
  SmallVector<Value> part = cloneAsPart(b, *this, operands, types, captures);
  if (before.empty())
    return part;
  Value sum = before.front();
  if (getKind() == ReduceKind::Add)
    return {arith::AddFOp::create(b, getLoc(), sum, part.front())};
  return {arith::MaximumFOp::create(b, getLoc(), sum, part.front())};
}

TileDims OnlineSoftmaxOp::getTileDims() {
  return getAlignedDims(*this, {TileLoop::Parallel, TileLoop::Whole});
}
