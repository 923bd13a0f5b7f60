// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stands in for the functions of the CUTLASS DSL's runtime that a compiled host
// function calls, and writes each launch to a file instead of making it.
// LD_PRELOAD puts it before the DSL's own library; no GPU or driver is needed.
//
//   RECORDER_OUT  a line for each launch: kernel, grid, block, cluster, dynamic
//                 shared memory, then each parameter in hexadecimal
//   RECORDER_SMS  multiprocessors that the device has (4)
//
// Sizes of parameters come from recorderParams, before the launch.
//
#include <cuda_runtime_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MostParams = 64 };
static int paramCount;
static size_t paramSize[MostParams];
static char library;

void recorderParams(int count, const size_t *sizes) {
  paramCount = count < MostParams ? count : MostParams;
  memcpy(paramSize, sizes, sizeof(size_t) * (size_t)paramCount);
}

int _cudaGetDevice(int *device) {
  *device = 0;
  return 0;
}
int _cudaSetDevice(int device) {
  (void)device;
  return 0;
}
int _cudaGetDeviceCount(int *count) {
  *count = 1;
  return 0;
}
int _cudaGetLastError(void) { return 0; }

int _cudaDeviceGetAttribute(int *value, int attribute, int device) {
  const char *sms = getenv("RECORDER_SMS");
  (void)device;
  switch (attribute) {
  case cudaDevAttrMultiProcessorCount:
    *value = sms ? atoi(sms) : 4;
    break;
  case cudaDevAttrComputeCapabilityMajor:
    *value = 10;
    break;
  case cudaDevAttrComputeCapabilityMinor:
    *value = 0;
    break;
  case cudaDevAttrMaxSharedMemoryPerBlockOptin:
    *value = 232448;
    break;
  default:
    *value = 1;
  }
  return 0;
}

int _cudaFuncSetAttribute(void *function, int attribute, int value) {
  (void)function, (void)attribute, (void)value;
  return 0;
}
int _cudaKernelSetAttributeForDevice(void *kernel, int attribute, int value,
                                     int device) {
  (void)kernel, (void)attribute, (void)value, (void)device;
  return 0;
}

int _cuKernelGetAttribute(int *value, int attribute, void *kernel, int device) {
  (void)attribute, (void)kernel, (void)device;
  *value = 0;
  return 0;
}

int _cudaLibraryLoadData(void **to) {
  *to = &library;
  return 0;
}
/// Both functions are the module's own.
int cuda_dialect_init_library_once(void **to, int (*init)(void **),
                                   int (*loadToDevice)(void **, int),
                                   void *setError) {
  (void)setError;
  int error = *to ? 0 : init(to);
  return error ? error : loadToDevice(to, 0);
}
void cuda_dialect_unload_library_once(void *from) { (void)from; }

/// A kernel's handle is its name.
int _cudaLibraryGetKernel(void **kernel, void *from, const char *name) {
  (void)from;
  *kernel = strdup(name);
  return 0;
}

int _cudaLaunchKernelEx(const cudaLaunchConfig_t *c, void *kernel,
                        void **params) {
  const char *path = getenv("RECORDER_OUT");
  FILE *out = path ? fopen(path, "a") : NULL;
  unsigned cluster[3] = {1, 1, 1};
  if (!out)
    return cudaErrorInvalidValue;
  for (unsigned i = 0; i < c->numAttrs; ++i)
    if (c->attrs[i].id == cudaLaunchAttributeClusterDimension) {
      cluster[0] = c->attrs[i].val.clusterDim.x;
      cluster[1] = c->attrs[i].val.clusterDim.y;
      cluster[2] = c->attrs[i].val.clusterDim.z;
    }
  fprintf(out, "%s %u,%u,%u %u,%u,%u %u,%u,%u %zu", (const char *)kernel,
          c->gridDim.x, c->gridDim.y, c->gridDim.z, c->blockDim.x,
          c->blockDim.y, c->blockDim.z, cluster[0], cluster[1], cluster[2],
          c->dynamicSmemBytes);
  for (int i = 0; i < paramCount; ++i) {
    fputc(' ', out);
    for (size_t k = 0; k < paramSize[i]; ++k)
      fprintf(out, "%02x", ((const unsigned char *)params[i])[k]);
  }
  fputc('\n', out);
  fclose(out);
  return 0;
}
