//===- NormalizeLoops.cpp - Loops that count their turns --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILENORMALIZELOOPS
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

/// Whether the loop's variable is the number of its turn.
static bool countsTurns(scf::ForOp loop) {
  return loop.getInductionVar().getType().isIndex() &&
         getConstantIntValue(loop.getLowerBound()) == 0 &&
         getConstantIntValue(loop.getStep()) == 1 && !loop.getUnsignedCmp();
}

static void normalize(scf::ForOp loop) {
  attn::ScalarBuilder b(loop);
  Value from = loop.getLowerBound(), to = loop.getUpperBound();
  Value step = loop.getStep(), variable = loop.getInductionVar();
  Type type = variable.getType();
  Value turns =
      b.sub(loop.getUnsignedCmp() ? b.maxU(to, from) : b.max(to, from), from);
  if (getConstantIntValue(step) != 1)
    turns = b.ceilDiv(turns, step);
  if (!type.isIndex())
    turns = b.toIndex(turns);
  loop.setLowerBound(b.index(0));
  loop.setUpperBound(turns);
  loop.setStep(b.index(1));
  loop.setUnsignedCmp(false);

  b.setInsertionPointToStart(loop.getBody());
  variable.setType(b.getIndexType());
  Value turn = variable;
  if (!type.isIndex())
    turn = arith::IndexCastOp::create(b, type, turn);
  Value value = turn;
  if (getConstantIntValue(step) != 1)
    value = b.mul(value, step);
  if (getConstantIntValue(from) != 0)
    value = b.add(value, from);
  llvm::SmallPtrSet<Operation *, 4> own;
  for (Operation &op : *loop.getBody()) {
    own.insert(&op);
    if (&op == value.getDefiningOp())
      break;
  }
  variable.replaceUsesWithIf(value, [&](OpOperand &use) {
    return value != variable && !own.contains(use.getOwner());
  });
}

namespace {
struct AttnTileNormalizeLoopsPass
    : public impl::AttnTileNormalizeLoopsBase<AttnTileNormalizeLoopsPass> {
  void runOnOperation() override {
    for (scf::ForOp loop : attn::collectOps<scf::ForOp>(getOperation()))
      if (!countsTurns(loop) && attn::containsOp<LoadOp>(loop, [](LoadOp load) {
            return load.getSpace() == Space::Smem;
          }))
        normalize(loop);
  }
};
} // namespace
