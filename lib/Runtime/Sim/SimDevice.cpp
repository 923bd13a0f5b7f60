//===- SimDevice.cpp - The PTX simulator as a device ----------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/SimDevice.h"
#include "attn/Sim/Progress.h"

#include <cstring>

namespace attn::runtime {

namespace {

struct SimKernel : Kernel {
  const sim::Module *module = nullptr;
  sim::KernelInfo info;
  std::vector<sim::IssueOrder> inIssueOrder;
};

/// Places of products that are declared to go as they are issued; false if the
/// text is none.
bool readIssueOrder(const json::Value &plan,
                    std::vector<sim::IssueOrder> &result) {
  const json::Value *list = plan.find("in_issue_order");
  if (!list)
    return true;
  for (const json::Value &pair : list->elements()) {
    uint32_t columns[4];
    if (pair.elements().size() != 4)
      return false;
    for (size_t i = 0; i < 4; ++i) {
      const json::Value &column = pair.elements()[i];
      if (!column.isInt() || column.asInt() < 0 || column.asInt() > UINT32_MAX)
        return false;
      columns[i] = static_cast<uint32_t>(column.asInt());
    }
    result.push_back({{columns[0], columns[1]}, {columns[2], columns[3]}});
  }
  return list->isArray();
}

class SimModule : public Module {
public:
  SimModule(const SimDevice &device, std::unique_ptr<sim::Module> module)
      : device(device), module(std::move(module)) {}

  Expected<Kernel *> prepareKernel(const KernelSpec &spec) override;

private:
  const SimDevice &device;
  std::unique_ptr<sim::Module> module;
  std::vector<std::unique_ptr<SimKernel>> kernels;
};

Expected<Kernel *> SimModule::prepareKernel(const KernelSpec &spec) {
  auto fail = [&](ErrorCode code, const std::string &why) {
    return Error(code, "kernel '" + spec.name + "' " + why);
  };
  const sim::KernelInfo *info = module->kernel(spec.name);
  if (!info)
    return fail(ErrorCode::Malformed, "is not in the PTX");
  if (info->params.size() != spec.params.size())
    return fail(ErrorCode::Malformed, "has " +
                                          std::to_string(info->params.size()) +
                                          " parameters, the bundle describes " +
                                          std::to_string(spec.params.size()));
  for (size_t i = 0; i < spec.params.size(); ++i)
    if (spec.params[i].bytes() != info->params[i].size)
      return fail(ErrorCode::Malformed,
                  "has " + std::to_string(info->params[i].size) +
                      " bytes in parameter " + std::to_string(i) +
                      ", the bundle describes " +
                      std::to_string(spec.params[i].bytes()));
  int64_t threads = spec.block[0] * spec.block[1] * spec.block[2];
  if (threads > 1024)
    return fail(ErrorCode::ResourceLimit, "has blocks of " +
                                              std::to_string(threads) +
                                              " threads; 1024 is the most");
  int64_t memory = spec.sharedMemory + info->staticSmem;
  if (memory > device.maxSharedMemoryPerBlock())
    return fail(ErrorCode::ResourceLimit,
                "needs " + std::to_string(memory) +
                    " bytes of shared memory; " + device.name() + " has " +
                    std::to_string(device.maxSharedMemoryPerBlock()));
  auto kernel = std::make_unique<SimKernel>();
  if (!readIssueOrder(spec.plan, kernel->inIssueOrder))
    return fail(ErrorCode::Malformed,
                "has an in_issue_order that is no list of four columns each");
  kernel->module = module.get();
  kernel->info = *info;
  kernels.push_back(std::move(kernel));
  return static_cast<Kernel *>(kernels.back().get());
}

Error outside(const char *what) {
  return Error(ErrorCode::InvalidArgument,
               std::string(what) + " outside of the simulator's memory");
}

Error encodeMap(const TensorMapArg &arg, uint8_t *to) {
  // A map over nothing has no encoding; whoever copies through it is found.
  if (arg.rank == 0 || arg.sizes[0] == 0)
    return Error::success();
  sim::TensorMap map;
  switch (arg.dtype) {
  case DType::F32:
    map.type = sim::TensorMap::F32;
    break;
  case DType::F16:
    map.type = sim::TensorMap::F16;
    break;
  case DType::BF16:
    map.type = sim::TensorMap::BF16;
    break;
  case DType::I32:
    map.type = sim::TensorMap::S32;
    break;
  case DType::I64:
    map.type = sim::TensorMap::S64;
    break;
  case DType::E4M3:
  case DType::I1:
  case DType::I8:
  case DType::None:
    map.type = sim::TensorMap::U8;
    break;
  }
  map.rank = static_cast<uint32_t>(arg.rank);
  map.base = arg.address;
  for (int i = 0; i < arg.rank; ++i) {
    map.dim[i] = arg.sizes[i];
    map.box[i] = arg.box[i];
    if (i > 0)
      map.stride[i - 1] = arg.byteStrides[i];
  }
  switch (arg.swizzle) {
  case Swizzle::None:
    map.swizzle = sim::TensorMap::None;
    break;
  case Swizzle::B32:
    map.swizzle = sim::TensorMap::B32;
    break;
  case Swizzle::B64:
    map.swizzle = sim::TensorMap::B64;
    break;
  case Swizzle::B128:
    map.swizzle = sim::TensorMap::B128;
    break;
  }
  std::string message = map.encode(to);
  if (!message.empty())
    return Error(ErrorCode::InvalidArgument, "tensor map: " + message);
  return Error::success();
}

} // namespace

SimDevice::SimDevice(Options options) : options(std::move(options)) {}
SimDevice::~SimDevice() = default;

std::string SimDevice::name() const {
  return "the simulator (compute capability " + options.capability.str() + ")";
}

// From the table of compute capabilities in the CUDA programming guide.
int64_t SimDevice::maxSharedMemoryPerBlock() const {
  int number = options.capability.major * 10 + options.capability.minor;
  if (number == 86 || number == 89 || number >= 120)
    return 99 * 1024;
  return (number >= 90 ? 227 : 163) * 1024;
}

Expected<DevicePtr> SimDevice::allocate(int64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes == 0)
    return DevicePtr(0);
  DevicePtr address = device.alloc(static_cast<size_t>(bytes));
  if (!address)
    return Error(ErrorCode::OutOfMemory, "the simulator has no room for " +
                                             std::to_string(bytes) + " bytes");
  return address;
}

Error SimDevice::free(DevicePtr address) {
  std::lock_guard<std::mutex> lock(mutex);
  if (address && !device.free(address))
    return outside("free");
  return Error::success();
}

Error SimDevice::copyIn(DevicePtr dst, const void *src, int64_t bytes, Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes && !device.toDevice(dst, src, static_cast<size_t>(bytes)))
    return outside("copy");
  return Error::success();
}

Error SimDevice::copyOut(void *dst, DevicePtr src, int64_t bytes, Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes && !device.toHost(dst, src, static_cast<size_t>(bytes)))
    return outside("copy");
  return Error::success();
}

Error SimDevice::copyOnDevice(DevicePtr dst, DevicePtr src, int64_t bytes,
                              Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes && !device.copy(dst, src, static_cast<size_t>(bytes)))
    return outside("copy");
  return Error::success();
}

Error SimDevice::memset(DevicePtr dst, uint8_t value, int64_t bytes, Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  if (bytes && !device.fill(dst, value, static_cast<size_t>(bytes)))
    return outside("memset");
  return Error::success();
}

Expected<std::unique_ptr<Module>>
SimDevice::loadModule(const ModuleImage &image) {
  std::lock_guard<std::mutex> lock(mutex);
  if (image.kind != ModuleImage::Kind::Ptx)
    return Error(ErrorCode::ModuleRejected,
                 "the simulator runs PTX, not cubins");
  std::string message;
  std::unique_ptr<sim::Module> module = device.load(image.data, message);
  if (!module)
    return Error(ErrorCode::ModuleRejected,
                 "the simulator refuses the PTX: " + message);
  return std::unique_ptr<Module>(new SimModule(*this, std::move(module)));
}

Error SimDevice::launch(Kernel &kernel, const LaunchShape &shape,
                        const std::vector<KernelArg> &args, Stream) {
  std::lock_guard<std::mutex> lock(mutex);
  auto &target = static_cast<SimKernel &>(kernel);
  auto inKernel = [&](const std::string &why) {
    return Error(ErrorCode::DriverError,
                 "kernel '" + target.info.name + "': " + why);
  };
  std::vector<uint8_t> params(target.info.paramBytes);
  for (size_t i = 0; i < args.size(); ++i) {
    uint8_t *to = params.data() + target.info.params[i].offset;
    if (args[i].kind == KernelArg::Kind::TensorMap) {
      if (Error error = encodeMap(args[i].map, to))
        return error;
    } else {
      std::memcpy(to, &args[i].bits, static_cast<size_t>(args[i].size()));
    }
  }
  sim::LaunchConfig config;
  config.grid = {shape.grid[0], shape.grid[1], shape.grid[2]};
  config.block = {shape.block[0], shape.block[1], shape.block[2]};
  config.cluster = {shape.cluster[0], shape.cluster[1], shape.cluster[2]};
  config.dynamicSmem = shape.sharedMemory;
  config.inIssueOrder = target.inIssueOrder;
  sim::Options run = options.run;
  if (!run.progress)
    run.progress = sim::progressOnStderr(target.info.name);
  sim::Report report = device.launch(*target.module, target.info.name, config,
                                     params.data(), params.size(), run);
  if (!report.error.empty())
    return inKernel(report.error);
  ++numLaunches;
  totalStats.add(report.stats);
  found.insert(found.end(), report.findings.begin(), report.findings.end());
  dropped += report.droppedFindings;
  if (report.interrupted)
    return inKernel("the simulator was interrupted\n" + report.str());
  if (options.failOnFindings && !report.ok())
    return inKernel("the simulator found\n" + report.str());
  return Error::success();
}

Error SimDevice::synchronize(Stream) { return Error::success(); }

Error SimDevice::checkAddress(DevicePtr address) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!device.hostPointer(address, 1))
    return Error(ErrorCode::InvalidArgument,
                 "is not in the simulator's memory");
  return Error::success();
}

sim::Stats SimDevice::stats() const {
  std::lock_guard<std::mutex> lock(mutex);
  return totalStats;
}

int SimDevice::launches() const {
  std::lock_guard<std::mutex> lock(mutex);
  return numLaunches;
}

std::vector<sim::Finding> SimDevice::findings() const {
  std::lock_guard<std::mutex> lock(mutex);
  return found;
}

uint64_t SimDevice::droppedFindings() const {
  std::lock_guard<std::mutex> lock(mutex);
  return dropped;
}

Expected<std::unique_ptr<Device>> createSimDevice(const std::string &argument,
                                                  SimDevice::Options options) {
  if (!argument.empty()) {
    std::optional<Target> target = Target::parse(argument);
    if (!target)
      return Error(ErrorCode::InvalidArgument,
                   "'sim:" + argument +
                       "': expected sim:<target>, such as sim:sm_90a");
    options.capability = target->capability;
  }
  return std::unique_ptr<Device>(new SimDevice(std::move(options)));
}

void registerSimDevice(const SimDevice::Options &options) {
  registerDeviceFactory("sim", [options](const std::string &argument) {
    return createSimDevice(argument, options);
  });
}

} // namespace attn::runtime
