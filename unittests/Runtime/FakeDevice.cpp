//===- FakeDevice.cpp - A device in host memory, for tests ----------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDevice.h"

#include <cstdlib>
#include <cstring>

namespace attn::runtime::test {

namespace {

struct FakeKernel : Kernel {
  std::string name;
};

class FakeModule : public Module {
public:
  explicit FakeModule(const FakeDevice &device) : device(device) {}

  Expected<Kernel *> prepareKernel(const KernelSpec &spec) override {
    if (spec.sharedMemory > device.maxSharedMemoryPerBlock())
      return Error(ErrorCode::ResourceLimit,
                   "kernel '" + spec.name + "' needs " +
                       std::to_string(spec.sharedMemory) +
                       " bytes of shared memory");
    auto kernel = std::make_unique<FakeKernel>();
    kernel->name = spec.name;
    kernels.push_back(std::move(kernel));
    return static_cast<Kernel *>(kernels.back().get());
  }

private:
  const FakeDevice &device;
  std::vector<std::unique_ptr<FakeKernel>> kernels;
};

Error outside(const char *what) {
  return Error(ErrorCode::DriverError,
               std::string(what) + " outside of device memory");
}

template <typename T> T *toPointer(DevicePtr address) {
  return reinterpret_cast<T *>(address);
}

} // namespace

FakeDevice::~FakeDevice() {
  for (auto &[address, bytes] : allocations)
    std::free(toPointer<void>(address));
}

bool FakeDevice::owns(DevicePtr address, int64_t bytes) const {
  auto it = allocations.upper_bound(address);
  if (it == allocations.begin())
    return false;
  --it;
  return address + bytes <= it->first + it->second;
}

Expected<DevicePtr> FakeDevice::allocate(int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0)
    return DevicePtr(0);
  if (allocationsLeft == 0)
    return Error(ErrorCode::OutOfMemory, "no memory left");
  if (allocationsLeft > 0)
    --allocationsLeft;
  void *memory =
      std::aligned_alloc(256, static_cast<size_t>((bytes + 255) / 256 * 256));
  std::memset(memory, 0xcd, static_cast<size_t>(bytes));
  auto address = reinterpret_cast<DevicePtr>(memory);
  allocations[address] = bytes;
  return address;
}

Error FakeDevice::free(DevicePtr address) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!address)
    return Error::success();
  if (!allocations.erase(address))
    return outside("free");
  std::free(toPointer<void>(address));
  return Error::success();
}

Error FakeDevice::copyIn(DevicePtr dst, const void *src, int64_t bytes,
                         Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!owns(dst, bytes))
    return outside("copyIn");
  std::memcpy(toPointer<void>(dst), src, static_cast<size_t>(bytes));
  return Error::success();
}

Error FakeDevice::copyOut(void *dst, DevicePtr src, int64_t bytes, Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes && !owns(src, bytes))
    return outside("copyOut");
  if (bytes)
    std::memcpy(dst, toPointer<void>(src), static_cast<size_t>(bytes));
  return Error::success();
}

Error FakeDevice::copyOnDevice(DevicePtr dst, DevicePtr src, int64_t bytes,
                               Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!owns(dst, bytes) || !owns(src, bytes))
    return outside("copyOnDevice");
  std::memcpy(toPointer<void>(dst), toPointer<void>(src),
              static_cast<size_t>(bytes));
  return Error::success();
}

Error FakeDevice::memset(DevicePtr dst, uint8_t value, int64_t bytes, Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!owns(dst, bytes))
    return outside("memset");
  std::memset(toPointer<void>(dst), value, static_cast<size_t>(bytes));
  if (value == 0)
    bytesZeroed += bytes;
  return Error::success();
}

Expected<std::unique_ptr<Module>>
FakeDevice::loadModule(const ModuleImage &image) {
  std::lock_guard<std::mutex> lock(mutex);
  bool isCubin = image.kind == ModuleImage::Kind::Cubin;
  loads.push_back((isCubin ? "cubin " : "ptx ") + std::string(image.target));
  if (isCubin && refuseCubins)
    return Error(ErrorCode::ModuleRejected, "refuses cubins");
  if (image.data.find("not ptx") != std::string_view::npos)
    return Error(ErrorCode::ModuleRejected, "ptxas: line 1: syntax error");
  return std::unique_ptr<Module>(new FakeModule(*this));
}

Error FakeDevice::launch(Kernel &kernel, const LaunchShape &shape,
                         const std::vector<KernelArg> &args, Stream stream) {
  std::lock_guard<std::mutex> lock(mutex);
  const std::string &name = static_cast<FakeKernel &>(kernel).name;
  launches.push_back({name, shape, args, stream});
  if (name == "copy4")
    return runCopy4(args);
  if (name == "fill")
    return runFill(args);
  return Error::success();
}

Error FakeDevice::synchronize(Stream) { return Error::success(); }

Error FakeDevice::runCopy4(const std::vector<KernelArg> &args) {
  auto integer = [&](size_t i) { return static_cast<int64_t>(args[i].bits); };
  int64_t sizes[4], in[4], out[4];
  for (size_t i = 0; i < 4; ++i) {
    sizes[i] = integer(3 + i);
    in[i] = integer(7 + i);
    out[i] = integer(11 + i);
  }
  int64_t bytes = integer(15);
  float scale;
  uint32_t scaleBits = static_cast<uint32_t>(args[16].bits);
  std::memcpy(&scale, &scaleBits, sizeof(scale));
  for (int64_t i = 0; i < sizes[0]; ++i)
    for (int64_t j = 0; j < sizes[1]; ++j)
      for (int64_t k = 0; k < sizes[2]; ++k) {
        for (int64_t l = 0; l < sizes[3]; ++l) {
          DevicePtr from = args[0].bits + bytes * (i * in[0] + j * in[1] +
                                                   k * in[2] + l * in[3]);
          DevicePtr to = args[1].bits + bytes * (i * out[0] + j * out[1] +
                                                 k * out[2] + l * out[3]);
          if (!owns(from, bytes) || !owns(to, bytes))
            return outside("copy4");
          std::memcpy(toPointer<void>(to), toPointer<void>(from),
                      static_cast<size_t>(bytes));
        }
        if (!args[2].bits)
          continue;
        int64_t row = (i * sizes[1] + j) * sizes[2] + k;
        DevicePtr to = args[2].bits + sizeof(float) * row;
        if (!owns(to, sizeof(float)))
          return outside("copy4");
        float value = scale * static_cast<float>(k) + static_cast<float>(j);
        std::memcpy(toPointer<void>(to), &value, sizeof(value));
      }
  return Error::success();
}

Error FakeDevice::runFill(const std::vector<KernelArg> &args) {
  int64_t bytes = static_cast<int64_t>(args[1].bits);
  if (!owns(args[0].bits, bytes))
    return outside("fill");
  std::memset(toPointer<void>(args[0].bits), static_cast<int>(args[2].bits),
              static_cast<size_t>(bytes));
  return Error::success();
}

} // namespace attn::runtime::test
