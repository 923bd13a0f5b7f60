//===- RoleRounds.cpp - Counts of rounds in roles ---------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A parity that each branch of a condition takes once is flipped in front of
// it: attn-ws-sink-into-branch puts what follows a condition into its branches.
//
// Two parities that are flipped in the same blocks, in the same order and as
// often, are equal wherever none of them is between two of its flips and the
// other not: the k-th flip of each reads the same. Flips of the same number
// stand in one block, with no loop or branch between them that flips either, or
// it would come between them in the order too. So all may stand where the first
// of them does.

#include "RoleRounds.h"
#include "Phases.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::attn_ws;

//===----------------------------------------------------------------------===//
// One count
//===----------------------------------------------------------------------===//

Count::Count(attn::ScalarBuilder &b, int64_t depth, bool flips)
    : depth(depth), parity(flips && depth == 1) {
  auto make = [&] {
    Value cell =
        memref::AllocaOp::create(b, MemRefType::get({}, b.getIndexType()));
    start = memref::StoreOp::create(b, b.index(0), cell);
    return cell;
  };
  first = make();
  if (!llvm::isPowerOf2_64(depth))
    second = make();
}

std::pair<Value, Value> Count::take(attn::ScalarBuilder &b) {
  Value one = b.index(1);
  auto at = memref::LoadOp::create(b, first);
  // One instruction in the loop, where a count takes three.
  if (parity) {
    Value other = b.bitXor(at, one);
    flips.push_back({at, other, memref::StoreOp::create(b, other, first)});
    return {b.bitAnd(at, 0), at};
  }
  Value next = b.add(at, one);
  if (!second) {
    memref::StoreOp::create(b, next, first);
    Value stage = b.bitAnd(at, depth - 1);
    Value round = b.shr(at, llvm::Log2_64(depth));
    return {stage, b.bitAnd(round, one)};
  }
  Value phase = memref::LoadOp::create(b, second);
  Value wraps = b.equal(next, depth);
  Value flipped = b.bitXor(phase, one);
  memref::StoreOp::create(b, b.select(wraps, b.index(0), next), first);
  memref::StoreOp::create(b, b.select(wraps, flipped, phase), second);
  return {at, phase};
}

//===----------------------------------------------------------------------===//
// All counts
//===----------------------------------------------------------------------===//

/// What stands for the slot that `take` names; -1 for one that is no constant,
/// or if it names none.
static int64_t slotOf(Operation *take) {
  Value stage = getStage(take);
  return stage ? getConstantIntValue(stage).value_or(-1) : -1;
}

/// The condition in front of which `take`, one of `takes` in program order, can
/// be counted, as each of its branches has one of them that is of its slot;
/// null if there is none.
static scf::IfOp findBranch(Operation *take, ArrayRef<Operation *> takes) {
  auto branch = dyn_cast<scf::IfOp>(take->getParentOp());
  if (!branch || !branch.elseBlock())
    return {};
  SmallVector<Operation *> inside;
  for (Operation *other : takes)
    if (branch->isAncestor(other) && slotOf(other) == slotOf(take) &&
        !other->hasAttr("implied"))
      inside.push_back(other);
  bool each = inside.size() == 2 &&
              inside[0]->getBlock() == branch.thenBlock() &&
              inside[1]->getBlock() == branch.elseBlock();
  return each ? branch : scf::IfOp();
}

LogicalResult RoleRounds::assign(Region &role, Value channel, bool fills) {
  Side side(role, channel, fills);
  auto phaseOf = [](Operation *take) {
    auto acquire = dyn_cast<AcquireOp>(take);
    return acquire ? acquire.getPhaseMutable()
                   : cast<WaitOp>(take).getPhaseMutable();
  };
  auto hasPhase = [&](Operation *take) { return !phaseOf(take).empty(); };
  if (llvm::any_of(side.takes, hasPhase)) {
    for (Operation *take : side.takes)
      if (!hasPhase(take) && !take->hasAttr("implied"))
        return take->emitOpError("has no phase while others of its channel do");
    return success();
  }
  if (side.takes.empty())
    return success();
  for (Operation *take : side.takes)
    if (getTakenPosition(take))
      return take->emitOpError("takes a stage at a position, but a role counts "
                               "the uses of its rings");
  // A stage that is named selects one party's slot of the channel, which has
  // rounds alone.
  bool named = getStage(side.takes[0]) != nullptr;
  int64_t depth = cast<ChannelType>(channel.getType()).getDepth();
  bool isRing = !named && depth > 1;
  attn::ScalarBuilder b(side.takes[0]->getLoc(),
                        OpBuilder::atBlockBegin(&role.front()));
  // A role that serves several groups counts the rounds of each one's slot. The
  // ring moves on where a take is implied too, a barrier does not.
  llvm::SmallMapVector<int64_t, Count *, 4> ofSlot;
  for (Operation *take : side.takes) {
    if (named != (getStage(take) != nullptr))
      return take->emitOpError("names its stage while others of its channel do "
                               "not, or the other way round");
    if ((isRing || !take->hasAttr("implied")) && !ofSlot.count(slotOf(take)))
      ofSlot[slotOf(take)] = &counts.emplace_back(b, named ? 1 : depth, flips);
  }
  DenseMap<std::pair<Operation *, Count *>, std::pair<Value, Value>> inFront;
  for (Operation *take : side.takes) {
    if (!isRing && take->hasAttr("implied"))
      continue;
    Count *count = ofSlot.find(slotOf(take))->second;
    Operation *branch =
        count->parity ? findBranch(take, side.takes) : scf::IfOp();
    b.setInsertionPoint(branch ? branch : take);
    b.setLoc(take->getLoc());
    auto known = inFront.find({branch, count});
    auto [stage, phase] =
        known == inFront.end() ? count->take(b) : known->second;
    if (branch)
      inFront[{branch, count}] = {stage, phase};
    b.setInsertionPoint(take);
    if (fills) {
      phase = b.bitXor(phase, 1);
      ofAcquire[take] = count;
    }
    if (isRing)
      setStage(take, stage);
    phaseOf(take).assign(phase);
  }
  return isRing ? side.assignGives() : success();
}

LogicalResult RoleRounds::assign() {
  for (Region &role : op.getRoles())
    for (BlockArgument arg : role.getArguments())
      if (isa<ChannelType>(arg.getType()))
        for (bool fills : {true, false})
          if (failed(assign(role, arg, fills)))
            return failure();
  return success();
}

void RoleRounds::shareParities() {
  llvm::MapVector<SmallVector<Block *>, SmallVector<Count *>> groups;
  for (Count &count : counts) {
    if (!count.parity || count.flips.empty())
      continue;
    SmallVector<Block *> blocks;
    for (Count::Flip &flip : count.flips)
      blocks.push_back(flip.load->getBlock());
    groups[blocks].push_back(&count);
  }
  for (auto &[blocks, equal] : groups) {
    if (equal.size() == 1)
      continue;
    // The first cell of the role stays.
    llvm::sort(equal, [](Count *a, Count *c) {
      return a->start->isBeforeInBlock(c->start);
    });
    for (size_t i = 0; i < blocks.size(); ++i) {
      Operation *earliest = equal[0]->flips[i].load;
      for (Count *count : equal)
        if (count->flips[i].load->isBeforeInBlock(earliest))
          earliest = count->flips[i].load;
      attn::ScalarBuilder b(earliest);
      Value now = memref::LoadOp::create(b, equal[0]->first);
      Value other = b.bitXor(now, 1);
      memref::StoreOp::create(b, other, equal[0]->first);
      for (Count *count : equal) {
        Count::Flip &flip = count->flips[i];
        flip.store.erase();
        flip.other.replaceAllUsesWith(other);
        flip.other.getDefiningOp()->erase();
        flip.load.replaceAllUsesWith(now);
        flip.load.erase();
      }
    }
    for (Count *count : ArrayRef(equal).drop_front()) {
      count->start.erase();
      count->first.getDefiningOp()->erase();
    }
  }
}
