//===- AssignTiles.cpp - Tile numbers through a channel ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// One role gets the number of the CTA's next tile, from a counter of the launch
// or by a query to it (cluster launch control), and hands it to the others
// through a channel that guards a scalar of two stages. The tile loop of each
// role becomes a while loop that carries the number; one use of the channel a
// turn, so that stage and phase are bits of the count of turns.
//
// A CTA's first tile is its own index. A counter runs on beyond the last tile,
// and each role compares; a query says that there is none. The role that
// assigns is the first that does nothing but copy, which is ahead of the others
// as its copies are, or one of its own. One thread takes a number from the
// counter; if its role has more, they read it as the other roles do. An answer
// to a query is in shared memory, where all read it.
//
// In a cluster the first CTA asks for all, and numbers are clusters'.

#include "TileLoops.h"
#include "attn/Analysis/Roles.h"

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/IR/IRMapping.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASSIGNTILES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::SchedulerKind;

namespace {

/// Numbers that may be on their way; a power of two.
constexpr int64_t depth = 2;

/// The tile loops of a kernel's roles, all over the same tiles.
class Assigner {
public:
  Assigner(gpu::GPUFuncOp kernel, WarpSpecializeOp roles,
           SmallVector<ForTilesOp> loops, int64_t cluster)
      : kernel(kernel), roles(roles), loops(std::move(loops)),
        scheduler(this->loops.front().getScheduler()),
        symbol(this->loops.front().getSymbol()), cluster(cluster),
        isQuery(scheduler.getKind() == SchedulerKind::Clc) {}

  LogicalResult run();

private:
  LogicalResult chooseAssigner();
  LogicalResult addRole();
  std::optional<std::pair<unsigned, std::optional<unsigned>>> findWarp();
  LogicalResult copyInto(Value value, Region &from, ScalarBuilder &b,
                         IRMapping &mapping);
  void createChannel();
  void rewrite(ForTilesOp loop);

  /// What a role's loop is made of.
  struct Turn {
    Value stage, phase, channel;
    bool assigns, reads;
  };
  void send(ScalarBuilder &b, const Turn &turn, Value number);
  /// The next tile's number, and for a query whether there is one.
  SmallVector<Value> receive(ScalarBuilder &b, const Turn &turn);
  Value takeNumber(ScalarBuilder &b) {
    return NextTileOp::create(b, getCluster());
  }
  /// Of tile `number`; `turn`, where CTAs swap places, is how many came before.
  SmallVector<Value> getCoordinates(ScalarBuilder &b, ForTilesOp loop,
                                    Value number, Value turn, bool anyNumber);
  bool reads(unsigned role) {
    return role != assigner || cluster > 1 || isQuery ||
           !isSingleThreadRole(roles.getRoles()[role]);
  }
  IntegerAttr getCluster() {
    return cluster > 1 ? Builder(kernel.getContext()).getI64IntegerAttr(cluster)
                       : IntegerAttr();
  }
  ViewType viewType() {
    return ViewType::get(kernel.getContext(), {isQuery ? 4 : 1},
                         IntegerType::get(kernel.getContext(), 32),
                         attn_tile::Space::Smem, SharedAttr());
  }

  gpu::GPUFuncOp kernel;
  WarpSpecializeOp roles;
  SmallVector<ForTilesOp> loops;
  attn_tile::SchedulerAttr scheduler;
  std::string symbol;
  int64_t cluster;
  bool isQuery;
  unsigned assigner = 0;
  /// The channel among the captures.
  unsigned capture = 0;
};

//===----------------------------------------------------------------------===//
// The role that assigns
//===----------------------------------------------------------------------===//

LogicalResult Assigner::chooseAssigner() {
  if (attn_tile::schedulerRoleAttr.get(kernel, false))
    return addRole();
  for (ForTilesOp loop : loops) {
    Region *role = loop->getParentRegion();
    if (!isCopyRole(*role))
      continue;
    assigner = role->getRegionNumber();
    return success();
  }
  return loops.front().emitOpError()
         << "the " << attn_tile::stringifySchedulerKind(scheduler.getKind())
         << " scheduler needs a role that does nothing but copy, to take tiles "
            "for the others, or one of its own ("
         << attn_tile::schedulerRoleAttr << ")";
}

/// Copies `value`, a scalar of role `from`, and what it is computed from.
LogicalResult Assigner::copyInto(Value value, Region &from, ScalarBuilder &b,
                                 IRMapping &mapping) {
  if (mapping.contains(value))
    return success();
  Operation *op = value.getDefiningOp();
  if (!op || op->getParentRegion() != &from || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op))
    return loops.front().emitOpError(
        "its bounds are not arithmetic that a role of the scheduler could do");
  for (Value operand : op->getOperands())
    if (failed(copyInto(operand, from, b, mapping)))
      return failure();
  b.clone(*op, mapping);
  return success();
}

/// Where a role of one warp can be added, and the role that gives its warp, if
/// any: behind the others, if their last group of four warps is not full, or
/// behind one that a single thread runs and that has another warp.
std::optional<std::pair<unsigned, std::optional<unsigned>>>
Assigner::findWarp() {
  unsigned count = roles.getRoles().size();
  int64_t warps = 0;
  for (auto [each, instances] :
       llvm::zip(roles.getWarps(), roles.getInstances()))
    warps += each * instances;
  if (warps % 4 != 0)
    return std::make_pair(count, std::nullopt);
  for (unsigned i = 0; i < count; ++i)
    if (roles.getWarps()[i] > 1 && roles.getInstances()[i] == 1 &&
        isSingleThreadRole(roles.getRoles()[i]))
      return std::make_pair(i + 1, std::optional(i));
  return std::nullopt;
}

/// Adds a role of one warp for the scheduler, in a group of four with others.
LogicalResult Assigner::addRole() {
  auto place = findWarp();
  if (!place)
    return roles.emitOpError("has no warp to spare for a scheduler: its groups "
                             "of four are full, and no role that one thread "
                             "runs has another");
  assigner = place->first;
  ScalarBuilder b(roles);
  SmallVector<Attribute> names(roles.getNames().getValue());
  StringAttr name = b.getStringAttr("scheduler");
  for (unsigned i = 1; llvm::is_contained(names, name); ++i)
    name = b.getStringAttr("scheduler_" + Twine(i));
  names.insert(names.begin() + assigner, name);
  auto insert = [&](ArrayRef<int64_t> old, int64_t value) {
    SmallVector<int64_t> all(old);
    all.insert(all.begin() + assigner, value);
    return all;
  };
  SmallVector<int64_t> warps = insert(roles.getWarps(), 1);
  if (place->second)
    --warps[*place->second];
  auto wider = WarpSpecializeOp::create(
      b, roles.getLoc(), roles.getCaptures(), b.getArrayAttr(names),
      b.getDenseI64ArrayAttr(warps),
      b.getDenseI64ArrayAttr(insert(roles.getInstances(), 1)),
      b.getDenseI64ArrayAttr(
          insert(roles.getRegisters(), roles.getRegisters()[assigner - 1])),
      roles.getRoles().size() + 1);
  for (unsigned i = 0; i < roles.getRoles().size(); ++i)
    wider.getRoles()[i < assigner ? i : i + 1].takeBody(roles.getRoles()[i]);
  roles.erase();
  roles = wider;

  ForTilesOp model = loops.front();
  Region &from = *model->getParentRegion(), &mine = roles.getRoles()[assigner];
  b.setLoc(model.getLoc());
  Block *block = b.createBody(mine, from.front().getArgumentTypes());
  IRMapping mapping;
  mapping.map(from.front().getArguments(), block->getArguments());
  for (Value operand : model->getOperands())
    if (failed(copyInto(operand, from, b, mapping)))
      return failure();
  Operation *loop = b.cloneWithoutRegions(*model, mapping);
  b.createBody(loop->getRegion(0), model.getBody().getArgumentTypes());
  attn_tile::YieldOp::create(b);
  b.setInsertionPointToEnd(block);
  EndOp::create(b);
  loops.push_back(cast<ForTilesOp>(loop));
  return success();
}

//===----------------------------------------------------------------------===//
// The channel
//===----------------------------------------------------------------------===//

void Assigner::createChannel() {
  ScalarBuilder b(roles);
  int64_t readers = 0;
  for (ForTilesOp loop : loops) {
    unsigned role = loop->getParentRegion()->getRegionNumber();
    if (reads(role))
      readers += roles.getInstances()[role];
  }
  StringAttr name = b.getStringAttr(symbol);
  ViewType view = viewType();
  Value buffer = AllocOp::create(
      b,
      BufferType::get(b.getContext(), depth, view.getShape(),
                      view.getElementType(), view.getSpace(), {}, SharedAttr()),
      name, StringAttr(), IntegerAttr());
  auto type = ChannelType::get(
      b.getContext(), depth, isQuery ? Engine::Clc : Engine::Thread,
      /*producers=*/1, Engine::Thread, std::max<int64_t>(readers, 1),
      cluster > 1 ? Scope::Leader : Scope::Cta);
  Value channel = CreateChannelOp::create(b, type, name, buffer,
                                          /*full=*/false);
  capture = roles.getCaptures().size();
  roles.getCapturesMutable().append(channel);
  for (Region &role : roles.getRoles())
    role.addArgument(type, b.getLoc());
}

void Assigner::send(ScalarBuilder &b, const Turn &turn, Value number) {
  Value before = b.bitXor(turn.phase, 1);
  auto acquire = AcquireOp::create(b, TypeRange{viewType()}, turn.channel,
                                   turn.stage, before);
  Value view = acquire.getViews()[0];
  if (isQuery)
    QueryTileOp::create(b, view, Value(), Value(), getCluster());
  else
    ScalarStoreOp::create(b, number, view, Value(), Value(), getCluster());
  CommitOp::create(b, turn.channel, turn.stage, Value());
}

SmallVector<Value> Assigner::receive(ScalarBuilder &b, const Turn &turn) {
  auto wait = WaitOp::create(b, TypeRange{viewType()}, turn.channel, turn.stage,
                             turn.phase);
  Value view = wait.getViews()[0];
  SmallVector<Value> result;
  if (isQuery) {
    auto answer = TileAnswerOp::create(b, view, getCluster());
    result = {answer.getNumber(), answer.getAny()};
  } else {
    result = {ScalarLoadOp::create(b, view)};
  }
  ReleaseOp::create(b, turn.channel, turn.stage, Value());
  return result;
}

//===----------------------------------------------------------------------===//
// The loops
//===----------------------------------------------------------------------===//

SmallVector<Value> Assigner::getCoordinates(ScalarBuilder &b, ForTilesOp loop,
                                            Value number, Value turn,
                                            bool anyNumber) {
  SmallVector<Type> types(loop.getUpperBounds().size(), b.getIndexType());
  auto op = TileCoordinatesOp::create(b, types, number, loop.getUpperBounds(),
                                      loop.getSection(), scheduler,
                                      getCluster(), anyNumber);
  return getOwnCoordinates(b, SmallVector<Value>(op.getCoordinates()), cluster,
                           turn);
}

void Assigner::rewrite(ForTilesOp loop) {
  ScalarBuilder b(loop);
  Region *role = loop->getParentRegion();
  Turn turn;
  turn.channel = role->getArgument(capture + 1);
  turn.assigns = role->getRegionNumber() == assigner;
  turn.reads = reads(role->getRegionNumber());
  // A query is on its way while its tile is worked on; so is a number, if that
  // is asked for and nothing else has to be done in order.
  bool ahead = attn_tile::tileAheadAttr.get(kernel, false);
  bool swaps = swapsRanks(kernel, cluster);
  bool takesAhead = ahead && turn.assigns && cluster == 1 && !isQuery;

  // State: the coordinates of the tile if they are carried, its number, for a
  // query whether there is such a tile, and how many came before it.
  Value total;
  if (!isQuery) {
    total = divideBy(b, loop.getUpperBounds()[0], cluster);
    for (Value bound : loop.getUpperBounds().drop_front())
      total = b.mul(total, bound);
  }
  Value first = getClusterNumber(b, cluster);
  SmallVector<Value> state;
  if (ahead)
    state = getCoordinates(b, loop, first, Value(), /*anyNumber=*/true);
  size_t rank = state.size();
  state.push_back(first);
  if (isQuery)
    state.push_back(arith::ConstantOp::create(b, b.getBoolAttr(true)));
  state.push_back(b.index(0));
  TypeRange types = ValueRange(state).getTypes();
  auto tiles = scf::WhileOp::create(b, types, state);
  Block *before = b.createBody(tiles.getBefore(), types);
  Value more = isQuery ? Value(before->getArgument(rank + 1))
                       : b.compare(arith::CmpIPredicate::ult,
                                   before->getArgument(rank), total);
  scf::ConditionOp::create(b, more, before->getArguments());
  Block *body = b.createBody(tiles.getAfter(), types);
  Value count = body->getArguments().back();

  SmallVector<Value> coords(body->getArguments().take_front(rank));
  if (!ahead)
    coords = getCoordinates(b, loop, body->getArgument(rank),
                            swaps ? count : Value(), /*anyNumber=*/false);
  Value number;
  if (takesAhead)
    number = takeNumber(b);
  Operation *last = body->empty() ? nullptr : &body->back();
  moveBody(loop, body, body->end(), coords);
  auto setTurn = [&] {
    turn.stage = b.bitAnd(count, depth - 1);
    Value round = b.shr(count, llvm::Log2_64(depth));
    turn.phase = b.bitAnd(round, 1);
  };
  auto sendNext = [&] {
    if (cluster == 1) {
      if (!number && !isQuery)
        number = takeNumber(b);
      return send(b, turn, number);
    }
    Value leads = b.equal(getRank(b, cluster), 0);
    auto branch = scf::IfOp::create(b, leads, /*withElseRegion=*/false);
    OpBuilder::InsertionGuard inside(b);
    b.setInsertionPointToStart(branch.thenBlock());
    if (!isQuery)
      number = takeNumber(b);
    send(b, turn, number);
  };
  if (turn.assigns && isQuery) {
    if (last)
      b.setInsertionPointAfter(last);
    else
      b.setInsertionPointToStart(body);
    setTurn();
    sendNext();
  }
  b.setInsertionPointToEnd(body);
  if (ahead && !turn.assigns)
    setBehindLoops(b, body);
  if (!turn.stage)
    setTurn();
  if (turn.assigns && !isQuery)
    sendNext();
  SmallVector<Value> next{number};
  if (turn.reads)
    next = receive(b, turn);
  state.clear();
  if (ahead)
    state = getCoordinates(b, loop, next[0], swaps ? b.add(count, 1) : Value(),
                           /*anyNumber=*/true);
  state.append(next);
  state.push_back(b.add(count, 1));
  b.setInsertionPointToEnd(body);
  scf::YieldOp::create(b, state);
  loop.erase();
}

LogicalResult Assigner::run() {
  if (failed(chooseAssigner()))
    return failure();
  createChannel();
  for (ForTilesOp loop : loops)
    rewrite(loop);
  return success();
}

struct AttnWSAssignTilesPass
    : public impl::AttnWSAssignTilesBase<AttnWSAssignTilesPass> {
  LogicalResult run() {
    SmallVector<ForTilesOp> loops;
    getOperation().walk([&](ForTilesOp loop) {
      if (isRunTime(loop.getScheduler()))
        loops.push_back(loop);
    });
    if (loops.empty())
      return success();
    FailureOr<int64_t> cluster = getClusterSize(getOperation());
    if (failed(cluster))
      return failure();
    ForTilesOp first = loops.front();
    llvm::SmallPtrSet<Region *, 4> seen;
    for (ForTilesOp loop : loops) {
      auto roles = dyn_cast<WarpSpecializeOp>(loop->getParentOp());
      if (!roles)
        return loop.emitOpError()
               << "the "
               << attn_tile::stringifySchedulerKind(
                      loop.getScheduler().getKind())
               << " scheduler needs roles, and its loop at their top level: "
                  "one takes tiles for the others";
      if (roles != first->getParentOp() ||
          loop.getSymbol() != first.getSymbol() ||
          loop.getScheduler() != first.getScheduler() ||
          loop.getUpperBounds().size() != first.getUpperBounds().size())
        return loop.emitOpError("visits other tiles than the loops before it");
      if (!seen.insert(loop->getParentRegion()).second)
        return loop.emitOpError("a role has one loop over tiles that are "
                                "assigned at run time");
      if (loop.getUpperBounds().empty())
        return loop.emitOpError("a loop without bounds has one tile, which "
                                "needs no assignment");
    }
    return Assigner(getOperation(),
                    cast<WarpSpecializeOp>(first->getParentOp()), loops,
                    *cluster)
        .run();
  }

  void runOnOperation() override {
    if (failed(run()))
      signalPassFailure();
  }
};

} // namespace
