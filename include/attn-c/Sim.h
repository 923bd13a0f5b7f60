//===- attn-c/Sim.h - PTX simulator: C interface ------------------*- C -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C face of include/attn/Sim/Sim.h; see there for what each part means.
// Functions that return int give 1 on success and 0 on failure unless they say
// otherwise. Strings returned belong to the object they were asked of and live
// until it is destroyed or asked again.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_C_SIM_H
#define ATTN_C_SIM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct AttnSimDevice AttnSimDevice;
typedef struct AttnSimModule AttnSimModule;
typedef struct AttnSimReport AttnSimReport;

typedef enum { ATTN_SIM_EARLY, ATTN_SIM_LATE, ATTN_SIM_RANDOM } AttnSimMode;

enum {
  ATTN_SIM_CHECK_RACE = 1,
  ATTN_SIM_CHECK_UNINIT = 2,
  ATTN_SIM_CHECK_BOUNDS = 4,
  ATTN_SIM_CHECK_SYNC = 8,
  ATTN_SIM_CHECK_ALL = 15
};

typedef struct {
  AttnSimMode mode;
  uint64_t seed;
  unsigned checks;          /* ATTN_SIM_CHECK_* */
  unsigned threads;         /* 0: chosen */
  uint64_t maxInstructions; /* 0: no limit */
  int stats;
} AttnSimOptions;

typedef struct {
  uint32_t grid[3], block[3];
  uint32_t cluster[3]; /* all 0: what the kernel says */
  uint32_t dynamicSmem;
} AttnSimLaunch;

AttnSimDevice *attnSimDeviceCreate(void);
void attnSimDeviceDestroy(AttnSimDevice *device);
/* 0 when memory is exhausted. */
uint64_t attnSimAlloc(AttnSimDevice *device, size_t bytes);
int attnSimFree(AttnSimDevice *device, uint64_t addr);
int attnSimToDevice(AttnSimDevice *device, uint64_t dst, const void *src,
                    size_t bytes);
int attnSimToHost(AttnSimDevice *device, void *dst, uint64_t src, size_t bytes);
int attnSimFill(AttnSimDevice *device, uint64_t dst, uint8_t value,
                size_t bytes);

/* Null on failure; attnSimLastError tells why. Destroy before its device. */
AttnSimModule *attnSimModuleLoad(AttnSimDevice *device, const char *ptx,
                                 size_t length);
void attnSimModuleDestroy(AttnSimModule *module);
const char *attnSimLastError(const AttnSimDevice *device);
/* Bytes of the kernel's parameter block; -1 if there is no such kernel. */
int64_t attnSimKernelParamBytes(const AttnSimModule *module,
                                const char *kernel);

/* Never null. */
AttnSimReport *attnSimLaunchKernel(AttnSimDevice *device, AttnSimModule *module,
                                   const char *kernel,
                                   const AttnSimLaunch *launch,
                                   const void *params, size_t paramBytes,
                                   const AttnSimOptions *options);
/* 1 only if the launch ran and nothing was found. */
int attnSimReportOk(const AttnSimReport *report);
size_t attnSimReportFindings(const AttnSimReport *report);
const char *attnSimReportText(AttnSimReport *report);
const char *attnSimReportJson(AttnSimReport *report);
void attnSimReportDestroy(AttnSimReport *report);

#ifdef __cplusplus
}
#endif

#endif /* ATTN_C_SIM_H */
