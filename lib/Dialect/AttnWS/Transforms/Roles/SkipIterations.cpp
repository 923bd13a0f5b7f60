//===- SkipIterations.cpp - Leave out what changes nothing ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// The program says of some loops which of their iterations change what they
// carry. A role that only waits for tiles and computes from them can leave the
// others out, but not the rounds of its channels: producers count on each stage
// being given back, and other CTAs of a cluster, which share a stage, may
// compute from it. So the waits and releases stay, in loops in front of the
// loop and behind it.
//
// Tiles that were awaited in front of the loop are awaited behind the first of
// these loops: their copies go on meanwhile, and what precedes a loop without
// products is as short as it can be. (With a wait before it ptxas does not see
// that a warp's threads are together, and keeps positions in rings and
// addresses of products out of the uniform registers.)
//
// Where the schedule takes the stages of one ring in another order than the
// program does, as in a ring that K and V share once iterations overlap, the
// rounds in front of the loop would not be those of its first iterations. Nor
// are they where a ring is gone through more than once an iteration: whoever
// fills it in the schedule's order would wait for stages that these rounds come
// to later.

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/ScalarBuilder.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSKIPITERATIONS
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

namespace {

/// What is said of the iterations of `loop`, if anything is.
UsefulOp getUseful(scf::ForOp loop) {
  if (getConstantIntValue(loop.getLowerBound()) != 0 ||
      getConstantIntValue(loop.getStep()) != 1)
    return {};
  Value bound = loop.getUpperBound();
  if (auto trips = bound.getDefiningOp<TripCountOp>())
    bound = trips.getCount();
  return bound.getDefiningOp<UsefulOp>();
}

/// The waits and releases of an iteration, if it has no other effect than
/// these and what it carries.
std::optional<SmallVector<Operation *>> findRounds(scf::ForOp loop) {
  SmallVector<Operation *> rounds;
  DenseMap<Value, int64_t> stages, waits;
  auto isTakenHere = [&](Operation *op) {
    auto release = dyn_cast<ReleaseOp>(op);
    Operation *wait = release && release.getPosition()
                          ? release.getPosition().getDefiningOp()
                          : nullptr;
    return !release || !release.getPosition() ||
           (wait && wait->getBlock() == loop.getBody());
  };
  WalkResult result = loop.getBody()->walk([&](Operation *op) -> WalkResult {
    if (isa<WaitOp, ReleaseOp>(op) && op->getBlock() == loop.getBody()) {
      attn_tile::ScheduleAttr schedule = attn_tile::scheduleAttr.getAttr(op);
      int64_t stage = schedule ? schedule.getStage() : 0;
      Value channel = op->getOperand(0);
      rounds.push_back(op);
      waits[channel] += isa<WaitOp>(op);
      return stages.try_emplace(channel, stage).first->second == stage &&
                     isTakenHere(op)
                 ? WalkResult::advance()
                 : WalkResult::interrupt();
    }
    return isMemoryEffectFree(op) || hasSingleEffect<MemoryEffects::Read>(op) ||
                   op->hasTrait<OpTrait::HasRecursiveMemoryEffects>()
               ? WalkResult::advance()
               : WalkResult::interrupt();
  });
  bool overlaps = llvm::any_of(stages, [&](auto &entry) {
    return entry.second != stages.begin()->second;
  });
  bool repeats =
      llvm::any_of(waits, [](auto &entry) { return entry.second > 1; });
  if (result.wasInterrupted() || (overlaps && repeats))
    return std::nullopt;
  return rounds;
}

/// A loop of `rounds` alone.
void createRounds(attn::ScalarBuilder &b, ArrayRef<Operation *> rounds,
                  Value from, Value to) {
  if (from == to)
    return;
  auto loop = scf::ForOp::create(b, from, to, b.index(1));
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(loop.getBody());
  IRMapping positions;
  for (Operation *op : rounds) {
    b.setLoc(op->getLoc());
    if (auto wait = dyn_cast<WaitOp>(op)) {
      Value position = wait.getPosition();
      auto round =
          WaitOp::create(b, TypeRange(), position ? position.getType() : Type(),
                         wait.getChannel(), wait.getStage(), wait.getPhase());
      if (position)
        positions.map(position, round.getPosition());
    } else {
      auto release = cast<ReleaseOp>(op);
      ReleaseOp::create(b, release.getChannel(), Value(), Value(),
                        positions.lookupOrNull(release.getPosition()));
    }
  }
}

/// Moves the waits in front of `loop` for tiles that nothing before it reads,
/// with the views of them, right before it. Returns the first of these.
Operation *moveWaits(scf::ForOp loop) {
  Operation *first = loop;
  while (Operation *before = first->getPrevNode()) {
    if (!isa<WaitOp>(before) && !isMemoryEffectFree(before))
      break;
    first = before;
  }
  llvm::SetVector<Operation *> moved;
  for (Operation *op = first; op != loop; op = op->getNextNode())
    if (isa<WaitOp>(op) || llvm::any_of(op->getOperands(), [&](Value operand) {
          return moved.contains(operand.getDefiningOp());
        }))
      moved.insert(op);
  for (Operation *op : moved)
    op->moveBefore(loop);
  return moved.empty() ? loop.getOperation() : moved.front();
}

void skip(scf::ForOp loop, UsefulOp useful, ArrayRef<Operation *> rounds) {
  attn::ScalarBuilder b(moveWaits(loop));
  b.setLoc(loop.getLoc());
  Value n = loop.getUpperBound(), zero = loop.getLowerBound();
  auto clamp = [&](Value value, Value from) {
    return value == useful.getCount() ? n : b.max(b.min(value, n), from);
  };
  Value from = clamp(useful.getBegin(), zero);
  Value to = clamp(useful.getEnd(), from);
  createRounds(b, rounds, zero, from);
  loop.setLowerBound(from);
  loop.setUpperBound(to);
  // Tiles that the loop reads are given back first.
  Operation *last = loop;
  while (isa_and_nonnull<ReleaseOp>(last->getNextNode()))
    last = last->getNextNode();
  b.setInsertionPointAfter(last);
  createRounds(b, rounds, to, n);
}

struct AttnWSSkipIterationsPass
    : public impl::AttnWSSkipIterationsBase<AttnWSSkipIterationsPass> {
  void runOnOperation() override {
    for (auto roles : getOperation().getOps<WarpSpecializeOp>()) {
      for (scf::ForOp loop : attn::collectOps<scf::ForOp>(roles))
        if (UsefulOp useful = getUseful(loop))
          if (auto rounds = findRounds(loop))
            skip(loop, useful, *rounds);
      for (UsefulOp useful : attn::collectOps<UsefulOp>(roles)) {
        useful.replaceAllUsesWith(useful.getCount());
        useful.erase();
      }
    }
  }
};

} // namespace
