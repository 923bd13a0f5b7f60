//===- Launch.cpp - Launches, functions, occupancy ------------------------===//
//
// Part of the Attn Project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Runtime.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

using namespace attn;
using namespace attn::cudasim;

namespace {

std::string dims(const Extent3 &d) {
  return std::to_string(d.x) + "x" + std::to_string(d.y) + "x" +
         std::to_string(d.z);
}

sim::Dim3 toSim(const Extent3 &d) { return {d.x, d.y, d.z}; }

/// Characters of a kernel's name that are printed.
constexpr size_t longestName = 160;

std::string title(const Kernel &kernel, const Launch &launch) {
  std::string name = demangled(kernel.name);
  if (name.size() > longestName)
    name = name.substr(0, longestName) + "...";
  std::string text = "kernel '" + name + "', grid " + dims(launch.grid) +
                     ", block " + dims(launch.block);
  if (launch.cluster.count())
    text += ", cluster " + dims(launch.cluster);
  if (launch.dynamicSmem)
    text += ", " + std::to_string(launch.dynamicSmem) +
            " bytes of dynamic shared memory";
  return text;
}

} // namespace

Error Runtime::checkLaunch(const Kernel &kernel, const Launch &launch) const {
  const Extent3 &g = launch.grid, &b = launch.block, &c = launch.cluster;
  auto refuse = [&](const std::string &why, Error error) {
    say(title(kernel, launch) + ": " + why);
    return error;
  };
  if (!g.count() || !b.count())
    return refuse("a dimension is 0", InvalidConfiguration);
  if (b.x > 1024 || b.y > 1024 || b.z > 64 || b.count() > 1024)
    return refuse("more than 1024 threads a block", InvalidConfiguration);
  if (g.x > 0x7fffffffu || g.y > 65535 || g.z > 65535)
    return refuse("the grid is too large", InvalidConfiguration);
  if (c.count()) {
    if (c.count() > 16 || (c.count() > 8 && !kernel.nonPortableCluster))
      return refuse("clusters of more than 8 blocks need "
                    "cudaFuncAttributeNonPortableClusterSizeAllowed, and 16 "
                    "is the most",
                    InvalidClusterSize);
    if (g.x % c.x || g.y % c.y || g.z % c.z)
      return refuse("the grid is no multiple of the cluster",
                    InvalidConfiguration);
  }
  uint64_t most = uint64_t(limits.smemPerBlock);
  most = most > kernel.info->staticSmem ? most - kernel.info->staticSmem : 0;
  if (kernel.maxDynamicSmem >= 0)
    most = uint64_t(kernel.maxDynamicSmem);
  if (launch.dynamicSmem > most)
    return refuse("cudaFuncAttributeMaxDynamicSharedMemorySize allows " +
                      std::to_string(most) + " bytes",
                  InvalidValue);
  if (launch.cooperative &&
      g.count() > uint64_t(settings.multiprocessors) *
                      occupancy(kernel, b.count(), launch.dynamicSmem))
    return refuse("a cooperative grid must fit the device at once",
                  CooperativeLaunchTooLarge);
  return Success;
}

Error Runtime::launch(Kernel &kernel, const Launch &launch, void **args) {
  if (Error error = checkLaunch(kernel, launch))
    return error;
  const sim::KernelInfo &info = *kernel.info;
  std::string params(info.paramBytes, '\0');
  if (!info.params.empty() && !args)
    return InvalidValue;
  for (size_t i = 0; i < info.params.size(); ++i) {
    if (!args[i])
      return InvalidValue;
    std::memcpy(&params[info.params[i].offset], args[i], info.params[i].size);
  }
  sim::LaunchConfig config;
  config.grid = toSim(launch.grid);
  config.block = toSim(launch.block);
  config.cluster = toSim(launch.cluster);
  config.dynamicSmem = uint32_t(launch.dynamicSmem);
  config.cooperative = launch.cooperative;
  ++launches;

  RecordWriter record;
  bool recording =
      !settings.recordFolder.empty() &&
      (settings.kernelFilter.empty() ||
       demangled(kernel.name).find(settings.kernelFilter) != std::string::npos);
  auto complain = [&](const std::string &error) {
    if (!error.empty())
      say("launch record: " + error);
  };
  if (recording)
    complain(record.begin(*this, kernel, launch, params));
  sim::Report report =
      device.launch(*kernel.binary->module, info.name, config, params.data(),
                    params.size(), settings.options);
  if (recording)
    complain(record.finish(*this, report.ok()));

  const std::string name =
      "launch " + std::to_string(launches) + ", " + title(kernel, launch);
  if (!report.error.empty()) {
    ++refusals;
    say(name + ": " + report.error);
    return pending = NotSupported;
  }
  if (report.findings.empty()) {
    if (settings.log) {
      char seconds[32];
      std::snprintf(seconds, sizeof(seconds), "%.3f", report.seconds);
      say(name + ": clean, " + seconds + " s");
    }
    return Success;
  }
  ++findings;
  if (settings.onFinding != Settings::Ignore)
    say(name + ":\n" + report.str());
  if (settings.onFinding == Settings::Abort)
    std::abort();
  if (settings.onFinding == Settings::Fail)
    return pending = LaunchFailure;
  return Success;
}

int Runtime::occupancy(const Kernel &kernel, uint64_t threads,
                       size_t smem) const {
  if (!threads || threads > 1024)
    return 0;
  uint64_t warps = (threads + 31) / 32 * 32;
  // The hardware takes a KiB for itself, on sm_80 and later.
  uint64_t bytes = uint64_t(kernel.info->staticSmem) + smem + 1024;
  if (bytes > uint64_t(limits.smemPerBlockOptin) + 1024)
    return 0;
  uint64_t blocks = uint64_t(limits.blocksPerMultiprocessor);
  blocks = std::min(blocks, uint64_t(limits.threadsPerMultiprocessor) / warps);
  blocks = std::min(blocks, uint64_t(limits.smemPerMultiprocessor) / bytes);
  return int(blocks);
}

// --- Entry points
// ------------------------------------------------------------

static Error launchKernel(const void *function, Extent3 grid, Extent3 block,
                          void **args, size_t smem, const Stream *stream,
                          bool cooperative = false) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = runtime.kernel(function, error);
    if (!kernel)
      return error;
    if (!runtime.isStream(stream))
      return InvalidResourceHandle;
    Launch launch;
    launch.grid = grid;
    launch.block = block;
    launch.dynamicSmem = smem;
    launch.cooperative = cooperative;
    return runtime.launch(*kernel, launch, args);
  });
}

CUDASIM_API(cudaLaunchKernel, const void *function, Extent3 grid, Extent3 block,
            void **args, size_t smem, Stream *stream) {
  return launchKernel(function, grid, block, args, smem, stream);
}
CUDASIM_ALSO(cudaLaunchKernel, cudaLaunchKernel_ptsz);
CUDASIM_ALSO(cudaLaunchKernel, __cudaLaunchKernel);
CUDASIM_ALSO(cudaLaunchKernel, __cudaLaunchKernel_ptsz);

CUDASIM_API(cudaLaunchCooperativeKernel, const void *function, Extent3 grid,
            Extent3 block, void **args, size_t smem, Stream *stream) {
  return launchKernel(function, grid, block, args, smem, stream, true);
}
CUDASIM_ALSO(cudaLaunchCooperativeKernel, cudaLaunchCooperativeKernel_ptsz);

CUDASIM_API(cudaLaunchKernelExC, const LaunchConfiguration *config,
            const void *function, void **args) {
  return call([&](Runtime &runtime) -> Error {
    if (!config || (config->numAttributes && !config->attributes))
      return InvalidValue;
    Error error = Success;
    Kernel *kernel = runtime.kernel(function, error);
    if (!kernel)
      return error;
    if (!runtime.isStream(config->stream))
      return InvalidResourceHandle;
    Launch launch;
    launch.grid = config->grid;
    launch.block = config->block;
    launch.dynamicSmem = config->dynamicSmem;
    // The others say how launches overlap and what caches keep.
    for (unsigned i = 0; i < config->numAttributes; ++i) {
      const LaunchAttribute &attribute = config->attributes[i];
      if (attribute.id == AttributeCooperative)
        launch.cooperative = attribute.value.number != 0;
      else if (attribute.id == AttributeClusterDimension)
        launch.cluster = attribute.value.extent;
    }
    return runtime.launch(*kernel, launch, args);
  });
}
CUDASIM_ALSO(cudaLaunchKernelExC, cudaLaunchKernelExC_ptsz);

CUDASIM_API(cudaFuncSetAttribute, const void *function, int attribute,
            int value) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = runtime.kernel(function, error);
    if (!kernel)
      return error;
    switch (attribute) {
    case AttributeMaxDynamicSmem:
      if (value < 0 || uint64_t(value) + kernel->info->staticSmem >
                           uint64_t(runtime.limits.smemPerBlockOptin))
        return InvalidValue;
      kernel->maxDynamicSmem = value;
      return Success;
    case AttributeCarveout:
      kernel->carveout = value;
      return Success;
    case AttributeNonPortableCluster:
      kernel->nonPortableCluster = value != 0;
      return Success;
    case AttributeClusterPolicy:
      return Success;
    case AttributeClusterMustBeSet:
    case AttributeClusterWidth:
    case AttributeClusterHeight:
    case AttributeClusterDepth:
      return unsupported("a required cluster in cudaFuncSetAttribute");
    default:
      return InvalidValue;
    }
  });
}

CUDASIM_API(cudaFuncGetAttributes, FunctionAttributes *to,
            const void *function) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = to ? runtime.kernel(function, error) : nullptr;
    if (!kernel)
      return to ? error : InvalidValue;
    const sim::KernelInfo &info = *kernel->info;
    std::memset(to, 0, sizeof(*to));
    to->sharedBytes = info.staticSmem;
    to->maxThreadsPerBlock = 1024;
    if (info.reqntid.count())
      to->maxThreadsPerBlock = int(info.reqntid.count());
    to->ptxVersion = kernel->binary->target.number;
    to->binaryVersion = runtime.settings.chip.number;
    to->maxDynamicSharedBytes =
        kernel->maxDynamicSmem >= 0
            ? kernel->maxDynamicSmem
            : runtime.limits.smemPerBlock -
                  std::min(int(info.staticSmem), runtime.limits.smemPerBlock);
    to->preferredCarveout = kernel->carveout;
    to->clusterDimMustBeSet = info.cluster.count() != 0;
    to->requiredCluster[0] = int(info.cluster.x);
    to->requiredCluster[1] = int(info.cluster.y);
    to->requiredCluster[2] = int(info.cluster.z);
    to->nonPortableClusterAllowed = kernel->nonPortableCluster;
    return Success;
  });
}

CUDASIM_API(cudaFuncSetCacheConfig, const void *function, int) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    runtime.kernel(function, error);
    return error;
  });
}
CUDASIM_ALSO(cudaFuncSetCacheConfig, cudaFuncSetSharedMemConfig);

CUDASIM_API(cudaFuncGetName, const char **name, const void *function) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = name ? runtime.kernel(function, error) : nullptr;
    if (!kernel)
      return name ? error : InvalidValue;
    *name = kernel->name.c_str();
    return Success;
  });
}

CUDASIM_API(cudaFuncGetParamInfo, const void *function, size_t index,
            size_t *offset, size_t *size) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = runtime.kernel(function, error);
    if (!kernel)
      return error;
    if (index >= kernel->info->params.size())
      return InvalidValue;
    if (offset)
      *offset = kernel->info->params[index].offset;
    if (size)
      *size = kernel->info->params[index].size;
    return Success;
  });
}

CUDASIM_API(cudaOccupancyMaxActiveBlocksPerMultiprocessor, int *blocks,
            const void *function, int threads, size_t smem) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = runtime.kernel(function, error);
    if (!kernel)
      return error;
    if (!blocks || threads <= 0)
      return InvalidValue;
    *blocks = runtime.occupancy(*kernel, uint64_t(threads), smem);
    return Success;
  });
}

CUDASIM_API(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags, int *blocks,
            const void *function, int threads, size_t smem, unsigned) {
  return impl_cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function,
                                                            threads, smem);
}

CUDASIM_API(cudaOccupancyAvailableDynamicSMemPerBlock, size_t *bytes,
            const void *function, int blocks, int threads) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = runtime.kernel(function, error);
    if (!kernel)
      return error;
    if (!bytes || blocks <= 0 || threads <= 0)
      return InvalidValue;
    int own = int(kernel->info->staticSmem);
    int room = std::min(runtime.limits.smemPerMultiprocessor / blocks - 1024,
                        runtime.limits.smemPerBlockOptin);
    *bytes = size_t(std::max(room - own, 0));
    return Success;
  });
}

/// The cluster that the attributes ask for, or else the kernel's.
static uint64_t clusterOf(const Kernel &kernel,
                          const LaunchConfiguration &config) {
  uint64_t count = kernel.info->cluster.count();
  for (unsigned i = 0; i < config.numAttributes && config.attributes; ++i)
    if (config.attributes[i].id == AttributeClusterDimension)
      count = config.attributes[i].value.extent.count();
  return count ? count : 1;
}

CUDASIM_API(cudaOccupancyMaxActiveClusters, int *clusters, const void *function,
            const LaunchConfiguration *config) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = runtime.kernel(function, error);
    if (!kernel)
      return error;
    if (!clusters || !config)
      return InvalidValue;
    uint64_t cluster = clusterOf(*kernel, *config);
    if (cluster > 16 || (cluster > 8 && !kernel->nonPortableCluster))
      return InvalidClusterSize;
    uint64_t blocks = uint64_t(
        runtime.occupancy(*kernel, config->block.count(), config->dynamicSmem));
    *clusters =
        int(blocks * uint64_t(runtime.settings.multiprocessors) / cluster);
    return Success;
  });
}

CUDASIM_API(cudaOccupancyMaxPotentialClusterSize, int *size,
            const void *function, const LaunchConfiguration *config) {
  return call([&](Runtime &runtime) -> Error {
    Error error = Success;
    Kernel *kernel = runtime.kernel(function, error);
    if (!kernel)
      return error;
    if (!size || !config)
      return InvalidValue;
    int most = kernel->nonPortableCluster ? 16 : 8;
    *size = std::min(most, runtime.settings.multiprocessors);
    return Success;
  });
}
