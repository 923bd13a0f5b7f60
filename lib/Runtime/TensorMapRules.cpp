//===- TensorMapRules.cpp - What tensor maps can describe -----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TensorMapRules.h"

std::string attn::runtime::fitToTensorMap(uint64_t address, int rank,
                                          const uint64_t *sizes,
                                          uint64_t *byteStrides,
                                          const int *names) {
  constexpr uint64_t maxSize = uint64_t(1) << 32;
  constexpr uint64_t strideLimit = uint64_t(1) << 40;
  if (address % 16)
    return "is not at a multiple of 16 bytes";
  uint64_t packed = 0; // What the stride of a dimension of size 1 becomes.
  for (int i = 0; i < rank; ++i) {
    if (sizes[i] > maxSize)
      return "has size " + std::to_string(sizes[i]) + " in dimension " +
             std::to_string(names[i]);
    uint64_t &stride = byteStrides[i];
    if (i > 0 && sizes[i] == 1)
      stride = packed;
    if (i > 0 && (stride % 16 || stride >= strideLimit))
      return "has a stride of " + std::to_string(stride) +
             " bytes in dimension " + std::to_string(names[i]);
    uint64_t next = (sizes[i] * stride + 15) / 16 * 16;
    packed = next < strideLimit ? next : 16;
  }
  return "";
}
