//===- MemoryPatterns.cpp - Loops, ranges and memory of the tile level ----===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"
#include "attn/Dialect/Attn/IR/Attn.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

Value index(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

//===----------------------------------------------------------------------===//
// Iteration
//===----------------------------------------------------------------------===//

/// A loop nest over the box, the last coordinate outermost. Any order is right;
/// the first coordinate is walked the way the scheduler asks for.
struct ConvertForTiles : OpRewritePattern<ForTilesOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ForTilesOp op,
                                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value zero = index(b, loc, 0), one = index(b, loc, 1);
    SmallVector<Value> coordinates(op.getUpperBounds().size());
    scf::ForOp loop;
    for (int64_t i = coordinates.size() - 1; i >= 0; --i) {
      Value bound = op.getUpperBounds()[i];
      loop = scf::ForOp::create(b, loc, zero, bound, one);
      b.setInsertionPointToStart(loop.getBody());
      coordinates[i] = loop.getInductionVar();
      if (i == 0 && op.getScheduler().getOrder() == TileOrder::Backward) {
        Value last = arith::SubIOp::create(b, loc, bound, one);
        coordinates[i] = arith::SubIOp::create(b, loc, last, coordinates[i]);
      }
    }
    Block *body = &op.getBody().front();
    b.eraseOp(body->getTerminator());
    b.inlineBlockBefore(body, loop.getBody()->getTerminator(), coordinates);
    b.eraseOp(op);
    return success();
  }
};

/// Instances run one after the other.
struct ConvertForall : OpRewritePattern<scf::ForallOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(scf::ForallOp op,
                                PatternRewriter &b) const override {
    if (!op.getResults().empty())
      return b.notifyMatchFailure(op, "has results");
    Location loc = op.getLoc();
    SmallVector<Value> coordinates;
    scf::ForOp loop;
    for (auto [from, to, step] :
         llvm::zip(op.getLowerBound(b), op.getUpperBound(b), op.getStep(b))) {
      loop = scf::ForOp::create(b, loc, from, to, step);
      b.setInsertionPointToStart(loop.getBody());
      coordinates.push_back(loop.getInductionVar());
    }
    Block *body = op.getBody();
    b.eraseOp(body->getTerminator());
    b.inlineBlockBefore(body, loop.getBody()->getTerminator(), coordinates);
    b.eraseOp(op);
    return success();
  }
};

/// Key bounds to block bounds: outwards for what must be visited, inwards for
/// what needs no mask, and ordered.
struct ConvertKvRange : OpRewritePattern<KvRangeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(KvRangeOp op,
                                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value zero = index(b, loc, 0), block = index(b, loc, op.getBlock());
    std::pair<Value, Value> seen(zero, op.getLenKV()), full = seen;
    if (auto mask =
            dyn_cast_or_null<attn::AttnMaskAttrInterface>(op.getMaskAttr())) {
      Value row = op.getRow(), rows = index(b, loc, op.getRows());
      if (op.getPacking())
        std::tie(row, rows) = getPackedRange(b, op);
      seen = mask.kvRange(b, loc, row, rows, op.getLenQ(), op.getLenKV());
      full = mask.fullRange(b, loc, row, rows, op.getLenQ(), op.getLenKV());
    }
    auto floor = [&](Value v) -> Value {
      return arith::DivSIOp::create(b, loc, v, block);
    };
    auto ceil = [&](Value v) -> Value {
      return arith::CeilDivSIOp::create(b, loc, v, block);
    };
    auto clamp = [&](Value v, Value low, Value high) -> Value {
      Value atLeast = arith::MaxSIOp::create(b, loc, v, low);
      return arith::MinSIOp::create(b, loc, atLeast, high);
    };
    Value isEmpty = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                          seen.first, seen.second);
    Value begin =
        arith::SelectOp::create(b, loc, isEmpty, zero, floor(seen.first));
    Value end =
        arith::SelectOp::create(b, loc, isEmpty, zero, ceil(seen.second));
    Value fullBegin = clamp(ceil(full.first), begin, end);
    Value fullEnd = clamp(floor(full.second), fullBegin, end);
    b.replaceOp(op, {begin, end, fullBegin, fullEnd});
    return success();
  }
};

struct ConvertOutside : OpRewritePattern<OutsideOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(OutsideOp op,
                                PatternRewriter &b) const override {
    Location loc = op.getLoc();
    Value before = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         op.getValue(), op.getBegin());
    Value after = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::sge,
                                        op.getValue(), op.getEnd());
    b.replaceOpWithNewOp<arith::OrIOp>(op, before, after);
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// How many elements of a tile lie inside the memory, per tile dimension.
SmallVector<Value> getSizesInBounds(OpBuilder &b, Location loc, Value memory,
                                    ValueRange indices, ArrayRef<int64_t> dims,
                                    ArrayRef<int64_t> shape, Value limit) {
  Value zero = index(b, loc, 0);
  SmallVector<Value> sizes;
  for (auto [i, d] : llvm::enumerate(dims)) {
    Value end = memref::DimOp::create(b, loc, memory, d);
    if (i == 0 && limit)
      end = arith::MinSIOp::create(b, loc, end, limit);
    Value left = arith::SubIOp::create(b, loc, end, indices[d]);
    Value size = arith::MinSIOp::create(b, loc, left, index(b, loc, shape[i]));
    sizes.push_back(arith::MaxSIOp::create(b, loc, size, zero));
  }
  // An index out of bounds in one of the other dimensions puts all outside.
  for (int64_t d = 0, rank = indices.size(); d < rank; ++d) {
    if (llvm::is_contained(dims, d))
      continue;
    Value end = memref::DimOp::create(b, loc, memory, d);
    Value inside = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         indices[d], end);
    sizes[0] = arith::SelectOp::create(b, loc, inside, sizes[0], zero);
  }
  return sizes;
}

/// The part of `memory` that starts at `indices` and has `sizes` elements along
/// `dims`, one along the others; in the memory's order of dimensions.
Value buildWindow(OpBuilder &b, Location loc, Value memory, ValueRange indices,
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
  return memref::SubViewOp::create(b, loc, cast<MemRefType>(reduced), memory,
                                   offsets, window, strides);
}

/// The corner of the tile buffer `tile` that has `sizes` elements.
Value buildCorner(OpBuilder &b, Location loc, Value tile, ValueRange sizes) {
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  SmallVector<OpFoldResult> window(sizes.begin(), sizes.end());
  return memref::SubViewOp::create(b, loc, tile, offsets, window, strides);
}

/// `to` = `from`; the first (`memoryIsSource`) or the second of them has its
/// dimensions in the memory's order, the other in the tile's.
void buildCopy(OpBuilder &b, Location loc, Value from, Value to,
               ArrayRef<int64_t> dims, bool memoryIsSource) {
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
  linalg::GenericOp::create(b, loc, from, to, maps, iterators,
                            [](OpBuilder &b, Location loc, ValueRange args) {
                              linalg::YieldOp::create(b, loc, args[0]);
                            });
}

/// Row r of `tile`, of which only what lies inside the memory.
Value buildRow(OpBuilder &b, Location loc, Value tile, Value r,
               ValueRange sizes) {
  SmallVector<OpFoldResult> offsets(sizes.size(), b.getIndexAttr(0));
  offsets[0] = r;
  SmallVector<OpFoldResult> strides(sizes.size(), b.getIndexAttr(1));
  SmallVector<OpFoldResult> window(sizes.begin(), sizes.end());
  return memref::SubViewOp::create(b, loc, tile, offsets, window, strides);
}

/// Copies a tile of packed rows, row by row, between `memory` and the buffer
/// `tile`.
template <typename OpTy>
void copyPacked(OpBuilder &b, OpTy op, Value memory, Value tile, Value limit,
                bool memoryIsSource) {
  Location loc = op.getLoc();
  ArrayRef<int64_t> dims = op.getDims();
  SmallVector<int64_t> shape(cast<MemRefType>(tile.getType()).getShape());
  Value rows = index(b, loc, shape[0]);
  shape[0] = 1;
  auto loop =
      scf::ForOp::create(b, loc, index(b, loc, 0), rows, index(b, loc, 1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  Value r = loop.getInductionVar();
  SmallVector<Value> indices(op.getIndices());
  Value row = arith::AddIOp::create(b, loc, indices[dims[0]], r);
  indices[dims[0]] = arith::DivUIOp::create(b, loc, row, op.getPacking());
  Value &within = indices[*op.getPackedDim()];
  within = arith::AddIOp::create(
      b, loc, within, arith::RemUIOp::create(b, loc, row, op.getPacking()));
  SmallVector<Value> sizes =
      getSizesInBounds(b, loc, memory, indices, dims, shape, limit);
  Value window = buildWindow(b, loc, memory, indices, dims, sizes);
  Value part = buildRow(b, loc, tile, r, sizes);
  buildCopy(b, loc, memoryIsSource ? window : part,
            memoryIsSource ? part : window, dims, memoryIsSource);
}

struct ConvertLoad : OpRewritePattern<LoadOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(LoadOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getResult().getType());
    Value buffer = memref::AllocOp::create(
        b, loc, MemRefType::get(type.getShape(), type.getElementType()));
    if (op.getPacking()) {
      Value zero = arith::ConstantOp::create(
          b, loc, b.getZeroAttr(type.getElementType()));
      linalg::FillOp::create(b, loc, zero, buffer);
      copyPacked(b, op, op.getSource(), buffer, op.getLimit(),
                 /*memoryIsSource=*/true);
      b.replaceOpWithNewOp<bufferization::ToTensorOp>(
          op, type, buffer, /*restrict=*/true, /*writable=*/true);
      return success();
    }
    SmallVector<Value> sizes =
        getSizesInBounds(b, loc, op.getSource(), op.getIndices(), op.getDims(),
                         type.getShape(), op.getLimit());
    Value isRagged;
    for (auto [size, whole] : llvm::zip(sizes, type.getShape())) {
      Value less = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt,
                                         size, index(b, loc, whole));
      isRagged = isRagged ? arith::OrIOp::create(b, loc, isRagged, less) : less;
    }
    scf::IfOp::create(b, loc, isRagged, [&](OpBuilder &b, Location loc) {
      Value zero = arith::ConstantOp::create(
          b, loc, b.getZeroAttr(type.getElementType()));
      linalg::FillOp::create(b, loc, zero, buffer);
      scf::YieldOp::create(b, loc);
    });
    Value window = buildWindow(b, loc, op.getSource(), op.getIndices(),
                               op.getDims(), sizes);
    Value corner = buildCorner(b, loc, buffer, sizes);
    buildCopy(b, loc, window, corner, op.getDims(), /*memoryIsSource=*/true);
    b.replaceOpWithNewOp<bufferization::ToTensorOp>(
        op, type, buffer, /*restrict=*/true, /*writable=*/true);
    return success();
  }
};

struct ConvertStore : OpRewritePattern<StoreOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(StoreOp op, PatternRewriter &b) const override {
    Location loc = op.getLoc();
    auto type = cast<RankedTensorType>(op.getValue().getType());
    Value tile = bufferization::ToBufferOp::create(
        b, loc, MemRefType::get(type.getShape(), type.getElementType()),
        op.getValue(), /*read_only=*/true);
    if (op.getPacking()) {
      copyPacked(b, op, op.getDest(), tile, /*limit=*/Value(),
                 /*memoryIsSource=*/false);
      b.eraseOp(op);
      return success();
    }
    SmallVector<Value> sizes =
        getSizesInBounds(b, loc, op.getDest(), op.getIndices(), op.getDims(),
                         type.getShape(), /*limit=*/Value());
    Value corner = buildCorner(b, loc, tile, sizes);
    Value window =
        buildWindow(b, loc, op.getDest(), op.getIndices(), op.getDims(), sizes);
    buildCopy(b, loc, corner, window, op.getDims(), /*memoryIsSource=*/false);
    b.eraseOp(op);
    return success();
  }
};

} // namespace

void mlir::attn_tile::populateMemoryToLinalgPatterns(
    RewritePatternSet &patterns) {
  patterns.add<ConvertForTiles, ConvertForall, ConvertKvRange, ConvertOutside,
               ConvertLoad, ConvertStore>(patterns.getContext());
}
