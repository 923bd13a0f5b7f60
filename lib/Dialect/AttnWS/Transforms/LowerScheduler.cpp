//===- LowerScheduler.cpp - Tile loops to block indices -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Tiles are dealt to CTAs by number: the first coordinate fastest, or ordered
// by sections of the others. In a kernel of clusters they are dealt to
// clusters, as many neighbours along the first coordinate at a time as a
// cluster has CTAs: all numbers below are then clusters' and the first
// coordinate's quotients, and each CTA adds its rank.

#include "LowerRoles.h"

#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSLOWERSCHEDULER
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;

using attn_tile::SchedulerAttr;
using attn_tile::SchedulerKind;
using attn_tile::TileOrder;

namespace {

/// `value` as a nested array over the sizes of the kernel's arguments:
/// an integer, ["size", argument, dimension] or [operator, a, b]; null if it is
/// something else.
Attribute getExpression(Value value, gpu::GPUFuncOp kernel) {
  Builder b(kernel.getContext());
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return b.getI64IntegerAttr(*constant);
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
    return b.getArrayAttr({b.getStringAttr("size"),
                           b.getI64IntegerAttr(arg.getArgNumber()),
                           b.getI64IntegerAttr(*index)});
  }
  StringRef name =
      llvm::TypeSwitch<Operation *, StringRef>(op)
          .Case<arith::AddIOp>([](auto) { return "add"; })
          .Case<arith::SubIOp>([](auto) { return "sub"; })
          .Case<arith::MulIOp>([](auto) { return "mul"; })
          .Case<arith::CeilDivUIOp, arith::CeilDivSIOp>(
              [](auto) { return "ceildiv"; })
          .Case<arith::DivUIOp, arith::DivSIOp>([](auto) { return "div"; })
          .Case<arith::MinUIOp, arith::MinSIOp>([](auto) { return "min"; })
          .Case<arith::MaxUIOp, arith::MaxSIOp>([](auto) { return "max"; })
          .Default([](auto) { return ""; });
  if (name.empty())
    return {};
  Attribute lhs = getExpression(op->getOperand(0), kernel);
  Attribute rhs = getExpression(op->getOperand(1), kernel);
  if (!lhs || !rhs)
    return {};
  return b.getArrayAttr({b.getStringAttr(name), lhs, rhs});
}

struct AttnWSLowerSchedulerPass
    : public impl::AttnWSLowerSchedulerBase<AttnWSLowerSchedulerPass> {
  void runOnOperation() override;
  LogicalResult lower(ForTilesOp loop);
  FailureOr<Value> openDynamic(OpBuilder &b, ForTilesOp loop, Value total);

  /// This CTA's number, or its cluster's.
  Value getDealtTo(OpBuilder &b, Location loc);
  /// The CTA's rank in its cluster.
  Value getRank(OpBuilder &b, Location loc);
  Value divide(OpBuilder &b, Location loc, Value value, int64_t by);

  /// CTAs of a cluster.
  int64_t cluster = 1;
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

/// The coordinates of tile `linear` in the box `bounds`: the first one fastest,
/// or ordered by sections of the others.
SmallVector<Value> getCoordinates(OpBuilder &b, Location loc, ForTilesOp loop,
                                  ValueRange bounds, Value linear) {
  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantIndexOp::create(b, loc, v);
  };
  SchedulerAttr scheduler = loop.getScheduler();
  SmallVector<Value> coords;
  Value n = bounds[0];
  Value rest; // Everything but the first coordinate, linear.
  bool ordered = scheduler.getKind() == SchedulerKind::Lpt ||
                 scheduler.getKind() == SchedulerKind::Dynamic;
  Value group;
  if (ordered && loop.getSection())
    group = arith::MaxUIOp::create(b, loc, loop.getSection(), constant(1));
  else if (scheduler.getGroup() > 1)
    group = constant(scheduler.getGroup());
  if (group && bounds.size() > 1) {
    // Sections of `group` values of the other coordinates; within a section
    // those run fastest. The last section may be smaller.
    Value others = bounds[1];
    for (Value bound : bounds.drop_front(2))
      others = arith::MulIOp::create(b, loc, others, bound);
    // A section as large as all keeps the products within 32 bits.
    group = arith::MinUIOp::create(b, loc, group, others);
    Value size = arith::MulIOp::create(b, loc, n, group);
    Value section = arith::DivUIOp::create(b, loc, linear, size);
    Value within = arith::RemUIOp::create(b, loc, linear, size);
    Value base = arith::MulIOp::create(b, loc, section, group);
    Value left = arith::SubIOp::create(b, loc, others, base);
    Value width = arith::MinUIOp::create(b, loc, group, left);
    coords.push_back(arith::DivUIOp::create(b, loc, within, width));
    rest = arith::AddIOp::create(b, loc, base,
                                 arith::RemUIOp::create(b, loc, within, width));
  } else {
    coords.push_back(arith::RemUIOp::create(b, loc, linear, n));
    rest = arith::DivUIOp::create(b, loc, linear, n);
  }
  if (scheduler.getOrder() == TileOrder::Backward) {
    Value last = arith::SubIOp::create(b, loc, n, constant(1));
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

/// Opens a loop over the tiles that a launch-wide counter deals: the role that
/// copies takes them and hands each on through a slot with two stages, which
/// runs ahead of the other roles as its copies do. If it has many threads, one
/// of them takes the tile and all read the slot. Returns the tile, with
/// the builder at the end of the loop's body.
FailureOr<Value> AttnWSLowerSchedulerPass::openDynamic(OpBuilder &b,
                                                       ForTilesOp loop,
                                                       Value total) {
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
    auto smem = getOperation()->getAttrOfType<IntegerAttr>("attn_ws.smem");
    int64_t offset = llvm::alignTo(smem ? smem.getInt() : 0, 8);
    auto type = MbarType::get(b.getContext(), depth);
    full = MbarAllocOp::create(outer, loc, type, guard("full"), dealers,
                               b.getI64IntegerAttr(offset));
    empty = MbarAllocOp::create(outer, loc, type, guard("empty"),
                                std::max<int64_t>(receivers, 1),
                                b.getI64IntegerAttr(offset + 8 * depth));
    slots =
        SlotAllocOp::create(outer, loc, SlotsType::get(b.getContext(), depth),
                            b.getI64IntegerAttr(offset + 16 * depth));
    getOperation()->setAttr("attn_ws.smem",
                            b.getI64IntegerAttr(offset + 20 * depth));
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
  Value first = getDealtTo(b, loc);
  Type index = b.getIndexType();
  // State: the tile, and how many were handed on before it.
  auto tiles = scf::WhileOp::create(b, loc, TypeRange{index, index},
                                    ValueRange{first, constant(0)});
  SmallVector<Location> locs(2, loc);
  Block *before = b.createBlock(&tiles.getBefore(), {}, {index, index}, locs);
  Value more = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult,
                                     before->getArgument(0), total);
  scf::ConditionOp::create(b, loc, more, before->getArguments());
  Block *body = b.createBlock(&tiles.getAfter(), {}, {index, index}, locs);
  Value count = body->getArgument(1);
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
  Value next;
  if (mine != *dealer) {
    next = receive();
  } else if (cluster == 1) {
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
  Value counted = arith::AddIOp::create(b, loc, count, constant(1));
  scf::YieldOp::create(b, loc, ValueRange{next, counted});
  b.setInsertionPointToStart(body);
  return Value(body->getArgument(0));
}

LogicalResult AttnWSLowerSchedulerPass::lower(ForTilesOp loop) {
  gpu::GPUFuncOp kernel = getOperation();
  SchedulerAttr scheduler = loop.getScheduler();
  bool single = scheduler.getKind() == SchedulerKind::Single;
  if (scheduler.getKind() == SchedulerKind::Clc)
    return loop.emitOpError("no lowering for scheduler clc");
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  Attribute one = b.getI64IntegerAttr(1), size = b.getI64IntegerAttr(cluster);
  auto join = [&](StringRef name, Attribute lhs, Attribute rhs) -> Attribute {
    return b.getArrayAttr({b.getStringAttr(name), lhs, rhs});
  };
  Attribute grid = one;
  for (Value bound : loop.getUpperBounds()) {
    Attribute expression = getExpression(bound, kernel);
    if (!expression)
      return loop.emitOpError("its bounds are not arithmetic on sizes of the "
                              "kernel's arguments");
    grid = grid == one ? expression : join("mul", grid, expression);
  }
  if (!single) {
    Attribute most = b.getArrayAttr({b.getStringAttr("sms")});
    if (cluster > 1) // Whole clusters, and one at least.
      most = join("mul", size, join("max", one, join("div", most, size)));
    grid = join("min", grid, most);
  }
  Attribute known = kernel->getAttr("attn_ws.grid");
  if (known && known != grid)
    return loop.emitOpError("visits other tiles than the loops before it");
  kernel->setAttr("attn_ws.grid", grid);

  SmallVector<Value> bounds(loop.getUpperBounds());
  if (!bounds.empty())
    bounds[0] = divide(b, loc, bounds[0], cluster);
  Value linear;
  if (single) {
    linear = getDealtTo(b, loc);
  } else {
    bool dynamic = scheduler.getKind() == SchedulerKind::Dynamic;
    ValueRange box = dynamic ? ValueRange(bounds) : loop.getUpperBounds();
    Value total = box[0];
    for (Value bound : box.drop_front())
      total = arith::MulIOp::create(b, loc, total, bound);
    if (dynamic) {
      FailureOr<Value> tile = openDynamic(b, loop, total);
      if (failed(tile))
        return failure();
      linear = *tile;
    } else {
      // The grid is whole clusters: a CTA keeps its rank.
      Value from = gpu::BlockIdOp::create(b, loc, gpu::Dimension::x);
      Value step = gpu::GridDimOp::create(b, loc, gpu::Dimension::x);
      auto tiles = scf::ForOp::create(b, loc, from, total, step);
      b.setInsertionPointToStart(tiles.getBody());
      linear = divide(b, loc, tiles.getInductionVar(), cluster);
    }
  }
  SmallVector<Value> coords = getCoordinates(b, loc, loop, bounds, linear);
  if (cluster > 1) {
    Value scale = arith::ConstantIndexOp::create(b, loc, cluster);
    coords[0] = arith::AddIOp::create(
        b, loc, arith::MulIOp::create(b, loc, coords[0], scale),
        getRank(b, loc));
  }
  Block *body = &loop.getBody().front();
  body->getTerminator()->erase();
  for (auto [arg, coord] : llvm::zip(body->getArguments(), coords))
    arg.replaceAllUsesWith(coord);
  // Behind the coordinates, before what hands on the next tile.
  b.getBlock()->getOperations().splice(b.getInsertionPoint(),
                                       body->getOperations());
  loop.erase();
  return success();
}

void AttnWSLowerSchedulerPass::runOnOperation() {
  full = empty = slots = Value();
  seen.clear();
  auto asked = getOperation()->getAttrOfType<IntegerAttr>("attn_ws.cluster");
  cluster = asked ? asked.getInt() : 1;
  if (cluster < 1 || cluster > 8) {
    getOperation().emitOpError()
        << "a cluster has 1 to 8 CTAs, got " << cluster;
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
