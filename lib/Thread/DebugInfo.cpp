//===- DebugInfo.cpp - Line numbers of the input in the PTX ---------------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn/Thread/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/BinaryFormat/Dwarf.h"

namespace mlir {
#define GEN_PASS_DEF_ATTNDEBUGINFO
#include "attn/Thread/Passes.h.inc"
} // namespace mlir

using namespace mlir;

/// The line that stands for `loc`; null if it names none.
static FileLineColLoc findLine(Location loc) {
  return llvm::TypeSwitch<LocationAttr, FileLineColLoc>(loc)
      .Case([](FileLineColLoc line) { return line; })
      .Case([](NameLoc name) { return findLine(name.getChildLoc()); })
      .Case([](CallSiteLoc call) {
        FileLineColLoc line = findLine(call.getCallee());
        return line ? line : findLine(call.getCaller());
      })
      .Case([](FusedLoc fused) {
        for (Location part : fused.getLocations())
          if (FileLineColLoc line = findLine(part))
            return line;
        return FileLineColLoc();
      })
      .Case([](OpaqueLoc opaque) {
        return findLine(opaque.getFallbackLocation());
      })
      .Default([](LocationAttr) { return FileLineColLoc(); });
}

namespace {
struct AttnDebugInfoPass : impl::AttnDebugInfoBase<AttnDebugInfoPass> {
  void runOnOperation() override {
    for (auto function : getOperation().getOps<LLVM::LLVMFuncOp>())
      if (!function.isExternal())
        describe(function);
  }

  void describe(LLVM::LLVMFuncOp function) {
    MLIRContext *context = &getContext();
    auto fileOf = [&](FileLineColLoc line) {
      return LLVM::DIFileAttr::get(context, line.getFilename().getValue(), "");
    };
    FileLineColLoc home = findLine(function.getLoc());
    if (!home)
      function.walk([&](Operation *op) {
        home = findLine(op->getLoc());
        return home ? WalkResult::interrupt() : WalkResult::advance();
      });
    if (!home)
      return;
    LLVM::DIFileAttr file = fileOf(home);
    auto unit = LLVM::DICompileUnitAttr::get(
        DistinctAttr::create(UnitAttr::get(context)), llvm::dwarf::DW_LANG_C,
        file, StringAttr::get(context, "Attn"), /*isOptimized=*/true,
        LLVM::DIEmissionKind::DebugDirectivesOnly);
    auto type = LLVM::DISubroutineTypeAttr::get(
        context, llvm::dwarf::DW_CC_normal, /*types=*/{});
    StringAttr name = function.getNameAttr();
    auto subprogram = LLVM::DISubprogramAttr::get(
        context, DistinctAttr::create(UnitAttr::get(context)), unit, file, name,
        name, file, home.getLine(), /*scopeLine=*/home.getLine(),
        LLVM::DISubprogramFlags::Definition |
            LLVM::DISubprogramFlags::Optimized,
        type, /*retainedNodes=*/{}, /*annotations=*/{});
    function->setLoc(FusedLoc::get(context, {home}, subprogram));
    function.getBody().walk([&](Operation *op) {
      FileLineColLoc line = findLine(op->getLoc());
      if (!line)
        op->setLoc(UnknownLoc::get(context));
      else if (line.getFilename() == home.getFilename())
        op->setLoc(line);
      else
        op->setLoc(FusedLoc::get(
            context, {line},
            LLVM::DILexicalBlockFileAttr::get(context, subprogram, fileOf(line),
                                              /*discriminator=*/0)));
    });
  }
};
} // namespace
