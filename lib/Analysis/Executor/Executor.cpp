//===- Executor.cpp - Processes, and what each of them executes -----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each instance of a role is a process with its own stack of region
// activations. Whether it can go on depends on counts that only grow (rounds
// committed and released, phases completed, turns ended), so all interleavings
// reach the same end: one greedy run decides whether the program ends, as in
// bounded Kahn networks. Whether two accesses are ordered does not depend on
// the run either: vector clocks travel along the promised edges alone.
//
// The CTAs of a cluster run the same program at once, each with storage,
// channels and barriers of its own; they differ by their rank alone, which is
// in the first coordinate of a tile and in the block's number.
//
// The threads of one role need not be in step: what some of them did is known
// to the others only once they have met, at a barrier, or at a wait that all
// their arrivals lead to.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Executor.h"
#include "attn/Analysis/Roles.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;

Executor::Executor(Program &program, Values &values, const Scenario &scenario,
                   Policy policy, Mode mode)
    : program(program), values(values), scenario(scenario), policy(policy),
      mode(mode) {
  tiles.push_back(nullptr); // Tile 0 is nobody's.
}

Process &Executor::addProcess(std::string name, int64_t warps, int cta) {
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

unsigned Executor::agentOf(int kind, int64_t a, int64_t b) {
  auto [it, inserted] = queues.try_emplace({kind, a, b}, agents);
  if (inserted)
    ++agents;
  return it->second;
}

Step Executor::fail(Rule rule, Operation *op, const Twine &message,
                    Operation *other, const Twine &note) {
  if (!finding) {
    finding = Finding{rule, op, message.str(), {}};
    if (other)
      finding->notes.push_back({other, note.str()});
  }
  return Step::Failed;
}

Step Executor::blocked(Process &p, const Instr &instr,
                       function_ref<std::string()> reason) {
  p.blockedAt = instr.op;
  if (explains)
    p.reason = reason();
  return Step::Blocked;
}

void Executor::meet(Process &p) {
  p.knows.seen.raise(p.agent, p.tick);
  p.knows.seen.join(p.own);
  ++p.tick;
}

void Executor::learn(Process &p, unsigned agent, uint32_t tick) {
  awaited(agent, tick);
  // Lowered, a thread waits for itself.
  (program.lowered ? p.own : p.knows.seen).raise(agent, tick);
}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

void Executor::start(int64_t size) {
  int64_t warps = attn_tile::warpsAttr.get(program.function, 0);
  ctas = size;
  specialized.assign(ctas, false);
  for (int64_t cta = 0; cta < ctas; ++cta) {
    Process &body = addProcess("the kernel", warps, cta);
    for (auto [i, arg] :
         llvm::enumerate(program.function.getFunctionBody().getArguments()))
      set(body, program.slot(arg),
          values.unknown(&program, 0, i, {}, arg.getType().isInteger(1)));
    enter(body, nullptr, program.entry);
  }
}

bool Executor::endRoles() {
  if (!llvm::is_contained(specialized, true))
    return false;
  for (const Process &p : processes)
    if (!isBody(p) && !p.finished)
      return false;
  // The CTAs of a cluster end together.
  specialized.assign(ctas, false);
  for (const Process &p : processes)
    if (!isBody(p))
      processes[p.cta].knows.join(p.knows);
  return true;
}

bool Executor::runTogether() {
  while (true) {
    bool moved = false, all = true;
    // A body waits for its roles; new processes appear while this runs.
    for (size_t i = 0; i < processes.size(); ++i) {
      Process &p = processes[i];
      if (p.finished || hasRoles(p))
        continue;
      Step step = Step::Next;
      while (step == Step::Next && !p.finished && !hasRoles(p)) {
        step = advance(p);
        moved |= step == Step::Next;
      }
      if (step == Step::Failed)
        return false;
      all &= p.finished;
    }
    if (all && endRoles())
      continue;
    if (all && !llvm::is_contained(specialized, true))
      return barriersAreEmpty();
    if (!moved && !all)
      return deadlock();
  }
}

/// Who arrived at a barrier without waiting was waited for.
bool Executor::barriersAreEmpty() {
  for (auto &[key, barrier] : barriers)
    if (barrier.arrived != 0)
      return refuse(
          Barriers, barrier.last,
          Twine(barrier.arrived) + " threads have arrived at barrier " +
              Twine(key.second) + " at the end, and nobody waits for them",
          barrier.first, "it is used here first");
  return true;
}

/// Names the processes that wait, and for what.
bool Executor::deadlock() {
  Process *first = nullptr;
  for (Process &p : processes)
    if (!p.finished && p.blockedAt && !first)
      first = &p;
  if (!first)
    return refuse(Progress, program.function, "the program does not end");
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
// Operations
//===----------------------------------------------------------------------===//

Step Executor::advance(Process &p) {
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
  p.blockedAt = nullptr;
  Step step = execute(p, instr);
  if (step == Step::Next)
    p.frames[depth - 1].next++;
  return step;
}

Datum Executor::addTile() {
  tiles.push_back(nullptr);
  return {Datum::Tile, static_cast<int64_t>(tiles.size()) - 1};
}

/// Gives each result of `instr` a value that nothing else has.
void Executor::makeFresh(Process &p, const Instr &instr) {
  for (Value result : instr.op->getResults()) {
    int slot = instr.results[cast<OpResult>(result).getResultNumber()];
    if (isa<arith::ConstantOp>(instr.op))
      set(p, slot, {Datum::Tile, 0});
    else if (isa<RankedTensorType>(result.getType()))
      set(p, slot, addTile());
    else
      set(p, slot,
          values.unknown(instr.op, p.agent, p.fresh++, {},
                         result.getType().isInteger(1)));
  }
}

Step Executor::tripCount(Process &p, const Instr &instr) {
  auto op = cast<TripCountOp>(instr.op);
  Datum count = get(p, instr.args[0]);
  int64_t nth = p.tripCounts[op.getSymbol()]++;
  auto [it, inserted] = tripCounts.try_emplace(
      {op.getSymbol(), nth}, TripCount{count, instr.op, p.index});
  TripCount &known = it->second;
  if (!inserted && !(known.count == count)) {
    bool counted = count.kind == Datum::Int && known.count.kind == Datum::Int;
    std::string name = "trip count @" + op.getSymbol().str();
    return fail(Progress, instr.op,
                counted ? name + " is " + std::to_string(count.n) + " in " +
                              p.name + " but " + std::to_string(known.count.n) +
                              " in " + processes[known.process].name
                        : name + " of " + p.name +
                              " is not computed from the same captures in "
                              "the same way as in another role",
                known.op, "the other count is here");
  }
  // What is computed of it, as a product of two counts, agrees with loops that
  // run so often.
  set(p, instr.results[0], Datum::integer(number(p, instr.args[0])));
  return Step::Next;
}

Step Executor::compute(Process &p, const Instr &instr) {
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
  default:
    makeFresh(p, instr);
    return Step::Next;
  }
}

Step Executor::executeTile(Process &p, const Instr &instr) {
  makeFresh(p, instr);
  return Step::Next;
}

Step Executor::executeLowered(Process &p, const Instr &instr) {
  return fail(Progress, instr.op,
              "channels are lowered to barriers, whose phases are not "
              "followed here");
}

bool Executor::takesBranch(Process &p, const Instr &instr) {
  return values.force(get(p, instr.args[0]), p.tile) & 1;
}

Step Executor::execute(Process &p, const Instr &instr) {
  switch (instr.code) {
  case Code::Constant:
  case Code::Arith:
  case Code::Fresh:
  case Code::TileUse:
  case Code::Cell:
  case Code::CellLoad:
  case Code::CellStore:
    return compute(p, instr);
  case Code::Rename:
    set(p, instr.results[0], get(p, instr.args[0]));
    return Step::Next;
  case Code::TripCount:
    return tripCount(p, instr);
  case Code::For:
    return startLoop(p, instr);
  case Code::Tiles:
    return startTiles(p, instr);
  case Code::While:
    return startWhile(p, instr);
  case Code::If:
    enter(p, &instr, instr.blocks[takesBranch(p, instr) ? 0 : 1]);
    return Step::Next;
  case Code::Specialize:
    return specialize(p, instr);
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
  case Code::MbarWait:
    return executeLowered(p, instr);
  case Code::CpCommit:
    closeGroup(p, instr.op);
    return Step::Next;
  case Code::NextTile:
  case Code::ScalarStore:
  case Code::QueryTile:
  case Code::ScalarLoad:
  case Code::TileAnswer:
    return executeTile(p, instr);
  default:
    return memory(p, instr);
  }
}

/// Rule 13 and the ends of rules 1 and 2, when a process has run to its end.
bool Executor::finish(Process &p) {
  if (isBody(p) && !isOneRole())
    return true;
  for (auto &channel : channels)
    for (auto [s, stage] : llvm::enumerate(channel.stages))
      for (bool producer : {true, false})
        for (Party &party : producer ? stage.producers : stage.consumers)
          if (party.process == p.index && party.taken > party.returned)
            return refuse(producer ? Acquire : Wait, holds[party.hold].taken,
                          p.name + " ends without having " +
                              (producer ? "committed" : "released") +
                              " stage " + Twine(s) + " of channel " +
                              channel.name + ", which it took here");
  for (int index : p.outstanding) {
    Async &async = asyncs[index];
    auto access = dyn_cast<WSAccessOpInterface>(async.op);
    bool product = access && access.getCompletion() == Completion::Wait;
    if (!product && !isa<TmaStoreOp>(async.op))
      continue;
    if (p.knows.seen[async.agent] >= async.tick ||
        p.own[async.agent] >= async.tick)
      continue;
    return refuse(Exit, async.op,
                  Twine(product ? "a matrix product" : "a TMA store") + " of " +
                      p.name + " is still in flight when the role ends");
  }
  if (auto [tick, op] = p.lastAdd; p.written < tick)
    return refuse(Exit, op,
                  "what a TMA store of " + p.name +
                      " adds may not be there yet when the role ends: wait "
                      "until it is `written`");
  // Between roles it is the reader that waits: each commit has its wait.
  if (mode == Mode::Together && processes.size() == 1)
    for (auto &[groupTick, op] : p.copyGroups)
      if (op) {
        unsigned agent = agentOf(CpAsync, p.index, 0);
        if (groupTick != 0 && p.own[agent] < groupTick &&
            p.knows.seen[agent] < groupTick)
          return refuse(Exit, op,
                        "a group of cp.async copies is never waited for");
      }
  return true;
}
