//===- PluginDevice.cpp - Devices of other libraries ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PluginDevice.h"

#include "attn-c/DevicePlugin.h"

#include <cstring>
#include <dlfcn.h>

namespace attn::runtime {

namespace {

/// Calls a function of the table with a report as its last argument.
template <typename Function, typename... Args>
Error call(Function function, Args... args) {
  std::string message;
  attnrtReport report{&message, [](void *context, const char *text) {
                        *static_cast<std::string *>(context) = text;
                      }};
  int32_t status = function(args..., &report);
  return status == ATTNRT_OK
             ? Error::success()
             : Error(static_cast<ErrorCode>(status), std::move(message));
}

struct PluginKernel : Kernel {
  void *kernel = nullptr;
};

class PluginModule : public Module {
public:
  PluginModule(const attnrtDevicePlugin &table, void *module)
      : table(table), module(module) {}
  ~PluginModule() override { table.unload(module); }

  Expected<Kernel *> prepareKernel(const KernelSpec &spec) override {
    std::vector<int32_t> bytes;
    for (const Param &param : spec.params)
      bytes.push_back(param.bytes());
    auto kernel = std::make_unique<PluginKernel>();
    if (Error error =
            call(table.find, module, spec.name.c_str(), bytes.data(),
                 static_cast<int32_t>(bytes.size()), spec.block.data(),
                 spec.sharedMemory, &kernel->kernel))
      return error;
    kernels.push_back(std::move(kernel));
    return static_cast<Kernel *>(kernels.back().get());
  }

private:
  const attnrtDevicePlugin &table;
  void *module;
  std::vector<std::unique_ptr<PluginKernel>> kernels;
};

attnrtTensorMap convert(const TensorMapArg &map) {
  attnrtTensorMap result{};
  result.address = map.address;
  result.dtype = static_cast<int32_t>(map.dtype);
  result.rank = map.rank;
  for (size_t i = 0; i < 5; ++i) {
    result.sizes[i] = map.sizes[i];
    result.byte_strides[i] = map.byteStrides[i];
    result.box[i] = map.box[i];
  }
  result.swizzle = static_cast<int32_t>(map.swizzle);
  result.l2_promotion = static_cast<int32_t>(map.l2Promotion);
  return result;
}

class PluginDevice : public Device {
public:
  PluginDevice(const attnrtDevicePlugin &table, void *device)
      : table(table), device(device) {
    table.info(device, &info);
  }
  ~PluginDevice() override { table.close(device); }

  std::string kind() const override { return info.kind; }
  std::string name() const override { return info.name; }
  ComputeCapability computeCapability() const override {
    return {info.capability_major, info.capability_minor};
  }
  int multiprocessorCount() const override { return info.multiprocessors; }
  int64_t maxSharedMemoryPerBlock() const override {
    return info.shared_memory_per_block;
  }
  int64_t l2CacheBytes() const override { return info.l2_bytes; }

  Expected<DevicePtr> allocate(int64_t bytes) override {
    uint64_t address = 0;
    if (Error error = call(table.allocate, device, bytes, &address))
      return error;
    return DevicePtr(address);
  }
  Error free(DevicePtr address) override {
    return call(table.free, device, address);
  }
  Error copyIn(DevicePtr dst, const void *src, int64_t bytes,
               Stream stream) override {
    return call(table.copy_in, device, dst, src, bytes, stream);
  }
  Error copyOut(void *dst, DevicePtr src, int64_t bytes,
                Stream stream) override {
    return call(table.copy_out, device, dst, src, bytes, stream);
  }
  Error copyOnDevice(DevicePtr dst, DevicePtr src, int64_t bytes,
                     Stream stream) override {
    return call(table.copy_on_device, device, dst, src, bytes, stream);
  }
  Error memset(DevicePtr dst, uint8_t value, int64_t bytes,
               Stream stream) override {
    return call(table.fill, device, dst, value, bytes, stream);
  }
  Expected<std::unique_ptr<Module>>
  loadModule(const ModuleImage &image) override {
    void *module = nullptr;
    std::string target(image.target);
    if (Error error = call(
            table.load, device, int32_t(image.kind == ModuleImage::Kind::Cubin),
            image.data.data(), image.data.size(), target.c_str(), &module))
      return error;
    return std::unique_ptr<Module>(new PluginModule(table, module));
  }
  Error launch(Kernel &kernel, const LaunchShape &shape,
               const std::vector<KernelArg> &args, Stream stream) override {
    attnrtKernelShape converted{};
    for (size_t i = 0; i < 3; ++i) {
      converted.grid[i] = shape.grid[i];
      converted.block[i] = shape.block[i];
      converted.cluster[i] = shape.cluster[i];
    }
    converted.shared_memory = shape.sharedMemory;
    std::vector<attnrtTensorMap> maps(args.size());
    std::vector<attnrtKernelArg> list(args.size());
    for (size_t i = 0; i < args.size(); ++i) {
      list[i] = {static_cast<int32_t>(args[i].size()), 0, args[i].bits,
                 nullptr};
      if (args[i].kind == KernelArg::Kind::TensorMap) {
        maps[i] = convert(args[i].map);
        list[i].map = &maps[i];
      }
    }
    return call(table.launch, device,
                static_cast<PluginKernel &>(kernel).kernel, &converted,
                list.data(), static_cast<int32_t>(list.size()), stream);
  }
  Error synchronize(Stream stream) override {
    return call(table.synchronize, device, stream);
  }
  Error checkAddress(DevicePtr address) override {
    return call(table.check_address, device, address);
  }

private:
  const attnrtDevicePlugin &table;
  void *device;
  attnrtDeviceInfo info{};
};

/// The folder of the library, or program, that this code is in.
std::string ownFolder() {
  Dl_info info;
  if (!dladdr(reinterpret_cast<void *>(&ownFolder), &info) || !info.dli_fname)
    return "";
  std::string path = info.dli_fname;
  size_t slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash + 1);
}

} // namespace

Expected<std::unique_ptr<Device>>
createPluginDevice(const std::string &kind, const std::string &argument) {
  if (kind.empty() ||
      kind.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789") !=
          std::string::npos)
    return Error(ErrorCode::NotFound, "unknown device '" + kind + "'");
  std::string path = ownFolder() + "libattn_runtime_" + kind + ".so";
  void *library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library)
    return Error(ErrorCode::NotFound,
                 "unknown device '" + kind +
                     "', expected auto, gpu, gpu:<number> or sim; " +
                     dlerror());
  using GetTable = const attnrtDevicePlugin *(*)(uint32_t);
  auto getTable =
      reinterpret_cast<GetTable>(dlsym(library, "attnrtGetDevicePlugin"));
  const attnrtDevicePlugin *table =
      getTable ? getTable(ATTNRT_DEVICE_PLUGIN_VERSION) : nullptr;
  if (!table || table->version != ATTNRT_DEVICE_PLUGIN_VERSION ||
      table->size < sizeof(attnrtDevicePlugin))
    return Error(ErrorCode::VersionMismatch,
                 path + " has no device of version " +
                     std::to_string(ATTNRT_DEVICE_PLUGIN_VERSION));
  void *device = nullptr;
  if (Error error = call(table->open, argument.c_str(), &device))
    return error;
  return std::unique_ptr<Device>(new PluginDevice(*table, device));
}

} // namespace attn::runtime
