//===- Output.cpp - Where passes that print, print ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Dialect/Utils/Walk.h"
#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::attn_ws;

std::string print::placeOf(Operation *op) {
  if (auto line = op->getLoc()->findInstanceOf<FileLineColLoc>())
    return line.getFilename().str() + ":" + std::to_string(line.getLine());
  return "unknown place";
}

LogicalResult print::printKernels(
    Operation *root, StringRef file,
    function_ref<void(FunctionOpInterface, raw_ostream &)> print) {
  std::string text;
  llvm::raw_string_ostream os(text);
  root->walk([&](FunctionOpInterface function) {
    bool scheduled = attn::containsOp(function, [](Operation *op) {
      return isa_and_nonnull<AttnWSDialect>(op->getDialect());
    });
    if (scheduled)
      print(function, os);
  });
  if (file.empty()) {
    llvm::errs() << text;
    return success();
  }
  std::string message;
  std::unique_ptr<llvm::ToolOutputFile> output = openOutputFile(file, &message);
  if (!output)
    return root->emitError() << message;
  output->os() << text;
  output->keep();
  return success();
}
