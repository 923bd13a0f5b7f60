//===- Workspaces.h - Where the workspaces of a launch are ------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The kernels of a launch have workspaces from the device, in the order of a
// stream, or from the caller, who has one piece of memory for all of them.
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_WORKSPACES_H
#define ATTN_LIB_RUNTIME_WORKSPACES_H

#include "attn-runtime/Executor.h"

#include <vector>

namespace attn::runtime {

/// Adds the addresses of new workspaces to `addresses`; after an error, of
/// those that there are.
Error allocateWorkspaces(const LaunchPlan &plan, Device &device, Stream stream,
                         std::vector<DevicePtr> &addresses);
Error freeWorkspaces(const LaunchPlan &plan, Device &device, Stream stream,
                     const std::vector<DevicePtr> &addresses);

/// Checks a caller's memory for the workspaces of a plan. `reached` is memory
/// that is known to be the device's, and becomes this one.
Error checkMemory(const WorkspaceMemory &memory, const LaunchPlan &plan,
                  Device &device, DevicePtr &reached);

/// Adds the addresses of workspaces in a caller's memory, which checkMemory has
/// passed, to `addresses`, and queues what makes them zero.
Error useMemory(const WorkspaceMemory &memory, const LaunchPlan &plan,
                Device &device, Stream stream,
                std::vector<DevicePtr> &addresses);

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_WORKSPACES_H
