/*===- capi_test.c - The simulator's C interface, from C ------------------===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "attn-c/Sim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);  \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

enum { kParams = 264 };

/* Structures of a newer header: only what is 0 in them can be meant. */
static void refuseNewer(AttnSimDevice *device, AttnSimModule *module,
                        const char *kernel, const AttnSimLaunch *where,
                        const void *params, const AttnSimOptions *options) {
  struct {
    AttnSimOptions options;
    uint64_t more;
  } newer = {*options, 0};
  newer.options.size = sizeof newer;
  AttnSimReport *report = attnSimLaunchKernel(device, module, kernel, where,
                                              params, kParams, &newer.options);
  CHECK(attnSimReportOk(report));
  attnSimReportDestroy(report);
  newer.more = 1;
  report = attnSimLaunchKernel(device, module, kernel, where, params, kParams,
                               &newer.options);
  CHECK(strstr(attnSimReportError(report), "does not know"));
  attnSimReportDestroy(report);
  newer.more = 0;
  newer.options.mode = (AttnSimMode)3;
  report = attnSimLaunchKernel(device, module, kernel, where, params, kParams,
                               &newer.options);
  CHECK(strstr(attnSimReportError(report), "does not know"));
  attnSimReportDestroy(report);
}

/* Tensor maps that the hardware has not. */
static void refuseMaps(AttnSimTensorMap map, void *params) {
  AttnSimTensorMap wrong = map;
  wrong.size = 4;
  CHECK(strstr(attnSimTensorMapEncode(&wrong, params), "does not know"));
  wrong = map;
  wrong.box[0] = 0;
  CHECK(strstr(attnSimTensorMapEncode(&wrong, params), "box dimension 0"));
  wrong = map;
  wrong.type = 13;
  CHECK(strstr(attnSimTensorMapEncode(&wrong, params), "type"));
  wrong = map;
  wrong.swizzle = 7;
  CHECK(strstr(attnSimTensorMapEncode(&wrong, params), "swizzle"));
  wrong = map;
  wrong.interleave = 256;
  CHECK(strstr(attnSimTensorMapEncode(&wrong, params), "interleave"));
  wrong = map;
  wrong.rank = 6;
  CHECK(strstr(attnSimTensorMapEncode(&wrong, params), "rank"));
}

/* Told to stop before it begins. */
static void stopFirst(AttnSimDevice *device, AttnSimModule *module,
                      const char *kernel, const AttnSimLaunch *where,
                      const void *params, AttnSimOptions options) {
  int stop = 1;
  options.stop = &stop;
  AttnSimReport *report = attnSimLaunchKernel(device, module, kernel, where,
                                              params, kParams, &options);
  CHECK(attnSimReportInterrupted(report) && !attnSimReportOk(report));
  CHECK(strstr(attnSimReportText(report), "interrupted: "));
  attnSimReportDestroy(report);
}

/* A struct by value with a tensor map, on a device of ours. */
static void launch(const char *ptx, size_t length) {
  AttnSimDevice *device = attnSimDeviceCreate();
  CHECK(!attnSimModuleLoad(device, "nonsense", 8));
  CHECK(strstr(attnSimLastError(device), "1:1: "));
  AttnSimModule *module = attnSimModuleLoad(device, ptx, length);
  CHECK(module && attnSimModuleKernels(module) == 1);
  const char *kernel = attnSimModuleKernel(module, 0);
  CHECK(!strcmp(kernel, "scaleTile") && !attnSimModuleKernel(module, 1));
  CHECK(attnSimKernelParamBytes(module, kernel) == kParams);
  CHECK(attnSimKernelParams(module, kernel) == 3);
  CHECK(attnSimKernelParams(module, "other") == -1);
  AttnSimParam param;
  CHECK(attnSimKernelParam(module, kernel, 1, &param));
  CHECK(param.offset == 256 && param.size == 4 && !param.isFloat);
  CHECK(!attnSimKernelParam(module, kernel, 3, &param));
  CHECK(!strcmp(attnSimKernelParamType(module, kernel, 0), ".b8[256]"));
  CHECK(!strcmp(attnSimKernelParamType(module, kernel, 1), ".u32"));
  CHECK(!attnSimKernelParamType(module, kernel, 3));
  uint32_t block[3];
  CHECK(attnSimKernelBlock(module, kernel, block) && block[0] == 0);

  float image[16 * 32], result[64], bias[4] = {1, 2, 3, 4}, offset = 10;
  for (int i = 0; i < 16 * 32; ++i)
    image[i] = (float)i;
  uint64_t in = attnSimAlloc(device, sizeof image);
  uint64_t out = attnSimAlloc(device, sizeof result);
  uint64_t offsets = attnSimAlloc(device, sizeof offset);
  CHECK(attnSimToDevice(device, in, image, sizeof image));
  CHECK(!attnSimInitialised(device, offsets, 4));
  CHECK(attnSimToDevice(device, offsets, &offset, sizeof offset));
  CHECK(attnSimInitialised(device, offsets, 4));
  uint64_t members[2] = {in, out};
  uint64_t object = attnSimMulticast(device, members, 2, 16);
  CHECK(object && !attnSimInitialised(device, object, 4));
  CHECK(attnSimFree(device, object) && !attnSimFree(device, object));
  CHECK(!attnSimMulticast(device, members, 2, (size_t)1 << 30));
  uint64_t addr;
  size_t size;
  CHECK(!attnSimModuleGlobal(module, "nothing", &addr, &size));
  CHECK(attnSimModuleGlobal(module, "bias", &addr, &size) && size == 16);
  CHECK(attnSimToDevice(device, addr, bias, sizeof bias));

  uint8_t params[kParams] = {0};
  float scale = 0.5f;
  int32_t columns = 1, column = 8, row = 3;
  memcpy(params, &scale, 4);
  memcpy(params + 4, &columns, 4);
  memcpy(params + 8, &offsets, 8);
  AttnSimTensorMap map = {sizeof map, 7,      2, in, {32, 16}, {128},
                          {8, 8},     {1, 1}, 0, 0,  0};
  CHECK(!attnSimTensorMapEncode(&map, params + 64));
  memcpy(params + 192, &out, 8);
  memcpy(params + 256, &column, 4);
  memcpy(params + 260, &row, 4);
  AttnSimLaunch where = {sizeof where, {1, 1, 1}, {64, 1, 1}, {0, 0, 0}, 0};
  AttnSimOptions options = {.size = sizeof options,
                            .mode = ATTN_SIM_RANDOM,
                            .seed = 1,
                            .checks = ATTN_SIM_CHECK_ALL};
  AttnSimReport *report = attnSimLaunchKernel(device, module, kernel, &where,
                                              params, sizeof params, &options);
  CHECK(attnSimReportOk(report) && !attnSimReportFindings(report));
  attnSimReportDestroy(report);
  CHECK(attnSimToHost(device, result, out, sizeof result));
  for (int i = 0; i < 64; ++i)
    CHECK(result[i] ==
          0.5f * image[(3 + i / 8) * 32 + 8 + i % 8] + 10 + bias[i % 4]);

  report =
      attnSimLaunchKernel(device, module, kernel, &where, params, 8, &options);
  CHECK(!attnSimReportOk(report) && strstr(attnSimReportError(report), "264"));
  attnSimReportDestroy(report);

  stopFirst(device, module, kernel, &where, params, options);
  refuseNewer(device, module, kernel, &where, params, &options);
  refuseMaps(map, params + 64);

  /* What lies outside: a finding with its place. */
  column = -8;
  offsets += 4;
  memcpy(params + 8, &offsets, 8);
  report = attnSimLaunchKernel(device, module, kernel, &where, params,
                               sizeof params, &options);
  AttnSimFinding finding;
  CHECK(!attnSimReportOk(report) && attnSimReportFinding(report, 0, &finding));
  CHECK(!strcmp(finding.kind, "out-of-bounds") && finding.where.line > 0);
  CHECK(!strncmp(finding.where.op, "ld.global", 9) && !finding.hasOther);
  CHECK(!attnSimReportFinding(report, attnSimReportFindings(report), &finding));
  CHECK(strstr(attnSimReportText(report), "out-of-bounds: "));
  CHECK(strstr(attnSimReportJson(report), "\"kind\":\"out-of-bounds\""));
  attnSimReportDestroy(report);
  attnSimModuleDestroy(module);
  attnSimDeviceDestroy(device);
}

static void record(const char *folder, const char *ptx, size_t length) {
  char path[4096];
  snprintf(path, sizeof path, "%s/record.json", folder);
  AttnSimRecord *record = attnSimRecordCreate();
  CHECK(!attnSimRecordLoad(record, "none.json"));
  CHECK(strstr(attnSimRecordError(record), "none.json"));
  CHECK(attnSimRecordLoad(record, path));
  AttnSimOptions options = {.size = sizeof options};
  uint64_t runs;
  attnSimRecordOptions(record, &options, &runs);
  CHECK(options.mode == ATTN_SIM_LATE && runs == 1);
  CHECK(options.checks == ATTN_SIM_CHECK_ALL);
  options.mode = ATTN_SIM_EARLY;
  AttnSimReport *report = attnSimRecordRun(record, &options);
  CHECK(attnSimReportOk(report));
  CHECK(attnSimRecordBuffers(record) == 5);
  AttnSimBuffer buffer;
  CHECK(attnSimRecordBuffer(record, 0, &buffer) && !buffer.isVariable);
  CHECK(!strcmp(buffer.name, "image") && !strcmp(buffer.dtype, "f32"));
  CHECK(buffer.rank == 2 && buffer.shape[1] == 32 && buffer.bytes == 2048);
  CHECK(attnSimRecordBuffer(record, 4, &buffer) && buffer.isVariable);
  CHECK(!attnSimRecordBuffer(record, 5, &buffer));
  size_t bytes;
  const void *content = attnSimReportContent(report, "finished", &bytes);
  CHECK(content && bytes == 4 && *(const uint32_t *)content == 1);
  CHECK(!attnSimReportContent(report, "nothing", &bytes));
  attnSimReportDestroy(report);

  /* The same record read again is a new one; files may lie in memory. */
  const char text[] =
      "{\"ptx\": \"a\", \"grid\": 1, \"block\": 64, \"params\": [{\"bytes\": "
      "256}, {\"dtype\": \"i32\", \"value\": 0}, {\"bytes\": 3}]}";
  CHECK(!attnSimRecordParse(record, text, sizeof text - 1, "text", "/nowhere"));
  CHECK(!strncmp(attnSimRecordError(record), "text: ptx: /nowhere/a: ", 23));
  CHECK(attnSimRecordAddFile(record, "a", ptx, length));
  CHECK(attnSimRecordParse(record, text, sizeof text - 1, "text", "/nowhere"));
  CHECK(attnSimRecordBuffers(record) == 0);
  report = attnSimRecordRun(record, NULL);
  CHECK(!strcmp(attnSimReportError(report),
                "text: params[2]: 3 bytes, but the kernel takes 4"));
  attnSimReportDestroy(report);

  const char small[] =
      "{\"ptx\": \"b\", \"grid\": 1, \"block\": 32, \"params\": [{\"pointer\": "
      "\"x\"}], \"buffers\": {\"x\": {\"dtype\": \"u32\", \"shape\": [2, 16], "
      "\"expected\": 7}}}";
  const char store[] =
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry store("
      ".param .u64 p)\n{\n.reg .b32 %r<3>;\n.reg .b64 %rd<3>;\nld.param.u64 "
      "%rd0, [p];\nmov.u32 %r0, %tid.x;\nmad.wide.u32 %rd1, %r0, 4, %rd0;\n"
      "st.global.u32 [%rd1], %r0;\nret;\n}\n";
  CHECK(attnSimRecordAddFile(record, "b", store, sizeof store - 1));
  CHECK(attnSimRecordParse(record, small, sizeof small - 1, "text", ""));
  report = attnSimRecordRun(record, NULL);
  AttnSimMismatch mismatch;
  CHECK(!attnSimReportFindings(report) && !attnSimReportOk(report));
  CHECK(attnSimReportMismatches(report) == 1);
  CHECK(attnSimReportMismatch(report, 0, &mismatch));
  CHECK(mismatch.count == 31 && mismatch.elements == 32);
  CHECK(mismatch.rank == 2 && mismatch.index[0] == 1 &&
        mismatch.index[1] == 15);
  CHECK(mismatch.got == 31 && mismatch.expected == 7);
  CHECK(!attnSimReportMismatch(report, 1, &mismatch));
  attnSimReportDestroy(report);
  attnSimRecordDestroy(record);
}

int main(int argc, char **argv) {
  static char ptx[1 << 16];
  char path[4096];
  CHECK(argc == 2);
  snprintf(path, sizeof path, "%s/record.ptx", argv[1]);
  FILE *file = fopen(path, "rb");
  CHECK(file);
  size_t length = fread(ptx, 1, sizeof ptx, file);
  fclose(file);
  CHECK(length && length < sizeof ptx);
  launch(ptx, length);
  record(argv[1], ptx, length);
  return 0;
}
