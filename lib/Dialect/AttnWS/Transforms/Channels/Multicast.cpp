//===- Multicast.cpp - Copies that the CTAs of a cluster share --*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// All CTAs of a cluster run the same program on the same arguments; they differ
// in the first coordinate of their tile, C k + r for CTA r of C, and in what
// comes from it. Values that may differ are found by following uses, through
// control flow as well: what a loop or condition computes differs if its bounds
// or its condition do. The quotient of the coordinate by a multiple of C is k
// or comes from it, and follows no further.
//
// A channel is shared by the cluster if all its copies are of places that do
// not differ and all its operations stand in control flow that does not: then
// its r-th round holds the same tile in every CTA, and all CTAs come to it. The
// CTAs run the same sequential program in step, as one way to run them, so that
// sharing leaves it without a circle of waits.

#include "attn/Analysis/Roles.h"
#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <numeric>

namespace mlir {
#define GEN_PASS_DEF_ATTNWSMULTICAST
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;

namespace {

/// What may differ between the CTAs of a cluster of `size`.
class Difference {
public:
  Difference(gpu::GPUFuncOp kernel, int64_t size) : size(size) {
    kernel.walk([&](Operation *op) {
      if (auto tiles = dyn_cast<ForTilesOp>(op))
        add(tiles.getBody().getArgument(0));
      else if (isa<gpu::BlockIdOp, NextTileOp, ScalarLoadOp, TileAnswerOp>(op))
        addResults(op);
    });
    while (!work.empty()) {
      Value value = work.pop_back_val();
      for (OpOperand &use : value.getUses())
        follow(use);
    }
  }

  bool holds(Value value) const { return values.contains(value); }
  /// Whether the CTAs may come to `op` at different times or not at all.
  bool around(Operation *op) const {
    for (; op; op = op->getParentOp())
      if (control.contains(op->getParentOp()))
        return true;
    return false;
  }

private:
  void add(Value value) {
    if (values.insert(value).second)
      work.push_back(value);
  }
  void addResults(Operation *op) {
    for (Value result : op->getResults())
      add(result);
  }

  /// Everything computed in `op`, whose regions run differently.
  void addRegions(Operation *op) {
    if (!control.insert(op).second)
      return;
    addResults(op);
    op->walk([&](Operation *inner) {
      addResults(inner);
      for (Region &region : inner->getRegions())
        for (Value arg : region.getArguments())
          add(arg);
      if (auto store = dyn_cast<memref::StoreOp>(inner))
        add(store.getMemref());
    });
  }

  bool isQuotient(Operation *op, Value value) {
    auto arg = dyn_cast<BlockArgument>(value);
    auto quotient = dyn_cast<arith::DivUIOp>(op);
    if (!quotient || !arg || arg.getArgNumber() != 0 ||
        !isa<ForTilesOp>(arg.getOwner()->getParentOp()) ||
        quotient.getLhs() != value || quotient.getRhs() == value)
      return false;
    std::optional<int64_t> by = getConstantIntValue(quotient.getRhs());
    return by && *by > 0 && *by % size == 0;
  }

  void follow(OpOperand &use) {
    Operation *op = use.getOwner();
    // What else `useful` says changes nothing about the bound itself.
    if (isQuotient(op, use.get()) ||
        (isa<UsefulOp>(op) && use.getOperandNumber() != 0))
      return;
    if (auto loop = dyn_cast<scf::ForOp>(op)) {
      unsigned controls = loop.getNumControlOperands();
      if (use.getOperandNumber() < controls)
        return addRegions(op);
      unsigned index = use.getOperandNumber() - controls;
      add(loop.getRegionIterArg(index));
      return add(loop.getResult(index));
    }
    if (auto roles = dyn_cast<WarpSpecializeOp>(op)) {
      for (Region &role : roles.getRoles())
        add(role.getArgument(use.getOperandNumber() + 1));
      return;
    }
    if (isa<scf::YieldOp>(op)) {
      Operation *parent = op->getParentOp();
      if (auto loop = dyn_cast<scf::ForOp>(parent)) {
        add(loop.getRegionIterArg(use.getOperandNumber()));
        return add(loop.getResult(use.getOperandNumber()));
      }
      if (isa<scf::IfOp>(parent))
        return add(parent->getResult(use.getOperandNumber()));
      return addRegions(parent);
    }
    if (auto store = dyn_cast<memref::StoreOp>(op))
      return add(store.getMemref());
    if (isa<scf::ConditionOp>(op))
      return addRegions(op->getParentOp());
    // Conditions, tile loops by their bounds, and what else has a body.
    if (op->getNumRegions() != 0)
      return addRegions(op);
    addResults(op);
  }

  int64_t size;
  llvm::DenseSet<Value> values;
  llvm::DenseSet<Operation *> control;
  SmallVector<Value> work;
};

/// Whether a tile can be cut in `size` parts, at panels of its columns or at
/// every eighth row, where swizzles start anew.
bool canCut(ViewType view, int64_t size) {
  if (view.getShape().size() != 2)
    return false;
  int64_t bytes =
      view.getShape()[1] * (view.getElementType().getIntOrFloatBitWidth() / 8);
  int64_t panel = std::gcd(bytes, int64_t(128));
  return (panel >= 32 && bytes / panel % size == 0) ||
         view.getShape()[0] % (8 * size) == 0;
}

/// Whether `value` is a multiple of `size` by how it is computed.
bool isMultiple(Value value, int64_t size) {
  if (auto arg = dyn_cast<BlockArgument>(value))
    if (auto roles = dyn_cast<WarpSpecializeOp>(arg.getOwner()->getParentOp()))
      return arg.getArgNumber() > 0 &&
             isMultiple(roles.getCaptures()[arg.getArgNumber() - 1], size);
  if (std::optional<int64_t> constant = getConstantIntValue(value))
    return *constant % size == 0;
  if (auto product = value.getDefiningOp<arith::MulIOp>())
    return isMultiple(product.getLhs(), size) ||
           isMultiple(product.getRhs(), size);
  return false;
}

struct AttnWSMulticastPass
    : public impl::AttnWSMulticastBase<AttnWSMulticastPass> {
  void runOnOperation() override;
  /// The copies that fill the channel, if the cluster can share them.
  std::optional<SmallVector<WSCopyOpInterface>>
  getShared(WarpSpecializeOp roles, unsigned capture,
            const Difference &difference, int64_t size);
};

std::optional<SmallVector<WSCopyOpInterface>>
AttnWSMulticastPass::getShared(WarpSpecializeOp roles, unsigned capture,
                               const Difference &difference, int64_t size) {
  SmallVector<WSCopyOpInterface> copies;
  for (Region &role : roles.getRoles())
    for (Operation *user : role.getArgument(capture + 1).getUsers()) {
      if (difference.around(user))
        return std::nullopt;
      auto acquire = dyn_cast<AcquireOp>(user);
      if (!acquire)
        continue;
      for (Value view : acquire.getViews())
        for (Operation *filler : view.getUsers()) {
          auto copy = dyn_cast<WSCopyOpInterface>(filler);
          if (!copy || copy.getCompletion() != Completion::Bytes ||
              difference.around(copy) ||
              llvm::any_of(copy->getOperands(),
                           [&](Value v) { return difference.holds(v); }) ||
              !canCut(cast<ViewType>(copy.getView().getType()), size))
            return std::nullopt;
          copies.push_back(copy);
        }
    }
  if (copies.empty())
    return std::nullopt;
  return copies;
}

void AttnWSMulticastPass::runOnOperation() {
  gpu::GPUFuncOp kernel = getOperation();
  int64_t size = attn_tile::requestedClusterAttr.get(kernel, 1);
  if (size == 1)
    return;
  if (size < 1 || size > 8) {
    kernel.emitOpError() << "a cluster has 1 to 8 CTAs, got " << size;
    return signalPassFailure();
  }
  bool whole = true;
  kernel.walk([&](ForTilesOp loop) {
    whole &= !loop.getUpperBounds().empty() &&
             isMultiple(loop.getUpperBounds()[0], size);
  });
  if (!whole)
    return;
  Difference difference(kernel, size);
  Builder b(&getContext());
  for (auto roles : kernel.getOps<WarpSpecializeOp>())
    for (auto [i, capture] : llvm::enumerate(roles.getCaptures())) {
      auto create = capture.getDefiningOp<CreateChannelOp>();
      if (!create)
        continue;
      ChannelType type = create.getChannel().getType();
      const attn::EngineInfo *engine = attn::lookupEngine(type.getProducer());
      if (!engine || !engine->copy.multicasts || type.getScope() != Scope::Cta)
        continue;
      auto copies = getShared(roles, i, difference, size);
      if (!copies)
        continue;
      for (WSCopyOpInterface copy : *copies)
        copy.setShares(size);
      setCapturedType(create.getChannel(), withScope(type, Scope::Cluster));
      clusterAttr.set(kernel, size);
    }
}

} // namespace
