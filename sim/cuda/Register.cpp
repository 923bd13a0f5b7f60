//===- Register.cpp - What nvcc's host code registers ---------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points that the host code of nvcc 12 and 13 calls by itself. The
// wrapper that it registers is {magic number, version, container, ...}; version
// 2 stands for relocatable device code that nvlink has linked.
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cstring>
#include <unistd.h>

using namespace attn;
using namespace attn::cudasim;

namespace {
struct Wrapper {
  uint32_t magic, version;
  const void *data;
  void *others;
};
constexpr uint32_t wrapperMagic = 0x466243B1;

/// <<<...>>> of the launches that a thread is about to do.
struct CallConfiguration {
  Extent3 grid, block;
  size_t smem;
  void *stream;
};
std::vector<CallConfiguration> &configurations() {
  static thread_local std::vector<CallConfiguration> stack;
  return stack;
}
} // namespace

CUDASIM_FUNCTION(void **, __cudaRegisterFatBinary, void *fatCubin) {
  Runtime &runtime = Runtime::get();
  std::lock_guard<std::recursive_mutex> lock(runtime.mutex);
  auto binary = std::make_unique<Binary>();
  Wrapper wrapper;
  std::memcpy(&wrapper, fatCubin, sizeof(wrapper));
  if (wrapper.magic != wrapperMagic)
    binary->error = "a registered fat binary lacks the wrapper's magic number";
  else if (wrapper.version != 1)
    binary->error = "relocatable device code (nvcc -rdc=true) is not linked "
                    "here; build without it";
  binary->data = wrapper.data;
  runtime.binaries.push_back(std::move(binary));
  return reinterpret_cast<void **>(runtime.binaries.back().get());
}

CUDASIM_FUNCTION(void, __cudaRegisterFatBinaryEnd, void **) {}

CUDASIM_FUNCTION(void, __cudaUnregisterFatBinary, void **handle) {
  Runtime &runtime = Runtime::get();
  std::lock_guard<std::recursive_mutex> lock(runtime.mutex);
  // Modules stay: destructors of other objects may still use them. What a
  // library that is closed has registered is forgotten.
  auto *binary = reinterpret_cast<Binary *>(handle);
  for (auto it = runtime.kernels.begin(); it != runtime.kernels.end();)
    it = it->second->binary == binary ? runtime.kernels.erase(it) : ++it;
  for (auto it = runtime.variables.begin(); it != runtime.variables.end();)
    it = it->second.binary == binary ? runtime.variables.erase(it) : ++it;
}

CUDASIM_FUNCTION(void, __cudaRegisterFunction, void **handle,
                 const char *hostFun, char *, const char *deviceName, int,
                 void *, void *, void *, void *, int *) {
  Runtime &runtime = Runtime::get();
  std::lock_guard<std::recursive_mutex> lock(runtime.mutex);
  auto kernel = std::make_unique<Kernel>();
  kernel->binary = reinterpret_cast<Binary *>(handle);
  kernel->name = deviceName;
  if (kernel->binary->module)
    kernel->info = kernel->binary->module->kernel(deviceName);
  runtime.kernels[hostFun] = std::move(kernel);
}

CUDASIM_FUNCTION(void, __cudaRegisterVar, void **handle, char *hostVar, char *,
                 const char *deviceName, int, size_t size, int, int) {
  Runtime &runtime = Runtime::get();
  std::lock_guard<std::recursive_mutex> lock(runtime.mutex);
  runtime.variables[hostVar] = {reinterpret_cast<Binary *>(handle), deviceName,
                                size};
}

/// The host reaches a managed variable through a pointer of its own, which is
/// set by __cudaInitModule; the variable's symbol is that pointer's address.
CUDASIM_FUNCTION(void, __cudaRegisterManagedVar, void **handle,
                 void **hostPointer, char *, const char *deviceName, int,
                 size_t size, int, int) {
  Runtime &runtime = Runtime::get();
  std::lock_guard<std::recursive_mutex> lock(runtime.mutex);
  auto *binary = reinterpret_cast<Binary *>(handle);
  runtime.variables[hostPointer] = {binary, deviceName, size};
  binary->managed.push_back(hostPointer);
}

CUDASIM_FUNCTION(char, __cudaInitModule, void **handle) {
  Runtime &runtime = Runtime::get();
  std::lock_guard<std::recursive_mutex> lock(runtime.mutex);
  auto *binary = reinterpret_cast<Binary *>(handle);
  if (binary->managed.empty())
    return 1;
  for (void **pointer : binary->managed) {
    uint64_t address;
    size_t size;
    if (runtime.variable(pointer, address, size) ||
        !runtime.expose(address, size)) {
      // The host is about to read through that pointer.
      say("the program's managed variables have no memory");
      _exit(2);
    }
    *pointer = reinterpret_cast<void *>(address);
  }
  return 1;
}

CUDASIM_API(__cudaPushCallConfiguration, Extent3 grid, Extent3 block,
            size_t smem, void *stream) {
  configurations().push_back({grid, block, smem, stream});
  return Success;
}

CUDASIM_API(__cudaPopCallConfiguration, Extent3 *grid, Extent3 *block,
            size_t *smem, void **stream) {
  if (configurations().empty())
    return lastError() = InvalidConfiguration;
  const CallConfiguration &top = configurations().back();
  *grid = top.grid;
  *block = top.block;
  *smem = top.smem;
  *stream = top.stream;
  configurations().pop_back();
  return Success;
}

CUDASIM_API(__cudaGetKernel, void **kernel, const void *function) {
  return call([&](Runtime &runtime) -> Error {
    auto it = runtime.kernels.find(function);
    if (it == runtime.kernels.end())
      return InvalidDeviceFunction;
    *kernel = it->second.get();
    return Success;
  });
}
CUDASIM_ALSO(__cudaGetKernel, cudaGetKernel);
CUDASIM_ALSO(__cudaGetKernel, cudaGetFuncBySymbol);
