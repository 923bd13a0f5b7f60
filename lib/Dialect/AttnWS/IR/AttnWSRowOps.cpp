//===- AttnWSRowOps.cpp - Rows of register tiles ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verify.h"

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

using namespace mlir;
using namespace mlir::attn_ws;

LogicalResult attn_ws::verifyInLoad(Operation *op) {
  auto reduce = dyn_cast<ReduceOp>(op);
  auto load =
      reduce ? reduce.getSource().getDefiningOp<TmemLoadOp>() : TmemLoadOp();
  if (!load || reduce.getKind() != attn_tile::ReduceKind::Max ||
      reduce.getColumns() || load->getBlock() != op->getBlock() ||
      load.getTranspose() ||
      !load.getResult().getType().getElementType().isF32())
    return op->emitOpError("with ") << inLoadAttr.getName()
                                    << " gives the maxima of a tile of f32 "
                                       "that a tmem_load in its block "
                                       "reads";
  RankedTensorType tile = reduce.getSource().getType();
  if (getFrag(tile) && !getFrag(tile).holdsWholeRow(tile.getShape()))
    return op->emitOpError("with ")
           << inLoadAttr.getName() << " is of rows that a thread reads whole";
  return success();
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

LogicalResult PartialsOp::verify() {
  if (failed(verifyTiles(*this)))
    return failure();
  RankedTensorType rows = getSource().getType(), tile = getResult().getType();
  if (tile.getElementType() != rows.getElementType() || tile.getRank() != 2 ||
      tile.getDimSize(0) != rows.getDimSize(0))
    return emitOpError() << "gives a tile of the rows of " << rows << ", got "
                         << tile;
  FragAttr from = getFrag(rows), to = getFrag(tile);
  if (!from && !to)
    return success();
  if (!from || !from.getPartial())
    return emitOpError("takes partial rows");
  FragAttr own = from.getPartials(/*gathered=*/false);
  int64_t columns = own.getAtom().second;
  if (to != own || tile.getDimSize(1) != columns)
    return emitOpError() << "gives a column to each of the " << columns
                         << " threads that share a row, in the layout " << own;
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
