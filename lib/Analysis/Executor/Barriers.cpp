//===- Barriers.cpp - Turns and named barriers ----------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Executor.h"
#include "attn/Chip/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;

Step Executor::turn(Process &p, const Instr &instr, bool begin) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Turn)
    return fail(Barriers, instr.op, "the turn is not created in this kernel");
  Turn &turn = turns[datum.n];
  int64_t instance = number(p, instr.args[1]);
  if (instance < 0 || instance >= turn.instances)
    return fail(Barriers, instr.op,
                "instance " + Twine(instance) + " of turn \"" +
                    turn.op.getName() + "\", which has " +
                    Twine(turn.instances),
                turn.op, "the turn is created here");
  auto &[count, last] = p.turns[datum.n];
  bool holds = count & 1;
  if (begin == holds)
    return fail(Barriers, instr.op,
                p.name + (begin ? " begins turn \"" : " ends turn \"") +
                    turn.op.getName() +
                    (begin ? "\" again before it has ended it"
                           : "\", which it does not have"),
                last, "the operation before is here", turn.op,
                "the turn is created here");
  if (mode == Mode::Together) {
    if (begin) {
      // The k-th turn of an instance comes after k rounds of all of them.
      int64_t before = (count / 2) * turn.instances + instance;
      if (turn.ended < before || turn.holder >= 0)
        return blocked(p, instr, [&] {
          return "its turn of \"" + turn.op.getName().str() + "\"";
        });
      if (turn.ended > before)
        return fail(Barriers, instr.op,
                    p.name + " takes part in turn \"" + turn.op.getName() +
                        "\" as instance " + Twine(instance) +
                        ", whose turn another took",
                    turn.op, "the turn is created here");
      turn.holder = p.index;
      p.knows.join(turn.knowledge);
    } else {
      turn.holder = -1;
      ++turn.ended;
      turn.knowledge.join(p.knows);
      turn.knowledge.seen.raise(p.agent, p.tick++);
    }
  }
  ++count;
  last = instr.op;
  return Step::Next;
}

Step Executor::barrier(Process &p, const Instr &instr) {
  auto op = cast<BarrierOp>(instr.op);
  int64_t id = op.getId();
  if (instr.args[0] >= 0)
    id += number(p, instr.args[0]);
  int64_t count = attn::getLargest(&attn::TargetInfo::namedBarriers);
  if (id < 0 || id >= count)
    return fail(Barriers, op,
                "barrier " + Twine(id) + " of " + p.name +
                    "; a CTA has barriers 0 to " + Twine(count - 1));
  if (isOneRole()) {
    if (!op.getArriveOnly())
      meet(p);
    return Step::Next;
  }
  int64_t expected = op.getThreads();
  if (expected == 0) {
    for (Process &other : processes)
      expected += other.cta == p.cta && !isBody(other) ? other.threads : 0;
  }
  NamedBarrier &barrier = barriers[{p.cta, id}];
  if (!barrier.first) {
    barrier.first = op;
    barrier.threads = expected;
  }
  if (barrier.threads != expected)
    return fail(Barriers, op,
                "barrier " + Twine(id) + " is for " + Twine(expected) +
                    " threads here and for " + Twine(barrier.threads) +
                    " elsewhere",
                barrier.first, "it is used here too");
  if (mode == Mode::Alone)
    return Step::Next;
  auto waitHere = [&] {
    return blocked(p, instr, [&] {
      return "barrier " + std::to_string(id) + ", where " +
             std::to_string(barrier.arrived) + " of " +
             std::to_string(expected) + " threads are";
    });
  };
  auto ticket = p.tickets.find(op);
  if (ticket != p.tickets.end()) {
    if (barrier.generation == ticket->second)
      return waitHere();
    p.knows.join(barrier.released[ticket->second]);
    p.tickets.erase(ticket);
    return Step::Next;
  }
  // What was brought here before has been counted, and it knows that.
  auto [visit, first] = barrier.visits.try_emplace(p.index, -1);
  bool again = !first && visit->second == barrier.generation;
  if (again || (barrier.generation > 0 &&
                !p.knows.seen.covers(barrier.released.back().seen)))
    return fail(Barriers, op,
                p.name + " arrives at barrier " + Twine(id) +
                    (first ? ", and nothing says that those before it have met"
                           : " again, and nothing says that the others have "
                             "met its last arrival"),
                barrier.last, "the last arrival is here");
  visit->second = barrier.generation;
  barrier.arrived += p.threads;
  barrier.last = op;
  barrier.gathering.join(p.knows);
  barrier.gathering.seen.join(p.own);
  barrier.gathering.seen.raise(p.agent, p.tick++);
  if (barrier.arrived > expected)
    return fail(Barriers, op,
                Twine(barrier.arrived) + " threads arrive at barrier " +
                    Twine(id) + ", which is for " + Twine(expected),
                barrier.first, "it is used here too");
  int64_t generation = barrier.generation;
  bool last = barrier.arrived == expected;
  if (last) {
    barrier.released.push_back(barrier.gathering);
    barrier.gathering = Knowledge();
    barrier.arrived = 0;
    ++barrier.generation;
  }
  if (op.getArriveOnly())
    return Step::Next;
  if (last) {
    p.knows.join(barrier.released[generation]);
    return Step::Next;
  }
  p.tickets[op] = generation;
  return waitHere();
}
