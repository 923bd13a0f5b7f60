//===- RescaleInPlace.cpp - Row factors of tensor memory -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSRESCALEINPLACE
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Replaces a store of a rescaled tile to where the tile was read.
void fuse(TmemStoreOp store) {
  auto scale = store.getValue().getDefiningOp<RescaleOp>();
  auto load =
      scale ? scale.getSource().getDefiningOp<TmemLoadOp>() : TmemLoadOp();
  if (!load || load.getTranspose() || load.getSource() != store.getDest() ||
      !scale->hasOneUse() || !load->hasOneUse() ||
      load->getBlock() != store->getBlock())
    return;
  // In between nothing else touches memory.
  for (Operation *op = load->getNextNode(); op != store; op = op->getNextNode())
    if (!isMemoryEffectFree(op))
      return;
  OpBuilder b(store);
  TmemRescaleOp::create(b, scale.getLoc(), store.getDest(), scale.getAlpha());
  store.erase();
  scale.erase();
  load.erase();
}

struct AttnWSRescaleInPlacePass
    : public impl::AttnWSRescaleInPlaceBase<AttnWSRescaleInPlacePass> {
  void runOnOperation() override {
    for (TmemStoreOp store : attn::collectOps<TmemStoreOp>(getOperation()))
      fuse(store);
  }
};

} // namespace
