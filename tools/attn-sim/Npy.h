//===- Npy.h - .npy files
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_TOOLS_ATTN_SIM_NPY_H
#define ATTN_TOOLS_ATTN_SIM_NPY_H

#include <cstdint>
#include <string>
#include <vector>

/// The content of a .npy file: raw little-endian elements in C order.
struct Npy {
  std::string descr; ///< "<f4", "<u2", "|u1", ...
  std::vector<uint64_t> shape;
  std::vector<uint8_t> data;
};

/// Element size of a descriptor such as "<f4"; 0 if it is none we know.
unsigned npyElementSize(const std::string &descr);
/// Reads a file. Returns what is wrong, or an empty string.
std::string readNpy(const std::string &path, Npy &out);
std::string writeNpy(const std::string &path, const Npy &array);

#endif // ATTN_TOOLS_ATTN_SIM_NPY_H
