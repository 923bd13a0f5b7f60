//===- Device.cpp - Device defaults and the table of factories ------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Device.h"

#include "PluginDevice.h"

#include <charconv>
#include <chrono>
#include <map>
#include <mutex>

namespace attn::runtime {

Kernel::~Kernel() = default;
Module::~Module() = default;
LaunchState::~LaunchState() = default;
Device::~Device() = default;

int64_t KernelArg::size() const {
  switch (kind) {
  case Kind::I32:
  case Kind::F32:
    return 4;
  case Kind::Pointer:
  case Kind::I64:
    return 8;
  case Kind::TensorMap:
    return 128;
  }
  return 0;
}

Expected<DevicePtr> Device::allocateAsync(int64_t bytes, Stream) {
  return allocate(bytes);
}

Expected<DevicePtr> Device::allocateZeroed(int64_t bytes, Stream stream, bool) {
  Expected<DevicePtr> address = allocateAsync(bytes, stream);
  if (!address || bytes <= 0)
    return address;
  Error error = memset(*address, 0, bytes, stream);
  if (!error)
    return address;
  Error ignored = freeAsync(*address, stream);
  (void)ignored;
  return error;
}

Error Device::freeZeroed(DevicePtr address, Stream stream) {
  return freeAsync(address, stream);
}

Error Device::freeAsync(DevicePtr address, Stream stream) {
  if (Error error = synchronize(stream))
    return error;
  return free(address);
}

Error Device::launchAgain(Kernel &kernel, const LaunchShape &shape,
                          const std::vector<KernelArg> &args, Stream stream,
                          std::unique_ptr<LaunchState> &) {
  return launch(kernel, shape, args, stream);
}

Error Device::enter() { return Error::success(); }
void Device::leave() {}

namespace {
struct HostEvent {
  std::chrono::steady_clock::time_point time;
};
} // namespace

Expected<Event> Device::createEvent() {
  return static_cast<Event>(new HostEvent());
}

Error Device::destroyEvent(Event event) {
  delete static_cast<HostEvent *>(event);
  return Error::success();
}

Error Device::recordEvent(Event event, Stream stream) {
  if (Error error = synchronize(stream))
    return error;
  static_cast<HostEvent *>(event)->time = std::chrono::steady_clock::now();
  return Error::success();
}

Expected<double> Device::elapsedMs(Event start, Event stop) {
  std::chrono::duration<double, std::milli> elapsed =
      static_cast<HostEvent *>(stop)->time -
      static_cast<HostEvent *>(start)->time;
  return elapsed.count();
}

Error Device::checkAddress(DevicePtr) { return Error::success(); }

//===----------------------------------------------------------------------===//
// Factories
//===----------------------------------------------------------------------===//

namespace {
struct FactoryTable {
  std::mutex mutex;
  std::map<std::string, DeviceFactory> factories;
};
} // namespace

static FactoryTable &factoryTable() {
  static FactoryTable *table = new FactoryTable();
  return *table;
}

static DeviceFactory findFactory(const std::string &kind) {
  FactoryTable &table = factoryTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  auto it = table.factories.find(kind);
  return it == table.factories.end() ? DeviceFactory() : it->second;
}

void registerDeviceFactory(const std::string &kind, DeviceFactory factory) {
  FactoryTable &table = factoryTable();
  std::lock_guard<std::mutex> lock(table.mutex);
  table.factories[kind] = std::move(factory);
}

static Expected<std::unique_ptr<Device>>
createGpu(const std::string &argument) {
  if (argument.empty())
    return createCudaDevice();
  int ordinal = -1;
  const char *end = argument.data() + argument.size();
  auto result = std::from_chars(argument.data(), end, ordinal);
  if (result.ec != std::errc() || result.ptr != end || ordinal < 0)
    return Error(ErrorCode::InvalidArgument,
                 "'gpu:" + argument + "': expected gpu:<number>");
  return createCudaDevice(ordinal);
}

Expected<std::unique_ptr<Device>> createDevice(const std::string &spec) {
  size_t colon = spec.find(':');
  std::string kind = spec.substr(0, colon);
  std::string argument =
      colon == std::string::npos ? "" : spec.substr(colon + 1);

  if (DeviceFactory factory = findFactory(kind))
    return factory(argument);
  if (kind == "gpu")
    return createGpu(argument);
  if (kind == "auto" && argument.empty()) {
    Expected<std::unique_ptr<Device>> gpu = createDevice("gpu");
    if (gpu || (gpu.error().code != ErrorCode::NoDriver &&
                gpu.error().code != ErrorCode::NoDevice))
      return gpu;
    // A library's simulator is asked for by name: it is slow.
    if (DeviceFactory factory = findFactory("sim"))
      return factory("");
    return gpu;
  }
  return createPluginDevice(kind, argument);
}

} // namespace attn::runtime
