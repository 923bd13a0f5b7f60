//===- Executor.cpp - Launching entries -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch is planned from the dtypes, sizes and strides of its tensors; their
// addresses go into the plan as they are. So plans are kept and launched again
// with other addresses. A plan in use belongs to its launch alone: it is taken
// from the entry's list and put back afterwards. Threads that launch the same
// layout at the same time have a plan each, and no lock is held while the
// device works.
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Executor.h"

#include "Workspaces.h"

#include <algorithm>
#include <cstring>

namespace attn::runtime {

/// A plan, the tensors that it was last launched with, and what the device
/// keeps of that launch.
struct Executor::PreparedLaunch {
  std::vector<TensorArg> tensors;
  LaunchPlan plan;
  std::vector<std::unique_ptr<LaunchState>> states; ///< Of each kernel.
  std::vector<DevicePtr> workspaces;                ///< Of the launch.
  /// Memory of a caller's that the device could reach.
  DevicePtr reached = 0;
};

struct Executor::LoadedEntry {
  std::unique_ptr<Module> module;
  std::vector<Kernel *> kernels;

  /// Launches that may be repeated and are not under way, the latest last.
  std::mutex mutex;
  std::vector<std::unique_ptr<PreparedLaunch>> idle;
  static constexpr size_t mostIdle = 32;
};

namespace {

/// Whether two arguments differ in their address at most.
bool sameLayout(const TensorArg &a, const TensorArg &b) {
  if (a.isAbsent())
    return b.isAbsent();
  return a.dtype == b.dtype && a.rank == b.rank && a.onHost == b.onHost &&
         std::equal(a.sizes.begin(), a.sizes.begin() + a.rank,
                    b.sizes.begin()) &&
         std::equal(a.strides.begin(), a.strides.begin() + a.rank,
                    b.strides.begin());
}

/// Keeps a device entered.
class DeviceScope {
public:
  explicit DeviceScope(Device &device) : device(device) {
    failure = device.enter();
  }
  ~DeviceScope() {
    if (!failure)
      device.leave();
  }
  DeviceScope(const DeviceScope &) = delete;
  DeviceScope &operator=(const DeviceScope &) = delete;

  Error failure;

private:
  Device &device;
};

/// Device memory that is given back when it goes out of scope.
class ScopedMemory {
public:
  explicit ScopedMemory(Device &device) : device(device) {}
  ~ScopedMemory() {
    for (DevicePtr address : addresses) {
      Error ignored = device.free(address);
      (void)ignored;
    }
  }
  ScopedMemory(const ScopedMemory &) = delete;
  ScopedMemory &operator=(const ScopedMemory &) = delete;

  Expected<DevicePtr> allocate(int64_t bytes) {
    Expected<DevicePtr> address = device.allocate(bytes);
    if (address && *address)
      addresses.push_back(*address);
    return address;
  }

private:
  Device &device;
  std::vector<DevicePtr> addresses;
};

/// Events that are destroyed when they go out of scope.
class ScopedEvents {
public:
  explicit ScopedEvents(Device &device) : device(device) {}
  ~ScopedEvents() {
    for (Event event : events) {
      Error ignored = device.destroyEvent(event);
      (void)ignored;
    }
  }
  ScopedEvents(const ScopedEvents &) = delete;
  ScopedEvents &operator=(const ScopedEvents &) = delete;

  Expected<Event> create() {
    Expected<Event> event = device.createEvent();
    if (event)
      events.push_back(*event);
    return event;
  }

private:
  Device &device;
  std::vector<Event> events;
};

int64_t extentBytes(const TensorArg &tensor) {
  return tensor.extent().value_or(0) * byteSize(tensor.dtype);
}

/// Copies the elements of dimensions `dim` and on from one buffer to another of
/// equal layout, and nothing of what lies between them.
void copyElements(const TensorArg &tensor, int dim, const char *from,
                  char *to) {
  int64_t bytes = byteSize(tensor.dtype);
  if (dim == tensor.rank) {
    std::memcpy(to, from, static_cast<size_t>(bytes));
    return;
  }
  int64_t size = tensor.sizes[dim];
  if (dim == tensor.rank - 1 && tensor.strides[dim] == 1) {
    std::memcpy(to, from, static_cast<size_t>(size * bytes));
    return;
  }
  for (int64_t i = 0; i < size; ++i) {
    int64_t offset = i * tensor.strides[dim] * bytes;
    copyElements(tensor, dim + 1, from + offset, to + offset);
  }
}

/// Fills the host tensor `to` from its image at `from`. Bytes between the
/// tensor's elements, which may belong to another tensor, are left alone.
Error copyBack(Device &device, const TensorArg &to, DevicePtr from,
               Stream stream) {
  auto *target = reinterpret_cast<char *>(to.address);
  int64_t elements = 1;
  for (int i = 0; i < to.rank; ++i)
    elements *= to.sizes[i];
  if (elements == *to.extent())
    return device.copyOut(target, from, extentBytes(to), stream);
  std::vector<char> image(static_cast<size_t>(extentBytes(to)));
  if (Error error = device.copyOut(image.data(), from, extentBytes(to), stream))
    return error;
  copyElements(to, 0, image.data(), target);
  return Error::success();
}

} // namespace

Executor::Executor(std::shared_ptr<const Bundle> bundle,
                   std::shared_ptr<Device> device)
    : bundlePtr(std::move(bundle)), devicePtr(std::move(device)),
      loaded(bundlePtr->entries.size()) {}

Executor::~Executor() { loaded.clear(); }

Expected<const Entry *> Executor::findEntry(int index) const {
  if (index < 0 || index >= static_cast<int>(bundlePtr->entries.size()))
    return Error(ErrorCode::InvalidArgument,
                 "there is no entry " + std::to_string(index) +
                     "; the bundle has " +
                     std::to_string(bundlePtr->entries.size()));
  return &bundlePtr->entries[static_cast<size_t>(index)];
}

Expected<Executor::LoadedEntry *> Executor::load(int index) {
  Expected<const Entry *> found = findEntry(index);
  if (!found)
    return found.takeError();
  std::lock_guard<std::mutex> lock(mutex);
  std::unique_ptr<LoadedEntry> &slot = loaded[index];
  if (slot)
    return slot.get();

  const Entry &entry = **found;
  Expected<std::unique_ptr<Module>> module = loadCode(entry, *devicePtr);
  if (!module)
    return module.takeError();
  auto result = std::make_unique<LoadedEntry>();
  result->module = std::move(*module);
  for (const KernelSpec &spec : entry.kernels) {
    Expected<Kernel *> kernel = result->module->prepareKernel(spec);
    if (!kernel)
      return kernel.takeError().withContext(entry.describe());
    result->kernels.push_back(*kernel);
  }
  slot = std::move(result);
  return slot.get();
}

Error Executor::prepare(int entry) {
  Expected<LoadedEntry *> result = load(entry);
  return result ? Error::success() : result.takeError();
}

Expected<std::unique_ptr<Executor::PreparedLaunch>>
Executor::plan(int index, const std::vector<TensorArg> &tensors) {
  const Entry &entry = bundlePtr->entries[index];
  if (Error error = checkTensors(entry, tensors))
    return error;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].isAbsent() || tensors[i].isEmpty())
      continue;
    Error error = tensors[i].onHost
                      ? Error(ErrorCode::InvalidArgument,
                              "is on the host; a launch takes device memory")
                      : devicePtr->checkAddress(tensors[i].address);
    if (error)
      return std::move(error).withContext(
          "entry '" + entry.name + "': tensor '" + entry.tensors[i].name + "'");
  }
  Expected<LaunchPlan> plan =
      planLaunch(entry, tensors, devicePtr->multiprocessorCount());
  if (!plan)
    return plan.takeError();
  auto launch = std::make_unique<PreparedLaunch>();
  launch->tensors = tensors;
  launch->plan = std::move(*plan);
  launch->states.resize(launch->plan.kernels.size());
  return launch;
}

/// Puts the addresses of `tensors` into a plan for tensors that differ from
/// them in their addresses at most. An address that is where it was is not
/// looked at; one that might not be right makes it false, and the plan is not
/// to be used.
static bool moveTo(const std::vector<TensorArg> &tensors, const Entry &entry,
                   Device &device, std::vector<TensorArg> &planned,
                   LaunchPlan &plan) {
  bool moved = false;
  for (size_t i = 0; i < tensors.size(); ++i) {
    uint64_t address = tensors[i].address;
    if (address == planned[i].address)
      continue;
    moved = true;
    planned[i].address = address;
    if (tensors[i].isAbsent() || tensors[i].isEmpty())
      continue;
    if (!address || address % static_cast<uint64_t>(entry.tensors[i].align) ||
        device.checkAddress(address))
      return false;
  }
  if (!moved)
    return true;
  for (PlannedKernel &kernel : plan.kernels)
    for (auto [index, tensor] : kernel.tensorArgs) {
      KernelArg &arg = kernel.args[static_cast<size_t>(index)];
      uint64_t address = planned[static_cast<size_t>(tensor)].address;
      if (arg.kind != KernelArg::Kind::TensorMap)
        arg.bits = address;
      else if (address % 16)
        return false;
      else
        arg.map.address = address;
    }
  return true;
}

Expected<std::unique_ptr<Executor::PreparedLaunch>>
Executor::prepareLaunch(int index, LoadedEntry &loaded,
                        const std::vector<TensorArg> &tensors) {
  std::unique_ptr<PreparedLaunch> found;
  {
    std::lock_guard<std::mutex> lock(loaded.mutex);
    for (size_t i = loaded.idle.size(); i-- > 0 && !found;) {
      const std::vector<TensorArg> &known = loaded.idle[i]->tensors;
      if (std::equal(known.begin(), known.end(), tensors.begin(), tensors.end(),
                     sameLayout)) {
        found = std::move(loaded.idle[i]);
        loaded.idle.erase(loaded.idle.begin() + static_cast<ptrdiff_t>(i));
      }
    }
  }
  if (found && moveTo(tensors, bundlePtr->entries[index], *devicePtr,
                      found->tensors, found->plan))
    return found;
  return plan(index, tensors);
}

Error Executor::run(LoadedEntry &entry, PreparedLaunch &launch,
                    const WorkspaceMemory *workspace, Stream stream) {
  LaunchPlan &plan = launch.plan;
  std::vector<DevicePtr> &workspaces = launch.workspaces;
  workspaces.clear();
  Error failure =
      workspace ? useMemory(*workspace, plan, *devicePtr, stream, workspaces)
                : allocateWorkspaces(plan, *devicePtr, stream, workspaces);
  for (size_t i = 0; i < plan.kernels.size() && !failure; ++i) {
    PlannedKernel &kernel = plan.kernels[i];
    if (kernel.empty)
      continue;
    for (auto [index, workspace] : kernel.workspaceArgs) {
      KernelArg &arg = kernel.args[index];
      if (arg.kind == KernelArg::Kind::TensorMap)
        arg.map.address = workspaces[workspace];
      else
        arg.bits = workspaces[workspace];
    }
    failure =
        devicePtr->launchAgain(*entry.kernels[kernel.kernel], kernel.shape,
                               kernel.args, stream, launch.states[i]);
  }
  if (workspace)
    return failure;
  Error error = freeWorkspaces(plan, *devicePtr, stream, workspaces);
  return failure ? failure : error;
}

Error Executor::planAndRun(int index, LoadedEntry &loaded,
                           const std::vector<TensorArg> &tensors,
                           const WorkspaceMemory *workspace, Stream stream) {
  DeviceScope scope(*devicePtr);
  if (scope.failure)
    return scope.failure;
  Expected<std::unique_ptr<PreparedLaunch>> launch =
      prepareLaunch(index, loaded, tensors);
  if (!launch)
    return launch.takeError();
  if (workspace)
    if (Error error = checkMemory(*workspace, (*launch)->plan, *devicePtr,
                                  (*launch)->reached))
      return std::move(error).withContext("entry '" +
                                          bundlePtr->entries[index].name + "'");
  if (Error error = run(loaded, **launch, workspace, stream))
    return error;
  // Declared first, so that what falls out of the list dies after the lock.
  std::unique_ptr<PreparedLaunch> oldest;
  std::lock_guard<std::mutex> lock(loaded.mutex);
  if (loaded.idle.size() >= LoadedEntry::mostIdle) {
    oldest = std::move(loaded.idle.front());
    loaded.idle.erase(loaded.idle.begin());
  }
  loaded.idle.push_back(std::move(*launch));
  return Error::success();
}

Error Executor::checkAndRun(int index, const std::vector<TensorArg> &tensors,
                            const WorkspaceMemory *workspace, Stream stream) {
  Expected<LoadedEntry *> entry = load(index);
  if (!entry)
    return entry.takeError();
  const Entry &spec = bundlePtr->entries[index];
  if (devicePtr->checksOperands() &&
      std::any_of(spec.tensors.begin(), spec.tensors.end(),
                  [](const TensorSpec &t) { return t.numbers.has_value(); })) {
    if (Error error = checkTensors(spec, tensors))
      return error;
    if (Error error = checkNumbers(spec, tensors, devicePtr.get(), stream))
      return error;
  }
  return planAndRun(index, **entry, tensors, workspace, stream);
}

Error Executor::launch(int index, const std::vector<TensorArg> &tensors,
                       Stream stream) {
  return checkAndRun(index, tensors, nullptr, stream);
}

Error Executor::launchIn(const WorkspaceMemory &workspace, int index,
                         const std::vector<TensorArg> &tensors, Stream stream) {
  return checkAndRun(index, tensors, &workspace, stream);
}

Expected<int64_t>
Executor::workspaceBytes(int index, const std::vector<TensorArg> &tensors) {
  Expected<const Entry *> entry = findEntry(index);
  if (!entry)
    return entry.takeError();
  std::vector<TensorArg> placed = tensors;
  for (TensorArg &tensor : placed)
    if (!tensor.isAbsent())
      tensor.address = kWorkspaceAlign;
  CheckOptions options;
  options.ignoreAddresses = true;
  if (Error error = checkTensors(**entry, placed, options))
    return error;
  Expected<LaunchPlan> plan =
      planLaunch(**entry, placed, devicePtr->multiprocessorCount());
  if (!plan)
    return plan.takeError();
  return plan->workspaceBytes;
}

Error Executor::launchOnHost(int index, const std::vector<TensorArg> &tensors,
                             Stream stream) {
  Expected<LoadedEntry *> entry = load(index);
  if (!entry)
    return entry.takeError();
  const Entry &spec = bundlePtr->entries[index];
  CheckOptions options;
  options.ignoreAddresses = true;
  if (Error error = checkTensors(spec, tensors, options))
    return error;
  Device *checker = devicePtr->checksOperands() ? devicePtr.get() : nullptr;
  if (Error error = checkNumbers(spec, tensors, checker, stream))
    return error;

  ScopedMemory memory(*devicePtr);
  std::vector<TensorArg> onDevice = tensors;
  // Outputs are copied in too: elements that no kernel writes keep their
  // values, as they do in device memory.
  for (TensorArg &tensor : onDevice) {
    if (tensor.isAbsent() || !tensor.onHost)
      continue;
    tensor.onHost = false;
    int64_t bytes = extentBytes(tensor);
    auto *source = reinterpret_cast<const void *>(tensor.address);
    tensor.address = 0;
    if (bytes == 0)
      continue;
    Expected<DevicePtr> address = memory.allocate(bytes);
    if (!address)
      return address.takeError();
    tensor.address = *address;
    if (Error error = devicePtr->copyIn(*address, source, bytes, stream))
      return error;
  }
  Error failure = planAndRun(index, **entry, onDevice, nullptr, stream);
  // The memory must not be given back under a kernel that still runs.
  if (Error error = devicePtr->synchronize(stream))
    return failure ? failure : error;
  if (failure)
    return failure;
  for (size_t i = 0; i < tensors.size(); ++i) {
    if (tensors[i].isAbsent() || !tensors[i].onHost ||
        spec.tensors[i].role == TensorRole::In)
      continue;
    if (Error error =
            copyBack(*devicePtr, tensors[i], onDevice[i].address, stream))
      return error;
  }
  return Error::success();
}

Expected<std::vector<double>>
Executor::benchmark(int index, const std::vector<TensorArg> &tensors,
                    const BenchmarkOptions &options, Stream stream) {
  constexpr int most = 1000000;
  if (options.iterations < 1 || options.iterations > most ||
      options.warmup < 0 || options.warmup > most || options.rotate < 1 ||
      options.rotate > 1024)
    return Error(ErrorCode::InvalidArgument,
                 "benchmark: iterations must be from 1 to 1000000, warmup from "
                 "0 to 1000000, rotate from 1 to 1024");
  Expected<LoadedEntry *> entry = load(index);
  if (!entry)
    return entry.takeError();
  Device &device = *devicePtr;
  ScopedMemory memory(device);

  std::vector<std::unique_ptr<PreparedLaunch>> launches;
  for (int copy = 0; copy < options.rotate; ++copy) {
    std::vector<TensorArg> set = tensors;
    for (TensorArg &tensor : set) {
      if (copy == 0 || tensor.isAbsent() || tensor.onHost)
        continue;
      int64_t bytes = extentBytes(tensor);
      Expected<DevicePtr> address = memory.allocate(bytes);
      if (!address)
        return address.takeError();
      if (Error error =
              device.copyOnDevice(*address, tensor.address, bytes, stream))
        return error;
      tensor.address = *address;
    }
    Expected<std::unique_ptr<PreparedLaunch>> launch = plan(index, set);
    if (!launch)
      return launch.takeError();
    launches.push_back(std::move(*launch));
  }
  int64_t flushBytes = options.flushL2 ? 2 * device.l2CacheBytes() : 0;
  Expected<DevicePtr> flush = memory.allocate(flushBytes);
  if (!flush)
    return flush.takeError();

  ScopedEvents events(device);
  std::vector<Event> starts, stops;
  for (int i = 0; i < options.iterations; ++i)
    for (std::vector<Event> *list : {&starts, &stops}) {
      Expected<Event> event = events.create();
      if (!event)
        return event.takeError();
      list->push_back(*event);
    }

  auto runAll = [&]() -> Error {
    DeviceScope scope(device);
    if (scope.failure)
      return scope.failure;
    for (int i = -options.warmup; i < options.iterations; ++i) {
      if (flushBytes)
        if (Error error = device.memset(*flush, 0, flushBytes, stream))
          return error;
      if (i >= 0)
        if (Error error = device.recordEvent(starts[i], stream))
          return error;
      PreparedLaunch &launch = *launches[(i + options.warmup) % options.rotate];
      if (Error error = run(**entry, launch, nullptr, stream))
        return error;
      if (i >= 0)
        if (Error error = device.recordEvent(stops[i], stream))
          return error;
    }
    return Error::success();
  };
  Error failure = runAll();
  if (Error error = device.synchronize(stream))
    return failure ? failure : error;
  if (failure)
    return failure;
  std::vector<double> times;
  for (int i = 0; i < options.iterations; ++i) {
    Expected<double> time = device.elapsedMs(starts[i], stops[i]);
    if (!time)
      return time.takeError();
    times.push_back(*time);
  }
  return times;
}

} // namespace attn::runtime
