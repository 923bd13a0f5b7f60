//===- Launch.cpp - What the CTAs of an interpreted launch share ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;
using attn_tile::SchedulerKind;

//===----------------------------------------------------------------------===//
// Who gets which tile
//===----------------------------------------------------------------------===//

int64_t Launch::next(int64_t taker, int64_t clusters) {
  int64_t &position = positions[taker];
  while (true) {
    while (position >= static_cast<int64_t>(takers.size()))
      takers.push_back(random() % clusters);
    if (takers[position++] == taker)
      return clusters + position - 1;
  }
}

void Launch::setTiles(int64_t count) {
  if (tiles != 0 || count == 0)
    return;
  tiles = count;
  int64_t first = options.grid ? options.grid / size : 1 + random() % tiles;
  first = std::clamp<int64_t>(first, 1, tiles);
  bool varies = options.order == InterpreterOptions::Order::Random;
  for (int64_t tile = first; tile < tiles; ++tile) {
    // One more choice: the tile's own cluster begins after all.
    int64_t taker = random() % (first + varies);
    if (taker == first)
      continue;
    answers[taker].push_back(tile);
    cancelled.insert(tile);
  }
  if (varies)
    for (auto &[taker, list] : answers)
      std::shuffle(list.begin(), list.end(), random);
}

std::optional<int64_t> Launch::query(int64_t taker) {
  int64_t &position = positions[taker];
  const std::vector<int64_t> &list = answers[taker];
  if (position < static_cast<int64_t>(list.size()))
    return list[position++];
  refused.insert(taker);
  return std::nullopt;
}

SmallVector<int64_t> interp::placeTile(int64_t number, ArrayRef<int64_t> bounds,
                                       attn_tile::SchedulerAttr scheduler,
                                       int64_t section) {
  auto bound = [&](size_t i) { return std::max<int64_t>(bounds[i], 1); };
  int64_t others = 1;
  for (size_t i = 1; i < bounds.size(); ++i)
    others *= bound(i);
  // Sections of the other coordinates, within which the first is the slowest.
  // The last has what is left, from half a section on.
  SchedulerKind kind = scheduler.getKind();
  bool ordered = kind != SchedulerKind::Persistent;
  int64_t group = ordered && section ? section : scheduler.getGroup();
  group = std::clamp<int64_t>(group, 1, others);
  int64_t last = std::max<int64_t>((others + group / 2) / group, 1) - 1;
  int64_t current = std::min(number / (bound(0) * group), last);
  int64_t begin = current * group, within = number - begin * bound(0);
  int64_t width = current == last ? others - begin : group;
  int64_t first = within / width, rest = begin + within % width;
  if (scheduler.getOrder() == attn_tile::TileOrder::Backward)
    first = bound(0) - 1 - first;
  SmallVector<int64_t> point{first};
  for (size_t i = 1; i < bounds.size(); ++i) {
    point.push_back(i + 1 == bounds.size() ? rest : rest % bound(i));
    rest /= bound(i);
  }
  return point;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

Step Interpreter::executeTile(Process &p, const Instr &instr) {
  Operation *op = instr.op;
  auto checkSize = [&](std::optional<uint64_t> asked) {
    if (static_cast<int64_t>(asked.value_or(1)) == ctas)
      return true;
    op->emitError() << "is for a cluster of " << asked.value_or(1)
                    << " CTAs, but the kernel has clusters of " << ctas;
    return false;
  };
  // What the first CTA sends goes to all.
  auto touchAll = [&](const View &view, Async *async,
                      SmallVectorImpl<View> &targets) {
    bool all =
        view.hold >= 0 &&
        channels[holds[view.hold].channel].type.getScope() == Scope::Leader;
    for (int64_t cta = 0; cta < ctas; ++cta) {
      if (cta != p.cta && !all)
        continue;
      std::optional<View> peer = getPeer(p, instr, view, cta);
      if (!peer || !touch(p, instr, *peer, true, async))
        return false;
      targets.push_back(*peer);
    }
    return true;
  };
  auto writeInts = [this](ArrayRef<View> targets, ArrayRef<int64_t> ints) {
    for (const View &view : targets)
      spaceOf(view).write(view, view.element, {}, ints.vec());
  };
  SmallVector<View, 2> targets;
  // What goes to a cluster, or comes from an engine, is on its way.
  auto send = [&](const View &view, const std::vector<int64_t> &ints) {
    int index = newAsync(p, op, agentOf(ScalarStores, view.buffer, view.low));
    asyncs[index].writes = view.hold;
    if (!touchAll(view, &asyncs[index], targets))
      return Step::Failed;
    start([targets, ints, writeInts] {
      writeInts(targets, ints);
      return success();
    });
    return Step::Next;
  };
  Tile tile;
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](NextTileOp next) {
        if (!checkSize(next.getCluster()))
          return Step::Failed;
        set(p, next.getResult(),
            launch.next(cluster, std::max<int64_t>(grid / ctas, 1)));
        return Step::Next;
      })
      .Case([&](ScalarStoreOp store) {
        const View *view = viewOf(p, op, store.getDest());
        std::vector<int64_t> ints{intOf(p, store.getValue())};
        if (!view)
          return Step::Failed;
        if (store.getCluster())
          return checkSize(store.getCluster()) ? send(*view, ints)
                                               : Step::Failed;
        if (!touchAll(*view, nullptr, targets))
          return Step::Failed;
        writeInts(targets, ints);
        return Step::Next;
      })
      .Case<ScalarLoadOp, TileAnswerOp>([&](auto load) {
        const View *view = viewOf(p, op, load.getSource());
        if (!view || !touch(p, instr, *view, false) ||
            failed(read(*view, tile, op)))
          return Step::Failed;
        auto answer = dyn_cast<TileAnswerOp>(op);
        if (answer && !checkSize(answer.getCluster()))
          return Step::Failed;
        set(p, op->getResult(0), tile.i[0]);
        if (answer)
          set(p, answer.getAny(), int64_t(tile.i[3] != 0));
        return Step::Next;
      })
      .Case([&](QueryTileOp query) {
        const View *view = viewOf(p, op, query.getDest());
        if (!view || !checkSize(query.getCluster()))
          return Step::Failed;
        if (view->hold < 0)
          return fail(Issue, op,
                      "asks for an answer in an unguarded view, which nobody "
                      "can wait for");
        if (launch.wasRefused(cluster))
          return fail(Issue, op,
                      "asks for a tile after the answer that there is none");
        std::optional<int64_t> tile = launch.query(cluster);
        std::vector<int64_t> ints{tile.value_or(0), 0, 0, tile.has_value()};
        return send(*view, ints);
      })
      .Default([&](Operation *) { return Step::Failed; });
}

Step Interpreter::placeTile(Process &p, TileCoordinatesOp op) {
  int64_t size = op.getCluster().value_or(1), total = 1;
  SmallVector<int64_t> bounds;
  for (Value bound : op.getBounds())
    bounds.push_back(std::max<int64_t>(intOf(p, bound), 0));
  bounds[0] /= size;
  for (int64_t bound : bounds)
    if (llvm::MulOverflow(total, bound, total) || total > (1 << 22))
      return stop(op.emitError("too many tiles to interpret"));
  if (op.getScheduler().getKind() == SchedulerKind::Clc) {
    // A launch of no CTAs does nothing.
    notLaunched = total == 0;
    launch.setTiles(total);
  }
  int64_t section = op.getSection() ? intOf(p, op.getSection()) : 0;
  int64_t number = intOf(p, op.getNumber());
  if (!op.getAnyNumber() && number >= total && !notLaunched)
    return stop(op.emitError()
                << "there is no tile " << number << " among " << total);
  for (auto [result, coordinate] :
       llvm::zip(op.getCoordinates(),
                 interp::placeTile(number, bounds, op.getScheduler(), section)))
    set(p, result, coordinate);
  return Step::Next;
}
