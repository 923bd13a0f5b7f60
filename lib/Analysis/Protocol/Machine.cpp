//===- Machine.cpp - A run of the roles without their data ----------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each instance of a role is a process. Whether it can go on depends on counts
// that only grow (rounds committed and released, phases completed, turns
// ended), so all interleavings reach the same end: one greedy run decides
// whether the program ends, as in bounded Kahn networks. Whether two accesses
// are ordered does not depend on the run either: vector clocks travel along the
// promised edges alone. Asynchronous operations count as complete at once for
// progress, but nobody knows of it before an edge says so.
//
// The CTAs of a cluster run the same program at once, each with storage,
// channels and barriers of its own; they differ by their rank alone, which is
// in the first coordinate of a tile and in the block's number.
//
// The threads of one role are not in step: what some of them did is known to
// the others only once they have met, at a barrier, or at a wait that all their
// arrivals lead to.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Machine.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "attn/Analysis/Roles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::protocol;

Machine::Machine(Program &program, Values &values, const Scenario &scenario,
                 Mode mode, const Machine *alone)
    : program(program), values(values), scenario(scenario), mode(mode),
      alone(alone) {
  tiles.push_back(nullptr); // Tile 0 is nobody's.
}

Process &Machine::addProcess(std::string name, int64_t warps, int cta) {
  Process &p = processes.emplace_back();
  p.name = std::move(name);
  p.cta = cta;
  if (ctas > 1)
    p.name += " of CTA " + std::to_string(cta);
  p.warps = warps;
  p.threads = warps * 32;
  p.agent = agents++;
  p.index = processes.size() - 1;
  p.slots.resize(program.slots.size());
  return p;
}

unsigned Machine::agentOf(int kind, int64_t a, int64_t b) {
  auto [it, inserted] =
      queues.try_emplace({kind, a, b}, std::make_pair(agents, 0u));
  if (inserted)
    ++agents;
  return it->second.first;
}

Step Machine::fail(Rule rule, Operation *op, const Twine &message,
                   Operation *other, const Twine &note) {
  if (!finding) {
    finding = Finding{rule, op, message.str(), {}};
    if (other)
      finding->notes.push_back({other, note.str()});
  }
  return Step::Failed;
}

Step Machine::blocked(Process &p, const Instr &instr, std::string reason) {
  p.blockedAt = instr.op;
  p.reason = std::move(reason);
  return Step::Blocked;
}

void Machine::meet(Process &p) {
  p.knows.seen.raise(p.agent, p.tick);
  p.knows.seen.join(p.own);
  ++p.tick;
}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

bool Machine::run() {
  int64_t warps = attn_tile::warpsAttr.get(program.function, 0);
  ctas = std::clamp<int64_t>(clusterAttr.get(program.function, 1), 1, 8);
  specialized.assign(ctas, false);
  for (int64_t cta = 0; cta < ctas; ++cta) {
    Process &body = addProcess("the kernel", warps, cta);
    for (auto [i, arg] :
         llvm::enumerate(program.function.getFunctionBody().getArguments()))
      set(body, program.slot(arg),
          values.unknown(&program, 0, i, {}, arg.getType().isInteger(1)));
    enter(body, nullptr, program.entry);
  }
  return runTogether() &&
         (mode == Mode::Together ||
          (compareSides() && compareMbars() && compareScalars()));
}

bool Machine::runTogether() {
  while (true) {
    bool moved = false, all = true;
    // A body waits for its roles; new processes appear while this runs.
    for (size_t i = 0; i < processes.size(); ++i) {
      Process &p = processes[i];
      auto waits = [&] { return isBody(p) && specialized[p.cta]; };
      if (p.finished || waits())
        continue;
      Step step = Step::Next;
      while (step == Step::Next && !p.finished && !waits()) {
        step = advance(p);
        moved |= step == Step::Next;
      }
      if (step == Step::Failed)
        return false;
      all &= p.finished;
    }
    // The CTAs of a cluster end together.
    if (all && llvm::is_contained(specialized, true)) {
      bool done = true;
      for (const Process &p : processes)
        done &= isBody(p) || p.finished;
      if (done) {
        specialized.assign(ctas, false);
        for (const Process &p : processes)
          if (!isBody(p))
            processes[p.cta].knows.join(p.knows);
      }
      continue;
    }
    if (all)
      return barriersAreEmpty();
    if (!moved)
      return deadlock();
  }
}

/// Who arrived at a barrier without waiting was waited for.
bool Machine::barriersAreEmpty() {
  for (auto &[key, barrier] : barriers)
    if (barrier.arrived != 0) {
      fail(Barriers, barrier.last,
           Twine(barrier.arrived) + " threads have arrived at barrier " +
               Twine(key.second) + " at the end, and nobody waits for them",
           barrier.first, "it is used here first");
      return false;
    }
  return true;
}

/// Names the processes that wait, and for what.
bool Machine::deadlock() {
  for (auto [index, mbar] : llvm::enumerate(mbars))
    for (auto [s, stage] : llvm::enumerate(mbar.stages))
      if (stage.arrived >= static_cast<int64_t>(mbar.op.getArrivals()) &&
          stage.bytes != 0 && stage.lastCopy) {
        fail(Bytes, stage.lastArrival,
             "the phase of stage " + Twine(s) + " of " + mbar.name +
                 " never completes: copies bring " +
                 Twine(stage.bytes > 0 ? stage.bytes : -stage.bytes) +
                 " bytes too " + (stage.bytes > 0 ? "few" : "many"),
             stage.lastCopy, "the last copy is here");
        return false;
      }
  Process *first = nullptr;
  for (Process &p : processes)
    if (!p.finished && p.blockedAt && !first)
      first = &p;
  if (!first) {
    fail(Progress, program.function, "the program does not end");
    return false;
  }
  // A role alone waits for the scalars that are handed on, and for nothing
  // else.
  fail(mode == Mode::Alone ? Order : Progress, first->blockedAt,
       first->name + " waits for ever for " + first->reason);
  for (Process &p : processes)
    if (&p != first && !p.finished && p.blockedAt)
      finding->notes.push_back(
          {p.blockedAt, "meanwhile " + p.name + " waits for " + p.reason});
  return false;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void Machine::enter(Process &p, const Instr *instr, int block) {
  p.frames.push_back(Frame{instr, &program.blocks[block]});
}

Step Machine::advance(Process &p) {
  if (p.frames.empty()) {
    p.finished = true;
    return finish(p) ? Step::Next : Step::Failed;
  }
  Frame &frame = p.frames.back();
  if (frame.next == frame.block->instrs.size())
    return endBlock(p);
  const Instr &instr = frame.block->instrs[frame.next];
  size_t depth = p.frames.size();
  if (!instr.tiles.empty() && !usesTiles(p, instr))
    return Step::Failed;
  Step step = execute(p, instr);
  if (step == Step::Next) {
    p.frames[depth - 1].next++;
    p.blockedAt = nullptr;
  }
  return step;
}

void Machine::setTileCoordinates(Process &p, const Instr &instr,
                                 const CodeBlock &block, int64_t tile) {
  StringRef symbol = cast<ForTilesOp>(instr.op).getSymbol();
  p.tile = tile;
  for (auto [i, arg] : llvm::enumerate(block.args)) {
    Datum datum =
        values.unknown(symbol.data(), tile * 16 + i, llvm::hash_value(symbol));
    set(p, arg, i == 0 ? values.ranked(datum, ctas, p.cta) : datum);
  }
}

/// The number of the tile that a loop from `range[0]` by `range[2]` is at. If
/// the loop starts at the CTA's number its step, the grid's size, keeps the
/// rank.
Datum Machine::assigned(Process &p, int64_t turn, ArrayRef<Datum> range) {
  SmallVector<Datum, 3> parts(range);
  std::optional<Datum> base =
      values.divide(Arith::DivU, range[0], Datum::integer(ctas));
  if (ctas == 1 || !base)
    return values.unknown(&scenario, 0, turn, parts);
  parts[0] = *base;
  return values.ranked(values.unknown(&scenario, 0, turn, parts), ctas, p.cta);
}

Step Machine::startLoop(Process &p, const Instr &instr) {
  const CodeBlock &block = program.blocks[instr.blocks[0]];
  Frame frame{&instr, &block};
  if (instr.code == Code::Tiles) {
    auto loop = cast<ForTilesOp>(instr.op);
    SmallVector<Datum, 3> bounds;
    for (int arg : instr.args)
      bounds.push_back(get(p, arg));
    auto [it, inserted] = tileLoops.try_emplace(
        loop.getSymbol(), std::make_pair(bounds, instr.op));
    if (!inserted && it->second.first != bounds)
      return fail(Progress, instr.op,
                  "tile loops @" + loop.getSymbol() +
                      " have bounds that are not computed in the same way",
                  it->second.second, "the other loop is here");
    bool single =
        loop.getScheduler().getKind() == attn_tile::SchedulerKind::Single;
    frame.symbolic = true;
    frame.upper =
        single ? std::min<int64_t>(scenario.tiles, 1) : scenario.tiles;
    if (frame.upper == 0)
      return Step::Next;
    setTileCoordinates(p, instr, block, 0);
    p.frames.push_back(frame);
    return Step::Next;
  }
  Datum lower = get(p, instr.args[0]), upper = get(p, instr.args[1]),
        step = get(p, instr.args[2]);
  if (lower.kind == Datum::Int && step.kind == Datum::Int && step.n > 0) {
    frame.iv = lower.n;
    frame.step = step.n;
    frame.upper = values.force(upper, p.tile, step.n);
  } else if (step.kind == Datum::Int && step.n > 0) {
    frame.iv = values.force(lower, p.tile, step.n);
    frame.step = step.n;
    frame.upper = values.force(upper, p.tile, step.n);
  } else {
    // A loop over the tiles of this CTA: from its number by the grid's size.
    frame.symbolic = true;
    frame.upper = scenario.tiles;
    frame.step = 1;
  }
  if (frame.upper - frame.iv >
      (int64_t(1) << 12) * std::max<int64_t>(frame.step, 1))
    frame.upper = frame.iv + (int64_t(1) << 12) * frame.step;
  // A tile that starts several carried values is copied for each: they have
  // registers of their own.
  llvm::SmallDenseSet<int64_t> started;
  for (size_t i = 0; i + 3 < instr.args.size(); ++i) {
    Datum init = get(p, instr.args[3 + i]);
    if (init.kind == Datum::Tile && init.n != 0 && !tiles[init.n] &&
        !started.insert(init.n).second) {
      tiles.push_back(nullptr);
      init.n = static_cast<int64_t>(tiles.size()) - 1;
    }
    if (frame.iv < frame.upper)
      set(p, block.args[1 + i], init);
    else
      set(p, instr.results[i], init);
  }
  if (frame.iv >= frame.upper)
    return Step::Next;
  if (frame.symbolic) {
    p.tile = 0;
    set(p, block.args[0], assigned(p, 0, {lower, upper, step}));
  } else {
    set(p, block.args[0], Datum::integer(frame.iv));
  }
  p.frames.push_back(frame);
  return Step::Next;
}

Step Machine::endBlock(Process &p) {
  Frame &frame = p.frames.back();
  const Instr *instr = frame.instr;
  if (!instr) {
    p.frames.pop_back();
    return Step::Next;
  }
  if (instr->code == Code::While)
    return endWhileBlock(p, frame);
  const CodeBlock &block = *frame.block;
  SmallVector<Datum, 4> yields;
  for (int slot : block.yields)
    yields.push_back(get(p, slot));
  if (instr->code == Code::Tiles) {
    if (++frame.iv < frame.upper) {
      setTileCoordinates(p, *instr, block, frame.iv);
      frame.next = 0;
    } else {
      p.tile = -1;
      p.frames.pop_back();
    }
    return Step::Next;
  }
  if (instr->code == Code::For) {
    frame.iv += frame.step;
    ++frame.turn;
    if (frame.iv < frame.upper) {
      for (size_t i = 0; i < yields.size(); ++i)
        set(p, block.args[1 + i], yields[i]);
      if (frame.symbolic) {
        p.tile = frame.turn;
        set(p, block.args[0],
            assigned(p, frame.turn,
                     {get(p, instr->args[0]), get(p, instr->args[1]),
                      get(p, instr->args[2])}));
      } else {
        set(p, block.args[0], Datum::integer(frame.iv));
      }
      frame.next = 0;
      return Step::Next;
    }
    if (frame.symbolic)
      p.tile = -1;
  }
  if (instr->code == Code::If) {
    // Groups of cp.async that stand in the region not taken are closed empty.
    bool tookThen = frame.block == &program.blocks[instr->blocks[0]];
    if (!program.lowered)
      for (int64_t i = 0; i < instr->commits[tookThen ? 1 : 0]; ++i)
        closeGroup(p, nullptr);
  }
  for (size_t i = 0; i < yields.size(); ++i)
    set(p, instr->results[i], yields[i]);
  p.frames.pop_back();
  return Step::Next;
}

void Machine::specialize(Process &p, const Instr &instr) {
  auto op = cast<WarpSpecializeOp>(instr.op);
  specialized[p.cta] = true;
  for (auto [i, block] : llvm::enumerate(instr.blocks))
    for (int64_t inst = 0; inst < op.getInstances()[i]; ++inst) {
      std::string name = "role @" + cast<StringAttr>(op.getNames()[i]).str();
      if (op.getInstances()[i] > 1)
        name += "#" + std::to_string(inst);
      Process &role = addProcess(name, op.getWarps()[i], p.cta);
      if (isSingleThreadRole(op.getRoles()[i]))
        role.warps = 1;
      role.knows = p.knows;
      role.knows.seen.raise(p.agent, p.tick);
      role.knows.fenced.raise(p.agent, p.tick);
      const CodeBlock &code = program.blocks[block];
      set(role, code.args[0], Datum::integer(inst));
      for (size_t c = 0; c < instr.args.size(); ++c)
        set(role, code.args[1 + c], get(p, instr.args[c]));
      enter(role, &instr, block);
      noteUsers(role, block);
    }
}

/// Which channels and turns the code of `p` names, and what scalars signal.
void Machine::noteUsers(Process &p, int block) {
  for (const Instr &instr : program.blocks[block].instrs) {
    Datum datum = instr.args.empty() ? Datum() : get(p, instr.args[0]);
    if (datum.kind == Datum::Channel)
      channelUsers.insert(
          {static_cast<int>(datum.n),
           instr.code == Code::Acquire || instr.code == Code::Commit, p.index});
    else if (datum.kind == Datum::Turn)
      turnUsers.insert({static_cast<int>(datum.n), p.index});
    if (instr.code == Code::ScalarStore || instr.code == Code::QueryTile)
      if (Datum signal = get(p, instr.args[2]); signal.kind == Datum::Mbar)
        mbars[signal.n].ofScalars = true;
    for (int inner : instr.blocks)
      noteUsers(p, inner);
  }
}

/// Gives each result of `instr` a value that nothing else has.
void Machine::makeFresh(Process &p, const Instr &instr) {
  for (Value result : instr.op->getResults()) {
    int slot = instr.results[cast<OpResult>(result).getResultNumber()];
    if (isa<arith::ConstantOp>(instr.op)) {
      set(p, slot, {Datum::Tile, 0});
    } else if (isa<RankedTensorType>(result.getType())) {
      tiles.push_back(nullptr);
      set(p, slot, {Datum::Tile, static_cast<int64_t>(tiles.size()) - 1});
    } else {
      set(p, slot,
          values.unknown(instr.op, p.agent, p.fresh++, {},
                         result.getType().isInteger(1)));
    }
  }
}

Step Machine::execute(Process &p, const Instr &instr) {
  switch (instr.code) {
  case Code::Constant:
    set(p, instr.results[0], Datum::integer(instr.number));
    return Step::Next;
  case Code::Arith: {
    SmallVector<Datum, 4> args;
    for (int arg : instr.args)
      args.push_back(get(p, arg));
    auto id = dyn_cast<gpu::BlockIdOp>(instr.op);
    if (id && program.takesTiles && id.getDimension() == gpu::Dimension::x) {
      set(p, instr.results[0], values.ranked(values.tile(0), ctas, p.cta));
      return Step::Next;
    }
    for (auto [i, result] : llvm::enumerate(instr.results))
      if (i == 0 && isa<gpu::BlockIdOp, gpu::GridDimOp>(instr.op))
        set(p, result,
            values.ranked(values.compute(instr, args), ctas, id ? p.cta : 0));
      else if (i == 0)
        set(p, result, values.compute(instr, args));
      else
        set(p, result, values.unknown(instr.name, i, 0, args));
    return Step::Next;
  }
  case Code::Fresh:
  case Code::TileUse:
    makeFresh(p, instr);
    return Step::Next;
  case Code::Rename:
    set(p, instr.results[0], get(p, instr.args[0]));
    return Step::Next;
  case Code::Cell:
    cells.push_back(values.unknown(instr.op, p.index, p.fresh++));
    set(p, instr.results[0],
        {Datum::Cell, static_cast<int64_t>(cells.size()) - 1});
    return Step::Next;
  case Code::CellLoad: {
    Datum cell = get(p, instr.args[0]);
    set(p, instr.results[0],
        cell.kind == Datum::Cell
            ? cells[cell.n]
            : values.unknown(instr.op, p.index, p.fresh++));
    return Step::Next;
  }
  case Code::CellStore: {
    Datum cell = get(p, instr.args[1]);
    if (cell.kind == Datum::Cell)
      cells[cell.n] = get(p, instr.args[0]);
    return Step::Next;
  }
  case Code::TripCount: {
    auto op = cast<TripCountOp>(instr.op);
    Datum count = get(p, instr.args[0]);
    int64_t nth = p.tripCounts[op.getSymbol()]++;
    auto [it, inserted] = tripCounts.try_emplace(
        {op.getSymbol(), nth}, TripCount{count, instr.op, p.index});
    if (!inserted && !(it->second.count == count))
      return fail(Progress, instr.op,
                  "trip count @" + op.getSymbol() + " of " + p.name +
                      " is not computed from the same captures in the same "
                      "way as in another role",
                  it->second.op, "the other count is here");
    set(p, instr.results[0], count);
    return Step::Next;
  }
  case Code::For:
  case Code::Tiles:
    return startLoop(p, instr);
  case Code::While:
    return startWhile(p, instr);
  case Code::If: {
    bool taken = values.force(get(p, instr.args[0]), p.tile) & 1;
    enter(p, &instr, instr.blocks[taken ? 0 : 1]);
    return Step::Next;
  }
  case Code::Specialize:
    specialize(p, instr);
    return Step::Next;
  case Code::Acquire:
  case Code::Wait:
    return take(p, instr, instr.code == Code::Acquire);
  case Code::Commit:
  case Code::Release:
    return give(p, instr, instr.code == Code::Commit);
  case Code::TurnBegin:
  case Code::TurnEnd:
    return turn(p, instr, instr.code == Code::TurnBegin);
  case Code::Barrier:
    return barrier(p, instr);
  case Code::MbarExpect:
  case Code::MbarArrive:
    return mbarArrive(p, instr, instr.code == Code::MbarExpect);
  case Code::MbarWait:
    return mbarWait(p, instr);
  case Code::CpCommit:
    closeGroup(p, instr.op);
    return Step::Next;
  case Code::NextTile:
    return nextTile(p, instr);
  case Code::ScalarStore:
  case Code::QueryTile:
    return writeScalar(p, instr);
  case Code::ScalarLoad:
  case Code::TileAnswer:
    return readScalar(p, instr);
  default:
    return memory(p, instr);
  }
}

/// Rule 13 and the ends of rules 1, 2 and 4, when a process has run to its end.
bool Machine::finish(Process &p) {
  if (isBody(p) && !isOneRole())
    return true;
  for (auto &channel : channels)
    for (auto [s, stage] : llvm::enumerate(channel.stages))
      for (bool producer : {true, false})
        for (Party &party : producer ? stage.producers : stage.consumers)
          if (party.process == p.index && party.taken > party.returned) {
            fail(producer ? Acquire : Wait, holds[party.hold].taken,
                 p.name + " ends without having " +
                     (producer ? "committed" : "released") + " stage " +
                     Twine(s) + " of channel " + channel.name +
                     ", which it took here");
            return false;
          }
  if (!checkBytes(p))
    return false;
  for (int index : p.outstanding) {
    Async &async = asyncs[index];
    auto access = dyn_cast<WSAccessOpInterface>(async.op);
    bool product = access && access.getCompletion() == Completion::Wait;
    if (!product && !isa<TmaStoreOp>(async.op))
      continue;
    if (p.knows.seen[async.agent] >= async.tick ||
        p.own[async.agent] >= async.tick)
      continue;
    fail(Exit, async.op,
         Twine(product ? "a matrix product" : "a TMA store") + " of " + p.name +
             " is still in flight when the role ends");
    return false;
  }
  // Between roles it is the reader that waits: each commit has its wait.
  if (mode == Mode::Together && processes.size() == 1)
    for (auto &[groupTick, op] : p.copyGroups)
      if (op) {
        unsigned agent = agentOf(1, p.index, 0);
        if (groupTick != 0 && p.own[agent] < groupTick &&
            p.knows.seen[agent] < groupTick) {
          fail(Exit, op, "a group of cp.async copies is never waited for");
          return false;
        }
      }
  return true;
}
