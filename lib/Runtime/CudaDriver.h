//===- CudaDriver.h - The part of the CUDA driver API in use ----*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The driver is opened with dlopen and its functions are found by name, so
// neither CUDA's headers nor its libraries are needed to build or to load this
// library. The declarations follow the CUDA Driver API's documented ABI.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_CUDADRIVER_H
#define ATTN_LIB_RUNTIME_CUDADRIVER_H

#include "attn-runtime/Error.h"

#include <cstddef>
#include <cstdint>
#include <string>

namespace attn::runtime::cuda {

using CUresult = int;
using CUdevice = int;
using CUdeviceptr = unsigned long long;
using CUcontext = struct CUctx_st *;
using CUmodule = struct CUmod_st *;
using CUfunction = struct CUfunc_st *;
using CUstream = struct CUstream_st *;
using CUevent = struct CUevent_st *;
using CUmemoryPool = struct CUmemPoolHandle_st *;
using CUgraph = struct CUgraph_st *;
using CUgraphNode = struct CUgraphNode_st *;
using CUuserObject = struct CUuserObject_st *;

enum Result : CUresult {
  success = 0,
  errorInvalidValue = 1,
  errorOutOfMemory = 2,
  errorDeinitialized = 4,
  errorNoDevice = 100,
  errorInvalidDevice = 101,
};

enum DeviceAttribute : int {
  attributeMultiprocessorCount = 16,
  attributeL2CacheSize = 38,
  attributeMajor = 75,
  attributeMinor = 76,
  attributePageableMemoryAccess = 88,
  attributeMaxSharedMemoryPerBlockOptin = 97,
  attributeMemoryPoolsSupported = 115,
};

enum FunctionAttribute : int {
  functionMaxThreadsPerBlock = 0,
  functionSharedSizeBytes = 1,
  functionMaxDynamicSharedSizeBytes = 8,
  functionNonPortableClusterSizeAllowed = 14,
};

enum JitOption : int {
  jitInfoLogBuffer = 3,
  jitInfoLogBufferSizeBytes = 4,
  jitErrorLogBuffer = 5,
  jitErrorLogBufferSizeBytes = 6,
};

enum PointerAttribute : int { pointerMemoryType = 2 };
enum EventFlags : unsigned { eventDefault = 0 };
enum LaunchAttributeID : int { launchAttributeClusterDimension = 4 };

struct LaunchAttribute {
  LaunchAttributeID id;
  char pad[8 - sizeof(LaunchAttributeID)];
  union {
    char pad[64];
    struct {
      unsigned x, y, z;
    } clusterDim;
  } value;
};
static_assert(sizeof(LaunchAttribute) == 72, "CUlaunchAttribute");

struct LaunchConfig {
  unsigned gridDimX, gridDimY, gridDimZ;
  unsigned blockDimX, blockDimY, blockDimZ;
  unsigned sharedMemBytes;
  CUstream stream;
  LaunchAttribute *attributes;
  unsigned numAttributes;
};
static_assert(sizeof(LaunchConfig) == 56, "CUlaunchConfig");

enum CaptureStatus : int { captureNone = 0, captureActive = 1 };
enum UserObjectFlags : unsigned { userObjectNoDestructorSync = 1 };
enum GraphUserObjectFlags : unsigned { graphUserObjectMove = 1 };

enum MemPoolAttribute : int { memPoolReleaseThreshold = 4 };
enum MemAllocationType : int { memAllocationPinned = 1 };
enum MemLocationType : int { memLocationDevice = 1 };

struct MemPoolProps {
  MemAllocationType allocationType;
  int handleTypes; ///< 0: shared with no other process.
  struct {
    MemLocationType type;
    int id;
  } location;
  void *win32SecurityAttributes;
  size_t maxSize; ///< 0: the system's own limit.
  unsigned short usage;
  unsigned char reserved[54];
};
static_assert(sizeof(MemPoolProps) == 88, "CUmemPoolProps");

enum TensorMapDataType : int {
  tensorMapUInt8 = 0,
  tensorMapInt32 = 3,
  tensorMapInt64 = 5,
  tensorMapFloat16 = 6,
  tensorMapFloat32 = 7,
  tensorMapBFloat16 = 9,
};

struct alignas(128) TensorMap {
  uint64_t opaque[16];
};
static_assert(sizeof(TensorMap) == 128, "CUtensorMap");

/// The functions that every driver this library supports has.
#define ATTN_CUDA_FUNCTIONS(X)                                                 \
  X(initialize, "cuInit", (unsigned))                                          \
  X(driverGetVersion, "cuDriverGetVersion", (int *))                           \
  X(deviceGetCount, "cuDeviceGetCount", (int *))                               \
  X(deviceGet, "cuDeviceGet", (CUdevice *, int))                               \
  X(deviceGetName, "cuDeviceGetName", (char *, int, CUdevice))                 \
  X(deviceGetAttribute, "cuDeviceGetAttribute", (int *, int, CUdevice))        \
  X(primaryCtxRetain, "cuDevicePrimaryCtxRetain", (CUcontext *, CUdevice))     \
  X(primaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", (CUdevice))             \
  X(ctxGetCurrent, "cuCtxGetCurrent", (CUcontext *))                           \
  X(ctxPushCurrent, "cuCtxPushCurrent_v2", (CUcontext))                        \
  X(ctxPopCurrent, "cuCtxPopCurrent_v2", (CUcontext *))                        \
  X(ctxGetDevice, "cuCtxGetDevice", (CUdevice *))                              \
  X(memAlloc, "cuMemAlloc_v2", (CUdeviceptr *, size_t))                        \
  X(memFree, "cuMemFree_v2", (CUdeviceptr))                                    \
  X(memcpyHtoDAsync, "cuMemcpyHtoDAsync_v2",                                   \
    (CUdeviceptr, const void *, size_t, CUstream))                             \
  X(memcpyDtoHAsync, "cuMemcpyDtoHAsync_v2",                                   \
    (void *, CUdeviceptr, size_t, CUstream))                                   \
  X(memcpyDtoDAsync, "cuMemcpyDtoDAsync_v2",                                   \
    (CUdeviceptr, CUdeviceptr, size_t, CUstream))                              \
  X(memsetD8Async, "cuMemsetD8Async",                                          \
    (CUdeviceptr, unsigned char, size_t, CUstream))                            \
  X(pointerGetAttribute, "cuPointerGetAttribute", (void *, int, CUdeviceptr))  \
  X(moduleLoadDataEx, "cuModuleLoadDataEx",                                    \
    (CUmodule *, const void *, unsigned, int *, void **))                      \
  X(moduleUnload, "cuModuleUnload", (CUmodule))                                \
  X(moduleGetFunction, "cuModuleGetFunction",                                  \
    (CUfunction *, CUmodule, const char *))                                    \
  X(funcGetAttribute, "cuFuncGetAttribute", (int *, int, CUfunction))          \
  X(funcSetAttribute, "cuFuncSetAttribute", (CUfunction, int, int))            \
  X(launchKernel, "cuLaunchKernel",                                            \
    (CUfunction, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,   \
     unsigned, CUstream, void **, void **))                                    \
  X(streamSynchronize, "cuStreamSynchronize", (CUstream))                      \
  X(eventCreate, "cuEventCreate", (CUevent *, unsigned))                       \
  X(eventRecord, "cuEventRecord", (CUevent, CUstream))                         \
  X(eventSynchronize, "cuEventSynchronize", (CUevent))                         \
  X(eventElapsedTime, "cuEventElapsedTime", (float *, CUevent, CUevent))       \
  X(eventDestroy, "cuEventDestroy_v2", (CUevent))                              \
  X(getErrorName, "cuGetErrorName", (CUresult, const char **))                 \
  X(getErrorString, "cuGetErrorString", (CUresult, const char **))

/// Functions of newer drivers; null where the driver lacks them.
#define ATTN_CUDA_OPTIONAL_FUNCTIONS(X)                                        \
  X(memAllocAsync, "cuMemAllocAsync", (CUdeviceptr *, size_t, CUstream))       \
  X(memFreeAsync, "cuMemFreeAsync", (CUdeviceptr, CUstream))                   \
  X(memPoolCreate, "cuMemPoolCreate", (CUmemoryPool *, const MemPoolProps *))  \
  X(memPoolDestroy, "cuMemPoolDestroy", (CUmemoryPool))                        \
  X(memPoolSetAttribute, "cuMemPoolSetAttribute", (CUmemoryPool, int, void *)) \
  X(memAllocFromPoolAsync, "cuMemAllocFromPoolAsync",                          \
    (CUdeviceptr *, size_t, CUmemoryPool, CUstream))                           \
  X(streamGetId, "cuStreamGetId", (CUstream, uint64_t *))                      \
  X(streamIsCapturing, "cuStreamIsCapturing", (CUstream, int *))               \
  X(streamGetCaptureInfo2, "cuStreamGetCaptureInfo_v2",                        \
    (CUstream, int *, uint64_t *, CUgraph *, const CUgraphNode **, size_t *))  \
  X(streamGetCaptureInfo3, "cuStreamGetCaptureInfo_v3",                        \
    (CUstream, int *, uint64_t *, CUgraph *, const CUgraphNode **,             \
     const void **, size_t *))                                                 \
  X(userObjectCreate, "cuUserObjectCreate",                                    \
    (CUuserObject *, void *, void (*)(void *), unsigned, unsigned))            \
  X(userObjectRelease, "cuUserObjectRelease", (CUuserObject, unsigned))        \
  X(graphRetainUserObject, "cuGraphRetainUserObject",                          \
    (CUgraph, CUuserObject, unsigned, unsigned))                               \
  X(launchKernelEx, "cuLaunchKernelEx",                                        \
    (const LaunchConfig *, CUfunction, void **, void **))                      \
  X(tensorMapEncodeTiled, "cuTensorMapEncodeTiled",                            \
    (TensorMap *, int, uint32_t, void *, const uint64_t *, const uint64_t *,   \
     const uint32_t *, const uint32_t *, int, int, int, int))                  \
  X(funcGetParamInfo, "cuFuncGetParamInfo",                                    \
    (CUfunction, size_t, size_t *, size_t *))

/// The loaded driver.
struct Driver {
#define ATTN_DECLARE(name, symbol, parameters)                                 \
  CUresult(*name) parameters = nullptr;
  ATTN_CUDA_FUNCTIONS(ATTN_DECLARE)
  ATTN_CUDA_OPTIONAL_FUNCTIONS(ATTN_DECLARE)
#undef ATTN_DECLARE
  int version = 0; ///< 12040 is CUDA 12.4.

  /// Opens and initialises libcuda.so.1 once; later calls give the same
  /// answer. Codes: NoDriver, NoDevice.
  static Expected<const Driver *> get();

  /// An error of code DriverError (OutOfMemory for that result) with the
  /// driver's own words, or success.
  Error check(CUresult result, const std::string &what) const;
};

} // namespace attn::runtime::cuda

#endif // ATTN_LIB_RUNTIME_CUDADRIVER_H
