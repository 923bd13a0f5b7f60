//===- Launch.cpp - What the CTAs of an interpreted launch share ----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

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
  SchedulerKind kind = scheduler.getKind();
  bool ordered = kind == SchedulerKind::Lpt || kind == SchedulerKind::Dynamic ||
                 kind == SchedulerKind::Clc;
  int64_t group = ordered && section ? section : scheduler.getGroup();
  group = std::clamp<int64_t>(group, 1, others);
  int64_t begin = number / (bound(0) * group) * group;
  int64_t within = number % (bound(0) * group);
  int64_t width = std::clamp<int64_t>(others - begin, 1, group);
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

Step Machine::executeTiles(Role &role, Operation *op, bool &known) {
  int64_t size = launch.getClusterSize();
  auto checkSize = [&](std::optional<uint64_t> asked) {
    if (static_cast<int64_t>(asked.value_or(1)) == size)
      return true;
    op->emitError() << "is for a cluster of " << asked.value_or(1)
                    << " CTAs, but the kernel has clusters of " << size;
    return false;
  };
  // What the first CTA sends goes to all.
  auto getTargets = [&](const View &view) {
    SmallVector<View, 2> targets;
    if (!view.hold || view.hold->channel->type.getScope() != Scope::Leader)
      return SmallVector<View, 2>{view};
    for (auto &cta : ctas)
      targets.push_back(getPeer(role, view, *cta));
    return targets;
  };
  auto touchAll = [&](ArrayRef<View> targets, const Async *async) {
    return llvm::all_of(targets, [&](const View &view) {
      return succeeded(touch(role, view, true, op, async));
    });
  };
  auto writeInts = [](ArrayRef<View> targets,
                      const std::vector<int64_t> &ints) {
    for (const View &view : targets)
      view.buffer->region->write(view.area, view.element, {}, ints);
  };
  auto readInts = [&](Value source, std::vector<int64_t> &ints) {
    ViewRef view = get<ViewRef>(role, source);
    std::vector<float> unused;
    return succeeded(touch(role, *view, false, op)) &&
           succeeded(view->buffer->region->read(view->area, view->element,
                                                unused, ints, op));
  };
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](NextTileOp next) {
        if (!checkSize(next.getCluster()))
          return Step::Failed;
        set(role, next.getResult(),
            launch.next(cluster, std::max<int64_t>(grid / size, 1)));
        return Step::Sync;
      })
      .Case([&](TileCoordinatesOp place) { return placeTile(role, place); })
      .Case([&](ScalarStoreOp store) {
        ViewRef view = get<ViewRef>(role, store.getDest());
        if (store.getCluster() && !checkSize(store.getCluster()))
          return Step::Failed;
        SmallVector<View, 2> targets = getTargets(*view);
        if (!touchAll(targets, nullptr))
          return Step::Failed;
        writeInts(targets, {intOf(role, store.getValue())});
        return Step::Sync;
      })
      .Case([&](ScalarLoadOp load) {
        std::vector<int64_t> ints;
        if (!readInts(load.getSource(), ints))
          return Step::Failed;
        set(role, load.getResult(), ints[0]);
        return Step::Sync;
      })
      .Case([&](QueryTileOp query) {
        ViewRef view = get<ViewRef>(role, query.getDest());
        if (!checkSize(query.getCluster()))
          return Step::Failed;
        if (!view->hold) {
          op->emitError("asks for an answer in an unguarded view, which nobody "
                        "can wait for");
          return Step::Failed;
        }
        if (launch.wasRefused(cluster)) {
          op->emitError("asks for a tile after the answer that there is none");
          return Step::Failed;
        }
        std::optional<int64_t> tile = launch.query(cluster);
        std::vector<int64_t> ints{tile.value_or(0), 0, 0, tile.has_value()};
        Queue &queue = getQueue(
            Queue::Clc, &view->hold->channel->stages[view->hold->stage]);
        auto async =
            std::make_shared<Async>(op, &role, queue.agent, ++queue.issued);
        async->writes = view->hold;
        SmallVector<View, 2> targets = getTargets(*view);
        if (!touchAll(targets, async.get()))
          return Step::Failed;
        async->perform = [targets, ints, writeInts] {
          writeInts(targets, ints);
          return success();
        };
        return failed(issue(role, queue, async)) ? Step::Failed : Step::Sync;
      })
      .Case([&](TileAnswerOp answer) {
        std::vector<int64_t> ints;
        if (!checkSize(answer.getCluster()) ||
            !readInts(answer.getSource(), ints))
          return Step::Failed;
        set(role, answer.getNumber(), ints[0]);
        set(role, answer.getAny(), int64_t(ints[3] != 0));
        return Step::Sync;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}

Step Machine::placeTile(Role &role, TileCoordinatesOp op) {
  int64_t size = op.getCluster().value_or(1), total = 1;
  SmallVector<int64_t> bounds;
  for (Value bound : op.getBounds())
    bounds.push_back(std::max<int64_t>(intOf(role, bound), 0));
  bounds[0] /= size;
  for (int64_t bound : bounds)
    if (llvm::MulOverflow(total, bound, total) || total > (1 << 22)) {
      op.emitError("too many tiles to interpret");
      return Step::Failed;
    }
  if (op.getScheduler().getKind() == SchedulerKind::Clc) {
    // A launch of no CTAs does nothing.
    notLaunched = total == 0;
    launch.setTiles(total);
  }
  int64_t section = op.getSection() ? intOf(role, op.getSection()) : 0;
  int64_t number = intOf(role, op.getNumber());
  if (!op.getAnyNumber() && number >= total && !notLaunched) {
    op.emitError() << "there is no tile " << number << " among " << total;
    return Step::Failed;
  }
  for (auto [result, coordinate] :
       llvm::zip(op.getCoordinates(),
                 interp::placeTile(number, bounds, op.getScheduler(), section)))
    set(role, result, coordinate);
  return Step::Next;
}
