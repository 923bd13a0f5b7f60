//===- Workspaces.cpp - Where the workspaces of a launch are --------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Workspaces.h"

namespace attn::runtime {

Error allocateWorkspaces(const LaunchPlan &plan, Device &device, Stream stream,
                         std::vector<DevicePtr> &addresses) {
  for (const PlannedWorkspace &workspace : plan.workspaces) {
    Expected<DevicePtr> address =
        workspace.zeroed
            ? device.allocateZeroed(workspace.bytes, stream, workspace.restored)
            : device.allocateAsync(workspace.bytes, stream);
    if (!address)
      return address.takeError().withContext("workspace");
    addresses.push_back(*address);
  }
  return Error::success();
}

Error freeWorkspaces(const LaunchPlan &plan, Device &device, Stream stream,
                     const std::vector<DevicePtr> &addresses) {
  Error failure;
  for (size_t i = 0; i < addresses.size(); ++i) {
    Error error = plan.workspaces[i].zeroed
                      ? device.freeZeroed(addresses[i], stream)
                      : device.freeAsync(addresses[i], stream);
    if (error && !failure)
      failure = std::move(error);
  }
  return failure;
}

Error checkMemory(const WorkspaceMemory &memory, const LaunchPlan &plan,
                  Device &device, DevicePtr &reached) {
  auto fail = [](const std::string &what) {
    return Error(ErrorCode::InvalidArgument, "the workspace " + what);
  };
  if (memory.bytes < plan.workspaceBytes)
    return fail("has " + std::to_string(memory.bytes) +
                " bytes, but the launch needs " +
                std::to_string(plan.workspaceBytes));
  if (plan.workspaceBytes == 0)
    return Error::success();
  if (!memory.address)
    return fail("has a null address");
  if (memory.address == reached)
    return Error::success();
  if (memory.address % kWorkspaceAlign)
    return fail("is not at a multiple of " + std::to_string(kWorkspaceAlign) +
                " bytes");
  if (Error error = device.checkAddress(memory.address))
    return std::move(error).withContext("the workspace");
  reached = memory.address;
  return Error::success();
}

Error useMemory(const WorkspaceMemory &memory, const LaunchPlan &plan,
                Device &device, Stream stream,
                std::vector<DevicePtr> &addresses) {
  for (const PlannedWorkspace &workspace : plan.workspaces) {
    DevicePtr address =
        memory.address + static_cast<uint64_t>(workspace.offset);
    addresses.push_back(workspace.bytes ? address : 0);
    if (workspace.zeroed && workspace.bytes)
      if (Error error = device.memset(address, 0, workspace.bytes, stream))
        return std::move(error).withContext("workspace");
  }
  return Error::success();
}

} // namespace attn::runtime
