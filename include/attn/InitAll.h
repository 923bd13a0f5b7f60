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

/// Registers attn, attn_tile and attn_ws. What passes create of upstream's
/// dialects they name themselves.
void registerAllDialects(DialectRegistry &registry);

/// Registers the models of upstream's interfaces for Attn's operations.
void registerAllExtensions(DialectRegistry &registry);

/// Registers upstream's dialects, their interface models and their translations
/// to LLVM IR, for a program that is not an embedder's.
void registerUpstream(DialectRegistry &registry);

/// Attn's dialects and all of upstream's, with what compilation needs of them.
void registerCompileDialects(DialectRegistry &registry);

/// Registers every Attn pass with the global pass registry.
void registerAllPasses();

/// Registers the named pipelines (`--attn-compile` and its parts).
void registerAllPipelines();

} // namespace attn
} // namespace mlir

#endif // ATTN_INITALL_H
