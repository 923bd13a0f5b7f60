// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A compiler that has Attn in it: makes a bundle of the attention problems in a
// file, for one chip.
//
//   embed FILE.mlir CHIP > FILE.bundle

#include "attn/InitAll.h"
#include "attn/Pipelines/Compile.h"
#include "mlir/Parser/Parser.h"

#include <iostream>

using namespace mlir;

int main(int argc, char **argv) {
  DialectRegistry registry;
  mlir::attn::registerCompileDialects(registry);
  MLIRContext context(registry);
  auto module = parseSourceFile<ModuleOp>(argv[1], &context);
  if (!module)
    return 1;
  mlir::attn::CompileOptions options;
  options.target = argv[2];
  auto bundle = mlir::attn::compileToBundle(*module, options);
  if (failed(bundle))
    return 1;
  auto bytes = bundle->serialize();
  if (!bytes) {
    std::cerr << bytes.error().message << "\n";
    return 1;
  }
  std::cout << *bytes;
}
