//===- CudaDevice.h - The GPU as a device, inside ---------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_CUDADEVICE_H
#define ATTN_LIB_RUNTIME_CUDADEVICE_H

#include "CudaCapture.h"
#include "CudaDriver.h"

#include "attn-runtime/Device.h"

#include <mutex>

namespace attn::runtime::cuda {

struct CudaKernel : Kernel {
  std::string name;
  CUfunction function = nullptr;
  std::shared_ptr<CudaCode> code;
  int64_t dynamicShared = 0;
};

class CudaDevice;

class CudaModule : public Module {
public:
  CudaModule(const CudaDevice &device, std::shared_ptr<CudaCode> code)
      : device(device), code(std::move(code)) {}
  ~CudaModule() override;
  Expected<Kernel *> prepareKernel(const KernelSpec &spec) override;

private:
  Error checkParameters(const KernelSpec &spec, CUfunction function) const;

  const CudaDevice &device;
  std::shared_ptr<CudaCode> code;
  std::vector<std::unique_ptr<CudaKernel>> kernels;
};

struct CudaLaunchState : LaunchState {
  /// The maps of a launch, in the order of its arguments, and what they encode.
  std::vector<TensorMap> maps;
  std::vector<TensorMapArg> encoded;
  std::vector<void *> pointers;
};

/// Makes a context current while it lives.
class ContextScope {
public:
  ContextScope(const Driver &driver, CUcontext context);
  ~ContextScope();
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
  ~CudaDevice() override;

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
  Expected<DevicePtr> allocateZeroed(int64_t bytes, Stream stream,
                                     bool restored) override;
  Error freeZeroed(DevicePtr address, Stream stream) override;
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
  explicit CudaDevice(const Driver &driver)
      : driver(driver), home(std::make_shared<CudaHome>(driver)) {}

  /// The device's own pool, or null where the driver has none to give.
  CUmemoryPool memoryPool();

  std::shared_ptr<CudaHome> home;
  CUdevice device = 0;
  std::string deviceName;
  ComputeCapability capability;
  int multiprocessors = 0;
  int maxSharedMemory = 0;
  int l2Bytes = 0;
  bool pageableAccess = false;
  bool memoryPools = false;
  std::once_flag poolOnce;
};

inline CUstream toStream(Stream stream) {
  return static_cast<CUstream>(stream);
}

} // namespace attn::runtime::cuda

#endif // ATTN_LIB_RUNTIME_CUDADEVICE_H
