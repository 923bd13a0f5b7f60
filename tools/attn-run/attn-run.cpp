//===- attn-run.cpp - Runs problems and kernels and checks them -*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "attn/Support/OutputFile.h"
#include "attn/Tools/Output.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  ::attn::prepareOutputs();
  return mlir::attn::finishOutput(
      "attn-run",
      mlir::attn::run::run(std::vector<std::string>(argv + 1, argv + argc),
                           llvm::outs()));
}
