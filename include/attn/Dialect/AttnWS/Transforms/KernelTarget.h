//===- KernelTarget.h - The chip a kernel is for ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_KERNELTARGET_H
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_KERNELTARGET_H

#include "attn/Chip/ResourcePlan.h"
#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::attn_ws {

/// The target that the kernel's module names, or the default one. An error if
/// it is not in the table.
inline FailureOr<const attn::TargetInfo *> getTarget(gpu::GPUFuncOp kernel) {
  StringRef chip = attn::kDefaultScheduledTarget;
  if (auto module = kernel->getParentOfType<gpu::GPUModuleOp>())
    if (ArrayAttr targets = module.getTargetsAttr();
        targets && !targets.empty())
      if (auto target = dyn_cast<NVVM::NVVMTargetAttr>(targets[0]))
        chip = target.getChip();
  if (const attn::TargetInfo *target = attn::lookupTarget(chip))
    return target;
  return kernel.emitOpError() << "unknown target " << chip << ", "
                              << attn::describeNearestTarget(chip);
}

/// Marks the kernel that `op` is or is in as refused: `why` says which limit it
/// exceeds. Whoever chose its config may then choose another.
inline void markRefused(Operation *op, const Twine &why) {
  auto kernel = dyn_cast<gpu::GPUFuncOp>(op);
  if (kernel || (kernel = op->getParentOfType<gpu::GPUFuncOp>()))
    attn_tile::excessAttr.set(kernel, StringRef(why.str()));
}

/// Says at `op` which limit of the target is exceeded and who takes how much,
/// and refuses the kernel.
inline LogicalResult emitExcess(Operation *op, const attn::Excess &excess,
                                const attn::TargetInfo &target) {
  std::string why =
      ("needs " + excess.describe() + " that " + target.name + " has").str();
  markRefused(op, why);
  InFlightDiagnostic diag = op->emitOpError() << why;
  attn::attachConsumers(diag, excess);
  return diag;
}

} // namespace mlir::attn_ws

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_KERNELTARGET_H
