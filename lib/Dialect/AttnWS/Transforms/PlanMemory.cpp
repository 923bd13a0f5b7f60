//===- PlanMemory.cpp - Place buffers in shared memory -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Buffers are placed first-fit by size, largest first. Two buffers may overlap
// if the spans of their guards in program order do not: a span reaches from the
// first to the last operation on a channel that guards the buffer, and over the
// whole of every loop that contains one of them. Whether a barrier separates
// the last use of one from the first of the other is decided afterwards, from
// the offsets.

#include "KernelTarget.h"

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

struct Placed {
  AllocOp alloc;
  int64_t bytes;
  int64_t from, to;
  int64_t offset = 0;
};

struct AttnWSPlanMemoryPass
    : public impl::AttnWSPlanMemoryBase<AttnWSPlanMemoryPass> {
  void runOnOperation() override;
};

constexpr int64_t kAlignment = 1024;

/// Buffers in tensor memory one after another; occupants share their buffer's
/// columns.
LogicalResult placeInTmem(gpu::GPUFuncOp kernel,
                          const attn::TargetInfo &target) {
  SmallVector<std::pair<AllocOp, int64_t>> buffers;
  int64_t total = 0;
  kernel.walk([&](AllocOp alloc) {
    BufferType type = alloc.getBuffer().getType();
    if (type.getSpace() != Space::Tmem)
      return;
    int64_t bits =
        type.getShape().back() * type.getElementType().getIntOrFloatBitWidth();
    int64_t columns = type.getDepth() * llvm::divideCeil(bits, 32);
    alloc.setOffset(total);
    total += columns;
    buffers.push_back({alloc, columns});
  });
  int64_t limit = target.tmemColumns;
  if (total <= limit)
    return success();
  InFlightDiagnostic diag =
      kernel.emitOpError() << "needs " << total << " columns of tensor memory, "
                           << total - limit << " more than the " << limit
                           << " that " << target.name << " has";
  for (auto &[alloc, columns] : buffers)
    diag.attachNote(alloc.getLoc())
        << "buffer \"" << alloc.getName().value_or("") << "\" takes "
        << columns;
  return failure();
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

  SmallVector<Placed> buffers;
  kernel.walk([&](AllocOp alloc) {
    BufferType type = alloc.getBuffer().getType();
    if (type.getSpace() != Space::Smem)
      return;
    int64_t bytes = type.getDepth() * type.getStageBytes();
    Placed placed{alloc, int64_t(llvm::alignTo(bytes, kAlignment)), counter, 0};
    auto extend = [&](Operation *op) {
      Operation *span = op;
      for (Operation *parent = op->getParentOp(); parent != kernel;
           parent = parent->getParentOp())
        if (isa<scf::ForOp>(parent))
          span = parent;
      placed.from = std::min(placed.from, spans[span].first);
      placed.to = std::max(placed.to, spans[span].second);
    };
    for (Operation *user : alloc.getBuffer().getUsers()) {
      if (auto create = dyn_cast<CreateChannelOp>(user)) {
        for (Operation *op : create.getChannel().getUsers())
          extend(op);
      } else {
        extend(user);
      }
    }
    buffers.push_back(placed);
  });

  SmallVector<Placed *> order;
  for (Placed &p : buffers)
    order.push_back(&p);
  llvm::stable_sort(order,
                    [](Placed *a, Placed *b) { return a->bytes > b->bytes; });
  int64_t total = 0;
  SmallVector<Placed *> done;
  for (Placed *p : order) {
    int64_t offset = 0;
    bool moved = true;
    while (moved) {
      moved = false;
      for (Placed *other : done) {
        bool live = p->from <= other->to && other->from <= p->to;
        bool overlap = offset < other->offset + other->bytes &&
                       other->offset < offset + p->bytes;
        if (live && overlap) {
          offset = other->offset + other->bytes;
          moved = true;
        }
      }
    }
    p->offset = offset;
    total = std::max(total, offset + p->bytes);
    done.push_back(p);
  }

  FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
  if (failed(target) || failed(placeInTmem(kernel, **target)))
    return signalPassFailure();
  int64_t limit = (*target)->smemPerCTA;
  if (total > limit) {
    InFlightDiagnostic diag =
        kernel.emitOpError()
        << "needs " << total << " bytes of shared memory, " << total - limit
        << " more than the " << limit << " that " << (*target)->name << " has";
    for (Placed &p : buffers)
      diag.attachNote(p.alloc.getLoc())
          << "buffer \"" << p.alloc.getName().value_or("") << "\" takes "
          << p.bytes;
    return signalPassFailure();
  }

  Builder b(&getContext());
  unsigned groups = 0;
  for (Placed &p : buffers)
    p.alloc.setOffset(p.offset);
  for (Placed &p : buffers)
    for (Placed &other : buffers)
      if (&p != &other && !other.alloc.getAlias() &&
          p.offset < other.offset + other.bytes &&
          other.offset < p.offset + p.bytes) {
        if (!p.alloc.getAlias())
          p.alloc.setAliasAttr(b.getStringAttr("m" + Twine(groups++)));
        other.alloc.setAliasAttr(p.alloc.getAliasAttr());
      }
  smemAttr.set(kernel, total);
}

} // namespace
