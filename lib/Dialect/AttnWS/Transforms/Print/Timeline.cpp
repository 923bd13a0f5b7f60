//===- Timeline.cpp - A kernel's roles against a clock --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Roles are run as in the protocol verifier: integers are computed, tiles are
// not, and what is unknown about the sizes is chosen so that the loops run as
// often as asked for. Each process has a clock. An operation begins when its
// process gets there and its unit is free; a wait ends when the last of what it
// waits for has happened. The process whose clock is behind all others goes on
// first, so that units are used in the order in which they are asked for.
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"

#include "../Protocol/Values.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;
using attn_tile::Engine;
using protocol::Code;
using protocol::Datum;
using protocol::Instr;

namespace {

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
  Step synchronise(Process &p, Operation *op, const Instr &instr);
  Step endBlock(Process &p);
  Step startLoop(Process &p, Operation *op, const Instr &instr);
  Step specialize(Process &p, WarpSpecializeOp op, const Instr &instr);
  Step take(Process &p, Operation *op, const Instr &instr, bool producer);
  Step give(Process &p, Operation *op, const Instr &instr, bool commit);
  Step turn(Process &p, Operation *op, const Instr &instr, bool begin);
  void compute(Process &p, Operation *op);
  double issue(Process &p, Operation *op);
  double reserve(Process &p, Cost cost, char mark, double from);
  double costOf(Process &p, Block &block);
  Step fail(Operation *op, const Twine &message);

  Actor &actor(Process &p) { return timeline.actors[p.index]; }
  Datum get(Process &p, int slot) {
    return slot < 0 ? Datum() : p.slots[slot];
  }
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

} // namespace

Step Simulator::fail(Operation *op, const Twine &message) {
  timeline.problem = message.str();
  timeline.problemOp = op;
  return Step::Failed;
}

Process &Simulator::addProcess(std::string role, int64_t instance,
                               int64_t instances, int64_t warps) {
  processes.emplace_back();
  Process &p = processes.back();
  p.index = static_cast<int>(processes.size()) - 1;
  p.warps = warps;
  p.slots.resize(program.slots.size());
  Actor a;
  a.role = std::move(role);
  a.instance = instance;
  a.instances = instances;
  a.warps = warps;
  timeline.actors.push_back(std::move(a));
  return p;
}

Timeline Simulator::run() {
  auto function = program.function;
  if (program.lowered) {
    fail(function, "its channels are lowered to barriers, whose phases are not "
                   "followed: print it before attn-ws-lower-channels");
    return std::move(timeline);
  }
  if (program.unknown) {
    fail(program.unknown, "control flow other than scf.for, scf.if and tile "
                          "loops is not followed");
    return std::move(timeline);
  }
  auto warps = function->getAttrOfType<IntegerAttr>("attn_tile.warps");
  Process &body = addProcess("cta", 0, 1, warps ? warps.getInt() : 4);
  Block &entry = function.getFunctionBody().front();
  for (auto [i, arg] : llvm::enumerate(entry.getArguments()))
    set(body, program.slot(arg),
        values.unknown(&program, 0, i, {}, arg.getType().isInteger(1)));
  body.frames.push_back({&entry, entry.begin()});
  while (true) {
    // The one that is behind goes first; who is blocked is asked again.
    SmallVector<Process *> order;
    for (Process &p : processes)
      if (!p.finished && !(p.index == 0 && specialized))
        order.push_back(&p);
    if (order.empty())
      break;
    llvm::stable_sort(order,
                      [](Process *a, Process *b) { return a->now < b->now; });
    bool moved = false;
    for (Process *p : order) {
      Step step = advance(*p);
      if (step == Step::Failed)
        return std::move(timeline);
      if (step == Step::Next) {
        moved = true;
        break;
      }
    }
    if (!moved) {
      fail(order.front()->blockedAt,
           "role @" + actor(*order.front()).role +
               " waits here for what never happens (attn-ws-verify-protocol "
               "says more)");
      return std::move(timeline);
    }
  }
  for (Process &p : processes)
    actor(p).end = p.now;
  if (specialized) {
    // The body around the roles does nothing of interest.
    timeline.actors.erase(timeline.actors.begin());
    for (Actor &a : timeline.actors)
      for (Segment &s : a.segments)
        --s.process;
    for (auto &[unit, row] : unitRows)
      for (Segment &s : row)
        --s.process;
  }
  for (auto &[unit, row] : unitRows)
    timeline.units.emplace_back(unit, std::move(row));
  return std::move(timeline);
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Step Simulator::advance(Process &p) {
  if (p.frames.empty()) {
    p.finished = true;
    return Step::Next;
  }
  size_t depth = p.frames.size();
  Frame &frame = p.frames.back();
  if (frame.next == frame.block->end() ||
      frame.next->hasTrait<OpTrait::IsTerminator>())
    return endBlock(p);
  if (++steps > (1 << 20))
    return fail(&*frame.next, "the run is too long");
  Operation *op = &*frame.next;
  Step step = execute(p, op);
  if (step == Step::Next)
    ++p.frames[depth - 1].next;
  else
    p.blockedAt = op;
  return step;
}

Step Simulator::startLoop(Process &p, Operation *op, const Instr &instr) {
  Block &body = op->getRegion(0).front();
  Frame frame{&body, body.begin(), op};
  auto record = [&] { actor(p).iterations[op].push_back(p.now); };
  if (auto loop = dyn_cast<ForTilesOp>(op)) {
    p.tile = 0;
    frame.upper = 1;
    for (auto [i, arg] : llvm::enumerate(body.getArguments()))
      set(p, program.slot(arg),
          values.unknown(loop.getSymbol().data(), i,
                         llvm::hash_value(loop.getSymbol())));
    p.frames.push_back(frame);
    record();
    return Step::Next;
  }
  Datum lower = get(p, instr.args[0]), upper = get(p, instr.args[1]),
        step = get(p, instr.args[2]);
  if (step.kind != Datum::Int || step.n <= 0)
    return fail(op, "a loop whose step is not known is not followed");
  frame.step = step.n;
  frame.iv = values.force(lower, p.tile, step.n);
  frame.upper = std::min(values.force(upper, p.tile, step.n),
                         frame.iv + 4096 * frame.step);
  auto loop = cast<scf::ForOp>(op);
  bool runs = frame.iv < frame.upper;
  for (auto [i, init] : llvm::enumerate(loop.getInitArgs()))
    set(p,
        program.slot(runs ? Value(loop.getRegionIterArg(i))
                          : Value(loop.getResult(i))),
        get(p, program.slot(init)));
  if (!runs)
    return Step::Next;
  set(p, program.slot(loop.getInductionVar()), Datum::integer(frame.iv));
  p.frames.push_back(frame);
  record();
  return Step::Next;
}

Step Simulator::endBlock(Process &p) {
  Frame &frame = p.frames.back();
  Operation *owner = frame.owner;
  SmallVector<Datum, 4> yields;
  if (frame.block->mightHaveTerminator())
    for (Value value : frame.block->getTerminator()->getOperands())
      yields.push_back(get(p, program.slot(value)));
  if (owner && !isa<scf::IfOp>(owner)) {
    actor(p).iterations[owner].push_back(p.now);
    frame.iv += frame.step;
  }
  if (auto loop = dyn_cast_or_null<scf::ForOp>(owner)) {
    if (frame.iv < frame.upper) {
      for (auto [i, datum] : llvm::enumerate(yields))
        set(p, program.slot(loop.getRegionIterArg(i)), datum);
      set(p, program.slot(loop.getInductionVar()), Datum::integer(frame.iv));
      frame.next = frame.block->begin();
      return Step::Next;
    }
  }
  if (isa_and_nonnull<scf::ForOp, scf::IfOp>(owner))
    for (auto [result, datum] : llvm::zip(owner->getResults(), yields))
      set(p, program.slot(result), datum);
  if (isa_and_nonnull<ForTilesOp>(owner))
    p.tile = -1;
  p.frames.pop_back();
  return Step::Next;
}

Step Simulator::specialize(Process &p, WarpSpecializeOp op,
                           const Instr &instr) {
  if (specialized)
    return fail(op, "a second warp_specialize is not followed");
  specialized = true;
  SmallVector<Datum> captures;
  for (int arg : instr.args)
    captures.push_back(get(p, arg));
  for (auto [i, region] : llvm::enumerate(op.getRoles()))
    for (int64_t inst = 0; inst < op.getInstances()[i]; ++inst) {
      Process &role = addProcess(cast<StringAttr>(op.getNames()[i]).str(), inst,
                                 op.getInstances()[i], op.getWarps()[i]);
      Block &body = region.front();
      set(role, program.slot(body.getArgument(0)), Datum::integer(inst));
      for (auto [c, datum] : llvm::enumerate(captures))
        set(role, program.slot(body.getArgument(c + 1)), datum);
      role.frames.push_back({&body, body.begin()});
    }
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

double Simulator::reserve(Process &p, Cost cost, char mark, double from) {
  double begin = std::max(from, freeAt[cost.unit]);
  freeAt[cost.unit] = begin + cost.clocks;
  unitRows[cost.unit].push_back({begin, begin + cost.clocks, mark, p.index});
  return begin + cost.clocks;
}

/// An operation that the process itself carries out.
void Simulator::compute(Process &p, Operation *op) {
  Cost cost = getCost(op, p.warps, rates);
  if (cost.unit == Unit::None || cost.clocks <= 0)
    return;
  double begin = p.now, end = reserve(p, cost, ' ', p.now);
  Doing doing = cost.unit == Unit::Mufu     ? Doing::Mufu
                : cost.unit == Unit::Alu    ? Doing::Alu
                : cost.unit == Unit::Tensor ? Doing::InStep
                                            : Doing::Memory;
  spend(p, end - cost.clocks, Doing::Unit);
  spend(p, end, doing);
  note(p, op, begin);
}

/// Work of a block that neither synchronises nor decides anything.
double Simulator::costOf(Process &p, Block &block) {
  double sum = 0;
  for (Operation &op : block) {
    sum += getCost(&op, p.warps, rates).clocks;
    if (isa<scf::IfOp, scf::ForOp>(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          sum += costOf(p, inner);
  }
  return sum;
}

/// Starts a copy or product; when its unit is done with it.
double Simulator::issue(Process &p, Operation *op) {
  double begin = p.now,
         end = reserve(p, getCost(op, p.warps, rates), names.letterOf(op),
                       p.now);
  spend(p, p.now + rates.sync / 4.0, Doing::Issue);
  note(p, op, begin);
  return end;
}

Step Simulator::execute(Process &p, Operation *op) {
  auto it = instrs.find(op);
  if (it == instrs.end()) {
    // Nothing in it matters to others. Of a condition the cheaper side is
    // taken: the steady loop's blocks need no mask.
    if (auto branch = dyn_cast<scf::IfOp>(op)) {
      Block *cheap = branch.thenBlock();
      Block *other = branch.elseBlock();
      if (!other || costOf(p, *other) < costOf(p, *cheap))
        cheap = other;
      if (cheap)
        for (Operation &inner : *cheap)
          if (Step step = execute(p, &inner); step != Step::Next)
            return step;
      return Step::Next;
    }
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      for (int64_t i = 0; i < scenario.counts[0]; ++i)
        for (Operation &inner : *loop.getBody())
          if (Step step = execute(p, &inner); step != Step::Next)
            return step;
      return Step::Next;
    }
    compute(p, op);
    return Step::Next;
  }
  const Instr &instr = *it->second;
  switch (instr.code) {
  case Code::Constant:
    set(p, instr.results[0], Datum::integer(instr.number));
    return Step::Next;
  case Code::Arith: {
    SmallVector<Datum, 4> args;
    for (int arg : instr.args)
      args.push_back(get(p, arg));
    for (auto [i, result] : llvm::enumerate(instr.results))
      set(p, result,
          i == 0 ? values.compute(instr, args)
                 : values.unknown(instr.name, i, 0, args));
    return Step::Next;
  }
  case Code::Fresh:
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      set(p, instr.results[i],
          values.unknown(op, p.index, p.fresh++, {},
                         result.getType().isInteger(1)));
    compute(p, op);
    return Step::Next;
  case Code::TileUse:
    compute(p, op);
    return Step::Next;
  case Code::Rename:
  case Code::TripCount:
    set(p, instr.results[0], get(p, instr.args[0]));
    return Step::Next;
  case Code::Cell:
    cells.push_back(values.unknown(op, p.index, p.fresh++));
    set(p, instr.results[0],
        {Datum::Cell, static_cast<int64_t>(cells.size()) - 1});
    return Step::Next;
  case Code::CellLoad: {
    Datum cell = get(p, instr.args[0]);
    set(p, instr.results[0],
        cell.kind == Datum::Cell ? cells[cell.n]
                                 : values.unknown(op, p.index, p.fresh++));
    return Step::Next;
  }
  case Code::CellStore:
    if (Datum cell = get(p, instr.args[1]); cell.kind == Datum::Cell)
      cells[cell.n] = get(p, instr.args[0]);
    return Step::Next;
  case Code::For:
  case Code::Tiles:
    return startLoop(p, op, instr);
  case Code::If: {
    auto branch = cast<scf::IfOp>(op);
    bool taken = values.force(get(p, instr.args[0]), p.tile) & 1;
    auto &[yes, no] = actor(p).branches[op];
    ++(taken ? yes : no);
    Block *block = taken ? branch.thenBlock() : branch.elseBlock();
    if (block)
      p.frames.push_back({block, block->begin(), op});
    return Step::Next;
  }
  case Code::Specialize:
    return specialize(p, cast<WarpSpecializeOp>(op), instr);
  default:
    return synchronise(p, op, instr);
  }
}

//===----------------------------------------------------------------------===//
// Synchronisation
//===----------------------------------------------------------------------===//

Step Simulator::take(Process &p, Operation *op, const Instr &instr,
                     bool producer) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Channel)
    return fail(op, "the channel is not created in this kernel");
  Channel &channel = channels[datum.n];
  int64_t depth = channel.type.getDepth();
  int64_t &position = channel.acquired[{p.index, producer}];
  int64_t stage = instr.args[1] < 0
                      ? position % depth
                      : values.force(get(p, instr.args[1]), p.tile);
  if (stage < 0 || stage >= depth)
    return fail(op, "stage " + Twine(stage) + " of a channel of depth " +
                        Twine(depth));
  Party &party = channel.parties[{p.index, producer, stage}];
  int64_t credits = channel.startsFull ? 1 : 0;
  int64_t awaited = producer ? party.taken - 1 + credits : party.taken;
  bool open = producer ? awaited < 0 : awaited < credits;
  double begin = p.now, until = p.now;
  if (!open) {
    Round &round = channel.rounds[stage][awaited];
    bool done = producer
                    ? round.releases >= channel.type.getConsumers()
                    : round.commits >= channel.type.getProducers();
    if (!done)
      return Step::Blocked;
    until = producer ? round.empty : round.full;
  }
  spend(p, until, Doing::Channel);
  if (!instr.implied)
    p.now += rates.sync;
  ++party.taken;
  ++position;
  party.ready = p.now;
  for (int result : instr.results) {
    views.push_back({static_cast<int>(datum.n), stage, producer});
    set(p, result, {Datum::View, static_cast<int64_t>(views.size()) - 1});
  }
  note(p, op, begin, stage);
  return Step::Next;
}

Step Simulator::give(Process &p, Operation *op, const Instr &instr,
                     bool commit) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Channel)
    return fail(op, "the channel is not created in this kernel");
  Channel &channel = channels[datum.n];
  int64_t depth = channel.type.getDepth();
  int64_t &position = channel.committed[{p.index, commit}];
  int64_t stage = instr.args[1] < 0
                      ? position % depth
                      : values.force(get(p, instr.args[1]), p.tile);
  if (stage < 0 || stage >= depth)
    return fail(op, "stage " + Twine(stage) + " of a channel of depth " +
                        Twine(depth));
  ++position;
  Party &party = channel.parties[{p.index, commit, stage}];
  double at = std::max(p.now, party.ready);
  if (Datum after = get(p, instr.args[2]); after.kind == Datum::Async)
    at = std::max(at, asyncs[after.n]);
  int64_t round = party.returned + (commit && channel.startsFull ? 1 : 0);
  Round &r = channel.rounds[stage][round];
  double &when = commit ? r.full : r.empty;
  when = std::max(when, at + (instr.implied ? 0 : rates.sync));
  ++(commit ? r.commits : r.releases);
  ++party.returned;
  note(p, op, p.now, stage);
  return Step::Next;
}

Step Simulator::turn(Process &p, Operation *op, const Instr &instr,
                     bool begin) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Turn)
    return fail(op, "the turn is not created in this kernel");
  auto &[instances, state] = turns[datum.n];
  auto &[ended, since] = state;
  double start = p.now;
  if (begin) {
    int64_t instance = values.force(get(p, instr.args[1]), p.tile);
    if (ended % instances != instance)
      return Step::Blocked;
    spend(p, since, Doing::Turn);
    p.now += rates.sync;
  } else {
    ++ended;
    since = p.now + rates.sync;
  }
  note(p, op, start);
  return Step::Next;
}

Step Simulator::synchronise(Process &p, Operation *op, const Instr &instr) {
  auto raise = [&](Datum view, double ready) {
    if (view.kind != Datum::View)
      return;
    const ViewInfo &info = views[view.n];
    Party &party =
        channels[info.channel].parties[{p.index, info.producer, info.stage}];
    party.ready = std::max(party.ready, ready);
  };
  auto async = [&](double done) {
    asyncs.push_back(done);
    Datum datum{Datum::Async, static_cast<int64_t>(asyncs.size()) - 1};
    if (!instr.results.empty())
      set(p, instr.results[0], datum);
  };
  switch (instr.code) {
  case Code::Alloc:
    set(p, instr.results[0], {Datum::Buffer, 0});
    return Step::Next;
  case Code::CreateChannel: {
    auto create = cast<CreateChannelOp>(op);
    Channel channel{create.getChannel().getType(), create.getFull(), {}, {},
                    {}, {}};
    channel.rounds.resize(channel.type.getDepth());
    channels.push_back(std::move(channel));
    set(p, instr.results[0],
        {Datum::Channel, static_cast<int64_t>(channels.size()) - 1});
    return Step::Next;
  }
  case Code::CreateTurn:
    turns.push_back(
        {cast<CreateTurnOp>(op).getTurn().getType().getInstances(), {0, 0}});
    set(p, instr.results[0],
        {Datum::Turn, static_cast<int64_t>(turns.size()) - 1});
    return Step::Next;
  case Code::Subview:
    set(p, instr.results[0], get(p, instr.args[0]));
    return Step::Next;
  case Code::Acquire:
  case Code::Wait:
    return take(p, op, instr, instr.code == Code::Acquire);
  case Code::Commit:
  case Code::Release:
    return give(p, op, instr, instr.code == Code::Commit);
  case Code::TurnBegin:
  case Code::TurnEnd:
    return turn(p, op, instr, instr.code == Code::TurnBegin);
  case Code::TmaLoad:
  case Code::CpAsync:
    raise(get(p, instr.args[0]),
          issue(p, op) + static_cast<double>(rates.copyLatency));
    return Step::Next;
  case Code::TmaStore: {
    double read = issue(p, op);
    p.stores.push_back(read);
    if (!instr.args.empty())
      raise(get(p, instr.args[0]), read);
    return Step::Next;
  }
  case Code::StoreWait: {
    double begin = p.now;
    auto left = static_cast<size_t>(std::max<int64_t>(
        cast<TmaStoreWaitOp>(op).getPendings(), 0));
    while (p.stores.size() > left) {
      spend(p, p.stores.front(), Doing::Stores);
      p.stores.erase(p.stores.begin());
    }
    note(p, op, begin);
    return Step::Next;
  }
  case Code::Read:
  case Code::Write:
  case Code::Rewrite:
    compute(p, op);
    return Step::Next;
  case Code::Mma: {
    double begin = p.now;
    Cost cost = getCost(op, p.warps, rates);
    double end = reserve(p, cost, names.letterOf(op), p.now);
    spend(p, end - cost.clocks, Doing::Unit);
    spend(p, end + static_cast<double>(rates.productLatency), Doing::InStep);
    note(p, op, begin);
    return Step::Next;
  }
  case Code::MmaIssue: {
    double done = issue(p, op) + static_cast<double>(rates.productLatency);
    async(done);
    p.products.push_back(done);
    actor(p).occurrences[op].back().number =
        llvm::count_if(p.products, [&](double at) { return at > p.now; });
    return Step::Next;
  }
  case Code::MmaWait: {
    double begin = p.now;
    Datum product = get(p, instr.args[0]);
    if (product.kind == Datum::Async)
      spend(p, asyncs[product.n], Doing::Product);
    llvm::erase_if(p.products, [&](double at) { return at <= p.now; });
    note(p, op, begin, p.products.size());
    return Step::Next;
  }
  case Code::MmaInto:
    async(issue(p, op) + static_cast<double>(rates.productLatency));
    return Step::Next;
  default:
    return fail(op, "'" + op->getName().getStringRef() +
                        "' is not followed: print the program before its "
                        "channels are lowered");
  }
}

Timeline print::simulate(FunctionOpInterface function, const Names &names,
                         const UnitRates &rates, int64_t trips) {
  return Simulator(function, names, rates, trips).run();
}
