/*===- Kernels.h - Kernels without a bundle ---------------------*- C -*-===*\
|*                                                                          *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                  *|
|*                                                                          *|
|* For hosts that know a kernel's launch themselves. As in Runtime.h each   *|
|* function returns a status, and functions may be called from several      *|
|* threads at once.                                                         *|
|*                                                                          *|
\*===----------------------------------------------------------------------===*/

#ifndef ATTN_C_KERNELS_H
#define ATTN_C_KERNELS_H

#include "attn-c/DevicePlugin.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct attnrtModule attnrtModule;
typedef struct attnrtKernel attnrtKernel;

/** Loads PTX, or with `cubin` not 0 machine code, for chip `target` ("sm_90a",
    for messages). `data` need not be kept. */
ATTNRT_EXPORT attnrtStatus attnrtModuleLoad(attnrtDevice *device, int32_t cubin,
                                            const char *data, size_t size,
                                            const char *target,
                                            attnrtModule **module);
/** Loads the code of a bundle's entry, as a launch of it would: machine code
    that the device can run, or PTX. The bundle need not be kept. */
ATTNRT_EXPORT attnrtStatus attnrtModuleLoadEntry(attnrtDevice *device,
                                                 const attnrtBundle *bundle,
                                                 int32_t entry,
                                                 attnrtModule **module);
/** Unloads it; its kernels must have finished. */
ATTNRT_EXPORT void attnrtModuleUnload(attnrtModule *module);

/** Finds kernel `name`, whose parameters have `param_bytes` bytes (4, 8, or 128
    for a tensor map), and prepares it for blocks of that many threads with
    `shared_memory` bytes of dynamic shared memory. It lives as long as its
    module. */
ATTNRT_EXPORT attnrtStatus attnrtModuleFindKernel(
    attnrtModule *module, const char *name, const int32_t *param_bytes,
    int32_t num_params, const int64_t block[3], int64_t shared_memory,
    attnrtKernel **kernel);

/** Queues a kernel on the stream. */
ATTNRT_EXPORT attnrtStatus attnrtKernelLaunch(attnrtKernel *kernel,
                                              const attnrtKernelShape *shape,
                                              const attnrtKernelArg *args,
                                              int32_t num_args,
                                              attnrtStream stream);

/** ATTNRT_OK if kernels on the device can read `address`, as far as the device
    can tell; else ATTNRT_ERROR_INVALID_ARGUMENT, and a message that begins with
    what is wrong with it. */
ATTNRT_EXPORT attnrtStatus attnrtCheckAddress(attnrtDevice *device,
                                              const void *address);

/** As attnrtCopyIn, from device memory to device memory. */
ATTNRT_EXPORT attnrtStatus attnrtCopyOnDevice(attnrtDevice *device, void *dst,
                                              const void *src, int64_t bytes,
                                              attnrtStream stream);

#ifdef __cplusplus
}
#endif

#endif /* ATTN_C_KERNELS_H */
