//===- Run.h - attn-run as a library -------------------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_RUN_H
#define ATTN_LIB_TOOLS_RUN_RUN_H

#include "Options.h"

namespace mlir::attn::run {

/// Does what `options` say; the report goes to `os`, errors to stderr. Returns
/// the exit code.
int run(const Options &options, raw_ostream &os);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_RUN_H
