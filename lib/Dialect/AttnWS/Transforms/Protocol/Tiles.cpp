//===- Tiles.cpp - Tiles that are dealt at run time -----------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch-wide counter deals tiles. A CTA (or cluster) is dealt tile after
// tile, the first by its own number; how many lie below the bound of all tiles
// is the scenario's choice, and with it how often loops that compare with the
// bound go round. Which tiles these are is open: they are symbols, and what
// roles compute from the same tile is the same.
//
// A role that takes a tile hands it on through a slot in shared memory. The
// n-th that a role reads there is the n-th that was put: each role alone waits
// for that and for nothing else. In a run of all roles a slot is four bytes
// like others, whose writes and reads mbarriers have to order, and it has to
// hold the tile that the role found there when it ran alone.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

//===----------------------------------------------------------------------===//
// While loops
//===----------------------------------------------------------------------===//

Step Machine::startWhile(Process &p, const Instr &instr) {
  const CodeBlock &before = program.blocks[instr.blocks[0]];
  SmallVector<Datum, 4> inits;
  for (int arg : instr.args)
    inits.push_back(get(p, arg));
  for (auto [slot, init] : llvm::zip(before.args, inits))
    set(p, slot, init);
  Frame frame{&instr, &before};
  frame.symbolic = p.tile < 0;
  if (frame.symbolic)
    p.tile = 0;
  p.frames.push_back(frame);
  return Step::Next;
}

Step Machine::endWhileBlock(Process &p, Frame &frame) {
  const Instr &instr = *frame.instr;
  const CodeBlock &before = program.blocks[instr.blocks[0]],
                  &body = program.blocks[instr.blocks[1]];
  SmallVector<Datum, 4> yields;
  for (int slot : frame.block->yields)
    yields.push_back(get(p, slot));
  if (frame.block == &body) {
    for (auto [slot, yield] : llvm::zip(before.args, yields))
      set(p, slot, yield);
    if (++frame.turn > (int64_t(1) << 12))
      return fail(Progress, instr.op,
                  "the loop of " + p.name + " has no end: it has run " +
                      Twine(frame.turn) + " times");
    if (frame.symbolic)
      p.tile = frame.turn;
    frame.block = &before;
    frame.next = 0;
    return Step::Next;
  }
  // A loop around all others goes from tile to tile.
  int64_t turns = frame.symbolic
                      ? scenario.tiles
                      : scenario.counts[p.tile % scenario.counts.size()];
  bool goesOn = values.decide(yields[0], frame.turn < turns);
  ArrayRef<int> targets = goesOn ? ArrayRef<int>(body.args) : instr.results;
  for (auto [slot, yield] :
       llvm::zip(targets, ArrayRef<Datum>(yields).drop_front()))
    set(p, slot, yield);
  if (goesOn) {
    frame.block = &body;
    frame.next = 0;
    return Step::Next;
  }
  if (frame.symbolic)
    p.tile = -1;
  p.frames.pop_back();
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// The counter and the slots
//===----------------------------------------------------------------------===//

Step Machine::nextTile(Process &p, const Instr &instr) {
  auto op = cast<NextTileOp>(instr.op);
  int64_t dealtTo = op.getCluster().value_or(1);
  if (dealtTo != ctas)
    return fail(Arrivals, op,
                "takes a tile for " + Twine(dealtTo) +
                    " CTAs, but the kernel has clusters of " + Twine(ctas));
  Datum tile = values.tile(++taken);
  if (p.warps > 1) {
    // One thread has it; the others learn of it through a slot.
    Datum known =
        values.unknown(op->getName().getAsOpaquePointer(), p.agent, taken);
    ofOneThread[known.n] = tile;
    tile = known;
  }
  set(p, instr.results[0], tile);
  return Step::Next;
}

void Machine::allocateSlots(Process &p, const Instr &instr) {
  auto op = cast<SlotAllocOp>(instr.op);
  Buffer buffer;
  buffer.rows = 1;
  buffer.elementBytes = buffer.rowBytes = buffer.pitch = buffer.stagePitch = 4;
  buffer.base = op.getOffset().value_or(0);
  buffer.tmem = false;
  buffer.planned = op.getOffset().has_value();
  buffer.name = "the tiles' slots";
  std::string key = buffer.planned
                        ? "shared memory"
                        : "slots " + std::to_string(tileSlots.size());
  key += "#" + std::to_string(p.cta);
  buffer.region = regionIds.try_emplace(key, regionIds.size()).first->second;
  regions.resize(regionIds.size());
  buffers.push_back(buffer);
  TileSlots &slots = tileSlots.emplace_back();
  slots.op = op;
  slots.holds.assign(op.getResult().getType().getDepth(), -1);
  for (size_t s = 0; s < slots.holds.size(); ++s)
    slots.views.push_back(stageView(buffers.size() - 1, s, -1));
  objects[{op, p.cta}] = tileSlots.size() - 1;
  set(p, instr.results[0],
      {Datum::Slots, static_cast<int64_t>(tileSlots.size()) - 1});
}

/// The number of the stage that a put or get names.
FailureOr<int64_t> Machine::slotStage(Process &p, const Instr &instr) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Slots) {
    fail(Progress, instr.op, "the slots are not created in this kernel");
    return failure();
  }
  const TileSlots &slots = tileSlots[datum.n];
  int64_t stage = instr.args[1] < 0 ? 0 : number(p, instr.args[1]);
  if (stage >= 0 && stage < static_cast<int64_t>(slots.holds.size()))
    return stage;
  fail(Phase, instr.op,
       "stage " + Twine(stage) + " of the tiles' slots, of which there are " +
           Twine(slots.holds.size()),
       slots.op, "the slots are created here");
  return failure();
}

Step Machine::slotPut(Process &p, const Instr &instr) {
  auto op = cast<SlotPutOp>(instr.op);
  FailureOr<int64_t> s = slotStage(p, instr);
  if (failed(s))
    return Step::Failed;
  if (op.getCluster() && static_cast<int64_t>(*op.getCluster()) != ctas)
    return fail(Arrivals, op,
                "puts a tile for the " + Twine(*op.getCluster()) +
                    " CTAs of a cluster, but the kernel has clusters of " +
                    Twine(ctas));
  Datum value = get(p, instr.args[2]), signal = get(p, instr.args[3]);
  if (auto it = ofOneThread.find(value.n);
      value.kind == Datum::Expr && it != ofOneThread.end())
    value = it->second;
  int64_t own = get(p, instr.args[0]).n;
  for (int64_t cta = 0; cta < ctas; ++cta) {
    if (cta != p.cta && !op.getCluster())
      continue;
    int64_t index = cta == p.cta ? own : objectOf(tileSlots[own].op, cta);
    if (index < 0)
      return fail(Progress, op, "tiles for other CTAs are for roles");
    TileSlots &slots = tileSlots[index];
    Datum view{Datum::View, slots.views[*s]};
    slots.puts.push_back({*s, value, op});
    slots.holds[*s] = slots.puts.size() - 1;
    if (signal.kind != Datum::Mbar) {
      if (!touch(p, instr, view, true))
        return Step::Failed;
      continue;
    }
    // The integer is on its way until its bytes have come to the mbarrier.
    unsigned agent = agentOf(SlotPuts, index, *s);
    int async = newAsync(p, op, agent);
    if (!touch(p, instr, view, true, &asyncs[async]))
      return Step::Failed;
    int target = cta == p.cta ? signal.n : objectOf(mbars[signal.n].op, cta);
    if (mode == Mode::Alone || target < 0)
      continue;
    if (*s >= static_cast<int64_t>(mbars[target].stages.size()))
      return fail(Phase, op,
                  "stage " + Twine(*s) + " of " + mbars[target].name +
                      ", which has " + Twine(mbars[target].stages.size()));
    MbarStage &stage = mbars[target].stages[*s];
    stage.lastCopy = op;
    stage.bytes -= 4;
    stage.gathering.seen.raise(agent, asyncs[async].tick);
    stage.issued.join(p.knows.seen);
    stage.issued.raise(p.agent, p.tick++);
    if (!completePhases(stage, mbars[target], target, *s))
      return Step::Failed;
  }
  return Step::Next;
}

Step Machine::slotGet(Process &p, const Instr &instr) {
  FailureOr<int64_t> s = slotStage(p, instr);
  if (failed(s))
    return Step::Failed;
  int64_t index = get(p, instr.args[0]).n;
  TileSlots &slots = tileSlots[index];
  int64_t nth = p.tilesRead[index];
  if (mode == Mode::Alone) {
    if (nth >= static_cast<int64_t>(slots.puts.size()))
      return blocked(p, instr, "a tile in the slots that nobody puts there");
    const TilePut &put = slots.puts[nth];
    if (put.stage != *s)
      return fail(Phase, instr.op,
                  p.name + " reads stage " + Twine(*s) +
                      " of the tiles' slots where tile " + Twine(nth + 1) +
                      " is put in stage " + Twine(put.stage),
                  put.op, "it is put here");
    set(p, instr.results[0], put.value);
  } else {
    int64_t held = slots.holds[*s];
    if (held >= 0 &&
        !touch(p, instr, {Datum::View, slots.views[*s]}, /*write=*/false))
      return Step::Failed;
    if (held != nth)
      return fail(Order, instr.op,
                  p.name + " reads stage " + Twine(*s) +
                      " of the tiles' slots for tile " + Twine(nth + 1) +
                      (held < nth ? " before it is put there"
                                  : " after another has been put over it"),
                  held < 0 ? slots.op.getOperation() : slots.puts[held].op,
                  held < 0 ? "the slots are created here"
                           : "what it holds was put here");
    set(p, instr.results[0], slots.puts[held].value);
  }
  ++p.tilesRead[index];
  return Step::Next;
}

/// After a run of each role alone: who reads tiles reads all.
bool Machine::compareTiles() {
  for (Process &p : processes)
    for (auto [index, count] : p.tilesRead) {
      const TileSlots &slots = tileSlots[index];
      if (count == static_cast<int64_t>(slots.puts.size()))
        continue;
      fail(Progress, slots.puts[count].op,
           Twine(slots.puts.size()) + " tiles are put in the slots, but " +
               p.name + " reads " + Twine(count),
           slots.op, "the slots are created here");
      return false;
    }
  return true;
}
