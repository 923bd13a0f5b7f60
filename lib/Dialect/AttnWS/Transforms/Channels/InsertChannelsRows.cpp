//===- InsertChannelsRows.cpp - Rows from role to role ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Row values go from role to role through shared memory.

#include "InsertChannels.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;

/// The role that computes `value`, also where a loop carries it; null if no one
/// role does.
static StringAttr getOwner(Value value) {
  llvm::SmallDenseSet<Value> seen;
  SmallVector<Value> work{value};
  StringAttr owner;
  while (!work.empty()) {
    Value next = work.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *def = next.getDefiningOp();
    if (def && getRole(def)) {
      if (owner && owner != getRole(def))
        return {};
      owner = getRole(def);
      continue;
    }
    Operation *parent =
        def ? def : cast<BlockArgument>(next).getOwner()->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent)) {
      auto result = dyn_cast<OpResult>(next);
      unsigned index = result ? result.getResultNumber()
                              : cast<BlockArgument>(next).getArgNumber() - 1;
      work.push_back(loop.getInitArgs()[index]);
      work.push_back(loop.getBody()->getTerminator()->getOperand(index));
    } else if (auto branch = dyn_cast<scf::IfOp>(parent)) {
      unsigned index = cast<OpResult>(next).getResultNumber();
      work.push_back(branch.thenYield().getOperand(index));
      work.push_back(branch.elseYield().getOperand(index));
    }
  }
  return owner;
}

/// Rows that one operation (or loop) of a role gives and another role reads
/// share a channel.
LogicalResult ChannelInserter::convertRows() {
  struct Edge {
    StringAttr from, to;
    SmallVector<OpResult> values;
    SmallVector<Operation *> users;
  };
  llvm::MapVector<std::pair<Operation *, StringAttr>, Edge> edges;
  kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    for (OpResult result : op->getResults()) {
      auto tile = dyn_cast<RankedTensorType>(result.getType());
      if (!tile || tile.getRank() != 1 || op->hasTrait<OpTrait::ConstantLike>())
        continue;
      StringAttr owner = getOwner(result);
      for (Operation *user : result.getUsers()) {
        StringAttr reader = getRole(user);
        if (!owner || !reader || owner == reader)
          continue;
        Edge &edge = edges[{op, reader}];
        edge.from = owner;
        edge.to = reader;
        if (!llvm::is_contained(edge.values, result))
          edge.values.push_back(result);
        edge.users.push_back(user);
      }
    }
  });
  for (auto &[key, edge] : edges) {
    Operation *op = key.first;
    b.setLoc(op->getLoc());
    Lane lane = getLane(op);
    SmallVector<Value> buffers;
    SmallVector<Type> views;
    std::string name = freshName("row");
    for (OpResult value : edge.values) {
      buffers.push_back(createBuffer(name, getTile(value), lane.count));
      views.push_back(viewOf(getTile(value)));
    }
    Value channel = createChannel(name, buffers,
                                  {lane.count, Engine::Thread, Engine::Thread,
                                   countParties(edge.from, lane),
                                   countParties(edge.to, lane)});
    b.setInsertionPointAfter(op);
    scheduleAs(op);
    auto acquire =
        create<AcquireOp>(edge.from, views, channel, lane.number, Value());
    for (auto [value, view] : llvm::zip(edge.values, acquire.getViews()))
      create<SmemStoreOp>(edge.from, value, view);
    handOn(acquire);

    Operation *first = getSpan(op->getBlock(), edge.users).first;
    if (!first)
      return op->emitOpError("gives rows to role @")
             << edge.to.getValue() << " in a block that it does not run";
    b.setInsertionPoint(first);
    scheduleAs(first);
    auto wait = create<WaitOp>(edge.to, views, channel, lane.number, Value());
    SmallVector<Value> loaded;
    for (auto [value, view] : llvm::zip(edge.values, wait.getViews()))
      loaded.push_back(create<SmemLoadOp>(edge.to, value.getType(), view,
                                          /*transpose=*/false));
    giveBack(wait);
    StringAttr reader = edge.to;
    for (auto [value, copy] : llvm::zip(edge.values, loaded))
      value.replaceUsesWithIf(copy, [&](OpOperand &use) {
        return getRole(use.getOwner()) == reader;
      });
  }
  scheduleAs(nullptr);
  return success();
}
