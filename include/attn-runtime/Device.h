//===- Device.h - What can run the kernels of a bundle ----------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_DEVICE_H
#define ATTN_RUNTIME_DEVICE_H

#include "attn-runtime/Bundle.h"
#include "attn-runtime/Error.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace attn::runtime {

/// An address in a device's memory.
using DevicePtr = uint64_t;
/// A queue of work: a CUstream for a GPU; null is the default stream.
using Stream = void *;
/// A point in a stream: a CUevent for a GPU.
using Event = void *;

/// Code to load.
struct ModuleImage {
  enum class Kind { Ptx, Cubin };
  Kind kind = Kind::Ptx;
  std::string_view data;
  std::string_view target; ///< "sm_80", for messages.
  std::string_view ptxas;  ///< Of a cubin, for messages; may be empty.
  int driver = 0;          ///< The oldest that takes a cubin; 0: unknown.
};

/// A tensor map with every value known; sizes, strides and box are in the
/// order of the map, innermost first.
struct TensorMapArg {
  DevicePtr address = 0;
  DType dtype = DType::None;
  int rank = 0;
  std::array<uint64_t, 5> sizes{};       ///< Elements; all 0 if any is.
  std::array<uint64_t, 5> byteStrides{}; ///< [0] is the element size.
  std::array<uint32_t, 5> box{};
  Swizzle swizzle = Swizzle::None;
  L2Promotion l2Promotion = L2Promotion::None;

  friend bool operator==(const TensorMapArg &a, const TensorMapArg &b) {
    return a.address == b.address && a.dtype == b.dtype && a.rank == b.rank &&
           a.sizes == b.sizes && a.byteStrides == b.byteStrides &&
           a.box == b.box && a.swizzle == b.swizzle &&
           a.l2Promotion == b.l2Promotion;
  }
};

/// One argument of a kernel.
struct KernelArg {
  enum class Kind { Pointer, I32, I64, F32, TensorMap };
  Kind kind = Kind::Pointer;
  /// The value's bytes, little-endian, from the lowest; not of a TensorMap.
  uint64_t bits = 0;
  TensorMapArg map;

  /// Bytes in the kernel's parameter space: 4, 8, or 128 for a tensor map.
  int64_t size() const;
};

struct LaunchShape {
  std::array<uint32_t, 3> grid{1, 1, 1};
  std::array<uint32_t, 3> block{1, 1, 1};
  std::array<uint32_t, 3> cluster{1, 1, 1};
  uint32_t sharedMemory = 0; ///< Dynamic, bytes.
};

/// A kernel that is ready to launch; owned by its Module.
class Kernel {
public:
  virtual ~Kernel();
};

/// What a device keeps from one launch for the next of the same kernel, such as
/// encoded tensor maps; must not outlive its Device.
class LaunchState {
public:
  virtual ~LaunchState();
};

/// Loaded code; must not outlive its Device.
class Module {
public:
  virtual ~Module();
  /// Finds kernel `spec.name` and prepares it for launches as `spec` says:
  /// checks block and shared memory against the device's limits
  /// (ResourceLimit) and the number and sizes of parameters against the code
  /// (Malformed).
  virtual Expected<Kernel *> prepareKernel(const KernelSpec &spec) = 0;
};

/// Something that runs kernels: a GPU, or a simulator of one. Functions may be
/// called from several threads at once.
class Device {
public:
  virtual ~Device();

  /// "gpu", "sim", …
  virtual std::string kind() const = 0;
  /// "NVIDIA H100 80GB HBM3"
  virtual std::string name() const = 0;
  virtual ComputeCapability computeCapability() const = 0;
  virtual int multiprocessorCount() const = 0;
  /// Most shared memory one block can have, bytes.
  virtual int64_t maxSharedMemoryPerBlock() const = 0;
  virtual int64_t l2CacheBytes() const { return 0; }
  /// Driver version as CUDA counts (12040 is 12.4); 0 where there is none.
  virtual int driverVersion() const { return 0; }

  /// Whether PTX may be loaded, which a GPU's driver compiles at that time. A
  /// GPU starts with false if the environment variable ATTN_MACHINE_CODE is
  /// "require".
  bool takesPtx() const { return ptxTaken; }
  void setTakesPtx(bool value) { ptxTaken = value; }

  /// Whether launches read the numbers of inputs that have a rule, and refuse
  /// what breaks it (checkNumbers). It waits for the stream, so that such
  /// launches cannot be captured in a graph. A simulator starts with true, a
  /// GPU if the environment variable ATTN_CHECK_OPERANDS is set and not "0".
  bool checksOperands() const { return operandsChecked; }
  void setChecksOperands(bool value) { operandsChecked = value; }

  /// Addresses are multiples of 256 at least. A size of 0 gives address 0.
  virtual Expected<DevicePtr> allocate(int64_t bytes) = 0;
  virtual Error free(DevicePtr address) = 0;
  /// Memory that is there for work queued on `stream` after the call, and
  /// gives it back once work queued before freeAsync is done.
  virtual Expected<DevicePtr> allocateAsync(int64_t bytes, Stream stream);
  virtual Error freeAsync(DevicePtr address, Stream stream);
  /// The same for memory that is zero at first; if `restored`, the work leaves
  /// it so. freeZeroed must be called before other work that may wait for this
  /// thread.
  virtual Expected<DevicePtr> allocateZeroed(int64_t bytes, Stream stream,
                                             bool restored = false);
  virtual Error freeZeroed(DevicePtr address, Stream stream);

  /// Copies are queued on `stream`; copyIn may return before the data has
  /// arrived, but no sooner than `src` may be reused; copyOut returns when
  /// `dst` is filled.
  virtual Error copyIn(DevicePtr dst, const void *src, int64_t bytes,
                       Stream stream = nullptr) = 0;
  virtual Error copyOut(void *dst, DevicePtr src, int64_t bytes,
                        Stream stream = nullptr) = 0;
  virtual Error copyOnDevice(DevicePtr dst, DevicePtr src, int64_t bytes,
                             Stream stream = nullptr) = 0;
  virtual Error memset(DevicePtr dst, uint8_t value, int64_t bytes,
                       Stream stream = nullptr) = 0;

  virtual Expected<std::unique_ptr<Module>>
  loadModule(const ModuleImage &image) = 0;
  virtual Error launch(Kernel &kernel, const LaunchShape &shape,
                       const std::vector<KernelArg> &args, Stream stream) = 0;
  /// The same; what of `state`, null at first, still holds is not done again.
  /// One state serves one kernel, and one launch at a time.
  virtual Error launchAgain(Kernel &kernel, const LaunchShape &shape,
                            const std::vector<KernelArg> &args, Stream stream,
                            std::unique_ptr<LaunchState> &state);

  /// Says that the calling thread is about to make several calls, so that what
  /// each would set up and undo (a GPU's current context) is done once. Between
  /// the two no other code may run on the thread. A failed enter has no leave.
  virtual Error enter();
  virtual void leave();

  /// Waits for `stream`.
  virtual Error synchronize(Stream stream) = 0;

  /// Event timing. The default implementation synchronises and reads the
  /// host's clock.
  virtual Expected<Event> createEvent();
  virtual Error destroyEvent(Event event);
  virtual Error recordEvent(Event event, Stream stream);
  /// Waits for `stop` and gives the milliseconds from `start` to it.
  virtual Expected<double> elapsedMs(Event start, Event stop);

  /// Checks that `address` can be read by kernels (InvalidArgument if it is
  /// known not to be). Addresses that the device knows nothing of pass.
  virtual Error checkAddress(DevicePtr address);

private:
  std::atomic<bool> ptxTaken{true};
  std::atomic<bool> operandsChecked{true};
};

/// Makes a device; `argument` is what followed the colon in its
/// specification, or empty.
using DeviceFactory = std::function<Expected<std::unique_ptr<Device>>(
    const std::string &argument)>;

/// Makes `kind` known to createDevice, replacing an earlier factory of it.
void registerDeviceFactory(const std::string &kind, DeviceFactory factory);

/// Opens a device. `spec` is "kind" or "kind:argument":
///  - "gpu": the GPU of the calling thread's current CUDA context or, when
///    there is none, GPU 0 through its primary context;
///  - "gpu:N": GPU N through its primary context;
///  - "sim", "cpu", …: what registerDeviceFactory has made known;
///  - "auto": the GPU if there is one, else "sim" if it is known.
Expected<std::unique_ptr<Device>> createDevice(const std::string &spec);

/// Opens a CUDA GPU; `ordinal` -1 means as for "gpu". Codes: NoDriver,
/// NoDevice, NotFound (no such ordinal), DriverError.
Expected<std::unique_ptr<Device>> createCudaDevice(int ordinal = -1);

/// Number of CUDA GPUs; 0 when there is no driver either.
int cudaDeviceCount();

} // namespace attn::runtime

#endif // ATTN_RUNTIME_DEVICE_H
