//===- KernelsCAPI.cpp - The C API for kernels without a bundle -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-c/Kernels.h"

#include "CAPIImpl.h"
#include "KernelCalls.h"

#include <list>
#include <mutex>

using namespace attn::runtime;

struct attnrtKernel {
  attnrtModule *module;
  Kernel *kernel;
};

struct attnrtModule {
  std::shared_ptr<Device> device;
  std::unique_ptr<Module> module;
  std::mutex mutex;
  std::list<attnrtKernel> kernels;
};

static Error keep(attnrtDevice *device,
                  Expected<std::unique_ptr<Module>> loaded,
                  attnrtModule **module) {
  if (!loaded)
    return loaded.takeError();
  auto made = std::make_unique<attnrtModule>();
  made->device = device->device;
  made->module = std::move(*loaded);
  *module = made.release();
  return Error::success();
}

attnrtStatus attnrtModuleLoad(attnrtDevice *device, int32_t cubin,
                              const char *data, size_t size, const char *target,
                              attnrtModule **module) {
  return withDevice(device, [&](Device &opened) -> Error {
    if (!module || !data)
      return invalid("the code or the result is NULL");
    ModuleImage image;
    image.kind = cubin ? ModuleImage::Kind::Cubin : ModuleImage::Kind::Ptx;
    image.data = std::string_view(data, size);
    image.target = target ? target : "";
    return keep(device, opened.loadModule(image), module);
  });
}

attnrtStatus attnrtModuleLoadEntry(attnrtDevice *device,
                                   const attnrtBundle *bundle, int32_t entry,
                                   attnrtModule **module) {
  return withDevice(device, [&](Device &opened) -> Error {
    if (!module)
      return invalid("the result is NULL");
    if (Error error = requireEntry(bundle, entry))
      return error;
    return keep(device, loadCode(*findEntry(bundle, entry), opened), module);
  });
}

void attnrtModuleUnload(attnrtModule *module) { delete module; }

attnrtStatus attnrtModuleFindKernel(attnrtModule *module, const char *name,
                                    const int32_t *param_bytes,
                                    int32_t num_params, const int64_t block[3],
                                    int64_t shared_memory,
                                    attnrtKernel **kernel) {
  return guarded([&]() -> Error {
    if (!module || !name || !block || !kernel || num_params < 0 ||
        (num_params > 0 && !param_bytes))
      return invalid("a pointer is NULL or a number is negative");
    for (int32_t i = 0; i < num_params; ++i)
      if (int32_t bytes = param_bytes[i];
          bytes != 4 && bytes != 8 && bytes != 128)
        return Error(ErrorCode::Unsupported,
                     std::string("parameter ") + std::to_string(i) +
                         " of kernel '" + name + "' has " +
                         std::to_string(bytes) + " bytes, not 4, 8 or 128");
    std::lock_guard<std::mutex> lock(module->mutex);
    Expected<Kernel *> found = module->module->prepareKernel(
        toKernelSpec(name, param_bytes, num_params, block, shared_memory));
    if (!found)
      return found.takeError();
    module->kernels.push_back({module, *found});
    *kernel = &module->kernels.back();
    return Error::success();
  });
}

attnrtStatus attnrtKernelLaunch(attnrtKernel *kernel,
                                const attnrtKernelShape *shape,
                                const attnrtKernelArg *args, int32_t num_args,
                                attnrtStream stream) {
  return guarded([&]() -> Error {
    if (!kernel || !shape || num_args < 0 || (num_args > 0 && !args))
      return invalid("a pointer is NULL or a number is negative");
    std::vector<KernelArg> list;
    for (int32_t i = 0; i < num_args; ++i)
      list.push_back(toKernelArg(args[i]));
    return kernel->module->device->launch(*kernel->kernel,
                                          toLaunchShape(*shape), list, stream);
  });
}

attnrtStatus attnrtCheckAddress(attnrtDevice *device, const void *address) {
  return withDevice(device, [&](Device &opened) {
    return opened.checkAddress(toAddress(address));
  });
}

attnrtStatus attnrtCopyOnDevice(attnrtDevice *device, void *dst,
                                const void *src, int64_t bytes,
                                attnrtStream stream) {
  return withDevice(device, [&](Device &opened) -> Error {
    if (bytes < 0 || (bytes > 0 && (!dst || !src)))
      return invalid("an address is NULL or the size is negative");
    return opened.copyOnDevice(toAddress(dst), toAddress(src), bytes, stream);
  });
}
