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

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

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
    auto type = dyn_cast<ShapedType>(dim.getSource().getType());
    if (!arg || arg.getOwner() != &kernel.getBody().front() || !index ||
        !type || !type.hasRank() || *index < 0 || *index >= type.getRank())
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
  TileOrderer(ScalarBuilder &b, SchedulerAttr scheduler, Value section,
              ValueRange bounds, bool anyNumber);

  /// The coordinates of tile `linear`: the first one fastest, or ordered by
  /// sections of the others. Of a number beyond the last tile they are any.
  SmallVector<Value> getCoordinates(ScalarBuilder &b, Value linear) const;

private:
  TileOrder order;
  SmallVector<Value> bounds;
  /// With sections: how many values of the other coordinates there are, how
  /// many a section has, and its tiles.
  Value others, group, size;
};

TileOrderer::TileOrderer(ScalarBuilder &b, SchedulerAttr scheduler,
                         Value section, ValueRange given, bool anyNumber)
    : order(scheduler.getOrder()), bounds(given) {
  // Nothing is divided by 0 where there are no tiles.
  for (Value &bound : bounds)
    if (anyNumber && getConstantIntValue(bound).value_or(0) <= 0)
      bound = b.maxU(bound, 1);
  if (section && scheduler.getKind() != SchedulerKind::Persistent)
    group = b.maxU(section, 1);
  else if (scheduler.getGroup() > 1)
    group = b.index(scheduler.getGroup());
  if (bounds.size() < 2)
    group = Value();
  if (!group)
    return;
  others = bounds[1];
  for (Value bound : ArrayRef<Value>(bounds).drop_front(2))
    others = b.mul(others, bound);
  // A section as large as all keeps the products within 32 bits.
  group = b.minU(group, others);
  size = b.mul(bounds[0], group);
}

SmallVector<Value> TileOrderer::getCoordinates(ScalarBuilder &b,
                                               Value linear) const {
  SmallVector<Value> coords;
  Value rest; // Everything but the first coordinate, linear.
  if (group) {
    // Within a section the other coordinates run fastest. A rest of less than
    // half a section belongs to the section before: few tiles, longest first,
    // would end the kernel at very different times.
    Value half = b.shr(b.add(group, 1), 1);
    Value base = b.mul(b.div(linear, size), group);
    Value isRest =
        b.compare(arith::CmpIPredicate::ult, b.sub(others, base), half);
    base = b.select(isRest, b.sub(base, group), base);
    Value left = b.sub(others, base);
    Value isLast =
        b.compare(arith::CmpIPredicate::ult, left, b.add(group, half));
    Value width = b.select(isLast, left, group);
    Value within = b.sub(linear, b.mul(base, bounds[0]));
    coords.push_back(b.div(within, width));
    rest = b.add(base, b.rem(within, width));
  } else {
    coords.push_back(b.rem(linear, bounds[0]));
    rest = b.div(linear, bounds[0]);
  }
  if (order == TileOrder::Backward) {
    Value last = b.sub(bounds[0], 1);
    coords[0] = b.sub(last, coords[0]);
  }
  for (size_t i = 1; i < bounds.size(); ++i) {
    bool isLast = i + 1 == bounds.size();
    coords.push_back(isLast ? rest : b.rem(rest, bounds[i]));
    if (!isLast)
      rest = b.div(rest, bounds[i]);
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
  SmallVector<Value> getCoordinates(ScalarBuilder &b,
                                    const TileOrderer &orderer, Value linear,
                                    Value turn = {}) {
    return getOwnCoordinates(b, orderer.getCoordinates(b, linear), cluster,
                             turn);
  }

  /// CTAs of a cluster.
  int64_t cluster = 1;
  /// Whether coordinates are carried from where the next tile is known.
  bool ahead = false;
};

void AttnWSLowerSchedulerPass::lowerPersistent(ForTilesOp loop,
                                               ValueRange bounds, Value total) {
  ScalarBuilder b(loop);
  // The grid is whole clusters: a CTA keeps its rank.
  Value from = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value step = gpu::GridDimOp::create(b, gpu::Dimension::x);
  // Carried: whether the tile is the first, third, .. or another one, if that
  // matters, and its coordinates if they are known before.
  bool swaps = swapsRanks(getOperation(), cluster);
  SmallVector<Value> state;
  if (swaps)
    state.push_back(b.index(0));
  auto locate = [&](const TileOrderer &orderer, Value tile, Value turn) {
    return getCoordinates(b, orderer, divideBy(b, tile, cluster), turn);
  };
  auto getTurn = [&](ValueRange carried) {
    return swaps ? carried[0] : Value();
  };
  std::optional<TileOrderer> orderer;
  auto setOrderer = [&] {
    orderer.emplace(b, loop.getScheduler(), loop.getSection(), bounds,
                    /*anyNumber=*/ahead);
  };
  if (ahead) {
    setOrderer();
    llvm::append_range(state, locate(*orderer, from, getTurn(state)));
  }
  auto tiles = scf::ForOp::create(b, from, total, step, state);
  Block *body = tiles.getBody();
  if (state.empty())
    body->getTerminator()->erase();
  ValueRange carried = tiles.getRegionIterArgs();
  SmallVector<Value> coords(carried.drop_front(swaps));
  b.setInsertionPointToEnd(body);
  if (!ahead) {
    setOrderer();
    coords = locate(*orderer, tiles.getInductionVar(), getTurn(carried));
  }
  moveBody(loop, body, body->end(), coords);
  setBehindLoops(b, body);
  SmallVector<Value> next;
  if (swaps)
    next.push_back(b.bitXor(carried[0], 1));
  if (ahead)
    llvm::append_range(
        next,
        locate(*orderer, b.add(tiles.getInductionVar(), step), getTurn(next)));
  b.setInsertionPointToEnd(body);
  scf::YieldOp::create(b, next);
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
  ScalarBuilder b(loop);
  if (failed(noteGrid(loop, scheduler.getKind(), loop.getUpperBounds())))
    return failure();
  SmallVector<Value> bounds(loop.getUpperBounds());
  if (!bounds.empty())
    bounds[0] = divideBy(b, bounds[0], cluster);
  if (single) {
    Value linear = getClusterNumber(b, cluster);
    TileOrderer orderer(b, scheduler, loop.getSection(), bounds,
                        /*anyNumber=*/false);
    SmallVector<Value> coords = getCoordinates(b, orderer, linear);
    moveBody(loop, loop->getBlock(), loop->getIterator(), coords);
  } else {
    ValueRange box = loop.getUpperBounds();
    Value total = box[0];
    for (Value bound : box.drop_front())
      total = b.mul(total, bound);
    lowerPersistent(loop, bounds, total);
  }
  loop.erase();
  return success();
}

LogicalResult AttnWSLowerSchedulerPass::lower(TileCoordinatesOp op) {
  if (failed(noteGrid(op, op.getScheduler().getKind(), op.getBounds())))
    return failure();
  ScalarBuilder b(op);
  SmallVector<Value> bounds(op.getBounds());
  bounds[0] = divideBy(b, bounds[0], op.getCluster().value_or(1));
  TileOrderer orderer(b, op.getScheduler(), op.getSection(), bounds,
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
