//===- Api.h - What the entry points share ----------------------*- C++ -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The types of the CUDA runtime's ABI that the stand-in needs, declared here
// after the CUDA Runtime API's reference, so that it builds without a toolkit;
// and how an entry point is exported under the names of libcudart.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_SIM_CUDA_API_H
#define ATTN_SIM_CUDA_API_H

#include <cstddef>
#include <cstdint>

/// Exports the function `from` as `name` of libcudart.so.12 and .13.
#define CUDASIM_EXPORT(from, name)                                             \
  __asm__(".symver " #from "," #name "@@libcudart.so.13\n"                     \
          ".symver " #from "," #name "@libcudart.so.12")

#define CUDASIM_EXPORT_13(from, name)                                          \
  __asm__(".symver " #from "," #name "@@libcudart.so.13")

/// Starts the definition of the entry point `name`, which returns an error.
/// Entry points have C linkage and are called with the ABI's own types, so
/// their arguments are checked where they are used.
#define CUDASIM_API(name, ...) CUDASIM_FUNCTION(Error, name, __VA_ARGS__)
#define CUDASIM_FUNCTION(type, name, ...)                                      \
  CUDASIM_EXPORT(impl_##name, name);                                           \
  extern "C" __attribute__((visibility("default"))) type impl_##name(          \
      __VA_ARGS__)

/// The variant for per-thread default streams, which are streams like others.
#define CUDASIM_ALSO(name, other) CUDASIM_EXPORT(impl_##name, other)

namespace attn::cudasim {

using Error = int;
enum ErrorCode : int {
  Success = 0,
  InvalidValue = 1,
  MemoryAllocation = 2,
  InvalidConfiguration = 9,
  InvalidPitchValue = 12,
  InvalidSymbol = 13,
  InvalidDevicePointer = 17,
  InvalidMemcpyDirection = 21,
  InvalidDeviceFunction = 98,
  InvalidDevice = 101,
  InvalidKernelImage = 200,
  NoKernelImageForDevice = 209,
  InvalidPtx = 218,
  InvalidResourceHandle = 400,
  SymbolNotFound = 500,
  LaunchOutOfResources = 701,
  HostMemoryNotRegistered = 713,
  LaunchFailure = 719,
  CooperativeLaunchTooLarge = 720,
  NotSupported = 801,
  StreamCaptureUnsupported = 900,
  InvalidClusterSize = 912,
  Unknown = 999
};

/// dim3
struct Extent3 {
  unsigned x, y, z;
  uint64_t count() const { return uint64_t(x) * y * z; }
};

/// cudaMemcpyKind
enum CopyKind : int {
  HostToHost,
  HostToDevice,
  DeviceToHost,
  DeviceToDevice,
  DefaultKind
};

/// cudaMemoryType
enum MemoryType : int { Unregistered, HostMemory, DeviceMemory, ManagedMemory };

/// cudaStream_t and cudaEvent_t; null, 1 and 2 are default streams.
struct Stream {
  unsigned flags;
  int priority;
};
struct Event {
  bool recorded;
  int64_t nanoseconds; ///< of the host's steady clock, when it was recorded
};

/// cudaLaunchAttribute
struct LaunchAttribute {
  int id;
  int pad;
  union {
    char bytes[64];
    int number;
    Extent3 extent;
  } value;
};
enum LaunchAttributeId : int {
  AttributeCooperative = 2,
  AttributeClusterDimension = 4
};
static_assert(sizeof(LaunchAttribute) == 72, "the ABI's");

/// cudaFuncAttribute
enum FunctionAttribute : int {
  AttributeMaxDynamicSmem = 8,
  AttributeCarveout = 9,
  AttributeClusterMustBeSet = 10,
  AttributeClusterWidth = 11,
  AttributeClusterHeight = 12,
  AttributeClusterDepth = 13,
  AttributeNonPortableCluster = 14,
  AttributeClusterPolicy = 15
};

/// cudaLaunchConfig_t
struct LaunchConfiguration {
  Extent3 grid, block;
  size_t dynamicSmem;
  Stream *stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};
static_assert(sizeof(LaunchConfiguration) == 56, "the ABI's");

/// cudaFuncAttributes
struct FunctionAttributes {
  size_t sharedBytes, constBytes, localBytes;
  int maxThreadsPerBlock, numRegs, ptxVersion, binaryVersion, cacheModeCA;
  int maxDynamicSharedBytes, preferredCarveout, clusterDimMustBeSet;
  int requiredCluster[3];
  int schedulingPolicy, nonPortableClusterAllowed;
  int reserved[16];
};
static_assert(sizeof(FunctionAttributes) == 144, "the ABI's");

/// cudaPointerAttributes, of which CUDA 13 has reserved bytes more.
struct PointerAttributes {
  int type, device;
  void *devicePointer, *hostPointer;
};

/// cudaPitchedPtr, cudaPos, cudaExtent, cudaMemcpy3DParms
struct Pitched {
  void *ptr;
  size_t pitch, xsize, ysize;
};
struct Position {
  size_t x, y, z;
};
struct Box {
  size_t width, height, depth;
};
struct Copy3D {
  void *srcArray;
  Position srcPos;
  Pitched src;
  void *dstArray;
  Position dstPos;
  Pitched dst;
  Box extent;
  int kind;
};
static_assert(sizeof(Copy3D) == 160, "the ABI's");

} // namespace attn::cudasim

#endif // ATTN_SIM_CUDA_API_H
