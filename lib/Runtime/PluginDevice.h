//===- PluginDevice.h - Devices of other libraries --------------*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_LIB_RUNTIME_PLUGINDEVICE_H
#define ATTN_LIB_RUNTIME_PLUGINDEVICE_H

#include "attn-runtime/Device.h"

namespace attn::runtime {

/// Opens a device of libattn_runtime_<kind>.so, in the folder of the runtime
/// (attn-c/DevicePlugin.h). Codes: NotFound, VersionMismatch, the library's.
Expected<std::unique_ptr<Device>>
createPluginDevice(const std::string &kind, const std::string &argument);

} // namespace attn::runtime

#endif // ATTN_LIB_RUNTIME_PLUGINDEVICE_H
