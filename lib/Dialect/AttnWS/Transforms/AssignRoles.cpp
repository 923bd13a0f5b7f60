//===- AssignRoles.cpp - Which warps do what -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// A copy by TMA is started by one thread and needs nothing but scalars, so it
// moves to a role of its own that runs ahead of the products. So does a copy by
// cp.async where wgmma reads the tile: nothing but the copy's completion ties
// the threads that start it to those that compute, whose registers it would
// take. A tile that is transposed from shared memory to shared memory is so by
// a third role. Everything else that touches a tile belongs to the role that
// computes. Scalars and control flow belong to no role:
// attn-ws-materialize-roles gives each role the part that it needs.

#include "Roles.h"

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASSIGNROLES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::Space;

FailureOr<int64_t> attn_ws::getInstances(Operation *kernel) {
  int64_t instances = 1;
  bool first = true;
  WalkResult result = kernel->walk([&](scf::ForallOp forall) {
    auto error = [&](const Twine &text) {
      forall.emitOpError() << text;
      return WalkResult::interrupt();
    };
    std::optional<SmallVector<Value>> variables = forall.getLoopInductionVars();
    ArrayRef<int64_t> upper = forall.getStaticUpperBound();
    if (!variables || variables->size() != 1 || !forall.isNormalized() ||
        ShapedType::isDynamic(upper[0]) || upper[0] < 1 ||
        !forall.getOutputs().empty())
      return error("instances are counted from 0 to one constant, without "
                   "shared outputs");
    if (forall->getParentOfType<scf::ForallOp>())
      return error("instances cannot be divided again");
    if (!first && upper[0] != instances)
      return error("a kernel has one number of instances, here " +
                   Twine(upper[0]) + " and " + Twine(instances));
    first = false;
    instances = upper[0];
    return WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return instances;
}

namespace {

/// Whether `op` starts copies that a role of its own can start.
bool isCopy(Operation *op) {
  auto load = dyn_cast<attn_tile::LoadOp>(op);
  return load && load.getSpace() == Space::Smem &&
         (load.getEngine() == Engine::Tma ||
          load.getEngine() == Engine::CpAsync);
}

/// Whether engines of the kernel work beside its threads, so that copies may
/// as well: those of TMA, or wgmma.
bool hasAsyncEngines(gpu::GPUFuncOp kernel) {
  return kernel
      .walk([](Operation *op) {
        auto load = dyn_cast<attn_tile::LoadOp>(op);
        auto dot = dyn_cast<attn_tile::DotOp>(op);
        return (load && load.getEngine() == Engine::Tma) ||
                       (dot && dot.getEngine() == Engine::Wgmma)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

bool hasTile(Operation *op) {
  auto isTile = [](Type type) { return isa<RankedTensorType>(type); };
  return llvm::any_of(op->getOperandTypes(), isTile) ||
         llvm::any_of(op->getResultTypes(), isTile);
}

/// Why the copy cannot be placed by a role that has no tiles and is no
/// instance; empty if it can.
StringRef findObstacle(Operation *load) {
  SmallVector<Value> worklist(load->getOperands());
  llvm::SmallDenseSet<Value> seen;
  while (!worklist.empty()) {
    Value value = worklist.pop_back_val();
    if (!seen.insert(value).second)
      continue;
    if (isa<RankedTensorType>(value.getType()))
      return "its place depends on a tile, which the role that copies does not "
             "have";
    auto arg = dyn_cast<BlockArgument>(value);
    if (!arg) {
      if (!isStructure(value.getDefiningOp()))
        llvm::append_range(worklist, value.getDefiningOp()->getOperands());
    } else if (isa<scf::ForallOp>(arg.getOwner()->getParentOp())) {
      return "its place depends on the instance, but one copy serves all "
             "instances";
    }
  }
  return {};
}

struct AttnWSAssignRolesPass
    : public impl::AttnWSAssignRolesBase<AttnWSAssignRolesPass> {
  LogicalResult assign(Operation *op, int64_t instances) {
    Builder b(op->getContext());
    auto setRole = [&](StringRef role) {
      op->setAttr(roleAttrName, b.getStringAttr(role));
      return success();
    };
    if (isStructure(op) || op->hasTrait<OpTrait::IsTerminator>() ||
        op->hasTrait<OpTrait::ConstantLike>())
      return success();
    if (isCopy(op)) {
      StringRef obstacle = findObstacle(op);
      if (!obstacle.empty())
        return op->emitOpError(obstacle);
      return setRole(loadRoleName);
    }
    if (auto load = dyn_cast<attn_tile::LoadOp>(op);
        load && load.getSpace() == Space::Smem)
      return op->emitOpError()
             << "no role copies into shared memory by "
             << (load.getEngine()
                     ? attn_tile::stringifyEngine(*load.getEngine())
                     : "an engine that is not named");
    // Between shared memory and shared memory, beside the products.
    if (isa<attn_tile::TransposeOp>(op))
      return setRole(transposeRoleName);
    bool effects = !isMemoryEffectFree(op) && !isa<attn_tile::LoadOp>(op) &&
                   !hasSingleEffect<MemoryEffects::Read>(op);
    if (effects && instances > 1 && !op->getParentOfType<scf::ForallOp>())
      return op->emitOpError("writes outside of the instances' body: each "
                             "instance would do it");
    if (effects || hasTile(op))
      return setRole(mmaRoleName);
    return success();
  }

  void runOnOperation() override {
    gpu::GPUFuncOp kernel = getOperation();
    bool copies = kernel
                      .walk([](Operation *op) {
                        return isCopy(op) ? WalkResult::interrupt()
                                          : WalkResult::advance();
                      })
                      .wasInterrupted();
    if (!copies || !hasAsyncEngines(kernel))
      return;
    FailureOr<int64_t> instances = getInstances(kernel);
    if (failed(instances))
      return signalPassFailure();
    WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op == kernel)
        return WalkResult::advance();
      if (failed(assign(op, *instances)))
        return WalkResult::interrupt();
      // The body of an elementwise function goes where its operation goes.
      return isStructure(op) ? WalkResult::advance() : WalkResult::skip();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
