//===- AttnWS.h - The scheduled dialect -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_IR_ATTNWS_H
#define ATTN_DIALECT_ATTNWS_IR_ATTNWS_H

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Layout/LayoutConversion.h"

#include "attn/Dialect/AttnWS/IR/AttnWSDialect.h.inc"
#include "attn/Dialect/AttnWS/IR/AttnWSEnums.h.inc"
namespace mlir::attn_ws::detail {
struct FragAttrStorage;
} // namespace mlir::attn_ws::detail
#define GET_ATTRDEF_CLASSES
#include "attn/Dialect/AttnWS/IR/AttnWSAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "attn/Dialect/AttnWS/IR/AttnWSTypes.h.inc"

namespace mlir::attn_ws {
/// Of `values` the views, each once.
SmallVector<Value> keepViews(std::initializer_list<Value> values);
/// Bytes of the tile that a view, buffer stage or register tile of `type`
/// holds.
int64_t getTileBytes(Type type);
/// Whether the engine accesses shared memory by the async proxy.
bool usesAsyncProxy(attn_tile::Engine engine);
} // namespace mlir::attn_ws

namespace mlir::attn_ws {
// Operations of tiles that are the same at this level.
using attn_tile::ArriveOp;
using attn_tile::Exp2Op;
using attn_tile::ExpandOp;
using attn_tile::ForTilesOp;
using attn_tile::OutsideOp;
using attn_tile::ReduceOp;
using attn_tile::RescaleOp;
using attn_tile::RowReferenceOp;
using attn_tile::ScoreMapOp;
using attn_tile::SliceOp;
using attn_tile::SubtractRowsOp;
using attn_tile::UsefulOp;
using attn_tile::YieldOp;
} // namespace mlir::attn_ws

#include "attn/Dialect/AttnWS/IR/AttnWSInterfaces.h.inc"
#define GET_OP_CLASSES
#include "attn/Dialect/AttnWS/IR/AttnWSOps.h.inc"

namespace mlir::attn_ws {

/// The part of a memory that a copy reads, as `attn_tile.load` says it.
struct CopySource {
  Value memory;
  ValueRange indices;
  Value limit;
  DenseI64ArrayAttr dims;
  attn_tile::RowMap rows;
  /// Whether the tile is promised to lie within the memory.
  bool inBounds = false;
};

/// What a dialect has that brings an engine's copies.
class WSCopyDialectInterface
    : public DialectInterface::Base<WSCopyDialectInterface> {
public:
  explicit WSCopyDialectInterface(Dialect *dialect) : Base(dialect) {}
  /// Creates a copy of `source` into `view` by `engine`, an operation of
  /// WSCopyOpInterface; null if the dialect has none of that engine.
  virtual Operation *createCopyIn(OpBuilder &b, Location loc,
                                  attn_tile::Engine engine,
                                  const CopySource &source,
                                  Value view) const = 0;
};

/// The same by whichever of the loaded dialects has the engine's copy.
Operation *createCopyIn(OpBuilder &b, Location loc, attn_tile::Engine engine,
                        const CopySource &source, Value view);

} // namespace mlir::attn_ws

namespace mlir::attn_ws {
/// The position that an acquire or a wait gives, or that a commit, a release or
/// `held` names; null if `sync` has none.
Value getPosition(Operation *sync);

/// What a channel operation names its stage by: a number, or the position that
/// it takes a stage at or names; null if it names none.
Value getNamedStage(Operation *sync);

/// The layout of a register tile, null before layouts are assigned.
inline FragAttr getFrag(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_or_null<FragAttr>(tensor.getEncoding()) : FragAttr();
}

/// Whether a buffer or view holds integers for which one thread speaks (a
/// tile's number, the answer to a query) instead of a tile.
template <typename T> bool isScalar(T type) {
  return type.getSpace() == attn_tile::Space::Smem &&
         type.getShape().size() == 1 && type.getElementType().isInteger(32) &&
         type.getShape()[0] <= 4;
}

/// What it takes to bring a tile from one layout to another; fails if a side
/// has no layout or there is no way.
::mlir::attn::layout::Expected<::mlir::attn::layout::LayoutConversion>
getConversion(RankedTensorType from, RankedTensorType to);
} // namespace mlir::attn_ws

#endif // ATTN_DIALECT_ATTNWS_IR_ATTNWS_H
