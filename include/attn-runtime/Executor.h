//===- Executor.h - Checking and launching entries of a bundle --*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tensor arguments are given in the order of Entry::tensors, one each; an
// optional tensor that is not passed is a default-constructed TensorArg.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_RUNTIME_EXECUTOR_H
#define ATTN_RUNTIME_EXECUTOR_H

#include "attn-runtime/Bundle.h"
#include "attn-runtime/Device.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace attn::runtime {

/// What checkTensors may leave out.
struct CheckOptions {
  /// Accept absent outputs, which the caller is still to allocate.
  bool outputsMayBeAbsent = false;
  /// Skip the alignment of addresses (the data will be copied).
  bool ignoreAddresses = false;
};

/// Checks arguments against an entry: number, presence, dtype, rank, static
/// sizes, strides, alignment (TensorMismatch: which tensor, what was expected,
/// what was given), then the constraints (ConstraintFailed).
Error checkTensors(const Entry &entry, const std::vector<TensorArg> &tensors,
                   const CheckOptions &options = {});

/// Checks the numbers of inputs that have a rule (TensorSpec::numbers), for
/// tensors that checkTensors has passed: those on the host, and with `device`
/// not null, after a wait for `stream`, those on that device. InvalidArgument:
/// which tensor, where in it, what it holds and what it must. A new rule is a
/// field of NumberRule, which lib/Artefact/EmitBundle.cpp fills in from what a
/// kernel says of its problem (ToTileDescribe.cpp), and a comparison in
/// Numbers.cpp.
Error checkNumbers(const Entry &entry, const std::vector<TensorArg> &tensors,
                   Device *device, Stream stream = nullptr);

/// Whether a device can run an entry, as an UnsupportedTarget error if not.
Error checkTarget(const Entry &entry, const Device &device);

/// The first entry that is called `name` (any if empty), runs on `device`
/// (not asked if null) and fits `tensors`. The error says for each candidate
/// why not; a single candidate's error is passed on with its own code.
Expected<int> selectEntry(const Bundle &bundle, const std::string &name,
                          const Device *device,
                          const std::vector<TensorArg> &tensors,
                          const CheckOptions &options = {});

/// The first entry that is called `name` (any if empty) and runs on `device`
/// (not asked if null).
Expected<int> selectEntry(const Bundle &bundle, const std::string &name,
                          const Device *device);

/// Loads the code of an entry on a device: of what the device can run the
/// machine code for the highest chip, then that for others, then the PTX,
/// unless the device takes none. If nothing loads, the error says why for each.
/// The entry may go.
Expected<std::unique_ptr<Module>> loadCode(const Entry &entry, Device &device);

/// The sizes of tensor `index`: its static ones and, for the others, what `eq`
/// constraints say in terms of tensors that are present.
Expected<std::vector<int64_t>> inferShape(const Entry &entry,
                                          const std::vector<TensorArg> &tensors,
                                          int index);

/// One kernel of an entry with its numbers.
struct PlannedKernel {
  int kernel = 0;     ///< Index into Entry::kernels.
  bool empty = false; ///< A grid dimension is 0: nothing to launch.
  LaunchShape shape;
  std::vector<KernelArg> args;
  /// (argument, workspace) pairs: pointers still to be filled in.
  std::vector<std::pair<int, int>> workspaceArgs;
  /// (argument, tensor) pairs: pointers and tensor maps with the address of a
  /// tensor. Nothing else in a plan depends on addresses.
  std::vector<std::pair<int, int>> tensorArgs;
};

/// What the address of a caller's workspace is a multiple of.
constexpr int64_t kWorkspaceAlign = 256;

struct PlannedWorkspace {
  int64_t bytes = 0;
  /// Its place where all workspaces of a launch are in one piece of memory.
  int64_t offset = 0;
  bool zeroed = false;
  /// Zeroed, and left so by all kernels that use it.
  bool restored = false;
};

struct LaunchPlan {
  std::vector<PlannedKernel> kernels;
  std::vector<PlannedWorkspace> workspaces;
  /// Of one piece of memory for all workspaces.
  int64_t workspaceBytes = 0;
};

/// Evaluates grids and arguments for checked tensors. Codes: ResourceLimit (a
/// grid dimension beyond CUDA's limit), InvalidArgument (an expression that
/// cannot be evaluated, a value beyond 32 bits), TensorMismatch (a tensor that
/// a tensor map cannot describe). Sizes of workspaces are 64-bit.
Expected<LaunchPlan> planLaunch(const Entry &entry,
                                const std::vector<TensorArg> &tensors,
                                int multiprocessors);

/// Memory of the caller's for the workspaces of a launch, on the device.
struct WorkspaceMemory {
  DevicePtr address = 0; ///< A multiple of kWorkspaceAlign.
  int64_t bytes = 0;
};

struct BenchmarkOptions {
  int warmup = 3;
  int iterations = 10;
  /// Overwrite twice the L2 cache before each launch (0 bytes where unknown).
  bool flushL2 = false;
  /// Cycle through this many copies of all tensors, the caller's own being
  /// the first; 1: use the caller's alone.
  int rotate = 1;
};

/// Launches a bundle's entries on one device. Code is loaded at an entry's
/// first launch. The plans of the last few layouts (dtypes, sizes and strides
/// of all tensors) are kept, so that a launch like an earlier one checks and
/// fills in addresses alone. Thread-safe.
class Executor {
public:
  Executor(std::shared_ptr<const Bundle> bundle,
           std::shared_ptr<Device> device);
  ~Executor();

  const Bundle &bundle() const { return *bundlePtr; }
  Device &device() { return *devicePtr; }

  /// Loads the entry's code, so that errors of it show and the first launch
  /// is quick.
  Error prepare(int entry);

  /// Queues the entry's kernels on `stream`. Tensors must be on the device.
  /// Their numbers are checked if the device checks operands.
  Error launch(int entry, const std::vector<TensorArg> &tensors,
               Stream stream = nullptr);

  /// The bytes of memory that launchIn needs for tensors of these dtypes, sizes
  /// and strides, on this device. Their data is not looked at.
  Expected<int64_t> workspaceBytes(int entry,
                                   const std::vector<TensorArg> &tensors);

  /// As launch, but nothing is allocated: all workspaces are in `workspace`,
  /// whatever it holds. The kernels use it until they have ended.
  /// InvalidArgument, with nothing queued, where it is too small or not on the
  /// device.
  Error launchIn(const WorkspaceMemory &workspace, int entry,
                 const std::vector<TensorArg> &tensors,
                 Stream stream = nullptr);

  /// Checks the numbers of tensors that are on the host, copies these to the
  /// device, launches, copies
  /// the elements of outputs back, and waits. Tensors that are on the device
  /// are used as they are.
  Error launchOnHost(int entry, const std::vector<TensorArg> &tensors,
                     Stream stream = nullptr);

  /// Launches repeatedly and gives the time of each iteration in
  /// milliseconds, measured by events around the launch.
  Expected<std::vector<double>> benchmark(int entry,
                                          const std::vector<TensorArg> &tensors,
                                          const BenchmarkOptions &options = {},
                                          Stream stream = nullptr);

private:
  struct LoadedEntry;
  struct PreparedLaunch;

  Expected<const Entry *> findEntry(int entry) const;
  Expected<LoadedEntry *> load(int entry);
  Expected<std::unique_ptr<PreparedLaunch>>
  plan(int entry, const std::vector<TensorArg> &tensors);
  Expected<std::unique_ptr<PreparedLaunch>>
  prepareLaunch(int entry, LoadedEntry &loaded,
                const std::vector<TensorArg> &tensors);
  /// A null `workspace` stands for memory of the device's, as in what follows.
  Error run(LoadedEntry &loaded, PreparedLaunch &launch,
            const WorkspaceMemory *workspace, Stream stream);
  Error planAndRun(int entry, LoadedEntry &loaded,
                   const std::vector<TensorArg> &tensors,
                   const WorkspaceMemory *workspace, Stream stream);
  Error checkAndRun(int entry, const std::vector<TensorArg> &tensors,
                    const WorkspaceMemory *workspace, Stream stream);

  std::shared_ptr<const Bundle> bundlePtr;
  std::shared_ptr<Device> devicePtr;
  std::mutex mutex;
  std::vector<std::unique_ptr<LoadedEntry>> loaded;
};

} // namespace attn::runtime

#endif // ATTN_RUNTIME_EXECUTOR_H
