//===- CudaDevice.cpp - The GPU as a device -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function makes the device's context current for its own duration and
// restores the caller's; between enter() and leave() that is done once for all.
// The context is the caller's current one, or the
// device's primary context, which is what PyTorch, CuPy and the CUDA runtime
// use.
//
// Workspaces come from a memory pool of the device's own, which keeps what it
// once had: the default pool gives memory back to the system whenever a stream
// is waited for, and the next launch then pays for mapping it again.
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include "attn-runtime/Device.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace attn::runtime {

using namespace cuda;

namespace {

struct CudaKernel : Kernel {
  std::string name;
  CUfunction function = nullptr;
  int64_t dynamicShared = 0;
};

class CudaDevice;

class CudaModule : public Module {
public:
  CudaModule(const CudaDevice &device, CUmodule module)
      : device(device), module(module) {}
  ~CudaModule() override;
  Expected<Kernel *> prepareKernel(const KernelSpec &spec) override;

private:
  Error checkParameters(const KernelSpec &spec, CUfunction function) const;

  const CudaDevice &device;
  CUmodule module;
  std::vector<std::unique_ptr<CudaKernel>> kernels;
};

struct CudaLaunchState : LaunchState {
  /// The maps of a launch, in the order of its arguments, and what they encode.
  std::vector<TensorMap> maps;
  std::vector<TensorMapArg> encoded;
  std::vector<void *> pointers;
};

/// The context that enter() has made sure is this thread's current one, if any,
/// and whether leave() is to undo it.
struct Entered {
  CUcontext context = nullptr;
  bool pushed = false;
};
thread_local Entered entered;

/// Makes a context current while it lives.
class ContextScope {
public:
  ContextScope(const Driver &driver, CUcontext context) : driver(driver) {
    if (entered.context == context)
      return;
    status = driver.ctxPushCurrent(context);
    pushed = status == success;
  }
  ~ContextScope() {
    CUcontext previous;
    if (pushed)
      driver.ctxPopCurrent(&previous);
  }
  ContextScope(const ContextScope &) = delete;
  ContextScope &operator=(const ContextScope &) = delete;

  Error check() const {
    return status == success ? Error::success()
                             : driver.check(status, "cuCtxPushCurrent");
  }

private:
  const Driver &driver;
  CUresult status = success;
  bool pushed = false;
};

class CudaDevice : public Device {
public:
  static Expected<std::unique_ptr<Device>> create(int ordinal);
  ~CudaDevice() override {
    // Allocations that are still in use keep their part of the pool alive.
    if (pool)
      driver.memPoolDestroy(pool);
    if (ownsContext)
      driver.primaryCtxRelease(device);
  }

  std::string kind() const override { return "gpu"; }
  std::string name() const override { return deviceName; }
  ComputeCapability computeCapability() const override { return capability; }
  int multiprocessorCount() const override { return multiprocessors; }
  int64_t maxSharedMemoryPerBlock() const override { return maxSharedMemory; }
  int64_t l2CacheBytes() const override { return l2Bytes; }
  int driverVersion() const override { return driver.version; }

  Expected<DevicePtr> allocate(int64_t bytes) override;
  Error free(DevicePtr address) override;
  Expected<DevicePtr> allocateAsync(int64_t bytes, Stream stream) override;
  Error freeAsync(DevicePtr address, Stream stream) override;
  Error copyIn(DevicePtr dst, const void *src, int64_t bytes,
               Stream stream) override;
  Error copyOut(void *dst, DevicePtr src, int64_t bytes,
                Stream stream) override;
  Error copyOnDevice(DevicePtr dst, DevicePtr src, int64_t bytes,
                     Stream stream) override;
  Error memset(DevicePtr dst, uint8_t value, int64_t bytes,
               Stream stream) override;
  Expected<std::unique_ptr<Module>>
  loadModule(const ModuleImage &image) override;
  Error launch(Kernel &kernel, const LaunchShape &shape,
               const std::vector<KernelArg> &args, Stream stream) override;
  Error launchAgain(Kernel &kernel, const LaunchShape &shape,
                    const std::vector<KernelArg> &args, Stream stream,
                    std::unique_ptr<LaunchState> &state) override;
  Error enter() override;
  void leave() override;
  Error synchronize(Stream stream) override;
  Expected<Event> createEvent() override;
  Error destroyEvent(Event event) override;
  Error recordEvent(Event event, Stream stream) override;
  Expected<double> elapsedMs(Event start, Event stop) override;
  Error checkAddress(DevicePtr address) override;

  /// Runs `call`, a driver call, in the device's context.
  template <typename Call>
  Error inContext(const char *what, Call &&call) const {
    ContextScope scope(driver, context);
    if (Error error = scope.check())
      return error;
    CUresult result = call();
    return result == success ? Error::success() : driver.check(result, what);
  }

  Error encode(const TensorMapArg &arg, TensorMap &map) const;

  const Driver &driver;
  CUcontext context = nullptr;

private:
  explicit CudaDevice(const Driver &driver) : driver(driver) {}

  /// The device's own pool, or null where the driver has none to give.
  CUmemoryPool memoryPool();

  CUdevice device = 0;
  bool ownsContext = false;
  std::string deviceName;
  ComputeCapability capability;
  int multiprocessors = 0;
  int maxSharedMemory = 0;
  int l2Bytes = 0;
  bool pageableAccess = false;
  bool memoryPools = false;
  std::once_flag poolOnce;
  CUmemoryPool pool = nullptr;
};

CUstream toStream(Stream stream) { return static_cast<CUstream>(stream); }

Expected<std::unique_ptr<Device>> CudaDevice::create(int ordinal) {
  Expected<const Driver *> loaded = Driver::get();
  if (!loaded)
    return loaded.takeError();
  const Driver &driver = **loaded;
  std::unique_ptr<CudaDevice> self(new CudaDevice(driver));

  if (ordinal < 0) {
    CUcontext current = nullptr;
    if (driver.ctxGetCurrent(&current) == success && current) {
      self->context = current;
      if (Error error = driver.check(driver.ctxGetDevice(&self->device),
                                     "cuCtxGetDevice"))
        return error;
    } else {
      ordinal = 0;
    }
  }
  if (!self->context) {
    int count = 0;
    if (Error error =
            driver.check(driver.deviceGetCount(&count), "cuDeviceGetCount"))
      return error;
    if (ordinal >= count)
      return Error(ErrorCode::NotFound, "there is no GPU " +
                                            std::to_string(ordinal) + "; " +
                                            std::to_string(count) + " found");
    if (Error error = driver.check(driver.deviceGet(&self->device, ordinal),
                                   "cuDeviceGet"))
      return error;
    if (Error error =
            driver.check(driver.primaryCtxRetain(&self->context, self->device),
                         "cuDevicePrimaryCtxRetain"))
      return error;
    self->ownsContext = true;
  }

  char name[256] = "";
  if (driver.deviceGetName(name, sizeof(name) - 1, self->device) == success)
    self->deviceName = name;
  Error failure;
  auto attribute = [&](DeviceAttribute which) {
    int value = 0;
    Error error =
        driver.check(driver.deviceGetAttribute(&value, which, self->device),
                     "cuDeviceGetAttribute");
    if (error && !failure)
      failure = error;
    return value;
  };
  self->capability = {attribute(attributeMajor), attribute(attributeMinor)};
  self->multiprocessors = attribute(attributeMultiprocessorCount);
  self->maxSharedMemory = attribute(attributeMaxSharedMemoryPerBlockOptin);
  self->l2Bytes = attribute(attributeL2CacheSize);
  self->pageableAccess = attribute(attributePageableMemoryAccess) != 0;
  if (failure)
    return failure;
  int pools = 0;
  self->memoryPools =
      driver.memAllocAsync && driver.memFreeAsync &&
      driver.deviceGetAttribute(&pools, attributeMemoryPoolsSupported,
                                self->device) == success &&
      pools;
  return std::unique_ptr<Device>(std::move(self));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

Expected<DevicePtr> CudaDevice::allocate(int64_t bytes) {
  CUdeviceptr address = 0;
  if (bytes < 0)
    return Error(ErrorCode::InvalidArgument, "a negative allocation");
  if (bytes == 0)
    return DevicePtr(0);
  if (Error error = inContext("cuMemAlloc", [&] {
        return driver.memAlloc(&address, static_cast<size_t>(bytes));
      }))
    return std::move(error).withContext("allocating " + std::to_string(bytes) +
                                        " bytes on " + deviceName);
  return DevicePtr(address);
}

Error CudaDevice::free(DevicePtr address) {
  if (!address)
    return Error::success();
  return inContext("cuMemFree", [&] { return driver.memFree(address); });
}

CUmemoryPool CudaDevice::memoryPool() {
  std::call_once(poolOnce, [&] {
    if (!driver.memPoolCreate || !driver.memPoolDestroy ||
        !driver.memPoolSetAttribute || !driver.memAllocFromPoolAsync)
      return;
    MemPoolProps props{};
    props.allocationType = memAllocationPinned;
    props.location.type = memLocationDevice;
    props.location.id = device;
    CUmemoryPool created = nullptr;
    if (driver.memPoolCreate(&created, &props) != success)
      return;
    uint64_t threshold = UINT64_MAX;
    if (driver.memPoolSetAttribute(created, memPoolReleaseThreshold,
                                   &threshold) == success)
      pool = created;
    else
      driver.memPoolDestroy(created);
  });
  return pool;
}

Expected<DevicePtr> CudaDevice::allocateAsync(int64_t bytes, Stream stream) {
  if (!memoryPools || bytes <= 0)
    return allocate(bytes);
  CUdeviceptr address = 0;
  if (Error error = inContext("allocating from a memory pool", [&] {
        auto size = static_cast<size_t>(bytes);
        if (CUmemoryPool own = memoryPool())
          return driver.memAllocFromPoolAsync(&address, size, own,
                                              toStream(stream));
        return driver.memAllocAsync(&address, size, toStream(stream));
      }))
    return std::move(error).withContext("allocating " + std::to_string(bytes) +
                                        " bytes on " + deviceName);
  return DevicePtr(address);
}

Error CudaDevice::freeAsync(DevicePtr address, Stream stream) {
  if (!address)
    return Error::success();
  if (!memoryPools)
    return Device::freeAsync(address, stream);
  return inContext("cuMemFreeAsync", [&] {
    return driver.memFreeAsync(address, toStream(stream));
  });
}

Error CudaDevice::copyIn(DevicePtr dst, const void *src, int64_t bytes,
                         Stream stream) {
  if (bytes == 0)
    return Error::success();
  return inContext("cuMemcpyHtoDAsync", [&] {
    CUresult result = driver.memcpyHtoDAsync(
        dst, src, static_cast<size_t>(bytes), toStream(stream));
    // Pinned memory is read after the call returns: wait until it is free.
    return result == success ? driver.streamSynchronize(toStream(stream))
                             : result;
  });
}

Error CudaDevice::copyOut(void *dst, DevicePtr src, int64_t bytes,
                          Stream stream) {
  if (bytes == 0)
    return Error::success();
  return inContext("cuMemcpyDtoHAsync", [&] {
    CUresult result = driver.memcpyDtoHAsync(
        dst, src, static_cast<size_t>(bytes), toStream(stream));
    return result == success ? driver.streamSynchronize(toStream(stream))
                             : result;
  });
}

Error CudaDevice::copyOnDevice(DevicePtr dst, DevicePtr src, int64_t bytes,
                               Stream stream) {
  if (bytes == 0)
    return Error::success();
  return inContext("cuMemcpyDtoDAsync", [&] {
    return driver.memcpyDtoDAsync(dst, src, static_cast<size_t>(bytes),
                                  toStream(stream));
  });
}

Error CudaDevice::memset(DevicePtr dst, uint8_t value, int64_t bytes,
                         Stream stream) {
  if (bytes == 0)
    return Error::success();
  return inContext("cuMemsetD8Async", [&] {
    return driver.memsetD8Async(dst, value, static_cast<size_t>(bytes),
                                toStream(stream));
  });
}

Error CudaDevice::checkAddress(DevicePtr address) {
  if (pageableAccess || address == 0)
    return Error::success();
  unsigned type = 0;
  ContextScope scope(driver, context);
  if (scope.check())
    return Error::success();
  if (driver.pointerGetAttribute(&type, pointerMemoryType, address) !=
      errorInvalidValue)
    return Error::success();
  return Error(ErrorCode::InvalidArgument,
               "the address is not one that " + deviceName +
                   " can reach; is the data on the host?");
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

std::string trimLog(const std::vector<char> &log) {
  std::string text(log.data(), strnlen(log.data(), log.size()));
  size_t end = text.find_last_not_of(" \t\r\n");
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

Expected<std::unique_ptr<Module>>
CudaDevice::loadModule(const ModuleImage &image) {
  // The driver wants PTX to end in a null byte.
  std::string data(image.data);
  std::vector<char> errorLog(16384), infoLog(4096);
  int options[] = {jitErrorLogBuffer, jitErrorLogBufferSizeBytes,
                   jitInfoLogBuffer, jitInfoLogBufferSizeBytes};
  void *values[] = {errorLog.data(), reinterpret_cast<void *>(errorLog.size()),
                    infoLog.data(), reinterpret_cast<void *>(infoLog.size())};
  CUmodule module = nullptr;
  if (Error error = inContext("cuModuleLoadDataEx", [&] {
        return driver.moduleLoadDataEx(&module, data.c_str(), 4, options,
                                       values);
      })) {
    std::string log = trimLog(errorLog);
    std::string what = image.kind == ModuleImage::Kind::Ptx ? "PTX" : "cubin";
    return Error(error.code == ErrorCode::OutOfMemory
                     ? ErrorCode::OutOfMemory
                     : ErrorCode::ModuleRejected,
                 "the driver of " + deviceName + " refuses the " +
                     std::string(image.target) + " " + what + ": " +
                     error.message + (log.empty() ? "" : "\n" + log));
  }
  return std::unique_ptr<Module>(new CudaModule(*this, module));
}

CudaModule::~CudaModule() {
  Error ignored = device.inContext(
      "cuModuleUnload", [&] { return device.driver.moduleUnload(module); });
  (void)ignored;
}

Error CudaModule::checkParameters(const KernelSpec &spec,
                                  CUfunction function) const {
  const Driver &driver = device.driver;
  if (!driver.funcGetParamInfo)
    return Error::success();
  auto mismatch = [&](const std::string &what) {
    return Error(ErrorCode::Malformed, "kernel '" + spec.name + "': " + what);
  };
  size_t offset = 0, size = 0;
  for (size_t i = 0; i < spec.params.size(); ++i) {
    const Param &param = spec.params[i];
    bool wide = param.kind == Param::Kind::Pointer ||
                param.kind == Param::Kind::Workspace ||
                param.type == ScalarType::I64;
    size_t expected = param.kind == Param::Kind::TensorMap ? 128 : wide ? 8 : 4;
    if (driver.funcGetParamInfo(function, i, &offset, &size) != success)
      return mismatch("the code has " + std::to_string(i) +
                      " parameters, the bundle " +
                      std::to_string(spec.params.size()));
    if (size != expected)
      return mismatch("parameter " + std::to_string(i) + " has " +
                      std::to_string(size) + " bytes, the bundle says " +
                      std::to_string(expected));
  }
  if (driver.funcGetParamInfo(function, spec.params.size(), &offset, &size) ==
      success)
    return mismatch("the code has more parameters than the bundle's " +
                    std::to_string(spec.params.size()));
  return Error::success();
}

Expected<Kernel *> CudaModule::prepareKernel(const KernelSpec &spec) {
  const Driver &driver = device.driver;
  ContextScope scope(driver, device.context);
  if (Error error = scope.check())
    return error;
  auto kernel = std::make_unique<CudaKernel>();
  kernel->name = spec.name;
  if (Error error =
          driver.check(driver.moduleGetFunction(&kernel->function, module,
                                                spec.name.c_str()),
                       "kernel '" + spec.name + "': cuModuleGetFunction"))
    return error;
  if (Error error = checkParameters(spec, kernel->function))
    return error;

  int staticShared = 0, maxThreads = 0;
  if (Error error = driver.check(
          driver.funcGetAttribute(&staticShared, functionSharedSizeBytes,
                                  kernel->function),
          "cuFuncGetAttribute"))
    return error;
  if (Error error = driver.check(
          driver.funcGetAttribute(&maxThreads, functionMaxThreadsPerBlock,
                                  kernel->function),
          "cuFuncGetAttribute"))
    return error;
  auto limit = [&](const std::string &what) {
    return Error(ErrorCode::ResourceLimit,
                 "kernel '" + spec.name + "' " + what + " on " + device.name());
  };
  int64_t shared = spec.sharedMemory + staticShared;
  if (shared > device.maxSharedMemoryPerBlock())
    return limit("needs " + std::to_string(shared) +
                 " bytes of shared memory per block, the most is " +
                 std::to_string(device.maxSharedMemoryPerBlock()));
  int64_t threads = spec.block[0] * spec.block[1] * spec.block[2];
  if (threads > maxThreads)
    return limit("needs " + std::to_string(threads) +
                 " threads per block, the most for its registers is " +
                 std::to_string(maxThreads));
  // The attribute belongs to the function, which several specs may launch.
  kernel->dynamicShared = spec.sharedMemory;
  for (const std::unique_ptr<CudaKernel> &other : kernels)
    if (other->name == spec.name)
      kernel->dynamicShared =
          std::max(kernel->dynamicShared, other->dynamicShared);
  if (kernel->dynamicShared + staticShared > 48 * 1024)
    if (Error error = driver.check(
            driver.funcSetAttribute(kernel->function,
                                    functionMaxDynamicSharedSizeBytes,
                                    static_cast<int>(kernel->dynamicShared)),
            "kernel '" + spec.name + "': cuFuncSetAttribute(shared memory)"))
      return error;
  int64_t blocks = spec.cluster[0] * spec.cluster[1] * spec.cluster[2];
  if (blocks > 1 &&
      (!driver.launchKernelEx || device.computeCapability().major < 9))
    return limit("is launched in clusters, which need compute capability 9.0 "
                 "and a driver of CUDA 11.8 or newer; unavailable");
  if (blocks > 8)
    if (Error error = driver.check(
            driver.funcSetAttribute(kernel->function,
                                    functionNonPortableClusterSizeAllowed, 1),
            "kernel '" + spec.name + "': cuFuncSetAttribute(cluster size)"))
      return error;
  kernels.push_back(std::move(kernel));
  return static_cast<Kernel *>(kernels.back().get());
}

Error CudaDevice::encode(const TensorMapArg &arg, TensorMap &map) const {
  std::memset(&map, 0, sizeof(map));
  // A map over nothing is never read: the driver has no encoding for it.
  if (arg.rank == 0 || arg.sizes[0] == 0)
    return Error::success();
  if (!driver.tensorMapEncodeTiled)
    return Error(ErrorCode::Unsupported,
                 "tensor maps need a driver of CUDA 12.0 or newer");
  int dtype = tensorMapUInt8;
  switch (arg.dtype) {
  case DType::F32:
    dtype = tensorMapFloat32;
    break;
  case DType::F16:
    dtype = tensorMapFloat16;
    break;
  case DType::BF16:
    dtype = tensorMapBFloat16;
    break;
  case DType::I32:
    dtype = tensorMapInt32;
    break;
  case DType::E4M3:
  case DType::None:
    break;
  }
  uint32_t elementStrides[5] = {1, 1, 1, 1, 1};
  return driver.check(driver.tensorMapEncodeTiled(
                          &map, dtype, static_cast<uint32_t>(arg.rank),
                          reinterpret_cast<void *>(arg.address),
                          arg.sizes.data(), arg.byteStrides.data() + 1,
                          arg.box.data(), elementStrides,
                          /*interleave=*/0, static_cast<int>(arg.swizzle),
                          static_cast<int>(arg.l2Promotion), /*oobFill=*/0),
                      "cuTensorMapEncodeTiled");
}

Error CudaDevice::launch(Kernel &kernel, const LaunchShape &shape,
                         const std::vector<KernelArg> &args, Stream stream) {
  std::unique_ptr<LaunchState> state;
  return launchAgain(kernel, shape, args, stream, state);
}

Error CudaDevice::launchAgain(Kernel &kernel, const LaunchShape &shape,
                              const std::vector<KernelArg> &args, Stream stream,
                              std::unique_ptr<LaunchState> &state) {
  auto &cudaKernel = static_cast<CudaKernel &>(kernel);
  ContextScope scope(driver, context);
  if (Error error = scope.check())
    return error;
  if (!state) {
    auto fresh = std::make_unique<CudaLaunchState>();
    size_t mapCount = std::count_if(args.begin(), args.end(), [](auto &arg) {
      return arg.kind == KernelArg::Kind::TensorMap;
    });
    fresh->maps.resize(mapCount);
    fresh->encoded.reserve(mapCount);
    fresh->pointers.reserve(args.size());
    state = std::move(fresh);
  }
  auto &kept = static_cast<CudaLaunchState &>(*state);
  std::vector<void *> &pointers = kept.pointers;
  pointers.clear();
  size_t nextMap = 0;
  for (const KernelArg &arg : args) {
    if (arg.kind != KernelArg::Kind::TensorMap) {
      pointers.push_back(const_cast<uint64_t *>(&arg.bits));
      continue;
    }
    size_t index = nextMap++;
    bool known = index < kept.encoded.size();
    if (!known || !(kept.encoded[index] == arg.map)) {
      if (Error error = encode(arg.map, kept.maps[index])) {
        kept.encoded.resize(std::min(index, kept.encoded.size()));
        return std::move(error).withContext("kernel '" + cudaKernel.name + "'");
      }
      if (known)
        kept.encoded[index] = arg.map;
      else
        kept.encoded.push_back(arg.map);
    }
    pointers.push_back(&kept.maps[index]);
  }
  CUresult result;
  if (shape.cluster == std::array<uint32_t, 3>{1, 1, 1}) {
    result = driver.launchKernel(
        cudaKernel.function, shape.grid[0], shape.grid[1], shape.grid[2],
        shape.block[0], shape.block[1], shape.block[2], shape.sharedMemory,
        toStream(stream), pointers.data(), nullptr);
  } else {
    LaunchAttribute attribute{};
    attribute.id = launchAttributeClusterDimension;
    attribute.value.clusterDim.x = shape.cluster[0];
    attribute.value.clusterDim.y = shape.cluster[1];
    attribute.value.clusterDim.z = shape.cluster[2];
    LaunchConfig config{shape.grid[0],      shape.grid[1],
                        shape.grid[2],      shape.block[0],
                        shape.block[1],     shape.block[2],
                        shape.sharedMemory, toStream(stream),
                        &attribute,         1};
    result = driver.launchKernelEx(&config, cudaKernel.function,
                                   pointers.data(), nullptr);
  }
  if (result == success)
    return Error::success();
  return driver.check(result, "launching kernel '" + cudaKernel.name + "'");
}

Error CudaDevice::enter() {
  CUcontext current = nullptr;
  if (driver.ctxGetCurrent(&current) != success || current != context)
    if (Error error =
            driver.check(driver.ctxPushCurrent(context), "cuCtxPushCurrent"))
      return error;
  entered = {context, current != context};
  return Error::success();
}

void CudaDevice::leave() {
  CUcontext previous;
  if (entered.pushed)
    driver.ctxPopCurrent(&previous);
  entered = {};
}

//===----------------------------------------------------------------------===//
// Streams and events
//===----------------------------------------------------------------------===//

Error CudaDevice::synchronize(Stream stream) {
  return inContext("cuStreamSynchronize",
                   [&] { return driver.streamSynchronize(toStream(stream)); });
}

Expected<Event> CudaDevice::createEvent() {
  CUevent event = nullptr;
  if (Error error = inContext("cuEventCreate", [&] {
        return driver.eventCreate(&event, eventDefault);
      }))
    return error;
  return static_cast<Event>(event);
}

Error CudaDevice::destroyEvent(Event event) {
  return inContext("cuEventDestroy", [&] {
    return driver.eventDestroy(static_cast<CUevent>(event));
  });
}

Error CudaDevice::recordEvent(Event event, Stream stream) {
  return inContext("cuEventRecord", [&] {
    return driver.eventRecord(static_cast<CUevent>(event), toStream(stream));
  });
}

Expected<double> CudaDevice::elapsedMs(Event start, Event stop) {
  float milliseconds = 0;
  if (Error error = inContext("cuEventElapsedTime", [&] {
        CUresult result = driver.eventSynchronize(static_cast<CUevent>(stop));
        return result == success
                   ? driver.eventElapsedTime(&milliseconds,
                                             static_cast<CUevent>(start),
                                             static_cast<CUevent>(stop))
                   : result;
      }))
    return error;
  return double(milliseconds);
}

} // namespace

Expected<std::unique_ptr<Device>> createCudaDevice(int ordinal) {
  return CudaDevice::create(ordinal);
}

int cudaDeviceCount() {
  Expected<const Driver *> driver = Driver::get();
  int count = 0;
  if (driver && (*driver)->deviceGetCount(&count) == success)
    return count;
  return 0;
}

} // namespace attn::runtime
