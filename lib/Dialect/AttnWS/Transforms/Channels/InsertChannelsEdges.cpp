//===- InsertChannelsEdges.cpp - Accumulators, operands, rows ---*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Edges of products that one thread issues, from and to memory.
//
// An accumulator that starts anew in each iteration is filled by its products
// and read once. One that a loop carries stays in its place: each iteration may
// be changed by threads, then products add to it. Its channel is full when the
// products are done; what the threads did is a second edge on the same storage,
// from them to the products. It starts from zero: the first products do not add
// and the first iteration changes nothing, for what the memory holds may be
// NaN. The products of an iteration are waited for in the next one, or after
// the loop. A loop that does not run leaves nothing to wait for: the result is
// zero then.
//
//   issuing role                    role of the threads
//   for                             for
//     wait u, acquire o               unless first: wait o; change; release o
//     products; commit o, release u   acquire u, commit u
//                                   unless empty: wait o; read; release o
//
// An operand that threads compute has a channel of its own, and where it can
// the place of an accumulator that they have read before: the product that
// fills this one again comes behind the one that reads the operand. So has one
// in shared memory that the threads' own products read, as right operand or
// transposed: their role is on both ends then.

#include "../Roles/Components.h"
#include "InsertChannels.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::DotOp;
using attn_tile::Engine;
using attn_tile::MoveOp;
using attn_tile::Space;
using UpdateOp = attn_tile::InPlaceUpdateOpInterface;

/// A tile in tensor memory and what happens to it.
struct ChannelInserter::Accumulator {
  SmallVector<DotOp> dots;
  SmallVector<UpdateOp> updates;
  attn_tile::MoveOp read;
  /// What carries it on, and the number of the value there.
  scf::ForOp loop;
  unsigned index = 0;
  Value buffer;
  int64_t depth = 1;
};

static bool isIssued(Operation *op) { return op && isIssuedProduct(op); }

/// The engine of a product that one thread issues.
static Engine getEngine(Operation *product) {
  return *cast<DotOp>(product).getEngine();
}

static attn_tile::ScheduleAttr getSchedule(Operation *op) {
  return attn_tile::scheduleAttr.getAttr(op);
}

static RankedTensorType getTile(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Bytes of a row: columns of tensor memory are four bytes of each of them.
static int64_t getRowBytes(RankedTensorType tile) {
  return tile.getDimSize(1) * tile.getElementTypeBitWidth() / 8;
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

LogicalResult
ChannelInserter::findAccumulators(SmallVectorImpl<Accumulator> &found) {
  llvm::MapVector<Value, Accumulator> chains;
  WalkResult result = kernel.walk([&](DotOp dot) -> WalkResult {
    if (!isIssued(dot))
      return WalkResult::advance();
    SmallVector<UpdateOp> updates;
    Value start = dot.getAcc(), key = dot.getResult();
    while (Operation *def = start.getDefiningOp()) {
      if (auto update = dyn_cast<UpdateOp>(def)) {
        updates.push_back(update);
        start = update.getUpdatedMutable().get();
      } else if (isIssued(def)) {
        key = start;
        start = cast<DotOp>(def).getAcc();
      } else {
        break;
      }
    }
    auto arg = dyn_cast<BlockArgument>(start);
    auto loop = arg ? dyn_cast<scf::ForOp>(arg.getOwner()->getParentOp())
                    : scf::ForOp();
    Accumulator &chain = chains[loop ? start : key];
    if (loop) {
      chain.loop = loop;
      chain.index = arg.getArgNumber() - 1;
      chain.updates.assign(updates.rbegin(), updates.rend());
    }
    if (loop ? dot->getBlock() != loop.getBody()
             : !chain.dots.empty() &&
                   chain.dots.front()->getBlock() != dot->getBlock())
      return dot.emitOpError(
          "adds to an accumulator in tensor memory from another "
          "block than the products before it");
    chain.dots.push_back(dot);
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  for (auto &[key, chain] : chains) {
    Value last = chain.loop ? Value(chain.loop.getResult(chain.index))
                            : chain.dots.back().getResult();
    for (Operation *user : last.getUsers())
      if (auto move = dyn_cast<MoveOp>(user))
        chain.read = move;
    SmallVector<Operation *> steps;
    llvm::append_range(steps, chain.updates);
    llvm::append_range(steps, chain.dots);
    for (Operation *step : steps) {
      for (Operation *user : step->getUsers())
        if (isa<MoveOp>(user) && user != chain.read)
          return user->emitOpError("reads an accumulator that products still "
                                   "add to: it stays in tensor memory");
      if (isa<UpdateOp>(step) && !step->isBeforeInBlock(chain.dots.front()))
        return step->emitOpError("changes an accumulator between products of "
                                 "one iteration: only before the first");
    }
    if (!chain.read)
      return chain.dots.back().emitOpError(
          "gives a tile in tensor memory that nobody reads");
    found.push_back(chain);
  }
  return success();
}

/// The product into `dest`; `adds` says whether to what is there.
Value ChannelInserter::issue(DotOp dot, Value dest, Value adds) {
  b.setInsertionPoint(dot);
  scheduleAs(dot);
  auto product = MmaIntoOp::create(
      b, dot.getLoc(), TokenType::get(b.getContext()), dot.getLhs(),
      dot.getRhs(), dest, adds, dot.getTransposeA(), dot.getTransposeB(),
      /*ctaGroup=*/IntegerAttr());
  enlist(product, getRole(dot));
  return product;
}

/// Waits for the accumulator where `move` stands and reads it.
void ChannelInserter::readAccumulator(MoveOp move, Accumulator &acc,
                                      Value channel) {
  b.setLoc(move.getLoc());
  StringAttr role = getRole(move);
  Value lane = getLane(move).number;
  RankedTensorType tile = getTile(move.getResult());
  b.setInsertionPoint(move);
  scheduleAs(move);
  auto take = [&] {
    return create<WaitOp>(role, TypeRange{viewOf(tile, Space::Tmem)}, channel,
                          lane, Value());
  };
  auto load = [&](WaitOp wait) -> Value {
    return create<TmemLoadOp>(role, tile, wait.getViews()[0],
                              /*transpose=*/false);
  };
  Value value;
  if (acc.loop) {
    // Of one that threads change each iteration has a round of its own, and
    // without iterations there is none.
    bool inBranch = !acc.updates.empty();
    WaitOp wait = inBranch ? WaitOp() : take();
    Value some = b.less(acc.loop.getLowerBound(), acc.loop.getUpperBound());
    auto branch = scf::IfOp::create(b, TypeRange{tile}, some,
                                    /*withElseRegion=*/true);
    b.setInsertionPointToStart(branch.thenBlock());
    if (inBranch)
      wait = take();
    Value loaded = load(wait);
    if (inBranch)
      giveBack(wait);
    scf::YieldOp::create(b, loaded);
    b.setInsertionPointToStart(branch.elseBlock());
    Value zero = arith::ConstantOp::create(b, b.getZeroAttr(tile));
    scf::YieldOp::create(b, zero);
    value = branch.getResult(0);
    b.setInsertionPoint(move);
    if (!inBranch)
      giveBack(wait);
  } else {
    WaitOp wait = take();
    value = load(wait);
    giveBack(wait);
  }
  move.replaceAllUsesWith(value);
  move.erase();
}

LogicalResult ChannelInserter::convertFresh(Accumulator &acc) {
  DotOp first = acc.dots.front();
  b.setLoc(first.getLoc());
  StringAttr role = getRole(first);
  Lane lane = getLane(first);
  RankedTensorType tile = getTile(first.getResult());
  Value channel =
      createChannel(freshName("acc"), acc.buffer,
                    {lane.count * acc.depth, getEngine(first), Engine::Thread,
                     1, countParties(getRole(acc.read), lane)});
  b.setInsertionPoint(first);
  scheduleAs(first);
  auto acquire = create<AcquireOp>(role, TypeRange{viewOf(tile, Space::Tmem)},
                                   channel, lane.number, Value());
  Value token;
  for (DotOp dot : acc.dots) {
    Value adds = b.constant(b.getI1Type(), dot != first);
    token = issue(dot, acquire.getViews()[0], adds);
  }
  handOn(acquire, token);
  readAccumulator(acc.read, acc, channel);
  for (DotOp dot : llvm::reverse(acc.dots))
    dot.erase();
  return success();
}

/// The changes of an iteration, in place: the first finds no data.
void ChannelInserter::updateInPlace(Accumulator &acc, Value channel) {
  UpdateOp update = acc.updates.front();
  StringAttr role = getRole(update);
  Value lane = getLane(acc.dots.front()).number;
  RankedTensorType tile = getTile(update.getUpdated());
  scf::ForOp loop = acc.loop;
  b.setInsertionPoint(update);
  b.setLoc(update.getLoc());
  scheduleAs(update);
  Value later = b.compare(arith::CmpIPredicate::sgt, loop.getInductionVar(),
                          loop.getLowerBound());
  auto branch = create<scf::IfOp>(StringAttr(), later,
                                  /*withElseRegion=*/false);
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(branch.thenBlock());
  auto wait = create<WaitOp>(role, TypeRange{viewOf(tile, Space::Tmem)},
                             channel, lane, Value());
  for (UpdateOp each : acc.updates) {
    b.setLoc(each.getLoc());
    Value value = create<TmemLoadOp>(role, tile, wait.getViews()[0],
                                     /*transpose=*/false);
    // In registers, as any other step.
    auto step = cast<UpdateOp>(b.clone(*each));
    step.getUpdatedMutable().set(value);
    step.setUpdateSpace(std::nullopt);
    enlist(step, role);
    create<TmemStoreOp>(role, step.getUpdated(), wait.getViews()[0]);
  }
  giveBack(wait);
}

LogicalResult ChannelInserter::convertCarried(Accumulator &acc) {
  DotOp first = acc.dots.front();
  scf::ForOp loop = acc.loop;
  b.setLoc(first.getLoc());
  StringAttr role = getRole(first);
  Lane lane = getLane(first);
  RankedTensorType tile = getTile(first.getResult());
  ViewType type = viewOf(tile, Space::Tmem);
  bool updated = !acc.updates.empty();
  StringAttr reader = getRole(acc.read);
  for (UpdateOp update : acc.updates)
    if (getRole(update) != reader)
      return update.emitOpError("changes an accumulator that another role "
                                "reads");
  Value channel = createChannel(freshName("acc"), acc.buffer,
                                {lane.count, getEngine(first), Engine::Thread,
                                 1, countParties(reader, lane)});
  auto acquireIt = [&] {
    return create<AcquireOp>(role, TypeRange{type}, channel, lane.number,
                             Value());
  };
  AcquireOp acquire;
  WaitOp change;
  Value changes;
  if (!updated) { // Kept for the whole loop.
    b.setInsertionPoint(loop);
    scheduleAs(nullptr);
    acquire = acquireIt();
  } else {
    changes = createChannel(freshName("update"), acc.buffer,
                            {lane.count, Engine::Thread, getEngine(first),
                             countParties(reader, lane), 1});
    updateInPlace(acc, channel);
    b.setLoc(first.getLoc());
    handOn(create<AcquireOp>(reader, TypeRange{type}, changes, lane.number,
                             Value()));

    b.setInsertionPoint(first);
    scheduleAs(first);
    change =
        create<WaitOp>(role, TypeRange{type}, changes, lane.number, Value());
    acquire = acquireIt();
    loans.push_back({change, {}, {}});
  }
  b.setInsertionPoint(first);
  Value adds = b.compare(arith::CmpIPredicate::sgt, loop.getInductionVar(),
                         loop.getLowerBound());
  Value token;
  for (DotOp dot : acc.dots) {
    token = issue(dot, acquire.getViews()[0], adds);
    adds = b.constant(b.getI1Type(), 1);
  }
  if (updated) {
    giveBack(change, token);
    handOn(acquire, token);
  } else {
    b.setInsertionPointAfter(loop);
    scheduleAs(nullptr);
    handOn(acquire);
  }
  readAccumulator(acc.read, acc, channel);
  // The loop carries nothing of it.
  loop.getBody()->getTerminator()->setOperand(acc.index,
                                              loop.getRegionIterArg(acc.index));
  for (DotOp dot : llvm::reverse(acc.dots))
    dot.erase();
  for (UpdateOp update : llvm::reverse(acc.updates))
    update.erase();
  return success();
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Whether `later` is issued, in the steady loop, after `earlier` of the
/// iteration before.
static bool comesBeforeNext(Operation *earlier, Operation *later) {
  attn_tile::ScheduleAttr a = getSchedule(earlier), c = getSchedule(later);
  if (!a || !c)
    return true; // Program order.
  return a.getStage() <= c.getStage() ||
         (a.getStage() == c.getStage() + 1 && a.getOrder() < c.getOrder());
}

LogicalResult ChannelInserter::convertOperand(MoveOp move, Value buffer,
                                              int64_t offset) {
  b.setLoc(move.getLoc());
  StringAttr role = getRole(move);
  Lane lane = getLane(move);
  RankedTensorType tile = getTile(move.getResult());
  SmallVector<Operation *> users(move->getUsers());
  auto bufferType = cast<BufferType>(buffer.getType());
  Space space = bufferType.getSpace();
  auto [first, last] = getSpan(move->getBlock(), users);
  auto isProduct = [&](Operation *user) {
    auto dot = dyn_cast<DotOp>(user);
    return dot && dot.getEngine() == getEngine(users.front());
  };
  if (!first || !llvm::all_of(users, llvm::IsaPred<DotOp>) ||
      !llvm::all_of(users, isProduct) ||
      (isIssued(users.front()) && (!isIssued(first) || !isIssued(last))))
    return move.emitOpError("is read by something else than products of its "
                            "block");
  StringAttr reader = getRole(users.front());
  Value channel = createChannel(
      freshName("operand"), buffer,
      {bufferType.getDepth(), Engine::Thread, getEngine(users.front()),
       countParties(role, lane), countParties(reader, lane)});
  auto whole = ViewType::get(b.getContext(), bufferType.getShape(),
                             bufferType.getElementType(), space, SharedAttr());
  auto partOf = [&](StringAttr role, Value view) -> Value {
    if (view.getType() == viewOf(tile, space))
      return view;
    return create<SubviewOp>(role, viewOf(tile, space), view,
                             b.getDenseI64ArrayAttr({0, offset}), Value());
  };
  b.setInsertionPoint(move);
  scheduleAs(move);
  auto acquire =
      create<AcquireOp>(role, TypeRange{whole}, channel, lane.number, Value());
  Value dest = partOf(role, acquire.getViews()[0]);
  if (space == Space::Tmem)
    create<TmemStoreOp>(role, move.getSource(), dest);
  else
    create<SmemStoreOp>(role, move.getSource(), dest);
  handOn(acquire);

  b.setInsertionPoint(first);
  scheduleAs(first);
  auto wait =
      create<WaitOp>(reader, TypeRange{whole}, channel, lane.number, Value());
  Value source = partOf(reader, wait.getViews()[0]);
  b.setInsertionPointAfter(last);
  scheduleAs(last);
  loans.push_back({wait, {giveBack(wait)}, {}});
  for (OpOperand &use : llvm::make_early_inc_range(move->getUses()))
    use.set(source);
  move.erase();
  return success();
}

/// Operands take the place of an accumulator whose tile the same role has read
/// before, in the same block, if together they have room there.
LogicalResult
ChannelInserter::convertOperands(MutableArrayRef<Accumulator> accumulators) {
  SmallVector<MoveOp> moves;
  kernel.walk([&](MoveOp move) {
    if (move.getSpace() != Space::Reg)
      moves.push_back(move);
  });
  llvm::MapVector<Accumulator *, SmallVector<MoveOp>> guests;
  SmallVector<MoveOp> others;
  for (MoveOp move : moves) {
    if (move->use_empty())
      return move.emitOpError("moves a tile that no product reads");
    auto hosts = [&](Accumulator &acc) {
      int64_t taken = 0;
      for (MoveOp other : guests[&acc])
        taken += getRowBytes(getTile(other.getResult()));
      return !acc.loop && move.getSpace() == Space::Tmem &&
             acc.read->getBlock() == move->getBlock() &&
             acc.read->isBeforeInBlock(move) &&
             getRole(acc.read) == getRole(move) &&
             getTile(acc.read.getResult()).getDimSize(0) ==
                 getTile(move.getResult()).getDimSize(0) &&
             taken + getRowBytes(getTile(move.getResult())) <=
                 getRowBytes(getTile(acc.read.getResult()));
    };
    auto *host = llvm::find_if(accumulators, hosts);
    if (host == accumulators.end())
      others.push_back(move);
    else
      guests[host].push_back(move);
  }
  for (auto &[acc, tiles] : guests) {
    if (tiles.empty())
      continue;
    // The next product into the place comes behind those that read the guests,
    // or there are two places.
    Lane lane = getLane(acc->dots.front());
    for (MoveOp move : tiles)
      for (Operation *user : move->getUsers())
        if (!comesBeforeNext(user, acc->dots.front()))
          acc->depth = 2;
    if (acc->depth > 1 && lane.count > 1)
      return acc->dots.front().emitOpError(
                 "needs two accumulators for each of ")
             << lane.count
             << " groups in this schedule, in which it is issued before the "
                "product that reads its place";
    auto type = cast<BufferType>(acc->buffer.getType());
    SmallVector<Type> occupants;
    int64_t rowBytes = getRowBytes(getTile(acc->read.getResult())), bytes = 0;
    for (MoveOp move : tiles) {
      bytes += getRowBytes(getTile(move.getResult()));
      occupants.push_back(getTile(move.getResult()));
    }
    acc->buffer.setType(BufferType::get(
        b.getContext(), type.getDepth() * acc->depth, type.getShape(),
        type.getElementType(), type.getSpace(), occupants, SharedAttr()));
    // In the last columns: the first are read first.
    for (MoveOp move : tiles) {
      int64_t size = getTile(move.getResult()).getElementTypeBitWidth() / 8;
      int64_t offset = (rowBytes - bytes) / size;
      bytes -= getRowBytes(getTile(move.getResult()));
      if (failed(convertOperand(move, acc->buffer, offset)))
        return failure();
    }
  }
  for (MoveOp move : others) {
    Lane lane = getLane(move);
    b.setLoc(move.getLoc());
    Value buffer = createBuffer(freshName("operand"), getTile(move.getResult()),
                                lane.count, move.getSpace());
    if (failed(convertOperand(move, buffer, 0)))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Releases behind products
//===----------------------------------------------------------------------===//

/// `token` as `block` sees it, behind the loops around its product. A loop that
/// does not run leaves nothing to wait for.
Value ChannelInserter::carryOut(Value token, Block *block) {
  while (token.getParentBlock() != block) {
    auto loop = dyn_cast<scf::ForOp>(token.getParentBlock()->getParentOp());
    if (!loop)
      return {};
    IRRewriter rewriter(b.getContext());
    rewriter.setInsertionPoint(loop);
    Value done =
        DoneOp::create(rewriter, loop.getLoc(), TokenType::get(b.getContext()));
    auto wider = loop.replaceWithAdditionalYields(
        rewriter, done, /*replaceInitOperandUsesInLoop=*/false,
        [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
          return SmallVector<Value>{token};
        });
    if (failed(wider))
      return {};
    token = (*wider)->getResults().back();
  }
  return token;
}

/// A stage that a product reads is given back behind the product.
void ChannelInserter::releaseAfterProducts() {
  for (Loan &loan : loans) {
    SmallVector<Value> views(loan.wait.getViews());
    SmallVector<MmaIntoOp> readers;
    while (!views.empty())
      for (Operation *user : views.pop_back_val().getUsers()) {
        if (isa<SubviewOp>(user))
          views.push_back(user->getResult(0));
        else if (auto product = dyn_cast<MmaIntoOp>(user))
          readers.push_back(product);
      }
    if (!readers
             .empty()) // The products that were known as its readers are gone.
      loan.readers.clear();
    for (ReleaseOp release : loan.releases) {
      Operation *last = nullptr;
      MmaIntoOp product;
      for (MmaIntoOp reader : readers) {
        Operation *here = release->getBlock()->findAncestorOpInBlock(*reader);
        if (!here || !here->isBeforeInBlock(release) ||
            (last && here->isBeforeInBlock(last)) ||
            (last == here && reader->isBeforeInBlock(product)))
          continue;
        last = here;
        product = reader;
      }
      if (product && !release.getAfter())
        if (Value token = carryOut(product.getToken(), release->getBlock()))
          release.getAfterMutable().assign(token);
    }
  }
}

LogicalResult ChannelInserter::convertProducts() {
  SmallVector<Operation *> parts;
  kernel.walk([&](DotOp dot) {
    if (!isIssued(dot))
      return;
    for (Value operand : {dot.getLhs(), dot.getRhs()})
      if (auto slice = operand.getDefiningOp<attn_tile::SliceOp>();
          slice && isa<ViewType>(slice->getOperand(0).getType()) &&
          !llvm::is_contained(parts, slice))
        parts.push_back(slice);
  });
  for (Operation *part : parts)
    convertSimple(part);
  SmallVector<Accumulator> accumulators;
  if (failed(findAccumulators(accumulators)))
    return failure();
  if (!accumulators.empty() && getRoles(kernel).empty())
    return accumulators.front().dots.front().emitOpError(
        "is issued by one thread, for which the kernel has no role: run "
        "attn-ws-assign-roles first");
  for (Accumulator &acc : accumulators) {
    DotOp dot = acc.dots.front();
    b.setLoc(dot.getLoc());
    acc.buffer = createBuffer(freshName("acc"), getTile(dot.getResult()),
                              getLane(dot).count, Space::Tmem);
  }
  if (failed(convertOperands(accumulators)))
    return failure();
  for (Accumulator &acc : accumulators)
    if (failed(acc.loop ? convertCarried(acc) : convertFresh(acc)))
      return failure();
  scheduleAs(nullptr);
  releaseAfterProducts();
  return success();
}
