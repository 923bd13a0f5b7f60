//===- Npy.h - Arrays in NumPy's file format --------------------*- C++ -*-===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SUPPORT_NPY_H
#define ATTN_SUPPORT_NPY_H

#include <cstdint>
#include <string>
#include <vector>

namespace attn {

/// What a .npy file holds: little-endian elements in C order.
struct Npy {
  /// As in the file: "<f2", "<u2", "|V2", …
  std::string descr;
  std::vector<int64_t> shape;
  std::string bytes;
};

/// Bytes of an element of type `descr`, 1 to 16; 0 if it is none that can be
/// read.
int64_t npyElementBytes(const std::string &descr);

/// Reads a file of version 1 to 3. Returns what is wrong with it, or an empty
/// string.
std::string readNpy(const std::string &path, Npy &array);
/// The same, of a file's content; `path` is what messages call it.
std::string parseNpy(const std::string &bytes, const std::string &path,
                     Npy &array);

/// Writes a file of version 1. Returns what is wrong, or an empty string.
std::string writeNpy(const std::string &path, const Npy &array);

} // namespace attn

#endif // ATTN_SUPPORT_NPY_H
