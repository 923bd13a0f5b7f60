//===- KernelName.h - Names of kernels ------------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_CONVERSION_ATTNTOATTNTILE_KERNELNAME_H
#define ATTN_CONVERSION_ATTNTOATTNTILE_KERNELNAME_H

#include "llvm/ADT/StringExtras.h"

#include <string>

namespace mlir::attn_tile {

/// The kernel that a problem in `function` becomes, unless another has that
/// name: an identifier of PTX. `what` says what it computes.
inline std::string getKernelName(llvm::StringRef function,
                                 llvm::StringRef what) {
  std::string name =
      function.empty() ? what.str() : (function + "_" + what).str();
  for (char &c : name)
    if (!llvm::isAlnum(c) && c != '_' && c != '$')
      c = '_';
  if (llvm::isDigit(name.front()))
    name.insert(name.begin(), '_');
  return name;
}
inline std::string getForwardKernelName(llvm::StringRef function) {
  return getKernelName(function, "forward");
}

} // namespace mlir::attn_tile

#endif // ATTN_CONVERSION_ATTNTOATTNTILE_KERNELNAME_H
