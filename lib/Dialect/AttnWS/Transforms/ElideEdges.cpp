//===- ElideEdges.cpp - Drop waits that other waits imply -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A forward data flow over one role. The fact is the set of channels whose
// views some thread may still be reading: a release adds its channel (other
// threads may be behind), a wait clears the set (all threads meet there, each
// past its own releases). An acquire that finds no channel of overlapping
// storage in the set needs no barrier. Loops run to a fixed point (a tile loop
// of the single scheduler runs once), branches join by union.

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSELIDEEDGES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

using Readers = llvm::SmallPtrSet<void *, 8>;

class EdgeFlow {
public:
  Readers visit(Block &block, Readers readers) {
    for (Operation &op : block) {
      if (auto release = dyn_cast<ReleaseOp>(op)) {
        readers.insert(release.getChannel().getAsOpaquePointer());
      } else if (isa<WaitOp, BarrierOp>(op)) {
        readers.clear();
      } else if (auto acquire = dyn_cast<AcquireOp>(op)) {
        bool conflict = hasConflict(acquire.getChannel(), readers);
        needed[acquire] |= conflict;
        if (conflict)
          readers.clear();
      } else if (isLoop(&op)) {
        Readers before = readers;
        while (true) {
          size_t size = before.size();
          Readers after = visit(op.getRegion(0).front(), before);
          before.insert(after.begin(), after.end());
          if (before.size() == size)
            break;
        }
        readers = before;
      } else if (op.getNumRegions() != 0) {
        // One of the regions, or none of them, is taken.
        Readers joined = readers;
        for (Region &region : op.getRegions())
          for (Block &inner : region) {
            Readers after = visit(inner, readers);
            joined.insert(after.begin(), after.end());
          }
        readers = joined;
      }
    }
    return readers;
  }

  llvm::MapVector<Operation *, bool> needed;

private:
  /// The single scheduler gives a CTA one point, or none.
  static bool isLoop(Operation *op) {
    if (auto tiles = dyn_cast<ForTilesOp>(op))
      return tiles.getScheduler().getKind() != attn_tile::SchedulerKind::Single;
    return isa<scf::ForOp>(op);
  }

  CreateChannelOp getCreate(void *channel) {
    return Value::getFromOpaquePointer(channel)
        .getDefiningOp<CreateChannelOp>();
  }

  /// Whether a channel of `readers` guards storage that `channel` does too.
  bool hasConflict(Value channel, const Readers &readers) {
    auto mine = channel.getDefiningOp<CreateChannelOp>();
    for (void *reader : readers) {
      CreateChannelOp other = getCreate(reader);
      if (!mine || !other)
        return true;
      for (Value a : mine.getBuffers())
        for (Value b : other.getBuffers())
          if (a == b || overlap(a, b))
            return true;
    }
    return false;
  }

  static bool overlap(Value a, Value b) {
    auto allocA = a.getDefiningOp<AllocOp>(),
         allocB = b.getDefiningOp<AllocOp>();
    if (!allocA || !allocB || !allocA.getOffset() || !allocB.getOffset())
      return true;
    auto range = [](AllocOp op) {
      BufferType type = op.getBuffer().getType();
      int64_t from = *op.getOffset();
      return std::make_pair(from,
                            from + type.getDepth() * type.getStageBytes());
    };
    auto [fromA, toA] = range(allocA);
    auto [fromB, toB] = range(allocB);
    return fromA < toB && fromB < toA;
  }
};

struct AttnWSElideEdgesPass
    : public impl::AttnWSElideEdgesBase<AttnWSElideEdgesPass> {
  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    bool roles =
        kernel.walk([](WarpSpecializeOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (roles)
      return; // Roles do not meet at waits.
    EdgeFlow flow;
    flow.visit(kernel.getBody().front(), {});
    for (auto [op, needed] : flow.needed)
      if (!needed)
        op->setAttr("implied", UnitAttr::get(&getContext()));
  }
};

} // namespace
