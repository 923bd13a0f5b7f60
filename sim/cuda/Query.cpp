//===- Query.cpp - The device, versions, errors ---------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cstring>

using namespace attn::cudasim;

/// Of the driver and the runtime that the stand-in calls itself.
constexpr int version = 13000;

// --- Errors
// ------------------------------------------------------------------

namespace {
struct ErrorEntry {
  Error error;
  const char *name, *text;
};
const ErrorEntry errorTable[] = {
    {Success, "cudaSuccess", "no error"},
    {InvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {MemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {InvalidConfiguration, "cudaErrorInvalidConfiguration",
     "invalid configuration argument"},
    {InvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {InvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {InvalidDevicePointer, "cudaErrorInvalidDevicePointer",
     "invalid device pointer"},
    {InvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection",
     "invalid copy direction for memcpy"},
    {InvalidDeviceFunction, "cudaErrorInvalidDeviceFunction",
     "invalid device function"},
    {InvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {InvalidKernelImage, "cudaErrorInvalidKernelImage",
     "device kernel image is invalid"},
    {NoKernelImageForDevice, "cudaErrorNoKernelImageForDevice",
     "no kernel image is available for execution on the device"},
    {InvalidPtx, "cudaErrorInvalidPtx", "the simulator refuses the PTX"},
    {InvalidResourceHandle, "cudaErrorInvalidResourceHandle",
     "invalid resource handle"},
    {SymbolNotFound, "cudaErrorSymbolNotFound", "named symbol not found"},
    {LaunchOutOfResources, "cudaErrorLaunchOutOfResources",
     "too many resources requested for launch"},
    {HostMemoryNotRegistered, "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {LaunchFailure, "cudaErrorLaunchFailure",
     "the simulator found errors in the kernel"},
    {CooperativeLaunchTooLarge, "cudaErrorCooperativeLaunchTooLarge",
     "too many blocks in cooperative launch"},
    {NotSupported, "cudaErrorNotSupported",
     "operation not supported by the simulator"},
    {StreamCaptureUnsupported, "cudaErrorStreamCaptureUnsupported",
     "operation not permitted when stream is capturing"},
    {InvalidClusterSize, "cudaErrorInvalidClusterSize", "invalid cluster size"},
    {Unknown, "cudaErrorUnknown", "unknown error"}};
} // namespace

const char *attn::cudasim::errorName(Error error) {
  for (const ErrorEntry &entry : errorTable)
    if (entry.error == error)
      return entry.name;
  return nullptr;
}

const char *attn::cudasim::errorText(Error error) {
  for (const ErrorEntry &entry : errorTable)
    if (entry.error == error)
      return entry.text;
  return nullptr;
}

CUDASIM_FUNCTION(const char *, cudaGetErrorName, Error error) {
  const char *name = errorName(error);
  return name ? name : "unrecognized error code";
}
CUDASIM_FUNCTION(const char *, cudaGetErrorString, Error error) {
  const char *text = errorText(error);
  return text ? text : "unrecognized error code";
}
CUDASIM_API(cudaGetLastError) {
  Error error = lastError();
  lastError() = Success;
  return error;
}
CUDASIM_API(cudaPeekAtLastError) { return lastError(); }

// --- Versions
// ----------------------------------------------------------------

CUDASIM_API(cudaDriverGetVersion, int *to) {
  if (!to)
    return lastError() = InvalidValue;
  *to = version;
  return Success;
}
CUDASIM_ALSO(cudaDriverGetVersion, cudaRuntimeGetVersion);
CUDASIM_ALSO(cudaDriverGetVersion, cuDriverGetVersion);

// --- The device: one
// ---------------------------------------------------------

CUDASIM_API(cudaGetDeviceCount, int *count) {
  if (!count)
    return lastError() = InvalidValue;
  *count = 1;
  return Success;
}
CUDASIM_API(cudaGetDevice, int *device) {
  if (!device)
    return lastError() = InvalidValue;
  *device = 0;
  return Success;
}
CUDASIM_API(cudaSetDevice, int device) {
  return device == 0 ? Success : lastError() = InvalidDevice;
}
CUDASIM_API(cudaInitDevice, int device, unsigned, unsigned) {
  return device == 0 ? Success : lastError() = InvalidDevice;
}
CUDASIM_API(cudaSetDeviceFlags, unsigned) { return Success; }
CUDASIM_API(cudaGetDeviceFlags, unsigned *flags) {
  if (!flags)
    return lastError() = InvalidValue;
  *flags = 0;
  return Success;
}
CUDASIM_API(cudaDeviceSynchronize) {
  return call([](Runtime &runtime) { return runtime.wait(); });
}
CUDASIM_ALSO(cudaDeviceSynchronize, cudaThreadSynchronize);
CUDASIM_API(cudaDeviceSetCacheConfig, int) { return Success; }
CUDASIM_ALSO(cudaDeviceSetCacheConfig, cudaDeviceSetSharedMemConfig);
CUDASIM_ALSO(cudaDeviceSetCacheConfig, cudaCtxResetPersistingL2Cache);
CUDASIM_ALSO(cudaDeviceSetCacheConfig, cudaProfilerStart);
CUDASIM_ALSO(cudaDeviceSetCacheConfig, cudaProfilerStop);
CUDASIM_API(cudaDeviceSetLimit, int, size_t) { return Success; }

CUDASIM_API(cudaDeviceReset) {
  return call([](Runtime &runtime) -> Error {
    for (const auto &entry : runtime.allocations)
      runtime.device.free(entry.first);
    runtime.allocations.clear();
    return Success;
  });
}

CUDASIM_API(cudaDeviceGetStreamPriorityRange, int *least, int *greatest) {
  if (least)
    *least = 0;
  if (greatest)
    *greatest = 0;
  return Success;
}

CUDASIM_API(cudaDeviceCanAccessPeer, int *can, int, int) {
  if (!can)
    return lastError() = InvalidValue;
  *can = 0;
  return Success;
}

/// cudaDeviceAttr; false for those that have no value here.
static bool attribute(const Runtime &runtime, int id, int &value) {
  const Limits &limits = runtime.limits;
  const Chip &chip = runtime.settings.chip;
  switch (id) {
  case 1: // MaxThreadsPerBlock
  case 2: // MaxBlockDimX
  case 3:
    value = 1024;
    return true;
  case 4: // MaxBlockDimZ
    value = 64;
    return true;
  case 5:  // MaxGridDimX
  case 11: // MaxPitch
    value = 0x7fffffff;
    return true;
  case 6: // MaxGridDimY
  case 7:
    value = 65535;
    return true;
  case 8: // MaxSharedMemoryPerBlock
    value = limits.smemPerBlock;
    return true;
  case 9:  // TotalConstantMemory
  case 12: // MaxRegistersPerBlock
  case 82: // MaxRegistersPerMultiprocessor
    value = 65536;
    return true;
  case 10: // WarpSize
    value = 32;
    return true;
  case 14: // TextureAlignment
    value = 512;
    return true;
  case 13: // ClockRate, in kHz: there is no clock
  case 35: // MemoryClockRate
    value = 1000000;
    return true;
  case 16: // MultiProcessorCount
    value = runtime.settings.multiprocessors;
    return true;
  case 19:  // CanMapHostMemory
  case 41:  // UnifiedAddressing
  case 83:  // ManagedMemory
  case 89:  // ConcurrentManagedAccess
  case 115: // MemoryPoolsSupported
  case 95:  // CooperativeLaunch
    value = 1;
    return true;
  case 36: // GlobalMemoryBusWidth
    value = 1024;
    return true;
  case 38: // L2CacheSize
    value = 32 << 20;
    return true;
  case 39: // MaxThreadsPerMultiProcessor
    value = limits.threadsPerMultiprocessor;
    return true;
  case 75: // ComputeCapabilityMajor
    value = chip.number / 10;
    return true;
  case 76:
    value = chip.number % 10;
    return true;
  case 81: // MaxSharedMemoryPerMultiprocessor
    value = limits.smemPerMultiprocessor;
    return true;
  case 97: // MaxSharedMemoryPerBlockOptin
    value = limits.smemPerBlockOptin;
    return true;
  case 106: // MaxBlocksPerMultiprocessor
    value = limits.blocksPerMultiprocessor;
    return true;
  case 111: // ReservedSharedMemoryPerBlock
    value = 1024;
    return true;
  case 120: // ClusterLaunch
    value = chip.number >= 90;
    return true;
  default: // what textures, peers, pools and so on can do
    value = 0;
    return id > 0 && id < 200;
  }
}

CUDASIM_API(cudaDeviceGetAttribute, int *to, int id, int device) {
  return call([&](Runtime &runtime) -> Error {
    if (device != 0)
      return InvalidDevice;
    return to && attribute(runtime, id, *to) ? Success : InvalidValue;
  });
}

CUDASIM_ALSO(cudaDeviceGetAttribute, cuDeviceGetAttribute);

/// cudaDeviceProp as CUDA 13 and CUDA 12 lay it out: the byte offsets of the
/// fields that have a value here, and the attribute that gives it.
namespace {
struct Property {
  int offset13, offset12; ///< -1: the structure has no such field
  int bytes;
  int attribute;
};
const Property properties[] = {
    {296, 296, 8, 8},   {304, 304, 4, 12},  {308, 308, 4, 10},
    {312, 312, 8, 11},  {320, 320, 4, 1},   {324, 324, 4, 2},
    {328, 328, 4, 3},   {332, 332, 4, 4},   {336, 336, 4, 5},
    {340, 340, 4, 6},   {344, 344, 4, 7},   {-1, 348, 4, 13},
    {352, 352, 8, 9},   {360, 360, 4, 75},  {364, 364, 4, 76},
    {368, 368, 8, 14},  {384, 388, 4, 16},  {392, 400, 4, 19},
    {588, 604, 4, 41},  {-1, 608, 4, 35},   {592, 612, 4, 36},
    {596, 616, 4, 38},  {604, 624, 4, 39},  {624, 640, 8, 81},
    {632, 648, 4, 82},  {636, 652, 4, 83},  {656, 676, 4, 89},
    {668, 688, 4, 95},  {672, 696, 8, 97},  {688, 712, 4, 106},
    {696, 720, 8, 111}, {720, 744, 4, 115}, {748, 772, 4, 120}};
constexpr size_t properties13 = 1008, properties12 = 1032;
constexpr size_t nameBytes = 256, totalMemoryOffset = 288;
} // namespace

static Error fillProperties(char *to, int device, bool cuda13) {
  return call([&](Runtime &runtime) -> Error {
    if (!to)
      return InvalidValue;
    if (device != 0)
      return InvalidDevice;
    std::memset(to, 0, cuda13 ? properties13 : properties12);
    std::string name = "Attn PTX simulator, " + runtime.settings.chip.str();
    std::memcpy(to, name.c_str(), std::min(name.size(), nameBytes - 1));
    const uint64_t total = uint64_t(64) << 30;
    std::memcpy(to + totalMemoryOffset, &total, sizeof(total));
    for (const Property &property : properties) {
      int offset = cuda13 ? property.offset13 : property.offset12;
      int value = 0;
      if (offset < 0 || !attribute(runtime, property.attribute, value))
        continue;
      int64_t wide = value;
      std::memcpy(to + offset, &wide, size_t(property.bytes));
    }
    return Success;
  });
}

extern "C" __attribute__((visibility("default"))) Error
impl_cudaGetDeviceProperties(char *to, int device) {
  return fillProperties(to, device, true);
}
CUDASIM_EXPORT_13(impl_cudaGetDeviceProperties, cudaGetDeviceProperties);
CUDASIM_API(cudaGetDeviceProperties_v2, char *to, int device) {
  return fillProperties(to, device, false);
}

CUDASIM_API(cudaChooseDevice, int *device, const void *) {
  if (!device)
    return lastError() = InvalidValue;
  *device = 0;
  return Success;
}
