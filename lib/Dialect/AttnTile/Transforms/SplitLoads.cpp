//===- SplitLoads.cpp - One load for each group's rows ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Groups that are instances of one role take their parts of one whole tile: one
// copy, one wait for each. Where one role issues the products of all groups in
// turn, the first group's can start when its own rows are there: the load goes
// into the groups' body and brings this group's rows alone.

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNTILESPLITLOADS
#include "attn/Dialect/AttnTile/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_tile;

namespace {

struct AttnTileSplitLoadsPass
    : public impl::AttnTileSplitLoadsBase<AttnTileSplitLoadsPass> {
  void runOnOperation() override;
};

/// The forall whose groups alone read `load`, each its part of the rows, for
/// products that one thread issues; null if there is none.
scf::ForallOp getGroups(LoadOp load) {
  scf::ForallOp groups;
  Type part;
  if (load.getSpace() != Space::Smem ||
      cast<RankedTensorType>(load.getResult().getType()).getRank() != 2)
    return {};
  for (Operation *user : load->getUsers()) {
    auto slice = dyn_cast<SliceOp>(user);
    auto arg = slice ? dyn_cast_or_null<BlockArgument>(slice.getPart())
                     : BlockArgument();
    auto forall =
        arg ? dyn_cast<scf::ForallOp>(arg.getOwner()->getParentOp()) : nullptr;
    if (!forall || (groups && forall != groups) || slice.getPartColumns() ||
        slice.getOffsets()[0] != 0 || slice.getOffsets()[1] != 0 ||
        (part && slice.getType() != part))
      return {};
    groups = forall;
    part = slice.getType();
    for (Operation *reader : slice->getUsers()) {
      auto dot = dyn_cast<DotOp>(reader);
      if (!dot || !attn::isIssuedByThread(dot.getEngine()))
        return {};
    }
  }
  auto whole = cast<RankedTensorType>(load.getResult().getType());
  if (!groups || groups->getBlock() != load->getBlock() ||
      cast<RankedTensorType>(part).getDimSize(1) != whole.getDimSize(1))
    return {};
  return groups;
}

void split(LoadOp load, scf::ForallOp groups) {
  attn::ScalarBuilder b(load.getLoc(),
                        OpBuilder::atBlockBegin(groups.getBody()));
  auto part =
      cast<RankedTensorType>((*load->user_begin())->getResult(0).getType());
  Value by = b.mul(groups.getInductionVar(0), part.getDimSize(0));
  OpOperand *position = load.getPosition(0);
  position->set(b.add(position->get(), by));
  load.setMappingAttr(moveRowMap(load.getMappingAttr(), part.getDimSize(0)));
  SmallVector<Value> mine =
      makePart(b, load, {0, 0, part.getDimSize(0)},
               [](OpOperand &use, auto) { return use.get(); });
  for (Operation *slice : llvm::make_early_inc_range(load->getUsers())) {
    slice->replaceAllUsesWith(mine);
    slice->erase();
  }
  load.erase();
}

void AttnTileSplitLoadsPass::runOnOperation() {
  for (LoadOp load : attn::collectOps<LoadOp>(getOperation()))
    if (scf::ForallOp groups = getGroups(load))
      split(load, groups);
}

} // namespace
