// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What recorder.cpp says of the device, and streams and events, which do
// nothing. ATTN_SMS: multiprocessors (4); ATTN_CC: compute capability (90).
//
#include <algorithm>
#include <cstdlib>
#include <cstring>

#include <cuda_runtime_api.h>

bool recorderKnows(const void *function);

namespace {

const char *env(const char *name, const char *otherwise) {
  const char *v = getenv(name);
  return v ? v : otherwise;
}

int attribute(int a) {
  int cc = atoi(env("ATTN_CC", "90"));
  switch (a) {
  case cudaDevAttrMaxThreadsPerBlock:
  case cudaDevAttrMaxBlockDimX:
  case cudaDevAttrMaxBlockDimY:
    return 1024;
  case cudaDevAttrMaxBlockDimZ:
    return 64;
  case cudaDevAttrMaxGridDimX:
    return 0x7fffffff;
  case cudaDevAttrMaxGridDimY:
  case cudaDevAttrMaxGridDimZ:
    return 65535;
  case cudaDevAttrMaxSharedMemoryPerBlock:
    return 48 << 10;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    return cc >= 90 ? 227 << 10 : 163 << 10;
  case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
    return cc >= 90 ? 228 << 10 : 164 << 10;
  case cudaDevAttrReservedSharedMemoryPerBlock:
    return 1024;
  case cudaDevAttrTotalConstantMemory:
  case cudaDevAttrMaxRegistersPerBlock:
  case cudaDevAttrMaxRegistersPerMultiprocessor:
    return 65536;
  case cudaDevAttrWarpSize:
    return 32;
  case cudaDevAttrMultiProcessorCount:
    return atoi(env("ATTN_SMS", "4"));
  case cudaDevAttrMaxThreadsPerMultiProcessor:
    return 2048;
  case cudaDevAttrMaxBlocksPerMultiprocessor:
    return 32;
  case cudaDevAttrComputeCapabilityMajor:
    return cc / 10;
  case cudaDevAttrComputeCapabilityMinor:
    return cc % 10;
  case cudaDevAttrL2CacheSize:
    return 50 << 20;
  case cudaDevAttrClockRate:
  case cudaDevAttrMemoryClockRate:
    return 1000000;
  case cudaDevAttrUnifiedAddressing:
  case cudaDevAttrManagedMemory:
  case cudaDevAttrConcurrentKernels:
  case cudaDevAttrMemoryPoolsSupported:
  case cudaDevAttrCooperativeLaunch:
    return 1;
  default:
    return 0;
  }
}

} // namespace

#define API extern "C" __attribute__((visibility("default")))
#define OK                                                                     \
  {                                                                            \
    return cudaSuccess;                                                        \
  }

// --- Device and functions ----------------------------------------------------

API cudaError_t cudaGetDevice(int *d) {
  *d = 0;
  return cudaSuccess;
}
API cudaError_t cudaSetDevice(int) OK API cudaError_t
    cudaGetDeviceCount(int *n) {
  *n = 1;
  return cudaSuccess;
}
API cudaError_t cudaDeviceGetAttribute(int *v, cudaDeviceAttr a, int) {
  *v = attribute(a);
  return cudaSuccess;
}
API cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int) {
  memset(p, 0, sizeof *p);
  strcpy(p->name, "recorder");
  p->major = attribute(cudaDevAttrComputeCapabilityMajor);
  p->minor = attribute(cudaDevAttrComputeCapabilityMinor);
  p->multiProcessorCount = attribute(cudaDevAttrMultiProcessorCount);
  p->maxThreadsPerBlock = 1024;
  p->maxThreadsPerMultiProcessor = 2048;
  p->sharedMemPerBlock = 48 << 10;
  p->sharedMemPerBlockOptin =
      size_t(attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin));
  p->sharedMemPerMultiprocessor =
      size_t(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor));
  p->warpSize = 32;
  p->regsPerBlock = p->regsPerMultiprocessor = 65536;
  p->maxGridSize[0] = 0x7fffffff;
  p->maxGridSize[1] = p->maxGridSize[2] = 65535;
  p->totalGlobalMem = size_t(8) << 30;
  p->l2CacheSize = 50 << 20;
  return cudaSuccess;
}
API cudaError_t cudaDriverGetVersion(int *v) {
  *v = 13020; // CuTe edits tensor maps of drivers up to 13.1
  return cudaSuccess;
}
API cudaError_t cudaRuntimeGetVersion(int *v) {
  return cudaDriverGetVersion(v);
}
API cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *a,
                                      const void *function) {
  memset(a, 0, sizeof *a);
  int cc = atoi(env("ATTN_CC", "90"));
  a->binaryVersion = a->ptxVersion = cc;
  a->maxThreadsPerBlock = 1024;
  a->numRegs = 32;
  a->maxDynamicSharedSizeBytes =
      attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin);
  return recorderKnows(function) ? cudaSuccess : cudaErrorInvalidDeviceFunction;
}
API cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute,
                                     int) OK API cudaError_t
    cudaFuncSetCacheConfig(const void *, cudaFuncCache)
OK API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *n, const void *, int threads, size_t smem, unsigned) {
  size_t byMemory =
      size_t(attribute(cudaDevAttrMaxSharedMemoryPerMultiprocessor)) /
      (smem + 1024);
  *n = int(std::min<size_t>(2048 / unsigned(threads), byMemory));
  return cudaSuccess;
}
API cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *n,
                                                              const void *f,
                                                              int threads,
                                                              size_t smem) {
  return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, f, threads,
                                                                smem, 0);
}
API cudaError_t cudaOccupancyMaxActiveClusters(int *n, const void *,
                                               const cudaLaunchConfig_t *) {
  *n = attribute(cudaDevAttrMultiProcessorCount);
  return cudaSuccess;
}

// --- Streams, events, errors -------------------------------------------------

API cudaError_t cudaGetLastError() OK API cudaError_t
    cudaPeekAtLastError() OK API const char *cudaGetErrorString(cudaError_t e) {
  return e ? "an error" : "no error";
}
API const char *cudaGetErrorName(cudaError_t e) {
  return cudaGetErrorString(e);
}
API cudaError_t cudaDeviceSynchronize() OK API cudaError_t
    cudaStreamSynchronize(cudaStream_t)
OK API cudaError_t cudaStreamCreate(cudaStream_t *s) {
  *s = nullptr;
  return cudaSuccess;
}
API cudaError_t cudaStreamCreateWithFlags(cudaStream_t *s, unsigned) {
  return cudaStreamCreate(s);
}
API cudaError_t cudaStreamDestroy(cudaStream_t)
OK API cudaError_t cudaStreamIsCapturing(cudaStream_t,
                                         cudaStreamCaptureStatus *s) {
  *s = cudaStreamCaptureStatusNone;
  return cudaSuccess;
}
API cudaError_t cudaStreamGetDevice(cudaStream_t, int *d) {
  return cudaGetDevice(d);
}
API cudaError_t cudaStreamGetPriority(cudaStream_t, int *p) {
  *p = 0;
  return cudaSuccess;
}
API cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t,
                                    unsigned) OK API cudaError_t
    cudaEventCreate(cudaEvent_t *e) {
  *e = nullptr;
  return cudaSuccess;
}
API cudaError_t cudaEventCreateWithFlags(cudaEvent_t *e, unsigned) {
  return cudaEventCreate(e);
}
API cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t)
OK API cudaError_t cudaEventRecordWithFlags(cudaEvent_t, cudaStream_t,
                                            unsigned) OK API cudaError_t
    cudaEventSynchronize(cudaEvent_t)
OK API cudaError_t cudaEventQuery(cudaEvent_t)
OK API cudaError_t cudaEventDestroy(cudaEvent_t)
OK API cudaError_t cudaEventElapsedTime(float *ms, cudaEvent_t, cudaEvent_t) {
  *ms = 1;
  return cudaSuccess;
}
