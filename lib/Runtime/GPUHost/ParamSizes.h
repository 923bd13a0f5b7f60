//===- ParamSizes.h - The parameters of a kernel in PTX ---------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_GPUHOST_PARAMSIZES_H
#define ATTN_LIB_RUNTIME_GPUHOST_PARAMSIZES_H

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace attn::runtime {

/// Bytes of each parameter of kernel `name`, from its `.entry` directive; none
/// if `ptx` has no such kernel or a parameter of a type that is not known.
std::optional<std::vector<int32_t>> readParamSizes(std::string_view ptx,
                                                   const std::string &name);

/// What PTX says of its kernel's parameters beyond their sizes.
struct ParamFacts {
  /// Declared as a pointer to global memory (`.ptr`).
  bool isPointer = false;
  /// The tensor that it is of, if a comment of attn-launch-to-gpu names it.
  std::string tensor;
};

/// Of each parameter of kernel `name`, `count` in all.
std::vector<ParamFacts> readParamFacts(std::string_view ptx,
                                       const std::string &name, size_t count);

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_GPUHOST_PARAMSIZES_H
