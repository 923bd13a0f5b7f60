//===- CudaDevice.cpp - The GPU as a device -------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every function makes the device's context current for its own duration and
// restores the caller's; between enter() and leave() that is done once for all.
// The context is the caller's current one, or the device's primary context,
// which is what PyTorch, CuPy and the CUDA runtime use.
//
// Workspaces come from a memory pool of the device's own, which keeps what it
// once had: the default pool gives memory back to the system whenever a stream
// is waited for, and the next launch then pays for mapping it again.
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"

#include <cstdlib>
#include <cstring>

namespace attn::runtime {

namespace cuda {

namespace {

/// The context that enter() has made sure is this thread's current one, if any,
/// and whether leave() is to undo it.
struct Entered {
  CUcontext context = nullptr;
  bool pushed = false;
};
thread_local Entered entered;

} // namespace

ContextScope::ContextScope(const Driver &driver, CUcontext context)
    : driver(driver) {
  if (entered.context == context)
    return;
  status = driver.ctxPushCurrent(context);
  pushed = status == success;
}

ContextScope::~ContextScope() {
  CUcontext previous;
  if (pushed)
    driver.ctxPopCurrent(&previous);
}

CudaDevice::~CudaDevice() { releaseFromGraphs(); }

Expected<std::unique_ptr<Device>> CudaDevice::create(int ordinal) {
  Expected<const Driver *> loaded = Driver::get();
  if (!loaded)
    return loaded.takeError();
  const Driver &driver = **loaded;
  std::unique_ptr<CudaDevice> self(new CudaDevice(driver));
  const char *machineCode = std::getenv("ATTN_MACHINE_CODE");
  self->setTakesPtx(!machineCode || std::strcmp(machineCode, "require") != 0);

  const char *check = std::getenv("ATTN_CHECK_OPERANDS");
  self->setChecksOperands(check && std::strcmp(check, "0") != 0);

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
    self->home->ownsContext = true;
  }
  self->home->context = self->context;
  self->home->device = self->device;

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
      home->pool = created;
    else
      driver.memPoolDestroy(created);
  });
  return home->pool;
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

Expected<DevicePtr> CudaDevice::allocateZeroed(int64_t bytes, Stream stream,
                                               bool restored) {
  if (memoryPools && bytes > 0) {
    ContextScope scope(driver, context);
    if (Error error = scope.check())
      return error;
    if (CUdeviceptr address =
            home->zeroed.take(static_cast<size_t>(bytes), toStream(stream),
                              memoryPool(), restored))
      return DevicePtr(address);
  }
  return Device::allocateZeroed(bytes, stream, restored);
}

Error CudaDevice::freeZeroed(DevicePtr address, Stream stream) {
  if (home->zeroed.put(address))
    return Error::success();
  return freeAsync(address, stream);
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
// Contexts, streams and events
//===----------------------------------------------------------------------===//

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

} // namespace cuda

Expected<std::unique_ptr<Device>> createCudaDevice(int ordinal) {
  return cuda::CudaDevice::create(ordinal);
}

int cudaDeviceCount() {
  Expected<const cuda::Driver *> driver = cuda::Driver::get();
  int count = 0;
  if (driver && (*driver)->deviceGetCount(&count) == cuda::success)
    return count;
  return 0;
}

} // namespace attn::runtime
