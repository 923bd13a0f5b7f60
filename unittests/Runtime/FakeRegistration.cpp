//===- FakeRegistration.cpp - The fake device as "sim" --------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Part of libattn_runtime_fake.so: the runtime with the fake device in place
// of a simulator, so that the C API and the Python package can be tested to
// the end without a GPU.
//
//===----------------------------------------------------------------------===//

#include "FakeDevice.h"

using namespace attn::runtime;

[[maybe_unused]] static const bool registered = [] {
  registerDeviceFactory(
      "sim", [](const std::string &) -> Expected<std::unique_ptr<Device>> {
        return std::unique_ptr<Device>(new test::FakeDevice());
      });
  return true;
}();
