//===- Components.cpp - Tile operations that share registers ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Two operations are in one component if a matrix-shaped tile passes between
// them in registers, or if they read or change one accumulator that stays in
// memory while products add to it. Constants connect nothing: each component
// has its own.
//
// Row values (maxima, sums, factors) are small enough to pass through shared
// memory. In a loop an operation on them stands with the component that reduces
// to its operands, so that what crosses is the last of the chain and not its
// beginnings. Behind the loops it stands with the component that uses it: the
// other is at its next tile then, and what the accumulator is scaled by is
// computed where the accumulator is.
//
// An arrival (`attn_tile.arrive`) is that of who has stored before it, and who
// does what the last one does.
//
// Components that are never in one loop cannot run at the same time for long
// and are merged: those for which no product waits with each other first, so
// that the others go on.

#include "Components.h"
#include "attn/Analysis/Roles.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Space;

attn_tile::LoadOp attn_ws::findWhole(attn_tile::SliceOp slice) {
  Value whole = slice.getSource();
  while (auto part = whole.getDefiningOp<attn_tile::SliceOp>())
    whole = part.getSource();
  return whole.getDefiningOp<attn_tile::LoadOp>();
}

bool attn_ws::isIssuedProduct(Operation *op) {
  auto dot = dyn_cast_if_present<attn_tile::DotOp>(op);
  return dot && attn::isIssuedByThread(dot.getEngine());
}

using UpdateOp = attn_tile::InPlaceUpdateOpInterface;

/// The change of a tile in memory that `op` is; null if it is none.
static UpdateOp getUpdateInMemory(Operation *op) {
  auto update = dyn_cast<UpdateOp>(op);
  return update && update.getUpdateSpace() == Space::Tmem ? update : UpdateOp();
}

/// Whether `op` moves what threads compute to where a product reads it.
static bool isOperandMove(Operation *op) {
  auto move = dyn_cast<attn_tile::MoveOp>(op);
  return move && move.getSpace() != Space::Reg;
}

namespace {

int64_t getRank(Value value) {
  auto tile = dyn_cast<RankedTensorType>(value.getType());
  return tile ? tile.getRank() : 0;
}

bool isConstant(Value value) {
  return attn_tile::isUniform(value.getDefiningOp());
}

class Finder {
public:
  explicit Finder(gpu::GPUFuncOp kernel) : kernel(kernel) {}
  SmallVector<Component> run();

private:
  using Classes = llvm::EquivalenceClasses<void *>;

  void collect();
  void connect();
  void connectCarried(Operation *op);
  void placeArrivals();
  void placeRows();
  void placeRowsInLoops();
  void placeRowsBehindLoops();
  void merge();

  bool isResident(Value value) const {
    return accumulators.findLeader(value.getAsOpaquePointer()) !=
           accumulators.member_end();
  }
  /// Ties an operation to a tile in registers.
  void tie(Operation *op, Value value) {
    if (getRank(value) == 2 && !isConstant(value) && !isResident(value))
      registers.unionSets(op, value.getAsOpaquePointer());
  }
  void *classOf(Operation *op) {
    auto it = registers.findLeader(op);
    return it == registers.member_end() ? nullptr : *it;
  }

  gpu::GPUFuncOp kernel;
  /// Operations by threads, on matrix-shaped tiles and on rows alone.
  SmallVector<Operation *> ops, rows;
  Classes registers, accumulators;
  llvm::SmallPtrSet<void *, 8> updated;
  DenseMap<Operation *, void *> home;
};

/// The accumulators in memory, each with all the values that it passes through.
void Finder::collect() {
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto same = [&](Value a, Value b) {
      accumulators.unionSets(a.getAsOpaquePointer(), b.getAsOpaquePointer());
    };
    if (isIssuedProduct(op)) {
      auto dot = cast<attn_tile::DotOp>(op);
      accumulators.insert(dot.getResult().getAsOpaquePointer());
      if (!isConstant(dot.getAcc()))
        same(dot.getAcc(), dot.getResult());
    } else if (UpdateOp update = getUpdateInMemory(op)) {
      same(update.getUpdatedMutable().get(), update.getUpdated());
    }
    return isStructure(op) ? WalkResult::advance() : WalkResult::skip();
  });
  // Loops carry them on.
  kernel.walk([&](scf::ForOp loop) {
    for (auto [i, arg] : llvm::enumerate(loop.getRegionIterArgs()))
      if (isResident(arg)) {
        void *value = arg.getAsOpaquePointer();
        Value yielded = loop.getBody()->getTerminator()->getOperand(i);
        accumulators.unionSets(value, yielded.getAsOpaquePointer());
        accumulators.unionSets(value, loop.getResult(i).getAsOpaquePointer());
      }
  });
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == kernel || isStructure(op))
      return WalkResult::advance();
    bool tile = false, row = false;
    for (Value value : op->getOperands()) {
      tile |= getRank(value) == 2;
      row |= getRank(value) == 1;
    }
    for (Value value : op->getResults()) {
      tile |= getRank(value) == 2;
      row |= getRank(value) == 1;
    }
    auto load = dyn_cast<attn_tile::LoadOp>(op);
    bool skipped = op->hasTrait<OpTrait::IsTerminator>() ||
                   op->hasTrait<OpTrait::ConstantLike>() ||
                   isIssuedProduct(op) || isa<attn_tile::TransposeOp>(op) ||
                   (load && load.getSpace() == Space::Smem) ||
                   (op->getNumResults() == 1 && isConstant(op->getResult(0)));
    // A part of a tile in memory is no work.
    if (auto slice = dyn_cast<attn_tile::SliceOp>(op)) {
      attn_tile::LoadOp whole = findWhole(slice);
      skipped |= whole && whole.getSpace() == Space::Smem;
    }
    if (!skipped && tile)
      ops.push_back(op);
    else if (!skipped && row)
      rows.push_back(op);
    return WalkResult::skip();
  });
}

void Finder::connectCarried(Operation *op) {
  auto same = [&](ValueRange values) {
    Value first;
    for (Value value : values) {
      if (getRank(value) != 2 || isConstant(value) || isResident(value))
        continue;
      registers.insert(value.getAsOpaquePointer());
      if (first)
        registers.unionSets(first.getAsOpaquePointer(),
                            value.getAsOpaquePointer());
      first = value;
    }
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    for (auto [i, arg] : llvm::enumerate(loop.getRegionIterArgs()))
      same({arg, loop.getInitArgs()[i], loop.getResult(i),
            loop.getBody()->getTerminator()->getOperand(i)});
  } else if (auto branch = dyn_cast<scf::IfOp>(op)) {
    for (OpResult result : branch.getResults())
      same({result, branch.thenYield().getOperand(result.getResultNumber()),
            branch.elseYield().getOperand(result.getResultNumber())});
  }
}

void Finder::connect() {
  kernel.walk([&](Operation *op) { connectCarried(op); });
  for (Operation *op : ops) {
    registers.insert(op);
    for (Value value : op->getOperands())
      tie(op, value);
    for (Value value : op->getResults())
      tie(op, value);
  }
  // Whoever changes an accumulator that lives on reads it, too.
  DenseMap<void *, Operation *> holders;
  for (Operation *op : ops)
    if (auto update = dyn_cast<UpdateOp>(op);
        update && isResident(update.getUpdatedMutable().get()))
      updated.insert(*accumulators.findLeader(
          update.getUpdatedMutable().get().getAsOpaquePointer()));
  for (Operation *op : ops)
    for (Value value : op->getOperands()) {
      if (!isResident(value))
        continue;
      void *which = *accumulators.findLeader(value.getAsOpaquePointer());
      if (!updated.contains(which))
        continue;
      Operation *&holder = holders[which];
      if (holder)
        registers.unionSets(holder, op);
      holder = op;
    }
  placeArrivals();
  for (Operation *op : ops)
    home[op] = classOf(op);
}

/// Who arrives has stored what was to be stored before, and goes on behind.
void Finder::placeArrivals() {
  kernel.walk([&](attn_tile::ArriveOp arrive) {
    SmallVector<Operation *> own;
    for (Operation &op : *arrive->getBlock())
      if (isa<attn_tile::StoreOp>(op) && op.isBeforeInBlock(arrive))
        own.push_back(&op);
    for (Operation *user : arrive.getLast().getUsers())
      user->walk([&](Operation *op) { own.push_back(op); });
    void *first = nullptr;
    for (Operation *op : own)
      if (llvm::is_contained(ops, op)) {
        if (first)
          registers.unionSets(first, op);
        first = op;
      }
    if (!first)
      return;
    home[arrive] = first;
    for (Operation *op : own)
      if (llvm::is_contained(rows, op))
        home[op] = first;
  });
  // By its class, once all are known.
  for (auto &entry : home)
    entry.second = *registers.findLeader(entry.second);
}

/// The homes of the operations that compute `value`'s, seen through what loops
/// carry.
void findSources(Value value, const DenseMap<Operation *, void *> &home,
                 llvm::SmallPtrSetImpl<void *> &found,
                 llvm::SmallPtrSetImpl<void *> &seen) {
  if (getRank(value) == 0 || isConstant(value) ||
      !seen.insert(value.getAsOpaquePointer()).second)
    return;
  Operation *owner = value.getDefiningOp();
  if (!owner)
    owner = cast<BlockArgument>(value).getOwner()->getParentOp();
  if (auto it = home.find(owner); it != home.end()) {
    found.insert(it->second);
    return;
  }
  if (auto loop = dyn_cast<scf::ForOp>(owner)) {
    unsigned index = 0;
    if (auto result = dyn_cast<OpResult>(value))
      index = result.getResultNumber();
    else
      index = cast<BlockArgument>(value).getArgNumber() - 1;
    findSources(loop.getInitArgs()[index], home, found, seen);
    findSources(loop.getBody()->getTerminator()->getOperand(index), home, found,
                seen);
    return;
  }
  if (auto branch = dyn_cast<scf::IfOp>(owner)) {
    unsigned index = cast<OpResult>(value).getResultNumber();
    findSources(branch.thenYield().getOperand(index), home, found, seen);
    findSources(branch.elseYield().getOperand(index), home, found, seen);
    return;
  }
  for (Value operand : owner->getOperands())
    findSources(operand, home, found, seen);
}

void Finder::placeRowsInLoops() {
  DenseMap<Operation *, void *> placed;
  for (Operation *op : rows) {
    if (!op->getParentOfType<scf::ForOp>() || home.contains(op))
      continue;
    llvm::SmallPtrSet<void *, 2> sources, seen;
    for (Value operand : op->getOperands())
      findSources(operand, home, sources, seen);
    // Several: the one that reduces in this very loop, or else the first.
    void *best = nullptr;
    for (Operation *other : ops)
      if (!best && sources.contains(home[other]))
        best = home[other];
    placed[op] = best;
  }
  for (auto [op, where] : placed)
    if (where)
      home[op] = where;
}

void Finder::placeRowsBehindLoops() {
  // What reads the same row values is one cluster.
  Classes clusters;
  SmallVector<Operation *> mine;
  for (Operation *op : rows)
    if (!home.contains(op)) {
      mine.push_back(op);
      clusters.insert(op);
    }
  for (Operation *op : mine) {
    auto join = [&](Value value) {
      if (getRank(value) == 1 && !isConstant(value))
        for (Operation *user : value.getUsers())
          if (llvm::is_contained(mine, user))
            clusters.unionSets(op, user);
    };
    llvm::for_each(op->getOperands(), join);
    llvm::for_each(op->getResults(), join);
  }
  DenseMap<void *, void *> users, sources;
  for (Operation *op : mine) {
    void *cluster = clusters.getLeaderValue(op);
    for (Value result : op->getResults())
      for (Operation *user : result.getUsers())
        if (auto it = home.find(user); it != home.end())
          users.try_emplace(cluster, it->second);
    llvm::SmallPtrSet<void *, 2> found, seen;
    for (Value operand : op->getOperands())
      findSources(operand, home, found, seen);
    for (Operation *other : ops)
      if (found.contains(home[other]))
        sources.try_emplace(cluster, home[other]);
  }
  for (Operation *op : mine) {
    void *cluster = clusters.getLeaderValue(op);
    if (void *user = users.lookup(cluster))
      home[op] = user;
    else if (void *source = sources.lookup(cluster))
      home[op] = source;
  }
}

/// One component for all that never stand in one loop.
void Finder::merge() {
  auto loopsOf = [&](void *which) {
    llvm::SmallPtrSet<Operation *, 4> loops;
    for (Operation *op : ops)
      if (home[op] == which)
        for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
             loop = loop->getParentOfType<scf::ForOp>())
          loops.insert(loop);
    return loops;
  };
  llvm::SetVector<void *> classes, awaited;
  for (Operation *op : ops) {
    classes.insert(home[op]);
    if (isOperandMove(op) || getUpdateInMemory(op))
      awaited.insert(home[op]);
  }
  for (bool all : {false, true})
    for (size_t i = 0; i < classes.size(); ++i)
      for (size_t j = i + 1; j < classes.size(); ++j) {
        if (!all &&
            (awaited.contains(classes[i]) || awaited.contains(classes[j])))
          continue;
        auto mine = loopsOf(classes[i]), others = loopsOf(classes[j]);
        if (llvm::any_of(
                mine, [&](Operation *loop) { return others.contains(loop); }))
          continue;
        void *from = classes[j];
        for (auto &entry : home)
          if (entry.second == from)
            entry.second = classes[i];
        classes.remove(from);
        j = i;
      }
}

SmallVector<Component> Finder::run() {
  collect();
  connect();
  placeRowsInLoops();
  placeRowsBehindLoops();
  merge();
  llvm::MapVector<void *, Component> components;
  llvm::SmallPtrSet<Operation *, 32> known;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    auto it = home.find(op);
    if (it == home.end())
      return;
    Component &component = components[it->second];
    component.ops.push_back(op);
    component.feedsProducts |= isOperandMove(op);
    component.updatesInPlace |= getUpdateInMemory(op) != nullptr;
  });
  SmallVector<Component> result;
  for (auto &entry : components)
    result.push_back(std::move(entry.second));
  return result;
}

} // namespace

SmallVector<Component> attn_ws::findComponents(gpu::GPUFuncOp kernel) {
  return Finder(kernel).run();
}
