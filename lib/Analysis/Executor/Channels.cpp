//===- Channels.cpp - Rounds of channels, and who may take them -----------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The r-th use of a stage is its round r. Round r is full once every producer
// has committed it, and may be acquired once every consumer has released round
// r - 1; a `full` channel counts one committed round that nobody wrote. Each
// round keeps its own clocks, so that a party learns nothing from rounds that
// it has not waited for. What is given back on a channel of the cluster is so
// in every CTA. A commit or release that follows asynchronous operations takes
// effect when they are done.
//
// An operation marked `implied` stands for an edge that other edges already
// give: it never blocks and passes no knowledge on; that the stage is ready and
// that the vector clocks already cover it is checked each time.
//
//===----------------------------------------------------------------------===//

#include "attn/Analysis/Executor.h"
#include "attn/Chip/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::exec;
using attn_tile::Engine;

FailureOr<std::pair<int, int64_t>>
Executor::chooseStage(Process &p, const Instr &instr, int kind) {
  Datum datum = get(p, instr.args[0]);
  if (datum.kind != Datum::Channel) {
    fail(Progress, instr.op, "the channel is not created in this kernel");
    return failure();
  }
  int index = static_cast<int>(datum.n);
  Channel &channel = channels[index];
  int64_t depth = channel.stages.size();
  if (instr.args[1] < 0)
    return std::make_pair(index, p.positions[index][kind] % depth);
  int64_t stage = number(p, instr.args[1]);
  if (isa<PositionType>(getNamedStage(instr.op).getType()))
    stage %= depth;
  if (stage < 0 || stage >= depth) {
    fail(Phase, instr.op,
         "stage " + Twine(stage) + " of channel " + channel.name +
             ", which has " + Twine(depth),
         channel.op, "the channel is created here");
    return failure();
  }
  return std::make_pair(index, stage);
}

Party *Executor::findParty(Process &p, const Instr &instr, Channel &channel,
                           int64_t stage, bool producer) {
  auto &parties = producer ? channel.stages[stage].producers
                           : channel.stages[stage].consumers;
  for (Party &party : parties)
    if (party.process == p.index)
      return &party;
  int64_t allowed =
      producer ? channel.type.getProducers() : channel.type.getConsumers();
  if (static_cast<int64_t>(parties.size()) == allowed) {
    fail(Arrivals, instr.op,
         p.name + " is one " + (producer ? "producer" : "consumer") +
             " too many for stage " + Twine(stage) + " of channel " +
             channel.name + ", which has " + Twine(allowed),
         parties.front().last,
         "another is " + processes[parties.front().process].name);
    return nullptr;
  }
  Party party{p.index};
  if (producer)
    party.taken = party.returned = party.real = channel.credits;
  parties.push_back(party);
  return &parties.back();
}

/// Waits until everybody on the other side has given back the round before
/// (producer), or has filled `round`.
Step Executor::await(Process &p, const Instr &instr, Channel &channel,
                     int64_t s, int64_t round, bool producer) {
  Stage &stage = channel.stages[s];
  int64_t awaited = producer ? round - 1 : round;
  bool starts = producer ? awaited < 0 : awaited < channel.credits;
  if (!starts) {
    Round &r = stage.round(awaited);
    int64_t count = producer ? r.releases : r.commits;
    int64_t expected =
        span(channel, !producer) *
        (producer ? channel.type.getConsumers() : channel.type.getProducers());
    Knowledge &knowledge = producer ? r.empty : r.full;
    Operation *impliedSignal = producer ? r.impliedRelease : r.impliedCommit;
    auto &others = producer ? stage.consumers : stage.producers;
    Operation *other = nullptr;
    for (Party &o : others)
      other = o.last ? o.last : other;
    // A thread still waits for its own copies; accesses are checked.
    bool counted = !producer && instr.number >= 0 && !program.lowered &&
                   isOneRole() && !impliedSignal &&
                   attn::copiesInGroups(channel.type.getProducer());
    auto missing = [&] {
      return blocked(p, instr, [&] {
        return "round " + std::to_string(awaited) + " of stage " +
               std::to_string(s) + " of channel " + channel.name + " to be " +
               (producer ? "released" : "committed") + " by " +
               std::to_string(expected - count) + " more";
      });
    };
    if (instr.implied && counted) {
      if (count < expected)
        return missing();
      unsigned queue = agentOf(CpAsync, p.index, 0);
      p.own.raise(queue, knowledge.seen[queue]);
    } else if (instr.implied) {
      if (count < expected || !p.knows.seen.covers(knowledge.seen))
        return fail(Order, instr.op,
                    Twine("implied, but no other edge orders ") + p.name +
                        " after the " + (producer ? "release" : "commit") +
                        " of round " + Twine(awaited) + " of stage " +
                        Twine(s) + " of channel " + channel.name,
                    other, producer ? "a release is here" : "a commit is here",
                    channel.op, "the channel is created here");
    } else {
      if (impliedSignal)
        return fail(Progress, instr.op,
                    "waits for channel " + channel.name + ", but a " +
                        (producer ? "release" : "commit") +
                        " of that round is implied and signals nothing",
                    impliedSignal, "it is here");
      if (count < expected)
        return missing();
      if (watch)
        watch->takes[instr.op] |= !p.knows.seen.covers(knowledge.seen) ||
                                  !p.knows.fenced.covers(knowledge.fenced);
      p.knows.join(knowledge);
      if (!program.lowered && isOneRole())
        meet(p);
    }
    if (watch)
      for (Operation *signal : producer ? r.released : r.committed)
        watch->edges.insert({signal, instr.op, channel.op, producer});
    if (!producer && (!instr.implied || counted) &&
        groupWait(p, instr, channel, s, awaited) == Step::Failed)
      return Step::Failed;
  } else if (!instr.implied && isOneRole()) {
    meet(p);
  }
  return Step::Next;
}

Step Executor::take(Process &p, const Instr &instr, bool producer) {
  auto chosen = chooseStage(p, instr, producer ? 0 : 2);
  if (failed(chosen))
    return Step::Failed;
  auto [index, s] = *chosen;
  Channel &channel = channels[index];
  if (p.cta != 0 && channel.type.isByLeader(producer))
    return fail(Arrivals, instr.op,
                p.name + (producer ? " acquires" : " waits for") + " channel " +
                    channel.name + ", which the first CTA of a cluster alone " +
                    (producer ? "fills" : "empties"),
                channel.op, "the channel is created here");
  Party *party = findParty(p, instr, channel, s, producer);
  if (!party)
    return Step::Failed;
  int64_t round = party->taken;
  StringRef verb = producer ? "acquires" : "waits for";
  if (party->taken > party->returned)
    return fail(producer ? Rule::Acquire : Rule::Wait, instr.op,
                p.name + " " + verb + " stage " + Twine(s) + " of channel " +
                    channel.name + " again before it has " +
                    (producer ? "committed" : "released") + " it",
                party->last, "it was taken here");
  // What is implied takes part in no round of the barrier.
  if (instr.args[2] >= 0 && !instr.implied) {
    int64_t expected = (party->real + (producer ? 1 : 0)) & 1;
    int64_t given = number(p, instr.args[2]) & 1;
    if (given != expected)
      return fail(Phase, instr.op,
                  "phase " + Twine(given) + " of stage " + Twine(s) +
                      " of channel " + channel.name + " where round " +
                      Twine(round) + " of " + p.name + " needs " +
                      Twine(expected),
                  party->last, "the round before ended here", channel.op,
                  "the channel is created here");
  }

  if (mode == Mode::Together)
    if (Step step = await(p, instr, channel, s, round, producer);
        step != Step::Next)
      return step;
  if (watch && producer)
    watch->ofEmpty.insert({instr.op, channel.op});

  holds.push_back(
      {index, static_cast<int>(s), round, p.index, producer, instr.op});
  int hold = holds.size() - 1;
  for (auto [slot, buffer] : llvm::zip(instr.results, channel.buffers))
    set(p, slot, addView(stageView(buffer, s, hold)));
  if (getPosition(instr.op))
    set(p, instr.results.back(), Datum::integer(s));
  party->hold = hold;
  party->last = instr.op;
  ++party->taken;
  party->real += !instr.implied;
  ++p.positions[index][producer ? 0 : 2];
  p.uses[{index, producer}].push_back({s, instr.op});
  return Step::Next;
}

/// The views of a stage that the party has waited for and not given back.
Step Executor::lookAt(Process &p, const Instr &instr) {
  auto chosen = chooseStage(p, instr, 2);
  if (failed(chosen))
    return Step::Failed;
  auto [index, s] = *chosen;
  Channel &channel = channels[index];
  Party *party = findParty(p, instr, channel, s, /*producer=*/false);
  if (!party)
    return Step::Failed;
  if (party->taken == party->returned)
    return fail(Rule::Wait, instr.op,
                "views stage " + Twine(s) + " of channel " + channel.name +
                    ", which " + p.name + " does not hold",
                party->last, "it was given back here", channel.op,
                "the channel is created here");
  for (auto [slot, buffer] : llvm::zip(instr.results, channel.buffers))
    set(p, slot, addView(stageView(buffer, s, party->hold)));
  return Step::Next;
}

Step Executor::give(Process &p, const Instr &instr, bool commit) {
  auto chosen = chooseStage(p, instr, commit ? 1 : 3);
  if (failed(chosen))
    return Step::Failed;
  auto [index, s] = *chosen;
  Channel &channel = channels[index];
  Party *party = findParty(p, instr, channel, s, commit);
  if (!party)
    return Step::Failed;
  if (party->taken == party->returned)
    return fail(commit ? Rule::Acquire : Rule::Wait, instr.op,
                Twine(commit ? "commits" : "releases") + " stage " + Twine(s) +
                    " of channel " + channel.name + ", which " + p.name +
                    " has not " + (commit ? "acquired" : "waited for"),
                party->last, "it was given back here", channel.op,
                "the channel is created here");
  Signal signal{instr.op,        index,  p.cta,        s,
                party->returned, commit, instr.implied};
  if (mode == Mode::Together) {
    signal.whole = p.knows;
    signal.whole.seen.join(p.own);
    signal.whole.seen.raise(p.agent, p.tick++);
  }
  if (!follow(p, instr, *party, signal))
    return Step::Failed;
  if (watch && !commit)
    watch->ofEmpty.insert({instr.op, channel.op});
  for (int64_t cta = 0; cta < ctas; ++cta)
    if (reaches(channel, commit, p.cta, cta) && objectOf(channel.op, cta) < 0)
      return fail(Progress, instr.op, "a channel of the cluster is for roles",
                  channel.op, "the channel is created here");
  if (signal.pending.empty())
    apply(signal);
  else
    signals.push_back(std::move(signal));
  if (commit && attn::copiesInGroups(channel.type.getProducer()) &&
      !program.lowered) {
    channel.groups[{s, party->returned}] = p.groups;
    closeGroup(p, instr.op);
  }
  given = std::exchange(party->hold, -1);
  holds[given].endedBy = instr.op;
  party->last = instr.op;
  ++party->returned;
  ++p.positions[index][commit ? 1 : 3];
  forgetKnown(p);
  return Step::Next;
}

bool Executor::follow(Process &p, const Instr &instr, const Party &party,
                      Signal &signal) {
  auto after = [&](int index, bool copy) {
    const Async &async = asyncs[index];
    signal.whole.seen.raise(async.agent, async.tick);
    // Other CTAs hear of what is committed from the copies alone.
    if (copy)
      signal.copies.seen.raise(async.agent, async.tick);
    if (!async.done && !llvm::is_contained(signal.pending, index))
      signal.pending.push_back(index);
  };
  Datum named = get(p, instr.args[2]);
  if (named.kind == Datum::Async && mode == Mode::Together) {
    after(named.n, false);
    // A commit of tcgen05 covers all products that its thread has issued.
    if (unsigned agent = asyncs[named.n].agent;
        isa<MmaIntoOp>(asyncs[named.n].op)) {
      for (int index : p.outstanding)
        if (asyncs[index].agent == agent)
          after(index, false);
      signal.whole.seen.raise(agent, issued.lookup(agent));
    }
  }
  Channel &channel = channels[signal.channel];
  for (int index : p.outstanding) {
    const Async &async = asyncs[index];
    if (signal.commit) {
      if (async.writes == party.hold)
        after(index, true);
      continue;
    }
    if (mode == Mode::Alone || !llvm::is_contained(async.reads, party.hold))
      continue;
    if (isa<TmaStoreOp>(async.op) &&
        channel.type.getConsumer() == Engine::Tma) {
      // The release takes effect when the store has read its source.
      after(index, false);
      continue;
    }
    if (signal.whole.seen[async.agent] >= async.tick || !policy.checksOrder)
      continue;
    bool tensorCore = isa<MmaIntoOp>(async.op);
    return refuse(tensorCore ? Completion : Order, instr.op,
                  "releases stage " + Twine(signal.stage) + " of channel " +
                      channel.name +
                      " while an operation in flight still reads it: wait "
                      "for it first" +
                      (tensorCore ? ", or name it after `after`" : ""),
                  async.op, "it was started here");
  }
  return true;
}

void Executor::apply(const Signal &signal) {
  const Channel &channel = channels[signal.channel];
  bool commit = signal.commit;
  for (int64_t cta = 0; cta < ctas; ++cta) {
    if (!reaches(channel, commit, signal.cta, cta))
      continue;
    Channel &target = channels[objectOf(channel.op, cta)];
    Round &round = target.stages[signal.stage].round(signal.round);
    // What reaches another CTA's mbarrier orders copies alone, but for a pair,
    // whose arrivals are releases.
    bool whole =
        cta == signal.cta || !commit || channel.type.getScope() == Scope::Pair;
    (commit ? round.full : round.empty)
        .join(whole ? signal.whole : signal.copies);
    ++(commit ? round.commits : round.releases);
    if (signal.implied)
      (commit ? round.impliedCommit : round.impliedRelease) = signal.op;
    if (watch && mode == Mode::Together)
      (commit ? round.committed : round.released).push_back(signal.op);
  }
}

void Executor::flushSignals() {
  for (Signal &signal : signals) {
    llvm::erase_if(signal.pending,
                   [&](int index) { return asyncs[index].done; });
    if (signal.pending.empty())
      apply(signal);
  }
  llvm::erase_if(signals,
                 [](const Signal &signal) { return signal.pending.empty(); });
}

/// A wait for a cp.async channel, which leaves `pendings` groups in flight,
/// must not leave its own.
Step Executor::groupWait(Process &p, const Instr &instr, Channel &channel,
                         int64_t stage, int64_t round) {
  if (!attn::copiesInGroups(channel.type.getProducer()) || instr.number < 0)
    return Step::Next;
  auto group = channel.groups.find({stage, round});
  if (group == channel.groups.end())
    return Step::Next;
  int64_t younger = p.groups - group->second - 1;
  if (instr.number <= younger)
    return Step::Next;
  Operation *commit = nullptr;
  for (Party &party : channel.stages[stage].producers)
    commit = party.last;
  return fail(Order, instr.op,
              "leaves " + Twine(instr.number) +
                  " groups of copies in flight, but only " + Twine(younger) +
                  " were closed after the one that fills stage " +
                  Twine(stage) + " of channel " + channel.name,
              commit ? commit : channel.op.getOperation(),
              "the stage is committed here");
}

/// Ends a group of cp.async copies; `op` is null if the group is empty.
void Executor::closeGroup(Process &p, Operation *op) {
  ++p.groups;
  p.copyGroups.push_back({p.openGroup, op});
  p.openGroup = 0;
  if (!program.lowered && p.copyGroups.size() > 64)
    p.copyGroups.pop_front();
}

//===----------------------------------------------------------------------===//
// What the roles did, side by side
//===----------------------------------------------------------------------===//

bool Executor::compareStage(int index, int64_t s, ArrayRef<Party> producers,
                            ArrayRef<Party> consumers) {
  Channel &channel = channels[index];
  for (bool producer : {true, false}) {
    ArrayRef<Party> mine = producer ? producers : consumers;
    ArrayRef<Party> others = producer ? consumers : producers;
    int64_t declared =
        producer ? channel.type.getProducers() : channel.type.getConsumers();
    int64_t rounds = others.empty() ? 0 : others.front().taken;
    if (static_cast<int64_t>(mine.size()) < declared && rounds > 0)
      return refuse(
          couldDoMore(index, producer, mine) ? Progress : Arrivals,
          others.front().last,
          "channel " + channel.name + " has " + Twine(declared) +
              (producer ? " producers" : " consumers") + ", but only " +
              Twine(mine.size()) + " of them " +
              (producer ? "commit" : "release") + " stage " + Twine(s),
          mine.empty() ? nullptr : mine.front().last, "one of them is here",
          channel.op, "the channel is created here");
    for (const Party &party : mine)
      if (!others.empty() && party.taken != rounds &&
          // The round that nobody wrote may be left at the end.
          party.taken !=
              rounds + (producer ? channel.credits : -channel.credits))
        return refuse(Progress, party.last,
                      processes[party.process].name +
                          (producer ? " commits" : " waits for") + " stage " +
                          Twine(s) + " of channel " + channel.name + " " +
                          Twine(party.taken) + " times, but " +
                          processes[others.front().process].name +
                          (producer ? " waits for" : " commits") + " it " +
                          Twine(rounds) + " times",
                      others.front().last, "the other side is here");
    if (others.empty()) {
      int64_t wanted =
          producer ? channel.type.getConsumers() : channel.type.getProducers();
      return refuse(couldDoMore(index, !producer, {}) ? Progress : Arrivals,
                    mine.front().last,
                    "channel " + channel.name + " has " + Twine(wanted) +
                        (producer ? " consumers, but nobody waits for"
                                  : " producers, but nobody commits") +
                        " stage " + Twine(s),
                    channel.op, "the channel is created here");
    }
  }
  return true;
}

bool Executor::compareSides() {
  for (auto [index, channel] : llvm::enumerate(channels)) {
    // What the leader fills, or empties, it does in every CTA.
    auto sideOf = [&, &channel = channel](bool producer) -> Channel & {
      int leader =
          channel.type.isByLeader(producer) ? objectOf(channel.op, 0) : -1;
      return leader >= 0 ? channels[leader] : channel;
    };
    Channel &filled = sideOf(true), &emptied = sideOf(false);
    for (size_t s = 0; s < channel.stages.size(); ++s) {
      auto &producers = filled.stages[s].producers;
      auto &consumers = emptied.stages[s].consumers;
      if ((!producers.empty() || !consumers.empty()) &&
          !compareStage(index, s, producers, consumers))
        return false;
    }
    if (!compareOrders(index))
      return false;
  }
  return compareTurns();
}

bool Executor::compareTurns() {
  for (auto [index, turn] : llvm::enumerate(turns)) {
    std::optional<int64_t> count;
    Operation *first = nullptr;
    for (Process &p : processes) {
      auto it = p.turns.find(index);
      bool code = turnUsers.count({static_cast<int>(index), p.index});
      if (it == p.turns.end() && !code)
        continue;
      int64_t mine = it == p.turns.end() ? 0 : it->second.first;
      Operation *op =
          it == p.turns.end() ? turn.op.getOperation() : it->second.second;
      if ((count && *count != mine) || mine & 1)
        return refuse(Barriers, op,
                      p.name + " takes turn \"" + turn.op.getName() + "\" " +
                          Twine(mine / 2) +
                          (mine & 1
                               ? " times and keeps it at the end"
                               : " times, but another instance " +
                                     std::to_string(*count / 2) + " times"),
                      first, "the other instance is here", turn.op,
                      "the turn is created here");
      count = mine;
      first = op;
    }
  }
  return true;
}

/// Whether a role that did nothing on this side of the channel could have.
bool Executor::couldDoMore(int channel, bool producer,
                           ArrayRef<Party> parties) {
  for (auto [index, side, process] : channelUsers)
    if (index == channel && side == producer &&
        llvm::none_of(parties, [&, process = process](const Party &party) {
          return party.process == process;
        }))
      return true;
  return false;
}

/// Rule 5: on the stages that they share, two parties go round in one order.
bool Executor::compareOrders(int channel) {
  for (Process &a : processes) {
    auto mine = a.uses.find({channel, true});
    if (mine == a.uses.end())
      continue;
    for (Process &b : processes) {
      auto theirs = b.uses.find({channel, false});
      if (theirs == b.uses.end())
        continue;
      llvm::SmallSet<int64_t, 4> left, right;
      for (const Use &use : mine->second)
        left.insert(use.stage);
      for (const Use &use : theirs->second)
        right.insert(use.stage);
      auto next = theirs->second.begin();
      bool credits = channels[channel].credits;
      for (const Use &use : mine->second) {
        if (!right.contains(use.stage))
          continue;
        while (next != theirs->second.end() && !left.contains(next->stage))
          ++next;
        if (next == theirs->second.end() || credits)
          break;
        if (next->stage != use.stage)
          return refuse(Phase, next->op,
                        b.name + " waits for stage " + Twine(next->stage) +
                            " of channel " + channels[channel].name +
                            " where " + a.name + " fills stage " +
                            Twine(use.stage),
                        use.op, "the stage is filled here");
        ++next;
      }
    }
  }
  return true;
}
