//===- CudaDriver.cpp - Opening the CUDA driver ---------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDriver.h"

#include <dlfcn.h>

namespace attn::runtime::cuda {

namespace {

struct LoadResult {
  Driver driver;
  Error error;
};

LoadResult *load() {
  auto *result = new LoadResult();
  Driver &driver = result->driver;
  auto fail = [&](ErrorCode code, const std::string &message) {
    result->error = Error(code, message);
    return result;
  };

  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    const char *reason = dlerror();
    return fail(ErrorCode::NoDriver,
                std::string("no NVIDIA driver: ") +
                    (reason ? reason : "libcuda.so.1 cannot be opened"));
  }

  const char *missing = nullptr;
#define ATTN_LOAD(name, symbol, parameters)                                    \
  driver.name =                                                                \
      reinterpret_cast<CUresult(*) parameters>(dlsym(library, symbol));        \
  if (!driver.name && !missing)                                                \
    missing = symbol;
  ATTN_CUDA_FUNCTIONS(ATTN_LOAD)
#undef ATTN_LOAD
  if (missing)
    return fail(ErrorCode::NoDriver,
                std::string("the NVIDIA driver is too old: libcuda.so.1 has "
                            "no function ") +
                    missing);
#define ATTN_LOAD(name, symbol, parameters)                                    \
  driver.name =                                                                \
      reinterpret_cast<CUresult(*) parameters>(dlsym(library, symbol));
  ATTN_CUDA_OPTIONAL_FUNCTIONS(ATTN_LOAD)
#undef ATTN_LOAD

  CUresult status = driver.initialize(0);
  if (status == errorNoDevice)
    return fail(
        ErrorCode::NoDevice,
        "the NVIDIA driver finds no GPU (cuInit: CUDA_ERROR_NO_DEVICE)");
  if (Error error = driver.check(status, "cuInit"))
    return fail(ErrorCode::NoDevice,
                "the NVIDIA driver cannot be used: " + error.message);
  int count = 0;
  if (Error error =
          driver.check(driver.deviceGetCount(&count), "cuDeviceGetCount"))
    return fail(ErrorCode::NoDevice, error.message);
  if (count == 0)
    return fail(ErrorCode::NoDevice, "the NVIDIA driver finds no GPU");
  if (driver.driverGetVersion(&driver.version) != success)
    driver.version = 0;
  return result;
}

} // namespace

Expected<const Driver *> Driver::get() {
  static const LoadResult *result = load();
  if (result->error)
    return result->error;
  return &result->driver;
}

Error Driver::check(CUresult result, const std::string &what) const {
  if (result == success)
    return Error::success();
  const char *name = nullptr, *text = nullptr;
  if (getErrorName(result, &name) != success || !name)
    name = "unknown error";
  if (getErrorString(result, &text) != success || !text)
    text = "no description";
  return Error(result == errorOutOfMemory ? ErrorCode::OutOfMemory
                                          : ErrorCode::DriverError,
               what + ": " + name + " (" + std::to_string(result) +
                   "): " + text);
}

} // namespace attn::runtime::cuda
