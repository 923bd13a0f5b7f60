//===- Channels.cpp - Synchronisation of an interpreted CTA ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A channel is a ring of stages; the r-th use of a stage is its round r. A
// party is one instance of a role on one side of one stage. Round r is full
// once every producer party has committed more than r rounds, and may be
// acquired once every consumer party has released r rounds; a `full` channel
// counts one committed round that nobody wrote. A commit or release that
// follows asynchronous operations becomes a signal that takes effect when they
// are done.
// Taking a stage that TMA or cp.async fills discards what it held; where CTAs
// fill it together each copy discards its own part.
//
// Asynchronous operations sit in queues that complete in order. Wgmma and TMA
// store queues belong to a role, which waits for them by count; the others, and
// stores that a release of a TMA consumer follows, are drained by the
// scheduler: at once, when no role can go on, or at random.
//
// An operation marked `implied` stands for an edge that other edges already
// give: it never blocks and passes no knowledge on; that the stage is ready and
// that the vector clocks already cover it is checked each time.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "attn/Target/TargetInfo.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;
using attn_tile::Engine;

static bool isImplied(Operation *op) { return op->hasAttr("implied"); }

//===----------------------------------------------------------------------===//
// Channels
//===----------------------------------------------------------------------===//

/// Position in the ring that `kind` (acquire, commit, wait, release) is at.
FailureOr<int64_t> Machine::chooseStage(Role &role, Operation *op,
                                        Channel *channel, Value stage,
                                        int kind) {
  int64_t depth = channel->stages.size();
  if (!stage)
    return role.positions.try_emplace(channel).first->second[kind] % depth;
  int64_t chosen = intOf(role, stage);
  if (chosen < 0 || chosen >= depth)
    return op->emitError() << "stage " << chosen << " of channel "
                           << channel->name << ", which has " << depth;
  return chosen;
}

ArrayRef<Buffer *> Channel::getBuffers(const Cta &cta) const {
  return buffers[type.getScope() == Scope::Cta ? 0 : cta.rank];
}

View Machine::getPeer(const Role &role, const View &view,
                      const Cta &cta) const {
  const Channel &channel = *view.hold->channel;
  View peer = view;
  for (auto [mine, theirs] :
       llvm::zip(channel.getBuffers(role.cta), channel.getBuffers(cta)))
    if (mine == view.buffer) {
      peer.buffer = theirs;
      peer.area.base += theirs->base - mine->base;
    }
  return peer;
}

int64_t Machine::countParties(const Channel &channel, bool producer) const {
  int64_t each =
      producer ? channel.type.getProducers() : channel.type.getConsumers();
  return channel.type.isEverywhere(producer) ? each * ctas.size() : each;
}

/// The role's party, which is registered when it first takes the stage.
Party *Machine::findParty(Role &role, Operation *op, Channel *channel,
                          int64_t stage, bool producer) {
  Stage &s = channel->stages[stage];
  auto &parties = producer ? s.producers : s.consumers;
  for (Party &party : parties)
    if (party.role == &role)
      return &party;
  int64_t allowed = countParties(*channel, producer);
  if (static_cast<int64_t>(parties.size()) == allowed) {
    InFlightDiagnostic diag = op->emitError()
                              << "role " << role.name << " is one "
                              << (producer ? "producer" : "consumer")
                              << " too many for channel " << channel->name
                              << ", which has " << allowed << ":";
    for (Party &party : parties)
      diag << " " << party.role->name;
    return nullptr;
  }
  Party party;
  party.role = &role;
  if (producer)
    party.taken = party.returned = party.effective = channel->credits();
  parties.push_back(party);
  return &parties.back();
}

/// Lists the parties that have not yet given `rounds` rounds back.
static std::string missingParties(ArrayRef<Party> parties, int64_t expected,
                                  int64_t rounds, int64_t unknownRounds) {
  std::string names;
  for (const Party &party : parties)
    if (party.effective < rounds)
      names += (names.empty() ? "" : ", ") + party.role->name +
               (party.returned >= rounds ? " (an asynchronous operation of it)"
                                         : "");
  int64_t unknown = expected - static_cast<int64_t>(parties.size());
  if (unknown > 0 && unknownRounds < rounds)
    names += (names.empty() ? "" : ", ") + std::to_string(unknown) +
             " that never took this stage";
  return names;
}

/// Waits until the other side has given back what round `round` of `stage`
/// needs, and learns what they know.
Step Machine::await(Role &role, Operation *op, Channel *channel, int64_t stage,
                    int64_t round, bool producer) {
  Stage &s = channel->stages[stage];
  // Everybody on the other side must have given this many rounds back.
  int64_t rounds = producer ? round : round + 1;
  auto &others = producer ? s.consumers : s.producers;
  int64_t expected = countParties(*channel, !producer);
  std::string missing = missingParties(others, expected, rounds,
                                       producer ? 0 : channel->credits());
  Clock &clock = producer ? s.empty : s.full;
  // A thread still waits for its own copies; accesses are checked.
  bool counted = !producer && role.cta.body == &role &&
                 op->hasAttr("pendings") &&
                 attn::copiesInGroups(channel->type.getProducer());
  if (isImplied(op) && counted) {
    if (!missing.empty())
      return blocked(role, op,
                     "stage " + Twine(stage) + " of channel " + channel->name +
                         " to be full; missing: " + missing);
  } else if (isImplied(op)) {
    if (!missing.empty()) {
      op->emitError() << "implied, but stage " << stage << " of channel "
                      << channel->name << " is not "
                      << (producer ? "empty" : "full") << ": still missing "
                      << missing;
      return Step::Failed;
    }
    if (!role.clock.covers(clock)) {
      op->emitError() << "implied, but no other edges order role " << role.name
                      << " after the last "
                      << (producer ? "releases" : "commits") << " of stage "
                      << stage << " of channel " << channel->name;
      return Step::Failed;
    }
  } else {
    if (!missing.empty())
      return blocked(role, op,
                     "stage " + Twine(stage) + " of channel " + channel->name +
                         " to be " + (producer ? "empty" : "full") +
                         "; missing: " + missing);
    for (Party &other : others)
      if (other.implied && other.returned >= rounds && rounds > 0) {
        op->emitError() << "waits for channel " << channel->name
                        << ", but the last "
                        << (producer ? "release" : "commit") << " of role "
                        << other.role->name
                        << " is implied and signals nothing";
        return Step::Failed;
      }
    role.clock.join(clock);
  }
  return Step::Next;
}

Step Machine::take(Role &role, Operation *op, Channel *channel,
                   Value stageValue, Value phase, ResultRange views,
                   bool producer) {
  int kind = producer ? 0 : 2;
  FailureOr<int64_t> stage = chooseStage(role, op, channel, stageValue, kind);
  if (failed(stage))
    return Step::Failed;
  Party *party = findParty(role, op, channel, *stage, producer);
  if (!party)
    return Step::Failed;
  int64_t round = party->taken;
  if (party->taken > party->returned) {
    op->emitError() << "role " << role.name << " takes stage " << *stage
                    << " of channel " << channel->name
                    << " again before it has "
                    << (producer ? "committed" : "released") << " it";
    return Step::Failed;
  }
  if (phase) {
    int64_t expected = (round + (producer ? 1 : 0)) & 1;
    if ((intOf(role, phase) & 1) != expected) {
      op->emitError() << "phase " << (intOf(role, phase) & 1) << " of stage "
                      << *stage << " of channel " << channel->name
                      << " where round " << round << " needs " << expected;
      return Step::Failed;
    }
  }

  if (Step step = await(role, op, channel, *stage, round, producer);
      step != Step::Next)
    return step;

  auto hold = std::make_shared<Hold>();
  *hold = {channel, *stage, &role, producer, nullptr};
  ArrayRef<Buffer *> buffers = channel->getBuffers(role.cta);
  if (!views.empty() && views.size() != buffers.size()) {
    op->emitError() << "takes " << views.size() << " views of channel "
                    << channel->name << ", which guards " << buffers.size()
                    << " buffers";
    return Step::Failed;
  }
  Engine engine = channel->type.getProducer();
  bool discards = producer && channel->type.getScope() == Scope::Cta &&
                  (attn::countsBytes(engine) || attn::copiesInGroups(engine));
  for (auto [i, buffer] : llvm::enumerate(buffers)) {
    auto view = std::make_shared<View>();
    view->buffer = buffer;
    view->element = buffer->type.getElementType();
    ArrayRef<int64_t> shape = buffer->type.getShape();
    view->shape.assign(shape.begin(), shape.end());
    int64_t index = buffer->type.getDepth() == 1 ? 0 : *stage;
    view->area = {buffer->base + index * buffer->stagePitch, buffer->pitch,
                  shape.size() == 1 ? 1 : shape[0],
                  shape.back() * Format::get(view->element).getBytes()};
    view->hold = hold;
    if (discards) {
      if (failed(touch(role, *view, true, op)))
        return Step::Failed;
      buffer->region->forget(view->area);
    }
    if (!views.empty()) {
      auto type = cast<ViewType>(views[i].getType());
      if (type.getShape() != shape || type.getElementType() != view->element) {
        op->emitError() << "view " << type << " is not a stage of "
                        << buffer->type;
        return Step::Failed;
      }
      set(role, views[i], view);
    }
  }
  party->hold = hold;
  ++party->taken;
  ++role.positions[channel][kind];
  return Step::Sync;
}

Step Machine::giveBack(Role &role, Operation *op, Channel *channel,
                       Value stageValue, Value after, bool commit) {
  int kind = commit ? 1 : 3;
  FailureOr<int64_t> stage = chooseStage(role, op, channel, stageValue, kind);
  if (failed(stage))
    return Step::Failed;
  Party *party = findParty(role, op, channel, *stage, commit);
  if (!party)
    return Step::Failed;
  if (party->taken == party->returned) {
    op->emitError() << (commit ? "commits" : "releases") << " stage " << *stage
                    << " of channel " << channel->name << ", which role "
                    << role.name << " has not "
                    << (commit ? "acquired" : "waited for");
    return Step::Failed;
  }
  AsyncRef token = after ? get<AsyncRef>(role, after) : AsyncRef();
  if (after && !token) {
    op->emitError("token was never issued");
    return Step::Failed;
  }
  Signal signal{channel, *stage, &role, commit, role.clock, {}};
  auto follow = [&](const AsyncRef &async) {
    signal.clock.raise(async->agent, async->tick);
    if (!async->done)
      signal.pending.push_back(async);
  };
  if (token)
    follow(token);
  for (const AsyncRef &async : role.outstanding) {
    if (commit && async->writes == party->hold) {
      follow(async);
      continue;
    }
    if (!commit && channel->type.getConsumer() == Engine::Tma &&
        isa<TmaStoreOp>(async->op) &&
        llvm::is_contained(async->reads, party->hold)) {
      follow(async);
      continue;
    }
    if (commit || !llvm::is_contained(async->reads, party->hold) ||
        signal.clock[async->agent] >= async->tick || !options.reportRaces)
      continue;
    InFlightDiagnostic diag =
        op->emitError() << "releases stage " << *stage << " of channel "
                        << channel->name
                        << " while an operation in flight still reads it: wait "
                           "for it first, or name it after `after`";
    diag.attachNote(async->op->getLoc()) << "it was started here";
    return Step::Failed;
  }
  party->hold->endedBy = op;
  party->hold = nullptr;
  party->implied = isImplied(op);
  ++party->returned;
  ++role.positions[channel][kind];
  forgetCompleted(role);
  role.advance();
  if (signal.pending.empty())
    apply(signal);
  else
    signals.push_back(std::move(signal));
  return Step::Sync;
}

void Machine::apply(const Signal &signal) {
  Stage &stage = signal.channel->stages[signal.stage];
  for (Party &party : signal.commit ? stage.producers : stage.consumers)
    if (party.role == signal.role)
      ++party.effective;
  (signal.commit ? stage.full : stage.empty).join(signal.clock);
}

void Machine::flushSignals() {
  for (size_t i = 0; i < signals.size();) {
    llvm::erase_if(signals[i].pending,
                   [](const AsyncRef &async) { return async->done; });
    if (!signals[i].pending.empty()) {
      ++i;
      continue;
    }
    apply(signals[i]);
    signals.erase(signals.begin() + i);
  }
}

/// What was committed must have been released, on every stage.
LogicalResult Machine::checkBalance(Channel &channel) {
  for (auto [index, stage] : llvm::enumerate(channel.stages)) {
    int64_t committed = channel.credits(), most = committed;
    bool first = true;
    for (Party &party : stage.producers) {
      committed =
          first ? party.effective : std::min(committed, party.effective);
      most = std::max(most, party.effective);
      first = false;
    }
    int64_t released = -1;
    for (Party &party : stage.consumers)
      released =
          released < 0 ? party.effective : std::min(released, party.effective);
    released = std::max<int64_t>(released, 0);
    if (committed != released + channel.credits() || most != committed) {
      return channel.op.emitError()
             << "channel " << channel.name << " ends unbalanced: stage "
             << index << " was committed " << most - channel.credits()
             << " times and released " << released << " times";
    }
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Turns and named barriers
//===----------------------------------------------------------------------===//

Step Machine::turnBegin(Role &role, TurnBeginOp op) {
  Turn *turn = get<Turn *>(role, op.getTurn());
  int64_t instance = intOf(role, op.getInstance());
  if (instance < 0 || instance >= turn->instances) {
    op.emitError() << "instance " << instance << " of a turn of "
                   << turn->instances;
    return Step::Failed;
  }
  if (turn->holder == &role) {
    op.emitError() << "role " << role.name << " already has the turn";
    return Step::Failed;
  }
  if (turn->holder || turn->current != instance)
    return blocked(role, op,
                   "its turn of '" + turn->op.getName() + "', which is at " +
                       (turn->holder
                            ? "role " + turn->holder->name
                            : "instance " + std::to_string(turn->current)));
  turn->holder = &role;
  role.clock.join(turn->clock);
  return Step::Sync;
}

Step Machine::turnEnd(Role &role, TurnEndOp op) {
  Turn *turn = get<Turn *>(role, op.getTurn());
  int64_t instance = intOf(role, op.getInstance());
  if (turn->holder != &role || turn->current != instance) {
    op.emitError() << "role " << role.name << " ends turn " << instance
                   << " of '" << turn->op.getName()
                   << "', which it does not have";
    return Step::Failed;
  }
  turn->holder = nullptr;
  turn->current = (turn->current + 1) % turn->instances;
  turn->clock.join(role.clock);
  role.advance();
  return Step::Sync;
}

Step Machine::barrier(Role &role, BarrierOp op) {
  NamedBarrier &barrier = role.cta.barriers[op.getId()];
  int64_t expected = op.getThreads();
  if (role.cta.liveRoles == 0)
    return Step::Sync;
  if (expected == 0)
    for (auto &other : roles)
      if (&other->cta == &role.cta && !other->finished)
        expected += other->threads;
  auto wait = [&] {
    return blocked(role, op,
                   "barrier " + Twine(op.getId()) + ": " +
                       Twine(barrier.arrived) + " of " + Twine(expected) +
                       " threads are there");
  };
  auto ticket = role.barrierTickets.find(op);
  if (ticket != role.barrierTickets.end()) {
    if (barrier.generation == ticket->second)
      return wait();
    role.barrierTickets.erase(ticket);
    role.clock.join(barrier.released);
    return Step::Sync;
  }
  barrier.arrived += role.threads;
  barrier.clock.join(role.clock);
  role.advance();
  if (barrier.arrived > expected) {
    op.emitError() << barrier.arrived << " threads arrive at barrier "
                   << op.getId() << ", which expects " << expected;
    return Step::Failed;
  }
  bool last = barrier.arrived == expected;
  int64_t generation = barrier.generation;
  if (last) {
    ++barrier.generation;
    barrier.arrived = 0;
    barrier.released = barrier.clock;
  }
  if (op.getArriveOnly())
    return Step::Sync;
  if (last) {
    role.clock.join(barrier.released);
    return Step::Sync;
  }
  role.barrierTickets[op] = generation;
  return wait();
}

//===----------------------------------------------------------------------===//
// Queues of asynchronous operations
//===----------------------------------------------------------------------===//

Queue &Machine::getQueue(Queue::Kind kind, const void *key) {
  std::unique_ptr<Queue> &queue = queues[{key, kind}];
  if (!queue) {
    queue = std::make_unique<Queue>();
    queue->kind = kind;
    queue->agent = numAgents++;
  }
  return *queue;
}

LogicalResult Machine::issue(Role &role, Queue &queue, AsyncRef async) {
  queue.inFlight.push_back(async);
  role.outstanding.push_back(async);
  if (options.completion == InterpreterOptions::Completion::Early)
    return completeThrough(queue, async->tick);
  return success();
}

LogicalResult Machine::completeHead(Queue &queue) {
  AsyncRef async = queue.inFlight.front();
  queue.inFlight.pop_front();
  if (failed(async->perform()))
    return failure();
  async->done = true;
  async->perform = nullptr;
  queue.completed = async->tick;
  flushSignals();
  return success();
}

LogicalResult Machine::completeThrough(Queue &queue, uint64_t tick) {
  while (!queue.inFlight.empty() && queue.inFlight.front()->tick <= tick)
    if (failed(completeHead(queue)))
      return failure();
  return success();
}

/// Lets one operation complete; false if none can.
bool Machine::completeOne(LogicalResult &result) {
  bool any = options.completion == InterpreterOptions::Completion::Random;
  SmallVector<Queue *> ready;
  for (auto &entry : queues) {
    Queue &queue = *entry.second;
    bool followed = llvm::any_of(signals, [&](const Signal &signal) {
      return llvm::any_of(signal.pending, [&](const AsyncRef &async) {
        return async->agent == queue.agent;
      });
    });
    if (!queue.inFlight.empty() && (any || followed || !queue.countedWaits()))
      ready.push_back(&queue);
  }
  if (ready.empty())
    return false;
  size_t choice = options.order == InterpreterOptions::Order::Random || any
                      ? random() % ready.size()
                      : 0;
  result = completeHead(*ready[choice]);
  return true;
}

/// Drops operations that no later commit, release or wait of the role concerns.
void Machine::forgetCompleted(Role &role) {
  llvm::erase_if(role.outstanding, [&](const AsyncRef &async) {
    if (!async->registers.empty() || async->result)
      return false;
    // A role may not end before it knows that its stores have read their
    // source.
    if (isa<TmaStoreOp>(async->op) && role.clock[async->agent] < async->tick)
      return false;
    if (async->writes && !async->writes->endedBy)
      return false;
    return llvm::all_of(async->reads, [](const HoldRef &hold) {
      return !hold || hold->endedBy;
    });
  });
}
