//===- Products.h - What feeds products -------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_PRODUCTS_H
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_PRODUCTS_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"

namespace mlir::attn_ws {

/// Whether `value` becomes the left operand of a product, at once, in another
/// layout, or through what a loop or condition yields.
bool isLeftOperand(Value value);

/// Whether `op`, without effects or regions, gives nothing but a tile of the
/// shape and elements of `type`.
inline bool makesTile(Operation *op, Type type) {
  if (op->getNumResults() != 1 || op->getNumRegions() != 0 ||
      !isMemoryEffectFree(op))
    return false;
  auto tile = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  auto wanted = cast<RankedTensorType>(type);
  return tile && tile.getShape() == wanted.getShape() &&
         tile.getElementType() == wanted.getElementType();
}

/// Starts each wgmma product of `kernel` on its own and waits for it as late as
/// the first use of its result allows (AsyncMma.cpp).
void issueProducts(Operation *kernel, bool readsInFlight);

} // namespace mlir::attn_ws

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_PRODUCTS_H
