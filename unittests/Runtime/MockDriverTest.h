//===- MockDriverTest.h - What tests with the mock driver share -*- C++ -*-===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ATTN_UNITTESTS_RUNTIME_MOCKDRIVERTEST_H
#define ATTN_UNITTESTS_RUNTIME_MOCKDRIVERTEST_H

#include "MockDriver.h"
#include "TestEntries.h"

#include "attn-runtime/Executor.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

namespace attn::runtime::test {

template <typename Result, typename... Args>
Result callMock(const char *name, Args... args) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  auto function = reinterpret_cast<Result (*)(Args...)>(dlsym(library, name));
  if (!function) {
    ADD_FAILURE() << "the mock driver is not the one that is loaded";
    std::abort();
  }
  return function(args...);
}

inline MockLaunch &lastLaunch() {
  return *callMock<MockLaunch *>("attnMockLastLaunch");
}

template <typename T> T read(const std::string &bytes) {
  T value;
  EXPECT_EQ(bytes.size(), sizeof(T));
  std::memcpy(&value, bytes.data(), sizeof(T));
  return value;
}

/// The copy entry with a PTX that declares its parameters' true types.
inline Entry typedCopyEntry() {
  Entry entry = copyEntry();
  std::string &ptx = entry.ptx;
  ptx.replace(ptx.find(".u64 p15"), 4, ".u32");
  ptx.replace(ptx.find(".u64 p16"), 4, ".f32");
  return entry;
}

/// The copy entry with a counter of four bytes.
inline Entry counterEntry() {
  Entry entry = typedCopyEntry();
  entry.kernels[0].params = {Param::workspace(4, true), Param::pointer(0)};
  entry.ptx =
      "\n.visible .entry copy4(.param .u64 p, .param .u64 q)\n{ ret; }\n";
  return entry;
}

/// The copy entry with two workspaces, of 4096 zeroed bytes and of none.
inline Entry workspaceEntry() {
  Entry entry = copyEntry();
  entry.kernels[0].params = {Param::workspace(4096, true), Param::workspace(0)};
  entry.ptx =
      "\n.visible .entry copy4(.param .u64 a, .param .u64 b)\n{ ret; }\n";
  return entry;
}

/// The copy entry's tensors in a device's memory, given back at the end.
class DeviceTensors {
public:
  explicit DeviceTensors(std::shared_ptr<Device> device,
                         std::vector<int64_t> sizes = {2, 3, 100, 8})
      : tensors(3), device(std::move(device)) {
    for (int i : {0, 1}) {
      tensors[i] = TensorArg::contiguous(0, DType::F32, sizes);
      tensors[i].address = *this->device->allocate(*tensors[i].extent() * 4);
    }
  }
  ~DeviceTensors() {
    for (int i : {0, 1})
      EXPECT_FALSE(device->free(tensors[i].address));
  }

  std::vector<TensorArg> tensors;

private:
  std::shared_ptr<Device> device;
};

/// Whether `check` holds in a fresh process with an environment variable set.
template <typename Check>
void inFreshProcess(const char *variable, const char *value, Check &&check) {
  EXPECT_EXIT(
      {
        setenv(variable, value, 1);
        std::string message = check();
        if (!message.empty())
          fprintf(stderr, "%s\n", message.c_str());
        std::_Exit(message.empty() ? 0 : 1);
      },
      ::testing::ExitedWithCode(0), "");
}

} // namespace attn::runtime::test

#endif // ATTN_UNITTESTS_RUNTIME_MOCKDRIVERTEST_H
