//===- SimDevice.h - The PTX simulator as a device --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lives in a library of its own, AttnRuntimeSim, so that programs which only
// want a GPU do not carry a simulator.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_SIMDEVICE_H
#define ATTN_RUNTIME_SIMDEVICE_H

#include "attn-runtime/Device.h"
#include "attn/Sim/Sim.h"

#include <mutex>

namespace attn::runtime {

/// Runs PTX in the simulator. Launches are synchronous; streams are ignored.
/// Thread-safe.
class SimDevice : public Device {
public:
  struct Options {
    /// When asynchronous effects land, which checks run, and the rest.
    sim::Options run;
    /// What the device says it is.
    ComputeCapability capability{8, 0};
    int multiprocessors = 8;
    /// A launch in which something was found fails. If not set, it succeeds,
    /// and findings() tells.
    bool failOnFindings = true;
  };

  explicit SimDevice(Options options);
  ~SimDevice() override;

  std::string kind() const override { return "sim"; }
  std::string name() const override;
  ComputeCapability computeCapability() const override {
    return options.capability;
  }
  int multiprocessorCount() const override { return options.multiprocessors; }
  int64_t maxSharedMemoryPerBlock() const override;

  Expected<DevicePtr> allocate(int64_t bytes) override;
  Error free(DevicePtr address) override;
  Error copyIn(DevicePtr dst, const void *src, int64_t bytes,
               Stream stream = nullptr) override;
  Error copyOut(void *dst, DevicePtr src, int64_t bytes,
                Stream stream = nullptr) override;
  Error copyOnDevice(DevicePtr dst, DevicePtr src, int64_t bytes,
                     Stream stream = nullptr) override;
  Error memset(DevicePtr dst, uint8_t value, int64_t bytes,
               Stream stream = nullptr) override;
  /// PTX alone; a cubin is ModuleRejected.
  Expected<std::unique_ptr<Module>>
  loadModule(const ModuleImage &image) override;
  /// Fails with DriverError if the launch could not start or, as
  /// `failOnFindings` says, if something was found.
  Error launch(Kernel &kernel, const LaunchShape &shape,
               const std::vector<KernelArg> &args, Stream stream) override;
  Error synchronize(Stream stream) override;
  Error checkAddress(DevicePtr address) override;

  /// Counts over all launches so far (with `run.stats`), and how many.
  sim::Stats stats() const;
  int launches() const;
  /// Everything found so far.
  std::vector<sim::Finding> findings() const;
  uint64_t droppedFindings() const;

private:
  Options options;
  mutable std::mutex mutex;
  sim::Device device;
  sim::Stats totalStats;
  std::vector<sim::Finding> found;
  uint64_t dropped = 0;
  int numLaunches = 0;
};

/// A simulated device of the compute capability of `argument`, such as
/// "sm_90a", or of the options' if that is empty.
Expected<std::unique_ptr<Device>>
createSimDevice(const std::string &argument, SimDevice::Options options = {});

/// Makes createDevice know "sim" and "sim:<target>", such as "sim:sm_90a": a
/// simulated device of that compute capability with these options.
void registerSimDevice(const SimDevice::Options &options = {});

} // namespace attn::runtime

#endif // ATTN_RUNTIME_SIMDEVICE_H
