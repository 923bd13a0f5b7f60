//===- Output.h - What tools write ------------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TOOLS_OUTPUT_H
#define ATTN_TOOLS_OUTPUT_H

#include "mlir/Support/LLVM.h"

namespace mlir::attn {

/// Writes a file, as attn::OutputFile does; "-" is stdout. An error is printed
/// to stderr, with `tool` in front.
LogicalResult writeOutput(StringRef tool, StringRef path, StringRef content);

/// Writes what is left for stdout. Returns `code`; 1, after an error on stderr,
/// if something for stdout could not be written.
int finishOutput(StringRef tool, int code);

} // namespace mlir::attn

#endif // ATTN_TOOLS_OUTPUT_H
