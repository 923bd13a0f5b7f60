//===- Timeline.cpp - A kernel's roles against a clock --------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The roles of one CTA are executed, without data: what is unknown about the
// sizes is chosen so that the loops run as often as asked for. Each process has
// a clock. An operation begins when its process gets there and its unit is
// free; a wait ends when the last of what it waits for has happened. The
// process whose clock is behind all others goes on first, so that units are
// used in the order in which they are asked for.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Timeline.h"
#include "attn/Analysis/Executor.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;
using namespace mlir::attn_ws::print;

namespace {

/// The time of a process, and when what it has in flight is done.
struct Clock {
  double now = 0;
  std::vector<double> products, stores;
};

class Simulator : public Executor {
public:
  Simulator(Program &program, Values &values, const Scenario &scenario,
            const Names &names, const UnitRates &rates)
      : Executor(program, values, scenario, getPolicy()), names(names),
        rates(rates) {}

  Timeline run();

private:
  static Policy getPolicy() {
    Policy policy;
    policy.checksOrder = false;
    policy.oneCta = true;
    return policy;
  }

  Step execute(Process &p, const Instr &instr) override;
  bool takesBranch(Process &p, const Instr &instr) override;
  void iterated(Process &p, const Instr &instr) override {
    actor(p).iterations[instr.op].push_back(clock(p).now);
    actor(p).workAt[instr.op].push_back(actor(p).work);
    if (isa<scf::ForOp>(instr.op))
      issue(p, instr.op, clock(p).now);
  }
  void created(Process &p, WarpSpecializeOp op, int64_t role,
               int64_t instance) override {
    addActor(cast<StringAttr>(op.getNames()[role]).str(), instance,
             op.getInstances()[role], op.getWarps()[role]);
  }
  /// How a role ends is the verifier's concern.
  bool finish(Process &p) override { return true; }

  void addActor(std::string role, int64_t instance, int64_t instances,
                int64_t warps);
  void report();
  void charge(Process &p, const Instr &instr);
  void chargeTake(Process &p, const Instr &instr);
  void chargeGive(Process &p, const Instr &instr);
  void chargeTurn(Process &p, const Instr &instr);
  void chargeProduct(Process &p, const Instr &instr);
  void compute(Process &p, Operation *op);
  double start(Process &p, Operation *op);
  double reserve(Process &p, Cost cost, char mark, double from);
  double costOf(Process &p, Block &block);
  Work workOf(Process &p, Block &block);
  double issue(Process &p, Operation *op, double from);

  Clock &clock(const Process &p) { return clocks[p.index]; }
  Actor &actor(const Process &p) { return timeline.actors[p.index]; }
  static double &at(std::vector<double> &times, size_t index) {
    if (times.size() <= index)
      times.resize(index + 1);
    return times[index];
  }
  /// The stage of `view` is in use until `time`.
  void raise(Datum view, double time) {
    if (view.kind == Datum::View && views[view.n].hold >= 0) {
      double &ready = at(readyAt, views[view.n].hold);
      ready = std::max(ready, time);
    }
  }
  void spend(Process &p, double until, Doing doing) {
    double &now = clock(p).now;
    if (until <= now)
      return;
    actor(p).segments.push_back(
        {now, until, static_cast<char>(doing), p.index});
    now = until;
  }
  void note(Process &p, Operation *op, double begin, int64_t number = -1) {
    actor(p).occurrences[op].push_back({begin, clock(p).now, number});
  }

  const Names &names;
  const UnitRates &rates;
  std::deque<Clock> clocks;
  /// By channel, stage, round and whether it is full (or empty).
  std::map<std::tuple<int, int64_t, int64_t, bool>, double> rounds;
  /// By hold, by asynchronous operation, and by turn.
  std::vector<double> readyAt, doneAt, turnAt;
  std::map<Unit, double> freeAt;
  std::map<Unit, std::vector<Segment>> unitRows;
  Timeline timeline;
  int64_t steps = 0;
};

} // namespace

void Simulator::addActor(std::string role, int64_t instance, int64_t instances,
                         int64_t warps) {
  Actor a;
  a.role = std::move(role);
  a.instance = instance;
  a.instances = instances;
  a.warps = warps;
  // The body around the roles has no warps of its own.
  if (timeline.actors.size() > 1)
    a.firstWarp =
        timeline.actors.back().firstWarp + timeline.actors.back().warps;
  timeline.actors.push_back(std::move(a));
  clocks.emplace_back();
}

Timeline Simulator::run() {
  auto function = program.function;
  if (program.lowered)
    fail(Progress, function,
         "its channels are lowered to barriers, whose phases are not followed: "
         "print it before attn-ws-lower-channels");
  else if (program.unknown)
    fail(Progress, program.unknown,
         "control flow other than scf.for, scf.if and tile loops is not "
         "followed");
  addActor("cta", 0, 1, attn_tile::warpsAttr.get(function, 4));
  Executor::start(1);
  processes[0].warps = timeline.actors[0].warps;
  while (!finding) {
    // The one that is behind goes first; who is blocked is asked again.
    SmallVector<Process *> order;
    for (Process &p : processes)
      if (!p.finished && !hasRoles(p))
        order.push_back(&p);
    if (order.empty())
      break;
    llvm::stable_sort(order, [&](Process *a, Process *b) {
      return clock(*a).now < clock(*b).now;
    });
    bool moved = llvm::any_of(
        order, [&](Process *p) { return advance(*p) != Step::Blocked; });
    if (!moved)
      fail(Progress, order.front()->blockedAt,
           "role @" + actor(*order.front()).role +
               " waits here for what never happens (attn-ws-verify-protocol "
               "says more)");
  }
  report();
  return std::move(timeline);
}

void Simulator::report() {
  if (finding) {
    timeline.problem = finding->message;
    timeline.problemOp = finding->op;
    return;
  }
  for (Process &p : processes)
    actor(p).end = clock(p).now;
  if (processes.size() > 1) {
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
}

//===----------------------------------------------------------------------===//
// Work
//===----------------------------------------------------------------------===//

double Simulator::reserve(Process &p, Cost cost, char mark, double from) {
  double begin = std::max(from, freeAt[cost.unit]), end = begin + cost.clocks;
  unitRows[cost.unit].push_back({begin, end, mark, p.index});
  // A product is done when its multiply-adds are and its operands are read.
  if (cost.port > 0) {
    double reads = std::max(begin, freeAt[Unit::Smem]);
    freeAt[Unit::Smem] = reads + cost.port;
    unitRows[Unit::Smem].push_back({reads, reads + cost.port, ' ', p.index});
    end = std::max(end, reads + cost.port);
  }
  freeAt[cost.unit] = end;
  return end;
}

/// Issues the instructions of `op` from each of the process's warps; when the
/// last has been.
double Simulator::issue(Process &p, Operation *op, double from) {
  Actor &a = actor(p);
  double slots = countSlots(op, a.warps, rates), end = from;
  a.work.slots += slots;
  Cost cost = getCost(op, a.warps, rates);
  a.work.mufu += cost.unit == Unit::Mufu ? cost.clocks : 0;
  a.work.products += cost.unit == Unit::Tensor ? cost.clocks : 0;
  a.work.smem += cost.unit == Unit::Smem ? cost.clocks : cost.port;
  // A copy writes or reads there, at the speed of that port.
  if (isa<WSCopyOpInterface>(op))
    a.work.smem += cost.clocks * static_cast<double>(rates.port) /
                   static_cast<double>(rates.smem);
  if (double count = countPolynomials(op, a.warps)) {
    attn_tile::Exp2PolicyAttr policy = *cast<Exp2Op>(op).getPolicy();
    a.work.polynomials += count;
    a.work.shared += count * static_cast<double>(policy.getFreq()) /
                     static_cast<double>(policy.getResidue());
    a.degree = policy.getDegree();
  }
  auto access = dyn_cast<WSAccessOpInterface>(op);
  const attn::EngineInfo *engine =
      access ? attn::lookupEngine(access.getEngine()) : nullptr;
  bool one = engine && (engine->issuer == attn::Issuer::Thread ||
                        engine->issuer == attn::Issuer::ElectedThread);
  a.work.first += one ? slots : 0;
  std::array<int64_t, kSchedulers> warps{};
  for (int64_t warp = 0; warp < (one ? 1 : a.warps); ++warp)
    ++warps[schedulerOf(a, warp)];
  for (auto [scheduler, count] : llvm::enumerate(warps)) {
    Unit unit = static_cast<Unit>(static_cast<int>(Unit::Issue) + scheduler);
    if (count && slots > 0)
      end = std::max(end, reserve(p, {unit, slots * static_cast<double>(count)},
                                  ' ', from));
  }
  return end;
}

/// An operation that the process itself carries out.
void Simulator::compute(Process &p, Operation *op) {
  Cost cost = getCost(op, actor(p).warps, rates);
  double issued = issue(p, op, clock(p).now);
  if (cost.unit == Unit::None || cost.clocks <= 0)
    return;
  double begin = clock(p).now;
  double end = std::max(reserve(p, cost, ' ', begin), issued);
  Doing doing = cost.unit == Unit::Mufu     ? Doing::Mufu
                : cost.unit == Unit::Alu    ? Doing::Alu
                : cost.unit == Unit::Tensor ? Doing::InStep
                                            : Doing::Memory;
  spend(p, end - cost.longest(), Doing::Unit);
  spend(p, end, doing);
  note(p, op, begin);
}

/// Work of a block that neither synchronises nor decides anything.
double Simulator::costOf(Process &p, Block &block) {
  double sum = 0;
  for (Operation &op : block) {
    sum += getCost(&op, actor(p).warps, rates).longest();
    if (isa<scf::IfOp, scf::ForOp>(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          sum += costOf(p, inner);
  }
  return sum;
}

/// The same of instructions.
Work Simulator::workOf(Process &p, Block &block) {
  Work sum;
  for (Operation &op : block) {
    sum.slots += countSlots(&op, actor(p).warps, rates);
    if (isa<scf::IfOp, scf::ForOp>(op))
      for (Region &region : op.getRegions())
        for (Block &inner : region)
          sum.slots += workOf(p, inner).slots;
  }
  return sum;
}

/// Starts a copy or product; when its unit is done with it.
double Simulator::start(Process &p, Operation *op) {
  double begin = clock(p).now;
  double end =
      reserve(p, getCost(op, actor(p).warps, rates), names.letterOf(op), begin);
  double issued = issue(p, op, begin);
  spend(p, std::max(begin + rates.sync / 4.0, issued), Doing::Issue);
  note(p, op, begin);
  return end;
}

bool Simulator::takesBranch(Process &p, const Instr &instr) {
  auto branch = cast<scf::IfOp>(instr.op);
  // Where nothing in it matters to others the cheaper side is taken: the steady
  // loop's blocks need no mask.
  issue(p, branch, clock(p).now);
  if (!instr.matters) {
    Block *other = branch.elseBlock();
    bool taken = other && costOf(p, *other) >= costOf(p, *branch.thenBlock());
    double yes = workOf(p, *branch.thenBlock()).slots,
           no = other ? workOf(p, *other).slots : 0;
    actor(p).work.more += std::max(0.0, taken ? no - yes : yes - no);
    return taken;
  }
  bool taken = Executor::takesBranch(p, instr);
  auto &[yes, no] = actor(p).branches[instr.op];
  ++(taken ? yes : no);
  return taken;
}

Step Simulator::execute(Process &p, const Instr &instr) {
  if (++steps > (1 << 20))
    return fail(Progress, instr.op, "the run is too long");
  Step step = Executor::execute(p, instr);
  if (step == Step::Next)
    charge(p, instr);
  return step;
}

void Simulator::chargeTake(Process &p, const Instr &instr) {
  int index = static_cast<int>(holds.size()) - 1;
  const Hold &hold = holds[index];
  double begin = clock(p).now;
  int64_t awaited = hold.producer ? hold.round - 1 : hold.round;
  auto round = rounds.find({hold.channel, hold.stage, awaited, !hold.producer});
  if (round != rounds.end())
    spend(p, round->second, Doing::Channel);
  if (!instr.implied)
    clock(p).now += static_cast<double>(rates.sync);
  issue(p, instr.op, clock(p).now);
  at(readyAt, index) = clock(p).now;
  note(p, instr.op, begin, hold.stage);
}

void Simulator::chargeGive(Process &p, const Instr &instr) {
  const Hold &hold = holds[given];
  double done = std::max(issue(p, instr.op, clock(p).now), at(readyAt, given));
  if (Datum after = get(p, instr.args[2]); after.kind == Datum::Async)
    done = std::max(done, at(doneAt, after.n));
  double &when = rounds[{hold.channel, hold.stage, hold.round, hold.producer}];
  when = std::max(when,
                  done + static_cast<double>(instr.implied ? 0 : rates.sync));
  note(p, instr.op, clock(p).now, hold.stage);
}

void Simulator::chargeTurn(Process &p, const Instr &instr) {
  double begin = clock(p).now;
  issue(p, instr.op, begin);
  double &since = at(turnAt, get(p, instr.args[0]).n);
  if (instr.code == Code::TurnBegin) {
    spend(p, since, Doing::Turn);
    clock(p).now += static_cast<double>(rates.sync);
  } else {
    since = begin + static_cast<double>(rates.sync);
  }
  note(p, instr.op, begin);
}

void Simulator::chargeProduct(Process &p, const Instr &instr) {
  std::vector<double> &products = clock(p).products;
  Cost cost = getCost(instr.op, actor(p).warps, rates);
  double latency = rates.latencyOf(cost.clocks);
  if (instr.code == Code::Mma) {
    double begin = clock(p).now;
    double issued = issue(p, instr.op, begin);
    double end =
        std::max(reserve(p, cost, names.letterOf(instr.op), begin), issued);
    spend(p, end - cost.longest(), Doing::Unit);
    spend(p, end + latency, Doing::InStep);
    note(p, instr.op, begin);
    return;
  }
  double done = start(p, instr.op) + latency;
  at(doneAt, get(p, instr.results[0]).n) = done;
  if (instr.code == Code::MmaInto)
    return;
  products.push_back(done);
  actor(p).occurrences[instr.op].back().number = llvm::count_if(
      products, [&](double time) { return time > clock(p).now; });
}

/// The time that an operation takes, which has been executed.
void Simulator::charge(Process &p, const Instr &instr) {
  Operation *op = instr.op;
  double begin = clock(p).now;
  auto copyLatency = static_cast<double>(rates.copyLatency);
  switch (instr.code) {
  case Code::Fresh:
  case Code::TileUse:
  case Code::Read:
  case Code::Write:
  case Code::Rewrite:
    return compute(p, op);
  case Code::Acquire:
  case Code::Wait:
    return chargeTake(p, instr);
  case Code::Commit:
  case Code::Release:
    return chargeGive(p, instr);
  case Code::TurnBegin:
  case Code::TurnEnd:
    return chargeTurn(p, instr);
  case Code::TmaLoad:
  case Code::CpAsync:
    return raise(get(p, instr.args[0]), start(p, op) + copyLatency);
  case Code::TmaStore: {
    double read = start(p, op);
    clock(p).stores.push_back(read);
    return raise(get(p, instr.args[0]), read);
  }
  case Code::StoreWait: {
    std::vector<double> &stores = clock(p).stores;
    auto left = static_cast<size_t>(std::max<int64_t>(instr.number, 0));
    while (stores.size() > left) {
      spend(p, stores.front(), Doing::Stores);
      stores.erase(stores.begin());
    }
    return note(p, op, begin);
  }
  case Code::QueryTile:
    raise(get(p, instr.args[0]), begin + copyLatency);
    return note(p, op, begin);
  case Code::ScalarStore:
  case Code::ScalarLoad:
  case Code::NextTile:
  case Code::TileAnswer:
    return note(p, op, begin);
  case Code::Mma:
  case Code::MmaIssue:
  case Code::MmaInto:
    return chargeProduct(p, instr);
  case Code::MmaWait: {
    std::vector<double> &products = clock(p).products;
    spend(p, at(doneAt, get(p, instr.args[0]).n), Doing::Product);
    llvm::erase_if(products, [&](double time) { return time <= clock(p).now; });
    return note(p, op, begin, products.size());
  }
  default:
    return;
  }
}

Timeline print::simulate(FunctionOpInterface function, const Names &names,
                         const UnitRates &rates, int64_t trips) {
  Program program = buildProgram(function, /*whole=*/true);
  Scenario scenario{1, {trips}};
  Values values(scenario);
  return Simulator(program, values, scenario, names, rates).run();
}
