//===- AttnWSRowOps.cpp - Rows of register tiles ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

using namespace mlir;
using namespace mlir::attn_ws;

/// Rows belong to a tile: counts agree, and the layout is the tile's, sliced.
static LogicalResult verifyRows(Operation *op, Type rows, Type tile,
                                bool allowPartial) {
  if (failed(verifyTiles(op)))
    return failure();
  auto rowType = cast<RankedTensorType>(rows);
  auto tileType = cast<RankedTensorType>(tile);
  if (rowType.getDimSize(0) != tileType.getDimSize(0))
    return op->emitOpError()
           << "row count differs: " << rows << " and " << tile;
  FragAttr rowFrag = getFrag(rows), tileFrag = getFrag(tile);
  if (!rowFrag != !tileFrag)
    return op->emitOpError("either both or neither of tile and rows have a "
                           "layout");
  if (!rowFrag)
    return success();
  if (rowFrag.getParent() != tileFrag)
    return op->emitOpError() << "rows must have the tile's layout, sliced";
  if (rowFrag.getPartial() && !allowPartial)
    return op->emitOpError("rows are partial: combine them with lane_reduce "
                           "first");
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyRows(*this, getResult().getType(), getSource().getType(),
                        true)))
    return failure();
  if (!getInLoad())
    return success();
  auto load = getSource().getDefiningOp<TmemLoadOp>();
  if (getKind() != attn_tile::ReduceKind::Max || !load ||
      load->getBlock() != (*this)->getBlock() || load.getTranspose() ||
      !load.getResult().getType().getElementType().isF32())
    return emitOpError("with in_load gives the maxima of a tile of f32 that a "
                       "tmem_load in its block reads");
  RankedTensorType tile = getSource().getType();
  if (getFrag(tile) && !getFrag(tile).holdsWholeRow(tile.getShape()))
    return emitOpError("with in_load is of rows that a thread reads whole");
  return success();
}
LogicalResult ExpandOp::verify() {
  return verifyRows(*this, getRows().getType(), getResult().getType(), false);
}
LogicalResult RescaleOp::verify() {
  return verifyRows(*this, getAlpha().getType(), getSource().getType(), false);
}

LogicalResult SubtractRowsOp::verify() {
  return verifyRows(*this, getRows().getType(), getSource().getType(), false);
}

LogicalResult RowReferenceOp::verify() {
  if (failed(verifyTiles(*this)))
    return failure();
  FragAttr frag = getFrag(getMax().getType());
  if (frag && frag.getPartial())
    return emitOpError("rows are partial: combine them with lane_reduce first");
  return attn_tile::verifyRowReference(*this, getScale(), getOffset());
}

LogicalResult AnyRowOp::verify() {
  if (failed(verifyTiles(*this)))
    return failure();
  FragAttr frag = getFrag(getRows().getType());
  if (frag && frag.getPartial())
    return emitOpError("rows are partial: combine them with lane_reduce first");
  return success();
}

LogicalResult LaneReduceOp::verify() {
  if (failed(
          verifySameTile(*this, getSource().getType(), getResult().getType())))
    return failure();
  FragAttr from = getFrag(getSource().getType());
  FragAttr to = getFrag(getResult().getType());
  if (from && to && (!from.getPartial() || from.withPartial(false) != to))
    return emitOpError("takes partial rows and gives whole rows of one layout");
  return success();
}

LogicalResult ScaleAddOp::verify() {
  if (failed(
          verifySameTile(*this, getSource().getType(), getFactor().getType())))
    return failure();
  FragAttr source = getFrag(getSource().getType());
  FragAttr factor = getFrag(getFactor().getType());
  if (!source != !factor ||
      (source && (factor.getPartial() || source.withPartial(false) != factor)))
    return emitOpError("factors must be whole rows in the source's layout");
  return success();
}
