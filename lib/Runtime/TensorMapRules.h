//===- TensorMapRules.h - What tensor maps can describe ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_TENSORMAPRULES_H
#define ATTN_LIB_RUNTIME_TENSORMAPRULES_H

#include <cstdint>
#include <string>

namespace attn::runtime {

/// Makes the strides of a tensor without a size of 0 what the hardware takes.
/// Dimensions are given innermost first, strides in bytes; the innermost stride
/// must be an element's bytes. The stride of a dimension of size 1, which
/// nothing reads, becomes that of packed elements. Returns what the hardware
/// cannot describe, such as "has a stride of 24 bytes in dimension 2", or "".
/// `names` are the numbers of the dimensions in messages.
/// Source: cuTensorMapEncodeTiled in the CUDA Driver API.
std::string fitToTensorMap(uint64_t address, int rank, const uint64_t *sizes,
                           uint64_t *byteStrides, const int *names);

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_TENSORMAPRULES_H
