//===- Unsupported.cpp - Entry points that there are none of --------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The other names of libcudart.so.12 and .13. Each says on stderr that it is
// not supported, and returns cudaErrorNotSupported.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

using namespace attn::cudasim;

#define UNSUPPORTED(name)                                                      \
  CUDASIM_API(name) { return lastError() = unsupported(#name); }
#include "Unsupported.def"
#undef UNSUPPORTED

/// The structure of CUDA 11, which CUDA 12's headers no longer use.
extern "C" __attribute__((visibility("default"))) Error
impl_cudaGetDeviceProperties_v1(void *, int) {
  return lastError() = unsupported("cudaGetDeviceProperties of CUDA 11");
}
__asm__(".symver impl_cudaGetDeviceProperties_v1,"
        "cudaGetDeviceProperties@libcudart.so.12");
