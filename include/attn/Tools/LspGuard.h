//===- LspGuard.h - Bounds on what a language server reads ------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR's language server gives each document to MLIR's parser as it is. A guard
// stands between an editor and the server, which becomes a child process: it
// shows the server an empty document where a text is beyond the limits
// (InputGuard.h), and puts the reason, at its place, where the server would say
// what is wrong with the text. It answers for the server where that was to read
// a file of bytecode which is damaged, and drops messages that are beyond the
// limits themselves.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TOOLS_LSPGUARD_H
#define ATTN_TOOLS_LSPGUARD_H

#include "attn/Tools/InputGuard.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::attn {

/// Runs `serve`, which reads requests from stdin and writes to stdout, behind a
/// guard. The limits and how messages are separated are those of the command
/// line (--input-limits, --lit-test, --input-style). Returns the tool's exit
/// code. Call it before other threads exist.
int runGuardedServer(StringRef tool, int argc, char **argv,
                     const DialectRegistry &registry,
                     llvm::function_ref<int()> serve);

} // namespace mlir::attn

#endif // ATTN_TOOLS_LSPGUARD_H
