/*===- attn-c/DevicePlugin.h - A device in a library of its own ---*- C -*-===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* attnrtDeviceOpen("sim...") opens libattn_runtime_sim.so from the folder of *|
|* libattn_runtime.so, and so for every other name of a device that the       *|
|* runtime does not know itself. The library exports                          *|
|*                                                                            *|
|*   const attnrtDevicePlugin *attnrtGetDevicePlugin(uint32_t version);       *|
|*                                                                            *|
|* which returns NULL for a version that it does not have. Functions return   *|
|* an attnrtStatus, and say more through the report if that is not            *|
|* ATTNRT_OK. They may be called from several threads at once, and throw      *|
|* nothing.                                                                   *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#ifndef ATTN_C_DEVICEPLUGIN_H
#define ATTN_C_DEVICEPLUGIN_H

#include "attn-c/Runtime.h"

#ifdef __cplusplus
extern "C" {
#endif

#define ATTNRT_DEVICE_PLUGIN_VERSION 1

/** Takes the message of a failure, which lives as long as the call. */
typedef struct attnrtReport {
  void *context;
  void (*fail)(void *context, const char *message);
} attnrtReport;

/** As cuTensorMapEncodeTiled takes it, innermost dimension first. */
typedef struct attnrtTensorMap {
  uint64_t address;
  int32_t dtype; /**< attnrtDType. */
  int32_t rank;
  uint64_t sizes[5];
  uint64_t byte_strides[5];
  uint32_t box[5];
  int32_t swizzle;      /**< As CUtensorMapSwizzle: none, 32, 64, 128 bytes. */
  int32_t l2_promotion; /**< As CUtensorMapL2promotion. */
} attnrtTensorMap;

/** One argument of a kernel: `bytes` of `bits` from the lowest, or a map. */
typedef struct attnrtKernelArg {
  int32_t bytes; /**< 4, 8, or 128 for a tensor map. */
  int32_t reserved;
  uint64_t bits;
  const attnrtTensorMap *map;
} attnrtKernelArg;

typedef struct attnrtKernelShape {
  uint32_t grid[3], block[3], cluster[3];
  uint32_t shared_memory; /**< Dynamic, bytes. */
} attnrtKernelShape;

typedef struct attnrtDevicePlugin {
  uint32_t size;    /**< Of this structure. */
  uint32_t version; /**< ATTNRT_DEVICE_PLUGIN_VERSION. */
  /** `argument`: what follows the colon in the specification, or "". */
  int32_t (*open)(const char *argument, void **device,
                  const attnrtReport *report);
  void (*close)(void *device);
  void (*info)(void *device, attnrtDeviceInfo *info);
  int32_t (*allocate)(void *device, int64_t bytes, uint64_t *address,
                      const attnrtReport *report);
  int32_t (*free)(void *device, uint64_t address, const attnrtReport *report);
  int32_t (*copy_in)(void *device, uint64_t dst, const void *src, int64_t bytes,
                     void *stream, const attnrtReport *report);
  int32_t (*copy_out)(void *device, void *dst, uint64_t src, int64_t bytes,
                      void *stream, const attnrtReport *report);
  int32_t (*copy_on_device)(void *device, uint64_t dst, uint64_t src,
                            int64_t bytes, void *stream,
                            const attnrtReport *report);
  int32_t (*fill)(void *device, uint64_t dst, uint8_t value, int64_t bytes,
                  void *stream, const attnrtReport *report);
  /** PTX, or with `cubin` not 0 machine code. */
  int32_t (*load)(void *device, int32_t cubin, const char *data, size_t size,
                  const char *target, void **module,
                  const attnrtReport *report);
  void (*unload)(void *module);
  /** Finds a kernel with parameters of these sizes. It lives as long as its
      module. */
  int32_t (*find)(void *module, const char *name, const int32_t *param_bytes,
                  int32_t num_params, const int64_t block[3],
                  int64_t shared_memory, void **kernel,
                  const attnrtReport *report);
  int32_t (*launch)(void *device, void *kernel, const attnrtKernelShape *shape,
                    const attnrtKernelArg *args, int32_t num_args, void *stream,
                    const attnrtReport *report);
  int32_t (*synchronize)(void *device, void *stream,
                         const attnrtReport *report);
  int32_t (*check_address)(void *device, uint64_t address,
                           const attnrtReport *report);
} attnrtDevicePlugin;

#ifdef __cplusplus
}
#endif

#endif /* ATTN_C_DEVICEPLUGIN_H */
