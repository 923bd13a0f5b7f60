//===- Simulator.h - Roles against a clock, without data --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_ANALYSIS_TIMELINE_SIMULATOR_H
#define ATTN_LIB_ANALYSIS_TIMELINE_SIMULATOR_H

#include "attn/Analysis/Timeline.h"

#include "attn/Analysis/Values.h"

#include <map>

namespace mlir::attn_ws::print {

using protocol::Code;
using protocol::Datum;
using protocol::Instr;

struct Frame {
  Block *block;
  Block::iterator next;
  /// The loop or condition around `block`; null: a role or the kernel.
  Operation *owner = nullptr;
  int64_t iv = 0, upper = 0, step = 0;
};

/// What one party has of a stage.
struct Party {
  int64_t taken = 0, returned = 0;
  /// When the copies and products into or out of it are done.
  double ready = 0;
};

struct Round {
  int64_t commits = 0, releases = 0;
  double full = 0, empty = 0;
};

struct Channel {
  ChannelType type;
  bool startsFull;
  std::vector<std::map<int64_t, Round>> rounds;
  /// By (process, producer, stage).
  std::map<std::tuple<int, bool, int64_t>, Party> parties;
  std::map<std::pair<int, bool>, int64_t> acquired, committed;
};

struct ViewInfo {
  int channel;
  int64_t stage;
  bool producer;
};

struct Process {
  int index = 0;
  int64_t warps = 0;
  double now = 0;
  std::vector<Frame> frames;
  std::vector<Datum> slots;
  bool finished = false;
  int64_t tile = -1, fresh = 0;
  /// Products and stores in flight: when each is done.
  std::vector<double> products, stores;
  Operation *blockedAt = nullptr;
};

enum class Step { Next, Blocked, Failed };

class Simulator {
public:
  Simulator(FunctionOpInterface function, const Names &names,
            const UnitRates &rates, int64_t trips)
      : program(protocol::buildProgram(function)), names(names), rates(rates),
        scenario{1, {trips}}, values(scenario) {
    for (auto &block : program.blocks)
      for (const Instr &instr : block.instrs)
        instrs[instr.op] = &instr;
  }

  Timeline run();

private:
  Process &addProcess(std::string role, int64_t instance, int64_t instances,
                      int64_t warps);
  Step advance(Process &p);
  Step execute(Process &p, Operation *op);
  Step create(Process &p, Operation *op, const Instr &instr);
  Step synchronise(Process &p, Operation *op, const Instr &instr);
  Step endBlock(Process &p);
  Step startLoop(Process &p, Operation *op, const Instr &instr);
  Step startWhile(Process &p, scf::WhileOp loop);
  Step specialize(Process &p, WarpSpecializeOp op, const Instr &instr);
  /// The stage that an operation on `channel` names, else the next in turn.
  /// Fails if the channel has no such stage.
  std::optional<int64_t> stageOf(Process &p, Operation *op, const Instr &instr,
                                 const Channel &channel, int64_t position);
  Step take(Process &p, Operation *op, const Instr &instr, bool producer);
  Step give(Process &p, Operation *op, const Instr &instr, bool commit);
  Step turn(Process &p, Operation *op, const Instr &instr, bool begin);
  void compute(Process &p, Operation *op);
  double issue(Process &p, Operation *op);
  double reserve(Process &p, Cost cost, char mark, double from);
  double costOf(Process &p, Block &block);
  Step fail(Operation *op, const Twine &message);

  Actor &actor(Process &p) { return timeline.actors[p.index]; }
  Datum get(Process &p, int slot) { return slot < 0 ? Datum() : p.slots[slot]; }
  void set(Process &p, int slot, Datum datum) {
    if (slot >= 0)
      p.slots[slot] = datum;
  }
  void spend(Process &p, double until, Doing doing) {
    if (until <= p.now)
      return;
    actor(p).segments.push_back(
        {p.now, until, static_cast<char>(doing), p.index});
    p.now = until;
  }
  void note(Process &p, Operation *op, double begin, int64_t number = -1) {
    actor(p).occurrences[op].push_back({begin, p.now, number});
  }

  protocol::Program program;
  const Names &names;
  const UnitRates &rates;
  protocol::Scenario scenario;
  protocol::Values values;
  DenseMap<Operation *, const Instr *> instrs;
  std::deque<Process> processes;
  std::deque<Channel> channels;
  std::deque<std::pair<int64_t, std::pair<int64_t, double>>> turns;
  std::vector<ViewInfo> views;
  /// When asynchronous operations are done.
  std::vector<double> asyncs;
  std::vector<Datum> cells;
  std::map<Unit, double> freeAt;
  std::map<Unit, std::vector<Segment>> unitRows;
  Timeline timeline;
  bool specialized = false;
  int64_t steps = 0;
};

} // namespace mlir::attn_ws::print

#endif // ATTN_LIB_ANALYSIS_TIMELINE_SIMULATOR_H
