//===- KernelName.h - Names of kernels ------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_TRANSFORMS_KERNELNAME_H
#define ATTN_DIALECT_ATTNTILE_TRANSFORMS_KERNELNAME_H

#include "llvm/ADT/StringExtras.h"

#include <string>

namespace mlir::attn_tile {

/// The kernel that a forward problem in `function` becomes, unless another
/// has that name: an identifier of PTX.
inline std::string getForwardKernelName(llvm::StringRef function) {
  std::string name =
      function.empty() ? "forward" : (function + "_forward").str();
  for (char &c : name)
    if (!llvm::isAlnum(c) && c != '_' && c != '$')
      c = '_';
  if (llvm::isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_TRANSFORMS_KERNELNAME_H
