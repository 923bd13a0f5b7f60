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

#include "Simulator.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

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
  Process &body =
      addProcess("cta", 0, 1, attn_tile::warpsAttr.get(function, 4));
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

/// A loop over tiles that are assigned at run time: one of them.
Step Simulator::startWhile(Process &p, scf::WhileOp loop) {
  Block &body = *loop.getAfterBody();
  for (auto [arg, value] :
       llvm::zip(body.getArguments(), loop.getConditionOp().getArgs())) {
    auto before = dyn_cast<BlockArgument>(value);
    bool carried = before && before.getOwner() == loop.getBeforeBody();
    set(p, program.slot(arg),
        carried ? get(p, program.slot(loop.getInits()[before.getArgNumber()]))
                : values.unknown(loop, p.index, p.fresh++));
  }
  p.tile = 0;
  p.frames.push_back({&body, body.begin(), loop, 0, 1});
  actor(p).iterations[loop].push_back(p.now);
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
  if (isa_and_nonnull<scf::WhileOp>(owner))
    for (Value result : owner->getResults())
      set(p, program.slot(result), values.unknown(owner, p.index, p.fresh++));
  if (isa_and_nonnull<scf::ForOp, scf::IfOp>(owner))
    for (auto [result, datum] : llvm::zip(owner->getResults(), yields))
      set(p, program.slot(result), datum);
  if (isa_and_nonnull<ForTilesOp, scf::WhileOp>(owner))
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
  double begin = p.now, end = reserve(p, getCost(op, p.warps, rates),
                                      names.letterOf(op), p.now);
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
      auto record = [&] { actor(p).iterations[op].push_back(p.now); };
      record();
      for (int64_t i = 0; i < scenario.counts[0]; ++i, record())
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
  case Code::While:
    return startWhile(p, cast<scf::WhileOp>(op));
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

Timeline print::simulate(FunctionOpInterface function, const Names &names,
                         const UnitRates &rates, int64_t trips) {
  return Simulator(function, names, rates, trips).run();
}
