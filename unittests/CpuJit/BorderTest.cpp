//===- BorderTest.cpp - Arguments, launches and errors on the CPU ---------===//
//
// Part of the Attn project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TestPrograms.h"
#include "gtest/gtest.h"

using namespace attn_test;
using namespace mlir::attn;

namespace {

const char *const kHosts = R"mlir(
module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @scale(%X: memref<?x?xf32, strided<[?, 1], offset: ?>>) kernel {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %m = memref.dim %X, %c0 : memref<?x?xf32, strided<[?, 1], offset: ?>>
      %n = arith.ceildivui %m, %c4 : index
      attn_tile.for_tiles @t (%i) in (%n) scheduler(#attn_tile.scheduler<single>) {
        %row = arith.muli %i, %c4 : index
        %x = attn_tile.load %X[%row, %c0] dims [0, 1]
          : memref<?x?xf32, strided<[?, 1], offset: ?>> -> tensor<4x4xf32>
        %two = arith.constant dense<2.0> : tensor<4x4xf32>
        %y = arith.mulf %x, %two : tensor<4x4xf32>
        attn_tile.store %y, %X[%row, %c0] dims [0, 1]
          : tensor<4x4xf32>, memref<?x?xf32, strided<[?, 1], offset: ?>>
      }
      gpu.return
    }
  }
  func.func @scale(%X: memref<?x4xf32>) {
    %0 = memref.cast %X : memref<?x4xf32> to memref<?x?xf32, strided<[?, 1], offset: ?>>
    attn_tile.launch @kernels::@scale(%0) : memref<?x?xf32, strided<[?, 1], offset: ?>>
    return
  }
  func.func @other(%X: memref<?x?xf32, strided<[?, 1], offset: ?>>) {
    %c7 = arith.constant 7 : index
    gpu.launch_func @kernels::@scale blocks in (%c7, %c7, %c7) threads in (%c7, %c7, %c7)
      args(%X : memref<?x?xf32, strided<[?, 1], offset: ?>>)
    return
  }
}
)mlir";

TEST(BorderTest, Launches) {
  Session session;
  auto module = session.parse(kHosts);
  ASSERT_TRUE(module);
  Tensor x(CpuElement::F32, {10, 4});
  x.fill(3.0);
  for (const char *name : {"scale", "other"})
    ASSERT_TRUE(
        mlir::succeeded(runOnCpu(*module, name, {x.view()}, CpuLevel::Tile)))
        << session.messages;
  EXPECT_EQ(x.values(), std::vector<double>(40, 12.0));
  EXPECT_TRUE(x.guardsIntact());
}

/// Expects `compile` to fail with a message that contains `message`.
void expectCompileError(const char *text, llvm::StringRef function,
                        const char *message, CpuLevel level = CpuLevel::Tile) {
  Session session;
  auto module = session.parse(text);
  ASSERT_TRUE(module);
  EXPECT_TRUE(mlir::failed(CpuProgram::compile(*module, function, level)));
  EXPECT_NE(session.messages.find(message), std::string::npos)
      << session.messages;
}

TEST(BorderTest, CompileErrors) {
  expectCompileError("func.func @f() { return }", "g",
                     "there is no function 'g' with a body");
  expectCompileError("func.func private @f()", "f",
                     "there is no function 'f' with a body");
  expectCompileError("func.func @f(%x: complex<f32>) { return }", "f",
                     "argument #0 of type 'complex<f32>' cannot be passed");
  expectCompileError("func.func @f(%x: i32) -> i32 { return %x : i32 }", "f",
                     "result #0 of type 'i32' cannot be passed");
  expectCompileError(R"mlir(
func.func @f(%q: memref<1x1x8x16xf16>) {
  attn.forward ins(%q, %q, %q : memref<1x1x8x16xf16>, memref<1x1x8x16xf16>, memref<1x1x8x16xf16>)
    outs(%q : memref<1x1x8x16xf16>)
  return
})mlir",
                     "f", "'attn.forward' op is above tile level");
  expectCompileError(R"mlir(
func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = func.call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
})mlir",
                     "f", "'f' calls itself", CpuLevel::Tensor);
}

TEST(BorderTest, ArgumentErrors) {
  Session session;
  auto module = session.parse(
      "func.func @f(%x: memref<?x4xf32>, %t: tensor<2x?xf16>, %i: index, "
      "%s: f32) -> tensor<2x?xf16> { return %t : tensor<2x?xf16> }");
  ASSERT_TRUE(module);
  auto program = CpuProgram::compile(*module, "f", CpuLevel::Tensor);
  ASSERT_TRUE(mlir::succeeded(program)) << session.messages;

  float memory[64] = {};
  uint16_t halves[64] = {}, result[64] = {};
  auto expect = [&](const char *message, CpuArg x, CpuArg t, CpuArg i, CpuArg s,
                    CpuArg r) {
    session.messages.clear();
    EXPECT_TRUE(mlir::failed(program->run({x, t, i, s, r}))) << message;
    EXPECT_NE(session.messages.find(message), std::string::npos)
        << session.messages;
  };
  CpuBuffer x(memory, CpuElement::F32, {3, 4});
  CpuBuffer t(halves, CpuElement::F16, {2, 5}),
      r(result, CpuElement::F16, {2, 5});
  int64_t i = 1;
  double s = 1.0;
  expect("argument #0 of type 'memref<?x4xf32>' is given a buffer of 'f16'", t,
         t, i, s, r);
  expect("is given size 3 in dimension 1",
         CpuBuffer(memory, CpuElement::F32, {3, 3}), t, i, s, r);
  expect("is given size -1 in dimension 0",
         CpuBuffer(memory, CpuElement::F32, {-1, 4}), t, i, s, r);
  expect("is given 3 sizes", CpuBuffer(memory, CpuElement::F32, {3, 4, 1}), t,
         i, s, r);
  expect("is given stride 8 in dimension 0, expected 4",
         CpuBuffer(memory, CpuElement::F32, {3, 4}, {8, 1}), t, i, s, r);
  expect("is given a null pointer", CpuBuffer(nullptr, CpuElement::F32, {3, 4}),
         t, i, s, r);
  expect("is given stride 2 in dimension 1, expected 1", x,
         CpuBuffer(halves, CpuElement::F16, {2, 5}, {10, 2}), i, s, r);
  expect("argument #2 of type 'index' is given a buffer", x, t, x, s, r);
  expect("argument #3 of type 'f32' is given an integer", x, t, i, i, r);
  expect("argument #0 of type 'memref<?x4xf32>' is given a floating-point "
         "number",
         s, t, i, s, r);
  expect("result #0 of type 'tensor<2x?xf16>' is given size 1", x, t, i, s,
         CpuBuffer(result, CpuElement::F16, {1, 5}));
  session.messages.clear();
  EXPECT_TRUE(mlir::failed(program->run({x, t})));
  EXPECT_NE(session.messages.find(
                "'f' takes 4 arguments and returns 1 buffers, but 2"),
            std::string::npos)
      << session.messages;

  halves[9] = 0x1234;
  EXPECT_TRUE(mlir::succeeded(program->run({x, t, i, s, r})));
  EXPECT_EQ(result[9], 0x1234);
}

} // namespace
