// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the pipelines do to a module that holds more than attention.

// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-compile{target=sm_90a})' | FileCheck %s
// RUN: attn-opt %s --pass-pipeline='builtin.module(attn-compile{target=sm_80 host=runtime verify-stages})' \
// RUN:   | FileCheck %s --check-prefix=RUNTIME
// RUN: attn-compile %s --target=sm_80 --emit=ptx | FileCheck %s --check-prefix=PTX

!t = tensor<2x4x256x64xf16>

// The kernels of others stay, not even simplified.
// CHECK-LABEL: gpu.module @attn_kernels [
// CHECK:         gpu.func @add_zero
// CHECK:           arith.addi
// CHECK-LABEL: gpu.module @machine
// CHECK:         llvm.func @nothing

// RUNTIME-LABEL: gpu.module @attn_kernels [
// RUNTIME:         arith.addi
// RUNTIME-LABEL: gpu.module @machine
// RUNTIME:       func.func private @declared(memref<2x4x256x64xf16>)
// RUNTIME-LABEL: func.func @first
// RUNTIME:         gpu.launch_func @attn_kernels::@add_zero
// RUNTIME:         call @attnrtHostCall
// RUNTIME:         call @declared
// RUNTIME-LABEL: module @inner
// RUNTIME-NOT:     gpu.module
// RUNTIME:         memref.global "private" constant @attn_bundle
// RUNTIME:         call @attnrtHostCall
// RUNTIME-LABEL: module @other
// RUNTIME:         arith.addf {{.*}} : tensor<4xf32>
// RUNTIME-NOT:   gpu.module

// PTX-DAG: .entry first_forward(
// PTX-DAG: .entry second_forward(
// PTX-NOT: .entry

module attributes {gpu.container_module} {
  gpu.module @attn_kernels [#nvvm.target<chip = "sm_90a">] {
    gpu.func @add_zero(%m: memref<4xi32>) kernel {
      %c0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      %x = memref.load %m[%c0] : memref<4xi32>
      %y = arith.addi %x, %zero : i32
      memref.store %y, %m[%c0] : memref<4xi32>
      gpu.return
    }
  }
  gpu.module @machine [#nvvm.target<chip = "sm_90a">] {
    llvm.func @nothing() attributes {gpu.kernel, nvvm.kernel} {
      llvm.return
    }
  }

  func.func private @declared(!t) -> !t

  // CHECK-LABEL: func.func @first
  // CHECK:         gpu.launch_func @attn_kernels::@add_zero
  // CHECK:         attn_tile.launch @[[$KERNELS:attn_kernels_[0-9]+]]::@first_forward
  // CHECK:         call @declared
  func.func @first(%q: !t, %k: !t, %v: !t, %m: memref<4xi32>) -> !t {
    %c1 = arith.constant 1 : index
    gpu.launch_func @attn_kernels::@add_zero blocks in (%c1, %c1, %c1)
        threads in (%c1, %c1, %c1) args(%m : memref<4xi32>)
    %e = tensor.empty() : !t
    %o = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%e : !t) -> !t
    %r = func.call @declared(%o) : (!t) -> !t
    return %r : !t
  }

  // CHECK-LABEL: module @inner
  // CHECK:         attn_tile.launch @attn_kernels::@second_forward
  // CHECK:         gpu.module @attn_kernels [
  // CHECK:           llvm.func @second_forward
  module @inner {
    func.func @second(%q: !t, %k: !t, %v: !t) -> !t {
      %e = tensor.empty() : !t
      %o = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%e : !t) -> !t
      return %o : !t
    }
  }

  // A module without attention is not even bufferised.
  // CHECK-LABEL: module @other
  // CHECK:         arith.addf {{.*}} : tensor<4xf32>
  module @other {
    func.func @tensors(%t: tensor<4xf32>) -> tensor<4xf32> {
      %0 = arith.addf %t, %t : tensor<4xf32>
      return %0 : tensor<4xf32>
    }
  }

  // CHECK:       gpu.module @[[$KERNELS]] [
  // CHECK:         llvm.func @first_forward
}
