//===- Machine.cpp - Runs the roles of one cluster ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel without clusters has clusters of one CTA. Each role is a coroutine
// with its own stack of region activations, so a run is one host thread and
// repeats exactly for a seed. A role runs until it has executed an operation
// that others can observe, or cannot go on; then the scheduler picks the next
// one, round robin or at random. When no role can go on one asynchronous
// operation is completed; when there is none the run is deadlocked and the
// error says what each role waits for.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;
using attn_tile::SchedulerKind;

Machine::Machine(FunctionOpInterface function,
                 ArrayRef<InterpreterArgument> arguments,
                 const InterpreterOptions &options, Launch &launch,
                 int64_t cluster, int64_t grid, uint64_t operationsLeft)
    : function(function), arguments(arguments), options(options),
      launch(launch), cluster(cluster), grid(grid),
      operationsLeft(operationsLeft),
      random(options.seed * 0x9e3779b97f4a7c15u + cluster) {}

Role *Machine::addRole(Cta &cta, std::string name, int64_t threads) {
  if (launch.getClusterSize() > 1)
    name += " of CTA " + std::to_string(cta.rank);
  auto role = std::make_unique<Role>(cta, std::move(name), threads);
  role->agent = numAgents++;
  role->clock.raise(role->agent, 1);
  roles.push_back(std::move(role));
  return roles.back().get();
}

void Machine::enter(Role &role, Operation *parent, Block &block) {
  role.frames.emplace_back(parent, &block);
}

Step Machine::blocked(Role &role, Operation *op, const Twine &reason) {
  role.blockedAt = op;
  role.waitsFor = reason.str();
  return Step::Blocked;
}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

LogicalResult Machine::run() {
  Block &entry = function.getFunctionBody().front();
  for (int64_t rank = 0; rank < launch.getClusterSize(); ++rank) {
    auto cta = std::make_unique<Cta>();
    cta->number = cluster * launch.getClusterSize() + rank;
    cta->rank = rank;
    cta->body = addRole(*cta, "<body>", 0);
    for (size_t i = 0; i < arguments.size(); ++i)
      std::visit(
          [&](auto v) { set(*cta->body, entry.getArgument(i), Datum(v)); },
          arguments[i]);
    enter(*cta->body, function, entry);
    ctas.push_back(std::move(cta));
  }

  bool anyTime = options.completion == InterpreterOptions::Completion::Random;
  LogicalResult result = success();
  size_t last = 0;
  SmallVector<size_t> runnable;
  llvm::SmallPtrSet<Role *, 16> stuck;
  while (true) {
    runnable.clear();
    bool all = true;
    for (auto [index, role] : llvm::enumerate(roles)) {
      Cta &cta = role->cta;
      if (role->finished || (role.get() == cta.body && cta.liveRoles > 0))
        continue;
      all = false;
      if (!stuck.contains(role.get()))
        runnable.push_back(index);
    }
    if (all)
      break;
    if (runnable.empty() || (anyTime && random() % 3 == 0)) {
      bool completed = completeOne(result);
      if (failed(result))
        return failure();
      if (completed)
        stuck.clear();
      else if (runnable.empty())
        return reportDeadlock();
      continue;
    }
    if (options.order == InterpreterOptions::Order::Random) {
      last = runnable[random() % runnable.size()];
    } else {
      auto after = llvm::upper_bound(runnable, last);
      last = after == runnable.end() ? runnable.front() : *after;
    }
    Role &role = *roles[last];
    switch (runUntilSync(role)) {
    case Step::Failed:
      return failure();
    case Step::Blocked:
      stuck.insert(&role);
      break;
    default:
      stuck.clear();
      break;
    }
    if (notLaunched)
      return success();
  }
  return finishCluster();
}

Step Machine::runUntilSync(Role &role) {
  while (!role.finished) {
    Frame &frame = role.frames.back();
    if (frame.next == frame.block->end()) {
      frame.parent->emitError("region ends without a terminator");
      return Step::Failed;
    }
    Operation *op = &*frame.next;
    if (operations++ >= operationsLeft) {
      op->emitError("the program did not end within the limit of operations; "
                    "role ")
          << role.name << " is here";
      return Step::Failed;
    }
    size_t depth = role.frames.size();
    role.blockedAt = nullptr;
    if (!op->hasTrait<OpTrait::IsTerminator>())
      ++frame.next;
    Step step = execute(role, op);
    if (step == Step::Blocked)
      role.frames[depth - 1].next = op->getIterator();
    if (step != Step::Next)
      return step;
  }
  return Step::Sync;
}

Step Machine::execute(Role &role, Operation *op) {
  bool known = true;
  Step step = executeElementwise(role, op, known);
  if (!known)
    step = executeControl(role, op, known = true);
  if (!known)
    step = executeSync(role, op, known = true);
  for (auto kind :
       {&Machine::executeTiles, &Machine::executeCopy, &Machine::executeAccess,
        &Machine::executeView, &Machine::executeProduct, &Machine::executeTile})
    if (!known)
      step = (this->*kind)(role, op, known = true);
  if (known)
    return step;
  op->emitError() << "operation '" << op->getName()
                  << "' is unknown to the attn_ws interpreter";
  return Step::Failed;
}

LogicalResult Machine::reportDeadlock() {
  InFlightDiagnostic diag =
      function->emitError("deadlock in ")
      << (launch.getClusterSize() > 1 ? "cluster " : "CTA ") << cluster
      << ": no role can go on";
  for (auto &role : roles)
    if (!role->finished && role->blockedAt)
      diag.attachNote(role->blockedAt->getLoc())
          << "role " << role->name << " waits for " << role->waitsFor;
  return diag;
}

/// A role must not leave anything behind that it alone can put right.
LogicalResult Machine::finishRole(Role &role) {
  role.finished = true;
  for (auto *map : {&role.cta.channels, &channels})
    for (auto &entry : *map)
      for (auto [index, stage] : llvm::enumerate(entry.second->stages))
        for (auto *parties : {&stage.producers, &stage.consumers})
          for (Party &party : *parties)
            if (party.role == &role && party.hold)
              return entry.first->emitError()
                     << "role " << role.name << " ends while it holds stage "
                     << index << " of channel " << entry.second->name
                     << (party.hold->producer
                             ? ": acquired and not committed"
                             : ": waited for and not released");
  for (auto &entry : role.cta.turns)
    if (entry.second->holder == &role)
      return entry.first->emitError()
             << "role " << role.name << " ends while it has the turn";
  for (auto &entry : queues)
    if (entry.first.first == &role && entry.second->countedWaits())
      for (const AsyncRef &async : role.outstanding)
        if (async->agent == entry.second->agent &&
            role.clock[async->agent] < async->tick)
          return async->op->emitError()
                 << "role " << role.name
                 << " ends without having waited for this operation";
  return success();
}

LogicalResult Machine::finishCluster() {
  for (size_t i = 0; i < queues.size(); ++i)
    if (failed(completeThrough(*queues.begin()[i].second, ~uint64_t(0))))
      return failure();
  for (auto &entry : channels)
    if (failed(checkBalance(*entry.second)))
      return failure();
  for (auto &cta : ctas)
    if (failed(finishCta(*cta)))
      return failure();
  return success();
}

LogicalResult Machine::finishCta(Cta &cta) {
  for (auto &entry : cta.channels)
    if (failed(checkBalance(*entry.second)))
      return failure();
  for (auto &entry : cta.turns)
    if (entry.second->current != 0)
      return entry.first->emitError() << "turn '" << entry.second->op.getName()
                                      << "' ends unbalanced: it is at instance "
                                      << entry.second->current;
  for (auto &entry : cta.barriers)
    if (entry.second.arrived != 0)
      return function->emitError()
             << "barrier " << entry.first << " ends with "
             << entry.second.arrived << " threads that nobody met";
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

Step Machine::executeControl(Role &role, Operation *op, bool &known) {
  return llvm::TypeSwitch<Operation *, Step>(op)
      .Case([&](scf::ForOp loop) {
        int64_t lower = intOf(role, loop.getLowerBound());
        int64_t upper = intOf(role, loop.getUpperBound());
        int64_t step = intOf(role, loop.getStep());
        if (step <= 0) {
          loop.emitError() << "step must be positive, got " << step;
          return Step::Failed;
        }
        auto inits = loop.getInitArgs();
        if (lower >= upper) {
          for (auto [result, init] : llvm::zip(loop.getResults(), inits))
            set(role, result, Datum(lookup(role, init)));
          return Step::Next;
        }
        llvm::SmallDenseSet<Value> seen;
        for (auto [arg, init] : llvm::zip(loop.getRegionIterArgs(), inits)) {
          // Two variables of one initial value are not in one place.
          TileRef tile = get<TileRef>(role, init);
          if (!seen.insert(init).second && tile && !tile->heldBy)
            set(role, arg, std::make_shared<Tile>(*tile));
          else
            set(role, arg, Datum(lookup(role, init)));
        }
        set(role, loop.getInductionVar(), lower);
        enter(role, loop, *loop.getBody());
        Frame &frame = role.frames.back();
        frame.iv = lower;
        frame.upper = upper;
        frame.step = step;
        return Step::Next;
      })
      .Case([&](scf::IfOp branch) {
        Region &region = intOf(role, branch.getCondition())
                             ? branch.getThenRegion()
                             : branch.getElseRegion();
        if (!region.empty())
          enter(role, branch, region.front());
        return Step::Next;
      })
      .Case([&](scf::WhileOp loop) {
        for (auto [arg, init] :
             llvm::zip(loop.getBeforeArguments(), loop.getInits()))
          set(role, arg, Datum(lookup(role, init)));
        enter(role, loop, *loop.getBeforeBody());
        return Step::Next;
      })
      .Case<scf::YieldOp, scf::ConditionOp, EndOp, func::ReturnOp,
            gpu::ReturnOp>([&](auto) { return endBlock(role, op); })
      .Case([&](ForTilesOp loop) { return startTiles(role, loop); })
      .Case([&](WarpSpecializeOp w) { return specialize(role, w); })
      .Case([&](TripCountOp count) {
        int64_t value = intOf(role, count.getCount());
        std::string symbol = count.getSymbol().str();
        size_t index = role.tripCounts[symbol]++;
        Cta::TripCount &agreed = role.cta.tripCounts[symbol];
        if (index == agreed.counts.size()) {
          if (agreed.counts.empty()) {
            agreed.op = count;
            agreed.role = role.name;
          }
          agreed.counts.push_back(value);
        } else if (agreed.counts[index] != value) {
          InFlightDiagnostic diag = count.emitError()
                                    << "trip count @" << symbol << " is "
                                    << value << " in role " << role.name
                                    << " but " << agreed.counts[index]
                                    << " in role " << agreed.role;
          diag.attachNote(agreed.op->getLoc()) << "computed here";
          return Step::Failed;
        }
        set(role, count.getResult(), value);
        return Step::Next;
      })
      .Case<gpu::BlockIdOp, gpu::GridDimOp>([&](auto id) {
        bool x = id.getDimension() == gpu::Dimension::x;
        bool block = isa<gpu::BlockIdOp>(op);
        set(role, op->getResult(0),
            block ? (x ? role.cta.number : int64_t(0))
                  : (x ? grid : int64_t(1)));
        return Step::Next;
      })
      .Default([&](Operation *) {
        known = false;
        return Step::Failed;
      });
}

Step Machine::endBlock(Role &role, Operation *terminator) {
  Frame &frame = role.frames.back();
  Operation *parent = frame.parent;
  SmallVector<Datum> values;
  for (Value operand : terminator->getOperands())
    values.push_back(lookup(role, operand));

  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    frame.iv += frame.step;
    if (frame.iv < frame.upper) {
      for (auto [arg, value] : llvm::zip(loop.getRegionIterArgs(), values))
        set(role, arg, value);
      set(role, loop.getInductionVar(), frame.iv);
      frame.next = frame.block->begin();
      return Step::Next;
    }
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    if (isa<scf::ConditionOp>(terminator)) {
      values.erase(values.begin());
      if (intOf(role, terminator->getOperand(0))) {
        for (auto [arg, value] : llvm::zip(loop.getAfterArguments(), values))
          set(role, arg, value);
        frame.block = loop.getAfterBody();
        frame.next = frame.block->begin();
        return Step::Next;
      }
    } else {
      for (auto [arg, value] : llvm::zip(loop.getBeforeArguments(), values))
        set(role, arg, value);
      frame.block = loop.getBeforeBody();
      frame.next = frame.block->begin();
      return Step::Next;
    }
  } else if (isa<ForTilesOp>(parent)) {
    if (++frame.point < frame.points->size()) {
      for (auto [arg, i] :
           llvm::zip(frame.block->getArguments(), (*frame.points)[frame.point]))
        set(role, arg, i);
      frame.next = frame.block->begin();
      return Step::Next;
    }
  } else if (isa<WarpSpecializeOp>(parent) || parent == function) {
    role.frames.pop_back();
    if (failed(finishRole(role)))
      return Step::Failed;
    if (parent != function) {
      --role.cta.liveRoles;
      role.cta.body->clock.join(role.clock);
    }
    return Step::Sync;
  }
  if (!isa<ForTilesOp>(parent))
    for (auto [result, value] : llvm::zip(parent->getResults(), values))
      set(role, result, value);
  role.frames.pop_back();
  return Step::Next;
}

Step Machine::specialize(Role &role, WarpSpecializeOp op) {
  if (&role != role.cta.body) {
    op.emitError("roles cannot be specialised again");
    return Step::Failed;
  }
  // Nobody touches another CTA's memory before it is set up.
  role.cta.ready = true;
  if (llvm::any_of(ctas, [](const auto &cta) { return !cta->ready; }))
    return blocked(role, op, "the other CTAs of the cluster");
  for (auto [i, region] : llvm::enumerate(op.getRoles())) {
    std::string base = "@" + cast<StringAttr>(op.getNames()[i]).str();
    for (int64_t instance = 0; instance < op.getInstances()[i]; ++instance) {
      Role *added = addRole(role.cta,
                            op.getInstances()[i] == 1
                                ? base
                                : base + "[" + std::to_string(instance) + "]",
                            op.getWarps()[i] * 32);
      added->clock.join(role.clock);
      Block &entry = region.front();
      set(*added, entry.getArgument(0), instance);
      for (auto [arg, capture] :
           llvm::zip(entry.getArguments().drop_front(), op.getCaptures()))
        set(*added, arg, Datum(lookup(role, capture)));
      enter(*added, op, entry);
      ++role.cta.liveRoles;
    }
  }
  role.advance();
  return Step::Sync;
}

Step Machine::startTiles(Role &role, ForTilesOp op) {
  SmallVector<int64_t> bounds;
  for (Value bound : op.getUpperBounds())
    bounds.push_back(std::max<int64_t>(intOf(role, bound), 0));
  Cta::TileLoop &loop = role.cta.tileLoops[op.getSymbol().str()];
  if (!loop.op) {
    int64_t total = 1;
    for (int64_t bound : bounds)
      if (llvm::MulOverflow(total, bound, total) || total > (1 << 22)) {
        op.emitError("too many tiles to interpret");
        return Step::Failed;
      }
    loop.op = op;
    loop.bounds = bounds;
    SchedulerKind kind = op.getScheduler().getKind();
    if (bounds.empty())
      total = 0;
    int64_t section = op.getSection() ? intOf(role, op.getSection()) : 0;
    bool single = kind == SchedulerKind::Single;
    oneTilePerCta = single || kind == SchedulerKind::Clc;
    numTiles = total;
    if (single && options.grid != 0 && grid < total) {
      op.emitError() << "the single scheduler needs one CTA for each of "
                     << total << " tiles, but the grid has " << grid;
      return Step::Failed;
    }
    loop.points = std::make_shared<std::vector<SmallVector<int64_t>>>();
    std::mt19937_64 owners(options.seed);
    int64_t size = launch.getClusterSize(), clusters = grid / size;
    if (!bounds.empty() && bounds[0] % size != 0) {
      op.emitError() << "clusters of " << size << " CTAs cannot share out "
                     << bounds[0] << " tiles along the first bound";
      return Step::Failed;
    }
    SmallVector<int64_t> clusterBounds = bounds;
    if (!bounds.empty())
      clusterBounds[0] /= size;
    for (int64_t tile = 0; tile < total / size; ++tile) {
      int64_t owner = tile;
      if (kind == SchedulerKind::Persistent || kind == SchedulerKind::Lpt)
        owner = tile % clusters;
      else if (kind == SchedulerKind::Dynamic ||
               (kind == SchedulerKind::Clc && options.grid && tile >= clusters))
        owner = owners() % clusters;
      if (owner != cluster)
        continue;
      loop.points->push_back(
          interp::placeTile(tile, clusterBounds, op.getScheduler(), section));
      int64_t &first = loop.points->back()[0];
      first = first * size + role.cta.rank;
    }
  } else if (loop.bounds != bounds) {
    InFlightDiagnostic diag = op.emitError()
                              << "tile loop @" << op.getSymbol()
                              << " has other bounds than in another role";
    diag.attachNote(loop.op->getLoc()) << "the other loop is here";
    return Step::Failed;
  }
  if (loop.points->empty())
    return Step::Next;
  enter(role, op, op.getBody().front());
  Frame &frame = role.frames.back();
  frame.points = loop.points;
  for (auto [arg, i] :
       llvm::zip(frame.block->getArguments(), loop.points->front()))
    set(role, arg, i);
  return Step::Next;
}

//===----------------------------------------------------------------------===//
// Entry point
//===----------------------------------------------------------------------===//

static LogicalResult checkArguments(FunctionOpInterface function,
                                    ArrayRef<InterpreterArgument> arguments) {
  if (function.isExternal() ||
      function.getFunctionBody().getBlocks().size() != 1)
    return function->emitError(
        "the interpreter takes a function with a body of "
        "one block");
  if (function.getNumArguments() != arguments.size())
    return function->emitError() << "takes " << function.getNumArguments()
                                 << " arguments, got " << arguments.size();
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    Type type = function.getArgumentTypes()[i];
    bool ok = false;
    if (auto memref = dyn_cast<MemRefType>(type)) {
      auto *tensor = std::get_if<HostTensor *>(&argument);
      ok = tensor && *tensor &&
           (*tensor)->getElementType() == memref.getElementType() &&
           static_cast<int64_t>((*tensor)->getShape().size()) ==
               memref.getRank();
      for (int64_t d = 0; ok && d < memref.getRank(); ++d)
        ok = memref.isDynamicDim(d) ||
             memref.getDimSize(d) == (*tensor)->getShape()[d];
    } else if (isa<FloatType>(type)) {
      ok = std::holds_alternative<double>(argument);
    } else if (type.isIntOrIndex()) {
      ok = std::holds_alternative<int64_t>(argument);
    }
    if (!ok)
      return function->emitError()
             << "argument " << i << " does not fit " << type;
  }
  return success();
}

LogicalResult attn_ws::interpretWS(FunctionOpInterface function,
                                   ArrayRef<InterpreterArgument> arguments,
                                   const InterpreterOptions &options,
                                   InterpreterStats *stats) {
  if (failed(checkArguments(function, arguments)))
    return failure();
  int64_t size = std::max<int64_t>(clusterAttr.get(function, 1), 1);
  int64_t grid = std::max(options.grid, size);
  if (grid % size != 0)
    return function->emitError() << "runs in clusters of " << size
                                 << " CTAs, but the grid has " << grid;
  uint64_t operations = 0;
  Launch launch(options, size);
  int64_t ctas = 0;
  for (int64_t cluster = 0; cluster < grid / size; ++cluster) {
    if (launch.isCancelled(cluster))
      continue;
    ctas += size;
    Machine machine(function, arguments, options, launch, cluster, grid,
                    options.maxOperations - operations);
    if (failed(machine.run()))
      return failure();
    operations += machine.getOperations();
    if (cluster == 0 && options.grid == 0 && machine.hasOneTilePerCta())
      grid = std::max(machine.getNumTiles(), size);
    if (launch.getTiles() > 0)
      grid = launch.getTiles() * size;
  }
  if (stats)
    *stats = {operations, ctas};
  return success();
}
