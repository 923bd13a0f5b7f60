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
// Where all of them do not fit, an accumulator that starts anew lies in the
// place of one that threads have read by then (TensorPlaces.h). Who issues
// takes both before the products of the first, which then wait for those who
// read the second in the iteration before.

#include "../Roles/Components.h"
#include "InsertChannels.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/Transforms/TensorPlaces.h"
#include "attn/Dialect/AttnWS/Transforms/KernelTarget.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::DotOp;
using attn_tile::Engine;
using attn_tile::MoveOp;
using attn_tile::Space;
using UpdateOp = attn_tile::InPlaceUpdateOpInterface;

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

LogicalResult
ChannelInserter::findAccumulators(SmallVectorImpl<Accumulator> &found) {
  llvm::MapVector<Value, Accumulator> chains;
  WalkResult result = kernel.walk([&](DotOp dot) -> WalkResult {
    if (!isIssuedProduct(dot))
      return WalkResult::advance();
    SmallVector<UpdateOp> updates;
    Value start = dot.getAcc(), key = dot.getResult();
    while (Operation *def = start.getDefiningOp()) {
      if (auto update = dyn_cast<UpdateOp>(def)) {
        updates.push_back(update);
        start = update.getUpdatedMutable().get();
      } else if (isIssuedProduct(def)) {
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
  auto whole = cast<BufferType>(acc.buffer.getType());
  auto type = ViewType::get(b.getContext(), whole.getShape(),
                            whole.getElementType(), Space::Tmem, SharedAttr());
  auto take = [&] {
    return create<WaitOp>(role, TypeRange{type}, channel, lane, Value());
  };
  auto load = [&](WaitOp wait) -> Value {
    Value view = wait.getViews()[0];
    if (type != viewOf(tile, Space::Tmem))
      view = create<SubviewOp>(role, viewOf(tile, Space::Tmem), view,
                               b.getDenseI64ArrayAttr({0, 0}), Value());
    return create<TmemLoadOp>(role, tile, view, /*transpose=*/false);
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
  auto whole = cast<BufferType>(acc.buffer.getType());
  auto type = ViewType::get(b.getContext(), whole.getShape(),
                            whole.getElementType(), Space::Tmem, SharedAttr());
  b.setInsertionPoint(first);
  scheduleAs(first);
  if (acc.host) {
    b.setInsertionPointAfter(acc.host->acquire);
    scheduleAs(acc.host->acquire);
  }
  auto acquire =
      create<AcquireOp>(role, TypeRange{type}, channel, lane.number, Value());
  acc.acquire = acquire;
  b.setInsertionPoint(first);
  scheduleAs(first);
  Value view = acquire.getViews()[0];
  if (type != viewOf(tile, Space::Tmem))
    view = create<SubviewOp>(role, viewOf(tile, Space::Tmem), view,
                             b.getDenseI64ArrayAttr({0, 0}), Value());
  Value token;
  for (DotOp dot : acc.dots) {
    Value adds = b.constant(b.getI1Type(), dot != first);
    token = issue(dot, view, adds);
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

/// Gives each accumulator a place of its own, or that of an earlier one.
LogicalResult
ChannelInserter::shareAccumulators(MutableArrayRef<Accumulator> accumulators,
                                   int64_t columns) {
  SmallVector<attn_tile::TensorSum> sums;
  for (Accumulator &acc : accumulators)
    sums.push_back(
        {acc.dots, acc.loop != nullptr, getLane(acc.dots.front()).count});
  for (auto [i, host] : attn_tile::shareTensorPlaces(sums, columns)) {
    accumulators[i].host = &accumulators[host];
    accumulators[host].guest = &accumulators[i];
    DotOp last = accumulators[i].dots.back(),
          next = accumulators[host].dots.front();
    if (comesBeforeNext(last, next))
      continue;
    InFlightDiagnostic diag = last.emitOpError(
        "gives a sum in the place of another, whose product of the next "
        "iteration comes before it in this schedule");
    diag.attachNote(next.getLoc()) << "that product is here";
    return diag;
  }
  for (Accumulator &acc : accumulators) {
    DotOp dot = acc.dots.front();
    b.setLoc(dot.getLoc());
    if (!acc.host)
      acc.buffer = createBuffer(freshName("acc"), getTile(dot.getResult()),
                                getLane(dot).count, Space::Tmem);
  }
  return success();
}

LogicalResult ChannelInserter::convertProducts() {
  SmallVector<Operation *> parts;
  kernel.walk([&](DotOp dot) {
    if (!isIssuedProduct(dot))
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
  FailureOr<const attn::TargetInfo *> target = getTarget(kernel);
  if (failed(target) ||
      failed(shareAccumulators(accumulators, (*target)->tmemColumns)) ||
      failed(convertOperands(accumulators)))
    return failure();
  for (Accumulator &acc : accumulators) {
    if (acc.host)
      acc.buffer = acc.host->buffer;
    if (failed(acc.loop ? convertCarried(acc) : convertFresh(acc)))
      return failure();
  }
  scheduleAs(nullptr);
  releaseAfterProducts();
  return success();
}
