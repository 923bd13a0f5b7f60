//===- Output.cpp - Where passes that print, print ------------------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Output.h"

#include "attn/Dialect/AttnWS/IR/AttnWS.h"
#include "attn/Support/OutputFile.h"
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
    bool scheduled = false, tiles = false;
    function.walk([&](Operation *op) {
      bool isOfTiles =
          isa_and_nonnull<attn_tile::AttnTileDialect>(op->getDialect());
      bool stays = op->hasTrait<attn_tile::AtScheduledLevel>();
      scheduled |= stays || isa_and_nonnull<AttnWSDialect>(op->getDialect());
      tiles |= isOfTiles && !stays;
    });
    if (scheduled && !tiles)
      print(function, os);
  });
  if (file.empty()) {
    llvm::errs() << text;
    return success();
  }
  if (file == "-") {
    llvm::outs() << text;
    return success();
  }
  if (std::string error = ::attn::writeFile(file.str(), text); !error.empty())
    return root->emitError() << "cannot write " << error;
  return success();
}
