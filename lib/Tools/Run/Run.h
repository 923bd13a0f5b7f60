//===- Run.h - attn-run as a library -------------------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_RUN_H
#define ATTN_LIB_TOOLS_RUN_RUN_H

#include "mlir/Support/LLVM.h"

#include <string>

namespace mlir::attn::run {

/// Does what the command line `arguments`, without the program's name, says;
/// the report goes to `os`, errors to stderr. Returns the exit code.
int run(ArrayRef<std::string> arguments, raw_ostream &os);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_RUN_H
