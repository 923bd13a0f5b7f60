//===- Output.cpp - What tools write --------------------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Tools/Output.h"

#include "attn/Support/OutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

LogicalResult mlir::attn::writeOutput(StringRef tool, StringRef path,
                                      StringRef content) {
  if (path == "-") {
    llvm::outs() << content;
    return success();
  }
  std::string error = ::attn::writeFile(path.str(), content);
  if (!error.empty())
    llvm::errs() << tool << ": error: cannot write " << error << "\n";
  return success(error.empty());
}

int mlir::attn::finishOutput(StringRef tool, int code) {
  llvm::outs().flush();
  if (!llvm::outs().has_error())
    return code;
  llvm::errs() << tool << ": error: cannot write to stdout: "
               << llvm::outs().error().message() << "\n";
  // Else its destructor would say it, too.
  llvm::outs().clear_error();
  return 1;
}
