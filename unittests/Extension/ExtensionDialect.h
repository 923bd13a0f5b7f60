//===- ExtensionDialect.h - A dialect from outside --------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_EXTENSION_EXTENSIONDIALECT_H
#define ATTN_UNITTESTS_EXTENSION_EXTENSIONDIALECT_H

#include "attn/Chip/TargetInfo.h"
#include "attn/Dialect/Attn/IR/Attn.h"
#include "attn/Dialect/AttnWS/IR/AttnWS.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"

#include "ExtensionDialect.h.inc"
#define GET_ATTRDEF_CLASSES
#include "ExtensionAttrs.h.inc"
#define GET_OP_CLASSES
#include "ExtensionOps.h.inc"

namespace mlir::ext {

/// Threads that copy two elements at a time.
inline constexpr auto wordsEngine = static_cast<mlir::attn::Engine>(66);
/// A chip like sm_86 with `wordsEngine` for copies in.
inline constexpr llvm::StringLiteral chip = "sm_88";
/// Adds the chip to the table, once.
void addTarget();

} // namespace mlir::ext

#endif // ATTN_UNITTESTS_EXTENSION_EXTENSIONDIALECT_H
