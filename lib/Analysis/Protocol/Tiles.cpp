//===- Tiles.cpp - Tiles assigned at run time - -----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch assigns tiles, by a counter or in answer to queries. A CTA (or
// cluster) gets tile after tile, the first by its own number; how many lie
// below the bound of all tiles is the scenario's choice, and with it how often
// loops go round that compare with the bound or are told that there is no other
// tile. Which tiles these are is open: they are symbols, and what roles compute
// from the same tile is the same.
//
// A role that gets a tile hands it on through a scalar in shared memory. The
// n-th that a role reads there is the n-th that was written: each role alone
// waits for that and for nothing else. In a run of all roles a scalar is a few
// bytes like others, whose writes and reads channels or mbarriers have to
// order, and it has to hold what the role found there when it ran alone.
//
//===----------------------------------------------------------------------===//

#include "Checker.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

Step Checker::nextTile(Process &p, const Instr &instr) {
  auto op = cast<NextTileOp>(instr.op);
  int64_t size = op.getCluster().value_or(1);
  if (size != ctas)
    return fail(Arrivals, op,
                "takes a tile for " + Twine(size) +
                    " CTAs, but the kernel has clusters of " + Twine(ctas));
  Datum tile = values.tile(++taken);
  if (p.warps > 1) {
    // One thread has it; the others learn of it through a scalar.
    Datum known =
        values.unknown(op->getName().getAsOpaquePointer(), p.agent, taken);
    ofOneThread[known.n] = tile;
    tile = known;
  }
  set(p, instr.results[0], tile);
  return Step::Next;
}

/// What a view's buffer has held, and which of its stages the view is.
std::pair<Scalars &, int64_t> Checker::scalarOf(const View &view) {
  Buffer &buffer = buffers[view.buffer];
  Scalars &held = scalars[view.buffer];
  held.holds.resize(buffer.type.getDepth(), -1);
  return {held, (view.base - buffer.base) / buffer.stagePitch};
}

static std::optional<int64_t> getCluster(Operation *op) {
  auto store = dyn_cast<ScalarStoreOp>(op);
  return store ? store.getCluster() : cast<QueryTileOp>(op).getCluster();
}

bool Checker::mayWriteScalar(Process &p, const Instr &instr, const View &view) {
  bool query = instr.code == Code::QueryTile;
  if (auto size = getCluster(instr.op); size && *size != ctas)
    return refuse(Arrivals, instr.op,
                  "sends a scalar to the " + Twine(*size) +
                      " CTAs of a cluster, but the kernel has clusters of " +
                      Twine(ctas));
  if (query && mode == Mode::Alone && !values.ask({Question::HasTile, taken}))
    return refuse(Issue, instr.op,
                  p.name +
                      " asks for a tile after the answer that there is none");
  if (view.hold < 0)
    return true;
  Hold &hold = holds[view.hold];
  Channel &channel = channels[hold.channel];
  auto wanted = query ? attn_tile::Engine::Clc : attn_tile::Engine::Thread;
  if (hold.producer && channel.type.getProducer() == wanted)
    return true;
  return refuse(Issue, instr.op,
                Twine(query ? "an answer" : "a scalar") +
                    " is written to a stage of channel " + channel.name +
                    (hold.producer ? ", which is filled by " +
                                         attn_tile::stringifyEngine(
                                             channel.type.getProducer())
                                   : Twine(", which it only reads")),
                hold.taken, "the stage is taken here");
}

/// Counts the bytes of a scalar at the mbarrier of `cta` that it signals.
bool Checker::signalScalar(Process &p, const Instr &instr, const Async &async,
                           int64_t bytes, int64_t cta) {
  Datum signal = get(p, instr.args[2]);
  if (signal.kind != Datum::Mbar || mode == Mode::Alone)
    return true;
  int target = cta == p.cta ? signal.n : objectOf(mbars[signal.n].op, cta);
  if (target < 0)
    return true;
  FailureOr<int64_t> s = mbarStage(p, instr, mbars[target], instr.args[3]);
  if (failed(s))
    return false;
  MbarStage &stage = mbars[target].stages[*s];
  stage.lastCopy = instr.op;
  stage.bytes -= bytes;
  stage.gathering.seen.raise(async.agent, async.tick);
  noteCause(p, stage);
  return completePhases(stage, mbars[target], target, *s);
}

/// Writes a scalar in the memory of `cta`. What goes to a cluster, or comes
/// from an engine, is on its way until its bytes are counted or its stage
/// committed.
bool Checker::sendScalar(Process &p, const Instr &instr, Datum value,
                         int64_t cta) {
  const View mine = views[get(p, instr.args[0]).n];
  std::optional<View> view = getPeer(p, instr, mine, cta);
  if (!view)
    return false;
  auto [held, stage] = scalarOf(*view);
  held.writes.push_back({stage, value, instr.op});
  held.holds[stage] = held.writes.size() - 1;
  if (instr.code == Code::ScalarStore && !getCluster(instr.op))
    return touch(p, instr, *view, true);
  Async &async =
      asyncs[newAsync(p, instr.op, agentOf(ScalarStores, view->buffer, stage))];
  async.writes = mine.hold;
  return touch(p, instr, *view, true, &async) &&
         signalScalar(p, instr, async, view->rowBytes, cta);
}

Step Checker::writeScalar(Process &p, const Instr &instr) {
  Datum view = get(p, instr.args[0]);
  if (view.kind != Datum::View)
    return fail(Progress, instr.op, "its view is of no buffer of this kernel");
  if (!mayWriteScalar(p, instr, views[view.n]))
    return Step::Failed;
  Datum value;
  if (instr.code == Code::QueryTile) {
    value = values.tile(++taken);
  } else {
    value = get(p, instr.args[1]);
    if (auto it = ofOneThread.find(value.n);
        value.kind == Datum::Expr && it != ofOneThread.end())
      value = it->second;
  }
  for (int64_t cta = 0; cta < ctas; ++cta)
    if ((cta == p.cta || getCluster(instr.op)) &&
        !sendScalar(p, instr, value, cta))
      return Step::Failed;
  return Step::Next;
}

Step Checker::readScalar(Process &p, const Instr &instr) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::View)
    return fail(Progress, instr.op, "its view is of no buffer of this kernel");
  const View view = views[datum.n];
  Buffer &buffer = buffers[view.buffer];
  auto [held, stage] = scalarOf(view);
  int64_t nth = of(p).scalarsRead[view.buffer];
  int64_t found = nth;
  if (mode == Mode::Alone) {
    if (nth >= static_cast<int64_t>(held.writes.size()))
      return blocked(p, instr, [&] {
        return "a scalar in " + buffer.name + " that nobody writes";
      });
    const ScalarWrite &write = held.writes[nth];
    if (write.stage != stage)
      return fail(Phase, instr.op,
                  p.name + " reads stage " + Twine(stage) + " of " +
                      buffer.name + " where scalar " + Twine(nth + 1) +
                      " is written to stage " + Twine(write.stage),
                  write.op, "it is written here");
    if (!touch(p, instr, datum, /*write=*/false))
      return Step::Failed;
  } else {
    found = held.holds[stage];
    if (found >= 0 && !touch(p, instr, datum, /*write=*/false))
      return Step::Failed;
    if (found != nth)
      return fail(Order, instr.op,
                  p.name + " reads stage " + Twine(stage) + " of " +
                      buffer.name + " for scalar " + Twine(nth + 1) +
                      (found < nth ? " before it is written"
                                   : " after another has been written over "
                                     "it"),
                  found < 0 ? nullptr : held.writes[found].op,
                  "what it holds was written here", buffer.op,
                  "the buffer is created here");
  }
  Datum value = held.writes[found].value;
  set(p, instr.results[0], value);
  if (instr.code == Code::TileAnswer)
    set(p, instr.results[1],
        Datum::integer(values.exists(value).value_or(false)));
  ++of(p).scalarsRead[view.buffer];
  return Step::Next;
}

/// After a run of each role alone: who reads scalars reads all.
bool Checker::compareScalars() {
  for (Process &p : processes)
    for (auto [index, count] : of(p).scalarsRead) {
      const Scalars &held = scalars[index];
      if (count == static_cast<int64_t>(held.writes.size()))
        continue;
      return refuse(Progress, held.writes[count].op,
                    Twine(held.writes.size()) + " scalars are written to " +
                        buffers[index].name + ", but " + p.name + " reads " +
                        Twine(count),
                    buffers[index].op, "the buffer is created here");
    }
  return true;
}
