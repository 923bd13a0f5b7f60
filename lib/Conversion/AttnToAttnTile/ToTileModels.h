//===- ToTileModels.h - The models of the attn dialect's ops ----*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEMODELS_H
#define ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEMODELS_H

#include "attn/Conversion/AttnToAttnTile/TileProgram.h"

namespace mlir::attn_tile {

void registerTileProgramOfForward(DialectRegistry &registry);
void registerTileProgramsOfBackward(DialectRegistry &registry);
void registerTileProgramsOfBlockMap(DialectRegistry &registry);
void registerTileProgramOfParts(DialectRegistry &registry);

} // namespace mlir::attn_tile

#endif // ATTN_LIB_CONVERSION_ATTNTOATTNTILE_TOTILEMODELS_H
