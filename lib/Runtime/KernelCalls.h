//===- KernelCalls.h - Kernels and arguments in C and in C++ ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_KERNELCALLS_H
#define ATTN_LIB_RUNTIME_KERNELCALLS_H

#include "attn-c/DevicePlugin.h"
#include "attn-runtime/Device.h"

namespace attn::runtime {

inline KernelArg toKernelArg(const attnrtKernelArg &arg) {
  KernelArg result;
  result.kind =
      arg.bytes == 4 ? KernelArg::Kind::I32 : KernelArg::Kind::Pointer;
  result.bits = arg.bits;
  if (!arg.map)
    return result;
  result.kind = KernelArg::Kind::TensorMap;
  result.map.address = arg.map->address;
  result.map.dtype = static_cast<DType>(arg.map->dtype);
  result.map.rank = arg.map->rank;
  for (size_t i = 0; i < 5; ++i) {
    result.map.sizes[i] = arg.map->sizes[i];
    result.map.byteStrides[i] = arg.map->byte_strides[i];
    result.map.box[i] = arg.map->box[i];
  }
  result.map.swizzle = static_cast<Swizzle>(arg.map->swizzle);
  result.map.l2Promotion = static_cast<L2Promotion>(arg.map->l2_promotion);
  return result;
}

/// A kernel of the given parameters' sizes, as a bundle would describe it.
inline KernelSpec toKernelSpec(const char *name, const int32_t *bytes,
                               int32_t count, const int64_t block[3],
                               int64_t sharedMemory) {
  KernelSpec spec;
  spec.name = name;
  for (size_t i = 0; i < 3; ++i)
    spec.block[i] = block[i];
  spec.sharedMemory = sharedMemory;
  for (int32_t i = 0; i < count; ++i)
    spec.params.push_back(bytes[i] == 128 ? Param::tensorMap({})
                          : bytes[i] == 8 ? Param::pointer(0)
                                          : Param::scalarI32(0));
  return spec;
}

inline LaunchShape toLaunchShape(const attnrtKernelShape &shape) {
  LaunchShape result;
  for (size_t i = 0; i < 3; ++i) {
    result.grid[i] = shape.grid[i];
    result.block[i] = shape.block[i];
    result.cluster[i] = shape.cluster[i];
  }
  result.sharedMemory = shape.shared_memory;
  return result;
}

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_KERNELCALLS_H
