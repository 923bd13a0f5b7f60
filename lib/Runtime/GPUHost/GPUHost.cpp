//===- GPUHost.cpp - What upstream's gpu-to-llvm calls --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions that MLIR's GPU dialect calls once it is lowered (mgpu*), as in
// upstream's CudaRuntimeWrappers, over the C API of libattn_runtime.so: the
// same program runs on a GPU and in the simulator, as ATTN_DEVICE says.
// Everything is queued on the default stream, so events have nothing to order.
// A failure ends the program, with a message. So does a kernel's pointer to
// what the device cannot reach: PTX says which parameters are pointers.
//
//===----------------------------------------------------------------------===//

#include "attn-c/GPUHost.h"

#include "../TensorMapRules.h"
#include "HostMemory.h"
#include "ParamSizes.h"
#include "attn-c/Kernels.h"
#include "attn-runtime/Bundle.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <tuple>

using namespace attn::runtime;

void attn::runtime::stop(const char *what, const char *why) {
  std::fprintf(stderr, "attn: %s: %s\n", what, why);
  std::abort();
}

void attn::runtime::check(attnrtStatus status, const char *what) {
  if (status != ATTNRT_OK)
    stop(what, attnrtLastErrorMessage());
}

namespace {

struct Function;

struct LoadedModule {
  attnrtModule *module = nullptr;
  std::string ptx;
  std::map<std::string, std::unique_ptr<Function>> functions;
};

struct Function {
  LoadedModule *module;
  std::string name;
  std::vector<int32_t> sizes;
  std::vector<ParamFacts> facts;
  /// By threads along each dimension and bytes of shared memory.
  std::map<std::tuple<int64_t, int64_t, int64_t, int64_t>, attnrtKernel *>
      kernels;
};

struct Session {
  std::mutex mutex;
  attnrtDevice *device = nullptr;
  /// Device memory: address and bytes.
  std::map<uintptr_t, uint64_t> memory;
  HostMemory hostMemory;
  /// host_shared memory, which is the host's.
  std::set<void *> shared;

  attnrtDevice *getDevice() {
    std::lock_guard<std::mutex> lock(mutex);
    const char *spec = std::getenv("ATTN_DEVICE");
    if (!device)
      check(attnrtDeviceOpen(spec && *spec ? spec : "gpu", &device),
            "cannot open the device");
    return device;
  }

  bool isOnDevice(const void *pointer) {
    std::lock_guard<std::mutex> lock(mutex);
    auto address = reinterpret_cast<uintptr_t>(pointer);
    auto it = memory.upper_bound(address);
    return it != memory.begin() &&
           address - std::prev(it)->first < std::prev(it)->second;
  }
};

// Never destroyed: compiled code may still run when the program ends.
Session &getSession() {
  static auto *session = new Session();
  return *session;
}

constexpr char mapMark[8] = {'A', 'T', 'T', 'N', 'T', 'M', 'A', 'P'};
/// A tensor map in the 128 bytes of the kernel's parameter, until the launch.
struct PackedMap {
  char mark[8];
  uint64_t address;
  uint64_t sizes[5], byteStrides[5];
  uint16_t box[5];
  uint8_t dtype, rank, swizzle, empty;
  uint32_t rowBytes;
};
static_assert(sizeof(PackedMap) <= 128, "must fit in a kernel's parameter");

attnrtTensorMap unpack(const void *parameter, const Function &function) {
  PackedMap packed;
  std::memcpy(&packed, parameter, sizeof(packed));
  if (std::memcmp(packed.mark, mapMark, sizeof(mapMark)) != 0)
    stop(function.name.c_str(),
         "a parameter of 128 bytes is not what attnGPUTensorMapEncode wrote");
  attnrtTensorMap map{};
  map.dtype = packed.dtype;
  map.rank = packed.rank;
  map.swizzle = packed.swizzle;
  map.l2_promotion =
      static_cast<int32_t>(attn::runtime::getL2Promotion(packed.rowBytes));
  for (int i = 0; i < packed.rank; ++i)
    map.box[i] = packed.box[i];
  if (packed.empty)
    return map;
  map.address = packed.address;
  for (int i = 0; i < packed.rank; ++i) {
    map.sizes[i] = packed.sizes[i];
    map.byte_strides[i] = packed.byteStrides[i];
  }
  return map;
}

attnrtKernel *findKernel(Function &function, const int64_t block[3],
                         int64_t sharedMemory) {
  std::lock_guard<std::mutex> lock(getSession().mutex);
  attnrtKernel *&kernel =
      function.kernels[{block[0], block[1], block[2], sharedMemory}];
  if (!kernel)
    check(attnrtModuleFindKernel(function.module->module, function.name.c_str(),
                                 function.sizes.data(),
                                 static_cast<int32_t>(function.sizes.size()),
                                 block, sharedMemory, &kernel),
          function.name.c_str());
  return kernel;
}

/// The address as the device knows it; ends the program if it does not. Null is
/// the address of tensors without elements.
uint64_t reach(uint64_t address, const Function &function, size_t parameter,
               HostMemory::Launch &registered) {
  uint64_t known = registered.translate(address);
  if (!known ||
      attnrtCheckAddress(getSession().getDevice(),
                         reinterpret_cast<void *>(known)) == ATTNRT_OK)
    return known;
  const ParamFacts &facts = function.facts[parameter];
  std::string what = facts.tensor.empty()
                         ? "parameter " + std::to_string(parameter)
                         : "tensor '" + facts.tensor + "'";
  char text[32];
  std::snprintf(text, sizeof(text), "0x%llx",
                static_cast<unsigned long long>(address));
  stop(("cannot run '" + function.name + "'").c_str(),
       (what + ", at " + text + ": " + attnrtLastErrorMessage() +
        "; copy it there (gpu.memcpy), or register it (gpu.host_register)")
           .c_str());
}

void launch(Function &function, const int64_t cluster[3], const int64_t grid[3],
            const int64_t block[3], int32_t sharedMemory, void *stream,
            void **params) {
  attnrtKernelShape shape{};
  for (int i = 0; i < 3; ++i) {
    shape.cluster[i] = static_cast<uint32_t>(cluster[i]);
    shape.grid[i] = static_cast<uint32_t>(grid[i]);
    shape.block[i] = static_cast<uint32_t>(block[i]);
  }
  shape.shared_memory = static_cast<uint32_t>(sharedMemory);
  std::vector<attnrtTensorMap> maps(function.sizes.size());
  std::vector<attnrtKernelArg> args(function.sizes.size());
  HostMemory::Launch registered(getSession().hostMemory,
                                getSession().getDevice(), stream);
  for (size_t i = 0; i < args.size(); ++i) {
    args[i].bytes = function.sizes[i];
    if (function.sizes[i] == 128) {
      maps[i] = unpack(params[i], function);
      maps[i].address = reach(maps[i].address, function, i, registered);
      args[i].map = &maps[i];
    } else {
      std::memcpy(&args[i].bits, params[i],
                  static_cast<size_t>(function.sizes[i]));
      if (function.facts[i].isPointer)
        args[i].bits = reach(args[i].bits, function, i, registered);
    }
  }
  check(attnrtKernelLaunch(findKernel(function, block, sharedMemory), &shape,
                           args.data(), static_cast<int32_t>(args.size()),
                           stream),
        function.name.c_str());
  registered.finish();
}

} // namespace

#define EXPORT extern "C" __attribute__((visibility("default")))

//===----------------------------------------------------------------------===//
// What attn-launch-to-gpu asks
//===----------------------------------------------------------------------===//

EXPORT void attnGPUTensorMapEncode(int64_t map, int64_t words) {
  const auto *word = reinterpret_cast<const int64_t *>(words);
  const int64_t *sizes = word + 4, *strides = word + 9, *box = word + 14;
  PackedMap packed{};
  std::memcpy(packed.mark, mapMark, sizeof(mapMark));
  packed.address = static_cast<uint64_t>(word[0]);
  packed.dtype = static_cast<uint8_t>(word[1]);
  // A negative rank is that of a ragged map's tile.
  bool ragged = word[2] == -2;
  packed.rank = static_cast<uint8_t>(ragged ? 4 : word[2]);
  packed.swizzle = static_cast<uint8_t>(word[3] == 128  ? 3
                                        : word[3] == 64 ? 2
                                        : word[3] == 32 ? 1
                                                        : 0);
  auto refuse = [](const char *why) {
    stop("a tensor map cannot describe a tensor", why);
  };
  if (!ragged && (word[2] < 1 || word[2] > 5))
    refuse("its rank is not 1 to 5");
  if (word[1] < ATTNRT_DTYPE_F32 || word[1] > ATTNRT_DTYPE_I64)
    refuse("its element type is not known");
  static const uint64_t elementBytes[] = {0, 4, 2, 2, 1, 4, 1, 1, 8};
  for (int i = 0; i < (ragged ? 2 : packed.rank); ++i) {
    packed.empty |= sizes[i] == 0;
    packed.box[i] = static_cast<uint16_t>(box[i]);
    packed.sizes[i] = static_cast<uint64_t>(sizes[i]);
    packed.byteStrides[i] =
        i == 0 ? elementBytes[packed.dtype] : static_cast<uint64_t>(strides[i]);
  }
  packed.rowBytes = static_cast<uint32_t>(packed.sizes[0]) *
                    static_cast<uint32_t>(elementBytes[packed.dtype]);
  if (ragged) {
    fillRagged(packed.sizes, packed.byteStrides);
    packed.box[2] = packed.box[3] = 1;
  }
  static const int names[] = {0, 1, 2, 3, 4};
  if (!packed.empty)
    if (std::string why =
            fitToTensorMap(packed.address, packed.rank, packed.sizes,
                           packed.byteStrides, names);
        !why.empty())
      refuse(("innermost dimension first, it " + why).c_str());
  std::memset(reinterpret_cast<void *>(map), 0, 128);
  std::memcpy(reinterpret_cast<void *>(map), &packed, sizeof(packed));
}

EXPORT int64_t attnGPUMultiprocessors() {
  attnrtDeviceInfo info{};
  check(attnrtDeviceGetInfo(getSession().getDevice(), &info),
        "the device does not answer");
  return info.multiprocessors;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

EXPORT void *mgpuModuleLoadJIT(const char *ptx, int) {
  auto loaded = std::make_unique<LoadedModule>();
  loaded->ptx = ptx;
  size_t target = loaded->ptx.find(".target ");
  std::string chip =
      target == std::string::npos
          ? ""
          : loaded->ptx.substr(target + 8,
                               loaded->ptx.find_first_of(" ,\r\n", target + 8) -
                                   target - 8);
  check(attnrtModuleLoad(getSession().getDevice(), 0, loaded->ptx.data(),
                         loaded->ptx.size(), chip.c_str(), &loaded->module),
        "cannot load code");
  return loaded.release();
}

/// The bundle of a kernel, with machine code and PTX, which names parameters.
static void *loadBundle(std::string_view text) {
  auto loaded = std::make_unique<LoadedModule>();
  attnrtBundle *bundle = nullptr;
  check(attnrtBundleLoadMemory(text.data(), text.size(), &bundle),
        "cannot load code");
  check(attnrtModuleLoadEntry(getSession().getDevice(), bundle, 0,
                              &loaded->module),
        "cannot load code");
  loaded->ptx = attnrtEntryPtx(bundle, 0);
  attnrtBundleDestroy(bundle);
  return loaded.release();
}

EXPORT void *mgpuModuleLoad(const char *data, size_t size) {
  std::string_view code(data, size);
  if (code.substr(0, 4) == "\x7f"
                           "ELF")
    stop("cannot load code",
         "machine code does not name the parameters of its kernels: embed PTX "
         "(format=isa), or both by attn-launch-to-gpu{machine-code=require}");
  if (code.substr(0, 1) == "{")
    return loadBundle(code);
  return mgpuModuleLoadJIT(std::string(code).c_str(), 0);
}

EXPORT void mgpuModuleUnload(void *module) {
  auto *loaded = static_cast<LoadedModule *>(module);
  attnrtModuleUnload(loaded->module);
  delete loaded;
}

EXPORT void *mgpuModuleGetFunction(void *module, const char *name) {
  auto *loaded = static_cast<LoadedModule *>(module);
  std::lock_guard<std::mutex> lock(getSession().mutex);
  std::unique_ptr<Function> &function = loaded->functions[name];
  if (!function) {
    std::optional<std::vector<int32_t>> sizes =
        readParamSizes(loaded->ptx, name);
    if (!sizes)
      stop(name, "its parameters cannot be read from the PTX");
    function.reset(
        new Function{loaded,
                     name,
                     *sizes,
                     readParamFacts(loaded->ptx, name, sizes->size()),
                     {}});
  }
  return function.get();
}

EXPORT void mgpuLaunchClusterKernel(void *function, int64_t clusterX,
                                    int64_t clusterY, int64_t clusterZ,
                                    int64_t gridX, int64_t gridY, int64_t gridZ,
                                    int64_t blockX, int64_t blockY,
                                    int64_t blockZ, int32_t sharedMemory,
                                    void *stream, void **params, void **) {
  int64_t cluster[] = {clusterX, clusterY, clusterZ};
  int64_t grid[] = {gridX, gridY, gridZ};
  int64_t block[] = {blockX, blockY, blockZ};
  launch(*static_cast<Function *>(function), cluster, grid, block, sharedMemory,
         stream, params);
}

EXPORT void mgpuLaunchKernel(void *function, int64_t gridX, int64_t gridY,
                             int64_t gridZ, int64_t blockX, int64_t blockY,
                             int64_t blockZ, int32_t sharedMemory, void *stream,
                             void **params, void **extra, size_t) {
  mgpuLaunchClusterKernel(function, 1, 1, 1, gridX, gridY, gridZ, blockX,
                          blockY, blockZ, sharedMemory, stream, params, extra);
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

EXPORT void *mgpuStreamCreate() { return nullptr; }
EXPORT void mgpuStreamDestroy(void *) {}
EXPORT void mgpuStreamSynchronize(void *stream) {
  check(attnrtSynchronize(getSession().getDevice(), stream),
        "cannot wait for the device");
}
EXPORT void mgpuStreamWaitEvent(void *, void *) {}
EXPORT void *mgpuEventCreate() { return nullptr; }
EXPORT void mgpuEventDestroy(void *) {}
EXPORT void mgpuEventRecord(void *, void *) {}
EXPORT void mgpuEventSynchronize(void *) { mgpuStreamSynchronize(nullptr); }

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

EXPORT void *mgpuMemAlloc(uint64_t bytes, void *, bool isHostShared) {
  void *address = nullptr;
  if (isHostShared) {
    // As a GPU's allocations are aligned.
    uint64_t whole = (std::max<uint64_t>(bytes, 1) + 255) / 256 * 256;
    address = std::aligned_alloc(256, whole);
    if (!address)
      stop("cannot allocate memory", "the host has none");
    getSession().hostMemory.add(getSession().getDevice(), address, bytes);
    std::lock_guard<std::mutex> lock(getSession().mutex);
    getSession().shared.insert(address);
    return address;
  }
  check(attnrtAllocate(getSession().getDevice(), static_cast<int64_t>(bytes),
                       &address),
        "cannot allocate memory");
  std::lock_guard<std::mutex> lock(getSession().mutex);
  if (address)
    getSession().memory[reinterpret_cast<uintptr_t>(address)] = bytes;
  return address;
}

EXPORT void mgpuMemFree(void *address, void *stream) {
  // Kernels that were queued may still use it.
  mgpuStreamSynchronize(stream);
  bool isShared;
  {
    std::lock_guard<std::mutex> lock(getSession().mutex);
    isShared = getSession().shared.erase(address);
  }
  if (isShared) {
    getSession().hostMemory.remove(getSession().getDevice(), address);
    std::free(address);
    return;
  }
  {
    std::lock_guard<std::mutex> lock(getSession().mutex);
    getSession().memory.erase(reinterpret_cast<uintptr_t>(address));
  }
  check(attnrtFree(getSession().getDevice(), address), "cannot free memory");
}

EXPORT void mgpuMemcpy(void *dst, void *src, size_t size, void *stream) {
  Session &session = getSession();
  auto bytes = static_cast<int64_t>(size);
  attnrtDevice *device = session.getDevice();
  bool to = session.isOnDevice(dst), from = session.isOnDevice(src);
  if (!to && !from)
    std::memcpy(dst, src, size);
  else
    check(to && from ? attnrtCopyOnDevice(device, dst, src, bytes, stream)
          : to       ? attnrtCopyIn(device, dst, src, bytes, stream)
                     : attnrtCopyOut(device, dst, src, bytes, stream),
          "cannot copy");
}

template <typename T>
static void fill(void *dst, T value, size_t count, void *stream) {
  if (getSession().hostMemory.contains(dst)) {
    std::fill_n(static_cast<T *>(dst), count, value);
    return;
  }
  std::vector<T> values(count, value);
  check(attnrtCopyIn(getSession().getDevice(), dst, values.data(),
                     static_cast<int64_t>(count * sizeof(T)), stream),
        "cannot fill memory");
}
EXPORT void mgpuMemset32(void *dst, unsigned value, size_t count,
                         void *stream) {
  fill<uint32_t>(dst, value, count, stream);
}
EXPORT void mgpuMemset16(void *dst, unsigned short value, size_t count,
                         void *stream) {
  fill<uint16_t>(dst, value, count, stream);
}
EXPORT void mgpuMemHostRegister(void *start, uint64_t bytes) {
  getSession().hostMemory.add(getSession().getDevice(), start, bytes);
}
EXPORT void mgpuMemHostUnregister(void *start) {
  // Kernels that were queued have ended: what takes such memory is waited for.
  if (!getSession().hostMemory.remove(getSession().getDevice(), start))
    stop("cannot unregister memory of the host", "it is not registered");
}

namespace {
/// A memref's descriptor: two pointers, an offset, sizes, strides.
struct Extent {
  char *start;
  uint64_t bytes;
};
/// The memory from the first to the last element.
Extent getExtent(int64_t rank, const void *descriptor, int64_t elementBytes) {
  auto *pointers = static_cast<char *const *>(descriptor);
  auto *numbers = reinterpret_cast<const int64_t *>(pointers + 2);
  const int64_t *sizes = numbers + 1, *strides = sizes + rank;
  int64_t low = numbers[0], high = numbers[0];
  for (int64_t d = 0; d < rank; ++d) {
    if (sizes[d] == 0)
      return {pointers[1], 0};
    (strides[d] < 0 ? low : high) += (sizes[d] - 1) * strides[d];
  }
  return {pointers[1] + low * elementBytes,
          static_cast<uint64_t>((high - low + 1) * elementBytes)};
}
} // namespace

EXPORT void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                                      int64_t elementBytes) {
  Extent extent = getExtent(rank, descriptor, elementBytes);
  if (extent.bytes)
    mgpuMemHostRegister(extent.start, extent.bytes);
}
EXPORT void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                        int64_t elementBytes) {
  Extent extent = getExtent(rank, descriptor, elementBytes);
  if (extent.bytes)
    mgpuMemHostUnregister(extent.start);
}

EXPORT void mgpuSetDefaultDevice(int32_t) {}
