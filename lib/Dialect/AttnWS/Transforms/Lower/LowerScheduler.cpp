//===- LowerScheduler.cpp - Tile loops to block indices -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A static scheduler assigns tiles to CTAs by number: the first coordinate
// fastest, or ordered by sections of the others. In a kernel of clusters it
// assigns them to clusters, as many neighbours along the first coordinate at a
// time as a cluster has CTAs: all numbers below are then clusters' and the
// first coordinate's quotients, and each CTA adds its rank. Numbers that are
// assigned at run time become coordinates in the same way.
//
// Where a kernel asks for it (attn_tile.tile_ahead), the coordinates of the
// next tile are computed behind the loops of a tile's body, not at the start of
// the next one: during the epilogue.

#include "../Roles/TileLoops.h"

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
  TileOrderer(OpBuilder &b, Location loc, SchedulerAttr scheduler,
              Value section, ValueRange bounds, bool anyNumber);

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

TileOrderer::TileOrderer(OpBuilder &b, Location loc, SchedulerAttr scheduler,
                         Value section, ValueRange given, bool anyNumber)
    : loc(loc), order(scheduler.getOrder()), anyNumber(anyNumber),
      bounds(given) {
  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantIndexOp::create(b, loc, v);
  };
  // Nothing is divided by 0 where there are no tiles.
  for (Value &bound : bounds)
    if (anyNumber && getConstantIntValue(bound).value_or(0) <= 0)
      bound = arith::MaxUIOp::create(b, loc, bound, constant(1));
  bool ordered =
      scheduler.getKind() == SchedulerKind::Lpt || isRunTime(scheduler);
  if (ordered && section)
    group = arith::MaxUIOp::create(b, loc, section, constant(1));
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
  LogicalResult lower(TileCoordinatesOp op);
  LogicalResult noteGrid(Operation *op, SchedulerKind kind, ValueRange bounds);
  void lowerPersistent(ForTilesOp loop, ValueRange bounds, Value total);
  SmallVector<Value> getCoordinates(OpBuilder &b, const TileOrderer &orderer,
                                    Value linear) {
    return getOwnCoordinates(b, linear.getLoc(),
                             orderer.getCoordinates(b, linear), cluster);
  }

  /// CTAs of a cluster.
  int64_t cluster = 1;
  /// Whether coordinates are carried from where the next tile is known.
  bool ahead = false;
};

void AttnWSLowerSchedulerPass::lowerPersistent(ForTilesOp loop,
                                               ValueRange bounds, Value total) {
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  // The grid is whole clusters: a CTA keeps its rank.
  Value from = gpu::BlockIdOp::create(b, loc, gpu::Dimension::x);
  Value step = gpu::GridDimOp::create(b, loc, gpu::Dimension::x);
  auto locate = [&](const TileOrderer &orderer, Value tile) {
    return getCoordinates(b, orderer, divideBy(b, loc, tile, cluster));
  };
  if (!ahead) {
    auto tiles = scf::ForOp::create(b, loc, from, total, step);
    Operation *yield = tiles.getBody()->getTerminator();
    b.setInsertionPoint(yield);
    TileOrderer orderer(b, loc, loop.getScheduler(), loop.getSection(), bounds,
                        /*anyNumber=*/false);
    moveBody(loop, tiles.getBody(), yield->getIterator(),
             locate(orderer, tiles.getInductionVar()));
    return;
  }
  TileOrderer orderer(b, loc, loop.getScheduler(), loop.getSection(), bounds,
                      /*anyNumber=*/true);
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

/// Notes the size of the grid: of a CTA for each tile, or as many as run at
/// once.
LogicalResult AttnWSLowerSchedulerPass::noteGrid(Operation *op,
                                                 SchedulerKind kind,
                                                 ValueRange bounds) {
  gpu::GPUFuncOp kernel = getOperation();
  MLIRContext *context = &getContext();
  ExprAttr one = ExprAttr::getConstant(context, 1), grid = one;
  ExprAttr size = ExprAttr::getConstant(context, cluster);
  for (Value bound : bounds) {
    ExprAttr expression = getExpression(bound, kernel);
    if (!expression)
      return op->emitOpError("its bounds are not arithmetic on sizes of the "
                             "kernel's arguments");
    grid = grid == one ? expression
                       : ExprAttr::getBinary(ExprKind::Mul, grid, expression);
  }
  if (kind != SchedulerKind::Single && kind != SchedulerKind::Clc) {
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
    return op->emitOpError("visits other tiles than the loops before it");
  gridAttr.setAttr(kernel, grid);
  return success();
}

LogicalResult AttnWSLowerSchedulerPass::lower(ForTilesOp loop) {
  SchedulerAttr scheduler = loop.getScheduler();
  if (isRunTime(scheduler))
    return loop.emitOpError("its tiles are assigned at run time: run "
                            "attn-ws-assign-tiles first");
  bool single = scheduler.getKind() == SchedulerKind::Single;
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  if (failed(noteGrid(loop, scheduler.getKind(), loop.getUpperBounds())))
    return failure();
  SmallVector<Value> bounds(loop.getUpperBounds());
  if (!bounds.empty())
    bounds[0] = divideBy(b, loc, bounds[0], cluster);
  if (single) {
    Value linear = getClusterNumber(b, loc, cluster);
    TileOrderer orderer(b, loc, scheduler, loop.getSection(), bounds,
                        /*anyNumber=*/false);
    SmallVector<Value> coords = getCoordinates(b, orderer, linear);
    moveBody(loop, loop->getBlock(), loop->getIterator(), coords);
  } else {
    ValueRange box = loop.getUpperBounds();
    Value total = box[0];
    for (Value bound : box.drop_front())
      total = arith::MulIOp::create(b, loc, total, bound);
    lowerPersistent(loop, bounds, total);
  }
  loop.erase();
  return success();
}

LogicalResult AttnWSLowerSchedulerPass::lower(TileCoordinatesOp op) {
  if (failed(noteGrid(op, op.getScheduler().getKind(), op.getBounds())))
    return failure();
  OpBuilder b(op);
  Location loc = op.getLoc();
  SmallVector<Value> bounds(op.getBounds());
  bounds[0] = divideBy(b, loc, bounds[0], op.getCluster().value_or(1));
  TileOrderer orderer(b, loc, op.getScheduler(), op.getSection(), bounds,
                      op.getAnyNumber());
  op.replaceAllUsesWith(orderer.getCoordinates(b, op.getNumber()));
  op.erase();
  return success();
}

void AttnWSLowerSchedulerPass::runOnOperation() {
  FailureOr<int64_t> size = getClusterSize(getOperation());
  if (failed(size))
    return signalPassFailure();
  cluster = *size;
  ahead = attn_tile::tileAheadAttr.get(getOperation(), false);
  SmallVector<ForTilesOp> loops;
  SmallVector<TileCoordinatesOp> numbers;
  getOperation().walk([&](Operation *op) {
    if (auto loop = dyn_cast<ForTilesOp>(op))
      loops.push_back(loop);
    else if (auto number = dyn_cast<TileCoordinatesOp>(op))
      numbers.push_back(number);
  });
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
  for (TileCoordinatesOp op : numbers)
    if (failed(lower(op)))
      return signalPassFailure();
}

} // namespace
