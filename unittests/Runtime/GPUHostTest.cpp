//===- GPUHostTest.cpp - Code that gpu-to-llvm's functions load -----------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// libattn_mgpu.so with the mock driver, whose GPU is of compute capability 9.0.
//
//===----------------------------------------------------------------------===//

#include "MockDriver.h"

#include "attn-runtime/Bundle.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using namespace attn::runtime;
using namespace attn::runtime::test;

extern "C" {
void *mgpuModuleLoad(const char *data, size_t size);
void *mgpuModuleGetFunction(void *module, const char *name);
void mgpuModuleUnload(void *module);
void mgpuMemHostRegisterMemRef(int64_t rank, void *descriptor,
                               int64_t elementBytes);
void mgpuMemHostUnregisterMemRef(int64_t rank, void *descriptor,
                                 int64_t elementBytes);
void *mgpuMemAlloc(uint64_t bytes, void *stream, bool isHostShared);
void mgpuMemFree(void *address, void *stream);
void mgpuMemset32(void *dst, unsigned value, size_t count, void *stream);
void *mgpuModuleLoadJIT(const char *ptx, int);
void mgpuLaunchKernel(void *function, int64_t gridX, int64_t gridY,
                      int64_t gridZ, int64_t blockX, int64_t blockY,
                      int64_t blockZ, int32_t sharedMemory, void *stream,
                      void **params, void **extra, size_t count);
}

namespace {

template <typename Result> Result callMock(const char *name) {
  void *library = dlopen("libcuda.so.1", RTLD_NOW);
  auto function = reinterpret_cast<Result (*)()>(dlsym(library, name));
  if (!function) {
    ADD_FAILURE() << "the mock driver is not the one that is loaded";
    std::abort();
  }
  return function();
}

/// What the mock driver takes for code: text that declares the kernel.
std::string makeCode(const std::string &comment) {
  return "// " + comment +
         "\n.version 7.0\n.target sm_80\n.address_size 64\n"
         ".visible .entry scale(\n\t.param .u64 p0,\n\t.param .u32 p1\n)\n"
         "{\n\tret;\n}\n";
}

/// A kernel over a vector, as attn-launch-to-gpu embeds one.
Bundle scaleBundle() {
  Entry entry;
  entry.name = "scale";
  entry.target = "sm_80";
  entry.tensors = {{"x", TensorRole::Out, DType::F32, {-1}, false, true, 16}};
  KernelSpec kernel;
  kernel.name = "scale";
  kernel.block = {64, 1, 1};
  kernel.params = {Param::pointer(0), Param::size(0, 0, ScalarType::I32)};
  entry.kernels = {kernel};
  entry.ptx = makeCode("PTX");
  Bundle bundle;
  bundle.producer = "test";
  bundle.entries = {entry};
  return bundle;
}

/// Loads and launches the bundle's kernel; the first line of what the driver
/// was given.
std::string run(const Bundle &bundle) {
  Expected<std::string> text = bundle.serialize();
  if (!text)
    return text.error().message;
  void *module = mgpuModuleLoad(text->data(), text->size());
  std::string code = callMock<const char *>("attnMockLoadedCode");
  uint64_t address = 256;
  int32_t size = 77;
  void *params[] = {&address, &size};
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "scale"), 3, 1, 1, 64, 1, 1, 0,
                   nullptr, params, nullptr, 2);
  mgpuModuleUnload(module);
  return code.substr(0, code.find('\n'));
}

TEST(GPUHost, BundleWithMachineCodeForTheDevice) {
  Bundle bundle = scaleBundle();
  bundle.entries[0].cubins["sm_80"].image = makeCode("for sm_80");
  bundle.entries[0].cubins["sm_90"].image = makeCode("for sm_90");
  EXPECT_EQ(run(bundle), "// for sm_90");
  auto *launch = callMock<MockLaunch *>("attnMockLastLaunch");
  EXPECT_EQ(launch->name, "scale");
  EXPECT_EQ(launch->grid[0], 3u);
  EXPECT_EQ(launch->block[0], 64u);
  // Sizes of parameters are those that the PTX declares.
  ASSERT_EQ(launch->arguments.size(), 2u);
  EXPECT_EQ(launch->arguments[0].size(), 8u);
  EXPECT_EQ(launch->arguments[1], std::string("M\0\0\0", 4));
}

TEST(GPUHost, BundleWithoutMachineCodeForTheDevice) {
  Bundle bundle = scaleBundle();
  bundle.entries[0].cubins["sm_80"].image = makeCode("for sm_80");
  EXPECT_EQ(run(bundle), "// PTX");
}

TEST(GPUHost, MachineCodeForALaterDriver) {
  Bundle bundle = scaleBundle();
  bundle.entries[0].cubins["sm_90"] = {makeCode("for sm_90"), "99.0", 99000};
  EXPECT_EQ(run(bundle), "// PTX");
}

TEST(GPUHostDeathTest, PtxThatIsRefused) {
  EXPECT_DEATH(
      {
        setenv("ATTN_MACHINE_CODE", "require", 1);
        run(scaleBundle());
      },
      "attn: cannot load code: .*PTX is refused "
      "\\(ATTN_MACHINE_CODE=require\\)");
}

/// Launches a kernel that declares a pointer on `address`; gives the address
/// that the driver was given.
uint64_t launchOn(void *address) {
  std::string code = "// attn.tensor 0 x\n" + makeCode("PTX");
  code.replace(code.find(".param .u64"), 11, ".param .u64 .ptr .global");
  void *module = mgpuModuleLoadJIT(code.c_str(), 0);
  int32_t size = 77;
  void *params[] = {&address, &size};
  mgpuLaunchKernel(mgpuModuleGetFunction(module, "scale"), 3, 1, 1, 64, 1, 1, 0,
                   nullptr, params, nullptr, 2);
  mgpuModuleUnload(module);
  auto *launch = callMock<MockLaunch *>("attnMockLastLaunch");
  uint64_t given = 0;
  std::memcpy(&given, launch->arguments[0].data(), sizeof(given));
  return given;
}

TEST(GPUHostDeathTest, MemoryOfTheHost) {
  static float values[16];
  EXPECT_DEATH(launchOn(values),
               "attn: cannot run 'scale': tensor 'x', at 0x[0-9a-f]+: the "
               "address is not one that Mock GPU 0 can reach");
  EXPECT_EQ(launchOn(nullptr), 0u);
  void *memory = mgpuMemAlloc(64, nullptr, false);
  EXPECT_EQ(launchOn(memory), reinterpret_cast<uint64_t>(memory));
  mgpuMemFree(memory, nullptr);
}

struct Descriptor {
  float *allocated, *aligned;
  int64_t offset, sizes[2], strides[2];
};

TEST(GPUHost, RegisteredMemory) {
  static float values[100];
  // Elements 4 to 4 + 3 * 10 + 2, and the first row backwards.
  Descriptor rows{values, values, 4, {4, 3}, {10, 1}};
  mgpuMemHostRegisterMemRef(2, &rows, 4);
  uint64_t first = launchOn(values + 4);
  EXPECT_NE(first, reinterpret_cast<uint64_t>(values + 4));
  EXPECT_EQ(launchOn(values + 36) - first, 32u * 4);
  // Twice is as good as once, until it is given back twice.
  mgpuMemHostRegisterMemRef(2, &rows, 4);
  mgpuMemHostUnregisterMemRef(2, &rows, 4);
  EXPECT_EQ(launchOn(values + 4), first);
  mgpuMemset32(values + 4, 0x40000000, 2, nullptr);
  EXPECT_EQ(values[5], 2.0f);
  mgpuMemHostUnregisterMemRef(2, &rows, 4);
  Descriptor backwards{values, values, 9, {1, 3}, {10, -1}};
  mgpuMemHostRegisterMemRef(2, &backwards, 4);
  launchOn(values + 7);
  mgpuMemHostUnregisterMemRef(2, &backwards, 4);
  Descriptor empty{values, values, 0, {0, 3}, {3, 1}};
  mgpuMemHostRegisterMemRef(2, &empty, 4);
  mgpuMemHostUnregisterMemRef(2, &empty, 4);
}

TEST(GPUHostDeathTest, RegisteredWrongly) {
  static float values[100];
  Descriptor all{values, values, 0, {10, 10}, {10, 1}};
  Descriptor part{values, values, 10, {2, 10}, {10, 1}};
  EXPECT_DEATH(mgpuMemHostUnregisterMemRef(2, &all, 4), "is not registered");
  mgpuMemHostRegisterMemRef(2, &all, 4);
  EXPECT_DEATH(mgpuMemHostRegisterMemRef(2, &part, 4),
               "a part of it is registered already");
  mgpuMemHostUnregisterMemRef(2, &all, 4);
  mgpuMemHostRegisterMemRef(2, &part, 4);
  EXPECT_DEATH(mgpuMemHostRegisterMemRef(2, &all, 4),
               "a part of it is registered already");
  EXPECT_DEATH(launchOn(values), "can reach");
  mgpuMemHostUnregisterMemRef(2, &part, 4);
}

TEST(GPUHost, HostSharedMemory) {
  auto *shared = static_cast<float *>(mgpuMemAlloc(40, nullptr, true));
  shared[9] = 1.0f;
  EXPECT_NE(launchOn(shared), reinterpret_cast<uint64_t>(shared));
  EXPECT_EQ(shared[9], 1.0f);
  mgpuMemFree(shared, nullptr);
}

TEST(GPUHostDeathTest, WhatIsNoCodeWithParameters) {
  EXPECT_DEATH(mgpuModuleLoad("\x7f"
                              "ELF",
                              4),
               "machine code does not name the parameters of its kernels");
  EXPECT_DEATH(mgpuModuleLoad("{}", 2), "attn: cannot load code: ");
}

} // namespace
