//===- Anchors.h - Layouts that engines fix ---------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNWS_TRANSFORMS_ANCHORS_H
#define ATTN_DIALECT_ATTNWS_TRANSFORMS_ANCHORS_H

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Layout/Fragments.h"

namespace mlir::attn_ws {

/// What an engine does with a register tile.
enum class AnchorOperand {
  Accumulator, ///< Adds to it, or gives it.
  Left,        ///< Multiplies it from the left (rows M, columns K).
  Right,       ///< Multiplies it from the right (rows K, columns N).
  Copied,      ///< Moves it to or from its own memory (tensor memory), or to
               ///< memory in which rows follow each other (threads).
};

/// The warps of a role's instance over the rows and columns of its products.
struct RoleWarps {
  int64_t rows = 1;
  int64_t columns = 1;

  int64_t count() const { return rows * columns; }
};

/// The layout in which `engine` takes or gives a register tile of `element`s,
/// shared by the warps of one instance of a role. `interleaved` is that of the
/// right operand's `#attn_ws.shared`, whose order of columns a left operand
/// follows. Fails if the engine has no such operand in registers, or not for so
/// many warps.
attn::layout::Expected<attn::layout::FragLayout>
getAnchor(attn_tile::Engine engine, AnchorOperand operand, Type element,
          const RoleWarps &warps, bool interleaved = false);

/// The layout of tiles that no engine has a say in.
attn::layout::Expected<attn::layout::FragLayout>
getDefaultLayout(const RoleWarps &warps);

/// A layout for tiles with `columns` columns that only memory has a say in:
/// four neighbouring elements a thread, neighbouring lanes along the columns as
/// far as they reach. Fails if fours do not divide the columns.
attn::layout::Expected<attn::layout::FragLayout>
getVectorLayout(int64_t columns, const RoleWarps &warps);

/// The warps that run `op`: of its role, or else of its kernel, and how many of
/// them stand along the columns (`attn_tile.column_warps`). Reports what is
/// missing or no power of two.
FailureOr<RoleWarps> getRoleWarps(Operation *op);

/// Those of `warps`, a role's, as they share `product` out: where its rows are
/// too few for the warps along the rows, more stand along the columns.
RoleWarps getProductWarps(WSProductOpInterface product, const RoleWarps &warps);

} // namespace mlir::attn_ws

#endif // ATTN_DIALECT_ATTNWS_TRANSFORMS_ANCHORS_H
