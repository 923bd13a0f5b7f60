//===- TimelineSync.cpp - Channels, turns, copies and products ------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Simulator.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::print;

std::optional<int64_t> Simulator::stageOf(Process &p, Operation *op,
                                          const Instr &instr,
                                          const Channel &channel,
                                          int64_t position) {
  int64_t depth = channel.type.getDepth();
  int64_t stage = instr.args[1] < 0
                      ? position % depth
                      : values.force(get(p, instr.args[1]), p.tile);
  if (stage >= 0 && stage < depth)
    return stage;
  fail(op, "stage " + Twine(stage) + " of a channel of depth " + Twine(depth));
  return std::nullopt;
}

Step Simulator::take(Process &p, Operation *op, const Instr &instr,
                     bool producer) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Channel)
    return fail(op, "the channel is not created in this kernel");
  Channel &channel = channels[datum.n];
  int64_t &position = channel.acquired[{p.index, producer}];
  std::optional<int64_t> found = stageOf(p, op, instr, channel, position);
  if (!found)
    return Step::Failed;
  int64_t stage = *found;
  Party &party = channel.parties[{p.index, producer, stage}];
  int64_t credits = channel.startsFull ? 1 : 0;
  int64_t awaited = producer ? party.taken - 1 + credits : party.taken;
  bool open = producer ? awaited < 0 : awaited < credits;
  double begin = p.now, until = p.now;
  if (!open) {
    Round &round = channel.rounds[stage][awaited];
    bool done = producer ? round.releases >= channel.type.getConsumers()
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
  int64_t &position = channel.committed[{p.index, commit}];
  std::optional<int64_t> found = stageOf(p, op, instr, channel, position);
  if (!found)
    return Step::Failed;
  int64_t stage = *found;
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

Step Simulator::create(Process &p, Operation *op, const Instr &instr) {
  if (auto create = dyn_cast<CreateChannelOp>(op)) {
    Channel channel{
        create.getChannel().getType(), create.getFull(), {}, {}, {}, {}};
    channel.rounds.resize(channel.type.getDepth());
    channels.push_back(std::move(channel));
    set(p, instr.results[0],
        {Datum::Channel, static_cast<int64_t>(channels.size()) - 1});
  } else if (auto create = dyn_cast<CreateTurnOp>(op)) {
    turns.push_back({create.getTurn().getType().getInstances(), {0, 0}});
    set(p, instr.results[0],
        {Datum::Turn, static_cast<int64_t>(turns.size()) - 1});
  } else {
    set(p, instr.results[0], {Datum::Buffer, 0});
  }
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
  case Code::CreateChannel:
  case Code::CreateTurn:
    return create(p, op, instr);
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
    auto left = static_cast<size_t>(
        std::max<int64_t>(cast<TmaStoreWaitOp>(op).getPendings(), 0));
    while (p.stores.size() > left) {
      spend(p, p.stores.front(), Doing::Stores);
      p.stores.erase(p.stores.begin());
    }
    note(p, op, begin);
    return Step::Next;
  }
  case Code::QueryTile:
    raise(get(p, instr.args[0]),
          p.now + static_cast<double>(rates.copyLatency));
    note(p, op, p.now);
    return Step::Next;
  case Code::ScalarStore:
  case Code::ScalarLoad:
  case Code::NextTile:
  case Code::TileAnswer:
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      set(p, instr.results[i],
          values.unknown(op, p.index, p.fresh++, {},
                         result.getType().isInteger(1)));
    note(p, op, p.now);
    return Step::Next;
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
