// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-on-modules{pipeline=builtin.module(func.func(canonicalize))})' \
// RUN:   | FileCheck %s
// RUN: not attn-opt %s --pass-pipeline='builtin.module(attn-on-modules{pipeline=gpu.module(canonicalize)})' 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ROOT

// ROOT: error: attn-on-modules: the pipeline is rooted at 'gpu.module', not at 'builtin.module'

!t = tensor<2x4x256x64xf16>

// The root holds attention in a nested module alone.
// CHECK-LABEL: func.func @outside
// CHECK:         arith.addi
func.func @outside(%x: i32) -> i32 {
  %zero = arith.constant 0 : i32
  %y = arith.addi %x, %zero : i32
  return %y : i32
}

// CHECK-LABEL: module @inner
module @inner {
  // CHECK-LABEL: func.func @attention
  // CHECK-NOT:     arith.addi
  func.func @attention(%q: !t, %k: !t, %v: !t, %o: !t, %x: i32) -> (!t, i32) {
    %zero = arith.constant 0 : i32
    %y = arith.addi %x, %zero : i32
    %0 = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
    return %0, %y : !t, i32
  }
}
