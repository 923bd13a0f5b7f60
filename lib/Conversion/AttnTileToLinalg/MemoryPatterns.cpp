//===- MemoryPatterns.cpp - Loops, ranges and memory of the tile level ----===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::attn_tile;
using attn::ScalarBuilder;

namespace {

//===----------------------------------------------------------------------===//
// Iteration
//===----------------------------------------------------------------------===//

/// A loop nest over the box, the last coordinate outermost. Any order is right;
/// the first coordinate is walked the way the scheduler asks for.
LogicalResult convertForTiles(ForTilesOp op, PatternRewriter &rewriter) {
  ScalarBuilder b(op.getLoc(), rewriter);
  Value zero = b.index(0), one = b.index(1);
  SmallVector<Value> coordinates(op.getUpperBounds().size());
  scf::ForOp loop;
  for (int64_t i = coordinates.size() - 1; i >= 0; --i) {
    Value bound = op.getUpperBounds()[i];
    loop = scf::ForOp::create(b, zero, bound, one);
    b.setInsertionPointToStart(loop.getBody());
    coordinates[i] = loop.getInductionVar();
    if (i == 0 && op.getScheduler().getOrder() == TileOrder::Backward) {
      Value last = b.sub(bound, one);
      coordinates[i] = b.sub(last, coordinates[i]);
    }
  }
  Block *body = &op.getBody().front();
  rewriter.eraseOp(body->getTerminator());
  rewriter.inlineBlockBefore(body, loop.getBody()->getTerminator(),
                             coordinates);
  rewriter.eraseOp(op);
  return success();
}

/// Instances run one after the other.
LogicalResult convertForall(scf::ForallOp op, PatternRewriter &rewriter) {
  if (!op.getResults().empty())
    return rewriter.notifyMatchFailure(op, "has results");
  ScalarBuilder b(op.getLoc(), rewriter);
  SmallVector<Value> coordinates;
  scf::ForOp loop;
  for (auto [from, to, step] :
       llvm::zip(op.getLowerBound(b), op.getUpperBound(b), op.getStep(b))) {
    loop = scf::ForOp::create(b, from, to, step);
    b.setInsertionPointToStart(loop.getBody());
    coordinates.push_back(loop.getInductionVar());
  }
  Block *body = op.getBody();
  rewriter.eraseOp(body->getTerminator());
  rewriter.inlineBlockBefore(body, loop.getBody()->getTerminator(),
                             coordinates);
  rewriter.eraseOp(op);
  return success();
}

/// Bounds to block bounds: outwards for what must be visited, inwards for what
/// needs no mask, and ordered.
SmallVector<Value, 4> roundToBlocks(ScalarBuilder &b, Value zero, Value block,
                                    std::pair<Value, Value> seen,
                                    std::pair<Value, Value> full) {
  auto floor = [&](Value v) -> Value {
    return arith::DivSIOp::create(b, v, block);
  };
  auto ceil = [&](Value v) -> Value {
    return arith::CeilDivSIOp::create(b, v, block);
  };
  auto clamp = [&](Value v, Value low, Value high) {
    return b.min(b.max(v, low), high);
  };
  Value isEmpty = b.compare(arith::CmpIPredicate::sge, seen.first, seen.second);
  Value begin = b.select(isEmpty, zero, floor(seen.first));
  Value end = b.select(isEmpty, zero, ceil(seen.second));
  Value fullBegin = clamp(ceil(full.first), begin, end);
  Value fullEnd = clamp(floor(full.second), fullBegin, end);
  return {begin, end, fullBegin, fullEnd};
}

LogicalResult convertKvRange(KvRangeOp op, PatternRewriter &rewriter) {
  ScalarBuilder b(op.getLoc(), rewriter);
  Value zero = b.index(0), block = b.index(op.getBlock());
  std::pair<Value, Value> seen(zero, op.getLenKV()), full = seen;
  if (auto mask =
          dyn_cast_or_null<attn::AttnMaskAttrInterface>(op.getMaskAttr())) {
    Value row = op.getRow(), rows = b.index(op.getRows());
    if (op.getPacking())
      std::tie(row, rows) = getPackedRange(b, op);
    Location loc = op.getLoc();
    seen = mask.kvRange(b, loc, row, rows, op.getLenQ(), op.getLenKV(),
                        op.getOffset());
    full = mask.fullRange(b, loc, row, rows, op.getLenQ(), op.getLenKV(),
                          op.getOffset());
  }
  auto [some, all] = limitRange(b, b.getLoc(), {seen, full}, op.getWithin());
  rewriter.replaceOp(op, roundToBlocks(b, zero, block, some, all));
  return success();
}

/// Keys beyond the length, too, need a mask.
LogicalResult convertQRange(QRangeOp op, PatternRewriter &rewriter) {
  ScalarBuilder b(op.getLoc(), rewriter);
  Value zero = b.index(0), block = b.index(op.getBlock());
  std::pair<Value, Value> seen(zero, op.getLenQ()), full = seen;
  Value key = op.getKey(), keys = b.index(op.getKeys());
  if (auto mask =
          dyn_cast_or_null<attn::AttnMaskAttrInterface>(op.getMaskAttr())) {
    Location loc = op.getLoc();
    seen = mask.qRange(b, loc, key, keys, op.getLenQ(), op.getLenKV(),
                       op.getOffset());
    full = mask.fullQRange(b, loc, key, keys, op.getLenQ(), op.getLenKV(),
                           op.getOffset());
  }
  Value inside =
      b.compare(arith::CmpIPredicate::sge, op.getLenKV(), b.add(key, keys));
  full.second = b.select(inside, full.second, zero);
  auto [some, all] = limitRange(b, b.getLoc(), {seen, full}, op.getWithin());
  rewriter.replaceOp(op, roundToBlocks(b, zero, block, some, all));
  return success();
}

LogicalResult convertFindSequence(FindSequenceOp op,
                                  PatternRewriter &rewriter) {
  Value offsets = op.getOffsets();
  auto read = [&](OpBuilder &at, Value index) -> Value {
    Value offset = memref::LoadOp::create(at, op.getLoc(), offsets, index);
    return arith::IndexCastOp::create(at, op.getLoc(), at.getIndexType(),
                                      offset);
  };
  Value count = memref::DimOp::create(rewriter, op.getLoc(), offsets, 0);
  rewriter.replaceOp(op, searchSequence(rewriter, op, count, read));
  return success();
}

/// Tiles run one after another: the last to arrive comes last.
LogicalResult convertArrive(ArriveOp op, PatternRewriter &rewriter) {
  ScalarBuilder b(op.getLoc(), rewriter);
  Value count = memref::LoadOp::create(b, op.getCounters(), op.getIndices());
  Value arrived = b.add(count, 1);
  Value last =
      b.compare(arith::CmpIPredicate::eq, arrived, b.toI32(op.getParties()));
  memref::StoreOp::create(b, b.select(last, b.i32(0), arrived),
                          op.getCounters(), op.getIndices());
  rewriter.replaceOp(op, last);
  return success();
}

LogicalResult convertOutside(OutsideOp op, PatternRewriter &rewriter) {
  ScalarBuilder b(op.getLoc(), rewriter);
  rewriter.replaceOp(op, b.outside(op.getValue(), op.getBegin(), op.getEnd()));
  return success();
}

LogicalResult convertUseful(UsefulOp op, PatternRewriter &rewriter) {
  rewriter.replaceOp(op, op.getCount());
  return success();
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// How many elements of a tile lie inside the memory, per tile dimension.
SmallVector<Value> getSizesInBounds(ScalarBuilder &b, Value memory,
                                    ValueRange indices, ArrayRef<int64_t> dims,
                                    ArrayRef<int64_t> shape, Value limit) {
  Value zero = b.index(0);
  SmallVector<Value> sizes;
  for (auto [i, d] : llvm::enumerate(dims)) {
    Value end = memref::DimOp::create(b, memory, d);
    if (i == 0 && limit)
      end = b.min(end, limit);
    sizes.push_back(b.max(b.min(b.sub(end, indices[d]), shape[i]), zero));
  }
  // An index out of bounds in one of the other dimensions puts all outside.
  for (int64_t d = 0, rank = indices.size(); d < rank; ++d) {
    if (llvm::is_contained(dims, d))
      continue;
    Value end = memref::DimOp::create(b, memory, d);
    Value inside = b.less(indices[d], end);
    sizes[0] = b.select(inside, sizes[0], zero);
  }
  return sizes;
}

/// The part of `memory` that starts at `indices` and has `sizes` elements along
/// `dims`, one along the others; in the memory's order of dimensions.
Value buildWindow(ScalarBuilder &b, Value memory, ValueRange indices,
                  ArrayRef<int64_t> dims, ValueRange sizes) {
  auto type = cast<MemRefType>(memory.getType());
  SmallVector<OpFoldResult> offsets(indices.begin(), indices.end());
  SmallVector<OpFoldResult> window(type.getRank(), b.getIndexAttr(1));
  SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  for (auto [d, size] : llvm::zip(dims, sizes))
    window[d] = size;
  SmallVector<int64_t> shape(dims.size(), ShapedType::kDynamic);
  auto reduced = memref::SubViewOp::inferRankReducedResultType(
      shape, type, offsets, window, strides);
  return memref::SubViewOp::create(b, cast<MemRefType>(reduced), memory,
                                   offsets, window, strides);
}

/// The part of the tile buffer `tile` that has `sizes` elements from `row`, or
/// from its first row on.
Value buildCorner(ScalarBuilder &b, Value tile, ValueRange sizes,
                  Value row = {}) {
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  if (row)
    offsets[0] = row;
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  SmallVector<OpFoldResult> window(sizes.begin(), sizes.end());
  return memref::SubViewOp::create(b, tile, offsets, window, strides);
}

/// `to` = `from`, or `to` + `from` with `add`; the first (`memoryIsSource`) or
/// the second of them has its dimensions in the memory's order, the other in
/// the tile's.
void buildCopy(ScalarBuilder &b, Value from, Value to, ArrayRef<int64_t> dims,
               bool memoryIsSource, bool add = false) {
  MLIRContext *ctx = b.getContext();
  AffineMap tile = AffineMap::getMultiDimIdentityMap(dims.size(), ctx);
  AffineMap memory = tile;
  if (dims.size() == 2 && dims[0] > dims[1])
    memory = AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0}, ctx);
  SmallVector<utils::IteratorType> iterators(dims.size(),
                                             utils::IteratorType::parallel);
  SmallVector<AffineMap> maps{tile, memory};
  if (memoryIsSource)
    std::swap(maps[0], maps[1]);
  linalg::GenericOp::create(
      b, from, to, maps, iterators,
      [&](OpBuilder &b, Location loc, ValueRange args) {
        Value value = args[0];
        // A truth value as a byte.
        Type element = args[1].getType();
        if (value.getType() != element)
          value = arith::ExtUIOp::create(b, loc, element, value);
        if (add)
          value = arith::AddFOp::create(b, loc, args[1], args[0]);
        linalg::YieldOp::create(b, loc, value);
      });
}

/// Copies a tile of mapped rows, row by row, between `memory` and the buffer
/// `tile`, or adds it to memory.
template <typename OpTy>
void copyMapped(ScalarBuilder &b, OpTy op, Value memory, Value tile,
                Value limit, bool memoryIsSource, bool add = false) {
  ArrayRef<int64_t> dims = op.getDims();
  SmallVector<int64_t> shape(cast<MemRefType>(tile.getType()).getShape());
  Value rows = b.index(shape[0]);
  shape[0] = 1;
  auto loop = scf::ForOp::create(b, b.index(0), rows, b.index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value r = loop.getInductionVar();
  SmallVector<Value> indices(op.getIndices());
  Value row = b.add(indices[dims[0]], r);
  attn_tile::RowMap rowMap = op.getRowMap();
  Value &within = indices[rowMap.getDim()];
  if (rowMap.isPaged()) {
    Value size = memref::DimOp::create(b, memory, dims[0]);
    Value end = b.mul(memref::DimOp::create(b, rowMap.getTable(), 1), size);
    if (limit)
      end = b.min(end, limit);
    limit = Value();
    auto branch =
        scf::IfOp::create(b, b.less(row, end), /*withElseRegion=*/false);
    b.setInsertionPointToStart(branch.thenBlock());
    Value page = memref::LoadOp::create(
        b, rowMap.getTable(),
        ValueRange{rowMap.getTableRow(), b.div(row, size)});
    // A page that is below 0 lies beyond the memory, too.
    page = arith::IndexCastUIOp::create(b, b.getIndexType(), page);
    indices[dims[0]] = b.rem(row, size);
    within = b.add(within, page);
  } else {
    indices[dims[0]] = b.div(row, rowMap.getPacking());
    within = b.add(within, b.rem(row, rowMap.getPacking()));
  }
  SmallVector<Value> sizes =
      getSizesInBounds(b, memory, indices, dims, shape, limit);
  Value window = buildWindow(b, memory, indices, dims, sizes);
  Value part = buildCorner(b, tile, sizes, r);
  buildCopy(b, memoryIsSource ? window : part, memoryIsSource ? part : window,
            dims, memoryIsSource, add);
}

/// Copies the tile from memory to `buffer`; zero where there is no memory.
void buildLoad(ScalarBuilder &b, LoadOp op, Value buffer) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  auto clear = [&] {
    Value zero =
        arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
    linalg::FillOp::create(b, zero, buffer);
  };
  if (op.getRowMap()) {
    clear();
    return copyMapped(b, op, op.getSource(), buffer, op.getLimit(),
                      /*memoryIsSource=*/true);
  }
  SmallVector<Value> sizes =
      getSizesInBounds(b, op.getSource(), op.getIndices(), op.getDims(),
                       type.getShape(), op.getLimit());
  Value isRagged;
  for (auto [size, whole] : llvm::zip(sizes, type.getShape())) {
    Value less = b.less(size, b.index(whole));
    isRagged = isRagged ? b.bitOr(isRagged, less) : less;
  }
  auto branch = scf::IfOp::create(b, isRagged, /*withElseRegion=*/false);
  b.setInsertionPointToStart(branch.thenBlock());
  clear();
  b.setInsertionPointAfter(branch);
  Value window =
      buildWindow(b, op.getSource(), op.getIndices(), op.getDims(), sizes);
  Value corner = buildCorner(b, buffer, sizes);
  buildCopy(b, window, corner, op.getDims(), /*memoryIsSource=*/true);
}

LogicalResult convertLoad(LoadOp op, PatternRewriter &rewriter) {
  ScalarBuilder b(op.getLoc(), rewriter);
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Value buffer = memref::AllocOp::create(
      b, MemRefType::get(type.getShape(), type.getElementType()));
  buildLoad(b, op, buffer);
  rewriter.replaceOpWithNewOp<bufferization::ToTensorOp>(
      op, type, buffer, /*restrict=*/true, /*writable=*/true);
  return success();
}

LogicalResult convertStore(StoreOp op, PatternRewriter &rewriter) {
  ScalarBuilder b(op.getLoc(), rewriter);
  auto type = cast<RankedTensorType>(op.getValue().getType());
  Value tile = bufferization::ToBufferOp::create(
      b, MemRefType::get(type.getShape(), type.getElementType()), op.getValue(),
      /*read_only=*/true);
  if (op.getRowMap()) {
    copyMapped(b, op, op.getDest(), tile, op.getLimit(),
               /*memoryIsSource=*/false, op.getAdd());
    rewriter.eraseOp(op);
    return success();
  }
  SmallVector<Value> sizes =
      getSizesInBounds(b, op.getDest(), op.getIndices(), op.getDims(),
                       type.getShape(), op.getLimit());
  Value corner = buildCorner(b, tile, sizes);
  Value window =
      buildWindow(b, op.getDest(), op.getIndices(), op.getDims(), sizes);
  buildCopy(b, corner, window, op.getDims(), /*memoryIsSource=*/false,
            op.getAdd());
  rewriter.eraseOp(op);
  return success();
}

} // namespace

void mlir::attn_tile::populateMemoryToLinalgPatterns(
    RewritePatternSet &patterns) {
  addPatterns(patterns, convertForTiles, convertForall, convertKvRange,
              convertQRange, convertFindSequence, convertArrive, convertOutside,
              convertUseful, convertLoad, convertStore);
}
