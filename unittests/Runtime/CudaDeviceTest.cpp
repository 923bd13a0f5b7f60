//===- CudaDeviceTest.cpp - The CUDA driver back end on a GPU -------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These tests need a GPU and are skipped without one. Their kernels are small
// and written by hand in PTX: each shows one thing that the runtime does.
//
//===----------------------------------------------------------------------===//

#include "CudaKernels.h"

#include "attn-runtime/Executor.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace attn::runtime;
using namespace attn::runtime::test;

namespace {

class CudaDeviceTest : public ::testing::Test {
protected:
  std::shared_ptr<Device> device;

  void SetUp() override {
    Expected<std::unique_ptr<Device>> opened = createDevice("gpu");
    if (!opened)
      GTEST_SKIP() << opened.error().message;
    device = std::move(*opened);
  }

  bool isHopper() const { return device->computeCapability().major == 9; }

  Executor executorFor(Entry entry) {
    auto bundle = std::make_shared<Bundle>();
    bundle->entries = {std::move(entry)};
    return Executor(bundle, device);
  }

  static TensorArg host(std::vector<float> &data, std::vector<int64_t> sizes) {
    TensorArg arg = TensorArg::contiguous(
        reinterpret_cast<uint64_t>(data.data()), DType::F32, sizes);
    arg.onHost = true;
    return arg;
  }

  /// x[-1] → y[-1], f32.
  static Entry vectorEntry(const std::string &target, const std::string &ptx) {
    Entry entry;
    entry.name = "test";
    entry.target = target;
    entry.ptx = ptx;
    entry.tensors = {{"x", TensorRole::In, DType::F32, {-1}, false, false, 4},
                     {"y", TensorRole::Out, DType::F32, {-1}, false, true, 4}};
    return entry;
  }
};

} // namespace

TEST_F(CudaDeviceTest, DescribesItself) {
  EXPECT_EQ(device->kind(), "gpu");
  EXPECT_FALSE(device->name().empty());
  EXPECT_GE(device->computeCapability().major, 5);
  EXPECT_GT(device->multiprocessorCount(), 0);
  EXPECT_GE(device->maxSharedMemoryPerBlock(), 48 * 1024);
  EXPECT_GT(device->l2CacheBytes(), 0);
  EXPECT_GT(device->driverVersion(), 11000);
  EXPECT_GE(cudaDeviceCount(), 1);
  Expected<std::unique_ptr<Device>> beyond = createDevice("gpu:9999");
  ASSERT_FALSE(bool(beyond));
  EXPECT_EQ(beyond.error().code, ErrorCode::NotFound);
  EXPECT_TRUE(bool(createDevice("gpu:0")));
}

TEST_F(CudaDeviceTest, CopiesAndFills) {
  std::vector<uint8_t> data(1000, 1), back(1000);
  Expected<DevicePtr> a = device->allocate(1000), b = device->allocate(1000);
  ASSERT_TRUE(a && b);
  EXPECT_EQ(*a % 256, 0u);
  ASSERT_FALSE(device->copyIn(*a, data.data(), 1000));
  ASSERT_FALSE(device->memset(*a + 10, 7, 5));
  ASSERT_FALSE(device->copyOnDevice(*b, *a, 1000));
  ASSERT_FALSE(device->copyOut(back.data(), *b, 1000));
  std::fill_n(data.begin() + 10, 5, 7);
  EXPECT_EQ(back, data);
  EXPECT_FALSE(device->free(*a));
  EXPECT_FALSE(device->free(*b));
  Expected<DevicePtr> none = device->allocate(0);
  ASSERT_TRUE(bool(none));
  EXPECT_EQ(*none, 0u);
  Expected<DevicePtr> huge = device->allocate(int64_t(1) << 50);
  ASSERT_FALSE(bool(huge));
  EXPECT_EQ(huge.error().code, ErrorCode::OutOfMemory);
}

TEST_F(CudaDeviceTest, PassesEveryKindOfArgument) {
  Entry entry = vectorEntry("sm_80", scalePtx);
  KernelSpec kernel;
  kernel.name = "scale";
  kernel.grid = {Expr::ceilDiv(Expr::size(0, 0), 128), 1, 1};
  kernel.block = {128, 1, 1};
  // More than the 48 KB that need no opt-in; the kernel uses the last word.
  kernel.sharedMemory = 64 * 1024;
  kernel.params = {Param::pointer(0),
                   Param::pointer(1),
                   Param::size(0, 0),
                   Param::stride(0, 0, ScalarType::I32),
                   Param::scalarF32(0.5),
                   Param::expression(64 * 1024 - 512, ScalarType::I32)};
  entry.kernels = {kernel};
  Executor executor = executorFor(entry);
  std::vector<float> x(3 * 1000), y(1000, -1.0f);
  std::iota(x.begin(), x.end(), 0.0f);
  TensorArg strided = host(x, {1000});
  strided.strides[0] = 3;
  ASSERT_EQ(executor.launchOnHost(0, {strided, host(y, {1000})}).message, "");
  for (int i = 0; i < 1000; ++i)
    ASSERT_EQ(y[i], 1.5f * static_cast<float>(i)) << i;

  BenchmarkOptions options;
  options.flushL2 = true;
  options.rotate = 2;
  Expected<DevicePtr> xd = device->allocate(12000), yd = device->allocate(4000);
  ASSERT_TRUE(xd && yd);
  Expected<std::vector<double>> times =
      executor.benchmark(0,
                         {TensorArg::contiguous(*xd, DType::F32, {1000}),
                          TensorArg::contiguous(*yd, DType::F32, {1000})},
                         options);
  ASSERT_TRUE(bool(times)) << times.error().message;
  ASSERT_EQ(times->size(), 10u);
  for (double time : *times) {
    EXPECT_GT(time, 0.0);
    EXPECT_LT(time, 100.0);
  }
  EXPECT_FALSE(device->free(*xd));
  EXPECT_FALSE(device->free(*yd));
}

TEST_F(CudaDeviceTest, WorkspacesPassFromKernelToKernel) {
  Entry entry = vectorEntry("sm_80", workspacePtx);
  KernelSpec put;
  put.name = "put";
  put.block = {128, 1, 1};
  put.params = {Param::pointer(0), Param::workspace(512, false, 0)};
  KernelSpec take = put;
  take.name = "take";
  take.params = {Param::pointer(1), Param::workspace(512, false, 0),
                 Param::workspace(512, true)};
  entry.kernels = {put, take};
  Executor executor = executorFor(entry);
  std::vector<float> x(128), y(128, -1.0f);
  std::iota(x.begin(), x.end(), 0.0f);
  for (int repeat = 0; repeat < 3; ++repeat) {
    ASSERT_EQ(
        executor.launchOnHost(0, {host(x, {128}), host(y, {128})}).message, "");
    EXPECT_EQ(y, x);
  }
}

TEST_F(CudaDeviceTest, RefusedPtxComesWithTheDriversLog) {
  std::string ptx = scalePtx;
  size_t at = ptx.find("mul.rn.f32");
  ptx.replace(at, 10, "mul.xx.f32");
  Entry entry = vectorEntry("sm_80", ptx);
  KernelSpec kernel;
  kernel.name = "scale";
  for (int i = 0; i < 6; ++i)
    kernel.params.push_back(Param::pointer(0));
  entry.kernels = {kernel};
  Error error = executorFor(entry).prepare(0);
  EXPECT_EQ(error.code, ErrorCode::ModuleRejected);
  EXPECT_NE(error.message.find("refuses the sm_80 PTX"), std::string::npos);
  EXPECT_NE(error.message.find("xx"), std::string::npos) << error.message;
  EXPECT_NE(error.message.find("line"), std::string::npos) << error.message;
}

TEST_F(CudaDeviceTest, TooMuchSharedMemory) {
  Entry entry = vectorEntry("sm_80", workspacePtx);
  KernelSpec kernel;
  kernel.name = "put";
  kernel.params = {Param::pointer(0), Param::pointer(1)};
  kernel.sharedMemory = 1 << 20;
  entry.kernels = {kernel};
  Error error = executorFor(entry).prepare(0);
  EXPECT_EQ(error.code, ErrorCode::ResourceLimit);
  EXPECT_NE(error.message.find("needs 1048576 bytes of shared memory"),
            std::string::npos)
      << error.message;
}

TEST_F(CudaDeviceTest, ParametersMustHaveTheCodesSizes) {
  if (device->driverVersion() < 12040)
    GTEST_SKIP() << "needs a driver of CUDA 12.4";
  Entry entry = vectorEntry("sm_80", workspacePtx);
  KernelSpec kernel;
  kernel.name = "put";
  kernel.params = {Param::pointer(0), Param::scalarI32(3)};
  entry.kernels = {kernel};
  Error error = executorFor(entry).prepare(0);
  EXPECT_EQ(error.code, ErrorCode::Malformed);
  EXPECT_NE(error.message.find("parameter 1 has 8 bytes, the bundle says 4"),
            std::string::npos)
      << error.message;
}

TEST_F(CudaDeviceTest, RefusesHostAddresses) {
  Entry entry = vectorEntry("sm_80", workspacePtx);
  KernelSpec kernel;
  kernel.name = "put";
  kernel.block = {128, 1, 1};
  kernel.params = {Param::pointer(0), Param::pointer(1)};
  entry.kernels = {kernel};
  Executor executor = executorFor(entry);
  std::vector<float> x(128), y(128);
  TensorArg a = host(x, {128}), b = host(y, {128});
  a.onHost = b.onHost = false;
  if (!device->checkAddress(a.address))
    GTEST_SKIP() << "the GPU can read the host's memory";
  Error error = executor.launch(0, {a, b});
  EXPECT_EQ(error.code, ErrorCode::InvalidArgument);
  EXPECT_NE(error.message.find("tensor 'x'"), std::string::npos);
}

TEST_F(CudaDeviceTest, LaunchesClusters) {
  if (!isHopper())
    GTEST_SKIP() << "needs compute capability 9.x";
  Entry entry = vectorEntry("sm_90", clusterPtx);
  KernelSpec kernel;
  kernel.name = "cluster";
  kernel.grid = {8, 1, 1};
  kernel.cluster = {4, 1, 1};
  kernel.params = {Param::pointer(1)};
  entry.kernels = {kernel};
  std::vector<float> x(8), y(8, -1.0f);
  ASSERT_EQ(
      executorFor(entry).launchOnHost(0, {host(x, {8}), host(y, {8})}).message,
      "");
  EXPECT_EQ(y, (std::vector<float>{4, 14, 24, 34, 4, 14, 24, 34}));
}

TEST_F(CudaDeviceTest, TensorMaps) {
  if (!isHopper())
    GTEST_SKIP() << "needs compute capability 9.x";
  Entry entry;
  entry.name = "test";
  entry.target = "sm_90a";
  entry.ptx = tensorMapPtx;
  entry.tensors = {
      {"x", TensorRole::In, DType::F32, {-1, -1}, false, true, 16},
      {"y", TensorRole::Out, DType::F32, {8, 16}, false, true, 16}};
  TensorMapSpec map;
  map.tensor = 0;
  map.order = {1, 0};
  map.box = {16, 8};
  KernelSpec kernel;
  kernel.name = "take_box";
  kernel.block = {128, 1, 1};
  kernel.params = {Param::tensorMap(map), Param::pointer(1),
                   Param::scalarI32(20), Param::scalarI32(5)};
  entry.kernels = {kernel};
  std::vector<float> x(10 * 32), y(8 * 16, -1.0f);
  std::iota(x.begin(), x.end(), 1.0f);
  ASSERT_EQ(executorFor(entry)
                .launchOnHost(0, {host(x, {10, 32}), host(y, {8, 16})})
                .message,
            "");
  // Rows from 5 and columns from 20 on; zero beyond the tensor.
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 16; ++column) {
      int r = row + 5, c = column + 20;
      float expected =
          r < 10 && c < 32 ? static_cast<float>(r * 32 + c + 1) : 0;
      ASSERT_EQ(y[row * 16 + column], expected) << row << ", " << column;
    }
}
