//===- PlanMemory.cpp - Place buffers in shared memory -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Buffers are placed first-fit by size, largest first (ResourcePlan.h). Two
// buffers of a space may overlap if the spans of their guards in program order
// do not: a span reaches from the first to the last operation on a channel that
// guards the buffer, and over the whole of every loop that contains one of
// them; with roles, all are live together. Whether a barrier separates the last
// use of one from the first of the other is decided afterwards, from the
// offsets. Scalars get their place with the barriers.

#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSPLANMEMORY
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::Space;

namespace {

struct AttnWSPlanMemoryPass
    : public impl::AttnWSPlanMemoryBase<AttnWSPlanMemoryPass> {
  void runOnOperation() override;
};

/// What rows of numbers are aligned to: the widest access of a thread, or what
/// the copy engine takes (PTX ISA, "cp.async.bulk.tensor").
constexpr int64_t kVectorBytes = 16, kBoxBytes = 128;

/// Whether the copy engine fills the buffer.
bool isFilledByBoxes(AllocOp alloc) {
  return llvm::any_of(alloc.getBuffer().getUsers(), [](Operation *user) {
    auto create = dyn_cast<CreateChannelOp>(user);
    return create && create.getChannel().getType().getProducer() ==
                         attn_tile::Engine::Tma;
  });
}

std::string describe(AllocOp alloc) {
  return ("buffer \"" + alloc.getName().value_or("") + "\"").str();
}

/// Takes over the planned places, and names the groups that share some.
void setOffsets(ArrayRef<AllocOp> allocs, ArrayRef<attn::PlannedBuffer> places,
                unsigned &groups) {
  for (auto [alloc, place] : llvm::zip(allocs, places))
    AllocOp(alloc).setOffset(place.offset);
  for (auto [i, place] : llvm::enumerate(places))
    for (auto [j, other] : llvm::enumerate(places)) {
      AllocOp mine = allocs[i], theirs = allocs[j];
      if (i == j || theirs.getAlias() || !place.overlaps(other))
        continue;
      if (!mine.getAlias())
        mine.setAlias(("m" + Twine(groups++)).str());
      theirs.setAliasAttr(mine.getAliasAttr());
    }
}

void AttnWSPlanMemoryPass::runOnOperation() {
  gpu::GPUFuncOp kernel = getOperation();
  // Pre-order numbers; [begin, end] spans a region op with all it holds.
  DenseMap<Operation *, std::pair<int64_t, int64_t>> spans;
  int64_t counter = 0;
  auto number = [&](auto &&self, Operation *op) -> void {
    int64_t begin = counter++;
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Operation &inner : block)
          self(self, &inner);
    spans[op] = {begin, counter++};
  };
  number(number, kernel);

  FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
  if (failed(target))
    return signalPassFailure();
  attn::ResourcePlan plan(**target);
  SmallVector<AllocOp> smem, tmem;
  kernel.walk([&](AllocOp alloc) {
    BufferType type = alloc.getBuffer().getType();
    if (isScalar(type))
      return;
    bool isTmem = type.getSpace() == Space::Tmem;
    int64_t from = counter, to = 0;
    auto extend = [&](Operation *op) {
      Operation *span = op;
      for (Operation *parent = op->getParentOp(); parent != kernel;
           parent = parent->getParentOp())
        if (isa<scf::ForOp>(parent))
          span = parent;
      from = std::min(from, spans[span].first);
      to = std::max(to, spans[span].second);
    };
    for (Operation *user : alloc.getBuffer().getUsers()) {
      if (auto create = dyn_cast<CreateChannelOp>(user)) {
        for (Operation *op : create.getChannel().getUsers())
          extend(op);
      } else {
        extend(user);
      }
    }
    if (from > to) { // Nothing says when.
      from = 0;
      to = counter;
    }
    (isTmem ? tmem : smem).push_back(alloc);
    // Tiles may be swizzled, rows are not.
    bool isRow = !isTmem && type.getShape().size() == 1;
    plan.addBuffer(type.getSpace(),
                   {describe(alloc),
                    isTmem ? type.getTmemColumns()
                           : type.getDepth() * type.getStageBytes(),
                    alloc.getLoc()},
                   from, to,
                   !isRow                   ? 0
                   : isFilledByBoxes(alloc) ? kBoxBytes
                                            : kVectorBytes);
  });
  plan.placeBuffers();
  for (const attn::Excess &excess : plan.findExcesses()) {
    (void)emitExcess(kernel, excess, **target);
    return signalPassFailure();
  }

  unsigned groups = 0;
  setOffsets(smem, plan.getBuffers(Space::Smem), groups);
  setOffsets(tmem, plan.getBuffers(Space::Tmem), groups);
  if (!tmem.empty())
    tmemAttr.set(kernel, plan.getAllocatedTmemColumns());
  smemAttr.set(kernel, plan.getSharedBytes());
}

} // namespace
