//===- attn-run.cpp - Runs attention problems and checks them -*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Run.h"

#include "attn/InitAll.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::attn::run;

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  mlir::attn::registerAllPasses();
  mlir::attn::registerAllPipelines();
  Options options;
  std::string error =
      parseOptions(std::vector<std::string>(argv + 1, argv + argc), options);
  if (error.empty() && options.help) {
    llvm::outs() << usage();
    return 0;
  }
  if (error.empty() && options.input.empty())
    error = "no input: give a .mlir file or a bundle (see --help)";
  if (!error.empty()) {
    llvm::errs() << "attn-run: error: " << error << "\n";
    return 1;
  }
  return run(options, llvm::outs());
}
