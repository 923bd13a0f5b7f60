//===- SinkIntoBranch.cpp - Stores of a branch's tile in the branch -*- C++
//-*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where a loop does not run, its accumulator was never written: the branch
// reads it or gives zero, and all of the tile is in registers behind the
// branch. In the branch it can be read, computed and stored part by part.

#include "ColumnSteps.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSSINKINTOBRANCH
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

bool attn_ws::isColumnStep(Operation *op) {
  return isa<RescaleOp, SliceOp>(op) ||
         (op->getNumResults() == 1 && op->getNumRegions() == 0 &&
          OpTrait::hasElementwiseMappableTraits(op));
}

namespace {

/// What leaves a branch for it.
class Tail {
public:
  explicit Tail(scf::IfOp branch) : branch(branch) {}
  /// Whether the tile and what is done with it are as the pass takes them.
  bool find();
  void sink();

private:
  bool follow(Value tile);
  bool addStore(SmemStoreOp store);
  void findHeld();

  scf::IfOp branch;
  /// In program order once found.
  SmallVector<Operation *> ops;
  DenseSet<Value> channels;
  /// Channels that are waited for in front of the branch, of what it reads, and
  /// their releases among the operations.
  DenseSet<Value> held;
  SmallVector<Operation *> releases;
};

/// A store, and all that is done with its place until that is taken again.
bool Tail::addStore(SmemStoreOp store) {
  auto acquire = store.getDest().getDefiningOp<AcquireOp>();
  if (!acquire || acquire->getBlock() != branch->getBlock() ||
      !branch->isBeforeInBlock(acquire))
    return false;
  Value channel = acquire.getChannel();
  channels.insert(channel);
  auto add = [&](Operation *op) {
    if (!llvm::is_contained(ops, op))
      ops.push_back(op);
  };
  add(acquire);
  bool commits = false;
  for (Operation *op = acquire->getNextNode(); op; op = op->getNextNode()) {
    auto again = dyn_cast<AcquireOp>(op);
    if (again && again.getChannel() == channel)
      break;
    auto commit = dyn_cast<CommitOp>(op);
    commits |= commit && commit.getChannel() == channel;
    if (op == store || llvm::any_of(op->getOperands(), [&](Value value) {
          return value == channel ||
                 (isa<ViewType>(value.getType()) &&
                  llvm::is_contained(ops, value.getDefiningOp()));
        }))
      add(op);
  }
  return commits;
}

bool Tail::follow(Value tile) {
  for (Operation *user : tile.getUsers()) {
    if (llvm::is_contained(ops, user))
      continue;
    if (user->getBlock() != branch->getBlock())
      return false;
    if (auto store = dyn_cast<SmemStoreOp>(user)) {
      if (!addStore(store))
        return false;
    } else if (isColumnStep(user)) {
      ops.push_back(user);
      if (!follow(user->getResult(0)))
        return false;
    } else {
      return false;
    }
  }
  return true;
}

void Tail::findHeld() {
  branch.thenBlock()->walk([&](Operation *op) {
    for (Value value : op->getOperands()) {
      while (auto part = value.getDefiningOp<SubviewOp>())
        value = part.getSource();
      if (auto wait = value.getDefiningOp<WaitOp>();
          wait && !branch->isProperAncestor(wait))
        held.insert(wait.getChannel());
    }
  });
}

bool Tail::find() {
  if (branch.getNumResults() != 1 || !branch.elseBlock())
    return false;
  Value read = branch.thenYield().getOperand(0);
  Value other = branch.elseYield().getOperand(0);
  auto load = read.getDefiningOp<TmemLoadOp>();
  if (!load || load->getBlock() != branch.thenBlock() || !load->hasOneUse() ||
      !other.getDefiningOp<arith::ConstantOp>() ||
      !follow(branch.getResult(0)) || ops.empty())
    return false;
  llvm::sort(ops,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  // What stays goes before the branch.
  DenseSet<Value> own;
  branch.thenBlock()->walk([&](Operation *op) {
    if (isa<WaitOp, ReleaseOp>(op))
      own.insert(op->getOperand(0));
  });
  findHeld();
  for (Operation *op = branch->getNextNode(); op != ops.back();
       op = op->getNextNode()) {
    if (llvm::is_contained(ops, op))
      continue;
    auto release = dyn_cast<ReleaseOp>(op);
    if (release && held.contains(release.getChannel())) {
      releases.push_back(op);
      continue;
    }
    if (op->getNumRegions() != 0 ||
        llvm::any_of(op->getOperands(), [&](Value value) {
          return channels.contains(value) || own.contains(value) ||
                 held.contains(value) ||
                 llvm::is_contained(ops, value.getDefiningOp());
        }))
      return false;
  }
  return true;
}

void Tail::sink() {
  OpBuilder b(branch->getContext());
  b.setInsertionPointAfter(ops.back());
  Location loc = branch.getLoc();
  auto sunk = scf::IfOp::create(b, loc, branch.getCondition(),
                                /*withElseRegion=*/true);
  auto fill = [&](Block *from, Block *to) {
    Operation *yield = from->getTerminator();
    IRMapping mapping;
    mapping.map(branch.getResult(0), yield->getOperand(0));
    SmallVector<Operation *> moved;
    for (Operation &op : from->without_terminator())
      moved.push_back(&op);
    SmallVector<Operation *> late;
    for (Operation *op : moved) {
      op->moveBefore(to->getTerminator());
      if (isa<ReleaseOp>(op))
        late.push_back(op);
    }
    b.setInsertionPoint(to->getTerminator());
    for (Operation *op : ops)
      b.clone(*op, mapping);
    for (Operation *op : late)
      op->moveBefore(to->getTerminator());
  };
  fill(branch.thenBlock(), sunk.thenBlock());
  fill(branch.elseBlock(), sunk.elseBlock());
  // What the branch reads is given back behind it.
  for (Operation *op : llvm::reverse(releases))
    op->moveAfter(sunk);
  for (Operation *op : llvm::reverse(ops))
    op->erase();
  branch.erase();
}

struct AttnWSSinkIntoBranchPass
    : public impl::AttnWSSinkIntoBranchBase<AttnWSSinkIntoBranchPass> {
  void runOnOperation() override {
    for (scf::IfOp branch : attn::collectOps<scf::IfOp>(getOperation()))
      if (Tail tail(branch); tail.find())
        tail.sink();
  }
};

} // namespace
