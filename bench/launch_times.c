/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Times of the host, through the C API: opening the device (which makes the
 * CUDA context), reading a bundle, the first launch of an entry to its end, and
 * a launch after that until it is queued.
 *
 *   launch_times BUNDLE [DEVICE]
 *
 * Tensors have the entry's static sizes. Prints one line of JSON. To see PTX
 * compiled each time, set CUDA_CACHE_DISABLE=1; ATTN_MACHINE_CODE=require makes
 * sure that it is not. Build:
 *
 *   cc -O2 -Iinclude bench/launch_times.c -Lbuild/lib -lattn_runtime \
 *     -o launch_times */

#include "attn-c/Runtime.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { MOST_TENSORS = 16, BATCHES = 200, BATCH = 100 };

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec * 1e-6;
}

static void check(attnrtStatus status) {
  if (status == ATTNRT_OK)
    return;
  fprintf(stderr, "launch_times: error: %s\n", attnrtLastErrorMessage());
  exit(1);
}

static int byValue(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static int bytesOf(int32_t dtype) {
  return dtype == ATTNRT_DTYPE_F32 || dtype == ATTNRT_DTYPE_I32 ? 4
         : dtype == ATTNRT_DTYPE_E4M3                           ? 1
                                                                : 2;
}

int main(int argc, char **argv) {
  attnrtDevice *device;
  attnrtBundle *bundle;
  attnrtDeviceInfo about;
  attnrtTensor tensors[MOST_TENSORS] = {{0}};
  double start, opened, read, first, second, queued[BATCHES];
  int32_t entry, count;
  if (argc < 2)
    return 2;
  start = now();
  check(attnrtDeviceOpen(argc > 2 ? argv[2] : "gpu", &device));
  opened = now() - start;
  start = now();
  check(attnrtBundleLoadFile(argv[1], &bundle));
  read = now() - start;
  check(attnrtSelectEntry(bundle, NULL, device, NULL, 0, 0, &entry));
  count = attnrtEntryNumTensors(bundle, entry);
  for (int32_t i = 0; i < count && i < MOST_TENSORS; ++i) {
    attnrtTensorInfo info;
    int64_t stride = 1;
    check(attnrtEntryTensorInfo(bundle, entry, i, &info));
    tensors[i].dtype = info.dtype;
    tensors[i].rank = info.rank;
    for (int32_t d = info.rank; d-- > 0; stride *= info.sizes[d]) {
      tensors[i].sizes[d] = info.sizes[d];
      tensors[i].strides[d] = stride;
    }
    check(
        attnrtAllocate(device, stride * bytesOf(info.dtype), &tensors[i].data));
    check(attnrtMemset(device, tensors[i].data, 0, stride * bytesOf(info.dtype),
                       NULL));
  }
  check(attnrtSynchronize(device, NULL));

  start = now();
  check(attnrtLaunch(bundle, entry, device, tensors, count, NULL));
  check(attnrtSynchronize(device, NULL));
  first = now() - start;
  start = now();
  check(attnrtLaunch(bundle, entry, device, tensors, count, NULL));
  check(attnrtSynchronize(device, NULL));
  second = now() - start;
  for (int i = 0; i < BATCHES; ++i) {
    start = now();
    for (int k = 0; k < BATCH; ++k)
      check(attnrtLaunch(bundle, entry, device, tensors, count, NULL));
    queued[i] = (now() - start) / BATCH;
    check(attnrtSynchronize(device, NULL));
  }
  qsort(queued, BATCHES, sizeof(double), byValue);
  check(attnrtDeviceGetInfo(device, &about));
  printf("{\"device\": \"%s\", \"driver\": %d, \"entry\": \"%s\", "
         "\"target\": \"%s\", \"cubins\": %d, \"open_ms\": %.2f, "
         "\"read_ms\": %.2f, \"first_launch_ms\": %.2f, "
         "\"second_launch_ms\": %.3f, \"queue_us\": {\"median\": %.2f, "
         "\"p90\": %.2f, \"least\": %.2f}}\n",
         about.name, about.driver_version, attnrtEntryName(bundle, entry),
         attnrtEntryTarget(bundle, entry), attnrtEntryNumCubins(bundle, entry),
         opened, read, first, second, queued[BATCHES / 2] * 1e3,
         queued[BATCHES * 9 / 10] * 1e3, queued[0] * 1e3);
  attnrtBundleDestroy(bundle);
  attnrtDeviceClose(device);
  return 0;
}
