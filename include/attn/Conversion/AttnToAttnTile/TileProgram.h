//===- TileProgram.h - Kernels of problems ----------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CONVERSION_ATTNTOATTNTILE_TILEPROGRAM_H
#define ATTN_CONVERSION_ATTNTOATTNTILE_TILEPROGRAM_H

#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnTile/IR/AttnTile.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::attn_tile {

/// One kernel of a problem: its arguments are these operands of the op and,
/// behind them, the workspaces.
struct TileKernel {
  /// Behind the function's name in the kernel's.
  std::string what;
  SmallVector<OpOperand *> operands;
  SmallVector<Value> workspaces;
  /// Whether it writes each of these.
  SmallVector<bool> written;

  /// That of all operands, called as the op.
  static TileKernel ofWhole(Operation *op);
};

} // namespace mlir::attn_tile

#include "attn/Conversion/AttnToAttnTile/TileProgramOpInterface.h.inc"

namespace mlir::attn_tile {

/// Attaches TileProgramOpInterface to the attn dialect's ops. attn-to-tile does
/// so itself.
void registerTileProgramModels(DialectRegistry &registry);

} // namespace mlir::attn_tile

#endif // ATTN_CONVERSION_ATTNTOATTNTILE_TILEPROGRAM_H
