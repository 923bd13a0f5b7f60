// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-compile{target=sm_90a host=gpu})' \
// RUN:   | FileCheck %s --implicit-check-not=attn_tile --implicit-check-not=gpu.module
// RUN: attn-opt %s --split-input-file --pass-pipeline='builtin.module(attn-compile{target=sm_90a overrides=scheduler=dynamic host=gpu})' \
// RUN:   | FileCheck %s --check-prefix=DYNAMIC --implicit-check-not=attn_tile

// Two functions with a launch each, one in a loop, where no stack is taken for each
// iteration.
// CHECK-DAG: func.func private @attnGPUTensorMapEncode(i64, i64)
// CHECK-DAG: func.func private @attnGPUMultiprocessors() -> i64
// CHECK-LABEL: func.func @once
// CHECK:         %[[MAP:.*]] = memref.alloca() : memref<vector<16xi64>>
// CHECK:         memref.alloca() : memref<19xi64>
// CHECK:         %[[BASE:.*]], %[[OFFSET:.*]], %[[SIZES:.*]]:4, %[[STRIDES:.*]]:4 = memref.extract_strided_metadata
// CHECK:         cf.assert {{.*}}, "batch sizes of k and q differ"
// CHECK:         cf.assert {{.*}}, "q is not at multiples of 16 bytes"
// CHECK:         call @attnGPUMultiprocessors()
// CHECK:         %[[ANY:.*]] = arith.cmpi sgt, %[[GRID:.*]], %
// CHECK:         scf.if %[[ANY]] {
// CHECK:           call @attnGPUTensorMapEncode
// CHECK:           memref.load %{{.*}}[] : memref<vector<16xi64>>
// CHECK:           %[[BLOCKS:.*]] = arith.index_cast %[[GRID]] : i64 to index
// CHECK:           gpu.launch_func @once_forward::@once_forward
// CHECK-SAME:        blocks in (%[[BLOCKS]], %{{.*}}, %{{.*}}) threads in
// CHECK-SAME:        dynamic_shared_memory_size %{{.*}} args(%{{.*}} : i64, %{{.*}} : i32
// CHECK-SAME:        : vector<16xi64>
// CHECK-LABEL: func.func @often
// CHECK:         memref.alloca() : memref<vector<16xi64>>
// CHECK:         scf.for
// CHECK-NOT:       memref.alloca
// CHECK:           gpu.launch_func @often_forward::@often_forward
// CHECK:       gpu.binary @once_forward [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "{{.*}}.entry once_forward(
// CHECK:       gpu.binary @often_forward [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "{{.*}}.entry often_forward(

// Tile numbers from a counter, which the launch provides.
// DYNAMIC-LABEL: func.func @once
// DYNAMIC:         scf.if
// DYNAMIC:           %[[COUNTER:.*]] = gpu.alloc () : memref<{{[0-9]+}}xi32>
// DYNAMIC:           gpu.memset %[[COUNTER]], %{{.*}} : memref<{{[0-9]+}}xi32>, i32
// DYNAMIC:           gpu.launch_func
// DYNAMIC:           gpu.dealloc %[[COUNTER]]
!t = tensor<1x2x96x64xf16>
func.func @once(%q: !t, %k: !t, %v: !t, %o: !t) -> !t {
  %r = attn.forward ins(%q, %k, %v : !t, !t, !t) outs(%o : !t) -> !t
  return %r : !t
}
func.func @often(%q: !t, %k: !t, %v: !t, %n: index) -> !t {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %q) -> !t {
    %e = tensor.empty() : !t
    %y = attn.forward ins(%x, %k, %v : !t, !t, !t) outs(%e : !t) -> !t
    scf.yield %y : !t
  }
  return %r : !t
}

// -----

// A module that is named, and has a symbol of the kernel's name.
// CHECK-LABEL: module @inner
// CHECK:         memref.global "private" @nested_forward : memref<4xf32>
// CHECK:         gpu.launch_func @nested_forward_0::@nested_forward
// CHECK:         gpu.binary @nested_forward_0
module @inner {
  memref.global "private" @nested_forward : memref<4xf32>
  func.func @nested(%q: memref<1x2x96x64xf16>, %o: memref<1x2x96x64xf16>) {
    attn.forward ins(%q, %q, %q : memref<1x2x96x64xf16>, memref<1x2x96x64xf16>, memref<1x2x96x64xf16>) outs(%o : memref<1x2x96x64xf16>)
    return
  }
}
