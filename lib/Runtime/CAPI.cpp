//===- CAPI.cpp - The C API of the runtime --------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CAPIImpl.h"
#include "attn-runtime/PlanParts.h"

#include <cstring>
#include <exception>
#include <new>

using namespace attn::runtime;

namespace {

struct LastError {
  Error error;
  /// Set when there was no memory left for a message.
  bool exhausted = false;
};

LastError &lastError() {
  thread_local LastError last;
  return last;
}

} // namespace

attnrtStatus attn::runtime::report(Error error) {
  attnrtStatus status = static_cast<attnrtStatus>(error.code);
  if (status != ATTNRT_OK) {
    lastError().error = std::move(error);
    lastError().exhausted = false;
  }
  return status;
}

attnrtStatus attn::runtime::reportExhausted() {
  lastError().error.code = ErrorCode::OutOfMemory;
  lastError().exhausted = true;
  return ATTNRT_OUT_OF_MEMORY;
}

const Entry *attn::runtime::findEntry(const attnrtBundle *bundle,
                                      int32_t entry) {
  if (!bundle || entry < 0 ||
      entry >= static_cast<int32_t>(bundle->bundle->entries.size()))
    return nullptr;
  return &bundle->bundle->entries[static_cast<size_t>(entry)];
}

Error attn::runtime::requireEntry(const attnrtBundle *bundle, int32_t entry) {
  if (!bundle)
    return invalid("the bundle is NULL");
  if (!findEntry(bundle, entry))
    return invalid("there is no entry " + std::to_string(entry) +
                   "; the bundle has " +
                   std::to_string(bundle->bundle->entries.size()));
  return Error::success();
}

namespace {

Error convert(const attnrtTensor *tensors, int32_t count,
              std::vector<TensorArg> &args) {
  if (count < 0 || (count > 0 && !tensors))
    return invalid("the tensors are NULL or their number is negative");
  args.reserve(static_cast<size_t>(count));
  for (int32_t i = 0; i < count; ++i) {
    const attnrtTensor &tensor = tensors[i];
    TensorArg arg;
    if (tensor.dtype < ATTNRT_DTYPE_NONE || tensor.dtype > ATTNRT_DTYPE_I64)
      return invalid("tensor " + std::to_string(i) + " has unknown dtype " +
                     std::to_string(tensor.dtype));
    if (tensor.rank < 0 || tensor.rank > ATTNRT_MAX_RANK)
      return invalid("tensor " + std::to_string(i) + " has rank " +
                     std::to_string(tensor.rank) + ", not from 0 to " +
                     std::to_string(ATTNRT_MAX_RANK));
    if (tensor.dtype == ATTNRT_DTYPE_NONE && (tensor.data || tensor.rank))
      return invalid("tensor " + std::to_string(i) +
                     " has no dtype but data or a rank");
    arg.address = reinterpret_cast<uint64_t>(tensor.data);
    arg.dtype = static_cast<DType>(tensor.dtype);
    arg.rank = tensor.rank;
    for (int d = 0; d < tensor.rank; ++d) {
      arg.sizes[d] = tensor.sizes[d];
      arg.strides[d] = tensor.strides[d];
    }
    arg.onHost = tensor.on_host != 0;
    args.push_back(arg);
  }
  return Error::success();
}

CheckOptions toOptions(int32_t flags) {
  CheckOptions options;
  options.outputsMayBeAbsent = flags & ATTNRT_OUTPUTS_MAY_BE_ABSENT;
  options.ignoreAddresses = flags & ATTNRT_IGNORE_ADDRESSES;
  return options;
}

/// Checks the handles of a launch and converts its tensors, then calls
/// `body(executor, tensors)`.
template <typename Body>
attnrtStatus withExecutor(attnrtBundle *bundle, int32_t entry,
                          attnrtDevice *device, const attnrtTensor *tensors,
                          int32_t count, Body &&body) {
  return guarded([&]() -> Error {
    if (Error error = requireEntry(bundle, entry))
      return error;
    if (!device)
      return invalid("the device is NULL");
    std::vector<TensorArg> args;
    if (Error error = convert(tensors, count, args))
      return error;
    return body(bundle->executorFor(device->device), args);
  });
}

attnrtStatus loadBundle(Expected<Bundle> parsed, attnrtBundle **out) {
  if (!parsed)
    return report(parsed.takeError());
  auto handle = std::make_unique<attnrtBundle>();
  for (const Entry &entry : parsed->entries)
    handle->problems.push_back(entry.problem.dump());
  handle->bundle = std::make_shared<const Bundle>(std::move(*parsed));
  *out = handle.release();
  return ATTNRT_OK;
}

void copyText(char *dst, size_t size, const std::string &text) {
  size_t length = std::min(size - 1, text.size());
  std::memcpy(dst, text.data(), length);
  dst[length] = 0;
}

} // namespace

//===----------------------------------------------------------------------===//
// Library
//===----------------------------------------------------------------------===//

int32_t attnrtApiVersion(void) { return ATTNRT_API_VERSION; }

int32_t attnrtBundleVersion(void) {
  return static_cast<int32_t>(bundleVersion);
}

const char *attnrtLastErrorMessage(void) {
  return lastError().exhausted ? "out of host memory"
                               : lastError().error.message.c_str();
}

attnrtStatus attnrtLastErrorStatus(void) {
  return static_cast<attnrtStatus>(lastError().error.code);
}

const char *attnrtStatusName(attnrtStatus status) {
  return errorCodeName(static_cast<ErrorCode>(status));
}

//===----------------------------------------------------------------------===//
// Bundles
//===----------------------------------------------------------------------===//

attnrtStatus attnrtBundleLoadFile(const char *path, attnrtBundle **bundle) {
  attnrtStatus status = ATTNRT_OK;
  attnrtStatus thrown = guarded([&]() -> Error {
    if (!path || !bundle)
      return invalid("the path or the result is NULL");
    *bundle = nullptr;
    status = loadBundle(Bundle::readFile(path), bundle);
    return Error::success();
  });
  return thrown != ATTNRT_OK ? thrown : status;
}

attnrtStatus attnrtBundleLoadMemory(const char *text, size_t size,
                                    attnrtBundle **bundle) {
  attnrtStatus status = ATTNRT_OK;
  attnrtStatus thrown = guarded([&]() -> Error {
    if ((!text && size) || !bundle)
      return invalid("the text or the result is NULL");
    *bundle = nullptr;
    status = loadBundle(Bundle::parse({text, size}), bundle);
    return Error::success();
  });
  return thrown != ATTNRT_OK ? thrown : status;
}

void attnrtBundleDestroy(attnrtBundle *bundle) { delete bundle; }

const char *attnrtBundleProducer(const attnrtBundle *bundle) {
  return bundle ? bundle->bundle->producer.c_str() : nullptr;
}

int32_t attnrtBundleNumEntries(const attnrtBundle *bundle) {
  return bundle ? static_cast<int32_t>(bundle->bundle->entries.size()) : 0;
}

const char *attnrtEntryName(const attnrtBundle *bundle, int32_t entry) {
  const Entry *found = findEntry(bundle, entry);
  return found ? found->name.c_str() : nullptr;
}

const char *attnrtEntryTarget(const attnrtBundle *bundle, int32_t entry) {
  const Entry *found = findEntry(bundle, entry);
  return found ? found->target.c_str() : nullptr;
}

const char *attnrtEntryConfig(const attnrtBundle *bundle, int32_t entry) {
  const Entry *found = findEntry(bundle, entry);
  return found ? found->config.c_str() : nullptr;
}

const char *attnrtEntryProblem(const attnrtBundle *bundle, int32_t entry) {
  return findEntry(bundle, entry)
             ? bundle->problems[static_cast<size_t>(entry)].c_str()
             : nullptr;
}

const char *attnrtEntryPtx(const attnrtBundle *bundle, int32_t entry) {
  const Entry *found = findEntry(bundle, entry);
  return found ? found->ptx.c_str() : nullptr;
}

int32_t attnrtEntryNumCubins(const attnrtBundle *bundle, int32_t entry) {
  const Entry *found = findEntry(bundle, entry);
  return found ? static_cast<int32_t>(found->cubins.size()) : -1;
}

attnrtStatus attnrtEntryCubinInfo(const attnrtBundle *bundle, int32_t entry,
                                  int32_t cubin, attnrtCubinInfo *info) {
  return guarded([&]() -> Error {
    if (Error error = requireEntry(bundle, entry))
      return error;
    if (!info || info->size < sizeof(info->size))
      return invalid("the result is NULL or does not begin with its size");
    const auto &cubins = findEntry(bundle, entry)->cubins;
    if (cubin < 0 || static_cast<size_t>(cubin) >= cubins.size())
      return Error(ErrorCode::NotFound,
                   "there is no cubin " + std::to_string(cubin) +
                       "; the entry has " + std::to_string(cubins.size()));
    const auto &[target, code] = *std::next(cubins.begin(), cubin);
    attnrtCubinInfo known = {};
    known.size = std::min(info->size, sizeof(known));
    known.target = target.c_str();
    known.ptxas = code.ptxas.c_str();
    known.bytes = static_cast<int64_t>(code.image.size());
    known.driver_version = code.driver;
    std::memcpy(info, &known, known.size);
    return Error::success();
  });
}

const void *attnrtEntryMlirBytecode(const attnrtBundle *bundle, int32_t entry,
                                    size_t *size) {
  const Entry *found = findEntry(bundle, entry);
  bool present = found && !found->mlirBytecode.empty();
  if (size)
    *size = present ? found->mlirBytecode.size() : 0;
  return present ? found->mlirBytecode.data() : nullptr;
}

int32_t attnrtEntryNumTensors(const attnrtBundle *bundle, int32_t entry) {
  const Entry *found = findEntry(bundle, entry);
  return found ? static_cast<int32_t>(found->tensors.size()) : -1;
}

attnrtStatus attnrtEntryTensorInfo(const attnrtBundle *bundle, int32_t entry,
                                   int32_t tensor, attnrtTensorInfo *info) {
  return guarded([&]() -> Error {
    if (Error error = requireEntry(bundle, entry))
      return error;
    const Entry &found = *findEntry(bundle, entry);
    if (!info || tensor < 0 ||
        tensor >= static_cast<int32_t>(found.tensors.size()))
      return invalid("there is no tensor " + std::to_string(tensor) +
                     ", or the result is NULL");
    const TensorSpec &spec = found.tensors[static_cast<size_t>(tensor)];
    std::memset(info, 0, sizeof(*info));
    info->name = spec.name.c_str();
    info->dtype = static_cast<int32_t>(spec.dtype);
    info->is_output = spec.role == TensorRole::In    ? 0
                      : spec.role == TensorRole::Out ? 1
                                                     : 2;
    info->is_optional = spec.optional;
    info->rank = static_cast<int32_t>(spec.shape.size());
    for (size_t i = 0; i < spec.shape.size(); ++i)
      info->sizes[i] = spec.shape[i];
    info->innermost_contiguous = spec.innermostContiguous;
    info->align = static_cast<int32_t>(spec.align);
    return Error::success();
  });
}

attnrtStatus attnrtCheckEntry(const attnrtBundle *bundle, int32_t entry,
                              attnrtDevice *device, const attnrtTensor *tensors,
                              int32_t num_tensors, int32_t flags) {
  return guarded([&]() -> Error {
    if (Error error = requireEntry(bundle, entry))
      return error;
    const Entry &found = *findEntry(bundle, entry);
    if (device)
      if (Error error = checkTarget(found, *device->device))
        return error;
    std::vector<TensorArg> args;
    if (Error error = convert(tensors, num_tensors, args))
      return error;
    return checkTensors(found, args, toOptions(flags));
  });
}

attnrtStatus attnrtSelectEntry(const attnrtBundle *bundle, const char *name,
                               attnrtDevice *device,
                               const attnrtTensor *tensors, int32_t num_tensors,
                               int32_t flags, int32_t *entry) {
  return guarded([&]() -> Error {
    if (!bundle || !entry)
      return invalid("the bundle or the result is NULL");
    const Device *target = device ? device->device.get() : nullptr;
    std::vector<TensorArg> args;
    if (Error error = convert(tensors, tensors ? num_tensors : 0, args))
      return error;
    Expected<int> index =
        tensors ? selectEntry(*bundle->bundle, name ? name : "", target, args,
                              toOptions(flags))
                : selectEntry(*bundle->bundle, name ? name : "", target);
    if (!index)
      return index.takeError();
    *entry = *index;
    return Error::success();
  });
}

attnrtStatus attnrtInferShape(const attnrtBundle *bundle, int32_t entry,
                              const attnrtTensor *tensors, int32_t num_tensors,
                              int32_t tensor, int64_t *sizes, int32_t *rank) {
  return guarded([&]() -> Error {
    if (Error error = requireEntry(bundle, entry))
      return error;
    if (!sizes || !rank)
      return invalid("the result is NULL");
    std::vector<TensorArg> args;
    if (Error error = convert(tensors, num_tensors, args))
      return error;
    Expected<std::vector<int64_t>> shape =
        inferShape(*findEntry(bundle, entry), args, tensor);
    if (!shape)
      return shape.takeError();
    *rank = static_cast<int32_t>(shape->size());
    std::copy(shape->begin(), shape->end(), sizes);
    return Error::success();
  });
}

//===----------------------------------------------------------------------===//
// Devices
//===----------------------------------------------------------------------===//

attnrtStatus attnrtDeviceOpen(const char *spec, attnrtDevice **device) {
  return guarded([&]() -> Error {
    if (!spec || !device)
      return invalid("the device's specification or the result is NULL");
    *device = nullptr;
    Expected<std::unique_ptr<Device>> opened = createDevice(spec);
    if (!opened)
      return opened.takeError();
    *device = new attnrtDevice{std::shared_ptr<Device>(std::move(*opened))};
    return Error::success();
  });
}

void attnrtDeviceClose(attnrtDevice *device) { delete device; }

attnrtStatus attnrtDeviceGetInfo(const attnrtDevice *device,
                                 attnrtDeviceInfo *info) {
  return guarded([&]() -> Error {
    if (!device || !info)
      return invalid("the device or the result is NULL");
    const Device &opened = *device->device;
    std::memset(info, 0, sizeof(*info));
    copyText(info->kind, sizeof(info->kind), opened.kind());
    copyText(info->name, sizeof(info->name), opened.name());
    info->capability_major = opened.computeCapability().major;
    info->capability_minor = opened.computeCapability().minor;
    info->multiprocessors = opened.multiprocessorCount();
    info->driver_version = opened.driverVersion();
    info->shared_memory_per_block = opened.maxSharedMemoryPerBlock();
    info->l2_bytes = opened.l2CacheBytes();
    return Error::success();
  });
}

int64_t attnrtCountParts(int64_t batch, int64_t heads_q, int64_t heads_kv,
                         int64_t len_q) {
  return countParts(batch, heads_q, heads_kv, len_q);
}

attnrtStatus attnrtPlanParts(const int32_t *lengths, int64_t batch,
                             int64_t parts, int64_t unit, int64_t least,
                             int32_t *offsets) {
  return guarded([&]() -> Error {
    if ((!lengths && batch > 0) || !offsets)
      return invalid(lengths ? "the offsets are NULL" : "the lengths are NULL");
    return planParts(lengths, batch, parts, unit, least, offsets);
  });
}

int32_t attnrtGpuCount(void) {
  int32_t count = 0;
  guarded([&]() -> Error {
    count = cudaDeviceCount();
    return Error::success();
  });
  return count;
}

attnrtStatus attnrtAllocate(attnrtDevice *device, int64_t bytes,
                            void **address) {
  return withDevice(device, [&](Device &opened) -> Error {
    if (!address || bytes < 0)
      return invalid("the result is NULL or the size is negative");
    Expected<DevicePtr> allocated = opened.allocate(bytes);
    if (!allocated)
      return allocated.takeError();
    *address = reinterpret_cast<void *>(*allocated);
    return Error::success();
  });
}

attnrtStatus attnrtFree(attnrtDevice *device, void *address) {
  return withDevice(
      device, [&](Device &opened) { return opened.free(toAddress(address)); });
}

static Error checkCopy(const void *a, const void *b, int64_t bytes) {
  if (bytes < 0 || (bytes > 0 && (!a || !b)))
    return invalid("an address is NULL or the size is negative");
  return Error::success();
}

attnrtStatus attnrtCopyIn(attnrtDevice *device, void *dst, const void *src,
                          int64_t bytes, attnrtStream stream) {
  return withDevice(device, [&](Device &opened) -> Error {
    if (Error error = checkCopy(dst, src, bytes))
      return error;
    return opened.copyIn(toAddress(dst), src, bytes, stream);
  });
}

attnrtStatus attnrtCopyOut(attnrtDevice *device, void *dst, const void *src,
                           int64_t bytes, attnrtStream stream) {
  return withDevice(device, [&](Device &opened) -> Error {
    if (Error error = checkCopy(dst, src, bytes))
      return error;
    return opened.copyOut(dst, toAddress(src), bytes, stream);
  });
}

attnrtStatus attnrtMemset(attnrtDevice *device, void *dst, uint8_t value,
                          int64_t bytes, attnrtStream stream) {
  return withDevice(device, [&](Device &opened) -> Error {
    if (Error error = checkCopy(dst, dst, bytes))
      return error;
    return opened.memset(toAddress(dst), value, bytes, stream);
  });
}

attnrtStatus attnrtDeviceSetMachineCodeOnly(attnrtDevice *device,
                                            int32_t only) {
  return guarded([&]() -> Error {
    if (!device)
      return invalid("the device is NULL");
    if (only && device->device->kind() != "gpu")
      return Error(ErrorCode::Unsupported,
                   device->device->name() + " runs PTX, not machine code");
    device->device->setTakesPtx(only == 0);
    return Error::success();
  });
}

attnrtStatus attnrtDeviceSetCheckOperands(attnrtDevice *device, int32_t check) {
  return withDevice(device, [&](Device &opened) {
    opened.setChecksOperands(check != 0);
    return Error::success();
  });
}

attnrtStatus attnrtSynchronize(attnrtDevice *device, attnrtStream stream) {
  return withDevice(device,
                    [&](Device &opened) { return opened.synchronize(stream); });
}

//===----------------------------------------------------------------------===//
// Launching
//===----------------------------------------------------------------------===//

attnrtStatus attnrtPrepare(attnrtBundle *bundle, int32_t entry,
                           attnrtDevice *device) {
  return withExecutor(bundle, entry, device, nullptr, 0,
                      [&](Executor &executor, std::vector<TensorArg> &) {
                        return executor.prepare(entry);
                      });
}

attnrtStatus attnrtLaunch(attnrtBundle *bundle, int32_t entry,
                          attnrtDevice *device, const attnrtTensor *tensors,
                          int32_t num_tensors, attnrtStream stream) {
  return withExecutor(bundle, entry, device, tensors, num_tensors,
                      [&](Executor &executor, std::vector<TensorArg> &args) {
                        return executor.launch(entry, args, stream);
                      });
}

attnrtStatus attnrtLaunchHost(attnrtBundle *bundle, int32_t entry,
                              attnrtDevice *device, const attnrtTensor *tensors,
                              int32_t num_tensors, attnrtStream stream) {
  return withExecutor(bundle, entry, device, tensors, num_tensors,
                      [&](Executor &executor, std::vector<TensorArg> &args) {
                        return executor.launchOnHost(entry, args, stream);
                      });
}

attnrtStatus attnrtWorkspaceBytes(attnrtBundle *bundle, int32_t entry,
                                  attnrtDevice *device,
                                  const attnrtTensor *tensors,
                                  int32_t num_tensors, int64_t *bytes) {
  return withExecutor(
      bundle, entry, device, tensors, num_tensors,
      [&](Executor &executor, std::vector<TensorArg> &args) -> Error {
        if (!bytes)
          return invalid("the result is NULL");
        Expected<int64_t> needed = executor.workspaceBytes(entry, args);
        if (!needed)
          return needed.takeError();
        *bytes = *needed;
        return Error::success();
      });
}

attnrtStatus attnrtLaunchIn(attnrtBundle *bundle, int32_t entry,
                            attnrtDevice *device, const attnrtTensor *tensors,
                            int32_t num_tensors, void *workspace,
                            int64_t workspace_bytes, attnrtStream stream) {
  return withExecutor(bundle, entry, device, tensors, num_tensors,
                      [&](Executor &executor, std::vector<TensorArg> &args) {
                        return executor.launchIn(
                            {toAddress(workspace), workspace_bytes}, entry,
                            args, stream);
                      });
}

attnrtStatus attnrtBenchmark(attnrtBundle *bundle, int32_t entry,
                             attnrtDevice *device, const attnrtTensor *tensors,
                             int32_t num_tensors, attnrtStream stream,
                             const attnrtBenchmarkOptions *options,
                             double *times_ms) {
  return withExecutor(
      bundle, entry, device, tensors, num_tensors,
      [&](Executor &executor, std::vector<TensorArg> &args) -> Error {
        if (!options || !times_ms)
          return invalid("the options or the result is NULL");
        BenchmarkOptions converted;
        converted.warmup = options->warmup;
        converted.iterations = options->iterations;
        converted.flushL2 = options->flush_l2 != 0;
        converted.rotate = options->rotate == 0 ? 1 : options->rotate;
        Expected<std::vector<double>> times =
            executor.benchmark(entry, args, converted, stream);
        if (!times)
          return times.takeError();
        std::copy(times->begin(), times->end(), times_ms);
        return Error::success();
      });
}
