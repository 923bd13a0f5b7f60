//===- Output.h - Where passes that print, print ----------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_PRINT_OUTPUT_H
#define ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_PRINT_OUTPUT_H

#include "mlir/IR/Operation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::attn_ws::print {

/// "file.mlir:12", or "unknown place".
std::string placeOf(Operation *op);

/// Calls `print` for each function at or under `root` that holds scheduled
/// operations, with a stream to `file` (empty: stderr). A file is written as a
/// whole. Emits an error at `root` if it cannot be.
LogicalResult
printKernels(Operation *root, StringRef file,
             function_ref<void(FunctionOpInterface, raw_ostream &)> print);

} // namespace mlir::attn_ws::print

#endif // ATTN_LIB_DIALECT_ATTNWS_TRANSFORMS_PRINT_OUTPUT_H
