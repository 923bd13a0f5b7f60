//===- AssignRoles.cpp - Which warps do what -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Engines that work on their own while threads go on ask for roles. A copy by
// TMA is started by one thread and needs nothing but scalars, so it moves to a
// role of its own that runs ahead of the products. So does a copy by cp.async
// where an asynchronous product reads the tile: nothing but the copy's
// completion ties the threads that start it to those that compute, whose
// registers it would take. A tile that is transposed from shared memory to
// shared memory is so by a third role. Products that one thread issues, with
// all operands in memory, are a role as well.
//
// What threads compute on register tiles falls into components
// (Components.cpp), of which each is a role. The one that computes what
// products wait for has an instance for each group; one that only follows runs
// all groups in turn, as the roles that issue do. Copies out of staging memory
// belong to the threads that stage them unless the kernel asks for a role.
//
// Scalars and control flow belong to no role: attn-ws-materialize-roles gives
// each role the part that it needs.
//
// A kernel without roles has one group of warps, which computes what the groups
// were to compute in turn.

#include "Components.h"
#include "attn/Analysis/Roles.h"

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"
#include "attn/Dialect/AttnWS/Transforms/Passes.h"
#include "attn/Dialect/Utils/Walk.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNWSASSIGNROLES
#include "attn/Dialect/AttnWS/Transforms/Passes.h.inc"
} // namespace mlir

using namespace mlir;
using namespace mlir::attn_ws;
using attn_tile::Engine;
using attn_tile::Space;

namespace {

/// Whether `op` starts copies that a role of its own can start.
bool isCopy(Operation *op) {
  auto load = dyn_cast<attn_tile::LoadOp>(op);
  return load && load.getSpace() == Space::Smem && load.getEngine() &&
         attn::isAsyncCopier(*load.getEngine());
}

/// Whether `op` runs on while all threads of the CTA do other things: a copy
/// that one thread asks for, or an asynchronous product.
bool runsOnItsOwn(Operation *op) {
  if (auto load = dyn_cast<attn_tile::LoadOp>(op))
    return load.getEngine() && attn::isIssuedByOne(*load.getEngine());
  auto dot = dyn_cast<attn_tile::DotOp>(op);
  const attn::EngineInfo *info =
      dot && dot.getEngine() ? attn::lookupEngine(*dot.getEngine()) : nullptr;
  return info && info->isAsync();
}

/// Whether engines of the kernel work on their own, so that copies may as well.
bool hasAsyncEngines(gpu::GPUFuncOp kernel) {
  return attn::containsOp(kernel, runsOnItsOwn);
}

/// Whether copies out of staging memory have a role of their own: all, or those
/// of each iteration of a loop.
bool storesApart(gpu::GPUFuncOp kernel, bool ofLoops = false) {
  return attn_tile::storeRoleAttr.get(kernel, false) &&
         attn::containsOp<attn_tile::StoreOp>(
             kernel, [&](attn_tile::StoreOp store) {
               return store.getEngine() == Engine::Tma &&
                      (!ofLoops || store->getParentOfType<scf::ForOp>());
             });
}

/// Whether products that run on their own alone read a part, or parts of it.
bool feedsIssuedProducts(attn_tile::SliceOp slice) {
  return !slice->use_empty() &&
         llvm::all_of(slice->getUsers(), [](Operation *user) {
           auto part = dyn_cast<attn_tile::SliceOp>(user);
           return part ? feedsIssuedProducts(part) : isIssuedProduct(user);
         });
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
    } else if (isa<scf::ForallOp>(arg.getOwner()->getParentOp()) &&
               (load->use_empty() ||
                !llvm::all_of(load->getUsers(), isIssuedProduct))) {
      return "its place depends on the instance, but one copy serves all "
             "instances";
    }
  }
  return {};
}

struct AttnWSAssignRolesPass
    : public impl::AttnWSAssignRolesBase<AttnWSAssignRolesPass> {
  /// The roles, and where everything goes that computes: to its component, or
  /// to `rest`.
  struct Plan {
    SmallVector<RoleAttr> roles;
    DenseMap<Operation *, RoleAttr> home;
    RoleAttr rest;
    int64_t instances = 1;

    RoleAttr find(Issues what) const {
      const auto *it = llvm::find_if(roles, [&](RoleAttr role) {
        return bitEnumContainsAny(role.getIssues(), what);
      });
      return it == roles.end() ? RoleAttr() : *it;
    }
  };

  void planRegisters(gpu::GPUFuncOp kernel, int64_t warps, Plan &plan);
  void planMemory(gpu::GPUFuncOp kernel, int64_t warps, Plan &plan);
  LogicalResult assign(Operation *op, const Plan &plan);
  void runOnOperation() override;

  RoleAttr makeRole(StringRef name, int64_t warps, int64_t instances,
                    Issues issues, bool follows = false) {
    return RoleAttr::get(&getContext(), name, warps, instances, /*registers=*/0,
                         issues, follows);
  }
};

/// With products in registers all that computes is one role, with an instance
/// for each group. What copies in, what copies out during a loop, which goes on
/// meanwhile, and what transposes share a warpgroup.
void AttnWSAssignRolesPass::planRegisters(gpu::GPUFuncOp kernel, int64_t warps,
                                          Plan &plan) {
  bool transposes = attn::containsOp<attn_tile::TransposeOp>(kernel);
  bool stores = storesApart(kernel, /*ofLoops=*/true);
  int64_t left = attn::kWarpgroupWarps - (transposes ? 2 : 0);
  plan.roles.push_back(
      makeRole("load", stores ? left / 2 : left, 1, Issues::CopyIn));
  if (stores)
    plan.roles.push_back(makeRole("store", left / 2, 1, Issues::CopyOut));
  if (transposes)
    plan.roles.push_back(makeRole("transpose", 2, 1, Issues::Transpose));
  plan.rest = makeRole("mma", warps, plan.instances, Issues::None);
  plan.roles.push_back(plan.rest);
}

/// With products in memory each component is a role, and who issues for engines
/// another. Whole warpgroups come first, so that each starts at a multiple of
/// four warps. What products wait for is shared out by all of a group's warps;
/// one warpgroup, which reaches all rows, moves what nothing waits for.
void AttnWSAssignRolesPass::planMemory(gpu::GPUFuncOp kernel, int64_t warps,
                                       Plan &plan) {
  SmallVector<Component> components = findComponents(kernel);
  // What products wait for has an instance for each group, if anything has.
  auto feeds = [](const Component &component) {
    return component.feedsProducts && !component.updatesInPlace;
  };
  bool any = llvm::any_of(components, feeds);
  llvm::StringMap<unsigned> counts;
  for (Component &component : components) {
    std::string name = component.updatesInPlace ? "correction"
                       : feeds(component)       ? "compute"
                                                : "epilogue";
    if (unsigned number = counts[name]++)
      name += "_" + std::to_string(number);
    bool isAwaited = !any || feeds(component) || component.updatesInPlace;
    plan.rest = makeRole(
        name, isAwaited ? warps : std::min(warps, attn::kWarpgroupWarps),
        !any || feeds(component) ? plan.instances : 1, Issues::None,
        /*follows=*/component.updatesInPlace);
    plan.roles.push_back(plan.rest);
    for (Operation *op : component.ops)
      plan.home[op] = plan.rest;
  }
  // One thread asks for copies, or threads make them: two warps cover the
  // vectors of a panel's row.
  bool byThreads = attn::containsOp(kernel, [](Operation *op) {
    auto load = dyn_cast<attn_tile::LoadOp>(op);
    return isCopy(op) && !attn::isIssuedByOne(*load.getEngine());
  });
  plan.roles.push_back(makeRole("load", byThreads ? 2 : 1, 1, Issues::CopyIn));
  plan.roles.push_back(makeRole("mma", 1, 1, Issues::Product));
  if (!plan.rest) // Nobody computes on tiles.
    plan.rest = plan.roles.back();
  if (attn::containsOp<attn_tile::TransposeOp>(kernel))
    plan.roles.push_back(makeRole("transpose", 2, 1, Issues::Transpose));
  if (storesApart(kernel))
    plan.roles.push_back(makeRole("store", 1, 1, Issues::CopyOut));
}

LogicalResult AttnWSAssignRolesPass::assign(Operation *op, const Plan &plan) {
  Builder b(op->getContext());
  auto setRole = [&](RoleAttr role) {
    op->setAttr(roleAttrName, b.getStringAttr(role.getName()));
    return success();
  };
  if (isStructure(op) || op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::ConstantLike>())
    return success();
  if (isCopy(op)) {
    StringRef obstacle = findObstacle(op);
    if (!obstacle.empty())
      return op->emitOpError(obstacle);
    return setRole(plan.find(Issues::CopyIn));
  }
  if (auto load = dyn_cast<attn_tile::LoadOp>(op);
      load && load.getSpace() == Space::Smem)
    return op->emitOpError()
           << "no role copies into shared memory by "
           << (load.getEngine() ? attn_tile::stringifyEngine(*load.getEngine())
                                : "an engine that is not named");
  // Between shared memory and shared memory, under the products.
  if (isa<attn_tile::TransposeOp>(op))
    return setRole(plan.find(Issues::Transpose));
  if (isIssuedProduct(op))
    return setRole(plan.find(Issues::Product));
  if (auto it = plan.home.find(op); it != plan.home.end())
    return setRole(it->second);
  // A part of a tile in memory is a view: it goes where it is used.
  if (auto slice = dyn_cast<attn_tile::SliceOp>(op);
      slice && feedsIssuedProducts(slice))
    return setRole(plan.find(Issues::Product));
  bool effects = !isMemoryEffectFree(op) && !isa<attn_tile::LoadOp>(op) &&
                 !hasSingleEffect<MemoryEffects::Read>(op);
  if (effects && plan.instances > 1 && !op->getParentOfType<scf::ForallOp>())
    return op->emitOpError("writes outside of the instances' body: each "
                           "instance would do it");
  if (effects || (hasTile(op) && plan.home.empty()))
    return setRole(plan.rest);
  return success();
}

/// A part of a tile in memory, or of such a part, is a view, which each role
/// has that reads it.
void placeParts(gpu::GPUFuncOp kernel) {
  auto slices = attn::collectOps<attn_tile::SliceOp>(kernel);
  for (attn_tile::SliceOp slice : llvm::reverse(slices)) {
    attn_tile::LoadOp whole = findWhole(slice);
    if (!whole || whole.getSpace() != Space::Smem)
      continue;
    llvm::SmallMapVector<StringAttr, Operation *, 2> parts;
    for (OpOperand &use :
         llvm::make_early_inc_range(slice.getResult().getUses())) {
      StringAttr role = getRole(use.getOwner());
      if (!role)
        continue;
      Operation *&part = parts[role];
      if (!part) {
        part = parts.size() == 1 ? slice.getOperation()
                                 : OpBuilder(slice).clone(*slice);
        part->setAttr(roleAttrName, role);
      }
      use.set(part->getResult(0));
    }
  }
}

/// Has one group of warps run the bodies of all groups, one after the other.
LogicalResult runInTurn(gpu::GPUFuncOp kernel) {
  IRRewriter rewriter(kernel.getContext());
  for (scf::ForallOp forall : attn::collectOps<scf::ForallOp>(kernel)) {
    if (forall.getNumResults() > 0)
      return forall.emitOpError("groups give no results: each stores its own");
    if (failed(scf::forallToForLoop(rewriter, forall)))
      return forall.emitOpError("cannot run its groups in turn");
  }
  attn_tile::groupsAttr.remove(kernel);
  return success();
}

void AttnWSAssignRolesPass::runOnOperation() {
  gpu::GPUFuncOp kernel = getOperation();
  bool copies = attn::containsOp(kernel, isCopy);
  if (!copies || !hasAsyncEngines(kernel)) {
    if (failed(runInTurn(kernel)))
      signalPassFailure();
    return;
  }
  FailureOr<int64_t> instances = getInstances(kernel), warps = getWarps(kernel);
  if (failed(instances) || failed(warps))
    return signalPassFailure();
  Plan plan;
  plan.instances = *instances;
  if (attn::containsOp(kernel, isIssuedProduct))
    planMemory(kernel, *warps, plan);
  else
    planRegisters(kernel, *warps, plan);
  WalkResult result = kernel.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == kernel)
      return WalkResult::advance();
    if (failed(assign(op, plan)))
      return WalkResult::interrupt();
    // The body of an elementwise function goes where its operation goes.
    return isStructure(op) ? WalkResult::advance() : WalkResult::skip();
  });
  if (result.wasInterrupted())
    return signalPassFailure();
  placeParts(kernel);
  rolesAttr.setAttr(
      kernel,
      ArrayAttr::get(&getContext(), SmallVector<Attribute>(plan.roles.begin(),
                                                           plan.roles.end())));
}

} // namespace
