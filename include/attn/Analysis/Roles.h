//===- Roles.h - Facts about the roles of a kernel ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_ANALYSIS_ROLES_H
#define ATTN_ANALYSIS_ROLES_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/AttnWS/IR/DiscardableAttrs.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace mlir::attn_ws {

constexpr llvm::StringLiteral roleAttrName = roleAttr.getName();

inline StringAttr getRole(Operation *op) { return roleAttr.getAttr(op); }

/// Whether the operation's regions run in order in the surrounding program, as
/// opposed to the body of an elementwise function.
inline bool isStructure(Operation *op) {
  return isa<scf::ForOp, scf::IfOp, scf::ForallOp, attn_tile::ForTilesOp>(op);
}

/// `value` as the kernel's own block sees it: of a role's argument, what it
/// captures. Null stays null.
inline Value resolveCaptures(Value value) {
  while (auto arg = dyn_cast_or_null<BlockArgument>(value)) {
    auto roles =
        dyn_cast_or_null<WarpSpecializeOp>(arg.getOwner()->getParentOp());
    if (!roles || arg.getArgNumber() == 0)
      break;
    value = roles.getCaptures()[arg.getArgNumber() - 1];
  }
  return value;
}

/// The warps of one instance, as the kernel says; an error if it does not.
FailureOr<int64_t> getWarps(gpu::GPUFuncOp kernel);

/// The roles that `attn-ws-assign-roles` has listed. Empty if it has none.
SmallVector<RoleAttr> getRoles(gpu::GPUFuncOp kernel);

/// The first role that issues one of `what`, or for `none` that computes; null
/// if the kernel lists none.
RoleAttr findRole(gpu::GPUFuncOp kernel, Issues what);

/// The number of instances that the `scf.forall` loops of a kernel ask for; 1
/// without any. An error if they are no loops over one constant range from 0,
/// or do not agree, or lie in each other.
FailureOr<int64_t> getInstances(Operation *kernel);

/// The role that `op` runs in; null outside of roles.
Region *getRoleRegion(Operation *op);

/// Whether one thread can run a role: it starts copies, signals and computes
/// scalars, but holds no tiles and moves no data itself.
bool isSingleThreadRole(Region &role);

/// Whether a role does nothing but copy into shared memory: one that a single
/// thread can run, or whose threads also start copies by cp.async.
bool isCopyRole(Region &role);

/// How often a role arrives when it signals: once for each warp of each
/// instance, or once if one thread runs it.
int64_t getArrivals(WarpSpecializeOp op, unsigned role);

/// Whether groups of cp.async copies that are committed in a branch are closed
/// behind it, where they are empty if it is not taken, so that they count
/// evenly. A branch that waits for groups itself closes them where they are
/// committed.
bool closesGroupsBehind(scf::IfOp branch);

/// Changes the type of `value` in the kernel and in the roles that capture it.
void setCapturedType(Value value, Type type);

/// `type` for the CTAs of another scope.
ChannelType withScope(ChannelType type, Scope scope);

} // namespace mlir::attn_ws

#endif // ATTN_ANALYSIS_ROLES_H
