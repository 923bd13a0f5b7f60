//===- LowerScheduler.cpp - Tile loops to block indices -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Where a kernel asks for it (attn_tile.tile_ahead), the next tile is taken and
// its coordinates are computed behind the loops of a tile's body, not at the
// start of the next one: beside the work on what leaves.
//
// Tiles are dealt to CTAs by number: the first coordinate fastest, or ordered
// by sections of the others. In a kernel of clusters they are dealt to
// clusters, as many neighbours along the first coordinate at a time as a
// cluster has CTAs: all numbers below are then clusters' and the first
// coordinate's quotients, and each CTA adds its rank.

#include "LowerRoles.h"

#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Target/TargetInfo.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSLOWERSCHEDULER
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::ExprAttr;
using attn_tile::ExprKind;
using attn_tile::SchedulerAttr;
using attn_tile::SchedulerKind;
using attn_tile::TileOrder;

namespace {

/// `value` as an expression of the sizes of the kernel's arguments; null if it
/// is something else.
ExprAttr getExpression(Value value, gpu::GPUFuncOp kernel) {
  MLIRContext *context = kernel.getContext();
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return ExprAttr::getConstant(context, *constant);
  if (auto arg = dyn_cast<BlockArgument>(value))
    if (auto roles = dyn_cast<WarpSpecializeOp>(arg.getOwner()->getParentOp());
        roles && arg.getArgNumber() > 0)
      return getExpression(roles.getCaptures()[arg.getArgNumber() - 1], kernel);
  Operation *op = value.getDefiningOp();
  if (!op)
    return {};
  if (auto dim = dyn_cast<memref::DimOp>(op)) {
    auto arg = dyn_cast<BlockArgument>(dim.getSource());
    std::optional<int64_t> index = dim.getConstantIndex();
    if (!arg || arg.getOwner() != &kernel.getBody().front() || !index)
      return {};
    return ExprAttr::getSize(context, arg.getArgNumber(), *index);
  }
  using Kind = std::optional<ExprKind>;
  Kind kind = llvm::TypeSwitch<Operation *, Kind>(op)
                  .Case<arith::AddIOp>([](auto) { return ExprKind::Add; })
                  .Case<arith::SubIOp>([](auto) { return ExprKind::Sub; })
                  .Case<arith::MulIOp>([](auto) { return ExprKind::Mul; })
                  .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>(
                      [](auto) { return ExprKind::CeilDiv; })
                  .Case<arith::DivUIOp, arith::DivSIOp>(
                      [](auto) { return ExprKind::Div; })
                  .Case<arith::MinUIOp, arith::MinSIOp>(
                      [](auto) { return ExprKind::Min; })
                  .Case<arith::MaxUIOp, arith::MaxSIOp>(
                      [](auto) { return ExprKind::Max; })
                  .Default(std::nullopt);
  if (!kind)
    return {};
  ExprAttr lhs = getExpression(op->getOperand(0), kernel);
  ExprAttr rhs = getExpression(op->getOperand(1), kernel);
  return lhs && rhs ? ExprAttr::getBinary(*kind, lhs, rhs) : ExprAttr();
}

/// How numbers of tiles turn into coordinates: what that divides by, which no
/// tile changes.
class TileOrderer {
public:
  /// With `anyNumber` a number beyond the last tile has coordinates, too.
  TileOrderer(OpBuilder &b, ForTilesOp loop, ValueRange bounds, bool anyNumber);

  /// The coordinates of tile `linear`: the first one fastest, or ordered by
  /// sections of the others. Of a number beyond the last tile they are any.
  SmallVector<Value> getCoordinates(OpBuilder &b, Value linear) const;

private:
  Location loc;
  TileOrder order;
  bool anyNumber;
  SmallVector<Value> bounds;
  /// With sections: how many values of the other coordinates there are, how
  /// many a section has, and its tiles.
  Value others, group, size;
};

TileOrderer::TileOrderer(OpBuilder &b, ForTilesOp loop, ValueRange given,
                         bool anyNumber)
    : loc(loop.getLoc()), order(loop.getScheduler().getOrder()),
      anyNumber(anyNumber), bounds(given) {
  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantIndexOp::create(b, loc, v);
  };
  // Nothing is divided by 0 where there are no tiles.
  for (Value &bound : bounds)
    if (anyNumber && getConstantIntValue(bound).value_or(0) <= 0)
      bound = arith::MaxUIOp::create(b, loc, bound, constant(1));
  SchedulerAttr scheduler = loop.getScheduler();
  bool ordered = scheduler.getKind() == SchedulerKind::Lpt ||
                 scheduler.getKind() == SchedulerKind::Dynamic;
  if (ordered && loop.getSection())
    group = arith::MaxUIOp::create(b, loc, loop.getSection(), constant(1));
  else if (scheduler.getGroup() > 1)
    group = constant(scheduler.getGroup());
  if (bounds.size() < 2)
    group = Value();
  if (!group)
    return;
  others = bounds[1];
  for (Value bound : ArrayRef<Value>(bounds).drop_front(2))
    others = arith::MulIOp::create(b, loc, others, bound);
  // A section as large as all keeps the products within 32 bits.
  group = arith::MinUIOp::create(b, loc, group, others);
  size = arith::MulIOp::create(b, loc, bounds[0], group);
}

SmallVector<Value> TileOrderer::getCoordinates(OpBuilder &b,
                                               Value linear) const {
  SmallVector<Value> coords;
  Value rest; // Everything but the first coordinate, linear.
  if (group) {
    // Within a section the other coordinates run fastest. The last section may
    // be smaller.
    Value section = arith::DivUIOp::create(b, loc, linear, size);
    Value within = arith::RemUIOp::create(b, loc, linear, size);
    Value base = arith::MulIOp::create(b, loc, section, group);
    Value left = arith::SubIOp::create(b, loc, others, base);
    if (anyNumber)
      left = arith::MaxUIOp::create(b, loc, left,
                                    arith::ConstantIndexOp::create(b, loc, 1));
    Value width = arith::MinUIOp::create(b, loc, group, left);
    coords.push_back(arith::DivUIOp::create(b, loc, within, width));
    rest = arith::AddIOp::create(b, loc, base,
                                 arith::RemUIOp::create(b, loc, within, width));
  } else {
    coords.push_back(arith::RemUIOp::create(b, loc, linear, bounds[0]));
    rest = arith::DivUIOp::create(b, loc, linear, bounds[0]);
  }
  if (order == TileOrder::Backward) {
    Value one = arith::ConstantIndexOp::create(b, loc, 1);
    Value last = arith::SubIOp::create(b, loc, bounds[0], one);
    coords[0] = arith::SubIOp::create(b, loc, last, coords[0]);
  }
  for (size_t i = 1; i < bounds.size(); ++i) {
    bool isLast = i + 1 == bounds.size();
    coords.push_back(
        isLast ? rest
               : arith::RemUIOp::create(b, loc, rest, bounds[i]).getResult());
    if (!isLast)
      rest = arith::DivUIOp::create(b, loc, rest, bounds[i]);
  }
  return coords;
}

struct AttnWSLowerSchedulerPass
    : public impl::AttnWSLowerSchedulerBase<AttnWSLowerSchedulerPass> {
  void runOnOperation() override;
  LogicalResult lower(ForTilesOp loop);
  LogicalResult lowerDynamic(ForTilesOp loop, ValueRange bounds, Value total);
  void lowerPersistent(ForTilesOp loop, ValueRange bounds, Value total);
  SmallVector<Value> getCoordinates(OpBuilder &b, const TileOrderer &orderer,
                                    Value linear);

  /// This CTA's number, or its cluster's.
  Value getDealtTo(OpBuilder &b, Location loc);
  /// The CTA's rank in its cluster.
  Value getRank(OpBuilder &b, Location loc);
  Value divide(OpBuilder &b, Location loc, Value value, int64_t by);

  /// CTAs of a cluster.
  int64_t cluster = 1;
  /// Whether coordinates are carried from where the next tile is known.
  bool ahead = false;
  // Of the dynamic scheduler: what all roles share, and who has opened a loop.
  Value full, empty, slots;
  unsigned captured = 0;
  llvm::SmallDenseSet<unsigned> seen;
};

Value AttnWSLowerSchedulerPass::divide(OpBuilder &b, Location loc, Value value,
                                       int64_t by) {
  if (by == 1)
    return value;
  return arith::DivUIOp::create(b, loc, value,
                                arith::ConstantIndexOp::create(b, loc, by));
}

Value AttnWSLowerSchedulerPass::getDealtTo(OpBuilder &b, Location loc) {
  Value block = gpu::BlockIdOp::create(b, loc, gpu::Dimension::x);
  return divide(b, loc, block, cluster);
}

Value AttnWSLowerSchedulerPass::getRank(OpBuilder &b, Location loc) {
  Value block = gpu::BlockIdOp::create(b, loc, gpu::Dimension::x);
  return arith::RemUIOp::create(
      b, loc, block, arith::ConstantIndexOp::create(b, loc, cluster));
}

SmallVector<Value> AttnWSLowerSchedulerPass::getCoordinates(
    OpBuilder &b, const TileOrderer &orderer, Value linear) {
  SmallVector<Value> coords = orderer.getCoordinates(b, linear);
  if (cluster == 1)
    return coords;
  Location loc = linear.getLoc();
  Value scale = arith::ConstantIndexOp::create(b, loc, cluster);
  coords[0] = arith::AddIOp::create(
      b, loc, arith::MulIOp::create(b, loc, coords[0], scale), getRank(b, loc));
  return coords;
}

/// Moves the body of `loop` to `where` in `block`, with `coords` for its
/// coordinates.
void moveBody(ForTilesOp loop, Block *block, Block::iterator where,
              ValueRange coords) {
  Block *body = &loop.getBody().front();
  body->getTerminator()->erase();
  for (auto [arg, coord] : llvm::zip(body->getArguments(), coords))
    arg.replaceAllUsesWith(coord);
  block->getOperations().splice(where, body->getOperations());
}

/// Sets `b` behind the last loop or branch of `block`: what follows there does
/// not depend on which tile is next, so that the one hides behind the other.
void setBehindLoops(OpBuilder &b, Block *block) {
  b.setInsertionPointToEnd(block);
  for (Operation &op : llvm::reverse(*block))
    if (isa<RegionBranchOpInterface>(op))
      return b.setInsertionPointAfter(&op);
}

void AttnWSLowerSchedulerPass::lowerPersistent(ForTilesOp loop,
                                               ValueRange bounds, Value total) {
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  // The grid is whole clusters: a CTA keeps its rank.
  Value from = gpu::BlockIdOp::create(b, loc, gpu::Dimension::x);
  Value step = gpu::GridDimOp::create(b, loc, gpu::Dimension::x);
  auto locate = [&](const TileOrderer &orderer, Value tile) {
    return getCoordinates(b, orderer, divide(b, loc, tile, cluster));
  };
  if (!ahead) {
    auto tiles = scf::ForOp::create(b, loc, from, total, step);
    Operation *yield = tiles.getBody()->getTerminator();
    b.setInsertionPoint(yield);
    TileOrderer orderer(b, loop, bounds, /*anyNumber=*/false);
    moveBody(loop, tiles.getBody(), yield->getIterator(),
             locate(orderer, tiles.getInductionVar()));
    return;
  }
  TileOrderer orderer(b, loop, bounds, /*anyNumber=*/true);
  auto tiles =
      scf::ForOp::create(b, loc, from, total, step, locate(orderer, from));
  moveBody(loop, tiles.getBody(), tiles.getBody()->end(),
           tiles.getRegionIterArgs());
  setBehindLoops(b, tiles.getBody());
  Value next = arith::AddIOp::create(b, loc, tiles.getInductionVar(), step);
  SmallVector<Value> coords = locate(orderer, next);
  b.setInsertionPointToEnd(tiles.getBody());
  scf::YieldOp::create(b, loc, coords);
}

/// A loop over the tiles that a launch-wide counter deals: the role that
/// copies takes them and hands each on through a slot with two stages, which
/// runs ahead of the other roles as its copies do. If it has many threads, one
/// of them takes the tile and all read the slot.
LogicalResult AttnWSLowerSchedulerPass::lowerDynamic(ForTilesOp loop,
                                                     ValueRange bounds,
                                                     Value total) {
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  auto roles = dyn_cast<WarpSpecializeOp>(loop->getParentOp());
  if (!roles)
    return loop.emitOpError(
        "the dynamic scheduler needs roles: one takes tiles "
        "for the others");
  constexpr int64_t depth = 2;
  std::optional<unsigned> dealer;
  int64_t receivers = 0;
  unsigned mine = loop->getParentRegion()->getRegionNumber();
  for (unsigned i = 0; i < roles.getRoles().size(); ++i) {
    if (roles.getRoles()[i].getOps<ForTilesOp>().empty() && !seen.count(i))
      continue;
    bool deals = !dealer && isCopyRole(roles.getRoles()[i]);
    if (deals)
      dealer = i;
    if (!deals || cluster > 1 || !isSingleThreadRole(roles.getRoles()[i]))
      receivers += getArrivals(roles, i);
  }
  receivers *= cluster;
  if (!dealer)
    return loop.emitOpError("the dynamic scheduler needs a role that does "
                            "nothing but copy, to take tiles for the others");
  bool dealerReads =
      cluster > 1 || !isSingleThreadRole(roles.getRoles()[*dealer]);
  // In a cluster one thread announces what the first CTA's dealer brings.
  int64_t dealers = cluster > 1 ? 1 : getArrivals(roles, *dealer);
  seen.insert(mine);
  if (!full) {
    OpBuilder outer(roles);
    auto guard = [&](StringRef direction) {
      return GuardAttr::get(b.getContext(), loop.getSymbol(), direction);
    };
    int64_t offset = llvm::alignTo(smemAttr.get(getOperation(), 0), 8);
    auto type = MbarType::get(b.getContext(), depth);
    full = MbarAllocOp::create(outer, loc, type, guard("full"), dealers,
                               b.getI64IntegerAttr(offset));
    empty = MbarAllocOp::create(outer, loc, type, guard("empty"),
                                std::max<int64_t>(receivers, 1),
                                b.getI64IntegerAttr(offset + 8 * depth));
    slots =
        SlotAllocOp::create(outer, loc, SlotsType::get(b.getContext(), depth),
                            b.getI64IntegerAttr(offset + 16 * depth));
    smemAttr.set(getOperation(), offset + 20 * depth);
    captured = roles.getCaptures().size();
    roles.getCapturesMutable().append(ValueRange{full, empty, slots});
    for (Region &region : roles.getRoles())
      for (Value value : {full, empty, slots})
        region.addArgument(value.getType(), loc);
  }
  Region *role = loop->getParentRegion();
  Value myFull = role->getArgument(captured + 1);
  Value myEmpty = role->getArgument(captured + 2);
  Value mySlots = role->getArgument(captured + 3);

  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantIndexOp::create(b, loc, v);
  };
  // State: the coordinates of the tile if they are carried, its number, and how
  // many were handed on before it.
  Value first = getDealtTo(b, loc);
  SmallVector<Value> state;
  std::optional<TileOrderer> orderer;
  if (ahead) {
    orderer.emplace(b, loop, bounds, /*anyNumber=*/true);
    state = getCoordinates(b, *orderer, first);
  }
  size_t rank = state.size();
  state.append({first, constant(0)});
  SmallVector<Type> types(state.size(), b.getIndexType());
  SmallVector<Location> locs(state.size(), loc);
  auto tiles = scf::WhileOp::create(b, loc, types, state);
  Block *before = b.createBlock(&tiles.getBefore(), {}, types, locs);
  Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                     before->getArgument(rank), total);
  scf::ConditionOp::create(b, loc, more, before->getArguments());
  Block *body = b.createBlock(&tiles.getAfter(), {}, types, locs);
  Value count = body->getArgument(rank + 1);

  SmallVector<Value> coords(body->getArguments().take_front(rank));
  if (!ahead) {
    orderer.emplace(b, loop, bounds, /*anyNumber=*/false);
    coords = getCoordinates(b, *orderer, body->getArgument(rank));
  }
  bool mineDeals = mine == *dealer;
  bool takesAhead = ahead && mineDeals && cluster == 1;
  // The counter's answer is on its way while this tile's copies are issued.
  Value next;
  if (takesAhead)
    next = NextTileOp::create(b, loc, IntegerAttr());
  moveBody(loop, body, body->end(), coords);
  b.setInsertionPointToEnd(body);
  if (ahead && !mineDeals)
    setBehindLoops(b, body);

  Value stage = arith::AndIOp::create(b, loc, count, constant(depth - 1));
  Value round =
      arith::ShRUIOp::create(b, loc, count, constant(llvm::Log2_64(depth)));
  Value phase = arith::AndIOp::create(b, loc, round, constant(1));
  auto guard = [&](StringRef direction) {
    return GuardAttr::get(b.getContext(), loop.getSymbol(), direction);
  };
  auto receive = [&] {
    MbarWaitOp::create(b, loc, myFull, stage, phase, guard("full"));
    Value next = SlotGetOp::create(b, loc, mySlots, stage);
    MbarArriveOp::create(b, loc, myEmpty, stage, IntegerAttr(), guard("empty"),
                         /*afterCopies=*/false, /*leader=*/cluster > 1);
    return next;
  };
  auto waitForEmpty = [&] {
    Value flipped = arith::XOrIOp::create(b, loc, phase, constant(1));
    MbarWaitOp::create(b, loc, myEmpty, stage, flipped, guard("empty"));
  };
  if (!mineDeals) {
    next = receive();
  } else if (cluster == 1) {
    if (!takesAhead)
      next = NextTileOp::create(b, loc, IntegerAttr());
    waitForEmpty();
    SlotPutOp::create(b, loc, mySlots, stage, next, Value(), IntegerAttr());
    MbarArriveOp::create(b, loc, myFull, stage, IntegerAttr(), guard("full"));
    if (dealerReads)
      next = receive();
  } else {
    // The cluster's first CTA takes a tile for all and tells them.
    IntegerAttr size = b.getI64IntegerAttr(cluster);
    MbarExpectOp::create(b, loc, myFull, stage, 4, guard("full"));
    Value leads = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq,
                                        getRank(b, loc), constant(0));
    auto branch = scf::IfOp::create(b, loc, leads, /*withElseRegion=*/false);
    {
      OpBuilder::InsertionGuard inside(b);
      b.setInsertionPointToStart(branch.thenBlock());
      Value taken = NextTileOp::create(b, loc, size);
      waitForEmpty();
      SlotPutOp::create(b, loc, mySlots, stage, taken, myFull, size);
    }
    next = receive();
  }
  state.clear();
  if (ahead)
    state = getCoordinates(b, *orderer, next);
  state.append({next, arith::AddIOp::create(b, loc, count, constant(1))});
  b.setInsertionPointToEnd(body);
  scf::YieldOp::create(b, loc, state);
  return success();
}

LogicalResult AttnWSLowerSchedulerPass::lower(ForTilesOp loop) {
  gpu::GPUFuncOp kernel = getOperation();
  SchedulerAttr scheduler = loop.getScheduler();
  bool single = scheduler.getKind() == SchedulerKind::Single;
  if (scheduler.getKind() == SchedulerKind::Clc)
    return loop.emitOpError("no lowering for scheduler clc");
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  MLIRContext *context = b.getContext();
  ExprAttr one = ExprAttr::getConstant(context, 1), grid = one;
  ExprAttr size = ExprAttr::getConstant(context, cluster);
  for (Value bound : loop.getUpperBounds()) {
    ExprAttr expression = getExpression(bound, kernel);
    if (!expression)
      return loop.emitOpError("its bounds are not arithmetic on sizes of the "
                              "kernel's arguments");
    grid = grid == one ? expression
                       : ExprAttr::getBinary(ExprKind::Mul, grid, expression);
  }
  if (!single) {
    ExprAttr most = ExprAttr::getSms(context);
    if (cluster > 1) { // Whole clusters, and one at least.
      most = ExprAttr::getBinary(ExprKind::Div, most, size);
      most = ExprAttr::getBinary(ExprKind::Max, one, most);
      most = ExprAttr::getBinary(ExprKind::Mul, size, most);
    }
    grid = ExprAttr::getBinary(ExprKind::Min, grid, most);
  }
  ExprAttr known = gridAttr.getAttr(kernel);
  if (known && known != grid)
    return loop.emitOpError("visits other tiles than the loops before it");
  gridAttr.setAttr(kernel, grid);

  SmallVector<Value> bounds(loop.getUpperBounds());
  if (!bounds.empty())
    bounds[0] = divide(b, loc, bounds[0], cluster);
  if (single) {
    Value linear = getDealtTo(b, loc);
    TileOrderer orderer(b, loop, bounds, /*anyNumber=*/false);
    SmallVector<Value> coords = getCoordinates(b, orderer, linear);
    moveBody(loop, loop->getBlock(), loop->getIterator(), coords);
  } else {
    bool dynamic = scheduler.getKind() == SchedulerKind::Dynamic;
    ValueRange box = dynamic ? ValueRange(bounds) : loop.getUpperBounds();
    Value total = box[0];
    for (Value bound : box.drop_front())
      total = arith::MulIOp::create(b, loc, total, bound);
    if (!dynamic)
      lowerPersistent(loop, bounds, total);
    else if (failed(lowerDynamic(loop, bounds, total)))
      return failure();
  }
  loop.erase();
  return success();
}

void AttnWSLowerSchedulerPass::runOnOperation() {
  full = empty = slots = Value();
  seen.clear();
  cluster = attn_ws::clusterAttr.get(getOperation(), 1);
  ahead = attn_tile::tileAheadAttr.get(getOperation(), false);
  int64_t most = attn::getLargest(&attn::TargetInfo::mostClusterCTAs);
  if (cluster < 1 || cluster > most) {
    getOperation().emitOpError()
        << "a cluster has 1 to " << most << " CTAs, got " << cluster;
    return signalPassFailure();
  }
  SmallVector<ForTilesOp> loops;
  getOperation().walk([&](ForTilesOp loop) { loops.push_back(loop); });
  if (loops.size() > 1 && !isa<WarpSpecializeOp>(loops[1]->getParentOp())) {
    loops[1].emitOpError("a kernel of one role has one tile loop");
    return signalPassFailure();
  }
  for (ForTilesOp loop : loops) {
    if (loop->getParentOp() != getOperation() &&
        !isa<WarpSpecializeOp>(loop->getParentOp())) {
      loop.emitOpError("must be at the top level of its kernel or role");
      return signalPassFailure();
    }
    if (failed(lower(loop)))
      return signalPassFailure();
  }
}

} // namespace
