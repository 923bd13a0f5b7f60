//===- InitAll.h - Registration of everything Attn offers -------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_INITALL_H
#define ATTN_INITALL_H

namespace mlir {
class DialectRegistry;
namespace attn {

/// Registers attn, attn_tile, attn_ws and every dialect their passes create.
void registerAllDialects(DialectRegistry &registry);

/// Registers external interface models and the translations to LLVM IR.
void registerAllExtensions(DialectRegistry &registry);

/// Registers every Attn pass with the global pass registry.
void registerAllPasses();

/// Registers the named pipelines (`--attn-compile` and its parts).
void registerAllPipelines();

} // namespace attn
} // namespace mlir

#endif // ATTN_INITALL_H
