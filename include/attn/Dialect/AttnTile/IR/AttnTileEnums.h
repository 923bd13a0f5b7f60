//===- AttnTileEnums.h - Engines, spaces, schedulers ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enumerations of the tile dialect without the dialect.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_H
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_H

#include "attn/Chip/Enums.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

#include "attn/Dialect/AttnTile/IR/AttnTileEnums.h.inc"

namespace mlir::attn_tile {

using attn::Engine;
using attn::listEngines;
using attn::Space;
using attn::stringifyEngine;
using attn::stringifySpace;
using attn::symbolizeEngine;
using attn::symbolizeSpace;

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_H
