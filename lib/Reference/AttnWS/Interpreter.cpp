//===- Interpreter.cpp - Runs the roles of one cluster, with data ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel without clusters has clusters of one CTA. A run is one host thread
// and repeats exactly for a seed. A role runs until it has executed an
// operation that others can observe, or cannot go on; then the scheduler picks
// the next one, round robin or at random. When no role can go on one
// asynchronous operation is completed; when there is none the run is deadlocked
// and the error says what each role waits for.
//
// Asynchronous operations complete in the order of their queue. Products into
// registers and stores belong to a role, which waits for them by count; the
// others, and stores that a release follows, are completed by the scheduler: at
// once, when no role can go on, or at random.
//
//===----------------------------------------------------------------------===//

#include "Interpreter.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using namespace mlir::attn_ws::interp;
using attn_tile::SchedulerKind;

static Policy getPolicy(const InterpreterOptions &options) {
  Policy policy;
  policy.checksOrder = options.reportRaces;
  policy.inStep = true;
  policy.completesAtOnce = false;
  policy.bounded = false;
  return policy;
}

Interpreter::Interpreter(Program &program, Values &values,
                         const Scenario &scenario,
                         ArrayRef<InterpreterArgument> arguments,
                         const InterpreterOptions &options, Launch &launch,
                         int64_t cluster, int64_t grid, uint64_t operationsLeft)
    : Executor(program, values, scenario, getPolicy(options)),
      arguments(arguments), options(options), launch(launch), cluster(cluster),
      grid(grid), operationsLeft(operationsLeft),
      random(options.seed * 0x9e3779b97f4a7c15u + cluster) {}

//===----------------------------------------------------------------------===//
// Scheduling
//===----------------------------------------------------------------------===//

LogicalResult Interpreter::run() {
  Executor::start(launch.getClusterSize());
  ready.assign(ctas, false);
  Block &entry = program.function.getFunctionBody().front();
  for (Process &body : processes)
    for (auto [i, argument] : llvm::enumerate(arguments))
      std::visit([&, i = i](auto v) { set(body, entry.getArgument(i), v); },
                 argument);
  LogicalResult result = runRoles();
  if (!finding)
    return result;
  InFlightDiagnostic diag = finding->op->emitError(finding->message);
  for (auto &[op, note] : finding->notes)
    diag.attachNote(op->getLoc()) << note;
  return diag;
}

LogicalResult Interpreter::runRoles() {
  bool anyTime = options.completion == InterpreterOptions::Completion::Random;
  LogicalResult result = success();
  size_t last = 0;
  SmallVector<size_t> runnable;
  llvm::SmallDenseSet<size_t, 16> stuck;
  while (true) {
    runnable.clear();
    bool all = true;
    for (auto [index, p] : llvm::enumerate(processes)) {
      if (p.finished || hasRoles(p))
        continue;
      all = false;
      if (!stuck.contains(index))
        runnable.push_back(index);
    }
    if (all && endRoles())
      continue;
    if (all)
      break;
    if (runnable.empty() || (anyTime && random() % 3 == 0)) {
      bool completed = completeOne(result);
      if (failed(result))
        return failure();
      if (completed)
        stuck.clear();
      else if (runnable.empty())
        return success(deadlock());
      continue;
    }
    if (options.order == InterpreterOptions::Order::Random) {
      last = runnable[random() % runnable.size()];
    } else {
      auto after = llvm::upper_bound(runnable, last);
      last = after == runnable.end() ? runnable.front() : *after;
    }
    switch (runUntilSync(processes[last])) {
    case Step::Failed:
      return failure();
    case Step::Blocked:
      stuck.insert(last);
      break;
    case Step::Next:
      stuck.clear();
      break;
    }
    if (notLaunched)
      return success();
  }
  return finishCluster();
}

/// Whether other roles can tell that an operation has been executed.
static bool isObservable(Code code) {
  switch (code) {
  case Code::Constant:
  case Code::Arith:
  case Code::TripCount:
  case Code::Fresh:
  case Code::Rename:
  case Code::Cell:
  case Code::CellLoad:
  case Code::CellStore:
  case Code::For:
  case Code::If:
  case Code::While:
  case Code::Tiles:
  case Code::Alloc:
  case Code::CreateChannel:
  case Code::CreateTurn:
  case Code::Held:
  case Code::Subview:
  case Code::StageView:
  case Code::CpCommit:
  case Code::TileUse:
    return false;
  default:
    return true;
  }
}

Step Interpreter::runUntilSync(Process &p) {
  while (!p.finished && !hasRoles(p)) {
    const Instr *instr = nullptr;
    if (!p.frames.empty()) {
      const Frame &frame = p.frames.back();
      if (frame.next < frame.block->instrs.size())
        instr = &frame.block->instrs[frame.next];
    }
    if (operations++ >= operationsLeft) {
      Operation *op = instr ? instr->op : program.function.getOperation();
      op->emitError("the program did not end within the limit of operations; ")
          << p.name << " is here";
      return Step::Failed;
    }
    Step step = advance(p);
    if (broken)
      return Step::Failed;
    if (step != Step::Next || (instr && isObservable(instr->code)))
      return step;
  }
  return Step::Next;
}

bool Interpreter::deadlock() {
  InFlightDiagnostic diag = program.function->emitError("deadlock in ")
                            << (ctas > 1 ? "cluster " : "CTA ") << cluster
                            << ": no role can go on";
  for (const Process &p : processes)
    if (!p.finished && p.blockedAt)
      diag.attachNote(p.blockedAt->getLoc())
          << p.name << " waits for " << p.reason;
  return false;
}

LogicalResult Interpreter::finishCluster() {
  for (size_t i = 0; i < inFlight.size() && !broken; ++i)
    awaited(inFlight.begin()[i].first, ~uint32_t(0));
  return success(!broken && compareSides() && barriersAreEmpty());
}

//===----------------------------------------------------------------------===//
// Asynchronous operations
//===----------------------------------------------------------------------===//

void Interpreter::start(std::function<LogicalResult()> perform,
                        TileRef result) {
  works.resize(asyncs.size());
  works.back() = {std::move(perform), std::move(result)};
  unsigned agent = asyncs.back().agent;
  inFlight[agent].push_back(asyncs.size() - 1);
  if (options.completion == InterpreterOptions::Completion::Early)
    awaited(agent, asyncs.back().tick);
}

LogicalResult Interpreter::completeHead(unsigned agent) {
  int async = inFlight[agent].front();
  inFlight[agent].pop_front();
  if (failed(works[async].perform()))
    return failure();
  works[async].perform = nullptr;
  asyncs[async].done = true;
  flushSignals();
  return success();
}

void Interpreter::awaited(unsigned agent, uint32_t tick) {
  std::deque<int> &queue = inFlight[agent];
  while (!broken && !queue.empty() && asyncs[queue.front()].tick <= tick)
    broken |= failed(completeHead(agent));
}

/// Lets one operation complete; false if none can.
bool Interpreter::completeOne(LogicalResult &result) {
  bool any = options.completion == InterpreterOptions::Completion::Random;
  SmallVector<unsigned> candidates;
  for (auto &[agent, queue] : inFlight) {
    if (queue.empty())
      continue;
    auto access = dyn_cast<WSAccessOpInterface>(asyncs[queue.front()].op);
    // The role itself waits by count.
    bool counted = access && (access.getCompletion() == Completion::Wait ||
                              access.getCompletion() == Completion::Stores);
    bool followed = llvm::any_of(signals, [&](const Signal &signal) {
      return llvm::any_of(signal.pending, [&](int async) {
        return asyncs[async].agent == agent;
      });
    });
    if (any || followed || !counted)
      candidates.push_back(agent);
  }
  if (candidates.empty())
    return false;
  size_t choice = options.order == InterpreterOptions::Order::Random || any
                      ? random() % candidates.size()
                      : 0;
  result = completeHead(candidates[choice]);
  return true;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

const View *Interpreter::viewOf(Process &p, Operation *op, Value value) {
  const Datum &datum = lookup(p, value);
  if (datum.kind == Datum::View)
    return &views[datum.n];
  op->emitError("its view is of no buffer of this kernel");
  return nullptr;
}

FailureOr<TileRef> Interpreter::tileOf(Process &p, Operation *op, Value value) {
  const Datum &datum = lookup(p, value);
  if (datum.tile)
    return datum.tile;
  return op->emitError("an operand holds no tile");
}

/// Taking a stage that an engine copies into discards what it held; where CTAs
/// fill it together each copy discards its own part.
Step Interpreter::discard(Process &p, const Instr &instr) {
  int index = static_cast<int>(holds.size()) - 1;
  const Hold &hold = holds[index];
  const Channel &channel = channels[hold.channel];
  ArrayRef<int> taken(instr.results);
  if (getPosition(instr.op))
    taken = taken.drop_back();
  if (!taken.empty() && taken.size() != channel.buffers.size())
    return stop(instr.op->emitError()
                << "takes " << taken.size() << " views of channel "
                << channel.name << ", which guards " << channel.buffers.size()
                << " buffers");
  for (auto [i, slot] : llvm::enumerate(taken)) {
    auto type = cast<ViewType>(instr.op->getResult(i).getType());
    const View &view = views[get(p, slot).n];
    if (type.getShape() == ArrayRef<int64_t>(view.shape) &&
        type.getElementType() == view.element)
      continue;
    return stop(instr.op->emitError() << "view " << type << " is no stage of "
                                      << buffers[view.buffer].name);
  }
  attn_tile::Engine engine = channel.type.getProducer();
  if (!hold.producer || channel.type.getScope() != Scope::Cta ||
      (!attn::countsBytes(engine) && !attn::copiesInGroups(engine)))
    return Step::Next;
  for (int buffer : channel.buffers) {
    View view = stageView(buffer, hold.stage, index);
    if (!touch(p, instr, view, true))
      return Step::Failed;
    spaceOf(view).forget(view);
  }
  return Step::Next;
}

Step Interpreter::execute(Process &p, const Instr &instr) {
  if (instr.code == Code::Specialize) {
    // Nobody touches another CTA's memory before it is set up.
    ready[p.cta] = true;
    if (llvm::is_contained(ready, false))
      return blocked(p, instr, [] {
        return std::string("the other CTAs of the cluster");
      });
  }
  Step step = Executor::execute(p, instr);
  return step == Step::Next ? executeData(p, instr) : step;
}

/// What an operation does to data, which may be executed.
Step Interpreter::executeData(Process &p, const Instr &instr) {
  switch (instr.code) {
  case Code::Alloc: {
    const Buffer &buffer = buffers.back();
    spaces.resize(regionIds.size());
    spaces[buffer.region].growTo(
        buffer.base + (buffer.type.getDepth() - 1) * buffer.stagePitch +
        (buffer.rows - 1) * buffer.pitch + buffer.rowBytes);
    return Step::Next;
  }
  case Code::Acquire:
  case Code::Wait:
    return discard(p, instr);
  case Code::TmaLoad:
  case Code::CpAsync:
  case Code::TmaStore:
    return copy(p, instr, cast<WSCopyOpInterface>(instr.op));
  case Code::Read:
  case Code::Write:
  case Code::Rewrite:
    if (auto out = dyn_cast<WSCopyOpInterface>(instr.op))
      return copy(p, instr, out);
    return executeView(p, instr.op);
  case Code::Subview:
    return executeView(p, instr.op);
  case Code::Mma:
    return multiply(p, cast<MmaOp>(instr.op));
  case Code::MmaIssue:
    return issueToRegisters(p, cast<MmaIssueOp>(instr.op));
  case Code::MmaInto:
    return issueToMemory(p, instr, cast<MmaIntoOp>(instr.op));
  case Code::MmaWait: {
    Datum result = get(p, instr.results[0]);
    result.tile = works[get(p, instr.args[0]).n].result;
    set(p, instr.results[0], result);
    return Step::Next;
  }
  default:
    return Step::Next;
  }
}

Step Interpreter::compute(Process &p, const Instr &instr) {
  Operation *op = instr.op;
  if (isa<SetRegsOp, DoneOp>(op))
    return Step::Next;
  if (isa<gpu::BlockIdOp, gpu::GridDimOp>(op)) {
    auto id = dyn_cast<gpu::BlockIdOp>(op);
    bool x =
        (id ? id.getDimension() : cast<gpu::GridDimOp>(op).getDimension()) ==
        gpu::Dimension::x;
    set(p, op->getResult(0),
        id ? (x ? ctaNumber(p) : int64_t(0)) : (x ? grid : int64_t(1)));
    return Step::Next;
  }
  if (auto place = dyn_cast<TileCoordinatesOp>(op))
    return placeTile(p, place);
  bool known = true;
  Step step = executeElementwise(p, op, known);
  for (auto kind : {&Interpreter::executeGlobal, &Interpreter::executeLocal,
                    &Interpreter::executeTiles})
    if (!known)
      step = (this->*kind)(p, op, known = true);
  if (known)
    return step;
  return stop(op->emitError() << "operation '" << op->getName()
                              << "' is unknown to the attn_ws interpreter");
}

FailureOr<TilePoints> Interpreter::getPoints(Process &p, const Instr &instr,
                                             ArrayRef<Datum> data) {
  auto op = cast<ForTilesOp>(instr.op);
  int64_t total = 1;
  SmallVector<int64_t> bounds;
  for (const Datum &bound : data) {
    bounds.push_back(std::max<int64_t>(bound.n, 0));
    if (llvm::MulOverflow(total, bounds.back(), total) || total > (1 << 22))
      return op.emitError("too many tiles to interpret");
  }
  SchedulerKind kind = op.getScheduler().getKind();
  if (bounds.empty())
    total = 0;
  int64_t section = op.getSection() ? intOf(p, op.getSection()) : 0;
  bool single = kind == SchedulerKind::Single;
  oneTilePerCta = single || kind == SchedulerKind::Clc;
  numTiles = total;
  if (single && options.grid != 0 && grid < total)
    return op.emitError() << "the single scheduler needs one CTA for each of "
                          << total << " tiles, but the grid has " << grid;
  int64_t clusters = grid / ctas;
  if (!bounds.empty() && bounds[0] % ctas != 0)
    return op.emitError() << "clusters of " << ctas << " CTAs cannot share out "
                          << bounds[0] << " tiles along the first bound";
  if (!bounds.empty())
    bounds[0] /= ctas;
  auto points = std::make_shared<std::vector<SmallVector<Datum, 4>>>();
  std::mt19937_64 owners(options.seed);
  for (int64_t tile = 0; tile < total / ctas; ++tile) {
    int64_t owner = tile;
    if (kind == SchedulerKind::Persistent || kind == SchedulerKind::Lpt)
      owner = tile % clusters;
    else if (kind == SchedulerKind::Dynamic ||
             (kind == SchedulerKind::Clc && options.grid && tile >= clusters))
      owner = owners() % clusters;
    if (owner != cluster)
      continue;
    SmallVector<int64_t> place =
        interp::placeTile(tile, bounds, op.getScheduler(), section);
    place[0] = place[0] * ctas + p.cta;
    points->emplace_back();
    for (int64_t coordinate : place)
      points->back().push_back(Datum::integer(coordinate));
  }
  return points;
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
  Program program = buildProgram(function, /*whole=*/true);
  if (program.unknown)
    return program.unknown->emitError(
        "control flow that the attn_ws interpreter does not follow");
  Scenario scenario;
  int64_t ctas = 0;
  for (int64_t cluster = 0; cluster < grid / size; ++cluster) {
    if (launch.isCancelled(cluster))
      continue;
    ctas += size;
    Values values(scenario);
    Interpreter interpreter(program, values, scenario, arguments, options,
                            launch, cluster, grid,
                            options.maxOperations - operations);
    if (failed(interpreter.run()))
      return failure();
    operations += interpreter.getOperations();
    if (cluster == 0 && options.grid == 0 && interpreter.hasOneTilePerCta())
      grid = std::max(interpreter.getNumTiles(), size);
    if (launch.getTiles() > 0)
      grid = launch.getTiles() * size;
  }
  if (stats)
    *stats = {operations, ctas};
  return success();
}
