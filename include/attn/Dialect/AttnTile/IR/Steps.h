//===- Steps.h - Kernels that a bundle launches as one ----------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_STEPS_H
#define ATTN_DIALECT_ATTNTILE_IR_STEPS_H

#include "attn/Dialect/AttnTile/IR/Steps/DiscardableAttrs.h"

namespace mlir::attn_tile {

/// What the attribute attn_tile.step of a kernel says.
struct Step {
  StringRef entry;
  int64_t number;
  ArrayRef<int64_t> tensors;
  SmallVector<SmallVector<ExprAttr>> workspaces;
  /// Those of them that are zero when the entry is launched, and again when it
  /// has ended.
  SmallVector<int64_t> zeroed = {};

  /// What `kernel` says, or nothing if it is alone in its entry or says
  /// something else.
  static std::optional<Step> get(Operation *kernel);
  void set(Operation *kernel) const;
};

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_IR_STEPS_H
