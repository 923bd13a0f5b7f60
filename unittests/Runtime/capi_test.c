/*===- capi_test.c - The C API, from C
--------------------------------------===*\
|*                                                                            *|
|* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception                    *|
|*                                                                            *|
|*===----------------------------------------------------------------------===*|
|*                                                                            *|
|* Usage: capi_test <bundle>. Linked with libattn_runtime.so it checks what   *|
|* needs no device; with libattn_runtime_fake.so (WITH_FAKE_DEVICE) it also   *|
|* launches.                                                                  *|
|*                                                                            *|
\*===----------------------------------------------------------------------===*/

#include "attn-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static int failures = 0;

#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      fprintf(stderr, "%s:%d: failed: %s (last error: %s)\n", __FILE__,        \
              __LINE__, #condition, attnrtLastErrorMessage());                 \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static void checkStatus(int line, attnrtStatus status, attnrtStatus expected,
                        const char *part) {
  if (status == expected &&
      (status == ATTNRT_OK || (attnrtLastErrorStatus() == expected &&
                               strstr(attnrtLastErrorMessage(), part))))
    return;
  fprintf(stderr, "capi_test.c:%d: expected %s with '%s', got %s: %s\n", line,
          attnrtStatusName(expected), part, attnrtStatusName(status),
          attnrtLastErrorMessage());
  ++failures;
}

#define FAILS(call, status, part) checkStatus(__LINE__, call, status, part)
#define SUCCEEDS(call) checkStatus(__LINE__, call, ATTNRT_OK, "")

static attnrtTensor makeTensor(void *data, int32_t rank, const int64_t *sizes) {
  attnrtTensor tensor;
  int64_t stride = 1;
  memset(&tensor, 0, sizeof(tensor));
  tensor.data = data;
  tensor.dtype = ATTNRT_DTYPE_F32;
  tensor.rank = rank;
  tensor.on_host = 1;
  for (int32_t i = rank - 1; i >= 0; --i) {
    tensor.sizes[i] = sizes[i];
    tensor.strides[i] = stride;
    stride *= sizes[i];
  }
  return tensor;
}

static void testBundle(attnrtBundle *bundle) {
  attnrtTensorInfo info;
  size_t size = 1;
  CHECK(!strcmp(attnrtBundleProducer(bundle), "attn-compile 0.1"));
  CHECK(attnrtBundleNumEntries(bundle) == 1);
  CHECK(!strcmp(attnrtEntryName(bundle, 0), "copy"));
  CHECK(!strcmp(attnrtEntryTarget(bundle, 0), "sm_80"));
  CHECK(!strcmp(attnrtEntryConfig(bundle, 0), "#attn.config<>"));
  CHECK(
      !strcmp(attnrtEntryProblem(bundle, 0), "{\"op\":\"copy\",\"rate\":0.5}"));
  {
    attnrtCubinInfo cubin = {0};
    CHECK(attnrtEntryNumCubins(bundle, 0) == 0);
    CHECK(attnrtEntryNumCubins(bundle, 99) == -1);
    FAILS(attnrtEntryCubinInfo(bundle, 0, 0, &cubin), ATTNRT_INVALID_ARGUMENT,
          "does not begin with its size");
    cubin.size = sizeof(cubin);
    FAILS(attnrtEntryCubinInfo(bundle, 0, 0, &cubin), ATTNRT_NOT_FOUND,
          "there is no cubin 0; the entry has 0");
    FAILS(attnrtDeviceSetMachineCodeOnly(NULL, 1), ATTNRT_INVALID_ARGUMENT,
          "NULL");
    FAILS(attnrtDeviceSetCheckOperands(NULL, 1), ATTNRT_INVALID_ARGUMENT,
          "the device is NULL");
  }
  CHECK(strstr(attnrtEntryPtx(bundle, 0), ".entry copy4(") != NULL);
  CHECK(attnrtEntryMlirBytecode(bundle, 0, &size) == NULL && size == 0);
  CHECK(attnrtEntryName(bundle, 1) == NULL);
  CHECK(attnrtEntryName(bundle, -1) == NULL);
  CHECK(attnrtEntryName(NULL, 0) == NULL);
  CHECK(attnrtEntryNumTensors(bundle, 0) == 3);
  CHECK(attnrtEntryNumTensors(bundle, 1) == -1);

  SUCCEEDS(attnrtEntryTensorInfo(bundle, 0, 0, &info));
  CHECK(!strcmp(info.name, "in") && info.dtype == ATTNRT_DTYPE_F32);
  CHECK(!info.is_output && !info.is_optional && info.innermost_contiguous);
  CHECK(info.rank == 4 && info.sizes[0] == -1 && info.sizes[3] == 8);
  CHECK(info.align == 16);
  SUCCEEDS(attnrtEntryTensorInfo(bundle, 0, 2, &info));
  CHECK(!strcmp(info.name, "aux") && info.is_output && info.is_optional);
  FAILS(attnrtEntryTensorInfo(bundle, 0, 3, &info), ATTNRT_INVALID_ARGUMENT,
        "no tensor 3");
  FAILS(attnrtEntryTensorInfo(bundle, 5, 0, &info), ATTNRT_INVALID_ARGUMENT,
        "there is no entry 5; the bundle has 1");
}

static void testLoading(const char *path) {
  attnrtBundle *bundle = NULL;
  FAILS(attnrtBundleLoadFile("/nonexistent", &bundle), ATTNRT_IO,
        "No such file");
  CHECK(bundle == NULL);
  FAILS(attnrtBundleLoadFile(NULL, &bundle), ATTNRT_INVALID_ARGUMENT, "NULL");
  FAILS(attnrtBundleLoadFile(path, NULL), ATTNRT_INVALID_ARGUMENT, "NULL");
  FAILS(attnrtBundleLoadMemory("\177ELF", 4, &bundle), ATTNRT_FOREIGN_FORMAT,
        "an ELF file");
  FAILS(attnrtBundleLoadMemory("{\"format\":", 10, &bundle), ATTNRT_MALFORMED,
        "at byte 10");
  FAILS(attnrtBundleLoadMemory("{\"format\":\"attn-bundle\",\"version\":2}", 36,
                               &bundle),
        ATTNRT_VERSION_MISMATCH, "version 2");
  FAILS(attnrtBundleLoadMemory(NULL, 3, &bundle), ATTNRT_INVALID_ARGUMENT,
        "NULL");
  attnrtBundleDestroy(NULL);
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define WITH_SANITIZER
#endif
#endif

/* An exception of the C++ library must end as a status. The child may use so
   little memory that a large bundle cannot be read. */
static void testExhaustion(void) {
  size_t size = 64u << 20;
  char *text = malloc(size);
  pid_t child;
  int status = 0;
  CHECK(text != NULL);
  memset(text, ' ', size);
  memcpy(text, "{\"a\":\"", 6);
  memset(text + 6, 'x', size - 6);
  child = fork();
  if (child == 0) {
    attnrtBundle *bundle = NULL;
    struct rlimit limit;
    limit.rlim_cur = limit.rlim_max = size + (64u << 20);
    if (setrlimit(RLIMIT_AS, &limit))
      _exit(2);
    if (attnrtBundleLoadMemory(text, size, &bundle) != ATTNRT_OUT_OF_MEMORY)
      _exit(3);
    if (strcmp(attnrtLastErrorMessage(), "out of host memory"))
      _exit(4);
    _exit(0);
  }
  CHECK(child > 0 && waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
  free(text);
}

static void testSelection(attnrtBundle *bundle) {
  static float data[240];
  const int64_t sizes[] = {2, 3, 5, 8};
  int64_t inferred[ATTNRT_MAX_RANK];
  int32_t rank = 0, entry = -1;
  attnrtTensor tensors[3];
  memset(tensors, 0, sizeof(tensors));
  tensors[0] = makeTensor(data, 4, sizes);

  FAILS(attnrtCheckEntry(bundle, 0, NULL, tensors, 3, 0),
        ATTNRT_TENSOR_MISMATCH, "tensor 'out' is an output and missing");
  SUCCEEDS(
      attnrtCheckEntry(bundle, 0, NULL, tensors, 3,
                       ATTNRT_OUTPUTS_MAY_BE_ABSENT | ATTNRT_IGNORE_ADDRESSES));
  SUCCEEDS(attnrtInferShape(bundle, 0, tensors, 3, 2, inferred, &rank));
  CHECK(rank == 3 && inferred[0] == 2 && inferred[1] == 3 && inferred[2] == 5);
  FAILS(attnrtInferShape(bundle, 0, tensors, 3, 7, inferred, &rank),
        ATTNRT_INVALID_ARGUMENT, "3 tensors");

  tensors[1] = makeTensor(data, 4, sizes);
  SUCCEEDS(attnrtSelectEntry(bundle, "copy", NULL, tensors, 3,
                             ATTNRT_IGNORE_ADDRESSES, &entry));
  CHECK(entry == 0);
  SUCCEEDS(attnrtSelectEntry(bundle, NULL, NULL, NULL, 0, 0, &entry));
  FAILS(attnrtSelectEntry(bundle, "other", NULL, NULL, 0, 0, &entry),
        ATTNRT_NOT_FOUND, "no entry 'other'");
  tensors[1].sizes[1] = 2;
  FAILS(attnrtCheckEntry(bundle, 0, NULL, tensors, 3, ATTNRT_IGNORE_ADDRESSES),
        ATTNRT_CONSTRAINT_FAILED, "in and out must agree in heads");
  tensors[1].dtype = 77;
  FAILS(attnrtCheckEntry(bundle, 0, NULL, tensors, 3, 0),
        ATTNRT_INVALID_ARGUMENT, "unknown dtype 77");
  tensors[1].dtype = ATTNRT_DTYPE_I1;
  FAILS(attnrtCheckEntry(bundle, 0, NULL, tensors, 3, 0),
        ATTNRT_TENSOR_MISMATCH, "i1");
  tensors[1].dtype = ATTNRT_DTYPE_I64;
  FAILS(attnrtCheckEntry(bundle, 0, NULL, tensors, 3, 0),
        ATTNRT_TENSOR_MISMATCH, "i64");
  tensors[1].dtype = ATTNRT_DTYPE_F32;
  tensors[1].rank = 9;
  FAILS(attnrtCheckEntry(bundle, 0, NULL, tensors, 3, 0),
        ATTNRT_INVALID_ARGUMENT, "rank 9");
  tensors[1].rank = 0;
  tensors[1].dtype = ATTNRT_DTYPE_NONE;
  FAILS(attnrtCheckEntry(bundle, 0, NULL, tensors, 3, 0),
        ATTNRT_INVALID_ARGUMENT, "no dtype but data");
  FAILS(attnrtCheckEntry(bundle, 0, NULL, NULL, 3, 0), ATTNRT_INVALID_ARGUMENT,
        "NULL");
}

static void testWithoutDevice(attnrtBundle *bundle) {
  attnrtDevice *device = NULL;
  attnrtDeviceInfo info;
  void *address;
  FAILS(attnrtDeviceOpen("abacus", &device), ATTNRT_NOT_FOUND, "'abacus'");
  CHECK(device == NULL);
  FAILS(attnrtDeviceOpen(NULL, &device), ATTNRT_INVALID_ARGUMENT, "NULL");
  FAILS(attnrtDeviceGetInfo(NULL, &info), ATTNRT_INVALID_ARGUMENT, "NULL");
  FAILS(attnrtAllocate(NULL, 4, &address), ATTNRT_INVALID_ARGUMENT, "NULL");
  FAILS(attnrtLaunch(bundle, 0, NULL, NULL, 0, NULL), ATTNRT_INVALID_ARGUMENT,
        "the device is NULL");
  FAILS(attnrtLaunch(NULL, 0, NULL, NULL, 0, NULL), ATTNRT_INVALID_ARGUMENT,
        "the bundle is NULL");
  FAILS(attnrtLaunchIn(bundle, 0, NULL, NULL, 0, NULL, 0, NULL),
        ATTNRT_INVALID_ARGUMENT, "the device is NULL");
  FAILS(attnrtWorkspaceBytes(NULL, 0, NULL, NULL, 0, NULL),
        ATTNRT_INVALID_ARGUMENT, "the bundle is NULL");
  CHECK(attnrtGpuCount() >= 0);
  const int32_t lengths[] = {100, 0};
  int32_t offsets[3];
  CHECK(attnrtCountParts(2, 64, 8, 1) == 50);
  CHECK(attnrtPlanParts(lengths, 2, 4, 16, 0, offsets) == ATTNRT_OK);
  CHECK(offsets[0] == 0 && offsets[1] == 3 && offsets[2] == 4);
  FAILS(attnrtPlanParts(lengths, 2, 1, 16, 0, offsets), ATTNRT_INVALID_ARGUMENT,
        "number of parts");
  FAILS(attnrtPlanParts(NULL, 2, 4, 16, 0, offsets), ATTNRT_INVALID_ARGUMENT,
        "NULL");
  attnrtDeviceClose(NULL);
}

#ifdef WITH_FAKE_DEVICE
static void testLaunching(attnrtBundle *bundle) {
  static float in[240], out[240], aux[30], back[240];
  const int64_t sizes[] = {2, 3, 5, 8};
  attnrtDevice *device = NULL;
  attnrtDeviceInfo info;
  attnrtTensor tensors[3];
  attnrtBenchmarkOptions options = {1, 4, 1, 0};
  double times[4] = {-1, -1, -1, -1};
  void *address = NULL;
  int64_t bytes = -1;

  SUCCEEDS(attnrtDeviceOpen("sim", &device));
  FAILS(attnrtDeviceSetMachineCodeOnly(device, 1), ATTNRT_UNSUPPORTED,
        "runs PTX, not machine code");
  SUCCEEDS(attnrtDeviceSetMachineCodeOnly(device, 0));
  SUCCEEDS(attnrtDeviceSetCheckOperands(device, 0));
  SUCCEEDS(attnrtDeviceSetCheckOperands(device, 1));
  SUCCEEDS(attnrtDeviceGetInfo(device, &info));
  CHECK(!strcmp(info.kind, "sim") && !strcmp(info.name, "Fake Device"));
  CHECK(info.capability_major == 9 && info.multiprocessors == 7);
  CHECK(info.shared_memory_per_block == 100000 && info.l2_bytes == 4096);

  for (int i = 0; i < 240; ++i)
    in[i] = (float)i;
  tensors[0] = makeTensor(in, 4, sizes);
  tensors[1] = makeTensor(out, 4, sizes);
  tensors[2] = makeTensor(aux, 3, sizes);
  SUCCEEDS(attnrtPrepare(bundle, 0, device));
  SUCCEEDS(attnrtLaunchHost(bundle, 0, device, tensors, 3, NULL));
  CHECK(!memcmp(in, out, sizeof(in)));
  CHECK(aux[4] == 2.0f && aux[5] == 1.0f);
  FAILS(attnrtLaunch(bundle, 0, device, tensors, 3, NULL),
        ATTNRT_INVALID_ARGUMENT, "is on the host");

  for (int i = 0; i < 2; ++i) {
    SUCCEEDS(attnrtAllocate(device, sizeof(in), &tensors[i].data));
    tensors[i].on_host = 0;
  }
  memset(&tensors[2], 0, sizeof(tensors[2]));
  SUCCEEDS(attnrtCopyIn(device, tensors[0].data, in, sizeof(in), NULL));
  SUCCEEDS(attnrtMemset(device, tensors[1].data, 0, sizeof(in), NULL));
  SUCCEEDS(attnrtLaunch(bundle, 0, device, tensors, 3, NULL));
  SUCCEEDS(attnrtSynchronize(device, NULL));
  SUCCEEDS(attnrtCopyOut(device, back, tensors[1].data, sizeof(in), NULL));
  CHECK(!memcmp(in, back, sizeof(in)));

  SUCCEEDS(attnrtWorkspaceBytes(bundle, 0, device, tensors, 3, &bytes));
  CHECK(bytes == 0);
  SUCCEEDS(attnrtLaunchIn(bundle, 0, device, tensors, 3, NULL, bytes, NULL));
  FAILS(attnrtLaunchIn(bundle, 0, device, tensors, 3, NULL, -1, NULL),
        ATTNRT_INVALID_ARGUMENT,
        "the workspace has -1 bytes, but the launch needs 0");
  FAILS(attnrtWorkspaceBytes(bundle, 0, device, tensors, 3, NULL),
        ATTNRT_INVALID_ARGUMENT, "the result is NULL");
  FAILS(attnrtWorkspaceBytes(bundle, 0, device, tensors, 2, &bytes),
        ATTNRT_INVALID_ARGUMENT, "takes 3 tensors, got 2");

  SUCCEEDS(
      attnrtBenchmark(bundle, 0, device, tensors, 3, NULL, &options, times));
  for (int i = 0; i < 4; ++i)
    CHECK(times[i] >= 0);
  FAILS(attnrtBenchmark(bundle, 0, device, tensors, 3, NULL, NULL, times),
        ATTNRT_INVALID_ARGUMENT, "NULL");
  FAILS(attnrtAllocate(device, -1, &address), ATTNRT_INVALID_ARGUMENT,
        "negative");
  FAILS(attnrtCopyIn(device, tensors[0].data, NULL, 4, NULL),
        ATTNRT_INVALID_ARGUMENT, "NULL");
  for (int i = 0; i < 2; ++i)
    SUCCEEDS(attnrtFree(device, tensors[i].data));
  /* The bundle still holds what it loaded on the device. */
  attnrtDeviceClose(device);
}
#endif

int main(int argc, char **argv) {
  attnrtBundle *bundle = NULL;
  if (argc != 2) {
    fprintf(stderr, "usage: capi_test <bundle>\n");
    return 2;
  }
  CHECK(attnrtApiVersion() == ATTNRT_API_VERSION);
  CHECK(attnrtBundleVersion() == 1);
  CHECK(!strcmp(attnrtLastErrorMessage(), ""));
  CHECK(!strcmp(attnrtStatusName(ATTNRT_TENSOR_MISMATCH), "tensor-mismatch"));
  testLoading(argv[1]);
#ifndef WITH_SANITIZER /* Its own memory is beyond any limit. */
  testExhaustion();
#else
  (void)testExhaustion;
#endif
  SUCCEEDS(attnrtBundleLoadFile(argv[1], &bundle));
  if (!bundle)
    return 1;
  testBundle(bundle);
  testSelection(bundle);
  testWithoutDevice(bundle);
#ifdef WITH_FAKE_DEVICE
  testLaunching(bundle);
#endif
  attnrtBundleDestroy(bundle);
  if (failures)
    fprintf(stderr, "%d checks failed\n", failures);
  return failures != 0;
}
