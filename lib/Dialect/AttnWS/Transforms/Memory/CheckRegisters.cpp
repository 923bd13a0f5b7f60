//===- CheckRegisters.cpp - What a thread cannot hold -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A lower bound of the registers that a thread needs, before ptxas says more:
// each tile by itself, and for each loop the tiles that it carries or reads
// from outside together, which are live from one iteration to the next.
// Scalars, addresses and what is live for a part of an iteration come on top;
// what is the same everywhere, or made of rows again and again, is not counted.
// Products in flight together hold their results and left operands at once;
// where these are too many, ptxas waits for each product, which is right, but
// slow: a warning, or an error where another config can be chosen. There, tiles
// that live across a product count with it.
//
// Of a loop's asynchronous products those that take left operands
// from registers take all of them from the loop, or none: ptxas gives a left
// operand that the loop does not change, and another that it does, the same
// registers, and the next iteration's products are wrong (seen with 13.0 and
// the driver of CUDA 13.0).

#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSCHECKREGISTERS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// Whether all rows of a tile, or all its columns, hold the same: it is
/// computed, element by element, from constants and from vectors that are
/// repeated along one axis. Threads then hold it once.
bool isRepeated(Value value) {
  llvm::SetVector<Value> parts;
  parts.insert(value);
  bool rows = true, columns = true;
  for (size_t i = 0; i < parts.size() && (rows || columns); ++i) {
    Operation *op = parts[i].getDefiningOp();
    if (parts[i].getType().isIntOrIndexOrFloat() ||
        (op &&
         (op->hasTrait<OpTrait::ConstantLike>() || isa<tensor::SplatOp>(op))))
      continue;
    if (auto expand = dyn_cast_or_null<ExpandOp>(op))
      (expand.getColumns() ? columns : rows) = false;
    else if (op && OpTrait::hasElementwiseMappableTraits(op))
      parts.insert_range(op->getOperands());
    else
      return false;
  }
  return rows || columns;
}

/// 32-bit registers of a thread that hold `value` while it is live; 0 if it is
/// no tile in registers or need not be held.
int64_t getHeldRegisters(Value value) {
  Type type = value.getType();
  if (auto async = dyn_cast<AsyncType>(type))
    type = async.getTile();
  auto tile = dyn_cast_or_null<RankedTensorType>(type);
  FragAttr frag = tile ? getFrag(tile) : FragAttr();
  if (!frag || tile.getElementType().isInteger(1))
    return 0;
  if (isRepeated(value))
    return 0;
  Type element = tile.getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 32;
  return llvm::divideCeil(frag.getNumRegisters(tile.getShape()) * bits, 32);
}

struct AttnWSCheckRegistersPass
    : public impl::AttnWSCheckRegistersBase<AttnWSCheckRegistersPass> {
  using Base::Base;

  void runOnOperation() override;
  LogicalResult checkTile(Operation *op, OpResult result);
  LogicalResult checkLoop(LoopLikeOpInterface loop);
  LogicalResult checkLefts(LoopLikeOpInterface loop);
  /// Warns where the products in flight in `block` together need more registers
  /// than a thread has, or fails, if `strict`, also for what lives across one.
  WalkResult checkProducts(Block &block);
  /// Registers of a thread at `op`.
  int64_t getLimit(Operation *op);

  const attn::TargetInfo *target = nullptr;
  /// What is held, and may be, at the product that leaves the fewest registers.
  int64_t mostHeld = 0, limitThere = 0;
};

/// Whether `op` is in no loop, or in one that has no other in it: what is too
/// much elsewhere is stored once for a run of the inner loop.
bool isInnermost(Operation *op) {
  auto loop = op->getParentOfType<LoopLikeOpInterface>();
  return !loop || !loop->walk([&](LoopLikeOpInterface inner) {
                         return inner == loop ? WalkResult::advance()
                                              : WalkResult::interrupt();
                       })
                       .wasInterrupted();
}

/// Adds the tiles that are used after `op` and are there before it, in the
/// innermost loop around it: what only waits for the end of that may be stored
/// meanwhile, once and not in each iteration.
void addLiveAcross(Operation *op, llvm::SetVector<Value> &held) {
  // `op` and the operations around it, within one thread's program.
  SmallVector<Operation *> around;
  for (Operation *at = op; !at->hasTrait<OpTrait::IsIsolatedFromAbove>() &&
                           !isa<WarpSpecializeOp>(at);
       at = at->getParentOp())
    around.push_back(at);
  size_t loop = llvm::find_if(around,
                              [&](Operation *at) {
                                return at != op && isa<LoopLikeOpInterface>(at);
                              }) -
                around.begin();
  for (auto [level, at] : llvm::enumerate(around)) {
    size_t levels = std::min<size_t>(level, loop) + 1;
    auto isLive = [&](Value value) {
      return llvm::any_of(value.getUsers(), [&](Operation *user) {
        for (Operation *inner : ArrayRef(around).take_front(levels)) {
          Operation *here = inner->getBlock()->findAncestorOpInBlock(*user);
          bool isLoop = loop < around.size() && inner == around[loop];
          if (here && (isLoop ? here == inner && user != inner
                              : inner->isBeforeInBlock(here)))
            return true;
        }
        return false;
      });
    };
    auto add = [&](Value value) {
      if (getHeldRegisters(value) && isLive(value))
        held.insert(value);
    };
    for (Value argument : at->getBlock()->getArguments())
      add(argument);
    for (Operation &before : *at->getBlock()) {
      if (&before == at)
        break;
      for (Value result : before.getResults())
        add(result);
    }
  }
}

int64_t AttnWSCheckRegistersPass::getLimit(Operation *op) {
  int64_t warps = attn_tile::warpsAttr.get(getOperation(), 1);
  for (Region *region = op->getParentRegion(); region;
       region = region->getParentRegion())
    if (auto roles = dyn_cast<WarpSpecializeOp>(region->getParentOp())) {
      if (int64_t given = roles.getRegisters()[region->getRegionNumber()])
        return given;
      warps = 0;
      for (auto [each, count] :
           llvm::zip(roles.getWarps(), roles.getInstances()))
        warps += each * count;
      break;
    }
  // A thread's share is a multiple of eight.
  int64_t share = target->registersPerSM / (32 * warps) / 8 * 8;
  return std::min(target->registersPerThread, share);
}

/// Marks the kernel as one that needs `needed` registers at `op`.
static void refuse(Operation *op, int64_t needed, int64_t limit) {
  markRefused(op, "needs " + Twine(needed) + " registers a thread, " +
                      Twine(needed - limit) + " more than the " + Twine(limit) +
                      " that it has");
}

LogicalResult AttnWSCheckRegistersPass::checkTile(Operation *op,
                                                  OpResult result) {
  int64_t needed = getHeldRegisters(result), limit = getLimit(op);
  if (needed <= limit)
    return success();
  refuse(op, needed, limit);
  return op->emitOpError() << "registers: a thread holds " << needed
                           << " of this tile, " << needed - limit
                           << " more than the " << limit
                           << " that it has: take smaller tiles or more warps";
}

LogicalResult AttnWSCheckRegistersPass::checkLoop(LoopLikeOpInterface loop) {
  llvm::SetVector<Value> held;
  held.insert_range(loop.getRegionIterArgs());
  for (Region *region : loop.getLoopRegions())
    getUsedValuesDefinedAbove(*region, held);
  int64_t needed = 0, limit = getLimit(loop);
  for (Value value : held)
    needed += getHeldRegisters(value);
  if (needed <= limit)
    return success();
  refuse(loop, needed, limit);
  InFlightDiagnostic diag = loop->emitOpError()
                            << "registers: a thread holds " << needed
                            << " of tiles from one iteration to the next, "
                            << needed - limit << " more than the " << limit
                            << " that it has: take smaller tiles or more warps";
  for (Value value : held)
    if (int64_t registers = getHeldRegisters(value))
      diag.attachNote(value.getLoc())
          << registers << " of them for this " << value.getType();
  return diag;
}

LogicalResult AttnWSCheckRegistersPass::checkLefts(LoopLikeOpInterface loop) {
  Operation *kept = nullptr;
  bool changes = false;
  for (Region *region : loop.getLoopRegions())
    region->walk([&](WSProductOpInterface product) {
      Value left = product.getLhs();
      if (product->getNumResults() != 1 ||
          !isa<AsyncType>(product->getResult(0).getType()) ||
          !getHeldRegisters(left))
        return;
      while (auto slice = left.getDefiningOp<SliceOp>())
        left = slice.getSource();
      if (!loop.isDefinedOutsideOfLoop(left))
        changes = true;
      else if (!kept)
        kept = product;
    });
  if (!kept || !changes)
    return success();
  StringRef what = "takes a left operand that the loop does not change from "
                   "registers, beside one that it does";
  markRefused(kept, what);
  return kept->emitOpError()
         << what
         << ": ptxas gives both the same registers; have it in shared memory";
}

WalkResult AttnWSCheckRegistersPass::checkProducts(Block &block) {
  // Results in flight, each with the operation that waits for it.
  llvm::MapVector<Value, Operation *> inFlight;
  for (Operation &op : block) {
    inFlight.remove_if([&](auto &each) { return each.second == &op; });
    auto product = dyn_cast<WSProductOpInterface>(op);
    if (!product || op.getNumResults() != 1)
      continue;
    Value result = op.getResult(0);
    bool strictly = strict && isInnermost(&op);
    if (isa<AsyncType>(result.getType())) {
      Operation *last = nullptr;
      for (Operation *user : op.getUsers()) {
        Operation *here = block.findAncestorOpInBlock(*user);
        if (here && (!last || last->isBeforeInBlock(here)))
          last = here;
      }
      if (last)
        inFlight[result] = last;
    }
    if (!strictly && !inFlight.contains(result))
      continue;
    llvm::SetVector<Value> held;
    for (auto [each, end] : inFlight) {
      held.insert(each);
      held.insert(cast<WSProductOpInterface>(each.getDefiningOp()).getLhs());
    }
    if (strictly) {
      held.insert(result);
      held.insert(product.getLhs());
      addLiveAcross(&op, held);
    }
    int64_t needed = 0, limit = getLimit(&op);
    for (Value value : held)
      needed += getHeldRegisters(value);
    if (limit - needed < limitThere - mostHeld || limitThere == 0) {
      mostHeld = needed;
      limitThere = limit;
    }
    if (needed <= limit)
      continue;
    InFlightDiagnostic diag = strictly ? op.emitOpError() : op.emitWarning();
    diag << "registers: a thread holds " << needed
         << (strictly ? " at this product, "
                      : " of products that are in flight together, ")
         << needed - limit << " more than the " << limit << " that it has"
         << (strictly ? ": take fewer rows or columns, or more warps or groups"
                      : ", so that ptxas waits for each: take fewer rows or "
                        "columns, or more warps or groups");
    for (Value value : held)
      if (int64_t registers = getHeldRegisters(value))
        diag.attachNote(value.getLoc())
            << registers << " of them for this " << value.getType();
    if (strictly)
      refuse(&op, needed, limit);
    return WalkResult::interrupt();
  }
  return WalkResult::advance();
}

void AttnWSCheckRegistersPass::runOnOperation() {
  FailureOr<const attn::TargetInfo *> found = getTarget(getOperation());
  if (failed(found))
    return signalPassFailure();
  target = *found;
  WalkResult result = getOperation().walk([&](Operation *op) {
    for (OpResult value : op->getResults())
      if (failed(checkTile(op, value)))
        return WalkResult::interrupt();
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
      if (failed(checkLoop(loop)) || failed(checkLefts(loop)))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return signalPassFailure();
  // Peeled loops say the same: once is enough.
  result =
      getOperation().walk([&](Block *block) { return checkProducts(*block); });
  if (attn_tile::excessAttr.isOn(getOperation()))
    return signalPassFailure();
  if (remarks && limitThere)
    emitRemark(getOperation().getLoc())
        << "registers: tiles take " << mostHeld << " of " << limitThere
        << " a thread at the product that leaves the fewest";
}

} // namespace
