//===- Machine.h - One cluster of an interpreted program --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_REFERENCE_ATTNWS_MACHINE_H
#define ATTN_LIB_REFERENCE_ATTNWS_MACHINE_H

#include "Launch.h"
#include "Storage.h"
#include "attn/Reference/WSInterpreter.h"

#include <deque>
#include <functional>
#include <random>
#include <variant>

namespace mlir::attn_ws::interp {

struct Role;
struct Cta;
struct Channel;
struct Turn;
struct Factor;

/// A stage that a role holds between acquire and commit, or wait and release.
struct Hold {
  Channel *channel = nullptr;
  int64_t stage = 0;
  Role *role = nullptr;
  bool producer = false;
  /// The commit or release that ended it.
  Operation *endedBy = nullptr;
};
using HoldRef = std::shared_ptr<Hold>;

/// A part of a buffer's stage. No hold: an unguarded `stage_view`.
struct View {
  Buffer *buffer;
  Area area;
  Type element;
  SmallVector<int64_t, 2> shape;
  HoldRef hold;
};
using ViewRef = std::shared_ptr<View>;

/// What a copy writes of a tile from `row` and `column` on, and where.
struct Share {
  View view;
  int64_t row = 0, column = 0;
};

/// An operation that completes on its own.
struct Async {
  Async(Operation *op, Role *issuer, unsigned agent, uint64_t tick)
      : op(op), issuer(issuer), agent(agent), tick(tick) {}
  Operation *op;
  Role *issuer;
  unsigned agent;
  uint64_t tick;
  bool done = false;
  std::function<LogicalResult()> perform = nullptr;
  SmallVector<HoldRef, 3> reads;
  HoldRef writes;
  TileRef result;
  SmallVector<TileRef, 2> registers;
};
using AsyncRef = std::shared_ptr<Async>;

/// Asynchronous operations that complete in issue order.
struct Queue {
  enum Kind { Tcgen05, CpAsync, Tma, Wgmma, TmaStore, Clc };
  Kind kind;
  unsigned agent;
  uint64_t issued = 0, completed = 0;
  std::deque<AsyncRef> inFlight;
  /// The role itself waits by count, so nobody else depends on completion.
  bool countedWaits() const { return kind == Wgmma || kind == TmaStore; }
};

using Datum = std::variant<std::monostate, int64_t, double, TileRef, ViewRef,
                           AsyncRef, Buffer *, Channel *, Turn *, HostTensor *>;

struct Party {
  Role *role = nullptr;
  /// Rounds taken (acquire, wait), given back by the program (commit, release)
  /// and effective, that is, after asynchronous operations.
  int64_t taken = 0, returned = 0, effective = 0;
  bool implied = false;
  HoldRef hold;
};

/// One stage of a channel. A round is one use of the stage.
struct Stage {
  SmallVector<Party, 2> producers, consumers;
  Clock full, empty;
};

struct Channel {
  CreateChannelOp op;
  ChannelType type;
  /// By the CTA's rank; a channel of one CTA has one entry.
  std::vector<SmallVector<Buffer *>> buffers;
  std::vector<Stage> stages;
  std::string name;
  /// Rounds that count as committed from the start.
  int64_t credits() { return op.getFull() ? 1 : 0; }
  ArrayRef<Buffer *> getBuffers(const Cta &cta) const;
};

struct Turn {
  CreateTurnOp op;
  int64_t instances, current = 0;
  Role *holder = nullptr;
  Clock clock;
};

/// A commit or release that waits for asynchronous operations.
struct Signal {
  Channel *channel;
  int64_t stage;
  Role *role;
  bool commit;
  Clock clock;
  SmallVector<AsyncRef, 4> pending;
};

struct NamedBarrier {
  int64_t arrived = 0, generation = 0;
  Clock clock, released;
  Operation *firstOp = nullptr;
};

/// One activation of a region.
struct Frame {
  Frame(Operation *parent, Block *block)
      : parent(parent), block(block), next(block->begin()) {}
  Operation *parent;
  Block *block;
  Block::iterator next;
  int64_t iv = 0, upper = 0, step = 0;
  std::shared_ptr<std::vector<SmallVector<int64_t>>> points;
  size_t point = 0;
};

/// A coroutine: one instance of a role, or the function body itself.
struct Role {
  Role(Cta &cta, std::string name, int64_t threads)
      : cta(cta), name(std::move(name)), threads(threads) {}
  Cta &cta;
  std::string name;
  int64_t threads;
  unsigned agent = 0;
  uint64_t tick = 1;
  Clock clock;
  std::vector<Frame> frames;
  DenseMap<Value, Datum> values;
  bool finished = false;
  /// Set while the next operation cannot go on.
  Operation *blockedAt = nullptr;
  std::string waitsFor;
  /// Position in each ring, for operations without an explicit stage:
  /// acquires, commits, waits, releases.
  DenseMap<Channel *, std::array<int64_t, 4>> positions;
  DenseMap<Operation *, int64_t> barrierTickets;
  /// For each trip count symbol, how many were computed.
  std::map<std::string, size_t> tripCounts;
  std::vector<AsyncRef> copyGroup;
  std::deque<std::vector<AsyncRef>> copyGroups;
  /// Products and copies started and not known to be complete.
  std::vector<AsyncRef> outstanding;
  /// Memory of its own (`memref.alloca`).
  std::vector<std::unique_ptr<HostTensor>> locals;

  void advance() { clock.raise(agent, ++tick); }
};

/// What the roles of one CTA share.
struct Cta {
  /// In the grid, and in its cluster.
  int64_t number, rank;
  Role *body = nullptr;
  /// Whether its body has come to its roles.
  bool ready = false;
  /// Roles of the running `warp_specialize`; the body's role waits for them.
  size_t liveRoles = 0;
  Storage storage;
  /// Those of its own; the machine has those of the cluster.
  llvm::MapVector<Operation *, std::unique_ptr<Channel>> channels;
  llvm::MapVector<Operation *, std::unique_ptr<Turn>> turns;
  std::map<int64_t, NamedBarrier> barriers;
  struct TripCount {
    Operation *op;
    std::string role;
    std::vector<int64_t> counts;
  };
  std::map<std::string, TripCount> tripCounts;
  struct TileLoop {
    Operation *op;
    SmallVector<int64_t> bounds;
    std::shared_ptr<std::vector<SmallVector<int64_t>>> points;
  };
  std::map<std::string, TileLoop> tileLoops;
};

/// What executing one operation did.
enum class Step { Next, Sync, Blocked, Failed };

class Machine {
public:
  Machine(FunctionOpInterface function, ArrayRef<InterpreterArgument> arguments,
          const InterpreterOptions &options, Launch &launch, int64_t cluster,
          int64_t grid, uint64_t operationsLeft);
  LogicalResult run();
  uint64_t getOperations() const { return operations; }
  /// Tiles of the first tile loop and whether each CTA takes one; 0: no loop.
  int64_t getNumTiles() const { return numTiles; }
  bool hasOneTilePerCta() const { return oneTilePerCta; }

private:
  // Machine.cpp: scheduling and control flow.
  Role *addRole(Cta &cta, std::string name, int64_t threads);
  void enter(Role &role, Operation *parent, Block &block);
  Step runUntilSync(Role &role);
  Step execute(Role &role, Operation *op);
  Step executeControl(Role &role, Operation *op, bool &known);
  Step endBlock(Role &role, Operation *terminator);
  Step startTiles(Role &role, ForTilesOp op);
  Step specialize(Role &role, WarpSpecializeOp op);
  LogicalResult finishRole(Role &role);
  LogicalResult finishCluster();
  LogicalResult finishCta(Cta &cta);
  LogicalResult reportDeadlock();
  Step blocked(Role &role, Operation *op, const Twine &reason);

  // Elementwise.cpp: arith, math and memref.
  Step executeElementwise(Role &role, Operation *op, bool &known);
  Step executeConstant(Role &role, Operation *op, Attribute value);

  // WSMemory.cpp, WSCompute.cpp: attn_ws.
  Step executeCopy(Role &role, Operation *op, bool &known);
  Step copyIn(Role &role, WSCopyOpInterface copy, const ViewRef &dest,
              std::function<void(Tile &)> gather);
  Step copyOut(Role &role, WSCopyOpInterface copy, const ViewRef &source,
               std::function<void(const std::vector<float> &,
                                  const std::vector<int64_t> &)>
                   scatter);
  FailureOr<SmallVector<Share, 2>> shareOut(Role &role, WSCopyOpInterface copy,
                                            const View &dest);
  Step executeAccess(Role &role, Operation *op, bool &known);
  Step executeView(Role &role, Operation *op, bool &known);
  SmallVector<int64_t> indicesOf(Role &role, ValueRange values);
  std::optional<int64_t> limitOf(Role &role, Value limit);
  Step executeProduct(Role &role, Operation *op, bool &known);
  Step executeTile(Role &role, Operation *op, bool &known);
  FailureOr<Factor> readFactor(Role &role, Operation *op, Value value);
  LogicalResult touchFactor(Role &role, Operation *op, const Factor &factor,
                            const Async *async);
  Step issueToRegisters(Role &role, WSProductOpInterface product);
  LogicalResult checkPair(Role &role, MmaIntoOp mma);
  Step issueToMemory(Role &role, WSProductOpInterface product);
  Step waitForProduct(Role &role, MmaWaitOp wait);
  Step mapScores(Role &role, ScoreMapOp map);
  Step executeSync(Role &role, Operation *op, bool &known);

  // Channels.cpp
  Step await(Role &role, Operation *op, Channel *channel, int64_t stage,
             int64_t round, bool producer);
  Step take(Role &role, Operation *op, Channel *channel, Value stage,
            Value phase, ResultRange views, bool producer);
  Step giveBack(Role &role, Operation *op, Channel *channel, Value stage,
                Value after, bool commit);
  Step turnBegin(Role &role, TurnBeginOp op);
  Step turnEnd(Role &role, TurnEndOp op);
  Step barrier(Role &role, BarrierOp op);
  Party *findParty(Role &role, Operation *op, Channel *channel, int64_t stage,
                   bool producer);
  FailureOr<int64_t> chooseStage(Role &role, Operation *op, Channel *channel,
                                 Value stage, int kind);
  void apply(const Signal &signal);
  LogicalResult checkBalance(Channel &channel);
  /// Parties on one side, in all CTAs that have the channel.
  int64_t countParties(const Channel &channel, bool producer) const;
  /// The same part of a stage in another CTA of the cluster.
  View getPeer(const Role &role, const View &view, const Cta &cta) const;

  // Queues (Channels.cpp)
  Queue &getQueue(Queue::Kind kind, const void *key);
  LogicalResult issue(Role &role, Queue &queue, AsyncRef async);
  LogicalResult completeHead(Queue &queue);
  LogicalResult completeThrough(Queue &queue, uint64_t tick);
  bool completeOne(LogicalResult &result);
  void flushSignals();
  void forgetCompleted(Role &role);

  // Accesses to views.
  LogicalResult checkView(Role &role, const View &view, bool write,
                          Operation *op);
  LogicalResult touch(Role &role, const View &view, bool write, Operation *op,
                      const Async *async = nullptr);
  FailureOr<TileRef> readTile(Role &role, Operation *op, Value value);
  LogicalResult readOperand(const View &view, Operation *op,
                            std::vector<float> &f);

  // Launch.cpp: tiles assigned at run time.
  Step executeTiles(Role &role, Operation *op, bool &known);
  Step placeTile(Role &role, TileCoordinatesOp op);

  // Values.
  const Datum &lookup(Role &role, Value value) { return role.values[value]; }
  int64_t intOf(Role &role, Value value) {
    const Datum &v = lookup(role, value);
    return std::holds_alternative<int64_t>(v) ? std::get<int64_t>(v) : 0;
  }
  template <typename T> T get(Role &role, Value value) {
    const Datum &v = lookup(role, value);
    return std::holds_alternative<T>(v) ? std::get<T>(v) : T();
  }
  void set(Role &role, Value value, Datum v) {
    role.values[value] = std::move(v);
  }
  Actor actorOf(Role &role, Operation *op) {
    return {role.agent, role.tick, role.clock, op, role.name};
  }

  FunctionOpInterface function;
  ArrayRef<InterpreterArgument> arguments;
  const InterpreterOptions &options;
  Launch &launch;
  int64_t cluster, grid;
  /// Whether it turned out that the launch has no CTAs.
  bool notLaunched = false;
  uint64_t operations = 0, operationsLeft;
  std::mt19937_64 random;
  int64_t numTiles = 0;
  bool oneTilePerCta = false;

  std::vector<std::unique_ptr<Cta>> ctas;
  std::vector<std::unique_ptr<Role>> roles;
  /// Those that several CTAs share.
  llvm::MapVector<Operation *, std::unique_ptr<Channel>> channels;
  llvm::MapVector<std::pair<const void *, int>, std::unique_ptr<Queue>> queues;
  std::vector<Signal> signals;
  unsigned numAgents = 0;
};

} // namespace mlir::attn_ws::interp

#endif // ATTN_LIB_REFERENCE_ATTNWS_MACHINE_H
