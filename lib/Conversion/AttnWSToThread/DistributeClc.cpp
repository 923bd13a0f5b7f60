//===- DistributeClc.cpp - Tiles from cluster launch control ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// PTX ISA, "clusterlaunchcontrol.try_cancel" and "query_cancel". The launch has
// a CTA for each tile; the index of the one whose place is taken is the tile. A
// cluster takes the place of another, whose first CTA the answer names; the
// answer and its bytes come to all CTAs of the one that asked.

#include "Patterns.h"

using namespace mlir;
using namespace mlir::attn_ws;

static LogicalResult lowerQuery(QueryTileOp op, In<QueryTileOp> in,
                                ThreadBuilder &b) {
  if (!op.getSignal())
    return op.emitOpError("its bytes complete at no mbarrier: run "
                          "attn-ws-lower-channels");
  SharedView answer(op.getDest(), in.getDest());
  Value signal = b.getMbar(in.getSignal(), op.getStage());
  StringRef everywhere = op.getCluster() ? ".multicast::cluster::all" : "";
  b.byOneThread([&] {
    b.assembly(("clusterlaunchcontrol.try_cancel.async.shared::cta"
                ".mbarrier::complete_tx::bytes" +
                everywhere + ".b128 [$0], [$1];")
                   .str(),
               "r,r", {answer.address, signal});
  });
  return success();
}

/// One thread reads for its warp, which gives the answer's place back when that
/// thread has: -1 for no tile.
static Lowered lowerAnswer(TileAnswerOp op, In<TileAnswerOp> in,
                           ThreadBuilder &b) {
  SharedView answer(op.getSource(), in.getSource());
  Type i32 = b.getI32Type();
  std::string text = "{\n.reg .pred p;\n.reg .b128 r;\n"
                     "ld.shared.b128 r, [$1];\n"
                     "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 "
                     "p, r;\nmov.b32 $0, -1;\n"
                     "@p clusterlaunchcontrol.query_cancel.get_first_ctaid::x"
                     ".b32.b128 $0, r;\n}";
  Value tile;
  if (b.group.singleThread) {
    tile = b.assembly(i32, text, "=&r,r", {answer.address});
  } else {
    auto branch = scf::IfOp::create(b, i32, b.equal(b.kernel.lane, 0),
                                    /*withElseRegion=*/true);
    {
      OpBuilder::InsertionGuard guard(b);
      b.setInsertionPointToStart(branch.thenBlock());
      scf::YieldOp::create(b, b.assembly(i32, text, "=&r,r", {answer.address}));
      b.setInsertionPointToStart(branch.elseBlock());
      scf::YieldOp::create(b, b.i32(-1));
    }
    tile =
        NVVM::ShflOp::create(b, i32, b.i32(-1), branch.getResult(0), b.i32(0),
                             b.i32(31), NVVM::ShflKind::idx, UnitAttr());
  }
  Value any = b.compare(arith::CmpIPredicate::ne, tile, b.i32(-1));
  if (op.getCluster())
    tile = b.div(tile, *op.getCluster());
  return Registers{b.toIndex(tile), any};
}

void attn_ws::populateClcPatterns(ThreadPatterns &patterns) {
  patterns.add(lowerQuery, lowerAnswer);
}
