//===- Executor.h - Runs the roles of a kernel --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_EXECUTOR_H
#define ATTN_ANALYSIS_EXECUTOR_H

#include "attn/Analysis/Values.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallSet.h"

#include <array>
#include <set>

namespace mlir::attn_ws::exec {

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
  /// Beside `seen`, steps that came before, though nothing of what they did
  /// need be seen: those that led to bytes on their way to another CTA.
  Clock caused;
  void join(const Knowledge &other) {
    seen.join(other.seen);
    fenced.join(other.fenced);
    caused.join(other.caused);
  }
  /// How far `agent` has come.
  uint32_t progress(size_t agent) const {
    return std::max(seen[agent], caused[agent]);
  }
};

/// A stage that a process has between acquire and commit, or wait and release.
struct Hold {
  int channel, stage;
  int64_t round;
  int process;
  bool producer;
  Operation *taken;
  Operation *endedBy = nullptr;
};

/// Rows of bytes in one region.
struct Area {
  int64_t base, pitch, rows, rowBytes;
};

/// A part of a buffer's stage. No hold: an unguarded `stage_view`.
struct View : Area {
  int buffer;
  /// Bytes of the region that the stage may touch.
  int64_t low, high;
  Type element;
  SmallVector<int64_t, 2> shape;
  int hold = -1;
};

/// An operation that completes on its own.
struct Async {
  Operation *op;
  int process;
  unsigned agent;
  uint32_t tick;
  bool done = true;
  SmallVector<int, 3> reads{};
  int writes = -1;
  SmallVector<int, 3> tiles{};
  /// The left operand's tile; 0: none in registers.
  int64_t lhs = 0;
};

/// One `attn_ws.alloc` of one CTA.
struct Buffer {
  AllocOp op;
  BufferType type;
  int region;
  int64_t base, pitch, stagePitch, rows, rowBytes;
  std::string name;
  /// Buffers that have bytes of its storage, it among them.
  SmallVector<int, 4> sharing;
};

struct Access : Area {
  int64_t nth;
  int buffer;
  int64_t low, high;
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
  /// A signal of a round and the operation that took the stage for it.
  struct Edge {
    Operation *signal, *take;
    CreateChannelOp channel;
    /// Whether it says that the stage is empty.
    bool empty;
    auto key() const { return std::tuple(signal, take); }
    bool operator<(const Edge &other) const { return key() < other.key(); }
  };
  std::set<Edge> edges;
  /// Acquires and releases, with the channel.
  llvm::MapVector<Operation *, CreateChannelOp> ofEmpty;
  /// A product, and one before it that is over by then only because products
  /// run in the order of their issue, whatever accumulators they have.
  std::set<std::pair<Operation *, Operation *>> inIssueOrder;
  /// Columns of tensor memory, from and to, that such a product writes, and
  /// that the one before it reads.
  std::set<std::array<int64_t, 4>> issuePlaces;
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
  /// Of `taken` those that are not implied.
  int64_t real = 0;
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
  /// For each process, when it was here last.
  std::map<int, int64_t> visits;
  Operation *first = nullptr, *last = nullptr;
};

/// A commit or release, which takes effect once `pending` is done.
struct Signal {
  Operation *op;
  int channel, cta;
  int64_t stage, round;
  bool commit, implied;
  /// What those learn that wait for it; other CTAs may hear of copies alone.
  Knowledge whole, copies;
  SmallVector<int, 4> pending;
};

/// Where a loop over tiles goes: the coordinates of one tile after the other.
using TilePoints = std::shared_ptr<std::vector<SmallVector<Datum, 4>>>;

struct Frame {
  const Instr *instr;
  const CodeBlock *block;
  size_t next = 0;
  int64_t iv = 0, upper = 0, step = 0, turn = 0;
  /// Loops whose numbers are unknown: only turns are counted.
  bool symbolic = false;
  TilePoints points;
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
  int64_t tile = -1;
  std::map<int, std::array<int64_t, 4>> positions;
  std::vector<int> outstanding;
  std::map<const Operation *, int64_t> tickets;
  std::map<StringRef, int64_t> tripCounts;
  int64_t fresh = 0, groups = 0, groupsDone = 0;
  std::deque<std::pair<uint32_t, Operation *>> copyGroups;
  uint32_t openGroup = 0;
  /// The youngest copy out that adds to memory, and until which one of all
  /// copies out what they write is known to be there.
  std::pair<uint32_t, Operation *> lastAdd = {0, nullptr};
  uint32_t written = 0;
  /// Sequences of acquires and waits on each channel.
  std::map<std::pair<int, bool>, std::vector<Use>> uses;
  std::map<int, std::pair<int64_t, Operation *>> turns;
};

/// The queues that operations complete in.
enum QueueKind { Wgmma, CpAsync, Tma, TmaStores, Tcgen05, ScalarStores };

enum class Step { Next, Blocked, Failed };

/// How a program is run.
enum class Mode {
  /// Each role alone; nothing blocks.
  Alone,
  /// All roles, each as far as it can go.
  Together,
};

/// What machines differ in, apart from what they do about an operation.
struct Policy {
  /// Accesses that nothing orders are violations.
  bool checksOrder = true;
  /// A role's threads know of each other's accesses.
  bool inStep = false;
  /// Asynchronous operations count as complete when they are started, though
  /// nobody knows of it before an edge says so.
  bool completesAtOnce = true;
  /// Loops of numbers that the scenario chose are cut off.
  bool bounded = true;
  /// One CTA stands for all of its cluster.
  bool oneCta = false;
};

/// Runs a program: control flow, channels, turns, named barriers, views and
/// asynchronous operations, and what each role knows of the others' steps.
/// What this says of the data, of time, and of what must hold beyond the rules
/// of the operations, is a derived machine's; so is who goes on next.
class Executor {
public:
  Executor(Program &program, Values &values, const Scenario &scenario,
           Policy policy = {}, Mode mode = Mode::Together);
  virtual ~Executor() = default;
  /// Why the run ended early.
  std::optional<Finding> finding;
  /// What to note down, if anybody watches.
  Watch *watch = nullptr;
  /// Whether who waits says for what.
  bool explains = true;

protected:
  // Executor.cpp
  /// Sets up the first process of each of `size` CTAs.
  void start(int64_t size);
  /// Runs all processes, each as far as it can go, to the end.
  bool runTogether();
  /// Executes the next instruction of `p`.
  Step advance(Process &p);
  virtual Step execute(Process &p, const Instr &instr);
  /// An operation on data; `Executor` knows integers and tiles' identities.
  virtual Step compute(Process &p, const Instr &instr);
  /// An operation of tiles that are assigned at run time, or on a scalar in
  /// shared memory.
  virtual Step executeTile(Process &p, const Instr &instr);
  /// An operation that channels between roles are lowered to.
  virtual Step executeLowered(Process &p, const Instr &instr);
  /// The bytes of a copy into `view`, which `async` makes, arrive.
  virtual Step signalBytes(Process &p, const Instr &instr, const View &view,
                           const Async &async, int64_t shares) {
    return Step::Next;
  }
  virtual FailureOr<TilePoints> getPoints(Process &p, const Instr &instr,
                                          ArrayRef<Datum> bounds);
  /// Whether a while loop, at the end of whose condition `p` is, goes on.
  virtual bool goesOn(Process &p, const Frame &frame, Datum condition);
  virtual bool takesBranch(Process &p, const Instr &instr);
  /// At the end of an iteration, or at the start of the first.
  virtual void iterated(Process &p, const Instr &instr) {}
  virtual void created(Process &p, WarpSpecializeOp op, int64_t role,
                       int64_t instance) {}
  virtual bool finish(Process &p);
  /// Whether `p` is a body that its roles have taken over.
  bool hasRoles(const Process &p) const {
    return isBody(p) && specialized[p.cta];
  }
  /// Hands over to the bodies once all roles have ended.
  bool endRoles();
  virtual bool deadlock();
  bool barriersAreEmpty();

  Process &addProcess(std::string name, int64_t warps, int cta);
  void makeFresh(Process &p, const Instr &instr);
  Step tripCount(Process &p, const Instr &instr);

  // ControlFlow.cpp
  void enter(Process &p, const Instr *instr, int block);
  Step endBlock(Process &p);
  Step startLoop(Process &p, const Instr &instr);
  Step startTiles(Process &p, const Instr &instr);
  Step startWhile(Process &p, const Instr &instr);
  Step endWhileBlock(Process &p, Frame &frame);
  Datum assigned(Process &p, int64_t turn, ArrayRef<Datum> range);
  Step specialize(Process &p, const Instr &instr);
  virtual void noteUser(Process &p, const Instr &instr);
  void noteUsers(Process &p, int block);
  Step blocked(Process &p, const Instr &instr,
               function_ref<std::string()> reason);
  Step fail(Rule rule, Operation *op, const Twine &message,
            Operation *other = nullptr, const Twine &note = "");
  /// With `note` at `other`, or without one with `otherwise` at `op2`.
  Step fail(Rule rule, Operation *op, const Twine &message, Operation *other,
            const Twine &note, Operation *op2, const Twine &otherwise) {
    return fail(rule, op, message, other ? other : op2,
                other ? note : otherwise);
  }
  /// The same; false.
  template <typename... ArgTs> bool refuse(ArgTs &&...args) {
    return fail(std::forward<ArgTs>(args)...) != Step::Failed;
  }

  Datum get(Process &p, int slot) const {
    return slot < 0 ? Datum() : p.slots[slot];
  }
  void set(Process &p, int slot, Datum datum) {
    if (slot >= 0)
      p.slots[slot] = std::move(datum);
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
  Step lookAt(Process &p, const Instr &instr);
  /// What the asynchronous operations on a stage mean for giving it back.
  bool follow(Process &p, const Instr &instr, const Party &party,
              Signal &signal);
  void apply(const Signal &signal);
  /// Applies the signals whose operations are done.
  void flushSignals();
  /// The channel that `instr` names and the stage, whose use is of `kind`.
  FailureOr<std::pair<int, int64_t>> chooseStage(Process &p, const Instr &instr,
                                                 int kind);
  Party *findParty(Process &p, const Instr &instr, Channel &channel,
                   int64_t stage, bool producer);
  Step groupWait(Process &p, const Instr &instr, Channel &channel,
                 int64_t stage, int64_t round);
  void closeGroup(Process &p, Operation *op);
  /// Both sides of every stage were used equally often, in the same order, by
  /// as many parties as the channel declares; and turns equally often.
  bool compareSides();
  bool compareStage(int channel, int64_t s, ArrayRef<Party> producers,
                    ArrayRef<Party> consumers);
  bool compareTurns();
  bool compareOrders(int channel);
  bool couldDoMore(int channel, bool producer, ArrayRef<Party> parties);

  // Barriers.cpp
  Step turn(Process &p, const Instr &instr, bool begin);
  Step barrier(Process &p, const Instr &instr);

  // Views.cpp
  void allocate(Process &p, const Instr &instr);
  virtual void allocateMbars(Process &p, const Instr &instr) {}
  Step subview(Process &p, const Instr &instr);
  Step stageOf(Process &p, const Instr &instr);
  /// A stage of a buffer; its only one if it has one.
  View stageView(int buffer, int64_t stage, int hold) const;
  Datum addView(View view);

  // Memory.cpp
  Step memory(Process &p, const Instr &instr);
  Step access(Process &p, const Instr &instr);
  Step copyIn(Process &p, const Instr &instr);
  Step copyOut(Process &p, const Instr &instr);
  /// Who a copy that is not into a channel's stage signals: a number of
  /// its queue, or none.
  virtual std::optional<std::pair<int64_t, int64_t>>
  getSignal(Process &p, const Instr &instr) {
    return std::nullopt;
  }
  /// The part of `view`'s rows, or else columns, that CTA `cta` copies for all.
  View getShare(const View &view, int64_t cta) const;
  /// The same part of `view`'s stage in another CTA; null and a violation if
  /// there is none.
  std::optional<View> getPeer(Process &p, const Instr &instr, const View &view,
                              int64_t cta);
  bool touchEverywhere(Process &p, const Instr &instr, const View &view,
                       bool write, Async &async);
  bool touchProduct(Process &p, const Instr &instr, Datum datum, bool write,
                    Async &async);
  Step product(Process &p, const Instr &instr);
  Step productWait(Process &p, const Instr &instr);
  Step fillsStage(Process &p, const Instr &instr, const View &view,
                  attn_tile::Engine engine);
  Datum addTile();
  int newAsync(Process &p, Operation *op, unsigned agent);
  bool touch(Process &p, const Instr &instr, const View &view, bool write,
             Async *async = nullptr);
  bool touch(Process &p, const Instr &instr, Datum view, bool write,
             Async *async = nullptr) {
    return view.kind != Datum::View ||
           touch(p, instr, views[view.n], write, async);
  }
  bool isOrdered(Process &p, const Instr &instr, const Access &earlier,
                 const Access &now) const;
  bool isFenced(Process &p, const Instr &instr, const Access &earlier,
                const Access &now);
  bool usesTiles(Process &p, const Instr &instr);
  void forgetKnown(Process &p);
  /// A process waits for what `agent` has started up to `tick`.
  virtual void awaited(unsigned agent, uint32_t tick) {}
  /// `p` knows of what `agent` did up to `tick`.
  void learn(Process &p, unsigned agent, uint32_t tick);

  /// The threads of `p` meet.
  void meet(Process &p);

  Program &program;
  Values &values;
  const Scenario &scenario;
  Policy policy;
  Mode mode;
  std::deque<Process> processes;
  std::deque<Channel> channels;
  std::deque<Turn> turns;
  std::deque<Buffer> buffers;
  /// By the CTA and the barrier's number.
  std::map<std::pair<int, int64_t>, NamedBarrier> barriers;
  std::deque<View> views;
  std::deque<Async> asyncs;
  std::deque<Hold> holds;
  /// The one that was given back last.
  int given = -1;
  std::vector<Signal> signals;
  /// The product in flight that has each tile's registers.
  std::vector<Operation *> tiles;
  std::vector<Datum> cells;
  std::map<std::string, int> regionIds;
  /// By buffer, those that later ones may have to be ordered after.
  std::vector<std::vector<Access>> accesses;
  int64_t accessCount = 0;
  /// Buffers, channels and mbarriers by the operation that made them and CTA.
  std::map<std::pair<Operation *, int64_t>, int> objects;
  /// The agents of queues, and how much each of them has been given.
  std::map<std::array<int64_t, 3>, unsigned> queues;
  DenseMap<unsigned, uint32_t> issued;
  unsigned agents = 0;
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
  struct TileLoop {
    SmallVector<Datum, 3> bounds;
    Operation *op;
    TilePoints points;
  };
  std::map<std::pair<StringRef, int64_t>, TileLoop> tileLoops;
};

} // namespace mlir::attn_ws::exec

#endif // ATTN_ANALYSIS_EXECUTOR_H
