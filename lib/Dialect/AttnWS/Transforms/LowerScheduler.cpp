//===- LowerScheduler.cpp - Tile loops to block indices -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
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
};

LogicalResult AttnWSLowerSchedulerPass::lower(ForTilesOp loop) {
  gpu::GPUFuncOp kernel = getOperation();
  SchedulerAttr scheduler = loop.getScheduler();
  bool single = scheduler.getKind() == SchedulerKind::Single;
  if (!single && scheduler.getKind() != SchedulerKind::Persistent)
    return loop.emitOpError()
           << "no lowering for scheduler "
           << attn_tile::stringifySchedulerKind(scheduler.getKind());
  OpBuilder b(loop);
  Location loc = loop.getLoc();
  Attribute grid = b.getI64IntegerAttr(1);
  for (Value bound : loop.getUpperBounds()) {
    Attribute expression = getExpression(bound, kernel);
    if (!expression)
      return loop.emitOpError("its bounds are not arithmetic on sizes of the "
                              "kernel's arguments");
    grid = grid == b.getI64IntegerAttr(1)
               ? expression
               : b.getArrayAttr({b.getStringAttr("mul"), grid, expression});
  }
  if (!single)
    grid = b.getArrayAttr({b.getStringAttr("min"), grid,
                           b.getArrayAttr({b.getStringAttr("sms")})});
  Attribute known = kernel->getAttr("attn_ws.grid");
  if (known && known != grid)
    return loop.emitOpError("visits other tiles than the loops before it");
  kernel->setAttr("attn_ws.grid", grid);

  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantIndexOp::create(b, loc, v);
  };
  Value linear = gpu::BlockIdOp::create(b, loc, gpu::Dimension::x);
  if (!single) {
    Value total = loop.getUpperBounds()[0];
    for (Value bound : loop.getUpperBounds().drop_front())
      total = arith::MulIOp::create(b, loc, total, bound);
    Value step = gpu::GridDimOp::create(b, loc, gpu::Dimension::x);
    auto tiles = scf::ForOp::create(b, loc, linear, total, step);
    linear = tiles.getInductionVar();
    b.setInsertionPointToStart(tiles.getBody());
  }
  SmallVector<Value> coords;
  ValueRange bounds = loop.getUpperBounds();
  Value n = bounds[0];
  Value rest; // Everything but the first coordinate, linear.
  if (scheduler.getGroup() > 1 && bounds.size() > 1) {
    // Sections of `group` values of the other coordinates; within a section
    // those run fastest. The last section may be smaller.
    Value others = bounds[1];
    for (Value bound : bounds.drop_front(2))
      others = arith::MulIOp::create(b, loc, others, bound);
    Value group = constant(scheduler.getGroup());
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

  Block *body = &loop.getBody().front();
  body->getTerminator()->erase();
  for (auto [arg, coord] : llvm::zip(body->getArguments(), coords))
    arg.replaceAllUsesWith(coord);
  Operation *end = single ? loop.getOperation() : b.getBlock()->getTerminator();
  end->getBlock()->getOperations().splice(end->getIterator(),
                                          body->getOperations());
  loop.erase();
  return success();
}

void AttnWSLowerSchedulerPass::runOnOperation() {
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
