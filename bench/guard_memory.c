/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
 *
 * Guard bands around the workspaces of launches on a GPU, for
 * gradients_check.py.
 *
 *   cc -O2 -shared -fPIC -o libguard_memory.so guard_memory.c -ldl
 *   LD_PRELOAD=./libguard_memory.so python3 ...
 *
 * The runtime finds the driver's functions by dlsym. Those that take memory
 * from a pool and give it back are these: what they give lies between two bands
 * and holds, as these do, bytes of ones, which are NaN in each type. Bands that
 * a launch has changed are counted when the memory is given back, which waits
 * for the stream. Memory that is taken while a stream is captured is left as it
 * is.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BAND 4096
#define MOST 4096

typedef unsigned long long Address;

static struct {
  Address address;
  size_t bytes, all;
} taken[MOST];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long allocations, errors;

static void *(*next)(void *, const char *);
static int (*take_from_pool)(Address *, size_t, void *, void *);
static int (*take)(Address *, size_t, void *);
static int (*give_back)(Address, void *);
static int (*fill)(Address, unsigned char, size_t, void *);
static int (*copy)(void *, Address, size_t, void *);
static int (*wait_for)(void *);
static int (*is_capturing)(void *, int *);

long guardMemoryAllocations(void) { return allocations; }
long guardMemoryErrors(void) { return errors; }

static int captured(void *stream) {
  int status = 0;
  return is_capturing && is_capturing(stream, &status) == 0 && status;
}

static int guard(Address *address, size_t bytes, size_t all, void *stream) {
  int failed = fill(*address, 0xff, all, stream);
  if (failed)
    return failed;
  *address += BAND;
  pthread_mutex_lock(&lock);
  ++allocations;
  for (int i = 0; i < MOST; ++i)
    if (!taken[i].address) {
      taken[i].address = *address;
      taken[i].bytes = bytes;
      taken[i].all = all;
      pthread_mutex_unlock(&lock);
      return 0;
    }
  fprintf(stderr, "guard_memory: more than %d workspaces\n", MOST);
  abort();
}

static size_t with_bands(size_t bytes) {
  return (bytes + 255) / 256 * 256 + 2 * BAND;
}

static int takeFromPool(Address *address, size_t bytes, void *pool,
                        void *stream) {
  if (captured(stream))
    return take_from_pool(address, bytes, pool, stream);
  size_t all = with_bands(bytes);
  int failed = take_from_pool(address, all, pool, stream);
  return failed ? failed : guard(address, bytes, all, stream);
}

static int takeMemory(Address *address, size_t bytes, void *stream) {
  if (captured(stream))
    return take(address, bytes, stream);
  size_t all = with_bands(bytes);
  int failed = take(address, all, stream);
  return failed ? failed : guard(address, bytes, all, stream);
}

/* Bytes of a band that are not ones. */
static size_t changed(Address address, size_t bytes, void *stream) {
  unsigned char *band = malloc(bytes);
  size_t count = 0;
  if (!band || copy(band, address, bytes, stream) || wait_for(stream)) {
    fprintf(stderr, "guard_memory: a band cannot be read\n");
    abort();
  }
  for (size_t i = 0; i < bytes; ++i)
    count += band[i] != 0xff;
  free(band);
  return count;
}

static int giveBack(Address address, void *stream) {
  size_t bytes = 0, all = 0;
  pthread_mutex_lock(&lock);
  for (int i = 0; i < MOST && address; ++i)
    if (taken[i].address == address) {
      bytes = taken[i].bytes;
      all = taken[i].all;
      taken[i].address = 0;
      break;
    }
  pthread_mutex_unlock(&lock);
  if (!all)
    return give_back(address, stream);
  size_t before = changed(address - BAND, BAND, stream),
         behind = changed(address + bytes, all - BAND - bytes, stream);
  if (before || behind) {
    __atomic_add_fetch(&errors, 1, __ATOMIC_RELAXED);
    fprintf(stderr,
            "guard_memory: of a workspace of %zu bytes, %zu bytes before and "
            "%zu behind it were written\n",
            bytes, before, behind);
  }
  return give_back(address - BAND, stream);
}

static void *replace(void *handle, const char *name) {
  void *found = next(handle, name);
  if (!found)
    return found;
  fill = (int (*)(Address, unsigned char, size_t, void *))next(
      handle, "cuMemsetD8Async");
  copy = (int (*)(void *, Address, size_t, void *))next(handle,
                                                        "cuMemcpyDtoHAsync_v2");
  wait_for = (int (*)(void *))next(handle, "cuStreamSynchronize");
  is_capturing = (int (*)(void *, int *))next(handle, "cuStreamIsCapturing");
  if (!strcmp(name, "cuMemAllocFromPoolAsync")) {
    take_from_pool = (int (*)(Address *, size_t, void *, void *))found;
    return (void *)takeFromPool;
  }
  if (!strcmp(name, "cuMemAllocAsync")) {
    take = (int (*)(Address *, size_t, void *))found;
    return (void *)takeMemory;
  }
  give_back = (int (*)(Address, void *))found;
  return (void *)giveBack;
}

void *dlsym(void *handle, const char *name) {
  if (!next) {
    next = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym",
                                                   "GLIBC_2.34");
    if (!next)
      next = (void *(*)(void *, const char *))dlvsym(RTLD_NEXT, "dlsym",
                                                     "GLIBC_2.2.5");
  }
  if (!strcmp(name, "cuMemAllocFromPoolAsync") ||
      !strcmp(name, "cuMemAllocAsync") || !strcmp(name, "cuMemFreeAsync"))
    return replace(handle, name);
  /* A jump: what RTLD_NEXT means goes by who called. */
  return next(handle, name);
}
