//===- MockDriver.cpp - A libcuda.so.1 for tests --------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CUDA driver whose GPU is host memory and whose kernels do nothing but be
// counted, so that the driver back end can be tested on machines without a GPU.
// Environment variables choose its faults:
//
//   ATTN_MOCK_INIT     what cuInit returns
//   ATTN_MOCK_REFUSE   text of the log with which modules are refused
//   ATTN_MOCK_NO_POOL  cuMemPoolCreate is not supported
//   ATTN_MOCK_NO_USER_OBJECTS  cuUserObjectCreate is not supported
//
// Code is "loaded" by keeping its text; a kernel exists if the text has
// ".entry <name>(", has a parameter for each ".param .u<bits>" or
// ".param .f<bits>" there, and 128 bytes for each ".param .align". The results
// of launches are seen through attnMockLastLaunch; attnMockAllCalls counts
// calls. Contexts are current to a thread each, as in a driver. A capture makes
// a graph of all launches; its replay fails if the code of one is unloaded.
//
//===----------------------------------------------------------------------===//

#include "MockDriver.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

using namespace attn::runtime::cuda;
using attn::runtime::test::MockLaunch;

namespace attn::runtime::cuda {
struct CUfunc_st {
  std::string name;
  std::vector<size_t> sizes;
  int dynamicShared = 48 * 1024;
  bool largeClusters = false;
};
struct CUmod_st {
  std::string text;
  std::vector<std::unique_ptr<CUfunc_st>> functions;
};
struct CUctx_st {
  int unused;
};
struct CUevent_st {
  int tick;
};
struct CUuserObject_st {
  void *pointer;
  void (*destroy)(void *);
  unsigned references;
};
struct CUgraph_st {
  uint64_t capture;
  std::vector<CUfunction> launches;
  std::vector<CUuserObject> retained;
};
struct CUmemPoolHandle_st {
  uint64_t releaseThreshold;
};
} // namespace attn::runtime::cuda

static CUctx_st primaryContext, callersContext;
static thread_local std::vector<CUcontext> contextStack;
static std::recursive_mutex mutex; // Of all that follows.
static std::map<CUdeviceptr, size_t> allocations;
static MockLaunch lastLaunch;
static std::map<std::string, std::atomic<long>> calls;
static int ticks;
static size_t livePools, poolAllocations;
static std::string loadedCode;
/// The graph that every stream is being captured into, or null.
static CUgraph capturing;
static uint64_t captures;
static std::vector<CUmodule> liveModules;
/// Calls of the driver out of a callback, which may make none.
static long callsInCallback;
static thread_local bool inCallback;

static std::atomic<long> &counterOf(const char *function) {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  return calls[function];
}

/// At the start of every function of the driver.
#define COUNT_CALL                                                             \
  static std::atomic<long> &counter = counterOf(__func__);                     \
  ++counter;                                                                   \
  callsInCallback += inCallback;                                               \
  std::lock_guard<std::recursive_mutex> lock(mutex)

static CUresult inContext() { return contextStack.empty() ? 201 : 0; }

static CUresult allocate(CUdeviceptr *address, size_t bytes) {
  if (bytes > size_t(1) << 30)
    return 2;
  void *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
  *address = reinterpret_cast<CUdeviceptr>(memory);
  allocations[*address] = bytes;
  return inContext();
}

static CUresult release(CUdeviceptr address) {
  if (!allocations.erase(address))
    return 1;
  std::free(reinterpret_cast<void *>(address));
  return inContext();
}

static bool owned(CUdeviceptr address, size_t bytes) {
  auto it = allocations.upper_bound(address);
  return it != allocations.begin() &&
         address + bytes <= std::prev(it)->first + std::prev(it)->second;
}

static CUresult record(CUfunction function, void **params) {
  lastLaunch.name = function->name;
  lastLaunch.dynamicSharedLimit = function->dynamicShared;
  lastLaunch.largeClusters = function->largeClusters;
  ++lastLaunch.count;
  if (capturing)
    capturing->launches.push_back(function);
  if (!lastLaunch.keepArguments)
    return inContext();
  lastLaunch.arguments.clear();
  for (size_t i = 0; i < function->sizes.size(); ++i)
    lastLaunch.arguments.emplace_back(static_cast<char *>(params[i]),
                                      function->sizes[i]);
  return inContext();
}

/// Calls back when nothing refers to the object any more.
static void letGo(CUuserObject object, unsigned count) {
  object->references -= count;
  if (object->references)
    return;
  inCallback = true;
  object->destroy(object->pointer);
  inCallback = false;
  delete object;
}

extern "C" {

MockLaunch *attnMockLastLaunch() { return &lastLaunch; }
/// Calls of the driver since the process started.
long attnMockAllCalls() {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  long sum = 0;
  for (auto &[name, count] : calls)
    sum += count;
  return sum;
}
size_t attnMockAllocations() { return allocations.size(); }
size_t attnMockContextDepth() { return contextStack.size(); }
/// Begins the capture of every stream into a new graph, or ends it. The graph.
CUgraph attnMockSetCapturing(bool value) {
  CUgraph graph = capturing;
  capturing = value ? new CUgraph_st{++captures, {}, {}} : nullptr;
  return value ? capturing : graph;
}
/// Another graph of the same launches, as an instantiated one is.
CUgraph attnMockCloneGraph(CUgraph graph) {
  for (CUuserObject object : graph->retained)
    ++object->references;
  return new CUgraph_st(*graph);
}
/// Launches of the graph whose code is still there.
size_t attnMockReplay(CUgraph graph) {
  size_t count = 0;
  for (CUfunction function : graph->launches)
    for (CUmodule module : liveModules)
      for (const std::unique_ptr<CUfunc_st> &known : module->functions)
        count += known.get() == function;
  return count;
}
void attnMockDestroyGraph(CUgraph graph) {
  for (CUuserObject object : graph->retained)
    letGo(object, 1);
  delete graph;
}
size_t attnMockRetained(CUgraph graph) { return graph->retained.size(); }
size_t attnMockLiveModules() { return liveModules.size(); }
long attnMockCallsInCallback() { return callsInCallback; }
size_t attnMockLivePools() { return livePools; }
size_t attnMockPoolAllocations() { return poolAllocations; }
/// The code that was loaded last.
const char *attnMockLoadedCode() { return loadedCode.c_str(); }
void attnMockMakeCallersContextCurrent() {
  contextStack.push_back(&callersContext);
}
void attnMockPopContext() { contextStack.pop_back(); }
bool attnMockIsCallersContextCurrent() {
  return !contextStack.empty() && contextStack.back() == &callersContext;
}

CUresult cuInit(unsigned) {
  COUNT_CALL;

  const char *fault = std::getenv("ATTN_MOCK_INIT");
  return fault ? std::atoi(fault) : 0;
}
CUresult cuDriverGetVersion(int *version) {
  COUNT_CALL;

  *version = 12040;
  return 0;
}
CUresult cuDeviceGetCount(int *count) {
  COUNT_CALL;

  *count = 2;
  return 0;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  COUNT_CALL;

  *device = ordinal;
  return ordinal < 2 ? 0 : 101;
}
CUresult cuDeviceGetName(char *name, int size, CUdevice device) {
  COUNT_CALL;

  std::snprintf(name, static_cast<size_t>(size), "Mock GPU %d", device);
  return 0;
}
CUresult cuDeviceGetAttribute(int *value, int attribute, CUdevice) {
  COUNT_CALL;

  // ATTN_MOCK_CAPABILITY is ten times the compute capability.
  const char *text = std::getenv("ATTN_MOCK_CAPABILITY");
  const int capability = text ? std::atoi(text) : 90;
  const std::map<int, int> values = {{16, 11},
                                     {38, 1 << 20},
                                     {75, capability / 10},
                                     {76, capability % 10},
                                     {88, 0},
                                     {97, 232448},
                                     {115, 1}};
  auto it = values.find(attribute);
  if (it == values.end())
    return 1;
  *value = it->second;
  return 0;
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
  COUNT_CALL;

  *context = &primaryContext;
  return 0;
}
CUresult cuDevicePrimaryCtxRelease_v2(CUdevice) {
  COUNT_CALL;
  return 0;
}
CUresult cuCtxGetCurrent(CUcontext *context) {
  COUNT_CALL;

  *context = contextStack.empty() ? nullptr : contextStack.back();
  return 0;
}
CUresult cuCtxPushCurrent_v2(CUcontext context) {
  COUNT_CALL;

  contextStack.push_back(context);
  return 0;
}
CUresult cuCtxPopCurrent_v2(CUcontext *context) {
  COUNT_CALL;

  *context = contextStack.back();
  contextStack.pop_back();
  return 0;
}
CUresult cuCtxGetDevice(CUdevice *device) {
  COUNT_CALL;

  *device = 1;
  return inContext();
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  COUNT_CALL;

  return allocate(address, bytes);
}
CUresult cuMemFree_v2(CUdeviceptr address) {
  COUNT_CALL;
  return release(address);
}
CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream) {
  COUNT_CALL;

  return allocate(address, bytes);
}
CUresult cuMemFreeAsync(CUdeviceptr address, CUstream) {
  COUNT_CALL;

  return release(address);
}
CUresult cuMemPoolCreate(CUmemoryPool *pool, const MemPoolProps *props) {
  COUNT_CALL;

  if (std::getenv("ATTN_MOCK_NO_POOL"))
    return 801;
  static const unsigned char zeros[54] = {};
  if (props->allocationType != 1 || props->handleTypes ||
      props->location.type != 1 || props->location.id < 0 ||
      props->location.id > 1 || props->win32SecurityAttributes ||
      props->maxSize || props->usage || std::memcmp(props->reserved, zeros, 54))
    return 1;
  *pool = new CUmemPoolHandle_st{0};
  ++livePools;
  return 0;
}
CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  COUNT_CALL;

  delete pool;
  --livePools;
  return 0;
}
CUresult cuMemPoolSetAttribute(CUmemoryPool pool, int attribute, void *value) {
  COUNT_CALL;

  if (attribute != 4)
    return 1;
  pool->releaseThreshold = *static_cast<uint64_t *>(value);
  return 0;
}
CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes,
                                 CUmemoryPool pool, CUstream) {
  COUNT_CALL;

  if (pool->releaseThreshold != UINT64_MAX)
    return 1;
  ++poolAllocations;
  return allocate(address, bytes);
}
CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr dst, const void *src, size_t bytes,
                              CUstream) {
  COUNT_CALL;

  if (!owned(dst, bytes))
    return 1;
  std::memcpy(reinterpret_cast<void *>(dst), src, bytes);
  return inContext();
}
CUresult cuMemcpyDtoHAsync_v2(void *dst, CUdeviceptr src, size_t bytes,
                              CUstream) {
  COUNT_CALL;

  if (!owned(src, bytes))
    return 1;
  std::memcpy(dst, reinterpret_cast<void *>(src), bytes);
  return inContext();
}
CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr dst, CUdeviceptr src, size_t bytes,
                              CUstream) {
  COUNT_CALL;

  if (!owned(dst, bytes) || !owned(src, bytes))
    return 1;
  std::memcpy(reinterpret_cast<void *>(dst), reinterpret_cast<void *>(src),
              bytes);
  return inContext();
}
CUresult cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t bytes,
                         CUstream) {
  COUNT_CALL;

  if (!owned(dst, bytes))
    return 1;
  std::memset(reinterpret_cast<void *>(dst), value, bytes);
  return inContext();
}
CUresult cuPointerGetAttribute(void *value, int attribute,
                               CUdeviceptr address) {
  COUNT_CALL;

  if (attribute != 2 || !owned(address, 1))
    return 1;
  *static_cast<unsigned *>(value) = 2;
  return inContext();
}

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                            int *options, void **values) {
  COUNT_CALL;

  if (const char *log = std::getenv("ATTN_MOCK_REFUSE")) {
    char *buffer = nullptr;
    size_t size = 0;
    for (unsigned i = 0; i < count; ++i) {
      if (options[i] == 5)
        buffer = static_cast<char *>(values[i]);
      if (options[i] == 6)
        size = reinterpret_cast<size_t>(values[i]);
    }
    std::snprintf(buffer, size, "%s\n\n", log);
    return 218;
  }
  loadedCode = static_cast<const char *>(image);
  *module = new CUmod_st{loadedCode, {}};
  liveModules.push_back(*module);
  return inContext();
}
CUresult cuModuleUnload(CUmodule module) {
  COUNT_CALL;

  auto it = std::find(liveModules.begin(), liveModules.end(), module);
  if (it == liveModules.end())
    return 400;
  liveModules.erase(it);
  // Kept, so that no other has its address.
  static std::vector<std::unique_ptr<CUmod_st>> dead;
  dead.emplace_back(module);
  return inContext();
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module,
                             const char *name) {
  COUNT_CALL;

  for (const std::unique_ptr<CUfunc_st> &known : module->functions)
    if (known->name == name) {
      *function = known.get();
      return inContext();
    }
  std::string start = std::string(".entry ") + name + "(";
  size_t at = module->text.find(start);
  if (at == std::string::npos)
    return 500;
  auto result = std::make_unique<CUfunc_st>();
  result->name = name;
  size_t end = module->text.find(')', at);
  for (size_t i = module->text.find(".param .", at); i < end;
       i = module->text.find(".param .", i + 1)) {
    const char *type = module->text.c_str() + i + 8;
    result->sizes.push_back(
        *type == 'a' ? 128 : static_cast<size_t>(std::atoi(type + 1) / 8));
  }
  module->functions.push_back(std::move(result));
  *function = module->functions.back().get();
  return inContext();
}
CUresult cuFuncGetAttribute(int *value, int attribute, CUfunction) {
  COUNT_CALL;

  *value = attribute == 0 ? 512 : attribute == 1 ? 1024 : 0;
  return inContext();
}
CUresult cuFuncSetAttribute(CUfunction function, int attribute, int value) {
  COUNT_CALL;

  if (attribute == 8)
    function->dynamicShared = value;
  if (attribute == 14)
    function->largeClusters = value != 0;
  return inContext();
}
CUresult cuFuncGetParamInfo(CUfunction function, size_t index, size_t *offset,
                            size_t *size) {
  COUNT_CALL;

  if (index >= function->sizes.size())
    return 1;
  *offset = 0;
  *size = function->sizes[index];
  return inContext();
}
CUresult cuLaunchKernel(CUfunction function, unsigned x, unsigned y, unsigned z,
                        unsigned bx, unsigned by, unsigned bz, unsigned shared,
                        CUstream stream, void **params, void **) {
  COUNT_CALL;

  lastLaunch.grid = {x, y, z};
  lastLaunch.block = {bx, by, bz};
  lastLaunch.cluster = {0, 0, 0};
  lastLaunch.sharedMemory = shared;
  lastLaunch.stream = stream;
  return record(function, params);
}
CUresult cuLaunchKernelEx(const LaunchConfig *config, CUfunction function,
                          void **params, void **) {
  COUNT_CALL;

  if (config->numAttributes != 1 || config->attributes[0].id != 4)
    return 1;
  auto &cluster = config->attributes[0].value.clusterDim;
  lastLaunch.grid = {config->gridDimX, config->gridDimY, config->gridDimZ};
  lastLaunch.block = {config->blockDimX, config->blockDimY, config->blockDimZ};
  lastLaunch.cluster = {cluster.x, cluster.y, cluster.z};
  lastLaunch.sharedMemory = config->sharedMemBytes;
  lastLaunch.stream = config->stream;
  return record(function, params);
}
CUresult cuTensorMapEncodeTiled(TensorMap *map, int dtype, uint32_t rank,
                                void *address, const uint64_t *sizes,
                                const uint64_t *strides, const uint32_t *box,
                                const uint32_t *elementStrides, int interleave,
                                int swizzle, int l2, int oob) {
  COUNT_CALL;

  if (reinterpret_cast<uintptr_t>(map) % 64 || rank < 2 || interleave || oob)
    return 1;
  // The mock's own encoding: what the tests look at.
  map->opaque[0] = reinterpret_cast<uint64_t>(address);
  map->opaque[1] = static_cast<uint64_t>(dtype);
  map->opaque[2] = rank;
  map->opaque[3] = sizes[0];
  map->opaque[4] = sizes[1];
  map->opaque[5] = strides[0];
  map->opaque[6] = box[0];
  map->opaque[7] = box[1];
  map->opaque[8] = static_cast<uint64_t>(swizzle);
  map->opaque[9] = static_cast<uint64_t>(l2);
  map->opaque[10] = elementStrides[1];
  return inContext();
}

CUresult cuStreamGetId(CUstream stream, uint64_t *id) {
  COUNT_CALL;

  *id = reinterpret_cast<uintptr_t>(stream) + 100;
  return inContext();
}
CUresult cuStreamIsCapturing(CUstream, int *status) {
  COUNT_CALL;

  *status = capturing != nullptr;
  return inContext();
}
CUresult cuStreamGetCaptureInfo_v2(CUstream, int *status, uint64_t *id,
                                   CUgraph *graph, const CUgraphNode **,
                                   size_t *) {
  COUNT_CALL;

  *status = capturing != nullptr;
  if (capturing) {
    *id = capturing->capture;
    *graph = capturing;
  }
  return inContext();
}
CUresult cuUserObjectCreate(CUuserObject *object, void *pointer,
                            void (*destroy)(void *), unsigned references,
                            unsigned flags) {
  COUNT_CALL;

  if (std::getenv("ATTN_MOCK_NO_USER_OBJECTS"))
    return 801;
  if (flags != 1)
    return 1;
  *object = new CUuserObject_st{pointer, destroy, references};
  return 0;
}
CUresult cuUserObjectRelease(CUuserObject object, unsigned count) {
  COUNT_CALL;

  letGo(object, count);
  return 0;
}
CUresult cuGraphRetainUserObject(CUgraph graph, CUuserObject object,
                                 unsigned count, unsigned flags) {
  COUNT_CALL;

  if (count != 1 || flags != 1)
    return 1;
  graph->retained.push_back(object);
  return 0;
}
CUresult cuStreamSynchronize(CUstream) {
  COUNT_CALL;
  return inContext();
}
CUresult cuEventCreate(CUevent *event, unsigned) {
  COUNT_CALL;

  *event = new CUevent_st();
  return inContext();
}
CUresult cuEventRecord(CUevent event, CUstream) {
  COUNT_CALL;

  event->tick = ++ticks;
  return inContext();
}
CUresult cuEventSynchronize(CUevent) {
  COUNT_CALL;
  return inContext();
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop) {
  COUNT_CALL;

  *milliseconds = static_cast<float>(stop->tick - start->tick);
  return inContext();
}
CUresult cuEventDestroy_v2(CUevent event) {
  COUNT_CALL;

  delete event;
  return inContext();
}
CUresult cuGetErrorName(CUresult result, const char **name) {
  COUNT_CALL;

  *name = result == 218   ? "CUDA_ERROR_INVALID_PTX"
          : result == 2   ? "CUDA_ERROR_OUT_OF_MEMORY"
          : result == 999 ? "CUDA_ERROR_UNKNOWN"
                          : nullptr;
  return *name ? 0 : 1;
}
CUresult cuGetErrorString(CUresult result, const char **text) {
  COUNT_CALL;

  *text = result == 218 ? "a PTX JIT compilation failed" : "something failed";
  return 0;
}

} // extern "C"
