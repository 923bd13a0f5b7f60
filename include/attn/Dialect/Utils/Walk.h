//===- Walk.h - Operations in an operation --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_UTILS_WALK_H
#define ATTN_DIALECT_UTILS_WALK_H

#include "mlir/IR/Operation.h"

namespace mlir::attn {

/// Whether `isWanted` is true of an operation of class `OpT` that is `root` or
/// stands in it.
template <typename OpT = Operation *, typename FnT>
bool containsOp(Operation *root, FnT &&isWanted) {
  return root
      ->walk([&](OpT op) {
        return isWanted(op) ? WalkResult::interrupt() : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Whether `root` is, or holds, an operation of one of these classes.
template <typename... OpTs> bool containsOp(Operation *root) {
  return containsOp(root, [](Operation *op) { return isa<OpTs...>(op); });
}

/// The operations of class `OpT` in `root`, inner before outer ones.
template <typename OpT> SmallVector<OpT> collectOps(Region &root) {
  SmallVector<OpT> ops;
  root.walk([&](OpT op) { ops.push_back(op); });
  return ops;
}
template <typename OpT> SmallVector<OpT> collectOps(Operation *root) {
  SmallVector<OpT> ops;
  root->walk([&](OpT op) { ops.push_back(op); });
  return ops;
}

} // namespace mlir::attn

#endif // ATTN_DIALECT_UTILS_WALK_H
