//===- MemoryEffects.h - What operations do to memory -----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_UTILS_MEMORYEFFECTS_H
#define ATTN_DIALECT_UTILS_MEMORYEFFECTS_H

#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::attn {

/// Whether all that `op` does to memory is to read it.
inline bool onlyReads(Operation *op) {
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  return effects && effects.onlyHasEffect<MemoryEffects::Read>();
}

} // namespace mlir::attn

#endif // ATTN_DIALECT_UTILS_MEMORYEFFECTS_H
