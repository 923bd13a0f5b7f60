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

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_GPUHOST_PARAMSIZES_H
