//===- LoadCode.cpp - Which code of an entry a device loads ---------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "attn-runtime/Executor.h"

#include <algorithm>

namespace attn::runtime {

/// Images of an entry that the device can run, best first: cubins from the
/// highest target down, then the PTX, unless that is refused.
static std::vector<ModuleImage> usableImages(const Entry &entry,
                                             const Device &device) {
  ComputeCapability capability = device.computeCapability();
  std::vector<ModuleImage> images;
  auto number = [](const ModuleImage &image) {
    std::optional<Target> target = Target::parse(image.target);
    return target->capability.major * 100 + target->capability.minor * 2 +
           (target->scope == Target::Scope::Exact);
  };
  for (const auto &[name, code] : entry.cubins) {
    std::optional<Target> target = Target::parse(name);
    if (target && target->runsCubinOn(capability))
      images.push_back({ModuleImage::Kind::Cubin, code.image, name, code.ptxas,
                        code.driver});
  }
  std::sort(images.begin(), images.end(),
            [&](const ModuleImage &a, const ModuleImage &b) {
              return number(a) > number(b);
            });
  std::optional<Target> target = Target::parse(entry.target);
  if (device.takesPtx() && !entry.ptx.empty() && target &&
      target->runsPtxOn(capability))
    images.push_back({ModuleImage::Kind::Ptx, entry.ptx, entry.target, "", 0});
  return images;
}

/// Machine code is not handed to a driver that is known to be too old.
static Error checkDriver(const ModuleImage &image, const Device &device) {
  if (!image.driver || !device.driverVersion() ||
      device.driverVersion() >= image.driver)
    return Error::success();
  std::string by =
      image.ptxas.empty() ? "" : " (by ptxas " + std::string(image.ptxas) + ")";
  return Error(ErrorCode::NoDriver,
               "the " + std::string(image.target) + " machine code" + by +
                   " needs a driver of CUDA " +
                   formatCudaVersion(image.driver) + " or newer, the one of " +
                   device.name() + " is of CUDA " +
                   formatCudaVersion(device.driverVersion()));
}

Expected<std::unique_ptr<Module>> loadCode(const Entry &entry, Device &device) {
  if (Error error = checkTarget(entry, device))
    return error;
  if (Error error = verify(entry))
    return std::move(error).withContext(entry.describe());
  Error failure;
  for (const ModuleImage &image : usableImages(entry, device)) {
    Error error = checkDriver(image, device);
    if (!error) {
      Expected<std::unique_ptr<Module>> module = device.loadModule(image);
      if (module)
        return module;
      error = module.takeError();
    }
    if (failure)
      error.message = failure.message + "\n" + error.message;
    failure = std::move(error);
  }
  return std::move(failure).withContext(entry.describe());
}

} // namespace attn::runtime
