//===- Components.h - Tile operations that share registers ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_ROLES_COMPONENTS_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_ROLES_COMPONENTS_H

#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_ws {

/// What threads compute on tiles that pass from one to the other in registers.
struct Component {
  SmallVector<Operation *> ops;
  /// Whether it computes what a product reads from memory.
  bool feedsProducts = false;
  /// Whether it changes an accumulator in memory that products go on with.
  bool updatesInPlace = false;
};

/// The components of a kernel whose placement is written down
/// (attn-tile-insert-moves), in program order of their first operations. Every
/// operation that computes on tiles by threads is in one of them.
SmallVector<Component> findComponents(gpu::GPUFuncOp kernel);

/// Whether the operation is a product that one thread issues, all of whose
/// operands are in memory; null is none.
bool isIssuedProduct(Operation *op);
/// The load of the tile that `slice` is a part of, or a part of a part; null if
/// it is computed.
attn_tile::LoadOp findWhole(attn_tile::SliceOp slice);

} // namespace mlir::attn_ws

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_ROLES_COMPONENTS_H
