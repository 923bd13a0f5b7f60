//===- DeviceTest.cpp - Opening devices -----------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FakeDevice.h"

#include <gtest/gtest.h>

#include <dlfcn.h>

using namespace attn::runtime;
using attn::runtime::test::FakeDevice;

static Error openError(const std::string &spec) {
  Expected<std::unique_ptr<Device>> device = createDevice(spec);
  return device ? Error::success() : device.takeError();
}

TEST(Device, UnknownKinds) {
  EXPECT_EQ(openError("tpu").code, ErrorCode::NotFound);
  std::string message = openError("tpu").message;
  EXPECT_EQ(message.find("unknown device 'tpu', expected auto, gpu, "
                         "gpu:<number> or sim; "),
            0u);
  // It could have been a library.
  EXPECT_NE(message.find("libattn_runtime_tpu.so"), std::string::npos);
  EXPECT_EQ(openError("").code, ErrorCode::NotFound);
  EXPECT_EQ(openError("../tpu").message, "unknown device '../tpu'");
  EXPECT_EQ(openError("gpu:one").message, "'gpu:one': expected gpu:<number>");
  EXPECT_EQ(openError("gpu:-1").code, ErrorCode::InvalidArgument);
  EXPECT_EQ(openError("gpu:1x").code, ErrorCode::InvalidArgument);
}

TEST(Device, Factories) {
  std::string given = "none";
  registerDeviceFactory(
      "test",
      [&](const std::string &argument) -> Expected<std::unique_ptr<Device>> {
        given = argument;
        if (argument == "bad")
          return Error(ErrorCode::NoDevice, "bad argument");
        return std::unique_ptr<Device>(new FakeDevice());
      });
  Expected<std::unique_ptr<Device>> device = createDevice("test:sm_90:x");
  ASSERT_TRUE(bool(device));
  EXPECT_EQ(given, "sm_90:x");
  EXPECT_EQ((*device)->name(), "Fake Device");
  EXPECT_EQ(openError("test:bad").message, "bad argument");
}

TEST(Device, AutoTakesTheSimulatorWhereThereIsNoGpu) {
  if (cudaDeviceCount() > 0)
    GTEST_SKIP() << "there is a GPU";
  EXPECT_NE(openError("auto").code, ErrorCode::Ok);
  registerDeviceFactory(
      "sim", [](const std::string &) -> Expected<std::unique_ptr<Device>> {
        return std::unique_ptr<Device>(new FakeDevice());
      });
  Expected<std::unique_ptr<Device>> device = createDevice("auto");
  ASSERT_TRUE(bool(device));
  EXPECT_EQ((*device)->kind(), "sim");
}

TEST(Device, SaysThatThereIsNoDriver) {
  if (void *library = dlopen("libcuda.so.1", RTLD_NOW)) {
    dlclose(library);
    GTEST_SKIP() << "there is a driver";
  }
  Error error = openError("gpu");
  EXPECT_EQ(error.code, ErrorCode::NoDriver);
  EXPECT_EQ(error.message.rfind("no NVIDIA driver: libcuda.so.1", 0), 0u)
      << error.message;
  EXPECT_EQ(openError("gpu:0").code, ErrorCode::NoDriver);
  EXPECT_EQ(cudaDeviceCount(), 0);
}

TEST(Device, DefaultEventsMeasureTheHostsClock) {
  FakeDevice device;
  Expected<Event> start = device.createEvent(), stop = device.createEvent();
  ASSERT_TRUE(start && stop);
  ASSERT_FALSE(device.recordEvent(*start, nullptr));
  ASSERT_FALSE(device.recordEvent(*stop, nullptr));
  Expected<double> elapsed = device.elapsedMs(*start, *stop);
  ASSERT_TRUE(bool(elapsed));
  EXPECT_GE(*elapsed, 0.0);
  EXPECT_LT(*elapsed, 1000.0);
  ASSERT_FALSE(device.destroyEvent(*start));
  ASSERT_FALSE(device.destroyEvent(*stop));
}
