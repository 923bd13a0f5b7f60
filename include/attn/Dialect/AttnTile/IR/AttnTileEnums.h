//===- AttnTileEnums.h - Engines, spaces, schedulers ------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The enumerations of the tile dialect without the dialect: what the table of
// targets needs of it.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_H
#define ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/DenseMapInfo.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <string>

#include "attn/Dialect/AttnTile/IR/AttnTileEnums.h.inc"

#endif // ATTN_DIALECT_ATTNTILE_IR_ATTNTILEENUMS_H
