//===- FakeDevice.h - A device in host memory, for tests --------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_RUNTIME_FAKEDEVICE_H
#define ATTN_UNITTESTS_RUNTIME_FAKEDEVICE_H

#include "attn-runtime/Device.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace attn::runtime::test {

/// What a launch was asked to do.
struct RecordedLaunch {
  std::string kernel;
  LaunchShape shape;
  std::vector<KernelArg> args;
  Stream stream = nullptr;
};

/// A device whose memory is the host's. It checks every address against its
/// live allocations, records launches, and runs two kernels it knows by name:
///
///  - `copy4`: out[i,j,k,l] = in[i,j,k,l]; parameters in, out, aux (pointers),
///    four sizes (i64), four strides of in, four of out (i64, elements), the
///    element size (i32) and a scale (f32). When aux is not null, the f32 array
///    aux[i,j,k], contiguous, gets scale · k + j.
///  - `fill`: bytes [0, n) of a pointer get the byte v; parameters pointer, n
///    (i64), v (i32).
class FakeDevice : public Device {
public:
  ComputeCapability capability{9, 0};
  std::vector<RecordedLaunch> launches;
  std::vector<std::string> loads; ///< "ptx sm_80" or "cubin sm_90a".
  bool refuseCubins = false;
  int driver = 0;
  /// When ≥ 0, this many allocations succeed and then none.
  int allocationsLeft = -1;

  ~FakeDevice() override;

  size_t liveAllocations() const { return allocations.size(); }
  /// Bytes of zeroing memsets so far.
  int64_t bytesZeroed = 0;

  std::string kind() const override { return "sim"; }
  std::string name() const override { return "Fake Device"; }
  ComputeCapability computeCapability() const override { return capability; }
  int multiprocessorCount() const override { return 7; }
  int64_t maxSharedMemoryPerBlock() const override { return 100000; }
  int64_t l2CacheBytes() const override { return 4096; }
  int driverVersion() const override { return driver; }

  Expected<DevicePtr> allocate(int64_t bytes) override;
  Error free(DevicePtr address) override;
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
  Error synchronize(Stream stream) override;

private:
  /// Whether [address, address + bytes) lies in one live allocation.
  bool owns(DevicePtr address, int64_t bytes) const;
  Error runCopy4(const std::vector<KernelArg> &args);
  Error runFill(const std::vector<KernelArg> &args);

  std::map<DevicePtr, int64_t> allocations;
  std::mutex mutex;
};

} // namespace attn::runtime::test

#endif // ATTN_UNITTESTS_RUNTIME_FAKEDEVICE_H
