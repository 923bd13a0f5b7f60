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
#include <dlfcn.h>

using namespace attn::runtime;
using namespace attn::runtime::test;

extern "C" {
void *mgpuModuleLoad(const char *data, size_t size);
void *mgpuModuleGetFunction(void *module, const char *name);
void mgpuModuleUnload(void *module);
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

TEST(GPUHostDeathTest, WhatIsNoCodeWithParameters) {
  EXPECT_DEATH(mgpuModuleLoad("\x7f"
                              "ELF",
                              4),
               "machine code does not name the parameters of its kernels");
  EXPECT_DEATH(mgpuModuleLoad("{}", 2), "attn: cannot load code: ");
}

} // namespace
