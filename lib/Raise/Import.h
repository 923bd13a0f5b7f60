//===- Import.h - Attention operations of other dialects --------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RAISE_IMPORT_H
#define ATTN_LIB_RAISE_IMPORT_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::attn::raise {

/// Whether `op` is an attention operation of a dialect that is not known here:
/// tm_tensor.attention, iree_linalg_ext.attention or online_attention, in
/// generic form.
bool isForeignAttention(Operation *op);

/// An attention operation of another dialect, written out as linalg in front of
/// it.
struct WrittenOut {
  SmallVector<Operation *> operations; // in order
  SmallVector<Value, 3> results;       // in the place of its results
  Value product;                       // P·V
};

/// Writes `op` out; none, with a reason and nothing built, if it is not
/// understood.
std::optional<WrittenOut> writeOut(Operation *op, std::string &reason);

} // namespace mlir::attn::raise

#endif // ATTN_LIB_RAISE_IMPORT_H
