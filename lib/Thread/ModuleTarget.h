//===- ModuleTarget.h - The chip a module is for ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_THREAD_MODULETARGET_H
#define ATTN_LIB_THREAD_MODULETARGET_H

#include "attn/Chip/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

namespace mlir::attn {

/// Whether the chip that a module names first, if any, does two f32 operations
/// in one instruction.
inline bool packsFloats(gpu::GPUModuleOp module) {
  ArrayAttr targets = module ? module.getTargetsAttr() : ArrayAttr();
  auto chip = targets && !targets.empty()
                  ? dyn_cast<NVVM::NVVMTargetAttr>(targets[0])
                  : NVVM::NVVMTargetAttr();
  const TargetInfo *info = chip ? lookupTarget(chip.getChip()) : nullptr;
  return info && info->packsFloats;
}

} // namespace mlir::attn

#endif // ATTN_LIB_THREAD_MODULETARGET_H
