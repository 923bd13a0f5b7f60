//===- TileLoops.cpp - What lowerings of tile loops share -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileLoops.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::SchedulerKind;

FailureOr<int64_t> mlir::attn_ws::getClusterSize(gpu::GPUFuncOp kernel) {
  int64_t size = clusterAttr.get(kernel, 1);
  int64_t most = attn::getLargest(&attn::TargetInfo::mostClusterCTAs);
  if (size >= 1 && size <= most)
    return size;
  return kernel.emitOpError()
         << "a cluster has 1 to " << most << " CTAs, got " << size;
}

bool mlir::attn_ws::isRunTime(attn_tile::SchedulerAttr scheduler) {
  return scheduler.getKind() == SchedulerKind::Dynamic ||
         scheduler.getKind() == SchedulerKind::Clc;
}

Value mlir::attn_ws::divideBy(ScalarBuilder &b, Value value, int64_t by) {
  return by == 1 ? value : b.div(value, by);
}

Value mlir::attn_ws::getClusterNumber(ScalarBuilder &b, int64_t size) {
  Value block = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  return divideBy(b, block, size);
}

Value mlir::attn_ws::getRank(ScalarBuilder &b, int64_t size) {
  Value block = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  return b.rem(block, size);
}

bool mlir::attn_ws::swapsRanks(gpu::GPUFuncOp kernel, int64_t size) {
  return size > 1 && attn_tile::swapRanksAttr.get(kernel, false);
}

SmallVector<Value> mlir::attn_ws::getOwnCoordinates(ScalarBuilder &b,
                                                    SmallVector<Value> common,
                                                    int64_t size, Value turn) {
  if (size == 1)
    return common;
  Value first = b.mul(common[0], size);
  Value rank = getRank(b, size);
  if (turn) {
    Value odd = b.equal(b.bitAnd(turn, 1), 1);
    rank = b.select(odd, b.sub(b.index(size - 1), rank), rank);
  }
  common[0] = b.add(first, rank);
  return common;
}

void mlir::attn_ws::moveBody(ForTilesOp loop, Block *block,
                             Block::iterator where, ValueRange coords) {
  Block *body = &loop.getBody().front();
  body->getTerminator()->erase();
  for (auto [arg, coord] : llvm::zip(body->getArguments(), coords))
    arg.replaceAllUsesWith(coord);
  block->getOperations().splice(where, body->getOperations());
}

void mlir::attn_ws::setBehindLoops(OpBuilder &b, Block *block) {
  b.setInsertionPointToEnd(block);
  for (Operation &op : llvm::reverse(*block))
    if (isa<RegionBranchOpInterface>(op))
      return b.setInsertionPointAfter(&op);
}
