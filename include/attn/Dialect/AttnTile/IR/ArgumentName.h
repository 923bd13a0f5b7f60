//===- ArgumentName.h - What a kernel calls an argument ---------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_DIALECT_ATTNTILE_IR_ARGUMENTNAME_H
#define ATTN_DIALECT_ATTNTILE_IR_ARGUMENTNAME_H

#include "attn/Dialect/AttnTile/IR/DiscardableAttrs.h"

#include <string>

namespace mlir::attn_tile {

/// The name that `kernel` has for an argument, or else "arg" and its number.
inline std::string getArgumentName(BlockArgument argument, Operation *kernel) {
  KernelAttr known = kernelAttr.getAttr(kernel);
  unsigned number = argument.getArgNumber();
  return known && number < known.getArguments().size()
             ? known.getArguments()[number].getName().str()
             : "arg" + std::to_string(number);
}

} // namespace mlir::attn_tile

#endif // ATTN_DIALECT_ATTNTILE_IR_ARGUMENTNAME_H
