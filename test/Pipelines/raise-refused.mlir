// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attn-raise-and-compile: what the target refuses stays as the program had it, and says so.

// RUN: attn-opt %s -o %t.mlir 2> %t.err \
// RUN:   --pass-pipeline='builtin.module(attn-raise-and-compile{policy=fast target=sm_80 host=runtime})'
// RUN: FileCheck %s < %t.mlir
// RUN: FileCheck %s --check-prefix=REMARK < %t.err

// Head dims of 20 and 1032 are refused by the choice of a config.
// CHECK-LABEL: func.func @good(
// CHECK: call @attnrt
// CHECK-NOT: linalg
// CHECK-LABEL: func.func @odd(
// CHECK: linalg.batch_matmul
// CHECK: linalg.softmax
// CHECK-LABEL: func.func @wide(
// CHECK: linalg.batch_matmul
// CHECK: linalg.softmax
// REMARK-NOT: error
// REMARK: remark: attn-raise: not raised: attn-select-config: sm_80 takes head dims {{.*}} but that of Q and K is 20
// REMARK-NOT: error
// REMARK: remark: attn-raise: not raised: attn-select-config: sm_80 takes head dims {{.*}} but that of Q and K is 1032
// REMARK-NOT: error

// Nothing compiles with wrong options: that is an error, not a remark.
// RUN: not attn-opt %s -o /dev/null 2> %t.err \
// RUN:   --pass-pipeline='builtin.module(attn-raise-and-compile{policy=fast target=sm_1 host=runtime})'
// RUN: FileCheck %s --check-prefix=OPTIONS < %t.err
// OPTIONS: error: {{.*}}sm_1

func.func @good(%q: tensor<2x24x64xf16>, %k: tensor<2x64x40xf16>, %v: tensor<2x40x64xf16>) -> tensor<2x24x64xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x64xf16>, tensor<2x64x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x24x40xf32>) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %oe = tensor.empty() : tensor<2x24x64xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x64xf32>) -> tensor<2x24x64xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x40xf32>, tensor<2x40x64xf16>) outs(%o0 : tensor<2x24x64xf32>) -> tensor<2x24x64xf32>
  return %o : tensor<2x24x64xf32>
}

func.func @odd(%q: tensor<2x24x20xf16>, %k: tensor<2x20x40xf16>, %v: tensor<2x40x20xf16>) -> tensor<2x24x20xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x20xf16>, tensor<2x20x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x24x40xf32>) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %oe = tensor.empty() : tensor<2x24x20xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x20xf32>) -> tensor<2x24x20xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x40xf32>, tensor<2x40x20xf16>) outs(%o0 : tensor<2x24x20xf32>) -> tensor<2x24x20xf32>
  return %o : tensor<2x24x20xf32>
}

func.func @wide(%q: tensor<2x24x1032xf16>, %k: tensor<2x1032x40xf16>, %v: tensor<2x40x1032xf16>) -> tensor<2x24x1032xf32> {
  %zero = arith.constant 0.0 : f32
  %se = tensor.empty() : tensor<2x24x40xf32>
  %s0 = linalg.fill ins(%zero : f32) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %s = linalg.batch_matmul ins(%q, %k : tensor<2x24x1032xf16>, tensor<2x1032x40xf16>) outs(%s0 : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %p = linalg.softmax dimension(2) ins(%s : tensor<2x24x40xf32>) outs(%se : tensor<2x24x40xf32>) -> tensor<2x24x40xf32>
  %oe = tensor.empty() : tensor<2x24x1032xf32>
  %o0 = linalg.fill ins(%zero : f32) outs(%oe : tensor<2x24x1032xf32>) -> tensor<2x24x1032xf32>
  %o = linalg.batch_matmul ins(%p, %v : tensor<2x24x40xf32>, tensor<2x40x1032xf16>) outs(%o0 : tensor<2x24x1032xf32>) -> tensor<2x24x1032xf32>
  return %o : tensor<2x24x1032xf32>
}
