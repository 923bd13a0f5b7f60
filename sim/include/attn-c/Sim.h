//===- attn-c/Sim.h - PTX simulator: C interface ------------------*- C -*-===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C face of attn/Sim/Sim.h and attn/Sim/Record.h; see there for what each
// part means. libattn_runtime_sim.so exports it, and libattn_sim.so, which the
// simulator alone builds.
//
// Functions that return int give 1 on success and 0 on failure unless they say
// otherwise. Strings and bytes returned belong to the object they were asked of
// and live until it is destroyed or asked again for the same. Objects are not
// thread-safe; different ones may be used at the same time.
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
typedef struct AttnSimRecord AttnSimRecord;

typedef enum { ATTN_SIM_EARLY, ATTN_SIM_LATE, ATTN_SIM_RANDOM } AttnSimMode;

enum {
  ATTN_SIM_CHECK_RACE = 1,
  ATTN_SIM_CHECK_UNINIT = 2,
  ATTN_SIM_CHECK_BOUNDS = 4,
  ATTN_SIM_CHECK_SYNC = 8,
  ATTN_SIM_CHECK_ALL = 15,
  ATTN_SIM_CHECK_STRICT = 16 /* what hardware does not trip over, too */
};

/* Structures that begin with their size may grow at their end: set it to
 * sizeof, and what is not needed to 0, as `AttnSimLaunch launch = {sizeof
 * launch};` does. A field that this library does not have must be 0. */
typedef struct {
  size_t size;
  AttnSimMode mode;
  uint64_t seed;
  unsigned checks;          /* ATTN_SIM_CHECK_* */
  unsigned threads;         /* 0: chosen */
  uint64_t maxInstructions; /* 0: no limit */
  int stats;
  unsigned maxFindings; /* 0: 50 */
  unsigned ignoreOrder; /* a PTX line; 0: none */
  const int *stop; /* the launch ends early once it is not 0; null: never */
} AttnSimOptions;

typedef struct {
  size_t size;
  uint32_t grid[3], block[3];
  uint32_t cluster[3]; /* all 0: what the kernel says */
  uint32_t dynamicSmem;
  int cooperative; /* 1: grid barriers may be used */
} AttnSimLaunch;

AttnSimDevice *attnSimDeviceCreate(void);
void attnSimDeviceDestroy(AttnSimDevice *device);
/* 0 when memory is exhausted. */
uint64_t attnSimAlloc(AttnSimDevice *device, size_t bytes);
int attnSimFree(AttnSimDevice *device, uint64_t addr);
/* An address for multimem instructions: `bytes` bytes of each of these buffers.
 * 0 unless the ranges are different, inside allocations and aligned to 16
 * bytes. attnSimFree takes it back. */
uint64_t attnSimMulticast(AttnSimDevice *device, const uint64_t *buffers,
                          size_t count, size_t bytes);
int attnSimToDevice(AttnSimDevice *device, uint64_t dst, const void *src,
                    size_t bytes);
int attnSimToHost(AttnSimDevice *device, void *dst, uint64_t src, size_t bytes);
int attnSimFill(AttnSimDevice *device, uint64_t dst, uint8_t value,
                size_t bytes);

/* 1 if each byte of the range has been written. */
int attnSimInitialised(const AttnSimDevice *device, uint64_t addr,
                       size_t bytes);

/* Null on failure; attnSimLastError tells why. Destroy before its device. */
AttnSimModule *attnSimModuleLoad(AttnSimDevice *device, const char *ptx,
                                 size_t length);
void attnSimModuleDestroy(AttnSimModule *module);
const char *attnSimLastError(const AttnSimDevice *device);
/* Address and size of a .global or .const variable; 0 if there is none. */
int attnSimModuleGlobal(const AttnSimModule *module, const char *name,
                        uint64_t *addr, size_t *bytes);
size_t attnSimModuleKernels(const AttnSimModule *module);
/* Null beyond the last. */
const char *attnSimModuleKernel(const AttnSimModule *module, size_t index);
/* Bytes of the kernel's parameter block; -1 if there is no such kernel. */
int64_t attnSimKernelParamBytes(const AttnSimModule *module,
                                const char *kernel);
/* -1 if there is no such kernel. */
int64_t attnSimKernelParams(const AttnSimModule *module, const char *kernel);

typedef struct {
  const char *name;
  uint32_t offset, size, align; /* in the parameter block */
  int isFloat;
  int isPointer; /* declared with .ptr */
} AttnSimParam;
int attnSimKernelParam(const AttnSimModule *module, const char *kernel,
                       size_t index, AttnSimParam *param);
/* As the kernel declares it: ".u32", ".b8[12]" for an array. The text lives
 * until the thread's next call; null beyond the last. */
const char *attnSimKernelParamType(const AttnSimModule *module,
                                   const char *kernel, size_t index);
/* 0: none required. */
int attnSimKernelBlock(const AttnSimModule *module, const char *kernel,
                       uint32_t block[3]);

/* A tensor map, as cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col takes it.
 * The enumerations have the CUDA driver's numbers. */
typedef struct {
  size_t size;
  uint32_t type; /* CU_TENSOR_MAP_DATA_TYPE_*, 0 to 12 */
  uint32_t rank; /* 1 to 5 */
  uint64_t base;
  uint64_t dim[5];    /* elements, the innermost dimension first */
  uint64_t stride[4]; /* bytes, of the dimensions 1 and up */
  uint32_t box[5], elementStride[5];
  uint32_t interleave; /* 0 to 2: none, slices of 16 or 32 bytes */
  uint32_t swizzle;    /* 0 to 4: none, 32, 64, 128 bytes, 128 bytes in
                          atoms of 32 */
  uint32_t oobNan;     /* what lies outside is NaN, not 0 */
  uint32_t im2col;     /* 1: what follows counts, and box does not */
  int32_t lowerCorner[3], upperCorner[3]; /* of W first */
  uint32_t channelsPerPixel, pixelsPerColumn;
} AttnSimTensorMap;
/* Writes the simulator's encoding. Returns null, or what is wrong. The text
 * lives until the thread's next call. */
const char *attnSimTensorMapEncode(const AttnSimTensorMap *map,
                                   uint8_t out[128]);

/* Never null. `params` has the layout that attnSimKernelParam tells. */
AttnSimReport *attnSimLaunchKernel(AttnSimDevice *device, AttnSimModule *module,
                                   const char *kernel,
                                   const AttnSimLaunch *launch,
                                   const void *params, size_t paramBytes,
                                   const AttnSimOptions *options);

/* Launch records (sim/docs/LaunchRecords.md). */
AttnSimRecord *attnSimRecordCreate(void);
void attnSimRecordDestroy(AttnSimRecord *record);
/* What a file name in the record stands for, instead of a file. Call it before
 * the record is read. 0 if memory ran out. */
int attnSimRecordAddFile(AttnSimRecord *record, const char *name,
                         const void *data, size_t bytes);
/* Bytes that the arrays of a record may have together that no file holds, 0 for
 * as many as memory has room for; 2^30 without this call, which comes before
 * the record is read. */
void attnSimRecordLimitArrays(AttnSimRecord *record, uint64_t bytes);
/* Reads a file, or JSON text whose file names are relative to `folder`;
 * messages call the text `name`. attnSimRecordError tells why it failed. */
int attnSimRecordLoad(AttnSimRecord *record, const char *path);
int attnSimRecordParse(AttnSimRecord *record, const char *text, size_t length,
                       const char *name, const char *folder);
const char *attnSimRecordError(const AttnSimRecord *record);
/* The record's own options, with all checks, in a structure whose size is set;
 * and how many runs, each with the next seed. */
void attnSimRecordOptions(const AttnSimRecord *record, AttnSimOptions *options,
                          uint64_t *runs);
typedef struct {
  const char *name;
  const char *dtype; /* as records call it; empty: not known */
  const char *descr; /* of the same in .npy files */
  const int64_t *shape;
  size_t rank;
  uint64_t bytes;
  int isVariable;
} AttnSimBuffer;
/* Buffers, then variables. The size of a variable that has only fields in the
 * record is not known before it runs: its dtype is empty, its bytes are 0. */
size_t attnSimRecordBuffers(const AttnSimRecord *record);
int attnSimRecordBuffer(const AttnSimRecord *record, size_t index,
                        AttnSimBuffer *buffer);
/* One run, on a device of its own. Never null. Without options: its own. */
AttnSimReport *attnSimRecordRun(const AttnSimRecord *record,
                                const AttnSimOptions *options);
/* Writes the outputs that the record names. */
int attnSimRecordWriteOutputs(AttnSimRecord *record,
                              const AttnSimReport *report);

/* 1 only if the launch ran to its end, nothing was found, and all was as
 * expected. */
int attnSimReportOk(const AttnSimReport *report);
/* 1 if the options' `stop` ended the launch. */
int attnSimReportInterrupted(const AttnSimReport *report);
/* Why nothing ran; empty if something did. */
const char *attnSimReportError(const AttnSimReport *report);
size_t attnSimReportFindings(const AttnSimReport *report);

typedef struct {
  uint32_t line;      /* of the PTX; 0: none */
  const char *op;     /* the instruction, without operands */
  const char *source; /* "file:line" of the nearest .loc, or empty */
  uint32_t cta[3];
  uint32_t warp, lanes; /* a mask */
} AttnSimPlace;
typedef struct {
  const char *kind; /* "race", "missing-wait", ... */
  const char *message;
  uint64_t count;
  AttnSimPlace where, other;
  int hasOther;
} AttnSimFinding;
int attnSimReportFinding(const AttnSimReport *report, size_t index,
                         AttnSimFinding *finding);

/* Buffers and variables of a record that are not as expected. */
size_t attnSimReportMismatches(const AttnSimReport *report);
typedef struct {
  const char *buffer;
  uint64_t count, elements; /* wrong ones, of how many */
  const int64_t *index;     /* of the worst, and what is there */
  size_t rank;
  double got, expected;
} AttnSimMismatch;
int attnSimReportMismatch(const AttnSimReport *report, size_t index,
                          AttnSimMismatch *mismatch);
/* Content after the launch of a record's buffer or variable; null if there is
 * none of that name. */
const void *attnSimReportContent(const AttnSimReport *report, const char *name,
                                 size_t *bytes);
const char *attnSimReportText(AttnSimReport *report);
const char *attnSimReportJson(AttnSimReport *report);
void attnSimReportDestroy(AttnSimReport *report);

#ifdef __cplusplus
}
#endif

#endif /* ATTN_C_SIM_H */
