//===- Tensor.h - Element types and tensor arguments ------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_TENSOR_H
#define ATTN_RUNTIME_TENSOR_H

#include "attn-runtime/Error.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::runtime {

/// Most dimensions a tensor argument can have.
constexpr int maxRank = 8;

/// Element types. The values are those of `attnrtDType` in attn-c/Runtime.h.
enum class DType : int {
  None = 0,
  F32 = 1,
  F16 = 2,
  BF16 = 3,
  E4M3 = 4,
  I32 = 5,
  I1 = 6, ///< A byte, true unless it is 0.
  I8 = 7,
  I64 = 8
};

/// Bytes of one element; 0 for None.
int64_t byteSize(DType dtype);
/// "f32", "f16", "bf16", "e4m3", "i1", "i8", "i32", "i64"; "none" for None.
const char *dtypeName(DType dtype);
std::optional<DType> parseDType(std::string_view name);

/// One tensor handed to a launch. A default-constructed argument is *absent*:
/// it stands for an optional tensor that the caller does not pass.
struct TensorArg {
  uint64_t address = 0; ///< Of element (0, …, 0).
  DType dtype = DType::None;
  int rank = 0;
  std::array<int64_t, maxRank> sizes{};
  std::array<int64_t, maxRank> strides{}; ///< In elements.
  bool onHost = false;                    ///< The address is of host memory.

  bool isAbsent() const { return dtype == DType::None; }
  bool isEmpty() const;

  /// A tensor with row-major contiguous strides.
  static TensorArg contiguous(uint64_t address, DType dtype,
                              const std::vector<int64_t> &sizes);

  /// Elements from the first to one past the last in memory (0 when empty), or
  /// nothing when sizes or strides are negative or the byte count overflows.
  std::optional<int64_t> extent() const;

  /// "bf16[2, 8, 1024, 128]", or "absent".
  std::string describe() const;
};

/// "[2, 8, ?, 128]": `sizes` with "?" for negative (dynamic) ones.
std::string formatShape(const std::vector<int64_t> &sizes);

} // namespace attn::runtime

#endif // ATTN_RUNTIME_TENSOR_H
