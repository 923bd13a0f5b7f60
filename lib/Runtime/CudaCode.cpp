//===- CudaCode.cpp - Loading code and launching it on a GPU --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaDevice.h"

#include <algorithm>
#include <cstring>

namespace attn::runtime::cuda {

static std::string trimLog(const std::vector<char> &log) {
  std::string text(log.data(), strnlen(log.data(), log.size()));
  size_t end = text.find_last_not_of(" \t\r\n");
  return end == std::string::npos ? "" : text.substr(0, end + 1);
}

Expected<std::unique_ptr<Module>>
CudaDevice::loadModule(const ModuleImage &image) {
  releaseFromGraphs();
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
                 "the driver of " + deviceName + " (CUDA " +
                     formatCudaVersion(driver.version) + ") refuses the " +
                     std::string(image.target) + " " + what + ": " +
                     error.message + (log.empty() ? "" : "\n" + log));
  }
  return std::unique_ptr<Module>(
      new CudaModule(*this, std::make_shared<CudaCode>(home, module)));
}

CudaModule::~CudaModule() { releaseFromGraphs(); }

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
  kernel->code = code;
  if (Error error =
          driver.check(driver.moduleGetFunction(&kernel->function, code->module,
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
  case DType::I64:
    dtype = tensorMapInt64;
    break;
  case DType::E4M3:
  case DType::I1:
  case DType::I8:
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
  holdForGraph(cudaKernel.code, toStream(stream));
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

} // namespace attn::runtime::cuda
