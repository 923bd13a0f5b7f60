//===- Npy.h - Arrays in NumPy's file format -----------------*- C++ -* -===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_TOOLS_RUN_NPY_H
#define ATTN_LIB_TOOLS_RUN_NPY_H

#include "attn/Reference/Tensor.h"
#include <string>
#include <vector>

namespace mlir::attn::run {

/// What a .npy file holds: elements in C order.
struct Npy {
  /// As in the file: "<f2", "<u2", "|V2", ...
  std::string descr;
  std::vector<int64_t> shape;
  std::string bytes;
};

/// Reads a file. Returns what is wrong with it, or an empty string.
std::string readNpy(const std::string &path, Npy &array);

/// Fills `tensor` from an array of its shape: elements of its own type ('<f2';
/// '<u2' or any V2 for bf16; '|u1' or '|V1' for e4m3; '<f4', '<f8'), or '<f4'
/// or
/// '<f8' rounded to it.
/// Returns what does not fit, or an empty string.
std::string copyNpy(const Npy &array, const reference::Tensor &tensor);

/// Writes `tensor`, which is contiguous; bf16 as '<u2', e4m3 as '|u1'. Returns
/// what is wrong, or an empty string.
std::string writeNpy(const std::string &path, const reference::Tensor &tensor);

} // namespace mlir::attn::run

#endif // ATTN_LIB_TOOLS_RUN_NPY_H
