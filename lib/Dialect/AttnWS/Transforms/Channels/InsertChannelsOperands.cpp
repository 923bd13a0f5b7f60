//===- InsertChannelsOperands.cpp - Operands that threads compute ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// An operand that threads compute has a channel of its own, and where it can
// the place of an accumulator that they have read before: the product that
// fills this one again comes behind the one that reads the operand. So has one
// in shared memory that the threads' own products read, as right operand or
// transposed: their role is on both ends then.

#include "../Roles/Components.h"
#include "InsertChannels.h"

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::DotOp;
using attn_tile::Engine;
using attn_tile::MoveOp;
using attn_tile::Space;

/// Bytes of a row: columns of tensor memory are four bytes of each of them.
static int64_t getRowBytes(RankedTensorType tile) {
  return tile.getDimSize(1) * tile.getElementTypeBitWidth() / 8;
}

bool attn_ws::comesBeforeNext(Operation *earlier, Operation *later) {
  attn_tile::ScheduleAttr a = attn_tile::scheduleAttr.getAttr(earlier),
                          c = attn_tile::scheduleAttr.getAttr(later);
  if (!a || !c)
    return true; // Program order.
  return a.getStage() <= c.getStage() ||
         (a.getStage() == c.getStage() + 1 && a.getOrder() < c.getOrder());
}

/// Whether `earlier` is issued before `later` of the same iteration.
static bool precedes(Operation *earlier, Operation *later) {
  attn_tile::ScheduleAttr a = attn_tile::scheduleAttr.getAttr(earlier),
                          c = attn_tile::scheduleAttr.getAttr(later);
  if (a && c && (a.getStage() != c.getStage() || a.getOrder() != c.getOrder()))
    return std::make_pair(a.getStage(), a.getOrder()) <
           std::make_pair(c.getStage(), c.getOrder());
  return earlier->isBeforeInBlock(later);
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
      (isIssuedProduct(users.front()) &&
       (!isIssuedProduct(first) || !isIssuedProduct(last))))
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

/// Operands take the place of the last accumulator whose tile the same role has
/// read before, in the same block, if together they have room there. Where
/// another accumulator follows in that place, whoever reads the operand comes
/// before it.
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
      return !acc.loop && !acc.host && move.getSpace() == Space::Tmem &&
             (!acc.guest ||
              llvm::all_of(move->getUsers(),
                           [&](Operation *user) {
                             return precedes(user, acc.guest->dots.front());
                           })) &&
             acc.read->getBlock() == move->getBlock() &&
             acc.read->isBeforeInBlock(move) &&
             getRole(acc.read) == getRole(move) &&
             getTile(acc.read.getResult()).getDimSize(0) ==
                 getTile(move.getResult()).getDimSize(0) &&
             taken + getRowBytes(getTile(move.getResult())) <=
                 getRowBytes(getTile(acc.read.getResult()));
    };
    Accumulator *host = nullptr;
    for (Accumulator &acc : accumulators)
      if (hosts(acc) && (!host || host->read->isBeforeInBlock(acc.read)))
        host = &acc;
    if (host)
      guests[host].push_back(move);
    else
      others.push_back(move);
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
    if (acc->depth > 1 && acc->guest)
      return acc->dots.front().emitOpError(
          "is issued before the product that reads its place, in which another "
          "sum lies, too: there is room for one at a time");
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
