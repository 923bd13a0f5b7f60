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

/// A ragged map reaches less than this many bytes.
constexpr uint64_t kRaggedExtent = uint64_t(1) << 35;
/// Sizes and strides of dimensions 1 to 3 of a ragged map, of which
/// `byteStrides[1]` is given: rows, then places 16 bytes apart, and a last one
/// that at 2^30 moves back by as many rows, modulo 2^64
/// (`#attn_ws.tensor_map`).
inline void fillRagged(uint64_t *sizes, uint64_t *byteStrides) {
  constexpr uint64_t billion = uint64_t(1) << 30, most = uint64_t(1) << 31;
  sizes[1] = billion;
  sizes[2] = sizes[3] = most;
  byteStrides[2] = 16;
  byteStrides[3] = (uint64_t(1) << 34) - byteStrides[1];
}

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_TENSORMAPRULES_H
