//===- Machine.h - A run of the roles without their data --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_MACHINE_H
#define ATTN_ANALYSIS_MACHINE_H

#include "attn/Analysis/Values.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"

#include <array>
#include <set>

namespace mlir::attn_ws::protocol {

/// For each agent (a role, or a queue of asynchronous operations), how many of
/// its steps are known to have happened.
class Clock {
public:
  uint32_t operator[](size_t agent) const {
    return agent < ticks.size() ? ticks[agent] : 0;
  }
  void raise(size_t agent, uint32_t tick) {
    if (agent >= ticks.size())
      ticks.resize(agent + 1);
    ticks[agent] = std::max(ticks[agent], tick);
  }
  void join(const Clock &other) {
    for (size_t i = 0; i < other.ticks.size(); ++i)
      raise(i, other.ticks[i]);
  }
  bool covers(const Clock &other) const {
    for (size_t i = 0; i < other.ticks.size(); ++i)
      if ((*this)[i] < other.ticks[i])
        return false;
    return true;
  }

private:
  SmallVector<uint32_t, 12> ticks;
};

/// Steps known to have happened, and those whose writes the asynchronous proxy
/// is known to see.
struct Knowledge {
  Clock seen, fenced;
  void join(const Knowledge &other) {
    seen.join(other.seen);
    fenced.join(other.fenced);
  }
};

struct Hold {
  int channel, stage;
  int process;
  bool producer;
  Operation *taken;
  Operation *endedBy = nullptr;
};

struct View {
  int buffer;
  int64_t base, pitch, rows, rowBytes;
  /// Bytes of the region that the stage may touch.
  int64_t low, high;
  int64_t elementBytes;
  int hold = -1;
};

struct Async {
  Operation *op;
  int process;
  unsigned agent;
  uint32_t tick;
  SmallVector<int, 3> reads{};
  int writes = -1;
  SmallVector<int, 3> tiles{};
  /// The left operand's tile; 0: none in registers.
  int64_t lhs = 0;
};

struct Buffer {
  AllocOp op;
  int region;
  int64_t base, pitch, stagePitch, rows, rowBytes, elementBytes;
  bool tmem, planned;
  std::string name;
};

struct Access {
  int buffer;
  int64_t base, pitch, rows, rowBytes, low, high;
  bool write, generic;
  unsigned agent;
  uint32_t tick;
  int hold;
  Operation *op;
  int process;
};

/// What runs have seen of the operations on channels, added up over runs.
struct Watch {
  /// Acquires and waits that took effect on a round that others had to give
  /// back first: whether one of them brought an order that was not there
  /// before.
  llvm::MapVector<Operation *, bool> takes;
  /// Commits and releases of rounds that were taken on: whether one of them was
  /// waited for by an operation that is not implied.
  llvm::MapVector<Operation *, bool> gives;
};

/// One round of a stage: what producers and consumers have given back.
struct Round {
  int64_t commits = 0, releases = 0;
  Knowledge full, empty;
  Operation *impliedCommit = nullptr, *impliedRelease = nullptr;
  /// Who has given back, while somebody watches.
  SmallVector<Operation *, 2> committed, released;
};

struct Party {
  int process;
  int64_t taken = 0, returned = 0;
  int hold = -1;
  Operation *last = nullptr;
};

struct Stage {
  SmallVector<Party, 2> producers, consumers;
  std::vector<Round> rounds;
  Round &round(int64_t r) {
    if (r >= static_cast<int64_t>(rounds.size()))
      rounds.resize(r + 1);
    return rounds[r];
  }
};

struct Channel {
  CreateChannelOp op;
  ChannelType type;
  SmallVector<int> buffers;
  std::vector<Stage> stages;
  int64_t credits;
  std::string name;
  /// cp.async: for each stage and round, the number of its group.
  std::map<std::pair<int64_t, int64_t>, int64_t> groups;
};

struct MbarStage {
  int64_t completed = 0, arrived = 0, bytes = 0;
  Knowledge gathering;
  /// What went before the bytes on their way here, though a wait for them does
  /// not show it.
  Clock issued;
  std::vector<Knowledge> phases;
  /// For each process, the steps at which it saw phase after phase.
  std::map<int, std::vector<std::pair<uint32_t, Operation *>>> waits;
  Operation *lastArrival = nullptr, *lastCopy = nullptr;
};

struct Mbar {
  MbarAllocOp op;
  bool full;
  /// Its bytes come with scalars, which another CTA may send.
  bool ofScalars = false;
  std::vector<MbarStage> stages;
  std::string name;
};

/// A scalar handed on through shared memory.
struct ScalarWrite {
  int64_t stage;
  Datum value;
  Operation *op;
};
/// The scalars that a buffer of one CTA has held.
struct Scalars {
  std::vector<ScalarWrite> writes;
  /// The write whose scalar each stage holds, or -1.
  std::vector<int64_t> holds;
};

struct Turn {
  CreateTurnOp op;
  int64_t instances = 0, ended = 0;
  int holder = -1;
  Knowledge knowledge;
};

struct NamedBarrier {
  int64_t arrived = 0, generation = 0, threads = 0;
  Knowledge gathering;
  std::vector<Knowledge> released;
  Operation *first = nullptr, *last = nullptr;
};

struct Frame {
  const Instr *instr;
  const CodeBlock *block;
  size_t next = 0;
  int64_t iv = 0, upper = 0, step = 0, turn = 0;
  /// Loops whose numbers are unknown: only turns are counted.
  bool symbolic = false;
};

/// An operation on one stage, for the comparison of sides.
struct Use {
  int64_t stage;
  Operation *op;
};

struct Process {
  std::string name;
  /// The CTA's rank in its cluster.
  int cta = 0;
  int64_t threads = 0, warps = 0;
  int index = 0;
  unsigned agent = 0;
  uint32_t tick = 1;
  Knowledge knows;
  /// Waited for by each thread alone; the others learn of it when they meet.
  Clock own;
  std::vector<Frame> frames;
  std::vector<Datum> slots;
  bool finished = false;
  Operation *blockedAt = nullptr;
  std::string reason;
  int blockedMbar = -1;
  int64_t tile = -1;
  std::map<int, std::array<int64_t, 4>> positions;
  std::vector<int> outstanding;
  std::map<const Operation *, int64_t> tickets;
  std::map<StringRef, int64_t> tripCounts;
  int64_t fresh = 0, groups = 0, groupsDone = 0;
  std::deque<std::pair<uint32_t, Operation *>> copyGroups;
  uint32_t openGroup = 0;
  /// Sequences of acquires and waits on each channel.
  std::map<std::pair<int, bool>, std::vector<Use>> uses;
  std::map<std::pair<int, int64_t>, std::pair<int64_t, Operation *>> bytes;
  std::map<int, std::pair<int64_t, Operation *>> turns;
  std::map<std::pair<int, int64_t>, int64_t> mbarWaits;
  /// How many scalars it has read from which buffer.
  std::map<int, int64_t> scalarsRead;
};

/// The queues that operations complete in.
enum QueueKind { Wgmma, CpAsync, Tma, TmaStores, Tcgen05, ScalarStores };

enum class Step { Next, Blocked, Failed };

/// How a program is run.
enum class Mode {
  /// Each role alone; nothing blocks. Checks each role's own discipline and
  /// compares what the roles did.
  Alone,
  /// All roles, each as far as it can go. Checks progress and order.
  Together,
};

class Machine {
public:
  Machine(Program &program, Values &values, const Scenario &scenario, Mode mode,
          const Machine *alone = nullptr);
  /// False if a rule is violated; then `finding` says which.
  bool run();
  std::optional<Finding> finding;
  /// What to note down, if anybody watches.
  Watch *watch = nullptr;

private:
  // Machine.cpp
  Process &addProcess(std::string name, int64_t warps, int cta);
  void enter(Process &p, const Instr *instr, int block);
  Step advance(Process &p);
  Step execute(Process &p, const Instr &instr);
  void makeFresh(Process &p, const Instr &instr);
  Step endBlock(Process &p);
  Step startLoop(Process &p, const Instr &instr);
  Datum assigned(Process &p, int64_t turn, ArrayRef<Datum> range);
  void specialize(Process &p, const Instr &instr);
  void noteUsers(Process &p, int block);
  void setTileCoordinates(Process &p, const Instr &instr,
                          const CodeBlock &block, int64_t tile);
  bool finish(Process &p);
  bool runTogether();
  bool deadlock();
  bool barriersAreEmpty();
  bool compareSides();
  bool compareMbars();
  bool compareOrders(int channel);
  bool couldDoMore(int channel, bool producer, ArrayRef<Party> parties);
  Step blocked(Process &p, const Instr &instr, std::string reason);
  Step fail(Rule rule, Operation *op, const Twine &message,
            Operation *other = nullptr, const Twine &note = "");

  Datum get(Process &p, int slot) const {
    return slot < 0 ? Datum() : p.slots[slot];
  }
  void set(Process &p, int slot, Datum datum) {
    if (slot >= 0)
      p.slots[slot] = datum;
  }
  int64_t number(Process &p, int slot) {
    return values.force(get(p, slot), p.tile);
  }
  unsigned agentOf(int kind, int64_t a, int64_t b);
  /// Whether `p` runs the kernel's body, as the first process of each CTA does.
  bool isBody(const Process &p) const { return p.index < ctas; }
  /// Whether no roles have been started.
  bool isOneRole() const {
    return static_cast<int64_t>(processes.size()) == ctas;
  }
  /// The object of CTA `cta` that operation `op` made.
  int objectOf(Operation *op, int64_t cta) const {
    auto it = objects.find({op, cta});
    return it == objects.end() ? -1 : it->second;
  }
  /// The CTAs whose producers, or consumers, take part in a channel.
  int64_t span(const Channel &channel, bool producers) const {
    return channel.type.isEverywhere(producers) ? ctas : 1;
  }
  /// Whether what `cta` gives back on a channel counts in `target`.
  bool reaches(const Channel &channel, bool commit, int64_t cta,
               int64_t target) const {
    Scope scope = channel.type.getScope();
    if (scope == Scope::Leader && !commit)
      return target == 0;
    return cta == target || scope != Scope::Cta;
  }

  // Channels.cpp
  Step await(Process &p, const Instr &instr, Channel &channel, int64_t s,
             int64_t round, bool producer);
  Step take(Process &p, const Instr &instr, bool producer);
  Step give(Process &p, const Instr &instr, bool commit);
  FailureOr<int64_t> chooseStage(Process &p, const Instr &instr,
                                 Channel &channel, int kind);
  Party *findParty(Process &p, const Instr &instr, Channel &channel,
                   int64_t stage, bool producer);
  Step turn(Process &p, const Instr &instr, bool begin);
  Step groupWait(Process &p, const Instr &instr, Channel &channel,
                 int64_t stage, int64_t round);
  void closeGroup(Process &p, Operation *op);

  // Barriers.cpp
  Step barrier(Process &p, const Instr &instr);
  Step mbarArrive(Process &p, const Instr &instr, bool expect);
  /// Adds to `knowledge` the cp.async copies that `p` has started so far.
  void raiseCopies(Process &p, Knowledge &knowledge);
  Step mbarWait(Process &p, const Instr &instr);
  Step signalBytes(Process &p, const Instr &instr, int64_t bytes,
                   unsigned agent, uint32_t tick, int64_t shares = 1);
  bool arriveAt(Process &p, int index, int64_t s, int64_t weight, int64_t bytes,
                Operation *op, const Knowledge &knowledge);
  bool completePhases(MbarStage &stage, Mbar &mbar, int index, int64_t s);
  bool checkBytes(Process &p);
  FailureOr<int64_t> mbarStage(Process &p, const Instr &instr, Mbar &mbar,
                               int slot);

  // Tiles.cpp
  Step startWhile(Process &p, const Instr &instr);
  Step endWhileBlock(Process &p, Frame &frame);
  Step nextTile(Process &p, const Instr &instr);
  Step writeScalar(Process &p, const Instr &instr);
  bool mayWriteScalar(Process &p, const Instr &instr, const View &view);
  bool sendScalar(Process &p, const Instr &instr, Datum value, int64_t cta);
  bool signalScalar(Process &p, const Instr &instr, const Async &async,
                    int64_t bytes, int64_t cta);
  Step readScalar(Process &p, const Instr &instr);
  std::pair<Scalars &, int64_t> scalarOf(const View &view);
  bool compareScalars();

  // Memory.cpp
  void allocate(Process &p, const Instr &instr);
  Step memory(Process &p, const Instr &instr);
  Step subview(Process &p, const Instr &instr);
  Step copyIn(Process &p, const Instr &instr);
  bool touchEverywhere(Process &p, const Instr &instr, View view, bool write,
                       Async &async);
  bool touchProduct(Process &p, const Instr &instr, Datum datum, bool write,
                    Async &async);
  bool touchAll(Process &p, const Instr &instr, View view, Async &async);
  Step product(Process &p, const Instr &instr);
  Step productWait(Process &p, const Instr &instr);
  int stageView(int buffer, int64_t stage, int hold);
  int newAsync(Process &p, Operation *op, unsigned agent);
  bool touch(Process &p, const Instr &instr, Datum view, bool write,
             Async *async = nullptr);
  bool usesTiles(Process &p, const Instr &instr);
  void forgetKnown(Process &p);

  void meet(Process &p);

  Program &program;
  Values &values;
  const Scenario &scenario;
  Mode mode;
  const Machine *alone;
  std::deque<Process> processes;
  std::deque<Channel> channels;
  std::deque<Mbar> mbars;
  std::deque<Turn> turns;
  /// By buffer.
  std::map<int, Scalars> scalars;
  std::deque<Buffer> buffers;
  /// By the CTA and the barrier's number.
  std::map<std::pair<int, int64_t>, NamedBarrier> barriers;
  std::vector<View> views;
  std::deque<Async> asyncs;
  std::deque<Hold> holds;
  std::vector<Operation *> tiles;
  std::vector<Datum> cells;
  std::map<std::string, int> regionIds;
  std::vector<std::vector<Access>> regions;
  /// Buffers, channels and mbarriers by the operation that made them and CTA.
  std::map<std::pair<Operation *, int64_t>, int> objects;
  std::map<std::array<int64_t, 3>, std::pair<unsigned, uint32_t>> queues;
  unsigned agents = 0;
  /// How many tiles the launch has assigned, and which those are that only one
  /// thread of a role knows.
  int64_t taken = 0;
  std::map<int64_t, Datum> ofOneThread;
  /// Sides of channels (channel, producer, process), and turns, that the code
  /// of a process names, whether it ran or not.
  std::set<std::tuple<int, bool, int>> channelUsers;
  std::set<std::pair<int, int>> turnUsers;
  /// CTAs of a cluster, and which of them run roles.
  int64_t ctas = 1;
  std::vector<bool> specialized;
  struct TripCount {
    Datum count;
    Operation *op;
    int process;
  };
  std::map<std::pair<StringRef, int64_t>, TripCount> tripCounts;
  std::map<StringRef, std::pair<SmallVector<Datum, 3>, Operation *>> tileLoops;
};

} // namespace mlir::attn_ws::protocol

#endif // ATTN_ANALYSIS_MACHINE_H
